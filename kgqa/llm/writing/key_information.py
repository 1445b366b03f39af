"""Has a language model tell what a question names and what type of thing it asks for (question analysis of KGT)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated

from kgqa.llm.writing.reading import LONGEST_NAME, MOST_NAMES, said_of
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.schema.model import Schema

if TYPE_CHECKING:
    from pydantic import BaseModel


@dataclass(frozen=True, slots=True)
class KeyInformation:
    """What a model says that a question is about.

    Attributes:
        names: of things, as the question has them.
        tail: the label of what is asked for; empty where it says none that the schema has.
        attributes: names of properties of that type.
    """

    names: tuple[str, ...] = ()
    tail: str = ""
    attributes: tuple[str, ...] = ()


def key_information(model: RecordedModel, question: str, schema: Schema) -> KeyInformation:
    """What a question names and asks for, as a model says; only types and properties of the schema stay.

    Raises:
        UnfitError: it did not reply in the form that was asked for, twice.
        ModelError, PromptError, StoppedError: it could not be asked.
    """
    said = said_of(model, "kgt-analysis", question, schema, _shape())
    node = next((one for one in schema.nodes if said["tail"].casefold() in (one.label.casefold(), one.singular)), None)
    known = {one.name for one in node.properties} if node is not None else set()
    attributes = tuple(one for one in said["attributes"] if one in known)
    return KeyInformation(tuple(said["names"]), node.label if node is not None else "", attributes)


@cache
def _shape() -> type[BaseModel]:
    from pydantic import BaseModel, Field

    text = Annotated[str, Field(max_length=LONGEST_NAME)]

    class Told(BaseModel):
        names: Annotated[list[text], Field(max_length=MOST_NAMES)] = []
        tail: text = ""
        attributes: Annotated[list[text], Field(max_length=MOST_NAMES)] = []

    return Told
