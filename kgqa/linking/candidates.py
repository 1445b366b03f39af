"""What a run of words of a text may mean: the names that it matches and how well each does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.language.common_words import generic
from kgqa.language.normalise import is_cjk, is_designator, name_words, plain_text, run_together, word_set
from kgqa.linking.index import Kind, Name, NameIndex, words_key
from kgqa.linking.symbols import is_symbol, same_symbol
from kgqa.records import Candidate, LinkMethod

# A thing's own name comes before a synonym of another, whatever was folded to match it; synonyms of another scope
# (broader, narrower, related) come last. Order and joins of words are looser matches than plural and spelling.
EXACT_NAME = 1.0
FOLDED_NAME = 0.97
EXACT_SYNONYM = 0.95
FOLDED_SYNONYM = 0.93
REORDERED_NAME = 0.91
REORDERED_SYNONYM = 0.90
RELATED_SYNONYM = 0.85
REORDERED_RELATED = 0.83
SHORT = 0.80
BEST_FUZZY = 0.82  # times the similarity: a misspelling never outranks a match without one
_SCORES = {
    "exact": {
        "name": EXACT_NAME,
        "synonym": EXACT_SYNONYM,
        "related": RELATED_SYNONYM,
        "short": SHORT,
        "listed": EXACT_SYNONYM,
        "everyday": RELATED_SYNONYM,
    },
    "folded": {
        "name": FOLDED_NAME,
        "synonym": FOLDED_SYNONYM,
        "related": RELATED_SYNONYM,
        "short": SHORT,
        "listed": FOLDED_SYNONYM,
        "everyday": RELATED_SYNONYM,
    },
    "reordered": {
        "name": REORDERED_NAME,
        "synonym": REORDERED_SYNONYM,
        "related": REORDERED_RELATED,
        "short": 0.0,
        "listed": REORDERED_SYNONYM,
        "everyday": 0.0,
    },
}
_EXACT_METHODS: dict[Kind, LinkMethod] = {
    "name": "exact",
    "synonym": "synonym",
    "related": "synonym",
    "listed": "synonym",
    "everyday": "synonym",
    "short": "normalised",
}
_FIXED_ORDER = word_set("and or nor without versus vs")


@dataclass(frozen=True, slots=True)
class Reading:
    """A run of words (``first`` to ``last``, both included) read as things of the graph, best first."""

    first: int
    last: int
    candidates: tuple[Candidate, ...]

    @property
    def score(self) -> float:
        """Score of the best candidate."""
        return self.candidates[0].score


def match(
    index: NameIndex, written: str, folded: Sequence[str], edits: int = 0, labels: frozenset[str] | None = None
) -> list[Candidate]:
    """Candidates that a run of words means by name, best first, one a thing.

    Args:
        written: the words as they stand in the text.
        folded: the words as they are compared, misspellings put right.
        edits: letters changed in doing so.
        labels: labels that are wanted; None for all.
    """
    found: dict[int, Candidate] = {}
    letters = sum(map(str.isalnum, written))
    bracketed = "(" in written or ")" in written
    joined = run_together(folded)
    # What a slash parts is run together only where the name has one too: "AD/AR" are two modes, and no gene ADAR.
    without_gaps = [name for name in index.joined(joined) if "/" not in written or "/" in name.text]
    for name in (*index.named(words_key(folded)), *without_gaps):
        if labels is not None and index.node(name.thing).label not in labels:
            continue
        score, method = _grade(name, written, folded, joined)
        # Words of which some stand in brackets are a name as it is written, with its brackets or without any.
        turned = bracketed and (written.count("(") < written.count(")") or list(name_words(name.text)) != list(folded))
        if not score or turned or (edits and is_symbol(name.text)):
            continue
        if edits:
            score, method = BEST_FUZZY * score * (1 - edits / letters), "fuzzy"
        if name.thing not in found or score > found[name.thing].score:
            found[name.thing] = candidate(index, name.thing, score, method, name.text)
    return sorted(found.values(), key=lambda one: -one.score)


def candidate(index: NameIndex, thing: int, score: float, method: LinkMethod, matched: str) -> Candidate:
    """The thing at a position of the index as a candidate."""
    node = index.node(thing)
    return Candidate(node.id, node.name, node.label, round(score, 4), method, matched, index.ids(thing))


def _grade(name: Name, written: str, folded: Sequence[str], joined: str) -> tuple[float, LinkMethod]:
    if plain_text(name.text) == plain_text(written):
        return _SCORES["exact"][name.kind], _EXACT_METHODS[name.kind]
    if is_symbol(name.text):
        same = same_symbol(written, name.text)
        return (_SCORES["folded"][name.kind], "normalised") if same else (0.0, "normalised")
    own = name_words(name.text)
    if list(own) == list(folded):
        return _SCORES["folded"][name.kind], "normalised"
    if run_together(own) == joined and _numbers(own) == _numbers(folded):
        return _SCORES["reordered"][name.kind], "normalised"
    if _reordered(own, folded):
        return _SCORES["reordered"][name.kind], "normalised"
    return 0.0, "normalised"


def _numbers(folded: Sequence[str]) -> list[str]:
    return re.findall(r"\d+", " ".join(folded))


def _reordered(own: Sequence[str], folded: Sequence[str]) -> bool:
    """Whether the same words stand in another order and still mean the same.

    Numbers and type letters keep their order, and around "and" or "without" order matters.
    """
    if sorted(own) != sorted(folded) or _FIXED_ORDER.intersection(own):
        return False
    sorts = own[0] in generic() and not is_designator(own[0])
    if any(map(is_cjk, own)) or (sorts and own[0] == folded[-1]):  # "is X inherited …" is about X, not "inherited X"
        return False
    return [word for word in own if is_designator(word)] == [word for word in folded if is_designator(word)]
