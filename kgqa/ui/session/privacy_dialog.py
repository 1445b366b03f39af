"""Before text leaves the machine: where it goes, what goes, what it costs, and what in it may identify a patient."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.presentation.text import badge, number, plain, shortened
from kgqa.privacy import Identifier, identifiers, without
from kgqa.strategies.approach import Approach
from kgqa.ui.session import models, preferences

if TYPE_CHECKING:
    from kgqa.llm.messages import LanguageModel
    from kgqa.pipeline import Asker

Then = Callable[[str, Approach], None]
ThenEach = Callable[[str, tuple[Approach, ...]], None]
Choice = Literal["without", "as it is", "graph"]
ON_DARK = "<style>.stDialog { color-scheme: dark; }</style>"
"""A dialog stands outside of what carries the page's colour scheme."""
_WAITING = "privacy_waiting"
_LONGEST = 300
"""Characters of a question that the dialog repeats."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A question that was not sent yet; ``then`` asks it."""

    question: str
    approaches: tuple[Approach, ...]
    then: ThenEach
    found: tuple[Identifier, ...]
    serial: str

    @property
    def choice(self) -> str:
        """Key of what is chosen; of this dialog alone, as a browser may still hold what was chosen in the last."""
        return f"privacy_choice_{self.serial}"

    @property
    def local_only(self) -> str:
        """Key of the switch, for the same reason."""
        return f"privacy_local_only_{self.serial}"

    @property
    def rest(self) -> str:
        """The question without what may identify a patient."""
        return without(self.question, self.found)

    @property
    def secret(self) -> bool:
        """Whether the question holds a password or a key, which is never sent on."""
        return any(one.kind == "password or key" for one in self.found)


def gate(question: str, then: Then, approach: Approach | None = None) -> None:
    """Has a question asked by this session's approach or another, once its reader agreed to what is sent.

    Call it in a callback; ``draw`` shows the dialog in the run that follows. Nothing was sent before ``then`` is
    called, with the question as it may be sent and an approach whose model is released for it.
    """
    gate_each(question, (approach or models.approach(),), lambda words, approaches: then(words, approaches[0]))


def gate_each(question: str, approaches: Sequence[Approach], then: ThenEach) -> None:
    """The same for several approaches at once; ``then`` is called with as many, in the same order.

    Where the reader wants the graph alone, every approach that would have sent something becomes that.
    """
    from kgqa.privacy.sending import decide

    st.session_state.pop(_WAITING, None)
    decision = decide(question, approaches, preferences.permissions())
    if decision == "ask":
        found = identifiers(question)
        st.session_state[_WAITING] = _Waiting(question, tuple(approaches), then, found, uuid.uuid4().hex)
    elif decision == "send":
        then(question, _released(approaches))
    else:  # each model says itself that it is not on this machine
        then(question, tuple(approaches))


def draw(asker: Asker) -> None:
    """The dialog, where a question waits for its reader's word; for every page that sends questions."""
    waiting = st.session_state.get(_WAITING)
    if isinstance(waiting, _Waiting):
        title = f"Before this is sent to {' and '.join(_names(waiting))}"
        st.dialog(title, width="medium", icon=":material/outgoing_mail:", on_dismiss=_cancel)(_draw)(asker, waiting)


def _draw(asker: Asker, waiting: _Waiting) -> None:
    if st.session_state.get(_WAITING) is not waiting:
        st.rerun()
    if st.context.theme.type == "dark":
        st.html(ON_DARK)
    local = bool(st.session_state.get(waiting.local_only))
    if waiting.found:
        st.markdown("Your question may contain something that identifies a patient.")
        if waiting.secret:
            st.markdown("It also holds a password or a key, which is not sent on.")
        with st.container(border=True, key="privacy_found"):
            lines = (f"{badge(one.kind, 'orange', 'error')} **{plain(one.text)}**" for one in waiting.found)
            st.markdown("  \n".join(lines))
    choice = _draw_choice(waiting, disabled=local)
    if choice != "graph" and not local:
        _draw_amount(asker, waiting)
    with st.container(horizontal=True, gap="xsmall"):
        words = "Ask the graph alone" if local or choice == "graph" else "Send"
        st.button(words, type="primary", key="privacy_send", on_click=_send, args=(waiting,))
        st.button("Cancel", type="tertiary", key="privacy_cancel", on_click=_cancel)
    st.checkbox("Switch to local only from now on", key=waiting.local_only)


