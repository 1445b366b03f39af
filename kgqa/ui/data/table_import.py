"""Two tables of one session on their way to become a graph: where they are, what they hold, what they would make.

Shown are how many of what they would make, which rows cannot be loaded, and how the relations read.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from kgqa import settings
from kgqa.errors import LoadError
from kgqa.load.checks import as_csv
from kgqa.load.source import SourceSpec
from kgqa.load.tables.mapping import TablesMapping
from kgqa.load.tables.survey import Preview, preview
from kgqa.presentation.text import badge, counted, number, paragraphs, plain
from kgqa.schema.relation_words import RelationWords
from kgqa.ui.data import files as data_files
from kgqa.ui.data import labels
from kgqa.ui.data.files import STEMS, WHOLE, Stem
from kgqa.ui.session.background_work import Work

if TYPE_CHECKING:
    from kgqa.load.tables.survey import Survey

_DRAFT = "import_draft"


@dataclass
class TableImport:
    """What is about to be imported.

    Attributes:
        serial: tells the present tables from earlier ones, for the keys of what belongs to them on the page.
        folder: where the tables are; None while there are none.
        form: the form that the reader says it has, and what was chosen of it; empty for tables.
        origin: what a reader knows them by; empty for a folder of this machine.
        uploaded: of each uploaded table the id that Streamlit gave it, and its name.
        guess: the beginning of the tables, with their columns as they are guessed.
        problem: why the tables cannot be read at all.
        counting: the count of what would be made; ``counted`` is the mapping that it was begun for.
    """

    serial: str = field(default_factory=lambda: secrets.token_hex(4))
    folder: Path | None = None
    form: TablesMapping = field(default_factory=TablesMapping)
    origin: str = ""
    uploaded: dict[Stem, tuple[str, str]] = field(default_factory=dict)
    guess: Preview | None = None
    problem: str = ""
    counting: Work[Survey] | None = None
    counted: TablesMapping | None = None
    _looked: tuple[TablesMapping, Preview] | None = None

    def take_folder(self, path: str, form: TablesMapping | None = None) -> None:
        """The tables of a folder of this machine, or what is there in another form."""
        folder, form = Path(path).expanduser(), form or TablesMapping()
        if folder == self.folder and not self.origin and form == self.form:
            return
        self._start_anew(form)
        self.folder, self.origin = folder, ""
        self._look()

    def take_uploads(self, files: Mapping[Stem, Any], form: TablesMapping | None = None) -> None:
        """The uploaded tables; what was uploaded before and is no longer there is removed.

        Args:
            files: what ``st.file_uploader`` gave for each table, None where nothing was uploaded.
        """
        wanted = {stem: (file.file_id, file.name) for stem, file in files.items() if file is not None}
        form = form or TablesMapping()
        if wanted == self.uploaded and form == self.form:
            return
        self._start_anew(form)
        folder = data_files.session_folder()
        for stem in (*STEMS, WHOLE):
            data_files.drop(folder, stem)
        try:
            for stem, file in files.items():
                if file is not None:
                    data_files.keep(file, file.name, file.size, folder, stem, form.form)
        except LoadError as error:
            self.problem = str(error)
        self.uploaded = wanted
        if wanted and not self.problem:
            self.folder, self.origin = folder, " and ".join(name for _, name in wanted.values())
            self._look()

    def problems(self, mapping: TablesMapping) -> tuple[str, ...]:
        """What stands in the way of loading the tables so; ``notes`` are then those of the mapping."""
        assert self.folder is not None
        if self._looked is None or self._looked[0] != mapping:
            self._looked = mapping, preview(self.folder, mapping)
        return self._looked[1].problems

    @property
    def notes(self) -> tuple[str, ...]:
        """What was decided without a column that says so, one sentence each."""
        return self._looked[1].notes if self._looked is not None else ()

    def count(self, mapping: TablesMapping) -> None:
        """Has what the tables would make counted, unless that is under way or done for this mapping."""
        wanted = replace(mapping, relations=(), skip_bad_rows=False)
        if wanted == self.counted:
            return
        if self.counting is not None:
            self.counting.cancel()
        folder, self.counted = self.folder, wanted

        def survey(*heard: Any) -> Survey:
            from kgqa.load.tables import survey

            assert folder is not None
            return survey.survey(folder, wanted, *heard)

        self.counting = Work(survey, "read the tables")

    def source(self, mapping: TablesMapping, card: Mapping[str, str]) -> tuple[SourceSpec, Callable[[], None]]:
        """The source of the graph, and what is to be done once it is loaded or not.

        Uploaded tables are linked into a folder of their own, so that the load outlives the page and its session.
        """
        assert self.folder is not None
        path: Path = self.folder
        tidy: Callable[[], None] = _nothing
        if self.uploaded:
            path = data_files.new_folder(Path(settings.load().data_dir).absolute())
            for file in self.folder.iterdir():
                os.link(file, path / file.name)
            tidy = partial(shutil.rmtree, path, ignore_errors=True)
        arguments = {"path": str(path), **card, "mapping": mapping.as_json()}
        return SourceSpec("tables", arguments, self.origin), tidy

    def _start_anew(self, form: TablesMapping) -> None:
        if self.counting is not None:
            self.counting.cancel()
        fresh = TableImport(form=form)
        self.__dict__.update(fresh.__dict__)

    def _look(self) -> None:
        assert self.folder is not None
        try:
            self.guess = preview(self.folder, self.form)
        except LoadError as error:
            self.problem = str(error)


def _nothing() -> None:
    """Tables of this machine are the reader's, and stay."""


