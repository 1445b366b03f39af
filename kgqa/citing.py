"""The sentences of an answer, cut where numbers of its evidence stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kgqa.records import AnswerItem, Entity, Trace

MOST_WITHOUT_MARKS = 6
"""Numbers put behind a claim that names none itself; the table has all."""

_NUMBERS = r"[0-9]{1,6}(?:\s?[-–]\s?[0-9]{1,6})?"
_MARK = rf"\[{_NUMBERS}(?:[,;]\s?{_NUMBERS})*\]"


@dataclass(frozen=True, slots=True)
class Part:
    """A run of text, and the evidence numbers that stand right behind it.

    Attributes:
        text: plain text without the marks; a name that has numbers is a part of its own.
        numbers: numbers of ``Trace.evidence``, in the order of the sentence, each once.
        aside: True when the text names a thing that was set aside.
    """

    text: str
    numbers: tuple[int, ...] = ()
    aside: bool = False


def headline(trace: Trace) -> tuple[Part, ...]:
    """The headline of the answer."""
    parts = _parts(trace, trace.answer.headline)
    numbers = _unmarked(trace, parts)
    return _ended(parts, numbers) if numbers else parts


def paragraphs(trace: Trace) -> tuple[tuple[Part, ...], ...]:
    """What follows the headline, each line of it a paragraph."""
    paragraphs: list[list[Part]] = [[]]
    for part in _parts(trace, _rest(trace)):
        first, *lines = part.text.split("\n")
        # Numbers stand behind the end of a part, hence behind its last line.
        for line in lines:
            paragraphs[-1].append(Part(first))
            paragraphs.append([])
            first = line
        paragraphs[-1].append(replace(part, text=first))
    kept = (tuple(part for part in parts if part.text or part.numbers) for parts in paragraphs)
    return tuple(parts for parts in kept if any(part.text.strip() or part.numbers for part in parts))


def written(parts: Sequence[Part]) -> str:
    """A sentence as text again, its marks in one form: "Marfan syndrome [1, 2]."."""
    return "".join(part.text + (f" {list(part.numbers)}" if part.numbers else "") for part in parts)


def _rest(trace: Trace) -> str:
    return trace.answer.text.removeprefix(trace.answer.headline).strip()


def _unmarked(trace: Trace, parts: Sequence[Part]) -> tuple[int, ...]:
    """The numbers of a headline that has none: where nothing else has any, or where it alone says yes of a list."""
    if any(part.numbers for part in parts):
        return ()
    known = {triple.number: None for triple in trace.evidence}
    listed = [number for item in trace.answer.items for number in item.evidence if number in known]
    if any(part.numbers for part in _parts(trace, _rest(trace))):
        return tuple(dict.fromkeys(listed))[:MOST_WITHOUT_MARKS] if trace.answer.kind == "yesno" else ()
    return tuple(dict.fromkeys(listed) or known)[:MOST_WITHOUT_MARKS]


def _ended(parts: Sequence[Part], numbers: tuple[int, ...]) -> tuple[Part, ...]:
    """The parts of a sentence with numbers before its last full stop."""
    *before, last = parts or (Part(""),)
    text = last.text.rstrip()
    claim = text.removesuffix(".")
    stop = (Part("."),) if claim != text else ()
    return (*before, Part(claim, numbers), *stop)


def _parts(trace: Trace, text: str) -> tuple[Part, ...]:
    known = {triple.number for triple in trace.evidence}
    names = sorted(set(_bracketed(trace)), key=lambda name: (-len(name), name))
    # A name comes before a mark and a longer name before a shorter one, so that no part of a name is a mark.
    pattern = re.compile("|".join([*map(re.escape, names), rf"(?P<mark>{_MARK}(?: {_MARK})*)"]), re.IGNORECASE)
    parts: list[Part] = []
    taken = 0
    for match in pattern.finditer(text):
        numbers = _read(match["mark"], known) if match["mark"] else ()
        if numbers:
            before = text[taken : match.start()].rstrip(" ")
            parts += _with_name(trace, before, numbers)
            taken = match.end()
    if text[taken:]:
        parts.append(Part(text[taken:]))
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


def _with_name(trace: Trace, text: str, numbers: tuple[int, ...]) -> list[Part]:
    """The text before a mark, with the name at its end as a part of its own."""
    cited = set(numbers)
    answer = trace.answer
    aside = {item.name for item in answer.set_aside if cited & set(item.evidence)}
    names = aside | {item.name for item in answer.items if cited & set(item.evidence)}
    for triple in trace.evidence:
        if triple.number in cited:
            names |= {triple.subject.name, triple.object.name}
    name = max((name for name in names if text.endswith(name)), key=len, default="")
    before = text.removesuffix(name) if name else ""
    named = Part(name or text, numbers, aside=name in aside)
    return [Part(before), named] if before else [named]


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
    yield from (item.name, item.label, item.id, *item.ids)


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
