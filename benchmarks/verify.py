"""How well claims are verified: texts with records of what they state, judged three ways, and traps.

*Records*: each statement as a model would write it, alone. *Split*: the text as it is, taken apart into these records.
*Prose*: the text alone, read strictly. Texts were written by people who had not seen the program; the verdicts are
those of the records of the graph. A text that somebody looked at because it went wrong is retired.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, get_args

from benchmarks.common import DATA, add_graph, opened, table
from kgqa.pipeline import Asker
from kgqa.records import Claim, ClaimVerdict, Stated
from kgqa.verification import Verification, Verifier
from kgqa.verification.verifying import looker

FOLDER = DATA / "claims"
WAYS = ("records", "split", "prose")
_VERDICTS: tuple[ClaimVerdict, ...] = get_args(ClaimVerdict)
_EACH_UNREAD = 3
"""Of so many texts one is kept unread."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    add_graph(parser)
    parser.add_argument("--file", type=Path, default=FOLDER / "texts.jsonl", help="texts with records and verdicts")
    parser.add_argument("--traps", type=Path, default=FOLDER / "traps.jsonl", help="sentences not to be believed")
    parser.add_argument("--unread", action="store_true", help="the third that nobody looks at, in figures alone")


def bench(options: argparse.Namespace) -> Rates:
    """Verifies the texts and the traps over a graph."""
    with opened(options) as asker:
        texts = [one for n, one in enumerate(read(options.file)) if (n % _EACH_UNREAD == 0) == options.unread]
        return measure(asker, texts, list(read(options.traps)), shown=not options.unread)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text with its statements as records, and the verdict that each deserves."""

    text: str
    statements: tuple[Stated, ...]
    verdicts: tuple[ClaimVerdict, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Rates:
    """Deserved and given verdicts.

    Attributes:
        pairs: by way of reading how often each verdict was given for each deserved one.
        believed: traps that were believed, by way of reading.
        misses: what went wrong, in words; empty where nobody is to look.
        kept: share of sentences with a record that is looked up that are shown in the model's own words.
        elapsed_ms: of each text, read strictly.
    """

    pairs: Mapping[str, Counter[tuple[ClaimVerdict, ClaimVerdict]]]
    believed: Mapping[str, Sequence[str]]
    traps: int
    misses: Sequence[str]
    kept: float
    elapsed_ms: Sequence[float]

    def rates(self, way: str, verdict: ClaimVerdict) -> tuple[float, float]:
        """Precision and recall of one verdict, 0 to 1."""
        pairs = self.pairs[way]
        given = sum(n for (_, one), n in pairs.items() if one == verdict)
        wanted = sum(n for (one, _), n in pairs.items() if one == verdict)
        return pairs[verdict, verdict] / max(given, 1), pairs[verdict, verdict] / max(wanted, 1)

    @property
    def passed(self) -> bool:
        """Whether no trap was believed and what is said to be supported is."""
        return not any(self.believed.values()) and all(self.rates(way, "supported")[0] >= 0.98 for way in WAYS)

    def text(self) -> str:
        """The report in text: the rates by way and verdict, the traps, then what went wrong."""
        rows = [
            (way, verdict, f"{sum(n for (one, _), n in self.pairs[way].items() if one == verdict):,}",
             *(f"{rate:.3f}" for rate in self.rates(way, verdict)))
            for way in WAYS
            for verdict in _VERDICTS
        ]  # fmt: skip
        lines = table(("way", "verdict", "claims", "precision", "recall"), rows)
        lines += [f"{way}: {len(self.believed[way])} of {self.traps} traps believed" for way in WAYS]
        lines.append(f"{self.kept:.0%} of the sentences that are looked up are shown as they were written.")
        spent = self.elapsed_ms
        lines.append(f"To read a text takes {median(spent):.1f} ms (median), {max(spent):.1f} ms (slowest).")
        return "\n".join([*lines, *self.misses]) + "\n"


def read(path: Path) -> Iterator[Labelled]:
    """The texts of a file, one JSON object a line."""
    for line in path.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        claims = one["claims"]
        yield Labelled(
            one["text"],
            tuple(map(_stated, claims)),
            tuple(c.get("verdict", "not_checked") for c in claims),
            one.get("trap", ""),
        )


def _stated(said: Mapping[str, Any]) -> Stated:
    return Stated(
        said["sentence"],
        said["subject"],
        said["relation"] or said.get("said", ""),
        said["object"],
        said["polarity"] != "holds",
        said.get("property", ""),
        said.get("value", ""),
    )


def measure(asker: Asker, texts: Sequence[Labelled], traps: Sequence[Labelled], *, shown: bool = True) -> Rates:
    """Verifies texts and traps in every way."""
    verifier = _Ways(asker)
    pairs: dict[str, Counter[tuple[ClaimVerdict, ClaimVerdict]]] = {way: Counter() for way in WAYS}
    misses: list[str] = []
    elapsed: list[float] = []
    own = all_ = 0
    for labelled in texts:
        start = time.perf_counter()
        given = {way: verifier.verdicts(way, labelled) for way in WAYS[:2]}
        whole = verifier.verified("records", labelled.text, labelled.statements)
        looked_up = [one for one in whole.claims if one.verdict != "not_checked"]
        own, all_ = own + sum(not one.written for one in looked_up), all_ + len(looked_up)
        start = time.perf_counter()
        given["prose"] = verifier.verdicts("prose", labelled)
        elapsed.append((time.perf_counter() - start) * 1e3)
        for way, claims in given.items():
            for stated, wanted, one in zip(labelled.statements, labelled.verdicts, claims, strict=True):
                verdict = one.verdict if one is not None else "not_checked"
                pairs[way][wanted, verdict] += 1
                # What is not checked is no mistake of a reader who reads strictly.
                if verdict != wanted and (way == "records" or verdict != "not_checked"):
                    misses.append(f"{way}: {wanted} was called {verdict}: {stated} {one.reason if one else ''}")
    believed = {way: [t.text for t in traps if verifier.believes(way, t)] for way in WAYS}
    misses += [f"{way} believed: {said}" for way in WAYS for said in believed[way]]
    return Rates(pairs, believed, len(traps), misses if shown else (), own / max(all_, 1), elapsed)


class _Ways:
    def __init__(self, asker: Asker) -> None:
        self._asker = asker

    def verified(self, way: str, text: str, statements: Sequence[Stated]) -> Verification:
        asker = self._asker
        look_up, _ = looker(asker.schema, asker.store, asker.source)
        verifier = Verifier(asker.schema, asker.linker, look_up=look_up)
        if way == "records":
            return verifier.statements(statements)
        return verifier.split(text, statements) if way == "split" else verifier.prose(text)

    def verdicts(self, way: str, labelled: Labelled) -> list[Claim | None]:
        """The claim that each statement of a text became."""
        if way == "records":
            return [self.verified(way, labelled.text, (one,)).claims[0] for one in labelled.statements]
        found = self.verified(way, labelled.text, labelled.statements).claims
        return [_at(found, _place(labelled.text, one)) for one in labelled.statements]

    def believes(self, way: str, trap: Labelled) -> bool:
        """Whether the words of a trap are shown as supported."""
        found = self.verified(way, trap.text, trap.statements).claims
        if way == "records":
            return any(one.verdict == "supported" and not one.written for one in found)
        at = [_at(found, _place(trap.text, one)) for one in trap.statements]
        return any(one is not None and one.verdict == "supported" for one in at)


def _place(text: str, stated: Stated) -> int:
    """Where the later one of its two names stands in the sentence of a statement, else the middle of that."""
    start, said = max(text.find(stated.sentence), 0), stated.sentence.casefold()
    names = [(said.find(name.casefold()), len(name)) for name in (stated.subject, stated.object)]
    place, length = max(names)
    return start + (place + length // 2 if place >= 0 else len(said) // 2)


def _at(claims: Sequence[Claim], place: int) -> Claim | None:
    return next((one for one in claims if one.start <= place < one.end), None)
