"""Claims of a text against numbered evidence: supported, not in the graph, or contradicted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Lock

from kgqa.language.text import clean
from kgqa.linking.linker import Linker
from kgqa.questions.intent import Intent, Pair, is_qualified
from kgqa.questions.reader import Reader
from kgqa.records import Claim, Entity, Triple
from kgqa.schema.model import Schema
from kgqa.verification.claimed import Claimed
from kgqa.verification.claiming import Claiming
from kgqa.verification.figures import fields_of
from kgqa.verification.judging import Judge
from kgqa.verification.naming import GROUP, Names, names_for
from kgqa.verification.records import Records

LookUp = Callable[[list[tuple[str, str]]], Sequence[Triple]]
"""Fetches what a graph records between pairs of identifiers, for and against, numbered from 1."""

LONGEST = 60_000
"""Characters of a text that are read."""
_MOST_READERS = 4
_MOST_GROUPS = 20
"""Pairs for whose things the members of a group are looked for in the whole graph."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The claims of a text, and the evidence that their numbers mean.

    Attributes:
        evidence: the given triples and, behind them, those that were looked up, with further numbers.
    """

    claims: tuple[Claim, ...]
    evidence: tuple[Triple, ...]


def verified(
    text: str,
    evidence: Sequence[Triple],
    *,
    schema: Schema,
    linker: Linker,
    question_entities: Sequence[Entity] = (),
    about: str = "",
    look_up: LookUp | None = None,
    total: int | None = None,
) -> Verification:
    """The claims of a text, each held against the evidence; no model is asked.

    What is not understood word by word is not in the graph, never supported.

    Args:
        linker: of the graph that the evidence comes from.
        question_entities: what the question names, as settled.
        about: the question that the text answers, so that a bare name says what it asked for.
        total: how many things the question asks for there are, where a query counted them.
        look_up: fetches records of things that the evidence does not join; None where the evidence is all there is.

    Returns:
        Claims in the order of the text, with offsets into it. They do not overlap.
    """
    reader = _reader(schema)
    names = names_for(linker, reader, evidence, question_entities)
    asked = _asked(reader, names, about, question_entities)
    topics = [one for one in question_entities if not (one.tied or one.together)]
    claiming = Claiming(text[:LONGEST], reader, names, fields_of(schema), asked, topics if len(topics) == 1 else [])
    found = list(claiming.claims())
    triples = tuple(evidence)
    if look_up is not None:
        triples = _with_more(triples, look_up(_open(found, Records(triples, schema), names)))
    looked_up = look_up is not None
    source = "the graph" if looked_up else "the evidence"
    judge = Judge(Records(triples, schema), names, source, looked_up=looked_up, total=total)
    return Verification(tuple(_apart([_claim(text, claimed, judge) for claimed in found], text)), triples)


def _apart(claims: list[Claim], text: str) -> list[Claim]:
    """The claims in order; one with another in it keeps the longer part of its words before or behind that."""
    apart: list[Claim] = []
    for claim in sorted(claims, key=lambda one: (one.start, -one.end)):
        if apart and claim.start < apart[-1].end:
            outer = apart.pop()
            before, behind = (outer.start, claim.start), (claim.end, outer.end)
            if outer.start < claim.start and before[1] - before[0] >= behind[1] - behind[0]:
                apart += [_within(outer, before, text), claim]
            else:
                apart += [claim, _within(outer, behind, text)]
        else:
            apart.append(claim)
    return [claim for claim in apart if claim.start < claim.end]


def _within(claim: Claim, place: tuple[int, int], text: str) -> Claim:
    start, end = _trimmed(text, *place)
    return replace(claim, text=text[start:end], start=start, end=end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The place without white space and signs around it."""
    while start < end and (text[start].isspace() or text[start] in ",;:)"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ",;:(–—"):
        end -= 1
    return start, end


