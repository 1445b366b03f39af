"""Saved answers: what is written is read back exactly, and everything else is refused with a sentence."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from traces import ambiguous, hostile, intersection, nothing, pruned, written

from kgqa.cli import command
from kgqa.cli.console import FAILED, WRONG_USE
from kgqa.history import replay
from kgqa.history.replay import ReplayError
from kgqa.records import Answer, AnswerItem, Candidate, CypherRecord, Entity, GraphCard, Settled, Trace, Triple
from tests.examples import examples

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
KEYS = st.one_of(TEXT, st.sampled_from(["$float", "$tuple", "$map", "$", ""]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: (
        st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple) | st.dictionaries(KEYS, inner, max_size=3)
    ),
    max_leaves=6,
)
FIELDS = st.dictionaries(KEYS, VALUES, max_size=3)
CANDIDATES = st.builds(Candidate, score=FINITE)


def few(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, max_size=2).map(tuple)


@st.composite
def traces(draw: st.DrawFn) -> Trace:
    """A trace with anything in every place; only what refers to evidence refers to evidence that is there."""
    found = draw(few(st.builds(Triple, properties=FIELDS)))
    evidence = tuple(replace(triple, number=number) for number, triple in enumerate(found, start=1))
    numbers = few(st.integers(1, len(evidence))) if evidence else st.just(())
    item = st.builds(AnswerItem, evidence=numbers)
    place = st.tuples(st.integers(0, 50), st.integers(0, 50)).map(sorted)
    entity = st.builds(
        lambda entity, place: replace(entity, start=place[0], end=place[1]),
        st.builds(Entity, chosen=CANDIDATES, rivals=few(CANDIDATES)),
        place,
    )
    answer = draw(st.builds(Answer, items=few(item), set_aside=few(item), value=VALUES))
    return Trace(
        question=draw(TEXT),
        strategy=draw(TEXT),
        graph=draw(st.builds(GraphCard)),
        answer=answer,
        understood=draw(TEXT),
        entities=draw(few(entity)),
        choices=draw(few(entity)),
        cypher=draw(few(st.builds(CypherRecord, parameters=FIELDS, elapsed_ms=FINITE))),
        evidence=evidence,
        timings_ms=draw(st.dictionaries(TEXT, FINITE, max_size=2)),
        asked_at=draw(st.sampled_from(["", "2026-11-21T12:14:53+00:00"])),
        settled=draw(few(st.builds(Settled))),
        narrower=draw(st.booleans()),
    )


def strict(text: str) -> Any:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    return json.loads(text.encode("utf-8"), parse_constant=refuse)


@examples(80)
@given(traces())
def test_every_trace_comes_back_exactly(trace: Trace) -> None:
    text = replay.to_json(trace)
    strict(text)
    # By what they show of themselves, because nan is not equal to nan, and 1 is equal to 1.0 and to True.
    assert repr(replay.from_json(text)) == repr(trace)


@pytest.mark.parametrize("trace", [intersection(500), ambiguous(), nothing(), hostile('<img src=x>"\x00\u2028')])
def test_answers_of_every_shape_come_back(trace: Trace) -> None:
    assert replay.from_json(replay.to_json(trace)) == trace
    assert replay.from_json(b"\xef\xbb\xbf" + replay.to_json(trace).encode()) == trace


def test_half_a_surrogate_pair_is_written_as_a_replacement_character() -> None:
    text = replay.to_json(replace(nothing(), question="a\ud800b"))
    strict(text)
    assert replay.from_json(text).question == "a\ufffdb"


def nested(depth: int) -> Any:
    return [] if depth == 0 else [nested(depth - 1)]


UNSAVED = {
    "numbered fields": {1: 2},
    "bytes": b"bytes",
    "object": object(),
    "deep": nested(150),
    "endless": 10**5000,
    "set": {"a": {"b": {3, 4}}},
}


@pytest.mark.parametrize("value", UNSAVED.values(), ids=UNSAVED.keys())
def test_a_value_that_no_graph_gives_is_not_saved(value: Any) -> None:
    with pytest.raises(ReplayError, match="cannot be saved"):
        replay.to_json(replace(nothing(), answer=replace(nothing().answer, value=value)))


def test_an_answer_that_is_too_large_is_not_saved() -> None:
    with pytest.raises(ReplayError, match="at most 20,000,000 are saved"):
        replay.to_json(replace(nothing(), understood="x" * 20_000_001))


def saved(**changes: Any) -> dict[str, Any]:
    """A saved answer as an object, with fields of its trace changed."""
    wrapper: dict[str, Any] = json.loads(replay.to_json(intersection()))
    wrapper["trace"].update(changes)
    return wrapper


def with_value(value: Any) -> dict[str, Any]:
    wrapper = saved()
    wrapper["trace"]["answer"]["value"] = value
    return wrapper


def with_status(status: str) -> dict[str, Any]:
    wrapper = saved()
    wrapper["trace"]["answer"]["status"] = status
    return wrapper


def without(name: str) -> dict[str, Any]:
    wrapper = saved()
    del wrapper["trace"][name]
    return wrapper


NEWER = {"format": "kgqa-answer", "version": 3, "trace": {}}

BAD = {
    "empty": ("", "no JSON"),
    "no json": ("Marfan syndrome", "no JSON"),
    "cut": (replay.to_json(intersection())[:-5], "no JSON"),
    "two objects": (replay.to_json(nothing()) * 2, "no JSON"),
    "list": ([], "its format is not 'kgqa-answer'"),
    "null": (None, "its format is not 'kgqa-answer'"),
    "other format": ({"format": "kgqa-note", "version": 1}, "its format is not 'kgqa-answer'"),
    "answer of the command line": ({"id": None, "question": "q", "status": "answered"}, "its format"),
    "newer": (NEWER, "newer version of the app"),
    "newer by far": ({**NEWER, "version": 10**40}, "newer version of the app"),
    "version of no number": ({**NEWER, "version": True}, "its version is True"),
    "version 0": ({**NEWER, "version": 0}, "its version is 0"),
    "version in words": ({**NEWER, "version": "1" * 9999}, "its version is"),
    "no trace": ({"format": "kgqa-answer", "version": 1}, "trace"),
    "trace in words": ({"format": "kgqa-answer", "version": 1, "trace": "x"}, "trace"),
    "more than a trace": ({**saved(), "also": 1}, "also"),
    "unknown field": (saved(score=1), "trace.score"),
    "missing field": (without("graph"), "trace.graph"),
    "number for text": (saved(question=5), "trace.question"),
    "text for number": (saved(timings_ms={"total": "40"}), "timings_ms.total"),
    "text for list": (saved(evidence="x"), "trace.evidence"),
    "status of no name": (with_status("certain"), "answer.status"),
    "evidence twice": (saved(evidence=saved()["trace"]["evidence"] * 2), "different numbers"),
    "evidence that is not there": (saved(evidence=[]), "evidence that the file does not hold"),
    "asked at no time": (saved(asked_at="yesterday"), "which is no time"),
    "nan": (replay.to_json(intersection()).replace("0.474", "NaN"), "NaN is no number"),
    "infinity": (replay.to_json(intersection()).replace("0.474", "-Infinity"), "Infinity is no number"),
    "beyond infinity": (replay.to_json(intersection()).replace("0.474", "1e999"), "1e999 is no number"),
    "endless number": (json.dumps(with_value("@")).replace('"@"', "9" * 5000), "no JSON"),
    "mark without meaning": (with_value({"$float": "1"}), "marked '$float'"),
    "mark of the wrong kind": (with_value({"$tuple": {"a": 1}}), "marked '$tuple'"),
    "mark of a text": (with_value([{"$map": "x"}]), "marked '$map'"),
    "surrogate": (json.dumps(saved(question="@")).replace("@", "\\ud800"), "no saved answer"),
    "surrogate in the text": (json.dumps(saved(question="@")).replace("@", "\ud800"), "not written in UTF-8"),
    "latin 1": (json.dumps(saved(question="é"), ensure_ascii=False).encode("latin-1"), "not written in UTF-8"),
    "control character": (json.dumps(saved(question="@")).replace("@", "\x00"), "no JSON"),
    "deep": ("[" * 100_000, "no"),
    "deep value": (with_value(nested(190)), "no saved answer"),
    "large": ("x" * 20_000_001, "larger than 20,000,000 bytes"),
    "huge": (b"[" + b"1," * 50_000_000, "larger than 20,000,000 bytes"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_whatever_is_no_saved_answer_is_refused_with_a_sentence(name: str) -> None:
    text, words = BAD[name]
    with pytest.raises(ReplayError) as caught:
        replay.from_json(text if isinstance(text, str | bytes) else json.dumps(text))
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 500


@examples(150)
@given(st.binary(max_size=60) | st.text(max_size=60) | VALUES.map(repr))
def test_no_text_raises_another_error(text: str | bytes) -> None:
    with pytest.raises(ReplayError):
        replay.from_json(text)


@given(st.data())
def test_a_saved_answer_with_one_value_exchanged_is_read_or_refused(data: st.DataObject) -> None:
    wrapper = saved()
    place: Any = wrapper["trace"]
    while True:
        key = data.draw(st.sampled_from(range(len(place)) if isinstance(place, list) else sorted(place)))
        if not isinstance(place[key], list | dict) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(VALUES.filter(lambda value: value == value and not _is_endless(value)))
    try:
        trace = replay.from_json(json.dumps(wrapper))
    except ReplayError:
        return
    assert replay.from_json(replay.to_json(trace)) == trace or "nan" in repr(trace)


def _is_endless(value: Any) -> bool:
    if isinstance(value, dict | list | tuple):
        return any(_is_endless(inner) for inner in (value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and not math.isfinite(value)


def test_replay_prints_the_answer_as_if_it_were_fresh(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from kgqa.cli.output import answer_json

    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path / "none"))
    trace, file = intersection(), tmp_path / "answer.json"
    file.write_text(replay.to_json(trace), encoding="utf-8")
    assert command.main(["ask", "--replay", str(file)]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines()[0] == trace.answer.text
    assert "Marfan syndrome\tOMIM:154700, ORPHA:558" in printed.out
    assert "HPO annotations 2025-01-16 · 40 ms" in printed.err
    assert command.main(["ask", "--replay", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(answer_json(trace)))
    assert not (tmp_path / "none").exists(), "a replay opens no graph and makes no folder"


def test_replay_of_no_file_says_which(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["ask", "--replay", str(tmp_path / "gone.json")]) == FAILED
    assert "gone.json" in capsys.readouterr().err
    assert command.main(["ask", "--replay", str(tmp_path)]) == FAILED
    assert command.main(["ask", "and a question", "--replay", str(tmp_path)]) == WRONG_USE


def test_replay_of_an_answer_without_timings(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(replay.to_json(replace(nothing(), timings_ms={})), encoding="utf-8")
    assert command.main(["ask", "--replay", str(tmp_path / "a.json")]) == 0


def test_pruned_facts_come_back_and_a_file_of_before_still_opens() -> None:
    trace = pruned(text="Marfan syndrome shows Ectopia lentis [1].")
    assert replay.from_json(replay.to_json(trace)) == trace
    data = json.loads(replay.to_json(trace))
    for name in ("percentile", "similarity", "volume"):
        del data["trace"]["pruned"][name]
    for fact in data["trace"]["pruned"]["facts"]:
        del fact["things"], fact["by_hand"]
    for cut in data["trace"]["pruned"]["cuts"]:
        del cut["beyond"], cut["filtered"], cut["unread"]
    del data["trace"]["nearest"], data["trace"]["calls"][0]["tokens_context"]
    old = replay.from_json(json.dumps(data)).pruned
    assert old is not None
    assert trace.pruned is not None
    assert [one.sentence for one in old.kept] == [one.sentence for one in trace.pruned.kept]
    assert all(one.things == (one.about,) for one in old.facts)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("facts", 0, "triple", "phrase"), "cures", "not among its evidence"),
        (("facts", 0, "kept"), False, "both kept and cut"),
        (("facts", 0, "cut_by"), "window", "both kept and cut"),
        (("facts", -1, "triple", "number"), 3, "both kept and cut"),
        (("facts", -1, "reason"), "", "both kept and cut"),
        (("facts", 3, "score"), 1e9, "no cosine"),
        (("facts", 3, "about"), "Gout", "no cut is known"),
        (("facts", 3, "things"), ["Gout"], "no cut is known"),
        (("facts", 3, "sentence"), "Aspirin cures everything.", "not that of its record"),
        (("facts", -1, "sentence"), "Aspirin cures everything.", "not that of its record"),
        (("cuts", 0, "unread"), [{"relation": "R", "phrase": "shows", "beyond": 3, "filtered": 0}], "counted wrongly"),
        (("percentile",), 900.0, "percentile"),
        (("volume",), 0, "context volume"),
        (("cuts", 0, "kept"), 10**9, "counted wrongly"),
        (("cuts", 0, "filtered"), -5, "counted wrongly"),
    ],
)  # fmt: skip
def test_pruned_facts_that_do_not_fit_together_are_refused(path: tuple[Any, ...], value: Any, said: str) -> None:
    data = json.loads(replay.to_json(pruned()))
    inner = data["trace"]["pruned"]
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    with pytest.raises(ReplayError, match=said):
        replay.from_json(json.dumps(data))


def test_an_answer_with_the_verdicts_of_before_opens_with_those_of_today() -> None:
    """ "Not in the graph" was also said of what was not understood, so nothing is said of the graph any more."""
    trace = written()
    saved = json.loads(replay.to_json(replace(trace, further=(trace,))))
    saved["version"] = 1
    before = ["supported", "not_in_graph", "contradicted", "not_in_graph", "no_claim"]
    for one in (saved["trace"], saved["trace"]["further"][0]):
        for claim, verdict in zip(one["claims"], before, strict=True):
            claim["verdict"] = verdict
            for name in ("subject", "object", "written"):
                del claim[name]
    opened = replay.from_json(json.dumps(saved))
    for one in (opened, opened.further[0]):
        assert [claim.verdict for claim in one.claims] == ["supported", "not_checked", "contradicted", "not_checked"]
        assert [claim.text for claim in one.claims] == [claim.text for claim in trace.claims[:4]]
        assert one.answer == trace.answer
    assert replay.from_json(replay.to_json(opened)) == opened


@pytest.mark.parametrize("claims", [None, 3, "x", [1], [{}], [{"verdict": 1}], [{"verdict": "not_in_graph"}]])
def test_claims_of_before_that_are_none_are_refused(claims: Any) -> None:
    saved = json.loads(replay.to_json(written()))
    saved["version"], saved["trace"]["claims"] = 1, claims
    with pytest.raises(ReplayError, match="no saved answer"):
        replay.from_json(json.dumps(saved))
    saved["version"] = 2
    with pytest.raises(ReplayError, match="no saved answer"):
        replay.from_json(json.dumps(saved))
