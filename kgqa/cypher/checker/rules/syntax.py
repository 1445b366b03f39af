"""Habits of other languages and versions: ``a.x != 1`` becomes ``a.x <> 1``, so that the statement can be read.

Only where the change makes a statement of the text; otherwise it stays as it is and is refused.
"""

from __future__ import annotations

from kgqa.cypher.checker.records import Edit, Repair
from kgqa.cypher.parser.parse import Parsed, parse
from kgqa.cypher.parser.tokens import Token

_MOST_REPAIRS = 6


def syntax(parsed: Parsed) -> tuple[Repair, ...]:
    """The repairs that make a statement of a text, each for the text that the one before it leaves; none if none do."""
    found: list[Repair] = []
    while parsed.problem is not None and len(found) < _MOST_REPAIRS:
        repair = _repair(parsed, parsed.problem.start)
        if repair is None:
            return ()
        found.append(repair)
        edit = repair.edits[0]
        parsed = parse(parsed.text[: edit.start] + edit.after + parsed.text[edit.end :])
    return tuple(found) if parsed.problem is None else ()


def _repair(parsed: Parsed, place: int) -> Repair | None:
    """What would mend the text where its reading stopped."""
    tokens = parsed.tokens.tokens
    at = next((index for index, token in enumerate(tokens) if token.start == place), -1)
    if at < 1:
        return None
    token, before = tokens[at], tokens[at - 1]
    if (token.key, tokens[min(at + 1, len(tokens) - 1)].key) == ("!", "="):
        return Repair((Edit(place, tokens[at + 1].end, "<>"),), "In Cypher, 'is not equal' is written <>.")
    if token.key == before.key == "=":
        return Repair((Edit(place, token.end, ""),), "In Cypher, 'is equal' is written with one sign.")
    if token.key == "AND" and _in_pattern(tokens, at):
        return Repair((Edit(place, token.end, "WHERE"),), "A condition on a pattern in braces begins with WHERE.")
    if token.key == "(" and at > 1 and (before.key, tokens[at - 2].key) == ("{", "SIZE"):
        word = tokens[at - 2]
        return Repair((Edit(word.start, word.end, "COUNT"),), "What a pattern finds is counted with COUNT { }.")
    return None


def _in_pattern(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether the token stands behind a pattern in the braces of EXISTS or COUNT."""
    depth = 0
    for index in range(at - 1, 0, -1):
        key = tokens[index].key
        if key in ("WHERE", "RETURN") and depth == 0:
            return False
        depth += (key in (")", "]", "}")) - (key in ("(", "[", "{"))
        if depth < 0:
            return key == "{" and tokens[index - 1].key in ("EXISTS", "COUNT")
    return False
