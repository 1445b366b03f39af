"""Questions as people ask them, by clinicians, researchers and anybody else: how many are understood.

The sets were written by people who had not seen this program, with answers computed from the files. An answer is right,
wrong (sure or read by meaning), asked back, or not given.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.common import DATA, Share, add_graph, opened, percentile, table
from benchmarks.scoring import Expected, complaint, shown
from kgqa.records import Trace
from kgqa.strategies.approach import Approach

SETS: Mapping[str, str] = {
    "default": "free_questions.jsonl",
    "second": "free_questions_second.jsonl",
    "third": "free_questions_third.jsonl",
    "fourth": "free_questions_fourth.jsonl",
    "fifth": "free_questions_fifth.jsonl",
    "sixth": "free_questions_sixth.jsonl",
    "seventh": "free_questions_seventh.jsonl",
    "eighth": "free_questions_eighth.jsonl",
    "ninth": "free_questions_ninth.jsonl",
    "tenth": "free_questions_tenth.jsonl",
    "eleventh": "free_questions_eleventh.jsonl",
    "twelfth": "free_questions_twelfth.jsonl",
    "thirteenth": "free_questions_thirteenth.jsonl",
    "fourteenth": "free_questions_fourteenth.jsonl",
    "fifteenth": "free_questions_fifteenth.jsonl",
    "sixteenth": "free_questions_sixteenth.jsonl",
    "seventeenth": "free_questions_seventeenth.jsonl",
    "eighteenth": "free_questions_eighteenth.jsonl",
    "nineteenth": "free_questions_nineteenth.jsonl",
    "meals": "free_questions_meals.jsonl",
    "twentieth": "free_questions_twentieth.jsonl",
    "hearing": "free_questions_hearing.jsonl",
    "twentyfirst": "free_questions_twentyfirst.jsonl",
    "twentysecond": "free_questions_twentysecond.jsonl",
    "twentythird": "free_questions_twentythird.jsonl",
    "twentyfourth": "free_questions_twentyfourth.jsonl",
    "twentyfifth": "free_questions_twentyfifth.jsonl",
    "farming": "free_questions_farming.jsonl",
    "railways": "free_questions_railways.jsonl",
    "museums": "free_questions_museums.jsonl",
    "alps": "free_questions_alps.jsonl",
    "lab": "free_questions_lab.jsonl",
    "vets": "free_questions_vets.jsonl",
    "theatre": "free_questions_theatre.jsonl",
    "lights": "free_questions_lights.jsonl",
    "pharmacy": "free_questions_pharmacy.jsonl",
    "microbiology": "free_questions_microbiology.jsonl",
    "trials": "free_questions_trials.jsonl",
    "vaccines": "free_questions_vaccines.jsonl",
    "dietetics": "free_questions_dietetics.jsonl",
    "biobank": "free_questions_biobank.jsonl",
    "poisons": "free_questions_poisons.jsonl",
    "dialysis": "free_questions_dialysis.jsonl",
    "marine": "free_questions_marine.jsonl",
    "imaging": "free_questions_imaging.jsonl",
    "allergens": "free_questions_allergens.jsonl",
    "transfusion": "free_questions_transfusion.jsonl",
    "botanic": "free_questions_botanic.jsonl",
    "register": "free_questions_register.jsonl",
    "rescue": "free_questions_rescue.jsonl",
    "limbs": "free_questions_limbs.jsonl",
    "fire": "free_questions_fire.jsonl",
}
"""Twenty-five of the bundled graph; one each of the tables of ``benchmarks/data``, loaded with ``import tables``."""
BEYOND = "beyond"
LEAST_RIGHT, MOST_WRONG, LEAST_SILENT = 0.75, 0.02, 0.97


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--set", dest="set_", choices=SETS, default="default", help="the question set")
    parser.add_argument("--file", type=Path, help="a set in a file instead")
    parser.add_argument("--strict", action="store_true", help="without the reading by meaning")
    parser.add_argument("--all", action="store_true", help="list every question that was not answered rightly")
    add_graph(parser)


def bench(options: argparse.Namespace) -> Understood:
    """Asks a set of a graph."""
    path = options.file or DATA / SETS[options.set_]
    questions = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    approach = Approach(strict=options.strict)
    with opened(options) as asker:
        return run(lambda text: asker.ask(text, approach=approach), questions, whole=options.all)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question.

    Attributes:
        result: right, wrong, asked back or refused; of a question beyond the graph wrong where it was answered.
        sure: it was read strictly.
    """

    question: Mapping[str, Any]
    result: str
    sure: bool
    complaint: str
    got: str
    latency_ms: float

    @property
    def beyond(self) -> bool:
        """Whether the graph cannot answer it."""
        return bool(self.question["category"] == BEYOND)


