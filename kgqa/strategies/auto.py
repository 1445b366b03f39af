"""The ``auto`` strategy: the question is planned here wherever it can be read, and a language model helps where not.

What is read word by word, or nearly certain by meaning, is planned at once. Else a language model reads the question
into a record; the linker decides what of it exists, and what is whole is planned here too, so that lists are whole and
counted by the database. Else the model writes Cypher, which is checked. Whatever is answered, the model writes claims
from its records, and only what the graph bears out stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from kgqa.errors import KgqaError, StoppedError
from kgqa.language.phrases import steps
from kgqa.llm.messages import ModelError, Trouble
from kgqa.llm.prompts import PromptError
from kgqa.llm.structured import UnfitError
from kgqa.llm.writing.reading import told_reading
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.by_model import worded
from kgqa.questions.by_model.intents import ModelIntents, Useless, intents_of
from kgqa.questions.by_model.record import ToldReading
from kgqa.questions.by_model.whole import whole
from kgqa.questions.intent import Ambiguity, Gap
from kgqa.questions.text.options import before_options, options
from kgqa.questions.wording import Wording, listed
from kgqa.records import Answer, Chosen, CypherRecord, Entity, Reading, SetAside, Suggestion
from kgqa.strategies import cypher, graph_only, nearest
from kgqa.strategies.entity_linking import all_known, gap_answer, unambiguous
from kgqa.strategies.fallbacks import by_meaning
from kgqa.strategies.fallbacks.unread import placed
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question
from kgqa.strategies.writing import planned_answer

if TYPE_CHECKING:
    from kgqa.session import GraphSession

UNDERSTANDING, READING = steps("auto")[1:3]
NEAR_CERTAIN = 0.95
"""Share of all that could be meant from which a reading by meaning goes before that of a language model."""
NO_MODEL = "No language model is set, so the graph alone was asked."
_AWAY: frozenset[Trouble] = frozenset(
    {"not_set", "unreachable", "credentials", "no_model", "busy", "quota", "server", "time", "local_only"}
)
"""What is wrong with a language model that will not be there for a second request either."""
_PLANNED = "Planned here, counted by the database."


def answer(graph: GraphSession, question: Question, progress: Progress, model: RecordedModel | None) -> Outcome:
    """The answer, planned here wherever that can be done.

    Raises:
        KgqaError: the graph could not be asked, or the reader stopped it.
    """
    if model is None:
        progress.did(NO_MODEL)
        return _with_note(graph_only.answer(graph, question, progress), NO_MODEL)
    if question.former is not None and (question.group is not None or question.named is None):
        return _of_before(graph, question, progress, model)
    found = _understood(graph, question, progress)
    if isinstance(found, _Open):
        found = _by_model(graph, question, progress, model, found)
    if isinstance(found, _Planned):
        return planned_answer.written(graph, question, progress, found.outcome, model)
    return found


@dataclass(frozen=True, slots=True)
class _Planned:
    """An answer that was planned here, before a language model writes beneath it."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class _Open:
    """A question that is not read without a language model.

    Attributes:
        asked: without its options.
        findings: with its names.
        gap: why it is not read word by word.
    """

    asked: str
    findings: Findings
    gap: Gap


def _of_before(graph: GraphSession, question: Question, progress: Progress, model: RecordedModel) -> Outcome:
    """The answer to a question about the answers of before, or to one that only a model can tell what it takes.

    Our own plan is held to those answers; what a model reads from the words alone would not be, so it writes Cypher,
    with the question before it at hand.
    """
    if question.group is not None:
        planned = graph_only.answer(graph, question, progress)
        if planned.answer.status not in ("not_understood", "failed"):
            progress.did(f"Asked of the answers before. {_PLANNED}")
            return planned_answer.written(graph, question, progress, planned, model)
    names = unambiguous(graph, question, progress, None, apart=True)
    if isinstance(names, Outcome):
        return names
    found = _Open(question.text, names.findings, Gap("unread", question.text))
    return _by_cypher(graph, question, progress, model, found, (), ())


def _understood(graph: GraphSession, question: Question, progress: Progress) -> _Planned | _Open | Outcome:
    """What our own readings make of a question: strictly, or nearly certain by meaning."""
    text = before_options(question.text)
    names = all_known(graph, question, text, progress)
    if isinstance(names, Outcome):
        return names
    entities = names.findings.entities
    progress.step(UNDERSTANDING)
    with progress.timed("understand"):
        reading = graph.interpreter.read(text, entities, by_meaning=True)
        several = graph.interpreter.asks_several(text, entities)
        strictly = not isinstance(reading, Gap) or graph.interpreter.measured(text, entities) is not None
    if question.approach.strict or (strictly and not several):
        outcome = graph_only.answer(graph, _strictly(question), progress)
        if strictly and not (isinstance(reading, Ambiguity) and not reading.intents):
            progress.did("Read word by word; no language model was asked what it means.")
            progress.did(_PLANNED)
        return _Planned(outcome)
    gap = reading if isinstance(reading, Gap) and not several else Gap("several", text)
    found = _Open(text, names.findings, gap)
    near = _meant(graph, question, progress, found, least=NEAR_CERTAIN)
    if near is None:
        return found
    progress.did(f"Read by meaning, with hardly a doubt, as: {_read_as(near)}")
    progress.did(_PLANNED)
    return _Planned(near)


