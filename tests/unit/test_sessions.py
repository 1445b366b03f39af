"""The many-readers benchmark notices what it is there to notice, shown on sessions made by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from benchmarks import sessions
from benchmarks.questions import Question, bundled
from benchmarks.scoring import Expected
from kgqa.errors import KgqaError

QUESTIONS = tuple(
    Question(
        str(n), f"Which things belong to number {n}?", "made", "list", Expected(("answered",), answers=((f"HP:{n}",),))
    )
    for n in range(1, 5)
)


class App:
    """Answers with the identifier of the question; what it says besides depends on how many ask."""

    def __init__(self, *, leak: str = "", mute: bool = False, hangs: str = "") -> None:
        self.leak = leak
        self.hangs = hangs
        self.mute = mute
        self.inside = self.entered = 0

    def enter(self) -> Session:
        return Session(self)

    def memory(self) -> dict[str, int]:
        return {"app": 100 + self.inside}

    async def forget(self) -> None:
        assert self.inside == 0


class Session:
    def __init__(self, app: App) -> None:
        self.app = app
        self.received: list[bytes] = []

    async def __aenter__(self) -> Session:
        self.app.inside += 1
        self.app.entered += 1
        return self

    async def __aexit__(self, *_: object) -> None:
        self.app.inside -= 1

    async def ask(self, question: str) -> float:
        number = question.split()[-1].rstrip("?")
        crowded = self.app.inside > 1
        if crowded and number == self.app.hangs:
            raise KgqaError("The app did not answer.")
        answer = "" if self.app.mute and crowded else f"HP\\\\:{number}"
        self.received = [question.replace("?", "\\\\?").encode(), answer.encode(), self.app.leak.encode() * crowded]
        await asyncio.sleep(0)
        return float(number)


def report(app: App, questions: Sequence[Question] = QUESTIONS) -> sessions.SessionRounds:
    return asyncio.run(sessions.measure(app.enter, questions, app.memory, app.forget))


def test_sessions_that_keep_to_themselves_are_without_fault() -> None:
    app = App()
    found = report(app)
    assert found.faults == ()
    assert len(found.rounds) == 2
    assert app.entered == 1 + 2 * 4 + 4
    assert max(heard.seconds for heard in found.rounds[0].heard) == 4.0
    assert "4 sessions asked at once" in found.text()
    assert "faults: 0" in found.text()


def test_memory_is_that_before_at_most_and_after() -> None:
    one = report(App()).rounds[0]
    assert (one.before, one.peak, one.after) == ({"app": 100}, {"app": 104}, {"app": 100})


def test_anothers_question_is_noticed() -> None:
    leak = "Which things belong to number 3\\?"
    faults = report(App(leak=leak)).faults
    assert len(faults) == 2 * 3, "in every session but the one that asked it"
    assert all("got the question of another session: Which things belong to number 3?" in one for one in faults)


def test_anothers_answer_is_noticed() -> None:
    faults = report(App(leak="HP:999")).faults
    assert len(faults) == 2 * 4
    assert all("differs from the same question asked alone by: HP:999" in one for one in faults)


def test_an_answer_that_did_not_come_is_noticed() -> None:
    faults = report(App(mute=True)).faults
    assert sum("lacks of its answer: HP:2" in one for one in faults) == 2
    assert "lacks of its answer" in report(App(mute=True)).text()


def test_a_session_that_is_never_answered_is_a_fault_and_not_the_end() -> None:
    found = report(App(hangs="3"))
    assert [len(round_.heard) for round_ in found.rounds] == [4, 4]
    assert sum("'Which things belong to number 3?' lacks of its answer: HP:3" in one for one in found.faults) == 2


def test_every_session_has_a_question_of_its_own() -> None:
    chosen = sessions.chosen(bundled(), 50)
    assert len({question.question for question in chosen}) == 50
    assert all(question.expect.answers for question in chosen)


@pytest.mark.parametrize("number", [0, -1, 100_000])
def test_a_number_of_sessions_that_cannot_be_is_refused(number: int) -> None:
    with pytest.raises(KgqaError, match=f"{number} sessions cannot be measured; choose a number from 1 to"):
        sessions.chosen(bundled(), number)
