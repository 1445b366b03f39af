"""Who has been somewhere the longest, as whose link or work began the earliest.

"Who's been at X the longest" asks for the earliest "since" of the links that say that somebody is at X; "who has been
working here the longest" for the earliest day on which somebody joined; "who has worked here longer, A or B" for the
earlier one. Nothing is read so where records tell an end as well: who has left is there no longer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from kgqa.language import quantities
from kgqa.language.normalise import NAME, blanked
from kgqa.questions.by_meaning.own_words import is_somebody
from kgqa.questions.conditions.measures import Measures, Owned
from kgqa.questions.intent import Hop
from kgqa.questions.tagging import Item
from kgqa.questions.text.courtesy import asides
from kgqa.questions.text.rewriting import Edit
from kgqa.questions.wording import Wording
from kgqa.records import Entity

_OF_EVERYBODY = (
    r"(?:(?:out\s+)?of\s+(?:everybody|everyone|all\s+of\s+(?:us|them|you)|us\s+all|them\s+all|all\s+(?:our|the)\s+\w+)"
    r",?\s+)?"
)
_WHO = r"(?:who|(?:which|what)\s+(?P<noun>[a-z][a-z -]*?))\s*(?:['’](?:s|ve)|\s+has|\s+have)\s+"
_BEEN = (
    r"(?P<verb>(?:been|worked|served|stayed)"
    r"(?:\s+(?:working|employed|based|stationed|serving|on\s+the\s+(?:staff|books|team)))?)"
)
_HERE = (
    r"(?:here|with\s+us|for\s+us|among\s+us|around(?:\s+here)?|in\s+the\s+(?:whole\s+)?(?:house|team|place|service)"
    r"|(?:with|in|for)\s+(?:the|our|this)\s+(?:company|firm|organi[sz]ation|service|network|team|business|house|practice))"
)
_AT_NAME = rf"(?:at|in|with|on|for)\s+(?:the\s+|our\s+)?{NAME}+"
_LONGEST = re.compile(
    rf"^\W*{_OF_EVERYBODY}{_WHO}{_BEEN}\s+(?:(?:{_AT_NAME}|{_HERE})\s+(?:the\s+)?longest"
    rf"|(?:the\s+)?longest\s+(?:{_AT_NAME}|{_HERE}))[\s?.!]*$",
    re.IGNORECASE,
)
_PAIR = rf"{NAME}+\s*(?:,|\bor\b|\band\b|\bvs\.?|\bversus\b)\s*{NAME}+"
_LONGER = re.compile(
    rf"^\W*(?:(?:{_PAIR})\s*[,:;–—?-]*\s+)?(?:{_WHO}|(?:which|who)\s+of\s+{_PAIR}\s+has\s+){_BEEN}\s+{_HERE}\s+(?:the\s+)?(?:longer|longest)"
    rf"(?:\s*[,:;–—-]*\s+(?:{_PAIR}))?[\s?.!]*$",
    re.IGNORECASE,
)
_WORKS = re.compile(r"\b(?:work|serve|employ|station|base|assign|member)", re.IGNORECASE)
"""What relations are called that say where people work."""
_TIME = frozenset({"date", "day", "year", "on", "in", "at", "since"})
_SINCE = frozenset({"since", "from"})
_AT = frozenset({"at", "in", "on", "of", "with", "for", "to"})
"""Words at the end of what relations are called that say where somebody is, or to what somebody belongs."""


class LongestThere:
    """Reads who has been somewhere the longest over one schema."""

    def __init__(self, wording: Wording, measures: Measures) -> None:
        self._wording = wording
        self._measures = measures

    def put(self, text: str, entities: Sequence[Entity], items: Sequence[Item]) -> Iterator[list[Edit]]:
        """The only way to put such a question by what tells when it began; none where it is another one.

        Args:
            items: of the text.
        """
        polite = [(one.start, one.end) for one in asides(text, entities)]
        masked = blanked(blanked(text, polite), [(one.start, one.end) for one in entities], NAME)
        longest, longer = _LONGEST.match(masked), _LONGER.match(masked)
        if longest is not None:
            labels = self._labels(longest, items)
            works = re.search(r"\b(?:work|serv|employ)", longest["verb"], re.IGNORECASE) is not None
            if entities:
                found = [] if len(entities) > 1 else self._of_links(labels, entities[0], works=works)
            else:
                found = [f"Which {self._many(one)} have the earliest {own}?" for one, own in self._joined(labels)]
            if len(found) == 1:
                yield [Edit(0, len(text), found[0])]
        elif longer is not None and len(entities) == 2:
            labels = {one.chosen.label for one in entities}
            found = [own for _, own in self._joined(labels)] if len(labels) == 1 else []
            names = " or ".join(one.mention for one in entities)
            if len(found) == 1:
                yield [Edit(0, len(text), f"Which has the earlier {found[0]}, {names}?")]

    def _many(self, label: str) -> str:
        return self._wording.things(label, 2)

    def _labels(self, match: re.Match[str], items: Sequence[Item]) -> set[str]:
        """The types that are asked for: those of a noun behind "which", or all of people."""
        if match["noun"] is None:
            nodes = self._wording.schema.nodes
            return {node.label for node in nodes if is_somebody(node.singular) == 1.0}
        typed = [one for one in items if one.start == match.start("noun") and one.end == match.end("noun")]
        return {label for one in typed for label in one.meaning.labels}

    def _joined(self, labels: set[str]) -> list[tuple[str, str]]:
        """The types whose things tell when they joined, each with what that property is called."""
        found = []
        for label in sorted(labels):
            since = self._since([one for one in self._measures.every if one.owner == label], _joining())
            found += [(label, since)] if since else []
        return found

    def _of_links(self, labels: set[str], place: Entity, *, works: bool) -> list[str]:
        """The question for the earliest of the links that say who is at a named place; none where several relations may
        say so.

        Args:
            works: it is said that somebody works there, and not only that somebody is there.
        """
        at = [
            one
            for one in self._wording.schema.relations
            if one.mirrors is None and one.negates is None and one.source in labels and one.source != one.target
            and one.target == place.chosen.label and one.forward.split()[-1] in _AT
        ]  # fmt: skip
        at = [one for one in at if not works or _WORKS.search(one.forward)]
        if len(at) != 1 or at[0].hierarchical:
            return []
        since = self._since([one for one in self._measures.every if one.owner == at[0]], _SINCE)
        verb = self._wording.phrase(Hop(at[0], True), plural=True)
        return [f"Which {self._many(at[0].source)} {verb} {place.mention} with the earliest {since}?"] if since else []

    @staticmethod
    def _since(able: Sequence[Owned], names: frozenset[str]) -> str:
        """What the only one of some properties is called that tells when something began; empty where there is none, or
        where an end is told as well."""
        ended = quantities.dimension("service", "ended")
        if any(_untimed(one.recorded.called) in ended for one in able):
            return ""
        found = {one.recorded.called.lower() for one in able if _untimed(one.recorded.called) in names}
        return found.pop() if len(found) == 1 else ""


def _untimed(called: str) -> str:
    """The name of a property without the words that say that it tells a time ("hired on": hired); these alone where it
    has no others."""
    words = called.lower().split()
    return " ".join(one for one in words if one not in _TIME) or words[0]


@cache
def _joining() -> frozenset[str]:
    return frozenset(quantities.dimension("service", "since"))
