"""What is known of a statement before it runs: the checked text, what is added to it, and the values that it needs."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from kgqa.cypher.checker.check import RULES
from kgqa.cypher.checker.records import Checked
from kgqa.cypher.checker.rules.servers import SERVER_RULES
from kgqa.cypher.guard import guard
from kgqa.cypher.guard.admit import Admitted, admit
from kgqa.cypher.parser.parse import parse
from kgqa.cypher.parser.tokens import unquoted
from kgqa.cypher.tree import Parameter
from kgqa.cypher.walk import walk

if TYPE_CHECKING:
    from kgqa.cypher.checker.check import Checker
    from kgqa.pipeline import Asker

FIXED = frozenset({"extract", *(rule.__name__ for rules in SERVER_RULES.values() for rule in rules)})
"""Rules whose corrections cannot be undone: the rest of a reply is no statement, and the server would answer wrongly
what these rewrite."""

_checkers: WeakKeyDictionary[Asker, Checker] = WeakKeyDictionary()
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Check:
    """One text, checked.

    Attributes:
        admitted: what would be sent; None where the statement does not run.
        parameters: names of the values that it needs, in their order.
        places: by reason for which it does not run, the span of the checked text that gives it.
    """

    checked: Checked
    admitted: Admitted | None
    parameters: tuple[str, ...]
    places: Mapping[str, tuple[int, int]]

    @property
    def text(self) -> str:
        """What would be sent, or has become of the text as far as it could be checked."""
        return self.checked.cypher if self.admitted is None else self.admitted.text

    @property
    def passed(self) -> tuple[str, ...]:
        """The rules of the checker that found nothing to change and nothing to warn of."""
        changed = {*(one.rule for one in self.checked.corrections), *self.checked.warning}
        return tuple(rule.__name__ for rule in RULES if rule.__name__ not in changed)


def checker(asker: Asker) -> Checker:
    """The checker of a graph; it is built once, which takes up to a second."""
    with _lock:
        found = _checkers.get(asker)
        if found is None:
            found = _checkers[asker] = asker.checker()
        return found


def parameter(text: str) -> tuple[Any, str]:
    """The value that was typed for a parameter as JSON, and what is wrong with it; empty where nothing is."""
    if not text.strip():
        return None, "No value is given. Type a number, true, false, null, a text in quotation marks, or a list."
    try:
        value = json.loads(text, parse_constant=_refuse)
        # A number that the wire cannot hold, and nesting that could not be sent, are seen here and not by the server.
        _examine(value)
    except (ValueError, RecursionError) as error:
        why = f" ({error})" if isinstance(error, _Unfit) else ""
        shown = text if len(text) <= 60 else f"{text[:60]}…"
        return None, f"{shown} is no JSON value{why}. Write a text in quotation marks: {json.dumps(shown)}"
    return value, ""


class _Unfit(ValueError):
    """A JSON value that no server takes."""


def _refuse(constant: str) -> None:
    raise _Unfit(f"{constant} is no number")


def _examine(value: Any, depth: int = 0) -> None:
    if depth > 32:
        raise _Unfit("lists and maps are nested more than 32 deep")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise _Unfit("a whole number has at most 64 bits")
    if isinstance(value, float) and isinf(value):
        raise _Unfit("the number is too large")
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _examine(inner, depth + 1)


def judged(checked: Checked, most_rows: int, counts: Mapping[str, int]) -> Check:
    """What is known of a statement that the checker has gone through.

    Args:
        counts: of the things of each type, by which the cost of the statement is told.
    """
    admitted = admit(checked.cypher, most_rows, counts) if checked.runnable else None
    names: dict[str, None] = {}
    readable = checked.cypher if len(checked.cypher) <= guard.LONGEST else ""
    for statement in parse(readable).statements:
        names |= dict.fromkeys(unquoted(part.name) for part in walk(statement) if isinstance(part, Parameter))
    places = {} if checked.runnable else guard.places(readable)
    return Check(checked, admitted if isinstance(admitted, Admitted) else None, tuple(names), places)
