"""What a reader chose for the types and relations of an own server, remembered for him, its address and database."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kgqa.errors import LoadError
from kgqa.graph.failures import shown_uri
from kgqa.graph.own.connections import write_owned
from kgqa.graph.server.folder import read_json
from kgqa.schema.relation_words import RelationWords, relation_words


@dataclass(frozen=True, slots=True)
class LabelChoice:
    """The properties by which the nodes of a label are told apart and called."""

    label: str
    id_property: str
    name_property: str


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen instead of the guesses; what is left out is guessed."""

    labels: tuple[LabelChoice, ...] = ()
    relations: tuple[RelationWords, ...] = ()


NOTHING = Choices()
"""Everything is guessed."""


def choices(home: Path, uri: str, database: str) -> Choices:
    """What was chosen for a server; nothing where nothing was, or where its file cannot be read.

    Args:
        home: the folder of what is kept for the reader who chose; of the operator's own server the data folder.
    """
    values = read_json(_path(home, uri, database)) or {}
    try:
        return Choices(
            tuple(LabelChoice(**_texts(one)) for one in values.get("labels", ())),
            tuple(relation_words(one) for one in values.get("relations", ())),
        )
    except (TypeError, ValueError, LoadError):
        return NOTHING


def remember(home: Path, uri: str, database: str, chosen: Choices) -> None:
    """Keep what was chosen for a server in place of what was chosen before; it holds at its next opening.

    Raises:
        SettingError: the folder may not be written.
    """
    write_owned(_path(home, uri, database), json.dumps(asdict(chosen)))


def _path(home: Path, uri: str, database: str) -> Path:
    server = "\n".join((shown_uri(uri).rstrip("/"), database))
    return home / "connections" / "choices" / f"{hashlib.sha256(server.encode()).hexdigest()[:32]}.json"


def _texts(values: Mapping[str, Any]) -> dict[str, str]:
    if not all(isinstance(value, str) for value in values.values()):
        raise ValueError("a choice is a text")
    return dict(values)
