"""What a file is by how it begins, whatever it is called."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from kgqa.load.tables.forms.stream import unpacked

HEAD = 64 * 1024
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

NOTHING = "nothing"
"""What a file without content holds, in words."""
TABLES = "tables"
"""What is told of tables for Neo4j's import, which are none of the forms."""
_IMPORTED = re.compile(r"[^:]*:(id|start_id|end_id)(\(.*\))?")
_TURTLE = re.compile(r"\s*(#[^\n]*\s*)*(@prefix|@base|prefix\s|base\s|<[a-z][\w+.\-]*:[^>\s]*>\s)", re.IGNORECASE)
_OBO = re.compile(r"(?m)^(format-version:|\[Term\])")


def form_of(path: Path) -> tuple[str, str]:
    """The form of a file, or ``TABLES``, empty where it is none that is known, and in words what its beginning holds.

    Raises:
        LoadError: it cannot be read.
    """
    with unpacked(path) as stream:
        head = stream.read(HEAD)
    if not head.strip():
        return "", NOTHING
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
        found = TABLES
    return found, told if len(cells) > 1 else f"text that begins with {first[:60]!r}"
