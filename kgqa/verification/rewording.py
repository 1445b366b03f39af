"""A statement in the words of questions, for where the words of an answer are none that its reader knows.

Each replacement keeps what is said of the link; what it takes away says who was looked at, how it was told, or how
sure the writer is. The replacements are data (``language/rewording.toml``).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from kgqa import language
from kgqa.language.notation import any_of, pattern
from kgqa.verification.phrase import NAME, Phrase, joined
from kgqa.verification.tidying import SYSTEM

ORGAN = (
    r"(?:skeleton|eyes?|heart|kidneys?|skin|liver|brain|lungs?|bones?|joints|muscles|nerves|blood|teeth|ears?|face|hands?|"
    r"feet|limbs|skull|spine|head|nervous\s+system|immune\s+system|gastrointestinal\s+tract|laboratory|imaging)"
)
"""Parts of a body and looks at it, of which what is found is said ("The skeleton shows A")."""


@cache
def _data() -> Mapping[str, Any]:
    read: dict[str, Any] = tomllib.loads(files(language).joinpath("rewording.toml").read_text(encoding="utf-8"))
    return read


@cache
def _part(name: str) -> str:
    given = {"name": NAME, "system": SYSTEM, "organ": ORGAN}
    return given[name] if name in given else any_of(_data()["parts"][name], _part)


@cache
def _rewordings() -> tuple[tuple[re.Pattern[str], str], ...]:
    """What is put for what, in this order."""
    return tuple((re.compile(pattern(found, _part), re.IGNORECASE), put) for found, put in _data()["reworded"])


@cache
def _front() -> re.Pattern[str]:
    who, name = _part("who"), NAME
    return re.compile(
        rf"^\s*(?:in|among|for|with)\s+(?:{who}\s+with\s+)?(?:the\s+)?(?P<name>{name}+)\s*,\s*", re.IGNORECASE
    )


def reworded(phrase: Phrase) -> Phrase:
    """The statement in plainer words; the same phrase where it has none of those that can be said plainer."""
    for found_by, put in _rewordings():
        found = [match for match in found_by.finditer(phrase.plain) if match.end() > match.start()]
        if found and "{put}" in put:
            kept = phrase.cut(*found[0].span("put"))
            rest = phrase.cut(found[0].end(), len(phrase.text))
            phrase = joined([kept, Phrase(put.replace("{put}", "")), rest])
        elif found:
            phrase = phrase.without([match.span() for match in found], put)
    return phrase.stripped()


def fronted(phrase: Phrase) -> Iterator[Phrase]:
    """A statement with the name that it opens with put last: "In A, B is seen" says that "B is seen in A"."""
    match = _front().match(phrase.plain)
    if match is None or not phrase.plain[match.end() :].strip(" ."):
        return
    name, rest = phrase.cut(*match.span("name")), phrase.cut(match.end(), len(phrase.text)).stripped()
    yield joined([rest, Phrase(" in "), name])
    yield joined([rest, Phrase(" by "), name])
