"""The last step of every answer that a language model wrote: its claims held against the evidence, then the graph.

Where it is to and can, a model takes a free text apart into claims first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from kgqa.errors import KgqaError, StoppedError
from kgqa.language.phrases import steps
from kgqa.llm.messages import ModelError
from kgqa.llm.prompts import PromptError
from kgqa.llm.writing.answering import Written
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.llm.writing.splitting import Split, split
from kgqa.questions.intent import Pair
from kgqa.records import Answer, Stated
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question
from kgqa.verification import Verification, Verifier, second_opinion
from kgqa.verification.verifying import LookedUp, LookUp, counter, looker

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_JUDGING = "asking a second model about what remains"


def checked_writing(
    graph: GraphSession, question: Question, progress: Progress, findings: Findings, said: Written
) -> tuple[str, Findings]:
    """What a model wrote from evidence as it is to be shown, and the findings with its claims.

    Of statements each stands with the numbers of its records, and one whose sentence says other than its record in our
    words; what was written in words alone stays as it is.

    Raises:
        KgqaError: the graph could not be asked.
    """
    if said.statements:
        return _verified(graph, question, progress, findings, lambda verifier: verifier.statements(said.statements))
    return checked_text(graph, question, progress, findings, said.text) if said.text else ("", findings)


def checked_text(
    graph: GraphSession,
    question: Question,
    progress: Progress,
    findings: Findings,
    text: str,
    statements: Sequence[Stated] | None = None,
) -> tuple[str, Findings]:
    """A free text and the findings with its claims.

    Args:
        statements: what a model says that the text states, each tied to its words; None where none took it apart, so
            that only what is read whole is checked.

    Raises:
        KgqaError: the graph could not be asked.
    """

    def verified(verifier: Verifier) -> Verification:
        return verifier.prose(text) if statements is None else verifier.split(text, statements)

    return _verified(graph, question, progress, findings, verified)


def _verified(
    graph: GraphSession,
    question: Question,
    progress: Progress,
    findings: Findings,
    verified: Callable[[Verifier], Verification],
) -> tuple[str, Findings]:
    """Facts that were looked up for the claims come behind the evidence, with further numbers."""
    look_up, ledger = looker(graph.held, graph.store, graph.source, stop=question.stop)
    alone = graph.held is graph.schema
    try:
        verifier = Verifier(
            graph.schema,
            graph.linker,
            findings.evidence,
            question_entities=findings.entities,
            look_up=look_up if alone else partial(_looked_up, graph, look_up),
            count=counter(graph.schema, ledger, graph.source) if alone else None,
        )
        checked = verified(verifier)
    finally:
        progress.ran(*ledger.records)
    return checked.text, replace(findings, evidence=checked.evidence, claims=checked.claims)


def _looked_up(graph: GraphSession, look_up: LookUp, pairs: Sequence[Pair]) -> LookedUp:
    """What the graph records of links, and why nothing is said of those that only services would know."""
    found = look_up(pairs)
    there = {(one.type, one.source, one.target) for one in graph.held.relations}
    elsewhere = {
        (pair.one.ids[0], pair.other.ids[0]): "the services were not asked about it"
        for pair in pairs
        for relation in (pair.hops[0].relation,)
        if (relation.type, relation.source, relation.target) not in there
    }
    return replace(found, left_out={**found.left_out, **elsewhere})


def shifted(findings: Findings, by: int) -> Findings:
    """The findings with claims of a text that stands so many characters further on."""
    claims = tuple(replace(one, start=one.start + by, end=one.end + by) for one in findings.claims)
    return replace(findings, claims=claims)


def with_text(answer: Answer, text: str, model: str, remarks: str = "") -> Answer:
    """The answer with what a language model wrote below it; as it is where that is nothing.

    Args:
        remarks: what it says besides; a paragraph behind the text, in which no claim is looked for.
    """
    written = "\n".join(filter(None, (text, f"Remarks of {model}, not checked: {remarks}" if remarks else "")))
    if not written:
        return answer
    return replace(answer, text=f"{answer.text}\n{written}", written_by=model, written_from=len(answer.text) + 1)


def with_notes(answer: Answer, notes: Sequence[str]) -> Answer:
    """The answer with sentences of ours behind its own."""
    return replace(answer, text=" ".join((answer.text, *notes)))


def with_second_opinion(
    graph: GraphSession, question: Question, progress: Progress, outcome: Outcome, judge: RecordedModel
) -> Outcome:
    """The outcome with what another model says of claims that no record tells; a note where it could not.

    Verdicts, evidence and words of the answer stay as they are.
    """
    findings = outcome.findings
    remaining = second_opinion.remaining(findings.claims, findings.evidence, graph.linker)
    if not remaining:
        return outcome
    progress.found(findings)
    progress.step(_JUDGING)
    fields = question.approach.evidence_fields
    try:
        with progress.timed("judge"):
            said = second_opinion.opinions(
                judge, question.text, remaining, findings.evidence, graph.schema, fields=fields
            )
    except KgqaError as error:
        return _with_note(outcome, _failed(judge.settings.model, len(remaining), error))
    claims = list(findings.claims)
    for one in remaining:
        claims[one.place] = replace(one.claim, second=said[one.place])
    return replace(outcome, findings=replace(findings, claims=tuple(claims)))


def _failed(model: str, many: int, error: KgqaError) -> str:
    claims = "the claim that is" if many == 1 else f"the {many:,} claims that are"
    why = "It was stopped." if isinstance(error, StoppedError) else str(error)
    return f"{model} could not judge {claims} not borne out. {why}"


def _with_note(outcome: Outcome, note: str) -> Outcome:
    """The answer with a sentence of ours before the words of the language model; its claims move with these."""
    answer = outcome.answer
    ours, theirs = answer.text[: answer.written_from].rstrip("\n"), answer.text[answer.written_from :]
    before = f"{ours} {note}\n"
    told = replace(answer, text=f"{before}{theirs}", written_from=len(before))
    return Outcome(told, shifted(outcome.findings, len(before) - answer.written_from))


_SPLITTING = steps("llm-only")[2]


def taken_apart(
    graph: GraphSession, question: Question, progress: Progress, model: RecordedModel, text: str
) -> tuple[Split | None, tuple[str, ...]]:
    """What a text states; None where the model could not tell, and notes of what the reader is to know.

    Raises:
        StoppedError: the reader stopped it.
    """
    progress.step(_SPLITTING)
    try:
        with progress.timed("split"):
            found = split(model, text, graph.schema, question.text)
    except (ModelError, PromptError) as error:
        why = f"{model.settings.model} could not split the text into claims, so fewer of them are checked. {error}"
        return None, (why,)
    return found, found.notes
