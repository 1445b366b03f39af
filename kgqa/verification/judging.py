"""A claim against the records: whether they support it, contradict it, or record nothing, and in which words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.evidence.fields import frequency_of
from kgqa.evidence.hedging import claims_effect, hedge, restriction, strongest
from kgqa.questions.intent import Pair, Thing
from kgqa.questions.wording import Wording, listed
from kgqa.records import ClaimVerdict, Triple
from kgqa.verification.evidence_index import PairRecords, Records
from kgqa.verification.frequencies import Agreement, Value, agreement


@dataclass(frozen=True, slots=True)
class Claimed:
    """One claim in its place.

    Attributes:
        start, end: offsets in the text that is shown.
        readings: the link that it states; several where its names are those of several things, any of which may be
            meant; empty where it was not read.
        value: how often it is said to be so.
        field: a property of the link and what it is said to be, both as said; None where none is stated.
        cited: numbers of records that it cites.
        doubted: a model took its words for this link, and they may say more or other than it.
        unread: why it cannot be looked up, a part of a sentence; empty where it can.
        subject, object: names as they were said, for a claim that is not read.
        written: the model's own sentence, where ours stands in its place.
    """

    start: int
    end: int
    readings: tuple[Pair, ...] = ()
    value: Value | None = None
    field: tuple[str, str] | None = None
    cited: tuple[int, ...] = ()
    doubted: bool = False
    unread: str = ""
    subject: str = ""
    object: str = ""
    written: str = ""


_FIRST: tuple[ClaimVerdict, ...] = ("supported", "contradicted", "not_recorded", "not_checked")
"""A reading that the records support is what a reader takes the words for."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on a claim, the numbers of the records that speak, and why, a part of a sentence."""

    verdict: ClaimVerdict
    numbers: tuple[int, ...] = ()
    reason: str = ""


def _best_of(judged: Sequence[tuple[Judged, Pair]]) -> tuple[Judged, Pair]:
    """Of several readings of the same words the one that decides: what is recorded of is what is meant."""
    return min(judged, key=lambda one: _FIRST.index(one[0].verdict))


def _with_cited(judged: Judged, cited: Sequence[int]) -> Judged:
    """The verdict, with a word where a supported claim cites other records than those that say it."""
    wrong = [str(number) for number in dict.fromkeys(cited) if number not in judged.numbers]
    if judged.verdict != "supported" or not wrong:
        return judged
    verbs = ("is", "does") if len(wrong) == 1 else ("are", "do")
    said = f"{'record' if len(wrong) == 1 else 'records'} {listed(wrong)} {verbs[0]} cited but {verbs[1]} not say it"
    return replace(judged, reason="; ".join(one for one in (judged.reason, said) if one))


def _numbers_of(triples: Iterable[Triple]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(triple.number for triple in triples))


Instead = Mapping[tuple[str, str], Sequence[int]]
"""By the identifiers of two things the numbers of the records that stand in the place of a link between them."""


