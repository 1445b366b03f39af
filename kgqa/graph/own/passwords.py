"""Passwords that are kept on this machine: sealed under what only the reader's browser holds.

The key is made from the random id in the browser's cookie, of which the disk holds nothing but a hash, so whoever reads
the disk, or a copy of it, reads no password. Where the system has a keyring, what is sealed lies there, else in a file.
"""

from __future__ import annotations

import base64
import logging
import os
import threading
from collections.abc import Callable
from typing import TypeVar

SERVICE = "kgqa"
"""What the system's keyring knows this program by."""
LONGEST_S = 5.0
"""Seconds that a keyring has; one that asks its owner, who may not be there, is done without until the next start."""
REAL = (
    "keyring.backends.SecretService",
    "keyring.backends.libsecret",
    "keyring.backends.kwallet",
    "keyring.backends.macOS",
    "keyring.backends.Windows",
)
"""The keyrings of systems. Others may write what they hold into a file as it is."""
_LOG = logging.getLogger(__name__)
_NONCE = 12
_Found = TypeVar("_Found")
_gave_up = False


def seal(secret: str, bound_to: str, password: str) -> str:
    """A password as a text that tells nothing of it, for ``unseal`` with the same secret.

    Args:
        secret: random, of at least 128 bits; what the reader's browser holds.
        bound_to: what the password is for; it can be unsealed for nothing else.
    """
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    nonce = os.urandom(_NONCE)
    sealed = AESGCM(_key(secret)).encrypt(nonce, password.encode("utf-8", "surrogatepass"), bound_to.encode())
    return base64.b64encode(nonce + sealed).decode()


def unseal(secret: str, bound_to: str, sealed: str) -> str:
    """The password; empty where it was sealed for somebody or something else, or the text is damaged."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        data = base64.b64decode(sealed, validate=True)
        opened = AESGCM(_key(secret)).decrypt(data[:_NONCE], data[_NONCE:], bound_to.encode())
        return opened.decode("utf-8", "surrogatepass")
    except (InvalidTag, ValueError):
        return ""


def put(place: str, sealed: str) -> bool:
    """Gives what was sealed to the system's keyring; False where there is none that takes it."""

    def write() -> bool:
        import keyring

        keyring.set_password(SERVICE, place, sealed)
        return True

    return _patiently(write) or False


def get(place: str) -> str:
    """What the system's keyring holds under a place; empty where that is nothing."""

    def read() -> str | None:
        import keyring

        return keyring.get_password(SERVICE, place)

    return _patiently(read) or ""


def drop(place: str) -> None:
    """Removes what the system's keyring holds under a place."""

    def remove() -> None:
        import keyring

        keyring.delete_password(SERVICE, place)

    _patiently(remove)


def has_keyring() -> bool:
    """Whether the system has a keyring that keeps what it is given to itself."""
    import keyring

    backend = keyring.get_keyring()
    parts = getattr(backend, "backends", None) or (backend,)
    return not _gave_up and all(type(one).__module__.startswith(REAL) for one in parts)


def _patiently(do: Callable[[], _Found]) -> _Found | None:
    """What the system's keyring says; None where there is none, it fails, or takes too long."""
    global _gave_up
    if not has_keyring():
        return None
    found: list[_Found] = []

    def run() -> None:
        try:
            found.append(do())
        except Exception as error:  # whatever a backend of some system raises
            _LOG.warning("The system's keyring failed: %s", type(error).__name__)

    thread = threading.Thread(target=run, name="keyring", daemon=True)
    thread.start()
    thread.join(LONGEST_S)
    _gave_up = _gave_up or thread.is_alive()
    return found[0] if found else None


def _key(secret: str) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), 32, salt=None, info=b"kgqa: passwords of own servers").derive(secret.encode())
