"""Words around names: misspelt ones are put right only where that is clear, courtesy is set aside, names stay names."""

from __future__ import annotations

import pytest

from kgqa.language.common_words import is_marked, looks_like_name
from kgqa.language.text import without_words
from kgqa.questions.intent import Ambiguity, Gap, Intent
from kgqa.questions.text.courtesy import Aside, asides, said
from kgqa.questions.text.spelling import Dictionary, clear, ways
from kgqa.records import Candidate, Entity
from tests.integration.graphs import read

DICTIONARY = Dictionary(["associated", "cause", "caused", "inherited", "symptom", "treat", "upregulate"])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Wich", "which"),
        ("whcih", "which"),
        ("assocated", "associated"),
        ("inhertied", "inherited"),
        ("symtoms", "symptoms"),
        ("wiht", "with"),
        ("teh", "the"),
        ("couse", "cause"),
    ],
)
def test_a_misspelt_word_is_near_to_the_one_that_is_meant(written: str, meant: str) -> None:
    assert DICTIONARY.choices(written)[0][1] == meant


@pytest.mark.parametrize(
    "word",
    [
        "nto", "n0t", "wihtout", "excpet", "nevr", "atleast", "fewset", "thre", "onyl",  # deny, compare, count
        "uncaused", "nonassociated", "disinherited", "unassocated",  # the opposite is no slip
        "which", "house", "worsen", "seizure", "ataxia", "FBN1", "a", "of", "Qu’est", "水痘",  # words as they are
    ],
)  # fmt: skip
def test_nothing_that_turns_a_question_and_no_word_is_corrected(word: str) -> None:
    turning = {"not", "no", "without", "except", "never", "least", "most", "fewest", "three", "only", "or", "but"}
    assert not turning & {meant for _, meant in DICTIONARY.choices(word)}
    if word.lower() in ("which", "house", "seizure", "ataxia", "fbn1", "a", "of"):
        assert DICTIONARY.choices(word) == []


def test_a_word_resembles_also_what_nothing_is_corrected_to() -> None:
    assert DICTIONARY.resembles("nto")
    assert not DICTIONARY.resembles("zorblatt")


def test_the_nearest_way_goes_first_and_is_clear_by_half_a_slip() -> None:
    assert ways([[(1.0, "a"), (1.25, "b")], [(1.0, "c")]]) == [(2.0, ("a", "c")), (2.25, ("b", "c"))]
    assert clear(1.0, [])
    assert clear(1.0, [1.5])
    assert not clear(1.0, [1.25])


@pytest.mark.parametrize(
    ("question", "plain", "note"),
    [
        ("Wich compounds treat migraine?", "Which compounds treat migraine?", "Read “Wich” as “Which”."),
        ("Which compunds treat migraine?", "Which compounds treat migraine?", "Read “compunds” as “compounds”."),
        ("Hello, which compounds treat migraine?", "Which compounds treat migraine?", "Set aside: “Hello”."),
        ("Which compounds treat migraine in my daughter?", "Which compounds treat migraine?", "“in my daughter”"),
        ("Does aspirin please treat migraine?", "Does aspirin treat migraine?", "Set aside: “please”."),
    ],
)
def test_a_question_is_read_as_the_plain_one_and_says_so(question: str, plain: str, note: str) -> None:
    found, wanted = read(question), read(plain)
    assert isinstance(found, Intent)
    assert isinstance(wanted, Intent)
    assert (found.kind, found.answer) == (wanted.kind, wanted.answer)
    assert [pair.hops for pair in found.pairs] == [pair.hops for pair in wanted.pairs]
    assert note in " ".join(found.notes)
    assert wanted.notes == ()


@pytest.mark.parametrize(
    "question",
    [
        "Which compounds do nto treat migraine?",
        "Which compounds treat severe migraine?",
        "Which compounds treat migraine in infants?",
        "Does aspirin treat my son?",
        "Which compounds treat migraine in my deaf son?",
        "Which Compunds treat Migraine Zorblatt?",
    ],
)
def test_what_may_change_the_answer_is_never_left_out(question: str) -> None:
    assert isinstance(read(question), Gap)


def test_a_reading_by_a_person_alone_is_no_answer() -> None:
    assert not isinstance(read("Is migraine treated in my son?"), (Intent, Ambiguity))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Hi there! Good morning, which genes cause X?", ["Hi there! Good morning"]),
        ("Which genes cause X? Many thanks in advance!", ["Many thanks in advance"]),
        ("Which genes cause X, thx", ["thx"]),
        ("Dear doctor, could you kindly say which genes cause X, please", ["Dear doctor", "kindly", "please"]),
        ("Which features has X with my two-year-old girl?", ["with my two-year-old girl"]),
        ("Which features has X in my 40 year old patient, thanks?", ["in my 40 year old patient", "thanks"]),
        ("Which features has X in a 5 year old boy?", []),
        ("Which features has X in boys?", []),
        ("What are the symptoms of my son?", []),
        ("Is high blood pressure a feature of X?", []),
    ],
)
def test_only_what_is_certainly_no_condition_is_set_aside(question: str, words: list[str]) -> None:
    found = asides(question, ())
    assert [question[one.start : one.end].strip(" ,.;:!?") for one in found] == words
    assert said(question, found) == (() if not words else said(question, found))
    assert all(word in " ".join(said(question, found)) for word in words)


def test_what_touches_a_name_is_not_set_aside() -> None:
    question = "Which genes cause Please syndrome, please?"
    thing = Entity("Please syndrome", 18, 33, Candidate("X:1", "Please syndrome", "Disease", 1.0, "exact", "x"))
    assert asides(question, (thing,)) == [Aside(35, 41)]


@pytest.mark.parametrize(
    ("text", "word", "marked", "like"),
    [
        ("Which genes cause Zorblatt syndrome?", "Zorblatt", True, True),
        ("Which genes cause zorblatt syndrome?", "zorblatt", False, True),
        ("Is QXZ99 a gene?", "QXZ99", True, True),
        ("What is the capital of France?", "France", True, True),
        ("What is the capital of France?", "capital", False, False),
        ("WHO WON THE CUP?", "CUP", False, False),
        ("In 10 patients?", "10", False, False),
        ("Which genes cause “weather”?", "weather", True, True),
    ],
)
def test_a_word_looks_like_a_name(text: str, word: str, marked: bool, like: bool) -> None:
    start = text.index(word)
    assert (is_marked(text, start, word), looks_like_name(text, start, word)) == (marked, like)


@pytest.mark.parametrize(
    ("question", "left_out", "rest"),
    [
        ("Which diseases show seizures in infants?", "infants", "Which diseases show seizures?"),
        ("Which diseases show seizures in a 5 year old boy?", "5 year old boy", "Which diseases show seizures?"),
        ("Is ataxia a dangerous feature of X?", "dangerous", "Is ataxia a feature of X?"),
        ("Is ataxia a severe abnormality of X?", "severe", "Is ataxia an abnormality of X?"),
        ("Which severe diseases show ataxia?", "severe", "Which diseases show ataxia?"),
    ],
)
def test_a_question_without_some_words_reads_well(question: str, left_out: str, rest: str) -> None:
    start = question.index(left_out)
    assert without_words(question, start, start + len(left_out)) == rest
