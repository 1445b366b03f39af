"""The vector index with the real model and the real Chroma: built aside, resumed, versioned, and asked."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from threading import Event

import numpy as np
import psutil
import pytest

from kgqa.embedding import models as embedding
from kgqa.embedding.models import Embedder, embedder
from kgqa.errors import LoadError, SettingError, StoppedError
from kgqa.linking import embed_names
from kgqa.linking.background import BackgroundVectors
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import LinkContext, Linker
from kgqa.linking.vectors import COMPLETE, VectorIndex, VectorSpec, client, is_complete

NAMES = [
    ("HP:0001658", "Phenotype", "Myocardial infarction"),
    ("HP:0000083", "Phenotype", "Renal insufficiency"),
    ("HP:0000365", "Phenotype", "Hearing impairment"),
    ("HP:0000252", "Phenotype", "Microcephaly"),
    ("OMIM:154700", "Disease", "Marfan syndrome"),
    ("OMIM:219700", "Disease", "Cystic fibrosis"),
]


def write_names(folder: Path, extra: int = 0) -> Path:
    path = folder / "names.jsonl"
    rows = [*NAMES, *((f"X:{number}", "Filler", f"Imaginary thing number {number}") for number in range(extra))]
    path.write_text(
        "\n".join(json.dumps({"id": id_, "label": label, "name": name, "synonyms": []}) for id_, label, name in rows),
        encoding="utf-8",
    )
    return path


def spec_in(folder: Path, extra: int = 0, version: str = "1") -> VectorSpec:
    return VectorSpec(str(folder / "vectors"), str(write_names(folder, extra)), "a graph / with ünusual name", version)


def quiet(done: int, total: int) -> None:
    """Progress that nobody hears."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> VectorSpec:
    spec = spec_in(tmp_path_factory.mktemp("vectors"))
    heard: list[tuple[int, int]] = []
    assert VectorIndex.open(spec) is None
    VectorIndex.build(spec, lambda done, total: heard.append((done, total)), Event())
    assert heard[0] == (0, len(NAMES))
    assert heard[-1] == (len(NAMES), len(NAMES))
    return spec


def test_names_are_found_by_meaning(built: VectorSpec) -> None:
    index = VectorIndex.open(built)
    assert index is not None
    nearest = index.nearest("kidney failure", most=2)
    assert nearest[0].name == "Renal insufficiency"
    assert 1 >= nearest[0].score > nearest[1].score
    assert [one.label for one in index.nearest("kidney failure", labels=frozenset({"Disease"}))] == ["Disease"] * 2
    assert index.nearest("kidney failure", labels=frozenset({"None such"})) == []


def test_the_linker_uses_meaning_only_when_asked_and_never_below_its_threshold(built: VectorSpec) -> None:
    linker = Linker(NameIndex.from_file(Path(built.names)), VectorIndex.open(built))
    text = "Does Marfan syndrome come with an impairment to hearing things or with pineapples?"
    assert [entity.chosen.id for entity in linker.link(text)] == ["OMIM:154700"]
    meant = linker.link(text, context=LinkContext(by_meaning=True))
    assert all(entity.chosen.score >= 0.9 for entity in meant)
    assert "pineapples" not in [entity.mention for entity in meant]
    assert linker.nearest("failure of the kidneys")[0].id == "HP:0000083"
    assert linker.nearest("failure of the kidneys")[0].method == "vector"


@pytest.mark.slow
def test_another_version_of_the_data_is_built_anew(tmp_path: Path) -> None:
    older = spec_in(tmp_path)
    VectorIndex.build(older, quiet, Event())
    newer = replace(older, data_version="2")
    assert VectorIndex.open(newer) is None
    assert VectorIndex.open(older) is not None
    index = VectorIndex.build(newer, quiet, Event())
    assert index.nearest("kidney failure")[0].id == "HP:0000083"
    assert VectorIndex.open(older) is None
    assert list(Path(newer.folder).iterdir()) == [newer.place]