def _strictly(question: Question) -> Question:
    return replace(question, approach=replace(question.approach, strict=True))


def _meant(
    graph: GraphSession, question: Question, progress: Progress, found: _Open, *, least: float = 0.0
) -> Outcome | None:
    """The answer to what a question means by our own second stage; None where nothing is near."""
    plainly = partial(graph_only.answer, graph, progress=progress)
    return by_meaning.likely(graph, question, found.findings, found.gap, plainly, least=least)


def _read_as(outcome: Outcome) -> str:
    reading = outcome.findings.reading
    return reading.question if reading is not None else ""


def _by_model(
    graph: GraphSession, question: Question, progress: Progress, model: RecordedModel, found: _Open
) -> _Planned | Outcome:
    """The answer with the help of a language model: by what it reads, or by the Cypher that it writes."""
    told: ToldReading | None = None
    useless = Useless("the question has options to choose from")
    if not options(question.text):
        progress.step(READING)
        try:
            with progress.timed("read"):
                told = told_reading(model, found.asked, graph.schema)
        except UnfitError as error:
            useless = Useless("its reply was not in the form that was asked for")
            if error.trouble in _AWAY:
                return _without(graph, question, progress, error)
        except PromptError as error:
            useless = Useless(str(error))
        except ModelError as error:
            if error.trouble in _AWAY:
                return _without(graph, question, progress, error)
            useless = Useless(f"there is none. {error}")
    if told is not None:
        planned = _planned(graph, question, progress, told, found)
        if isinstance(planned, Outcome):
            return _Planned(planned)
        useless = planned
        if useless.unknown:
            progress.did(f"The language model read the question; this graph has no “{useless.unknown}”.")
            gap = Gap("unknown_name", useless.unknown)
            findings = replace(found.findings, entities=_merged(useless.entities, found.findings.entities))
            return Outcome(gap_answer(graph, question, findings, gap), findings)
        if told.missing and not told.conditions:
            return _beyond(graph, question, progress, told, found)
    progress.did(f"The language model's reading was of no use, because {useless.reason.rstrip('.')}.")
    beyond = told is not None and (bool(told.missing) or told.asks == "other")
    meant = None if beyond else _meant(graph, question, progress, found)
    if meant is not None and meant.answer.status != "ambiguous":
        progress.did(f"Read by meaning as: {_read_as(meant)}")
        progress.did(_PLANNED)
        return _Planned(meant)
    offered = meant.answer.suggestions if meant is not None else ()
    return _by_cypher(graph, question, progress, model, found, useless.entities, offered)


def _planned(
    graph: GraphSession, question: Question, progress: Progress, told: ToldReading, found: _Open
) -> Outcome | Useless:
    """The answer to what a language model read, or why it cannot be asked so."""
    wanted = intents_of(told, found.asked, graph.schema, graph.linker.candidates)
    if isinstance(wanted, Useless):
        return wanted
    wanted = _as_chosen(wanted, question.chosen)
    taken_apart = graph.interpreter.taken_apart(found.asked, found.findings.entities)
    kept = whole(told, wanted, found.asked, found.findings.entities, graph.interpreter.lexicon, taken_apart)
    if kept.dropped:
        return Useless(listed(kept.dropped), entities=wanted.entities)
    wording = Wording(graph.schema)
    if wanted.bounds:
        return _with_bounds(graph, question, progress, wanted, kept.set_aside)
    text = worded.question_of(graph.interpreter, wording, wanted.intents[0])
    read = Reading(text, sure=False, set_aside=kept.set_aside, by_model=True)
    findings = replace(found.findings, entities=wanted.entities)
    progress.entities(wanted.entities)
    outcome = graph_only.asked_of_graph(graph, question, progress, findings, found.asked, wanted.intents, read)
    outcome = by_meaning.with_verdict(graph, question, outcome)
    _tell_reading(progress, outcome, text)
    return outcome


def _with_bounds(
    graph: GraphSession, question: Question, progress: Progress, wanted: ModelIntents, aside: Sequence[SetAside]
) -> Outcome | Useless:
    """The answer where properties are to be something: by a plain question that is read strictly as that."""
    text = worded.bounded_question(graph.interpreter, Wording(graph.schema), wanted)
    if text is None:
        return Useless("what it asks of properties cannot be asked of this graph", entities=wanted.entities)
    outcome = graph_only.answer(graph, replace(_strictly(question), text=text, chosen={}), progress)
    read = Reading(text, sure=False, set_aside=tuple(aside), by_model=True)
    findings = replace(outcome.findings, reading=read, entities=placed(outcome.findings.entities, wanted.entities))
    notes = wanted.intents[0].notes
    outcome = Outcome(_noted(outcome.answer, notes), findings)
    _tell_reading(progress, outcome, text)
    return outcome


