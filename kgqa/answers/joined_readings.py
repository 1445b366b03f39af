"""Several readings of one name answered together: what each gives is told apart, and an answer of both is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.answers.context import CitedAnswer, renumbered
from kgqa.evidence.pruning import key
from kgqa.questions.intent import Intent
from kgqa.questions.wording import Wording, listed
from kgqa.records import Answer, AnswerItem, Candidate, Triple


@dataclass(frozen=True, slots=True)
class AnsweredReading:
    """One reading and its answer.

    Attributes:
        meant: what the name means in it.
        told: the same in words ("the disease (OMIM:225100)").
    """

    intent: Intent
    meant: Candidate
    told: str
    composed: CitedAnswer


def can_stand_together(intents: Sequence[Intent]) -> bool:
    """Whether the answers to some readings can be one list, one number or one text."""
    first = intents[0]
    if len(intents) < 2 or any(one.kind != first.kind or one.most or one.shared for one in intents):
        return False
    if any(one.of_these or one.differ for one in intents):
        return False
    if all(one.answer is not None for one in intents):
        return len({one.answer.label for one in intents if one.answer is not None}) == 1
    return first.kind == "text" and all(one.thing is not None and one.property is not None for one in intents)


def joined(mention: str, parts: Sequence[AnsweredReading], wording: Wording) -> CitedAnswer:
    """The answer of several readings, each told in a line of its own; the records are numbered through.

    Args:
        mention: the name that is read in these ways.
    """
    evidence: dict[str, Triple] = {}
    lines: list[str] = []
    items: dict[str, AnswerItem] = {}
    aside: dict[str, AnswerItem] = {}
    for part in parts:
        numbers = _numbered(part.composed.evidence, evidence)
        lines.append(f"As {part.told}: {renumbered(part.composed.answer.text, numbers)}")
        for kept, found in ((items, part.composed.answer.items), (aside, part.composed.answer.set_aside)):
            for item in found:
                _add(kept, replace(item, evidence=tuple(numbers[one] for one in item.evidence)), part.meant)
    for one in items:
        aside.pop(one, None)
    answers = [part.composed.answer for part in parts]
    truncated = any(answer.truncated for answer in answers)
    headline = _headline(mention, parts, wording, None if truncated else len(items))
    kind, counted = answers[0].kind, parts[0].intent.answer is not None
    kind = parts[0].intent.kind if counted else kind
    answer = Answer(
        status="answered",
        kind=kind,
        headline=headline,
        text="\n".join((headline, *lines)),
        items=tuple(items.values()),
        set_aside=tuple(aside.values()),
        verdict=bool(items) if kind == "yesno" else None,
        value=len(items) if kind == "count" and not truncated else None,
        total=len(items) if counted and not truncated else None,
        records=sum(len(one.ids) for one in items.values()) if counted and not truncated else None,
        truncated=truncated,
    )
    return CitedAnswer(answer, tuple(evidence.values()))


def _numbered(triples: Sequence[Triple], known: dict[str, Triple]) -> Mapping[int, int]:
    """By the number of each record the one that it gets among those that are known; a record has one number."""
    numbers = {}
    for triple in triples:
        told = known.setdefault(key(triple), replace(triple, number=len(known) + 1))
        numbers[triple.number] = told.number
    return numbers


def _add(kept: dict[str, AnswerItem], item: AnswerItem, meant: Candidate) -> None:
    known = kept.get(item.id)
    if known is not None:
        item = replace(known, evidence=tuple(dict.fromkeys((*known.evidence, *item.evidence))), readings=known.readings)
    kept[item.id] = replace(item, readings=(*item.readings, meant.id))


def _headline(mention: str, parts: Sequence[AnsweredReading], wording: Wording, total: int | None) -> str:
    asked = parts[0].intent.answer
    if asked is None:
        return f"“{mention}” is read as {listed([part.told for part in parts])}."
    of_each = []
    for part in parts:
        found = part.composed.answer.total or 0
        of_each.append(f"{found:,} as {part.told}")
    if total is None:
        return f"“{mention}” is read in {len(parts)} ways, {wording.things(asked.label, 2)}: {listed(of_each)}."
    start = "Yes: " if parts[0].intent.kind == "yesno" and total else ""
    things = f"{total:,} {wording.things(asked.label, total)}"
    return f"{start}{things} with “{mention}” read in {len(parts)} ways: {listed(of_each)}."
