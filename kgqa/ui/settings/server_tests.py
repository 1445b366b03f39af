"""Whether a server of language models answers, and which models it has: asked in a thread, so the page stays alive."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.llm.messages import ModelError, ModelSettings, Provider, Trouble
from kgqa.ui.session import models, preferences
from kgqa.ui.session.background_work import Work

if TYPE_CHECKING:
    from kgqa.graph.stop import StopSignal
    from kgqa.progress import Report

LONGEST_S = 15.0
"""Seconds that a server may take to list its models."""
_TESTS = "settings_tests"


@dataclass(frozen=True, slots=True)
class Tested:
    """What came of a test.

    Attributes:
        names: the models of the server.
        trouble: what is wrong, with ``words`` for the reader; None where the server answered.
    """

    names: tuple[str, ...] = ()
    trouble: Trouble | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Test:
    """A test of one server, on its way or done."""

    settings: ModelSettings
    work: Work[Tested]

    @property
    def done(self) -> Tested | None:
        """What came of it; None while it is on its way."""
        if not self.work.wait(0):
            return None
        return self.work.made or Tested(trouble="other", words=self.work.error)


def begin(settings: ModelSettings) -> None:
    """Asks a server for its models; nothing else is sent, and nothing at all to another machine while local only."""
    from kgqa.privacy.sending import Guarded

    limited = replace(settings, time_limit_s=min(settings.time_limit_s, LONGEST_S))
    model = Guarded(limited, preferences.permissions())

    def ask(_: Report, __: StopSignal) -> Tested:
        try:
            return Tested(names=tuple(model.models()))
        except ModelError as error:
            return Tested(trouble=error.trouble, words=str(error))

    _all()[settings.provider] = Test(settings, Work(ask, "ask the server for its models"))


def of(provider: Provider) -> Test | None:
    """The last test of a provider as it is set up now; one of another address or key says nothing."""
    return _of(models.or_usual(provider))


def _of(settings: ModelSettings) -> Test | None:
    found = _all().get(settings.provider)
    return found if found is not None and _server(found.settings) == _server(settings) else None


def names(provider: Provider, typed: ModelSettings | None = None) -> tuple[str, ...]:
    """The models that the server of a provider is known to have.

    Args:
        typed: with the address and the key of another server than the one that is set up.
    """
    test = _of(typed or models.or_usual(provider))
    done = None if test is None else test.done
    return () if done is None else done.names


def under_way() -> bool:
    """Whether a test is on its way."""
    return any(test.done is None for test in _all().values())


def _server(settings: ModelSettings) -> tuple[str, str]:
    return settings.address, settings.key


def _all() -> dict[Provider, Test]:
    found: dict[Provider, Test] = st.session_state.setdefault(_TESTS, {})
    return found
