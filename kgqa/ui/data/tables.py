"""The import of two tables: which they are, what their columns mean, what they would make, and where it goes.

It goes to a graph of this app with a name, or to the database of a server that the reader connected.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from kgqa import settings
from kgqa.errors import LoadError
from kgqa.graph.failures import shown_uri
from kgqa.load.catalog.entries import check_name
from kgqa.load.tables.forms import FORMS, SWITCH, Option
from kgqa.load.tables.mapping import Fixed, TablesMapping
from kgqa.load.tables.survey import Preview
from kgqa.presentation.text import badge, number, paragraphs, plain
from kgqa.ui.data import attempts, cards, loading, pcqa_import, table_import
from kgqa.ui.data import columns as data_columns
from kgqa.ui.data import files as data_files
from kgqa.ui.data.files import STEMS
from kgqa.ui.data.loading import Goal
from kgqa.ui.data.table_import import TableImport
from kgqa.ui.session import graphs

if TYPE_CHECKING:
    from kgqa.graph.own.connections import Connection

UPLOAD, FOLDER = "Upload files", "A folder on this machine"
_PROBLEM = "import_problem"
_FORM = "import_serial"

FIXED: dict[Fixed, str] = {
    "label": "No column says what type the things are. All of them are a",
    "type": "No column names the relation. Every row says that the first thing",
    "source_label": "Type of every thing on the “from” side",
    "target_label": "Type of every thing on the “to” side",
}


@st.fragment
def draw() -> None:
    """The whole tab."""
    draft = table_import.current()
    left, right = st.columns([1, 1.62], gap="medium")
    folder = None
    with left:
        form = _draw_form()
        if form is None:
            where = st.radio("Where the files are", [UPLOAD, FOLDER], horizontal=True, key="import_where")
            folder = pcqa_import.draw_files(upload=where == UPLOAD)
        else:
            _draw_files(draft, form)
        goal = draw_goal()
    with right:
        if folder is not None:
            pcqa_import.draw(folder, goal)
            return
        if form is None:
            st.caption(plain(f"PcQA is {pcqa_import.TAKES}."))
        elif draft.problem:
            st.error(paragraphs(draft.problem), icon=":material/error:")
        elif draft.guess is not None:
            _draw_tables(draft, draft.guess, goal)
            return
        else:
            _draw_how()
        loading.draw()


def _draw_files(draft: TableImport, form: TablesMapping) -> None:
    where = st.radio("Where the tables are", [UPLOAD, FOLDER], horizontal=True, key="import_where")
    serial = st.session_state.setdefault(_FORM, 0)
    if where == FOLDER:
        known = FORMS.get(form.form)
        whole = known is not None and known.single
        words = "File or folder" if whole else "Folder with the tables “nodes” and “edges”"
        path = st.text_input(words, key=f"import_folder_{serial}{form.form}")
        if path and path.strip():
            draft.take_folder(path.strip(), form)
        elif draft.folder is not None:
            table_import.reset()
            st.rerun(scope="fragment")
        return
    files: dict[data_files.Stem, Any] = {
        stem: st.file_uploader(
            words,
            type=list(data_files.ENDINGS if not form.form else (*data_files.FORM_ENDINGS, "gz", "bz2")),
            max_upload_size=data_files.MOST_BYTES // 1_000_000,
            key=f"import_{stem}_{serial}{form.form}",
        )
        for stem, words in _uploads(form.form).items()
    }
    draft.take_uploads(files, form)


def _uploads(form: str) -> dict[data_files.Stem, str]:
    """The files that can be uploaded, and what each is called."""
    most = f"up to {data_files.MOST_BYTES // 1_000_000} MB"
    if not form:
        return {stem: f"{stem.capitalize()}: CSV, TSV, JSON lines or Parquet, {most}" for stem in STEMS}
    known = FORMS[form]
    whole: dict[data_files.Stem, str] = {data_files.WHOLE: f"{known.title}: one file, {most}"} if known.single else {}
    return whole | ({stem: f"{known.title}, {stem}: {most}" for stem in STEMS} if known.tables else {})


def _draw_form() -> TablesMapping | None:
    """The form that the reader says the graph has, with what is chosen of it; None for that of PcQA."""
    names = {"": "Tables", **{name: form.title for name, form in FORMS.items()}, pcqa_import.FORM: "PcQA"}
    chosen = st.selectbox("Format", list(names), format_func=names.__getitem__, key="import_form") or ""
    if chosen == pcqa_import.FORM:
        return None
    if not chosen:
        return TablesMapping()
    st.caption(plain(f"{FORMS[chosen].title} is {FORMS[chosen].takes}."))
    options = {name: _draw_option(name, option) for name, option in FORMS[chosen].options.items()}
    return TablesMapping(form=chosen, options={name: value for name, value in options.items() if value})


def _draw_option(name: str, option: Option) -> str:
    words, key = f"{name.replace('-', ' ').capitalize()}: {option.help}", f"import_option_{name}"
    if option.values == SWITCH:
        return "yes" if st.checkbox(words, key=key) else ""
    if option.values:
        value = st.selectbox(words, option.values, key=key)
        return value if value != option.values[0] else ""
    return (st.text_input(words, key=key, max_chars=200) or "").strip()


def _draw_how() -> None:
    st.markdown("## What the tables look like", anchors=False)
    st.markdown(
        "The table of **nodes** has a row for each thing: an identifier, a name, what type of thing it is. The table "
        "of **edges** has a row for each link: the identifier of one thing, the relation, the identifier of the other. "
        "Every other column becomes a property. Usual column names are recognised; before anything is loaded you see "
        "what each column was taken for, and can change it."
    )


def _draw_tables(draft: TableImport, guess: Preview, goal: Goal) -> None:
    if guess.nodes is None and guess.edges is None:
        for sentence in guess.problems:
            st.error(paragraphs(sentence), icon=":material/error:")
        loading.draw()
        return
    sheets = {stem: sheet for stem, sheet in zip(STEMS, (guess.nodes, guess.edges), strict=True) if sheet is not None}
    chosen = {stem: data_columns.draw(sheet, stem, f"columns_{stem}_{draft.serial}") for stem, sheet in sheets.items()}
    problems = [sentence for stem, columns in chosen.items() for sentence in data_columns.used_twice(columns, stem)]
    mapping = replace(draft.form, nodes=chosen.get("nodes", ()), edges=chosen.get("edges", ()))
    mapping = replace(mapping, fixed=_draw_fixed(draft, mapping))
    problems = problems or list(draft.problems(mapping))
    for sentence in draft.notes:
        st.caption(f":material/info: {plain(sentence)}")
    if problems:
        for sentence in problems:
            st.warning(paragraphs(sentence), icon=":material/warning:")
        loading.draw()
        return
    mapping, ready = table_import.draw_survey(draft, mapping)
    if loading.mine() is not None:
        loading.draw()
    elif ready:
        _draw_import(draft, mapping, goal)
    other = loading.others()
    if other is not None:
        loading.draw()


def _draw_fixed(draft: TableImport, mapping: TablesMapping) -> dict[Fixed, str]:
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


def _draw_import(draft: TableImport, mapping: TablesMapping, goal: Goal) -> None:
    of, problem = st.session_state.get(_PROBLEM, ("", ""))
    if problem and of == goal.card["name"]:
        st.error(paragraphs(problem), icon=":material/error:")
    if goal.missing:
        st.caption(plain(goal.missing))
    if st.button("Import", type="primary", key="import", disabled=bool(goal.missing)):
        st.session_state.pop(_PROBLEM, None)
        try:
            _begin(draft, mapping, goal)
        except (LoadError, OSError) as error:
            st.session_state[_PROBLEM] = (goal.card["name"], str(error))
        st.rerun()


def _begin(draft: TableImport, mapping: TablesMapping, goal: Goal) -> None:
    if goal.connection is None:
        check_name(goal.card["name"])
    source, tidy = draft.source(mapping, goal.card)
    try:
        loading.begin_mine(source, goal, tidy)
    except LoadError:
        tidy()
        raise


_NAME = "import_name"
"""Widget key of the name of the new graph."""
_HERE = "This machine"
_WHERE = "import_into"

_CITED = (
    ("title", "Title", "as the name"),
    ("version", "Version", "the day of the files"),
    ("licence", "Licence", "CC BY 4.0"),
    ("citation", "Citation", "authors, title, year"),
)
"""How a graph is cited: field, label, and what stands in the empty box."""


def draw_goal() -> Goal:
    """The choice of the place, and what is said of the new graph there."""
    wanted = st.session_state.pop(cards.REPLACE, None)
    if wanted is not None:
        _prefill(wanted)
    servers = {f"The server “{one.name}”": one for one in attempts.reachable()}
    if servers:
        where = st.radio("Where the graph goes", [_HERE, *servers], format_func=plain, key=_WHERE) or _HERE
        if where in servers:
            return _draw_server(servers[where])
    return _draw_names()


def _draw_server(connection: Connection) -> Goal:
    database = f"the database {connection.database!r}" if connection.database else "the default database"
    words = (
        f"Your tables are written to {database} on {shown_uri(connection.uri)!r}. Nothing there is removed. A load "
        "that is cut short goes on when the same tables are imported again."
    )
    st.markdown(f"{badge('Writes to your server', 'orange', 'warning')} {plain(words)}")
    key = f"{connection.name}_{connection.uri}_{connection.database}"
    agreed = st.checkbox(f"The tables may be written to “{plain(connection.name)}”", key=f"import_agreed_{key}")
    may_add = st.checkbox(
        "Its database may hold other things: add to them",
        key=f"import_may_add_{key}",
        help="A thing with the type and the identifier of one of your rows becomes one with it.",
    )
    missing = "" if agreed else f"Tick that the tables may be written to “{connection.name}” to import them."
    return Goal({"name": settings.OWN_GRAPH, "title": connection.name}, connection, may_add, missing)


def _draw_names() -> Goal:
    name = st.text_input(
        "Name of the new graph", key=_NAME, max_chars=40, placeholder="gene-panel-2026",
        help="1 to 40 of the characters a to z, 0 to 9, hyphen and underscore.",
    )  # fmt: skip
    _draw_what_becomes_of(name or "")
    places = iter([*st.columns(2), *st.columns(2)])
    fields = {
        field: next(places).text_input(label, key=f"import_{field}", max_chars=500, placeholder=shown) or ""
        for field, label, shown in _CITED
    }
    card = {"name": (name or "").strip(), **{field: text.strip() for field, text in fields.items()}}
    return Goal(card, missing="" if card["name"] else "Give the new graph a name to import it.")


def _draw_what_becomes_of(name: str) -> None:
    """What the graph of this name would replace; nothing while it is loaded, when that is said elsewhere."""
    mine = loading.mine()
    if mine is not None and mine.name == name and not mine.came_to_nothing:
        return
    entry = graphs.entry(name) if name else None
    if entry is None:
        st.markdown("Imported beside the graphs you have. Nothing is replaced until the counts are verified.")
        return
    nodes = number(sum(entry.contents.nodes.values()))
    words = f"Replaces “{entry.card.title}” ({nodes} nodes), once the new one is complete and counted."
    st.markdown(f"{badge('Replaces a graph', 'orange', 'warning')} {plain(words)}")


def _prefill(name: str) -> None:
    entry = graphs.entry(name)
    st.session_state[_NAME] = name
    st.session_state[_WHERE] = _HERE
    if entry is not None:
        for field in ("title", "licence", "citation"):
            st.session_state[f"import_{field}"] = getattr(entry.card, field)
