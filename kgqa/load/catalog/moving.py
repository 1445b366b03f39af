"""Renaming, removing and bringing back a graph: each is one rename of its folder, so it is done or not begun.

The database stays where it is, open and under the name of its load, until the graph is gone for good. So whoever asks
a graph at that moment gets the rows of the statement that runs, and with the next one a sentence (``entries.gone``).
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from kgqa.errors import LoadError, UnknownGraphError
from kgqa.load.catalog.changing import moving
from kgqa.load.catalog.entries import (
    DEFAULT,
    MANIFEST,
    GraphEntry,
    check_name,
    graph,
    graphs_folder,
    removed,
    removed_folder,
)
from kgqa.settings import Settings


def rename(settings: Settings, name: str, new: str) -> GraphEntry:
    """Give a graph another name; its names are embedded anew, as those are kept by the name of the graph.

    Raises:
        UnknownGraphError: there is none of that name.
        LoadError: the new name is not allowed or taken, it is the default graph, or the folder cannot be written.
    """
    with moving(settings, f"The graph {name!r} cannot be renamed"):
        _require_own(name, "renamed; it would be loaded again under its old name")
        entry = graph(settings, name)
        _move(settings, entry, graphs_folder(settings) / check_name(new))
    return graph(settings, new)


def remove(settings: Settings, name: str) -> None:
    """Stop offering a graph; ``restore`` brings it back until the server starts the next time.

    Raises:
        UnknownGraphError: there is none of that name.
        LoadError: it is the default graph, or the folder cannot be written.
    """
    with moving(settings, f"The graph {name!r} cannot be removed"):
        _require_own(name, "removed; the next question to it would load it again")
        _move(settings, graph(settings, name), removed_folder(settings) / f"{time.time_ns():020}.{name}")


def restore(settings: Settings, name: str) -> GraphEntry:
    """Bring back the graph of that name that was removed last.

    Raises:
        UnknownGraphError: none of that name was removed since the server started.
        LoadError: another graph has the name now, or the folder cannot be written.
    """
    with moving(settings, f"The graph {name!r} cannot be brought back"):
        entry = next((one for one in removed(settings) if one.card.name == name), None)
        if entry is None:
            names = ", ".join(dict.fromkeys(one.card.name for one in removed(settings)))
            offer = f"These were: {names}." if names else "Load it again from its source."
            raise UnknownGraphError(f"No graph {name!r} was removed since the graph server started. {offer}")
        _move(settings, entry, graphs_folder(settings) / check_name(name))
    return graph(settings, name)


def _require_own(name: str, why_not: str) -> None:
    if name == DEFAULT.loader:
        raise LoadError(f"The default graph {name!r} cannot be {why_not}.")


def _move(settings: Settings, entry: GraphEntry, folder: Path) -> None:
    """Rename the folder of a graph to one that no graph has."""
    if (folder / MANIFEST).exists():
        raise LoadError(
            f"There is another graph {folder.name!r}. Rename or remove that one first, or choose another name."
        )
    try:
        shutil.rmtree(folder, ignore_errors=True)  # what a load that was killed left there
        folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        entry.names_path.parent.rename(folder)
    except OSError as error:
        raise LoadError(
            f"The folder of the graph {entry.card.name!r} cannot be moved to {str(folder)!r}: "
            f"{error.strerror or error}. Permit writing to {str(settings.data_dir)!r}."
        ) from error
