"""Words that say of things no more than that there are some."""

from __future__ import annotations

from collections.abc import Sequence, Set

from kgqa.language import thesaurus
from kgqa.language.vocabulary import vocabulary


def say_only_that_there_is(words: Sequence[str], beside: Set[str], stems: tuple[str, ...] = ()) -> bool:
    """Whether words in lower case say no more than that there is something, none of them denying it.

    Args:
        beside: further words, and infinitives, that say no more here.
        stems: beginnings of such words.
    """
    known = vocabulary()
    empty = (known.function | known.light | known.empty | known.auxiliary | known.holding | beside) - known.denying
    if any(word.endswith(("n't", "n’t")) for word in words):
        return False
    return all(
        word in empty or not empty.isdisjoint(thesaurus.infinitives(word)) or word.startswith(stems) for word in words
    )