def _tell_reading(progress: Progress, outcome: Outcome, text: str) -> None:
    progress.did(f"Read by the language model as: {text}")
    if outcome.answer.status == "answered":
        progress.did(_PLANNED)


def _as_chosen(wanted: ModelIntents, chosen: Chosen) -> ModelIntents:
    """The readings in which names mean what a person chose for them."""
    kept = [intent for intent in wanted.intents if all(_agrees(one, chosen) for one in intent.entities)]
    return replace(wanted, intents=tuple(kept), entities=kept[0].entities) if kept else wanted


def _agrees(entity: Entity, chosen: Chosen) -> bool:
    wanted = chosen.get((entity.start, entity.end))
    ids = {entity.chosen.id, *entity.chosen.ids}
    return wanted is None or bool(ids & ({wanted} if isinstance(wanted, str) else set(wanted)))


def _merged(told: Sequence[Entity], found: Sequence[Entity]) -> tuple[Entity, ...]:
    """The names that a model read, and those of the linker that do not touch them."""
    others = [one for one in found if not any(one.start < its.end and its.start < one.end for its in told)]
    return tuple(sorted([*told, *others], key=lambda one: one.start))


def _beyond(graph: GraphSession, question: Question, progress: Progress, told: ToldReading, found: _Open) -> Outcome:
    """What is said where the question asks for what no type, relation or property of the graph says."""
    progress.did(f"The language model read the question; by it, nothing of this graph says “{told.missing}”.")
    ours = gap_answer(graph, question, found.findings, found.gap)
    if ours.status == "not_in_graph":
        return Outcome(ours, found.findings)
    headline = "This question asks for what the graph does not hold."
    text = (
        f"{headline} The language model that read it found no type, relation or property of {graph.source} that says "
        f"“{told.missing}”. Nothing was asked of the graph."
    )
    return Outcome(replace(ours, status="not_understood", headline=headline, text=text), found.findings)


def _by_cypher(
    graph: GraphSession,
    question: Question,
    progress: Progress,
    model: RecordedModel,
    found: _Open,
    told: Sequence[Entity],
    offered: Sequence[Suggestion],
) -> Outcome:
    """The answer by a statement that the model writes; where it finds none, what is recorded near the question.

    Args:
        told: names that the model read and the graph has.
        offered: readings of our own that are not clear enough to be answered.
    """
    names = unambiguous(graph, question, progress, None, apart=True)
    if isinstance(names, Outcome):
        return names
    findings = replace(names.findings, entities=_merged(told, names.findings.entities))
    progress.entities(findings.entities)
    tried: list[CypherRecord] = []
    try:
        outcome = cypher.by_query(graph, question, findings, progress, model, requests=1, hear=tried.append)
    except ModelError as error:
        return _without(graph, question, progress, error)
    progress.did(_told_query(tried, outcome))
    if outcome.findings.table is not None:
        return outcome
    said = outcome.answer
    if said.status in ("failed", "refused"):
        # That no query could be run tells nothing of the graph, and why the question is not read may help to ask it.
        said = _noted(gap_answer(graph, question, outcome.findings, found.gap), (said.headline,))
    outcome = Outcome(replace(said, suggestions=(*said.suggestions, *offered)), outcome.findings)
    return _with_nearest(graph, question, progress, outcome)


def _told_query(tried: Sequence[CypherRecord], outcome: Outcome) -> str:
    """That Cypher was written, what was changed in it, and whether it gave rows."""
    changes = sum(len(one.corrections) for one in tried)
    changed = f", with {changes:,} correction{'' if changes == 1 else 's'}" if changes else ""
    end = "its rows are the answer" if outcome.findings.table is not None else "it gave no rows"
    return f"The language model wrote Cypher, {'twice' if len(tried) > 1 else 'once'}{changed}; {end}."


def _with_nearest(graph: GraphSession, question: Question, progress: Progress, outcome: Outcome) -> Outcome:
    """The outcome with facts about the things of the question beneath it; as it is where they cannot be read."""
    known = nearest.known_of(outcome.findings.entities)
    if not known:
        return outcome
    try:
        with progress.timed("nearest"):
            found = nearest.about(graph, question, known)
    except StoppedError:
        raise
    except KgqaError:
        return outcome
    if found.kept:
        number = len(found.kept)
        facts = f"{number:,} fact{'' if number == 1 else 's'}"
        progress.did(f"Beneath it: {facts} nearest to the question, which are no answer.")
    return Outcome(outcome.answer, replace(outcome.findings, nearest=found))


def _without(graph: GraphSession, question: Question, progress: Progress, error: ModelError) -> Outcome:
    """The answer of the graph alone where the language model cannot be asked."""
    note = f"The language model could not be asked, so the graph alone was. {error}"
    progress.did("The language model could not be asked; the graph alone was.")
    return _with_note(graph_only.answer(graph, question, progress), note)


def _with_note(outcome: Outcome, note: str) -> Outcome:
    return Outcome(_noted(outcome.answer, (note,)), outcome.findings)


def _noted(answer: Answer, notes: Sequence[str]) -> Answer:
    return replace(answer, text=" ".join((answer.text, *notes))) if notes else answer
