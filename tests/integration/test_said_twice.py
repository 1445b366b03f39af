"""What is said twice is asked once: what something is in other words, which ones there are, and all that is told."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("asked", "said", "aside"),
    [
        (
            "So what is actually passed down on the Y chromosome, i.e. which conditions are Y-linked?",
            "7 diseases follow Y-linked inheritance",
            "So what is actually passed down on the Y chromosome",
        ),
        (
            "Do you only get cystic fibrosis if both your parents pass it on, I mean is it recessive?",
            "Yes: cystic fibrosis",
            "Do you only get cystic fibrosis if both your parents pass it on",
        ),
        (
            "What happens in Wilson disease, in other words what are its symptoms?",
            "Wilson disease shows",
            "What happens in Wilson disease",
        ),
        ("Do people with Marfan syndrome get odd eyes, you know, ectopia lentis?", "Yes: Marfan", "odd eyes"),
    ],
)
def test_what_is_said_last_is_answered_and_the_first_set_aside(
    hpo_asker: Asker, asked: str, said: str, aside: str
) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.status == "answered"
    assert trace.answer.text.startswith(said)
    assert trace.reading is not None
    assert not trace.reading.sure
    assert aside in {one.text for one in trace.reading.set_aside}


def test_a_name_that_is_said_again_takes_the_place_of_the_first(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Does Marfan cause ectopia lentis? Marfan syndrome I mean").answer
    assert answer.verdict is True
    assert answer.text.startswith("Yes: Marfan syndrome shows ectopia lentis")


@pytest.mark.parametrize(
    "asked",
    [
        "Which diseases cause seizures, I mean fits where you burst out laughing?",  # of these only some
        "Which genes cause Marfan syndrome, I mean which diseases?",
        "Which diseases start before 10 and cause fits, I mean which ones show seizures?",
        "What did they give children with Dravet syndrome, which drugs I mean?",
    ],
)
def test_what_would_lose_a_condition_is_not_answered(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        (
            "Is there any disease that both FGFR2 and FGFR3 are associated with? Name them.",
            "Lacrimoauriculodentodigital syndrome",
        ),
        ("PTEN and PIK3CA are both in one pathway. Do they share any diseases, and which ones?", "Cowden syndrome"),
    ],
)
def test_who_asks_for_any_and_to_be_told_which_asks_once(hpo_asker: Asker, asked: str, name: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.verdict is True, answer.text
    assert name in {item.name for item in answer.items}


@pytest.mark.parametrize(
    "asked",
    [
        "Are there genes of Marfan syndrome, and who found them?",
        "Does every type of Usher syndrome show deafness? Which?",
        "Are there drugs for cystinosis, and for whom?",
    ],
)
def test_what_else_is_asked_of_them_is_another_question(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


@pytest.mark.parametrize(
    "asked",
    [
        "He has cutaneous photosensitivity, microcephaly and cataract; which diseases record all three signs?",
        "My niece has cutaneous photosensitivity, microcephaly and cataract. Which conditions could cause all of that?",
        "He shows cutaneous photosensitivity, microcephaly and cataract. Which diseases show all three?",
    ],
)
def test_all_that_is_told_of_are_the_findings(hpo_asker: Asker, asked: str) -> None:
    names = {item.name for item in hpo_asker.ask(asked).answer.items}
    assert "Cockayne syndrome A" in names


@pytest.mark.parametrize(
    "asked",
    [
        "He presents with cutaneous photosensitivity, microcephaly and cataract. Which diseases show all two features?",
        "My sister presents with microcephaly and my brother shows cataract. Which diseases show both features?",
        "A patient presents with microcephaly and cataract and hates noise. Which diseases show all of these features?",
        "My patient has no seizures. Which diseases show seizures?",
        "Seizures started before the age of two. Which diseases show seizures?",
    ],
)
def test_what_is_told_may_be_a_condition(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


def test_what_is_told_of_a_thing_that_is_named_again_is_set_aside(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Osteopetrosis runs in my partner's family. Which forms of osteopetrosis are recessive?")
    assert trace.answer.status == "answered"
    assert "kinds of osteopetrosis follow autosomal recessive inheritance" in trace.answer.text
    assert trace.reading is not None
    assert trace.reading.set_aside


@pytest.mark.parametrize(
    ("asked", "first", "then"),
    [
        (
            "Is Marfan syndrome dominant, and which gene is responsible?",
            "Yes: Marfan syndrome follows autosomal dominant inheritance",
            "FBN1",
        ),
        (
            "Which gene underlies pycnodysostosis, and is short stature among its features?",
            "CTSK",
            "Yes: short stature",
        ),
        ("How is Marfan syndrome inherited? And Rett syndrome?", "Marfan syndrome follows", "Rett syndrome follows"),
        (
            "Is scoliosis a feature of Marfan syndrome? And of Rett syndrome?",
            "Yes: scoliosis is a feature of Marfan syndrome",
            "Yes: scoliosis is a feature of Rett syndrome",
        ),
        ("How is Marfan syndrome inherited? Also, which genes are associated with it?", "Marfan syndrome", "FBN1"),
    ],
)
def test_two_questions_are_answered_one_after_the_other(hpo_asker: Asker, asked: str, first: str, then: str) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.text.startswith(first), trace.answer.text
    assert len(trace.further) == 1
    assert trace.further[0].answer.text.startswith(then)


@pytest.mark.parametrize(
    "asked",
    [
        "Is scoliosis seen in Marfan syndrome, and which gene is responsible?",  # for which of the two
        "Does Marfan syndrome show scoliosis? And FBN1?",
        "Which gene causes Marfan syndrome, and what other diseases does it cause?",
    ],
)
def test_where_it_is_open_of_what_the_second_speaks_neither_is_answered(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        (
            "Which genes cause Marfan syndrome, no sorry, Loeys-Dietz syndrome?",
            "Which genes cause Loeys-Dietz syndrome?",
        ),
        ("Which genes does Alport syndrome have, no wait, Usher syndrome?", "Which genes does Usher syndrome have?"),
        ("Which features does Marfan syndrome, I mean Fabry disease, have?", "Which features does Fabry disease have?"),
        ("Which genes cause Marfan syndrome, i.e. Loeys-Dietz syndrome?", "Which genes cause Loeys-Dietz syndrome?"),
    ],
)
def test_a_name_that_is_taken_back_is_not_asked_of(hpo_asker: Asker, asked: str, plain: str) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.status == "answered", trace.answer.text
    assert [one.id for one in trace.answer.items] == [one.id for one in hpo_asker.ask(plain).answer.items]


def test_what_is_said_again_of_a_verdict_is_not_defined(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Is Papillon Lefevre something a child has to get from both parents, I mean recessive?")
    assert trace.answer.kind == "yesno" or trace.answer.status != "answered"


def test_what_is_joined_by_as_well_as_is_not_left_out(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask(
        "Patient has a white forelock as well as odd nostril shapes. What belongs in the differential?"
    )
    assert trace.answer.status != "answered"


@pytest.mark.parametrize(
    ("asked", "said", "aside"),
    [
        (
            "at what age does the overeating start in prader-willi, hyperphagia I think it's called",
            "Polyphagia is a feature of Prader-Willi syndrome: onset",
            "the overeating",
        ),
        ("Which illnesses show the shaking, tremor I think?", "", "the shaking"),
        (
            "Is Papillon Lefevre something a child has to get from both parents, I mean recessive?",
            "Yes: Papillon-Lefevre syndrome follows autosomal recessive",
            "something a child has to get from both parents",
        ),
        (
            "Our baby has achondroplasia. Could he stop breathing during sleep, I mean sleep apnea?",
            "Yes: achondroplasia shows sleep apnea",
            "stop breathing during sleep",
        ),
    ],
)
def test_a_name_or_a_noun_that_is_said_last_stands_in_the_place_of_what_it_says_again(
    hpo_asker: Asker, asked: str, said: str, aside: str
) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.text.startswith(said)
    assert trace.reading is not None
    assert not trace.reading.sure
    assert aside in {one.text for one in trace.reading.set_aside}


@pytest.mark.parametrize(
    "asked",
    [
        "Which genes cause Marfan syndrome? List the diseases.",
        "Is Marfan syndrome not passed on by both parents, I mean dominant?",
        "Is Marfan syndrome passed on by three parents, I mean dominant?",
        "Our baby has achondroplasia. Could he never sleep well, I mean sleep apnea?",
        "how often does the shaking or the crying start in Angelman syndrome, hyperphagia I think?",
    ],
)
def test_what_is_not_the_same_is_not_left_out(hpo_asker: Asker, asked: str) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.status != "answered" or trace.further
