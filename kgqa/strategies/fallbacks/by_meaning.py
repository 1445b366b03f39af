"""A question that is read by meaning: the plain question that it was read as is answered, and the reading is said."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.answers.certainty import as_verdict
from kgqa.language.inflection import base
from kgqa.language.normalise import blanked, name_words
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Gap, GapReason
from kgqa.questions.text.options import options
from kgqa.records import Reading
from kgqa.strategies import no_answer
from kgqa.strategies.fallbacks.unread import Answering, Unread, in_its_place
from kgqa.strategies.question import Findings, Outcome, Question
from kgqa.strategies.writing.requested_link import left_words

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_OPEN: frozenset[GapReason] = frozenset(
    {"unread", "several", "grouping", "relation_choice", "type_choice", "no_entity", "no_relation"}
)
"""Why a question may not be read strictly and yet be understood; anything else says what the graph lacks."""

_JOINING = frozenset({"in", "of", "among", "with", "for"})
"""Words that say of whom something is asked; without them names in a row may stand in any order."""
_LEAST = 4
"""Letters of a word of a field with which one of the question may begin."""
OFFERED = 0.5
"""How likely to be offered."""
_MOST_OFFERED = 4


def answer(unread: Unread) -> Outcome | None:
    """The answer to what a question is likely to ask, or the choice of that; None where nothing is near.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    return likely(unread.graph, unread.question, unread.findings, unread.gap, unread.answered)


def likely(
    graph: GraphSession,
    question: Question,
    findings: Findings,
    gap: Gap,
    answered: Answering,
    *,
    least: float = 0.0,
) -> Outcome | None:
    """The answer to what a question that was not read strictly is likely to ask; None where nothing is near.

    Args:
        findings: with its names.
        gap: why it was not read strictly.
        answered: answers a plain question.
        least: share of all that could be meant which the reading must have, and no word may be set aside; nothing is
            asked back then.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    words = set(question.text.lower().split())
    often = any(one.name == gap.detail for relation in graph.schema.relations for one in relation.properties)
    telegraphic = gap.reason == "direction" and often and (_JOINING.isdisjoint(words) or "if" in words)
    defines = {word for cue in vocabulary().cues["define"] for word in cue.split()}
    bare = gap.reason == "no_property" and gap.what.startswith("definition|") and defines.isdisjoint(words)
    reworded = gap.reason in ("absent", "unknown_name") and graph.interpreter.is_reworded(
        question.text, findings.entities
    )
    if not (gap.reason in _OPEN or telegraphic or bare or reworded) or options(question.text):
        return None
    meant = graph.interpreter.meant(question.text, findings.entities)
    if meant is None or (least and (not meant.clear or meant.share < least or meant.set_aside or meant.then)):
        return None
    first, *others = meant.questions
    if least and not _is_plain(graph, first):
        return None
    if not meant.clear:
        offered = tuple(one for one in meant.questions if not graph.interpreter.lists_all(one))
        if not offered:
            return None
        reading = Reading(question.text, sure=False, set_aside=meant.set_aside, others=offered)
        left = (meant.unsaid,) if meant.unsaid else ()
        return Outcome(no_answer.perhaps(offered, left), replace(findings, reading=reading))
    reading = Reading(first, sure=False, set_aside=meant.set_aside, others=tuple(others))
    outcome = in_its_place(answered(_strictly(question, first)), findings.entities, reading)
    found = replace(outcome.findings, further=meant.then)
    return with_verdict(graph, question, Outcome(outcome.answer, found))


def _strictly(question: Question, plain: str) -> Question:
    """The question as a plain one that is read word by word."""
    return replace(question.put_as(plain), approach=replace(question.approach, strict=True))


def with_verdict(graph: GraphSession, question: Question, outcome: Outcome) -> Outcome:
    """The answer to a question for yes or no as that, where it was read as asking for a property that is so or not, and
    none of its words is left out but what only tells."""
    read = outcome.findings.reading
    if read is None:
        return outcome
    asked = blanked(question.text, [(one.start, one.end) for one in read.set_aside])
    kinds = (question.kind, graph.interpreter.kind(asked.strip()))
    if "yesno" not in kinds and not any(one.text.lower() == "y/n" for one in read.set_aside):
        return outcome
    left = {base(word) for word in left_words(asked, outcome.findings.entities, graph.schema)}
    said = {base(word) for word in name_words(read.question)}
    intent = graph.interpreter.intent(read.question)
    if intent is not None and intent.property is not None:  # in whichever words it is asked for
        said |= {base(word) for phrase in intent.property.words for word in phrase.split()}
    left = {word for word in left - said if not graph.interpreter.lexicon.is_type(word)}
    # "Is the dataset X openly accessible?" asks for its open access, "must they fast" whether fasting is required.
    begun = tuple(one for one in said if len(one) >= _LEAST)
    told = (
        word.startswith(begun) or (len(word) >= _LEAST and any(one.startswith(word) for one in begun)) for word in left
    )
    return replace(outcome, answer=as_verdict(outcome.answer)) if all(told) else outcome


def _is_plain(graph: GraphSession, question: str) -> bool:
    """Whether a plain question ranks and weighs nothing: of which things the most is asked is easily turned round."""
    intent = graph.interpreter.intent(question)
    return intent is not None and intent.rank_hop is None and intent.of_these is None


def weighed(unread: Unread, unclear: Outcome) -> Outcome:
    """The answer to what a question that nothing reads with certainty is likely to ask, or the choice of that; what
    else would be said of it where nothing is likely.

    Args:
        unclear: what else would be said.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, question, findings = unread.graph, unread.question, unread.findings
    if unclear.answer.status not in ("not_understood", "ambiguous") or unclear.findings.choices:
        return unclear
    offered = [one.question for one in unclear.answer.suggestions if unclear.answer.status == "ambiguous"]
    found = graph.interpreter.weighed(unread.asked, findings.entities, offered)
    if not found:
        return unclear
    best_ones = tuple(one for one in found if one.share >= OFFERED)[:_MOST_OFFERED]
    best = found[0]
    if best.share >= best.needed:
        told = unread.answered(_strictly(question, best.question))
        if told.answer.status == "answered":
            others = tuple(one.question for one in best_ones[1:])
            reading = Reading(best.question, sure=False, set_aside=best.left, others=others)
            read = in_its_place(told, findings.entities, reading)
            return with_verdict(graph, question, replace(read, findings=replace(read.findings, choices=())))
    if not best_ones or unclear.answer.status == "ambiguous":
        return unclear
    questions = tuple(one.question for one in best_ones)
    reading = Reading(question.text, sure=False, others=questions)
    left = [one.text for one in best.left]
    return Outcome(no_answer.perhaps(questions, left), replace(findings, reading=reading))
