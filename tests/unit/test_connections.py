"""Own servers that are kept on this machine: for whom, who can read them, and where their password never stands."""

from __future__ import annotations

import base64
import copy
import json
import stat
import threading
import traceback
from pathlib import Path

import keyring
import keyring.backend
import pytest

from kgqa import settings as settings_module
from kgqa.errors import SettingError
from kgqa.graph.own import connections as connections_module
from kgqa.graph.own import passwords
from kgqa.graph.own.choices import NOTHING, Choices, LabelChoice, choices, remember
from kgqa.graph.own.connections import IN_KEYRING, MOST, Connection, Connections, discard_unowned, own_settings
from kgqa.history.readers import folder_of
from kgqa.schema.relation_words import RelationWords

SECRET = "planted-9f3c-secret"
LAB = Connection("Lab", "neo4j+s://graph.example.org:7687", "reader", SECRET, "atlas")
ALICE, BOB = "a" * 64, "b" * 64


def of(reader: str, data_dir: Path) -> Connections:
    return Connections(folder_of(data_dir, reader), reader)


def save(data_dir: Path, connection: Connection, *, keep_password: bool) -> None:
    of(ALICE, data_dir).save(connection, keep_password=keep_password)


def connections(data_dir: Path) -> list[Connection]:
    return of(ALICE, data_dir).all()


def forget(data_dir: Path, name: str) -> None:
    of(ALICE, data_dir).forget(name)


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_password_is_kept_only_where_it_was_asked_for(tmp_path: Path) -> None:
    save(tmp_path, LAB, keep_password=False)
    assert connections(tmp_path) == [Connection("Lab", LAB.uri, "reader", "", "atlas")]
    assert not any(SECRET in path.read_text() for path in files(tmp_path))
    save(tmp_path, LAB, keep_password=True)
    assert connections(tmp_path) == [LAB]
    save(tmp_path, LAB, keep_password=False)
    assert connections(tmp_path) == [Connection("Lab", LAB.uri, "reader", "", "atlas")], "what was kept before is gone"


def test_the_disk_does_not_tell_a_password_that_is_kept(tmp_path: Path) -> None:
    save(tmp_path, LAB, keep_password=True)
    (path,) = files(tmp_path)
    assert SECRET not in path.read_text()
    assert base64.b64encode(SECRET.encode()).decode()[:12] not in path.read_text()
    assert ALICE not in "".join((str(path), path.read_text())), "the secret that it is sealed under is not beside it"


def test_a_server_belongs_to_the_reader_who_connected_it(tmp_path: Path) -> None:
    alice, bob = of(ALICE, tmp_path), of(BOB, tmp_path)
    alice.save(LAB, keep_password=True)
    assert bob.all() == []
    bob.forget("Lab")
    assert alice.all() == [LAB]
    theirs = Connection("Lab", "bolt://elsewhere:7687", "bob", "another")
    bob.save(theirs, keep_password=True)
    assert (alice.all(), bob.all()) == ([LAB], [theirs])


def test_a_copied_file_gives_another_reader_no_password(tmp_path: Path) -> None:
    alice, bob = of(ALICE, tmp_path), of(BOB, tmp_path)
    alice.save(LAB, keep_password=True)
    (path,) = files(tmp_path)
    (bob.home / "connections").mkdir(parents=True)
    (bob.home / "connections" / path.name).write_text(path.read_text())
    assert [one.password for one in bob.all()] == [""]


@pytest.mark.parametrize("field", ["uri", "user", "database"])
def test_a_changed_file_sends_a_password_nowhere_else(tmp_path: Path, field: str) -> None:
    save(tmp_path, LAB, keep_password=True)
    (path,) = files(tmp_path)
    path.write_text(json.dumps({**json.loads(path.read_text()), field: "bolt://evil.example"}))
    assert [one.password for one in connections(tmp_path)] == [""]


