"""Nothing is sent to another machine before its reader agreed, and nothing at all while local only is on."""

from __future__ import annotations

import itertools
import socket

import pytest
from scripted_models import ScriptedModels

from kgqa.llm.messages import ModelError, ModelSettings
from kgqa.privacy.outbound import leaves
from kgqa.privacy.sending import Guarded, Permissions, decide, recipients, services
from kgqa.records import Message
from kgqa.services.federation.service import Federation, Service, Terms
from kgqa.strategies.approach import Approach, Strategy

AWAY = ModelSettings("compatible", "big", "https://models.invalid/v1", "sk-planted-0123456789abcdef")
PLAIN = "Which diseases show both arachnodactyly and ectopia lentis?"
PERSONAL = "54-year-old, MRN 00417733: which diseases show arachnodactyly?"
HELLO = [Message("user", PLAIN)]


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Hosts that were looked up; none is found."""
    asked: list[str] = []

    def look_up(host: str | bytes, *_: object, **__: object) -> list[object]:
        asked.append(host.decode() if isinstance(host, bytes) else str(host))
        raise socket.gaierror(f"{host} is not known")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


def approach(strategy: Strategy, settings: ModelSettings, permissions: Permissions) -> Approach:
    return Approach(strategy, Guarded(settings, permissions))


@pytest.mark.parametrize(
    ("question", "local_only", "told", "decision"),
    [
        (PLAIN, False, False, "ask"),
        (PLAIN, False, True, "send"),
        (PERSONAL, False, False, "ask"),
        (PERSONAL, False, True, "ask"),
        *((question, True, told, "refuse") for question, told in itertools.product((PLAIN, PERSONAL), (False, True))),
    ],
)
def test_whether_a_question_may_be_sent(question: str, local_only: bool, told: bool, decision: str) -> None:
    permissions = Permissions(local_only)
    asked = approach("cypher", AWAY, permissions)
    permissions.told.update(recipients([asked]) if told else ())
    assert decide(question, [asked], permissions) == decision


def test_a_model_on_this_machine_and_the_graph_alone_are_asked_at_once() -> None:
    permissions = Permissions(local_only=True)
    here = ModelSettings("ollama", "small")
    assert decide(PERSONAL, [approach("cypher", here, permissions)], permissions) == "send"
    assert decide(PERSONAL, [approach("graph-only", AWAY, permissions)], permissions) == "send"
    assert decide(PERSONAL, [Approach("llm-only")], permissions) == "send"


@pytest.mark.parametrize(
    "address",
    ["http://10.0.0.8:11434", "http://localhost.evil.invalid", "http://127.0.0.1.evil.invalid", "https://1.2.3.4"],
)
def test_another_machine_of_the_same_network_is_another_machine(address: str) -> None:
    permissions = Permissions()
    asked = approach("llm-only", ModelSettings("ollama", "m", address), permissions)
    assert decide(PLAIN, [asked], permissions) == "ask"


def test_one_that_was_told_of_the_question_alone_is_told_of_when_facts_are_sent_too() -> None:
    permissions = Permissions()
    alone, with_facts = approach("llm-only", AWAY, permissions), approach("cypher", AWAY, permissions)
    permissions.told.update(recipients([alone]))
    assert decide(PLAIN, [alone], permissions) == "send"
    assert decide(PLAIN, [with_facts], permissions) == "ask"
    assert decide(PLAIN, [alone, with_facts], permissions) == "ask"


def test_a_model_that_nobody_released_sends_nothing(network: list[str]) -> None:
    model = Guarded(AWAY, Permissions())
    with pytest.raises(ModelError, match="nobody agreed"):
        model.complete(HELLO)
    assert network == []


def test_local_only_holds_for_models_that_were_released_before(network: list[str]) -> None:
    permissions = Permissions()
    released = Guarded(AWAY, permissions).released()
    permissions.local_only = True
    for ask in (lambda: released.complete(HELLO), released.models):
        with pytest.raises(ModelError, match="local only is on") as refused:
            ask()
        assert refused.value.trouble == "local_only"
        assert AWAY.key not in str(refused.value)
    assert network == []


def test_a_released_model_does_send(network: list[str]) -> None:
    settings = ModelSettings("compatible", "big", "http://models.invalid/v1")
    with pytest.raises(ModelError):
        Guarded(settings, Permissions()).released().complete(HELLO)
    assert set(network) == {"models.invalid"}


def test_a_model_on_this_machine_needs_no_word() -> None:
    with ScriptedModels() as server:
        settings = ModelSettings("compatible", "scripted", server.openai_url)
        model = Guarded(settings, Permissions(local_only=True))
        assert model.complete(HELLO).text == "A scripted reply."
        assert model.models() == ["scripted", "scripted-small"]


def test_a_released_model_is_another_one() -> None:
    model = Guarded(AWAY, Permissions())
    assert model.released() is not model
    with pytest.raises(ModelError, match="nobody agreed"):
        model.complete(HELLO)


def test_a_service_elsewhere_is_asked_once_its_reader_agreed_and_never_while_local_only_is_on() -> None:
    away, here = Service("BTE", "https://bte.invalid/v1"), Service("Own", "http://127.0.0.1:8010")
    asked = Approach("federated", federation=Federation((away, here)))
    assert [one.address for one in services((asked,))] == [away.url]
    assert decide(PLAIN, (asked,), Permissions()) == "ask"
    assert decide(PLAIN, (asked,), Permissions(told=set(services((asked,))))) == "send"
    assert decide(PLAIN, (asked,), Permissions(local_only=True)) == "refuse"
    assert decide(PLAIN, (Approach("federated", federation=Federation((here,))),), Permissions()) == "send"
    assert (
        decide(PLAIN, (Approach("federated", federation=Federation((away,), Terms(offline=True))),), Permissions())
        == "send"
    )
    assert "not its words" in leaves(asked)
