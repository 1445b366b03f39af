"""What a list stands under, put together with one of its items: "The following diseases show X:" and "Y"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgqa.language.tokens import spoken
from kgqa.questions.reader import Reader
from kgqa.verification.phrase import Phrase, joined

_END = re.compile(
    r"(?<![\s,])[\s,]*+(?:\b(?:include|includes|including|are|is|comprise|as follows|the following|namely|e\.g|such as|"
    r"were found)[\s,]*+)*+[\s:.–—-]*$",
    re.IGNORECASE,
)
_COPULA = re.compile(
    r"\s+(?:include|includes|including|comprise|comprises|consist of|are|is|:)\s+(?:the\s+following:?\s+)?",
    re.IGNORECASE,
)
_START = re.compile(
    r"^\s*(?:(?:here|these|below|there|following)\s+(?:are|is)\s+)?(?:(?:the|these|following|some|known|several|"
    r"recorded|listed|clinical|reported|main|key|major|principal|notable|prominent|characteristic|\d+)\s+)*",
    re.IGNORECASE,
)
_THAT = re.compile(r"^\s*(?:that|which|who|in which|where)\b", re.IGNORECASE)
_PARTICIPLE = re.compile(r"\s*[a-z]+(?:ed|en)\s+(?:by|in|with|to|from|for)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"\s*(?:(?:an?|the)\s+)?", re.IGNORECASE)
_NOUN = re.compile(
    r"^\s*(?:(?:the|its|their|some|known|clinical|recorded)\s+)*(?P<noun>[a-z]+(?:\s[a-z]+)?)\s+"
    r"(?:include|includes|are|is|comprise|comprises)\s+",
    re.IGNORECASE,
)


def under(lead: Phrase, item: Phrase, reader: Reader) -> Iterator[Phrase]:
    """Statements that a lead and one of its items may make, the likeliest first."""
    end = _END.search(lead.plain)
    bare = lead.cut(0, end.start()) if end is not None else lead
    start = _START.match(bare.plain)
    body = bare.cut(start.end(), len(bare.text)) if start is not None else bare
    opened = _type_at_start(body, reader)
    if opened:
        rest = body.cut(opened, len(body.text))
        that = _THAT.match(rest.plain)
        yield joined([item, rest.cut(that.end(), len(rest.text)) if that is not None else rest])
        if _PARTICIPLE.match(rest.plain):
            yield joined([item, Phrase(" is "), rest.stripped()])
    if bare.names:
        yield joined([bare, Phrase(" "), item])
    yield joined([item, Phrase(" is a "), body])


def turned(sentence: Phrase, reader: Reader) -> Iterator[Phrase]:
    """What a sentence that names its subject last may say: "Features of A include B", "Diseases that show B are A"."""
    for match in _COPULA.finditer(sentence.plain):
        lead, item = sentence.cut(0, match.start()), sentence.cut(match.end(), len(sentence.text))
        if lead.names and item.names and _ARTICLE.fullmatch(item.plain, 0, item.names[0].start):
            yield from under(lead, item.stripped(), reader)


def of_subject(sentence: Phrase, subject: Phrase) -> Phrase | None:
    """ "Features include B", said of a subject: "B is a feature of A"; None where a sentence is not of that form."""
    match = _NOUN.match(sentence.plain)
    if match is None:
        return None
    rest = sentence.cut(match.end(), len(sentence.text)).stripped()
    return joined([rest, Phrase(f" is a {match['noun']} of "), subject])


def _type_at_start(phrase: Phrase, reader: Reader) -> int:
    """Where the word for a type at the start of a phrase ends; 0 where none stands there."""
    found = spoken(phrase.plain)
    if not found or phrase.plain[: found[0].start].strip():
        return 0
    longest = reader.lexicon.longest(found, 0)
    if longest is None or not longest[1].labels:
        return 0
    return found[longest[0] - 1].end
