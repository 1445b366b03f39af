"""The parts of the Data page, without the page."""

from __future__ import annotations

import gzip
import io
import os
import stat
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import boxes
import pytest
from streamlit.testing.v1 import AppTest

from kgqa.errors import LoadError, ServerError, StoppedError
from kgqa.graph.own.choices import LabelChoice, choices
from kgqa.graph.own.connections import Connection
from kgqa.graph.own.reading import GuessedLabel, SampledProperty
from kgqa.load import bolt
from kgqa.load.bolt import NotEmptyError
from kgqa.load.source import Contents, SourceSpec
from kgqa.load.tables.mapping import Column, TablesMapping
from kgqa.load.tables.survey import Sheet, Survey
from kgqa.progress import Progress
from kgqa.schema.model import NodeType, Relation
from kgqa.schema.relation_words import RelationWords
from kgqa.ui.data import columns as data_columns
from kgqa.ui.data import files as data_files
from kgqa.ui.data import labels as data_labels
from kgqa.ui.data import loading as data_loading
from kgqa.ui.data import servers as data_server
from kgqa.ui.data import table_import as data_survey
from kgqa.ui.data.loading import Goal
from kgqa.ui.session import open_graphs
from kgqa.ui.session.background_work import Work, remaining
from kgqa.ui.session.graphs import Choice
from tests.form_files import SAME

PACKED = gzip.compress(b"id,name\n", mtime=0)

# Files that are uploaded.


@pytest.mark.parametrize(
    ("name", "head", "ending"),
    [
        ("nodes.csv", b"id,name\n", ".csv"),
        ("Nodes of 2026.TSV", b"id\tname\n", ".tsv"),
        ("x.jsonl", b'{"id": 1}', ".jsonl"),
        ("x.csv.gz", PACKED, ".csv.gz"),
        ("x.parquet", b"PAR1\x00\x00", ".parquet"),
        ("../../etc/passwd.csv", b"id,name\n", ".csv"),
        ("نود.csv", "المعرف,الاسم\n".encode(), ".csv"),
        ("utf16.csv", "id,name\n".encode("utf-16"), ".csv"),
    ],
)
def test_a_table_is_known_by_its_name_and_its_first_bytes(name: str, head: bytes, ending: str) -> None:
    assert data_files.ending_of(name, head, len(head)) == ending


@pytest.mark.parametrize(
    ("name", "head", "reason"),
    [
        ("nodes", b"id,name\n", "must end in"),
        ("nodes.exe", b"MZ", "must end in"),
        ("nodes.csv.exe", b"id,name\n", "must end in"),
        ("nodes.xlsx", b"PK\x03\x04", "must end in"),
        ("nodes.csv", b"PK\x03\x04", "Excel"),
        ("nodes.csv", b"%PDF-1.7", "PDF"),
        ("nodes.csv", b" <!doctype html>", "web page"),
        ("nodes.csv", b"", "empty"),
        ("nodes.csv", b"id\x00name", "does not hold"),
        ("nodes.csv", PACKED, "is packed"),
        ("nodes.csv.gz", b"id,name\n", "is not packed"),
        ("nodes.parquet", b"id,name\n", "does not hold"),
        ("nodes.csv", b"PAR1\x00", "does not hold"),
        ("nodes.parquet.gz", PACKED, "must end in"),
    ],
)
def test_what_is_no_table_is_refused_with_its_name(name: str, head: bytes, reason: str) -> None:
    with pytest.raises(LoadError, match=reason) as caught:
        data_files.ending_of(name, head, len(head))
    assert repr(name) in str(caught.value)


def test_a_file_that_is_too_large_is_refused_before_it_is_written(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="at most 200 MB"):
        data_files.keep(io.BytesIO(b"id,name\n"), "x.csv", data_files.MOST_BYTES + 1, tmp_path, "nodes")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["../out.csv", "/tmp/out.csv", "a\x00b.csv", "..\\out.csv", f"{'n' * 5000}.csv"])
def test_no_name_of_a_file_leads_out_of_its_folder(tmp_path: Path, name: str) -> None:
    folder = data_files.new_folder(tmp_path)
    path = data_files.keep(io.BytesIO(b"id,name\n1,a\n"), name, 12, folder, "nodes")
    assert path == folder / "nodes.csv"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE(folder.parent.stat().st_mode) == 0o700
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == [path]


