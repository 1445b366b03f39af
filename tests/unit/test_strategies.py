"""The way of a question: what its steps log, what survives a step that fails, and that no step reads the log."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from kgqa.llm.messages import ModelError, ModelSettings, Reply
from kgqa.llm.writing.query_writing import MOST_CALLS, QueryWriter
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.records import CypherRecord, Message, ModelCall
from kgqa.schema.model import NodeType, Relation, Schema
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings

STEPS = sorted((Path(__file__).parents[2] / "kgqa" / "strategies").glob("*.py"))
LOGGED = {"statements", "calls", "timings_ms", "findings"}
SCHEMA = Schema(
    nodes=(NodeType("Gene", "gene", "genes"), NodeType("Disease", "disease", "diseases")),
    relations=(
        Relation("CAUSES", "Gene", "Disease", "causes", "is caused by"),
        Relation("MARKS", "Gene", "Disease", "marks", "is marked by"),
    ),
)


class Scripted:
    """A model that says one thing after the other; what is an error is raised."""

    def __init__(self, *replies: str | ModelError) -> None:
        self.settings = ModelSettings("compatible", "scripted", key="s3cret-key-of-a-reader")
        self.replies = list(replies)

    def complete(self, messages: object, **_: object) -> Reply:
        reply = self.replies.pop(0)
        if isinstance(reply, ModelError):
            raise reply
        return Reply(reply, "scripted", 10, 5, 1.0)

    def models(self) -> list[str]:
        return ["scripted"]


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_steps_write_to_the_log_and_never_read_it(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    read = [
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "progress"
        and node.attr in LOGGED
    ]
    assert read == []


def test_what_a_failing_step_logged_is_kept() -> None:
    heard: list[str] = []
    progress = Progress(on_step=heard.append)
    progress.step("asking the graph")
    progress.found(Findings(understood="Which genes cause A?"))

    def step() -> None:
        with progress.timed("query"):
            progress.ran(CypherRecord("a", "a", "a", {}, "answers", 1, 1.0))
            raise ModelError("it is gone")

    with pytest.raises(ModelError):
        step()
    assert heard == ["asking the graph"]
    assert [one.generated for one in progress.statements] == ["a"]
    assert progress.timings_ms.keys() == {"query"}
    assert progress.findings.understood == "Which genes cause A?"


def test_a_step_that_is_done_twice_is_timed_together() -> None:
    progress = Progress()
    with progress.timed("run"):
        pass
    first = progress.timings_ms["run"]
    with progress.timed("run"):
        pass
    assert progress.timings_ms["run"] >= first


def test_every_request_is_recorded_without_the_key() -> None:
    calls: list[ModelCall] = []
    model = RecordedModel(Scripted("my key is s3cret-key-of-a-reader", ModelError("down")), calls.append)
    asking = model.asking(model.prompt("answer"), tokens_context=99)
    reply = asking.complete([Message("user", "who?")])
    assert "s3cret" not in reply.text
    with pytest.raises(ModelError):
        asking.complete([Message("user", "s3cret-key-of-a-reader")])
    assert [bool(one.error) for one in calls] == [False, True]
    assert not any("s3cret" in f"{one.reply}{one.messages}{one.error}" for one in calls)
    assert calls[0].tokens_context == 10, "no more than what was counted"


def writer(*replies: str | ModelError) -> tuple[QueryWriter, list[ModelCall]]:
    calls: list[ModelCall] = []
    model = RecordedModel(Scripted(*replies), calls.append)
    return QueryWriter(model, "Which genes cause A?", (), SCHEMA, explorer=None), calls  # type: ignore[arg-type]


def test_a_statement_is_asked_for_once_more_and_never_a_fourth_time() -> None:
    too_long = ModelError("too long for it", trouble="context")
    asked, calls = writer("one", "two", too_long, "three", "four")
    first = asked.first()
    again = asked.again(first, "MATCH", ["It gave no rows."])
    assert again is not None
    assert (first.reply, again.reply) == ("one", "two")
    assert (first.requests, again.requests, len(calls)) == (1, 2, 2)
    assert [one.role for one in again.conversation[-2:]] == ["assistant", "user"]
    shrunk = asked.first(requests=1)
    assert shrunk.reply == "three"
    assert shrunk.requests == MOST_CALLS
    assert "was given" in shrunk.notes[0]
    assert asked.again(shrunk, "MATCH", []) is None
