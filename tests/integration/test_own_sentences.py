"""Sentences about small graphs of a reader's own that were false once, each with the tables that it was false of."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.settings import Settings

NODES = """id,name,label
D:1,alpha,Disease
D:2,beta,Disease
T:1,gamma,Drug
T:2,delta,Drug
K:1,Grippe,Krankheit
"""
EDGES = """source,type,target,pmid,references
T:1,treats,D:1,12345678,doi:10.1/abc
T:2,treats,D:1,,https://x.org/a?b=1
T:2,not_effective_for,D:2,,
"""


@pytest.fixture(scope="module")
def asker(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    folder = tmp_path_factory.mktemp("sentences")
    (folder / "nodes.csv").write_text(NODES, encoding="utf-8")
    (folder / "edges.csv").write_text(EDGES, encoding="utf-8")
    catalog.load(settings, server, SourceSpec("tables", {"path": str(folder), "name": "sentences"}), lambda _: None)
    with Asker.open(settings, "sentences") as opened:
        yield opened
    catalog.remove(settings, "sentences")


def test_what_is_recorded_not_to_work_is_found_by_its_own_words(asker: Asker) -> None:
    found = asker.ask("Which drugs are not effective for beta?").answer
    assert [item.name for item in found.items] == ["delta"]
    assert asker.ask("Is delta effective for beta?").answer.verdict is False
    assert not asker.ask("Which drugs treat beta?").answer.items


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What are the references for delta treats alpha?", "https://x.org/a?b=1"),
        ("What is the pmid of delta treats alpha?", "https://x.org/a?b=1"),
        ("What is the pmid of gamma treats alpha?", "12345678"),
        ("What are the references for gamma treats alpha?", "doi:10.1/abc"),
    ],
)
def test_a_reference_is_told_whatever_its_column_is_called(asker: Asker, question: str, value: str) -> None:
    assert asker.ask(question).answer.value == value


def test_a_type_in_another_language_may_be_what_is_asked_for(asker: Asker) -> None:
    text = asker.ask("Which symptoms does alpha have?").answer.text
    assert "“krankheits”" in text
    assert "This graph has no" not in text


def test_a_ranking_in_which_all_are_equal_names_no_winner(asker: Asker) -> None:
    text = asker.ask("Which drug treats the most diseases?").answer.text
    assert "than any other" not in text
    assert "no other drug has such a record" in text
