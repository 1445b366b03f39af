"""What a word that names only begin or end with may mean in general: "diabetes" is diabetes mellitus or insipidus.

How general a thing is, its name alone tells: the more names hold all its words, the more kinds of it there are.
"""

from __future__ import annotations

from collections import defaultdict

from kgqa.language.common_words import generic
from kgqa.language.normalise import is_designator, name_words
from kgqa.language.thesaurus import is_known
from kgqa.linking.candidates import candidate
from kgqa.linking.index import Name, NameIndex
from kgqa.records import Candidate

FEWEST = 3
"""Other things whose names hold the words of what is general."""
MOST = 4
MOST_SEEN = 5_000
_SCORE = 0.8
"""As of the best that only resembles a text: below every match."""


def general(index: NameIndex, text: str) -> list[Candidate]:
    """The things whose own name is a word and one that says which, the most general first.

    The word is what the name is of: it stands last ("muscular dystrophy"), or before what is no noun ("diabetes
    mellitus").
    """
    folded = name_words(text)
    if len(folded) != 1 or folded[0] in generic() or not is_known(text.strip().lower(), "n"):
        return []
    held = [(name, frozenset(name_words(name.text))) for name in index.by_word.get(folded[0], ())[:MOST_SEEN]]
    pairs: defaultdict[frozenset[str], list[Name]] = defaultdict(list)
    for name, words in held:
        if len(words) == 2 and name.kind == "name" and _is_of(folded[0], name):
            pairs[words].append(name)
    breadth = {pair: len({name.thing for name, words in held if pair < words}) for pair in pairs}
    found = sorted((pair for pair in pairs if breadth[pair] >= FEWEST), key=lambda pair: -breadth[pair])
    # What else is called the same is asked back where one of them is chosen.
    return [
        candidate(index, name.thing, _SCORE, "fuzzy", name.text) for name in (pairs[pair][0] for pair in found[:MOST])
    ]


def _is_of(word: str, name: Name) -> bool:
    words = name_words(name.text)
    other = next(one for one in words if one != word)
    return other not in generic() and not is_designator(other) and (words[-1] == word or not is_known(other, "n"))
