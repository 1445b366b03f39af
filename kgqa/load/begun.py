"""The notes of loads into servers that have begun and not reached their end.

<data_dir>/loads/DIGEST.json      address, database and fingerprint of such a load
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from kgqa.errors import LoadError
from kgqa.graph.failures import shown_uri
from kgqa.graph.server.folder import read_json, write_private
from kgqa.load.source import SourceSpec
from kgqa.settings import Settings


@dataclass(frozen=True, slots=True)
class Begun:
    """The note that a load into a server has begun and did not reach its end."""

    path: Path
    load: dict[str, str]

    @classmethod
    def of(cls, settings: Settings, source: SourceSpec) -> Begun:
        """The note of a source on its way to the server of the settings, written or not."""
        uri, database = shown_uri(settings.graph_uri), settings.graph_database
        digest = hashlib.sha256(f"{uri}\0{database}".encode()).hexdigest()[:16]
        load = {"uri": uri, "database": database, "fingerprint": source.open().fingerprint()}
        return cls(Path(settings.data_dir).absolute() / "loads" / f"{digest}.json", load)

    def noted(self) -> bool:
        """Whether a load of this source has begun there."""
        return read_json(self.path) == self.load

    def note(self) -> None:
        """Write the note.

        Raises:
            LoadError: the data folder cannot be written.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_private(self.path, json.dumps(self.load))
        except OSError as error:
            raise LoadError(
                f"The folder {str(self.path.parent)!r} cannot be written: {error.strerror or error}. Permit writing "
                "there or set KGQA_DATA_DIR to another folder; nothing was written to the graph server."
            ) from error

    def forget(self) -> None:
        """Remove the note, as the load has reached its end."""
        self.path.unlink(missing_ok=True)
