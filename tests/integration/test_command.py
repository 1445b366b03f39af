"""The command line: what it prints where, and how it ends; three tests run it as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.settings import Settings
from tests import command_line

ROOT = Path(__file__).resolve().parents[2]
NODES = """id,name,label,synonyms,definition
C:1,Aspirin,Compound,Acetylsalicylic acid,
C:2,Ibuprofen,Compound,,
D:1,Migraine,Disease,,A recurring headache on one side.
D:2,Gout,Disease,Podagra,
O:2,Gout,Disease,,
S:1,<script>alert(1)</script> ache,Symptom,,
"""
EDGES = """source,type,target,reference
C:1,TREATS_CtD,D:1,PMID:1
C:2,TREATS_CtD,D:1,
C:2,TREATS_CtD,O:2,PMID:2
D:1,PRESENTS_DpS,S:1,
"""
ANSWER_KEYS = {
    "id", "question", "status", "kind", "answers", "verdict", "value", "text", "cypher", "entities", "evidence",
    "timings_ms", "tokens",
}  # fmt: skip
ENTITY_KEYS = {"mention", "id", "name", "label", "score", "method"}
EVIDENCE_KEYS = {"subject", "predicate", "object", "sources", "properties"}
Run = Callable[..., command_line.Ended]


@pytest.fixture(scope="module")
def graph(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A small graph in the session's data folder; the processes join the session's server."""
    folder = _tables(tmp_path_factory.mktemp("tables"))
    catalog.load(settings, server, SourceSpec("tables", {"path": str(folder), "name": "clinic"}), lambda _: None)
    yield "clinic"
    catalog.remove(settings, "clinic")


