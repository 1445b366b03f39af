"""The language model of a command, with what may be sent to it, and the command that tells which ones can be asked."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgqa import settings
from kgqa.cli.console import write

if TYPE_CHECKING:
    from kgqa.cli.console import Commands
    from kgqa.evidence.pruning import Limits
    from kgqa.llm.messages import LanguageModel, ModelSettings
    from kgqa.settings import Settings
    from kgqa.strategies.approach import Approach


def environment(options: argparse.Namespace) -> dict[str, str]:
    """The environment with what the command line says of the model."""
    # The name in the environment is that of another provider's model; the local model has a name of its own.
    name = "" if options.provider == "local" and options.model is None else options.model
    told = {"PROVIDER": options.provider, "": name, "ADDRESS": options.address, "JUDGE": options.judge}
    named = {f"KGQA_MODEL_{name}".rstrip("_"): text for name, text in told.items() if text is not None}
    return {**os.environ, **named}


def usual(in_force: Settings) -> str:
    """The strategy that is taken where none is named."""
    return "auto" if in_force.model_provider and in_force.model else "graph-only"


def approach(options: argparse.Namespace, in_force: Settings, limits: Limits) -> Approach:
    """How the questions of a command are answered.

    Raises:
        ModelError: the model may not be asked; the message says why.
    """
    from kgqa.llm.providers import from_settings, judge, model
    from kgqa.strategies.approach import Approach

    chosen = from_settings(in_force) if options.strategy != "graph-only" else None
    second = judge(chosen, in_force.model_judge)
    local_only = bool(in_force.local_only)
    return Approach(
        strategy=options.strategy,
        model=model(chosen, local_only=local_only) if chosen is not None else None,
        judge=model(second, local_only=local_only) if second is not None else None,
        cypher_prompt=options.prompt or "zero-shot",
        whole_schema=options.whole_schema,
        limits=limits,
    )


def tell_where(approach: Approach) -> None:
    """Says on standard error where the questions go, where that is another machine."""
    from kgqa.privacy.outbound import leaves

    if where := elsewhere(approach):
        print(f"Questions go to {where}: {leaves(approach)}.", file=sys.stderr)


def elsewhere(approach: Approach) -> str:
    """The server on another machine to which an approach sends; empty where it sends to none."""
    from kgqa.llm import address
    from kgqa.privacy.sending import NAMES, recipients

    if approach.model is None or not recipients((approach,)):
        return ""
    model = approach.model.settings
    return f"{NAMES[model.provider]} at {address.of(model)}"


def agreed(approach: Approach, question: str, *, anything: bool, what: str = "question") -> Approach:
    """The approach for one question, which holds back what looks like it identifies a patient.

    Args:
        anything: the reader agreed to send such a question as well.
        what: it is, where it is no question.
    """
    from kgqa.privacy import identifiers
    from kgqa.privacy.sending import Guarded, Permissions, recipients

    if approach.model is None or not recipients((approach,)):
        return approach
    found = [] if anything else [f"“{one.text}” ({one.kind})" for one in identifiers(question)]
    otherwise = (
        f"because the {what} may identify a patient: {', '.join(found)}. Leave that out, or say --send-identifiers."
    )

    def guarded(model: LanguageModel) -> Guarded:
        return Guarded(model.settings, Permissions(), agreed=not found, otherwise=otherwise)

    judge = guarded(approach.judge) if approach.judge is not None else None
    return replace(approach, model=guarded(approach.model), judge=judge)


_LONGEST_S = 15.0
"""Seconds that a server may take to list its models."""


@dataclass(frozen=True, slots=True)
class _Listed:
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
    found = _listed()
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


def _listed() -> tuple[_Listed, ...]:
    """The local model, Ollama on this machine, and the provider that is set; no other server is asked anything."""
    from kgqa.llm.providers import from_settings, usual

    in_force = settings.load()
    chosen = from_settings(in_force)
    asked = [usual("local"), usual("ollama")]
    if chosen is not None:
        asked = [*(one for one in asked if one.provider != chosen.provider), chosen]
    return tuple(_of(one, chosen, local_only=bool(in_force.local_only)) for one in asked)


def _of(one: ModelSettings, chosen: ModelSettings | None, *, local_only: bool) -> _Listed:
    from kgqa.llm.messages import ModelError
    from kgqa.llm.providers import model
    from kgqa.privacy.sending import NAMES

    in_use = one.model if one == chosen else ""
    limited = replace(one, time_limit_s=min(one.time_limit_s, _LONGEST_S))
    try:
        names = model(limited, local_only=local_only).models()
    except ModelError as error:
        return _Listed(one.provider, NAMES[one.provider], complaint=str(error), in_use=in_use)
    return _Listed(one.provider, NAMES[one.provider], tuple(names), in_use=in_use)
