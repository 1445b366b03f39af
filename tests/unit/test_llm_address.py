"""Which addresses a model may have, which are on this machine, and what the environment says."""

from __future__ import annotations

import socket
import subprocess
import sys
from typing import Any

import pytest
from llm_models import QUESTION, of
from scripted_models import ScriptedModels

from kgqa import settings
from kgqa.errors import SettingError
from kgqa.llm import address, providers, tokens
from kgqa.llm.messages import ModelError, ModelSettings, Provider


@pytest.mark.parametrize(
    ("provider", "written", "read"),
    [
        ("openai", "", "https://api.openai.com/v1"),
        ("ollama", "", "http://127.0.0.1:11434"),
        ("openai", " https://eu.api.openai.com/v1/ ", "https://eu.api.openai.com/v1"),
        ("compatible", "http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1"),
        ("compatible", "HTTPS://Example.org/v1", "https://example.org/v1"),
        ("compatible", "http://[::1]:8000/v1", "http://[::1]:8000/v1"),
        ("ollama", "http://0.0.0.0:11434", "http://127.0.0.1:11434"),
        ("ollama", "0.0.0.0", "http://127.0.0.1:11434"),
        ("ollama", "gpu.lan", "http://gpu.lan:11434"),
        ("ollama", "gpu.lan:8080", "http://gpu.lan:8080"),
        ("ollama", ":8080", "http://127.0.0.1:8080"),
        ("ollama", "http://gpu.lan", "http://gpu.lan"),
    ],
)
def test_addresses_that_may_be_asked(provider: Provider, written: str, read: str) -> None:
    assert address.of(ModelSettings(provider, "m", written)) == read


@pytest.mark.parametrize(
    "written",
    [
        "http://169.254.169.254/latest/meta-data",
        "http://2852039166/",
        "http://0xA9FEA9FE/v1",
        "http://0251.0376.0251.0376/",
        "http://[::ffff:169.254.169.254]/v1",
        "http://[fe80::1]/v1",
        "http://[fe80::1%25eth0]/v1",
        "http://[fd00:ec2::254]/",
        "http://100.100.100.200/",
        "http://metadata.google.internal/v1",
        "http://METADATA.google.internal./v1",
        "http://224.0.0.1/",
        "file:///etc/passwd",
        "ftp://host/",
        "gopher://host/",
        "javascript:alert(1)",
        "http://user:hunter22@host/v1",
        "http://user@host/v1",
        "http://127.0.0.1@evil.example/v1",
        "http://host/v1?key=hunter22",
        "http://host/v1#hunter22",
        "http://host:port/v1",
        "http://host:99999/v1",
        "http://[::1/v1",
        "http://ho st/v1",
        "http://evil.example\\@127.0.0.1/",
        "http://host\n/v1",
    ],
)
@pytest.mark.parametrize("provider", ["openai", "compatible", "ollama"])
def test_addresses_that_are_never_asked(provider: Provider, written: str) -> None:
    chosen = ModelSettings(provider, "m", written)
    for call in (address.of, providers.model):
        with pytest.raises(ModelError, match="address") as caught:
            call(chosen)
        assert "hunter22" not in str(caught.value)
    assert not address.is_local(chosen)


def test_a_name_that_leads_to_a_forbidden_address_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def leads(host: Any, *rest: Any, **more: Any) -> Any:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("169.254.169.254", 80))]

    monkeypatch.setattr(socket, "getaddrinfo", leads)
    for provider in ("compatible", "ollama"):
        with pytest.raises(ModelError, match="leads to") as caught:
            providers.model(ModelSettings(provider, "m", "http://innocent.example/v1")).complete(QUESTION)
        assert caught.value.trouble == "unreachable"


@pytest.mark.parametrize(
    "host", ["192.168.1.5", "10.0.0.1", "example.org", "localhost.example.org", "127.0.0.1.nip.io"]
)
def test_a_key_travels_encrypted_or_not_at_all(host: str) -> None:
    for provider in ("openai", "compatible", "ollama"):
        with pytest.raises(ModelError, match="not encrypted") as caught:
            providers.model(ModelSettings(provider, "m", f"http://{host}/v1", key="sk-canary-123456789"))
        assert "canary" not in str(caught.value)
        providers.model(ModelSettings(provider, "m", f"https://{host}/v1", key="sk-canary-123456789"))


@pytest.mark.parametrize(
    ("written", "local"),
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://127.8.9.1/v1", True),
        ("http://2130706433/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://[::ffff:127.0.0.1]/v1", True),
        ("http://localhost:11434", True),
        ("http://LOCALHOST./", True),
        ("http://0.0.0.0:11434", True),
        ("http://192.168.1.5:11434", False),
        ("http://localhost.example.org/", False),
        ("http://127.0.0.1.nip.io/", False),
        ("http://notlocalhost/", False),
        ("https://api.openai.com/v1", False),
    ],
)
def test_only_loopback_is_this_machine(written: str, local: bool) -> None:
    chosen = ModelSettings("compatible", "m", written)
    assert address.is_local(chosen) is local
    if local:
        providers.model(chosen, local_only=True)
    else:
        with pytest.raises(ModelError, match="not on this machine") as caught:
            providers.model(chosen, local_only=True)
        assert caught.value.trouble == "local_only"


