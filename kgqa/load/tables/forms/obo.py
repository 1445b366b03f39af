"""Ontologies as graphs: OBO flat files, and OBO Graphs in JSON. Terms are nodes; is-a, part-of and others are edges.

https://owlcollab.github.io/oboformat/doc/obo-syntax.html, https://github.com/geneontology/obographs
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kgqa.load.checks import shown
from kgqa.load.obo import tags_of, term_of, unquoted
from kgqa.load.source import BadRow
from kgqa.load.tables.cells import MAX_FIELD, Position, Row, bad
from kgqa.load.tables.files import opened
from kgqa.load.tables.forms.graph import EDGES, NODES, Graph, Numbered, checked, flat, sampled, text_of
from kgqa.load.tables.forms.stream import json_items

TERM = "Term"
IS_A = "is_a"
MOST_LINES = 20_000
_IRI = re.compile(r"https?://purl\.obolibrary\.org/obo/([A-Za-z][A-Za-z0-9.]*)_(\S+)")
_CODE = re.compile(r"[A-Za-z]+[:_]\d+")
_SCOPES = {"EXACT": "synonyms", "BROAD": "broad_synonyms", "NARROW": "narrow_synonyms", "RELATED": "related_synonyms"}
_JSON_SCOPES = {f"has{scope.capitalize()}Synonym": name for scope, name in _SCOPES.items()}
_NAMESPACE = "hasOBONamespace"
_ITEMS = frozenset(("nodes", "edges"))


def open_graph(files: Mapping[str, Path], options: Mapping[str, str]) -> Graph:
    """The graph of one ontology.

    Raises:
        LoadError: it cannot be read.
    """
    path = files["graph"]
    known = _Properties()
    with opened(path) as text:
        first = next((line for line in text.lines() if line.strip()), "")
    if first.lstrip("\ufeff \t").startswith("{"):
        known.look = partial(_json_properties, path)
        nodes, edges, unit = partial(_json, path, "nodes", _node), partial(_json, path, "edges", known.edge), "item"
    else:
        known.look = partial(_obo_properties, path)
        nodes, edges, unit = partial(_obo_nodes, path), partial(_obo_edges, path, known), "line"
    return Graph(sampled(path, nodes, NODES, unit=unit), sampled(path, edges, EDGES, unit=unit), known.symmetric)


class _Properties:
    """What the relations are called: by the name of their definition, where their identifier says nothing."""

    def __init__(self) -> None:
        self.symmetric: set[str] = set()
        self.look: Any = None
        self._names: dict[str, str] | None = None

    def name(self, id_: str) -> str:
        """What a relation is called.

        The definitions mostly stand at the end of the file, so it is read for them once.
        """
        if self._names is None:
            self._names = {}
            for one, name, symmetric in self.look():
                self._names[one] = _called(one, name)
                if symmetric:
                    self.symmetric.add(self._names[one])
        return self._names.get(id_) or _called(id_, "")

    def edge(self, item: Any) -> Row:
        """An edge of JSON as a row."""
        more = item.get("meta") or {}
        if not isinstance(more, dict):
            raise ValueError("its 'meta' is no object")
        made = {"source": _curie(text_of(item, "sub")), "target": _curie(text_of(item, "obj"))}
        xrefs = [one["val"] for one in more.get("xrefs", ()) if isinstance(one, dict) and "val" in one]
        return flat({**made, "type": self.name(_curie(text_of(item, "pred"))), "xrefs": xrefs})


def _called(id_: str, name: str) -> str:
    """A relation's name as a type: its identifier, unless that is a mere code."""
    local = _curie(id_)
    if name and (_CODE.fullmatch(local) or "/" in local):
        return re.sub(r"\s+", "_", name.strip())
    return local.rpartition("#")[2].rpartition("/")[2] or local


def _curie(iri: str) -> str:
    """An identifier as people write it.

    >>> _curie("http://purl.obolibrary.org/obo/HP_0000118"), _curie("is_a")
    ('HP:0000118', 'is_a')
    """
    found = _IRI.fullmatch(iri)
    return f"{found[1]}:{found[2]}" if found else iri


def _stanzas(path: Path, position: Position | None = None) -> Iterator[tuple[int, str, list[str] | str]]:
    """Number of the first line, kind and lines of each stanza, the header (kind "") first; a text is what is wrong."""
    with opened(path) as text:
        number, kind, lines, fault = 1, "", list[str](), ""
        for line in text.lines():
            if text.number % 8192 == 0 and position is not None:
                position(text.bytes_read)
            opening = re.match(r"\[(\w+)\]\s*$", line)
            if opening:
                yield number, kind, fault or lines
                number, kind, lines, fault = text.number, opening[1], [], ""
            fault = fault or text.fault or ("its lines are too many" if len(lines) >= MOST_LINES else "")
            if not opening and not fault and line.strip() and not line.startswith("!"):
                lines.append(line.rstrip("\r\n"))
            text.next_row()
        yield number, kind, fault or lines


