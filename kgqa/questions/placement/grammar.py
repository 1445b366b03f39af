"""What the parts of a question for the place of a thing ask for together: a small grammar.

Every part that says a direction is evidence: a noun ("subtypes", "parent"), a preposition ("under"), a noun that sorts
("kinds of X"). What it says depends on what it belongs to: "subtypes of X" are below X, and "which terms is X a subtype
of" asks for what is above it; "under X" is below X, and "what does X fall under" above it. All evidence must agree, and
without any there is no such question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from kgqa.language.hierarchy import Steps
from kgqa.language.inflection import singular_of
from kgqa.questions.placement.parts import Said
from kgqa.records import Kind

_OF = frozenset({"of", "than", "from", "to", "for"})
"""Words behind a noun that stand before the thing whose it is."""
_ARTICLES = frozenset({"a", "an", "the", "this", "that", "its", "any", "called"})
_BE = frozenset({"is", "are", "be"})
_HAVE = frozenset({"have", "has", "had"})
_AUXILIARY = _BE | _HAVE | {"do", "does", "did", "is there", "are there"}
_SUCH = frozenset({"are", "count as", "the", "called"})
"""Words between the noun of a type and a name in the plural that say what things of that type are."""
_THERE = frozenset({"one", "ones", "are", "there", "are there", "is there"})
"""Words that may stand between a noun and its "of" ("how many kinds are there of X")."""
_POINTING = frozenset({"it", "they", "them"})
_BETWEEN = frozenset({"type", "entry", "source", "steps", "all", "tree"})
"""Parts that may stand between words that belong together ("the direct parent HPO terms of X")."""

Direction = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Place:
    """A question for the place of a thing.

    Attributes:
        up: what is above it is asked for; of two things, whether the second is above the first.
        steps: how many steps are meant; None where the question does not say.
        kind: a list, a number, or yes or no.
    """

    up: bool
    steps: Steps | None
    kind: Kind


def place(parts: Sequence[Said]) -> Place | None:
    """What the parts ask for; None where they ask for nothing that a hierarchy tells, or for more than that."""
    names = [one.name for one in parts if one.name is not None]
    if len(names) not in (1, 2):
        return None
    said = _Sentence(parts)
    directions = set(said.of_two() if len(names) == 2 else said.of_one())
    if len(directions) != 1 or not said.is_certain():
        return None
    kind = said.kind(two=len(names) == 2)
    if kind is None or said.says_steps_twice():
        return None
    return Place(directions == {"up"}, said.steps(), kind)


class _Sentence:
    """The parts of one question, and what follows from where they stand."""

    def __init__(self, parts: Sequence[Said]) -> None:
        self._parts = parts
        self._names = [at for at, one in enumerate(parts) if one.role == "name"]

    def of_one(self) -> Iterator[Direction]:
        """The directions that parts say of what is asked for, with one name; None of them where one says nothing."""
        others = False
        for at, one in enumerate(self._parts):
            if one.role in ("up", "down"):
                others = True
                yield one.role if self._belongs(at) else _other(one.role)
            elif one.role in ("above", "below"):
                others = True
                straight: Direction = "up" if one.role == "above" else "down"
                yield straight if self._is_name(self._behind(at)) else _other(straight)
                if self._is_of_type(at) and not self._is_name(self._behind(at)):
                    yield straight  # "below phenotypic abnormality" names what it is below by a word for a type
            elif one.role == "kind" and (found := self._of_kind(at)) is not None:
                others = True
                yield found
        if not others and (self._is_sorted() or self._is_located()):
            yield "up"
        elif not others and self._are_such():
            yield "down"

    def of_two(self) -> Iterator[Direction]:
        """Where the second thing stands, as seen from the first: above it ("is A a kind of B") or below."""
        if any(one.role in ("group", "where") for one in self._parts):
            return
        second = self._names[1]
        for at, one in enumerate(self._parts):
            if one.role in ("above", "below") and self._behind(at) == second:
                yield "down" if one.role == "above" else "up"
            elif one.role in ("up", "down") and self._behind_of(at) == second:
                yield _other(one.role)
            elif one.role in ("up", "down") and self._as_whose(at) == second:
                yield one.role
            elif one.role == "kind" and self._behind_of(at) == second:
                yield "up"
            elif one.role in ("up", "down", "above", "below", "kind"):
                yield "up"
                yield "down"  # it says something else

    def is_certain(self) -> bool:
        """Whether words that mean something else in most sentences play their part here: "children of X" and "which
        parents does the entry X have", but not "how many children have X"."""
        doubtful = [at for at, one in enumerate(self._parts) if one.doubtful]
        if not doubtful:
            return True
        name = self._names[0]
        if name > 0 and self._parts[name - 1].text in _HAVE and self._as_whose(doubtful[0]) is None:
            return False
        beside = {one.role for one in self._parts} & {"entry", "tree", "source", "steps"}
        return bool(beside) or all(map(self._has_owner, doubtful))

    def _has_owner(self, at: int) -> bool:
        """Whether it is said what a word belongs to: whose it is, or that it is a term or a group."""
        of, owner = self._of(at), self._behind_of(at)
        if self._is_name(owner) or self._as_whose(at) is not None:
            return True
        if of is not None and self._is_before(at) and (owner == len(self._parts) or self._parts[owner].role == "ask"):
            return True  # "which term is X the parent of"
        if any(one.role == "group" for one in self._parts[at + 1 : at + 2]):
            return True
        return bool(_HAVE.intersection(one.text for one in self._parts[self._names[0] + 1 :]))

    def kind(self, *, two: bool) -> Kind | None:
        """Whether things or their number are asked for, or, of two, yes or no; None where nothing is asked."""
        roles = {one.role for one in self._parts}
        begins = self._parts[0].text
        if two:
            return "yesno" if begins in _AUXILIARY and not roles & {"ask", "count", "where"} else None
        if "count" in roles:
            return "count"
        if roles & {"ask", "where"}:
            return "list"
        if begins in _AUXILIARY:
            # "Is X below …" is said of X itself; whether there are any is told with those that there are.
            return None if begins in _BE and self._names[0] == 1 else "list"
        told = any(one.role == "verb" or one.text in _BE | _HAVE for one in self._parts)
        return None if told else "list"

    def says_steps_twice(self) -> bool:
        """Whether it is said in two ways how many steps are meant."""
        return len(self._said_steps()) > 1

    def steps(self) -> Steps | None:
        """How many steps are meant; None where that is not said."""
        if said := self._said_steps():
            return next(iter(said))
        nouns = {one.played.steps for one in self._parts if one.role in ("up", "down") and one.played is not None}
        if "any" in nouns:
            return "any"
        if "one" in nouns:
            return "one"
        return "any" if any(one.role == "all" for one in self._parts) else None

    def _said_steps(self) -> set[Steps | None]:
        return {one.played.steps for one in self._parts if one.role == "steps" and one.played is not None}

    def _belongs(self, at: int) -> bool:
        """Whether a noun is what the named thing has, and not what it is to something that is asked for."""
        of = self._of(at)
        if of is None:
            before = self._parts[at - 1].text if at else ""
            return not (self._as_whose(at) is not None and before in _ARTICLES | {"as"})
        # "What larger group of problems is X in" says no more of what is asked for than what it is.
        return self._is_of_type(of) or self._is_name(self._behind(of)) or not self._is_before(at)

    def _of_kind(self, at: int) -> Direction | None:
        """The direction of "kinds of X" and of "what kind of disease is X"; None where the kind of something else is
        asked for, or only one of the kinds."""
        of = self._of(at)
        if of is None:
            # "Which kind is X" asks for one of several; "which kinds does X have" for all.
            name = self._names[0]
            between = {one.text for one in self._parts[at + 1 : name]} if at < name else set[str]()
            return None if between and between <= _BE | _ARTICLES else "down"
        behind = self._behind(of)
        if self._is_name(behind) and not any(one.role == "type" for one in self._parts[of:behind]):
            return "down"
        if self._is_of_type(of):
            asked = at > 0 and self._parts[at - 1].role == "ask"
            rest = [one for one in self._parts[of + 2 :] if one.role not in ("name", "entry", "tree", "source")]
            is_one = all(one.text in _BE | _ARTICLES | {"in"} for one in rest)
            return "up" if asked and is_one and any(one.text in _BE for one in rest) else None
        return "up" if not self._is_name(behind) and self._is_before(at) else None

    def _is_sorted(self) -> bool:
        """Whether it is asked into which group the thing is sorted, by a noun right behind the word that asks."""
        for at, one in enumerate(self._parts):
            if one.role not in ("group", "entry") or one.text in ("term", "terms", "label", "labels"):
                continue
            before = [said.role for said in self._parts[max(0, at - 2) : at]]
            of = self._of(at)
            asked = before[-1:] in (["ask"], ["count"]) or (before[:1] == ["ask"] and before[1:] != ["name"])
            if asked and one.role == "group" and not (of is not None and self._is_name(self._behind(of))):
                return True
        return False

    def _are_such(self) -> bool:
        """Whether it is asked which things of a type are such as the name in the plural says ("which diseases are
        RASopathies")."""
        name = self._parts[-1]
        roles = [one.role for one in self._parts]
        said = {one.text for one in self._parts[2:-1]}
        several = name.role == "name" and singular_of(name.text.lower()) != name.text.lower()
        return several and roles[:2] in (["ask", "type"], ["count", "type"]) and bool(said) and said <= _SUCH

    def _is_located(self) -> bool:
        """Whether it is asked where the thing stands in the hierarchy."""
        roles = {one.role for one in self._parts}
        return "where" in roles and bool(roles & {"tree", "source"})

    def _of(self, at: int) -> int | None:
        """The place of the word that joins a noun to what it is of; None where there is none right behind it."""
        for behind in range(at + 1, len(self._parts)):
            one = self._parts[behind]
            if one.text in _OF:
                return behind
            if one.role not in _BETWEEN | {"up", "down", "group"} and one.text not in _THERE:
                return None
        return None

    def _behind(self, at: int) -> int:
        """The place of what a word joins something to: the next that is no article and no word for its type."""
        for behind in range(at + 1, len(self._parts)):
            one = self._parts[behind]
            if one.role not in _BETWEEN and one.text not in _ARTICLES:
                return behind
        return len(self._parts)

    def _behind_of(self, at: int) -> int:
        of = self._of(at)
        return self._behind(of) if of is not None else len(self._parts)

    def _as_whose(self, at: int) -> int | None:
        """The place of the name right before "as" before a noun ("terms that have X as a parent"); else None."""
        before = [one.text for one in self._parts[:at]]
        for as_, (one, other) in enumerate(pairwise(self._parts[:at])):
            joined = all(
                text in _ARTICLES or self._parts[as_ + 2 + n].role in _BETWEEN
                for n, text in enumerate(before[as_ + 2 :])
            )
            if one.role == "name" and other.text == "as" and joined:
                return as_
        return None

    def _is_of_type(self, at: int) -> bool:
        """Whether the noun of a type stands right behind a word, be it with an article."""
        behind = (one for one in self._parts[at + 1 :] if one.text not in _ARTICLES)
        return next((one.role == "type" for one in behind), False)

    def _is_name(self, at: int) -> bool:
        if at >= len(self._parts):
            return False
        one = self._parts[at]
        return one.role == "name" or (one.text in _POINTING and any(name < at for name in self._names))

    def _is_before(self, at: int) -> bool:
        """Whether the name stands before a word."""
        return self._names[0] < at


def _other(direction: Direction) -> Direction:
    return "down" if direction == "up" else "up"
