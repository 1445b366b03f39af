"""How well claims are verified: labelled texts, precision and recall of each verdict, and how long it takes."""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import get_args

from benchmarks.common import DATA, add_graph, opened, table
from benchmarks.made_graphs import MADE
from kgqa.errors import SettingError
from kgqa.linking.linker import Linker
from kgqa.records import ClaimVerdict, Entity, Trace, Triple
from kgqa.schema.model import Schema
from kgqa.verification import verified

ENOUGH = 0.9
"""Precision and recall that each verdict must reach."""
_CODES: Mapping[str, ClaimVerdict] = {"s": "supported", "n": "not_in_graph", "c": "contradicted", "-": "no_claim"}
_MISSING = "missing"
_COUNTED: Mapping[str, int] = {
    "How many compounds treat chronic myeloid leukemia?": 2,
    "How many compounds prevent malaria?": 3,
}
"""What a query counts in a made graph, for questions for a number."""
_MARK = re.compile(r"\{(?P<code>[snc]):(?P<said>.*?)\}", re.DOTALL)


add_options = add_graph


def bench(options: argparse.Namespace) -> VerdictRates:
    """Verifies the labelled set over a graph and the made ones."""
    with opened(options) as asker:
        return run(bundled(), contexts(asker.ask, asker.schema, asker.linker))


@dataclass(frozen=True, slots=True)
class Place:
    """Words of a text, by their offsets, and the verdict that the claim they stand in deserves."""

    start: int
    end: int
    verdict: ClaimVerdict


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text and the verdicts that its claims deserve, in order.

    Attributes:
        held: it was written before the verifier was tried on it; it does not count for what must be reached.
        graph: "hpo" for the default graph, else the name of a made one.
        form: how it is said ("list", "negated").
        verdicts: of all its claims in order; empty where ``places`` has those of the words that were marked.
    """

    held: bool
    graph: str
    question: str
    form: str
    verdicts: tuple[ClaimVerdict, ...]
    text: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """What a text was written from: the evidence of its question, and the names and words of the graph.

    Attributes:
        total: how many things answer the question; None where that was not counted.
    """

    question: str
    evidence: tuple[Triple, ...]
    entities: tuple[Entity, ...]
    schema: Schema
    linker: Linker
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A labelled text and the verdicts that its claims got, with the words of each."""

    labelled: Labelled
    verdicts: tuple[ClaimVerdict, ...]
    said: tuple[str, ...]
    elapsed_ms: float
    spans: tuple[tuple[int, int], ...] = ()

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Deserved and given verdict of each claim; a claim without a partner is paired with nothing.

        Of a text with marked words, claims that hold none of them are not counted.
        """
        if self.labelled.places:
            return [(place.verdict, self._at(place)) for place in self.labelled.places]
        wanted, given = list[str](self.labelled.verdicts), list[str](self.verdicts)
        longest = max(len(wanted), len(given))
        wanted += [_MISSING] * (longest - len(wanted))
        given += [_MISSING] * (longest - len(given))
        return list(zip(wanted, given, strict=True))

    def _at(self, place: Place) -> str:
        """The verdict of the claim that has most of some words."""
        shared = [min(place.end, end) - max(place.start, start) for start, end in self.spans]
        best = max(range(len(shared)), key=shared.__getitem__, default=None)
        return self.verdicts[best] if best is not None and shared[best] > 0 else _MISSING

    @property
    def right(self) -> bool:
        """Whether every claim got the verdict that it deserves."""
        return all(wanted == given for wanted, given in self.pairs)


@dataclass(frozen=True, slots=True)
class VerdictRates:
    """The outcomes of a set."""

    outcomes: tuple[Outcome, ...]

    def pairs(self, *, held: bool | None = None) -> list[tuple[str, str]]:
        """Deserved and given verdict of each claim; a claim without a partner is paired with nothing."""
        chosen = (one for one in self.outcomes if held is None or one.labelled.held == held)
        return [pair for outcome in chosen for pair in outcome.pairs]

    def rates(self, verdict: ClaimVerdict, *, held: bool | None = None) -> tuple[float, float]:
        """Precision and recall of one verdict, 0 to 1."""
        pairs = self.pairs(held=held)
        both = sum(pair == (verdict, verdict) for pair in pairs)
        given, wanted = sum(one == verdict for _, one in pairs), sum(one == verdict for one, _ in pairs)
        return both / max(given, 1), both / max(wanted, 1)

    @property
    def passed(self) -> bool:
        """Whether every verdict is precise and complete enough, on the texts that it was developed on."""
        return all(min(self.rates(verdict, held=False)) > ENOUGH for verdict in get_args(ClaimVerdict))

    def text(self) -> str:
        """The report in text: the rates, then every text that got a wrong verdict."""
        wanted = Counter(one for one, _ in self.pairs())
        rows = [
            (
                verdict,
                f"{wanted[verdict]:,}",
                *(f"{rate:.3f}" for held in (None, True) for rate in self.rates(verdict, held=held)),
            )
            for verdict in get_args(ClaimVerdict)
        ]
        lines = table(("verdict", "claims", "precision", "recall", "held out: precision", "recall"), rows)
        for outcome in self.outcomes:
            if not outcome.right:
                lines += _shown(outcome)
        wrongly = sum(given == "supported" != wanted_ for wanted_, given in self.pairs())
        spent = [outcome.elapsed_ms for outcome in self.outcomes]
        lines.append(
            f"{len(self.outcomes):,} texts, {len(self.pairs()):,} claims; {wrongly} supported wrongly; "
            f"one text takes {median(spent):.1f} ms (median), {max(spent):.1f} ms (slowest)."
        )
        return "\n".join(lines) + "\n"


def _shown(outcome: Outcome) -> list[str]:
    labelled = outcome.labelled
    lines = [f"{'held ' if labelled.held else ''}{labelled.form}: {labelled.text!r}"]
    deserved = labelled.verdicts or [f"{labelled.text[one.start : one.end]}: {one.verdict}" for one in labelled.places]
    lines.append(f"    deserves {', '.join(deserved)}")
    lines += [f"    {verdict}: {said}" for verdict, said in zip(outcome.verdicts, outcome.said, strict=True)]
    return lines


def questions() -> dict[str, tuple[str, str]]:
    """The graph and the question behind each letter of the set's file."""
    cells = (line[1:].split("\t") for line in _lines() if line.startswith("="))
    return {key: (graph, question) for key, graph, question in cells}


