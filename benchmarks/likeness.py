"""Trains the model that ranks what a graph could be asked (``kgqa.questions.by_meaning.likeness``) on paraphrases.

``benchmarks/data/paraphrases.txt`` holds, for several schemas, plain questions and the ways in which people ask them,
names masked by the nouns of their types. Proposals are the plain questions of the same schema with the same masks;
in a quarter of the steps the right one is left out, so that the model learns to say that none fits.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from benchmarks.common import DATA, Share, table
from kgqa.embedding.light import light_embedder
from kgqa.language import everyday
from kgqa.language.inflection import without_s
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.likeness import COVERAGE, FORM_SIMILARITY, sentence_of, words_of

WIDTH, SENTENCE_WIDTH = 48, 64
EPOCHS = 6
RATE, DECAY, STEP = 0.01, 0.75, 16
LEFT_OUT = 0.25
"""Share of the steps in which the right proposal is left out."""
DROPPED = 0.1
"""Share of the words of a question that are left out in a step."""
SURE = 0.7
HELD_OUT = 0.15
_MASK = re.compile(r"\{([^{}]*)\}")
_EXTRA = frozenset({"kinds", "kind", "most", "fewest", "least", "share", "both", "more", "many"})
_FORMS: tuple[tuple[str, str], ...] = (
    (r"\bshare\b|\bboth\b|in common", "shared"),
    (r"at least \d", "atleast"),
    (r"more than \{number", "threshold"),
    (r"that \{\w[\w ]*2\} does not|which does \{", "differs"),
    (r"^which has (the )?more|^which \w+ has more", "more"),
    (r"\bfewest\b|\bleast\b", "fewest"),
    (r"most frequently", "most"),
    (r"\bthe most\b", "ranking"),
    (r"^how many", "count"),
    (r"^are there", "exists"),
    (r"^(does|do|is|are|has|was|can) ", "yesno"),
    (r"^which (kinds|types of \{|subtypes)", "kinds"),
    (r"a kind of", "parents"),
    (r"^what is \{[^}]*\}\?$", "everything"),
    (r"^(what|when|where|how)\b.*\{.*\{", "value"),
    (r"^(what|when|where|how)\b", "property"),
    (r"\bexclude", "denied"),
)
"""The form of a plain question by how it is worded; any other is a list."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--out", type=Path, help="write the trained model here; without it it is only measured")
    parser.add_argument("--hold-out", default="", help="a schema that is kept from training and measured instead")
    parser.add_argument("--epochs", type=int, default=EPOCHS)


def bench(options: argparse.Namespace) -> Trained:
    """Trains and measures on what was held out; with ``--out`` on everything, and writes the model."""
    cases, asks = read(DATA / "paraphrases.txt")
    return train(cases, asks, held_out=options.hold_out, out=options.out, epochs=options.epochs)


@dataclass(frozen=True, slots=True)
class Case:
    """One paraphrase of a plain question of a schema."""

    schema: str
    masks: tuple[str, ...]
    plain: str
    asked: str


@dataclass(frozen=True, slots=True)
class Trained:
    """How well a model ranks what it was not trained on."""

    rows: Sequence[tuple[str, str]]

    passed = True

    def text(self) -> str:
        """The measures as a table."""
        return "\n".join(table(("measure", "value"), self.rows)) + "\n"


def read(path: Path) -> tuple[list[Case], dict[tuple[str, tuple[str, ...]], list[str]]]:
    """The paraphrases of a file, and the plain questions by schema and masks.

    A line ``# schema NAME: …`` begins a schema, ``= …`` a plain question; every other line paraphrases the last one.
    """
    schema = plain = ""
    cases: list[Case] = []
    asks: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for line in map(str.strip, path.read_text(encoding="utf-8").splitlines()):
        if begun := re.match(r"# schema (\w+)", line):
            schema, plain = begun[1], ""
        elif line.startswith("= "):
            plain = line[2:]
            asks[schema, _masks(plain)].append(plain)
        elif line and plain and _masks(line) == _masks(plain):
            cases.append(Case(schema, _masks(plain), plain, line))
    return cases, asks


def _masks(text: str) -> tuple[str, ...]:
    return tuple(sorted(_MASK.findall(text)))


def form_of(plain: str) -> str:
    """The form of a plain question, by how it is worded."""
    return next((form for pattern, form in _FORMS if re.search(pattern, plain.lower())), "list")


def elements_of(plain: str) -> list[frozenset[str]]:
    """The words of what a plain question speaks of, each with the everyday words of the same type."""
    light = vocabulary().light | vocabulary().function | _EXTRA
    words = (token.text.lower() for token in spoken(_MASK.sub(" ", plain)))
    return [_alike(word) for word in words if word not in light and not word.isdigit()]


