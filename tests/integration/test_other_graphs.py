"""A batch of questions goes on whatever another process does with the other graphs of the same data folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgqa.errors import ServerError
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from tests import command_line

ROOT = Path(__file__).resolve().parents[2]
NODES = "id,name,label\nC:1,Aspirin,Compound\nC:2,Ibuprofen,Compound\nD:1,Migraine,Disease\nD:2,Gout,Disease\n"
EDGES = "source,type,target\nC:1,TREATS_CtD,D:1\nC:2,TREATS_CtD,D:2\n"
QUESTION = "Which diseases does ibuprofen treat?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tables")
    (made / "nodes.csv").write_text(NODES, encoding="utf-8")
    (made / "edges.csv").write_text(EDGES, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def variables(settings: Settings, server: EmbeddedServer, folder: Path) -> Iterator[dict[str, str]]:
    for name in ("keeping", "passing"):
        catalog.load(settings, server, SourceSpec("tables", {"path": str(folder), "name": name}), lambda _: None)
    yield {"KGQA_DATA_DIR": str(settings.data_dir), "KGQA_GRAPH": "keeping", "KGQA_VECTORS": "0"}
    catalog.remove(settings, "keeping")
    if any(one.card.name == "passing" for one in catalog.graphs(settings)):
        catalog.remove(settings, "passing")


@pytest.mark.slow  # one is opened meanwhile in the test below
def test_questions_go_on_while_another_process_replaces_and_removes_another_graph(
    variables: dict[str, str], folder: Path
) -> None:
    own = {name: value for name, value in os.environ.items() if not name.startswith("KGQA_")} | variables
    command = [sys.executable, "-m", "kgqa"]
    asking = subprocess.Popen(
        [*command, "ask", "--jsonl"], cwd=ROOT, env=own, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    changed: list[int] = []

    def change() -> None:
        for arguments in (
            ("import", "tables", str(folder), "--graph", "passing"),
            ("remove", "passing"),
            ("import", "tables", str(folder), "--graph", "passing"),
            ("remove", "passing"),
        ):
            done = subprocess.run([*command, *arguments], cwd=ROOT, env=own, capture_output=True, timeout=200)
            changed.append(done.returncode)

    other = threading.Thread(target=change)
    answers = []
    try:
        other.start()
        assert asking.stdin is not None
        assert asking.stdout is not None
        while other.is_alive() or len(answers) < 20:
            asking.stdin.write(json.dumps({"id": len(answers), "question": QUESTION}) + "\n")
            asking.stdin.flush()
            answers.append(json.loads(asking.stdout.readline()))
            other.join(0.02)
        asking.stdin.close()
        assert asking.wait(60) == 0, asking.stderr.read() if asking.stderr is not None else ""
    finally:
        other.join(200)
        asking.kill()
        asking.wait()
    assert changed == [0, 0, 0, 0]
    assert {one["status"] for one in answers} == {"answered"}
    assert [one["id"] for one in answers] == list(range(len(answers)))


def test_a_graph_is_opened_while_another_process_changes_another(variables: dict[str, str], folder: Path) -> None:
    own = {name: value for name, value in os.environ.items() if not name.startswith("KGQA_")} | variables
    command = [sys.executable, "-m", "kgqa"]
    ended = threading.Event()

    def change() -> None:
        while not ended.is_set():
            for arguments in (("import", "tables", str(folder), "--graph", "passing"), ("remove", "passing")):
                subprocess.run([*command, *arguments], cwd=ROOT, env=own, capture_output=True, timeout=200)

    other = threading.Thread(target=change)
    other.start()
    try:
        for _ in range(8):
            done = command_line.run("ask", "--jsonl", text=json.dumps({"id": 1, "question": QUESTION}), **variables)
            assert done.returncode == 0, done.stderr
    finally:
        ended.set()
        other.join(200)


def test_the_trouble_of_one_line_ends_no_other(variables: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Asker.ask

    def troubled(self: Asker, question: str, **more: object) -> object:
        if "aspirin" in question:
            raise ServerError("The graph server has no database 'passing'.")
        if "paracetamol" in question:
            raise RuntimeError("a defect")
        return ask(self, question, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Asker, "ask", troubled)
    questions = ["Which diseases does aspirin treat?", "Which diseases does paracetamol treat?", QUESTION]
    lines = [json.dumps({"id": number, "question": one}) for number, one in enumerate(questions)]
    done = command_line.run("ask", "--jsonl", text="\n".join(lines), **variables)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["id"], one["status"]) for one in said] == [(0, "failed"), (1, "failed"), (2, "answered")]
    assert "has no database 'passing'" in said[0]["text"]
    assert done.returncode == 1
