"""The guard: a statement runs only when it is one, only reads, and calls nothing but what is on the lists.

Everything is decided on the parsed statement and by lists of what is allowed: a clause, function or procedure that is
not on them does not run, however it is written. What stands in strings, comments and names is no clause and does not
matter, but for what a server may read as something else than it looks: Neo4j decodes a backslash, a ``u`` and four
digits before it reads a statement, also in comments, names and strings, so that a decoded quote or line end would open
what looks closed. The text that is judged is the text that is sent.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kgqa.cypher.guard.cost import costs
from kgqa.cypher.parser.parse import Parsed, parse
from kgqa.cypher.parser.tokens import Tokens
from kgqa.cypher.tree import (
    Call,
    CallSubquery,
    Command,
    Create,
    Delete,
    Finish,
    Foreach,
    LoadCsv,
    Match,
    Merge,
    Part,
    ProcedureCall,
    Projection,
    SetItems,
    SingleQuery,
    Statement,
    Unwind,
    Use,
)
from kgqa.cypher.walk import walk

FUNCTIONS = frozenset({
    # of any value
    "coalesce", "elementid", "endnode", "exists", "head", "id", "isempty", "keys", "labels", "last", "length",
    "nodes", "nullif", "properties", "randomuuid", "range", "relationships", "reverse", "size", "startnode", "tail",
    "timestamp", "toboolean", "tobooleanlist", "tobooleanornull", "tofloat", "tofloatlist", "tofloatornull",
    "tointeger", "tointegerlist", "tointegerornull", "tostring", "tostringlist", "tostringornull", "type", "valuetype",
    # aggregates
    "avg", "collect", "count", "max", "min", "percentilecont", "percentiledisc", "stdev", "stdevp", "sum",
    # numbers
    "abs", "acos", "asin", "atan", "atan2", "ceil", "cos", "cosh", "cot", "coth", "degrees", "e", "exp", "floor",
    "haversin", "isnan", "log", "log10", "pi", "radians", "rand", "round", "sign", "sin", "sinh", "sqrt", "tan", "tanh",
    # text
    "btrim", "char_length", "character_length", "left", "lower", "ltrim", "normalize", "replace", "right", "rtrim",
    "split", "substring", "tolower", "toupper", "trim", "upper",
    # time and space
    "date", "date.realtime", "date.statement", "date.transaction", "date.truncate", "datetime",
    "datetime.fromepoch", "datetime.fromepochmillis", "datetime.realtime", "datetime.statement",
    "datetime.transaction", "datetime.truncate", "duration", "duration.between", "duration.indays",
    "duration.inmonths", "duration.inseconds", "localdatetime", "localdatetime.realtime", "localdatetime.statement",
    "localdatetime.transaction", "localdatetime.truncate", "localtime", "localtime.realtime", "localtime.statement",
    "localtime.transaction", "localtime.truncate", "time", "time.realtime", "time.statement", "time.transaction",
    "time.truncate", "distance", "point", "point.distance", "point.withinbbox",
    # vectors
    "vector.similarity.cosine", "vector.similarity.euclidean",
})  # fmt: skip

PROCEDURES = frozenset({
    "db.labels", "db.relationshiptypes", "db.propertykeys", "db.schema.visualization", "db.schema.nodetypeproperties",
    "db.schema.reltypeproperties", "db.index.fulltext.querynodes", "db.index.fulltext.queryrelationships",
    "db.index.vector.querynodes", "db.index.vector.queryrelationships", "db.info", "db.ping", "dbms.components",
})  # fmt: skip


_ESCAPE = re.compile(r"\\u+(?P<four>[0-9a-fA-F]{4})?|\\U(?P<eight>[0-9a-fA-F]{8})?")
_ANY_ESCAPE = re.compile(r"\\[uU]")


def disguises(tokens: Tokens) -> Iterator[str]:
    """What in a text may be read in another way, one sentence each."""
    named = [token.text for token in tokens.tokens if token.kind in ("name", "parameter", "word")]
    for text in (*(comment.text for comment in tokens.comments), *named):
        if _ANY_ESCAPE.search(text):
            yield f"A comment or name holds a backslash followed by u, which a server may decode: {text[:40]!r}."
        if any(_unseen(sign) for sign in text):
            yield f"A comment or name holds a control or format character: {text[:40]!r}."
    for token in tokens.tokens:
        if token.kind == "string":
            yield from (
                f"A string holds the escape {found.group()!r}, which may end the string before it looks ended."
                for found in _ESCAPE.finditer(token.text)
                if not _harmless(found)
            )


def _unseen(sign: str) -> bool:
    return sign not in "\t\n\r\x0b\x0c" and unicodedata.category(sign) in ("Cc", "Cf")


def _harmless(escape: re.Match[str]) -> bool:
    """Whether an escape stands for a letter, a digit or the like, and for no sign that ends or hides anything."""
    digits = escape.group("four") or escape.group("eight")
    if digits is None or int(digits, 16) > 0x10FFFF:
        # A capital U without eight digits is no escape of Neo4j; without its digits a small one is an error there.
        return escape.group().startswith("\\U")
    sign = chr(int(digits, 16))
    return sign.isalnum() or (unicodedata.category(sign)[0] in "LNSM" and ord(sign) > 127) or _surrogate(sign)


def _surrogate(sign: str) -> bool:
    return 0xD800 <= ord(sign) <= 0xDFFF


LONGEST = 64 * 1024
"""Bytes of a statement."""

UNKNOWN: Mapping[str, int] = MappingProxyType({})
"""The nodes by label of a graph of which they are not known."""

_READING = (Match, Unwind, Projection, ProcedureCall, CallSubquery, Finish)
_WORDS: dict[type[Part], str] = {
    Merge: "MERGE", Foreach: "FOREACH", LoadCsv: "LOAD CSV", Use: "USE",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a statement may run as it stands, and if not, why."""

    allowed: bool
    reasons: tuple[str, ...] = ()


