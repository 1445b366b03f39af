"""What a person says about two tables before they are loaded: which column is what, and how relations read.

What nobody says of a relation is told by its name and by the pairs that it joins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal, cast, get_args

from kgqa.errors import LoadError
from kgqa.language.inflection import base, denied
from kgqa.load.mirrors import Pairs, joined
from kgqa.load.source import Triad
from kgqa.schema.model import NodeType, PropertyType, Relation, Schema
from kgqa.schema.reconcile import settled
from kgqa.schema.relation_words import RelationWords, json_list, json_object, json_text, json_truth, relation_words

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
class TablesMapping:
    """How two tables become a graph.

    Attributes:
        nodes, edges: the columns of each table; those that are not named are guessed as ``preview`` shows it.
        relations: words for relations; the others get the words that their names suggest.
        fixed: the label of all nodes, the type of all edges, or the labels of all sources and targets, for tables
            that have no column for it.
        skip_bad_rows: load the rest where rows are bad. Otherwise one bad row refuses the load.
        form: the form in which the graph is published (a name of ``forms.FORMS``); empty for tables.
        options: what was chosen of that form.
    """

    nodes: tuple[Column, ...] = ()
    edges: tuple[Column, ...] = ()
    relations: tuple[RelationWords, ...] = ()
    fixed: Mapping[Fixed, str] = field(default_factory=dict)
    skip_bad_rows: bool = False
    form: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """A JSON object from which ``from_json`` makes an equal mapping."""
        return {**asdict(self), "fixed": dict(self.fixed), "options": dict(self.options)}

    @classmethod
    def from_json(cls, data: Any) -> TablesMapping:
        """The mapping that ``as_json`` wrote, or that a person wrote by hand.

        Raises:
            LoadError: it is no such object; the message names the part that cannot be used.
        """
        known = json_object(data, "The mapping", {one.name for one in fields(cls)})
        fixed = json_object(known.get("fixed", {}), "'fixed' in the mapping", set(get_args(Fixed)))
        return cls(
            nodes=_columns(known.get("nodes", ()), "nodes", get_args(NodeUse)),
            edges=_columns(known.get("edges", ()), "edges", get_args(EdgeUse)),
            relations=tuple(relation_words(item) for item in json_list(known.get("relations", ()), "relations")),
            fixed={cast("Fixed", name): json_text(value, f"'fixed.{name}'") for name, value in fixed.items()},
            skip_bad_rows=json_truth(known.get("skip_bad_rows", False), "skip_bad_rows"),
            form=json_text(known.get("form", ""), "'form'"),
            options=_options(known.get("options", {})),
        )


def _options(data: Any) -> dict[str, str]:
    if not isinstance(data, Mapping):
        raise LoadError(f"'options' in the mapping is no JSON object but {str(data)[:80]!r}.")
    return {str(name): json_text(value, f"'options.{name}'") for name, value in data.items()}


def _columns(data: Any, table: str, uses: tuple[str, ...]) -> tuple[Column, ...]:
    columns = []
    for item in json_list(data, table):
        column = json_object(item, f"A column of {table!r} in the mapping", {"name", "use", "type"})
        name = json_text(column.get("name"), f"'name' of a column of {table!r}")
        use = _one_of(column.get("use", "property"), uses, f"'use' of the column {name!r}")
        type_ = _one_of(column.get("type", "STRING"), get_args(PropertyType), f"'type' of the column {name!r}")
        columns.append(Column(name, cast("Use", use), cast("PropertyType", type_)))
    _refuse_repeated((column.name for column in columns), f"describes the column {{!r}} of {table!r}")
    single = (column.use for column in columns if column.use not in ("property", "leave_out"))
    _refuse_repeated(single, f"uses columns of {table!r} as {{!r}}")
    return tuple(columns)


def _refuse_repeated(values: Iterable[str], said: str) -> None:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            raise LoadError(f"The mapping {said.format(value)} twice. Leave one.")
        seen.add(value)


def _one_of(data: Any, choices: tuple[str, ...], what: str) -> str:
    if data not in choices:
        raise LoadError(f"{what} in the mapping is {str(data)[:80]!r}; it must be one of {', '.join(choices)}.")
    return str(data)


def schema(
    nodes: Iterable[NodeType], relations: Iterable[Relation], pairs: Pairs, said: Mapping[Triad, RelationWords]
) -> Schema:
    """The schema of derived types and relations, in which a person's words stand in place of the derived ones."""
    made = settled(nodes, joined(tuple(relations), pairs))
    return replace(made, relations=tuple(_worded(one, said) for one in made.relations))


def both_ways(made: Iterable[Relation], symmetric: Collection[str]) -> list[Relation]:
    """Derived relations, those between things of one type that their source says hold both ways as such."""
    return [replace(one, symmetric=True) if one.type in symmetric and one.source == one.target else one for one in made]


def _worded(relation: Relation, said: Mapping[Triad, RelationWords]) -> Relation:
    words = said.get((relation.source, relation.type, relation.target))
    if words is None:
        return relation
    forward, inverse = words.forward.strip() or relation.forward, words.inverse.strip() or relation.inverse
    same = relation.source == relation.target
    return replace(
        relation,
        forward=forward,
        inverse=inverse,
        negative=relation.negative if forward == relation.forward else denied(forward),
        forward_words=_said(forward, relation.forward, relation.forward_words),
        inverse_words=_said(inverse, relation.inverse, relation.inverse_words),
        symmetric=words.symmetric if same else relation.symmetric,
    )


def _said(phrase: str, derived: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words for one direction, with those in which a question says the new phrase ("treats", "treat")."""
    if phrase == derived:
        return words
    first, _, rest = phrase.partition(" ")
    spoken = rest if first == "is" else f"{base(first)} {rest}".strip()
    return tuple(dict.fromkeys(word for word in (phrase, spoken, *words) if word))
