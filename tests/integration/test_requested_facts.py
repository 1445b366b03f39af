"""Facts near a question with what it asks for first: whole lists, counts of the database, both readings of a name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import reaching
from kgqa.cli.output import answer_json
from kgqa.evidence.exploring.context import Filters, Rule
from kgqa.evidence.pruning import Limits
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.history import replay
from kgqa.llm.messages import ModelSettings
from kgqa.llm.providers import model
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.settings import Settings
from kgqa.strategies.approach import Approach
from kgqa.strategies.writing import requested_facts
from tests.scripted_models import ScriptedModels, in_form

OURS, PUBLISHED = Approach("kg-rag"), Approach("kg-rag", as_published=True)
GENES = "Which genes are associated with Hirschsprung disease?"
WHAT = "genes that are associated with Hirschsprung disease"
MANY = 600


@pytest.fixture(autouse=True)
def _slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, what is asked for is listed."""
    monkeypatch.setattr(requested_facts, "MOST_SECONDS", 120.0)


def lists(trace: Trace) -> list[tuple[str, int, int]]:
    """Of each list what it is of, how much of it is kept, and how much there is."""
    return [(one["what"], one["given"], one["recorded"]) for one in answer_json(trace)["lists"] or ()]


def test_a_list_is_whole_and_its_number_is_that_of_the_graph(hpo_asker: Asker) -> None:
    alone, trace = hpo_asker.ask(GENES), hpo_asker.ask(GENES, approach=OURS)
    genes = {item.name for item in alone.answer.items}
    total = alone.answer.total
    assert total == len(genes) > 10
    assert lists(trace) == [(WHAT, total, total)]
    assert genes == {one.triple.subject.name for one in (trace.pruned.kept if trace.pruned else ()) if one.why}
    assert trace.answer.headline == f"The {total} {WHAT} are all among these facts."
    assert trace.answer.status == "evidence"
    assert [one.number for one in trace.evidence] == list(range(1, len(trace.evidence) + 1))
    published = {one.subject.name for one in hpo_asker.ask(GENES, approach=PUBLISHED).evidence}
    assert not genes <= published


def test_the_intersection_goes_before_what_is_similar(hpo_asker: Asker) -> None:
    question = "Which diseases show both ectopia lentis and aortic root aneurysm?"
    alone, trace = hpo_asker.ask(question), hpo_asker.ask(question, approach=OURS)
    assert lists(trace)[0][1:] == (alone.answer.total, alone.answer.total)
    by_sign: dict[str, set[str]] = {}
    for one in trace.pruned.kept if trace.pruned else ():
        if one.why:
            by_sign.setdefault(one.triple.object.name, set()).add(one.triple.subject.name)
    assert set(by_sign) == {"Ectopia lentis", "Aortic root aneurysm"}
    assert all(len(some) >= (alone.answer.total or 0) for some in by_sign.values()), "a record of either"


@pytest.mark.parametrize("question", ["hirschsprung disease genes", "five genes linked to hirschsprung disease please"])
def test_words_that_are_no_question_still_say_what_is_asked(hpo_asker: Asker, question: str) -> None:
    total = hpo_asker.ask(GENES).answer.total
    assert (WHAT, total, total) in lists(hpo_asker.ask(question, approach=OURS))


