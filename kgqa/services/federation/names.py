"""Names and identifiers as services of the Translator know them: a Node Normalizer, and a Name Resolver.

Both are asked on the same terms as the services that record facts. What goes wrong with one is told as its reply and
costs what it would have known, nothing else; it is not asked again for the same question.
"""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from kgqa.errors import StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.language.normalise import name_words
from kgqa.records import ServiceReply
from kgqa.services.federation import fetching
from kgqa.services.federation.cache import Cache
from kgqa.services.federation.fetching import Line
from kgqa.services.federation.querying import stoppable
from kgqa.services.federation.service import KINDS, Federation, Kind, Service, ServiceError, is_here
from kgqa.services.trapi import biolink
from kgqa.services.trapi.model import Attribute, Message, Node

A_REQUEST = 500
"""Identifiers that a Node Normalizer is asked for at once."""
MOST = 10_000
"""Identifiers that it is asked for because of one question."""
MOST_FOUND = 20
"""Things that a Name Resolver gives for a name."""
_OF_ONE_REGISTER = 3
_OTHERS = 100
"""Identifiers of one thing that are kept although nobody used them."""

_Body = Mapping[str, Any] | None
_SAME_AS = "biolink:same_as"


@dataclass(frozen=True, slots=True)
class Identified:
    """A thing as a service knows it.

    Attributes:
        ids: all its identifiers, the preferred one first.
        categories: its types as Biolink has them, with prefix.
        names: other names of it.
    """

    id: str
    name: str
    ids: tuple[str, ...]
    categories: tuple[str, ...]
    names: tuple[str, ...] = ()

    def is_called(self, name: str) -> bool:
        """Whether its own name is this one, whatever its spelling."""
        return name_words(self.name) == name_words(name)

    def is_also_called(self, name: str) -> bool:
        """Whether another name of it is this one."""
        return name_words(name) in map(name_words, self.names)


class NameServices:
    """The services of names, for one question. Not for several threads at once.

    Args:
        stop: ends the work when it is set.
    """

    def __init__(self, federation: Federation, stop: StopSignal | None = None) -> None:
        self._services = {one.kind: one for one in federation.names}
        self._terms = federation.terms
        self._cache = Cache(federation.data_dir)
        self._stop = stop
        self._replies: dict[Kind, ServiceReply] = {}
        self._left_s = dict.fromkeys(self._services, federation.terms.limit_s)
        self._known: dict[str, Identified | None] = {}
        self._said: list[str] = []

    @property
    def replies(self) -> tuple[ServiceReply, ...]:
        """What came of asking each."""
        return tuple(
            self._replies.get(one.kind)
            or ServiceReply(one.name, one.url, "not_asked", f"{one.name} was not asked: there was nothing to ask it.")
            for one in self._services.values()
        )

    def same(self, curies: Iterable[str]) -> dict[str, Identified]:
        """The things whose identifiers these are, by them; without those that the Node Normalizer does not know.

        Raises:
            StoppedError: the reader stopped it.
        """
        asked = tuple(dict.fromkeys(curies))
        unknown = sorted(one for one in asked if one not in self._known)
        new = unknown[: max(MOST - len(self._known), 0)]
        if new:
            parts = [new[start : start + A_REQUEST] for start in range(0, len(new), A_REQUEST)]
            requests = [("get_normalized_nodes", _of_curies(part)) for part in parts]
            given = self._asked("normalizer", requests, lambda data: _read_nodes(data, new))
            if given is not None:
                self._known |= dict.fromkeys(new) | {curie: one for some in given for curie, one in some.items()}
                known, total = sum(one is not None for one in self._known.values()), len(self._known)
                left = len(unknown) - len(new)
                more = f", and was not asked for {left:,} more" if left else ""
                self._tell("normalizer", f"knows {known:,} of {total:,} identifiers{more}", results=known)
        return {one: its for one in asked if (its := self._known.get(one)) is not None}

    def called(self, name: str) -> tuple[Identified, ...]:
        """Things that a name may be of, as the Name Resolver has them, the best first; raises as ``same``."""
        query = urlencode({"string": name, "autocomplete": "false", "limit": MOST_FOUND})
        given = self._asked("resolver", [(f"lookup?{query}", None)], _read_found)
        if not given:
            return ()
        (found,) = given
        self._said.append(f"“{name}”: {found[0].name} ({found[0].id})" if found else f"nothing for “{name}”")
        self._tell("resolver", f"has {'; '.join(self._said)}", results=len(self._said))
        return tuple(found)

    def message(self, curies: Collection[str]) -> Message:
        """A message that says of the nodes with these identifiers which others are of the same thing; raises as
        ``same``."""
        known = self.same(curies)
        nodes = {}
        for curie, one in known.items():
            there = [id_ for id_ in one.ids if id_ in curies]
            same = dict.fromkeys((*there, *one.ids[:_OTHERS]))
            nodes[curie] = Node(one.name, one.categories, (Attribute(_SAME_AS, [id_ for id_ in same if id_ != curie]),))
        return Message(nodes=nodes)

    def _asked(self, kind: Kind, requests: Sequence[tuple[str, _Body]], read: Callable[[Any], Any]) -> list[Any] | None:
        """What a service says to some requests, one after the other; None where it is not there or failed."""
        service = self._services.get(kind)
        before = self._replies.get(kind)
        if service is None or (before is not None and before.state == "failed"):
            return None
        started = time.monotonic()
        self._replies.setdefault(kind, ServiceReply(service.name, service.url, "awaited", ""))
        try:
            return asyncio.run(stoppable(self._work(service, requests, read), self._stop))
        except asyncio.CancelledError:
            raise StoppedError("You stopped it.") from None
        except TimeoutError:
            self._tell(kind, f"did not answer within {self._terms.limit_s:g} s.", failed=True)
        except ServiceError as error:
            self._tell(kind, str(error).removeprefix(f"{service.name} "), failed=True)
        finally:
            took = time.monotonic() - started
            self._left_s[kind] -= took
            its = self._replies[kind]
            self._replies[kind] = replace(its, elapsed_ms=round(its.elapsed_ms + took * 1000, 1))
        return None

    def _tell(self, kind: Kind, said: str, *, failed: bool = False, results: int = 0) -> None:
        its = self._replies[kind]
        day = f", as of {its.asked_at[:10]}" if its.kept and not failed else ""
        told = f"{its.name} {said.removesuffix('.')}{day}."
        self._replies[kind] = replace(its, state="failed" if failed else "answered", said=told, results=results)

    async def _work(
        self, service: Service, requests: Sequence[tuple[str, _Body]], read: Callable[[Any], Any]
    ) -> list[Any]:
        terms, found = self._terms, []
        if terms.local_only and not is_here(service):
            raise ServiceError(f"{service.name} is not on this machine, and nothing may leave it: local only is on.")
        limit_s = self._left_s[service.kind]
        async with asyncio.timeout(max(limit_s, 0)), fetching.client(terms.limit_s) as client:
            most_bytes = min(terms.most_bytes, fetching.IN_MEMORY)
            line = Line(client, service, private=terms.private, most_bytes=most_bytes, limit_s=limit_s)
            for path, body in requests:
                found.append(await self._fetched(line, path, body, read))
        return found

    async def _fetched(self, line: Line, path: str, body: _Body, read: Callable[[Any], Any]) -> Any:
        """What a service says to one request: from the disk where it may be, else from the service, and kept."""
        service, terms = line.service, self._terms
        key = self._cache.key(service, "", {path: body})
        kept = self._cache.find(key)
        its = self._replies[service.kind]
        if kept is not None and (terms.offline or (kept.age_s < terms.keep_s and not terms.again)):
            found = _read(kept.path.read_bytes(), service, read)
            oldest = min(filter(None, (its.asked_at, kept.asked_at)))
            self._replies[service.kind] = replace(its, kept=True, asked_at=oldest)
            return found
        if terms.offline:
            raise ServiceError(
                f"{service.name} is not asked offline, and nothing is kept of what it says to this question."
            )
        came = await (line.get(path) if body is None else line.post(path, body))
        with came.file:
            content = came.file.read(fetching.IN_MEMORY + 1)
        found = _read(content, service, read)
        kept = self._cache.keep(key, io.BytesIO(content))
        if kept is not None:
            self._replies[service.kind] = replace(its, messages=(*its.messages, kept.key))
        return found


