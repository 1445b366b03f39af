"""Loading tables into a graph server of the reader's own: ended anywhere, done again, and the same in the end."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import neo4j
import pytest
from servers import NEO4J_PASSWORD, SpareNeo4j

from kgqa.errors import LoadError, StoppedError
from kgqa.graph.own.own_graph import open_own
from kgqa.graph.stop import StopSignal
from kgqa.load import bolt_writer
from kgqa.load.bolt import NotEmptyError, load_into_server
from kgqa.load.source import SourceSpec
from kgqa.progress import Progress
from kgqa.schema.model import EDGE_KEY
from kgqa.settings import Settings
from tests import command_line

ROOT = Path(__file__).parents[2]
BATCH = 40
"""Rows of a batch in the processes that are killed, so that there are many moments to kill them at."""

NODES = """id,name,label,synonyms,dose
C:1,Aspirin,Compound,acetylsalicylic acid|ASA,00123
C:2,"Odd `name` 'x'",Compound,,NA
"""
EDGES = """source,type,target,note
C:1,TREATS_CtD,D:1,one
C:1,TREATS_CtD,D:1,two
C:1,TREATS_CtD,D:1,two
C:2,biolink:treats,D:1,
"""


def write_tables(folder: Path, things: int = 150) -> SourceSpec:
    """A graph with parallel edges, edges that are equal in everything, and names that need quoting."""
    folder.mkdir()
    diseases = "".join(f"D:{number},Disease {number},A disease,,\n" for number in range(1, things + 1))
    (folder / "nodes.csv").write_text(NODES + diseases, encoding="utf-8")
    numbers = range(1, things)
    links = "".join(f"D:{number},RESEMBLES,D:{number * 7 % things + 1},{number % 5}\n" for number in numbers)
    (folder / "edges.csv").write_text(EDGES + links * 2, encoding="utf-8")
    return SourceSpec("tables", {"path": str(folder), "name": "mine"})


@pytest.fixture
def uri(spare_neo4j: SpareNeo4j) -> str:
    """The address of an empty Neo4j."""
    spare_neo4j.empty()
    return spare_neo4j.uri


@pytest.fixture
def own(settings: Settings, tmp_path: Path, uri: str) -> Settings:
    """Settings for its database, with a data folder of the test's own."""
    return replace(
        settings, data_dir=tmp_path / "data", graph_uri=uri, graph_user="neo4j", graph_password=NEO4J_PASSWORD
    )


def run(uri: str, cypher: str) -> list[list[Any]]:
    with neo4j.GraphDatabase.driver(uri, auth=("neo4j", NEO4J_PASSWORD)) as driver, driver.session() as session:
        return [record.values() for record in session.run(cypher)]


def everything(uri: str) -> list[str]:
    """All nodes and edges with all that they have, in an order of their own."""
    nodes = run(uri, "MATCH (n) RETURN labels(n), properties(n)")
    edges = run(uri, "MATCH (a)-[r]->(b) RETURN a.id, type(r), properties(r), b.id")
    ordered = [[sorted(part.items()) if isinstance(part, dict) else part for part in row] for row in [*nodes, *edges]]
    return sorted(map(repr, ordered))


def quiet(_: Progress) -> None:
    pass


def test_what_is_written_is_what_the_tables_say(tmp_path: Path, own: Settings, uri: str) -> None:
    contents = load_into_server(own, write_tables(tmp_path / "t"), quiet)
    assert contents.nodes == {"Compound": 2, "A disease": 150}
    assert contents.edges["Compound", "TREATS_CtD", "A disease"] == 3
    ((aspirin,),) = run(uri, "MATCH (n:Compound {id: 'C:1'}) RETURN properties(n)")
    assert aspirin == {
        "id": "C:1", "name": "Aspirin", "synonyms": ["acetylsalicylic acid", "ASA"], "dose": "00123",
    }  # fmt: skip
    assert run(uri, "MATCH (:Compound)-[r:TREATS_CtD]->(:`A disease`) RETURN r.note ORDER BY r.note") == [
        ["one"], ["two"], ["two"],
    ]  # fmt: skip
    assert sum(contents.edges.values()) == len(run(uri, "MATCH ()-[r]->() RETURN 1"))
    assert not list((own.data_dir / "loads").iterdir())


