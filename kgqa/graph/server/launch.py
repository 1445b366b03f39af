"""The start line of the server: which Java, which jars, which limits."""

from __future__ import annotations

import importlib.util
import os
import platform
from dataclasses import dataclass
from pathlib import Path

import psutil

from kgqa.errors import ServerError
from kgqa.graph.server.accounts import root_password_file
from kgqa.graph.server.folder import OWN_SERVER, ServerFolder, write_private

# Interfaces and languages that questions never use: what is not there cannot be reached, and the start is quicker.
_LEFT_OUT = ("mcp", "redisw", "postgresw", "graphql", "console", "integration", "python-bridge")
# The pattern is relative to the working directory, because Java reads this file as Latin-1. Bolt's warnings are left
# out, because they hold the text of every refused statement, and with it the questions of readers.
_LOGGING = """handlers=java.util.logging.FileHandler
.level=WARNING
com.arcadedb.level=INFO
com.arcadedb.bolt.level=SEVERE
java.util.logging.FileHandler.pattern=log/arcadedb.log
java.util.logging.FileHandler.limit=2000000
java.util.logging.FileHandler.count=3
java.util.logging.FileHandler.append=true
java.util.logging.FileHandler.formatter=com.arcadedb.utility.AnsiLogFormatter
"""


@dataclass(frozen=True, slots=True)
class Runtime:
    """The Java and the jars that the package ``arcadedb-embedded`` installs."""

    java: Path
    classpath: str


@dataclass(frozen=True, slots=True)
class Ports:
    """Where the server listens on loopback."""

    bolt: int
    http: int


def find_runtime() -> Runtime:
    """The runtime of the installed package, which is not imported: its process holds no Python.

    Raises:
        ServerError: the package is missing or has no Java for this platform.
    """
    found = importlib.util.find_spec("arcadedb_embedded")
    package = Path(found.origin).parent if found and found.origin else None
    java = package / "jre" / "bin" / "java" if package else None
    if package is None or java is None or not os.access(java, os.X_OK):
        raise ServerError(
            f"The embedded graph server has no Java for this platform ({platform.system()} {platform.machine()}): the "
            f"package arcadedb-embedded is missing or holds none. Install it again. {OWN_SERVER}"
        )
    jars = [jar for jar in sorted((package / "jars").glob("*.jar")) if not any(word in jar.name for word in _LEFT_OUT)]
    return Runtime(java, os.pathsep.join(str(jar) for jar in jars))


def check_memory(heap_mb: int) -> None:
    """Refuse a heap that this machine cannot hold.

    Raises:
        ServerError: the heap is larger than the machine's memory.
    """
    total_mb = psutil.virtual_memory().total // (1024 * 1024)
    if heap_mb > total_mb:
        raise ServerError(
            f"KGQA_HEAP_MB is {heap_mb}, but this machine has only {total_mb} MiB of memory. Set it lower (512 is "
            f"enough for the default graph). {OWN_SERVER}"
        )


def start_line(folder: ServerFolder, runtime: Runtime, ports: Ports, heap_mb: int, time_limit_s: float) -> list[str]:
    """The command that runs the server in the foreground."""
    properties = {
        "java.util.logging.config.file": str(folder.config / "logging.properties"),
        "java.io.tmpdir": str(folder.log),
        "user.home": str(folder.path),
        "arcadedb.server.rootPath": str(folder.path),
        "arcadedb.server.logsDirectory": str(folder.log),
        "arcadedb.server.rootPasswordPath": str(root_password_file(folder)),
        "arcadedb.server.httpIncomingHost": "127.0.0.1",
        "arcadedb.server.httpIncomingPort": str(ports.http),
        "arcadedb.bolt.host": "127.0.0.1",
        "arcadedb.bolt.port": str(ports.bolt),
        "arcadedb.server.plugins": "Bolt:com.arcadedb.bolt.BoltProtocolPlugin",
        "arcadedb.command.timeout": str(round(time_limit_s * 1000)),
        "arcadedb.opencypher.loadCsv.allowFileUrls": "false",
        "arcadedb.opencypher.loadCsv.allowRemoteUrls": "false",
        "arcadedb.queryMaxRangeSize": "10000",
        "arcadedb.queryQueueTimeout": "3000",
    }
    return [
        str(runtime.java),
        f"-Xmx{heap_mb}m",
        # One thread clears up after a statement that fills the heap, so that the other server keeps its processors.
        *(["-XX:+UseSerialGC"] if folder.is_of_written else []),
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:-HeapDumpOnOutOfMemoryError",
        f"-XX:ErrorFile={folder.log / 'crash.log'}",
        "-XX:-UsePerfData",
        "--add-modules",
        "jdk.incubator.vector",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        runtime.classpath,
        *(f"-D{name}={value}" for name, value in properties.items()),
        "com.arcadedb.server.ArcadeDBServer",
    ]


def write_logging(folder: ServerFolder) -> None:
    """Bound the server's log: three files of 2 MB."""
    write_private(folder.config / "logging.properties", _LOGGING)
