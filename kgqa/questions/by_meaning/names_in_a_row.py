"""Names in a row of which a question asks which of them, or what all of them have: "A vs B, which one is X-linked?",
"macroglossia in which of these: A, B, C?", "A and B: common features", "do A and B have the same inheritance?".

Each is put as the one form that is read: "Which of A and B …?", "Which … do A and B have in common?", "Do A and B share
a …?".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.language import thesaurus
from kgqa.language.inflection import article, singular_of
from kgqa.language.normalise import blanked
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.tagging import Item, has_cue
from kgqa.questions.text.rewriting import Edit
from kgqa.questions.wording import listed
from kgqa.records import Entity

_BETWEEN = re.compile(r"\s*(?:,?\s*(?:\b(?:and|or|vs\.?|versus)\b)|[,&/+])\s*(?:the\s+)?", re.IGNORECASE)
_OUT_OF = re.compile(r"\W*(?:(?:out\s+of|of|between|among)\s+)?(?:the\s+)?", re.IGNORECASE)
_WHICH = re.compile(
    r"\s*[,:;–—-]?\s*(?:which|who)\s+(?:(?:ones?|of\s+(?:them|these|those)|of\s+the\s+(?:two|three|four))\s+)?"
    r"(?P<said>\w[^?.!]*)[?.!\s]*",
    re.IGNORECASE,
)
_WHICH_OF = re.compile(
    r"\s+(?:in|for|with)\s+which\s+(?:ones?\s+)?(?:of\s+(?:them|these|those|the\s+following))?\s*[:,–—-]?\s*",
    re.IGNORECASE,
)
_IN_WHICH = re.compile(
    r"\s*[,:;?–—-]*\s*(?:in|for|with|of)\s+which\s+(?:ones?\s+|of\s+(?:them|these|those|the\s+(?:two|three|four))\s+)?",
    re.IGNORECASE,
)
_WHICH_OF_THEM = re.compile(
    r"\W*which\s+(?:ones?|of\s+(?:them|these|those|the\s+(?:two|three|four)))\s+(?P<said>\w[^?.!:]*?)\s*[,:;?–—-]+\s*"
    r"(?:is\s+it\s+)?(?:the\s+)?",
    re.IGNORECASE,
)
_WHICH_OR = re.compile(r"\W*which\s+(?P<said>\w[^?.!:]*?)\s*[,:;?–—-]+\s*(?:is\s+it\s+)?(?:the\s+)?", re.IGNORECASE)
"""The same with nothing but "which", or with a noun for the type of the names ("which disease is X-linked, A or B")."""
_OR = re.compile(r"\b(?:or|vs\.?|versus)\b", re.IGNORECASE)
_SEEN = frozenset(
    {
        "expect", "expected", "find", "found", "see", "seen", "meet", "met", "occur", "occurs", "happen", "happens",
        "would", "could", "can", "might", "may", "do", "does", "did", "is", "are", "was", "were", "be", "been", "has",
        "have", "i", "we", "you", "one", "it", "there", "a", "an", "the", "to", "recorded", "reported", "described",
        "known", "listed", "present", "please",
    }
)  # fmt: skip
"""What is said of a finding that is there, whoever says it."""
_IN_COMMON = re.compile(
    r"\s*[,:;–—-]*\s*(?:(?:shared|common|overlapping|mutual)\s+(?P<first>[a-z][a-z ]*)"
    r"|(?P<last>[a-z][a-z ]*?)\s+(?:in\s+common|shared))[?.!\s]*",
    re.IGNORECASE,
)
_DO_THEY = re.compile(r"\W*(?:do|does|are|is|did|were)\s+(?:both\s+)?", re.IGNORECASE)
_SAME = re.compile(
    r"\s+(?:both\s+)?(?P<verb>[a-z]+(?:\s+(?:by|to|with|from))?)\s+(?:the|one\s+and\s+the)\s+same\s+"
    r"(?P<noun>[a-z][a-z ]*)[?.!\s]*",
    re.IGNORECASE,
)


def put(text: str, entities: Sequence[Entity], items: Sequence[Item]) -> Edit | None:
    """The whole question in the form that is read; None where it asks for nothing of names in a row.

    Args:
        items: of the text.
    """
    types = {item.text.lower() for item in items if item.meaning.labels and item.entity is None}
    row = _row(text, entities)
    if not row:
        return None
    (first, last), names = (row[0], row[-1]), [one.mention for one in row]
    rest = text[last.end :]
    if _OUT_OF.fullmatch(text[: first.start]):
        which, common = _WHICH.fullmatch(rest), _IN_COMMON.fullmatch(rest)
        if which is not None and which["said"].split()[0].lower() not in types and _is_said(which["said"]):
            return Edit(0, len(text), f"Which of {listed(names)} {which['said'].strip()}?")
        if (finding := _found_in(text, last.end, entities)) is not None:
            return Edit(0, len(text), f"Which of {listed(names)} have {finding.mention}?")
        noun = (common["first"] or common["last"]) if common is not None else ""
        if noun and noun.lower() in types:
            return Edit(0, len(text), f"Which {noun} do {listed(names)} have in common?")
    before = [one for one in entities if one.end <= first.start]
    asked = text[before[-1].end : first.start] if len(before) == 1 else ""
    if asked and _WHICH_OF.fullmatch(asked) and not text[: before[0].start].strip() and not rest.strip(" ?.!"):
        return Edit(0, len(text), f"Which of {listed(names)} have {before[0].mention}?")
    for place in range(len(row) - 1 if not rest.strip(" ?.!") else 0):  # what is said of them may end with a name
        said = _WHICH_OF_THEM.fullmatch(text[: row[place].start])
        asked = said["said"] if said is not None else _of_either(text, row[place:], entities, items)
        if asked and _is_said(asked):
            return Edit(0, len(text), f"Which of {listed(names[place:])} {asked}?")
    same = _SAME.fullmatch(rest) if len(row) == 2 and _DO_THEY.fullmatch(text[: first.start]) else None
    if same is not None and same["noun"].lower() in types:
        return Edit(0, len(text), f"Do {listed(names)} share {article(singular_of(same['noun'].lower()))}?")
    return None


def _of_either(text: str, row: Sequence[Entity], entities: Sequence[Entity], items: Sequence[Item]) -> str:
    """What is asked of either of the names at the end of a text, where no "one" or "of these" points to them; empty
    where they may as well belong to what is said before them."""
    found = _WHICH_OR.fullmatch(text[: row[0].start])
    if found is None or not _OR.search(text[row[-2].end : row[-1].start]):
        return ""
    before = [item for item in items if item.end <= row[0].start]
    nouns = {item.text.lower(): item.meaning.labels for item in before if item.entity is None and item.meaning.labels}
    common = frozenset.intersection(*(one.labels for one in row))
    said = [one for one in entities if one.end <= row[0].start]
    if any(one.labels <= common for one in said) or any(item.meaning.cues & {"compare", "most"} for item in before):
        return ""
    first, _, rest = found["said"].partition(" ")
    if first.lower() not in nouns:
        return found["said"]
    return rest if nouns[first.lower()] & common else ""


def asks_which_of(text: str, entities: Sequence[Entity], items: Sequence[Item]) -> bool:
    """Whether a question asks which of some names it is, so that they are no conditions that hold together."""
    found = put(text, entities, items)
    if found is not None and found.put.startswith("Which of "):
        return True
    row = _row(text, entities)  # "A or B: in which is C absent", which nothing puts otherwise yet
    first = bool(row) and _OUT_OF.fullmatch(text[: row[0].start]) is not None
    return first and _IN_WHICH.match(text, row[-1].end) is not None and not has_cue(items, "compare")


def _row(text: str, entities: Sequence[Entity]) -> list[Entity]:
    """Names of one type in a row, the longest there is; none where only one stands anywhere."""
    longest: list[Entity] = []
    current: list[Entity] = []
    for one in entities:
        joined = bool(current) and _BETWEEN.fullmatch(text, current[-1].end, one.start)
        current = [*current, one] if joined and one.labels & current[-1].labels else [one]
        longest = current if len(current) > len(longest) else longest
    return longest if len(longest) > 1 else []


def _found_in(text: str, place: int, entities: Sequence[Entity]) -> Entity | None:
    """The one name behind a row of which is asked in which of them it is found ("A or B: in which would I see C")."""
    asked = _IN_WHICH.match(text, place)
    behind = [one for one in entities if one.start >= place]
    if asked is None or len(behind) != 1:
        return None
    words = spoken(blanked(text[asked.end() :], [(behind[0].start - asked.end(), behind[0].end - asked.end())]))
    return behind[0] if all(word.text.lower() in _SEEN for word in words) else None


def _is_said(said: str) -> bool:
    """Whether what stands behind "which" is said of the names."""
    first = said.split()[0].lower()
    return first in vocabulary().auxiliary or bool(thesaurus.infinitives(first))
