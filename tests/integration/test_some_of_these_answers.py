"""What meets some of several conditions, and what is left out because it is named: checked against the rows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.pipeline import Asker
from kgqa.records import Query, Trace
from kgqa.settings import Settings
from tests.integration import own_tables

NODES = """id,name,label,synonyms
f:1,Fly agaric,Fungus,
f:2,Death cap,Fungus,
f:3,Chanterelle,Fungus,Girolle
f:4,Panther cap,Fungus,
f:5,Ink cap,Fungus,
t:1,White gills,Trait,
t:2,Ring,Trait,
t:3,Volva,Trait,
t:4,Red cap,Trait,
t:5,Bright red cap,Trait,
t:6,Forked ridges,Trait,
t:7,Self-digestion,Trait,
h:1,Birch,Tree,
h:2,Oak,Tree,
h:3,Ring,Tree,
"""
EDGES = """source,type,target
f:1,HAS_TRAIT,t:1
f:1,HAS_TRAIT,t:2
f:1,HAS_TRAIT,t:3
f:1,HAS_TRAIT,t:5
f:2,HAS_TRAIT,t:1
f:2,HAS_TRAIT,t:2
f:2,HAS_TRAIT,t:3
f:3,HAS_TRAIT,t:6
f:4,HAS_TRAIT,t:1
f:4,HAS_TRAIT,t:2
f:5,HAS_TRAIT,t:7
f:5,HAS_TRAIT,t:4
t:5,IS_A,t:4
f:1,GROWS_WITH,h:1
f:3,GROWS_WITH,h:1
f:3,GROWS_WITH,h:2
f:2,GROWS_WITH,h:2
f:4,GROWS_WITH,h:3
"""


@pytest.fixture(scope="module")
def fungi(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    """A graph of tables from another field, with kinds of traits and a name that two things have."""
    with own_tables.opened(
        settings, server, tmp_path_factory.mktemp("fungi"), "fungi", nodes=NODES, edges=EDGES
    ) as asked:
        yield asked


def names(trace: Trace) -> list[str]:
    return [item.name for item in trace.answer.items]


def numbers_hold(trace: Trace) -> None:
    """Every number that an answer cites is of a record that is there, under the condition that it is of."""
    known = {triple.number: triple for triple in trace.evidence}
    assert list(known) == list(range(1, len(known) + 1))
    for item in trace.answer.items:
        assert item.evidence
        assert set(item.evidence) <= set(known)
        assert len(item.by_condition) == len(trace.answer.conditions)
        assert {number for some in item.by_condition for number in some} == set(item.evidence)
        assert all({known[n].subject.id, known[n].object.id} & set(item.ids) for n in item.evidence)


def test_a_ranking_of_fungi_by_what_was_seen(fungi: Asker) -> None:
    trace = fungi.ask("Which fungi have the most of white gills, ring, volva and red cap?")
    assert names(trace) == ["Fly agaric", "Death cap", "Panther cap", "Ink cap"]
    assert trace.answer.headline == "Fly agaric has all 4 traits."
    assert trace.answer.items[0].kinds == ("Bright red cap",)
    assert "for 1 of those listed" in trace.answer.text
    assert [sum(map(bool, item.by_condition)) for item in trace.answer.items] == [4, 3, 2, 1]
    assert trace.answer.conditions == ("White gills", "Ring", "Volva", "Red cap")
    numbers_hold(trace)


def test_nothing_that_is_missing_empties_the_answer(fungi: Asker) -> None:
    trace = fungi.ask("What could it be: white gills, ring, volva, forked ridges?")
    assert names(trace) == ["Death cap", "Fly agaric", "Panther cap", "Chanterelle"]
    assert trace.answer.headline == (
        "No fungus is recorded to have all 4 traits; Death cap and Fly agaric have 3 of them."
    )
    assert "Forked ridges of Death cap and Fly agaric" in trace.answer.text
    apart = fungi.ask("Which fungi have the most of forked ridges and self-digestion?")
    assert names(apart) == ["Chanterelle", "Ink cap"]
    assert apart.answer.headline.startswith("No fungus is recorded to have both traits; Chanterelle and Ink cap have ")


def test_what_should_not_be_there_counts_against(fungi: Asker) -> None:
    trace = fungi.ask("Which fungi have the most of white gills and ring, but not volva?")
    assert names(trace) == ["Panther cap", "Death cap", "Fly agaric"]
    assert trace.answer.headline == "Panther cap has both traits and is not recorded to have Volva."
    assert "Volva speaks against Death cap and Fly agaric" in trace.answer.text
    assert trace.answer.conditions[-1] == "Volva (speaks against)"
    numbers_hold(trace)
    every = fungi.ask("Which fungi have the most of white gills and volva, but not ring?")
    assert names(every) == ["Death cap", "Fly agaric", "Panther cap"]
    assert every.answer.headline == (
        "Every fungus that has both traits is also recorded to have Ring: Death cap and Fly agaric."
    )


def test_at_least_so_many_of(fungi: Asker) -> None:
    asked = "Which fungi have at least {} of white gills, volva, red cap and ring{}?"
    assert sorted(names(fungi.ask(asked.format("two", "")))) == ["Death cap", "Fly agaric", "Panther cap"]
    four = fungi.ask(asked.format("4", ""))
    assert (four.answer.status, four.answer.items, four.answer.total) == ("not_in_graph", (), 0)
    assert four.answer.headline == "No fungus is recorded to have all 4 traits."
    assert four.answer.narrower == 1, "a kind of the red cap would count"
    assert names(fungi.ask(asked.format("4", ""), narrower=True)) == ["Fly agaric"]
    without = fungi.ask("Which fungi have at least two of white gills and ring, but not volva?")
    assert names(without) == ["Panther cap"]
    assert "2 more fungi are left out because of a record for Volva" in without.answer.text
    counted = fungi.ask("How many fungi have exactly two of white gills, volva and ring?")
    assert (counted.answer.kind, counted.answer.value) == ("count", 1)


def test_a_misspelt_finding_and_one_that_is_named_twice(fungi: Asker) -> None:
    trace = fungi.ask("Which fungi have at least two of whyte gills, volva and volva?")
    assert names(trace) == ["Death cap", "Fly agaric"]
    assert "“whyte gills” was read as White gills." in trace.answer.text
    assert "Volva is named 2 times and counts once." in trace.answer.text


def test_of_a_name_of_two_things_the_one_of_the_type_of_the_others_is_meant(fungi: Asker) -> None:
    trace = fungi.ask("What could it be: white gills and ring?")
    assert {one.chosen.label for one in trace.entities} == {"Trait"}
    assert names(trace) == ["Death cap", "Fly agaric", "Panther cap"]


def test_things_other_than_one(fungi: Asker) -> None:
    trace = fungi.ask("Which fungi other than fly agaric have white gills?")
    assert sorted(names(trace)) == ["Death cap", "Panther cap"]
    assert trace.answer.headline == (
        "Other than Fly agaric, 2 fungi have trait White gills: Death cap [1] and Panther cap [2]."
    )
    alone = fungi.ask("Which fungi besides chanterelle have forked ridges?")
    assert (alone.answer.status, alone.answer.total) == ("not_in_graph", 0)
    assert "No fungus other than Chanterelle is recorded" in alone.answer.headline
    counted = fungi.ask("How many fungi except girolle grow with birch?")
    assert (counted.answer.value, names(counted)) == (1, ["Fly agaric"])
    any_ = fungi.ask("Are there fungi other than fly agaric that grow with birch?")
    assert (any_.answer.verdict, names(any_)) == (True, ["Chanterelle"])
    none = fungi.ask("Are there fungi other than chanterelle that have forked ridges?")
    assert (none.answer.verdict, none.answer.total) == (False, 0)
    not_one = fungi.ask("Which fungi other than ink cap have white gills?")
    assert len(names(not_one)) == 3
    assert "Ink cap is not among the answers in any case." in not_one.answer.text


FINDINGS = {"arachnodactyly": "HP:0001166", "ectopia lentis": "HP:0001083", "bifid uvula": "HP:0000193"}
AGAINST = {"craniosynostosis": "HP:0001363"}


def test_the_ranking_of_diseases_is_that_of_the_rows(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask(f"Which diseases show the most of {', '.join(FINDINGS)}, but not craniosynostosis?")
    assert trace.answer.status == "answered"
    numbers_hold(trace)
    having = {name: _having(hpo_asker, id_, kinds=True) for name, id_ in (FINDINGS | AGAINST).items()}
    places = []
    for item in trace.answer.items:
        met = [bool(set(item.ids) & having[name]) for name in FINDINGS]
        against = bool(set(item.ids) & having["craniosynostosis"])
        assert [bool(_positive(trace, numbers)) for numbers in item.by_condition] == [*met, against], item.name
        places.append((against - sum(met), against))
    assert places == sorted(places)
    assert 10 <= len(places) <= 100


def test_at_least_two_of_three_findings_are_those_of_the_rows(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask(f"Which diseases show at least two of {', '.join(FINDINGS)}?")
    having = [_having(hpo_asker, id_, kinds=False) for id_ in FINDINGS.values()]
    for item in trace.answer.items:
        assert sum(bool(set(item.ids) & some) for some in having) > 1, item.name
    found = {id_ for item in trace.answer.items for id_ in item.ids}
    assert {one for some in having for one in some if sum(one in other for other in having) > 1} <= found
    assert trace.answer.total == len(trace.answer.items) > 10


def test_groups_of_diseases_are_no_answers(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("What could it be: joint hypermobility, atrophic scars, bifid uvula?")
    group = hpo_asker.schema.node("Disease").group_property
    assert group
    ids = [id_ for item in trace.answer.items for id_ in item.ids]
    query = Query(
        f"MATCH (d:Disease) WHERE d.id IN $ids AND d.{group} = true RETURN count(d) AS groups",
        ("groups",),
        {"ids": ids},
    )
    assert hpo_asker.store.run(query).rows == ((0,),)


def test_a_phenotype_of_many_kinds_is_ranked_in_reasonable_time(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("ddx seizure, intellectual disability, microcephaly, hypotonia, no ataxia")
    assert trace.answer.status == "answered"
    assert trace.answer.headline.endswith("and are not recorded to show ataxia.")
    assert trace.timings_ms["total"] < 10_000


def _having(asker: Asker, id_: str, *, kinds: bool) -> set[str]:
    """Identifiers of the diseases with a phenotype, or with one of its kinds."""
    up = "MATCH (p:Phenotype)-[:IS_A*1..25]->(q:Phenotype) WHERE q.id IN $ids RETURN DISTINCT p.id AS id"
    below = asker.store.run(Query(up, ("id",), {"ids": [id_]})).rows if kinds else ()
    query = Query(
        "UNWIND $ids AS id MATCH (p:Phenotype {id: id})<-[r:HAS_PHENOTYPE]-(d:Disease) "
        "WHERE r.against = false RETURN DISTINCT d.id AS id",
        ("id",),
        {"ids": [id_, *(one for (one,) in below)]},
    )
    return {one for (one,) in asker.store.run(query, max_rows=20_000).rows}


def _positive(trace: Trace, numbers: tuple[int, ...]) -> list[int]:
    known = {triple.number: triple for triple in trace.evidence}
    return [number for number in numbers if not known[number].against]


def test_what_tells_two_fungi_apart(fungi: Asker) -> None:
    trace = fungi.ask("What distinguishes fly agaric from death cap?")
    assert trace.answer.headline == (
        "Recorded only for Fly agaric: 1 trait and 1 tree; only for Death cap: 1 tree; for both: 3 traits."
    )
    assert {item.name: [bool(some) for some in item.by_condition] for item in trace.answer.items} == {
        "Bright red cap": [True, False],
        "Birch": [True, False],
        "Oak": [False, True],
    }
    assert trace.answer.conditions == ("Fly agaric", "Death cap")
    assert "silence, not proof of absence" in trace.answer.text
    numbers_hold(trace)
    traits = fungi.ask("Which traits distinguish fly agaric from ink cap?")
    assert "2 of them are recorded for the other under a broader or a narrower term" in traits.answer.text
    assert names(traits)[-1] == "Red cap"


def test_two_things_that_have_the_same_and_one_of_which_nothing_is_recorded(fungi: Asker) -> None:
    same = fungi.ask("Which traits distinguish death cap from death cap?")
    assert same.answer.status == "not_understood"
    silent = fungi.ask("Which trees distinguish fly agaric from ink cap?")
    assert (silent.answer.status, silent.answer.total) == ("not_in_graph", 0)
    assert silent.answer.headline == "Fly agaric and Ink cap cannot be compared: no trees are recorded for Ink cap."
    part = fungi.ask("What distinguishes fly agaric from ink cap?")
    assert "Not compared, as " in part.answer.text
    assert "no tree for Ink cap" in part.answer.text


def test_what_distinguishes_two_diseases_is_what_the_lists_say(hpo_asker: Asker) -> None:
    one, other = "Marfan syndrome", "Loeys-Dietz syndrome 1"
    trace = hpo_asker.ask(f"Which phenotypes are different between {one} and {other}?")
    numbers_hold(trace)
    only = [
        {item.id for item in hpo_asker.ask(f"Which phenotypes does {a} show but not {b}?").answer.items}
        for a, b in ((one, other), (other, one))
    ]
    found: list[set[str]] = [set(), set()]
    for item in trace.answer.items:
        places = [place for place in (0, 1) if _positive(trace, item.by_condition[place])]
        assert len(places) == 1, item.name
        found[places[0]].add(item.id)
    assert found == only
    assert f"Recorded for {one} and recorded as absent in {other}: ectopia lentis." in trace.answer.text
    group = hpo_asker.ask("Which genes distinguish Ehlers-Danlos syndrome from Marfan syndrome?")
    assert "FBN1" in names(group)
    assert "the records of its kinds count" in group.answer.text


def test_numbered_names_are_each_answered(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Which genes are associated with Loeys-Dietz syndrome 1, 2, 3 and 4?")
    assert sorted(names(trace)) == ["SMAD3", "TGFB2", "TGFBR1", "TGFBR2"]
    assert "Loeys-Dietz syndrome 3: SMAD3" in trace.answer.text
    assert [entity.mention for entity in trace.entities] == ["Loeys-Dietz syndrome 1", "2", "3", "4"]
    unknown = hpo_asker.ask("Which genes are associated with Loeys-Dietz syndrome 1, 2 and 99?")
    assert unknown.answer.status == "not_understood"
    ataxia = hpo_asker.ask("Which genes are associated with SCA1, 2 and 3?")
    assert sorted(names(ataxia)) == ["ATXN1", "ATXN2", "ATXN3"]
