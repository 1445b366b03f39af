"""Other processes of this program: how they are started, and how they are told, tell, and end.

They run this interpreter and this code, whatever the current folder is. What they are told is lines of text on their
standard input, and what they tell is a JSON object a line on their standard output.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NoReturn

CODE = str(Path(__file__).parents[1])
"""The folder from which this program is imported."""
_SECRET = re.compile(r"(^|_)((API)?KEYS?|TOKEN|SECRETS?|PASSWORD|PASSWD|CREDENTIALS?)($|_)", re.IGNORECASE)
"""Names of variables that hold what is nobody else's business: keys of language models above all."""
MOST_CROWDED = 10.0
ALONE = 2
"""The exit code of a process whose starter is gone."""


def command(module: str, *arguments: str) -> list[str]:
    """The command line that runs a module of this program; the current folder is no place to import from."""
    return [sys.executable, "-P", "-m", module, *arguments]


def start(
    module: str, *arguments: str, folder: Path, log: int, environment: Mapping[str, str | None]
) -> subprocess.Popen[str]:
    """Start a module of this program that is told on its standard input, and tells on its standard output.

    Args:
        folder: the current folder of the process, in which its litter stays.
        log: descriptor of the file that takes its standard error.
        environment: the variables in which it differs from this process, None for those that it is not to have.
            This program's code comes first among the places that it imports from. What is secret by its name, such as
            the keys of language models, is passed on only if it is among these.

    Raises:
        OSError: the process could not be started.
    """
    inherited = os.environ.get("PYTHONPATH")
    places = os.pathsep.join([CODE, *([inherited] if inherited else [])])
    variables = {**without_secrets(os.environ), **environment, "PYTHONPATH": places}
    return subprocess.Popen(
        command(module, *arguments),
        cwd=folder,
        env={name: value for name, value in variables.items() if value is not None},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        encoding="utf-8",
    )


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that another process may have without being given them by name."""
    return {name: value for name, value in environment.items() if not _SECRET.search(name)}


def crowding() -> float:
    """How many times as long as on an idle machine things may take now: what wants to run, by core; 1 to 10."""
    try:
        waiting = os.getloadavg()[0] / (os.cpu_count() or 1)
    except (AttributeError, OSError):  # Windows does not tell
        return 1.0
    return min(max(waiting, 1.0), MOST_CROWDED)


def told() -> Callable[[], str]:
    """Gives what this process is told, a line for each call, which waits for it.

    From now on the process ends as soon as its standard input is closed, whatever it does: that is what happens when
    the process that started it is gone, however it ended. So this is called before anything that takes its time.
    """
    lines: SimpleQueue[str] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        end(ALONE)

    threading.Thread(target=read, name="told", daemon=True).start()
    return lines.get


def tell(message: Mapping[str, Any]) -> None:
    """Tell the process that started this one."""
    print(json.dumps(message), flush=True)


def end(code: int) -> NoReturn:
    """End this process without waiting for other threads, or for the shutdown of a Java machine."""
    sys.stdout.flush()
    os._exit(code)
