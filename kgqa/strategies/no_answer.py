"""What is said where no strategy can answer, or one failed, and what could be asked instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from kgqa.errors import KgqaError, StoppedError, TimeLimitError
from kgqa.language.inflection import article
from kgqa.llm.messages import ModelError, Trouble
from kgqa.questions.wording import listed
from kgqa.records import Answer, Candidate, Entity, Kind, Suggestion
from kgqa.schema.model import Schema

NONE_ANSWERS = "With none of them the question has an answer in this graph."
"""What is said where a person may choose, and no reading has an answer."""


def nothing_asked() -> Answer:
    """What is said to a question without a word."""
    text = "There is no question to answer. Ask about things of this graph, in words."
    return Answer("refused", "text", text, text)


def no_service() -> Answer:
    """What is said where services are to be asked and none is switched on."""
    headline = "No service is switched on."
    text = f"{headline} Switch one on in Settings, name one with --service, or set KGQA_SERVICES."
    return Answer("refused", "text", headline, text)


def too_long(characters: int, most: int) -> Answer:
    """What is said to a question of more than ``most`` characters."""
    text = (
        f"The question has {characters:,} characters; at most {most:,} are read. "
        "Ask it in fewer words, or set KGQA_MAX_QUESTION_CHARS."
    )
    return Answer("refused", "text", "The question is too long.", text)


def ambiguous(schema: Schema, entities: Sequence[Entity]) -> Answer:
    """What is said where names in the question are those of several things."""
    said = []
    for entity in entities:
        options = [_option(schema, one, several=len(entities) > 1) for one in (entity.chosen, *entity.rivals)]
        said.append(f"“{entity.mention}” can be {listed(options, 'or')}.")
    headline = _several(schema, entities[0])
    numbers = [one.answers for entity in entities for one in (entity.chosen, *entity.rivals)]
    counted = any(number is not None for number in numbers)
    if not any(number is None or number for number in numbers):
        said.append(NONE_ANSWERS)
    together = ", or all of them together" if any(entity.together for entity in entities) else ""
    asked = "each was only counted" if counted else "nothing has been asked yet"
    return Answer("ambiguous", "text", headline, f"{' '.join(said)} Please choose one{together}; {asked}.")


def _several(schema: Schema, entity: Entity) -> str:
    """That a mention is the name of several things, with their types: "“ASD” is another name of two phenotypes."."""
    options = (entity.chosen, *entity.rivals)
    if any(one.method in ("fuzzy", "vector") for one in options):
        return f"“{entity.mention}” may mean more than one thing in this graph."
    numbers = Counter(one.label for one in options)
    nodes = {label: schema.node(label) for label in numbers}
    said = [
        article(nodes[label].singular) if number == 1 else f"{_WORDS.get(number, number)} {nodes[label].plural}"
        for label, number in numbers.items()
    ]
    other = "another name" if all(one.method == "synonym" for one in options) else "the name"
    return f"“{entity.mention}” is {other} of {listed(said)}."


_WORDS: Mapping[int, str] = {2: "two", 3: "three", 4: "four", 5: "five"}


def _option(schema: Schema, candidate: Candidate, *, several: bool) -> str:
    """A reading with its type, its identifier and the number of its answers."""
    kind = schema.node(candidate.label).singular
    number = answers_of(schema, candidate, several=several)
    return f"{candidate.name} ({kind}, {candidate.id}{f'; {number}' if number else ''})"


def read_as_all(schema: Schema, entity: Entity) -> str:
    """That a name stands for several things, of each of which the facts were read."""
    options = [f"the {schema.node(one.label).singular} {one.name} ({one.id})" for one in entity.meant]
    return f"“{entity.mention}” can be {listed(options, 'or')}; what is recorded about each of them was read."


def answers_of(schema: Schema, candidate: Candidate, *, several: bool = False) -> str:
    """How many answers a reading gives, in words; empty where nobody counted.

    Args:
        several: other names are to be chosen too, so that this is the most that there can be.
    """
    number = candidate.answers
    if number is None:
        return ""
    nouns = ("answer", "answers")
    if any(node.label == candidate.counted for node in schema.nodes):
        node = schema.node(candidate.counted)
        nouns = (node.singular, node.plural)
    return f"{'up to ' if several and number else ''}{number:,} {nouns[number != 1]}"


def undecided(offered: Mapping[str, str | None]) -> Answer:
    """What is said where the words fit several relations or types.

    Args:
        offered: by the phrase of each a question that asks for it and nothing else, or None where there is none.
    """
    headline = f"The question could mean {listed([f'“{phrase}”' for phrase in offered], 'or')}."
    what = "These are different things in this graph: say which is meant; nothing has been asked yet."
    text = " ".join([headline, what, *(question for question in offered.values() if question is not None)])
    return Answer("ambiguous", "text", headline, text, suggestions=read_as(offered.items()))


def perhaps(questions: Sequence[str], left: Sequence[str] = ()) -> Answer:
    """The readings of a question of which none is clearly meant.

    Args:
        left: words of the question that the only one would leave out.
    """
    if len(questions) > 1:
        headline, choose = "This question can be read in more than one way.", "Please choose one"
    else:
        asked = questions[0]
        headline, choose = f"Perhaps this asks: {asked}{'' if asked[-1] in '.?!' else '?'}", "Please choose it if so"
    words = listed([f"“{one}”" for one in left]) if len(questions) == 1 else ""
    without = f" That leaves out {words}." if words else ""
    text = f"{headline}{without} {choose}; nothing has been asked yet."
    return Answer("ambiguous", "text", headline, text, suggestions=tuple(Suggestion(q, q) for q in questions))


def idle(chosen: Sequence[str]) -> str:
    """That what was chosen does nothing without a language model, in a sentence.

    Args:
        chosen: in words.
    """
    verbs = ("needs", "it does") if len(chosen) == 1 else ("need", "they do")
    said = listed(chosen)
    return f"{said[:1].upper()}{said[1:]} {verbs[0]} a language model; none is set, so {verbs[1]} nothing here."


def no_model() -> Answer:
    """What is said where a strategy needs a language model and none is set."""
    headline = "No language model is set."
    text = (
        f"{headline} Set one on the Settings page, or with KGQA_MODEL_PROVIDER (openai, compatible, ollama or local), "
        "KGQA_MODEL, and KGQA_MODEL_ADDRESS for a server of your own. The graph alone can still answer this."
    )
    return Answer("refused", "text", headline, text)


def no_reply(error: ModelError, kind: Kind) -> Answer:
    """What is said where a language model gave no reply that can be used."""
    return Answer("failed", kind, _NO_REPLY.get(error.trouble, "The language model gave no answer."), str(error))


_NO_REPLY: Mapping[Trouble, str] = {
    "unreachable": "The language model cannot be reached.",
    "time": "The language model took too long.",
    "cut": "The language model broke off.",
    "busy": "The language model is busy.",
    "quota": "The account of the language model is used up.",
    "credentials": "The language model refuses the key.",
    "no_model": "The server does not have this language model.",
    "context": "The question is too long for this language model.",
    "too_long": "The reply of the language model is too long.",
    "refusal": "The language model refused to answer.",
    "empty": "The language model said nothing.",
    "local_only": "Only language models on this machine may be asked.",
}
"""The headline by what went wrong; what to do next is the error's own text."""


