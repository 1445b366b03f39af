"""The ``graph-only`` strategy: an intent is planned as Cypher, run, and answered from the recorded edges alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from kgqa.answers.certainty import as_any, as_verdict
from kgqa.answers.composing import compose, in_sentences
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.answers.earlier_answers import told_within, within
from kgqa.answers.options import among
from kgqa.language.phrases import steps
from kgqa.language.tokens import spoken
from kgqa.questions.by_meaning.clauses import clauses
from kgqa.questions.contradicted import (
    contradicted,
    graded,
    is_said,
    parts_joined,
    reads_and_as_of,
    said_of_other_end,
    turned,
)
from kgqa.questions.intent import Ambiguity, Gap, Intent, conditions_of, readings_of
from kgqa.questions.negation.denied_row import denies_row
from kgqa.questions.sentence import Sentence
from kgqa.questions.text.courtesy import set_aside
from kgqa.questions.text.options import before_options, options
from kgqa.questions.unlike_ends import said_of_like_ends
from kgqa.questions.unused import unused
from kgqa.questions.verbalisation import restated, with_readings
from kgqa.questions.wording import Wording, listed
from kgqa.records import BY_NAME_OR_ID, Answer, Entity, Reading, Status
from kgqa.strategies import no_answer
from kgqa.strategies.entity_linking import all_known, ambiguous, gap_answer
from kgqa.strategies.fallbacks import (
    abbreviations,
    any_and_which,
    by_meaning,
    claimed_counts,
    derived,
    descriptions,
    each_link,
    in_turn,
    measured,
    named_kinds,
    naming,
    nearly_all,
    placement,
    reordered,
    requested,
    restatement,
    some_findings,
    subordinate,
    told_in_lay_words,
    unburdened,
    unrecorded,
    whole_beside,
)
from kgqa.strategies.fallbacks.by_all import by_all, ranks
from kgqa.strategies.fallbacks.unread import Unread
from kgqa.strategies.following import of_group, with_spoken_of
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question
from kgqa.strategies.readings import Readings

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_, UNDERSTANDING, ASKING = steps("graph-only")

MOST_PLACES = 6
"""Questions that may stand in each other's place."""
Way = Callable[[Unread], Outcome | None]
"""Answers a question that was not read word by word, or does not."""
STRICT_WAYS: tuple[Way, ...] = (abbreviations.answer, measured.answer)
BY_FORM: tuple[Way, ...] = (abbreviations.answer, unrecorded.answer, measured.answer, each_link.answer)
"""For forms of questions that the reader does not know, and that are as certain."""
UNANSWERED: frozenset[Status] = frozenset({"not_understood", "not_in_graph"})
RESTATED: tuple[Way, ...] = (subordinate.answer, told_in_lay_words.answer, any_and_which.answer, restatement.answer)
"""For questions that tell in ordinary words what has a name, and that say twice what they ask, then in other words."""
PUT_OTHERWISE: tuple[Way, ...] = (
    nearly_all.answer, naming.answer, named_kinds.answer, some_findings.whole, unburdened.answer, whole_beside.answer,
    reordered.answer, requested.answer,
)  # fmt: skip
"""For questions that are others in plain words, or beside what they tell."""


