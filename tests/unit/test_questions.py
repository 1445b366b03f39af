"""The questions with known answers: the bundled sets, and a scoring that lets nothing slip."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.common import DATA, percentile
from benchmarks.questions import SETS, Question, bundled, read, run
from benchmarks.scoring import Expected, complaint
from kgqa.records import Answer, AnswerItem, Candidate, Entity, GraphCard, Node, Trace, Triple

CARD = GraphCard("hpo", "", "", "", "")
MARFAN = ("OMIM:154700", "ORPHA:558")
LENS = ("OMIM:129600",)


def trace(status: str = "answered", *, kind: str = "list", items: tuple[AnswerItem, ...] = (), **more: Any) -> Trace:
    about = {name: more.pop(name) for name in ("entities", "choices", "evidence") if name in more}
    text = more.pop("text", "")
    answer = Answer(status=status, kind=kind, headline=text, text=text, items=items, **more)  # type: ignore[arg-type]
    return Trace("?", "graph-only", CARD, answer, **about)


def item(*ids: str) -> AnswerItem:
    return AnswerItem(ids[0], ids[0], "Disease", ids)


def entity(*ids: str, tied: bool = True) -> Entity:
    candidates = tuple(Candidate(i, i, "Phenotype", 1.0, "synonym", i) for i in ids)
    return Entity("ASD", 0, 3, candidates[0], candidates[1:], tied)


TWO = Expected(("answered",), answers=(MARFAN, LENS))
SILENT = Expected(("not_in_graph", "refused"), says=("drug",))
AMBIGUOUS = Expected(("ambiguous",), choices=(("HP:1",), ("HP:2",)))
RELATION = Expected(("answered",), between=(MARFAN, ("NCBIGene:2200",)), predicates=("ASSOCIATED_WITH",))
GENE, DISEASE = Node("NCBIGene:2200", "FBN1", "Gene"), Node("ORPHA:558", "Marfan syndrome", "Disease")
LINK = Triple(1, GENE, "ASSOCIATED_WITH", DISEASE, "is associated with")

RIGHT = {
    "both things, in any order": (TWO, trace(items=(item(*LENS), item(*MARFAN)), total=2)),
    "one of the identifiers is enough": (TWO, trace(items=(item("ORPHA:558"), item(*LENS)))),
    "an item without a list of identifiers": (TWO, trace(items=(AnswerItem("OMIM:154700", "", ""), item(*LENS)))),
    "nothing where nothing is": (Expected(("answered", "not_in_graph"), answers=()), trace("not_in_graph")),
    "a verdict": (Expected(("answered",), verdict=False), trace(verdict=False)),
    "a value as a string": (Expected(("answered",), value=("3/5", "Frequent")), trace(value="frequent; 3/5")),
    "a value as a list": (Expected(("answered",), value=("3/5", "1/2")), trace(value=["1/2", "3/5"])),
    "a count": (Expected(("answered",), count=12), trace(value=12)),
    "a text in other white space": (Expected(("answered",), text="A  lens."), trace(text="It is\na lens.")),
    "silence that names what is missing": (SILENT, trace("not_in_graph", text="This graph has no drugs.")),
    "choices": (AMBIGUOUS, trace("ambiguous", choices=(entity("HP:2", "HP:1"),))),
    "choices among tied entities": (AMBIGUOUS, trace("ambiguous", entities=(entity("HP:1", "HP:2"),))),
    "a relation": (RELATION, trace(evidence=(LINK,))),
}

WRONG = {
    "another status": (TWO, trace("failed"), "status is 'failed'"),
    "one missing": (TWO, trace(items=(item(*LENS),)), "1 missing: OMIM:154700/ORPHA:558"),
    "one extra": (TWO, trace(items=(item(*LENS), item(*MARFAN), item("OMIM:1"))), "1 extra: OMIM:1"),
    "one thing as two": (TWO, trace(items=(item(*LENS), item("OMIM:154700"), item("ORPHA:558"))), "1 twice"),
    "two things as one": (TWO, trace(items=(item(*LENS, *MARFAN), item(*LENS))), "1 extra"),
    "nothing": (TWO, trace(), "2 missing"),
    "something where nothing is": (Expected(("answered",), answers=()), trace(items=(item("OMIM:1"),)), "1 extra"),
    "a total that is not the list's": (TWO, trace(items=(item(*LENS), item(*MARFAN)), total=3), "total is 3, not 2"),
    "another kind": (Expected(("answered",), kind="yesno", verdict=True), trace(verdict=True), "kind is 'list'"),
    "the other verdict": (Expected(("answered",), verdict=True), trace(verdict=False), "verdict is False, not True"),
    "no verdict for false": (Expected(("answered",), verdict=False), trace(), "verdict is None, not False"),
    "half a value": (Expected(("answered",), value=("3/5", "1/2")), trace(value="3/5"), "['1/2', '3/5']"),
    "another count": (Expected(("answered",), count=12), trace(value=11), "count is 11, not 12"),
    "a count in words": (Expected(("answered",), count=12), trace(value="12"), "count is '12'"),
    "true for one": (Expected(("answered",), count=1), trace(value=True), "count is True"),
    "another text": (Expected(("answered",), text="A lens."), trace(text="A heart."), "text does not hold"),
    "silence about the wrong thing": (SILENT, trace("not_in_graph", text="No answer."), "says none of"),
    "silence with an answer": (SILENT, trace("refused", text="drug", items=(item("OMIM:1"),)), "with an answer"),
    "silence with a verdict": (SILENT, trace("refused", text="drug", verdict=False), "with an answer"),
    "a choice left out": (AMBIGUOUS, trace("ambiguous", choices=(entity("HP:1"),)), "not offered: HP:2"),
    "choices nobody is asked for": (
        AMBIGUOUS,
        trace("ambiguous", entities=(entity("HP:1", "HP:2", tied=False),)),
        "not offered: HP:1, HP:2",
    ),
    "no relation": (RELATION, trace(), "joins them by []"),
    "another relation": (RELATION, trace(evidence=(replace(LINK, predicate="IS_A"),)), "['IS_A']"),
    "a relation of another gene": (
        RELATION,
        trace(evidence=(replace(LINK, subject=replace(GENE, id="NCBIGene:1")),)),
        "joins them by []",
    ),
}


@pytest.mark.parametrize("title", RIGHT)
def test_right_answers_pass(title: str) -> None:
    assert complaint(*RIGHT[title]) == ""


@pytest.mark.parametrize("title", WRONG)
def test_wrong_answers_are_told_apart(title: str) -> None:
    expected, given, said = WRONG[title]
    assert said in complaint(expected, given)


def question(number: int, kind: str = "list", expect: Expected = TWO) -> Question:
    return Question(f"q-{number}", f"question {number}?", "things", kind, expect)


def test_run_reports_accuracy_failures_and_latency() -> None:
    questions = [question(1), question(2), question(3), question(4, "abstain", Expected(("not_in_graph",)))]

    def ask(text: str) -> Trace:
        if "2" in text:
            raise RuntimeError("the server is\ngone")
        return trace(items=(item(*LENS),) if "1" in text else (item(*LENS), item(*MARFAN)))

    seen: list[str] = []
    report = run(ask, questions, title="set", progress=lambda outcome: seen.append(outcome.question.id))
    assert seen == ["q-1", "q-2", "q-3", "q-4"]
    assert (report.overall.right, report.overall.total) == (1, 4)
    assert [outcome.question.id for outcome in report.failures] == ["q-1", "q-2", "q-4"]
    assert report.confident_errors == 2
    assert {kind: share.right for kind, share in report.by_kind.items()} == {"list": 1, "abstain": 0}
    assert 0 <= report.latency_ms["median"] <= report.latency_ms["p95"] <= report.latency_ms["max"]
    text = report.text()
    for part in ("set: 1/4 (25.0 %) exact", "RuntimeError: the server is gone", "1 missing", "abstain", "p95"):
        assert part in text
    assert not report.passed


def test_run_of_nothing() -> None:
    report = run(lambda _: trace(), [])
    assert str(report.overall) == "0/0 (–)"
    assert report.latency_ms == {}
    assert "failures: 0" in report.text()


def test_percentile_is_the_nearest_rank() -> None:
    values = [float(value) for value in range(1, 21)]
    assert [percentile(values, percent) for percent in (0, 50, 95, 96, 100)] == [1, 10, 19, 20, 20]
    with pytest.raises(ValueError, match="at least one value"):
        percentile([], 50)


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"id": "a"}', '{"id":"a","question":"b","category":"c","kind":"d","expect":{"odd":1}}']
)
def test_unreadable_lines_are_named(line: str) -> None:
    with pytest.raises(ValueError, match=r"could not be read.*Write the set anew"):
        read([line])


def test_ids_are_used_once() -> None:
    line = (DATA / SETS["hpo"]).read_text(encoding="utf-8").splitlines()[0]
    (known,) = read([line, ""])
    with pytest.raises(ValueError, match=repr(known.id)):
        read([line, "", line])
    with pytest.raises(ValueError, match="'elsewhere'"):
        bundled("elsewhere")


@pytest.mark.parametrize(("name", "least"), [("hpo", 260), ("hpo-paraphrased", 100)])
def test_the_sets_cover_every_kind(name: str, least: int) -> None:
    questions = bundled(name)
    kinds = Counter(question.kind for question in questions)
    assert len(questions) >= least
    assert set(kinds) == {"list", "yesno", "value", "count", "relation", "text", "abstain", "ambiguous"}
    assert kinds["abstain"] >= 10
    assert len({question.question.casefold() for question in questions}) == len(questions)
    verdicts = Counter(question.expect.verdict for question in questions if question.kind == "yesno")
    assert min(verdicts[True], verdicts[False]) >= 5
    assert not any("{" in question.question for question in questions)


@pytest.mark.parametrize("name", SETS)
def test_answering_everything_alike_scores_almost_nothing(name: str) -> None:
    """A program that always says the same must not look good, whatever it says."""
    questions = bundled(name)
    for always, share in ((trace("not_in_graph"), 0.2), (trace(kind="yesno", verdict=True), 0.2), (trace(), 0.05)):
        report = run(lambda _, always=always: always, questions)  # type: ignore[misc]
        assert report.overall.right < share * len(questions)
