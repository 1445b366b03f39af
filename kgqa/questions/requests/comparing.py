"""What the parts of a request compare: what several things have the same, which of them has more of something, in which
something is found more often, or which of them it is.

Each is put as the one plain question for it, in the words of the schema.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kgqa.language.inflection import article
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Hop
from kgqa.questions.requests.grammar import only_hop, says
from kgqa.questions.requests.parts import COMPARING, Said
from kgqa.questions.wording import Wording, listed
from kgqa.records import BY_NAME_OR_ID, Entity

_MORE = frozenset({"silence", "absence", "other", "but", "open", "count", "kind", "share", "number"})
"""Parts by which more is asked than a comparison."""
_BEARING = frozenset({"with", "who", "that", "have", "having", "has"})
"""Words behind somebody who has one of the things that are compared."""


def compared(wording: Wording, parts: Sequence[Said], entities: Sequence[Entity]) -> str | None:
    """The plain question for what is compared; None where nothing is, or more is asked."""
    comparing = [one for one in parts if one.role in COMPARING]
    names = [entities[one.name] for one in parts if one.name is not None]
    if len(comparing) != 1 or len(names) != len(entities) or any(one.role in _MORE for one in parts):
        return None
    if any(one.role == "person" and other.text not in _BEARING for one, other in pairwise([*parts, parts[0]])):
        return None  # "in adults"
    found = _Compared(wording, parts, names, parts.index(comparing[0]))
    role = comparing[0].role
    ways = {"same": found.same, "more": found.more, "oftener": found.oftener, "only": found.only, "among": found.among}
    return ways[role]()


class _Compared:
    """The parts of a comparison, with the names that it is one of."""

    def __init__(self, wording: Wording, parts: Sequence[Said], names: Sequence[Entity], at: int) -> None:
        self._wording = wording
        self._parts = parts
        self._names = names
        self._at = at
        self._label = _shared(names)
        self._row = [one for one in names if self._label in _labels(one)]
        self._others = [one for one in names if self._label not in _labels(one)]

    def same(self) -> str | None:
        """Whether two things have the same of something."""
        ends = self._ends()
        if len(self._row) != len(self._names) or len(self._row) != 2 or len(ends) != 1:
            return None
        return f"Do {listed(self._said(self._row))} share {article(self._wording.things(ends[0], 1))}?"

    def more(self) -> str | None:
        """Which of two things has more of something."""
        ends = self._ends()
        next_ = self._parts[self._at + 1 :][:1]
        if len(self._row) != len(self._names) or len(self._row) != 2 or len(ends) != 1 or next_[0].role != "type":
            return None
        one, other = self._said(self._row)
        things = self._wording.things(ends[0], 2)
        than = self._parts[0].text in vocabulary().auxiliary and any(part.text == "than" for part in self._parts)
        return f"Does {one} have more {things} than {other}?" if than else f"Which has more {things}, {one} or {other}?"

    def oftener(self) -> str | None:
        """In which of two things something is found more often."""
        hop = self._hop()
        if hop is None or len(self._row) != 2 or not hop.forward:
            return None
        if not any(one.role == "frequency" for one in hop.relation.properties):
            return None
        one, other = self._said(self._row)
        return f"Is {self._said(self._others)[0]} more frequent in {one} or in {other}?"

    def only(self) -> str | None:
        """Whether a thing is the only one of its type that has something."""
        noun = next(iter(self._parts[self._at + 1 :]), None)
        if noun is None or noun.role != "type" or len(self._names) != 2 or self._row:
            return None
        its = [one for one in self._names if one.chosen.label in noun.labels]
        rest = [one for one in self._names if one not in its]
        hop = only_hop(self._wording.schema, its[0].chosen.label, rest[0].chosen.label) if len(its) == 1 else None
        if hop is None or not says(self._parts, [hop]):
            return None
        thing, had = self._said([*its, *rest])
        return f"Is {thing} the only {self._wording.things(hop.start, 1)} that {self._wording.phrase(hop)} {had}?"

    def among(self) -> str | None:
        """Which of several things it is that have something."""
        hop = self._hop()
        if hop is None:
            return None
        had = self._said(self._others)[0]
        return f"Which of {listed(self._said(self._row))} {self._wording.phrase(hop, plural=True)} {had}?"

    def _hop(self) -> Hop | None:
        """How the only other thing is joined to those of one type."""
        if len(self._others) != 1 or len(self._row) < 2 or any(one.role == "type" for one in self._parts):
            return None
        hop = only_hop(self._wording.schema, self._label, self._others[0].chosen.label)
        return hop if hop is not None and says(self._parts, [hop]) else None

    def _ends(self) -> list[str]:
        """The types that things are compared by: that of a noun, else what their link leads to."""
        nouns = [label for one in self._parts if one.role == "type" for label in one.labels]
        return list(dict.fromkeys(nouns or self._led_to()))

    def _led_to(self) -> Iterator[str]:
        for one in self._parts:
            for relation in one.relations or () if one.role == "link" else ():
                ends = {relation.source, relation.target} - {self._label}
                if not relation.hierarchical and not relation.negates and len(ends) == 1:
                    yield from ends if self._label in (relation.source, relation.target) else ()

    def _said(self, names: Sequence[Entity]) -> list[str]:
        return [one.chosen.name if self._is_sure(one) else one.mention for one in names]

    def _is_sure(self, name: Entity) -> bool:
        """Whether a name stands for what is meant first, and for nothing else that is as near."""
        return not name.tied and (name not in self._row or name.chosen.label == self._label)


def _shared(names: Sequence[Entity]) -> str:
    """The type of several of some names, be it that one of these has another meaning too; empty where there is none."""
    chosen = Counter(one.chosen.label for one in names)
    every = Counter(label for one in names for label in _labels(one))
    return next((label for found in (chosen, every) for label, count in found.most_common(1) if count > 1), "")


def _labels(name: Entity) -> set[str]:
    return {one.label for one in (name.chosen, *(rival for rival in name.rivals if rival.method in BY_NAME_OR_ID))}
