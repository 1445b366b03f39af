"""Things with more of a number than a named one: "drugs with a longer half-life than X", "huts with more beds than Y".

How much the named thing has is asked first; the question is then one for a bound on that property, and is read again as
such ("which drugs with a half life of more than 540 hours").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.language import thesaurus
from kgqa.language.normalise import NAME, blanked
from kgqa.language.quantities import Bounds
from kgqa.language.vocabulary import RELATIVE, vocabulary
from kgqa.questions.conditions.measures import Measure, Measures, Owned, of_dimension
from kgqa.questions.intent import Thing
from kgqa.questions.numbers.value_comparison import comparing_forms
from kgqa.records import Entity

_BEFORE = re.compile(rf"(?:\b{RELATIVE}\s+)?(?:\b(?P<verb>[a-z]+)\s+)?(?:\ban?\s+)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Surpassing:
    """A comparison with a named thing.

    Attributes:
        start, end: where it stands in the question.
        less: less is asked for than the thing has.
    """

    start: int
    end: int
    thing: Thing
    owned: Owned
    less: bool

    def told(self, question: str, value: float) -> str:
        """The question with a bound in the place of the comparison, where the thing has this value."""
        bounds = Bounds(None, value, below=True) if self.less else Bounds(value, None, above=True)
        said = Measure(0, 0, (self.owned,), bounds).said(self.owned)
        return f"{question[: self.start].rstrip()} {said}{question[self.end :]}"


def surpassing(question: str, entities: Sequence[Entity], measures: Measures) -> Surpassing | None:
    """The only comparison of a cleaned question with a named thing; None where there is none, or it is not certain by
    what the things are compared."""
    if len(re.findall(r"\bthan\b", question, re.IGNORECASE)) != 1 or any(one.tied for one in entities):
        return None
    masked = blanked(question, [(one.start, one.end) for one in entities], NAME)
    than = re.search(r"\s+than\s+(?:that\s+of\s+)?(?:the\s+)?(?=" + NAME + ")", masked, re.IGNORECASE)
    other = next((one for one in entities if than is not None and one.start == than.end()), None)
    if than is None or other is None:
        return None
    label = other.chosen.label
    able = [one for one in measures.every if one.owner == label]
    found: dict[tuple[int, str], tuple[Owned, bool]] = {}
    for form, less, dimension in comparing_forms():
        match = re.search(rf"(?<![\w-]){form}(?:\s+(?P<noun>[\w-]+(?:\s+[\w-]+)*))?$", masked[: than.start()], re.I)
        if match is None:
            continue
        if match["noun"]:
            said = match["noun"].lower().replace("-", " ")
            named = [(one, less) for one in able if said in {one.noun, f"{one.noun}s", one.recorded.called}]
            named.sort(key=lambda one: one[0].noun != said)
        else:
            sized = of_dimension(able, dimension) if dimension else None
            named = [] if sized is None else [(sized[0], less != sized[1])]
        for one, lower in named:
            found.setdefault((match.start(), one.recorded.name), (one, lower))
    if len({name for _, name in found}) != 1:
        return None
    (start, _), (owned, lower) = min(found.items(), key=lambda one: one[0][0])
    start = _with_verb(masked, start, measures.types[label])
    asked = masked[:start].lower().split()
    if not asked or not vocabulary().denying.isdisjoint(asked) or any(word.endswith("n't") for word in asked):
        return None
    return Surpassing(start, other.end, Thing.of(other.chosen), owned, lower)


def _with_verb(question: str, start: int, nouns: Sequence[str]) -> int:
    """Where a comparison begins with the verb before it, which says nothing beside what is compared ("charge more
    entry fee")."""
    before = _BEFORE.search(question[:start])
    if before is None or before.start() == start:
        return start
    verb = (before["verb"] or "").lower()
    said = verb in vocabulary().auxiliary | {"with"} or (verb not in nouns and thesaurus.is_known(verb, "v"))
    if verb and not said:
        return before.end("verb") + 1
    return before.start()
