"""What a small language model on this machine makes of questions: every strategy, with the model of ``make model``.

Told for each strategy: the score (1 where right, of lists the F1), how many replies had the form that was asked for at
once, after the second request, and never, seconds to the first words and to the end, and tokens. Each question is
written down as soon as it is answered (``--out``), so that a run that was ended goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast, get_args

from benchmarks.common import DATA, add_graph, at_least, opened, percentile, table, tell_line
from kgqa import settings
from kgqa.graph.stop import StopSignal
from kgqa.llm import providers
from kgqa.llm.messages import LanguageModel, ModelError, ModelSettings, Provider, Reply
from kgqa.llm.prompts import CYPHER
from kgqa.pipeline import Asker
from kgqa.records import Entity, Message, ModelCall, Trace
from kgqa.strategies.approach import Approach, Strategy

QUESTIONS = DATA / "local_questions.jsonl"
OUT = Path("local.jsonl")
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?![\w.]*\w)")
_REPAIR = "Your last reply does not fit"
"""How ``kgqa.llm.structured`` begins when it asks once more."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument(
        "--strategy", action="append", choices=get_args(Strategy), help="one of them; repeat for more (default: all)"
    )
    parser.add_argument("--only", type=at_least(1), metavar="N", help="N of the questions, at even distances")
    parser.add_argument("--out", type=Path, default=OUT, help=f"a line for each question, read again ({OUT})")
    parser.add_argument("--provider", choices=get_args(Provider), default="local", help="whose model (local)")
    parser.add_argument("--model", default="", help="its name, for another provider; the rest is as set (KGQA_MODEL_…)")
    parser.add_argument(
        "--prompt", choices=CYPHER, default="zero-shot", help="for Cypher; use another --out (zero-shot)"
    )
    add_graph(parser)


def bench(options: argparse.Namespace) -> Scores:
    """Asks what has not been asked yet, and tells about all that has been."""
    questions = _drawn(read(QUESTIONS), options.only)
    strategies = cast("Sequence[Strategy]", options.strategy or get_args(Strategy))
    done = {(one.strategy, one.id): one for one in _written(options.out)}
    model = _model(options)
    with opened(options) as asker, options.out.open("a", encoding="utf-8") as out:
        if options.out.stat().st_size:
            out.write("\n")  # the last line may have been cut; empty ones are not read
        for question in questions:
            for strategy in strategies:
                if (strategy, question.id) in done:
                    continue
                outcome = ask(asker, question, strategy, model, options.prompt)
                if outcome.status != "failed" or outcome.calls:  # else no model was asked: the graph could not be
                    out.write(json.dumps(asdict(outcome), ensure_ascii=False) + "\n")
                    out.flush()
                done[strategy, question.id] = outcome
                tell_line(
                    f"{strategy:<10} {question.id}  {outcome.score:.2f}  {outcome.elapsed_s:6.1f} s  {outcome.got}"
                )
    wanted = {question.id for question in questions}
    return Scores(
        model.settings.model, tuple(one for one in done.values() if one.strategy in strategies and one.id in wanted)
    )


