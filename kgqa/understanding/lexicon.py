"""The lexicon of one graph: which phrases of a question mean which type, relation or property of its schema."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kgqa.graph.schema import Property, Relation, Schema
from kgqa.understanding.text import Token
from kgqa.understanding.words import AUXILIARY, CUES, EMPTY, Cue, stem


@dataclass(frozen=True, slots=True)
class Owned:
    """A property and what carries it: a relation, or the node type with this label."""

    property: Property
    relation: Relation | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """All that one phrase can mean.

    Attributes:
        labels: node types it names.
        relations: relations it asks for.
        denies: True when the phrase says that the relation does not hold ("does not show").
        properties: properties it asks for.
        absent: plural of a thing this graph does not hold, or None.
        cues: what it says about the kind of question.
    """

    labels: frozenset[str] = frozenset()
    relations: frozenset[Relation] = frozenset()
    properties: tuple[Owned, ...] = ()
    absent: str | None = None
    cues: frozenset[Cue] = frozenset()

    def join(self, other: Meaning) -> Meaning:
        """Everything that either means."""
        return Meaning(
            self.labels | other.labels,
            self.relations | other.relations,
            self.properties + other.properties,
            self.absent or other.absent,
            self.cues | other.cues,
        )


@dataclass(slots=True)
class _Branch:
    next: dict[str, _Branch] = field(default_factory=dict)
    meaning: Meaning | None = None


class Lexicon:
    """Phrases of a schema and of question language, found longest first by their stems."""

    def __init__(self, schema: Schema) -> None:
        self._root = _Branch()
        for cue, phrases in CUES.items():
            for phrase in phrases:
                self._add(phrase, Meaning(cues=frozenset({cue})))
        for node in schema.nodes:
            for phrase in (node.singular, node.plural, node.label, *node.words):
                self._add(phrase, Meaning(labels=frozenset({node.label})))
            for property_ in node.properties:
                self._add_property(Owned(property_, label=node.label))
        for relation in schema.relations:
            self._add_relation(relation)
        for word, plural in schema.absent.items():
            self._add(word, Meaning(absent=plural))

    def _add_relation(self, relation: Relation) -> None:
        meaning = Meaning(relations=frozenset({relation}))
        if not relation.negates:
            for phrase in (relation.forward, relation.inverse):
                self._add(_core(phrase), meaning)
        for phrase in relation.words:
            if _core(phrase):  # "is a" alone asks for nothing
                cues = _cues_within(phrase) if relation.hierarchical else frozenset()
                for words in {phrase, _core(phrase)}:
                    self._add(words, replace(meaning, cues=cues))
        for property_ in relation.properties:
            self._add_property(Owned(property_, relation=relation))

    def _add_property(self, owned: Owned) -> None:
        for phrase in owned.property.words:
            self._add(phrase, Meaning(properties=(owned,)))

    def _add(self, phrase: str, meaning: Meaning) -> None:
        words = phrase.lower().replace("-", " ").replace("_", " ").split()
        if not words:
            return
        branch = self._root
        for word in words:
            branch = branch.next.setdefault(stem(word), _Branch())
        branch.meaning = meaning if branch.meaning is None else branch.meaning.join(meaning)

    def longest(self, tokens: list[Token], start: int) -> tuple[int, Meaning] | None:
        """The longest phrase that begins at ``tokens[start]``: its length in tokens and what it means.

        A phrase that only adds an empty word to a shorter one means what that one means as well ("symptom of").
        """
        branch, best = self._root, None
        for position in range(start, len(tokens)):
            following = branch.next.get(tokens[position].stem)
            if following is None:
                break
            branch = following
            if branch.meaning is not None:
                added = tokens[start + best[0] : position + 1] if best else tokens[:0]
                same = bool(added) and all(token.text.lower() in EMPTY for token in added)
                meaning = branch.meaning.join(best[1]) if best and same else branch.meaning
                best = (position - start + 1, meaning)
        return best


def _cues_within(phrase: str) -> frozenset[Cue]:
    """Whether a phrase for a kind-of relation looks down ("subtype of") or up ("broader than")."""
    stems = {stem(word) for word in phrase.lower().split()}
    looks: tuple[Cue, ...] = ("kind", "parent")
    return frozenset(cue for cue in looks if any(stem(word) in stems for word in CUES[cue]))


def _core(phrase: str) -> str:
    """A phrase without the words at its ends that say nothing ("is a feature of" gives "feature")."""
    words = phrase.lower().split()
    empty = EMPTY | AUXILIARY | {"a", "an"}
    while words and words[0] in empty:
        words.pop(0)
    while words and words[-1] in empty:
        words.pop()
    return " ".join(words)
