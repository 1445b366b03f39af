"""What a reader of this session prefers: how questions are answered, by which settings and copies of prompts.

It is remembered for the next visit, keys never: they live in the memory of the session or in the environment of the
process, and nowhere else.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.llm.messages import ModelSettings, Provider
from kgqa.strategies.approach import Approach, KgtStep, Strategy
from kgqa.ui.session import model_values, reader, saved_preferences
from kgqa.ui.session.saved_preferences import FactChoices, ServiceChoice

if TYPE_CHECKING:
    from kgqa.privacy.sending import Permissions

_SESSION = "models_of_session"
PREFERENCE = "models"
"""Name of what is remembered for the next visit; it never holds a key."""


@dataclass(slots=True)
class Preferences:
    """What this session has chosen.

    Attributes:
        known: the providers that this reader has set up, keys included.
        in_use: the provider that is asked; None for the one of the environment.
        strategy: None where none was chosen: with a language model the one that makes most of it, else the graph alone.
        copies: the reader's copies of prompts, by name; ``keep_copies`` keeps them on this machine.
        judge: the second model; empty for none, and None for the one of the environment.
        strict: only what is read word by word is answered; None for what the environment says.
        split_claims: what a model writes without records is taken apart by it; None for what the environment says.
        without: steps of ``kgt`` that are left out, on this visit only.
        services: those that this reader named or switched; those of the environment are there as well, switched off.
    """

    permissions: Permissions
    known: dict[Provider, ModelSettings] = field(default_factory=dict)
    in_use: Provider | None = None
    strategy: Strategy | None = None
    cypher_prompt: str = Approach().cypher_prompt
    whole_schema: bool = False
    facts: FactChoices = field(default_factory=FactChoices)
    copies: dict[str, str] = field(default_factory=dict)
    keep_copies: bool = False
    judge: str | None = None
    strict: bool | None = None
    split_claims: bool | None = None
    services: tuple[ServiceChoice, ...] = ()
    without: tuple[KgtStep, ...] = ()


def of_environment(provider: Provider) -> ModelSettings | None:
    """What the environment says of a provider: all of it, or the address and the key that its own tools read too."""
    named = named_by_environment()
    if named is not None and named.provider == provider:
        return named
    address, key = (
        os.environ.get(settings.OF_PROVIDER.get((provider, name), ""), "") for name in ("model_address", "model_key")
    )
    return ModelSettings(provider, "", address, key) if address or key else None


def named_by_environment() -> ModelSettings | None:
    """The language model that the environment names; None where it names none."""
    from kgqa.llm import providers

    return providers.from_settings(settings.load())


def local_only() -> bool:
    """Whether nothing may be sent to another machine; the environment can demand it for every reader."""
    return of_session().permissions.local_only


def is_local_only_fixed() -> bool:
    """Whether the environment demands local only, so that no reader can switch it off."""
    return bool(settings.load().local_only)


def set_local_only(on: bool) -> None:
    """Switches everything local only, for questions that are on their way too, or off again."""
    of_session().permissions.local_only = on or is_local_only_fixed()
    remember()


def permissions() -> Permissions:
    """What this session's reader has allowed to be sent."""
    return of_session().permissions


def strategy() -> Strategy:
    """How this session's questions are answered."""
    return of_session().strategy or ("auto" if has_model() else "graph-only")


def has_model() -> bool:
    """Whether a language model is set, without asking who makes requests to it."""
    session = of_session()
    if session.in_use:
        known = session.known.get(session.in_use)
        return known is not None and bool(known.model)
    chosen = settings.load()
    return bool(chosen.model_provider and chosen.model)


def set_strategy(strategy: Strategy) -> None:
    """Has this session's questions answered in this way, and those of the next visit."""
    of_session().strategy = strategy
    remember()


def strict() -> bool:
    """Whether only what is read word by word is answered, and nothing read by meaning."""
    chosen = of_session().strict
    return bool(settings.load().strict) if chosen is None else chosen


def set_strict(on: bool) -> None:
    """Has only what is read word by word answered from the next question on, or what is read by meaning as well."""
    of_session().strict = on
    remember()


def split_claims() -> bool:
    """Whether what a language model writes without records is taken apart into claims by the same model."""
    chosen = of_session().split_claims
    return bool(settings.load().split_claims) if chosen is None else chosen


