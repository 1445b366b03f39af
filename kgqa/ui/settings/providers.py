"""The providers of language models, a card each: their state, a test, and the form that sets one up."""

from __future__ import annotations

import streamlit as st

from kgqa.llm.messages import ModelSettings, Provider, Trouble
from kgqa.presentation.text import badge, counted, plain
from kgqa.privacy.sending import NAMES
from kgqa.ui.session import models, preferences
from kgqa.ui.session.model_values import host, name_complaint
from kgqa.ui.settings import form, switch
from kgqa.ui.settings.form import Tested
from kgqa.ui.settings.switch import ASKING, OFF, UNUSABLE, State

EXAMPLES: dict[Provider, str] = {
    "local": "A small model that the app runs itself: nothing leaves this machine, no key needed",
    "ollama": "Models on this machine, no key needed",
    "openai": "Needs a key from OpenAI; every question is paid for",
    "compatible": "vLLM, LM Studio, llama.cpp, Azure",
}
"""What a card says of its provider, in the order of the cards."""
SHORT: dict[Provider, str] = {"local": "local", "ollama": "Ollama", "openai": "OpenAI", "compatible": "compatible"}
"""What the buttons of a card call its provider."""
SET_UP: dict[Provider, str] = {"compatible": "an OpenAI-compatible server"}
"""The same where there is room for it in full."""
STATES: dict[Trouble, str] = {
    "unreachable": "not reachable",
    "credentials": "wrong key",
    "time": "no answer in time",
    "quota": "no credit left",
    "busy": "busy",
    "local_only": OFF[0],
}
"""What a failed test is called; every other trouble is ``UNUSABLE``."""
_OPEN = "settings_open"
POLL_S = 0.5


def draw() -> None:
    """All cards, and under them the form of the one that is being set up."""
    _begin_local()
    opened = next((one for one in EXAMPLES if one == st.session_state.get(_OPEN)), None)
    polls = form.under_way()
    st.fragment(run_every=POLL_S if polls else None)(_draw_cards)(polls, opened)
    if opened is not None:
        form.draw(opened, close)


def close() -> None:
    """No provider is being set up any more."""
    st.session_state.pop(_OPEN, None)


def _open(provider: Provider) -> None:
    st.session_state[_OPEN] = provider


def _begin_local() -> None:
    """Looks for a model on this machine without being told to; nothing leaves it."""
    from kgqa.llm.address import is_local

    on_this_machine: tuple[Provider, ...] = ("local", "ollama")
    for provider in on_this_machine:
        settings = models.or_usual(provider)
        if is_local(settings) and form.of(provider) is None:
            form.begin(settings)


def _draw_cards(polls: bool, opened: Provider | None) -> None:
    """The cards; where the rest of the page is not as it was drawn any more, the whole page is drawn.

    Buttons have callbacks, because what a button gives is lost in a run that ends here.
    """
    if polls != form.under_way() or st.session_state.get(_OPEN) != opened:
        st.rerun()
    for provider in EXAMPLES:
        _draw_card(provider)


def _draw_card(provider: Provider) -> None:
    settings, known = models.or_usual(provider), models.of(provider)
    test = form.of(provider)
    done = None if test is None else test.done
    off = _is_off(settings)
    with st.container(border=True, key=f"provider_{provider}"):
        name, state, facts, buttons = st.columns([2.2, 1.6, 4.2, 3.2], vertical_alignment="center")
        with name, st.container(gap=None):
            st.markdown(f"**{plain(NAMES[provider])}**")
            if known is not None and known == models.chosen() and known.model:
                st.caption(f"In use: {plain(known.model)}")
        testing = test is not None and done is None
        state.markdown(badge(*_state(known, testing=testing, done=done, off=off, is_ours=provider == "local")))
        with facts:
            _draw_facts(provider, settings, known, None if off else done)
        with buttons, st.container(horizontal=True, horizontal_alignment="right", gap="xsmall"):
            _draw_buttons(provider, settings, known, off=off, testing=testing)


def _state(known: ModelSettings | None, *, testing: bool, done: Tested | None, off: bool, is_ours: bool) -> State:
    """The state of a card.

    Args:
        is_ours: the app runs the model itself.
    """
    if off:
        return OFF
    if testing:
        return ASKING
    if done is not None and done.trouble is None:
        return ("on this machine" if is_ours else "reachable"), "green", "check"
    if is_ours and done is not None:
        return "not on this machine", "gray", "remove"
    if known is None:
        return "not set up", "gray", "remove"
    if done is not None and done.trouble is not None:
        said, colour, sign = UNUSABLE
        return STATES.get(done.trouble, said), colour, sign
    return ("set up", "gray", "check") if known.model else ("no model chosen", "orange", "help")


