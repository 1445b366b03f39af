"""Which relations of a graph speak against each other, by the words of their names.

Two relations do where their concepts are opposed in the lexicon (``treats`` and ``contraindicated``), or where their
names differ in nothing but two words that turn a meaning ("increases activity of", "decreases activity of"); and only
where the same end does it: that A inhibits B says nothing of whether B activates A.
"""

from __future__ import annotations

from kgqa.language import everyday
from kgqa.schema import derive
from kgqa.schema.model import Relation, Schema
from kgqa.schema.reconcile import concept_of


def speak_against(schema: Schema, one: Relation, other: Relation, *, same_way: bool = True) -> bool:
    """Whether a record of one relation speaks against the other, both said of the same two things.

    Args:
        same_way: the thing that is the source of one is the source of the other.
    """
    named = {node.label: node.singular for node in schema.nodes}
    first, second = concept_of(one, named), concept_of(other, named)
    if first is not None and second is not None and everyday.opposed(first.concept, second.concept):
        symmetric = first.concept.symmetric or second.concept.symmetric
        return symmetric or same_way == (first.source_does == second.source_does)
    ends = (one.source, one.target) if same_way else (one.target, one.source)
    if not same_way or ends != (other.source, other.target):
        return False
    names = (derive.name_between(each.type, each.source, each.target) for each in (one, other))
    return everyday.are_opposite(*names)
