"""The options of a multiple-choice question, as the question writes them: lettered, or listed behind a colon."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgqa.language.normalise import blanked

_MARK = re.compile(r"(?:(?<=\s)|(?<=^)|(?<=[:;,.?]))(?:\(([A-Ha-h1-8])\)|([A-Ha-h1-8])[).:])\s+")
_LIST = re.compile(
    r"(?:^|(?<=[\s.?;,(]))(?:the\s+)?(?:given\s+|following\s+)?"
    r"(?:list|options|choices|candidates|alternatives)(?:\s+(?:is|are))?\s*:\s*",
    re.IGNORECASE,
)
_OUT_OF = re.compile(
    r"\s*(?:out\s+of|from|of|among|amongst)\s+(?:the|these|this)\s+(?:given\s+|following\s+)?"
    r"(?:list|options|choices|candidates|alternatives)\s*(?:,|(?=wh))\s*",
    re.IGNORECASE,
)
"""Words before a question that only say that there are options."""
_JUDGE = re.compile(
    r"^\s*(?:(?:is\s+(?:it|this|the\s+following(?:\s+statement)?)\s+)?(?:true\s*(?:or|/)\s*false|right\s+or\s+wrong|"
    r"yes\s*(?:or|/)\s*no)\s*[?:.,;–—-]+)\s*",
    re.IGNORECASE,
)
"""Words before a statement that only say that it is to be judged."""
_LAST = re.compile(r"^(?:and|or)\s+", re.IGNORECASE)
_OF_A_ROW = re.compile(
    r"^\W*which\s+(?:ones?\s+)?of\s+(?:(?:these|those|the\s+following)\b|them\b)(?P<asked>[^:?]*):\s", re.IGNORECASE
)
"""Words that ask for some of the names behind the colon, as "which of these can have seizures: A, B, C?" does."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its letter or digit, and its words."""

    letter: str
    text: str


def options(question: str) -> tuple[Option, ...]:
    """The options of a question, none where it gives none.

    Either letters or digits that begin with A or 1 and go on without a gap, or words behind "options:" or "the list
    is:", which get letters in their order, each once.
    """
    run = _run(question)
    if not run:
        return _listed(question)
    ends = [found.start() for _, found in run[1:]] + [len(question)]
    texts = [question[found.end() : end].strip(" \t\n;,.?") for (_, found), end in zip(run, ends, strict=True)]
    if not all(texts):
        return ()
    return tuple(Option(letter.upper(), text) for (letter, _), text in zip(run, texts, strict=True))


def asked_of_row(question: str) -> str:
    """What is asked of names in a row behind a colon, of which some are to be told; empty where none are."""
    found = _OF_A_ROW.match(question)
    return found["asked"].strip() if found else ""


def before_options(question: str) -> str:
    """What a question asks, without its options.

    Words before it that only say that there are options, or that it is to be judged ("True or false:"), become blanks,
    so that every character keeps its place.
    """
    asked = _before_options(question)
    judge = _JUDGE.match(asked)
    return blanked(asked, [judge.span()]) if judge and asked[judge.end() :] else asked


def _before_options(question: str) -> str:
    if not options(question):
        return question
    run, heading = _run(question), _LIST.search(question)
    cut = run[0][1].start() if run else len(question)
    if heading is not None and not (run and question[heading.end() : cut].strip()):
        cut = min(cut, heading.start())
    asked = question[:cut].rstrip()
    out_of = _OUT_OF.match(asked)
    return blanked(asked, [out_of.span()]) if out_of else asked


def is_to_be_judged(question: str) -> bool:
    """Whether a question says of a statement that it is true or false ("True or false: …")."""
    return _JUDGE.match(question) is not None and before_options(question).strip() != question.strip()


def matter(question: str) -> str:
    """What a question is about: without its options, and without words that only tell how it is to be answered.

    The question as it is where nothing else is left.
    """
    return before_options(question).strip() or question


def without_marks(question: str) -> str:
    """A question with a semicolon in place of the letter of each option, which is no part of any name.

    Every other character keeps its place.
    """
    if not options(question):
        return question
    for _, found in _run(question):
        question = question[: found.start()] + ";".ljust(len(found.group())) + question[found.end() :]
    return question


def _listed(question: str) -> tuple[Option, ...]:
    """Options behind a word that announces them; those that stand apart by semicolons may have commas."""
    heading = _LIST.search(question)
    if heading is None:
        return ()
    rest = question[heading.end() :].strip(" \t\n.?)")
    parts = rest.split(";" if ";" in rest else ",")
    parts[-1:] = re.split(r"\s+or\s+", _LAST.sub("", parts[-1].strip()))
    texts = dict.fromkeys(part.strip() for part in parts if part.strip())
    if len(texts) < 2 or len(texts) > len(LETTERS):
        return ()
    return tuple(Option(letter, text) for letter, text in zip(LETTERS, texts, strict=False))


def _run(question: str) -> list[tuple[str, re.Match[str]]]:
    """The marks of the options, in order; none where there are fewer than two."""
    run: list[tuple[str, re.Match[str]]] = []
    for found in _MARK.finditer(question):
        letter = found[1] or found[2]
        if run and letter == chr(ord(run[-1][0]) + 1):
            run.append((letter, found))
        elif letter in "Aa1" and len(run) < 2:
            run = [(letter, found)]
    return run if len(run) > 1 else []
