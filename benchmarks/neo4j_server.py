"""A Neo4j of version 5 that runs from where it was unpacked, with its files in a folder of its own: for tests and for
what is measured on one."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from kgqa.errors import KgqaError
from kgqa.graph.server.process import answers_bolt

START_S = 300.0
"""A start takes seconds; a machine that has too much to do needs minutes."""
_SETTINGS = """server.default_listen_address=127.0.0.1
server.bolt.enabled=true
server.bolt.listen_address=127.0.0.1:{port}
server.http.enabled=false
server.https.enabled=false
server.memory.pagecache.size={pages}
dbms.usage_report.enabled=false
"""
_OPENS = [f"--add-opens=java.base/{name}=ALL-UNNAMED" for name in ("java.nio", "java.io", "sun.nio.ch")]


def prepare(folder: Path, port: int, pages: str) -> None:
    """Make a folder in which a Neo4j can run that answers on a port.

    Args:
        pages: memory for pages of the store ("64m").
    """
    (folder / "conf").mkdir(parents=True)
    (folder / "conf" / "neo4j.conf").write_text(_SETTINGS.format(port=port, pages=pages))


def admin(
    home: Path,
    folder: Path,
    *arguments: str,
    java: Sequence[str] = (),
    within: Path | None = None,
    timeout_s: float | None = None,
) -> None:
    """Run Neo4j's own command on the files of a folder.

    Args:
        java: options of the virtual machine.
        within: the folder to which paths among the arguments are relative.
        timeout_s: seconds after which it is ended; an import takes as long as it takes.

    Raises:
        KgqaError: it failed; the message has the end of what it said.
        subprocess.TimeoutExpired: it took longer.
    """
    done = subprocess.run(
        ["java", *java, *_OPENS, "-cp", f"{home / 'lib'}/*", "org.neo4j.cli.AdminTool", *arguments],
        env=_environment(folder), cwd=within, capture_output=True, check=False, encoding="utf-8", timeout=timeout_s,
    )  # fmt: skip
    if done.returncode != 0:
        raise KgqaError(f"Neo4j's command {arguments[0]!r} failed: {(done.stderr or done.stdout)[-1000:]}")


def start(home: Path, folder: Path, port: int, *, java: Sequence[str] = ()) -> subprocess.Popen[bytes]:
    """Start the Neo4j of a folder, with what it held when it last ended, and wait until it answers.

    Args:
        java: options of the virtual machine.

    Raises:
        KgqaError: it did not start; the message has the end of what it said.
    """
    ends_with_us = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []  # also where we are killed
    console = folder / "console.log"
    with console.open("ab") as log:
        process = subprocess.Popen(
            [*ends_with_us, "java", *java, *_OPENS, "-cp", f"{home / 'lib'}/*",
             "org.neo4j.server.CommunityEntryPoint", f"--home-dir={folder}", f"--config-dir={folder / 'conf'}"],
            env=_environment(folder), stdout=log, stderr=log,
        )  # fmt: skip
    try:
        deadline = time.monotonic() + START_S
        while not answers_bolt(port, 1.0):
            if process.poll() is not None or time.monotonic() > deadline:
                raise KgqaError(f"Neo4j did not start: {console.read_text()[-2000:]}")
            time.sleep(0.1)
    except BaseException:
        end(process)
        raise
    return process


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a server, also one that is halted or gone."""
    process.kill()
    process.wait()


def _environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "NEO4J_HOME": str(folder), "NEO4J_CONF": str(folder / "conf")}
