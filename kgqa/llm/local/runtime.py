"""The process that runs the local model: a server on loopback that speaks OpenAI's protocol, for its starter alone.

It is told on its standard input what to load and by which key it is asked, tells where it listens, and ends when its
starter closes that input or is gone.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from kgqa import processes
from kgqa.llm.local.files import CONTEXT_TOKENS, ModelFile

NICENESS = 5
"""By how much it leaves the processors to the app and the graph server."""
MOST_BYTES = 4 << 30
"""Of memory of its own, which the model uses half of; where it wants more, it ends instead of the app."""
FIRST_TO_GO = "500"
"""Of 1000: where a machine has no memory left, Linux ends this process before the app."""
MOST_REMEMBERED_MIB = 512
"""Of former prompts as the model has read them, 28 KB a token, so that what the next one begins with alike is not read
again: instructions and schema are most of a prompt. They stay in the memory of this process, and end with it."""
AT_ONCE = 64
"""Tokens of a prompt that are read in one go. Between two of them it is looked whether anybody still waits: with 512
a stopped prompt went on for five seconds on two cores, with 64 for less than one, and reading is as fast."""


def step_back() -> None:
    """Leaves processors and memory to the others; each limit where the system has it."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO, encoding="ascii")
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a dump would hold prompts


def serve(path: Path, name: str, key: str, threads: int) -> Any:
    """Starts the server and returns it; it lives as long as what is returned."""
    import xllamacpp

    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(path)
    wanted.model_alias = {name}  # else replies would tell the path
    wanted.n_ctx = CONTEXT_TOKENS
    wanted.n_parallel = 1  # two replies at once would take twice as long each, and twice the memory
    wanted.n_batch = wanted.n_ubatch = AT_ONCE
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = threads
    wanted.n_gpu_layers = 0
    wanted.cache_ram_mib = MOST_REMEMBERED_MIB
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = 0
    wanted.api_keys = [key]
    wanted.cors_origins = ""  # no web page is to read what it says
    wanted.ui = wanted.endpoint_slots = wanted.endpoint_props = wanted.endpoint_metrics = False
    wanted.offline = True
    wanted.verbosity = 0
    return xllamacpp.Server(wanted)


def main() -> None:
    """Serve until the starter is gone."""
    told = processes.told()
    step_back()
    wanted = json.loads(told())
    path = Path(wanted["path"])
    file = ModelFile(**wanted["file"])
    try:
        if not file.is_whole(path):
            processes.tell({"trouble": "damaged"})
            processes.end(1)
        server = serve(path, file.model, wanted["key"], wanted["threads"])
    except Exception as error:
        processes.tell({"trouble": f"{type(error).__name__}: {error}"})
        processes.end(1)
    processes.tell({"address": f"{server.listening_address}/v1"})
    told()  # nothing more is said; the process ends with its standard input


if __name__ == "__main__":
    main()
