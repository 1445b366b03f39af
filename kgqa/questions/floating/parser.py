"""Derives what a question asks: every tree that explains its words, and of them the one that costs least.

A word that says something and that no tree explains ends the reading, as do words that this grammar has no place for
("only", "than", "each"); where nothing is read so, one ordinary word may be passed over, at a price. What is asked of
the root (all of it, how many, whether, the most, a property) is told by words that stand anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from kgqa.language import thesaurus, units
from kgqa.language.common_words import is_english, is_everyday, is_marked
from kgqa.language.inflection import base, is_superlative, singular_of
from kgqa.language.normalise import blanked
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.ambiguity import nearest_candidates, with_candidate
from kgqa.questions.by_meaning.own_words import is_verb_here
from kgqa.questions.floating.question import Question
from kgqa.questions.floating.senses import Chunk, Sense, Senses
from kgqa.questions.floating.trees import Filter, Growing, Named, Node, Tree
from kgqa.questions.intent import Thing
from kgqa.questions.negation.unrecorded import names_property
from kgqa.records import Entity
from kgqa.schema.model import Schema

APART = 0.45
"""By how much less the best tree must cost than any other one that asks something else."""
_MOST_COST = 1.6
"""What a tree may cost at most."""
MODIFIER = 0.3
"""What a word for a type costs that only says more of the type behind it ("vet clinics")."""
_PASSED = 0.6
"""What an ordinary word costs that nothing explains, where one may be passed over."""
_KEPT = 24
"""Trees that are grown further after each word."""
_PLACELESS = frozenset(
    {"kind", "parent", "share", "relation", "explain", "often", "compare", "other", "differ", "graded", "distinguish",
     "besides", "define"}
)  # fmt: skip
_PLACELESS_WORDS = frozenset(
    {"only", "than", "same", "else", "other", "each", "every", "per", "why", "if", "unless", "exclusively", "neither",
     "nor", "except", "between", "more", "less", "fewer", "half", "almost", "nearly", "instead", "together", "how",
     "rather", "also", "further", "next", "first", "last", "second", "third", "former", "current", "currently"}
)  # fmt: skip
_MEAN, SUMMED = frozenset({"average", "mean", "avg"}), frozenset({"total", "sum", "combined", "overall", "altogether"})
_COUNTING = SUMMED | {"count", "counts", "number", "numbers"}
_MOST_SENSES = 6
_MOST_LOOSE = 12
_MOST_HEADS = 3
"""Words at which a tree may begin."""
_MOST_WAYS = 8
"""Ways to take names that stand for several things."""

_ARTICLES = frozenset({"a", "an", "the"})
_WITH = frozenset({"with", "without"})
_ANYTHING = frozenset({"anything", "everything", "something", "nothing", "anyone", "everyone", "someone", "nobody"})
_UNDOING = re.compile(r"(?:un|in|im|il|ir|dis|non|mis)(?P<rest>[a-z]{4,})$")
_IS_OWN = re.compile(r"^\W*(?:is|are|does|do)\s+(?:my|our)\b", re.IGNORECASE)
"""What is asked of somebody's own ("is my mole cancer"), which no graph tells."""
_OF = re.compile(r"\s+(?:of|on|in|at|for|from|by|with|to|against|per)\b", re.IGNORECASE)
_ANYBODY = re.compile(r"\b(?:people|persons?|anybody|anyone|somebody|someone)\b", re.IGNORECASE)
_THERE = re.compile(r"\b(?:there|any)\b", re.IGNORECASE)
_RELATIVE = re.compile(r"\s+(?:who|whose|that|which)\b", re.IGNORECASE)

