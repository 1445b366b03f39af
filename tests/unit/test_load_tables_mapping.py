"""What a person sees of tables before they are loaded, and what they say of them."""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from table_files import EDGES, NODES, quiet, read, surveyed, write

from kgqa.cli import command
from kgqa.errors import LoadError, StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.load.tables.mapping import Column, TablesMapping
from kgqa.load.tables.survey import ROWS, preview, survey
from kgqa.progress import Progress
from kgqa.schema.relation_words import RelationWords

WHOLE = TablesMapping(
    nodes=(Column("id", "id"), Column("year", type="INTEGER")),
    edges=(Column("w", "leave_out"), Column("s", "source")),
    relations=(RelationWords("Drug", "likes", "Drug", "likes", "likes", symmetric=True),),
    fixed={"label": "Drug"},
    skip_bad_rows=True,
)


def test_a_mapping_comes_back_from_json() -> None:
    assert TablesMapping.from_json(json.loads(json.dumps(WHOLE.as_json()))) == WHOLE
    assert TablesMapping.from_json({}) == TablesMapping()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "no JSON object"),
        ({"node": []}, "'node', which is not known"),
        ({"nodes": {}}, "'nodes' in the mapping is no list"),
        ({"nodes": ["id"]}, "no JSON object but 'id'"),
        ({"nodes": [{"use": "id"}]}, "'name' of a column"),
        ({"nodes": [{"name": "x", "use": "source"}]}, "'use' of the column 'x'"),
        ({"edges": [{"name": "x", "use": "label"}]}, "'use' of the column 'x'"),
        ({"nodes": [{"name": "x", "type": "DATE"}]}, "must be one of STRING, INTEGER"),
        ({"nodes": [{"name": "x", "type": []}]}, "must be one of"),
        ({"nodes": [{"name": "x"}, {"name": "x"}]}, "the column 'x' of 'nodes' twice"),
        ({"nodes": [{"name": "x", "use": "id"}, {"name": "y", "use": "id"}]}, "as 'id' twice"),
        ({"relations": [{"source": "A", "type": "r", "target": "B", "symmetric": True}]}, "Only a relation between"),
        ({"relations": [{"source": 1}]}, "no text but '1'"),
        ({"fixed": {"name": "x"}}, "'name', which is not known"),
        ({"skip_bad_rows": 1}, "must be true or false"),
        ({"fixed": {"label": "x" * 1000, "type": 7}}, "no text but '7'"),
    ],
)
def test_a_mapping_that_cannot_be_used_says_where(data: Any, said: str) -> None:
    with pytest.raises(LoadError, match=said) as caught:
        TablesMapping.from_json(data)
    assert len(str(caught.value)) < 400


def test_a_preview_shows_the_guess(tmp_path: Path) -> None:
    lines = "".join(f"N{number},name {number % 5},Drug,{number}\n" for number in range(50))
    text = f"id,name,label,no,\n{lines.replace(chr(10), ',x' + chr(10))}"
    seen = preview(write(tmp_path, {"nodes.csv": text, "edges.csv": EDGES}))
    assert seen.problems == ()
    assert seen.nodes is not None
    assert [(one.name, one.use) for one in seen.nodes.columns] == [
        ("id", "id"), ("name", "name"), ("label", "label"), ("no", "property"), ("column 5", "leave_out"),
    ]  # fmt: skip
    assert len(seen.nodes.rows) == ROWS
    assert seen.nodes.examples["name"] == ("name 0", "name 1", "name 2")
    assert seen.nodes.rows[0] == {"id": "N0", "name": "name 0", "label": "Drug", "no": "0", "column 5": "x"}
    assert seen.notes == ("Left out of 'nodes.csv': 'column 5'.",)
    assert seen.edges is not None
    assert [one.use for one in seen.edges.columns] == ["source", "type", "target"]


