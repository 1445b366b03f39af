"""Words of a sentence that sort what it names, or open it, and say nothing else: "skin findings such as A"."""

from __future__ import annotations

import re
from collections.abc import Callable

from kgqa.questions.intent import Intent
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.reader import Reader
from kgqa.questions.tagging import Item
from kgqa.verification.counting import opens_with_number
from kgqa.verification.phrase import BESIDE, NAME, Phrase
from kgqa.verification.reading import denies
from kgqa.verification.unknown_names import TURNS

_SUCH_AS = re.compile(
    rf"(?:^|\s+|,\s*)(?:such\s+as|including|like|namely|for\s+example|e\.g\.)[\s,]+(?=(?:an?\s+|the\s+)?{NAME})",
    re.IGNORECASE,
)
_MOST_WORDS = 4
_NOUN = re.compile(
    r"^\s*(?:(?:the|its|their|these|those|recorded|known|reported|associated|listed|relevant)\s+)*"
    r"(?P<noun>[a-z-]+(?:\s[a-z-]+){0,3}?)(?:\s+(?:in\s+which|with|showing|having|that\s+(?:show|have|share))\s+"
    r"(?:both|these|the\s+two|all)(?:\s+(?:features|findings|signs|symptoms|phenotypes|conditions))?(?:\s+(?:occur|coexist|appear|are\s+(?:seen|"
    r"found|present)))?)?\s+(?:are|is|include|includes)\s*:?\s+(?:an?\s+|the\s+)?(?=\S)",
    re.IGNORECASE,
)
_COLON = re.compile(
    r"\s*:\s+|,?\s*\b(?:including|namely|among\s+(?:them|these|which\s+are)|e\.g\.|for\s+(?:example|instance)|such\s+as)"
    r"[\s,]+(?=(?:an?\s+|the\s+)?\S)|(?<=\w)\s+[—–]\s+"
    rf"|(?<=[a-z]),\s+(?={NAME})",
    re.IGNORECASE,
)


def without_classes(phrase: Phrase, lexicon: Lexicon) -> Phrase:
    """A phrase without the kinds under which it lists its names ("congenital anomalies such as A and B")."""
    spans = []
    for match in _SUCH_AS.finditer(phrase.plain):
        items = [item for item in phrase.items(lexicon) if item.start + len(item.text) <= match.start() + 1]
        member = next(name for name in phrase.names if name.start >= match.end())
        start, taken = match.start(), 0
        while items and taken < _MOST_WORDS and _sorts(phrase, items[-1], member.chosen.label):
            if phrase.plain[items[-1].start + len(items[-1].text) : start].strip():
                break
            start, taken = items.pop().start, taken + 1
        if taken:
            spans.append((start, match.end()))
    for start, end in reversed(spans):
        phrase = phrase.without([(start, end)], " " * (end - start))
    return phrase


def _sorts(phrase: Phrase, item: Item, label: str) -> bool:
    if item.entity is not None:
        return phrase.names[item.entity].chosen.label == label
    return label in item.meaning.labels or (item.unread and TURNS.search(item.text) is None)


def answers_begin(phrase: Phrase, asked: Intent | None, reader: Reader) -> int | None:
    """Where the names begin of "The genes are A and B", in answer to a question for genes; None where they do not."""
    match = _NOUN.match(phrase.plain)
    if match is None or asked is None or asked.answer is None or not phrase.plain[match.end() :].startswith(NAME):
        return None
    items = phrase.cut(match.start("noun"), match.end("noun")).items(reader.lexicon)
    if not items or asked.answer.label not in items[0].meaning.labels or denies(items):
        return None
    if any(item.unread or "other" in item.meaning.cues for item in items):
        return None
    return match.end()


def opened(phrase: Phrase, counts: Callable[[Phrase], bool]) -> tuple[Phrase, int] | None:
    """What a list within a sentence stands under, and where its names begin ("Three genes cause A: B, C and D").

    Args:
        counts: whether a lead says how many things there are.
    """
    match = _COLON.search(phrase.plain)
    if match is None or not phrase.plain[: match.start()].strip() or not BESIDE.fullmatch(phrase.plain, match.end()):
        return None
    lead = phrase.cut(0, match.start())
    if match.group().strip() != ":" and not opens_with_number(phrase) and not counts(lead):
        return None
    return (lead, match.end()) if NAME in phrase.plain[match.end() :] else None
