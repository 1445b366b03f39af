"""What two or more answers to one question say, lined up claim by claim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from kgqa.evidence.citing import without_marks
from kgqa.evidence.pruning import key
from kgqa.presentation.claims import composed
from kgqa.records import AnswerItem, Claim, ClaimVerdict, Node, Trace, Triple

Difference = Literal["both", "only", "contradict"]

_ORDER: tuple[Difference, ...] = ("both", "only", "contradict")
_STRONGEST: tuple[ClaimVerdict, ...] = ("contradicted", "supported", "not_recorded", "not_checked")
"""Of several claims of one thing the first of these is what the graph says of it."""
_EMPHASIS = re.compile(r"\*+|`+|~~|__+|(?<!\w)_|_(?!\w)|^#+|[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")


@dataclass(frozen=True, slots=True)
class ComparedClaim:
    """One thing that at least one of the answers says.

    Attributes:
        kind: ``both`` where every answer says it, ``only`` where some do not, ``contradict`` where one says what
            another denies or what the graph contradicts.
        claims: the claim of each answer, None where it says nothing of it; one an answer.
        text: what is said, in words, without numbers of evidence.
        verdict: what the graph says of it.
        reason: why, in words.
    """

    kind: Difference
    claims: tuple[Claim | None, ...]
    text: str
    verdict: ClaimVerdict
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several answers side by side.

    Attributes:
        rows: what all say first, then what only some say in the order of the answers, then what they contradict in.
        entries: how many entries of the graph the lined-up things have.
        things: how many things these entries are, where one thing has several.
    """

    rows: tuple[ComparedClaim, ...]
    entries: int = 0
    things: int = 0


_Key = tuple[frozenset[str], str]


def compared(traces: Sequence[Trace]) -> Comparison:
    """Lines the claims of answers to one question up by what they name and how it is linked.

    Entries of one thing (a disease in OMIM and Orphanet) count once. An answer that no model wrote has no claims of
    its own; its items are its claims, as they rest on records.
    """
    traces = [composed(trace) for trace in traces]
    same = _one_thing(traces)
    asked = _asked(traces, same)
    sides: list[dict[_Key, Claim]] = []
    for trace in traces:
        side: dict[_Key, Claim] = {}
        for claim in _claims(trace):
            side.setdefault(_key(claim, same, asked), claim)
        sides.append(side)
    keys = list(dict.fromkeys(key for side in sides for key in side))
    rows = [
        _row(tuple(side.get(key) or _set_aside(key, place, sides, traces) for place, side in enumerate(sides)))
        for key in keys
        if any(key in side and not _is_aside(side[key], trace) for side, trace in zip(sides, traces, strict=True))
    ]
    rows.sort(key=lambda row: (_ORDER.index(row.kind), [claim is None for claim in row.claims]))
    things = {id_ for about, _ in keys for id_ in about}
    entries = {id_ for id_, first in same.items() if first in things} | things
    return Comparison(tuple(rows), len(entries), len(things))


def _is_aside(claim: Claim, trace: Trace) -> bool:
    """Whether a claim is only that a composed answer set a thing aside."""
    return claim.negated and not trace.answer.written_by


def _set_aside(key: _Key, place: int, sides: Sequence[dict[_Key, Claim]], traces: Sequence[Trace]) -> Claim | None:
    """What an answer set aside of a group that another answer names and the records contradict."""
    for side, trace in zip(sides, traces, strict=True):
        claim = side.get(key)
        if claim is None or claim.verdict != "contradicted":
            continue
        denied = {
            id_ for triple in trace.evidence if triple.number in claim.evidence
            for id_ in (triple.subject.id, triple.object.id)
        }  # fmt: skip
        for other in sides[place].values():
            if _is_aside(other, traces[place]) and other.about and other.about[0] in denied:
                return other
    return None


def _claims(trace: Trace) -> tuple[Claim, ...]:
    """The claims of an answer: those of its text, or what its items say; facts alone say nothing of the question."""
    if trace.claims or trace.answer.written_by or trace.answer.status == "evidence":
        return trace.claims
    return tuple(_of_items(trace))


def _of_items(trace: Trace) -> Iterator[Claim]:
    """What the items of a composed answer claim; of a yes or no what its records say."""
    numbered = {triple.number: triple for triple in trace.evidence}
    named = {id_ for entity in trace.entities for one in entity.meant for id_ in (one.id, *one.ids)}
    for items, verdict in ((trace.answer.items, "supported"), (trace.answer.set_aside, "contradicted")):
        for item in items:
            triples = [numbered[number] for number in item.evidence if number in numbered]
            yield _of_item(trace.answer.text, item, triples, named, aside=verdict == "contradicted")
    if not trace.answer.items and not trace.answer.set_aside:
        seen: set[tuple[str, ...]] = set()
        for triple in trace.evidence:
            claim = _of_triple(triple)
            if (*claim.about, claim.relation) not in seen:
                seen.add((*claim.about, claim.relation))
                yield claim


def _of_item(text: str, item: AnswerItem, triples: Sequence[Triple], named: Set[str], *, aside: bool) -> Claim:
    """What an item claims of the things that the question names; of others only where it is linked with none of these,
    as one answer may rest on kinds of the named thing beside it."""
    start = max(text.find(item.name), 0)
    against = tuple(triple.number for triple in triples if triple.against)
    others = [node for triple in triples for node in _others(triple, item)]
    others = [node for node in others if node.id in named] or others
    return Claim(
        text=item.name,
        start=start,
        end=start + len(item.name) if text.startswith(item.name, start) else start,
        verdict="supported",
        evidence=against or tuple(item.evidence) if aside else tuple(item.evidence),
        about=tuple(dict.fromkeys((item.id, *(node.id for node in others)))),
        relation="|".join(dict.fromkeys(triple.predicate for triple in triples)),
        negated=aside,
    )


