"""Statements about the identifier of a named thing: "X has the identifier MONDO:0007947", "is DOID:1 the ID of X?"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.language.text import words
from kgqa.questions.intent import Ambiguity, Intent, Thing
from kgqa.records import Entity
from kgqa.schema.model import Schema

IDENTIFIER = re.compile(r"(?<![\w:.])([A-Za-z][\w.]*):(?=\w*\d)(\w+)(?![\w:])")
_ASKS = frozenset(["identifier", "id", "accession"])
_SMALL = frozenset(
    ["the", "a", "an", "is", "are", "was", "does", "do", "has", "have", "having", "with", "for", "of", "as", "its",
     "it", "by", "under", "known", "that", "true"]
)  # fmt: skip
_NOT = frozenset(["not", "isn't", "doesn't", "isn’t", "doesn’t"])
_NAMED = ("exact", "synonym", "normalised")


def identity(question: str, entities: Sequence[Entity], schema: Schema) -> Intent | Ambiguity | None:
    """Whether a thing has an identifier; None where a question asks anything else, or more.

    The words of the vocabulary must fit the identifier: its prefix, or words whose initials begin as it does ("Human
    Phenotype Ontology" for HP). Of another vocabulary the identifier would be a right one for a wrong question.
    """
    found = list(IDENTIFIER.finditer(question))
    named = [one for one in entities if one.chosen.method in _NAMED]
    by_id = [one for one in entities if one.chosen.method == "identifier"]
    if len(found) != 1 or len(named) != 1 or any(not _is_part(one, found[0]) for one in by_id):
        return None
    (name,), (written,) = named, found
    if name.subtype or (written.start() < name.end and name.start < written.end()):
        return None
    rest = question
    for start, end in ((name.start, name.end), written.span()):
        rest = rest[:start] + " " * (end - start) + rest[end:]
    said = [word.text.lower() for word in words(rest)]
    vocabulary = [word for word in said if word not in _SMALL | _NOT | _ASKS]
    if not _ASKS.intersection(said) or not _fits(vocabulary, written[1].lower(), schema, name.chosen.label):
        return None
    if name.tied:
        return Ambiguity((name,))
    thing = Thing(name.chosen.name, name.chosen.label, name.chosen.ids or (name.chosen.id,))
    told = tuple(one for one in entities if one is name or one in by_id)  # no word that is only like a name
    negated = len(_NOT.intersection(said)) == 1
    return Intent("yesno", thing=thing, identifier=written[0], negated=negated, entities=told)


def _is_part(entity: Entity, written: re.Match[str]) -> bool:
    return written.start() <= entity.start and entity.end <= written.end()


def _fits(vocabulary: Sequence[str], prefix: str, schema: Schema, label: str) -> bool:
    """Whether words before "identifier" name the vocabulary of a prefix, or the type of the thing alone."""
    node = schema.node(label)
    told = [word for word in vocabulary if word != prefix]
    initials = "".join(word[0] for word in told)
    of_type = {word for text in (node.singular, node.plural, label) for word in text.lower().split()}
    fits = len(told) > 1 and (initials.startswith(prefix) or prefix.startswith(initials))
    return fits or of_type.issuperset(told)
