"""Tables as people write them: spellings of columns, odd values, bad rows, words derived from names."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from kgqa.errors import LoadError
from kgqa.load.source import BadRow, Contents, EdgeRow, GraphSource, NodeRow
from kgqa.load.tables import source as tables
from kgqa.load.tables.cells import MAX_FIELD
from kgqa.load.tables.files import MAX_LINE
from kgqa.load.tables.rows import read_rows
from kgqa.schema import derive
from kgqa.schema.model import Schema

ODD = [
    "NA",
    "NULL",
    "MARCH1",
    "00123",
    "1e5",
    "99999999999999999999",
    "TRUE",
    " blank ",
    "=1+1",
    "β-Carotin",
    "<b>",
    "nan",
]
NODES = "id,name,label\nA,Aspirin,Drug\nB,Asthma,Disease\n"
EDGES = "source,type,target\nA,TREATS_CtD,B\n"


def graph(folder: Path, nodes: str, edges: str | None = None, suffix: str = ".csv", **arguments: object) -> GraphSource:
    (folder / f"nodes{suffix}").write_text(nodes, encoding="utf-8", newline="")
    if edges is not None:
        (folder / f"edges{suffix}").write_text(edges, encoding="utf-8", newline="")
    return tables.source(str(folder), "mine", **arguments)  # type: ignore[arg-type]


def read(source: GraphSource) -> tuple[list[NodeRow], list[EdgeRow], list[BadRow]]:
    rows = [*source.read_nodes(), *source.read_edges()]
    return (
        [row for row in rows if isinstance(row, NodeRow)],
        [row for row in rows if isinstance(row, EdgeRow)],
        [row for row in rows if isinstance(row, BadRow)],
    )


def test_two_tables_are_a_graph(tmp_path: Path) -> None:
    nodes, edges, bad = read(graph(tmp_path, NODES, EDGES))
    assert [(row.label, row.id, row.name) for row in nodes] == [("Drug", "A", "Aspirin"), ("Disease", "B", "Asthma")]
    assert [edge[:5] for edge in edges] == [("TREATS_CtD", "Drug", "A", "Disease", "B")]
    assert bad == []


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl"])
@pytest.mark.parametrize("packed", [False, True])
def test_odd_values_come_back_as_they_stand(tmp_path: Path, suffix: str, packed: bool) -> None:
    rows = [{"id": value, "name": value, "label": "Thing", "note": value} for value in ODD]
    if suffix == ".jsonl":
        text = "".join(json.dumps(row) + "\n" for row in rows)
    else:
        separator = "," if suffix == ".csv" else "\t"
        text = "".join(separator.join(cells) + "\n" for cells in [list(rows[0]), *(row.values() for row in rows)])
    path = tmp_path / f"nodes{suffix}{'.gz' if packed else ''}"
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    nodes, _, bad = read(tables.source(str(tmp_path), "mine"))
    assert bad == []
    assert [(row.id, row.name, row.properties["note"]) for row in nodes] == [(value, value, value) for value in ODD]


def test_numbers_of_json_keep_their_digits(tmp_path: Path) -> None:
    line = (
        '{"id": 123456789012345678901, "name": 1.10, "label": "T", "ok": true, "no": null, "tags": ["a", 2], "e": []}\n'
    )
    (node,), _, _ = read(graph(tmp_path, line, suffix=".jsonl"))
    assert (node.id, node.name) == ("123456789012345678901", "1.10")
    assert node.properties == {"ok": "true", "tags": ["a", "2"]}


@pytest.mark.parametrize(
    ("nodes", "edges"),
    [
        (":ID,name,:LABEL\nA,a,T\nB,b,T\n", ":START_ID,:TYPE,:END_ID\nA,R,B\n"),
        ("nodeId:ID(Person),name,:LABEL\nA,a,T\nB,b,T\n", ":START_ID(Person),:END_ID(Person),:TYPE\nA,B,R\n"),
        ("node_id,node_name,node_type\nA,a,T\nB,b,T\n", "subject,predicate,object\nA,R,B\n"),
        ("id,category,name\nA,T,a\nB,T,b\n", "x_id,relation,y_id\nA,R,B\n"),
        ("CURIE,Name,Type\nA,a,T\nB,b,T\n", "Source ID,Relationship Type,Target-ID\nA,R,B\n"),
        ("id;name;label\nA;a;T\nB;b;T\n", "source;type;target\nA;R;B\n"),
        ("\ufeffid,name,label\r\nA,a,T\r\nB,b,T\r\n", "from,to,edge_label\r\nA,B,R\r\n"),
    ],
)
def test_usual_spellings_are_recognised(tmp_path: Path, nodes: str, edges: str) -> None:
    found, links, bad = read(graph(tmp_path, nodes, edges))
    assert [(row.label, row.id, row.name) for row in found] == [("T", "A", "a"), ("T", "B", "b")]
    assert [edge[:5] for edge in links] == [("R", "T", "A", "T", "B")]
    assert bad == []


def test_keys_may_first_come_in_a_later_line(tmp_path: Path) -> None:
    text = '{"id": "A", "label": "T", "name": "a"}\n{"id": "B", "label": "T", "name": "b", "synonyms": ["c"]}\n'
    nodes, _, _ = read(graph(tmp_path, text, suffix=".jsonl"))
    assert [row.synonyms for row in nodes] == [(), ("c",)]


def test_a_column_can_be_chosen_by_hand(tmp_path: Path) -> None:
    mapping = {"nodes": [{"name": "key", "use": "id"}, {"name": "what", "use": "name"}]}
    (node,), _, _ = read(graph(tmp_path, "id,key,what,label\n1,K,W,T\n", mapping=mapping))
    assert (node.id, node.name, node.properties) == ("K", "W", {"original_id": "1"})


@pytest.mark.parametrize(("field", "column"), [("id", "nope"), ("name", "")])
def test_a_chosen_column_that_is_not_there_is_refused(tmp_path: Path, field: str, column: str) -> None:
    with pytest.raises(LoadError, match=f"'{column}'"):
        graph(tmp_path, NODES, mapping={"nodes": [{"name": column, "use": field}]})


def test_lists_and_several_labels(tmp_path: Path) -> None:
    text = "id,name,label,synonyms,definition,year\nA,a,Drug|Compound,x| y |x|,What it is.,2020\n"
    (node,), _, _ = read(graph(tmp_path, text))
    assert (node.label, node.synonyms, node.definition) == ("Drug", ("x", "y"), "What it is.")
    assert node.properties == {"labels": ["Drug", "Compound"], "year": "2020"}


def test_a_vocabulary_needs_no_edges(tmp_path: Path) -> None:
    nodes, edges, _ = read(graph(tmp_path, NODES))
    assert (len(nodes), edges) == (2, [])
    for empty in ("source,type,target\n", ""):
        nodes, edges, _ = read(graph(tmp_path, NODES, empty))
        assert (len(nodes), edges) == (2, [])


def test_quoted_cells_may_hold_separators_quotes_and_line_ends(tmp_path: Path) -> None:
    text = 'id,name,label,note\nA,"a, ""b""",T,"one\ntwo"\nB,b,T,x,y\n'
    (node,), _, (bad,) = read(graph(tmp_path, text))
    assert (node.name, node.properties["note"]) == ('a, "b"', "one\ntwo")
    assert bad == BadRow("nodes.csv, line 4", "it has 5 cells where the header has 4")


