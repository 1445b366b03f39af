"""What stands behind a name says which of its things are meant, and what points back to one speaks of it."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("asked", "label", "some"),
    [
        ("congenital myasthenic syndromes that show ptosis", "Disease", "OMIM:254300"),
        ("congenital myasthenic syndromes that follow a dominant pattern?", "Disease", "OMIM:601462"),
        (
            "Osteopetrosis runs in my partner's family. Which forms of it are dominantly inherited?",
            "Disease",
            "OMIM:607634",
        ),
        (
            "My cousin has Becker muscular dystrophy and her boy has Duchenne. Which signs do the two share?",
            "Phenotype",
            "HP:0003236",
        ),
    ],
)
def test_things_of_the_name_are_listed(hpo_asker: Asker, asked: str, label: str, some: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert (answer.status, answer.kind) == ("answered", "list"), answer.text
    assert {one.label for one in answer.items} == {label}
    assert some in {id_ for one in answer.items for id_ in one.ids}


@pytest.mark.parametrize(
    "asked",
    [
        "Among the hereditary spastic paraplegias I am looking for those with juvenile onset that progress slowly.",
        "Marfan syndrome which show ectopia lentis?",
    ],
)
def test_nothing_is_stated_of_the_name(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status == "not_understood"


def test_who_asks_is_no_number_of_a_name(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Of the hereditary spastic paraplegias I want those with juvenile onset")
    assert "MASA syndrome" not in {one.chosen.name for one in trace.entities}
    assert hpo_asker.ask("Does MPS I have corneal clouding?").answer.verdict is True


def test_genes_of_a_name_are_what_any_are_asked_of(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Do any Usher syndrome genes also cause nonsyndromic hearing loss, and if so which?").answer
    assert (answer.kind, answer.verdict) == ("yesno", True)
    assert {one.label for one in answer.items} == {"Gene"}


def test_by_what_a_finding_is_brought_about_is_not_left_out(hpo_asker: Asker) -> None:
    assert (
        hpo_asker.ask("Rhabdomyolysis brought on by exercise, what are the known causes?").answer.status != "answered"
    )
    noticed = hpo_asker.ask("Photosensitivity noticed by my mother: which diseases show it?")
    assert noticed.answer.status == "answered"
    assert [one.text for one in noticed.reading.set_aside] == ["noticed by my mother"]
