"""A name that several things only begin with: its kinds are its members, also beside what a vocabulary knows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from tests.integration import own_tables

NODES = """id,name,label
D:1,Tarrow syndrome 1,Disease
D:2,Tarrow syndrome 2,Disease
D:3,"Tarrow syndrome, type III",Disease
D:4,Velm palsy 1,Disease
D:5,Velm palsy 2,Disease
D:6,Orrin ataxia type A,Disease
D:7,Orrin ataxia type B,Disease
C:1,florbetine,Drug
G:1,AQR1,Gene
G:2,BZT2,Gene
"""
EDGES = """source,type,target
G:1,associated_with,D:1
G:2,associated_with,D:2
G:1,associated_with,D:3
G:2,associated_with,D:4
G:1,associated_with,D:5
C:1,treats,D:4
C:1,contraindicated_in,D:5
G:1,associated_with,D:6
G:2,associated_with,D:7
"""
OBO = """format-version: 1.2

[Term]
id: V:1
name: floppy disorders

[Term]
id: D:4
name: Velm palsy 1
is_a: V:1

[Term]
id: D:5
name: Velm palsy 2
is_a: V:1

[Term]
id: D:6
name: Orrin ataxia type A
"""
plain = own_tables.asker("kindless", nodes=NODES, edges=EDGES, fixture="plain")


@pytest.fixture(scope="module")
def ordered(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    folder = tmp_path_factory.mktemp("ordered")
    (folder / "kinds.obo").write_text(OBO, encoding="utf-8")
    with own_tables.opened(
        settings, server, folder, "ordered", nodes=NODES, edges=EDGES, vocabulary=str(folder / "kinds.obo")
    ) as asked:
        yield asked


@pytest.fixture(params=["plain", "ordered"])
def either(request: pytest.FixtureRequest) -> Asker:
    return request.getfixturevalue(request.param)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Which diseases are kinds of Tarrow syndrome?", ["D:1", "D:2", "D:3"]),
        ("Which subtypes of Tarrow syndrome are there?", ["D:1", "D:2", "D:3"]),
        ("How many kinds of Tarrow syndrome are there?", ["D:1", "D:2", "D:3"]),
        ("Which diseases are kinds of Orrin ataxia?", ["D:6", "D:7"]),
    ],
)
def test_its_kinds_are_its_members(either: Asker, question: str, members: list[str]) -> None:
    answer = either.ask(question).answer
    assert (answer.status, answer.total, [one.id for one in answer.items]) == ("answered", len(members), members)
    assert "guess from their names" in answer.text


def test_one_of_them_is_told_by_its_name_and_another_thing_is_not(either: Asker) -> None:
    assert either.ask("Is Tarrow syndrome 2 a kind of Tarrow syndrome?").answer.headline == (
        "Yes, by its name: Tarrow syndrome 2 is one of the 3 diseases whose names begin with Tarrow syndrome."
    )
    for question in ("Is Velm palsy 1 a kind of Tarrow syndrome?", "Is Tarrow syndrome a kind of Tarrow syndrome 1?"):
        assert either.ask(question).answer.verdict is not True


def test_what_a_vocabulary_knows_all_of_is_none_and_what_it_does_not_is_still_one(plain: Asker, ordered: Asker) -> None:
    known = "Which genes are associated with Velm palsy?"
    assert plain.ask(known).answer.headline.startswith("Recorded for 2 kinds of Velm palsy")
    assert not ordered.ask(known).answer.headline.startswith("Recorded for")
    for name, number in (("Tarrow syndrome", 3), ("Orrin ataxia", 2)):
        said = f"Recorded for {number} kinds of {name}: 2 genes"
        assert ordered.ask(f"Which genes are associated with {name}?").answer.headline.startswith(said)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Which kinds of Tarrow syndrome are associated with BZT2?", ["D:2"]),
        ("Which kinds of Tarrow syndrome are not associated with AQR1?", ["D:2"]),
        ("Which kinds of floppy disorders are associated with AQR1?", ["D:5"]),
    ],
)
def test_kinds_that_meet_a_condition_are_members_that_do(ordered: Asker, question: str, found: list[str]) -> None:
    assert [one.id for one in ordered.ask(question).answer.items] == found


def test_what_is_recorded_against_one_of_two_meant_things_is_not_hidden_behind_the_yes_of_the_other(
    ordered: Asker,
) -> None:
    """A vocabulary knows both, so that no name stands for the two."""
    trace = ordered.ask("Is florbetine used for Velm palsy?")
    assert trace.answer.status == "ambiguous"
    assert {one.id for one in (trace.entities[-1].chosen, *trace.entities[-1].rivals)} == {"D:4", "D:5"}