@dataclass(frozen=True, slots=True)
class Understood:
    """The outcomes of a set with the figures drawn from them."""

    outcomes: Sequence[Outcome]
    whole: bool = False

    @property
    def answerable(self) -> list[Outcome]:
        """Those that the graph can answer."""
        return [one for one in self.outcomes if not one.beyond]

    @property
    def passed(self) -> bool:
        """Whether enough are right, few enough wrong, and what is beyond the graph is not answered."""
        wrong = sum(one.result == "wrong" for one in self.outcomes)
        beyond = [one.result != "wrong" for one in self.outcomes if one.beyond]
        right = [one.result == "right" for one in self.answerable]
        return (
            sum(right) >= LEAST_RIGHT * len(right)
            and wrong <= MOST_WRONG * len(self.outcomes)
            and sum(beyond) >= LEAST_SILENT * len(beyond)
        )

    def text(self) -> str:
        """The figures, then what was not right."""
        results = ("right", "wrong", "asked back", "refused")
        counts = Counter(one.result for one in self.answerable)
        total = len(self.answerable)
        lines = [f"answerable: {', '.join(f'{name} {Share(counts[name], total)}' for name in results)}"]
        sure = sum(one.result == "wrong" and one.sure for one in self.outcomes)
        beyond = [one for one in self.outcomes if one.beyond]
        lines.append(f"wrong though read strictly: {sure}")
        lines.append(f"beyond the graph, not answered: {Share.of(one.result != 'wrong' for one in beyond)}")
        for name in ("style", "category"):
            groups: dict[str, Counter[str]] = defaultdict(Counter)
            for one in self.answerable:
                groups[one.question[name]][one.result] += 1
            rows = [(group, *(found[one] for one in results)) for group, found in sorted(groups.items())]
            lines += ["", *table((name, *results), rows)]
        times = [one.latency_ms for one in self.outcomes]
        lines += ["", f"latency  median {percentile(times, 50):.0f} ms  95 % {percentile(times, 95):.0f} ms", ""]
        for one in self.outcomes:
            if one.result == "wrong" or (self.whole and one.result != "right" and not one.beyond):
                said = f"  {one.result}{'' if one.sure else ' by meaning'}  {one.question['question']!r}"
                lines += [said, f"      {one.complaint} | {one.got}"]
        return "\n".join(lines) + "\n"


def run(ask: Callable[[str], Trace], questions: Sequence[Mapping[str, Any]], *, whole: bool = False) -> Understood:
    """Asks every question once; the first one a second time, so that times are those of a warm process."""
    if questions:
        ask(questions[0]["question"])
    outcomes = []
    for question in questions:
        started = time.perf_counter()
        trace = ask(question["question"])
        elapsed = (time.perf_counter() - started) * 1000
        wrong = _complaint(question, trace)
        sure = trace.reading is None or trace.reading.sure
        read = f" | read as {trace.reading.question!r}" if trace.reading is not None and not sure else ""
        outcomes.append(Outcome(question, _result(trace, wrong), sure, wrong, shown(trace) + read, elapsed))
    return Understood(outcomes, whole)


def result_of(question: Mapping[str, Any], trace: Trace) -> str:
    """What came of a question: right, wrong, asked back or refused."""
    return _result(trace, _complaint(question, trace))


def _result(trace: Trace, wrong: str) -> str:
    if not wrong:
        return "right"
    if trace.answer.status == "ambiguous":
        return "asked back"
    return "wrong" if trace.answer.status == "answered" else "refused"


def _complaint(question: Mapping[str, Any], trace: Trace) -> str:
    """What is wrong with an answer; empty where it is one of those that are right."""
    if "expects_all" in question:
        wanted = [one if isinstance(one, list) else [one] for one in question["expects_all"]]
        traces = (trace, *trace.further)
        if len(wanted) != len(traces):
            return f"{len(traces)} questions are answered, not {len(wanted)}"
        return next((said for one, its in zip(wanted, traces, strict=True) if (said := _any(one, its))), "")
    return _any(question.get("expects") or [question["expect"]], trace)


def _any(expected: Iterable[Mapping[str, Any]], trace: Trace) -> str:
    wrong = [_wrong(one, trace) for one in expected]
    return "" if "" in wrong else wrong[0]


def _wrong(expected: Mapping[str, Any], trace: Trace) -> str:
    plain = {name: value for name, value in expected.items() if name != "differential"}
    wrong = complaint(Expected.from_json(plain), trace)
    if wrong or "differential" not in expected:
        return wrong
    best = [set(ids) for ids in expected["differential"]["best"]]
    met = [len([numbers for numbers in item.by_condition if numbers]) for item in trace.answer.items]
    first = [{item.id, *item.ids} for item, number in zip(trace.answer.items, met, strict=True) if number == max(met)]
    missing = sum(not any(ids & found for found in first) for ids in best)
    return f"{missing} of the best {len(best)} do not stand first" if missing else ""
