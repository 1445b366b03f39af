"""What the types and relations of a graph are called: guessed or derived, shown, and changed before they are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.graph.own.choices import Choices, LabelChoice, choices, remember
from kgqa.graph.own.reading import GuessedLabel, SchemaReading
from kgqa.presentation.text import counted, paragraphs, plain
from kgqa.schema.model import Relation
from kgqa.schema.relation_words import RelationWords
from kgqa.ui.data import attempts
from kgqa.ui.session import open_graphs
from kgqa.ui.session.graphs import Choice

if TYPE_CHECKING:
    import pandas as pd

    from kgqa.graph.own.connections import Connection
    from kgqa.load.source import Triad

TYPE, COUNT, NAME, IDENTIFIER, EXAMPLES = "Type", "Count", "Shown by", "Told apart by", "Examples"


def frame(labels: Sequence[GuessedLabel]) -> pd.DataFrame:
    """Types as rows that can be edited."""
    import pandas as pd

    rows = [
        {
            TYPE: one.label,
            COUNT: one.count,
            NAME: one.name_property,
            IDENTIFIER: one.id_property,
            EXAMPLES: _examples(one),
        }
        for one in labels
    ]
    return pd.DataFrame(rows, columns=[TYPE, COUNT, NAME, IDENTIFIER, EXAMPLES])


def chosen_of(rows: Sequence[dict[str, Any]], labels: Sequence[GuessedLabel]) -> tuple[LabelChoice, ...]:
    """What a person changed, of types for which both properties are said."""
    return tuple(
        LabelChoice(one.label, row[IDENTIFIER], row[NAME])
        for row, one in zip(rows, labels, strict=True)
        if row[NAME] and row[IDENTIFIER] and (row[NAME], row[IDENTIFIER]) != (one.name_property, one.id_property)
    )


def unknown(picked: Sequence[LabelChoice], labels: Sequence[GuessedLabel]) -> list[str]:
    """A sentence for each property that the things of a type do not have, or that is no text."""
    held = {one.label: {*one.candidates, one.id_property, one.name_property} for one in labels}
    return [
        f"The things of type {one.label!r} have no text property {name!r}."
        for one in picked
        for name in dict.fromkeys((one.name_property, one.id_property))
        if name not in held[one.label]
    ]


def draw(connection: Connection, reading: SchemaReading) -> None:
    """The types and relations of a server that was connected."""
    key = attempts.serial(connection)
    st.markdown("**Types** · how their things are called")
    options = list(dict.fromkeys(name for one in reading.labels for name in (*one.candidates, *_guessed(one))))
    edited = st.data_editor(
        frame(reading.labels),
        key=f"server_labels_{key}",
        hide_index=True,
        disabled=[TYPE, COUNT, EXAMPLES],
        alt="Types of the server: by which property its things are shown, and by which they are told apart",
        column_config={
            TYPE: st.column_config.TextColumn(width=160),
            COUNT: st.column_config.NumberColumn(width=80, format="localized"),
            NAME: st.column_config.SelectboxColumn(options=options, width=145),
            IDENTIFIER: st.column_config.SelectboxColumn(options=options, width=145),
            EXAMPLES: st.column_config.TextColumn(width=200),
        },
    )
    picked = chosen_of(cast("list[dict[str, Any]]", edited.to_dict("records")), reading.labels)
    words: tuple[RelationWords, ...] = ()
    problems = unknown(picked, reading.labels)
    if reading.schema.relations:
        st.markdown("**Relations** · how they read in answers and in questions")
        words, impossible = draw_relations(reading.schema.relations, f"server_relations_{key}")
        problems += impossible
    for sentence in problems:
        st.warning(plain(sentence), icon=":material/warning:")
    for sentence in reading.notes:
        st.caption(plain(sentence))
    label = f"Remember {counted(len(picked) + len(words), 'change')}"
    if (picked or words) and st.button(label, key="remember_choices", disabled=bool(problems)):
        _remember(connection, picked, words)


def _guessed(one: GuessedLabel) -> list[str]:
    return [name for name in (one.name_property, one.id_property) if name]


def _examples(one: GuessedLabel) -> str:
    """Some names of a type, or where nothing names it some values of what may."""
    wanted = [one.name_property] if one.name_property else one.candidates
    return ", ".join(value for item in one.properties if item.name in wanted for value in item.examples)


def keep(connection: Connection, picked: Sequence[LabelChoice], words: Sequence[RelationWords]) -> None:
    """Keeps what was said of the types and relations of a server, with what was said before.

    Raises:
        SettingError: the folder may not be written, or the disk is full.
    """
    folder, uri, database = connection.home or settings.load().data_dir, connection.uri, connection.database
    before = choices(folder, uri, database)
    labels = {one.label: one for one in (*before.labels, *picked)}
    relations = {(one.source, one.type, one.target): one for one in (*before.relations, *words)}
    remember(folder, uri, database, Choices(tuple(labels.values()), tuple(relations.values())))


def _remember(connection: Connection, picked: Sequence[LabelChoice], words: Sequence[RelationWords]) -> None:
    """Keeps the changes, and has the server's graph read anew."""
    try:
        keep(connection, picked, words)
    except KgqaError as error:
        st.error(paragraphs(str(error)), icon=":material/error:")
        return
    open_graphs.forget(Choice(settings.OWN_GRAPH, connection))
    attempts.again(connection)
    st.rerun()


