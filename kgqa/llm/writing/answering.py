"""An answer that a language model writes: in statements from numbered records, or in words from what it knows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from kgqa.llm.messages import ModelError
from kgqa.llm.prompts import Prompt, messages
from kgqa.llm.structured import UnfitError, structured
from kgqa.llm.writing import schema_text, stated
from kgqa.llm.writing.contexts import Records
from kgqa.llm.writing.fenced import harmless, with_before
from kgqa.llm.writing.plain_reply import paced, spoken
from kgqa.llm.writing.recorded import RecordedModel, Requests
from kgqa.questions.text.options import Option, options
from kgqa.records import Former, Kind, Message, Stated

if TYPE_CHECKING:
    from pydantic import BaseModel

SENTENCES = 5
"""Of an answer, its first one left out; the same for every strategy, so that their answers can be compared."""
LISTED = 10
"""Statements of an answer that lists things, one for each; as many fit into the usual longest reply."""
LONGEST_QUESTION = 4_000
Form = Literal["choice", "yes-no", "answer"]


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote.

    Attributes:
        text: plain text; its numbers are those of the records. Of statements their sentences, without numbers.
        verdict: of a yes/no question; None where the model does not know.
        chosen: the option of a multiple-choice question; None where it chose none.
        statements: what it states, a link each; none of what was written in words alone.
        remarks: what it says besides, which states no link; no part of the text.
        notes: what the reader is to know of how it was written, a sentence each.
    """

    text: str
    verdict: bool | None = None
    chosen: Option | None = None
    statements: tuple[Stated, ...] = ()
    remarks: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerWriter:
    """Has a language model write the answer to one question.

    Attributes:
        kind: of the answer that the question asks for.
        before: the question that it follows, with its answers; None where it follows none.
    """

    model: RecordedModel
    question: str
    kind: Kind
    before: Former | None = None

    def room(self, found: Records | None = None) -> int:
        """Tokens that records may have beside the question and the reply, estimated.

        Raises:
            PromptError: the reader's copy of the prompt cannot be sent.
        """
        return self.model.room(self._prompt(alone=False), self._inputs(found))

    def fitted(self, found: Records, *, knowledge: str = "", composed: bool = False) -> Records:
        """The records as they are to be sent, as many as the model can read at once; a note tells where that is fewer.

        Args:
            knowledge: points of prior knowledge that go before them.
            composed: they are sent as one JSON object.

        Raises:
            PromptError: as ``room``.
        """
        fitting = replace(found, knowledge=knowledge, composed=composed).within(self.room(found))
        if fitting.left_out == found.left_out:
            return fitting
        sent, number = len(fitting.told), len(found.told)
        note = f"The language model was given {sent:,} of {number:,} records, because it cannot read more at once."
        return replace(fitting, notes=(*fitting.notes, note))

    def write(self, found: Records | None, hear: Callable[[str], None]) -> Written:
        """The answer to the question: from records, or from what the model knows where there are none to be given.

        From records it is written in statements. What does not fit their form, after one more request, is taken as
        far as it goes; where nothing of it fits, what was written is taken as words. A note tells either.

        Args:
            hear: hears the text so far: of statements the sentences that are whole.

        Raises:
            ModelError: it wrote nothing that can be used.
            PromptError: as ``room``.
            StoppedError: the reader stopped it.
        """
        chosen = self._prompt(alone=found is None)
        sent = found.within(self.room(found)) if found is not None else None
        tokens = sent.tokens if sent is not None else 0
        model = self.model.asking(chosen, "write the answer", tokens_context=tokens)
        asked = messages(chosen, **{**self._inputs(sent), "evidence": sent.text if sent is not None else ""})
        if sent is not None:
            return self._in_statements(model, asked, sent.numbers, hear)
        form = self._form
        if form == "answer":
            reply = model.complete(asked, hear=paced(lambda text: hear(spoken(text, ()))))
            said = spoken(reply.text, ())
            hear(said)
            return Written(said)
        judged, _ = structured(model, asked, _shape(form))
        return self._read(judged)

    def _in_statements(
        self, model: Requests, asked: Sequence[Message], numbers: Collection[int], hear: Callable[[str], None]
    ) -> Written:
        form, name = self._form, self.model.settings.model
        notes: list[str] = []
        try:
            reply, _ = structured(
                model,
                asked,
                stated.shape(form),
                hear=paced(lambda text: hear(stated.preview(text, numbers))),
                value=stated.one_value,
            )
            said = stated.read(reply, numbers)
        except ModelError as error:
            replies = error.replies if isinstance(error, UnfitError) else (error.partial,)
            said = max((stated.salvaged(one, form, numbers) for one in reversed(replies)), key=_weight)
            if said.statements:
                notes.append(_left_out(name, said) if isinstance(error, UnfitError) else _broken_off(name, error))
            elif said.remarks and not said.left_out:
                pass
            elif isinstance(error, UnfitError):
                return self._in_words(error, said, numbers, hear)
            else:
                raise
        text = " ".join(dict.fromkeys(one.sentence for one in said.statements))
        return Written(text, said.verdict, self._option(said.choice), said.statements, said.remarks, tuple(notes))

    def _in_words(
        self, error: UnfitError, said: stated.Heard, numbers: Collection[int], hear: Callable[[str], None]
    ) -> Written:
        """What was written in no form, as words.

        Raises:
            UnfitError: there are none.
        """
        texts = (stated.free_text(one, numbers) for one in error.replies)
        text = next((one for one in texts if one), "")
        if not text:
            raise error
        hear(text)
        often = ", twice" if len(error.replies) > 1 else ""
        note = (
            f"{self.model.settings.model} did not reply in the form that was asked for{often}, so its text is read "
            "without its help, and most of it may not be checked."
        )
        return Written(text, said.verdict, self._option(said.choice), notes=(note,))

    @property
    def _form(self) -> Form:
        return "choice" if options(self.question) else "yes-no" if self.kind == "yesno" else "answer"

    def _prompt(self, *, alone: bool) -> Prompt:
        return self.model.prompt(f"{self._form}-alone" if alone else self._form)

    def _inputs(self, found: Records | None = None) -> dict[str, str]:
        """What a prompt has beside the records.

        Args:
            found: the records; None where none are sent.
        """
        listed = found is not None and self._form == "answer" and self.kind == "list"
        told = found.relations if found is not None else ()
        return {
            "question": with_before(harmless(self.question, LONGEST_QUESTION), self.before),
            "sentences": str(SENTENCES if found is None else LISTED if listed else SENTENCES + 1),
            "options": "\n".join(f"{one.letter}: {harmless(one.text)}" for one in options(self.question)),
            "relations": "\n".join(told) or schema_text.NONE,
        }

    def _read(self, said: BaseModel) -> Written:
        fields = said.model_dump()
        text = spoken(fields["answer"], ())
        if "verdict" in fields:
            return Written(text, {"yes": True, "no": False}.get(fields["verdict"]))
        return Written(text, chosen=self._option(fields["choice"] or ""))

    def _option(self, said: str) -> Option | None:
        """The option that is meant by its letter ("B", "(b)", "B: Marfan syndrome")."""
        letter = said.strip(" ().:").partition(":")[0].strip(" ().").upper()
        return next((one for one in options(self.question) if one.letter == letter), None)


def _weight(said: stated.Heard) -> tuple[int, int]:
    return len(said.statements), -said.left_out


def _left_out(model: str, said: stated.Heard) -> str:
    if not said.left_out:
        return f"{model} did not reply in the form that was asked for; the statements that could be read are shown."
    number, all_ = said.left_out, said.left_out + len(said.statements)
    were = "was" if number == 1 else "were"
    return f"{number} of the {all_} statements that {model} wrote {were} left out, because they do not fit the form."


def _broken_off(model: str, error: ModelError) -> str:
    return f"The reply of {model} broke off; its whole statements are shown. {error}"


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
