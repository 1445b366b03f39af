"""What lies in a data folder, for tests that look for what a load or a change left behind."""

from __future__ import annotations

from pathlib import Path

from kgqa.settings import Settings


def graph_files(settings: Settings) -> set[str]:
    """Files and folders of graphs, removed graphs and builds, with the databases; no other files of the server."""
    folder, server = settings.data_dir, settings.data_dir / "server"
    found = [path for part in (folder / "graphs", server / "staging", server / "removed") for path in part.rglob("*")]
    found += [path for path in (server / "databases").iterdir() if path.is_dir()]
    return {str(path.relative_to(folder)) for path in found if path != Path(folder / "graphs" / "load.lock")}
