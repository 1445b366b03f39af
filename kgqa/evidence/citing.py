"""The sentences of an answer, cut where numbers of its evidence stand and where its claims begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from kgqa.language.phrases import REWORDED, UNSUPPORTED, VERDICTS, WORST_FIRST, opinion
from kgqa.records import AnswerItem, Claim, Entity, Trace

MOST_WITHOUT_MARKS = 6
"""Numbers put behind a claim that names none itself; the table has all."""

_NUMBERS = r"[0-9]{1,6}(?:\s?[-–]\s?[0-9]{1,6})?"
_MARK = rf"\[{_NUMBERS}(?:[,;]\s?{_NUMBERS})*\]"
MARK = re.compile(_MARK)
"""Numbers of evidence in a text: "[1]", "[2, 3]", "[4-6]"."""


@dataclass(frozen=True, slots=True)
class CitedText:
    """A run of text, and the evidence numbers that stand right behind it.

    Attributes:
        text: plain text without the marks; a name that has numbers is a part of its own.
        numbers: numbers of ``Trace.evidence``, in the order of the sentence, each once.
        aside: True when the text names a thing that was set aside.
        claim: what a language model claims with these words; None where it claims nothing, or the words are ours.
    """

    text: str
    numbers: tuple[int, ...] = ()
    aside: bool = False
    claim: Claim | None = None


def headline(trace: Trace) -> tuple[CitedText, ...]:
    """The headline of the answer."""
    if trace.strategy == "llm-only":
        return (CitedText(trace.answer.headline),)  # names who says what follows, and rests on nothing
    parts = _parts(trace, trace.answer.headline)
    numbers = _unmarked(trace, parts)
    return _ended(parts, numbers) if numbers else parts


def paragraphs(trace: Trace) -> tuple[tuple[CitedText, ...], ...]:
    """What follows the headline and was composed from the records, each line of it a paragraph."""
    return _lines(_parts(trace, _rest(trace)))


def by_model(trace: Trace) -> tuple[tuple[CitedText, ...], ...]:
    """What a language model wrote, each line of it a paragraph: behind a claim stand only numbers that bear on it.

    A number that the model put elsewhere stays the text that it is.
    """
    return _lines(_claimed(trace)) if trace.answer.written_by else ()


def written(parts: Sequence[CitedText]) -> str:
    """A sentence as text again, its marks in one form: "Marfan syndrome [1, 2]."; a claim that the graph does not
    support is followed by what the graph says of it, and one in our wording by that it is."""
    text = ""
    for part, after in zip(parts, (*parts[1:], CitedText("")), strict=True):
        text += part.text + (f" {list(part.numbers)}" if part.numbers else "")
        notes = _notes(part.claim) if part.claim is not None and after.claim != part.claim else ""
        if notes:
            text = f"{text.rstrip()} ({notes})"
            text += " " if after.text[:1].isalnum() else ""
    return text


def _notes(claim: Claim) -> str:
    """What stands in brackets behind a claim; empty where it has the model's own words and the graph supports it."""
    notes = [VERDICTS[claim.verdict]] if claim.verdict in UNSUPPORTED else []
    if notes and claim.second is not None:
        notes.append(opinion(claim.second))
    return "; ".join([*notes, REWORDED] if claim.written else notes)


def without_marks(text: str) -> str:
    """A text without the numbers of evidence in it."""
    return re.sub(rf"\s?{_MARK}", "", text)


def _lines(parts: Iterable[CitedText]) -> tuple[tuple[CitedText, ...], ...]:
    """The parts by line; those that say nothing are left out."""
    lines: list[list[CitedText]] = [[]]
    for part in parts:
        first, *others = part.text.split("\n")
        # Numbers stand behind the end of a part, hence behind its last line.
        for line in others:
            lines[-1].append(replace(part, text=first, numbers=()))
            lines.append([])
            first = line
        lines[-1].append(replace(part, text=first))
    kept = (tuple(part for part in line if part.text or part.numbers) for line in lines)
    return tuple(line for line in kept if any(part.text.strip() or part.numbers for part in line))


def _rest(trace: Trace) -> str:
    """What follows the headline, up to where a language model's words begin."""
    answer = trace.answer
    ours = answer.text[: max(answer.written_from, 0)] if answer.written_by else answer.text
    return ours.removeprefix(answer.headline).strip()


def _claimed(trace: Trace) -> Iterator[CitedText]:
    text, taken = trace.answer.text.rstrip(), max(trace.answer.written_from, 0)
    marks = re.compile(rf"\s?{_MARK}(?: ?{_MARK})*")
    there = [claim for claim in trace.claims if taken <= claim.start < claim.end <= len(text)]
    for claims in _together(there):
        # The numbers behind the claims before may hold the beginning of these.
        start, end = max(claims[0].start, taken), max(claim.end for claim in claims)
        if start >= end:
            continue
        behind = marks.match(text, end)
        end = behind.end() if behind else end
        if text[taken:start]:
            yield CitedText(text[taken:start])
        yield from _of_claims(trace, claims, text[start:end])
        taken = end
    if text[taken:]:
        yield CitedText(text[taken:])


def _together(claims: Iterable[Claim]) -> list[list[Claim]]:
    """The claims in the order of the text, those that share words in one list: a sentence may make several."""
    groups: list[list[Claim]] = []
    for claim in sorted(claims, key=lambda claim: claim.start):
        if groups and claim.start < max(one.end for one in groups[-1]):
            groups[-1].append(claim)
        else:
            groups.append([claim])
    return groups


