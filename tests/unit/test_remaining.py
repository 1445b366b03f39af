"""How long a load still takes: unknown at first, then about right, and never a promise that time has broken."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa.progress import AFTER, LEAST_SHARE, Progress, Report, with_remaining

ROWS = 100_000
WRITING_S = 50.0


class Load:
    """A load that goes at an even rate, on a clock that is set by hand."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.heard: list[Progress] = []
        self.report: Report = with_remaining(self.heard.append, now=lambda: self.now_s)

    def say(self, step: str, done: int = 0, total: int | None = None) -> float | None:
        self.report(Progress(step, done, total))
        return self.heard[-1].remaining_s

    def write(self, total: int | None = ROWS) -> Iterator[tuple[float, float | None]]:
        """Writes all rows; gives the true remaining time and what was said, a hundred times."""
        began_s = self.now_s
        end_s = began_s + WRITING_S * (1 + sum(AFTER.values()))
        for percent in range(100):
            self.now_s = began_s + WRITING_S * percent / 100
            yield end_s - self.now_s, self.say(f"Writing {percent % 3}", ROWS * percent // 100, total)
        self.now_s = began_s + WRITING_S


def test_an_even_load_is_told_right_once_it_is_told() -> None:
    load = Load()
    assert load.say("Reading the source") is None
    load.now_s += 30  # reading ahead is no writing
    told = list(load.write())
    assert [said for _, said in told[: int(LEAST_SHARE * 100)]] == [None] * int(LEAST_SHARE * 100)
    for true_s, said in told[int(LEAST_SHARE * 100) :]:
        assert said == pytest.approx(true_s, rel=0.02)
    left_s = WRITING_S * sum(AFTER.values())
    for step, share in AFTER.items():
        assert load.say(step) == pytest.approx(left_s, rel=0.05)
        load.now_s += WRITING_S * share
        left_s -= WRITING_S * share


def test_nothing_is_told_without_a_total_or_in_the_first_second() -> None:
    load = Load()
    assert {said for _, said in load.write(total=None)} == {None}
    assert load.say("Finishing the database") is None
    quick = Load()
    quick.say("Writing", 0, ROWS)
    quick.now_s += 0.5
    assert quick.say("Writing", ROWS // 2, ROWS) is None
    assert quick.say("Writing", 0, 0) is None


def test_a_guess_that_time_has_overtaken_is_taken_back() -> None:
    load = Load()
    assert all(said is None or said > 0 for _, said in load.write())
    assert (load.say("Opening the graph") or 0) > 0
    load.now_s += WRITING_S
    assert load.say("Opening the graph") is None


def test_more_rows_than_expected_are_no_negative_time() -> None:
    load = Load()
    load.say("Writing", 0, ROWS)
    load.now_s += 10
    said = load.say("Writing", 2 * ROWS, ROWS)
    assert said is not None
    assert said >= 0


def test_everything_else_is_passed_on() -> None:
    heard: list[Progress] = []
    with_remaining(heard.append)(Progress("Writing", 3, 9))
    assert heard == [Progress("Writing", 3, 9)]
