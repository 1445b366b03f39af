"""Named things compared by a number: which of several has more of it, and what else has more of it than a named one.

"Which is longer, A or B", "does A have more employees than B": the number is a property of the things, or of their
links to one other named thing ("is the loss higher in A or in B"). Every word must belong to the comparison, else
nothing is read so.

"Drugs with a longer half-life than X", "huts with more beds than Y": how much the named thing has is asked first; the
question is then one for a bound on that property, and is read again as such ("which drugs with a half life of more than
540 hours").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from kgqa.language import quantities, thesaurus
from kgqa.language.inflection import comparative, superlative
from kgqa.language.normalise import NAME, blanked
from kgqa.language.quantities import Bounds
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import RELATIVE, vocabulary
from kgqa.questions.conditions.measures import Measure, Measures, Owned, of_dimension
from kgqa.questions.intent import Condition, Hop, Intent, Thing, Variable
from kgqa.questions.numbers.measuring import Measured
from kgqa.records import Entity
from kgqa.schema.model import Relation

_MORE = frozenset(
    ["more", "higher", "greater", "larger", "bigger", "most", "highest", "greatest", "largest", "biggest"]
)
_LESS = frozenset(["less", "lower", "fewer", "smaller", "least", "lowest", "fewest", "smallest"])
_EARLIER, _LATER = frozenset(["first", "earlier", "earliest"]), frozenset(["later", "latest", "last"])
"""What is said of years ("founded first")."""
_ALLOWED = frozenset(
    [
        "than",
        "against",
        "or",
        "terms",
        "one",
        "ones",
        "two",
        "both",
        "who",
        "among",
        "between",
        "compared",
        "regards",
        "comparison",
    ]
)
_BEFORE = re.compile(rf"(?:\b{RELATIVE}\s+)?(?:\b(?P<verb>[a-z]+)\s+)?(?:\ban?\s+)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Surpassing:
    """A comparison with a named thing.

    Attributes:
        start, end: where it stands in the question.
        less: less is asked for than the thing has.
    """

    start: int
    end: int
    thing: Thing
    owned: Owned
    less: bool

    def told(self, question: str, value: float) -> str:
        """The question with a bound in the place of the comparison, where the thing has this value."""
        bounds = Bounds(None, value, below=True) if self.less else Bounds(value, None, above=True)
        said = Measure(0, 0, (self.owned,), bounds).said(self.owned)
        return f"{question[: self.start].rstrip()} {said}{question[self.end :]}"


def outdone(question: str, entities: Sequence[Entity], measures: Measures) -> Measured | None:
    """What a cleaned question compares by a number; None where it does not, or says anything else."""
    split = _sides(entities)
    if split is None or any(one.tied for one in entities):
        return None
    several, other = split
    label = several[0].chosen.label
    masked = blanked(question, [(one.start, one.end) for one in entities])
    compared = _compared(masked, [one for one in measures.every if _is_of(one, label, other)])
    if compared is None:
        return None
    words = [word.text.lower() for word in spoken(masked)]
    said = {word for text in (*compared.said, *measures.types[label]) for word in text.split()}
    allowed = (said | vocabulary().light | vocabulary().function | _ALLOWED) - vocabulary().denying
    if not allowed.issuperset(words):
        return None
    verdict = "than" in words and words[0] in vocabulary().auxiliary
    if "than" in words and not verdict:
        return None
    conditions: tuple[Condition, ...] = ()
    owned = compared.owned
    if other is not None and isinstance(owned.owner, Relation):
        conditions = (Condition(Hop(owned.owner, owned.owner.source == label), (Thing.of(other.chosen),)),)
    intent = Intent("yesno" if verdict else "list", Variable(label, conditions), entities=tuple(entities))
    things = tuple(Thing.of(one.chosen) for one in several)
    return Measured(intent, ranked=(Measure(0, 0, (owned,), lowest=compared.lowest), owned), among=things)


@dataclass(frozen=True, slots=True)
class _Compared:
    """By what things are compared.

    Attributes:
        lowest: the one with the lowest number is asked for.
        said: the words that compare, and those by which what is compared is called.
    """

    owned: Owned
    lowest: bool
    said: tuple[str, ...]


def _compared(masked: str, able: Sequence[Owned]) -> _Compared | None:
    """By which of some properties a question without its names compares; None where it does not, or it is open.

    Args:
        able: what may be compared.
    """
    lower = masked.lower()
    ways = [one for one in _comparing_forms() if one[0] in lower and _holds(masked, one[0])]
    ways = [one for one in ways if not any(one[0] != longer[0] and one[0] in longer[0] for longer in ways)]
    if not ways or len({lowest for _, lowest, _ in ways}) != 1:
        return None
    form, lowest, _ = ways[0]
    named = [one for one in able if one.noun and _holds(masked, rf"{one.noun}s?")]
    sizes = [size for *_, one in ways if one and not named and (size := of_dimension(able, one)) is not None]
    found = [one for one, _ in sizes] or named  # "shorter" is said of lengths and of heights
    if not found or len({(str(one.owner), one.recorded.name) for one in found}) != 1:
        return None
    if form in _EARLIER | _LATER and not found[0].timed:
        return None
    called = (name for one in found for name in (one.noun, f"{one.noun}s", one.recorded.called))
    return _Compared(found[0], lowest != (bool(sizes) and sizes[0][1]), (form, *called))


def surpassing(question: str, entities: Sequence[Entity], measures: Measures) -> Surpassing | None:
    """The only comparison of a cleaned question with a named thing; None where there is none, or it is not certain by
    what the things are compared."""
    if len(re.findall(r"\bthan\b", question, re.IGNORECASE)) != 1 or any(one.tied for one in entities):
        return None
    masked = blanked(question, [(one.start, one.end) for one in entities], NAME)
    than = re.search(r"\s+than\s+(?:that\s+of\s+)?(?:the\s+)?(?=" + NAME + ")", masked, re.IGNORECASE)
    other = next((one for one in entities if than is not None and one.start == than.end()), None)
    if than is None or other is None:
        return None
    label = other.chosen.label
    able = [one for one in measures.every if one.owner == label]
    found: dict[tuple[int, str], tuple[Owned, bool]] = {}
    for form, less, dimension in _comparing_forms():
        match = re.search(rf"(?<![\w-]){form}(?:\s+(?P<noun>[\w-]+(?:\s+[\w-]+)*))?$", masked[: than.start()], re.I)
        if match is None:
            continue
        if match["noun"]:
            said = match["noun"].lower().replace("-", " ")
            named = [(one, less) for one in able if said in {one.noun, f"{one.noun}s", one.recorded.called}]
            named.sort(key=lambda one: one[0].noun != said)
        else:
            sized = of_dimension(able, dimension) if dimension else None
            named = [] if sized is None else [(sized[0], less != sized[1])]
        for one, lower in named:
            found.setdefault((match.start(), one.recorded.name), (one, lower))
    if len({name for _, name in found}) != 1:
        return None
    (start, _), (owned, lower) = min(found.items(), key=lambda one: one[0][0])
    start = _with_verb(masked, start, measures.types[label])
    asked = masked[:start].lower().split()
    if not asked or not vocabulary().denying.isdisjoint(asked) or any(word.endswith("n't") for word in asked):
        return None
    return Surpassing(start, other.end, Thing.of(other.chosen), owned, lower)


def _sides(entities: Sequence[Entity]) -> tuple[list[Entity], Entity | None] | None:
    """The things of one type that are compared, and one other thing of another type, if there is one."""
    labels = [one.chosen.label for one in entities]
    kinds = list(dict.fromkeys(labels))
    several = [label for label in kinds if labels.count(label) > 1]
    if len(several) != 1 or len(kinds) > 2 or len({one.chosen.id for one in entities}) != len(entities):
        return None
    others = [one for one in entities if one.chosen.label != several[0]]
    if len(others) > 1:
        return None
    return [one for one in entities if one.chosen.label == several[0]], others[0] if others else None


def _is_of(owned: Owned, label: str, other: Entity | None) -> bool:
    """Whether a property is one of the things of a type, or of their links to things of the type of another one."""
    if other is None:
        return owned.owner == label
    ends = {label, other.chosen.label}
    return isinstance(owned.owner, Relation) and {owned.owner.source, owned.owner.target} == ends


def _holds(text: str, form: str) -> bool:
    return re.search(rf"(?<![\w-]){form}(?![\w-])", text, re.IGNORECASE) is not None


def _with_verb(question: str, start: int, nouns: Sequence[str]) -> int:
    """Where a comparison begins with the verb before it, which says nothing beside what is compared ("charge more
    entry fee")."""
    before = _BEFORE.search(question[:start])
    if before is None or before.start() == start:
        return start
    verb = (before["verb"] or "").lower()
    said = verb in vocabulary().auxiliary | {"with"} or (verb not in nouns and thesaurus.is_known(verb, "v"))
    if verb and not said:
        return before.end("verb") + 1
    return before.start()


@cache
def _comparing_forms() -> tuple[tuple[str, bool, str], ...]:
    """Words that compare, whether they ask for the lowest number, and the dimension that they say; empty for none."""
    found = [(word, False, "") for word in sorted(_MORE | _LATER)]
    found += [(word, True, "") for word in sorted(_LESS | _EARLIER)]
    for name in quantities.names("dimensions"):
        for group in ("more", "less"):
            for one in quantities.dimension(name, group):
                forms = (comparative(one), superlative(one), f"more {one}", f"most {one}")
                found += [(form, group == "less", name) for form in forms]
    sizes = {form for form, _, name in found if name}
    return tuple(one for one in found if one[2] or one[0] not in sizes)
