"""The command that checks a text, from a file or line by line, with and without a model that takes it apart."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.language.phrases import VERDICTS
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from kgqa.verification.verifying import LONGEST
from tests import command_line
from tests.scripted_models import ScriptedModels, taken_apart

TEXT = "Marfan syndrome shows arachnodactyly. Loeys-Dietz syndrome 1 shows ectopia lentis.\nHave a nice day."
LINKS = (
    ("Marfan syndrome shows arachnodactyly.", "Marfan syndrome", "HAS_PHENOTYPE", "arachnodactyly"),
    ("Loeys-Dietz syndrome 1 shows ectopia lentis.", "Loeys-Dietz syndrome 1", "HAS_PHENOTYPE", "ectopia lentis"),
)
KEYS = {"text", "start", "end", "subject", "relation", "object", "polarity", "verdict", "evidence", "reason"}
EVIDENCE_KEYS = {"number", "subject", "predicate", "object", "against", "sources", "properties"}
AWAY = ("--provider", "compatible", "--model", "m", "--address", "https://models.invalid/v1")
Run = Callable[..., command_line.Ended]


@pytest.fixture(scope="module")
def run(settings: Settings, server: EmbeddedServer, hpo_asker: Asker) -> Run:
    """Runs the command on the default graph."""

    def command(*arguments: str | Path, text: str | bytes = "", **more: str) -> command_line.Ended:
        variables = {"KGQA_DATA_DIR": str(settings.data_dir), "KGQA_VECTORS": "0", **more}
        done = command_line.run("verify", *arguments, text=text, **variables)
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return command


@pytest.fixture
def models() -> Iterator[ScriptedModels]:
    """A model server that takes every text apart in the same way."""
    with ScriptedModels() as server:
        yield server.says(taken_apart(*LINKS))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A plain text."""
    path = tmp_path / "text.txt"
    path.write_text(f"\ufeff{TEXT}", encoding="utf-8")
    return path


def by(models: ScriptedModels) -> tuple[str, ...]:
    return ("--split", "--provider", "compatible", "--model", "scripted", "--address", models.openai_url)


def lines(done: command_line.Ended) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def asked(*requests: Mapping[str, Any] | str) -> str:
    return "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in requests)


def require_claims(claims: Sequence[Mapping[str, Any]], text: str) -> None:
    for claim in claims:
        assert set(claim) == KEYS
        assert claim["text"] == text[claim["start"] : claim["end"]]
        assert claim["polarity"] in ("positive", "negative")
        assert claim["verdict"] in ("supported", "contradicted", "not_recorded", "not_checked")
        assert all(claim[name] is None or claim[name] for name in ("subject", "relation", "object"))
        assert bool(claim["evidence"]) == (claim["verdict"] in ("supported", "contradicted"))
        assert all(set(one) == EVIDENCE_KEYS for one in claim["evidence"])


def test_a_model_takes_a_text_apart_and_the_graph_judges(run: Run, models: ScriptedModels, file: Path) -> None:
    done = run(file, "--json", *by(models))
    assert done.returncode == 0
    (told,) = lines(done)
    assert told["id"] is None
    require_claims(told["claims"], TEXT)
    assert [one["verdict"] for one in told["claims"]] == ["supported", "contradicted"]
    assert {one["relation"] for one in told["claims"]} == {"HAS_PHENOTYPE"}
    first = told["claims"][0]
    assert first["evidence"][0]["object"]["name"] == "Arachnodactyly"
    assert "Marfan syndrome shows arachnodactyly." in models.chats[0].prompt
    people = run(file, *by(models))
    shown = people.stdout.splitlines()
    assert shown[0].startswith(f"{VERDICTS['supported']}\tMarfan syndrome shows arachnodactyly")
    assert shown[1].startswith("  [")
    assert any(line.startswith(f"{VERDICTS['contradicted']}\tLoeys-Dietz syndrome 1") for line in shown)
    assert "scripted: split into claims, split 1, 26 tokens read, 9 written" in people.stderr


