"""What may be told beside a question that is whole without it: who asks, and how it came up.

"I am comparing A cohorts. Which signs of B are frequent?" asks for signs of B, and "My dad has B and now they want to
look at his heart. Which signs does it show?" for those as well, of the one thing told before that it can be said of. A
sentence before or behind such a question is set aside where it tells of somebody and nothing in it could be a condition
of what is asked for: no wish ("I only want …", "we know A already"), no denial, nothing by which things are sorted, no
name that what is asked for is linked with. Where illnesses are looked for, whatever is told of a patient may be one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from kgqa.language.inflection import is_verb, singular_of
from kgqa.language.thesaurus import infinitives, is_person
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import Clause, in_name
from kgqa.questions.by_meaning.decomposition import restricts
from kgqa.questions.by_meaning.told_findings import findings_without_name
from kgqa.questions.text.courtesy import asides
from kgqa.records import Entity

_SOMEBODY = frozenset({"i", "we", "he", "she", "they", "my", "our", "his", "her", "their", "somebody", "someone"})
_SPEAKERS = frozenset({"i", "we", "me", "us"})
_FIRST = 6
"""Words of a sentence within which it says of whom it tells."""


def may_be_set_aside(
    text: str,
    told: Sequence[Clause],
    entities: Sequence[Entity],
    asked: Sequence[Entity],
    sorts: Callable[[str], bool],
    conditions: Callable[[str], bool],
    *,
    diagnosing: bool,
) -> bool:
    """Whether parts of a text that tell something put no condition on a question that is whole without them.

    Args:
        told: these parts.
        asked: the names that the question has, or points to.
        sorts: whether a word is one by which things are sorted.
        conditions: whether things of a type, by its label, can be a condition of what is asked for.
        diagnosing: illnesses are asked for.
    """
    ids = {one.chosen.id for one in asked}
    polite = [one for one in asides(text, ()) if not one.person]
    for clause in told:
        within = clause.within(spoken(text))
        words = [
            word
            for word in within
            if not in_name(word.start, entities) and not any(one.start <= word.start < one.end for one in polite)
        ]
        if not words:
            if any(clause.holds(one) and one.chosen.id not in ids for one in entities):
                return False
            continue
        named = [one for one in entities if clause.holds(one) and one.chosen.id not in ids]
        if any(conditions(label) for one in named for label in {c.label for c in (one.chosen, *one.rivals)}):
            return False
        if any(_narrows(text, within, one) for one in entities if clause.holds(one) and one.chosen.id in ids):
            return False
        if not _tells_of_somebody(within) or _is_bounded(words, sorts) or restricts(text, clause):
            return False
        if diagnosing and (
            findings_without_name(text, clause.start, clause.end, entities) or any(map(_is_number, words))
        ):
            return False
    return True


def _narrows(text: str, words: Sequence[Token], name: Entity) -> bool:
    """Whether a word before a name says which kind of it is meant ("late A")."""
    before = next((word.text.lower() for word in reversed(words) if word.end <= name.start), "")
    beside = bool(before) and text[: name.start].rstrip().lower().endswith(before)
    known = vocabulary()
    return beside and before not in known.function | known.auxiliary and not (is_verb(before) or infinitives(before))


def _tells_of_somebody(words: Sequence[Token]) -> bool:
    """Whether a sentence begins with a person, of whom it tells something; not where it begins with a verb ("take a
    child with …")."""
    for place, word in enumerate(words[:_FIRST]):
        said = word.lowered.split("'")[0]
        if said in _SOMEBODY or is_person(singular_of(said)):
            return True
        if is_verb(said) or said in vocabulary().auxiliary or (not place and infinitives(said)):
            return False
    return False


def _is_bounded(words: Sequence[Token], sorts: Callable[[str], bool]) -> bool:
    """Whether words deny, doubt, sort or speak of kinds, or say what who asks wishes to be told."""
    known = vocabulary()
    said = [word.lowered for word in words]
    against = known.denying | known.undoing | known.scoping
    if ("used", "to") in pairwise(said):
        return True  # where somebody used to be he is no more
    if any(one.split("'")[0] in _SPEAKERS for one in said):
        against |= known.wishing
    return any(one in against or singular_of(one) in known.sorts or one.endswith("n't") or sorts(one) for one in said)


def _is_number(word: Token) -> bool:
    return word.text[:1].isdigit() or word.text.lower() in vocabulary().numbers