def _alike(word: str) -> frozenset[str]:
    concepts = everyday.concepts_of(without_s(word))
    said = (phrase for kind in everyday.types() if kind.concept in concepts for phrase in kind.words[:8])
    return frozenset({word, *(part for phrase in said for part in phrase.split())})


class Net(torch.nn.Module):
    """The model in training; its parts are those of ``Likeness``."""

    def __init__(self, bases: np.ndarray, forms: int) -> None:
        super().__init__()
        size = bases.shape[1]
        self.bases = torch.tensor(bases)
        self.projection = torch.nn.Parameter(torch.randn(size, WIDTH) * 0.05)
        self.word = torch.nn.Parameter(torch.zeros(len(bases), WIDTH))
        self.weight = torch.nn.Parameter(torch.zeros(size))
        self.weight_bias = torch.nn.Parameter(torch.tensor(0.5))
        self.word_weight = torch.nn.Parameter(torch.zeros(len(bases)))
        self.form_vectors = torch.nn.Parameter(torch.randn(forms, WIDTH) * 0.1)
        self.form_bias = torch.nn.Parameter(torch.zeros(forms))
        self.like_from = torch.nn.Parameter(torch.tensor(0.3))
        self.covered_from = torch.nn.Parameter(torch.tensor(0.3))
        self.cover = torch.nn.Parameter(torch.tensor(1.0))
        self.form = torch.nn.Parameter(torch.tensor(1.0))
        self.sentence_projection = torch.nn.Parameter(torch.randn(size, SENTENCE_WIDTH) * 0.05)
        self.sentence = torch.nn.Parameter(torch.tensor(3.0))
        self.plain = torch.nn.Parameter(torch.tensor(3.0))
        self.plain_from = torch.nn.Parameter(torch.tensor(0.4))

    def vectors(self, words: torch.Tensor) -> torch.Tensor:
        return functional.normalize(self.bases[words] @ self.projection + self.word[words], dim=-1)

    def forward(
        self,
        words: torch.Tensor,
        asked: torch.Tensor,
        forms: Sequence[int],
        elements: Sequence[Sequence[torch.Tensor]],
        plain: torch.Tensor,
    ) -> torch.Tensor:
        """The fits of proposals and, last, 0 for none."""
        vectors = self.vectors(words)
        weights = functional.softplus(self.bases[words] @ self.weight + self.weight_bias + self.word_weight[words])
        of_forms = FORM_SIMILARITY * vectors @ functional.normalize(self.form_vectors, dim=-1).T
        fits = []
        for form, sets in zip(forms, elements, strict=True):
            columns = [of_forms[:, form]]
            covered = torch.zeros(())
            for one in sets:
                likest = (vectors @ self.vectors(one).T).amax(dim=1)
                columns.append(likest)
                covered = covered + likest.amax() - self.covered_from
            best = torch.stack(columns).amax(dim=0)
            fit = (weights * (best - self.like_from)).sum() / len(words) ** 0.5
            fit = fit + functional.softplus(self.cover) * covered / max(len(sets), 1) * COVERAGE
            fits.append(fit + functional.softplus(self.form) * columns[0].amax() + self.form_bias[form])
        whole = functional.normalize(asked @ self.sentence_projection, dim=-1)
        others = functional.normalize(plain @ self.sentence_projection, dim=-1)
        sentences = self.sentence * (others @ whole) + self.plain * (plain @ asked - self.plain_from)
        return torch.cat([torch.stack(fits) + sentences, torch.zeros(1)])


class _Data:
    """Paraphrases and plain questions as tensors."""

    def __init__(self, cases: Sequence[Case], asks: dict[tuple[str, tuple[str, ...]], list[str]]) -> None:
        self.asks = asks
        self.places: dict[str, int] = {}
        self.said = {case.asked: [self._place(word) for word in words_of(case.asked)] for case in cases}
        plains = [plain for some in asks.values() for plain in some]
        self.forms = sorted({form_of(plain) for plain in plains} | {"exists", "relation", "isa"})
        self.form = {plain: self.forms.index(form_of(plain)) for plain in plains}
        self.sets = {
            plain: [torch.tensor([self._place(word) for word in sorted(one)]) for one in elements_of(plain)]
            for plain in plains
        }
        sentences = sorted({sentence_of(text) for text in (*plains, *self.said)})
        vectors = np.concatenate(
            [light_embedder().embed(sentences[at : at + 64]) for at in range(0, len(sentences), 64)]
        )
        self.sentence = {one: torch.tensor(vector) for one, vector in zip(sentences, vectors, strict=True)}
        table_ = light_embedder()._weights["embeddings.word_embeddings.weight"]
        self.centre = table_.mean(axis=0)
        raw = light_embedder().words(list(self.places)) - self.centre
        raw[[place for word, place in self.places.items() if word.startswith("[")]] = 0
        self.bases = (raw / (np.linalg.norm(raw, axis=1, keepdims=True) + 1e-6)).astype(np.float32)

    def _place(self, word: str) -> int:
        return self.places.setdefault(word, len(self.places))

    def fits(
        self, net: Net, case: Case, plains: Sequence[str], dropped: np.random.Generator | None = None
    ) -> torch.Tensor:
        """The fits of plain questions, and 0 for none.

        Args:
            dropped: draws which words of the question are left out; None leaves out none.
        """
        said = self.said[case.asked]
        kept = said if dropped is None else [word for word in said if dropped.random() >= DROPPED] or said
        plain = torch.stack([self.sentence[sentence_of(one)] for one in plains])
        asked = self.sentence[sentence_of(case.asked)]
        forms, sets = [self.form[one] for one in plains], [self.sets[one] for one in plains]
        fits: torch.Tensor = net(torch.tensor(kept), asked, forms, sets, plain)
        return fits


