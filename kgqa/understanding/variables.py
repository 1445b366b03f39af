"""The unnamed thing that a list question asks for, with every condition that the question puts on it.

The names and type words are read from left to right. A type word that the schema joins to the thing asked for, and
that a later name can be joined to, opens a condition of its own ("genes of *diseases* that show …"); each name is
tied to the innermost open type that one relation joins it to, else over the shortest chain of unnamed things.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kgqa.graph.schema import Relation
from kgqa.understanding.direction import oriented
from kgqa.understanding.intent import Condition, Gap, Hop, Thing, Variable
from kgqa.understanding.paths import chains, direct, prefer
from kgqa.understanding.sentence import Sentence
from kgqa.understanding.tagging import Item


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
            return Gap("grouping", "and", closeness=7)
        return self.root.close(), self.used, self.longest

    def _type(self, item: Item) -> Gap | None:
        later = [self.sentence.thing(name) for name in self.sentence.names if name.position > item.position]
        if item.meaning.labels & {self.root.label, *self.middles} or any(
            t.label in item.meaning.labels for t in self.sentence.things
        ):
            return None
        for label in item.meaning.labels:
            if any(other.position < item.position for other in self.sentence.nots):
                return Gap("unread", self.sentence.nots[0].text, closeness=6)
            hops = prefer(direct(self.schema, self.stack[-1].label, label), self._asked_left(item))
            if len(hops) == 1 and any(direct(self.schema, label, thing.label) for thing in later):
                inner = _Open(label, hops[0])
                self.stack[-1].inner.append(inner)
                self.stack.append(inner)
                self.used.add(hops[0].relation)
                return None
        if item.meaning.relations:
            return None
        return Gap("unread", item.text, closeness=3)

    def _asked_left(self, item: Item) -> frozenset[Relation]:
        left = [phrase for phrase in self.sentence.phrases if phrase.position < item.position]
        return left[-1].meaning.relations if left else frozenset()

    def _name(self, name: Item) -> Gap | None:
        thing = self.sentence.thing(name)
        asked = self.sentence.asked_near(name)
        for open_ in reversed(self.stack):
            hops = prefer(direct(self.schema, open_.label, thing.label), asked)
            if hops and open_.label == thing.label:
                hops = oriented(self.sentence, hops, name)
            if hops:
                return self._join(open_, name, thing, hops, asked)
        for open_ in reversed(self.stack):
            paths = chains(self.schema, open_.label, thing.label)
            if paths:
                return self._chain(open_, name, thing, paths)
        return Gap("no_relation", f"{self.root.label}|{thing.label}", closeness=4)

    def _join(self, open_: _Open, name: Item, thing: Thing, hops: list[Hop], asked: frozenset[Relation]) -> Gap | None:
        if len(hops) > 1:
            return Gap("relation_choice", "|".join(hop.relation.type for hop in hops), closeness=5)
        hop = hops[0]
        self.used.add(hop.relation)
        if self._alternative(open_, name, hop, thing):
            return None
        if any(c.hop == hop and {thing} == set(c.things) for c in open_.conditions):
            return None
        denied = any(relation.negates == hop.relation.type for relation in asked)
        open_.conditions.append(Condition(hop, (thing,), negated=self.sentence.negates(name) > 0, denied=denied))
        open_.last = (name, hops)
        return None

    def _chain(self, open_: _Open, name: Item, thing: Thing, paths: list[tuple[Hop, ...]]) -> Gap | None:
        if self.sentence.negates(name):
            return Gap("unread", self.sentence.nots[0].text, closeness=6)
        asked = {relation.type for relation in self.sentence.asked_near(name)}
        wanted = [path for path in paths if asked & {hop.relation.type for hop in path}] or paths
        if len(wanted) > 1:
            return Gap("relation_choice", "|".join(hop.relation.type for path in wanted for hop in path), closeness=5)
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

    def _alternative(self, open_: _Open, name: Item, hop: Hop, thing: Thing) -> bool:
        """Adds a thing behind "or" to the condition before it; both must hang on the same relation."""
        if open_.last is None or not open_.conditions:
            return False
        before = open_.last[0]
        between = [item for item in self.sentence.items if before.position < item.position < name.position]
        if not any("or" in item.meaning.cues for item in between) or any("and" in i.meaning.cues for i in between):
            return False
        last = open_.conditions[-1]
        if last.hop != hop or last.variable is not None:
            return False
        open_.conditions[-1] = Condition(hop, (*last.things, thing), None, last.negated, last.denied)
        open_.last = (name, [hop])
        return True