def _draw_choice(waiting: _Waiting, *, disabled: bool) -> Choice:
    captions = {
        "without": f"“{plain(shortened(waiting.rest, _LONGEST))}”",
        "as it is": "Only if you may share it with this provider"
        if waiting.found
        else f"“{plain(shortened(waiting.question, _LONGEST))}”",
        "graph": "No language model, nothing leaves this machine",
    }
    titles = {
        "without": "Send it without these words",
        "as it is": "Send it as it is",
        "graph": "Do not send: answer from the graph alone",
    }
    if not any(one.model for one in waiting.approaches):
        titles["as it is"], captions["as it is"] = (
            "Ask the services",
            _told_of_services(waiting),
        )
    options = _options(waiting)
    chosen = st.radio(
        "What should be sent",
        options,
        format_func=lambda one: titles[one],
        captions=[captions[one] for one in options],
        key=waiting.choice,
        disabled=disabled,
    )
    return chosen or options[0]


def _told_of_services(waiting: _Waiting) -> str:
    from kgqa.services.federation.service import is_here

    asked = [one for each in waiting.approaches for one in each.federation.names]
    names = [one.name for one in asked if one.kind == "resolver" and not is_here(one)]
    if names:
        return f"They learn identifiers and types; {plain(names[0])} also words that the graph does not know"
    return "They learn identifiers and types, not your words"


def _options(waiting: _Waiting) -> list[Choice]:
    """What can be chosen, the most careful first that still gives what was asked for; a password is never sent."""
    without_it: list[Choice] = ["without"] if waiting.found and waiting.rest else []
    as_it_is: list[Choice] = [] if waiting.secret else ["as it is"]
    return [*without_it, *as_it_is, "graph"]


def _draw_amount(asker: Asker, waiting: _Waiting) -> None:
    from kgqa.privacy.outbound import amount, leave

    sending = [one for one in waiting.approaches if _sends(one)]
    told = leave(sending)
    try:
        amounts = [amount(waiting.question, one, asker.schema) for one in sending if one.model is not None]
    except KgqaError:  # a prompt that cannot be filled is told of when it is sent
        amounts = []
    words = ""
    if amounts:
        dollars = [one.dollars for one in amounts]
        known = sum(one for one in dollars if one is not None)
        price = f"{known:.4f} USD" if None not in dollars else "at a price that is not set"
        words = f" About **{number(_rounded(sum(one.tokens for one in amounts)))} tokens, {price}**."
    st.markdown(f":gray[Goes to {plain(', '.join(_places(sending)))}. Leaves this machine: {told}.]{words}")


def _rounded(tokens: int) -> int:
    """An estimate to hundreds, of which a smaller one has none."""
    return round(tokens, -2) or tokens


def _send(waiting: _Waiting) -> None:
    """What the reader chose: the question as it may be sent, to models that are released for it, or to the graph."""
    choice = st.session_state.get(waiting.choice) or _options(waiting)[0]
    local = bool(st.session_state.get(waiting.local_only))
    st.session_state.pop(_WAITING, None)
    if local:
        preferences.set_local_only(True)
    if local or choice == "graph":
        alone = (
            replace(one, strategy="graph-only", model=None, judge=None) if _sends(one) else one
            for one in waiting.approaches
        )
        waiting.then(waiting.question, tuple(alone))
        return
    from kgqa.privacy.sending import recipients, services

    preferences.permissions().told.update((*recipients(waiting.approaches), *services(waiting.approaches)))
    waiting.then(waiting.rest if choice == "without" else waiting.question, _released(waiting.approaches))


def _cancel() -> None:
    """Nothing is sent; the question stays in its box."""
    st.session_state.pop(_WAITING, None)


def _released(approaches: Sequence[Approach]) -> tuple[Approach, ...]:
    """The approaches with models that may be sent this one question."""
    from kgqa.privacy.sending import Guarded

    def released(model: LanguageModel | None) -> LanguageModel | None:
        return model.released() if isinstance(model, Guarded) else model

    return tuple(replace(one, model=released(one.model), judge=released(one.judge)) for one in approaches)


def _sends(approach: Approach) -> bool:
    from kgqa.privacy.sending import recipients, services

    return bool(recipients((approach,)) or services((approach,)))


def _names(waiting: _Waiting) -> list[str]:
    from kgqa.privacy.sending import NAMES, recipients, services

    asked = {one.url: one.name for approach in waiting.approaches for one in approach.federation.all}
    to = [NAMES[one.provider] for one in recipients(waiting.approaches)]
    return list(dict.fromkeys([*to, *(asked[one.address] for one in services(waiting.approaches))]))


def _places(sending: Sequence[Approach]) -> list[str]:
    """The models and the hosts that they are on."""
    from kgqa.privacy.sending import services
    from kgqa.ui.session.model_values import host

    found = (model.settings for one in sending for model in (one.model, one.judge) if model is not None)
    to = [f"{one.model} at {host(one)}" for one in found]
    return list(dict.fromkeys([*to, *(urlsplit(one.address).netloc for one in services(sending))]))
