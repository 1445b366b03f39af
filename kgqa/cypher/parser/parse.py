"""A Cypher text as a tree with exact places, or the problem that keeps it from being one.

Reads openCypher 9 and Neo4j 5 as people and language models write them, clauses that write and administration
included, so that the guard sees what they are. Never raises, for any text; time grows with the length of the text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kgqa.cypher.parser.clauses import read_clause, read_query, read_statements
from kgqa.cypher.parser.compounds import read_expressions
from kgqa.cypher.parser.expressions import read_accesses, read_expression, read_rest, read_value
from kgqa.cypher.parser.patterns import read_pattern, read_patterns
from kgqa.cypher.parser.tokens import Cursor, Grammar, ParseProblem, Stop, Tokens, problem_at, tokenize
from kgqa.cypher.tree import (
    Clause,
    Command,
    Create,
    Delete,
    Expression,
    Foreach,
    LoadCsv,
    Match,
    Merge,
    Projection,
    SetItems,
    Statement,
    Unwind,
    Use,
)

_COMMANDS = frozenset({
    "ALTER", "ANALYZE", "BEGIN", "COMMIT", "DENY", "DROP", "DUMP", "ENABLE", "GRANT", "RENAME", "REALLOCATE",
    "DEALLOCATE", "REVOKE", "ROLLBACK", "SESSION", "SHOW", "START", "STOP", "STORAGE", "TERMINATE", "DRYRUN", "WHEN",
    "LET", "FILTER", "FOR", "INSTALL", "BACKUP", "RESTORE", "FREE", "LOCK", "UNLOCK",
})  # fmt: skip
_SCHEMA_WORDS = frozenset({
    "OR", "CONSTRAINT", "INDEX", "RANGE", "TEXT", "POINT", "VECTOR", "FULLTEXT", "LOOKUP", "BTREE", "USER", "ROLE",
    "DATABASE", "COMPOSITE", "ALIAS", "TRIGGER", "STREAM", "SNAPSHOT", "ENUM", "IMMUTABLE", "GRAPH", "PROPERTY",
    "NODE", "TYPE", "UNIQUE",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text, its tokens and its statements; with a problem there are no statements."""

    text: str
    tokens: Tokens
    statements: tuple[Statement, ...]
    problem: ParseProblem | None


def _writing(at: Cursor) -> Clause | None:
    key, after = at.key, at.peek().key
    if key in ("CREATE", "INSERT") and after in _SCHEMA_WORDS and at.peek(2).key != "=":
        return _command(at)
    if key == "SET" and after == "DATABASE" and at.peek(2).kind == "word":
        return _command(at)
    if key == "LOAD":
        return _load(at)
    read = _WRITING.get(key)
    if read is not None:
        return read(at)
    return _command(at) if key in _COMMANDS else None


def _create(at: Cursor) -> Clause:
    token = at.next()
    at.take("UNIQUE")
    patterns = read_patterns(at)
    return Create(token.start, at.end, token.key, patterns)


def _merge(at: Cursor) -> Clause:
    start = at.next().start
    pattern = read_pattern(at)
    actions: list[SetItems] = []
    while at.take("ON"):
        if not (at.take("CREATE") or at.take("MATCH")):
            raise at.stopped("CREATE or MATCH is expected")
        actions.append(_set(at))
    return Merge(start, at.end, pattern, tuple(actions))


def _set(at: Cursor) -> SetItems:
    token = at.next()
    if token.key not in ("SET", "REMOVE"):
        raise at.stopped("SET is expected")
    targets: list[Expression] = []
    values: list[Expression] = []
    while True:
        targets.append(read_accesses(at, read_value(at)))
        if token.key == "SET" and (at.take("=") or at.take("+=")):
            values.append(at.expression())
        if not at.take(","):
            return SetItems(token.start, at.end, token.key, tuple(targets), tuple(values))


def _delete(at: Cursor) -> Clause:
    token = at.next()
    if token.key in ("DETACH", "NODETACH"):
        at.expect("DELETE")
    targets = read_expressions(at, "")
    return Delete(token.start, at.end, token.key, targets)


def _foreach(at: Cursor) -> Clause:
    start = at.next().start
    at.expect("(")
    at.enter()
    variable = at.name()
    at.expect("IN")
    source = at.expression()
    at.expect("|")
    clauses: list[Clause] = []
    while at.key != ")":
        clauses.append(read_clause(at))
    at.next()
    at.depth -= 1
    return Foreach(start, at.end, variable, source, tuple(clauses))


def _load(at: Cursor) -> Clause:
    start = at.next().start
    if not at.take("CSV"):
        return _rest_as_command(at, start, "LOAD")
    at.take("WITH", "HEADERS")
    at.expect("FROM")
    source = at.expression()
    at.expect("AS")
    variable = at.name()
    if at.take("FIELDTERMINATOR"):
        at.expression()
    return LoadCsv(start, at.end, source, variable)


def _command(at: Cursor) -> Clause:
    return _rest_as_command(at, at.token.start, "")


def _rest_as_command(at: Cursor, start: int, words: str) -> Command:
    """A command up to its end; only its first words are kept."""
    first = [words] if words else []
    while at.key not in ("", ";"):
        if len(first) < 2:
            first.append(at.token.text)
        at.next()
    return Command(start, at.end, " ".join(first))


_WRITING: dict[str, Callable[[Cursor], Clause]] = {
    "CREATE": _create,
    "INSERT": _create,
    "MERGE": _merge,
    "SET": _set,
    "REMOVE": _set,
    "DELETE": _delete,
    "DETACH": _delete,
    "NODETACH": _delete,
    "FOREACH": _foreach,
}

_GRAMMAR = Grammar(read_expression, read_rest, read_query, _writing)


def parse(text: str) -> Parsed:
    """The statements of a text. Never raises."""
    tokens = tokenize(text)
    problem = tokens.problem
    if problem is None:
        try:
            statements = read_statements(Cursor(tokens, _GRAMMAR))
            problem = _unfinished(text, statements)
            if problem is None:
                return Parsed(text, tokens, statements, None)
        except Stop as stop:
            problem = stop.problem
        except RecursionError:
            problem = problem_at(text, 0, "the statement is nested too deep to be read.")
    return Parsed(text, tokens, (), problem)


def _unfinished(text: str, statements: tuple[Statement, ...]) -> ParseProblem | None:
    """What is wrong with the whole: no statement at all, or one that ends before it returns anything."""
    if not statements:
        return problem_at(text, 0, "there is no statement.")
    for statement in statements:
        for part in statement.query.parts:
            last = part.clauses[-1]
            reads = isinstance(last, (Match, Unwind, LoadCsv, Use))
            if reads or (isinstance(last, Projection) and last.word == "WITH"):
                return problem_at(text, part.end, "the statement ends without RETURN.")
    return None
