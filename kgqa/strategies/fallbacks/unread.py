"""A question that was not read word by word, as each way of answering it all the same sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgqa.questions.intent import Gap, Intent
from kgqa.records import Reading
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession

Answering = Callable[[Question], Outcome]
"""Answers a question that stands by itself."""
Asking = Callable[[Sequence[Intent], Reading], Outcome]
"""Answers what is asked by links alone, as what it was read."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A question that was not read word by word.

    Attributes:
        findings: with its names.
        gap: why it was not read.
        asked: its cleaned text, without options.
        answered: answers another question in its place.
        quietly: answers another question without telling how far it is.
        ask: answers what a way found it to ask.
    """

    graph: GraphSession
    question: Question
    findings: Findings
    gap: Gap
    asked: str
    progress: Progress
    answered: Answering
    quietly: Answering
    ask: Asking