def test_a_second_file_takes_the_place_of_the_first_whatever_its_kind(tmp_path: Path) -> None:
    data_files.keep(io.BytesIO(b"id,name\n"), "a.csv", 8, tmp_path, "nodes")
    data_files.keep(io.BytesIO(b"id\tname\n"), "a.tsv", 8, tmp_path, "nodes")
    assert [path.name for path in tmp_path.iterdir()] == ["nodes.tsv"]


def test_the_uploads_of_an_app_that_has_ended_are_swept_and_those_of_one_that_runs_stay(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    for name in (f"{ended.pid}-abc", "no-pid"):
        (tmp_path / "uploads" / name).mkdir(parents=True)
        (tmp_path / "uploads" / name / "nodes.csv").touch()
    kept = data_files.new_folder(tmp_path)
    data_files.sweep(tmp_path)
    assert list((tmp_path / "uploads").iterdir()) == [kept]
    assert kept.name.startswith(f"{os.getpid()}-")


# Columns, relations and types that are changed.

SHEET = Sheet(
    "nodes.csv",
    (Column("id", "id"), Column("nombre", "name"), Column("age", "property", "INTEGER"), Column("x", "leave_out")),
    {"id": ("A", "B"), "nombre": ("=1+1", "[a](b)")},
    (),
)


def rows(frame: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = frame.to_dict("records")
    return found


def test_columns_that_nobody_changed_are_what_they_were() -> None:
    assert data_columns.columns_of(rows(data_columns.frame(SHEET, "nodes")), "nodes") == SHEET.columns


def test_a_changed_column_is_used_as_it_was_changed_to() -> None:
    changed = rows(data_columns.frame(SHEET, "nodes"))
    changed[1][data_columns.USED_AS] = "Other names"
    changed[2][data_columns.TYPE] = "text"
    changed[3][data_columns.IMPORT] = True
    assert data_columns.columns_of(changed, "nodes")[1:] == (
        Column("nombre", "synonyms"),
        Column("age", "property", "STRING"),
        Column("x", "property", "STRING"),
    )


def test_a_cell_that_was_emptied_breaks_nothing() -> None:
    changed = rows(data_columns.frame(SHEET, "nodes"))
    changed[0][data_columns.USED_AS] = changed[0][data_columns.TYPE] = None
    assert data_columns.columns_of(changed, "nodes")[0] == Column("id", "property", "STRING")


def test_two_columns_of_one_use_are_named() -> None:
    twice = (Column("a", "id"), Column("b", "id"), Column("c"), Column("d"))
    (sentence,) = data_columns.used_twice(twice, "nodes")
    assert "'a'" in sentence
    assert "'b'" in sentence
    assert "Identifier" in sentence


TREATS = Relation("TREATS", "Drug", "Disease", "treats", "is treated by", count=3)
MEETS = Relation("MEETS", "Gene", "Gene", "meets", "meets", symmetric=True, count=2)


def test_only_what_was_changed_about_relations_is_kept() -> None:
    relations = (TREATS, MEETS)
    changed = rows(data_labels.relation_frame(relations))
    assert data_labels.words_of(changed, relations) == ()
    changed[0][data_labels.FORWARD] = "  is used\nfor "
    changed[1][data_labels.SYMMETRIC] = False
    assert data_labels.words_of(changed, relations) == (
        RelationWords("Drug", "TREATS", "Disease", "is used for", "is treated by", False),
        RelationWords("Gene", "MEETS", "Gene", "meets", "meets", False),
    )


def test_words_are_shown_in_sentences_of_the_file_itself() -> None:
    changed = rows(data_labels.relation_frame((TREATS, replace(MEETS, mirrors="MEETS"))))
    changed[0][data_labels.FORWARD] = "helps against"
    pairs = (("<b>a</b>", "pain"), ("b", "pain"), ("c", "flu"))
    examples = {("Drug", "TREATS", "Disease"): pairs, ("Gene", "MEETS", "Gene"): pairs}
    (sentence,) = data_labels.sentences(changed, (TREATS, replace(MEETS, mirrors="MEETS")), examples)
    assert sentence.endswith(" · b **helps against** pain · flu **is treated by** c")
    assert "<b>" not in sentence


def test_a_relation_between_two_types_cannot_be_symmetric() -> None:
    changed = rows(data_labels.relation_frame((TREATS,)))
    changed[0][data_labels.SYMMETRIC] = True
    (sentence,) = data_labels.cannot_be_symmetric(changed, (TREATS,))
    assert "'TREATS'" in sentence
    assert data_labels.words_of(changed, (TREATS,)) == ()


def test_a_type_is_called_by_properties_that_it_has() -> None:
    properties = tuple(SampledProperty(name, "STRING", ("A", "B")) for name in ("symbol", "id", "name"))
    number = SampledProperty("length", "INTEGER", ("7",))
    nodes = (
        GuessedLabel("Gene", 2, "id", "name", (*properties, number)),
        GuessedLabel("Row", 9, "", "", (properties[0],)),
    )
    changed = rows(data_labels.frame(nodes))
    assert data_labels.chosen_of(changed, nodes) == ()
    changed[0][data_labels.NAME] = "symbol"
    (picked,) = data_labels.chosen_of(changed, nodes)
    assert (picked.label, picked.id_property, picked.name_property) == ("Gene", "id", "symbol")
    assert data_labels.unknown((picked,), nodes) == []
    changed[1][data_labels.NAME] = "symbol"
    assert len(data_labels.chosen_of(changed, nodes)) == 1, "one of two properties is not enough"
    changed[1][data_labels.IDENTIFIER] = "symbol"
    assert data_labels.chosen_of(changed, nodes)[1] == LabelChoice("Row", "symbol", "symbol")


@pytest.mark.parametrize("name", ["colour", "length"])
def test_a_property_that_a_type_has_not_is_named(name: str) -> None:
    labels = (GuessedLabel("Gene", 2, "id", "id", (SampledProperty("length", "INTEGER", ()),)),)
    (sentence,) = data_labels.unknown((LabelChoice("Gene", "id", name),), labels)
    assert repr(name) in sentence


# What two tables would make.


def test_what_would_be_made_is_counted_in_words_and_shown_as_it_is() -> None:
    evil = "<b>[x](y)"
    types = (NodeType("Disease", "disease", "diseases", count=2), NodeType(evil, evil, evil, count=1))
    edges = {("Drug", "T", "Disease"): 3, ("Gene", "M", "Gene"): 1}
    survey = Survey({"Disease": 2, evil: 1}, edges, (), 0, (), types)
    words = data_survey.would_make(survey)
    assert "**2 diseases**" in words
    assert "**4 relationships**" in words
    assert "<b>" not in words
    assert "nothing" in data_survey.would_make(Survey({}, {}, (), 0, (), ()))


# Work in the background.


def test_work_tells_how_far_it_is_and_what_came_of_it() -> None:
    go = threading.Event()

    def do(report: Any, stop: Any) -> int:
        report(Progress("Counting", 3, 10, 61.0))
        go.wait(30)
        return 7

    work = Work(do, "count")
    assert not work.wait(0)
    go.set()
    assert work.wait(30)
    assert (work.made, work.error, work.cancelled) == (7, "", False)
    assert work.progress == Progress("Counting", 3, 10, 61.0)


def test_work_that_fails_says_why_and_a_defect_names_the_log_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))

    def broken(report: Any, stop: Any) -> int:
        raise ZeroDivisionError("secret")

    def refused(report: Any, stop: Any) -> int:
        raise ServerError("The port 1 is closed.")

    one, other = Work(broken, "divide"), Work(refused, "connect")
    assert one.wait(30)
    assert other.wait(30)
    assert "could not divide" in one.error
    assert "secret" not in one.error
    assert str(tmp_path) in one.error
    assert other.error == "The port 1 is closed."


