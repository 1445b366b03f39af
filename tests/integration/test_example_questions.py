"""The empty page of a graph that nobody wrote questions for: one question for each relation, all of them understood."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from kgqa.pipeline import Asker
from kgqa.ui.ask import failure_view, welcome
from kgqa.ui.explore import schema
from tests.integration import own_tables

VERBS = (
    "treats",
    "inhibits",
    "activates",
    "binds",
    "needs",
    "replaces",
    "precedes",
    "damages",
    "protects",
    "resembles",
)
NODES = "id,name,label\n" + "".join(f"A:{n},drug{n},Drug\nB:{n},gene{n},Gene\n" for n in range(len(VERBS)))
EDGES = "source,type,target\n" + "".join(f"A:{n},{verb},B:{n}\n" for n, verb in enumerate(VERBS))
asker = own_tables.asker("examples", nodes=NODES, edges=EDGES)


@pytest.fixture(autouse=True)
def _made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(welcome, "_MADE", {})
    monkeypatch.setattr(welcome, "MADE_WITHIN_S", 30.0)


def _drawn(asker: Asker) -> AppTest:
    def draw(asker):  # type: ignore[no-untyped-def]  # its source is run as a script of its own
        from kgqa.ui.ask import welcome

        welcome.draw(asker)

    page = AppTest.from_function(draw, kwargs={"asker": asker}, default_timeout=60).run()
    assert not page.exception
    return page


def test_each_relation_has_a_question_and_those_behind_the_first_are_folded(asker: Asker) -> None:
    page = _drawn(asker)
    questions = [button.label for button in page.button]
    assert len(questions) == len(VERBS)
    assert [one.label for one in page.expander] == ["2 more questions, one for each relation"]
    assert len(page.expander[0].button) == len(VERBS) - welcome.SHOWN
    for question in questions:
        assert asker.ask(question).answer.status == "answered", question


def test_no_question_is_made_twice_and_what_takes_long_is_made_later(
    asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    example = schema.example
    monkeypatch.setattr(schema, "example", lambda graph, one: asked.append(one.type) or example(graph, one))
    monkeypatch.setattr(welcome, "MADE_WITHIN_S", 0.001)
    assert len(_drawn(asker).button) == 1
    monkeypatch.setattr(welcome, "MADE_WITHIN_S", 30.0)
    assert len(_drawn(asker).button) == len(_drawn(asker).button) == len(VERBS)
    assert sorted(asked) == sorted(VERBS)


def test_examples_where_nothing_was_found_are_of_what_was_understood(
    asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page draws them beside what is not understood; with no word of the graph they are plainly examples."""
    monkeypatch.setattr(failure_view, "_draw_other_graphs", lambda _: None)  # it links to pages that are not here

    def drawn(question: str) -> str:
        def draw(asker, question):  # type: ignore[no-untyped-def]  # its source is run as a script of its own
            from kgqa.ui.ask import failure_view

            failure_view.draw_way_on(asker, asker.ask(question).answer, question)

        page = AppTest.from_function(draw, kwargs={"asker": asker, "question": question}, default_timeout=60).run()
        assert not page.exception
        return " ".join([*(one.value for one in page.markdown), *(button.label for button in page.button)])

    said = drawn("What does Zorblax dampen?")
    assert "Questions that this graph answers, as examples" in said
    assert next(iter(schema.concerned(asker, "What inhibits Zorblax?"))).type == "inhibits"
    said = drawn("What inhibits Zorblax?")
    assert "What could be asked instead" in said
    assert "inhibit" in said.partition("What could be asked instead")[2]
