"""Every direct link between two named things besides the asked one: what speaks against it, and what stands beside it.

Whatever relation a question names, all others between the two are fetched in one statement, in both directions and with
their denials. Which of them speak against the asked one is decided by the schema's words (``speak_against``); the rest
are told as "also recorded". A fact that several records tell is told once and cites them all.

What is recorded against the members of a list is told by the same words: "Which drugs treat X?" names a drug that is
contraindicated in X too. Where the schema has no such words, nothing is asked of the graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.answers.certainty import of_edges
from kgqa.answers.context import AnswerContext, marks
from kgqa.answers.list_text import first_of
from kgqa.answers.pair_records import other_kinds
from kgqa.evidence.gathering import Edge, Found, Numbering, far_node
from kgqa.language import everyday
from kgqa.questions.intent import Condition, Hop, Pair, Thing, Variable
from kgqa.questions.wording import Hedge, frequency, listed
from kgqa.records import Rows
from kgqa.schema import derive
from kgqa.schema.model import Relation, Schema
from kgqa.schema.reconcile import concept_of

_MOST_FACTS = 3
"""Facts that the sentence names; the others are evidence."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What several records say alike of two things.

    Attributes:
        hop: the relation, walked from the first thing to the other.
        denied: the records say that the link does not hold.
        opposing: it speaks against what was asked.
    """

    hop: Hop
    denied: bool
    opposing: bool
    edges: tuple[Edge, ...]

    def hedge(self, schema: Schema) -> Hedge | None:
        """What may be said of it by its records."""
        return of_edges(self.edges, schema)

    def said(self, context: AnswerContext) -> str:
        """Its verb phrase."""
        return context.wording.phrase(self.hop, negative=self.denied, hedge=self.hedge(context.schema))


@dataclass(frozen=True, slots=True)
class AgainstKinds:
    """A fact that speaks against a link, recorded for kinds of one of its two things.

    Attributes:
        thing: the one whose kinds they are.
        names: the kinds, in words.
    """

    thing: Thing
    fact: Fact
    names: str


def links_beside(context: AnswerContext, one: Thing, other: Thing, asked: Sequence[Hop]) -> list[Fact]:
    """The facts between two things over any relation but the asked ones, those that speak against these first."""
    return _facts(context, one, other, asked, _walks(context.schema, one.label, other.label, asked))


def _opposing_hops(schema: Schema, asked: Hop) -> list[Hop]:
    """The relations between the same two types, walked the same way, of which a record speaks against another one."""
    walks = _walks(schema, asked.start, asked.end, (asked,))
    return [hop for hop in walks if hop.relation.negates is None and _opposes(schema, _main(schema, hop), (asked,))]


def opposing_for_kinds(context: AnswerContext, pair: Pair) -> list[AgainstKinds]:
    """The facts that speak against a link and are recorded for kinds of one of its two things."""
    walks = [
        hop
        for hop in _walks(context.schema, pair.one.label, pair.other.label, pair.hops)
        if hop.relation.negates is None and _opposes(context.schema, _main(context.schema, hop), pair.hops)
    ]
    found = []
    for thing in (pair.one, pair.other) if walks else ():
        kinds = () if thing.family else tuple(other_kinds(context, thing))
        if kinds:
            one, other = (replace(end, ids=kinds) if end == thing else end for end in (pair.one, pair.other))
            facts = _facts(context, one, other, pair.hops, walks)
            found += [AgainstKinds(thing, fact, _named_kinds(fact, kinds)) for fact in facts if fact.opposing]
    return found


def _named_kinds(fact: Fact, ids: Sequence[str]) -> str:
    nodes = [node for edge in fact.edges for node in (edge.triple.subject, edge.triple.object) if node.id in ids]
    names = list(dict.fromkeys(node.name for node in nodes))
    return first_of(names, len(names))


def also_recorded(context: AnswerContext, one: Thing, other: Thing, facts: Sequence[Fact], numbering: Numbering) -> str:
    """What is recorded beside the asked link, in one sentence; the facts that it does not name are cited all the same.

    Empty where there is nothing.
    """
    numbers = [numbering.cite(fact.edges) for fact in facts]
    told = [
        f"{fact.said(context)} {other.name}{marks(cited)}"
        for fact, cited in zip(facts[:_MOST_FACTS], numbers, strict=False)
    ]
    more = f", and {len(facts) - _MOST_FACTS:,} more" if len(facts) > _MOST_FACTS else ""
    return f"Also recorded: {one.name} {listed(told) if not more else ', '.join(told)}{more}." if told else ""


def _facts(context: AnswerContext, one: Thing, other: Thing, asked: Sequence[Hop], walks: Sequence[Hop]) -> list[Fact]:
    if not walks:
        return []
    rows = context.ledger.run(context.statements.links(one, other, walks))
    found: dict[tuple[Hop, bool], list[Edge]] = {}
    for hop, edge in _edges(context, rows, one, walks):
        found.setdefault((_told_as(hop), edge.triple.against), []).append(edge)
    facts = [
        Fact(hop, denied, not denied and _opposes(context.schema, hop, asked), tuple(context.gatherer.ordered(edges)))
        for (hop, denied), edges in found.items()
    ]
    return sorted(facts, key=_order)


def _order(fact: Fact) -> tuple[object, ...]:
    relation = fact.hop.relation
    return not fact.opposing, fact.denied, relation.hierarchical, relation.type, not fact.hop.forward


def _edges(context: AnswerContext, rows: Rows, one: Thing, walks: Sequence[Hop]) -> Iterator[tuple[Hop, Edge]]:
    """The edges of rows, each with the relation that it is told as."""
    for row in rows.rows:
        forward = row[2] in one.ids
        stored = next((hop for hop in walks if (hop.relation.type, hop.forward) == (row[0], forward)), None)
        if stored is not None:
            main = _main(context.schema, stored)
            said = main if stored.relation.negates is not None else stored
            yield main, context.gatherer.edge(said.relation, row)


def _walks(schema: Schema, one: str, other: str, asked: Sequence[Hop]) -> list[Hop]:
    """The relations between things of two types as they are stored, without those that the asked ones are looked up
    by."""
    found = []
    for relation in schema.relations:
        if (relation.source, relation.target) == (one, other):
            found.append(Hop(relation, forward=True))
        if (relation.target, relation.source) == (one, other):
            found.append(Hop(relation, forward=False))
    covered = {_told_as(hop) for hop in asked}
    return [hop for hop in found if _told_as(_main(schema, hop)) not in covered]


def _main(schema: Schema, hop: Hop) -> Hop:
    """The relation that one which mirrors or denies it is read with, walked between the same things; else itself."""
    relation = hop.relation
    if relation.mirrors is not None:
        found = schema.mirrored(relation)
        return Hop(found, not hop.forward) if found is not None else hop
    found = schema.denied(relation)
    return Hop(found, hop.forward) if found is not None else hop


def _told_as(hop: Hop) -> Hop:
    """The hop, one way round where both say the same."""
    return Hop(hop.relation, forward=True) if hop.relation.symmetric else hop


def _opposes(schema: Schema, hop: Hop, asked: Sequence[Hop]) -> bool:
    if hop.relation.negates is not None:
        return False
    return any(speak_against(schema, hop.relation, one.relation, same_way=hop.forward == one.forward) for one in asked)


def speak_against(schema: Schema, one: Relation, other: Relation, *, same_way: bool = True) -> bool:
    """Whether a record of one relation speaks against the other, both said of the same two things, by their names.

    Two relations do where their concepts are opposed in the lexicon (``treats`` and ``contraindicated``), or where
    their names differ in nothing but two words that turn a meaning ("increases activity of", "decreases activity of");
    and only where the same end does it: that A inhibits B says nothing of whether B activates A.

    Args:
        same_way: the thing that is the source of one is the source of the other.
    """
    named = {node.label: node.singular for node in schema.nodes}
    first, second = concept_of(one, named), concept_of(other, named)
    if first is not None and second is not None and everyday.opposed(first.concept, second.concept):
        symmetric = first.concept.symmetric or second.concept.symmetric
        return symmetric or same_way == (first.source_does == second.source_does)
    ends = (one.source, one.target) if same_way else (one.target, one.source)
    if not same_way or ends != (other.source, other.target):
        return False
    names = (derive.name_between(each.type, each.source, each.target) for each in (one, other))
    return everyday.are_opposite(*names)


_MOST_TOLD = 3
"""What the sentence tells of; the rest stands in the table."""


@dataclass(frozen=True, slots=True)
class Opposed:
    """What speaks against the members of a list.

    Attributes:
        edges: by the key of a member the records against it, each with the relation walked from the member.
    """

    edges: Mapping[str, Sequence[tuple[Hop, Edge]]]

    def numbers(self, key: str, numbering: Numbering) -> tuple[int, ...]:
        """The numbers of the records that speak against one member."""
        return numbering.cite([edge for _, edge in self.edges.get(key, ())])

    def clause(self, context: AnswerContext, found: Sequence[Found], numbering: Numbering) -> str:
        """What is recorded against which members, behind a sentence that names the list; empty where nothing is."""
        facts: dict[tuple[Hop, str], dict[str, list[Edge]]] = {}
        for one in found:
            for hop, edge in self.edges.get(one.key, ()):
                facts.setdefault((hop, far_node(edge, hop).name), {}).setdefault(one.name, []).append(edge)
        told = []
        for (hop, far), members in list(facts.items())[:_MOST_TOLD]:
            numbers = numbering.cite([edge for edges in members.values() for edge in edges])
            verb = context.wording.phrase(hop, plural=len(members) > 1)
            told.append(f"{first_of(list(members), len(members))} {verb} {far}{marks(numbers)}")
        more = f", and {len(facts) - _MOST_TOLD:,} more" if len(facts) > _MOST_TOLD else ""
        return f"; but {listed(told) if not more else ', '.join(told)}{more}" if told else ""


def opposed(context: AnswerContext, variable: Variable, found: Sequence[Found]) -> Opposed:
    """What is recorded against the members of a list of which every condition holds."""
    edges: dict[str, list[tuple[Hop, Edge]]] = {}
    keys = [one.key for one in found]
    for condition in _against(context, variable):
        for gathered in context.gatherer.of(Variable(variable.label, (condition,)), keys):
            for key in keys:
                edges.setdefault(key, []).extend(
                    (condition.hop, edge) for edge in gathered.own(key) if not edge.triple.against
                )
    return Opposed({key: each for key, each in edges.items() if each})


def _against(context: AnswerContext, variable: Variable) -> Iterator[Condition]:
    for condition in variable.conditions:
        if condition.things and not condition.negated and not condition.denied:
            for hop in _opposing_hops(context.schema, condition.hop):
                yield replace(condition, hop=hop, qualifiers=())


_HAVE_PATIENTS = frozenset({"disease", "cancer"})
"""Kinds of things with which there are patients, so that something can be looked for in these."""


def denial(edge: Edge) -> str:
    """A record that denies a link, as a sentence without its full stop."""
    triple = edge.triple
    often = frequency(edge.relation, triple.properties)
    said = f"it is recorded that {triple.in_words}"
    if often is None or not often.examined:
        return said
    if everyday.concepts_of(triple.subject.label) & _HAVE_PATIENTS:
        number, found = (
            (f"{often.examined:,} patients", "found in none") if often.examined > 1 else ("1 patient", "not found")
        )
        return f"{triple.object.name} was looked for in {number} with {triple.subject.name} and {found}"
    return f"{said}, found in none of {often.examined:,} patients"
