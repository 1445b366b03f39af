"""What this machine keeps for a reader: whole, private, bounded, and nobody else's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from traces import ambiguous, hostile, intersection, nothing

from kgqa.cli import command
from kgqa.history import readers, shelf, storage
from kgqa.history.shelf import Bound, KeptError
from kgqa.history.storage import ReaderStorage, open_comparison, open_record

ROOT = Path(__file__).parents[2]
READER, OTHER = "a" * 64, "b" * 64
UNGUESSED = "0" * 32


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def answers(folder: Path) -> list[Path]:
    return [path for path in files(folder) if path.parent.name == "answers"]


def test_nothing_is_written_before_there_is_something_to_keep(tmp_path: Path) -> None:
    reader = ReaderStorage(tmp_path / "data", READER)
    assert reader.entries() == []
    assert reader.flags() == []
    assert list(reader.notes()) == []
    assert reader.damaged() == 0
    assert reader.preference("level") is None
    reader.forget(UNGUESSED)
    reader.forget_all()
    reader.remove_flag(UNGUESSED)
    assert not (tmp_path / "data").exists()


def test_a_comparison_is_one_row_and_opens_whole_and_answer_by_answer(tmp_path: Path) -> None:
    id_ = ReaderStorage(tmp_path, READER).remember_comparison(["Graph only", "Automatic"], [intersection(), nothing()])
    (entry,) = ReaderStorage(tmp_path, READER).entries()
    assert (entry.id, entry.compared, entry.question) == (id_, "Graph only, Automatic", intersection().question)
    assert open_comparison(tmp_path, id_) == [("Graph only", intersection()), ("Automatic", nothing())]
    assert open_record(tmp_path, f"{id_}.1") == nothing()
    for wrong in (f"{id_}.2", f"{id_}.-1", f"{id_}.x", f"../{id_}.0", id_):
        with pytest.raises(KeptError):
            open_record(tmp_path, wrong)
    single = ReaderStorage(tmp_path, READER).remember(nothing())
    with pytest.raises(KeptError):
        open_comparison(tmp_path, single)


def test_an_answer_is_listed_and_opens_after_a_restart(tmp_path: Path) -> None:
    trace = replace(intersection(), asked_at="2026-11-21T12:00:00+00:00")
    first = ReaderStorage(tmp_path, READER).remember(trace)
    second = ReaderStorage(tmp_path, READER).remember(ambiguous())
    entries = ReaderStorage(tmp_path, READER).entries()
    assert [entry.id for entry in entries] == [second, first], "newest first"
    assert entries[1].question == trace.question
    assert entries[1].headline == trace.answer.headline
    assert entries[1].status == "answered"
    assert entries[1].graph == "HPO annotations 2025-01-16"
    assert entries[1].asked_at == "2026-11-21T12:00:00+00:00"
    assert open_record(tmp_path, first) == trace
    script = f"from kgqa.history.storage import open_record as o; print(o({str(tmp_path)!r}, {second!r}).question)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == ambiguous().question


def test_one_reader_does_not_see_or_remove_what_another_keeps(tmp_path: Path) -> None:
    mine, other = ReaderStorage(tmp_path, READER), ReaderStorage(tmp_path, OTHER)
    record = mine.remember(nothing())
    mine.flag(nothing(), "query", "mine")
    mine.prefer("level", "researcher")
    note = mine.flags()[0].id
    assert other.entries() == []
    assert other.flags() == []
    assert list(other.notes()) == []
    assert other.preference("level") is None
    other.remember(ambiguous())
    other.forget(record)
    other.remove_flag(note)
    other.forget_all()
    assert [entry.id for entry in mine.entries()] == [record]
    assert [flag.id for flag in mine.flags()] == [note]


def test_the_disk_does_not_tell_the_reader_s_id(tmp_path: Path) -> None:
    ReaderStorage(tmp_path, READER).remember(nothing())
    assert all(READER not in str(path) and READER not in path.read_text() for path in files(tmp_path))


def test_ids_cannot_be_guessed_from_one_another(tmp_path: Path) -> None:
    ids = [ReaderStorage(tmp_path, READER).remember(nothing()) for _ in range(20)]
    assert len({id_[:8] for id_ in ids} | {id_[-8:] for id_ in ids}) == 40


def test_everything_is_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        reader = ReaderStorage(tmp_path / "data", READER)
        reader.remember(nothing())
        reader.flag(nothing(), "answer", "")
        reader.prefer("level", "clinician")
    finally:
        os.umask(before)
    paths = [tmp_path / "data", *(tmp_path / "data").rglob("*")]
    assert len(paths) == 9
    for path in paths:
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path


@pytest.mark.parametrize(
    "id_",
    ["", ".", "..", "../notes", UNGUESSED.upper().replace("0", "A"), UNGUESSED[:-1], f"{UNGUESSED}0", f"{UNGUESSED}\n",
     "/etc/passwd", "a/../../x", "٣" * 32, "\x00" * 32, "\ud800" * 32, "*" * 32, "?" * 32],
)  # fmt: skip
def test_an_id_that_is_none_reaches_no_path(tmp_path: Path, id_: str) -> None:
    reader = ReaderStorage(tmp_path, READER)
    reader.remember(nothing())
    reader.flag(nothing(), "answer", "")
    before = files(tmp_path)
    reader.forget(id_)
    reader.remove_flag(id_)
    assert files(tmp_path) == before
    with pytest.raises(KeptError, match="No answer is kept under this address"):
        open_record(tmp_path, id_)


def test_an_address_does_not_open_a_note(tmp_path: Path) -> None:
    reader = ReaderStorage(tmp_path, READER)
    reader.flag(nothing(), "answer", "")
    with pytest.raises(KeptError):
        open_record(tmp_path, reader.flags()[0].id)


def test_what_is_removed_is_gone(tmp_path: Path) -> None:
    reader = ReaderStorage(tmp_path, READER)
    first, second = reader.remember(nothing()), reader.remember(ambiguous())
    reader.flag(nothing(), "answer", "")
    reader.forget(first)
    reader.forget(first)
    assert [entry.id for entry in reader.entries()] == [second]
    with pytest.raises(KeptError):
        open_record(tmp_path, first)
    reader.forget_all()
    assert reader.entries() == []
    assert answers(tmp_path) == []
    assert len(reader.flags()) == 1, "notes are removed one by one"


def test_a_broken_file_is_left_out_and_counted(tmp_path: Path) -> None:
    reader = ReaderStorage(tmp_path, READER)
    whole = reader.remember(intersection())
    broken = [reader.remember(nothing()) for _ in range(6)]
    folder = answers(tmp_path)[0].parent
    (folder / broken[0]).write_bytes(b"")
    (folder / broken[1]).write_bytes(b"\xff\xfe\x00")
    (folder / broken[2]).write_text("[" * 9999)
    (folder / broken[3]).write_text('{"id": "", "question": 5}\n{}')
    (folder / broken[4]).write_text((folder / broken[4]).read_text()[:40])
    (folder / broken[5]).unlink()
    (folder / broken[5]).mkdir()
    (folder / "notes.txt").write_text("somebody's own")
    assert [entry.id for entry in reader.entries()] == [whole]
    assert reader.damaged() == 6
    for id_ in broken:
        with pytest.raises(KeptError):
            open_record(tmp_path, id_)
    assert open_record(tmp_path, whole) == intersection()


def test_an_answer_that_lost_its_end_is_listed_but_says_that_it_is_damaged(tmp_path: Path) -> None:
    record = ReaderStorage(tmp_path, READER).remember(intersection())
    path = answers(tmp_path)[0]
    path.write_text(path.read_text()[:-10])
    with pytest.raises(KeptError, match="damaged on the disk"):
        open_record(tmp_path, record)


def test_the_oldest_answers_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "ANSWERS", Bound(3, 10**9))
    reader = ReaderStorage(tmp_path, READER)
    ids = []
    for position in range(5):
        ids.append(reader.remember(nothing()))
        os.utime(answers(tmp_path)[0].parent / ids[-1], (position, position))
    assert [entry.id for entry in reader.entries()] == ids[:1:-1]


def test_few_large_answers_push_the_oldest_out_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "ANSWERS", Bound(500, 100_000))
    reader = ReaderStorage(tmp_path, READER)
    large = replace(nothing(), understood="x" * 40_000)
    ids = []
    for position in range(4):
        ids.append(reader.remember(large))
        os.utime(answers(tmp_path)[0].parent / ids[-1], (position, position))
    assert [entry.id for entry in reader.entries()] == [ids[3], ids[2]]


def test_notes_are_never_pushed_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "NOTES", Bound(2, 10**9))
    reader = ReaderStorage(tmp_path, READER)
    for words in ("one", "two"):
        reader.flag(nothing(), "answer", words)
    with pytest.raises(KeptError, match="keeps 2 notes"):
        reader.flag(nothing(), "answer", "three")
    assert [flag.words for flag in reader.flags()] == ["two", "one"]
    reader.remove_flag(reader.flags()[0].id)
    reader.flag(nothing(), "answer", "three")


def _a_week_later(monkeypatch: pytest.MonkeyPatch, days: float = 7.1) -> None:
    now = time.time() + days * 24 * 3600
    monkeypatch.setattr(readers.time, "time", lambda: now)


def test_folders_that_nobody_used_for_a_year_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for reader in (READER, OTHER):
        ReaderStorage(tmp_path, reader).remember(nothing())
    old = time.time() - readers.UNUSED_S - 60
    os.utime(readers.folder_of(tmp_path, READER), (old, old))
    ReaderStorage(tmp_path, "c" * 64).remember(nothing())
    assert len(ReaderStorage(tmp_path, READER).entries()) == 1
    _a_week_later(monkeypatch)
    ReaderStorage(tmp_path, "d" * 64).remember(nothing())
    assert not readers.folder_of(tmp_path, READER).exists()
    assert len(ReaderStorage(tmp_path, OTHER).entries()) == 1


def test_a_clock_that_is_set_forth_and_back_takes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ReaderStorage(tmp_path, READER).remember(nothing())
    for days in (400, 401, 0, 450, -400, 500, 1):
        monkeypatch.undo()
        _a_week_later(monkeypatch, days)
        ReaderStorage(tmp_path, f"{days + 1000:064d}").remember(nothing())
        assert len(ReaderStorage(tmp_path, READER).entries()) == 1, days


def test_notes_stay_after_a_year_and_what_else_was_kept_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = ReaderStorage(tmp_path, READER)
    reader.remember(nothing())
    reader.flag(nothing(), "answer", "wrong")
    old = time.time() - readers.UNUSED_S - 60
    os.utime(readers.folder_of(tmp_path, READER), (old, old))
    ReaderStorage(tmp_path, OTHER).remember(nothing())
    _a_week_later(monkeypatch)
    ReaderStorage(tmp_path, "c" * 64).remember(nothing())
    assert reader.entries() == []
    assert [note.words for note in reader.flags()] == ["wrong"]


def test_a_thousand_new_readers_take_nothing_from_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "MOST_READERS", 3)
    first = ReaderStorage(tmp_path, READER)
    first.remember(nothing())
    first.flag(nothing(), "answer", "wrong")
    server = readers.folder_of(tmp_path, OTHER) / "connections" / "0.json"
    server.parent.mkdir(parents=True)
    server.write_text("{}")
    for position in range(20):
        one = ReaderStorage(tmp_path, str(position))
        if position % 4 == 0:
            one.remember(nothing())
        else:
            one.prefer("level", "clinician")
    assert len(first.entries()) == len(first.flags()) == 1
    assert server.exists()
    kept = [position for position in range(20) if ReaderStorage(tmp_path, str(position)).entries()]
    assert kept == [0, 4, 8, 12, 16]
    assert len(list(readers.folders(tmp_path))) <= 2 + len(kept) + 1, "readers who keep nothing make room"


@pytest.mark.parametrize(("bound", "value"), [("MOST_BYTES", 10), ("LEAST_FREE_BYTES", 1 << 62)])
def test_where_there_is_no_more_room_the_new_reader_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, value: int
) -> None:
    first = ReaderStorage(tmp_path, READER)
    first.remember(nothing())
    monkeypatch.setattr(readers, bound, value)
    with pytest.raises(KeptError, match="can be kept for one more browser"):
        ReaderStorage(tmp_path, OTHER).remember(nothing())
    first.remember(nothing())
    assert len(first.entries()) == 2


def test_using_a_folder_keeps_it(tmp_path: Path) -> None:
    reader = ReaderStorage(tmp_path, READER)
    reader.remember(nothing())
    os.utime(readers.folder_of(tmp_path, READER), (1, 1))
    reader.prefer("level", "clinician")
    ReaderStorage(tmp_path, OTHER).remember(nothing())
    assert len(reader.entries()) == 1


def test_two_tabs_and_another_process_keep_at_once(tmp_path: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, 'tests/unit')\n"
        "from traces import nothing\nfrom kgqa.history.storage import ReaderStorage\n"
        f"for _ in range(10): ReaderStorage({str(tmp_path)!r}, {READER!r}).remember(nothing())"
    )
    other = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)
    with ThreadPoolExecutor(4) as tabs:
        ids = list(tabs.map(lambda _: ReaderStorage(tmp_path, READER).remember(intersection()), range(20)))
        levels = list(tabs.map(lambda level: ReaderStorage(tmp_path, READER).prefer("level", level), ["a", "b"] * 5))
    assert other.wait(120) == 0
    reader = ReaderStorage(tmp_path, READER)
    assert len(levels) == 10
    assert reader.preference("level") in ("a", "b")
    assert len(reader.entries()) == 30
    assert all(open_record(tmp_path, id_) == intersection() for id_ in ids)
    assert reader.damaged() == 0


def test_a_process_that_is_killed_while_it_writes_leaves_nothing_that_counts(tmp_path: Path) -> None:
    script = (
        "import os, sys; sys.path.insert(0, 'tests/unit'); from pathlib import Path; from traces import nothing\n"
        "from kgqa.history.storage import ReaderStorage\n"
        "Path.replace = lambda *_: os._exit(9)\n"
        f"ReaderStorage({str(tmp_path)!r}, {READER!r}).remember(nothing())"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT).returncode == 9
    reader = ReaderStorage(tmp_path, READER)
    assert len(answers(tmp_path)) == 1, "the unfinished file is there"
    assert reader.entries() == []
    assert reader.damaged() == 0
    reader.remember(nothing())
    assert len(answers(tmp_path)) == 2, "it may be another process's that still writes"
    os.utime(next(path for path in answers(tmp_path) if path.name.startswith(".")), (1, 1))
    reader.remember(nothing())
    assert len(answers(tmp_path)) == 2
    assert len(reader.entries()) == 2


def test_a_folder_that_cannot_be_written_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    reader = ReaderStorage(tmp_path / "file", READER)
    for keep in (
        lambda: reader.remember(nothing()),
        lambda: reader.prefer("level", "clinician"),
        lambda: reader.flag(nothing(), "answer", ""),
    ):
        with pytest.raises(KeptError, match="KGQA_DATA_DIR"):
            keep()
    assert reader.entries() == []

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shelf, "write_private", full)
    with pytest.raises(KeptError, match="No space left on device"):
        ReaderStorage(tmp_path / "data", READER).remember(nothing())


def test_a_note_holds_its_words_and_the_whole_answer(tmp_path: Path) -> None:
    reader = ReaderStorage(tmp_path, READER)
    reader.flag(intersection(), "entity", f"  Marfan\n<b>\ud800{'x' * 3000}  ")
    flag = reader.flags()[0]
    assert flag.what == "entity"
    assert flag.words.startswith("Marfan\n<b>\ufffdxxx")
    assert len(flag.words) == storage.MOST_WORDS
    assert flag.question == intersection().question
    note = json.loads(json.dumps(list(reader.notes())))[0]
    assert note["format"] == "kgqa-note"
    assert note["words"] == flag.words
    (tmp_path / "answer.json").write_text(json.dumps(note["answer"]), encoding="utf-8")
    assert command.main(["ask", "--replay", str(tmp_path / "answer.json")]) == 0


@pytest.mark.parametrize("name", ["", "../x", "a/b", "Level", "a" * 41])
def test_a_preference_has_a_plain_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="no name of a preference"):
        ReaderStorage(tmp_path, READER).prefer(name, "x")


def test_hostile_words_are_kept_as_they_are(tmp_path: Path) -> None:
    text = '"}\n{"id": "x"\u2028\x00<script>'
    reader = ReaderStorage(tmp_path, READER)
    record = reader.remember(hostile(text))
    assert reader.entries()[0].question == text
    assert open_record(tmp_path, record) == hostile(text)


def test_the_command_lists_the_notes_of_every_reader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))
    assert command.main(["feedback"]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "No note" in said.err
    ReaderStorage(tmp_path, READER).flag(nothing(), "query", "two\nlines\t\x1b[31m")
    ReaderStorage(tmp_path, OTHER).flag(ambiguous(), "entity", "")
    assert command.main(["feedback"]) == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [line[1:] for line in lines] == [
        ["entity", ambiguous().question, ""],
        ["query", nothing().question, "two lines [31m"],
    ]
    assert command.main(["feedback", "--json"]) == 0
    notes = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [note["answer"]["trace"]["question"] for note in notes] == [ambiguous().question, nothing().question]
    assert all(READER not in json.dumps(note) for note in notes)


def test_what_an_earlier_version_kept_still_opens(tmp_path: Path) -> None:
    reader = ReaderStorage(tmp_path, READER)
    record = reader.remember(nothing())
    (path,) = [one for one in tmp_path.rglob("*") if one.is_file() and b'"against"' in one.read_bytes()]
    head, body = path.read_text(encoding="utf-8").split("\n", 1)
    listed, whole = json.loads(head), json.loads(body)
    del listed["against"]
    del whole["trace"]["answer"]["absent"]
    path.write_text(f"{json.dumps(listed)}\n{json.dumps(whole)}", encoding="utf-8")
    again = ReaderStorage(tmp_path, READER)
    assert [(one.status, one.against) for one in again.entries()] == [("not_in_graph", False)]
    assert open_record(tmp_path, record) == nothing()
