"""Forms in which graphs are published: each read from a small file made to its specification, and from broken ones."""

from __future__ import annotations

import argparse
import bz2
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from table_files import loaded, read, surveyed, write

from kgqa.cli import importing
from kgqa.errors import LoadError
from kgqa.load.tables.mapping import TablesMapping
from kgqa.load.tables.survey import preview

HTML = "<b>&lt;aspirin</b>"
KGX_NODES = (
    "id\tcategory\tname\tsynonym\txref\tdescription\n"
    f"CHEBI:1\tbiolink:NamedThing|biolink:ChemicalEntity|biolink:SmallMolecule\t{HTML}\tASA|ASS\tDB:1\twhat\n"
    "NCBIGene:2\tbiolink:Gene\t\t\t\t\n"
)
KGX_EDGES = (
    "id\tsubject\tpredicate\tobject\tknowledge_level\tagent_type\tprimary_knowledge_source\tpublications\tnegated\t"
    "object_direction_qualifier\n"
    "e1\tCHEBI:1\tbiolink:affects\tNCBIGene:2\tprediction\ttext_mining_agent\tinfores:x\tPMID:1|PMID:2\tfalse\t"
    "decreased\n"
    "e2\tCHEBI:1\tbiolink:binds\tNCBIGene:2\t\t\t\t\ttrue\t\n"
)
KGX_JSON = {
    "id": "e1", "subject": "CHEBI:1", "predicate": "biolink:affects", "object": "NCBIGene:2", "score": 0.5,
    "publications": ["PMID:1"], "negated": False,
    "sources": [{"resource_id": "infores:x", "resource_role": "primary_knowledge_source"}],
    "qualifiers": [{"qualifier_type_id": "biolink:object_direction_qualifier", "qualifier_value": "decreased"}],
}  # fmt: skip


def _lines(*items: Any) -> str:
    return "".join(f"{item if isinstance(item, str) else json.dumps(item)}\n" for item in items)


def test_kgx_tables(tmp_path: Path) -> None:
    write(tmp_path, {"x_nodes.tsv": KGX_NODES, "x_edges.tsv": KGX_EDGES})
    found = read(tmp_path, form="kgx")
    assert [row[:5] for row in found.nodes] == [
        ("biolink:SmallMolecule", "CHEBI:1", HTML, ("ASA", "ASS"), "what"),
        ("biolink:Gene", "NCBIGene:2", "NCBIGene:2", (), ""),
    ]
    assert found.edges[0].properties == {
        "id": "e1", "knowledge_level": "prediction", "agent_type": "text_mining_agent", "negated": False,
        "primary_knowledge_source": "infores:x", "publications": ["PMID:1", "PMID:2"], "against": False,
        "object_direction_qualifier": "decreased",
    }  # fmt: skip
    assert found.edges[1].properties["against"] is True
    survey = surveyed(tmp_path, form="kgx")
    affects = next(one for one in survey.relations if one.type == "biolink:affects")
    roles = {one.name: one.role for one in affects.properties}
    assert affects.forward == "affects"
    assert survey.examples[affects.source, affects.type, affects.target] == ((HTML, "NCBIGene:2"),)
    assert {roles[name] for name in ("knowledge_level", "agent_type")} == {"evidence"}
    assert (roles["primary_knowledge_source"], roles["publications"]) == ("source", "reference")


