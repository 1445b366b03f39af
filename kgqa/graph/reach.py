"""Whether a Bolt server answers at an address, found out with a plain socket, and if not, what is wrong with it.

The driver gives one error for nearly everything that can be wrong with an address; here each has its own sentence.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
from collections.abc import Iterator
from urllib.parse import SplitResult, urlsplit

from kgqa.errors import ServerError
from kgqa.graph.connection import CONNECT_S, SCHEMES
from kgqa.graph.failures import shown_uri

PORT = 7687
"""The usual port of Bolt."""

_MAGIC = bytes.fromhex("6060b017")
# Four offers of four bytes: any version by manifest, 5.8 to 5.0, 4.4; and the versions before, which are too old here.
_OFFERS = bytes.fromhex("000001ff 00080805 00000404 00000000")
_OLD_OFFERS = bytes.fromhex("00030304 00000104 00000003 00000002")
_TLS_ALERT = b"\x15\x03"


def require_bolt(uri: str) -> None:
    """See that a Bolt server that is new enough answers at an address; nobody is logged in.

    Raises:
        ServerError: none does; the message says which part of the address is wrong.
    """
    parts = _parts(uri)
    replied = _replied(uri, parts, _OFFERS)
    if replied == bytes(4):
        raise ServerError(_too_old(uri, parts))
    if replied == b"HTTP":
        raise ServerError(
            f"At {shown_uri(uri)!r} a web server answers, which is no graph server. Give the port of Bolt, which is "
            f"mostly {PORT}; 7474 and 7473 are the ports of Neo4j's own pages."
        )
    if replied.startswith(_TLS_ALERT):
        raise ServerError(_encrypted_only(uri, parts))
    if len(replied) < 4 or (
        replied != b"\x00\x00\x01\xff" and (replied[:2] != b"\0\0" or replied[3] not in range(4, 100))
    ):
        raise ServerError(
            f"What answers at {shown_uri(uri)!r} does not speak Bolt. Give the address and port of the graph server; "
            f"the port of Bolt is mostly {PORT}.{_perhaps_encrypted(parts) if not replied else ''}"
        )


def _parts(uri: str) -> SplitResult:
    try:
        parts = urlsplit(uri)
        port = parts.port
    except ValueError as error:
        raise ServerError(
            f"The address {shown_uri(uri)[:200]!r} of the graph server cannot be used: {error}. Give one such as "
            f"bolt://localhost:{PORT}."
        ) from error
    if parts.scheme not in SCHEMES or not parts.hostname or port == 0:
        raise ServerError(
            f"The address {shown_uri(uri)[:200]!r} of the graph server cannot be used: it must begin with bolt:// or "
            "neo4j://, or for an encrypted connection with bolt+s:// or neo4j+s:// (bolt+ssc:// or neo4j+ssc:// where "
            f"the server made its certificate itself), and name a host. Give one such as bolt://localhost:{PORT}."
        )
    if "@" in parts.netloc:
        raise ServerError(
            f"The address {shown_uri(uri)[:200]!r} of the graph server must not hold a user or a password. Give them "
            "in their own fields, or as KGQA_GRAPH_USER and KGQA_GRAPH_PASSWORD."
        )
    return parts


def _replied(uri: str, parts: SplitResult, offers: bytes) -> bytes:
    """The first four bytes that come back on an offer of Bolt versions; fewer where the server hangs up."""
    with _connected(uri, parts) as connection:
        got = b""
        try:
            connection.sendall(_MAGIC + offers)
            while len(got) < 4 and (more := connection.recv(4 - len(got))):
                got += more
        except TimeoutError as error:
            raise ServerError(
                f"The graph server at {shown_uri(uri)!r} takes connections but does not answer within {CONNECT_S:g} s. "
                "It may be starting, overloaded or halted, or this may not be the port of Bolt. Try again in a moment; "
                "if nothing changes, restart the server."
            ) from error
        except OSError:
            pass  # hung up, which says as much as an end
        return got


@contextlib.contextmanager
def _connected(uri: str, parts: SplitResult) -> Iterator[socket.socket]:
    host, port = parts.hostname or "", parts.port or PORT
    try:
        plain = socket.create_connection((host, port), timeout=CONNECT_S)
    except (socket.gaierror, UnicodeError) as error:
        raise ServerError(
            f"No computer of the name {host!r} is known. Check the address {shown_uri(uri)!r} of the graph server, or "
            "whether this computer is in the right network (VPN)."
        ) from error
    except ConnectionRefusedError as error:
        raise ServerError(
            f"Nothing listens at port {port} of {host!r}. Check the port in {shown_uri(uri)!r} (that of Bolt is mostly "
            f"{PORT}), and that the graph server runs."
        ) from error
    except OSError as error:
        raise ServerError(
            f"The computer {host!r} cannot be reached at port {port} ({error.strerror or 'no answer'}). Check the "
            f"address {shown_uri(uri)!r}, the network and the firewall, then try again."
        ) from error
    with plain, _secured(uri, parts, plain) as connection:
        yield connection


def _secured(uri: str, parts: SplitResult, plain: socket.socket) -> socket.socket:
    """The connection, encrypted where the address asks for it."""
    scheme, _, security = parts.scheme.partition("+")
    if not security:
        return plain
    context = ssl.create_default_context()
    if security == "ssc":
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        return context.wrap_socket(plain, server_hostname=parts.hostname)
    except ssl.SSLCertVerificationError as error:
        raise ServerError(
            f"The certificate of the graph server at {shown_uri(uri)!r} is not trusted ({error.verify_message}). Give "
            f"the host name for which it was issued; where the server made it itself, {scheme}+ssc:// in place of "
            f"{scheme}+s:// takes any certificate, so that nobody vouches for the server."
        ) from error
    except TimeoutError as error:
        raise ServerError(
            f"The graph server at {shown_uri(uri)!r} takes connections but does not begin an encrypted one within "
            f"{CONNECT_S:g} s. It may be halted, or not be set up for encryption; without encryption its address "
            f"begins with {scheme}://."
        ) from error
    except OSError as error:
        raise ServerError(
            f"The graph server at {shown_uri(uri)!r} does not offer an encrypted connection. Use {scheme}:// in place "
            f"of {parts.scheme}:// where the network between is safe, or have encryption switched on for Bolt there."
        ) from error


def _too_old(uri: str, parts: SplitResult) -> str:
    replied = _replied(uri, parts, _OLD_OFFERS)
    spoken = f"Bolt {replied[3]}.{replied[2]}" if len(replied) == 4 and replied[3] else "no version of Bolt from 4.4 on"
    return (
        f"The graph server at {shown_uri(uri)!r} is too old: it speaks {spoken}, and Bolt 4.4 is needed. Use Neo4j 4.4 "
        "or later."
    )


def _encrypted_only(uri: str, parts: SplitResult) -> str:
    return f"The graph server at {shown_uri(uri)!r} takes encrypted connections only.{_perhaps_encrypted(parts)}"


def _perhaps_encrypted(parts: SplitResult) -> str:
    if "+" in parts.scheme:
        return ""
    return f" For an encrypted connection use {parts.scheme}+s:// in place of {parts.scheme}://."
