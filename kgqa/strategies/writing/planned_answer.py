"""What a language model writes beneath an answer that was planned here: claims from its records, and nothing else.

The answer, its list and its numbers are the database's. The model is given as many of the records as a small request
holds, and told how many there are; of what it writes only that stays which the graph bears out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kgqa.language.phrases import steps
from kgqa.llm.messages import ModelError
from kgqa.llm.writing import schema_text
from kgqa.llm.writing.answering import AnswerWriter, Written
from kgqa.llm.writing.contexts import Records, denies
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.text.options import options
from kgqa.records import Answer, Stated, Triple
from kgqa.schema.model import PropertyRole, Schema
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question
from kgqa.strategies.writing.verify import checked_writing, shifted, with_notes, with_text

if TYPE_CHECKING:
    from kgqa.session import GraphSession

WRITING, VERIFYING = steps("auto")[-2:]
MOST_TOKENS = 1_000
"""Of the records that are sent, estimated."""
_TOLD: frozenset[PropertyRole] = frozenset({"frequency", "onset", "sex", "modifier"})
"""What is told of a record beside its link: what an answer may say of it, and not where it comes from."""


def written(
    graph: GraphSession, question: Question, progress: Progress, planned: Outcome, model: RecordedModel
) -> Outcome:
    """The planned answer with what a model writes from its records below it; as it is where that is of no use.

    Raises:
        StoppedError: the reader stopped it.
    """
    answer, findings = planned.answer, planned.findings
    if answer.status != "answered" or not findings.evidence or options(question.text):
        return planned
    progress.found(findings)
    progress.text(answer.text)
    progress.step(WRITING)
    writer = AnswerWriter(model, question.text, answer.kind, question.former)
    with progress.timed("write_answer"):
        try:
            given = _of_answer(answer, findings.evidence, graph.schema)
            given = given.within(min(MOST_TOKENS, writer.room(given)))
            said = writer.write(given, lambda text: progress.text(f"{answer.text}\n{text}"))
        except ModelError as error:
            progress.did("The language model wrote no answer; the one that was composed here stands.")
            note = f"The language model wrote nothing beside it. {error}"
            return Outcome(with_notes(answer, (note,)), findings)
    progress.step(VERIFYING)
    with progress.timed("verify"):
        text, found, left_out = _borne_out(graph, question, progress, findings, answer, said)
    name = model.settings.model
    if not said.text:
        progress.did("The language model wrote no sentence from the records.")
        return Outcome(answer, findings)
    if not text:
        progress.did("What the language model wrote was left out: the graph does not bear it out.")
        return Outcome(answer, findings)
    some = "a sentence was" if left_out == 1 else f"{left_out:,} sentences were"
    progress.did(
        f"Written by the language model from {_sent(given)}, each sentence checked against them"
        + (f"; {some} left out, because the graph does not bear it out." if left_out else ".")
    )
    shown = with_text(answer, text, name)
    return Outcome(shown, shifted(found, len(answer.text) + 1))


def _sent(given: Records) -> str:
    sent, every = len(given.told), len(given.told) + given.left_out
    return f"{sent:,} of {every:,} records" if sent < every else f"{sent:,} record{'' if sent == 1 else 's'}"


def _of_answer(answer: Answer, evidence: Sequence[Triple], schema: Schema) -> Records:
    """The records of a planned answer for a prompt: of a list one for each thing first, as it is cut as a list."""
    first = [one.evidence[0] for one in answer.items if one.evidence]
    order = {number: place for place, number in enumerate(first)}
    triples = sorted(evidence, key=lambda one: (order.get(one.number, len(order)), one.number))
    before: dict[str, Any] = {"answer_of_the_graph": answer.headline}
    if answer.items:
        whole = answer.total if answer.total is not None else len(answer.items)
        before |= {"things_in_the_answer": whole, "the_list_is_complete": not answer.truncated}
    before["records_in_all"] = len(evidence)
    told = tuple(_told(one, schema) for one in triples)
    numbers = tuple(one.number for one in triples)
    return Records(told, before, numbers, tuple(triples), relations=schema_text.of_triples(triples, schema))


def _told(one: Triple, schema: Schema) -> dict[str, Any]:
    properties = {
        p.name
        for relation in schema.relations
        if relation.type == one.predicate
        for p in relation.properties
        if p.role in _TOLD and p.words
    }
    fields = {key: given for key, given in one.properties.items() if key in properties and given not in (None, "", [])}
    return {
        "number": one.number,
        "subject": one.subject.name,
        "relation": one.phrase,
        "object": one.object.name,
        **({"against": True} if denies(one, schema) else {}),
        **fields,
    }


def _borne_out(
    graph: GraphSession, question: Question, progress: Progress, findings: Findings, answer: Answer, said: Written
) -> tuple[str, Findings, int]:
    """What the graph bears out of what a model wrote, the findings with its claims, and how many sentences it had
    more; of words that are no statements all or nothing."""
    if not said.text or _contradicts(answer, said):
        return "", findings, 0
    text, found = checked_writing(graph, question, progress, findings, said)
    if _stands(found):
        return text, found, 0
    kept = [one for one in said.statements if _is_true(graph, question, progress, findings, one)]
    if not kept:
        return "", findings, 0
    text, found = checked_writing(graph, question, progress, findings, replace(said, statements=tuple(kept)))
    left_out = len({one.sentence for one in said.statements}) - len({one.sentence for one in kept})
    return (text, found, left_out) if _stands(found) else ("", findings, 0)


def _contradicts(answer: Answer, said: Written) -> bool:
    return answer.verdict is not None and said.verdict is not None and answer.verdict != said.verdict


def _stands(findings: Findings) -> bool:
    return bool(findings.claims) and all(one.verdict == "supported" for one in findings.claims)


def _is_true(
    graph: GraphSession, question: Question, progress: Progress, findings: Findings, statement: Stated
) -> bool:
    alone = Written(statement.sentence, statements=(statement,))
    return _stands(checked_writing(graph, question, progress, findings, alone)[1])
