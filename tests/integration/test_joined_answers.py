"""How two named things are related where no link joins them, although their types have such links."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from kgqa.strategies.approach import Approach, Strategy
from tests.integration import own_tables

NODES = """id,name,label
G:1,BRCA2,Gene
G:2,PARP2,Gene
G:3,KRAS,Gene
D:1,talazoparib,Drug
D:2,sotorasib,Drug
"""
EDGES = """source,type,target
G:1,SYNTHETIC_LETHALITY,G:2
D:1,INHIBITS,G:2
D:2,INHIBITS,G:3
"""
STRATEGIES: tuple[Strategy, ...] = ("graph-only", "kgt")


@pytest.fixture(scope="module")
def asker(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    with own_tables.opened(
        settings, server, tmp_path_factory.mktemp("joined"), "joined", nodes=NODES, edges=EDGES
    ) as one:
        yield one


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(
    "asked", ["What is the relationship between BRCA2 and talazoparib?", "How are talazoparib and BRCA2 related?"]
)
def test_what_joins_two_things_without_a_link_is_told(asker: Asker, strategy: Strategy, asked: str) -> None:
    trace = asker.ask(asked, approach=Approach(strategy))
    assert trace.answer.status == "answered"
    assert "joined through PARP2 [" in trace.answer.text
    assert {one.predicate for one in trace.evidence} == {"SYNTHETIC_LETHALITY", "INHIBITS"}


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_link_comes_before_what_joins(asker: Asker, strategy: Strategy) -> None:
    trace = asker.ask("What is the relationship between PARP2 and talazoparib?", approach=Approach(strategy))
    assert {one.predicate for one in trace.evidence} == {"INHIBITS"}
    assert "joined" not in trace.answer.text


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_where_nothing_joins_them_that_is_said(asker: Asker, strategy: Strategy) -> None:
    answer = asker.ask("What is the relationship between BRCA2 and sotorasib?", approach=Approach(strategy)).answer
    assert answer.status == "not_in_graph"
    assert "nothing that joins them" in answer.text


def test_a_path_that_a_person_chose_is_the_only_one_asked(asker: Asker) -> None:
    asked = "What is the relationship between BRCA2 and talazoparib?"
    paths = asker.ask(asked, approach=Approach("kgt")).paths
    direct = next(one for one in paths if len(one.steps) == 1)
    assert direct.answers == 0
    chosen = asker.ask(asked, approach=Approach("kgt", path=direct.key))
    assert chosen.answer.status == "not_in_graph"
    assert [one.taken for one in chosen.paths if one.key == direct.key] == [True]
