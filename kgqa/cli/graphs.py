"""The commands that tell, remove, bring back and rename loaded graphs."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from kgqa import settings
from kgqa.cli.console import write

if TYPE_CHECKING:
    from kgqa.cli.console import Commands
    from kgqa.load.catalog.entries import GraphEntry


def add(commands: Commands) -> None:
    """Add ``graphs``, ``remove``, ``restore`` and ``rename``."""
    graphs = commands.add_parser("graphs", help="list the loaded graphs")
    graphs.add_argument("--json", action="store_true", help="print one JSON object")
    graphs.set_defaults(run=_graphs)

    remove = commands.add_parser("remove", help="remove a loaded graph")
    remove.add_argument("name")
    remove.set_defaults(run=_remove)

    restore = commands.add_parser("restore", help="bring back a graph that was removed since the server started")
    restore.add_argument("name")
    restore.set_defaults(run=_restore)

    rename = commands.add_parser("rename", help="give a loaded graph another name")
    rename.add_argument("name")
    rename.add_argument("new", help="its new name")
    rename.set_defaults(run=_rename)


def _graphs(options: argparse.Namespace) -> int:
    from kgqa.cli.output import graph_json, on_one_line
    from kgqa.load import catalog

    chosen = settings.load()
    entries, removed = catalog.graphs(chosen), catalog.removed(chosen)
    if options.json:
        write({"graphs": [graph_json(entry) for entry in entries], "removed": [graph_json(one) for one in removed]})
        return 0
    for entry in entries:
        print(*map(on_one_line, _told(entry)), sep="\t")
    for entry in removed:
        print(f"Removed, and can be brought back: {entry.card.name} (loaded {entry.loaded_at}).", file=sys.stderr)
    if not entries:
        print("No graph is loaded; the first question loads the default graph.", file=sys.stderr)
    return 0


def _told(entry: GraphEntry) -> list[str]:
    """What the list of graphs says of one, cell by cell."""
    card, edges = entry.card, sum(entry.contents.edges.values())
    told = [card.name, f"{card.title} {card.version}", f"{entry.nodes:,} nodes", f"{edges:,} edges"]
    if card.vocabulary:
        told.append(f"with {entry.groups:,} groups of {card.vocabulary}" if entry.groups else f"with {card.vocabulary}")
    if entry.skipped_rows:
        told.append(f"{entry.skipped_rows:,} bad rows left out")
    told.append(f"{entry.size_bytes / 1e6:,.1f} MB")
    told.append(f"licence: {card.licence or 'not given'}")
    return [*told, f"loaded {entry.loaded_at} from {entry.loaded_from or 'an unknown place'}"]


def _remove(options: argparse.Namespace) -> int:
    from kgqa.load import catalog

    catalog.remove(settings.load(), options.name)
    print(f"Graph {options.name!r} is removed.")
    back = f"python -m kgqa restore {options.name}"
    print(f"Until the graph server starts the next time, {back!r} brings it back.", file=sys.stderr)
    return 0


def _restore(options: argparse.Namespace) -> int:
    from kgqa.load import catalog

    entry = catalog.restore(settings.load(), options.name)
    print(f"Graph {entry.card.name!r} is back, as it was loaded {entry.loaded_at}.")
    return 0


def _rename(options: argparse.Namespace) -> int:
    from kgqa.load import catalog

    entry = catalog.rename(settings.load(), options.name, options.new)
    print(f"Graph {options.name!r} is called {entry.card.name!r} now.")
    return 0
