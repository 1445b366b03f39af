"""The lexicon of one graph: which phrases of a question mean which type, relation or property of its schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from kgqa.language import everyday, thesaurus, units
from kgqa.language.inflection import stem, without_s
from kgqa.language.tokens import Token
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.linking.short_names import sorting_words
from kgqa.schema.model import Property, Relation, Schema
from kgqa.schema.property_words import words_for

_PARTICLES = frozenset({"up", "out", "on"})
"""Words that belong to a verb: to "turn on" is not to turn, and to "up regulate" is not merely to regulate."""
_HOLLOW = frozenset({"work", "act", "good", "get", "got", "look"})
"""Words that ask for nothing without their preposition: how a drug works is not what it works for."""
_OF_FIELD = 3
"""A graph is of the field of the everyday words where one of so many types is among them."""
_SIGNS = str.maketrans("-_“”", "    ")
"""Signs that part words or quote them ("is linked by “good before” to")."""
_RULED = frozenset({"of", "in", "for", "to", "and", "or", "with"})
"""Words behind which a noun goes on, so that the noun before them has the plural."""


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
        directions: for phrases whose subject is one end of a relation, its type and True where that is the source.
        properties: properties it asks for.
        absent: plural of a thing this graph does not hold, or None.
        cues: what it says about the kind of question.
    """

    labels: frozenset[str] = frozenset()
    relations: frozenset[Relation] = frozenset()
    directions: frozenset[tuple[str, bool]] = frozenset()
    properties: tuple[Owned, ...] = ()
    absent: str | None = None
    cues: frozenset[Cue] = frozenset()

    @property
    def of_graph(self) -> bool:
        """Whether it names anything that the graph holds: a type, a relation or a property."""
        return bool(self.labels or self.relations or self.properties)

    def extends(self, shorter: Meaning) -> Meaning:
        """What a phrase means that adds an empty word to a shorter one; of directions its own go before."""
        own = {type_ for type_, _ in self.directions}
        kept = frozenset(one for one in shorter.directions if one[0] not in own)
        return replace(self.join(shorter), directions=self.directions | kept)

    def join(self, other: Meaning) -> Meaning:
        """Everything that either means."""
        return Meaning(
            self.labels | other.labels,
            self.relations | other.relations,
            self.directions | other.directions,
            self.properties + other.properties,
            self.absent or other.absent,
            self.cues | other.cues,
        )


@dataclass(slots=True)
class _Branch:
    """A place in the tree of phrases.

    Attributes:
        nouns: for a phrase that names a type, its last word as the schema has it; "inherited" is no "inheritance",
            although they share a stem.
        heads: the words before the last of a phrase for a type, also of one that the graph lacks; "drugs target" is no
            "drug target".
    """

    next: dict[str, _Branch] = field(default_factory=dict)
    meaning: Meaning | None = None
    nouns: set[str] = field(default_factory=set)
    heads: set[str] = field(default_factory=set)

    def read(self, written: list[Token]) -> Meaning | None:
        """What the phrase means as it is written; None where it means nothing then.

        What is left out with "excluding" is not what is recorded as "excluded", though they share a stem.
        """
        assert self.meaning is not None
        meaning = self.meaning
        if meaning.relations and " ".join(token.text.lower() for token in written) in vocabulary().cues["besides"]:
            meaning = replace(meaning, relations=frozenset(), directions=frozenset())
        if len(written) == 1 and meaning.properties and (kept := _of_noun(written[0], meaning.properties)) is not None:
            meaning = replace(meaning, properties=kept)
            if meaning == Meaning():
                return None
        if "list" in meaning.cues and written[-1].text.lower().endswith(("ing", "ings")):
            meaning = replace(meaning, cues=meaning.cues - {"list"})  # "findings" order nobody to find
        compounds = bool(meaning.labels or meaning.absent) and self._compounds(written)
        if not compounds and (not meaning.labels or without_s(written[-1].text.lower()) in self.nouns):
            return meaning
        rest = replace(meaning, labels=frozenset(), absent=None if compounds else meaning.absent)
        return rest if rest != Meaning() else None

    def _compounds(self, written: list[Token]) -> bool:
        """Whether a word before the last is a plural that the phrase has not, and rules nothing ("modes of …")."""
        words = [token.text.lower() for token in written]
        plurals = ((word, after) for word, after in pairwise(words) if word != without_s(word))
        return any(word not in self.heads and after not in _RULED for word, after in plurals)


