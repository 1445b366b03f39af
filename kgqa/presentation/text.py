"""Words from questions, answers and graphs on their way into the page.

Streamlit draws labels and paragraphs as Markdown. Everything that this package did not write itself passes ``plain``
first, so that it is shown letter for letter: no markup, no link, no image, no icon.
"""

from __future__ import annotations

import re
import string
from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

Colour = Literal["green", "orange", "red", "blue", "gray", "violet"]
WORD_JOINER = "\u2060"
"""Has no width. Breaks what Streamlit's page still replaces after the escapes have been read."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
_PUNCTUATION = str.maketrans({character: f"\\{character}" for character in string.punctuation})
_REPLACED_LATER = (
    re.compile(r"(?<=:)(?=[\w+/-]+:|material)"),  # :emoji: and :material/icon:
    re.compile(r"(?<=https:)(?=//)|(?<=http:)(?=//)|(?<=www)(?=\.)|(?<=@)(?=[\w-])", re.IGNORECASE),  # addresses
    re.compile(r"(?<=\s[<\-~>])(?=[\-=>])|(?<=^[<\-~>])(?=[\-=>])"),  # -> and <= become one sign
)


def plain(text: str) -> str:
    """Markdown that shows ``text`` as it is, on one line."""
    text = _CONTROL.sub(" ", text).strip()
    for pattern in _REPLACED_LATER:
        text = pattern.sub(WORD_JOINER, text)
    return text.translate(_PUNCTUATION)


_ADDRESS = re.compile(r"https://[\w.-]+\.[a-z]{2,}(?:/[\w./~-]*)?", re.ASCII)


def linked(text: str) -> str:
    """``plain``, with web addresses as links where the text is a list of nothing else, as licences are."""
    parts = [part.strip() for part in text.split(";")]
    if not all(_ADDRESS.fullmatch(part) for part in parts):
        return plain(text)
    return "; ".join(f"[{plain(part.removeprefix('https://').rstrip('/'))}](<{part}>)" for part in parts)


def paragraphs(text: str) -> str:
    """Markdown that shows ``text`` as it is, each of its lines a paragraph."""
    return "\n\n".join(plain(line) for line in text.splitlines() if line.strip())


def badge(words: str, colour: Colour, icon: str) -> str:
    """Markdown of a badge: the state in words, with a colour and an icon beside them; without one where it is empty."""
    sign = f":material/{icon}: " if icon else ""
    return f":{colour}-badge[{sign}{plain(words)}]"


def small(markdown: str) -> str:
    """Markdown in the small grey of a caption, readable in both themes where the page's own style does not reach: in
    menus, which stand outside of it."""
    return f":small[:gray[{markdown}]]"


def number(value: int) -> str:
    """A count with thousands separated: 254,621."""
    return f"{value:,}"


def counted(value: int, singular: str) -> str:
    """A number of things in words, for words whose plural ends in s: "1 record", "1,204 records"."""
    return f"{number(value)} {singular}{'' if value == 1 else 's'}"


def shortened(text: str, length: int) -> str:
    """The text, or its beginning and an ellipsis where it has more than ``length`` characters."""
    return text if len(text) <= length else f"{text[: length - 1].rstrip()}…"


def when(moment: str, zone: str | None) -> str:
    """A moment (ISO 8601) as a reader says it: "21 November 2026, 12:14", in a time zone or else in UTC."""
    try:
        parsed = datetime.fromisoformat(moment)
    except ValueError:
        return ""
    parsed = parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
    try:
        local, end = parsed.astimezone(ZoneInfo(zone or "")), ""
    except (KeyError, ValueError, OSError, OverflowError):  # the browser may name a zone that is not known here
        local, end = parsed.astimezone(UTC), " UTC"
    return f"{local.day} {local:%B %Y, %H:%M}{end}"


def encoded(text: str) -> bytes:
    """The text in UTF-8; half a surrogate pair, which is no character, becomes a question mark."""
    return text.encode("utf-8", "replace")
