"""Files for neo4j-admin: headers, types, lists, odd names, and what is refused."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from kgqa.errors import LoadError
from kgqa.load.neo4j_files import COMMAND, CONSTRAINTS, SEPARATOR, write_files
from kgqa.load.source import Contents, SourceSpec
from kgqa.progress import Progress

NODES = (
    'id,name,label,synonyms,definition\nG:1,"Gene, ""one""",biolink:Gene,a|b;c,\nD:1,Fever,Disease,,"hot\nand cold"\n'
)
EDGES = "source,type,target,score:float,checked:boolean\nG:1,made worse by,D:1,0.5,true\n{last},made worse by,D:1,,\n"


def unheard(progress: Progress) -> None:
    """Progress that nobody hears."""


def specification(folder: Path, last: str = "G:1") -> SourceSpec:
    folder.mkdir()
    (folder / "nodes.csv").write_text(NODES, encoding="utf-8")
    (folder / "edges.csv").write_text(EDGES.format(last=last), encoding="utf-8")
    return SourceSpec("tables", {"path": str(folder), "name": "x"})


def rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


def test_nodes_edges_headers_and_command_are_written(tmp_path: Path) -> None:
    out = tmp_path / "out"
    contents = write_files(specification(tmp_path / "in"), out, unheard)
    assert contents == Contents({"biolink:Gene": 1, "Disease": 1}, {("biolink:Gene", "made worse by", "Disease"): 2})
    assert rows(out / "nodes-1-header.csv") == [["id:ID(n1)", ":LABEL", "name:string", "synonyms:string[]"]]
    assert rows(out / "nodes-1.csv") == [["G:1", "biolink:Gene", 'Gene, "one"', f"a{SEPARATOR}b;c"]]
    assert rows(out / "nodes-2.csv") == [["D:1", "Disease", "Fever", "hot\nand cold"]]
    header = [":START_ID(n1)", ":TYPE", ":END_ID(n2)", "score:double", "checked:boolean"]
    assert rows(out / "edges-1-header.csv") == [header]
    assert rows(out / "edges-1.csv")[0] == ["G:1", "made worse by", "D:1", "0.5", "true"]
    command = (out / COMMAND).read_text(encoding="utf-8")
    assert "--multiline-fields=true" in command
    assert "--relationships=edges-1-header.csv,edges-1.csv" in command
    assert "(n:`biolink:Gene`) REQUIRE n.id" in (out / CONSTRAINTS).read_text(encoding="utf-8")


def test_bad_rows_and_a_folder_in_use_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="no node with the identifier 'G:2'"):
        write_files(specification(tmp_path / "in", last="G:2"), tmp_path / "out", unheard)
    with pytest.raises(LoadError, match="not empty"):
        write_files(specification(tmp_path / "again"), tmp_path / "in", unheard)
