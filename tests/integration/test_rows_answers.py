"""Names in a row of which a question asks which of them, or what all of them have, over the default graph."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Danon disease vs Pompe disease, which one is X-linked?", {"Danon disease"}),
        ("out of apert and crouzon which has syndactyly", {"Apert syndrome"}),
        ("Between Marfan syndrome and Wilson disease, who has ectopia lentis?", {"Marfan syndrome"}),
        (
            "macroglossia in which of these: Beckwith-Wiedemann syndrome, Marfan syndrome, Pompe disease",
            {"Beckwith-Wiedemann syndrome", "glycogen storage disease due to acid maltase deficiency"},
        ),
    ],
)
def test_which_of_some_names_it_is(hpo_asker: Asker, question: str, names: set[str]) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "answered"
    assert {one.name.casefold() for one in trace.answer.items} == {one.casefold() for one in names}


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        (
            "Pfeiffer syndrome & Muenke syndrome: common features",
            "Which features do Pfeiffer syndrome and Muenke syndrome have in common?",
        ),
        (
            "choroideremia vs Stargardt disease: shared signs",
            "Which signs do choroideremia and Stargardt disease have in common?",
        ),
        (
            "Apert syndrome vs Crouzon syndrome - features in common",
            "Which features do Apert syndrome and Crouzon syndrome have in common?",
        ),
        (
            "Are Apert syndrome and Crouzon syndrome caused by the same gene?",
            "Do Apert syndrome and Crouzon syndrome share a gene?",
        ),
        (
            "Do Marfan syndrome and Wilson disease have the same inheritance?",
            "Do Marfan syndrome and Wilson disease share a mode of inheritance?",
        ),
    ],
)
def test_what_all_of_them_have_is_read_in_one_form(hpo_asker: Asker, question: str, plain: str) -> None:
    trace, expected = hpo_asker.ask(question), hpo_asker.ask(plain)
    assert expected.answer.status == "answered"
    assert (trace.answer.headline, trace.answer.verdict) == (expected.answer.headline, expected.answer.verdict)


@pytest.mark.parametrize(
    "question",
    [
        "Do Marfan syndrome and Wilson disease have the same age?",
        "Marfan syndrome vs Wilson disease, which drugs help?",
        "Marfan syndrome vs Wilson disease: common tickets",
    ],
)
def test_what_the_graph_does_not_tell_of_them_is_not_answered(hpo_asker: Asker, question: str) -> None:
    assert hpo_asker.ask(question).answer.status != "answered"


def test_what_a_kind_is_told_to_be_is_not_left_out(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("the vascular kind of Ehlers-Danlos, which gene causes it?")
    assert len(trace.answer.items) < 2, "it asks of one kind"


def test_kids_are_no_syndrome(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("how often do kids with Angelman have seizures")
    assert "KID" not in f"{trace.answer.headline} {trace.reading.question if trace.reading else ''}"


@pytest.mark.parametrize("said", ["specific to females", "restricted to females", "specifically in women"])
def test_what_is_specific_to_a_sex_is_what_is_recorded_for_it(hpo_asker: Asker, said: str) -> None:
    trace = hpo_asker.ask(f"Which features of Fabry disease are {said}?")
    expected = hpo_asker.ask("Which features of Fabry disease are recorded for females?")
    assert expected.answer.items
    assert [one.id for one in trace.answer.items] == [one.id for one in expected.answer.items]


def test_any_form_of_a_thing_is_the_thing_with_its_kinds(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Is TTN implicated in any form of limb-girdle muscular dystrophy?")
    assert trace.answer.verdict is True
    assert [one.chosen.label for one in trace.entities][:1] == ["Gene"]


@pytest.mark.parametrize(
    ("asked", "same"),
    [
        (
            "Which is inherited as X-linked, hemophilia A or Wilson disease?",
            "Hemophilia A vs Wilson disease, which one is X-linked?",
        ),
        (
            "Which follows autosomal dominant inheritance, Marfan syndrome or cystic fibrosis?",
            "Which of Marfan syndrome and cystic fibrosis follows autosomal dominant inheritance?",
        ),
        (
            "Which shows ectopia lentis, Marfan syndrome or Loeys-Dietz syndrome?",
            "Which of Marfan syndrome and Loeys-Dietz syndrome shows ectopia lentis?",
        ),
        (
            "Which disease is caused by SCN1A: Dravet syndrome or Marfan syndrome?",
            "Which of Dravet syndrome and Marfan syndrome is caused by SCN1A?",
        ),
        (
            "Which gene is associated with Marfan syndrome, FBN1 or TGFBR2?",
            "Which of FBN1 and TGFBR2 is associated with Marfan syndrome?",
        ),
    ],
)
def test_names_behind_or_are_those_among_which_is_asked(hpo_asker: Asker, asked: str, same: str) -> None:
    answer, other = hpo_asker.ask(asked).answer, hpo_asker.ask(same).answer
    assert (answer.status, answer.total) == ("answered", 1)
    assert [one.id for one in answer.items] == [one.id for one in other.items]


def test_names_of_the_type_that_is_asked_for_are_no_options_where_they_may_be_conditions(hpo_asker: Asker) -> None:
    asked = "Which phenotypes are seen in Marfan syndrome, Loeys-Dietz syndrome or Stickler syndrome?"
    assert hpo_asker.ask(asked).answer.total > 100  # type: ignore[operator]
    genes = hpo_asker.ask("Which genes are associated with Marfan syndrome, Loeys-Dietz syndrome or Stickler syndrome?")
    assert {"FBN1", "BMP4"} <= {one.name for one in genes.answer.items}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            "Which is more common in Alport syndrome, hematuria or deafness?",
            "Hematuria is recorded as more frequent in Alport syndrome than hearing impairment: hematuria very",
        ),
        (
            "Is deafness less common than hematuria in Alport syndrome?",
            "Yes: hearing impairment is recorded as less frequent in Alport syndrome than hematuria: hearing",
        ),
        (
            "What is more frequent in Marfan syndrome: ectopia lentis or scoliosis?",
            "The recorded frequencies of ectopia lentis and scoliosis in Marfan syndrome overlap",
        ),
        (
            "Is hearing impairment more frequent in Usher syndrome than in Alport syndrome?",
            "Yes: hearing impairment is recorded as more frequent in Usher syndrome than in Alport syndrome: Usher",
        ),
        (
            "Is hearing impairment more frequent in Usher syndrome or in Alport syndrome?",
            "Hearing impairment is recorded as more frequent in Usher syndrome than in Alport syndrome: Usher",
        ),
        (
            "Does hearing impairment occur less often in Usher syndrome or in Alport syndrome?",
            "Hearing impairment is recorded as less frequent in Alport syndrome than in Usher syndrome: Usher",
        ),
        (
            "Is hematuria or hearing impairment more frequent in Alport syndrome?",
            "Hematuria is recorded as more frequent in Alport syndrome than hearing impairment: hematuria very",
        ),
    ],
)
def test_what_is_more_frequent_in_what_is_told_the_right_way_round(hpo_asker: Asker, asked: str, said: str) -> None:
    assert hpo_asker.ask(asked).answer.headline.startswith(said)


def test_what_is_recorded_without_a_frequency_is_not_nothing(hpo_asker: Asker) -> None:
    asked = "Is X-linked inheritance more frequent in hemophilia A or in von Willebrand disease?"
    answer = hpo_asker.ask(asked).answer
    assert "factor VIII deficiency (recorded for X-linked recessive inheritance) without a frequency [1]" in answer.text
    assert "nothing" not in answer.text
