"""Every setting in one table: name, default, help and environment variable."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import platformdirs

from kgqa.errors import SettingError

OWN_GRAPH = "own"
"""Name of the graph on the server of ``graph_uri``."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table.

    Attributes:
        default: its type decides how the environment variable is read.
        least, most: the bounds of a number; both None for text and folders.
        choices: the texts that it may be; empty where any may.
    """

    name: str
    default: Any
    help: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return f"KGQA_{self.name.upper()}"


TABLE: tuple[Setting, ...] = (
    Setting("data_dir", Path(platformdirs.user_data_dir("kgqa")), "folder for graphs, indexes, logs and passwords"),
    Setting("graph", "hpo", "name of the graph that is asked when none is given"),
    Setting("graph_uri", "", "Bolt address of an own server; empty: the embedded server"),
    Setting("graph_user", "neo4j", "user of the own server"),
    Setting("graph_password", "", "password of the own server"),
    Setting("graph_database", "", "database of the own server; empty: its default database"),
    Setting(
        "most_names",
        200_000,
        "names of an own server that are held for linking; of more, the server's full-text index is asked",
        least=1,
        most=10_000_000,
    ),
    Setting("heap_mb", 512, "heap of the embedded server in MiB", least=128, most=1_000_000),
    Setting("max_rows", 1000, "most rows a question may fetch; a cut result says so", least=1, most=1_000_000),
    Setting("time_limit_s", 10.0, "seconds after which a statement is ended", least=0.1, most=3600),
    Setting(
        "vectors", 1, "1: names are embedded in the background for linking by meaning; 0: they are not", least=0, most=1
    ),
    Setting("max_question_chars", 2000, "longest question that is read, in characters", least=1, most=100_000),
    Setting(
        "drawing",
        "own",
        "own: the drawing that talks with sentence and table; agraph: the one of streamlit-agraph",
        choices=("own", "agraph"),
    ),
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The values in force; see ``TABLE`` for what each means."""

    data_dir: Path
    graph: str
    graph_uri: str
    graph_user: str
    graph_password: str
    graph_database: str
    most_names: int
    heap_mb: int
    max_rows: int
    time_limit_s: float
    vectors: int
    max_question_chars: int
    drawing: str

    @property
    def asked_graph(self) -> str:
        """The graph that is asked when none is named: that of the own server where one is set."""
        return OWN_GRAPH if self.graph_uri else self.graph

    def __repr__(self) -> str:
        """Without the password, also where somebody wrote it into the address of the server."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "graph_password"}
        values["graph_uri"] = values["graph_uri"].rpartition("@")[2]
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in values.items())})"


def load(environment: dict[str, str] | None = None) -> Settings:
    """The settings of an environment (the process's own when None).

    Raises:
        SettingError: a variable holds something that is not of the setting's kind.
    """
    environment = dict(os.environ) if environment is None else environment
    values = {}
    for setting in TABLE:
        text = environment.get(setting.variable)
        values[setting.name] = setting.default if text is None or text == "" else _read(setting, text)
    return Settings(**values)


def _read(setting: Setting, text: str) -> Any:
    kind = type(setting.default)
    if isinstance(setting.default, Path):
        return Path(text).expanduser()
    try:
        value = kind(text)
    except ValueError:
        raise SettingError(
            f"{setting.variable} is {text!r}, which is not a number. It sets the {setting.help}; "
            f"leave it out for {setting.default}."
        ) from None
    if setting.choices and value not in setting.choices:
        raise SettingError(f"{setting.variable} is {text!r}; it must be {' or '.join(setting.choices)}.")
    if setting.least is not None and not value >= setting.least:
        raise SettingError(f"{setting.variable} is {text!r}; it must be at least {setting.least:g}.")
    if setting.most is not None and not value <= setting.most:
        raise SettingError(f"{setting.variable} is {text!r}; it must be at most {setting.most:g}.")
    return value
