"""The Query lab without a browser: differences, what is undone, places, values, rows, files, and the page's words."""

from __future__ import annotations

import csv
import io
import json
import uuid
from pathlib import Path
from types import ModuleType

import pytest
import stand_in
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from kgqa.cypher.checker.check import RULES, Checker
from kgqa.cypher.checker.graph_schema import from_graph
from kgqa.cypher.checker.rules.servers import SERVER_RULES
from kgqa.cypher.guard import guard
from kgqa.cypher.guard.admit import Admitted, admit
from kgqa.errors import QueryError, ServerError
from kgqa.graph.failures import REFUSED
from kgqa.graph.store import tagged
from kgqa.language.phrases import RULES as WORDS
from kgqa.progress import Progress
from kgqa.records import Correction, Rows
from kgqa.schema.model import NodeType, Relation, Schema
from kgqa.ui.components import difference_view
from kgqa.ui.lab import results, verdict, workbench
from kgqa.ui.lab import run as lab_check
from kgqa.ui.lab.run import LabRun
from kgqa.ui.lab.state import Lab, moved
from kgqa.ui.session import open_graphs

ROOT = Path(__file__).parents[2]
CHECKER = Checker(from_graph(stand_in.Asker.schema))
TWICE = "MATCH (a:disease), (b:disease)-[:HAS_PHENOTYPE]->(c:Phenotype)\nWHERE a.name = b.name\nRETURN c.name"
REPLY = f"Here it is:\n```cypher\n{TWICE}\n```\nThat is all."
TEXTS = st.text(st.sampled_from("ab ()\n\r\t-\u2028é😀"), max_size=40)


# Differences


def test_only_the_words_that_changed_are_marked() -> None:
    found = difference_view.lines("MATCH (d:disease)\nRETURN d", "MATCH (d:Disease)\nRETURN d LIMIT 5")
    assert [line.sign for line in found] == ["-", "-", "+", "+"]
    marked = [[text for text, changed in line.parts if changed] for line in found]
    assert marked == [["disease"], [], ["Disease"], [" LIMIT 5"]]


def test_a_line_is_compared_with_the_one_that_it_became_and_not_with_its_neighbour() -> None:
    found = difference_view.lines("Here you are:\n```\nMATCH (d:disease)\n```", "MATCH (d:Disease)")
    assert [line.parts for line in found if line.sign == "+"] == [
        (("MATCH (d:", False), ("Disease", True), (")", False))
    ]


@given(TEXTS, TEXTS)
def test_both_texts_can_be_read_from_their_difference(before: str, after: str) -> None:
    found = difference_view.lines(before, after)
    if before == after:
        assert found == ()
        return
    for signs, text in (("- ", before), ("+ ", after)):
        shown = ["".join(part for part, _ in line.parts) for line in found if line.sign in signs]
        assert shown == text.splitlines()


def test_a_large_difference_takes_no_time_to_speak_of() -> None:
    lines = "\n".join(f"a{number % 7} " * 40 for number in range(400))
    assert len(difference_view.lines(lines, lines.replace("a3", "b"))) > 400


# Undoing


@pytest.mark.parametrize("text", [TWICE, REPLY])
def test_of_two_equal_corrections_the_one_that_was_meant_is_undone(text: str) -> None:
    made = [one for one in CHECKER.check(text).corrections if one.before == "disease"]
    assert len(made) == 2
    assert [text[one.start : one.end] for one in made] == ["disease", "disease"]
    again = CHECKER.check(text, undone=[made[1]])
    assert "(a:Disease), (b:disease)" in again.cypher
    assert "(a:disease), (b:Disease)" in CHECKER.check(text, undone=[made[0]]).cypher
    assert "(a:disease), (b:disease)" in CHECKER.check(text, undone=made).cypher


def test_no_other_rule_makes_the_change_that_was_undone() -> None:
    text = "MATCH (a:disease)-[:HAS_PHENOTYPE]->(b:Phenotype) RETURN b.name"
    made = CHECKER.check(text).corrections
    assert CHECKER.check(text, undone=made).cypher == text


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_what_was_undone_moves_with_its_words(before: str, word: str, after: str, other: str) -> None:
    one = Correction("labels", word, "X", "", len(before), len(before) + len(word))
    text = before + word + after
    for new in (other + text, text + other, before + other + word + after, before + word + other + after):
        for found in moved((one,), text, new):
            assert new[found.start : found.end] == word
    if word:
        assert len(moved((one,), text, f"x{text}")) == 1
        assert len(moved((one,), text, f"{text}x")) == 1
    assert moved((one,), text, text) == (one,)


