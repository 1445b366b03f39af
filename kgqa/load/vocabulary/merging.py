"""A source with a vocabulary laid over it: its nodes under the vocabulary's equivalence, names, groups and kinds.

- Nodes whose identifiers mean one term are one thing.
- The names and synonyms of a term are names of its nodes.
- A term that no node means, but that stands above one, becomes a node: a group, of which nothing itself is recorded.
- Kinds of a term are kinds of its nodes: ``IS_A``.
- A vocabulary of many short names yields to what else the graph calls so (``taken``).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path

from kgqa.language.common_words import generic, is_english
from kgqa.language.initials import abbreviates, letters_of
from kgqa.language.normalise import is_designator, name_words
from kgqa.load.source import EQUIVALENTS, GROUP, BadRow, Contents, EdgeBlock, EdgeRow, GraphSource, NodeRow
from kgqa.load.vocabulary.files import SHIPPED, VocabularySource
from kgqa.load.vocabulary.model import Vocabulary, VocabularyTerm, without_remarks
from kgqa.load.vocabulary.selection import Taken
from kgqa.schema.model import NodeType, Property, Schema
from kgqa.schema.property_words import words_for

KIND_OF = "IS_A"
MOST_VALUES = 100
"""Nodes of a label up to which they are values of a property rather than things."""
LONGEST_SHORT_FORM = 6
SYNONYMS = "synonyms"
_LETTERED = re.compile(r"(\d+)[a-z]")
"""A folded number with the letter of a kind of it ("3a")."""
_OTHER_NAMES = Property(SYNONYMS, "LIST", words_for("synonyms"), "synonyms")
PROPERTIES = (
    Property(EQUIVALENTS, "LIST", ("equivalent identifier", "equivalent id", "mapping")),
    Property(GROUP, "BOOLEAN"),
)


def with_file(source: GraphSource, path: str) -> GraphSource:
    """A source with the vocabulary of a file laid over it.

    Raises:
        LoadError: there is no vocabulary there.
    """
    given = Path(path)
    shipped = next((one for one in SHIPPED if one.path == given), None)
    return laid_over(source, shipped or VocabularySource(given, given.name))


def laid_over(source: GraphSource, vocabulary: VocabularySource) -> GraphSource:
    """A source with a vocabulary laid over it; its card names the vocabulary, and asks for its citation too."""
    layer = _Layer(source, vocabulary)
    card = source.card
    return replace(
        source,
        card=replace(
            card,
            vocabulary=_joined(card.vocabulary, vocabulary.title),
            licence=_joined(card.licence, vocabulary.licence),
            citation=_joined(card.citation, vocabulary.citation),
        ),
        fingerprint=partial(_fingerprint, source, vocabulary),
        read_nodes=layer.nodes,
        read_edges=layer.edges,
        edge_blocks=layer.edge_blocks if source.edge_blocks else None,
        describe=layer.describe,
    )


def _joined(one: str, other: str) -> str:
    return "; ".join(text for text in (one, other) if text)


def _fingerprint(source: GraphSource, vocabulary: VocabularySource) -> str:
    code = b"".join(
        (Path(__file__).parent / f"{name}.py").read_bytes() for name in ("merging", "model", "files", "selection")
    )
    return sha256(source.fingerprint().encode() + vocabulary.digest().encode() + code).hexdigest()


@dataclass(slots=True)
class _Concept:
    """The nodes of one term."""

    term: VocabularyTerm
    rows: list[NodeRow] = field(default_factory=list)

    @property
    def label(self) -> str:
        return self.rows[0].label

    @property
    def thing(self) -> str:
        return self.rows[0].id

    def is_called(self, name: str) -> bool:
        """Whether something that the term refers to is this, as no other node is or one of the same name."""
        names = {name_words(self.term.name), *(name_words(row.name) for row in self.rows)}
        return not self.rows or name_words(name) in names


class _Layer:
    """Reads the source's nodes and edges; the nodes that the vocabulary knows stay in memory in between."""

    def __init__(self, source: GraphSource, vocabulary: VocabularySource) -> None:
        self._source = source
        self._told = vocabulary
        self._vocabulary = Vocabulary({})
        self._ends: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._groups: Counter[str] = Counter()
        self._known: set[str] = set()

    def nodes(self) -> Iterator[NodeRow | BadRow]:
        """The vocabulary's bad rows, the rows of the source, those that the vocabulary knows after the others, then its
        groups."""
        self._vocabulary = self._told.read().with_shared_initials()
        yield from self._vocabulary.bad_rows
        concepts: dict[tuple[str, str], _Concept] = {}
        others = _Others(self._vocabulary)
        taken = Taken(self._vocabulary) if self._told.yields else None
        referred: list[tuple[NodeRow, VocabularyTerm]] = []
        for row in self._source.read_nodes():
            if isinstance(row, BadRow):
                yield row
                continue
            others.count(row)
            if taken is not None:
                taken.note(row, known=self._vocabulary.term_of(row.id) is not None)
            if row.thing:
                yield row
            elif term := self._vocabulary.term_of(row.id):
                concepts.setdefault((row.label, term.id), _Concept(term)).rows.append(row)
            elif term := self._vocabulary.referring(row.id):
                referred.append((row, term))
            else:
                others.note(row)
                yield row
        for row, term in referred:
            concept = concepts.setdefault((row.label, term.id), _Concept(term))
            if concept.is_called(row.name):
                concept.rows.append(row)
            else:
                yield row
        for concept in concepts.values():
            # Of a term whose nodes have several labels one label's stand in the hierarchy.
            self._ends.setdefault(concept.term.id, (concept.label, tuple(row.id for row in concept.rows)))
            self._known.add(concept.label)
        groups = self._labelled_groups(others)
        names = _Names(self._vocabulary, self._ends, concepts.values(), others, taken)
        for concept in concepts.values():
            yield from _told(concept, names)
        for group, label in groups.items():
            term = self._vocabulary.terms[group]
            yield NodeRow(
                label, term.id, term.name, tuple(names.synonyms(term)), properties={GROUP: True}, thing=term.id,
                equivalent_ids=tuple(one for one in term.equivalents if one != term.id),
            )  # fmt: skip

    def _labelled_groups(self, others: _Others) -> dict[str, str]:
        """The terms above those of the nodes, with the label that most of what is below them has."""
        votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for term, (label, _) in self._ends.items():
            for ancestor in self._vocabulary.ancestors([term]):
                votes[ancestor][label] += 1
        found = {
            term: counts.most_common(1)[0][0]
            for term, counts in votes.items()
            if term not in self._ends and not others.says_a_value(self._vocabulary.terms[term].name)
        }
        for term, label in found.items():
            self._ends[term] = label, (term,)
            self._groups[label] += 1
        return found

    def edges(self) -> Iterator[EdgeRow | BadRow]:
        """The edges of the source, then the kinds of the vocabulary between what has a node."""
        yield from self._source.read_edges()
        yield from self._kinds()

    def edge_blocks(self) -> Iterator[EdgeRow | BadRow | EdgeBlock]:
        """The same, many at once where the source gives them so."""
        assert self._source.edge_blocks is not None
        yield from self._source.edge_blocks()
        yield from self._kinds()

    def _kinds(self) -> Iterator[EdgeRow]:
        # Of a thing with several identifiers each is below, and the first stands for all where something is below it.
        for term, (label, nodes) in self._ends.items():
            for parent in self._vocabulary.terms[term].parents:
                above_label, (above, *_) = self._ends.get(parent, ("", ("",)))
                if above_label == label:
                    for node in nodes:
                        yield EdgeRow(KIND_OF, label, node, label, above, {"file": self._told.title})

    def describe(self, contents: Contents) -> Schema:
        """The source's schema, with what tells groups from what is recorded; groups are not counted."""
        schema = self._source.describe(contents)
        return replace(schema, nodes=tuple(map(self._described, schema.nodes)))

    def _described(self, node: NodeType) -> NodeType:
        if node.label not in self._known:
            return node
        groups = self._groups[node.label]
        called = () if any(one.name == SYNONYMS for one in node.properties) else (_OTHER_NAMES,)
        return replace(
            node,
            count=max(0, node.count - groups),
            groups=groups,
            group_property=GROUP if groups else "",
            equivalents_property=EQUIVALENTS,
            properties=(*node.properties, *called, *(PROPERTIES if groups else PROPERTIES[:1])),
        )


