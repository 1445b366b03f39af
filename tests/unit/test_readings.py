"""Names that mean several things: what the question's words decide, what is offered, and what both give together."""

from __future__ import annotations

from dataclasses import replace

import pytest
from traces import ambiguous

from kgqa.answers.context import CitedAnswer
from kgqa.answers.counting import is_silent, number_of
from kgqa.answers.joined_readings import AnsweredReading, can_stand_together, joined
from kgqa.cli.output import answer_json
from kgqa.evidence.exploring.context import Surroundings
from kgqa.evidence.retrieval import told_apart
from kgqa.exports import markdown, sheets
from kgqa.questions.intent import Ambiguity, Condition, Hop, Intent, Thing, Variable, readings_of
from kgqa.questions.reader import Reader
from kgqa.questions.wording import Wording
from kgqa.records import Answer, AnswerItem, Candidate, Entity, Node, Settled, Trace, Triple, chosen_of, settled
from kgqa.schema.model import NodeType, Relation, Schema
from kgqa.strategies import no_answer

SCHEMA = Schema(
    nodes=(
        NodeType("Gene", "gene", "genes", (), 5),
        NodeType("Disease", "disease", "diseases", ("disorder",), 5),
        NodeType("Phenotype", "phenotype", "phenotypes", ("feature",), 5),
    ),
    relations=(
        Relation(
            "ASSOCIATED_WITH", "Gene", "Disease", "is associated with", "is associated with",
            words=("associated with", "linked to"), count=9,
        ),
        Relation("SHOWS", "Disease", "Phenotype", "shows", "is a feature of", words=("show",), count=9),
    ),
)  # fmt: skip
GENE = Candidate("g:1", "NF1", "Gene", 1.0, "exact", "NF1")
DISEASE = Candidate("d:1", "Neurofibromatosis", "Disease", 0.95, "synonym", "NF1")
ILLNESS = Candidate("d:2", "Ectopia lentis", "Disease", 1.0, "exact", "Ectopia lentis")
SIGN = Candidate("p:2", "Ectopia lentis", "Phenotype", 1.0, "exact", "Ectopia lentis")
TALL = Candidate("p:3", "Tall stature", "Phenotype", 1.0, "exact", "Tall stature")
GIANT = Candidate("d:3", "Gigantism", "Disease", 0.95, "synonym", "tall stature")


def _read(question: str, *readings: Candidate, tied: bool = True) -> tuple[Intent, ...]:
    """What is asked with each reading of the one name in a question."""
    mention = readings[0].matched if readings[0].matched in question else readings[0].matched.lower()
    start = question.index(mention)
    entity = Entity(mention, start, start + len(mention), readings[0], readings[1:], tied)
    outcome = Reader(SCHEMA).read(question, [entity])
    return readings_of(outcome)


def _meant(intents: tuple[Intent, ...]) -> list[str]:
    return [intent.entities[0].chosen.id for intent in intents]


def test_a_longer_way_is_another_reading_and_no_silent_loser() -> None:
    assert _meant(_read("Which genes are associated with ectopia lentis?", ILLNESS, SIGN)) == ["d:2", "p:2"]
    assert _meant(_read("Which genes are associated with ectopia lentis?", SIGN, ILLNESS)) == ["d:2", "p:2"]
    assert _meant(_read("Which phenotypes are associated with NF1?", GENE, DISEASE)) == ["d:1", "g:1"]


def test_the_schema_decides_where_one_reading_alone_can_be_asked() -> None:
    assert _meant(_read("Which diseases show ectopia lentis?", ILLNESS, SIGN)) == ["p:2"]
    assert _meant(_read("Which phenotypes does ectopia lentis show?", SIGN, ILLNESS)) == ["d:2"]
    assert _meant(_read("Which genes are associated with NF1?", GENE, DISEASE)) == ["d:1"]


def test_a_word_for_a_type_beside_a_name_decides() -> None:
    for said in ("the gene NF1", "NF1 gene", "gene NF1"):
        assert _meant(_read(f"Which phenotypes are associated with {said}?", GENE, DISEASE)) == ["g:1"], said
    assert _meant(_read("Which phenotypes are associated with the disorder NF1?", GENE, DISEASE)) == ["d:1"]


def test_a_preferred_name_goes_before_a_synonym_unless_it_is_a_symbol() -> None:
    question = "Which genes are associated with tall stature?"
    assert _meant(_read(question, TALL, GIANT, tied=False)) == ["p:3"]
    other = replace(GIANT, id="d:4", name="Overgrowth", score=0.85)
    rest = Candidate("g:9", "Tall stature", "Gene", 1.0, "exact", "Tall stature")  # no gene is linked to a gene
    assert _meant(_read(question, rest, GIANT, other, tied=False)) == ["d:3"]


