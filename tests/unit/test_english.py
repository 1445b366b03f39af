"""Stems of words, whoever asks for them at the same time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import Stemmer

from kgqa.language.inflection import stemmed

ENDINGS = ("ational", "fulness", "ousness", "ization", "ically", "ingly", "edly", "iveness", "ement", "ations")


def test_many_threads_at_once_get_the_stems_of_one() -> None:
    words = [f"{chr(97 + a)}{chr(97 + b)}r{ending}" for a in range(26) for b in range(26) for ending in ENDINGS]
    one = Stemmer.Stemmer("english")
    expected = [one.stemWord(word) for word in words]
    stemmed.cache_clear()
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(stemmed, words, chunksize=20)) == expected
