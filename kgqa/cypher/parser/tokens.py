"""The words and signs of a Cypher text, each with its exact place, and reading them one after the other.

White space is what any of the servers takes for it (all of Unicode's), a line comment ends at a line feed or a bare
carriage return, comments do not nest. Keywords are no kind of their own: which word is one, its place decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from kgqa.cypher.tree import Clause, Expression, Name, Query

TokenKind = Literal["word", "name", "string", "number", "parameter", "symbol", "end"]

_PATTERN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<comment>//[^\n\r]*|/\*.*?\*/)
  | (?P<word>[^\W\d]\w*)
  | (?P<name>`(?:[^`]|``)*`)
  | (?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
  | (?P<number>0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|(?:\d[\d_]*(?:\.\d[\d_]*)?|(?<!\.)\.\d[\d_]*)(?:[eE][+-]?\d+)?)
  | (?P<parameter>\$(?:\w+|`(?:[^`]|``)*`))
  | (?P<symbol><=|>=|<>|=~|\+=|\|\||\.\.|::|[()\[\]{}<>=+\-*/%^.,:;|&!$])
  | (?P<dash>[\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d])
  | (?P<left>[\u27e8\u3008\ufe64\uff1c])
  | (?P<right>[\u27e9\u3009\ufe65\uff1e])
    """,
    re.VERBOSE | re.DOTALL,
)
_SIGNS = {"dash": "-", "left": "<", "right": ">"}
"""Dashes and arrow heads beyond ASCII, which openCypher takes for the plain ones."""

_KEYS: dict[str, str] = {"name": "`", "string": "'", "number": "0", "parameter": "$"}
_CLOSING = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Token:
    """One word or sign.

    Attributes:
        key: what the parser compares: a bare word in capitals, the sign itself, or one sign for each other kind.
    """

    kind: TokenKind
    key: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment with its marks."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ParseProblem:
    """Why a text is no Cypher: the place, from 0 in ``start`` and from 1 in ``line`` and ``column``, and a sentence."""

    start: int
    line: int
    column: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text in tokens; the last is always of kind ``end``.

    Attributes:
        partners: for the position of each opening bracket the position of its closing one.
        problem: what stopped the reading, or None; the tokens before it are there.
    """

    text: str
    tokens: tuple[Token, ...]
    comments: tuple[Comment, ...]
    partners: dict[int, int]
    problem: ParseProblem | None


def problem_at(text: str, start: int, sentence: str) -> ParseProblem:
    """A problem at an offset of a text."""
    before = text[:start].replace("\r\n", "\n").replace("\r", "\n")
    line = before.count("\n") + 1
    column = len(before) - before.rfind("\n")
    return ParseProblem(start, line, column, f"Line {line}, column {column}: {sentence}")


def tokenize(text: str) -> Tokens:
    """The tokens of a text. Never raises."""
    tokens: list[Token] = []
    comments: list[Comment] = []
    partners: dict[int, int] = {}
    opened: list[int] = []
    problem: ParseProblem | None = None
    place, match = 0, _PATTERN.match
    while place < len(text):
        found = match(text, place)
        if found is None:
            problem = problem_at(text, place, _strange(text, place))
            break
        start, place = place, found.end()
        kind = found.lastgroup or ""
        if kind == "space":
            continue
        part = found.group()
        if kind == "comment":
            comments.append(Comment(part, start, place))
        elif kind == "word":
            tokens.append(Token("word", part.upper() if part.isascii() else part, part, start, place))
        elif kind == "symbol":
            if part in "([{":
                opened.append(len(tokens))
            elif part in ")]}" and opened and tokens[opened[-1]].key == _CLOSING[part]:
                partners[opened.pop()] = len(tokens)
            tokens.append(Token("symbol", part, part, start, place))
        elif kind in _SIGNS:
            tokens.append(Token("symbol", _SIGNS[kind], part, start, place))
        else:
            tokens.append(Token(kind, _KEYS[kind], part, start, place))  # type: ignore[arg-type]  # a group's name
    tokens.append(Token("end", "", "", place, place))
    return Tokens(text, tuple(tokens), tuple(comments), partners, problem)


def _strange(text: str, place: int) -> str:
    sign = text[place]
    if sign in "'\"":
        return f"a string is opened with {sign} and never closed."
    if sign == "`":
        return "a name is opened with a back-quote and never closed."
    if text.startswith("/*", place):
        return "a comment is opened with /* and never closed."
    return f"{sign!r} is no part of Cypher outside strings and names in back-quotes."


def unquoted(text: str) -> str:
    """The name that a bare or back-quoted word stands for."""
    return text[1:-1].replace("``", "`") if text.startswith("`") else text


_ESCAPES = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}
_ESCAPED = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)


def unescaped(text: str) -> str:
    """The value of a string literal that is given with its quotes."""

    def value(found: re.Match[str]) -> str:
        code = found.group(1)
        return chr(int(code[1:], 16)) if len(code) == 5 else _ESCAPES.get(code, code)

    return _ESCAPED.sub(value, text[1:-1]) if "\\" in text else text[1:-1]


_DEEPEST = 100
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
        if self.depth > _DEEPEST:
            raise self.stopped(f"brackets are nested more than {_DEEPEST} deep")

    def stopped(self, what: str) -> Stop:
        """What ends the parsing: what was expected, and what stands there instead."""
        token = self.token
        found = "the text ends" if token.kind == "end" else f"{token.text[:40]!r} stands there"
        return Stop(problem_at(self.text, token.start, f"{what}, but {found}."))