def test_kgx_json_lines(tmp_path: Path) -> None:
    nodes = _lines({"id": "CHEBI:1", "name": "a", "category": ["biolink:Drug"]},
                   {"id": "NCBIGene:2", "name": "b", "category": ["biolink:NamedThing", "biolink:Gene"]})  # fmt: skip
    bad = ["{", "[]", {**KGX_JSON, "subject": ["a", ["b"]]}, '{"id": "\\ud800"}', {**KGX_JSON, "object": "gone"}]
    write(tmp_path, {"nodes.jsonl": nodes, "edges.jsonl": _lines(KGX_JSON, *bad)})
    survey = surveyed(tmp_path, form="kgx")
    assert [row.where for row in survey.bad] == [f"edges.jsonl, line {number}" for number in range(2, 7)]
    (edge,) = (row for row in read(tmp_path, form="kgx").edges if row.target == "NCBIGene:2")
    assert edge.properties == {
        "id": "e1", "score": 0.5, "publications": ["PMID:1"], "negated": False, "against": False,
        "primary_knowledge_source": "infores:x", "object_direction_qualifier": "decreased",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("form", "files", "said"),
    [
        ("kgx", {}, "holds no files"),
        ("kgx", {"nodes.tsv": KGX_NODES}, "has no table 'edges'.*is two files"),
        ("kgx", {"nodes.tsv": KGX_NODES, "edges.tsv.gz": gzip.compress(KGX_EDGES.encode())[:60]}, "cannot be read"),
        (
            "kgx",
            {"nodes.tsv": KGX_NODES, "edges.tsv": KGX_EDGES.replace("predicate", "verb")},
            "'edges.tsv' has no column predicate;",
        ),
        (
            "kgx",
            {"nodes.tsv": "id\tname\nA\ta\n", "edges.tsv": KGX_EDGES},
            "'nodes.tsv' has no column category;",
        ),
        ("kgx", {"nodes.tsv": "", "edges.tsv": KGX_EDGES}, "'nodes.tsv' is empty. Put the nodes there"),
        ("kgx", {"nodes.tsv": KGX_NODES.encode("utf-16"), "edges.tsv": KGX_EDGES}, "is UTF-16.*Save it as UTF-8"),
        ("hetionet", {"nodes.tsv": "id\tname\tkind\n", "edges.tsv": "source\ttarget\n"}, "has no column metaedge"),
        (
            "neo4j",
            {"nodes.csv": "id:ID,name,:LABEL\n1,a,T\n", "edges.csv": ":START_ID,:END_ID,:TYPE\n1,1,x\n"},
            "is a table for Neo4j's import.*Import it as 'tables'",
        ),
        ("kgx", {"nodes.csv": "a,b\n1,2\n"}, "holds a table with the columns a, b, which is no KGX"),
        ("kgx", {"a.pdf": b"%PDF\0\0"}, "bytes that are no text"),
        ("none", {"a": "b"}, "There is no form 'none'"),
        ("rdf", {"kg.csv": "relation,x_type,x_name,y_type,y_name\n"}, "'kg.csv' is PrimeKG.*Import it as 'primekg'"),
        ("primekg", {"kg.csv": "relation,x_type,x_name,y_type,y_name\n"}, "has no column x_id"),
        ("rdf", {"a.nt.gz": gzip.compress(b"<http://x/1> <http://x/p> <http://x/2> .\n" * 9)[:-9]}, "cannot be read"),
        ("rdf", {"a.ttl": b'<http://x/1> <http://x/p> "' + b"x" * 17_000_000}, "cannot be read as RDF"),
        ("hetionet", {"a.json": '{"metaedge_tuples":[],"nodes":' + "[" * 99_999}, "as JSON: maximum recursion"),
        ("hetionet", {"a.json": '{"metaedge_tuples":[],"nodes":[{"kind":"Gene"},{"kind"'}, "again if it is not whole"),
        ("hetionet", {"a.json": '{"metaedge_tuples":[],"nodes":["' + "x" * 5_000_000}, "more than 4,194,304"),
        ("hetionet", {"a.json": b'{"metaedge_tuples":[],"nodes":["caf\xe9"]}'}, "utf-8"),
        ("hetionet", {"a.json.gz": gzip.compress(b'{"metaedge_tuples":[]' + b" " * 40_000_000)}, "200 times its size"),
    ],
)
def test_what_is_no_such_form_is_told(tmp_path: Path, form: str, files: dict[str, Any], said: str) -> None:
    with pytest.raises(LoadError, match=f"(?s){said}"):
        loaded(write(tmp_path, files), form=form)
    assert preview(tmp_path, TablesMapping(form=form)).problems