def test_the_providers_own_addresses() -> None:
    assert address.is_local(ModelSettings("ollama", "m"))
    assert not address.is_local(ModelSettings("openai", "m"))
    assert not address.is_local(ModelSettings("compatible", "m"))
    with pytest.raises(ModelError, match="KGQA_MODEL_ADDRESS"):
        providers.model(ModelSettings("compatible", "m"))


def test_local_only_asks_this_machine() -> None:
    with ScriptedModels() as server:
        assert providers.model(of(server, "ollama").settings, local_only=True).complete(QUESTION).text


def chosen(**environment: str) -> ModelSettings | None:
    return providers.from_settings(settings.load(environment))


def test_no_provider_is_no_model() -> None:
    assert chosen() is None
    assert chosen(OPENAI_API_KEY="sk-1", KGQA_MODEL="gpt") is None


def test_the_environment_names_a_model() -> None:
    found = chosen(
        KGQA_MODEL_PROVIDER="compatible",
        KGQA_MODEL="m",
        KGQA_MODEL_ADDRESS="http://h/v1",
        KGQA_MODEL_TEMPERATURE="0.5",
        KGQA_MODEL_SEED="7",
        KGQA_MODEL_MOST_TOKENS="50",
        KGQA_MODEL_CONTEXT_TOKENS="9000",
        KGQA_MODEL_TIME_LIMIT_S="12.5",
        KGQA_MODEL_PRICE_IN="2",
        KGQA_MODEL_PRICE_OUT="8",
    )
    assert found == ModelSettings("compatible", "m", "http://h/v1", "", 0.5, 7, 50, 9000, 12.5, 2.0, 8.0)


def test_the_variables_of_the_providers_are_heeded() -> None:
    theirs = {"OPENAI_API_KEY": "sk-1", "OPENAI_BASE_URL": "https://eu/v1", "OLLAMA_HOST": "gpu.lan"}
    openai, ollama = chosen(KGQA_MODEL_PROVIDER="openai", **theirs), chosen(KGQA_MODEL_PROVIDER="ollama", **theirs)
    compatible = chosen(KGQA_MODEL_PROVIDER="compatible", **theirs)
    assert openai
    assert ollama
    assert compatible
    assert (openai.key, openai.address) == ("sk-1", "https://eu/v1")
    assert (ollama.key, ollama.address) == ("", "gpu.lan")
    assert (compatible.key, compatible.address) == ("", ""), "another server gets no key of OpenAI's"
    own = chosen(KGQA_MODEL_PROVIDER="openai", KGQA_MODEL_KEY="sk-2", KGQA_MODEL_ADDRESS="https://us/v1", **theirs)
    assert own
    assert (own.key, own.address) == ("sk-2", "https://us/v1")


def test_a_model_on_this_machine_has_longer() -> None:
    local, far = chosen(KGQA_MODEL_PROVIDER="ollama"), chosen(KGQA_MODEL_PROVIDER="openai")
    assert local
    assert far
    assert (local.time_limit_s, far.time_limit_s) == (180.0, 60.0)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("KGQA_MODEL_PROVIDER", "anthropic"),
        ("KGQA_MODEL_TEMPERATURE", "-1"),
        ("KGQA_MODEL_TEMPERATURE", "nan"),
        ("KGQA_MODEL_TIME_LIMIT_S", "-1"),
        ("KGQA_MODEL_MOST_TOKENS", "0"),
        ("KGQA_MODEL_MOST_TOKENS", "many"),
        ("KGQA_MODEL_PRICE_IN", "-0.1"),
        ("KGQA_LOCAL_ONLY", "yes"),
    ],
)
def test_values_that_cannot_be_are_told(variable: str, value: str) -> None:
    with pytest.raises(SettingError, match=variable):
        settings.load({variable: value})


def test_cost_is_for_a_million_tokens() -> None:
    model = ModelSettings("openai", "m", price_in=2.0, price_out=8.0)
    assert tokens.cost(model, 1_000_000, 0) == 2.0
    assert tokens.cost(model, 500, 250) == pytest.approx(0.003)
    assert tokens.cost(ModelSettings("ollama", "m"), 500, 250) == 0


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("", 0, 0),
        ("the", 1, 1),
        ("Which diseases show both arachnodactyly and ectopia lentis?", 9, 17),
        ("MATCH (d:Disease)-[:SHOWS]->(p:Phenotype {name: 'Seizure'}) RETURN d.name LIMIT 20", 22, 42),
        ("HP:0001166, OMIM:154700, ENSG00000166147", 16, 28),
        ("慢性肾脏病", 5, 10),
        (" " * 800, 1, 200),
        ("\n" * 50, 1, 50),
        ("\ud800", 1, 3),
    ],
)
def test_the_estimate_is_near(text: str, least: int, most: int) -> None:
    assert least <= tokens.estimate(text) <= most
    assert tokens.estimate(text * 3) <= 3 * tokens.estimate(text) + 3


def test_opening_a_model_loads_no_client() -> None:
    script = (
        "import sys, kgqa.llm.providers, kgqa.llm.structured, kgqa.llm.tokens\n"
        "from kgqa.llm.messages import ModelSettings\n"
        "for provider in ('ollama', 'openai'):\n"
        "    kgqa.llm.providers.model(ModelSettings(provider, 'm'))\n"
        "print(*sorted(set(sys.modules) & {'openai', 'ollama', 'httpx', 'httpx2', 'pydantic', 'streamlit'}))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
