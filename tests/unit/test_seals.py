"""Seals of databases: what says what is recorded must stay what it was, what a server counts anew may change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kgqa.graph.server import seals
from kgqa.graph.server.folder import ServerFolder

INDEX = {"type": "FULL_TEXT", "ft_totalDocs": 57, "ft_sumDocLength": 161, "properties": ["name"]}
SCHEMA = {"schemaVersion": 80, "types": {"Gene": {"indexes": {"Gene_0": INDEX}, "buckets": ["Gene_0"]}}}


@pytest.fixture
def folder(tmp_path: Path) -> ServerFolder:
    found = ServerFolder(tmp_path)
    (found.databases / "clinic").mkdir(parents=True)
    _write(found, SCHEMA)
    (found.databases / "clinic" / "Gene.bucket").write_bytes(b"FBN1")
    seals.seal(found, "clinic")
    return found


def _write(folder: ServerFolder, schema: dict[str, Any]) -> None:
    (folder.databases / "clinic" / "schema.json").write_text(json.dumps(schema), encoding="utf-8")


def _with(index: dict[str, Any]) -> dict[str, Any]:
    return {"schemaVersion": 81, "types": {"Gene": {"indexes": {"Gene_0": index}, "buckets": ["Gene_0"]}}}


def test_statistics_that_a_server_counts_anew_are_no_damage(folder: ServerFolder) -> None:
    assert seals.flaws(folder, "clinic") == []
    _write(folder, _with({**INDEX, "ft_totalDocs": 65, "ft_sumDocLength": 0}))
    assert seals.flaws(folder, "clinic") == seals.flaws(folder, "clinic", quick=True) == []
    assert seals.set_aside(folder) == []


@pytest.mark.parametrize(
    "index", [{**INDEX, "properties": ["id"]}, {**INDEX, "ft_totalDocs": {"name": "id"}}, {"type": "FULL_TEXT"}, {}]
)
def test_what_else_a_schema_says_is_sealed(folder: ServerFolder, index: dict[str, Any]) -> None:
    _write(folder, _with(index))
    assert seals.flaws(folder, "clinic") == ["schema.json"]


@pytest.mark.parametrize("text", ["", "{", '{"types": {}}', "\ud800".encode("utf-8", "surrogatepass")])
def test_a_schema_that_is_none_is_damage(folder: ServerFolder, text: str | bytes) -> None:
    written = text if isinstance(text, bytes) else text.encode()
    (folder.databases / "clinic" / "schema.json").write_bytes(written)
    assert seals.flaws(folder, "clinic") == ["schema.json"]


def test_a_seal_of_the_bytes_still_holds(folder: ServerFolder) -> None:
    """As it was taken by an earlier version."""
    path = folder.databases / "clinic" / "schema.json"
    digest = seals.digest_of(path)
    (folder.seals / "clinic.json").write_text(json.dumps({"files": {"schema.json": [path.stat().st_size, digest]}}))
    assert seals.flaws(folder, "clinic") == []
    _write(folder, _with(INDEX))
    assert seals.flaws(folder, "clinic") == ["schema.json"]