PRIME_HEAD = "relation,display_relation,x_index,x_id,x_type,x_name,x_source,y_index,y_id,y_type,y_name,y_source\n"
DRUG, GENE, MS = "0,DB1,drug,Aspirin,DrugBank", "1,9,gene/protein,PTGS2,NCBI", "2,5301,disease,sclerosis,MONDO"
GROUP, FAR = "3,12_13,disease,group,MONDO_grouped", "4,77,anatomy,bone,UBERON"
PRIME_LINKS = (
    ("drug_protein,target", DRUG, GENE), ("indication,indication", DRUG, MS),
    ("disease_disease,parent-child", MS, GROUP),
    ("anatomy_protein_present,expression present", GENE, FAR), ("anatomy_protein_absent,expression absent", GENE, FAR),
)  # fmt: skip
PRIME = PRIME_HEAD + "".join(f"{how},{y},{x}\n{how},{x},{y}\n" for how, x, y in PRIME_LINKS)


def test_an_empty_table_of_edges_leaves_a_vocabulary(tmp_path: Path) -> None:
    contents, _ = loaded(write(tmp_path, {"nodes.tsv": KGX_NODES, "edges.tsv": ""}), form="kgx")
    assert (sum(contents.nodes.values()) > 0, contents.edges) == (True, {})


@pytest.mark.parametrize("form", ["", "kgx", "obo"])
def test_a_path_at_which_nothing_is_comes_with_what_to_do(tmp_path: Path, form: str) -> None:
    (said,) = preview(tmp_path / "gone", TablesMapping(form=form)).problems
    assert said.startswith("There is nothing at")
    assert said.endswith("load it again.")
    assert said.count("gone") == 1


@pytest.mark.parametrize(("rows", "said"), [(1, "Correct it,.*without it "), (2, "Correct them,.*without them ")])
def test_bad_rows_come_with_what_to_do(tmp_path: Path, rows: int, said: str) -> None:
    write(tmp_path, {"nodes.tsv": KGX_NODES, "edges.tsv": KGX_EDGES + "one cell\n" * rows})
    with pytest.raises(LoadError, match=rf"{said}\(--skip-bad-rows"):
        loaded(tmp_path, form="kgx")


def test_primekg(tmp_path: Path) -> None:
    write(tmp_path, {"kg.csv": PRIME})
    found = read(tmp_path, form="primekg")
    assert {(row.label, row.id, row.name) for row in found.nodes} == {
        ("drug", "DrugBank:DB1", "Aspirin"), ("gene/protein", "NCBIGene:9", "PTGS2"),
        ("anatomy", "UBERON:0000077", "bone"),
        ("disease", "MONDO:0005301", "sclerosis"), ("disease", "MONDO_grouped:12_13", "group"),
    }  # fmt: skip
    assert [row.alternative_ids for row in found.nodes if row.name == "group"] == [("MONDO:0000012", "MONDO:0000013")]
    assert (len(found.edges), found.edges[0].type) == (10, "drug_protein")
    assert found.edges[0].properties == {"display_relation": "target"}


@pytest.mark.parametrize(
    ("source", "option", "said"),
    [
        ("primekg", "around", "--option NAME=VALUE"),
        ("primekg", "around= ", "--option NAME=VALUE"),
        ("tables", "around=x", "Tables have no options"),
    ],
)
def test_an_option_that_says_nothing_is_refused(source: str, option: str, said: str) -> None:
    told = argparse.Namespace(mapping=None, source=source, option=[option], skip_bad_rows=False)
    with pytest.raises(LoadError, match=said):
        importing.read_mapping(told)


def test_a_second_name_in_primekg_becomes_a_synonym(tmp_path: Path) -> None:
    other = DRUG.replace("Aspirin", "Acetylsalicylic acid")
    again = DRUG.replace("Aspirin", "ASPIRIN")
    rows = "".join(f"drug_protein,target,{one},{GENE}\n" for one in (other, again, other))
    found = read(write(tmp_path, {"kg.csv": PRIME + rows}), form="primekg")
    names = {row.name: row.synonyms for row in found.nodes}
    assert names["Aspirin"] == ("Acetylsalicylic acid",)
    assert not any(names[name] for name in ("PTGS2", "sclerosis", "group", "bone"))


