"""What names alone say in answer to a question, and what "yes" and "no" say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.questions.intent import Condition, Intent, Pair, Thing
from kgqa.questions.reader import Reader
from kgqa.records import Entity
from kgqa.verification.asides import Marked
from kgqa.verification.claimed import Chain, Claimed
from kgqa.verification.clauses import Clause
from kgqa.verification.naming import is_sure
from kgqa.verification.phrase import Phrase
from kgqa.verification.placing import before_joint, denied_aside, marks_of, shared
from kgqa.verification.reading import denies


def of_yes_no(asked: Intent, yes: bool) -> tuple[Pair, ...]:
    """The pairs that "yes" or "no" claims; none where the question does not ask so, or asks for several at once."""
    if asked.kind != "yesno" or any(len(pair.hops) != 1 for pair in asked.pairs):
        return ()
    pairs = tuple(replace(pair, negated=pair.negated or asked.excluded) for pair in asked.pairs)
    if yes:
        return pairs if not (asked.any_pair and len(pairs) > 1) else ()
    return tuple(replace(pair, negated=not pair.negated) for pair in pairs) if len(pairs) == 1 else ()


def answering(asked: Intent, name: Entity) -> Claimed | None:
    """What a name claims as an answer to a question for things; None where it can be none."""
    variable = asked.answer
    chosen = name.chosen
    if asked.kind != "list" or variable is None or chosen.label != variable.label or asked.most or asked.top:
        return None
    if asked.rank_hop is not None or asked.shared or asked.of_these or not variable.conditions:
        return None
    thing = Thing(chosen.name, chosen.label, chosen.ids or (chosen.id,))
    pairs: list[Pair] = []
    silent: list[Pair] = []
    chains: list[Chain] = []
    for condition in variable.conditions:
        if condition.variable is not None or len(condition.things) > 1:
            if condition.negated or condition.denied:
                return None
            chains.append(Chain(thing, condition))
            continue
        pair = _pair(thing, condition)
        (silent if condition.negated else pairs).append(pair)
    named = [one for condition in variable.conditions for one in condition.things]
    return Claimed(0, 0, tuple(pairs), tuple(silent), tuple(chains), things=(thing, *named))


def named_answers(asked: Intent, read: Marked, clause: Clause, plain: Phrase, reader: Reader) -> Iterator[Claimed]:
    """What each of some names claims as an answer; nothing where one of them, or a word beside them, can be none."""
    items = plain.items(reader.lexicon)
    if denies(items) or any(item.unread for item in items) or not all(map(is_sure, plain.names)):
        return
    found = [answering(asked, name) for name in plain.names]
    names = clause.phrase.names
    shares, around = shared(read, clause, [(name.start, name.end) for name in names])
    for number, (name, one) in enumerate(zip(names, found, strict=False)):
        if any(other is None for other in found) or one is None:
            return
        begin, end = clause.start + name.start, clause.end
        if number < len(names) - 1:
            end = clause.start + before_joint(clause.phrase.text, name.end, names[number + 1].start)
        if denied_aside(read, begin, end, reader.lexicon):
            yield replace(one, start=begin, end=end, unread="what stands in brackets denies it")
        else:
            marks = marks_of(read, begin, end)
            figures = tuple(dict.fromkeys((*marks.figures, *shares[number], *around)))
            yield replace(one, start=begin, end=end, marks=replace(marks, figures=figures))


def _pair(thing: Thing, condition: Condition) -> Pair:
    return Pair(thing, condition.things[0], (condition.hop,), condition.denied)
