"""The app as a reader meets it: served by Streamlit, opened in Chromium.

All of it is there once for a worker and begun when it is first asked for: the real app, the app on a pipeline made by
hand, and a browser (a second one where two readers meet). A test that has had a browser gives it back, and it is made
one that was never used: so each test is a reader who was never here, in a session of its own, in any order.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from model_readers import with_model_of
from scripted_models import ScriptedModels
from serve import STAND_IN, served

from benchmarks.serving import Served, free_port

chromium = pytest.importorskip("chromium", reason="selenium is not installed")
outside = pytest.importorskip("outside", reason="selenium is not installed")
scripted = pytest.importorskip("scripted", reason="selenium is not installed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skips the tests of this folder where there is no browser, and says so."""
    if chromium.PROGRAM and chromium.DRIVER:
        return
    skip = pytest.mark.skip(reason="neither chromium nor chromedriver is on the path; .ci/run installs them")
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def app(real_app: Served) -> str:
    """The address of the real app."""
    return real_app.address


@pytest.fixture(scope="session")
def models() -> Iterator[ScriptedModels]:
    """A language model on loopback that says what a test tells it to."""
    with ScriptedModels() as server:
        yield server


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


@pytest.fixture
def chosen() -> dict[str, object]:
    """What the reader of the browser has chosen on an earlier visit besides a model, as of ``Remembered``."""
    return {}


@pytest.fixture
def with_model(browser: object, app: str, data_dir: Path, models: ScriptedModels, chosen: dict[str, object]) -> str:
    """The real app, where the reader of the browser has set up that model."""
    return with_model_of(browser, app, data_dir, models.ollama_url, chosen)


@pytest.fixture
def with_model_elsewhere(
    browser: object, app: str, data_dir: Path, elsewhere: ScriptedModels, chosen: dict[str, object]
) -> str:
    """The real app, where the reader of the browser has set up the model on the other machine."""
    return with_model_of(browser, app, data_dir, elsewhere.ollama_url, chosen)


@pytest.fixture(scope="session")
def stand_in_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the app on a pipeline made by hand."""
    return tmp_path_factory.mktemp("stand_in")


@pytest.fixture(scope="session")
def stand_in(stand_in_folder: Path, browsers: Browsers) -> Iterator[str]:
    """The app on a pipeline made by hand, with the pages of ``stand_in.MADE`` beside its own."""
    with served([*STAND_IN, str(free_port())], stand_in_folder) as address:
        with browsers.one() as driver:  # a server that has just started does not know its pages before the first visit
            chromium.visit(driver, address)
        yield address


@pytest.fixture
def stand_in_with_model(browser: object, stand_in: str, stand_in_folder: Path, chosen: dict[str, object]) -> str:
    """The same, where the reader has set up a language model, which the pipeline stands in for too."""
    return with_model_of(browser, stand_in, stand_in_folder, "http://127.0.0.1:9", chosen)


@pytest.fixture
def reopened(tmp_path: Path) -> Callable[[], AbstractContextManager[str]]:
    """Serves the app on a pipeline made by hand, each time on the same port and the same data folder."""
    port = free_port()
    return lambda: served([*STAND_IN, str(port)], tmp_path)


class Browsers:
    """The browsers of this worker, of which a test takes as many as it needs and gives them back.

    Args:
        start: starts one more.
    """

    def __init__(self, start: Callable[[], object]) -> None:
        self._start = start
        self._idle: list[object] = []
        self._all: list[object] = []

    @contextmanager
    def one(self) -> Iterator[object]:
        """A browser that was never used, for the block; one that fails to become that again is not kept."""
        if not self._idle:
            self._idle.append(self._start())
            self._all.append(self._idle[-1])
        driver = self._idle.pop()
        try:
            yield driver
        finally:
            try:
                driver.renew()
            except Exception:
                self._all.remove(driver)
                with contextlib.suppress(Exception):
                    driver.quit()
                raise
            self._idle.append(driver)

    def close(self) -> None:
        """Ends all of them."""
        for driver in self._all:
            driver.quit()


@pytest.fixture(scope="session")
def browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browsers]:
    """Where browsers come from."""
    with outside.Outside() as proxy:
        kept = Browsers(lambda: chromium.start(str(tmp_path_factory.mktemp("profile")), proxy))
        yield kept
        kept.close()


@pytest.fixture
def browser(browsers: Browsers) -> Iterator[object]:
    """A browser that was never used, 1,280 pixels wide and light."""
    with browsers.one() as driver:
        yield driver


@pytest.fixture
def telephone(browsers: Browsers) -> Iterator[object]:
    """The same, 390 pixels wide, which says that it is a telephone's."""
    with browsers.one() as driver:
        driver.show_as(390, telephone=True)
        yield driver


@pytest.fixture
def open_browser(browsers: Browsers) -> Iterator[Callable[..., object]]:
    """Opens a further browser for a second reader, and more."""
    with contextlib.ExitStack() as opened:

        def start(**options: object) -> object:
            driver = opened.enter_context(browsers.one())
            driver.show_as(**options)
            return driver

        yield start


@pytest.fixture
def page(browser: object, with_model: str, models: ScriptedModels) -> object:
    """Ask of the app with a model, which says what ``scripted.replies`` has for it."""
    models.reply = scripted.replies
    chromium.visit(browser, with_model, chromium.FIRST_START_S)
    return browser
