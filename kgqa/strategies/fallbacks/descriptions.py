"""A phrase that names nothing, and describes what the graph calls otherwise: "stretchy skin" for hyperextensible skin.

Where the phrase has the words of a name in other forms, the question is answered with that name, and the reading is
said; else the names that come nearest are offered, and nothing is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.language import thesaurus
from kgqa.language.common_words import is_english
from kgqa.language.text import clean
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.linking.paraphrased_names import Described
from kgqa.questions.intent import Option
from kgqa.questions.meaning import denies
from kgqa.questions.wording import listed
from kgqa.records import Answer, Entity, Reading, SetAside, Suggestion
from kgqa.strategies.fallbacks.unread import Unread, in_its_place
from kgqa.strategies.question import Outcome

if TYPE_CHECKING:
    from kgqa.session import GraphSession

MOST_OFFERED = 3
_PART = re.compile(r"[^\w\s'’-]|\b(?:and|or|but|nor|which|who|that|where|when)\b", re.IGNORECASE)
"""Where a part of a sentence ends."""


def answer(unread: Unread) -> Outcome | None:
    """The answer to a question with what a phrase of it describes, or the choice of what it may; None where that is
    nothing.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, question, findings, gap = unread.graph, unread.question, unread.findings, unread.gap
    start = question.text.find(gap.what)
    if gap.reason not in ("unread", "unknown_name") or start < 0:
        return None
    phrase, described = _described(graph, question.text, start, gap.what, findings.entities)
    sorts = _sorted_as(graph, question.text[start + len(phrase) :])
    fitting = [one for one in described if not sorts or one.candidate.label in sorts]
    read = ((one, _read_with(graph, question.text, phrase, one)) for one in fitting)
    found = [(one, told) for one, told in read if told is not None][:MOST_OFFERED]
    if not found:
        return None
    things = [one.candidate for one, _ in found]
    entity = Entity(
        phrase, start, start + len(phrase), things[0], tuple(things[1:]), tied=len(things) > 1, guess="variant"
    )
    same = [told for one, told in found if one.same]
    questions = tuple(told.question for _, told in found)
    if len(same) != 1:
        reading = Reading(question.text, sure=False, others=questions)
        entities = tuple(sorted((*findings.entities, entity), key=lambda one: one.start))
        return Outcome(_choice(graph, entity, questions), replace(findings, reading=reading, entities=entities))
    outcome = unread.answered(question.put_as(same[0].question))
    reading = replace(same[0], others=tuple(text for text in questions if text != same[0].question))
    where = (*findings.entities, replace(entity, rivals=(), tied=False))
    return in_its_place(outcome, where, reading)


def _described(
    graph: GraphSession, text: str, start: int, unread: str, entities: Sequence[Entity]
) -> tuple[str, list[Described]]:
    """The phrase that describes something, and what; words that are not understood, or with those behind them in the
    same part of the sentence, where these agree more with a name ("make people walk" on their toes)."""
    end = min([one.start for one in entities if one.start > start], default=len(text))
    longer = _PART.split(text[start + len(unread) : end], maxsplit=1)[0].rstrip()
    found: tuple[str, list[Described]] = unread, []
    for phrase in dict.fromkeys((unread, unread + longer)):
        named = graph.linker.described(phrase) if _describes(phrase) else []
        if named and (not found[1] or named[0].candidate.score > found[1][0].candidate.score):
            found = phrase, named
    return found


def _sorted_as(graph: GraphSession, behind: str) -> frozenset[str]:
    """The types of which the noun right behind a phrase says that it is one ("black urine *disease*" is no finding)."""
    words = spoken(behind)[:1]
    found = graph.interpreter.lexicon.longest(words, 0) if words and not behind[: words[0].start].strip() else None
    return found[1].labels if found is not None else frozenset()


def _describes(phrase: str) -> bool:
    """Whether a phrase is of ordinary words that deny nothing, so that it may describe a thing and names none."""
    words = [word.text for word in spoken(phrase)]
    return bool(words) and all(map(_is_plain, words)) and not any(map(denies, words))


def _is_plain(word: str) -> bool:
    known = is_english(word) or thesaurus.is_known(word) or word in vocabulary().function
    return word.islower() and known


def _read_with(graph: GraphSession, question: str, phrase: str, found: Described) -> Reading | None:
    """A plain question that is understood and has a thing in the place of the phrase, with the words of the question
    that it leaves out; None where there is none."""
    thing = found.candidate
    for name in (thing.name, thing.id):  # several things may be called so
        for instead in (name, f"have {name}", f"with {name}"):
            text = clean(question.replace(phrase, instead))
            intent = graph.reads(text)
            if intent is not None:
                return Reading(graph.interpreter.question(Option("", intent)) or text, sure=False)
        text = clean(question.replace(phrase, name))
        meant = graph.interpreter.meant(text, graph.interpreter.named(text))
        if meant is not None and meant.clear and not meant.then:
            aside = [(question.find(one.text), one.text) for one in meant.set_aside]
            if all(start >= 0 for start, _ in aside):
                left = tuple(SetAside(start, start + len(said), said) for start, said in aside)
                return Reading(meant.questions[0], sure=False, set_aside=left)
    return None


def _choice(graph: GraphSession, entity: Entity, questions: Sequence[str]) -> Answer:
    """What is said where it is open whether a phrase describes a thing, and which."""
    options = [
        f"{one.name} ({graph.schema.node(one.label).singular}, {one.id})" for one in (entity.chosen, *entity.rivals)
    ]
    headline = f"“{entity.mention}” may mean {listed([one.name for one in (entity.chosen, *entity.rivals)], 'or')}."
    nearest = f"It is not a name in this graph; what comes nearest is {listed(options, 'or')}."
    chosen = "Please choose one" if len(questions) > 1 else "Please choose it if so"
    text = f"{headline} {nearest} {chosen}; nothing has been asked yet."
    return Answer("ambiguous", "text", headline, text, suggestions=tuple(Suggestion(q, q) for q in questions))