def test_what_a_person_wants_together_is_read_together() -> None:
    entity = Entity("tall stature", 32, 44, TALL, (GIANT,), together=True)
    outcome = Reader(SCHEMA).read("Which genes are associated with tall stature?", [entity])
    assert set(_meant(readings_of(outcome))) == {"p:3", "d:3"}


def test_identifiers_are_held_against_every_reading() -> None:
    entity = Entity("ectopia lentis", 25, 39, ILLNESS, (SIGN,), tied=True)
    outcome = Reader(SCHEMA).read("Is d:2 the identifier of ectopia lentis?", [entity])
    assert isinstance(outcome, Ambiguity)
    assert [intent.thing.ids for intent in readings_of(outcome) if intent.thing] == [("d:2",), ("p:2",)]


def test_what_was_chosen_is_kept_and_read_again() -> None:
    chosen: dict[tuple[int, int], str | tuple[str, ...] | None] = {(4, 7): ("a", "b"), (1, 3): "c", (8, 9): None}
    kept = settled(chosen)
    assert kept == (Settled(1, 3, "c"), Settled(4, 7, "a"), Settled(4, 7, "b"), Settled(8, 9, None))
    assert chosen_of(kept) == chosen


@pytest.mark.parametrize(
    ("readings", "headline"),
    [
        ((ILLNESS, SIGN), "“x” is the name of a disease and a phenotype."),
        ((DISEASE, replace(DISEASE, id="d:9")), "“x” is another name of two diseases."),
        ((replace(ILLNESS, method="fuzzy"), SIGN), "“x” may mean more than one thing in this graph."),
    ],
)
def test_a_choice_says_what_the_name_is_of(readings: tuple[Candidate, ...], headline: str) -> None:
    entity = Entity("x", 0, 1, readings[0], readings[1:], tied=True)
    answer = no_answer.ambiguous(SCHEMA, [entity])
    assert (answer.status, answer.headline) == ("ambiguous", headline)
    assert "nothing has been asked yet" in answer.text


def test_a_choice_tells_type_identifier_and_answers_of_each_reading() -> None:
    counted = [replace(ILLNESS, answers=1, counted="Gene"), replace(SIGN, answers=1029, counted="Gene")]
    entity = Entity("ectopia lentis", 0, 14, counted[0], (counted[1],), tied=True, together=True)
    text = no_answer.ambiguous(SCHEMA, [entity]).text
    assert "Ectopia lentis (disease, d:2; 1 gene) or Ectopia lentis (phenotype, p:2; 1,029 genes)" in text
    assert "all of them together; each was only counted" in text
    several = no_answer.ambiguous(SCHEMA, [entity, replace(entity, start=20, end=34)]).text
    assert "up to 1,029 genes" in several
    none = [replace(one, answers=0) for one in counted]
    silent = no_answer.ambiguous(SCHEMA, [replace(entity, chosen=none[0], rivals=(none[1],))])
    assert no_answer.NONE_ANSWERS in silent.text


def test_a_choice_is_told_in_json_and_markdown_with_its_numbers() -> None:
    trace = ambiguous()
    (entity,) = trace.choices
    chosen = replace(entity.chosen, answers=522, counted="Disease")
    rivals = tuple(replace(one, answers=1, counted="Disease") for one in entity.rivals)
    entity = replace(entity, chosen=chosen, rivals=rivals, together=True)
    trace = replace(trace, entities=(entity,), choices=(entity,))
    (told,) = answer_json(trace)["choices"]
    assert told["together"] is True
    assert [(one["id"], one["answers"]) for one in told["candidates"]] == [("HP:0001631", 522), ("HP:0000729", 1)]
    text = markdown.document(trace, SCHEMA).decode()
    assert "Phenotype, 522 answers" in text
    assert "just as good: Autistic behavior (HP:0000729), Phenotype, 1 answer" in text


def _triple(number: int, gene: str, far: str) -> Triple:
    return Triple(
        number, Node(gene, gene.upper(), "Gene"), "ASSOCIATED_WITH", Node(far, far, "Disease"), "is associated with"
    )


def _composed(*pairs: tuple[str, str]) -> CitedAnswer:
    triples = tuple(_triple(number, *pair) for number, pair in enumerate(pairs, start=1))
    genes = dict.fromkeys(gene for gene, _ in pairs)
    items = tuple(
        AnswerItem(gene, gene.upper(), "Gene", (gene,), tuple(t.number for t in triples if t.subject.id == gene))
        for gene in genes
    )
    text = f"{len(items)} genes. {' '.join(f'{one.name} [{one.evidence[0]}]' for one in items)}."
    return CitedAnswer(Answer("answered", "list", text, text, items=items, total=len(items)), triples)


