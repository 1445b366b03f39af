"""The columns of a table, each with examples, what it is used as, and its type, to be changed before a load."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import streamlit as st

from kgqa.load.tables.mapping import Column, Use
from kgqa.load.tables.survey import Sheet
from kgqa.presentation.text import plain
from kgqa.schema.model import PropertyType
from kgqa.ui.data.files import Stem

if TYPE_CHECKING:
    import pandas as pd

USES: Mapping[Stem, Mapping[Use, str]] = {
    "nodes": {
        "id": "Identifier",
        "name": "Name",
        "label": "Type of thing",
        "synonyms": "Other names",
        "definition": "Definition",
        "property": "Property of the thing",
    },
    "edges": {
        "source": "From: identifier",
        "source_name": "From: name",
        "source_label": "From: type",
        "type": "Relation",
        "target": "To: identifier",
        "target_name": "To: name",
        "target_label": "To: type",
        "property": "Property of the relation",
    },
}
TYPES: Mapping[PropertyType, str] = {
    "STRING": "text",
    "INTEGER": "whole number",
    "FLOAT": "number",
    "BOOLEAN": "true or false",
    "LIST": "list",
}
COLUMN, EXAMPLES, USED_AS, TYPE, IMPORT = "Column", "Examples", "Used as", "Type", "Import"
LONGEST_EXAMPLES = 200


def frame(sheet: Sheet, stem: Stem) -> pd.DataFrame:
    """The columns of a table as rows that can be edited."""
    import pandas as pd

    uses = USES[stem]
    rows = [
        {
            COLUMN: column.name,
            EXAMPLES: ", ".join(sheet.examples.get(column.name, ()))[:LONGEST_EXAMPLES],
            USED_AS: uses.get(column.use, uses["property"]),
            TYPE: TYPES[column.type],
            IMPORT: column.use != "leave_out",
        }
        for column in sheet.columns
    ]
    return pd.DataFrame(rows, columns=[COLUMN, EXAMPLES, USED_AS, TYPE, IMPORT])


def columns_of(rows: list[dict[str, Any]], stem: Stem) -> tuple[Column, ...]:
    """The columns as a person left them; a use or a type that was emptied is that of any other column."""
    uses = {words: use for use, words in USES[stem].items()}
    types = {words: type_ for type_, words in TYPES.items()}
    columns = []
    for row in rows:
        use: Use = uses.get(row[USED_AS], "property") if row[IMPORT] else "leave_out"
        type_: PropertyType = types.get(row[TYPE], "STRING") if use == "property" else "STRING"
        columns.append(Column(str(row[COLUMN]), use, type_))
    return tuple(columns)


def used_twice(columns: tuple[Column, ...], stem: Stem) -> list[str]:
    """A sentence for each use that two columns have and only one can."""
    held: dict[Use, list[str]] = {}
    for column in columns:
        if column.use not in ("property", "leave_out"):
            held.setdefault(column.use, []).append(column.name)
    return [
        f"The columns {names[0]!r} and {names[1]!r} of {stem} are both used as “{USES[stem][use]}”. Change one of them."
        for use, names in held.items()
        if len(names) > 1
    ]


def draw(sheet: Sheet, stem: Stem, key: str) -> tuple[Column, ...]:
    """The editor of one table's columns, with its first rows below; gives the columns as they are now."""
    st.markdown(f"**{stem.capitalize()}** · {plain(sheet.file)}")
    edited = st.data_editor(
        frame(sheet, stem),
        key=key,
        hide_index=True,
        disabled=[COLUMN, EXAMPLES],
        alt=f"Columns of the table of {stem}: what each is used as, its type, and whether it is imported",
        column_config={
            COLUMN: st.column_config.TextColumn(width=140),
            EXAMPLES: st.column_config.TextColumn(width=180),
            USED_AS: st.column_config.SelectboxColumn(options=list(USES[stem].values()), required=True, width=190),
            TYPE: st.column_config.SelectboxColumn(
                options=list(TYPES.values()), required=True, width=125, help="Of a property; text stays as it is."
            ),
            IMPORT: st.column_config.CheckboxColumn(width=90),
        },
    )
    with st.expander(f"First {len(sheet.rows)} rows of {plain(sheet.file)}", type="compact"):
        _draw_rows(sheet, stem)
    return columns_of(cast("list[dict[str, Any]]", edited.to_dict("records")), stem)


def _draw_rows(sheet: Sheet, stem: Stem) -> None:
    import pandas as pd

    names = [column.name for column in sheet.columns]
    rows = [
        [" | ".join(value) if isinstance(value, list) else value for value in (row.get(name, "") for name in names)]
        for row in sheet.rows
    ]
    st.dataframe(pd.DataFrame(rows, columns=names), hide_index=True, height=240, alt=f"First rows of {stem}")
