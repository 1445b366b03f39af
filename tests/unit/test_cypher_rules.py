"""Each rule of the checker by its cases: right statements stay, wrong ones are repaired, hopeless ones say why."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kgqa.cypher.checker import graph_schema
from kgqa.cypher.checker.check import RULES, Checker

CASES = Path(__file__).parent / "cypher_cases"
SCHEMA = graph_schema.read(CASES / "schema.json")
CHECKERS = {names: Checker(SCHEMA, returns_names=names) for names in (True, False)}


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((CASES / name).read_text(encoding="utf-8"))["case"]
    return found


def right() -> list[str]:
    found: list[str] = tomllib.loads((CASES / "right.toml").read_text(encoding="utf-8"))["statements"]
    return found


@pytest.mark.parametrize("cypher", right())
@pytest.mark.parametrize("names", [True, False])
def test_a_right_statement_stays_as_it_is(cypher: str, names: bool) -> None:
    checked = CHECKERS[names].check(cypher)
    assert (checked.cypher, checked.corrections) == (cypher, ())
    assert (checked.status, checked.notes, checked.runnable) == ("ok", (), True)


@pytest.mark.parametrize("case", cases("repaired.toml"), ids=lambda case: str(case["title"]))
def test_a_wrong_statement_is_repaired(case: dict[str, Any]) -> None:
    checker = CHECKERS[case.get("names", False)]
    checked = checker.check(case["before"])
    assert checked.cypher == case["after"]
    assert [correction.rule for correction in checked.corrections] == case["rules"]
    assert (checked.status, checked.runnable, checked.notes) == ("corrected", True, ())
    assert checker.check(checked.cypher).corrections == ()
    for correction in checked.corrections:
        assert correction.reason.endswith(".")
        assert correction.before != correction.after
        assert 0 <= correction.start <= correction.end <= len(case["before"])


@pytest.mark.parametrize("case", cases("left_alone.toml"), ids=lambda case: str(case["title"]))
def test_a_statement_without_one_best_repair_is_left_alone(case: dict[str, Any]) -> None:
    checked = CHECKERS[False].check(case["cypher"])
    assert (checked.cypher, checked.corrections, checked.status) == (case["cypher"], (), case["status"])
    assert case["note"] in " ".join(checked.notes)
    assert checked.runnable == (case["status"] == "ok")


def test_every_rule_has_a_case() -> None:
    used = {rule for path in CASES.glob("*repaired.toml") for case in cases(path.name) for rule in case["rules"]}
    assert used == {"extract", "syntax", *(rule.__name__ for rule in RULES)}


def test_positions_are_those_of_the_text_that_was_handed_in() -> None:
    text = "```\nMATCH (d:disease)-[:TREATS]->(x:drug) RETURN x.Name\n```"
    inner = "MATCH (d:disease)-[:treats]->(x:drug) RETURN x.Name"
    for given in (inner, inner.replace("disease", "DISEASE")):
        for correction in CHECKERS[False].check(given).corrections:
            if correction.rule in ("labels", "types", "properties"):
                assert given[correction.start : correction.end] == correction.before
    assert CHECKERS[False].check(text).corrections[0].before == text
