"""Rows that cannot be loaded, and files made to do harm: named by their line, counted, never the end of the rest."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import re
import string
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from table_files import EDGES, NODES, loaded, read, surveyed, write

from kgqa.errors import LoadError
from kgqa.load.checks import KEPT, MAX_LABELS, as_csv
from kgqa.load.chunks import LARGEST, PIECE, ChunkReader, _as_json
from kgqa.load.source import BadRow
from kgqa.load.tables import source as tables
from kgqa.load.tables.cells import MAX_FIELD
from kgqa.load.tables.files import BOMB_BYTES, MAX_LINE
from tests.examples import examples

HOSTILE = Path(__file__).parents[2].parent / "shared" / "data" / "hostile_inputs.jsonl"
CATEGORIES = ("import_structure", "import_values", "odd_but_legal_name")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("X,x\n", "2 cells where the header has 3"),
        ("X,x,T,more\n", "4 cells where the header has 3"),
        ("X,,T\n", "'X' has no name"),
        ("X, ,T\n", "'X' has no name"),
        (",x,T\n", "no identifier"),
        ("X,x,\n", "no label"),
        ("A,again,Drug\n", "'A' occurs twice"),
        ("A,again,Other\n", "'A' occurs twice, as 'Drug' and as 'Other'"),
        ('X,"x"y,T\n', "no row of a table"),
        ('X,"x\ny"z,T\n', "a quote is opened in this row"),
        ('X,x,"T\n', "a quote is opened in this row and never closed|not closed as it should be"),
        (b"X,caf\xe9,T\n", "byte 0xe9, at character 6, is no UTF-8"),
        (f"X,{'x' * (MAX_FIELD + 1)},T\n", "field larger than"),
        (f"X,{'x' * (MAX_LINE + 1)},T\n", "the line is longer than"),
        ("X,x,a*b\n", "'a\\*b' cannot name a node type"),
        (f"X,x,{'T' * 151}\n", "cannot name a node type"),
        ("X,x,\\u0041\n", "backslash"),
        ("X,x,a\0b\n", "NUL"),
    ],
)
def test_a_bad_row_costs_itself_alone(tmp_path: Path, row: str | bytes, reason: str) -> None:
    bad = row.encode() if isinstance(row, str) else row
    after = "".join(f"N{number},name {number},Gene\n" for number in range(1500))
    write(tmp_path, {"nodes.csv": NODES.encode() + bad + after.encode(), "edges.csv": f"{EDGES}N0,r,N1499\n"})
    found = surveyed(tmp_path)
    assert found.bad_count == len(found.bad) >= 1
    assert found.bad[0].where == "nodes.csv, line 5"
    assert re.search(reason, found.bad[0].reason)
    assert (found.nodes["Gene"], sum(found.edges.values())) == (1500, 2)
    with pytest.raises(LoadError, match=r"has (1 row|2 rows) that") as caught:
        loaded(tmp_path)
    assert "nodes.csv, line 5" in str(caught.value)
    contents, skipped = loaded(tmp_path, skip_bad_rows=True)
    assert (contents.nodes, contents.edges, skipped) == (found.nodes, found.edges, found.bad_count)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("A,r,Z\n", "no node with the identifier 'Z'"),
        ("Z,r,A\n", "no node with the identifier 'Z'"),
        (",r,A\n", "no node with the identifier ''"),
        ("A,,B\n", "the edge has no type"),
        ("A,r\n", "2 cells"),
        ("A,a*b,B\n", "cannot name"),
        ("A ,r,B\n", "no node with the identifier 'A '"),
        (b"A,\xff,B\n", "byte 0xff"),
    ],
)
def test_a_bad_edge_costs_itself_alone(tmp_path: Path, row: str | bytes, reason: str) -> None:
    bad = row.encode() if isinstance(row, str) else row
    write(tmp_path, {"nodes.csv": NODES, "edges.csv": EDGES.encode() + bad + b"C,r,B\n"})
    found = surveyed(tmp_path)
    assert [(one.where, bool(re.search(reason, one.reason))) for one in found.bad] == [("edges.csv, line 3", True)]
    assert sum(found.edges.values()) == 2
    assert loaded(tmp_path, skip_bad_rows=True)[0].edges == found.edges


def test_an_edge_to_a_bad_node_is_bad_as_well(tmp_path: Path) -> None:
    write(tmp_path, {"nodes.csv": f"{NODES}X,,Drug\n", "edges.csv": f"{EDGES}X,r,B\n"})
    assert [row.where for row in surveyed(tmp_path).bad] == ["nodes.csv, line 5", "edges.csv, line 3"]
    assert loaded(tmp_path, skip_bad_rows=True)[1] == 2


def test_all_bad_rows_are_counted_and_the_first_are_kept(tmp_path: Path) -> None:
    lines = "".join(f"A,r,Z{number}\n" for number in range(KEPT + 500))
    write(tmp_path, {"nodes.csv": NODES, "edges.csv": f"source,type,target\n{lines}"})
    found = surveyed(tmp_path)
    assert (found.bad_count, len(found.bad)) == (KEPT + 500, KEPT)
    assert found.bad[-1].where == f"edges.csv, line {KEPT + 1}"
    with pytest.raises(LoadError, match=r"1,500 rows.*'Z0'.*'Z19'\. Only the first 20 are listed") as caught:
        loaded(tmp_path)
    assert "'Z20'" not in str(caught.value)
    assert loaded(tmp_path, skip_bad_rows=True) == (
        type(loaded(tmp_path, skip_bad_rows=True)[0])(found.nodes, {}),
        1500,
    )


def test_nothing_but_bad_rows_is_no_graph(tmp_path: Path) -> None:
    write(tmp_path, {"nodes.csv": "id,name,label\nA,,T\n"})
    with pytest.raises(LoadError, match=r"no nodes.*line 2"):
        loaded(tmp_path, skip_bad_rows=True)


def test_a_reason_stays_short_whatever_the_value(tmp_path: Path) -> None:
    write(tmp_path, {"nodes.csv": NODES, "edges.csv": f"{EDGES}A,r,{'Z' * 100_000}\n"})
    assert len(surveyed(tmp_path).bad[0].reason) < 200


def test_quotes_that_are_never_closed_swallow_nothing(tmp_path: Path) -> None:
    lines = [f'N{number},"open {number},T\n' if number % 100 == 0 else f"N{number},n,T\n" for number in range(5000)]
    found = surveyed(write(tmp_path, {"nodes.csv": "id,name,label\n" + "".join(lines)}))
    assert found.nodes == {"T": 4950}
    assert [row.where for row in found.bad] == [f"nodes.csv, line {number + 2}" for number in range(0, 5000, 100)]


def test_a_long_line_inside_of_an_open_quote_is_told_too(tmp_path: Path) -> None:
    text = f'id,name,label\nA,"open,T\nB,{"x" * (MAX_LINE + 1)},T\nC,c,T\n'
    found = surveyed(write(tmp_path, {"nodes.csv": text}))
    assert [row.where for row in found.bad] == ["nodes.csv, line 2", "nodes.csv, line 3"]
    assert found.nodes == {"T": 1}


def test_a_column_taken_for_the_label_by_mistake_is_noticed(tmp_path: Path) -> None:
    lines = "".join(f"N{number},n,T{number}\n" for number in range(MAX_LABELS + 1))
    write(tmp_path, {"nodes.csv": f"id,name,label\n{lines}"})
    with pytest.raises(LoadError, match=r"more than 300 types of nodes.*right column"):
        surveyed(tmp_path)


def test_a_name_of_a_type_and_of_a_relation_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {"nodes.csv": NODES, "edges.csv": "source,type,target\nA,Drug,B\n"})
    with pytest.raises(LoadError, match="'Drug' is the name of a node type and of a relation"):
        surveyed(tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("nodes.csv", b"\x89PNG\r\n\x1a\n\0\0", "nodes.csv"),
        ("nodes.csv", NODES.encode("utf-16-le"), "NUL"),
        ("nodes.csv", b"PK\x03\x04" + bytes(100), "packed in a way that is not read"),
        ("nodes.csv.gz", gzip.compress(NODES.encode(), mtime=0)[:20], "cannot be read"),
        ("nodes.csv", b'"id,name,label\nA,a,T\n', "first line"),
        ("nodes.csv", ",".join(f"c{number}" for number in range(1001)).encode(), "1001 columns"),
        ("nodes.csv", b"id,name,label,id\nA,a,T,b\n", "'id' twice"),
        ("nodes.csv", b"", "empty"),
        ("nodes.csv", b"x" * 5000 + b",name\n", "5,000 characters"),
        ("nodes.jsonl", json.dumps({f"k{n}": 1 for n in range(1001)}).encode(), "1001 columns"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_table_is_refused_whole(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    with pytest.raises(LoadError, match=re.escape(said)):
        read(write(tmp_path, {name: content}))


@pytest.mark.parametrize(
    "line",
    [
        '{"id": "X", "name": {"a": 1}, "label": "T"}',
        '{"id": "X", "name": "x", "label": "T", "more": [["a"]]}',
        '{"id": "X", "name": "x", "label": "T", "": 1}',
        '{"id": "X", "name": "\\ud800", "label": "T"}',
        '{"id": "X", "name": "x", "label": "T"',
        '["X", "x", "T"]',
        "[" * 200_000,
        '{"a":' * 100_000,
        "NaN",
        json.dumps({"id": "X", "label": "T", "name": "x" * (MAX_FIELD + 1)}),
        json.dumps({"id": "X", "name": "x", "label": "T", **{f"k{n}": 1 for n in range(1001)}}),
    ],
    ids=lambda line: line[:40],
)
def test_a_bad_line_of_json_costs_itself_alone(tmp_path: Path, line: str) -> None:
    good = '{"id": "%s", "name": "a", "label": "T"}\n'
    lines = "".join(good % number for number in range(1100))
    found = surveyed(write(tmp_path, {"nodes.jsonl": f"{lines}{line}\n{good % 'Y'}"}))
    assert [row.where for row in found.bad] == ["nodes.jsonl, line 1101"]
    assert found.nodes == {"T": 1101}


def test_bombs_end_soon_and_in_little_memory(tmp_path: Path) -> None:
    """10 GiB of zeros, as many of lines, short ones too, and a field of 100 MB, each within 1 GiB of memory."""
    zeros, lines = gzip.compress(bytes(64 * 1024**2)), gzip.compress((b"A," + b"a" * 2000 + b",T\n") * (32 * 1024))
    header = gzip.compress(b"id,name,label\n")
    short = gzip.compress(b"A,a,T\n" * 1024**2)
    for folder, content in (("zeros", zeros * 160), ("lines", lines * 400), ("rows", short * 400)):
        (tmp_path / folder).mkdir()
        write(tmp_path / folder, {"nodes.csv.gz": header + content})
    (tmp_path / "field").mkdir()
    with (tmp_path / "field" / "nodes.csv").open("wb") as stream:
        stream.write(b'id,name,label\nA,"')
        stream.writelines(b"x" * 1024**2 for _ in range(100))
        stream.write(b'",T\nB,b,T\n')
    script = textwrap.dedent("""
        import resource, sys, time
        resource.setrlimit(resource.RLIMIT_AS, (1024**3, 1024**3))
        from kgqa.errors import LoadError
        from kgqa.load.tables.mapping import TablesMapping
        from kgqa.load.tables.survey import survey
        for folder in ("zeros", "lines", "rows", "field"):
            began = time.process_time()
            try:
                found = survey(f"{sys.argv[1]}/{folder}", TablesMapping(), lambda _: None)
                print(folder, found.nodes, found.bad_count, found.bad[0])
            except LoadError as error:
                print(folder, error, "soon" if time.process_time() - began < 3 else "late")
    """)
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, cwd=Path(__file__).parents[2]
    )
    assert done.returncode == 0, done.stderr[-500:]
    said = done.stdout.splitlines()
    for line in said[:3]:
        assert "unpacks to more than 200 times" in line
        assert line.endswith("soon"), "no row is read of what the first bytes tell"
    assert "{'T': 1} 1" in said[3]
    assert "nodes.csv, line 2" in said[3]


def test_what_packs_well_is_no_bomb(tmp_path: Path) -> None:
    draw = random.Random(1)
    lines = [f"N{number},same,T,{draw.randbytes(32).hex() * 64}\n" for number in range(BOMB_BYTES // 3500)]
    content = gzip.compress(f"id,name,label,note\n{''.join(lines)}".encode(), 1)
    found = surveyed(write(tmp_path, {"nodes.csv.gz": content}))
    assert (found.bad_count, len(content) * 30 < BOMB_BYTES) == (0, True)


def test_bad_rows_become_a_table_that_runs_nothing() -> None:
    text = as_csv([BadRow("nodes.csv, line 2", '=HYPERLINK("x")'), BadRow("@a", "a\nb\ud800")])
    assert list(csv.reader(io.StringIO(text))) == [
        ["where", "reason"],
        ["nodes.csv, line 2", '\'=HYPERLINK("x")'],
        ["'@a", "a\nb?"],
    ]


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


@settings(examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=5, unique_by=lambda row: row[0]), st.data())
def test_every_text_survives(tmp_path: Path, values: list[tuple[str, str, str]], data: st.DataObject) -> None:
    form = data.draw(st.sampled_from(["csv", "tsv", "jsonl", "parquet", "csv.gz"]))
    rows = [(id_, name, value) for id_, name, value in values if id_.strip() and name.strip()]
    if form == "tsv":
        rows = [tuple(re.sub(r"[\t\r\n]", "_", cell) for cell in row) for row in rows]  # type: ignore[misc]
        rows = list({row[0]: row for row in rows if row[0].strip() and row[1].strip()}.values())
    assume(rows)
    for old in tmp_path.iterdir():
        old.unlink()
    _write_form(tmp_path, form, rows)
    found = read(tmp_path)
    assert found.bad == []
    assert [(row.id, row.name, row.properties) for row in found.nodes] == [
        (id_, name, {"note": note}) for id_, name, note in rows
    ]


def _write_form(folder: Path, form: str, rows: list[tuple[str, str, str]]) -> None:
    columns, whole = ("id", "name", "note", "label"), [(*row, "T") for row in rows]
    if form == "parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        table = {name: pa.array([row[place] for row in whole], pa.string()) for place, name in enumerate(columns)}
        pq.write_table(pa.table(table), folder / "nodes.parquet")
        return
    stream = io.StringIO()
    if form == "jsonl":
        stream.writelines(f"{json.dumps(dict(zip(columns, row, strict=True)))}\n" for row in whole)
    elif form == "tsv":
        stream.writelines("\t".join(row) + "\n" for row in [columns, *whole])
    else:
        csv.writer(stream).writerows([columns, *whole])
    content = stream.getvalue().encode()
    write(folder, {f"nodes.{form}": gzip.compress(content) if form.endswith("gz") else content})


def hostile() -> list[Any]:
    """The inputs of the list that a table can hold, as parameters."""
    if not HOSTILE.is_file():
        return [pytest.param(None, marks=pytest.mark.skip(reason="the list of hostile inputs is not at hand"))]
    cases = [json.loads(line) for line in HOSTILE.read_text(encoding="utf-8").splitlines()]
    return [pytest.param(case, id=case["id"]) for case in cases if case["category"] in CATEGORIES]


def expanded(text: str) -> bytes | None:
    """The bytes that an input of the list stands for; None for one that is no content of a file."""
    if re.search("@@(GZIP_BOMB|SIZE|FILENAME|KILL9|DISKFULL|SECOND_INSTANCE)", text):
        return None
    text = re.sub(r"@@AS\([^)]*\)@@", "", text)
    text = re.sub(r"@@FILE\([^,]*,(.*)\)@@", r"\1", text, flags=re.DOTALL)
    text = re.sub(r"@@REPEAT\((.*?),(\d+)\)@@", lambda found: found[1] * int(found[2]), text)
    parts = re.split(r"@@HEX\(([0-9a-f]*)\)@@", text)
    return b"".join(bytes.fromhex(one) if place % 2 else one.encode() for place, one in enumerate(parts))


@pytest.mark.parametrize("case", hostile())
def test_hostile_input(tmp_path: Path, case: dict[str, str]) -> None:
    content = expanded(case["input"])
    if content is None:
        pytest.skip("it is about more than what stands in a table")
    if case["kind"] == "node_name":
        stream = io.StringIO()
        csv.writer(stream).writerows([("id", "name", "label"), ("1", content.decode(), "T")])
        files = {"nodes.csv": stream.getvalue()}
    else:
        files = {"nodes.csv": content}  # type: ignore[dict-item]
        if content.startswith(b"from"):
            files = {"nodes.csv": "id,name\n1,a\n", "edges.csv": content}  # type: ignore[dict-item]
    write(tmp_path, files)
    if case["expect"] == "allow":
        found = read(tmp_path)
        assert found.bad == []
        if case["kind"] == "node_name":
            assert found.nodes[0].name == content.decode()
        else:
            wanted = list(csv.DictReader(io.StringIO(content.decode(), newline="")))
            assert [(row.id, row.name) for row in found.nodes] == [(row["id"], row["name"]) for row in wanted]
    else:
        with pytest.raises(LoadError) as caught:
            loaded(tmp_path)
        assert all(one in string.printable or one.isprintable() for one in str(caught.value))


def test_long_values_make_small_chunks(tmp_path: Path) -> None:
    lines = "".join(f"N{number},n,T,{'x' * 100_000}\n" for number in range(400))
    source = tables.source(str(write(tmp_path, {"nodes.csv": f"id,name,label,text\n{lines}"})), "mine")
    reader = ChunkReader(source, io.StringIO())
    reader.start()
    ids: list[str] = []
    while (chunk := reader.next()) is not None:
        assert len(chunk.text) <= LARGEST + PIECE * 101_000
        assert len(json.loads(chunk.text)) == chunk.rows == len(chunk.ids)
        ids += chunk.ids
        reader.written(chunk, ["#"] * chunk.rows)
    assert ids == [f"N{number}" for number in range(400)]


@pytest.mark.parametrize("value", ["half \ud800", 2**70])
def test_a_value_that_the_fast_writer_refuses_is_written_all_the_same(value: str | int) -> None:
    assert json.loads(_as_json([{"id": "a", "value": value}])) == [{"id": "a", "value": value}]
