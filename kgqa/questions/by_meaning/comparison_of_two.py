"""Which of two named things has more things of a type, said in other ways than that.

"A vs B, which has more genes to test", "does A or B account for more diseases" and "more genes are known for which of
the two: A or B" all ask "Which has more genes, A or B?"; "are there more genes for A than for B" whether A has more of
them than B. No other word may say anything: who asks in which of two more patients die asks for something else than for
patients.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgqa.language.normalise import blanked
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.empty_words import say_only_that_there_is
from kgqa.questions.tagging import Item
from kgqa.questions.text.rewriting import Edit
from kgqa.records import Entity

_MORE = re.compile(
    r"\b(?P<more>more|fewer|less)\s+(?:(?:different|distinct|separate|known|recorded)\s+)*$", re.IGNORECASE
)
_OR = re.compile(r"\s*,?\s*(?:\b(?:or|vs\.?|versus|and|against)\b)\s*(?:[a-z]+\s+){0,3}?", re.IGNORECASE)
_THAN = re.compile(r"(?:\s+[a-z]+)*?\s+than\s+(?:[a-z]+\s+){0,3}?", re.IGNORECASE)
_ONE_OF = frozenset(
    {"which", "who", "two", "one", "ones", "both", "between", "vs", "versus", "against", "compare", "compared"}
)
_COUNTED = frozenset({"account", "test", "order", "screen", "check", "consider", "choose", "name", "find"})
"""Verbs that say of things only that there are some of them."""


_ASKS_LACK = re.compile(r"\W*(?P<asked>(?:what|which)(?:\s+\w+)?)\s+(?:does|do)\s+(?:the\s+)?", re.IGNORECASE)
_LACKS = re.compile(r"\s+(?:lack|not\s+have|not\s+show)\s+(?:that|which)\s+(?:the\s+)?", re.IGNORECASE)
_HAS = re.compile(r"\s+(?:has|have|shows?|does|do)[\s?.!]*", re.IGNORECASE)


def put(text: str, entities: Sequence[Entity], items: Sequence[Item]) -> Iterator[list[Edit]]:
    """The only way to put such a comparison plainly; none where a text is none, or says more.

    Args:
        items: of the text.
    """
    if len(entities) != 2 or not _alike(*entities):
        return
    one, other = entities
    if (lacked := _lacked(text, one, other)) is not None:
        yield [Edit(0, len(text), lacked)]
        return
    counted = [
        item for item in items if item.meaning.labels and item.entity is None and _MORE.search(text[: item.start])
    ]
    joined = _between(text, one, other, counted[0]) if len(counted) == 1 else ""
    more = _MORE.search(text[: counted[0].start]) if joined else None
    if more is None or not _says_nothing_else(text, entities, items, (more.start(), counted[0].end), counted[0]):
        return
    said = "more" if more["more"].lower() == "more" else "fewer"
    opens = spoken(text)[:1]
    verdict = joined == "than" and bool(opens) and opens[0].text.lower() in vocabulary().auxiliary
    if joined == "than" and not verdict:
        return
    if verdict:
        yield [Edit(0, len(text), f"Does {one.mention} have {said} {counted[0].text} than {other.mention}?")]
    else:
        yield [Edit(0, len(text), f"Which has {said} {counted[0].text}, {one.mention} or {other.mention}?")]


def _lacked(text: str, one: Entity, other: Entity) -> str | None:
    """What a second thing has and the first one lacks, asked from the side of the second ("what does A lack that B
    has"); None where it is not asked."""
    asks = _ASKS_LACK.fullmatch(text[: one.start])
    if asks is None or not (_LACKS.fullmatch(text[one.end : other.start]) and _HAS.fullmatch(text[other.end :])):
        return None
    return f"{asks['asked']} does {other.mention} have that {one.mention} lacks?"


def _alike(one: Entity, other: Entity) -> bool:
    labels = [{c.label for c in (each.chosen, *each.rivals)} for each in (one, other)]
    return bool(labels[0] & labels[1]) and one.chosen.id != other.chosen.id


def _between(text: str, one: Entity, other: Entity, counted: Item) -> str:
    """What joins the two names, "or" or "than"; empty where something else stands between them."""
    between = text[one.end : other.start]
    if one.end <= counted.start < other.start:
        return "than" if re.search(r"\bthan\b", text[counted.end : other.start], re.IGNORECASE) else ""
    if re.fullmatch(_THAN, between) and counted.end <= one.start:
        return "than"
    return "or" if re.fullmatch(_OR, between) else ""


def _says_nothing_else(
    text: str, entities: Sequence[Entity], items: Sequence[Item], more: tuple[int, int], counted: Item
) -> bool:
    """Whether every other word says no more than that there are things of the type that is counted."""
    others = [item for item in items if item is not counted and item.entity is None and item.meaning.labels]
    if any(item.meaning.labels - _labels(entities) for item in others):
        return False
    spans = [more, *((one.start, one.end) for one in entities), *((one.start, one.end) for one in others)]
    words = [word.text.lower() for word in spoken(blanked(text, spans))]
    return say_only_that_there_is(words, _ONE_OF | _COUNTED, tuple(vocabulary().generic_stems))


def _labels(entities: Sequence[Entity]) -> frozenset[str]:
    return frozenset(c.label for one in entities for c in (one.chosen, *one.rivals))