class Judge:
    """Holds claims against one set of records.

    Args:
        source: what the records are, as a sentence calls it ("the evidence").
        looked_up: the whole graph was asked, so that a thing without records is not missing from it.
        instead: records in the place of what is not recorded, where things have one value of a relation alone.
        left_out: pairs of identifiers of which the graph was not asked, each with why.
    """

    def __init__(
        self,
        records: Records,
        source: str,
        *,
        looked_up: bool,
        instead: Instead,
        left_out: Mapping[tuple[str, str], str],
    ) -> None:
        self._records = records
        self._source = source
        self._looked_up = looked_up
        self._instead = instead
        self._left_out = left_out
        self._schema = records.schema
        self._wording = Wording(records.schema)

    def judge(self, claimed: Claimed) -> tuple[Judged, Pair | None]:
        """The verdict on a claim, and the reading of it that was judged."""
        if claimed.unread or not claimed.readings:
            return Judged("not_checked", (), claimed.unread or "it states no link"), None
        judged = [(self._link(pair, claimed), pair) for pair in claimed.readings]
        verdict, pair = _best_of(judged)
        if claimed.doubted:
            return self._doubted(verdict, pair), pair
        return _with_cited(verdict, claimed.cited), pair

    def _doubted(self, judged: Judged, pair: Pair) -> Judged:
        """What is recorded of a link for which a model took words that may say more than it."""
        phrase = self._wording.phrase(pair.hops[0], negative=pair.negated)
        told = {"supported": "is recorded", "contradicted": "a record denies"}.get(judged.verdict, "is not recorded")
        said = f"the model took this for “{pair.one.name} {phrase} {pair.other.name}”, which {told}"
        return Judged("not_checked", judged.numbers, f"{said}; its words may say more or other than that")

    def _link(self, pair: Pair, claimed: Claimed) -> Judged:
        found = self._records.between(pair.one, pair.other, pair.hops[0])
        if not (found.for_ or found.against) and (pair.one.ids[0], pair.other.ids[0]) in self._left_out:
            return Judged("not_checked", (), self._left_out[pair.one.ids[0], pair.other.ids[0]])
        if pair.negated:
            return self._denied(pair, found, claimed)
        if found.for_:
            return self._held(found, claimed)
        if found.against:
            if claimed.value is not None and claimed.value.high == 0.0:
                return self._held(PairRecords(for_=found.against), claimed)
            return Judged("contradicted", _numbers_of(found.against), self._denial(found.against[0]))
        if found.opposite:
            return Judged("contradicted", _numbers_of(found.opposite), f"recorded is that {found.opposite[0].in_words}")
        if found.reversed:
            said = f"recorded the other way round: {found.reversed[0].in_words}"
            if pair.hops[0].relation.hierarchical:
                return Judged("contradicted", _numbers_of(found.reversed), said)
            return Judged("not_recorded", (), said)
        instead = [self._records.numbered(n) for n in self._instead.get((pair.one.ids[0], pair.other.ids[0]), ())]
        if instead:
            said = listed(list(dict.fromkeys(one.in_words for one in instead)))
            return Judged("contradicted", _numbers_of(instead), f"recorded instead is that {said}")
        return Judged("not_recorded", (), self._silence(pair, found))

    def _held(self, found: PairRecords, claimed: Claimed) -> Judged:
        """A link that records hold: whether they also have what is said of it."""
        agreeing = list(found.for_)
        if claimed.value is not None or claimed.field is not None:
            agrees = {one.number: self._agreement(one, claimed) for one in agreeing}
            same = [one for one in agreeing if agrees[one.number] == "same"]
            others = [one for one in agreeing if agrees[one.number] == "other"]
            said = claimed.value.text if claimed.value is not None else " ".join(claimed.field or ())
            if not same and others:
                return Judged("contradicted", _numbers_of(others), f"“{said}” is said, {self._recorded(others)}")
            if not same:
                return Judged("not_recorded", (), f"the link is recorded, but not “{said}”")
            agreeing = same
        beyond = self._beyond_tier(agreeing)
        if beyond:
            return Judged("not_recorded", (), beyond)
        way = found.way if agreeing == list(found.for_) else ()
        reason = f"recorded for the more specific {way[0].subject.name}" if way else self._recorded(agreeing)
        return Judged("supported", _numbers_of((*agreeing, *way)), reason)

    def _agreement(self, triple: Triple, claimed: Claimed) -> Agreement:
        if claimed.value is not None:
            return agreement(claimed.value, frequency_of(triple, self._schema))
        assert claimed.field is not None
        name, said = (part.strip().casefold() for part in claimed.field)
        held = {key.casefold().replace("_", " "): value for key, value in triple.properties.items()}
        own = [value for key, value in held.items() if name.replace("_", " ") in ("", key)]
        texts = {text.strip().casefold() for value in own for text in _texts(value)}
        if said in texts or any(_is_number(said, text) for text in texts):
            return "same"
        return "other" if name and any(_is_number(text, text) for text in texts) else "unknown"

    def _denied(self, pair: Pair, found: PairRecords, claimed: Claimed) -> Judged:
        """A link that is said not to hold."""
        if found.for_ and (claimed.value is not None or claimed.field is not None):
            return Judged("not_checked", (), "what is denied may be the number alone")
        if found.for_:
            said = f"{pair.one.name} {self._wording.phrase(pair.hops[0])} {pair.other.name}"
            return Judged("contradicted", _numbers_of(found.for_), f"recorded is that {said}")
        if found.against:
            return Judged("supported", _numbers_of(found.against), self._denial(found.against[0]))
        return Judged("not_recorded", (), f"{self._source} is silent on it, which is no proof of absence")

    def _beyond_tier(self, triples: Sequence[Triple]) -> str:
        """Why records do not bear out that something works, where none of them does; empty where one does."""
        hedges = [hedge(triple, self._schema) for triple in triples if claims_effect(triple.phrase)]
        if len(hedges) < len(triples) or strongest(hedges) is None:
            return ""
        kind = restriction(strongest(hedges))
        return f"that {triples[0].in_words} rests on {kind} alone, which does not show an effect"

    def _silence(self, pair: Pair, found: PairRecords) -> str:
        unknown = self._unknown((pair.one, pair.other))
        if unknown:
            return unknown
        if found.others:
            return f"{self._source} records another link: {found.others[0].in_words}"
        said = f"{pair.one.name} {self._wording.phrase(pair.hops[0])} {pair.other.name}"
        return f"{self._source} does not record that {said}"

    def _unknown(self, things: Iterable[Thing]) -> str:
        """Which of some things the evidence does not hold."""
        missing = [] if self._looked_up else [one.name for one in things if not self._records.has(one)]
        if not missing:
            return ""
        return f"{listed(list(dict.fromkeys(missing)))} {'is' if len(missing) == 1 else 'are'} not in {self._source}"

    def _denial(self, triple: Triple) -> str:
        often = frequency_of(triple, self._schema)
        if often is not None and often.examined:
            return (
                f"{triple.object.name} was looked for in {often.examined:,} patients with {triple.subject.name} and "
                "found in none"
            )
        return f"recorded is that {triple.in_words}"

    def _recorded(self, triples: Sequence[Triple]) -> str:
        often = [found.sentence() for one in triples if (found := frequency_of(one, self._schema)) is not None]
        # A claim of several links has several such reasons, one behind the other.
        return f"recorded of {triples[0].object.name} is {listed(list(dict.fromkeys(often)))}" if often else ""


def _texts(value: object) -> list[str]:
    if isinstance(value, (list, tuple)):
        return [text for one in value for text in _texts(one)]
    return [] if value is None else [str(value)]


def _is_number(said: str, text: str) -> bool:
    try:
        return float(said) == float(text)
    except ValueError:
        return False
