"""SPOKE by its REST service: the neighbourhood of a thing, asked when it is needed and not loaded.

The service (https://spoke.rbvi.ucsf.edu/swagger/) lists its types at ``/api/v1/types`` and gives what stands around a
thing at ``/api/v1/neighborhood/TYPE/ATTRIBUTE/VALUE``: a list of nodes and edges, as far as its filters let them
through. The paper on KG-RAG (Section 2.3) takes treatments from clinical phase 3, curated proteins of SwissProt, and no
association that was only found by text mining; these filters are the default.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from kgqa.errors import SettingError, StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.records import Node, Triple
from kgqa.schema import derive
from kgqa.schema.model import Property, Schema
from kgqa.services.federation import fetching
from kgqa.services.federation.cache import Cache
from kgqa.services.federation.fetching import Line
from kgqa.services.federation.querying import stoppable
from kgqa.services.federation.service import Service, ServiceError, Terms, is_here, of_settings
from kgqa.settings import Settings

_NAME = "SPOKE"
LEARNS = "the names or identifiers of the things in the question, and their types"
"""What it is sent, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Spoke:
    """The service, on which terms it is asked, and what of a neighbourhood it gives.

    Attributes:
        filters: names of its filters with their values, as its addresses have them.
        data_dir: where what it gives is kept.
    """

    service: Service
    terms: Terms
    filters: tuple[tuple[str, str], ...]
    data_dir: Path

    @classmethod
    def of_settings(
        cls, settings: Settings, address: str = "", *, offline: bool = False, again: bool = False
    ) -> Spoke | None:
        """The service of the settings in force, or another one on the same terms; None where none is named.

        Raises:
            SettingError: the address or a filter is none.
        """
        if not (address or settings.spoke):
            return None
        terms = of_settings(settings, [], offline=offline, again=again).terms
        service = Service(_NAME, Service.read(address or settings.spoke).url)
        return cls(service, terms, read_filters(settings.spoke_filters), settings.data_dir)


def read_filters(text: str) -> tuple[tuple[str, str], ...]:
    """Filters as they are written, ``NAME=VALUE`` or ``NAME=VALUE,VALUE`` with spaces between them.

    Raises:
        SettingError: one has no name or no value.

    >>> read_filters("cutoff_CtD_phase=3 cutoff_Protein_source=SwissProt,TrEMBL")
    (('cutoff_CtD_phase', '3'), ('cutoff_Protein_source', 'SwissProt'), ('cutoff_Protein_source', 'TrEMBL'))
    """
    found = []
    for one in text.split():
        name, equals, values = one.partition("=")
        if not (name.isidentifier() and equals and values):
            raise SettingError(
                f"The filter {one[:80]!r} of SPOKE cannot be used. Write NAME=VALUE or NAME=VALUE,VALUE."
            )
        found += [(name, value) for value in values.split(",") if value]
    return tuple(found)


_MOST_ITEMS = 50_000
"""Nodes and edges of one reply that are read."""
_NO_THINGS = frozenset({"DatabaseTimestamp", "Version"})
_TYPES = "api/v1/types"
_TYPES_FRESH_S = 24 * 3600
_SOURCES = ("sources", "source", "datasource")
_NAMES = ("name", "pref_name", "description", "identifier")
_LONGEST = 400


