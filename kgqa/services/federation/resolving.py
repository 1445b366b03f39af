"""What a question names beside the things of the local graph, as services of names know it.

Where the question, read over what the services have, holds a word that is no name of the graph, the Name Resolver is
asked for it; an identifier that the graph does not have is looked up by the Node Normalizer. A thing is taken without a
word to the reader only where it is called so; of what resembles a name, or is called alike, the reader chooses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from kgqa.language.common_words import generic, is_english
from kgqa.language.normalise import fold
from kgqa.language.tokens import tokens
from kgqa.linking.linker import Linker
from kgqa.questions.intent import Gap, readings_of
from kgqa.questions.interpreter import Interpreter
from kgqa.records import Candidate, Entity, LinkMethod
from kgqa.services.federation.names import Identified, NameServices
from kgqa.services.federation.reading import schema_of
from kgqa.services.federation.requested_links import Known
from kgqa.services.federation.types import Types, most_particular, type_of

MOST_NAMES = 3
"""Names of one question that are looked up."""
MOST_OFFERED = 5
LEAST_LIKE = 0.6
"""From which a name is near enough to another one to be offered."""
_CURIE = re.compile(r"(?<![\w:])[A-Za-z][\w.]{1,30}:[\w.\-]*\d[\w.\-]*(?<![.\-])")


class _Lookup(NamedTuple):
    """Where things are looked up."""

    types: Types
    linker: Linker
    names: NameServices


def resolved(
    question: str,
    entities: Sequence[Entity],
    known: Sequence[Known],
    types: Types,
    linker: Linker,
    names: NameServices,
    settled: Callable[[Entity], Entity | None],
) -> tuple[Entity, ...]:
    """The things that a question names, with those that only the services of names know; ``tied`` where a person must
    choose.

    Args:
        question: without its options.
        entities: what the graph knows of it.
        settled: the same mention as a person chose it; None where a person said that it means nothing.

    Raises:
        StoppedError: the reader stopped it.
    """
    lookup = _Lookup(types, linker, names)
    found = _identified(question, tuple(entities), lookup)
    tried: set[tuple[int, int]] = set()
    for _ in range(MOST_NAMES):
        schema = schema_of(known, types, (one.label for entity in found for one in entity.meant))
        reading = Interpreter(schema, linker).read(question, found)
        intents = () if isinstance(reading, Gap) else readings_of(reading)
        if len(intents) == 1 and intents[0].entities:
            return intents[0].entities  # the types of what is asked leave one reading
        span = _unknown(reading, question) if isinstance(reading, Gap) else None
        if span is None or span in tried:
            break
        tried.add(span)
        entity = _called(question, span, _widened(question, span, found), lookup)
        entity = settled(entity) if entity is not None else None
        if entity is None:
            break
        found = _with(found, entity)
    return found


def as_read(entity: Entity) -> str:
    """How a name was read that the graph does not know, as a sentence."""
    one = entity.chosen
    return f"The graph does not know “{entity.mention}”; it was read as {one.name} ({one.id}, {one.label})."


def _identified(question: str, entities: tuple[Entity, ...], lookup: _Lookup) -> tuple[Entity, ...]:
    """With the identifiers that the graph does not have."""
    exact = {(one.start, one.end) for one in entities if one.chosen.method == "identifier"}
    curies = {found[0]: found.span() for found in _CURIE.finditer(question) if found.span() not in exact}
    for curie, one in lookup.names.same(curies).items() if curies else ():
        start, end = curies[curie]
        entities = _with(entities, Entity(curie, start, end, _candidate(one, lookup, 1.0, curie, "identifier")))
    return entities


def _with(entities: tuple[Entity, ...], new: Entity) -> tuple[Entity, ...]:
    kept = [one for one in entities if one.end <= new.start or one.start >= new.end]
    return tuple(sorted((*kept, new), key=lambda one: one.start))


def _unknown(gap: Gap, question: str) -> tuple[int, int] | None:
    """Where the words stand that nothing explains, as one run of the question."""
    if gap.reason not in ("unknown_name", "unread") or not gap.what.strip():
        return None
    met = re.search(r"\W+".join(map(re.escape, gap.what.split())), question, re.IGNORECASE)
    return met.span() if met is not None else None


def _widened(question: str, span: tuple[int, int], entities: Sequence[Entity]) -> tuple[int, int]:
    """Some words with the names beside them, of which they may be a part ("zzyxia" before "fever")."""
    start, end = span
    for one in entities:
        if one.start > end and question[end : one.start].isspace():
            end = one.end
    for one in reversed(entities):
        if one.end < start and question[one.end : start].isspace():
            start = one.start
    return start, end


def _called(question: str, span: tuple[int, int], wide: tuple[int, int], lookup: _Lookup) -> Entity | None:
    """What some words name: with the names beside them, alone, or else without the English at both of their ends."""
    best: Entity | None = None
    for start, end in dict.fromkeys(filter(None, (wide, span, _trimmed(question, span)))):
        mention = question[start:end]
        found = lookup.names.called(mention)
        itself = [one for one in found if one.is_called(mention)]
        itself = itself or [one for one in found if one.is_also_called(mention)]
        if itself:
            options = _each_once(_candidate(one, lookup, 1.0, mention) for one in itself)
            return Entity(mention, start, end, options[0], tuple(options[1:]), tied=len(options) > 1)
        near = [(like, one) for one in found if (like := _likeness(mention, one)) >= LEAST_LIKE]
        options = _each_once(_candidate(one, lookup, like, one.name) for like, one in near)
        if options and (start, end) in (span, _trimmed(question, span)):
            best = Entity(mention, start, end, options[0], tuple(options[1:]), tied=True)
    return best


def _each_once(candidates: Iterable[Candidate]) -> list[Candidate]:
    found: dict[str, Candidate] = {}
    for one in candidates:
        found.setdefault(one.id, one)
    return list(found.values())[:MOST_OFFERED]


def _trimmed(question: str, span: tuple[int, int]) -> tuple[int, int] | None:
    """Some words without those at their ends that are plain English; None where nothing is left."""
    start, end = span
    said = [one for one in tokens(question[start:end]) if one.text.strip()]
    plain = [one.text.islower() and (is_english(one.text) or fold(one.text) in generic()) for one in said]
    if all(plain):
        return None
    first, last = plain.index(False), len(plain) - plain[::-1].index(False) - 1
    return start + said[first].start, start + said[last].end


def _likeness(mention: str, one: Identified) -> float:
    return max(fuzz.ratio(mention.casefold(), name.casefold()) for name in (one.name, *one.names[:100])) / 100


def _candidate(
    one: Identified, lookup: _Lookup, score: float, matched: str, method: LinkMethod = "resolver"
) -> Candidate:
    """A thing as the graph has it, where that knows one of its identifiers."""
    index = lookup.linker.index
    local = next((id_ for id_ in one.ids if id_ in index), None)
    if local is not None:
        thing = index.thing(local)
        return Candidate(thing.node.id, thing.node.name, thing.node.label, round(score, 3), method, matched, thing.ids)
    label = lookup.types.label(type_of(most_particular(one.categories)))
    return Candidate(one.id, one.name, label, round(score, 3), method, matched, one.ids)
