"""RDF of plain triples: what has a name or a type is a node, a triple between two of them an edge, other triples tell.

Turtle and N-Triples (also N-Quads and TriG, whose graph names are left out). What a node is told of may stand anywhere
in a file, so it is gathered on the disk (SQLite sorts it there); in memory are the identifiers alone.
"""

from __future__ import annotations

import itertools
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from kgqa.errors import LoadError
from kgqa.load.source import BadRow
from kgqa.load.tables.cells import MAX_FIELD, Position, Row
from kgqa.load.tables.forms.graph import EDGES, NODES, Graph, Number, Numbered, sampled
from kgqa.load.tables.forms.stream import unpacked

NOTHING_SAID = "Resource"
FIRST, BATCH = 20_000, 10_000
"""Triples that a preview is made of, and that go to the disk together."""

_INSERT = "INSERT INTO told VALUES (?, ?, ?, ?, ?)"

_RDF, _RDFS = "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2000/01/rdf-schema#"
_SKOS, _OWL = "http://www.w3.org/2004/02/skos/core#", "http://www.w3.org/2002/07/owl#"
_OIO, _IAO = "http://www.geneontology.org/formats/oboInOwl#", "http://purl.obolibrary.org/obo/IAO_"
_DC = ("http://purl.org/dc/terms/", "http://purl.org/dc/elements/1.1/", "http://schema.org/", "https://schema.org/")
_TYPE = f"{_RDF}type"
_FIELDS = {
    **dict.fromkeys((f"{_RDFS}label", f"{_SKOS}prefLabel", "http://xmlns.com/foaf/0.1/name"), "name"),
    **{f"{space}{name}": "name" for space in _DC for name in ("title", "name")},
    **dict.fromkeys((f"{_SKOS}altLabel", f"{_OIO}hasExactSynonym", f"{_IAO}0000118"), "synonyms"),
    **{f"{space}alternateName": "synonyms" for space in _DC},
    **{f"{_OIO}has{scope}Synonym": "related_synonyms" for scope in ("Related", "Broad", "Narrow")},
    f"{_SKOS}hiddenLabel": "related_synonyms",
    **dict.fromkeys((f"{_SKOS}definition", f"{_IAO}0000115", f"{_RDFS}comment"), "definition"),
    **{f"{space}description": "definition" for space in _DC},
    f"{_OIO}hasAlternativeId": "alternative_ids",
}
_LISTS = frozenset(("synonyms", "related_synonyms", "alternative_ids"))
_OWN = frozenset(("id", "label", *_FIELDS.values()))
_NO_THINGS = frozenset(
    (f"{_RDF}Property", *(f"{_OWL}{name}" for name in (
        "ObjectProperty", "DatatypeProperty", "AnnotationProperty", "SymmetricProperty", "Ontology", "Axiom")))
)  # fmt: skip
"""Types of what speaks of the file or of its relations."""

_KINDS: dict[str, Callable[[str], bool | float]] = {
    **dict.fromkeys(("integer", "int", "long", "nonNegativeInteger", "positiveInteger"), int),
    **dict.fromkeys(("decimal", "double", "float"), float),
    "boolean": lambda text: {"true": True, "1": True, "false": False, "0": False}[text],
}
_LOCAL = re.compile(r"[^/#]+$")
_CODE = re.compile(r"[A-Za-z]*[_:]?\d+")
_OBO = "http://purl.obolibrary.org/obo/"


def open_graph(files: Mapping[str, Path], options: Mapping[str, str]) -> Graph:
    """The graph of one file.

    Raises:
        LoadError: it cannot be read.
    """
    reader = _Reader(files["graph"])
    nodes = sampled(reader.path, reader.nodes, NODES, partial(reader.nodes, most=FIRST), unit="triple")
    reader.lists = {heading.name for heading in nodes.headings if heading.type == "LIST"}
    edges = sampled(reader.path, reader.edges, EDGES, partial(reader.edges, most=FIRST), unit="triple")
    return Graph(nodes, edges, reader.symmetric)


