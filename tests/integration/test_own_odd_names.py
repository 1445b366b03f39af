"""A server of the user's own that holds nothing, and one whose names and labels are as odd as the rules allow."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from servers import SpareNeo4j, own_settings

from kgqa.errors import ServerError
from kgqa.pipeline import Asker


def odd_names() -> list[str]:
    path = Path(__file__).resolve().parents[3] / "shared" / "data" / "hostile_inputs.jsonl"
    if not path.exists():
        pytest.skip("no ../shared/data/hostile_inputs.jsonl beside the repository")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    odd = [line["input"] for line in lines if line["category"] == "odd_but_legal_name"]
    return [re.sub(r"@@REPEAT\((.*?),(\d+)\)@@", lambda m: m[1] * int(m[2]), name) for name in odd]


def test_an_empty_server_and_one_with_odd_names(spare_neo4j: SpareNeo4j) -> None:
    spare_neo4j.empty()
    address = spare_neo4j.uri
    with pytest.raises(ServerError, match="holds no nodes"):
        Asker.open(own_settings(address))
    odd = odd_names()
    spare_neo4j.run(
        "UNWIND $rows AS row CREATE (:Relic {id: 'REL:' + row.n, name: row.name, synonyms: [row.name]})"
        "-[:HANGS_ON]->(:Wall {id: 'WALL:' + row.n})",
        rows=[{"n": str(number), "name": name} for number, name in enumerate(odd)],
    )
    for label in ("bad\\u0060label", " ", "a`b (c)"):
        spare_neo4j.run("CREATE (n:$($label)) SET n.name = 'x'", label=label)
    spare_neo4j.run("CREATE (:Keeper {number: 1, name: 'Jo Lee'}), (:Keeper {number: 2, name: 'Jo Lee'})")
    with Asker.open(own_settings(address)) as asker:
        assert asker.schema.node("Relic").count == len(odd)
        assert asker.schema.node("a`b (c)").count == 1
        assert sum("cannot stand in a statement" in note for note in asker.notes()) == 2
        assert any("'Keeper' with the same name are taken for one" in note for note in asker.notes())
        for number, name in enumerate(odd):
            trace = asker.ask(f"Which relics hang on WALL:{number}?")
            assert trace.answer.status == "answered", trace.answer.text
            assert {item.name for item in trace.answer.items} == {name}, name[:40]
            assert asker.ask(f"Is REL:{number} a wall?").answer.verdict is None
