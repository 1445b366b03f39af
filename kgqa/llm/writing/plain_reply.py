"""A language model's reply as plain text: no thoughts, no Markdown, no addresses, no numbers of nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from kgqa.language.text import visible
from kgqa.llm.messages import without_thoughts

_ADDRESS = r"\((?:[^()\n]|\([^()\n]*\))*\)"
_IMAGE = re.compile(rf"!\[([^\]\n]*)\]{_ADDRESS}")
_LINK = re.compile(rf"\[([^\]\n]+)\]{_ADDRESS}")
_BEGINNING = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[*+-][ \t]+(?=\S))", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~).*$", re.MULTILINE)
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_NUMBER = r"[0-9]{1,9}(?:\s?[-–]\s?[0-9]{1,9})?"
_MARK = re.compile(rf"[ \t]?\[\s*({_NUMBER}(?:\s?[,;]\s?{_NUMBER})*)\s*\]")
_MOST_OF_RANGE = 50
_SHORT = 2_000
"""Characters of a text that is read anew for each piece that comes."""


def spoken(text: str, numbers: Collection[int]) -> str:
    """What a model says, as plain text.

    Args:
        numbers: those of the evidence; every other number in square brackets stands for nothing and is taken out.
    """
    text = without_thoughts(text)
    text = "\n".join(map(visible, text.replace("\r\n", "\n").replace("\r", "\n").split("\n")))
    text = _LINK.sub(lambda found: _linked(found[1]), _IMAGE.sub(r"\1", text))
    text = _STRONG.sub(r"\2", _BEGINNING.sub("", _FENCE.sub("", text)))
    known = set(numbers)
    text = _MARK.sub(lambda found: _marked(found, known), text)
    return "\n".join(line for line in (" ".join(line.split()) for line in text.split("\n")) if line)


def paced(hear: Callable[[str], None]) -> Callable[[str], None]:
    """A listener to a text that grows: it hears each piece of a short one, and of a long one each fiftieth more.

    Reading twenty thousand characters anew for every word of them would take longer than the model takes to write.
    """
    due = 0

    def heard(text: str) -> None:
        nonlocal due
        if len(text) >= due or len(text) < _SHORT:  # the second where an attempt has begun anew
            due = 0 if len(text) < _SHORT else len(text) + len(text) // 50
            hear(text)

    return heard


def _linked(words: str) -> str:
    """The words of a link; a number stays the mark that it looks like."""
    return f"[{words}]" if words.strip().isdigit() else words


def _marked(mark: re.Match[str], known: set[int]) -> str:
    """A mark with the numbers that there are; nothing where there are none of them."""
    found: list[int] = []
    for part in re.split(r"[,;]", mark[1]):
        first, *last = (int(number) for number in re.findall(r"[0-9]+", part))
        end = last[0] if last else first
        if first <= end <= first + _MOST_OF_RANGE:
            found += [number for number in range(first, end + 1) if number in known]
    kept = ", ".join(str(number) for number in dict.fromkeys(found))
    return f" [{kept}]" if kept else ""
