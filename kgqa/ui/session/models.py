"""The language models of this session: which can be asked, which is, and the approach that asks it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from kgqa import settings
from kgqa.language.phrases import PRUNING
from kgqa.llm.messages import ModelSettings, Provider
from kgqa.services.federation.service import Federation
from kgqa.strategies.approach import Approach, Strategy
from kgqa.ui.session import services
from kgqa.ui.session.preferences import (
    as_published,
    named_by_environment,
    of_environment,
    of_session,
    remember,
    split_claims,
    strategy,
    strict,
    without,
)


def chosen() -> ModelSettings | None:
    """The language model that this session asks: its own, or else that of the environment; None where none is set."""
    session = of_session()
    found = session.known.get(session.in_use) if session.in_use else named_by_environment()
    return found if found is not None and found.model else None


def of(provider: Provider) -> ModelSettings | None:
    """What is set for a provider, by this session or else by the environment."""
    return of_session().known.get(provider) or of_environment(provider)


def or_usual(provider: Provider) -> ModelSettings:
    """The same, or what is usual where nothing is set."""
    from kgqa.llm import providers

    return of(provider) or providers.usual(provider)


def available() -> tuple[ModelSettings, ...]:
    """Every model that can be asked: the one in use first, then those of the other providers that are set up."""
    found = [chosen(), *(of(provider) for provider in get_args(Provider))]
    usable = [one for one in found if one is not None and one.model]
    return tuple({(one.provider, one.address, one.model): one for one in usable}.values())


def use(model: ModelSettings) -> None:
    """Keeps what was set for a provider, its key in this session alone; where it names a model, that is asked now."""
    session = of_session()
    session.known[model.provider] = model
    if model.model:
        session.in_use = model.provider
    remember()


def forget(provider: Provider) -> None:
    """Sets a provider back to the environment's values, its key included."""
    session = of_session()
    session.known.pop(provider, None)
    if session.in_use == provider:
        session.in_use = None
    remember()


def judge() -> str:
    """The second model, which judges what remains; empty where none does.

    That of the environment is one of its own server, and is asked beside no model of another.
    """
    session = of_session()
    if session.judge is not None:
        return session.judge
    return settings.load().model_judge if session.in_use is None else ""


def set_judge(name: str) -> None:
    """Has a second model judge what remains, from the next question on; none where the name is empty."""
    of_session().judge = name
    remember()


def approach() -> Approach:
    """How this session's questions are answered, with its model and its prompts.

    A model on another machine sends nothing before ``privacy_view.gate`` has released it for a question.
    """
    return approach_with(strategy(), chosen())


def approach_with(
    strategy: Strategy, model: ModelSettings | None, *, facts_first: bool | None = None, judged: bool = True
) -> Approach:
    """The same for another strategy or another of the available models; no model where the strategy needs none.

    Args:
        facts_first: as of ``Approach``; None for what the session has chosen.
        judged: the second model judges what remains, where the session has one.
    """
    from kgqa.llm import providers
    from kgqa.privacy.sending import Guarded

    session = of_session()
    facts = session.facts
    facts_first = (facts.facts_first if facts_first is None else facts_first) and strategy in PRUNING
    needed = model is not None and bool(model.model) and strategy != "graph-only"
    # A model that is asked for nothing is not handed over, so that nobody is asked whether something may be sent.
    needed = needed and (not facts_first or facts.names_by_model)
    second = providers.judge(model, judge()) if judged and needed and not facts_first else None
    return Approach(
        strategy=strategy,
        model=Guarded(model, session.permissions) if model is not None and needed else None,
        judge=Guarded(second, session.permissions) if second is not None else None,
        cypher_prompt=session.cypher_prompt,
        whole_schema=session.whole_schema,
        limits=facts.limits,
        filters=facts.filters,
        facts_first=facts_first,
        evidence_fields=facts.evidence_fields,
        json=facts.json,
        knowledge=_knowledge(facts.knowledge, session.copies),
        names_by_model=facts.names_by_model,
        by_parts=facts.by_parts,
        spoke=services.spoke() if facts.spoke and strategy == "kg-rag" else None,
        prompts=dict(session.copies),
        split_claims=split_claims(),
        strict=strict(),
        as_published=as_published(),
        without=without(),
        federation=services.federation() if strategy == "federated" else Federation(),
    )


def _knowledge(name: str, copies: Mapping[str, str]) -> str:
    from kgqa.llm.prompts import KNOWLEDGE, knowledge

    return knowledge(name, copies) if name in KNOWLEDGE else ""