@dataclass(slots=True)
class Given:
    """What the service gave.

    Attributes:
        facts: by the identifier of each thing that was asked about.
        notes: what the reader is to know, a sentence each.
    """

    facts: dict[str, tuple[Triple, ...]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def schema(self) -> Schema:
        """The types and relations of the facts, worded from their names."""
        facts = [one for some in self.facts.values() for one in some]
        labels = Counter(label for one in facts for label in (one.subject.label, one.object.label))
        joined = Counter((one.predicate, one.subject.label, one.object.label) for one in facts)
        nodes = tuple(derive.node_type(label, count, ()) for label, count in labels.items())
        fields = {name: _property(name, value) for one in facts for name, value in one.properties.items()}
        return Schema(
            nodes, tuple(derive.relation(*key, count, tuple(fields.values())) for key, count in joined.items())
        )


def neighbourhoods(spoke: Spoke, things: Sequence[Node], others: Mapping[str, Iterable[str]], stop: StopSignal | None,
                   types: Mapping[str, str]) -> Given:  # fmt: skip
    """What the service records around some things; what goes wrong is a note and costs nothing else.

    Args:
        others: further identifiers of each thing, by its own.
        types: by label what things of it are called, by which the service's own type is found.

    Raises:
        StoppedError: the reader stopped it.
    """
    given = Given()
    if spoke.terms.local_only and not is_here(spoke.service):
        given.notes.append(f"{_NAME} is not on this machine, and nothing may leave it: local only is on.")
        return given
    if stop is not None and stop.is_set():
        raise StoppedError("You stopped it.")
    try:
        asyncio.run(stoppable(_asked(spoke, things, others, types, given), stop))
    except TimeoutError:
        given.notes.append(f"{_NAME} did not answer within {spoke.terms.limit_s:g} s.")
    except ServiceError as error:
        given.notes.append(str(error).replace("TRAPI message", "list of nodes and edges").replace("TRAPI", "SPOKE"))
    except asyncio.CancelledError:
        raise StoppedError("You stopped it.") from None
    return given


async def _asked(
    spoke: Spoke, things: Sequence[Node], others: Mapping[str, Iterable[str]], types: Mapping[str, str], given: Given
) -> None:
    terms = spoke.terms
    async with asyncio.timeout(terms.limit_s), fetching.client(terms.limit_s) as client:
        line = Line(client, spoke.service, private=terms.private, most_bytes=terms.most_bytes, limit_s=terms.limit_s)
        known = await _fetched(spoke, line, _TYPES, _TYPES_FRESH_S)
        nodes, edges = (_names(known, key) for key in ("nodes", "edges"))
        called = {name.casefold(): name for name in nodes}
        more = [("node_filters", one) for one in nodes if one not in _NO_THINGS]
        more += [("edge_filters", one) for one in edges]
        query = urlencode([*more, *spoke.filters, ("depth", "1")])
        for thing in things:
            noun = types.get(thing.label, thing.label)
            type_ = called.get(thing.label.casefold()) or called.get(noun.casefold())
            if type_ is None:
                given.notes.append(f"{_NAME} has no {noun}.")
                continue
            ids = (thing.id, *others.get(thing.id, ()))
            identifier = next((one for one in ids if one.startswith("DOID:")), None)
            how = f"identifier/{quote(identifier, safe='')}" if identifier else f"name/{quote(thing.name, safe='')}"
            reply = await _fetched(spoke, line, f"api/v1/neighborhood/{type_}/{how}?{query}", terms.keep_s)
            facts, cut = read_reply(reply, thing, type_, ids)
            given.facts[thing.id] = facts
            number = f"{len(facts):,} {'fact' if len(facts) == 1 else 'facts'}"
            bound = f", of which the first {_MOST_ITEMS:,} nodes and edges were read" if cut else ""
            given.notes.append(f"{_NAME} gave {number} about “{thing.name}”{bound}.")


async def _fetched(spoke: Spoke, line: Line, path: str, fresh_s: float) -> Any:
    """A reply as JSON: from the disk where it may be, else from the service, and kept."""
    cache, terms = Cache(spoke.data_dir), spoke.terms
    key = cache.key(spoke.service, "", {"get": path})
    kept = cache.find(key)
    if kept is not None and (terms.offline or (kept.age_s < fresh_s and not terms.again)):
        return fetching.read_json(kept.path.read_bytes(), spoke.service)
    if terms.offline:
        raise ServiceError(f"Nothing is kept of what {_NAME} says to this question, and offline it is not asked.")
    body = await line.get(path)
    with body.file:
        found = fetching.read_json(body.file.read(fetching.IN_MEMORY + 1), spoke.service)
        cache.keep(key, body.file)
    return found


def _names(known: Any, key: str) -> list[str]:
    """The types of nodes or edges that the service says to have."""
    some = known.get(key) if isinstance(known, dict) else None
    if not isinstance(some, (dict, list)):
        raise ServiceError(f"{_NAME} does not say what types it has. Look at its address.")
    return [one for one in some if isinstance(one, str)][:1000]


def read_reply(reply: Any, thing: Node, type_: str, ids: Iterable[str]) -> tuple[tuple[Triple, ...], bool]:
    """The edges of a neighbourhood whose ends are there, and whether it has more than is read.

    Args:
        thing: that was asked about; it stands in the facts as the graph has it.
        type_: what the service calls its type.
        ids: its identifiers.

    Raises:
        ServiceError: it is no neighbourhood.
    """
    if not isinstance(reply, list):
        raise ServiceError(f"{_NAME} sent no list of nodes and edges.")
    items = [one["data"] for one in reply[:_MOST_ITEMS] if isinstance(one, dict) and isinstance(one.get("data"), dict)]
    same = {one.casefold() for one in (thing.name, *ids)}
    nodes: dict[Any, Node] = {}
    for data in items:
        if "source" not in data and isinstance(data.get("id"), (int, str)) and isinstance(data.get("neo4j_type"), str):
            told = _properties(data)
            names = [str(told[name])[:_LONGEST] for name in _NAMES if told.get(name)]
            identifier = str(told.get("identifier") or data["id"])[:_LONGEST]
            is_asked = data["neo4j_type"] == type_ and not same.isdisjoint(
                one.casefold() for one in (identifier, *names[:1])
            )
            node = Node(identifier, names[0] if names else identifier, data["neo4j_type"][:_LONGEST])
            nodes[data["id"]] = thing if is_asked else node
    facts: dict[tuple[str, str, str], Triple] = {}
    for data in items:
        ends = [nodes.get(data.get(end)) for end in ("source", "target") if isinstance(data.get(end), (int, str))]
        edge = data.get("neo4j_type")
        if len(ends) == 2 and ends[0] is not None and ends[1] is not None and isinstance(edge, str):
            told = _properties(data)
            sources = [str(one) for name in _SOURCES for one in _each(told.get(name))]
            phrase = derive.relation(edge, ends[0].label, ends[1].label, 1, ()).forward
            facts.setdefault(
                (ends[0].id, edge, ends[1].id),
                Triple(0, ends[0], edge, ends[1], phrase, sources=tuple(dict.fromkeys((_NAME, *sources))),
                       properties=told),
            )  # fmt: skip
    return tuple(facts.values()), len(reply) > _MOST_ITEMS


def _properties(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a node or an edge, those alone that are texts, numbers, truths or lists of them."""
    found = data.get("properties")
    plain = (str, int, float, bool)
    return {
        str(name): value
        for name, value in (found.items() if isinstance(found, dict) else ())
        if isinstance(value, plain) or (isinstance(value, list) and all(isinstance(one, plain) for one in value))
    }


def _property(name: str, value: Any) -> Property:
    kinds = {bool: "BOOLEAN", int: "INTEGER", float: "FLOAT", list: "LIST"}
    return derive.property_(name, kinds.get(type(value), "STRING"))  # type: ignore[arg-type]  # one of its kinds


def _each(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value in (None, "") else [value]
