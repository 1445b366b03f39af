"""Graphs in the form of PcQA: rows of different length, aliases as entities, names in two languages, broken rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgqa.cli.command import main
from kgqa.errors import LoadError
from kgqa.load.pcqa import source as pcqa
from kgqa.load.source import EdgeRow, NodeRow
from kgqa.load.tables.survey import surveyed
from tests.integration.pan_cancer import FOLDER

ENTITIES = """\
GENA,Genesymbol,Genesymbol.name,GENA, Genesymbol.oncogene,True
甲癌,Cancer,Cancer.name,甲癌, Cancer.description,一种癌, Cancer.name_en,"cancer alpha, nos"
乙癌(阳性，阴性),Cancer,Cancer.name,, Cancer.name_en,
丙药,Drug,Drug.name,丙药, Drug.name_en,drugon, Drug.nmpa_approved,YES, Drug.fda_approved,NA
丙药,Drug,Drug.name,丙药, Drug.name_en,drugon, Drug.nmpa_approved,YES, Drug.fda_approved,NA
dalias,DrugAlias,DrugAlias.name,dalias
GALIAS,Gene_Alias
别名癌,CancerAlias,CancerAlias.name,别名癌
NCT01,ClinicalTrial,ClinicalTrial.name,NCT01, ClinicalTrial.min_age,18
NCT02,ClinicalTrial,ClinicalTrial.name,NCT02, ClinicalTrial.min_age,NA
"""
RELATIONS = """\
丙药,inhibition_to,GENA
dalias,is_a,丙药
GALIAS,is_a,GENA
GENA,is_a,GENA
dalias,treatment,甲癌
GALIAS,driving_to,别名癌
丙药,treatment,乙癌(阳性,阴性)
NCT01,include_a,甲癌
NCT01,include_a,甲癌
"""


def folder(path: Path, entities: str = ENTITIES, relations: str = RELATIONS) -> str:
    (path / "entity.csv").write_text(entities, encoding="utf-8")
    (path / "relationships.csv").write_text(relations, encoding="utf-8")
    return str(path)


def test_a_folder_is_a_graph_with_names_in_both_languages(tmp_path: Path) -> None:
    graph = pcqa.source(folder(tmp_path), "mine")
    nodes = {row.id: row for row in graph.read_nodes() if isinstance(row, NodeRow)}
    assert (nodes["甲癌"].name, nodes["甲癌"].names) == ("cancer alpha, nos", ("甲癌",))
    assert nodes["甲癌"].definition == "一种癌"
    assert nodes["乙癌(阳性，阴性)"].name == "乙癌(阳性，阴性)"
    assert nodes["丙药"].properties == {"nmpa_approved": True}
    assert [nodes[one].properties for one in ("NCT01", "NCT02")] == [{"min_age": 18}, {}]


def test_an_alias_is_a_name_of_its_thing_and_one_of_nothing_a_thing_of_its_type(tmp_path: Path) -> None:
    graph = pcqa.source(folder(tmp_path), "mine")
    nodes = {row.id: row for row in graph.read_nodes() if isinstance(row, NodeRow)}
    assert nodes["丙药"].synonyms == ("dalias",)
    assert "dalias" not in nodes
    assert nodes["GENA"].synonyms == ("GALIAS",)
    assert nodes["别名癌"].label == "Cancer"
    edges = [row[:5] for row in graph.read_edges() if isinstance(row, EdgeRow)]
    assert edges == [
        ("inhibition_to", "Drug", "丙药", "Genesymbol", "GENA"),
        ("treatment", "Drug", "丙药", "Cancer", "甲癌"),
        ("driving_to", "Genesymbol", "GENA", "Cancer", "别名癌"),
        ("treatment", "Drug", "丙药", "Cancer", "乙癌(阳性，阴性)"),
        ("include_a", "ClinicalTrial", "NCT01", "Cancer", "甲癌"),
    ]
    found = surveyed(graph)
    assert found.bad_count == 0
    assert {one.type: (one.forward, one.inverse) for one in found.relations}["inhibition_to"] == (
        "inhibits", "is inhibited by",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("entities", "relations", "where", "said"),
    [
        ("X,Drug,Drug.name\n", "", "entity.csv, line 11", "3 cells"),
        ("GENA,Genesymbol,Genesymbol.oncogene,False\n", "", "entity.csv, line 11", "occurs twice"),
        ("", "丙药,treatment,nowhere\n", "relationships.csv, line 10", "no node with the identifier 'nowhere'"),
        ("", "甲,癌,treatment,丙,药\n", "relationships.csv, line 10", "5 cells"),
        ("", '丙药,treatment,"甲癌\n', "relationships.csv, line 10", "no row of a table"),
    ],
)
def test_a_bad_row_is_named_with_its_line(tmp_path: Path, entities: str, relations: str, where: str, said: str) -> None:
    found = surveyed(pcqa.source(folder(tmp_path, ENTITIES + entities, RELATIONS + relations), "mine"))
    assert [row.where for row in found.bad] == [where]
    assert said in found.bad[0].reason
    assert (sum(found.nodes.values()), sum(found.edges.values())) == (7, 5)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = folder(tmp_path)
    (tmp_path / "relationships.csv").unlink()
    with pytest.raises(LoadError, match=r"relationships\.csv"):
        pcqa.source(path, "mine")


def test_a_dry_run_tells_what_would_be_loaded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, bad = folder(tmp_path, relations=RELATIONS + "丙药,treatment,nowhere\n"), tmp_path / "bad.csv"
    assert main(["import", "pcqa", path, "--graph", "mine", "--dry-run", "--bad-rows", str(bad)]) != 0
    assert "Nodes: 7. Edges: 5." in capsys.readouterr().err
    assert "line 10" in bad.read_text(encoding="utf-8")
    assert main(["import", "pcqa", path, "--graph", "mine", "--dry-run", "--skip-bad-rows"]) == 0


@pytest.mark.skipif(not FOLDER.is_dir(), reason="no ../shared/data/pcqa beside the repository")
def test_the_published_files_are_read_and_what_cannot_be_is_told() -> None:
    found = surveyed(pcqa.source(str(FOLDER), "pan-cancer"))
    assert (sum(found.nodes.values()), sum(found.edges.values()), found.bad_count) == (1677, 2203, 23)
