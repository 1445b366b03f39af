"""The real local model, where ``make model`` has brought it: it replies in form, streams, stops, and answers."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import psutil
import pytest

from kgqa import settings
from kgqa.errors import StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.llm import providers
from kgqa.llm.local.files import missing
from kgqa.llm.local.host import Host
from kgqa.llm.local.model import LocalModel
from kgqa.pipeline import Asker
from kgqa.records import Message
from kgqa.strategies.approach import Approach, Strategy

DATA_DIR = settings.load().data_dir
WHY_NOT = missing(DATA_DIR)
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "it is there")]
PATIENT_S = 900.0
"""Of a machine that does much else; alone, a reply takes less than a minute on two cores."""
SCHEMA = {
    "type": "object",
    "properties": {"colours": {"type": "array", "items": {"type": "string"}}},
    "required": ["colours"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    one = Host(DATA_DIR)
    yield one
    one.close()


@pytest.fixture(scope="module")
def model(host: Host) -> LocalModel:
    return LocalModel(replace(providers.usual("local"), time_limit_s=PATIENT_S), data_dir=DATA_DIR, of=host)


def test_a_reply_has_the_form_that_was_asked_for_and_is_streamed(model: LocalModel) -> None:
    heard: list[str] = []
    said = model.complete([Message("user", "Name three colours in a poem.")], schema=SCHEMA, hear=heard.append)
    assert all(isinstance(one, str) for one in json.loads(said.text)["colours"])
    assert said.text.startswith(heard[0])
    assert len(heard) > 3
    assert (said.model, said.estimated) == (model.settings.model, False)


def test_stopped_while_it_reads_it_stops_working(model: LocalModel, host: Host) -> None:
    long = " ".join(f"Disease {number} shows phenotype {number * 7 % 13}." for number in range(250))
    stop = StopSignal()
    threading.Timer(3, stop.set).start()
    with pytest.raises(StoppedError):
        model.complete([Message("user", long)], hear=lambda text: None, stop=stop)
    process = psutil.Process(host.process_id)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        before = process.cpu_times().user
        time.sleep(1)
        if process.cpu_times().user - before < 0.05:
            return
    raise AssertionError("it still works for nobody")


@pytest.mark.parametrize("strategy", ["cypher", "kg-rag", "llm-only"])
def test_a_question_has_an_answer_or_a_sentence(hpo_asker: Asker, model: LocalModel, strategy: Strategy) -> None:
    trace = hpo_asker.ask("Which genes are associated with Alagille syndrome 1?", approach=Approach(strategy, model))
    assert trace.calls
    assert not [call.error for call in trace.calls if "local model" in call.error]
    assert trace.answer.text
    assert trace.answer.status in ("answered", "evidence", "not_in_graph", "refused", "failed")