def test_work_that_is_cancelled_is_no_failure() -> None:
    def do(report: Any, stop: Any) -> int:
        ended = threading.Event()
        stop.subscribe(ended.set)
        ended.wait(30)
        raise StoppedError("Cancelled.")

    work = Work(do, "wait")
    work.cancel()
    assert work.stopping
    assert work.wait(30)
    assert (work.cancelled, work.error, work.made) == (True, "", None)


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "about 1 s"), (59.4, "about 59 s"), (60, "about 1 min"), (200, "3 min")]
)
def test_the_time_that_is_left_is_said_in_words(seconds: float, words: str) -> None:
    assert words in remaining(seconds)


def test_a_name_that_was_removed_twice_is_offered_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))
    twice = [SimpleNamespace(card=SimpleNamespace(name="panel", title=title)) for title in ("Newer", "Older")]
    monkeypatch.setattr("kgqa.load.catalog.removed", lambda _: twice)

    def page() -> None:
        from kgqa.ui.data import cards as data_cards

        data_cards._draw_removed()

    shown = AppTest.from_function(page, default_timeout=boxes.LONG_S).run()
    assert not shown.exception
    assert len(shown.caption) == 1
    assert "Newer" in shown.caption[0].value


def test_a_graph_in_a_published_form_is_previewed_with_its_choices(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path / "data"))
    (tmp_path / "kg.csv").write_text(SAME["primekg"]["kg.csv"], encoding="utf-8")

    def page() -> None:
        from kgqa.ui.data import tables as data_tables

        data_tables.draw()

    shown = AppTest.from_function(page, default_timeout=30).run()
    shown.selectbox(key="import_form").select("primekg").run()
    shown.checkbox(key="import_option_one-direction").check().run()
    shown.radio(key="import_where").set_value("A folder on this machine").run()
    shown.text_input(key="import_folder_0primekg").set_value(str(tmp_path / "kg.csv")).run()
    assert not shown.exception
    counting = shown.session_state["import_draft"].counting
    assert counting is not None
    assert counting.wait(30)
    shown.run()
    assert any("**1 drug**, **1 disease** and **1 relationship**" in one.value for one in shown.markdown)
    shown.selectbox(key="import_form").select("rdf").run()
    shown.text_input(key="import_folder_0rdf").set_value(str(tmp_path)).run()
    assert not shown.exception
    assert "is PrimeKG" in shown.error[0].value
    file = io.BytesIO(SAME["rdf"]["x.ttl"].encode())
    assert data_files.keep(file, "x.TTL", 9, tmp_path, "graph", "rdf").name == "graph.ttl"
    with pytest.raises(LoadError, match=r"must end in .*\.ttl"):
        data_files.keep(file, "x.exe", 9, tmp_path, "graph", "rdf")


