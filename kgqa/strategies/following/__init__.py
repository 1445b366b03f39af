"""A question that follows another one: what it takes from the question and the answer before it, and how that is told.

A follow-up that names something and points to nothing is asked by itself. Of any other exactly one thing may be
missing:

- a name ("it", "this gene", "its features", "and genes?"): the one thing of before that fits it by type and schema,
- a set ("which of these …", "genes of these diseases"): the answers of before, by their identifiers,
- the question itself ("what about X?", "and for X?"): the question of before with X in the place of the one thing of
  its type.

Where several things of before fit, they are put to the reader; where none does, what is missing is said. What was taken
stands in the record (``Follows``) and in the text of the answer.

    previous_question  what may be taken                ways      a whole question made of a follow-up
    coreference        what it leaves open              telling   what a reader is told of it

What a follow-up lacks decides which of these makes it whole, which is found out here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.questions.anaphora import is_of_all, opening, pointers
from kgqa.records import Follows, Former
from kgqa.strategies.following.coreference import completed, instead, is_only_names, unnamed, with_referents
from kgqa.strategies.following.previous_question import FollowUp, former
from kgqa.strategies.following.telling import pointing_nowhere, told
from kgqa.strategies.following.ways import MOST_READ, Resolved, by_itself, of_group, with_spoken_of
from kgqa.strategies.question import Outcome, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession

__all__ = ["Resolved", "former", "of_group", "pointing_nowhere", "resolved", "told", "with_spoken_of"]


def resolved(graph: GraphSession, question: Question, before: Former) -> Resolved | Outcome:
    """A follow-up with what it takes from the question before it; an outcome where that cannot be said.

    A strategy that asks a language model is given what is before as well, and so the question as it is.
    """
    follow_up = FollowUp(graph, question, before)
    found = _whole(follow_up)
    if isinstance(found, Outcome) and found.answer.status != "ambiguous" and question.approach.model is not None:
        return _as_it_is(follow_up)
    return found


def _whole(follow_up: FollowUp) -> Resolved | Outcome:
    """The follow-up with the one thing that may be missing: a name, a set, or the question; by itself where none is."""
    found = pointers(follow_up.text, follow_up.items, follow_up.entities)
    if found:
        return with_referents(follow_up, found)
    begins = opening(follow_up.text)
    if begins and is_only_names(follow_up, begins):
        return instead(follow_up, begins)
    if not follow_up.entities:
        return by_itself(follow_up) if is_of_all(follow_up.text) else unnamed(follow_up, begins)
    return completed(follow_up) or by_itself(follow_up)


def _as_it_is(follow_up: FollowUp) -> Resolved:
    """The question as it was asked, for a language model that is given what stands before it."""
    about = tuple(one.id for one in follow_up.named) if not follow_up.entities else ()
    if not about and not follow_up.entities and follow_up.answers is not None:
        about = tuple(one.id for one in follow_up.answers.things[:MOST_READ])
    said = "What it takes from the question before was left to the language model, which was given that one."
    question = replace(follow_up.question, note=said, about=about)
    return Resolved(question, Follows(follow_up.before, follow_up.text, said=said), follow_up.text)
