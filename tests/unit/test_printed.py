"""What the command line prints: nothing that a terminal obeys, and JSON lines that are one line each."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from traces import hostile, intersection

from kgqa import processes
from kgqa.cli import ask, command, console
from kgqa.errors import ServerError
from kgqa.history.storage import ReaderStorage
from kgqa.language.json_lines import json_line
from kgqa.load.chunks import name_line
from kgqa.load.source import NodeRow

EVIL = "foo\x1b]0;title\x07\x1b[31mred\x9b31m\x85\u2028\u2029\u202edrow\rback\x08\x7f"
OBEYED = "\x1b\x07\x9b\x85\u2028\u2029\u202e\r\x08\x7f"


def test_no_name_of_an_answer_reaches_the_terminal_as_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    trace = hostile(EVIL)
    item = replace(intersection(0, aside=0).answer.items[0], name=EVIL + "\n  forged line", ids=(EVIL,))
    trace = replace(trace, answer=replace(trace.answer, items=(item,), text=EVIL, headline=EVIL))
    with console.harmless():
        ask._print_answer(trace)
    said = capsys.readouterr()
    assert "foo" in said.out
    assert not set(OBEYED) & set(said.out + said.err)
    assert "\n  forged line" not in said.out


def test_no_error_reaches_the_terminal_as_a_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> int:
        print(EVIL)
        raise ServerError(EVIL)

    monkeypatch.setattr(ask, "_feedback", fail)
    assert command.main(["feedback"]) == 1
    said = capsys.readouterr()
    assert "foo" in said.out
    assert "foo" in said.err
    assert not set(OBEYED) & set(said.out + said.err)
    assert not isinstance(sys.stdout, console.Harmless), "what was before is there again"


@settings(deadline=None)
@given(st.text())
def test_an_object_is_one_line_for_every_reader_and_comes_back(text: str) -> None:
    line = json_line({"name": text, text: EVIL})
    assert line.splitlines() == [line]
    assert not set(OBEYED) & set(line)
    assert json.loads(line) == {"name": text, text: EVIL}


def test_the_file_of_names_and_what_is_kept_have_lines_for_every_reader(tmp_path: Path) -> None:
    line = name_line(NodeRow("Gene", "X:1", EVIL, synonyms=(EVIL,)))
    assert line.splitlines() == [line.removesuffix("\n")]
    assert json.loads(line)["name"] == EVIL
    reader = ReaderStorage(tmp_path, "a" * 32)
    reader.remember(hostile(EVIL))
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file() and EVIL[:3].encode() in path.read_bytes())
    head = kept.read_text(encoding="utf-8").split("\n")[0]
    assert head.splitlines() == [head]
    assert reader.entries()[0].question == EVIL


def test_a_child_has_no_keys_of_its_starter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = (
        "KGQA_MODEL_KEY",
        "OPENAI_API_KEY",
        "KGQA_GRAPH_PASSWORD",
        "KGQA_ACCESS_TOKEN",
        "HF_TOKEN",
        "AWS_SECRET_X",
    )
    for name in secret:
        monkeypatch.setenv(name, "planted-secret")
    monkeypatch.setenv("KGQA_MODEL_MOST_TOKENS", "99")
    (tmp_path / "told.py").write_text("import json, os; print(json.dumps(dict(os.environ)))")
    places = os.pathsep.join([str(tmp_path), processes.CODE])
    monkeypatch.setenv("PYTHONPATH", places)
    with (tmp_path / "log").open("wb") as log:
        process = processes.start("told", folder=tmp_path, log=log.fileno(), environment={"GIVEN_TOKEN": "by name"})
    told, _ = process.communicate(timeout=60)
    assert "planted-secret" not in told
    assert json.loads(told)["KGQA_MODEL_MOST_TOKENS"] == "99"
    assert json.loads(told)["GIVEN_TOKEN"] == "by name"