def answer(graph: GraphSession, question: Question, progress: Progress) -> Outcome:
    """The answer from the graph alone. What would narrow it and is not used stands first, and nothing is answered where
    what is not used turns it into something else.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    outcome = _answer(graph, question, progress, frozenset())
    return _with_unused(graph, question, _by_all(graph, question, progress, outcome))


def _by_all(graph: GraphSession, question: Question, progress: Progress, outcome: Outcome) -> Outcome:
    """What has all of some findings, where a question was taken to ask what has the most of them and there is any."""
    reading = outcome.findings.reading
    several = outcome.answer.status == "answered" and len(outcome.answer.conditions) > 1
    if not several or reading is None or reading.sure or question.group is not None:
        return outcome
    ranking = graph.reads(reading.question)
    if ranking is None or not ranks(ranking):
        return outcome

    plain = question.put_as(reading.question, "list")
    return _whole(graph, plain, progress, outcome.findings, plain.text, ranking, reading) or outcome


def _with_unused(graph: GraphSession, question: Question, outcome: Outcome) -> Outcome:
    """The outcome with what its reading does not use of the question, in its first line; that it is not understood,
    where it asks for something else without that."""
    reading, told = outcome.findings.reading, outcome.answer
    if told.status not in ("answered", "not_in_graph") or reading is None or reading.sure:
        return outcome
    names = outcome.findings.entities
    asked = cache(partial(graph.reads, reading.question))
    read_as = partial(_as_list, asked)
    if parts_joined(question.text, names, read_as):
        findings = Findings(entities=names)
        return Outcome(gap_answer(graph, question, findings, Gap("grouping", "and")), findings)
    if told.status != "answered":
        return outcome
    items = graph.interpreter.items(question.text, names)
    read = replace(reading, question=" ".join((reading.question, *outcome.findings.further)))
    finds = cache(lambda: _finds(graph, asked()))
    lost = (
        turned(question.text, items, names, read, graph.interpreter.is_name)
        or contradicted(question.text, names, read.question, asked, finds)
        or (told.verdict is not None and _told_of(graph, question.text, read, asked()))
        or ("and" if reads_and_as_of(items, names, read_as) else "")
        or said_of_other_end(items, names, read_as)
    )
    if lost:
        findings = Findings(entities=names)
        return Outcome(gap_answer(graph, question, findings, Gap("unread", lost)), findings)
    grading = graded(question.text, items, names, read.question)
    if grading is not None:
        findings = Findings(entities=names, reading=Reading(question.text, sure=False, others=(reading.question,)))
        return Outcome(no_answer.perhaps([reading.question], [grading.text]), findings)
    left = unused(question.text, names, read, finds)
    if not left:
        return outcome
    said = f"Not used: {listed([f'“{one}”' for one in left])}."
    headline, text = (f"{said} {one}" for one in (told.headline, told.text))
    return replace(outcome, answer=replace(told, headline=headline, text=text))


def _as_list(asked: Callable[[], Intent | None]) -> list[Intent]:
    return [one for one in (asked(),) if one is not None]


def _told_of(graph: GraphSession, text: str, read: Reading, intent: Intent | None) -> str:
    """What is told by name before a question whether something is seen that says not in what, where it was read as
    seen in anything ("my aunt had A. Is B seen?"); empty where there is none."""
    if intent is None or intent.kind != "yesno" or intent.answer is None:
        return ""
    label, names = intent.answer.label, graph.interpreter.named(text)
    asking = [one for one in clauses(text, names) if one.asks]
    if any(label in graph.interpreter.types_of(word.text) for one in asking for word in one.within(spoken(text))):
        return ""
    told = (one for one in names if not any(part.holds(one) for part in asking))
    return next((one.mention for one in told if not is_said(one, read.question)), "")


def _finds(graph: GraphSession, intent: Intent | None) -> bool:
    """Whether it is asked what has some things, as of what somebody could have who has them."""
    if intent is None or intent.answer is None or intent.kind != "list":
        return False
    if not unburdened.is_illness(graph, intent.answer.label):
        return False
    ways = (one.hop.relation for one in conditions_of(intent.answer))
    return intent.of_these is not None or any(way.source == intent.answer.label != way.target for way in ways)


def _answer(graph: GraphSession, question: Question, progress: Progress, before: frozenset[str]) -> Outcome:
    """The answer to a question, which is read word by word. What is not read so is answered by one way after the other
    (``fallbacks``), each less certain than the one before.

    Args:
        before: what was asked already on the way to this question, which is asked in the place of the last of them.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    said = question.text.casefold().strip(" ?.!")
    if said in before or len(before) > MOST_PLACES:
        return Outcome(gap_answer(graph, question, Findings(), Gap("unread", question.text)), Findings())
    before |= {said}
    asked = before_options(question.text)
    names = all_known(graph, question, asked, progress)
    if isinstance(names, Outcome):
        return names
    findings = names.findings
    if question.spoken_of is not None:
        findings = replace(findings, entities=tuple(with_spoken_of(findings.entities, question.spoken_of)))
    progress.step(UNDERSTANDING)
    with progress.timed("understand"):
        reading = graph.interpreter.read(asked, findings.entities, by_meaning=True)
    if not isinstance(reading, Gap) and (
        graph.interpreter.passes_over(asked, findings.entities)
        or reads_and_as_of(
            graph.interpreter.items(asked, findings.entities), findings.entities, partial(readings_of, reading)
        )
    ):
        reading = Gap("unread", asked)
    if question.group is None and question.spoken_of is None:
        placed = placement.placed(graph, asked, findings.entities)
        if placed:
            return asked_of_graph(graph, question, progress, findings, asked, placed)
        if isinstance(reading, Gap) and (steps := placement.steps_said(graph.schema, asked, findings.entities)):
            return Outcome(gap_answer(graph, question, findings, Gap("unread", steps)), findings)

    again = partial(_answer, graph, progress=progress, before=before)
    quietly = partial(_quietly, graph, before=before)
    ask = partial(asked_of_graph, graph, question, progress, findings, asked)
    unread = partial(
        Unread, graph, question, findings, asked=asked, progress=progress, answered=again, quietly=quietly, ask=ask
    )
    if (found := _by_form(unread, reading)) is not None:
        return found
    if not question.approach.strict and question.spoken_of is None:
        told = _not_strictly(unread, reading)
        if isinstance(told, Outcome):
            if isinstance(reading, Gap) and question.group is None and told.answer.status == "ambiguous":
                return some_findings.answer(unread(reading)) or told
            return told
        reading = told
    if isinstance(reading, Gap):
        return _by_likeness(unread(reading))
    intents = _of_group(question, readings_of(reading))
    if question.group is not None and not intents:
        return Outcome(gap_answer(graph, question, findings, Gap("unread", question.text)), findings)
    if isinstance(reading, Ambiguity) and not intents:
        return Outcome(ambiguous(graph, reading), replace(findings, choices=reading.entities))
    return asked_of_graph(graph, question, progress, findings, asked, intents)


