"""The benchmark of strategies with a strong model: replies by the exact prompt, scores, and the list of what waits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import strong
from benchmarks.common import DATA
from benchmarks.strong import AwaitingError, Compared, GoldQuestion, Outcome, Replies, key_of
from kgqa.errors import KgqaError
from kgqa.records import Message

PROMPT = (Message("system", "Be brief."), Message("user", "Which gene?"))


def test_a_reply_belongs_to_one_prompt_letter_for_letter(tmp_path: Path) -> None:
    replies = Replies({})
    with pytest.raises(AwaitingError):
        replies.complete(PROMPT)
    (waiting,) = replies.awaiting.values()
    assert waiting["key"] == key_of(PROMPT)
    assert "Which gene?" in waiting["prompt"]
    replies.add([{"key": waiting["key"], "reply": "FBN1"}], "me")
    replies.write(tmp_path / "replies.jsonl")
    again = Replies.read(tmp_path / "replies.jsonl")
    reply = again.complete(PROMPT)
    assert (reply.text, reply.model, again.settings.model) == ("FBN1", "me", "me")
    assert again.written[key_of(PROMPT)]["by"] == "me"
    with pytest.raises(AwaitingError):
        again.complete((*PROMPT[:1], Message("user", "Which gene? ")))


@pytest.mark.parametrize("given", [{"reply": "x"}, {"key": "x"}, {"key": "x", "reply": 3}])
def test_a_reply_without_key_or_text_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(KgqaError):
        Replies({}).add([given], "me")


def outcome(strategy: str, score: float | None, *, wrong: bool = False, false: int = 0) -> Outcome:
    asked = GoldQuestion("1", "Which gene?", "list", "lay", (("G:1",),))
    return Outcome(strategy, asked, score, wrong, 1_000, None, false, "")


def test_auto_must_be_good_and_never_wrong() -> None:
    assert Compared((outcome("auto", 1.0), outcome("cypher", 0.0, wrong=True))).passed
    assert not Compared((outcome("auto", 0.9),)).passed
    assert not Compared((outcome("auto", 1.0, wrong=True),)).passed
    assert not Compared((outcome("auto", 1.0), outcome("kg-rag", 1.0, false=1))).passed
    assert "waiting" in Compared((outcome("auto", None),), whole=True).text()


def test_a_list_is_scored_by_its_f1() -> None:
    asked = GoldQuestion("1", "Which?", "list", "lay", (("A", "a"), ("B",), ("C",)))
    assert strong._f1(asked, [frozenset({"a"}), frozenset({"B"}), frozenset({"C"})]) == 1
    assert strong._f1(asked, [frozenset({"A"}), frozenset({"X"})]) == pytest.approx(0.4)
    assert strong._f1(asked, []) == 0


def test_every_bundled_reply_says_who_wrote_it_and_every_question_what_is_right() -> None:
    folder = DATA / "strong"
    questions = [
        GoldQuestion.from_json(json.loads(one)) for one in (folder / "questions.jsonl").read_text().splitlines()
    ]
    assert len({one.id for one in questions}) == len(questions)
    for one in questions:
        right = (one.ids, one.verdict is not None, one.count is not None, one.value)
        assert any(right) or one.kind == "none"
    assert all(one["by"] for one in Replies.read(folder / "replies.jsonl").written.values())
