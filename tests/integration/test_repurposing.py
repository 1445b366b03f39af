"""A made-up graph of four types and sixteen relations, imported from tables under two habits of naming, and asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.questions import QuestionScores, run
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from tests.integration.repurposing import LINKS, Graph, Habit
from tests.integration.repurposing_questions import questions

HABITS: tuple[Habit, ...] = ("abbreviated", "plain")
LEAST_RIGHT = 0.95
FEWEST_QUESTIONS = 150


@pytest.fixture(scope="module", params=[HABITS[0], pytest.param(HABITS[1], marks=pytest.mark.slow)])
def habit(request: pytest.FixtureRequest) -> Habit:
    """How the relations are named."""
    chosen: Habit = request.param
    return chosen


@pytest.fixture(scope="module")
def asker(
    habit: Habit, settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Asker]:
    """The graph under one habit, imported as a reader would."""
    folder = tmp_path_factory.mktemp(habit)
    Graph().write(folder, habit)
    name = f"repurposing-{habit}"
    catalog.load(settings, server, SourceSpec("tables", {"path": str(folder), "name": name}), lambda _: None)
    with Asker.open(settings, name) as opened:
        yield opened
    catalog.remove(settings, name)


@pytest.fixture(scope="module")
def report(asker: Asker, habit: Habit) -> QuestionScores:
    """What came of every question."""
    return run(asker.ask, questions(Graph(), habit))


def test_nothing_wrong_is_said_with_confidence(report: QuestionScores) -> None:
    wrong = [outcome for outcome in report.outcomes if outcome.confident_error]
    assert not wrong, "\n".join(f"{o.question.question}: {o.complaint}; got {o.got}" for o in wrong)


def test_most_questions_are_answered_exactly(report: QuestionScores) -> None:
    assert report.overall.total >= FEWEST_QUESTIONS
    assert report.overall.right >= LEAST_RIGHT * report.overall.total, report.text()


def test_every_kind_of_question_is_answered(report: QuestionScores) -> None:
    assert set(report.by_kind) >= {"list", "yesno", "count", "value", "text", "relation", "abstain"}
    for kind, share in report.by_kind.items():
        assert share.right >= share.total / 2, f"{kind}: {share}\n{report.text()}"


def test_relations_within_one_type_are_told_apart(asker: Asker, habit: Habit) -> None:
    within = {link.names[habit]: link.symmetric for link in LINKS if link.source == link.target}
    read = {one.type: one.symmetric for one in asker.schema.relations if one.source == one.target}
    assert read == within


def test_up_and_down_are_never_mixed(asker: Asker) -> None:
    graph = Graph()
    for id_ in graph.ids["Gene"][:20]:
        up, down = graph.into["c_up", id_], graph.into["c_down", id_]
        for word, expected in (("upregulate", up), ("downregulate", down)):
            answer = asker.ask(f"Which compounds {word} {graph.names[id_]}?").answer
            assert {item.id for item in answer.items} == expected, (word, graph.names[id_], answer.text)