def test_a_name_of_two_types_gives_the_facts_of_both(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("aniridia genes", approach=OURS)
    found = lists(trace)
    assert len(found) == 2
    assert all(given == recorded > 1 for _, given, recorded in found)
    assert {"Disease", "Phenotype"} <= {end.label for one in trace.evidence for end in (one.subject, one.object)
                                        if end.name.casefold() == "aniridia"}  # fmt: skip


@pytest.mark.slow  # test_big_neighbourhoods.py has a hub
def test_a_hub_is_counted_by_the_database_and_cut_as_a_list(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Which diseases show scoliosis?", approach=OURS)
    ((what, given, recorded),) = lists(trace)
    assert (what, recorded) == (
        "diseases that show Scoliosis",
        hpo_asker.ask("Which diseases show scoliosis?").answer.total,
    )
    assert 100 < given <= 150 < recorded
    assert f"Of {recorded:,} diseases that show Scoliosis {given} are among these facts" in trace.answer.text
    assert "the strongest evidence first" in trace.answer.text
    assert max(record.rows for record in trace.cypher) <= 3_000


def test_what_takes_too_long_is_left_to_the_scores(hpo_asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requested_facts, "MOST_SECONDS", 0.0)
    trace = hpo_asker.ask("Which genes are associated with diseases that show ectopia lentis?", approach=OURS)
    assert "could not be listed in time" in trace.answer.text
    assert trace.evidence


def test_as_published_is_the_rule_of_the_paper(hpo_asker: Asker) -> None:
    for question in (GENES, "Does Marfan syndrome show ectopia lentis?"):
        trace = hpo_asker.ask(question, approach=PUBLISHED)
        assert trace.pruned is not None
        assert (trace.pruned.percentile, trace.pruned.similarity, trace.pruned.asked) == (75, 0.5, None)
        assert trace.pruned.volume == (100 if trace.answer.kind == "yesno" else 150)
        assert not any(one.why for one in trace.pruned.facts)
        for cut in trace.pruned.cuts:
            own = [one for one in trace.pruned.facts if cut.about in one.things]
            assert all(one.joins or one.score > cut.threshold for one in own if one.kept and one.about == cut.about)
        assert answer_json(trace)["lists"] is None
        scores = [one.score for one in trace.pruned.kept]
        assert scores == sorted(scores, reverse=True)


def test_filters_hold_for_what_is_asked_for(hpo_asker: Asker) -> None:
    filters = Filters(relations={"ASSOCIATED_WITH": Rule(keep=False)})
    trace = hpo_asker.ask(GENES, approach=Approach("kg-rag", filters=filters))
    assert not [one for one in trace.evidence if one.predicate == "ASSOCIATED_WITH"]
    nobody = Filters(every=Rule(sources=("Nobody",)))
    assert not hpo_asker.ask(GENES, approach=Approach("kg-rag", filters=nobody)).evidence
    assert not hpo_asker.ask(
        GENES, approach=Approach("kg-rag", filters=Filters(without=frozenset({"Gene"})))
    ).answer.items


def test_the_record_comes_back_from_its_file(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask(GENES, approach=OURS)
    again = replay.from_json(replay.to_json(trace))
    assert again == trace
    assert lists(again) == lists(trace)


def written(hpo_asker: Asker, *said: tuple[str | int, ...], question: str = GENES, **more: object) -> tuple[Trace, str]:
    """What a model writes to a question, and the prompt that it was sent."""
    with ScriptedModels() as models:
        models.says(in_form(*said))
        asked = model(ModelSettings("ollama", "scripted", models.ollama_url))
        trace = hpo_asker.ask(question, approach=Approach("kg-rag", model=asked, **more))  # type: ignore[arg-type]
        return trace, models.chats[-1].prompt


def test_a_model_is_told_what_is_cut_and_its_number_is_held_against_the_graph(hpo_asker: Asker) -> None:
    total = hpo_asker.ask(GENES).answer.total
    five = (
        "Five genes have been linked to Hirschsprung disease.",
        "5 genes",
        "ASSOCIATED_WITH",
        "Hirschsprung disease",
    )
    trace, prompt = written(hpo_asker, five, limits=Limits(volume=5))
    data = [json.loads(one) for one in prompt.rpartition("BEGIN DATA\n")[2].splitlines() if one.startswith("{")]
    assert data[0] == {"list": WHAT, "recorded": total, "given_here": 5, "complete": False}
    assert "never how many are here" in prompt
    (claim,) = trace.claims
    assert claim.verdict == "contradicted"
    assert f"{total} genes" in claim.reason
    right = (
        f"{total} genes are associated with Hirschsprung disease.",
        "genes",
        "ASSOCIATED_WITH",
        "Hirschsprung disease",
    )
    (claim,) = written(hpo_asker, right)[0].claims
    assert claim.verdict == "supported"
    assert claim.evidence


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("Hirschsprung disease is associated with five genes.", "contradicted"),
        ("There are 14 genes associated with Hirschsprung disease.", "supported"),
        ("More than ten genes are associated with Hirschsprung disease.", "supported"),
        ("At most ten genes are associated with Hirschsprung disease.", "contradicted"),
        ("Five main genes are associated with Hirschsprung disease.", "not_checked"),
        ("Two of the genes associated with Hirschsprung disease are known.", "not_checked"),
        ("Five other genes are associated with Hirschsprung disease.", "not_checked"),
        ("About five genes are associated with Hirschsprung disease.", "not_checked"),
        ("Five genes cause Hirschsprung disease.", "not_checked"),
        ("Five genes are not associated with Hirschsprung disease.", "not_checked"),
        ("Five genes are associated with Hirschsprung disease in Finland.", "not_checked"),
        ("50 % of genes are associated with Hirschsprung disease.", "not_checked"),
    ],
)
def test_a_number_is_judged_only_where_the_sentence_counts_nothing_else(
    hpo_asker: Asker, said: str, verdict: str
) -> None:
    (claim,) = hpo_asker.check_text(said).claims
    assert claim.verdict == verdict


def test_the_list_is_the_graphs_and_not_what_the_model_names_of_it(hpo_asker: Asker) -> None:
    alone = hpo_asker.ask(GENES)
    gene = alone.answer.items[0].name
    said = (f"{gene} is associated with Hirschsprung disease.", gene, "ASSOCIATED_WITH", "Hirschsprung disease", 1)
    trace, _ = written(hpo_asker, said)
    assert trace.answer.status == "answered"
    assert [item.id for item in trace.answer.items] == [item.id for item in alone.answer.items]
    assert trace.answer.total == alone.answer.total
    known = {one.number for one in trace.evidence}
    assert all(item.evidence and known.issuperset(item.evidence) for item in trace.answer.items)
    assert written(hpo_asker, said, as_published=True)[0].answer.items == ()


def test_a_yes_or_no_is_the_graphs_and_not_what_the_model_makes_of_the_records(hpo_asker: Asker) -> None:
    question = "Is arachnodactyly found in more than 10 % of patients with Marfan syndrome?"
    said = ("Marfan syndrome shows arachnodactyly.", "Marfan syndrome", "HAS_PHENOTYPE", "Arachnodactyly", 1)
    alone = hpo_asker.ask(question)
    trace, _ = written(hpo_asker, said, question=question)
    assert alone.answer.verdict is not None
    assert (trace.answer.status, trace.answer.verdict) == ("answered", alone.answer.verdict)
    numbers = {int(one) for one in re.findall(r" \[(\d+)\]", trace.answer.text)}
    assert numbers
    cited = [one for one in trace.evidence if one.number in numbers]
    assert {one.object.name for one in cited} == {"Arachnodactyly"}
    assert written(hpo_asker, said, question=question, as_published=True)[0].answer.verdict is None


def test_what_is_compared_is_no_list_of_one(hpo_asker: Asker) -> None:
    question = "Is arachnodactyly more frequent in Marfan syndrome or in Loeys-Dietz syndrome 1?"
    trace = hpo_asker.ask(question, approach=OURS)
    assert trace.evidence
    assert "whether" not in trace.answer.text
    assert lists(trace) == []


@pytest.mark.slow
def test_the_benchmark_asks_what_a_graph_records(hpo_asker: Asker) -> None:
    result = reaching.measure(hpo_asker, 1)
    kinds = {one.kind for one in result.outcomes}
    assert {"list", "count", "two", "three", "yes or no", "value", "path", "name of two types"} <= kinds
    assert {one.way for one in result.outcomes} == {"as published", "ours"}
    assert result.passed
    assert f"over {len(kinds)} questions" in result.text()


NODES = ["id,name,label", "P:0,HUB,Protein", "P:1,LONER,Protein", "P:2,Ache,Protein", "T:x,Ache,Trait"]


@pytest.fixture(scope="module")
def made(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A graph with a hub and a name of two types, and one without a single fact."""
    folder = tmp_path_factory.mktemp("asked")
    traits = [f"T:{n},trait {n},Trait" for n in range(MANY)]
    edges = [
        *(f"P:0,LINKED_TO,T:{n}" for n in range(MANY)),
        "P:2,LINKED_TO,T:1",
        "P:2,LINKED_TO,T:2",
        "P:1,LINKED_TO,T:x",
    ]
    for name, rows in (("asked", edges), ("asked-empty", [])):
        place = folder / name
        place.mkdir()
        (place / "nodes.csv").write_text("\n".join([*NODES, *traits, ""]), encoding="utf-8")
        (place / "edges.csv").write_text("\n".join(["source,type,target", *rows, ""]), encoding="utf-8")
        catalog.load(settings, server, SourceSpec("tables", {"path": str(place), "name": name}), lambda _: None)
    yield folder
    for name in ("asked", "asked-empty"):
        catalog.remove(settings, name)


@pytest.mark.slow  # the hub of the default graph is asked above
def test_any_graph_with_a_hub(made: Path, settings: Settings) -> None:
    with Asker.open(settings, "asked") as asker:
        trace = asker.ask("Which traits is HUB linked to?", approach=Approach("kg-rag", limits=Limits(volume=20)))
        ((_, given, recorded),) = lists(trace)
        assert (given, recorded) == (20, MANY)
        assert len(trace.evidence) == 20
        both = asker.ask("Which traits are linked to both HUB and Ache?", approach=OURS)
        assert tuple(sorted({one.triple.object.name for one in both.pruned.kept if one.why}
                                                      if both.pruned else ())) == ("trait 1", "trait 2")  # fmt: skip


def test_a_graph_without_facts_says_so(made: Path, settings: Settings) -> None:
    with Asker.open(settings, "asked-empty") as asker:
        trace = asker.ask("Which traits is HUB linked to?", approach=OURS)
        assert not trace.evidence
        assert trace.answer.status == "not_in_graph"
