"""What a person says about two tables before they are loaded: which column is what, and how relations read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, cast, get_args

from kgqa.errors import LoadError
from kgqa.schema.model import PropertyType

NodeUse = Literal[
    "id", "name", "label", "synonyms", "definition", "alternative_ids", "related_synonyms", "property", "leave_out"
]
EdgeUse = Literal[
    "source", "type", "target", "source_label", "target_label", "source_name", "target_name", "property", "leave_out"
]
Use = NodeUse | EdgeUse

Fixed = Literal["label", "type", "source_label", "target_label"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table.

    Attributes:
        name: as it stands in the file.
        use: what the column holds. Of the uses other than property and leave_out a table has each at most once.
        type: of a property; every value must fit it. A text stays letter for letter what it is.
    """

    name: str
    use: Use = "property"
    type: PropertyType = "STRING"


@dataclass(frozen=True, slots=True)
class RelationWords:
    """A person's words for one relation as it joins two types.

    Attributes:
        source, type, target: the label of the source, the type of the relation, the label of the target.
        forward: verb phrase read from source to target; ``inverse`` from target to source. Empty: the derived one.
        symmetric: both directions mean the same; only where source and target have one label.
    """

    source: str
    type: str
    target: str
    forward: str = ""
    inverse: str = ""
    symmetric: bool = False


@dataclass(frozen=True, slots=True)
class TablesMapping:
    """How two tables become a graph.

    Attributes:
        nodes, edges: the columns of each table; those that are not named are guessed as ``preview`` shows it.
        relations: words for relations; the others get the words that their names suggest.
        fixed: the label of all nodes, the type of all edges, or the labels of all sources and targets, for tables
            that have no column for it.
        skip_bad_rows: load the rest where rows are bad. Otherwise one bad row refuses the load.
    """

    nodes: tuple[Column, ...] = ()
    edges: tuple[Column, ...] = ()
    relations: tuple[RelationWords, ...] = ()
    fixed: Mapping[Fixed, str] = field(default_factory=dict)
    skip_bad_rows: bool = False

    def as_json(self) -> dict[str, Any]:
        """A JSON object from which ``from_json`` makes an equal mapping."""
        return {**asdict(self), "fixed": dict(self.fixed)}

    @classmethod
    def from_json(cls, data: Any) -> TablesMapping:
        """The mapping that ``as_json`` wrote, or that a person wrote by hand.

        Raises:
            LoadError: it is no such object; the message names the part that cannot be used.
        """
        known = _object(data, "The mapping", {"nodes", "edges", "relations", "fixed", "skip_bad_rows"})
        fixed = _object(known.get("fixed", {}), "'fixed' in the mapping", set(get_args(Fixed)))
        return cls(
            nodes=_columns(known.get("nodes", ()), "nodes", get_args(NodeUse)),
            edges=_columns(known.get("edges", ()), "edges", get_args(EdgeUse)),
            relations=tuple(_words(item) for item in _list(known.get("relations", ()), "relations")),
            fixed={cast("Fixed", name): _text(value, f"'fixed.{name}'") for name, value in fixed.items()},
            skip_bad_rows=_truth(known.get("skip_bad_rows", False), "skip_bad_rows"),
        )


def _columns(data: Any, table: str, uses: tuple[str, ...]) -> tuple[Column, ...]:
    columns = []
    for item in _list(data, table):
        column = _object(item, f"A column of {table!r} in the mapping", {"name", "use", "type"})
        name = _text(column.get("name"), f"'name' of a column of {table!r}")
        use = _one_of(column.get("use", "property"), uses, f"'use' of the column {name!r}")
        type_ = _one_of(column.get("type", "STRING"), get_args(PropertyType), f"'type' of the column {name!r}")
        columns.append(Column(name, cast("Use", use), cast("PropertyType", type_)))
    _refuse_repeated((column.name for column in columns), f"describes the column {{!r}} of {table!r}")
    single = (column.use for column in columns if column.use not in ("property", "leave_out"))
    _refuse_repeated(single, f"uses columns of {table!r} as {{!r}}")
    return tuple(columns)


def _words(data: Any) -> RelationWords:
    item = _object(data, "A relation in the mapping", {"source", "type", "target", "forward", "inverse", "symmetric"})
    symmetric = _truth(item.get("symmetric", False), "symmetric")
    texts = {
        name: _text(item.get(name, ""), f"{name!r} of a relation")
        for name in ("source", "type", "target", "forward", "inverse")
    }
    if symmetric and texts["source"] != texts["target"]:
        raise LoadError(
            f"The mapping calls {texts['type']!r} symmetric, but it joins {texts['source']!r} with "
            f"{texts['target']!r}. Only a relation between things of one type can be symmetric."
        )
    return RelationWords(**texts, symmetric=symmetric)


def _refuse_repeated(values: Iterable[str], said: str) -> None:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            raise LoadError(f"The mapping {said.format(value)} twice. Leave one.")
        seen.add(value)


def _object(data: Any, what: str, names: set[str]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise LoadError(f"{what} is no JSON object but {str(data)[:80]!r}. It takes {', '.join(sorted(names))}.")
    unknown = next((str(name) for name in data if name not in names), None)
    if unknown is not None:
        raise LoadError(f"{what} has {unknown[:80]!r}, which is not known. It takes {', '.join(sorted(names))}.")
    return data


def _list(data: Any, name: str) -> list[Any]:
    if not isinstance(data, list | tuple):
        raise LoadError(f"{name!r} in the mapping is no list but {str(data)[:80]!r}.")
    return list(data)


def _text(data: Any, what: str) -> str:
    if not isinstance(data, str):
        raise LoadError(f"{what} in the mapping is no text but {str(data)[:80]!r}.")
    return data


def _truth(data: Any, name: str) -> bool:
    if not isinstance(data, bool):
        raise LoadError(f"{name!r} in the mapping is {str(data)[:80]!r}; it must be true or false.")
    return data


def _one_of(data: Any, choices: tuple[str, ...], what: str) -> str:
    if data not in choices:
        raise LoadError(f"{what} in the mapping is {str(data)[:80]!r}; it must be one of {', '.join(choices)}.")
    return str(data)
