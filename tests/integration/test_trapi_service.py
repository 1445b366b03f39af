"""The TRAPI service over the default graph: real requests, and answers that the published models judge."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from translator_tom import v1_6, v2_0
from translator_tom.v1_6.validation import semantic_validate as validate_1_6
from translator_tom.v2_0.validation import semantic_validate as validate_2_0

from kgqa.errors import SettingError, StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.pipeline import Asker
from kgqa.services.trapi.model import Edge
from kgqa.services.trapi.reading import MessageReader
from kgqa.serving import door
from kgqa.serving.door import Door, impatient, require_safe
from kgqa.serving.trapi.answering import Answering, Telling
from kgqa.serving.trapi.app import BusyError, Desk, Serving, application
from kgqa.serving.trapi.query_graph import Limits
from kgqa.serving.trapi.traversal import Walk

VERSIONS: dict[str, tuple[Any, Any]] = {"1.6": (v1_6, validate_1_6), "2.0": (v2_0, validate_2_0)}
JSON = {"Content-Type": "application/json"}
MARFAN, EHLERS_DANLOS, ECTOPIA_LENTIS = "MONDO:0007947", "MONDO:0020066", "HP:0001083"


@pytest.fixture(scope="module")
def service(hpo_asker: Asker) -> Iterator[httpx.Client]:
    app = application({"hpo": Answering(hpo_asker), "short": Answering(hpo_asker, Limits(edges=50, results=5))})
    server = uvicorn.Server(uvicorn.Config(Door(app, most_bytes=20_000), http=impatient(), port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        yield client
    server.should_exit = True
    thread.join(10)


def asked(nodes: dict[str, Any], *edges: dict[str, Any]) -> dict[str, Any]:
    numbered = {f"e{number}": edge for number, edge in enumerate(edges)}
    return {"message": {"query_graph": {"nodes": nodes, "edges": numbered}}}


def answered(service: httpx.Client, version: str, question: dict[str, Any]) -> dict[str, Any]:
    """The answer, after the published models have judged it."""
    reply = service.post(f"/{version}/query", json=question)
    assert reply.status_code == 200, reply.text
    published, validate = VERSIONS[version]
    sent: dict[str, Any] = reply.json()
    assert sent["schema_version"].startswith(version)
    warnings, errors = validate(published.Response.model_validate(sent))
    other = [str(one) for one in warnings if "biolink_version" not in str(one)]
    assert ([str(one) for one in errors], other) == ([], [])
    return sent


@pytest.mark.parametrize("version", ["1.6", "2.0"])
def test_a_thing_is_called_as_it_was_asked_and_its_kinds_answer_for_it_with_support(
    service: httpx.Client, version: str
) -> None:
    genes = {"g": {"categories": ["biolink:Gene"]}, "d": {"ids": [EHLERS_DANLOS, MARFAN]}}
    edge = {"subject": "d", "object": "g", "predicates": ["biolink:condition_associated_with_gene"]}
    read = MessageReader().response(answered(service, version, asked(genes, edge))).message
    found = {(r.nodes["d"][0].id, read.nodes[r.nodes["g"][0].id].name): r for r in read.results or ()}
    assert (MARFAN, "FBN1") in found
    assert {(EHLERS_DANLOS, "COL5A1"), (EHLERS_DANLOS, "PLOD1")} <= set(found)
    assert (MARFAN, "COL5A1") not in found
    recorded = [read.edges[key] for key in found[MARFAN, "FBN1"].analyses[0].edges["e0"]]
    direct = next(one for one in recorded if not one.support_graphs)
    assert (direct.subject, direct.predicate, direct.object) == (
        "NCBIGene:2200", "biolink:gene_associated_with_condition", MARFAN,
    )  # fmt: skip
    assert [one.id for one in direct.sources] == ["infores:omim", "infores:hpo-annotations", "infores:kgqa"]
    concluded = read.edges[found[EHLERS_DANLOS, "PLOD1"].analyses[0].edges["e0"][0]]
    assert (concluded.knowledge_level, concluded.agent_type, concluded.sources[0].id) == (
        "logical_entailment", "automated_agent", "infores:kgqa",
    )  # fmt: skip
    support = [read.edges[key] for key in read.auxiliary_graphs[concluded.support_graphs[0]].edges]
    assert support[0].predicate == "biolink:gene_associated_with_condition"
    assert support[-1].object == EHLERS_DANLOS
    assert all(one.predicate == "biolink:subclass_of" for one in support[1:])


def test_two_hops_and_what_denies_a_link_answers_nothing_but_is_told(service: httpx.Client) -> None:
    nodes = {"p": {"ids": [ECTOPIA_LENTIS]}, "d": {"categories": ["biolink:Disease"]}, "g": {"ids": ["NCBIGene:2200"]}}
    shows = {"subject": "p", "object": "d", "predicates": ["biolink:phenotype_of"]}
    gene = {"subject": "g", "object": "d", "predicates": ["biolink:gene_associated_with_condition"]}
    read = MessageReader().response(answered(service, "2.0", asked(nodes, shows, gene))).message
    diseases = {r.nodes["d"][0].id: r.analyses[0].edges["e0"] for r in read.results or ()}
    assert MARFAN in diseases
    shown: list[Edge] = [read.edges[key] for keys in diseases.values() for key in keys]
    assert not any(one.negated for one in shown)
    often = next(one for one in shown if one.object == ECTOPIA_LENTIS and one.subject == MARFAN and one.publications)
    assert (often.knowledge_level, often.agent_type) == ("knowledge_assertion", "manual_agent")
    assert dict(often.qualifiers)["frequency_qualifier"] == "119/251"
    assert all("frequency_qualifier" not in dict(one.qualifiers) for one in shown if one.support_graphs)
    denied = [one for one in read.edges.values() if one.negated]
    assert ("MONDO:0011431", ECTOPIA_LENTIS) in {(one.subject, one.object) for one in denied}  # 0 of 3 patients
    assert "MONDO:0011431" not in diseases
    only = {"constraints": {"attributes": [{"id": "biolink:negated", "name": "n", "operator": "==", "value": True}]}}
    read = MessageReader().response(answered(service, "2.0", asked(nodes, {**shows, **only}, gene))).message
    assert [r.nodes["d"][0].id for r in read.results or ()] == ["MONDO:0011431"]


@pytest.mark.parametrize("version", [pytest.param("1.6", marks=pytest.mark.slow), "2.0"])
def test_a_set_is_bound_where_all_or_many_of_its_members_are_linked(service: httpx.Client, version: str) -> None:
    findings, set_id = [ECTOPIA_LENTIS, "HP:0001166", "HP:0002650"], "uuid:6b1f6f0c-0000-4000-8000-000000000000"
    edge = {"subject": "d", "object": "p", "predicates": ["biolink:has_phenotype"]}
    disease = {"categories": ["biolink:Disease"]}

    def found(**node: Any) -> list[dict[str, Any]]:
        sent = answered(service, version, asked({"p": node, "d": disease}, edge))
        results: list[dict[str, Any]] = sent["message"]["results"]
        return results

    def diseases(results: Any, node: str = "d") -> list[str]:
        return [bound for one in MessageReader().response({"message": {"results": results}}).message.results or ()
                for bound in [one.nodes[node][0].id]]  # fmt: skip

    one_by_one = [set(diseases(found(ids=[one]))) for one in findings]
    every = found(ids=[set_id], member_ids=findings, set_interpretation="ALL")
    assert set(diseases(every)) == set.intersection(*one_by_one)
    assert set(diseases(every, "p")) == {set_id}
    many = diseases(found(ids=[set_id], member_ids=findings, set_interpretation="MANY"))
    assert sorted(many) == sorted(set.union(*one_by_one))
    assert set(many[: len(every)]) == set(diseases(every)), "those with most members first"
    assert found(ids=[set_id], member_ids=[*findings, "HP:9999999"], set_interpretation="ALL") == []


def test_constraints_are_met_and_cuts_told(service: httpx.Client) -> None:
    nodes = {"p": {"ids": [ECTOPIA_LENTIS]}, "d": {"categories": ["biolink:Disease"]}}
    edge = {"subject": "d", "object": "p", "predicates": ["biolink:has_phenotype"]}

    def count(**more: Any) -> int:
        return len(answered(service, "2.0", asked(nodes, {**edge, **more}))["message"]["results"])

    everything = count()
    asserted = count(constraints={"knowledge_level": {"behavior": "ALLOW", "values": ["knowledge_assertion"]}})
    assert 0 < asserted < everything
    assert count(constraints={"qualifiers": [{"biolink:frequency_qualifier": "119/251"}]}) == 1
    assert count(predicates=["biolink:treats"]) == 0
    cut = service.post("/short/query", json=asked(nodes, edge)).json()
    assert len(cut["message"]["results"]) == 5
    assert {one["message"] for one in cut["logs"] if one["level"] == "WARNING"} == {
        "The list was cut: more than 50 edges of this graph answer it.", "The list was cut after 5 results.",
    }  # fmt: skip


def test_what_is_known_and_asynchronous_answers(service: httpx.Client) -> None:
    for version, (published, validate) in VERSIONS.items():
        meta = published.MetaKnowledgeGraph.model_validate(service.get(f"/{version}/meta_knowledge_graph").json())
        assert validate(meta) == ([], [])
    known = MessageReader().meta_graph(service.get("/meta_knowledge_graph").json())
    assert "MONDO" in known.prefixes["biolink:Disease"]
    assert ("biolink:Gene", "biolink:gene_associated_with_condition", "biolink:Disease") in {
        (one.subject, one.predicate, one.object) for one in known.edges
    }
    nodes = {"a": {"ids": [MARFAN]}, "b": {"categories": ["biolink:Gene"]}}
    question = asked(nodes, {"subject": "a", "object": "b"}) | {"callback": "http://127.0.0.1:9/"}
    job = service.post("/asyncquery", json=question).json()["job_id"]
    while (status := service.get(f"/asyncquery_status/{job}").json())["status"] in ("Queued", "Running"):
        time.sleep(0.05)
    v1_6.AsyncQueryStatusResponse.model_validate(status)
    assert httpx.get(status["response_url"]).json()["message"]["results"]
    assert service.get("/openapi.json").json()["info"]["x-trapi"]["version"] == "1.6.0"


def test_what_is_not_answered_is_a_status_with_a_sentence(service: httpx.Client) -> None:
    one, gene = {"ids": [MARFAN]}, {"categories": ["biolink:Gene"]}
    plain = {"subject": "a", "object": "b"}
    path = {"message": {"query_graph": {"nodes": {"a": one, "b": gene}, "paths": {"p": plain}}}}
    for question, status, sentence in (
        ([], 400, "no TRAPI message"),
        ({"message": {}}, 400, "no query graph"),
        (asked({"a": one, "b": gene}, {"subject": "a", "object": "c"}), 400, "joins 'c', which is no node"),
        (asked({"a": gene, "b": gene}, plain), 400, "No node of the query graph has an identifier"),
        (asked({"a": one, "b": gene, "c": gene}, plain), 400, "Node c is joined to nothing"),
        (asked({"a": {**one, "set_interpretation": "COLLATE"}, "b": gene}, plain), 501, "by ALL or MANY"),
        (asked({"a": {"ids": [f"HP:{n}" for n in range(501)]}, "b": gene}, plain), 413, "more than 500 identifiers"),
        (asked({"a": {"ids": ["x" * 20_000]}, "b": gene}, plain), 413, "larger than 20,000 bytes"),
        (path, 501, "Paths of any length"),
        (asked({"a": one, "b": gene}, {**plain, "predicates": ["biolink:x"] * 201}), 413, "more than 200 predicates"),
        (asked({"a": one, "b": {"categories": ["biolink:x"] * 201}}, plain), 413, "more than 200 categories"),
        ({"message": 5}, 400, "In it “message” is a number"),
        (asked({"a": one, "b": gene}, plain) | {"workflow": [{"id": "overlay"}]}, 501, "only “lookup”"),
    ):
        reply = service.post("/query", json=question)
        assert reply.status_code == status, reply.text
        assert sentence in reply.json()["description"]
    unknown = answered(service, "1.6", asked({"a": {"ids": ["MONDO:9"]}, "b": gene}, plain))
    assert (unknown["message"]["results"], unknown["logs"][0]["message"]) == (
        [],
        "Node a: not in this graph: MONDO:9.",
    )
    nodes = {"p": {"ids": [ECTOPIA_LENTIS]}, "d": {"categories": ["biolink:Disease"]}, "g": gene}
    cut = service.post(
        "/short/query", json=asked(nodes, {"subject": "d", "object": "p"}, {"subject": "g", "object": "d"})
    )
    assert (cut.status_code, "held no whole answer" in cut.json()["description"]) == (413, True)
    half = service.post("/query", content=json.dumps(asked({"a": {"ids": ["\ud800"]}, "b": gene}, plain)), headers=JSON)
    assert (half.status_code, half.json()["message"]["results"]) == (200, [])
    for content, sentence in ((b"[" * 9000, "nested too deeply"), (b'{"message":' + b"9" * 9000, "cannot be decoded")):
        reply = service.post("/query", content=content, headers=JSON)
        assert (reply.status_code, sentence in reply.json()["description"]) == (400, True)
    assert "There is nothing at this address" in service.get("/nope").json()["description"]
    assert "asked by POST alone" in service.get("/query").json()["description"]
    late = service.post("/2.0/query", json=asked({"a": one, "b": gene}, plain) | {"parameters": {"timeout": 1e-6}})
    assert (late.status_code, late.json()["status"]) == (500, "Timeout")


def test_who_comes_when_too_many_wait_is_told_to_come_later() -> None:
    def work() -> tuple[int, dict[str, Any]]:
        time.sleep(0.01)
        return 200, {}

    async def crowd() -> tuple[int, int, bool]:
        desk = Desk(Serving(at_once=1, jobs=2))
        replies = await asyncio.gather(*(desk.answer(work) for _ in range(20)), return_exceptions=True)
        turned_away = sum(isinstance(one, BusyError) for one in replies)
        first = desk.begin(work)
        desk.begin(work)
        with pytest.raises(BusyError):
            desk.begin(work)
        while any(job.answer is None for job in desk.jobs.values()):
            await asyncio.sleep(0.01)
        desk.begin(work)  # in the place of the oldest one that has ended
        return turned_away, len(desk.jobs), first in desk.jobs

    assert asyncio.run(crowd()) == (3, 2, False)


def test_who_begins_and_does_not_say_what_it_asks_is_left(
    service: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "HEAD_S", 0.2)
    port = service.base_url.port
    with socket.create_connection(("127.0.0.1", port), timeout=5) as one:
        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0")
        assert one.recv(100) == b""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as one:
        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert one.recv(20).startswith(b"HTTP/1.1 200")


def test_work_ends_when_its_time_is_up_also_between_statements(hpo_asker: Asker) -> None:
    stop = StopSignal()
    message = asked({"a": {"ids": [MARFAN]}, "b": {}}, {"subject": "a", "object": "b"})["message"]
    asked_ = MessageReader().query_graph(message["query_graph"])
    walk = Walk(Answering(hpo_asker), asked_, stop)
    walk.go()
    stop.set()
    with pytest.raises(StoppedError):
        Telling(Answering(hpo_asker), walk, asked_).told()


def test_strangers_stay_outside(service: httpx.Client) -> None:
    assert service.get("/", headers={"Host": "kg.example.org"}).status_code == 403
    assert service.get("/", headers={"Origin": "https://example.org"}).status_code == 403
    assert service.post("/query", content=b"{}", headers={"Content-Type": "text/plain"}).status_code == 415
    with pytest.raises(SettingError, match="nothing is served there without a token"):
        require_safe("0.0.0.0", "")
    with pytest.raises(SettingError, match="shorter than 16"):
        require_safe("127.0.0.1", "secret")

    async def statuses() -> list[int]:
        door = Door(FastAPI(), token="a long enough token")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(door), base_url="http://kg.example.org") as client:
            said = ({}, {"Authorization": "Bearer a long enough"}, {"Authorization": "Bearer a long enough token"})
            return [(await client.get("/openapi.json", headers=one)).status_code for one in said]

    assert asyncio.run(statuses()) == [401, 401, 200]
