"""The app as a reader meets it: served by Streamlit, opened in Chromium."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest
from scripted_models import ScriptedModels

from benchmarks.serving import free_port, running

chromium = pytest.importorskip("chromium", reason="selenium is not installed")
scripted = pytest.importorskip("scripted", reason="selenium is not installed")

ROOT = Path(__file__).parents[2]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips the tests of this folder where there is no browser, and says so; one that fails is tried once more.

    A browser, an app and a graph server share the machine, and a key that is pressed while a page is being drawn can
    be lost. What was tried again is counted in the last line of a run; a defect fails twice.
    """
    marker = pytest.mark.flaky(reruns=1)
    if not (chromium.PROGRAM and chromium.DRIVER):
        marker = pytest.mark.skip(reason="neither chromium nor chromedriver is on the path; .ci/run installs them")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(marker)


def _served_with(folder: Path, model_address: str) -> AbstractContextManager[str]:
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    variables = {
        "KGQA_VECTORS": "0",
        "KGQA_MODEL_PROVIDER": "ollama",
        "KGQA_MODEL": "scripted",
        "KGQA_MODEL_ADDRESS": model_address,
    }
    return served([*command, "--server.headless", "true"], folder, port, **variables)


@contextmanager
def served(command: list[str], folder: Path, port: int, **variables: str) -> Iterator[str]:
    """Runs a command that serves the app on a port until the block ends; gives the address."""
    environment = {**os.environ, "KGQA_DATA_DIR": str(folder), **variables}
    with (folder / "app.out").open("w+b") as out, running(command, port, environment, out):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
def app(data_dir: Path) -> Iterator[str]:
    """The real app on the session's data folder, where it shares the graph server with the other tests."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    with served([*command, "--server.port", str(port), "--server.headless", "true"], data_dir, port) as address:
        yield address


@pytest.fixture(scope="session")
def models() -> Iterator[ScriptedModels]:
    """A language model on loopback that says what a test tells it to."""
    with ScriptedModels() as server:
        yield server


@pytest.fixture(scope="session")
def with_model(data_dir: Path, models: ScriptedModels) -> Iterator[str]:
    """The real app with that model set, on the session's data folder."""
    with _served_with(data_dir, models.ollama_url) as address:
        yield address


@pytest.fixture(scope="session")
def elsewhere() -> Iterator[ScriptedModels]:
    """The same on an address of this machine that is not loopback, so that the app takes it for another machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only chooses the address that packets would leave from
            host = probe.getsockname()[0]
        except OSError:
            pytest.skip("this machine has no address but loopback")
    if host.startswith("127."):
        pytest.skip("this machine has no address but loopback")
    with ScriptedModels(host=host) as server:
        yield server


@pytest.fixture(scope="session")
def with_model_elsewhere(data_dir: Path, elsewhere: ScriptedModels) -> Iterator[str]:
    """The real app with that model set."""
    with _served_with(data_dir, elsewhere.ollama_url) as address:
        yield address


@pytest.fixture(scope="session")
def stand_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app on a pipeline made by hand."""
    port = free_port()
    command = [sys.executable, str(ROOT / "tests" / "browser" / "stand_in.py"), str(port)]
    with served(command, tmp_path_factory.mktemp("stand_in"), port) as address:
        yield address


@pytest.fixture(scope="session")
def stand_in_with_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The same with a language model set, which the pipeline stands in for too: nothing asks its address."""
    port = free_port()
    command = [sys.executable, str(ROOT / "tests" / "browser" / "stand_in.py"), str(port)]
    model = {"KGQA_MODEL_PROVIDER": "ollama", "KGQA_MODEL": "scripted", "KGQA_MODEL_ADDRESS": "http://127.0.0.1:9"}
    with served(command, tmp_path_factory.mktemp("stand_in_with_model"), port, **model) as address:
        yield address


@pytest.fixture
def reopened(tmp_path: Path) -> Callable[[], AbstractContextManager[str]]:
    """Serves the app on a pipeline made by hand, each time on the same port and the same data folder."""
    port = free_port()
    command = [sys.executable, str(ROOT / "tests" / "browser" / "stand_in.py"), str(port)]
    return lambda: served(command, tmp_path, port)


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Serves a script of this folder by itself until the session ends; gives its address."""
    with ExitStack() as running:

        def start(script: str) -> str:
            port = free_port()
            command = [sys.executable, "-m", "streamlit", "run", str(Path(__file__).parent / script)]
            command += ["--server.port", str(port), "--server.headless", "true"]
            return running.enter_context(served(command, tmp_path_factory.mktemp(Path(script).stem), port))

        yield start


@pytest.fixture
def open_browser(tmp_path: Path) -> Iterator[Callable[..., object]]:
    """Opens as many browsers as a test asks for, each with a profile of its own, and closes them."""
    drivers = []

    def start(**options: object) -> object:
        driver = chromium.start(str(tmp_path / f"profile{len(drivers)}"), **options)
        drivers.append(driver)
        return driver

    yield start
    for driver in drivers:
        driver.quit()


@pytest.fixture
def page(browser: object, with_model: str, models: ScriptedModels) -> object:
    """Ask of the app with a model, which says what ``scripted.replies`` has for it."""
    models.reply = scripted.replies
    chromium.visit(browser, with_model, chromium.FIRST_START_S)
    return browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """One browser for the tests of a module."""
    driver = chromium.start(str(tmp_path_factory.mktemp("profile")))
    yield driver
    driver.quit()
