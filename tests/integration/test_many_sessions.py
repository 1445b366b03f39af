"""Several sessions of the real app at once: each gets its own answer and nothing of another's."""

from __future__ import annotations

import asyncio

import pytest

from benchmarks import sessions
from benchmarks.questions import bundled
from benchmarks.serving import Served, served
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


@pytest.mark.slow
def test_two_apps_on_one_folder_answer_a_hundred_questions(real_app: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty at each, ten sessions at once: both share one graph server and one history."""
    monkeypatch.setenv("KGQA_DATA_DIR", str(real_app.data_dir))
    monkeypatch.setenv("KGQA_VECTORS", "0")
    questions = sessions.chosen(bundled(), 10)

    async def at_once() -> None:
        return

    with served() as second:

        async def both() -> list[sessions.SessionRounds]:
            return await asyncio.gather(
                *(
                    sessions.measure(
                        lambda app=app: Visitor(app.address, app.new_reader()), questions, app.memory, at_once, rounds=4
                    )
                    for app in (real_app, second)
                )
            )

        reports = asyncio.run(both())
    for report in reports:
        assert report.faults == ()
        # Each of the ten was asked alone first, and then in every round.
        assert len(report.alone) + sum(len(round_.heard) for round_ in report.rounds) == 50


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