def test_a_graph_in_the_form_of_pcqa_is_previewed_and_handed_to_its_loader(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path / "data"))
    begun: list[SourceSpec] = []
    monkeypatch.setattr(data_loading, "begin_mine", lambda source, *_: begun.append(source))
    (tmp_path / "entity.csv").write_text("a,Drug,Drug.name_en,aspirin\nb,Cancer\nc\n", encoding="utf-8")
    (tmp_path / "relationships.csv").write_text("a,treatment,b\n", encoding="utf-8")

    def page() -> None:
        from kgqa.ui.data import tables as data_tables

        data_tables.draw()

    shown = AppTest.from_function(page, default_timeout=60).run()
    shown.selectbox(key="import_form").select("pcqa").run()
    assert any("PcQA is entity" in one.value for one in shown.caption)
    shown.radio(key="import_where").set_value("A folder on this machine").run()
    shown.text_input(key="import_folder_pcqa").set_value(str(tmp_path)).run()
    assert shown.session_state["pcqa_read"][1].wait(30)
    shown.text_input(key="import_name").set_value("cancers").run()
    assert not shown.exception
    assert any("**1 drug**, **1 cancer** and **1 relationship**" in one.value for one in shown.markdown)
    assert not [one for one in shown.button if one.key == "import"]
    shown.radio(key="bad_pcqa").set_value("Load without them").run()
    shown.button(key="import").click().run()
    assert [one.loader for one in begun] == ["pcqa"]
    assert begun[0].arguments["skip_bad_rows"]


