"""From settings to a language model that can be asked; no request is made here."""

from __future__ import annotations

from dataclasses import replace

from kgqa.llm import address
from kgqa.llm.messages import LanguageModel, ModelError, ModelSettings, Provider
from kgqa.settings import TABLE, Settings

TIME_LIMIT_S = 60.0
LOCAL_TIME_LIMIT_S = 180.0
_DEFAULT_CONTEXT_TOKENS = next(one.default for one in TABLE if one.name == "model_context_tokens")


def model(settings: ModelSettings, local_only: bool = False) -> LanguageModel:
    """The model that settings name.

    Raises:
        ModelError: the address or the key cannot be used, or the server is not on this machine and only such a one
            may be asked.
    """
    if settings.provider == "local":
        from kgqa.llm.local.model import LocalModel

        return LocalModel(settings)
    where = address.of(settings)
    if local_only and not address.is_local(settings):
        raise ModelError(
            f"{where} is not on this machine, and only models on this machine may be asked. Choose one that runs "
            "here, or allow others (KGQA_LOCAL_ONLY=0, or Settings).",
            trouble="local_only",
        )
    if not (settings.key.isascii() and settings.key.isprintable() and " " not in settings.key):
        raise ModelError(
            "The key holds a space, a line break or a letter that no key has. Copy it again.", trouble="credentials"
        )
    if settings.provider == "ollama":
        from kgqa.llm.ollama import OllamaModel

        return OllamaModel(settings)
    from kgqa.llm.openai import OpenAIModel

    return OpenAIModel(settings)


def usual(provider: Provider) -> ModelSettings:
    """A provider's settings where nobody has set any; the local model has its name, the others none."""
    settings = ModelSettings(provider, "")
    if provider == "local":
        from kgqa.llm.local.model import fitted

        settings = fitted(settings)
    return replace(settings, time_limit_s=LOCAL_TIME_LIMIT_S if address.is_local(settings) else TIME_LIMIT_S)


def judge(first: ModelSettings | None, name: str) -> ModelSettings | None:
    """The second model, asked where and how the first one is; None where there is no first one or no name."""
    return replace(first, model=name) if first is not None and name else None


def from_settings(settings: Settings) -> ModelSettings | None:
    """The model of the environment; None where no provider is set."""
    if not settings.model_provider:
        return None
    chosen = ModelSettings(
        provider=settings.model_provider,
        model=settings.model,
        address=settings.model_address,
        key=settings.model_key,
        temperature=settings.model_temperature,
        seed=settings.model_seed,
        most_tokens=settings.model_most_tokens,
        context_tokens=settings.model_context_tokens,
        time_limit_s=settings.model_time_limit_s or TIME_LIMIT_S,
        price_in=settings.model_price_in,
        price_out=settings.model_price_out,
    )
    if chosen.provider == "local":
        from kgqa.llm.local.model import fitted

        # The setting's default is that of larger models; it cannot be told apart from the same number set by hand.
        wished = settings.model_context_tokens
        chosen = fitted(chosen) if wished == _DEFAULT_CONTEXT_TOKENS else fitted(chosen, wished)
    if settings.model_time_limit_s or not address.is_local(chosen):
        return chosen
    return replace(chosen, time_limit_s=LOCAL_TIME_LIMIT_S)
