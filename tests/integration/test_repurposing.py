"""A made-up graph of four types and sixteen relations, imported from tables under two habits of naming, and asked."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import pytest

from benchmarks.questions import QuestionScores, run
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.services.trapi.model import Qualifiers, QueryEdge, QueryGraph, QueryNode
from kgqa.serving.trapi.answering import Answering
from kgqa.settings import Settings
from tests.integration.repurposing import BY_KEY, LINKS, Graph, Habit
from tests.integration.repurposing_questions import questions

HABITS: tuple[Habit, ...] = ("abbreviated", "plain")
LEAST_RIGHT = 0.95
FEWEST_QUESTIONS = 150
TERMS: Mapping[str, tuple[str, str, Qualifiers, tuple[str, ...]]] = {
    "treats": ("treats", "treated_by", (), ("treats", "palliates")),  # what palliates ameliorates, which is to treat
    "binds": ("binds", "binds", (), ("binds",)),
    "c_up": ("affects", "affected_by", (("object_direction_qualifier", "increased"),), ("c_up",)),
    "c_down": ("affects", "affected_by", (("object_direction_qualifier", "decreased"),), ("c_down",)),
    "d_gene": ("condition_associated_with_gene", "gene_associated_with_condition", (), ("d_gene",)),
    "d_place": ("located_in", "location_of", (), ("d_place",)),
    "d_like": ("similar_to", "similar_to", (), ("d_like",)),
    "a_gene": ("expresses", "expressed_in", (), ("a_gene",)),
    "g_on": ("regulates", "regulated_by", (), ("g_on",)),
}
"""By relation how TRAPI asks for it from either end, with which qualifiers, and which relations answer that."""
CATEGORIES = {"Compound": "Drug", "Disease": "Disease", "Gene": "Gene", "Anatomy": "AnatomicalEntity"}


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


def test_served_to_others_it_answers_two_hops_as_its_edges_say(asker: Asker) -> None:
    graph, chance, served = Graph(), random.Random(7), Answering(asker)

    def reached(key: str, start: str, *, forward: bool) -> set[str]:
        return {far for one in TERMS[key][3] for far in (graph.out if forward else graph.into)[one, start]}

    def asked(key: str, near: str, far: str, *, forward: bool) -> QueryEdge:
        """One edge, from either end: by the predicate or by its inverse."""
        straight, inverse, qualifiers, _ = TERMS[key]
        ends = (near, far) if forward else (far, near)
        if chance.random() < 0.5:
            return QueryEdge(*ends, (f"biolink:{straight}",), qualifiers=(qualifiers,) if qualifiers else ())
        return QueryEdge(*ends[::-1], (f"biolink:{inverse}",), qualifiers=(qualifiers,) if qualifiers else ())

    found_any = 0
    for _ in range(60):
        (first, forth), (second, back) = ((chance.choice(list(TERMS)), chance.random() < 0.5) for _ in "ab")
        start_label, middle = ((BY_KEY[first].source, BY_KEY[first].target))[:: 1 if forth else -1]
        joined, end_label = ((BY_KEY[second].source, BY_KEY[second].target))[:: 1 if back else -1]
        if middle != joined:
            continue
        starts = chance.sample(graph.ids[start_label][:20], 3)
        expected = {
            (start, one, end)
            for start in starts
            for one in reached(first, start, forward=forth)
            for end in reached(second, one, forward=back)
        }
        nodes = {
            "a": QueryNode(tuple(starts)),
            "b": QueryNode(categories=(f"biolink:{CATEGORIES[middle]}",)),
            "c": QueryNode(categories=(f"biolink:{CATEGORIES[end_label]}",)),
        }
        edges = {"e": asked(first, "a", "b", forward=forth), "f": asked(second, "b", "c", forward=back)}
        results = served.answer(QueryGraph(nodes, edges)).message.results or ()
        told = {(one.nodes["a"][0].id, one.nodes["b"][0].id, one.nodes["c"][0].id) for one in results}
        assert told == expected, (first, forth, second, back, starts)
        found_any += bool(expected)
    assert found_any >= 10
