"""A second language model on what remains: claims that the graph was not found to tell, though it knows what they name.

It is asked once for all of them, with the numbered evidence. What it says stands beside the verdict of each claim and
never in its place, and counts only where the records that it cites name everything that the claim names.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from kgqa.errors import KgqaError, StoppedError
from kgqa.llm.prompts import Prompt, messages, prompt
from kgqa.llm.structured import structured
from kgqa.llm.tokens import of_messages
from kgqa.llm.writing.answering import LONGEST_QUESTION, shifted
from kgqa.llm.writing.contexts import Records, denies, of_facts
from kgqa.llm.writing.fenced import fenced, harmless, line
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.records import Answer, Claim, Opinion, Triple
from kgqa.strategies.course import Course, Listener, Work
from kgqa.verification.claim_names import named, stated_numbers

if TYPE_CHECKING:
    from pydantic import BaseModel

STEP = "asking a second model about what remains"
MOST_CLAIMS = 40
"""Claims that are sent; an answer has fewer."""
_SENTENCE_ENDS = re.compile(r"[.!?](?:\s|$)|\n")
_SPARE = 64
"""Tokens that a server may count more than the estimate."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A claim that is sent.

    Attributes:
        place: among the claims of the course.
        things: of each thing that it names all identifiers.
        numbers: that it states.
    """

    place: int
    claim: Claim
    things: tuple[frozenset[str], ...]
    numbers: tuple[str, ...]


def judged(work: Work, course: Course, hear: Listener, answer: Answer) -> Answer:
    """Has the model of the work judge what remains; the answer says so where it could not.

    Its opinions go to the claims of the course. Verdicts, evidence and words of the answer stay as they are.
    """
    remaining = _remaining(work, course, answer.text)
    if not remaining:
        return answer
    hear.step(STEP)
    now = time.perf_counter()
    try:
        opinions = _opinions(work, course, remaining)
    except KgqaError as error:
        return _with_note(course, answer, _failed(work, len(remaining), error))
    finally:
        course.took("judge", now)
    claims = list(course.claims)
    for one in remaining:
        claims[one.place] = replace(one.claim, second=opinions[one.place])
    course.claims = tuple(claims)
    return answer


def _remaining(work: Work, course: Course, text: str) -> list[_Open]:
    """The claims that are not in the graph and name things of the evidence, and whose sentence names nothing else."""
    held = {node.id for triple in course.evidence for node in (triple.subject, triple.object)}
    known = {id_ for one in held for id_ in _ids(work, one)}
    found = []
    for place, claim in enumerate(course.claims):
        if claim.verdict != "not_in_graph" or not known.issuperset(claim.about):
            continue
        words = named(claim.text, course.evidence, known, work.linker, work.schema)
        things = dict.fromkeys(_ids(work, one) for one in (*claim.about, *sorted(words.ids)))
        if things and not words.foreign and not _beside_unknown(claim, course.claims, text):
            found.append(_Open(place, claim, tuple(things), words.numbers))
    return found[:MOST_CLAIMS]


def _beside_unknown(claim: Claim, claims: Sequence[Claim], text: str) -> bool:
    """Whether a name that the graph lacks was taken out of the sentence of a claim, so that its words are not whole."""
    unknown = [one for one in claims if one.verdict == "not_in_graph" and not one.about]
    gaps = (text[min(one.end, claim.end) : max(one.start, claim.start)] for one in unknown)
    return any(_SENTENCE_ENDS.search(gap) is None for gap in gaps)


def _ids(work: Work, id_: str) -> frozenset[str]:
    """Every identifier of a thing."""
    index = work.linker.index
    return frozenset((id_, *index.thing(id_).ids)) if id_ in index else frozenset((id_,))


def _opinions(work: Work, course: Course, remaining: Sequence[_Open]) -> Mapping[int, Opinion]:
    """What the model says of each claim, by its place.

    Raises:
        KgqaError: it could not be asked, or gave no reply that can be used.
    """
    chosen = prompt("second-opinion", work.approach.prompts)
    given = {
        "question": harmless(work.question, LONGEST_QUESTION),
        "claims": fenced(line(_told(number, one, course.evidence)) for number, one in enumerate(remaining, 1)),
    }
    sent = _records(work, course, remaining).within(_room(work, chosen, given))
    model = RecordedModel(work.model, course, chosen, tokens_context=sent.tokens)
    said, _ = structured(model, messages(chosen, **given, evidence=sent.text), _shape(), stop=work.stop)
    replies: dict[int, list[tuple[str, list[int]]]] = {}
    for one in said.model_dump()["claims"]:
        replies.setdefault(one["claim"], []).append((one["verdict"], one["evidence"]))
    facts = {one.number: one for one in sent.triples}
    name = work.model.settings.model
    return {
        one.place: _opinion(name, one, replies.get(number, []), facts, work) for number, one in enumerate(remaining, 1)
    }


def _told(number: int, one: _Open, evidence: Sequence[Triple]) -> dict[str, object]:
    names = {node.id: node.name for triple in evidence for node in (triple.subject, triple.object)}
    things = [next((name for id_, name in names.items() if id_ in ids), "") for ids in one.things]
    return {"claim": number, "text": one.claim.text, "names": things}


def _records(work: Work, course: Course, remaining: Sequence[_Open]) -> Records:
    """The facts about the things of the claims: first those that name most of what one claim names."""
    many = {triple.number: max(_named(triple, one.things) for one in remaining) for triple in course.evidence}
    bearing = sorted((one for one in course.evidence if many[one.number]), key=lambda one: -many[one.number])
    return of_facts(bearing, work.schema, fields=work.approach.evidence_fields)


def _named(triple: Triple, things: Collection[frozenset[str]]) -> int:
    """How many of some things a fact names."""
    return sum(triple.subject.id in ids or triple.object.id in ids for ids in things)


def _room(work: Work, chosen: Prompt, given: Mapping[str, str]) -> int:
    settings = work.model.settings
    bare = of_messages(messages(chosen, **given, evidence=""))
    return settings.context_tokens - settings.most_tokens - bare - _SPARE


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
    model: str, one: _Open, replies: Sequence[tuple[str, list[int]]], facts: Mapping[int, Triple], work: Work
) -> Opinion:
    """What a model said of a claim, as far as it counts."""
    if len(replies) != 1:
        return Opinion(model, "not_told", reason="it said nothing of this claim" if not replies else "it said several")
    verdict, cited = replies[0]
    if verdict not in ("supported", "contradicted"):
        return Opinion(model, "not_told")
    cited = sorted(set(cited))
    reason = _flaw(verdict, one, cited, facts, work)
    if reason:
        return Opinion(model, "not_told", reason=f"it said “{verdict}”, which does not count: {reason}")
    return Opinion(model, "supported" if verdict == "supported" else "contradicted", tuple(cited))


def _flaw(verdict: str, one: _Open, cited: Sequence[int], facts: Mapping[int, Triple], work: Work) -> str:
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
    denied = [denies(triple, work.schema) for triple in triples]
    if verdict == "supported" and any(one.claim.negated != denial for denial in denied):
        return "the records that it cites say the opposite"
    told = of_facts(triples, work.schema, fields=True).told
    recorded = stated_numbers(str([{**one, "number": None} for one in told]))
    missing = [number for number in one.numbers if number not in recorded]
    return f"no record that it cites has the number {missing[0]}" if missing else ""


def _failed(work: Work, many: int, error: KgqaError) -> str:
    claims = "the claim that is" if many == 1 else f"the {many:,} claims that are"
    why = "It was stopped." if isinstance(error, StoppedError) else str(error)
    return f"{work.model.settings.model} could not judge {claims} not in the graph. {why}"


def _with_note(course: Course, answer: Answer, note: str) -> Answer:
    """The answer with a sentence of ours before the words of the language model; its claims move with these."""
    ours, theirs = answer.text[: answer.written_from].rstrip("\n"), answer.text[answer.written_from :]
    before = f"{ours} {note}\n"
    course.claims = shifted(course.claims, len(before) - answer.written_from)
    return replace(answer, text=f"{before}{theirs}", written_from=len(before))