def test_a_quote_in_a_tab_separated_file_is_a_quote(tmp_path: Path) -> None:
    text = 'id\tname\tlabel\nA\t"5 prime\tT\nB\tend"\tT\n'
    nodes, _, bad = read(graph(tmp_path, text, suffix=".tsv"))
    assert [row.name for row in nodes] == ['"5 prime', 'end"']
    assert bad == []


@pytest.mark.parametrize(
    ("text", "suffix", "line"),
    [
        ("id,name,label\nA,a\n", ".csv", 2),
        ("id,name,label\nA,a,T\n\nB,b,T,x\n", ".csv", 4),
        ('id,name,label\nA,"a"b,T\n', ".csv", 2),
        ("id\tname\tlabel\nA\ta\n", ".tsv", 2),
        ('{"id": "A", "name": "a", "label": "T"}\n{"id": \n', ".jsonl", 2),
        ('{"id": "A", "name": "a", "label": "T"}\n[1]\n', ".jsonl", 2),
        ('{"id": "A", "name": "a", "label": "T"}\n{"id": "B", "name": {"x": 1}, "label": "T"}\n', ".jsonl", 2),
        ('{"id": "A", "name": "a", "label": "T"}\n' + "[" * 100_000 + "\n", ".jsonl", 2),
        ('{"id": "A", "name": "a", "label": "T"}\n{"id": "B", "name": "\\ud800", "label": "T"}\n', ".jsonl", 2),
        (f"id,name,label\nA,{'x' * (MAX_FIELD + 1)},T\n", ".csv", 2),
    ],
)
def test_a_row_that_is_none_is_named_by_its_line(tmp_path: Path, text: str, suffix: str, line: int) -> None:
    _, _, (bad,) = read(graph(tmp_path, text, suffix=suffix))
    assert bad.where == f"nodes{suffix}, line {line}"
    assert bad.reason


