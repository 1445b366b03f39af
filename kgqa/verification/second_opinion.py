"""A second language model on what remains: claims that the graph was not found to tell, though it knows what they name.

It is asked once for all of them, with the numbered evidence. What it says stands beside the verdict of each claim and
never in its place, and counts only where the records that it cites name everything that the claim names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kgqa.evidence.citing import MARK
from kgqa.language.common_words import is_english
from kgqa.language.normalise import blanked
from kgqa.language.tokens import spoken
from kgqa.linking.linker import Linker
from kgqa.llm.prompts import messages
from kgqa.llm.structured import structured
from kgqa.llm.writing.answering import LONGEST_QUESTION
from kgqa.llm.writing.contexts import Records, denies, of_facts
from kgqa.llm.writing.fenced import fenced, harmless, line
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.records import Claim, Opinion, Triple
from kgqa.schema.model import Schema
from kgqa.verification.naming import is_sure

if TYPE_CHECKING:
    from pydantic import BaseModel

MOST_CLAIMS = 40
"""Claims that are sent; an answer has fewer."""
_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]+)*")


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A claim that is sent.

    Attributes:
        place: among all claims of the answer.
        things: of each thing that it names all identifiers.
        numbers: that it states.
    """

    place: int
    claim: Claim
    things: tuple[frozenset[str], ...]
    numbers: tuple[str, ...]


def remaining(claims: Sequence[Claim], evidence: Sequence[Triple], linker: Linker) -> list[OpenClaim]:
    """The claims about things of the evidence that no record was found to tell, whose words name nothing else."""
    held = {node.id for triple in evidence for node in (triple.subject, triple.object)}
    known = {id_ for one in held for id_ in _ids(linker, one)}
    found = []
    for place, claim in enumerate(claims):
        if claim.verdict not in ("not_recorded", "not_checked"):
            continue
        named = [one for one in linker.link(claim.text) if is_sure(one)]
        meant = [next((c.id for c in (one.chosen, *one.rivals) if c.id in known), "") for one in named]
        rest = MARK.sub(" ", blanked(claim.text, [(one.start, one.end) for one in named]))
        plain = all(word.text.isdecimal() or is_english(word.text) for word in spoken(rest) if word.text != "%")
        if named and all(meant) and plain:
            things = tuple(dict.fromkeys(_ids(linker, one) for one in meant))
            found.append(OpenClaim(place, claim, things, stated_numbers(rest)))
    return found[:MOST_CLAIMS]


def opinions(
    model: RecordedModel,
    question: str,
    remaining: Sequence[OpenClaim],
    evidence: Sequence[Triple],
    schema: Schema,
    *,
    fields: bool,
) -> Mapping[int, Opinion]:
    """What a model says of each claim, by its place.

    Args:
        fields: it is sent all fields of the records, not their sentences alone.

    Raises:
        KgqaError: it could not be asked, or gave no reply that can be used.
    """
    chosen = model.prompt("second-opinion")
    given = {
        "question": harmless(question, LONGEST_QUESTION),
        "claims": fenced(line(_told(number, one, evidence)) for number, one in enumerate(remaining, 1)),
    }
    sent = _records(remaining, evidence, schema, fields=fields).within(model.room(chosen, given))
    asking = model.asking(chosen, tokens_context=sent.tokens)
    said, _ = structured(asking, messages(chosen, **given, evidence=sent.text), _shape())
    replies: dict[int, list[tuple[str, list[int]]]] = {}
    for one in said.model_dump()["claims"]:
        replies.setdefault(one["claim"], []).append((one["verdict"], one["evidence"]))
    facts = {one.number: one for one in sent.triples}
    name = model.settings.model
    return {
        one.place: _opinion(name, one, replies.get(number, []), facts, schema)
        for number, one in enumerate(remaining, 1)
    }


def stated_numbers(text: str) -> tuple[str, ...]:
    """The numbers in a text as they are written."""
    return tuple(_NUMBER.findall(text))


def _ids(linker: Linker, id_: str) -> frozenset[str]:
    """Every identifier of a thing."""
    return frozenset((id_, *linker.index.thing(id_).ids)) if id_ in linker.index else frozenset((id_,))


def _told(number: int, one: OpenClaim, evidence: Sequence[Triple]) -> dict[str, object]:
    names = {node.id: node.name for triple in evidence for node in (triple.subject, triple.object)}
    things = [next((name for id_, name in names.items() if id_ in ids), "") for ids in one.things]
    return {"claim": number, "text": one.claim.text, "names": things}


def _records(remaining: Sequence[OpenClaim], evidence: Sequence[Triple], schema: Schema, *, fields: bool) -> Records:
    """The facts about the things of the claims: first those that name most of what one claim names."""
    many = {triple.number: max(_named(triple, one.things) for one in remaining) for triple in evidence}
    relevant = sorted((one for one in evidence if many[one.number]), key=lambda one: -many[one.number])
    return of_facts(relevant, schema, fields=fields)


def _named(triple: Triple, things: Collection[frozenset[str]]) -> int:
    """How many of some things a fact names."""
    return sum(triple.subject.id in ids or triple.object.id in ids for ids in things)


def _shape() -> type[BaseModel]:
    from pydantic import BaseModel

    class Judged(BaseModel):
        claim: int
        verdict: Literal["supported", "contradicted", "not_told"]
        evidence: list[int]

    class Opinions(BaseModel):
        claims: list[Judged]

    return Opinions


def _opinion(
    model: str, one: OpenClaim, replies: Sequence[tuple[str, list[int]]], facts: Mapping[int, Triple], schema: Schema
) -> Opinion:
    """What a model said of a claim, as far as it counts."""
    if len(replies) != 1:
        return Opinion(model, "not_told", reason="it said nothing of this claim" if not replies else "it said several")
    verdict, cited = replies[0]
    if verdict not in ("supported", "contradicted"):
        return Opinion(model, "not_told")
    cited = sorted(set(cited))
    reason = _flaw(verdict, one, cited, facts, schema)
    if reason:
        return Opinion(model, "not_told", reason=f"it said “{verdict}”, which does not count: {reason}")
    return Opinion(model, "supported" if verdict == "supported" else "contradicted", tuple(cited))


def _flaw(verdict: str, one: OpenClaim, cited: Sequence[int], facts: Mapping[int, Triple], schema: Schema) -> str:
    """Why a verdict cannot rest on what it cites; empty where it can."""
    if not cited:
        return "it cites no record"
    unknown = [number for number in cited if number not in facts]
    if unknown:
        return f"it cites [{unknown[0]}], which it was not given"
    beside = [number for number in cited if not _named(facts[number], one.things)]
    if beside:
        return f"[{beside[0]}] names nothing of this claim"
    triples = [facts[number] for number in cited]
    if not all(any(_named(triple, (ids,)) for triple in triples) for ids in one.things):
        return "the records that it cites do not name everything that the claim names"
    denied = [denies(triple, schema) for triple in triples]
    if verdict == "supported" and any(one.claim.negated != denial for denial in denied):
        return "the records that it cites say the opposite"
    told = of_facts(triples, schema, fields=True).told
    recorded = stated_numbers(str([{**one, "number": None} for one in told]))
    missing = [number for number in one.numbers if number not in recorded]
    return f"no record that it cites has the number {missing[0]}" if missing else ""
