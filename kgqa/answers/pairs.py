"""Questions about two named things: is the link recorded, how are the two related.

Whatever relation a question names, all that is recorded between its things is looked at. What speaks against the asked
link is said in the headline; what stands beside it follows in one sentence.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgqa.answers.also_recorded import AgainstKinds, Fact, also_recorded, denial, links_beside, opposing_for_kinds
from kgqa.answers.certainty import affirmed, disagreements, of_edges
from kgqa.answers.context import AnswerContext, CitedAnswer, marks
from kgqa.answers.list_text import NAMED, first_of
from kgqa.answers.pair_records import Finding, find
from kgqa.answers.recorded_instead import Instead, OtherValue, other_values, recorded_instead, values_of_other_kinds
from kgqa.evidence.fields import source_of, told_apart
from kgqa.evidence.gathering import Edge, Numbering
from kgqa.evidence.hedging import weakest
from kgqa.language.casing import begun
from kgqa.questions.intent import Hop, Intent, Pair, Thing
from kgqa.questions.paths import ways
from kgqa.questions.wording import SILENCE, frequency, listed
from kgqa.records import Answer

_MOST_WAYS = 64
"""Ways over a third thing that are looked at where two named things have no link."""

_BOTH_WAYS = "Recorded both ways"


@dataclass(frozen=True, slots=True)
class _Seen:
    """A finding with all else that is recorded between its things.

    Attributes:
        facts: every other direct link between the two; of several findings about the same two the first has them.
        instead: another value of the same relation, where things have one; it may leave the asked one open.
        kinds_against: what speaks against the link for kinds of one of the things, where nothing does for the things
            themselves.
        values: others that the thing itself has beside the asked ones, where most things have one; the first of
            several pairs has them.
    """

    finding: Finding
    facts: tuple[Fact, ...] = ()
    instead: Instead | None = None
    kinds_against: tuple[AgainstKinds, ...] = ()
    values: tuple[OtherValue, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether a record says that the link holds."""
        return self.finding.holds

    @property
    def right(self) -> bool:
        """Whether it is as the question says."""
        return self.finding.holds != self.finding.pair.negated

    def opposing(self, context: AnswerContext) -> list[Fact]:
        """The facts that speak against the link; where nothing says that it holds, those alone whose verb may stand.

        A link that only text mining reports does not make a "no" of what is not recorded.
        """
        facts = [fact for fact in self.facts if fact.opposing]
        return facts if self.holds else [fact for fact in facts if fact.hedge(context.schema) is None]

    def is_answered(self, context: AnswerContext) -> bool:
        """Whether any record says something of the asked link, for it or against it."""
        return self.holds or bool(self.finding.edges or self.excluding or self.opposing(context))

    @property
    def excluding(self) -> Instead | None:
        """The other value, where that excludes the asked one."""
        return self.instead if self.instead is not None and self.instead.excludes else None


@dataclass
class _Telling:
    """What is told so far: the numbered records, and which of them are not records of the asked link."""

    numbering: Numbering = field(default_factory=Numbering)
    opposing: list[int] = field(default_factory=list)
    beside: list[int] = field(default_factory=list)


