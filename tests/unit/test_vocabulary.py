"""A vocabulary laid over a source: one thing by equivalence, names, groups, kinds."""

from __future__ import annotations

import functools
import gzip
from pathlib import Path

import pytest

from kgqa.errors import LoadError
from kgqa.language.initials import abbreviates
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.load.chunks import name_line
from kgqa.load.source import BadRow, Contents, EdgeRow, GraphSource, NodeRow
from kgqa.load.vocabulary.files import HGNC, MONDO, VocabularySource
from kgqa.load.vocabulary.merging import laid_over
from kgqa.records import GraphCard
from kgqa.schema import derive
from kgqa.schema.model import Schema

TERMS = (
    ("V:1", "fading syndrome", "FS|fades|fading syndrome, formerly|GENE1"),
    ("V:2", "fading syndrome 1", "FS|FS1|fading syndrome type one (disease)|FADS1|fading syndrome type|mixed type"),
    ("V:3", "obsolete bright fever", "bright disease"),
    ("V:4", "family of fades", ""),
    ("V:5", "elsewhere disease", "of no node"),
    ("V:6", "other fever", "bright fever|As|Of"),
    ("V:8", "slowly fading disease", ""),
)
EQUIVALENTS = (("V:2", "OMIM:100"), ("V:2", "ORPHA:7"), ("V:3", "OMIM:200"), ("V:3", "DECIPHER:9"), ("V:6", "OMIM:300"))
IS_A = (("V:2", "V:8"), ("V:2", "V:1"), ("V:1", "V:4"), ("V:5", "V:4"))
NODES = (
    NodeRow("Disease", "OMIM:100", "FADING SYNDROME 1"),
    NodeRow("Disease", "Orphanet:7", "Fading syndrome"),
    NodeRow("Disease", "MIM:200", "Bright fever"),
    NodeRow("Disease", "DECIPHER:9", "Bright fever deletion"),
    NodeRow("Disease", "OMIM:300", "Other fever"),
    NodeRow("Disease", "X:1", "Unknown to all"),
    NodeRow("Pace", "P:1", "Slowly fading"),
    NodeRow("Gene", "G:1", "GENE1"),
    NodeRow("Gene", "G:2", "FADS1"),
)


Table = tuple[tuple[str, ...], ...]


def written(folder: Path, terms: Table = TERMS, equivalents: Table = EQUIVALENTS, is_a: Table = IS_A) -> Path:
    for name, header, rows in (
        ("terms", ("id", "name", "synonyms"), terms),
        ("equivalents", ("id", "equivalent"), equivalents),
        ("is_a", ("id", "parent"), is_a),
    ):
        (folder / f"{name}.tsv").write_text("".join("\t".join(row) + "\n" for row in (header, *rows)))
    return folder


def described(contents: Contents) -> Schema:
    return Schema(tuple(derive.node_type(label, count, ()) for label, count in contents.nodes.items()), ())


def source(rows: tuple[NodeRow | BadRow, ...] = NODES) -> GraphSource:
    return GraphSource(
        card=GraphCard("made", "made", "1", "", ""),
        fingerprint=lambda: "same",
        read_nodes=lambda: iter(rows),
        read_edges=lambda: iter([EdgeRow("CAUSES", "Gene", "G:1", "Disease", "OMIM:100")]),
        describe=described,
        expected_rows=lambda: None,
    )


@pytest.fixture
def layered(tmp_path: Path) -> GraphSource:
    return laid_over(source(), VocabularySource(written(tmp_path), "made words", references=("DECIPHER",)))


def nodes(graph: GraphSource) -> dict[str, NodeRow]:
    return {row.id: row for row in graph.read_nodes() if isinstance(row, NodeRow)}


def linker(graph: GraphSource) -> Linker:
    import json

    return Linker(NameIndex(json.loads(name_line(row)) for row in nodes(graph).values()))


def test_identifiers_of_one_term_are_one_thing_however_their_register_is_written(layered: GraphSource) -> None:
    found = nodes(layered)
    assert found["OMIM:100"].thing == found["Orphanet:7"].thing == "OMIM:100"
    assert found["MIM:200"].thing == "MIM:200"
    assert "V:2" in found["OMIM:100"].equivalent_ids
    assert found["X:1"].thing == "", "equal names still decide where the vocabulary knows nothing"