def test_a_marker_of_another_model_or_a_broken_one_is_not_trusted(tmp_path: Path) -> None:
    spec = spec_in(tmp_path)
    spec.place.mkdir(parents=True)
    for text in ("", "{", "[]", "null", json.dumps({"data_version": "1", "model": "other"})):
        (spec.place / COMPLETE).write_text(text, encoding="utf-8")
        assert not is_complete(spec)


class Made:
    """Embeds at no cost, the same text the same way."""

    def embed_briskly(self, texts: Sequence[str]) -> np.ndarray:
        return np.array([np.random.default_rng(sum(map(ord, text))).normal(size=384) for text in texts], np.float32)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> VectorSpec:
    """So many names that Chroma writes its index to the disk; their vectors mean nothing."""
    spec = spec_in(tmp_path_factory.mktemp("large"), extra=1200)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(embed_names, "embedder", lambda model: Made())
        embed_names.embed(spec)
    return spec


def test_no_names_are_begun_while_a_question_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, begun, heard = Event(), Event(), []
    asked.set()

    def build(spec: VectorSpec, progress: Callable[[int, int], None], stop: Event) -> None:
        begun.set()
        progress(0, 2)
        heard.append(asked.is_set())
        raise StoppedError("that is enough")

    monkeypatch.setattr(VectorIndex, "build", build)
    BackgroundVectors(Linker(NameIndex([])), spec_in(tmp_path), asked.is_set)
    assert begun.wait(10)
    time.sleep(0.3)
    assert not heard
    asked.clear()
    until = time.monotonic() + 10
    while not heard and time.monotonic() < until:
        time.sleep(0.05)
    assert heard == [False]


def test_every_names_wait_for_a_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    permitted: list[int] = []
    monkeypatch.setattr(embed_names, "embedder", lambda model: Made())
    embed_names.embed(spec_in(tmp_path, extra=200), lambda: permitted.append(1))
    assert len(permitted) == -(-206 // embed_names.CHUNK)


def test_of_too_many_names_the_preferred_ones_are_embedded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embed_names, "embedder", lambda model: Made())
    monkeypatch.setattr(embed_names, "MOST", len(NAMES))
    spec = spec_in(tmp_path)
    with Path(spec.names).open("r+", encoding="utf-8") as file:
        things = [json.loads(line) | {"synonyms": ["another name"]} for line in file]
        file.seek(0)
        file.writelines(f"{json.dumps(one)}\n" for one in things)
    embed_names.embed(spec)
    kept = client(spec.place).get_collection(spec.collection, embedding_function=None).get()["metadatas"]
    assert sorted(one["name"] for one in kept) == sorted(name for *_, name in NAMES)
    assert is_complete(spec)