def train(
    cases: Sequence[Case],
    asks: dict[tuple[str, tuple[str, ...]], list[str]],
    *,
    held_out: str,
    out: Path | None,
    epochs: int,
) -> Trained:
    """Trains; measures on a schema or on a share of the paraphrases that was kept apart, unless it is written."""
    torch.manual_seed(7)
    draw = np.random.default_rng(7)
    started = time.perf_counter()
    data = _Data(cases, asks)
    apart = [
        case for case in cases if out is None and (case.schema == held_out if held_out else draw.random() < HELD_OUT)
    ]
    taken = set(apart)
    kept = [case for case in cases if case not in taken]
    net = Net(data.bases, len(data.forms))
    steps = torch.optim.Adam(net.parameters(), lr=RATE)
    for epoch in range(epochs):
        draw.shuffle(kept)
        for group in steps.param_groups:
            group["lr"] = RATE * DECAY**epoch
        for number, case in enumerate(kept, 1):
            plains = data.asks[case.schema, case.masks]
            target = plains.index(case.plain)
            if draw.random() < LEFT_OUT and len(plains) > 1:
                plains = [one for one in plains if one != case.plain]
                target = len(plains)
            fits = data.fits(net, case, plains, draw)
            loss = functional.cross_entropy(fits[None], torch.tensor([target])) + 2e-5 * (net.word**2).sum()
            loss.backward()  # type: ignore[no-untyped-call]
            if number % STEP == 0:
                steps.step()
                steps.zero_grad()
    rows = [("paraphrases", f"{len(kept):,}"), ("plain questions", str(sum(map(len, asks.values()))))]
    if apart:
        rows += measured(net, data, apart)
    if out is not None:
        _write(net, data, out)
        rows.append(("written", f"{out.stat().st_size:,} bytes"))
    return Trained((*rows, ("seconds", f"{time.perf_counter() - started:.0f}")))


def measured(net: Net, data: _Data, cases: Sequence[Case]) -> list[tuple[str, str]]:
    """How often the right proposal comes first, how often surely, how often none where it is missing."""
    right = sure = wrong = none = asked_none = 0
    with torch.no_grad():
        for case in cases:
            plains = data.asks[case.schema, case.masks]
            shares = torch.softmax(data.fits(net, case, plains), dim=0)
            best = int(shares.argmax())
            is_right = best < len(plains) and plains[best] == case.plain
            right += is_right
            if best < len(plains) and shares[best] >= SURE:
                sure += 1
                wrong += not is_right
            others = [one for one in plains if one != case.plain]
            if others:
                shares = torch.softmax(data.fits(net, case, others), dim=0)
                asked_none += 1
                none += int(shares.argmax()) == len(others) or float(shares.max()) < SURE
    return [
        ("held out", f"{len(cases):,}"),
        ("right first", str(Share(right, len(cases)))),
        ("answered surely", str(Share(sure, len(cases)))),
        ("wrong of these", str(Share(wrong, sure))),
        ("right missing: none answered surely", str(Share(none, asked_none))),
    ]


def _write(net: Net, data: _Data, out: Path) -> None:
    """Writes the model: vectors of words in steps of 1/127 of the largest number, the rest in half precision."""
    values = {name: parameter.detach().numpy() for name, parameter in net.named_parameters()}
    scalars = {name: float(value) for name, value in values.items() if value.ndim == 0}
    arrays: dict[str, np.ndarray] = {
        name: value.astype(np.float16) for name, value in values.items() if value.ndim and name != "word"
    }
    scale = float(np.abs(values["word"]).max()) / 127
    scalars["word_scale"] = scale
    arrays |= {
        "words": np.array(list(data.places)),
        "forms": np.array(data.forms),
        "names": np.array(list(scalars)),
        "values": np.array(list(scalars.values()), np.float64),
        "centre": data.centre.astype(np.float16),
        "word": np.round(values["word"] / scale).astype(np.int8),
    }
    np.savez_compressed(out, allow_pickle=False, **arrays)
