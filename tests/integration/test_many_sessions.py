"""Several sessions of the real app at once: each gets its own answer and nothing of another's."""

from __future__ import annotations

import asyncio

import pytest

from benchmarks import sessions
from benchmarks.questions import bundled
from benchmarks.serving import Served
from benchmarks.visitor import Visitor


@pytest.mark.parametrize("number", [2, pytest.param(6, marks=pytest.mark.slow)])
def test_every_session_gets_its_own_answer_and_nothing_of_anothers(real_app: Served, number: int) -> None:
    async def at_once() -> None:
        return

    questions = sessions.chosen(bundled(), number)
    report = asyncio.run(
        sessions.measure(
            lambda: Visitor(real_app.address, real_app.new_reader()), questions, real_app.memory, at_once, rounds=1
        )
    )
    assert report.faults == ()
    assert len(report.rounds[0].heard) == number
    assert all(heard.identifiers for heard in report.rounds[0].heard)


def test_a_reader_who_comes_back_finds_the_own_history_and_nobody_elses(real_app: Served) -> None:
    first, second = (question.question for question in sessions.chosen(bundled(), 2))
    one, other = real_app.new_reader(), real_app.new_reader()

    async def visits() -> tuple[str, str]:
        async with Visitor(real_app.address, one) as visitor:
            await visitor.ask(first)
        async with Visitor(real_app.address, other) as visitor:
            await visitor.ask(second)
            strangers = sessions.said(visitor)
        async with Visitor(real_app.address, one) as visitor:
            return sessions.said(visitor), strangers

    again, strangers = asyncio.run(visits())
    assert first in again
    assert second not in again
    assert first not in strangers
