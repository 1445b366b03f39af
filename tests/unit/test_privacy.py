"""What looks like it identifies a patient is found and nothing else is; the rest of a question can be read."""

from __future__ import annotations

import itertools
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from privacy_texts import IDENTIFYING, INNOCENT

from kgqa.privacy import identifiers, without
from kgqa.privacy.outbound import leave
from kgqa.strategies.approach import Approach

PARTS = re.compile(r"(\{[^}]*\})")


def parsed(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """A text without its marks, and the places that were marked."""
    text, places = "", []
    for part in PARTS.split(marked):
        if part.startswith("{"):
            places.append((len(text), len(text) + len(part) - 2))
        text += part.strip("{}")
    return text, places


def overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def missed(marked: str) -> list[str]:
    text, places = parsed(marked)
    found = [(one.start, one.end) for one in identifiers(text)]
    return [text[a:b] for a, b in places if not any(start <= a + 1 and b <= end for start, end in found)]


def invented(marked: str) -> list[str]:
    text, places = parsed(marked)
    return [one.text for one in identifiers(text) if not any(overlap((one.start, one.end), p) for p in places)]


def test_precision_and_recall_over_all_texts(record_property: pytest.RecordProperty) -> None:
    texts = [*IDENTIFYING, *INNOCENT]
    assert len(IDENTIFYING) >= 60
    assert len(INNOCENT) >= 60
    wanted = sum(len(parsed(text)[1]) for text in texts)
    lost, extra = [one for text in texts for one in missed(text)], [one for text in texts for one in invented(text)]
    found = sum(len(identifiers(parsed(text)[0])) for text in texts)
    recall, precision = 1 - len(lost) / wanted, 1 - len(extra) / found
    record_property("recall", recall)
    record_property("precision", precision)
    assert recall >= 0.97, f"recall {recall:.3f}: missed {lost}"
    assert precision >= 0.97, f"precision {precision:.3f}: invented {extra}"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("54-year-old, MRN 00417733: which?", ["age", "record number"]),
        ("Mrs O'Brien, DOB 12/03/1962, ward 4B", ["name", "date of birth", "ward or bed"]),
        ("jane@nhs.net, tel 020 7946 0958, 12 High Street", ["e-mail address", "phone number", "postal address"]),
        ("seen on 12/03/2021, NHS number 943 476 5919", ["date", "national number"]),
        ("GB82 WEST 1234 5698 7654 32, 4111 1111 1111 1111", ["bank account or card", "bank account or card"]),
        ("sk-proj-AAAAAAAAAAAAAAAAAAAAAAAAAAAA", ["password or key"]),
    ],
)
def test_each_is_called_what_it_is(text: str, kinds: list[str]) -> None:
    found = identifiers(text)
    assert [one.kind for one in found] == kinds
    assert all(text[one.start : one.end] == one.text for one in found)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (
            "54-year-old, MRN 00417733: which diseases show both arachnodactyly and ectopia lentis?",
            "which diseases show both arachnodactyly and ectopia lentis?",
        ),
        (
            "My patient John Smith, DOB 12/03/1962, has arachnodactyly. Which diseases show it?",
            "My patient has arachnodactyly. Which diseases show it?",
        ),
        ("Does Maria Garcia have Marfan syndrome?", "Does the patient have Marfan syndrome?"),
        ("Does Maria Garcia, born 12/03/1965, have Marfan syndrome?", "Does the patient have Marfan syndrome?"),
        ("Can Jane Doe, aged 93, take aspirin?", "Can the patient take aspirin?"),
        ("What is wrong with John Smith?", "What is wrong with the patient?"),
        (
            "Mr John Smith, born 12/03/1965, MRN 00417733, has ataxia. Which diseases show it?",
            "The patient has ataxia. Which diseases show it?",
        ),
        ("For John Smith, which diseases show ataxia?", "For the patient, which diseases show ataxia?"),
        ("John Smith, DOB 12/03/1962, which diseases show ataxia?", "which diseases show ataxia?"),
        ("A man called John Smith has ataxia. Which genes?", "A man has ataxia. Which genes?"),
        ("Which genes cause ataxia in a 54-year-old man?", "Which genes cause ataxia in a man?"),
        ("A 5-year-old with seizures: which diseases?", "A patient with seizures: which diseases?"),
        ("Ectopia lentis (MRN 00417733), which diseases?", "Ectopia lentis, which diseases?"),
        ("Admitted on 12/03/2021 with fever. Why?", "with fever. Why?"),
        ("jane.doe@nhs.net", ""),
        ("Which genes cause Marfan syndrome?", "Which genes cause Marfan syndrome?"),
    ],
)
def test_what_is_left_can_be_read(text: str, rest: str) -> None:
    assert without(text, identifiers(text)) == rest


