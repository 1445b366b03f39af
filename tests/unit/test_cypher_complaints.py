"""Messages of servers, as they came, on statements that they do not accept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.cypher.checker.complaints import Complaint, complaint

NEO4J = [
    (
        "MATCH (a:G) RETURN a.n ORDER a.n",
        "Invalid input 'a': expected 'BY' (line 1, column 38 (offset: 37))\n"
        '"EXPLAIN MATCH (a:G) RETURN a.n ORDER a.n"\n                                      ^',
        Complaint("'a' cannot stand here; expected: 'BY'.", 29, 30),
    ),
    (
        "MATCH (a:G) RETURN a.n ORDER a.n",
        "Invalid input 'a': expected 'BY' (line 1, column 30 (offset: 29))\n"
        '"MATCH (a:G) RETURN a.n ORDER a.n"\n                              ^',
        Complaint("'a' cannot stand here; expected: 'BY'.", 29, 30),
    ),
    (
        "MATCH (a:G)\n WHERE a.n ==== 3\n RETURN a",
        "Invalid input '=': expected an expression (line 2, column 13 (offset: 32))\n"
        '" WHERE a.n ==== 3"\n             ^',
        Complaint("'=' cannot stand here; expected: an expression.", 24, 25),
    ),
    (
        "MATCH (a:G) RETURN '😀😀', b.n",
        "Variable `b` not defined (line 1, column 36 (offset: 35))\n"
        "\"EXPLAIN MATCH (a:G) RETURN '😀😀', b.n\"\n                                    ^",
        Complaint("Variable `b` not defined.", 25, 26),
    ),
    (
        "MATCH (a:G) RETURN a.n,",
        "Invalid input '': expected an expression (line 1, column 32 (offset: 31))\n"
        '"EXPLAIN MATCH (a:G) RETURN a.n,"\n                                ^',
        Complaint("The statement ends too early; expected: an expression.", 23, 23),
    ),
    ("RETURN $p", "Expected parameter(s): p", Complaint("Expected parameter(s): p.")),
]
ARCADEDB = [
    (
        "MATCH (a:G) RETURN a.n ORDER a.n",
        "Syntax error at line 1:29 - missing BY at 'a'",
        Complaint("BY is missing before 'a'.", 29, 30),
    ),
    (
        "MATCH (a:G RETURN a.n",
        "Syntax error at line 1:11 - mismatched input 'RETURN' expecting {'$', '{', ')', WHERE}",
        Complaint("'RETURN' cannot stand here; expected: '$', '{', ')', WHERE.", 11, 17),
    ),
    (
        "MATCH (a:G) RETURN a.n,",
        "Syntax error at line 1:23 - mismatched input '<EOF>', expected: an expression",
        Complaint("The statement ends too early; expected: an expression.", 23, 23),
    ),
    (
        "MATCH (a:G) RETURN '😀😀' b.n",
        "Unexpected input 'b' at line 1, column 24\n  MATCH (a:G) RETURN '😀😀' b.n\n                          ^",
        Complaint("Unexpected input 'b'.", 24, 25),
    ),
    (
        "MATCH (a:G) RETURN 'b', b.n",
        "UndefinedVariable: Variable 'b' not defined",
        Complaint("Variable 'b' not defined.", 24, 25),
    ),
    (
        "MATCH SHORTEST 1 (a:G)-[:T]->+(b) RETURN a.u",
        "FeatureNotImplemented: the SHORTEST 1 path search prefix is not supported; use shortestPath()",
        Complaint("The SHORTEST 1 path search prefix is not supported; use shortestPath()."),
    ),
]
MEMGRAPH = [
    (
        "MATCH (n)\nRETRN n",
        "Error on line 2 position 1. The underlying parsing error is mismatched input 'RETRN' expecting {<EOF>, ';'}",
        Complaint("'RETRN' cannot stand here; expected: the end, ';'.", 10, 15),
    ),
    (
        "MATCH (n RETURN n",
        "Error on line 1 position 10 with the RETURN token. The underlying parsing error is no viable alternative at "
        "input 'nRETURN'. Take a look at clauses around and try to fix the query.",
        Complaint("'nRETURN' cannot stand here.", 9, 15),
    ),
    ("MATCH (n) RETURN m", "Unbound variable: m.", Complaint("Unbound variable: m.", 17, 18)),
]


@pytest.mark.parametrize(("text", "message", "expected"), [*NEO4J, *ARCADEDB, *MEMGRAPH])
def test_a_message_becomes_a_sentence_with_its_place(text: str, message: str, expected: Complaint) -> None:
    assert complaint(text, message) == expected


def test_a_place_that_the_text_does_not_have_is_no_place() -> None:
    found = complaint("RETURN 1", "Invalid input (line 9, column 99 (offset: 900))")
    assert (found.start, found.end) == (None, None)


@given(st.text(), st.text(alphabet=st.sampled_from("(line 1, column offset:23)\n'\"`x {}")), st.integers(0, 10**12))
def test_any_text_and_message_give_a_sentence(text: str, noise: str, number: int) -> None:
    for message in (
        noise,
        f"{noise} (line {number}, column {number} (offset: {number}))\n{noise}",
        f"Syntax error at line {number}:{number} - {noise}",
        f"{noise} (line 1, column {number % 9} (offset: 0))",
        f"{noise} at line 1, column {number % 9}\n",
        f"Error on line 1 position {number % 9}. The underlying parsing error is {noise}",
    ):
        found = complaint(text, message)
        assert found.sentence.strip()
        if found.start is not None:
            assert found.end is not None
            assert 0 <= found.start <= found.end <= len(text)
