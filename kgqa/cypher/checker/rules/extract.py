"""The statement out of a model's reply: without code fences, prose, a JSON envelope or a version in front.

A text that is a statement already stays as it is. Of several code blocks one is taken, never two together: the first
that is marked as Cypher, else the first that can be read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.records import Edit, Findings, Repair
from kgqa.cypher.checker.rules.spelled import written
from kgqa.cypher.parser.parse import Parsed, parse
from kgqa.cypher.parser.tokens import tokenize

_STARTS = frozenset({
    "MATCH", "OPTIONAL", "CALL", "WITH", "UNWIND", "RETURN", "CREATE", "MERGE", "SHOW", "DROP", "LOAD", "FOREACH",
    "USE", "EXPLAIN", "PROFILE", "DETACH", "DELETE", "SET", "REMOVE", "INSERT",
})  # fmt: skip
_CLAUSES = _STARTS | {"WHERE", "ORDER", "SKIP", "LIMIT", "UNION", "AND", "OR", "ON", "YIELD", "AS", "OFFSET", "FINISH"}
_FENCE = re.compile(r"(?:```|~~~)(?:[ \t]*([\w+-]*)[ \t]*\r?\n)?(.*?)(?:```|~~~|\Z)", re.DOTALL)
_TAG = re.compile(r"<(cypher|query|code|sql)>(.*?)</\1>", re.IGNORECASE | re.DOTALL)
_SENTENCE = re.compile(r"[A-Z][a-z']+(?:[ ,]+[A-Za-z']+){2,}[^\n]*[.!?:]\s*(?:\n|$)")
_SAID = re.compile(r"[A-Z][a-z]+(?:[ :,]+[a-z]+){3,}|[A-Z][a-z]+[^(\[{=<>.]*[.:,]\s*$")
_ITEM = re.compile(r"(?:\d+[.)]\s|[#*>\-\s])*[A-Za-z(\"'`]")
_NODE = re.compile(r"\s*\(\w*(?::\S|\))")
_MARK = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.MULTILINE)
_INLINE = re.compile(r"`+(?=[A-Za-z])")
_ENVELOPE = re.compile(
    r'"(?:cypher|query|statement|cypher_query)"\s*:\s*("(?:[^"\\]|\\.)*")', re.IGNORECASE | re.DOTALL
)
_VERSION = re.compile(r"\A\s*CYPHER(?:\s+(?:\d+(?:\.\d+)?|\w+\s*=\s*\w+))*\s+", re.IGNORECASE)
_START = re.compile(r"\b[A-Za-z]+\b")
_LINE_END = re.compile(r"\r\n|\r|\n|$")
_CYPHER = re.compile(r"\(\s*\w*\s*:|\)\s*<?-|-\s*\[|\b(?:WHERE|RETURN)\b")
_MOST_TRIES = 8
"""How many places of a text are tried as the begin and end of a statement."""


def extract(text: str, schema: GraphSchema) -> Findings:
    """Takes the statement out of a text; finds nothing where the text is one, or holds none."""
    parsed = parse(text)
    if parsed.problem is None:
        return _without_version(text) if len(parsed.statements) == 1 else _without_sentence(parsed)
    for candidate, why in _candidates(text):
        found = _statement(candidate, schema)
        if found is not None and found != text:
            return Findings((Repair((Edit(0, len(text), found),), why),))
    return Findings()


def _without_version(text: str) -> Findings:
    version = _VERSION.match(text)
    if version is None or parse(text[version.end() :]).problem is not None:
        return Findings()
    reason = "The word in front of the statement names a language or version, which not every server understands."
    return Findings((Repair((Edit(0, version.end(), ""),), reason),))


def _without_sentence(parsed: Parsed) -> Findings:
    """Takes away what follows the semicolon of a statement, where it is a sentence that only looks like a statement."""
    after = parsed.statements[1].start
    if not _SENTENCE.match(parsed.text, after):
        return Findings()
    end = parsed.text.rindex(";", 0, after) + 1
    reason = "The statement was taken out of the text around it."
    return Findings((Repair((Edit(end, len(parsed.text), ""),), reason),))


def _candidates(text: str) -> Iterator[tuple[str, str]]:
    """The pieces of a reply that may hold its statement, the likeliest first."""
    blocks = [block for block in _FENCE.findall(text) if block[1].strip()]
    if not blocks:
        text = _MARK.sub("", text)
    for _, body in sorted(blocks, key=lambda block: block[0].lower() != "cypher"):
        for envelope in _ENVELOPE.findall(body):
            yield _unwrapped(envelope), "The statement was taken out of a JSON object in a code block."
        yield body, "The statement was taken out of a code block."
    if blocks:
        return
    for envelope in _ENVELOPE.findall(text):
        yield _unwrapped(envelope), "The statement was taken out of a JSON object."
    for _, body in _TAG.findall(text):
        yield body, "The statement was taken out of the tags around it."
    yield text, "The names in the statement need back-quotes."
    # A piece comes before what stands in back-quotes, because names of a statement stand in such as well.
    for piece in (*_pieces(text), *_inline(text)):
        yield piece, "The statement was taken out of the text around it."


def _inline(text: str) -> Iterator[str]:
    """Stretches of a line between back-quotes that begin as a statement does; the longest first, for odd names."""
    tries = 0
    for opened in _INLINE.finditer(text):
        word = _START.match(text, opened.end())
        if word is None or word[0].upper() not in _STARTS:
            continue
        line = text[opened.end() : _line_end(text, opened.end())]
        for end in sorted((found.start() for found in re.finditer("`", line)), reverse=True)[:_MOST_TRIES]:
            tries += 1
            if tries > 2 * _MOST_TRIES:
                return
            if parse(line[:end]).problem is None:
                yield line[:end]
                return


def _line_end(text: str, start: int) -> int:
    found = _LINE_END.search(text, start)
    return found.start() if found else len(text)


def _unwrapped(literal: str) -> str:
    try:
        return str(json.loads(literal, strict=False))
    except ValueError:
        return literal[1:-1]


def _statement(text: str, schema: GraphSchema) -> str | None:
    """The text without white space around it if it is a statement, if need be with back-quotes around odd names."""
    text = text.strip()
    text = _VERSION.sub("", text.strip("`").strip() if text.startswith("`") else text, count=1)
    parsed = parse(text)
    if parsed.problem is None:
        rest = _without_sentence(parsed) if len(parsed.statements) > 1 else Findings()
        return text[: rest.repairs[0].edits[0].start] if rest.repairs else text
    quoted = with_quotes(text, schema)
    return quoted if quoted != text and parse(quoted).problem is None else None


def _pieces(text: str) -> Iterator[str]:
    """Stretches from a word that can begin a statement to the end of a line before what is prose."""
    starts = [found.start() for found in _START.finditer(text) if _begins(text, found)]
    tries = 0
    for start in starts:
        if _CYPHER.search(text, 0, start) and not text[:start].rstrip().endswith(":"):
            # What stands before is no prose but a statement with a mistake; its rest alone would mean something else.
            continue
        end = len(text)
        for _ in range(3):
            piece = text[start:end]
            problem = parse(piece).problem
            tries += 1
            if problem is None:
                yield piece
                return
            if tries > _MOST_TRIES:
                return
            end = _prose_before(text, start, start + problem.start)
            if end < 0:
                break


def _begins(text: str, word: re.Match[str]) -> bool:
    """Whether a statement may begin here: a first word in capitals, or in any case at the start of a line."""
    if word.group().upper() not in _STARTS:
        return False
    before = text[max(0, word.start() - 20) : word.start()].rstrip(" \t>*")
    return word.group().isupper() or not before or before.endswith(("\n", "\r", ":"))


def _prose_before(text: str, start: int, place: int) -> int:
    """The end of the last line before a place, if what follows it is prose; -1 where none is."""
    ends = [found.start() for found in _LINE_END.finditer(text, start) if found.start() <= place]
    for end in reversed(ends[-4:]):
        rest = text[end:].lstrip()
        if rest and _is_prose(rest):
            return end
    return -1


def _is_prose(text: str) -> bool:
    """Whether a text goes on as sentences do: with words, the first of which is no word of Cypher."""
    line = text.splitlines()[0]
    words = [token for token in tokenize(line).tokens if token.kind == "word"]
    if len(words) < 2 and not line.rstrip().endswith((".", ":", "!")):
        return False
    first = re.match(r"[\W_]*(\w+)", line)
    if first is None:
        return False
    if first.group(1).upper() in _CLAUSES:
        # "With this statement you find ...": a sentence has a capital and words side by side without signs of Cypher.
        return _SAID.match(line) is not None
    return _ITEM.match(line) is not None and _NODE.match(line) is None


def with_quotes(text: str, schema: GraphSchema) -> str:
    """A text in which labels and types of the schema that are no plain words stand in back-quotes."""
    odd = sorted(
        (name for name in schema.labels | schema.types if written(name).startswith("`")), key=len, reverse=True
    )
    if not odd:
        return text
    pattern = re.compile(
        r"(?<=[:|&!])(\s*)(" + "|".join(re.escape(name) for name in odd) + r")(?![\w`])", re.IGNORECASE
    )
    exact = {name.casefold(): name for name in reversed(odd)}
    return pattern.sub(lambda found: found.group(1) + written(exact[found.group(2).casefold()]), text)
