"""An answer in words, written by a language model from numbered records or from what it knows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from kgqa.graph.schema import Schema
from kgqa.llm.structured import structured
from kgqa.llm.tokens import estimate, of_messages
from kgqa.prompts import Prompt, messages, prompt
from kgqa.records import Claim, Message, Table, Triple
from kgqa.retrieval.course import Course, Work
from kgqa.retrieval.writing.choices import Option, options
from kgqa.retrieval.writing.fenced import fenced, harmless, line
from kgqa.retrieval.writing.recorded import RecordedModel
from kgqa.retrieval.writing.spoken import spoken

if TYPE_CHECKING:
    from pydantic import BaseModel

SENTENCES = 5
"""Of an answer, its first one left out; the same for every strategy, so that their answers can be compared."""
LONGEST_QUESTION = 4_000
_ROWS = 8
"""Rows of a result that a prompt has beside the numbered records."""
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


@dataclass(frozen=True, slots=True)
class Records:
    """Numbered records for a prompt.

    Attributes:
        lines: one record a line, with its number.
        before: lines that stand before them and say what they are the result of.
        numbers: by which they may be cited; none where the rows are a computation.
    """

    lines: tuple[str, ...]
    before: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    def within(self, tokens: int) -> Records:
        """As many of the records as fit into so many tokens, at least one."""
        kept, used = 0, sum(estimate(one) for one in self.before)
        for one in self.lines:
            used += estimate(one)
            if used > tokens and kept:
                break
            kept += 1
        left = len(self.lines) - kept
        if not left:
            return self
        return replace(self, lines=(*self.lines[:kept], line({"records_left_out": left})), numbers=self.numbers[:kept])

    @property
    def text(self) -> str:
        """As a prompt has them."""
        return fenced([*self.before, *self.lines])


def records(triples: Sequence[Triple], table: Table | None, schema: Schema) -> Records:
    """What was found, for a prompt: the numbered edges, or the rows where they are a computation.

    Fields that no question asks for (who curated a record, numbers that another field says in words) are not sent.
    """
    rows = [] if table is None else [dict(zip(table.columns, row, strict=False)) for row in table.rows]
    if not triples:
        return Records(tuple(line({"row": row}) for row in rows), (line({"rows_of_the_query": len(rows)}),))
    before = {"rows_of_the_query": len(rows), "first_rows": rows[:_ROWS]} if rows else {}
    silent = {
        (relation.type, one.name)
        for relation in schema.relations
        for one in relation.properties
        if one.role == "date" or not one.words
    }
    return Records(
        tuple(line(_record(one, silent)) for one in triples),
        (line(before),) if before else (),
        tuple(one.number for one in triples),
    )


def _record(one: Triple, silent: Set[tuple[str, str]]) -> dict[str, object]:
    told = {
        key: given
        for key, given in one.properties.items()
        if given not in (None, "", []) and (one.predicate, key) not in silent
    }
    return {
        "number": one.number,
        "subject": one.subject.name,
        "relation": one.phrase,
        "object": one.object.name,
        **({"against": True} if one.against else {}),
        "fields": told,
    }


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
    chosen = prompt(form if found is not None else f"{form}-alone", work.approach.prompts)
    model = RecordedModel(work.model, course, chosen, purpose)
    sent = _sent(work, chosen, found)
    numbers = found.numbers if found is not None else ()
    if form == "answer":
        reply = model.complete(sent, hear=lambda text: hear(spoken(text, numbers)), stop=work.stop)
        return Written(spoken(reply.text, numbers))
    said, _ = structured(model, sent, _shape(form), stop=work.stop)
    return _read(work, said, numbers)


def _form(work: Work) -> Literal["choice", "yes-no", "answer"]:
    return "choice" if options(work.question) else "yes-no" if work.kind == "yesno" else "answer"


def _sent(work: Work, chosen: Prompt, found: Records | None) -> tuple[Message, ...]:
    """The prompt with as many of the records as the model can read."""
    listed = "\n".join(f"{one.letter}: {harmless(one.text)}" for one in options(work.question))
    inputs = {
        "question": harmless(work.question, LONGEST_QUESTION),
        "sentences": str(SENTENCES),
        "options": listed,
        "evidence": "",
    }
    if found is None:
        return messages(chosen, **inputs)
    bare = of_messages(messages(chosen, **inputs))
    settings = work.model.settings
    room = settings.context_tokens - settings.most_tokens - bare - _SPARE
    return messages(chosen, **{**inputs, "evidence": found.within(room).text})


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
