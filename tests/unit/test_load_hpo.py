"""The loader of the Human Phenotype Ontology against small files and, by other means, against the shipped ones."""

from __future__ import annotations

import csv
import functools
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgqa.errors import LoadError
from kgqa.load.hpo import files as hpo_files
from kgqa.load.hpo import source as hpo
from kgqa.load.hpo.schema import describe
from kgqa.load.hpo.words import ABSENT, LABELS
from kgqa.load.source import BadRow, Contents, EdgeRow, NodeRow
from kgqa.load.vocabulary.files import VocabularySource
from kgqa.load.vocabulary.model import Vocabulary
from kgqa.schema.model import Schema

OBO = """format-version: 1.2

[Term]
id: HP:0000001
name: All

[Term]
id: HP:0000118
name: Phenotypic abnormality
is_a: HP:0000001 ! All

[Term]
id: HP:0000005
name: Mode of inheritance
is_a: HP:0000001 ! All

[Term]
id: HP:0000006
name: Autosomal dominant inheritance
alt_id: HP:0001444
synonym: "AD" EXACT abbreviation []
synonym: "Monoallelic" NARROW []
is_a: HP:0000005 ! Mode of inheritance

[Term]
id: HP:0012823
name: Clinical modifier
is_a: HP:0000001 ! All

[Term]
id: HP:0031797
name: Clinical course
is_a: HP:0012823 ! Clinical modifier

[Term]
id: HP:0003577
name: Congenital onset
is_a: HP:0031797 ! Clinical course

[Term]
id: HP:0040279
name: Frequency
is_a: HP:0000001 ! All

[Term]
id: HP:0040281
name: Very frequent
is_a: HP:0040279 ! Frequency

[Term]
id: HP:0040285
name: Excluded
is_a: HP:0040279 ! Frequency

[Term]
id: HP:0001166
name: Arachnodactyly
alt_id: HP:0001505
def: "Long \\"spider\\" fingers." [https://orcid.org/0]
comment: A note.
synonym: "Spider fingers" EXACT layperson []
synonym: "Arachnodactyly" EXACT []
synonym: "Long fingers" RELATED []
synonym: "Old name" EXACT obsolete_synonym []
xref: UMLS:C0003706
is_a: HP:0000118 ! Phenotypic abnormality
is_a: HP:0000001 ! All

[Term]
id: HP:0000057
name: obsolete Thing
is_obsolete: true
replaced_by: HP:0001166

[Typedef]
id: part_of
name: part of
"""
HEADER = "\t".join(hpo_files.COLUMNS)


