"""Every setting in one table: name, default, help and environment variable."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args

import platformdirs

from kgqa.errors import SettingError

Provider = Literal["openai", "compatible", "ollama", "local"]
"""Whose language model may be asked."""

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
    Setting(
        "heap_mb",
        512,
        "heap in MiB of the embedded server; its second process takes at most 3/4 of it",
        least=128,
        most=1_000_000,
    ),
    Setting("max_rows", 1000, "most rows a question may fetch; a cut result says so", least=1, most=1_000_000),
    Setting("time_limit_s", 10.0, "seconds after which a statement is ended", least=0.1, most=3600),
    Setting(
        "vectors",
        1,
        "1: names, for linking by meaning, and facts, for pruning, are embedded in the background; 0: they are not",
        least=0,
        most=1,
    ),
    Setting(
        "families",
        1,
        "1: where neither the graph nor its vocabulary groups them, a name that several begin with (X of X 1, X type "
        "2) stands for all of them, told as a guess; 0: it is no name",
        least=0,
        most=1,
    ),
    Setting(
        "context_model",
        "",
        "name or folder of the sentence-transformers model that compares facts with the question; empty: "
        "all-MiniLM-L6-v2, which needs no download",
    ),
    Setting(
        "strict",
        0,
        "1: only a question that is read word by word is answered; 0: what is not read so is read by meaning, and the "
        "answer says as what",
        least=0,
        most=1,
    ),
    Setting(
        "as_published",
        0,
        "1: the strategy kg-rag keeps facts by their scores alone, as in the paper on KG-RAG; 0: what the question "
        "asks for goes first, and a list of it is kept whole or cut with its count",
        least=0,
        most=1,
    ),
    Setting(
        "split_claims",
        1,
        "1: what a language model writes without records is taken apart into claims by the same model, in one more "
        "request; 0: of such a text only what is read whole without help is checked",
        least=0,
        most=1,
    ),
    Setting("max_question_chars", 2000, "longest question that is read, in characters", least=1, most=100_000),
    Setting(
        "drawing",
        "own",
        "own: the drawing that talks with sentence and table; agraph: the one of streamlit-agraph",
        choices=("own", "agraph"),
    ),
    Setting(
        "model_provider",
        "",
        "whose language model is asked: openai, compatible (another server that speaks OpenAI's protocol), ollama, or "
        "local (the one that `make model` brings); empty: none",
        choices=get_args(Provider),
    ),
    Setting("model", "", "name of the language model, as its server calls it"),
    Setting(
        "model_judge",
        "",
        "name of a second language model of the same provider, which judges claims that the graph was not found to "
        "tell; empty: none",
    ),
    Setting("model_address", "", "address of the model's server; empty: the provider's own"),
    Setting("model_key", "", "key for the model's server; kept in memory only"),
    Setting("model_temperature", 0.0, "0: the likeliest reply; higher: more varied ones", least=0, most=2),
    Setting("model_seed", 0, "the same seed asks a model for the same reply again", least=0, most=2**31 - 1),
    Setting("model_most_tokens", 1024, "longest reply of a model that is accepted, in tokens", least=1, most=1_000_000),
    Setting(
        "model_context_tokens",
        8192,
        "how much a model can read, prompt and reply together, in tokens",
        least=256,
        most=10_000_000,
    ),
    Setting(
        "model_time_limit_s",
        0.0,
        "seconds after which a request to a model is ended, second attempts included; 0: 60, and 180 for a model on "
        "this machine",
        least=0,
        most=3600,
    ),
    Setting("model_price_in", 0.0, "US dollars for a million tokens that a model reads", least=0, most=10_000),
    Setting("model_price_out", 0.0, "US dollars for a million tokens that a model writes", least=0, most=10_000),
    Setting(
        "services",
        "",
        "TRAPI services that may be asked beside the graph, as addresses or NAME=ADDRESS with a space between them; "
        "empty: none",
    ),
    Setting(
        "node_normalizer",
        "",
        "address of a Node Normalizer, which knows the identifiers that are of one thing; empty: the graph’s own are "
        "taken",
    ),
    Setting(
        "name_resolver",
        "",
        "address of a Name Resolver, which is asked for names that the graph does not know; empty: nobody is",
    ),
    Setting(
        "services_private",
        0,
        "1: services on this machine and in private networks may be asked; 0: they may not",
        least=0,
        most=1,
    ),
    Setting(
        "spoke",
        "",
        "address of SPOKE's REST service (https://spoke.rbvi.ucsf.edu), whose facts kg-rag takes as well where that is "
        "chosen; empty: none",
    ),
    Setting(
        "spoke_filters",
        "cutoff_Compound_max_phase=3 cutoff_Protein_source=SwissProt cutoff_DaG_diseases_sources=knowledge,experiments "
        "cutoff_DaG_textmining=3 cutoff_CtD_phase=3 cutoff_PiP_confidence=0.7 cutoff_ACTeG_level=Low,Medium,High "
        "cutoff_DpL_average_prevalence=0.001",
        "its filters, as it names them, with a space between them; these are the paper's on KG-RAG",
    ),
    Setting("services_time_limit_s", 60.0, "seconds after which no service is waited for", least=0.1, most=3600),
    Setting("services_most_mb", 100, "largest reply of a service that is read, in MB", least=1, most=10_000),
    Setting("services_keep_days", 7.0, "days for which what a service gave is taken from the disk", least=0, most=3650),
    Setting(
        "serve_token",
        "",
        "what other programs must send to be let in by serve and mcp; needed to listen beyond this machine; kept in "
        "memory only",
    ),
    Setting("local_only", 0, "1: only models on this machine may be asked; 0: others too", least=0, most=1),
)

OF_PROVIDER = {
    ("openai", "model_key"): "OPENAI_API_KEY",
    ("openai", "model_address"): "OPENAI_BASE_URL",
    ("ollama", "model_address"): "OLLAMA_HOST",
}
"""Variables that a provider's own tools read; they are heeded where the setting itself is empty."""


SECRETS = ("graph_password", "model_key", "serve_token")
"""Settings that are never shown."""


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
    families: int
    context_model: str
    strict: int
    as_published: int
    split_claims: int
    max_question_chars: int
    drawing: str
    model_provider: Provider | Literal[""]
    model: str
    model_judge: str
    model_address: str
    model_key: str
    model_temperature: float
    model_seed: int
    model_most_tokens: int
    model_context_tokens: int
    model_time_limit_s: float
    model_price_in: float
    model_price_out: float
    services: str
    node_normalizer: str
    name_resolver: str
    services_private: int
    spoke: str
    spoke_filters: str
    services_time_limit_s: float
    services_most_mb: int
    services_keep_days: float
    serve_token: str
    local_only: int

    @property
    def asked_graph(self) -> str:
        """The graph that is asked when none is named: that of the own server where one is set."""
        return OWN_GRAPH if self.graph_uri else self.graph

    def __repr__(self) -> str:
        """Without password and key, also where somebody wrote them into the address of a server."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in SECRETS}
        for name in ("graph_uri", "model_address"):
            values[name] = values[name].rpartition("@")[2].partition("?")[0]
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
    for (provider, name), variable in OF_PROVIDER.items():
        if values["model_provider"] == provider and not values[name]:
            values[name] = environment.get(variable, "")
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