def test_primekg_as_it_was_made_smaller_and_clearer(tmp_path: Path) -> None:
    path = write(tmp_path, {"kg.csv": PRIME}) / "kg.csv"
    one = read(path, form="primekg", options={"one-direction": "yes"}).edges
    assert [row.type for row in one].count("disease_disease") == 2
    assert [(row.source_label, row.type) for row in one][:2] == [("drug", "drug_protein"), ("drug", "indication")]
    assert len(one) == 6
    survey = surveyed(path, form="primekg", options={"clear-names": "yes", "around": "Sclerosis"})
    assert survey.edges == {
        ("drug", "targets", "gene/protein"): 1, ("drug", "indication", "disease"): 1,
        ("disease", "parent_or_child_of", "disease"): 2,
    }  # fmt: skip
    assert survey.nodes == {"drug": 1, "gene/protein": 1, "disease": 2}
    read_as = {one.type: (one.forward, one.symmetric) for one in survey.relations}
    assert read_as == {
        "targets": ("targets", False), "indication": ("treats", False),
        "parent_or_child_of": ("is a parent or child of", True),
    }  # fmt: skip
    denied = surveyed(path, form="primekg", options={"clear-names": "yes"}).relations
    assert [one.negates for one in denied if one.type == "not_expressed_in"] == ["expressed_in"]


def test_primekg_that_is_not_recorded_from_both_ends_loses_nothing(tmp_path: Path) -> None:
    lacking = f"indication,,{DRUG},2,,disease,x,MONDO\n"
    write(tmp_path, {"kg.csv": f"{PRIME_HEAD}drug_protein,target,{GENE},{DRUG}\n{lacking}"})
    found = surveyed(tmp_path, form="primekg", options={"clear-names": "yes"})
    assert found.edges == {("drug", "targets", "gene/protein"): 1}
    assert [(row.where, row.reason) for row in found.bad] == [("kg.csv, line 3", "the column 'y_id' is empty")]


HETIONET = {
    "metanode_kinds": ["Gene", "Compound"],
    "metaedge_tuples": [["Gene", "Gene", "regulates", "forward"], ["Compound", "Compound", "resembles", "both"]],
    "kind_to_abbrev": {"Gene": "G", "Compound": "C", "regulates": "r", "resembles": "r"},
    "nodes": [
        {"kind": "Gene", "identifier": 9021, "name": "SOCS3", "data": {"chromosome": "17", "url": "http://a"}},
        {"kind": "Gene", "identifier": 9, "name": HTML, "data": {}},
        {"kind": "Compound", "identifier": "DB1", "name": "x", "data": {"source": "DrugBank"}},
        {"kind": "Compound", "identifier": "DB2", "name": "y"},
    ],
    "edges": [
        {"source_id": ["Gene", 9021], "target_id": ["Gene", 9], "kind": "regulates", "direction": "forward",
         "data": {"unbiased": True, "z_score": 2, "sources": ["a", "b"], "source": "LINCS"}},
        {"source_id": ["Compound", "DB1"], "target_id": ["Compound", "DB2"], "kind": "resembles", "direction": "both",
         "data": {"z_score": 0.5}},
    ],
}  # fmt: skip


@pytest.mark.parametrize("pack", [bytes, bz2.compress, gzip.compress])
def test_hetionet_json(tmp_path: Path, pack: Any) -> None:
    write(tmp_path, {"hetionet.json.x": pack(json.dumps(HETIONET, indent=1).encode())})
    found = read(tmp_path, form="hetionet")
    assert [(row.label, row.id, row.name) for row in found.nodes][:2] == [
        ("Gene", "Gene::9021", "SOCS3"), ("Gene", "Gene::9", HTML),
    ]  # fmt: skip
    assert [(row.type, row.source, row.target, row.properties) for row in found.edges] == [
        ("REGULATES_GrG", "Gene::9021", "Gene::9",
         {"unbiased": True, "z_score": 2.0, "sources": ["a", "b"], "original_source": "LINCS"}),
        ("RESEMBLES_CrC", "Compound::DB1", "Compound::DB2", {"z_score": 0.5}),
    ]  # fmt: skip
    assert {one.type: one.symmetric for one in surveyed(tmp_path, form="hetionet").relations} == {
        "REGULATES_GrG": False, "RESEMBLES_CrC": True,
    }  # fmt: skip


