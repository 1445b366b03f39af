"""What a server says of a statement that it does not accept, as one sentence with its place in the text.

Neo4j writes ``(line 1, column 20 (offset: 19))``, counts in UTF-16 units of the text that was sent, EXPLAIN included,
and repeats the line with a mark below. ArcadeDB writes ``at line 1:19`` or ``at line 1, column 19`` with columns from 0
in characters, EXPLAIN left out, or names no place at all. Memgraph writes ``line 1 position 20`` before the message,
with positions from 1 in characters of the text that was sent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgqa.cypher.parser.tokens import tokenize

_NEO4J = re.compile(r"\s*\(line (?P<line>\d+), column (?P<column>\d+) \(offset: (?P<offset>\d+)\)\)")
_ARCADEDB = re.compile(r"(?:Syntax error )?at line (?P<line>\d+)(?::|, column )(?P<column>\d+)(?: - |(?=\s*$))", re.M)
_MEMGRAPH = re.compile(
    r"Error on line (?P<line>\d+) position (?P<column>\d+)(?: with the .*? token)?\. The underlying parsing error is "
    r"(?P<said>.*?)(?:\. Take a look at clauses .*)?$",
    re.S,
)
_KIND = re.compile(r"^[A-Z][A-Za-z]*[a-z][A-Z][A-Za-z]*: ")
_LINE = re.compile(r"\r\n|\r|\n")
_PREFIX = re.compile(r"EXPLAIN\s+", re.IGNORECASE)
_NAME = re.compile(r"['`]([^'`\n]+)['`]|variable: (\w+)")
_SET = re.compile(r"(?<=expected: )\{(.*)\}$")
_LONGEST = 300
_WORDS = (
    (re.compile(r"^mismatched input '<EOF>',? expect(?:ed|ing):? ?", re.I), "The statement ends too early; expected: "),
    (re.compile(r"^mismatched input ('.*?'),? expect(?:ed|ing):? ?", re.I | re.S), r"\1 cannot stand here; expected: "),
    (re.compile(r"^(?:extraneous|no viable alternative at) input ('.*?'),? expect(?:ed|ing):? ?", re.I | re.S),
     r"\1 cannot stand here; expected: "),
    (re.compile(r"^(?:extraneous input|no viable alternative at input) ('.*')$", re.I | re.S), r"\1 cannot stand here"),
    (re.compile(r"^missing ('?\S+'?) at ('.*?')$", re.I | re.S), r"\1 is missing before \2"),
    (re.compile(r"^Invalid input '': expected ", re.I), "The statement ends too early; expected: "),
    (re.compile(r"^Invalid input ('.*?'): expected ", re.I | re.S), r"\1 cannot stand here; expected: "),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong, and where: ``text[start:end]``; both the length of the text where the end is meant.

    Attributes:
        start, end: None where the server names no place and none can be found.
    """

    sentence: str
    start: int | None = None
    end: int | None = None


def complaint(text: str, error_message: str) -> Complaint:
    """The message of a server on a statement as a sentence with its place. Never raises.

    Args:
        text: the statement, without an EXPLAIN that was put before it to be sent.
        error_message: the message as the driver hands it on.
    """
    neo4j, arcadedb, memgraph = (form.search(error_message) for form in (_NEO4J, _ARCADEDB, _MEMGRAPH))
    place: int | None = None
    if neo4j is not None:
        said = error_message[: neo4j.start()]
        place = _offset(
            text, neo4j["line"], int(neo4j["column"][:9]) - 1, _line_shown(error_message, neo4j.end()) or ""
        )
    elif memgraph is not None:
        said = memgraph["said"]
        place = _offset(text, memgraph["line"], int(memgraph["column"][:9]) - 1, None)
    elif arcadedb is not None:
        said = error_message[: arcadedb.start()].strip() or error_message[arcadedb.end() :]
        place = _offset(text, arcadedb["line"], int(arcadedb["column"][:9]), None)
    else:
        said = error_message
    said = _KIND.sub("", said.strip())
    span = _span(text, place) if place is not None else _named(text, said)
    return Complaint(_sentence(said), *(span or (None, None)))


def _line_shown(message: str, end: int) -> str | None:
    """The line of the statement as Neo4j repeats it in quotation marks."""
    lines = message[end:].strip().splitlines()
    shown = lines[0].strip() if lines else ""
    return shown[1:-1] if len(shown) > 1 and shown[0] == shown[-1] == '"' else None


def _offset(text: str, line: str, column: int, shown: str | None) -> int | None:
    """The offset of a line from 1 and a column from 0 in a text; None where the text has no such place.

    Args:
        shown: the line as Neo4j repeats it; None for the columns of ArcadeDB.
    """
    number = int(line[:9])
    starts = [0, *(found.end() for found in _LINE.finditer(text))]
    if not 1 <= number <= len(starts):
        return None
    start = starts[number - 1]
    ending = _LINE.search(text, start)
    own = text[start : ending.start() if ending else len(text)]
    if number == 1 and shown is not None and not _PREFIX.match(own) and (prefix := _PREFIX.match(shown)):
        column -= prefix.end()
    place = column if shown is None else _from_utf16(own, column)
    return start + place if 0 <= place <= len(own) else None


def _from_utf16(line: str, units: int) -> int:
    """The number of characters in so many UTF-16 units."""
    for place, sign in enumerate(line):
        if units <= 0:
            return place + units
        units -= 2 if ord(sign) > 0xFFFF else 1
    return len(line) + units


def _span(text: str, place: int) -> tuple[int, int]:
    """The word or sign at a place; the end of the text where nothing more follows."""
    for token in tokenize(text).tokens:
        if token.end > place and token.start <= place:
            return token.start if token.kind != "string" else place, token.end
    rest = len(text) if not text[place:].strip() else min(place + 1, len(text))
    return place, rest


def _named(text: str, said: str) -> tuple[int, int] | None:
    """Where the one name stands of which a message without a place speaks; None where it stands nowhere."""
    for named in _NAME.finditer(said):
        name = named[1] or named[2]
        found = [one for one in tokenize(text).tokens if one.kind in ("word", "name") and one.text.strip("`") == name]
        if found:
            return found[0].start, found[0].end
    return None


def _sentence(said: str) -> str:
    """What was said as one sentence, without line ends and the names of grammar rules."""
    said = " ".join(said.split())
    for pattern, words in _WORDS:
        said, count = pattern.subn(words, said, count=1)
        if count:
            break
    said = _SET.sub(r"\1", said).replace("<EOF>", "the end")
    if len(said) > _LONGEST:
        said = said[:_LONGEST].rsplit(" ", 1)[0] + " ..."
    said = said.rstrip(":, ") or "The server does not accept the statement"
    return said[0].upper() + said[1:] + ("" if said.endswith((".", "?")) else ".")
