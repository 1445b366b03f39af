"""A question for what nearly all of those have who have something, answered as for at least four in five of them, which
is what registers of findings call very frequent. The reading says so."""

from __future__ import annotations

import re

from kgqa.language.text import clean
from kgqa.records import Reading
from kgqa.schema.model import Relation
from kgqa.strategies.fallbacks.unread import Unread, aside_in, in_its_place
from kgqa.strategies.question import Outcome

_NEARLY = r"(?:almost|nearly|virtually|practically|pretty\s+much)"
_NEARLY_ALL = re.compile(
    rf"\b(?:(?:in\s+)?{_NEARLY}\s+(?:all(?:\s+(?:of\s+)?the)?|every(?:\s+single)?)\s+"
    rf"(?:patients?|people|persons?|individuals?|cases?|those|children|kids|babies|everyone)"
    rf"|{_NEARLY}\s+(?:every(?:body|one)|(?P<always>always))|the\s+(?:vast|great)\s+majority\s+of\s+(?:the\s+)?(?:patients|people|cases))\b",
    re.IGNORECASE,
)
_AT_LEAST = "at least 80 % of patients"
_THINGS = re.compile(r"^\W*(?:what|which\s+things?)\s+do(?:es)?\b", re.IGNORECASE)


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where a text does not ask so, or is not understood with a share either.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, asked = unread.graph, unread.asked
    found = _NEARLY_ALL.search(asked)
    if found is None:
        return None
    within = "in " if found["always"] or found[0].lower().startswith("in ") else ""
    put = f"{asked[: found.start()]}{within}{_AT_LEAST}{asked[found.end() :]}"
    labels = {one.chosen.label for one in unread.findings.entities}
    told = [one for one in graph.schema.relations if one.source in labels and _tells_share(one)]
    ends = [one.target for one in sorted(told, key=lambda one: -one.count)]
    texts = [put, *(_THINGS.sub(f"Which {graph.schema.node(label).plural} do", put) for label in ends)]
    for text in dict.fromkeys(map(clean, texts)):
        outcome = unread.answered(unread.question.put_as(text, graph.interpreter.kind(text)))
        read = outcome.findings.reading
        if outcome.answer.status == "answered" and not outcome.findings.further:
            plain = text if read is None or read.sure else read.question
            reading = Reading(plain, sure=False, set_aside=tuple(aside_in(asked, read)))
            return in_its_place(outcome, unread.findings.entities, reading)
    return None


def _tells_share(relation: Relation) -> bool:
    return any(one.role == "frequency" for one in relation.properties)
