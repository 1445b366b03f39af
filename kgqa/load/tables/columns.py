"""Which column of a table is what: by its usual names, and as a person says it.

Read are the habits of Neo4j's import (``:ID``, ``:LABEL``, ``age:int``) and export, of KGX and Biolink (``category``,
``subject``, ``predicate``), of tables of edges that carry their own nodes (``x_id``, ``x_type``, ``x_name``), of
Hetionet (``kind``, ``metaedge``) and plain ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from kgqa.errors import LoadError
from kgqa.load.source import SAME
from kgqa.load.tables.cells import Heading
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
    if nodes and any(spelling(heading.name) in ("x_index", "y_index") for heading in other):
        fields["id"] = ("node_index", *fields["id"])
    if not nodes and other:
        fields = {use: spellings for use, spellings in fields.items() if not use.endswith("_name")}
    found = _matched(free, {use: spellings for use, spellings in fields.items() if use not in taken})
    return tuple(said.get(one.name) or _column(one, found.get(one.name)) for one in headings)


def _matched(names: Iterable[str], fields: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The use of every column that has one. A ``label`` is the name where something else tells the type."""
    spelled: dict[str, str] = {}
    for name in names:
        spelled.setdefault(spelling(name), name)
    named = any(one in spelled for one in fields.get("name", ()) if one != "label")
    found: dict[str, str] = {}
    for use, spellings in fields.items():
        free = [spelled[one] for one in spellings if one in spelled and spelled[one] not in found]
        if use == "label" and not named and "name" in fields and len(free) > 1 and spelling(free[0]) == "label":
            free = free[1:]
        if free:
            found[free[0]] = use
    return found


def _column(heading: Heading, use: str | None) -> Column:
    if not heading.usable or spelling(heading.name) == ":ignore":
        return Column(heading.name, "leave_out")
    if use is not None:
        return Column(heading.name, cast("Use", use))
    typed = _TYPED.fullmatch(heading.name)
    if typed:
        return Column(heading.name, type="LIST" if typed["several"] else _DECLARED.get(typed["type"].lower(), "STRING"))
    property_ = derive.property_(property_name(heading.name), heading.type)
    is_list = property_.role == "reference" or not _REFERENCES.isdisjoint(property_.words)
    return Column(heading.name, type="LIST" if heading.type == "STRING" and is_list else heading.type)


def spelling(column: str) -> str:
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
