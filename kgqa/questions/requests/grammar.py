"""What the parts of a request ask for together: a small grammar over the types and relations of a schema.

What is asked for has a type, by its noun or, where none is said, as the only one that is joined to all names. Each name
says something of it, along the only relation between their types: that it is recorded, that it is not, or that it is
recorded not to be so. A name of the type that is asked for tells a group of which kinds are asked for, or what is left
out. Names that are joined to another type on the way ("genes of diseases that show A") say something of that.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kgqa.language.inflection import singular_of
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.ambiguity import nearest_candidates, with_candidate
from kgqa.questions.answer_type import FAR_MORE
from kgqa.questions.intent import Condition, Hop, Intent, Pair, Thing, Variable
from kgqa.questions.qualifiers import Qualifier
from kgqa.questions.requests.parts import COMPARING, Said
from kgqa.records import BY_NAME_OR_ID, Candidate, Entity, Kind
from kgqa.schema.derive import tells_kinds
from kgqa.schema.model import Relation, Schema

MOST_READINGS = 8
"""Meanings of the names together that are looked at."""
_ASKING = frozenset({"ask", "open", "count"})
_THEIR = frozenset({"their", "its", "whose"})
_OF = frozenset({"of", "kind", "type", "form", "subtype"})
_EVERY = frozenset({"all", "every", "each"})
_SIGNS = (",", ":", ";", "-", "–", "—")
Held = Literal["recorded", "silent", "denied"]
"""What is to be so of a name: something is recorded, nothing is, or that it is not so."""


@dataclass(frozen=True, slots=True)
class _Name:
    """A name as a request speaks of it.

    Attributes:
        at: the place of its part.
        group: kinds of it are asked for.
        other: it is left out.
        alternative: the name before it will do as well.
    """

    at: int
    entity: Entity
    held: Held = "recorded"
    group: bool = False
    other: bool = False
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class _Meant:
    """A name with one of its meanings."""

    name: _Name
    candidate: Candidate

    @property
    def label(self) -> str:
        """The type of what is meant."""
        return self.candidate.label

    @property
    def thing(self) -> Thing:
        """What is meant, as a plain question says it: as it is written where several things are called so."""
        thing = Thing.of(self.candidate)
        return replace(thing, name=self.name.entity.mention) if self.name.entity.tied else thing


def requested(schema: Schema, parts: Sequence[Said], entities: Sequence[Entity]) -> list[Intent]:
    """What the parts ask for with each meaning of the names; nothing where they ask for nothing, for more, or for what
    the schema joins in several ways."""
    said = _Sentence(parts, entities)
    if any(one.role in COMPARING for one in parts):
        return []
    if said.asks_whether():
        return list(_whether(schema, parts, entities))
    kind = said.kind()
    names = said.names() if kind is not None else None
    types = said.types()
    if kind is None or not names or len(types) > 2:
        return []
    every = [
        [c for c in (one.entity.chosen, *one.entity.rivals) if c.method in BY_NAME_OR_ID or c is one.entity.chosen]
        for one in names
    ]
    for options in (nearest_candidates([one.entity for one in names]), every):
        found = []
        for chosen in itertools.islice(itertools.product(*options), MOST_READINGS):
            meant = [_Meant(name, one) for name, one in zip(names, chosen, strict=True)]
            read = _Reading(schema, parts, meant).variable(types)
            if read is None or any(
                _is_open(name, options, read, kind) for name, options in zip(meant, every, strict=True)
            ):
                continue
            known = tuple(with_candidate(one.name.entity, one.candidate) for one in meant)
            besides = tuple(one.thing for one in meant if one.name.other)
            found.append(Intent(kind, read, besides=besides, entities=known))
        if found:
            return found
    return []


def _is_open(name: _Meant, options: Sequence[Candidate], read: Variable, kind: Kind) -> bool:
    """Whether a name leaves open what is asked: kinds of it are counted that are not asked for ("any kind of X"), or
    it may be left out itself where it is denied ("but not X", a finding and a disease)."""
    counted = kind == "count" and name.name.group and name.label != read.label
    itself = name.name.held == "silent" and any(one.label == read.label for one in options)
    return counted or itself


def _whether(schema: Schema, parts: Sequence[Said], entities: Sequence[Entity]) -> Iterator[Intent]:
    """Whether something is recorded of two things, with each of their meanings that the schema joins."""
    for chosen in itertools.islice(itertools.product(*nearest_candidates(entities)), MOST_READINGS):
        one, other = chosen
        for first, last in ((one, other), (other, one)):
            hop = only_hop(schema, first.label, last.label)
            if hop is not None and hop.forward and says(parts, [hop]):
                known = tuple(with_candidate(entity, c) for entity, c in zip(entities, chosen, strict=True))
                pair = Pair(Thing.of(first), Thing.of(last), (hop,))
                yield Intent("yesno", pairs=(pair,), entities=known)


class _Sentence:
    """The parts of a request, and how it speaks of its names."""

    def __init__(self, parts: Sequence[Said], entities: Sequence[Entity]) -> None:
        self._parts = parts
        self._entities = entities

    def asks_whether(self) -> bool:
        """Whether it is asked if something is recorded of two things: an auxiliary begins, be it behind the first name,
        and nothing is asked for."""
        names = [at for at, one in enumerate(self._parts) if one.name is not None]
        more = {one.role for one in self._parts} - {"name", "passed", "link", "person"}
        if len(names) != len(self._entities) or len(names) != 2 or more or self._goes_on():
            return False
        begins = [at for at, one in enumerate(self._parts) if one.text in vocabulary().auxiliary]
        opened = any(
            at == 0 or (self._parts[at - 1].name is not None and self._parts[at].after.endswith(_SIGNS))
            for at in begins
        )
        return opened or any(one.text == "y n" for one in self._parts)

    def kind(self) -> Kind | None:
        """Whether things or their number are asked for; None where nothing is asked, or more than once."""
        asks = [at for at, one in enumerate(self._parts) if one.role in _ASKING]
        if not (asks or any(one.role == "type" for one in self._parts)) or self._goes_on() or self._says_of_all():
            return None
        if self._is_other():
            return None
        typed = any(one.role in ("type", "kind", "open", "count") for one in self._parts)
        if not typed and not any(self._is_group(at) for at, one in enumerate(self._parts) if one.name is not None):
            return None  # "who also limp, what is it"
        if not asks and self._parts[0].text.split()[0] in vocabulary().auxiliary | _EVERY | {"no"}:
            return None  # "do all diseases …", "every disease …"
        ends = [*asks[1:], len(self._parts)][: len(asks)]
        says = [
            {one.role for one in self._parts[at + 1 : end]} & {"name", "silence", "absence", "type", "kind"}
            for at, end in zip(asks, ends, strict=True)
        ]
        if sum("name" in one or "silence" in one for one in says) > 1 or sum(map(bool, says)) > 2:
            return None
        if any(self._only_names(at, end) for at, end in zip(asks, ends, strict=True)):
            return None
        counted = [at for at in asks if self._parts[at].role == "count"]
        for at in counted:
            behind = [one.role for one in self._parts[at + 1 :] if one.role != "passed"]
            if behind[:1] not in (["type"], ["kind"]):
                return None
        return "count" if counted else "list"

    def _is_other(self) -> bool:
        """Whether the words ask in another way than their parts tell: for things of two types ("genes and diseases") or
        that two nouns name together ("cargo ships"), for a name, for what else there is, if any or all are so, or what
        somebody has of whom they tell first."""
        asks = [one for one in self._parts if one.role in _ASKING]
        pairs = list(itertools.pairwise(self._parts))
        compound = any(one.role == other.role == "type" and other.start - one.end == 1 for one, other in pairs)
        rows = zip(self._parts, self._parts[1:], self._parts[2:], strict=False)
        both = any([one.role for one in row] == ["type", "and", "type"] for row in rows)
        named = any(one.text == "the" and other.text == "name" for one, other in pairs)
        names = [at for at, one in enumerate(self._parts) if one.name is not None]
        else_ = any(one.role == "open" and self._parts.index(one) > names[0] for one in asks[1:] if names)
        whether = self._parts[0].text in ("are there", "is there")
        of_all = self._parts[0].text in vocabulary().auxiliary and any(one.text in _EVERY for one in self._parts)
        first = self._parts.index(asks[0]) if asks else 0
        told = any(one.role == "person" for one in self._parts[:first])
        return compound or both or named or else_ or whether or of_all or told

    def _only_names(self, at: int, end: int) -> bool:
        """Whether what something is is asked, as nothing is said of the name behind a word that asks ("what X is")."""
        said = [one for one in self._parts[at + 1 : end] if one.role not in ("passed", "and", "person")]
        return self._parts[at].role == "ask" and bool(said) and all(one.role == "name" for one in said)

    def _says_of_all(self) -> bool:
        """Whether all of some type are to be so ("which diseases show all phenotypes of X", "in which every patient
        shows A"), or it is open of whom something is said ("in children" may be an age)."""
        pairs = list(itertools.pairwise(self._parts))
        every = any(
            one.role == "link"
            and other.text in _EVERY
            and self._parts[at + 2 : at + 3][:1]
            and self._parts[at + 2].role == "type"
            for at, (one, other) in enumerate(pairs)
        )
        of_whom = {"in", "among", "of", "some", *_EVERY}
        return every or any(one.role == "person" and one.after in of_whom for one in self._parts)

    def _goes_on(self) -> bool:
        """Whether the text tells more behind the end of a sentence than that things are to be named."""
        ended = False
        for one in self._parts:
            neutral = one.role == "link" and one.relations is None
            if ended and not neutral and one.role not in ("ask", "passed", "type", "kind"):
                return True
            ended = ended or one.ends
        return False

    def types(self) -> list[str]:
        """The labels that nouns say, each once, the one that is asked for first; a noun right beside a name of its type
        says no more than that."""
        # "Diseases that have A as a feature" asks for no features.
        nouns = [(at, one) for at, one in enumerate(self._parts) if one.role == "type" and one.after != "as"]
        several = len({one.labels for _, one in nouns}) > 1
        found: list[str] = []
        # "Diseases with A. What are their genes?"
        for at, one in sorted(nouns, key=lambda pair: pair[1].after not in _THEIR):
            beside = [self._parts[place] for place in (at - 1, at + 1) if 0 <= place < len(self._parts)]
            known = [self._entities[other.name] for other in beside if other.name is not None]
            if not (several and any(entity.chosen.label in one.labels for entity in known)):
                found.append(min(one.labels))
        return list(dict.fromkeys(found))

    def names(self) -> list[_Name] | None:
        """The names as the request speaks of them; None where it is open of which of them something is said."""
        found: list[_Name] = []
        for at, one in enumerate(self._parts):
            if one.name is None:
                continue
            entity = self._entities[one.name]
            if entity.subtype:
                return None
            before = self._roles_before(at)
            held: Held = "denied" if "absence" in before else "silent" if "silence" in before else "recorded"
            alternative = "or" in before and bool(found)
            found.append(_Name(at, entity, held, self._is_group(at), "other" in before, alternative))
        groups = [one for one in found if one.group]
        if not groups and any(one.role == "kind" for one in self._parts):
            groups = [one for one in found if self._parts[one.at].is_owner]
            if len(groups) != 1:
                return None
            found = [replace(one, group=one is groups[0]) for one in found]
        if len(groups) > 1 or sum(one.role == "other" for one in self._parts) > 1:
            return None
        denied = self._denied(found)
        return denied if denied is not None and self._is_joined(denied) and self._is_number(denied) else None

    def _denied(self, names: list[_Name]) -> list[_Name] | None:
        """The names where something is denied: of the last of them, right before it, or of the only one of which
        anything is said; None where it is open of which."""
        denials = [one for one in self._parts if one.role in ("silence", "absence")]
        if not denials:
            return names
        if any(self._is_of_type(at) for at, one in enumerate(self._parts) if one in denials):
            return None  # "without any gene"
        said = [one for one in names if not (one.group or one.other)]
        held: Held = "denied" if any(one.role == "absence" for one in denials) else "silent"
        if len(said) == 1:
            return [replace(one, held=held) if one is said[0] else one for one in names]
        known = [one for one in said if one.held != "recorded"]
        at = self._parts.index(denials[0])
        behind = at > 0 and (self._parts[at - 1].role in ("but", "and") or denials[0].text == "without")
        return names if known == said[-1:] and len(denials) == 1 and behind else None  # "not A and B"

    def _is_of_type(self, at: int) -> bool:
        """Whether the next that stands behind a part is the noun of a type."""
        behind = (one.role for one in self._parts[at + 1 :] if one.role not in ("passed", "link"))
        return next(behind, "") == "type"

    def _is_joined(self, names: Sequence[_Name]) -> bool:
        """Whether "or" only stands between two names, so that it is clear what it joins."""
        ors = sum(one.role == "or" for one in self._parts)
        either = sum(one.role == "either" for one in self._parts)
        pairs = [at for at, one in enumerate(names) if one.alternative]
        if ors != len(pairs) or either > ors or ors > 1:
            return False
        for at in pairs:
            more = sum(not one.other for one in names) > 2
            plain = all(one.held == "recorded" and not (one.other or one.group) for one in names[at - 1 : at + 1])
            if (more and not either) or not plain:
                return False  # "A with B or C"
        return True

    def _is_number(self, names: Sequence[_Name]) -> bool:
        """Whether each number that is said is that of the names ("all three")."""
        numbers = [one.number for one in self._parts if one.number is not None]
        recorded = sum(name.held == "recorded" for name in names)
        both = any(one.text == "both" for one in self._parts)
        return all(one == recorded for one in numbers) and not (both and recorded < 2)

    def _roles_before(self, at: int) -> list[str]:
        """The roles of the parts between a name and what is named or asked for before it."""
        found: list[str] = []
        for one in reversed(self._parts[:at]):
            if one.role in _ASKING | {"name", "kind", "type"}:
                break
            found.append(one.role)
        return found

    def _is_group(self, at: int) -> bool:
        """Whether kinds of a name are asked for: "subtypes of X", "X subtypes", "which Xs"."""
        before = [one.role for one in self._parts[:at]]
        while before and before[-1] == "passed":
            before.pop()
        behind = [one.role for one in self._parts[at + 1 :]]
        if (before[-1:] == ["kind"] and self._parts[at].after in _OF) or behind[:1] == ["kind"]:
            return True
        name = self._parts[at].text.lower()
        return singular_of(name) != name and before[-1:] == ["ask"] and bool(behind)


class _Reading:
    """A request with one meaning of each of its names, along a schema."""

    def __init__(self, schema: Schema, parts: Sequence[Said], names: Sequence[_Meant]) -> None:
        self._schema = schema
        self._parts = parts
        self._names = [one for one in names if not one.name.other]
        self._others = [one for one in names if one.name.other]

    def variable(self, types: Sequence[str]) -> Variable | None:
        """What is asked for with what must be so of it; None where a name says nothing of it.

        Args:
            types: what the nouns say that is asked for, and is on the way to that.
        """
        found = []
        for label in self._asked(types):
            if any(one.label != label for one in self._others):
                continue
            over: list[str | None] = [*types[1:]] or [None, *self._on_way(label, types)]
            ways = [self._with(label, on_way, said=len(types) > 1) for on_way in over]
            found += [one for one in ways if one is not None][:1]
        return found[0] if len(found) == 1 else None

    def _asked(self, types: Sequence[str]) -> list[str]:
        """What may be asked for: what a noun says, else kinds of a group, else what is joined to all names."""
        groups = list(dict.fromkeys(one.label for one in self._names if one.name.group))
        if types or groups:
            return [*types[:1]] or groups
        named = {one.label for one in self._names}
        return [node.label for node in self._schema.nodes if node.label not in named]

    def _on_way(self, label: str, types: Sequence[str]) -> Iterator[str]:
        """The types over which what a noun asks for may be joined to names of other types."""
        if not types or any(one.label == label for one in self._names):
            return
        for node in self._schema.nodes:
            if node.label != label and self._hop(label, node.label) is not None:
                yield node.label

    def _with(self, label: str, on_way: str | None, *, said: bool) -> Variable | None:
        """Things of a type with what the names say of them.

        Args:
            on_way: the type over which they are joined to the names; None where they are themselves.
            said: whether a noun says it.
        """
        each = list(self._conditions(label if on_way is None else on_way))
        if len(each) != len(self._names):
            return None
        conditions: list[Condition] = []
        for one, condition in zip(self._names, each, strict=True):
            if one.name.alternative:
                if condition.hop != conditions[-1].hop:
                    return None
                conditions[-1] = replace(conditions[-1], things=(*conditions[-1].things, *condition.things))
            else:
                conditions.append(condition)
        conditions = self._often(conditions)
        hops = [one.hop for one in conditions]
        if not hops or all(one.relation.hierarchical for one in hops):
            return None  # the place in a hierarchy alone is another question
        variable = Variable(on_way or label, tuple(conditions))
        if on_way is not None:
            leading = self._hop(label, on_way)
            # "Which proteins treat A" asks for none that a drug for A targets, and "genes tied to A and B" leaves open
            # whether the same disease shows both.
            if leading is None or not (said or (len(conditions) == 1 and says(self._parts, [leading]))):
                return None
            hops.append(leading)
            variable = Variable(label, (Condition(leading, variable=variable),))
        return variable if says(self._parts, hops) else None

    def _often(self, conditions: list[Condition]) -> list[Condition]:
        """Conditions with the share of patients in which the only link among them is to be so; none of them where it is
        open of which link that is said, or the link tells no share."""
        shares = {one.share for one in self._parts if one.share is not None}
        if not shares:
            return [] if any(one.role == "measure" for one in self._parts) else conditions
        links = [one for one in conditions if not one.hop.relation.hierarchical]
        owned = [one for link in links for one in link.hop.relation.properties if one.role == "frequency"]
        if len(shares) > 1 or len(links) != 1 or len(owned) != 1 or not links[0].is_plain:
            return []
        ((limits, said),) = shares
        told = replace(links[0], qualifiers=(Qualifier(owned[0], said, limits, "share"),))
        return [told if one is links[0] else one for one in conditions]

    def _conditions(self, label: str) -> Iterator[Condition]:
        """What each name says of things of a type, as far as it says anything."""
        for one in self._names:
            if one.label == label:
                relation = self._kinds(label)
                several = singular_of(one.name.entity.mention.lower()) != one.name.entity.mention.lower()
                if relation is not None and (one.name.group or several) and one.name.held == "recorded":
                    yield Condition(Hop(relation, True), (one.thing,))
            elif (hop := self._hop(label, one.label)) is not None:
                held = one.name.held
                yield Condition(hop, (one.thing,), negated=held == "silent", denied=held == "denied")

    def _hop(self, label: str, other: str) -> Hop | None:
        return only_hop(self._schema, label, other)

    def _kinds(self, label: str) -> Relation | None:
        own = (one for one in self._schema.relations if one.hierarchical and one.source == one.target == label)
        return next(filter(tells_kinds, own), None)


def only_hop(schema: Schema, label: str, other: str) -> Hop | None:
    """The only relation that joins two types, or the one that has far more links than any other."""
    if label == other:
        return None
    ways = [Hop(*one) for one in schema.between(label, other) if not (one[0].hierarchical or one[0].negates)]
    ways.sort(key=lambda one: -(one.relation.count or 0))
    counts = [one.relation.count or 0 for one in ways]
    return ways[0] if ways and (len(ways) == 1 or counts[0] >= FAR_MORE * counts[1]) else None


def says(parts: Sequence[Said], hops: Sequence[Hop]) -> bool:
    """Whether each verb and noun of a link says one of some links."""
    relations = {one.relation for one in hops}
    said = [one.relations for one in parts if one.role == "link" and one.relations is not None]
    return all(not relations.isdisjoint(one) for one in said)
