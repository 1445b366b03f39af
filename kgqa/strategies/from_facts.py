"""The answer that a language model writes from facts that were gathered, every claim of it held against the graph."""

from __future__ import annotations

import time
from collections.abc import Sequence, Set
from dataclasses import replace

from kgqa.language.phrases import steps
from kgqa.llm.records import ModelError
from kgqa.llm.writing.answering import Written, shifted, write
from kgqa.llm.writing.contexts import Records, of_facts
from kgqa.llm.writing.preparing import fitted, structured
from kgqa.records import Answer, Claim, Pruned, Scored
from kgqa.strategies.bearing import judged
from kgqa.strategies.course import Course, Listener, Work
from kgqa.verification.held import judged_claims

WINDOW = "more than the language model can read at once"
"""Why a fact was not sent, in words."""
NOTHING_BORNE = "Nothing that the language model wrote is borne out by the graph."


def written(work: Work, course: Course, hear: Listener, found: Answer) -> Answer:
    """The answer from the facts of a course; where the model fails, the facts with what went wrong.

    Facts that the model cannot read beside the question are cut, those that a person put back last.

    Args:
        found: how much was found, composed here.

    Raises:
        StoppedError: the reader stopped it.
    """
    writing, verifying = steps(work.approach.strategy)[-2:]
    hear.step(writing)
    now = time.perf_counter()
    whole = course.evidence, course.pruned
    try:
        before = len(course.notes)
        given = _given(work, course)
        found = replace(found, text=" ".join((found.text, *course.notes[before:])))
        said = write(work, course, given, lambda more: hear.text(f"{found.text}\n{more}"))
    except ModelError as error:
        course.evidence, course.pruned = whole  # without an answer nothing is gained by a cut to what a model can read
        return replace(found, text=f"{found.text} The language model wrote no answer. {error}")
    finally:
        now = course.took("write_answer", now)
    hear.step(verifying)
    claims = judged_claims(work, course, said.text)
    course.took("verify", now)
    done = _concluded(judged(replace(found, status="answered"), work, course, said), said, claims)
    course.claims = shifted(claims, len(done.text) + 1)
    if not said.text:
        return done
    text, model = f"{done.text}\n{said.text}", work.model.settings.model
    return replace(done, text=text, written_by=model, written_from=len(done.text) + 1)


def _concluded(answer: Answer, said: Written, claims: Sequence[Claim]) -> Answer:
    """The answer, which is none where the graph bears out nothing of what was written."""
    decided = answer.verdict is not None or answer.value is not None
    if decided or any(one.verdict == "supported" for one in claims):
        return answer
    wrong = said.text and any(one.verdict != "no_claim" for one in claims)
    return replace(answer, status="evidence", text=f"{answer.text} {NOTHING_BORNE}" if wrong else answer.text)


def _given(work: Work, course: Course) -> Records:
    """The facts as they are sent; those that are not are cut from the course."""
    first = _by_hand(course.pruned)
    order = sorted(course.evidence, key=lambda one: one.number not in first)
    facts = fitted(work, course, of_facts(order, work.schema, fields=work.approach.evidence_fields))
    if facts.left_out:
        sent = set(facts.numbers)
        numbers = {old: new for new, old in enumerate(sorted(sent), 1)}
        course.evidence = tuple(
            replace(one, number=numbers[one.number]) for one in course.evidence if one.number in sent
        )
        course.pruned = within(course.pruned, sent) if course.pruned is not None else None
        facts = facts.renumbered(numbers)
    return structured(work, course, facts)


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
            out = replace(_numbered(one, 0), kept=False, cut_by="window", reason=WINDOW)
            cut.append(out)
            lost[one.about] = lost.get(one.about, 0) + 1
    cut.sort(key=lambda one: -one.score)
    cuts = tuple(replace(one, kept=max(0, one.kept - lost.get(one.about, 0))) for one in pruned.cuts)
    return replace(pruned, facts=(*kept, *cut), cuts=cuts)


def _numbered(one: Scored, number: int) -> Scored:
    return replace(one, triple=replace(one.triple, number=number))