def test_a_wrong_column_is_a_problem_and_can_be_corrected(tmp_path: Path) -> None:
    folder = write(tmp_path, {"nodes.csv": "key,called,sort\nA,a,Drug\n", "edges.csv": "a,b\nA,A\n"})
    seen = preview(folder)
    assert [problem.partition(";")[0] for problem in seen.problems] == [
        "The file 'nodes.csv' has no column for the id",
        "The file 'nodes.csv' has no column for the name",
        "The file 'nodes.csv' has no column for the label",
        "The file 'edges.csv' has no column for the source",
        "The file 'edges.csv' has no column for the target",
        "The file 'edges.csv' has no column for the type",
    ]
    assert seen.nodes is not None
    assert [one.use for one in seen.nodes.columns] == ["property"] * 3
    mapping = TablesMapping(
        nodes=(Column("key", "id"), Column("called", "name"), Column("sort", "label")),
        edges=(Column("a", "source"), Column("b", "target")),
    )
    assert preview(folder, mapping).problems == ()
    assert survey(folder, mapping, quiet).edges == {("Drug", "RELATED_TO", "Drug"): 1}


@pytest.mark.parametrize(
    ("files", "mapping", "said"),
    [
        ({}, TablesMapping(), "no table 'nodes'"),
        ({"nodes.csv": "id,id\n"}, TablesMapping(), "'id' twice"),
        ({"nodes.csv": ""}, TablesMapping(), "empty"),
        ({"nodes.csv": b"\xff\xfei\0d\0"}, TablesMapping(), "UTF-16"),
        ({"nodes.csv": NODES}, TablesMapping(nodes=(Column("gone", "id"),)), "no column 'gone'"),
        ({"nodes.csv": "id,name,label,a,a:int\n"}, TablesMapping(), "both become the property 'a'"),
    ],
)
def test_what_stands_in_the_way_is_told_in_words(
    tmp_path: Path, files: dict[str, str | bytes], mapping: TablesMapping, said: str
) -> None:
    seen = preview(write(tmp_path, files), mapping)
    assert [problem for problem in seen.problems if said in problem]
    with pytest.raises(LoadError, match=said):
        survey(tmp_path, mapping, quiet)


def test_a_preview_of_hostile_tables_is_no_exception(tmp_path: Path) -> None:
    lines = ["A,a,T", 'B,"', "C", "D,\udce9,T", f"E,{'x' * 2_000_000},T", "F,f,T"]
    text = "id,name,label\n" + "\n".join(lines) + "\n"
    seen = preview(write(tmp_path, {"nodes.csv": text.encode("utf-8", "surrogateescape")}))
    assert seen.nodes is not None
    assert [row["id"] for row in seen.nodes.rows] == ["A", "F"]


def test_a_survey_tells_what_would_be_made(tmp_path: Path) -> None:
    edges = "source,type,target,pmid\nA,TREATS_CtD,B,1\nC,TREATS_CtD,B,\nA,interacts_with,C,\nA,TREATS_CtD,Z,\n"
    told: list[Progress] = []
    found = survey(write(tmp_path, {"nodes.csv": NODES, "edges.csv": edges}), TablesMapping(), told.append)
    assert found.nodes == {"Drug": 2, "Disease": 1}
    assert found.edges == {("Drug", "TREATS_CtD", "Disease"): 2, ("Drug", "interacts_with", "Drug"): 1}
    assert (found.bad_count, found.bad[0].where) == (1, "edges.csv, line 5")
    treats, interacts = found.relations
    assert (treats.forward, treats.inverse, treats.count) == ("treats", "is treated by", 2)
    assert interacts.symmetric
    assert [node.label for node in found.node_types] == ["Drug", "Disease"]
    total = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert {progress.total for progress in told} == {total}
    assert all(one.done <= other.done for one, other in itertools.pairwise(told))


