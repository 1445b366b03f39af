"""The Settings page without a browser: what is set is asked, keys stay in the session, and prompts can be changed."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from scripted_models import Script, ScriptedModels, refusing_address
from streamlit.testing.v1 import AppTest

from kgqa.llm.local.files import MODEL
from kgqa.llm.messages import ModelSettings
from kgqa.settings import load
from kgqa.ui.session import saved_preferences
from kgqa.ui.session.model_values import complaints
from tests.scripted_services import NamesService, Service, served

ROOT = Path(__file__).parents[2]
KEY = "sk-planted-0123456789abcdef4f2a"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A data folder of its own, no model in the environment, and no Ollama."""
    for name in ("KGQA_MODEL_PROVIDER", "KGQA_MODEL_KEY", "KGQA_LOCAL_ONLY", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("KGQA_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("OLLAMA_HOST", refusing_address())
    return tmp_path


@pytest.fixture
def server() -> Iterator[ScriptedModels]:
    with ScriptedModels("small", "large") as running:
        yield running


def opened() -> AppTest:
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    page.session_state["entered"] = True
    page.switch_page("pages/settings.py").run()
    assert not page.exception
    return page


def shown(page: AppTest) -> str:
    assert not page.exception
    text = "\n".join(str(one.value) for kind in (page.markdown, page.caption, page.code) for one in kind)
    return text.replace("\\", "").replace("\u2060", "")


def press(page: AppTest, key: str) -> AppTest:
    return page.button(key=key).click().run()


def field(page: AppTest, name: str):
    """The widget of a form whose key ends so."""
    every = [*page.text_input, *page.selectbox, *page.number_input, *page.text_area]
    return next(one for one in every if (one.key or "").startswith("set_") and one.key.endswith(f"_{name}"))


def save(page: AppTest, **values: object) -> AppTest:
    for name, value in values.items():
        field(page, name).set_value(value)
    return next(one for one in page.button if one.label == "Save").click().run()


def until(page: AppTest, true: Callable[[], bool]) -> None:
    for _ in range(200):
        if true():
            return
        time.sleep(0.05)
        page.run()
    raise AssertionError(shown(page))


def set_up(page: AppTest, server: ScriptedModels, model: str | None = "small") -> None:
    press(page, "provider_open_compatible")
    save(page, address=server.openai_url, key=KEY)
    if model is not None:
        field(page, "model").options.append(model)
        save(page, model=model)


def of_session(page: AppTest):
    return page.session_state["models_of_session"]


def test_nothing_is_set_up_and_the_page_says_so() -> None:
    page = opened()
    assert {one.key: one.value for one in page.toggle} == {
        "settings_local_only": False, "settings_split_claims": True, "settings_strict": False
    }  # fmt: skip
    assert shown(page).count("not set up") == 2  # Ollama has an address in the environment


def test_a_server_is_set_up_tested_and_used(server: ScriptedModels) -> None:
    page = opened()
    set_up(page, server, model=None)
    assert "no model chosen" in shown(page)
    until(page, lambda: "2 models" in shown(page))  # nobody pressed a button for it
    assert sorted(field(page, "model").options) == ["large", "small"]
    save(page, model="large")
    assert "In use: large" in shown(page)
    assert of_session(page).known["compatible"].key == KEY
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


def test_a_wrong_key_is_called_one(server: ScriptedModels) -> None:
    server.says(Script(status=401, code="invalid_api_key"))
    page = opened()
    set_up(page, server, model=None)
    until(page, lambda: "wrong key" in shown(page))
    assert KEY not in shown(page)


def test_the_page_is_alive_while_a_server_does_not_answer() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        page = opened()
        press(page, "provider_open_compatible")
        save(page, address=f"http://127.0.0.1:{silent.getsockname()[1]}/v1")
        assert "asking" in shown(page)
        press(page, "provider_open_ollama")
        assert "### Ollama" in shown(page)
        assert "asking" in shown(page)


def test_a_key_is_nowhere_but_in_the_session(server: ScriptedModels, environment: Path) -> None:
    page = opened()
    set_up(page, server)
    until(page, lambda: "2 models" in shown(page))
    assert field(page, "key").value == ""
    assert field(page, "key").proto.placeholder == "Set, ends in 4f2a. Type a new key to replace it."
    assert KEY not in shown(page)
    assert KEY not in repr(of_session(page))
    assert dict(page.query_params) == {}
    written = [path for path in environment.rglob("*") if path.is_file()]
    assert any(b"small" in path.read_bytes() for path in written), "the model is remembered, so there is what to search"
    assert [path for path in written if KEY.encode() in path.read_bytes() or b"4f2a" in path.read_bytes()] == []


def test_another_session_has_neither_the_key_nor_the_server(server: ScriptedModels) -> None:
    one, other = opened(), opened()
    set_up(one, server)
    other.run()
    assert KEY in [model.key for model in of_session(one).known.values()]
    assert of_session(other).known == {}
    assert of_session(one).permissions is not of_session(other).permissions
    assert shown(other).count("not set up") == 2


def test_a_key_is_not_taken_to_another_server(server: ScriptedModels) -> None:
    page = opened()
    set_up(page, server)
    save(page, address="https://other.invalid/v1")
    assert of_session(page).known["compatible"].key == ""


def test_a_key_of_the_environment_is_named_but_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    page = opened()
    assert "Key from the environment" in shown(page)
    assert KEY[-4:] not in shown(page)
    press(page, "provider_open_openai")
    assert field(page, "key").proto.placeholder == "Set, from the environment. Type a new key to replace it."
    assert KEY[-4:] not in shown(page)
    save(page, address="https://other.invalid/v1", model=None)
    assert of_session(page).known["openai"].key == ""
    assert next(one for one in page.button if one.label == "Back to defaults").click().run()
    assert of_session(page).known == {}


def test_an_address_that_cannot_be_used_is_refused_and_nothing_changes() -> None:
    page = opened()
    press(page, "provider_open_compatible")
    for address, words in {
        "ftp://models.invalid": "http:// or https://",
        "http://user:secret@models.invalid/v1": "user or a password",
        "http://169.254.169.254/v1": "no model server",
        "http://models.invalid/v1": "not encrypted",
        "https://models.invalid/v1?key=1": "after its path",
        "": "address",
    }.items():
        save(page, address=address, key=KEY)
        assert words in shown(page), address
        assert "secret" not in shown(page)
        assert of_session(page).known == {}


def test_a_number_out_of_its_bounds_is_refused() -> None:
    page = opened()
    press(page, "provider_open_ollama")
    for name, value in {
        "temperature": 3.0,
        "seed": -1,
        "most_tokens": 0,
        "context_tokens": 1,
        "time_limit_s": 0.0,
        "price_in": -1.0,
    }.items():
        right = field(page, name).value
        save(page, **{name: value})
        assert "must be between" in shown(page), name
        assert of_session(page).known == {}
        field(page, name).set_value(right)


def test_local_only_switches_other_machines_off_and_is_remembered() -> None:
    page = opened()
    press(page, "provider_open_openai")
    save(page, key=KEY)
    page.toggle[0].set_value(True).run()
    assert "off while local only" in shown(page)
    assert of_session(page).permissions.local_only
    assert page.button(key="provider_test_openai").disabled
    page.toggle[0].set_value(False).run()
    assert not of_session(page).permissions.local_only


def test_the_split_into_claims_is_switched_off_and_that_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened()
    page.toggle(key="settings_split_claims").set_value(False).run()
    assert not page.exception
    assert of_session(page).split_claims is False
    assert not page.run().toggle(key="settings_split_claims").value
    assert (
        saved_preferences.read(saved_preferences.written(saved_preferences.Remembered(split_claims=False))).split_claims
        is False
    )
    for text in ("{}", '{"split_claims": "no"}', '{"split_claims": 1}'):
        assert saved_preferences.read(text).split_claims is None
    monkeypatch.setenv("KGQA_SPLIT_CLAIMS", "0")
    assert not load().split_claims
    assert load({}).split_claims == 1


def test_the_environment_can_demand_local_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGQA_LOCAL_ONLY", "1")
    page = opened()
    assert page.toggle[0].value
    assert page.toggle[0].disabled
    assert of_session(page).permissions.local_only


def test_a_prompt_without_its_question_is_refused_with_a_sentence() -> None:
    page = opened()
    box = next(one for one in page.text_area)
    whole = box.value
    box.set_value(whole.replace("{{question}}", "")).run()
    press(page, "prompt_use")
    assert "lacks" in shown(page)
    assert of_session(page).copies == {}
    next(one for one in page.text_area).set_value(f"Be brief.\n{whole}").run()
    press(page, "prompt_use")
    assert next(iter(of_session(page).copies.values())).startswith("Be brief.")
    assert "your copy is sent" in shown(page)
    press(page, "prompt_reset")
    assert of_session(page).copies == {}


def test_what_is_remembered_holds_no_key_and_comes_back() -> None:
    model = ModelSettings("openai", "gpt", "https://models.invalid/v1", KEY, seed=7, price_in=0.15)
    kept = saved_preferences.Remembered((model,), "openai", True, "cypher", "few-shot", True, {"answer": "text"})
    text = saved_preferences.written(kept)
    assert KEY not in text
    assert "key" not in text
    back = saved_preferences.read(text)
    assert back.known[0].key == ""
    assert (back.known[0].seed, back.known[0].price_in, back.in_use) == (7, 0.15, "openai")
    assert (back.local_only, back.strategy, back.cypher_prompt, back.whole_schema) == (True, "cypher", "few-shot", True)
    assert back.copies == {"answer": "text"}


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "{", "[" * 100_000, '{"known": 3}', '{"known": [{"provider": "x"}]}', '{"strategy": "drop"}',
        '{"known": [{"provider": "openai", "model": "m", "seed": "7"}]}', '{"copies": [1]}', '{"in_use": "openai"}',
        '{"known": [{"provider": "openai", "model": "m", "address": "ftp://x"}]}',
        '{"known": [{"provider": "openai", "model": "m", "temperature": NaN}]}',
    ],
)  # fmt: skip
def test_a_damaged_memory_is_no_memory(text: str) -> None:
    assert saved_preferences.read(text) == saved_preferences.Remembered()


