"""A question as the stretches that it is made of, and what their order tells: what is asked for, denied, joined."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgqa.language import thesaurus, units
from kgqa.language.inflection import base, is_superlative, past_of, singular_of, stem, verbs_of
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import WANTING, vocabulary
from kgqa.questions.conditions.measures import dimension_verbs
from kgqa.questions.conditions.thing_values import called
from kgqa.questions.floating.senses import SOMEBODY, Chunk, is_date
from kgqa.questions.floating.trees import Filter, Tree
from kgqa.questions.intent import Thing
from kgqa.questions.tagging import number_of
from kgqa.records import Entity
from kgqa.schema.derive import YEAR

_SMALL = frozenset({"which", "how", "list", "there", "whether", "a", "and", "count", "when", "but", "all"})
_GENERAL = frozenset({"have", "do", "be", "get", "see"})
_LIGHT_ADVERBS = frozenset(
    {"actually", "really", "simply", "basically", "nevertheless", "although", "though", "anyway"}
)
DENIALS = frozenset({"not", "no", "never", "without", "none", "neither", "nor"})
_ASKING_VERBS = frozenset({"do", "does", "did", "can", "could"})
_OFFERING = frozenset({"can", "could", "would", "will"})
_LAST_WORD = re.compile(r"[A-Z]?[a-z]+$")
"""Of a label ("Training course", "TrainingCourse")."""
_JOINT = re.compile(r"[,;/&+]|\b(?:and|or|but|with|than|vs)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the stretches that it is made of."""

    text: str
    entities: tuple[Entity, ...]
    chunks: tuple[Chunk, ...]

    @property
    def verdict(self) -> bool:
        """Whether it is asked for yes or no."""
        first = self.chunks[0] if self.chunks else None
        if first is None or first.item is None or not first.item.auxiliary or self.asks_which:
            return False
        orders = any("list" in one.cues for one in self.chunks[1:2])
        return not (orders and first.text.lower() in _OFFERING)  # "can you give me"

    @property
    def asks_which(self) -> bool:
        """Whether a question word asks for things."""
        return any({"which", "count", "when"} & one.cues for one in self.chunks)

    def lacks_relation(self, tree: Tree) -> bool:
        """Whether "who" or "where" is asked of things, and no word says how they are joined to them."""
        root = tree.root
        if root.chunk is None or self.chunks[root.chunk].text.lower() not in ("who", "whom", "where"):
            return False
        said = [one.said for one in tree.nodes if one.parent == 0] + [one.said for one in root.names]
        alone = len(tree.nodes) == 1 and not root.names
        done = alone and any(one.sense.says_what_was_done for one in root.filters)  # "who joined in 2025"
        return not (any(said) or done)

    def asks_nobody(self, tree: Tree) -> bool:
        """Whether "who" is asked of things that are nobody ("who discovered X" of signs)."""
        one = None if tree.root.chunk is None else self.chunks[tree.root.chunk]
        if one is None or one.text.lower() not in vocabulary().somebody:
            return False
        return all(sense.score < SOMEBODY for sense in one.senses if sense.label == tree.root.label)

    def dates_another(self, tree: Tree) -> bool:
        """Whether a time behind a verb of a link is taken for a date of the things that stand before the verb ("actors
        who won an award *in 2018*" for those that died in it); one that says what the verb does may be. So is a time
        that a link of the tree tells, unless it stands right behind the word for the things."""
        used = {hop.relation for _, _, hop in tree.hops()}
        for node in tree.nodes:
            for one in filter(self._is_bare_time, node.filters):
                told = set(map(stem, _names_of(one)))
                if self._is_of_itself(one, node.label):
                    continue
                dated = {sense.relation for sense in self.chunks[one.chunk].senses if sense.stands == "bound"}
                if not dated.isdisjoint(used) and one.chunk - 1 != node.chunk:
                    return True
                between = self.chunks[node.chunk or 0 : one.chunk]
                verbs = [chunk for chunk in between if any(sense.relation in used for sense in chunk.senses)]
                if any(told.isdisjoint(map(stem, chunk.text.lower().split())) for chunk in verbs):
                    return True
        return False

    @staticmethod
    def _is_of_itself(one: Filter, label: str) -> bool:
        """Whether a date tells no more than when a thing was ("incident date", of an incident)."""
        return _names_of(one) <= {*label.lower().split("_"), *YEAR, "date", "day", "time", "on", "in"}

    def _is_bare_time(self, one: Filter) -> bool:
        """Whether a condition is a time alone, which names no property."""
        owned = one.sense.owned
        if one.sense.stands != "bound" or owned is None or not (owned.dated or is_date(one.recorded)):
            return False
        return _names_of(one).isdisjoint(self.chunks[one.chunk].text.lower().split())

    def takes_deed_for_thing(self, tree: Tree) -> bool:
        """Whether what a name does ("which trials does A *sponsor*") is taken for a thing of its own."""
        rows = zip(self.chunks, self.chunks[1:], self.chunks[2:], strict=False)
        for place, (first, name, last) in enumerate(rows):
            word = last.text.lower()
            deed = first.text.lower() in vocabulary().do and name.entity is not None
            if deed and word in thesaurus.infinitives(word) and any(n.chunk == place + 2 for n in tree.nodes):
                return True
        return False

    def tells_other(self, tree: Tree) -> bool:
        """Whether a value that is no noun stands right before a word for a type, and is taken for one of another type
        ("*male* vets")."""
        for node in tree.nodes:
            for one in node.filters:
                after = self.chunks[one.chunk + 1] if one.chunk + 1 < len(self.chunks) else None
                types = {s.label for s in after.senses if s.stands == "type"} if after is not None else set()
                joined = after is not None and not self.text[self.chunks[one.chunk].end : after.start].strip()
                plain = one.sense.stands == "value" and not one.sense.noun
                if plain and joined and types and node.label not in types:
                    return True
        return False

    def changes(self) -> bool:
        """Whether a word changes what is asked that nothing here has a place for: a number of times, "all" of
        something, two types in a row."""
        for place, one in enumerate(self.chunks):
            word = one.text.lower()
            if one.entity is None and (
                (word in vocabulary().changing and not _denies(one))
                or (vocabulary().numbers.get(word, 0) > 1 and "number" not in one.cues)
                or ("all" in one.cues and (place > 1 or self.verdict) and not _is_said(one))  # "completed"
                or ("not" in one.cues and not _denies(one))
                or ("but" in one.cues and self._excepts(place))
            ):
                return True
            if "and" in one.cues and 0 < place < len(self.chunks) - 1:
                types = [any(s.stands == "type" for s in self.chunks[n].senses) for n in (place - 1, place + 1)]
                if all(types):
                    return True
        spans = [(one.start, one.end) for one in self.chunks]
        rest = (word for word in spoken(self.text) if not any(start <= word.start < end for start, end in spans))
        return any(
            word.text.lower() in vocabulary().changing or vocabulary().numbers.get(word.text.lower(), 0) > 1
            for word in rest
        )

    def _excepts(self, place: int) -> bool:
        """Whether "but" leaves out what stands behind it ("any animal but horses")."""
        after = self.chunks[place + 1] if place + 1 < len(self.chunks) else None
        return after is not None and not _denies(after) and not any(s.stands == "relation" for s in after.senses)

    def asks_again(self) -> bool:
        """Whether a second question follows ("…, and does X cause Y", "is it so, and how many …")."""
        first = self.chunks[0].item if self.chunks else None
        if first is not None and first.auxiliary and self.counts:
            return True
        pairs = zip(self.chunks, self.chunks[1:], strict=False)
        return any("and" in one.cues and after.text.lower() in _ASKING_VERBS for one, after in pairs)

    def years(self) -> list[int]:
        """The places of what asks for a year, whatever it is that was in that year ("in which year")."""
        return [n for n, one in enumerate(self.chunks) if one.text.lower() in YEAR]

    @property
    def counts(self) -> bool:
        """Whether it asks how many."""
        return any("count" in one.cues for one in self.chunks)

    @property
    def denials(self) -> list[int]:
        """The places of its denials."""
        return [n for n, one in enumerate(self.chunks) if _denies(one)]

    def denial_before(self, place: int) -> int | None:
        """The denial that stands right before a place."""
        before = next((n for n in range(place - 1, -1, -1) if not self._is_small(n)), None)
        return before if before is not None and _denies(self.chunks[before]) else None

    def head(self) -> int | None:
        """The place of the word behind a question word, or of "who": of what is asked for."""
        for place, one in enumerate(self.chunks):
            if one.text.lower() in ("who", "whose", "whom", "where") and one.senses:
                return place
            if one.cues & WANTING and not one.senses:
                after = next((n for n in range(place + 1, len(self.chunks)) if not self._is_small(n)), None)
                if after is None or not any(s.stands in ("type", "value") for s in self.chunks[after].senses):
                    return None
                while self.modifies(after) or self._restricts(after):
                    after += 1
                return after
        return None

    def head_is_name(self, groups: Sequence[tuple[tuple[int, ...], tuple[Thing, ...]]]) -> bool:
        """Whether a name stands right behind the question word, whose things or kinds are asked for ("which azole")."""
        return any(self.follows_which(places[0]) for places, _ in groups)

    def _restricts(self, place: int) -> bool:
        """Whether a value that is no noun stands right before another word that asks ("*male* vets")."""
        senses = self.chunks[place].senses
        alone = bool(senses) and all(s.stands != "type" and not (s.stands == "value" and s.noun) for s in senses)
        return alone and place + 1 < len(self.chunks) and bool(self.chunks[place + 1].senses)

    def modifies(self, place: int) -> bool:
        """Whether a word for a type stands right before another one."""
        if place + 1 >= len(self.chunks):
            return False
        both = [any(s.stands == "type" for s in self.chunks[place].senses)]
        both.append(any(s.stands == "type" and s.score == 1.0 for s in self.chunks[place + 1].senses))
        both.append(self.chunks[place].item is not None)
        between = self.text[self.chunks[place].end : self.chunks[place + 1].start]
        return all(both) and not between.strip()

    def asks_at(self, place: int) -> bool:
        """Whether a question word, or nothing, stands before a place."""
        return all(self._is_small(n) or self.chunks[n].senses for n in range(place))

    def _is_small(self, place: int) -> bool:
        one = self.chunks[place]
        return one.item is not None and (
            one.item.auxiliary or one.item.generic or bool(one.cues and one.cues <= _SMALL)
        )

    def groups(self) -> list[tuple[tuple[int, ...], tuple[Thing, ...]]] | None:
        """The names, those that an "or" joins together; None where an "or" joins anything else."""
        names = [n for n, one in enumerate(self.chunks) if one.entity is not None]
        ors = [n for n, one in enumerate(self.chunks) if "or" in one.cues]
        groups: list[list[int]] = [[one] for one in names]
        for place in ors:
            before = next((g for g in groups if g[-1] < place and place - g[-1] == 1), None)
            after = next((g for g in groups if g[0] == place + 1), None)
            if before is None or after is None or self._label(before[0]) != self._label(after[0]):
                return None
            groups[groups.index(before)] = [*before, *after]
            groups.remove(after)
        return [(tuple(one), tuple(self._thing(n) for n in one)) for one in groups]

    def are_joined(self, groups: Sequence[tuple[tuple[int, ...], tuple[Thing, ...]]]) -> bool:
        """Whether names of one type stand in a row, and not one within another ("kidneys in X")."""
        for (before, things), (after, others) in pairwise(groups):
            between = self.text[self.chunks[before[-1]].end : self.chunks[after[0]].start]
            if things[0].label == others[0].label and not _JOINT.search(between):
                return False
        return True

    def _label(self, place: int) -> str:
        return self._thing(place).label

    def _thing(self, place: int) -> Thing:
        entity = self.chunks[place].entity
        assert entity is not None
        return Thing.of(self.entities[entity].chosen)

    def is_title(self, place: int) -> bool:
        """Whether a word for a type stands beside a name of that type ("the clinic X", "whose clinic is X")."""
        labels = {sense.label for sense in self.chunks[place].senses if sense.stands == "type"}
        after = place + 1
        while after < len(self.chunks) and self.chunks[after].text.lower() in vocabulary().be:
            after += 1
        beside = (n for n in (place - 1, after) if 0 <= n < len(self.chunks))
        return any(self.chunks[n].entity is not None and self._label(n) in labels for n in beside)

    def _repeats_type(self, place: int) -> bool:
        """Whether a word right behind a name is the last one of its type ("the First Aid *course*", a training course),
        whatever else is called so."""
        before = self.chunks[place - 1] if place else None
        if before is None or before.entity is None or self.text[before.end : self.chunks[place].start] != " ":
            return False
        noun = _LAST_WORD.search(self._label(place - 1))
        return noun is not None and noun[0].lower() == singular_of(self.chunks[place].text.lower())

    def is_counted(self, place: int) -> bool:
        """Whether the most or the fewest of a type are asked for."""
        counted = self.counted()
        return counted is not None and counted[0] == place

    def counted(self) -> tuple[int, int, bool] | None:
        """The place of what the most are asked of, of the word that asks for it, and whether it asks for the fewest."""
        for place, one in enumerate(self.chunks[:-1]):
            after = self.chunks[place + 1]
            if (
                one.cues & {"most", "fewest"}
                and not is_superlative(one.text.lower().rpartition(" ")[2])
                and any(sense.stands == "type" for sense in after.senses)
            ):
                return place + 1, place, "fewest" in one.cues
        return None

    def top(self) -> tuple[int, int] | None:
        """The place of the number of a ranking, and the number."""
        for place, one in enumerate(self.chunks):
            if one.item is not None and "number" in one.cues:
                number = number_of(one.item)
                return None if number is None else (place, number)
        return None

    def told_by_verb(self, place: int) -> tuple[int, ...]:
        """The place of the verb before a superlative that says what it is the most of ("*lasted* longest"), if any."""
        before = self.chunks[place - 1] if place else None
        joined = before is not None and not self.text[before.end : self.chunks[place].start].strip()
        if before is None or not joined or before.item is None or not before.item.unread:
            return ()
        return (place - 1,) if thesaurus.infinitives(before.text.lower()) & set(dimension_verbs()) else ()

    def is_empty(self, place: int, tree: Tree) -> bool:
        """Whether a stretch says nothing that a tree would have to explain."""
        one = self.chunks[place]
        if one.entity is not None or one.item is None:
            return False
        word = one.text.lower()
        if self.is_title(place) or self._repeats_type(place):
            return True
        if "or" in one.cues:
            return True  # joins names, or there is none
        if one.item.auxiliary or one.item.generic or (one.cues and one.cues <= _SMALL and not one.senses):
            return True
        if one.cues - _SMALL or one.item.meaning.absent:
            return False
        if word in vocabulary().light or word in vocabulary().function:
            return True
        if one.item.behind[-1:] == ("in",) and any(
            s.recorded is not None and units.measures(word, s.recorded.name)
            for other in self.chunks
            for s in other.senses
        ):
            return True  # "the height of X in metres"
        if any(sense.stands not in ("property", "relation") for sense in one.senses):
            return False
        if word in vocabulary().registers or (word in ("one", "ones") and self.follows_which(place)):
            return True
        if self._carries(place, word) or self._says_as_what(place):
            return True
        if any(sense.stands == "property" for sense in one.senses):
            return self.names_value(place, tree)
        verbs = {verb for verb, _ in verbs_of(word)} | {word}
        if past_of(word) and any("record" in thesaurus.synonyms(verb, "v") for verb in verbs):
            return True  # "what height is *entered* for X"
        if not verbs.isdisjoint(vocabulary().holding) and self._is_condition(place + 1, tree):
            return True  # "ships *carrying* coal" where cargoes are recorded
        if not verbs.isdisjoint(vocabulary().placing) and self._is_condition(place + 1, tree) and not self.denials:
            return True  # "donors who *live* in Marrick" where towns are recorded
        return not verbs.isdisjoint(_GENERAL) or word in _LIGHT_ADVERBS

    @staticmethod
    def _is_condition(place: int, tree: Tree) -> bool:
        """Whether a place is that of a text or a number that things asked for must have."""
        return any(one.chunk == place for one in tree.root.filters)

    def _says_as_what(self, place: int) -> bool:
        """Whether a word only leads to what something is or does ("*serves* as mate")."""
        if place + 1 >= len(self.chunks):
            return False
        between = self.text[self.chunks[place].end : self.chunks[place + 1].start].lower().split()
        return between[:1] == ["as"] and thesaurus.is_known(base(self.chunks[place].text.lower()), "v")

    def says_what_was_done(self, place: int) -> bool:
        """Whether a verb stands right before bounds: "which samples did we *destroy* in 2023" is of another date than
        when they were taken."""
        after = self.chunks[place + 1 : place + 2]
        bounded = any(sense.stands == "bound" for one in after for sense in one.senses)
        return bounded and bool(thesaurus.infinitives(self.chunks[place].text.lower()))

    def follows_which(self, place: int) -> bool:
        """Whether a question word stands right before a place."""
        return place > 0 and "which" in self.chunks[place - 1].cues

    def _carries(self, place: int, word: str) -> bool:
        """Whether a word says no more than that what is named before it is measured ("a withdrawal *period*")."""
        own = self.chunks[place].item
        if own is None or own.behind:
            return False
        before = self.chunks[place - 1] if place else None
        beside = before is not None and any(s.stands in ("property", "extreme", "bound") for s in before.senses)
        return beside and thesaurus.is_kind_of(word, "measure", 8)

    def names_value(self, place: int, tree: Tree) -> bool:
        """Whether a word names the property whose value stands beside it ("a *severity* of severe")."""
        named = {(s.owner, s.recorded) for s in self.chunks[place].senses if s.stands == "property"}
        filters = [one for node in tree.nodes for one in (*node.filters, *node.links)]
        filters += [one for node in tree.nodes for name in node.names for one in name.filters]
        return any((one.sense.owner, one.sense.recorded) in named for one in filters)


def _is_said(chunk: Chunk) -> bool:
    """Whether a stretch stands for a value, or surely for a relation."""
    return any(one.stands == "value" or (one.stands == "relation" and one.score == 1.0) for one in chunk.senses)


def _denies(chunk: Chunk) -> bool:
    word = chunk.text.lower().replace("’", "'")
    return chunk.entity is None and (word in DENIALS or word.endswith("n't"))


def _names_of(one: Filter) -> frozenset[str]:
    """The words of the names of a property that is a number or a time."""
    noun = one.sense.owned.noun if one.sense.owned is not None else ""
    return frozenset(f"{noun} {called(one.recorded)}".lower().split())