def test_hetionet_that_is_broken(tmp_path: Path) -> None:
    bad = [{"kind": "Gene", "name": "no id"}, 7, {"kind": "Gene", "identifier": "x", "name": "n", "data": {"a": {}}}]
    edges = [{"source_id": "Gene", "target_id": [], "kind": "a"}, *HETIONET["edges"][:1]]
    whole = {**HETIONET, "nodes": [*HETIONET["nodes"], *bad], "edges": edges}
    write(tmp_path, {"h.json": json.dumps(whole)})
    found = surveyed(tmp_path, form="hetionet")
    wheres = [row.where for row in found.bad]
    assert wheres == ["h.json, node 5", "h.json, node 6", "h.json, node 7", "h.json, edge 1"]
    assert sum(found.edges.values()) == 1


@pytest.mark.parametrize(("key", "there"), [("edges", "nodes"), ("nodes", "edges")])
def test_hetionet_without_its_nodes_or_its_edges_is_refused(tmp_path: Path, key: str, there: str) -> None:
    write(tmp_path, {"h.json": json.dumps({name: value for name, value in HETIONET.items() if name != key})})
    with pytest.raises(LoadError, match=f"has no '{key}'.*it has '{there}'"):
        loaded(tmp_path, form="hetionet")


def test_hetionet_with_an_empty_array_of_edges_is_a_vocabulary(tmp_path: Path) -> None:
    write(tmp_path, {"h.json": json.dumps({**HETIONET, "edges": []})})
    contents, _ = loaded(tmp_path, form="hetionet")
    assert (sum(contents.nodes.values()), contents.edges) == (len(HETIONET["nodes"]), {})


def test_hetionet_tables(tmp_path: Path) -> None:
    edges = "source\tmetaedge\ttarget\nGene::1\tGiG\tGene::2\nGene::1\tGr>G\tGene::2\nGene::1\tGzG\tGene::2\n"
    nodes = "id\tname\tkind\nGene::1\ta\tGene\nGene::2\tb\tGene\n"
    write(tmp_path, {"h-nodes.tsv": nodes, "h-edges.sif.gz": gzip.compress(edges.encode())})
    assert [row.type for row in read(tmp_path, form="hetionet").edges] == ["INTERACTS_GiG", "REGULATES_GrG", "GzG"]
    assert [one.symmetric for one in surveyed(tmp_path, form="hetionet").relations] == [True, False, False]


def test_neo4j_export(tmp_path: Path) -> None:
    text = (
        '"_id","_labels","id","name","aliases","_start","_end","_type","since"\n'
        '"0",":Drug:Compound","D:1","a","[""x"",""y""]",,,,\n"1",":Gene","D:1","b","",,,,\n"2",":Gene","","","",,,,\n'
        ',,,,,"0","1","BINDS","2001"\n,,,,,"0","9","BINDS",""\n,,,,,,,,"?"\n'
    )
    write(tmp_path, {"all.csv": text})
    found = read(tmp_path, form="neo4j")
    assert [row[:4] for row in found.nodes] == [
        ("Drug", "D:1", "a", ("x", "y")), ("Gene", "1", "b", ()), ("Gene", "2", "2", ()),
    ]  # fmt: skip
    assert tuple(found.edges[0][:6]) == ("BINDS", "Drug", "D:1", "Gene", "1", {"since": "2001"})
    assert [row.where for row in surveyed(tmp_path, form="neo4j").bad] == ["all.csv, line 6", "all.csv, line 7"]


