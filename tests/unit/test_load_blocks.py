"""Edges of tables are read many at once; what comes of it is what comes of reading them one by one."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from table_files import NODES, write

from kgqa.load.checks import BadRows
from kgqa.load.chunks import ChunkReader
from kgqa.load.mirrors import Pairs
from kgqa.load.source import Contents, EdgeBlock
from kgqa.load.tables import files, rows
from kgqa.load.tables import source as tables
from kgqa.load.tables.cells import MAX_FIELD
from kgqa.schema.link_texts import Gatherer, LinkTexts
from kgqa.schema.model import Schema

HEADER = "source,type,target,note,score,references\n"
GOOD = [
    f"{source},{type_},{target},{note},{score},{references}\n"
    for source, type_, target in (("A", "TREATS", "B"), ("C", "CAUSES", "B"), ("A", "WORKS_WITH", "C"))
    for note in ("", "naïve", '"said ""so"", twice"')
    for score in ("", "0.5", "7")
    for references in ("", "PMID:1", "PMID:1|PMID:2")
]
ODD = [
    "A,TREATS,B,CRLF,1.5,PMID:3\r\n",
    'A,TREATS,B,"two\nlines",2.5,\n',
    "A,TREATS,B\n",
    "\n",
    "A,TREATS,X,,,\n",
    "A,,B,,,\n",
    "A,a*b,B,,,\n",
    "A,TREATS,B,,much,\n",
    'A,TREATS,B,"never closed,1,\n',
    b"A,TREATS,B,caf\xe9,1,\n",
    b"A,TREATS,B,a\0b,1,\n",
    f"A,TREATS,B,{'x' * (MAX_FIELD + 1)},1,\n",
]
MAPPING = {
    "edges": [{"name": "score", "type": "FLOAT"}, {"name": "references", "type": "LIST"}],
    "skip_bad_rows": True,
}

Loaded = tuple[Contents, list[str], LinkTexts, BadRows, Schema]


def loaded(folder: Path) -> Loaded:
    """What a load hands to the database, keeps and leaves out."""
    source = tables.source(str(folder), "mine", mapping=MAPPING)
    reader = ChunkReader(source, io.StringIO())
    reader.start()
    written = []
    while (chunk := reader.next()) is not None:
        if chunk.ids:
            reader.written(chunk, [f"#{chunk.name}:{number}" for number, _ in enumerate(chunk.ids)])
        written += [f"{chunk.name} {json.dumps(row, sort_keys=True)}" for row in json.loads(chunk.text)]
    contents = reader.contents()
    return contents, sorted(written), reader.link_texts(), reader._checks.bad, source.describe(contents)


def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "_cells_of_lines", lambda *_: None)


@pytest.mark.parametrize("block", [60, 500, files.BLOCK])
@pytest.mark.parametrize("odd", [(), *((one,) for one in ODD), ODD], ids=lambda odd: str(len(odd)))
def test_many_at_once_are_the_same_as_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int, odd: list[str | bytes]
) -> None:
    edges: list[str | bytes] = [*GOOD]
    for place, row in enumerate(odd):
        edges.insert(9 * place + 5, row)
    content = b"".join(row.encode() if isinstance(row, str) else row for row in (HEADER, *edges))
    write(tmp_path, {"nodes.csv": NODES, "edges.csv": content})
    monkeypatch.setattr(files, "BLOCK", block)
    contents, written, texts, bad, schema = loaded(tmp_path)
    one_by_one(monkeypatch)
    singly = loaded(tmp_path)
    assert (contents, written, texts, schema) == (singly[0], singly[1], singly[2], singly[4])
    assert (bad.count, bad.first) == (singly[3].count, singly[3].first)
    assert sum(contents.edges.values()) >= len(GOOD) - 1, "an unclosed quote takes one row at most"


def test_good_rows_come_many_at_once_and_a_bad_one_only_parts_its_own_block(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "BLOCK", 200)
    write(tmp_path, {"nodes.csv": NODES, "edges.csv": "".join((HEADER, *GOOD, "A,TREATS,B\n", *GOOD))})
    source = tables.source(str(tmp_path), "mine", mapping=MAPPING)
    list(source.read_nodes())
    assert source.edge_blocks is not None
    found: list[Any] = list(source.edge_blocks())
    blocks = [one for one in found if isinstance(one, EdgeBlock)]
    together = [row for block in blocks for row in block.rows()]
    assert len(together) > 1.7 * len(GOOD)
    assert 1 < len(found) - len(blocks) < 20
    assert [row.where for row in blocks[0].rows()][:2] == ["edges.csv, line 2", "edges.csv, line 3"]


def test_texts_and_pairs_of_columns_are_those_of_the_edges() -> None:
    ends = ("A", "treats", "B")
    columns: dict[str, list[Any]] = {
        "note": ["x", None, "x", "y"], "refs": [["1"], None, ["1", "2"], ["1"]], "n": [None, 1, 2, None]
    }  # fmt: skip
    whole, single = Gatherer(), Gatherer()
    whole.add_all(ends, columns)
    for values in zip(*columns.values(), strict=True):
        single.add(ends, {name: value for name, value in zip(columns, values, strict=True) if value is not None})
    assert whole.gathered() == single.gathered()
    pairs = Pairs()
    pairs.add_all(ends, ["a", "b"], ["1", "2"])
    pairs.add(("B", "treated_by", "A"), "2", "b")
    assert not pairs.mirror(ends, ("B", "treated_by", "A"))
    pairs.add(("B", "treated_by", "A"), "1", "a")
    assert pairs.mirror(ends, ("B", "treated_by", "A"))
