"""The pan-cancer questions of the paper on KGT, asked by ``kgt`` without a language model, with each of its steps and
without: ROUGE-L of the text as in the paper, and the things of the answers against those that the references name.
The text is the one sentence in the question's words, where there is one, else the headline; how much of what is
missing is the order of names, which the graph does not have, is told apart. BERTScore of that text is by the embedding
model that ships (``benchmarks.bertscore``), so it is not to be compared one to one with published figures.

The references were machine-translated, shortened to ten names, and in part made up: whether a reference agrees with the
graph is told apart, by looking up the names in it and by the app's own check of its text. The files are no part of the
repository.
"""

from __future__ import annotations

import argparse
import json
import re
import secrets
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from statistics import mean

from benchmarks.bertscore import MODEL, BertScore, bert_score
from benchmarks.common import Share, Skipped, removed, table, tell_line
from benchmarks.paths import ABLATIONS
from kgqa import settings as configured
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.questions.wording import listed
from kgqa.records import Trace
from kgqa.settings import Settings
from kgqa.strategies.kgt import IN_A_SENTENCE

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "pcqa"
QUESTIONS = "questions.json"
PUBLISHED_ROUGE, PUBLISHED_BERTSCORE = 0.868, 0.977
_OUTPUT = re.compile(r"^(?:\s*Output:\s*)+")
_MARKS = re.compile(r"\s*\[\d+\]")
_WORD = re.compile(r"[a-z0-9]+")
_BERTSCORE = ("BERTScore P", "R", "F1")
MOST = 10
"""Names that a reference lists at most."""
_SUPPORTED = frozenset({"agrees", "cut", "borne out"})
"""How a reference agrees with the graph that says what rows of its files say."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--folder", type=Path, default=FOLDER, help="holds the graph and questions.json")
    parser.add_argument("--differing", action="store_true", help="list the references that the graph does not bear out")
    parser.add_argument("--only", choices=list(ABLATIONS), help="ask in this way alone")


def bench(options: argparse.Namespace) -> PanCancerScores | Skipped:
    """Imports the graph of a folder and asks its questions in every way."""
    if not (options.folder / QUESTIONS).is_file():
        return Skipped(f"there is no {QUESTIONS} in {str(options.folder)!r}. It is published as yichun10/bioKGQA-KGT.")
    ways = [options.only] if options.only else list(ABLATIONS)
    found = measure(configured.load(), options.folder, ways)
    return replace(found, differing=options.differing)


@dataclass(frozen=True, slots=True)
class Scored:
    """One question asked in one way.

    Attributes:
        kind: by how it was reasoned with all steps: one-hop, multi-hop, intersection, attribute, relation, unread.
        rouge: ROUGE-L F1 of the headline and the reference.
        sentence: the same of the sentence in the question's words, where the answer has one.
        ordered: the same with the names of the answer in the order of the reference.
        alike: BERTScore of that sentence and the reference, by the embedding model that ships.
        things: F1 of the things of the answer and those that the reference names; None where it names none of the
            graph's, or the answer is no list.
        exact: these are the same.
        only_theirs, only_ours: identifiers of things that only the reference names, and only the answer.
        reference: how the reference agrees with the graph: ``agrees``, ``names fewer``, ``cut`` (the graph has more
            than the ten it names), ``differs`` (it names things that the graph does not join so); of one that names no
            things of the answer what the app's own check of its text gives: ``borne out``, ``turned round`` (the graph
            has it from the other end: "A is inhibited by B", where A inhibits B), else ``not compared``.
        told: the text of the reference.
    """

    way: str
    kind: str
    question: str
    status: str
    rouge: float
    things: float | None
    exact: bool
    reference: str
    sentence: float
    ordered: float
    alike: BertScore
    only_theirs: tuple[str, ...]
    only_ours: tuple[str, ...]
    told: str


@dataclass(frozen=True, slots=True)
class PanCancerScores:
    """What came of all questions in every way."""

    scored: tuple[Scored, ...]
    differing: bool = False
    passed = True

    def text(self) -> str:
        """A table of the ways, one of the kinds with all steps, and how the references agree with the graph."""
        ways = list(dict.fromkeys(one.way for one in self.scored))
        head = ("way", "answered", "ROUGE-L headline", "sentence", "its order", *_BERTSCORE, "things F1", "exact")
        lines = table(head, [self._row(way, [one for one in self.scored if one.way == way]) for way in ways])
        own = [one for one in self.scored if one.way == ways[0]]
        kinds = Counter(one.kind for one in own)
        rows = [self._row(f"{kind} ({n})", [one for one in own if one.kind == kind]) for kind, n in kinds.most_common()]
        lines += ["", *table((f"{ways[0]} by kind", *head[1:]), rows)]
        lines += self._by_kind(ways, list(kinds))
        told = Counter(one.reference for one in own)
        rows = [self._row(f"{what} ({n})", [one for one in own if one.reference == what]) for what, n in told.items()]
        lines += ["", *table(("reference", *head[1:]), rows)]
        lines += ["", *self._supported(own, head)]
        lines += [
            "",
            f"Published, with Code-Llama-13B: ROUGE-L F1 {PUBLISHED_ROUGE:.3f}, best rival 0.533; BERTScore "
            f"{PUBLISHED_BERTSCORE:.3f}, best rival 0.935.",
            f"BERTScore here is by {MODEL}, the embedding model that ships (last layer, no idf, not rescaled); another",
            "model gives other figures for the same texts, so it cannot be compared one to one with the published one.",
        ]
        if self.differing:
            lines += ["", "Where the graph does not have what the reference names, or has more:"]
            lines += [
                f"{one.question}  only the reference: {', '.join(one.only_theirs) or '–'}; only the graph: "
                f"{', '.join(one.only_ours[:MOST]) or '–'}{' …' if len(one.only_ours) > MOST else ''}"
                for one in own
                if one.reference in ("differs", "names fewer")
            ]
            lines += ["", "Where the graph has it from the other end:"]
            lines += [f"{one.question}  {one.told}" for one in own if one.reference == "turned round"]
        return "\n".join((*lines, ""))

    def _supported(self, own: Sequence[Scored], head: Sequence[str]) -> list[str]:
        """Of those references alone that say what the graph says a row for each kind: what is answered where the
        reference is right."""
        some = [one for one in own if one.reference in _SUPPORTED]
        kinds = Counter(one.kind for one in some)
        named = [("all", some), *((kind, [one for one in some if one.kind == kind]) for kind, _ in kinds.most_common())]
        rows = [self._row(f"{kind} ({len(of)})", of) for kind, of in named if of]
        return table(("the graph says the same", *head[1:]), rows)

    def _by_kind(self, ways: Sequence[str], kinds: Sequence[str]) -> list[str]:
        """Of each way and kind how much is answered, and how alike the sentence and its reference are."""
        lines: list[str] = []
        figures: tuple[tuple[str, Callable[[Scored], float]], ...] = (
            ("answered", lambda one: one.status == "answered"),
            ("ROUGE-L of the sentence", lambda one: one.sentence),
            ("BERTScore F1", lambda one: one.alike.f1),
        )
        for what, figure in figures:
            rows = [
                (way, *(f"{mean(figure(one) for one in self.scored if (one.way, one.kind) == (way, kind)):.3f}"
                        for kind in kinds))
                for way in ways
            ]  # fmt: skip
            lines += ["", *table((what, *kinds), rows)]
        return lines

    @staticmethod
    def _row(name: str, some: Sequence[Scored]) -> tuple[object, ...]:
        things = [one.things for one in some if one.things is not None]
        return (
            name,
            Share.of(one.status == "answered" for one in some),
            *(f"{mean(getattr(one, name) for one in some):.3f}" for name in ("rouge", "sentence", "ordered")),
            *(f"{mean(one.alike[part] for one in some):.3f}" for part in range(3)),
            f"{mean(things):.3f} of {len(things)}" if things else "–",
            Share.of(one.exact for one in some if one.things is not None),
        )


def measure(settings: Settings, folder: Path, ways: Sequence[str]) -> PanCancerScores:
    """Asks the questions of a folder in some ways, of its graph in a data folder of its own."""
    questions = json.loads((folder / QUESTIONS).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="kgqa-pcqa-", ignore_cleanup_errors=True) as scratch:
        own = replace(settings, data_dir=Path(scratch))
        name = f"pcqa-{secrets.token_hex(3)}"
        spec = SourceSpec("pcqa", {"path": str(folder), "name": name, "skip_bad_rows": True})
        with EmbeddedServer.connect(own) as server, removed(own, name):
            catalog.load(own, server, spec, lambda _: None)
            with Asker.open(own, name) as asker:
                return PanCancerScores(tuple(_asked(asker, questions, ways)))


def _asked(asker: Asker, questions: Sequence[Mapping[str, str]], ways: Sequence[str]) -> list[Scored]:
    kinds: list[str] = []
    found = []
    references = [_OUTPUT.sub("", one["answer"]) for one in questions]
    checked = [_checked(asker, one) for one in references]
    for way in dict.fromkeys(("kgt", *ways)):
        traces = [asker.ask(one["question"], approach=ABLATIONS[way]) for one in questions]
        kinds = kinds or list(map(_kind, traces))
        for kind, trace, reference, verdict in zip(kinds, traces, references, checked, strict=True):
            found.append(_scored(asker, way, kind, reference, verdict, trace))
        tell_line(f"{way}: asked")
    return found


def _kind(trace: Trace) -> str:
    """What kind of question it is in the paper's words, by how it was reasoned."""
    taken = next((one for one in trace.paths if one.taken), None)
    if trace.answer.kind in ("relation", "yesno") and len(trace.entities) > 1:
        return "relation"
    if trace.answer.kind in ("value", "text") and trace.answer.status == "answered":
        return "attribute"
    if taken is None:
        return "unread"
    if len(trace.entities) > 1:
        return "intersection"
    return "one-hop" if len(taken.steps) == 1 else "multi-hop"


