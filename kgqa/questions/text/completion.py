"""The name that a question stands at while it is being typed: which words begin it, and what it may become."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.language.vocabulary import vocabulary
from kgqa.linking.lookup import Hit, Lookup, form
from kgqa.linking.symbols import is_symbol
from kgqa.schema.model import Relation, Schema

MOST_WORDS = 5
"""Words before the caret that are looked up together."""
SHORTEST = 3
"""Letters of a single word from which on it is looked up; of one with a digit, or in capitals, two."""
_WEIGHED = 40
"""Hits of which the best are chosen."""
_WORD = re.compile(r"\S+")
_OPENING = "([{“‘\"'«"
_FREE = frozenset({"which", "how", "when", "and", "or", "but", "there", "whether", "a"})
"""Cues whose words begin no name."""


@dataclass(frozen=True, slots=True)
class Completion:
    """Names that the words before the caret may become.

    Attributes:
        start: where in the text these words begin.
        hits: the things, best first.
    """

    start: int
    hits: tuple[Hit, ...]


class Ordinary:
    """The words by which questions to one graph are asked. Safe to share between threads.

    Alone they stand for themselves, and so does what may yet become one of them: whoever types "wh" or "gene" is asked
    about no name. Within a name they may stand anywhere ("common variable immunodeficiency"), but those without a
    meaning of their own begin none.
    """

    def __init__(self, schema: Schema) -> None:
        words = vocabulary()
        free = set(words.light | words.function)
        asking = set(free | words.generic | words.attributes)
        for cue, phrases in words.cues.items():
            asking.update(_words(*phrases))
            if cue in _FREE:
                free.update(_words(*phrases))
        for node in schema.nodes:
            asking.update(_words(node.singular, node.plural, node.label, *node.words))
            asking.update(f"{word}s" for word in _words(*node.words))
        for relation in schema.relations:
            asking.update(_words(*_phrases(relation)))
        self._free = frozenset(free)
        self._begun = frozenset(word[:length] for word in asking for length in range(1, len(word) + 1))

    def opens(self, word: str) -> bool:
        """Whether a word may begin a name of several words."""
        return word.lower() not in self._free

    def stands_alone(self, word: str) -> bool:
        """Whether a single word is more likely the beginning of a name than an ordinary word or on the way to one."""
        telling = any(letter.isdigit() for letter in word) or (word.isupper() and word.lower() not in self._free)
        if telling:
            return len(word) > 1
        return len(word) >= (SHORTEST if word.isascii() else 1) and word.lower() not in self._begun


def completion(lookup: Lookup, typed: str, ordinary: Ordinary, most: int = 6) -> Completion | None:
    """The names that the last words of a text begin, the longest run of them first; None where they begin none.

    Args:
        typed: the text before the caret.
    """
    for start in _starts(typed, ordinary):
        hits = lookup.beginning(typed[start:], max(_WEIGHED, most))
        if hits:
            return Completion(start, _best(hits, typed[start:])[:most])
    return None


def _best(hits: Sequence[Hit], written: str) -> tuple[Hit, ...]:
    """Hits in the order in which they are offered, one for each name of a type.

    A symbol goes behind the words where what is typed only begins it, and in small letters: "mar" is rather Marfan than
    MARK3, but "hcm" is HCM.
    """
    by_name = {(form(hit.name), hit.label): hit for hit in reversed(hits)}
    kept = [hit for hit in hits if by_name[form(hit.name), hit.label] is hit]
    words = written == written.lower() and not any(letter.isdigit() for letter in written)
    return tuple(sorted(kept, key=lambda hit: words and hit.how == "start" and is_symbol(hit.matched)))


def _starts(typed: str, ordinary: Ordinary) -> Iterator[int]:
    """Where names may begin that reach to the end of a text, the longest first."""
    words = list(_WORD.finditer(typed))[-MOST_WORDS:]
    # A sentence that has ended, or a name that a comma parts from the next one, is no part of it.
    ended = [place for place, word in enumerate(words[:-1]) if word.group().endswith((".", "?", "!", ",", ";", ":"))]
    words = words[ended[-1] + 1 :] if ended else words
    for place, word in enumerate(words):
        written = word.group().lstrip(_OPENING)
        alone = place == len(words) - 1
        if form(written) and (ordinary.stands_alone(written) if alone else ordinary.opens(written)):
            yield word.end() - len(written)


def _phrases(relation: Relation) -> tuple[str, ...]:
    own = (relation.forward, relation.inverse, relation.negative)
    return (*own, *relation.words, *relation.forward_words, *relation.inverse_words)


def _words(*phrases: str) -> set[str]:
    return {word for phrase in phrases for word in re.split(r"[\W_]+", phrase.lower()) if word}
