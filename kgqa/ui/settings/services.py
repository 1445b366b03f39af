"""The services, a card each: whether it is asked, what it says of itself, and the form that names one more."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from kgqa import settings
from kgqa.errors import SettingError
from kgqa.presentation.text import badge, counted, plain
from kgqa.services.federation.service import KINDS, Federation, Kind, is_here, learned
from kgqa.ui.session import preferences, services
from kgqa.ui.session.background_work import Work
from kgqa.ui.session.saved_preferences import ServiceChoice
from kgqa.ui.settings.switch import ASKING, OFF, UNUSABLE, State

_TESTS, _NAME, _ADDRESS, _WRONG = "services_tests", "service_name", "service_address", "service_wrong"
_KIND = "service_kind"
_EXAMPLE = "MONDO:0004979", "asthma"
"""What services of names are asked for in a test."""
POLL_S = 0.5


@dataclass(frozen=True, slots=True)
class Tested:
    """What came of a test: whether the service says what it has, and that in words."""

    works: bool
    words: str


def draw() -> None:
    """All cards, and under them the form."""
    st.markdown(
        "Services of the Translator that can be asked beside the graph (TRAPI, such as BioThings Explorer, ARAX or "
        "ROBOKOP), and those that know names and identifiers (Node Normalizer, Name Resolver). None is asked before it "
        f"is switched on; those that are on learn {plain(learned(services.on()))}."
    )
    polls = _under_way()
    st.fragment(run_every=POLL_S if polls else None)(_draw_cards)(polls)
    _draw_form()


def _draw_cards(polls: bool) -> None:
    if polls != _under_way():
        st.rerun()
    for place, one in enumerate(services.known()):
        _draw_card(place, one)


def _draw_card(place: int, choice: ServiceChoice) -> None:
    off = preferences.local_only() and not is_here(choice.service)
    test = _tests().get(choice.url)
    done = test.made if test is not None and test.wait(0) else None
    if test is not None and done is None and test.wait(0):
        done = Tested(works=False, words=test.error)
    key = f"service_on_{place}"
    st.session_state[key] = choice.on
    with st.container(border=True, key=f"service_{place}", gap="xsmall"):
        name, state, buttons = st.columns([4.6, 1.8, 3.6], vertical_alignment="center")
        with name, st.container(gap=None):
            st.markdown(f"**{plain(choice.name)}**")
            kind = "" if choice.kind == "trapi" else f"{KINDS[choice.kind]} · "
            st.markdown(f":gray[{kind}{plain(choice.url)}]")
        state.markdown(badge(*_state(choice, done, testing=test is not None and done is None, off=off)))
        with (
            buttons,
            st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center", gap="small"),
        ):
            st.button(f"Test :gray[{plain(choice.name)}]", key=f"service_test_{place}", on_click=_test,
                      args=(choice,), disabled=off)  # fmt: skip
            if not services.is_of_environment(choice):
                st.button(f"Remove :gray[{plain(choice.name)}]", key=f"service_remove_{place}", type="tertiary",
                          on_click=services.remove, args=(choice.url,))  # fmt: skip
            st.toggle(f"Ask {plain(choice.name)}", key=key, on_change=_switch, args=(choice.url, key),
                      label_visibility="collapsed")  # fmt: skip
        if done is not None and not off:
            st.markdown(f":gray[{plain(done.words)}]" if done.works else plain(done.words))


def _state(choice: ServiceChoice, done: Tested | None, *, testing: bool, off: bool) -> State:
    if off:
        return OFF
    if testing:
        return ASKING
    if done is not None and not done.works:
        return UNUSABLE
    if not choice.on:
        return "off", "gray", "remove"
    return ("on, answers", "green", "check") if done is not None else ("on", "green", "check")


def _draw_form() -> None:
    with st.form("service_form", border=True, clear_on_submit=False):
        name, address, kind, button = st.columns([1.8, 4, 2.2, 1.4], vertical_alignment="bottom")
        name.text_input("Name", key=_NAME, placeholder="BTE", max_chars=60)
        address.text_input("Address of the service", key=_ADDRESS, placeholder="https://bte.transltr.io/v1")
        kind.selectbox("Kind", list(KINDS), key=_KIND, format_func=KINDS.__getitem__)
        button.form_submit_button("Add", on_click=_add, width="stretch")
        if wrong := st.session_state.get(_WRONG):
            st.markdown(f":red[:material/error:] {plain(wrong)}")


def _add() -> None:
    st.session_state.pop(_WRONG, None)
    try:
        kind: Kind = st.session_state.get(_KIND) or "trapi"
        services.add(st.session_state.get(_NAME, ""), st.session_state.get(_ADDRESS, ""), kind)
    except SettingError as error:
        st.session_state[_WRONG] = str(error)
        return
    st.session_state[_NAME] = st.session_state[_ADDRESS] = ""


def _switch(url: str, key: str) -> None:
    services.switch(url, on=bool(st.session_state.get(key)))


def _test(choice: ServiceChoice) -> None:
    """Asks a service what it has; nothing else is sent."""
    found, data_dir = services.federation(again=True), settings.load().data_dir
    terms = replace(found.terms, limit_s=min(found.terms.limit_s, 20.0))
    service = choice.service

    def ask_for_names(_: object, stop: object) -> Tested:
        from kgqa.services.federation.names import NameServices

        names, (id_, name) = NameServices(Federation((), terms, data_dir, (service,))), _EXAMPLE
        if choice.kind == "normalizer":
            names.same([id_])
        else:
            names.called(name)
        (reply,) = names.replies
        return Tested(works=reply.state == "answered", words=reply.said)

    def ask(_: object, stop: object) -> Tested:
        from kgqa.services.federation.cache import Cache
        from kgqa.services.federation.querying import FederatedQuery

        asking = FederatedQuery([service], Cache(data_dir), terms, lambda _: None)
        known = asking.survey()
        if not known:
            return Tested(works=False, words=asking.replies[0].said)
        (one,) = known
        release = f", release {asking.replies[0].release}" if asking.replies[0].release else ""
        types, links = counted(len(one.meta.prefixes), "type"), counted(len(one.meta.edges), "kind")
        return Tested(works=True, words=f"Speaks TRAPI {one.version}{release}: {types} of things, {links} of links.")

    _tests()[choice.url] = Work(ask if choice.kind == "trapi" else ask_for_names, "ask a service what it has")


def _under_way() -> bool:
    return any(not one.wait(0) for one in _tests().values())


def _tests() -> dict[str, Work[Tested]]:
    found: dict[str, Work[Tested]] = st.session_state.setdefault(_TESTS, {})
    return found
