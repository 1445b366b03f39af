"""The options of a multiple-choice question, as the question writes them."""

from __future__ import annotations

import re
from dataclasses import dataclass

_OPTION = re.compile(r"(?:(?<=\s)|(?<=^)|(?<=[:;,.?]))(?:\(([A-Ha-h1-8])\)|([A-Ha-h1-8])[).:])\s+")


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its letter or digit, and its words."""

    letter: str
    text: str


def options(question: str) -> tuple[Option, ...]:
    """The options of a question, none where it gives no list that begins with A or 1 and goes on without a gap."""
    run = _run(question)
    ends = [found.start() for _, found in run[1:]] + [len(question)]
    texts = [question[found.end() : end].strip(" \t\n;,.?") for (_, found), end in zip(run, ends, strict=bool(run))]
    if not all(texts):
        return ()
    return tuple(Option(letter.upper(), text) for (letter, _), text in zip(run, texts, strict=True))


def before_options(question: str) -> str:
    """What a multiple-choice question asks, without its options; any other question as it is."""
    return question[: _run(question)[0][1].start()].rstrip() if options(question) else question


def without_marks(question: str) -> str:
    """A question with a semicolon in place of the letter of each option, which is no part of any name.

    Every other character keeps its place.
    """
    if not options(question):
        return question
    for _, found in _run(question):
        question = question[: found.start()] + ";".ljust(len(found.group())) + question[found.end() :]
    return question


def _run(question: str) -> list[tuple[str, re.Match[str]]]:
    """The marks of the options, in order; none where there are fewer than two."""
    run: list[tuple[str, re.Match[str]]] = []
    for found in _OPTION.finditer(question):
        letter = found[1] or found[2]
        if run and letter == chr(ord(run[-1][0]) + 1):
            run.append((letter, found))
        elif letter in "Aa1" and len(run) < 2:
            run = [(letter, found)]
    return run if len(run) > 1 else []
