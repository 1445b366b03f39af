"""Terms of an ontology in the OBO flat file format 1.4, as far as a graph of names and kinds needs it.

https://owlcollab.github.io/oboformat/doc/obo-syntax.html
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from kgqa.errors import LoadError
from kgqa.load.checks import shown

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*(\S+)?(?:\s+([^\s\[]+))?')
_BEHIND = re.compile(r"[{\"!]")
"""What begins whatever may stand behind an identifier."""
_ESCAPE = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class Term:
    """A term that is in use.

    Attributes:
        synonyms: names of exactly the same thing.
        related_synonyms: broader, narrower, related and discarded names.
        alternative_ids: identifiers of terms that were merged into this one.
        parents: identifiers of the broader terms.
        same_as: identifiers of other registers that the file says to mean exactly the same; a mere cross-reference
            says nothing of the kind.
        scoped: all synonyms by their scope (``BROAD`` …).
    """

    id: str
    name: str
    definition: str
    comment: str
    synonyms: tuple[str, ...]
    related_synonyms: tuple[str, ...]
    alternative_ids: tuple[str, ...]
    xrefs: tuple[str, ...]
    parents: tuple[str, ...]
    same_as: tuple[str, ...] = ()
    scoped: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_terms(path: Path, note: Callable[[int, str], None] | None = None) -> dict[str, Term]:
    """Terms by identifier in the order of the file, obsolete ones left out.

    Args:
        note: told each line that says something of no term, or says it in no readable form, and what is wrong with it;
            the term or the parent is left out. Without it such a line refuses the file.

    Raises:
        LoadError: the file cannot be read; without ``note`` also where a term has no identifier, no name, or an unknown
            parent.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LoadError(f"The file {str(path)!r} cannot be read: {error}.") from error
    terms: dict[str, Term] = {}
    parents: list[tuple[int, str, str]] = []
    before, *stanzas = text.split("\n[")
    number = before.count("\n") + 2
    for stanza in stanzas:
        lines = stanza.splitlines()
        if stanza.startswith("Term]") and "\nis_obsolete: true" not in stanza:
            tags = tags_of(lines[1:])
            if not all(tags.get(name, [""])[0].strip() for name in ("id", "name")):
                if note is None:
                    raise LoadError(f"{str(path)!r}: a term has no id or no name: {stanza[:80]!r}.")
                note(number, "the term has no id or no name: fill it in, or leave the term out")
            else:
                term = terms[tags["id"][0]] = term_of(tags)
                lines_of = [(number + at, *line.partition(":")[::2]) for at, line in enumerate(lines)]
                parents += [
                    (at, term.id, value.split()[0]) for at, key, value in lines_of if key == "is_a" and value.split()
                ]
                if note is not None:
                    for fault in _faults(lines_of):
                        note(*fault)
        number += stanza.count("\n") + 1
    if not terms:
        raise LoadError(f"The file {str(path)!r} holds no terms. Is it an ontology in OBO format?")
    for at, id_, parent in parents:
        if parent not in terms:
            if note is None:
                raise LoadError(f"{str(path)!r}: the term {id_!r} is a {parent!r}, which the file does not hold.")
            note(at, f"there is no term {shown(parent)} in the file: add it there, or leave the line out")
            own = tuple(one for one in terms[id_].parents if one != parent)
            terms[id_] = replace(terms[id_], parents=own)
    return terms


def _faults(lines: Iterable[tuple[int, str, str]]) -> Iterator[tuple[int, str]]:
    """The numbers of a stanza's lines that cannot be read, with what is wrong with each: a synonym without quotation
    marks, and what means the same without being one identifier."""
    for number, key, value in lines:
        words = _BEHIND.split(value)[0].split()
        exact = key == "property_value" and bool(words) and words[0].rpartition(":")[2] == "exactMatch"
        same = words[1:2] if exact else words
        if key == "synonym" and not _QUOTED.match(value.strip()):
            yield number, f"{shown(value.strip())} has no quotation marks around its text: add them, or leave it out"
        elif (exact or (key == "xref" and "equivalentTo" in value)) and (len(same) != 1 or same[0].endswith(":")):
            said = f"{shown(' '.join(same))} is no identifier" if same else "it names nothing that means the same"
            yield number, f"{said}: write one as OMIM:154700, or leave the line out"


def tags_of(lines: Iterable[str]) -> dict[str, list[str]]:
    """The values of each tag of a stanza's lines."""
    tags: dict[str, list[str]] = {}
    for line in lines:
        key, _, value = line.partition(":")
        tags.setdefault(key, []).append(value.lstrip())
    return tags


def unquoted(tags: Mapping[str, list[str]]) -> str:
    """The first definition or synonym without the quotation marks that it must have, with its tag; empty for none."""
    lines = (f"{tag}: {value}" for tag in ("def", "synonym") for value in tags.get(tag, ()) if not _QUOTED.match(value))
    return next(lines, "")


def term_of(tags: dict[str, list[str]]) -> Term:
    """The term that tags describe; an ``id`` and a ``name`` are among them."""
    exact, related = _synonyms(tags.get("synonym", []), tags["name"][0])
    definition = _QUOTED.match(tags["def"][0]) if "def" in tags else None
    return Term(
        id=tags["id"][0],
        name=_unescape(tags["name"][0]),
        definition=_unescape(definition.group(1)) if definition else "",
        comment=_unescape(tags.get("comment", [""])[0]),
        synonyms=exact,
        related_synonyms=related,
        alternative_ids=tuple(tags.get("alt_id", ())),
        xrefs=tuple(xref.split(" ")[0] for xref in tags.get("xref", ())),
        parents=tuple(parent.split(" ")[0] for parent in tags.get("is_a", ())),
        same_as=tuple(_same_as(tags)),
        scoped=_by_scope(tags.get("synonym", [])),
    )


def _same_as(tags: dict[str, list[str]]) -> Iterator[str]:
    """What ``skos:exactMatch`` names, and the cross-references that are marked as equivalent (Mondo's way)."""
    for value in tags.get("property_value", ()):
        relation, _, rest = value.partition(" ")
        if relation.rpartition(":")[2] == "exactMatch":
            yield rest.split(" ")[0]
    for value in tags.get("xref", ()):
        if "equivalentTo" in value:
            yield value.split(" ")[0]


def _synonyms(values: list[str], name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Exact and other synonyms; each once, none equal to the name, none in both."""
    exact: dict[str, None] = {}
    related: dict[str, None] = {}
    for text, is_exact in _scoped(values):
        (exact if is_exact else related)[text] = None
    exact.pop(name, None)
    return tuple(exact), tuple(text for text in related if text not in exact and text != name)


def _by_scope(values: list[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for match in filter(None, map(_QUOTED.match, values)):
        scope = match.group(2) or "RELATED"
        found[scope] = (*found.get(scope, ()), _unescape(match.group(1)).strip())
    return found


def _scoped(values: list[str]) -> Iterator[tuple[str, bool]]:
    for value in values:
        match = _QUOTED.match(value)
        if match and match.group(1).strip():
            yield _unescape(match.group(1)).strip(), match.group(2) == "EXACT" and match.group(3) != "obsolete_synonym"


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda match: {"n": "\n", "t": "\t", "W": " "}.get(match.group(1), match.group(1)), text)
