"""What the tests of the pages share."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="session", autouse=True)
def _components_looked_for_once() -> Iterator[None]:
    """Each app that a test makes has Streamlit look for components in all that is installed; here it looks once.

    Tests that make one have imported what they make it with; for the others Streamlit stays away.
    """
    if "streamlit.testing.v1" not in sys.modules:
        yield
        return
    from streamlit.components.v2 import manifest_scanner

    with pytest.MonkeyPatch.context() as patch:
        found = functools.cache(manifest_scanner.scan_component_manifests)
        patch.setattr(manifest_scanner, "scan_component_manifests", found)
        yield


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