def _parts(kind: str = "list") -> list[AnsweredReading]:
    variable = Variable("Gene", (Condition(Hop(SCHEMA.relations[0], True), (Thing("A", "Disease", ("d:2",)),)),))
    intent = Intent(kind, variable)  # type: ignore[arg-type]
    first, second = _composed(("g:1", "d:2"), ("g:2", "d:2")), _composed(("g:3", "d:7"), ("g:1", "d:2"))
    return [
        AnsweredReading(intent, ILLNESS, "the disease (d:2)", first),
        AnsweredReading(intent, SIGN, "the phenotype (p:2)", second),
    ]


def test_answers_together_are_one_list_with_one_numbering() -> None:
    whole = joined("ectopia lentis", _parts(), Wording(SCHEMA))
    answer = whole.answer
    assert {item.id: item.readings for item in answer.items} == {
        "g:1": ("d:2", "p:2"),
        "g:2": ("d:2",),
        "g:3": ("p:2",),
    }
    assert [one.number for one in whole.evidence] == [1, 2, 3], "a record that both rest on has one number"
    assert {item.id: item.evidence for item in answer.items} == {"g:1": (1,), "g:2": (2,), "g:3": (3,)}
    assert answer.text.split("\n")[1:] == [
        "As the disease (d:2): 2 genes. G:1 [1] G:2 [2].",
        "As the phenotype (p:2): 2 genes. G:3 [3] G:1 [1].",
    ]
    assert (answer.total, answer.value, answer.verdict) == (3, None, None)
    assert "3 genes" in answer.headline
    assert joined("x", _parts("count"), Wording(SCHEMA)).answer.value == 3
    assert joined("x", _parts("yesno"), Wording(SCHEMA)).answer.verdict is True


def test_only_answers_of_one_form_stand_together() -> None:
    intents = [part.intent for part in _parts()]
    assert can_stand_together(intents)
    assert not can_stand_together(intents[:1])
    assert not can_stand_together([intents[0], replace(intents[1], kind="count")])
    assert not can_stand_together([intents[0], replace(intents[1], answer=Variable("Disease"))])
    assert not can_stand_together([Intent("value"), Intent("value")])


def test_the_reading_of_each_answer_is_a_column() -> None:
    whole = joined("ectopia lentis", _parts(), Wording(SCHEMA))
    entity = Entity("ectopia lentis", 32, 46, ILLNESS, (SIGN,), together=True)
    trace: Trace = replace(ambiguous(), answer=whole.answer, evidence=whole.evidence, entities=(entity,), choices=())
    table = sheets.answers(trace, SCHEMA)
    assert table.columns[-1] == "Read as"
    assert [row[-1] for row in table.rows] == ["disease (d:2); phenotype (p:2)", "disease (d:2)", "phenotype (p:2)"]
    assert [one.get("readings") for one in answer_json(trace)["answers"]] == [["d:2", "p:2"], ["d:2"], ["p:2"]]
    assert "Read as" not in sheets.answers(ambiguous(), SCHEMA).columns


def test_how_many_answers_there_are_in_what_was_composed() -> None:
    assert number_of(CitedAnswer(Answer("answered", "list", "", "", total=7))) == 7
    assert number_of(CitedAnswer(Answer("answered", "yesno", "", "", verdict=True))) == 1
    assert number_of(CitedAnswer(Answer("answered", "value", "", "", value=["a", "b"]))) == 2
    assert number_of(CitedAnswer(Answer("not_in_graph", "list", "", ""))) == 0
    assert is_silent(CitedAnswer(Answer("answered", "yesno", "", "", verdict=False)))
    assert not is_silent(CitedAnswer(Answer("answered", "yesno", "", "", verdict=False), (_triple(1, "g", "d"),)))


def test_things_of_one_name_are_told_apart_by_their_type() -> None:
    def about(name: str, label: str, id_: str) -> Surroundings:
        return Surroundings(Thing(name, label, (id_,)), (), ())

    one, other, third = about("X", "Disease", "d"), about("X", "Phenotype", "p"), about("Y", "Gene", "g")
    assert told_apart([one, other, third], SCHEMA) == ["X (disease)", "X (phenotype)", "Y"]
    assert told_apart([one, about("X", "Disease", "e")], SCHEMA) == ["X (disease, d)", "X (disease, e)"]