@pytest.mark.parametrize("marked", IDENTIFYING)
def test_nothing_that_was_found_is_left(marked: str) -> None:
    text, _ = parsed(marked)
    found = identifiers(text)
    rest = without(text, found)
    assert found
    assert all(one.text not in rest for one in found if len(one.text) > 3)
    assert identifiers(rest) == ()


@pytest.mark.parametrize("text", ["PubMed ID: 9876543210", "SNOMED CT ID: 1234567890", "in case 10.1056/12345678"])
def test_a_number_of_the_field_is_no_patients(text: str) -> None:
    assert identifiers(f"What is known of {text}?") == ()
    patients = text.replace("PubMed ID", "MRN").replace("SNOMED CT ID", "MRN").replace("10.1056/", "")
    assert [one.kind for one in identifiers(f"What is known of {patients}?")] == ["record number"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("219-09-9998", "666-09-9998"),
        ("12345678Z", "12345678A"),
        ("X2482300W", "X2482300A"),
        ("85.07.30-033.28", "85.07.30-033.61"),
        ("131052-308T", "131352-308T"),
        ("2341 2341 2346", "2341 2341 2347"),
        ("GB82 WEST 1234 5698 7654 32", "GB83 WEST 1234 5698 7654 32"),
        ("4111 1111 1111 1111", "4111 1111 1111 1112"),
        ("020 7946 0958", "000 7946 0958"),
    ],
)
def test_a_number_whose_check_digits_are_wrong_is_nobodys(right: str, wrong: str) -> None:
    assert [one.text for one in identifiers(f"Does {right} show ataxia?")] == [right]
    assert identifiers(f"Does {wrong} show ataxia?") == ()


def test_identifiers_of_the_graph_are_nobodys_numbers() -> None:
    draw = random.Random(7)
    for _ in range(100):
        term, entry, paper, variant = (draw.randrange(10**5, 10**most) for most in (7, 6, 8, 9))
        text = (
            f"Are HP:{term:07}, OMIM:{entry}, OMIM {entry}, {paper}, PMID:{paper}, PMID {paper} and rs{variant} linked?"
        )
        assert identifiers(text) == (), text


def test_nothing_is_loaded_for_a_question_without_numbers_of_persons() -> None:
    script = (
        "import sys; from kgqa.privacy import identifiers; identifiers('Is HP:0001166 in OMIM:154700?');"
        "assert not {'phonenumbers', 'stdnum'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).parents[2])


@pytest.mark.parametrize(
    "text",
    ["", " ", "\x00", "🙂" * 50, "(" * 3000, "1 " * 1500, "John " * 600, "a@" * 1500, "12/" * 1000, "‮MRN 123456"],
)
def test_any_text_is_read_without_an_error(text: str) -> None:
    found = identifiers(text)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))
    assert isinstance(without(text, found), str)


def test_what_leaves_is_said_once_and_whole() -> None:
    alone, found = Approach("llm-only"), Approach("cypher")
    assert "nothing from your graph" in leave([alone])
    assert "nothing from your graph" not in leave([alone, found]), "the other answer sends its facts"
    assert "splits its answer into claims" in leave([alone])
    assert "kinds" not in leave([Approach("llm-only", split_claims=False)])
    assert "kinds and relations" in leave([alone, Approach("kg-rag")]), "the names of all of them, not of the facts"
    assert "as examples" in leave([Approach("cypher", cypher_prompt="combined")])
    assert "as examples" not in leave([found])
