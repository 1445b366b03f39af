"""The language models of this session: which one is asked, by which strategy, and the reader's copies of prompts.

What a reader chose is remembered for the next visit, keys never: they live in the memory of the session or in the
environment of the process, and nowhere else.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, get_args

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.language.phrases import PRUNING
from kgqa.llm.records import ModelSettings, Provider
from kgqa.strategies.approach import Approach, Strategy
from kgqa.ui.session import model_values, reader, remembered
from kgqa.ui.session.remembered import FactChoices

if TYPE_CHECKING:
    from kgqa.privacy.sending import Permissions

_SESSION = "models_of_session"
PREFERENCE = "models"
"""Name of what is remembered for the next visit; it never holds a key."""


@dataclass(slots=True)
class _Session:
    """What this session has chosen.

    Attributes:
        known: the providers that this reader has set up, keys included.
        in_use: the provider that is asked; None for the one of the environment.
        copies: the reader's copies of prompts, by name; ``keep_copies`` keeps them on this machine.
        judge: the second model; empty for none, and None for the one of the environment.
    """

    permissions: Permissions
    known: dict[Provider, ModelSettings] = field(default_factory=dict)
    in_use: Provider | None = None
    strategy: Strategy = "graph-only"
    cypher_prompt: str = Approach().cypher_prompt
    whole_schema: bool = False
    facts: FactChoices = field(default_factory=FactChoices)
    copies: dict[str, str] = field(default_factory=dict)
    keep_copies: bool = False
    judge: str | None = None


def chosen() -> ModelSettings | None:
    """The language model that this session asks: its own, or else that of the environment; None where none is set."""
    session = _session()
    found = session.known.get(session.in_use) if session.in_use else _named_by_environment()
    return found if found is not None and found.model else None


def of(provider: Provider) -> ModelSettings | None:
    """What is set for a provider, by this session or else by the environment."""
    return _session().known.get(provider) or of_environment(provider)


def or_usual(provider: Provider) -> ModelSettings:
    """The same, or what is usual where nothing is set."""
    from kgqa.llm import opening
    from kgqa.llm.address import is_local

    usual = ModelSettings(provider, "")
    limit = opening.LOCAL_TIME_LIMIT_S if is_local(usual) else opening.TIME_LIMIT_S
    return of(provider) or replace(usual, time_limit_s=limit)


def available() -> tuple[ModelSettings, ...]:
    """Every model that can be asked: the one in use first, then those of the other providers that are set up."""
    found = [chosen(), *(of(provider) for provider in get_args(Provider))]
    usable = [one for one in found if one is not None and one.model]
    return tuple({(one.provider, one.address, one.model): one for one in usable}.values())


def of_environment(provider: Provider) -> ModelSettings | None:
    """What the environment says of a provider: all of it, or the address and the key that its own tools read too."""
    named = _named_by_environment()
    if named is not None and named.provider == provider:
        return named
    address, key = (
        os.environ.get(settings.OF_PROVIDER.get((provider, name), ""), "") for name in ("model_address", "model_key")
    )
    return ModelSettings(provider, "", address, key) if address or key else None


def _named_by_environment() -> ModelSettings | None:
    from kgqa.llm import opening

    return opening.from_settings(settings.load())


def use(model: ModelSettings) -> None:
    """Keeps what was set for a provider, its key in this session alone; where it names a model, that is asked now."""
    session = _session()
    session.known[model.provider] = model
    if model.model:
        session.in_use = model.provider
    _remember()


def forget(provider: Provider) -> None:
    """Sets a provider back to the environment's values, its key included."""
    session = _session()
    session.known.pop(provider, None)
    if session.in_use == provider:
        session.in_use = None
    _remember()


def local_only() -> bool:
    """Whether nothing may be sent to another machine; the environment can demand it for every reader."""
    return _session().permissions.local_only


def is_local_only_fixed() -> bool:
    """Whether the environment demands local only, so that no reader can switch it off."""
    return bool(settings.load().local_only)


def set_local_only(on: bool) -> None:
    """Switches everything local only, for questions that are on their way too, or off again."""
    _session().permissions.local_only = on or is_local_only_fixed()
    _remember()


def permissions() -> Permissions:
    """What this session's reader has allowed to be sent."""
    return _session().permissions


def strategy() -> Strategy:
    """How this session's questions are answered."""
    return _session().strategy


def set_strategy(strategy: Strategy) -> None:
    """Has this session's questions answered in this way, and those of the next visit."""
    _session().strategy = strategy
    _remember()


