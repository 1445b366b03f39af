"""The habits of tables that people exchange, and what their columns are taken for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from table_files import NODES, read, surveyed, write

from kgqa.errors import LoadError
from kgqa.load.tables import source as tables
from kgqa.load.tables.cells import labels, several
from kgqa.load.tables.survey import preview

PRIME = (
    "relation,display_relation,x_index,x_id,x_type,x_name,x_source,y_index,y_id,y_type,y_name,y_source\n"
    "drug_protein,target,0,DB1,drug,Aspirin,DrugBank,1,9,gene/protein,PTGS2,NCBI\n"
    "indication,indication,0,DB1,drug,Aspirin,DrugBank,2,9,disease,pain,MONDO\n"
)


@pytest.mark.parametrize(
    ("files", "nodes", "edges"),
    [
        pytest.param(
            {
                "nodes.csv": "id:ID(T),name:string,:LABEL,age:int,tags:string[]\nA,a,Drug;Thing,007,x;y\nB,b,Gene,,\n",
                "edges.csv": ":START_ID(T),w:double,:END_ID(T),:TYPE,x:IGNORE\nA,1.5,B,binds,z\n",
            },
            [
                ("Drug", "A", "a", {"age": 7, "tags": ["x", "y"], "labels": ["Drug", "Thing"]}),
                ("Gene", "B", "b", {}),
            ],
            [("binds", "Drug", "A", "Gene", "B", {"w": 1.5})],
            id="Neo4j import",
        ),
        pytest.param(
            {
                "nodes.csv": "_id,_labels,name\n1,:Drug:Compound,a\n2,:Gene,b\n",
                "edges.csv": "_start,_end,_type\n1,2,binds\n",
            },
            [("Drug", "1", "a", {"labels": ["Drug", "Compound"]}), ("Gene", "2", "b", {})],
            [("binds", "Drug", "1", "Gene", "2", {})],
            id="Neo4j export",
        ),
        pytest.param(
            {
                "kg_nodes.tsv": "id\tcategory\tname\tdescription\nX:1\tbiolink:NamedThing|biolink:Drug\ta\twhat\n"
                "X:2\tbiolink:Gene\tb\t\n",
                "kg_edges.tsv": "id\tsubject\tpredicate\tobject\tpublications\tnegated\n"
                "e1\tX:1\tbiolink:affects\tX:2\tPMID:1234567;PMID:2345678\tFalse\n",
            },
            [
                ("biolink:Drug", "X:1", "a", {"labels": ["biolink:Drug", "biolink:NamedThing"]}),
                ("biolink:Gene", "X:2", "b", {}),
            ],
            [
                (
                    "biolink:affects", "biolink:Drug", "X:1", "biolink:Gene", "X:2",
                    {"id": "e1", "publications": ["PMID:1234567", "PMID:2345678"], "negated": False, "against": False},
                )
            ],
            id="KGX",
        ),
        pytest.param(
            {
                "hetionet-v1.0-nodes.tsv": "id\tname\tkind\nGene::1\ta\tGene\nGene::2\tb\tGene\n",
                "hetionet-v1.0-edges.sif": "source\tmetaedge\ttarget\nGene::1\tGiG\tGene::2\n",
            },
            [("Gene", "Gene::1", "a", {}), ("Gene", "Gene::2", "b", {})],
            [("GiG", "Gene", "Gene::1", "Gene", "Gene::2", {})],
            id="Hetionet",
        ),
        pytest.param(
            {
                "nodes.csv": "node_index,node_id,node_type,node_name\n0,DB1,drug,a\n1,9,disease,b\n",
                "edges.csv": "relation,x_index,y_index\nindication,0,1\n",
            },
            [("drug", "0", "a", {"node_id": "DB1"}), ("disease", "1", "b", {"node_id": "9"})],
            [("indication", "drug", "0", "disease", "1", {})],
            id="numbered nodes",
        ),
        pytest.param(
            {"nodes.csv": "id,label,category\nA,a,Drug\n", "edges.csv": "node1,label,node2\nA,likes,A\n"},
            [("Drug", "A", "a", {})],
            [("likes", "Drug", "A", "Drug", "A", {})],
            id="label is the name",
        ),
        pytest.param(
            {"nodes.csv": '\ufeffsep=;\r\nid;name;label;dose\r\nA;"a; b";Drug;1,5\r\n'},
            [("Drug", "A", "a; b", {"dose": "1,5"})],
            [],
            id="European spreadsheet",
        ),
        pytest.param(
            {"nodes.tsv": '"id"\t"name"\t"label"\n"A"\t"a ""b""\tc"\t"Drug"\n'},
            [("Drug", "A", 'a "b"\tc', {})],
            [],
            id="quoted by R",
        ),
        pytest.param(
            {"nodes.csv": ",id,name,label\n0,A,a,Drug\n1,B,b,Gene\n"},
            [("Drug", "A", "a", {}), ("Gene", "B", "b", {})],
            [],
            id="row numbers without a name",
        ),
        pytest.param(
            {"nodes.csv": "id,name,label\rA,a,Drug\rB,b,Gene\r"},
            [("Drug", "A", "a", {}), ("Gene", "B", "b", {})],
            [],
            id="line ends of an old Mac",
        ),
    ],
)  # fmt: skip
def test_the_usual_forms_are_read(tmp_path: Path, files: dict[str, str], nodes: list[Any], edges: list[Any]) -> None:
    found = read(write(tmp_path, files))
    assert found.bad == []
    assert [(row.label, row.id, row.name, row.properties) for row in found.nodes] == nodes
    assert [tuple(row[:6]) for row in found.edges] == edges


def test_a_table_of_edges_may_carry_its_nodes(tmp_path: Path) -> None:
    found = read(write(tmp_path, {"edges.csv": PRIME}))
    assert [row[:3] for row in found.nodes] == [
        ("drug", "DB1", "Aspirin"), ("gene/protein", "9", "PTGS2"), ("disease", "9", "pain"),
    ]  # fmt: skip
    assert [row[:5] for row in found.edges] == [
        ("drug_protein", "drug", "DB1", "gene/protein", "9"),
        ("indication", "drug", "DB1", "disease", "9"),
    ]
    assert found.edges[0].properties["display_relation"] == "target"


def test_what_edges_carry_must_agree(tmp_path: Path) -> None:
    more = "indication,indication,0,DB1,drug,Ibuprofen,DrugBank,2,9,disease,pain,MONDO\n"
    nameless = "indication,indication,0,DB1,drug,Aspirin,DrugBank,2,7,disease,,MONDO\n"
    found = surveyed(write(tmp_path, {"edges.csv": f"{PRIME}{more}{nameless}"}))
    assert found.nodes == {"drug": 1, "gene/protein": 1, "disease": 1}
    assert [row.where for row in found.bad] == ["edges.csv, line 4", "edges.csv, line 5"]
    assert "'Ibuprofen' here, but 'Aspirin' before" in found.bad[0].reason
    assert "'7' has no name" in found.bad[1].reason


def test_edges_without_types_of_their_ends_are_no_graph(tmp_path: Path) -> None:
    folder = write(tmp_path, {"edges.csv": "subject,predicate,object\nAspirin,treats,pain\n"})
    with pytest.raises(LoadError, match=r"no table 'nodes'.*type of the source"):
        read(folder)
    found = read(folder, fixed={"source_label": "Drug", "target_label": "Disease"})
    assert [row[:3] for row in found.nodes] == [("Drug", "Aspirin", "Aspirin"), ("Disease", "pain", "pain")]


TWICE = "id,name,label\n9,PTGS2,gene/protein\n9,pain,Disease\nD,Aspirin,Drug\n"


@pytest.mark.parametrize(
    ("edge", "ends"),
    [
        ("D,drug,treats,9,disease", ("Drug", "Disease")),
        ("D,,binds,9,Gene Protein", ("Drug", "gene/protein")),
        ("9,biolink:Disease,of,D,biolink:Drug", ("Disease", "Drug")),
    ],
)
def test_one_identifier_of_two_nodes_is_told_apart_by_the_type(
    tmp_path: Path, edge: str, ends: tuple[str, str]
) -> None:
    header = "subject,subject_category,predicate,object,object_category\n"
    found = read(write(tmp_path, {"nodes.csv": TWICE, "edges.csv": f"{header}{edge}\n"}))
    assert found.bad == []
    assert [(row.source_label, row.target_label) for row in found.edges] == [ends]


@pytest.mark.parametrize(
    ("edge", "said"),
    [
        ("D,drug,treats,9,", "several nodes"),
        ("D,drug,treats,9,Tissue", "the target '9' is 'gene/protein' or 'Disease' in the table of nodes, but 'Tissue'"),
        ("D,gene,treats,9,disease", "the source 'D' is 'Drug' in the table of nodes, but 'gene' here"),
        ("Z,drug,treats,9,disease", "no node with the identifier 'Z'"),
    ],
)
def test_an_end_that_is_not_what_its_row_says_is_refused(tmp_path: Path, edge: str, said: str) -> None:
    header = "subject,subject_category,predicate,object,object_category\n"
    found = surveyed(write(tmp_path, {"nodes.csv": TWICE, "edges.csv": f"{header}{edge}\n"}))
    assert found.edges == {}
    assert [row.where for row in found.bad] == ["edges.csv, line 2"]
    assert said in found.bad[0].reason


def test_a_table_of_nothing_but_names_has_one_type(tmp_path: Path) -> None:
    folder = write(tmp_path, {"nodes.csv": "id,name\n1,a\n2,b\n", "edges.csv": "from,to\n1,2\n"})
    found = read(folder)
    assert [row.label for row in found.nodes] == ["Thing", "Thing"]
    assert [row.type for row in found.edges] == ["RELATED_TO"]
    assert len(preview(folder).notes) == 2
    named = read(folder, fixed={"label": "Drug", "type": "RESEMBLES"})
    assert ([row.label for row in named.nodes], named.edges[0].type) == (["Drug", "Drug"], "RESEMBLES")


def test_a_column_that_may_be_the_type_is_not_passed_over(tmp_path: Path) -> None:
    folder = write(tmp_path, {"nodes.csv": "id,name,what\n1,a,Drug\n"})
    with pytest.raises(LoadError, match=r"no column for the label; it has id, name, what"):
        read(folder)
    assert read(folder, nodes=[{"name": "what", "use": "label"}]).nodes[0].label == "Drug"


@pytest.mark.parametrize(
    ("column", "value", "type_", "property_"),
    [
        ("year", "00123", "INTEGER", 123),
        ("year", "-5", "INTEGER", -5),
        ("score", "1e5", "FLOAT", 100000.0),
        ("score", ".5", "FLOAT", 0.5),
        ("ok", "TRUE", "BOOLEAN", True),
        ("ok", "0", "BOOLEAN", False),
        ("tags", "a| b|a||", "LIST", ["a", "b"]),
        ("tags", '["a|b", "c"]', "LIST", ["a|b", "c"]),
        ("tags", "not; a list", "LIST", ["not; a list"]),
        ("tags", "MONDO:1;MONDO:2", "LIST", ["MONDO:1", "MONDO:2"]),
        ("tags", "HP:1, HP:2", "LIST", ["HP:1", "HP:2"]),
        ("tags", "PMID:1; see there", "LIST", ["PMID:1; see there"]),
        ("tags", "12345678;23456789", "LIST", ["12345678", "23456789"]),
        ("tags", "1,5", "LIST", ["1,5"]),
    ],
)
def test_a_declared_type_makes_the_value(
    tmp_path: Path, column: str, value: str, type_: str, property_: object
) -> None:
    text = f'id,name,label,{column}\nA,a,T,"{value.replace(chr(34), chr(34) * 2)}"\n'
    mapping = [{"name": column, "type": type_}]
    (node,) = read(write(tmp_path, {"nodes.csv": text}), nodes=mapping).nodes
    assert node.properties == {column: property_}
    assert type(node.properties[column]) is type(property_)


@pytest.mark.parametrize(
    ("value", "type_"),
    [
        ("1.0", "INTEGER"),
        ("x", "INTEGER"),
        ("9223372036854775808", "INTEGER"),
        ("٣", "INTEGER"),
        ("1_000", "INTEGER"),
        ("1,5", "FLOAT"),
        ("nan", "FLOAT"),
        ("inf", "FLOAT"),
        ("1e999", "FLOAT"),
        ("maybe", "BOOLEAN"),
        ("2", "BOOLEAN"),
    ],
)
def test_a_value_that_does_not_fit_its_type_makes_a_bad_row(tmp_path: Path, value: str, type_: str) -> None:
    text = f'id,name,label,v\nA,a,T,"{value}"\nB,b,T,\n'
    found = read(write(tmp_path, {"nodes.csv": text}), nodes=[{"name": "v", "type": type_}])
    assert [row.id for row in found.nodes] == ["B"]
    assert found.bad[0].where == "nodes.csv, line 2"
    assert f"column 'v': {value!r}" in found.bad[0].reason


@pytest.mark.parametrize(
    "name", ["id", "name", "synonyms", "labels", "thing", "_src", "@type", "a\\u0041", "a.b", "größe"]
)
def test_no_column_can_take_the_place_of_what_the_load_itself_writes(tmp_path: Path, name: str) -> None:
    nodes = f"key,what,label,{name}\nA,a,T|U,mine\n"
    mapping = [{"name": "key", "use": "id"}, {"name": "what", "use": "name"}, {"name": name}]
    (node,) = read(write(tmp_path, {"nodes.csv": nodes}), nodes=mapping).nodes
    assert (node.id, node.name, node.properties.pop("labels")) == ("A", "a", ["T", "U"])  # type: ignore[attr-defined]
    ((kept, value),) = node.properties.items()
    assert value == "mine"
    assert kept not in ("id", "name", "synonyms", "thing", "_src")
    assert not kept.startswith("@")
    assert "\\u" not in kept


def test_two_columns_do_not_become_one_property(tmp_path: Path) -> None:
    folder = write(tmp_path, {"nodes.csv": "id,name,label,age,age:int\nA,a,T,1,2\n"})
    with pytest.raises(LoadError, match="'age' and 'age:int' would both become the property 'age'"):
        read(folder)
    (node,) = read(folder, nodes=[{"name": "age", "use": "leave_out"}]).nodes
    assert node.properties == {"age": 2}


@pytest.mark.parametrize(
    ("column", "value", "against"),
    [
        ("negated", "true", True),
        ("negated", "False", False),
        ("is_negated", "", False),
        ("negated", "1", True),
        ("frequency", "0/32", True),
        ("frequency", "3/32", False),
        ("frequency", "0 %", True),
        ("frequency", "Excluded", True),
        ("frequency", "10%", False),
        ("qualifier", "NOT", True),
        ("qualifier", "NOT|involved_in", True),
        ("qualifier", "nothing", False),
        ("weight", "0", None),
    ],
)
def test_a_row_that_denies_its_link_says_so(tmp_path: Path, column: str, value: str, against: bool | None) -> None:
    edges = f"source,type,target,{column}\nA,shows,B,{value}\n"
    folder = write(tmp_path, {"nodes.csv": NODES, "edges.csv": edges})
    (edge,) = read(folder).edges
    assert edge.properties.get("against") is against
    (relation,) = surveyed(folder).relations
    assert relation.against == (None if against is None else "against")


def test_a_frequency_of_one_relation_lets_no_other_one_be_denied(tmp_path: Path) -> None:
    edges = "source,type,target,frequency\nA,shows,B,0/32\nA,needs,B,\n"
    shows, needs = surveyed(write(tmp_path, {"nodes.csv": NODES, "edges.csv": edges})).relations
    assert (shows.against, needs.against) == ("against", None)
    assert "against" not in {one.name for one in needs.properties}


def test_a_column_that_only_sounds_like_a_denial_stays_text(tmp_path: Path) -> None:
    for first, second in (("control", "case"), ("0", "12"), ("none", "in children")):
        edges = f"source,type,target,negative\nA,shows,B,{first}\nA,shows,C,{second}\n"
        found = read(write(tmp_path, {"nodes.csv": NODES, "edges.csv": edges}))
        assert [edge.properties for edge in found.edges] == [{"negative": first}, {"negative": second}]


@pytest.mark.parametrize("column", ["negated", "excluded"])
@pytest.mark.parametrize("nothing", ["NA", "null", "None", "nan", "n/a", " "])
def test_a_cell_that_says_nothing_takes_no_denial_from_the_others(tmp_path: Path, column: str, nothing: str) -> None:
    edges = f"source,type,target,{column}\nA,shows,B,{nothing}\nA,shows,C,true\n"
    found = read(write(tmp_path, {"nodes.csv": NODES, "edges.csv": edges}))
    assert [edge.properties for edge in found.edges] == [{"against": False}, {column: True, "against": True}]
    assert not found.bad


@pytest.mark.parametrize("rows_between", [0, 2500])
@pytest.mark.parametrize(("column", "odd"), [("negated", "unknown"), ("is_negated", "2"), ("denied", "maybe")])
def test_an_odd_cell_makes_its_row_a_bad_one_and_leaves_the_denials(
    tmp_path: Path, column: str, odd: str, rows_between: int
) -> None:
    between = "A,shows,C,\n" * rows_between
    edges = f"source,type,target,{column}\nA,shows,B,{odd}\n{between}A,shows,C,true\n"
    found = read(write(tmp_path, {"nodes.csv": NODES, "edges.csv": edges}), skip_bad_rows=True)
    assert [row.where for row in found.bad] == ["edges.csv, line 2"]
    assert f"{odd!r} is neither true nor false" in found.bad[0].reason
    assert [edge.properties["against"] for edge in found.edges] == [False] * rows_between + [True]


def test_json_lines_keep_their_denials_beside_a_cell_that_says_nothing(tmp_path: Path) -> None:
    link = {"source": "A", "type": "shows", "target": "B"}
    lines = [{**link, "negated": "NA"}, {**link, "negated": None}, {**link, "negated": True}, {**link, "negated": 7}]
    edges = "".join(json.dumps(line) + "\n" for line in lines)
    found = read(write(tmp_path, {"nodes.csv": NODES, "edges.jsonl": edges}), skip_bad_rows=True)
    assert [edge.properties["against"] for edge in found.edges] == [False, False, True]
    assert [row.where for row in found.bad] == ["edges.jsonl, line 4"]


def test_a_denial_behind_the_lines_that_tell_the_keys_is_not_lost(tmp_path: Path) -> None:
    link = {"source": "A", "type": "shows", "target": "B"}
    lines = [link] * 1200 + [{**link, "negated": True}, {**link, "negated": False}]
    edges = "".join(json.dumps(line) + "\n" for line in lines)
    found = read(write(tmp_path, {"nodes.csv": NODES, "edges.jsonl": edges}), skip_bad_rows=True)
    assert [row.where for row in found.bad] == ["edges.jsonl, line 1201"]
    assert "give it to the first row as well" in found.bad[0].reason


def test_parquet_is_read_as_it_is_typed(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns: dict[str, Any] = {
        "id": ["A", "B", "C"],
        "name": ["MARCH1", "NA", "多发性硬化"],
        "label": pa.array(["T", "T", "U"]).dictionary_encode(),
        "synonyms": [["x", "y|z"], [], None],
        "year": [2020, None, 7],
        "score": pa.array([0.1, None, 2.5], pa.float32()),
        "ok": [True, False, None],
        "day": pa.array([0, None, 1], pa.timestamp("ns")),
        "nested": [{"a": 1}, None, {"a": 2}],
        "__index_level_0__": [0, 1, 2],
    }
    pq.write_table(pa.table(columns), tmp_path / "nodes.parquet", row_group_size=2)
    found = read(tmp_path)
    assert found.bad == []
    assert [(row.label, row.id, row.name, row.synonyms, row.where) for row in found.nodes] == [
        ("T", "A", "MARCH1", ("x", "y|z"), "nodes.parquet, row 1"),
        ("T", "B", "NA", (), "nodes.parquet, row 2"),
        ("U", "C", "多发性硬化", (), "nodes.parquet, row 3"),
    ]
    first, second, third = (row.properties for row in found.nodes)
    assert first["day"].startswith("1970-01-01 00:00:00")
    assert {name: value for name, value in first.items() if name != "day"} == {"year": 2020, "score": 0.1, "ok": True}
    assert (second, third["year"], third["score"]) == ({"ok": False}, 7, 2.5)
    seen = preview(tmp_path)
    assert seen.nodes is not None
    assert [row["id"] for row in seen.nodes.rows] == ["A", "B", "C"]
    assert {one.name for one in seen.nodes.columns if one.use == "leave_out"} == {"nested", "__index_level_0__"}
    with pytest.raises(LoadError, match=r"'nested' .* holds nested values"):
        read(tmp_path, nodes=[{"name": "nested"}])


def test_parquet_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="cannot be read as Parquet"):
        read(write(tmp_path, {"nodes.parquet": b"PAR1 is no file"}))


def test_bytes_of_parquet_that_are_no_text_make_a_bad_row(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    names = pa.array([b"good", b"caf\xe9"], pa.binary())
    pq.write_table(pa.table({"id": ["A", "B"], "name": names, "label": ["T", "T"]}), tmp_path / "nodes.parquet")
    found = read(tmp_path)
    assert [row.name for row in found.nodes] == ["good"]
    assert found.bad[0].where == "nodes.parquet, row 2"


def test_json_lines_with_keys_that_come_late(tmp_path: Path) -> None:
    lines = [{"id": str(n), "name": "n", "label": "T"} for n in range(1200)]
    lines[1100] |= {"late": "x", "@kind": ["y", "z"], "thing": "t"}  # type: ignore[dict-item]
    found = read(write(tmp_path, {"nodes.jsonl": "".join(f"{json.dumps(line)}\n" for line in lines)}))
    assert found.bad == []
    assert found.nodes[1100].properties == {"late": "x", "kind": ["y", "z"], "original_thing": "t"}


def test_a_list_in_a_column_of_text_is_refused(tmp_path: Path) -> None:
    lines = '{"id": "A", "name": "a", "label": "T", "x": "1"}\n{"id": "B", "name": "b", "label": "T", "x": ["1"]}\n'
    folder = write(tmp_path, {"nodes.jsonl": lines})
    assert [row.properties for row in read(folder).nodes] == [{"x": ["1"]}, {"x": ["1"]}]
    found = read(folder, nodes=[{"name": "x", "type": "STRING"}])
    assert (len(found.nodes), found.bad[0].where) == (1, "nodes.jsonl, line 2")


def test_keys_that_hold_objects_in_every_line_are_left_out(tmp_path: Path) -> None:
    line = '{"id": "A", "name": "a", "label": "T", "more": {"x": 1}}\n'
    folder = write(tmp_path, {"nodes.jsonl": line})
    assert read(folder).bad == []
    seen = preview(folder)
    assert seen.nodes is not None
    assert len(seen.nodes.rows) == 1
    assert seen.notes == ("Left out of 'nodes.jsonl': 'more'.",)


def test_what_is_left_out_cannot_make_a_row_bad(tmp_path: Path) -> None:
    lines = '{"id": "A", "name": "a", "label": "T", "x": 1}\n{"id": "B", "name": "b", "label": "T", "x": {"y": 1}}\n'
    folder = write(tmp_path, {"nodes.jsonl": lines})
    assert len(read(folder).bad) == 1
    assert read(folder, nodes=[{"name": "x", "use": "leave_out"}]).bad == []


def test_the_mapping_and_the_data_make_the_fingerprint(tmp_path: Path) -> None:
    folder = write(tmp_path, {"nodes.csv": NODES})
    one = tables.source(str(folder), "mine").fingerprint()
    assert tables.source(str(folder), "mine").fingerprint() == one
    assert tables.source(str(folder), "mine", mapping={"skip_bad_rows": True}).fingerprint() != one
    write(tmp_path, {"nodes.csv": f"{NODES}D,d,Drug\n"})
    assert tables.source(str(folder), "mine").fingerprint() != one


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("Drug|Compound", ["Drug", "Compound"]),
        ("biolink:NamedThing|biolink:Drug", ["biolink:Drug", "biolink:NamedThing"]),
        (":Drug:Compound", ["Drug", "Compound"]),
        ("Entity", ["Entity"]),
        ("a;b", ["a;b"]),
        ('["Drug", "Compound"]', ["Drug", "Compound"]),
        (" ", []),
    ],
)
def test_labels_of_a_cell(cell: str, found: list[str]) -> None:
    assert labels(cell) == found


@pytest.mark.parametrize(
    ("cell", "parts"),
    [
        ("[1->4] x", ["[1->4] x"]),
        ('["half \\ud800"]', ['["half \\ud800"]']),
        ("[" * 100_000 + "]" * 100_000, ["[" * 100_000 + "]" * 100_000]),
        ('["a", 1]', ['["a", 1]']),
        ("a;b", ["a;b"]),
    ],
)
def test_brackets_that_are_no_list_stay(cell: str, parts: list[str]) -> None:
    assert several(cell) == parts


def test_about_how_many_rows_there_are(tmp_path: Path) -> None:
    lines = "".join(f"N{number:05},a,T\n" for number in range(20_000))
    source = tables.source(str(write(tmp_path, {"nodes.csv": f"id,name,label\n{lines}"})), "mine")
    assert 15_000 < (source.expected_rows() or 0) < 25_000


def test_several_or_no_tables_are_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="no table 'nodes' and no table 'edges'"):
        read(tmp_path)
    with pytest.raises(LoadError, match="There is nothing at"):
        read(tmp_path / "absent")
    write(tmp_path, {"a-nodes.csv": NODES, "b-nodes.csv": NODES})
    with pytest.raises(LoadError, match=r"a-nodes\.csv, b-nodes\.csv"):
        read(tmp_path)
    write(tmp_path, {"nodes.csv": NODES})
    assert len(read(tmp_path).nodes) == 3
    with pytest.raises(LoadError, match="is a file"):
        read(tmp_path / "nodes.csv")
