"""The answer to a question for things of which something is not recorded."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.language.tokens import spoken
from kgqa.questions.intent import Condition, Hop, Intent, Variable
from kgqa.questions.lexicon import Meaning
from kgqa.questions.negation.unrecorded import Unrecorded, property_of, unrecorded, without_words_of_record
from kgqa.questions.numbers.measuring import Lacking, Measured
from kgqa.questions.paths import direct
from kgqa.questions.text.options import options
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from kgqa.records import Reading
from kgqa.strategies.fallbacks import measured
from kgqa.strategies.fallbacks.unread import Answering, Unread, in_its_place
from kgqa.strategies.question import Findings, Outcome, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where a question says of nothing that it is not recorded, or it is not understood of what.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, question, findings, asked = unread.graph, unread.question, unread.findings, unread.asked
    if options(question.text):
        return None
    found = list(unrecorded(asked, findings.entities))
    for one in found:
        lacking = _lacking(graph, one)
        if lacking is not None:
            told, plain = lacking
            if told.lacking or told.valued or told.bounded or told.unnamed:
                reading = Reading(plain, sure=False)
                return measured.told(graph, question, findings, told, reading, unread.progress)
            return unread.ask(
                [told.intent], Reading(next(reworded(Wording(graph.schema), told.intent), plain), sure=False)
            )
    said = without_words_of_record(asked, findings.entities)
    ways = [*([said] if said is not None else []), *((one.plain, one.noun) for one in found if one.noun)]
    plainly = next((plain for plain, noun in ways if _is_of_graph(graph, noun)), None)
    if plainly is None or plainly.casefold().strip("? ") == asked.casefold().strip("? "):
        return None
    return _plainly(question, findings, plainly, unread.answered)


def _lacking(graph: GraphSession, found: Unrecorded) -> tuple[Measured, str] | None:
    """What is asked of things with no value of a property, with that in words; None where no property of theirs is
    what is not recorded."""
    of = next(filter(None, (_things(graph, one) for one in found.things)), None)
    answer = of.intent.answer if of is not None else None
    if of is None or answer is None or of.ranked or of.summed or of.among or of.intent.kind not in ("list", "count"):
        return None
    hop = _joined(graph, answer.label, found.noun)
    if hop is not None:
        none = Condition(hop, variable=Variable(hop.end), negated=True)
        said = Wording(graph.schema).conditions(Variable(answer.label, (none,)))
        asked = replace(of.intent, answer=replace(answer, conditions=(*answer.conditions, none)))
        return replace(of, intent=asked), f"{found.of_which} {said}?"
    recorded = property_of(found, graph.schema.node(answer.label), graph.interpreter.measures)
    if recorded is None or not (found.certain or recorded.type == "STRING"):
        return None  # "no beds" may be none
    values = graph.interpreter.value_words(answer.label, recorded)
    if any(one.truth or one.text == found.gone.lower() for one in values):
        return None  # "no gait lab" may be said of those without, and "unknown" may be recorded
    told = replace(of, lacking=(*of.lacking, Lacking(answer.label, recorded)))
    return told, f"{found.of_which} with no {recorded.called} are there?"


def _joined(graph: GraphSession, label: str, noun: str) -> Hop | None:
    """The only way from things of a type to those that a noun is for; None where it is for none, or there are more."""
    meaning = _meaning(graph, noun)
    ways = [hop for end in meaning.labels for hop in direct(graph.schema, label, end)] if meaning is not None else []
    return ways[0] if len(ways) == 1 else None


def _is_of_graph(graph: GraphSession, noun: str) -> bool:
    """Whether a noun as a whole is for things of a type, or for a relation; "cost increase" is no cost."""
    meaning = _meaning(graph, noun)
    return meaning is not None and bool(meaning.labels or meaning.relations)


def _meaning(graph: GraphSession, noun: str) -> Meaning | None:
    """What a noun as a whole means in the graph; None where it is no word of it."""
    words = spoken(noun)
    meant = graph.interpreter.lexicon.longest(words, 0) if words else None
    return meant[1] if meant is not None and meant[0] == len(words) else None


def _things(graph: GraphSession, text: str) -> Measured | None:
    """The things that a question asks for, by links, numbers and texts; None where it is not clear which these are."""
    names = graph.interpreter.named(text)
    read = graph.interpreter.read(text, names)
    if isinstance(read, Intent):
        plain = read.answer is not None and not (read.most or read.rank_hop or read.of_these or read.besides)
        return Measured(read) if plain else None
    found = graph.interpreter.measured(text, names)
    if found is not None:
        return found
    derived = graph.interpreter.derived(text, names)
    if len(derived) != 1 or not derived[0].whole or any(one.text.strip(" ,.?!") for one in derived[0].set_aside):
        return None
    asked = derived[0].asked
    return Measured(asked) if isinstance(asked, Intent) else asked


def _plainly(question: Question, findings: Findings, plain: str, answered: Answering) -> Outcome | None:
    """The answer to the question for things that have none of something; None where it is not read as that."""
    outcome = answered(question.put_as(plain))
    read = outcome.findings.reading
    if outcome.answer.status != "answered" or outcome.findings.further or read is None or read.set_aside:
        return None
    said = plain if read.sure else read.question
    if not {"no", "not"} & set(said.lower().split()):
        return None
    return in_its_place(outcome, findings.entities, Reading(said, sure=False, others=read.others))
