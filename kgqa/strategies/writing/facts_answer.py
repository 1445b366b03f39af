"""The answer that a language model writes from facts that were gathered, every claim of it held against the graph."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.answers.context import renumbered
from kgqa.evidence.pruning import key, with_reasons
from kgqa.evidence.relevance import Relevant, amount, given
from kgqa.language.phrases import steps
from kgqa.llm.messages import ModelError
from kgqa.llm.writing.answering import AnswerWriter
from kgqa.llm.writing.context_json import made_by_model
from kgqa.llm.writing.contexts import Counted, Records, of_facts
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.records import Answer, Claim, Pruned, Scored
from kgqa.schema.model import Schema
from kgqa.strategies import no_answer
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question
from kgqa.strategies.writing.facts_verdict import judged
from kgqa.strategies.writing.verify import checked_writing, shifted, with_notes, with_text

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_WINDOW = "more than the language model can read at once"
"""Why a fact was not sent, in words."""
NONE_SUPPORTED = "Nothing that the language model wrote is borne out by the graph."
_NONE_CHECKED = "Nothing that the language model wrote could be checked."
_SOME_CHECKED = (
    "What could be checked of what the language model wrote is not borne out by the graph; the rest could not be "
    "checked, which says nothing against it."
)


def written_from_facts(
    graph: GraphSession,
    question: Question,
    progress: Progress,
    found: Outcome,
    model: RecordedModel | None,
    asked: Relevant | None = None,
) -> Outcome:
    """What a language model writes from the facts that were found; the facts alone where none is to be asked.

    Facts that the model cannot read beside the question are cut, those that a person put back last. Where it fails,
    the facts stand as they were found, with what went wrong.

    Args:
        found: the answer tells how much was found, composed by us.
        asked: what the question asks for; what it lists is the answer's list, whatever the model names of it.

    Raises:
        StoppedError: the reader stopped it.
    """
    approach, facts = question.approach, found.findings
    unused = (no_answer.idle(approach.idle),) if approach.idle else ()
    answer = replace(found.answer, text=" ".join((found.answer.text, *facts.notes, *unused)))
    if model is None or approach.facts_first or answer.status != "evidence" or not facts.evidence:
        return Outcome(answer, facts)
    writing, verifying = steps(approach.strategy)[-2:]
    writer = AnswerWriter(model, question.text, question.kind, question.former)
    progress.step(writing)
    with progress.timed("write_answer"):
        sent, given = _fitted(graph.schema, question, facts, writer)
        progress.found(sent)
        if approach.json == "model":
            given = made_by_model(model, given, writer.room(given))
        answer = replace(answer, text=" ".join((answer.text, *given.notes)))
        try:
            said = writer.write(given, lambda text: progress.text(f"{answer.text}\n{text}"))
        except ModelError as error:
            # Without an answer nothing is gained by a cut to what a model can read.
            return Outcome(replace(answer, text=f"{answer.text} The language model wrote no answer. {error}"), facts)
    progress.step(verifying)
    with progress.timed("verify"):
        text, findings = checked_writing(graph, question, progress, sent, said)
    done = _decided(replace(answer, status="answered"), asked, findings.pruned)
    if done is None:
        done = judged(replace(answer, status="answered"), said, findings, question, graph.schema)
        done = _concluded(_with_things(done, asked, findings.pruned), findings.claims)
    done = with_notes(done, said.notes)
    shown = with_text(done, text, model.settings.model, said.remarks)
    return Outcome(shown, shifted(findings, len(done.text) + 1))


def _decided(answer: Answer, asked: Relevant | None, pruned: Pruned | None) -> Answer | None:
    """The answer as the graph gives it to what the question was read as, whatever a model makes of its records; None
    where a list was read, or nothing, or records that it cites were not sent."""
    if asked is None or asked.decided is None or pruned is None:
        return None
    kept = {key(one.triple): one.triple.number for one in pruned.kept}
    if not kept.keys() >= set(asked.cited.values()):
        return None
    numbers = {old: kept[its_key] for old, its_key in asked.cited.items()}
    found = asked.decided
    return replace(
        found,
        headline=renumbered(found.headline, numbers),
        text=" ".join((renumbered(found.text, numbers), answer.text)),
        opposing=tuple(numbers[one] for one in found.opposing if one in numbers),
        beside=tuple(numbers[one] for one in found.beside if one in numbers),
        clauses=(),
        suggestions=(),
    )


def _with_things(answer: Answer, asked: Relevant | None, pruned: Pruned | None) -> Answer:
    """The answer with the list that the question was read as, and its number; with the facts that were sent of it."""
    decided = answer.kind == "yesno" or answer.value is not None
    if asked is None or asked.total is None or decided or pruned is None:
        return answer
    numbers = {key(one.triple): one.triple.number for one in pruned.kept}
    items = tuple(
        replace(
            one, evidence=tuple(sorted(numbers[its] for its in keys if its in numbers)), by_condition=(), opposing=()
        )
        for one, keys in asked.things
    )
    value = asked.total if answer.kind == "count" else None
    return replace(answer, items=items, total=asked.total, value=value)


def _concluded(answer: Answer, claims: Sequence[Claim]) -> Answer:
    """The answer, which is none where the graph bears out nothing of what was written."""
    verdicts = {one.verdict for one in claims}
    if answer.verdict is not None or answer.value is not None or "supported" in verdicts:
        return answer
    if not verdicts:
        return replace(answer, status="evidence")
    unchecked = _SOME_CHECKED if "not_checked" in verdicts else NONE_SUPPORTED
    return with_notes(
        replace(answer, status="evidence"), (_NONE_CHECKED if verdicts == {"not_checked"} else unchecked,)
    )


def _fitted(schema: Schema, question: Question, found: Findings, writer: AnswerWriter) -> tuple[Findings, Records]:
    """The facts as they are sent, and what was found without those that are not."""
    approach, first = question.approach, _by_hand(found.pruned)
    order = sorted(found.evidence, key=lambda one: one.number not in first)
    lists = _lists(found.pruned)
    records = of_facts(order, schema, fields=approach.evidence_fields, lists=lists)
    facts = writer.fitted(records, knowledge=approach.knowledge, composed=bool(approach.json))
    if facts.left_out and lists and approach.evidence_fields:
        # More of a list is worth more than all that its records say.
        shorter = of_facts(order, schema, fields=False, lists=lists)
        facts = writer.fitted(shorter, knowledge=approach.knowledge, composed=bool(approach.json))
    if not facts.left_out:
        return found, facts
    sent = set(facts.numbers)
    facts = replace(facts, notes=(*facts.notes, *_lost(found.pruned, sent)))
    numbers = {old: new for new, old in enumerate(sorted(sent), 1)}
    evidence = tuple(replace(one, number=numbers[one.number]) for one in found.evidence if one.number in sent)
    pruned = within(found.pruned, sent) if found.pruned is not None else None
    return replace(found, evidence=evidence, pruned=pruned), facts.renumbered(numbers)


def _lists(pruned: Pruned | None) -> tuple[Counted, ...] | None:
    """The lists that the facts are of, by the numbers of the facts; None for facts as published."""
    if pruned is None or pruned.asked is None:
        return None
    numbers = {key(one.triple): one.triple.number for one in pruned.kept}
    return tuple(
        Counted(one.what, one.recorded, tuple(tuple(numbers[its_key] for its_key in member) for member in one.members
                                              if numbers.keys() >= set(member)))
        for one in pruned.asked if one.recorded is not None
    )  # fmt: skip


def _lost(pruned: Pruned | None, sent: Set[int]) -> list[str]:
    """Of lists of which less is sent than was kept how much that is, a sentence each."""
    if pruned is None:
        return []
    kept = {key(one.triple) for one in pruned.kept}
    there = {key(one.triple) for one in pruned.kept if one.triple.number in sent}
    lists = [one for one in pruned.asked or () if one.recorded is not None and given(one, there) < given(one, kept)]
    return [f"These records tell {amount(one, there)}." for one in lists]


def _by_hand(pruned: Pruned | None) -> Set[int]:
    return {one.triple.number for one in pruned.kept if one.by_hand} if pruned is not None else set()


def within(pruned: Pruned, sent: Set[int]) -> Pruned:
    """What is left where only the facts of these numbers are sent to a language model, numbered anew from 1."""
    kept: list[Scored] = []
    cut = list(pruned.cut)
    lost: dict[str, int] = {}
    for one in pruned.kept:
        if one.triple.number in sent:
            kept.append(_numbered(one, len(kept) + 1))
        else:
            out = replace(_numbered(one, 0), kept=False, cut_by="window", reason=_WINDOW)
            cut.append(out)
            lost[one.about] = lost.get(one.about, 0) + 1
    cut.sort(key=lambda one: -one.score)
    cuts = tuple(replace(one, kept=max(0, one.kept - lost.get(one.about, 0))) for one in pruned.cuts)
    found = replace(pruned, facts=(*kept, *cut), cuts=cuts)
    return found if pruned.asked is None else with_reasons(found)


def _numbered(one: Scored, number: int) -> Scored:
    return replace(one, triple=replace(one.triple, number=number))
