"""What the tests of the pages share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def pipeline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModuleType]:
    """A pipeline of which a test says how it opens; nothing that was opened before is remembered."""
    from kgqa.ui.session import open_graphs  # brings Streamlit along, which most tests of this folder do without

    module = ModuleType("kgqa.pipeline")
    monkeypatch.setitem(sys.modules, "kgqa.pipeline", module)
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))
    open_graphs.shared.clear()
    yield module
    open_graphs.shared.clear()
