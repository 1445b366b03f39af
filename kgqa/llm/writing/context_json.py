"""JSON that a language model makes of records, and whether it says the same as they do."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from kgqa.llm.messages import ModelError
from kgqa.llm.prompts import messages
from kgqa.llm.structured import one_object
from kgqa.llm.writing.contexts import Records
from kgqa.llm.writing.fenced import harmless, value
from kgqa.llm.writing.recorded import RecordedModel

_DEEPEST = 40


def made_by_model(model: RecordedModel, found: Records, room: int) -> Records:
    """The records as JSON that the model makes of them, where it makes one that says the same; else as they are.

    Args:
        room: tokens that they may have.

    Returns:
        the records, with a note where the model's JSON cannot be sent.

    Raises:
        PromptError: a prompt cannot be sent as the reader changed it.
        StoppedError: the reader stopped it.
    """
    if not found.told:
        return found
    chosen = model.prompt("context-json")
    lines = replace(found, composed=False, knowledge="")
    try:
        reply = model.asking(chosen, tokens_context=lines.tokens).complete(messages(chosen, evidence=lines.text))
    except ModelError as error:
        why, made = f"it gave no reply that can be used ({error})", None
    else:
        made = one_object(reply.text)
        why = "it replied with no JSON object, or with more than one" if made is None else wrong(made, found)
    if made is not None and not why:
        shown = replace(found, made=json.dumps(_harmless(made), ensure_ascii=False))
        if shown.tokens <= room:
            return shown
        why = "what it wrote is longer than it can read"
    note = f"The language model was to make JSON of the records, but {why}. The JSON composed from them was sent."
    return replace(found, notes=(*found.notes, note))


def wrong(made: Mapping[str, Any], found: Records) -> str:
    """What is wrong with JSON that a model made of records, as words after "but"; empty where nothing is.

    Nothing may be lost, nothing added, and a denial must stay one.
    """
    given = {text.casefold() for one in (*found.told, *found.counted) for text in _texts(value(one))}
    written = [text.casefold() for text in _texts(made)]
    names = {harmless(end.name).casefold() for one in found.triples for end in (one.subject, one.object)}
    words = {text for told in found.told for text in _texts(value(told.get("row", {})))}
    everything = "\n".join((*written, *(key.casefold() for key in _keys(made))))
    lost = next((one for one in sorted(names | {one.casefold() for one in words}) if one not in everything), None)
    if lost is not None:
        return f"it left out “{lost}”"
    joined = "\n".join(given)
    added = next((one for one in written if one not in joined and one not in names), None)
    if added is not None:
        return f"it wrote “{harmless(added, 80)}”, which no record has"
    objects = dict(_numbered(made))
    if found.numbers and set(objects) != set(found.numbers):
        return "its numbers are not those of the records"
    against = {told["number"] for told in found.told if told.get("against")}
    kept = {number for number, one in objects.items() if one.get("against") is True}
    return "" if against == kept else "it lost or added a denial"


def _texts(of: Any, depth: int = 0) -> Iterator[str]:
    """Every text in a value, without the names of fields."""
    if isinstance(of, str):
        yield of
    elif isinstance(of, list | tuple | Mapping) and depth < _DEEPEST:
        for one in of.values() if isinstance(of, Mapping) else of:
            yield from _texts(one, depth + 1)


def _keys(of: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(of, list | Mapping) and depth < _DEEPEST:
        if isinstance(of, Mapping):
            yield from of
        for one in of.values() if isinstance(of, Mapping) else of:
            yield from _keys(one, depth + 1)


def _numbered(of: Any, depth: int = 0) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Every object that has the number of a record."""
    if isinstance(of, Mapping) and isinstance(of.get("number"), int):
        yield of["number"], of
    if isinstance(of, list | Mapping) and depth < _DEEPEST:
        for one in of.values() if isinstance(of, Mapping) else of:
            yield from _numbered(one, depth + 1)


def _harmless(of: Any, depth: int = 0) -> Any:
    """JSON from a model as a prompt may have it; lists keep their length, as nothing of a record may be lost."""
    if isinstance(of, str):
        return harmless(of)
    if depth >= _DEEPEST:
        return None
    if isinstance(of, Mapping):
        return {harmless(str(key)): _harmless(one, depth + 1) for key, one in of.items()}
    return [_harmless(one, depth + 1) for one in of] if isinstance(of, list) else of
