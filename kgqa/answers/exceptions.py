"""What a list leaves out because the question says so: the named things, aloud.

A thing that is an answer itself is left out alone, unless its kinds are meant as well ("that are no kinds of X"); of
one that is none, because only its kinds have records, the kinds are left out in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from kgqa.answers.conditions import hierarchy
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.questions.intent import Thing
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Answer


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What is left out of some answers.

    Attributes:
        keys: of the answers that are left out.
        names: of the things that are left out, with a word on their kinds.
        unasked: names of the things that are no answers in any case.
    """

    keys: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()

    def told(self, composed: CitedAnswer) -> CitedAnswer:
        """The answer with a word on what was left out."""
        answer = composed.answer
        headline = answer.headline
        if self.names:
            start, joint, rest = headline.partition(": ")
            others = f"other than {listed(self.names, 'and')}"
            if joint and start in ("Yes", "No"):
                headline = f"{start}, {others}: {rest}"
            elif headline.startswith("Yes, "):  # for kinds of what was asked
                headline = f"Yes, {others}, {headline.removeprefix('Yes, ')}"
            else:
                headline = f"O{others[1:]}, {headline}"
        text = f"{headline}{answer.text.removeprefix(answer.headline)}"
        if self.unasked:
            be = "is" if len(self.unasked) == 1 else "are"
            text += f" {listed(self.unasked)} {be} not among the answers in any case."
        return replace(composed, answer=replace(answer, headline=headline, text=text))

    def nothing(self, context: AnswerContext, label: str, conditions: str, kind: str) -> Answer:
        """Where nothing else is an answer."""
        noun, names = context.wording.things(label, 1), listed(self.names)
        headline = f"No {noun} other than {names} is recorded in {context.source} that {conditions}."
        text = f"{headline} That is {SILENCE}."
        if kind == "yesno":
            return Answer("answered", "yesno", headline, text, verdict=False, total=0)
        if kind == "count":
            return Answer("answered", "count", headline, text, value=0, total=0)
        return Answer("not_in_graph", "list", headline, text, total=0)


def left_out(context: AnswerContext, things: Sequence[Thing], answers: Callable[[], Collection[str]]) -> LeftOut:
    """What of some answers is to be left out.

    Args:
        answers: gives the keys of all of them; called only where something is to be left out.
    """
    if not things:
        return LeftOut()
    every, keys, names, unasked = set(answers()), set[str](), list[str](), list[str]()
    for thing in things:
        node = context.schema.node(thing.label)
        own = every & {key for _, _, key in context.ledger.run(context.statements.node(thing, node.same_property)).rows}
        relation = hierarchy(context, thing.label) if thing.broad or not own else None
        kinds: set[str] = set()
        if relation is not None:
            kinds = every & set(context.ledger.one(context.statements.kinds(thing, relation, keys=True)) or []) - own
        of_kinds = f"{len(kinds):,} {context.wording.kinds(thing.label, len(kinds))}"
        if own:
            names.append(f"{thing.name} and {of_kinds} of it" if kinds else thing.name)
        elif kinds:
            names.append(f"{of_kinds} of {thing.name}")
        else:
            unasked.append(thing.name)
        keys |= own | kinds
    return LeftOut(frozenset(keys), tuple(names), tuple(unasked))
