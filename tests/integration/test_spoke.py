"""SPOKE's REST service beside the graph, by a stand-in on loopback that gives its JSON."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from kgqa import settings
from kgqa.errors import SettingError
from kgqa.pipeline import Asker
from kgqa.privacy.sending import services
from kgqa.records import Node
from kgqa.services.federation.service import Service, ServiceError
from kgqa.services.spoke import Spoke, read_filters, read_reply
from kgqa.strategies.approach import Approach

TYPES = {"nodes": {"Disease": {}, "Compound": {}, "Version": {}}, "edges": {"TREATS_CtD": {}}}
REPLY: list[Any] = [
    {"data": {"id": 1, "neo4j_type": "Disease", "properties": {"name": "marfan syndrome", "identifier": "DOID:14323"}}},
    {"data": {"id": 2, "neo4j_type": "Compound", "properties": {"name": "Losartan", "identifier": "CHEMBL191"}}},
    {"data": {"id": 9, "neo4j_type": "TREATS_CtD", "source": 2, "target": 1,
              "properties": {"phase": 4, "sources": ["ChEMBL"], "odd": {"x": 1}}}},
    {"data": {"id": 8, "neo4j_type": "TREATS_CtD", "source": 7, "target": 1}}, {"data": 3}, "x",
]  # fmt: skip
QUESTION = "Which drugs are used in Marfan syndrome?"


class StandIn(BaseHTTPRequestHandler):
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        body = json.dumps(TYPES if self.path == "/api/v1/types" else REPLY).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture
def spoke(tmp_path: Path) -> Iterator[Spoke]:
    """The stand-in, as a command would ask it."""
    StandIn.asked.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), StandIn)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    made = replace(settings.load(), data_dir=tmp_path, services_private=1)
    found = Spoke.of_settings(made, f"http://127.0.0.1:{server.server_address[1]}")
    assert found is not None
    yield found
    server.shutdown()
    server.server_close()


def test_its_facts_stand_beside_those_of_the_graph_and_are_kept(hpo_asker: Asker, spoke: Spoke) -> None:
    approach = Approach("kg-rag", spoke=spoke, as_published=True)
    trace = hpo_asker.ask(QUESTION, approach=approach)
    types, around = StandIn.asked
    told = urlsplit(around)
    assert unquote(told.path).split("/")[:5] == ["", "api", "v1", "neighborhood", "Disease"]
    filters = parse_qs(told.query)
    assert filters["cutoff_CtD_phase"] == ["3"]
    assert filters["cutoff_DaG_diseases_sources"] == ["knowledge", "experiments"]
    assert filters["node_filters"] == ["Disease", "Compound"]
    assert "drugs" not in told.query
    (fact,) = [one for one in trace.evidence if one.predicate == "TREATS_CtD"]
    assert (fact.subject.name, fact.object.name, fact.phrase) == ("Losartan", "Marfan syndrome", "treats")
    assert (fact.sources, fact.properties["phase"]) == (("SPOKE", "ChEMBL"), 4)
    assert len({one.predicate for one in trace.evidence}) > 1
    assert "SPOKE gave 1 fact about “Marfan syndrome”." in trace.answer.text
    offline = replace(spoke, terms=replace(spoke.terms, offline=True))
    again = hpo_asker.ask(QUESTION, approach=replace(approach, spoke=offline))
    assert (again.evidence, StandIn.asked) == (trace.evidence, [types, around])


def test_what_may_not_be_asked_or_fails_costs_nothing_else(hpo_asker: Asker, spoke: Spoke) -> None:
    private = replace(spoke, terms=replace(spoke.terms, private=False))
    away = replace(spoke, service=Service("SPOKE", "https://spoke.example"))
    local = replace(away, terms=replace(spoke.terms, local_only=True))
    for one, said in ((private, "KGQA_SERVICES_PRIVATE=1"), (local, "local only is on")):
        trace = hpo_asker.ask(QUESTION, approach=Approach("kg-rag", spoke=one))
        assert said in trace.answer.text
        assert trace.evidence
    assert not StandIn.asked
    approaches = [Approach("kg-rag", spoke=one) for one in (spoke, away)]
    assert [one.address for one in services(approaches)] == ["https://spoke.example"]


def test_replies_and_filters_that_are_none() -> None:
    thing = Node("X:1", "x", "Disease")
    with pytest.raises(ServiceError, match="no list"):
        read_reply({"data": []}, thing, "Disease", ())
    assert read_reply([], thing, "Disease", ()) == ((), False)
    with pytest.raises(SettingError, match="of SPOKE"):
        read_filters("cutoff_CtD_phase")
