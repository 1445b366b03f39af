"""Own servers that are kept on this machine: who can read them, and where their password never stands."""

from __future__ import annotations

import copy
import json
import stat
import traceback
from pathlib import Path

import pytest

from kgqa import settings as settings_module
from kgqa.errors import SettingError
from kgqa.graph.own.choices import NOTHING, Choices, LabelChoice, choices, remember
from kgqa.graph.own.connections import Connection, connections, forget, own_settings, save
from kgqa.schema.relation_words import RelationWords

SECRET = "planted-9f3c-secret"
LAB = Connection("Lab", "neo4j+s://graph.example.org:7687", "reader", SECRET, "atlas")


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_password_is_kept_only_where_it_was_asked_for(tmp_path: Path) -> None:
    save(tmp_path, LAB, keep_password=False)
    assert connections(tmp_path) == [Connection("Lab", LAB.uri, "reader", "", "atlas")]
    assert not any(SECRET in path.read_text() for path in files(tmp_path))
    save(tmp_path, LAB, keep_password=True)
    assert connections(tmp_path) == [LAB]
    save(tmp_path, LAB, keep_password=False)
    assert not any(SECRET in path.read_text() for path in files(tmp_path)), "what was kept before is gone"


def test_only_the_owner_reads_what_is_kept(tmp_path: Path) -> None:
    save(tmp_path, LAB, keep_password=True)
    remember(tmp_path, LAB.uri, LAB.database, Choices((LabelChoice("Gene", "id", "symbol"),)))
    assert len(files(tmp_path)) == 2
    for path in files(tmp_path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_forgotten_connection_leaves_nothing_behind(tmp_path: Path) -> None:
    save(tmp_path, LAB, keep_password=True)
    forget(tmp_path, "Lab")
    forget(tmp_path, "Lab")
    assert connections(tmp_path) == []
    assert files(tmp_path) == []


@pytest.mark.parametrize("name", ["../../outside", "a/b", "..", "nul\0", "\ud800", "🧬 Labor", "x" * 200])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    data = tmp_path / "data"
    save(data, Connection(name, "bolt://localhost"), keep_password=False)
    assert [one.name for one in connections(data)] == [name]
    assert all(path.is_relative_to(data / "connections") for path in files(tmp_path))
    forget(data, name)
    assert files(tmp_path) == []


@pytest.mark.parametrize("name", ["", "  ", "x" * 201])
def test_a_name_that_names_nothing_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingError, match="1 to 200 characters"):
        save(tmp_path, Connection(name, "bolt://localhost"), keep_password=False)


def test_a_password_in_an_address_is_refused_and_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="must not hold a user or a password") as caught:
        save(tmp_path, Connection("x", f"bolt://neo4j:{SECRET}@localhost:7687"), keep_password=False)
    assert SECRET not in str(caught.value)
    assert files(tmp_path) == []


def test_damaged_files_are_left_out(tmp_path: Path) -> None:
    save(tmp_path, LAB, keep_password=False)
    for number, text in enumerate(("", "[]", '{"name": "x"}', "\x00", json.dumps({"name": 1, "uri": 2}))):
        (tmp_path / "connections" / f"{number}.json").write_text(text)
    assert [one.name for one in connections(tmp_path)] == ["Lab"]


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "connections").write_text("in the way")
    with pytest.raises(SettingError, match="Nothing can be kept in the folder") as caught:
        save(tmp_path, LAB, keep_password=True)
    assert SECRET not in "".join(traceback.format_exception(caught.value))


def test_a_password_is_in_no_text_of_a_connection() -> None:
    settings = own_settings(settings_module.load({}), LAB)
    assert settings.graph_password == SECRET
    careless = Connection("Lab", f"bolt://neo4j:{SECRET}@localhost", "neo4j", SECRET)
    assert SECRET not in repr(careless)
    assert SECRET not in repr(own_settings(settings, careless))
    for shown in (repr(LAB), str(LAB), repr([LAB]), repr(copy.copy(LAB)), repr(settings), f"{settings}"):
        assert SECRET not in shown


def test_choices_belong_to_an_address_and_a_database(tmp_path: Path) -> None:
    chosen = Choices(
        (LabelChoice("Gene", "id", "symbol"),),
        (RelationWords("Drug", "INDICATION", "Disease", "is used for", "is treated with"),),
    )
    remember(tmp_path, "bolt://one:7687/", "atlas", chosen)
    assert choices(tmp_path, "bolt://one:7687", "atlas") == chosen
    assert choices(tmp_path, "bolt://one:7687", "") == NOTHING
    assert choices(tmp_path, "bolt://two:7687", "atlas") == NOTHING


@pytest.mark.parametrize(
    "text",
    [
        '{"relations": [{"source": "a", "type": "b", "target": "c", "forward": 3}]}',
        "",
        "[]",
        '{"labels": 3}',
        '{"labels": [{"label": 1}]}',
        '{"relations": [{"a": 1}]}',
    ],
)
def test_damaged_choices_are_guessed_again(tmp_path: Path, text: str) -> None:
    remember(tmp_path, "bolt://one", "", Choices((LabelChoice("Gene", "id", "symbol"),)))
    (path,) = files(tmp_path)
    path.write_text(text)
    assert choices(tmp_path, "bolt://one", "") == NOTHING
