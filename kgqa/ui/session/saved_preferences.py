"""What is remembered of a reader's choices: a JSON text without keys, read as if a stranger wrote it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, get_args

from kgqa.errors import SettingError
from kgqa.evidence.codes import TIERS, Tier
from kgqa.evidence.exploring.context import Filters, Rule
from kgqa.evidence.pruning import Limits
from kgqa.llm.messages import ModelSettings, Provider
from kgqa.services.federation.service import KINDS, Kind, Service
from kgqa.strategies.approach import Approach, Json, Strategy
from kgqa.ui.session.model_values import name_complaint

MOST_NAMES, LONGEST_NAME = 200, 200
"""Bounds of what is read back: names in a list, and characters of a name."""


@dataclass(frozen=True, slots=True)
class FactChoices:
    """What a session has chosen of the facts that are read, kept and sent.

    Attributes:
        limits, filters, facts_first, evidence_fields, json, names_by_model, by_parts: as of ``Approach``.
        knowledge: name of a set of points of prior knowledge; empty for none.
        spoke: facts of SPOKE are taken as well, where the environment names its address.
        as_published: as of ``Approach``; None for what the environment says.
    """

    limits: Limits = field(default_factory=Limits)
    filters: Filters = field(default_factory=Filters)
    facts_first: bool = False
    evidence_fields: bool = True
    json: Json = ""
    knowledge: str = ""
    names_by_model: bool = False
    by_parts: bool = False
    spoke: bool = False
    as_published: bool | None = None


@dataclass(frozen=True, slots=True)
class ServiceChoice:
    """A service that a reader named, and whether it is asked."""

    name: str
    url: str
    on: bool = False
    kind: Kind = "trapi"

    @property
    def service(self) -> Service:
        """As it is asked."""
        return Service(self.name, self.url, self.kind)


MOST_SERVICES = 30
LONGEST_COPY = 20_000
"""Characters of a reader's copy of a prompt."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """The choices of a visit; ``known`` comes back without keys, and of the last three None is no choice."""

    known: tuple[ModelSettings, ...] = ()
    in_use: Provider | None = None
    local_only: bool = False
    strategy: Strategy | None = None
    cypher_prompt: str = Approach().cypher_prompt
    whole_schema: bool = False
    copies: Mapping[str, str] = field(default_factory=dict)
    facts: FactChoices = field(default_factory=FactChoices)
    judge: str | None = None
    strict: bool | None = None
    split_claims: bool | None = None
    services: tuple[ServiceChoice, ...] = ()


def written(choices: Remembered) -> str:
    """The text that is kept."""
    values = {name: getattr(choices, name) for name in ("in_use", "local_only", "strategy", "cypher_prompt",
                                                        "whole_schema", "judge", "strict", "split_claims")}  # fmt: skip
    values |= {"copies": dict(choices.copies), "facts": facts_written(choices.facts)}
    values["known"] = [{name: value for name, value in asdict(one).items() if name != "key"} for one in choices.known]
    values["services"] = [asdict(one) for one in choices.services]
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
    judge, strict, split_claims = (values.get(name) for name in ("judge", "strict", "split_claims"))
    default = Remembered()
    return Remembered(
        known=known,
        in_use=next((one.provider for one in known if one.provider == in_use), None),
        local_only=values.get("local_only") is True,
        strategy=next((one for one in get_args(Strategy) if one == strategy), default.strategy),
        cypher_prompt=prompt if isinstance(prompt, str) and prompt else default.cypher_prompt,
        whole_schema=values.get("whole_schema") is True,
        facts=read_facts(values.get("facts")),
        judge=judge if isinstance(judge, str) and not name_complaint(judge) else None,
        copies=_copies(values.get("copies")),
        strict=strict if isinstance(strict, bool) else None,
        split_claims=split_claims if isinstance(split_claims, bool) else None,
        services=_services(values.get("services")),
    )


def _services(values: Any) -> tuple[ServiceChoice, ...]:
    found = []
    for one in _list(values)[:MOST_SERVICES]:
        if not isinstance(one, dict) or not all(isinstance(one.get(name), str) for name in ("name", "url")):
            continue
        try:
            kind: Kind = next((kind for kind in KINDS if kind == one.get("kind")), "trapi")
            read = Service.read(f"{one['name']}={one['url']}", kind)
        except SettingError:
            continue
        found.append(ServiceChoice(read.name, read.url, one.get("on") is True, read.kind))
    return tuple(found)


def _model(values: Any) -> ModelSettings | None:
    from kgqa.ui.session.model_values import complaints

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


def facts_written(facts: FactChoices) -> dict[str, Any]:
    """The choices as values of a JSON text."""
    return {
        "volume": facts.limits.volume,
        "volume_yesno": facts.limits.volume_yesno,
        "percentile": facts.limits.percentile,
        "similarity": facts.limits.similarity,
        "every": _rule_written(facts.filters.every),
        "relations": {type_: _rule_written(rule) for type_, rule in facts.filters.relations.items()},
        "without": sorted(facts.filters.without),
        "facts_first": facts.facts_first,
        "evidence_fields": facts.evidence_fields,
        "json": facts.json,
        "knowledge": facts.knowledge,
        "names_by_model": facts.names_by_model,
        "by_parts": facts.by_parts,
        "spoke": facts.spoke,
        "as_published": facts.as_published,
    }


def read_facts(values: Any) -> FactChoices:
    """The choices in such values; what cannot be used is the usual one."""
    if not isinstance(values, dict):
        return FactChoices()
    usual = FactChoices()
    relations = values.get("relations")
    rules = {
        type_: _rule(rule)
        for type_, rule in list(relations.items() if isinstance(relations, dict) else ())[:MOST_NAMES]
        if isinstance(type_, str)
    }
    json, knowledge, as_published = (values.get(name) for name in ("json", "knowledge", "as_published"))
    return FactChoices(
        limits=_limits(values),
        filters=Filters(_rule(values.get("every")), rules, frozenset(_names(values.get("without")))),
        facts_first=values.get("facts_first") is True,
        evidence_fields=values.get("evidence_fields") is not False,
        json=next((one for one in get_args(Json) if one == json), usual.json),
        knowledge=knowledge if isinstance(knowledge, str) and len(knowledge) <= LONGEST_NAME else "",
        names_by_model=values.get("names_by_model") is True,
        by_parts=values.get("by_parts") is True,
        spoke=values.get("spoke") is True,
        as_published=as_published if isinstance(as_published, bool) else None,
    )


def _limits(values: Mapping[str, Any]) -> Limits:
    whole = {name: values.get(name) for name in ("volume", "volume_yesno")}
    shares = {name: values.get(name) for name in ("percentile", "similarity")}
    given: dict[str, Any] = {name: value for name, value in whole.items() if type(value) is int}
    given |= {name: value for name, value in shares.items() if type(value) in (int, float)}
    try:
        return Limits(**given)
    except SettingError:
        return Limits()


def _rule_written(rule: Rule) -> dict[str, Any]:
    return {"keep": rule.keep, "least": rule.least, "sources": list(rule.sources)}


def _rule(values: Any) -> Rule:
    if not isinstance(values, dict):
        return Rule()
    least: Tier | None = next((tier for tier in TIERS if tier == values.get("least")), None)
    return Rule(values.get("keep") is not False, least, tuple(_names(values.get("sources"))))


def _names(values: Any) -> list[str]:
    if not isinstance(values, list):
        return []
    return [one for one in values[:MOST_NAMES] if isinstance(one, str) and 0 < len(one) <= LONGEST_NAME]
