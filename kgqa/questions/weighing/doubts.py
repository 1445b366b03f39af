"""What stands against answering unasked what a text is likely to ask: then it is only offered.

Texts that are near to a plain question and ask something else ("Why was X founded?", "which wooden ships …", "did A
give X away") are rare among the labelled questions, so that no share tells of them. Each rule here holds for any graph.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kgqa.language import thesaurus, units
from kgqa.language.common_words import is_english
from kgqa.language.inflection import singular_of
from kgqa.language.normalise import blanked
from kgqa.language.tokens import Token
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import Clause
from kgqa.questions.by_meaning.likeness import likeness
from kgqa.questions.qualifier_phrases import is_among, is_within
from kgqa.questions.turning import loses_condition, of_two_people
from kgqa.questions.weighing.text import Text
from kgqa.records import SetAside

_CHANGING = frozenset({"why", "if", "must", "unless", "whether"})
_PREPOSITIONS = frozenset(
    {"in", "at", "on", "for", "by", "from", "with", "during", "under", "without", "of", "to", "per"}
)
_DOING = frozenset({"do", "does", "did", "can", "could"})
_ASKING = frozenset({"which", "what", "how", "many", "whose", "more", "fewer", "less"})
_BESIDE_NAMES = frozenset({"the", "a", "an", "my", "our", "his", "her", "their", "its", "any", "some"})
_SAYS = 0.62
"""Cosine of a verb and the nearest word of a plain question below which that does not say it."""
_STATES = re.compile(r"^\W*NAME\s+(?:is|are|was|were|has|have)\b")


def is_doubtful(
    text: Text, plain: Text, left: Sequence[Token], open_: Sequence[Token], asking: Sequence[Clause]
) -> bool:
    """Whether anything in a text may ask for more or for something else than a plain question that keeps all that must
    hold.

    Args:
        left: words of the text that the plain question does not have.
        open_: those of them of which it does not speak either.
        asking: the parts of the text that ask.
    """
    aside = [SetAside(one.start, one.end, one.text) for one in left]
    return (
        not _CHANGING.isdisjoint(set(text.words) - set(plain.words))
        or any(not is_english(one.text.lower()) or _modifies(text, plain, one) for one in open_)
        or any(units.is_unit(one.text) and _word_before(text, one) not in _ASKING for one in left)
        or _gives_away(text, plain)
        or _has_two_types(text)
        or _asks_otherwise(text, plain)
        or _states(text)
        or _is_told_beside(text, asking)
        or text.cues.get("all", 0) > plain.cues.get("all", 0)
        or bool(text.cues.get("share")) != bool(plain.cues.get("share"))
        or _is_of_others(text, plain)
        or of_two_people(text.text, text.entities)
        or bool(loses_condition(text.text, text.entities, plain.text, aside))
    )


def _modifies(text: Text, plain: Text, word: Token) -> bool:
    """Whether a word that is left out says which things are meant, or what they do: what is asked for behind a question
    word, what stands right before or behind a name or right before a word for a type, a noun beside a preposition, and
    a verb that the plain question does not say."""
    lower, tokens = word.text.lower(), text.tokens
    place = next(n for n, one in enumerate(tokens) if one.start == word.start)
    before, after = tokens[place - 1] if place else None, tokens[place + 1] if place + 1 < len(tokens) else None
    if before is not None and before.text.lower() in _ASKING:
        return not _means_one_of(lower, plain.words)
    if lower in vocabulary().outstanding or lower in vocabulary().general:
        return False
    if lower.endswith("ly") and not thesaurus.is_known(lower, "n", "a"):
        return True  # "illegally"
    noun = thesaurus.is_known(singular_of(lower), "n")
    if noun and after is not None and after.text.lower() == "of":
        return True
    verbs = thesaurus.infinitives(lower)
    if verbs and (not noun or _is_subject(text, before)):
        general = any(map(thesaurus.has_many_meanings, verbs))
        return not general and likeness().nearness(lower, plain.words) < _SAYS
    if after is not None and text.text[word.end : after.start] == " " and text.says_thing(after.start):
        return True
    if noun and before is not None and text.names_at(before.start) and text.text[before.end : word.start] == " ":
        return True
    leads = [one.text.lower() for one in tokens[:place] if one.text.lower() not in _BESIDE_NAMES][-1:]
    return noun and bool(leads) and leads[0] in _PREPOSITIONS


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
    """Whether a verb may stand behind a word: a name, a word for a type, or an auxiliary."""
    return before is not None and (text.says_thing(before.start) or before.text.lower() in vocabulary().auxiliary)


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
    are of what a plain question asks for itself; "how many days" is as much as "how long", and "how many patients" as
    "how often"."""
    tokens = [one.text.lower() for one in text.tokens]
    pairs = list(pairwise(tokens))
    if text.whether and "when" in text.words:
        return True  # "did X pass when Y inspected it"
    if plain.words[:1] != ("how",) and any(one == "how" and after in _DOING for one, after in pairs):
        return True
    if not text.cues.get("count") or plain.cues.get("count"):
        return False
    counted = [after for one, after in pairs if one == "many"]
    empty = vocabulary().function | vocabulary().light
    return not counted or not (units.is_unit(counted[0]) or counted[0] in empty)


def _states(text: Text) -> bool:
    """Whether a text says something of a name and asks nothing ("X is a Y")."""
    masked = blanked(text.text, [(one.start, one.end) for one in text.entities], "N")
    shown = re.sub(r"N+", "NAME", masked)
    return not text.text.rstrip().endswith("?") and _STATES.match(shown) is not None


def _is_told_beside(text: Text, asking: Sequence[Clause]) -> bool:
    """Whether names stand in what only tells, so that how they belong to what is asked is open."""
    return any(not any(part.covers(one.start) for part in asking) for one in text.entities)


def _is_of_others(text: Text, plain: Text) -> bool:
    """Whether a share is asked among those who have what the plain question takes for a finding ("of patients with P
    who have D")."""
    if "frequency" not in plain.words:
        return False
    among = [one for one in text.entities if is_among(text.text, one.start)]
    within = any(is_within(text.text, one.start) for one in text.entities)
    return bool(among) and not within and len(text.entities) > 1
