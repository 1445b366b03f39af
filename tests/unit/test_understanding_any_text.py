"""Whatever is typed: the reader comes to an end with an outcome, and never guesses around a word it does not know."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from test_understanding import GAPS, READINGS, said

from kgqa.language.text import clean
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions import reader as reader_module
from kgqa.questions.intent import Ambiguity, Gap, Intent
from kgqa.questions.reader import MOST_READINGS
from tests.examples import examples
from tests.integration.graphs import NODES, SCHEMA, read

NAMES = [name for node in NODES for name in (node.name, node.id, *node.synonyms)]
PHRASES = [
    *(phrase for phrases in vocabulary().cues.values() for phrase in phrases),
    *(word for node in SCHEMA.nodes for word in (node.singular, node.plural, *node.words)),
    *(phrase for r in SCHEMA.relations for phrase in (r.forward, r.inverse, r.negative, *r.words) if phrase),
    *(word for r in SCHEMA.relations for p in r.properties for word in p.words),
    *SCHEMA.absent,
    *sorted(vocabulary().light),
]
UNKNOWN = ["zzquux", "wibblefrotz", "Қазақстан", "水痘ワクチン", "x7q9k2v"]

question_like = st.lists(
    st.one_of(st.sampled_from(NAMES), st.sampled_from(PHRASES), st.sampled_from([",", "?", "(", "-", "'", "%", "…"])),
    max_size=25,
).map(" ".join)


@examples(400)
@given(question_like)
@example("disease which Migraine Migraine most")
def test_any_mixture_of_known_words_has_an_outcome(question: str) -> None:
    assert isinstance(read(question), Intent | Gap | Ambiguity)


@examples(200)
@given(st.text(max_size=300))
def test_any_text_has_an_outcome(text: str) -> None:
    assert isinstance(read(text), Intent | Gap | Ambiguity)


@examples(300)
@given(st.data())
def test_a_question_with_an_unknown_word_is_never_an_intent(data: st.DataObject) -> None:
    question = data.draw(st.one_of(st.sampled_from([q for q, _ in READINGS]), question_like))
    tokens = question.split()
    tokens.insert(data.draw(st.integers(0, len(tokens))), data.draw(st.sampled_from(UNKNOWN)))
    outcome = read(" ".join(tokens))
    assert isinstance(outcome, Gap), said(outcome)


@pytest.mark.parametrize(("question", "expected"), READINGS)
def test_case_spaces_and_the_final_mark_do_not_change_the_reading(question: str, expected: str) -> None:
    bare = question.rstrip("?.")
    for variant in (bare, f"  {bare} ?", f"{bare}!", bare.replace(" ", " \t\n ")):
        assert said(read(variant)) == expected, variant


@examples(200)
@given(question_like)
def test_what_decides_is_in_the_intent(question: str) -> None:
    """A name, or a "not", is never left out of what will be asked of the graph."""
    outcome = read(question)
    if not isinstance(outcome, Intent):
        return
    told = said(outcome)
    for entity in outcome.entities:
        assert entity.chosen.name in told, (question, told)


def test_names_with_many_readings_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0
    real = reader_module.read_form

    def counting(sentence: Any) -> Intent | Gap:
        nonlocal tried
        tried += 1
        return real(sentence)

    monkeypatch.setattr(reader_module, "read_form", counting)
    many = " and ".join(["collywobbles", "tetany"] * 20)
    assert isinstance(read(f"Which diseases present with {many}?"), Intent | Gap | Ambiguity)
    assert 1 < tried <= 2 * MOST_READINGS


def test_a_question_is_read_the_same_way_every_time() -> None:
    shuffled = READINGS + [(q, e) for q, e in GAPS if e]
    for seed in range(3):
        random.Random(seed).shuffle(shuffled)
        for question, expected in shuffled:
            assert said(read(question)) == expected


def test_words_keep_their_places() -> None:
    text = clean("Does\u200b  D:1’s “A-b”\x00 treat 10% of naïve\u2028people?")
    assert [text[token.start : token.end] for token in spoken(text)] == [token.text for token in spoken(text)]
    assert [t.text for t in spoken(text)] == ["Does", "D", "1’s", "A", "b", "treat", "10", "%", "of", "naïve", "people"]
