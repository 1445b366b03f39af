"""The contract of the Bolt client, on the embedded server and on a real Neo4j alike."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

import neo4j
import pytest
from servers import NEO4J_PASSWORD, Server, SpareNeo4j, end

from kgqa import settings as settings_module
from kgqa.errors import KgqaError, QueryError, ServerError, StoppedError, TimeLimitError
from kgqa.graph import store as graph_store
from kgqa.graph.own.probes import find_capabilities
from kgqa.graph.quoting import quoted
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.state import read_state
from kgqa.graph.store import GraphStore, StopSignal
from kgqa.records import Query
from kgqa.settings import Settings

LIMIT_S = 3.0
RULES = ["Read-only sessions", "Time limits", "Ending a query", "Memory limits", "Query type by EXPLAIN"]
DATABASE = "contract"
PRODUCT = "MATCH (a:Number), (b:Number), (c:Number) WHERE a.n + b.n + c.n = -1 RETURN count(*) AS n"
UNSTOPPABLE = (
    "RETURN reduce(s = 0, x IN range(1, 10000) | s + reduce(t = 0, y IN range(1, 10000) | t + "
    "reduce(u = 0, z IN range(1, 10000) | u + x % (y + z)))) AS n"
)
HEAP_BOMB = "RETURN size(reduce(s = 'a', x IN range(1, 40) | s + s)) AS n"
FILL = (
    "UNWIND range(1, 1500) AS i CREATE (:Number {n: i})",
    "CREATE (:Disease {id: 'OMIM:1', name: 'Märchen–Syndrom 多発', synonyms: ['a', 'b'], weight: 1.5, rare: true})"
    "-[:HAS {source: 'OMIM', references: ['PMID:1', 'PMID:2']}]->(:Phenotype {id: 'HP:1', name: 'Tall'})",
)


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = dataclasses.replace(
        settings_module.load({}), data_dir=tmp_path_factory.mktemp("store"), time_limit_s=LIMIT_S, heap_mb=256
    )
    with EmbeddedServer.connect(settings) as server:
        server.create_database(DATABASE)

        def connect(max_rows: int = 100) -> GraphStore:
            store = server.store(DATABASE)
            store._max_rows = max_rows
            return store

        def pid() -> int:
            state = read_state(server._folder)
            assert state is not None
            return state.server_pid

        def uri() -> str:
            return server.bolt_uri

        yield _filled(Server("embedded", uri, server.root_auth, DATABASE, connect, pid, revives=True))


@pytest.fixture(scope="module")
def own_neo4j(spare_neo4j: SpareNeo4j) -> Server:
    spare_neo4j.empty()

    def uri() -> str:
        return spare_neo4j.uri

    def connect(max_rows: int = 100) -> GraphStore:
        return GraphStore(uri(), "neo4j", NEO4J_PASSWORD, "neo4j", max_rows=max_rows, time_limit_s=LIMIT_S)

    def pid() -> int:
        return spare_neo4j.process.pid

    return _filled(Server("neo4j", uri, ("neo4j", NEO4J_PASSWORD), "neo4j", connect, pid, revives=False))


@pytest.fixture(scope="module", params=["embedded", "own_neo4j"])
def any_server(request: pytest.FixtureRequest) -> Server:
    server: Server = request.getfixturevalue(request.param)
    return server


@pytest.fixture
def store(any_server: Server) -> Iterator[GraphStore]:
    with any_server.connect() as connected:
        yield connected


def _filled(server: Server) -> Server:
    for statement in FILL:
        server.write(statement)
    return server


def _count_all(server: Server) -> tuple[int, int]:
    with server.connect() as store:
        nodes = store.run(Query("MATCH (n) RETURN count(n) AS n", ("n",))).rows[0][0]
        edges = store.run(Query("MATCH ()-[r]->() RETURN count(r) AS n", ("n",))).rows[0][0]
    return nodes, edges


def _error_of(action: Callable[[], object]) -> BaseException | None:
    try:
        action()
    except BaseException as error:
        return error
    return None


def test_rows_are_plain_python_in_the_order_of_the_columns(store: GraphStore) -> None:
    rows = store.run(
        Query(
            "MATCH (d:Disease)-[r:HAS]->(p:Phenotype) "
            "RETURN p.name AS p, d AS d, r AS r, d.synonyms AS s, d.nope AS nope",
            ("p", "d", "r", "s", "nope"),
        )
    )
    assert rows.columns == ("p", "d", "r", "s", "nope")
    disease = {"id": "OMIM:1", "name": "Märchen–Syndrom 多発", "synonyms": ["a", "b"], "weight": 1.5, "rare": True}
    assert rows.rows == (("Tall", disease, {"source": "OMIM", "references": ["PMID:1", "PMID:2"]}, ["a", "b"], None),)
    assert type(rows.rows[0][1]) is dict
    assert not rows.truncated


def test_a_path_becomes_its_steps(store: GraphStore) -> None:
    (row,) = store.run(Query("MATCH p = (:Disease)-[:HAS]->(:Phenotype) RETURN p AS p", ("p",))).rows
    assert [step.get("id") or step.get("source") for step in row[0]] == ["OMIM:1", "OMIM", "HP:1"]


@pytest.mark.parametrize(
    ("limit", "expected", "truncated"),
    [(0, 0, True), (1, 1, True), (1499, 1499, True), (1500, 1500, False), (2000, 1500, False)],
)
def test_the_row_limit_cuts_exactly_and_says_so(store: GraphStore, limit: int, expected: int, truncated: bool) -> None:
    rows = store.run(Query("MATCH (n:Number) RETURN n.n AS n ORDER BY n", ("n",)), max_rows=limit)
    assert [row[0] for row in rows.rows] == list(range(1, expected + 1))
    assert rows.truncated is truncated
    assert rows.executed.endswith(f"\nLIMIT {limit + 1}")


def test_the_stores_own_limit_holds_without_another(any_server: Server) -> None:
    with any_server.connect(max_rows=7) as store:
        rows = store.run(Query("MATCH (n:Number) RETURN n.n AS n", ("n",)))
    assert (len(rows.rows), rows.truncated) == (7, True)


def test_an_empty_result_keeps_its_columns(store: GraphStore) -> None:
    rows = store.run(Query("MATCH (d:Disease) WHERE d.id = 'none' RETURN d.id AS id, d.name AS name", ("id", "name")))
    assert (rows.columns, rows.rows, rows.truncated) == (("id", "name"), (), False)


def test_columns_come_from_the_server_where_the_statement_names_none(store: GraphStore) -> None:
    assert store.run(Query("RETURN 1 AS one, 2 AS two", ())).columns == ("one", "two")


def test_other_columns_than_declared_are_an_error(store: GraphStore) -> None:
    with pytest.raises(QueryError, match="two"):
        store.run(Query("RETURN 1 AS one, 2 AS two", ("one",)))


def test_a_comment_at_the_end_does_not_swallow_the_limit(store: GraphStore) -> None:
    assert store.run(Query("MATCH (n:Number) RETURN n.n AS n // all", ("n",)), max_rows=2).truncated


@pytest.mark.parametrize(
    "value",
    [
        None, True, False, 0, -1, 2**62, 1.5, -0.0, 1e300, "", "text", "多発性 β-\U0001f9ec ' \" ` \\ \\u0041 \n\t", [],
        [1, "a", None],
        {"key": [1, {"deep": None}], "ключ": "x"}, "x" * 100_000,
    ],
    ids=lambda value: repr(value)[:20],
)  # fmt: skip
def test_parameters_come_back_as_they_went(store: GraphStore, value: object) -> None:
    (row,) = store.run(Query("RETURN $value AS v", ("v",), {"value": value})).rows
    assert row == (value,)
    assert type(row[0]) is type(value)


def test_nan_and_infinity_come_back(store: GraphStore) -> None:
    (row,) = store.run(Query("RETURN $a AS a, $b AS b", ("a", "b"), {"a": math.nan, "b": -math.inf})).rows
    assert math.isnan(row[0])
    assert row[1] == -math.inf


def test_times_come_back_as_iso_text(store: GraphStore) -> None:
    given = {"d": date(2025, 1, 16), "t": datetime(2025, 1, 16, 12, 30, 5), "p": timedelta(days=2)}
    (row,) = store.run(Query("RETURN $d AS d, $t AS t, $p AS p", ("d", "t", "p"), given)).rows
    assert row[0] == "2025-01-16"
    assert row[1].startswith("2025-01-16T12:30:05")
    assert row[2].startswith("P2D")


@pytest.mark.parametrize("value", [2**64, object(), {"a": object()}, {1: "a"}], ids=["big", "object", "nested", "key"])
def test_a_parameter_that_no_server_knows_is_a_sentence(store: GraphStore, value: object) -> None:
    with pytest.raises(KgqaError):
        store.run(Query("RETURN $value AS v", ("v",), {"value": value}))
    assert store.run(Query("RETURN 1 AS n", ("n",))).rows == ((1,),)


@pytest.mark.parametrize("where", ["text", "parameter", "many"])
def test_a_message_above_4_mib_is_not_sent(store: GraphStore, where: str) -> None:
    big = "x" * (4 * 1024 * 1024)
    query = {
        "text": Query(f"RETURN size('{big}') AS n", ("n",)),
        "parameter": Query("RETURN size($v) AS n", ("n",), {"v": big}),
        "many": Query("RETURN size($v) AS n", ("n",), {"v": ["é" * 100] * 40_000}),
    }[where]
    with pytest.raises(QueryError, match="4 MiB"):
        store.run(query)
    assert store._driver is None  # not even a connection was made


def test_a_message_just_below_the_cap_is_answered(store: GraphStore) -> None:
    given = {"v": "x" * (4 * 1024 * 1024 - 1000)}
    assert store.run(Query("RETURN size($v) AS n", ("n",), given)).rows == ((len(given["v"]),),)


@pytest.mark.parametrize(
    "write",
    [
        "CREATE (:Disease {id: 'X'}) RETURN 1 AS n",
        "CREATE (:BrandNew) RETURN 1 AS n",
        "MATCH (d:Disease) SET d.name = 'changed' RETURN 1 AS n",
        "MATCH (d:Disease) SET d:Other RETURN 1 AS n",
        "MATCH (d:Disease) REMOVE d.name RETURN 1 AS n",
        "MATCH (d:Disease) DETACH DELETE d RETURN 1 AS n",
        "MATCH ()-[r:HAS]->() DELETE r RETURN 1 AS n",
        "MERGE (d:Disease {id: 'X'}) RETURN 1 AS n",
        "MATCH (d:Disease), (p:Phenotype) CREATE (p)-[:HAS]->(d) RETURN 1 AS n",
        "UNWIND [1] AS x CREATE (:Number {n: x}) RETURN x AS n",
    ],
)
def test_a_write_is_refused_and_changes_nothing(any_server: Server, store: GraphStore, write: str) -> None:
    digest = Query("MATCH (d:Disease)-[r:HAS]->(p:Phenotype) RETURN d, labels(d) AS l, r, p", ("d", "l", "r", "p"))
    before = _count_all(any_server), store.run(digest).rows
    with pytest.raises(QueryError, match="may only read") as caught:
        store.run(Query(write, ("n",)))
    assert caught.value.code in ("Neo.ClientError.Statement.AccessMode", "Neo.ClientError.Security.Forbidden")
    assert (_count_all(any_server), store.run(digest).rows) == before


def test_a_syntax_error_is_a_sentence_with_the_servers_code(store: GraphStore) -> None:
    with pytest.raises(QueryError, match="refused the statement") as caught:
        store.run(Query("MATCH (n RETURN n", ("n",)))
    assert caught.value.code == "Neo.ClientError.Statement.SyntaxError"


def test_a_statement_that_takes_too_long_is_ended(any_server: Server, store: GraphStore) -> None:
    with pytest.raises(TimeLimitError, match="longer than 3 s"):
        store.run(Query(PRODUCT, ("n",)))
    assert _tagged(any_server) == []
    assert store.run(Query("RETURN 1 AS n", ("n",))).rows == ((1,),)


def test_stop_ends_the_statement_on_the_server(any_server: Server, store: GraphStore) -> None:
    stop = StopSignal()
    threading.Timer(0.7, stop.set).start()
    with pytest.raises(StoppedError):
        store.run(Query(PRODUCT, ("n",)), stop=stop)
    assert _until(lambda: _tagged(any_server) == [], 60)


def test_a_signal_that_was_set_before_stops_at_once(store: GraphStore) -> None:
    stop = StopSignal()
    stop.set()
    with pytest.raises(StoppedError):
        store.run(Query(PRODUCT, ("n",)), stop=stop)


def test_a_stop_ends_only_its_own_statement(any_server: Server, store: GraphStore) -> None:
    stop, outcome = StopSignal(), []
    other = threading.Thread(target=lambda: outcome.append(_error_of(lambda: store.run(Query(PRODUCT, ("n",))))))
    other.start()
    threading.Timer(0.5, stop.set).start()
    with pytest.raises(StoppedError):
        store.run(Query(PRODUCT, ("n",)), stop=stop)
    other.join(60)
    assert isinstance(outcome[0], TimeLimitError)


def test_many_threads_get_their_own_rows(store: GraphStore) -> None:
    wrong: list[object] = []

    def ask(number: int) -> None:
        for _ in range(20):
            rows = store.run(Query("MATCH (n:Number) WHERE n.n = $n RETURN n.n AS n", ("n",), {"n": number})).rows
            if rows != ((number,),):
                wrong.append((number, rows))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_wrong_password_is_a_sentence_without_it(any_server: Server) -> None:
    secret = "not-the-password-of-anything"
    with (
        GraphStore(any_server.uri(), "neo4j", secret, "neo4j", max_rows=1, time_limit_s=LIMIT_S) as store,
        pytest.raises(ServerError, match="refuses the user 'neo4j'") as caught,
    ):
        store.run(Query("RETURN 1 AS n", ("n",)))
    assert secret not in f"{caught.value!r}{caught.value.__cause__!r}{store!r}"


def test_an_unknown_database_is_a_sentence(any_server: Server) -> None:
    user, password = any_server.admin
    with (
        GraphStore(any_server.uri(), user, password, "nowhere", max_rows=1, time_limit_s=LIMIT_S) as store,
        pytest.raises(ServerError, match="no database 'nowhere'"),
    ):
        store.run(Query("RETURN 1 AS n", ("n",)))


@pytest.mark.parametrize(
    "uri", ["bolt://127.0.0.1:1", "bolt://name.invalid:7687", "http://localhost:7474", "nonsense", ""]
)
def test_a_server_that_is_not_there_is_a_sentence(uri: str) -> None:
    with GraphStore(uri, "neo4j", "pw-of-nobody", "neo4j", max_rows=1, time_limit_s=1) as store:
        with pytest.raises(ServerError, match="graph server") as caught:
            store.run(Query("RETURN 1 AS n", ("n",)))
        assert "pw-of-nobody" not in str(caught.value)


def test_a_password_in_the_address_is_not_shown() -> None:
    with GraphStore("bolt://me:hidden@127.0.0.1:1", "me", "hidden", "", max_rows=1, time_limit_s=1) as store:
        with pytest.raises(ServerError) as caught:
            store.run(Query("RETURN 1 AS n", ("n",)))
        assert "hidden" not in f"{caught.value}{store!r}"


@pytest.fixture
def silent_port() -> Iterator[socket.socket]:
    """A port that takes connections and says nothing."""
    with socket.socket() as port:
        port.bind(("127.0.0.1", 0))
        port.listen()
        yield port


def _assert_no_answer(port: socket.socket, *, time_limit_s: float) -> None:
    uri = f"bolt://127.0.0.1:{port.getsockname()[1]}"
    with (
        GraphStore(uri, "neo4j", "x", "", max_rows=1, time_limit_s=time_limit_s) as store,
        pytest.raises(ServerError, match="does not answer"),
    ):
        store.run(Query("RETURN 1 AS n", ("n",)))


def test_a_silent_port_is_a_sentence(silent_port: socket.socket) -> None:
    _assert_no_answer(silent_port, time_limit_s=1)


def test_a_port_that_hangs_up_while_a_statement_is_ended_is_a_silent_one(
    silent_port: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hang_up() -> None:
        asked, ending = silent_port.accept()[0], silent_port.accept()[0]
        asked.close()
        ending.close()

    monkeypatch.setattr(graph_store, "END_WAIT_S", 60)
    threading.Thread(target=hang_up, daemon=True).start()
    _assert_no_answer(silent_port, time_limit_s=0.1)


@pytest.mark.slow
def test_embedded_a_frozen_server_gives_an_error_and_comes_back(embedded: Server) -> None:
    with embedded.connect() as store:
        store.run(Query("RETURN 1 AS n", ("n",)))
        frozen = embedded.pid()
        os.kill(frozen, signal.SIGSTOP)
        error = _error_of(lambda: store.run(Query("RETURN 1 AS n", ("n",))))
        if error is None:  # the supervisor, which probes at its own times, was faster: a new server answered
            assert embedded.pid() != frozen
        else:
            assert isinstance(error, ServerError)
            assert "does not answer" in str(error)
        assert _until(lambda: _error_of(lambda: store.run(Query("RETURN 1 AS n", ("n",)))) is None, 90)
        assert embedded.pid() != frozen


def test_embedded_a_statement_that_cannot_be_ended_leads_to_a_restart(
    embedded: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph_store, "UNSTOPPABLE_S", 1.0)
    with embedded.connect() as store:
        before, stop = embedded.pid(), StopSignal()
        threading.Timer(0.5, stop.set).start()
        with pytest.raises(StoppedError):
            store.run(Query(UNSTOPPABLE, ("n",)), stop=stop)
        assert _until(lambda: embedded.pid() not in (0, before), 90)
        assert store.run(Query("MATCH (d:Disease) RETURN d.id AS id", ("id",))).rows == (("OMIM:1",),)


@pytest.mark.slow
def test_embedded_a_heap_bomb_ends_the_server_and_the_next_question_is_answered(embedded: Server) -> None:
    with embedded.connect() as store:
        before = embedded.pid()
        with pytest.raises(KgqaError):
            store.run(Query(HEAP_BOMB, ("n",)))
        assert _until(lambda: embedded.pid() not in (0, before), 90)
        assert store.run(Query("MATCH (d:Disease) RETURN d.id AS id", ("id",))).rows == (("OMIM:1",),)


@pytest.mark.slow  # one is killed in the middle of one below
def test_embedded_a_server_killed_between_questions_is_not_noticed(embedded: Server) -> None:
    with embedded.connect() as store:
        store.run(Query("RETURN 1 AS n", ("n",)))
        os.kill(embedded.pid(), signal.SIGKILL)
        assert store.run(Query("MATCH (d:Disease) RETURN d.id AS id", ("id",))).rows == (("OMIM:1",),)


def test_embedded_a_server_killed_in_the_middle_is_not_noticed_and_one_killed_twice_is_an_error(
    embedded: Server,
) -> None:
    with embedded.connect() as store:
        killed: list[int] = []

        def kill(times: int) -> None:
            for _ in range(times):
                assert _until(lambda: embedded.pid() not in (0, *killed), 60)
                time.sleep(0.3)
                killed.append(embedded.pid())
                os.kill(killed[-1], signal.SIGKILL)

        store.run(Query("RETURN 1 AS n", ("n",)))
        for times, becomes in ((1, TimeLimitError), (2, ServerError)):
            killer = threading.Thread(target=kill, args=(times,))
            killer.start()
            error = _error_of(lambda: store.run(Query(PRODUCT, ("n",))))
            killer.join()
            assert isinstance(error, becomes), error
        assert "ended while it worked on this statement, twice" in str(error)
        question = Query("MATCH (d:Disease) RETURN d.id AS id", ("id",))
        # The limit of this store is short: on a busy machine the server may take longer to come back.
        assert _until(lambda: not isinstance(_error_of(lambda: store.run(question)), TimeLimitError), 60)
        assert store.run(question).rows == (("OMIM:1",),)


@pytest.mark.slow
def test_neo4j_killed_in_the_middle_is_a_sentence(own_neo4j: Server, spare_neo4j: SpareNeo4j) -> None:
    with (
        GraphStore(own_neo4j.uri(), "neo4j", NEO4J_PASSWORD, "", max_rows=1, time_limit_s=120) as store,
        neo4j.GraphDatabase.driver(own_neo4j.uri(), auth=own_neo4j.admin) as driver,
        driver.session() as session,
    ):
        store.run(Query("RETURN 1 AS n", ("n",)))
        endless = Query("UNWIND range(1, 1000000000) AS x WITH x WHERE x < 0 RETURN x AS n", ("n",))
        errors: list[BaseException | None] = []
        asking = threading.Thread(target=lambda: errors.append(_error_of(lambda: store.run(endless))))
        asking.start()
        running = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery STARTS WITH '/* kg:' RETURN count(*)"
        assert _until(lambda: session.run(running).single(strict=True)[0] > 0, 60)
        end(spare_neo4j.process)
        asking.join(60)
        errors.append(_error_of(lambda: store.run(endless)))
        assert [type(error) for error in errors] == [ServerError, ServerError]
        assert all("does not answer" in str(error) for error in errors)
        spare_neo4j.start()
        assert store.run(Query("RETURN 1 AS n", ("n",))).rows == ((1,),)


def _tagged(server: Server) -> list[str]:
    with (
        neo4j.GraphDatabase.driver(server.uri(), auth=server.admin) as driver,
        driver.session(database=server.database) as s,
    ):
        texts = [record["currentQuery"] for record in s.run("SHOW TRANSACTIONS")]
    return [text for text in texts if "/* kg:" in (text or "")]


def _until(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.1)
    return False


def _odd_names() -> list[str]:
    path = Path(__file__).resolve().parents[3] / "shared" / "data" / "hostile_inputs.jsonl"
    own = ["a`b", "`", "``) DETACH DELETE n //", "two words", "biolink:treats", "1st", "MATCH", "多発 β", "a // b"]
    if not path.exists():
        return own
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    odd = [line["input"] for line in lines if line["category"] == "odd_but_legal_name"]
    return own + [re.sub(r"@@REPEAT\((.*?),(\d+)\)@@", lambda m: m[1] * int(m[2]), name) for name in odd]


def _id(value: str) -> str:
    return repr(value)[:24]


@pytest.mark.parametrize("name", [name for name in _odd_names() if "\0" not in name and len(name) < 10_000], ids=_id)
def test_an_odd_name_survives_as_label_type_and_key(any_server: Server, store: GraphStore, name: str) -> None:
    odd, kind = quoted(name), quoted(name + "^")  # the embedded server keeps labels and types in one list of names
    any_server.write(f"CREATE (:{odd} {{{odd}: 1}})-[:{kind} {{{odd}: 2}}]->(:Odd)")
    try:
        match = f"MATCH (n:{odd})-[r:{kind}]->(:Odd)"
        rows = store.run(Query(f"{match} RETURN n.{odd} AS n, r.{odd} AS r, type(r) AS t, labels(n) AS l", ())).rows
        assert rows == ((1, 2, name + "^", [name]),)
    finally:
        any_server.write("MATCH (o:Odd)<--(n) DETACH DELETE n, o")


@pytest.mark.parametrize("name", _odd_names(), ids=_id)
def test_an_odd_name_survives_as_a_value(any_server: Server, store: GraphStore, name: str) -> None:
    any_server.write("CREATE (:OddValue {name: $name, names: [$name]})", name=name)
    try:
        cypher = "MATCH (n:OddValue) WHERE n.name = $name RETURN n.name AS a, n.names AS b"
        assert store.run(Query(cypher, ("a", "b"), {"name": name})).rows == ((name, [name]),)
    finally:
        any_server.write("MATCH (o:OddValue) DETACH DELETE o")


def test_capabilities_of_a_neo4j(own_neo4j: Server) -> None:
    found = find_capabilities(_settings_of(own_neo4j))
    assert found.kind == "neo4j"
    assert "refuses every write" in found.sentences[0]
    assert {rule.state for rule in found.rules} == {"enforced"}
    assert [rule.what for rule in found.rules] == RULES
    assert "KgqaWriteProbe" not in str(
        own_neo4j.connect().run(Query("CALL db.labels() YIELD label RETURN label", ())).rows
    )


def test_capabilities_of_a_server_that_does_not_enforce_reading(embedded: Server) -> None:
    found = find_capabilities(_settings_of(embedded))
    assert found.kind == "arcadedb"
    assert "does not enforce read-only" in found.sentences[0]
    assert [rule.what for rule in found.rules] == RULES
    states = ["not enforced", "not enforced", "enforced", "unknown", "not enforced"]
    assert [rule.state for rule in found.rules] == states
    assert _count_all(embedded) == (1502, 1)


def test_capabilities_of_nothing_is_a_sentence() -> None:
    with pytest.raises(ServerError, match="Nothing listens at port 1"):
        find_capabilities(dataclasses.replace(settings_module.load({}), graph_uri="bolt://127.0.0.1:1"))


def _settings_of(server: Server) -> Settings:
    user, password = server.admin
    return dataclasses.replace(
        settings_module.load({}),
        graph_uri=server.uri(), graph_user=user, graph_password=password, graph_database=server.database,
    )  # fmt: skip
