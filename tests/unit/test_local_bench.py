"""The benchmark of a small model: what counts as right, what form a reply had, and that a run goes on."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from traces import CARD

from benchmarks import local
from benchmarks.local import Outcome, Question, Scores, forms, scored
from kgqa.records import Answer, AnswerItem, Candidate, Entity, Message, ModelCall, Trace

REPAIR = "Your last reply does not fit: it holds no JSON object."


def call(*, reply: str = "{}", error: str = "", last: str = "Question", form: bool = True) -> ModelCall:
    system = "Reply with one JSON object and nothing else." if form else "Write Cypher."
    asked = (Message("system", system), Message("user", last))
    return ModelCall("write the answer", "local", "m", {}, "answer 2", asked, reply, 10, 5, False, 1.0, error)


@pytest.mark.parametrize(
    ("calls", "text", "expected"),
    [
        ((call(),), "", ("first",)),
        ((call(form=False), call()), "", ("first",)),
        ((call(reply="words"), call(last=REPAIR)), "", ("again",)),
        ((call(reply="words"), call(last=REPAIR, error="cut")), "", ("never",)),
        ((call(reply="words"), call(last=REPAIR)), "m did not reply in the form that was asked for, twice", ("never",)),
        ((call(reply="{", error="It did not end within 1,024 tokens."),), "", ("never",)),
        ((call(reply="", error="It does not answer."),), "", ()),
        ((call(form=False),), "", ()),
    ],
)
def test_the_form_of_each_reply_is_told(calls: tuple[ModelCall, ...], text: str, expected: tuple[str, ...]) -> None:
    assert forms(calls, text) == expected


def trace(answer: Answer) -> Trace:
    return Trace("Which genes?", "cypher", CARD, answer)


def found(*names: str) -> tuple[AnswerItem, ...]:
    return tuple(AnswerItem(name, name, "Gene") for name in names)


def linked(text: str) -> list[Entity]:
    words = [word.strip(".,") for word in text.split()]
    known = [word for word in words if word.isupper()]
    return [Entity(word, 0, 1, Candidate(word, word, "Gene", 1.0, "exact", word)) for word in known]


LIST = Question("1", "Which genes?", "list", "Gene", answers=(("A",), ("B", "BB"), ("C",)))
SAID = Answer("answered", "list", "Two genes.", "Two genes.")


def test_a_list_is_scored_by_what_it_names() -> None:
    assert scored(LIST, trace(replace(SAID, items=found("A", "BB", "C"))), linked) == (1.0, (3, 3, 3))
    assert scored(LIST, trace(replace(SAID, items=found("A", "X"))), linked) == (2 / 5, (1, 2, 3))
    assert scored(LIST, trace(SAID), linked)[0] == 0.0
    written = replace(SAID, text="Two genes. They are A and X.", written_by="m", written_from=10)
    assert scored(LIST, trace(written), linked) == (2 / 5, (1, 2, 3))


@pytest.mark.parametrize(
    ("question", "answer", "score"),
    [
        (Question("1", "?", "yesno", verdict=True), replace(SAID, verdict=True), 1.0),
        (Question("1", "?", "yesno", verdict=True), SAID, 0.0),
        (Question("1", "?", "yesno", verdict=False), SAID, 1.0),
        (Question("1", "?", "yesno", verdict=False), replace(SAID, verdict=True), 0.0),
        (Question("1", "?", "yesno", verdict=False), replace(SAID, status="failed"), 0.0),
        (Question("1", "?", "count", count=1_300), replace(SAID, value=1_300), 1.0),
        (Question("1", "?", "count", count=1_300), replace(SAID, headline="There are 1,300 of type X2."), 1.0),
        (Question("1", "?", "count", count=2), replace(SAID, headline="X2 has none."), 0.0),
        (Question("1", "?", "silence"), replace(SAID, status="not_in_graph"), 1.0),
        (Question("1", "?", "silence"), SAID, 0.0),
    ],
)
def test_what_is_no_list_is_right_or_not(question: Question, answer: Answer, score: float) -> None:
    assert scored(question, trace(answer), linked) == (score, None)


def test_what_was_asked_is_read_again_and_a_line_that_was_cut_is_asked_again(tmp_path: Path) -> None:
    one = Outcome("1", "cypher", "list", 0.5, "answered", "Two.", 3.0, 1.0, 10, 5, ("first", "never"), (1, 2, 3), ())
    path = tmp_path / "out.jsonl"
    line = json.dumps(asdict(one))
    path.write_text(f"{line}\n{line[:40]}", encoding="utf-8")
    assert local._written(path) == (one,)
    assert "1/2" in Scores("m", (one,)).text()
    assert local._written(tmp_path / "none.jsonl") == ()


def test_the_questions_have_what_is_right_and_a_part_of_them_has_every_kind() -> None:
    questions = local.read(local.QUESTIONS)
    assert len({one.id for one in questions}) == len({one.question for one in questions}) == 40
    assert all(one.answers for one in questions if one.kind == "list")
    assert all(one.cypher for one in questions if one.kind != "silence")
    assert {one.kind for one in local._drawn(questions, 8)} >= {"list", "yesno", "count"}
    assert local._drawn(questions, None) == questions