def test_undoing_and_doing_again_leaves_nothing_behind() -> None:
    lab = Lab(TWICE)
    first, second = (one for one in CHECKER.check(TWICE).corrections if one.before == "disease")
    lab.undo(first)
    lab.undo(second)
    lab.write(f"// mine\n{TWICE}")
    assert [lab.text[one.start : one.end] for one in lab.undone] == ["disease", "disease"]
    lab.redo(lab.undone[0])
    assert "(a:Disease), (b:disease)" in CHECKER.check(lab.text, undone=lab.undone).cypher
    lab.put("RETURN 1")
    assert lab.undone == ()


# Places


@pytest.mark.parametrize(
    ("text", "word", "where", "below"),
    [
        ("MATCH (n)\nSET n.x = 1", "SET", "line 2, character 1", "2 | SET n.x = 1\n    ^^^"),
        ("MATCH (n)\r\nDELETE n", "DELETE", "line 2, character 1", "2 | DELETE n\n    ^^^^^^"),
        ("a\rb\tc", "c", "line 2, character 3", "2 | b c\n      ^"),
        ("病 x", "x", "line 1, character 3", "1 | 病 x\n    \u3000 ^"),
    ],
)
def test_the_mark_stands_below_the_place(text: str, word: str, where: str, below: str) -> None:
    start = text.index(word)
    assert verdict.where(text, start) == where
    assert verdict.marked(text, start, start + len(word)) == below


@given(TEXTS, st.integers(0, 40), st.integers(0, 40))
def test_any_place_of_any_text_can_be_marked(text: str, start: int, width: int) -> None:
    start = min(start, len(text))
    line, marks = verdict.marked(text * 9, start, start + width).split("\n")
    assert marks.strip("^ \u3000") == ""
    assert "^" in marks
    assert len(line) < 120


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("MATCH (n) SET n.x = 1", "SET n.x = 1"),
        ("MATCH (n) RETURN apoc.load(n)", "apoc.load(n)"),
        ("CALL { CREATE (n) } RETURN 1", "CREATE (n)"),
        ("MATCH (n RETURN n", "RETURN"),
    ],
)
def test_the_guard_tells_where_its_reasons_are(text: str, place: str) -> None:
    reasons = guard.judge(text).reasons
    spans = guard.places(text)
    assert reasons
    assert place in {text[slice(*spans[reason])] for reason in reasons if reason in spans}


def test_what_is_added_is_told_with_its_place() -> None:
    text = "MATCH (a)-[*]->(b:Disease {id: '1'}) RETURN b // end"
    done = admit(text, 50)
    assert isinstance(done, Admitted)
    assert [one.rule for one in done.added] == ["path_end", "limit"]
    for one in reversed(done.added):
        gap = "" if one.before else " "
        text = text[: one.start] + gap + one.after + text[one.end :]
    assert text == done.text


@pytest.mark.parametrize("message", ["(line 1, column {sent} (offset: 0))", "at line 1, column {from_0}"])
def test_the_place_that_a_server_names_is_one_of_the_text_as_it_was_written(message: str) -> None:
    run = LabRun.__new__(LabRun)
    run.sent = "RETURN nonsense"
    column = len(tagged("", uuid.uuid4().hex)) + len("RETURN ")
    told = message.format(sent=column + 1, from_0=column)
    found = run.said(QueryError(f"{REFUSED}Unknown thing {told}"))
    assert found is not None
    assert (found.start, found.end) == (7, 15)
    assert run.said(ServerError("The server is gone.")) is None


def test_every_rule_has_words() -> None:
    rules = {rule.__name__ for rule in (*RULES, *(rule for some in SERVER_RULES.values() for rule in some))}
    assert rules - WORDS.keys() == set()


# Values


@pytest.mark.parametrize(
    ("typed", "value"),
    [('"Marfan syndrome"', "Marfan syndrome"), (" 12 ", 12), ("[1, null]", [1, None]), ("true", True), ("-0.5", -0.5)],
)
def test_a_value_is_read_as_json(typed: str, value: object) -> None:
    assert lab_check.parameter(typed) == (value, "")


@pytest.mark.parametrize(
    "typed", ["", "Marfan", "NaN", "-Infinity", "1e999", "9223372036854775808", "[" * 40 + "]" * 40, "[" * 9999, '"a']
)
def test_what_is_no_value_is_told_in_a_sentence(typed: str) -> None:
    value, wrong = lab_check.parameter(typed)
    assert value is None
    assert wrong
    assert len(wrong) < 300