def test_a_persons_words_stand_in_place_of_the_derived_ones(tmp_path: Path) -> None:
    edges = "source,type,target\nA,XyZ,B\nA,binds,C\n"
    words = [
        {"source": "Drug", "type": "XyZ", "target": "Disease", "forward": "heals", "inverse": "is healed by"},
        {"source": "Drug", "type": "binds", "target": "Drug", "symmetric": True},
        {"source": "Drug", "type": "no such", "target": "Drug", "forward": "x"},
    ]
    found = surveyed(write(tmp_path, {"nodes.csv": NODES, "edges.csv": edges}), relations=words)
    heals, binds = found.relations
    assert (heals.forward, heals.inverse, heals.negative) == ("heals", "is healed by", "does not heal")
    assert {"heals", "heal"} <= set(heals.forward_words)
    assert "healed by" in heals.inverse_words
    assert (binds.forward, binds.symmetric) == ("binds", True)


@pytest.mark.parametrize("packed", [False, True])
def test_a_survey_can_be_stopped(tmp_path: Path, packed: bool) -> None:
    stop = StopSignal()
    lines = "".join(f"N{number},{hash((number, 1)):x},T\n" for number in range(40_000))
    text = f"id,name,label\n{lines}".encode()
    folder = write(tmp_path, {"nodes.csv.gz": gzip.compress(text, 1)} if packed else {"nodes.csv": text})
    (file,) = folder.iterdir()
    told: list[Progress] = []

    def report(progress: Progress) -> None:
        told.append(progress)
        if progress.done:
            stop.set()

    with pytest.raises(StoppedError):
        survey(folder, TablesMapping(), report, stop)
    assert told[-1].done < file.stat().st_size
    assert list(folder.iterdir()) == [file]


def dry_run(folder: Path, *options: str) -> int:
    return command.main(["import", "tables", str(folder), "--dry-run", *options])


def test_a_dry_run_tells_all_and_prints_a_mapping_to_be_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t").mkdir()
    folder = write(tmp_path / "t", {"nodes.csv": f"{NODES}X,\x1b[31mred,Drug\n", "edges.csv": f"{EDGES}A,r,Z\n"})
    bad = tmp_path / "bad.csv"
    assert dry_run(folder, "--bad-rows", str(bad)) == 1
    out, err = capsys.readouterr()
    assert "Drug treats Disease; Disease is treated by Drug" in err
    assert "edges.csv, line 3: there is no node with the identifier 'Z'" in err
    assert "\x1b" not in err
    assert list(csv.reader(io.StringIO(bad.read_text(), newline="")))[1][0] == "edges.csv, line 3"
    printed = json.loads(out)
    assert TablesMapping.from_json(printed).nodes == (
        Column("id", "id"),
        Column("name", "name"),
        Column("label", "label"),
    )
    printed["relations"][0]["forward"] = "soothes"
    printed["skip_bad_rows"] = True
    changed = tmp_path / "mapping.json"
    changed.write_text(json.dumps(printed))
    assert dry_run(folder, "--mapping", str(changed)) == 0
    assert "Drug soothes Disease" in capsys.readouterr().err


def test_a_dry_run_of_what_cannot_be_loaded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"nodes.csv": "key,called\nA,a\n"})
    assert dry_run(tmp_path) == 1
    out, err = capsys.readouterr()
    assert "no column for the id" in err
    assert [one["use"] for one in json.loads(out)["nodes"]] == ["property", "property"]
    assert dry_run(tmp_path, "--mapping", str(tmp_path / "absent.json")) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_the_values_of_a_mapping_reach_the_rows(tmp_path: Path) -> None:
    write(tmp_path, {"nodes.csv": "id,name,label,year,note\nA,a,T,2020,x\nB,b,T,soon,y\n"})
    said = [{"name": "year", "type": "INTEGER"}, {"name": "note", "use": "leave_out"}]
    found = read(tmp_path, nodes=said)
    assert [row.properties for row in found.nodes] == [{"year": 2020}]
    assert found.bad[0].reason == "column 'year': 'soon' is no whole number"
