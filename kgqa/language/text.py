"""A text without what is not seen; a question cleaned, and without one of the things that it names."""

from __future__ import annotations

import re
import unicodedata

from kgqa.language.inflection import article

_SPACE = re.compile(r"\s+")
_JOINS = r"(?:\s*,)?\s+(?:and|or|nor|as well as|but not|but|with)\s+|\s*[,&+]\s*"
_BEFORE = re.compile(rf"(?:{_JOINS})(?:also\s+|not\s+|without\s+|the\s+)?$", re.IGNORECASE)
# What denies the next thing stays with it, or the question would turn into its opposite; so does "neither".
_AFTER = re.compile(
    r"^(?:(?:\s*,)?\s+(?:and|or|as well as|with)\s+(?!not\b)|\s*[,&+]\s*(?!not\b|nor\b|but\b))", re.IGNORECASE
)
# What only leads to the words behind it; where these are left out, it goes with them.
_LEADING = re.compile(
    r"(?:\s+(?:in|on|at|by|to|for|from|with|within|into|as|per|via|among|amongst|between|during|of|a|an|the|my|our|your))+$",
    re.IGNORECASE,
)
_LEADING_ON = re.compile(
    r"\b(?:is|are|was|were|isn['’]t|aren['’]t|not|nor|and|or|but|that|which|who|whose)\W*$", re.IGNORECASE
)
_ARTICLE = re.compile(r"\ban?$", re.IGNORECASE)
_PAIRING = re.compile(r"\b(?:both|either)\s+", re.IGNORECASE)
_MARKS = "\"'“”‘’«»()[]"
_SENTENCE_END = re.compile(r"[?!;\n]|(?<=\w{3})\.\s")
"""A full stop behind fewer letters is that of an abbreviation ("E. coli", "St. Louis")."""
_LETTERS_BEFORE_STOP = 3


def clean(question: str) -> str:
    """The question with control and format characters taken out and white space folded to single blanks."""
    return _SPACE.sub(" ", unicodedata.normalize("NFC", visible(question))).strip()


def ends_sentence(text: str, start: int, end: int) -> bool:
    """Whether a sentence ends between two words.

    Args:
        start: where the first word ends.
        end: where the other one begins.
    """
    return _SENTENCE_END.search(text, max(0, start - _LETTERS_BEFORE_STOP), end) is not None


def visible(text: str) -> str:
    """The text without characters that are not seen or turn the direction of reading; control characters are blanks."""
    return "".join(map(_seen, text))


def _seen(sign: str) -> str:
    kind = unicodedata.category(sign)
    # What no Unicode has assigned goes as well: many such places are shown as nothing, and text could hide in them.
    return " " if kind in ("Cc", "Zl", "Zp") else "" if kind in ("Cf", "Co", "Cs", "Cn") else sign


def without_words(question: str, start: int, end: int) -> str:
    """The question without words that say more of something, from ``start`` to ``end``.

    >>> without_words("Which diseases show seizures in a toddler?", 34, 41)
    'Which diseases show seizures?'
    >>> without_words("Is ataxia a severe abnormality of migraine?", 12, 18)
    'Is ataxia an abnormality of migraine?'
    """
    before, after = question[:start].rstrip(), question[end:].lstrip()
    if not after[:1].isalnum():
        before = _LEADING.sub("", before)
    elif _ARTICLE.search(before):
        noun = re.match(r"\w+", after)
        before = _ARTICLE.sub(article(noun[0]).split()[0] if noun else "a", before)
    return re.sub(r"\s+(?=[?.!,;:])", "", f"{before} {after}".strip())


def breaks_off(question: str) -> bool:
    """Whether a question ends with a word that says nothing without what follows it.

    >>> breaks_off("Which diseases show aniridia but are not?")
    True
    >>> breaks_off("Which genes does Marfan syndrome have?")
    False
    """
    return _LEADING_ON.search(question) is not None


def without(question: str, start: int, end: int) -> str:
    """The question without the mention from ``start`` to ``end`` and the word that joins it to the others.

    >>> without("Which diseases show both arachnodactyly and ectopia lentis?", 44, 58)
    'Which diseases show arachnodactyly?'
    >>> without("Which diseases show both arachnodactyly and ectopia lentis?", 25, 39)
    'Which diseases show ectopia lentis?'
    """
    before, after = question[:start].rstrip(_MARKS), question[end:].lstrip(_MARKS)
    if join := _BEFORE.search(before):
        before = before[: join.start()] + " "
    elif join := _AFTER.search(after):
        after = after[join.end() :]
    kept = _PAIRING.sub("", f"{before.rstrip()} {after.lstrip()}")
    return re.sub(r"\s+(?=[?.!,;:])", "", " ".join(kept.split()))