def _of_claims(trace: Trace, claims: Sequence[Claim], text: str) -> Iterator[CitedText]:
    """The parts of words with what the graph says of them: of several claims the worst."""
    numbers = tuple(dict.fromkeys(number for claim in claims for number in claim.evidence))
    found = _parts(trace, text, within=set(numbers))
    if not any(part.numbers for part in found):
        known = {triple.number for triple in trace.evidence}
        relevant = tuple(number for number in numbers if number in known)[:MOST_WITHOUT_MARKS]
        found = _ended(found, relevant) if relevant else found
    worst = min(claims, key=lambda claim: WORST_FIRST.index(claim.verdict))
    return (replace(part, claim=worst) for part in found)


def _unmarked(trace: Trace, parts: Sequence[CitedText]) -> tuple[int, ...]:
    """The numbers of a headline that has none: where nothing else has any, or where it alone says yes of a list."""
    if any(part.numbers for part in parts):
        return ()
    known = {triple.number: None for triple in trace.evidence}
    listed = [number for item in trace.answer.items for number in item.evidence if number in known]
    if any(part.numbers for part in _parts(trace, _rest(trace))):
        return tuple(dict.fromkeys(listed))[:MOST_WITHOUT_MARKS] if trace.answer.kind == "yesno" else ()
    return tuple(dict.fromkeys(listed) or known)[:MOST_WITHOUT_MARKS]


def _ended(parts: Sequence[CitedText], numbers: tuple[int, ...]) -> tuple[CitedText, ...]:
    """The parts of a sentence with numbers before its last full stop."""
    *before, last = parts or (CitedText(""),)
    text = last.text.rstrip()
    claim = text.removesuffix(".")
    stop = (CitedText("."),) if claim != text else ()
    return (*before, CitedText(claim, numbers), *stop)


def _parts(trace: Trace, text: str, within: Set[int] | None = None) -> tuple[CitedText, ...]:
    """The text cut where numbers stand.

    Args:
        within: the numbers that may stand there; of others the mark is left out where one beside them may, and stays
            text where none may.
    """
    known = {triple.number for triple in trace.evidence}
    names = sorted(set(_bracketed(trace)), key=lambda name: (-len(name), name))
    # A name comes before a mark and a longer name before a shorter one, so that no part of a name is a mark.
    pattern = re.compile("|".join([*map(re.escape, names), rf"(?P<mark>{_MARK}(?: {_MARK})*)"]), re.IGNORECASE)
    parts: list[CitedText] = []
    taken = 0
    for match in pattern.finditer(text):
        numbers = _read(match["mark"], known) if match["mark"] else ()
        if within is not None:
            numbers = tuple(number for number in numbers if number in within)
        if numbers:
            before = text[taken : match.start()].rstrip(" ")
            parts += _with_name(trace, before, numbers)
            taken = match.end()
    if text[taken:]:
        parts.append(CitedText(text[taken:]))
    return tuple(parts)


def _read(mark: str, known: set[int]) -> tuple[int, ...]:
    """The numbers of a mark, or none where one of them is no evidence."""
    numbers: dict[int, None] = {}
    for one in re.findall(_NUMBERS, mark):
        first, *last = (int(number) for number in re.findall("[0-9]+", one))
        end = last[0] if last else first
        if not 0 <= end - first < len(known):
            return ()
        numbers.update(dict.fromkeys(range(first, end + 1)))
    return tuple(numbers) if numbers.keys() <= known else ()


def _with_name(trace: Trace, text: str, numbers: tuple[int, ...]) -> list[CitedText]:
    """The text before a mark, with the name at its end as a part of its own."""
    cited = set(numbers)
    answer = trace.answer
    aside = {item.name for item in answer.set_aside if cited & set(item.evidence)}
    names = aside | {item.name for item in answer.items if cited & set(item.evidence)}
    for triple in trace.evidence:
        if triple.number in cited:
            names |= {triple.subject.name, triple.object.name}
    name = max((name for name in names if _ends_with(text, name)), key=len, default="")
    before = text[: len(text) - len(name)] if name else ""
    named = CitedText(text.removeprefix(before), numbers, aside=name in aside)
    return [CitedText(before), named] if before else [named]


def _ends_with(text: str, name: str) -> bool:
    """Whether a text ends with a name, whatever the case of its first letter: inside a sentence it may be small."""
    end = text[len(text) - len(name) :]
    return len(text) >= len(name) and end[1:] == name[1:] and end[:1].casefold() == name[:1].casefold()


def _bracketed(trace: Trace) -> Iterator[str]:
    """Everything from outside that may stand in the sentences and has a bracket of its own."""
    return (text.strip() for text in _from_outside(trace) if "[" in text)


def _from_outside(trace: Trace) -> Iterator[str]:
    answer = trace.answer
    yield from (trace.graph.title, trace.graph.version)
    yield from _texts(answer.value)
    for item in (*answer.items, *answer.set_aside):
        yield from _of_item(item)
    for entity in (*trace.entities, *trace.choices):
        yield from _of_entity(entity)
    for triple in trace.evidence:
        for node in (triple.subject, triple.object):
            yield from (node.name, node.id, node.label)
        yield from (triple.predicate, triple.phrase, *triple.sources)
        for value in triple.properties.values():
            # A field that is nothing but a mark ("[1]" among references) would take away every mark like it.
            yield from (text for text in _texts(value) if not re.fullmatch(_MARK, text))


def _of_item(item: AnswerItem) -> Iterator[str]:
    yield from (item.name, item.label, item.id, *item.ids, *item.kinds)


def _of_entity(entity: Entity) -> Iterator[str]:
    yield entity.mention
    for candidate in (entity.chosen, *entity.rivals):
        yield from (candidate.name, candidate.matched, candidate.id, candidate.label, *candidate.ids)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _texts(one)