def damages(place: Path) -> dict[str, Callable[[], object]]:
    """What can happen to the files of a collection, by name."""
    database = place / "chroma.sqlite3"
    (level,) = place.glob("*/data_level0.bin")

    def rename() -> None:
        with closing(sqlite3.connect(database)) as file, file:
            changed = "UPDATE embedding_metadata SET string_value = 'OMIM:154700' WHERE string_value = 'HP:0000083'"
            assert file.execute(changed).rowcount == 1

    return {
        "a name leads to another thing": rename,
        "half of the database": lambda: database.write_bytes(database.read_bytes()[: database.stat().st_size // 2]),
        "no database": database.unlink,
        "random bytes": lambda: database.write_bytes(os.urandom(50_000)),
        "no index": lambda: shutil.rmtree(level.parent),
        "a number of the index": lambda: level.write_bytes(level.read_bytes()[:-200] + os.urandom(200)),
    }


@pytest.mark.parametrize("damage", [
    "a name leads to another thing", "half of the database", "no database", "random bytes", "no index",
    "a number of the index",
])  # fmt: skip
def test_a_damaged_collection_is_built_anew(
    large: VectorSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    spec = replace(large, folder=str(tmp_path / "vectors"))
    shutil.copytree(large.place, spec.place)
    assert is_complete(spec)
    damages(spec.place)[damage]()
    assert VectorIndex.open(spec) is None
    monkeypatch.setattr(embed_names, "embedder", lambda model: Made())
    embed_names.embed(spec)
    assert is_complete(spec)
    assert VectorIndex.open(spec) is not None


def test_a_collection_that_is_gone_while_it_is_asked_gives_nothing(built: VectorSpec, tmp_path: Path) -> None:
    spec = replace(built, folder=str(tmp_path / "vectors"))
    shutil.copytree(built.place, spec.place)
    index = VectorIndex.open(spec)
    assert index is not None
    client(spec.place).delete_collection(spec.collection)
    assert index.nearest("kidney failure") == []


@pytest.mark.slow
def test_a_stopped_build_is_no_index_and_goes_on_where_it_was(tmp_path: Path) -> None:
    spec = spec_in(tmp_path, extra=600)
    stop = Event()
    with pytest.raises(StoppedError):
        VectorIndex.build(spec, lambda done, total: stop.set() if done else None, stop)
    assert VectorIndex.open(spec) is None
    heard: list[int] = []
    index = VectorIndex.build(spec, lambda done, total: heard.append(done), Event())
    assert 0 < heard[0] < 606
    assert heard[-1] == 606
    assert index.nearest("Cystic fibrosis")[0].id == "OMIM:219700"


@pytest.mark.slow
def test_a_build_that_is_ended_as_the_app_is_has_failed_in_nothing(tmp_path: Path) -> None:
    def end(done: int, total: int) -> None:
        for child in psutil.Process().children():
            if "kgqa.linking.embed_names" in child.cmdline():
                child.terminate()

    with pytest.raises(StoppedError, match="goes on from there"):
        VectorIndex.build(spec_in(tmp_path, extra=600), end, Event())


@pytest.mark.slow  # no other process waits for it
def test_the_build_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    spec = spec_in(tmp_path, extra=20_000)
    code = (
        "import sys, json; from threading import Event; from kgqa.linking.vectors import VectorIndex, VectorSpec\n"
        "VectorIndex.build(VectorSpec(**json.loads(sys.argv[1])), lambda d, t: print(d, flush=True), Event())"
    )
    root = Path(__file__).parents[2]
    parent = subprocess.Popen(
        [sys.executable, "-c", code, json.dumps(asdict(spec))], stdout=subprocess.PIPE, cwd=root, text=True
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == "0\n"
    (child,) = psutil.Process(parent.pid).children()
    assert child.nice() == 19
    assert child.net_connections() == []
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    _, alive = psutil.wait_procs([child], timeout=60)
    assert alive == []
    assert VectorIndex.open(spec) is None


@pytest.mark.slow
def test_a_build_that_fails_says_why(tmp_path: Path) -> None:
    spec = spec_in(tmp_path)
    with pytest.raises(LoadError, match="no such model"):
        VectorIndex.build(replace(spec, model="no such model"), quiet, Event())
    with pytest.raises(LoadError, match="cannot be read"):
        VectorIndex.build(replace(spec, names=str(tmp_path / "none.jsonl")), quiet, Event())


def test_vectors_have_length_one_and_do_not_depend_on_their_neighbours() -> None:
    model = embedder()
    both = model.embed(["Marfan syndrome", "a much longer text about something else entirely " * 5])
    assert both.shape == (2, 384)
    np.testing.assert_allclose(np.linalg.norm(both, axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(model.embed(["Marfan syndrome"])[0], both[0], atol=1e-5)


def test_weights_that_are_not_the_published_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "_SHA256", "0" * 64)
    with pytest.raises(SettingError, match="SHA-256"):
        Embedder()


def test_nothing_listens_and_nothing_is_sent(built: VectorSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server of Chroma has open advisories (CVE-2026-45829, CVE-2026-45833), so it is never started."""

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("the network was used")

    before = listening()  # a server that other tests of this process share may be there
    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket.socket, "bind", refused)
    Embedder()
    assert client(built.place).get_settings().anonymized_telemetry is False
    index = VectorIndex.open(built)
    assert index is not None
    assert index.nearest("kidney failure")
    time.sleep(0.2)
    assert listening() <= before
    assert "chromadb.server.fastapi" not in sys.modules


def listening() -> set[object]:
    return {one.laddr for one in psutil.Process().net_connections() if one.status == psutil.CONN_LISTEN}
