"""Whether as many things as a question claims are recorded, and whether some are all of them."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("asked", "verdict", "said"),
    [
        ("Is FBN1 the only gene associated with Marfan syndrome?", True, "Yes, no other gene is recorded."),
        ("Is Wilson disease the only thing that causes Kayser-Fleischer ring?", True, "Yes, no other disease"),
        ("Is Marfan syndrome the only disease with ectopia lentis?", False, "No, not the only disease recorded."),
        ("Is TSC1 the sole gene of tuberous sclerosis?", False, "No, not the only gene recorded."),  # a disease as well
        ("Are ERF and FGFR2 the only genes of Crouzon syndrome?", True, "Yes, no other gene"),
        ("Are FGFR2 and FBN1 the only genes of Crouzon syndrome?", None, ""),  # one of them is none
        ("Is TP63 associated with more than one disease?", True, "Yes, more than one: TP63 is associated with"),
        ("Does COL4A5 cause at least three different diseases?", False, "No, fewer than three: COL4A5"),
        ("Are there more than 100 diseases that show hyperuricemia?", False, "No, not more than 100: "),
        ("Is there just one gene for Marfan syndrome?", True, "Yes, just one: FBN1"),
        ("Does Alport syndrome have only one gene?", False, "No, not only one"),
        ("Is there more than one type of Usher syndrome?", True, "Yes, more than one"),
        ("Are there any forms of Usher syndrome?", True, "Yes: 4 diseases are kinds of Usher syndrome"),
        ("Are there diseases associated with at least 20 genes?", True, "Yes: "),
        (
            "Apart from Wilson disease, is a Kayser-Fleischer ring recorded in any other disease?",
            False,
            "No disease other",
        ),
        ("Is any other gene besides GBA1 associated with Gaucher disease?", True, "Yes, other than GBA1, recorded for"),
    ],
)
def test_what_is_claimed_of_their_number_is_held_against_what_is_recorded(
    hpo_asker: Asker, asked: str, *, verdict: bool | None, said: str
) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.verdict is verdict, answer.text
    assert answer.headline.startswith(said)
    assert verdict is None or (answer.kind == "yesno" and answer.text.startswith(said))


def test_what_was_understood_has_the_number(hpo_asker: Asker) -> None:
    only = hpo_asker.ask("Is FBN1 the only gene of Marfan syndrome?")
    several = hpo_asker.ask("Is TP63 linked to more than one disease?")
    assert only.understood.startswith("whether there is no other: ")
    assert several.understood.startswith("whether more than one: ")


@pytest.mark.parametrize(
    "asked",
    [
        "Does FBN1 cause Marfan syndrome in more than one patient?",  # of patients no number is recorded
        "Is CFTR associated with only cystic fibrosis?",
        "Is Marfan syndrome the only disease my son has?",
        "Is FBN1 the only cheap gene of Marfan syndrome?",
    ],
)
def test_numbers_of_other_things_are_not_told(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


@pytest.mark.parametrize(
    "asked",
    [
        "Apert or Crouzon: in which would I expect syndactyly?",
        "Apert vs Crouzon: in which of the two would I expect syndactyly?",
        "Which of the two shows syndactyly, Apert syndrome or Crouzon syndrome?",
    ],
)
def test_in_which_of_two_something_is_found_is_told_of_these(hpo_asker: Asker, asked: str) -> None:
    assert [one.name for one in hpo_asker.ask(asked).answer.items] == ["Apert syndrome"]


@pytest.mark.parametrize("asked", ["Apert or Crouzon: in which is syndactyly never seen?"])
def test_in_which_of_two_it_is_not_found_is_not_guessed(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"