def test_one_identifier_under_two_labels_is_refused(tmp_path: Path) -> None:
    _, _, (bad,) = read(graph(tmp_path, "id,name,label\nA,a,T\nA,b,U\n"))
    assert bad.where == "nodes.csv, line 3"
    assert bad.reason.startswith("the identifier 'A' occurs twice, as 'T' and as 'U'")


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ("", "no column for the id"),
        ("\n", "is empty"),
        ("id,name,label,name\nA,a,T,b\n", "'name' twice"),
        ("id,label\nA,T\n", "no column for the name"),
        ("id,name,label," + ",".join(f"c{number}" for number in range(1000)) + "\n", "1003 columns"),
        ("x" * (MAX_LINE + 1), "longer than"),
    ],
)
def test_a_header_that_cannot_be_used_is_refused(tmp_path: Path, nodes: str, said: str) -> None:
    with pytest.raises(LoadError, match=said):
        read(graph(tmp_path, nodes))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("nodes.csv", NODES.encode("utf-16"), "UTF-8"),
        ("nodes.csv.gz", gzip.compress(NODES.encode() * 1000, mtime=0)[:-20], "cannot be read"),
        ("nodes.csv.gz", b"\x1f\x8bnonsense", "cannot be read"),
        ("nodes.csv.gz", gzip.compress(b"0" * (64 * 1024 * 1024), mtime=0), "unpacks to more than"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(LoadError, match=said):
        read(tables.source(str(tmp_path), "mine"))


def test_missing_and_doubled_tables_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="no table 'nodes'"):
        tables.source(str(tmp_path), "mine")
    (tmp_path / "nodes.tsv").write_text("id\tname\tlabel\n")
    with pytest.raises(LoadError, match=r"nodes\.csv, nodes\.tsv"):
        graph(tmp_path, NODES)


def test_the_schema_names_what_occurs(tmp_path: Path) -> None:
    source = graph(
        tmp_path, "id,name,label,year\nA,a,Drug,2020\nB,b,Disease,\n", "source,type,target,pmid\nA,TREATS_CtD,B,1\n"
    )
    read(source)
    schema = source.describe(Contents({"Drug": 1, "Disease": 1}, {("Drug", "TREATS_CtD", "Disease"): 1}))
    assert Schema.from_json(schema.as_json()) == schema
    assert [property_.name for property_ in schema.node("Drug").properties][-1] == "year"
    assert "year" not in [property_.name for property_ in schema.node("Disease").properties]
    (relation,) = schema.relations
    assert (relation.forward, relation.inverse, relation.negative) == ("treats", "is treated by", "does not treat")
    assert [(property_.name, property_.role) for property_ in relation.properties] == [("pmid", "reference")]


