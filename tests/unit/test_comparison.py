"""Answers to one question lined up claim by claim."""

from __future__ import annotations

from dataclasses import replace

from kgqa.presentation.claims import composed, made
from kgqa.presentation.comparison import compared
from kgqa.records import Answer, AnswerItem, Candidate, Claim, ClaimVerdict, Entity, GraphCard, Node, Trace, Triple

LENS = Node("HP:1", "Ectopia lentis", "Phenotype")
MARFAN, MARFAN_TOO = Node("OMIM:1", "Marfan syndrome", "Disease"), Node("ORPHA:1", "Marfan syndrome", "Disease")
MASS, DIETZ = Node("OMIM:2", "Mass syndrome", "Disease"), Node("OMIM:3", "Loeys-Dietz syndrome 1", "Disease")


def claim(name: str, about: tuple[str, ...], verdict: ClaimVerdict, *, negated: bool = False, **more: object) -> Claim:
    return Claim(name, 0, len(name), verdict, about=about, relation="SHOWS", negated=negated, **more)  # type: ignore[arg-type]


def triple(number: int, disease: Node, *, against: bool = False) -> Triple:
    return Triple(number, disease, "SHOWS", LENS, "does not show" if against else "shows", against)


def trace(claims: tuple[Claim, ...], evidence: tuple[Triple, ...] = (), **answer: object) -> Trace:
    lens = Candidate(LENS.id, LENS.name, LENS.label, 1.0, "exact", LENS.name, (LENS.id,))
    made = Answer("answered", "list", "said", "said", **answer)  # type: ignore[arg-type]
    card = GraphCard("g", "Graph", "1", "", "")
    return Trace(
        "q", "s", card, made, entities=(Entity("ectopia lentis", 0, 5, lens),), evidence=evidence, claims=claims
    )


def test_what_both_say_is_one_row() -> None:
    one = trace((claim("Marfan syndrome [1]", ("OMIM:1", "HP:1"), "supported"),), (triple(1, MARFAN),), written_by="m")
    two = trace((claim("Marfan", ("ORPHA:1",), "supported"),), (triple(1, MARFAN_TOO),), written_by="n")
    (row,) = compared([one, two]).rows
    assert (row.kind, row.text, row.verdict) == ("both", "Marfan syndrome", "supported")
    assert row.claims == (one.claims[0], two.claims[0])


def test_entries_of_one_thing_count_once() -> None:
    item = AnswerItem("OMIM:1", MARFAN.name, "Disease", ("OMIM:1", "ORPHA:1"), (1, 2))
    comparison = compared([trace((), (triple(1, MARFAN), triple(2, MARFAN_TOO)), items=(item,))])
    assert (comparison.entries, comparison.things) == (2, 1)


def test_what_one_side_says_keeps_its_verdict() -> None:
    alone = trace((claim("Sotos syndrome", ("OMIM:9",), "not_recorded", reason="No record."),), written_by="m")
    graph = trace((), (triple(1, MARFAN),), items=(AnswerItem("OMIM:1", MARFAN.name, "Disease", ("OMIM:1",), (1,)),))
    first, second = compared([alone, graph]).rows
    assert (first.kind, first.claims[1], first.verdict, first.reason) == ("only", None, "not_recorded", "No record.")
    assert (second.kind, second.claims[0], second.verdict) == ("only", None, "supported")


def test_an_item_of_a_composed_answer_meets_a_claim() -> None:
    alone = trace((claim("Marfan", ("OMIM:1", "HP:1"), "supported"),), (triple(1, MARFAN),), written_by="m")
    graph = trace((), (triple(1, MARFAN),), items=(AnswerItem("OMIM:1", MARFAN.name, "Disease", ("OMIM:1",), (1,)),))
    (row,) = compared([alone, graph]).rows
    assert row.kind == "both"


def test_a_denial_and_a_claim_contradict() -> None:
    one = trace((claim("Marfan shows it", ("OMIM:1", "HP:1"), "supported"),), written_by="m")
    two = trace((claim("Marfan does not", ("OMIM:1", "HP:1"), "contradicted", negated=True),), written_by="n")
    (row,) = compared([one, two]).rows
    assert (row.kind, row.verdict) == ("contradict", "contradicted")