def test_a_relationship_of_a_neo4j_export_without_a_type_is_bad(tmp_path: Path) -> None:
    text = "_id,_labels,name,_start,_end,_type\n0,:Drug,a,,,\n1,:Gene,b,,,\n,,,0,1,\n"
    write(tmp_path, {"all.csv": text})
    found = surveyed(tmp_path, form="neo4j")
    assert [(row.where, "no type" in row.reason) for row in found.bad] == [("all.csv, line 4", True)]
    assert not found.edges


OBO = """format-version: 1.4
default-namespace: things

[Term]
id: X:1
name: whole
def: "All of \\"it\\"." [PMID:1]
synonym: "entire" EXACT []
synonym: "big" BROAD []
synonym: "part of a" NARROW []
alt_id: X:9
xref: MESH:1 "x"

[Term]
id: X:2
name: <i>kind</i>
namespace: others
is_a: X:1 ! whole
relationship: part_of X:1 ! whole
relationship: RO:0002202 X:1 {source="x"} ! whole
relationship: RO:0002202 X:404

[Term]
id: X:3
name: gone
is_obsolete: true

[Term]
name: no identifier

[Typedef]
id: RO:0002202
name: develops from
is_symmetric: true
"""
OBO_IRI = "http://purl.obolibrary.org/obo/"
OBO_JSON = {
    "graphs": [{"id": "x", "nodes": [
        {"id": f"{OBO_IRI}X_1", "lbl": "whole", "type": "CLASS", "meta": {
            "definition": {"val": "All."}, "xrefs": [{"val": "MESH:1"}],
            "synonyms": [{"pred": "hasExactSynonym", "val": "entire"}, {"pred": "hasBroadSynonym", "val": "big"}],
            "basicPropertyValues": [{"pred": "http://x/oboInOwl#hasOBONamespace", "val": "things"}]}},
        {"id": f"{OBO_IRI}X_2", "lbl": "kind"}, {"id": f"{OBO_IRI}X_3", "lbl": "gone", "meta": {"deprecated": True}},
        {"id": f"{OBO_IRI}X_4"}, {"id": f"{OBO_IRI}RO_0002202", "lbl": "develops from", "type": "PROPERTY"}],
     "edges": [
        {"sub": f"{OBO_IRI}X_2", "pred": "is_a", "obj": f"{OBO_IRI}X_1"}, {"sub": "x"},
        {"sub": f"{OBO_IRI}X_2", "pred": f"{OBO_IRI}RO_0002202", "obj": f"{OBO_IRI}X_1"}]}],
}  # fmt: skip


def test_obo(tmp_path: Path) -> None:
    path = write(tmp_path, {"x.obo": OBO}) / "x.obo"
    found = read(path, form="obo")
    assert [row[:7] for row in found.nodes] == [
        ("things", "X:1", "whole", ("entire",), 'All of "it".', ("X:9",), ("big", "part of a")),
        ("others", "X:2", "<i>kind</i>", (), "", (), ()),
    ]  # fmt: skip
    assert found.nodes[0].properties == {
        "xrefs": ["MESH:1"], "broad_synonyms": ["big"], "narrow_synonyms": ["part of a"],
    }  # fmt: skip
    survey = surveyed(path, form="obo")
    assert survey.edges == {("others", name, "things"): 1 for name in ("is_a", "part_of", "develops_from")}
    assert [(row.where, row.reason) for row in survey.bad] == [
        ("x.obo, line 28", "it has no 'id'"), ("x.obo, line 14", "there is no node with the identifier 'X:404'"),
    ]  # fmt: skip
    assert [one.forward for one in survey.relations] == ["is a kind of", "is a part of", "develops from"]


@pytest.mark.parametrize("line", ["synonym: entire EXACT", "def: All of it. [PMID:1]", "synonym:entire EXACT []"])
def test_a_text_of_a_term_without_quotation_marks_is_told(tmp_path: Path, line: str) -> None:
    write(
        tmp_path,
        {"x.obo": f"format-version: 1.4\n\n[Term]\nid: X:1\nname: whole\n{line}\n\n[Term]\nid: X:2\nname: b\n"},
    )
    found = surveyed(tmp_path, form="obo")
    assert [row.where for row in found.bad] == ["x.obo, line 3"]
    assert "no quotation marks" in found.bad[0].reason


