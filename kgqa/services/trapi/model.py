"""A TRAPI message as the product knows it, whichever version it was sent in.

What the versions say in different ways has one form here: bindings are identifiers, knowledge level, agent type and
"negated" are fields of an edge, and what is absent is empty. ``reading`` makes these records, ``writing`` sends them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Version = Literal["1.5", "1.6", "2.0"]
VERSIONS: tuple[Version, ...] = ("1.5", "1.6", "2.0")

Qualifiers = tuple[tuple[str, str], ...]
"""Of an edge, in their order: type without its prefix ("object_direction_qualifier") and value ("decreased")."""

PRIMARY = "primary_knowledge_source"
AGGREGATOR = "aggregator_knowledge_source"
NOT_PROVIDED = "not_provided"
CONCLUDED = ("prediction", "logical_entailment")
"""Knowledge levels of what nobody recorded."""

PUBLICATIONS = "biolink:publications"
SUPPORT_GRAPHS = "biolink:support_graphs"
SUPPORTING_TEXT = "biolink:supporting_text"


@dataclass(frozen=True, slots=True)
class Attribute:
    """A property of a node, edge, analysis or auxiliary graph.

    Attributes:
        type: CURIE that says what the value is ("biolink:publications").
        value: any JSON value but null.
        name: what the source calls it.
        source: who says so, an infores CURIE.
    """

    type: str
    value: Any
    name: str = ""
    value_type: str = ""
    source: str = ""
    url: str = ""
    description: str = ""
    attributes: tuple[Attribute, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """One step on the way from who recorded an edge to who sent it.

    Attributes:
        id: infores CURIE.
        role: ``PRIMARY``, ``AGGREGATOR`` or ``supporting_data_source``.
        upstream: the sources that this one took it from.
        urls: where the record can be read.
    """

    id: str
    role: str
    upstream: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a knowledge graph; its identifier is the key under which the graph has it."""

    name: str = ""
    categories: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A statement of a knowledge graph.

    Attributes:
        knowledge_level: as of Biolink; ``not_provided`` where nothing is said.
        negated: True where it says that the statement does not hold.
        attributes: the others, without those that are fields here.
    """

    subject: str
    predicate: str
    object: str
    sources: tuple[Source, ...] = ()
    qualifiers: Qualifiers = ()
    attributes: tuple[Attribute, ...] = ()
    knowledge_level: str = NOT_PROVIDED
    agent_type: str = NOT_PROVIDED
    negated: bool = False

    @property
    def support_graphs(self) -> tuple[str, ...]:
        """Keys of the auxiliary graphs that it was inferred from; empty for one that is recorded."""
        return tuple(_texts(self.attributes, SUPPORT_GRAPHS))

    @property
    def publications(self) -> tuple[str, ...]:
        """CURIEs or addresses of what it rests on."""
        return tuple(dict.fromkeys(_texts(self.attributes, PUBLICATIONS)))

    @property
    def supporting_texts(self) -> tuple[str, ...]:
        """Sentences of publications that it was read from."""
        return tuple(dict.fromkeys(_texts(self.attributes, SUPPORTING_TEXT)))

    @property
    def inferred(self) -> bool:
        """Whether it is no record of anybody: it was concluded or predicted from others."""
        return bool(self.support_graphs) or self.knowledge_level in CONCLUDED


def _texts(attributes: Iterable[Attribute], type_: str) -> Iterator[str]:
    """The texts of all attributes of a type, also of those within others; a list may be one text with bars."""
    for attribute in attributes:
        if attribute.type == type_:
            values = attribute.value if isinstance(attribute.value, list | tuple) else [attribute.value]
            for value in values:
                parts = str(value).split("|") if type_ == PUBLICATIONS else [str(value)]
                yield from (part.strip() for part in parts if part.strip())
        if attribute.attributes:
            yield from _texts(attribute.attributes, type_)


@dataclass(frozen=True, slots=True)
class AuxiliaryGraph:
    """A named set of edges of the knowledge graph that support an edge or an analysis."""

    edges: tuple[str, ...]
    attributes: tuple[Attribute, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Which values of a field are wanted: one of ``values`` where ``allow``, else none of them."""

    values: tuple[str, ...]
    allow: bool = True
    primary_only: bool = False


