"""TRAPI services on loopback that do as a script says: what they have, and what goes wrong with them."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

Triple = tuple[str, str, str]
Answer = Callable[["Call"], None]
NAMES = {
    "MONDO:0007947": ("Marfan syndrome", "Disease"),
    "CHEBI:6541": ("losartan", "SmallMolecule"),
    "CHEBI:8499": ("propranolol", "SmallMolecule"),
    "UNII:JMS50MPO89": ("losartan", "Drug"),
    "CHEBI:2904": ("atenolol", "SmallMolecule"),
    "CHEBI:45783": ("imatinib", "SmallMolecule"),
    "DRUGBANK:DB00619": ("Imatinib", "Drug"),
    "NCBIGene:2200": ("FBN1", "Gene"),
    "HP:0001083": ("Ectopia lentis", "PhenotypicFeature"),
}
META = [
    ("SmallMolecule", "treats", "Disease"),
    ("Drug", "treats", "Disease"),
    ("SmallMolecule", "in_clinical_trials_for", "Disease"),
    ("SmallMolecule", "affects", "Gene"),
    ("SmallMolecule", "physically_interacts_with", "Protein"),
    ("Gene", "gene_associated_with_condition", "Disease"),
    ("Gene", "causes", "Disease"),
    ("Disease", "has_phenotype", "PhenotypicFeature"),
    ("Gene", "participates_in", "Pathway"),
    ("Gene", "treats_or_applied_or_studied_to_treat", "Disease"),
]


class Call:
    """One request, and the ways to answer it."""

    def __init__(self, handler: BaseHTTPRequestHandler, body: Mapping[str, Any]) -> None:
        self.handler, self.path, self.body = handler, handler.path, body

    def send(self, content: bytes | str, status: int = 200, **headers: str) -> None:
        content = content.encode() if isinstance(content, str) else content
        self.handler.send_response(status)
        for name, value in {"content-length": str(len(content)), **headers}.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.end_headers()
        self.handler.wfile.write(content)

    def json(self, value: Any) -> None:
        self.send(json.dumps(value), content_type="application/json")


class Service:
    """A service that answers from edges, or as it is told.

    Attributes:
        asked: bodies that came, by path.
    """

    def __init__(self, edges: Sequence[Mapping[str, Any]] = (), *, query: Answer | None = None, version: str = "1.5.0",
                 meta: Answer | None = None, nodes: Mapping[str, Mapping[str, Any]] | None = None) -> None:  # fmt: skip
        self.edges, self.query, self.version, self.meta, self.nodes = edges, query, version, meta, nodes or {}
        self.asked: dict[str, list[Mapping[str, Any]]] = {}
        self.later = False
        self.url = ""

    def answer(self, call: Call) -> None:
        path = call.path.removeprefix("/").partition("?")[0]
        self.asked.setdefault(path, []).append(call.body)
        if path == "openapi.json":
            paths: dict[str, Any] = {"/query": {}}
            if self.later:
                paths["/asyncquery_status/{job_id}"] = {}
            call.json({"info": {"version": "1.2.3", "x-trapi": {"version": self.version}}, "paths": paths})
        elif path == "meta_knowledge_graph":
            self.meta(call) if self.meta is not None else call.json(meta_graph())
        elif path == "query":
            self.query(call) if self.query is not None else call.json(self.message(call.body))
        elif path == "asyncquery":
            call.json({"status": "Accepted", "job_id": "job1"})
        elif path == "asyncquery_status/job1":
            done = len(self.asked[path]) > 1
            said = {"status": "Completed", "response_url": f"{self.url}/done/job1"} if done else {"status": "Running"}
            call.json(said)
        elif path == "done/job1":
            call.json(self.message(self.asked["asyncquery"][-1]))
        else:
            call.send("nothing here", 404)

    def message(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """All edges that touch the asked things, each a result of its own."""
        graph = body["message"]["query_graph"]
        (edge,) = graph["edges"].values()
        ids = {key: set(node.get("ids", ())) for key, node in graph["nodes"].items()}
        edges, results = {}, []
        for number, one in enumerate(self.edges):
            ends = {edge["subject"]: one["subject"], edge["object"]: one["object"]}
            wanted = edge.get("predicates") or [one["predicate"]]
            if one["predicate"] not in wanted or any(some and ends[key] not in some for key, some in ids.items()):
                continue
            edges[f"x{number}"] = one
            bound = {"e0": [{"id": f"x{number}", "attributes": []}]}
            nodes = {key: [{"id": id_, "attributes": []}] for key, id_ in ends.items()}
            results.append({"node_bindings": nodes, "analyses": [{"resource_id": "infores:x", "edge_bindings": bound}]})
        ends_of = {end for one in edges.values() for end in (one["subject"], one["object"])}
        known = {"nodes": {one: self.nodes.get(one) or node(one) for one in ends_of}, "edges": edges}
        message = {"query_graph": graph, "knowledge_graph": known, "results": results}
        return {"message": message, "status": "Success", "schema_version": self.version}


def node(curie: str, same: Sequence[str] = ()) -> dict[str, Any]:
    """A node of a message."""
    name, category = NAMES.get(curie, (curie, "NamedThing"))
    attributes = [{"attribute_type_id": "biolink:same_as", "value": list(same)}] if same else []
    return {"name": name, "categories": [f"biolink:{category}"], "attributes": attributes}


def edge(
    subject: str,
    predicate: str,
    object_: str,
    source: str = "infores:drugcentral",
    *,
    negated: bool = False,
    level: str = "knowledge_assertion",
    publications: Sequence[str] = (),
    **more: Any,
) -> dict[str, Any]:
    """An edge of a message in TRAPI 1.5."""
    attributes = [{"attribute_type_id": "biolink:knowledge_level", "value": level},
                  {"attribute_type_id": "biolink:agent_type", "value": "manual_agent"}]  # fmt: skip
    if publications:
        attributes.append({"attribute_type_id": "biolink:publications", "value": list(publications)})
    if negated:
        attributes.append({"attribute_type_id": "biolink:negated", "value": True})
    sources = [{"resource_id": source, "resource_role": "primary_knowledge_source"}]
    return {"subject": subject, "predicate": f"biolink:{predicate}", "object": object_, "sources": sources,
            "attributes": attributes, **more}  # fmt: skip


def meta_graph(triads: Sequence[Triple] = tuple(META)) -> dict[str, Any]:
    """What a service says that it has."""
    prefixes = {"Disease": ["MONDO", "OMIM"], "SmallMolecule": ["CHEBI"], "Gene": ["NCBIGene"], "Drug": ["UNII"],
                "PhenotypicFeature": ["HP"], "Protein": ["UniProtKB"], "Pathway": ["REACT"]}  # fmt: skip
    nodes = {f"biolink:{name}": {"id_prefixes": some} for name, some in prefixes.items()}
    names = ("subject", "predicate", "object")
    edges = [dict(zip(names, (f"biolink:{part}" for part in triad), strict=True)) for triad in triads]
    return {"nodes": nodes, "edges": edges}


@contextmanager
def served(*services: Service) -> Iterator[tuple[str, ...]]:
    """The services on ports of their own; gives their addresses."""
    servers = []
    for one in services:

        class Handler(BaseHTTPRequestHandler):
            service = one

            def _answer(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                body = json.loads(self.rfile.read(length)) if length else {}
                try:
                    self.service.answer(Call(self, body))
                except (BrokenPipeError, ConnectionResetError):
                    return  # whoever asked has had enough

            do_GET = do_POST = _answer  # the names are those of the library

            def log_message(self, *_: object) -> None:
                """Nothing is logged."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        one.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
    try:
        yield tuple(one.url for one in services)
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


