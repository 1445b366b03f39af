"""What several services gave made one: processor time and memory, of reading their replies and of merging them.

Each of the made services gives one thing's links to many others, as a reply on disk; neighbours share half of theirs
under other identifiers of the same things, some of the links turned round, some denied, some predicted.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import resource
import time
from dataclasses import dataclass
from typing import Any

from benchmarks.common import MEGABYTE, table
from kgqa.linking.index import NameIndex
from kgqa.questions.intent import Thing
from kgqa.schema import derive
from kgqa.schema.model import Schema
from kgqa.services.federation.merging import Merger
from kgqa.services.federation.querying import read_reply
from kgqa.services.federation.requested_links import End, Link, Wanted
from kgqa.services.federation.service import Service
from kgqa.services.federation.types import Types

MOST_S, MOST_MB = 2.0, 500
DISEASE = "MONDO:0007947"
WANTED = Wanted(
    {
        "n0": End("biolink:ChemicalEntity"),
        "n1": End("biolink:Disease", Thing("Marfan syndrome", "Disease", (DISEASE,))),
    },
    (Link("n0", ("biolink:treats",), "n1"),),
    "n0",
    "drugs",
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--services", type=int, default=8)
    parser.add_argument("--edges", type=int, default=20_000, help="of each service")


def bench(options: argparse.Namespace) -> Merging:
    """Merges what made services give."""
    index = NameIndex([{"id": DISEASE, "name": "Marfan syndrome", "label": "Disease"}])
    merger = Merger(index, Types(Schema((derive.node_type("Disease", 1, ()),), ())), [WANTED])
    reading = adding = 0.0
    size, before = 0, _peak_mb()
    for place in range(options.services):
        content = json.dumps(reply(place, options.edges)).encode()
        size += len(content)
        service = Service(f"service {place}", "https://example.org")
        started = time.process_time()
        response, _ = read_reply(io.BytesIO(content), service)
        read = time.process_time()
        merger.add(service.name, WANTED, response.message)
        adding += time.process_time() - read
        reading += read - started
        del response, content
    started = time.process_time()
    merged = merger.merged()
    adding += time.process_time() - started
    said = sum(len(one.services) for one in merged.facts)
    return Merging(options.services, options.edges, size, reading, adding, _peak_mb() - before, len(merged.facts), said)


def reply(place: int, edges: int) -> dict[str, Any]:
    """What one service gives, half of it also given by the next."""
    chance = random.Random(place)  # noqa: S311  # the same every time
    nodes: dict[str, Any] = {DISEASE: {"name": "Marfan syndrome", "categories": ["biolink:Disease"]}}
    links: dict[str, Any] = {}
    results = []
    for number in range(place * edges // 2, place * edges // 2 + edges):
        own = f"CHEBI:{number}" if place % 2 else f"PUBCHEM.COMPOUND:{number}"
        same = [f"CHEBI:{number}", f"PUBCHEM.COMPOUND:{number}", f"CHEMBL.COMPOUND:CHEMBL{number}", f"MESH:D{number}"]
        attributes = [{"attribute_type_id": "biolink:same_as", "value": same}]
        category = "biolink:SmallMolecule"
        nodes[own] = {"name": f"compound {number}", "categories": [category], "attributes": attributes}
        turned = number % 7 == 0
        ends = (DISEASE, own) if turned else (own, DISEASE)
        level = "prediction" if number % 11 == 0 else "knowledge_assertion"
        papers = [f"PMID:{chance.randrange(1, 40_000_000)}" for _ in range(number % 4)]
        links[f"e{number}"] = {
            "subject": ends[0],
            "predicate": "biolink:treated_by" if turned else "biolink:treats",
            "object": ends[1],
            "sources": [
                {"resource_id": f"infores:source{number % 9}", "resource_role": "primary_knowledge_source"},
                {"resource_id": f"infores:service{place}", "resource_role": "aggregator_knowledge_source",
                 "upstream_resource_ids": [f"infores:source{number % 9}"]},
            ],
            "attributes": [
                {"attribute_type_id": "biolink:knowledge_level", "value": level},
                {"attribute_type_id": "biolink:agent_type", "value": "manual_agent"},
                {"attribute_type_id": "biolink:publications", "value": papers},
                {"attribute_type_id": "biolink:negated", "value": number % 97 == 0 and place % 2 == 0},
            ],
        }  # fmt: skip
        bound = {"n0": [{"id": own, "attributes": []}], "n1": [{"id": DISEASE, "attributes": []}]}
        analysis = {"resource_id": "infores:x", "edge_bindings": {"e0": [{"id": f"e{number}", "attributes": []}]}}
        results.append({"node_bindings": bound, "analyses": [analysis]})
    return {"message": {"knowledge_graph": {"nodes": nodes, "edges": links}, "results": results}, "status": "Success"}


@dataclass(frozen=True, slots=True)
class Merging:
    """What it took.

    Attributes:
        reading_s, merging_s: of processor time.
        peak_mb: above what was held before, one reply as bytes included.
        said: how often a fact is said, over all services.
    """

    services: int
    edges: int
    size: int
    reading_s: float
    merging_s: float
    peak_mb: float
    facts: int
    said: int

    @property
    def passed(self) -> bool:
        """Whether merging stays within its goals."""
        return self.merging_s <= MOST_S and self.peak_mb <= MOST_MB and self.facts > 0

    def text(self) -> str:
        """A table."""
        rows = [
            ["replies", f"{self.services} of {self.edges:,} edges, {self.size / MEGABYTE:,.0f} MB"],
            ["reading", f"{self.reading_s:.2f} s of processor time"],
            ["merging", f"{self.merging_s:.2f} s of processor time (goal: at most {MOST_S:g})"],
            ["memory", f"{self.peak_mb:,.0f} MB above the start (goal: at most {MOST_MB})"],
            ["facts", f"{self.facts:,}, said {self.said:,} times"],
        ]
        return "\n".join([*table(["", "measured"], rows), ""])


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / MEGABYTE
