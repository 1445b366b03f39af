"""A question taken apart into sub-sentences of one relation each (sentence segmentation of KG-GPT, Kim et al. 2023)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated

from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.llm.prompts import messages
from kgqa.llm.structured import structured
from kgqa.llm.writing.answering import LONGEST_QUESTION
from kgqa.llm.writing.fenced import harmless
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.records import Entity

if TYPE_CHECKING:
    from pydantic import BaseModel

MOST_PARTS, LONGEST_PART = 8, 300


def parts_by_model(model: RecordedModel, question: str) -> tuple[str, ...]:
    """The sub-sentences that a language model makes of a question; at least one.

    Raises:
        UnfitError: it did not reply in the form that was asked for, twice.
        ModelError, PromptError, StoppedError: it could not be asked.
    """
    chosen = model.prompt("question-parts")
    asked = messages(chosen, question=harmless(question, LONGEST_QUESTION))
    found, _ = structured(model.asking(chosen), asked, _shape())
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
def _shape() -> type[BaseModel]:
    from pydantic import BaseModel, Field

    class Parts(BaseModel):
        parts: Annotated[
            list[Annotated[str, Field(max_length=LONGEST_PART)]], Field(min_length=1, max_length=MOST_PARTS)
        ]

    return Parts
