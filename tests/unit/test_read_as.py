"""What a question was read as: its words on the pages, in every file, and the switch that takes it away."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import boxes
import pytest
import stand_in
from streamlit.testing.v1 import AppTest
from traces import CARD, by_meaning, hostile, intersection, undecided

from kgqa import settings
from kgqa.cli import ask, console
from kgqa.exports import graph_page, markdown, sheets
from kgqa.history import replay
from kgqa.history.replay import ReplayError
from kgqa.history.storage import ReaderStorage
from kgqa.language import read_as
from kgqa.language.read_as import Piece
from kgqa.presentation.graph_layout import arrange
from kgqa.presentation.text import plain
from kgqa.records import Reading, SetAside, Trace
from kgqa.ui.history import entries
from kgqa.ui.session import saved_preferences, state

APP = Path(__file__).parents[2] / "app.py"
ASKED = by_meaning().question
READ = "Which phenotypes does Marfan syndrome show?"
OTHER = "Which genes cause Marfan syndrome?"
SCHEMA = stand_in.Asker.schema


def sure() -> Trace:
    """The same question, read word by word."""
    trace = by_meaning()
    return replace(trace, reading=replace(trace.reading, sure=True))


def with_reading(**fields: object) -> Trace:
    trace = by_meaning()
    return replace(trace, reading=replace(trace.reading, **fields))


def test_what_was_set_aside_stays_in_the_question() -> None:
    found = read_as.pieces(by_meaning())
    assert "".join(one.text for one in found) == ASKED
    assert [one.text for one in found if one.aside] == ["Hello, I see a boy", "tomorrow", "thanks"]


@pytest.mark.parametrize(
    ("spans", "aside"),
    [
        ([], []),
        ([(7, 9), (0, 5)], ["Hello", "I "]),
        ([(0, 5), (3, 9)], ["Hello", ", I "]),
        ([(-4, 5), (80, 4000), (5, 5), (9, 7)], ["Hello", "anks?"]),
    ],
)
def test_no_span_takes_a_letter_of_the_question(spans: list[tuple[int, int]], aside: list[str]) -> None:
    found = read_as.pieces(with_reading(set_aside=tuple(SetAside(*span, "x") for span in spans)))
    assert "".join(one.text for one in found) == ASKED
    assert [one.text for one in found if one.aside] == aside


def test_a_question_without_a_reading_is_one_piece() -> None:
    assert read_as.pieces(intersection()) == (Piece(intersection().question),)


def test_other_readings_are_told_once_and_never_the_one_that_was_answered() -> None:
    found = read_as.others(with_reading(others=(OTHER, READ.upper(), " ", ASKED, OTHER.lower(), "x?")))
    assert found == (OTHER, "x?")
    many = tuple(f"Question {number}?" for number in range(100))
    assert read_as.others(with_reading(others=many)) == many[: read_as.MOST_OTHERS]


@pytest.mark.parametrize(
    "trace", [sure(), intersection(), undecided(), with_reading(question=" "), with_reading(question=ASKED)]
)
def test_only_what_was_read_by_meaning_is_told(trace: Trace) -> None:
    assert (read_as.line(trace), read_as.question(trace), read_as.others(trace)) == ("", "", ())


def test_a_reading_of_which_a_name_is_to_be_chosen_is_told() -> None:
    trace = by_meaning()
    trace = replace(trace, answer=replace(trace.answer, status="ambiguous"), choices=trace.entities)
    assert read_as.question(trace) == READ


def test_every_file_says_what_was_read() -> None:
    trace, line = by_meaning(), "Read as: Which phenotypes does Marfan syndrome show?"
    document = markdown.document(trace, SCHEMA).decode()
    assert document.startswith(f"# {ASKED}\n\n{line} · set aside: “Hello, I see a boy”, “tomorrow”, “thanks”\n")
    assert line in graph_page.page(arrange(trace), trace, SCHEMA).decode()
    table = sheets.as_csv(sheets.answers(trace, SCHEMA), CARD, read_as.question(trace)).decode("utf-8-sig")
    header, first, *_ = csv.reader(io.StringIO(table))
    assert (header[-1], first[-1]) == ("Question read as", READ)
    assert ("Read as", READ) in sheets._about(trace)
    for other in (sure(), intersection()):
        assert "Read as:" not in markdown.document(other, SCHEMA).decode().partition("## How the question")[0]
        assert "Read as:" not in graph_page.page(arrange(other), other, SCHEMA).decode()
        assert sheets.as_csv(sheets.answers(other, SCHEMA), CARD, read_as.question(other)).count(b"read as") == 0


def test_the_terminal_says_it_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with console.harmless():
        ask._print_answer(by_meaning())
        ask._print_answer(with_reading(question="\x1b[31mred\nforged", others=("\x1b[0m\nforged",)))
    said = capsys.readouterr().out
    assert said.startswith(f"Read as: {READ} · set aside")
    assert f"  Or: {OTHER}\n" in said
    assert "\x1b" not in said
    assert "\nforged" not in said


def test_a_saved_reading_comes_back_and_a_file_of_before_still_opens() -> None:
    trace = by_meaning()
    text = replay.to_json(trace)
    assert replay.from_json(text) == trace
    before = json.loads(text)
    del before["trace"]["reading"]
    assert replay.from_json(json.dumps(before)) == replace(trace, reading=None)


@pytest.mark.parametrize("span", [(-1, 3), (3, 1), (0, 4000)])
def test_words_without_a_place_in_the_question_are_refused(span: tuple[int, int]) -> None:
    text = replay.to_json(with_reading(set_aside=(SetAside(*span, "x"),)))
    with pytest.raises(ReplayError, match="set aside"):
        replay.from_json(text)


def test_the_history_lists_and_finds_it(tmp_path: Path) -> None:
    kept = ReaderStorage(tmp_path, "0" * 64)
    kept.remember(by_meaning())
    kept.remember(sure())
    assert [one.read_as for one in kept.entries()] == ["", READ]
    assert len(entries.matching(kept.entries(), "phenotypes show")) == 2, "the headline has both words"
    assert [one.read_as for one in entries.matching(kept.entries(), "which phenotypes")] == [READ]


def test_the_switch_is_remembered_and_the_environment_is_its_default() -> None:
    assert settings.load({}).strict == 0
    assert settings.load({"KGQA_STRICT": "1"}).strict == 1
    for chosen in (True, False, None):
        assert (
            saved_preferences.read(saved_preferences.written(saved_preferences.Remembered(strict=chosen))).strict
            is chosen
        )
    assert saved_preferences.read('{"strict": "yes"}').strict is None


@pytest.fixture
def page(pipeline: ModuleType) -> AppTest:
    """Ask before the first question."""
    pipeline.Asker = stand_in.Asker
    page = AppTest.from_file(str(APP), default_timeout=60)
    return until(page.run(), lambda: bool(page.text_input))


def until(page: AppTest, true: Callable[[], bool]) -> AppTest:
    for _ in range(200):
        assert not page.exception
        if true():
            return page
        page.run()
    raise AssertionError(said(page))


def said(page: AppTest) -> str:
    words = [str(one.value) for kind in (page.markdown, page.caption) for one in kind]
    return " ".join(words).translate(dict.fromkeys(map(ord, "\\\u2060")))


def answered(page: AppTest) -> AppTest:
    return until(page, lambda: page.session_state[state.ASKING].wait(0.2) and not page.main.get("card_running")).run()


def ask_box(page: AppTest, question: str) -> AppTest:
    boxes.question_box(page).set_value(question)
    page.button[0].click().run()
    return answered(page)


def box(page: AppTest) -> str:
    return str(boxes.question_box(page).value)


def labels(page: AppTest) -> list[str]:
    return [one.label.replace("\\", "") for one in page.button]


def press(page: AppTest, words: str) -> AppTest:
    next(one for one in page.button if words in one.label.replace("\\", "")).click().run()
    return answered(page)


def test_the_reading_stands_above_the_answer_and_nothing_says_it_twice(page: AppTest) -> None:
    ask_box(page, ASKED)
    text = said(page)
    assert f"Read as **{READ}**" in text
    assert "You asked: :gray[Hello, I see a boy] with Marfan syndrome :gray[tomorrow]. What should" in text
    assert "Understood as" not in text
    assert box(page) == ASKED


def test_what_was_read_word_by_word_has_no_line_of_its_own(page: AppTest) -> None:
    ask_box(page, "Which diseases show both arachnodactyly and ectopia lentis?")
    assert "Read as **" not in said(page)
    assert "You asked" not in said(page)
    assert "Understood as" in said(page)


def test_another_reading_is_asked_by_its_button(page: AppTest) -> None:
    ask_box(page, ASKED)
    press(page, OTHER)
    assert box(page) == OTHER
    assert "Read as **" not in said(page)


def test_an_edited_reading_is_asked(page: AppTest) -> None:
    ask_box(page, ASKED)
    edit = next(one for one in page.text_input if (one.key or "").startswith("reading_words"))
    assert edit.value == READ
    edit.set_value("Which genes cause Loeys-Dietz syndrome?")
    press(page, "Ask this")
    assert box(page) == "Which genes cause Loeys-Dietz syndrome?"


def test_readings_as_near_as_each_other_are_chosen_in_the_card(page: AppTest) -> None:
    ask_box(page, "Anything on Marfan syndrome?")
    assert "Please choose" in said(page)
    assert "What could be asked instead" not in said(page)
    assert [one for one in labels(page) if "Marfan" in one] == [READ, OTHER]
    press(page, OTHER)
    assert box(page) == OTHER


def test_an_answer_from_its_record_has_its_reading(page: AppTest) -> None:
    ask_box(page, ASKED)
    record = page.session_state[state.ASKING].record
    page.session_state[state.ASKING] = None
    page.query_params["answer"] = record
    page.run()
    assert f"Read as **{READ}**" in said(page)


def test_only_what_is_certain_is_read_where_the_reader_wants_it(page: AppTest) -> None:
    page.switch_page("pages/settings.py").run()
    page.toggle(key="settings_strict").set_value(True).run()
    assert "is not answered, and the answer says which words" in said(page)
    page.switch_page("pages/ask.py").run()
    ask_box(page, ASKED)
    assert "Read as **" not in said(page)
    assert "Not understood" in said(page)


def test_the_environment_wants_it_until_the_reader_does_not(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_STRICT", "1")
    ask_box(page, ASKED)
    assert "Not understood" in said(page)
    page.switch_page("pages/settings.py").run()
    page.toggle(key="settings_strict").set_value(False).run()
    page.switch_page("pages/ask.py").run()
    ask_box(page, ASKED)
    assert f"Read as **{READ}**" in said(page)


@pytest.mark.parametrize("words", ["<b>x</b> ![i](https://evil.example/i.png)", "**a** :red[b] [c](d) `e` $f$"])
def test_a_reading_is_shown_letter_for_letter(page: AppTest, words: str) -> None:
    ask_box(page, f"draw {words}")
    shown = [one.value for one in page.markdown if str(one.value).startswith("Read as")]
    assert shown == [f"Read as **{plain(words)} 4**"]


def test_a_hostile_reading_is_a_reading() -> None:
    assert isinstance(hostile("x").reading, Reading)
    assert read_as.line(hostile("x")) == "Read as: x 4 · set aside: “x”"