def denied(question: str, entity: Entity, near: Sequence[Candidate]) -> Answer:
    """What is said where a person took a name away from all that the graph knows by it.

    Args:
        near: other things whose names resemble it.
    """
    known = {one.id: one.name for one in (entity.chosen, *entity.rivals)}
    names = listed([f"{name} ({id_})" for id_, name in known.items()], "or")
    headline = f"You said that “{entity.mention}” does not mean {names}."
    nearest = f" Nearest names: {listed([c.name for c in near])}." if near else ""
    before, after = question[: entity.start], question[entity.end :]
    return Answer(
        "not_in_graph",
        "text",
        headline,
        f"{headline} This graph knows nothing else by that name, so it was not asked.{nearest}",
        suggestions=tuple(ask_about(c, f"{before}{c.name}{after}") for c in near),
    )


def failed(error: Exception, time_limit_s: float) -> Answer:
    """What is said where a question could not be answered to its end."""
    headline = "The question could not be answered."
    if isinstance(error, StoppedError):
        headline = "Stopped by you."
        text = f"{headline} {error}"
    elif isinstance(error, TimeLimitError):
        headline = f"Stopped after {time_limit_s:g} s."
        text = f"{headline} {error}"
    elif isinstance(error, KgqaError):
        text = str(error)
    else:
        text = "The question could not be answered because of a defect in the program; its log tells more."
    return Answer("failed", "text", headline, text)


def ask_about(candidate: Candidate, question: str) -> Suggestion:
    """A question offered because it names something else."""
    return Suggestion(f"Ask about {candidate.name}", question)


def read_as(offered: Iterable[tuple[str, str | None]]) -> tuple[Suggestion, ...]:
    """Questions offered as readings, each with the phrase that it is read by; those that have none are left out."""
    return tuple(Suggestion(f"Read as “{phrase}”", question) for phrase, question in offered if question is not None)
