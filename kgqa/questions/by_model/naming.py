"""What a model's reading names, as the graph has it: its things, and of the schema its types, properties and ways.

Of things the linker decides what exists, candidate by candidate. Only a name of the graph counts, never one that is
like it. What a reader wrote comes before what the model makes of it; a short symbol that the graph has for something
else than the model means stands for both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from kgqa.language.inflection import plural
from kgqa.questions.ambiguity import LONGEST_SYMBOL
from kgqa.questions.by_model.record import ToldName
from kgqa.questions.intent import Hop
from kgqa.records import BY_NAME_OR_ID, Candidate, Entity
from kgqa.schema.model import Property, Relation, Schema

Candidates = Callable[[str], Sequence[Candidate]]
_FAMILY = ("family",)
_MOST_STEPS = 3


@dataclass(frozen=True, slots=True)
class Meanings:
    """What a name of a reading can be.

    Attributes:
        mention: the words of the question, from ``start`` to ``end``.
        own: what the graph knows by these words.
        told: what it knows by the first of the model's names for it that it has, by the label of the thing.
    """

    mention: str
    start: int
    end: int
    own: tuple[Candidate, ...]
    told: tuple[tuple[str, tuple[Candidate, ...]], ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """The types of all that it can be, the likeliest first."""
        known = [one.label for one in self.own] + [one.label for _, found in self.told for one in found]
        return tuple(dict.fromkeys(known))

    def of(self, labels: Collection[str]) -> tuple[Candidate, ...]:
        """What it stands for among things of some types; several where that is open, none where the graph has none."""
        own = _best([one for one in self.own if one.label in labels])
        told = next((kept for _, found in self.told if (kept := _best([c for c in found if c.label in labels]))), ())
        symbol = len(self.mention) <= LONGEST_SYMBOL and self.mention.isalnum()
        if own and told and symbol and not {one.id for one in told} & {one.id for one in own}:
            return (*own, *told)
        return own or told

    def by_model(self, meant: Candidate) -> bool:
        """Whether it was the model that said what the words mean."""
        return all(meant.id not in (one.id, *one.ids) for one in self.own)

    def entity(self, meant: Candidate, every: Sequence[Candidate]) -> Entity:
        """As a question uses it."""
        rivals = tuple(one for one in every if one != meant)
        return Entity(self.mention, self.start, self.end, meant, rivals)


def placed(question: str, words: str, taken: Sequence[tuple[int, int]] = ()) -> tuple[int, int] | None:
    """Where words stand in a question, whatever their case and blanks; None where they do not."""
    parts = words.split()
    if not parts:
        return None
    pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, parts)) + r"(?!\w)"
    for match in re.finditer(pattern, question, re.IGNORECASE):
        if not any(match.start() < end and start < match.end() for start, end in taken):
            return match.span()
    return None


def meanings(name: ToldName, start: int, end: int, question: str, candidates: Candidates) -> Meanings:
    """What a name of a reading can be."""
    mention = question[start:end]
    own = _known(mention, candidates)
    told = [(text, _known(text, candidates)) for text in dict.fromkeys(name.called) if text]
    if not own and not any(found for _, found in told):
        # Names that several begin with stand for all of them, told as a guess.
        told = [(text, _known(text, candidates, _FAMILY)) for text in (mention, *name.called) if text]
    return Meanings(mention, start, end, own, tuple((text, found) for text, found in told if found))


def _known(text: str, candidates: Candidates, methods: Collection[str] = BY_NAME_OR_ID) -> tuple[Candidate, ...]:
    return tuple(one for one in candidates(text) if one.method in methods)


def _best(found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Those that are named best: a preferred name goes before another name."""
    score = max((one.score for one in found), default=0.0)
    return tuple(one for one in found if one.score == score)


@dataclass(frozen=True, slots=True)
class Way:
    """Steps from one type to another.

    Attributes:
        denied: the last step is one that a record says does not hold.
    """

    hops: tuple[Hop, ...]
    denied: bool = False

    @property
    def end(self) -> str:
        """The label where it arrives."""
        return self.hops[-1].end


def ways(schema: Schema, start: str, relations: Sequence[str]) -> list[Way]:
    """The ways over relations of these names from a label; several where a name stands for several relations.

    A relation that denies another one, or records it from its other end, is taken for that one.
    """
    found = [Way(())]
    if not 0 < len(relations) <= _MOST_STEPS:
        return []
    for number, name in enumerate(relations):
        last = number == len(relations) - 1
        longer = []
        for way in found:
            label = way.hops[-1].end if way.hops else start
            for hop, denied in _steps(schema, label, name):
                if last or not denied:
                    longer.append(Way((*way.hops, hop), denied))
        found = list(dict.fromkeys(longer))
    return found


def _steps(schema: Schema, label: str, name: str) -> Iterator[tuple[Hop, bool]]:
    back, key = name.strip().startswith("^"), plain(name)
    for one in schema.relations:
        if key not in (plain(one.type), plain(one.forward), plain(one.inverse)):
            continue
        for forward in _forward(one, label, back=back):
            if one.mirrors is not None:
                meant = schema.mirrored(one)
                if meant is not None:
                    yield Hop(meant, not forward), False
            elif one.negates is not None:
                meant = schema.denied(one)
                if meant is not None:
                    yield Hop(meant, forward), True
            else:
                yield Hop(one, forward), False


def _forward(relation: Relation, label: str, *, back: bool) -> list[bool]:
    """In which directions a relation can be walked from a label."""
    if relation.source == relation.target == label:
        return [relation.symmetric or not back]
    return [forward for forward, start in ((True, relation.source), (False, relation.target)) if start == label]


def label_named(schema: Schema, said: str) -> str:
    """The label of a type by its label or one of its words; empty where the schema has none."""
    key = plain(said)
    for node in schema.nodes:
        if key == plain(node.label):
            return node.label
    for node in schema.nodes:
        words = (node.singular, node.plural, *node.words)
        if key and key in {plain(said) for word in words for said in (word, plural(word))}:
            return node.label
    return ""


def property_named(properties: Sequence[Property], said: str) -> Property | None:
    """The property of a name or of one of its words."""
    key = plain(said)
    by_name = [one for one in properties if plain(one.name) == key]
    by_word = [one for one in properties if key and key in map(plain, one.words)]
    return next(iter((*by_name, *by_word)), None)


def plain(said: str) -> str:
    """A name of the schema without case and signs."""
    return re.sub(r"[\W_]+", " ", said).strip().casefold()