def test_what_a_term_only_refers_to_is_not_the_same_unless_it_has_its_name(layered: GraphSource) -> None:
    assert nodes(layered)["DECIPHER:9"].thing == ""


def test_terms_above_are_groups_and_all_others_are_left_out(layered: GraphSource) -> None:
    groups = {id_: row for id_, row in nodes(layered).items() if row.properties.get("is_group")}
    assert {id_: row.label for id_, row in groups.items()} == {"V:1": "Disease", "V:4": "Disease"}
    assert "V:5" not in nodes(layered)


def test_a_name_whose_number_was_lost_is_none(layered: GraphSource) -> None:
    names = nodes(layered)["OMIM:100"].listed
    assert "fading syndrome type" not in names, "every type of fading syndrome is called so"
    assert "mixed type" in names


def test_a_group_is_no_value_for_being_called_as_one_of_the_few_things_that_the_vocabulary_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa.load.vocabulary.merging.MOST_VALUES", 4)
    rows = (*(row for row in NODES if row.label == "Disease"), NodeRow("Disease", "X:2", "Slowly fading disease"))
    found = nodes(laid_over(source(rows), VocabularySource(written(tmp_path), "made")))
    assert found["V:8"].name == "slowly fading disease"


def test_each_identifier_of_a_kind_is_below_the_one_that_stands_for_the_broader_thing(layered: GraphSource) -> None:
    list(layered.read_nodes())
    kinds = [(e.source, e.target) for e in layered.read_edges() if isinstance(e, EdgeRow) and e.type == "IS_A"]
    assert sorted(kinds) == [("OMIM:100", "V:1"), ("Orphanet:7", "V:1"), ("V:1", "V:4")]


def test_groups_are_told_apart_in_the_schema_and_are_not_counted(layered: GraphSource) -> None:
    rows = nodes(layered).values()
    contents = Contents({label: sum(row.label == label for row in rows) for label in ("Disease", "Gene")}, {})
    schema = layered.describe(contents)
    disease, gene = schema.node("Disease"), schema.node("Gene")
    assert (disease.count, disease.groups, disease.group_property) == (6, 2, "is_group")
    assert (gene.count, gene.groups, gene.group_property) == (2, 0, "")
    assert Schema.from_json(schema.as_json()) == schema


@pytest.mark.parametrize(
    ("name", "leads_to"),
    [
        ("fading syndrome 1", "OMIM:100"),
        ("FS1", "OMIM:100"),
        ("slowly fading disease", None),
        ("fading syndrome type one", "OMIM:100"),
        ("fading syndrome", "V:1"),
        ("FS", "V:1"),
        ("bright fever", "MIM:200"),
        ("bright disease", "MIM:200"),
        ("GENE1", "G:1"),
        ("family of fades", "V:4"),
        ("V:1", "V:1"),
        ("V:2", "OMIM:100"),
        ("MONDO:2", None),
        ("elsewhere disease", None),
        ("fading syndrome, formerly", None),
    ],
)
def test_a_name_leads_to(layered: GraphSource, name: str, leads_to: str | None) -> None:
    found = linker(layered).meant(name)
    assert [one.id for one in found] == ([leads_to] if leads_to else [])


def test_a_symbol_that_abbreviates_the_disease_stays_a_name_of_it(layered: GraphSource) -> None:
    """FADS1 is a gene and short for the fading syndrome 1; GENE1 is a gene alone."""
    assert {one.id for one in linker(layered).meant("FADS1")} == {"G:2", "OMIM:100"}