def _by_form(unread_as: Callable[[Gap], Unread], reading: Intent | Gap | Ambiguity) -> Outcome | None:
    """What the form of a question answers or ends, before anything is guessed; None where it does neither.

    Args:
        unread_as: the question with why it was not read.
        reading: how it was read word by word.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    unread = unread_as(reading if isinstance(reading, Gap) else Gap("several", ""))
    graph, question, findings, asked = unread.graph, unread.question, unread.findings, unread.asked
    gap = isinstance(reading, Gap)
    alone = gap and question.group is None
    if alone and (found := claimed_counts.answer(unread)) is not None:
        return found
    if lost := graph.interpreter.lost(asked, findings.entities):
        loose = alone and not question.approach.strict
        found = some_findings.whole(unread_as(Gap("unread", lost))) if loose else None
        return found or Outcome(gap_answer(graph, question, findings, Gap("unread", lost)), findings)
    items = graph.interpreter.items(asked, findings.entities) if gap else ()
    if gap and (unlike := said_of_like_ends(items, findings.entities)) is not None:
        return Outcome(gap_answer(graph, question, findings, unlike), findings)
    ways = STRICT_WAYS if question.approach.strict else BY_FORM
    return next((found for way in (ways if alone else ()) if (found := way(unread)) is not None), None)


def _by_likeness(unread: Unread) -> Outcome:
    """The answer to a question that no way reads: by descriptions of what it names, by what it is likeliest to mean, or
    by the findings that it tells; else why there is none.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, question, findings, asked = unread.graph, unread.question, unread.findings, unread.asked
    strictly = question.group is not None or question.approach.strict
    found = None if strictly else descriptions.answer(unread)
    found = found or Outcome(gap_answer(graph, question, findings, unread.gap), findings)
    if strictly or graph.interpreter.asks_several(asked, findings.entities):
        return found
    weighed = by_meaning.weighed(unread, found)
    if weighed.answer.status not in (*UNANSWERED, "ambiguous"):
        return weighed
    return some_findings.answer(unread) or weighed


def _quietly(graph: GraphSession, question: Question, before: frozenset[str]) -> Outcome:
    """The answer to a question of which nobody is told how far it is."""
    return _answer(graph, question, Progress(), before)