class Lexicon:
    """Phrases of a schema and of question language, found longest first by their stems."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._root = _Branch()
        self._words: set[str] = set()
        regular = {f"{node.singular}s".lower() for node in schema.nodes}  # "persons" beside "people"
        self._types = regular | {word.lower() for node in schema.nodes for word in (node.singular, node.plural)}
        for cue, phrases in vocabulary().cues.items():
            for phrase in phrases:
                self._add(phrase, Meaning(cues=frozenset({cue})))
        for node in schema.nodes:
            for phrase in (node.singular, node.plural, node.label, *node.words):
                self._add(phrase, Meaning(labels=frozenset({node.label})))
            for property_ in node.telling:
                self._add_property(Owned(property_, label=node.label))
            for word in (node.singular, node.plural, *node.words) if node.groups else ():
                for phrase in (f"{word} group", f"group of {word}"):
                    self._add(phrase, Meaning(cues=frozenset({"parent"})))
        for relation in schema.relations:
            if relation.mirrors is None:
                self._add_relation(relation)
        for word, plural in schema.absent.items() if is_of_field(schema) else ():
            self._add(word, Meaning(absent=plural))

    @property
    def words(self) -> frozenset[str]:
        """Every word of its phrases, in lower case."""
        return frozenset(self._words)

    @cached_property
    def sorting(self) -> Mapping[str, frozenset[str]]:
        """By label the folded words by which a name says of a thing nothing but that it is of that type."""
        return {
            node.label: sorting_words((node.singular.lower(), node.label.lower(), *node.words))
            for node in self._schema.nodes
        }

    def is_type(self, word: str) -> bool:
        """Whether a type is called so, whatever else the word may say ("people")."""
        return word in self._types

    def begins(self, start: str) -> bool:
        """Whether any word of its phrases begins so; in lower case."""
        return any(word.startswith(start) for word in self._words)

    def _add_relation(self, relation: Relation) -> None:
        said: list[tuple[str, bool | None]] = [(phrase, None) for phrase in relation.words]
        said += [(phrase, True) for phrase in relation.forward_words]
        said += [(phrase, False) for phrase in relation.inverse_words]
        if not relation.negates:
            either = relation.symmetric or _core(relation.forward) == _core(relation.inverse)
            # "Replaced" and "is replaced by" have one core, and each its side.
            either = either and _tail(relation.inverse) != f"{_tail(relation.forward)} by"
            # Who is a mentor of somebody stands before "of", whatever "has a mentor" shares with it.
            either = either and not (relation.forward.endswith(" of") and has_something(relation.inverse))
            # "has side effect" leaves a noun, which says nothing of who has it
            said.append((_tail(relation.forward), None if either or has_something(relation.forward) else True))
            said.append((_tail(relation.inverse), None if either or has_something(relation.inverse) else False))
        for phrase, forward in said:
            self._add_phrase(relation, phrase, forward)
        for property_ in relation.properties:
            self._add_property(Owned(property_, relation=relation))

    def _add_phrase(self, relation: Relation, phrase: str, forward: bool | None) -> None:
        """Adds a phrase as it is and, without the empty words at its ends, for its verb apart from its preposition.

        Of a noun phrase ("symptom of") the noun alone says nothing of the direction.
        """
        core = _core(phrase)
        if not core:  # "is a" alone asks for nothing
            return
        cues = _cues_within(phrase) if relation.hierarchical else frozenset()
        directed = frozenset({(relation.type, forward)}) if forward is not None else frozenset()
        meaning = Meaning(relations=frozenset({relation}), cues=cues)
        self._add(phrase, replace(meaning, directions=directed))
        # "Should not get" leaves a bare "not", which asks for no relation.
        if core != phrase.lower() and core not in _HOLLOW and not vocabulary().denying.issuperset(core.split()):
            noun = phrase.lower().endswith((" of", " for"))
            verb = forward and not noun and not core.split()[0].endswith("ed")
            self._add(core, replace(meaning, directions=directed if verb else frozenset()))

    def _add_property(self, owned: Owned) -> None:
        words = owned.property.words
        if owned.property.role == "frequency" and words:
            words = tuple(dict.fromkeys((*words, *words_for("frequency"))))  # a graph may be older than some of them
        called, unit = owned.property.apart
        if words and " " in called and not unit:
            words = tuple(dict.fromkeys((*words, called)))  # "class type", whatever else it is asked by
        # "How many months of warranty": what it counts in and what it is.
        counted = (f"{one} of {called}" for one in (units.names(unit[0]) if called and len(unit) == 1 else ()))
        for phrase in (*words, *counted):
            if unit and phrase == called and self.is_type(phrase):
                continue  # "missions" are missions where hours are recorded as "mission_hours"
            self._add(phrase, Meaning(properties=(owned,)))

    def _add(self, phrase: str, meaning: Meaning) -> None:
        words = phrase.lower().translate(_SIGNS).split()
        if not words:
            return
        self._words.update(words)
        branch = self._root
        for word in words:
            branch = branch.next.setdefault(stem(word), _Branch())
        branch.meaning = meaning if branch.meaning is None else branch.meaning.join(meaning)
        if meaning.labels:
            branch.nouns.add(without_s(words[-1]))
        if meaning.labels or meaning.absent:
            branch.heads.update(words[:-1])

    def longest(self, tokens: list[Token], start: int) -> tuple[int, Meaning] | None:
        """The longest phrase that begins at ``tokens[start]``: its length in tokens and what it means.

        A phrase that only adds an empty word to a shorter one means what that one means as well ("symptom of"), unless
        it is a phrase by which questions ask and the shorter one is another ("no of", "no").
        """
        branch, best = self._root, None
        for position in range(start, len(tokens)):
            following = branch.next.get(tokens[position].stem)
            if following is None:
                break
            branch = following
            if branch.meaning is not None:
                written = tokens[start : position + 1]
                added = tokens[start + best[0] : position + 1] if best else tokens[:0]
                same = bool(added) and all(token.text.lower() in vocabulary().empty for token in added)
                meaning = branch.read(written)
                if meaning is not None:
                    shorter = best[1] if best and same else None
                    if shorter is not None and meaning.cues:
                        shorter = replace(shorter, cues=frozenset())
                    best = (position - start + 1, meaning.extends(shorter) if shorter is not None else meaning)
        return best

    def property_phrases(self, tokens: list[Token]) -> Iterator[tuple[int, int]]:
        """The start and end, in characters, of each run of several words by which a property is called."""
        for place, token in enumerate(tokens):
            found = self.longest(tokens, place)
            if found is not None and found[0] > 1 and found[1].properties:
                yield token.start, tokens[place + found[0] - 1].end


def _of_noun(written: Token, properties: tuple[Owned, ...]) -> tuple[Owned, ...] | None:
    """Of a noun in the plural the properties that are called by it or another noun, and not only by an adjective of its
    stem ("poisons", "poisonous"); None for any other word."""
    word = written.text.lower()
    if without_s(word) == word or not thesaurus.is_known(without_s(word), "n"):
        return None

    def only_adjective(owned: Owned) -> bool:
        said = [one for one in owned.property.words if stem(one) == written.stem]
        return bool(said) and all(map(thesaurus.is_only_adjective, said))

    return tuple(one for one in properties if not only_adjective(one))


def is_of_field(schema: Schema) -> bool:
    """Whether a graph is of the field of the everyday words, so that what they name is missing where it is not there;
    in a graph of another field they are words as any others ("which pests does it target")."""
    known = [node for node in schema.nodes if everyday.concepts_of(node.singular)]
    return _OF_FIELD * len(known) >= len(schema.nodes)


def _cues_within(phrase: str) -> frozenset[Cue]:
    """Whether a phrase for a kind-of relation looks down ("subtype of") or up ("broader than")."""
    stems = {stem(word) for word in phrase.lower().split()}
    looks: tuple[Cue, ...] = ("kind", "parent")
    return frozenset(cue for cue in looks if any(stem(word) in stems for word in vocabulary().cues[cue]))


def _tail(phrase: str) -> str:
    """A phrase without the empty words before it ("is a feature of" gives "feature of")."""
    words = phrase.lower().split()
    while len(words) > 1 and words[0] in vocabulary().light | {"a", "an"}:
        words.pop(0)
    return " ".join(words)


def has_something(phrase: str) -> bool:
    """Whether a phrase for a relation says that something has the other end ("has side effect")."""
    return phrase.lower().startswith("has ")


def _core(phrase: str) -> str:
    """A phrase without the words at its ends that say nothing ("is a feature of" gives "feature")."""
    words = phrase.lower().split()
    empty = (vocabulary().light | {"a", "an"}) - _PARTICLES
    while words and words[0] in empty:
        words.pop(0)
    while words and words[-1] in empty:
        words.pop()
    return " ".join(words)
