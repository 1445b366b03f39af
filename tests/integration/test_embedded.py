"""The embedded server: one for all who use a data folder, none when nobody does, and a reason when there is none."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import neo4j
import psutil
import pytest

from kgqa import settings as settings_module
from kgqa.errors import KgqaError, QueryError, ServerError, StoppedError
from kgqa.graph.server import launch, process
from kgqa.graph.server.accounts import READER
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.server.state import State, read_state, write_state
from kgqa.graph.store import GraphStore, StopSignal
from kgqa.records import Query
from kgqa.settings import Settings

REPOSITORY = Path(__file__).resolve().parents[2]
ONE = Query("RETURN 1 AS n", ("n",))
USER = """
import sys
from kgqa.settings import load
from kgqa.graph.server.embedded import EmbeddedServer
with EmbeddedServer.connect(load()) as server:
    print(server.bolt_uri, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def own(tmp_path: Path) -> Settings:
    return dataclasses.replace(settings_module.load({}), data_dir=tmp_path / "data", heap_mb=256)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[EmbeddedServer, Settings]]:
    folder = tmp_path_factory.mktemp("embedded")
    given = dataclasses.replace(settings_module.load({}), data_dir=folder, heap_mb=256)
    with EmbeddedServer.connect(given) as server:
        server.create_database("kept")
        _write(server, "kept", "CREATE (:Thing {id: 'T:1'})")
        yield server, given


