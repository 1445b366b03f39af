"""What may stand beneath an answer that the graph cannot give: when it is looked for, and what is said of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.cli.output import answer_json
from kgqa.evidence.pruning import Context, Limits, again, prune
from kgqa.history import replay
from kgqa.records import Answer, Entity, Status, Trace, Unread
from kgqa.schema.model import Schema
from kgqa.strategies import nearest
from tests.unit.traces import ARACHNODACTYLY, CARD, ECTOPIA, MARFAN, RESEMBLING, entity, shows

QUESTION = "What mood has Marfan syndrome with Arachnodactyly?"
NAMED = (entity("Marfan syndrome", 14, MARFAN), entity("Arachnodactyly", 35, ARACHNODACTYLY))

ONE = "The disease Marfan syndrome shows the phenotype Arachnodactyly."
ANOTHER = "The disease Marfan syndrome does not show the phenotype Ectopia lentis: it was found in none of 32 patients."


def unanswered(*entities: Entity, status: Status = "not_in_graph", strategy: str = "graph-only") -> Trace:
    return Trace(QUESTION, strategy, CARD, Answer(status, "text", "Not understood.", "Not understood."), "", entities)


def with_facts(
    *, beyond: int = 0, filtered: int = 0, similarity: float = 0.5, unread: tuple[Unread, ...] = ()
) -> Trace:
    triples = (shows(0, MARFAN, ARACHNODACTYLY), shows(0, MARFAN, ECTOPIA, against=True, frequency="0/32"))
    context = Context("Marfan syndrome", triples, (ONE, ANOTHER), beyond, filtered, unread=unread)
    found = prune([context], {ONE: 0.9, ANOTHER: 0.4}, Limits(percentile=0, similarity=similarity))
    return replace(unanswered(*NAMED[:1]), nearest=found)


def test_it_is_looked_for_where_the_graph_alone_has_no_answer_and_knows_a_thing() -> None:
    assert nearest.offered(unanswered(*NAMED))
    assert nearest.offered(unanswered(*NAMED, status="not_understood"))
    assert not nearest.offered(unanswered())
    trace = unanswered(*NAMED)
    lacking = replace(trace, answer=replace(trace.answer, absent="drugs"))
    assert not nearest.offered(lacking), "nothing is near to what the graph has none of"
    for status in ("answered", "ambiguous", "refused", "failed", "evidence"):
        assert not nearest.offered(unanswered(*NAMED, status=status))
    for strategy in ("cypher", "kg-rag", "llm-only"):
        assert not nearest.offered(unanswered(*NAMED, strategy=strategy))


def test_a_thing_is_known_only_where_the_name_means_it_and_nothing_else() -> None:
    tied = replace(NAMED[0], tied=True, rivals=RESEMBLING)
    assert not nearest.offered(unanswered(tied))
    assert nearest.known(unanswered(tied, NAMED[1])) == (NAMED[1],)
    subtype = replace(NAMED[0], subtype="type 9")
    assert not nearest.offered(unanswered(subtype)), "a type that the graph does not know is not its broader thing"
    again_ = replace(NAMED[0], start=40, end=50)
    assert nearest.known(unanswered(NAMED[0], again_)) == (NAMED[0],)


def test_what_is_said_names_the_things_and_never_sounds_like_an_answer() -> None:
    trace = with_facts()
    assert nearest.heading(trace) == "What the graph says about “Marfan syndrome” that is nearest to your question"
    assert nearest.said(trace) == "This is no answer: 1 of 2 facts about “Marfan syndrome”, the nearest in wording."
    assert nearest.said(with_facts(similarity=0.95)).startswith("None of 2 facts about “Marfan syndrome” is near")
    assert nearest.said(unanswered(*NAMED)) == ""


def test_what_was_not_read_is_said_and_survives_a_slider() -> None:
    trace = with_facts(beyond=1, filtered=2_000)
    end = "1 fact with weaker evidence was not read, because there are many. 2,000 facts were left out by the filters."
    assert nearest.said(trace).endswith(end)
    assert trace.nearest is not None
    moved = again(trace.nearest, Limits(percentile=0, similarity=-1), "text")
    assert (moved.cuts[0].beyond, moved.cuts[0].filtered) == (1, 2_000)
    assert nearest.said(replace(trace, nearest=moved)).endswith(end)


def test_what_was_not_read_is_told_by_relation_the_most_first() -> None:
    unread = tuple(Unread(f"R{n}", f"does {n} to", n, int(n == 2)) for n in range(1, 8))
    trace = with_facts(beyond=28, filtered=1, unread=unread)
    assert nearest.said(trace).endswith(
        "28 facts with weaker evidence (7 “does 7 to”, 6 “does 6 to”, 5 “does 5 to”, 4 “does 4 to”, 3 “does 3 to”, "
        "3 of other relations) were not read, because there are many. "
        "1 fact (1 “does 2 to”) was left out by the filters."
    )
    assert trace.nearest is not None
    assert again(trace.nearest, Limits(), "text").cuts[0].unread == unread, "a slider keeps it"
    assert replay.from_json(replay.to_json(trace)) == trace


def test_in_json_it_stands_apart_from_the_evidence() -> None:
    found = answer_json(with_facts())
    assert (found["evidence"], found["answers"], found["verdict"], found["value"]) == ([], [], None, None)
    assert found["nearest"]["about"] == ["Marfan syndrome"]
    assert [one["number"] for one in found["nearest"]["facts"]] == [1]
    everything = answer_json(with_facts(), with_cut=True)["nearest"]["facts"]
    assert [(one["number"], one["kept"]) for one in everything] == [(1, True), (0, False)]
    assert answer_json(unanswered(*NAMED))["nearest"] is None


def test_the_record_comes_back_and_is_no_evidence_in_a_file() -> None:
    trace = with_facts(beyond=7)
    assert replay.from_json(replay.to_json(trace)) == trace
    answered = replace(trace, answer=replace(trace.answer, status="answered"))
    with pytest.raises(replay.ReplayError, match="beside an answer"):
        replay.from_json(replay.to_json(answered))
    assert trace.nearest is not None
    (kept, *cut) = trace.nearest.facts
    wrong = replace(trace.nearest, facts=(replace(kept, triple=replace(kept.triple, number=3)), *cut))
    with pytest.raises(replay.ReplayError, match="numbered"):
        replay.from_json(replay.to_json(replace(trace, nearest=wrong)))


def test_what_two_sources_record_stands_once_with_both() -> None:
    omim = shows(0, MARFAN, ARACHNODACTYLY, frequency="11/53", source="OMIM", references=["PMID:1"])
    orpha = shows(
        0,
        replace(MARFAN, id="ORPHA:558"),
        ARACHNODACTYLY,
        frequency="Frequent",
        source="ORPHA",
        references=["ORPHA:558"],
    )
    other = shows(0, MARFAN, ECTOPIA, frequency="9/9", source="OMIM")
    said = ("The disease Marfan syndrome shows the phenotype Arachnodactyly.",) * 2
    context = Context("Marfan syndrome", (omim, orpha, other), (*said, "The disease Marfan syndrome shows Ectopia."))
    found = nearest.once(
        prune([context], {said[0]: 0.9, context.sentences[2]: 0.4}, Limits(percentile=0)), Schema((), ())
    )
    (kept,), (cut,) = found.kept, found.cut
    assert (kept.triple.number, cut.triple.number) == (1, 0)
    assert (found.cuts[0].facts, found.cuts[0].kept) == (2, 1)
    assert kept.triple.properties["source"] == ["OMIM", "ORPHA"]
    assert kept.triple.properties["references"] == ["PMID:1", "ORPHA:558"]
    assert kept.triple.properties["frequency"] == "11/53 (OMIM); Frequent (ORPHA)"
    assert cut.triple.properties == other.properties
