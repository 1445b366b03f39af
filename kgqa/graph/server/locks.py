"""Who uses the server: locks that the system takes back when a process ends, however it ends."""

from __future__ import annotations

import os
import time
from pathlib import Path

from filelock import FileLock, Timeout

from kgqa.errors import ServerError
from kgqa.graph.server.folder import OWN_SERVER

try:
    import fcntl
except ImportError:  # Windows has no shared file locks of this kind
    fcntl = None  # type: ignore[assignment]

_POLL_S = 0.02


def require_platform() -> None:
    """Refuse a platform on which nobody could tell when the last user has gone.

    Raises:
        ServerError: the platform has no such file locks.
    """
    if fcntl is None:
        raise ServerError(f"The embedded graph server runs on Linux and macOS only. {OWN_SERVER}")


class Lease:
    """A share in the server: it runs while at least one process holds one. Ends with the process at the latest."""

    def __init__(self, path: Path) -> None:
        self._handle: int | None = None
        self._path = path

    def take(self, timeout_s: float) -> None:
        """Take the share, waiting while a supervisor that found no users is ending its server.

        Raises:
            ServerError: the supervisor did not finish in time.
        """
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > deadline:
                    os.close(handle)
                    raise ServerError(
                        f"The data folder {str(self._path.parent.parent)!r} is in use by a graph server that is ending "
                        "and does not finish. Try again in a minute, or set KGQA_DATA_DIR to another folder. "
                        f"{OWN_SERVER}"
                    ) from None
                time.sleep(_POLL_S)
            else:
                self._handle = handle
                return

    @property
    def held(self) -> bool:
        """True while this process has the share."""
        return self._handle is not None

    def release(self) -> None:
        """Give the share back; calling it again does nothing."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


class LastUser:
    """The supervisor's view of the shares."""

    def __init__(self, path: Path) -> None:
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def gone(self) -> bool:
        """True when no process holds a share; from then on none can be taken until ``admit`` or the end."""
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def admit(self) -> None:
        """Let users take shares again."""
        fcntl.flock(self._handle, fcntl.LOCK_UN)


def take(path: Path, *, shared: bool = False) -> int | None:
    """A descriptor that holds the lock of a file until it is closed; None where somebody else has it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle


def is_held(path: Path) -> bool:
    """True when another process holds this exclusive lock."""
    lock = FileLock(path, mode=0o600)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    lock.release()
    return False
