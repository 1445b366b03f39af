"""Cuts what a graph records about things down to what a question needs, with the score and the reason of every cut.

After the paper on KG-RAG (Section 2.4): of one thing's sentences those are kept that are more similar to the question
than the 75th percentile of them and at least 0.5, the most similar first, up to the context volume, which the things
of the question share.

Beyond the paper: a percentile of very few facts says nothing about them, so of a thing with fewer than eight it cuts
none; where none is above it, as of facts that are all alike, those at it are kept; and a fact that joins two things
that the question names goes before the others of its thing, whatever their percentile. The least similarity holds for
all of them.

Where it is said what a question asks for (``kgqa.evidence.relevance``), the facts of that go first, whatever their
score, and those that join two named things after them; what room is left is for the similar ones, by the rule above.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.errors import SettingError
from kgqa.evidence.relevance import JOINS, amount, first, given, told
from kgqa.evidence.sentences import is_of
from kgqa.records import Cut, CutBy, Kind, Listed, Pruned, Scored, Triple, Unread

VOLUME = 150
VOLUME_YESNO = 100
"""Facts that a question keeps at most (Section 2.6); fewer where it asks for yes or no."""
MOST_VOLUME = 100_000
FEW = 8
"""Facts of a thing from which on the percentile cuts."""
_BESIDE = 3
"""Of the facts that a question keeps at most, one in so many may be only similar, where it is known what is asked."""
_ESTIMATED = "only estimated, as other limits could not keep it; ask again with these"
_NOBODY: Mapping[str, bool] = {}


@dataclass(frozen=True, slots=True)
class Limits:
    """What is kept.

    Attributes:
        volume: facts that are kept at most; None for the number that the kind of question has.
        volume_yesno: the same for questions that ask for yes or no; None for ``volume``.
        percentile: of one thing's scores, 0 to 100, which a fact must exceed where the thing has no fewer than ``FEW``.
        similarity: least cosine of sentence and question, −1 to 1.
    """

    volume: int | None = None
    percentile: float = 75.0
    similarity: float = 0.5
    volume_yesno: int | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be.

        Raises:
            SettingError: a number is out of its bounds.
        """
        for volume in (self.volume, self.volume_yesno):
            if volume is not None and not 1 <= volume <= MOST_VOLUME:
                raise SettingError(f"The context volume is {volume!r}; it must be from 1 to {MOST_VOLUME:,}.")
        if not 0 <= self.percentile <= 100:
            raise SettingError(f"The percentile is {self.percentile!r}; it must be from 0 to 100.")
        if not -1 <= self.similarity <= 1:
            raise SettingError(f"The least similarity is {self.similarity!r}; it must be from -1 to 1.")

    def of(self, kind: Kind) -> int:
        """Facts that a question of this kind keeps at most."""
        if kind == "yesno":
            return self.volume_yesno or self.volume or VOLUME_YESNO
        return self.volume or VOLUME

    def share(self, kind: Kind, things: int) -> int:
        """Facts of each of so many things that a question of this kind keeps at most, at least one."""
        return max(self.of(kind) // max(things, 1), 1)

    def most(self, kind: Kind, things: int, facts: int) -> int:
        """Of so many facts about one of so many things those that can be kept at most, at least one."""
        above = facts - 1 - int((facts - 1) * self.percentile / 100) if facts >= FEW else facts
        return max(min(self.share(kind, things), above), 1)


@dataclass(frozen=True, slots=True)
class Context:
    """What is recorded about one thing of a question.

    Attributes:
        about: its name.
        triples: facts about it, each once.
        sentences: each fact in words, in the same order.
        beyond, filtered, unread: further facts about it that were not read, as in ``Cut``.
        joining: keys of the facts that join it to another thing that the question names.
    """

    about: str
    triples: tuple[Triple, ...]
    sentences: tuple[str, ...]
    beyond: int = 0
    filtered: int = 0
    joining: frozenset[str] = frozenset()
    unread: tuple[Unread, ...] = ()


def prune(
    contexts: Sequence[Context],
    scores: Mapping[str, float],
    limits: Limits,
    kind: Kind = "list",
    estimated: frozenset[str] = frozenset(),
    hand: Mapping[str, bool] = _NOBODY,
    asked: Sequence[Listed] | None = None,
) -> Pruned:
    """Judges every fact of every thing.

    Args:
        scores: by sentence its cosine with the question.
        kind: of the question, which decides the volume where the limits name none.
        estimated: sentences whose score is an estimate.
        hand: by the key of a fact whether a person keeps it or takes it out; no other fact moves for that.
        asked: what the question asks for, whose facts go first; None where the scores alone decide, as published.
    """
    share = limits.share(kind, len(contexts))
    leading: Mapping[str, int] = {}
    if asked is not None:
        leading = _leading(contexts, scores, asked, limits.of(kind))
        of_lists = {one.what for one in asked}
        number = max(sum(one.about not in of_lists for one in contexts), 1)
        left = limits.of(kind) - len(leading)
        # Beside what is asked for, what is only similar costs more reading than it is worth.
        share = min(left, limits.of(kind) // _BESIDE if leading else left) // number
    places = {its_key: place for place, its_key in enumerate(leading)}
    best: dict[str, Scored] = {}
    things: dict[str, list[str]] = {}
    cuts = []
    for context in contexts:
        judged, cut = _judged(context, scores, limits, share, estimated, leading)
        cuts.append(cut)
        for its_key, one in judged:
            things.setdefault(its_key, []).append(context.about)
            known = best.setdefault(its_key, one)
            # A fact between two things of the question is one fact: it is kept where either keeps it.
            if one.kept and not known.kept:
                best[its_key] = one
    judged_by_hand = ((its_key, _by_hand(one, hand.get(its_key))) for its_key, one in best.items())
    last = len(places)
    ranked = sorted(
        judged_by_hand, key=lambda judged: (not judged[1].kept, places.get(judged[0], last), _rank(judged[1]))
    )
    numbered = []
    for place, (its_key, one) in enumerate(ranked, 1):
        number = place if one.kept else 0
        numbered.append(
            replace(
                one,
                triple=replace(one.triple, number=number),
                estimated=one.sentence in estimated,
                things=tuple(things[its_key]),
            )
        )
    lists = None if asked is None else tuple(asked)
    found = Pruned(tuple(numbered), tuple(cuts), limits.percentile, limits.similarity, limits.of(kind), lists)
    return found if lists is None else with_reasons(found, leading)


def _leading(
    contexts: Sequence[Context], scores: Mapping[str, float], asked: Sequence[Listed], most: int
) -> dict[str, int]:
    """The facts that go first, by their keys, each with the list that it is of."""
    there: dict[str, float] = {}
    for context in contexts:
        pairs = zip(context.triples, context.sentences, strict=True)
        there |= {key(triple): scores[sentence] for triple, sentence in pairs}
    joining = sorted({one for context in contexts for one in context.joining}, key=lambda one: (-there[one], one))
    return first(asked, there, joining, most)


def with_reasons(pruned: Pruned, leading: Mapping[str, int] | None = None) -> Pruned:
    """The facts with the words why those are kept that no score keeps, after the number of them that are kept.

    Args:
        leading: the keys of these facts, each with the list that it is of; None for those that have such words.
    """
    asked = pruned.asked or ()
    keys = [key(one.triple) for one in pruned.facts]
    kept = {its_key for its_key, one in zip(keys, pruned.facts, strict=True) if one.kept}
    words = {place: amount(one, kept) for place, one in enumerate(asked, 1)}
    of = {its_key: place for place, one in reversed([*enumerate(asked, 1)]) for member in one.members
          for its_key in member}  # fmt: skip
    facts = []
    for its_key, one in zip(keys, pruned.facts, strict=True):
        first_ = its_key in leading if leading is not None else bool(one.why)
        place = (leading or of).get(its_key, 0)
        why = words.get(place, JOINS) if one.kept and first_ and not one.by_hand else ""
        facts.append(replace(one, why=why))
    return replace(pruned, facts=tuple(facts))


def said_of(pruned: Pruned) -> list[str]:
    """How much of each list that a question asks for is kept, a sentence each."""
    kept = {key(one.triple) for one in pruned.kept}
    return [told(one, kept) for one in pruned.asked or () if one.recorded is not None]


def limits_of(pruned: Pruned) -> Limits:
    """The limits by which facts were cut."""
    return Limits(pruned.volume, pruned.percentile, pruned.similarity)


def hand_of(pruned: Pruned) -> dict[str, bool]:
    """By the key of a fact what a person said of it: kept or taken out."""
    return {key(one.triple): one.kept for one in pruned.facts if one.by_hand}


def again(pruned: Pruned, limits: Limits, kind: Kind, hand: Mapping[str, bool] = _NOBODY) -> Pruned:
    """Judges the same facts with their scores by other limits; nothing is read and nothing is embedded.

    Args:
        hand: as of ``prune``.
    """
    contexts = []
    for cut in pruned.cuts:
        facts = [one for one in pruned.facts if cut.about in one.things]
        triples, sentences = tuple(f.triple for f in facts), tuple(f.sentence for f in facts)
        joining = frozenset(key(one.triple) for one in facts if one.joins)
        contexts.append(Context(cut.about, triples, sentences, cut.beyond, cut.filtered, joining, cut.unread))
    scores = {one.sentence: one.score for one in pruned.facts}
    estimated = frozenset(one.sentence for one in pruned.facts if one.estimated)
    return prune(contexts, scores, limits, kind, estimated, hand, pruned.asked)


def _by_hand(one: Scored, keep: bool | None) -> Scored:
    if keep is None or keep == one.kept:
        return one
    if keep:
        return replace(one, kept=True, cut_by="kept", reason="", by_hand=True)
    return replace(one, kept=False, cut_by="hand", reason="taken out by hand", by_hand=True)


def _judged(
    context: Context,
    scores: Mapping[str, float],
    limits: Limits,
    share: int,
    estimated: frozenset[str],
    leading: Mapping[str, int],
) -> tuple[list[tuple[str, Scored]], Cut]:
    """Every fact of a thing after its key, the first to be kept first, and where the cut lies.

    Args:
        share: facts that are kept of it besides those that go first.
        leading: keys of the facts that are kept whatever their score.
    """
    facts = []
    for triple, sentence in zip(context.triples, context.sentences, strict=True):
        its_key = key(triple)
        joins = its_key in context.joining
        facts.append((its_key, Scored(triple, sentence, scores[sentence], context.about, kept=True, joins=joins)))
    facts.sort(key=lambda fact: (not fact[1].joins, _rank(fact[1])))
    threshold = percentile([one.score for _, one in facts], limits.percentile)
    few = len(facts) < FEW
    none_above = not any(one.score > threshold for _, one in facts)
    judged, kept, leads = [], 0, 0
    for its_key, one in facts:
        if its_key in leading:
            leads += 1
            judged.append((its_key, one))
            continue
        above = few or one.joins or one.score > threshold or (none_above and one.score == threshold)
        cut_by = _cut_by(one.score, limits, above=above, full=kept >= share)
        if cut_by == "kept" and one.sentence in estimated:
            # With other limits than those for which the scores were computed; a guess is never sent or shown as kept.
            judged.append((its_key, replace(one, kept=False, cut_by="percentile", reason=_ESTIMATED)))
            continue
        kept += cut_by == "kept"
        if cut_by != "kept":
            one = replace(one, kept=False, cut_by=cut_by, reason=_words(one, cut_by, threshold, limits, share))
        judged.append((its_key, one))
    unread = context.beyond, context.filtered, context.unread
    return judged, Cut(context.about, len(facts), kept + leads, threshold, share + leads, *unread)


def _cut_by(score: float, limits: Limits, *, above: bool, full: bool) -> CutBy:
    if score < limits.similarity:
        return "similarity"
    if not above:
        return "percentile"
    return "volume" if full else "kept"


def _words(one: Scored, cut_by: CutBy, threshold: float, limits: Limits, share: int) -> str:
    if cut_by == "similarity":
        return f"less similar to the question than {limits.similarity:g}"
    if cut_by == "percentile":
        return f"not above the percentile {limits.percentile:g} of what is recorded about {one.about} ({threshold:.3f})"
    if share <= 0:
        return "what the question asks for goes before it and takes all the room"
    return f"{share:,} facts about {one.about} go before it, and no more are kept"


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


def flaw(pruned: Pruned, evidence: Mapping[int, Triple]) -> str:
    """What does not fit together in pruned facts that come from a file, in words; empty where nothing is wrong.

    Args:
        evidence: what is cited, by number.
    """
    names = {cut.about for cut in pruned.cuts}
    try:
        limits_of(pruned)
    except SettingError as error:
        return str(error).rstrip(".")
    for cut in pruned.cuts:
        if not 0 <= cut.kept <= cut.facts or not _is_counted(cut):
            return f"the facts about {cut.about!r} are counted wrongly"
    for one in pruned.facts:
        number = one.triple.number
        cited = evidence.get(number)
        # Fields are not compared: a number that is none (NaN) is not equal to itself.
        if one.kept and (cited is None or replace(cited, properties={}) != replace(one.triple, properties={})):
            return "a fact that was kept is not among its evidence"
        if one.kept != (one.cut_by == "kept") or one.kept == bool(one.reason) or (not one.kept and number):
            return f"the fact {one.sentence[:80]!r} is both kept and cut"
        if not is_of(one.sentence, one.triple):
            return f"the sentence {one.sentence[:80]!r} is not that of its record"
        if not -1.01 <= one.score <= 1.01:
            return f"the fact {one.sentence[:80]!r} has the score {one.score:g}, which no cosine has"
        if not names.issuperset((one.about, *one.things)):
            return f"the fact {one.sentence[:80]!r} is about a thing of which no cut is known"
    kept = {key(one.triple) for one in pruned.kept}
    for each in pruned.asked or ():
        if each.recorded is not None and not 0 <= given(each, kept) <= each.recorded:
            return f"the things of {each.what[:80]!r} are counted wrongly"
    return ""


def _is_counted(cut: Cut) -> bool:
    """Whether what was not read of the relations is what was not read of the thing, where a file tells both."""
    parts = [(cut.beyond, cut.filtered), *((one.beyond, one.filtered) for one in cut.unread)]
    if any(number < 0 for part in parts for number in part):
        return False
    beyond, filtered = sum(one.beyond for one in cut.unread), sum(one.filtered for one in cut.unread)
    return not cut.unread or (beyond, filtered) == (cut.beyond, cut.filtered)
