"""What a reader is told of a follow-up: what came of it, or what is not clear and what to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.answers.earlier_answers import in_words
from kgqa.questions.anaphora import Pointer, pointers
from kgqa.questions.intent import Gap
from kgqa.questions.negation.unrecorded import points_within
from kgqa.questions.text.options import options
from kgqa.questions.wording import Wording, listed
from kgqa.records import Answer, Entity, Follows, Suggestion
from kgqa.schema.model import Schema
from kgqa.strategies.following.previous_question import FollowUp
from kgqa.strategies.following.ways import Resolved, Way, read_way
from kgqa.strategies.question import Outcome, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession


def told(step: Resolved, outcome: Outcome, schema: Schema) -> Outcome:
    """What came of a follow-up, in terms of the question as it was asked, and with what was taken."""
    findings, answer, follows, wording = outcome.findings, outcome.answer, step.follows, Wording(schema)
    if follows.group is not None and answer.status == "ambiguous" and not findings.choices:
        answer = unclear("This cannot be asked of the answers before.", "It can be read in more than one way.")
    if follows.group is not None:
        answer = replace(answer, suggestions=())  # each of them is a question by itself, about everything
    if follows.said and not answer.written_by and follows.said not in answer.text:
        apart = "\n" if "\n" in answer.text else " "
        answer = replace(answer, text=f"{answer.text}{apart}{follows.said}")
    reading, understood = findings.reading, findings.understood
    if reading is not None and step.took:
        words = follows.whole if reading.sure else reading.question
        others = reading.others if follows.group is None else ()
        words = _as_question(_of_answers(words, follows, wording))
        reading = replace(reading, question=words, set_aside=(), others=others)
    if understood and follows.group is not None and follows.within:
        understood = f"{understood}, of {in_words(wording, follows.group)}"
    if step.took:
        follows = replace(follows, named=tuple(one for one in findings.entities if not _is_group(one, step)))
    findings = replace(
        findings,
        follows=follows,
        reading=reading,
        understood=understood,
        entities=tuple(_step_placed(step, one) for one in findings.entities if not _is_group(one, step)),
        choices=tuple(_step_placed(step, one) for one in findings.choices),
    )
    return Outcome(answer, findings)


def _as_question(words: str) -> str:
    """Words as a sentence that asks."""
    return f"{words[:1].upper()}{words[1:].rstrip(' .?!')}?"


def _of_answers(question: str, follows: Follows, wording: Wording) -> str:
    """A plain question, in which it is said that it asks of the answers of before alone."""
    group = follows.group
    if group is None or not follows.within:
        return question
    return question.replace(wording.things(group.label, 2), f"of {in_words(wording, group)}", 1)


def _step_placed(step: Resolved, entity: Entity) -> Entity:
    """A name of the whole question where it stands in the one that was asked; at its end where it was only taken."""
    if not step.took:
        return entity
    for one in step.places:
        if one.start <= entity.start < one.end:
            if one.copied:
                start = one.asked_start + entity.start - one.start
                return replace(entity, start=start, end=start + entity.end - entity.start)
            return replace(
                entity,
                start=one.asked_start,
                end=one.asked_end,
                mention=step.asked[one.asked_start : one.asked_end] or entity.mention,
            )
    return replace(entity, start=len(step.asked), end=len(step.asked))


def _is_group(entity: Entity, step: Resolved) -> bool:
    spoken = step.question.spoken_of
    return spoken is not None and entity.chosen == spoken.chosen


def pointing_nowhere(graph: GraphSession, question: Question, outcome: Outcome) -> Outcome:
    """The outcome of a question that follows none; not understood where it points to something before it, so that what
    was answered leaves that out: some of several things, a definition of what it names, or everything of a type."""
    text, named = question.text, outcome.findings.entities
    if outcome.answer.status != "answered" or outcome.answer.written_by or ":" in text or options(text):
        return outcome
    found = [one for one in pointers(text, graph.interpreter.items(text, named), named) if not one.loose]
    reading = outcome.findings.reading
    # What is told beside the question may say "they" of anybody ("they said she has X. What is that?").
    told = [one for one in (reading.set_aside if reading is not None else ()) if " " in one.text]
    found = [one for one in found if not any(aside.start <= one.start < aside.end for aside in told)]
    found = [one for one in found if not points_within(text, one.start)]
    if found and reading is not None and not reading.sure and found[0].text.lower() == "ones":
        return outcome  # "are there dogs that bark? Which ones?" was read as one question
    if not found or any(one.start < found[0].start for one in named):
        return outcome
    if named and outcome.answer.kind != "text" and not found[0].part:
        return outcome
    headline = f"“{found[0].text}” points to something before this question."
    why = "No question was asked before it, so it is not known what is meant. Name it, and nothing is guessed."
    return Outcome(unclear(headline, why), outcome.findings)


def nothing_for(follow_up: FollowUp, pointer: Pointer) -> Answer:
    """What is said where nothing of before fits a pointing word."""
    noun = listed([follow_up.wording.things(one, 2 if pointer.several else 1) for one in sorted(pointer.labels)], "or")
    headline = f"It is not clear what “{pointer.text}” means here."
    group = follow_up.answers
    if pointer.several:
        lacks = f"The question before “{follow_up.before.question}” gives no list{f' of {noun}' if noun else ''}"
        why = f"{lacks} that could be meant."
    elif group is not None and group.total > 1 and (not pointer.labels or group.label in pointer.labels):
        why = f"The answer before has {group.total:,} {follow_up.wording.things(group.label, group.total)}; name one."
    else:
        why = f"The question before “{follow_up.before.question}” names no {noun or 'thing'} that could be meant."
    return unclear(headline, f"{why} {offered(follow_up)}")


def offered(follow_up: FollowUp) -> str:
    """What could be taken from before, in a sentence."""
    parts = [follow_up.inside(one) for one in follow_up.named]
    group = follow_up.answers
    if group is not None:
        parts.append(f"its {group.total:,} {follow_up.wording.things(group.label, group.total)}")
    return f"What can be taken from before: {listed(parts)}." if parts else "There is nothing to take from before."


def choice(follow_up: FollowUp, ways: Sequence[Way]) -> Answer:
    """The readings among which a person must choose, each a question by itself; none of what is a set."""
    names = listed([follow_up.listed(way.taken) for way in ways if way.taken], "or")
    if not names or any(way.group is not None for way in ways):
        return unclear("It is not clear what is meant.", offered(follow_up))
    headline = f"This can be asked about {names}."
    text = f"{headline} More than one thing of the question before fits; please choose. Nothing has been asked yet."
    return Answer("ambiguous", "text", headline, text, suggestions=tuple(_suggestion(follow_up, way) for way in ways))


def _suggestion(follow_up: FollowUp, way: Way) -> Suggestion:
    """A way as a question that is whole in itself, with identifiers where a name would be asked back."""
    question, read = way.whole, follow_up.graph.interpreter.intent(way.whole)
    meant = {entity.chosen.id for entity in read.entities} if read is not None else set()
    if any(one.id not in meant for one in way.taken):
        for one in way.taken:
            question = question.replace(one.name, one.id)
    return Suggestion(f"About {follow_up.listed(way.taken)}", question)


def not_of(follow_up: FollowUp, way: Way) -> Answer:
    """What is said where a question cannot be asked of the answers of before."""
    assert way.group is not None
    read = read_way(follow_up, way)
    if isinstance(read, Gap) and read.what and read.reason in ("unread", "unknown_name"):
        why = "An answer that leaves it out would be a guess, so nothing was asked of the graph."
        return unclear(f"“{read.what}” is not understood here.", why)
    noun = follow_up.wording.things(way.group.label, 2)
    headline = f"This cannot be asked of {in_words(follow_up.wording, way.group)} at once."
    why = (
        f"Of several things it can be asked which of them meet a condition (“which of these {noun} …”), how many "
        "of them do, and what any of them is linked to. Nothing has been asked of the graph."
    )
    return unclear(headline, why)


def unclear(headline: str, why: str) -> Answer:
    """An answer that says what is not understood, and why."""
    return Answer("not_understood", "text", headline, f"{headline} {why}")
