"""Several answers to one question as one JSON text, of which each answer opens again."""

from __future__ import annotations

import json
from collections.abc import Sequence

from kgqa.history import replay
from kgqa.history.replay import ReplayError
from kgqa.records import Trace

FORMAT = "kgqa-comparison"
VERSION = 1
MOST = 10
"""Answers of a comparison that is read."""


def to_json(names: Sequence[str], traces: Sequence[Trace]) -> str:
    """``{"format": …, "version": 1, "answers": [{"name": …, "answer": …}]}``.

    Each ``answer`` is what the export of a single answer holds.

    Raises:
        ReplayError: an answer cannot be saved.
    """
    answers = [
        {"name": name, "answer": json.loads(replay.to_json(trace))} for name, trace in zip(names, traces, strict=True)
    ]
    return json.dumps({"format": FORMAT, "version": VERSION, "answers": answers}, ensure_ascii=False)


def from_json(text: str) -> list[tuple[str, Trace]]:
    """The answers that ``to_json`` wrote, each with its name.

    Raises:
        ReplayError: the text is anything else.
    """
    try:
        values = json.loads(text)
        if values["format"] != FORMAT or values["version"] != VERSION:
            raise ReplayError("This is no saved comparison of this version.")
        found = [(str(one["name"]), json.dumps(one["answer"])) for one in values["answers"][:MOST]]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ReplayError("This is no saved comparison.") from error
    return [(name, replay.from_json(answer)) for name, answer in found]
