"""The History page and the flags, run without a browser: two sessions are two readers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from traces import hostile, intersection, nothing

from kgqa.history import replay
from kgqa.history.storage import Entry, ReaderStorage
from kgqa.presentation.text import when
from kgqa.ui.history.entries import matching, notes_as_json_lines

ROOT = Path(__file__).parents[2]
HISTORY = "pages/history.py"
READER, OTHER = "a" * 64, "b" * 64
HOSTILE = "<img src=x onerror=alert(1)> ![x](https://evil.example/x.png) [l](javascript:alert(1)) :material/home: $x$"


@pytest.fixture(autouse=True)
def data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A data folder of the test's own, in which nobody has asked anything."""
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))
    return tmp_path


def history(reader: str = "") -> AppTest:
    """The History page in a session of its own; a new reader unless one is named."""
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    if reader:
        page.session_state["reader"] = reader
    page.switch_page(HISTORY)
    return drawn(page.run())


def drawn(page: AppTest) -> AppTest:
    assert not page.exception
    return page


def shown(page: AppTest) -> str:
    return " ".join(element.value for element in (*page.markdown, *page.caption, *page.error, *page.warning))


def button(page: AppTest, words: str):
    return next(button for button in page.button if words in button.label)


def test_the_empty_page_says_so() -> None:
    page = history()
    assert "No question has been asked in this browser yet" in shown(page)
    assert "No note has been kept" in shown(page)


def test_a_session_without_a_cookie_is_a_reader_of_its_own(data_folder: Path) -> None:
    one, other = history(), history()
    tokens = {one.session_state["reader"], other.session_state["reader"]}
    assert len(tokens) == 2
    assert all(len(token) == 64 for token in tokens)
    ReaderStorage(data_folder, one.session_state["reader"]).remember(nothing())
    assert "anosmia" in shown(drawn(one.run()))
    assert "anosmia" not in shown(drawn(other.run()))


def test_a_reader_sees_nothing_of_another(data_folder: Path) -> None:
    ReaderStorage(data_folder, READER).remember(nothing())
    ReaderStorage(data_folder, READER).flag(nothing(), "query", "hyposmia is meant")
    assert "anosmia" in shown(history(READER))
    assert "hyposmia" in shown(history(READER))
    other = history(OTHER)
    assert "anosmia" not in shown(other)
    assert "hyposmia" not in shown(other)
    assert not [button for button in other.button if "Remove" in button.label]


def test_words_from_outside_are_shown_letter_for_letter(data_folder: Path) -> None:
    ReaderStorage(data_folder, READER).remember(hostile(HOSTILE))
    ReaderStorage(data_folder, READER).flag(hostile(HOSTILE), "answer", HOSTILE)
    page = history(READER)
    for text in (*(element.value for element in (*page.markdown, *page.caption)), *(b.label for b in page.button)):
        assert "<img" not in text.replace("\\<", "")
        assert "](" not in text.replace("\\]", "")


def test_one_question_is_removed_and_the_others_stay(data_folder: Path) -> None:
    reader = ReaderStorage(data_folder, READER)
    reader.remember(nothing())
    reader.remember(intersection())
    page = history(READER)
    assert "2 questions" in shown(page)
    button(page, "Remove :gray[“Which diseases show both ectopia lentis and anosmia").click()
    drawn(page.run())
    assert "1 question" in shown(page)
    assert [entry.question for entry in reader.entries()] == [intersection().question]


def test_all_questions_are_removed_after_their_number_was_named(data_folder: Path) -> None:
    reader = ReaderStorage(data_folder, READER)
    for _ in range(3):
        reader.remember(nothing())
    reader.flag(nothing(), "query", "stays")
    page = history(READER)
    assert "3 questions with the answers will be removed" in shown(page)
    button(page, "Remove 3 questions").click()
    drawn(page.run())
    assert reader.entries() == []
    assert "stays" in shown(page)


def test_the_filter_finds_words_in_any_order_and_case(data_folder: Path) -> None:
    reader = ReaderStorage(data_folder, READER)
    reader.remember(nothing())
    reader.remember(intersection())
    page = history(READER)
    page.text_input[0].set_value("ANOSMIA ectopia")
    drawn(page.run())
    assert "1 of 2 questions" in shown(page)
    assert "arachnodactyly" not in shown(page)
    page.text_input[0].set_value("nothing like it [")
    drawn(page.run())
    assert "0 of 2 questions" in shown(page)


def test_a_long_history_is_shown_twenty_at_a_time(data_folder: Path) -> None:
    reader = ReaderStorage(data_folder, READER)
    for position in range(45):
        reader.remember(replace(nothing(), question=f"Question number {position}?"))

    def rows(page: AppTest) -> int:
        return len([button for button in page.button if button.label.startswith("Remove :gray")])

    page = history(READER)
    assert rows(page) == 20
    button(page, "Show 20 more").click()
    assert rows(drawn(page.run())) == 40
    button(page, "Show 5 more").click()
    assert rows(drawn(page.run())) == 45


def test_a_file_that_cannot_be_read_is_told(data_folder: Path) -> None:
    ReaderStorage(data_folder, READER).remember(nothing())
    next(path for path in data_folder.rglob("answers/*")).write_bytes(b"\xff")
    page = history(READER)
    assert "1 file of this browser cannot be read" in page.warning[0].value


