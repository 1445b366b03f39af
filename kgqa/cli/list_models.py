"""The command that tells which language models can be asked."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgqa import settings
from kgqa.cli.console import write

if TYPE_CHECKING:
    from kgqa.cli.console import Commands
    from kgqa.llm.messages import ModelSettings

LONGEST_S = 15.0
"""Seconds that a server may take to list its models."""


@dataclass(frozen=True, slots=True)
class Listed:
    """The models of one provider.

    Attributes:
        complaint: why there are none, and what to do.
        in_use: the one that is asked where no other is named.
    """

    provider: str
    name: str
    models: tuple[str, ...] = ()
    complaint: str = ""
    in_use: str = ""


def add(commands: Commands) -> None:
    """Add ``models``."""
    models = commands.add_parser(
        "models", help="list the language models that can be asked: on this machine, and of the server that is set"
    )
    models.add_argument("--json", action="store_true", help="print one JSON object")
    models.set_defaults(run=_models)


def _models(options: argparse.Namespace) -> int:
    found = listed()
    if options.json:
        write({
            "providers": [
                {
                    "provider": one.provider, "name": one.name, "models": list(one.models),
                    "complaint": one.complaint, "in_use": one.in_use,
                }
                for one in found
            ]
        })  # fmt: skip
        return 0
    for one in found:
        names = ", ".join(f"{name} (in use)" if name == one.in_use else name for name in one.models)
        print(one.provider, one.name, one.complaint or names or "no models", sep="\t")
    return 0


def listed() -> tuple[Listed, ...]:
    """The local model, Ollama on this machine, and the provider that is set; no other server is asked anything."""
    from kgqa.llm.providers import from_settings, usual

    in_force = settings.load()
    chosen = from_settings(in_force)
    asked = [usual("local"), usual("ollama")]
    if chosen is not None:
        asked = [*(one for one in asked if one.provider != chosen.provider), chosen]
    return tuple(_of(one, chosen, local_only=bool(in_force.local_only)) for one in asked)


def _of(one: ModelSettings, chosen: ModelSettings | None, *, local_only: bool) -> Listed:
    from kgqa.llm.messages import ModelError
    from kgqa.llm.providers import model
    from kgqa.privacy.sending import NAMES

    in_use = one.model if one == chosen else ""
    limited = replace(one, time_limit_s=min(one.time_limit_s, LONGEST_S))
    try:
        names = model(limited, local_only=local_only).models()
    except ModelError as error:
        return Listed(one.provider, NAMES[one.provider], complaint=str(error), in_use=in_use)
    return Listed(one.provider, NAMES[one.provider], tuple(names), in_use=in_use)
