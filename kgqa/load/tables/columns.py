"""Which column of a table is what: by its usual names, and as a person says it.

Read are the habits of Neo4j's import (``:ID``, ``:LABEL``, ``age:int``) and export, of KGX and Biolink (``category``,
``subject``, ``predicate``), of tables of edges that carry their own nodes (``x_id``, ``x_type``, ``x_name``), of
Hetionet (``kind``, ``metaedge``) and plain ones.

Among them are those by which rows of edges deny their link: marked so, or found in none of those who were examined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from kgqa.errors import LoadError
from kgqa.load.source import SAME
from kgqa.load.tables.cells import Heading, Row, Typed, Value, truth
from kgqa.load.tables.mapping import Column, Use
from kgqa.schema import derive
from kgqa.schema.model import PropertyType
from kgqa.schema.property_words import NODE_FIELDS

_ENDS = {"source": ("x", "source", "subject", "start", "from", "head"),
         "target": ("y", "target", "object", "end", "to", "tail")}  # fmt: skip


def _of_end(end: str, *kinds: str) -> tuple[str, ...]:
    return tuple(f"{one}_{kind}" for kind in kinds for one in _ENDS[end])


EDGE_FIELDS: dict[str, tuple[str, ...]] = {
    "source": (
        "source", ":start_id", "subject", "_start", "start", "from", "head", *_of_end("source", "id", "node", "curie"),
        "x_index", "src", "node1", "node_1", "entity1", "entity_1", "startnode",
    ),
    "type": (
        "type", ":type", "predicate", "_type", "relation", "relation_type", "relationship", "relationship_type",
        "edge_type", "edge_label", "rel_type", "rel", "metaedge", "relation_name", "predicate_name",
        "display_relation", "label", "kind",
    ),
    "target": (
        "target", ":end_id", "object", "_end", "end", "to", "tail", *_of_end("target", "id", "node", "curie"),
        "y_index", "dst", "node2", "node_2", "entity2", "entity_2", "endnode",
    ),
    "source_label": _of_end("source", "type", "category", "kind", "node_type", "categories", "class"),
    "target_label": _of_end("target", "type", "category", "kind", "node_type", "categories", "class"),
    "source_name": _of_end("source", "name", "label"),
    "target_name": _of_end("target", "name", "label"),
}  # fmt: skip
"""Use: spellings of its column, the likeliest first. Case, blanks and hyphens do not matter."""

OWN = frozenset(("id", "name", "synonyms", "definition", "alternative_ids", "related_synonyms", "labels", SAME))
"""Properties that every node has or may have; a column that would become one of them gets another name."""

AGAINST = "against"
"""Property of an edge that is true where the record denies the link."""

_BETWEEN = frozenset(("_src", "_dst", AGAINST))
_IMPORT_HEADER = re.compile(
    r"(?P<name>[^:]*):(?P<kind>ID|LABEL|START_ID|END_ID|TYPE|IGNORE)(\(.*\))?(\{.*\})?", re.IGNORECASE
)
_TYPED = re.compile(
    r"(?P<name>[^:]+):(?P<type>int|integer|long|short|byte|float|double|boolean|bool|string|char|point|date|"
    r"localtime|time|localdatetime|datetime|duration)(?P<several>\[\])?(\{.*\})?",
    re.IGNORECASE,
)
_DECLARED: dict[str, PropertyType] = {
    **dict.fromkeys(("int", "integer", "long", "short", "byte"), "INTEGER"),
    **dict.fromkeys(("float", "double"), "FLOAT"),
    **dict.fromkeys(("boolean", "bool"), "BOOLEAN"),
}
_REFERENCES = frozenset(("xref", "xrefs", "cross references", "dbxrefs", "pmid", "pmids", "pubmed ids", "publications"))


def choose(
    headings: Sequence[Heading], chosen: Sequence[Column], *, nodes: bool, other: Sequence[Heading] = ()
) -> tuple[Column, ...]:
    """Every column of a table in its order: as it is chosen, else as its name is usually meant.

    Args:
        chosen: what a person said of some of them.
        nodes: this is the table of nodes, not that of edges.
        other: the headings of the other table; none where there is no such table.

    Raises:
        LoadError: a chosen column does not exist.
    """
    said = {column.name: column for column in chosen}
    names = [heading.name for heading in headings]
    absent = next((name for name in said if name not in names), None)
    if absent is not None:
        raise LoadError(f"The table has no column {absent!r}; it has {', '.join(names) or 'no columns'}.")
    free = [heading.name for heading in headings if heading.usable and heading.name not in said]
    taken = {column.use for column in chosen}
    fields = dict(NODE_FIELDS if nodes else EDGE_FIELDS)
    if nodes and any(_spelling(heading.name) in ("x_index", "y_index") for heading in other):
        fields["id"] = ("node_index", *fields["id"])
    if not nodes and other:
        fields = {use: spellings for use, spellings in fields.items() if not use.endswith("_name")}
    found = _matched(free, {use: spellings for use, spellings in fields.items() if use not in taken})
    return tuple(said.get(one.name) or _column(one, found.get(one.name)) for one in headings)


def _matched(names: Iterable[str], fields: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The use of every column that has one. A ``label`` is the name where something else tells the type."""
    spelled: dict[str, str] = {}
    for name in names:
        spelled.setdefault(_spelling(name), name)
    named = any(one in spelled for one in fields.get("name", ()) if one != "label")
    found: dict[str, str] = {}
    for use, spellings in fields.items():
        free = [spelled[one] for one in spellings if one in spelled and spelled[one] not in found]
        if use == "label" and not named and "name" in fields and len(free) > 1 and _spelling(free[0]) == "label":
            free = free[1:]
        if free:
            found[free[0]] = use
    return found