def _not_strictly(
    unread_as: Callable[[Gap], Unread], reading: Intent | Gap | Ambiguity
) -> Outcome | Intent | Gap | Ambiguity:
    """The answer to what a question is taken to ask by one way after the other, each less certain than the one before;
    where none leads to any, how it was read, or why it was not.

    Args:
        unread_as: the question with why it was not read.
        reading: how it was read word by word.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    unread = unread_as(reading if isinstance(reading, Gap) else Gap("several", ""))
    graph, question, findings, asked = unread.graph, unread.question, unread.findings, unread.asked
    several = graph.interpreter.asks_several(asked, findings.entities)
    if not several and not isinstance(reading, Gap):
        return reading
    gap = Gap("several", asked) if several else unread.gap
    alone = question.group is None
    asked_back: Outcome | None = None

    put_otherwise = (*RESTATED, *PUT_OTHERWISE) if isinstance(reading, Gap) else RESTATED
    for way in put_otherwise if alone else ():
        found = way(unread)
        if found is not None and found.answer.status == "answered":
            return found
        asked_back = found or asked_back
    meant = by_meaning.answer(unread_as(gap))
    if meant is not None and meant.answer.status != "ambiguous":
        return meant
    asked_back = meant or asked_back
    if alone and not several:
        if denies_row(asked, findings.entities):
            return Outcome(gap_answer(graph, question, findings, gap), findings)
        made = derived.answer(unread)
        if made is not None:
            return made
    apart = in_turn.answer(unread) if gap.reason == "several" else None
    if apart is not None:
        return apart
    if asked_back is not None:
        return asked_back if several or not alone else by_meaning.weighed(unread, asked_back)
    if gap.reason == "several" and not several:
        return graph.interpreter.unread_alone(asked, findings.entities) or replace(gap, detail="beside")
    return gap  # of several questions no single one is answered as if it were the whole


def _denies_qualified(intent: Intent) -> bool:
    """Whether a link is denied of which something more is asked ("no patients who were referred by X")."""
    return any(condition.negated and condition.qualifiers for condition in conditions_of(intent.answer))


def _counts_on_the_way(graph: GraphSession, asked: str, intent: Intent) -> bool:
    """Whether a number is bound of each of some things that the question does not name ("dishes with two allergens", of
    which each ingredient has one)."""
    if intent.answer is None:
        return False
    inner = [one for condition in intent.answer.conditions for one in conditions_of(condition.variable)]
    if not any(one.number is not None for one in inner):
        return False
    said = {label for item in graph.interpreter.items(asked, ()) for label in item.meaning.labels}
    ways = {c.variable.label for c in conditions_of(intent.answer) if c.variable is not None and c.variable.conditions}
    return not ways <= said


def _whole(
    graph: GraphSession, question: Question, progress: Progress, findings: Findings, asked: str,
    ranking: Intent, read: Reading,
) -> Outcome | None:  # fmt: skip
    """What has all that a ranking ranks by, by records for kinds of what is named as well; None where nothing has."""
    ask = partial(asked_of_graph, graph, replace(question, narrower=True), progress, findings, asked)
    return by_all(Wording(graph.schema), ranking, findings.entities, read, ask)


def asked_of_graph(
    graph: GraphSession,
    question: Question,
    progress: Progress,
    findings: Findings,
    asked: str,
    intents: Sequence[Intent],
    read: Reading | None = None,
) -> Outcome:
    """The answer to what a question was read as.

    Args:
        findings: with its names.
        intents: what is asked with each reading of its names, the likeliest first; at least one.
        asked: the question without its options.
        read: what it was read as, where that is not the question word by word.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    if read is not None and not read.sure and len(intents) == 1 and ranks(intents[0]):
        whole = _whole(graph, question, progress, findings, asked, intents[0], read)
        if whole is not None:
            return whole
    if any(_denies_qualified(one) or _counts_on_the_way(graph, asked, one) for one in intents):
        # Whether all links are denied, or only those that are so, no statement tells yet; nor how many all of what is
        # on the way have together.
        return Outcome(gap_answer(graph, question, findings, Gap("unread", asked)), findings)
    offered = [_options(graph, question.text, intent) for intent in intents]
    gaps = [one for one in offered if isinstance(one, Gap)]
    if len(gaps) == len(intents):
        return Outcome(gap_answer(graph, question, findings, gaps[0]), findings)
    by_options = bool(offered[0])
    intents = tuple(one for one, has in zip(intents, offered, strict=True) if not isinstance(has, Gap))

    items = graph.interpreter.items(asked, findings.entities) if question.within else ()
    negative = any("not" in one.meaning.cues and not Sentence.records_absence(one) for one in items)

    def composed(context: AnswerContext, intent: Intent) -> CitedAnswer:
        group = question.group if question.within else None
        asked_of = intent if group is None else within(context, intent, group, negative=negative)
        found = compose(context, asked_of)
        found = found if group is None else told_within(found, context.wording, group)
        has = _options(graph, question.text, intent)
        return found if isinstance(has, Gap) or not has else among(found, has, context, asked_of, compose)

    if len(intents) == 1:
        understood = restated(Wording(graph.schema), intents[0])
        findings = replace(findings, entities=intents[0].entities, understood=understood)
        progress.found(findings)
    read = read or Reading(asked, set_aside=set_aside(asked, findings.entities, graph.schema.called))
    findings = replace(findings, reading=read)
    progress.step(ASKING)
    countable = not by_options and question.group is None
    readings = Readings(graph, question, progress, composed, countable=countable)
    restricted = any(map(_has_a_condition, intents))
    with progress.timed("query"):
        if not (read.sure or restricted) and len(intents) == 1 and readings.fill_a_list(intents[0]):
            return Outcome(no_answer.perhaps([read.question]), findings)
        decided = readings.decided(intents)
        decided = readings.lesser(asked, decided, intents, lambda entities: graph.interpreter.read(asked, entities))
        otherwise = readings.of_other_type(asked, decided)
    findings = replace(findings, entities=decided.entities, choices=decided.choices, understood=decided.understood)
    if otherwise is not None:
        return Outcome(otherwise, findings)
    if decided.answer is None:
        # Of several readings there may be no name that tells one from another.
        told = no_answer.ambiguous(graph.schema, decided.choices) if decided.choices else None
        return Outcome(told or gap_answer(graph, question, findings, Gap("unread", asked)), findings)
    if not read.sure and decided.answer.answer.truncated and not restricted:
        return Outcome(no_answer.perhaps([read.question]), findings)
    read, notes = abbreviations.guessed(graph, question, asked, findings.entities, read, decided.notes)
    findings = replace(findings, reading=read)
    told = _unmistakable(graph, decided.answer.answer, findings.entities)
    told = with_readings(told, findings.entities, notes)
    told = in_sentences(told, graph.casing, decided.answer.evidence, findings.entities)
    told = _as_asked(graph, asked, intents, told, by_options=by_options)
    return Outcome(told, replace(findings, evidence=decided.answer.evidence))


