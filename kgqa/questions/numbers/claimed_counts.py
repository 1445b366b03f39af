"""Whether as many as is said answer a question: "is A linked to *more than one* disease", "is A *the only* gene of B".

What is said of their number is taken out of the sentence; the rest asks whether there are any, or which these are, and
is read as any other question. The number is held against what answers it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache

from kgqa.language import quantities
from kgqa.language.vocabulary import RELATIVE, vocabulary
from kgqa.questions.tagging import Item
from kgqa.records import Entity

_ONLY = re.compile(
    r"\s*,?\s*(?:(?:really|indeed|actually|in\s+fact)\s+)?(?:the\s+)?(?P<only>only|sole|one\s+and\s+only)(?:\s+known|\s+recorded)?\s+",
    re.IGNORECASE,
)
_THING = re.compile(rf"(?:thing|one)s?\s+(?={RELATIVE}\b)", re.IGNORECASE)
"""What is said in the place of a word for a type."""
_BETWEEN = re.compile(r"\s*(?:,|/|&|\+|\band\b|,\s*and\b)?\s*", re.IGNORECASE)
_DIFFERENT = re.compile(r"\s+(?:(?:different|distinct|separate|known|recorded|such)\s+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A question without the number that it claims of its answers.

    Attributes:
        questions: whether there are any, or which these are where ``only`` has names, in more than one wording.
        said: the number in the words of the text.
        otherwise: what is so where it does not hold.
        labels: the type of what is counted; none where kinds of something are.
        least, most: how many there must be; None for any number.
        only: the names that are said to be all.
    """

    questions: tuple[str, ...]
    said: str
    otherwise: str
    labels: frozenset[str]
    least: int = 0
    most: int | None = None
    only: tuple[Entity, ...] = ()

    def holds(self, number: int) -> bool:
        """Whether it holds of so many."""
        return self.least <= number and (self.most is None or number <= self.most)


def claimed(
    text: str, entities: Sequence[Entity], items: Sequence[Item], plural: Callable[[str], str]
) -> Claimed | None:
    """What a text claims of the number of things that answer it; None where it claims none.

    Args:
        entities: its names.
        items: of the text.
        plural: what things of a label are called.
    """
    first = text.split()[0].lower() if text.strip() else ""
    if first not in vocabulary().auxiliary:
        return None
    return _only(text, entities, items, plural) or _number(text, items)


def _only(text: str, entities: Sequence[Entity], items: Sequence[Item], plural: Callable[[str], str]) -> Claimed | None:
    """ "Is A the only gene that …": which genes … are there."""
    row: list[Entity] = []
    place = len(text.split()[0])
    for one in sorted(entities, key=lambda one: one.start):
        if _BETWEEN.fullmatch(text[place : one.start]) is None:
            break
        row.append(one)
        place = one.end
    found = _ONLY.match(text, place)
    if not row or found is None:
        return None
    rest = text[found.end() :]
    thing = _THING.match(rest)
    if thing is not None:
        labels = frozenset({row[0].chosen.label})
        rest = f"{plural(row[0].chosen.label)} {rest[thing.end() :]}"
    else:
        labels = _noun_at(items, found.end())
    of_type = [_of_type(one, labels) for one in row]
    named = tuple(one for one in of_type if one is not None)
    if len(named) < len(row):
        return None
    rest = rest.rstrip(" ?.!")
    return Claimed((f"Which {rest}?", f"Which {rest} are there?"), "the only one", "", labels, only=named)


def _of_type(name: Entity, labels: Set[str]) -> Entity | None:
    """A name as that of the only thing of a type that it may stand for; None where it is that of none, or of several
    as good ones."""
    found = [one for one in (name.chosen, *name.rivals) if one.label in labels]
    clear = found and (not name.tied or len(found) == 1)
    return replace(name, chosen=found[0], rivals=(), tied=False) if clear else None


def _number(text: str, items: Sequence[Item]) -> Claimed | None:
    """ "Does A have more than one gene": does it have any."""
    for match in _numbers().finditer(text):
        noun = _DIFFERENT.match(text, match.end())
        if noun is None:
            continue
        labels = _noun_at(items, noun.end())
        if not labels and not _kinds_at(items, noun.end()):
            continue
        said = next(key for key in ("over", "least", "more", "several", "under", "most", "exactly") if match[key])
        number = 2 if said == "several" else int(quantities.number(match[said]))
        bounds = {
            "over": (number + 1, None), "least": (number, None), "more": (number, None), "several": (number, None),
            "under": (0, number - 1), "most": (0, number), "exactly": (number, number),
        }  # fmt: skip
        least, most = bounds[said]
        plain = f"{text[: match.start()]}any {text[noun.end() :]}"
        told = " ".join(match.group().lower().split())
        otherwise = f"fewer than {match[said].lower()}" if said in ("least", "more") else f"not {told}"
        return Claimed((plain,), told, otherwise, labels, least, most)
    return None


def _noun_at(items: Sequence[Item], place: int) -> frozenset[str]:
    """The labels that a word at a place stands for."""
    found = (one.meaning.labels for one in items if one.start == place and one.entity is None)
    return next(found, frozenset[str]())


def _kinds_at(items: Sequence[Item], place: int) -> bool:
    """Whether a word at a place asks for kinds of something."""
    return any(one.start == place and "kind" in one.meaning.cues for one in items)


@cache
def _numbers() -> re.Pattern[str]:
    """A number that is claimed of things."""
    one = quantities.number_pattern()
    return re.compile(
        rf"\b(?:more\s+than\s+(?P<over>{one})|at\s+least\s+(?P<least>{one})|(?P<more>{one})\s+or\s+more"
        rf"|(?P<several>several|multiple|two\s+or\s+more)|(?:fewer|less)\s+than\s+(?P<under>{one})"
        rf"|at\s+most\s+(?P<most>{one})|(?:only|just|exactly)\s+(?P<exactly>{one}))\b",
        re.IGNORECASE,
    )
