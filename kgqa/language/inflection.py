"""English endings: plurals, denials, participles, as far as names in graphs need them."""

from __future__ import annotations

import threading
from functools import cache, lru_cache
from typing import Any

import snowballstemmer

_IRREGULAR = {"bind": "bound", "find": "found", "show": "shown", "give": "given", "take": "taken", "lead": "led"}
_NOT_VERBS = frozenset({"disease", "process", "analysis", "diagnosis", "species", "series", "class", "was", "does"})
_INVARIABLE = frozenset(["species", "series"])


def plural(singular: str) -> str:
    """The English plural of a noun; of words with a slash between them each gets its own, of "mode of …" the mode."""
    head, slash, last = singular.rpartition("/")
    if slash:
        return f"{plural(head)}/{plural(last)}"
    head, of, rest = singular.partition(" of ")
    if of:
        return f"{plural(head)}{of}{rest}"
    last_word = last.rpartition(" ")[2]
    if last_word in _INVARIABLE or not last[-1:].isascii():  # other scripts have no plural that we could form
        return last
    if last.endswith("is") and len(last_word) > 4:
        return last[:-2] + "es"
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return last[:-1] + "ies"
    return last + ("es" if last.endswith(("s", "x", "z", "ch", "sh")) else "s")


def singular_of(words: str) -> str:
    """The label's words with the last one in the singular, where they are written in the plural ("Genes")."""
    head, _, last = words.rpartition(" ")
    if len(last) < 4 or last.endswith(("ss", "us", "is", "ics")) or last in _INVARIABLE or last != last.lower():
        return words
    one = last
    if last.endswith("ies"):
        one = f"{last[:-3]}y"
    elif last.endswith(("sses", "xes", "ches", "shes")):
        one = last[:-2]
    elif last.endswith("s"):
        one = last[:-1]
    return f"{head} {one}".strip()


def negated(phrase: str) -> str:
    """The denial of a verb phrase in the third person."""
    first, _, rest = phrase.partition(" ")
    if first == "is":
        return f"is not {rest}"
    if first == "was":
        return f"was not {rest}"
    if first == "may":
        return f"is not said to {rest}"
    return f"does not {base(first)} {rest}".rstrip()


def is_verb(word: str) -> bool:
    """Whether a word looks like a verb in the third person."""
    return word.endswith("s") and not word.endswith(("ss", "us", "is")) and word not in _NOT_VERBS and len(word) > 3


def base(verb: str) -> str:
    """The infinitive of a verb in the third person."""
    if verb == "has":
        return "have"
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("sses", "xes", "ches", "shes")):
        return verb[:-2]
    return verb.removesuffix("s")


def participle(infinitive: str) -> str:
    """The past participle of a verb."""
    if infinitive in _IRREGULAR:
        return _IRREGULAR[infinitive]
    if infinitive.endswith("e"):
        return infinitive + "d"
    if infinitive.endswith("y") and infinitive[-2:-1] not in "aeiou":
        return infinitive[:-1] + "ied"
    return infinitive + "ed"


def article(noun: str) -> str:
    """A noun with "a" or "an"."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


@lru_cache(maxsize=50_000)
def stemmed(word: str) -> str:
    """The Snowball (Porter 2) stem of one lower-case word."""
    # The stemmer keeps the word that it works on in itself: two threads in it give wrong stems, or never end.
    with _STEMMING:
        stem: str = _stemmer().stemWord(word)
    return stem


_STEMMING = threading.Lock()


@cache
def _stemmer() -> Any:
    return snowballstemmer.stemmer("english")
