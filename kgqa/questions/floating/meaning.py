"""What a derived tree asks, as the record that is planned and answered, and as a question in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.language.quantities import Unit
from kgqa.questions.conditions.descriptions import Described
from kgqa.questions.conditions.measures import Measure, Owned, owned_of
from kgqa.questions.conditions.thing_values import Valued, called
from kgqa.questions.floating.parser import Asked
from kgqa.questions.floating.trees import Filter, Node, Tree
from kgqa.questions.intent import Condition, Hop, Intent, Pair, Thing, Variable
from kgqa.questions.numbers.aggregates import Sum
from kgqa.questions.numbers.measuring import Lacking, Measured
from kgqa.questions.qualifiers import Qualifier
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from kgqa.records import Kind, SetAside
from kgqa.schema.model import Schema

_KINDS: dict[str, Kind] = {"count": "count", "whether": "yesno"}


@dataclass(frozen=True, slots=True)
class Derived:
    """What a question was derived to ask.

    Attributes:
        asked: by numbers or texts of things, or by their links alone.
        question: the same in words.
        set_aside: what the text tells beside it, and what was passed over.
        whole: every word is explained; otherwise one was passed over, and that nothing is recorded of what was read
            says nothing of what was asked.
    """

    asked: Measured | Intent
    question: str
    set_aside: tuple[SetAside, ...] = ()
    whole: bool = True


class Meaning:
    """Makes records of trees over one schema."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._wording = Wording(schema)

    def derived(self, asked: Asked) -> Derived | None:
        """The record of a tree; None where there is none for it."""
        if asked.thing is not None:
            return self._of_thing(asked, asked.thing)
        if asked.form == "ranked":
            return self._ranked(asked)
        variable, unnamed = self._variable(asked.tree, 0)
        if variable is None:
            return None
        kind = _KINDS.get(asked.form, "list")
        intent = Intent(kind, variable, entities=asked.entities)
        own = asked.tree.root.filters
        ranked = None
        if asked.form == "most":
            assert asked.extreme is not None
            assert asked.extreme.measure is not None
            assert asked.extreme.owned is not None
            if asked.extreme.relation is not None and (len(variable.conditions) != 1 or unnamed or own):
                return None
            ranked = (replace(asked.extreme.measure, top=asked.top, bounds=None), asked.extreme.owned)
        summed = None
        if asked.form in ("mean", "sum"):
            assert asked.wanted is not None
            owned = next(self._owned(asked), None)
            if owned is None:
                return None
            summed = (Sum(0, (owned,), asked.form == "mean"), owned)
        measured = Measured(
            intent,
            bounded=tuple(_bounded(one) for one in own if one.sense.stands == "bound"),
            ranked=ranked,
            valued=tuple(self._valued(asked.tree.root.label, one) for one in own if _is_text(one)),
            unnamed=tuple(unnamed),
            summed=summed,
            lacking=tuple(Lacking(asked.tree.root.label, one.recorded) for one in own if one.missing),
        )
        if any(one.negated and one.sense.stands == "bound" for one in own):
            return None
        if not (own or unnamed or ranked or summed):
            return self._plain(intent)
        return Derived(measured, self._worded(asked, measured))

    def _plain(self, intent: Intent) -> Derived:
        return Derived(intent, next(reworded(self._wording, intent), ""))

    def _owned(self, asked: Asked) -> Iterator[Owned]:
        assert asked.wanted is not None
        assert asked.wanted.recorded is not None
        yield from owned_of(asked.wanted.label, asked.wanted.recorded)

    def _of_thing(self, asked: Asked, thing: Thing) -> Derived | None:
        """What is asked of one thing: a property, or whether something holds of it."""
        root = asked.tree.root
        if len(asked.tree.nodes) > 1:
            return None
        if asked.form == "property":
            return self._property(asked, thing)
        if root.filters and not root.names:
            if not all(map(_is_told, root.filters)):
                return None
            intent = Intent("yesno", Variable(thing.label), entities=asked.entities)
            measured = Measured(
                intent,
                tuple(_bounded(one) for one in root.filters if one.sense.stands == "bound"),
                valued=tuple(self._valued(thing.label, one) for one in root.filters if _is_text(one)),
                among=(thing,),
            )
            said = " and ".join(
                [one.said for one in measured.valued] + [one.said(owned) for one, owned in measured.bounded]
            )
            return Derived(measured, f"Is {thing.name} recorded {said.removeprefix('that are ')}?")
        if root.filters or len(root.names) != 1 or len(root.names[0].things) != 1:
            return None
        (name,) = root.names
        qualifiers = self._qualifiers(name.filters)
        if qualifiers is None:
            return None
        pair = Pair(thing, name.things[0], (name.hop,), negated=name.negated, qualifiers=qualifiers)
        intent = Intent("yesno", pairs=(pair,), entities=asked.entities)
        return self._plain(intent)

    def _property(self, asked: Asked, thing: Thing) -> Derived | None:
        root, sense = asked.tree.root, asked.wanted
        assert sense is not None
        assert sense.recorded is not None
        if root.filters:
            return None
        if sense.relation is None:
            if root.names:
                return None
            intent = Intent("text", thing=thing, property=sense.recorded, entities=asked.entities)
            return Derived(intent, f"What is the {sense.recorded.called} of {thing.name}?")
        if len(root.names) != 1 or len(root.names[0].things) != 1:
            return None
        (name,) = root.names
        qualifiers = self._qualifiers(name.filters)
        if name.hop.relation != sense.relation or name.negated or qualifiers is None:
            return None
        pair = Pair(thing, name.things[0], (name.hop,), qualifiers=qualifiers)
        intent = Intent("value", pairs=(pair,), property=sense.recorded, entities=asked.entities)
        return self._plain(intent)

    def _ranked(self, asked: Asked) -> Derived | None:
        root = asked.tree.root
        assert asked.wanted is not None
        variable, unnamed = self._variable(asked.tree, 0)
        if variable is None or unnamed or root.filters:
            return None
        assert asked.wanted.relation is not None
        hop = next(
            Hop(asked.wanted.relation, forward)
            for forward in (True, False)
            if Hop(asked.wanted.relation, forward).start == root.label
        )
        intent = Intent("list", variable, most=True, rank_hop=hop, least=asked.fewest, entities=asked.entities)
        return self._plain(intent)

    def _variable(self, tree: Tree, place: int) -> tuple[Variable | None, list[Described]]:
        """The things of a node with what they are joined to, and what is recorded of unnamed ones below it."""
        node, unnamed = tree.nodes[place], list[Described]()
        conditions = []
        for name in node.names:
            qualifiers = self._qualifiers(name.filters)
            if qualifiers is None:
                return None, []
            conditions.append(Condition(name.hop, name.things, negated=name.negated, qualifiers=qualifiers))
        for number, child in enumerate(tree.nodes):
            if child.parent != place:
                continue
            inner, below = self._variable(tree, number)
            qualifiers = self._qualifiers(child.links)
            if inner is None or qualifiers is None or child.hop is None:
                return None, []
            unnamed += below
            if child.filters:
                told = self._described(child)
                if told is None:
                    return None, []
                unnamed.append(told)
                inner = replace(inner, described=told.said)
            conditions.append(
                Condition(
                    child.hop,
                    variable=inner,
                    negated=child.negated,
                    qualifiers=qualifiers,
                    number=child.number,
                )
            )
        return Variable(node.label, tuple(conditions)), unnamed

    def _described(self, node: Node) -> Described | None:
        if not all(map(_is_told, node.filters)):
            return None
        return Described(
            0,
            0,
            node.label,
            tuple(self._valued(node.label, one) for one in node.filters if _is_text(one)),
            tuple(_bounded(one) for one in node.filters if one.sense.stands == "bound"),
        )

    def _valued(self, label: str, one: Filter) -> Valued:
        node = self._schema.node(label)
        values = one.sense.others if one.negated else one.sense.values
        but = one.sense.values if one.negated else frozenset[str]()
        return Valued(0, 0, "", label, one.recorded, values, f"{node.singular} {node.plural}", but)

    @staticmethod
    def _qualifiers(found: Sequence[Filter]) -> tuple[Qualifier, ...] | None:
        told = []
        for one in found:
            if not _is_told(one):
                return None
            if one.sense.stands == "bound":
                measure, owned = _bounded(one)
                by_year = owned.dated or "date" in called(owned.recorded)
                days = measure.bounds is not None and measure.bounds.days
                unit: Unit = "date" if days else "year" if by_year else "number"
                told.append(Qualifier(one.recorded, measure.said(owned), measure.bounds, unit))
            else:
                values = one.sense.others if one.negated else one.sense.values
                said = f"with the {called(one.recorded)} {' or '.join(sorted(values))}"
                told.append(Qualifier(one.recorded, said, values=tuple(sorted(values))))
        return tuple(told)

    def _worded(self, asked: Asked, measured: Measured) -> str:
        """A question for things by numbers and texts of theirs."""
        variable = measured.intent.answer
        assert variable is not None
        things = self._wording.things(variable.label, 2)
        said = [*(one.said for one in measured.valued), *(one.said(owned) for one, owned in measured.bounded)]
        said += [f"with no {called(one.property)}" for one in measured.lacking]
        noun = " and ".join([f"{things} {said[0]}", *said[1:]]) if said else things
        conditions = self._wording.conditions(variable) if variable.conditions else ""
        if asked.form in ("mean", "sum"):
            assert measured.summed is not None
            of = f"{noun} that {conditions}" if conditions else noun
            return f"What is the {'mean' if asked.form == 'mean' else 'total'} {measured.summed[1].called} of {of}?"
        if measured.ranked is not None:
            measure, owned = measured.ranked
            top = f"{measure.top} " if measure.top else ""
            of = f"{noun} that {conditions}" if conditions else noun
            return f"Which {top}{of} have the {measure.most(owned)}?"
        if asked.form == "whether":
            return f"Are there {noun}{f' that {conditions}' if conditions else ''}?"
        start = "How many" if asked.form == "count" else "Which"
        return f"{start} {noun} {conditions or 'are there'}?"


def _is_told(one: Filter) -> bool:
    """Whether a record of one link, or of one thing, can be held against a condition."""
    return not (one.missing or (one.negated and one.sense.stands == "bound"))


def _is_text(one: Filter) -> bool:
    return one.sense.stands == "value" and not one.missing


def _bounded(one: Filter) -> tuple[Measure, Owned]:
    assert one.sense.measure is not None
    assert one.sense.owned is not None
    return one.sense.measure, one.sense.owned
