"""The empty-result doctor: which condition of a question leaves nothing, and which nearby questions give something."""

from __future__ import annotations

from dataclasses import replace

from kgqa.answers.ground import grounded
from kgqa.answers.task import Task
from kgqa.questions.intent import Condition, Variable
from kgqa.questions.wording import SILENCE
from kgqa.records import Answer, Clause, Suggestion


def examine(task: Task, variable: Variable, more: int) -> Answer:
    """The answer to a list question that found nothing.

    Each condition is counted alone, then joined to those before it; the first that leaves nothing is named. Fixes
    are counted before they are offered, and those that give nothing either are left out.

    Args:
        more: how many things the kinds of the asked terms would bring.
    """
    wording = task.wording
    clauses = _clauses(task, variable)
    noun = wording.things(variable.label, 1)
    headline = f"No {noun} in this graph {wording.conditions(variable, plural=False)}."
    if not variable.conditions:
        headline = f"This graph holds no {wording.things(variable.label, 2)}."
    text = f"{headline} {task.source} records none; that is {SILENCE}."
    culprit = next((clause for clause in clauses if clause.empties), None)
    if culprit is not None:
        text += f" What empties the result: {culprit.text}."
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
        suggestions=tuple(_suggestions(task, variable)),
    )


def _clauses(task: Task, variable: Variable) -> list[Clause]:
    clauses: list[Clause] = []
    emptied = False
    for number, condition in enumerate(variable.conditions):
        alone = Variable(variable.label, (condition,))
        count = _count(task, alone) if not condition.negated else 0
        if condition.negated:
            continue
        empties = count == 0 and not emptied
        emptied = emptied or empties
        clauses.append(Clause(_said(task, alone), count, empties))
        if empties and condition.variable is not None:
            clauses += _clauses(task, condition.variable)
        if number and not emptied:
            joined = Variable(variable.label, variable.conditions[: number + 1])
            together = _count(task, joined)
            emptied = together == 0
            clauses.append(Clause(f"{_said(task, joined)}, at once", together, emptied))
    return clauses


def _said(task: Task, variable: Variable) -> str:
    return f"{task.wording.things(variable.label, 2)} that {task.wording.conditions(variable)}"


def _count(task: Task, variable: Variable) -> int:
    return int(task.ledger.one(task.statements.count(grounded(task, variable))))


def _suggestions(task: Task, variable: Variable) -> list[Suggestion]:
    if len(variable.conditions) < 2:
        return []
    found = []
    for number, condition in enumerate(variable.conditions):
        rest = variable.conditions[:number] + variable.conditions[number + 1 :]
        if all(one.negated for one in rest):
            continue
        fewer = Variable(variable.label, rest)
        found.append(_offer(task, f"Leave out {task.wording.object_of(condition)}", fewer))
    either = _either(variable)
    if either is not None:
        found.insert(0, _offer(task, "Ask for either instead of both", either))
    return [one for one in found if one.count]


def _offer(task: Task, title: str, variable: Variable) -> Suggestion:
    return Suggestion(title, task.wording.question(variable), _count(task, variable))


def _either(variable: Variable) -> Variable | None:
    """The same question with "or", where every condition is the same relation to a named thing."""
    first = variable.conditions[0]
    if any(c.variable is not None or c.negated or c.hop != first.hop for c in variable.conditions):
        return None
    things = tuple(thing for condition in variable.conditions for thing in condition.things)
    joined: Condition = replace(first, things=things)
    return Variable(variable.label, (joined,))