def current() -> TableImport:
    """The draft of this session."""
    found = st.session_state.get(_DRAFT)
    if not isinstance(found, TableImport):
        found = st.session_state[_DRAFT] = TableImport()
    return found


def reset() -> None:
    """Begins with an empty form."""
    st.session_state.pop(_DRAFT, None)


_MOST_LISTED = 100
"""Bad rows that the page lists; the file has more."""
_CORRECT, _SKIP = "Correct the file first", "Load without them"


def draw_survey(draft: TableImport, mapping: TablesMapping) -> tuple[TablesMapping, bool]:
    """What would be made; gives the mapping with what was chosen here, and whether it can be loaded so."""
    draft.count(mapping)
    work = draft.counting
    assert work is not None
    if not work.wait(0.3):
        draw_counting(work)
        return mapping, False
    survey = work.made
    if survey is None:
        st.error(paragraphs(work.error), icon=":material/error:")
        return mapping, False
    st.markdown(would_make(survey))
    skip = draw_bad(survey, draft.serial) if survey.bad_count else False
    words: tuple[RelationWords, ...] = ()
    impossible: list[str] = []
    if survey.relations:
        st.markdown("**Relations** · how they read in answers and in questions")
        key = f"relations_{draft.serial}_{hash(mapping.nodes)}"
        words, impossible = labels.draw_relations(survey.relations, key, survey.examples)
        for sentence in impossible:
            st.warning(plain(sentence), icon=":material/warning:")
    ready = not impossible and bool(survey.nodes) and (skip or not survey.bad_count)
    return replace(mapping, relations=words, skip_bad_rows=skip), ready


def would_make(survey: Survey) -> str:
    """A sentence in Markdown: what a load would make."""
    if not survey.nodes:
        return "Would make nothing: no row of these tables can be loaded."
    types = sorted(survey.node_types, key=lambda one: -one.count)
    parts = [f"**{number(one.count)} {plain(one.singular if one.count == 1 else one.plural)}**" for one in types]
    edges = sum(survey.edges.values())
    return f"Would make {', '.join(parts)} and **{counted(edges, 'relationship')}**"


def draw_bad(survey: Survey, serial: str) -> bool:
    """The rows that cannot be loaded, and the choice; gives whether the rest is loaded without them."""
    st.markdown(badge(f"{counted(survey.bad_count, 'row')} cannot be loaded", "orange", "warning"))
    with st.expander("Which rows, and why", type="compact", expanded=survey.bad_count <= 5):
        lines = [f"{plain(row.where)}: {plain(row.reason)}" for row in survey.bad[:_MOST_LISTED]]
        st.markdown("  \n".join(lines))
        if survey.bad_count > len(lines):
            st.caption(f"The first {len(lines)} of {number(survey.bad_count)} are shown.")
        st.download_button(
            f"Save {counted(len(survey.bad), 'bad row')} as CSV",
            data=lambda: as_csv(survey.bad),
            file_name="bad_rows.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
        )
    choice = st.radio("What to do with them", [_CORRECT, _SKIP], key=f"bad_{serial}", horizontal=True)
    return choice == _SKIP


@st.fragment(run_every=0.5)
def draw_counting(work: Work[Survey]) -> None:
    """How far the reading of the files is."""
    if work.wait(0):
        st.rerun()
    progress = work.progress
    if progress is None or not progress.total:
        st.markdown("Reading the tables …")
    else:
        st.progress(min(progress.done / progress.total, 1.0), text=plain(progress.step))
