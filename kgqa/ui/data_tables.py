"""The import of two tables: which they are, what their columns mean, what they would make, and what to call it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from kgqa.errors import LoadError
from kgqa.graph.entries import check_name
from kgqa.graph.load.mapping import Fixed, TablesMapping
from kgqa.graph.load.preview import Preview
from kgqa.ui import data_cards, data_columns, data_draft, data_files, data_loading, data_survey, graphs
from kgqa.ui.data_draft import Draft
from kgqa.ui.data_files import STEMS
from kgqa.ui.text import badge, number, paragraphs, plain

UPLOAD, FOLDER = "Upload files", "A folder on this machine"
NAME = "import_name"
"""Widget key of the name of the new graph."""
_PROBLEM = "import_problem"
_FORM = "import_serial"

CITED = (
    ("title", "Title", "as the name"),
    ("version", "Version", "the day of the files"),
    ("licence", "Licence", "CC BY 4.0"),
    ("citation", "Citation", "authors, title, year"),
)
"""How a graph is cited: field, label, and what stands in the empty box."""

FIXED: dict[Fixed, str] = {
    "label": "No column says what type the things are. All of them are a",
    "type": "No column names the relation. Every row says that the first thing",
    "source_label": "Type of every thing on the “from” side",
    "target_label": "Type of every thing on the “to” side",
}


@st.fragment
def draw() -> None:
    """The whole tab."""
    draft = data_draft.current()
    left, right = st.columns([1, 1.62], gap="medium")
    with left:
        _draw_files(draft)
        card = _draw_names()
    with right:
        if draft.problem:
            st.error(paragraphs(draft.problem), icon=":material/error:")
        elif draft.guess is not None:
            _draw_tables(draft, draft.guess, card)
            return
        else:
            _draw_how()
        data_loading.draw()


def _draw_files(draft: Draft) -> None:
    where = st.radio("Where the tables are", [UPLOAD, FOLDER], horizontal=True, key="import_where")
    serial = st.session_state.setdefault(_FORM, 0)
    if where == FOLDER:
        path = st.text_input("Folder with the tables “nodes” and “edges”", key=f"import_folder_{serial}")
        if path and path.strip():
            draft.take_folder(path.strip())
        elif draft.folder is not None:
            data_draft.reset()
            st.rerun(scope="fragment")
        return
    most = data_files.MOST_BYTES // 1_000_000
    files: dict[data_files.Stem, Any] = {
        stem: st.file_uploader(
            f"{stem.capitalize()}: CSV, TSV, JSON lines or Parquet, up to {most} MB",
            type=list(data_files.ENDINGS),
            max_upload_size=most,
            key=f"import_{stem}_{serial}",
        )
        for stem in STEMS
    }
    draft.take_uploads(files)


def _draw_names() -> dict[str, str]:
    """The name of the new graph and how it is cited."""
    wanted = st.session_state.pop(data_cards.REPLACE, None)
    if wanted is not None:
        _prefill(wanted)
    name = st.text_input(
        "Name of the new graph", key=NAME, max_chars=40, placeholder="gene-panel-2026",
        help="1 to 40 of the characters a to z, 0 to 9, hyphen and underscore.",
    )  # fmt: skip
    mine = data_loading.mine()
    entry = graphs.entry(name) if name and (mine is None or mine.name != name) else None
    if entry is None:
        st.markdown("Imported beside the graphs you have. Nothing is replaced until the counts are verified.")
    else:
        nodes = number(sum(entry.contents.nodes.values()))
        words = f"Replaces “{entry.card.title}” ({nodes} nodes), once the new one is complete and counted."
        st.markdown(f"{badge('Replaces a graph', 'orange', 'warning')} {plain(words)}")
    places = iter([*st.columns(2), *st.columns(2)])
    fields = {
        field: next(places).text_input(label, key=f"import_{field}", max_chars=500, placeholder=shown) or ""
        for field, label, shown in CITED
    }
    return {"name": (name or "").strip(), **{field: text.strip() for field, text in fields.items()}}


def _prefill(name: str) -> None:
    entry = graphs.entry(name)
    st.session_state[NAME] = name
    if entry is not None:
        for field in ("title", "licence", "citation"):
            st.session_state[f"import_{field}"] = getattr(entry.card, field)


def _draw_how() -> None:
    st.markdown("##### What the tables look like", anchors=False)
    st.markdown(
        "The table of **nodes** has a row for each thing: an identifier, a name, what type of thing it is. The table "
        "of **edges** has a row for each link: the identifier of one thing, the relation, the identifier of the other. "
        "Every other column becomes a property. Usual column names are recognised; before anything is loaded you see "
        "what each column was taken for, and can change it."
    )


def _draw_tables(draft: Draft, guess: Preview, card: dict[str, str]) -> None:
    if guess.nodes is None and guess.edges is None:
        for sentence in guess.problems:
            st.error(paragraphs(sentence), icon=":material/error:")
        data_loading.draw()
        return
    sheets = {stem: sheet for stem, sheet in zip(STEMS, (guess.nodes, guess.edges), strict=True) if sheet is not None}
    chosen = {stem: data_columns.draw(sheet, stem, f"columns_{stem}_{draft.serial}") for stem, sheet in sheets.items()}
    problems = [sentence for stem, columns in chosen.items() for sentence in data_columns.used_twice(columns, stem)]
    mapping = TablesMapping(nodes=chosen.get("nodes", ()), edges=chosen.get("edges", ()))
    mapping = replace(mapping, fixed=_draw_fixed(draft, mapping))
    problems = problems or list(draft.problems(mapping))
    for sentence in draft.notes:
        st.caption(f":material/info: {plain(sentence)}")
    if problems:
        for sentence in problems:
            st.warning(paragraphs(sentence), icon=":material/warning:")
        data_loading.draw()
        return
    mapping, ready = data_survey.draw(draft, mapping)
    if data_loading.mine() is not None:
        data_loading.draw()
    elif ready:
        _draw_import(draft, mapping, card)
    other = data_loading.others()
    if other is not None:
        data_loading.draw()


def _draw_fixed(draft: Draft, mapping: TablesMapping) -> dict[Fixed, str]:
    """What no column says, said once for all rows."""
    nodes, edges = ({column.use for column in columns} for columns in (mapping.nodes, mapping.edges))
    missing: list[Fixed] = []
    if mapping.nodes and "label" not in nodes:
        missing.append("label")
    if mapping.edges and "type" not in edges:
        missing.append("type")
    if not mapping.nodes:
        missing += [side for side in ("source_label", "target_label") if side not in edges]
    given = {
        name: st.text_input(FIXED[name], key=f"fixed_{name}_{draft.serial}", max_chars=100) or "" for name in missing
    }
    return {name: text.strip() for name, text in given.items() if text.strip()}


def _draw_import(draft: Draft, mapping: TablesMapping, card: dict[str, str]) -> None:
    of, problem = st.session_state.get(_PROBLEM, ("", ""))
    if problem and of == card["name"]:
        st.error(paragraphs(problem), icon=":material/error:")
    named = bool(card["name"])
    if not named:
        st.caption("Give the new graph a name to import it.")
    if st.button("Import", type="primary", key="import", disabled=not named):
        st.session_state.pop(_PROBLEM, None)
        try:
            _begin(draft, mapping, card)
        except (LoadError, OSError) as error:
            st.session_state[_PROBLEM] = (card["name"], str(error))
        st.rerun()


def _begin(draft: Draft, mapping: TablesMapping, card: dict[str, str]) -> None:
    check_name(card["name"])
    source, tidy = draft.source(mapping, card)
    try:
        data_loading.begin_mine(source, card["name"], card["title"] or card["name"], tidy)
    except LoadError:
        tidy()
        raise
