"""Many readers: sessions that ask at once, what each of them got, and what that took."""

from __future__ import annotations

import argparse
import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from typing import Protocol

from benchmarks.common import MEGABYTE, at_least, percentile
from benchmarks.questions import Question, add_set, bundled
from benchmarks.serving import served
from benchmarks.visitor import Visitor, forget
from kgqa.errors import KgqaError

MOST_SESSIONS = 200
SAMPLE_S = 0.1
SHORT = 10
"""Answers of which the page shows all at once."""
IDENTIFIER = re.compile(r"\b(?:HP|OMIM|ORPHA|DECIPHER|NCBIGene|PMID):[0-9]+")
JOINER = "\u2060"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--sessions", type=at_least(1), default=50, help="how many sessions ask at once (50)")
    add_set(parser)


def bench(options: argparse.Namespace) -> SessionRounds:
    """Serves the app and lets as many sessions ask."""
    questions = chosen(bundled(options.set_), options.sessions)
    with served() as app:
        return asyncio.run(
            measure(lambda: Visitor(app.address, app.new_reader()), questions, app.memory, lambda: forget(app.address))
        )


class Session(Protocol):
    """One reader's session of the app.

    Attributes:
        received: every message since the last question was asked.
    """

    received: list[bytes]

    async def ask(self, question: str) -> float:
        """Asks and waits for the answer; gives the seconds that this took."""


Enter = Callable[[], AbstractAsyncContextManager[Session]]
Memory = Callable[[], Mapping[str, int]]
"""Bytes of memory that each process of the app holds now, by its name."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What one session got for its question.

    Attributes:
        identifiers: everything that looks like an identifier of the graph in any message.
        missing: identifiers of the right answer that no message holds.
        strange: questions of other sessions that a message holds.
    """

    question: str
    seconds: float
    identifiers: frozenset[str]
    missing: tuple[str, ...]
    strange: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """One time that all sessions asked.

    Attributes:
        seconds: from the first question to the last answer.
        before, peak, after: bytes held; ``after`` when all sessions are gone and forgotten.
    """

    heard: tuple[Heard, ...]
    seconds: float
    before: Mapping[str, int]
    peak: Mapping[str, int]
    after: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SessionRounds:
    """All rounds, and the same questions asked one after the other, each in a session of its own."""

    rounds: tuple[Round, ...]
    alone: Mapping[str, frozenset[str]]

    @property
    def passed(self) -> bool:
        """Whether every session got its own answer and nothing else."""
        return not self.faults

    @property
    def faults(self) -> tuple[str, ...]:
        """Every session that lacked its answer or got what is another's, as a sentence."""
        found = []
        for heard in (heard for round_ in self.rounds for heard in round_.heard):
            differs = heard.identifiers ^ self.alone[heard.question]
            for what, names in (
                ("lacks of its answer", heard.missing),
                ("got the question of another session", heard.strange),
                ("differs from the same question asked alone by", sorted(differs)),
            ):
                if names:
                    found.append(f"The session that asked {heard.question!r} {what}: {', '.join(names)}.")
        return tuple(found)

    def text(self) -> str:
        """The report as plain text: figures first, then every fault."""
        lines = []
        for number, round_ in enumerate(self.rounds, start=1):
            times = [heard.seconds for heard in round_.heard]
            lines.append(
                f"round {number}: {len(times)} sessions asked at once; the last was done after {round_.seconds:.1f} s, "
                f"median {percentile(times, 50):.1f} s, slowest {max(times):.1f} s"
            )
            for name in round_.before:
                held = [f"{at[name] / MEGABYTE:,.0f} MB" for at in (round_.before, round_.peak, round_.after)]
                lines.append("  {:<14} {} before, {} at most, {} after all were gone".format(name, *held))
        lines += [f"faults: {len(self.faults)}", *(f"  {fault}" for fault in self.faults)]
        return "\n".join(lines) + "\n"


def chosen(questions: Sequence[Question], sessions: int) -> tuple[Question, ...]:
    """As many different questions as there are sessions, each with a short list for an answer.

    Raises:
        KgqaError: there are not so many.
    """
    fit = [one for one in questions if one.kind == "list" and 0 < len(one.expect.answers or ()) <= SHORT]
    most = min(len(fit), MOST_SESSIONS)
    if not 0 < sessions <= most:
        raise KgqaError(f"{sessions} sessions cannot be measured; choose a number from 1 to {most}.")
    return tuple(fit[:sessions])


async def measure(
    enter: Enter, questions: Sequence[Question], memory: Memory, forget: Callable[[], Awaitable[None]], rounds: int = 2
) -> SessionRounds:
    """Lets one session a question ask at the same time and looks at everything that each of them was sent.

    Args:
        enter: opens a session.
        memory: is asked again and again.
        forget: comes back when the app has given up the sessions that are gone.
        rounds: how often; what is held after the last shows whether memory is given back.
    """
    async with enter() as first:  # what is made once for everybody is made before anything is measured
        await first.ask(questions[0].question)
    taken = [await _round(enter, questions, memory, forget) for _ in range(rounds)]
    alone = {}
    for question in questions:
        async with enter() as session:
            seconds = await _asked(session, question)
            alone[question.question] = _heard(session, question, seconds, questions).identifiers
    return SessionRounds(tuple(taken), alone)


async def _round(
    enter: Enter, questions: Sequence[Question], memory: Memory, forget: Callable[[], Awaitable[None]]
) -> Round:
    before = dict(memory())
    peak = dict(before)
    watching = asyncio.create_task(_watch(memory, peak))
    async with AsyncExitStack() as stack:
        sessions = [await stack.enter_async_context(enter()) for _ in questions]
        pairs = list(zip(sessions, questions, strict=True))
        started = time.monotonic()
        times = await asyncio.gather(*(_asked(session, question) for session, question in pairs))
        took = time.monotonic() - started
        heard = tuple(
            _heard(session, question, seconds, questions)
            for (session, question), seconds in zip(pairs, times, strict=True)
        )
    watching.cancel()
    await forget()
    return Round(heard, took, before, peak, dict(memory()))


async def _asked(session: Session, question: Question) -> float:
    """Seconds until the answer, or until it was given up; what is then lacking is found in the messages."""
    started = time.monotonic()
    try:
        return await session.ask(question.question)
    except KgqaError:
        return time.monotonic() - started


async def _watch(memory: Memory, peak: dict[str, int]) -> None:
    while True:
        for name, held in memory().items():
            peak[name] = max(peak[name], held)
        await asyncio.sleep(SAMPLE_S)


def _heard(session: Session, question: Question, seconds: float, everything: Sequence[Question]) -> Heard:
    words = said(session)
    answers = question.expect.answers or ()
    return Heard(
        question.question,
        seconds,
        identifiers=frozenset(IDENTIFIER.findall(words)),
        missing=tuple(ids[0] for ids in answers if not any(id_ in words for id_ in ids)),
        strange=tuple(other.question for other in everything if other is not question and other.question in words),
    )


def said(session: Session) -> str:
    """Every word in the messages of a session, without what keeps names in Markdown from being more than names."""
    return b"\n".join(session.received).decode("utf-8", "replace").replace("\\", "").replace(JOINER, "")
