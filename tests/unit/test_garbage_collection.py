"""The collector of circles looks through no names of a graph while they are read and made ready."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgqa.garbage_collection import uncollected
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker

NAMES = 2_000
FEW = 1_000
"""New objects after which there is a look, of which each name makes some."""


@pytest.fixture
def looks() -> Iterator[list[str]]:
    """The beginnings and ends of all looks for circles, here after every few objects."""
    seen: list[str] = []

    def heard(phase: str, _: object) -> None:
        seen.append(phase)

    usual = gc.get_threshold()
    gc.callbacks.append(heard)
    gc.set_threshold(FEW, *usual[1:])
    yield seen
    gc.set_threshold(*usual)
    gc.callbacks.remove(heard)


def begin(looks: list[str]) -> None:
    """Count the new objects and the looks from here on."""
    gc.collect()
    looks.clear()


def test_names_are_read_and_made_ready_without_a_look_for_circles(tmp_path: Path, looks: list[str]) -> None:
    lines = [json.dumps({"id": f"HP:{one}", "label": "Phenotype", "name": f"Sign {one}"}) for one in range(NAMES)]
    file = tmp_path / "names.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")

    begin(looks)
    index = NameIndex.from_file(file)
    assert looks == []
    linker = Linker(index)
    begin(looks)
    linker.warm()
    assert looks == []

    _ = [[] for _ in range(NAMES)]
    assert looks, "it looks again afterwards"


def test_who_has_the_collector_off_finds_it_off() -> None:
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
