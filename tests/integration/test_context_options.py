"""The options of ``ask`` for facts: what is read, kept and sent, and what is printed of it."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from kgqa.cli.command import main
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from tests.scripted_models import ScriptedModels, in_form

GENES = "Which genes are associated with Marfan syndrome?"
KG_RAG = ["--strategy", "kg-rag"]


@pytest.fixture(autouse=True)
def _the_same_graph(
    settings: Settings, server: EmbeddedServer, hpo_asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(settings.data_dir))


def test_the_facts_are_printed_with_score_and_source(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    options = [
        "--context-volume",
        "5",
        "--without-relation",
        "IS_A",
        "--without-type",
        "Phenotype",
        "--most-facts",
        "90",
    ]
    assert main(["ask", GENES, *KG_RAG, *options]) == 0
    printed = capsys.readouterr().out.splitlines()
    facts = [one.split("\t") for one in printed if one.startswith("  [")]
    assert 1 <= len(facts) <= 5
    assert [one[0] for one in facts] == [f"  [{number}]" for number in range(1, len(facts) + 1)]
    assert all(0.5 <= float(score) <= 1 and sentence.endswith(".") and source for _, score, sentence, source in facts)
    assert not [one for one in facts if "phenotype" in one[2]]
    assert "left out by the filters" in printed[0]


def test_facts_are_kept_as_published_by_an_option_or_a_setting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(*more: str) -> dict[str, Any]:
        assert main(["ask", GENES, *KG_RAG, "--json", *more]) == 0
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    ours, published = told(), told("--as-published")
    (genes,) = ours["lists"]
    assert genes["complete"]
    assert genes["given"] == genes["recorded"] == 1
    assert genes["what"] in ours["headline"]
    assert [one["why"] for one in ours["evidence"] if one["why"]] == [f"1 of 1 {genes['what']}"]
    assert published["lists"] is None
    assert not [one for one in published["evidence"] if one["why"]]
    monkeypatch.setenv("KGQA_AS_PUBLISHED", "1")
    assert told()["evidence"] == published["evidence"]


def test_options_that_cannot_be_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for options, said in (
        (["--strategy", "cypher", "--most-facts", "5"], "--most-facts is for kg-rag, federated or full-text"),
        (["--strategy", "full-text", "--percentile", "5"], "--percentile is for kg-rag"),
        (["--context-json", "model"], "--context-json is for cypher, kg-rag, federated or full-text"),
        (["--strategy", "llm-only", "--names-by-model"], "--names-by-model is for cypher, kg-rag or federated"),
        (["--source", "OMIM"], "--source is for kg-rag, federated or full-text"),
        (["--strategy", "full-text", "--as-published"], "--as-published is for kg-rag"),
        (["--strategy", "cypher", "--by-parts"], "--by-parts is for kg-rag"),
        (["--strategy", "kg-rag", "--without-step", "choice"], "--without-step is for kgt"),
    ):
        assert main(["ask", GENES, *options]) == 2
        assert said in capsys.readouterr().err
    long = tmp_path / "long.txt"
    long.write_text("x" * 9_000, encoding="utf-8")
    for options, said in (
        (["--prior-knowledge", str(tmp_path / "none.txt")], "cannot be read"),
        (["--prior-knowledge", str(long)], "more than 8,000 characters"),
        (["--without-relation", "NOPE"], "This graph has no relation 'NOPE'"),
        (["--without-relation", "EXCLUDES_PHENOTYPE"], "denies what HAS_PHENOTYPE says"),
        (["--without-type", "disease"], "This graph has no type 'disease'"),
        (["--percentile", "101"], "must be from 0 to 100"),
    ):
        assert main(["ask", GENES, *KG_RAG, *options]) != 0
        assert said in capsys.readouterr().err


def test_questions_of_every_kind_line_by_line_with_and_without_a_model(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    questions = {
        "list": GENES,
        "yesno": "Does Marfan syndrome show Arachnodactyly?",
        "choice": "Which gene is associated with Marfan syndrome? A: BRCA1 B: FBN1 C: HBB",
        "statement": "Marfan syndrome is not associated with BRCA1.",
    }
    lines = "".join(json.dumps({"id": id_, "question": text}) + "\n" for id_, text in questions.items())
    wide = [*KG_RAG, "--jsonl", "--percentile", "0", "--least-similarity", "-1", "--context-volume", "2000"]

    def asked(*options: str) -> dict[str, dict[str, object]]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        assert main(["ask", *wide, *options]) == 0
        found = [json.loads(one) for one in capsys.readouterr().out.splitlines()]
        return {one["id"]: one for one in found}

    bare = asked("--with-cut")
    assert set(bare) == set(questions)
    for one in bare.values():
        assert (one["status"], one["verdict"], one["value"], one["answers"], one["tokens"]) == (
            "evidence",
            None,
            None,
            [],
            0,
        )
        evidence = one["evidence"]
        assert isinstance(evidence, list)
        assert evidence
        assert all({"sentence", "score", "kept", "reason", "provenance", "by_hand"} <= set(fact) for fact in evidence)
        assert one["pruning"]
    points = tmp_path / "points.txt"
    points.write_text("- Rivers flow downhill.\n", encoding="utf-8")
    with ScriptedModels() as models:
        models.reply = _reply
        models_options = ["--provider", "ollama", "--model", "scripted", "--address", models.ollama_url]
        monkeypatch.setenv("KGQA_MODEL_CONTEXT_TOKENS", "60000")
        told = asked(
            *models_options, "--context-json", "composed", "--prior-knowledge", str(points), "--without-fields"
        )
        assert all("Rivers flow downhill" in one.prompt and '"facts": [' in one.prompt for one in models.chats)
    assert (told["yesno"]["status"], told["yesno"]["verdict"]) == ("answered", True)
    assert (told["choice"]["status"], told["choice"]["value"]) == ("answered", "FBN1")
    assert told["list"]["status"] == "answered"
    assert told["list"]["written_by"] == "scripted"
    for one in told.values():
        calls = one["calls"]
        assert isinstance(calls, list)
        assert calls[-1]["tokens_context"] > 0


LINK = ("FBN1 is associated with Marfan syndrome.", "FBN1", "ASSOCIATED_WITH", "Marfan syndrome")


def _reply(messages: Sequence[Mapping[str, str]]) -> str:
    told = str(messages)
    if '"verdict"' in told:
        return in_form(
            ("Marfan syndrome shows Arachnodactyly.", "Marfan syndrome", "HAS_PHENOTYPE", "Arachnodactyly"),
            verdict="yes",
        )
    return in_form(LINK, choice="B") if '"choice"' in told else in_form(LINK)
