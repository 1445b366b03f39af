"""Forms in which knowledge graphs are published, each read as the nodes and edges that tables are.

What follows (columns, checks, bad rows, preview, words, publication) is that of tables. A form is a module with
``open_graph(files, options)``; its files are found by how they begin, whatever they are called.
"""

from __future__ import annotations

import csv
import importlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kgqa.errors import LoadError
from kgqa.load.checks import shown
from kgqa.load.tables.files import find_tables, unreadable
from kgqa.load.tables.forms.graph import Graph
from kgqa.load.tables.forms.stream import unpacked
from kgqa.load.tables.rows import read_header

MOST_FILES = 200
"""Files of a folder that are looked at."""


@dataclass(frozen=True, slots=True)
class Option:
    """What can be chosen of a form.

    Attributes:
        help: what it does.
        values: those that it takes, the usual one first; none where it takes any text.
    """

    help: str
    values: tuple[str, ...] = ()


SWITCH = ("no", "yes")


@dataclass(frozen=True, slots=True)
class Form:
    """A form of graphs.

    Attributes:
        title: what readers know it by.
        takes: what it consists of, in words.
        tables: it may be two files, ``nodes`` and ``edges``.
        single: it may be one file.
        options: what can be chosen of it.
        columns: those that each of its two tables must have.
    """

    title: str
    takes: str
    tables: bool = False
    single: bool = True
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)


FORMS: dict[str, Form] = {
    "kgx": Form(
        "KGX (Biolink)",
        "two files, nodes (id, category) and edges (subject, predicate, object), as TSV or JSON lines",
        tables=True,
        single=False,
        columns={"nodes": ("id", "category"), "edges": ("subject", "predicate", "object")},
    ),
    "primekg": Form(
        "PrimeKG",
        "its file kg.csv (relation, display_relation, x_id, x_type, x_name, x_source, y_id …)",
        options={
            "around": Option("only what is around the thing of this name or identifier"),
            "hops": Option("how far around", ("2", "1", "3")),
            "one-direction": Option("links between two types once, not from both ends", SWITCH),
            "clear-names": Option("relations by clearer names, in one direction", SWITCH),
        },
    ),
    "hetionet": Form(
        "Hetionet",
        "one JSON file (metaedge_tuples, nodes, edges; may be .bz2 or .gz), or two tables, nodes (id, name, kind) and "
        "edges (source, metaedge, target)",
        tables=True,
        columns={"nodes": ("id", "name", "kind"), "edges": ("source", "metaedge", "target")},
    ),
    "obo": Form("OBO ontology", "one file in OBO format, or an OBO Graph in JSON"),
    "rdf": Form("RDF", "one file of plain triples, as Turtle (.ttl) or N-Triples (.nt), with labels"),
    "neo4j": Form("Neo4j export", "one CSV file of apoc.export.csv (_id, _labels, …, _start, _end, _type)"),
}


def open_graph(form: str, path: Path, options: Mapping[str, str]) -> Graph:
    """The graph at a path.

    Raises:
        LoadError: what is there cannot be read, or is of another form; the message says of which.
    """
    if form not in FORMS:
        raise LoadError(f"There is no form {form!r}; the forms are {', '.join(FORMS)}.")
    for name, value in options.items():
        known = FORMS[form].options.get(name)
        if known is None:
            raise LoadError(f"{FORMS[form].title} has no option {name!r}.")
        if known.values and value not in known.values:
            raise LoadError(f"The option {name!r} is {shown(value)}; it is one of {', '.join(known.values)}.")
    files = _files(form, path)
    module = importlib.import_module(f"{__name__}.{form}")
    made: Graph = module.open_graph(files, options)
    return made


def _files(form: str, path: Path) -> dict[str, Path]:
    """The files of a form: ``graph``, or ``nodes`` and ``edges``."""
    try:
        files = sorted(one for one in path.iterdir() if one.is_file())[:MOST_FILES] if path.is_dir() else [path]
    except OSError as error:
        raise LoadError(unreadable(path, error)) from error
    found = {file: _form_of(file) for file in files}
    own = [file for file, (known, _) in found.items() if known == form]
    if not own:
        raise LoadError(_other(form, path, found))
    lacking = ""
    if FORMS[form].tables and path.is_dir():
        tables = _tables(path)
        fit = {table: file for table, file in tables.items() if _fits(form, table, found[file][1], file in own)}
        if len(fit) == 2:
            return fit
        # A file that is a whole graph by itself needs no second one.
        lacking = "" if len(own) == 1 and own[0] not in tables.values() else _lacking(form, path, tables, fit, found)
    if FORMS[form].single and len(own) == 1 and not lacking:
        return {"graph": own[0]}
    held = ", ".join(file.name for file in own[:5])
    called = ", called 'nodes' and 'edges'" if FORMS[form].tables and not FORMS[form].single else ""
    hint = f"Leave only those of one graph there{called}." if path.is_dir() else "Name the folder that holds them."
    wanted = f"{FORMS[form].title} is {FORMS[form].takes}"
    raise LoadError(f"{lacking} {wanted}." if lacking else f"{wanted}; at {str(path)!r} there is {held}. {hint}")


def _tables(folder: Path) -> dict[str, Path]:
    """The files of a folder that are called as tables of nodes and of edges; none where several are."""
    try:
        both = find_tables(folder)
    except LoadError:
        return {}
    return {table: file for table, file in zip(("nodes", "edges"), both, strict=True) if file is not None}


def _fits(form: str, table: str, words: str, is_own: bool) -> bool:
    """Whether a file can be a table of a form; one of edges may be empty, as the nodes alone are a vocabulary."""
    return is_own or (table == "edges" and words == _NOTHING)