def test_each_way_to_contradict_is_enough_by_itself() -> None:
    said, denied = (claim("Marfan", ("OMIM:1",), "not_recorded", negated=negated) for negated in (False, True))
    supported, refuted = claim("Marfan", ("OMIM:1",), "supported"), claim("Marfan", ("OMIM:1",), "contradicted")

    def kind(*claims: Claim) -> str:
        sides = [trace((one,), written_by="m") for one in claims]
        (row,) = compared(sides if len(sides) > 1 else [*sides, trace((), written_by="n")]).rows
        return row.kind

    assert kind(said, denied) == "contradict", "one says what the other denies"
    assert kind(supported, refuted) == "contradict", "the graph bears one of them out and not the other"
    assert kind(refuted) == "contradict", "only one says it, and the graph denies it"
    assert kind(said) == "only"
    assert kind(refuted, refuted) == kind(said, said) == "both"


def test_entries_of_one_item_are_one_thing_whatever_they_are_called() -> None:
    item = AnswerItem("OMIM:1", MARFAN.name, "Disease", ("OMIM:1", "ORPHA:1"), ())
    graph = trace((), (), items=(item,))
    (row,) = compared([graph, trace((claim("MFS1", ("ORPHA:1",), "supported"),), written_by="m")]).rows
    assert row.kind == "both"


def test_what_was_set_aside_contradicts_a_claim_and_is_no_row_alone() -> None:
    against = (triple(1, MASS, against=True), triple(2, DIETZ, against=True))
    aside = (
        AnswerItem("OMIM:2", MASS.name, "Disease", ("OMIM:2",), (1,)),
        AnswerItem("OMIM:3", DIETZ.name, "Disease", ("OMIM:3",), (2,)),
    )
    graph = trace((), against, set_aside=aside)
    group = claim("Loeys-Dietz syndrome", ("ORPHA:7", "HP:1"), "contradicted", evidence=(1,))
    alone = trace((group,), (triple(1, DIETZ, against=True),), written_by="m")
    (row,) = compared([alone, graph]).rows
    assert (row.kind, row.text, row.verdict) == ("contradict", "Loeys-Dietz syndrome", "contradicted")
    assert row.claims[1] is not None
    assert row.claims[1].about[0] == "OMIM:3"
    assert compared([graph]).rows == ()


def test_unread_claims_are_lined_up_by_their_words() -> None:
    one = trace((claim("**Foo** bars. [3]", (), "not_checked"),), written_by="m")
    two = trace((claim("foo  bars", (), "not_checked"),), written_by="n")
    (row,) = compared([one, two]).rows
    assert (row.kind, row.text, row.verdict) == ("both", "Foo bars", "not_checked")


def test_of_two_verdicts_on_one_thing_the_stronger_is_the_graphs() -> None:
    unread = trace((claim("Marfan", ("OMIM:1",), "not_checked"),), written_by="m")
    silent = trace((claim("Marfan", ("OMIM:1",), "not_recorded", reason="None."),), written_by="n")
    (row,) = compared([unread, silent]).rows
    assert (row.kind, row.verdict, row.reason) == ("both", "not_recorded", "None.")


def test_three_answers_in_order() -> None:
    one = trace((claim("A", ("OMIM:1",), "supported"), claim("B", ("OMIM:2",), "supported")), written_by="m")
    two = trace((claim("B", ("OMIM:2",), "supported"),), written_by="n")
    three = trace((claim("C", ("OMIM:3",), "not_recorded"), claim("B", ("OMIM:2",), "supported")), written_by="o")
    rows = compared([one, two, three]).rows
    assert [(row.kind, row.text) for row in rows] == [("both", "B"), ("only", "A"), ("only", "C")]
    assert compared([]).rows == ()


def test_facts_that_nothing_was_composed_from_claim_nothing() -> None:
    facts = trace((), (triple(1, MARFAN), triple(2, MASS)))
    facts = replace(facts, answer=replace(facts.answer, status="evidence"))
    other = trace((claim("Marfan syndrome", ("OMIM:1",), "supported"),))
    (row,) = compared([facts, other]).rows
    assert (row.kind, row.claims[0]) == ("only", None)


def test_an_answer_that_was_planned_says_its_whole_list_and_not_only_what_a_model_wrote_beneath() -> None:
    items = tuple(
        AnswerItem(one.id, one.name, "Disease", (one.id,), (place,)) for place, one in enumerate((MARFAN, MASS), 1)
    )
    records = (triple(1, MARFAN), triple(2, MASS))
    claims = (claim("Marfan syndrome [1]", ("OMIM:1", "HP:1"), "supported"),)
    planned = trace(claims, records, items=items, written_by="m", written_from=4)
    by_model = replace(planned, strategy="auto")
    alone = replace(planned, strategy="graph-only", claims=(), answer=replace(planned.answer, written_by=""))
    assert [row.kind for row in compared([by_model, alone]).rows] == ["both", "both"]
    assert [one.text for one in made(composed(by_model))] == ["Marfan syndrome", "Mass syndrome"]
    assert composed(planned) is planned
