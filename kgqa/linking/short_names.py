"""Names as people shorten them: without the words that only sort ("marfan"), and by their initials ("KF rings").

What is found here stands in no name of the graph as it is written, so it is a guess, below every match of a name. Who
asks decides what a guess is good for (``kgqa.questions.guessing``).
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple

import numpy as np

from kgqa.language.common_words import generic, is_english, is_medical
from kgqa.language.initials import abbreviates
from kgqa.language.normalise import CONNECTIVES, fold, is_designator, name_words, words
from kgqa.language.thesaurus import is_person
from kgqa.language.tokens import tokens
from kgqa.language.vocabulary import vocabulary
from kgqa.linking.body_words import named_as, without_side
from kgqa.linking.candidates import candidate
from kgqa.linking.families import Families
from kgqa.linking.index import Name, NameIndex, words_key
from kgqa.linking.symbols import is_symbol
from kgqa.linking.variants import Variants
from kgqa.records import Candidate, LinkMethod

SHORT_NAME = 0.79
"""Below every name that is recorded, misspelt ones of several words included."""
SHORT_SYNONYM = 0.77
VARIANT = 0.77
BEGUN = 0.76
INITIALS = 0.75
MANY_WORDS = 3
"""Words with which a single name begins, from which on they stand for it whatever words they are."""
MOST_LEFT_OUT = 2
"""Words in the middle of a name that people leave out."""
MOST = 8
"""Things that a guess may mean; of more it says nothing."""
FEWEST_VOTES = 3
"""Names of which one word was changed for another, from which on the two are taken for one."""
SHORTEST_END = 3
"""Letters of a word with which a name ends that may stand for it."""
MOST_INITIALS = 6
"""Letters of an abbreviation that is made of initials."""
FEW_LETTERS = 2
"""Letters of an abbreviation that very many names have for their initials."""
LEAST_STEM = 3
LONG_STEM = 6
"""Letters of the first and of the second stem of a word that gives two initials."""
LEAST_SHARE = 0.03
"""Share of the names with a word in which it was changed for another, below which the two are mixed up now and then, as
hands and fingers are."""
LEAST_OFTEN = 0.5
"""Share of the votes of the most frequent such word that another one needs."""
CAPITALS_A_SMALL = 5
"""Times that a word has its capital within names for each time that it has not, of a name that some write small."""
MOST_SEEN = 1_500
"""Names with a word that are looked at for what they tell of it."""
MOST_KEPT = 1_000
"""Words of which it is remembered how names write them."""
SEEN = 2_000
"""Names by which it is told whether names begin with capitals."""
_RANKS = {"name": 0, "synonym": 1, "listed": 1, "short": 1, "related": 2, "everyday": 2}
_MASK = 0x7FFFFFFF
Numbers = np.ndarray[tuple[int], np.dtype[np.int32]]
_HYPHEN = re.compile(r"[-–‐‑]")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


class Core(NamedTuple):
    """A name without the words that only sort: what is left of it, and how much was taken.

    Attributes:
        words: what is left, folded.
        sorted: words were taken that only say of what type the thing is.
        aspect: words were taken that say which side of the thing is meant ("Abnormal eye physiology").
        numbered: a number or a letter was taken that tells kinds of it from each other.
    """

    words: tuple[str, ...]
    sorted: bool = False
    aspect: bool = False
    numbered: bool = False


class Keys:
    """Three numbers for each name of an index, by which those are found that may be meant by a shortened name.

    They take twelve bytes a name, and most of a second for 100,000 names, so they are not made before they are needed.
    """

    def __init__(self, index: NameIndex) -> None:
        self._index = index

    def begun_with(self, word: str) -> list[int]:
        """The places of the names of which this folded word may be the first that tells something."""
        return _places(self.made[0], word)

    def of_initials(self, parts: tuple[str, ...]) -> list[int]:
        """The places of the names of several words that may have these initials."""
        return sorted({place for numbers in self.made[1:] for place in _places(numbers, parts)})

    @cached_property
    def made(self) -> tuple[Numbers, Numbers, Numbers]:
        """A number of the first telling word of each name, and of its initials without and with "type"; 0 where it has
        none."""
        firsts, initials, typed = array("i"), array("i"), array("i")
        sorting = generic()
        for name in self._index.names():
            if name.kind == "everyday":  # no part of one stands for it: no bubble, no butterfly
                for numbers in (firsts, initials, typed):
                    numbers.append(0)
                continue
            telling = name_words(name.text)
            first = next((word for word in telling if word not in sorting), telling[0])
            firsts.append(hash(first) & _MASK)
            several = len(telling) > 1 and not is_symbol(name.text)
            initials.append(hash(_initials(telling)) & _MASK if several else 0)
            whole = words(name.text) if several else ()
            typed.append(hash(_initials(whole)) & _MASK if len(whole) > len(telling) else 0)
        return np.array(firsts, np.int32), np.array(initials, np.int32), np.array(typed, np.int32)


def _holds(words_: Sequence[str], part: Sequence[str]) -> bool:
    """Whether some words stand in a row within others."""
    return any(tuple(words_[at : at + len(part)]) == tuple(part) for at in range(len(words_) - len(part) + 1))


def _places(numbers: Numbers, of: Hashable) -> list[int]:
    found: list[int] = np.flatnonzero(numbers == hash(of) & _MASK).tolist()
    return found


class Shortened:
    """Finds the things of one graph by what people make of their names. Safe to share between threads.

    Only names whose keys fit are looked at.

    Args:
        families: what things are called together that differ in number or type.
        sorts: by label the folded words that say of a thing only that it is of that type ("disease", "syndrome").
    """

    def __init__(self, index: NameIndex, keys: Keys, families: Families, sorts: Mapping[str, frozenset[str]]) -> None:
        self._index = index
        self._keys = keys
        self._families = families
        self._seen: dict[str, tuple[int, int]] = {}
        self._variants = Variants(index, self.meant_by)
        self.sorts = sorts

    def short(self, written: str, *, marked: bool = False) -> list[Candidate]:
        """The things that a name without its sorting words means, equally good ones only; mostly none.

        A thing whose own name it is goes before those that have it as a synonym, and a group before its kinds. Where
        more things begin so and go on in another way, these are as good.
        """
        asked = name_words(written)
        # A number is what somebody counted ("more than 10 %"), though a name may begin with it ("10 pairs of ribs").
        worded = any(char.isalpha() for char in written)
        if worded and next(self._beginning(asked), None) is None and (rejoined := self._rejoined(asked)):
            asked, written = rejoined, " ".join(rejoined)
        if not asked or not worded or not self._index.vocabulary.issuperset(asked):
            return []
        numbered = len(asked) > 1 and is_designator(asked[-1])
        found = self._numbered(asked) if numbered else self._sorted(asked)
        own = 0 in found.values()
        others = [] if numbered else self._begun(asked, found, joined=not own)
        if own and len(others) <= len(found):
            others = []
        best = [thing for thing, rank in found.items() if rank == min(found.values())]
        things = [*best, *(thing for same in others for thing in same if thing not in best)]
        if self._families.are_unnamed(things):
            return []
        if len(asked) >= MANY_WORDS and len(things) == 1:
            return [self._candidate(things[0], BEGUN, "family")]
        # An English word is a name only where a thing has it as its own; "African" begins some names and means none.
        several = len(asked) > 1 and self.is_name(written)  # "Lambert Eaton" are two that are English as well
        english = not own and not several and all(is_english(word.text) for word in tokens(written))
        # All that a name of several words says but "syndrome" is that name, of whatever words ("fragile X").
        named = (own and len(asked) > 1) or self.is_name(written, marked=marked)
        if not things or len(things) > MOST or english or not named:
            return []
        score = SHORT_NAME if own else SHORT_SYNONYM if best else BEGUN
        return [self._candidate(thing, score, "family") for thing in things]

    def _rejoined(self, asked: tuple[str, ...]) -> tuple[str, ...]:
        """Words that names write together or apart as they do ("moya-moya", "Kabuki makeup"); none where none does."""
        letters = "".join(asked)
        if letters in self._index.vocabulary:
            return (letters,)
        cores = (core.words for _, core in self._beginning(asked[:1]) if "".join(core.words) == letters)
        return next(cores, ())

    def gapped(self, written: str) -> list[Candidate]:
        """The only thing with a name that begins and ends as this one does, with a word or two more between, or those
        called so ("Dr Brandt", "Leber optic neuropathy", "maple syrup disease"); mostly none.

        One of its words is one that only names have, or nothing else begins so: "short hands" are not what "short broad
        hands" are.
        """
        asked = name_words(written)
        if len(asked) < 2:
            return []
        things: set[int] = set()
        beginning: set[int] = set()
        for number in self._keys.begun_with(next((word for word in asked if word not in generic()), asked[0])):
            name = self._index.name(number)
            words = name_words(name.text)
            more = len(words) - len(asked)
            if words[: len(asked) - 1] == asked[:-1]:
                beginning.add(name.thing)
            if _RANKS[name.kind] < 2 and 0 < more <= MOST_LEFT_OUT and words[0] == asked[0]:
                gaps = (words[:at] + words[at + more :] for at in range(1, len(asked)))
                if asked in gaps and not any(map(is_designator, words[1:-1])):
                    things.add(name.thing)
        called = {name_words(self._index.node(thing).name) for thing in things}
        alone = len(asked) >= MANY_WORDS and beginning == things
        sure = len(called) == 1 and (alone or self.is_name(written))
        return [self._candidate(thing, BEGUN, "family") for thing in sorted(things)] if sure else []

    def ended(self, written: str, *, marked: bool = False) -> list[Candidate]:
        """The only thing in whose names these words stand, where one of them ends so behind somebody's first name, or
        behind a word with which names of other things of its type begin ("Moss" of Ida Moss, "Skerry R" of a make);
        mostly none.

        Args:
            marked: the words are written as only names are.
        """
        asked = name_words(written)
        if not asked or not self._index.vocabulary.issuperset(asked) or not any(map(str.isalpha, asked[0])):
            return []
        if len(asked) < MANY_WORDS and not marked and all(is_english(word.text) for word in tokens(written)):
            return []
        longest = max(asked, key=len)
        if len(longest) < SHORTEST_END:
            return []
        held: list[tuple[Name, tuple[str, ...]]] = []
        for name in map(self._index.name, self._index.holding(longest)):
            own = name_words(name.text)
            if _holds(own, asked):
                held.append((name, own))
        if len({name.thing for name, _ in held}) > 1:
            return self._up_to(asked, [own for _, own in held])
        if not held:
            return []
        ends = [own for name, own in held if _RANKS[name.kind] < 2 and own != asked and own[-len(asked) :] == asked]
        thing = held[0][0].thing
        label = self._index.node(thing).label
        somebody = any(is_person(word.lower()) for word in _WORDS.findall(label)[-1:])
        told = any(somebody or self._begins_others(own[0], thing, label) for own in ends)
        return [self._candidate(thing, BEGUN, "family")] if told else []

    def _up_to(self, asked: tuple[str, ...], names: Sequence[tuple[str, ...]]) -> list[Candidate]:
        """What is called by the beginning of some names up to words that others are called by as well, where these are
        many and all the names begin alike ("vanishing white matter" of a leukoencephalopathy and its kinds)."""
        begun = {own[: own.index(asked[0]) + len(asked)] for own in names if asked[0] in own}
        if len(asked) < MANY_WORDS or len(begun) != 1:
            return []
        (whole,) = begun
        named = self._index.named(words_key(whole))
        things = dict.fromkeys(one.thing for one in named if _RANKS[one.kind] < 2 and name_words(one.text) == whole)
        return [self._candidate(thing, BEGUN, "family") for thing in things] if whole[-len(asked) :] == asked else []

    def _begins_others(self, word: str, thing: int, label: str) -> bool:
        """Whether names of more than one other thing of a type begin with a word."""
        begun = (self._index.name(number).thing for number in self._keys.begun_with(word))
        return len({one for one in begun if one != thing and self._index.node(one).label == label}) > 1

    def varied(self, written: str) -> list[Candidate]:
        """The things with a name of which some words are a variant ("pulm stenosis", "dislocated lens"), the equally
        near ones only, or else with one that means the same as a whole ("shaking palsy"); mostly none."""
        found = self._variants.of(written) or self._variants.meaning(written)
        best = [one for one in found if one.near == found[0].near]
        things = list(dict.fromkeys(one.name.thing for one in best))
        return [self._candidate(thing, VARIANT) for thing in things] if len(things) <= MOST else []

    def respelt(self, written: str) -> str | None:
        """A mention with its only word, or the only one that no name has, as the one that it is a slip for; None where
        that is not certain."""
        every = tokens(written)
        unknown = [word for word in every if word.fold not in self._index.vocabulary] or every
        if len(unknown) != 1 or is_english(unknown[0].text):
            return None
        (word,) = unknown
        near = [one for one in self._index.spelling.corrections(word.text.lower(), word.fold) if one.distance == 1]
        return written[: word.start] + near[0].word + written[word.end :] if len(near) == 1 else None

    def _sorted(self, asked: tuple[str, ...]) -> dict[int, int]:
        """The things that have a name of these words and sorting ones, a group before its numbered kinds."""
        plain: dict[int, int] = {}
        numbered: dict[int, int] = {}
        for name, core in self._beginning(asked):
            rank = _RANKS[name.kind]
            if core.words == asked and core.sorted and rank < 2 and not core.aspect:
                kept = numbered if core.numbered else plain
                kept[name.thing] = min(rank, kept.get(name.thing, rank))
        return plain or numbered

    def _numbered(self, asked: tuple[str, ...]) -> dict[int, int]:
        """The things that have a name of these words and sorting ones between them ("noonan 5")."""
        found: dict[int, int] = {}
        for name, _ in self._beginning(asked[:-1]):
            rank, sorts = _RANKS[name.kind], self.sorts.get(self._index.node(name.thing).label, frozenset())
            if rank < 2 and tuple(word for word in name_words(name.text) if word not in sorts) == asked:
                found[name.thing] = min(rank, found.get(name.thing, rank))
        return found

    def broad(self, written: str, label: str) -> list[Candidate]:
        """The things of a type whose names say nothing but the type and a word: "eye" is *Abnormality of the eye*.

        Of several those whose own name it is, and of these the ones that name no side of it, unless the words do
        ("structural brain"). A word that is used for another one in many names of the graph stands for that ("renal",
        "kidney"), and one that no name says for what names call that part of the body ("heme").
        """
        asked, side = without_side(name_words(written))
        only_sorts = self.sorts.get(label, frozenset()) | vocabulary().aspects
        while len(asked) > 1 and asked[-1] in only_sorts:
            asked = asked[:-1]
        ranks = self._broad(asked, label)
        others = named_as(asked) if not ranks else ()
        known = next((told for other in others if (told := self._broad(other, label))), {})
        ranks = ranks or known
        alone = tokens(written)[:1] if len(asked) == 1 and not known else []
        for word in [word for one in alone for word in (*self._variants.forms(one), *self.meant_by(asked[0]))]:
            if any(not aspect for aspect, _ in ranks.values()):
                break
            ranks = {**self._broad((word,), label), **ranks}
        if side:
            ranks = {thing: rank for thing, rank in ranks.items() if side in name_words(self._index.node(thing).name)}
        best = min(ranks.values(), default=None)
        found = [thing for thing, rank in ranks.items() if rank == best]
        return [self._candidate(thing, SHORT_NAME) for thing in found[:MOST]]

    def _broad(self, asked: tuple[str, ...], label: str) -> dict[int, tuple[bool, int]]:
        """By thing whether its name says a side of it, and whose name it is."""
        ranks: dict[int, tuple[bool, int]] = {}
        for name, core in self._beginning(asked):
            whole = core.words == asked and core.sorted and not core.numbered
            if whole and self._index.node(name.thing).label == label:
                rank = (core.aspect or name.kind == "related", _RANKS[name.kind])
                ranks[name.thing] = min(rank, ranks.get(name.thing, rank))
        return ranks

    def by_initials(self, letters: str, rest: str, labels: Set[str], alike: Candidate | None = None) -> list[Candidate]:
        """The things with a name of these initials, perhaps with its last words written out ("KF", "rings").

        Names come before synonyms, and then those of which the graph has most names, for what is spoken of much has
        many. A name that skips a word ("age of death") counts only where there is no other.

        Args:
            labels: of the things that are wanted.
            alike: a thing that is called by these letters; where others share the name behind them, only these count.
        """
        behind = name_words(rest)
        asked = tuple(_PARTS.findall(letters.casefold()))
        if not 2 <= len(asked) <= MOST_INITIALS or all(part.isdigit() for part in asked):
            return []
        called = [set(name_words(name.text)) for name in self._names_of(alike)] if alike is not None else []
        ranks: dict[int, tuple[bool, bool, int]] = {}
        for name in self._with_initials((*asked, *map(_initial, behind))):
            own = name_words(name.text)
            wanted = self._index.node(name.thing).label in labels and _RANKS[name.kind] < 2
            if wanted and own[len(own) - len(behind) :] == behind:
                same = any(one.issuperset(own) for one in called)
                rank = (not same, len(words(name.text)) > len(asked) + len(behind), _RANKS[name.kind])
                ranks[name.thing] = min(rank, ranks.get(name.thing, rank))
        family = self._of_symbols(letters, labels) if not behind and alike is None else []
        best = min(ranks.values(), default=None)
        things = [thing for thing, rank in ranks.items() if best is not None and rank[:2] == best[:2]]
        things.sort(key=lambda thing: (ranks[thing], -len(self._index.names_of(thing))))
        kept = Counter[str]()
        found = []
        if len(family) == 1:  # the letters are proven to stand for its name, and for that of others called alike
            group = self._candidate(family[0], INITIALS)
            things = [thing for thing in things if self._is_alike(group, self._candidate(thing, INITIALS))]
        for thing in dict.fromkeys((*family, *things)):
            label = self._index.node(thing).label
            kept[label] += 1
            found += [self._candidate(thing, INITIALS)] if kept[label] <= MOST else []
        return found

    def spelt_by(self, letters: str, listed: Candidate) -> list[Candidate]:
        """What else of its type an abbreviation that is listed for a thing may stand for, by the initials of names, and
        matched by these; a word of two stems gives two of them (*antiphospholipid*). Own names come first, then those
        of which the graph has most names.

        Three letters or more that spell the own name of the thing are seldom those of another one's synonym.
        """
        if listed.id not in self._index:
            return []
        thing = self._index.position(listed.id)
        own = set(name_words(listed.name))
        least = 0 if len(letters) > FEW_LETTERS and abbreviates(letters, listed.name) else 1
        best: dict[int, tuple[int, int, str]] = {}
        for name in self._spelt(letters.casefold()):
            node, rank = self._index.node(name.thing), _RANKS[name.kind]
            kindred = own.issubset(name_words(node.name))  # a kind of it, or the same by another register
            if name.thing != thing and node.label == listed.label and rank <= least and not kindred:
                found = (rank, -len(self._index.names_of(name.thing)), name.text)
                best[name.thing] = min(found, best.get(name.thing, found))
        once = {found[2].casefold(): one for one, found in sorted(best.items(), key=lambda item: item[1], reverse=True)}
        told = sorted(once.values(), key=lambda one: best[one])
        return [replace(self._candidate(one, INITIALS), matched=best[one][2]) for one in told]

    def _spelt(self, letters: str) -> Iterator[Name]:
        """The names of which these are the initials, also where the first word gives two of them."""
        # Nobody abbreviates a name as registers turn it round ("Cirrhosis, familial").
        yield from (name for name in self._with_initials(tuple(letters)) if "," not in name.text)
        first, second, rest = letters[0], letters[1], letters[2:]
        for name in self._with_initials((first, *rest)) if rest else ():
            start = name_words(name.text)[0]
            ends = (start[at:] for at in range(LEAST_STEM, len(start) - LONG_STEM + 1) if start[at] == second)
            if any(end in self._index.vocabulary for end in ends):
                yield name

    def _of_symbols(self, letters: str, labels: Set[str]) -> list[int]:
        """The things with a symbol of these letters and a number, or what is called as most of their names begin.

        Where LQT1 and LQT2 are long QT syndromes, LQT is long QT syndrome.
        """
        symbol = re.compile(rf"{re.escape(letters)}\d{{1,3}}[A-Z]?")
        by_label: dict[str, dict[int, None]] = {}
        for number in self._index.holding(letters.lower()):
            name = self._index.name(number)
            label = self._index.node(name.thing).label
            if _RANKS[name.kind] < 2 and label in labels and symbol.fullmatch(name.text):
                by_label.setdefault(label, {}).setdefault(name.thing)
        found: list[int] = []
        for things in by_label.values():
            above = self._called_as_they_begin(letters, things) if len(things) > 1 else None
            found += [above] if above is not None else things if 1 < len(things) <= MOST else []
        return found

    def _called_as_they_begin(self, letters: str, things: Iterable[int]) -> int | None:
        """The thing that is called as names of most of some things begin, which some letters abbreviate; or None."""
        begun = Counter[tuple[str, ...]]()
        for thing in things:
            names = [name_words(name.text) for name in self._index.names_of(thing)]
            begun.update({own[:length] for own in names for length in range(1, len(own))})
        number = len(set(things))
        label = self._index.node(next(iter(things))).label
        for words_, count in sorted(begun.items(), key=lambda item: (-item[1], len(item[0]))):
            if count * 2 <= number:
                break
            for name in self._index.named(words_key(words_)):
                same = sorted(name_words(name.text)) == sorted(words_) and self._index.node(name.thing).label == label
                if same and _RANKS[name.kind] < 2 and abbreviates(letters, name.text):
                    return name.thing
        return None

    def _is_alike(self, one: Candidate, other: Candidate) -> bool:
        """Whether two things share a name."""
        called = ({name_words(name.text) for name in self._names_of(each)} for each in (one, other))
        return bool(set.intersection(*called))

    def _names_of(self, one: Candidate) -> list[Name]:
        return self._index.names_of(self._index.position(one.id)) if one.id in self._index else []

    def meant_by(self, word: str) -> list[str]:
        """The words for which a folded word stands in other names of the same things, the most frequent first.

        A thing that is both "Renal cyst" and "Kidney cyst" says that one word stands for the other.
        """
        if word not in self._index.vocabulary:
            return []
        votes: Counter[str] = Counter()
        seen = 0
        for number in islice(self._holding(word), MOST_SEEN):
            name = self._index.name(number)
            own = name_words(name.text)
            if len(own) > 1 and word in own:
                seen += 1
                votes.update(self._changed(name.thing, own, own.index(word)))
        least = max(FEWEST_VOTES, LEAST_SHARE * seen, LEAST_OFTEN * max(votes.values(), default=0))
        return [other for other, number in votes.most_common() if number >= least]

    def _changed(self, thing: int, own: tuple[str, ...], place: int) -> set[str]:
        found = set()
        for other in self._index.names_of(thing):
            words = name_words(other.text)
            if len(words) == len(own) and words[:place] == own[:place] and words[place + 1 :] == own[place + 1 :]:
                found.add(words[place])
        return found - {own[place]}

    def is_name(self, written: str, *, marked: bool = False) -> bool:
        """Whether the graph writes one of these words only as the names of people and places are written.

        Names begin with a capital whatever their first word is, so it is the middle of names that tells: there "Fabry"
        is never "fabry", as "macular" is. An English word needs a name in which it has its capital there.

        Args:
            marked: the words are written as only names are, which will do for an English word as well.
        """
        return any(self._is_proper(word.text, word.fold, marked) for word in tokens(written))

    def _is_proper(self, text: str, folded: str, marked: bool) -> bool:
        lower = text.casefold().removesuffix("'s").removesuffix("’s")
        if len(folded) < 2 or folded not in self._index.vocabulary or lower in vocabulary().function:
            return False
        capital, small = self._cases(folded)
        if small * CAPITALS_A_SMALL > capital:
            return False
        if capital or (len(folded) > 2 and not is_english(lower)):
            return bool(capital) or self._capitalised or not is_medical(folded)
        return marked

    @cached_property
    def _capitalised(self) -> bool:
        """Whether the names of the graph begin with capitals, so that small letters within them tell something."""
        some = [name.text[:1] for name in islice(self._index.names(), SEEN)]
        return sum(map(str.isupper, some)) * 2 > len(some)

    def _cases(self, folded: str) -> tuple[int, int]:
        if folded not in self._seen:
            if len(self._seen) >= MOST_KEPT:
                self._seen.clear()
            self._seen[folded] = self._counted_cases(folded)
        return self._seen[folded]

    def _counted_cases(self, folded: str) -> tuple[int, int]:
        """How often a word stands behind the first one of a name with a capital, and without; what things that are
        called by symbols are called in full says how they work, and is no name of anybody."""
        capital = small = 0
        held = map(self._index.name, self._holding(folded))
        plain = (one for one in held if self._index.node(one.thing).label not in self._index.called_by_symbols)
        for name in islice(plain, MOST_SEEN):
            text = name.text
            shouted = text.upper() == text or sum(map(str.istitle, text.split())) > max(2, len(text.split()) // 2)
            for place, word in enumerate(tokens(text)):
                if place and word.fold == folded:
                    if word.text[:1].islower():
                        small += 1
                    elif not shouted or _HYPHEN.match(text, word.start - 1):
                        capital += 1
        return capital, small

    def _begun(self, asked: tuple[str, ...], found: Iterable[int], *, joined: bool) -> list[list[int]]:
        """The things whose own names go on with other telling words; together those whose names go on alike, or the one
        that is called so alone.

        Args:
            joined: also where a hyphen joins the next word: nobody calls "Wilson-Turner" Wilson.
        """
        alone: dict[tuple[str, ...], int] = {}
        cores: dict[tuple[str, ...], list[int]] = {}
        for name, core in self._beginning(asked):
            sorts = self.sorts.get(self._index.node(name.thing).label, frozenset())
            joining = vocabulary().function if len(asked) < MANY_WORDS else frozenset[str]()
            ends = len(core.words) <= len(asked) or core.words[len(asked)] in joining | sorts
            hyphen = not joined and _HYPHEN.match(_behind(name.text, asked)) is not None
            if name.kind != "name" or name.thing in found or hyphen or ends:
                continue
            cores.setdefault(core.words, []).append(name.thing)
            if not core.numbered:
                alone[core.words] = name.thing
        shortest = [core for core in cores if not any(core != one and core[: len(one)] == one for one in cores)]
        return [[alone[core]] if core in alone else cores[core] for core in shortest]

    def _beginning(self, asked: tuple[str, ...]) -> Iterator[tuple[Name, Core]]:
        """Names whose core begins with some words, with that core."""
        if not asked:
            return
        for number in self._keys.begun_with(asked[0]):
            name = self._index.name(number)
            core = self._core(name)
            if core.words[: len(asked)] == asked:
                yield name, core

    def _with_initials(self, parts: tuple[str, ...]) -> Iterator[Name]:
        for number in self._keys.of_initials(parts):
            name = self._index.name(number)
            # "Type 2 diabetes" is T2D, and "mucopolysaccharidosis type 2" is MP2.
            if parts in (_initials(name_words(name.text)), _initials(words(name.text))):
                yield name

    def _holding(self, word: str) -> Iterator[int]:
        """Names in which a folded word may stand, by its first letters."""
        return self._index.holding(word[: max(3, len(word) - 2)])

    def _core(self, name: Name) -> Core:
        sorts, aspects = self.sorts.get(self._index.node(name.thing).label, frozenset()), vocabulary().aspects
        words = name_words(name.text)
        first, last, aspect, numbered = 0, len(words), False, False
        while first < last and words[first] in sorts:
            first += 1
        while last > first and (
            words[last - 1] in sorts
            or words[last - 1] in aspects
            or (last - first > 1 and is_designator(words[last - 1]))
        ):
            last -= 1
            aspect = aspect or words[last] in aspects
            numbered = numbered or is_designator(words[last])
        return Core(words[first:last], last - first < len(words), aspect, numbered)

    def _candidate(self, thing: int, score: float, method: LinkMethod = "normalised") -> Candidate:
        return candidate(self._index, thing, score, method, self._index.node(thing).name)


_PARTS = re.compile(r"[^\W\d_]|\d+")


def _behind(text: str, asked: Sequence[str]) -> str:
    """What a name goes on with behind the words that it begins with."""
    own = tokens(text)
    first = next((place for place, word in enumerate(own) if word.fold == asked[0]), 0)
    return text[own[min(first + len(asked), len(own)) - 1].end :]


def _initial(word: str) -> str:
    return word if word.isdigit() else word[:1]


def _initials(words: Sequence[str]) -> tuple[str, ...]:
    """The first letters of words, numbers whole; words without a meaning of their own give none."""
    return tuple(_initial(word) for word in words if word not in vocabulary().function or is_designator(word))


def sorting_words(nouns: Iterable[str]) -> frozenset[str]:
    """The folded words that only say of what type a thing is, from the words for its type; with their adjectives."""
    single = {noun for noun in nouns if noun.isalpha()}
    adjectives = {noun.removesuffix("ity") for noun in single if noun.endswith("ity")}
    return frozenset(map(fold, single | adjectives | vocabulary().sorting)) - CONNECTIVES
