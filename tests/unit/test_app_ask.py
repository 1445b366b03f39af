"""What the controls of Ask do, run without a browser on a pipeline made by hand."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import boxes
import pytest
import stand_in
import traces
from streamlit.testing.v1 import AppTest

from kgqa.records import Correction, CypherRecord
from kgqa.ui.ask import steps_view
from kgqa.ui.session import state
from kgqa.ui.session.question_run import QuestionRun

APP = Path(__file__).parents[2] / "app.py"
QUESTION = "Which diseases show both arachnodactyly and ectopia lentis?"
ANSWER = "11 diseases show both"


@pytest.fixture
def page(pipeline: ModuleType) -> AppTest:
    """The page before the first question."""
    pipeline.Asker = stand_in.Asker
    return until(AppTest.from_file(str(APP), default_timeout=boxes.LONG_S).run(), lambda page: bool(page.text_input))


def until(page: AppTest, true: Callable[[AppTest], bool]) -> AppTest:
    """Runs the page until something holds on it, as its browser does while a question is on its way."""
    end = time.monotonic() + boxes.LONG_S
    while not true(page):
        assert not page.exception
        assert time.monotonic() < end, said(page)
        page.run()
    assert not page.exception
    return page


def state_of(page: AppTest) -> QuestionRun | None:
    """The question on the page; None where nothing was asked yet."""
    if state.ASKING not in page.session_state:
        return None
    known = page.session_state[state.ASKING]
    return known if isinstance(known, QuestionRun) else None


def said(page: AppTest) -> str:
    """Every word of the page, without Markdown; the sentence of an answer, which a component draws, from its record."""
    words = [one.value for kind in (page.markdown, page.caption, page.code) for one in kind]
    words += [one.label for one in page.expander]
    asking = state_of(page)
    if asking is not None and asking.trace is not None:
        words.append(asking.trace.answer.headline)
    return " ".join(map(str, words)).translate(dict.fromkeys(map(ord, "\\*\u2060")))


def box(page: AppTest) -> str:
    return str(boxes.question_box(page).value)


def ask(page: AppTest, question: str) -> AppTest:
    """Asks a question and waits until it has come to an end."""
    boxes.question_box(page).set_value(question)
    page.button[0].click().run()
    return until(page, lambda page: page.session_state["asking"].wait(0.2) and not page.main.get("card_running"))


def press(page: AppTest, words: str) -> AppTest:
    """Presses the first button with these words and waits for what is asked by it."""
    next(one for one in page.button if words in one.label.replace("\\", "")).click().run()
    return until(page, lambda page: page.session_state["asking"].wait(0.2)).run()


def enabled(page: AppTest, words: str) -> bool:
    return not next(one for one in page.button if words in one.label).disabled


def test_a_chip_tells_what_its_words_were_taken_for(page: AppTest) -> None:
    ask(page, QUESTION)
    picks = [one for one in page.radio if "ectopia lentis" in one.label]
    assert len(picks) == 1
    assert any("Lens subluxation" in option for option in picks[0].options)
    assert "Other names: Lens dislocation." in said(page)
    assert "exact name" in said(page)


def test_a_change_in_a_chip_waits_until_it_is_asked(page: AppTest) -> None:
    ask(page, QUESTION)
    pick = next(one for one in page.radio if "ectopia lentis" in one.label)
    pick.set_value(next(one for one in stand_in.Asker().candidates("x", 9) if one.name == "Lens subluxation")).run()
    assert "Changed, not asked yet" in said(page)
    assert "“ectopia lentis” → Lens subluxation" in said(page)
    assert ANSWER in said(page)
    press(page, "Ask with these changes")
    assert "Asked with HP:0001132" in said(page)
    assert "Changed, not asked yet" not in said(page)


def test_a_name_that_comes_to_stand_for_several_things_while_it_is_answered_was_changed_by_nobody(
    page: AppTest,
) -> None:
    ask(page, QUESTION)
    run = state_of(page)
    assert run is not None
    *others, last = run.entities
    rival = next(one for one in stand_in.Asker().candidates("x", 9) if one.name == "Lens subluxation")
    run.entities = (*others, replace(last, rivals=(rival,), together=True))
    page.run()
    assert any("Lens subluxation" in option for one in page.radio for option in one.options)
    assert "Changed, not asked yet" not in said(page)


def test_a_name_that_is_read_otherwise_when_it_is_answered_was_changed_by_nobody(page: AppTest) -> None:
    ask(page, QUESTION)
    run = state_of(page)
    assert run is not None
    *others, last = run.entities
    other = next(one for one in stand_in.Asker().candidates("x", 9) if one.name == "Lens subluxation")
    run.entities = (*others, replace(last, chosen=other, rivals=(last.chosen,)))
    page.run()
    pick = next(one for one in page.radio if last.mention in one.label)
    assert "Lens subluxation" in pick.options[0]
    assert "Changed, not asked yet" not in said(page)


def test_a_thing_that_is_not_meant_is_taken_away(page: AppTest) -> None:
    ask(page, QUESTION)
    press(page, "Not this one")
    assert "Asked with None" in said(page)


def test_a_thing_that_is_left_out_leaves_the_question(page: AppTest) -> None:
    ask(page, QUESTION)
    [one for one in page.button if one.label == "Leave out"][1].click().run()
    assert box(page) == "Which diseases show arachnodactyly?"


def test_narrower_terms_are_a_choice_that_can_be_taken_back(page: AppTest) -> None:
    ask(page, QUESTION)
    press(page, "Count narrower terms too: 13")
    press(page, "Only the terms themselves")
    assert any("Count narrower terms too: 13" in one.label for one in page.button)


@pytest.mark.parametrize("value", ["0" * 32, "../../etc/passwd", "<script>", "%00", "a" * 5000])
def test_an_address_that_opens_nothing_says_so_and_the_box_still_works(page: AppTest, value: str) -> None:
    page.query_params["answer"] = value
    page.run()
    assert "This address opens no answer" in said(page)
    page.query_params.pop("answer", None)
    ask(page, QUESTION)
    assert ANSWER in said(page)


def test_the_level_is_remembered(page: AppTest) -> None:
    ask(page, QUESTION)
    page.button_group(key="level").set_value("researcher").run()
    assert "planned from the schema, only reading" in said(page)
    ask(page, "many 3")
    assert "planned from the schema, only reading" in said(page)
    page.button_group(key="level").set_value("clinician").run()
    assert "planned from the schema, only reading" not in said(page)


def test_for_researchers_a_statement_is_a_line_and_the_telling_one_is_open(page: AppTest) -> None:
    page.button_group(key="level").set_value("researcher").run()
    ask(page, QUESTION)
    run = state_of(page)
    assert run is not None
    assert run.trace is not None
    lines = [one for one in page.expander if re.search(r"\d rows? · ", one.label)]
    assert len(lines) == len(run.trace.cypher)
    assert [one.proto.expanded for one in lines].count(True) == 1


def test_the_telling_statement_is_the_corrected_one_or_the_one_whose_rows_answer() -> None:
    def ran(purpose: str, rows: int, *corrections: Correction) -> CypherRecord:
        return CypherRecord("", "", "", {}, purpose, rows, 1.0, corrections)

    mended = ran("statement", 1, Correction("labels", "why", "a", "b"))
    assert steps_view.telling([ran("kinds", 1), ran("answers", 0), ran("answers", 8), ran("evidence", 99)]) == 2
    assert steps_view.telling([ran("answers", 8), mended]) == 1
    assert steps_view.telling([ran("kinds", 1), ran("evidence", 9)]) == 1


def test_a_reading_is_remembered_for_the_session_and_forgotten_again(page: AppTest) -> None:
    ask(page, "Which diseases show ASD?")
    readings = next(one for one in page.radio if "ASD" in one.label)
    readings.set_value((traces.ambiguous().choices[0].chosen,)).run()
    next(one for one in page.checkbox if "Remember" in one.label).check().run()
    press(page, "Ask with this choice")
    ask(page, "Which diseases show ASD?")
    assert f"Asked with {traces.ambiguous().choices[0].chosen.id}." in said(page)
    settled_ = page.session_state["settled_names"]
    assert list(settled_) == [(traces.CARD.name, "asd")]
    settled_.clear()
    ask(page, "Which diseases show ASD?")
    assert "Please choose" in said(page)


def test_something_else_is_found_by_its_name_and_stands_in_the_question(page: AppTest) -> None:
    ask(page, "Which diseases show ASD?")
    box = next(one for one in page.text_input if "stands for" in one.label)
    box.set_value("marfan").run()
    press(page, "Marfan syndrome")
    assert str(boxes.question_box(page).value) == "Which diseases show Marfan syndrome?"
    assert "Asked with OMIM:154700." in said(page)


@pytest.mark.parametrize("question", ["Which drugs treat Marfan syndrome?", "What is dangerous about it?"])
def test_where_nothing_is_found_questions_are_offered_and_the_way_to_other_graphs(page: AppTest, question: str) -> None:
    ask(page, question)
    headings = ("What could be asked instead", "What would give rows", "Questions that this graph answers, as examples")
    assert any(heading in said(page) for heading in headings)
    assert any(one.key and one.key.startswith("suggestion_") for one in page.button)
    assert "graph" in " ".join(one.value for one in page.caption if "Another" in one.value or "No other" in one.value)


def test_none_of_the_readings_of_a_tie_can_be_chosen(page: AppTest) -> None:
    ask(page, "Which diseases show ASD?")
    assert "Please choose" in said(page)
    assert not enabled(page, "Ask with this choice")
    press(page, "None of these")
    assert "Asked with None" in said(page)


@pytest.mark.parametrize(
    ("question", "words"),
    [("refuse this", "cannot be asked; ask another"), ("break this", "The answer could not be computed")],
)
def test_an_error_is_a_sentence_the_page_stays_up_and_it_can_be_asked_again(
    page: AppTest, question: str, words: str
) -> None:
    ask(page, question)
    assert "Failed at step" in said(page)
    assert words in said(page)
    assert "Traceback" not in said(page)
    assert "ZeroDivisionError" not in said(page)
    assert box(page) == question
    press(page, "Ask again")
    assert words in said(page)
    ask(page, "and on")
    assert ANSWER in said(page)


def test_a_long_list_is_listed_whole_with_the_number_that_the_database_counted(page: AppTest) -> None:
    ask(page, "many 136")
    assert "137 of 137 listed, counted by the database" in said(page)


def test_the_doctor_names_the_step_and_its_button_asks(page: AppTest) -> None:
    ask(page, "Which diseases show both ectopia lentis and anosmia?")
    assert "Not in this graph" in said(page)
    assert "this step empties the result" in said(page)
    press(page, "Leave out anosmia: 51")
    assert box(page) == "Which diseases show ectopia lentis?"
    assert "From the graph" in said(page)


def test_what_is_not_understood_says_so_and_offers_what_is(page: AppTest) -> None:
    ask(page, "Is ectopia lentis a dangerous feature of Marfan syndrome?")
    assert "Not understood" in said(page)
    assert "Not in this graph" not in said(page)
    assert page.main.get(f"card_not_understood_{page.session_state['asking'].serial}") is not None
    assert any("nearest to your question" in one.label for one in page.expander)
    press(page, "Leave out “dangerous”")
    assert box(page) == "Is ectopia lentis a feature of Marfan syndrome?"
    assert "From the graph" in said(page)


def test_nothing_is_near_to_what_the_graph_has_none_of(page: AppTest) -> None:
    ask(page, "Which drugs treat ectopia lentis?")
    assert "Not in this graph" in said(page)
    assert not any("nearest to your question" in one.label for one in page.expander)


def test_without_a_model_the_choice_says_how_to_set_one(page: AppTest) -> None:
    page.radio(key="strategy").set_value("cypher").run()
    assert not page.exception
    assert "No language model is set" in said(page)