def _tables(folder: Path, nodes: str = NODES, edges: str = EDGES) -> Path:
    (folder / "nodes.csv").write_text(nodes, encoding="utf-8")
    (folder / "edges.csv").write_text(edges, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def variables(settings: Settings, graph: str) -> dict[str, str]:
    """Variables of a command for which the small graph is the default one."""
    return {"KGQA_DATA_DIR": str(settings.data_dir), "KGQA_GRAPH": graph, "KGQA_VECTORS": "0"}


@pytest.fixture(scope="module")
def run(variables: dict[str, str]) -> Run:
    """Runs a command with the small graph as the default."""

    def command(*arguments: str, text: str | bytes = "", **more: str) -> command_line.Ended:
        done = command_line.run(*arguments, text=text, **{**variables, **more})
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return command


@pytest.fixture(scope="module")
def run_process(variables: dict[str, str]) -> Run:
    """The same in a process of its own."""

    def command(*arguments: str, text: str | bytes = "", **more: str) -> command_line.Ended:
        own = {name: value for name, value in os.environ.items() if not name.startswith("KGQA_")}
        done = subprocess.run(
            [sys.executable, "-m", "kgqa", *arguments], cwd=ROOT, env={**own, **variables, **more},
            input=text.encode() if isinstance(text, str) else text, capture_output=True, timeout=300,
        )  # fmt: skip
        out, errors = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in errors, errors
        return command_line.Ended(done.returncode, out, errors)

    return command


def _objects(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_ask_prints_the_answer_and_logs_elsewhere(run: Run) -> None:
    done = run("ask", "Which compounds treat migraine?")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0].startswith("2 compounds treat Migraine: Aspirin [1]")
    assert "Aspirin\tC:1" in done.stdout
    assert " ms" in done.stderr
    assert " ms" not in done.stdout


def test_a_path_that_a_question_does_not_have_ends_the_command_with_a_failure(run: Run) -> None:
    done = run("ask", "Which compounds treat migraine?", "--strategy", "kgt", "--path", "nonsense")
    assert done.returncode == 1
    assert "The path “nonsense” is none of this question's. Its only path is “Compound-" in done.stdout


def test_a_saved_answer_is_printed_again_without_a_graph(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "answer.json")
    asked = run("ask", "Which compounds treat migraine?", "--json", "--save", file)
    again = run("ask", "--replay", file, "--json", KGQA_DATA_DIR=str(tmp_path / "none"))
    assert (again.returncode, again.stdout) == (0, asked.stdout)
    nowhere = run("ask", "Which compounds treat migraine?", "--save", str(tmp_path / "no folder" / "answer.json"))
    assert nowhere.returncode == 1
    assert nowhere.stdout.startswith("2 compounds"), "the answer is not lost"
    assert "no folder" in nowhere.stderr


def test_ask_json_has_the_keys_of_the_contract(run: Run) -> None:
    done = run("ask", "Which compounds treat gout?", "--json")
    (answer,) = _objects(done.stdout)
    assert done.returncode == 0
    assert answer.keys() >= ANSWER_KEYS
    assert (answer["question"], answer["status"], answer["kind"]) == ("Which compounds treat gout?", "answered", "list")
    assert [(a["name"], a["id"], a["label"]) for a in answer["answers"]] == [("Ibuprofen", "C:2", "Compound")]
    assert answer["cypher"].keys() >= {"generated", "checked", "corrections"}
    assert answer["cypher"]["corrections"] == []
    assert "MATCH" in answer["cypher"]["generated"]
    (entity,) = answer["entities"]
    assert entity.keys() >= ENTITY_KEYS
    assert (entity["mention"], entity["id"], entity["method"]) == ("gout", "D:2", "exact")
    (triple,) = answer["evidence"]
    assert triple.keys() >= EVIDENCE_KEYS
    assert triple["subject"] == {"name": "Ibuprofen", "id": "C:2", "label": "Compound"}
    assert triple["object"] == {"name": "Gout", "id": "O:2", "label": "Disease"}
    assert (triple["predicate"], triple["sources"]) == ("TREATS_CtD", ["PMID:2"])
    assert answer["timings_ms"]["total"] > 0
    assert answer["tokens"] == 0
    assert (answer["verdict"], answer["value"]) == (None, None)


def test_ask_jsonl_answers_every_line_and_goes_on_after_a_broken_one(run: Run) -> None:
    lines = [
        json.dumps({"id": "a", "question": "Does aspirin treat migraine?"}),
        "no json at all {",
        json.dumps({"id": 7, "question": "How many compounds treat migraine?"}),
        "[1, 2]",
        json.dumps({"id": "b", "text": "the wrong field"}),
        json.dumps({"id": "c", "question": 5}),
        "",
        json.dumps({"id": None, "question": ""}),
        json.dumps({"question": "What is the capital of France?"}),
        json.dumps({"id": "d", "question": "Does aspirin treat gout?", "more": [1]}),
    ]
    done = run("ask", "--jsonl", text="\n".join(lines) + "\n")
    answers = _objects(done.stdout)
    assert len(answers) == 9, "one for every line that is not empty"
    good = {str(a["id"]): a for a in answers if a["id"] is not None}
    assert (good["a"]["kind"], good["a"]["verdict"]) == ("yesno", True)
    assert (good["7"]["kind"], good["7"]["value"]) == ("count", 2)
    assert (good["d"]["verdict"], good["d"]["status"]) == (False, "answered")
    statuses = [a["status"] for a in answers]
    assert statuses.count("failed") == 4
    assert statuses.count("refused") == 1
    assert statuses.count("not_understood") == 1
    assert all(a["text"] for a in answers)
    assert done.returncode == 1, "some lines could not be read"
    assert "Line 2" in done.stderr


def test_a_line_that_breaks_the_reader_of_json_or_the_writer_does_not_end_it(run: Run) -> None:
    good = '{"id": 1, "question": "Does aspirin treat migraine?"}'
    odd_id = good.replace("1", '"\\ud800"', 1)
    lines = ["[" * 100_000, odd_id, '{"id": 2, "question": "Does \\ud800 aspirin treat migraine?"}', good]
    done = run(
        "ask", "--jsonl", text="\n".join(lines).encode() + b'\n{"id": 3, "question": "caf\xe9 \xff"}\n' + good.encode()
    )
    answers = _objects(done.stdout)
    assert [answer["status"] for answer in answers] == ["failed", *["answered"] * 3, "not_understood", "answered"]
    assert all(answer["verdict"] is True for answer in answers if answer["status"] == "answered")


def test_ask_jsonl_ends_well_where_every_line_is_good_or_there_is_none(run: Run) -> None:
    done = run("ask", "--jsonl", text='{"id": 1, "question": "Which diseases does ibuprofen treat?"}')
    assert done.returncode == 0
    (answer,) = _objects(done.stdout)
    assert [(a["name"], a["ids"]) for a in answer["answers"]] == [("Gout", ["D:2", "O:2"]), ("Migraine", ["D:1"])]
    empty = run("ask", "--jsonl", text="")
    assert (empty.returncode, empty.stdout) == (0, "")


def test_ask_after_another_question(run: Run) -> None:
    first, second = "Which compounds treat Migraine?", "Which of these treat Gout?"
    done = run("ask", "--after", first, second, "--json")
    told = json.loads(done.stdout)
    assert [one["name"] for one in told["answers"]] == ["Ibuprofen"]
    assert told["follows"]["question"] == first
    assert (told["follows"]["answers"], told["follows"]["taken"]) == (2, [])
    assert "follows" not in json.loads(run("ask", first, "--json").stdout)
    chain = json.loads(
        run("ask", "--after", first, "--after", second, "Which diseases does it treat?", "--json").stdout
    )
    assert chain["follows"]["taken"] == [{"id": "C:2", "name": "Ibuprofen", "label": "Compound"}]
    plain = run("ask", "--after", first, "what about Gout?").stdout.splitlines()
    assert plain[0] == "Read as: Which compounds treat Gout?"
    assert "Ibuprofen" in plain[1]


def test_ask_jsonl_after_another_question_or_several(run: Run) -> None:
    first, second = "Which compounds treat Migraine?", "Which of these treat Gout?"
    lines = [
        {"id": 1, "question": second, "after": first},
        {"id": 2, "question": "Which diseases does it treat?", "after": [first, second]},
        {"id": 3, "question": second, "after": 7},
        {"id": 4, "question": second},
    ]
    done = run("ask", "--jsonl", text="\n".join(map(json.dumps, lines)))
    told = {one["id"]: one for one in map(json.loads, done.stdout.splitlines())}
    assert [one["name"] for one in told[1]["answers"]] == ["Ibuprofen"]
    assert {one["name"] for one in told[2]["answers"]} >= {"Migraine"}
    assert (told[3]["status"], "after" in told[3]["text"]) == ("failed", True)
    assert told[4]["status"] == "not_understood"
    assert done.returncode != 0
    assert "--after" in run("ask", "--jsonl", "--after", first, text="").stderr


def test_link_jsonl_has_the_keys_of_the_contract(run: Run) -> None:
    text = "Ibuprofen or acetylsalicylic acid for podagra"
    done = run(
        "link", "--jsonl", text=json.dumps({"id": 3, "text": text}) + "\nbroken\n" + json.dumps({"id": 4, "text": ""})
    )
    found, broken, nothing = _objects(done.stdout)
    assert done.returncode == 1
    assert found.keys() == {"id", "entities"}
    assert [entity.keys() for entity in found["entities"]] == [ENTITY_KEYS | {"start", "end"}] * 3
    assert [e["id"] for e in found["entities"]] == ["C:2", "C:1", "D:2"]
    assert all(text[e["start"] : e["end"]] == e["mention"] for e in found["entities"])
    assert (broken["id"], broken["status"]) == (None, "failed")
    assert nothing == {"id": 4, "entities": []}


def test_graphs_json_lists_what_is_loaded(run: Run, graph: str) -> None:
    done = run("graphs", "--json")
    (printed,) = _objects(done.stdout)
    (entry,) = [one for one in printed["graphs"] if one["name"] == graph]
    assert entry["nodes"] == {"Compound": 2, "Disease": 3, "Symptom": 1}
    assert {"source": "Compound", "type": "TREATS_CtD", "target": "Disease", "count": 3} in entry["relations"]
    assert entry["size_bytes"] > 0
    assert graph in run("graphs").stdout


def test_import_and_remove(run: Run, run_process: Run, tmp_path: Path) -> None:
    done = run_process("import", "tables", str(_tables(tmp_path)), "--graph", "passing")
    assert (done.returncode, done.stdout) == (0, "Graph 'passing' is loaded: 6 nodes, 4 edges.\n")
    assert run("ask", "Does aspirin treat migraine?", "--graph", "passing").stdout.startswith("Yes")
    assert run("remove", "passing").returncode == 0
    again = run("remove", "passing")
    assert (again.returncode, again.stdout) == (1, "")
    assert "'passing'" in again.stderr


def test_a_folder_is_found_from_where_the_command_was_given(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _tables(tmp_path)
    monkeypatch.chdir(folder.parent)
    done = run("import", "tables", folder.name, "--graph", "nearby")
    assert done.returncode == 0, done.stderr
    assert run("remove", "nearby").returncode == 0


def test_a_vocabulary_is_laid_over_a_graph(run: Run, tmp_path: Path) -> None:
    assert run("import", "tables", str(_tables(tmp_path)), "--graph", "worded").returncode == 0
    (tmp_path / "terms.tsv").write_text("id\tname\tsynonyms\nV:1\tsick headache\thalf headache\nV:2\tpain of heads\t\n")
    (tmp_path / "equivalents.tsv").write_text("id\tequivalent\nV:1\tD:1\n")
    (tmp_path / "is_a.tsv").write_text("id\tparent\nV:1\tV:2\n")
    done = run("import", "vocabulary", str(tmp_path / "terms.tsv"), "--graph", "worded")
    assert (done.returncode, done.stdout) == (0, "Graph 'worded' is loaded: 6 nodes, 5 edges.\n")
    assert run("ask", "Does aspirin treat half headache?", "--graph", "worded").stdout.startswith("Yes")
    printed = _objects(run("ask", "Which compounds treat sick headache?", "--graph", "worded", "--json").stdout)[0]
    assert [one["name"] for one in printed["answers"]] == ["Aspirin", "Ibuprofen"]
    assert run("remove", "worded").returncode == 0


def test_rows_of_a_vocabulary_that_say_something_of_no_term_are_told_and_left_out_where_that_is_chosen(
    run: Run, tmp_path: Path
) -> None:
    assert run("import", "tables", str(_tables(tmp_path)), "--graph", "worded").returncode == 0
    (tmp_path / "terms.tsv").write_text("id\tname\tsynonyms\nD:1\tsick headache\thalf headache\n")
    (tmp_path / "is_a.tsv").write_text("id\tparent\nD:1\tV:2\n")
    laid = ("import", "vocabulary", str(tmp_path / "terms.tsv"), "--graph", "worded")
    told = "is_a.tsv, line 2: there is no term 'V:2' in terms.tsv: add it there, or leave the row out"
    refused = run(*laid)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert f"The source has 1 row that cannot be loaded. {told}. Correct it, or" in refused.stderr
    before = run(*laid, "--dry-run", "--bad-rows", str(tmp_path / "bad.csv"))
    assert (before.returncode, before.stdout) == (1, "")
    assert told in before.stderr
    assert f'"is_a.tsv, line 2","{told.partition(": ")[2]}"' in (tmp_path / "bad.csv").read_text()
    done = run(*laid, "--skip-bad-rows")
    assert (done.returncode, done.stdout) == (
        0, "Graph 'worded' is loaded: 6 nodes, 4 edges. Bad rows left out: 1.\n",
    )  # fmt: skip
    assert run("ask", "Does aspirin treat half headache?", "--graph", "worded").stdout.startswith("Yes")
    assert run("remove", "worded").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nothing.obo", "--graph", "none"), "There is no graph 'none'"),
        (("nothing.obo",), "--graph NAME"),
        (("nothing.obo", "--graph", "GRAPH"), "There is no vocabulary at"),
    ],
)
def test_a_vocabulary_that_cannot_be_laid_over_says_why(
    run: Run, graph: str, arguments: tuple[str, ...], said: str
) -> None:
    done = run("import", "vocabulary", *(graph if one == "GRAPH" else one for one in arguments))
    assert done.returncode != 0
    assert said in done.stderr


