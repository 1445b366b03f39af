"""The schema of the graph on the page: as a drawing, as a table, and as questions that begin there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.presentation.schema_layout import most_types, schema_picture
from kgqa.presentation.text import counted, number, paragraphs, plain
from kgqa.questions.intent import Hop
from kgqa.questions.verbalisation import question_about
from kgqa.questions.wording import listed
from kgqa.records import Node
from kgqa.schema.model import Relation, Schema
from kgqa.ui.components import graph_view, picture_view
from kgqa.ui.session import graphs, navigation

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

QUESTIONS = 6
"""Questions that are offered; of each relation at most one from either end."""
MOST_ROWS = 24
"""Relations in the table that is open."""
TRIED = 8
"""Relations that are tried for them, the ones with most facts."""


def draw(asker: Asker) -> None:
    """What the graph holds, with counts by the database."""
    schema, card = asker.schema, asker.card
    nodes, facts = sum(node.count for node in schema.nodes), sum(one.count for one in schema.relations)
    st.markdown("# What this graph holds", anchors=False)
    entry = graphs.entry(card.name)
    groups = ""
    if entry is not None and entry.groups:
        groups = f" and {counted(entry.groups, 'group')} that a vocabulary adds"
    held = f"{number(nodes)} nodes{groups}, {number(facts)} relationships; counts by the database"
    parts = (card.title, card.version, held)
    st.markdown(" · ".join(plain(part) for part in parts if part))
    if not schema.nodes:
        st.markdown("It holds nothing yet. Load a graph, or set another one.")
        return
    left, right = st.columns([1.1, 1], gap="medium")
    with left:
        narrow = graph_view.is_narrow()
        around = _draw_around(schema, most_types(narrow=narrow))
        picture = schema_picture(schema, around=around, narrow=narrow)
        picture_view.draw(picture, key="schema", title="Types and relations", actions=())
        st.caption("Arrows run from subject to object; point at one, or choose a type, for all of its relations.")
        _draw_questions(asker)
    with right:
        _draw_relations(asker, around)


def _draw_around(schema: Schema, most: int) -> str:
    """Of which type the relations are drawn, where there are too many types for one drawing; empty for all."""
    if len(schema.nodes) <= most:
        return ""
    names = {node.label: node.plural for node in sorted(schema.nodes, key=lambda node: node.plural)}
    return st.selectbox(
        "Relations of", ("", *names), key="schema_around",
        format_func=lambda label: plain(names.get(label, "the types with most facts")),
    )  # fmt: skip


def _draw_relations(asker: Asker, around: str) -> None:
    """Every relation as a row of a real table, the most frequent first; of many the rarer ones stand folded."""
    wording = asker.explorer.wording
    rows = [
        (
            plain(wording.things(relation.source, 1)),
            plain(relation.forward),
            plain(wording.things(relation.target, 1)),
            number(relation.count),
        )
        for relation in sorted(asker.schema.relations, key=lambda one: -one.count)
        if not around or around in (relation.source, relation.target)
    ]
    _draw_table(rows[:MOST_ROWS])
    if rest := rows[MOST_ROWS:]:
        with st.expander(f"{counted(len(rest), 'more relation')}, less frequent"):
            _draw_table(rest)
    for carried, names in _carried(asker.schema).items():
        st.caption(plain(f"Records of {listed([f'“{name}”' for name in names])} carry {carried}."))
    types = ", ".join(f"{number(node.count)} {node.plural}" for node in asker.schema.nodes)
    st.caption(plain(f"Types: {types}."))


def _draw_table(rows: list[tuple[str, str, str, str]]) -> None:
    import pandas as pd

    if rows:
        frame = pd.DataFrame(rows, columns=["From", "Relation", "To", "Count"])
        st.table(frame, border="horizontal", hide_index=True, alt="Relations of this graph")


def _carried(schema: Schema) -> dict[str, list[str]]:
    """By what facts tell beside their ends, the fields with a meaning first, the relations that tell just this."""
    found: dict[str, list[str]] = {}
    for relation in sorted(schema.relations, key=lambda one: -one.count):
        telling = [one.name.replace("_", " ") for one in relation.properties if one.role != "text"]
        names = found.setdefault(listed(telling), [])
        if relation.forward not in names:
            names.append(relation.forward)
    found.pop("", None)
    return found


def _draw_questions(asker: Asker) -> None:
    st.markdown("## Ask from here", anchors=False)
    try:
        questions = list(examples(asker))
    except KgqaError as error:
        st.error(paragraphs(str(error)), icon=":material/error:")
        return
    with st.container(gap="xxsmall", key="from_schema"):
        for place, question in enumerate(questions):
            key = f"from_schema_{place}"
            if st.button(plain(question), icon=":material/arrow_forward:", type="tertiary", key=key):
                navigation.ask(question)
    if not questions:
        st.caption("No question could be made from the names of this graph.")


def remembered_examples(asker: Asker, most: int, relations: Sequence[Relation] = ()) -> list[str]:
    """The first of such questions, made once for each graph and session; none where the graph cannot be read now.

    Args:
        relations: which they are to be about; none for those with most facts.
    """
    made: dict[tuple[object, ...], list[str]] = st.session_state.setdefault("example_questions", {})
    key = (asker.card.name, asker.source, most, tuple((one.type, one.source, one.target) for one in relations))
    if key not in made:
        try:
            made[key] = list(examples(asker, most, relations))
        except KgqaError:
            return []
    return made[key]


def concerned(asker: Asker, question: str) -> list[Relation]:
    """The relations that words of a question ask for, then those of the types that it speaks of."""
    items = asker.interpreter.items(question, ())
    said = {relation for item in items for relation in item.meaning.relations}
    labels = {label for item in items for label in item.meaning.labels}
    weighed = [((one in said) * 2 + len({one.source, one.target} & labels), one) for one in with_examples(asker)]
    return [one for weight, one in sorted(weighed, key=lambda pair: -pair[0]) if weight]


def examples(asker: Asker, most: int = QUESTIONS, relations: Sequence[Relation] = ()) -> Iterator[str]:
    """Questions about things of this graph, each tried on the reader.

    Args:
        relations: which they are to be about; none for those with most facts.

    Raises:
        KgqaError: the graph could not be read.
    """
    found: dict[str, None] = {}
    for relation in (relations or _frequent(asker))[:TRIED]:
        for question in _about(asker, relation):
            if len(found) < most and question not in found:
                found[question] = None
                yield question


def with_examples(asker: Asker) -> list[Relation]:
    """The relations of which a question can ask by themselves, the ones with most facts first: none that is asked as
    another one, or only denies another."""
    return [one for one in _frequent(asker) if one.mirrors is None and one.negates is None]


def example(asker: Asker, relation: Relation) -> tuple[str, str] | None:
    """What a relation says in words, and a question about it; None where none would be read so.

    Raises:
        KgqaError: the graph could not be read.
    """
    question = next(_about(asker, relation), None)
    if question is None:
        return None
    source, target = (asker.explorer.wording.things(label, 1) for label in (relation.source, relation.target))
    said = relation.forward
    return f"{source} {said if said.endswith(f' {target}') else f'{said} {target}'}", question


def _about(asker: Asker, relation: Relation) -> Iterator[str]:
    """A question from either end of a relation, about the first of some things for which it would be read."""
    pairs = asker.explorer.sample(relation)[:3]
    for place, forward in enumerate((True, False)):
        for pair in pairs:
            details = asker.explorer.thing(pair[place].id)
            question = details and question_about(asker, details.thing, Hop(relation, forward))
            if question:
                yield question
                break


def starts(asker: Asker, most: int = 8) -> list[Node]:
    """Things to begin with: both ends of facts of the most frequent relations.

    Raises:
        KgqaError: the graph could not be read.
    """
    found: dict[tuple[str, str], Node] = {}
    for relation in _frequent(asker)[:most]:
        for pair in asker.explorer.sample(relation)[:1]:
            for node in pair:
                found.setdefault((node.label, node.name), node)
    return list(found.values())[:most]


def _frequent(asker: Asker) -> list[Relation]:
    return sorted(asker.schema.relations, key=lambda one: -one.count)
