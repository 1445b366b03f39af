"""Words from outside reach the page letter for letter."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.presentation.text import WORD_JOINER, badge, counted, linked, paragraphs, plain, shortened


def unescaped(markdown: str) -> str:
    """What a reader sees of escaped text: backslash escapes read as CommonMark reads them."""
    out, position = [], 0
    while position < len(markdown):
        if markdown[position] == "\\" and markdown[position + 1 : position + 2] in set(string.punctuation) - {""}:
            position += 1
        out.append(markdown[position])
        position += 1
    return "".join(out).replace(WORD_JOINER, "")


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs", "Cf", "Zl", "Zp"])))
def test_nothing_is_lost_and_no_mark_stays_bare(text: str) -> None:
    escaped = plain(text)
    assert unescaped(escaped) == text.strip()
    bare = escaped
    for mark in string.punctuation:
        bare = bare.replace(f"\\{mark}", "")
    assert not set(bare) & set(string.punctuation)


@pytest.mark.parametrize(
    "text",
    [":smile:", ":material/home:", ":streamlit:", "a -> b", "<- b", "a >= b", "a -- b", "-> b", "a <-> b", "a ~= b"],
)
def test_what_the_page_replaces_after_the_escapes_is_broken_up(text: str) -> None:
    assert WORD_JOINER in plain(text)


@pytest.mark.parametrize("text", ["https://evil.example", "HTTP://evil.example", "www.evil.example", "a@evil.example"])
def test_an_address_does_not_become_a_link(text: str) -> None:
    assert WORD_JOINER in plain(text)


def test_a_licence_that_is_an_address_is_a_link_and_nothing_else_is() -> None:
    shown = linked("https://hpo.jax.org/app/license; https://creativecommons.org/licenses/by/4.0/")
    assert shown.count("](<https://") == 2
    assert WORD_JOINER not in shown
    for text in ("see https://evil.example", "https://a.example/?q=<b>", "http://a.example", "[a](https://a.example)"):
        assert linked(text) == plain(text)


@pytest.mark.parametrize("text", ["OMIM:154700", "HP:0001166 and HP:0001083", "5-HT", "β-thalassaemia, type 2"])
def test_ordinary_names_stay_free_of_invisible_characters(text: str) -> None:
    assert WORD_JOINER not in plain(text)


def test_line_breaks_and_control_characters_become_spaces() -> None:
    assert plain("a\n\nb\x00c\u202ed\x1b[31m") == "a b c d \\[31m"


def test_paragraphs_keep_lines_apart() -> None:
    assert paragraphs("One.\n\n  # Two\n") == "One\\.\n\n\\# Two"


def test_badge_escapes_its_words() -> None:
    assert badge("a]b", "green", "check") == ":green-badge[:material/check: a\\]b]"


def test_counts_and_ellipses() -> None:
    assert counted(1, "record") == "1 record"
    assert counted(1204, "record") == "1,204 records"
    assert shortened("abcdef", 6) == "abcdef"
    assert shortened("abcdefg", 6) == "abcde…"
