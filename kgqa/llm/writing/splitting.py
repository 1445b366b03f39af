"""A free text taken apart by a language model into the links that it states, each tied to its words."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from kgqa.llm.messages import ModelError
from kgqa.llm.prompts import messages
from kgqa.llm.structured import UnfitError, structured
from kgqa.llm.writing import schema_text, stated
from kgqa.llm.writing.answering import LONGEST_QUESTION
from kgqa.llm.writing.fenced import fenced, harmless
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.records import Stated
from kgqa.schema.model import Schema

PURPOSE = "split into claims"
_SIGNS_PER_TOKEN = 0.9
"""Characters of a text for each token of the longest reply: a statement is about five times as long as its words."""
_LEAST_SIGNS = 400
MOST_PARTS = 20
"""Requests for one text; a text of more parts is taken apart as far as that goes."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[\"'“(\[]?[A-Z0-9])")


@dataclass(frozen=True, slots=True)
class Split:
    """What a text states.

    Attributes:
        notes: what the reader is to know of how it was taken apart, a sentence each.
    """

    statements: tuple[Stated, ...]
    notes: tuple[str, ...] = ()


def split(model: RecordedModel, text: str, schema: Schema, question: str = "") -> Split:
    """The statements of a text, as the model takes it apart; a long one in several requests.

    Args:
        question: that the text answers, as a bare name may be its answer; empty where there is none.

    Raises:
        ModelError: not a single part of it could be taken apart.
        PromptError: the reader's copy of the prompt cannot be sent.
        StoppedError: the reader stopped it.
    """
    chosen, found, notes = model.prompt("split"), list[Stated](), list[str]()
    parts = _parts(text, max(_LEAST_SIGNS, int(model.settings.most_tokens * _SIGNS_PER_TOKEN)))
    failed: list[ModelError] = []
    for part in parts[:MOST_PARTS]:
        told = {
            "question": harmless(question, LONGEST_QUESTION) or "(none)",
            "relations": "\n".join(schema_text.of_schema(schema, part)),
            "evidence": _fenced(part),
        }
        try:
            reply, _ = structured(
                model.asking(chosen, PURPOSE),
                messages(chosen, **told),
                stated.shape("split"),
                value=stated.one_value,
            )
            found += stated.read(reply, ()).statements
        except ModelError as error:
            replies = error.replies if isinstance(error, UnfitError) else (error.partial,)
            said = max((stated.salvaged(one, "split", ()) for one in replies), key=lambda one: len(one.statements))
            found += said.statements
            failed.append(error)
    if failed and not found:
        raise failed[0]
    if failed:
        notes.append(f"Not all of it could be split into claims: {failed[0]}")
    if len(parts) > MOST_PARTS:
        notes.append("The text is long, so only its beginning was split into claims.")
    return Split(tuple(found), tuple(notes))


def _fenced(text: str) -> str:
    lines = (harmless(line, len(text)) for line in text.splitlines())
    return fenced(json.dumps({"text": line}, ensure_ascii=False) for line in lines if line)


def _parts(text: str, most_signs: int) -> list[str]:
    """The text in parts of whole sentences, none of more than so many characters where sentences end often enough."""
    parts = [""]
    for line in filter(str.strip, text.splitlines()):
        for place, sentence in enumerate(_SENTENCE_END.split(line.strip())):
            sign = " " if place else "\n"
            if parts[-1] and len(parts[-1]) + len(sentence) + 1 > most_signs:
                parts.append("")
            parts[-1] += f"{sign}{sentence}" if parts[-1] else sentence
    return [part for part in parts if part]