def test_a_saved_answer_that_is_none_says_why(data_folder: Path) -> None:
    page = history(READER)
    page.file_uploader[0].upload("answer.json", b'{"format": "other"}', "application/json")
    drawn(page.run())
    assert "no saved answer" in page.error[0].value
    assert ReaderStorage(data_folder, READER).entries() == []


def test_a_saved_answer_becomes_one_of_this_browser(data_folder: Path) -> None:
    page = history(READER)
    page.file_uploader[0].upload("answer.json", replay.to_json(intersection()).encode(), "application/json")
    page.run()
    assert [entry.question for entry in ReaderStorage(data_folder, READER).entries()] == [intersection().question]


def test_a_note_is_listed_exported_and_removed(data_folder: Path) -> None:
    reader = ReaderStorage(data_folder, READER)
    reader.flag(nothing(), "query", "hyposmia is meant")
    page = history(READER)
    assert "Wrong query" in shown(page)
    note = json.loads(notes_as_json_lines(reader))
    assert note["words"] == "hyposmia is meant"
    assert replay.from_json(json.dumps(note["answer"])) == nothing()
    button(page, "Remove :gray[“Wrong query").click()
    drawn(page.run())
    assert "No note has been kept" in shown(page)


def flags_page() -> None:
    from traces import nothing

    from kgqa.ui.history import entries

    entries.draw_flags(nothing(), "serial")


def test_a_flag_keeps_a_note_with_the_answer(data_folder: Path) -> None:
    page = AppTest.from_function(flags_page, default_timeout=30)
    page.session_state["reader"] = READER
    drawn(page.run())
    assert shown(page).count("never sent anywhere") == 3
    assert [area.max_chars for area in page.text_area] == [2000] * 3
    page.text_area[1].set_value("hyposmia is meant")
    page.button[1].click()
    drawn(page.run())
    assert [success.value for success in page.success] == ["The note is kept on this machine."]
    assert page.text_area[1].value == ""
    kept = ReaderStorage(data_folder, READER)
    assert [(flag.what, flag.words) for flag in kept.flags()] == [("query", "hyposmia is meant")]
    assert replay.from_json(json.dumps(next(kept.notes())["answer"])) == nothing()


def test_a_note_that_cannot_be_kept_says_why_and_keeps_the_words(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (data_folder / "file").write_text("")
    monkeypatch.setenv("KGQA_DATA_DIR", str(data_folder / "file"))
    page = AppTest.from_function(flags_page, default_timeout=30)
    drawn(page.run())
    page.text_area[0].set_value("Marfan is meant")
    page.button[0].click()
    drawn(page.run())
    assert "cannot be written" in page.error[0].value
    assert page.text_area[0].value == "Marfan is meant"


@pytest.mark.parametrize("cookie", ["", "x", "A" * 64, "a" * 63, "a" * 65, f"{'a' * 63}\n", "../" * 20, "é" * 64])
def test_a_cookie_that_is_none_of_ours_is_not_taken(monkeypatch: pytest.MonkeyPatch, cookie: str) -> None:
    monkeypatch.setattr("streamlit.runtime.context.ContextProxy.cookies", {"kgqa_reader": cookie})
    assert history().session_state["reader"] != cookie


def test_the_cookie_of_this_browser_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("streamlit.runtime.context.ContextProxy.cookies", {"kgqa_reader": READER})
    assert history().session_state["reader"] == READER


def entry(question: str, headline: str = "", graph: str = "") -> Entry:
    return Entry("0" * 32, question, headline, "answered", graph, "", "")


def test_words_are_looked_for_in_question_headline_and_graph() -> None:
    entries = [entry("Which genes?", "FBN1", "HPO 2025"), entry("Straße", "", "Own")]
    assert matching(entries, "") == entries
    assert matching(entries, " fbn1  GENES hpo ") == entries[:1]
    assert matching(entries, "STRASSE") == entries[1:]
    assert matching(entries, "genes own") == []


@pytest.mark.parametrize(
    ("moment", "zone", "words"),
    [
        ("2026-11-21T12:14:53+00:00", "Europe/Berlin", "21 November 2026, 13:14"),
        ("2026-11-21T23:30:00+00:00", "Asia/Tokyo", "22 November 2026, 08:30"),
        ("2026-11-21T12:14:53+00:00", None, "21 November 2026, 12:14 UTC"),
        ("2026-11-21T12:14:53+00:00", "Nowhere/None", "21 November 2026, 12:14 UTC"),
        ("2026-11-21T12:14:53+00:00", "../../etc/passwd", "21 November 2026, 12:14 UTC"),
        ("2026-11-01T12:14:53", "Europe/Berlin", "1 November 2026, 13:14"),
        ("9999-12-31T23:59:59+00:00", "Asia/Tokyo", "31 December 9999, 23:59 UTC"),
        ("", None, ""),
        ("yesterday", None, ""),
    ],
)
def test_moments_are_told_in_the_reader_s_time(moment: str, zone: str | None, words: str) -> None:
    assert when(moment, zone) == words