def _draw_facts(provider: Provider, settings: ModelSettings, known: ModelSettings | None, done: Tested | None) -> None:
    if provider == "local":
        missing = done is not None and done.trouble is not None
        st.markdown(f":gray[{plain(done.words if done is not None and missing else EXAMPLES[provider])}]")
        return
    words = [host(settings)] if known is not None or done is not None else []
    if done is not None and done.trouble is None:
        words.append(counted(len(done.names), "model"))
    if known is not None and not known.model:
        words.append("no model chosen yet")
    if settings.key:
        words.append(key_words(provider, settings))
    with st.container(gap=None):
        st.markdown(f":gray[{plain(' · '.join(words) or EXAMPLES[provider])}]")
        if done is not None and done.trouble is not None and known is not None:
            st.markdown(plain(done.words))
        elif done is not None and done.trouble is not None:
            st.caption(plain(EXAMPLES[provider]) if words == [] else "Not running here, or at another address.")


def key_words(provider: Provider, settings: ModelSettings) -> str:
    """That there is a key and where it comes from, without giving it away."""
    given = preferences.of_environment(provider)
    if given is not None and given.key == settings.key:
        return "Key from the environment"  # which is the operator's: how it ends is nobody else's business
    return f"Key set{form.ending(settings.key)}"


def _draw_buttons(
    provider: Provider, settings: ModelSettings, known: ModelSettings | None, *, off: bool, testing: bool
) -> None:
    name = SHORT[provider]
    if provider == "local":
        _draw_our_buttons(settings, known)
        return
    if known is not None and known.model and known != models.chosen() and not off:
        st.button(f"Use :gray[{name}]", key=f"provider_use_{provider}", on_click=models.use, args=(known,))
    can_test = bool(host(settings)) and (known is not None or provider == "ollama")
    if can_test:
        label = f"Test :gray[{name}]"
        disabled = off or testing
        begin = form.begin
        st.button(label, key=f"provider_test_{provider}", disabled=disabled, on_click=begin, args=(settings,))
    shut = off and provider == "openai"
    label = f"Change :gray[{name}]" if known is not None else f"Set up :gray[{SET_UP.get(provider, name)}]"
    st.button(label, key=f"provider_open_{provider}", disabled=shut, on_click=_open, args=(provider,))


def _draw_our_buttons(settings: ModelSettings, known: ModelSettings | None) -> None:
    """Those of the model that the app runs itself: there is nothing to be set up, only files to be had."""
    there = bool(form.names("local"))
    if there and models.chosen() != settings:
        st.button("Use :gray[local]", key="provider_use_local", on_click=models.use, args=(settings,))
    if not there:
        begin = form.begin
        st.button("Look again :gray[local]", key="provider_test_local", on_click=begin, args=(settings,))
    if known is not None:
        st.button("Change :gray[local]", key="provider_open_local", on_click=_open, args=("local",))


def _is_off(settings: ModelSettings) -> bool:
    from kgqa.llm.address import is_local

    return (
        preferences.local_only() and bool(settings.address or settings.provider == "openai") and not is_local(settings)
    )


_JUDGE, _JUDGE_COMPLAINT = "settings_judge", "settings_judge_complaint"
JUDGE_WORDS = (
    "Every claim of a language model is compared with the graph by program. A second model of the same provider can "
    "then judge the claims that the graph was not found to tell, from the same numbered facts. What it says stands "
    "beside the verdict under its own name and changes none. It takes one more request for an answer that has such "
    "claims, with the settings and at the prices of the first model."
)


def draw_judge() -> None:
    """The name of the second model, once there is a first; no name: none is asked."""
    first, name = models.chosen(), models.judge()
    if first is None:
        return
    with st.container(border=True, key="settings_judge_card"):
        st.markdown("**Second model that judges what remains** :gray[(off unless you name one)]")
        st.markdown(f":gray[{JUDGE_WORDS}]")
        known = form.names(first.provider)
        st.selectbox(
            "Second model",
            list(dict.fromkeys([*([name] if name else []), *known])),
            index=0 if name else None,
            key=_JUDGE,
            accept_new_options=True,
            placeholder="Off: choose or type the name of a model",
            on_change=_save_judge,
        )
        if complaint := st.session_state.get(_JUDGE_COMPLAINT):
            st.markdown(f":red[:material/error: {plain(complaint)}]")


def _save_judge() -> None:
    """Takes the name; one that can be none is said, and nothing is changed."""
    name = (st.session_state.get(_JUDGE) or "").strip()
    complaint = name_complaint(name)
    st.session_state[_JUDGE_COMPLAINT] = complaint
    if not complaint:
        models.set_judge(name)


_SPLIT = "settings_split_claims"
SPLIT = "Claims of the language model alone are split by itself"
SPLIT_WORDS = (
    "What a language model writes without the graph’s facts is plain text. The same model is then asked to take it "
    "apart into claims, and each is looked up in the graph. It takes one more request for such an answer. Off: only "
    "sentences that are read whole without its help are checked, about one in five of those that the graph bears out."
)


def draw_split() -> None:
    """The switch for the second request of the language model alone."""
    on = preferences.split_claims()
    switch.draw("settings_split_card", _SPLIT, SPLIT, SPLIT_WORDS, on=on, switch=_switch_split)


def _switch_split() -> None:
    preferences.set_split_claims(bool(st.session_state.get(_SPLIT)))