def _claim(text: str, claimed: Claimed, judge: Judge) -> Claim:
    judged = judge.judge(claimed)
    start, end = claimed.start, claimed.end
    while start < end and (text[start].isspace() or text[start] in ",;:"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ",;:–—"):
        end -= 1
    pairs = (*claimed.pairs, *claimed.silent)
    return Claim(
        text=text[start:end],
        start=start,
        end=end,
        verdict=judged.verdict,
        evidence=judged.numbers,
        reason=_sentence(judged.reason),
        about=tuple(dict.fromkeys(thing.ids[0] for thing in claimed.things if not thing.ids[0].startswith(GROUP))),
        relation="|".join(dict.fromkeys(pair.hops[0].relation.type for pair in pairs)),
        negated=bool(pairs) and all(pair.negated or pair in claimed.silent for pair in pairs),
    )


def _sentence(reason: str) -> str:
    return f"{reason[0].upper()}{reason[1:]}." if reason else ""


def _open(claimed: Sequence[Claimed], records: Records, names: Names) -> list[tuple[str, str]]:
    """Pairs of identifiers that the evidence says nothing of; those of a group's members behind its own."""
    pairs: dict[tuple[str, str], None] = {}
    groups: dict[tuple[str, str], None] = {}
    for pair in dict.fromkeys(pair for one in claimed for pair in (*one.pairs, *one.silent)):
        if _is_known(pair, records):
            continue
        pairs[pair.one.ids[0], pair.other.ids[0]] = None
        for thing in (pair.one, pair.other) if len(pairs) <= _MOST_GROUPS else ():
            names.add_members(thing)
        groups |= dict.fromkeys((member.id, pair.other.ids[0]) for member in names.members(pair.one))
        groups |= dict.fromkeys((pair.one.ids[0], member.id) for member in names.members(pair.other))
    return [pair for pair in (*pairs, *groups) if not any(id_.startswith(GROUP) for id_ in pair)]


def _is_known(pair: Pair, records: Records) -> bool:
    found = records.between(pair.one, pair.other, pair.hops[0])
    return bool(found.for_ or found.against)


def _with_more(triples: tuple[Triple, ...], more: Sequence[Triple]) -> tuple[Triple, ...]:
    """The evidence and what was looked up, numbered on; a record that is there already is not added."""
    known = {_key(triple) for triple in triples}
    last = max((triple.number for triple in triples), default=0)
    added: list[Triple] = []
    for triple in more:
        if _key(triple) not in known:
            known.add(_key(triple))
            added.append(replace(triple, number=last + len(added) + 1))
    return (*triples, *added)


def _key(triple: Triple) -> tuple[str, str, str, str]:
    return triple.subject.id, triple.predicate, triple.object.id, repr(sorted(triple.properties.items(), key=repr))


def _asked(reader: Reader, names: Names, about: str, entities: Sequence[Entity]) -> Intent | None:
    """What the question asks for; None where it is not understood."""
    question = clean(about)
    if not question:
        return None
    named = sorted(entities, key=lambda one: one.start) if entities else names.link(question)
    try:
        outcome = reader.read(question, named)
    except (IndexError, AssertionError):  # offsets of another text
        return None
    # What "yes" claims of a link "in more than half of patients" is not the link alone.
    return outcome if isinstance(outcome, Intent) and not is_qualified(outcome) else None


class _Readers:
    """The readers of the schemas that were met last, as making one takes longer than reading a text."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Reader] = OrderedDict()
        self._lock = Lock()

    def of(self, schema: Schema) -> Reader:
        """The reader of a schema, by its identity."""
        with self._lock:
            reader = self._kept.pop(id(schema), None)
            if reader is None or reader.schema is not schema:
                reader = Reader(schema)
            self._kept[id(schema)] = reader
            while len(self._kept) > _MOST_READERS:
                self._kept.popitem(last=False)
            return reader


_READERS = _Readers()


def _reader(schema: Schema) -> Reader:
    return _READERS.of(schema)
