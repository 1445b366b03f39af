"""What sessions hold of answers and rows is bounded together, and what was let go can be had again or is said."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kgqa.history.storage import ReaderStorage
from kgqa.records import Answer, GraphCard, Node, Trace, Triple
from kgqa.ui.session import background_work
from kgqa.ui.session.background_work import Holdings, Slot, Work, held_bytes
from kgqa.ui.session.question_run import QuestionRun

LARGE = 200_000
ROOT = Path(__file__).parents[2]


def of_size(holdings: Holdings, size: int = LARGE) -> Slot[bytes]:
    slot: Slot[bytes] = Slot(holdings)
    slot.put(bytes(size))
    return slot


def test_the_one_that_was_used_longest_ago_is_let_go() -> None:
    holdings = Holdings(3 * LARGE, drawn_s=0)
    first, second = of_size(holdings), of_size(holdings)
    assert first.get() is not None
    third = of_size(holdings)
    assert (first.let_go, second.let_go, third.let_go) == (False, True, False)
    assert second.get() is None
    assert holdings.size_bytes <= 3 * LARGE


def test_what_is_small_or_being_drawn_stays() -> None:
    holdings = Holdings(LARGE, drawn_s=0)
    small = of_size(holdings, 1000)
    of_size(holdings), of_size(holdings)
    assert small.get() == bytes(1000)
    drawing = Holdings(LARGE, drawn_s=60)
    first, second = of_size(drawing), of_size(drawing)
    assert first.get() is not None
    assert second.get() is not None


def test_a_session_that_ends_gives_its_room_back() -> None:
    holdings = Holdings(10 * LARGE)
    slots = [of_size(holdings) for _ in range(3)]
    for slot in slots:
        slot.get()  # moves it, which must not lose sight of its end
    del slot
    slots.clear()
    gc.collect()
    assert holdings.size_bytes == 0
    taken = of_size(holdings)
    taken.put(None)
    assert (holdings.size_bytes, taken.let_go) == (0, False)


def test_everything_in_a_record_counts() -> None:
    triple = Triple(
        1, Node("a", "x" * 50_000, "A"), "R", Node("b", "b", "B"), "shows", properties={"k": ["y" * 50_000]}
    )
    assert 100_000 < held_bytes((triple,)) < 103_000


def trace(headline: str) -> Trace:
    return Trace("Why?", "graph-only", GraphCard("g", "G", "1", "", ""), Answer("answered", "text", headline, headline))


def test_an_answer_that_was_let_go_is_read_from_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))
    answer = trace("Because.")
    kept = ReaderStorage(tmp_path, "a" * 64).remember(answer)
    run = QuestionRun.of_record(answer, kept)
    run._trace.empty()
    assert run.trace == answer
    changed = replace(answer, understood="list")
    run.trace = changed
    assert run.trace is changed


def test_an_answer_that_is_not_kept_says_that_it_was_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))
    run = QuestionRun.of_record(trace("Because."), "")
    run._trace.empty()
    assert run.trace is None
    assert run.error is not None
    assert "Ask its question again" in run.error


def test_work_that_was_let_go_says_so() -> None:
    work = Work(lambda report, stop: "made", "run the statement")
    assert work.wait(10)
    work._made.empty()
    assert work.made is None
    assert work.error.endswith("Have the app run the statement again.")
    again = Work(lambda report, stop: "made", "run the statement")
    assert again.wait(10)
    assert (again.take(), again.made, again.error) == ("made", None, "")


def test_many_large_results_do_not_fill_the_memory() -> None:
    """Sixty results of 16 MB in a process of its own, whose peak the system tells when it has ended."""
    script = (
        "import sys\nfrom kgqa.ui.session import background_work\nfrom kgqa.ui.session.background_work import Work\n"
        "background_work._HOLDINGS._drawn_s = 0\n"
        "kept = []\n"
        "for number in range(int(sys.argv[1])):\n"
        "    kept.append(Work(lambda report, stop: [bytes(16_000) + bytes([i % 250]) for i in range(1000)], 'read'))\n"
        "    assert kept[-1].wait(60)\n"
        "print(sum(work.made is not None for work in kept))\n"
    )

    def peak_mib(count: int) -> tuple[float, int]:
        child = subprocess.Popen([sys.executable, "-c", script, str(count)], cwd=ROOT, stdout=subprocess.PIPE)
        assert child.stdout is not None
        left = int(child.stdout.read())
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        child.stdout.close()
        assert child.returncode == 0
        return usage.ru_maxrss / 1024, left

    idle, one = peak_mib(1)
    full, left = peak_mib(60)
    assert one == 1
    assert 10 <= left <= background_work.MOST_BYTES // 16_000_000
    assert full - idle < background_work.MOST_BYTES / 2**20 + 128  # unbounded they would take 900