@pytest.mark.parametrize(
    ("name", "forward", "inverse"),
    [
        ("TREATS_CtD", "treats", "is treated by"),
        ("ASSOCIATES_DaG", "is associated with", "is associated with"),
        ("UPREGULATES_KGuG", "upregulates", "is upregulated by"),
        ("biolink:interacts_with", "interacts with", "interacts with"),
        ("BINDS", "binds", "is bound by"),
        ("applies", "applies", "is applied by"),
        ("IS_A", "is a kind of", "includes"),
        ("subClassOf", "is a kind of", "includes"),
        ("PART_OF", "is a part of", "has a part"),
        ("HAS_PHENOTYPE", "has phenotype", "is a phenotype of"),
        ("ASSOCIATED_WITH", "is associated with", "is associated with"),
        ("expressed_in", "is expressed in", "expresses"),
        ("contraindication", "is contraindicated in", "is a contraindication for"),
        ("EXPRESSES_AbC_note", "is linked by “expresses abc note” to", "is linked by “expresses abc note” from"),
    ],
)
def test_relations_read_right_in_both_directions(name: str, forward: str, inverse: str) -> None:
    relation = derive.relation(name, "A", "B", 1, ())
    assert (relation.forward, relation.inverse) == (forward, inverse)
    within = derive.relation(name, "A", "A", 1, ())
    assert within.hierarchical == (forward in ("is a kind of", "is a part of"))


@pytest.mark.parametrize(
    ("label", "singular", "plural"),
    [
        ("Gene", "gene", "genes"),
        ("BiologicalProcess", "biological process", "biological processes"),
        ("gene/protein", "gene/protein", "genes/proteins"),
        ("biolink:Anatomy", "anatomy", "anatomies"),
        ("SIDE_EFFECT", "side effect", "side effects"),
        ("RNA", "RNA", "RNAs"),
        ("mRNA", "mRNA", "mRNAs"),
        ("Diagnosis", "diagnosis", "diagnoses"),
        ("Species", "species", "species"),
        ("ModeOfInheritance", "mode of inheritance", "modes of inheritance"),
        ("疾病", "疾病", "疾病"),
    ],
)
def test_labels_become_words(label: str, singular: str, plural: str) -> None:
    node = derive.node_type(label, 1, ())
    assert (node.singular, node.plural) == (singular, plural)


def test_read_rows_is_lazy(tmp_path: Path) -> None:
    (tmp_path / "nodes.csv").write_text(NODES + "A,a,T,too many\n")
    rows = read_rows(tmp_path / "nodes.csv")
    assert next(rows) == (2, {"id": "A", "name": "Aspirin", "label": "Drug"})


def schema(source: GraphSource) -> Schema:
    nodes, edges, _ = read(source)
    links = Counter((edge.source_label, edge.type, edge.target_label) for edge in edges)
    return source.describe(Contents(Counter(row.label for row in nodes), links))


def test_what_a_further_label_names_is_not_said_to_be_missing(tmp_path: Path) -> None:
    made = schema(graph(tmp_path, "id,name,label\nA,a,Agent|Drug\nB,b,Agent\nC,c,Illness\n", "source,type,target\n"))
    assert "drug" not in made.absent, "a drug is in the graph"
    assert "gene" in made.absent
    assert "drug" not in made.node("Agent").words, "not every agent is a drug"


def test_a_further_label_of_all_nodes_of_one_type_alone_is_a_word_for_it(tmp_path: Path) -> None:
    made = schema(graph(tmp_path, "id,name,label\nA,a,Chem.Compound|Drug\nB,b,Chem.Compound|Drug\n"))
    assert {"drug", "medication"} <= set(made.node("Chem.Compound").words)


def test_a_further_label_of_two_types_is_a_word_for_neither(tmp_path: Path) -> None:
    made = schema(graph(tmp_path, "id,name,label\nA,a,Small|Drug\nB,b,Large|Drug\n"))
    assert not any("drug" in one.words for one in made.nodes)
    assert "drug" not in made.absent
