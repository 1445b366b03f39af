"""The nodes of all messages, each thing once under all its identifiers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kgqa.language.registers import ALIASES, comparable
from kgqa.linking.index import NameIndex
from kgqa.records import Node
from kgqa.services.federation.types import Types, most_particular, type_of
from kgqa.services.trapi import biolink
from kgqa.services.trapi.model import Node as MessageNode

_SAME = {"biolink:same_as", "biolink:exact_match", "biolink:equivalent_identifiers", "biolink:xref"}
_SAME_NAMES = {"equivalent_identifiers", "equivalent identifiers"}


class _Kind(NamedTuple):
    """What the categories of a node come to.

    Attributes:
        ranks: how far down the registers that Biolink prefers for the category each stands.
    """

    type: str
    label: str
    ranks: Mapping[str, int]


class Nodes:
    """The nodes of all messages as they come, numbered, as many things are compared with each other.

    Attributes:
        curies, names, kinds: by number.
        same: other identifiers that a node goes by, by number.
    """

    def __init__(self, types: Types) -> None:
        self.types = types
        self.curies: list[str] = []
        self.names: list[str] = []
        self.kinds: list[_Kind] = []
        self.same: dict[int, tuple[str, ...]] = {}
        self.numbers: dict[str, int] = {}
        self._known: dict[tuple[str, ...], _Kind] = {}

    def add(self, nodes: Mapping[str, MessageNode]) -> None:
        """Those of one message."""
        known = self.numbers.get
        for curie, node in nodes.items():
            number = known(curie)
            if number is None:
                number = self._added(curie, node.name, node.categories)
            elif node.name and not self.names[number]:
                self.names[number], self.kinds[number] = node.name, self._kind(node.categories)
            for one in node.attributes:
                if one.type in _SAME or one.name in _SAME_NAMES:
                    values = one.value if isinstance(one.value, (list, tuple)) else (one.value,)
                    more = tuple([v for v in values if isinstance(v, str) and v != curie])
                    self.same[number] = (*self.same[number], *more) if number in self.same else more

    def number(self, curie: str) -> int:
        """By which a node is known, also one of which a message says nothing."""
        known = self.numbers.get(curie)
        return self._added(curie, "", ()) if known is None else known

    def name(self, curie: str) -> str:
        """What messages call it; the identifier where none does."""
        known = self.numbers.get(curie)
        return curie if known is None else self.names[known] or curie

    def _added(self, curie: str, name: str, categories: tuple[str, ...]) -> int:
        number = self.numbers[curie] = len(self.curies)
        self.curies.append(curie)
        self.names.append(name)
        self.kinds.append(self._known.get(categories) or self._kind(categories))
        return number

    def _kind(self, categories: tuple[str, ...]) -> _Kind:
        category = most_particular(categories)
        ranks = {prefix: place for place, prefix in enumerate(biolink.prefixes(category))}
        made = self._known[categories] = _Kind(type_of(category), self.types.label_of_node(categories), ranks)
        return made


Thing = tuple[Node, tuple[str, ...]]
"""A thing, and all identifiers that it goes by, its own first."""


class Things:
    """The things that the nodes are, in the order of their identifiers.

    A thing of the local graph is known by the graph's own identifier and name; any other by the register that Biolink
    prefers for its category. Identifiers are of one thing where a node says so of them and the types agree.

    Args:
        named: things that the question names, for graphs whose names are not all held.

    Attributes:
        of: by the number of a node the number of the thing that it is.
    """

    def __init__(self, nodes: Nodes, index: NameIndex, named: Iterable[Node]) -> None:
        self._nodes = nodes
        self._index = index
        self._named = {one.id: one for one in named}
        self._registers = {
            one.partition(":")[0] for one in (*index.identifiers(), *(id_.casefold() for id_ in self._named))
        }
        self._forms: dict[str, tuple[str, ...]] = {}
        self._local: dict[int, str] = {}
        groups = self._groups()
        made = [(self._made(members), members) for members in groups]
        made.sort(key=lambda one: one[0][0].id)
        self._things = [thing for thing, _ in made]
        self.of = [0] * len(nodes.curies)
        for place, (_, members) in enumerate(made):
            for number in members:
                self.of[number] = place

    def __getitem__(self, number: int) -> Thing:
        """The thing of this number."""
        return self._things[number]

    def _groups(self) -> Iterable[list[int]]:
        """The nodes of each thing, in the order in which the first of them came."""
        nodes, same, kinds = self._nodes, self._nodes.same, self._nodes.kinds
        above = list(range(len(nodes.curies)))
        firsts: dict[str, dict[str, int]] = {}
        registers: dict[str, dict[str, int]] = {}
        first_local: dict[str, int] = {}
        here = nodes.types.all | {biolink.NAMED_THING}
        for number, curie in enumerate(nodes.curies):
            type_ = kinds[number].type
            if type_ in here and (local := self._found_here(curie, same.get(number, ()), type_)):
                self._local[number] = local
                _join(above, first_local.setdefault(local, number), number)
            # As ``comparable`` says it, which is slower.
            prefix, _, rest = curie.partition(":")
            of_register = registers.get(prefix)
            if of_register is None:
                of_register = registers[prefix] = firsts.setdefault(comparable(f"{prefix}:1"), {})
            plain = rest if rest.isdecimal() and rest[0] != "0" else rest.casefold().lstrip("0")
            first = of_register.setdefault(plain, number)
            if first != number:
                _join(above, first, number)
        numbered = nodes.numbers.get
        for number, others in same.items():
            for other in map(numbered, others):
                if other is None or above[other] == above[number]:
                    continue
                if kinds[other] is kinds[number] or kinds[other].type == kinds[number].type:
                    _join(above, number, other)
        groups: dict[int, list[int]] = {}
        for number, up in enumerate(above):
            root = up if above[up] == up else _root(above, up)
            known = groups.get(root)
            if known is None:
                groups[root] = [number]
            else:
                known.append(number)
        return groups.values()

    def _found_here(self, curie: str, others: tuple[str, ...], type_: str) -> str:
        """The local graph's own identifier of a node; empty where it has no thing like it of its type."""
        local = self._own_form(curie) or next(filter(None, map(self._own_form, others)), "")
        return local if local and self._agree(type_, local) else ""

    def _own_form(self, curie: str) -> str:
        """The local graph's own identifier of a thing; empty where it does not know it."""
        prefix, _, local = curie.partition(":")
        forms = self._forms.get(prefix)
        if forms is None:
            group = sorted({prefix.casefold(), *ALIASES.get(prefix.casefold(), ())} & self._registers)
            forms = self._forms[prefix] = tuple(form for one in group for form in (one.upper(), one))
        for form in forms:
            one = f"{form}:{local}"
            if one in self._named:
                return one
            if one in self._index:
                return self._index.thing(one).node.id
        return ""

    def _agree(self, type_: str, local: str) -> bool:
        """Whether a node and a thing of the local graph are of one type, as far as both say."""
        label = self._named[local].label if local in self._named else self._index.thing(local).node.label
        ours = self._nodes.types.of_label(label)
        return not type_ or type_ in (biolink.NAMED_THING, ours) or not biolink.known(ours, "categories")

    def _made(self, members: list[int]) -> Thing:
        """The thing of these nodes."""
        curies, names, kinds = self._nodes.curies, self._nodes.names, self._nodes.kinds
        local = next((self._local[one] for one in members if one in self._local), "") if self._local else ""
        if local:
            ids = tuple([curies[one] for one in members])
            if local in self._named:
                return self._named[local], tuple(dict.fromkeys((local, *ids)))
            known = self._index.thing(local)
            return known.node, tuple(dict.fromkeys((*known.ids, *ids)))
        first = members[0]
        curie, name = curies[first], names[first]
        if len(members) == 1:
            return Node(curie, name or curie, kinds[first].label), (curie,)
        best = None
        for one in members:
            curie = curies[one]
            rank = kinds[one].ranks.get(curie.partition(":")[0], 1_000), not names[one], curie
            if best is None or rank < best:
                best, first = rank, one
        curie = curies[first]
        name = names[first] or next((names[one] for one in members if names[one]), curie)
        ids = (curie, *[curies[one] for one in members if one != first])
        return Node(curie, name, kinds[first].label), ids


def _root(above: list[int], number: int) -> int:
    while (up := above[number]) != number:
        above[number] = number = above[up]
    return number


def _join(above: list[int], one: int, other: int) -> None:
    one, other = _root(above, one), _root(above, other)
    if one != other:
        above[other] = one
