"""A Cypher text as a tree with exact places, or the problem that keeps it from being one.

Reads openCypher 9 and Neo4j 5 as people and language models write them, clauses that write and administration
included, so that the guard sees what they are. Never raises, for any text; time grows with the length of the text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kgqa.cypher.parser.clauses import ClauseReader
from kgqa.cypher.parser.reader import Stop
from kgqa.cypher.parser.tokens import ParseProblem, Tokens, problem_at, tokenize
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


class WriteReader(ClauseReader):
    """Adds the clauses that write, and commands."""

    def writing(self) -> Clause | None:
        key, after = self.key, self.peek().key
        if key in ("CREATE", "INSERT") and after in _SCHEMA_WORDS and self.peek(2).key != "=":
            return self._command()
        if key == "SET" and after == "DATABASE" and self.peek(2).kind == "word":
            return self._command()
        if key == "LOAD":
            return self._load()
        read = self._WRITING.get(key)
        if read is not None:
            return read(self)
        return self._command() if key in _COMMANDS else None

    def _create(self) -> Clause:
        token = self.next()
        self.take("UNIQUE")
        patterns = self.patterns()
        return Create(token.start, self.end, token.key, patterns)

    def _merge(self) -> Clause:
        start = self.next().start
        pattern = self.pattern()
        actions: list[SetItems] = []
        while self.take("ON"):
            if not (self.take("CREATE") or self.take("MATCH")):
                raise self.stopped("CREATE or MATCH is expected")
            actions.append(self._set())
        return Merge(start, self.end, pattern, tuple(actions))

    def _set(self) -> SetItems:
        token = self.next()
        if token.key not in ("SET", "REMOVE"):
            raise self.stopped("SET is expected")
        targets: list[Expression] = []
        values: list[Expression] = []
        while True:
            targets.append(self._accesses(self.value()))
            if token.key == "SET" and (self.take("=") or self.take("+=")):
                values.append(self.expression())
            if not self.take(","):
                return SetItems(token.start, self.end, token.key, tuple(targets), tuple(values))

    def _delete(self) -> Clause:
        token = self.next()
        if token.key in ("DETACH", "NODETACH"):
            self.expect("DELETE")
        targets = self.expressions("")
        return Delete(token.start, self.end, token.key, targets)

    def _foreach(self) -> Clause:
        start = self.next().start
        self.expect("(")
        self.enter()
        variable = self.name()
        self.expect("IN")
        source = self.expression()
        self.expect("|")
        clauses: list[Clause] = []
        while self.key != ")":
            clauses.append(self.clause())
        self.next()
        self.depth -= 1
        return Foreach(start, self.end, variable, source, tuple(clauses))

    def _load(self) -> Clause:
        start = self.next().start
        if not self.take("CSV"):
            return self._rest_as_command(start, "LOAD")
        self.take("WITH", "HEADERS")
        self.expect("FROM")
        source = self.expression()
        self.expect("AS")
        variable = self.name()
        if self.take("FIELDTERMINATOR"):
            self.expression()
        return LoadCsv(start, self.end, source, variable)

    def _command(self) -> Clause:
        return self._rest_as_command(self.token.start, "")

    def _rest_as_command(self, start: int, words: str) -> Command:
        """A command up to its end; only its first words are kept."""
        first = [words] if words else []
        while self.key not in ("", ";"):
            if len(first) < 2:
                first.append(self.token.text)
            self.next()
        return Command(start, self.end, " ".join(first))

    _WRITING: dict[str, Callable[[WriteReader], Clause]] = {  # noqa: RUF012  # annotated for mypy, never changed
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


def parse(text: str) -> Parsed:
    """The statements of a text. Never raises."""
    tokens = tokenize(text)
    problem = tokens.problem
    if problem is None:
        try:
            statements = WriteReader(tokens).statements()
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
