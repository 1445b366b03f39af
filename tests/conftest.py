"""What every test may ask for: a data folder of this session and the embedded server on it."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from kgqa import settings as settings_module
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.settings import Settings

hypothesis.settings.register_profile("any machine", deadline=None)  # one that stalls fails no test
hypothesis.settings.load_profile("any machine")


@pytest.fixture(scope="session", autouse=True)
def _folder_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What this machine's user has set and keeps is neither read nor written: the default folder is another one."""
    folder = tmp_path_factory.mktemp("home") / "kgqa"
    table = [
        dataclasses.replace(row, default=folder) if row.name == "data_dir" else row for row in settings_module.TABLE
    ]
    with pytest.MonkeyPatch.context() as patch:
        for variable in [name for name in os.environ if name.startswith("KGQA_")]:
            patch.delenv(variable)
        patch.setenv("KGQA_DATA_DIR", str(folder))
        patch.setattr(settings_module, "TABLE", tuple(table))
        yield


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that lives as long as the test session."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def settings(data_dir: Path) -> Settings:
    """The default settings, whatever the environment says, on the session's data folder."""
    return dataclasses.replace(settings_module.load({}), data_dir=data_dir)


@pytest.fixture(scope="session")
def server(settings: Settings) -> Iterator[EmbeddedServer]:
    """The embedded server of the session, shared by all tests."""
    with EmbeddedServer.connect(settings) as embedded:
        yield embedded
