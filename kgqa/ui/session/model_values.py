"""Whether the values of a form make a language model that can be asked; every complaint says what to type instead."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from kgqa.llm.local.files import CONTEXT_TOKENS
from kgqa.llm.messages import ModelError, ModelSettings

LIMITS: dict[str, tuple[float, float]] = {
    "temperature": (0, 2),
    "seed": (0, 2**31 - 1),
    "most_tokens": (1, 1_000_000),
    "context_tokens": (256, 10_000_000),
    "time_limit_s": (1, 3600),
    "price_in": (0, 10_000),
    "price_out": (0, 10_000),
}
"""The least and the most of every number."""
NAMES: dict[str, str] = {
    "temperature": "Temperature",
    "seed": "Seed",
    "most_tokens": "Longest reply",
    "context_tokens": "Context length",
    "time_limit_s": "Time limit",
    "price_in": "Price for a million tokens read",
    "price_out": "Price for a million tokens written",
}
"""What the numbers are called on the page."""
LONGEST = 500
"""Characters of an address, a key or the name of a model."""
_UNPRINTABLE = re.compile(r"[\x00-\x20\x7f-\xa0\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


def complaints(model: ModelSettings) -> dict[str, str]:
    """What is wrong, a sentence for each field; nothing where the model can be asked.

    A model without a name is no complaint: a server can be asked for its models before one is chosen.
    """
    found = {"address": _address(model), "key": _key(model), "model": name_complaint(model.model)}
    found |= {name: _number(NAMES[name], getattr(model, name), *LIMITS[name]) for name in LIMITS}
    if model.provider == "local" and model.context_tokens > CONTEXT_TOKENS and not found["context_tokens"]:
        found["context_tokens"] = f"The local model reads {CONTEXT_TOKENS} tokens at most."
    if not found["most_tokens"] and not found["context_tokens"] and model.most_tokens >= model.context_tokens:
        found["most_tokens"] = (
            f"The longest reply has {model.most_tokens} tokens and the context {model.context_tokens}; prompt and "
            "reply share the context, so make the reply shorter or the context longer."
        )
    return {name: sentence for name, sentence in found.items() if sentence}


def host(model: ModelSettings) -> str:
    """Where a model is: the host of its address, with the port where it names one; empty where there is no address."""
    from kgqa.llm import address

    try:
        return urlsplit(address.of(model)).netloc
    except ModelError:
        return ""


def same_server(one: ModelSettings, other: ModelSettings) -> bool:
    """Whether two settings name one server of one provider."""
    return one.provider == other.provider and host(one) == host(other) != ""


def _address(model: ModelSettings) -> str:
    from kgqa.llm import address

    if len(model.address) > LONGEST:
        return f"The address has {len(model.address)} characters; one of a model server has at most {LONGEST}."
    try:
        address.of(model)
    except ModelError as error:
        return str(error)
    return ""


def _key(model: ModelSettings) -> str:
    if len(model.key) > LONGEST or _UNPRINTABLE.search(model.key) or not model.key.isascii():
        return "A key has no spaces and no accented letters; copy it again, without what stands around it."
    return ""


def name_complaint(name: str) -> str:
    """What is wrong with the name of a model; empty where nothing is."""
    if len(name) > LONGEST or _UNPRINTABLE.search(name):
        return "The name of a model has no spaces; press Test to see the names that the server knows."
    return ""


def _number(name: str, value: float, least: float, most: float) -> str:
    return "" if least <= value <= most else f"{name} is {value:g}; it must be between {least:g} and {most:g}."