def test_a_second_load_is_told_which_one_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    go, tidied = threading.Event(), []
    monkeypatch.setattr(data_loading, "_load", lambda source, goal, report, stop: go.wait(30))
    one, two = Goal({"name": "one", "title": "One"}), Goal({"name": "two"})
    first = data_loading.begin(SourceSpec("tables"), one, lambda: tidied.append(True))
    with pytest.raises(LoadError, match="“One” is still being loaded"):
        data_loading.begin(SourceSpec("tables"), two)
    assert not tidied
    go.set()
    assert first.work.wait(30)
    assert tidied
    assert data_loading.begin(SourceSpec("tables"), two).work.wait(30)


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("bolt://ward7.example:7687", "ward7.example"),
        ("bolt://someone:secret@ward7.example", "ward7.example"),
        ("bolt://[::1", "bolt://[::1"),
        ("bolt://someone:secret@[::1", "[::1"),
        ("", "Server without an address"),
    ],
)
def test_a_server_without_a_name_is_called_by_its_address_and_never_by_its_account(uri: str, name: str) -> None:
    assert data_server.name_of(uri) == name


def test_tables_are_written_to_a_server_by_the_words_of_the_reader(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))
    words, into = RelationWords("Compound", "TtD", "Disease", "helps", "is helped by"), []

    def load_into_server(settings: Any, source: SourceSpec, *heard: object, may_add: bool) -> Contents:
        into.append((settings.graph_uri, settings.graph_password, may_add))
        if not may_add:
            raise NotEmptyError("The database holds nodes.")
        return Contents({"Compound": 1}, {})

    monkeypatch.setattr(bolt, "load_into_server", load_into_server)
    ward = Connection("Ward 7", "bolt://ward7.example", "neo4j", "secret")
    source = SourceSpec("tables", {"mapping": TablesMapping(relations=(words,)).as_json()})
    refused = data_loading.begin(source, Goal({"name": "own", "title": "Ward 7"}, ward)).work
    assert refused.wait(30)
    assert "“Ward 7” holds other things already, so nothing was written" in refused.error
    assert choices(tmp_path, ward.uri, "").relations == ()
    added = data_loading.begin(source, Goal({"name": "own", "title": "Ward 7"}, ward, may_add=True)).work
    assert added.wait(30)
    assert added.made == Contents({"Compound": 1}, {})
    assert into == [(ward.uri, "secret", False), (ward.uri, "secret", True)]
    assert choices(tmp_path, ward.uri, "").relations == (words,)


# Graphs that are open.


class Asker:
    """Opens at once and remembers whether it was closed."""

    opened: ClassVar[list[Asker]] = []
    data_version = "1"

    def gone(self) -> None:
        pass

    @classmethod
    def open(cls, *given: object, **more: object) -> Asker:
        asker = cls()
        asker.given, asker.more, asker.closed = given, more, False
        cls.opened.append(asker)
        return asker

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> open_graphs.Openings:
    module = ModuleType("kgqa.pipeline")
    module.__dict__["Asker"] = Asker
    monkeypatch.setitem(sys.modules, "kgqa.pipeline", module)
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))
    monkeypatch.setattr(open_graphs.links, "warm", lambda: None)
    Asker.opened = []
    return open_graphs.Openings()


def opened(openings: open_graphs.Openings, choice: Choice, version: str) -> open_graphs.Opening:
    found = openings.of(choice, version)
    assert found.work.wait(30)
    return found


def test_a_graph_is_opened_once_and_anew_when_it_was_replaced(openings: open_graphs.Openings) -> None:
    first = opened(openings, Choice("panel"), "1")
    assert openings.of(Choice("panel"), "1") is first
    second = opened(openings, Choice("panel"), "2")
    assert second is not first
    assert Asker.opened[0].closed
    assert not Asker.opened[1].closed
    openings.close()
    assert Asker.opened[1].closed


def test_another_password_opens_a_server_anew(openings: open_graphs.Openings) -> None:
    one = Choice("own", Connection("Ward 7", "bolt://a", password="wrong"))
    other = Choice("own", Connection("Ward 7", "bolt://a", password="right"))
    opened(openings, one, "1")
    second = opened(openings, other, "1")
    assert Asker.opened[0].closed
    assert second.asker is not None
    assert Asker.opened[1].more["connection"] == other.connection


def test_the_password_of_a_choice_stands_in_no_text_of_it() -> None:
    choice = Choice("own", Connection("Ward 7", "bolt://a", password="hunter2"))
    assert "hunter2" not in f"{choice!r} {choice.key}"