def test_initials_mean_the_broader_term_where_a_kind_goes_by_its_name_too(tmp_path: Path) -> None:
    """RP, which only retinitis pigmentosa 1 is given, is short for all kinds; FANCA is the kind of group A alone."""
    terms = (
        ("V:1", "slow rash", "rash of old"),
        ("V:2", "slow rash 1", "slow rash|SR|SR1"),
        ("V:3", "pale anemia", ""),
        ("V:4", "pale anemia group A", "pale anemia|PALA"),
    )
    ends, above = (("V:2", "OMIM:100"), ("V:4", "OMIM:300")), (("V:2", "V:1"), ("V:4", "V:3"))
    graph = laid_over(source(), VocabularySource(written(tmp_path, terms, ends, above), "made words"))
    found = {name: [one.id for one in linker(graph).meant(name)] for name in ("SR", "SR1", "PALA")}
    assert found == {"SR": ["V:1"], "SR1": ["OMIM:100"], "PALA": ["OMIM:300"]}


def test_a_name_with_the_letter_of_a_kind_is_that_of_the_kind(tmp_path: Path) -> None:
    """Of two terms that share a synonym the broader one has it, but for one that only adds which kind it is."""
    terms = (
        ("V:1", "slow rash 3", "Doe syndrome|Doe syndrome A|Doe syndrome C|slow rash type IIIB|slow fever"),
        ("V:2", "slow rash 3A", "Doe syndrome type A|Doe syndrome a|slow fever"),
        ("V:3", "slow rash three B", "slow rash IIIB"),
        ("V:4", "slow rash 3C", "Doe syndrome C"),
    )
    ends, above = (("V:2", "OMIM:100"), ("V:3", "OMIM:300")), (("V:2", "V:1"), ("V:3", "V:1"), ("V:4", "V:1"))
    graph = laid_over(source(), VocabularySource(written(tmp_path, terms, ends, above), "made words"))
    names = {
        "Doe syndrome": "V:1", "Doe syndrome A": "OMIM:100", "Doe syndrome type A": "OMIM:100",
        "slow rash IIIB": "OMIM:300", "slow fever": "V:1",
        "Doe syndrome C": "V:1",  # the kind has no node
    }  # fmt: skip
    found = linker(graph)
    assert {name: [one.id for one in found.meant(name)] for name in names} == {k: [v] for k, v in names.items()}


def test_an_abbreviation_is_none_of_the_words_that_it_looks_like(tmp_path: Path) -> None:
    terms = (("V:1", "angel syndrome", "As|angel"),)
    (tmp_path / "terms.tsv").write_text("".join("\t".join(row) + "\n" for row in (("id", "name", "synonyms"), *terms)))
    graph = laid_over(source((NodeRow("Disease", "V:1", "Angel's"),)), VocabularySource(tmp_path, "made"))
    assert [one.chosen.id for one in linker(graph).link("Which genes cause AS?")] == ["V:1"]
    assert linker(graph).link("Which genes are known as causes?") == []


def test_a_short_form_in_small_letters_is_no_english_word_but_a_word_that_a_thing_goes_by_is(tmp_path: Path) -> None:
    terms = (("V:1", "posttransplant acute limbic encephalitis", "pale"), ("V:2", "Zea disease", "corn|sweet corn"))
    (tmp_path / "terms.tsv").write_text("".join("\t".join(row) + "\n" for row in (("id", "name", "synonyms"), *terms)))
    rows = (NodeRow("Disease", "V:1", "Encephalitis 1"), NodeRow("Disease", "V:2", "Zea"))
    graph = laid_over(source(rows), VocabularySource(tmp_path, "made"))
    assert [one.chosen.id for one in linker(graph).link("Which signs has a pale corn?")] == ["V:2"]
    assert [one.chosen.id for one in linker(graph).link("Genes of PALE?")] == ["V:1"]


def test_part_of_a_name_is_a_name_where_nothing_is_recorded_for_what_has_it_alone(tmp_path: Path) -> None:
    """The name of a term without a node is kept from others ("sign"), but not from those that it is a part of."""
    terms = (("V:1", "Doe ageing syndrome", "ageing|sign"), ("V:2", "ageing", ""), ("V:3", "sign", ""))
    (tmp_path / "terms.tsv").write_text("".join("\t".join(row) + "\n" for row in (("id", "name", "synonyms"), *terms)))
    graph = laid_over(source((NodeRow("Disease", "V:1", "Ageing, early"),)), VocabularySource(tmp_path, "made"))
    assert [one.id for one in linker(graph).meant("ageing")] == ["V:1"]
    assert linker(graph).meant("sign") == []


