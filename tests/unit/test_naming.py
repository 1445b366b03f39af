"""Questions for what a thing is called."""

from __future__ import annotations

import pytest

from kgqa.language.naming import names_sought


@pytest.mark.parametrize(
    ("around", "sought"),
    [
        ("what is the preferred hpo label for", "preferred"),
        ("what is the label of", "preferred"),
        ("is there a normal word for", "others"),
        ("what are other names of", "others"),
        ("what is called in plain english", "others"),
        ("name the synonyms of", "others"),
        # more than names, or none
        ("what is the normal range of", None),
        ("what is the name of the gene for", None),
        ("what is the preferred treatment of", None),
        ("what do you call", None),
        ("which synonyms and which preferred name has", None),
        ("name", "preferred"),
        ("", None),
    ],
)
def test_the_words_around_a_name_say_which_names_are_asked_for(around: str, sought: str | None) -> None:
    assert names_sought(around.split(), frozenset({"hpo"})) == sought
