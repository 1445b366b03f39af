"""What the app's own server must be like, for whom it answers, and the refusal where either is not so."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from kgqa.errors import SettingError

PERMISSION = "KGQA_ALLOW_REMOTE"
"""Environment variable that lets a weakened configuration run; its value must be 1."""
HOSTS = "KGQA_HOSTS"
"""Environment variable with further names of hosts under which the app answers, separated by commas."""
TOKEN = "KGQA_ACCESS_TOKEN"  # noqa: S105  (the name of a variable)
"""Environment variable with the word that every browser has to give before the app answers it."""
SHORTEST_TOKEN = 16
"""Characters of that word, at least: what is shorter can be guessed."""
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names of this machine for itself, each of which the app answers to with its own port."""
_DEFAULT_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(
    r"(?:\[(?P<six>[0-9a-f:.]{2,45})\]|(?P<name>[a-z0-9_-]+(?:\.[a-z0-9_-]+)*))(?::(?P<port>[0-9]{1,5}))?"
)
SCHEMES = ("http", "https")
"""Those under which a browser may reach the app; a proxy in front of it may encrypt."""


@dataclass(frozen=True, slots=True)
class Host:
    """A host as a ``Host`` header names it; no port: the default one of http or https."""

    name: str
    port: int | None = None

    @classmethod
    def of(cls, text: str | None) -> Host | None:
        """The host that a header names; None where the text is no host, or there is none."""
        found = _HOST.fullmatch((text or "").lower())
        if found is None:
            return None
        port = int(found["port"]) if found["port"] else None
        if found["six"] is None:
            return cls(found["name"], port)
        try:
            return cls(ip_address(found["six"]).compressed, port)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class Door:
    """For whom the app answers.

    Attributes:
        named: the hosts that the operator named.
        token: what every browser has to give; empty where none is set.
    """

    named: tuple[Host, ...] = ()
    token: str = ""

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Door:
        """The door that the environment describes.

        Raises:
            SettingError: a host is none, or the token is too short.
        """
        named = []
        for text in environment.get(HOSTS, "").replace(",", " ").split():
            host = Host.of(text)
            if host is None:
                raise SettingError(
                    f"{HOSTS} names {text[:100]!r}, which is no host. Write names as kg.example.org or "
                    "kg.example.org:8443, separated by commas; there are no wildcards."
                )
            named.append(host)
        token = environment.get(TOKEN, "")
        if token and len(token) < SHORTEST_TOKEN:
            raise SettingError(f"{TOKEN} is shorter than {SHORTEST_TOKEN} characters, so it could be guessed.")
        return cls(tuple(named), token)

    def answers(self, host: Host | None, port: int | None) -> bool:
        """Whether the app answers under a host, where it listens on a port (None: on no port of its own)."""
        if host is None:
            return False
        if host.name in LOOPBACK and port is not None and _at(host, port):
            return True
        for named in self.named:
            if named.name == host.name and (host == named or (named.port is None and _plain(host, port))):
                return True
        return False

    def stranger(
        self, host: str | None, origin: str | None, port: int | None, schemes: Collection[str] = SCHEMES
    ) -> str:
        """Why a request is not answered, a sentence; empty where it is one of ours.

        Args:
            host, origin: the headers of those names; no origin: no page of a browser sent it.
            schemes: those under which the app can be the origin.
        """
        known = Host.of(host)
        if known is None or not self.answers(known, port):
            return (
                f"This app does not answer under the host {(host or '')[:100]!r}. Use the address that it printed when "
                f"it was started; its operator can name further hosts in {HOSTS}."
            )
        if origin is None:
            return ""
        scheme, _, rest = origin.partition("://")
        theirs = Host.of(rest)
        if scheme not in schemes or theirs is None or _whole(theirs, scheme) != _whole(known, scheme):
            return "This app answers its own pages alone, and another page sent this."
        return ""

    @property
    def beyond_loopback(self) -> bool:
        """Whether the operator named hosts by which other machines come."""
        return any(host.name not in LOOPBACK for host in self.named)

    def opens_to(self, given: str) -> bool:
        """Whether what a browser gave is the token; takes as long for every wrong one."""
        return hmac.compare_digest(_digest(given), _digest(self.token))

    @property
    def pass_(self) -> str:
        """What a browser that gave the token keeps; it does not tell the token."""
        return hmac.digest(self.token.encode("utf-8", "surrogateescape"), b"kgqa access", hashlib.sha256).hex()


def weaknesses(option: Callable[[str], Any]) -> list[str]:
    """What is weaker than shipped, each as a sentence; ``option`` gives the value of a Streamlit setting."""
    found = []
    if not is_loopback(option("server.address")):
        found.append(f"server.address is {option('server.address')!r}, so other machines can reach the app.")
    for name, danger in (
        ("server.enableXsrfProtection", "other web pages could send requests in your name"),
        ("server.enableCORS", "other web pages could read what the app answers"),
    ):
        if not option(name):
            found.append(f"{name} is off, so {danger}.")
    if option("server.enableStaticServing"):
        found.append("server.enableStaticServing is on, so files beside the app can be read from the browser.")
    if option("browser.gatherUsageStats"):
        found.append("browser.gatherUsageStats is on, so the browser would report its use to a third party.")
    if option("client.showErrorDetails") != "none":
        found.append("client.showErrorDetails is not 'none', so errors would show what the program holds.")
    return found


def without_login(address: str | None, door: Door, provider: bool) -> str:
    """Why the app may not be served as it is set up, a sentence; empty where it may.

    Nothing permits this: what other machines can reach asks for a login.

    Args:
        address: which the app listens at.
        provider: whether Streamlit is set up to have readers sign in.
    """
    if provider or door.token or (is_loopback(address) and not door.beyond_loopback):
        return ""
    reach = f"{HOSTS} names a host of other machines" if is_loopback(address) else f"server.address is {address!r}"
    return (
        f"The app is not served: {reach}, and nobody would have to sign in. Set {TOKEN} to a word of at least "
        f"{SHORTEST_TOKEN} characters, or a sign-in of Streamlit ([auth] in .streamlit/secrets.toml)."
    )


def is_allowed() -> bool:
    """Whether the person who started the app has accepted a weakened configuration."""
    return os.environ.get(PERMISSION) == "1"


def is_loopback(address: str | None) -> bool:
    """Whether what listens at an address is reached from this machine alone."""
    if address == "localhost":
        return True
    try:
        return ip_address(address or "").is_loopback
    except ValueError:
        return False


def _at(host: Host, port: int) -> bool:
    return port in (_DEFAULT_PORTS.values() if host.port is None else (host.port,))


def _plain(host: Host, port: int | None) -> bool:
    """Whether a host has no port, a default one, or our own."""
    return host.port in (None, port, *_DEFAULT_PORTS.values())


def _whole(host: Host, scheme: str) -> Host:
    return Host(host.name, _DEFAULT_PORTS[scheme] if host.port is None else host.port)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
