"""What a model server may answer, through the real clients: replies, and everything that is none."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from llm_models import PROVIDERS, QUESTION, failure, of
from scripted_models import Script, ScriptedModels, refusing_address

from kgqa.llm import deadline
from kgqa.llm.messages import ModelError, Provider, Trouble
from kgqa.records import Message

HOSTILE = Path("/work/shared/data/hostile_inputs.jsonl")

WHOLE_OR_STREAMED = pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
ALL_PROVIDERS = pytest.mark.parametrize("provider", PROVIDERS)


@pytest.fixture(scope="module")
def _server() -> Iterator[ScriptedModels]:
    with ScriptedModels("small", "large") as server:
        yield server


@pytest.fixture
def server(_server: ScriptedModels, monkeypatch: pytest.MonkeyPatch) -> ScriptedModels:
    """The scripted server, with nothing said and nothing heard yet; attempts follow each other at once."""
    monkeypatch.setattr(deadline, "FIRST_WAIT_S", 0.001)
    _server.requests.clear()
    _server.reply = None
    return _server.says()


@ALL_PROVIDERS
def test_a_reply_arrives_with_its_count(server: ScriptedModels, provider: Provider) -> None:
    reply = of(server.says(Script("Marfan syndrome [1].", tokens=(31, 7))), provider).complete(QUESTION)
    assert (reply.text, reply.model) == ("Marfan syndrome [1].", "scripted")
    assert (reply.tokens_in, reply.tokens_out, reply.estimated, reply.attempts) == (31, 7, False, 1)
    assert server.chats[0].prompt == "\n".join(message.text for message in QUESTION)


@ALL_PROVIDERS
def test_a_stream_is_heard_as_it_grows(server: ScriptedModels, provider: Provider) -> None:
    text = "Ärzte 医生 and “quotes”\nover two lines " * 5
    heard: list[str] = []
    reply = of(server.says(Script(text, tokens=(31, 70))), provider).complete(QUESTION, hear=heard.append)
    assert heard[-1] == reply.text == text
    assert len(heard) > 3
    assert all(later.startswith(earlier) for earlier, later in pairwise(heard))
    assert (reply.tokens_in, reply.tokens_out) == (31, 70)


@WHOLE_OR_STREAMED
@ALL_PROVIDERS
@pytest.mark.parametrize("counted", [None, (-26, -9)], ids=["nothing", "less than nothing"])
def test_a_server_that_counts_nothing_is_estimated_for(
    server: ScriptedModels, provider: Provider, streamed: bool, counted: tuple[int, int] | None
) -> None:
    model = of(server.says(Script("Marfan syndrome.", tokens=counted)), provider)
    reply = model.complete(QUESTION, hear=(lambda text: None) if streamed else None)
    assert reply.estimated
    assert 5 < reply.tokens_in < 100
    assert 1 < reply.tokens_out < 100


@WHOLE_OR_STREAMED
def test_more_tokens_than_letters_are_not_believed(server: ScriptedModels, streamed: bool) -> None:
    model = of(server.says(Script("Marfan syndrome.", tokens=(10**9, 7))), "compatible")
    reply = model.complete(QUESTION, hear=(lambda text: None) if streamed else None)
    assert (reply.estimated, reply.tokens_out) == (True, 7)
    assert 5 < reply.tokens_in < 100


def test_what_is_asked_for(server: ScriptedModels) -> None:
    settings = {"temperature": 0.5, "seed": 7, "context_tokens": 4096}
    schema = {"type": "object"}
    for provider in PROVIDERS:
        of(server, provider, **settings).complete(QUESTION, schema=schema)
    openai, compatible, ollama = (request.json for request in server.chats)
    for asked in (openai, compatible):
        assert (asked["model"], asked["temperature"], asked["seed"]) == ("scripted", 0.5, 7)
        assert asked["response_format"]["json_schema"]["schema"] == schema
        assert asked["messages"][1] == {"role": "user", "content": QUESTION[1].text}
    assert openai["max_completion_tokens"] == compatible["max_tokens"] == 100
    assert ollama["options"] == {"temperature": 0.5, "seed": 7, "num_predict": 100, "num_ctx": 4096}
    assert ollama["format"] == schema


@ALL_PROVIDERS
def test_the_models_of_the_server_are_listed(server: ScriptedModels, provider: Provider) -> None:
    assert of(server, provider, model="").models() == ["large", "small"]


MISBEHAVIOUR: dict[str, tuple[Script, Trouble]] = {
    "401": (Script(status=401), "credentials"),
    "403": (Script(status=403), "credentials"),
    "402": (Script(status=402), "quota"),
    "404": (Script(status=404), "no_model"),
    "404 page": (Script(status=404, raw="<html>not here</html>", content_type="text/html"), "no_model"),
    "400": (Script(status=400), "other"),
    "422": (Script(status=422, body={"detail": [{"loc": ["body"], "msg": "odd"}]}), "other"),
    "429": (Script(status=429), "busy"),
    "429, come back in an hour": (Script(status=429, headers={"Retry-After": "3600"}), "busy"),
    "500": (Script(status=500), "server"),
    "503": (Script(status=503, raw="upstream connect error", content_type="text/plain"), "server"),
    "redirect": (Script(status=307, headers={"Location": "http://127.0.0.1:1/"}), "unreachable"),
    "HTML": (Script(raw="<html><body>502</body></html>", content_type="text/html"), "unreadable"),
    "HTML that says it is JSON": (Script(raw="<html>"), "unreadable"),
    "cut JSON": (Script(raw='{"choices": [{"message": {"con'), "unreadable"),
    "an array": (Script(body=[1, 2]), "unreadable"),
    "null": (Script(raw="null"), "unreadable"),
    "deep JSON": (Script(raw="[" * 50_000), "unreadable"),
    "no bytes": (Script(raw=""), "unreadable"),
    "not UTF-8": (Script(raw=b"\xff\xfe\x00{"), "unreadable"),
    "packed": (Script(headers={"Content-Encoding": "gzip"}), "unreadable"),
    "no choices": (Script(body={"choices": []}), "unreadable"),
    "choices of another kind": (Script(body={"choices": ["x"], "message": "x"}), "unreadable"),
    "text of another kind": (
        Script(body={"choices": [{"message": {"content": [1]}}], "message": {"content": [1]}}), "unreadable"
    ),
    "empty": (Script(""), "empty"),
    "white space": (Script(" \n\t "), "empty"),
    "null text": (Script(None), "empty"),
    "token limit": (Script("MATCH (n:Dis", finish="length"), "too_long"),
    "no end": (Script("MATCH (n:Dis", finish=None), "cut"),
    "an end that is none": (Script("MATCH (n:Dis", finish="tool_calls"), "cut"),
    "filtered": (Script("MATCH (n:Dis", finish="content_filter"), "refusal"),
    "longer than allowed": (Script("word " * 1000, tokens=None), "too_long"),
    "counted as longer than allowed": (Script(tokens=(20, 101)), "too_long"),
    "megabytes": (Script(raw=b" " * 4_000_000), "too_long"),
    "a stream of rubbish": (Script(raw='data: {"choices": [{"de\n\n', content_type="text/event-stream"), "unreadable"),
    "closed at once": (Script(cut_after=0), "cut"),
}  # fmt: skip


@WHOLE_OR_STREAMED
@pytest.mark.parametrize("provider", ["compatible", "ollama"])
@pytest.mark.parametrize(("script", "trouble"), MISBEHAVIOUR.values(), ids=MISBEHAVIOUR.keys())
def test_every_trouble_is_one_error_with_a_next_step(
    server: ScriptedModels, provider: Provider, streamed: bool, script: Script, trouble: Trouble
) -> None:
    error = failure(of(server.says(script), provider), streamed=streamed)
    if (script.raw, provider, streamed) == ("", "ollama", True):
        trouble = "cut"  # a stream of lines that has no line
    assert error.trouble == trouble
    assert server.address in str(error) or "“scripted”" in str(error)
    assert str(error).endswith("The graph alone can still answer this.")
    assert error.__cause__ is None
    assert error.__context__ is None, "the chain of causes holds the client's own words"
    again = trouble in ("busy", "server") or (trouble == "cut" and script.cut_after is not None and not streamed)
    waits = "Retry-After" in script.headers
    assert len(server.chats) == (3 if again and not waits else 1)
    assert ("3 attempts" in str(error)) == (again and not waits)


@pytest.mark.parametrize("provider", ["openai", "compatible"])
@WHOLE_OR_STREAMED
def test_what_only_one_protocol_can_say(server: ScriptedModels, provider: Provider, streamed: bool) -> None:
    said = {
        "refusal": Script(None, refusal="I cannot help with that."),
        "quota": Script(status=429, code="insufficient_quota"),
        "context": Script(status=400, code="context_length_exceeded"),
        "server": Script(body={"error": {"message": "upstream failed", "code": 502}}),
    }
    for trouble, script in said.items():
        server.requests.clear()
        error = failure(of(server.says(script), provider), streamed=streamed)
        assert error.trouble == trouble
        assert len(server.chats) == 1, "asking again would not help"
        assert ("I cannot help" in str(error)) == (trouble == "refusal")


@ALL_PROVIDERS
@pytest.mark.parametrize("order", ["cut_after", "error_after"])
def test_what_had_arrived_is_kept_and_not_asked_for_again(
    server: ScriptedModels, provider: Provider, order: str
) -> None:
    script = (
        Script("Marfan syndrome and others.", cut_after=15)
        if order == "cut_after"
        else Script("Marfan syndrome and others.", error_after=15)
    )
    error = failure(of(server.says(script), provider), streamed=True)
    assert error.trouble == ("cut" if order == "cut_after" else "server")
    assert error.partial == "Marfan syndrome"
    assert len(server.chats) == 1


@ALL_PROVIDERS
def test_a_second_attempt_helps(server: ScriptedModels, provider: Provider) -> None:
    server.says(Script(status=503), Script(cut_after=3), "Marfan syndrome.")
    reply = of(server, provider).complete(QUESTION)
    assert (reply.text, reply.attempts) == ("Marfan syndrome.", 3)
    assert len(server.chats) == 3


@ALL_PROVIDERS
def test_a_server_that_wants_to_be_left_alone_for_long_is_left_alone(
    server: ScriptedModels, provider: Provider
) -> None:
    """There would be time enough to wait; a reader who is told can decide."""
    server.says(Script(status=429, headers={"Retry-After": "25"}))
    error = failure(of(server, provider, time_limit_s=600.0))
    assert error.trouble == "busy"
    assert "left alone for 25 s" in str(error)
    assert len(server.chats) == 1


@ALL_PROVIDERS
def test_a_wait_that_would_last_past_the_deadline_is_not_begun(server: ScriptedModels, provider: Provider) -> None:
    server.says(Script(status=429, headers={"Retry-After": "19"}))
    error = failure(of(server, provider, time_limit_s=15.0))
    assert error.trouble == "busy"
    assert len(server.chats) == 1


@ALL_PROVIDERS
def test_a_server_that_is_not_there(provider: Provider) -> None:
    with ScriptedModels() as gone:
        model = of(gone, provider, address=refusing_address())
    error = failure(model)
    assert error.trouble == "unreachable"
    assert "does not answer" in str(error)
    assert model.settings.address in str(error)


@pytest.mark.parametrize(
    "script", [Script(status=500), Script(raw="<html>"), Script(body={"data": 3}), Script(raw="3")]
)
@ALL_PROVIDERS
def test_a_list_that_is_none(server: ScriptedModels, provider: Provider, script: Script) -> None:
    with pytest.raises(Exception, match="at http://127") as caught:
        of(server.says(script), provider).models()
    assert type(caught.value).__name__ == "ModelError"
    assert "The graph alone" not in str(caught.value), "nobody has asked a question"


@ALL_PROVIDERS
def test_a_server_without_a_list_is_not_said_to_lack_a_model(server: ScriptedModels, provider: Provider) -> None:
    with pytest.raises(ModelError, match=r"has no list of models \(404\)"):
        of(server.says(Script(status=404)), provider).models()


def test_a_setting_that_the_model_does_not_take_is_left_out_and_told(server: ScriptedModels) -> None:
    refused = {"error": {"message": "Unsupported value", "code": "unsupported_value", "param": "temperature"}}
    model = of(server.says(Script(status=400, body=refused), "Yes."), "openai")
    assert model.complete(QUESTION).left_out == ("temperature",)
    assert model.complete(QUESTION).left_out == ("temperature",)
    assert ["temperature" in request.json for request in server.chats] == [True, False, False]
    endless = of(server.says(Script(status=400, body=refused)), "openai")
    assert failure(endless).trouble == "other"


@ALL_PROVIDERS
def test_a_prompt_that_does_not_fit_is_not_sent(server: ScriptedModels, provider: Provider) -> None:
    model = of(server, provider, context_tokens=400)
    with pytest.raises(Exception, match="tokens") as caught:
        model.complete([Message("user", "hypertrophic cardiomyopathy " * 100)])
    assert getattr(caught.value, "trouble", "") == "context"
    assert server.requests == []


@WHOLE_OR_STREAMED
@pytest.mark.parametrize("counted", [2048, 4096])
def test_a_prompt_that_ollama_cut_in_silence_is_noticed(server: ScriptedModels, counted: int, streamed: bool) -> None:
    model = of(server.says(Script(tokens=(counted, 9))), "ollama", context_tokens=8192 if counted < 4096 else 4096)
    long = [Message("user", "hypertrophic cardiomyopathy " * (800 if counted < 4096 else 100))]
    with pytest.raises(Exception, match="cut off") as caught:
        model.complete(long, hear=(lambda text: None) if streamed else None)
    assert getattr(caught.value, "trouble", "") == "context"


def test_a_prompt_that_ollama_remembers_is_not_taken_for_a_cut_one(server: ScriptedModels) -> None:
    model = of(server.says(Script(tokens=(12, 9))), "ollama")
    assert model.complete([Message("user", "hypertrophic cardiomyopathy " * 800)]).text


def test_nothing_is_asked_without_a_name_or_a_key(server: ScriptedModels) -> None:
    assert failure(of(server, "ollama", model="")).trouble == "not_set"
    assert failure(of(server, "openai", key="")).trouble == "credentials"
    assert server.requests == []


def test_the_listeners_own_error_is_its_own(server: ScriptedModels) -> None:
    class PageGoneError(BaseException):
        """As the one by which a page ends its run."""

    for kind in (PageGoneError, ValueError, TimeoutError, ConnectionError):

        def hear(text: str, kind: type[BaseException] = kind) -> None:
            raise kind

        server.requests.clear()
        for provider in PROVIDERS:
            with pytest.raises(kind):
                of(server, provider).complete(QUESTION, hear=hear)
        assert len(server.chats) == len(PROVIDERS)


@ALL_PROVIDERS
def test_text_that_utf_8_cannot_carry(server: ScriptedModels, provider: Provider) -> None:
    assert of(server, provider).complete([Message("user", "half \ud83d of \x00 a \u202e character")]).text
    assert server.chats[0].prompt == "half ? of \x00 a \u202e character"


@ALL_PROVIDERS
def test_a_thread_that_runs_a_loop_may_ask_too(server: ScriptedModels, provider: Provider) -> None:
    async def ask() -> str:
        return of(server, provider).complete(QUESTION).text

    assert asyncio.run(ask()) == "A scripted reply."


@pytest.mark.parametrize("name", ["-", "a" * 300 + ".example", "ex_ample.invalid", "münchen.invalid", "..", "*"])
@ALL_PROVIDERS
def test_a_name_that_is_none(
    server: ScriptedModels, provider: Provider, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(host: str | bytes, *rest: object, **more: object) -> object:
        if isinstance(host, str):
            host.encode("idna")  # as the real one does, which this is not to reach
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    error = failure(of(server, provider, address=f"https://{name}:1/v1", time_limit_s=5.0))
    assert error.trouble == "unreachable"
    assert "does not answer" in str(error)


@ALL_PROVIDERS
def test_a_server_that_does_not_encrypt(server: ScriptedModels, provider: Provider) -> None:
    error = failure(of(server, provider, address=server.address.replace("http:", "https:")))
    assert error.trouble == "unreachable"
    assert "encrypted" in str(error)
    assert server.requests == []


@pytest.mark.skipif(not HOSTILE.exists(), reason="the list of hostile inputs is not on this machine")
def test_hostile_replies_reach_the_caller_as_they_are(server: ScriptedModels) -> None:
    """What is wrong with these is in the text, which the transport neither mends nor runs nor chokes on."""
    lines = (json.loads(line) for line in HOSTILE.read_text(encoding="utf-8").splitlines())
    texts = [one["input"] for one in lines if one["kind"] == "llm_reply" and "@@" not in one["input"]]
    for provider in ("compatible", "ollama"):
        model = of(server, provider, most_tokens=4000)
        for text in filter(str.strip, texts):
            server.says(text)
            assert model.complete(QUESTION, hear=lambda _: None).text == text
            assert model.complete(QUESTION).text == text
