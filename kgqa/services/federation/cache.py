"""Replies of services on disk, by service, its version and what it was asked: none is asked twice for one thing."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from kgqa.services.federation.service import Service

FOLDER = "services"
MOST_BYTES = 1_000_000_000
"""Of all replies that are kept; above it the oldest go."""


@dataclass(frozen=True, slots=True)
class CachedReply:
    """A reply on disk.

    Attributes:
        key: by which it is found.
        asked_at: when the service gave it, UTC, ISO 8601 to the second.
    """

    key: str
    path: Path
    asked_at: str

    @property
    def age_s(self) -> float:
        """Seconds since then."""
        return time.time() - datetime.fromisoformat(self.asked_at).timestamp()


class Cache:
    """The folder of replies. Several processes may use it at once: a file is whole or not there."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = Path(data_dir) / FOLDER

    def key(self, service: Service, version: str, asked: Mapping[str, Any]) -> str:
        """By what a reply is found."""
        told = json.dumps([service.url, version, asked], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:32]

    def find(self, key: str) -> CachedReply | None:
        """A reply; None where none is kept."""
        if not (key.isalnum() and key.isascii()):
            return None
        path = self._folder / f"{key}.json"
        try:
            when = path.stat().st_mtime
        except OSError:
            return None
        return CachedReply(key, path, datetime.fromtimestamp(when, UTC).isoformat(timespec="seconds"))

    def keep(self, key: str, body: BinaryIO) -> CachedReply | None:
        """Keep a reply, from its beginning, where ``body`` stands again afterwards; None where the disk does not let.

        A cache that cannot be written costs the next question time and nothing else.
        """
        path = self._folder / f"{key}.json"
        body.seek(0)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, made = tempfile.mkstemp(dir=self._folder, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    shutil.copyfileobj(body, file, 1 << 20)
                os.replace(made, path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(made)
                raise
            self._sweep()
        except OSError:
            return None
        finally:
            body.seek(0)
        return self.find(key)

    def _sweep(self) -> None:
        files = sorted((one.stat().st_mtime, one.stat().st_size, one) for one in self._folder.glob("*.json"))
        held = sum(size for _, size, _ in files)
        for _, size, path in files:
            if held <= MOST_BYTES:
                return
            path.unlink(missing_ok=True)
            held -= size
