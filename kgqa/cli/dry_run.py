"""What is told of tables before anything is loaded: their columns, how many rows, the bad ones, the mapping."""

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
    from kgqa.load.source import GraphSource
    from kgqa.load.tables.mapping import TablesMapping
    from kgqa.load.tables.preview import Preview, Sheet
    from kgqa.load.tables.survey import Survey
    from kgqa.progress import Report

WIDTH, LISTED = 24, 20


def keep_bad_rows(options: argparse.Namespace, report: Report) -> None:
    """Read the tables and write their bad rows to the file that the options name.

    Raises:
        LoadError: the tables cannot be read, or the file cannot be written.
    """
    from kgqa.load.tables.survey import survey

    _write_bad_rows(options.bad_rows, survey(options.path, read_mapping(options), report))


def tell(options: argparse.Namespace, report: Report) -> bool:
    """Tell on standard error what would be loaded, and print the mapping. True when it would be.

    Raises:
        LoadError: the tables or the mapping cannot be read.
    """
    from kgqa.load.tables.preview import preview
    from kgqa.load.tables.survey import survey

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


def tell_of(source: GraphSource, bad_rows: Path | None) -> bool:
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
    for row in found.bad[:LISTED]:
        yield f"  {row.where}: {row.reason}"


def _cell(text: str) -> str:
    from kgqa.cli.output import printable

    return f"{printable(text[:WIDTH]):<{WIDTH}}"


def _print(lines: Iterable[str]) -> None:
    from kgqa.cli.output import printable

    for line in lines:
        print(printable(line), file=sys.stderr)
