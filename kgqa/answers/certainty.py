"""How far the records behind a composed answer go: what they let its verb say, whether they agree, what is so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.evidence.gathering import Edge, Gathered, Numbering, far_key
from kgqa.evidence.hedging import claims_effect, hedge, strongest, together, weakest
from kgqa.evidence.strength import Difference, differences, summarise
from kgqa.questions.intent import Hop, Variable
from kgqa.questions.wording import Hedge, is_restrained
from kgqa.records import Answer, AnswerItem
from kgqa.schema.model import Schema


def of_edges(edges: Sequence[Edge], schema: Schema) -> Hedge | None:
    """What may be said of one link by its records: what the strongest allows."""
    return strongest([hedge(edge.triple, schema) for edge in edges if not edge.triple.against])


def of_thing(gathered: Sequence[Gathered], key: str, schema: Schema) -> Hedge | None:
    """What may be said of a thing that meets every condition: what the weakest of its links allows."""
    return weakest([_of_condition(one, key, schema) for one in gathered if not one.condition.denied])


def of_far_things(gathered: Sequence[Gathered], keys: Sequence[str], schema: Schema) -> list[Hedge | None]:
    """What may be said of each link of some things over a relation."""
    links: dict[tuple[str, str], list[Edge]] = {}
    for one in gathered:
        for key in keys:
            for edge in one.of_thing(key):
                links.setdefault((key, far_key(edge, one.condition.hop)), []).append(edge)
    return [of_edges(edges, schema) for edges in links.values()]


def of_list(
    context: AnswerContext, variable: Variable, hedges: Sequence[Hedge | None], *, truncated: bool
) -> Hedge | None:
    """What may be said of all things of a list in one verb."""
    alone = len(variable.conditions) == 1 and variable.conditions[0].variable is None
    whole = alone and not truncated and not context.gatherer.truncated
    phrase = " ".join(context.wording.phrase(condition.hop) for condition in variable.conditions)
    return together(hedges, phrase, whole=whole)


def affirmed(context: AnswerContext, hops: Sequence[Hop], told: Hedge | None) -> str:
    """The first word of an answer to a question for yes or no that is told with such verbs."""
    phrases = [context.wording.phrase(hop) for hop in hops]
    less = told not in (None, "recorded") and any(map(claims_effect, phrases))
    return "Recorded" if less or any(map(is_restrained, phrases)) else "Yes"


def _of_condition(gathered: Gathered, key: str, schema: Schema) -> Hedge | None:
    """The best way by which a thing meets a condition; a way is as good as its weakest step."""
    own: dict[str, list[Edge]] = {}
    for edge in gathered.own(key):
        own.setdefault(far_key(edge, gathered.condition.hop), []).append(edge)
    ways = []
    for far, edges in own.items():
        if any(not edge.triple.against for edge in edges):
            steps = [_of_condition(inner, far, schema) for inner in gathered.inner]
            ways.append(weakest([of_edges(edges, schema), *steps]))
    return strongest(ways)


def disagreements(context: AnswerContext, edges: Sequence[Edge], numbering: Numbering) -> tuple[Difference, ...]:
    """Where edges of one pair of things differ; identifiers of one thing count as one."""
    numbers = dict.fromkeys(numbering.cite(edges))
    numbered = numbering.triples
    same: dict[str, str] = {}
    for edge in edges:
        same |= {edge.triple.subject.id: edge.source, edge.triple.object.id: edge.target}
    return differences([numbered[number - 1] for number in numbers], context.schema, same)


def disputed(
    context: AnswerContext, items: Sequence[AnswerItem], edges: Sequence[Edge], numbering: Numbering
) -> tuple[AnswerItem, ...]:
    """The answers whose link one record denies and another confirms."""
    found = [one for one in disagreements(context, edges, numbering) if one.about == "link"]
    denied = {triple.number for one in found for triple in one.triples}
    return tuple(item for item in items if denied.intersection(item.evidence))


def with_strength(context: AnswerContext, composed: CitedAnswer) -> CitedAnswer:
    """The answer with a sentence behind its headline, where no person judged any of the records that support it."""
    answer = composed.answer
    if answer.status != "answered" or context.gatherer.truncated:
        return composed
    weak = summarise(answer, composed.evidence, context.schema).sentence
    if not weak:
        return composed
    rest = answer.text.removeprefix(answer.headline).strip()
    return replace(composed, answer=replace(answer, text=f"{answer.headline} {weak} {rest}".strip()))


_TRUTH = {"yes": True, "true": True, "y": True, "no": False, "false": False, "n": False}


def as_verdict(answer: Answer) -> Answer:
    """The answer as yes or no, where what it tells is a value of that kind; else as it is."""
    told = answer.value if isinstance(answer.value, bool) else _TRUTH.get(str(answer.value).strip().casefold())
    if answer.kind != "text" or answer.status != "answered" or told is None or answer.verdict is not None:
        return answer
    said = "Yes" if told else "No"
    headline, text = (f"{said}. {one}" for one in (answer.headline, answer.text))
    return replace(answer, kind="yesno", headline=headline, text=text, verdict=told, value=None)


def as_any(answer: Answer) -> Answer:
    """A list as the answer whether there is anything on it; an empty one as it is."""
    if answer.kind != "list" or answer.status != "answered" or not answer.items:
        return answer
    headline, text = (f"Yes: {one}" for one in (answer.headline, answer.text))
    return replace(answer, kind="yesno", headline=headline, text=text, verdict=True)