def test_the_card_names_the_vocabulary_and_the_fingerprint_follows_it(tmp_path: Path) -> None:
    words = VocabularySource(written(tmp_path), "made words", "CC BY", "Who et al.")
    one = laid_over(source(), words)
    assert (one.card.vocabulary, one.card.licence, one.card.citation) == ("made words", "CC BY", "Who et al.")
    before = one.fingerprint()
    (tmp_path / "terms.tsv").write_text((tmp_path / "terms.tsv").read_text() + "V:7\tnew\t\n")
    assert one.fingerprint() != before


def test_bad_rows_go_through(tmp_path: Path) -> None:
    bad = BadRow("line 3", "no label")
    graph = laid_over(source((bad, *NODES)), VocabularySource(written(tmp_path), "made words"))
    assert bad in list(graph.read_nodes())


def test_a_row_of_what_is_no_term_is_told_as_one_that_cannot_be_loaded(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        (*TERMS, ("V:90", "", "")),
        (*EQUIVALENTS, ("V:9", "OMIM:9")),
        (*IS_A, ("X:1", "V:1"), ("V:2", "V:99")),
    )
    rows = list(laid_over(source(), VocabularySource(folder, "made words")).read_nodes())
    bad = [row for row in rows if isinstance(row, BadRow)]
    unknown = "in terms.tsv: add it there, or leave the row out"
    assert bad == [
        BadRow(f"terms.tsv, line {len(TERMS) + 2}", "it has no name: fill it in, or leave the row out"),
        BadRow(f"equivalents.tsv, line {len(EQUIVALENTS) + 2}", f"there is no term 'V:9' {unknown}"),
        BadRow(f"is_a.tsv, line {len(IS_A) + 2}", f"there is no term 'X:1' {unknown}"),
        BadRow(f"is_a.tsv, line {len(IS_A) + 3}", f"there is no term 'V:99' {unknown}"),
    ]
    without = laid_over(source(), VocabularySource(written(tmp_path), "made words"))
    assert {row.id for row in rows if isinstance(row, NodeRow)} == set(nodes(without))


def test_an_ontology_file_is_a_vocabulary_too(tmp_path: Path) -> None:
    path = tmp_path / "made.obo"
    path.write_text(
        "format-version: 1.4\n\n[Term]\nid: V:1\nname: broad thing\n\n[Term]\nid: V:2\nname: narrow thing\n"
        'synonym: "slim thing" EXACT []\nsynonym: "thing" BROAD []\nis_a: V:1 ! broad thing\n'
        'xref: OMIM:100 {source="MONDO:equivalentTo"}\nxref: OMIM:200\n'
        "property_value: skos:exactMatch ORPHA:7\n"
    )
    found = nodes(laid_over(source(), VocabularySource(path, "made")))
    assert found["OMIM:100"].thing == found["Orphanet:7"].thing
    assert "slim thing" in found["OMIM:100"].listed
    assert found["MIM:200"].thing == "", "a mere cross-reference says nothing"
    assert found["V:1"].properties == {"is_group": True}


def test_lines_of_an_ontology_that_say_something_of_no_term_are_told_and_left_out(tmp_path: Path) -> None:
    path = tmp_path / "made.obo"
    path.write_text(
        "format-version: 1.4\n\n[Term]\nid: V:1\nname: broad thing\n\n[Term]\nid: V:2\nname: narrow thing\n"
        'synonym: slim thing EXACT []\nsynonym: "thin thing" EXACT []\nis_a: V:1 ! broad thing\nis_a: V:9 ! gone\n'
        'xref: OMIM 300 {source="MONDO:equivalentTo"}\nxref: any text\nproperty_value: skos:exactMatch\n'
        "property_value: skos:exactMatch OMIM:100\n\n[Term]\nid: V:3\nis_a: V:1\n\n"
        "[Term]\nid: V:4\nname: old\nis_obsolete: true\nis_a: V:8\n"
    )
    rows = list(laid_over(source(), VocabularySource(path, "made")).read_nodes())
    assert [(row.where, row.reason.partition(":")[0]) for row in rows if isinstance(row, BadRow)] == [
        ("made.obo, line 10", "'slim thing EXACT []' has no quotation marks around its text"),
        ("made.obo, line 13", "there is no term 'V"),
        ("made.obo, line 14", "'OMIM 300' is no identifier"),
        ("made.obo, line 16", "it names nothing that means the same"),
        ("made.obo, line 19", "the term has no id or no name"),
    ]
    found = {row.id: row for row in rows if isinstance(row, NodeRow)}
    assert found["OMIM:100"].listed == ("thin thing",)
    assert found["V:1"].properties == {"is_group": True}


