"""Phrases by which a question asks for what is recorded of one sex: "in females only", "male Marfan patients",
"female-specific data"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from kgqa.language import quantities
from kgqa.language.normalise import NAME
from kgqa.language.vocabulary import vocabulary

_ONLY = r"(?:(?:only|exclusively|solely|alone|specifically)\s+)?"
_WHERE = r"(?:in|among|for|affecting|affects?|(?:specific|restricted|limited|confined|exclusive)\s+to)"
_BOUND = r"\s+(?:(?:with|having|who\s+have|that\s+have|suffering\s+from|affected\s+by|diagnosed\s+with)\s+)"
_HAVING = (
    r"(?:\b(?:with|having|have|has)\s+(?:an?\s+|any\s+)?"
    r"|\b(?:do|does|did)\s+(?:we|you|they|i)\s+(?:have|hold|keep|know)\s+(?:any\s+)?)?"
)
_COUNTED = ("many", "share", "proportion", "percentage", "fraction")
"""Words behind which it is said of whom a share is asked."""
_OF_THEM = r"of\s+(?:the\s+)?"
_ADJECTIVES = frozenset({"male", "female"})


def phrases(masked: str, words: Iterable[str]) -> Iterator[tuple[int, int, bool]]:
    """Where phrases for one sex stand in a question whose names are blanked, and whether they are said of the name
    behind them.

    Args:
        words: by which the sex is called.
    """
    pattern = _pattern(tuple(words))
    for match in pattern.finditer(masked):
        if _goes_on().match(masked, match.end()):
            continue  # "in males or females" asks of which sex
        one = next(name for name, said in match.groupdict().items() if said is not None)
        yield match.start(one), match.end(one), one in ("beside", "bound")


def without_adjectives(text: str, names: Sequence[tuple[int, int]]) -> str:
    """A text of the same length without the sexes before nouns for those in whom something is seen, with a word or two
    between them ("male Fabry patients"), so that these are not taken for parts of a name.

    Args:
        names: where those stand that the text has with them ("female infertility").
    """

    def without(match: re.Match[str]) -> str:
        named = any(start <= match.start() < end for start, end in names)
        return match[0] if named else " " * len(match[0])

    return _BEFORE_PEOPLE.sub(without, text)


_BEFORE_PEOPLE = re.compile(
    rf"\b(?:fe)?male(?=\s+(?:[^\s.,;:?!]+\s+){{1,3}}?{quantities.phrases('shares', 'population')}\b)", re.IGNORECASE
)


def is_exclusive(phrase: str) -> bool:
    """Whether a phrase for one sex says that nobody of the other one is meant ("only in women")."""
    return re.search(r"^\W*[a-z\s]*\b(?:only|exclusively|solely|alone)\b", phrase, re.IGNORECASE) is not None


def both(text: str) -> str:
    """Where a text asks of both sexes at once ("in men or in women"), which one record is never of; empty where it does
    not."""
    found = _both().search(text)
    return found.group() if found is not None else ""


@cache
def _goes_on() -> re.Pattern[str]:
    every = _any(word for words in quantities.sexes().values() for word in words if len(word) > 1)
    return re.compile(rf"\s*(?:/|,|\band\b|\bor\b|\bnor\b)\s*(?:the\s+)?(?:{every})\b", re.IGNORECASE)


@cache
def _both() -> re.Pattern[str]:
    one, other = (_any(word for word in words if len(word) > 1) for words in quantities.sexes().values())
    joint = r"(?:\s*,\s*|\s*/\s*|\s+)(?:(?:and|or|nor|than|versus|vs)\b\.?\s*)?(?:in|of|for|among)\s+(?:the\s+)?"
    return re.compile(rf"\b(?:(?:{one}){joint}(?:{other})|(?:{other}){joint}(?:{one}))\b", re.IGNORECASE)


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    called = "|".join(sorted((word for word in words if len(word) > 1), key=len, reverse=True))
    adjective = "|".join(sorted(_ADJECTIVES.intersection(words)))
    people, known = quantities.phrases("shares", "population"), vocabulary().records
    sex = rf"(?:{called})(?:\s+{people})?(?:\s+(?:and|or)\s+(?:{called}))?"
    noted = rf"(?:(?:(?:is|are|was|were)\s+)?\b(?:{_any(known.noted)})\s+)?"
    held = rf"(?:{_any(known.held | known.nouns)})"
    specific = rf"(?:{adjective})(?:-|\s+)(?:specific|only)\s+(?:phenotypic\s+)?{held}"
    shares = "|".join(rf"(?<=\b{word}\s){_OF_THEM}{sex}(?!\w)" for word in _COUNTED)
    return re.compile(
        rf"(?P<held>{_HAVING}\b{specific}(?!\w))"
        rf"|(?P<about>{_HAVING}\b{held}\s+(?=(?:specific|restricted|limited|confined)\s+to\b){_WHERE}\s+{sex}(?!\w))"
        # "In male patients with A" is asked of patients with A.
        rf"|{noted}(?:{_WHERE}|of|the)\s+(?P<bound>(?:{adjective}))(?=\s+{people}{_BOUND}(?:the\s+|an?\s+)?{NAME})"
        rf"|(?P<whom>{noted}\b{_ONLY}{_WHERE}\s+{_ONLY}(?:the\s+)?{sex}(?:\s+(?:only|alone|exclusively)\b)?(?!\w))"
        rf"|(?P<beside>\b(?:{adjective})(?=\s+{NAME}[{NAME}\s]*\s+{people}\b))"
        rf"|(?P<only>,\s*{sex}\s+only\b\s*,?|\(\s*{sex}(?:\s+only)?\s*\))"
        rf"|(?P<of>{shares})",
        re.IGNORECASE,
    )


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))