def _read(content: bytes, service: Service, read: Callable[[Any], Any]) -> Any:
    data = fetching.read_json(content, service)
    try:
        return read(data)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ServiceError(f"{service.name} sent something else than a {KINDS[service.kind]} says.") from None


def for_asking(ids: Iterable[str], known: Mapping[str, Identified]) -> tuple[str, ...]:
    """Identifiers of one thing by which services are asked: its own, then the first few of each other register."""
    own = tuple(ids)
    found = dict.fromkeys(own)
    taken: dict[str, int] = {}
    for other in (id_ for one in own if one in known for id_ in known[one].ids):
        prefix = other.partition(":")[0]
        if other not in found and taken.get(prefix, 0) < _OF_ONE_REGISTER:
            taken[prefix] = taken.get(prefix, 0) + 1
            found[other] = None
    return tuple(found)


def _of_curies(curies: Iterable[str]) -> dict[str, Any]:
    return {"curies": list(curies), "conflate": True, "drug_chemical_conflate": True}


def _read_nodes(data: Any, asked: Sequence[str]) -> dict[str, Identified]:
    """What a Node Normalizer says; raises TypeError and the like where it is something else."""
    found = {}
    if not isinstance(data, Mapping) or not any(one in data for one in asked):
        raise TypeError
    for curie, one in data.items():
        if isinstance(one, Mapping):  # null where it knows nothing
            id_ = str(one["id"]["identifier"])
            name = one["id"].get("label")
            same = (other.get("identifier") for other in _list(one.get("equivalent_identifiers")))
            ids = tuple(dict.fromkeys((id_, *(other for other in same if isinstance(other, str) and other))))
            names = (other.get("label") for other in _list(one.get("equivalent_identifiers")))
            called = name or next((other for other in names if isinstance(other, str) and other), "")
            found[str(curie)] = Identified(id_, str(called), ids, _categories(one.get("type")))
    return found


def _read_found(data: Any) -> tuple[Identified, ...]:
    """What a Name Resolver says; raises TypeError and the like where it is something else."""
    if not isinstance(data, list):
        raise TypeError
    found: dict[str, Identified] = {}
    for one in data[:MOST_FOUND]:
        id_, name = one["curie"], one.get("label")
        if isinstance(id_, str) and id_ and isinstance(name, str) and name:
            names = tuple(other for other in _list(one.get("synonyms")) if isinstance(other, str))
            found.setdefault(id_, Identified(id_, name, (id_,), _categories(one.get("types")), names))
    return tuple(found.values())


def _categories(types: Any) -> tuple[str, ...]:
    return tuple(biolink.prefixed(one) for one in _list(types) if isinstance(one, str))


def _list(value: Any) -> Iterator[Any]:
    return iter(value) if isinstance(value, list) else iter(())