def judge(text: str, counts: Mapping[str, int] = UNKNOWN) -> Verdict:
    """The guard's word on a text. Never raises.

    Args:
        counts: nodes by label of the graph on which it is to run; without them products are judged by their form.
    """
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LONGEST:
        return Verdict(False, (f"The statement has {size:,} bytes; at most {LONGEST:,} are sent. Shorten it.",))
    return judge_parsed(parse(text), counts)


def judge_parsed(parsed: Parsed, counts: Mapping[str, int] = UNKNOWN) -> Verdict:
    """The guard's word on a text that has been parsed."""
    reasons = tuple(dict.fromkeys(_reasons(parsed, counts)))
    return Verdict(not reasons, reasons)


def places(text: str) -> dict[str, tuple[int, int]]:
    """By reason, the span of the text that gives it; without the reasons that the text as a whole gives."""
    found: dict[str, tuple[int, int]] = {}
    parsed = parse(text)
    if parsed.problem is not None:
        start = parsed.problem.start
        ends = (token.end for token in parsed.tokens.tokens if token.start <= start < token.end)
        return {parsed.problem.sentence: (start, next(ends, start))}
    for statement in parsed.statements:
        for part in walk(statement):
            for reason, culprit in _of(part):
                found.setdefault(reason, (culprit.start, culprit.end))
    return found


def reads(statement: Statement) -> bool:
    """Whether a statement has reading clauses only, subqueries included."""
    return not any(True for part in walk(statement) for _ in _writing(part))


def _reasons(parsed: Parsed, counts: Mapping[str, int]) -> Iterator[str]:
    if parsed.problem is not None:
        yield parsed.problem.sentence
        return
    yield from disguises(parsed.tokens)
    if len(parsed.statements) != 1:
        yield f"The text holds {len(parsed.statements)} statements; exactly one can run."
        return
    statement = parsed.statements[0]
    for prefix in statement.prefixes:
        yield f"{prefix.split()[0]} in front of a statement is not allowed. Leave it out."
    for part in walk(statement):
        yield from (reason for reason, _ in _of(part))
    yield from costs(statement, counts)


def _of(part: Part) -> Iterator[tuple[str, Part]]:
    """What is not allowed about one part, and which part inside it is meant."""
    yield from _writing(part)
    if isinstance(part, Call) and part.name.lower() not in FUNCTIONS:
        yield f"The function {part.name[:80]!r} is not one of those that may be called.", part
    elif isinstance(part, ProcedureCall) and part.name.lower() not in PROCEDURES:
        yield f"The procedure {part.name[:80]!r} is not one of those that may be called.", part


def _writing(part: Part) -> Iterator[tuple[str, Part]]:
    """The clauses of a part that do not only read."""
    if isinstance(part, SingleQuery):
        for clause in part.clauses:
            if not isinstance(clause, _READING):
                yield f"{_named(clause)} is not allowed: only statements that read may run.", clause
    elif isinstance(part, CallSubquery) and part.in_transactions:
        yield "CALL { } IN TRANSACTIONS is not allowed: only statements that read may run.", part


def _named(clause: Part) -> str:
    """A clause by its word."""
    if isinstance(clause, Command):
        return clause.words.upper()[:40]
    if isinstance(clause, (Create, SetItems, Delete)):
        return clause.word
    return _WORDS.get(type(clause), "This clause")