def test_what_can_be_asked_is_no_complaint() -> None:
    assert complaints(ModelSettings("ollama", "qwen2.5-coder:7b")) == {}
    assert complaints(ModelSettings("openai", "gpt", key=KEY)) == {}
    assert set(complaints(ModelSettings("compatible", "a b", key="two words", temperature=float("nan")))) == {
        "address", "key", "model", "temperature",
    }  # fmt: skip


def test_what_leaves_the_machine_is_said_as_it_is_now() -> None:
    page = opened()
    assert "may be asked" in shown(page)
    assert "Nothing leaves this machine" not in shown(page)


def test_without_its_file_the_local_model_says_what_to_do() -> None:
    page = opened()
    until(page, lambda: "not on this machine" in shown(page))
    assert "Run “make model” once" in shown(page)
    assert [one.key for one in page.button if (one.key or "").endswith("_local")] == ["provider_test_local"]


def test_the_local_model_is_used_and_has_neither_address_nor_key(
    environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgqa.llm.local.model.missing", lambda data_dir: "")
    page = opened()
    until(page, lambda: any(one.key == "provider_use_local" for one in page.button))
    press(page, "provider_use_local")
    assert f"In use: {MODEL}" in shown(page)
    assert not any(one.key == "provider_use_local" for one in page.button)
    press(page, "provider_open_local")
    assert not [one.key for one in page.text_input if (one.key or "").startswith("set_local")]
    save(page, context_tokens=100_000)
    assert "The local model reads 8192 tokens at most." in shown(page)
    save(page, context_tokens=5000)
    known = of_session(page).known["local"]
    assert (known.model, known.context_tokens, known.address, known.key) == (MODEL, 5000, "", "")
    assert next(one for one in page.button if one.label == "Back to defaults").click().run()
    assert "In use" not in shown(page)


def test_services_are_named_switched_tested_and_remembered_by_their_reader_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KGQA_SERVICES", "https://of-all.example")
    monkeypatch.setenv("KGQA_SERVICES_PRIVATE", "1")
    page = opened()
    assert [one.value for one in page.toggle if str(one.key).startswith("service_on")] == [False], "none is on unasked"
    assert "Services beside the graph" not in page.radio(key="strategy").options
    with served(Service()) as (url,):
        page.text_input(key="service_name").input("One")
        page.text_input(key="service_address").input(url)
        next(one for one in page.button if one.label == "Add").click().run()
        assert "Services beside the graph" in page.radio(key="strategy").options
        place = next(one.key for one in page.button if "Test" in one.label and "One" in one.label)
        press(page, str(place))
        until(page, lambda: "Speaks TRAPI 1.5, release 1.2.3" in shown(page))
    with served(NamesService()) as (url,):
        page.text_input(key="service_name").input("Names")
        page.text_input(key="service_address").input(f"{url}/lookup")
        page.selectbox(key="service_kind").select("resolver")
        next(one for one in page.button if one.label == "Add").click().run()
        assert f"Name Resolver · {url}" in shown(page).replace("\\", "")
        press(page, str(next(one.key for one in page.button if "Test" in one.label and "Names" in one.label)))
        until(page, lambda: "Names has nothing for “asthma”." in shown(page))
    page.text_input(key="service_address").input("ftp://a.example")
    next(one for one in page.button if one.label == "Add").click().run()
    assert "is not the address of a service" in shown(page)
    kept = saved_preferences.read(
        saved_preferences.written(saved_preferences.Remembered(services=of_session(page).services))
    )
    assert [(one.name, one.on) for one in kept.services if one.on] == [("One", True), ("Names", True)]
    assert {one.name: one.kind for one in kept.services if one.on} == {"One": "trapi", "Names": "resolver"}
    assert "Services beside the graph" not in opened().radio(key="strategy").options
