"""From records to sentences: relations read in either direction, conditions, frequencies, lists of names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from kgqa.language import phrases
from kgqa.language.inflection import denied, infinitive, plural_verb
from kgqa.language.inflection import plural as plural_noun
from kgqa.language.quantities import Bounds, class_named, worded
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Condition, Hop, Thing, Variable
from kgqa.questions.qualifiers import Qualifier, share_of
from kgqa.records import Triple
from kgqa.schema.model import Relation, Schema

SILENCE = phrases.SILENCE
NO_DEFINITION = "A definition of it is not recorded."

Hedge = Literal["recorded", "studied", "computed", "inferred", "text-mined"]
"""What may be said in place of a verb; ``recorded``: some of the links may be told with the verb, others may not."""

_TO: Mapping[Hedge, str] = {
    "recorded": "recorded",
    "computed": "found by computation",
    "inferred": "inferred automatically",
    "text-mined": "reported by text mining",
}

_COUNTED = re.compile(r"^\s*(\d{1,9})\s*/\s*(\d{1,9})\s*$")
_KIND = re.compile(r"is an? (\w+) of$")


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often something was found.

    Attributes:
        text: as recorded ("45/58", "Very frequent").
        low, high: bounds of the share of patients, 0 to 1, or None where the text does not tell.
        patients, examined: counted patients, or None where the record gives no count.
    """

    text: str
    low: float | None = None
    high: float | None = None
    patients: int | None = None
    examined: int | None = None

    def sentence(self) -> str:
        """The frequency with its share in per cent where it was counted."""
        if self.low is None or self.high is None or self.text.rstrip().endswith("%"):
            return self.text
        if self.low == self.high:
            return f"{self._named} ({100 * self.low:.0f} %)"
        return f"{self._named} ({100 * self.low:.0f}–{100 * self.high:.0f} %)"

    @property
    def _named(self) -> str:
        """The text; of a frequency term that is recorded by its identifier the name."""
        term = class_named(self.text)
        return term.name.capitalize() if term is not None and ":" in self.text else self.text

    def in_words(self) -> str:
        """The same inside a sentence: "45 of 58 patients, 78 %", "none of 32 patients", "very frequent, 80–99 %".

        It has no brackets, as what follows it often stands in some.
        """
        patients = f"{self.examined:,} {'patient' if self.examined == 1 else 'patients'}" if self.examined else ""
        if self.patients == 0:
            return f"none of {patients}"
        text = self._named[:1].lower() + self._named[1:]
        if self.patients is not None:
            text = f"{self.patients:,} of {patients}"
        if self.low is None or self.high is None or text.rstrip().endswith("%"):
            return text
        same = self.low == self.high
        return f"{text}, {100 * self.low:.0f} %" if same else f"{text}, {100 * self.low:.0f}–{100 * self.high:.0f} %"


def frequency(relation: Relation, properties: Mapping[str, Any]) -> Frequency | None:
    """The frequency among the properties of an edge, or None where it has none."""
    for property_ in relation.properties:
        if property_.role == "frequency" and properties.get(property_.name) not in (None, ""):
            return read_frequency(str(properties[property_.name]))
    return None


def read_frequency(text: str) -> Frequency:
    """A frequency as recorded: a count "45/58", a percentage, a range of these, or a frequency term."""
    low, high = share_of(text) or (None, None)
    counted = _COUNTED.match(text)
    if counted and low is not None:
        return Frequency(text, low, high, int(counted.group(1)), int(counted.group(2)))
    return Frequency(text, low, high)