def _obo_properties(path: Path) -> Iterator[tuple[str, str, bool]]:
    for _, kind, lines in _stanzas(path):
        if kind == "Typedef" and not isinstance(lines, str):
            tags = tags_of(lines)
            symmetric = tags.get("is_symmetric", [""])[0].startswith("true")
            yield tags.get("id", [""])[0], tags.get("name", [""])[0], symmetric


def _terms(path: Path, position: Position | None) -> Iterator[tuple[int, dict[str, list[str]] | BadRow]]:
    """The tags of the terms in use, with the namespace that the header gives to those without one."""
    header: dict[str, list[str]] = {}
    for number, kind, lines in _stanzas(path, position):
        if isinstance(lines, str):
            yield number, bad(path, number, lines)
        elif not kind:
            header = tags_of(lines)
        elif kind in ("Term", "Instance"):
            tags = tags_of(lines)
            if not tags.get("is_obsolete", [""])[0].startswith("true"):
                tags.setdefault("namespace", header.get("default-namespace", [TERM]))
                yield number, tags


def _obo_nodes(path: Path, position: Position | None) -> Numbered:
    for number, tags in _terms(path, position):
        if isinstance(tags, BadRow):
            yield number, tags
            continue
        fault = next((f"it has no {name!r}" for name in ("id", "name") if not tags.get(name, [""])[0].strip()), "")
        if not fault and any(len(value) > MAX_FIELD for values in tags.values() for value in values):
            fault = f"one of its values is longer than {MAX_FIELD:,} characters"
        if not fault and (line := unquoted(tags)):
            fault = f"{shown(line)} has no quotation marks around its text"
        yield number, bad(path, number, fault) if fault else _obo_node(tags)


def _obo_node(tags: dict[str, list[str]]) -> Row:
    term = term_of(tags)
    made: dict[str, Any] = {
        "id": term.id, "name": term.name, "label": tags["namespace"][0].strip() or TERM, "definition": term.definition,
        "synonyms": list(term.synonyms), "related_synonyms": list(term.related_synonyms), "comment": term.comment,
        "alternative_ids": list(term.alternative_ids), "xrefs": list(term.xrefs), "same_as": list(term.same_as),
        "subset": [value.split(" ")[0] for value in tags.get("subset", ())],
    }  # fmt: skip
    for scope in ("BROAD", "NARROW"):
        made[_SCOPES[scope]] = list(term.scoped.get(scope, ()))
    return {key: value for key, value in made.items() if value}


def _obo_edges(path: Path, known: _Properties, position: Position | None) -> Numbered:
    for number, tags in _terms(path, position):
        if isinstance(tags, BadRow) or not tags.get("id"):
            continue  # told of with the nodes
        links = [(IS_A, value) for value in tags.get("is_a", ())]
        links += [value.split(" ", 1) for value in tags.get("relationship", ())]  # type: ignore[misc]
        for relation, *target in links:
            name = relation if relation == IS_A else known.name(relation)
            object_ = target[0].split(" ")[0] if target else ""
            yield number, {"source": tags["id"][0], "type": name, "target": object_}


def _json(path: Path, key: str, row: Any, position: Position | None) -> Numbered:
    items = ((number, item) for name, number, item in json_items(path, _ITEMS, position) if name == key)
    unit = key.removesuffix("s")
    for number, made in checked(path, items, row, unit):
        if made:  # what is obsolete, or no term
            yield number, made


def _json_properties(path: Path) -> Iterator[tuple[str, str, bool]]:
    for key, _, item in json_items(path, _ITEMS):
        if key == "nodes" and isinstance(item, dict) and item.get("type") == "PROPERTY":
            yield _curie(str(item.get("id", ""))), str(item.get("lbl", "")), False


def _node(item: Any) -> Row:
    """A term of JSON as a row; an empty one where it is none, or obsolete."""
    meta = item.get("meta") or {}
    if item.get("type") == "PROPERTY" or meta.get("deprecated") is True:
        return {}
    made: dict[str, Any] = {"id": _curie(text_of(item, "id")), "name": text_of(item, "lbl")}
    values = {one["pred"].rpartition("#")[2]: one["val"] for one in meta.get("basicPropertyValues", ())}
    made["label"] = values.get(_NAMESPACE, TERM)
    made["definition"] = (meta.get("definition") or {}).get("val")
    for synonym in meta.get("synonyms", ()):
        name = _JSON_SCOPES.get(synonym["pred"], "related_synonyms")
        made.setdefault(name, []).append(synonym["val"])
        if name in ("broad_synonyms", "narrow_synonyms"):
            made.setdefault("related_synonyms", []).append(synonym["val"])
    made["xrefs"] = [one["val"] for one in meta.get("xrefs", ())]
    made["subset"] = [_curie(one).rpartition("#")[2] for one in meta.get("subsets", ())]
    made["comment"] = "\n".join(meta.get("comments", ()))
    return flat(made)
