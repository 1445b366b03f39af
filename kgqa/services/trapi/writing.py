"""From the records of ``model`` to JSON of a version; nothing is null in any of them.

1.6 names bindings one by one, has knowledge level, agent type and constraints of an edge elsewhere, and asks for some
lists even where they are empty; 2.0 leaves out whatever is empty. 1.5 is 1.6 without paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kgqa.services.trapi.biolink import PREFIX, prefixed
from kgqa.services.trapi.model import (
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
    QueryEdge,
    QueryGraph,
    QueryNode,
    Request,
    Response,
    Result,
    Source,
    Version,
)

SCHEMA_VERSIONS: Mapping[Version, str] = {"1.5": "1.5.0", "1.6": "1.6.0", "2.0": "2.0.0"}
"""As a message names the version it is in."""


def response(said: Response, version: Version) -> dict[str, Any]:
    """An answer as it is sent."""
    new = version == "2.0"
    return {"message": message(said.message, version)} | _filled(
        status=said.status,
        description=said.description,
        logs=[log(one) for one in said.logs],
        schema_version=SCHEMA_VERSIONS[version],
        biolink_version=said.biolink_version,
        workflow=list(said.workflow),
        data_release_versions=dict(said.releases) if new else None,
        parameters=dict(said.parameters) if new else None,
    )


def request(asked: Request, version: Version) -> dict[str, Any]:
    """A question as it is sent."""
    options = _filled(log_level=asked.log_level, bypass_cache=asked.bypass_cache or None)
    made = {"message": message(asked.message, version)} | _filled(
        submitter=asked.submitter,
        workflow=list(asked.workflow),
        callback=asked.callback,
    )
    if version != "2.0":
        return made | options
    timeout = {} if asked.timeout is None else {"timeout": asked.timeout}
    return made | _filled(parameters=options | timeout)


def message(said: Message, version: Version) -> dict[str, Any]:
    """What stands under "message"."""
    graph = {
        "nodes": {key: node(one, version) for key, one in said.nodes.items()},
        "edges": {key: edge(one, version) for key, one in said.edges.items()},
    }
    made: dict[str, Any] = {}
    if said.query_graph is not None:
        made["query_graph"] = query_graph(said.query_graph, version)
    if said.results is not None or said.nodes:
        made["knowledge_graph"] = graph
    if said.results is not None:
        made["results"] = [result(one, version) for one in said.results]
    if said.auxiliary_graphs:
        made["auxiliary_graphs"] = {key: auxiliary_graph(one, version) for key, one in said.auxiliary_graphs.items()}
    return made


def query_graph(asked: QueryGraph, version: Version) -> dict[str, Any]:
    """A question; 1.x has either edges or a path."""
    inner = "required_intermediate_categories" if version == "2.0" else "intermediate_categories"
    paths = {
        key: _filled(
            subject=one.subject,
            object=one.object,
            predicates=list(one.predicates),
            constraints=[{inner: list(each)} for each in one.through],
        )
        for key, one in asked.paths.items()
    }
    made: dict[str, Any] = {"nodes": {key: _query_node(one) for key, one in asked.nodes.items()}}
    if asked.edges or (version != "2.0" and not paths):
        made["edges"] = {key: _query_edge(one, version) for key, one in asked.edges.items()}
    return made | ({"paths": paths} if paths and version != "1.5" else {})


def _query_node(asked: QueryNode) -> dict[str, Any]:
    return _filled(
        ids=list(asked.ids),
        categories=list(asked.categories),
        set_interpretation=asked.set_interpretation,
        member_ids=list(asked.member_ids),
        constraints=[_constraint(one) for one in asked.constraints],
    )


def _query_edge(asked: QueryEdge, version: Version) -> dict[str, Any]:
    made = _filled(
        subject=asked.subject,
        object=asked.object,
        predicates=list(asked.predicates),
        knowledge_type=asked.knowledge_type,
    )
    attributes = [_constraint(one) for one in asked.attributes]
    if version == "2.0":
        constraints = _filled(
            knowledge_level=_choice(asked.knowledge_level),
            agent_type=_choice(asked.agent_type),
            attributes=attributes,
            qualifiers=[{prefixed(type_): value for type_, value in one} for one in asked.qualifiers],
            sources=_choice(asked.sources),
        )
        return made | _filled(constraints=constraints)
    sets = [{"qualifier_set": _qualifiers(one)} for one in asked.qualifiers]
    return made | _filled(attribute_constraints=attributes, qualifier_constraints=sets)


def _choice(asked: Choice | None) -> dict[str, Any] | None:
    if asked is None:
        return None
    made: dict[str, Any] = {"behavior": "ALLOW" if asked.allow else "DENY", "values": list(asked.values)}
    return made | ({"primary_only": True} if asked.primary_only else {})


def _constraint(asked: AttributeConstraint) -> dict[str, Any]:
    made = {"id": asked.id, "name": asked.name or asked.id, "operator": asked.operator, "value": asked.value}
    return made | _filled(unit_id=asked.unit_id, unit_name=asked.unit_name) | ({"not": True} if asked.negated else {})


def _qualifiers(said: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"qualifier_type_id": PREFIX + type_, "qualifier_value": value} for type_, value in said]


def node(said: Node, version: Version) -> dict[str, Any]:
    """A node of a knowledge graph."""
    made = _filled(name=said.name, categories=list(said.categories) or ["biolink:NamedThing"])
    return made | _attributes(said.attributes, version != "2.0")


def edge(said: Edge, version: Version) -> dict[str, Any]:
    """An edge of a knowledge graph."""
    made = _filled(
        subject=said.subject,
        predicate=said.predicate,
        object=said.object,
        qualifiers=_qualifiers(said.qualifiers),
        sources=[_source(one) for one in said.sources],
    )
    attributes = list(said.attributes)
    if said.negated:
        attributes.append(Attribute("biolink:negated", value=True))
    if version == "2.0":
        made |= {"knowledge_level": said.knowledge_level, "agent_type": said.agent_type}
        return made | _attributes(attributes, even_empty=False)
    attributes.append(Attribute("biolink:knowledge_level", said.knowledge_level))
    attributes.append(Attribute("biolink:agent_type", said.agent_type))
    return made | _attributes(attributes, even_empty=True)


def _source(said: Source) -> dict[str, Any]:
    return _filled(
        resource_id=said.id,
        resource_role=said.role,
        upstream_resource_ids=list(said.upstream),
        source_record_urls=list(said.urls),
    )


def _attributes(said: Iterable[Attribute], even_empty: bool) -> dict[str, Any]:
    made = [_attribute(one) for one in said]
    return {"attributes": made} if made or even_empty else {}


def _attribute(said: Attribute) -> dict[str, Any]:
    made = {"attribute_type_id": said.type, "value": said.value}
    return made | _filled(
        original_attribute_name=said.name,
        value_type_id=said.value_type,
        attribute_source=said.source,
        value_url=said.url,
        description=said.description,
        attributes=[_attribute(one) for one in said.attributes],
    )


def auxiliary_graph(said: AuxiliaryGraph, version: Version) -> dict[str, Any]:
    """A named set of edges."""
    return {"edges": list(said.edges)} | _attributes(said.attributes, version != "2.0")


def result(said: Result, version: Version) -> dict[str, Any]:
    """An answer."""
    if version == "2.0":
        bound: dict[str, Any] = {key: {"ids": [one.id for one in each]} for key, each in said.nodes.items()}
    else:
        bound = {
            key: [_filled(id=one.id, query_id=one.query_id) | {"attributes": []} for one in each]
            for key, each in said.nodes.items()
        }
    analyses = [_analysis(one, version) for one in said.analyses]
    return {"node_bindings": bound} | ({"analyses": analyses} if analyses or version != "2.0" else {})


def _analysis(said: Analysis, version: Version) -> dict[str, Any]:
    made = _filled(
        resource_id=said.resource,
        path_bindings=_bindings(said.paths, version),
        scoring_method=said.scoring_method,
        support_graphs=list(said.support_graphs),
    )
    if said.edges or (version != "2.0" and not said.paths):
        made["edge_bindings"] = _bindings(said.edges, version)
    if said.score is not None:
        made["score"] = said.score
    return made | _attributes(said.attributes, even_empty=False)


def _bindings(said: Mapping[str, tuple[str, ...]], version: Version) -> dict[str, Any]:
    if version == "2.0":
        return {key: {"ids": list(ids)} for key, ids in said.items() if ids}
    return {key: [{"id": id_, "attributes": []} for id_ in ids] for key, ids in said.items()}


def log(said: Log) -> dict[str, Any]:
    """What a service says of its work."""
    return _filled(timestamp=said.timestamp, level=said.level, message=said.message, code=said.code)


def meta_graph(said: MetaGraph, version: Version) -> dict[str, Any]:
    """What ``/meta_knowledge_graph`` sends."""
    nodes = {
        key: {"id_prefixes": list(each)} | _attributes((), version != "2.0") for key, each in said.prefixes.items()
    }
    return {"nodes": nodes, "edges": [_meta_edge(one) for one in said.edges]}


def _meta_edge(said: MetaEdge) -> dict[str, Any]:
    qualifiers = [
        _filled(qualifier_type_id=PREFIX + type_, applicable_values=list(values))
        for type_, values in said.qualifiers.items()
    ]
    attributes = [{"attribute_type_id": one} for one in said.attributes]
    return _filled(
        subject=said.subject,
        predicate=said.predicate,
        object=said.object,
        knowledge_types=list(said.knowledge_types),
        qualifiers=qualifiers,
        attributes=attributes,
    )


def _filled(**parts: Any) -> dict[str, Any]:
    """Those that say something."""
    return {name: value for name, value in parts.items() if value is not None and value not in ("", [], {})}