def _column(heading: Heading, use: str | None) -> Column:
    if not heading.usable or _spelling(heading.name) == ":ignore":
        return Column(heading.name, "leave_out")
    if use is not None:
        return Column(heading.name, cast("Use", use))
    typed = _TYPED.fullmatch(heading.name)
    if typed:
        return Column(heading.name, type="LIST" if typed["several"] else _DECLARED.get(typed["type"].lower(), "STRING"))
    property_ = derive.property_(property_name(heading.name), heading.type)
    is_list = property_.role == "reference" or not _REFERENCES.isdisjoint(property_.words)
    return Column(heading.name, type="LIST" if heading.type == "STRING" and is_list else heading.type)


def _spelling(column: str) -> str:
    """A column's name for comparison; of ``person:ID(Person)`` only what is behind the colon counts."""
    match = _IMPORT_HEADER.fullmatch(column)
    typed = _TYPED.fullmatch(column)
    name = f":{match['kind']}" if match else typed["name"] if typed else column
    return re.sub(r"[\s\-]+", "_", name.strip()).lower()


def of_neo4j(headings: Iterable[Heading]) -> bool:
    """Whether a table is one for Neo4j's import, in which semicolons separate labels and the parts of lists."""
    return any(_IMPORT_HEADER.fullmatch(heading.name) for heading in headings)


def property_name(column: str, kept: frozenset[str] = frozenset()) -> str:
    """The property that a column becomes: its name without a declared type, and not one that is kept for itself."""
    typed = _TYPED.fullmatch(column)
    name = typed["name"] if typed else column
    if name in kept or name in _BETWEEN or name == SAME:
        return f"original_{name}"
    return name.replace("\0", " ").replace("\\u", "/u").lstrip("@") or "original"


def property_names(columns: Iterable[Column], kept: frozenset[str]) -> Iterator[tuple[Column, str]]:
    """The columns that become properties, with the names of these.

    Raises:
        LoadError: two would become one property.
    """
    seen: dict[str, str] = {}
    for column in columns:
        if column.use == "property":
            name = property_name(column.name, kept)
            if name in seen:
                raise LoadError(
                    f"The columns {seen[name]!r} and {column.name!r} would both become the property {name!r}. Rename "
                    "one or leave it out."
                )
            seen[name] = column.name
            yield column, name


_ALWAYS = frozenset(("negated", "is_negated", "negation", "is_not"))
"""Columns that are named for nothing else, whatever they hold."""

_MARKS = _ALWAYS | frozenset(("negative", AGAINST, "denied", "excluded", "not"))
"""Columns that say of a row whether it denies its link."""

_EMPTY = frozenset(("", "na", "n/a", "<na>", "null", "none", "nan"))
"""What stands in a cell that says nothing."""

