"""A published graph in tables with names in two scripts: answers are compared with what its files say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.questions import QuestionScores, run
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from tests.integration.pan_cancer import FOLDER, PanCancer, questions

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="no ../shared/data/pcqa beside the repository")
FEWEST_RIGHT = 30
LEAST_RIGHT = 0.85
NAME = "pan-cancer"


@pytest.fixture(scope="module")
def graph() -> PanCancer:
    """What the files say."""
    return PanCancer()


@pytest.fixture(scope="module")
def asker(
    graph: PanCancer, settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Asker]:
    """The graph, imported as a reader would."""
    folder = tmp_path_factory.mktemp(NAME)
    graph.write(folder)
    catalog.load(settings, server, SourceSpec("tables", {"path": str(folder), "name": NAME}), lambda _: None)
    with Asker.open(settings, NAME) as opened:
        yield opened
    catalog.remove(settings, NAME)


@pytest.fixture(scope="module")
def report(asker: Asker, graph: PanCancer) -> QuestionScores:
    """What came of all questions."""
    return run(asker.ask, questions(graph))


def test_all_that_the_files_hold_is_loaded(asker: Asker, graph: PanCancer) -> None:
    assert sum(node.count for node in asker.schema.nodes) == len(graph.entities)
    assert sum(relation.count for relation in asker.schema.relations) == len(graph.links)


def test_nothing_wrong_is_said_with_confidence(report: QuestionScores) -> None:
    wrong = [outcome for outcome in report.outcomes if outcome.confident_error]
    assert not wrong, "\n".join(f"{o.question.question}: {o.complaint}; got {o.got}" for o in wrong)


def test_most_questions_are_answered_as_the_files_say(report: QuestionScores) -> None:
    assert report.overall.right >= max(FEWEST_RIGHT, LEAST_RIGHT * report.overall.total), report.text()


def test_every_kind_of_question_is_answered(report: QuestionScores) -> None:
    assert set(report.by_kind) == {"list", "yesno", "count", "text", "relation", "abstain"}
    for kind, share in report.by_kind.items():
        assert share.right >= share.total / 2, f"{kind}: {share}\n{report.text()}"


def test_chinese_names_lead_to_the_same_answer(asker: Asker, graph: PanCancer) -> None:
    out, _ = graph.ways("inhibition_to", "Drug", "Genesymbol")
    drug = next(e for e in graph.entities if e.label == "Drug" and e.chinese != e.name and ("Drug", e.name) in out)
    answers = [asker.ask(f"Which genes does {name} inhibit?").answer for name in (drug.name, drug.chinese)]
    assert answers[0].items
    assert [item.id for item in answers[0].items] == [item.id for item in answers[1].items]
