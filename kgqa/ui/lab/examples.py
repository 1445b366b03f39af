"""Statements to begin with, made from the schema of the graph."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from kgqa.errors import QueryError
from kgqa.graph.quoting import quoted
from kgqa.presentation.text import plain
from kgqa.schema.model import Relation, Schema
from kgqa.ui.lab.state import lab

RELATIONS = 2


def draw(schema: Schema) -> None:
    """Buttons that put a statement into the box; a sentence where the graph holds nothing."""
    if not schema.nodes:
        st.markdown("This graph holds nothing yet. Load one, or ask another graph.")
        return
    st.markdown("##### Begin with one of these", anchors=False)
    with st.container(gap="xxsmall", key="lab_examples"):
        for place, (title, text) in enumerate(examples(schema)):
            st.button(
                plain(title), icon=":material/arrow_forward:", type="tertiary", key=f"lab_example_{place}",
                on_click=lab().put, args=(text,),
            )  # fmt: skip


def examples(schema: Schema) -> Iterator[tuple[str, str]]:
    """Statements with what they ask for in words: of each of the most frequent relations its facts and its counts."""
    for relation in sorted(schema.relations, key=lambda one: -one.count)[:RELATIONS]:
        try:
            yield from _about(schema, relation)
        except QueryError:  # a name that cannot stand in a statement
            continue
    for node in sorted(schema.nodes, key=lambda one: -one.count)[:1]:
        try:
            label, name = quoted(node.label), quoted(node.name_property)
        except QueryError:
            continue
        yield (
            f"{node.plural[:1].upper()}{node.plural[1:]} by name",
            (f"MATCH (n:{label})\nRETURN n.{name} AS name\nORDER BY name\nLIMIT 50"),
        )


def _about(schema: Schema, relation: Relation) -> Iterator[tuple[str, str]]:
    ends = {node.label: node for node in schema.nodes}
    if not {relation.source, relation.target} <= ends.keys():
        return
    one, other = ends[relation.source], ends[relation.target]
    first, second = (quoted(node.name_property) for node in (one, other))
    pattern = f"MATCH (a:{quoted(one.label)})-[:{quoted(relation.type)}]->(b:{quoted(other.label)})"
    yield (
        f"What is recorded: a {one.singular} {relation.forward} a {other.singular}",
        f"{pattern}\nRETURN a.{first}, b.{second}\nLIMIT 50",
    )
    yield (
        f"Which {other.plural} most {one.plural} lead to by “{relation.forward}”",
        f"{pattern}\nRETURN b.{second} AS name, count(DISTINCT a) AS number\nORDER BY number DESC\nLIMIT 20",
    )