def _checked(asker: Asker, reference: str) -> str:
    """What the graph says of the text of a reference, by the app's own check."""
    if _is_borne_out(asker, reference):
        return "borne out"
    names = sorted(asker.link(reference), key=lambda one: one.start)
    if len(names) != 2:
        return "not compared"
    places = (0, *(place for one in names for place in (one.start, one.end)), len(reference))
    before, one, between, other, behind = (reference[begin:end] for begin, end in pairwise(places))
    turned = f"{before}{other}{between}{one}{behind}"
    return "turned round" if _is_borne_out(asker, turned) else "not compared"


def _is_borne_out(asker: Asker, text: str) -> bool:
    return any(one.verdict == "supported" for one in asker.verify(text).claims)


def _scored(asker: Asker, way: str, kind: str, reference: str, checked: str, trace: Trace) -> Scored:
    """Scores one answer against its reference, whose text was ``checked`` against the graph."""
    said = _MARKS.sub("", trace.answer.headline)
    line = next((one for one in trace.answer.text.splitlines() if one.startswith(IN_A_SENTENCE)), said)
    sentence = _MARKS.sub("", line.removeprefix(IN_A_SENTENCE).strip())
    told = _named(asker, reference, {one.chosen.id for one in trace.entities})
    ids = {one.id for one in trace.answer.items}
    labels = {one.label for one in trace.answer.items}
    wanted = {id_ for id_, label in told.items() if not labels or label in labels}
    both = len(ids & wanted)
    things = 2 * both / (len(ids) + len(wanted)) if ids and wanted else None
    return Scored(
        way, kind, trace.question, trace.answer.status, rouge_l(said, reference), things, bool(ids) and ids == wanted,
        _agreement(ids, wanted) or checked, rouge_l(sentence, reference),
        rouge_l(_reordered(sentence, trace, reference), reference), bert_score(sentence, reference),
        tuple(sorted(wanted - ids)), tuple(sorted(ids - wanted)), reference,
    )  # fmt: skip


