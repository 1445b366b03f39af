"""What the types and relations of an own server are called: guessed, shown, changed, and remembered for that server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.graph.own.choices import Choices, LabelChoice, choices, remember
from kgqa.graph.own.reading import GuessedLabel, SchemaReading
from kgqa.ui.components.text import counted, paragraphs, plain
from kgqa.ui.data import attempts
from kgqa.ui.data import relations as data_relations
from kgqa.ui.session import opening
from kgqa.ui.session.graphs import Choice

if TYPE_CHECKING:
    import pandas as pd

    from kgqa.graph.own.connections import Connection
    from kgqa.load.tables.mapping import RelationWords

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
        words, impossible = data_relations.draw(reading.schema.relations, f"server_relations_{key}")
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
    opening.forget(Choice(settings.OWN_GRAPH, connection))
    attempts.again(connection)
    st.rerun()
