"""A question that follows another one: what it takes from the question and the answer before it, and how that is told.

A follow-up that names something and points to nothing is asked by itself. Of any other exactly one thing may be
missing:

- a name ("it", "this gene", "its features", "and genes?"): the one thing of before that fits it by type and schema,
- a set ("which of these …", "genes of these diseases"): the answers of before, by their identifiers,
- the question itself ("what about X?", "and for X?"): the question of before with X in the place of the one thing of
  its type.

Where several things of before fit, they are put to the reader; where none does, what is missing is said. What was taken
stands in the record (``Follows``) and in the text of the answer.

    before       what may be taken                   ways       a whole question made of a follow-up
    coreference  what pointing words stand for       ellipsis   what is left out: a name, or the question
    resolving    which of these a follow-up needs    telling    what a reader is told of it
"""

from __future__ import annotations

from kgqa.strategies.following.previous_question import former
from kgqa.strategies.following.resolving import resolved
from kgqa.strategies.following.telling import pointing_nowhere, told
from kgqa.strategies.following.ways import Resolved, of_group, with_spoken_of

__all__ = ["Resolved", "former", "of_group", "pointing_nowhere", "resolved", "told", "with_spoken_of"]
