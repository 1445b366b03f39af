"""What a text says against what it was read as, so that the reading asks for the opposite, or of one person what was
told of two.

A reading has the names of a text and the noun that is asked for, and may still have lost the small words that turn it:
"has the *fewest* of them", "thought of but *not found*", "A + B - C". Where the reading does not say them in words of
its own, the text was not understood. Neither was it where what only stands beside a name ("diseases with *a gene and
nystagmus*") was read as if the name said which of it is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from kgqa.language import requests
from kgqa.language.inflection import comparative, singular_of, stem
from kgqa.language.normalise import NAME, blanked
from kgqa.language.thesaurus import infinitives, is_kind_of, is_known, is_participle, is_person
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import DETERMINER, vocabulary
from kgqa.questions.by_meaning.clauses import Clause, clauses, in_name
from kgqa.questions.intent import Intent, Variable, conditions_of, relations_of, things_of
from kgqa.questions.tagging import Item
from kgqa.questions.text.courtesy import patients
from kgqa.records import Entity, Reading, SetAside

_FEW = re.compile(
    r"\b(?:fewest|(?:smallest|lowest|least)\s+number\s+of|at\s+(?:the\s+)?most|no\s+more\s+than|not\s+more\s+than"
    r"|(?:all|every|everything)(?:\s+of\s+(?:it|them|these|those))?\s+(?:but|except)|none\s+of|(?:just|exactly|only)\s+one\s+of)\b",
    re.IGNORECASE,
)
"""Words for few, or for all but some, of what is named."""
_BOUND = frozenset({
    "fewest", "fewer", "few", "most", "exactly", "not", "no", "without", "only", "other", "besides", "less"
})  # fmt: skip
"""Words of a plain question that may say the same."""
_COMPARING = _BOUND | {"more"}
"""Those with which one may say which of two has more."""
_NOT_SHOWN = re.compile(
    rf"{NAME}[^.?!;{NAME}]*?(?P<said>\b(?:not|never)\s+(?:(?:been|be|yet|really|actually|ever)\s+)*(?P<verb>[a-z]+))\b",
    re.IGNORECASE,
)
_SILENT = frozenset({"not", "no", "without"})
_DENIALS = _SILENT | {"excluded"}
"""Words of a plain question that something is not so, be it that this is recorded."""
_SHOWN = frozenset({"confirmed", "detected", "present", "proven", "demonstrated", "diagnosed", "established"})
"""What a finding is that is there, beside what the verbs for a record say."""
_NOT_SO = re.compile(
    rf"{NAME}\s+(?:is|are|be|was|were)\s+(?P<said>(?:not|never)\s+(?:[a-z]+ly\s+|so\s+|very\s+)?(?P<what>[a-z]+))\s*(?:[?.,;]|$)",
    re.IGNORECASE,
)
_SPEAKING = re.compile(r"\b(?:i|we|you)\b", re.IGNORECASE)
_SELDOM = re.compile(
    rf"\b(?P<said>hardly|barely|scarcely|rarely|seldom|fear(?:s|ed|ing)?|afraid\s+of)\s+"
    rf"(?:(?:any|ever|a|an|the|had|has|have)\s+)*{NAME}",
    re.IGNORECASE,
)
"""That something is told as seldom, or as not yet there."""
_OTHER = re.compile(rf"\b(?:the\s+other|another|a\s+second)\s+(?P<who>[a-z]+)\b[^.?!;{NAME}]*{NAME}", re.IGNORECASE)
_OWN = re.compile(rf"\b(?:my|our|his|her|their)\s+{NAME}", re.IGNORECASE)
_PLUS = re.compile(rf"{NAME}\s*\+\s*{NAME}")
_MINUS = re.compile(rf"{NAME}\s+(?P<sign>[-–−])\s*{NAME}")
_INSTEAD = re.compile(rf"{NAME}\s*,?\s+(?P<said>rather\s+than|instead\s+of)\s[^.?!;]*?{NAME}", re.IGNORECASE)
_NONE = re.compile(r"\bnone\s+of\b|\bneither\b", re.IGNORECASE)
_EQUAL = re.compile(r"\bas\s+(?P<what>[a-z]+)\s+as\b", re.IGNORECASE)
_CLOSES = re.compile(r"\bbut\b|[.?!;]")
_GRADED = re.compile(r"\b(?:more|less)\s+(?P<what>[a-z]+)\s+(?:than|in|,|or)\b", re.IGNORECASE)
_NAMES = re.compile(f"{NAME}+")
_THE_MORE = re.compile(r"\bwhich\b[^.?!;]*?\bthe\s+(?P<what>[a-z]+er)\b", re.IGNORECASE)
"""Which of two has more of something that is not counted by links ("the *longer* list")."""
_CHIEF = re.compile(
    r"\W*(?:is|are|was|were)\b[^.?!,;]*\bthe\s+(?P<said>main|chief|leading|principal|primary|major|usual)\s+[a-z]",
    re.IGNORECASE,
)
"""Whether something is more than others what it is, of which a link says nothing."""
_FITTING = frozenset({"compatible", "consistent", "plausible", "likely", "possible", "probable", "common", "typical"})
"""What a thing is that somebody may have, or what is often so, however it is asked."""
_OF_PART = re.compile(rf"\s+(?P<part>of\s+(?:(?:{DETERMINER}|both|one)\s+)?(?P<noun>[a-z]+))\b", re.IGNORECASE)
_PART = re.compile(
    r"\b(?:what|how)\s+(?:do|does|is|are)\s+(?:the|his|her|their|its|my)\s+(?P<noun>[a-z]+)\b", re.IGNORECASE
)
"""A part of the body of which it is asked how it is."""
_TO = re.compile(rf"\s+(?P<part>to\s+(?:{DETERMINER}\s+)?(?P<noun>[a-z]+))\b", re.IGNORECASE)
_ENDS = re.compile(r"\s*(?:[?.!,;]|$)|\s+(?:in|of|for|with)\b")
_UN = "un"
_IDLE = frozenset({"missing"})
"""What who asks does without asking for it ("what am I missing")."""
_AWAY = (" by", " from", " to")
"""How verbs end that are said of one end of a link alone."""
_PAIRED = re.compile(r"\b([A-Z][a-z]+)-([A-Z][a-z]+)\b")
"""How syndromes are called after two people."""
_JOINS = re.compile(r",?\s+and\s+(?:an?\s+|the\s+)?|\s*[,&+]\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|how)\b", re.IGNORECASE)
"""What asks before two names how they are linked."""
IsName = Callable[[str], bool]
"""Whether the graph writes a word only as names of people and places are written."""


def turned(text: str, items: Sequence[Item], entities: Sequence[Entity], reading: Reading, is_name: IsName) -> str:
    """What a reading leaves out of a cleaned text without which it asks for something else: the part of the body of
    which a finding is told or something is asked ("thinning of the bones of the *skull*", "what does the *face* look
    like"), what somebody is figuratively so to ("deaf to advice"), what the things that are asked for are to be ("which
    findings of A are *fatal*"), and two people after whom something is called; empty where there is nothing of it.

    Args:
        items: of the text.
        is_name: whether the graph writes a word only as names of people and places are written.
    """
    said = {stem(word.text.lower()) for word in spoken(reading.question)}
    asking = [one for one in clauses(text, entities) if one.asks]
    chief = _CHIEF.match(text)
    if chief is not None and stem(chief["said"].lower()) not in said:
        return chief["said"]
    return (
        _nature(text, items, entities, asking, reading)
        or _deed(text, items, asking, said)
        or _part_asked(text, entities, asking, said)
        or _part_told(text, entities, reading, said)
        or _two_people(text, entities, reading, said, is_name)
    )


def _nature(
    text: str, items: Sequence[Item], entities: Sequence[Entity], asking: Sequence[Clause], reading: Reading
) -> str:
    """What the things that are asked for are to be, that the reading does not say."""
    plain = [word.lowered for word in spoken(reading.question)]
    said = set(map(stem, plain))
    for before, item in pairwise(items):
        said_so = item.text.lower()
        beside = text[before.end : item.start] == " " and before.text.lower().split()[-1] in vocabulary().be
        asked = item.unread and any(one.covers(item.start) for one in asking)
        predicate = beside and asked and _ENDS.match(text, item.end)
        adjective = is_known(said_so, "a") and not is_participle(said_so) and said_so not in _FITTING
        # "Unknown" is said by "no", as which it was read.
        denied = said_so.startswith(_UN) and not _DENIALS.isdisjoint(plain)
        if predicate and adjective and not (denied or stem(said_so) in said or in_name(item.start, entities)):
            return item.text
    return ""


def _part_asked(text: str, entities: Sequence[Entity], asking: Sequence[Clause], said: set[str]) -> str:
    """The part of the body of which it is asked how it is."""
    for match in _PART.finditer(text):
        noun = match["noun"].lower()
        asked = any(one.covers(match.start()) for one in asking) and not in_name(match.start("noun"), entities)
        if asked and stem(noun) not in said and is_kind_of(singular_of(noun), "body part"):
            return match["noun"]
    return ""


def _part_told(text: str, entities: Sequence[Entity], reading: Reading, said: set[str]) -> str:
    """The part of the body of which a finding is told, or what somebody is figuratively so to."""
    for entity in entities:
        part = _OF_PART.match(text, entity.end)
        if part is not None and not in_name(part.start("noun"), entities):
            noun = part["noun"].lower()
            unsaid = stem(noun) not in said and noun not in vocabulary().empty
            if unsaid and any(holds_noun(one, part) for one in reading.set_aside):
                return part["part"]
        toward = _TO.match(text, entity.end) if entity.guess == "variant" else None
        if toward is not None and any(holds_noun(one, toward) for one in reading.set_aside):
            return toward["part"]
    return ""


def _two_people(text: str, entities: Sequence[Entity], reading: Reading, said: set[str], is_name: IsName) -> str:
    """Two people after whom something is called that was set aside."""
    for aside in reading.set_aside:
        for match in _PAIRED.finditer(text, aside.start, aside.end):
            named = not in_name(match.start(), entities) and all(map(is_name, match.groups()))
            if named and stem(match[1].lower()) not in said:
                return match[0]
    return ""


def graded(text: str, items: Sequence[Item], entities: Sequence[Entity], question: str) -> Item | None:
    """A word that says how much there is of what a relation or a value says, or that turns it round, and that a plain
    question leaves out ("*low* sensitivity to A", "*weakly* associated with B"); None where there is none.

    Args:
        items: of the text.
    """
    said = {word.stem for word in spoken(question)}
    asking = [one for one in clauses(text, entities) if one.asks]
    for item, after in zip(items, [*items[1:], None], strict=True):
        word = item.text.lower()
        grades = item.unread and not {word, word.removesuffix("ly")}.isdisjoint(vocabulary().grading)
        if not grades or stem(word) in said or not any(one.covers(item.start) for one in asking):
            continue
        beside = after is not None and after.position == item.last + 1 and _says_something(after, entities)
        if beside or word.endswith("ly"):
            return item
    return None


def _says_something(item: Item, entities: Sequence[Entity]) -> bool:
    """Whether an item is a word for a relation or a property, or a name that tells how things are."""
    if item.entity is not None:
        return entities[item.entity].guess == "value"
    return bool(item.meaning.relations or item.meaning.properties)


def _deed(text: str, items: Sequence[Item], asking: Sequence[Clause], said: set[str]) -> str:
    """What somebody is to do or does, where that is what is asked and no more than who asks does with the answer ("what
    should I *eat*", and not "which gene should I *request*"); empty where there is nothing of it."""
    known = vocabulary()
    words, unread = spoken(text), {one.start: one for one in items if one.unread}
    idle = known.minding | known.general | known.seeking | known.wishing | known.speaking | known.orders | _IDLE
    for before, modal, subject, word in zip(words, words[1:], words[2:], words[3:], strict=False):
        does = modal.lowered in known.auxiliary and subject.lowered in known.subjects
        # What begins so asks for yes or no, or only asks for an answer ("can you run me through").
        asked = does and any(one.covers(before.start) and one.covers(word.start) for one in asking)
        item = unread.get(word.start) if asked else None
        verb = word.lowered
        if item is not None and infinitives(verb) and verb not in idle and stem(verb) not in said:
            return item.text
    return ""


def holds_noun(aside: SetAside, match: re.Match[str]) -> bool:
    """Whether the noun of a match is set aside."""
    return aside.start <= match.start("noun") < aside.end


def contradicted(
    text: str, entities: Sequence[Entity], question: str, asked: Callable[[], Intent | None], ranked: Callable[[], bool]
) -> str:
    """The words of a cleaned text that its reading loses though they turn it; empty where there are none.

    Args:
        question: the plain question as which it was read.
        asked: what that asks for, where that is known.
        ranked: whether it is asked what has some things, as of what somebody could have who has them.
    """
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    said = frozenset(word.text.lower() for word in spoken(question))
    lost = [*_few(masked, question, said), *_graded(masked, said), *_not_so(masked, said)]
    lost += _none(masked, entities, asked)
    told = [*_unseen(masked, said), *_minus(masked, said), *_instead(masked, said)]
    told += _second_person(masked, entities, question)
    return next(iter(lost or (told if told and ranked() else ())), "")


def reads_and_as_of(
    items: Sequence[Item], entities: Sequence[Entity], readings: Callable[[], Sequence[Intent]]
) -> bool:
    """Whether a question was read as if a name told which things of a type are meant that "and" joins to it.

    Args:
        readings: gives what it was read as; not called where "and" joins nothing so.
    """
    joined = [
        (one.meaning.labels, {c.id for c in (entities[name.entity].chosen, *entities[name.entity].rivals)})
        for one, joint, name in zip(items, items[1:], items[2:], strict=False)
        if one.entity is None and one.meaning.labels and joint.text.lower() == "and" and name.entity is not None
    ]
    if not joined:
        return False
    behind = [one.variable for intent in readings() for one in conditions_of(intent.answer) if one.variable is not None]
    return any(one.label in labels and not ids.isdisjoint(_things_of(one)) for labels, ids in joined for one in behind)


def parts_joined(text: str, entities: Sequence[Entity], readings: Callable[[], Sequence[Intent]]) -> bool:
    """Whether two names of a cleaned text that "and" joins may be things of one type, and the question was read as if
    one of them were of another type, with which the other is linked ("anything for *A and B*" asks for what goes with
    both, and not whether A has B).

    Args:
        readings: gives what it was read as; not called where "and" joins no names so.
    """
    once = sorted({one.start: one for one in entities}.values(), key=lambda one: one.start)
    joined = [
        (one, after)
        for one, after in pairwise(once)
        if _JOINS.fullmatch(text, one.end, after.start) is not None
        and _BETWEEN.search(text, 0, one.start) is None
        and one.labels & after.labels
    ]
    used = {
        id_: thing.label
        for intent in (readings() if joined else ())
        for thing in things_of(intent)
        for id_ in thing.ids
    }
    types = {
        name.start: {used[id_] for c in (name.chosen, *name.rivals) for id_ in (c.id, *c.ids) if id_ in used}
        for pair in joined
        for name in pair
    }
    ends = ((types[one.start], types[after.start]) for one, after in joined)
    return any(here and there and here.isdisjoint(there) for here, there in ends)


def said_of_other_end(
    items: Sequence[Item], entities: Sequence[Entity], readings: Callable[[], Sequence[Intent]]
) -> str:
    """A verb of a question that it says of the end of a link that does not do it, although the question was read as if
    it did ("which heart defects is X *caused by*"); empty where there is none.

    Args:
        readings: gives what it was read as; not called where no verb is said of one end of a link alone.
    """
    verbs = [(at, one) for at, one in enumerate(items) if one.meaning.directions and one.text.lower().endswith(_AWAY)]
    relations = {relation for intent in readings() for relation in relations_of(intent)} if verbs else set()
    for at, verb in verbs:
        doers = {
            relation.source if of_source else relation.target
            for relation in relations
            for type_, of_source in verb.meaning.directions
            if type_ == relation.type
        }
        # "Where does A in B come from" says it of A, whatever B is.
        turn = max((place for place, one in enumerate(items[:at]) if one.auxiliary), default=-1)
        named = [one for one in items[turn + 1 : at] if one.entity is not None]
        # What is asked for does it in "my patient has X; which disorders arise from it".
        before = [one for one in items[:at] if not one.auxiliary and (one.entity is not None or one.meaning.labels)]
        subject = {label for one in named or before[-1:] for label in _types_of(one, entities)}
        if doers and subject and doers.isdisjoint(subject):
            return verb.text
    return ""


def _types_of(item: Item, entities: Sequence[Entity]) -> frozenset[str]:
    """The types of what a name may stand for, or of which a noun is one for things."""
    return item.meaning.labels if item.entity is None else entities[item.entity].labels


def is_said(name: Entity, question: str) -> bool:
    """Whether a plain question has a thing."""
    return name.chosen.name in question or name.mention in question


def _things_of(variable: Variable) -> set[str]:
    return {id_ for condition in variable.conditions for thing in condition.things for id_ in thing.ids}


def _few(masked: str, question: str, said: frozenset[str]) -> Iterator[str]:
    match = _FEW.search(masked)
    if match is not None and (said & _BOUND) <= {"most"} and "at most" not in question.lower():
        yield match[0]


def _instead(masked: str, said: frozenset[str]) -> Iterator[str]:
    """That one thing is so and another one is not."""
    match = _INSTEAD.search(masked)
    if match is not None and _SILENT.isdisjoint(said):
        yield match["said"]


def _unseen(masked: str, said: frozenset[str]) -> Iterator[str]:
    """That something that is told was not found, or hardly."""
    seldom = _SELDOM.search(masked)
    if seldom is not None and {"rarely", "seldom", "not", "few", "occasional"}.isdisjoint(said):
        yield seldom["said"]
    for match in _NOT_SHOWN.finditer(masked):
        speaker = _SPEAKING.search(masked, match.start(), match.start("said")) is not None
        if _is_shown(match["verb"].lower()) and not speaker and _DENIALS.isdisjoint(said):
            yield match["said"]


def _compares(word: str) -> bool:
    """Whether a word is an adjective by which two things are compared ("longer")."""
    stems = {word[:-2], word[:-1], word[:-3], f"{word[:-3]}y"}
    return any(is_known(one, "a") and comparative(one) == word for one in stems)


def _not_so(masked: str, said: frozenset[str]) -> Iterator[str]:
    """What a thing is not, where the reading denies the thing itself ("where A is not *rare*")."""
    stems = {stem(word) for word in said}
    for match in _NOT_SO.finditer(masked):
        what = match["what"].lower()
        if is_known(what, "a") and not (_is_shown(what) or stem(what) in stems):
            yield match["said"]


def _is_shown(word: str) -> bool:
    """Whether a word says that something is there."""
    played = requests.played_at([Token(0, len(word), word)], 0)
    return word in _SHOWN or (played is not None and any(one.part == "link" for one in played[1]))


def _minus(masked: str, said: frozenset[str]) -> Iterator[str]:
    """A minus among plus signs."""
    minus = _MINUS.search(masked) if _PLUS.search(masked) is not None else None
    if minus is not None and _SILENT.isdisjoint(said):
        yield minus["sign"]


def _none(masked: str, entities: Sequence[Entity], asked: Callable[[], Intent | None]) -> Iterator[str]:
    """That nothing is so of several things, of some of which the reading asks that it is."""
    match = _NONE.search(masked)
    intent = asked() if match is not None else None
    if match is None or intent is None:
        return
    end = _CLOSES.search(masked, match.end())
    behind = [one for one in entities if match.end() <= one.start < (end.start() if end is not None else len(masked))]
    none = {one.chosen.id for one in behind or entities}
    held = (one for one in conditions_of(intent.answer) if not (one.negated or one.denied))
    if any(not none.isdisjoint(thing.ids) for one in held for thing in one.things):
        yield match[0]


def _second_person(masked: str, entities: Sequence[Entity], question: str) -> Iterator[str]:
    """Another person who has something than the one who has what is named before it ("father with A, son with B", "the
    other twin", "my mother's A and my B")."""
    verb = r"(?:with|has|had|having|shows?|presents?(?:\s+with)?)"
    has = rf"\b(?P<who>{patients().pattern})\s+{verb}\s[^.?!;{NAME}]*{NAME}"
    first = ""
    for match in re.finditer(has, masked, re.IGNORECASE):
        name = next((one for one in entities if one.start <= match.end() - 1 < one.end), None)
        if name is None or not is_said(name, question):
            continue
        if first and first != match["who"].lower():
            yield match["who"]
        first = first or match["who"].lower()
    other = _OTHER.search(masked)
    if other is not None and NAME in masked[: other.start()] and is_person(singular_of(other["who"].lower())):
        yield other["who"]
    theirs = re.search(rf"\b(?P<who>{patients().pattern})['’]s\s+{NAME}", masked, re.IGNORECASE)
    if theirs is not None and _OWN.search(masked) is not None:
        yield theirs["who"]


def _graded(masked: str, said: frozenset[str]) -> Iterator[str]:
    """By what things are compared, where that is no number or frequency ("more *severe* than", "which has the *longer*
    list"), and that they are alike in it ("as often as"), which nothing reads."""
    stems = {stem(word) for word in said}
    often = vocabulary().fitting.union(vocabulary().cues["often"])
    for match in _GRADED.finditer(masked):
        what = match["what"].lower()
        counted = what in often or not is_known(what, "a") or is_known(what, "n")
        if not counted and stem(what) not in stems and {"more", "fewer", "most"} & said:
            yield match["what"]
    for match in _THE_MORE.finditer(masked) if len(_NAMES.findall(masked)) > 1 else ():
        what = match["what"].lower()
        if _compares(what) and stem(what) not in stems and _COMPARING.isdisjoint(said):
            yield match["what"]
    for match in _EQUAL.finditer(masked):
        if match["what"].lower() in vocabulary().cues["often"]:
            yield match[0]
