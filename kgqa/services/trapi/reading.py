"""From JSON to the records of ``model``, whichever version it is in; what cannot be used costs its own part alone.

Both shapes of everything are understood wherever they stand, as services mix them. What is wrong is a sentence in
``MessageReader.problems`` that names the place; a message that is no message at all raises.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from kgqa.errors import KgqaError
from kgqa.services.trapi.biolink import PREFIX
from kgqa.services.trapi.model import (
    NOT_PROVIDED,
    Analysis,
    Attribute,
    AttributeConstraint,
    AuxiliaryGraph,
    Choice,
    Edge,
    Log,
    Message,
    MetaEdge,
    MetaGraph,
    Node,
    NodeBinding,
    Qualifiers,
    QueryEdge,
    QueryGraph,
    QueryNode,
    QueryPath,
    Request,
    Response,
    Result,
    Source,
    Version,
)

_MOST_PROBLEMS = 50
_LOGS = 200
_DEEPEST = 8
_MOST_SOURCES = 10_000
_FIELDS = {
    "biolink:knowledge_level": "knowledge_level",
    "biolink:agent_type": "agent_type",
    "biolink:negated": "negated",
}
_Read = TypeVar("_Read")


class MessageError(KgqaError):
    """What came is no TRAPI message; the text says what it is instead."""


class MessageReader:
    """Reads messages or parts of them, and keeps what was wrong.

    Attributes:
        problems: a sentence each, at most 50; ``more`` counts the rest.
    """

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.more = 0
        self._known_sources: dict[tuple[Any, ...], Source] = {}
        self._known_texts: dict[str, str] = {}

    def one(self, text: str) -> str:
        """The same text, which a message has in many places, as one object: it is held and compared once."""
        return self._known_texts.setdefault(text, text)

    def response(self, data: object) -> Response:
        """An answer.

        Raises:
            MessageError: there is no message in it.
        """
        whole = _message_of(data)
        releases = self._object(whole.get("data_release_versions"), "data_release_versions")
        return Response(
            self.message(whole["message"]),
            _text(whole.get("status")),
            _text(whole.get("description")),
            tuple(self._items(self._list(whole.get("logs"), "logs")[:_LOGS], "logs", self._log)),
            _text(whole.get("schema_version")),
            _text(whole.get("biolink_version")),
            tuple(one for one in self._list(whole.get("workflow"), "workflow") if isinstance(one, Mapping)),
            {key: str(value) for key, value in releases.items()},
            self._object(whole.get("parameters"), "parameters"),
        )

    def request(self, data: object) -> Request:
        """A question as another program sends it.

        Raises:
            MessageError: there is no message in it.
        """
        whole = _message_of(data)
        parameters = self._object(whole.get("parameters"), "parameters")
        return Request(
            self.message(whole["message"]),
            _text(whole.get("submitter")),
            _text(parameters.get("log_level") or whole.get("log_level")),
            bool(parameters.get("bypass_cache") or whole.get("bypass_cache")),
            _seconds(parameters.get("timeout")),
            tuple(one for one in self._list(whole.get("workflow"), "workflow") if isinstance(one, Mapping)),
            _text(whole.get("callback")),
        )

    def message(self, data: object) -> Message:
        """What stands under "message"."""
        parts = self._object(data, "message")
        graph = self._object(parts.get("knowledge_graph"), "knowledge_graph")
        asked = parts.get("query_graph")
        results = parts.get("results")
        return Message(
            None if asked is None else self.query_graph(asked),
            self._entries(graph.get("nodes"), "knowledge_graph.nodes", self.node),
            self._entries(graph.get("edges"), "knowledge_graph.edges", self.edge),
            self._entries(parts.get("auxiliary_graphs"), "auxiliary_graphs", self.auxiliary_graph),
            None if results is None else tuple(self._items(self._list(results, "results"), "results", self.result)),
        )

    def query_graph(self, data: object) -> QueryGraph:
        """A question; an edge or path that does not join two of its nodes is left out."""
        parts = self._object(data, "query_graph")
        nodes = self._entries(parts.get("nodes"), "query_graph.nodes", self._query_node)
        edges = self._entries(parts.get("edges"), "query_graph.edges", self._query_edge)
        paths = self._entries(parts.get("paths"), "query_graph.paths", self._query_path)
        return QueryGraph(nodes, self._joining(edges, nodes, "edges"), self._joining(paths, nodes, "paths"))

    def _joining(self, found: Mapping[str, _Read], nodes: Mapping[str, QueryNode], what: str) -> Mapping[str, _Read]:
        kept: dict[str, _Read] = {}
        for key, one in found.items():
            missing = [end for end in (one.subject, one.object) if end not in nodes]  # type: ignore[attr-defined]
            if missing:
                self._wrong(f"query_graph.{what}.{key} joins {missing[0]!r}, which is no node of the query graph.")
            else:
                kept[key] = one
        return kept

    def _query_node(self, data: Mapping[str, Any], place: str) -> QueryNode:
        return QueryNode(
            self._texts(data.get("ids"), f"{place}.ids"),
            self._texts(data.get("categories"), f"{place}.categories"),
            _text(data.get("set_interpretation")),
            self._texts(data.get("member_ids"), f"{place}.member_ids"),
            self._constraints(data.get("constraints"), f"{place}.constraints"),
        )

    def _query_edge(self, data: Mapping[str, Any], place: str) -> QueryEdge:
        under = data.get("constraints")
        constraints: Mapping[str, Any] = under if isinstance(under, Mapping) else {}
        sets: list[Qualifiers] = []
        for one in self._list(
            constraints.get("qualifiers") or data.get("qualifier_constraints"), f"{place}.qualifiers"
        ):
            said = one.get("qualifier_set", one) if isinstance(one, Mapping) else one
            found = self._qualifiers(said, f"{place}.qualifiers")
            sets += [found] if found else []
        attributes = constraints.get("attributes") or data.get("attribute_constraints")
        return QueryEdge(
            self._needed(data, "subject", place),
            self._needed(data, "object", place),
            self._texts(data.get("predicates"), f"{place}.predicates"),
            _text(data.get("knowledge_type")),
            tuple(sets),
            self._constraints(attributes, f"{place}.attributes"),
            self._choice(constraints.get("knowledge_level"), place),
            self._choice(constraints.get("agent_type"), place),
            self._choice(constraints.get("sources"), place),
        )

    def _query_path(self, data: Mapping[str, Any], place: str) -> QueryPath:
        through = []
        for one in self._list(data.get("constraints"), f"{place}.constraints"):
            said = self._object(one, f"{place}.constraints")
            wanted = said.get("required_intermediate_categories") or said.get("intermediate_categories")
            through.append(self._texts(wanted, f"{place}.constraints"))
        return QueryPath(
            self._needed(data, "subject", place),
            self._needed(data, "object", place),
            self._texts(data.get("predicates"), f"{place}.predicates"),
            tuple(filter(None, through)),
        )

    def _choice(self, data: object, place: str) -> Choice | None:
        said = self._object(data, f"{place}.constraints")
        values = self._texts(said.get("values"), f"{place}.constraints.values")
        return Choice(values, said.get("behavior") != "DENY", bool(said.get("primary_only"))) if values else None

    def _constraints(self, data: object, place: str) -> tuple[AttributeConstraint, ...]:
        def read(one: Mapping[str, Any], where: str) -> AttributeConstraint:
            operator = self._needed(one, "operator", where)
            return AttributeConstraint(
                self._needed(one, "id", where),
                operator,
                one.get("value"),
                _text(one.get("name")),
                bool(one.get("not")),
                _text(one.get("unit_id")),
                _text(one.get("unit_name")),
            )

        return tuple(self._items(self._list(data, place), place, read))

    def node(self, data: Mapping[str, Any], place: str = "knowledge_graph.nodes") -> Node:
        """A node of a knowledge graph."""
        return Node(
            _text(data.get("name")),
            self._texts(data.get("categories"), f"{place}.categories"),
            self.attributes(data.get("attributes"), place),
        )

    def edge(self, data: Mapping[str, Any], place: str = "knowledge_graph.edges") -> Edge:
        """An edge of a knowledge graph.

        Raises:
            MessageError: it does not say what it joins, or by what.
        """
        subject, predicate, object_ = data.get("subject"), data.get("predicate"), data.get("object")
        if not (isinstance(subject, str) and isinstance(predicate, str) and isinstance(object_, str)):
            missing = next(name for name in ("subject", "predicate", "object") if not isinstance(data.get(name), str))
            raise MessageError(f"{place} has no {missing}.")
        said: dict[str, Any] = {}
        kept = []
        for one in self._list(data.get("attributes"), place):
            name = _field(one)
            if name:
                said[name] = one.get("value")
            else:
                kept.append(one)
        negated = data.get("negated", said.get("negated"))
        return Edge(
            self.one(subject),
            self.one(predicate),
            self.one(object_),
            self._sources(data.get("sources"), place),
            self._qualifiers(data.get("qualifiers"), place),
            self.attributes(kept, place),
            _plain(data.get("knowledge_level") or said.get("knowledge_level")),
            _plain(data.get("agent_type") or said.get("agent_type")),
            negated is True or str(negated).casefold() == "true",
        )

    def attributes(self, data: object, place: str, depth: int = 0) -> tuple[Attribute, ...]:
        """A list of attributes; one without a type or a value is left out."""
        if not data:
            return ()
        found = []
        for one in self._list(data, f"{place}.attributes"):
            type_ = one.get("attribute_type_id") if isinstance(one, Mapping) else None
            if not isinstance(type_, str) or one.get("value") is None:
                self._wrong(f"{place} has an attribute without a type or a value; it is left out.")
                continue
            get = one.get
            within = get("attributes")
            found.append(
                Attribute(
                    type_,
                    get("value"),
                    _text(get("original_attribute_name")),
                    _text(get("value_type_id")),
                    _text(get("attribute_source")),
                    _text(get("value_url")),
                    _text(get("description")),
                    self.attributes(within, place, depth + 1) if within and depth < _DEEPEST else (),
                )
            )
        return tuple(found)

    def _sources(self, data: object, place: str) -> tuple[Source, ...]:
        """Most edges name the same few; each is made once."""
        found = []
        for one in self._list(data, place):
            try:
                upstream, urls = one.get("upstream_resource_ids") or (), one.get("source_record_urls") or ()
                key = (one.get("resource_id"), one.get("resource_role"), tuple(upstream), tuple(urls))
                made = self._known_sources.get(key)
            except (AttributeError, TypeError):
                made, key = None, None
            if made is None:
                made = next(iter(self._items([one], f"{place}.sources", self._source)), None)
                if made is not None and key is not None and len(self._known_sources) < _MOST_SOURCES:
                    self._known_sources[key] = made
            if made is not None:
                found.append(made)
        return tuple(found)

    def _source(self, data: Mapping[str, Any], place: str) -> Source:
        return Source(
            self._needed(data, "resource_id", place),
            _text(data.get("resource_role")),
            self._texts(data.get("upstream_resource_ids"), place),
            self._texts(data.get("source_record_urls"), place),
        )

    def _qualifiers(self, data: object, place: str) -> Qualifiers:
        """As a list of types and values, or as one object of them."""
        if not data:
            return ()
        if isinstance(data, Mapping):
            pairs: list[tuple[Any, Any]] = list(data.items())
        else:
            items = [one for one in self._list(data, f"{place}.qualifiers") if isinstance(one, Mapping)]
            pairs = [(one.get("qualifier_type_id"), one.get("qualifier_value")) for one in items]
        right = [(type_.removeprefix(PREFIX), value) for type_, value in pairs if _are_texts(type_, value)]
        if len(right) < len(pairs):
            self._wrong(f"{place} has a qualifier without a type or a value; it is left out.")
        return tuple(right)

    def auxiliary_graph(self, data: Mapping[str, Any], place: str = "auxiliary_graphs") -> AuxiliaryGraph:
        """A named set of edges."""
        edges = self._texts(data.get("edges"), f"{place}.edges")
        return AuxiliaryGraph(edges, self.attributes(data.get("attributes"), place))

    def result(self, data: Mapping[str, Any], place: str = "results") -> Result:
        """An answer."""
        nodes: dict[str, tuple[NodeBinding, ...]] = {}
        for key, said in self._object(data.get("node_bindings"), f"{place}.node_bindings").items():
            nodes[key] = tuple(
                NodeBinding(id_, _text(one.get("query_id")) if isinstance(one, Mapping) else "")
                for one in (said if isinstance(said, list) else [said])
                for id_ in self._bound(one, f"{place}.node_bindings.{key}")
            )
        return Result(nodes, tuple(self._items(self._list(data.get("analyses"), place), place, self._analysis)))

    def _analysis(self, data: Mapping[str, Any], place: str) -> Analysis:
        score = data.get("score")
        return Analysis(
            _text(data.get("resource_id")),
            self._bindings(data.get("edge_bindings"), f"{place}.edge_bindings"),
            self._bindings(data.get("path_bindings"), f"{place}.path_bindings"),
            float(score) if isinstance(score, int | float) and not isinstance(score, bool) else None,
            _text(data.get("scoring_method")),
            self._texts(data.get("support_graphs"), f"{place}.support_graphs"),
            self.attributes(data.get("attributes"), place),
        )

    def _bindings(self, data: object, place: str) -> Mapping[str, tuple[str, ...]]:
        found = {}
        for key, said in self._object(data, place).items():
            each = [self._bound(one, f"{place}.{key}") for one in (said if isinstance(said, list) else [said])]
            found[key] = tuple(dict.fromkeys(id_ for ids in each for id_ in ids))
        return found

    def _bound(self, data: object, place: str) -> tuple[str, ...]:
        """What a binding names: {"id": …} of 1.x, {"ids": […]} of 2.0."""
        if isinstance(data, Mapping):
            if isinstance(data.get("id"), str):
                return (self.one(data["id"]),)
            if "ids" in data:
                return self._texts(data["ids"], f"{place}.ids")
        self._wrong(f"{place} has a binding that names nothing; it is left out.")
        return ()

    def _log(self, data: Mapping[str, Any], place: str) -> Log:
        level = _text(data.get("level")) or "INFO"
        return Log(_text(data.get("timestamp")), level, _text(data.get("message")), _text(data.get("code")))

    def meta_graph(self, data: object) -> MetaGraph:
        """What ``/meta_knowledge_graph`` sends.

        Raises:
            MessageError: it is no such object.
        """
        if not isinstance(data, Mapping) or "edges" not in data:
            raise MessageError(f"This is no meta knowledge graph but {_shown(data)}.")
        nodes = self._object(data.get("nodes"), "nodes")
        prefixes = {
            key: self._texts(self._object(one, f"nodes.{key}").get("id_prefixes"), f"nodes.{key}")
            for key, one in nodes.items()
        }
        return MetaGraph(prefixes, tuple(self._items(self._list(data.get("edges"), "edges"), "edges", self._meta_edge)))

    def _meta_edge(self, data: Mapping[str, Any], place: str) -> MetaEdge:
        qualifiers = {
            _text(one.get("qualifier_type_id")).removeprefix(PREFIX): self._texts(one.get("applicable_values"), place)
            for one in self._list(data.get("qualifiers"), place)
            if isinstance(one, Mapping)
        }
        attributes = [one for one in self._list(data.get("attributes"), place) if isinstance(one, Mapping)]
        return MetaEdge(
            self._needed(data, "subject", place),
            self._needed(data, "predicate", place),
            self._needed(data, "object", place),
            self._texts(data.get("knowledge_types"), place) or ("lookup",),
            qualifiers,
            tuple(filter(None, (_text(one.get("attribute_type_id")) for one in attributes))),
        )

    def _entries(
        self, data: object, place: str, read: Callable[[Mapping[str, Any], str], _Read]
    ) -> Mapping[str, _Read]:
        found: dict[str, _Read] = {}
        for key, value in self._object(data, place).items():
            try:
                if not isinstance(value, Mapping):
                    raise MessageError(f"{place}.{key} is no object but {_shown(value)}.")
                found[self.one(key)] = read(value, f"{place}.{key}")
            except MessageError as error:
                self._wrong(f"{error} It is left out.")
        return found

    def _items(
        self, data: Iterable[object], place: str, read: Callable[[Mapping[str, Any], str], _Read]
    ) -> Iterable[_Read]:
        for number, value in enumerate(data):
            try:
                if not isinstance(value, Mapping):
                    raise MessageError(f"{place}[{number}] is no object but {_shown(value)}.")
                made = read(value, f"{place}[{number}]")
            except MessageError as error:
                self._wrong(f"{error} It is left out.")
            else:
                yield made

    def _object(self, data: object, place: str) -> Mapping[str, Any]:
        if isinstance(data, Mapping):
            return data
        if data is not None:
            self._wrong(f"{place} is no object but {_shown(data)}; it is left out.")
        return {}

    def _list(self, data: object, place: str) -> list[Any]:
        if isinstance(data, list):
            return data
        if data is not None:
            self._wrong(f"{place} is no list but {_shown(data)}; it is left out.")
        return []

    def _texts(self, data: object, place: str) -> tuple[str, ...]:
        if not data:
            return ()
        if isinstance(data, str):
            self._wrong(f"{place} is one text where a list belongs; it is read as a list of one.")
            return (data,)
        items = self._list(list(data) if isinstance(data, tuple) else data, place)
        found = tuple(one for one in items if isinstance(one, str) and one)
        if len(found) < len(items):
            self._wrong(f"{place} has what is no text; it is left out.")
        return found

    def _needed(self, data: Mapping[str, Any], name: str, place: str) -> str:
        found = data.get(name)
        if not isinstance(found, str) or not found:
            raise MessageError(f"{place} has no {name}.")
        return found

    def _wrong(self, sentence: str) -> None:
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(sentence)
        else:
            self.more += 1


def version_of(data: object) -> Version | None:
    """In which version a message is written: as it says, else as its shape shows; None where neither tells."""
    if not isinstance(data, Mapping):
        return None
    said = str(data.get("schema_version") or "")
    if said[:1] == "2":
        return "2.0"
    if said[:2] == "1.":
        return "1.5" if said.startswith("1.5") else "1.6"
    message = data.get("message")
    parts: Mapping[str, Any] = message if isinstance(message, Mapping) else {}
    if "parameters" in data:
        return "2.0"
    if "log_level" in data or "bypass_cache" in data:
        return "1.6"
    asked, graph, results = parts.get("query_graph"), parts.get("knowledge_graph"), parts.get("results")
    for edge in _values(asked, "edges"):
        if "constraints" in edge:
            return "2.0"
        if "attribute_constraints" in edge or "qualifier_constraints" in edge:
            return "1.6"
    for edge in _values(graph, "edges"):
        return "2.0" if "knowledge_level" in edge else "1.6"
    for result in results if isinstance(results, list) else ():
        for binding in (result.get("node_bindings") or {}).values() if isinstance(result, Mapping) else ():
            return "2.0" if isinstance(binding, Mapping) else "1.6"
    return None


def _values(data: object, name: str) -> Iterable[Mapping[str, Any]]:
    found = data.get(name) if isinstance(data, Mapping) else None
    return (one for one in found.values() if isinstance(one, Mapping)) if isinstance(found, Mapping) else ()


def _field(attribute: object) -> str:
    """The field of an edge that an attribute is here; empty for one that stays an attribute."""
    if not isinstance(attribute, Mapping):
        return ""
    type_ = attribute.get("attribute_type_id")
    known = _FIELDS.get(type_, "") if isinstance(type_, str) else ""
    return known or ("negated" if attribute.get("original_attribute_name") == "negated" else "")


def _message_of(data: object) -> Mapping[str, Any]:
    if isinstance(data, Mapping) and isinstance(data.get("message"), Mapping):
        return data
    if isinstance(data, Mapping) and isinstance(data.get("detail") or data.get("description"), str):
        raise MessageError(f"It has no “message”, but this: {str(data.get('detail') or data['description'])[:300]}")
    if isinstance(data, Mapping) and "message" in data:
        raise MessageError(f"In it “message” is {_shown(data['message'])} and no object.")
    what = "an object without “message”" if isinstance(data, Mapping) else _shown(data)
    raise MessageError(f"It is {what}.")


def _seconds(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < sys.maxsize:
        return None
    return float(value)


def _shown(data: object) -> str:
    kinds = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "nothing"}
    kind = kinds.get(type(data), "a number")
    return f"{kind} ({data[:60]!r})" if isinstance(data, str) else kind


def _text(data: object) -> str:
    return data if isinstance(data, str) else ""


def _plain(data: object) -> str:
    return data.removeprefix(PREFIX) if isinstance(data, str) and data else NOT_PROVIDED


def _are_texts(*values: object) -> bool:
    return all(isinstance(value, str) and value for value in values)
