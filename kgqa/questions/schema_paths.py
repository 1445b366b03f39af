"""The ways over a schema from what a question asks for to what it names, by how well they fit what is asked.

The schema is a graph of types; all shortest ways between the types are found breadth first, and the likest one is taken
(Feng et al. 2025, KGT, "Graph schema-based inference"). One thing is added: a relation that the question names must be
on the way, unless it only speaks of a type between ("drugs for *cancers* with mutations of A"), over which a shorter
way may lead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TYPE_CHECKING

from kgqa.language.tokens import spoken
from kgqa.questions.by_meaning.proposals import Named, Proposal, Proposer
from kgqa.questions.by_meaning.word_evidence import asks_for_another_link, turned
from kgqa.questions.contradicted import graded
from kgqa.questions.intent import Hop, Variable
from kgqa.questions.paths import MOST_HOPS, ways

if TYPE_CHECKING:
    from kgqa.questions.by_meaning.decomposition import Decomposed
    from kgqa.questions.by_meaning.second_stage import SecondStage
    from kgqa.questions.tagging import Item
    from kgqa.schema.model import Schema

Way = tuple[Hop, ...]
MOST_WAYS, MOST_TOGETHER = 200, 20_000
"""Ways that are looked at between two types, and together for several names."""
_MOST_WEIGHED = 30
"""Ways of each rank whose likeness is told, the shortest first; each is a sentence to be embedded."""
_MOST_LONGER, _MOST_BETWEEN = 4, 64
"""Longer ways that are offered beside the shortest, and that are looked at between two names."""


@dataclass(frozen=True, slots=True)
class Path:
    """A way from a type to each of some names.

    Attributes:
        proposal: the plain question that it answers.
        asked: the same, to be asked of the graph.
        ways: in the order of the names.
        score: how well it fits what is asked.
        rank: 0 for the shortest with the relations that the question names, 1 for others as short, which are taken
            where those lead nowhere, 2 for those that are only offered.
    """

    proposal: Proposal
    asked: Variable
    ways: tuple[Way, ...]
    score: float
    rank: int

    @property
    def shortest(self) -> bool:
        """Whether it is one of those among which one is taken."""
        return self.rank < 2

    @property
    def key(self) -> str:
        """By which a person chooses it."""
        return "&".join(f"{self.asked.label}{''.join(map(_step, way))}" for way in self.ways)

    @property
    def steps(self) -> tuple[tuple[str, str, str], ...]:
        """Each relation on it once, with the types that it joins."""
        relations = (hop.relation for way in self.ways for hop in way)
        return tuple(dict.fromkeys((one.source, one.type, one.target) for one in relations))


def candidate_paths(
    schema: Schema, stage: SecondStage, asked: Decomposed, names: Sequence[Named], tails: Iterable[str], *,
    most_hops: int = MOST_HOPS, by_likeness: bool = True, within: bool = False,
) -> list[Path]:  # fmt: skip
    """The ways from any of some types to all names, those among which one is taken first, each group the likest first.

    Args:
        tails: labels of what may be asked for.
        most_hops: of the longest way.
        by_likeness: they are ranked; otherwise they stand in the order of the schema.
        within: they may begin and end with a hop between things of one type.
    """
    found: list[tuple[tuple[Way, ...], int, Proposal, Variable]] = []
    proposer = Proposer(schema)
    for tail in tails:
        every = [
            list(islice(ways(schema, tail, one.thing.label, most=most_hops, within=within), MOST_WAYS)) for one in names
        ]
        if not names or not all(every):
            continue
        ends = {tail, *(one.thing.label for one in names)}
        wanted = _relations_said(asked, ends)
        near = [_nearest(some, one.thing.label, wanted) for some, one in zip(every, names, strict=True)]
        combined = list(islice(product(*every), MOST_TOGETHER))
        spelled = [one for one in combined if _is_spelled(one, asked, ends)]
        # Where the words say a whole way, no other is meant, also where that one leads nowhere.
        first = [one for one in spelled if _length(one) == min(map(_length, spelled))] or [
            one for one in islice(product(*near), MOST_TOGETHER) if all(said.is_on(one) for said in wanted)
        ]
        least = min((_length(one) for one in first), default=sum(len(min(some, key=len)) for some in every))
        taken = set(first)
        others = sorted((one for one in combined if one not in taken), key=_length)
        may = [one for one in others if _length(one) == least and all(said.may_lack(one) for said in wanted)]
        second = [] if spelled else may
        taken.update(second)
        longer = [one for one in others if one not in taken]
        for rank, some in enumerate((first, second, longer)):
            found += [
                (one, rank, *proposer.over(tail, names, one))
                for one in some[: _MOST_BETWEEN if within else _MOST_WEIGHED]
            ]
    if not found:
        return []
    fits = stage.fits(asked, names, names, [proposal for *_, proposal, _ in found])
    paths = [
        Path(proposal, variable, some, fit.fit, rank)
        for (some, rank, proposal, variable), fit in zip(found, fits, strict=True)
    ]
    # How two things are related is told by the shortest way that is recorded, whatever the words are like.
    paths.sort(key=lambda one: (one.rank, _length(one.ways) * within, -one.score if by_likeness else 0.0))
    nearest = [one for one in paths if one.shortest]
    return nearest + [one for one in paths if not one.shortest][: _MOST_BETWEEN if within else _MOST_LONGER]


def relations_unsaid(path: Path, asked: Decomposed) -> list[Item]:
    """Words of a question for relations or types that are not on a way."""
    labels = {path.asked.label, *(label for source, _, target in path.steps for label in (source, target))}
    types = path.proposal.types
    return [
        item
        for item in asked.items
        if (item.meaning.relations or item.meaning.labels)
        and not item.generic
        and item.meaning.labels.isdisjoint(labels)
        and types.isdisjoint(one.type for one in item.meaning.relations)
    ]


def lacking(path: Path, asked: Decomposed, schema: Schema) -> Item | None:
    """A word of a question that asks for another link than any on a way between types that the way joins
    ("upregulated", where genes are associated with diseases), or that turns what is asked into something else
    ("bad for", "exclusively", "weakly"); None where there is none.
    """
    joined = [(source, target) for source, _, target in path.steps]
    odd = asks_for_another_link(asked, schema, joined) or turned(path.proposal, asked)
    return odd or graded(asked.text, asked.items, asked.names, path.proposal.texts[0])


@dataclass(frozen=True, slots=True)
class _Said:
    """A relation that a way must have, by the words of a question.

    Attributes:
        types: any of them will do.
        joined: the pairs of labels that it joins.
        of_ends: it joins what is asked for and what is named themselves.
    """

    types: frozenset[str]
    joined: frozenset[frozenset[str]]
    of_ends: bool

    def is_on(self, together: Sequence[Way]) -> bool:
        """Whether some ways have it."""
        return any(hop.relation.type in self.types for way in together for hop in way)

    def may_lack(self, together: Sequence[Way]) -> bool:
        """Whether some ways may do without it: they have it, or no other relation stands in its place."""
        if self.of_ends or self.is_on(together):
            return self.is_on(together)
        return not any(frozenset((hop.start, hop.end)) in self.joined for way in together for hop in way)


def _relations_said(asked: Decomposed, ends: set[str]) -> list[_Said]:
    """The relations that a way must have.

    A phrase that joins what is asked for or named to a type of which the question speaks may be passed over: the
    shortest way need not go over that type.
    """
    spoken_of = {label for item in asked.items for label in item.meaning.labels} - ends
    found = []
    for item in asked.items:
        relations = [one for one in item.meaning.relations if one.negates is None]
        if not relations or item.generic or item.meaning.labels:
            continue
        own = [one for one in relations if {one.source, one.target} <= ends]
        over = {label for one in relations for label in (one.source, one.target)} - ends
        if own or not over & spoken_of:
            some = own or relations
            joined = frozenset(frozenset((one.source, one.target)) for one in some)
            found.append(_Said(frozenset(one.type for one in some), joined, bool(own)))
    return found


def _is_spelled(together: Sequence[Way], asked: Decomposed, ends: set[str]) -> bool:
    """Whether a question says each hop of some ways in a word of its own, and no relation or type beside them.

    A word right behind a name that is none of the relation's own ("TP53 mutations") is said of the name and of no hop.
    """
    hops = [hop.relation.type for way in together for hop in way]
    labels = {label for way in together for hop in way for label in (hop.start, hop.end)} | ends
    said: list[frozenset[str]] = []
    for item in asked.items:
        types = frozenset(one.type for one in item.meaning.relations)
        if item.meaning.labels and item.meaning.labels.isdisjoint(labels):
            return False
        if types and not item.meaning.labels:
            if not item.generic and types.isdisjoint(hops):
                return False
            if _is_own_word(item) or not any(one.end + 1 == item.start for one in asked.names):
                said.append(types)
    return 1 < len(hops) <= len(said) and _each_by_another(hops, said)


def _is_own_word(item: Item) -> bool:
    """Whether a word stands in the phrases of a relation that it means."""
    phrases = " ".join(f"{one.forward} {one.inverse}" for one in item.meaning.relations)
    return not {token.stem for token in spoken(phrases)}.isdisjoint(token.stem for token in spoken(item.text))


def _each_by_another(hops: Sequence[str], said: Sequence[frozenset[str]]) -> bool:
    """Whether every hop can be given a word that says it, no two the same."""
    if not hops:
        return True
    return any(
        hops[0] in types and _each_by_another(hops[1:], [*said[:place], *said[place + 1 :]])
        for place, types in enumerate(said)
    )


def _nearest(some: list[Way], label: str, wanted: Sequence[_Said]) -> list[Way]:
    """The shortest ways to a name; where the question names relations that lead there, the shortest with one of
    them."""
    of_this = [one for one in wanted if not one.of_ends or any(label in pair for pair in one.joined)]
    kept = [way for way in some if any(one.is_on((way,)) for one in of_this)] or some
    least = min(map(len, kept))
    return [way for way in kept if len(way) == least]


def _length(together: Sequence[Way]) -> int:
    return sum(map(len, together))


def _step(hop: Hop) -> str:
    arrow = (f"-{hop.relation.type}->", f"<-{hop.relation.type}-")[not hop.forward]
    return f"{arrow}{hop.end}"
