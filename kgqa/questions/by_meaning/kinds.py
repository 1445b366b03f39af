"""Kinds of a named thing that have something, told with few words: "every X-linked form of A", "B forms with C",
"A - dominant forms only".

Each is put as the one form that is read: "Which forms of A have C?", "How many forms of A are dominant?".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from kgqa.language.inflection import plural, without_s
from kgqa.language.notation import any_of
from kgqa.language.vocabulary import RELATIVE, vocabulary
from kgqa.questions.intent import Intent
from kgqa.questions.tagging import Item, has_cue
from kgqa.questions.text.rewriting import Edit
from kgqa.records import Entity
from kgqa.schema.model import Schema

_OF_THE = re.compile(r"\b(?:which|what|how\s+many)\s+of\s+(?:the|our|these|those|all)\s+$", re.IGNORECASE)
_ONE, _OTHER = "\ue000", "\ue001"
"""What stand for the two names."""


def put(text: str, entities: Sequence[Entity], items: Sequence[Item], schema: Schema) -> Edit | None:
    """The whole question in the form that is read; None where it does not ask for kinds of one of two names that have
    the other one.

    Args:
        items: of the text.
    """
    if len(entities) != 2:
        return None
    first, last = entities
    whole = f"{text[: first.start]}{_ONE}{text[first.end : last.start]}{_OTHER}{text[last.end :]}"
    kind = _kind_within(first, text[first.end : last.start])
    if kind:
        whole = whole.replace(_ONE, f"{_ONE} {kind}")
    for named, having in ((last, first), (first, last)):
        found = _shapes(*((_OTHER, _ONE) if named is last else (_ONE, _OTHER))).fullmatch(whole)
        if found is None or not _has_kinds(named, schema) or named.chosen.label == having.chosen.label:
            continue
        if (found["of"] or found["does"]) and without_s(named.mention) == named.mention:
            continue  # "which of the A are …" and "A that have …" are asked of several
        mention = having.mention.removesuffix(kind).rstrip() if having is first and kind else having.mention
        # "X-linked" is said of a thing, and "X-linked inheritance" what it has.
        behind = having.chosen.name.lower().startswith(mention.lower()) or having.guess == "value"
        verb = found["does"] or ("are" if found["is"] or (behind and not found["with"]) else "have")
        counted = has_cue(items, "count")
        asked = "How many" if counted else "Which"
        return Edit(0, len(text), f"{asked} forms of {named.mention} {verb} {mention}?")
    return None


def asks_of_others(text: str, intent: Intent) -> bool:
    """Whether a question asks which of the things of a name, which the name has in the plural, have something, and
    what it was read as asks for things of another type that the name stands for as well ("which of the long QT
    syndromes are recessive", of diseases that show a finding of this name)."""
    asked = intent.answer.label if intent.answer is not None else ""
    of = (one for one in intent.entities if _OF_THE.search(text[: one.start]) and without_s(one.mention) != one.mention)
    return any(one.chosen.label != asked and asked in {rival.label for rival in one.rivals} for one in of)


def _kind_within(entity: Entity, behind: str) -> str:
    """The word for kinds with which a mention ends, where "of" stands behind it; empty where there is none."""
    word = entity.mention.rpartition(" ")[2]
    return word if behind.strip().lower() == "of" and re.fullmatch(_kinds(), word, re.IGNORECASE) else ""


def _has_kinds(entity: Entity, schema: Schema) -> bool:
    """Whether things of the type of a name have kinds."""
    label = entity.chosen.label
    return any(one.hierarchical and one.source == one.target == label for one in schema.relations)


@cache
def _kinds() -> str:
    """A pattern for a word for kinds, in both numbers."""
    single = [one for one in vocabulary().cues["kind"] if one.isalpha()]
    return any_of({form for one in single for form in (one, plural(one))}, re.escape)


@cache
def _shapes(named: str, having: str) -> re.Pattern[str]:
    """What asks for kinds of a name that have another one.

    Args:
        named, having: what stand for the two names.
    """
    kinds, of = _kinds(), r"\s+of\s+(?:the\s+)?"
    has, be = r"\s+(?:with|having|that\s+have)\s+", r"(?:is|are)"
    asked = (
        rf"{having}[\s-]+{kinds}{of}{named}"
        rf"|{having}\s+{named}\s+{kinds}(?:\s+only)?"
        rf"|(?:{named}\s+{kinds}|{kinds}{of}{named})(?:(?P<with>{has})|(?P<is>\s+(?:that|which)\s+{be}\s+)){having}"
        rf"|{named}\s*[-–—:,]\s*(?:(?:only\s+)?(?:the\s+)?{having}\s+{kinds}(?:\s+only)?|which\s+{kinds}\s+{be}\s+{having})"
        rf"|(?P<of>of\s+the\s+){named}\s+{be}\s+{having}"
        rf"|{named}\s+{RELATIVE}\s+(?P<does>[^,;?.!]+?)\s+(?:an?\s+|the\s+)?{having}"
    )
    before = (
        r"(?:(?:please|can|could|you|list|show|name|give|find|tell|get|me|us|count|the|all|every|each|any|which|what|"
        r"how|many|number|of|no\.|#|only|just)\s+)*"
    )
    behind = r"(?:,?\s+(?:for\s+me|for\s+us|please|are\s+there|exist|is\s+there|do\s+you\s+(?:have|know)))*"
    return re.compile(rf"\W*{before}(?:{asked}){behind}[?.!\s]*", re.IGNORECASE)
