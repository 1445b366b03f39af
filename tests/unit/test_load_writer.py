"""What is said where the memory of a build is used up."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import jpype
import psutil
import pytest
from arcadedb_embedded import ArcadeDBError

from kgqa.errors import LoadError
from kgqa.load import writer


@pytest.mark.parametrize(
    ("machine_mb", "told"),
    [(8000, "Set KGQA_HEAP_MB to 1280"), (1000, "KGQA_HEAP_MB would have to be about 1280, .* only 1000 MiB")],
)
def test_a_heap_that_was_too_small_is_not_blamed_on_the_disk(
    machine_mb: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = SimpleNamespace(maxMemory=lambda: 640 << 20)
    monkeypatch.setattr(jpype, "JClass", lambda _: SimpleNamespace(getRuntime=lambda: runtime))
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(total=machine_mb << 20))
    with pytest.raises(LoadError, match=rf"640 MiB of heap.* {told}") as caught, writer._as_load_error(Path("staging")):
        raise ArcadeDBError("Failed to close GraphBatch: Java heap space")
    assert "disk" not in str(caught.value)


def test_the_heap_grows_with_what_is_loaded() -> None:
    assert writer.heap_for(0) == writer.LEAST_HEAP_MB < writer.heap_for(2_000_000) < writer.heap_for(8_200_000) < 1100
    assert writer.heap_for(2_000_000, 1024) == 1024