# Rows


def rows(*cells: tuple[object, ...], columns: tuple[str, ...] = ("a",), truncated: bool = False) -> Rows:
    return Rows(columns, cells, truncated, 1.0, "RETURN 1")


def test_values_are_shown_as_they_are() -> None:
    values = (None, "", "x", 1, -0.5, True, {"a": [1, None]}, ["ü"], "2020-01-01")
    shown = [None, "", "x", "1", "-0.5", "true", '{"a": [1, null]}', '["ü"]', "2020-01-01"]
    assert [results.cell(value) for value in values] == shown


def test_columns_without_names_and_with_equal_ones_stay_apart() -> None:
    found = rows((1, 2, 3, 4), columns=("a", "a", " "))
    assert results.titles(found) == ("a", "a", "Column 3", "Column 4")


def test_whatever_is_in_the_rows_what_is_sent_has_a_bound() -> None:
    many, cut = results.shown(rows(*[("x" * 500,) * 50] * 1000))
    assert cut
    assert len(many) == 1000
    assert sum(len(cell or "") for row in many for cell in row) <= 5_000_000
    whole, cut = results.shown(rows(("x" * 4000,)))
    assert (whole, cut) == ([["x" * 4000]], False)


def test_the_count_says_whether_there_may_be_more() -> None:
    assert results.count(rows((1,))) == "1 of 1 row"
    assert "may be more" in results.count(rows((1,), (2,), truncated=True))


def made_run() -> LabRun:
    run = LabRun.__new__(LabRun)
    run.graph, run.parameters = stand_in.Asker.card, {"x": 1}
    return run


def test_a_spreadsheet_takes_nothing_of_the_rows_for_a_formula() -> None:
    found = rows(("=1+1", "@x", -5, [1]), columns=("=cmd()", "b", "c", "d"))
    text = results.as_csv(made_run(), found).decode("utf-8-sig")
    head, row = list(csv.reader(io.StringIO(text)))
    assert head[:4] == ["'=cmd()", "b", "c", "d"]
    assert row[:4] == ["'=1+1", "'@x", "-5", "[1]"]


def test_the_json_holds_rows_statement_and_values() -> None:
    held = json.loads(results.as_json(made_run(), rows(({"a": [1, "ü"]},), (None,))))
    assert (held["rows"], held["cypher"], held["parameters"]) == ([[{"a": [1, "ü"]}], [None]], "RETURN 1", {"x": 1})
    assert results.as_cypher(rows()) == b"RETURN 1\n"


# Examples


def test_examples_run_as_they_are_on_a_graph_with_odd_names() -> None:
    odd = "gene/pro`tein"
    schema = Schema(
        nodes=(NodeType("Disease", "disease", "diseases", count=2), NodeType(odd, "thing", "things", count=3)),
        relations=(Relation("has a", "Disease", odd, "has", "is had by", count=5),),
    )
    texts = [text for _, text in workbench.examples(schema)]
    assert len(texts) == 3
    checks = [Checker(from_graph(schema)).check(text) for text in texts]
    assert [(one.status, one.runnable) for one in checks] == [("ok", True)] * 3


# The page


@pytest.fixture
def page(pipeline: ModuleType) -> AppTest:
    """The app on the graph made by hand, on the Query lab."""
    pipeline.__dict__.update(Asker=stand_in.Asker)
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=30).run().switch_page("pages/lab.py")


def write(page: AppTest, text: str) -> AppTest:
    if "query_lab" not in page.session_state:
        page.run()
    page.session_state["query_lab"].write(text)
    page.run()
    assert not page.exception
    return page


def shown(page: AppTest) -> str:
    return "\n".join(str(text.value) for text in (*page.markdown, *page.caption, *page.error, *page.code))


def press(page: AppTest, label: str) -> AppTest:
    next(button for button in page.button if button.label == label).click().run()
    assert not page.exception
    return page


def until_run(page: AppTest) -> str:
    page.session_state["query_lab"].run.wait(30)
    page.run()
    assert not page.exception
    return shown(page)


def test_the_empty_lab_offers_statements_that_stand_in_the_box_then(page: AppTest) -> None:
    page.run()
    press(page, "Phenotypes by name")
    assert page.session_state["query_lab"].text.startswith("MATCH (n:Phenotype)")
    assert "Reads only" in shown(page)