def test_a_second_load_changes_nothing_and_must_be_allowed(tmp_path: Path, own: Settings, uri: str) -> None:
    source = write_tables(tmp_path / "t")
    load_into_server(own, source, quiet)
    run(uri, "CREATE (:Compound {id: 'C:9', name: 'Mine'}) MERGE (:Note {text: 'keep'})")
    run(uri, "MATCH (n:Compound {id: 'C:1'}) SET n.mine = 'kept'")
    before = everything(uri)
    with pytest.raises(NotEmptyError, match="--add"):
        load_into_server(own, source, quiet)
    load_into_server(own, source, quiet, may_add=True)
    assert everything(uri) == before


KILLED = """
import os, signal, sys, threading
from dataclasses import replace
from pathlib import Path
from kgqa import settings as settings_module
from kgqa.load import bolt, bolt_writer
from kgqa.load.source import SourceSpec

data, tables, uri, password, batch, after, delay = sys.argv[1:]
bolt_writer.BATCH_ROWS = int(batch)
settings = replace(settings_module.load({}), data_dir=Path(data), graph_uri=uri, graph_password=password)
heard = []

def hear(progress):
    heard.append(progress)
    if len(heard) == int(after) and not float(delay):
        os.kill(os.getpid(), signal.SIGKILL)
    if len(heard) == int(after):
        threading.Timer(float(delay), os.kill, (os.getpid(), signal.SIGKILL)).start()

bolt.load_into_server(settings, SourceSpec("tables", {"path": tables, "name": "mine"}), hear)
"""


@pytest.mark.slow  # repeated kills; one that is stopped goes on in the test below
@pytest.mark.parametrize("by_lot", [0, pytest.param(6, marks=pytest.mark.slow)])
def test_a_load_that_is_killed_again_and_again_ends_like_one_in_one_go(
    tmp_path: Path, own: Settings, uri: str, by_lot: int
) -> None:
    """Twice at a known moment, before and after something is written, and at others that are drawn by lot."""
    source = write_tables(tmp_path / "t")
    load_into_server(own, source, quiet)
    whole = everything(uri)
    run(uri, "MATCH (n) DETACH DELETE n")
    dice = random.Random(11)
    written: list[int] = []
    for after, delay in [(1, 0.0), (8, 0.0), *((dice.randint(4, 12), dice.uniform(0, 0.1)) for _ in range(by_lot))]:
        moment = [str(BATCH), str(after), str(delay)]
        ended = subprocess.run(
            [sys.executable, "-c", KILLED, str(own.data_dir), source.arguments["path"], uri, NEO4J_PASSWORD, *moment],
            cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        assert ended.returncode == -signal.SIGKILL, ended.stderr[-2000:]
        written.append(len(everything(uri)))
        if everything(uri) == whole:  # on a fast machine a load may end before a moment that was drawn
            break
    assert 0 < written[1] < len(whole), f"no load was ended in its middle: {written} of {len(whole)}"
    assert written == sorted(written)
    if everything(uri) != whole:
        load_into_server(own, source, quiet)
    assert everything(uri) == whole


def test_stopping_keeps_what_is_written_and_another_load_goes_on(
    tmp_path: Path, own: Settings, uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bolt_writer, "BATCH_ROWS", BATCH)
    source, stop = write_tables(tmp_path / "t"), StopSignal()

    def hear(progress: Progress) -> None:
        if progress.step == "Writing RESEMBLES":
            stop.set()

    with pytest.raises(StoppedError, match="go on"):
        load_into_server(own, source, hear, stop)
    nodes = run(uri, "MATCH (n) RETURN count(n)")
    assert nodes == [[152]]
    contents = load_into_server(own, source, quiet)
    assert [[sum(contents.edges.values())]] == run(uri, "MATCH ()-[r]->() RETURN count(r)")


def test_another_source_does_not_go_on_with_a_load(tmp_path: Path, own: Settings, uri: str) -> None:
    stop = StopSignal()

    def hear(progress: Progress) -> None:
        if progress.step == "Writing RESEMBLES":
            stop.set()

    with pytest.raises(StoppedError):
        load_into_server(own, write_tables(tmp_path / "a"), hear, stop)
    with pytest.raises(NotEmptyError):
        load_into_server(own, write_tables(tmp_path / "b", 10), quiet)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda t: (t / "edges.csv").write_text(EDGES + "C:1,TREATS_CtD,Z:9,\n"), "edges.csv, line 6.*'Z:9'"),
        (lambda t: (t / "nodes.csv").write_text(NODES + "C:1,Twice,Compound,,\n"), "'C:1' occurs twice"),
        (lambda t: (t / "edges.csv").write_text(f"source,type,target,{EDGE_KEY}\nC:1,R,C:2,x\n"), EDGE_KEY),
        (lambda t: (t / "nodes.csv").write_text("id,name,label\nC:1,a,\\u0060x\n"), "backslash"),
    ],
)
def test_bad_rows_are_refused_before_anything_is_written(
    tmp_path: Path, own: Settings, uri: str, damage: Callable[[Path], object], said: str
) -> None:
    source = write_tables(tmp_path / "t", 3)
    damage(tmp_path / "t")
    with pytest.raises(LoadError, match=said):
        load_into_server(own, source, quiet)
    assert run(uri, "MATCH (n) RETURN count(n)") == [[0]]
    assert run(uri, "SHOW CONSTRAINTS YIELD name RETURN name") == []


