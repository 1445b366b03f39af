"""Which regular expressions a server works through in a time that the text bounds: a part of them, told by their form.

A server's expressions go back and try again. What is repeated must therefore hold no repetition, no choice and nothing
that may be left out, and few endless repetitions may follow on each other.
"""

from __future__ import annotations

import re

LONGEST_EXPRESSION = 500
"""Signs."""
_MOST_ENDLESS = 4
"""Endless repetitions in one expression."""
_MOST_TIMES = 100
"""How often something may be repeated where a number says it."""

_COUNTED = re.compile(r"\{(\d*)(,?)(\d*)\}")


def backtracks(expression: str) -> bool:
    """Whether a regular expression may take much longer than its text is long, as far as its form tells."""
    if len(expression) > LONGEST_EXPRESSION:
        return True
    loose: list[bool] = [False]
    """By open bracket, the outermost first: whether it holds a repetition or a choice."""
    endless, place, last_loose = 0, 0, False
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
            if expression[place + 1 : place + 2] == "?":
                place += 1
        elif sign == ")":
            if len(loose) == 1:
                return True
            last_loose = loose.pop()
            loose[-1] = loose[-1] or last_loose
        elif sign == "|":
            loose[-1] = True
        elif sign in "*+?{":
            counted = _COUNTED.match(expression, place) if sign == "{" else None
            most = _most(sign, counted)
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
    return len(loose) > 1


def _most(sign: str, counted: re.Match[str] | None) -> int | None:
    """How often at most; None without end."""
    if sign == "?":
        return 1
    if counted is None:
        return None
    least, comma, most = counted.groups()
    if comma:
        return int(most) if most else None
    return int(least or 0)


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
