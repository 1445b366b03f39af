"""How many things are said to meet some conditions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgqa.language.vocabulary import spelt_numbers
from kgqa.questions.intent import Intent, Variable
from kgqa.questions.reader import Reader
from kgqa.verification.asides import Marked
from kgqa.verification.claimed import Claimed, Counted
from kgqa.verification.clauses import Clause
from kgqa.verification.phrase import Phrase, joined

_NUMBER = re.compile(
    rf"(?:\b(?:a\s+total\s+of|exactly|in\s+total|in\s+all|altogether|only|just|the)\s+)*"
    rf"(?:\ba\s+(?P<single>single)\b|\b(?P<word>{'|'.join(spelt_numbers())})\b|(?<![\w.:/-])(?P<digits>\d{{1,3}}(?:,\d{{3}})+|\d+)"
    r"(?![\w:/%-]|\.\d|\s*%))",
    re.IGNORECASE,
)
_SAID_BEFORE = re.compile(
    r"\W*(?:(?:(?:according\s+to|based\s+on|in|per)\s+(?:the|this)\s+(?:graph|evidence|database|data|records)|"
    r"there\s+(?:are|is)|(?:i|we)\s+found|(?:the\s+|this\s+)?(?:graph|evidence|database|query|data|result)\s+"
    r"(?:lists?|records?|shows?|contains?|has|have|reports?|finds?|counts?|gives?|returns?|names?|mentions?|includes?|"
    r"identif(?:y|ies)|describes?|documents?)|in\s+total|in\s+all|"
    r"altogether|the\s+(?:answer|number|count|total)\s+is|answer|total|count)[\s,:]*)*",
    re.IGNORECASE,
)
_OF_THEM = re.compile(
    r"\s+(?:(?:of|for|in|with)\s+)?(?:in|from)\s+(?:the|this)\s+(?:graph|evidence|data(?:base)?)\b", re.I
)


_BOTH = re.compile(
    r"\s+(?:show|have|share|feature|exhibit|meet|display|carry|do|present\s+with)\s+(?:both|these|them|all|this|it|so)\b"
    r"(?:\s+(?:of\s+)?(?:them|these|those|findings|features|signs|symptoms|criteria|conditions|phenotypes))*$",
    re.IGNORECASE,
)
"""What says of a number of things no more than that they are those asked for."""
_KNOWN = re.compile(r"^(?:(?:associated|known|recorded|linked|distinct|different|such|listed|reported)\s+)+", re.I)
_WHICH = re.compile(r"\b(?:which|who)\b", re.IGNORECASE)
_NUMBER_OF = re.compile(
    r"^\W*the\s+(?:total\s+)?number\s+of\s+(?P<what>.+?)\s+(?:is|was|are|equals)\s*$", re.IGNORECASE
)


def counted_in(read: Marked, clause: Clause, asked: Intent | None, reader: Reader) -> Claimed | None:
    """What "9 diseases show X", "A shows 9 phenotypes" or, behind a question for a number, "9" claims.

    Returns:
        None where a clause says no number of things.
    """
    place = clause.start
    said = Phrase(read.text[place : clause.end], clause.phrase.names)
    plain = said.plain
    for found in _NUMBER.finditer(plain):
        before, rest = said.cut(0, found.start()), said.cut(found.end(), len(said.text)).stripped(" ,;:.!*_\t\n")
        opens = _SAID_BEFORE.fullmatch(before.plain) is not None
        if opens and not rest.text:
            variable = asked.answer if asked is not None and asked.kind == "count" else None
        elif opens and asked is not None and _is_asked_type(rest, asked, reader):
            variable = asked.answer
        elif not rest.text and (of := _NUMBER_OF.match(before.plain)) is not None:
            variable = _variable(before, before.cut(*of.span("what")), reader, opens=True)
        else:
            variable = _variable(before, rest, reader, opens=opens)
        if variable is not None:
            things = tuple(thing for one in variable.conditions for thing in one.things)
            counted = Counted(_value(found), variable.label, variable.conditions, _is_asked(variable, asked))
            return Claimed(place, clause.end, counted=counted, things=things)
        if not opens and not before.names:
            return None
    return None


def is_number(text: str, phrase: Phrase) -> bool:
    """Whether a sentence is no more than a number ("The answer is 3.")."""
    found = _NUMBER.search(text)
    return (
        found is not None
        and not phrase.names
        and _SAID_BEFORE.fullmatch(text, 0, found.start()) is not None
        and not text[found.end() :].strip(" .!,:*_")
    )


def opens_with_number(phrase: Phrase) -> bool:
    """Whether a sentence begins with how many there are."""
    opening = _SAID_BEFORE.match(phrase.plain)
    return _NUMBER.match(phrase.plain, opening.end() if opening is not None else 0) is not None


def without_count(phrase: Phrase, reader: Reader) -> Phrase:
    """A lead without the number of what it opens ("The graph lists three genes for A:", "A causes 3 diseases:")."""
    opening = _SAID_BEFORE.match(phrase.plain)
    start = opening.end() if opening is not None else 0
    number = _NUMBER.match(phrase.plain, start)
    if number is not None:
        return phrase.cut(number.end(), len(phrase.text)).stripped()
    behind = _NUMBER.search(phrase.plain)
    if behind is None or not _is_type(phrase.cut(behind.end(), len(phrase.text)).stripped(), reader):
        return phrase
    return phrase.cut(0, behind.start()).stripped()


def _variable(before: Phrase, rest: Phrase, reader: Reader, *, opens: bool) -> Variable | None:
    """What is counted, as the question for it asks."""
    shorter = rest.without(match.span() for match in _OF_THEM.finditer(rest.plain)).stripped()
    shorter = shorter.without(match.span() for match in _KNOWN.finditer(shorter.plain)).stripped()
    shorter = shorter.without((match.span() for match in _WHICH.finditer(shorter.plain)), "that")
    for question in _questions(before, shorter, reader, opens=opens):
        outcome = reader.read(question.text, list(question.names))
        if not isinstance(outcome, Intent) or outcome.kind != "list" or outcome.answer is None:
            continue
        if outcome.most or outcome.top or outcome.rank_hop or outcome.of_these or outcome.besides:
            continue
        if any(one.negated for one in outcome.answer.conditions):
            continue
        if outcome.answer.conditions and not outcome.notes:
            return outcome.answer
    return None


def _questions(before: Phrase, rest: Phrase, reader: Reader, *, opens: bool) -> Iterator[Phrase]:
    if opens:
        yield joined([Phrase("Which "), rest])
        return
    if before.names and not rest.names and rest.text and _is_type(rest, reader):
        said = before.stripped()
        yield joined([Phrase("Which "), rest, Phrase(" does "), said])
        yield joined([Phrase("Which "), rest, Phrase(" is "), said])
        yield joined([Phrase("Which "), rest, Phrase(" "), said])


def _is_type(phrase: Phrase, reader: Reader) -> bool:
    """Whether words are those for one type of things and nothing else."""
    items = phrase.items(reader.lexicon)
    return len(items) == 1 and bool(items[0].meaning.labels)


def _is_asked_type(rest: Phrase, asked: Intent, reader: Reader) -> bool:
    """Whether words are those for the type of things that a question for a number or a list asks for."""
    both = _BOTH.search(rest.plain)
    rest = rest.cut(0, both.start()) if both is not None else rest
    if asked.kind not in ("count", "list") or asked.answer is None or not rest.text or not _is_type(rest, reader):
        return False
    return asked.answer.label in rest.items(reader.lexicon)[0].meaning.labels


def _is_asked(variable: Variable, asked: Intent | None) -> bool:
    """Whether what is counted is what the question asks for."""
    return (
        asked is not None
        and asked.answer is not None
        and (
            asked.kind in ("list", "count")
            and not (asked.most or asked.top or asked.rank_hop or asked.shared or asked.of_these or asked.besides)
            and (asked.answer.label, asked.answer.conditions) == (variable.label, variable.conditions)
        )
    )


def _value(found: re.Match[str]) -> int:
    if found["single"]:
        return 1
    return spelt_numbers()[found["word"].lower()] if found["word"] else int(found["digits"].replace(",", ""))
