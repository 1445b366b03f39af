"""A text that somebody wrote, claim by claim against a graph: no question is answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgqa.errors import SettingError
from kgqa.graph.stop import StopSignal
from kgqa.language.phrases import steps
from kgqa.language.text import clean
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.llm.writing.splitting import Split
from kgqa.records import Claim, CypherRecord, ModelCall, Triple
from kgqa.strategies.approach import Approach
from kgqa.strategies.entity_linking import linked
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Question
from kgqa.strategies.splitting import taken_apart
from kgqa.strategies.verify import checked_text

if TYPE_CHECKING:
    from kgqa.session import GraphSession

LONGEST = 60_000
"""Characters of a text that is checked."""
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


def check_text(
    graph: GraphSession,
    text: str,
    *,
    question: str = "",
    approach: Approach | None = None,
    stop: StopSignal | None = None,
    progress: Progress | None = None,
) -> CheckedText:
    """The claims of a text, each with the graph's verdict.

    Args:
        question: that the text answers; what it names settles names of the text.
        approach: its model takes the text apart into claims, where ``split_claims`` is set; without a model only what
            is read whole is checked.
        progress: hears of the steps.

    Raises:
        SettingError: the text is longer than 60,000 characters.
        KgqaError: the graph could not be asked, or the reader stopped it.
    """
    if len(text) > LONGEST:
        raise SettingError(
            f"The text has {len(text):,} characters; at most {LONGEST:,} are checked. Check a part of it."
        )
    approach, progress = approach or Approach(), progress or Progress()
    graph.store.require_there()
    asked = Question(clean(question), "text", approach, {}, stop=stop)
    findings = linked(graph, asked, asked.text, progress).findings if asked.text else Findings()
    found: Split | None = None
    notes: tuple[str, ...] = ()
    if approach.model is not None and approach.split_claims and text.strip():
        model = RecordedModel(approach.model, progress.called, approach.prompts, stop)
        found, notes = taken_apart(graph, progress, model, text)
    progress.step(VERIFYING)
    with progress.timed("verify"):
        statements = None if found is None else found.statements
        shown, findings = checked_text(graph, asked, progress, findings, text, statements)
    calls, statements_run = tuple(progress.calls), tuple(progress.statements)
    return CheckedText(shown, findings.claims, findings.evidence, notes, calls, statements_run)
