"""KGX: nodes and edges of the Biolink model as two tables (TSV) or as JSON lines.

https://github.com/biolink/kgx/blob/master/specification/kgx-format.md
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kgqa.load.source import BadRow
from kgqa.load.tables.cells import Heading, Position, Row, Value
from kgqa.load.tables.files import kind, opened
from kgqa.load.tables.forms.graph import EDGES, NODES, Graph, Numbered, Side, checked, flat, sampled
from kgqa.load.tables.rows import about_rows, read_header, read_rows

BROADER = (
    *("Polypeptide", "MolecularMixture", "ComplexMolecularMixture", "NucleicAcidEntity", "MolecularEntity"),
    *("ChemicalMixture", "ChemicalEntity", "PhenotypicFeature", "BiologicalProcess", "MolecularActivity"),
    *("AnatomicalEntity", "BiologicalProcessOrActivity", "DiseaseOrPhenotypicFeature", "GeneOrGeneProduct"),
    *("GeneProductMixin", "MacromolecularMachineMixin", "Transcript", "GenomicEntity", "EpigenomicEntity"),
    *("ChemicalOrDrugOrTreatment", "ChemicalEntityOrProteinOrPolypeptide", "ChemicalEntityOrGeneOrGeneProduct"),
    *("OrganismalEntity", "SubjectOfInvestigation", "OntologyClass", "ThingWithTaxon", "Occurrent"),
    *("PhysicalEssence", "PhysicalEssenceOrOccurrent", "PhysicalEntity", "BiologicalEntity", "NamedThing", "Entity"),
)
"""Classes of the Biolink model that have classes below them or are mixed into others, the narrower ones first. A node
that lists its ancestors as well is called by the class that is none of these."""

_RANKS = {name: rank for rank, name in enumerate(BROADER, 1)}
_NODES = {"synonym": "synonyms", "description": "definition"}


def open_graph(files: Mapping[str, Path], options: Mapping[str, str]) -> Graph:
    """The graph of the files ``nodes`` and ``edges``.

    Raises:
        LoadError: one cannot be read.
    """
    return Graph(_side(files["nodes"], _node), _side(files["edges"], None))


def _side(path: Path, change: Any) -> Side:
    if _is_json(path):
        return sampled(path, partial(_json_rows, path, change), NODES if change is _node else EDGES)
    read = partial(_table_rows, path, change)
    headings = {heading.name: heading for heading in read_header(path)}
    if change is _node:
        headings = {_NODES.get(name, name): one._replace(name=_NODES.get(name, name)) for name, one in headings.items()}
        headings.setdefault("name", Heading("name"))
    return Side(path, tuple(headings.values()), read, typed=False, about=partial(about_rows, path))


def _is_json(path: Path) -> bool:
    return kind(path) in (".jsonl", ".ndjson")


def _table_rows(path: Path, change: Any, position: Position | None) -> Numbered:
    for number, row in read_rows(path, position=position):
        yield number, row if change is None or isinstance(row, BadRow) else change(row)


def _json_rows(path: Path, change: Any, position: Position | None) -> Numbered:
    with opened(path) as text:
        yield from checked(path, _objects(text, position), partial(_changed, change), "line")


def _changed(change: Any, item: Any) -> Row:
    row = flat(_unfolded(item))
    return change(row) if change else row


def _objects(text: Any, position: Position | None) -> Iterator[tuple[int, Any]]:
    for number, line in enumerate(text.lines(), 1):
        if position is not None and not number % 8192:
            position(text.bytes_read)
        if text.fault or line.strip():
            yield number, _object(text.fault, line)
        text.next_row()


def _object(fault: str, line: str) -> Any:
    """The object of a line; what it is none of comes as an error, which ``_unfolded`` raises."""
    try:
        return ValueError(fault) if fault else json.loads(line, parse_constant=str)
    except (ValueError, RecursionError) as error:
        return ValueError(f"it is no JSON ({error})")


def _unfolded(item: Any) -> Any:
    """An object without the objects that an edge keeps its sources and qualifiers in: each becomes a key of its own.

    Raises:
        ValueError: it is an error already.
    """
    if isinstance(item, ValueError):
        raise item
    if not isinstance(item, dict):
        return item
    made: dict[str, Any] = {}
    for key, value in item.items():
        parts = value if isinstance(value, list) else [value]
        if not any(isinstance(part, dict) for part in parts):
            made[key] = value
        for part in parts:
            if isinstance(part, dict):
                _add(made, part)
    return made


def _add(made: dict[str, Any], part: Mapping[str, Any]) -> None:
    for name, value in (
        ("resource_role", "resource_id"), ("qualifier_type_id", "qualifier_value"), ("attribute_type_id", "value"),
    ):  # fmt: skip
        said = part.get(name)
        if isinstance(said, str) and said and part.get(value) is not None:
            key, found = said.removeprefix("biolink:"), part[value]
            known = made.setdefault(key, found)
            if known is not found:
                made[key] = [*(known if isinstance(known, list) else [known]), found]


def _node(row: Row) -> Row:
    for old, new in _NODES.items():
        if old in row:
            row[new] = row.pop(old)
    row.setdefault("name", row.get("id", ""))  # the model asks for an identifier and a category alone
    if "category" in row:
        row["category"] = by_rank(row["category"])
    return row


def by_rank(categories: Value) -> list[str]:
    """The classes of a node, the one that tells most first.

    >>> by_rank("biolink:NamedThing|biolink:ChemicalEntity|biolink:SmallMolecule")
    ['biolink:SmallMolecule', 'biolink:ChemicalEntity', 'biolink:NamedThing']
    """
    found = categories.split("|") if isinstance(categories, str) else list(categories)
    return sorted(found, key=lambda name: _RANKS.get(name.strip().rpartition(":")[2], 0))
