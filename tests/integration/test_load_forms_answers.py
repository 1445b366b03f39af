"""A graph in each form in which graphs are published: loaded as a reader would, and asked the same question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgqa.cli import command
from kgqa.load import catalog
from kgqa.load.tables.forms import FORMS
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from kgqa.ui.explore import schema
from tests.form_files import SAME


@pytest.fixture
def cleared(settings: Settings) -> Iterator[Settings]:
    """Settings in whose data folder no graph of these tests stays."""
    yield settings
    for form in SAME:
        catalog.remove(settings, f"as-{form}")


def test_a_graph_in_any_form_is_loaded_and_asked(
    cleared: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(cleared.data_dir))
    assert set(SAME) == set(FORMS)
    for form, files in SAME.items():
        (tmp_path / form).mkdir()
        for name, content in files.items():
            (tmp_path / form / name).write_text(content, encoding="utf-8")
        options = ["--option", "one-direction=yes"] if form == "primekg" else []
        assert command.main(["import", form, str(tmp_path / form), "--graph", f"as-{form}", *options]) == 0
        assert "2 nodes, 1 edges" in capsys.readouterr().out
        with Asker.open(cleared, f"as-{form}") as asker:
            assert [item.name for item in asker.ask("What treats pain?").answer.items] == ["aspirin"], form
            ((_, example),) = filter(None, (schema.example(asker, one) for one in schema.with_examples(asker)))
            assert [item.name for item in asker.ask(example).answer.items] in (["aspirin"], ["pain"])
        (tmp_path / form / next(iter(files))).write_text("half of {")
        assert command.main(["import", form, str(tmp_path / form), "--graph", f"as-{form}"]) != 0
        assert len(catalog.graph(cleared, f"as-{form}").contents.edges) == 1
