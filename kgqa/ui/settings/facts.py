"""What a session has chosen of the facts that are read, kept and sent: remembered as JSON, read as if a stranger wrote
it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from kgqa.errors import SettingError
from kgqa.evidence.codes import TIERS, Tier
from kgqa.evidence.exploring.context import Filters, Rule
from kgqa.evidence.pruning import Limits
from kgqa.strategies.approach import Json

MOST_NAMES, LONGEST_NAME = 200, 200
"""Bounds of what is read back: names in a list, and characters of a name."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The choices.

    Attributes:
        limits, filters, facts_first, evidence_fields, json, names_by_model: as of ``Approach``.
        knowledge: name of a set of points of prior knowledge; empty for none.
    """

    limits: Limits = field(default_factory=Limits)
    filters: Filters = field(default_factory=Filters)
    facts_first: bool = False
    evidence_fields: bool = True
    json: Json = ""
    knowledge: str = ""
    names_by_model: bool = False


def written(facts: Facts) -> dict[str, Any]:
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
    }


def read(values: Any) -> Facts:
    """The choices in such values; what cannot be used is the usual one."""
    if not isinstance(values, dict):
        return Facts()
    usual = Facts()
    relations = values.get("relations")
    rules = {
        type_: _rule(rule)
        for type_, rule in list(relations.items() if isinstance(relations, dict) else ())[:MOST_NAMES]
        if isinstance(type_, str)
    }
    json, knowledge = values.get("json"), values.get("knowledge")
    return Facts(
        limits=_limits(values),
        filters=Filters(_rule(values.get("every")), rules, frozenset(_names(values.get("without")))),
        facts_first=values.get("facts_first") is True,
        evidence_fields=values.get("evidence_fields") is not False,
        json=next((one for one in get_args(Json) if one == json), usual.json),
        knowledge=knowledge if isinstance(knowledge, str) and len(knowledge) <= LONGEST_NAME else "",
        names_by_model=values.get("names_by_model") is True,
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
