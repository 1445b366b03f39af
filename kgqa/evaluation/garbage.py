"""The garbage benchmark: a language model that speaks at random is asked, and nothing that it says may be believed.

The model is a server on loopback that speaks the OpenAI protocol, so that the real client, checker and graph are used.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kgqa.cypher.guard import judge
from kgqa.evaluation.babbler import babble, speaking
from kgqa.llm.opening import model
from kgqa.llm.records import ModelSettings
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.retrieval.approach import Approach, Strategy

QUESTIONS = 200
STRATEGIES: tuple[Strategy, ...] = ("cypher", "llm-only")


@dataclass(frozen=True, slots=True)
class Report:
    """What came of the questions.

    Attributes:
        statuses: by strategy and status, how many answers.
        crashes: questions that ended in a defect.
        writes: statements that ran although the guard does not let them.
        believed: answers of which a part is said to be supported, or that look as if they came from the graph.
    """

    asked: int
    statuses: Mapping[tuple[str, str], int]
    requests: int
    statements: int
    claims: int
    crashes: tuple[str, ...]
    writes: tuple[str, ...]
    believed: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing crashed, nothing but reading ran, and nothing was believed."""
        return not (self.crashes or self.writes or self.believed)

    def text(self) -> str:
        """The report for a terminal."""
        counted = "".join(f"  {s:<10} {status:<14} {n:>5}\n" for (s, status), n in sorted(self.statuses.items()))
        found = [
            ("questions that crashed", self.crashes),
            ("statements that ran and do not only read", self.writes),
            ("answers not marked as unsupported, failed or refused", self.believed),
        ]
        lines = "".join(
            f"{len(ones):>5}  {what}\n" + "".join(f"       {one}\n" for one in ones[:10]) for what, ones in found
        )
        return (
            f"{self.asked} questions to a model that speaks at random: {self.requests} replies, "
            f"{self.statements} statements ran, {self.claims} claims\n{counted}{lines}"
        )


def measure(asker: Asker, questions: Sequence[str], times: int = QUESTIONS, seed: int = 1) -> Report:
    """Asks questions of a model that speaks at random, by each strategy that asks a model.

    Args:
        times: how many questions are asked by each strategy; they begin anew where there are fewer.
    """
    chance = random.Random(seed)  # noqa: S311 - what is said at random guards nothing
    pairs = [pair for relation in asker.schema.relations[:4] for pair in asker.explorer.sample(relation, 20)]
    names = [node.name for pair in pairs for node in pair]
    traces: list[Trace] = []
    crashes: list[str] = []
    with speaking(lambda: babble(chance, names)) as (address, count):
        babbler = model(ModelSettings("compatible", "babbler", address))
        for place in range(times):
            question = questions[place % len(questions)]
            for strategy in STRATEGIES:
                try:
                    traces.append(asker.ask(question, approach=Approach(strategy, babbler)))
                except Exception as error:  # whatever it is, it is what is counted here
                    crashes.append(f"{question}: {error!r}"[:200])
        requests = count()
    ran = [record.executed for trace in traces for record in trace.cypher if record.executed]
    return Report(
        asked=times * len(STRATEGIES),
        statuses=Counter((trace.strategy, trace.answer.status) for trace in traces),
        requests=requests,
        statements=len(ran),
        claims=sum(len(trace.claims) for trace in traces),
        crashes=(*crashes, *(f"{t.question}: {t.answer.text}" for t in traces if "a defect" in t.answer.text)),
        writes=tuple(text for text in ran if not judge(text, asker.schema.counts).allowed),
        believed=tuple(_shown(trace) for trace in traces if _believed(trace)),
    )


def _believed(trace: Trace) -> bool:
    """Whether an answer to garbage looks as if something were known."""
    if any(claim.verdict == "supported" for claim in trace.claims):
        return True
    return trace.answer.status == "answered" and trace.strategy != "llm-only"


def _shown(trace: Trace) -> str:
    believed = [claim.text for claim in trace.claims if claim.verdict == "supported"]
    return f"{trace.strategy}: {trace.question}: {(believed or [trace.answer.text])[0][:200]!r}"
