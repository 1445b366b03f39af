"""Reads the terms of an ontology file in OBO 1.2: names, synonyms, definitions, broader terms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*(\w+)?\s*([\w:]+)?')


@dataclass(frozen=True, slots=True)
class Synonym:
    """A synonym with its scope (EXACT, BROAD, NARROW, RELATED) and its type ("layperson", …), where given."""

    text: str
    scope: str
    kind: str


@dataclass(frozen=True, slots=True)
class Term:
    """One term that is not obsolete."""

    id: str
    name: str
    definition: str
    synonyms: tuple[Synonym, ...]
    parents: tuple[str, ...]

    @property
    def plain_synonyms(self) -> tuple[str, ...]:
        """Synonyms that mean exactly the term and were not given up."""
        return tuple(s.text for s in self.synonyms if s.scope == "EXACT" and s.kind != "obsolete_synonym")


def _stanzas(path: Path) -> Iterator[list[tuple[str, str]]]:
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = block.strip().split("\n")
        if lines[0] == "[Term]":
            yield [(key, value) for key, _, value in (line.partition(": ") for line in lines[1:])]


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _synonym(value: str) -> Synonym:
    match = QUOTED.match(value)
    if match is None:
        raise ValueError(f"A synonym line of the ontology file could not be read: {value!r}.")
    return Synonym(_unescape(match[1]), match[2] or "", match[3] or "")


def read_terms(path: Path) -> dict[str, Term]:
    """Every term that is not obsolete, by identifier."""
    terms = {}
    for stanza in _stanzas(path):
        if ("is_obsolete", "true") in stanza:
            continue
        first = dict(reversed(stanza))
        definition = QUOTED.match(first.get("def", '""'))
        terms[first["id"]] = Term(
            id=first["id"],
            name=first["name"],
            definition=_unescape(definition[1]) if definition else "",
            synonyms=tuple(_synonym(value) for key, value in stanza if key == "synonym"),
            parents=tuple(value.split(" ")[0] for key, value in stanza if key == "is_a"),
        )
    return terms
