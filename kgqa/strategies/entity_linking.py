"""Entity linking: what the names in a question mean, as found, as a person chose, or asked back where that is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgqa.answers.composing import compose
from kgqa.answers.gaps import answer_gap, with_contents
from kgqa.language.common_words import is_english
from kgqa.language.normalise import name_words
from kgqa.language.phrases import STEPS
from kgqa.language.text import breaks_off, without_words
from kgqa.language.tokens import spoken
from kgqa.llm.messages import ModelError
from kgqa.llm.writing.question_analysis import found_names
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.ambiguity import undecided
from kgqa.questions.intent import Ambiguity, Gap, Hop, Intent, Thing, readings_of
from kgqa.questions.interpreter import lacks_subtype
from kgqa.questions.text.options import before_options, without_marks
from kgqa.questions.verbalisation import question_about
from kgqa.questions.wording import Wording, listed
from kgqa.records import Answer, Candidate, Chosen, Entity, Suggestion
from kgqa.strategies import no_answer
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question
from kgqa.strategies.readings import Readings
from kgqa.strategies.writing.homonyms import can_be_told_apart, with_all_readings

if TYPE_CHECKING:
    from kgqa.session import GraphSession

LEAST_LIKE = 0.6
"""Score from which a name is near enough to an unknown one to be offered."""
LEAST_LIKE_UNREAD = 0.75
"""The same for words that may be no name at all."""
MOST_OFFERED = 3
"""Questions about a thing that are offered where the asked one has no answer."""


@dataclass(frozen=True, slots=True)
class Linked:
    """The names of a question and what they mean.

    Attributes:
        findings: with the entities that the question goes on with.
        taken_away: names of which a person said that they mean nothing that the graph knows by them.
        requests: to a language model, that it took.
    """

    findings: Findings
    taken_away: tuple[Entity, ...] = ()
    requests: int = 0


def linked(
    graph: GraphSession, question: Question, text: str, progress: Progress, model: RecordedModel | None = None
) -> Linked:
    """The names in a question.

    Args:
        text: in which they are looked for; its characters have the places of the question's.
        model: finds the names; None for the linker.
    """
    progress.step(STEPS[0])
    with progress.timed("link"):
        found, notes = _by_model(graph, question, model) if model is not None else ((), ())
        known = question.named if question.named is not None else tuple(graph.interpreter.named(text))
        found = found or (*known, *_chosen_letters(graph, text, known, question.chosen))
        taken_away = tuple(one for one in found if _is_taken_away(one, question.chosen))
        named = (as_chosen(graph, one, question.chosen) for one in found if one not in taken_away)
        entities = tuple(sorted(named, key=lambda one: one.start))
        progress.entities(entities)
    findings = Findings(entities=entities, notes=(*((question.note,) if question.note else ()), *notes))
    progress.found(findings)
    return Linked(findings, taken_away, requests=0 if model is None else 1)


def _chosen_letters(graph: GraphSession, text: str, known: Sequence[Entity], chosen: Chosen) -> tuple[Entity, ...]:
    """The abbreviations that name nothing by themselves, of which a person chose what they stand for."""
    left = {span for span, wanted in chosen.items() if wanted} - {(one.start, one.end) for one in known}
    return tuple(one for one in graph.interpreter.letters(text) if (one.start, one.end) in left) if left else ()


def all_known(
    graph: GraphSession, question: Question, text: str, progress: Progress, model: RecordedModel | None = None
) -> Linked | Outcome:
    """The names in a question; an outcome where one of them is none of this graph. Arguments as of ``linked``."""
    graph.store.require_there()
    names = linked(graph, question, text, progress, model)
    findings = names.findings
    if names.taken_away:
        return Outcome(_taken_away(graph, question, names.taken_away[0]), findings)
    for one in findings.entities:
        if lacks_subtype(one, findings.entities) and (one.start, one.end) not in question.chosen:
            gap = Gap("unknown_name", f"{one.mention} {one.subtype}".strip())
            return Outcome(gap_answer(graph, question, findings, gap), findings)
    return names


def unambiguous(
    graph: GraphSession,
    question: Question,
    progress: Progress,
    model: RecordedModel | None,
    *,
    several: bool = False,
    apart: bool = False,
) -> Linked | Outcome:
    """The names in a question, each with the meaning that the schema leaves; an outcome where a person must choose.

    Args:
        model: is asked for the names where the linker finds none, or first of all where that was chosen; None where
            none is to be asked.
        several: a name with several meanings stands for all of them, and nobody is asked to choose.
        apart: so does one whose meanings are of several types, which can be told apart by what is asked of them.
    """
    first = model if question.approach.names_by_model else None
    names = all_known(graph, question, without_marks(question.text), progress, first)
    if isinstance(names, Outcome):
        return names
    entities, requests = names.findings.entities, names.requests
    asked = before_options(question.text)
    within = [entity for entity in entities if entity.end <= len(asked)]
    reading = graph.interpreter.read(asked, within)
    intents = readings_of(reading)
    if intents and intents[0].entities:
        entities = (*intents[0].entities, *entities[len(within) :])
    elif isinstance(reading, Gap) and not entities and model is not None and first is None:
        found = found_names(model, question.text, graph.schema, graph.linker)
        entities, requests = tuple(as_chosen(graph, one, question.chosen) for one in found), 1
        progress.entities(entities)
    notes: tuple[str, ...] = ()
    if several:
        entities, notes = _with_all_meanings(graph, entities, intents)
        choices: tuple[Entity, ...] = ()
    elif len(intents) > 1:
        choices, entities, notes = _counted(graph, question, progress, intents, entities)
    else:
        tied = reading.entities if isinstance(reading, Ambiguity) else ()
        choices = tied or tuple(entity for entity in entities if entity.tied)
    if apart and can_be_told_apart(choices):
        entities, choices = with_all_readings(entities, choices), ()
    notes = (*names.findings.notes, *notes)
    findings = replace(names.findings, entities=entities, choices=choices, notes=notes)
    progress.found(findings)
    if choices:
        return Outcome(no_answer.ambiguous(graph.schema, choices), findings)
    return Linked(findings, requests=requests)


def asked_about(question: Question, entities: Sequence[Entity]) -> Sequence[Entity]:
    """The names that a question asks about, those of its options left out where it has others."""
    asked = len(before_options(question.text))
    return [entity for entity in entities if entity.end <= asked] or entities


def with_meanings(graph: GraphSession, question: Question, entities: Sequence[Entity]) -> tuple[Entity, ...]:
    """The names of a question with the meanings that the schema leaves; one with several stands for all of them."""
    asked = before_options(question.text)
    within = [entity for entity in entities if entity.end <= len(asked)]
    intents = readings_of(graph.interpreter.read(asked, within))
    if intents and intents[0].entities:
        entities = (*intents[0].entities, *entities[len(within) :])
    return _with_all_meanings(graph, entities, intents)[0]


def _with_all_meanings(
    graph: GraphSession, entities: Sequence[Entity], intents: Sequence[Intent]
) -> tuple[tuple[Entity, ...], tuple[str, ...]]:
    """Names with all meanings among which the schema did not decide, and a sentence on each that has several."""
    open_ = {(one.start, one.end): one for one in undecided(intents[0].entities, intents)} if intents else {}
    meant = tuple(_with_all(open_.get((one.start, one.end), one)) for one in entities)
    return meant, tuple(no_answer.read_as_all(graph.schema, one) for one in meant if one.together)


def _with_all(entity: Entity) -> Entity:
    """The entity with every meaning that is as good as the chosen one, to be taken together."""
    if entity.together or not entity.tied:
        return entity
    rivals = tuple(one for one in entity.rivals if one.score >= entity.chosen.score or one.label != entity.chosen.label)
    return replace(entity, rivals=rivals, tied=False, together=bool(rivals))


def _counted(
    graph: GraphSession, question: Question, progress: Progress, intents: Sequence[Intent], entities: Sequence[Entity]
) -> tuple[tuple[Entity, ...], tuple[Entity, ...], tuple[str, ...]]:
    """Of readings what a person must choose among, the names of the question, and what was left out, in sentences."""
    decided = Readings(graph, question, progress, compose).chosen(intents)
    spans = {(one.start, one.end): one for one in decided.entities}
    return decided.choices, tuple(spans.get((one.start, one.end), one) for one in entities), decided.notes


def ambiguous(graph: GraphSession, reading: Ambiguity) -> Answer:
    """The choices: among things of one name, or among relations or types, each as a question of its own."""
    if reading.entities:
        return no_answer.ambiguous(graph.schema, reading.entities)
    return no_answer.undecided({option.phrase: graph.interpreter.question(option) for option in reading.options})


def gap_answer(graph: GraphSession, question: Question, findings: Findings, gap: Gap) -> Answer:
    """What is said where the graph cannot be asked for something, with the names and readings that are nearest."""
    if gap.reason == "unknown_name" and all(map(graph.interpreter.is_value_word, gap.what.split())):
        gap = replace(gap, reason="unread")  # names of the graph have it, and nobody knows what is said by it
    named = gap.reason == "unknown_name" or not _is_plain(gap.what)
    least = LEAST_LIKE if named else LEAST_LIKE_UNREAD
    unknown = gap.reason == "unknown_name" or (gap.reason == "unread" and gap.detail)
    nearest = [one for one in graph.linker.nearest(gap.what, 3) if one.score >= least] if unknown else []
    kind = graph.interpreter.kind(question.text)
    said = answer_gap(graph.schema, gap, kind, nearest, graph.source)
    readings = no_answer.read_as((option.phrase, graph.interpreter.question(option)) for option in gap.instead)
    names = [
        no_answer.ask_about(one, other)
        for one in nearest
        if gap.what in question.text
        and graph.interpreter.makes_sense(other := _named(question.text, gap.what, one.name))
    ]
    names += _of_other_type(graph, question.text, findings.entities, gap)
    asked = [one.question for one in readings]
    if gap.reason == "grouping" and asked:
        return no_answer.perhaps(asked)
    shorter = _without(graph, question.text, gap)
    if gap.reason == "several" and gap.detail != "beside":
        said, alone = _apart(graph, question, findings, said)
        shorter += alone
    about = _about(graph, findings.entities)
    if not about or gap.reason == "absent":
        said = with_contents(said, graph.schema)
    return replace(said, suggestions=(*readings, *names, *shorter, *about))


def _apart(
    graph: GraphSession, question: Question, findings: Findings, said: Answer
) -> tuple[Answer, list[Suggestion]]:
    """What is said of several questions, with those that are understood by themselves to be asked alone."""
    parts = graph.interpreter.apart(before_options(question.text), findings.entities)
    read = [Suggestion(asked, plain) for asked, plain in parts if plain is not None]
    unread = [f"“{asked}”" for asked, plain in parts if plain is None]
    if not read or not unread:
        return said, read
    verb = "is" if len(unread) == 1 else "are"
    text = f"{said.headline} Of these {listed(unread)} {verb} not understood; the rest can be asked alone."
    return replace(said, text=text), read


def _of_other_type(graph: GraphSession, text: str, entities: Sequence[Entity], gap: Gap) -> list[Suggestion]:
    """Where no relation joins two things of one type: the question with the name of something of another type in the
    place of one of them, that is called nearly so and that makes it a question ("Thyroid carcinoma", which a disease is
    called as well)."""
    if gap.reason != "no_relation" or len(entities) != 2 or len({one.chosen.label for one in entities}) > 1:
        return []
    label = entities[0].chosen.label
    others = {
        end for one in graph.schema.relations if label in (one.source, one.target) for end in (one.source, one.target)
    }
    found = []
    for entity in entities:
        for near in graph.linker.candidates(entity.mention, labels=others - {label}, most=MOST_OFFERED):
            put = f"{text[: entity.start]}{near.name}{text[entity.end :]}"
            if near.score >= LEAST_LIKE and graph.interpreter.makes_sense(put):
                found.append(no_answer.ask_about(near, put))
    return found


def _without(graph: GraphSession, question: str, gap: Gap) -> list[Suggestion]:
    """The question without the words that are not understood, where the rest of it is a question."""
    start = question.find(gap.what) if gap.reason == "unread" and gap.detail and _is_plain(gap.what) else -1
    if start < 0:
        return []
    rest = without_words(question, start, start + len(gap.what))
    whole = not breaks_off(rest) and graph.reads(rest) is not None and not graph.interpreter.lists_all(rest)
    return [Suggestion(f"Leave out “{gap.what}”", rest)] if whole else []


def _named(question: str, what: str, name: str) -> str:
    """The question with a name in the place of words of it, and of those beside them that the name has as well ("Corvin
    syndrome 1" for "Corvin syndrome", of which only "Corvin" is not known)."""
    start = question.find(what)
    end = start + len(what)
    own = [word for word in spoken(question) if word.fold in name_words(name)]
    for word in reversed(own):
        start = word.start if question[word.end : start] == " " else start
    for word in own:
        end = word.end if question[end : word.start] == " " else end
    return f"{question[:start]}{name}{question[end:]}"


def _is_plain(words: str) -> bool:
    """Whether some words are nothing but English: none of them may be a name, or another word misspelt ("nto")."""
    told = [word.text for word in spoken(words) if not word.text.isdecimal()]
    return bool(told) and all(is_english(word) and word.islower() for word in told)


def _about(graph: GraphSession, entities: Sequence[Entity]) -> list[Suggestion]:
    """Questions about the first thing that was found, by the relations of which most is recorded."""
    if not entities:
        return []
    thing, wording = Thing.of(entities[0].chosen), Wording(graph.schema)
    found = []
    for relation in sorted(graph.schema.relations, key=lambda one: -one.count):
        if relation.hierarchical or relation.negates or relation.mirrors:
            continue
        ways = [hop for hop in (Hop(relation, True), Hop(relation, False)) if hop.start == thing.label != hop.end]
        for hop in ways:
            question = question_about(graph, thing, hop)
            if question is not None:
                things = wording.things(hop.end, 2)
                found.append(Suggestion(f"{things[:1].upper()}{things[1:]} of {thing.name}", question))
        if len(found) >= MOST_OFFERED:
            break
    return found[:MOST_OFFERED]


def _by_model(
    graph: GraphSession, question: Question, model: RecordedModel
) -> tuple[Sequence[Entity], tuple[str, ...]]:
    """The names that a language model finds; none, and why, where those that the linker finds are to be taken."""
    source = "the linker was asked for the names instead"
    try:
        found = found_names(model, question.text, graph.schema, graph.linker)
    except ModelError as error:
        return (), (f"The language model found no names, so {source}. {error}",)
    if not found:
        return (), (f"The language model found no name that the graph knows, so {source}.",)
    return found, ()


def as_chosen(graph: GraphSession, entity: Entity, chosen: Chosen) -> Entity:
    """The entity with the reading that a person chose, if one did."""
    wanted = chosen.get((entity.start, entity.end))
    if not wanted:
        return entity
    known = (entity.chosen, *entity.rivals)
    found: list[Candidate] = []
    for id_ in (wanted,) if isinstance(wanted, str) else wanted:
        meant = _with_identifier(id_, known) or _with_identifier(id_, graph.linker.candidates(entity.mention))
        found += [meant] if meant is not None and meant not in found else []
    if not found:
        return entity
    return replace(entity, chosen=found[0], rivals=tuple(found[1:]), tied=False, together=len(found) > 1)


def _with_identifier(identifier: str, candidates: Sequence[Candidate]) -> Candidate | None:
    return next((one for one in candidates if identifier in (one.id, *one.ids)), None)


def _is_taken_away(entity: Entity, chosen: Chosen) -> bool:
    """Whether a person said that a mention means nothing that the graph knows by it."""
    return chosen.get((entity.start, entity.end), ()) is None


def _taken_away(graph: GraphSession, question: Question, entity: Entity) -> Answer:
    known = {one.id for one in (entity.chosen, *entity.rivals)}
    near = [one for one in graph.linker.candidates(entity.mention) if one.id not in known and one.score >= LEAST_LIKE]
    return no_answer.denied(question.text, entity, near[:3])