def _lacking(
    form: str, folder: Path, tables: Mapping[str, Path], fit: Mapping[str, Path], found: Mapping[Path, tuple[str, str]]
) -> str:
    """What one of two tables lacks, and what to do; empty where it is not known which of several are meant."""
    if not tables:
        return ""
    table = next(one for one in ("nodes", "edges") if one not in fit)
    file = tables.get(table)
    if file is None:
        return f"The folder {str(folder)!r} has no table {table!r}. Put it there."
    _, words = found[file]
    if words == _NOTHING:
        return f"The file {file.name!r} is empty. Put the {table} there."
    try:
        names = {heading.name.lower() for heading in read_header(file)}
    except LoadError as error:
        return str(error)
    missing = [name for name in FORMS[form].columns[table] if name not in names]
    if not missing:
        return f"The file {file.name!r} holds {words}, which is no table of {table}."
    several = "columns" if len(missing) > 1 else "column"
    return f"The file {file.name!r} has no {several} {' and '.join(missing)}; it holds {words}. Name its columns so."


def _other(form: str, path: Path, found: Mapping[Path, tuple[str, str]]) -> str:
    """The sentence that says what was found, and what would fit."""
    wanted = f"{FORMS[form].title} is {FORMS[form].takes}."
    if not found:
        return f"The folder {str(path)!r} holds no files. {wanted}"
    file, (known, words) = next(((f, one) for f, one in found.items() if one[0]), next(iter(found.items())))
    if known == _TABLES:
        return f"{file.name!r} is a table for Neo4j's import: {words}. Import it as {known!r}; {wanted}"
    if known in FORMS:
        return f"{file.name!r} is {FORMS[known].title}: {words}. Import it as {known!r}; {wanted}"
    return f"{file.name!r} holds {words}, which is no {FORMS[form].title}. {wanted}"


_HEAD = 64 * 1024
_COLUMNS: tuple[tuple[str, frozenset[str]], ...] = (
    ("primekg", frozenset(("relation", "x_type", "x_name", "y_type", "y_name"))),
    ("neo4j", frozenset(("_id", "_labels", "_start", "_end", "_type"))),
    ("kgx", frozenset(("subject", "predicate", "object"))),
    ("kgx", frozenset(("id", "category"))),
    ("hetionet", frozenset(("id", "name", "kind"))),
    ("hetionet", frozenset(("source", "metaedge", "target"))),
)
"""Form: columns that together are its."""

_KEYS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("hetionet", ("metaedge_tuples", "metanode_kinds", "kind_to_abbrev")),
    ("obo", ("graphs",)),
    ("kgx", ("subject", "predicate", "object")),
    ("kgx", ("id", "category")),
    ("hetionet", ("nodes", "identifier", "kind")),
    ("hetionet", ("edges", "source_id", "target_id")),
    ("kgx", ("nodes", "category")),
)
"""Form: keys of JSON that together are its; all for Hetionet's first, of which one will do."""

_NOTHING = "nothing"
"""What a file without content holds, in words."""
_TABLES = "tables"
"""What is told of tables for Neo4j's import, which are none of the forms."""
_IMPORTED = re.compile(r"[^:]*:(id|start_id|end_id)(\(.*\))?")
_TURTLE = re.compile(r"\s*(#[^\n]*\s*)*(@prefix|@base|prefix\s|base\s|<[a-z][\w+.\-]*:[^>\s]*>\s)", re.IGNORECASE)
_OBO = re.compile(r"(?m)^(format-version:|\[Term\])")


def _form_of(path: Path) -> tuple[str, str]:
    """The form of a file, or ``_TABLES``, empty where it is none that is known, and in words what its beginning holds.

    Raises:
        LoadError: it cannot be read.
    """
    with unpacked(path) as stream:
        head = stream.read(_HEAD)
    if not head.strip():
        return "", _NOTHING
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "", "text in UTF-16, not in UTF-8"
    text = head.decode("utf-8-sig", "replace")
    if "\0" in text[:1000]:
        return "", "bytes that are no text"
    start = text.lstrip()
    if start.startswith(("{", "[{")):
        return _of_json(text)
    if re.match(r"<(\?xml|!doctype|html|rdf:)", start, re.IGNORECASE):
        return "", "XML or a web page"
    if _TURTLE.match(text) or re.match(r"_:\w+\s+<", start):
        return "rdf", "RDF"
    if _OBO.search(text):
        return "obo", "an ontology in OBO format"
    first = start.partition("\n")[0].rstrip("\r")
    return _of_header(first)


def _of_json(text: str) -> tuple[str, str]:
    keys = list(dict.fromkeys(re.findall(r'"(\w{1,60})"\s*:', text)))
    told = f"JSON with the keys {', '.join(keys[:8]) or '(none)'}"
    for number, (form, wanted) in enumerate(_KEYS):
        if (any if number == 0 else all)(key in keys for key in wanted):
            return form, told
    return "", told


def _of_header(first: str) -> tuple[str, str]:
    separator = next((one for one in ("\t", ",", ";", "|") if one in first), ",")
    try:
        cells = next(csv.reader([first], delimiter=separator), [])
    except csv.Error:
        cells = []
    names = {cell.strip().lower() for cell in cells}
    told = f"a table with the columns {', '.join(cell.strip()[:40] for cell in cells[:12])}"
    found = next((form for form, wanted in _COLUMNS if wanted <= names), "")
    if not found and any(map(_IMPORTED.fullmatch, names)):
        found = _TABLES
    return found, told if len(cells) > 1 else f"text that begins with {first[:60]!r}"