def _as_asked(graph: GraphSession, asked: str, intents: Sequence[Intent], told: Answer, *, by_options: bool) -> Answer:
    """The answer as one for yes or no, where that is asked of a value or of whether there is any."""
    if any(one.property is not None and one.thing is not None for one in intents) and not _asks_what(graph, asked):
        return as_verdict(told)  # "A electrified?"
    ranked = any(one.of_these is not None for one in intents)  # what is best has not always all that is asked for
    either = any(one.compared for one in intents)  # "is A more frequent in B or in C" asks which
    if not (by_options or ranked or either) and graph.interpreter.kind(asked) == "yesno":
        return as_any(told)  # "are there kinds of A"
    return told


def _has_a_condition(intent: Intent) -> bool:
    """Whether anything must be recorded of what is asked for; else nearly everything of its type may be meant, which
    nobody asks for who did not say so."""
    return intent.answer is None or any(not (one.negated or one.denied) for one in intent.answer.conditions)


def _asks_what(graph: GraphSession, asked: str) -> bool:
    """Whether a question asks for a value in so many words."""
    cues = {cue for item in graph.interpreter.items(asked, ()) for cue in item.meaning.cues}
    return bool(cues & {"which", "how", "when", "define", "list"})


def _of_group(question: Question, intents: tuple[Intent, ...]) -> tuple[Intent, ...]:
    """Of the readings those that can be asked of the answers of before, where the question speaks of them."""
    return tuple(one for one in intents if of_group(one, question.group, question.spoken_of, within=question.within))


def _unmistakable(graph: GraphSession, answer: Answer, entities: Sequence[Entity]) -> Answer:
    """The answer with suggestions that name a thing by its identifier where its name would be asked back."""
    suggestions = []
    for one in answer.suggestions:
        question = one.question
        for entity in entities:
            if entity.rivals and entity.chosen.name in question and graph.interpreter.intent(question) is None:
                question = question.replace(entity.chosen.name, entity.chosen.id)
        suggestions.append(one if question == one.question else replace(one, question=question))
    return replace(answer, suggestions=tuple(suggestions))


def _options(graph: GraphSession, question: str, intent: Intent) -> Mapping[str, frozenset[str]] | Gap:
    """What the options of a question for a list mean: by the words of each the identifiers; none without options.

    A gap where none of them is of the type that is asked for: then they are no options but more of the question.
    """
    offered = options(question) if intent.answer is not None else ()
    if not offered or intent.answer is None:
        return {}
    found = {}
    for one in offered:
        meant = [c for c in graph.linker.candidates(one.text) if c.method in BY_NAME_OR_ID]
        found[one.text] = frozenset(id_ for c in meant if c.label == intent.answer.label for id_ in (c.id, *c.ids))
    return found if any(found.values()) else Gap("several", question)