def _of_triple(triple: Triple) -> Claim:
    return Claim(
        text=triple.in_words,
        start=0,
        end=0,
        verdict="supported",
        evidence=(triple.number,),
        subject=triple.subject.name,
        relation=triple.predicate,
        object=triple.object.name,
        about=(triple.subject.id, triple.object.id),
        negated=triple.against,
    )


def _others(triple: Triple, item: AnswerItem) -> Iterator[Node]:
    own = {item.id, *item.ids}
    yield from (node for node in (triple.subject, triple.object) if node.id not in own)


def _one_thing(traces: Sequence[Trace]) -> dict[str, str]:
    """The first identifier of the thing by each of its identifiers: nodes of one name and label are one thing."""
    first: dict[tuple[str, str], str] = {}
    same: dict[str, str] = {}
    for trace in traces:
        for item in (*trace.answer.items, *trace.answer.set_aside):
            for id_ in (item.id, *item.ids):
                same.setdefault(id_, item.id)
        for entity in trace.entities:
            for id_ in (entity.chosen.id, *entity.chosen.ids):
                same.setdefault(id_, entity.chosen.id)
    for trace in traces:
        for triple in trace.evidence:
            for node in (triple.subject, triple.object):
                key = node.name.casefold(), node.label
                same.setdefault(node.id, first.setdefault(key, node.id))
                first.setdefault(key, same[node.id])
                if same[node.id] != first[key]:
                    _join(same, same[node.id], first[key])
    return same


def _join(same: dict[str, str], one: str, other: str) -> None:
    for id_, first in list(same.items()):
        if first == one:
            same[id_] = other


def _asked(traces: Sequence[Trace], same: dict[str, str]) -> frozenset[str]:
    """The things that the question names, of which every answer speaks."""
    return frozenset(same.get(entity.chosen.id, entity.chosen.id) for trace in traces for entity in trace.entities)


def _key(claim: Claim, same: dict[str, str], asked: frozenset[str]) -> _Key:
    """By what claims are lined up: what they name beside what the question names, and else by their words.

    The relation tells claims apart only where both name nothing but what the question names.
    """
    about = frozenset(same.get(id_, id_) for id_ in claim.about)
    if not about:
        return frozenset(), _words(claim.text).casefold()
    own = about - asked
    return (own, "") if own else (about, claim.relation)


def _row(claims: tuple[Claim | None, ...]) -> ComparedClaim:
    said = [claim for claim in claims if claim is not None]
    verdict, reason = _verdict(said)
    opposed = len({claim.negated for claim in said}) > 1
    differ = len({claim.verdict for claim in said} & {"supported", "contradicted"}) > 1
    refuted = any(claim.verdict == "contradicted" for claim in said)
    kind: Difference = "both" if len(said) == len(claims) else "only"
    if opposed or differ or (refuted and len(said) < len(claims)):
        kind = "contradict"
    first = min(said, key=lambda claim: _STRONGEST.index(claim.verdict))
    return ComparedClaim(kind, claims, _words(first.text), verdict, reason)


def _words(text: str) -> str:
    """What a claim says, without numbers of evidence, marks of emphasis and the signs around it."""
    return " ".join(_EMPHASIS.sub(" ", without_marks(text)).split()).strip(" .,;:")


def _verdict(said: Sequence[Claim]) -> tuple[ClaimVerdict, str]:
    """What the graph says of a claim that answers make: the strongest that any of them met with."""
    first = min(said, key=lambda claim: _STRONGEST.index(claim.verdict))
    return first.verdict, first.reason


Shared = tuple[Triple, ...]


@dataclass(frozen=True, slots=True)
class SharedEvidence:
    """Edges by who rests on them.

    Attributes:
        all: of every answer.
        only: of each answer the edges that no other has.
        some: of several answers, but not of all.
    """

    all: Shared
    only: tuple[Shared, ...]
    some: Shared


def shared(evidence: Sequence[Sequence[Triple]]) -> SharedEvidence:
    """The edges of some answers, each once, whatever numbers they have there."""
    holders: dict[str, set[int]] = {}
    edges: dict[str, Triple] = {}
    for place, triples in enumerate(evidence):
        for triple in triples:
            its_key = key(triple)
            holders.setdefault(its_key, set()).add(place)
            edges.setdefault(its_key, triple)
    many = len(evidence)
    return SharedEvidence(
        all=tuple(edges[its_key] for its_key, places in holders.items() if len(places) == many),
        only=tuple(
            tuple(edges[its_key] for its_key, places in holders.items() if places == {place} and many > 1)
            for place in range(many)
        ),
        some=tuple(edges[its_key] for its_key, places in holders.items() if 1 < len(places) < many),
    )


def left_out(names: Sequence[str], traces: Sequence[Trace]) -> dict[str, str]:
    """By the key of an edge which of the answers read it and left it out, and why."""
    found: dict[str, str] = {}
    for name, trace in zip(names, traces, strict=True):
        for one in trace.pruned.cut if trace.pruned is not None else ():
            its_key = key(one.triple)
            said = f"{name} cut it: {one.reason}"
            found[its_key] = f"{found[its_key]}; {said}" if its_key in found else said
    return found
