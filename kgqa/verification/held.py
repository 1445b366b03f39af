"""What a language model wrote, held against the evidence and, for what that does not tell, against the graph."""

from __future__ import annotations

from kgqa.records import Claim
from kgqa.strategies.course import Course, Work
from kgqa.verification import verified
from kgqa.verification.facts import looker


def judged_claims(work: Work, course: Course, text: str, total: int | None = None) -> tuple[Claim, ...]:
    """The claims of a text, each with the graph's verdict.

    Facts that were looked up for them come behind the evidence of the course, with further numbers, and the statements
    that found them behind its statements.

    Args:
        total: how many things answer the question, where that was counted.

    Raises:
        KgqaError: the graph could not be asked.
    """
    look_up, ledger = looker(work.schema, work.store, work.linker, work.source, stop=work.stop)
    try:
        checked = verified(
            text,
            course.evidence,
            schema=work.schema,
            linker=work.linker,
            question_entities=course.entities,
            about=work.question,
            look_up=look_up,
            total=total,
        )
    finally:
        course.cypher = (*course.cypher, *ledger.records)
    course.evidence = checked.evidence
    return checked.claims
