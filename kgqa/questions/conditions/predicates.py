"""How people say a property that is so or not, by its name: "has_gait_lab" of clinics with a gait lab, "lives_alone" of
patients who live alone, "on_nhs_list" of components on the NHS list, "organic" of farms that are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from kgqa.language import thesaurus
from kgqa.language.inflection import base, is_verb, plural, singular_of

Kind = Literal["noun", "verb", "adjective", "phrase"]
YES, NO = frozenset({"yes", "true", "y"}), frozenset({"no", "false", "n"})
"""The texts of what is so or not, in small letters."""
_HAVING = frozenset({"has", "have", "having", "with", "includes"})
_BEING = frozenset({"is", "are", "was", "were", "being"})
_MODAL = frozenset({"can", "may", "must", "will", "should", "could"})
_OPPOSITES = {
    "in": ("out of", "outside"),
    "under": ("out of", "outside"),
    "within": ("out of", "outside"),
    "on": ("off",),
}
"""What says the opposite of words that begin so ("under warranty")."""
_PREPOSITIONS = frozenset({"in", "on", "at", "under", "for", "by", "from", "of", "out"})


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is so or not of things.

    Attributes:
        kind: a noun that they have, a verb of what they do, an adjective that is said of them, or words behind "are".
        text: the noun, the verb in the plural with what belongs to it, or the words.
    """

    kind: Kind
    text: str

    @property
    def forms(self) -> tuple[str, ...]:
        """The text in every form in which it may be said, in small letters."""
        first, _, rest = self.text.partition(" ")
        if self.kind != "verb" or first in _MODAL:
            return (self.text,)
        third = next((form for form in _thirds(first) if base(form) == first), first)
        stems = (first.removesuffix("e"), first, f"{first}{first[-1]}")
        doing = next((f"{one}ing" for one in stems if first in thesaurus.infinitives(f"{one}ing")), "")
        return tuple(f"{form} {rest}".strip() for form in dict.fromkeys((first, third, doing)) if form)

    @property
    def opposites(self) -> tuple[str, ...]:
        """Words that say that it is not so ("out of warranty" where that is "under warranty")."""
        return opposites_of(self.text) if self.kind == "phrase" else ()

    def said(self, noun: str, *, holds: bool) -> str:
        """That it is so of things, or not: "that live alone", "without gait lab", "that are not organic".

        Args:
            noun: of their type.
        """
        no = "" if holds else "not "
        if self.kind == "verb":
            modal = self.text.split()[0] in _MODAL
            first, _, rest = self.text.partition(" ")
            return f"that {first} {no}{rest}" if modal else f"that {'' if holds else 'do not '}{self.text}"
        last = self.text.split()[-1]
        people = all(map(thesaurus.is_person, (last, noun.split()[0])))
        if self.kind == "noun" and (people or thesaurus.is_kind_of(last, noun.split()[0])):
            return f"that are {no}{plural(self.text)}"
        if self.kind == "noun":
            return f"{'with' if holds else 'without'} {self.text}"
        return f"that are {no}{self.text}"


def opposites_of(phrase: str) -> tuple[str, ...]:
    """What says the opposite of words that begin with a preposition; none for any others.

    >>> opposites_of("on menu"), opposites_of("menu")
    (('off menu',), ())
    """
    first, _, rest = phrase.partition(" ")
    return tuple(f"{one} {rest}" for one in _OPPOSITES.get(first, ())) if rest else ()


@lru_cache(512)
def predicate(name: str) -> Predicate:
    """How the property of this name is said.

    >>> predicate("has gait lab"), predicate("lives alone").forms, predicate("can recur").said("condition", holds=False)
    (Predicate(kind='noun', text='gait lab'), ('live alone', 'lives alone', 'living alone'), 'that can not recur')
    """
    first, _, rest = name.partition(" ")
    if rest and first in _HAVING:
        return Predicate("noun", rest)
    if rest and first in _BEING:
        return predicate(rest)
    if rest and first in _MODAL:
        return Predicate("verb", name)
    if rest and first in _PREPOSITIONS:
        return Predicate("phrase", name)
    last = name.split()[-1]
    # A "burns unit" burns no unit: organisations are called after what they are for.
    for_something = thesaurus.is_known(singular_of(first), "n") and thesaurus.is_kind_of(last, "organization")
    does = is_verb(first) and base(first) in thesaurus.infinitives(first) and not for_something
    if rest and (first == "does" or does):
        return Predicate("verb", f"{base(first)} {rest}")
    noun = thesaurus.is_known(last, "n") and not thesaurus.is_known(last, "a") and not thesaurus.is_participle(last)
    return Predicate("noun" if noun else "adjective", name)


def _thirds(verb: str) -> tuple[str, ...]:
    ies = (f"{verb[:-1]}ies",) if verb.endswith("y") else ()
    return (*ies, f"{verb}es", f"{verb}s")
