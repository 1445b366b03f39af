"""A service of the Translator, what its address may be, and why it gave nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import SplitResult, urlsplit

from kgqa.errors import KgqaError, SettingError
from kgqa.llm.address import Ip, carried, is_forbidden, number_of
from kgqa.settings import Settings

Kind = Literal["trapi", "normalizer", "resolver"]
KINDS: Mapping[Kind, str] = {"trapi": "TRAPI", "normalizer": "Node Normalizer", "resolver": "Name Resolver"}
"""What a service is: it records facts, knows which identifiers are of one thing, or which things a name is of."""
_PATHS: Mapping[Kind, str] = {"trapi": "/query", "normalizer": "/get_normalized_nodes", "resolver": "/lookup"}
_NAMED = re.compile(r"(?P<name>[\w.+\- ]{1,60})=(?P<url>.+)", re.DOTALL)


class ServiceError(KgqaError):
    """A service gave nothing that can be used; the message is a sentence that names it and says why.

    Attributes:
        retry: seconds after which it may be asked again; None where that is of no use.
        busy: it is not up to an answer at once, so that it may be asked to work on it and be asked for it later.
    """

    def __init__(self, message: str, *, retry: float | None = None, busy: bool = False) -> None:
        super().__init__(message)
        self.retry = retry
        self.busy = busy


@dataclass(frozen=True, slots=True)
class Service:
    """A service.

    Attributes:
        url: the address that ``/query``, or what its kind is asked by, is put behind, without a slash at its end.
    """

    name: str
    url: str
    kind: Kind = "trapi"

    @classmethod
    def read(cls, text: str, kind: Kind = "trapi") -> Service:
        """A service as it is written: an address, or ``NAME=ADDRESS``.

        Raises:
            SettingError: it is no address that may be asked.
        """
        named = _NAMED.fullmatch(text.strip())
        name, url = (named["name"].strip(), named["url"].strip()) if named else ("", text.strip())
        parts = _parts(url)
        return cls(name or parts.netloc, url.rstrip("/").removesuffix(_PATHS[kind]).rstrip("/"), kind)

    @property
    def host(self) -> str:
        """The host as it is written."""
        return urlsplit(self.url).hostname or ""


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms services are asked.

    Attributes:
        private: services on this machine and in private networks may be asked.
        local_only: others may not.
        most_bytes: of one reply.
        limit_s: of one service.
        keep_s: how old a reply from the disk may be.
        offline: only what is kept is taken, however old.
        again: what is kept is not taken.
    """

    private: bool = False
    local_only: bool = False
    most_bytes: int = 100_000_000
    limit_s: float = 60.0
    keep_s: float = 7 * 24 * 3600
    offline: bool = False
    again: bool = False


@dataclass(frozen=True, slots=True)
class Federation:
    """The services that a question is asked of.

    Attributes:
        data_dir: where what they give is kept.
        names: at most one of either kind that knows names and identifiers.
    """

    services: tuple[Service, ...] = ()
    terms: Terms = Terms()
    data_dir: Path = Path()
    names: tuple[Service, ...] = ()

    @property
    def all(self) -> tuple[Service, ...]:
        """Everybody who is asked anything."""
        return (*self.services, *self.names)


def read_all(texts: Sequence[str]) -> tuple[Service, ...]:
    """Services as they are written, each address once; raises as ``Service.read``."""
    found: dict[str, Service] = {}
    for one in map(Service.read, texts):
        found.setdefault(one.url, one)
    return tuple(found.values())


def is_here(service: Service) -> bool:
    """Whether a service is on this machine, so that nothing leaves it."""
    number = number_of(service.host)
    return service.host.lower() == "localhost" if number is None else number.is_loopback or number.is_unspecified


def refusal(service: Service, numbers: Sequence[Ip], *, private: bool) -> str:
    """Why a service at these numbers may not be asked, as a sentence; empty where it may.

    Args:
        private: the operator of this program allowed services on this machine and in private networks.
    """
    if any(is_forbidden(str(one)) for one in numbers):
        return f"{service.name} is at an address to which nothing is sent."
    if not private and not all(one.is_global for number in numbers for one in (number, *carried(number))):
        return (
            f"{service.name} is on this machine or in a private network. Whoever runs this program can allow that "
            "with KGQA_SERVICES_PRIVATE=1."
        )
    return ""


def _parts(url: str) -> SplitResult:
    shown = url.partition("?")[0].rpartition("@")[2][:100]
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise SettingError(f"The address of a service cannot be read: {shown!r}.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or any(c in url for c in " \t\r\n\\"):
        raise SettingError(
            f"{shown!r} is not the address of a service. Write one that begins with https:// or http://."
        )
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise SettingError(f"The address {shown!r} holds more than host and path. Leave out users, passwords, ? and #.")
    return parts


_LEARNS: Mapping[Kind, str] = {
    "trapi": "the identifiers of the things in the question and the types and relations that it asks for",
    "normalizer": "the identifiers in the question and in what the services give",
    "resolver": "those words of the question that may be names which the graph does not know",
}


def learned(services: Sequence[Service]) -> str:
    """What services are sent, as the end of a sentence; where there is none, what one would be."""
    kinds = {one.kind for one in services} or {"trapi"}
    told = [
        said if kind == "trapi" or len(kinds) == 1 else f"the {KINDS[kind]} {said}"
        for kind, said in _LEARNS.items()
        if kind in kinds
    ]
    return ", ".join((*told, "not its other words" if "resolver" in kinds else "not its words"))


def of_settings(
    settings: Settings, services: Sequence[str] | None = None, *, offline: bool = False, again: bool = False
) -> Federation:
    """The services of the settings in force, or these in their place, on the terms of the settings.

    Raises:
        SettingError: an address is none.
    """
    terms = Terms(
        private=bool(settings.services_private),
        local_only=bool(settings.local_only),
        most_bytes=settings.services_most_mb * 1_000_000,
        limit_s=settings.services_time_limit_s,
        keep_s=settings.services_keep_days * 24 * 3600,
        offline=offline,
        again=again,
    )
    return Federation(
        read_all(services or settings.services.split()), terms, settings.data_dir, names_of_settings(settings)
    )


def names_of_settings(settings: Settings) -> tuple[Service, ...]:
    """The services of names in the settings in force; raises as ``of_settings``."""
    given: dict[Kind, str] = {"normalizer": settings.node_normalizer, "resolver": settings.name_resolver}
    return tuple(Service.read(text, kind) for kind, text in given.items() if text.strip())
