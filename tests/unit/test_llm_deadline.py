"""A request to a model ends when it must: at its deadline, and when the reader stops it."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable

import pytest
from llm_models import PROVIDERS, QUESTION, failure, of
from scripted_models import Script, ScriptedModels

from kgqa.errors import StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.llm import deadline
from kgqa.llm.failures import Failure, of_status
from kgqa.llm.messages import ModelError, Provider

BARELY_S, LONG_S = 0.2, 300.0
WAITED_S = 40.0
"""Far more than the deadline, for slow machines, and far less than what the server would take."""

SLOW = {
    "no first byte": Script(hang_after=0),
    "stalls": Script("Marfan syndrome.", hang_after=9),
    "a byte now and then": Script("Marfan syndrome and more of it " * 99, pause_s=0.5),
    "a piece now and then": Script("Marfan syndrome and more of it " * 30, pause_s=1.0),
    "late": Script(delay_s=LONG_S),
    "always busy": Script(status=429, headers={"Retry-After": "20"}),
}


def eventually(true: Callable[[], bool]) -> bool:
    """Whether it comes true; generous, for slow machines."""
    until = time.monotonic() + 60
    while not true() and time.monotonic() < until:
        time.sleep(0.01)
    return true()


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("provider", ["compatible", "ollama"])
@pytest.mark.parametrize("script", SLOW.values(), ids=SLOW.keys())
def test_one_deadline_covers_everything(provider: Provider, streamed: bool, script: Script) -> None:
    with ScriptedModels() as server:
        model = of(server.says(script), provider, time_limit_s=BARELY_S)
        started = time.monotonic()
        error = failure(model, streamed=streamed)
        assert time.monotonic() - started < WAITED_S
    assert error.trouble in ("time", "busy")
    assert error.trouble == "busy" or "within 0.2 s" in str(error)


def test_the_list_of_models_has_its_deadline_too() -> None:
    """Nothing answers at a socket that is never accepted from."""
    with socket.socket() as silent, ScriptedModels() as server:
        silent.bind(("127.0.0.1", 0))
        silent.listen(1)
        for provider in PROVIDERS:
            address = f"http://127.0.0.1:{silent.getsockname()[1]}"
            with pytest.raises(Exception, match=r"within 0\.2 s"):
                of(server, provider, address=address, time_limit_s=BARELY_S).models()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_name_that_nobody_answers_for_is_not_waited_for(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()

    def hangs(*names: object, **more: object) -> object:
        released.wait(LONG_S)
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", hangs)
    before = threading.active_count()
    with ScriptedModels() as server:
        address = "https://models.invalid/v1"
        started = time.monotonic()
        error = failure(of(server, provider, address=address, time_limit_s=BARELY_S))
        assert time.monotonic() - started < WAITED_S
    assert error.trouble == "time"
    released.set()
    assert eventually(lambda: threading.active_count() <= before)


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("provider", PROVIDERS)
def test_stop_ends_a_request_and_closes_its_connection(provider: Provider, streamed: bool) -> None:
    stop, heard = StopSignal(), []
    with ScriptedModels() as server:
        model = of(server.says(Script("Marfan syndrome.", hang_after=8)), provider, time_limit_s=LONG_S)
        before = threading.active_count()

        def end() -> None:
            eventually(lambda: bool(heard if streamed else server.chats))
            stop.set()

        ender = threading.Thread(target=end)
        ender.start()
        started = time.monotonic()
        with pytest.raises(StoppedError):
            model.complete(QUESTION, hear=heard.append if streamed else None, stop=stop)
        assert time.monotonic() - started < LONG_S / 2
        ender.join()
        assert eventually(lambda: len(server.left) == 1), "the server still holds the connection"
        assert eventually(lambda: threading.active_count() <= before)
        assert len(server.chats) == 1


@pytest.mark.parametrize("provider", PROVIDERS)
def test_stop_ends_the_wait_between_attempts(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "MOST_WAIT_S", LONG_S)
    stop = StopSignal()
    with ScriptedModels() as server:
        server.says(Script(status=503, headers={"Retry-After": "200"}))
        model = of(server, provider, time_limit_s=LONG_S)
        ender = threading.Thread(target=lambda: (eventually(lambda: bool(server.chats)), stop.set()))
        ender.start()
        started = time.monotonic()
        with pytest.raises(StoppedError):
            model.complete(QUESTION, stop=stop)
        assert time.monotonic() - started < WAITED_S
        ender.join()
        assert len(server.chats) == 1


@pytest.mark.parametrize("provider", ["compatible", "ollama"])
def test_a_wait_between_attempts_is_told_while_it_lasts(provider: Provider) -> None:
    told: list[deadline.Wait | None] = []
    with ScriptedModels() as server:
        server.says(Script(status=429, headers={"Retry-After": "1"}), "Marfan syndrome.")
        model = of(server, provider, time_limit_s=LONG_S)
        with deadline.heard(told.append):
            assert model.complete(QUESTION).text == "Marfan syndrome."
        wait, over = told
        assert wait is not None
        assert "too many requests (429)" in wait.why
        assert wait.left_s == 0.0
        assert over is None
        server.says(Script(status=429, headers={"Retry-After": "200"}))
        with deadline.heard(told.append):
            assert failure(model).trouble == "busy"
    assert len(told) == 2, "nothing is waited for"


def test_a_wait_that_is_stopped_is_over() -> None:
    stop = StopSignal()
    told: list[deadline.Wait | None] = []

    def hear(wait: deadline.Wait | None) -> None:
        told.append(wait)
        if wait is not None:
            threading.Thread(target=stop.set).start()

    with ScriptedModels() as server:
        server.says(Script(status=503, headers={"Retry-After": "20"}))
        with deadline.heard(hear), pytest.raises(StoppedError):
            of(server, "compatible", time_limit_s=LONG_S).complete(QUESTION, stop=stop)
    assert [one is None for one in told] == [False, True]


def test_what_was_stopped_before_is_not_asked() -> None:
    stop = StopSignal()
    stop.set()
    with ScriptedModels() as server:
        for provider in PROVIDERS:
            with pytest.raises(StoppedError):
                of(server, provider).complete(QUESTION, stop=stop)
        assert server.requests == []


def test_a_stop_that_comes_after_the_end_does_nothing() -> None:
    stop = StopSignal()
    with ScriptedModels() as server:
        for provider in PROVIDERS:
            assert of(server, provider).complete(QUESTION, stop=stop).text
        stop.set()


def test_requests_leave_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "FIRST_WAIT_S", 0.001)
    with ScriptedModels() as server:
        before = threading.active_count()
        for provider in PROVIDERS:
            for script in (Script(), Script(cut_after=4), Script(error_after=4), Script(status=401)):
                server.says(script)
                for hear in (None, lambda text: None):
                    with contextlib.suppress(ModelError):
                        of(server, provider).complete(QUESTION, hear=hear)
        assert eventually(lambda: threading.active_count() <= before)


def test_one_model_serves_several_threads_at_once() -> None:
    found: dict[int, str] = {}
    with ScriptedModels() as server:
        server.reply = lambda messages: Script(f"Reply to {messages[-1]['content']}", delay_s=0.05)
        for provider in PROVIDERS:
            model = of(server, provider)

            def ask(number: int, model: object = model) -> None:
                message = QUESTION[1].__class__("user", str(number))
                found[number] = model.complete([message]).text  # type: ignore[attr-defined]

            threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert found == {number: f"Reply to {number}" for number in range(6)}
            found.clear()


@pytest.mark.parametrize("asked", ["0", "-7", "Wed, 21 Oct 2015 07:28:00 GMT"])
def test_no_server_is_asked_again_at_once(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "FIRST_WAIT_S", 0.01)
    waits: list[float] = []

    def waited(_: str, seconds: float) -> contextlib.AbstractContextManager[None]:
        waits.append(seconds)
        return contextlib.nullcontext()

    monkeypatch.setattr(deadline, "waiting", waited)
    with ScriptedModels() as server:
        failure(of(server.says(Script(status=429, headers={"Retry-After": asked})), "compatible"))
        assert len(server.chats) == deadline.MOST_ATTEMPTS
    assert waits[0] >= 0.01
    assert waits[1] >= 0.02


@pytest.mark.parametrize(
    ("seconds", "words"), [(25, "25 s"), (3600, "60 min"), (1e308, "more than a day"), (0.2, "1 s")]
)
def test_how_long_is_said_in_words_that_can_be_read(seconds: float, words: str) -> None:
    assert f"left alone for {words}." in Failure("busy", "It is busy.", "Wait.", wait_s=seconds).sentences


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [("7", 7), ("0.5", 0.5), ("-3", 0), ("nan", None), ("inf", None), ("soon", None), ("", None),
     ("Wed, 21 Oct 2015 07:28:00 GMT", 0), ("Wed, 99 Oct 2015 07:28:00 GMT", None), ("9" * 400, None)],
)  # fmt: skip
def test_how_long_a_server_asks_to_wait(asked: str, seconds: float | None) -> None:
    with ScriptedModels() as server:
        model = of(server, "compatible")
    assert of_status(model.server, 429, {"retry-after": asked}, b"").wait_s == seconds  # type: ignore[attr-defined]
