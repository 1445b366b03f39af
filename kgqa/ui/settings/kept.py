"""What is remembered of the settings for the next visit: a JSON text without keys, read as if a stranger wrote it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, get_args

from kgqa.llm.records import ModelSettings, Provider
from kgqa.strategies.approach import Approach, Strategy
from kgqa.ui.settings import facts
from kgqa.ui.settings.facts import Facts
from kgqa.ui.settings.values import name_complaint

LONGEST_COPY = 20_000
"""Characters of a reader's copy of a prompt."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """The choices of a visit; ``known`` comes back without keys."""

    known: tuple[ModelSettings, ...] = ()
    in_use: Provider | None = None
    local_only: bool = False
    strategy: Strategy = "graph-only"
    cypher_prompt: str = Approach().cypher_prompt
    whole_schema: bool = False
    copies: Mapping[str, str] = field(default_factory=dict)
    facts: Facts = field(default_factory=Facts)
    judge: str | None = None


def written(choices: Remembered) -> str:
    """The text that is kept."""
    values = {name: getattr(choices, name) for name in ("in_use", "local_only", "strategy", "cypher_prompt",
                                                        "whole_schema", "judge")}  # fmt: skip
    values |= {"copies": dict(choices.copies), "facts": facts.written(choices.facts)}
    values["known"] = [{name: value for name, value in asdict(one).items() if name != "key"} for one in choices.known]
    return json.dumps(values)


def read(text: str) -> Remembered:
    """The choices in a text; what cannot be used is left out, one by one."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return Remembered()
    if not isinstance(values, dict):
        return Remembered()
    known = tuple(one for one in map(_model, _list(values.get("known"))) if one is not None)
    in_use, strategy, prompt = (values.get(name) for name in ("in_use", "strategy", "cypher_prompt"))
    judge = values.get("judge")
    default = Remembered()
    return Remembered(
        known=known,
        in_use=next((one.provider for one in known if one.provider == in_use), None),
        local_only=values.get("local_only") is True,
        strategy=next((one for one in get_args(Strategy) if one == strategy), default.strategy),
        cypher_prompt=prompt if isinstance(prompt, str) and prompt else default.cypher_prompt,
        whole_schema=values.get("whole_schema") is True,
        facts=facts.read(values.get("facts")),
        judge=judge if isinstance(judge, str) and not name_complaint(judge) else None,
        copies=_copies(values.get("copies")),
    )


def _model(values: Any) -> ModelSettings | None:
    from kgqa.ui.settings.values import complaints

    if not isinstance(values, dict) or values.get("provider") not in get_args(Provider):
        return None
    usual = {one.name: one.default for one in fields(ModelSettings) if one.name not in ("provider", "model", "key")}
    given = {name: values.get(name, default) for name, default in {**usual, "model": ""}.items()}
    alike = all(
        isinstance(value, str) if isinstance(usual.get(name, ""), str) else type(value) in (int, type(usual[name]))
        for name, value in given.items()
    )
    if not alike:
        return None
    model = ModelSettings(provider=values["provider"], **given)
    return None if complaints(model) else model


def _copies(values: Any) -> dict[str, str]:
    if not isinstance(values, dict):
        return {}
    return {name: text for name, text in values.items() if isinstance(text, str) and 0 < len(text) <= LONGEST_COPY}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
