"""What a question takes from the sentences around it: the things of which they tell.

"My cousin has Charcot-Marie-Tooth disease type 1A. When does it start?" asks when that disease starts, and "A and B are
both rare. What do the two share?" what these share. Each part of a text that asks is put so that it can be read by
itself, with the name in the place of the pronoun; what else the rest of the text says must be nothing of the graph, or
the question is another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from kgqa.language import thesaurus
from kgqa.language.inflection import singular_of, stem, without_possessive
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import Clause, clauses, in_name, points_back
from kgqa.questions.by_meaning.decomposition import people_told, restricts, span
from kgqa.questions.by_meaning.told_findings import findings_without_name
from kgqa.questions.tagging import Item, has_cue
from kgqa.questions.text.rewriting import Edit
from kgqa.records import Entity, SetAside

_SOMEBODY = frozenset({"he", "she", "they", "his", "her", "their", "him", "i", "my", "we", "our"})
_SPEAKER = frozenset({"i", "my", "we", "our"})
_OWNERS = frozenset({"his", "her"})
_POINTING = frozenset({"that", "this", "the"})
_SORTS = frozenset({"type", "subtype", "form", "variant"})
"""Nouns for one kind of something ("how is that type passed on")."""
_PLACES = frozenset({"there", "here"})
_AT = frozenset({"from", "in", "at", "over", "out"})
_AROUND = frozenset({"around", "over", "round"})
"""Words before "here" that belong to it."""
_FURTHER = frozenset({"else", "other", "others", "one", "ones"})
_TO_TOLD = frozenset(
    {"that", "this", "these", "those", "such", "there", "here", "same", "else", "other", "others", "one", "ones"}
)
"""Words that may point to what is told before a question, whatever that is."""
_MOST = 3
"""Questions of one text."""
_FEW = 4
"""Things that "they" or "the two" may stand for."""
_SEVERAL = re.compile(
    r"\b(?:(?:both|all)\s+(?:of\s+)?)?(?:(?:the|these|those)\s+(?:two|three|four)|them|these|those|they)\b"
    r"|\ball\s+(?:three|four|of\s+(?:that|this))\b",
    re.IGNORECASE,
)
"""Words that stand for several things."""
_CATAPHORIC = re.compile(r"\bthose(?=\s+[a-z][^.?!;]*?\s(?:that|which|who|whose|where)\s)", re.IGNORECASE)
_BOTH = re.compile(r"\bboth\b", re.IGNORECASE)
_BEFORE_POINTING = frozenset({"with", "of", "by", "for", "from", "in", "behind", "to", "about"})
_OF_ELSE = frozenset({"of", "in", "for", "with", "what", "how", "about", "the"})
"""Words with which the same is asked of something else."""
_CHOICE = frozenset({"either", "maybe", "perhaps", "possibly", "probably", "might"})
"""Words that leave open which of several things is told; none of them matters to what is asked of all."""


@dataclass(frozen=True, slots=True)
class Standalone:
    """The questions of a text, each by itself.

    Attributes:
        set_aside: what the text tells beside the name that they are about.
        pointed: one of them has no name of its own.
        elliptical: one of them says no more than of what else the same is asked.
    """

    questions: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    pointed: bool
    elliptical: bool = False


def standalone(
    text: str,
    entities: Sequence[Entity],
    items: Sequence[Item],
    sorts: Callable[[str], bool],
    is_one: Callable[..., bool],
) -> Standalone | None:
    """The questions of a text, those that speak of the things named before them with their names; None where it is not
    clear of which of them one speaks, or where the text tells something else that may be meant.

    Args:
        items: of the text.
        sorts: whether a word is one by which things are sorted.
        is_one: whether a noun may be said of things of a type ("building" of a location), by the type's ``label``.
    """
    found = clauses(text, entities)
    asking = [one for one in found if one.asks]
    told = [one for one in found if not one.asks]
    if not asking or len(asking) > _MOST or len(found) < 2:
        return None
    # What is asked of somebody who may have X is not what is asked of X.
    asked = {word.text.lower() for one in asking for word in one.within(spoken(text))}
    undoing = vocabulary().undoing - (frozenset() if asked & _SOMEBODY else vocabulary().doubting)
    together = _told_together(entities, asking)
    of_several = {one: _of_several(text, one, together, is_one) for one in asking}
    if all(of_several.values()):
        undoing = undoing - _CHOICE
    else:
        together, of_several = [], {}
    if together and not has_cue(items, "share") and len(people_told(text, told, entities)) > 1:
        return None  # one has the first of them, another one the second
    if _may_matter(text, entities, items, told, sorts, undoing, set(map(stem, asked)), together):
        return None
    questions: list[_Whole] = []
    for clause in asking:
        # "X? What helps against it?" names what the rest asks about.
        if all(in_name(word.start, entities) for word in clause.within(spoken(text))):
            continue
        last = questions[-1].text if questions else ""
        question = _whole(text, clause, entities, of_several.get(clause, []), last, is_one)
        if question is None:
            return None
        questions.append(question)
    return Standalone(
        tuple(one.text for one in questions),
        tuple(beside(text, told, entities)),
        any(one.pointed for one in questions),
        any(one.elliptical for one in questions),
    )


@dataclass(frozen=True, slots=True)
class _Whole:
    """A question by itself.

    Attributes:
        pointed: it had no name of its own.
        elliptical: it said no more than of what else the same is asked.
    """

    text: str
    pointed: bool = False
    elliptical: bool = False


def _whole(
    text: str,
    clause: Clause,
    entities: Sequence[Entity],
    several: Sequence[Edit],
    last: str,
    is_one: Callable[..., bool],
) -> _Whole | None:
    """What a part of a text asks, by itself; None where it is not clear of what it speaks.

    Args:
        several: the words by which it speaks of several things that are told together.
        last: the question before it, by itself; empty where it is the first.
        is_one: whether a noun may be said of things of a type, by the type's ``label``.
    """
    before = _spoken_of(text, [one for one in entities if one.start < clause.start])
    things = {one.chosen.id for one in before}
    label = before[0].chosen.label if len(things) == 1 else ""
    about = before[0].mention if things else ""
    pronouns: Sequence[Edit] = several or _pointers(text, clause, entities, about, partial(is_one, label=label))
    named = any(map(clause.holds, entities))
    if not before and not several and _names_first(clause, entities, pronouns):
        pronouns = []  # "Do you get X if both parents pass it on" names what it points to
    said = {word.text.lower() for word in clause.within(spoken(text))}
    if last and pronouns and not said.isdisjoint(_FURTHER):
        return None  # "Which gene causes X, and what else does it cause" speaks of the answer to the first
    if len(things) != 1 and not several and (pronouns or (things and not named)):
        return None
    question = _by_itself(text, clause, pronouns)
    if last and (again := _elliptical(question, clause, entities)):
        filled = _filled(last, again[0], before)
        return None if filled is None else _Whole(filled, pointed=True, elliptical=True)
    if things and not (pronouns or named):  # "My daughter has X. What are the features?"
        return _Whole(f"{question[:-1]} of {without_possessive(about)}?", pointed=True)
    return _Whole(question, pointed=bool(pronouns))


def whole_questions(
    text: str, asking: Clause, entities: Sequence[Entity], is_one: Callable[..., bool]
) -> Iterator[tuple[str, Sequence[Entity]]]:
    """The only part of a text that asks, as a question that may stand by itself, with the names that it has or points
    to: as it is where it points to nothing, else once for each type of which one thing is told before it.

    Args:
        asking: that part.
        is_one: whether a noun may be said of things of a type, by the type's ``label``.
    """
    own = [one for one in entities if asking.holds(one)]
    # "Those signs of A that are frequent" points to nothing before it.
    plain = _CATAPHORIC.sub(lambda those: " " * len(those[0]), text)
    words = asking.within(spoken(plain))
    kept = [word for place, word in enumerate(words) if not _is_relative(words, place)]
    said = {word.text.lower() for word in kept if not in_name(word.start, entities)}
    if _SEVERAL.search(plain, asking.start, asking.end) or _BOTH.search(plain, asking.start, asking.end):
        return
    if own and said.isdisjoint(vocabulary().back - {"that"}) and said.isdisjoint(_TO_TOLD):
        yield _by_itself(text, asking, []), own
        return
    before = [one for one in entities if one.start < asking.start]
    for label in dict.fromkeys(one.chosen.label for one in before):
        things = {one.chosen.id: one for one in reversed(before) if one.chosen.label == label}
        if len(things) == 1:
            (thing,) = things.values()
            pointers = _pointers(text, asking, entities, thing.mention, partial(is_one, label=label))
            if pointers:
                yield _by_itself(text, asking, pointers), [*own, thing]


def said_in_told(
    text: str,
    whole: tuple[str, Sequence[Entity]],
    told: Sequence[Clause],
    entities: Sequence[Entity],
    is_illness: Callable[[str], bool],
) -> Iterator[tuple[str, Sequence[Entity]]]:
    """A question that names something, said of the only thing of another type that is told beside it ("My
    husband has A. At what age does B begin?"); not where it asks whether somebody has what he need not have with that
    ("My father carries A. Do I have B?").

    Args:
        whole: the question with the names that it is about.
        is_illness: whether things of a type, by its label, are what people have.
    """
    question, own = whole
    said = {word.text.lower() for word in spoken(question)}
    of_speaker = any(word.text.lower() in ("i", "we") for part in told for word in part.within(spoken(text))[:1])
    of_other = not (_SPEAKER.isdisjoint(said) or of_speaker) or any(is_illness(one.chosen.label) for one in own)
    if asks_whether(question) and not _SOMEBODY.isdisjoint(said) and of_other:
        return
    things = {one.chosen.id: one for one in entities if any(part.holds(one) for part in told)}
    thing = next(iter(things.values()), None)
    if len(things) == 1 and thing is not None and own and all(one.chosen.label != thing.chosen.label for one in own):
        yield f"{question.rstrip('?')} in {thing.mention}?", [*own, thing]


def _spoken_of(text: str, before: Sequence[Entity]) -> Sequence[Entity]:
    """Of the names before a part that asks the one that it may speak of: the first where the others only say what it is
    ("is X dominant or recessive, and which gene …")."""
    if len(before) < 2 or text[: before[0].start].lower().split()[-1:] not in [["is"], ["are"], ["was"], ["were"]]:
        return before
    first, *others = (text[one.end : after.start].lower().split() for one, after in pairwise(before))
    said = {"a", "an", "the", "either"}.issuperset(first)
    return before[:1] if said and all({"a", "an", "the", "or"}.issuperset(words) for words in others) else before


def _elliptical(question: str, clause: Clause, entities: Sequence[Entity]) -> list[Entity]:
    """The only name of a question that says no more than of what else the same is asked ("and of X?"); none where it
    says more."""
    own = [one for one in entities if clause.holds(one)]
    if len(own) != 1:
        return []
    rest = spoken(question.replace(own[0].mention, " ", 1))
    return own if all(word.text.lower() in _OF_ELSE for word in rest) else []


def _filled(question: str, name: Entity, before: Sequence[Entity]) -> str | None:
    """A question with a name in the place of its only one of that type; None where it has none or several."""
    alike = {one.mention for one in before if one.chosen.label in name.labels and one.mention in question}
    return question.replace(alike.pop(), name.mention) if len(alike) == 1 else None


def joins_told(
    text: str, entities: Sequence[Entity], asking: Sequence[Clause], question: str, is_type: Callable[[str], bool]
) -> bool:
    """Whether a plain question makes conditions of names that are only told beside what is asked: where that has names
    of its own and points to none of them, or where "here" and "that station" may stand for any of several.

    Args:
        asking: the parts of the text that ask.
        question: what the text was read as.
        is_type: whether a noun is one for a type of the graph.
    """
    told = [one for one in entities if not any(part.holds(one) for part in asking)]
    asked = [one for one in entities if one not in told]
    own = {one.chosen.id for one in asked}
    words = [word for part in asking for word in part.within(spoken(text))]
    said = [word.text.lower() for word in words]
    there = [_is_place(*three) for three in zip(["", *said], said, [*said[1:], ""], strict=False)]
    if not told and len(asking) < len(clauses(text, entities)) and _points_to_place(said):
        return True  # "Our Turkish materials. Which of those from there …": what was told is no name
    if own:
        rest = [word for word, place in zip(words, there, strict=True) if word.text.lower() not in _PLACES or place]
        # "X - how often is there Y" tells nothing beside what it asks.
        sentences = [one for one in clauses(text, entities) if text[one.end :].lstrip()[:1] in (".", "!", "?", ";")]
        beside = [one for one in told if any(part.holds(one) for part in sentences)]
        others = [one for one in beside if one.chosen.id not in own]
        others = [one for one in others if one.chosen.name in question or one.mention in question]
        joined = bool(others)
        behind = any(_place(question, one) > _place(question, mine) for one in others for mine in asked)
        if behind and asks_whether(question) and not _SOMEBODY.isdisjoint(said):
            return True  # "She has A. Does she have B?" does not ask whether B has A
        return joined and "Options:" not in question and not points_back(rest)
    pointed = any(one in ("that", "this") and is_type(after) for one, after in pairwise(said))
    several, past = len({one.chosen.id for one in told}) > 1, "used to " in text.lower()
    return bool(told) and (several or past) and (pointed or any(there))


def _points_to_place(said: Sequence[str]) -> bool:
    """Whether words point to a place that was told ("from there")."""
    return any(one in _AT and after == "there" for one, after in pairwise(said))


def asks_whether(question: str) -> bool:
    """Whether a plain question asks for yes or no."""
    return spoken(question)[0].text.lower() in vocabulary().auxiliary


def _place(question: str, entity: Entity) -> int:
    """Where a plain question has a thing; -1 where it has it not."""
    return max(question.find(entity.chosen.name), question.find(entity.mention))


def _may_matter(
    text: str,
    entities: Sequence[Entity],
    items: Sequence[Item],
    told: Sequence[Clause],
    sorts: Callable[[str], bool],
    undoing: frozenset[str],
    repeated: Set[str],
    together: Sequence[Entity],
) -> bool:
    """Whether parts that only tell may put a condition on what is asked.

    What is told of the only thing that a part names, in words for links ("the panel found a variant of …"), is how it
    came up, and so is what leads to several ("he presents with A and B"); the same noun for its type says nothing new
    ("a gene called …").

    Args:
        together: the names of which all is asked; a noun for their type says nothing new of them ("are both rare
            disorders").
        undoing: words that undo what is told.
        repeated: the stems of what the parts that ask say themselves; to tell it as well adds nothing ("I love clocks.
            Which museums have clocks?").
    """
    labels = {one.chosen.label for one in together}
    for clause in told:
        words = [word for word in clause.within(spoken(text)) if not in_name(word.start, entities)]
        said = [word.text.lower() for word in words]
        denied = any(word in vocabulary().denying or word.endswith(("n't", "n’t")) for word in said)
        new = [word for word in said if stem(word) not in repeated]
        named = {one.chosen.id: one.chosen.label for one in entities if clause.holds(one)}
        alone = frozenset(named.values()) if len(named) == 1 else frozenset[str]()
        first = min((one.start for one in entities if clause.holds(one)), default=clause.start)
        known = any(
            one.entity is None
            and one.meaning.of_graph
            and clause.covers(one.start)
            and stem(one.text) not in repeated
            and not (one.meaning.labels and one.meaning.labels <= labels | alone and not one.meaning.relations)
            and not (_only_links(one) and (alone or (together and one.end <= first)))
            for one in items
        )
        several = not together and len(named) > 1
        unnamed = findings_without_name(text, clause.start, clause.end, entities)
        undone = not (undoing | vocabulary().scoping).isdisjoint(said) or "used to" in " ".join(said)
        if denied or undone or known or several or unnamed or restricts(text, clause) or any(map(sorts, new)):
            return True
    return False


def _only_links(item: Item) -> bool:
    """Whether a phrase is no more than a word for a link: none for a thing, a property or a kind."""
    return not (item.meaning.labels or item.meaning.properties or "kind" in item.meaning.cues)


def _told_together(entities: Sequence[Entity], asking: Sequence[Clause]) -> list[Entity]:
    """The few names of one type that stand before all that is asked; none where there is only one, or none of a type.

    Each thing is there once, as it is called first.
    """
    before = [one for one in entities if one.start < min(clause.start for clause in asking)]
    once = {one.chosen.id: one for one in reversed(before)}
    found = sorted(once.values(), key=lambda one: one.start)
    return found if 1 < len(found) <= _FEW and len({one.chosen.label for one in found}) == 1 else []


def _of_several(text: str, clause: Clause, together: Sequence[Entity], is_one: Callable[..., bool]) -> list[Edit]:
    """The words of a part that asks by which it speaks of several things that are named before it, with their names in
    the place; none where it speaks of none of them, or also of one of them."""
    if not together or any(map(clause.holds, together)):
        return []
    part = text[: clause.end]
    found = _SEVERAL.search(part, clause.start) or _BOTH.search(part, clause.start)
    said = {word.text.lower() for word in clause.within(spoken(text))}
    if found is None or not said.isdisjoint(vocabulary().back_to_one - {"they", "them", "their"}):
        return []
    if vocabulary().numbers.get(found[0].lower().split()[-1], len(together)) != len(together):
        return []  # "the two" of three things
    end = found.end()
    after = next((word for word in spoken(text) if word.start >= end and clause.covers(word.start)), None)
    counted = found[0].lower().split()[-1] not in ("they", "them")
    if counted and after is not None and is_one(singular_of(after.text.lower()), label=together[0].chosen.label):
        end = after.end  # "the two diseases"
    *first, last = (one.mention for one in together)
    names = f"{', '.join(first)} and {last}"
    both = found[0].lower().startswith("both")
    return [Edit(found.start(), end, f"both {names}" if both else names)]


def _pointers(
    text: str, clause: Clause, entities: Sequence[Entity], name: str, is_one: Callable[..., bool]
) -> list[Edit]:
    """The words of a part that asks by which it speaks of the one thing that is named before it, with what they stand
    for: pronouns, "that gene", "there"."""
    words = [word for word in clause.within(spoken(text)) if not in_name(word.start, entities)]
    found: list[Edit] = []
    for place, (word, after) in enumerate(zip(words, [*words[1:], None], strict=True)):
        said = word.text.lower()
        before, *_ = [*text[: word.start].lower().split()[-1:], ""]
        if said in vocabulary().back_to_one:
            owner = said in vocabulary().pointing.owners | _OWNERS
            put = name if owner else without_possessive(name)  # "What's X's position and who does she work for"
            found.append(Edit(word.start, word.end, "the" if owner and found else put))  # "does that explain his Y"
        elif said in _POINTING and after is not None and _is_noun_for_one(after, is_one):
            found.append(Edit(word.start, after.end, name))
        elif said in ("that", "this") and _is_pronoun(words, place, text[word.end : clause.end]):
            found.append(Edit(word.start, word.end, name))
        elif _is_place(before, said, "" if after is None else after.text.lower()):
            start = word.start - len(before) - 1 if before in _AROUND else word.start
            found.append(Edit(start, word.end, f"in {name}"))
    return found


def _names_first(clause: Clause, entities: Sequence[Entity], pointers: Sequence[Edit]) -> bool:
    """Whether a part that asks names one thing before any word that points to it."""
    own = [one for one in entities if clause.holds(one)]
    return len({one.chosen.id for one in own}) == 1 and all(own[0].start < one.start for one in pointers)


def _is_relative(words: Sequence[Token], place: int) -> bool:
    """Whether a word is "that" between a noun and a verb ("the signs that occur")."""
    before, word, after = (
        words[at].text.lower() if 0 <= at < len(words) else "" for at in (place - 1, place, place + 1)
    )
    verb = after in vocabulary().auxiliary or bool(thesaurus.infinitives(after))
    return word == "that" and verb and before not in vocabulary().auxiliary | _BEFORE_POINTING


def _is_noun_for_one(noun: Token, is_one: Callable[[str], bool]) -> bool:
    """Whether a noun may be said of the one thing that is meant; "the list" is where that stands."""
    said = noun.text.lower()
    return singular_of(said) == said and said not in vocabulary().registers and (said in _SORTS or is_one(said))


def _is_pronoun(words: Sequence[Token], place: int, rest: str) -> bool:
    """Whether "that" or "this" stands for a thing by itself: at the end behind a preposition ("goes with that"), or
    behind the verb that begins a question, before one ("does that cause X") or an article ("is that a rare one")."""
    before = words[place - 1].text.lower() if place else ""
    if not spoken(rest):
        return before in _BEFORE_POINTING
    after = words[place + 1].text.lower() if place + 1 < len(words) else ""
    said_of_it = after in ("a", "an") or bool(thesaurus.infinitives(after))
    return place == 1 and before in vocabulary().auxiliary and said_of_it


def _is_place(before: str, word: str, after: str) -> bool:
    """Whether a word stands for a place that is told, and does not only say that something exists ("are there")."""
    return word in _PLACES and vocabulary().auxiliary.isdisjoint((before, after))


def _by_itself(text: str, clause: Clause, pointers: Sequence[Edit]) -> str:
    """A part that asks, as a question with a name in the place of what points to it."""
    said, place = "", clause.start
    for one in pointers:
        said += text[place : one.start] + one.put
        place = one.end
    said = f"{said}{text[place : clause.end]}".strip(" ,.;:!?-–—\n()")
    first = spoken(said)[:1]
    if first and first[0].text.lower() in ("and", "but", "so", "also", "then"):
        said = said[first[0].end :].strip()
    return f"{said[:1].upper()}{said[1:]}?"


def beside(text: str, told: Sequence[Clause], entities: Sequence[Entity]) -> list[SetAside]:
    """What parts that only tell say, without the names."""
    found: list[SetAside] = []
    for clause in told:
        place = clause.start
        for entity in sorted(entities, key=lambda one: one.start):
            if clause.holds(entity):
                found += span(text, place, entity.start)
                place = entity.end
        found += span(text, place, clause.end)
    return found
