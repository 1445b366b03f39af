"""Compares an answer with what is expected of it: exact, by identifier, nothing missing and nothing extra."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kgqa.language.normalise import plain_text
from kgqa.records import AnswerItem, Trace

Ids = tuple[str, ...]
NAMED = 4


@dataclass(frozen=True, slots=True)
class Expected:
    """What a right answer holds; what is None or empty is not looked at.

    Attributes:
        status: the statuses of which one is right. The content is compared where something was answered, ``choices``
            and ``says`` where nothing was; then nothing may be named or judged either.
        kind: the kind of the answer.
        answers: the whole list, each thing by all its identifiers.
        holds: things that must be among the answers, whatever else is, each by all its identifiers.
        verdict: of a yes/no question.
        value: strings that the value is made of, in any order.
        count: the number that answers.
        text: what the text holds, white space aside.
        says: words of which the text holds at least one, whatever their case.
        choices: things that are offered, each by its identifiers.
        between, predicates: two things, and the types of all edges of the evidence that join them.
    """

    status: tuple[str, ...]
    kind: str | None = None
    answers: tuple[Ids, ...] | None = None
    holds: tuple[Ids, ...] = ()
    verdict: bool | None = None
    value: tuple[str, ...] | None = None
    count: int | None = None
    text: str | None = None
    says: tuple[str, ...] = ()
    choices: tuple[Ids, ...] = ()
    between: tuple[Ids, ...] = ()
    predicates: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Expected:
        """The record of a JSON object, whose lists become tuples. Raises TypeError for a field that is not known."""
        return cls(**{name: _tuples(value) for name, value in data.items()})

    def described(self) -> str:
        """The expectation in one line."""
        parts = [" or ".join(self.status)]
        if self.answers is not None:
            parts.append(f"{len(self.answers)} things: {_some('/'.join(ids) for ids in self.answers)}")
        for name in ("verdict", "value", "count", "text", "predicates"):
            value = getattr(self, name)
            parts += [f"{name} {value!r:.120}"] if value not in (None, ()) else []
        parts += [f"holds {_some('/'.join(ids) for ids in self.holds)}"] if self.holds else []
        parts += [f"says one of {self.says}"] if self.says else []
        parts += [f"choices {_some('/'.join(ids) for ids in self.choices)}"] if self.choices else []
        return "; ".join(parts)


def complaint(expected: Expected, trace: Trace) -> str:
    """What is wrong with an answer, in words; empty where it is exactly what is expected."""
    answer = trace.answer
    if answer.status not in expected.status:
        return f"the status is {answer.status!r}"
    if expected.kind is not None and answer.kind != expected.kind:
        return f"the kind is {answer.kind!r}, not {expected.kind!r}"
    checks: tuple[Callable[[Expected, Trace], str], ...] = (_silence, _text, _choices)
    if answer.status == "answered":
        checks = (_answers, _verdict, _value, _count, _text, _relation)
    return next((wrong for check in checks if (wrong := check(expected, trace))), "")


def shown(trace: Trace) -> str:
    """An answer in one line."""
    answer = trace.answer
    parts = [answer.status, answer.kind, f"verdict {answer.verdict}" if answer.verdict is not None else ""]
    parts.append(f"value {answer.value!r:.120}" if answer.value is not None else "")
    parts.append(f"{len(answer.items)} things: {_some(item.id for item in answer.items)}" if answer.items else "")
    return "; ".join(part for part in parts if part) + f" | {answer.headline[:200]}"


def _answers(expected: Expected, trace: Trace) -> str:
    listed = set[str]().union(*map(_ids, trace.answer.items))
    lacking = ["/".join(ids) for ids in expected.holds if listed.isdisjoint(ids)]
    if expected.answers is None or lacking:
        return f"{len(lacking)} missing: {_some(lacking)}" if lacking else ""
    groups = {name: number for number, ids in enumerate(expected.answers) for name in ids}
    found: list[int] = []
    extra: list[str] = []
    for item in trace.answer.items:
        numbers = {groups[name] for name in _ids(item) if name in groups}
        found += numbers
        extra += [] if len(numbers) == 1 else [item.id]
    missing = ["/".join(expected.answers[number]) for number in range(len(expected.answers)) if number not in found]
    twice = ["/".join(expected.answers[number]) for number in sorted({n for n in found if found.count(n) > 1})]
    parts = [
        f"{len(x)} {what}: {_some(x)}" for what, x in (("missing", missing), ("extra", extra), ("twice", twice)) if x
    ]
    total = trace.answer.total
    if not parts and total is not None and total != len(expected.answers):
        parts.append(f"all are listed, but the total is {total}, not {len(expected.answers)}")
    return "; ".join(parts)


def _silence(_: Expected, trace: Trace) -> str:
    """An answer that does not know names nothing and judges nothing."""
    answer = trace.answer
    if answer.items or answer.verdict is not None or answer.value is not None:
        return f"status {answer.status!r} with an answer: {len(answer.items)} things, verdict {answer.verdict}"
    return ""


def _verdict(expected: Expected, trace: Trace) -> str:
    if expected.verdict is None or trace.answer.verdict is expected.verdict:
        return ""
    return f"the verdict is {trace.answer.verdict}, not {expected.verdict}"


def _value(expected: Expected, trace: Trace) -> str:
    if expected.value is None:
        return ""
    got, meant = _strings(trace.answer.value), _strings(expected.value)
    return "" if got == meant else f"the value is {sorted(got)}, not {sorted(meant)}"


def _count(expected: Expected, trace: Trace) -> str:
    value = trace.answer.value
    if expected.count is None or (type(value) is int and value == expected.count):
        return ""
    return f"the count is {value!r}, not {expected.count}"


def _text(expected: Expected, trace: Trace) -> str:
    said = plain_text(f"{trace.answer.headline} {trace.answer.text} {trace.answer.value or ''}")
    if expected.text is not None and plain_text(expected.text) not in said:
        return "the text does not hold what is expected"
    if expected.says and not any(plain_text(word) in said for word in expected.says):
        return f"the text says none of {expected.says}"
    return ""


def _choices(expected: Expected, trace: Trace) -> str:
    offered: set[str] = set()
    for entity in (*trace.choices, *(entity for entity in trace.entities if entity.tied)):
        for candidate in (entity.chosen, *entity.rivals):
            offered |= {candidate.id, *candidate.ids}
    missing = ["/".join(ids) for ids in expected.choices if not offered & set(ids)]
    return f"not offered: {_some(missing)}" if missing else ""


def _relation(expected: Expected, trace: Trace) -> str:
    if not expected.between:
        return ""
    one, other = (set(ids) for ids in expected.between)
    found = {
        triple.predicate
        for triple in trace.evidence
        if (triple.subject.id in one and triple.object.id in other)
        or (triple.subject.id in other and triple.object.id in one)
    }
    meant = set(expected.predicates)
    return "" if found == meant else f"the evidence joins them by {sorted(found)}, not {sorted(meant)}"


def _ids(item: AnswerItem) -> set[str]:
    return {item.id, *item.ids}


def _strings(value: Any) -> set[str]:
    if value is None:
        return set()
    if isinstance(value, str):
        return {plain_text(part) for part in re.split(r"[;,]", value) if part.strip()}
    if isinstance(value, Iterable):
        return set().union(*(_strings(part) for part in value))
    return {plain_text(str(value))}


def _tuples(value: Any) -> Any:
    return tuple(_tuples(part) for part in value) if isinstance(value, list) else value


def _some(names: Iterable[str]) -> str:
    listed = list(names)
    more = f" … and {len(listed) - NAMED} more" if len(listed) > NAMED else ""
    return ", ".join(listed[:NAMED]) + more