def _reordered(sentence: str, trace: Trace, reference: str) -> str:
    """The sentence with its names in the order in which a reference has them, the others behind."""
    names = [item.name for item in trace.answer.items][:MOST]
    text = reference.casefold()
    ordered = sorted(names, key=lambda name: (name.casefold() not in text, text.find(name.casefold())))
    return sentence.replace(listed(names), listed(ordered)).replace(", ".join(names), ", ".join(ordered))


def _agreement(ids: set[str], wanted: set[str]) -> str:
    """How the things of a reference agree with what the graph gives; empty where it names none."""
    if not wanted or not ids:
        return ""
    if wanted <= ids:
        return "agrees" if wanted == ids else "cut" if len(wanted) >= MOST else "names fewer"
    return "differs"


def _named(asker: Asker, text: str, without: set[str]) -> dict[str, str]:
    """The things of the graph that a text names, but those of the question, each with its label."""
    found = (candidate for one in asker.link(text) for candidate in (one.chosen,))
    return {one.id: one.label for one in found if one.id not in without}


def rouge_l(said: str, reference: str) -> float:
    """ROUGE-L F1 of two texts (Lin 2004), by words of letters and digits without stemming.

    >>> round(rouge_l("A treats b and c.", "A can treat B and C."), 3)
    0.727
    """
    one, other = _WORD.findall(said.lower()), _WORD.findall(reference.lower())
    if not one or not other:
        return 0.0
    row = [0] * (len(other) + 1)
    for word in one:
        before = row
        row = [0]
        for place, compared in enumerate(other):
            row.append(before[place] + 1 if word == compared else max(before[place + 1], row[place]))
    return 2 * row[-1] / (len(one) + len(other))
