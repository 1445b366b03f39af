"""Has a language model find the names in a question, where none stands there as the graph writes it.

After the entity extraction of the KG-RAG paper (Methods); what a name means is still found by linking.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.linking.linker import Linker
from kgqa.llm.prompts import messages
from kgqa.llm.writing.answering import LONGEST_QUESTION
from kgqa.llm.writing.fenced import harmless
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.wording import listed
from kgqa.records import Entity
from kgqa.schema.model import Schema

LEAST_LIKE = 0.75
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
    reply = model.asking(chosen).complete(sent, schema=_schema())
    entities: list[Entity] = []
    for name in _names(reply.text):
        start = question.casefold().find(name.casefold())
        if start < 0 or any(start < one.end and one.start < start + len(name) for one in entities):
            continue
        entity = _linked(linker, question[start : start + len(name)], start)
        if entity is not None:
            entities.append(entity)
    return tuple(sorted(entities, key=lambda one: one.start))


def _schema() -> dict[str, object]:
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
    near = [one for one in linker.candidates(mention, most=4) if one.score >= LEAST_LIKE]
    if not near:
        return None
    tied = len(near) > 1 and near[1].score == near[0].score
    return Entity(mention, start, start + len(mention), near[0], tuple(near[1:]), tied)
