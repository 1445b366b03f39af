"""Words as they are compared: case, accents, Greek letters, plural, British spelling and Roman numerals folded away.

Names of the graph and words of a question go through the same functions, so a rule only has to be consistent: it
need not give a correct English word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

_CJK_RANGE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LETTER = f"[^\\W_{_CJK_RANGE}]"
_CJK = re.compile(f"[{_CJK_RANGE}]")
# Scripts written without spaces give one token a character; '&' is read as the word it stands for.
_WORD = re.compile(f"[{_CJK_RANGE}]|&|{_LETTER}(?:{_LETTER}|[\u0300-\u036f])*(?:['’ʼ`´][sS](?!{_LETTER}))?")
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+(?:['`][sS](?![A-Za-z0-9]))?|&")  # the same for most names, and twice as fast

_GREEK_NAMES = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma sigma tau upsilon phi
    chi psi omega
"""
_GREEK = dict(zip("αβγδεζηθικλμνξοπρσςτυφχψω", _GREEK_NAMES.split(), strict=True))
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "µ": "μ"})
# X alone is left out: it is a chromosome far more often than a ten.
_ROMAN_NUMERALS = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx"
_ROMAN = {numeral: str(value) for value, numeral in enumerate(_ROMAN_NUMERALS.split(), 1) if numeral != "x"}
_SUBTYPE = re.compile(r"(viii|vii|vi|iv|ix|v|iii|ii|i)([a-h])")
_BRITISH = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        # Behind a vowel: "tumour", and neither "our" nor "four", which would be "or" and "for".
        (rf"(?:{'|'.join(f'(?<=[aeiou][a-z]{{{n}}})' for n in (1, 2, 3))})our(?=$|s$|ed$|al$|less$|ing$)", "or"),
        (r"([iy])s(?=e$|ed$|es$|ing$|ation$|ations$)", r"\1z"),
        (r"([bt])re(?=$|s$)", r"\1er"),
        (r"sulph", "sulf"),
        (r"leuco", "leuko"),
        (r"ogue(?=$|s$)", "og"),
        (r"^age(?=ing$)", "ag"),
        (r"^grey", "gray"),
    )
)
_MET_VOWELS = re.compile(r"(?<=\w\w)[ao] (?=e)")
_ANY_BRITISH = re.compile("|".join(pattern.pattern for pattern, _ in _BRITISH))
_IRREGULAR = {
    "teeth": "tooth",
    "feet": "foot",
    "children": "child",
    "mice": "mouse",
    "men": "man",
    "women": "woman",
    "crises": "crisis",
    "testes": "testis",
}
CONNECTIVES = frozenset({"of", "the"})
_LIGHT = CONNECTIVES | {"type", "complementation"}


def word_set(text: str) -> frozenset[str]:
    """The words of a text, parted by white space, as a set."""
    return frozenset(text.split())


def name_pattern(text: str) -> re.Pattern[str]:
    """What a word is in a text that may hold names; characters of scripts without spaces are words of their own."""
    return _ASCII_WORD if text.isascii() else _WORD


def words(text: str) -> list[str]:
    """The folded words of a text in order."""
    return [fold(word) for word in name_pattern(text).findall(text)]


@lru_cache(maxsize=200_000)
def fold(word: str) -> str:
    """One word as it is compared ("Tumours" → "tumor", "α" → "alpha", "IIb" → "2b", "Crohn's" → "crohn")."""
    if word == "&":
        return "and"
    text = letters(word)
    if not text.isalnum():
        text = re.sub(r"['’ʼ`´]s$", "", text)
    if text in _ROMAN:
        return _ROMAN[text]
    if subtype := _SUBTYPE.fullmatch(text):
        return _ROMAN[subtype[1]] + subtype[2]
    return _american(singular(text)) if len(text) > 3 else text


def letters(text: str) -> str:
    """A text in small letters without accents and ligatures, Greek letters by their names."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKC", text).casefold().translate(_LIGATURES)
    text = "".join(_GREEK.get(letter, letter) for letter in text)
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


def singular(word: str) -> str:
    """A word in small letters without the ending of an English, Latin or Greek plural."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ae") and len(word) > 5:
        return word[:-1]
    if word.endswith("omata"):
        return word[:-2]
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    short = len(word) < 6  # "noses", "doses", "bases"
    if word.endswith(("oses", "ases", "eses", "yses")) and not (
        short or word.endswith(("diseases", "cases", "phases"))
    ):
        return word[:-2] + "is"
    if word.endswith("ies") and len(word) > 5:
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses", "uses")) or (word.endswith("oes") and len(word) > 5):
        return word[:-2]
    return word[:-1]


def _american(word: str) -> str:
    if len(word) > 4:
        word = word.replace("ae", "e").replace("oe", "e")
    if _ANY_BRITISH.search(word):
        for pattern, replacement in _BRITISH:
            word = pattern.sub(replacement, word)
    return word


def run_together(folded: Iterable[str]) -> str:
    """Folded words as one, alike however their author parted them ("angio-oedema", "angioedema", "angio edema").

    One word with "oe" is folded to "e", so its parts lose the vowel too where they meet; a lone letter is no part.
    """
    return _MET_VOWELS.sub("", " ".join(folded)).replace(" ", "")


def is_cjk(word: str) -> bool:
    """Whether a folded word is one character of a script without spaces."""
    return _CJK.fullmatch(word) is not None


def is_designator(word: str) -> bool:
    """Whether a folded word tells one subtype from another (a number, a single letter, "2b")."""
    return len(word) == 1 or any(letter.isdigit() for letter in word)


def essential(folded: Sequence[str]) -> list[bool]:
    """Which words carry the name: not "of" and "the", nor "type" and "complementation" before what they announce."""
    kept = [word not in CONNECTIVES for word in folded]
    for position, word in enumerate(folded[:-1]):
        after = folded[position + 1]
        if (word == "type" and is_designator(after)) or (word == "complementation" and after == "group"):
            kept[position] = False
    return kept if any(kept) else [True] * len(folded)


def name_words(text: str) -> tuple[str, ...]:
    """A name as it is compared: its folded words without those that carry nothing."""
    folded = words(text)
    if _LIGHT.isdisjoint(folded):
        return tuple(folded)
    return tuple(word for word, kept in zip(folded, essential(folded), strict=True) if kept)


NAME = "\ufffc"
"""What stands for each character of a name in a text that is matched without its names."""


def blanked(text: str, spans: Iterable[tuple[int, int]], by: str = " ") -> str:
    """The text with spans overwritten by a character, so that every other character keeps its place."""
    for start, end in spans:
        text = text[:start] + by * (end - start) + text[end:]
    return text


def plain_text(text: str) -> str:
    """Text with case and runs of white space folded, all else as written; equal plain texts are an exact match."""
    return " ".join(text.casefold().split())