@pytest.fixture(scope="module", autouse=True)
def _vocabulary_read_once() -> Iterator[None]:
    """The vocabulary of diseases, which is laid over every release however small, is read, and its initials are shared,
    once for all tests."""
    share, shared = Vocabulary.with_shared_initials, dict[int, Vocabulary]()

    def with_shared_initials(read: Vocabulary) -> Vocabulary:
        if id(read) not in shared:
            shared[id(read)] = share(read)
        return shared[id(read)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(VocabularySource, "read", functools.cache(VocabularySource.read))
        patch.setattr(Vocabulary, "with_shared_initials", with_shared_initials)
        yield


def annotation(**cells: str) -> str:
    row = dict.fromkeys(hpo_files.COLUMNS, "") | {
        "database_id": "OMIM:1",
        "disease_name": "Some syndrome",
        "hpo_id": "HP:0001166",
        "reference": "PMID:1",
        "evidence": "PCS",
        "aspect": "P",
        "biocuration": "HPO:x[2020-01-01]",
    }
    return "\t".join((row | cells).values())


def write_files(folder: Path, annotations: list[str], genes: list[str] | None = None, obo: str = OBO) -> Path:
    (folder / hpo_files.ONTOLOGY).write_text(obo, encoding="utf-8")
    text = "\n".join(["#description: test", "#version: 2025-01-16", HEADER, *annotations])
    (folder / hpo_files.ANNOTATIONS).write_text(text + "\n", encoding="utf-8")
    lines = ["\t".join(hpo_files.GENE_COLUMNS), *(genes or [])]
    (folder / hpo_files.GENES).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def read(folder: Path) -> tuple[dict[str, NodeRow], list[EdgeRow]]:
    source = hpo.source(str(folder))
    nodes = {row.id: row for row in source.read_nodes() if isinstance(row, NodeRow)}
    return nodes, [row for row in source.read_edges() if isinstance(row, EdgeRow)]


def properties(folder: Path, **cells: str) -> dict[str, object]:
    _, edges = read(write_files(folder, [annotation(**cells)]))
    (found,) = [dict(edge.properties) for edge in edges if edge.type != "IS_A"]
    return found


def test_labels_follow_the_branches_of_the_ontology(tmp_path: Path) -> None:
    nodes, _ = read(write_files(tmp_path, []))
    assert {id_: row.label for id_, row in nodes.items()} == {
        "HP:0000001": "Phenotype",
        "HP:0000118": "Phenotype",
        "HP:0001166": "Phenotype",
        "HP:0000005": "InheritanceMode",
        "HP:0000006": "InheritanceMode",
        "HP:0012823": "ClinicalModifier",
        "HP:0031797": "ClinicalCourse",
        "HP:0003577": "ClinicalCourse",
        "HP:0040279": "Frequency",
        "HP:0040281": "Frequency",
        "HP:0040285": "Frequency",
    }


def test_a_term_keeps_its_names_apart_by_scope(tmp_path: Path) -> None:
    nodes, _ = read(write_files(tmp_path, []))
    term = nodes["HP:0001166"]
    assert term.synonyms == ("Spider fingers",)
    assert term.related_synonyms == ("Long fingers", "Old name")
    assert term.alternative_ids == ("HP:0001505",)
    assert term.definition == 'Long "spider" fingers.'
    assert term.properties == {"file": "hp.obo", "comment": "A note.", "xrefs": ["UMLS:C0003706"]}


def test_every_parent_is_an_edge(tmp_path: Path) -> None:
    _, edges = read(write_files(tmp_path, []))
    kinds = Counter((edge.source_label, edge.target_label) for edge in edges if edge.type == "IS_A")
    assert sum(kinds.values()) == OBO.count("\nis_a:")
    assert kinds["ClinicalCourse", "ClinicalModifier"] == 1
    assert kinds["Phenotype", "Phenotype"] == 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", {"against": False}),
        (
            "3/4",
            {
                "frequency": "3/4",
                "frequency_low": 0.75,
                "frequency_high": 0.75,
                "patients": 3,
                "examined": 4,
                "against": False,
            },
        ),
        (
            "0/32",
            {
                "frequency": "0/32",
                "frequency_low": 0.0,
                "frequency_high": 0.0,
                "patients": 0,
                "examined": 32,
                "against": True,
            },
        ),
        ("12.5%", {"frequency": "12.5%", "frequency_low": 0.125, "frequency_high": 0.125, "against": False}),
        ("0%", {"frequency": "0%", "frequency_low": 0.0, "frequency_high": 0.0, "against": True}),
        (
            "HP:0040281",
            {
                "frequency": "Very frequent",
                "frequency_id": "HP:0040281",
                "frequency_low": 0.8,
                "frequency_high": 0.99,
                "against": False,
            },
        ),
        (
            "HP:0040285",
            {
                "frequency": "Excluded",
                "frequency_id": "HP:0040285",
                "frequency_low": 0.0,
                "frequency_high": 0.0,
                "against": True,
            },
        ),
    ],
)
def test_frequencies_become_shares(tmp_path: Path, text: str, expected: dict[str, object]) -> None:
    found = properties(tmp_path, frequency=text)
    kept = {"frequency", "frequency_id", "frequency_low", "frequency_high", "patients", "examined", "against"}
    assert {name: value for name, value in found.items() if name in kept} == expected


@pytest.mark.parametrize("text", ["often", "3/0", "3/x", "HP:9999999", "x%"])
def test_a_frequency_of_no_known_form_is_refused_with_its_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(LoadError, match="line 4.*" + text.replace("/", ".")):
        properties(tmp_path, frequency=text)


def test_a_row_marked_not_is_an_edge_of_its_own_type(tmp_path: Path) -> None:
    rows = [annotation(qualifier="NOT"), annotation(qualifier="NOT", aspect="I", hpo_id="HP:0000006")]
    _, edges = read(write_files(tmp_path, rows))
    denied = [(edge.type, edge.target_label, edge.properties["against"]) for edge in edges if edge.type != "IS_A"]
    assert denied == [("EXCLUDES_PHENOTYPE", "Phenotype", True), ("EXCLUDES_INHERITANCE", "InheritanceMode", True)]


def test_an_annotation_keeps_every_field(tmp_path: Path) -> None:
    found = properties(
        tmp_path,
        database_id="ORPHA:7",
        reference="PMID:1;OMIM:2;ISBN-13:978-0721606156",
        onset="HP:0003577",
        sex="FEMALE",
        modifier="HP:0003577;HP:7777777",
        biocuration="HPO:a[2020-01-01];HPO:b[2021-01-01]",
        evidence="TAS",
    )
    assert found == {
        "references": ["PMID:1", "OMIM:2", "ISBN-13:978-0721606156"],
        "onset": "Congenital onset",
        "onset_id": "HP:0003577",
        "sex": "female",
        "modifiers": ["Congenital onset", "HP:7777777"],
        "biocuration": ["HPO:a[2020-01-01]", "HPO:b[2021-01-01]"],
        "evidence": "TAS",
        "aspect": "P",
        "source": "ORPHA",
        "file": "phenotype.hpoa",
        "against": False,
    }