@pytest.mark.parametrize(
    ("nodes", "edges", "said"),
    [
        ("name,label\nAspirin,Compound\n", EDGES, "id"),
        (NODES, "source,type,target\nC:1,TREATS,D:404\n", "D:404"),
        ("", EDGES, "'nodes.csv' is empty"),
        (NODES + "C:1,Other,Disease,,\n", EDGES, "twice"),
        (NODES, "source,type\nC:1,TREATS\n", "no column for the target"),
    ],
    ids=["no identifier", "an end that is missing", "no header", "an identifier twice", "no target"],
)
def test_a_folder_that_cannot_be_loaded_leaves_nothing(
    run: Run, tmp_path: Path, nodes: str, edges: str, said: str
) -> None:
    done = run("import", "tables", str(_tables(tmp_path, nodes, edges)), "--graph", "broken")
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr
    assert "broken" not in run("graphs").stdout


def test_an_import_that_fails_leaves_the_graph_of_that_name_as_it_was(run: Run, graph: str, tmp_path: Path) -> None:
    before = run("graphs", "--json").stdout
    done = run(
        "import", "tables", str(_tables(tmp_path, NODES, "source,type,target\nC:1,T,nowhere\n")), "--graph", graph
    )
    assert done.returncode == 1
    assert run("graphs", "--json").stdout == before
    assert run("ask", "Does aspirin treat migraine?").stdout.startswith("Yes")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "COMMAND"),
        (("frobnicate",), "frobnicate"),
        (("ask",), "question"),
        (("link",), "text"),
        (("ask", "--jsonl", "--save", "a.json"), "--save"),
        (("ask", "x", "--strategy", "magic"), "magic"),
        (("import", "tables"), "folder"),
        (("import", "csv", "."), "csv"),
        (("remove",), "name"),
        (("graphs", "--yaml"), "--yaml"),
    ],
)
def test_wrong_use_ends_with_2_and_says_what_is_wrong(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        (("ask", "What?", "--graph", "nowhere"), {}, "'nowhere'"),
        (("ask", "What?", "--graph", "../../etc"), {}, "'../../etc'"),
        (("remove", "nowhere"), {}, "'nowhere'"),
        (("import", "tables", "/no/such/folder", "--graph", "x"), {}, "'/no/such/folder'"),
        (("ask", "What?"), {"KGQA_MAX_ROWS": "abc"}, "KGQA_MAX_ROWS is 'abc'"),
        (("graphs",), {"KGQA_MAX_ROWS": "0"}, "at least 1"),
        (("graphs",), {"KGQA_TIME_LIMIT_S": "nan"}, "KGQA_TIME_LIMIT_S"),
        (("graphs",), {"KGQA_TIME_LIMIT_S": "inf"}, "KGQA_TIME_LIMIT_S is 'inf'"),
        (("graphs",), {"KGQA_MAX_ROWS": "9" * 20}, "KGQA_MAX_ROWS"),
    ],
)
def test_a_failure_ends_with_1_and_one_sentence(
    run: Run, arguments: tuple[str, ...], environment: dict[str, str], said: str
) -> None:
    done = run(*arguments, **environment)
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr
    assert done.stderr.rstrip().endswith((".", "?"))


