"""Symbols and abbreviations (FBN1, WAS, ASD), and when a word of a question is one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.language import thesaurus
from kgqa.language.common_words import is_everyday
from kgqa.language.inflection import without_s
from kgqa.language.normalise import word_set
from kgqa.language.tokens import Token
from kgqa.language.vocabulary import vocabulary

_LONGEST_LETTERS = 8  # letters; a longer word in capitals is more likely shouted than a symbol
_LONGEST = 16  # characters with digits
_BETWEEN = word_set("in of the called named symbol")


def is_symbol(name: str) -> bool:
    """Whether a name is a symbol or an abbreviation: one word, short, of capitals and digits (C1orf112 is one)."""
    if " " in name or len(name) > _LONGEST or name.islower() or not name.isascii() or len(name.split()) != 1:
        return False
    letters = [letter for letter in name if letter.isalpha()]
    capitals = sum(map(str.isupper, letters))
    if any(map(str.isdigit, name)):
        return capitals > 0 and capitals + len(name) - len(letters) >= len(name) / 2
    return 0 < capitals == len(letters) <= _LONGEST_LETTERS


def same_symbol(written: str, symbol: str) -> bool:
    """Whether a text is this symbol, case and hyphens aside ("hla b" is HLA-B, "glas" is not GLA)."""
    return _characters(written) == _characters(symbol)


def _characters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def case_tells(text: str) -> bool:
    """Whether capitals mean something in a text: it has words in small letters, and they are at least half."""
    found = re.findall(r"[^\W\d_]{2,}", text)
    small = sum(word.islower() or word.istitle() for word in found)
    return any(word.islower() for word in found) and small * 2 >= len(found)


def reads_as_symbol(words: Sequence[Token], first: int, last: int, cased: bool) -> bool:
    """Whether the question uses words ``first`` to ``last`` as a symbol rather than as ordinary English.

    Ordinary words are symbols where they stand in capitals in a text that tells case, or beside "gene", "protein"
    and the like. "Which gene was found" has the word beside it too, so a function word must also end the clause.
    Words that only make a symbol when they are joined ("HLA B") are no function words ("as l" is not ASL).
    """
    if first != last:
        return all(word.text.lower() not in vocabulary().function for word in words[first : last + 1])
    word = words[first].text
    if not is_everyday(word) and word not in vocabulary().abbreviations:
        return True
    beside = _after_symbol_word(words, first) or _before_symbol_word(words, last)
    if cased and word.isupper() and len(word) > 1:
        return word.lower() not in vocabulary().emphasised or beside
    if word.lower() not in vocabulary().function and not _is_verb_of(words, first):
        return beside
    return _after_symbol_word(words, first) and last == len(words) - 1


def _is_verb_of(words: Sequence[Token], place: int) -> bool:
    """Whether a word in small letters may be the verb of the plural right before it ("which genes go with X")."""
    before = words[place - 1].text.lower() if place else ""
    return words[place].text.islower() and without_s(before) != before and thesaurus.is_known(words[place].text, "v")


def _after_symbol_word(words: Sequence[Token], first: int) -> bool:
    before = [token.text.lower() for token in words[max(0, first - 3) : first]]
    while before and before[-1] in _BETWEEN and before[-1] not in vocabulary().before_symbols:
        before.pop()
    return bool(before) and before[-1] in vocabulary().before_symbols


def _before_symbol_word(words: Sequence[Token], last: int) -> bool:
    return last + 1 < len(words) and words[last + 1].text.lower() in vocabulary().after_symbols
