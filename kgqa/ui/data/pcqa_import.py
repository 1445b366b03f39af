"""The import of a graph in the form of PcQA: its two files, what they would make, and the load."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from shutil import copyfileobj, rmtree
from typing import TYPE_CHECKING, Any

import streamlit as st

from kgqa import settings
from kgqa.errors import LoadError
from kgqa.load.catalog.entries import check_name
from kgqa.load.pcqa.source import ENTITIES, RELATIONS
from kgqa.load.source import Loader, SourceSpec
from kgqa.presentation.text import paragraphs, plain
from kgqa.ui.data import files, loading, table_import
from kgqa.ui.data.loading import Goal
from kgqa.ui.session.background_work import Work

if TYPE_CHECKING:
    from kgqa.load.tables.survey import Survey

FORM: Loader = "pcqa"
TAKES = f"{ENTITIES} (name, type, then pairs of attribute and value; rows of different length) and {RELATIONS}"
_READ, _KEPT, _PROBLEM = "pcqa_read", "pcqa_kept", "pcqa_problem"


def draw_files(*, upload: bool) -> Path | None:
    """The two files, uploaded or in a folder of this machine; gives their folder once both are there."""
    if not upload:
        path = st.text_input(f"Folder with {ENTITIES} and {RELATIONS}", key="import_folder_pcqa")
        return Path(path.strip()).expanduser() if path and path.strip() else None
    given = [
        st.file_uploader(name, type=["csv"], max_upload_size=files.MOST_BYTES // 1_000_000, key=f"import_{name}")
        for name in (ENTITIES, RELATIONS)
    ]
    if None in given:
        return None
    return _kept([file for file in given if file is not None])


def _kept(given: list[Any]) -> Path:
    """The folder into which the uploaded files are written, once for the same files."""
    ids = tuple(file.file_id for file in given)
    known = st.session_state.get(_KEPT)
    if known is None or known[0] != ids:
        folder = files.session_folder() / FORM
        folder.mkdir(mode=0o700, exist_ok=True)
        for file, name in zip(given, (ENTITIES, RELATIONS), strict=True):
            (folder / name).unlink(missing_ok=True)
            with os.fdopen(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
                file.seek(0)
                copyfileobj(file, out)
        st.session_state[_KEPT] = known = ids, folder
    return Path(known[1])


def draw(folder: Path, goal: Goal) -> None:
    """What the files would make, and the button that loads them."""
    changed = tuple((folder / name).stat().st_mtime_ns if (folder / name).is_file() else 0
                    for name in (ENTITIES, RELATIONS))  # fmt: skip
    known = st.session_state.get(_READ)
    if known is None or known[0] != (folder, changed):
        st.session_state[_READ] = known = (folder, changed), Work(partial(_surveyed, folder), "read the files")
    work: Work[Survey] = known[1]
    if not work.wait(0.3):
        table_import.draw_counting(work)
        return
    found = work.made
    if found is None:
        st.error(paragraphs(work.error), icon=":material/error:")
        return
    st.markdown(table_import.would_make(found))
    skip = table_import.draw_bad(found, FORM) if found.bad_count else False
    if loading.mine() is not None:
        loading.draw()
    elif found.nodes and (skip or not found.bad_count):
        _draw_import(folder, goal, skip=skip)
    if loading.others() is not None:
        loading.draw()


def _surveyed(folder: Path, *_: Any) -> Survey:
    from kgqa.load.tables.survey import surveyed

    return surveyed(SourceSpec(FORM, {"path": str(folder), "name": FORM}).open())


def _draw_import(folder: Path, goal: Goal, *, skip: bool) -> None:
    here = goal.connection is None
    if not here:
        st.caption("A graph of this form goes to this machine; another server takes tables.")
    if problem := st.session_state.pop(_PROBLEM, ""):
        st.error(paragraphs(problem), icon=":material/error:")
    if goal.missing:
        st.caption(plain(goal.missing))
    if st.button("Import", type="primary", key="import", disabled=bool(goal.missing) or not here):
        try:
            begin(folder, goal, skip=skip)
        except (LoadError, OSError) as error:
            st.session_state[_PROBLEM] = str(error)
        st.rerun()


def begin(folder: Path, goal: Goal, *, skip: bool) -> None:
    """Begins the load; uploaded files are linked into a folder of their own, so that it outlives the session.

    Raises:
        LoadError: the name is taken or is none, or another load is under way.
        OSError: the files cannot be kept.
    """
    check_name(goal.card["name"])
    tidy: Callable[[], None] = lambda: None  # noqa: E731  # nothing is left behind
    kept = st.session_state.get(_KEPT)
    if kept is not None and kept[1] == folder:
        own = files.new_folder(Path(settings.load().data_dir).absolute())
        for name in (ENTITIES, RELATIONS):
            os.link(folder / name, own / name)
        folder, tidy = own, partial(rmtree, own, ignore_errors=True)
    told = {"path": str(folder.absolute()), "skip_bad_rows": skip, **goal.card}
    try:
        loading.begin_mine(SourceSpec(FORM, told), goal, tidy)
    except LoadError:
        tidy()
        raise
