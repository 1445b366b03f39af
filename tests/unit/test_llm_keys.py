"""A key goes to the server that it is for, and is found nowhere else."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from dataclasses import asdict

import pytest
from llm_models import CANARY, PROVIDERS, QUESTION, failure, of
from scripted_models import Script, ScriptedModels, refusing_address

from kgqa import settings
from kgqa.llm import deadline, providers, wire
from kgqa.llm.messages import ModelError, ModelSettings, Provider
from kgqa.llm.redact import HIDDEN, holds_credential, redacted
from kgqa.records import Message

AMBIENT = "sk-ambient-5150-of-the-shell"
ALL_PROVIDERS = pytest.mark.parametrize("provider", PROVIDERS)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedModels]:
    monkeypatch.setattr(deadline, "FIRST_WAIT_S", 0.001)
    with ScriptedModels() as server:
        yield server


ECHO = f'{{"error": {{"message": "Incorrect API key provided: {CANARY}. Authorization: Bearer {CANARY}"}}}}'


@ALL_PROVIDERS
def test_a_key_appears_in_nothing_that_is_shown_or_logged(
    server: ScriptedModels,
    provider: Provider,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_LOG", "debug")
    caplog.set_level(logging.DEBUG)
    for name in wire.LOGGERS:
        caplog.set_level(logging.DEBUG, logger=name)
    told = []
    model = of(server, provider)
    told += [repr(model), repr(model.settings), str(model.settings), repr(vars(model))]
    orders = [
        Script(),
        *(Script(status=status, raw=ECHO, headers={"X-Echo": CANARY}) for status in (400, 401, 404, 429, 500)),
        Script(status=307, headers={"Location": f"http://u:{CANARY}@127.0.0.1:1/?key={CANARY}"}),
        Script(status=400, raw=f'{{"error": "num_ctx is too small for {CANARY}"}}'),
        Script(raw=CANARY),
        Script(body={"error": {"message": CANARY}}),
        Script(None, refusal=f"Not with {CANARY}"),
        Script(f"Marfan {CANARY} and more", cut_after=3 * len(CANARY) // 2),
    ]
    for script in orders:
        server.says(script)
        for hear in (None, lambda text: None):
            try:
                told.append(repr(model.complete(QUESTION, hear=hear)))
            except ModelError as error:
                told += [traceback.format_exc(), error.partial]
    for hopeless in (of(server, provider, address=refusing_address()), of(server.says(Script(hang_after=0)), provider)):
        slow = providers.model(ModelSettings(**{**asdict(hopeless.settings), "time_limit_s": 0.2}))
        for ask in (lambda slow=slow: slow.complete(QUESTION), slow.models):
            try:
                told.append(repr(ask()))
            except ModelError:
                told.append(traceback.format_exc())
    assert len(told) > 2 * len(orders)
    assert any(HIDDEN in text for text in told), "a server repeated the key, and it was hidden"
    captured = capfd.readouterr()
    everything = "\n".join([*told, caplog.text, captured.out, captured.err])
    assert CANARY not in everything
    assert captured.out == ""
    assert all(request.headers["authorization"] == f"Bearer {CANARY}" for request in server.requests)
    assert not any(CANARY in request.path or CANARY in str(request.json) for request in server.requests)


@ALL_PROVIDERS
def test_a_key_does_not_follow_a_redirect(server: ScriptedModels, provider: Provider) -> None:
    with ScriptedModels() as other:
        target = other.address + ("/api/chat" if provider == "ollama" else "/v1/chat/completions")
        for status in (301, 302, 303, 307, 308):
            server.says(Script(status=status, headers={"Location": target}))
            model = of(server, provider)
            for ask in (lambda model=model: model.complete(QUESTION), model.models):
                with pytest.raises(ModelError, match="sends its callers on") as caught:
                    ask()
                assert other.address in str(caught.value)
        assert other.requests == []


@ALL_PROVIDERS
def test_only_the_key_that_was_set_is_sent(
    server: ScriptedModels, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OLLAMA_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, AMBIENT)
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", f"Authorization: Bearer {AMBIENT}")
    monkeypatch.setenv("OPENAI_BASE_URL", refusing_address())
    monkeypatch.setenv("OLLAMA_HOST", refusing_address())
    for key in (CANARY, "" if provider != "openai" else CANARY):
        server.requests.clear()
        model = of(server, provider, key=key)
        model.complete(QUESTION)
        model.models()
        for request in server.requests:
            assert request.headers.get("authorization") == (f"Bearer {key}" if key else None)
            if provider != "openai":
                assert AMBIENT not in str(request)


@ALL_PROVIDERS
def test_this_machine_is_not_asked_for_through_a_proxy(
    server: ScriptedModels, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScriptedModels() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY"):
            monkeypatch.setenv(name, proxy.address)
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.delenv(name, raising=False)
        assert of(server, provider).complete(QUESTION).text
        assert of(server, provider).models()
        assert proxy.requests == []


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "socks9://user:canary-key-0123456789@127.0.0.1:9"])
@ALL_PROVIDERS
def test_a_proxy_that_cannot_be_used_is_told_and_does_not_matter_here(
    server: ScriptedModels, provider: Provider, proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "ollama"]:
        monkeypatch.delitem(sys.modules, name)  # it looks at the environment when it is imported
    for name in ("ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY"):
        monkeypatch.setenv(name, proxy)
    assert of(server.says("Marfan syndrome."), provider).complete(QUESTION).text == "Marfan syndrome."
    error = failure(of(server, provider, address="https://models.example.invalid/v1"))
    assert "The proxy that the environment names cannot be used, so nothing was sent." in str(error)
    assert "canary" not in str(error)


@ALL_PROVIDERS
@pytest.mark.parametrize("credential", [CANARY, "sk-proj-" + "A" * 32, "bolt://neo4j:hunter22@host:7687"])
def test_a_credential_in_a_text_is_not_sent_on(server: ScriptedModels, provider: Provider, credential: str) -> None:
    with pytest.raises(ModelError, match="key or a password") as caught:
        of(server, provider).complete([Message("user", f"My key is {credential}, use it please")])
    assert credential not in str(caught.value)
    assert server.requests == []


@pytest.mark.parametrize("key", ["sk-a b", "sk-a\nb", "sk-ключ", "sk-\x00"])
def test_a_key_that_cannot_be_sent_is_told_without_showing_it(key: str) -> None:
    with pytest.raises(ModelError, match="Copy it again") as caught:
        providers.model(ModelSettings("openai", "m", key=key))
    assert caught.value.trouble == "credentials"
    assert key not in str(caught.value)


def test_the_settings_hide_what_is_secret() -> None:
    found = settings.load(
        {
            "KGQA_MODEL_PROVIDER": "compatible",
            "KGQA_MODEL_KEY": CANARY,
            "KGQA_MODEL_ADDRESS": f"http://me:{CANARY}@host/v1?key={CANARY}",
        }
    )
    assert found.model_key == CANARY
    assert CANARY not in repr(found) + str(found)
    assert "host/v1" in repr(found)
    chosen = providers.from_settings(found)
    assert chosen is not None
    assert CANARY not in repr(chosen).replace(repr(chosen.address), "")
    with pytest.raises(ModelError) as caught:
        providers.model(chosen)
    assert CANARY not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Incorrect API key provided: sk-proj-abcDEF123456789.", "Incorrect API key provided: [hidden]"),
        ("bolt://neo4j:s3cret@host:7687 refused", "bolt://[hidden]host:7687 refused"),
        ("Authorization: Bearer abcdefghijkl", "Authorization: Bearer [hidden]"),
        ("{'authorization': 'Basic dXNlcjpwYXNz'}", "{'authorization': 'Basic [hidden]'}"),
        ("x-api-key=12345&model=x", "x-api-key=[hidden]&model=x"),
        ('{"password": "hunter2"}', '{"password": "[hidden]"}'),
        ("token ghp_abcdefghijklmnopqrst1234", "token [hidden]"),
        ("SK-N-SH cells and risk-adjusted-survival-analysis", "SK-N-SH cells and risk-adjusted-survival-analysis"),
        ("see https://example.org/a@b:c and mailto:x@y.org", "see https://example.org/a@b:c and mailto:x@y.org"),
    ],
)
def test_what_looks_like_a_credential_is_hidden(text: str, left: str) -> None:
    assert redacted(text) == left
    assert redacted(redacted(text)) == left


@pytest.mark.parametrize(
    "text",
    [
        "The basic helix-loop-helix-2-containing family; bearer of-2-variants-in-that-gene",
        "Marketing authorization: withdrawn in 2019. Token: phenotype",
        '["http://purl.org/x:1","mailto:a@b.org"]',
        "SK-N-SH cells, sk-br-3, task-specific-adaptation-2",
        "EYJ, AKIAVGGTSNDPLLFRQAAE (a peptide), hf_score=0.2",
        "12 patients (12/32) at a ratio of 3:4@p<0.05",
    ],
)
def test_ordinary_texts_are_sent(text: str) -> None:
    assert not holds_credential(text, [CANARY])


def test_parts_of_a_known_secret_are_hidden_and_ordinary_words_are_not() -> None:
    key = "canary-key-0123456789abcdef"
    told = redacted(f"“{key[:14]}” and “{key[9:]}”, {key[:-1]}…", (key,))
    assert told == "“[hidden]” and “[hidden]”, [hidden]…"
    grown = [redacted(f"Your key is {key[:length]}", (key,)) for length in range(len(key) + 1)]
    assert all(key[:12] not in text for text in grown), "a stream stops anywhere"
    for ordinary in ("canary", "the canary is a bird", "key-0123", ""):
        assert redacted(ordinary, (key,)) == ordinary


def test_known_secrets_are_hidden_in_each_spelling() -> None:
    secret = "p/w 7&x ü"
    assert redacted(f"{secret} and p%2Fw%207%26x%20%C3%BC", [secret, "", "ab"]) == f"{HIDDEN} and {HIDDEN}"
    assert holds_credential("the p/w 7&x ü of it", [secret])
    assert not holds_credential("the words of it", ["", "words"])