def test_an_abbreviation_of_a_kind_and_of_what_is_broader_is_of_that_whose_name_has_its_letters(tmp_path: Path) -> None:
    """CADASIL is dominant; RP is retinitis pigmentosa and not its first kind."""
    terms = (
        ("V:1", "slow fading", "DSF|SFX|SF"),
        ("V:2", "slow fading, dominant", "DSF|SF"),
        ("V:3", "slow fading, x type 1", "SFX|SF"),
    )
    is_a = (("V:2", "V:1"), ("V:3", "V:1"))
    equivalents = (("V:2", "OMIM:100"), ("V:3", "OMIM:200"))
    rows = (NodeRow("Disease", "OMIM:100", "Slow fading, dominant"), NodeRow("Disease", "OMIM:200", "SF first kind"))
    found = nodes(laid_over(source(rows), VocabularySource(written(tmp_path, terms, equivalents, is_a), "made")))
    assert (found["V:1"].synonyms, found["OMIM:100"].listed, found["OMIM:200"].listed) == (("SFX", "SF"), ("DSF",), ())


def test_what_makes_one_fall_ill_of_a_thing_is_no_name_of_it_unless_it_is_called_so(tmp_path: Path) -> None:
    remarks = "fading, modifier of|fading, susceptibility to|fading, protection against|fading (disorder) [ambiguous]"
    terms = (
        ("V:1", "fading", f"{remarks}|old fades, included|slow loss"),
        ("V:2", "bright fever, susceptibility to, 1", "bright fever, susceptibility to|bright fever, modifier of"),
    )
    equivalents = (("V:1", "OMIM:100"), ("V:2", "OMIM:200"))
    found = nodes(laid_over(source(), VocabularySource(written(tmp_path, terms, equivalents, ()), "made")))
    assert found["OMIM:100"].listed == ("slow loss",)
    assert found["MIM:200"].listed == ("bright fever, susceptibility to",)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("terms.tsv", "id\tname\nV:1\tx\n", "expected were"),
        ("terms.tsv", "id\tname\tsynonyms\nV:1\tx\n", "line 2: 2 cells"),
        ("terms.tsv", "id\tname\tsynonyms\n", "holds no terms"),
        ("terms.tsv.xz", "no archive", "cannot be read"),
        ("other.tsv", "", "no vocabulary at"),
        ("bad.obo", "nothing", "no terms"),
    ],
)
def test_what_is_no_vocabulary_is_refused_by_name(tmp_path: Path, name: str, content: str, says: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(LoadError, match=says):
        VocabularySource(tmp_path / name if name.endswith("obo") else tmp_path, "made").read()


def test_a_packed_vocabulary_without_an_end_is_refused_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "terms.tsv.gz").write_bytes(gzip.compress(b"V:1\tx\ty\n" * 2**20) * 8)
    with pytest.raises(LoadError, match="unpacks to more than 200 times"):
        VocabularySource(tmp_path, "made").read()


def test_mondo_comes_along_whole() -> None:
    terms = MONDO.read().terms
    assert len(terms) > 22_000
    marfan = MONDO.read().term_of("MIM:154700")
    assert marfan is not None
    assert marfan.name == "Marfan syndrome"