def answer_yes_no(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """True, or false with the difference between silence and a record that denies; "not" turns the verdict."""
    if intent.excluded:
        return _excluded(context, [find(context, pair) for pair in intent.pairs])
    seen = _seen(context, intent.pairs)
    verdict = any(one.right for one in seen) if intent.any_pair else all(one.right for one in seen)
    decisive = [one for one in seen if one.right == verdict]
    rest = [one for one in seen if one not in decisive]
    telling = _Telling()
    (first, more), *others = [_told(context, one, telling) for one in (*decisive, *rest)]
    start = _start(context, decisive, verdict)
    headline = f"{start}: {first}"
    chosen = verdict and _is_choice(intent)
    if chosen and start != _BOTH_WAYS:  # "Is X dominant or recessive?": which, and not "yes"
        right, others = others[: len(decisive) - 1], others[len(decisive) - 1 :]
        headline = begun("; ".join(said.removesuffix(".") for said in (first, *(said for said, _ in right)))) + "."
        more = _joined(more, *(further for _, further in right))
    beside = [_joined(_other_values(context, one, telling), _beside(context, one, telling)) for one in seen]
    if chosen:  # what excludes one option is what is so
        own = telling.numbering.cite([edge for one in decisive for edge in one.finding.edges])
        telling.opposing = [number for number in telling.opposing if number not in own]
    silent = not all(one.is_answered(context) for one in seen)
    silence = f"What is not recorded is {SILENCE}." if silent else ""
    text = _joined(headline, more, *itertools.chain.from_iterable(others), *beside, silence)
    answer = Answer(
        "answered",
        "yesno",
        headline,
        text,
        verdict=verdict,
        opposing=tuple(telling.opposing),
        beside=tuple(telling.beside),
    )
    return CitedAnswer(answer, telling.numbering.triples)


def _is_choice(intent: Intent) -> bool:
    """Whether it is asked which of some links there is, and not whether two things are joined in any of some ways."""
    return intent.any_pair and len({(pair.one, pair.other) for pair in intent.pairs}) > 1


def _seen(context: AnswerContext, pairs: Sequence[Pair]) -> list[_Seen]:
    """What is recorded of each pair; what stands beside it goes with the first pair of the same two things."""
    seen: list[_Seen] = []
    for pair in pairs:
        finding = find(context, pair)
        same = [other for other in pairs if (other.one, other.other) == (pair.one, pair.other)]
        facts: tuple[Fact, ...] = ()
        if same[0] is pair and len(pair.hops) == 1:
            facts = tuple(links_beside(context, pair.one, pair.other, [other.hops[0] for other in same]))
        one = _Seen(finding, facts)
        if not one.is_answered(context):
            one = replace(one, instead=recorded_instead(context, pair))
        if not one.opposing(context) and one.excluding is None:
            one = replace(one, kinds_against=_against_kinds(context, finding))
        seen.append(one)
    seen = _with_values(context, seen)
    known = {_key(edge): edge for one in seen for edge in one.finding.edges}
    return [replace(one, instead=_as_known(one.instead, known)) for one in seen]


def _with_values(context: AnswerContext, seen: Sequence[_Seen]) -> list[_Seen]:
    """Tells of the first pair that holds which values its thing has besides those that any pair asks of; what stands
    in the place of one that is not recorded tells them already."""
    first = next((one for one in seen if one.holds and one.finding.kinds is None), None)
    if first is None or len(first.finding.pair.hops) > 1 or any(one.instead for one in seen):
        return list(seen)
    asked = {id_ for one in seen for thing in (one.finding.pair.one, one.finding.pair.other) for id_ in thing.ids}
    found = other_values(context, first.finding.pair, first.finding.edges)
    values = tuple(value for value in found if not value.ids <= asked)
    return [replace(one, values=values) if one is first else one for one in seen]


def _as_known(instead: Instead | None, known: Mapping[tuple[str, ...], Edge]) -> Instead | None:
    """With the edges that another pair of the question rests on where they are the same, so that each is cited once."""
    if instead is None:
        return None
    return replace(instead, edges=tuple(known.get(_key(edge), edge) for edge in instead.edges))


def _key(edge: Edge) -> tuple[str, ...]:
    triple = edge.triple
    return triple.subject.id, triple.predicate, triple.object.id, str(sorted(triple.properties.items()))


def _start(context: AnswerContext, decisive: Sequence[_Seen], verdict: bool) -> str:
    findings = [one.finding for one in decisive]
    if any(finding.pair.negated for finding in findings):
        return "That is right" if verdict else "That is wrong"
    if verdict:
        if any(one.opposing(context) or one.kinds_against or one.finding.denials for one in decisive):
            return _BOTH_WAYS
        direct = [finding for finding in findings if len(finding.pair.hops) == 1]
        told = weakest([of_edges(finding.edges, context.schema) for finding in direct])
        return affirmed(context, [finding.pair.hops[0] for finding in direct], told)
    return "No" if decisive[0].is_answered(context) else "Not recorded"


def _excluded(context: AnswerContext, findings: Sequence[Finding]) -> CitedAnswer:
    """Whether every link is recorded as absent: a record denies it and none confirms it."""
    numbering = Numbering()
    verdict = all(bool(finding.edges) and not finding.holds for finding in findings)
    (first, more), *others = [_said(context, finding, numbering) for finding in findings]
    headline = f"{'Yes' if verdict else 'No'}: {first}"
    if not any(finding.edges for finding in findings):
        pair = findings[0].pair
        looked_for = pair.other if pair.hops[0].forward else pair.one
        headline = f"Not recorded: {context.source} records {looked_for.name} neither as present nor as absent."
        more = f"That is {SILENCE}."
    text = _joined(headline, more, *itertools.chain.from_iterable(others))
    return CitedAnswer(Answer("answered", "yesno", headline, text, verdict=verdict), numbering.triples)


def _joined(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)


def _told(context: AnswerContext, one: _Seen, telling: _Telling) -> tuple[str, str]:
    """What is recorded of a pair and what speaks against it in one sentence, and what follows it."""
    finding, pair, numbering = one.finding, one.finding.pair, telling.numbering
    if one.excluding is not None:
        return _other_value(context, one.excluding, pair, telling), _denied_kinds(finding, telling)
    first, more = _said(context, finding, numbering)
    opposing = one.opposing(context)
    clauses = [f"{fact.said(context)} {pair.other.name}{marks(numbering.cite(fact.edges))}" for fact in opposing]
    if not pair.negated:
        telling.opposing += numbering.cite([edge for fact in opposing for edge in fact.edges])
    if clauses and finding.holds:
        first = f"{first[:-1]}, but {listed(clauses)}."
    elif clauses and finding.edges:
        first = f"{first[:-1]}, and {pair.one.name} {listed(clauses)}."
    elif clauses:
        verb = context.wording.phrase(pair.hops[0])
        first = f"{pair.one.name} {listed(clauses)}; that {pair.one.name} {verb} {pair.other.name} is not recorded."
    elif one.kinds_against:
        against = "; ".join(_said_against(context, one, each, telling) for each in one.kinds_against)
        first = f"{first[:-1]}; {against}."
    told = (_other_kinds(context, finding, telling), _kinds_with(finding, telling))
    return first, _joined(more, *told, _denied_kinds(finding, telling))


def _other_value(context: AnswerContext, instead: Instead, pair: Pair, telling: _Telling) -> str:
    """What is recorded in the place of a value: "X follows Autosomal dominant inheritance [1]; Y is not recorded."."""
    told = telling.numbering.has(instead.edges)
    numbers = telling.numbering.cite(instead.edges)
    if not pair.negated:
        telling.opposing += numbers
    asked = pair.other if instead.thing == pair.one else pair.one
    if told:
        return f"{asked.name} is not recorded."
    return f"{_has_values(context, instead, numbers)}; {asked.name} is not recorded."


def _has_values(context: AnswerContext, instead: Instead, numbers: tuple[int, ...]) -> str:
    verb = context.wording.phrase(instead.hop, hedge=of_edges(instead.edges, context.schema))
    kinds = f", recorded for {instead.kinds}" if instead.kinds else ""
    return f"{instead.thing.name} {verb} {listed(instead.names)}{kinds}{marks(numbers)}"


def _other_kinds(context: AnswerContext, finding: Finding, telling: _Telling) -> str:
    """The other values that kinds of the thing have, where things have one: what some kinds are inherited as."""
    if finding.kinds is None or not finding.holds:
        return ""
    values = values_of_other_kinds(context, finding.pair, finding.kinds)
    telling.beside += telling.numbering.cite([edge for value in values for edge in value.edges])
    told = [
        f"{value.name} for {value.kinds:,}{marks(telling.numbering.cite(value.edges), 2)}" for value in values[:NAMED]
    ]
    more = f" and {len(values) - NAMED:,} more" if len(values) > NAMED else ""
    of_them = context.wording.kinds(finding.kinds.thing.label, 2)
    return (
        f"Of the {of_them} of {finding.kinds.thing.name} are recorded as well: {', '.join(told)}{more}." if told else ""
    )


def _other_values(context: AnswerContext, one: _Seen, telling: _Telling) -> str:
    """The other values that the thing itself has, where most things have one."""
    if not one.values:
        return ""
    pair = one.finding.pair
    hop = Hop(pair.hops[0].relation, forward=True)
    thing = pair.one if pair.hops[0].forward else pair.other
    edges = [edge for value in one.values for edge in value.edges]
    telling.beside += telling.numbering.cite(edges)
    verb = context.wording.phrase(hop, hedge=of_edges(edges, context.schema))
    names = listed([f"{value.name}{marks(telling.numbering.cite(value.edges))}" for value in one.values])
    return f"Also recorded: {thing.name} {verb} {names}."


def _kinds_with(finding: Finding, telling: _Telling) -> str:
    """The kinds of a thing with a link that is denied of the thing itself, in a sentence."""
    kinds = finding.kinds
    if kinds is None or finding.holds or not kinds.found:
        return ""
    numbers = telling.numbering.cite(kinds.edges)
    telling.beside += numbers
    return f"It is recorded all the same for {kinds.counted()}: {kinds.named()}{marks(numbers)}."


def _denied_kinds(finding: Finding, telling: _Telling) -> str:
    """The kinds whose link is denied, in a sentence; their records deny nothing of the asked thing itself."""
    if finding.kinds is None:
        return ""
    said = finding.kinds.against(telling.numbering)
    telling.beside += telling.numbering.cite([edge for kind in finding.kinds.denied for edge in kind.edges])
    return said


def _against_kinds(context: AnswerContext, finding: Finding) -> tuple[AgainstKinds, ...]:
    """What speaks against the link for kinds of one of the things, where nothing is recorded of these themselves."""
    if len(finding.pair.hops) > 1 or (finding.edges and finding.kinds is None):
        return ()
    return tuple(opposing_for_kinds(context, finding.pair))


def _said_against(context: AnswerContext, one: _Seen, against: AgainstKinds, telling: _Telling) -> str:
    """What speaks against the link for kinds: it opposes what is recorded for kinds, and silence not at all."""
    pair, numbers = one.finding.pair, telling.numbering.cite(against.fact.edges)
    (telling.opposing if one.holds and not pair.negated else telling.beside).extend(numbers)
    subject, object_ = (against.names if end == against.thing else end.name for end in (pair.one, pair.other))
    kinds = f"{context.wording.kinds(against.thing.label, 2)} of {against.thing.name}"
    return f"but of {kinds} it is recorded that {subject} {against.fact.said(context)} {object_}{marks(numbers)}"


def _beside(context: AnswerContext, one: _Seen, telling: _Telling) -> str:
    """What is recorded between the two things beside the asked link, or in its place without excluding it."""
    if one.instead is not None and one.excluding is None:
        numbers = telling.numbering.cite(one.instead.edges)
        telling.beside += numbers
        return f"Also recorded: {_has_values(context, one.instead, numbers)}."
    shown = one.opposing(context)
    facts = [fact for fact in one.facts if fact not in shown]
    telling.beside += telling.numbering.cite([edge for fact in facts for edge in fact.edges])
    return also_recorded(context, one.finding.pair.one, one.finding.pair.other, facts, telling.numbering)


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
        told = "; and for ".join(f"{of_end.counted()}: {of_end.named()}" for of_end in finding.far_kinds)
        recorded = f", recorded for {told}" if told else ""
        return f"{one} and {other} are joined through {names}{recorded}{marks(numbers)}.", ""
    if finding.holds and finding.kinds is not None:
        often = _often(finding.edges) if len(finding.kinds.found) == 1 else ""
        kinds = f"recorded for {finding.kinds.counted()}: {finding.kinds.named()}{often}"
        denied = f"But {denial(finding.denials[0])}{marks(numbering.cite(finding.denials))}." if finding.denials else ""
        return f"{one} {verb} {other}, {kinds}{marks(numbers)}.", denied
    if finding.holds:
        return _held(context, finding, numbering)
    if finding.edges and finding.via and pair.direct:
        through = first_of(finding.via, len(finding.via))
        return f"{one} {verb} {other}, but not directly: by way of {through}{marks(numbers)}.", ""
    if finding.edges:
        return f"{denial(finding.edges[0])}{marks(numbers)}.", ""
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
    return f"{said}{_often(edges)}{marks(numbers)}.", f"{start}: {denial(against)}{marks(numbering.cite([against]))}."


def _often(edges: Sequence[Edge]) -> str:
    """How often, as the records say it; where these differ, each with its source."""
    told = [
        (often, source_of(edge.triple))
        for edge in edges
        if not edge.triple.against and (often := frequency(edge.relation, edge.triple.properties)) is not None
    ]
    texts = list(dict.fromkeys(often.in_words() for often, _ in told))
    said = told_apart(told) if len(texts) > 1 else texts
    return f", frequency {listed(said)}" if said else ""


def _length(pair: Pair) -> int:
    return len(pair.hops)


def _over_a_third(context: AnswerContext, one: Thing, other: Thing) -> list[Pair]:
    """The ways of the schema from one thing to another over one thing between them."""
    over = ways(context.schema, one.label, other.label, most=2, within=True)
    return [Pair(one, other, way) for way in itertools.islice((way for way in over if len(way) > 1), _MOST_WAYS)]


def answer_relation(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """Every link between two things, read in its recorded direction; else the things that join them.

    Where nothing lies on the ways that are asked for, every other way over a third thing is looked at, unless no more
    is asked for than these ways (``any_pair`` is false).
    """
    one, other = intent.pairs[0].one, intent.pairs[0].other
    asked = [pair.hops[0] for pair in intent.pairs if len(pair.hops) == 1]
    facts = links_beside(context, one, other, asked)
    findings: list[Finding] = []
    for hops, pairs in itertools.groupby(sorted(intent.pairs, key=_length), key=_length):
        if findings or (facts and hops > 1):
            break
        findings = [finding for pair in pairs if (finding := find(context, pair)).edges]
    looked_on = intent.any_pair and one.label != other.label
    if not findings and not facts and looked_on:
        findings = [finding for pair in _over_a_third(context, one, other) if (finding := find(context, pair)).edges]
    if not findings and not facts:
        joined = ", and nothing that joins them" if looked_on or any(_length(p) > 1 for p in intent.pairs) else ""
        text = f"{context.source} records no link between {one.name} and {other.name}{joined}. That is {SILENCE}."
        return CitedAnswer(Answer("not_in_graph", "relation", text, text))
    numbering = Numbering()
    said = [_joined(*_said(context, finding, numbering)) for finding in findings]
    said += [f"{one.name} {fact.said(context)} {other.name}{marks(numbering.cite(fact.edges))}." for fact in facts]
    sentences = [sentence[0].upper() + sentence[1:] for sentence in said]
    edges = [edge for finding in findings for edge in finding.edges]
    edges += [edge for fact in facts for edge in fact.edges]
    types = list(dict.fromkeys(edge.triple.predicate for edge in edges))
    answer = Answer(
        "answered", "relation", sentences[0], " ".join(sentences), value=types[0] if len(types) == 1 else types
    )
    return CitedAnswer(answer, numbering.triples)
