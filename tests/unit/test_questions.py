"""The question benchmark: its sets, its independent reading of the files, and a scoring that lets nothing slip."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kgqa.evaluation.hpo_questions.__main__ import sets
from kgqa.evaluation.hpo_questions.facts import Facts, is_zero
from kgqa.evaluation.hpo_questions.surface import Surface, british, lower_first, plural
from kgqa.evaluation.metrics import percentile
from kgqa.evaluation.questions import SETS, Question, bundled, read, run
from kgqa.evaluation.scoring import Expected, complaint
from kgqa.records import Answer, AnswerItem, Candidate, Entity, GraphCard, Node, Trace, Triple

CARD = GraphCard("hpo", "", "", "", "")
MARFAN = ("OMIM:154700", "ORPHA:558")
LENS = ("OMIM:129600",)
DATA = Path(__file__).parents[2] / "kgqa" / "evaluation" / "data"


@pytest.fixture(scope="module")
def facts() -> Facts:
    return Facts.read()


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
    data = json.loads(json.dumps(report.as_json()))
    assert data["by_category"] == {"things": {"right": 1, "total": 4}}
    assert [failure["id"] for failure in data["failures"]] == ["q-1", "q-2", "q-4"]


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
    with pytest.raises(ValueError, match="'q-1'"):
        read([question(1).as_json(), "", question(1).as_json()])
    with pytest.raises(ValueError, match="'elsewhere'"):
        bundled("elsewhere")


@pytest.mark.parametrize("expect", [case[0] for case in (*RIGHT.values(), *WRONG.values())])
def test_questions_survive_their_line(expect: Expected) -> None:
    assert read([question(1, expect=expect).as_json()]) == (question(1, expect=expect),)


@pytest.mark.slow
def test_the_sets_are_what_the_files_give(facts: Facts) -> None:
    """Written anew from the same release they are the same, byte for byte; another release would need a new set."""
    if "2025-01-16" not in facts.version:
        pytest.skip(f"the installed annotation files are of release {facts.version!r}")
    for name, questions in sets(facts).items():
        written = "".join(q.as_json() + "\n" for q in questions)
        assert written == (DATA / SETS[name]).read_text(encoding="utf-8")


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


HPO = """format-version: 1.2

[Term]
id: HP:0000118
name: Phenotypic abnormality

[Term]
id: HP:1
name: Big eye
def: "An \\"eye\\" that is big." [X:1]
synonym: "Large eye" EXACT layperson []
synonym: "Bull eye" BROAD []
is_a: HP:0000118 ! Phenotypic abnormality

[Term]
id: HP:2
name: Very big eye
is_a: HP:1 {source="x"} ! Big eye

[Term]
id: HP:3
name: obsolete eye
is_obsolete: true

[Term]
id: HP:0040285
name: Excluded

[Term]
id: HP:0000005
name: Mode of inheritance

[Term]
id: HP:0000006
name: Autosomal dominant inheritance
is_a: HP:0000005 ! Mode of inheritance

