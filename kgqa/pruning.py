"""Cuts what a graph records about things down to what a question needs, with the score and the reason of every cut.

After the paper on KG-RAG (Section 2.4): of one thing's sentences those are kept that are more similar to the question
than the 75th percentile of them and at least 0.5, the most similar first, up to the context volume, which the things
of the question share.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.errors import SettingError
from kgqa.records import Cut, CutBy, Kind, Pruned, Scored, Triple

VOLUME = 150
VOLUME_YESNO = 100
"""Facts that a question keeps at most (Section 2.6); fewer where it asks for yes or no."""
_NOBODY: Mapping[str, bool] = {}


@dataclass(frozen=True, slots=True)
class Limits:
    """What is kept.

    Attributes:
        volume: facts that are kept at most; None for the number that the kind of question has.
        percentile: of one thing's scores, 0 to 100, which a fact must exceed.
        similarity: least cosine of sentence and question, −1 to 1.
    """

    volume: int | None = None
    percentile: float = 75.0
    similarity: float = 0.5

    def __post_init__(self) -> None:
        """Refuse what cannot be.

        Raises:
            SettingError: a number is out of its bounds.
        """
        if self.volume is not None and not 1 <= self.volume <= 100_000:
            raise SettingError(f"The context volume is {self.volume!r}; it must be from 1 to 100,000.")
        if not 0 <= self.percentile <= 100:
            raise SettingError(f"The percentile is {self.percentile!r}; it must be from 0 to 100.")
        if not -1 <= self.similarity <= 1:
            raise SettingError(f"The least similarity is {self.similarity!r}; it must be from -1 to 1.")

    def share(self, kind: Kind, things: int) -> int:
        """Facts of each of so many things that a question of this kind keeps at most, at least one."""
        volume = self.volume if self.volume is not None else VOLUME_YESNO if kind == "yesno" else VOLUME
        return max(volume // max(things, 1), 1)


@dataclass(frozen=True, slots=True)
class Context:
    """What is recorded about one thing of a question.

    Attributes:
        about: its name.
        triples: facts about it, each once.
        sentences: each fact in words, in the same order.
    """

    about: str
    triples: tuple[Triple, ...]
    sentences: tuple[str, ...]


def prune(
    contexts: Sequence[Context],
    scores: Mapping[str, float],
    limits: Limits,
    kind: Kind = "list",
    estimated: frozenset[str] = frozenset(),
    hand: Mapping[str, bool] = _NOBODY,
) -> Pruned:
    """Judges every fact of every thing.

    Args:
        scores: by sentence its cosine with the question.
        kind: of the question, which decides the volume where the limits name none.
        estimated: sentences whose score is an estimate.
        hand: by the key of a fact whether a person keeps it or takes it out; no other fact moves for that.
    """
    share = limits.share(kind, len(contexts))
    best: dict[str, Scored] = {}
    things: dict[str, list[str]] = {}
    cuts = []
    for context in contexts:
        judged, cut = _judged(context, scores, limits, share)
        cuts.append(cut)
        for one in judged:
            its_key = key(one.triple)
            things.setdefault(its_key, []).append(context.about)
            known = best.setdefault(its_key, one)
            # A fact between two things of the question is one fact: it is kept where either keeps it.
            if one.kept and not known.kept:
                best[its_key] = one
    judged_by_hand = (_by_hand(one, hand.get(its_key)) for its_key, one in best.items())
    ranked = sorted(judged_by_hand, key=_rank)
    numbered = []
    for place, one in enumerate(ranked, 1):
        number = place if one.kept else 0
        numbered.append(
            replace(
                one,
                triple=replace(one.triple, number=number),
                estimated=one.sentence in estimated,
                things=tuple(things[key(one.triple)]),
            )
        )
    return Pruned(tuple(numbered), tuple(cuts))


def again(pruned: Pruned, limits: Limits, kind: Kind, hand: Mapping[str, bool] = _NOBODY) -> Pruned:
    """Judges the same facts with their scores by other limits; nothing is read and nothing is embedded.

    Args:
        hand: as of ``prune``.
    """
    contexts = []
    for cut in pruned.cuts:
        facts = [one for one in pruned.facts if cut.about in one.things]
        contexts.append(Context(cut.about, tuple(f.triple for f in facts), tuple(f.sentence for f in facts)))
    scores = {one.sentence: one.score for one in pruned.facts}
    return prune(contexts, scores, limits, kind, frozenset(f.sentence for f in pruned.facts if f.estimated), hand)


def _by_hand(one: Scored, keep: bool | None) -> Scored:
    if keep is None or keep == one.kept:
        return one
    if keep:
        return replace(one, kept=True, cut_by="kept", reason="", by_hand=True)
    return replace(one, kept=False, cut_by="hand", reason="taken out by hand", by_hand=True)


def _judged(context: Context, scores: Mapping[str, float], limits: Limits, share: int) -> tuple[list[Scored], Cut]:
    facts = [
        Scored(triple, sentence, scores[sentence], context.about, kept=True)
        for triple, sentence in zip(context.triples, context.sentences, strict=True)
    ]
    facts.sort(key=_rank)
    threshold = percentile([one.score for one in facts], limits.percentile)
    judged, kept = [], 0
    for one in facts:
        cut_by = _cut_by(one.score, threshold, limits, full=kept >= share)
        kept += cut_by == "kept"
        if cut_by != "kept":
            one = replace(one, kept=False, cut_by=cut_by, reason=_words(one, cut_by, threshold, limits, share))
        judged.append(one)
    return judged, Cut(context.about, len(facts), kept, threshold, share)


def _cut_by(score: float, threshold: float, limits: Limits, *, full: bool) -> CutBy:
    if score < limits.similarity:
        return "similarity"
    if score <= threshold:
        return "percentile"
    return "volume" if full else "kept"


def _words(one: Scored, cut_by: CutBy, threshold: float, limits: Limits, share: int) -> str:
    if cut_by == "similarity":
        return f"less similar to the question than {limits.similarity:g}"
    if cut_by == "percentile":
        return f"not above the percentile {limits.percentile:g} of what is recorded about {one.about} ({threshold:.3f})"
    return f"{share:,} facts about {one.about} are more similar, and no more are kept"


def percentile(values: Sequence[float], percent: float) -> float:
    """The value below which so many per cent of some values lie, interpolated between neighbours; 0 of none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def _rank(one: Scored) -> tuple[object, ...]:
    """Kept ones first, the most similar first, equals in an order that is always the same."""
    triple = one.triple
    return not one.kept, -one.score, one.sentence, triple.subject.id, triple.predicate, triple.object.id


def key(triple: Triple) -> str:
    """Tells a fact from every other; records that agree in everything are one."""
    told = (triple.subject.id, triple.predicate, triple.object.id, sorted(triple.properties.items(), key=str))
    return hashlib.sha256(repr(told).encode("utf-8", "backslashreplace")).hexdigest()[:16]
