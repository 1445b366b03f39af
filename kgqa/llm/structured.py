"""Replies of a given shape: asked for by a JSON schema, checked, and asked for once more where they do not fit."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from kgqa.llm.messages import LanguageModel, ModelError, Reply, Trouble, without_thoughts
from kgqa.records import Message

if TYPE_CHECKING:
    from pydantic import BaseModel

Shape = TypeVar("Shape", bound="BaseModel")

MOST_COMPLAINTS = 5

REPAIR = (
    "Your last reply does not fit: {complaints}. Write it again as one JSON object that fits this JSON schema, with "
    "nothing before or after it:\n{schema}"
)
PLAIN = "Write your reply as one JSON object that fits this JSON schema, with nothing before or after it:\n{schema}"


class UnfitError(ModelError):
    """No reply of a model fits; it was asked twice, or could not be asked once more.

    Attributes:
        replies: as they came, in order; at least one.
    """

    def __init__(self, message: str, replies: Sequence[str], trouble: Trouble = "unreadable") -> None:
        super().__init__(message, trouble=trouble, partial=replies[-1])
        self.replies = tuple(replies)


def one_object(text: str) -> dict[str, Any] | None:
    """The one JSON object that stands in a reply, bare or with something around it; two are never joined."""
    text = without_thoughts(text)
    decoder = json.JSONDecoder(strict=False)  # models break lines inside strings
    found: list[dict[str, Any]] = []
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return None
        found.append(value)
        at = text.find("{", end)
    return found[0] if len(found) == 1 else None


def structured(
    model: LanguageModel,
    messages: Sequence[Message],
    shape: type[Shape],
    *,
    hear: Callable[[str], None] | None = None,
    value: Callable[[str], Mapping[str, Any] | None] = one_object,
) -> tuple[Shape, list[Reply]]:
    """A reply of the given shape, and every reply that it took, in order.

    The schema goes to the server, which holds the model to it where it can. A server that refuses schemas is asked
    in words. A reply that does not fit is sent back once with what is wrong.

    Args:
        hear: hears each reply as far as it has come.
        value: finds the object in a reply.

    Raises:
        UnfitError: the second reply does not fit either, or there is none.
        ModelError: there is no reply at all.
        StoppedError: the reader stopped it.
    """
    schema = _closed(shape.model_json_schema())
    written = json.dumps(schema, ensure_ascii=False)
    asked = list(messages)
    try:
        replies = [model.complete(asked, schema=schema, hear=hear)]
    except ModelError as error:
        if error.trouble != "other":
            raise
        asked.append(Message("user", PLAIN.format(schema=written)))
        replies = [model.complete(asked, hear=hear)]
        schema = None
    found, complaints = _read(value(replies[0].text), shape)
    if found is None:
        repair = Message("user", REPAIR.format(complaints=complaints, schema=written))
        asked += [Message("assistant", replies[0].text), repair]
        try:
            replies.append(model.complete(asked, schema=schema, hear=hear))
        except ModelError as error:
            # Twice the conversation may be more than the model can read, and what it said first may still be of use.
            said = [one for one in (replies[0].text, error.partial) if one]
            raise UnfitError(str(error), said or [""], error.trouble) from error
        found, complaints = _read(value(replies[1].text), shape)
    if found is None:
        raise UnfitError(
            f"“{model.settings.model}” did not reply in the form that was asked for, twice: {complaints}. Choose "
            "another model. The graph alone can still answer this.",
            [reply.text for reply in replies],
        )
    return found, replies


def _read(value: Mapping[str, Any] | None, shape: type[Shape]) -> tuple[Shape | None, str]:
    """What a reply holds as the shape, or what is wrong with it."""
    from pydantic import ValidationError

    if value is None:
        return None, "it holds no JSON object, or more than one"
    try:
        return shape.model_validate(value), ""
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False, include_input=False)[:MOST_COMPLAINTS]
        return None, "; ".join(f"{'.'.join(map(str, one['loc'])) or 'the object'}: {one['msg']}" for one in wrong)


def _closed(schema: Any) -> Any:
    """The schema as servers that enforce it want it: every field of an object is required, and no other allowed.

    The values are checked against the shape itself, so that a default of the shape is never filled in by a server.
    """
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {name: _closed(part) for name, part in schema.items() if name != "default"}
    if isinstance(schema.get("properties"), dict):
        # A field may itself be called "default" or "title": fields are gone through by themselves.
        closed["properties"] = {name: _closed(part) for name, part in schema["properties"].items()}
        closed |= {"required": list(schema["properties"]), "additionalProperties": False}
    return closed