class NamesService(Service):
    """A Node Normalizer and a Name Resolver in one, which know what a script says.

    Args:
        cliques: identifiers of one thing each, the preferred one first, with its name and its categories.
        called: what is found for a name, as the service says it.
        reply: answers in place of both.
    """

    def __init__(
        self,
        cliques: Sequence[tuple[Sequence[str], str, Sequence[str]]] = (),
        called: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
        reply: Answer | None = None,
    ) -> None:
        super().__init__()
        self.cliques, self.called, self.reply = cliques, called or {}, reply

    def answer(self, call: Call) -> None:
        path, _, query = call.path.removeprefix("/").partition("?")
        named = parse_qs(query).get("string", [""])[0]
        self.asked.setdefault(path, []).append(call.body or {"string": named})
        if self.reply is not None:
            self.reply(call)
        elif path == "get_normalized_nodes":
            known = {id_: clique for clique in self.cliques for id_ in clique[0]}
            call.json({one: self._node(*known[one]) if one in known else None for one in call.body["curies"]})
        elif path == "lookup":
            call.json(list(self.called.get(named, ())))

    @staticmethod
    def _node(ids: Sequence[str], name: str, categories: Sequence[str]) -> dict[str, Any]:
        same = [{"identifier": one, "label": name} for one in ids]
        types = [f"biolink:{one}" for one in categories]
        return {"id": same[0], "equivalent_identifiers": same, "type": types, "information_content": 74.9}


def hit(curie: str, label: str, category: str, *synonyms: str) -> dict[str, Any]:
    """Something that a Name Resolver found."""
    return {"curie": curie, "label": label, "highlighting": {}, "synonyms": [label, *synonyms], "taxa": [],
            "types": [f"biolink:{category}", "biolink:NamedThing"], "score": 1234.5, "clique_identifier_count": 9,
            "explain": None, "debug": None}  # fmt: skip


def silent(seconds: float) -> Answer:
    """Says nothing for so long."""
    return lambda call: (time.sleep(seconds), call.json({}))[0]
