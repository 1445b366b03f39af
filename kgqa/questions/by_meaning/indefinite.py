"""What stands for things of any type: "anything with A" asks for what by far the most links join to A, and "where is A
described" asks for that as well, where none of it is a place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.language import thesaurus
from kgqa.questions.answer_type import FAR_MORE
from kgqa.questions.text.rewriting import Edit
from kgqa.records import Entity
from kgqa.schema.model import NodeType, Schema

_WHERE = re.compile(
    r"(?:^|(?<=[,;:–—-]\s))\W*(?P<where>where)(?P<else>\s+else)?\s+(?=(?:is|are|was|were|has|have|do|does|did|can)\b[^?.!]*"
    r"\b(?:described|reported|recorded|documented|noted|seen|observed|encountered|expect(?:ed)?|occurs?|met|listed)\b)",
    re.IGNORECASE,
)
"""Where something is found, as findings are in whatever shows them."""
_FOUND = frozenset({"seen", "observed", "occur", "appear"})
_PLACES = ("location", "facility", "structure", "area", "organization", "body part")


def most_joined(types: Sequence[NodeType], entities: Sequence[Entity], schema: Schema) -> list[NodeType]:
    """Of some types the one that by far the most links join to each named thing; all of them where none is."""
    labels = [{one.label for one in ((e.chosen, *e.rivals) if e.tied else (e.chosen,))} for e in entities]
    if not labels or len(types) < 2:
        return list(types)
    links = {node.label: min(_links(schema, node.label, ends) for ends in labels) for node in types}
    first, second, *_ = sorted(types, key=lambda node: -links[node.label])
    return [first] if links[first.label] > FAR_MORE * links[second.label] else list(types)


def _links(schema: Schema, label: str, ends: set[str]) -> int:
    """How many links join things of a type to those of some others."""
    joined = (one for one in schema.relations if not (one.hierarchical or one.negates or one.mirrors))
    return sum(
        one.count for one in joined if label in (one.source, one.target) and ({one.source, one.target} - {label}) & ends
    )


def where(text: str, joined: Sequence[NodeType], entities: Sequence[Entity], schema: Schema) -> list[Edit]:
    """ "Where" as what it asks for of things that are no places ("in which diseases"); nothing where places may be
    meant, or things of several types.

    Args:
        joined: the types of which things are linked to those that are named.
    """
    match = _WHERE.search(text)
    if match is None or not entities or any(map(_is_place, joined)):
        return []
    meant = most_joined(joined, entities, schema)
    if len(meant) != 1 or not all(_shows(schema, meant[0].label, one.chosen.label) for one in entities):
        return []
    noun = f"other {meant[0].plural}" if match["else"] else meant[0].plural
    return [Edit(match.start("where"), match.end("else") if match["else"] else match.end("where"), f"in which {noun}")]


def _shows(schema: Schema, label: str, other: str) -> bool:
    """Whether a relation between things of two types says that the one is found in the other."""
    joined = (one for one in schema.relations if {one.source, one.target} == {label, other})
    return any(word.split()[0] in _FOUND for one in joined for word in one.words if word)


def _is_place(node: NodeType) -> bool:
    noun = node.singular.lower().split()[-1]
    return any(thesaurus.is_kind_of(noun, place) for place in _PLACES)
