"""What a machine does to an app: its clock is set, its disk fills up, and two apps use one data folder."""

from __future__ import annotations

import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.questions import Question, bundled
from benchmarks.scoring import complaint
from kgqa.cypher.run import Ran
from kgqa.pipeline import Asker
from kgqa.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
DAY_S = 24 * 3600


def _questions(number: int, seed: int) -> list[Question]:
    return random.Random(seed).sample([one for one in bundled() if "answered" in one.expect.status], number)


def test_a_clock_that_is_set_forth_and_back_changes_no_answer(
    hpo_asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every look at it shows another day; what is waited for goes by another clock."""
    now, days = time.time(), itertools.cycle((0, 400, -400, 1, -1))
    monkeypatch.setattr(time, "time", lambda: now + next(days) * DAY_S)
    for question in _questions(5, seed=1):
        assert complaint(question.expect, hpo_asker.ask(question.question)) == ""
    for _ in range(3):
        ran = hpo_asker.run_cypher("MATCH (d:Disease) RETURN count(d) AS n")
        assert isinstance(ran, Ran)
        assert ran.rows.rows[0][0] > 12_000


@pytest.mark.parametrize(("apps", "each"), [(1, 4), pytest.param(2, 50, marks=pytest.mark.slow)])
def test_apps_on_one_data_folder_give_right_answers(hpo_asker: Asker, settings: Settings, apps: int, each: int) -> None:
    """Processes of their own, beside this one, which asks too; one server serves them all."""
    environment = {**os.environ, "KGQA_DATA_DIR": str(settings.data_dir), "KGQA_VECTORS": "0"}
    asked = [_questions(each, seed=2 + app) for app in range(apps)]
    running = []
    for questions in asked:
        lines = "".join(json.dumps({"id": one.id, "question": one.question}) + "\n" for one in questions)
        process = subprocess.Popen(
            [sys.executable, "-m", "kgqa", "ask", "--jsonl"], cwd=ROOT, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdin is not None
        process.stdin.write(lines)
        process.stdin.close()
        running.append(process)
    for question in _questions(each, seed=10):
        assert complaint(question.expect, hpo_asker.ask(question.question)) == ""
    for process, questions in zip(running, asked, strict=True):
        assert process.stdout is not None
        given = {one["id"]: one for one in map(json.loads, process.stdout)}
        process.stdout.close()
        assert process.wait(60) == 0
        for question in questions:
            answer, alone = given[question.id], hpo_asker.ask(question.question).answer
            assert (answer["status"], answer["verdict"], answer["text"]) == (alone.status, alone.verdict, alone.text)
            assert [one["id"] for one in answer["answers"]] == [item.id for item in alone.items]


FULL = """
import dataclasses, errno, hashlib, json, sys
from pathlib import Path
from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.history import readers
from kgqa.history.storage import ReaderStorage
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker

place, tables = Path(sys.argv[1]), Path(sys.argv[2])
own = dataclasses.replace(settings.load({}), data_dir=place / "data", vectors=0, heap_mb=256)
readers.LEAST_FREE_BYTES = 1 << 20  # the whole disk is smaller than what is kept free otherwise
tell = {}


def source(name):
    return SourceSpec("tables", {"path": str(tables), "name": name})


def said(work):
    try:
        return ["done", work()]
    except KgqaError as error:
        return [type(error).__name__, str(error)]


def answers(asker):
    return sorted(item.id for item in asker.ask("Which compounds treat gout?").answer.items)


def files():
    entry = catalog.graph(own, "clinic")
    folder = own.data_dir / "server" / "databases" / entry.database
    kept = [*sorted(folder.glob("*.*idx")), *sorted(folder.glob("*.bucket")), entry.names_path, entry.manifest_path]
    return [(path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in kept]


with EmbeddedServer.connect(own) as server:
    catalog.load(own, server, source("clinic"), lambda _: None)
    with Asker.open(own, "clinic") as asker:
        tell["before"] = answers(asker)
        trace = asker.ask("Which compounds treat gout?")
        reader = ReaderStorage(own.data_dir, "a" * 64)
        reader.remember(trace)
        held = files()
        filler = place / "filler"
        with filler.open("wb", buffering=0) as stream:
            size = 1 << 20
            while size:
                try:
                    stream.write(bytes(size))
                except OSError as error:
                    assert error.errno == errno.ENOSPC
                    size //= 2
        tell["load"] = said(lambda: catalog.load(own, server, source("other"), lambda _: None) and None)
        tell["keep"] = said(lambda: reader.remember(trace) and None)
        tell["write"] = said(lambda: len(asker.run_cypher("MATCH (c:Compound) RETURN c.name AS n").rows.rows))
        tell["full"] = answers(asker)
        tell["kept"] = len(reader.entries())
        tell["graphs"] = [entry.card.name for entry in catalog.graphs(own)]
        tell["same"] = files() == held
        filler.unlink()
        tell["again"] = said(lambda: catalog.load(own, server, source("other"), lambda _: None) and None)
        tell["after"] = answers(asker)
        tell["written"] = said(lambda: len(asker.run_cypher("MATCH (c:Compound) RETURN c.name AS n").rows.rows))
print(json.dumps(tell))
"""


@pytest.mark.slow
def test_on_a_full_disk_what_was_there_is_there_and_what_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    """The data folder lies on a file system of 160 MB, which only the process that is tried sees."""
    place, tables = tmp_path / "small", tmp_path / "tables"
    place.mkdir()
    tables.mkdir()
    compounds = "".join(f"C:{i},Compound {chr(97 + i)}ol,Compound\n" for i in range(20))
    (tables / "nodes.csv").write_text(f"id,name,label\n{compounds}D:1,Gout,Disease\n", encoding="utf-8")
    edges = "".join(f"C:{i},TREATS,D:1\n" for i in range(5))
    (tables / "edges.csv").write_text(f"source,type,target\n{edges}", encoding="utf-8")
    if shutil.which("unshare") is None:
        pytest.skip("no unshare here, which a file system of its own takes")
    mounted = [
        "unshare",
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        'mount -t tmpfs -o size=160m none "$0" && exec "$@"',
    ]
    if subprocess.run([*mounted, str(place), "true"], capture_output=True).returncode:
        pytest.skip("this system lets nobody have a file system of one's own")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*mounted, str(place), sys.executable, "-c", FULL, str(place), str(tables)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=500,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout)
    expected = [f"C:{i}" for i in range(5)]
    assert told["before"] == told["full"] == told["after"] == expected
    for what in ("load", "keep"):
        kind, sentence = told[what]
        assert kind != "done", what
        assert "full" in sentence or "Free" in sentence or "space" in sentence, sentence
    assert told["write"][0] in ("done", "ServerError"), told["write"]
    assert (told["kept"], told["graphs"], told["same"]) == (1, ["clinic"], True)
    assert told["again"] == ["done", None]
    assert told["written"] == ["done", 20]
