"""The words of a request with the part that each plays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kgqa.language import hierarchy, requests
from kgqa.language.inflection import singular_of
from kgqa.language.normalise import NAME, blanked
from kgqa.language.quantities import (
    Bounds,
    FrequencyClass,
    bounded_pattern,
    bounds,
    class_bounds,
    class_named,
    classes,
    phrases,
)
from kgqa.language.thesaurus import infinitives, is_person
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.conditions.qualifier_phrases import in_patients
from kgqa.questions.lexicon import Meaning
from kgqa.questions.text.courtesy import is_patient
from kgqa.records import Entity
from kgqa.schema.model import Relation

Role = Literal["name", "type", "kind", "person", "number", "share", "measure"] | requests.Part
_SAYING = re.compile(r"[#=<≥≤]|(?<!-)>")
"""Signs that say something and are no words ("# genes")."""
Longest = Callable[[list[Token], int], tuple[int, Meaning] | None]
"""The longest phrase of the graph's lexicon that begins at a token: its length in tokens, and what it means."""

COMPARING: frozenset[Role] = frozenset({"same", "more", "oftener", "only", "among"})
_LEADING = frozenset({"the", "a", "an", "of", "which", "what", "list", "any", "all", "every", "no", "other", "and"})
"""Words behind which a noun stands and no verb."""
_OWNING = frozenset({"of", "in", "for", "among"})
_RELATIVE = frozenset({"in", "of", "to", "for", "with", "by", "on", "at", "from"})
"""Words before "which" in a clause that tells more of what is asked for ("the types in which A is seen")."""


@dataclass(frozen=True, slots=True)
class Said:
    """Words of a request that play one part.

    Attributes:
        text: in lower case; of a name as it is written.
        after: the word right before them but for an article, in lower case, with the sign behind it; empty at the
            beginning.
        name: which of the names it is; None for anything else.
        labels: the types that they are a word for.
        relations: the relations that they ask for; None where they only say that something is recorded.
        number: that they say; None where they say none.
        share: in which share of patients something is to be so, with how a plain question says that.
        ends: a sign that ends a sentence stands right behind them.
    """

    role: Role
    text: str
    start: int
    end: int
    after: str = ""
    name: int | None = None
    labels: frozenset[str] = frozenset()
    relations: frozenset[Relation] | None = None
    number: int | None = None
    share: tuple[Bounds, str] | None = None
    ends: bool = False

    @property
    def is_owner(self) -> bool:
        """Whether what stands here is said to be that of something else."""
        return self.after in _OWNING


def parts(text: str, entities: Sequence[Entity], longest: Longest) -> list[Said] | None:
    """What each word of a text does, in order; None where one does nothing that is known.

    Args:
        longest: reads the phrases of the graph.
    """
    found: list[Said] = []
    for place, one in enumerate(entities):
        classed = None if one.chosen.method == "identifier" else class_named(one.chosen.name)
        after = _before(text, one.start)
        if classed is not None:
            found.append(Said("share", one.mention, one.start, one.end, after, share=_of_class(classed)))
        else:
            found.append(Said("name", one.mention, one.start, one.end, after, place))
    names = [(one.start, one.end) for one in entities]
    shares = list(_shares(blanked(text, names, NAME)))
    found += [replace(one, text=text[one.start : one.end].lower()) for one in shares]
    if _SAYING.search(blanked(text, [*names, *((one.start, one.end) for one in shares)])):
        return None
    names = sorted([*names, *((one.start, one.end) for one in shares)])
    playing: list[Said] = []
    words = [_written_out(word) for word in spoken(blanked(text, names))]
    at = 0
    while at < len(words):
        # A phrase does not go on behind a name.
        ahead = min((start for start, _ in names if start >= words[at].end), default=len(text))
        whole = [word for word in words[at:] if word.end <= ahead]
        named_next = not text[whole[0].end : ahead].strip(" '\"“”") and ahead < len(text)
        after, what = _before(text, whole[0].start), {one.role for one in playing}
        relative = after in _RELATIVE and (bool(what & {"type", "kind"}) or (bool(what) and "ask" in what))
        if relative and whole[0].text.lower() in ("which", "whom"):
            playing.append(Said("passed", whole[0].text.lower(), whole[0].start, whole[0].end))
            at += 1
            continue
        read = _read(whole, after, longest, first=not playing, named_next=named_next)
        if read is None:
            return None
        length, said = read
        playing.append(said)
        at += length
    return sorted((_ending(text, one) for one in (*found, *playing)), key=lambda one: one.start)


def _of_class(classed: FrequencyClass) -> tuple[Bounds, str]:
    return class_bounds(classed), f"with the frequency {classed.name}"


