"""Which regular expressions a server works through in a time that the text bounds: a part of them, told by their form.

A server's expressions go back and try again. What is repeated must therefore hold no repetition, no choice and nothing
that may be left out, few endless repetitions may follow on each other, the fewer the longer the text, and so may
choices.
"""

from __future__ import annotations

import re

LONGEST_EXPRESSION = 500
"""Signs."""
_MOST_ENDLESS = 4
"""Endless repetitions in one expression."""
_MOST_TIMES = 100
"""How often something may be repeated where a number says it."""
_MOST_PLACES = 100_000_000
"""Places of the text, one for each endless repetition, that may be tried together."""
_MOST_CHOICES = 1_000_000
"""Choices, and what may be left out or be there some times, that may be tried together."""

_COUNTED = re.compile(r"\{(\d*)(,?)(\d*)\}")


def backtracks(expression: str, signs: float) -> bool:
    """Whether a regular expression may take much longer than a text of so many signs, as far as its form tells."""
    if len(expression) > LONGEST_EXPRESSION:
        return True
    loose: list[bool] = [False]
    """By open bracket, the outermost first: whether it holds a repetition or a choice."""
    ways: list[int] = [1]
    """By open bracket: the choices that it has so far."""
    endless, choices, place, last_loose = 0, 1, 0, False
    while place < len(expression):
        sign = expression[place]
        if sign == "\\":
            # A reference to an earlier group; a quotation of many signs is read as signs, which is the stricter way.
            if expression[place + 1 : place + 2].isdigit() or expression[place + 1 : place + 2] == "k":
                return True
            place, last_loose = place + 2, False
            continue
        if sign == "[":
            place, last_loose = _behind_set(expression, place), False
            continue
        if sign == "(":
            loose.append(False)
            ways.append(1)
            if expression[place + 1 : place + 2] == "?":
                place += 1
        elif sign == ")":
            if len(loose) == 1:
                return True
            last_loose = loose.pop()
            loose[-1] = loose[-1] or last_loose
            choices *= ways.pop()
        elif sign == "|":
            loose[-1] = True
            ways[-1] += 1
        elif sign in "*+?{":
            counted = _COUNTED.match(expression, place) if sign == "{" else None
            least, most = _times(sign, counted)
            choices *= 1 if most is None else max(most - least + 1, 1)
            if most is None or most > 1:
                endless += most is None
                if last_loose or endless > _MOST_ENDLESS or (most or 0) > _MOST_TIMES:
                    return True
            loose[-1] = last_loose = True
            place += len(counted.group()) if counted else 1
            # Lazy or possessive: how it tries, not what.
            place += expression[place : place + 1] in ("?", "+")
            continue
        else:
            last_loose = False
        place += 1
    return len(loose) > 1 or signs**endless > _MOST_PLACES or choices * ways[0] > _MOST_CHOICES


def _times(sign: str, counted: re.Match[str] | None) -> tuple[int, int | None]:
    """How often at least and at most; None without end."""
    if sign == "?":
        return 0, 1
    if counted is None:
        return int(sign == "+"), None
    least, comma, most = counted.groups()
    if comma:
        return int(least or 0), int(most) if most else None
    return int(least or 0), int(least or 0)


def _behind_set(expression: str, place: int) -> int:
    """The place behind a set of signs such as ``[^a-z]``."""
    depth = 0
    while place < len(expression):
        sign = expression[place]
        if sign == "\\":
            place += 1
        elif sign == "[":
            depth += 1
        elif sign == "]":
            depth -= 1
            if depth == 0:
                return place + 1
        place += 1
    return place