def test_without_a_model_only_what_is_read_whole_is_checked(run: Run, models: ScriptedModels, file: Path) -> None:
    done = run(file, "--json")
    (told,) = lines(done)
    require_claims(told["claims"], TEXT)
    assert models.requests == []
    verdicts = {one["text"]: one["verdict"] for one in told["claims"]}
    assert "supported" not in [verdict for text, verdict in verdicts.items() if "Loeys" in text]
    models.says("I would rather not.")
    failed = run(file, "--json", *by(models))
    (other,) = lines(failed)
    assert other["claims"] == told["claims"]
    assert "scripted could not split the text into claims" in other["notes"][0]


def test_every_line_gets_a_line_whatever_stands_in_it(run: Run, models: ScriptedModels) -> None:
    requests = asked(
        {"id": 1, "text": TEXT},
        "no JSON",
        {"id": 3, "text": 3},
        {"id": 4, "question": "Which signs?"},
        "[1]",
        {"id": 6, "text": "", "question": "Which diseases show arachnodactyly?"},
        {"id": 7, "text": TEXT, "question": ["x"]},
        {"id": 8, "text": "x " * LONGEST},
        {"id": 9, "text": "\u202e\x00 漢字 \ud800"},
        {"id": 10, "text": TEXT, "question": "Which diseases show arachnodactyly?"},
    )
    done = run("--jsonl", *by(models), text=requests)
    assert done.returncode == 1
    told = lines(done)
    assert [one["id"] for one in told] == [1, None, 3, 4, None, 6, 7, 8, 9, 10]
    errors = {place: one["error"] for place, one in enumerate(told, 1) if "error" in one}
    assert set(errors) == {2, 3, 4, 5, 7, 8}
    assert "Line 2 is no JSON object with a text 'text'" in errors[2]
    assert "at most 60,000 are checked" in errors[8]
    assert all(one["claims"] == [] for place, one in enumerate(told, 1) if place in errors or place in (6, 9))
    assert [len(told[place]["claims"]) for place in (0, 9)] == [2, 2]


@pytest.mark.parametrize(
    ("options", "status", "said"),
    [
        ((), 2, "verify needs a file with a text, or --jsonl"),
        (("text.txt", "--jsonl"), 2, "verify needs a file with a text, or --jsonl"),
        (("none.txt",), 1, "The file 'none.txt' cannot be read: no such file"),
        (("none.txt", "--model", "m"), 2, "are for --split"),
        (("none.txt", "--split"), 1, "--split needs a language model"),
        (("--jsonl", "--graph", "nope"), 1, "nope"),
    ],
)
def test_wrong_use_says_what_to_do(run: Run, options: tuple[str, ...], status: int, said: str) -> None:
    done = run(*options)
    assert (done.returncode, done.stdout) == (status, "")
    assert said in done.stderr


def test_a_text_that_may_identify_a_patient_stays_here(run: Run, file: Path) -> None:
    file.write_text(f"MRN 00417733: {TEXT}", encoding="utf-8")
    done = run(file, "--json", "--split", *AWAY)
    assert "Texts go to OpenAI-compatible server at https://models.invalid/v1, to be split into claims" in done.stderr
    (told,) = lines(done)
    assert "the text may identify a patient: “MRN 00417733” (record number)" in told["notes"][0]
    require_claims(told["claims"], f"MRN 00417733: {TEXT}")


def test_a_text_is_checked_by_what_a_page_calls(hpo_asker: Asker) -> None:
    found = hpo_asker.check_text(TEXT, question="Which diseases show arachnodactyly?")
    assert found.text == TEXT
    assert found.calls == ()
    numbers = {one.number for one in found.evidence}
    assert all(set(claim.evidence) <= numbers for claim in found.claims)
    assert hpo_asker.check_text(" ").claims == ()