class _Reader:
    """Reads a file for its nodes, then for its edges."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lists: set[str] | None = None  # the properties that are lists; not known before the first rows were read
        self.symmetric: set[str] = set()
        self._prefixes: list[tuple[str, str]] = []
        self._names: dict[str, str] = {}
        self._no_nodes: set[str] = set()
        for _ in itertools.islice(self._triples(None, learn=True), 100):
            pass  # the prefixes stand at the beginning

    def nodes(self, position: Position | None, most: int | None = None) -> Numbered:
        """What is told of each thing, gathered."""
        with closing(sqlite3.connect("")) as gathered:
            gathered.execute("CREATE TABLE told (thing TEXT, field TEXT, kind TEXT, value TEXT, number INT)")
            used: set[str] = set()
            batch: list[tuple[Any, ...]] = []
            for row in itertools.islice(self._told(position, used), most):
                if isinstance(row, BadRow):
                    yield 0, row
                    continue
                batch.append(row)
                if len(batch) == BATCH:
                    gathered.executemany(_INSERT, batch)
                    batch.clear()
            gathered.executemany(_INSERT, batch)
            self._learn(gathered, used)
            rows = gathered.execute("SELECT * FROM told ORDER BY thing, number")
            for thing, told in itertools.groupby(rows, key=lambda row: row[0]):
                if thing not in self._no_nodes:
                    yield self._node(thing, list(told))

    def edges(self, position: Position | None, most: int | None = None) -> Numbered:
        """The triples between two things."""
        for number, triple in itertools.islice(self._triples(position), most):
            if isinstance(triple, BadRow):
                continue  # told of with the nodes
            subject, predicate, object_ = triple.subject, triple.predicate.value, triple.object
            if _is_blank(subject) or _is_blank(object_):
                where = f"{self.path.name}, triple {number}"
                yield (
                    number,
                    BadRow(where, "it has an end without an identifier (a blank node)"),
                )
            elif _is_iri(object_) and predicate != _TYPE and self._no_nodes.isdisjoint((subject.value, object_.value)):
                type_ = self._names.get(predicate) or _local(predicate)
                yield number, {"source": self._id(subject.value), "type": type_, "target": self._id(object_.value)}

    def _triples(self, position: Position | None, *, learn: bool = False) -> Iterator[tuple[int, Any]]:
        """Number and triple; a bad row for what is none."""
        import pyoxigraph

        with unpacked(self.path, position) as stream:
            parser = pyoxigraph.parse(stream, format=_format(self.path), without_named_graphs=False)
            number = 0
            while True:
                number += 1
                try:
                    triple = next(parser, None)
                except SyntaxError as error:
                    where = f"{self.path.name}, line {error.lineno or '?'}"
                    yield number, BadRow(where, f"it is no RDF ({error.msg[:200]})")
                    continue
                except (ValueError, MemoryError) as error:
                    raise LoadError(f"The file {str(self.path)!r} cannot be read as RDF: {error}.") from error
                if learn:
                    found = {space: name for name, space in parser.prefixes.items() if name and len(space) > 8}
                    self._prefixes = sorted(found.items(), key=lambda one: -len(one[0]))
                if triple is None:
                    return
                yield number, triple

    def _told(self, position: Position | None, used: set[str]) -> Iterator[tuple[Any, ...] | BadRow]:
        """What each triple tells of its subject, and each thing once."""
        seen: set[str] = set()
        for number, triple in self._triples(position):
            if isinstance(triple, BadRow):
                yield triple
                continue
            subject, predicate, object_ = triple.subject, triple.predicate.value, triple.object
            used.add(predicate)
            if _is_blank(subject) or _is_blank(object_):
                continue  # told of with the edges
            if subject.value not in seen:
                seen.add(subject.value)
                yield subject.value, "", "", "", number
            if not _is_iri(object_):
                if len(object_.value) > MAX_FIELD:
                    where = f"{self.path.name}, triple {number}"
                    yield BadRow(where, f"its text is longer than {MAX_FIELD:,} characters")
                    continue
                kind = f"@{object_.language}" if object_.language else _local(object_.datatype.value)
                yield subject.value, predicate, kind, object_.value, number
            elif predicate == _TYPE:
                used.add(f"type {object_.value}")
                yield subject.value, _TYPE, "", object_.value, number
                if object_.value in _NO_THINGS:
                    self._no_nodes.add(subject.value)
                    if object_.value == f"{_OWL}SymmetricProperty":
                        self.symmetric.add(subject.value)
            elif object_.value not in seen:
                seen.add(object_.value)
                yield object_.value, "", "", "", number

    def _learn(self, gathered: sqlite3.Connection, used: set[str]) -> None:
        """What relations and types are called, where their identifiers are mere codes; relations are no things."""
        relations = {one for one in used if not one.startswith("type ")}
        self._no_nodes |= relations
        coded = {one for one in (name.removeprefix("type ") for name in used) if _CODE.fullmatch(_local(one))}
        for thing, field, value in gathered.execute("SELECT thing, field, value FROM told") if coded else ():
            if thing in coded and _FIELDS.get(field) == "name":
                self._names.setdefault(thing, value.strip().replace(" ", "_") if thing in relations else value)
        self.symmetric |= {self._names.get(one) or _local(one) for one in self.symmetric}

    def _node(self, thing: str, told: list[tuple[Any, ...]]) -> tuple[int, Row]:
        fields: dict[str, list[str]] = {}
        names: list[tuple[bool, str]] = []
        for _, predicate, kind, value, _ in told:
            field = "label" if predicate == _TYPE else _FIELDS.get(predicate) or _property(predicate)
            if field == "label":
                value = self._names.get(value) or _local(value)
            if field == "name":
                names.append((kind not in ("string", "@en") and not kind.startswith("@en-"), value))
            elif predicate:
                fields.setdefault(field, []).append(_typed(kind, value))
        names.sort(key=lambda one: one[0])  # English and unmarked ones first
        found = [name for _, name in names if name.strip()] or [_local(thing)]
        if found[1:]:
            fields["synonyms"] = [*found[1:], *fields.get("synonyms", ())]
        types = sorted(fields.pop("label", [NOTHING_SAID]), key=lambda name: name == "NamedIndividual")
        row: Row = {"id": self._id(thing), "name": found[0], "label": types}
        for field, values in fields.items():
            several = len(values) > 1 if self.lists is None else field in self.lists
            row[field] = values if several or field in _LISTS else " | ".join(values) if values[1:] else values[0]
        return told[0][4], row

    def _id(self, iri: str) -> str:
        """An identifier as people write it: with the prefix that the file has for it, or that of the OBO Foundry."""
        if iri.startswith(_OBO) and "_" in iri:
            return iri.removeprefix(_OBO).replace("_", ":", 1)
        for space, name in self._prefixes:
            if iri.startswith(space) and len(iri) > len(space):
                return f"{name}:{iri.removeprefix(space)}"
        return iri


def _is_iri(term: Any) -> bool:
    return type(term).__name__ == "NamedNode"


def _is_blank(term: Any) -> bool:
    return type(term).__name__ not in ("NamedNode", "Literal")


@lru_cache(4096)
def _local(iri: str) -> str:
    """What stands behind the last slash or hash.

    >>> _local("http://x.org/a#treats"), _local("urn:a:b")
    ('treats', 'urn:a:b')
    """
    found = _LOCAL.search(iri)
    return found[0] if found else iri


def _property(predicate: str) -> str:
    """The property that a predicate becomes; not one of those that every node has."""
    name = _local(predicate)
    return f"original_{name}" if name in _OWN else name


def _typed(kind: str, value: str) -> str:
    make = _KINDS.get(kind)
    try:
        return Number(make(value)) if make else value
    except (ValueError, KeyError):
        return value


def _format(path: Path) -> Any:
    from pyoxigraph import RdfFormat

    known = {".nt": RdfFormat.N_TRIPLES, ".nq": RdfFormat.N_QUADS, ".trig": RdfFormat.TRIG}
    return next((known[suffix] for suffix in path.suffixes if suffix in known), RdfFormat.TURTLE)