def test_tags_of_a_term_may_follow_their_colon_at_once(tmp_path: Path) -> None:
    text = 'format-version: 1.4\n\n[Term]\nid:X:1\nname:  whole\nsynonym:"entire" EXACT []\n'
    (node,) = read(write(tmp_path, {"x.obo": text}), form="obo").nodes
    assert (node.id, node.name, node.synonyms) == ("X:1", "whole", ("entire",))


def test_an_ontology_of_bad_terms_alone_is_no_graph(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match=r"no nodes.*x\.obo, line 1: it has no 'id'"):
        loaded(write(tmp_path, {"x.obo": "[Term]\nname: x\n"}), form="obo", skip_bad_rows=True)


def test_obo_graph(tmp_path: Path) -> None:
    write(tmp_path, {"x.json": json.dumps(OBO_JSON)})
    found = read(tmp_path, form="obo")
    assert found.nodes[0][:7] == ("things", "X:1", "whole", ("entire",), "All.", (), ("big",))
    assert [(row.source, row.type, row.target) for row in found.edges] == [
        ("X:2", "is_a", "X:1"), ("X:2", "develops_from", "X:1"),
    ]  # fmt: skip
    assert [(row.where, row.reason) for row in surveyed(tmp_path, form="obo").bad] == [
        ("x.json, node 4", "it has no 'lbl'"), ("x.json, edge 2", "it has no 'obj'"),
    ]  # fmt: skip


TURTLE = """@prefix ex: <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
ex:a rdfs:label "Asperin"@de, "aspirin"@en ; a ex:Drug, owl:NamedIndividual ; skos:altLabel "<b>ASA</b>" .
ex:b a ex:Disease ; rdfs:label "pain" ; ex:prevalence 0.5 ; ex:code "x", "y" .
ex:a ex:treats ex:b ; ex:REL_0000012 ex:c .
ex:REL_0000012 rdfs:label "is like" ; a owl:ObjectProperty .
ex:b skos:definition "It hurts." .
ex:b ex:within [ ex:x ex:y ] .
<http://purl.obolibrary.org/obo/HP_0000118> rdfs:label "abnormality" .
"""
TRIPLES = (
    "<http://x/a> <http://x/p> <http://x/b> .\n<http://x/a> <http://x/p <http://x/b> .\n"
    '<http://x/b> <http://x/n> "1" .\n'
)


def test_rdf(tmp_path: Path) -> None:
    write(tmp_path, {"x.ttl": TURTLE})
    found = read(tmp_path, form="rdf")
    assert {row[:5] for row in found.nodes} == {
        ("Drug", "ex:a", "aspirin", ("Asperin", "<b>ASA</b>"), ""), ("Disease", "ex:b", "pain", (), "It hurts."),
        ("Resource", "ex:c", "c", (), ""), ("Resource", "HP:0000118", "abnormality", (), ""),
    }  # fmt: skip
    pain = next(row for row in found.nodes if row.name == "pain")
    assert pain.properties == {"prevalence": 0.5, "code": ["x", "y"]}
    assert [(row.source, row.type, row.target) for row in found.edges] == [
        ("ex:a", "treats", "ex:b"), ("ex:a", "is_like", "ex:c"),
    ]  # fmt: skip
    assert len(found.bad) == 2
    assert all("blank node" in row.reason for row in found.bad)


def test_triples_of_which_one_is_broken(tmp_path: Path) -> None:
    write(tmp_path, {"x.nt.gz": gzip.compress(TRIPLES.encode())})
    found = surveyed(tmp_path, form="rdf")
    assert [row.where for row in found.bad] == ["x.nt.gz, line 2"]
    assert found.edges == {("Resource", "p", "Resource"): 1}
