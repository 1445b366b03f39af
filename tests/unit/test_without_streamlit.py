"""What writes files and draws rows, pictures and texts loads no Streamlit, not by way of another module either."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SCRIPT = """
import importlib, pkgutil, sys
from kgqa import exports, presentation
for package in (exports, presentation):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
print(*sorted(name for name in sys.modules if name.split(".")[0] in ("streamlit", "streamlit_agraph")))
print(*sorted(name for name in sys.modules if name.startswith("kgqa.ui")))
"""


def test_presentation_and_exports_load_neither_streamlit_nor_pages() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == []


def test_the_command_line_loads_nothing_that_serves() -> None:
    script = "import sys, kgqa.cli.command; print(*{'fastapi', 'uvicorn', 'starlette', 'mcp'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == []
