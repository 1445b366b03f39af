"""What would narrow an answer and is not used stands before it, or ends the reading where that asks otherwise."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("question", "said", "plain"),
    [
        ("What symptoms do women who have Fabry disease show?", "“women”", "Which phenotypes does Fabry disease show?"),
        (
            "Which symptoms do girls with Duchenne get?",
            "“girls”",
            "Which phenotypes does Duchenne muscular dystrophy show?",
        ),
        (
            "What are the symptoms of Fabry disease in a 6 months old?",
            "“6 months old”",
            "Which phenotypes does Fabry disease show?",
        ),
        (
            "My parents are cousins and I have ataxia. Which diseases could it be?",
            "“My parents are cousins”",
            "Which diseases show Ataxia?",
        ),
        ("Which diseases cause loss of sense of smell and taste?", "“taste”", "Which diseases show Anosmia?"),
        (
            "Our son was born with a cleft lip, but he is very pale. Which diseases show cleft lip?",
            "“he is very pale”",
            "Which diseases show cleft lip?",
        ),
        (
            "6 months old with seizures. What could it be?",
            "“6 months old”",
            "Which diseases show Seizure?",
        ),
    ],
)
def test_what_is_not_used_stands_first(hpo_asker: Asker, question: str, said: str, plain: str) -> None:
    trace = hpo_asker.ask(question)
    first = f"Not used: {said}. "
    assert trace.answer.headline == first + hpo_asker.ask(plain).answer.headline
    assert trace.answer.text.startswith(first)
    assert trace.reading is not None
    assert not trace.reading.sure


@pytest.mark.parametrize(
    "question",
    [
        "Neonate with microphthalmia, polydactyly, cleft lip and scalp defect. Thoughts?",
        "My daughter has Fabry disease. Which symptoms does it cause?",
        "For my homework: which kinds of Ehlers-Danlos syndrome are there?",
        "our grandchild has cystic fibrosis, which genes are linked to it?",
        "Which symptoms do people with Fabry disease get?",
    ],
)
def test_what_narrows_nothing_is_not_said_first(hpo_asker: Asker, question: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert answer.status == "answered"
    assert not answer.headline.startswith("Not used")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which diseases show thinning of the bones of the skull?", "of the skull"),
        ("Which diseases show no reflexes of the pupil?", "of the pupil"),
        ("He is deaf to advice. Which diseases could that be?", "to advice"),
        ("Meier-Gorlin panel - number of genes", "Meier-Gorlin"),
        ("Which features of Marfan are dangerous?", "dangerous"),
        ("Which diseases with ataxia are fatal?", "fatal"),
        ("Is PTPN11 the main cause of Noonan syndrome?", "main"),
        ("Is Usher syndrome without deafness possible?", "without"),
        ("Which diseases show painful periods of blindness?", "painful periods of blindness"),
        ("If it were not Marfan, what else could explain ectopia lentis?", "If it were not"),
        ("Can my wife get kidney cancer from hereditary leiomyomatosis (the one with FH)?", "(the one with FH)"),
    ],
)
def test_what_asks_for_something_else_is_not_answered(hpo_asker: Asker, question: str, said: str) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "not_understood"
    assert trace.answer.headline == f"“{said}” is not understood here."
    assert trace.evidence == ()


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("Which diseases show thinning of the bones?", "Which diseases show Osteoporosis?"),
        (
            "Are there illnesses where someone feels no pain and cannot sweat? Which?",
            "Which diseases show both Pain insensitivity and Anhidrosis?",
        ),
        ("He is deaf. Which diseases could that be?", "Which diseases show Hearing impairment?"),
        (
            "What is the set of genes associated with Marfan syndrome?",
            "Which genes are associated with Marfan syndrome?",
        ),
        ("Which features of Marfan are frequent?", "Which frequent features does Marfan syndrome have?"),
        ("Which diseases have weakness of the legs?", "Which diseases show Lower limb muscle weakness?"),
        ("What sort of things will we see with Marfan syndrome?", "Which phenotypes does Marfan syndrome show?"),
        ("What sort of diseases does FBN1 cause?", "Which diseases is FBN1 associated with?"),
        (
            "At which ages may Alexander disease begin, according to its annotations?",
            "When does Alexander disease begin?",
        ),
    ],
)
def test_what_is_used_is_answered(hpo_asker: Asker, question: str, same: str) -> None:
    found, plain = hpo_asker.ask(question).answer, hpo_asker.ask(same).answer
    assert found.status == plain.status == "answered"
    assert [one.id for one in found.items] == [one.id for one in plain.items]


@pytest.mark.parametrize(
    ("question", "graded"),
    [
        ("Which genes have a weak association with Marfan syndrome?", "weak"),
        ("Which genes have indirect association with Marfan syndrome?", "indirect"),
        ("List genes that are strongly associated with Marfan syndrome.", "strongly"),
        ("Which genes are weakly associated with Marfan syndrome?", "weakly"),
    ],
)
def test_what_says_how_strong_a_link_is_or_turns_it_round_is_not_left_out_unasked(
    hpo_asker: Asker, question: str, graded: str
) -> None:
    trace = hpo_asker.ask(question)
    assert (trace.answer.status, trace.answer.items, trace.evidence) == ("ambiguous", (), ())
    assert f"That leaves out “{graded}”." in trace.answer.text
    assert [one.question for one in trace.answer.suggestions] == ["Which genes are associated with Marfan syndrome?"]


@pytest.mark.parametrize("said", ["a known", "an established", "a", "a reported"])
def test_that_a_link_is_known_is_all_that_records_say(hpo_asker: Asker, said: str) -> None:
    answer = hpo_asker.ask(f"Which genes have {said} association with Marfan syndrome?").answer
    assert [one.name for one in answer.items] == ["FBN1"]


@pytest.mark.parametrize(
    "question",
    [
        "Which genes are upregulated in Marfan syndrome?",
        "Which genes are upregulated in diseases with arachnodactyly?",
        "Which genes are overexpressed in Marfan syndrome?",
    ],
)
def test_a_word_for_another_link_than_the_graph_has_is_not_read_as_that(hpo_asker: Asker, question: str) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status in ("ambiguous", "not_understood", "not_in_graph")
    assert trace.evidence == ()


def test_a_differential_tells_nothing_apart(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Consanguineous parents, microcephaly and seizures. Differential?").answer
    assert "only for" not in answer.headline
