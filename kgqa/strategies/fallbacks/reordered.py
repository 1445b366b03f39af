"""A question that asks behind the name of a thing, answered as the plain question that it turns into."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kgqa.language.normalise import blanked
from kgqa.language.text import clean
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Gap
from kgqa.questions.negation import recorded_absence
from kgqa.questions.paraphrases.onset import asked_time, beginning_at
from kgqa.questions.paraphrases.organ_involvement import affected
from kgqa.questions.paraphrases.reordered import Turned, turned
from kgqa.questions.paraphrases.start_and_end import told_time
from kgqa.questions.text.courtesy import set_aside
from kgqa.records import Reading
from kgqa.strategies.fallbacks.unread import Unread, in_its_place
from kgqa.strategies.question import Findings, Outcome

if TYPE_CHECKING:
    from kgqa.schema.model import Relation
    from kgqa.session import GraphSession


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where the text turns into no question that is understood.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, question, findings, asked = unread.graph, unread.question, unread.findings, unread.asked
    if unread.gap.reason in ("unknown_name", "direction"):
        return None
    labels_of = graph.interpreter.types_of
    found = turned(asked, findings.entities, labels_of, partial(_begins, graph)) or _said_otherwise(
        graph, findings, asked
    )
    if found is None:
        denies = any(one.against or one.negates for one in graph.schema.relations)
        plain = recorded_absence.put(asked, findings.entities) if denies else None
        found = Turned(plain) if plain is not None else None
    if found is None or found.question.casefold().strip("? ") == asked.casefold().strip("? "):
        return None  # it is plain
    outcome = unread.answered(question.put_as(found.question))
    if outcome.answer.status == "not_understood" or (outcome.answer.status == "not_in_graph" and not found.silent):
        return None
    inner = outcome.findings.reading
    left = [word for one in (inner.set_aside if inner is not None else ()) for word in one.text.lower().split()]
    if outcome.findings.further or not vocabulary().empty.issuperset(left):
        return None  # what the plain question leaves out would not be told
    plain = found.question if inner is None or inner.sure else inner.question
    reading = Reading(plain, sure=False, set_aside=found.set_aside)
    return in_its_place(outcome, findings.entities, reading)


def _said_otherwise(graph: GraphSession, findings: Findings, asked: str) -> Turned | None:
    """The plain question of a text that asks when something begins or ends, or with which part of a body there
    is trouble."""
    names, begins, labels_of = findings.entities, partial(_begins, graph), graph.interpreter.types_of
    polite = set_aside(asked, names, graph.schema.called)
    bare = blanked(asked, [(one.start, one.end) for one in polite])
    if plain := asked_time(bare, names, begins):
        return Turned(plain, polite, silent=True)
    if plain := told_time(asked, names, graph.schema, labels_of):
        return Turned(plain, silent=True)
    if plain := beginning_at(asked, names, labels_of, begins, partial(_onset, graph)):
        return Turned(plain)
    return affected(asked, names, partial(_kinds_affected, graph))


def _onset(graph: GraphSession, said: str) -> str | None:
    """What a time at which things begin is called, where a text is one of its names."""
    found = graph.interpreter.link(said)
    whole = len(found) == 1 and found[0].mention == said and not (found[0].guess or found[0].rivals)
    if not whole or not _is_onset(graph, found[0].chosen.label):
        return None
    name = found[0].chosen.name
    return name[:1].lower() + name[1:]


def _kinds_affected(graph: GraphSession, name: str, part: str) -> tuple[str, ...]:
    """What the graph calls trouble with a part of the body that a named thing affects, by the schema's words for that;
    several where the part may stand for each."""
    question = clean(f"Does {name} affect the {part}?")
    entities = graph.interpreter.named(question)
    start = question.rindex(part)
    found = next((one for one in entities if (one.start, one.end) == (start, start + len(part))), None)
    if found is None or found.guess != "broad" or isinstance(graph.interpreter.read(question, entities), Gap):
        return ()
    return tuple(one.name for one in (found.chosen, *found.rivals))


def _begins(graph: GraphSession, label: str) -> bool:
    """Whether a relation of a type tells an onset."""
    return any(one.source == label for one in _telling_onset(graph))


def _is_onset(graph: GraphSession, label: str) -> bool:
    """Whether things of a type are told as the onset of others."""
    return any(one.target == label for one in _telling_onset(graph))


def _telling_onset(graph: GraphSession) -> list[Relation]:
    return [one for one in graph.schema.relations if any("onset" in word for word in (*one.words, *one.forward_words))]
