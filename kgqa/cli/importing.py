"""The command that loads graphs, into the data folder or to an own server."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa import settings
from kgqa.cli import dry_run
from kgqa.cli.console import FAILED, tell, wrong_use
from kgqa.load.tables.forms import FORMS

if TYPE_CHECKING:
    from kgqa.cli.console import Commands
    from kgqa.load.source import SourceSpec

CARD = ("title", "version", "licence", "citation")


def add(commands: Commands) -> None:
    """Add ``import``."""
    load = commands.add_parser("import", help="load a graph")
    load.add_argument(
        "source", choices=["hpo", "tables", "pcqa", *FORMS, "vocabulary"], help="the form of what is loaded"
    )
    load.add_argument("path", nargs="?", type=Path, help="the folder with the tables, the file, or the vocabulary")
    load.add_argument("--graph", help="the name to give the graph")
    load.add_argument(
        "--into-server", action="store_true", help="write the tables to the server of KGQA_GRAPH_URI instead"
    )
    load.add_argument("--add", action="store_true", help="with --into-server: also to a database that holds nodes")
    load.add_argument(
        "--neo4j-files", type=Path, metavar="FOLDER", help="write files for neo4j-admin database import instead"
    )
    for name in CARD:
        load.add_argument(f"--{name}", default="", help=f"the {name} of the graph")
    load.add_argument("--mapping", type=Path, metavar="FILE", help="JSON that says what columns and relations are")
    choices = "; ".join(
        f"of {name}: {one} ({known.help})" for name in FORMS for one, known in FORMS[name].options.items()
    )
    load.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=f"may come twice; {choices}")
    load.add_argument("--skip-bad-rows", action="store_true", help="load the rest where rows are bad")
    load.add_argument("--bad-rows", type=Path, metavar="FILE", help="write the first 1,000 bad rows there, as CSV")
    load.add_argument(
        "--dry-run",
        action="store_true",
        help="load nothing; tell what would be loaded, and print the mapping as JSON to be changed",
    )
    load.set_defaults(run=_import)


def _import(options: argparse.Namespace) -> int:
    from kgqa.graph.server.embedded import EmbeddedServer
    from kgqa.load import catalog
    from kgqa.load.source import SourceSpec

    chosen = settings.load()
    if options.source == "tables" or options.source in FORMS:
        unnamed = options.graph is None and not (options.dry_run or options.into_server or options.neo4j_files)
        if options.path is None or unnamed:
            return wrong_use(f"import {options.source} needs a {_needed(options.source)} and --graph NAME.")
        if options.dry_run:
            return 0 if dry_run.tell(options, tell) else FAILED
        if options.bad_rows is not None:
            dry_run.keep_bad_rows(options, tell)
        source = _specification(options)
    elif options.source == "pcqa":
        if options.path is None or options.graph is None:
            return wrong_use("import pcqa needs a folder and --graph NAME.")
        source = _pcqa(options)
        if options.dry_run or options.bad_rows is not None:
            ready = dry_run.tell_of(source.open(), options.bad_rows)
            if options.dry_run:
                return 0 if ready else FAILED
    elif options.source == "vocabulary":
        if options.path is None or options.graph is None:
            return wrong_use("import vocabulary needs a file, and --graph NAME for the graph that it is laid over.")
        known = catalog.graph(chosen, options.graph)
        source = known.with_vocabulary(options.path.absolute(), skip_bad_rows=options.skip_bad_rows)
        if options.dry_run or options.bad_rows is not None:
            ready = dry_run.tell_of(source.open(), options.bad_rows)
            if options.dry_run:
                return 0 if ready else FAILED
    else:
        source = SourceSpec("hpo")
    if options.neo4j_files is not None:
        return _write_neo4j_files(source, options.neo4j_files)
    if options.into_server:
        return _import_into_server(chosen, source, options.add)
    with EmbeddedServer.connect(chosen) as server:
        entry = catalog.load(chosen, server, source, tell)
    counts = sum(node.count for node in entry.schema.nodes), sum(r.count for r in entry.schema.relations)
    left_out = f" Bad rows left out: {entry.skipped_rows:,}." if entry.skipped_rows else ""
    print(f"Graph {entry.card.name!r} is loaded: {counts[0]:,} nodes, {counts[1]:,} edges.{left_out}")
    return 0


def _needed(source: str) -> str:
    return "folder" if source == "tables" else "file" if not FORMS[source].tables else "file or a folder"


def _write_neo4j_files(source: SourceSpec, folder: Path) -> int:
    from kgqa.load import neo4j_files

    contents = neo4j_files.write_files(source, folder, tell)
    counts = sum(contents.nodes.values()), sum(contents.edges.values())
    print(f"Written: {counts[0]:,} nodes, {counts[1]:,} edges. With Neo4j stopped, run in {str(folder)!r}:\n")
    print((folder / neo4j_files.COMMAND).read_text(encoding="utf-8"))
    print(f"Then start it and run {neo4j_files.CONSTRAINTS}: without these indexes a look-up reads all nodes.")
    return 0


def _import_into_server(chosen: settings.Settings, source: SourceSpec, may_add: bool) -> int:
    from kgqa.load.bolt import load_into_server

    if source.loader != "tables" or not chosen.graph_uri:
        return wrong_use("--into-server is for tables, and writes to the server that KGQA_GRAPH_URI names.")
    contents = load_into_server(chosen, source, tell, may_add=may_add)
    counts = sum(contents.nodes.values()), sum(contents.edges.values())
    print(f"The graph server holds {source.loaded_from!r}: {counts[0]:,} nodes, {counts[1]:,} edges.")
    return 0


def _specification(options: argparse.Namespace) -> SourceSpec:
    from kgqa.load.source import SourceSpec

    card = {name: getattr(options, name) for name in CARD}
    mapping = dry_run.read_mapping(options).as_json()
    # The process that loads it has another current folder.
    return SourceSpec(
        "tables",
        {"path": str(options.path.absolute()), "name": options.graph or settings.OWN_GRAPH, "mapping": mapping, **card},
    )


def _pcqa(options: argparse.Namespace) -> SourceSpec:
    from kgqa.load.source import SourceSpec

    card = {name: getattr(options, name) for name in CARD}
    told = {"path": str(options.path.absolute()), "name": options.graph, "skip_bad_rows": options.skip_bad_rows}
    return SourceSpec("pcqa", {**told, **card})