def listed(names: Sequence[str], joint: str = "and") -> str:
    """Names as a list in a sentence: "A", "A and B", "A, B and C"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {joint} {names[-1]}"


def is_restrained(phrase: str) -> bool:
    """Whether a verb phrase itself says that something was studied or is possible, and not that it holds."""
    return phrase.startswith(("was studied ", "may "))


def hedged(phrase: str, hedge: Hedge | None, *, plural: bool = False) -> str:
    """A verb phrase as far as it may go: "treats" gives "is reported by text mining to treat"."""
    verb = plural_verb(phrase) if plural else phrase
    if hedge is None or (hedge == "recorded" and is_restrained(phrase)):
        return verb
    if hedge == "studied":
        was = "were" if plural else "was"
        if phrase == "treats":
            return f"{was} studied in"
        return f"{was} studied as to whether {'they' if plural else 'it'} {verb}"
    return f"{'are' if plural else 'is'} {_TO[hedge]} to {infinitive(phrase, plural=plural)}"


def qualified(qualifiers: Sequence[Qualifier]) -> str:
    """What is asked of the properties of a link, as it stands behind what the link leads to."""
    return "".join(f" {one.said}" for one in qualifiers)


def as_asked(condition: Condition) -> str:
    """What is asked of a link besides what it leads to: of its properties, and over how many steps it leads."""
    steps = ", directly or by way of others" if condition.deep else ""
    return f"{qualified(condition.qualifiers)}{steps}"


def found_how(hedge: Hedge) -> str:
    """How links came to be known that no person judged: "inferred automatically"."""
    return _TO.get(hedge, "")


def _only(verb: str) -> str:
    """A verb phrase that leads to nothing else: "attack only", "are associated only with"."""
    before, _, last = verb.rpartition(" ")
    return f"{before} only {last}" if before and last in vocabulary().function else f"{verb} only"


def below_noun(relation: Relation) -> str:
    """The noun for what a relation of a hierarchy joins to what is above it ("kind", "part")."""
    found = _KIND.match(relation.forward)
    return found[1] if found else "kind"


def is_kind_of(relation: Relation) -> bool:
    """Whether a relation of a hierarchy leads from a kind to what it is a kind of, rather than from a part."""
    return below_noun(relation) in vocabulary().cues["kind"]


_HAS = re.compile(r"(?:has|have)(?: the)? (?!(?:been|an?|no|not)\b)([\w-]+(?: [\w-]+)?)")


def noun_had(phrase: str) -> str:
    """The noun that a verb phrase says is had, and no more ("side effect" of "has the side effect"); empty where it
    says anything else."""
    found = _HAS.fullmatch(phrase)
    return found[1] if found and found[1].rpartition(" ")[2] not in vocabulary().function else ""


class Wording:
    """The words of one graph."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def things(self, label: str, number: int) -> str:
        """The noun of a type, singular or plural."""
        node = self.schema.node(label)
        return node.singular if number == 1 else node.plural

    def kinds(self, label: str, number: int) -> str:
        """The noun of what a type's kind-of relation joins to a thing ("kind", "subtypes"), singular or plural."""
        own = [r for r in self.schema.relations if r.hierarchical and r.source == r.target == label]
        relation = next((one for one in own if is_kind_of(one)), own[0] if own else None)
        noun = below_noun(relation) if relation is not None else "kind"
        return noun if number == 1 else plural_noun(noun)

    def phrase(self, hop: Hop, *, plural: bool = False, negative: bool = False, hedge: Hedge | None = None) -> str:
        """The verb phrase of a relation read along a hop; a negative one is never hedged."""
        relation = hop.relation
        text = relation.forward if hop.forward else relation.inverse
        if negative:
            text = relation.negative if hop.forward and relation.negative else denied(text)
            return plural_verb(text) if plural else text
        return hedged(text, hedge, plural=plural)

    def verb(self, hop: Hop, *, plural: bool = False, hedge: Hedge | None = None) -> str:
        """The phrase as it stands before a number of what it leads to: "has" for "has trait", as in "has 2 traits"."""
        phrase = self.phrase(hop, plural=plural, hedge=hedge)
        verb = phrase.removesuffix(f" {self.things(hop.end, 1)}")
        return verb if verb.rpartition(" ")[2] in ("has", "have") else phrase

    def asked(self, variable: Variable) -> tuple[str, str, Variable]:
        """What the things of a variable are called, one and several, and the variable without what that says: those
        below one named thing are "kinds of neoplasm", all others what their type is called."""
        above = [one for one in variable.conditions if one.hop.relation.hierarchical and one.hop.forward]
        if len(variable.conditions) > 1 and len(above) == 1 and len(above[0].things) == 1:
            (one,) = above
            if not (one.negated or one.denied or one.only):
                rest = replace(variable, conditions=tuple(c for c in variable.conditions if c is not one))
                name = one.things[0].name
                return f"{self.kinds(variable.label, 1)} of {name}", f"{self.kinds(variable.label, 2)} of {name}", rest
        return self.things(variable.label, 1), self.things(variable.label, 2), variable

    def amount(
        self, hop: Hop, number: int, *, plural: bool = False, hedge: Hedge | None = None, called: str = ""
    ) -> str:
        """How many things a verb leads to: "shows 3 phenotypes"; of one that names them itself ("has the clinical
        course") "has 3 clinical courses".

        Args:
            called: what they are called, where that is not what their type is called.
        """
        return self.counted(self.phrase(hop, hedge=hedge), hop.end, number, plural=plural, called=called)

    def counted(self, phrase: str, label: str, number: int, *, plural: bool = False, called: str = "") -> str:
        """The same for a verb phrase."""
        noun, had = self.things(label, 1), noun_had(phrase)
        if had.endswith(f" {noun}") and called in ("", noun, self.things(label, 2)):  # "has 5 side effects"
            return f"{'have' if plural else 'has'} {number:,} {had if number == 1 else plural_noun(had)}"
        if phrase.endswith(f" {noun}") and not had.endswith(f" {noun}"):
            phrase = phrase.removesuffix(noun).rstrip().removesuffix(" the")
        verb, things = plural_verb(phrase) if plural else phrase, f"{number:,} {called or self.things(label, number)}"
        if had := noun_had(verb):  # what it is the name of is no number of things: "has 5 genes as participants"
            return f"{verb.split()[0]} {things} as {had if number == 1 else plural_noun(had)}"
        return f"{verb} {things}"

    def triple(self, triple: Triple) -> str:
        """A triple as a sentence without its full stop."""
        return f"{triple.subject.name} {triple.phrase} {triple.object.name}"

    def conditions(self, variable: Variable, *, plural: bool = True, hedge: Hedge | None = None) -> str:
        """The conditions of a variable as predicates: "show both A and B and do not show C".

        Args:
            hedge: what its links let one say; what a condition asks of further things is told as it was asked.
        """
        groups: dict[tuple[str, bool, bool], list[str]] = {}
        for condition in variable.conditions:
            negative = condition.negated or condition.denied
            hop = condition.hop
            verb = self._denial(condition, plural) if negative else self.phrase(hop, plural=plural, hedge=hedge)
            groups.setdefault((verb, negative, condition.only), []).append(self.object_of(condition))
        parts = []
        for (verb, negative, only), objects in groups.items():
            before = "both " if len(objects) == 2 and not (negative or only) else ""
            verb = _only(verb) if only else verb
            parts.append(f"{verb} {before}{listed(objects, 'or' if negative else 'and')}")
        return listed(parts)

    def _denial(self, condition: Condition, plural: bool) -> str:
        """Silence and denial in different words: "are not recorded to show", "are recorded not to show"."""
        phrase = self.phrase(condition.hop)
        if denied(phrase) == phrase:  # what denies by itself is named, as its denial would be no sentence
            have = "have" if plural else "has"
            return f"{have} a record against “{phrase}”" if condition.denied else f"{have} no record of “{phrase}”"
        verb = infinitive(phrase)
        be = "are" if plural else "is"
        return f"{be} recorded not to {verb}" if condition.denied else f"{be} not recorded to {verb}"

    def object_of(self, condition: Condition) -> str:
        """What a condition names at its far end: "A or B", or "diseases that show A"; and how they are linked."""
        said = as_asked(condition)
        if condition.variable is None:
            return f"{listed([thing.name for thing in condition.things], 'or')}{said}"
        inner, number = condition.variable, condition.number
        how_many = f"{worded(number, 'number').replace('less than', 'fewer than')} " if number is not None else ""
        one = number == Bounds(1.0, 1.0)
        that = f" that {self.conditions(inner, plural=not one)}" if inner.conditions else ""
        described = f" {inner.described}" if inner.described else ""
        if that and " that " in described:
            that = that.replace(" that ", " and ", 1)
        return f"{how_many}{self.things(inner.label, 1 if one else 2)}{described}{said}{that}"

    def question(self, variable: Variable) -> str:
        """A question that reads back as this variable."""
        if not variable.conditions:
            return f"Which {self.things(variable.label, 2)} are there?"
        return f"Which {self.things(variable.label, 2)} {self.conditions(variable)}?"

    def named(self, thing: Thing) -> str:
        """A thing with its first identifier."""
        return f"{thing.name} ({thing.ids[0]})"