RELATION, RECORDS, FORWARD, INVERSE, SYMMETRIC = "Relation", "Count", "Reads", "Reads backwards", "Symmetric"
LONGEST_WORDS = 200


def relation_frame(relations: Sequence[Relation]) -> pd.DataFrame:
    """Relations as rows that can be edited."""
    import pandas as pd

    rows = [
        {
            RELATION: f"{one.source} – {one.type} → {one.target}",
            RECORDS: one.count,
            FORWARD: one.forward,
            INVERSE: one.inverse,
            SYMMETRIC: one.symmetric,
        }
        for one in relations
    ]
    return pd.DataFrame(rows, columns=[RELATION, RECORDS, FORWARD, INVERSE, SYMMETRIC])


def words_of(rows: Sequence[dict[str, Any]], relations: Sequence[Relation]) -> tuple[RelationWords, ...]:
    """What a person changed; words that were emptied are the derived ones again."""
    changed = []
    for row, one in zip(rows, relations, strict=True):
        forward, inverse = (" ".join(str(row[name] or "").split())[:LONGEST_WORDS] for name in (FORWARD, INVERSE))
        symmetric = bool(row[SYMMETRIC]) and one.source == one.target
        if (forward, inverse, symmetric) != (one.forward, one.inverse, one.symmetric):
            changed.append(RelationWords(one.source, one.type, one.target, forward, inverse, symmetric))
    return tuple(changed)


def cannot_be_symmetric(rows: Sequence[dict[str, Any]], relations: Sequence[Relation]) -> list[str]:
    """A sentence for each relation that was called symmetric and joins things of two types."""
    return [
        f"{one.type!r} joins {one.source!r} with {one.target!r}, so it cannot mean the same in both directions."
        for row, one in zip(rows, relations, strict=True)
        if row[SYMMETRIC] and one.source != one.target
    ]


def draw_relations(
    relations: Sequence[Relation], key: str, examples: Mapping[Triad, Sequence[tuple[str, str]]] | None = None
) -> tuple[tuple[RelationWords, ...], list[str]]:
    """The editor of the wordings, with sentences that they make; gives what was changed, and what cannot be.

    Args:
        examples: the names that some edges of each relation join.
    """
    edited = st.data_editor(
        relation_frame(relations),
        key=key,
        hide_index=True,
        disabled=[RELATION, RECORDS],
        alt="Relations: how each reads in both directions, and whether both directions mean the same",
        column_config={
            RELATION: st.column_config.TextColumn(width=235),
            RECORDS: st.column_config.NumberColumn(width=60, format="localized"),
            FORWARD: st.column_config.TextColumn(width=155, max_chars=LONGEST_WORDS),
            INVERSE: st.column_config.TextColumn(width=155, max_chars=LONGEST_WORDS),
            SYMMETRIC: st.column_config.CheckboxColumn(width=115),
        },
    )
    rows = cast("list[dict[str, Any]]", edited.to_dict("records"))
    if examples:
        with st.expander("Sentences that they make", type="compact"):
            st.markdown("\n".join(f"- {sentence}" for sentence in sentences(rows, relations, examples)))
    return words_of(rows, relations), cannot_be_symmetric(rows, relations)


def sentences(
    rows: Sequence[dict[str, Any]], relations: Sequence[Relation], examples: Mapping[Triad, Sequence[tuple[str, str]]]
) -> list[str]:
    """What edges of each relation say in the words that stand in its row, as Markdown; the last one from its other end.

    A relation that repeats another one is not told again.
    """
    told = []
    for row, one in zip(rows, relations, strict=True):
        pairs = examples.get((one.source, one.type, one.target), ()) if one.mirrors is None else ()
        said = [f"{plain(a)} **{plain(row[FORWARD] or one.forward)}** {plain(b)}" for a, b in pairs[:2]]
        said += [f"{plain(b)} **{plain(row[INVERSE] or one.inverse)}** {plain(a)}" for a, b in pairs[2:]]
        if said:
            told.append(" · ".join(said))
    return told
