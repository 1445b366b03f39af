"""Where the rows of a generated statement are less, more or something else than what the question asks for.

The statement is a language model's: it may end its rows itself, count one thing twice, or answer another question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.cypher.columns import origin
from kgqa.cypher.parser.parse import parse
from kgqa.cypher.tree import (
    Call,
    PatternComprehension,
    PatternExpression,
    Projection,
    Property,
    SingleQuery,
    Subquery,
    Value,
    Variable,
)
from kgqa.cypher.walk import walk
from kgqa.questions.wording import listed
from kgqa.records import AnswerItem, Triple
from kgqa.strategies.course import Course, Work

_ASKED = r"\b(?:which|what|how many|list|name|show|find|give)\b(?:\W+[\w'-]+){0,2}?\W+"


def cut_by_itself(cypher: str, rows: int) -> bool:
    """Whether a statement that gave so many rows has a LIMIT or SKIP that may have kept some back."""
    cuts = [one for one in walk(parse(cypher).statements[0].query) if isinstance(one, Projection)]
    if any(one.skip is not None for one in cuts) or any(one.limit is not None for one in cuts[:-1]):
        return True
    last = cuts[-1].limit if cuts else None
    if last is None:
        return False
    whole = last.value if isinstance(last, Value) and isinstance(last.value, int) else 0
    return rows >= whole


def only_words_of_its_own(cypher: str) -> bool:
    """Whether nothing that a statement returns is read from the graph, so that whoever wrote it made it up."""
    return all(map(_made_up, parse(cypher).statements[0].query.parts))


def _made_up(single: SingleQuery) -> bool:
    last = single.clauses[-1]
    if not isinstance(last, Projection) or last.star:
        return False
    given = [origin(one.expression, single, len(single.clauses) - 1) for one in last.items]
    return not any(_reads(one) for expression in given for one in walk(expression))


def _reads(part: object) -> bool:
    reading = (Variable, Property, Subquery, PatternExpression, PatternComprehension)
    return isinstance(part, reading) or (isinstance(part, Call) and part.star)


def counted_twice(cypher: str, value: object, triples: Sequence[Triple]) -> str:
    """What a count is of, where it counts matches and one thing may be among them twice; else empty."""
    single = parse(cypher).statements[0].query.parts[0]
    last = single.clauses[-1]
    if not triples or not isinstance(last, Projection) or len(last.items) != 1:
        return ""
    count = origin(last.items[0].expression, single, len(single.clauses) - 1)
    if not isinstance(count, Call) or count.name.lower() != "count" or count.distinct:
        return ""
    links = {(one.subject.name, one.predicate, one.object.name) for one in triples}
    if value == len(triples):
        return f"records of {len(links):,} different links" if len(links) < len(triples) else ""
    return "matches, and may count one thing more than once"


def doubts(work: Work, course: Course, items: Sequence[AnswerItem]) -> tuple[str, ...]:
    """What to read the statement for before its things are relied on: another type, or the question's own things."""
    if work.kind not in ("list", "count") or not items:
        return ()
    wanted = _asked_for(work, course)
    given = {item.label for item in items}
    if wanted and wanted not in given:
        nouns = [node.plural for node in work.schema.nodes if node.label in given]
        plural = work.schema.node(wanted).plural
        return (f"The question asks for {plural}, and the query gives {listed(nouns)}: read it before you rely on it.",)
    named = {one.chosen.id for one in course.entities}
    if all(named.intersection((item.id, *item.ids)) for item in items):
        return ("It gives back only what the question names, so it may answer another question.",)
    return ()


def _asked_for(work: Work, course: Course) -> str:
    """The label that the question asks for by its noun ("Which genes ..."); empty where no noun is a type's."""
    text = work.question
    for one in course.entities:
        text = text.replace(one.mention, " ")
    found = {
        match.start(1): node.label
        for node in work.schema.nodes
        for noun in (node.singular, node.plural)
        if (match := re.search(rf"{_ASKED}({re.escape(noun)})\b", text, re.IGNORECASE))
    }
    return found[min(found)] if found else ""
