"""What stands around a thing, as its own edges say: on the embedded server, on Neo4j, and on the default graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from kgqa.evidence.exploring import neighbourhood
from kgqa.evidence.exploring.neighbourhood import Explorer, Side
from kgqa.graph.store import GraphStore
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.pipeline import Asker
from kgqa.questions.intent import Hop, Intent
from kgqa.questions.verbalisation import question_about
from kgqa.records import Triple
from kgqa.schema.model import Schema
from tests.integration.graphs import EDGES, NODES, SCHEMA, name_records, read


@pytest.fixture
def explorer(store: GraphStore) -> Explorer:
    return around(store)


def around(store: GraphStore, schema: Schema = SCHEMA, names: bool = True) -> Explorer:
    index = NameIndex(name_records() if names else ())
    return Explorer(schema, store, index, Linker(index))


def side(explorer: Explorer, identifier: str, type_: str, *, forward: bool = True) -> Side:
    found = explorer.thing(identifier)
    assert found is not None
    (one,) = [s for s in explorer.sides(found.thing) if s.hop.relation.type == type_ and s.hop.forward is forward]
    return one


def facts(explorer: Explorer, identifier: str, type_: str, *, forward: bool = True, **page: int) -> list[Triple]:
    found = explorer.thing(identifier)
    assert found is not None
    return list(explorer.facts(found.thing, side(explorer, identifier, type_, forward=forward), **page).triples)


def ends(triple: Triple) -> tuple[str, str, str, bool]:
    return triple.subject.id, triple.predicate, triple.object.id, triple.against


def recorded(ids: set[str]) -> Counter[tuple[str, str, str, bool]]:
    """Every edge of the graph at these nodes."""
    return Counter(
        (edge.source, edge.type, edge.target, bool(edge.properties.get("against")))
        for edge in EDGES
        if {edge.source, edge.target} & ids
    )


def test_a_thing_is_one_with_all_its_identifiers(explorer: Explorer) -> None:
    for identifier in ("D:2", "O:2", "d:2", " O:2 "):
        found = explorer.thing(identifier)
        assert found is not None
        assert (found.node.name, found.ids, found.node.label) == ("Gout", ("D:2", "O:2"), "Disease")
        assert found.synonyms == ("Podagra",)
        assert found.definitions == ("Crystals of urate in a joint.",)


def test_a_thing_whose_name_is_not_held_is_found_on_the_server(store: GraphStore) -> None:
    explorer = around(store, names=False)
    found = explorer.thing("O:2")
    assert found is not None
    assert (set(found.ids), found.node.name) == ({"D:2", "O:2"}, "Gout")
    assert explorer.thing("S:8") is not None


@pytest.mark.parametrize("wrong", ["", " ", "X:1", "D:", "D:2' OR '1'='1", "`", "\\u0027", "x" * 100_000, "\x00", "🦓"])
def test_an_identifier_that_nothing_has_is_no_thing(explorer: Explorer, wrong: str) -> None:
    assert explorer.thing(wrong) is None


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.id)
def test_every_edge_of_a_thing_is_told_once_and_counted(explorer: Explorer, node: Any) -> None:
    found = explorer.thing(node.id)
    assert found is not None
    told: Counter[tuple[str, str, str, bool]] = Counter()
    for one in explorer.sides(found.thing):
        page = explorer.facts(found.thing, one)
        assert page.total == one.records == len(page.triples)
        assert one.against == sum(triple.against for triple in page.triples)
        far = [t.object if one.hop.forward else t.subject for t in page.triples]
        if not one.hop.relation.symmetric:
            assert {n.label for n in far} == {one.hop.end}
        told.update(_stored(ends(triple), one) for triple in page.triples)
    expected: Counter[tuple[str, str, str, bool]] = Counter()
    for edge, number in _either_way(recorded(set(found.ids))):
        expected[edge] += number
    assert told == expected


def _stored(told: tuple[str, str, str, bool], one: Side) -> tuple[str, str, str, bool]:
    source, type_, target, against = told
    return (*_pair(source, type_, target, one.hop.relation.symmetric), against)


def _either_way(
    edges: Counter[tuple[str, str, str, bool]],
) -> Iterator[tuple[tuple[str, str, str, bool], int]]:
    symmetric = {relation.type for relation in SCHEMA.relations if relation.symmetric}
    for (source, type_, target, against), number in edges.items():
        yield (*_pair(source, type_, target, type_ in symmetric), against), number


def _pair(source: str, type_: str, target: str, symmetric: bool) -> tuple[str, str, str]:
    first, second = sorted((source, target)) if symmetric else (source, target)
    return first, type_, second


def test_facts_against_are_told_last_and_with_their_own_words(explorer: Explorer) -> None:
    migraine = facts(explorer, "D:1", "PRESENTS")
    assert [t.against for t in migraine] == [False, False, False, True]
    assert migraine[-1].phrase == "does not present with"
    influenza = facts(explorer, "D:8", "PRESENTS")
    assert [(t.predicate, t.against) for t in influenza][-1] == ("LACKS", True)
    one = side(explorer, "D:8", "PRESENTS")
    assert (one.records, one.against, one.things) == (4, 1, 4)
    assert all(s.hop.relation.type != "LACKS" for s in explorer.sides(explorer.thing("D:8").thing))


def test_the_strongest_come_first(explorer: Explorer) -> None:
    often = [t.properties.get("frequency") for t in facts(explorer, "D:1", "PRESENTS")]
    assert often == ["58/60", "45/58", "Very frequent", "0/32"], "what was counted comes before terms"


def test_pages_hold_every_fact_once_and_their_numbers_go_on(explorer: Explorer) -> None:
    whole = facts(explorer, "S:3", "PRESENTS", forward=False)
    paged = [t for page in range(4) for t in facts(explorer, "S:3", "PRESENTS", forward=False, page=page, size=2)]
    assert paged == whole
    assert [t.number for t in whole] == list(range(1, len(whole) + 1))
    assert facts(explorer, "S:3", "PRESENTS", forward=False, page=9, size=2) == []


def test_pages_of_many_facts_come_sorted_from_the_server(store: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbourhood, "WHOLE", 0)
    explorer = around(store)
    names = [t.subject.name for t in facts(explorer, "S:3", "PRESENTS", forward=False)]
    assert names == ["Gout", "Influenza", "Malaria", "Migraine"], "by name, and what is against last"
    paged = [t for page in range(3) for t in facts(explorer, "S:3", "PRESENTS", forward=False, page=page, size=2)]
    assert [t.subject.name for t in paged] == names


def test_a_symmetric_link_is_told_once_from_either_end(explorer: Explorer) -> None:
    assert {t.object.name for t in facts(explorer, "D:2", "RESEMBLES")} == {"Arthritis", "Rheumatoid arthritis"}
    assert [t.object.name for t in facts(explorer, "D:6", "RESEMBLES")] == ["Gout"]


def test_a_symmetric_link_recorded_from_both_ends_is_two_records_of_one_thing(explorer: Explorer) -> None:
    one = side(explorer, "D:5", "RESEMBLES")
    assert (one.records, one.things) == (2, 1)
    assert [t.object.name for t in facts(explorer, "D:5", "RESEMBLES")] == ["Gout", "Gout"]


def test_publications_are_counted_once(explorer: Explorer) -> None:
    migraine = explorer.thing("D:1").thing
    cited = explorer.publications(migraine, explorer.sides(migraine))
    assert cited is not None
    assert (cited.number, cited.more) == (4, False)
    aspirin = explorer.thing("C:1").thing
    assert explorer.publications(aspirin, explorer.sides(aspirin)) is None


def test_a_thing_without_facts_has_no_sides(explorer: Explorer) -> None:
    assert explorer.sides(explorer.thing("S:9").thing) == []


def test_samples_join_things_of_the_relation(explorer: Explorer) -> None:
    for relation in SCHEMA.relations:
        pairs = explorer.sample(relation)
        assert pairs
        assert all((a.label, b.label) == (relation.source, relation.target) for a, b in pairs)


def test_the_text_of_a_statement_is_the_same_for_every_thing_and_page(toy: GraphStore) -> None:
    explorer = around(toy)
    one, other = explorer.thing("D:1").thing, explorer.thing("D:2").thing
    hops = explorer._around.hops("Disease")
    assert explorer._around.counts(one, hops).cypher == explorer._around.counts(other, hops).cypher
    for hop in hops:
        assert explorer._around.facts(one, hop, 0).cypher == explorer._around.facts(other, hop, 50).cypher


# The default graph: things with thousands of facts.


@pytest.mark.slow  # the pages are those of test_every_edge_of_a_thing_is_told_once_and_counted
def test_a_thing_with_thousands_of_facts_is_paged_by_the_server(hpo_asker: Asker) -> None:
    explorer = hpo_asker.explorer
    found = explorer.thing("HP:0000007")
    assert found is not None
    (one,) = [s for s in explorer.sides(found.thing) if s.hop.relation.type == "HAS_INHERITANCE"]
    assert one.records > 4000
    pages = [explorer.facts(found.thing, one, page=page) for page in (0, 1, 40, one.records // 50)]
    assert [len(page.triples) for page in pages] == [50, 50, 50, one.records % 50]
    assert pages[1].triples[0].number == 51
    seen = [ends(t) for page in pages for t in page.triples]
    assert len(set(seen)) == len(seen)
    whole = [t for page in range(2) for t in explorer.facts(found.thing, one, page=page, size=250).triples]
    assert whole == sorted(whole, key=_strength), "the server sorts as this page does"


def _strength(triple: Triple) -> tuple[object, ...]:
    low = triple.properties.get("frequency_low")
    counted = triple.properties.get("patients") is not None
    return triple.against, not counted, 0 if low is None else -low, low is None


def test_marfan_syndrome_is_what_its_two_entries_record(hpo_asker: Asker) -> None:
    explorer = hpo_asker.explorer
    found = explorer.thing("ORPHA:558")
    assert found is not None
    assert set(found.ids) == {"OMIM:154700", "ORPHA:558"}
    sides = {s.hop.relation.type: s for s in explorer.sides(found.thing)}
    shows = sides["HAS_PHENOTYPE"]
    assert shows.records > shows.things > 60
    page = explorer.facts(found.thing, shows)
    assert list(page.triples) == sorted(page.triples, key=_strength)
    assert page.triples[0].properties["patients"]
    cited = explorer.publications(found.thing, list(sides.values()))
    assert cited is not None
    assert cited.number > 10


# Questions that the pages offer.


class _Toy:
    """Reads questions about the small graph."""

    schema = SCHEMA

    def reads(self, question: str) -> Intent | None:
        outcome = read(question)
        return outcome if isinstance(outcome, Intent) else None


def test_a_question_is_offered_for_nearly_every_fact_of_the_small_graph(toy: GraphStore) -> None:
    explorer = around(toy)
    offered, silent = [], []
    for node in NODES:
        found = explorer.thing(node.id)
        assert found is not None
        for one in explorer.sides(found.thing):
            question = question_about(_Toy(), found.thing, one.hop)
            (offered if question else silent).append((question, node.name, one.hop.relation.type, one.hop.forward))
    assert len(offered) > 9 * len(silent), silent
    asked = {question for question, *_ in offered}
    assert {"Which symptoms does Migraine present with?", "Which compounds treat Gout?"} <= asked


@pytest.mark.parametrize(("each", "least"), [(1, 15), pytest.param(2, 30, marks=pytest.mark.slow)])
def test_every_question_offered_is_answered_with_what_the_page_counts(hpo_asker: Asker, each: int, least: int) -> None:
    explorer, tried = hpo_asker.explorer, 0
    for relation in hpo_asker.schema.relations:
        for source, target in explorer.sample(relation)[:each]:
            for node, forward in ((source, True), (target, False)):
                found = explorer.thing(node.id)
                assert found is not None
                question = question_about(hpo_asker, found.thing, Hop(relation, forward))
                if question is None:
                    continue
                (one,) = [s for s in explorer.sides(found.thing) if s.hop == Hop(relation, forward)]
                answer = hpo_asker.ask(question).answer
                assert answer.status == "answered", question
                assert answer.total is not None
                assert answer.total + len(answer.set_aside) == one.things, question
                tried += 1
    assert tried > least