_QUALIFIERS = frozenset(("qualifier", "qualifiers"))
"""Columns in which ``NOT`` alone or before a bar denies the link, as annotation files have it."""

_NEVER = re.compile(r"0+([.,]0+)?\s*%?|0+\s*(/|of)\s*\d+|excluded|HP:0040285", re.IGNORECASE)

_COUNT = re.compile(r"\d+([.,]\d+)?")

Denies = Callable[[Mapping[str, Typed]], bool | None]
"""Whether the properties of a row deny its link; None where they have nothing that could."""


def with_marks(
    columns: Sequence[Column], first: Sequence[Row], rows: Callable[[], Iterable[Row]]
) -> tuple[Column, ...]:
    """The columns of a table of edges, those that mark denials as true or false.

    A column that is also named as counts and remarks are marks denials where any row holds true or false; what else its
    rows hold makes them bad ones. One wrong cell would otherwise turn every denial of the file into its opposite.

    Args:
        first: the first rows.
        rows: gives all rows, read only where the first ones leave it open.
    """
    named = {column.name: _spelling(column.name) for column in columns if column.use == "property"}
    marks = {name for name, spelled in named.items() if spelled in _MARKS}
    doubtful = {name: values for name in marks if named[name] not in _ALWAYS and (values := _values(name, first))}
    for name, values in doubtful.items():
        odd = [value for value in values if not _is_truth(value)]
        if odd and (_are_counts(values) or (len(odd) == len(values) and not _any_truth(name, rows()))):
            marks.remove(name)
    return tuple(replace(column, type="BOOLEAN") if column.name in marks else column for column in columns)


def is_mark(column: Column) -> bool:
    """Whether a column says of a row whether it denies its link."""
    return _spelling(column.name) in _MARKS and column.type == "BOOLEAN"


def denies_late(key: str, value: Value) -> bool:
    """Whether a key that none of the first rows has denies the link of its row, or may mean to."""
    if _spelling(key) not in _MARKS or says_nothing(value):
        return False
    return truth(value) if _is_truth(value) else _spelling(key) in _ALWAYS


def says_nothing(value: Value) -> bool:
    """Whether a cell of such a column is as good as empty."""
    return isinstance(value, str) and value.strip().lower() in _EMPTY


def denial(columns: Iterable[tuple[Column, str]]) -> Denies | None:
    """Whether the properties of a row deny its link; None where the table has no column that could.

    Args:
        columns: those that become properties, with the names of these.
    """
    marks, often, qualified = [], [], []
    for column, name in columns:
        if is_mark(column):
            marks.append(name)
        elif derive.property_(property_name(column.name), "STRING").role == "frequency":
            often.append(name)
        elif _spelling(column.name) in _QUALIFIERS:
            qualified.append(name)
    if not marks and not often and not qualified:
        return None

    def denies(properties: Mapping[str, Typed]) -> bool | None:
        # A column made for denials says of every row whether it is one; a frequency only of those that have one.
        if not marks and not qualified and not any(name in properties for name in often):
            return None
        return (
            any(properties.get(name) is True for name in marks)
            or any(_is_never(properties[name]) for name in often if name in properties)
            or any(_is_not(properties[name]) for name in qualified if name in properties)
        )

    return denies


def _is_never(value: Typed) -> bool:
    if isinstance(value, str):
        return _NEVER.fullmatch(value.strip()) is not None
    return isinstance(value, int | float) and value == 0


def _is_not(value: Typed) -> bool:
    parts = value.split("|") if isinstance(value, str) else value if isinstance(value, list) else ()
    return any(part.strip() == "NOT" for part in parts)


def _values(name: str, rows: Iterable[Row]) -> list[Value]:
    return [row[name] for row in rows if name in row and not says_nothing(row[name])]


def _any_truth(name: str, rows: Iterable[Row]) -> bool:
    return any(name in row and _is_truth(row[name]) for row in rows)


def _are_counts(values: Iterable[Value]) -> bool:
    return all(isinstance(value, str) and _COUNT.fullmatch(value.strip()) for value in values)


def _is_truth(value: Value) -> bool:
    try:
        truth(value)
    except ValueError:
        return False
    return True