@dataclass(frozen=True, slots=True)
class AttributeConstraint:
    """What an attribute must be: its type, a comparison ("==", "===", ">", "<", "matches"), and the value."""

    id: str
    operator: str
    value: Any
    name: str = ""
    negated: bool = False
    unit_id: str = ""
    unit_name: str = ""


@dataclass(frozen=True, slots=True)
class QueryNode:
    """A thing of a question: known by ``ids`` (any of them), or any of ``categories``.

    Attributes:
        set_interpretation: "BATCH", "ALL", "MANY" or "COLLATE"; empty means BATCH.
        member_ids: of a set that ``ids`` names.
    """

    ids: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    set_interpretation: str = ""
    member_ids: tuple[str, ...] = ()
    constraints: tuple[AttributeConstraint, ...] = ()


@dataclass(frozen=True, slots=True)
class QueryEdge:
    """A link of a question between two of its nodes, by their keys.

    Attributes:
        knowledge_type: "lookup" (also where empty) or "inferred".
        qualifiers: sets of qualifiers, of which an edge must meet one as a whole.
        knowledge_level, agent_type, sources: 2.0 alone can ask for these; in 1.x they are left out when written.
    """

    subject: str
    object: str
    predicates: tuple[str, ...] = ()
    knowledge_type: str = ""
    qualifiers: tuple[Qualifiers, ...] = ()
    attributes: tuple[AttributeConstraint, ...] = ()
    knowledge_level: Choice | None = None
    agent_type: Choice | None = None
    sources: Choice | None = None


@dataclass(frozen=True, slots=True)
class QueryPath:
    """A path of any length that is asked for between two nodes of a question."""

    subject: str
    object: str
    predicates: tuple[str, ...] = ()
    through: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class QueryGraph:
    """A question: nodes, and edges or one path between them, by their keys."""

    nodes: Mapping[str, QueryNode] = field(default_factory=dict)
    edges: Mapping[str, QueryEdge] = field(default_factory=dict)
    paths: Mapping[str, QueryPath] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NodeBinding:
    """What a node of the question is bound to; ``query_id`` is the asked identifier where that is another one."""

    id: str
    query_id: str = ""


@dataclass(frozen=True, slots=True)
class Analysis:
    """One service's account of a result: the edges bound to each edge of the question, and a score if it has one."""

    resource: str
    edges: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    paths: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    score: float | None = None
    scoring_method: str = ""
    support_graphs: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """One answer: what the nodes of the question are, and why."""

    nodes: Mapping[str, tuple[NodeBinding, ...]]
    analyses: tuple[Analysis, ...] = ()


@dataclass(frozen=True, slots=True)
class Message:
    """A question with what was found for it; ``results`` is None where it was not asked yet."""

    query_graph: QueryGraph | None = None
    nodes: Mapping[str, Node] = field(default_factory=dict)
    edges: Mapping[str, Edge] = field(default_factory=dict)
    auxiliary_graphs: Mapping[str, AuxiliaryGraph] = field(default_factory=dict)
    results: tuple[Result, ...] | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """What a service says of its work; ``level`` is ERROR, WARNING, INFO or DEBUG."""

    timestamp: str
    level: str
    message: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """A question as it is sent.

    Attributes:
        timeout: seconds that the asker waits (2.0); None where nothing is said.
        callback: where the answer of ``/asyncquery`` is sent to; empty where it is fetched.
    """

    message: Message
    submitter: str = ""
    log_level: str = ""
    bypass_cache: bool = False
    timeout: float | None = None
    workflow: tuple[Mapping[str, Any], ...] = ()
    callback: str = ""


@dataclass(frozen=True, slots=True)
class Response:
    """An answer as it is sent.

    Attributes:
        schema_version: of TRAPI, as the service names it ("1.6.0", "2.0.0").
        releases: of data sets by source (2.0).
    """

    message: Message
    status: str = ""
    description: str = ""
    logs: tuple[Log, ...] = ()
    schema_version: str = ""
    biolink_version: str = ""
    workflow: tuple[Mapping[str, Any], ...] = ()
    releases: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MetaEdge:
    """What kind of edges a service has; qualifiers with the values that occur, empty where any may."""

    subject: str
    predicate: str
    object: str
    knowledge_types: tuple[str, ...] = ("lookup",)
    qualifiers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MetaGraph:
    """What a service knows: categories with the prefixes of their identifiers, and its kinds of edges."""

    prefixes: Mapping[str, tuple[str, ...]]
    edges: tuple[MetaEdge, ...]
