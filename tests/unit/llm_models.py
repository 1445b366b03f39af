"""What the tests of language models share: models of both protocols that ask a scripted server."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_models import ScriptedModels

from kgqa.llm import providers
from kgqa.llm.messages import LanguageModel, ModelError, ModelSettings, Provider
from kgqa.records import Message

CANARY = "sk-canary-7421-do-not-tell"
QUESTION = (Message("system", "Be brief."), Message("user", "Which diseases show arachnodactyly?"))
PROVIDERS: tuple[Provider, ...] = ("openai", "compatible", "ollama")


def of(server: ScriptedModels, provider: Provider, **values: Any) -> LanguageModel:
    """A model that asks the scripted server."""
    address = server.ollama_url if provider == "ollama" else server.openai_url
    given = {"model": "scripted", "address": address, "key": CANARY, "time_limit_s": 30.0, "most_tokens": 100}
    return providers.model(ModelSettings(provider=provider, **{**given, **values}))


def failure(model: LanguageModel, *, streamed: bool = False) -> ModelError:
    """The error that a question ends with."""
    with pytest.raises(ModelError) as caught:
        model.complete(QUESTION, hear=(lambda text: None) if streamed else None)
    return caught.value
