"""The app's log: what failed and where, without a word of what people asked."""

from __future__ import annotations

import logging
import os
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path

logger = logging.getLogger("kgqa.ui")


def unexpected(error: BaseException, folder: Path) -> Path:
    """Writes an error that nobody foresaw into the log of a data folder and gives the log's path.

    The message of the error is left out above debug level: it may hold the question.
    """
    path = folder / "logs" / "app.log"
    _ensure_file(path)
    frames = "".join(traceback.format_tb(error.__traceback__))
    logger.error("%s\n%s", type(error).__name__, frames)
    logger.debug("%s", error)
    return path


def _ensure_file(path: Path) -> None:
    if any(getattr(handler, "baseFilename", None) == str(path.absolute()) for handler in logger.handlers):
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    os.chmod(path, 0o600)
    handler = RotatingFileHandler(path, maxBytes=1_000_000, backupCount=2, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.addHandler(handler)
