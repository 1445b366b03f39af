"""The TRAPI service over HTTP: any number of open graphs, in versions 1.6 and 2.0.

``/query`` answers in the version of the question, ``/1.6/query`` and ``/2.0/query`` in that version. Each graph stands
under its name (``/NAME/query``), and the first one also at the top.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

import fastapi
from starlette.exceptions import HTTPException

from kgqa.errors import GoneError, KgqaError, StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.services.trapi import biolink, writing
from kgqa.services.trapi.model import Log, Message, MetaGraph, Request, Response, Version
from kgqa.services.trapi.reading import MessageError, MessageReader, version_of
from kgqa.serving.trapi.answering import Answering
from kgqa.serving.trapi.query_graph import AskedError
from kgqa.serving.trapi.recorded import SERVICE

_LOG = logging.getLogger(__name__)
_USUAL: Version = "1.6"
_STATUSES = {"QueryTooLarge": 413, "NotImplemented": 501}
"""HTTP statuses of refusals; any other is 400."""
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
_JOBS_S = 3600.0
_WAITING = 16


@dataclass(frozen=True, slots=True)
class Serving:
    """How much is done at once.

    Attributes:
        time_limit_s: of one question.
        at_once: questions that are worked on; of others some wait, and the rest is told to come later.
        jobs: asynchronous questions that are kept, with their answers, for an hour.
    """

    time_limit_s: float = 60.0
    at_once: int = 4
    jobs: int = 16


@dataclass(slots=True)
class _Job:
    status: str = "Queued"
    description: str = "The question waits."
    began: float = field(default_factory=time.monotonic)
    answer: tuple[int, bytes] | None = None
    task: asyncio.Task[None] | None = None


class Service:
    """One graph as a service; ``answered`` blocks and belongs into a thread.

    Args:
        again: opens the graph anew where it was loaded again while it is served; None where that is an end.
    """

    def __init__(self, answering: Answering, serving: Serving, again: Callable[[], Answering] | None = None) -> None:
        self.answering, self.serving = answering, serving
        self._again, self._lock = again, threading.Lock()

    def answered(self, body: bytes, version: Version | None) -> tuple[int, dict[str, Any]]:
        """HTTP status and answer for a question as it was sent; whatever goes wrong is a status with a sentence."""
        reader = MessageReader()
        asked: Request | None = None
        try:
            data = json.loads(body)
            version = version or version_of(data) or _USUAL
            asked = reader.request(data)
            if asked.message.query_graph is None:
                raise MessageError("The message has no query graph, so nothing is asked.")
            wrong = [one for one in reader.problems if one.startswith("query_graph")]
            if wrong:
                raise MessageError(wrong[0])
            unknown = [one.get("id") for one in asked.workflow if one.get("id") != "lookup"]
            if unknown:
                raise AskedError("NotImplemented", f"Of workflows only “lookup” is done here, not {unknown[0]!r}.")
            self._look()
            return 200, self._found(asked, version or _USUAL)
        except RecursionError:
            return 400, self._failed(asked, version, "BadRequest", "The request is nested too deeply to be read.")
        except ValueError as error:
            why = str(error) if isinstance(error, json.JSONDecodeError) else "it cannot be decoded"
            return 400, self._failed(asked, version, "BadRequest", f"The request is no JSON: {why}.")
        except MessageError as error:
            why = f"This is no TRAPI message that can be answered. {error}"
            return 400, self._failed(asked, version, "BadRequest", why)
        except AskedError as error:
            return _STATUSES.get(error.status, 400), self._failed(asked, version, error.status, str(error))
        except StoppedError:
            seconds = f"{self._seconds(asked):g} s"
            return 500, self._failed(asked, version, "Timeout", f"No answer was found in {seconds}. Ask for less.")
        except GoneError as error:
            return 500, self._failed(asked, version, "GraphGone", f"{error} Start the service again.")
        except KgqaError as error:
            return 500, self._failed(asked, version, "Failed", str(error))
        except Exception:
            _LOG.exception("A question could not be answered because of a defect")
            return 500, self._failed(asked, version, "Failed", "This question met a defect of the service.")

    def meta(self) -> MetaGraph:
        """What kinds of edges there are.

        Raises:
            KgqaError: the graph could not be asked.
        """
        self._look()
        return self.answering.meta

    def _look(self) -> None:
        """Opens the graph anew where the one that is open was replaced.

        Raises:
            KgqaError: it is not there any more.
        """
        with self._lock:
            if self._again is not None and self.answering.session.gone() is not None:
                self.answering = self._again()

    def _seconds(self, asked: Request | None) -> float:
        wanted = asked.timeout if asked is not None else None
        return min(wanted, self.serving.time_limit_s) if wanted and wanted > 0 else self.serving.time_limit_s

    def _found(self, asked: Request, version: Version) -> dict[str, Any]:
        query_graph = asked.message.query_graph
        if query_graph is None:
            raise MessageError("The message has no query graph.")
        stop = StopSignal()
        timer = threading.Timer(self._seconds(asked), stop.set)
        timer.start()
        began = time.monotonic()
        try:
            found = self.answering.answer(query_graph, stop)
        finally:
            timer.cancel()
        count = len(found.message.results or ())
        told = f"{count:,} {'result' if count == 1 else 'results'} in {time.monotonic() - began:.2f} s."
        return self._written(asked, version, Response(found.message, "Success", told), found.notes)

    def _failed(self, asked: Request | None, version: Version | None, status: str, sentence: str) -> dict[str, Any]:
        message = Message(asked.message.query_graph if asked is not None else None)
        return self._written(asked, version or _USUAL, Response(message, status, sentence), (("ERROR", sentence),))

    def _written(
        self, asked: Request | None, version: Version, said: Response, notes: tuple[tuple[str, str], ...]
    ) -> dict[str, Any]:
        least = asked.log_level if asked is not None and asked.log_level in _LEVELS else "INFO"
        now = datetime.now(UTC).isoformat(timespec="seconds")
        logs = tuple(
            Log(now, level, sentence) for level, sentence in notes if _LEVELS.index(level) >= _LEVELS.index(least)
        )
        card = self.answering.session.card
        parameters: dict[str, Any] = {}
        if asked is not None and version == "2.0":  # what was given has to be repeated
            parameters = {"timeout": asked.timeout} if asked.timeout is not None else {}
            parameters |= {"log_level": asked.log_level} if asked.log_level else {}
            parameters |= {"bypass_cache": True} if asked.bypass_cache else {}
        whole = Response(
            said.message, said.status, said.description, logs, "", biolink.version(),
            asked.workflow if asked is not None else (), {card.title: card.version} if card.version else {}, parameters,
        )  # fmt: skip
        return writing.response(whole, version)


class BusyError(Exception):
    """So many questions wait already that another one is told to come later."""


class Desk:
    """Works on questions in threads, a few at once, and keeps the asynchronous ones."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._slots = asyncio.Semaphore(serving.at_once)
        self._waiting = 0
        self.jobs: dict[str, _Job] = {}

    async def answer(self, work: Callable[[], tuple[int, dict[str, Any]]]) -> tuple[int, bytes]:
        """An answer as it is sent.

        Raises:
            BusyError: too many wait.
        """
        if self._waiting >= self._serving.at_once + _WAITING:
            raise BusyError
        self._waiting += 1
        try:
            async with self._slots:
                return await asyncio.to_thread(_sent, work)
        finally:
            self._waiting -= 1

    def begin(self, work: Callable[[], tuple[int, dict[str, Any]]]) -> str:
        """Takes an asynchronous question and returns the name of its job.

        Raises:
            BusyError: as many are kept as may be, and none of them has ended.
        """
        for key, job in list(self.jobs.items()):
            if time.monotonic() - job.began > _JOBS_S and job.answer is not None:
                del self.jobs[key]
        if len(self.jobs) >= self._serving.jobs:
            ended = next((key for key, job in self.jobs.items() if job.answer is not None), None)
            if ended is None:
                raise BusyError
            del self.jobs[ended]
        key, job = secrets.token_urlsafe(16), _Job()
        self.jobs[key] = job
        job.task = asyncio.get_running_loop().create_task(self._run(job, work))
        return key

    async def _run(self, job: _Job, work: Callable[[], tuple[int, dict[str, Any]]]) -> None:
        async with self._slots:
            job.status, job.description = "Running", "The question is being answered."
            job.answer = await asyncio.to_thread(_sent, work)
        done = job.answer[0] == 200
        job.status, job.description = ("Completed", "The answer is there.") if done else ("Failed", "See the answer.")


