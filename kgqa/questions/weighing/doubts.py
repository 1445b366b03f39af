"""What stands against answering what a text is likely to ask: signs that it asks for more or for something else.

"Why was X founded?", "which wooden ships …" and "did A give X away" are near to a plain question, and none of them asks
it. Most signs are weighed with all that is known of a candidate; a few forbid an answer. Each holds for any graph.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, get_args

from kgqa.language import thesaurus, units
from kgqa.language.common_words import is_english
from kgqa.language.inflection import singular_of
from kgqa.language.normalise import blanked
from kgqa.language.tokens import Token
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import Clause
from kgqa.questions.by_meaning.likeness import likeness
from kgqa.questions.by_meaning.told_findings import says_more_of_it
from kgqa.questions.conditions.qualifier_phrases import is_among, is_within
from kgqa.questions.misplaced import asks_what_may_be
from kgqa.questions.negation.reversals import leaves_denied, loses_condition, of_two_people, puts_otherwise
from kgqa.questions.weighing.text import Text
from kgqa.records import SetAside

_CHANGING = frozenset(
    {"why", "if", "must", "unless", "whether", "last", "first", "former", "previous", "next", "twice", "never", "still"}
)
_ONGOING = "still"
_PREPOSITIONS = frozenset(
    {"in", "at", "on", "for", "by", "from", "with", "during", "under", "without", "of", "to", "per"}
)
_WITH = frozenset({"with", "without"})
_DOING = frozenset({"do", "does", "did", "can", "could"})
_ASKING = frozenset({"which", "what", "how", "many", "whose", "more", "fewer", "less"})
_BESIDE_NAMES = frozenset({"the", "a", "an", "my", "our", "his", "her", "their", "its", "any", "some"})
_SAYS = 0.62
"""Cosine of a verb and the nearest word of a plain question below which that does not say it."""
_WHERE = re.compile(r"\W*where\b", re.IGNORECASE)
_LEADING_ON = frozenset({"into", "onto", "from", "against", "out", "off", "over", "before", "after"})
"""Words behind a verb with which it says something of its own."""
_UNRELATED = 0.27
"""Cosine of a noun and the nearest word of a plain question below which they have nothing to do with each other."""
_DEFINES = re.compile(r"\W*what\s+is\b", re.IGNORECASE)
_STATES = re.compile(r"^\W*NAME\s+(?:is|are|was|were|has|have)\b")


def doubts(
    text: Text, plain: Text, left: Sequence[Token], open_: Sequence[Token], asking: Sequence[Clause]
) -> dict[str, float]:
    """How often each sign holds of a text and a plain question that keeps all that must hold.

    Args:
        left: words of the text that the plain question does not have.
        open_: those of them of which it does not speak either.
        asking: the parts of the text that ask.
    """
    changing = [_changes(text, plain, one) for one in open_]
    return {
        "changed": float(len(_CHANGING.intersection(set(text.words) - set(plain.words) - _said_anyway(text, plain)))),
        "odd_words": float(sum(not is_english(one.text.lower()) for one in open_)),
        **{f"changed_{way}": float(changing.count(way)) for way in get_args(_Way)},
        "units": float(sum(units.is_unit(one.text) and _word_before(text, one) not in _ASKING for one in left)),
        "gives_away": float(_gives_away(text, plain)),
        "two_types": float(_has_two_types(text)),
        "asks_otherwise": float(_asks_otherwise(text, plain)),
        "states": float(_states(text)),
        "told_beside": float(_is_told_beside(text, asking)),
    }


def _said_anyway(text: Text, plain: Text) -> frozenset[str]:
    """What says nothing more than the present tense of what is recorded: "still" before what the plain question says
    itself ("is X *still* in use")."""
    behind = {
        next((after.text.lower() for after in text.content if after.start > one.start), "")
        for one in text.tokens
        if one.text.lower() == _ONGOING
    }
    return frozenset({_ONGOING} if behind and all(word and plain.says(word) for word in behind) else ())


FORBIDDING = (
    "changed", "odd_words", "units", "changed_asked", "changed_manner", "changed_before", "gives_away", "two_types",
    "asks_otherwise", "states",
)  # fmt: skip
"""Signs with which a text as often asks something else: nothing is answered unasked with one of them."""
WARNING = ("changed_of", "changed_verb", "changed_behind", "changed_place", "told_beside")
"""Signs with which it must be likelier to be meant."""


def forbids(text: Text, plain: Text, left: Sequence[Token]) -> bool:
    """Whether a plain question asks of other people than a text, or loses a condition of it, so that it is never
    answered unasked."""
    aside = [SetAside(one.start, one.end, one.text) for one in left]
    return (
        text.cues.get("all", 0) > plain.cues.get("all", 0)
        or text.cues.get("kind", 0) > plain.cues.get("kind", 0)
        or bool(text.cues.get("share")) != bool(plain.cues.get("share"))
        or _is_of_others(text, plain)
        or _asks_where(text, plain)
        or any(says_more_of_it(text.text, one.start, text.entities) for one in left)
        or (_DEFINES.match(plain.text) is not None and asks_what_may_be(text.text))
        or any(_is_of_what_is_told(text, plain, one) for one in left)
        or any(_is_of_somebody(text, one) or _is_of_name(text, plain, one) for one in left)
        or any(_is_all_that_is_asked(text, plain, one) for one in left)
        or puts_otherwise(text.text, [(one.start, one.text) for one in left], plain.text)
        or of_two_people(text.text, text.entities)
        or bool(loses_condition(text.text, text.entities, plain.text, aside))
        or bool(leaves_denied(text.text, text.entities, plain.text, aside))
    )


def _asks_where(text: Text, plain: Text) -> bool:
    """Whether a text asks for a place, and a plain question for none."""
    words = {singular_of(word) for word in plain.words}
    return bool(_WHERE.match(text.text)) and "where" not in words and not any(map(thesaurus.is_place, words))


_Way = Literal["asked", "manner", "of", "verb", "before", "behind", "place"]
"""How a word changes what is asked: as the noun for it ("which barges …"), by telling how something is done, with a
noun behind "of", as a verb that a plain question does not say, right before a name or a word for a type, right behind a
name, beside a preposition."""


def _changes(text: Text, plain: Text, word: Token) -> _Way | None:
    """How a word that is left out may say which things are meant, or what they do."""
    lower, tokens = word.text.lower(), text.tokens
    place = sum(one.start < word.start for one in tokens)
    before = tokens[place - 1] if place else None
    after = next((one for one in tokens if one.start >= word.end), None)
    if before is not None and before.text.lower() in _ASKING:
        return None if _means_one_of(lower, plain.words) else "asked"
    if lower in vocabulary().outstanding or lower in vocabulary().general:
        return None
    if lower.endswith("ly") and not thesaurus.is_known(lower, "n", "a"):
        return "manner"  # "illegally"
    noun = thesaurus.is_known(singular_of(lower), "n")
    if noun and after is not None and after.text.lower() == "of":
        return "of"
    beside = after is not None and text.text[word.end : after.start] == " "
    if after is not None and beside and _says_which(lower):
        noun_behind = plain.says(after.text.lower()) and thesaurus.is_known(singular_of(after.text.lower()), "n")
        if noun_behind or text.says_thing(after.start):
            return "before"  # "*empty* tankers", "*refined* crude oil"
    verbs = thesaurus.infinitives(lower)
    if verbs and (not noun or _is_subject(text, before)):
        general = any(map(thesaurus.has_many_meanings, verbs))
        return None if general or likeness().nearness(lower, plain.words) >= _SAYS else "verb"
    if after is not None and beside and text.says_thing(after.start):
        return "before"
    if noun and before is not None and text.names_at(before.start) and text.text[before.end : word.start] == " ":
        return "behind"
    leads = [one.text.lower() for one in tokens[:place] if one.text.lower() not in _BESIDE_NAMES][-1:]
    if noun and leads and leads[0] in _WITH:
        return "before"  # "rooms *with a window*" are some of the rooms
    return "place" if noun and leads and leads[0] in _PREPOSITIONS else None


def _says_which(word: str) -> bool:
    """Whether a word may say which of some things are meant, as adjectives and participles do."""
    return thesaurus.is_known(word, "a") or (word.endswith("ed") and thesaurus.is_participle(word))


def _means_one_of(noun: str, words: Sequence[str]) -> bool:
    """Whether a noun for what is asked for means one of the words of a plain question, or something of which that is a
    kind ("vessels" of ships, and not "barges"; what is near in meaning may be as far off as "sailors")."""
    singular, others = singular_of(noun), {singular_of(word) for word in words}
    return bool(thesaurus.synonyms(singular, "n") & others) or any(
        thesaurus.is_kind_of(other, singular) for other in others
    )


def _word_before(text: Text, word: Token) -> str:
    """The word right before another one of a text, in lower case."""
    before = [one.text.lower() for one in text.tokens if one.start < word.start]
    return before[-1] if before else ""


def _is_subject(text: Text, before: Token | None) -> bool:
    """Whether a verb may stand behind a word: a name, a word for a type, an auxiliary, or "who"."""
    leading = vocabulary().auxiliary | {"who", "that", "which"}
    return before is not None and (text.says_thing(before.start) or before.text.lower() in leading)


def _gives_away(text: Text, plain: Text) -> bool:
    """Whether a verb has a particle that the plain question does not have ("give up", "give X away")."""
    particles = vocabulary().particles - set(plain.words)
    tokens = [one.text.lower() for one in text.tokens]
    if tokens and tokens[-1] in particles:
        return True
    return any(after in particles and thesaurus.infinitives(before) for before, after in pairwise(tokens))


def _has_two_types(text: Text) -> bool:
    """Whether two words for types stand in a row ("which gene diseases …")."""
    pairs = (
        (one.start, after.start) for one, after in pairwise(text.tokens) if text.text[one.end : after.start] == " "
    )
    return any(
        text.nouns.get(one, after) != text.nouns.get(after, one)
        for one, after in pairs
        if one in text.nouns and after in text.nouns
    )


def _asks_otherwise(text: Text, plain: Text) -> bool:
    """Whether it is asked in which way something happens ("how does X cause Y") or on what occasion, or how many there
    are of what a plain question asks for itself, or of others ("how many people carry …"); "how many days" is as much
    as "how long", and "how many patients" as "how often"."""
    tokens = [one.text.lower() for one in text.tokens]
    pairs = list(pairwise(tokens))
    if text.whether and "when" in text.words:
        return True  # "did X pass when Y inspected it"
    if plain.words[:1] != ("how",) and any(one == "how" and after in _DOING for one, after in pairs):
        return True
    counted = [after for one, after in pairs if one == "many"]
    empty = vocabulary().function | vocabulary().light
    if plain.cues.get("count"):
        return bool(text.cues.get("count")) and any(one in empty and not plain.says(one) for one in counted)
    if not text.cues.get("count"):
        return False
    return not counted or not (units.is_unit(counted[0]) or counted[0] in empty)


def _states(text: Text) -> bool:
    """Whether a text says something of a name and asks nothing ("X is a Y")."""
    masked = blanked(text.text, [(one.start, one.end) for one in text.entities], "N")
    shown = re.sub(r"N+", "NAME", masked)
    return not text.text.rstrip().endswith("?") and _STATES.match(shown) is not None


def _is_told_beside(text: Text, asking: Sequence[Clause]) -> bool:
    """Whether names stand in what only tells, so that how they belong to what is asked is open."""
    return any(not any(part.covers(one.start) for part in asking) for one in text.entities)


def _is_all_that_is_asked(text: Text, plain: Text, word: Token) -> bool:
    """Whether a word is what a question for yes or no says of a name, its verb or behind "is" its adjective, so that
    whether it is so is all that is asked ("does A *protect* from B", "is A *beneficial* in B")."""
    if not text.whether:
        return False
    lower = word.text.lower()
    verbs = thesaurus.infinitives(lower)
    before = [one for one in text.tokens if one.end <= word.start and not one.text.lower().endswith("ly")][-1:]
    named = any(text.names_at(one.start) for one in before)
    if text.words[0] in vocabulary().be:
        return named and not verbs and thesaurus.is_known(lower, "a")
    after = [one.text.lower() for one in text.tokens if one.start >= word.end][:1]
    # "Can A *turn into* B", whatever "turn" says by itself.
    leads_on = not _LEADING_ON.isdisjoint(after)
    return lower in verbs and (leads_on or (named and _changes(text, plain, word) == "verb"))


def _is_of_name(text: Text, plain: Text, word: Token) -> bool:
    """Whether a word is a noun for something of a name ("the fear of A"), or in it that has nothing to do with what a
    plain question asks ("the weather in A")."""
    noun = word.text.lower()
    behind = [one for one in text.tokens if one.start >= word.end and one.text.lower() not in _BESIDE_NAMES][:2]
    joined = behind[0].text.lower() if len(behind) > 1 and text.names_at(behind[1].start) else ""
    if joined not in ("of", "in") or not thesaurus.is_known(singular_of(noun), "n"):
        return False
    return joined == "of" or likeness().nearness(noun, plain.words) < _UNRELATED


def _is_of_what_is_told(text: Text, plain: Text, word: Token) -> bool:
    """Whether a word is a noun for something of what a plain question asks how much it is ("the average *age* of the
    visitors", where their number is recorded)."""
    if _DEFINES.match(plain.text) is None or not thesaurus.is_known(singular_of(word.text.lower()), "n"):
        return False
    first, *behind = [
        one.text.lower() for one in text.tokens if one.start >= word.end and one.text.lower() not in _BESIDE_NAMES
    ][:2] or [""]
    return first == "of" and any(plain.says(one) for one in behind)


def _is_of_somebody(text: Text, word: Token) -> bool:
    """Whether a word tells of whom something is asked: a noun for people behind a preposition or a possessive, or
    before "of" ("in children", "the siblings of a boy", "A's husband")."""
    if not thesaurus.is_person(singular_of(word.text.lower())):
        return False
    tokens = [one for one in text.tokens if one.text.lower() not in _BESIDE_NAMES]
    before = [one for one in tokens if one.end <= word.start][-1:]
    behind = [one.text.lower() for one in tokens if one.start >= word.end][:1]
    owned = text.text[: word.start].rstrip().endswith(("'s", "’s", "s'"))
    return owned or behind == ["of"] or any(one.text.lower() in _PREPOSITIONS for one in before)


def _is_of_others(text: Text, plain: Text) -> bool:
    """Whether a share is asked among those who have what the plain question takes for a finding ("of patients with P
    who have D")."""
    if "frequency" not in plain.words:
        return False
    among = [one for one in text.entities if is_among(text.text, one.start)]
    within = any(is_within(text.text, one.start) for one in text.entities)
    return bool(among) and not within and len(text.entities) > 1
