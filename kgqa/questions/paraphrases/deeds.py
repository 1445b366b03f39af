"""What who asks does with the answer: "which gene do I request for A" asks which gene it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import in_name
from kgqa.questions.tagging import Item
from kgqa.questions.text.rewriting import Edit
from kgqa.records import Entity


def done_with_it(text: str, entities: Sequence[Entity], items: Sequence[Item]) -> Iterator[Edit]:
    """Where a text says, behind the noun for what it asks for, what its author is to do with that.

    A verb of the graph's own is none of these: where tests are ordered, "which test should I order" asks for a link.

    Args:
        items: of the text.
    """
    for match in _pattern().finditer(text):
        start, end = match.span("does")
        within = [one for one in items if start <= one.start < end]
        noun = next((one for one in items if one.end == len(text[:start].rstrip())), None)
        asked = noun is not None and noun.entity is None and bool(noun.meaning.labels)
        if asked and not in_name(start, entities) and not any(one.meaning.of_graph for one in within):
            yield Edit(match.end("noun"), end, "")


@cache
def _pattern() -> re.Pattern[str]:
    verbs = "|".join(sorted(vocabulary().minding))
    return re.compile(
        r"\b(?:which|what)\s+(?P<noun>(?:[\w-]+\s+)?[\w-]+)\s+"
        r"(?P<does>(?:do|should|must|can|could|would|shall|may|have|ought)\s+(?:i|we|you|one)\s+"
        r"(?:(?:got|have|need|want|ought|had\s+better)\s+)?(?:to\s+)?(?:best\s+|first\s+|be\s+)?"
        rf"(?:{verbs})(?:ing)?(?:\s+(?:of|off|out|about|after|up|at|in\s+mind|for(?=\s*[?.!]*\s*$)))?)(?!\w)",
        re.IGNORECASE,
    )