Step = Callable[[Tree], Iterator[Tree]]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks, as a tree and what is asked of its root.

    Attributes:
        form: list, count, whether, most (of ``extreme``), ranked (by how many ``counted`` a hop leads to), property,
            sum or mean (of ``wanted``).
        thing: the root is this thing, and no other one of its type.
        wanted: the property that is asked of the root, or of the link to its only name.
        counted: the label whose things are counted for a ranking.
        fewest: the fewest of them.
        top: how many of a ranking.
        near: the word for ``extreme`` stands right before the one for the root ("the tallest tower on a reef").
        passed: the word that nothing explains and that was passed over; None where all are explained.
    """

    form: str
    tree: Tree
    cost: float
    thing: Thing | None = None
    wanted: Sense | None = None
    extreme: Sense | None = None
    counted: str = ""
    fewest: bool = False
    top: int | None = None
    near: bool = False
    entities: tuple[Entity, ...] = ()
    passed: Chunk | None = None

    @property
    def content(self) -> tuple[object, ...]:
        """What it asks, whatever words say it."""
        nodes = tuple(
            (
                node.label,
                node.hop,
                node.parent,
                node.negated,
                node.number,
                frozenset((n.hop, n.things, n.negated, _filters(n.filters)) for n in node.names),
                _filters(node.filters),
                _filters(node.links),
            )
            for node in self.tree.nodes
        )
        asked = None if self.wanted is None else (self.wanted.owner, self.wanted.recorded)
        most = None if self.extreme is None else (self.extreme.owner, self.extreme.recorded, self.fewest)
        return (self.form, nodes, self.thing, asked, most, self.counted, self.top)


@dataclass(frozen=True, slots=True)
class Loose:
    """A tree that explains some of the words of a question.

    Attributes:
        left: the stretches that it leaves out.
        odd: how many of them are no ordinary words.
        faults: how many rules for whole questions it breaks.
        says_nothing: one of them: it asks for nothing in particular.
        tells_other: a value before a word for a type is taken for one of another type.
    """

    asked: Asked
    left: tuple[Chunk, ...]
    odd: int
    faults: int
    says_nothing: bool
    tells_other: bool
    cost: float

    @property
    def weight(self) -> float:
        """What it leaves out, and half of what it costs."""
        return len(self.left) + self.cost / 2


def _is_one_relation(readings: Sequence[Asked]) -> bool:
    """Whether readings ask for the other ends of one relation, which lie among several types ("where was X born")."""
    roots = [one.tree.root for one in readings if len(one.tree.nodes) == 1 and len(one.tree.root.names) == 1]
    same = {(root.chunk, root.names[0].hop.relation.type, root.names[0].things) for root in roots}
    bare = all(root.chunk is not None and root.names[0].said and not root.filters for root in roots)
    plain = {(one.form, one.thing, one.wanted, one.extreme, one.counted) for one in readings}
    return len(roots) == len(readings) and len(same) == 1 and bare and len(plain) == 1


def _says_what_there_may_be(question: Question, root: Node) -> bool:
    """Whether a question for yes or no says of which things it asks whether there are any: by their type, by what is
    recorded of them behind "there are" or "any", or by what more must hold of that to which a verb leads ("was X
    climbed before 1900"). "Is X running" is not whether X runs something."""
    if root.chunk is not None:
        return True
    valued = any(one.sense.stands == "value" for one in root.filters)
    more = bool(root.filters) or any(name.filters for name in root.names)
    return bool(_THERE.search(question.text)) if valued else more


def _filters(found: Sequence[Filter]) -> frozenset[object]:
    return frozenset(
        (
            one.sense.owner,
            one.recorded,
            one.sense.values,
            one.sense.measure.bounds if one.sense.measure else None,
            one.negated,
            one.missing,
        )
        for one in found
    )


class FloatingParser:
    """Derives questions over one schema."""

    def __init__(
        self, schema: Schema, senses: Senses, knows: Callable[[str], bool], sorts: Callable[[str], bool]
    ) -> None:
        """Derives over a schema.

        Args:
            knows: whether a word stands in any name of the graph, so that a rare one is never passed over.
            sorts: whether it is one by which things are sorted, which is never passed over either.
        """
        self._schema = schema
        self._senses = senses
        self._knows = knows
        self._sorts = sorts
        self._growing = Growing(schema)

    def readings(self, text: str, entities: Sequence[Entity]) -> list[Asked]:
        """What a cleaned question asks, once for each way to take those of its names that stand for several things;
        none where it is not certain. One ordinary word may be passed over where nothing is certain without."""
        chunks = self._senses.chunks(text, entities)
        if self._has_no_place(chunks) or self._passes_over(text, chunks):
            return []
        derived = []
        for way in islice(product(*nearest_candidates(entities)), _MOST_WAYS):
            settled = tuple(with_candidate(entity, one) for entity, one in zip(entities, way, strict=True))
            derived.append(list(self._derived(Question(text, settled, tuple(chunks)))))
        whole = [[one for one in way if one.passed is None] for way in derived]
        return self._certain(whole) or self._certain(derived)

    def loose(self, text: str, entities: Sequence[Entity]) -> list[Loose]:
        """The trees that explain a cleaned question but for some of its words, those with the least of them first; what
        of the rules for whole questions they break is counted."""
        question = Question(text, tuple(entities), tuple(self._senses.chunks(text, entities)))
        groups = question.groups()
        if groups is None:
            return []
        beside = question.asks_again() + (not question.are_joined(groups))
        found: dict[tuple[object, ...], Loose] = {}
        for tree, thing in self._trees(question, groups):
            for form in self._forms(question, tree, thing):
                denied = self._denied(question, form)
                if denied is None or question.dates_another(denied.tree) or question.asks_nobody(denied.tree):
                    continue
                asked = replace(denied, entities=question.entities)
                nothing = self._says_nothing(question, asked)
                faults = (
                    nothing,
                    self._does_otherwise(question, asked.tree),
                    question.lacks_relation(asked.tree),
                    question.takes_deed_for_thing(asked.tree),
                    not _restricts(asked),
                )
                left = self._left(question, asked.tree)
                one = Loose(
                    asked,
                    tuple(question.chunks[place] for place in left),
                    sum(not _is_ordinary(question, place) for place in left),
                    sum(faults) + beside,
                    nothing,
                    question.tells_other(asked.tree),
                    self._growing.whole(asked.tree) + asked.cost,
                )
                known = found.get(asked.content)
                if known is None or one.weight < known.weight:
                    found[asked.content] = one
        return sorted(found.values(), key=lambda one: one.weight)[:_MOST_LOOSE]

    def _certain(self, ways: Sequence[Sequence[Asked]]) -> list[Asked]:
        """What a question asks, by what it may ask for each way to take its names; none where it is not certain."""
        found: list[Asked] = []
        for derived in ways:
            ranked = _likeliest(derived)
            close = [one for one in ranked if one.cost - ranked[0].cost < APART]
            if len(close) > 1 and not _is_one_relation(close):
                return []
            found += close
        found.sort(key=lambda one: one.cost)
        near = [one for one in found if one.cost - found[0].cost < APART]
        return near if len({one.form for one in near}) <= 1 else []

    def _passes_over(self, text: str, chunks: Sequence[Chunk]) -> bool:
        """Whether a word that is a text of things is part of no stretch."""
        rest = blanked(text, [(one.start, one.end) for one in chunks]).lower()
        return any(word.text in self._senses.light_values for word in spoken(rest))

    @staticmethod
    def _has_no_place(chunks: Sequence[Chunk]) -> bool:
        return any(
            one.entity is None
            and not one.cues & {"most", "fewest", "not", "number"}
            and (not one.senses or one.text.lower() in _PLACELESS_WORDS)
            and (one.cues & _PLACELESS or one.text.lower() in _PLACELESS_WORDS or _is_scope(one))
            for one in chunks
        )

    def _derived(self, question: Question) -> Iterator[Asked]:
        groups = question.groups()
        if groups is None or question.asks_again() or not question.are_joined(groups) or question.changes():
            return
        for tree, thing in self._trees(question, groups):
            yield from self._asked(question, tree, thing)

    def _trees(
        self, question: Question, groups: Sequence[tuple[tuple[int, ...], tuple[Thing, ...]]]
    ) -> Iterator[tuple[Tree, Thing | None]]:
        """The trees that cost least, grown by each word in turn from each place where one may begin."""
        for tree, thing in self._roots(question, groups):
            trees = [tree]
            for step in self._steps(question, groups):
                grown = (grown for one in trees for grown in step(one))
                trees = sorted(grown, key=lambda one: one.cost)[:_KEPT]
            yield from ((one, thing) for one in trees)

    @staticmethod
    def _left(question: Question, tree: Tree) -> list[int]:
        """The places of the stretches that a tree does not explain and that say something."""
        open_ = (place for place in range(len(question.chunks)) if place not in tree.used)
        return [place for place in open_ if not question.is_empty(place, tree)]

    def _roots(
        self, question: Question, groups: Sequence[tuple[tuple[int, ...], tuple[Thing, ...]]]
    ) -> Iterator[tuple[Tree, Thing | None]]:
        """Where a tree may begin: at a type or a value of which it is said, at what a relation leads to, at a name."""
        headed = list(_headed(question))
        yield from ((tree, None) for tree in headed)
        for chunks, things in groups[:2]:
            if len(things) == 1:
                yield Tree((Node(things[0].label),)).using(*chunks, cost=0.2), things[0]
        if not headed:
            yield from ((tree, None) for tree in self._unheaded(question, groups))

    def _unheaded(
        self, question: Question, groups: Sequence[tuple[tuple[int, ...], tuple[Thing, ...]]]
    ) -> Iterator[Tree]:
        """Trees that begin at a type of which no word is said."""
        senses = [one for chunk in question.chunks for one in chunk.senses]
        if not groups and _ANYBODY.search(question.text):  # "which people joined in 2024"
            told = {one.label for one in senses if one.stands in ("bound", "value") and one.label}
            yield from (Tree((Node(label),)).using(cost=0.3) for label in sorted(told & self._senses.people))
        if question.head_is_name(groups):  # "which azole has the longest half-life"
            owners = {one.label for one in senses if one.stands == "extreme" and one.label}
            yield from (Tree((Node(label),)).using(cost=0.3) for label in sorted(owners))
        if len(groups) == 1 and not question.asks_which:
            label = groups[0][1][0].label
            ends = {
                hop.end: sense.score
                for sense in senses
                if sense.relation is not None and sense.stands == "relation"
                for node in self._schema.nodes
                for hop in self._growing.hops(label, node.label)
                if hop.relation == sense.relation
            }
            yield from (Tree((Node(end),)).using(cost=1.2 - score) for end, score in ends.items())

    def _steps(self, question: Question, groups: Sequence[tuple[tuple[int, ...], tuple[Thing, ...]]]) -> Iterator[Step]:
        """What grows a tree by each word in turn: types, names, then properties, then relations."""
        chunks = question.chunks

        def typed(place: int) -> Step:
            def step(tree: Tree) -> Iterator[Tree]:
                if place in tree.used or question.is_title(place) or question.is_counted(place):
                    yield tree
                    return
                for sense in chunks[place].senses:
                    if sense.stands == "type":
                        yield from self._growing.with_type(tree, sense, place)
                if any(sense.stands != "type" for sense in chunks[place].senses):
                    yield tree
                if question.modifies(place):
                    yield tree.using(place, cost=MODIFIER)

            return step

        def named(group: tuple[tuple[int, ...], tuple[Thing, ...]]) -> Step:
            def step(tree: Tree) -> Iterator[Tree]:
                if tree.used.issuperset(group[0]):
                    yield tree
                else:
                    yield from self._growing.with_name(tree, group[1], group[0])

            return step

        def filtered(place: int) -> Step:
            def step(tree: Tree) -> Iterator[Tree]:
                if place in tree.used:
                    yield tree
                    return
                others = False
                for sense in chunks[place].senses[: 3 * _MOST_SENSES]:
                    if sense.stands in ("value", "bound"):
                        yield from self._growing.with_filter(tree, sense, place)
                    else:
                        others = True
                if others:
                    yield tree

            return step

        def related(place: int) -> Step:
            def step(tree: Tree) -> Iterator[Tree]:
                if place in tree.used:
                    yield tree
                    return
                relations = [
                    (s.relation, s.score) for s in chunks[place].senses if s.stands == "relation" and s.relation
                ]
                grown = list(self._growing.with_relation(tree, relations, place)) if relations else []
                yield from grown
                # "How many isolates did we *collect* in 2022" says what the date is of.
                if not grown or question.counted() is not None or question.names_value(place, tree):
                    yield tree

            return step

        for place, chunk in enumerate(chunks):
            if any(sense.stands == "type" for sense in chunk.senses):
                yield typed(place)
        for group in groups:
            yield named(group)
        for place, chunk in enumerate(chunks):
            if any(sense.stands in ("value", "bound") for sense in chunk.senses):
                yield filtered(place)
        for place, chunk in enumerate(chunks):
            if any(sense.stands == "relation" for sense in chunk.senses):
                yield related(place)

    def _asked(self, question: Question, tree: Tree, thing: Thing | None) -> Iterator[Asked]:
        """What may be asked of a tree, where every word is explained then, or all but one that may be passed over."""
        for form in self._forms(question, tree, thing):
            denied = self._denied(question, form)
            if denied is None:
                continue
            left = self._left(question, denied.tree)
            if left and not (len(left) == 1 and self._may_pass(question, denied, left[0])):
                continue
            if self._does_otherwise(question, denied.tree):
                continue
            if (
                self._says_nothing(question, denied)
                or question.lacks_relation(denied.tree)
                or question.tells_other(denied.tree)
                or question.takes_deed_for_thing(denied.tree)
                or question.dates_another(denied.tree)
            ):
                continue
            cost = self._growing.whole(denied.tree) + denied.cost + _PASSED * len(left)
            passed = question.chunks[left[0]] if left else None
            yield replace(denied, cost=cost, entities=question.entities, passed=passed)

    def _may_pass(self, question: Question, asked: Asked, place: int) -> bool:
        """Whether a word is an ordinary one that may say nothing new: no name or part of one, no denial or measure,
        none on which a verdict would hang, none that may tell some things from others ("empty tankers"), none of which
        something is asked ("the price of X"), and no verb but where one is missing."""
        one = question.chunks[place]
        if asked.form == "whether" or one.item is None or not one.item.unread or one.senses or one.cues:
            return False
        word, after = one.text.lower(), question.chunks[place + 1] if place + 1 < len(question.chunks) else None
        if is_marked(question.text, one.start, one.text) or not word.isalpha() or is_superlative(word):
            return False
        if self._sorts(word) or word in _ANYTHING:
            return False
        if undoes(word) or word in _COUNTING or units.is_unit(word) or one.item.meaning.absent:
            return False
        if after is not None and _is_noun(after) and not question.text[one.end : after.start].strip():
            return False
        if _RELATIVE.match(question.text, one.end):
            return False  # "the folks who run X"
        if not _WITH.isdisjoint(one.item.behind):
            return False  # "farms with grapes" are some of them
        if question.says_what_was_done(place):
            return False
        head = not any(question.chunks[n].senses or question.chunks[n].entity is not None for n in range(place))
        if head and (question.follows_which(place) or _OF.match(question.text, one.end)):
            return False
        unsaid = any(not asked.tree.says(at, name) for at, name, _ in asked.tree.hops())
        inflected = thesaurus.infinitives(word) - {word} and not one.item.behind
        if inflected or is_verb_here(question.text, one.item):
            if not unsaid:
                return False
        elif thesaurus.is_known(singular_of(word), "n") and (
            _OF.match(question.text, one.end) or _ARTICLES.issuperset(one.item.behind)
        ):
            return False  # "cure the mayor of X"; "in the list of wrecks" says no more than where it is told
        return is_english(word) and (is_everyday(word) or not self._knows(word))

    def _says_nothing(self, question: Question, asked: Asked) -> bool:
        root = asked.tree.root
        nothing = len(asked.tree.nodes) == 1 and not (root.names or root.filters)
        if nothing and asked.form in ("list", "count", "whether"):
            return True
        # "Who occurs somewhere": a relation to nothing in particular, said by no word for its end.
        parents = {node.parent for node in asked.tree.nodes}
        if self._is_doubtful(asked) or self._goes_back(asked.tree):
            return True
        if any(self._is_unsaid(asked.tree, place) for place in range(1, len(asked.tree.nodes))):
            return True
        if any(self._is_done_to(question, asked.tree, place) for place in range(1, len(asked.tree.nodes))):
            return True
        asked_of = None if asked.wanted is None else asked.wanted.relation
        return any(
            place
            and place not in parents
            and not (node.names or node.filters or node.negated)
            and node.chunk is None
            and not (node.said and (node.links or (node.hop is not None and node.hop.relation == asked_of)))
            for place, node in enumerate(asked.tree.nodes)
        )

    @staticmethod
    def _goes_back(tree: Tree) -> bool:
        """Whether one relation leads to things that no word says and back again ("who treats A" is not who is treated
        where A is)."""
        for place, node in enumerate(tree.nodes):
            if node.hop is None or node.chunk is not None:
                continue
            below = [name.hop for name in node.names] + [one.hop for one in tree.nodes if one.parent == place]
            if any(hop is not None and hop.relation == node.hop.relation for hop in below):
                return True
        return False

    @staticmethod
    def _does_otherwise(question: Question, tree: Tree) -> bool:
        """Whether a verb right behind the word for the root is one of what the root is done to ("which *port guides*
        ships", where towers guide into ports)."""
        place = tree.root.chunk
        after = None if place is None or place + 1 >= len(question.chunks) else question.chunks[place + 1]
        if after is None or after.item is None:
            return False
        sides = {forward for _, forward in after.item.meaning.directions}
        used = [hop for _, _, hop in tree.hops() if any(s.relation == hop.relation for s in after.senses)]
        return sides == {True} and bool(used) and all(hop.relation.source != tree.root.label for hop in used)

    @staticmethod
    def _is_doubtful(asked: Asked) -> bool:
        """Whether it is not certain of which things something is said: two values of one field of one thing, a denial
        or a date of things on the way, the most of a field where there are such things."""
        for place, node in enumerate(asked.tree.nodes):
            texts = [(one.sense.owner, one.recorded) for one in node.filters if one.sense.stands == "value"]
            kept = [one for one in node.filters if one.sense.stands == "value" and not one.negated]
            if len(texts) != len(set(texts)) and len(kept) > 1:
                return True
            if place and any(one.negated or one.missing for one in (*node.filters, *node.links)):
                return True
            if node.parent and (node.negated or any(name.negated for name in node.names)):
                return True
            if place and not node.parent and any(name.negated for name in node.names):
                return True
            bounds = [one for one in node.filters if one.sense.stands == "bound"]
            if place and any(node.chunk is None or one.chunk - node.chunk != 1 for one in bounds):
                return True
        own = asked.extreme is not None and asked.extreme.relation is None and not asked.near
        return own and len(asked.tree.nodes) > 1

    @staticmethod
    def _is_unsaid(tree: Tree, place: int) -> bool:
        """Whether neither a thing on the way nor its link is said by any word."""
        node = tree.nodes[place]
        return node.chunk is None and not node.filters and not node.said

    @staticmethod
    def _is_done_to(question: Question, tree: Tree, place: int) -> bool:
        """Whether a type stands right behind a verb that is said of something else, so that no word says how its things
        are linked ("which lights *guide ships* into X", where lights guide into ports)."""
        node = tree.nodes[place]
        if node.chunk is None or node.chunk == 0 or node.said or node.names or node.filters or node.hop is None:
            return False
        before, own = question.chunks[node.chunk - 1], question.chunks[node.chunk]
        joined = not question.text[before.end : own.start].strip()
        said = {s.relation for s in before.senses if s.stands == "relation"}
        used = {hop.relation for _, _, hop in tree.hops()} - {node.hop.relation}
        return joined and node.hop.relation not in said and not said.isdisjoint(used)

    def _forms(self, question: Question, tree: Tree, thing: Thing | None) -> Iterator[Asked]:
        """What a question may ask for of what a tree describes, or of a named thing in it."""
        chunks = question.chunks
        found = _owned(question, tree, "property")
        wanted: Sequence[tuple[int, Sense]] = [one for one in found if not question.names_value(one[0], tree)]
        if any("when" in chunk.cues for chunk in chunks):  # who treated is no answer to when
            wanted = self._telling_when(wanted)
            if thing is None or not wanted:
                return
        if thing is not None:
            tree, wanted = self._in_year(question, tree, wanted)
        if any(chunk.text.lower() == "where" for chunk in chunks):
            wanted = [(place, one) for place, one in wanted if chunks[place].text.lower() == "where"]
        if thing is not None:
            yield from _of_thing(question, tree, thing, wanted)
        elif extremes := _owned(question, tree, "extreme"):
            yield from _most(question, tree, extremes)
        elif question.counted() is not None:
            yield from self._ranked(question, tree)
        elif added := {word: n for n, chunk in enumerate(chunks) if (word := chunk.text.lower()) in _MEAN | SUMMED}:
            yield from _reckoned(tree, added, wanted)
        else:
            yield from self._all(question, tree, wanted)

    def _telling_when(self, wanted: Sequence[tuple[int, Sense]]) -> list[tuple[int, Sense]]:
        return [(place, one) for place, one in wanted if self._senses.tells_when(one)]

    def _in_year(
        self, question: Question, tree: Tree, wanted: Sequence[tuple[int, Sense]]
    ) -> tuple[Tree, Sequence[tuple[int, Sense]]]:
        """What is asked for where a word asks in which year something was ("in which year was X founded")."""
        asked = {place for place, _ in wanted}
        years = [place for place in question.years() if place not in tree.used and place not in asked]
        if not years:
            return tree, wanted
        wanted = self._telling_when(wanted)
        return (tree.using(*years) if wanted else tree), wanted

    def _ranked(self, question: Question, tree: Tree) -> Iterator[Asked]:
        """Which things have the most or the fewest things of a type that a word says."""
        counted, chunks, label = question.counted(), question.chunks, tree.root.label
        assert counted is not None
        place, most, fewest = counted
        if any((_place_of(tree, at, name) or 0) > place for at, name, _ in tree.hops()):
            return  # "the most findings of X" are not those of what has X
        types = [sense for sense in chunks[place].senses if sense.stands == "type"]
        for sense, grown in ((one, self._growing.hops(label, one.label)) for one in types):
            for hop in grown:
                said = [
                    n
                    for n, chunk in enumerate(chunks)
                    for s in chunk.senses
                    if n not in tree.used and s.stands == "relation" and s.relation == hop.relation
                ]
                if said or len(grown) == 1:
                    used = tree.using(place, most, *said, cost=1.0 - sense.score)
                    by = Sense("relation", relation=hop.relation)
                    yield Asked("ranked", used, 0.0, counted=sense.label, fewest=fewest, wanted=by)

    def _all(self, question: Question, tree: Tree, wanted: Sequence[tuple[int, Sense]]) -> Iterator[Asked]:
        """Which things there are, how many, or whether there is any; nothing where a property of them is asked for."""
        lacking = self._lacking(question, tree, wanted)
        if wanted and lacking is None:
            return
        form = "count" if question.counts else "whether" if question.verdict else "list"
        if form != "whether" or _says_what_there_may_be(question, tree.root):
            yield Asked(form, tree if lacking is None else lacking, 0.0)

    def _lacking(self, question: Question, tree: Tree, wanted: Sequence[tuple[int, Sense]]) -> Tree | None:
        """The tree whose root lacks a property that a denial stands before ("no chip", "without a district")."""
        for place, sense in wanted:
            before = question.denial_before(place)
            known = sense.recorded is not None and sense.recorded.name in self._senses.truths_called
            chunk, recorded = question.chunks[place], sense.recorded
            named = recorded is not None and names_property(question.text, (chunk.start, chunk.end), recorded)
            if before is not None and sense.relation is None and named and not known:
                root = replace(tree.root, filters=(*tree.root.filters, Filter(sense, place, missing=True)))
                return tree.put(0, root).using(place, before, cost=1.0 - sense.score)
        return None

    def _denied(self, question: Question, asked: Asked) -> Asked | None:
        """What is asked with each denial on what stands behind it; None where one has no such place."""
        tree = asked.tree
        for place in question.denials:
            if place in tree.used:
                continue
            put = self._denies(question, tree, place)
            if put is None:
                return None
            tree = put
        return replace(asked, tree=tree)

    def _denies(self, question: Question, tree: Tree, place: int) -> Tree | None:
        for after in range(place + 1, len(question.chunks)):
            if after not in tree.used:
                if question.is_empty(after, tree):
                    continue
                return None
            for number, node in enumerate(tree.nodes):
                if not number and after == node.chunk and not any(one.chunk == after for one in node.filters):
                    return None  # nothing is asked of what is not of a type
                if number and after == node.chunk and not any(one.chunk == after for one in node.filters):
                    return tree.put(number, replace(node, negated=not node.negated)).using(place)
                for at, one in enumerate(node.filters):
                    if one.chunk == after:
                        filters = (*node.filters[:at], replace(one, negated=True), *node.filters[at + 1 :])
                        return None if one.negated else tree.put(number, replace(node, filters=filters)).using(place)
                for at, name in enumerate(node.names):
                    if name.chunk == after and not name.filters:
                        return tree.put(number, replace(node, names=_put(node.names, at))).using(place)
            hops = [
                (number, at)
                for number, at, hop in tree.hops()
                if any(s.stands == "relation" and s.relation == hop.relation for s in question.chunks[after].senses)
            ]
            if len(hops) > 1:  # "but not *suited* to clay": what stands next behind it
                places = [(_place_of(tree, *one), one) for one in hops]
                behind = [(stands, one) for stands, one in places if stands is not None and stands > after]
                hops = [min(behind, key=lambda one: one[0])[1]] if behind else []
            if len(hops) == 1:
                ((on, which),) = hops
                node = tree.nodes[on]
                if which is None:
                    return tree.put(on, replace(node, negated=not node.negated)).using(place)
                return tree.put(on, replace(node, names=_put(node.names, which))).using(place)
            return None
        return None


def _headed(question: Question) -> Iterator[Tree]:
    """Trees that begin at one of the first words for a type, or for a value of things of one."""
    heads, asked = 0, question.head()
    for place, chunk in enumerate(question.chunks):
        if heads == _MOST_HEADS or (asked is not None and place != asked):
            continue
        labels: dict[str, tuple[float, Sense]] = {}
        for sense in sorted(chunk.senses, key=lambda one: one.stands != "type"):  # a rank may be called as its type is
            if sense.stands == "type" or (sense.stands == "value" and sense.label):
                extra = 0.0 if sense.stands == "type" else 0.15
                labels.setdefault(sense.label, (1.0 - sense.score + extra, sense))
        late = 0.3 * heads + (0.0 if question.asks_at(place) else 0.1)
        heads += bool(labels)
        for label, (cost, sense) in labels.items():
            filters = () if sense.stands == "type" else (Filter(sense, place),)
            node = Node(label, filters=filters, chunk=None if filters else place)
            yield Tree((node,)).using(place, cost=cost + late)


def _owned(question: Question, tree: Tree, stands: str) -> list[tuple[int, Sense]]:
    """The places of words for what is recorded of the things that are asked for or of links in a tree, with what each
    stands for."""
    owners = [(tree.root.label, None), *(("", hop.relation) for _, _, hop in tree.hops())]
    return [
        (place, sense)
        for place, chunk in enumerate(question.chunks)
        for sense in chunk.senses
        if place not in tree.used and sense.stands == stands and sense.owner in owners
    ]


def _of_thing(question: Question, tree: Tree, thing: Thing, wanted: Sequence[tuple[int, Sense]]) -> Iterator[Asked]:
    """What is recorded of a named thing, or whether it is so."""
    if question.verdict and not wanted:
        yield Asked("whether", tree, 0.0, thing)
    for place, sense in wanted:
        yield Asked("property", tree.using(place, cost=1.0 - sense.score), 0.0, thing, sense)


def _most(question: Question, tree: Tree, extremes: Sequence[tuple[int, Sense]]) -> Iterator[Asked]:
    """Which things have the highest or the lowest of something that is measured."""
    top = question.top()
    for place, sense in extremes:
        assert sense.measure is not None
        if any(node.chunk == place + 1 for node in tree.nodes[1:]):
            continue  # "the oldest member" is not the oldest group
        used = (place, *(() if top is None else (top[0],)), *question.told_by_verb(place))
        yield Asked(
            "most", tree.using(*used), 0.0, extreme=sense, fewest=sense.measure.lowest,
            top=None if top is None else top[1], near=tree.root.chunk == place + 1,
        )  # fmt: skip


def _reckoned(tree: Tree, added: Mapping[str, int], wanted: Sequence[tuple[int, Sense]]) -> Iterator[Asked]:
    """The sum or the mean of what is recorded of things, as words at some places say."""
    for word, place in added.items():
        for at, sense in wanted:
            if sense.relation is None:
                form = "mean" if word in _MEAN else "sum"
                yield Asked(form, tree.using(place, at, cost=1.0 - sense.score), 0.0, wanted=sense)


def _likeliest(derived: Sequence[Asked]) -> list[Asked]:
    """What a question with settled names may ask, each once, the likeliest first."""
    found: dict[tuple[object, ...], Asked] = {}
    for one in derived:
        known = found.get(one.content)
        if known is None or one.cost < known.cost:
            found[one.content] = one
    ranked = sorted(found.values(), key=lambda one: one.cost)
    return [one for one in ranked if one.cost <= _MOST_COST]


def _place_of(tree: Tree, number: int, name: int | None) -> int | None:
    """The place of the word for what a hop leads to; None where no word says it."""
    node = tree.nodes[number]
    return node.chunk if name is None else node.names[name].chunk


def _put(names: tuple[Named, ...], at: int) -> tuple[Named, ...]:
    return (*names[:at], replace(names[at], negated=not names[at].negated), *names[at + 1 :])


def _restricts(asked: Asked) -> bool:
    """Whether anything is asked but all things of a type: else the words that are left out name what is asked about
    ("genes of *bubble boy* disease")."""
    some = any(node.names or node.filters or node.links for node in asked.tree.nodes)
    return some or asked.thing is not None or asked.extreme is not None


def _is_ordinary(question: Question, place: int) -> bool:
    """Whether a stretch is no name or like one, no number, none of the words by which a question says how much, and not
    what it asks for."""
    one = question.chunks[place]
    # A word that is none may be misspelt: "nto" is no word to leave out.
    plain = one.item is not None and one.entity is None and not one.cues and is_english(one.text.lower())
    plain = plain and not (units.is_unit(one.text) or question.says_what_was_done(place))
    marked = is_marked(question.text, one.start, one.text) or question.follows_which(place)
    return plain and not marked and one.text.lower() not in _PLACELESS_WORDS


def _is_noun(chunk: Chunk) -> bool:
    """Whether a stretch is a name, or stands for a type, a value or a property."""
    return chunk.entity is not None or any(one.stands in ("type", "value", "property") for one in chunk.senses)


def is_own(text: str) -> bool:
    """Whether something of somebody's own is judged ("is my mole cancer"), which no graph tells."""
    return _IS_OWN.search(text) is not None


def undoes(word: str) -> bool:
    """Whether a word may be the opposite of another one by its beginning ("unelectrified")."""
    found = _UNDOING.match(word)
    return found is not None and thesaurus.is_known(base(found["rest"]), "a", "v", "n")


def _is_scope(chunk: Chunk) -> bool:
    return chunk.text.lower() in vocabulary().scoping or chunk.text.lower() in vocabulary().turning
