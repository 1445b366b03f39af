"""From an intent to its answer: each form of question has a function that asks the graph for it and words it.

In the sentences of an answer names have the letters that they have inside a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kgqa.answers.certainty import with_strength
from kgqa.answers.comparison import answer_comparison, answer_shared
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.answers.differences import answer_difference
from kgqa.answers.family_members import answer_members, by_members
from kgqa.answers.kinds import with_members
from kgqa.answers.lists import answer_list, answer_ranking
from kgqa.answers.name_alone import answer_everything, answer_identifier, answer_registers, answer_same
from kgqa.answers.of_these import answer_of_these
from kgqa.answers.pairs import answer_relation, answer_yes_no
from kgqa.answers.properties import answer_text, answer_type, answer_value
from kgqa.answers.qualified_pairs import answer_qualified
from kgqa.language.casing import Casing
from kgqa.questions.intent import Intent, asks_everything
from kgqa.questions.wording import NO_DEFINITION
from kgqa.records import Answer, Entity, Triple


def compose(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """The answer to an intent, with the triples it cites.

    Raises:
        QueryError, TimeLimitError, ServerError, StoppedError: a statement could not be run to its end.
    """
    meant = by_members(context, with_members(intent))
    return with_strength(context, _choose(meant)(context, meant))


def _answer_text(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """A property of a thing; of "what is X" everything that is recorded of it where there is no definition."""
    found = answer_text(context, intent)
    if found.answer.status == "answered" or not intent.or_all:
        return found
    every = answer_everything(context, intent)
    return replace(every, answer=replace(every.answer, text=f"{every.answer.text}\n{NO_DEFINITION}"))


def _choose(intent: Intent) -> Callable[[AnswerContext, Intent], CitedAnswer]:
    if intent.shared:
        return answer_shared
    if intent.differ:
        return answer_difference
    if intent.compared:
        return answer_comparison
    if intent.rank_hop is not None:
        return answer_ranking
    if intent.of_these is not None:
        return answer_of_these
    if intent.family is not None:
        return answer_members
    if intent.answer is not None:
        return answer_list
    if intent.identifier is not None:
        return answer_identifier
    if intent.registers:
        return answer_registers
    if intent.same is not None:
        return answer_same
    if asks_everything(intent):
        return answer_everything
    if intent.thing is not None:
        return answer_type if intent.of_type is not None else _answer_text
    if intent.kind == "yesno" and intent.pairs[0].qualifiers:
        return answer_qualified
    return {"yesno": answer_yes_no, "value": answer_value, "relation": answer_relation}[intent.kind]


def in_sentences(answer: Answer, casing: Casing, evidence: Sequence[Triple], entities: Sequence[Entity]) -> Answer:
    """The answer with such sentences; its things keep their names, and a text about one thing is as it is recorded."""
    if answer.kind == "text":
        return answer
    names = set(_names(answer, evidence, entities))
    headline, text = casing.said(answer.headline, names), casing.said(answer.text, names)
    clauses = tuple(replace(one, text=casing.said(one.text, names)) for one in answer.clauses)
    return replace(answer, headline=headline, text=text, clauses=clauses)


def _names(answer: Answer, evidence: Sequence[Triple], entities: Sequence[Entity]) -> Iterator[str]:
    for triple in evidence:
        yield from (triple.subject.name, triple.object.name)
    for item in (*answer.items, *answer.set_aside):
        yield from (item.name, *item.kinds)
    for entity in entities:
        yield from (one.name for one in (entity.chosen, *entity.rivals))