@pytest.mark.parametrize("sealed", ["", "?", "AAAA", "é", "A" * 200])
def test_a_damaged_seal_opens_nothing(sealed: str) -> None:
    assert passwords.unseal(ALICE, "x", sealed) == ""


def test_what_an_earlier_version_kept_for_all_is_nobodys_and_goes(tmp_path: Path) -> None:
    old = tmp_path / "connections"
    old.mkdir()
    (old / "0.json").write_text(json.dumps({"name": "Lab", "uri": LAB.uri, "user": "x", "password": SECRET}))
    remember(tmp_path, LAB.uri, "", Choices((LabelChoice("Gene", "id", "symbol"),)))
    assert connections(tmp_path) == []
    assert discard_unowned(tmp_path) == 1
    assert discard_unowned(tmp_path) == 0
    assert not any(SECRET in path.read_text() for path in files(tmp_path))
    assert choices(tmp_path, LAB.uri, "") != NOTHING, "what was chosen for the operator's own server tells no secret"


def test_one_browser_does_not_fill_the_disk(tmp_path: Path) -> None:
    for number in range(MOST):
        save(tmp_path, Connection(str(number), "bolt://localhost"), keep_password=False)
    save(tmp_path, Connection("0", "bolt://127.0.0.1"), keep_password=False)
    with pytest.raises(SettingError, match="100 servers for one browser"):
        save(tmp_path, Connection("one more", "bolt://localhost"), keep_password=False)


class Vault(keyring.backend.KeyringBackend):
    """A keyring of a system, or one that pretends to be."""

    priority = 5  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.held: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.held[service, username]


@pytest.fixture
def vault(monkeypatch: pytest.MonkeyPatch) -> Vault:
    made = Vault()
    monkeypatch.setattr(keyring, "get_keyring", lambda: made)
    for name in ("get_password", "set_password", "delete_password"):
        monkeypatch.setattr(keyring, name, getattr(made, name))
    monkeypatch.setattr(Vault, "__module__", "keyring.backends.SecretService")
    monkeypatch.setattr(passwords, "_gave_up", False)
    return made


def test_the_keyring_of_the_system_holds_the_password_where_there_is_one(tmp_path: Path, vault: Vault) -> None:
    save(tmp_path, LAB, keep_password=True)
    (path,) = files(tmp_path)
    assert json.loads(path.read_text())["sealed"] == IN_KEYRING
    assert SECRET not in "".join(vault.held.values()), "sealed there as well: another browser's session has one keyring"
    connections_module._sealed.clear()
    assert connections(tmp_path) == [LAB]
    forget(tmp_path, "Lab")
    assert vault.held == {}
    save(tmp_path, LAB, keep_password=True)
    save(tmp_path, LAB, keep_password=False)
    assert vault.held == {}


def test_a_keyring_that_writes_what_it_holds_into_a_file_is_done_without(
    tmp_path: Path, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Vault, "__module__", "keyrings.alt.file")
    save(tmp_path, LAB, keep_password=True)
    assert vault.held == {}
    assert connections(tmp_path) == [LAB]


def test_a_keyring_that_does_not_answer_is_done_without(
    tmp_path: Path, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()

    def never(*_: str) -> None:
        asked.set()
        threading.Event().wait(30)

    monkeypatch.setattr(keyring, "set_password", never)
    monkeypatch.setattr(passwords, "LONGEST_S", 0.2)
    save(tmp_path, LAB, keep_password=True)
    assert asked.is_set()
    assert connections(tmp_path) == [LAB]
    assert not passwords.has_keyring()


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
    assert all(path.parent == of(ALICE, data).home / "connections" for path in files(tmp_path))
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
        (of(ALICE, tmp_path).home / "connections" / f"{number}.json").write_text(text)
    assert [one.name for one in connections(tmp_path)] == ["Lab"]


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    of(ALICE, tmp_path).home.mkdir(parents=True)
    (of(ALICE, tmp_path).home / "connections").write_text("in the way")
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
