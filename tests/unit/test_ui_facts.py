"""The choices about facts on the page, what it works out once, and what it says of a record that has other facts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import boxes
import pytest
import stand_in
import traces
from streamlit.testing.v1 import AppTest

from kgqa.evidence import pruning
from kgqa.evidence.pruning import Context, Limits, again, prune
from kgqa.language.phrases import KEPT
from kgqa.presentation import claims
from kgqa.presentation.text import plain
from kgqa.records import Trace
from kgqa.ui.ask import record_view
from kgqa.ui.ask.pruned import choices, trial
from kgqa.ui.compare import differences

APP = Path(__file__).parents[2] / "app.py"


class CountingAsker(stand_in.Asker):
    looked_for: ClassVar[list[str]] = []

    def nearest(self, trace: Trace, **rest: Any) -> Trace:
        self.looked_for.append(trace.question)
        return super().nearest(trace, **rest)


@pytest.fixture
def page(pipeline: ModuleType) -> AppTest:
    pipeline.Asker = CountingAsker
    CountingAsker.looked_for.clear()
    return AppTest.from_file(str(APP), default_timeout=60).run()


def test_the_key_of_a_fact_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    contexts, scores = traces.contexts()
    asked: list[object] = []
    key = pruning.key
    monkeypatch.setattr(pruning, "key", lambda triple: asked.append(triple) or key(triple))
    prune(contexts, scores, Limits())
    assert len(asked) == sum(len(context.triples) for context in contexts)


def test_what_is_tried_is_judged_once_until_something_else_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = traces.pruned()
    assert trace.pruned is not None
    asked: list[Limits] = []

    def counted(pruned: Any, limits: Limits, *rest: Any) -> Any:
        asked.append(limits)
        return again(pruned, limits, *rest)

    monkeypatch.setattr(trial, "again", counted)
    before = pruning.limits_of(trace.pruned)
    draft = trial.Trial("1", before, before, {}, {})
    assert trial.judged(trace, draft) is trace.pruned
    draft.limits = replace(before, percentile=20.0)
    first = [trial.judged(trace, draft) for _ in range(3)]
    assert first[0] is first[1] is first[2]
    assert len(asked) == 1
    draft.hand = {pruning.key(first[0].kept[0].triple): False}
    assert len(trial.judged(trace, draft).kept) == len(first[0].kept) - 1
    draft.back()
    assert trial.judged(trace, draft) is trace.pruned
    assert len(asked) == 2


def test_a_choice_that_needs_a_language_model_says_so_where_there_is_none(page: AppTest) -> None:
    page.radio(key="strategy").set_value("kg-rag").run()
    told = [one.value for one in page.markdown]
    assert choices.NEEDS_MODEL in told
    assert any("no answer is written from them" in one for one in told)
    needing = [page.selectbox(key=f"facts_{name}") for name in ("json", "knowledge")]
    needing += [page.toggle(key=f"facts_{name}") for name in ("facts_first", "evidence_fields", "names_by_model")]
    assert all(one.disabled for one in needing)
    assert not page.selectbox(key="facts_every_least").disabled, "what is read needs none"


def test_facts_are_kept_as_published_where_that_is_switched_on(page: AppTest) -> None:
    page.radio(key="strategy").set_value("full-text").run()
    assert "facts_as_published" not in {one.key for one in page.toggle}
    page.radio(key="strategy").set_value("kg-rag").run()
    toggle = page.toggle(key="facts_as_published")
    assert not toggle.value
    assert not toggle.disabled, "it needs no language model"
    assert choices.WHOLE_LISTS in "".join(one.value for one in page.markdown)
    toggle.set_value(True).run()
    assert page.toggle(key="facts_as_published").value
    assert choices.AS_PUBLISHED in "".join(one.value for one in page.markdown)
    assert not page.exception


def test_the_least_evidence_is_a_choice_that_is_shown_and_can_be_taken_back(page: AppTest) -> None:
    page.radio(key="strategy").set_value("kg-rag").run()
    assert page.selectbox(key="facts_every_least").value is not None, "an empty box would ask for a choice"
    page.selectbox(key="facts_every_least").select("curated").run()
    assert "What is read :gray[1 choice]" in [one.label for one in page.expander]
    page.selectbox(key="facts_every_least").select_index(0).run()
    assert "What is read" in [one.label for one in page.expander]
    assert not page.exception


def unfold(page: AppTest) -> None:
    page.session_state[f"nearest_facts_{page.session_state['asking'].serial}"] = True
    page.run()
    assert not page.exception


def test_nearest_facts_stand_folded_and_are_found_when_they_are_unfolded(page: AppTest) -> None:
    boxes.question_box(page).set_value("Which diseases show ectopia lentis and anosmia?")
    page.button[0].click().run()
    page.run()
    (folded,) = [one for one in page.expander if "nearest to your question" in one.label]
    assert "Not an answer" in folded.label
    assert not folded.markdown
    assert not CountingAsker.looked_for
    unfold(page)
    assert len(CountingAsker.looked_for) == 1
    assert any("This is no answer" in plain(one.value) or "no answer" in one.value for one in page.markdown)


def test_nearest_facts_are_found_once_for_a_record(page: AppTest) -> None:
    boxes.question_box(page).set_value("Which diseases show ectopia lentis and anosmia?")
    page.button[0].click().run()
    page.run()
    record = page.session_state["asking"].record
    assert record
    unfold(page)
    assert len(CountingAsker.looked_for) == 1
    for question in ("Which diseases show both?", "Which diseases show both again?"):
        boxes.question_box(page).set_value(question)
        page.button[0].click().run()
        page.query_params["answer"] = record
        page.run()
        assert page.session_state["asking"].opened
        unfold(page)
        assert page.session_state["asking"].trace.nearest is not None
    assert len(CountingAsker.looked_for) == 1


def test_what_a_record_prints_is_told_from_what_is_tried() -> None:
    trace = traces.pruned()
    assert trace.pruned is not None
    assert record_view.beyond_record(trace, trace) == ""
    assert record_view.beyond_record(trace, None) == ""
    tried = trial.as_tried(trace, again(trace.pruned, Limits(percentile=10), "list"))
    words = record_view.beyond_record(tried, trace)
    assert f"{len(trace.evidence)} facts of the answer as it was asked" in words


def test_an_answer_is_written_from_the_facts_that_were_sent_and_no_others() -> None:
    trace = traces.pruned(text="Marfan syndrome shows arachnodactyly [1].")
    kept = len(trace.evidence)
    assert claims.from_facts(trace) == f"from the {kept} facts beneath it"
    beyond = replace(trace.evidence[0], number=kept + 1)
    more = claims.from_facts(replace(trace, evidence=(*trace.evidence, beyond)))
    assert more == f"from {kept} of the {kept + 1} facts beneath it, the others looked up to judge it"


def test_differences_are_worked_out_once_for_the_answers_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    taken = differences.taken
    monkeypatch.setattr(differences, "taken", lambda *given: asked.append(1) or taken(*given))
    answers, names = (traces.written("llm-only"), traces.pruned()), ("one", "other")
    first = differences.worked_out(("a", "b"), names, answers, stand_in.Asker.schema)
    assert differences.worked_out(("a", "b"), names, answers, stand_in.Asker.schema) is first
    assert len(asked) == len(answers)
    assert differences.worked_out(("a", "c"), names, answers, stand_in.Asker.schema) is not first


def test_a_thing_of_which_nothing_is_known_has_no_key_to_compute() -> None:
    assert prune([Context("A", (), ())], {}, Limits()).facts == ()


def printed(trace):
    from kgqa.ui.ask import print_view

    print_view.draw(trace)


def test_on_paper_stand_the_limits_and_what_a_hand_did(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))
    before = traces.pruned()
    assert before.pruned is not None
    out, back = before.pruned.kept[0], before.pruned.cut[0]
    hand = {pruning.key(out.triple): False, pruning.key(back.triple): True}
    shown = AppTest.from_function(printed, args=(traces.pruned(hand=hand),), default_timeout=60).run()
    told = next(one.value for one in shown.markdown if "by percentile 75" in one.value)
    assert f"{len(before.pruned.kept)} of {len(before.pruned.facts)} facts" in told  # one out and one in
    lines = told.splitlines()
    assert any(KEPT in one.value for one in shown.markdown), "nobody has composed an answer that could rest on them"
    assert [line for line in lines if "taken out by hand" in line and plain(out.sentence) in line]
    assert [line for line in lines if "put back by hand" in line and plain(back.sentence) in line]
