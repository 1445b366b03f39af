"""Starting or joining the server: the first user of a data folder starts its supervisor, the others wait for it."""

from __future__ import annotations

import os
import subprocess
import threading
import time

from filelock import FileLock, Timeout

from kgqa import processes
from kgqa.errors import ServerError
from kgqa.graph.server.folder import OWN_SERVER, ServerFolder, explain_os_error, write_private
from kgqa.graph.server.launch import check_memory, find_runtime
from kgqa.graph.server.locks import Lease, is_held
from kgqa.graph.server.state import read_state

SUPERVISOR = "kgqa.graph.server.supervisor"
JOIN_TIMEOUT_S = 90.0
_POLL_S = 0.02


def ensure_running(folder: ServerFolder, lease: Lease, heap_mb: int, time_limit_s: float) -> None:
    """Take the share, where it is not held yet, and return when the server is ready; one process at a time does so.

    Raises:
        ServerError: it cannot be started or joined; the message says why and what to do.
    """
    try:
        with FileLock(folder.start_lock, mode=0o600, timeout=JOIN_TIMEOUT_S):
            joins = not lease.held
            if joins:
                lease.take(JOIN_TIMEOUT_S)
            if not is_held(folder.supervisor_lock):
                if joins:  # where a user of a server that died starts another, what was removed can still come back
                    folder.forget_removed()
                _start_supervisor(folder, heap_mb, time_limit_s)
            _await_ready(folder)
    except Timeout as error:
        raise ServerError(
            f"The data folder {str(folder.path.parent)!r} is locked by another start of the graph server "
            f"that does not finish. Try again in a minute, or set KGQA_DATA_DIR to another folder. {OWN_SERVER}"
        ) from error
    except OSError as error:
        raise ServerError(explain_os_error(error, folder.path)) from error


def _start_supervisor(folder: ServerFolder, heap_mb: int, time_limit_s: float) -> None:
    find_runtime()
    check_memory(heap_mb)
    arguments = (str(folder.path), str(heap_mb), str(time_limit_s))
    write_private(folder.log / "supervisor.log", "")
    with (folder.log / "supervisor.log").open("ab") as log:
        process = subprocess.Popen(
            processes.command(SUPERVISOR, *arguments),
            cwd=folder.path,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={"PATH": os.defpath, "PYTHONPATH": processes.CODE, "LANG": "C.UTF-8"},
            start_new_session=True,
            umask=0o077,
        )
    threading.Thread(target=process.wait, daemon=True, name="kgqa-supervisor-reaper").start()
    _await_state_of(folder, process)


def _await_state_of(folder: ServerFolder, process: subprocess.Popen[bytes]) -> None:
    """Wait for the first word of a new supervisor, so that an older one's last word is not taken for it."""
    deadline = time.monotonic() + JOIN_TIMEOUT_S
    while time.monotonic() < deadline:
        state = read_state(folder)
        if state and state.supervisor_pid == process.pid:
            return
        if process.poll() is not None:
            break
        time.sleep(_POLL_S)
    raise ServerError(
        f"The process that watches the graph server could not be started; its log is "
        f"{str(folder.log / 'supervisor.log')!r}. {OWN_SERVER}"
    )


def _await_ready(folder: ServerFolder) -> None:
    deadline = time.monotonic() + JOIN_TIMEOUT_S
    while time.monotonic() < deadline:
        state = read_state(folder)
        if state and state.phase == "ready":
            return
        if state and state.phase == "failed":
            raise ServerError(state.problem)
        if not is_held(folder.supervisor_lock) and read_state(folder) == state:
            raise ServerError(
                f"The graph server ended while it was joined; its logs are in {str(folder.log)!r}. Try "
                f"again. {OWN_SERVER}"
            )
        time.sleep(_POLL_S)
    raise ServerError(f"The graph server was not ready within {JOIN_TIMEOUT_S:g} s. Try again. {OWN_SERVER}")
