"""Forms in which graphs are published: each read from a small file made to its specification, and from broken ones."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from table_files import loaded, read, surveyed, write

from kgqa.errors import LoadError
from kgqa.load.tables.mapping import TablesMapping
from kgqa.load.tables.preview import preview

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
        ("kgx", {"nodes.tsv": KGX_NODES}, "is two files.*there is nodes.tsv"),
        ("kgx", {"nodes.tsv": KGX_NODES, "edges.tsv.gz": gzip.compress(KGX_EDGES.encode())[:60]}, "cannot be read"),
        ("kgx", {"nodes.csv": "a,b\n1,2\n"}, "holds a table with the columns a, b, which is no KGX"),
        ("kgx", {"a.pdf": b"%PDF\0\0"}, "bytes that are no text"),
        ("none", {"a": "b"}, "There is no form 'none'"),
    ],
)
def test_what_is_no_such_form_is_told(tmp_path: Path, form: str, files: dict[str, Any], said: str) -> None:
    with pytest.raises(LoadError, match=f"(?s){said}"):
        loaded(write(tmp_path, files), form=form)
    assert preview(tmp_path, TablesMapping(form=form)).problems
