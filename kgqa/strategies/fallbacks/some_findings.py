"""What could it be, by the findings that have a name: what else a text tells is set aside, and the reading says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from kgqa.questions.ambiguity import with_candidate
from kgqa.questions.by_meaning.some_findings import SomeFindings, some_findings
from kgqa.questions.intent import Intent, conditions_of, readings_of
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from kgqa.records import BY_NAME_OR_ID, Entity, Reading
from kgqa.strategies.fallbacks.unburdened import is_illness
from kgqa.strategies.fallbacks.unread import Unread, in_its_place
from kgqa.strategies.question import Outcome

if TYPE_CHECKING:
    from kgqa.session import GraphSession


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where a text does not tell findings of one patient and ask what has them, or has fewer than two
    findings with a name beside others without.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    return _of(unread, _told(unread))


def whole(unread: Unread) -> Outcome | None:
    """The same, where nothing that could be a finding is left out.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    return _of(unread, [one for one in _told(unread) if one.whole])


def _told(unread: Unread) -> list[SomeFindings]:
    graph = unread.graph
    return some_findings(unread.asked, unread.findings.entities, graph.interpreter.types_of, partial(_as_type, graph))


def _of(unread: Unread, told: Sequence[SomeFindings]) -> Outcome | None:
    """The answer to the only way in which findings may be told, or the only one of them that asks for illnesses."""
    graph = unread.graph
    read = [(one, intent) for one in told if (intent := _ranking(graph, one)) is not None]
    ill = [(one, intent) for one, intent in read if intent.answer and is_illness(graph, intent.answer.label)]
    found = read if len(read) == 1 else ill
    return _read_as(unread, *found[0]) if len(found) == 1 else None


def _read_as(unread: Unread, found: SomeFindings, intent: Intent) -> Outcome | None:
    plain = next(reworded(Wording(unread.graph.schema), intent), found.plain)
    outcome = unread.ask([intent], Reading(plain, sure=False, set_aside=found.aside))
    if outcome.answer.status != "answered" or outcome.findings.reading is None:
        return None
    return in_its_place(outcome, unread.findings.entities, outcome.findings.reading)


def _ranking(graph: GraphSession, told: SomeFindings) -> Intent | None:
    """What has the most of some findings, or the only one, things of one type other than theirs; None where that is not
    read in one way, or of things with none of some labels."""
    found = []
    for one in readings_of(graph.interpreter.read(told.plain, told.placed())):
        answer = one.answer
        types = {thing.label for condition in conditions_of(answer) for thing in condition.things}
        borne = all(condition.hop.forward for condition in conditions_of(answer))  # what has diseases is no illness
        ranks = one.of_these is not None or len(told.names) == 1
        if ranks and borne and answer is not None and len(types) == 1 and answer.label not in types:
            found += [one] if answer.label in (told.labels or {answer.label}) else []
    return found[0] if len(found) == 1 else None


def _as_type(graph: GraphSession, entity: Entity, label: str) -> Entity | None:
    """A name as a thing of a type that it may be, or that is called as what it stands for is."""
    meant = [one for one in (entity.chosen, *entity.rivals) if one.label == label]
    if not meant:
        said = (entity.mention, entity.mention.rpartition("(")[2].rstrip(") "), entity.chosen.name)
        found = (one for text in said for one in graph.linker.candidates(text, labels={label}))
        meant = [one for one in found if one.method in BY_NAME_OR_ID]
    if not meant:
        return None
    settled = (
        replace(entity, rivals=tuple(meant[1:])) if entity.chosen.label == label else with_candidate(entity, meant[0])
    )
    return replace(settled, tied=entity.tied and len(meant) > 1)
