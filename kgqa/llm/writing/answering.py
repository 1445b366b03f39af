"""An answer in words, written by a language model from numbered records or from what it knows."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from kgqa.llm.prompts import Prompt, messages
from kgqa.llm.structured import structured
from kgqa.llm.writing.contexts import Records
from kgqa.llm.writing.fenced import harmless
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.llm.writing.spoken import paced, spoken
from kgqa.questions.options import Option, options
from kgqa.records import Kind

if TYPE_CHECKING:
    from pydantic import BaseModel

SENTENCES = 5
"""Of an answer, its first one left out; the same for every strategy, so that their answers can be compared."""
LONGEST_QUESTION = 4_000
Form = Literal["choice", "yes-no", "answer"]


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


@dataclass(frozen=True, slots=True)
class AnswerWriter:
    """Has a language model write the answer to one question.

    Attributes:
        kind: of the answer that the question asks for.
    """

    model: RecordedModel
    question: str
    kind: Kind

    @property
    def room(self) -> int:
        """Tokens that records may have beside the question and the reply, estimated.

        Raises:
            PromptError: the reader's copy of the prompt cannot be sent.
        """
        return self.model.room(self._prompt(alone=False), self._inputs())

    def fitted(self, found: Records, *, knowledge: str = "", composed: bool = False) -> Records:
        """The records as they are to be sent, as many as the model can read at once; a note tells where that is fewer.

        Args:
            knowledge: points of prior knowledge that go before them.
            composed: they are sent as one JSON object.

        Raises:
            PromptError: as ``room``.
        """
        fitting = replace(found, knowledge=knowledge, composed=composed).within(self.room)
        if not fitting.left_out:
            return fitting
        sent, number = len(fitting.told), len(found.told)
        note = f"The language model was given {sent:,} of {number:,} records, because it cannot read more at once."
        return replace(fitting, notes=(*fitting.notes, note))

    def write(self, found: Records | None, hear: Callable[[str], None]) -> Written:
        """The answer to the question: from records, or from what the model knows where there are none to be given.

        Args:
            hear: hears the text so far; nothing of a reply that is JSON.

        Raises:
            ModelError: it wrote nothing that can be used.
            PromptError: as ``room``.
            StoppedError: the reader stopped it.
        """
        chosen = self._prompt(alone=found is None)
        sent = found.within(self.room) if found is not None else None
        tokens = sent.tokens if sent is not None else 0
        model = self.model.asking(chosen, "write the answer", tokens_context=tokens)
        asked = messages(chosen, **{**self._inputs(), "evidence": sent.text if sent is not None else ""})
        numbers = sent.numbers if sent is not None else ()
        form = self._form
        if form == "answer":
            reply = model.complete(asked, hear=paced(lambda text: hear(spoken(text, numbers))))
            said = spoken(reply.text, numbers)
            hear(said)
            return Written(said)
        judged, _ = structured(model, asked, _shape(form))
        return self._read(judged, numbers)

    @property
    def _form(self) -> Form:
        return "choice" if options(self.question) else "yes-no" if self.kind == "yesno" else "answer"

    def _prompt(self, *, alone: bool) -> Prompt:
        return self.model.prompt(f"{self._form}-alone" if alone else self._form)

    def _inputs(self) -> dict[str, str]:
        """What a prompt has beside the records."""
        return {
            "question": harmless(self.question, LONGEST_QUESTION),
            "sentences": str(SENTENCES),
            "options": "\n".join(f"{one.letter}: {harmless(one.text)}" for one in options(self.question)),
        }

    def _read(self, said: BaseModel, numbers: Collection[int]) -> Written:
        fields = said.model_dump()
        text = spoken(fields["answer"], numbers)
        if "verdict" in fields:
            return Written(text, {"yes": True, "no": False}.get(fields["verdict"]))
        letter = (fields["choice"] or "").strip(" ().:").upper()
        return Written(text, chosen=next((one for one in options(self.question) if one.letter == letter), None))


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
