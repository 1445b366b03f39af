"""Weighs plain questions that a text may ask against each other, where nothing reads the text with certainty.

Each way of reading that is not certain leaves plain questions: those that it would offer, the trees that explain the
text but for some of its words (``floating``), the proposals that rank highest (``second_stage``). What must hold by
itself is settled first: every name, number, denial, exception and comparison of the text stands in the plain question
too. What is left is weighed by a small trained model: by how the plain question was come by, by what it leaves out of
the text and adds to it, and by how near the two are in meaning. So the paths of a schema are ranked in the paper on KGT
(Section 3.2); the model is one of boosted trees (Friedman 2001), trained on the labelled questions by a program among
the developers' measures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Protocol

from rapidfuzz.distance import OSA

from kgqa.language import thesaurus, units
from kgqa.language.common_words import is_english, is_everyday, is_marked
from kgqa.language.inflection import is_superlative, singular_of
from kgqa.language.text import clean
from kgqa.language.tokens import Token
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.questions.by_meaning import rereading
from kgqa.questions.by_meaning.clauses import Clause, clauses
from kgqa.questions.by_meaning.likeness import likeness
from kgqa.questions.by_meaning.second_stage import Near, SecondStage, has_sides
from kgqa.questions.floating.coverage import Coverage, Elements
from kgqa.questions.floating.meaning import Meaning
from kgqa.questions.floating.parser import FloatingParser, Loose, is_own, undoes
from kgqa.questions.floating.question import DENIALS
from kgqa.questions.intent import Gap, Intent, readings_of, relations_of
from kgqa.questions.reader import Reader
from kgqa.questions.text.options import before_options
from kgqa.questions.weighing.boosted_trees import model
from kgqa.questions.weighing.doubts import FORBIDDING, WARNING, doubts, forbids
from kgqa.questions.weighing.text import Text
from kgqa.records import Entity, Kind, SetAside
from kgqa.schema.derive import names_of

MOST = 4
"""Candidates that are taken from each way of reading."""
MOST_CUT = 4
"""Words that are cut out of a text."""
NO_TREE = 9.0
"""What stands for the place or the cost of a candidate that was not come by so."""
_FAR = 0.45
"""Cosine of a word and the nearest one of a plain question below which that does not say it."""
_CUES: tuple[Cue, ...] = (
    "which", "how", "when", "list", "kind", "parent", "share", "relation", "define", "and", "often", "there", "all",
    "number", "graded", "a",
)  # fmt: skip
SURE, WARNED, TOLD, NEVER = 0.6, 0.8, 0.9, 2.0
"""How likely what is asked must be to be answered unasked: where nothing stands against it, where something may, where
that is told beside the question, and where something does."""
_NEVER_CUT = frozenset(
    {
        "behind", "before", "after", "near", "beneath", "below", "above", "under", "over", "against", "since", "until",
        "between", "beyond", "who", "whom", "whose", "where", "when", "why", "how", "which", "what",
    }
)  # fmt: skip
"""Prepositions, which tell how things belong together, and words that ask."""
_JOINING = "of|to|in|on|at|for|with|by|from|as"
_ARTICLES = "the|an?|my|our|your|their|his|her|any|every|each|no|which|what|who|whose"
_VERBS = "could|can|will|would|should|must|is|are|was|were|be|been|have|has|do|does|did"
_DANGLES = re.compile(
    rf"\bsame\s*(?:as\b|[?.!,;:]|$)|\b(?:is|are|was|were)\s+by\b|\b(?:{_JOINING}|{_ARTICLES}|{_VERBS}|it)\s*(?:[?.!,;:]|$)|\w-\s|,\s*\?"
    rf"|\b(?:the|an?|any|every|each|no|as)\s+(?:{_JOINING}|{_VERBS}|that|which|who)\b"
    rf"|\b(?:excluding|without|could|would|should|will|can|must)\s+(?:with|of|in|as|we|i)\b",
    re.IGNORECASE,
)
"""Words that lack what belongs to them, where something was cut out."""
_ASKS_ON = re.compile(r"\?\W*\w+\W+\w")
"""A question mark behind which the text goes on."""
_OPENERS = ("who", "where", "when", "why", "how", "which", "what")
_KINDS: tuple[Kind, ...] = ("list", "count", "yesno", "value", "text", "relation")
"""In the order of the features that the trees were trained with."""


class Strict(rereading.Strict, Protocol):
    """What reads plain questions."""

    def asked_types(self, cleaned: str, entities: Sequence[Entity]) -> list[str]:
        """The labels of what a question asks for, as far as its words tell."""

    def kind(self, question: str) -> Kind:
        """What kind of answer it asks for."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plain question that a text may ask, and how it was come by.

    Attributes:
        offered: its place among those that would be offered; None where it is none of them.
        derived: the tree that it words, with its place among these.
        ranked: the proposal that it words, with its place among these.
        cut: how many words were cut out of the text to read the rest; None where it is not the rest of the text.
    """

    question: str
    offered: int | None = None
    derived: tuple[int, Loose] | None = None
    ranked: tuple[int, Near] | None = None
    cut: int | None = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate with how likely it is what was asked.

    Attributes:
        share: from 0 to 1.
        left: words of the text that it leaves out.
        needed: the share from which it is answered unasked; more than 1 where it never is.
        asks: what it asks; None where it is not read by links alone.
        features: what the model weighed, in its order.
    """

    question: str
    share: float
    left: tuple[SetAside, ...]
    needed: float = NEVER
    asks: Intent | None = None
    features: Mapping[str, float] = field(default_factory=dict, repr=False)

    @property
    def is_cut(self) -> bool:
        """Whether it is what is left of the text without some of its words."""
        return self.features.get("cut", NO_TREE) < NO_TREE


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a text asks, as far as its own words tell.

    Attributes:
        asking: the parts of it that ask.
        types: the labels of what it asks for.
    """

    text: Text
    asking: Sequence[Clause]
    types: Set[str]
    kind: Kind


class Weighing:
    """Weighs what texts may ask of one graph."""

    def __init__(
        self,
        strict: Strict,
        reader: Reader,
        parser: FloatingParser,
        meaning: Meaning,
        second_stage: SecondStage,
        coverage: Coverage,
        knows: Callable[[str], bool],
    ) -> None:
        """Weighs over the schema of a reader.

        Args:
            knows: whether a word stands in any name of the graph.
        """
        self._strict = strict
        self._reader = reader
        self._parser = parser
        self._meaning = meaning
        self._second_stage = second_stage
        self._coverage = coverage
        self._knows = knows

    def weighed(self, cleaned: str, entities: Sequence[Entity], offered: Sequence[str]) -> list[Weighed]:
        """What a text is likely to ask, the likeliest first; only what keeps all that must hold.

        Args:
            cleaned: the text, which nothing reads with certainty.
            entities: its names.
            offered: plain questions that would be offered for it.
        """
        found = list(self._kept(cleaned, entities, offered))
        if not found:
            return []
        shares = model().shares([list(one.features.values()) for one in found])
        weighed = [replace(one, share=float(share)) for one, share in zip(found, shares, strict=True)]
        return _each_once(sorted(weighed, key=lambda one: -one.share))

    def _kept(self, cleaned: str, entities: Sequence[Entity], offered: Sequence[str]) -> Iterator[Weighed]:
        """The candidates that keep all that must hold, with what the model weighs, and not yet weighed."""
        two = sum(one.asks for one in clauses(cleaned, entities)) > 1 or _ASKS_ON.search(cleaned) is not None
        if two or is_own(cleaned):
            return  # of two questions one is no answer, and no record tells of somebody's own mole
        every = self._candidates(cleaned, entities, offered)
        # "Which diseases ?" asks nothing of them.
        candidates = [one for one in every if one.question.endswith("?") and not one.question.endswith(" ?")]
        if any(one.ranked[1].stopped for one in candidates if one.ranked is not None):
            candidates = [one for one in candidates if one.cut is not None]
        asked = _Asked(
            Text.of(cleaned, entities, self._reader),
            self._second_stage.asking(cleaned, entities),
            set(self._strict.asked_types(cleaned, entities)),
            self._strict.kind(cleaned),
        )
        plain = [
            Text.of(one, self._strict.named(one), self._reader) for one in map(clean, (c.question for c in candidates))
        ]
        likes = [likeness().nearness(cleaned, [one.text]) for one in plain]
        for place, (candidate, said) in enumerate(zip(candidates, plain, strict=True)):
            unsaid = [
                word
                for word in asked.text.content
                if not (said.says(word.text.lower()) or asked.text.dates_at(word.start) or self._is_slip(word, said))
            ]
            whole = said.asks or candidate.cut is not None
            if not (whole and asked.text.is_kept_by(said)) or any(self._narrows(cleaned, word) for word in unsaid):
                continue
            reading, spoken_of, asks = self._of_reading(asked, candidate.question)
            left = [one for one in unsaid if not _measures(one, spoken_of)]
            features = {
                **_of_source(candidate, candidates),
                **_of_likeness(likes, place),
                **self._of_words(asked.text, said, left),
                **_of_shape(asked.text, said),
                **reading,
                **self._doubts(asked, said, left, spoken_of),
                "candidates": float(len(candidates)),
            }
            aside = tuple(SetAside(word.start, word.end, word.text) for word in left)
            turned = asks is not None and _takes_sides(asked.text, asks)
            needed = NEVER if turned or forbids(asked.text, said, left) else _needed(features)
            if not asked.text.content:
                needed = max(needed, WARNED)  # "parvo cases" has no word for what is asked of it
            yield Weighed(candidate.question, 0.0, aside, needed, asks, features)

    def _doubts(self, asked: _Asked, said: Text, left: Sequence[Token], spoken_of: Elements) -> dict[str, float]:
        """The signs that a candidate is not what is asked."""
        spans = self._coverage.spoken_of(asked.text.text, asked.text.entities, spoken_of)
        open_ = [word for word in left if not any(start <= word.start < end for start, end in spans)]
        return {
            "open": float(len(open_)),
            "unsaid_ways": float(len(spoken_of.ways - asked.text.labels)),
            **doubts(asked.text, said, left, open_, asked.asking),
        }

    def _is_slip(self, word: Token, plain: Text) -> bool:
        """Whether a word is a misspelling of one that a plain question says ("wich")."""
        return any(plain.says(meant) for _, meant in self._reader.dictionary.choices(word.text.lower()))

    def _narrows(self, cleaned: str, word: Token) -> bool:
        """Whether a word that is left out may change what is asked, whatever the rest says: one that is written as a
        name, by which things are sorted, that may be the opposite of another one, or that says of what the most is
        asked ("the largest share")."""
        before = cleaned[: word.start].split()[-1:]
        if is_marked(cleaned, word.start, word.text) or (before and is_superlative(before[0].lower())):
            return True
        lower = word.text.lower()
        if not any(letter.isascii() for letter in lower):
            return True  # in another script the whole question may be said
        if lower in vocabulary().undoing:
            return True  # "it *turned* out to be B"
        denies = not is_english(lower) and any(OSA.distance(lower, one) <= 1 for one in DENIALS)
        return denies or self._strict.sorts(word.text) or undoes(lower)  # "do nto show"

    def _candidates(self, cleaned: str, entities: Sequence[Entity], offered: Sequence[str]) -> Iterator[Candidate]:
        found: dict[str, Candidate] = {}
        for place, question in enumerate(offered[:MOST]):
            found.setdefault(question, Candidate(question, offered=place))
        derived = ((one, self._meaning.derived(one.asked)) for one in self._parser.loose(cleaned, entities))
        worded = [(one, made.question) for one, made in derived if made is not None and made.question]
        for place, (one, question) in enumerate(worded[:MOST]):
            known = found.get(question, Candidate(question))
            found[question] = known if known.derived else replace(known, derived=(place, one))
        for place, near in enumerate(self._second_stage.near(cleaned, entities)[:MOST]):
            known = found.get(near.question, Candidate(near.question))
            found[near.question] = known if known.ranked else replace(known, ranked=(place, near))
        for question, cut in self._rest(cleaned):
            found[question] = replace(found.get(question, Candidate(question)), cut=cut)
        yield from found.values()

    def _rest(self, cleaned: str) -> Iterator[tuple[str, int]]:
        """What is left of a text without the words that nothing explains, where that is read strictly, and how many
        these are."""
        rest, cut = cleaned, 0
        while cut <= MOST_CUT:
            entities = self._strict.named(rest)
            outcome = self._strict.read(rest, entities)
            read = not isinstance(outcome, Gap) or self._strict.measured(rest, entities) is not None
            if read or not isinstance(outcome, Gap) or outcome.reason != "unread" or not outcome.what:
                if read and cut and (not _DANGLES.search(rest) or _DANGLES.search(cleaned)):
                    yield f"{rest.strip(' ?.!')}?", cut
                return
            said = outcome.what.lower()
            if not _NEVER_CUT.isdisjoint(said.split()) or said in vocabulary().cues["list"]:
                return  # "those that I am looking for" is no "those that I am"
            place = rest.lower().find(outcome.what.lower())
            end = place + len(outcome.what)
            if place < 0 or any(one.start < end and place < one.end for one in entities):
                return
            if not vocabulary().particles.isdisjoint(rest[end:].lower().split()[:1]):
                return  # without "leave", "leave out" says nothing
            cut += len(outcome.what.split())
            rest = " ".join(f"{rest[:place]} {rest[end:]}".split()).replace(" ?", "?")

    def _of_words(self, text: Text, plain: Text, left: Sequence[Token]) -> dict[str, float]:
        """What a plain question leaves out of a text, and what it adds to it."""
        lexicon = self._reader.lexicon
        lower = [word.text.lower() for word in left]
        near = sorted((likeness().nearness(word, plain.words) if plain.words else 0.0, word) for word in lower)
        far = [word for one, word in near if one < _FAR]
        added = [word for word in plain.words if word not in vocabulary().function and not text.says(word)]
        nearest = sorted(likeness().nearness(word, text.words) if text.words else 0.0 for word in added)
        return {
            "left": float(len(left)),
            "left_share": len(left) / max(1, len(text.content)),
            **{f"near_{n}": near[n][0] if n < len(near) else 1.0 for n in range(3)},
            "far": float(len(far)),
            "far_unread": float(sum(word in text.unread for word in far)),
            "left_types": float(sum(map(lexicon.is_type, lower))),
            "left_begun": float(sum(map(lexicon.begins, lower))),
            "left_known": float(sum(map(self._knows, lower))),
            "left_no_english": float(sum(not is_english(word) for word in lower)),
            "left_rare": float(sum(not is_everyday(word) for word in lower)),
            "left_nouns": float(sum(thesaurus.is_known(singular_of(word), "n") for word in lower)),
            "left_verbs": float(sum(bool(thesaurus.infinitives(word)) for word in lower)),
            "left_unlearned": float(sum(not likeness().knows(word) for word in lower)),
            "added": float(len(added)),
            "added_near": nearest[0] if nearest else 1.0,
            "added_far": float(sum(one < _FAR for one in nearest)),
        }

    def _of_reading(self, asked: _Asked, question: str) -> tuple[dict[str, float], Elements, Intent | None]:
        """What a plain question asks, held against what the words of a text ask for; what it speaks of; and what it
        asks by links alone."""
        cleaned = clean(before_options(question))
        entities = self._strict.named(cleaned)
        outcome = self._strict.read(cleaned, entities)
        measured = self._strict.measured(cleaned, entities) if isinstance(outcome, Gap) else None
        intents: Sequence[Intent] = () if isinstance(outcome, Gap) else readings_of(outcome)
        said = Elements()
        for intent in intents:
            said.add(intent)
        if measured is not None:
            said.add_measured(measured)
        first = measured.intent if measured is not None else intents[0] if intents else None
        text, types = asked.text, asked.types
        unexplained = (
            self._coverage.unexplained(text.text, text.entities, asked.asking, said) if first is not None else ""
        )
        features = {
            "read": float(first is not None),
            "measured": float(measured is not None),
            "explained": float(unexplained is None),
            "explains_not": float(bool(unexplained)),
            "type_asked": float(bool(types)),
            "type_met": float(not types.isdisjoint(said.asked)),
            "type_other": float(bool(types and said.asked) and types.isdisjoint(said.asked)),
            "kind_met": float(first is not None and asked.kind == first.kind),
            "ways": float(len(said.ways)),
            "relations": float(len(said.relations)),
            **{f"kind_{kind}": float(first is not None and first.kind == kind) for kind in _KINDS},
        }
        alone = replace(intents[0], entities=(), notes=()) if intents else None
        return features, said, alone


def _takes_sides(text: Text, asks: Intent) -> bool:
    """Whether a candidate asks who of two of one type does something to the other by a relation of which a text has no
    word ("who *reports to* X" where some supervise others)."""
    empty = vocabulary().light | vocabulary().function | vocabulary().auxiliary
    for relation in filter(has_sides, relations_of(asks)):
        phrases = (*names_of(relation), relation.forward, relation.inverse, *relation.words)
        phrases += (*relation.forward_words, *relation.inverse_words)
        if not any(text.says(word) for phrase in phrases for word in phrase.lower().split() if word not in empty):
            return True
    return False


def _measures(word: Token, spoken_of: Elements) -> bool:
    """Whether a word is the unit in which what a candidate speaks of is recorded ("the mean age, *in years*")."""
    return any(units.measures(word.text, name) for name in spoken_of.properties)


def _each_once(weighed: Sequence[Weighed]) -> list[Weighed]:
    """Candidates without those that ask the same as a likelier one."""
    found: list[Weighed] = []
    for one in weighed:
        if one.asks is None or not any(_is_same(one.asks, other.asks) for other in found if other.asks is not None):
            found.append(one)
    return found


def _is_same(one: Intent, other: Intent) -> bool:
    """Whether two ask the same, whichever way round a link of two things is said."""
    if not (one.pairs and other.pairs):
        return one == other
    ends = [{frozenset((pair.one.ids, pair.other.ids)) for pair in intent.pairs} for intent in (one, other)]
    bare = [replace(intent, pairs=(), hops=0) for intent in (one, other)]
    return ends[0] == ends[1] and relations_of(one) == relations_of(other) and bare[0] == bare[1]


def _needed(features: Mapping[str, float]) -> float:
    """How likely a candidate must be to be answered unasked."""
    broken = features["faults"] not in (0, NO_TREE) or any(
        features[one] for one in ("type_other", "tells_other", "unsaid_ways")
    )
    if broken or any(features[one] for one in FORBIDDING):
        return NEVER
    warning = [one for one in WARNING if features[one]]
    if len(warning) > 1 and features["told_beside"]:
        return TOLD  # "I used to live in A. Which ships call here?"
    return WARNED if warning else SURE


def _of_source(candidate: Candidate, every: Sequence[Candidate]) -> dict[str, float]:
    """How a plain question was come by."""
    place, tree = candidate.derived or (NO_TREE, None)
    rank, near = candidate.ranked or (NO_TREE, None)
    costs = [one.derived[1].weight for one in every if one.derived is not None and one is not candidate]
    return {
        "offered": NO_TREE if candidate.offered is None else float(candidate.offered),
        "offers": float(sum(one.offered is not None for one in every)),
        "derived": float(place),
        "cost": tree.cost if tree else NO_TREE,
        "weight": tree.weight if tree else NO_TREE,
        "cheaper_by": min([*costs, NO_TREE]) - tree.weight if tree else -NO_TREE,
        "passed": float(len(tree.left)) if tree else NO_TREE,
        "odd": float(tree.odd) if tree else NO_TREE,
        "faults": float(tree.faults) if tree else NO_TREE,
        "tells_other": float(tree.tells_other) if tree else 0.0,
        "says_nothing": float(tree.says_nothing) if tree else 0.0,
        "ranked": float(rank),
        "fit": near.fit if near else -NO_TREE,
        "share": near.share if near else 0.0,
        "worst": near.left if near else NO_TREE,
        "explains": float(near.explains) if near else 0.0,
        "whole": float(near.whole) if near else 0.0,
        "cut": NO_TREE if candidate.cut is None else float(candidate.cut),
    }


def _of_likeness(likes: Sequence[float], place: int) -> dict[str, float]:
    others = [one for at, one in enumerate(likes) if at != place]
    return {
        "like": likes[place],
        "like_place": float(sum(one > likes[place] for one in others)),
        "liker_by": likes[place] - max([*others, 0.0]),
    }


def _of_shape(text: Text, plain: Text) -> dict[str, float]:
    return {
        "names": float(len(text.entities)),
        "names_added": float(plain.lacking(text)),
        "guessed": float(sum(bool(one.guess) for one in text.entities)),
        "tied": float(sum(one.tied for one in text.entities)),
        "length": float(len(text.text.split())),
        "plain_length": float(len(plain.text.split())),
        "clauses": float(sum(map(text.text.count, ".!?;:"))),
        "commas": float(text.text.count(",")),
        "that": float(sum(map(plain.text.count, (" that ", " linked by ")))),
        "whether": float(text.whether),
        **{f"asks_{word}": float(word in text.words) for word in _OPENERS},
        **{f"plain_{word}": float(plain.words[:1] == (word,)) for word in ("how", "which", "what")},
        **{f"cue_{cue}": float(text.cues.get(cue, 0)) for cue in _CUES},
        **{f"more_{cue}": float(text.cues.get(cue, 0) - plain.cues.get(cue, 0)) for cue in _CUES},
    }
