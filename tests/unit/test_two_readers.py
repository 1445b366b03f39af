"""Two browsers at one app: what one connected is not there for the other, to be seen, used, edited or removed."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from kgqa.graph.own.connections import Connection, Connections
from kgqa.history.readers import folder_of
from kgqa.load.source import SourceSpec
from kgqa.ui.data import loading
from kgqa.ui.data.tables import Goal

ALICE, BOB = "a" * 64, "b" * 64
WARD = Connection("Ward seven", "bolt://ward7.example.org:7687", "night-shift", "planted-9f3c-secret", "atlas")


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))
    Connections(folder_of(tmp_path, ALICE), ALICE).save(WARD, keep_password=True)
    return tmp_path


def page() -> None:
    import streamlit as st

    from kgqa.ui.data import attempts, servers, tables

    servers.draw()
    tables.draw_goal()
    st.caption("reachable: " + ", ".join(one.name for one in attempts.reachable()))


def shown_to(reader: str) -> AppTest:
    test = AppTest.from_function(page, default_timeout=30)
    test.session_state["reader"] = reader
    shown = test.run()
    assert not shown.exception
    return shown


def words(shown: AppTest) -> str:
    texts = [one.value for kind in (shown.markdown, shown.caption, shown.info) for one in kind]
    labels = [one.label for one in shown.button] + [one.value or "" for one in shown.text_input]
    return "\n".join([*texts, *labels, *(option for one in shown.radio for option in one.options)])


def test_only_the_reader_who_connected_a_server_sees_it(kept: Path) -> None:
    theirs = words(shown_to(ALICE))
    assert "reachable: Ward seven" in theirs
    assert "Use :gray" in theirs
    assert "The server “Ward seven”" in theirs
    assert WARD.password not in theirs
    others = words(shown_to(BOB))
    assert "reachable:" in others
    for word in (WARD.name, "ward7", WARD.user, WARD.password, "Remove"):
        assert word not in others


def test_a_reader_removes_his_own_server_alone(kept: Path) -> None:
    bob = Connections(folder_of(kept, BOB), BOB)
    bob.save(WARD, keep_password=False)
    shown = shown_to(BOB)
    next(button for button in shown.button if button.label.startswith("Remove")).click().run()
    assert bob.all() == []
    assert Connections(folder_of(kept, ALICE), ALICE).all() == [WARD]


def test_what_was_kept_for_everybody_goes_with_a_sentence(kept: Path) -> None:
    (kept / "connections").mkdir()
    (kept / "connections" / "0.json").write_text('{"name": "Old", "password": "secret"}')
    shown = shown_to(BOB)
    assert "1 connection was removed" in words(shown)
    assert "Old" not in words(shown)
    assert not list((kept / "connections").glob("*.json"))


def test_a_load_into_a_server_is_told_to_others_without_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    go = threading.Event()
    monkeypatch.setattr(loading, "_load", lambda *_: go.wait(30))
    begun = loading.begin(SourceSpec("tables"), Goal({"name": "own", "title": WARD.name}, WARD))
    try:
        assert WARD.name not in begun.for_others
        with pytest.raises(loading.LoadError) as caught:
            loading.begin(SourceSpec("tables"), Goal({"name": "mine"}))
        assert WARD.name not in str(caught.value)
    finally:
        go.set()
        begun.work.wait(30)