def _sent(work: Callable[[], tuple[int, dict[str, Any]]]) -> tuple[int, bytes]:
    status, answer = work()
    return status, json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace")


def application(
    graphs: Mapping[str, Answering], serving: Serving | None = None, again: Callable[[str], Answering] | None = None
) -> fastapi.FastAPI:
    """The service over these graphs, by name, the first one also at the top; without any check of who asks.

    Args:
        again: opens a graph by its name anew, where it was loaded again while it is served.
    """
    app = fastapi.FastAPI(title="kgqa", version=biolink.version(), docs_url=None, redoc_url=None)
    desk = Desk(serving or Serving())
    services = {
        name: Service(one, serving or Serving(), partial(again, name) if again is not None else None)
        for name, one in graphs.items()
    }
    first = next(iter(services))
    versions: Mapping[str, Version | None] = {"": None, "/1.6": "1.6", "/2.0": "2.0"}
    for name, service in services.items():
        for prefix in ["", f"/{name}"] if name == first else [f"/{name}"]:
            for path, version in versions.items():
                app.include_router(_router(service, desk, version, prefix + path), prefix=prefix + path)

    @app.get("/")
    async def about() -> dict[str, Any]:
        """Which graphs are served, and how they are cited."""
        cards = {name: one.answering.session.card for name, one in services.items()}
        told = {
            name: {"title": card.title, "version": card.version, "citation": card.citation, "licence": card.licence}
            for name, card in cards.items()
        }
        return {"graphs": told, "versions": ["1.6", "2.0"], "biolink_version": biolink.version()}

    @app.exception_handler(HTTPException)
    async def refused(_: fastapi.Request, error: HTTPException) -> fastapi.Response:
        """What FastAPI itself refuses, in a sentence."""
        sentence = "There is nothing at this address; / says which graphs are served, /openapi.json what can be asked."
        if error.status_code == 405:
            sentence = f"This address is asked by {(error.headers or {}).get('Allow', 'another method')} alone."
        said = {"status": error.detail, "description": sentence}
        return fastapi.Response(json.dumps(said), error.status_code, error.headers, "application/json")

    described = app.openapi

    def openapi() -> dict[str, Any]:
        """As registries of services read it."""
        made = described()
        made["info"] |= {
            "x-translator": {"infores": SERVICE, "component": "KP", "team": ["kgqa"], "biolink-version": app.version},
            "x-trapi": {
                "version": writing.SCHEMA_VERSIONS[_USUAL],
                "asyncquery": True,
                "operations": ["lookup"],
                "rate_limit": None,
                "batch_size_limit": services[first].answering.limits.ids,
            },
        }
        return made

    app.openapi = openapi  # type: ignore[method-assign]
    return app


