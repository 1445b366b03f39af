"""The ``graph-only`` strategy: an intent is planned as Cypher, run, and answered from the recorded edges alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.answers.among import among
from kgqa.answers.certainty import with_strength
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.answers.everything import answer_everything
from kgqa.answers.lists import answer_list, answer_ranking
from kgqa.answers.pairs import answer_relation, answer_yes_no
from kgqa.answers.properties import answer_identifier, answer_text, answer_type, answer_value
from kgqa.answers.shared import answer_shared
from kgqa.evidence.ledger import Ledger
from kgqa.language.phrases import steps
from kgqa.questions.ambiguity import NAMED
from kgqa.questions.intent import Ambiguity, Gap, Intent, asks_everything
from kgqa.questions.options import before_options, options
from kgqa.questions.verbalisation import restated, with_readings
from kgqa.questions.wording import Wording
from kgqa.strategies.entity_linking import all_known, ambiguous, gap_answer
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Outcome, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_, UNDERSTANDING, ASKING = steps("graph-only")


def answer(graph: GraphSession, question: Question, progress: Progress) -> Outcome:
    """The answer from the graph alone.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    asked = before_options(question.text)
    names = all_known(graph, question, asked, progress)
    if isinstance(names, Outcome):
        return names
    findings = names.findings
    progress.step(UNDERSTANDING)
    with progress.timed("understand"):
        reading = graph.interpreter.read(asked, findings.entities, by_meaning=True)
    if isinstance(reading, Ambiguity):
        return Outcome(ambiguous(graph, reading), replace(findings, choices=reading.entities))
    if isinstance(reading, Gap):
        return Outcome(gap_answer(graph, question, findings, reading), findings)
    offered = _options(graph, question.text, reading)
    if isinstance(offered, Gap):
        return Outcome(gap_answer(graph, question, findings, offered), findings)
    findings = replace(findings, entities=reading.entities, understood=restated(Wording(graph.schema), reading))
    progress.found(findings)
    progress.step(ASKING)
    ledger = Ledger(graph.store, stop=question.stop, record=progress.ran)
    with progress.timed("query"):
        composed = compose(AnswerContext(graph.schema, ledger, graph.source, question.narrower, graph), reading)
    if offered:
        composed = among(composed, offered, graph.source)
    told = with_readings(composed.answer, findings.entities, graph.schema, reading.notes)
    return Outcome(told, replace(findings, evidence=composed.evidence))


def compose(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """The answer to an intent, with the triples it cites.

    Raises:
        QueryError, TimeLimitError, ServerError, StoppedError: a statement could not be run to its end.
    """
    return with_strength(context, _choose(intent)(context, intent))


def _choose(intent: Intent) -> Callable[[AnswerContext, Intent], CitedAnswer]:
    if intent.shared:
        return answer_shared
    if intent.rank_hop is not None:
        return answer_ranking
    if intent.answer is not None:
        return answer_list
    if intent.identifier is not None:
        return answer_identifier
    if asks_everything(intent):
        return answer_everything
    if intent.thing is not None:
        return answer_type if intent.of_type is not None else answer_text
    return {"yesno": answer_yes_no, "value": answer_value, "relation": answer_relation}[intent.kind]


def _options(graph: GraphSession, question: str, intent: Intent) -> Mapping[str, frozenset[str]] | Gap:
    """What the options of a question for a list mean: by the words of each the identifiers; none without options.

    A gap where none of them is of the type that is asked for: then they are no options but more of the question.
    """
    offered = options(question) if intent.answer is not None else ()
    if not offered or intent.answer is None:
        return {}
    found = {}
    for one in offered:
        meant = [c for c in graph.linker.candidates(one.text) if c.method in NAMED]
        found[one.text] = frozenset(id_ for c in meant if c.label == intent.answer.label for id_ in (c.id, *c.ids))
    return found if any(found.values()) else Gap("several", question)
