"""What an answer says of things that may meet a condition on the properties of a link, and of records that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.answers.conditions import collected
from kgqa.answers.context import AnswerContext, marks
from kgqa.answers.qualified import is_qualified, met, verdict
from kgqa.evidence.fields import source_of
from kgqa.evidence.gathering import Edge, Gathered, Numbering
from kgqa.language.inflection import article
from kgqa.questions.intent import Condition, Variable
from kgqa.questions.qualifiers import Opened, Qualifier, named, share_of
from kgqa.questions.wording import listed, read_frequency
from kgqa.records import AnswerItem

NAMED = 5
"""Things that a sentence names."""


def value_of(qualifier: Qualifier, edge: Edge) -> str:
    """What a record has of a property, with its source behind it: "45/58 (78 %) (OMIM)", "score 0.7"."""
    value = edge.triple.properties.get(qualifier.property.name)
    told = listed([str(one) for one in value]) if isinstance(value, list) else str(value)
    if qualifier.unit == "share" and isinstance(value, str):
        told = read_frequency(value).in_words()
    if qualifier.property.role == "source" and value in edge.triple.sources[:1]:
        told = source_of(edge.triple)
    source = source_of(edge.triple) if qualifier.property.role != "source" else ""
    name = "" if qualifier.unit == "share" else f"{named(qualifier.property)} "
    return f"{name}{told}{f' ({source})' if source else ''}"


def of_one_patient(context: AnswerContext, items: Sequence[AnswerItem], gathered: Sequence[Gathered]) -> str:
    """A sentence on the things that meet a share of patients in records of a single patient alone."""
    found: dict[tuple[str, str], bool] = {}
    for one in gathered:
        shares = [qualifier for qualifier in one.condition.qualifiers if qualifier.unit == "share"]
        for edge in one.edges if shares else ():
            if verdict(context, one.condition.hop, shares, edge) is True:
                often = read_frequency(str(edge.triple.properties.get(shares[0].property.name)))
                for node in (edge.triple.subject, edge.triple.object):
                    found[node.id, node.label] = found.get((node.id, node.label), True) and often.examined == 1
    alone = sum(any(found.get((id_, item.label)) for id_ in item.ids) for item in items)
    if not alone:
        return ""
    return f"Of {alone:,} of them a single patient was counted." if len(items) > 1 else "A single patient was counted."


def differing(
    context: AnswerContext, items: Sequence[AnswerItem], gathered: Sequence[Gathered], numbering: Numbering
) -> str:
    """A sentence on the things of which another record of the same link is not as asked."""
    numbers: dict[int, None] = {}
    for one in gathered:
        # That a source says something does not differ from what another one says.
        bounds = [qualifier for qualifier in one.condition.qualifiers if qualifier.bounds is not None]
        if bounds:
            edges = [
                edge
                for edge in one.edges
                if not edge.triple.against and verdict(context, one.condition.hop, bounds, edge) is False
            ]
            numbers.update(dict.fromkeys(numbering.cite(edges)))
    told = [item for item in items if numbers.keys() & set(item.evidence)]
    if not told:
        return ""
    names = [f"{item.name}{marks(tuple(n for n in item.evidence if n in numbers), 2)}" for item in told[:NAMED]]
    more = f" and {len(told) - NAMED:,} more" if len(told) > NAMED else ""
    said = f"{', '.join(names)}{more}" if more else listed(names)
    return f"The records differ: another one does not say so of {said}."


@dataclass(frozen=True, slots=True)
class Undecided:
    """What an answer says of things that may meet its conditions.

    Attributes:
        text: how many there are, why no record tells, and the first of them, in sentences; empty where all can be told.
        clause: for the end of a first sentence that found nothing, those of which something is recorded that may do.
    """

    text: str = ""
    clause: str = ""


def undecided(context: AnswerContext, variable: Variable, kept: Sequence[str]) -> Undecided:
    """What may meet the conditions, but of which no record tells.

    Args:
        variable: as it was asked, grounded.
        kept: the keys of the things that meet them.
    """
    reasons = _undecided(context, variable, set(kept))
    inner = _inner(context, variable)
    if not reasons:
        return Undecided(" ".join(inner))
    noun = context.wording.things(variable.label, len(reasons))
    many, why = f"{len(reasons):,} {'more ' if kept else ''}{noun}", _because(list(reasons.values()))
    text = f"Not decided: {many}, {why}{_names(context, variable.label, reasons)}."
    cut = [why for why in reasons.values() if why.doubt == "cut"]
    clause = f"; {len(cut):,} may be, {_because(cut)}" if cut and not kept else ""
    return Undecided(" ".join((text, *inner)), clause)


def _undecided(context: AnswerContext, variable: Variable, kept: set[str]) -> dict[str, Opened]:
    """By the keys of the things that meet every condition or may, without being known to meet all, why."""
    asked = [one for one in variable.conditions if one.qualifiers]
    if not asked:
        return {}
    may: dict[str, Opened | None] | None = None
    for condition in asked:
        found = met(context, variable.label, condition)
        here: dict[str, Opened | None] = {**found.open, **dict.fromkeys(found.things)}
        may = here if may is None else {key: why or here[key] for key, why in may.items() if key in here}
    assert may is not None
    reasons = {key: why for key, why in may.items() if why is not None and key not in kept}
    if variable.within is not None:
        reasons = {key: reasons[key] for key in variable.within if key in reasons}
    rest = tuple(one for one in variable.conditions if not one.qualifiers)
    if rest and reasons:
        reasons = _meeting_rest(context, variable, rest, reasons)
    return reasons


def _meeting_rest(
    context: AnswerContext, variable: Variable, rest: tuple[Condition, ...], reasons: dict[str, Opened]
) -> dict[str, Opened]:
    bare = tuple(replace(one, qualifiers=()) for one in variable.conditions if one.qualifiers)
    both = set(collected(context, Variable(variable.label, (*bare, *rest))))
    return {key: why for key, why in reasons.items() if key in both}


def _inner(context: AnswerContext, variable: Variable) -> list[str]:
    """The same of unnamed things on the way, of which the things that are asked for may depend."""
    sentences = []
    for condition in variable.conditions:
        if condition.variable is not None and is_qualified(condition.variable):
            inner = condition.variable
            reasons = _undecided(context, inner, set(condition.keys or ()))
            if reasons:
                many = f"{len(reasons):,} {context.wording.things(inner.label, len(reasons))}"
                why = _because(list(reasons.values()))
                sentences.append(f"Not decided, and so not followed: {many}, {why}.")
            sentences += _inner(context, inner)
    return sentences


def _because(reasons: Sequence[Opened]) -> str:
    """Why records do not decide: "2 recorded only as frequent (30–79 %) and 11 without a frequency"."""
    counted = Counter(
        (one.doubt == "missing", one.property, one.value if one.doubt == "cut" else "") for one in reasons
    )
    parts = []
    alone = len(counted) == 1
    for (missing, what, value), number in sorted(counted.items(), key=lambda one: (one[0][0], -one[1])):
        many = "" if alone else f"{number:,} "
        if missing:
            parts.append(f"{many}recorded without {article(what)}")
        elif value and share_of(value) is not None:
            parts.append(f"{many}recorded only as {read_frequency(value).in_words()}")
        else:
            parts.append(f"{many}whose {what} is no number")
    return listed(parts)


def _names(context: AnswerContext, label: str, reasons: dict[str, Opened]) -> str:
    keys = sorted(reasons, key=lambda key: (reasons[key].doubt == "missing", key))[:NAMED]
    rows = context.ledger.run(context.statements.identifiers(label, keys, "names of what is not decided")).rows
    names: dict[str, str] = {}
    for key, _, name, _ in rows:
        names.setdefault(key, name)
    told = [names[key] for key in keys if key in names]
    rest = len(reasons) - len(told)
    if not told:
        return ""
    return f": {', '.join(told)} and {rest:,} more" if rest else f": {listed(told)}"
