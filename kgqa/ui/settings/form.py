"""The form that sets up one provider: address, key, model and how it is asked, and the test whether it answers.

Which models a server has is asked in a thread, so the page stays alive.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from kgqa.llm.address import OWN
from kgqa.llm.messages import ModelError, ModelSettings, Provider, Trouble
from kgqa.presentation.text import plain
from kgqa.privacy.sending import NAMES
from kgqa.ui.session import models, preferences
from kgqa.ui.session.background_work import Work
from kgqa.ui.session.model_values import LIMITS, complaints
from kgqa.ui.session.model_values import NAMES as FIELDS

if TYPE_CHECKING:
    from kgqa.graph.stop import StopSignal
    from kgqa.progress import Report

_SERIAL = "settings_form_serial"
"""Counts up when the form is to forget what was typed, the key first of all."""
_COMPLAINTS = "settings_complaints"
UNITS = {
    "temperature": "0 asks for the likeliest reply",
    "seed": "the same seed asks for the same reply, where the server honours it",
    "most_tokens": "tokens",
    "context_tokens": "tokens of prompt and reply together",
    "time_limit_s": "seconds for one step, with all that is tried again",
    "price_in": "US dollars; 0 where it costs nothing",
    "price_out": "US dollars; 0 where it costs nothing",
}


def draw(provider: Provider, close: Callable[[], None]) -> None:
    """The form; what is saved is asked from then on."""
    settings, serial = models.or_usual(provider), st.session_state.setdefault(_SERIAL, 0)
    wrong: dict[str, str] = st.session_state.get(_COMPLAINTS, {})
    prefix = f"set_{provider}_{serial}"
    with st.container(border=True, key="settings_form"):
        st.markdown(f"### {plain(NAMES[provider])}", anchors=False)
        if provider != "local":  # which has one name, and neither an address nor a key
            _draw_server(provider, settings, prefix, wrong)
        with st.form(f"{prefix}_form", border=False):
            if provider != "local":
                _draw_model(provider, settings, prefix, wrong)
            with st.expander("Temperature, limits and prices", expanded=any(name in LIMITS for name in wrong)):
                _draw_numbers(settings, prefix, wrong)
            with st.container(horizontal=True, gap="xsmall"):
                st.form_submit_button("Save", type="primary", on_click=_save, args=(provider, prefix))
                st.form_submit_button(
                    "Back to defaults",
                    icon=":material/restart_alt:",
                    type="tertiary",
                    on_click=_reset,
                    args=(provider,),
                )
                st.form_submit_button("Close", type="tertiary", on_click=_close, args=(close,))
        if provider != "local":
            st.caption("A key stays in the memory of this session and is never written to disk.")


def ending(key: str) -> str:
    """How a key ends that a reader typed, where it is long enough that this gives nothing away."""
    return f", ends in {key[-4:]}" if len(key) >= 12 else ""


def _draw_server(provider: Provider, settings: ModelSettings, prefix: str, wrong: dict[str, str]) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        st.text_input(
            "Address",
            settings.address,
            key=f"{prefix}_address",
            placeholder=OWN.get(provider, "http://127.0.0.1:8000/v1"),
            autocomplete="off",
            on_change=_ask_for_models,
            args=(provider, prefix),
        )
        _draw_complaint(wrong, "address")
    with right:
        given = preferences.of_environment(provider)
        how = ", from the environment" if given is not None and given.key == settings.key else ending(settings.key)
        held = settings.key and f"Set{how}. Type a new key to replace it."
        st.text_input(
            "Key",
            type="password",
            key=f"{prefix}_key",
            placeholder=held or ("Not needed by most" if provider != "openai" else "sk-…"),
            autocomplete="new-password",
            help="Kept in the memory of this session only. For every visit, set KGQA_MODEL_KEY before the app starts.",
            on_change=_ask_for_models,
            args=(provider, prefix),
        )
        _draw_complaint(wrong, "key")


def _ask_for_models(provider: Provider, prefix: str) -> None:
    """Has a server of this machine whose address was just given list its models, so that one can be chosen.

    Another machine is asked when a reader presses the button for it, and not before.
    """
    from kgqa.llm.address import is_local

    typed = _typed_server(models.or_usual(provider), prefix)
    if typed.address and not {"address", "key"} & set(complaints(typed)) and is_local(typed):
        begin(typed)


def _draw_model(provider: Provider, settings: ModelSettings, prefix: str, wrong: dict[str, str]) -> None:
    known = names(provider, _typed_server(settings, prefix))
    st.selectbox(
        "Model",
        list(dict.fromkeys([*([settings.model] if settings.model else []), *known])),
        index=0 if settings.model else None,
        key=f"{prefix}_model",
        accept_new_options=True,
        placeholder="Choose one of the server's models, or type a name" if known else "Type the name of a model",
    )
    _draw_complaint(wrong, "model")


def _draw_numbers(settings: ModelSettings, prefix: str, wrong: dict[str, str]) -> None:
    columns = st.columns(2, gap="medium")
    for place, name in enumerate(LIMITS):
        value = getattr(settings, name)
        with columns[place % 2]:
            st.number_input(
                f"{FIELDS[name]} ({UNITS[name]})",
                value=value,
                step=1 if isinstance(value, int) else None,
                format=None if isinstance(value, int) else "%g",
                key=f"{prefix}_{name}",
            )
            _draw_complaint(wrong, name)


def _draw_complaint(wrong: dict[str, str], name: str) -> None:
    if name in wrong:
        st.markdown(f":red[:material/error: {plain(wrong[name])}]")


def _save(provider: Provider, prefix: str) -> None:
    """Takes what was typed; what is wrong is said beside its field, and nothing is changed."""
    before = models.or_usual(provider)
    typed = _typed(provider, before, prefix)
    wrong = complaints(typed)
    if wrong:
        st.session_state[_COMPLAINTS] = wrong
        return
    models.use(typed)
    st.session_state.pop(_COMPLAINTS, None)
    st.session_state[_SERIAL] += 1  # so that the key does not stay in the page


def _typed_server(before: ModelSettings, prefix: str) -> ModelSettings:
    """What is set up with the address and the key that stand in the form."""
    address = st.session_state.get(f"{prefix}_address", before.address) or ""
    key = st.session_state.get(f"{prefix}_key") or ""
    return preferences.with_key_of(before, replace(before, address=address.strip(), key=key.strip()))


def _typed(provider: Provider, before: ModelSettings, prefix: str) -> ModelSettings:
    def field(name: str) -> Any:
        return st.session_state.get(f"{prefix}_{name}")

    server = _typed_server(before, prefix)
    numbers = {name: type(getattr(before, name))(field(name) or 0) for name in LIMITS}
    model = before.model if provider == "local" else (field("model") or "").strip()
    return replace(server, model=model, **numbers)


def _reset(provider: Provider) -> None:
    models.forget(provider)
    st.session_state.pop(_COMPLAINTS, None)
    st.session_state[_SERIAL] += 1


def _close(close: Callable[[], None]) -> None:
    st.session_state.pop(_COMPLAINTS, None)
    st.session_state[_SERIAL] += 1
    close()


_LONGEST_S = 15.0
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

    limited = replace(settings, time_limit_s=min(settings.time_limit_s, _LONGEST_S))
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
