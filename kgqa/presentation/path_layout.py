"""The ways over a schema as a drawing: the types and relations on any of them, those of the one that was taken wide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.presentation.drawing import Picture
from kgqa.presentation.schema_layout import schema_picture
from kgqa.records import SchemaPath
from kgqa.schema.model import Schema

TAKEN, OTHER = 6.0, 1.5
"""Widths of the arrows on the way that was taken, and of all others."""


def paths_picture(paths: Sequence[SchemaPath], schema: Schema) -> Picture:
    """The part of the schema that some ways go over."""
    steps = {step for one in paths for step in one.steps}
    taken = {step for one in paths if one.taken for step in one.steps}
    labels = {label for source, _, target in steps for label in (source, target)}
    part = replace(
        schema,
        nodes=tuple(node for node in schema.nodes if node.label in labels),
        relations=tuple(one for one in schema.relations if (one.source, one.type, one.target) in steps),
    )
    picture = schema_picture(part)
    drawn = {dot.key: dot.kind for dot in picture.dots}
    ways = {one.key: (drawn[one.source], one.relation, drawn[one.target]) for one in picture.arrows}
    return replace(
        picture,
        name="Drawing of the paths over the schema; the one that was taken is wide",
        arrows=tuple(replace(one, width=TAKEN if ways[one.key] in taken else OTHER) for one in picture.arrows),
    )
