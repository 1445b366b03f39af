"""A claim against the records: whether they support it, contradict it, or are silent, and in which words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgqa.evidence.fields import frequency_of, names
from kgqa.evidence.hedging import claims_effect, hedge, restriction, strongest
from kgqa.questions.intent import Condition, Hop, Pair, Thing
from kgqa.questions.wording import Wording, listed
from kgqa.records import Candidate, ClaimVerdict, Triple
from kgqa.verification.agreeing import agreement
from kgqa.verification.claimed import Chain, Claimed, Counted
from kgqa.verification.figures import USUAL, Figure
from kgqa.verification.naming import Names
from kgqa.verification.records import Found, Records
from kgqa.verification.verdicts import Judged, cites, in_one, named_some, numbers_of, said_of, together, with_cited


class Judge:
    """Holds claims against one set of records.

    Args:
        source: what the records are, as a sentence calls it ("the evidence").
        looked_up: the whole graph was asked, so that a thing without records is not missing from it.
        total: how many things the question asks for there are, as a query counted them; None where none did.
    """

    def __init__(
        self,
        records: Records,
        names: Names,
        source: str,
        *,
        looked_up: bool = False,
        total: int | None = None,
    ) -> None:
        self._total = total
        self._looked_up = looked_up
        self._records = records
        self._names = names
        self._source = source
        self._schema = records.schema
        self._wording = Wording(records.schema)

    def judge(self, claimed: Claimed) -> Judged:
        """The verdict on a claim."""
        if claimed.says_nothing:
            return Judged("no_claim")
        unknown = self._unknown(claimed.things)
        if claimed.unread:
            return Judged("not_in_graph", (), in_one([unknown, claimed.unread]))
        own = self._divided(claimed)
        parts = [self._pair(pair, own[pair], claimed.marks.papers) for pair in claimed.pairs]
        parts += [self._silent(pair) for pair in claimed.silent]
        parts += [self._chain(chain) for chain in claimed.chains]
        if claimed.counted is not None:
            parts.append(self._counted(claimed.counted))
        if not parts:
            return Judged("not_in_graph", (), unknown or "it states no link")
        judged = together(parts)
        if claimed.beyond and judged.verdict != "contradicted":
            return Judged("not_in_graph", (), in_one([claimed.beyond, judged.reason]))
        return with_cited(judged, claimed.marks.cited)

    def _divided(self, claimed: Claimed) -> dict[Pair, list[Figure]]:
        """The figures of a claim for each of its pairs; what one pair has is not held against others."""
        if len(claimed.pairs) < 2:
            return {pair: list(claimed.marks.figures) for pair in claimed.pairs}
        own: dict[Pair, list[Figure]] = {pair: [] for pair in claimed.pairs}
        for figure in claimed.marks.figures:
            holding = [pair for pair in own if not figure.word and self._has(pair, figure)]
            for pair in holding or own:
                own[pair].append(figure)
        return own

    def _has(self, pair: Pair, figure: Figure) -> bool:
        found = self._records.between(pair.one, pair.other, pair.hops[0])
        return any(agreement(figure, triple, self._schema) == "same" for triple in (*found.for_, *found.against))

    def _unknown(self, things: Iterable[Thing]) -> str:
        """Which of some things the evidence does not hold."""
        if self._looked_up:
            return ""
        missing = [t.name for t in things if not self._records.has(t) and not self._names.members(t)]
        if not missing:
            return ""
        return f"{listed(list(dict.fromkeys(missing)))} {'is' if len(missing) == 1 else 'are'} not in {self._source}"

    def _pair(self, pair: Pair, figures: Sequence[Figure], papers: Sequence[str]) -> Judged:
        found = self._records.between(pair.one, pair.other, pair.hops[0])
        if not pair.negated and (found.against or found.for_):
            if any(figure.high == 0.0 for figure in figures):
                return self._held(pair, found.against, figures, papers, found.for_)
            if any(figure.denies for figure in figures):
                return self._held(pair, (*found.against, *found.for_), figures, papers, ())
        if pair.negated:
            return self._denied(pair, found, figures)
        if found.for_:
            return self._held(pair, found.for_, figures, papers, ())
        if found.against:
            return Judged("contradicted", numbers_of(found.against), self._denial(found.against[0]))
        if found.opposite:
            return Judged("contradicted", numbers_of(found.opposite), f"recorded is that {said_of(found.opposite[0])}")
        if found.reversed:
            said = f"recorded the other way round: {said_of(found.reversed[0])}"
            known = pair.hops[0].relation.hierarchical
            return Judged(
                "contradicted" if known else "not_in_graph", numbers_of(found.reversed) if known else (), said
            )
        return self._of_group(pair) or Judged("not_in_graph", (), self._silence(pair, found))

    def _held(
        self, pair: Pair, triples: Sequence[Triple], figures: Sequence[Figure], papers: Sequence[str],
        contrary: Sequence[Triple],
    ) -> Judged:  # fmt: skip
        """A link that records hold: whether they also have what is said of it."""
        agreeing = list(triples)
        for figure in figures:
            agrees = {triple.number: agreement(figure, triple, self._schema) for triple in (*agreeing, *contrary)}
            same = [triple for triple in agreeing if agrees[triple.number] == "same"]
            if same:
                agreeing = same
                continue
            if self._is_idle(figure, agreeing):
                continue
            others = [triple for triple in (*agreeing, *contrary) if agrees[triple.number] == "other"]
            recorded = self._recorded(others or agreeing)
            if others:
                return Judged("contradicted", numbers_of(others), f"“{figure.text.strip()}” is said, {recorded}")
            return Judged("not_in_graph", (), f"the link is recorded, but not “{figure.text.strip()}”")
        if not agreeing:
            return Judged("not_in_graph", (), self._silence(pair, Found()))
        lacking = [paper for paper in papers if not any(cites(triple, paper) for triple in agreeing)]
        if lacking:
            return Judged("not_in_graph", (), f"the link is recorded, but not with {listed(lacking)} as its source")
        beyond = self._beyond_tier(agreeing)
        if beyond:
            return Judged("not_in_graph", (), beyond)
        way = self._records.between(pair.one, pair.other, pair.hops[0]).way if agreeing == list(triples) else ()
        said = ""
        if way:
            kind = way[0].subject.name
            said = f"recorded for the more specific {kind}"
        return Judged("supported", numbers_of((*agreeing, *way)), said or self._recorded(agreeing), self._said_of(pair))

    def _beyond_tier(self, triples: Sequence[Triple]) -> str:
        """Why records do not bear out that something works, where none of them does; empty where one does."""
        hedges = [hedge(triple, self._schema) for triple in triples if claims_effect(triple.phrase)]
        if len(hedges) < len(triples) or strongest(hedges) is None:
            return ""
        kind = restriction(strongest(hedges))
        return f"that {said_of(triples[0])} rests on {kind} alone, which does not show an effect"

    def _is_idle(self, figure: Figure, triples: Sequence[Triple]) -> bool:
        """Whether a word such as "typical" is said of links that a graph never tells the frequency of."""
        usual = figure.word and (figure.low, figure.high) == USUAL
        return usual and not any(names(triple, self._schema, "frequency") for triple in triples)

    def _denied(self, pair: Pair, found: Found, figures: Sequence[Figure]) -> Judged:
        """A link that is said not to hold."""
        often = next((figure for figure in figures if figure.high and figure.after_not and not figure.bracketed), None)
        if found.for_ and often is not None:
            return Judged("not_in_graph", (), f"“{often.text.strip()}” is denied with it, perhaps alone")
        if found.for_:
            return Judged("contradicted", numbers_of(found.for_), f"recorded is that {self._said_of(pair)}")
        if found.against and figures:
            return self._held(pair, found.against, figures, (), ())
        if found.against:
            return Judged("supported", numbers_of(found.against), self._denial(found.against[0]))
        return Judged("not_in_graph", (), f"{self._source} is silent on it, which is no proof of absence")

    def _silent(self, pair: Pair) -> Judged:
        """A link that is said not to be recorded, or that an answer must not have."""
        found = self._records.between(pair.one, pair.other, pair.hops[0])
        if found.for_:
            return Judged("contradicted", numbers_of(found.for_), f"recorded is that {self._said_of(pair)}")
        return Judged("supported", numbers_of(found.against), "")

    def _of_group(self, pair: Pair) -> Judged | None:
        """What is recorded of the members of a group; a group is contradicted for these members alone."""
        for group, other, hop in (
            (pair.one, pair.other, pair.hops[0]),
            (pair.other, pair.one, Hop(pair.hops[0].relation, not pair.hops[0].forward)),
        ):
            against: list[tuple[Candidate, Triple]] = []
            holding: list[tuple[Candidate, Triple]] = []
            for member in self._names.members(group):
                thing = Thing(member.name, member.label, member.ids)
                found = self._records.between(thing, other, hop)
                holding += [(member, triple) for triple in found.for_]
                against += [(member, triple) for triple in found.against]
            if holding:
                of = named_some(member for member, _ in holding)
                return Judged("not_in_graph", (), f"recorded for {of}, not for {group.name} as a whole")
            if against:
                numbers = tuple(triple.number for _, triple in against)
                return Judged("contradicted", numbers, self._denied_for(against, other))
        return None

    def _denied_for(self, against: Sequence[tuple[Candidate, Triple]], other: Thing) -> str:
        examined = [often.examined for _, t in against if (often := frequency_of(t, self._schema)) and often.examined]
        of = named_some(member for member, _ in against)
        if len(examined) == len(against):
            return f"{of}: {other.name} was looked for in {sum(examined):,} patients and found in none"
        return f"{of}: recorded as not so for {other.name}"

    def _silence(self, pair: Pair, found: Found) -> str:
        unknown = self._unknown((pair.one, pair.other))
        if unknown:
            return unknown
        if found.others:
            return f"{self._source} records another link: {said_of(found.others[0])}"
        return f"{self._source} does not record that {self._said_of(pair)}"

    def _chain(self, chain: Chain) -> Judged:
        numbers = self._satisfied(chain.thing, chain.condition)
        if numbers:
            return Judged("supported", numbers)
        return Judged("not_in_graph", (), self._unknown((chain.thing,)) or f"{self._source} does not record it")

    def _satisfied(self, thing: Thing, condition: Condition) -> tuple[int, ...]:
        """The records by which a thing meets a condition; none where it does not."""
        numbers: list[int] = []
        wanted = {id_ for one in condition.things for id_ in one.ids}
        for triple in self._records.of_hop(thing, condition.hop):
            end = triple.object if triple.subject.id in thing.ids else triple.subject
            if triple.against:
                continue
            if condition.variable is None:
                numbers += [triple.number] if end.id in wanted else []
                continue
            far = Thing(end.name, end.label, (end.id,))
            inner = [self._satisfied(far, one) for one in condition.variable.conditions if not one.negated]
            if all(inner):
                numbers += [triple.number, *(number for one in inner for number in one)]
        return tuple(dict.fromkeys(numbers))

    def _counted(self, counted: Counted) -> Judged:
        """A number of things, counted in the evidence."""
        met: dict[str, tuple[int, ...]] = {}
        for node in {node.id: node for t in self._records.triples for node in (t.subject, t.object)}.values():
            if node.label == counted.label:
                thing = Thing(node.name, node.label, (node.id,))
                met_by = [self._satisfied(thing, condition) for condition in counted.conditions]
                if all(met_by):
                    name = node.name.casefold()
                    met[name] = (*met.get(name, ()), *(number for one in met_by for number in one))
        numbers = tuple(dict.fromkeys(number for one in met.values() for number in one))
        if counted.asked and self._total is not None:
            verdict: ClaimVerdict = "supported" if counted.number == self._total else "contradicted"
            return Judged(verdict, numbers, f"the query counted {self._total:,}", computed=True)
        things = self._wording.things(counted.label, len(met))
        if len(met) == counted.number:
            return Judged("supported", numbers, f"counted in {self._source}: {len(met):,} {things}")
        if len(met) > counted.number:
            return Judged("contradicted", numbers, f"{self._source} has {len(met):,} {things}")
        return Judged("not_in_graph", (), f"{self._source} has {len(met):,} {things}")

    def _denial(self, triple: Triple) -> str:
        often = frequency_of(triple, self._schema)
        if often is not None and often.examined:
            return (
                f"{triple.object.name} was looked for in {often.examined:,} patients with {triple.subject.name} and "
                "found in none"
            )
        return f"recorded is that {said_of(triple)}"

    def _recorded(self, triples: Sequence[Triple]) -> str:
        often = [found.sentence() for one in triples if (found := frequency_of(one, self._schema)) is not None]
        return f"recorded is {listed(list(dict.fromkeys(often)))}" if often else ""

    def _said_of(self, pair: Pair) -> str:
        return f"{pair.one.name} {self._wording.phrase(pair.hops[0])} {pair.other.name}"
