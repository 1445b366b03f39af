"""The command that loads graphs, into the data folder or to an own server.

Of tables it first tells, where that is asked for, their columns, how many rows, the bad ones, and the mapping.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgqa import settings
from kgqa.cli.console import FAILED, tell, wrong_use
from kgqa.errors import LoadError
from kgqa.load.tables.forms import FORMS

if TYPE_CHECKING:
    from kgqa.cli.console import Commands
    from kgqa.load.source import GraphSource, SourceSpec
    from kgqa.load.tables.mapping import TablesMapping
    from kgqa.load.tables.survey import Preview, Sheet, Survey
    from kgqa.progress import Report

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
            return 0 if _tell(options, tell) else FAILED
        if options.bad_rows is not None:
            _keep_bad_rows(options, tell)
        source = _specification(options)
    elif options.source == "pcqa":
        if options.path is None or options.graph is None:
            return wrong_use("import pcqa needs a folder and --graph NAME.")
        source = _pcqa(options)
        if options.dry_run or options.bad_rows is not None:
            ready = _tell_of(source.open(), options.bad_rows)
            if options.dry_run:
                return 0 if ready else FAILED
    elif options.source == "vocabulary":
        if options.path is None or options.graph is None:
            return wrong_use("import vocabulary needs a file, and --graph NAME for the graph that it is laid over.")
        known = catalog.graph(chosen, options.graph)
        source = known.with_vocabulary(options.path.absolute(), skip_bad_rows=options.skip_bad_rows)
        if options.dry_run or options.bad_rows is not None:
            ready = _tell_of(source.open(), options.bad_rows)
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
    mapping = read_mapping(options).as_json()
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


_WIDTH, _LISTED = 24, 20


def _keep_bad_rows(options: argparse.Namespace, report: Report) -> None:
    """Read the tables and write their bad rows to the file that the options name.

    Raises:
        LoadError: the tables cannot be read, or the file cannot be written.
    """
    from kgqa.load.tables.survey import survey

    _write_bad_rows(options.bad_rows, survey(options.path, read_mapping(options), report))


def _tell(options: argparse.Namespace, report: Report) -> bool:
    """Tell on standard error what would be loaded, and print the mapping. True when it would be.

    Raises:
        LoadError: the tables or the mapping cannot be read.
    """
    from kgqa.load.tables.survey import preview, survey

    mapping = read_mapping(options)
    seen = preview(options.path, mapping)
    _print(_preview_lines(seen))
    found = None if seen.problems else survey(options.path, mapping, report)
    if found is not None:
        _print(_survey_lines(found))
        if options.bad_rows is not None:
            _write_bad_rows(options.bad_rows, found)
    print(json.dumps(_whole(mapping, seen, found).as_json(), indent=1))
    return found is not None and (not found.bad_count or mapping.skip_bad_rows)


def _tell_of(source: GraphSource, bad_rows: Path | None) -> bool:
    """Tell on standard error what a source of a form of its own would become. True when it would be loaded.

    Args:
        bad_rows: the file to which its bad rows are written; None for none.

    Raises:
        LoadError: the source cannot be read, or the file cannot be written.
    """
    from kgqa.load.tables.survey import surveyed

    found = surveyed(source)
    _print(_survey_lines(found))
    if bad_rows is not None:
        _write_bad_rows(bad_rows, found)
    return not found.bad_count or source.skip_bad_rows


def read_mapping(options: argparse.Namespace) -> TablesMapping:
    """The mapping of the file that the options name, or an empty one.

    Raises:
        LoadError: the file cannot be read or used.
    """
    from kgqa.load.tables.mapping import TablesMapping

    data: Any = {}
    if options.mapping is not None:
        try:
            data = json.loads(options.mapping.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise LoadError(f"The mapping {str(options.mapping)!r} cannot be read: {error}.") from error
    mapping = TablesMapping.from_json(data)
    form = "" if options.source == "tables" else options.source
    if mapping.form and mapping.form != form:
        raise LoadError(f"The mapping is one for {mapping.form!r}, not for {options.source!r}.")
    said = _said(options.option, form)
    skip = mapping.skip_bad_rows or options.skip_bad_rows
    return replace(mapping, skip_bad_rows=skip, form=form, options={**mapping.options, **said})


def _said(options: Iterable[str], form: str) -> dict[str, str]:
    """What is chosen of a form, by name.

    Raises:
        LoadError: an option has no value, or the form is that of tables, which have none.
    """
    said = {}
    for one in options:
        name, _, value = one.partition("=")
        if not form:
            raise LoadError(f"Tables have no options, so {one!r} says nothing. Leave it out.")
        if not value.strip():
            raise LoadError(f"The option {name!r} has no value. Write it as --option NAME=VALUE ({name}=…).")
        said[name] = value
    return said


def _whole(mapping: TablesMapping, seen: Preview, found: Survey | None) -> TablesMapping:
    """The mapping with everything that was guessed written out."""
    from kgqa.schema.relation_words import RelationWords

    relations = mapping.relations
    if found is not None:
        relations = tuple(
            RelationWords(one.source, one.type, one.target, one.forward, one.inverse, _symmetric(one))
            for one in found.relations
        )
    nodes = seen.nodes.columns if seen.nodes else mapping.nodes
    edges = seen.edges.columns if seen.edges else mapping.edges
    return replace(mapping, nodes=nodes, edges=edges, relations=relations)


def _symmetric(relation: Any) -> bool:
    return bool(relation.symmetric and relation.source == relation.target)


def _write_bad_rows(path: Path, found: Survey) -> None:
    from kgqa.load.checks import as_csv

    try:
        path.write_text(as_csv(found.bad), encoding="utf-8", newline="")
    except OSError as error:
        raise LoadError(f"The bad rows cannot be written to {str(path)!r}: {error.strerror or error}.") from error


def _preview_lines(seen: Preview) -> Iterable[str]:
    for sheet in (seen.nodes, seen.edges):
        if sheet is not None:
            yield from _sheet_lines(sheet)
    yield from seen.notes
    yield from seen.problems


def _sheet_lines(sheet: Sheet) -> Iterable[str]:
    yield f"{sheet.file}: column, used as, type, examples"
    for column in sheet.columns:
        type_ = column.type if column.use == "property" else ""
        yield "  " + "  ".join(map(_cell, (column.name, column.use, type_, " · ".join(sheet.examples[column.name]))))
    yield f"{sheet.file}: the first {len(sheet.rows)} rows"
    for row in sheet.rows:
        texts = (row.get(column.name, "") for column in sheet.columns)
        yield "  " + "  ".join(_cell(text if isinstance(text, str) else "|".join(text)) for text in texts)


def _survey_lines(found: Survey) -> Iterable[str]:
    yield f"Nodes: {sum(found.nodes.values()):,}. Edges: {sum(found.edges.values()):,}."
    for label, count in found.nodes.items():
        yield f"  {count:>10,}  {label}"
    for one in found.relations:
        reading = f"{one.source} {one.forward} {one.target}; {one.target} {one.inverse} {one.source}"
        kind = "  (symmetric)" if one.symmetric else f"  (the same as {one.mirrors})" if one.mirrors else ""
        yield f"  {one.count:>10,}  {one.type}: {reading}{kind}"
        pairs = found.examples.get((one.source, one.type, one.target), ()) if one.mirrors is None else ()
        yield from (f"{'':14}{first} {one.forward} {second}" for first, second in pairs)
    yield f"Rows that cannot be loaded: {found.bad_count:,}."
    for row in found.bad[:_LISTED]:
        yield f"  {row.where}: {row.reason}"


def _cell(text: str) -> str:
    from kgqa.cli.output import printable

    return f"{printable(text[:_WIDTH]):<{_WIDTH}}"


def _print(lines: Iterable[str]) -> None:
    from kgqa.cli.output import printable

    for line in lines:
        print(printable(line), file=sys.stderr)
