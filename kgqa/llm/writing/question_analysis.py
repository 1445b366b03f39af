"""What a language model tells of a question: the names in it, what it asks for, and the relations that it is made of.

Names are found after the entity extraction of the KG-RAG paper (Methods); what a name means is still found by linking.
What is asked for is the question analysis of KGT, the sub-sentences of one relation each are the sentence segmentation
of KG-GPT (Kim et al. 2023).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated

from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.linking.linker import Linker
from kgqa.llm.prompts import messages
from kgqa.llm.structured import structured
from kgqa.llm.writing.answering import LONGEST_QUESTION
from kgqa.llm.writing.fenced import harmless
from kgqa.llm.writing.reading import LONGEST_NAME, MOST_NAMES, said_of
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.wording import listed
from kgqa.records import Entity
from kgqa.schema.model import Schema

if TYPE_CHECKING:
    from pydantic import BaseModel

_LEAST_LIKE = 0.75
"""Score from which a name of the graph is taken for the one in the question; the reader sees what it was taken for."""
_MOST_NAMES = 8


def found_names(model: RecordedModel, question: str, schema: Schema, linker: Linker) -> tuple[Entity, ...]:
    """The things of the graph whose names a model finds in the question, in order; none where its reply is no JSON.

    Raises:
        ModelError, PromptError, StoppedError: the model could not be asked.
    """
    chosen = model.prompt("entities")
    kinds = listed([harmless(node.plural) for node in schema.nodes])
    sent = messages(chosen, kinds=kinds, question=harmless(question, LONGEST_QUESTION))
    reply = model.asking(chosen).complete(sent, schema=_shape_of_names())
    entities: list[Entity] = []
    for name in _names(reply.text):
        start = question.casefold().find(name.casefold())
        if start < 0 or any(start < one.end and one.start < start + len(name) for one in entities):
            continue
        entity = _linked(linker, question[start : start + len(name)], start)
        if entity is not None:
            entities.append(entity)
    return tuple(sorted(entities, key=lambda one: one.start))


def _shape_of_names() -> dict[str, object]:
    name = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    return {"type": "object", "properties": {"names": {"type": "array", "items": name}}, "required": ["names"]}


def _names(reply: str) -> Iterator[str]:
    from pydantic import BaseModel, ValidationError

    class Name(BaseModel):
        text: str

    class Names(BaseModel):
        names: list[Name]

    begin, end = reply.find("{"), reply.rfind("}")
    try:
        found = Names.model_validate_json(reply[begin : end + 1])
    except ValidationError:
        return
    yield from (one.text.strip() for one in found.names[:_MOST_NAMES] if len(one.text.strip()) > 1)


def _linked(linker: Linker, mention: str, start: int) -> Entity | None:
    """What a mention means: the best of what it resembles, tied where another is as good."""
    near = [one for one in linker.candidates(mention, most=4) if one.score >= _LEAST_LIKE]
    if not near:
        return None
    tied = len(near) > 1 and near[1].score == near[0].score
    return Entity(mention, start, start + len(mention), near[0], tuple(near[1:]), tied)


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
    said = said_of(model, "kgt-analysis", question, schema, _shape_of_information())
    node = next((one for one in schema.nodes if said["tail"].casefold() in (one.label.casefold(), one.singular)), None)
    known = {one.name for one in node.properties} if node is not None else set()
    attributes = tuple(one for one in said["attributes"] if one in known)
    return KeyInformation(tuple(said["names"]), node.label if node is not None else "", attributes)


@cache
def _shape_of_information() -> type[BaseModel]:
    from pydantic import BaseModel, Field

    text = Annotated[str, Field(max_length=LONGEST_NAME)]

    class Told(BaseModel):
        names: Annotated[list[text], Field(max_length=MOST_NAMES)] = []
        tail: text = ""
        attributes: Annotated[list[text], Field(max_length=MOST_NAMES)] = []

    return Told


_MOST_PARTS, _LONGEST_PART = 8, 300


def parts_by_model(model: RecordedModel, question: str) -> tuple[str, ...]:
    """The sub-sentences that a language model makes of a question; at least one.

    Raises:
        UnfitError: it did not reply in the form that was asked for, twice.
        ModelError, PromptError, StoppedError: it could not be asked.
    """
    chosen = model.prompt("question-parts")
    asked = messages(chosen, question=harmless(question, LONGEST_QUESTION))
    found, _ = structured(model.asking(chosen), asked, _shape_of_parts())
    return tuple(part.strip() for part in found.model_dump()["parts"] if part.strip()) or (question,)


def parts(question: str, entities: Sequence[Entity] = ()) -> tuple[str, ...]:
    """The same without a language model: a question cut at commas, "and" and what begins a clause, never in a name.

    >>> parts("Which genes are behind diseases that show arachnodactyly and which drugs treat them?")
    ('Which genes are behind diseases', 'show arachnodactyly', 'which drugs treat them')
    """
    words = vocabulary()
    begins = {"that", "whose", "where", "who", *words.openers, *words.cues["and"], *words.cues["or"]}
    found: list[list[Token]] = [[]]
    for token in spoken(question):
        named = any(one.start <= token.start < one.end for one in entities)
        before = question[found[-1][-1].end : token.start] if found[-1] else ""
        cuts = not named and (token.text.lower() in begins or "," in before or ";" in before)
        if cuts and found[-1]:
            found.append([])
        if not (cuts and token.text.lower() in begins - words.openers):
            found[-1].append(token)
    texts = [question[part[0].start : part[-1].end] for part in found if len(part) > 1]
    return tuple(dict.fromkeys(texts)) or (question,)


@cache
def _shape_of_parts() -> type[BaseModel]:
    from pydantic import BaseModel, Field

    class Parts(BaseModel):
        parts: Annotated[
            list[Annotated[str, Field(max_length=_LONGEST_PART)]], Field(min_length=1, max_length=_MOST_PARTS)
        ]

    return Parts
