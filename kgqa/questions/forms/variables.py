"""The unnamed thing that a list question asks for, with every condition that the question puts on it.

The names and type words are read from left to right. A type word that the schema joins to the thing asked for, and
that a later name can be joined to, opens a condition of its own ("genes of *diseases* that show …"); each name is
tied to the innermost open type that one relation joins it to, else over the shortest chain of unnamed things.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kgqa.questions.intent import Condition, Gap, Hop, Intent, Option, Thing, Variable, choice
from kgqa.questions.paths import chains, direct, is_associative, prefer
from kgqa.questions.relation_phrases import asked_for, oriented, phrase_for
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item
from kgqa.records import Kind
from kgqa.schema.model import Relation


@dataclass
class _Open:
    """A variable whose conditions are still being read."""

    label: str
    hop: Hop | None = None
    conditions: list[Condition] = field(default_factory=list)
    inner: list[_Open] = field(default_factory=list)
    last: tuple[Item, list[Hop]] | None = None

    def close(self) -> Variable:
        nested = [Condition(one.hop, variable=one.close()) for one in self.inner if one.hop is not None]
        return Variable(self.label, (*nested, *self.conditions))


def variable(sentence: Sentence, label: str, asked_type: Item | None) -> tuple[Variable, set[Relation], int] | Gap:
    """The variable with this label that the sentence describes, the relations it uses, and its longest chain."""
    reading = _Reading(sentence, _Open(label), asked_type)
    return reading.read()


class _Reading:
    def __init__(self, sentence: Sentence, root: _Open, asked_type: Item | None) -> None:
        self.sentence = sentence
        self.schema = sentence.schema
        self.root = root
        self.asked_type = asked_type
        self.stack = [root]
        self.used: set[Relation] = set()
        self.longest = 1
        self.middles: set[str] = set()

    def read(self) -> tuple[Variable, set[Relation], int] | Gap:
        for item in self.sentence.items:
            if item.entity is not None:
                gap = self._name(item)
            elif item in self.sentence.types and item is not self.asked_type:
                gap = self._type(item)
            else:
                continue
            if gap is not None:
                return gap
        if self.longest > 1 and len(self.root.conditions) + len(self.root.inner) > 1:
            joint = next((one.text for one in self.sentence.items if {"and", "but"} & one.meaning.cues), "and")
            return Gap("grouping", joint, closeness=7, instead=self._of_one())
        return self.root.close(), self.used, self.longest

    def _of_one(self) -> tuple[Option, ...]:
        """What is asked if things that are joined to what is asked for by way of something unnamed are all said of one
        such thing ("genes of A and B" of diseases that show both); none where they are joined in different ways."""
        conditions = self.root.conditions
        ways = {(one.hop, one.variable.label) for one in conditions if one.variable is not None and not one.negated}
        if self.root.inner or len(ways) != 1 or any(one.variable is None or one.negated for one in conditions):
            return ()
        ((hop, label),) = ways
        inner = tuple(more for one in conditions if one.variable is not None for more in one.variable.conditions)
        answer = Variable(self.root.label, (Condition(hop, variable=Variable(label, inner)),))
        kind: Kind = "count" if self.sentence.has("count") else "list"
        return (Option("", Intent(kind, answer)),)

    def _type(self, item: Item) -> Gap | None:
        if self._goes_on(item):
            return None
        known = item.meaning.labels & {self.root.label, *self.middles, *(t.label for t in self.sentence.things)}
        ways: list[tuple[str, Hop]] = []
        for label in sorted(item.meaning.labels):
            if self._opens(item, label, named=bool(known)):
                ways += [(label, hop) for hop in self._hops(self.stack[-1].label, label, item)]
        if ways and any(other.position < item.position for other in self.sentence.nots):
            return Gap("unread", self.sentence.nots[0].text, closeness=6)
        if len(ways) > 1:
            return choice([(hop,) for _, hop in ways], item.text)
        for label, hop in ways:
            inner = _Open(label, hop)
            self.stack[-1].inner.append(inner)
            self.stack.append(inner)
            self.used.add(hop.relation)
            return None
        if known and self._is_done_to(item):
            return Gap("unread", item.text, closeness=6)
        if known or item.meaning.relations:
            return None
        return Gap("unread", item.text, closeness=3)

    def _goes_on(self, item: Item) -> bool:
        """Whether a noun right behind the one asked for says the same thing once more ("protein targets")."""
        asked = self.asked_type
        return asked is not None and item.position == asked.last + 1 and self.root.label in item.meaning.labels

    def _is_done_to(self, item: Item) -> bool:
        """Whether a clause behind a noun says what a named thing does to it ("genes that X regulates")."""
        later = [other for other in self.sentence.items if other.position > item.position]
        if not later or later[0].entity is None or not {"that", "which", "whom"} & set(later[0].behind):
            return False
        return any(other.meaning.relations for other in later[1:])

    def _opens(self, item: Item, label: str, *, named: bool) -> bool:
        """Whether a later name or type can be joined to an unnamed thing of this label.

        Where things of this type are asked for or named as well, its noun says more only where a phrase for such a
        link stands behind it ("genes that regulate X").
        """
        later = [other for other in self.sentence.items if other.position > item.position]
        names = [self.sentence.thing(other).label for other in later if other.entity is not None]
        if not named:
            labels = [*names, *(end for other in later if other in self.sentence.types for end in other.meaning.labels)]
            return any(direct(self.schema, label, end) for end in labels)
        if not names:
            return False
        first = next(other for other in later if other.entity is not None)
        hops = direct(self.schema, label, names[0])
        phrase = phrase_for(self.sentence, first, hops)
        return phrase is not None and phrase.position >= item.position and bool(phrase.meaning.relations)

    def _hops(self, start: str, label: str, item: Item) -> list[Hop]:
        """The hops from a label to a noun's that the sentence means."""
        hops = direct(self.schema, start, label)
        wanted = prefer(hops, asked_for(self.sentence, item, hops))
        return oriented(self.sentence, wanted, item) if start == label else wanted

    def _name(self, name: Item) -> Gap | None:
        thing = self.sentence.thing(name)
        for said in (True, False):
            for open_ in reversed(self.stack):
                hops = direct(self.schema, open_.label, thing.label)
                asked = asked_for(self.sentence, name, hops)
                if hops and (asked or not said):
                    return self._join(open_, name, thing, self._hops(open_.label, thing.label, name), asked)
        for open_ in reversed(self.stack):
            paths = chains(self.schema, open_.label, thing.label)
            if paths:
                return self._chain(open_, name, thing, paths)
        return Gap("no_relation", f"{self.root.label}|{thing.label}", closeness=4)

    def _join(self, open_: _Open, name: Item, thing: Thing, hops: list[Hop], asked: frozenset[Relation]) -> Gap | None:
        if len(hops) > 1:
            return choice([(hop,) for hop in hops])
        hop = hops[0]
        if open_.label == thing.label and not self._is_said(hop):
            return Gap("unread", "", closeness=4)
        self.used.add(hop.relation)
        if self._alternative(open_, name, hop, thing):
            return None
        if any(c.hop == hop and {thing} == set(c.things) for c in open_.conditions):
            return None
        denied = any(relation.negates == hop.relation.type for relation in asked)
        open_.conditions.append(Condition(hop, (thing,), negated=self.sentence.negates(name) > 0, denied=denied))
        open_.last = (name, hops)
        return None

    def _is_said(self, hop: Hop) -> bool:
        """Whether any word asks for a relation between things of one type; that two of them are named is not enough."""
        items = [item for item in self.sentence.items if item.generic or "share" in item.meaning.cues]
        return bool(items) or any(hop.relation in phrase.meaning.relations for phrase in self.sentence.phrases)

    def _chain(self, open_: _Open, name: Item, thing: Thing, paths: list[tuple[Hop, ...]]) -> Gap | None:
        if self.sentence.negates(name):
            return Gap("unread", self.sentence.nots[0].text, closeness=6)
        said = asked_for(self.sentence, name, [hop for path in paths for hop in path])
        asked = {relation.type for relation in said}
        wanted = [path for path in paths if asked & {hop.relation.type for hop in path}] or paths
        phrase = phrase_for(self.sentence, name, [hop for path in paths for hop in path])
        if phrase is not None and not phrase.generic and not any(map(is_associative, phrase.meaning.relations)):
            # What treats a disease with a headache does not treat the headache.
            return Gap("no_relation", f"{phrase.text}|{open_.label}|{thing.label}", closeness=5)
        if len(wanted) > 1:
            return choice(wanted)
        path = wanted[0]
        condition = Condition(path[-1], (thing,))
        for place in range(len(path) - 1, 0, -1):
            inner = Variable(path[place - 1].end, (condition,))
            condition = Condition(path[place - 1], variable=inner)
        open_.conditions.append(condition)
        self.used.update(hop.relation for hop in path)
        self.middles.update(hop.end for hop in path[:-1])
        self.longest = max(self.longest, len(path))
        return None

    def _joins_row(self, name: Item) -> list[Item]:
        """What stands before the last name of the row that a name is in ("A, B or C")."""
        between: list[Item] = []
        for item in self.sentence.items:
            if item.position > name.position and item.entity is not None:
                if between:
                    return between
            elif item.position > name.position:
                between.append(item)
                if not {"and", "or"} & item.meaning.cues:
                    return []
        return []

    def _alternative(self, open_: _Open, name: Item, hop: Hop, thing: Thing) -> bool:
        """Adds a thing behind "or" to the condition before it; both must hang on the same relation."""
        if open_.last is None or not open_.conditions:
            return False
        before = open_.last[0]
        between = [item for item in self.sentence.items if before.position < item.position < name.position]
        said = between or self._joins_row(name)
        if not any("or" in item.meaning.cues for item in said) or any("and" in i.meaning.cues for i in said):
            return False
        last = open_.conditions[-1]
        if last.hop != hop or last.variable is not None:
            return False
        open_.conditions[-1] = Condition(hop, (*last.things, thing), None, last.negated, last.denied)
        open_.last = (name, [hop])
        return True
