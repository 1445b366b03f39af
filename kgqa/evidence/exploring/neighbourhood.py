"""What a graph records about one thing: its nodes, its relations with counts, and their facts page by page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Literal

from kgqa.evidence.exploring.around import Around
from kgqa.evidence.gathering import Gatherer
from kgqa.evidence.ledger import Ledger
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.linking.lookup import Hit, Lookup
from kgqa.questions.intent import Hop, Thing
from kgqa.questions.text.completion import Completion, Ordinary, completion
from kgqa.questions.wording import Wording, frequency
from kgqa.records import Node, Query, Rows, Triple
from kgqa.schema.model import Relation, Schema

if TYPE_CHECKING:
    from kgqa.graph.store import GraphStore

By = Literal["share", "name"]
PAGE = 50
WHOLE = 300
"""Facts of one relation that are fetched and sorted as a whole; of more the database sorts and gives a page."""
MOST_REFERENCES = 5000
"""References of one thing that are read to count its publications."""
TOGETHER = 12
"""Relations that one statement counts; a statement about more takes the server long to plan."""
LONGEST_ID = 1000
_PUBLICATIONS = ("pmid:", "pubmed:", "pmc:", "doi:", "https://doi.org/", "isbn:")


@dataclass(frozen=True, slots=True)
class Details:
    """One thing as it is recorded, whatever number of identifiers it has.

    Attributes:
        node: the identifier that is shown first, with name and label.
        ids: every identifier.
        synonyms, definitions: of all its nodes, each once.
        properties: further fields by node and name, as texts.
    """

    node: Node
    ids: tuple[str, ...]
    synonyms: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    properties: tuple[tuple[str, str, str], ...] = ()

    @property
    def thing(self) -> Thing:
        """The thing as statements and questions name it."""
        return Thing(self.node.name, self.node.label, self.ids)


@dataclass(frozen=True, slots=True)
class Side:
    """A relation as it is read from a thing, with what the database counted.

    Attributes:
        hop: the relation and the direction in which it leads away from the thing.
        records: facts, those against included.
        against: facts that deny the link.
        things: different things at the other end.
    """

    hop: Hop
    records: int
    against: int = 0
    things: int = 0

    @property
    def key(self) -> str:
        """Tells this side from every other of the thing."""
        relation = self.hop.relation
        return "\x1f".join((relation.type, relation.source, relation.target, "out" if self.hop.forward else "in"))


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of one side in order, numbered from ``start`` + 1 as the table's rows.

    Attributes:
        start: facts on the pages before.
        total: facts of the side, counted by the database.
        by: what they are sorted by: counted patients first, then their share; or names.
    """

    triples: tuple[Triple, ...]
    start: int
    total: int
    by: By


@dataclass(frozen=True, slots=True)
class Publications:
    """How many publications stand behind the facts of a thing; ``more`` where not all references were read."""

    number: int
    more: bool = False