def test_an_annotation_of_a_merged_term_goes_to_the_term_in_use(tmp_path: Path) -> None:
    _, edges = read(write_files(tmp_path, [annotation(hpo_id="HP:0001505")]))
    assert [edge.target for edge in edges if edge.type == "HAS_PHENOTYPE"] == ["HP:0001166"]


def test_equal_rows_stay_two_edges_and_pairs_of_genes_become_one(tmp_path: Path) -> None:
    gene = "10\tNAT2\tHP:0001166\tArachnodactyly\t-\tOMIM:1"
    nameless = "11\t-\tHP:0001166\tArachnodactyly\t-\tOMIM:1"
    nodes, edges = read(write_files(tmp_path, [annotation(), annotation()], [gene, gene, nameless]))
    types = Counter(edge.type for edge in edges)
    assert (types["HAS_PHENOTYPE"], types["ASSOCIATED_WITH"]) == (2, 2)
    assert nodes["NCBIGene:10"].name == "NAT2"
    assert nodes["NCBIGene:11"].name == "NCBIGene:11"


def test_the_name_most_rows_use_is_the_name_of_a_disease(tmp_path: Path) -> None:
    names = ["Rare name", "Usual name", "Usual name", "USUAL NAME"]
    nodes, _ = read(write_files(tmp_path, [annotation(disease_name=name) for name in names]))
    assert (nodes["OMIM:1"].name, nodes["OMIM:1"].synonyms) == ("Usual name", ("Rare name",))


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([annotation(hpo_id="HP:0000057")], "HP:0000057"),
        ([annotation(aspect="Z")], "'Z'"),
        ([annotation(qualifier="MAYBE")], "MAYBE"),
        (["OMIM:1\tonly two"], "2 cells"),
    ],
)
def test_rows_that_do_not_fit_are_refused_with_their_line(tmp_path: Path, rows: list[str], said: str) -> None:
    with pytest.raises(LoadError, match="line 4") as caught:
        read(write_files(tmp_path, rows))
    assert said in str(caught.value)


@pytest.mark.parametrize("name", [hpo_files.ONTOLOGY, hpo_files.ANNOTATIONS, hpo_files.GENES])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    (write_files(tmp_path, []) / name).unlink()
    with pytest.raises(LoadError, match=name):
        hpo.source(str(tmp_path))


@pytest.mark.parametrize("name", [hpo_files.ONTOLOGY, hpo_files.ANNOTATIONS, hpo_files.GENES])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00nonsense", b"other\tcolumns\n1\t2\n"])
def test_a_damaged_file_is_named(tmp_path: Path, name: str, content: bytes) -> None:
    (write_files(tmp_path, [annotation()]) / name).write_bytes(content)
    with pytest.raises(LoadError, match=name):
        read(tmp_path)


def test_an_ontology_cut_off_in_the_middle_is_refused(tmp_path: Path) -> None:
    cut = OBO[: OBO.index("name: Arachnodactyly")]
    with pytest.raises(LoadError, match="no id or no name"):
        read(write_files(tmp_path, [], obo=cut))


def test_the_fingerprint_follows_the_files(tmp_path: Path) -> None:
    before = hpo.source(str(write_files(tmp_path, []))).fingerprint()
    assert hpo.source(str(tmp_path)).fingerprint() == before
    write_files(tmp_path, [annotation()])
    assert hpo.source(str(tmp_path)).fingerprint() != before