[Typedef]
id: has_part
name: has part
"""
COLUMNS = (
    "database_id\tdisease_name\tqualifier\thpo_id\treference\tevidence\tonset\tfrequency\tsex\tmodifier\taspect"
    "\tbiocuration"
)
ROWS = (
    ("OMIM:1", "Eye disease", "", "HP:1", "PMID:1;PMID:2", "PCS", "", "0/32", "", "", "P", ""),
    ("ORPHA:1", "eye  DISEASE", "", "HP:1", "ORPHA:1", "TAS", "", "1/2", "", "", "P", ""),
    ("OMIM:1", "Eye disease", "NOT", "HP:2", "PMID:1", "PCS", "", "", "", "", "P", ""),
    ("OMIM:2", "Ear disease", "", "HP:1", "PMID:1", "PCS", "", "HP:0040285", "", "", "P", ""),
    ("OMIM:2", "Ear disease", "", "HP:2", "PMID:1", "PCS", "HP:1", "0.5%", "", "", "P", ""),
    ("OMIM:2", "Ear disease", "", "HP:0000006", "PMID:1", "PCS", "", "", "", "", "I", ""),
)


@pytest.fixture
def small(tmp_path: Path) -> Facts:
    lines = ["#version: 2000-01-01", COLUMNS, *("\t".join(row) for row in ROWS)]
    (tmp_path / "hp.obo").write_text(HPO, encoding="utf-8")
    (tmp_path / "phenotype.hpoa").write_text("\n".join(lines) + "\n", encoding="utf-8")
    genes = "ncbi_gene_id\tgene_symbol\thpo_id\thpo_name\tfrequency\tdisease_id\n7\tEYE1\tHP:1\tBig eye\t-\tORPHA:1\n"
    (tmp_path / "genes_to_phenotype.txt").write_text(genes + genes.split("\n")[1] + "\n", encoding="utf-8")
    return Facts.read(tmp_path)


def test_facts_of_small_files(small: Facts) -> None:
    eye, ear = ("OMIM:1", "ORPHA:1"), ("OMIM:2",)
    assert small.version == "2000-01-01"
    assert set(small.things.values()) == {eye, ear}
    assert small.shown[eye, "P"] == {"HP:1"}
    assert small.denied[eye, "P"] == {"HP:2"}
    assert small.shown[ear, "P"] == {"HP:2"}
    assert small.showing["HP:1", "P"] == {eye}
    assert small.denying["HP:1"] == {ear}
    assert small.genes_of == {eye: {"NCBIGene:7"}}
    assert small.diseases_of == {"NCBIGene:7": {eye}}
    assert "HP:3" not in small.terms
    assert small.children["HP:1"] == ("HP:2",)
    assert small.kinds("HP:0000118") == {"HP:1", "HP:2"}
    assert small.broader("HP:2") == {"HP:1", "HP:0000118"}
    assert (small.labels["HP:2"], small.labels["HP:0000006"]) == ("Phenotype", "InheritanceMode")
    assert small.terms["HP:1"].definition == 'An "eye" that is big.'
    assert small.terms["HP:1"].plain_synonyms == ("Large eye",)
    assert small.pairs[eye, "HP:1", "P"][0].references == ("PMID:1", "PMID:2")
    assert small.pairs[ear, "HP:2", "P"][0].onset == "Big eye"


@pytest.mark.parametrize("frequency", ["0/32", "0%", "0.0 %", "HP:0040285"])
def test_none_is_zero(frequency: str) -> None:
    assert is_zero(frequency)


@pytest.mark.parametrize("frequency", ["", "1/32", "10%", "0.5%", "HP:0040284", "32/0"])
def test_some_is_not_zero(frequency: str) -> None:
    assert not is_zero(frequency)


def test_the_release_is_read_whole(facts: Facts) -> None:
    """Figures of the release counted with grep and sort on the files."""
    if "2025-01-16" not in facts.version:
        pytest.skip(f"the installed annotation files are of release {facts.version!r}")
    assert len(facts.names) == 12_687
    assert len(facts.terms) == 19_034
    assert len(facts.links) == 12_302
    assert len(facts.symbols) == 5_132
    assert len(facts.records) == 271_702
    assert sum(record.negated for record in facts.records) == 711


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (british, "Peripheral edema", "Peripheral oedema"),
        (british, "Anemia", "Anaemia"),
        (british, "Ectopia lentis", "Ectopia lentis"),
        (plural, "seizure", "seizures"),
        (plural, "migraine headache", "migraine headaches"),
        (plural, "ataxia", "ataxia"),
        (plural, "deafness", "deafness"),
        (lower_first, "Ectopia lentis", "ectopia lentis"),
        (lower_first, "EEG abnormality", "EEG abnormality"),
        (lower_first, "2-3 toe syndactyly", "2-3 toe syndactyly"),
    ],
)
def test_forms_of_names(change: Callable[[str], str], before: str, after: str) -> None:
    assert change(before) == after


def test_misspelt_names_are_near_one_thing_only(facts: Facts) -> None:
    surface, rng = Surface(facts), Random(1)
    assert surface.misspelt("Gout", rng) is None
    assert not any(surface.misspelt("Retinitis pigmentosa 12", rng) for _ in range(20))
    wrong = [surface.misspelt("Arachnodactyly", rng) for _ in range(20)]
    assert any(wrong)
    assert "Arachnodactyly" not in wrong