def test_a_graph_that_was_loaded_is_guessed_right_when_it_is_opened(tmp_path: Path, own: Settings) -> None:
    load_into_server(own, write_tables(tmp_path / "t"), quiet)
    opened = open_own(own, quiet)
    for label in ("Compound", "A disease"):
        node = opened.schema.node(label)
        assert (node.id_property, node.name_property) == ("id", "name")
    names = {record["id"]: record for record in opened.names}
    assert names["C:1"]["name"] == "Aspirin"
    assert set(names["C:1"]["synonyms"]) == {"acetylsalicylic acid", "ASA"}
    assert EDGE_KEY not in {known.name for relation in opened.schema.relations for known in relation.properties}


def test_a_wrong_password_is_said_and_never_shown(tmp_path: Path, own: Settings) -> None:
    source = write_tables(tmp_path / "t", 3)
    with pytest.raises(LoadError, match="password") as caught:
        load_into_server(replace(own, graph_password="s3cret-and-wrong"), source, quiet)
    assert "s3cret" not in str(caught.value)


def test_the_command_writes_to_the_server_that_is_set(tmp_path: Path, own: Settings, uri: str) -> None:
    folder = write_tables(tmp_path / "t", 3).arguments["path"]
    variables = {"DATA_DIR": str(own.data_dir), "GRAPH_URI": uri, "GRAPH_PASSWORD": NEO4J_PASSWORD}
    said = [
        command_line.run(
            *("import", "tables", folder, "--into-server", *more),
            **{f"KGQA_{name}": value for name, value in variables.items()},
        )
        for more in ([], [], ["--add"])
    ]
    assert [done.returncode for done in said] == [0, 1, 0], [done.stderr[-500:] for done in said]
    assert "5 nodes" in said[0].stdout
    assert "--add" in said[1].stderr
    assert run(uri, "MATCH (n) RETURN count(n)") == [[5]]
    assert not (own.data_dir / "server").exists(), "no server of our own is needed for this"


def test_batches_are_bounded_in_rows_and_bytes() -> None:
    batches, given = bolt_writer.Batches(), []
    for number in range(12_000):
        given += batches.add("a" if number % 3 else "b", {"id": number}, "")
    given += batches.rest()
    assert sum(len(rows) for _, rows in given) == 12_000
    assert max(len(rows) for _, rows in given) == bolt_writer.BATCH_ROWS
    given = [one for number in range(40) for one in batches.add("a", {"text": "x" * 500_000}, "")]
    given += batches.rest()
    assert sum(len(rows) for _, rows in given) == 40
    assert max(len(rows) for _, rows in given) * 500_000 < 4 * 2**20
    with pytest.raises(LoadError, match=r"line 7.*cannot be sent"):
        list(batches.add("a", {"text": "x" * 4_000_000}, "nodes.csv, line 7"))


def test_rows_of_very_many_kinds_are_not_all_held() -> None:
    batches = bolt_writer.Batches(most_held=100)
    given = [one for number in range(1000) for one in batches.add(number, {"id": number}, "")]
    assert len(given) > 890