@pytest.fixture(scope="module")
def shipped() -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Nodes by label, edges by type, and edges by type whose record speaks against the link, of the shipped files."""
    source = hpo.source()
    good = [row for row in source.read_nodes() if not isinstance(row, BadRow)]
    labels = Counter("groups" if row.properties.get("is_group") else row.label for row in good)
    types: Counter[str] = Counter()
    against: Counter[str] = Counter()
    for row in source.read_edges():
        assert isinstance(row, EdgeRow)
        types["KINDS_OF_DISEASES" if (row.type, row.source_label) == ("IS_A", "Disease") else row.type] += 1
        against[row.type] += bool(row.properties.get("against"))
    return labels, types, against


def shipped_annotations() -> list[dict[str, str]]:
    with (hpo_files.installed_files() / hpo_files.ANNOTATIONS).open(encoding="utf-8", newline="") as stream:
        lines = (line for line in stream if not line.startswith("#"))
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.slow  # test_load_default.py finds every annotation in the graph
def test_the_shipped_annotations_are_all_there(shipped: tuple[Counter[str], Counter[str], Counter[str]]) -> None:
    labels, types, against = shipped
    rows = shipped_annotations()
    names = {"P": "PHENOTYPE", "I": "INHERITANCE", "C": "CLINICAL_COURSE", "M": "MODIFIER", "H": "HISTORY_OF"}
    expected = Counter(("EXCLUDES_" if row["qualifier"] else "HAS_") + names[row["aspect"]] for row in rows)
    assert {type_: count for type_, count in types.items() if type_.startswith(("HAS_", "EXC"))} == expected
    assert labels["Disease"] == len({row["database_id"] for row in rows})
    denied = Counter(
        ("EXCLUDES_" if row["qualifier"] else "HAS_") + names[row["aspect"]]
        for row in rows
        if row["qualifier"] or row["frequency"].startswith("0/") or row["frequency"] in ("0%", "HP:0040285")
    )
    assert +against == denied
    assert denied["HAS_PHENOTYPE"] >= 2000


def test_the_shipped_genes_and_terms_are_all_there(shipped: tuple[Counter[str], Counter[str], Counter[str]]) -> None:
    labels, types, _ = shipped
    with (hpo_files.installed_files() / hpo_files.GENES).open(encoding="utf-8", newline="") as stream:
        pairs = {(row["ncbi_gene_id"], row["disease_id"]) for row in csv.DictReader(stream, delimiter="\t")}
    assert types["ASSOCIATED_WITH"] == len(pairs)
    assert labels["Gene"] == len({gene for gene, _ in pairs})
    text = (hpo_files.installed_files() / hpo_files.ONTOLOGY).read_text(encoding="utf-8")
    terms = [
        stanza for stanza in text.split("\n\n") if stanza.startswith("[Term]") and "is_obsolete: true" not in stanza
    ]
    assert sum(labels.values()) - labels["Disease"] - labels["groups"] - labels["Gene"] == len(terms)
    assert types["IS_A"] == sum(stanza.count("\nis_a: ") for stanza in terms)
    assert labels["groups"] > 2500
    assert types["KINDS_OF_DISEASES"] > 20_000


def full_schema() -> Schema:
    triads = {
        ("Disease", f"{sign}_{name}", "Phenotype"): 1 for name in hpo.RELATIONS.values() for sign in ("HAS", "EXCLUDES")
    }
    triads |= {("Gene", "ASSOCIATED_WITH", "Disease"): 1, ("Phenotype", "IS_A", "Phenotype"): 1}
    return describe(Contents(dict.fromkeys(LABELS, 1), triads))


def test_every_relation_reads_in_both_directions_and_denials_name_what_they_deny() -> None:
    relations = full_schema().relations
    assert len(relations) == 12
    types = {relation.type for relation in relations}
    for relation in relations:
        assert relation.forward
        assert relation.inverse
        assert relation.words or (relation.forward_words and relation.inverse_words)
        assert (relation.negates is not None) == relation.type.startswith("EXCLUDES_")
        assert relation.negates is None or relation.negates in types
        assert (relation.against is None) == (relation.type == "IS_A")
        assert relation.hierarchical == (relation.type == "IS_A")
        assert not relation.negates or (
            " not " in relation.inverse and ("not" in relation.forward or "no" in relation.forward)
        )


def test_the_schema_survives_json_and_its_words_are_lower_case() -> None:
    schema = full_schema()
    assert Schema.from_json(schema.as_json()) == schema
    words = [word for node in schema.nodes for word in (node.singular, node.plural, *node.words)]
    for relation in schema.relations:
        words += [*relation.words, *relation.forward_words, *relation.inverse_words]
    words += list(ABSENT)
    assert [word for word in words if word != word.lower() or not word.strip()] == []


def test_properties_that_edges_carry_are_in_the_schema(tmp_path: Path) -> None:
    found = properties(tmp_path, frequency="1/2", onset="HP:0003577", sex="MALE", modifier="HP:0003577")
    found |= properties(tmp_path, frequency="HP:0040281")
    (relation,) = [relation for relation in full_schema().relations if relation.type == "HAS_PHENOTYPE"]
    kinds = {"STRING": str, "LIST": list, "INTEGER": int, "FLOAT": float, "BOOLEAN": bool}
    assert {known.name: kinds[known.type] for known in relation.properties} == {
        name: type(found[name]) for name in found
    }


def test_a_copy_of_the_files_elsewhere_is_the_same_graph(tmp_path: Path) -> None:
    for name in (hpo_files.ONTOLOGY, hpo_files.ANNOTATIONS, hpo_files.GENES):
        shutil.copy(hpo_files.installed_files() / name, tmp_path / name)
    copy, installed = hpo.source(str(tmp_path)), hpo.source()
    assert copy.fingerprint() == installed.fingerprint()
    assert copy.card == installed.card
    assert installed.card.version == "2025-01-16"
