"""What a claim names, and whether some records hold all of it.

Whether a word is a name cannot be told for certain, so the words that are none are listed: those that carry nothing,
those of relations and types, and those below. Every other word counts as the name of something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache

from kgqa.evidence.citing import without_marks
from kgqa.language.inflection import stem
from kgqa.language.normalise import blanked
from kgqa.language.tokens import compounds
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.linking.linker import Linker
from kgqa.questions.ambiguity import NAMED
from kgqa.records import Triple
from kgqa.schema.model import Schema

_BEYOND = frozenset({"should", "must", "shall", "expect", "expects", "expected"})
"""They say what is to be, which no record does."""
_CUES: tuple[Cue, ...] = ("which", "list", "kind", "relation", "but", "or", "and", "often", "there", "a", "other")
"""Of the words of questions those that a statement has as well, without denying anything or comparing."""
_PLAIN = """
    achieve act add aid allow appear apply arise avail bear become begin benefit bring call carry cause come confirm
    consider contain control counter decrease depend derive develop diminish display drive ease effect elevate
    encourage end enhance exert exhibit experience explain express feature feel follow gain happen help hold impact
    impair improve include increase indicate induce influence inherit inhibit involve keep lead lessen live lower make
    manage manifest mention modulate note observe occur pass play point present prevent produce promote provoke raise
    react reduce regard relate relieve remain respond result rise run seem serve share show sign soothe start stem
    stimulate strengthen suggest suppress take target tend treat trigger underlie use weaken work worsen
    agent approach condition connection disease disorder drug example evidence fact factor finding indication link
    marker medication medicine option outcome part relation relationship remedy role therapy treatment
    active adverse also although beneficial because clear close direct directly effective effectively efficacious
    furthermore generally helpful however important indeed indirectly known main mainly moreover namely notable notably
    particular particularly positive positively primarily relevant responsible several significant significantly since
    some strongly suitable therapeutic thereby therefore thus useful usual well where whereas while
"""
"""Words of general English that name nothing a record could hold, and set no condition, number or limit."""
_JOINTS = "'’.-"
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")


@dataclass(frozen=True, slots=True)
class Named:
    """What a claim names.

    Attributes:
        ids: identifiers of things of the records.
        foreign: words by which it names something else.
        numbers: beside those in names.
    """

    ids: frozenset[str]
    foreign: tuple[str, ...]
    numbers: tuple[str, ...]


def named(text: str, triples: Sequence[Triple], known: Set[str], linker: Linker, schema: Schema) -> Named:
    """What a claim names, in the light of some records.

    Args:
        known: identifiers of the things of the records, all of each thing.
    """
    text = without_marks(text)
    ids: set[str] = set()
    foreign: list[str] = []
    for entity in linker.link(text):
        meant = {entity.chosen.id, *entity.chosen.ids}
        if entity.subtype or (entity.chosen.method in NAMED and not meant & known):
            foreign.append(entity.mention)
        elif entity.chosen.method in NAMED:
            ids |= meant & known
            text = blanked(text, [(entity.start, entity.end)])
    nodes = {(node.name, node.id) for one in triples for node in (one.subject, one.object)}
    for name, id_ in sorted(nodes, key=lambda one: (-len(one[0]), one)):
        while (found := _place(name, text)) is not None:
            ids.add(id_)
            text = blanked(text, [found.span()])
    ordinary = _ordinary(_words_of(schema))
    unread = [word.text for word in compounds(text, _JOINTS) if not _is_plain(word.text, ordinary)]
    # A word of a relation may be somebody's name as well ("treats" of a graph of bands); it is read as the relation.
    foreign = [one for one in foreign if not all(_is_plain(word.text, ordinary) for word in compounds(one, _JOINTS))]
    return Named(frozenset(ids), tuple(dict.fromkeys((*foreign, *unread))), stated_numbers(text))


def stated_numbers(text: str) -> tuple[str, ...]:
    """The numbers in a text as they are written."""
    return tuple(_NUMBER.findall(text))


def _place(name: str, text: str) -> re.Match[str] | None:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) if name.strip() else None


def _is_plain(word: str, ordinary: Set[str]) -> bool:
    """Whether a word names nothing: a number, or a word of the list that is not written as a symbol ("ACT")."""
    if _NUMBER.fullmatch(word):
        return True
    if word[1:] != word[1:].lower():
        return False
    return all(part in ordinary or stem(part) in ordinary for part in word.lower().split("-"))


@cache
def _ordinary(words_of_schema: frozenset[str]) -> frozenset[str]:
    known = vocabulary()
    asked = {word for cue in _CUES for phrase in known.cues[cue] for word in phrase.split()}
    words = {*known.light, *known.attributes, *_PLAIN.split(), *asked, *words_of_schema} - _BEYOND
    denying = {word for phrase in known.cues["not"] for word in phrase.split() if len(phrase.split()) == 1}
    return frozenset({*words, *map(stem, words), *known.generic_stems}) - _BEYOND - denying


def _words_of(schema: Schema) -> frozenset[str]:
    """Every word by which a schema names its types and relations."""
    said = (phrase.lower().replace("_", " ") for phrase in _phrases(schema))
    return frozenset(word.text for phrase in said for word in compounds(phrase, _JOINTS))


def _phrases(schema: Schema) -> Iterator[str]:
    for node in schema.nodes:
        yield from (node.singular, node.plural, node.label, *node.words)
    for one in schema.relations:
        yield from (one.type, one.forward, one.inverse, *one.words, *one.forward_words, *one.inverse_words)