def bundled() -> tuple[Labelled, ...]:
    """The labelled set of the product.

    Raises:
        SettingError: a line of its file is not as it should be.
    """
    known, found = questions(), []
    for number, line in enumerate(_lines(), 1):
        if line.startswith(("#", "=")) or not line.strip():
            continue
        try:
            held, key, form, verdicts, said = line.split("\t")
            graph, question = known[key]
            deserved = tuple(_CODES[code] for code in verdicts.split(",")) if verdicts != "*" else ()
        except (ValueError, KeyError) as error:
            raise SettingError(f"Line {number} of claims.tsv is no labelled text: {line!r}.") from error
        text = said.replace("\\n", "\n")
        text, places = (text, ()) if deserved else _unmarked(text)
        found.append(Labelled(held == "held", graph, question, form, deserved, text, places))
    return tuple(found)


def _unmarked(text: str) -> tuple[str, tuple[Place, ...]]:
    """A text without its marks, and what they marked: ``{s:tremor}`` for words of a supported claim."""
    plain, places, place = "", [], 0
    for match in _MARK.finditer(text):
        plain += text[place : match.start()]
        places.append(Place(len(plain), len(plain) + len(match["said"]), _CODES[match["code"]]))
        plain += match["said"]
        place = match.end()
    return plain + text[place:], tuple(places)


def _lines() -> list[str]:
    return (DATA / "claims.tsv").read_text(encoding="utf-8").splitlines()


def run(texts: Sequence[Labelled], contexts: Callable[[str, str], Context]) -> VerdictRates:
    """Verifies every text of a set.

    Args:
        contexts: what was written from, by the name of the graph and the question.
    """
    known: dict[tuple[str, str], Context] = {}
    outcomes = []
    for labelled in texts:
        key = labelled.graph, labelled.question
        if key not in known:
            known[key] = contexts(*key)
        outcomes.append(_outcome(labelled, known[key]))
    return VerdictRates(tuple(outcomes))


def _outcome(labelled: Labelled, context: Context) -> Outcome:
    start = time.perf_counter()
    result = verified(
        labelled.text,
        context.evidence,
        schema=context.schema,
        linker=context.linker,
        question_entities=context.entities,
        about=context.question,
        total=context.total,
    )
    spent = (time.perf_counter() - start) * 1e3
    claims = result.claims
    verdicts, said = tuple(c.verdict for c in claims), tuple(f"{c.text!r} {c.reason}" for c in claims)
    return Outcome(labelled, verdicts, said, spent, tuple((c.start, c.end) for c in claims))


def contexts(ask: Callable[[str], Trace], schema: Schema, linker: Linker) -> Callable[[str, str], Context]:
    """What texts were written from: the evidence that the default graph gives, or a whole made graph."""

    def context(graph: str, question: str) -> Context:
        made = MADE.get(graph)
        if made is not None:
            total = _COUNTED.get(question)
            named = tuple(made.linker.link(question))
            return Context(question, made.triples(), named, made.schema, made.linker, total)
        trace = ask(question)
        return Context(question, trace.evidence, trace.entities, schema, linker, trace.answer.total)

    return context
