"""The services of this session: which are known, which are switched on, and on which terms they are asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa import settings
from kgqa.errors import SettingError
from kgqa.language.phrases import STRATEGIES
from kgqa.services.federation.service import (
    Federation,
    Kind,
    Service,
    names_of_settings,
    of_settings,
    read_all,
)
from kgqa.services.spoke import Spoke
from kgqa.ui.session import preferences
from kgqa.ui.session.saved_preferences import MOST_SERVICES, ServiceChoice

if TYPE_CHECKING:
    from kgqa.strategies.approach import Strategy


def known() -> tuple[ServiceChoice, ...]:
    """Those that this reader named, then those of the environment; none of these is on before somebody says so."""
    own = preferences.of_session().services
    there = {one.url for one in own}
    others = (ServiceChoice(one.name, one.url, kind=one.kind) for one in _of_environment() if one.url not in there)
    return (*own, *others)


def is_of_environment(choice: ServiceChoice) -> bool:
    """Whether the environment names it, so that it cannot be removed."""
    return choice.url in {one.url for one in _of_environment()}


def _of_environment() -> tuple[Service, ...]:
    in_force = settings.load()
    try:
        return (*read_all(in_force.services.split()), *names_of_settings(in_force))
    except SettingError:
        return ()


def on() -> tuple[Service, ...]:
    """Those that are switched on."""
    return tuple(one.service for one in known() if one.on)


def add(name: str, address: str, kind: Kind = "trapi") -> None:
    """Keeps a service, switched on.

    Raises:
        SettingError: its address is none, or too many are kept.
    """
    read = Service.read(f"{name}={address}" if name.strip() else address, kind)
    others = [one for one in known() if one.url != read.url]
    if len(others) >= MOST_SERVICES:
        raise SettingError(f"{MOST_SERVICES} services are kept already. Remove one first.")
    _keep((*others, ServiceChoice(read.name, read.url, on=True, kind=kind)))


def switch(url: str, *, on: bool) -> None:
    """Has a service asked from the next question on, or not."""
    _keep(tuple(replace(one, on=on) if one.url == url else one for one in known()))


def remove(url: str) -> None:
    """Forgets a service."""
    _keep(tuple(one for one in known() if one.url != url))


def _keep(choices: tuple[ServiceChoice, ...]) -> None:
    preferences.of_session().services = choices
    preferences.remember()


def federation(*, again: bool = False) -> Federation:
    """The services that are on, with the terms in force; none on another machine while local only is on."""
    found = of_settings(settings.load(), again=again)
    terms = replace(found.terms, local_only=preferences.local_only())
    asked = on()
    names = {one.kind: one for one in asked[::-1] if one.kind != "trapi"}
    facts = tuple(one for one in asked if one.kind == "trapi")
    return replace(found, services=facts, names=tuple(names.values()), terms=terms)


def spoke() -> Spoke | None:
    """SPOKE as the environment names it, with the terms in force; None where it names none, or wrongly."""
    try:
        found = Spoke.of_settings(settings.load())
    except SettingError:
        return None
    return found and replace(found, terms=replace(found.terms, local_only=preferences.local_only()))


def _facts() -> bool:
    return any(one.kind == "trapi" for one in on())


def strategies(chosen: Strategy | None = None) -> list[Strategy]:
    """The ways to an answer that are offered: services only where one is on, or where they are chosen already."""
    return [one for one in STRATEGIES if one != "federated" or _facts() or chosen == one]  # type: ignore[misc]
