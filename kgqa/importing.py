"""The command that loads tables: what it takes, and what it tells without loading anything."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgqa.errors import LoadError

if TYPE_CHECKING:
    from kgqa.graph.load.mapping import TablesMapping
    from kgqa.graph.load.preview import Preview, Sheet
    from kgqa.graph.load.records import Report, SourceSpec
    from kgqa.graph.load.survey import Survey

CARD = ("title", "version", "licence", "citation")
WIDTH, LISTED = 24, 20


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what loading tables takes."""
    for name in CARD:
        parser.add_argument(f"--{name}", default="", help=f"the {name} of the graph")
    parser.add_argument("--mapping", type=Path, metavar="FILE", help="JSON that says what columns and relations are")
    parser.add_argument("--skip-bad-rows", action="store_true", help="load the rest where rows are bad")
    parser.add_argument("--bad-rows", type=Path, metavar="FILE", help="write the first 1,000 bad rows there, as CSV")
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="load nothing; tell what would be loaded, and print the mapping as JSON to be changed",
    )


def specification(options: argparse.Namespace) -> SourceSpec:
    """The source that the options name.

    Raises:
        LoadError: the mapping cannot be read or used.
    """
    from kgqa.graph.load.records import SourceSpec

    card = {name: getattr(options, name) for name in CARD}
    mapping = _mapping(options).as_json()
    return SourceSpec("tables", {"path": str(options.path), "name": options.graph, "mapping": mapping, **card})


def keep_bad_rows(options: argparse.Namespace, report: Report) -> None:
    """Read the tables and write their bad rows to the file that the options name.

    Raises:
        LoadError: the tables cannot be read, or the file cannot be written.
    """
    from kgqa.graph.load.survey import survey

    _write_bad_rows(options.bad_rows, survey(options.path, _mapping(options), report))


def tell(options: argparse.Namespace, report: Report) -> bool:
    """Tell on standard error what would be loaded, and print the mapping. True when it would be.

    Raises:
        LoadError: the tables or the mapping cannot be read.
    """
    from kgqa.graph.load.preview import preview
    from kgqa.graph.load.survey import survey

    mapping = _mapping(options)
    seen = preview(options.path, mapping)
    _print(_preview_lines(seen))
    found = None if seen.problems else survey(options.path, mapping, report)
    if found is not None:
        _print(_survey_lines(found))
        if options.bad_rows is not None:
            _write_bad_rows(options.bad_rows, found)
    print(json.dumps(_whole(mapping, seen, found).as_json(), indent=1))
    return found is not None and (not found.bad_count or mapping.skip_bad_rows)


def _mapping(options: argparse.Namespace) -> TablesMapping:
    from kgqa.graph.load.mapping import TablesMapping

    data: Any = {}
    if options.mapping is not None:
        try:
            data = json.loads(options.mapping.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise LoadError(f"The mapping {str(options.mapping)!r} cannot be read: {error}.") from error
    mapping = TablesMapping.from_json(data)
    return replace(mapping, skip_bad_rows=mapping.skip_bad_rows or options.skip_bad_rows)


def _whole(mapping: TablesMapping, seen: Preview, found: Survey | None) -> TablesMapping:
    """The mapping with everything that was guessed written out."""
    from kgqa.graph.load.mapping import RelationWords

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
    from kgqa.graph.load.checks import as_csv

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
    yield f"Rows that cannot be loaded: {found.bad_count:,}."
    for row in found.bad[:LISTED]:
        yield f"  {row.where}: {row.reason}"


def _cell(text: str) -> str:
    from kgqa.output import printable

    return f"{printable(text[:WIDTH]):<{WIDTH}}"


def _print(lines: Iterable[str]) -> None:
    from kgqa.output import printable

    for line in lines:
        print(printable(line), file=sys.stderr)