def _told(concept: _Concept, names: _Names) -> Iterator[NodeRow]:
    """The nodes of a term; the first carries the names of the vocabulary."""
    term = concept.term
    own = {row.id for row in concept.rows}
    equivalents = tuple(one for one in (term.id, *term.equivalents) if one not in own)
    for number, row in enumerate(concept.rows):
        further = () if number else (term.name,)
        yield row._replace(
            thing=concept.thing,
            names=tuple(one for one in further if not names.is_of_broader(one, term) and not names.is_taken(one)),
            listed=() if number else tuple(one for one in names.synonyms(term) if one not in row.synonyms),
            equivalent_ids=equivalents,
            named_after=names.is_of_broader(row.name, term),
        )


class _Others:
    """What other things of the source are called: symbols of genes, and values such as modes of inheritance."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._listed = {
            name for term in vocabulary.terms.values() for name in term.synonyms if " " not in name and name.isupper()
        }
        self._taken: set[str] = set()
        self._nodes: Counter[str] = Counter()
        self._values: defaultdict[str, set[tuple[str, ...]]] = defaultdict(set)

    def count(self, row: NodeRow) -> None:
        """Counts a node, whether the vocabulary knows it or not."""
        self._nodes[row.label] += 1

    def note(self, row: NodeRow) -> None:
        """Notes a node that the vocabulary does not know."""
        if row.name in self._listed:
            self._taken.add(row.name)
        if self._nodes[row.label] <= MOST_VALUES:
            for name in map(name_words, (row.name, *row.synonyms)):
                self._values[row.label].update((name, tuple(word for word in name if word not in generic())))
                self._values[row.label].add(_without_noun(name))

    def says_a_value(self, name: str) -> bool:
        """Whether a name only adds a word for the type to a recorded value ("autosomal recessive disease").

        Who says that means what is recorded with the value, not what a vocabulary counts among it.
        """
        words = name_words(name)
        core = tuple(word for word in words if word not in generic())
        small = [values for label, values in self._values.items() if self._nodes[label] <= MOST_VALUES]
        # "Linked" says nothing by itself: "X-linked disease".
        adds = [one for one in (core, _without_noun(words)) if len(words) > len(one) > 1]
        return any(one in values for one in adds for values in small)

    def is_of_another(self, name: str, term: VocabularyTerm) -> bool:
        """Whether a synonym is another thing's name, and no abbreviation of the term's own names (MEN1 is one)."""
        if name not in self._taken:
            return False
        spelt_out = (one for one in (term.name, *term.synonyms) if not one.isupper())
        return not any(abbreviates(name, one) for one in spelt_out)


def _without_noun(words: tuple[str, ...]) -> tuple[str, ...]:
    """A name without the word at its end that only says what it is."""
    return words[:-1] if words and words[-1] in generic() else words


class _Names:
    """Which synonyms of a term are names of it.

    A term's own name goes before a synonym of another, and a broader term before its own kinds, but for a name that
    says which kind it is.

    Args:
        there: the terms that have a node.
        concepts: those of them whose nodes the source has, under names of its own.
        taken: what things are called already, where the vocabulary yields to that.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        there: Iterable[str],
        concepts: Iterable[_Concept],
        others: _Others,
        taken: Taken | None = None,
    ) -> None:
        self._vocabulary = vocabulary
        self._others = others
        self._taken = taken
        self._named: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        self._called: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        # One that yields says nothing of what the graph lacks: a name that nothing has is free.
        for term in map(vocabulary.terms.__getitem__, there) if taken is not None else vocabulary.terms.values():
            self._named[name_words(term.name)].add(term.id)
        self._own: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
        for concept in concepts:
            for row in concept.rows:
                words = name_words(row.name)
                self._named[words].add(concept.term.id)
                self._own[concept.term.id].append(words)
        self._there = set(there)
        for id_ in self._there:
            for name in without_remarks(vocabulary.terms[id_]):
                self._called[name_words(name)].add(id_)

    def synonyms(self, term: VocabularyTerm) -> Iterator[str]:
        """The synonyms that lead to this term."""
        ancestors: set[str] | None = None
        for name in dict.fromkeys(without_remarks(term)):
            folded = name_words(name)
            if (
                self._lacks_number(folded, term)
                or self._is_named_apart(folded, term)
                or self._others.is_of_another(name, term)
                or self.is_taken(name)
                or self._is_of_kind(folded, term.id)
            ):
                continue
            others = {one for one in self._called[folded] - {term.id} if not self._is_of_kind(folded, one)}
            if others:
                ancestors = self._vocabulary.ancestors([term.id]) if ancestors is None else ancestors
                wider = others & ancestors
                spelt = {one for one in (term.id, *others) if self._has_initials(one, name)}
                if wider and (term.id not in spelt or not spelt.isdisjoint(wider)):
                    continue
                if term.id not in spelt and any(term.id in self._vocabulary.ancestors([one]) for one in spelt):
                    continue  # CADASIL is the dominant kind of what is called so without the word
            if name != term.name:
                yield _short_form(name, term) or name

    def _has_initials(self, id_: str, name: str) -> bool:
        """Whether an abbreviation is made of initials of a term's own name, in any order, as registers turn it round.

        What is numbered shares its name with others.
        """
        if not (name.isalpha() and name.isupper()):
            return False
        letters = Counter(name.casefold())
        own = (name_words(self._vocabulary.terms[id_].name), *self._own.get(id_, ()))
        plain = (one for one in own if not is_designator(one[-1]) and not any(map(str.isdecimal, one)))
        return any(not letters - Counter(word[0] for word in one) for one in plain)

    def _lacks_number(self, folded: tuple[str, ...], term: VocabularyTerm) -> bool:
        """Whether a name is that of another term and "type", whose number was lost: every type of that is called so."""
        whole = folded[:-1]
        others = (self._named.get(whole, set()) | self._called.get(whole, set())) - {term.id}
        return folded[-1:] == ("type",) and bool(others & self._there)

    def _is_of_kind(self, folded: tuple[str, ...], id_: str) -> bool:
        """Whether a synonym of a broader term is another name of it and the number or letter of one of its kinds, which
        has it as well ("Sanfilippo syndrome A" of Sanfilippo syndrome)."""
        term = self._vocabulary.terms[id_]
        if not folded or not is_designator(folded[-1]) or folded == name_words(term.name):
            return False
        lettered = _LETTERED.fullmatch(folded[-1])
        wider = [folded[:-1], (*folded[:-1], lettered[1])] if lettered is not None else [folded[:-1]]
        own = {name_words(name) for name in (term.name, *without_remarks(term))}
        if own.isdisjoint(wider):
            return False
        others = ((self._named.get(folded, set()) | self._called.get(folded, set())) & self._there) - {id_}
        return any(id_ in self._vocabulary.ancestors([one]) for one in others)

    def is_taken(self, name: str) -> bool:
        """Whether the vocabulary yields to things that are called so, or whose names have these initials."""
        return self._taken is not None and name in self._taken

    def _is_named_apart(self, folded: tuple[str, ...], term: VocabularyTerm) -> bool:
        """Whether another term goes by this name: one that has a node, or that is no more than called otherwise.

        Where only a term without a node has it, a part of the own name still means this one: "progeria" is
        Hutchinson-Gilford progeria syndrome, if nothing is recorded for anything that is called progeria alone.
        """
        others = self._named.get(folded, set()) - {term.id}
        return bool(others & self._there) or (bool(others) and not set(folded) < set(name_words(term.name)))

    def is_of_broader(self, name: str, term: VocabularyTerm) -> bool:
        """Whether a name of a term's node is the name of a broader term as well, which it then means first."""
        others = (self._named[name_words(name)] & self._there) - {term.id}
        return bool(others) and not others.isdisjoint(self._vocabulary.ancestors([term.id]))


def _short_form(name: str, term: VocabularyTerm) -> str:
    """An abbreviation in capitals, however it is listed ("As", "pale"), so that it is no word of a text; else nothing.

    One in small letters may be a word that the term goes by ("corn"), so only what is English as well, and is made of
    letters of another name rather than a part of one, counts as abbreviation.
    """
    if not name.isalpha() or len(name) > LONGEST_SHORT_FORM or name.isupper():
        return ""
    spelt_out = [one for one in (term.name, *term.synonyms) if " " in one]
    if name.islower():
        without = (one for one in spelt_out if name not in name_words(one))
        return name.upper() if is_english(name) and any(letters_of(name, one) for one in without) else ""
    return name.upper() if any(abbreviates(name, one) for one in spelt_out) else ""