def test_a_correction_is_undone_and_done_again(page: AppTest) -> None:
    write(page, "MATCH (d:disease) RETURN d.name LIMIT 3")
    assert "1 correction" in shown(page)
    press(page, "Undo")
    assert "left out" in shown(page)
    assert "1 correction" not in shown(page)
    press(page, "Correct")
    assert "1 correction" in shown(page)


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("MATCH (d:Zebra) RETURN d LIMIT 3", "labels", "The graph has no label"),
        ("MATCH (d:Disease) WHERE d:Zebra RETURN d.name LIMIT 3", "labels", "The graph has no label"),
        (
            "MATCH (d)-[:FLIES_TO]->(p) RETURN d.name LIMIT 3",
            "relationship types",
            "The graph has no relationship type",
        ),
        (
            "MATCH (p:Phenotype), (d:Disease) WHERE NOT (p)-[:HAS_PHENOTYPE]->(d) RETURN d.name LIMIT 3",
            "direction",
            "what is denied here",
        ),
    ],
)
def test_what_a_rule_warns_of_has_not_passed(page: AppTest, text: str, rule: str, words: str) -> None:
    write(page, text)
    said = shown(page)
    assert "1 warning" in said
    assert "Nothing to correct" not in said
    assert words in said.replace("\\", "")
    passed = next(line for line in said.splitlines() if "Passed:" in line)
    assert rule not in passed.replace("\\", "").split("]")[-1].strip().split(" · ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("MATCH (n)\nSET n.x = 1", "2 | SET n.x = 1\n    ^^^^^^^^^^^"),
        ("LOAD CSV FROM 'file:///x' AS l RETURN l", "LOAD CSV is not allowed"),
        ("RETURN 1; RETURN 2", "2 statements"),
        ("RETURN " + "[" * 2000, "brackets"),
        ("x" * 65_536, "are checked"),
        ("<b>no cypher</b> ![x](https://evil.example/x.png)", "Refused"),
    ],
)
def test_what_is_refused_is_not_sent_and_says_why(page: AppTest, text: str, words: str) -> None:
    write(page, text)
    press(page, "Check and run")
    assert words in shown(page)
    assert "Nothing was sent" in shown(page)
    assert page.session_state["query_lab"].run is None
    assert page.session_state["query_lab"].text == text


def test_a_value_is_asked_for_and_given(page: AppTest) -> None:
    write(page, "MATCH (d:Disease {name: $x}) RETURN d.name")
    press(page, "Check and run")
    assert "value is missing" in shown(page)
    assert page.session_state["query_lab"].run is None
    page.text_input[0].set_value('"Marfan syndrome"').run()
    press(page, "Check and run")
    assert "1 of 1 row" in until_run(page)
    assert page.session_state["query_lab"].run.parameters == {"x": "Marfan syndrome"}


def test_rows_of_an_earlier_text_say_so(page: AppTest) -> None:
    write(page, "MATCH (d:Disease) RETURN d.name LIMIT 3")
    press(page, "Check and run")
    assert "earlier query" not in until_run(page)
    write(page, "MATCH (d:Disease) RETURN d.name LIMIT 4")
    assert "Rows of the earlier query" in shown(page)
    write(page, "MATCH (d:Disease) RETURN d.name LIMIT 3")
    assert "earlier query" not in shown(page)


def test_what_runs_is_what_was_shown(page: AppTest) -> None:
    write(page, "MATCH (d:disease) RETURN d.name")
    press(page, "Check and run")
    until_run(page)
    run = page.session_state["query_lab"].run
    assert run.sent == run.ran.admitted.text == "MATCH (d:Disease) RETURN d.name LIMIT 1000"


def test_what_the_server_says_is_a_sentence_with_its_place(page: AppTest) -> None:
    write(page, "MATCH (n:Disease)\nRETURN 'broken' AS b LIMIT 2")
    press(page, "Check and run")
    text = until_run(page)
    assert "does not accept the statement" in text
    assert "Unknown thing" in text
    assert "2 | RETURN 'broken' AS b LIMIT 2\n           ^" in text


def test_the_graph_that_is_still_opened_leaves_the_text_alone(page: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, progress: Progress | None = None, **__: object) -> None:
        raise ServerError("The graph server at 'bolt://x' does not answer.")

    write(page, "MATCH (d:Disease) RETURN d.name")
    monkeypatch.setattr(stand_in.Asker, "open", fail)
    open_graphs.shared.clear()
    page.run()
    assert "does not answer" in shown(page)
    assert page.session_state["query_lab"].text == "MATCH (d:Disease) RETURN d.name"
