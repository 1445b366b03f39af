"""The empty-result doctor: which condition of a question leaves nothing, and which nearby questions give something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.answers.conditions import count, grounded, recorded_conditions
from kgqa.answers.context import AnswerContext
from kgqa.answers.of_these import RANKED, number_listed
from kgqa.questions.intent import Condition, Intent, OfThese, Thing, Variable
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Answer, Clause, Suggestion


def examine(context: AnswerContext, variable: Variable, more: int, with_kinds: Sequence[Thing] = ()) -> Answer:
    """The answer to a list question that found nothing.

    Each condition is counted alone, then joined to those before it; the first that leaves nothing is named. Fixes
    are counted before they are offered, and those that give nothing either are left out.

    Args:
        more: how many things the kinds of the asked terms would bring.
        with_kinds: the named things without a record of their own whose kinds are among the identifiers already.
    """
    wording = context.wording
    clauses = _clauses(context, variable)
    by_verb, silent = _named_by_verb(context, variable), f"That is {SILENCE}."
    headline = by_verb
    if not by_verb:
        one, _, rest = wording.asked(variable)
        headline = f"No {one} in this graph {wording.conditions(rest, plural=False)}."
        silent = f"{context.source} records none; that is {SILENCE}."
    if not variable.conditions:
        headline = f"This graph holds no {wording.things(variable.label, 2)}."
    text = f"{headline} {silent}"
    culprit = next((clause for clause in clauses if clause.empties), None)
    if culprit is not None and len(clauses) > 1 and not by_verb:
        text += f" What empties the result: {culprit.text}."
    alone = len(recorded_conditions(variable).conditions) == 1 and more <= 0
    silent_kinds = [one for one in with_kinds if alone or _is_silent(context, variable, one)]
    counted = [one for one in with_kinds if one not in silent_kinds]
    for things, told in ((silent_kinds, ", and neither have {}"), (counted, "; what {} have is counted instead")):
        if things:
            has, its = ("has", "its") if len(things) == 1 else ("have", "their")
            kinds = told.format(f"{its} {wording.kinds(things[0].label, 2)}")
            text += f" {listed([one.name for one in things])} {has} no such record{kinds}."
    if more > 0:
        text += f" More specific terms would give {more:,} {wording.things(variable.label, more)}."
    return Answer(
        status="not_in_graph",
        kind="list",
        headline=headline,
        text=text,
        total=0,
        narrower=more or None,
        clauses=tuple(clauses),
        suggestions=tuple(_suggestions(context, variable)),
    )


def _named_by_verb(context: AnswerContext, variable: Variable) -> str:
    """That none is recorded, where the verb names what is asked for: "No clinical course of X is recorded in …", or of
    which kind of these: "No onset of X is recorded in …".

    Empty for any other question.
    """
    recorded = recorded_conditions(variable).conditions
    above = [one for one in variable.conditions if one not in recorded]
    if len(recorded) != 1 or len(above) > 1 or any(len(one.things) != 1 for one in above):
        return ""
    (condition,) = recorded
    noun = context.wording.things(variable.label, 1)
    if condition.negated or condition.denied or context.wording.phrase(condition.hop) != f"is the {noun} of":
        return ""
    asked = above[0].things[0].name if above else noun
    return f"No {asked} of {context.wording.object_of(condition)} is recorded in {context.source}."


def _is_silent(context: AnswerContext, variable: Variable, thing: Thing) -> bool:
    """Whether neither a named thing nor any of its kinds has a record of what is asked of it."""
    asked = [one for one in variable.conditions if thing in one.things and not one.negated]
    return any(_count(context, Variable(variable.label, (one,))) == 0 for one in asked)


def _clauses(context: AnswerContext, variable: Variable) -> list[Clause]:
    clauses: list[Clause] = []
    emptied = False
    for number, condition in enumerate(variable.conditions):
        alone = Variable(variable.label, (condition,))
        count = _count(context, alone) if not condition.negated else 0
        if condition.negated:
            continue
        empties = count == 0 and not emptied
        emptied = emptied or empties
        clauses.append(Clause(_said(context, alone), count, empties))
        if empties and condition.variable is not None:
            clauses += _clauses(context, condition.variable)
        if number and not emptied:
            joined = Variable(variable.label, variable.conditions[: number + 1])
            together = _count(context, joined)
            emptied = together == 0
            clauses.append(Clause(f"{_said(context, joined)}, at once", together, emptied))
    return clauses


def _said(context: AnswerContext, variable: Variable) -> str:
    return f"{context.wording.things(variable.label, 2)} that {context.wording.conditions(variable)}"


def _count(context: AnswerContext, variable: Variable) -> int:
    return count(context, grounded(context, variable))


def _suggestions(context: AnswerContext, variable: Variable) -> list[Suggestion]:
    if len(variable.conditions) < 2:
        return []
    found = []
    for number, condition in enumerate(variable.conditions):
        rest = variable.conditions[:number] + variable.conditions[number + 1 :]
        if all(one.negated for one in rest):
            continue
        fewer = Variable(variable.label, rest)
        found.append(_offer(context, f"Leave out {context.wording.object_of(condition)}", fewer))
    either = _either(variable)
    if either is not None:
        found.insert(0, _offer(context, "Ask for either instead of both", either))
    return [*_ranked(context, variable), *(one for one in found if one.count)]


def _ranked(context: AnswerContext, variable: Variable) -> list[Suggestion]:
    """The same things ranked by how many of the conditions they meet, where that can be asked in a plain question."""
    holding = [one for one in variable.conditions if not one.negated]
    if len(holding) < 2 or any(len(one.things) != 1 or one.denied for one in variable.conditions):
        return []
    ordered = Variable(variable.label, (*holding, *(one for one in variable.conditions if one.negated)))
    intent = Intent("list", ordered, of_these=OfThese())
    for question in reworded(context.wording, intent) if context.reader is not None else ():
        read = context.reader.reads(question) if context.reader is not None else None
        if read is not None and read.of_these == intent.of_these:
            number = number_listed(context, ordered)
            return [Suggestion(RANKED, question, number)] if number else []
    return []


def _offer(context: AnswerContext, title: str, variable: Variable) -> Suggestion:
    return Suggestion(title, context.wording.question(variable), _count(context, variable))


def _either(variable: Variable) -> Variable | None:
    """The same question with "or", where every condition is the same relation to a named thing."""
    first = variable.conditions[0]
    if any(c.variable is not None or c.negated or c.hop != first.hop for c in variable.conditions):
        return None
    things = tuple(thing for condition in variable.conditions for thing in condition.things)
    joined: Condition = replace(first, things=things)
    return Variable(variable.label, (joined,))