@pytest.mark.parametrize(
    ("symbol", "name", "does"),
    [
        ("MEN1", "multiple endocrine neoplasia type 1", True),
        ("NF1", "neurofibromatosis type 1", True),
        ("VHL", "von Hippel-Lindau disease", True),
        ("FBN1", "Marfan syndrome", False),
        ("TP53", "Li-Fraumeni syndrome", False),
        ("WT2", "Wilms tumor 1", False),
        ("COL1A1", "osteogenesis imperfecta type I", False),
    ],
)
def test_whether_a_symbol_is_made_of_the_letters_of_a_name(symbol: str, name: str, does: bool) -> None:
    assert abbreviates(symbol, name) == does


GENE_TERMS = (
    ("H:1", "fibrin one", "G1|FIB|FAD|BRIGHT|BLAU|FS1|LQT|REST|p53|X9|OLD1"),
    ("H:2", "fading syndrome 1", "G2|OLD2"),
)
GENE_NODES = (
    *NODES,
    NodeRow("Disease", "X:3", "Fatal attack disorder", synonyms=("BRIGHT",)),
    NodeRow("Disease", "X:4", "Blau syndrome 1", synonyms=("LQT3",)),
    NodeRow("Gene", "N:1", "G1"),
    NodeRow("Gene", "N:2", "G2"),
)


@pytest.fixture
def genes(tmp_path: Path) -> GraphSource:
    """Genes with the names of a vocabulary that yields to what else is called so."""
    folder = written(tmp_path, GENE_TERMS, (("H:1", "N:1"), ("H:2", "N:2")), ())
    return laid_over(source(GENE_NODES), VocabularySource(folder, "genes", yields=True))


def test_a_vocabulary_that_yields_gives_names_that_nothing_else_has(genes: GraphSource) -> None:
    found = nodes(genes)
    assert found["N:1"].names == ("fibrin one",)
    # FAD are the initials of a disease, BRIGHT is a synonym of it, BLAU and LQT are names without their numbers, REST
    # is a word, and X9 is too short.
    assert found["N:1"].listed == ("FIB", "FS1", "p53", "OLD1")
    assert found["N:2"].names == (), "a disease is called so"
    assert found["N:2"].equivalent_ids == ("H:2",)


def test_names_of_a_vocabulary_can_be_asked_for_where_the_source_has_none(genes: GraphSource) -> None:
    list(genes.read_nodes())
    schema = genes.describe(Contents({"Gene": 4}, {}))
    assert [one.role for one in schema.node("Gene").properties] == ["synonyms", "text"]


@pytest.mark.parametrize(
    ("symbol", "gene"),
    [
        ("fibrillin 1", "FBN1"),
        ("fibrillin-1", "FBN1"),
        ("titin", "TTN"),
        ("p53", "TP53"),
        ("CX26", "GJB2"),
        ("HER2", "ERBB2"),
        ("MLL2", "KMT2D"),
        ("HGNC:3603", "FBN1"),
        ("ENSEMBL:ENSG00000166147", "FBN1"),
    ],
)
def test_the_genes_that_come_along_are_found_by_their_names(symbol: str, gene: str) -> None:
    (entity,) = shipped_genes().link(symbol)
    assert entity.chosen.name == gene


@pytest.mark.parametrize("disease", ["PARK2", "LQT3", "MASS", "BBS1"])
def test_a_symbol_of_a_disease_stays_one(disease: str) -> None:
    assert not any(one.chosen.label == "Gene" for one in shipped_genes().link(disease))


@functools.cache
def shipped_genes() -> Linker:
    symbols = {
        "2200": "FBN1", "7273": "TTN", "7157": "TP53", "2706": "GJB2", "2064": "ERBB2", "8085": "KMT2D", "5071": "PRKN",
        "6331": "SCN5A", "582": "G582",
    }  # fmt: skip
    rows = (
        *(NodeRow("Gene", f"NCBIGene:{id_}", symbol) for id_, symbol in symbols.items()),
        NodeRow("Disease", "D:1", "Parkinson disease 2", synonyms=("PARK2",)),
        NodeRow("Disease", "D:2", "Long QT syndrome 3", synonyms=("LQT3",)),
        NodeRow("Disease", "D:3", "MASS syndrome", synonyms=("MASS",)),
        NodeRow("Disease", "D:4", "Bardet-Biedl syndrome 1", synonyms=("BBS1",)),
    )
    return linker(laid_over(source(rows), HGNC))
