"""A text that somebody wrote, claim by claim against a graph: no question is answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgqa.errors import TextError
from kgqa.language.phrases import steps
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.llm.writing.splitting import Split
from kgqa.records import Claim, CypherRecord, ModelCall, Triple
from kgqa.strategies.entity_linking import linked
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Question
from kgqa.strategies.writing.verify import checked_text, taken_apart
from kgqa.verification.verifying import LONGEST

if TYPE_CHECKING:
    from kgqa.session import GraphSession

VERIFYING = steps("llm-only")[-1]


@dataclass(frozen=True, slots=True)
class CheckedText:
    """A text and what the graph says of its claims.

    Attributes:
        claims: with offsets into the text.
        evidence: the records that their numbers mean.
        notes: what the reader is to know of how it was checked, a sentence each.
        calls, cypher: what was asked of a language model, and of the graph.
    """

    text: str
    claims: tuple[Claim, ...]
    evidence: tuple[Triple, ...]
    notes: tuple[str, ...] = ()
    calls: tuple[ModelCall, ...] = ()
    cypher: tuple[CypherRecord, ...] = ()

    def evidence_of(self, claim: Claim) -> list[Triple]:
        """The records that support or contradict a claim."""
        return [one for one in self.evidence if one.number in claim.evidence]


def checked(graph: GraphSession, text: str, question: Question, progress: Progress) -> tuple[Findings, tuple[str, ...]]:
    """The claims of a text, each with the graph's verdict, and notes of how it was checked.

    The model of the approach takes the text apart into claims, where ``split_claims`` is set; without a model only what
    is read whole is checked.

    Args:
        question: that the text answers, so that what it names settles names of the text; its own text may be empty.

    Raises:
        TextError: the text is longer than 60,000 characters.
        KgqaError: the graph could not be asked, or the reader stopped it.
    """
    if len(text) > LONGEST:
        raise TextError(
            f"The text has {len(text):,} characters, and at most {LONGEST:,} are checked. Check a part of it."
        )
    graph.store.require_there()
    approach = question.approach
    findings = linked(graph, question, question.text, progress).findings if question.text else Findings()
    found: Split | None = None
    notes: tuple[str, ...] = ()
    if approach.model is not None and approach.split_claims and text.strip():
        model = RecordedModel(approach.model, progress.called, approach.prompts, question.stop)
        found, notes = taken_apart(graph, question, progress, model, text)
    progress.step(VERIFYING)
    with progress.timed("verify"):
        statements = None if found is None else found.statements
        _, findings = checked_text(graph, question, progress, findings, text, statements)
    return findings, notes