class Explorer:
    """Looks around in one graph. Safe to share between threads; every statement is within the store's limits.

    Errors of the store (``QueryError``, ``TimeLimitError``, ``ServerError``) pass through: their texts are fit to be
    shown.
    """

    def __init__(self, schema: Schema, store: GraphStore, index: NameIndex, linker: Linker | None = None) -> None:
        self.schema = schema
        self.wording = Wording(schema)
        self._store = store
        self._index = index
        self._linker = linker
        self._around = Around(schema)
        self._lock = Lock()

    def find(self, text: str, most: int = 8) -> list[Hit]:
        """Things that a text which is being typed may mean, best first."""
        return self.lookup().find(text, most)

    def complete(self, typed: str, most: int = 6) -> Completion | None:
        """The names that the last words of a question that is being typed may become; None where they begin none.

        None too while the names are still being made ready (``is_ready``), so that nobody who types waits for them.
        """
        if not self.is_ready:
            self.prepare()
            return None
        return completion(self.lookup(), typed, self._ordinary, most)

    @property
    def is_ready(self) -> bool:
        """Whether ``find`` and ``complete`` need not wait for the names any more."""
        return "_lookup" in self.__dict__

    @cached_property
    def _ordinary(self) -> Ordinary:
        return Ordinary(self.schema)

    def prepare(self) -> None:
        """Begins to make ready what ``find`` needs, so that the first letter that is typed need not wait for it."""
        if not self.is_ready and not self._lock.locked():
            Thread(target=self.lookup, name="lookup", daemon=True).start()

    def lookup(self) -> Lookup:
        """The names as they are found while they are typed; made when it is first needed."""
        with self._lock:
            return self._lookup

    @cached_property
    def _lookup(self) -> Lookup:
        return self._linker.lookup() if self._linker is not None else Lookup(self._index)

    def thing(self, identifier: str) -> Details | None:
        """The thing with this identifier, in any case where the names are held; None where the graph has none."""
        identifier = identifier.strip()[:LONGEST_ID]
        if not identifier:
            return None
        known = self.known(identifier)
        if known is not None:
            return self._details(*known)
        found = [row for query in self._around.holders(identifier) for row in self._store.run(query).rows]
        if not found:
            return None
        label, key, same = min(found, key=lambda row: self.schema.node(row[0]).count)  # of nested types the narrowest
        ids = (key,) if same is None else self._ids_of(label, same) or (key,)
        return self._details(label, ids)

    def known(self, identifier: str) -> tuple[str, tuple[str, ...]] | None:
        """Label and identifiers of a thing, in any case, without asking the graph; None where its name is not held."""
        if identifier not in self._index:
            return None
        found = self._index.thing(identifier)
        return found.node.label, found.ids

    def sides(self, thing: Thing) -> list[Side]:
        """Every relation that has facts about a thing, in the order of the schema, away from it first."""
        return counted(self._around, thing, self._store.run)

    def facts(self, thing: Thing, side: Side, *, page: int = 0, size: int = PAGE) -> Facts:
        """One page of the facts of a side, pages counted from 0.

        The strongest come first: what denies the link last, counted patients before terms such as "frequent", then
        the largest share of patients, then by name. Where the graph has no share as a number, and more facts than are
        sorted here, the order is that of the names.
        """
        start = page * size
        if side.records <= WHOLE:
            triples = sorted(self._triples(thing, side.hop, 0, WHOLE), key=_order(side.hop))[start : start + size]
            by: By = "share" if _has_frequency(side.hop.relation) else "name"
        else:
            triples = self._triples(thing, side.hop, start, size)
            by = "share" if self._around.share(side.hop.relation) else "name"
        numbered = tuple(replace(triple, number=start + row) for row, triple in enumerate(triples, 1))
        return Facts(numbered, start, side.records, by)

    def publications(self, thing: Thing, sides: Sequence[Side]) -> Publications | None:
        """How many publications the facts of some sides cite; None where their records cite none by design."""
        queries = [query for side in sides if (query := self._around.references(thing, side.hop)) is not None]
        if not queries:
            return None
        cited: set[str] = set()
        more = False
        for query in queries:
            rows = self._store.run(query, max_rows=MOST_REFERENCES)
            more = more or rows.truncated
            cited.update(str(row[0]) for row in rows.rows if row[0] is not None)
        return Publications(sum(one.casefold().startswith(_PUBLICATIONS) for one in cited), more)

    def sample(self, relation: Relation, most: int = 40) -> list[tuple[Node, Node]]:
        """Some pairs of things that a relation joins, shortest names first; for examples."""
        rows = self._store.run(self._around.sample(relation), max_rows=most).rows
        pairs = [(Node(a, str(b), relation.source), Node(c, str(d), relation.target)) for a, b, c, d in rows]
        return sorted(pairs, key=lambda pair: (len(pair[0].name) + len(pair[1].name), pair[0].id, pair[1].id))

    def _triples(self, thing: Thing, hop: Hop, skip: int, most: int) -> list[Triple]:
        gatherer = Gatherer(self.schema, Ledger(self._store))
        rows = self._store.run(self._around.facts(thing, hop, skip), max_rows=most).rows
        return [gatherer.edge(hop.relation, row).triple for row in rows]

    def _ids_of(self, label: str, key: Any) -> tuple[str, ...]:
        return tuple(str(row[0]) for row in self._store.run(self._around.sharing(label, key)).rows)

    def _details(self, label: str, ids: Sequence[str]) -> Details | None:
        return described(self.schema, label, ids, self._store.run(self._around.nodes(label, ids)).rows)


def described(schema: Schema, label: str, ids: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> Details | None:
    """One thing from the rows of ``Around.nodes``; None where the graph has none of its nodes."""
    places = {id_: place for place, id_ in enumerate(ids)}
    rows = tuple(sorted(rows, key=lambda row: places.get(row[0], len(places))))
    if not rows:
        return None
    node = schema.node(label)
    own = {node.id_property, node.name_property, node.same_property}
    texts: dict[str, dict[str, None]] = {"synonyms": {}, "definition": {}}
    further: list[tuple[str, str, str]] = []
    roles = {property_.name: property_.role for property_ in node.properties}
    for id_, _, properties in rows:
        for name, value in sorted(properties.items()):
            role = roles.get(name, "text")
            if role in texts:
                texts[role].update(dict.fromkeys(_several(value)))
            elif name not in own and _several(value):
                further.append((id_, name, "; ".join(_several(value))))
    name = str(rows[0][1] or rows[0][0])
    kept = tuple(text for text in texts["synonyms"] if text.casefold() != name.casefold())
    found = Node(rows[0][0], name, label)
    return Details(found, tuple(row[0] for row in rows), kept, tuple(texts["definition"]), tuple(further))


def counted(around: Around, thing: Thing, run: Callable[[Query], Rows]) -> list[Side]:
    """Every relation that has facts about a thing, as ``Explorer.sides`` gives them; ``run`` asks the graph."""
    hops = around.hops(thing.label)
    found = []
    for first in range(0, len(hops), TOGETHER):
        some = hops[first : first + TOGETHER]
        for place, records, things, against in run(around.counts(thing, some)).rows:
            if records:
                found.append((first + place, Side(some[place], records, int(against or 0), things)))
    return [side for _, side in sorted(found, key=lambda one: one[0])]


def _order(hop: Hop) -> Any:
    """The sort key of triples of one relation, the strongest first."""

    def key(triple: Triple) -> tuple[Any, ...]:
        often = frequency(hop.relation, triple.properties)
        low = often.low if often and often.low is not None else -1.0
        counted = often is not None and often.patients is not None
        near, far = (triple.subject, triple.object) if hop.forward else (triple.object, triple.subject)
        return triple.against, not counted, -low, far.name.casefold(), far.id, near.id

    return key


def _has_frequency(relation: Relation) -> bool:
    return any(property_.role == "frequency" for property_ in relation.properties)


def _several(value: Any) -> list[str]:
    """A recorded value as texts; nothing where there is none."""
    if isinstance(value, Mapping):
        return [f"{name}: {one}" for name, one in value.items()]
    values = value if isinstance(value, list | tuple) else [value]
    return [str(one) for one in values if one not in (None, "")]