def _shares(text: str) -> Iterator[Said]:
    """The shares of patients that a text says, by numbers or by the name of a class behind a verb that only records."""
    people = rf"(?:\s*of\s+(?:the\s+|all\s+)?{phrases('shares', 'population')}\b)?"
    number = rf"(?:\bin\s+)?(?P<bounds>{bounded_pattern('share')}){people}"
    for match in re.finditer(number, text, re.IGNORECASE):
        meant = bounds(match["bounds"], "share")
        if meant is not None:
            yield Said("share", match[0].lower(), *match.span(), share=(meant, in_patients(meant)))
    known = {word.lower(): one for one in classes() for word in (one.name, *one.words)}
    listed = "|".join(re.escape(word) for word in sorted(known, key=len, reverse=True))
    classed = rf"(?:\b(?:as|into|in|marked|class|frequency)\s+(?:an?\s+|the\s+)?)['\"“‘]?(?P<class>{listed})\b['\"”’]?"
    for match in re.finditer(classed, text, re.IGNORECASE):
        yield Said(
            "share", match["class"].lower(), *match.span("class"), share=_of_class(known[match["class"].lower()])
        )


def _written_out(word: Token) -> Token:
    """An abbreviation as the word that it is short for ("w/ A", "which dz")."""
    full = vocabulary().abbreviations.get(word.text.lower(), "")
    return word._replace(text=full) if full and " " not in full else word


def _ending(text: str, one: Said) -> Said:
    return replace(one, ends=text[one.end :].lstrip(" )'\"”’").startswith(("?", ". ", ";", "!")))


def _before(text: str, start: int) -> str:
    """The word right before a place, but for an article."""
    words = text[:start].lower().split()
    while words and words[-1] in ("the", "a", "an"):
        words.pop()
    return words[-1] if words else ""


def _read(
    words: list[Token], after: str, longest: Longest, *, first: bool, named_next: bool
) -> tuple[int, Said] | None:
    """The words at the beginning of some that play a part together: how many, and which; the longest are taken."""

    def said(
        role: Role, length: int, labels: frozenset[str] = frozenset(), relations: frozenset[Relation] | None = None
    ) -> tuple[int, Said]:
        text = " ".join(word.text.lower() for word in words[:length])
        return length, Said(role, text, words[0].start, words[length - 1].end, after, None, labels, relations)

    listed, own, ordered = requests.played_at(words, 0), longest(words, 0), hierarchy.played_at(words, 0)
    reach = listed[0] if listed is not None else 0
    links = listed is not None and any(one.part == "link" for one in listed[1])
    if own is not None and own[0] >= reach and _is_frequency(own[1]):
        return said("measure", own[0])
    if own is not None and own[1].labels and own[0] >= reach:
        does = links and named_next and words[0].text.lower() not in _LEADING and after not in _LEADING
        if not does:
            return said("type", own[0], own[1].labels)
    if ordered is not None and ordered[1].part in ("kind", "down") and ordered[0] >= reach and not ordered[1].doubtful:
        return said("kind", ordered[0])
    if listed is not None and (own is None or own[0] <= reach or not own[1].relations):
        role, relations = _part_of(listed[1], longest, first=first)
        if role == "extent":
            return said("passed", reach) if not named_next else None
        return said(role, reach, relations=relations)
    person = _is_somebody(words[0])
    if ordered is not None and ordered[1].doubtful and person:
        return said("person", 1)
    if own is not None and own[1].relations:
        return said("link", own[0], relations=own[1].relations)
    number = vocabulary().numbers.get(words[0].text.lower())
    if number is not None and number > 1:
        length, one = said("number", 1)
        return length, replace(one, number=number)
    return said("person", 1) if person else None


def _part_of(
    played: Sequence[requests.Played], longest: Longest, *, first: bool
) -> tuple[requests.Part, frozenset[Relation] | None]:
    """Which of the parts that words may play they do, with the relations that those of a link ask for: at the beginning
    they ask rather than say a link ("list …", "… that list A")."""
    links = [one for one in played if one.part == "link"]
    asks = [one for one in played if one.part in ("ask", "open", "count")]
    other = [one for one in played if one not in links and one not in asks]
    meant, *_ = [*asks, *other, *links] if first else [*links, *asks, *other]
    if not meant.like:
        return meant.part, None
    like = longest([Token(0, len(meant.like), meant.like)], 0)
    return meant.part, like[1].relations if like is not None else frozenset()


def _is_frequency(meaning: Meaning) -> bool:
    """Whether words name the property that tells how often something is so, and nothing else."""
    owned = meaning.properties
    other = meaning.labels or meaning.relations or meaning.cues
    return bool(owned) and not other and all(one.property.role == "frequency" for one in owned)


def _is_somebody(word: Token) -> bool:
    """Whether a word is one for people, and does nothing ("which drugs might suit A")."""
    return is_patient(word.text) or (is_person(singular_of(word.lowered)) and not infinitives(word.lowered))
