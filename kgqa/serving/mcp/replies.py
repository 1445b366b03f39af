"""Replies to a language model: numbered records, how many of how many, and never more tokens than agreed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kgqa.language.json_lines import OBEYED
from kgqa.llm.tokens import estimate

LONGEST_LINE = 1200
"""Characters of one record; how many more there are is told."""
_SPARE = 60
"""Tokens that are kept for saying how much is shown."""


def harmless(text: str) -> str:
    """A text on one line without what ends lines or turns their order, and no longer than a record may be."""
    line = " ".join(OBEYED.sub(" ", text).split())
    more = len(line) - LONGEST_LINE
    return line if more <= 0 else f"{line[:LONGEST_LINE]} … ({more:,} more characters)"


def bounded(
    head: Iterable[str], records: Sequence[str], *, first: int, total: int, what: str, most_tokens: int,
    at_least: bool = False,
) -> str:  # fmt: skip
    """A reply: what is said first, then as many records as fit, then how many of how many these are.

    Args:
        records: those from the place ``first`` (counted from 0) on, all or some.
        total: how many there are in all; ``at_least``: nobody knows how many more.
        what: they are, in the plural.
    """
    room = most_tokens - _SPARE
    lines = []
    for line in [harmless(line) for line in head if line.strip()]:
        room -= estimate(line) + 1
        if room < 0:
            lines.append("(What is said first is longer.)")
            break
        lines.append(line)
    shown: list[str] = []
    for record in map(harmless, records):
        room -= estimate(record) + 1
        if room < 0 and shown:
            break
        shown.append(record)
    if records:
        end = first + len(shown)
        all_of_them = f"{'more than ' if at_least else ''}{total:,} {what}"
        rest = f" The rest: offset={end}." if end < total else ""
        lines += [*shown, f"Shown: {first + 1:,} to {end:,} of {all_of_them}.{rest}"]
    return "\n".join(lines)


def parts(text: str, most_tokens: int) -> Iterator[str]:
    """A text in parts of whole lines, each of at most so many tokens; a longer line is cut into several."""
    kept: list[str] = []
    room = most_tokens
    for line in (piece for whole in text.splitlines() for piece in _pieces(whole, most_tokens)):
        size = estimate(line) + 1
        if size > room and kept:
            yield "\n".join(kept)
            kept, room = [], most_tokens
        kept.append(line)
        room -= size
    if kept:
        yield "\n".join(kept)


def _pieces(line: str, most_tokens: int) -> Iterator[str]:
    """A line, or where it alone is too long, pieces of it; no token is longer than six characters, nor shorter than a
    half of one."""
    if estimate(line) < most_tokens:
        yield line
        return
    step = max(1, most_tokens // 2)
    yield from (line[start : start + step] for start in range(0, len(line), step))