def _user(data_dir: Path, cwd: Path = REPOSITORY, **more: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "KGQA_DATA_DIR": str(data_dir), "KGQA_HEAP_MB": "256", "PYTHONPATH": str(REPOSITORY)}
    return subprocess.Popen(
        [sys.executable, "-c", USER], cwd=cwd, env={**environment, **more}, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip


def _address(user: subprocess.Popen[str]) -> str:
    assert user.stdout is not None
    return user.stdout.readline().strip()


def _write(server: EmbeddedServer, database: str, cypher: str) -> None:
    with (
        neo4j.GraphDatabase.driver(server.bolt_uri, auth=server.root_auth) as driver,
        driver.session(database=database) as session,
    ):
        session.run(cypher).consume()


def _state(settings: Settings) -> State:
    state = read_state(ServerFolder.of(settings.data_dir))
    assert state is not None
    return state


def _processes_of(data_dir: Path) -> list[psutil.Process]:
    """Servers and supervisors of this data folder, whoever started them."""
    found = []
    for candidate in psutil.process_iter():
        try:
            line = " ".join(candidate.cmdline())
            if str(data_dir) in line and ("ArcadeDBServer" in line or "server.supervisor" in line):
                found.append(candidate)
        except psutil.Error:
            continue
    return found


def _until(condition: Callable[[], Any], seconds: float = 60.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False


def _runs(store: GraphStore) -> bool:
    try:
        return store.run(ONE).rows == ((1,),)
    except ServerError:
        return False


def test_processes_that_start_at_once_share_one_server_until_the_last_of_them_is_gone(
    settings: Settings, tmp_path: Path
) -> None:
    """In a folder with an odd name, and of what is theirs the server gets no key and writes no file."""
    data_dir, elsewhere, home = tmp_path / "my data %h 100% ü多 $x 'q'", tmp_path / "elsewhere", tmp_path / "home"
    elsewhere.mkdir()
    home.mkdir()
    temporary = set(os.listdir("/tmp"))
    theirs = {"HOME": str(home), "TMPDIR": str(elsewhere), "PYTHONDONTWRITEBYTECODE": "1"}
    users = [_user(data_dir, elsewhere, OPENAI_API_KEY="sk-canary", **theirs) for _ in range(3)]
    try:
        addresses = {_address(user) for user in users}
        assert len(addresses) == 1
        assert next(iter(addresses)).startswith("bolt://127.0.0.1:")
        running = _processes_of(data_dir)
        assert len(running) == 2  # one server, one supervisor
        for found in running:
            assert "sk-canary" not in str(found.environ())
        users[0].kill()
        users[1].communicate()
        time.sleep(2.5)  # longer than the grace: the server must stay for the third
        assert len(_processes_of(data_dir)) == 2
        with EmbeddedServer.connect(dataclasses.replace(settings, data_dir=data_dir)) as server:
            server.create_database("kept")
            with server.store("kept") as store:
                assert store.run(ONE).rows == ((1,),)
    finally:
        for user in users:
            user.kill()
            user.communicate()
    assert _until(lambda: not _processes_of(tmp_path))
    assert list(ServerFolder.of(data_dir).log.glob("arcadedb.log*"))
    assert {path.name for path in tmp_path.iterdir()} == {data_dir.name, "elsewhere", "home"}
    assert list(elsewhere.iterdir()) == list(home.iterdir()) == []
    assert not [name for name in set(os.listdir("/tmp")) - temporary if "arcade" in name.lower() or "hsperf" in name]


@pytest.mark.parametrize(
    "pauses", [pytest.param(pauses, marks=pytest.mark.slow) for pauses in ((1.95,), (0.0, 1.9, 1.95, 2.0, 2.05, 2.2))]
)
def test_a_user_who_comes_while_the_server_ends_gets_one(own: Settings, pauses: tuple[float, ...]) -> None:
    for pause in pauses:
        with EmbeddedServer.connect(own) as server:
            assert server.databases() == []
        time.sleep(pause)
    with EmbeddedServer.connect(own) as one, EmbeddedServer.connect(own) as other:
        assert one.bolt_uri == other.bolt_uri
        one.close()
        one.close()
        time.sleep(2.5)
        assert other.databases() == [], "who left twice has left once"
    assert _until(lambda: not _processes_of(own.data_dir))


@pytest.mark.slow  # test_store.py kills one in the middle of a question
def test_a_killed_server_is_started_again_and_says_so(shared: tuple[EmbeddedServer, Settings]) -> None:
    server, settings = shared
    with server.store("kept") as store:
        assert _runs(store)
        before = _state(settings)
        os.kill(before.server_pid, signal.SIGKILL)
        assert _until(lambda: _runs(store))
        after = _state(settings)
        assert after.generation == before.generation + 1
        assert after.bolt_port == before.bolt_port
        assert "ended unexpectedly" in server.events()[-1].text
        assert store.run(Query("MATCH (t:Thing) RETURN t.id AS id", ("id",))).rows == (("T:1",),)


@pytest.mark.slow  # test_written.py has one that ends its server
def test_a_heap_bomb_is_named_in_the_events(shared: tuple[EmbeddedServer, Settings]) -> None:
    server, settings = shared
    before = _state(settings).generation
    with server.store("kept") as store:
        with pytest.raises(ServerError, match="ended while"):
            store.run(Query("RETURN size(reduce(s = 'a', x IN range(1, 40) | s + s)) AS n", ("n",)))
        assert _until(lambda: _runs(store))
    # It was sent once more, as one that is planned is seldom to blame.
    assert _state(settings).generation == before + 2
    assert "ran out of memory" in server.events()[-1].text


@pytest.mark.slow
def test_a_frozen_idle_server_is_found_by_the_probe(
    shared: tuple[EmbeddedServer, Settings],
) -> None:
    server, settings = shared
    before = _state(settings)
    os.kill(before.server_pid, signal.SIGSTOP)
    assert _until(lambda: _state(settings).generation > before.generation, 90)
    assert "did not answer" in server.events()[-1].text
    assert not psutil.pid_exists(before.server_pid)


@pytest.mark.slow  # test_store.py restarts a server whose statement does not end
def test_restart_on_request_only_ends_the_run_that_is_meant(shared: tuple[EmbeddedServer, Settings]) -> None:
    server, _ = shared
    before = server.generation
    server.restart("Tried.")
    assert server.generation == before + 1
    assert server.events()[-1].text == "Tried."
    server.restart("Late.", generation=before)
    time.sleep(0.5)
    assert server.generation == before + 1
    assert server.events()[-1].text == "Tried."


def test_a_killed_supervisor_takes_the_server_along_and_the_next_question_is_answered(
    shared: tuple[EmbeddedServer, Settings],
) -> None:
    server, settings = shared
    before = _state(settings)
    with server.store("kept") as store:
        assert _runs(store)
        os.kill(before.supervisor_pid, signal.SIGKILL)
        assert _until(lambda: not psutil.pid_exists(before.server_pid))
        assert _runs(store)
    after = _state(settings)
    assert after.supervisor_pid != before.supervisor_pid
    assert after.generation == before.generation + 1
    assert len(_processes_of(settings.data_dir)) == 2


def test_a_damaged_state_file_heals(shared: tuple[EmbeddedServer, Settings]) -> None:
    server, settings = shared
    state = ServerFolder.of(settings.data_dir).state
    for damage in ("{", "", "[1]", '{"phase": "ready"}'):
        state.write_text(damage)
        with EmbeddedServer.connect(settings) as joined:
            assert joined.databases() == ["kept"]
    state.unlink()
    assert _until(lambda: read_state(ServerFolder.of(settings.data_dir)) is not None)
    assert server.databases() == ["kept"]


@pytest.mark.slow
def test_what_failed_or_ended_before_does_not_hinder_the_next_start(own: Settings) -> None:
    """A heap too small; a state file that is damaged, or names a process that is none of its own; no passwords."""
    folder = ServerFolder.of(own.data_dir)
    with pytest.raises(ServerError, match=r"memory.*KGQA_GRAPH_URI"):
        EmbeddedServer.connect(dataclasses.replace(own, heap_mb=8))
    assert _until(lambda: not _processes_of(own.data_dir))
    folder.state.write_text("not json")
    with EmbeddedServer.connect(own) as server:
        assert server.databases() == []
        server.create_database("kept")
        _write(server, "kept", "CREATE (:Thing {id: 'T:1'})")
        old = server.reader_auth
    assert _until(lambda: not _processes_of(own.data_dir))
    folder.accounts.write_text("{}")
    bystander = subprocess.Popen(["sleep", "600"])
    try:
        write_state(folder, State("ready", server_pid=bystander.pid, server_started=1.0))
        with EmbeddedServer.connect(own) as server, server.store("kept") as store:
            assert bystander.poll() is None
            assert server.reader_auth != old
            assert store.run(Query("MATCH (t:Thing) RETURN t.id AS id", ("id",))).rows == (("T:1",),)
    finally:
        bystander.kill()
        bystander.wait()


def test_passwords_are_long_different_and_private(shared: tuple[EmbeddedServer, Settings]) -> None:
    server, settings = shared
    (root, root_password), (reader, reader_password) = server.root_auth, server.reader_auth
    assert (root, reader) == ("root", READER)
    assert root_password != reader_password
    assert min(len(root_password), len(reader_password)) >= 43  # 32 bytes in base 64
    folder = ServerFolder.of(settings.data_dir)
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    for path in folder.path.rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    for found in _processes_of(settings.data_dir):
        line = " ".join(found.cmdline()) + " ".join(f"{k}={v}" for k, v in found.environ().items())
        assert root_password not in line
        assert reader_password not in line
    for log in folder.log.rglob("*"):
        assert reader_password not in log.read_text(errors="replace")
        assert root_password not in log.read_text(errors="replace")


def test_it_listens_on_loopback_alone(shared: tuple[EmbeddedServer, Settings]) -> None:
    _, settings = shared
    state = _state(settings)
    listeners = [
        connection.laddr
        for found in _processes_of(settings.data_dir)
        for connection in found.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert {address.port for address in listeners} == {state.bolt_port, state.http_port}
    assert {address.ip.removeprefix("::ffff:") for address in listeners} == {"127.0.0.1"}


def test_a_request_without_a_password_is_refused(shared: tuple[EmbeddedServer, Settings]) -> None:
    import http.client

    _, settings = shared
    for path, body in (
        ("/api/v1/query/kept", '{"language": "cypher", "command": "RETURN 1"}'),
        ("/api/v1/server", "{}"),
    ):
        connection = http.client.HTTPConnection("127.0.0.1", _state(settings).http_port, timeout=10)
        connection.request("POST", path, body)
        assert connection.getresponse().status in (401, 403)
        connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row AS n",
        "LOAD CSV FROM 'http://127.0.0.1:1/x' AS row RETURN row AS n",
        "UNWIND range(1, 20000) AS x RETURN x AS n",
        "CALL do.when(true, 'CREATE (:Evil)', '', {}) YIELD value RETURN value AS n",
        "CREATE USER evil SET PASSWORD 'evil-evil'",
        "CREATE INDEX FOR (t:Thing) ON (t.id)",
    ],
)
def test_what_the_account_and_the_limits_refuse(shared: tuple[EmbeddedServer, Settings], statement: str) -> None:
    server, _ = shared
    with server.store("kept") as store:
        with pytest.raises(QueryError):
            store.run(Query(statement, ("n",)))
        assert store.run(Query("MATCH (n) RETURN count(n) AS n", ("n",))).rows == ((1,),)


def test_counts_are_whole_for_the_reader(shared: tuple[EmbeddedServer, Settings]) -> None:
    server, _ = shared
    server.create_database("counted")
    try:
        _write(server, "counted", "UNWIND range(1, 5000) AS i CREATE (:N {i: i})")
        with server.store("counted") as store:
            assert store.run(Query("MATCH (n:N) WHERE n.i > 4990 RETURN count(n) AS n", ("n",))).rows == ((10,),)
    finally:
        server.drop_database("counted")
    assert "counted" not in server.databases()


def test_a_database_is_put_in_by_a_rename(shared: tuple[EmbeddedServer, Settings]) -> None:
    server, settings = shared
    staging = ServerFolder.of(settings.data_dir).staging
    server.create_database("built")
    _write(server, "built", "CREATE (:Thing {id: 'B:1'})")
    server._admin().command("close database built")
    (server.databases_dir / "built").rename(staging / "built")
    assert "built" not in server.databases()
    (staging / "built").rename(server.databases_dir / "moved")
    server.open_database("moved")
    with server.store("moved") as store:
        assert store.run(Query("MATCH (t:Thing) RETURN t.id AS id", ("id",))).rows == (("B:1",),)
    server.drop_database("moved")
    assert not (server.databases_dir / "moved").exists()


@pytest.mark.parametrize("name", ["", "..", "a/b", "a b", "-a", "x{}", "é", "a\n"])
def test_a_database_name_that_could_be_something_else_is_refused(
    shared: tuple[EmbeddedServer, Settings], name: str
) -> None:
    server, _ = shared
    for action in (server.create_database, server.open_database, server.drop_database):
        with pytest.raises(ServerError, match="cannot be named"):
            action(name)


def test_an_unknown_database_is_a_sentence(shared: tuple[EmbeddedServer, Settings]) -> None:
    with pytest.raises(ServerError, match="nowhere"):
        shared[0].store("nowhere")
    with pytest.raises(ServerError, match="nowhere"):
        shared[0].drop_database("nowhere")


def test_an_account_that_may_write_is_not_used(
    shared: tuple[EmbeddedServer, Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, settings = shared
    monkeypatch.setattr(EmbeddedServer, "reader_auth", property(lambda self: self.root_auth))
    with pytest.raises(ServerError, match="was able to write"):
        EmbeddedServer.connect(settings)
    monkeypatch.undo()
    with server.store("kept") as store:
        assert store.run(Query("CALL db.labels() YIELD label RETURN label AS label", ("label",))).rows == (("Thing",),)
        assert store.run(Query("MATCH (n) RETURN count(n) AS n", ("n",))).rows == ((1,),)


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    given = dataclasses.replace(settings_module.load({}), data_dir=tmp_path / "file" / "data")
    with pytest.raises(ServerError, match=r"KGQA_DATA_DIR.*KGQA_GRAPH_URI"):
        EmbeddedServer.connect(given)
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_read_only_place_is_a_sentence(own: Settings) -> None:
    if not Path("/proc/version").exists():
        pytest.skip("no read-only file system to try on")
    with pytest.raises(ServerError, match=r"KGQA_DATA_DIR.*KGQA_GRAPH_URI"):
        EmbeddedServer.connect(dataclasses.replace(own, data_dir=Path("/proc/kgqa")))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ServerError, match=r"may not write there.*KGQA_GRAPH_URI"):
        EmbeddedServer.connect(dataclasses.replace(settings_module.load({}), data_dir=tmp_path / "data"))


def test_a_full_disk_is_a_sentence(own: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=1000))
    with pytest.raises(ServerError, match=r"the disk is full.*KGQA_GRAPH_URI"):
        EmbeddedServer.connect(own)


def test_a_heap_larger_than_the_machine_is_a_sentence(own: Settings) -> None:
    with pytest.raises(ServerError, match=r"KGQA_HEAP_MB is 99999999.*KGQA_GRAPH_URI"):
        EmbeddedServer.connect(dataclasses.replace(own, heap_mb=99_999_999))
    assert not _processes_of(own.data_dir)


def test_a_package_without_java_is_a_sentence(own: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ServerError, match=r"no Java for this platform.*KGQA_GRAPH_URI"):
        EmbeddedServer.connect(own)


def test_a_folder_that_another_program_uses_is_a_sentence(
    shared: tuple[EmbeddedServer, Settings], own: Settings, tmp_path: Path
) -> None:
    server, _ = shared
    other = tmp_path / "other"
    (other / "server").mkdir(parents=True)
    (other / "server" / "databases").symlink_to(server.databases_dir)
    with pytest.raises(ServerError, match=r"in use by another.*KGQA_GRAPH_URI"):
        EmbeddedServer.connect(dataclasses.replace(own, data_dir=other))
    assert server.databases() == ["kept"]
    assert _until(lambda: not _processes_of(other))


@pytest.mark.slow
def test_a_taken_port_is_noticed(own: Settings) -> None:
    folder = ServerFolder.of(own.data_dir)
    folder.prepare()
    from kgqa.graph.server.accounts import ensure_accounts

    ensure_accounts(folder)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        free = process.free_ports()
        for ports in (launch.Ports(bolt=port, http=free.http), launch.Ports(bolt=free.bolt, http=port)):
            with pytest.raises(process.PortTakenError, match="in use by another process"):
                process.ServerProcess.start(folder, ports, 256, 5.0)
    assert not _processes_of(own.data_dir)


def test_the_log_is_bounded_and_in_the_folder(shared: tuple[EmbeddedServer, Settings]) -> None:
    _, settings = shared
    folder = ServerFolder.of(settings.data_dir)
    text = (folder.config / "logging.properties").read_text()
    assert "FileHandler.limit=" in text
    assert "FileHandler.count=" in text
    assert list(folder.log.glob("arcadedb.log*"))


def test_refused_statements_are_not_logged(shared: tuple[EmbeddedServer, Settings]) -> None:
    server, settings = shared
    with server.store("kept") as store:
        for cypher in ("CREATE (:SecretOfAReader) RETURN 1 AS n", "MATCH (n:SecretOfAReader RETURN n"):
            with pytest.raises(QueryError):
                store.run(Query(cypher, ("n",)))
    logs = [path.read_text(errors="replace") for path in ServerFolder.of(settings.data_dir).log.rglob("*")]
    assert any("Bolt" in log for log in logs)
    assert not any("SecretOfAReader" in log for log in logs)


def test_when_every_slot_is_taken_the_next_question_hears_so(shared: tuple[EmbeddedServer, Settings]) -> None:
    server, _ = shared
    slots = max(4, 2 * (os.cpu_count() or 1))
    server.create_database("busy")
    _write(server, "busy", "UNWIND range(1, 3000) AS i CREATE (:N {i: i})")
    product = Query("MATCH (a:N), (b:N), (c:N) WHERE a.i + b.i + c.i = -1 RETURN count(*) AS n", ("n",))
    stop = StopSignal()
    with server.store("busy") as store:
        ended: list[BaseException] = []

        def ask() -> None:
            try:
                store.run(product, stop=stop)
            except KgqaError as error:
                ended.append(error)

        def refused() -> bool:
            try:
                return not store.run(ONE).rows
            except QueryError:
                return True

        threads = [threading.Thread(target=ask) for _ in range(slots)]
        for thread in threads:
            thread.start()
        assert _until(refused)
        with pytest.raises(QueryError, match="busy") as caught:
            store.run(ONE)
        assert (caught.value.code or "").startswith("Neo.TransientError.")
        stop.set()
        for thread in threads:
            thread.join(60)
        assert {type(error) for error in ended} == {StoppedError}
        assert _until(lambda: _runs(store))
    server.drop_database("busy")


def test_the_state_file_tells_processes_and_when_the_server_started(shared: tuple[EmbeddedServer, Settings]) -> None:
    _, settings = shared
    data = json.loads(ServerFolder.of(settings.data_dir).state.read_text())
    assert psutil.Process(data["server_pid"]).create_time() == pytest.approx(data["server_started"], abs=0.1)
    assert "supervisor" in " ".join(psutil.Process(data["supervisor_pid"]).cmdline())
