"""No pattern of the verifier can take a time that grows exponentially with a text, whatever a model writes."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import kgqa.verification

_REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT)
_LONG = 20
"""Repeats from which a count is as bad as none."""


def _patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    for module in pkgutil.iter_modules(kgqa.verification.__path__):
        for name, value in vars(importlib.import_module(f"kgqa.verification.{module.name}")).items():
            yield from ((f"{module.name}.{name}", one) for one in _within(value))


def _within(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, (tuple, list, set, frozenset)):
        for one in value:
            yield from _within(one)
    elif isinstance(value, dict):
        yield from _within(list(value.values()))


def _is_ambiguous(pattern: str, flags: int) -> bool:
    return _any_nested(_parser.parse(pattern, flags))


def _any_nested(sequence: Any) -> bool:
    """Whether a repeat that gives back repeats what is itself as long as one likes, with nothing certain beside it."""
    for code, value in sequence:
        if code in _REPEATS and value[1] > _LONG and any(_runs(one) for one in _ways(value[2])):
            return True
        if any(_any_nested(one) for one in _parts(code, value)):
            return True
    return False


def _ways(sequence: Any) -> Iterator[list[Any]]:
    """The alternatives of a sequence, where it is nothing but a choice or a group; else itself."""
    items = list(sequence)
    if len(items) == 1 and items[0][0] is _constants.SUBPATTERN:
        yield from _ways(items[0][1][3])
    elif len(items) == 1 and items[0][0] is _constants.BRANCH:
        for one in items[0][1][1]:
            yield from _ways(one)
    else:
        yield items


def _runs(items: list[Any]) -> bool:
    """Whether one item of a sequence is of any length and every other may be empty."""
    for at, (code, value) in enumerate(items):
        others = items[:at] + items[at + 1 :]
        if all(_parser.SubPattern(_parser.State(), [one]).getwidth()[0] == 0 for one in others) and (
            (code in _REPEATS and value[1] > _LONG)
            or (code is _constants.SUBPATTERN and any(_runs(one) for one in _ways(value[3])))
        ):
            return True
    return False


def _parts(code: Any, value: Any) -> list[Any]:
    if code in _REPEATS or code is _constants.POSSESSIVE_REPEAT:
        return [value[2]]
    if code is _constants.SUBPATTERN:
        return [value[3]]
    if code is _constants.BRANCH:
        return list(value[1])
    if code in (_constants.ASSERT, _constants.ASSERT_NOT):
        return [value[1]]
    return [value] if code is _constants.ATOMIC_GROUP else []


@pytest.mark.parametrize("pattern", [r"(?:a+)*b", r"a+(?:,?a+)*b", r"(?:x|\s*a+\s*)+$", r"((a*)c?)*d"])
def test_an_exponential_pattern_is_found(pattern: str) -> None:
    assert _is_ambiguous(pattern, 0)


@pytest.mark.parametrize("pattern", [r"(?:a++)*b", r"a++(?:,?a++)*+b", r"(?:a+,)*b", r"(?:\s*a)*", r"(?:ab+)*"])
def test_a_harmless_pattern_is_not(pattern: str) -> None:
    assert not _is_ambiguous(pattern, 0)


def test_no_pattern_of_the_verifier_is_exponential() -> None:
    found = list(_patterns())
    assert len(found) > 15
    assert [name for name, one in found if _is_ambiguous(one.pattern, one.flags)] == []