def test_a_question_that_this_graph_cannot_answer_is_no_failure(run: Run) -> None:
    done = run("ask", "Which hospitals treat migraine?")
    assert done.returncode == 0
    assert "hospitals" in done.stdout


def test_questions_and_names_in_other_scripts_survive_the_pipe(run_process: Run) -> None:
    question = "Qu’est-ce que le 水痘 🧬?"
    line = json.dumps({"id": "ü", "question": question})
    done = run_process("ask", "--jsonl", text=line, PYTHONIOENCODING="", LC_ALL="C")
    (answer,) = _objects(done.stdout)
    assert (answer["id"], answer["question"], answer["status"]) == ("ü", question, "not_understood")


def test_markup_in_a_name_is_printed_as_it_is(run: Run) -> None:
    (answer,) = _objects(run("ask", "Which symptoms does migraine present?", "--json").stdout)
    assert [a["name"] for a in answer["answers"]] == ["<script>alert(1)</script> ache"]


def test_a_reader_that_has_had_enough_ends_it_quietly(variables: dict[str, str]) -> None:
    lines = '{"id": 1, "question": "How many compounds treat migraine?"}\n' * 200
    with subprocess.Popen(
        [sys.executable, "-m", "kgqa", "ask", "--jsonl"],
        cwd=ROOT, env={**os.environ, **variables},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(lines.encode())
        process.stdin.close()
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read().decode()
        assert process.wait(60) == 0
    assert "Traceback" not in errors
    assert "BrokenPipe" not in errors
