"""Reading tokens one after the other: what every part of the parser stands on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kgqa.cypher.parser.tokens import ParseProblem, Token, Tokens, problem_at, unquoted
from kgqa.cypher.tree import Clause, Expression, Name, Query

DEEPEST = 100
"""How deep brackets and the like may be nested; deeper text is no statement that a person or a model means."""

LONGEST_CHAIN = 200
"""How many accesses may follow on one value (``a.b[0].c``)."""


class Stop(Exception):
    """Ends the parsing of a text with a problem: the parser's own way out, caught in ``parse``."""

    def __init__(self, problem: ParseProblem) -> None:
        super().__init__(problem.sentence)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Grammar:
    """What is read above the parts that hold it: expressions, patterns and queries hold each other."""

    expression: Callable[[Cursor], Expression]
    rest_of_expression: Callable[[Cursor, Expression], Expression]
    query: Callable[[Cursor], Query]
    writing: Callable[[Cursor], Clause | None]


class Cursor:
    """A place among tokens, with small steps over them.

    Attributes:
        grammar: how to read what stands above the part that reads.
        separators: positions of the ``|`` that ends the condition of a comprehension, and so no label expression.
    """

    def __init__(self, tokens: Tokens, grammar: Grammar) -> None:
        self.grammar = grammar
        self.text = tokens.text
        self.tokens = tokens.tokens
        self.partners = tokens.partners
        self.place = 0
        self.token = self.tokens[0]
        self.key = self.token.key
        self.depth = 0
        self.separators: set[int] = set()

    def expression(self) -> Expression:
        """The expression that begins here."""
        return self.grammar.expression(self)

    def rest_of_expression(self, left: Expression) -> Expression:
        """An expression from its first operand on, which has been read already."""
        return self.grammar.rest_of_expression(self, left)

    def query(self) -> Query:
        """The query that begins here."""
        return self.grammar.query(self)

    def writing(self) -> Clause | None:
        """A clause that writes, or a command; None where none begins here."""
        return self.grammar.writing(self)

    def next(self) -> Token:
        """Takes the token at the place."""
        token = self.token
        if token.kind != "end":
            self.place += 1
            self.token = self.tokens[self.place]
            self.key = self.token.key
        return token

    def peek(self, ahead: int = 1) -> Token:
        """The token that stands so many places ahead."""
        place = self.place + ahead
        return self.tokens[place] if place < len(self.tokens) else self.tokens[-1]

    def keys(self, *keys: str) -> bool:
        """Whether these words and signs stand here, in this order."""
        return all(self.peek(ahead).key == key for ahead, key in enumerate(keys))

    def take(self, *keys: str) -> bool:
        """Steps over these words and signs if they stand here."""
        if self.key != keys[0] or not (len(keys) == 1 or self.keys(*keys)):
            return False
        for _ in keys:
            self.next()
        return True

    def expect(self, key: str) -> Token:
        if self.key != key:
            raise self.stopped(f"{key} is expected")
        return self.next()

    @property
    def end(self) -> int:
        """The end of the token before the place."""
        return self.tokens[self.place - 1].end if self.place else 0

    def name(self, what: str = "a name") -> Name:
        """Takes a name, bare or in back-quotes."""
        token = self.token
        if token.kind == "word":
            self.next()
            return Name(token.start, token.end, token.text)
        if token.kind == "name":
            self.next()
            return Name(token.start, token.end, unquoted(token.text), True)
        raise self.stopped(f"{what} is expected")

    def is_name(self, ahead: int = 0) -> bool:
        return self.peek(ahead).kind in ("word", "name")

    def enter(self) -> None:
        """Goes one level deeper; whoever enters leaves by ``self.depth -= 1``, unless the parsing ends."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.stopped(f"brackets are nested more than {DEEPEST} deep")

    def stopped(self, what: str) -> Stop:
        """What ends the parsing: what was expected, and what stands there instead."""
        token = self.token
        found = "the text ends" if token.kind == "end" else f"{token.text[:40]!r} stands there"
        return Stop(problem_at(self.text, token.start, f"{what}, but {found}."))
