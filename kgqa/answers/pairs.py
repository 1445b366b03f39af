"""Questions about named things: is the link recorded, what does its record say, how are two things related."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.answers.certainty import affirmed, disagreements, of_edges
from kgqa.answers.conditions import kinds_of
from kgqa.answers.context import AnswerContext, CitedAnswer, marks, positive
from kgqa.answers.list_text import first_of
from kgqa.evidence.gathering import Edge, Numbering
from kgqa.evidence.hedging import weakest
from kgqa.language import everyday
from kgqa.questions.intent import Condition, Hop, Intent, Pair, Variable
from kgqa.questions.wording import SILENCE, frequency, listed
from kgqa.records import Answer

_HAVE_PATIENTS = frozenset({"disease", "cancer"})
"""Kinds of things with which there are patients, so that something can be looked for in these."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What the graph records about one pair.

    Attributes:
        holds: True when a record says that the link holds.
        edges: the records it rests on, those against included.
        kinds: kinds of the asked thing whose link is recorded, where the thing's own is not.
        via: unnamed things that join the pair.
    """

    pair: Pair
    holds: bool
    edges: tuple[Edge, ...] = ()
    kinds: tuple[str, ...] = ()
    via: tuple[str, ...] = ()


def find(context: AnswerContext, pair: Pair) -> Finding:
    """Look one pair up: its own records, then those of more specific terms."""
    if pair.hops[0].relation.hierarchical:
        return _find_kind(context, pair)
    if len(pair.hops) > 1:
        return _find_chain(context, pair)
    edges = between(context, pair)
    if positive(edges):
        return Finding(pair, True, tuple(edges))
    for kind_pair in _kind_pairs(context, pair):
        of_kinds = [edge for edge in between(context, kind_pair) if not edge.triple.against]
        if of_kinds:
            ends = {node.name: None for e in of_kinds for node in (e.triple.subject, e.triple.object)}
            names = tuple(name for name in ends if name not in (pair.one.name, pair.other.name))
            return Finding(pair, True, tuple(of_kinds), kinds=names)
    return Finding(pair, False, tuple(edges))


def between(context: AnswerContext, pair: Pair) -> list[Edge]:
    """The records of a pair itself, the strongest first."""
    rows = context.ledger.run(context.statements.between(pair.one, pair.other, pair.hops[0]))
    return context.gatherer.edges(rows, pair.hops[0])


def _kind_pairs(context: AnswerContext, pair: Pair) -> list[Pair]:
    pairs = []
    if kinds := kinds_of(context, pair.other):
        pairs.append(replace(pair, other=replace(pair.other, ids=tuple(kinds))))
    if kinds := kinds_of(context, pair.one):
        pairs.append(replace(pair, one=replace(pair.one, ids=tuple(kinds))))
    return pairs


def _find_kind(context: AnswerContext, pair: Pair) -> Finding:
    """Whether the first thing lies below the second; the edges are those of one shortest way up."""
    hop = pair.hops[0]
    edges = between(context, pair)
    if edges:
        return Finding(pair, True, tuple(edges))
    rows = context.ledger.run(context.statements.way_up(pair.one, pair.other, hop.relation)).rows
    if not rows:
        return Finding(pair, False)
    ids, names = rows[0]
    steps: list[Edge] = []
    for below, above in zip(range(len(ids) - 1), range(1, len(ids)), strict=True):
        low = replace(pair.one, name=names[below], ids=(ids[below],))
        high = replace(pair.one, name=names[above], ids=(ids[above],))
        steps += between(context, Pair(low, high, (hop,)))
    return Finding(pair, True, tuple(steps), via=tuple(names[1:-1]))


def _find_chain(context: AnswerContext, pair: Pair) -> Finding:
    """Whether unnamed things join the pair, and which."""
    variable = middle(pair)
    keys = list(context.ledger.one(context.statements.collected(variable)) or [])
    gathered = context.gatherer.of(variable, keys)
    edges = [edge for key in keys for g in gathered for edge in g.of_thing(key) if not edge.triple.against]
    names: dict[str, None] = {}
    for edge in edges:
        for node in (edge.triple.subject, edge.triple.object):
            if node.label == variable.label:
                names[node.name] = None
    return Finding(pair, bool(keys), tuple(edges), via=tuple(names))


def middle(pair: Pair) -> Variable:
    """The unnamed thing next to the first of a pair, with the conditions that join it to both."""
    first, rest = pair.hops[0], pair.hops[1:]
    condition = Condition(rest[-1], (pair.other,))
    for place in range(len(rest) - 1, 0, -1):
        condition = Condition(rest[place - 1], variable=Variable(rest[place - 1].end, (condition,)))
    back = Hop(first.relation, not first.forward)
    return Variable(first.end, (Condition(back, (pair.one,)), condition))


def answer_yes_no(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """True, or false with the difference between silence and a record that denies; "not" turns the verdict."""
    findings = [find(context, pair) for pair in intent.pairs]
    if intent.excluded:
        return _excluded(context, findings)
    right = [finding.holds != finding.pair.negated for finding in findings]
    verdict = any(right) if intent.any_pair else all(right)
    decisive = [finding for finding, one in zip(findings, right, strict=True) if one == verdict]
    rest = [finding for finding in findings if finding not in decisive]
    numbering = Numbering()
    (first, more), *others = [_said(context, finding, numbering) for finding in (*decisive, *rest)]
    headline = f"{_start(context, decisive, verdict)}: {first}"
    text = _joined(headline, more, *itertools.chain.from_iterable(others), _silence(findings))
    return CitedAnswer(Answer("answered", "yesno", headline, text, verdict=verdict), numbering.triples)


def _start(context: AnswerContext, decisive: Sequence[Finding], verdict: bool) -> str:
    if any(finding.pair.negated for finding in decisive):
        return "That is right" if verdict else "That is wrong"
    if verdict:
        direct = [finding for finding in decisive if len(finding.pair.hops) == 1]
        told = weakest([of_edges(finding.edges, context.schema) for finding in direct])
        return affirmed(context, [finding.pair.hops[0] for finding in direct], told)
    return "No" if any(finding.edges for finding in decisive) else "Not recorded"


def _excluded(context: AnswerContext, findings: Sequence[Finding]) -> CitedAnswer:
    """Whether every link is recorded as absent: a record denies it and none confirms it."""
    numbering = Numbering()
    verdict = all(bool(finding.edges) and not finding.holds for finding in findings)
    (first, more), *others = [_said(context, finding, numbering) for finding in findings]
    headline = f"{'Yes' if verdict else 'No'}: {first}"
    if not any(finding.edges for finding in findings):
        headline = (
            f"Not recorded: {context.source} records {findings[0].pair.other.name} neither as present nor as absent."
        )
        more = f"That is {SILENCE}."
    text = _joined(headline, more, *itertools.chain.from_iterable(others))
    return CitedAnswer(Answer("answered", "yesno", headline, text, verdict=verdict), numbering.triples)


def _silence(findings: Sequence[Finding]) -> str:
    silent = any(not finding.holds and not finding.edges for finding in findings)
    return f"What is not recorded is {SILENCE}." if silent else ""


def _joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _said(context: AnswerContext, finding: Finding, numbering: Numbering) -> tuple[str, str]:
    """What is recorded of a pair in one sentence, and what records say that do not agree with it."""
    pair, hop = finding.pair, finding.pair.hops[0]
    one, other = pair.one.name, pair.other.name
    verb = context.wording.phrase(hop, hedge=of_edges(finding.edges, context.schema))
    numbers = numbering.cite(finding.edges)
    if len(pair.hops) > 1:
        if not finding.holds:
            return f"{context.source} records nothing that joins {one} and {other}.", ""
        names = first_of(finding.via, len(finding.via))
        return f"{one} and {other} are joined through {names}{marks(numbers)}.", ""
    if finding.holds and finding.kinds:
        kinds = first_of(finding.kinds, len(finding.kinds))
        return f"{one} {verb} {other}, recorded for the more specific {kinds}{marks(numbers)}.", ""
    if finding.holds:
        return _held(context, finding, numbering)
    if finding.edges:
        return f"{_denial(finding.edges[0])}{marks(numbers)}.", ""
    return f"{context.source} does not record that {one} {verb} {other}.", ""


def _held(context: AnswerContext, finding: Finding, numbering: Numbering) -> tuple[str, str]:
    pair, edges = finding.pair, finding.edges
    numbering.cite(edges)
    numbers = numbering.cite([edge for edge in edges if not edge.triple.against])
    through = f", by way of {first_of(finding.via, len(finding.via))}" if finding.via else ""
    verb = context.wording.phrase(pair.hops[0], hedge=of_edges(edges, context.schema))
    said = f"{pair.one.name} {verb} {pair.other.name}{through}"
    differ = disagreements(context, edges, numbering)
    of_frequency = next((one for one in differ if one.about == "frequency"), None)
    if of_frequency is not None:
        return f"{said}{marks(numbers)}.", f"Sources differ in frequency: {of_frequency.sentence}"
    against = next((edge for edge in edges if edge.triple.against), None)
    if against is None:
        return f"{said}{_often(edges)}{marks(numbers)}.", ""
    start = "Sources differ" if differ else "Of other patients"
    return f"{said}{_often(edges)}{marks(numbers)}.", f"{start}: {_denial(against)}{marks(numbering.cite([against]))}."


def _often(edges: Sequence[Edge]) -> str:
    texts: dict[str, None] = {}
    for edge in edges:
        often = frequency(edge.relation, edge.triple.properties)
        if often is not None and not edge.triple.against:
            texts[often.sentence()] = None
    return f", frequency {listed(list(texts))}" if texts else ""


def _denial(edge: Edge) -> str:
    triple = edge.triple
    often = frequency(edge.relation, triple.properties)
    said = f"it is recorded that {triple.subject.name} {triple.phrase} {triple.object.name}"
    if often is None or not often.examined:
        return said
    if everyday.concepts_of(triple.subject.label) & _HAVE_PATIENTS:
        return (
            f"{triple.object.name} was looked for in {often.examined:,} patients with {triple.subject.name} "
            "and found in none"
        )
    return f"{said}, found in none of {often.examined:,} patients"


def answer_relation(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """Every link between two things, read in its recorded direction; else the things that join them."""
    findings = [finding for pair in intent.pairs if (finding := find(context, pair)).edges]
    one, other = intent.pairs[0].one, intent.pairs[0].other
    if not findings:
        text = f"{context.source} records no link between {one.name} and {other.name}. That is {SILENCE}."
        return CitedAnswer(Answer("not_in_graph", "relation", text, text))
    numbering = Numbering()
    sentences = []
    for finding in findings:
        said = _joined(*_said(context, finding, numbering))
        sentences.append(said[0].upper() + said[1:])
    types = list(dict.fromkeys(edge.triple.predicate for finding in findings for edge in finding.edges))
    answer = Answer(
        "answered", "relation", sentences[0], " ".join(sentences), value=types[0] if len(types) == 1 else types
    )
    return CitedAnswer(answer, numbering.triples)
