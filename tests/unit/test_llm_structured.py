"""Replies of a given shape."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from llm_models import PROVIDERS, QUESTION, of
from pydantic import BaseModel
from scripted_models import Script, ScriptedModels

from kgqa.llm.messages import ModelError, Provider
from kgqa.llm.structured import structured


class Finding(BaseModel):
    """One thing that was found."""

    name: str
    default: int = 0


class Verdict(BaseModel):
    """The shape that the tests ask for."""

    answer: Literal["yes", "no", "unknown"]
    findings: list[Finding]


FIT = '{"answer": "yes", "findings": [{"name": "Marfan syndrome", "default": 3}]}'
ALL_PROVIDERS = pytest.mark.parametrize("provider", PROVIDERS)


@ALL_PROVIDERS
@pytest.mark.parametrize(
    "text",
    [
        FIT,
        f"```json\n{FIT}\n```",
        f"Here it is:\n{FIT}\nThat is all.",
        f"<think>Maybe {{\"answer\": \"no\"}}?</think>{FIT}",
        f"<reasoning>{{\"answer\": \"no\"}}</reasoning>{FIT}",
        f"{{\"answer\": \"no\"}} it is not. </thinking>{FIT}",
        FIT.replace(" syndrome", "\nsyndrome"),
    ],
)  # fmt: skip
def test_a_reply_that_fits_takes_one_request(provider: Provider, text: str) -> None:
    with ScriptedModels() as server:
        found, replies = structured(of(server.says(text), provider), QUESTION, Verdict)
        assert found.answer == "yes"
        assert found.findings[0].name.split() == ["Marfan", "syndrome"]
        assert found.findings[0].default == 3
        assert [reply.text for reply in replies] == [text]
        sent = server.chats[0].json
    schema = sent["format"] if provider == "ollama" else sent["response_format"]["json_schema"]["schema"]
    assert schema["required"] == ["answer", "findings"]
    assert schema["additionalProperties"] is False
    inner = schema["$defs"]["Finding"]
    assert inner["required"] == ["name", "default"]
    assert inner["properties"]["default"]["type"] == "integer"


@pytest.mark.parametrize("provider", ["compatible", "ollama"])
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"answer": "perhaps", "findings": []}', "answer: Input should be 'yes', 'no' or 'unknown'"),
        ('{"answer": "no"}', "findings: Field required"),
        ("Yes.", "holds no JSON object"),
        ("[]", "holds no JSON object"),
        (f"<think>{FIT}", "holds no JSON object"),
        (f"{FIT} {FIT}", "or more than one"),
        ('{"answer": "yes", "findings": [', "holds no JSON object"),
        ('{"a":' * 20_000, "holds no JSON object"),
    ],
)
def test_a_reply_that_does_not_fit_is_sent_back_once(provider: Provider, text: str, complaint: str) -> None:
    with ScriptedModels() as server:
        model = of(server.says(text, FIT), provider, most_tokens=50_000, context_tokens=500_000)
        found, replies = structured(model, QUESTION, Verdict)
        assert found.answer == "yes"
        assert len(replies) == len(server.chats) == 2
        *_, said, asked = server.chats[1].json["messages"]
        assert said == {"role": "assistant", "content": text}
        assert complaint in asked["content"]
        assert '"findings"' in asked["content"]

        server.requests.clear()
        with pytest.raises(ModelError) as caught:
            structured(of(server.says(text), provider, most_tokens=50_000, context_tokens=500_000), QUESTION, Verdict)
        assert caught.value.trouble == "unreadable"
        assert caught.value.partial == text
        assert len(server.chats) == 2


def test_a_server_that_refuses_schemas_is_asked_in_words() -> None:
    with ScriptedModels() as server:
        model = of(server.says(Script(status=400), "no", FIT), "compatible")
        found, replies = structured(model, QUESTION, Verdict)
        assert found.answer == "yes"
        assert [reply.text for reply in replies] == ["no", FIT]
        assert ["response_format" in request.json for request in server.chats] == [True, False, False]
        assert json.dumps("findings") in server.chats[1].prompt


def test_what_is_no_matter_of_the_schema_is_not_asked_again() -> None:
    for script, trouble in ((Script(status=401), "credentials"), (Script(finish="length"), "too_long")):
        with ScriptedModels() as server:
            with pytest.raises(ModelError) as caught:
                structured(of(server.says(script), "compatible"), QUESTION, Verdict)
            assert caught.value.trouble == trouble
            assert len(server.chats) == 1
