"""Statements about the default graph in a reader's words: checked by its names, then run."""

from __future__ import annotations

import io
import json

import pytest

from kgqa.cli.command import main
from kgqa.cypher.guard.admit import Refused
from kgqa.cypher.run import Ran
from kgqa.pipeline import Asker
from kgqa.settings import Settings


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (
            "MATCH (g:gene)-[:ASSOCIATED_WITH]->(d:Disease {name: 'marfan SYNDROME'}) RETURN g",
            "MATCH (g:Gene)-[:ASSOCIATED_WITH]->(d:Disease {name: 'Marfan syndrome'}) RETURN g.name",
        ),
        (
            "MATCH (d:Gene {name: 'Marfan syndrome'})-[:ASSOCIATED_WITH]->(g:Disease) RETURN g.name",
            "MATCH (d:Disease {name: 'Marfan syndrome'})<-[:ASSOCIATED_WITH]-(g:Gene) RETURN g.name",
        ),
        (
            "MATCH (d:Disease)-[:HAS_PHENOTYPE]->(p:Phenotype) WHERE p.name = 'heart attack' RETURN d.name",
            "MATCH (d:Disease)-[:HAS_PHENOTYPE]->(p:Phenotype) WHERE p.name = 'Myocardial infarction' RETURN d.name",
        ),
        (
            "MATCH (d:Disease) WHERE d.id = 'omim 154700' RETURN d.name",
            "MATCH (d:Disease) WHERE d.id = 'OMIM:154700' RETURN d.name",
        ),
    ],
)
def test_what_found_nothing_finds_what_was_meant(hpo_asker: Asker, written: str, meant: str) -> None:
    before = hpo_asker.run_cypher(written)
    checked = hpo_asker.checker().check(written)
    assert (checked.cypher, checked.notes) == (meant, ())
    after = hpo_asker.run_cypher(checked.cypher)
    assert isinstance(before, Ran)
    assert isinstance(after, Ran)
    assert (before.rows.rows, bool(after.rows.rows)) == ((), True)
    assert after.rows.executed == after.admitted.text


def test_a_statement_that_writes_is_not_run(hpo_asker: Asker) -> None:
    outcome = hpo_asker.run_cypher("MATCH (n:Gene) SET n.name = 'x' RETURN n")
    assert isinstance(outcome, Refused)
    assert "SET is not allowed" in outcome.reasons[0]


def test_the_command_line(
    hpo_asker: Asker, settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(settings.data_dir))
    line = json.dumps({"id": 1, "cypher": "MATCH (g:Gene {name: 'fbn1'}) RETURN g.id"})
    monkeypatch.setattr("sys.stdin", io.StringIO(line))
    assert main(["check", "--graph", hpo_asker.card.name, "--jsonl"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["id"], answer["cypher"]) == (1, "MATCH (g:Gene {name: 'FBN1'}) RETURN g.id")
