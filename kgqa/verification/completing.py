"""Whole statements that a clause may be, once it has been given the subject or the verb that it leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgqa.language.tokens import spoken
from kgqa.questions.reader import Reader
from kgqa.records import Entity
from kgqa.verification.clauses import Clause, is_verb
from kgqa.verification.leads import of_subject, turned
from kgqa.verification.phrase import NAME, Phrase, joined, listing
from kgqa.verification.reading import Stated, stated
from kgqa.verification.tidying import PRONOUN, object_pronoun, otherwise

_PAIR = 2
_WHOM = re.compile(
    r"\s++(?:(?:in|among|by|of)\b\s*+(?:(?:any|all|these|those|the|affected)\s*+)?(?:of\b\s*+)?(?:the\b\s*+)?"
    r"(?:(?:fe)?male\s+)?(?:patients|individuals|people|persons|cases|subjects|carriers)?)?[\s.,;]*$",
    re.IGNORECASE,
)
"""How those are named in whom something was found, where they are not said to have anything."""
_LINKED = Phrase(" is associated with ")
"""Joins names that no verb joins; the reader takes it for any link that the graph has between them."""


def completed(clause: Clause, plain: Phrase, topics: Sequence[Entity], reader: Reader) -> Iterator[Phrase]:
    """Statements that a clause may be, the likeliest first.

    Args:
        plain: its words, tidied.
        topics: what it can be about where it does not say.
    """
    elliptical = clause.lacks_subject or opens_with_verb(plain, reader)
    if len(plain.names) > 1 and not elliptical:
        yield from _whole(plain, reader)
    place = object_pronoun(plain)
    if place is not None and len(topics) == 1:
        yield joined([plain.cut(0, place[0]), listing(topics)])
    pronoun = PRONOUN.match(plain.plain)
    if not topics:
        if len(plain.names) == 1:
            yield plain
    elif not plain.names and len(topics) > 1 and pronoun is None and not clause.lacks_subject:
        return  # a verb alone: it says not who does what to whom
    elif len(plain.names) < _PAIR or elliptical or pronoun is not None:
        if pronoun is not None:
            topics = _typed(topics, pronoun["type"], reader)
            plain = plain.cut(pronoun.end(), len(plain.text)) if topics else plain
        if topics:
            yield from _of(topics, plain, reader, bare=pronoun is None and not elliptical)
    elif len(topics) == 1 and {one.chosen.label for one in plain.names}.isdisjoint({topics[0].chosen.label}):
        yield from _in(topics, plain)


def _whole(plain: Phrase, reader: Reader) -> Iterator[Phrase]:
    """A clause that names all that it is about."""
    yield plain
    yield from turned(plain, reader)
    other = otherwise(plain)
    if other is not None:
        yield other
    between = plain.plain.replace(NAME, " ").replace(" in ", " ").replace(" of ", " ").strip(" .")
    if len(plain.names) == _PAIR and not between and " in " in plain.plain:
        yield joined([listing(plain.names[:1]), _LINKED, listing(plain.names[1:])])


def _of(topics: Sequence[Entity], plain: Phrase, reader: Reader, *, bare: bool) -> Iterator[Phrase]:
    """A clause said of some things.

    Args:
        bare: it neither refers to them nor is a part of a sentence about them.
    """
    opened = plain.plain[: plain.names[0].start] if plain.names else plain.plain
    has_verb = any(map(is_verb, plain.items(reader.lexicon)))
    if not has_verb:
        yield joined([listing(topics), _LINKED, plain])
    elif opened.strip() or not bare:
        yield joined([listing(topics), Phrase(" "), plain])
        other = otherwise(joined([listing(topics), Phrase(" "), plain]))
        if other is not None:
            yield other
    rest = of_subject(plain, listing(topics))
    if rest is not None:
        yield rest
    if bare and has_verb and not opened.strip() and len(topics) == 1:
        yield from _in(topics, plain)


def _in(topics: Sequence[Entity], plain: Phrase) -> Iterator[Phrase]:
    """A clause that names what is found and leaves out where: "B was reported in some patients"."""
    behind = plain.names[-1].end
    end = _WHOM.search(plain.plain, behind)
    verb = plain.cut(0, end.start() if end is not None else len(plain.text)).stripped()
    if NAME not in plain.plain[behind:]:
        said = joined([verb, Phrase(" in "), listing(topics)])
        yield said
        other = otherwise(said)
        if other is not None:
            yield other


def joins_two(plain: Phrase, reader: Reader) -> bool:
    """Whether a clause without a verb is a statement of two names all the same ("B in A", "A lacks B")."""
    if len(plain.names) != _PAIR or "," in plain.plain:
        return False
    return any(isinstance(stated(one, reader), Stated) for one in _whole(plain, reader))


def opens_with_verb(phrase: Phrase, reader: Reader) -> bool:
    """Whether every verb stands before every name, so that what is named is said of something unnamed."""
    items = phrase.items(reader.lexicon)
    first = next((place for place, item in enumerate(items) if item.entity is not None), len(items))
    return any(map(is_verb, items[:first])) and not any(map(is_verb, items[first:]))


def _typed(topics: Sequence[Entity], said: str | None, reader: Reader) -> list[Entity]:
    """The topics that a pronoun can stand for: "this disease" for no gene."""
    if said is None:
        return list(topics)
    found = reader.lexicon.longest(spoken(said), 0)
    labels = found[1].labels if found is not None else frozenset[str]()
    return [one for one in topics if one.chosen.label in labels]
