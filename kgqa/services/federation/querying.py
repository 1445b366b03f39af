"""All services at once: what each says of itself, then what it is asked; each costs its own part alone.

Nothing is asked of a service that it does not say to have. What a service gave is kept on disk and taken from there
while it is not too old; offline nothing else is taken.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import itertools
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from kgqa.errors import StoppedError
from kgqa.garbage_collection import uncollected
from kgqa.graph.stop import StopSignal
from kgqa.records import ServiceReply
from kgqa.services.federation import fetching
from kgqa.services.federation.cache import Cache, CachedReply
from kgqa.services.federation.fetching import Body, Line, unreadable
from kgqa.services.federation.requested_links import Known, Wanted
from kgqa.services.federation.service import Service, ServiceError, Terms, is_here
from kgqa.services.trapi import writing
from kgqa.services.trapi.model import VERSIONS, Message, QueryGraph, Request, Response, Version
from kgqa.services.trapi.reading import MessageError, MessageReader

if TYPE_CHECKING:
    import httpx

MOST_EDGES = 50_000
"""Edges of one reply that are read."""
_META = "meta_knowledge_graph"
_META_FRESH_S = 24 * 3600
_POLL_S = (0.5, 1, 2, 4, 5)
"""Seconds between questions whether a service is done; the last one is repeated."""
_DONE = {"completed", "success", "complete"}
_FAILED = {"failed", "error"}

_LOG = logging.getLogger(__name__)

_T = TypeVar("_T")
Hear = Callable[[tuple[ServiceReply, ...]], None]
Want = Callable[[Sequence[Known]], Sequence[Wanted]]


@dataclass(slots=True)
class Given:
    """What one service gave to one query graph."""

    service: Service
    wanted: Wanted
    message: Message
    cut: bool = False


@dataclass(slots=True)
class _State:
    """How far a service is."""

    reply: ServiceReply
    line: Line | None
    known: Known | None = None
    started: float = field(default_factory=time.monotonic)

    def tell(self, state: str, said: str) -> None:
        elapsed = round((time.monotonic() - self.started) * 1000, 1)
        self.reply = replace(self.reply, state=state, said=said, elapsed_ms=elapsed)  # type: ignore[arg-type]


class FederatedQuery:
    """The services of one question.

    Args:
        hear: hears how far each service is, whenever that changes.
        stop: ends the work when it is set.
    """

    def __init__(
        self, services: Sequence[Service], cache: Cache, terms: Terms, hear: Hear, stop: StopSignal | None = None
    ) -> None:
        self._services = services
        self._cache = cache
        self._terms = terms
        self._hear = hear
        self._stop = stop
        self._states: dict[str, _State] = {}

    @property
    def replies(self) -> tuple[ServiceReply, ...]:
        """How far each service is, in the order in which they were named."""
        return tuple(one.reply for one in self._states.values())

    def survey(self) -> tuple[Known, ...]:
        """What each service says of itself, those alone that say it; raises as ``run``."""
        self.run(None, lambda _: None)
        return tuple(one.known for one in self._states.values() if one.known is not None)

    def run(self, want: Want | None, take: Callable[[Given], None]) -> tuple[ServiceReply, ...]:
        """Ask every service.

        Args:
            want: what is asked, once it is known what the services have; None to ask for no more than that.
            take: takes what a service gave, as it comes.

        Raises:
            StoppedError: the reader stopped it.
        """
        try:
            asyncio.run(stoppable(self._all(want, take), self._stop))
        except asyncio.CancelledError:
            raise StoppedError("You stopped it.") from None
        return self.replies

    async def _all(self, want: Want | None, take: Callable[[Given], None]) -> None:
        async with fetching.client(self._terms.limit_s) as client:
            for one in self._services:
                self._states[one.url] = self._begun(one, client)
            self._told()
            await asyncio.gather(*(self._guarded(one, self._survey(one)) for one in self._states.values()))
            if want is None:
                return
            known = [one.known for one in self._states.values() if one.known is not None]
            wanted = await asyncio.to_thread(want, known)
            open_ = [one for one in self._states.values() if one.known is not None]
            await asyncio.gather(*(self._guarded(one, self._queries(one, wanted, take)) for one in open_))

    def _begun(self, service: Service, client: httpx.AsyncClient) -> _State:
        terms = self._terms
        line = None
        if not terms.offline:
            limits = {"private": terms.private, "most_bytes": terms.most_bytes, "limit_s": terms.limit_s}
            line = Line(client, service, **limits)  # type: ignore[arg-type]
        return _State(ServiceReply(service.name, service.url, "awaited", f"{service.name} is awaited."), line)

    async def _guarded(self, state: _State, work: Awaitable[None]) -> None:
        """What goes wrong with a service is told as its state, and ends with it."""
        name = state.reply.name
        try:
            if state.line is None:
                await work
            else:
                async with asyncio.timeout(max(state.line.left_s, 0)):
                    await work
        except TimeoutError:
            state.known = None
            state.tell("failed", f"{name} did not answer within {self._terms.limit_s:g} s.")
        except (ServiceError, MessageError) as error:
            state.known = None
            said = str(error) if isinstance(error, ServiceError) else f"{name} sent no TRAPI message. {error}"
            state.tell("failed", said)
        except Exception:
            # What one service sends must not cost what the others gave; a defect is for whoever mends the program.
            _LOG.exception("What a service sent could not be used because of a defect")
            state.known = None
            state.tell("failed", f"{name} sent something that could not be used.")
        self._told()

    async def _survey(self, state: _State) -> None:
        """What a service says of itself."""
        service = state.reply
        if self._terms.local_only and not is_here(Service(service.name, service.url)):
            raise ServiceError(f"{service.name} is not on this machine, and nothing may leave it: local only is on.")
        release, version, queries, later = await self._described(state)
        content, _ = await self._fetched(state, release, {"get": _META}, _META_FRESH_S, "GET", _META)
        with content:
            data = fetching.read_json(content.read(fetching.IN_MEMORY + 1), Service(service.name, service.url))
        meta = MessageReader().meta_graph(data)
        digest = hashlib.sha256(repr(meta).encode("utf-8", "backslashreplace")).hexdigest()[:12]
        its = Service(service.name, service.url)
        state.known = Known(its, meta, version, f"{release} {digest}".strip(), queries, later)
        state.reply = replace(state.reply, version=version, release=release)

    async def _described(self, state: _State) -> tuple[str, Version, bool, bool]:
        """Its release, the version of TRAPI that it speaks, and how it can be asked; guessed where it does not say."""
        try:
            content, _ = await self._fetched(state, "", {"get": "openapi.json"}, _META_FRESH_S, "GET", "openapi.json")
            with content:
                said = fetching.read_json(content.read(fetching.IN_MEMORY + 1), Service(state.reply.name, ""))
            info = said["info"]
            spoken = str((info.get("x-trapi") or {}).get("version", ""))
            release, paths = str(info.get("version", ""))[:40], [str(one) for one in said.get("paths", {})]
        except ServiceError as error:
            if error.retry is not None or "is on this machine" in str(error):
                raise
            return "", "1.5", True, False
        except (KeyError, TypeError, AttributeError):
            return "", "1.5", True, False
        queries = not paths or any(one.endswith("/query") for one in paths)
        return release, _version(state.reply.name, spoken), queries, any("asyncquery_status" in one for one in paths)

    async def _queries(self, state: _State, wanted: Sequence[Wanted], take: Callable[[Given], None]) -> None:
        known = state.known
        assert known is not None
        asked = [(one, known.query(one)) for one in wanted]
        graphs = [(one, graph) for one, graph in asked if isinstance(graph, QueryGraph)]
        if not graphs:
            why = next((graph for _, graph in asked if isinstance(graph, str)), "has nothing of what is asked")
            state.tell("not_asked", f"{known.service.name} was not asked: it {why}.")
            return
        results = edges = 0
        notes: list[str] = []
        for one, graph in graphs:
            given, kept, said = await self._query(state, known, one, graph)
            results += len(given.message.results or ())
            edges += len(given.message.edges)
            notes += [said] if said and said not in notes else []
            notes += [f"Only {MOST_EDGES:,} of its edges were read."] if given.cut else []
            if kept is not None:
                oldest = min(filter(None, (state.reply.asked_at, kept.asked_at)))
                state.reply = replace(state.reply, asked_at=oldest, messages=(*state.reply.messages, kept.key))
            await asyncio.to_thread(take, given)
            self._told()
        state.reply = replace(state.reply, results=results)
        told = f"{known.service.name} gave {results:,} {'result' if results == 1 else 'results'}"
        day = f", as of {state.reply.asked_at[:10]}" if state.reply.kept else ""
        state.tell("answered" if results else "empty", " ".join((f"{told}{day}.", *notes)))

    async def _query(
        self, state: _State, known: Known, wanted: Wanted, graph: QueryGraph
    ) -> tuple[Given, CachedReply | None, str]:
        request = writing.request(Request(Message(graph), "kgqa", timeout=self._terms.limit_s), known.version)
        told = {"post": writing.query_graph(graph, known.version), "version": known.version}
        content, kept = await self._fetched(state, known.release, told, self._terms.keep_s, "POST", "query", request)
        try:
            with content:
                response, cut = await asyncio.to_thread(read_reply, content, known.service)
        except BaseException:
            if kept is not None:  # what cannot be read is not asked for from the disk again
                kept.path.unlink(missing_ok=True)
            raise
        status = response.status.casefold()
        bad = status and status not in {*_DONE, "querynotraversable", "ok"} and not response.message.results
        if bad:
            raise ServiceError(f"{known.service.name} reports {response.status[:80]!r}: {response.description[:200]}")
        return Given(known.service, wanted, response.message, cut), kept, ""

    async def _fetched(
        self,
        state: _State,
        release: str,
        asked: Mapping[str, Any],
        fresh_s: float,
        method: str,
        path: str,
        request: Mapping[str, Any] | None = None,
    ) -> tuple[BinaryIO, CachedReply | None]:
        """A reply: from the disk where it may be, else from the service, and kept."""
        its = Service(state.reply.name, state.reply.url)
        key = self._cache.key(its, release, asked)
        kept = self._cache.find(key)
        terms = self._terms
        fresh = kept is not None and kept.age_s < fresh_s and not terms.again
        if kept is not None and (fresh or terms.offline):
            if method == "POST":
                state.reply = replace(state.reply, kept=True)
            return kept.path.open("rb"), kept
        if state.line is None:
            raise ServiceError(
                f"Nothing is kept of what {its.name} says to this question, and offline it is not asked."
            )
        body = await self._sent(state, state.line, method, path, request)
        if method == "GET":
            content = body.file.read(fetching.IN_MEMORY + 1)
            body.file.close()
            fetching.read_json(content, its)  # what is no JSON is not kept
            return io.BytesIO(content), self._cache.keep(key, io.BytesIO(content))
        return body.file, self._cache.keep(key, body.file)

    async def _sent(self, state: _State, line: Line, method: str, path: str, request: Mapping[str, Any] | None) -> Body:
        if method == "GET" or request is None:
            return await line.get(path)
        known = state.known
        assert known is not None
        if known.queries:
            try:
                return await line.post("query", request)
            except ServiceError as error:
                if not (error.busy and known.later):
                    raise
        return await _later(line, request)

    def _told(self) -> None:
        self._hear(self.replies)


async def stoppable(work: Awaitable[_T], stop: StopSignal | None) -> _T:
    """What comes of some work, which is cancelled when the signal is set."""
    task, loop = asyncio.ensure_future(work), asyncio.get_running_loop()

    def end() -> None:
        loop.call_soon_threadsafe(task.cancel)

    if stop is None:
        return await task
    stop.subscribe(end)
    try:
        return await task
    finally:
        stop.unsubscribe(end)


async def _later(line: Line, request: Mapping[str, Any]) -> Body:
    """Have a service work on a question, and ask it until it is done."""
    begun = (await line.post("asyncquery", request)).json(line.service)
    job = begun.get("job_id") if isinstance(begun, Mapping) else None
    if not isinstance(job, str) or "/" in job or not job:
        raise ServiceError(f"{line.service.name} took the question and gave no job to ask for.")
    for pause in itertools.chain(_POLL_S, itertools.repeat(_POLL_S[-1])):
        await asyncio.sleep(pause)
        said = (await line.get(f"asyncquery_status/{job}")).json(line.service)
        status = str(said.get("status", "")).casefold() if isinstance(said, Mapping) else ""
        if status in _FAILED:
            raise ServiceError(f"{line.service.name} failed at the question: {str(said.get('description'))[:200]}")
        if status in _DONE and isinstance(said.get("response_url"), str):
            return await line.get(said["response_url"])
    raise AssertionError("the time limit ends it")


def _version(name: str, spoken: str) -> Version:
    """The version by which a service is asked that says to speak this one.

    Raises:
        ServiceError: it is none that is known here.
    """
    for one in reversed(VERSIONS):
        if spoken.startswith(one):
            return one
    if not spoken or spoken.startswith("1."):
        return "1.5"
    if spoken.startswith("2."):
        return "2.0"
    raise ServiceError(f"{name} speaks TRAPI {spoken[:20]!r}, which is not known here.")


def read_reply(file: BinaryIO, service: Service) -> tuple[Response, bool]:
    """A reply as a record, and whether it has more edges than are read.

    Raises:
        ServiceError, MessageError: it is none.
    """
    file.seek(0)
    content = file.read(fetching.IN_MEMORY + 1)
    with uncollected():
        if len(content) <= fetching.IN_MEMORY:
            return MessageReader().response(fetching.read_json(content, service)), False
        return _streamed(file, service)


def _streamed(file: BinaryIO, service: Service) -> tuple[Response, bool]:
    """A large reply, part by part: of its edges no more than ``MOST_EDGES``."""
    import ijson

    reader, cut = MessageReader(), False

    def parts(prefix: str, read: Callable[..., Any], most: int) -> dict[str, Any]:
        nonlocal cut
        file.seek(0)
        found: dict[str, Any] = {}
        for key, value in ijson.kvitems(file, prefix, use_float=True):
            if len(found) >= most:
                cut = True
                break
            try:
                found[reader.one(key)] = read(value)
            except (MessageError, AttributeError, TypeError):
                continue
        return found

    try:
        edges = parts("message.knowledge_graph.edges", reader.edge, MOST_EDGES)
        supported = any(one.support_graphs for one in edges.values())
        graphs = parts("message.auxiliary_graphs", reader.auxiliary_graph, MOST_EDGES) if supported else {}
        named = {end for one in edges.values() for end in (one.subject, one.object)}
        nodes = parts("message.knowledge_graph.nodes", reader.node, 4 * MOST_EDGES)
        file.seek(0)
        results: list[Any] = []
        for value in ijson.items(file, "message.results.item", use_float=True):
            if len(results) >= MOST_EDGES:
                break
            try:
                results.append(reader.result(value))
            except (MessageError, AttributeError, TypeError):
                continue
        file.seek(0)
        status = next((str(one) for one in ijson.items(file, "status")), "") if not edges else ""
    except (ijson.JSONError, UnicodeDecodeError, RecursionError):
        file.seek(0)
        raise unreadable(service, file.read(200)) from None
    message = Message(None, {key: one for key, one in nodes.items() if key in named}, edges, graphs, tuple(results))
    return Response(message, status), cut
