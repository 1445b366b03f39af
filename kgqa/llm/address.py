"""Where a model's server is: what its address may be, and whether it is on this machine."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

from kgqa.llm.messages import ModelError, ModelSettings, Provider

OWN = {"openai": "https://api.openai.com/v1", "ollama": "http://127.0.0.1:11434", "local": "http://127.0.0.1"}
"""The provider's own address, for settings that name none."""

FORBIDDEN_HOSTS = {"metadata", "metadata.google.internal", "metadata.goog", "instance-data"}
FORBIDDEN_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "169.254.0.0/16",  # link-local, and the metadata of most clouds
        "fe80::/10",
        "fd00:ec2::254/128",
        "100.100.100.200/32",
        "168.63.129.16/32",
        "192.0.0.192/32",
        "224.0.0.0/4",
        "ff00::/8",
    )
)
"""Where clouds hand out credentials to whoever asks, and what no model server listens on."""

_GATEWAYS = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "::/96")))
"""Whose last 32 bits are a number of version 4."""

Ip = ipaddress.IPv4Address | ipaddress.IPv6Address


def of(settings: ModelSettings) -> str:
    """The address that requests go to, without a slash at its end.

    Raises:
        ModelError: there is none, or it is of a kind that nothing is sent to.
    """
    written = settings.address.strip() or OWN.get(settings.provider, "")
    if not written:
        raise ModelError(
            "No address of the model server is set. Set KGQA_MODEL_ADDRESS, or write the address on the Settings "
            "page, for example http://127.0.0.1:8000/v1.",
            trouble="not_set",
        )
    parts = _parts(written, settings.provider)
    host = _host(parts)
    if is_forbidden(host):
        raise _unusable(parts, "is an address at which no model server may be asked", "the address of a model server")
    if settings.provider == "local" and not _loopback(host):
        raise _unusable(parts, "is not on this machine, where the local model runs", "no address for it")
    if settings.key and parts.scheme == "http" and not _loopback(host):
        raise _unusable(
            parts,
            "is not encrypted, and a key would travel over it in the clear",
            "an address that begins with https://, or leave the key out",
        )
    name = f"[{host}]" if ":" in host else host
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{name}{port}{parts.path.rstrip('/')}"


def is_local(settings: ModelSettings) -> bool:
    """True where the server is on this machine and nowhere else: a loopback address or ``localhost``."""
    try:
        return _loopback(urlsplit(of(settings)).hostname or "")
    except ModelError:
        return False


def is_forbidden(host: str) -> bool:
    """True for a name or number of a host to which nothing is ever sent."""
    number = number_of(host)
    if number is None:
        return host.rstrip(".").lower() in FORBIDDEN_HOSTS
    return any(one in network for one in (number, *carried(number)) for network in FORBIDDEN_NETWORKS)


def carried(number: Ip) -> tuple[ipaddress.IPv4Address, ...]:
    """The numbers of version 4 that one of version 6 leads to by a gateway (NAT64, 6to4, Teredo, or as compatible).

    >>> carried(ipaddress.ip_address("64:ff9b::7f00:1"))
    (IPv4Address('127.0.0.1'),)
    """
    if number.version == 4:
        return ()
    if number.teredo:
        return number.teredo
    last = any(number in network for network in _GATEWAYS)
    found = ipaddress.IPv4Address(int(number) & 0xFFFFFFFF) if last else number.sixtofour
    return (found,) if found is not None else ()


def _parts(written: str, provider: Provider) -> SplitResult:
    # Ollama's own clients take "host" and "host:port" as well.
    scheme = "" if "://" in written else "http://"
    try:
        parts = urlsplit(scheme + written)
        port = parts.port
    except ValueError:
        raise ModelError(
            "The address of the model server cannot be read. Write it like http://127.0.0.1:11434.", trouble="not_set"
        ) from None
    if "@" in parts.netloc:
        raise ModelError(
            f"The address of the model server holds a user or a password before {_host(parts)!r}. Leave them out of "
            "the address; a key has a field of its own (KGQA_MODEL_KEY).",
            trouble="not_set",
        )
    if parts.scheme not in ("http", "https") or any(sign in written for sign in " \t\r\n\\"):
        raise _unusable(parts, "is not the address of a model server", "one that begins with http:// or https://")
    if parts.query or parts.fragment:
        raise _unusable(parts, "has something after its path", "the address without ? and #")
    if scheme and provider == "ollama" and port is None:
        parts = parts._replace(netloc=f"{parts.netloc or '127.0.0.1'}:11434")
    if parts.hostname is None:
        parts = parts._replace(netloc=f"127.0.0.1{parts.netloc}")
    return parts


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    number = number_of(host)
    if number is None:
        return host
    # Servers are told to listen on 0.0.0.0; who asks them asks this machine.
    return ("::1" if number.version == 6 else "127.0.0.1") if number.is_unspecified else str(number)


def number_of(host: str) -> Ip | None:
    """The IP number that a host is, in whichever of its spellings ("2130706433", "0x7f.1", "::ffff:127.0.0.1")."""
    try:
        number = ipaddress.ip_address(host.split("%")[0])
    except ValueError:
        try:
            return ipaddress.IPv4Address(socket.inet_aton(host))
        except (OSError, ValueError):
            return None
    return getattr(number, "ipv4_mapped", None) or number


def _loopback(host: str) -> bool:
    number = number_of(host)
    return host.rstrip(".").lower() == "localhost" if number is None else number.is_loopback


def _unusable(parts: SplitResult, why: str, instead: str) -> ModelError:
    shown = f"{parts.scheme}://{parts.netloc}{parts.path}"
    return ModelError(f"The address of the model server, {shown!r}, {why}. Set {instead}.", trouble="not_set")
