"""Names that a graph lacks among those of a list: each is a claim of its own, so that the rest can still be read."""

from __future__ import annotations

import re

from kgqa.questions.lexicon import Lexicon
from kgqa.verification.asides import blanked
from kgqa.verification.phrase import NAME, Phrase

_JOINT = r"(?:\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|as\s+well\s+as|along\s+with)\s+)"
_PART = re.compile(
    rf"(?:(?<={NAME})|(?<=\s{{3}}))\s*(?P<joint>{_JOINT})(?P<part>[^\s,.;:()?!{NAME}][^,.;:()?!{NAME}]{{1,60}}?)"
    rf"(?P<after>\s+as\s+well|\s+too)?(?=\s*[,.;!]|\s+(?:and|or|as\s+well\s+as)\s|\s*$)"
)
_FIRST = re.compile(rf"(?<![^\s:])(?P<part>[A-Z][A-Za-z0-9-]{{2,40}})(?P<joint>{_JOINT})(?={NAME})")
_APPOSITIVE = re.compile(
    rf"(?<={NAME}),\s+(?P<said>(?:an?|the)\s+[^,.;:()?!{NAME}]{{3,80}})(?:,|(?=[.;]|\s*$))", re.IGNORECASE
)
"""What a name is said to be ("A, an enzyme of the liver,"); no record says that."""
DENYING = re.compile(
    r"\b(?:not?|never|none|nor|neither|without|except|excluding|unless|if|only|false|absen\w+|unlikely|doubt\w+|wrong\w*|"
    r"is|are|was|were|has|have|had|and|or|but|of\s+which)\b",
    re.IGNORECASE,
)
"""Words by which it says more than that."""
_MOST_WORDS = 5
LONGEST_CLAUSE = 2_000
"""Characters of a clause that is searched for names which the graph lacks."""
TURNS = re.compile(
    r"\b(?:not?|none|never|nor|neither|without|except|excluding|besides|unless|until|if|when|than|then|because|since|so|"
    r"only|false|wrong|doubtful|disputed|unlikely|absent|rare|common|more|less|most|least|hypothetical|theoretical|"
    r"in|at|by|of|to|from|with|for|is|are|was|were|be|has|have|had|do|does|can|may|might|would|should|must|\w+ly)\b",
    re.IGNORECASE,
)
"""Words by which a part of a list is more than a name, and may turn what is said of the others."""
TURNS_GLOSS = re.compile(
    r"\b(?:not?|none|never|nor|neither|without|absen\w+|lack\w*|exclu\w+|ruled|unlikely|unrelated|spared|normal|negative|"
    r"false|wrong\w*|incorrect\w*|contrary|disput\w+|un(?:certain|clear|known|proven|affected|confirmed|usual|reported)|"
    r"rather|instead|free|doubt\w*|question\w*|only|zero|hypothe\w+|if|unless|other|another|different|unlike|"
    r"contra\w*|retract\w*|myth|misreport\w*|mistake\w*|error\w*|n't)\b|n't\b|n’t\b|\b0\b",
    re.IGNORECASE,
)
"""Words of an explanation by which a listed name may not be meant as one of the list."""


def without_unknown(phrase: Phrase, lexicon: Lexicon) -> tuple[Phrase, list[tuple[int, int]]]:
    """A phrase with blanks for the parts of its lists that are no names of the graph, and where those stand."""
    found: list[tuple[int, int]] = []
    if len(phrase.text) > LONGEST_CLAUSE:
        return phrase, found
    for aside in reversed(list(_APPOSITIVE.finditer(phrase.plain))):
        if DENYING.search(aside["said"]) is None:
            found.append(aside.span("said"))
            phrase = blanked(phrase, [aside.span()])
    while True:
        match = next((one for one in _parts(phrase) if _is_name(phrase, one, lexicon)), None)
        if match is None:
            return phrase, sorted(found)
        found.append(match.span("part"))
        phrase = blanked(phrase, [(match.start(), match.end()) if match.re is _FIRST else _after_joint(match)])


def _parts(phrase: Phrase) -> list[re.Match[str]]:
    return [*_PART.finditer(phrase.plain), *_FIRST.finditer(phrase.plain)] if phrase.names else []


def _after_joint(match: re.Match[str]) -> tuple[int, int]:
    return match.start("joint"), match.end()


def _is_name(phrase: Phrase, match: re.Match[str], lexicon: Lexicon) -> bool:
    """Whether words can be no more than a name: no meaning of their own but a type, nothing that turns the rest."""
    start, end = match.span("part")
    inside = [item for item in phrase.items(lexicon) if start <= item.start < end]
    words = match["part"].split()
    if TURNS.search(match["part"]) or not 0 < len(words) <= _MOST_WORDS:
        return False
    named = all(item.unread or (item.meaning.labels and item.entity is None) for item in inside)
    return named and any(item.unread for item in inside)
