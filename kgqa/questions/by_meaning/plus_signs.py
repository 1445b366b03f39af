"""Nothing but three names or more with plus signs between them, not all of one type: "autosomal recessive + situs
inversus + polydactyly" asks for the things of the only type that can have all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from kgqa.language.normalise import NAME, blanked
from kgqa.questions.ambiguity import with_candidate
from kgqa.questions.text.rewriting import Edit
from kgqa.questions.wording import listed
from kgqa.records import Entity
from kgqa.schema.model import Schema

_FEWEST = 3
"""Names of such a row; of two it may as well be asked how they are joined."""
_ROW = re.compile(rf"\W*{NAME}+(?:\s*[+&,]\s*{NAME}+)+[?.!\s]*")


def put(text: str, entities: Sequence[Entity], schema: Schema) -> Edit | None:
    """The whole question in the form that is read; None where it is no such row, all names are of one type, some are
    joined to each other, or things of several types may have them."""
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    if len(entities) < _FEWEST or "+" not in masked or not _ROW.fullmatch(masked):
        return None
    found = {}
    for node in schema.nodes:
        meant = [one for entity in entities if (one := _joined(node.label, entity, schema)) is not None]
        labels = {one.chosen.label for one in meant}
        apart = not any(_are_joined(one, other, schema) for one, other in combinations(labels, 2))
        if len(meant) == len(entities) and len(labels) > 1 and apart and node.label not in labels:
            found[node.plural] = meant
    if len(found) != 1:
        return None
    ((things, meant),) = found.items()
    said = sorted(meant, key=lambda one: sum(other.chosen.label == one.chosen.label for other in meant), reverse=True)
    return Edit(0, len(text), f"Which {things} have {listed([one.chosen.name for one in said])}?")


def _joined(label: str, entity: Entity, schema: Schema) -> Entity | None:
    """A name as the first of what it may mean that a relation joins to things of a type; None where none does."""
    for one in (entity.chosen, *entity.rivals):
        if _are_joined(label, one.label, schema):
            return with_candidate(entity, one)
    return None


def _are_joined(label: str, other: str, schema: Schema) -> bool:
    """Whether a relation that is no order of kinds joins two types."""
    return any(not relation.hierarchical for relation, _ in schema.between(label, other))
