"""An answer in words, written by a language model from numbered records or from what it knows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from kgqa.llm.prompts import Prompt, messages, prompt
from kgqa.llm.structured import structured
from kgqa.llm.tokens import of_messages
from kgqa.llm.writing.choices import Option, options
from kgqa.llm.writing.contexts import Records
from kgqa.llm.writing.fenced import harmless
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.llm.writing.spoken import paced, spoken
from kgqa.records import Claim
from kgqa.strategies.course import Course, Work

if TYPE_CHECKING:
    from pydantic import BaseModel

SENTENCES = 5
"""Of an answer, its first one left out; the same for every strategy, so that their answers can be compared."""
LONGEST_QUESTION = 4_000
_SPARE = 64
"""Tokens that a server may count more than the estimate."""


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote.

    Attributes:
        text: plain text; its numbers are those of the records.
        verdict: of a yes/no question; None where the model does not know.
        chosen: the option of a multiple-choice question; None where it chose none.
    """

    text: str
    verdict: bool | None = None
    chosen: Option | None = None


def write(
    work: Work, course: Course, found: Records | None, hear: Callable[[str], None], purpose: str = "write the answer"
) -> Written:
    """The answer of a model to the question: from records, or alone where there are none to be given.

    Args:
        hear: hears the text so far; nothing of a reply that is JSON.

    Raises:
        ModelError: it wrote nothing that can be used.
        StoppedError: the reader stopped it.
    """
    form = _form(work)
    chosen = _prompt(work, alone=found is None)
    sent = found.within(room(work)) if found is not None else None
    model = RecordedModel(work.model, course, chosen, purpose, tokens_context=sent.tokens if sent is not None else 0)
    asked = messages(chosen, **{**_inputs(work), "evidence": sent.text if sent is not None else ""})
    numbers = sent.numbers if sent is not None else ()
    if form == "answer":
        growing = paced(lambda text: hear(spoken(text, numbers)))
        reply = model.complete(asked, hear=growing, stop=work.stop)
        said = spoken(reply.text, numbers)
        hear(said)
        return Written(said)
    judged, _ = structured(model, asked, _shape(form), stop=work.stop)
    return _read(work, judged, numbers)


def room(work: Work) -> int:
    """Tokens that a context may have beside the question and the reply, estimated.

    Raises:
        PromptError: the reader's copy of the prompt cannot be sent.
    """
    bare = of_messages(messages(_prompt(work, alone=False), **{**_inputs(work), "evidence": ""}))
    settings = work.model.settings
    return settings.context_tokens - settings.most_tokens - bare - _SPARE


def _form(work: Work) -> Literal["choice", "yes-no", "answer"]:
    return "choice" if options(work.question) else "yes-no" if work.kind == "yesno" else "answer"


def _prompt(work: Work, *, alone: bool) -> Prompt:
    return prompt(f"{_form(work)}-alone" if alone else _form(work), work.approach.prompts)


def _inputs(work: Work) -> dict[str, str]:
    """What a prompt has beside the records."""
    return {
        "question": harmless(work.question, LONGEST_QUESTION),
        "sentences": str(SENTENCES),
        "options": "\n".join(f"{one.letter}: {harmless(one.text)}" for one in options(work.question)),
    }


def _shape(form: Literal["choice", "yes-no"]) -> type[BaseModel]:
    from pydantic import BaseModel

    if form == "choice":

        class Choice(BaseModel):
            choice: str | None
            answer: str

        return Choice

    class Judgement(BaseModel):
        verdict: Literal["yes", "no", "unknown"]
        answer: str

    return Judgement


def _read(work: Work, said: BaseModel, numbers: Collection[int]) -> Written:
    fields = said.model_dump()
    text = spoken(fields["answer"], numbers)
    if "verdict" in fields:
        return Written(text, {"yes": True, "no": False}.get(fields["verdict"]))
    letter = (fields["choice"] or "").strip(" ().:").upper()
    return Written(text, chosen=next((one for one in options(work.question) if one.letter == letter), None))


def shifted(claims: Sequence[Claim], by: int) -> tuple[Claim, ...]:
    """Claims of a text that stands so many characters further on."""
    return tuple(replace(one, start=one.start + by, end=one.end + by) for one in claims)