def cypher_prompt() -> str:
    """Which of the prompts for Cypher is sent."""
    return _session().cypher_prompt


def whole_schema() -> bool:
    """Whether the whole schema is sent instead of what a question can need."""
    return _session().whole_schema


def set_cypher(prompt: str, *, whole_schema: bool) -> None:
    """Sets what is sent for a statement: which prompt, and how much of the schema."""
    session = _session()
    session.cypher_prompt, session.whole_schema = prompt, whole_schema
    _remember()


def judge() -> str:
    """The second model, which judges what remains; empty where none does.

    That of the environment is one of its own server, and is asked beside no model of another.
    """
    session = _session()
    if session.judge is not None:
        return session.judge
    return settings.load().model_judge if session.in_use is None else ""


def set_judge(name: str) -> None:
    """Has a second model judge what remains, from the next question on; none where the name is empty."""
    _session().judge = name
    _remember()


def facts() -> FactChoices:
    """Which facts are read, kept and sent by a strategy that sends facts."""
    return _session().facts


def set_facts(facts: FactChoices) -> None:
    """Has the next questions answered from facts that are read, kept and sent so."""
    _session().facts = facts
    _remember()


def copies() -> Mapping[str, str]:
    """The reader's copies of prompts, by name."""
    return dict(_session().copies)


def keeps_copies() -> bool:
    """Whether the copies are kept on this machine for the next visit."""
    return _session().keep_copies


def set_copy(name: str, text: str | None) -> None:
    """Sends this text instead of a prompt from now on; None: the prompt as it is shipped."""
    if text is None:
        _session().copies.pop(name, None)
    else:
        _session().copies[name] = text
    _remember()


def keep_copies(keep: bool) -> None:
    """Keeps the copies on this machine for the next visit, or no longer."""
    _session().keep_copies = keep
    _remember()


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
    from kgqa.llm import opening
    from kgqa.privacy.sending import Guarded

    session = _session()
    facts = session.facts
    facts_first = (facts.facts_first if facts_first is None else facts_first) and strategy in PRUNING
    needed = model is not None and bool(model.model) and strategy != "graph-only"
    # A model that is asked for nothing is not handed over, so that nobody is asked whether something may be sent.
    needed = needed and (not facts_first or facts.names_by_model)
    second = opening.judge(model, judge()) if judged and needed and not facts_first else None
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
        prompts=dict(session.copies),
    )


def _knowledge(name: str, copies: Mapping[str, str]) -> str:
    from kgqa.llm.prompts import KNOWLEDGE, knowledge

    return knowledge(name, copies) if name in KNOWLEDGE else ""


def _session() -> _Session:
    found = st.session_state.get(_SESSION)
    if not isinstance(found, _Session):
        found = _begin()
        st.session_state[_SESSION] = found
    return found


def _begin() -> _Session:
    """What was chosen on the last visit, with the keys that the environment has."""
    from kgqa.privacy.sending import Permissions

    kept = remembered.read(reader.kept().preference(PREFERENCE) or "")
    session = _Session(Permissions(local_only=kept.local_only or is_local_only_fixed()))
    session.known = {one.provider: with_key_of(of_environment(one.provider), one) for one in kept.known}
    session.in_use = kept.in_use
    session.strategy, session.cypher_prompt = kept.strategy, kept.cypher_prompt
    session.whole_schema, session.copies = kept.whole_schema, dict(kept.copies)
    session.facts, session.judge = kept.facts, kept.judge
    session.keep_copies = bool(kept.copies)
    return session


def with_key_of(other: ModelSettings | None, model: ModelSettings) -> ModelSettings:
    """The model with the key of another one, if it has none and both are of one server: no key goes anywhere else."""
    same = other is not None and model_values.same_server(other, model)
    return replace(model, key=other.key) if other is not None and same and not model.key else model


def _remember() -> None:
    """Keeps the choices for the next visit; where that fails, this visit has them all the same."""
    session = _session()
    kept = remembered.Remembered(
        known=tuple(session.known.values()),
        in_use=session.in_use,
        local_only=session.permissions.local_only,
        strategy=session.strategy,
        cypher_prompt=session.cypher_prompt,
        whole_schema=session.whole_schema,
        facts=session.facts,
        judge=session.judge,
        copies=session.copies if session.keep_copies else {},
    )
    with contextlib.suppress(KgqaError, OSError):
        reader.kept().prefer(PREFERENCE, remembered.written(kept))