@dataclass(frozen=True, slots=True)
class Question:
    """A question with what is right.

    Attributes:
        kind: list, yesno, count, or silence where the graph cannot tell.
        label: the type of what is listed.
        answers: the whole list, each thing by all its identifiers.
        cypher: statements, written by hand, by which this was found in the graph; what answers is in the rows of each.
    """

    id: str
    question: str
    kind: str
    label: str = ""
    cypher: tuple[str, ...] = ()
    answers: tuple[tuple[str, ...], ...] = ()
    verdict: bool | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question asked in one way.

    Attributes:
        first_s: seconds until the first words of any reply; None where no model spoke.
        forms: for each reply in a form how it came: "first", "again" or "never".
        found: for a list how many of the right ones were named, of how many named, and of how many that are right.
        calls: purpose, tokens and raw reply of each request.
    """

    id: str
    strategy: str
    kind: str
    score: float
    status: str
    got: str
    elapsed_s: float
    first_s: float | None
    tokens_in: int
    tokens_out: int
    forms: tuple[str, ...]
    found: tuple[int, int, int] | None
    calls: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """All outcomes so far."""

    model: str
    outcomes: tuple[Outcome, ...]

    @property
    def passed(self) -> bool:
        """There is no goal: this tells what can be expected."""
        return True

    def text(self) -> str:
        """A row for each strategy, and one for each kind of question."""
        strategies = list(dict.fromkeys(one.strategy for one in self.outcomes))
        head = ("strategy", "asked", "score", "form at once", "again", "never", "first s", "s", "most s", "tokens")
        rows = [_row(name, [one for one in self.outcomes if one.strategy == name]) for name in strategies]
        kinds = list(dict.fromkeys(one.kind for one in self.outcomes))
        by_kind = [
            (name, *(_score([o for o in self.outcomes if (o.strategy, o.kind) == (name, kind)]) for kind in kinds))
            for name in strategies
        ]
        lines = [f"{self.model}; medians", *table(head, rows), "", *table(("strategy", *kinds), by_kind)]
        return "\n".join(lines) + "\n"


def read(path: Path) -> tuple[Question, ...]:
    """The questions of a file, a JSON object a line."""
    lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return tuple(
        Question(**{**line, "cypher": tuple(line["cypher"]), "answers": tuple(map(tuple, line.get("answers", ())))})
        for line in lines
    )


class Timed:
    """A language model that is always streamed, so that the moment of its first words is known."""

    def __init__(self, model: LanguageModel) -> None:
        self.settings: ModelSettings = model.settings
        self.first: float | None = None
        self._model = model

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        hear: Callable[[str], None] | None = None,
        stop: StopSignal | None = None,
    ) -> Reply:
        """As ``LanguageModel.complete``."""

        def heard(text: str) -> None:
            self.first = self.first or time.monotonic()
            if hear is not None:
                hear(text)

        return self._model.complete(messages, schema=schema, hear=heard, stop=stop)

    def models(self) -> list[str]:
        """As ``LanguageModel.models``."""
        return self._model.models()


def ask(
    asker: Asker, question: Question, strategy: Strategy, model: LanguageModel, cypher_prompt: str = "zero-shot"
) -> Outcome:
    """One question, asked in one way."""
    timed = Timed(model)
    asked = None if strategy == "graph-only" else timed
    started = time.monotonic()
    trace = asker.ask(question.question, approach=Approach(strategy, asked, cypher_prompt=cypher_prompt))
    ended = time.monotonic()
    score, found = scored(question, trace, asker.link)
    calls = trace.calls
    return Outcome(
        question.id,
        strategy,
        question.kind,
        score,
        trace.answer.status,
        trace.answer.headline[:160],
        round(ended - started, 2),
        None if timed.first is None else round(timed.first - started, 2),
        sum(call.tokens_in for call in calls),
        sum(call.tokens_out for call in calls),
        forms(calls, trace.answer.text),
        found,
        tuple(
            {
                "purpose": call.purpose, "in": call.tokens_in, "out": call.tokens_out, "ms": round(call.elapsed_ms),
                "error": call.error, "reply": call.reply,
            }
            for call in calls
        ),
    )  # fmt: skip


def scored(
    question: Question, trace: Trace, link: Callable[[str], Iterable[Entity]]
) -> tuple[float, tuple[int, int, int] | None]:
    """1 where the answer is right, 0 where it is not; of a list the F1, with the numbers that it is made of.

    What a list names is its things, or where it has none of its own, the things of the asked type that the linker finds
    in the text which a model wrote; those that the question names are no answer. Silence about what is not recorded is
    as right as "no".
    """
    answer = trace.answer
    if question.kind == "yesno":
        silent = answer.verdict is None and answer.status in ("answered", "not_in_graph", "evidence")
        return float(answer.verdict is question.verdict or (question.verdict is False and silent)), None
    if question.kind == "silence":
        return float(answer.status != "answered" and not answer.items and answer.value is None), None
    written = answer.text[answer.written_from :] if answer.written_by else answer.headline
    if question.kind == "count":
        value = answer.value if isinstance(answer.value, int) else _first_number(written)
        return float(value == question.count), None
    named = [{item.id, *item.ids} for item in answer.items if item.label == question.label]
    if not named and answer.written_by:
        asked = {one.chosen.id for one in trace.entities}
        mentioned = (one.chosen for one in link(written) if one.chosen.label == question.label)
        named = [{one.id, *one.ids} for one in dict.fromkeys(mentioned) if one.id not in asked]
    right = sum(any(ids & set(answer_) for ids in named) for answer_ in question.answers)
    wrong = sum(not any(ids & set(answer_) for answer_ in question.answers) for ids in named)
    f1 = 2 * right / (right + wrong + len(question.answers)) if right else 0.0
    return f1, (right, right + wrong, len(question.answers))


def forms(calls: Sequence[ModelCall], text: str) -> tuple[str, ...]:
    """How each reply came that was to have a form: at once, after it was asked for again, or never.

    A reply that was cut, or that is taken as words, has none. Requests that failed for another reason do not count.
    """
    came: list[str] = []
    for number, call in enumerate(calls):
        if not _in_form(call) or any(_REPAIR in message.text for message in call.messages[-1:]):
            continue
        after = calls[number + 1] if number + 1 < len(calls) else None
        again = after is not None and after.purpose == call.purpose and _REPAIR in after.messages[-1].text
        if call.error and not call.reply:
            continue
        if not again:
            came.append("never" if call.error else "first")
        else:
            assert after is not None
            failed = bool(after.error) or "did not reply in the form" in text or "do not fit the form" in text
            came.append("never" if failed else "again")
    return tuple(came)


def _in_form(call: ModelCall) -> bool:
    return any("JSON object" in message.text for message in call.messages[:1])


def _first_number(text: str) -> int | None:
    found = _NUMBER.search(text)
    return int(found.group().replace(",", "")) if found else None


def _drawn(questions: Sequence[Question], only: int | None) -> tuple[Question, ...]:
    """All, or so many of them at even distances, so that a part has every kind."""
    if only is None or only >= len(questions):
        return tuple(questions)
    return tuple(questions[number * len(questions) // only] for number in range(only))


def _written(path: Path) -> tuple[Outcome, ...]:
    if not path.exists():
        return ()
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line:
            continue
        try:
            values = json.loads(line)
        except ValueError:
            continue  # the run was ended while it wrote this line
        values |= {name: tuple(values[name]) for name in ("forms", "calls")}
        values["found"] = None if values["found"] is None else tuple(values["found"])
        found.append(Outcome(**values))
    return tuple(found)


def _model(options: argparse.Namespace) -> LanguageModel:
    """The model that is asked.

    Raises:
        ModelError: it is not there.
    """
    in_force = replace(settings.load(), model_provider=options.provider, model=options.model)
    chosen = providers.from_settings(in_force)
    if chosen is None:
        raise ModelError("No language model is named.", trouble="not_set")
    model = providers.model(chosen)
    if options.provider == "local":
        model.models()
    return model


def _row(name: str, some: Sequence[Outcome]) -> tuple[object, ...]:
    all_forms = [form for one in some for form in one.forms]
    firsts = [one.first_s for one in some if one.first_s is not None]
    seconds = [one.elapsed_s for one in some]
    return (
        name,
        len(some),
        _score(some),
        *(f"{all_forms.count(form)}/{len(all_forms)}" if all_forms else "–" for form in ("first", "again", "never")),
        f"{percentile(firsts, 50):.1f}" if firsts else "–",
        f"{percentile(seconds, 50):.1f}",
        f"{max(seconds):.1f}",
        f"{percentile([one.tokens_in + one.tokens_out for one in some], 50):,.0f}",
    )


def _score(some: Sequence[Outcome]) -> str:
    return f"{sum(one.score for one in some) / len(some):.2f}" if some else "–"