def _router(service: Service, desk: Desk, version: Version | None, prefix: str) -> fastapi.APIRouter:
    router = fastapi.APIRouter()

    def reply(status: int, body: bytes, headers: Mapping[str, str] | None = None) -> fastapi.Response:
        return fastapi.Response(body, status, dict(headers or {}), "application/json")

    def busy() -> fastapi.Response:
        sentence = "So many questions wait that this one was not taken. Ask again in some seconds."
        said = {"message": {}, "status": "TooManyRequests", "description": sentence}
        return reply(429, json.dumps(said).encode(), {"Retry-After": "5"})

    async def query(request: fastapi.Request) -> fastapi.Response:
        """Answers a query graph."""
        body = await request.body()
        try:
            return reply(*await desk.answer(partial(service.answered, body, version)))
        except BusyError:
            return busy()

    async def asyncquery(request: fastapi.Request) -> fastapi.Response:
        """Takes a query graph; the answer is fetched from here, and sent to no other place."""
        body = await request.body()
        try:
            key = desk.begin(partial(service.answered, body, version))
        except BusyError:
            return busy()
        told = f"Ask {prefix}/asyncquery_status/{key}. Answers are fetched; no callback is called."
        return reply(200, json.dumps({"status": "Accepted", "description": told, "job_id": key}).encode())

    async def asyncquery_status(key: str, request: fastapi.Request) -> fastapi.Response:
        """How far an asynchronous question is."""
        job = desk.jobs.get(key)
        if job is None:
            return reply(
                404, b'{"status": "NotFound", "description": "There is no such question; they end after 1 h."}'
            )
        now = datetime.now(UTC).isoformat(timespec="seconds")
        said: dict[str, Any] = {
            "status": job.status,
            "description": job.description,
            "logs": [{"timestamp": now, "level": "INFO", "message": job.description}],
        }
        if job.answer is not None:
            said["response_url"] = str(request.base_url).rstrip("/") + f"{prefix}/response/{key}"
        return reply(200, json.dumps(said).encode())

    async def response(key: str) -> fastapi.Response:
        """The answer of an asynchronous question."""
        job = desk.jobs.get(key)
        if job is None or job.answer is None:
            return reply(404, b'{"status": "NotFound", "description": "There is no such answer, or not yet."}')
        return reply(*job.answer)

    async def meta_knowledge_graph() -> fastapi.Response:
        """What kinds of edges there are."""
        try:
            meta = await asyncio.to_thread(service.meta)
        except KgqaError as error:
            return reply(500, json.dumps({"status": "Failed", "description": str(error)}).encode())
        return reply(200, json.dumps(writing.meta_graph(meta, version or _USUAL)).encode())

    router.add_api_route("/query", query, methods=["POST"], response_model=None)
    router.add_api_route("/asyncquery", asyncquery, methods=["POST"], response_model=None)
    router.add_api_route("/asyncquery_status/{key}", asyncquery_status, methods=["GET"], response_model=None)
    router.add_api_route("/response/{key}", response, methods=["GET"], response_model=None)
    router.add_api_route("/meta_knowledge_graph", meta_knowledge_graph, methods=["GET"], response_model=None)
    return router
