"""A question for what stands above or below a thing, however it is put."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from kgqa.language.hierarchy import played_at
from kgqa.language.normalise import blanked, word_set
from kgqa.language.registers import ALIASES
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Intent
from kgqa.questions.misplaced import something_else
from kgqa.questions.placement.grammar import place
from kgqa.questions.placement.meant import meant
from kgqa.questions.placement.parts import parts
from kgqa.questions.text.courtesy import asides
from kgqa.records import Entity

if TYPE_CHECKING:
    from kgqa.schema.model import Schema
    from kgqa.session import GraphSession

_BOUNDS = frozenset({"than", "least", "exactly", "only", "fewer"})
"""Words that hold a number against another one."""


def placed(graph: GraphSession, asked: str, entities: Sequence[Entity]) -> tuple[Intent, ...]:
    """What a question asks for, with each meaning of its names, that is one for the place of a thing; nothing for any
    other one."""
    words = asked.lower().split()
    if words and words[0] in vocabulary().auxiliary and not _BOUNDS.isdisjoint(words):
        return ()  # "is there more than one kind" asks for a number
    if something_else(asked, entities, graph.interpreter.items(asked, entities)):
        return ()
    aside = [one for one in asides(asked, entities) if not one.person]
    names = [one for one in entities if not _plays_a_part(one)]
    for known in (entities, names) if 0 < len(names) < len(entities) else (entities,):
        said = parts(asked, known, aside, partial(_type_at, graph), words_for_sources(graph))
        found = place(said) if said is not None else None
        if found is not None and said is not None:
            return meant(graph.schema, found, said, known)
    return ()


def steps_said(schema: Schema, asked: str, entities: Sequence[Entity]) -> str:
    """The words by which a question says how many steps up or down it means ("direct" before "subtypes"); empty where
    it says none, or nothing that it names stands above or below anything. Whatever else it asks, an answer that leaves
    these out would be one to another question."""
    ordered = {label for one in schema.relations if one.hierarchical for label in (one.source, one.target)}
    if ordered.isdisjoint(one.chosen.label for one in entities):
        return ""
    words = spoken(blanked(asked, [(one.start, one.end) for one in entities]))
    for at in range(len(words)):
        found = played_at(words, at)
        if found is None or found[1].part != "steps":
            continue
        behind = at + found[0]
        then = played_at(words, behind) if behind < len(words) else None
        if found[0] > 2 or (then is not None and then[1].part in ("up", "down", "kind", "above", "below")):
            return asked[words[at].start : words[behind - 1].end]
    return ""


def _plays_a_part(entity: Entity) -> bool:
    """Whether a name is, but for its spelling, a word of such questions ("ontology", which is like "oncology")."""
    words = spoken(entity.mention)
    found = played_at(words, 0) if words and entity.chosen.method != "identifier" else None
    return found is not None and found[0] == len(words)


def _type_at(graph: GraphSession, words: list[Token], start: int) -> tuple[int, frozenset[str]] | None:
    found = graph.interpreter.lexicon.longest(words, start)
    return (found[0], found[1].labels) if found is not None and found[1].labels else None


def words_for_sources(graph: GraphSession) -> frozenset[str]:
    """Words for the graph itself, for what was merged into it, and for the registers of identifiers."""
    called = " ".join((*graph.schema.called, graph.card.title, graph.card.vocabulary or "")).lower()
    return word_set(re.sub(r"[^\w\s]", " ", called)) | {one for one in ALIASES if " " not in one}