def set_split_claims(on: bool) -> None:
    """Has what is written without records taken apart by the model from the next question on, or not."""
    of_session().split_claims = on
    remember()


def graph_alone() -> Approach | None:
    """How the graph alone is asked; None for the usual way."""
    return Approach(strict=True) if strict() else None


def cypher_prompt() -> str:
    """Which of the prompts for Cypher is sent."""
    return of_session().cypher_prompt


def whole_schema() -> bool:
    """Whether the whole schema is sent instead of what a question can need."""
    return of_session().whole_schema


def set_cypher(prompt: str, *, whole_schema: bool) -> None:
    """Sets what is sent for a statement: which prompt, and how much of the schema."""
    session = of_session()
    session.cypher_prompt, session.whole_schema = prompt, whole_schema
    remember()


def without() -> tuple[KgtStep, ...]:
    """The steps of ``kgt`` that are left out."""
    return of_session().without


def set_without(steps: tuple[KgtStep, ...]) -> None:
    """Leaves out some steps of ``kgt`` for the rest of this visit."""
    of_session().without = steps


def facts() -> FactChoices:
    """Which facts are read, kept and sent by a strategy that sends facts."""
    return of_session().facts


def as_published() -> bool:
    """Whether facts are kept by their scores alone, as in the paper on KG-RAG."""
    chosen = of_session().facts.as_published
    return bool(settings.load().as_published) if chosen is None else chosen


def set_facts(facts: FactChoices) -> None:
    """Has the next questions answered from facts that are read, kept and sent so."""
    of_session().facts = facts
    remember()


def copies() -> Mapping[str, str]:
    """The reader's copies of prompts, by name."""
    return dict(of_session().copies)


def keeps_copies() -> bool:
    """Whether the copies are kept on this machine for the next visit."""
    return of_session().keep_copies


def set_copy(name: str, text: str | None) -> None:
    """Sends this text instead of a prompt from now on; None: the prompt as it is shipped."""
    if text is None:
        of_session().copies.pop(name, None)
    else:
        of_session().copies[name] = text
    remember()


def keep_copies(keep: bool) -> None:
    """Keeps the copies on this machine for the next visit, or no longer."""
    of_session().keep_copies = keep
    remember()


def of_session() -> Preferences:
    """What this session has chosen; at first what was chosen on the last visit."""
    found = st.session_state.get(_SESSION)
    if not isinstance(found, Preferences):
        found = _begin()
        st.session_state[_SESSION] = found
    return found


def _begin() -> Preferences:
    """What was chosen on the last visit, with the keys that the environment has."""
    from kgqa.privacy.sending import Permissions

    kept = saved_preferences.read(reader.kept().preference(PREFERENCE) or "")
    session = Preferences(Permissions(local_only=kept.local_only or is_local_only_fixed()))
    session.known = {one.provider: with_key_of(of_environment(one.provider), one) for one in kept.known}
    session.in_use = kept.in_use
    session.strategy, session.cypher_prompt = kept.strategy, kept.cypher_prompt
    session.whole_schema, session.copies = kept.whole_schema, dict(kept.copies)
    session.facts, session.judge, session.strict = kept.facts, kept.judge, kept.strict
    session.split_claims, session.services = kept.split_claims, kept.services
    session.keep_copies = bool(kept.copies)
    return session


def with_key_of(other: ModelSettings | None, model: ModelSettings) -> ModelSettings:
    """The model with the key of another one, if it has none and both are of one server: no key goes anywhere else."""
    same = other is not None and model_values.same_server(other, model)
    return replace(model, key=other.key) if other is not None and same and not model.key else model


def remember() -> None:
    """Keeps the choices for the next visit; where that fails, this visit has them all the same."""
    session = of_session()
    kept = saved_preferences.Remembered(
        known=tuple(session.known.values()),
        in_use=session.in_use,
        local_only=session.permissions.local_only,
        strategy=session.strategy,
        cypher_prompt=session.cypher_prompt,
        whole_schema=session.whole_schema,
        facts=session.facts,
        judge=session.judge,
        strict=session.strict,
        split_claims=session.split_claims,
        services=session.services,
        copies=session.copies if session.keep_copies else {},
    )
    with contextlib.suppress(KgqaError, OSError):
        reader.kept().prefer(PREFERENCE, saved_preferences.written(kept))
