"""A named thing without a record of its own is answered by its kinds, by the rules of ``kgqa.answers.kinds``."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from test_same_rows import LABEL, THING, THINGS, _joined, _random_variable, _values

from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.answers.lists import answer_list
from kgqa.evidence.ledger import Ledger
from kgqa.graph.store import GraphStore
from kgqa.language.quantities import Bounds
from kgqa.questions.intent import Condition, Hop, Intent, Pair, Thing, Variable
from kgqa.records import Query, Rows
from kgqa.strategies.graph_only import compose
from tests.integration.graphs import EDGES, NODES, SCHEMA, read_intent


def _answered(store: GraphStore, question: str, *, narrower: bool = False) -> CitedAnswer:
    return compose(AnswerContext(SCHEMA, Ledger(store), "Toy 1", narrower=narrower), read_intent(question))


@pytest.mark.parametrize(
    ("question", "headline", "items"),
    [
        (
            "Which genes are associated with arthritis?",
            "Recorded for 1 kind of Arthritis (Rheumatoid arthritis): 2 genes, namely BRCA1 [1] and PTGS2 [2].",
            {"PTGS2": ("Rheumatoid arthritis",), "BRCA1": ("Rheumatoid arthritis",)},
        ),
        (
            "How many compounds cause dolor?",
            "Recorded for 1 kind of Dolor (Abdominal dolor): 1 compound.",
            {"Colchicine": ("Abdominal dolor",)},
        ),
        (
            "Are there genes associated with arthritis?",
            "Yes, recorded for 1 kind of Arthritis (Rheumatoid arthritis): 2 genes, namely BRCA1 [1] and PTGS2 [2].",
            {"PTGS2": ("Rheumatoid arthritis",), "BRCA1": ("Rheumatoid arthritis",)},
        ),
        (
            "Which genes are associated with arthritis or asthma?",
            "Recorded for 1 kind of Arthritis (Rheumatoid arthritis): 3 genes are associated with Arthritis "
            "or Asthma, namely BRCA1 [1], PTGS2 [2] and TP53 [3].",
            {"PTGS2": ("Rheumatoid arthritis",), "BRCA1": ("Rheumatoid arthritis",), "TP53": ()},
        ),
        (
            "Which genes are associated with both arthritis and migraine?",
            "Recorded for 1 kind of Arthritis (Rheumatoid arthritis): 1 gene is associated with both "
            "Arthritis and Migraine, namely PTGS2 [1] [2].",
            {"PTGS2": ("Rheumatoid arthritis",)},
        ),
        (
            "Which diseases are treated by compounds that cause dolor?",
            "Recorded for 1 kind of Dolor (Abdominal dolor): 1 disease is treated by compounds that cause "
            "Dolor, namely Gout [1] [2].",
            {"Gout": ("Abdominal dolor",)},
        ),
        (
            "Which diseases present with thoracic dolor?",
            "Influenza [1] presents with Thoracic dolor.",
            {"Influenza": ()},
        ),
    ],
)
def test_what_only_kinds_have_is_told_as_theirs(
    store: GraphStore, question: str, headline: str, items: dict[str, tuple[str, ...]]
) -> None:
    answer = _answered(store, question).answer
    assert answer.status == "answered"
    assert answer.headline == headline
    assert {item.name: item.kinds for item in answer.items} == items
    assert answer.total == len(items)
    for name, kinds in items.items():
        assert not kinds or f"{name} [" in answer.text
        assert not kinds or f"({kinds[0]})" in answer.text


def test_a_thing_without_a_record_says_so_and_how_its_kinds_were_counted(store: GraphStore) -> None:
    answer = _answered(store, "Which genes are associated with arthritis?").answer
    assert (
        "Arthritis itself has no such record; each gene counts once, whatever the number of kinds it is recorded for."
        in answer.text
    )
    assert answer.narrower is None, "there is nothing left to add"


def test_the_same_is_answered_where_kinds_are_asked_for_anyhow(store: GraphStore) -> None:
    question = "Which genes are associated with arthritis?"
    plain, wide = _answered(store, question).answer, _answered(store, question, narrower=True).answer
    assert (plain.headline, plain.items) == (wide.headline, wide.items)


def test_kinds_that_were_added_to_own_records_are_named_too(store: GraphStore) -> None:
    answer = _answered(store, "Which diseases present with dolor?", narrower=True).answer
    assert answer.headline == "3 diseases present with Dolor: Gout [1], Influenza [2] and Tetany [3]."
    assert {item.name: item.kinds for item in answer.items} == {
        "Gout": (), "Influenza": ("Thoracic dolor",), "Tetany": ("Crushing thoracic dolor",),
    }  # fmt: skip


def test_what_is_ruled_out_is_ruled_out_with_its_kinds(store: GraphStore) -> None:
    answer = _answered(store, "Which compounds treat gout without causing dolor?").answer
    assert [item.name for item in answer.items] == ["Ibuprofen"]
    assert "1 more compound is left out because of a record for a kind of Dolor." in answer.text
    own = _answered(store, "Which diseases present with headache but not dolor?").answer
    assert {item.name for item in own.items} == {"Migraine", "Malaria"}, "influenza has a kind of dolor"


def test_what_things_share_may_be_of_their_kinds(store: GraphStore) -> None:
    answer = _answered(store, "What do migraine and arthritis have in common?").answer
    assert answer.headline == (
        "Recorded for 1 kind of Arthritis (Rheumatoid arthritis): Migraine and Arthritis have 1 compound and "
        "1 gene in common, namely Ibuprofen [1] [2] and PTGS2 [3] [4]."
    )
    assert {item.name: item.kinds for item in answer.items} == {"Ibuprofen": (), "PTGS2": ("Rheumatoid arthritis",)}


def test_one_record_of_a_kind_of_both_will_do_for_both(store: GraphStore) -> None:
    """Abdominal dolor stands for both things here; colchicine has one record, for that."""
    relation = next(r for r in SCHEMA.relations if r.type == "CAUSES")
    hop = next(c.hop for c in _variable("Which compounds cause dolor?").conditions)
    assert hop.relation == relation
    both = tuple(Condition(hop, (Thing(name, "Symptom", ("S:4",)),)) for name in ("Dolor", "Pain"))
    found = answer_list(AnswerContext(SCHEMA, Ledger(store), "Toy 1"), Intent("list", Variable("Compound", both)))
    assert [item.name for item in found.answer.items] == ["Colchicine"]


@pytest.mark.parametrize(
    ("question", "headline"),
    [
        ("Which dolor is a symptom of influenza?", "Influenza presents with Thoracic dolor [1]."),
        ("How many kinds of dolor are symptoms of tetany?", "Tetany presents with 1 kind of Dolor."),
        ("Which dolor does gout present with?", "Gout presents with Dolor [1]."),
        ("Which dolor does asthma have?", None),
        ("Which dolor do influenza and tetany share?", None),
    ],
)
def test_a_name_behind_which_stands_for_its_kinds(store: GraphStore, question: str, headline: str | None) -> None:
    answer = _answered(store, question).answer
    if headline is None:
        assert not answer.items
        return
    assert answer.headline == headline
    assert "Dolor itself counts as well." in answer.text
    assert all(item.evidence for item in answer.items)


def test_the_records_of_each_condition_are_told_apart(store: GraphStore) -> None:
    composed = _answered(store, "Which genes are associated with both arthritis and migraine?")
    (item,) = composed.answer.items
    assert composed.answer.conditions == ("Arthritis", "Migraine")
    subjects = {triple.number: triple.subject.name for triple in composed.evidence}
    assert [[subjects[n] for n in some] for some in item.by_condition] == [["Rheumatoid arthritis"], ["Migraine"]]
    assert _answered(store, "Which genes are associated with migraine?").answer.conditions == ()
    shared = _answered(store, "What do migraine and arthritis have in common?")
    assert shared.answer.conditions == ("Migraine", "Arthritis")
    ends = {t.number: {t.subject.name, t.object.name} for t in shared.evidence}
    for item in shared.answer.items:
        assert all("Migraine" in ends[number] for number in item.by_condition[0])
        assert not any("Migraine" in ends[number] for number in item.by_condition[1])


def test_kinds_are_told_in_full_where_the_records_are_cut(store: GraphStore) -> None:
    class Short(GraphStore):
        """A store that gives one row of evidence at most."""

        def __init__(self) -> None:
            pass

        def run(self, query: Query, **more: Any) -> Rows:
            return store.run(query, **({**more, "max_rows": 1} if query.purpose == "evidence" else more))

    variable = _variable("Which genes are associated with arthritis?")
    whole = answer_list(AnswerContext(SCHEMA, Ledger(store), "Toy 1"), Intent("list", variable))
    for schema in (SCHEMA, replace(SCHEMA, nodes=tuple(replace(node, indexed=True) for node in SCHEMA.nodes))):
        short = answer_list(AnswerContext(schema, Ledger(Short()), "Toy 1"), Intent("list", variable))
        counted, _, _ = whole.answer.headline.partition(", ")
        assert short.answer.headline.startswith(f"{counted}, ")
        assert {i.name: i.kinds for i in short.answer.items} == {i.name: i.kinds for i in whole.answer.items}
        assert len(short.evidence) == 1


def test_a_ranking_counts_own_records_and_says_so(store: GraphStore) -> None:
    answer = _answered(store, "Which disease is associated with the most genes?").answer
    assert answer.text.endswith("Each thing counts by its own records; those of its kinds are not added.")


def test_what_neither_a_thing_nor_its_kinds_have_is_silence(store: GraphStore) -> None:
    answer = _answered(store, "Which compounds palliate rheumatoid arthritis?").answer
    assert (answer.status, answer.total) == ("not_in_graph", 0)


@pytest.mark.parametrize(
    ("one", "hops", "other", "told"),
    [
        (
            "C:1",
            (("PALLIATES", True), ("PRESENTS", True)),
            "S:4",
            "Yes: Aspirin and Dolor are joined through Influenza, recorded for 1 of 3 kinds of Dolor: "
            "Thoracic dolor [1]",
        ),
        (
            "S:4",
            (("PRESENTS", False), ("PALLIATES", False)),
            "C:1",
            "Yes: Dolor and Aspirin are joined through Influenza, recorded for 1 of 3 kinds of Dolor: "
            "Thoracic dolor [1]",
        ),
        (
            "D:5",
            (("ASSOCIATES", True), ("DOWNREGULATES", False)),
            "C:1",
            "Yes: Arthritis and Aspirin are joined through PTGS2, recorded for the one kind of Arthritis: "
            "Rheumatoid arthritis [1]",
        ),
        (
            "C:2",
            (("PALLIATES", True), ("PRESENTS", True)),
            "S:4",
            "Yes: Ibuprofen and Dolor are joined through Gout [1]",
        ),
        ("C:4", (("TREATS", True), ("PRESENTS", True)), "S:4", "Not recorded: Toy 1 records nothing that joins"),
    ],
)
def test_a_way_over_something_unnamed_may_lead_to_kinds_and_names_them(
    store: GraphStore, one: str, hops: tuple[tuple[str, bool], ...], other: str, told: str
) -> None:
    things = {point.id: Thing(point.name, point.label, (point.id,)) for point in NODES}
    relations = {relation.type: relation for relation in SCHEMA.relations}
    way = tuple(Hop(relations[type_], forward) for type_, forward in hops)
    intent = Intent("yesno", pairs=(Pair(things[one], things[other], way),), hops=2)
    answer = compose(AnswerContext(SCHEMA, Ledger(store), "Toy 1"), intent).answer
    assert answer.text.startswith(told)
    assert answer.verdict == told.startswith("Yes")


def test_kinds_that_have_nothing_are_not_said_to_count(store: GraphStore) -> None:
    answer = _answered(store, "Which symptoms do both arthritis and migraine present with?").answer
    assert (answer.status, answer.total) == ("not_in_graph", 0)
    assert "Arthritis has no such record, and neither have its kinds." in answer.text


def test_what_empties_a_result_is_told_with_the_kinds_that_were_counted(store: GraphStore) -> None:
    answer = _answered(store, "Which genes are associated with both arthritis and asthma?").answer
    assert (answer.status, answer.total) == ("not_in_graph", 0)
    assert "Arthritis has no such record; what its kinds have is counted instead." in answer.text
    counts = {clause.text: clause.count for clause in answer.clauses}
    assert counts["genes that are associated with Arthritis"] == 2
    assert "No gene in this graph is associated with Arthritis." not in answer.text


def _variable(question: str) -> Variable:
    variable = read_intent(question).answer
    assert variable is not None
    return variable


# What the rules say: an evaluation in Python that shares nothing with the answers.


def _below(ids: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    todo = set(ids)
    while todo:
        todo = {edge.source for edge in EDGES if edge.type == "IS_A" and edge.target in todo} - found
        found |= todo
    return found - set(ids)


def _with_kinds(thing: Thing) -> Thing:
    return replace(thing, ids=(*thing.ids, *sorted(_below(thing.ids))))


def _by_the_rules(variable: Variable, *, within: bool = False) -> Variable:
    return Variable(variable.label, tuple(_ruled(variable.label, one, within=within) for one in variable.conditions))


def _ruled(label: str, condition: Condition, *, within: bool) -> Condition:
    within = within or condition.negated
    if condition.variable is not None:
        return replace(condition, variable=_by_the_rules(condition.variable, within=within))
    near, hop = [thing for thing in THINGS if LABEL[thing] == label], condition.hop
    things = []
    for thing in condition.things:
        own = any(
            _joined(hop.relation, hop.forward, one, THING[id_], denied=condition.denied)
            for one in near
            for id_ in thing.ids
        )
        things.append(_with_kinds(thing) if within or not own else thing)
    return replace(condition, things=tuple(things))


ONLY_OF_KINDS = (
    "Which genes are associated with arthritis?",
    "Which compounds cause dolor?",
    "Which diseases are treated by compounds that cause dolor?",
    "Which genes are associated with arthritis or asthma?",
)


def _with_a_broad_thing(chance: random.Random) -> Variable:
    """A condition that only kinds meet, and up to two others."""
    broad = _variable(chance.choice(ONLY_OF_KINDS))
    others = _random_variable(chance, broad.label, 1).conditions[: chance.randint(0, 2)]
    return Variable(broad.label, (*broad.conditions, *(one for one in others if not one.denied)))


@pytest.mark.parametrize("many", [100, 0])
@pytest.mark.parametrize("times", [4, pytest.param(150, marks=pytest.mark.slow)])
def test_random_conditions_give_what_the_rules_say(
    store: GraphStore, times: int, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa.planning.patterns.MANY", many)
    monkeypatch.setattr("kgqa.answers.conditions.MANY", many)
    chance, found, by_kinds = random.Random(20250116), 0, 0
    schema = replace(SCHEMA, nodes=tuple(replace(node, indexed=many == 0) for node in SCHEMA.nodes))
    for _ in range(times):
        variable = _with_a_broad_thing(chance)
        expected = _values(_by_the_rules(variable))
        composed = answer_list(AnswerContext(schema, Ledger(store), "Toy 1"), Intent("count", variable))
        assert {THING[item.id] for item in composed.answer.items} == expected, variable
        assert (composed.answer.total or 0) == len(expected), variable
        found += bool(expected)
        by_kinds += bool(composed.by_kinds)
    assert found > times / 5, "enough of the conditions must find something, else nothing was shown"
    assert by_kinds > times / 5, "enough of it must be recorded for kinds, else nothing was shown"


def test_one_link_may_meet_two_conditions(store: GraphStore) -> None:
    """On both servers one MATCH finds no edge twice."""
    near = _variable("Which genes are associated with rheumatoid arthritis?")
    far = _variable("Which genes are associated with diseases that are associated with PTGS2?")
    variable = Variable(near.label, (*near.conditions, *far.conditions))
    composed = answer_list(AnswerContext(SCHEMA, Ledger(store), "Toy 1"), Intent("list", variable))
    assert {THING[item.id] for item in composed.answer.items} == _values(variable) > {"G:3"}


def test_links_are_not_counted_by_what_is_recorded_of_them(store: GraphStore) -> None:
    """What says both is refused; the number had been left out."""
    intent = read_intent("Which diseases present with headache?")
    assert intent.answer is not None
    (condition,) = intent.answer.conditions
    asked: Any = replace(condition, number=Bounds(2.0), qualifiers=("since 2020",))
    both = replace(intent, answer=replace(intent.answer, conditions=(asked,)))
    answer = answer_list(AnswerContext(SCHEMA, Ledger(store), "Toy 1"), both).answer
    assert answer.status == "refused"
    assert "only one of the two" in answer.text
