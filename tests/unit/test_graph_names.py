"""Names enter Cypher through one function, which no name can leave."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import kgqa
from kgqa.errors import QueryError
from kgqa.graph.quoting import quoted

CODE = Path(kgqa.__path__[0])
TEXT_METHODS = ("replace", "strip", "lower", "upper", "title", "casefold", "format", "get", "pop")
# A keyword followed by what Cypher has after it; prose does not look like this.
CYPHER = re.compile(
    r"\b(?:MATCH|MERGE|CREATE|DELETE|UNWIND)\s*(?:[\w]+\s*=\s*)?[(\[$]|\bRETURN\s+\S+(?:\s+AS\b|\s*$)|\bSET\s+\w+[.:]"
    r"|\bWHERE\s+\w+[.:]|\)\s*-\s*\[|\]\s*-\s*>?\s*\(|\(\w*:"
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Gene", "Gene"),
        ("HAS_PHENOTYPE", "HAS_PHENOTYPE"),
        ("Match", "`Match`"),
        ("set", "`set`"),
        ("1st", "`1st`"),
        ("Gène", "`Gène`"),
        ("two words", "`two words`"),
        ("a`b", "`a``b`"),
        ("`", "````"),
        ("x`) DETACH DELETE n //", "`x``) DETACH DELETE n //`"),
        ("C:\\temp", "`C:\\temp`"),
        ("多発 β", "`多発 β`"),
        ("biolink:treats", "`biolink:treats`"),
        ("\\U0041", "`\\U0041`"),
    ],
)
def test_a_name_is_quoted_and_its_back_quotes_doubled(name: str, expected: str) -> None:
    assert quoted(name) == expected


@pytest.mark.parametrize("name", ["", "a\0b", "x\\u0060) DETACH DELETE n //", "\\u", None, 5, b"Gene", ["Gene"], True])
def test_what_could_be_read_otherwise_is_refused(name: object) -> None:
    with pytest.raises(QueryError, match="name"):
        quoted(name)  # type: ignore[arg-type]


def test_a_very_long_name_is_quoted_and_a_refused_one_is_shortened() -> None:
    assert len(quoted("x " * 50_000)) == 100_002
    with pytest.raises(QueryError) as caught:
        quoted("x" * 100_000 + "\0")
    assert len(str(caught.value)) < 1000


def test_no_text_inside_is_cypher_of_its_own() -> None:
    """What is between the outer quotes holds back-quotes only in pairs, so a lexer never leaves the name."""
    for name in ("`", "``", "a`b``c```", "```", "`a`"):
        inner = quoted(name)[1:-1]
        assert inner.replace("``", "") == name.replace("`", "")
        assert inner.replace("``", "`") == name


def _spliced(tree: ast.AST) -> list[tuple[int, str]]:
    """Places where a text that looks like Cypher is put together from values that did not go through ``quoted``."""
    found = []
    for node in ast.walk(tree):
        text, values = _parts(node)
        if text and CYPHER.search(text):
            found += [(value.lineno, ast.unparse(value)) for value in values if not _is_safe(value)]
    return found


def _parts(node: ast.AST) -> tuple[str, list[ast.expr]]:
    """The fixed text and the inserted values of an f-string, a format call, a ``%`` or a ``+``."""
    if isinstance(node, ast.JoinedStr):
        fixed = "".join(part.value if isinstance(part, ast.Constant) else "§" for part in node.values)
        return fixed, [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return _constant(node.func.value), [*node.args, *(keyword.value for keyword in node.keywords)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        return _constant(node.left), list(values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        if fixed := _constant(node.left):
            return fixed, [node.right]
        return _constant(node.right), [node.left]
    return "", []


def _constant(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _is_safe(value: ast.expr) -> bool:
    """A call of ``quoted`` or ``int``, a constant, or a name or call that is itself made of checked text.

    A bare attribute (``relation.type``), a subscript, or one of these changed as text is a name as it came; local
    variables and helpers are judged where they are made.
    """
    if isinstance(value, ast.Call):
        return not isinstance(value.func, ast.Attribute) or value.func.attr not in TEXT_METHODS
    return not isinstance(value, ast.Attribute | ast.Subscript) or (
        isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name) and value.value.id == "self"
    )


def test_the_search_finds_a_splice_and_passes_a_quoted_name() -> None:
    bad = ast.parse(
        'f"MATCH (n:{r.type}) RETURN n"\n"MATCH (n:%s)" % x["label"]\n"MATCH (n:{})".format(s.label)\n'
        '"MATCH (n:" + s.label\nf"MATCH (n) SET n.{key.strip()} = 1"'
    )
    assert [line for line, _ in _spliced(bad)] == [1, 2, 3, 4, 5]
    good = ast.parse('f"MATCH (n:{quoted(r.type)}) RETURN n LIMIT {int(k)}"\nf"The node {n.name} is not there."')
    assert _spliced(good) == []


def test_no_statement_is_put_together_from_raw_names() -> None:
    found = {path: _spliced(ast.parse(path.read_text(encoding="utf-8"))) for path in sorted(CODE.rglob("*.py"))}
    assert {path: lines for path, lines in found.items() if lines} == {}
