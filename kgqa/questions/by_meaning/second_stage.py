"""The second stage of reading: what was meant by a text that the strict reader cannot read.

``decomposition`` settles what must hold; a word that looks like a name of nothing, or that asks for what the graph
lacks, stops the reading. Among what could be asked (``proposals``) the model ranks (``likeness``), together with what
the words mean in the graph's own lexicon (``word_evidence``); a proposal counts only where the strict reader reads its
plain question as what was proposed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise, product

from kgqa.language import thesaurus
from kgqa.language.common_words import is_english, is_everyday, is_marked
from kgqa.language.inflection import singular_of, stem, verbs_of
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import Clause, clauses, in_name
from kgqa.questions.by_meaning.decomposition import Decomposed, Decomposer
from kgqa.questions.by_meaning.likeness import Fit, likeness, masked
from kgqa.questions.by_meaning.proposals import Named, Proposal, Proposer, Signals
from kgqa.questions.by_meaning.word_evidence import (
    asks_for_another_link,
    asks_for_two,
    gain,
    is_asked_for,
    is_bare_row,
    is_explained,
    is_personal,
    may_answer,
    qualifies,
)
from kgqa.questions.conditions.phrase import Said
from kgqa.questions.intent import Ambiguity, Gap, Intent, Thing, readings_of, relations_of
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.meaning import denies
from kgqa.questions.sentence import DIFFERENTIALS
from kgqa.questions.tagging import ASKS_OTHERWISE, Item
from kgqa.questions.text.options import before_options
from kgqa.records import Candidate, Entity, SetAside
from kgqa.schema.model import Relation, Schema

SURE = 0.6
"""Share of the best reading from which it is answered."""
NEAR = 0.2
"""Share from which another one is offered where none is clear; beside a clear one a quarter of it is enough."""
LEAST = 0.45
"""Share of the best two together from which a person is asked which of them is meant; below, nothing is near."""
MOST_LEFT = 4.0
"""How much a word that the best proposal does not explain may count against it."""
LEAST_FIT = 1.0
"""How well the best proposal must fit."""
MOST_MEANINGS = 6
MOST_OTHERS = 4
MOST_READ = 8
"""Proposals of which it is looked how they are read, the best first."""
_RIVAL = 1.5
"""What a reading loses for each name that is taken for another thing than the likeliest."""
_OPENING = re.compile(r"(?:Which|How many|Are there) ")
_PREFIX = 4
"""Letters from which the beginning of a word of the graph stands for it ("pheno")."""
_SIMILAR = {"exists": "list", "below": "list", "among": "list", "graded": "atleast"}
"""Forms that the model does not know apart, and the one that they are ranked as."""
_ALL = frozenset({"both", "all", "each", "every"})
_SORTS = frozenset({"type", "subtype", "kind", "form", "variant"})
"""Nouns behind a word that tells which kind of a thing is meant ("of the hypermobility type")."""
_WHICH = frozenset({"which", "how many"})
_NOT_BOTH = re.compile(r"\bnot\s+(?:\w+\s+){0,2}both\b|\bor\s+neither\b", re.IGNORECASE)
_OF_BOTH = re.compile(r"(?<!\bor\s)\bboth\b", re.IGNORECASE)
_COUNTED = frozenset({"most", "the most", "more", "fewest", "the fewest", "fewer", "less", "least", "the least"})
_MEAN = frozenset({"average", "avg", "median"})  # "what does X mean" asks for none
_DESCRIBED = re.compile(r"\s+(?:that|which|who|with|without)\b", re.IGNORECASE)
"""What stands behind a word for things that are told of by what holds of them."""
_THEY = frozenset({"they", "them", "their"})
_PRONOUNS = frozenset({"one", "ones"})
_LIKE_A_TYPE = 0.55
"""Cosine of a noun and one for a type from which it may stand for it."""
_LIKE_WHAT_IS_ASKED = 0.5
"""Cosine of a word and one of what a proposal speaks of from which the one asks for the other ("hurt", "harms")."""
_LIKE_A_VERB = 0.4
"""Cosine of a verb and a word for a relation below which it does not ask for that."""
_NARROWS = 0.8
"""How much a word before a noun may count against the best proposal."""
_FINDINGS = 3
"""Findings from which the most of them is looked for where nothing says that all are to hold."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What a text was read as by its meaning.

    Attributes:
        questions: plain questions, the likeliest first; several where none of them is clearly meant.
        clear: the first one is meant.
        set_aside: words that were left out, names among them.
        then: further questions that the text asks, as plain ones.
        share: of the first one among all that could be meant.
        fit: how well it fits what is asked.
        unsaid: a word of the text that the first question would leave out.
    """

    questions: tuple[str, ...]
    clear: bool
    set_aside: tuple[SetAside, ...] = ()
    then: tuple[str, ...] = ()
    share: float = 0.0
    fit: float = 0.0
    unsaid: str = ""


@dataclass(frozen=True, slots=True)
class Near:
    """A plain question that ranks high.

    Attributes:
        fit: how well it fits what is asked.
        share: of all that could be meant.
        left: how much the word counts against it that it explains least.
        explains: it speaks of every word of the graph's lexicon.
        stopped: something in the text stands against any reading by meaning.
        whole: no word of the text narrows what is asked and is left over.
    """

    question: str
    fit: float
    share: float
    left: float
    explains: bool
    stopped: bool
    whole: bool


@dataclass(frozen=True, slots=True)
class _Ranked:
    proposal: Proposal
    names: tuple[Named, ...]
    qualifiers: tuple[Said, ...]
    fit: Fit
    explains: bool

    @property
    def content(self) -> tuple[str, str, frozenset[str]]:
        """What it is about, whether a list of it is asked for or whether there is any."""
        form = "list" if self.proposal.form in ("list", "exists", "graded") else self.proposal.form
        return form, self.proposal.label + self.proposal.property_name, self.proposal.types


class SecondStage:
    """Reads by meaning over one schema."""

    def __init__(
        self,
        schema: Schema,
        lexicon: Lexicon,
        read: Callable[[str], tuple[Sequence[Entity], Intent | Gap | Ambiguity]],
        qualifiers: Callable[[str, Sequence[Entity]], list[Said]],
        knows: Callable[[str], bool],
        is_value_word: Callable[[str], bool],
    ) -> None:
        """Reads over a schema.

        Args:
            read: the strict reading of a plain question, with its names.
            qualifiers: finds conditions on properties of links.
            knows: whether a word stands in any name of the graph.
            is_value_word: whether it is one by which values are told apart that many things have ("dominant").
        """
        self._schema = schema
        self._lexicon = lexicon
        self._read = read
        self._knows = knows
        self._is_value_word = is_value_word
        self._asking = Decomposer(schema, lexicon, qualifiers)
        self._proposer = Proposer(schema)
        self._most_records = max((relation.count for relation in schema.relations), default=0)

    def meant(self, text: str, entities: Sequence[Entity]) -> Meant | None:
        """What a text is likely to ask; None where nothing is near, or something in it stands against any reading.

        Args:
            text: cleaned.
            entities: its names.
        """
        asked = self._asking.questions(text, entities)
        read = [self._meant(one) for one in asked]
        found = [one for one in read if one is not None]
        if not found or len(found) < len(read):
            return None
        first, *others = found
        if not others:
            return first
        if not all(one.clear for one in found):
            return None
        return replace(first, then=tuple(one.questions[0] for one in others if one.questions[0] != first.questions[0]))

    def near(self, text: str, entities: Sequence[Entity]) -> list[Near]:
        """The plain questions that rank highest, the likeliest first, whether or not anything stands against them.

        Args:
            text: cleaned.
            entities: its names.
        """
        asked = next(iter(self._asking.questions(text, entities)), None)
        if asked is None:
            return []
        ranked = sorted(self._ranked(asked), key=lambda one: -one.fit.fit)
        stopped, whole = self._stops(asked), self._is_whole(asked, ranked)
        found: dict[tuple[str, str, frozenset[str]], Near] = {}
        shares = _shares([one.fit.fit for one in ranked])
        for one, share in zip(ranked[:MOST_READ], shares, strict=False):
            question = self._plain(one) if one.content not in found else None
            if question is not None:
                found[one.content] = Near(question, one.fit.fit, share, one.fit.left, one.explains, stopped, whole)
        return list(found.values())

    def several(self, text: str, entities: Sequence[Entity]) -> bool:
        """Whether a text asks more than one question."""
        return self._asking.several(text, entities)

    def asking(self, text: str, entities: Sequence[Entity]) -> list[Clause]:
        """The parts of a text that ask."""
        return [part for one in self._asking.questions(text, entities) for part in one.clauses]

    def taken_apart(self, text: str, entities: Sequence[Entity]) -> Decomposed | None:
        """The only question of a text; None where it asks several, or cannot be taken apart."""
        found = self._asking.questions(text, entities)
        return found[0] if len(found) == 1 else None

    def _meant(self, asked: Decomposed) -> Meant | None:
        if self._stops(asked):
            return None
        ranked = sorted(self._ranked(asked), key=lambda one: -one.fit.fit)
        shares = _shares([one.fit.fit for one in ranked])
        together: dict[tuple[str, str, frozenset[str]], float] = {}
        for one, share in zip(ranked, shares, strict=True):
            together[one.content] = together.get(one.content, 0.0) + share
        found: list[tuple[str, float]] = []
        explained = True
        for one in ranked[:MOST_READ]:
            share = together.get(one.content, 0.0)
            if one.proposal.form == "below" and _asks_kinds_of_another(asked, one.proposal.label):
                continue
            if one.proposal.form == "differs" and any(item.text.lower() in DIFFERENTIALS for item in asked.items):
                continue  # what all findings could be, and not what tells them apart
            question = self._plain(one) if share >= NEAR / 4 else None
            if question is None:
                continue
            if not found and (one.fit.left > MOST_LEFT or one.fit.fit < LEAST_FIT):
                return None
            explained = explained if found else one.explains
            del together[one.content]  # what is about the same is offered once
            found.append((question, share))
        found = found[:1] + sorted(found[1:], key=lambda one: -one[1])
        if not found or found[0][1] + (found[1][1] if len(found) > 1 else 0.0) < LEAST:
            return None
        clear = found[0][1] >= SURE and explained and self._is_whole(asked, ranked)
        if ranked and (any(map(has_sides, ranked[0].proposal.relations)) or _goes_far(ranked[0].proposal, asked)):
            clear = False  # who does it to whom is never left to a ranking, nor over what it is joined
        near = [question for question, share in found[1:] if share >= (NEAR / 4 if clear else NEAR)]
        if not clear and not near:
            return None
        aside = tuple(self._asking.set_aside(asked))
        return Meant((found[0][0], *near[:MOST_OTHERS]), clear, aside, share=found[0][1], fit=ranked[0].fit.fit)

    def _stops(self, asked: Decomposed) -> bool:
        """Whether a word that asks is a name of nothing known, or of what the graph lacks."""
        if not asked.names and any(item.unread and not item.text.isdecimal() for item in asked.items):
            return True  # "how many museums let you in for free" asks for more than all museums
        for item in asked.items:
            if item.meaning.absent and not item.meaning.of_graph:
                return True
            if item.unread and not self._is_plain(asked, item):
                return True
        if (
            _NOT_BOTH.search(asked.text)
            or asks_for_two(asked)
            or is_bare_row(asked)
            or any(item.text.lower() == "must" for item in asked.items)
            or (asked.alternatives and _OF_BOTH.search(asked.text))
            or ("both" in asked.words and len(asked.names) == 1)
        ):
            return True
        if any(self._counts_unknown(item, after) for item, after in pairwise(asked.items)):
            return True
        means = (after for item, after in pairwise(asked.items) if item.text.lower() in _MEAN)
        if any(not after.meaning.of_graph for after in means):
            return True  # "the average age of the visitors", of whom only the number is recorded
        if _points_elsewhere(asked) or self._restricts_beside(asked) or _narrows_name(asked):
            return True
        if asked.chosen_from and asked.besides:
            return True
        kinds = zip(asked.telling, asked.telling[1:], strict=False)
        return is_personal(asked) or any(self._knows(word) and noun.lower() in _SORTS for word, noun in kinds)

    def _restricts_beside(self, asked: Decomposed) -> bool:
        """Whether a part without a name tells a value by which things are sorted ("I only want the stone ones")."""
        told = [one for one in clauses(asked.text, asked.names) if not one.asks]
        unnamed = [part for part in told if not any(map(part.holds, asked.names))]
        words = [word for part in unnamed for word in part.within(spoken(asked.text))]
        cut = (
            word.text.lower()
            for part in told
            for word in part.within(spoken(asked.text))
            if not in_name(word.start, asked.names)
        )
        # "A tox high: which products" tells of which toxicity.
        shortened = any(not is_english(word) and self._lexicon.begins(word) for word in cut if len(word) >= _PREFIX - 1)
        return shortened or any(self._is_value_word(word.text) for word in words)

    def _counts_unknown(self, item: Item, after: Item) -> bool:
        """Whether the most, the fewest or more of something is asked for that nothing explains ("the most teeth")."""
        counted = item.meaning.cues & {"most", "fewest", "compare"} and item.text.lower() in _COUNTED
        beside = after.position == item.last + 1 and after.unread and after.text.lower() not in _PRONOUNS
        return bool(counted) and beside and not self._is_like_a_type(after)

    def _is_verb_apart(self, asked: Decomposed, words: frozenset[str]) -> bool:
        """Whether a verb that nothing explains stands where the relation is said, far from all that is proposed
        ("which company *sold* X" of who built it)."""
        before: Item | None = None
        for item in asked.items:
            if item.auxiliary:
                continue
            verbs = thesaurus.infinitives(item.text.lower())
            subject = before is not None and (bool(before.meaning.labels) or before.text.lower() in ASKS_OTHERWISE)
            general = not vocabulary().general.isdisjoint(verbs)
            if (
                item.unread
                and subject
                and verbs
                and not general
                and not item.behind
                and not self._lexicon.begins(item.text.lower())
            ):
                alike = words.isdisjoint(w for verb in verbs for w in (verb, *thesaurus.synonyms(verb, "v")))
                if alike and likeness().nearness(item.text.lower(), sorted(words)) < _LIKE_A_VERB:
                    return True
            before = item
        return False

    def _asks_for_another_link(self, asked: Decomposed, proposal: Proposal) -> bool:
        """Whether a word asks for a link of which a proposal says nothing ("upregulated" of what is associated); a verb
        of many meanings asks for none by itself ("turn up in"), nor does what may be a noun or an adjective
        ("candidate diagnoses", "phenotypic")."""
        joined = [(one.source, one.target) for one in proposal.relations]
        item = asks_for_another_link(asked, self._schema, joined)
        word = item.text.lower() if item is not None else ""
        if not word or thesaurus.is_known(singular_of(word), "n") or thesaurus.is_known(word, "a"):
            return False
        verbs = thesaurus.infinitives(word)
        if any(map(thesaurus.has_many_meanings, verbs)) or not vocabulary().holding.isdisjoint(verbs):
            return False  # "whose annotations contain A"
        relations = proposal.relations
        phrases = (phrase for one in relations for phrase in (*one.words, *one.forward_words, *one.inverse_words))
        return all(stem(word) != one.stem for phrase in phrases for one in spoken(phrase))

    def _is_plain(self, asked: Decomposed, item: Item) -> bool:
        """Whether a word that nothing explains is an ordinary one, and no name or part of a name."""
        if item.text.isdecimal():
            return True
        if is_marked(asked.text, item.start, item.text):
            return False  # written as a name within a sentence ("what Orphanet says"), so no word that may be dropped
        word = item.text.lower()
        return self._is_known(item) or (is_english(word) and (is_everyday(word) or not self._knows(word)))

    def _is_whole(self, asked: Decomposed, ranked: Sequence[_Ranked]) -> bool:
        """Whether no word that narrows what is asked is left over: one that was never weighed, a noun that is asked
        for ("which hospitals"), or a word before such a noun that the best proposal explains least ("dangerous signs").
        """
        worst = ranked[0].fit if ranked else None
        said = frozenset[str]().union(*(part.words for part in ranked[0].proposal.elements)) if ranked else frozenset()
        if not all(self._is_known(item) or _is_near(item, said) for item in asked.items):
            return False
        if ranked and any(self._names_another_field(item, ranked[0].proposal) for item in asked.items):
            return False
        if said and self._is_verb_apart(asked, said):
            return False
        if ranked and self._asks_for_another_link(asked, ranked[0].proposal):
            return False
        for item, after in zip(asked.items, asked.items[1:], strict=False):
            beside = after.position == item.last + 1
            noun = after.unread and after.text.lower() not in _PRONOUNS
            if beside and item.text.lower() in _WHICH and noun and not self._is_like_a_type(after):
                return False
            narrows = beside and item.unread and bool(after.meaning.labels)
            if not narrows or self._asks_for_most_frequent(item, ranked):
                continue
            if worst is not None and worst.word == item.text.lower() and worst.left >= _NARROWS:
                return False
            if thesaurus.is_known(item.text.lower(), "a") and not _is_near(item, said):
                return False  # "naval ships" may be some of the ships
        return True

    @staticmethod
    def _asks_for_most_frequent(item: Item, ranked: Sequence[_Ranked]) -> bool:
        """Whether an adjective says no more than that the most frequent are wanted first, as they stand in an answer
        where it is recorded how frequent they are ("main features")."""
        relations = ranked[0].proposal.relations if ranked else ()
        told = any(one.role == "frequency" for relation in relations for one in relation.properties)
        return told and item.text.lower() in vocabulary().outstanding

    def _names_another_field(self, item: Item, proposal: Proposal) -> bool:
        """Whether a word that nothing explains is one of the name of a field, and not of the one that is proposed ("the
        date of *birth* and, if any, the date of death")."""
        fields = self._fields.get(singular_of(item.text.lower()), frozenset()) if item.unread else frozenset()
        return bool(fields) and proposal.property_name not in fields

    @cached_property
    def _fields(self) -> Mapping[str, frozenset[str]]:
        """By the words of their names the fields of things that tell no name."""
        found: dict[str, frozenset[str]] = {}
        for node in self._schema.nodes:
            ids = (node.id_property, node.name_property, node.same_property)
            for one in node.properties:
                if one.name not in ids and one.role in ("text", "date"):
                    for word in one.called.lower().split():
                        found[word] = found.get(word, frozenset()) | {one.name}
        return found

    def _is_like_a_type(self, item: Item) -> bool:
        """Whether a noun is near to one for a type of the graph ("illnesses" to "disease")."""
        nouns = [noun for node in self._schema.nodes for noun in (node.singular, *node.words)]
        return likeness().nearness(item.text.lower(), nouns) >= _LIKE_A_TYPE

    def _is_known(self, item: Item) -> bool:
        """Whether a word is one of the graph's or of those in which people ask, so that its meaning was weighed."""
        word = item.text.lower()
        begun = len(word) >= _PREFIX and self._lexicon.begins(word)
        return not item.unread or likeness().knows(word) or begun

    def _ranked(self, asked: Decomposed) -> Iterator[_Ranked]:
        if asked.alternatives and len(asked.names) > 2 and re.search(r"\band\b|[&+]", asked.text):
            return
        for way in islice(product(*(self._meanings(asked, entity) for entity in asked.names)), MOST_MEANINGS):
            names = _once(
                Named(entity, replace(Thing.of(one), name=_called(entity, one)), entity.start in asked.against)
                for entity, one in zip(asked.names, way, strict=True)
            )
            besides = tuple(one for one in names if one.entity.start in asked.besides)
            wanted = tuple(one for one in names if one not in besides)
            lost = _RIVAL * sum(one is not entity.chosen for entity, one in zip(asked.names, way, strict=True))
            labels = [named.thing.label for named in wanted]
            numbers = [number for number in asked.numbers if number not in map(labels.count, labels)]
            number = numbers[0] if numbers else None
            signals = Signals(asked.alternatives, _of_findings(asked, wanted), number, besides)
            if len(numbers) < 2 and not self._lacks_value(asked, signals):
                yield from self._fitting(asked, names, wanted, signals, lost)

    def _lacks_value(self, asked: Decomposed, signals: Signals) -> bool:
        """Whether a word by which values are told apart is left over ("the dominant one", "piloted" where pilots are
        recorded); of findings that are told of somebody such words tell of the person ("young adult with …")."""
        told = (form for item in asked.items if item.unread for form in (item.text, *thesaurus.infinitives(item.text)))
        return not signals.findings and any(map(self._is_value_word, told))

    def _fitting(
        self, asked: Decomposed, names: Sequence[Named], wanted: tuple[Named, ...], signals: Signals, lost: float
    ) -> Iterator[_Ranked]:
        proposals = [
            one
            for one in self._proposer.proposals(wanted, signals)
            if may_answer(one, asked, signals) and qualifies(one, asked.qualifiers)
        ]
        if not proposals:
            return
        # "Paper restorers, list": what is asked for is told beside the part that asks, where that says no type.
        said = asked.items if any(item.meaning.labels for item in asked.items) else (*asked.items, *asked.told_types)
        for one, fit in zip(proposals, self.fits(asked, names, wanted, proposals), strict=True):
            explains = all(is_explained(one, item, wanted) for item in said)
            yield _Ranked(one, wanted, asked.qualifiers, replace(fit, fit=fit.fit - lost), explains)

    def fits(
        self, asked: Decomposed, names: Sequence[Named], wanted: Sequence[Named], proposals: Sequence[Proposal]
    ) -> list[Fit]:
        """How well proposals fit what is asked: by the model, and by what the words mean in the graph's own lexicon.

        Args:
            names: that are asked about.
            wanted: those of them that the answer is not to leave out.
        """
        described = [
            (_SIMILAR.get(one.form, one.form), self._plainly(one, names), [part.words for part in one.elements])
            for one in proposals
        ]
        fits = likeness().fits(self._masked(asked, names), described)
        return [
            replace(
                fit,
                fit=fit.fit + gain(one, asked, wanted, self._most_records),
                left=0.0 if is_asked_for(one, asked, "count") else fit.left,
            )
            for one, fit in zip(proposals, fits, strict=True)
        ]

    def unknown(self, asked: Decomposed) -> Item | None:
        """The first word that may be a name, or a part of one, which the graph does not have."""
        return next((item for item in asked.items if item.unread and not self._is_plain(asked, item)), None)

    def unweighed(self, asked: Decomposed) -> Item | None:
        """The first word that is none of the graph's and none of those in which people ask, so that nothing weighs
        it; adverbs restrict nothing."""
        odd = (item for item in asked.items if not self._is_known(item))
        return next((item for item in odd if not item.text.lower().endswith("ly")), None)

    def _meanings(self, asked: Decomposed, entity: Entity) -> list[Candidate]:
        """What a name may stand for: the likeliest thing of each type; of the type that stands beside it, if any."""
        found: dict[str, Candidate] = {}
        for one in (entity.chosen, *entity.rivals):
            found.setdefault(one.label, one)
        beside = [
            label
            for item in asked.items
            if item.end + 1 == entity.start or entity.end + 1 == item.start
            for label in item.meaning.labels
            if label in found
        ]
        return [found[beside[0]]] if len(found) > 1 and beside else list(found.values())

    def _masked(self, asked: Decomposed, names: Sequence[Named]) -> str:
        """What is asked with its names masked; where they stand in what is told, they go before it."""
        inside = [(n.entity.start, n.entity.end, self._noun(n)) for n in names if asked.asks_at(n.entity.start)]
        outside = " + ".join(self._noun(named) for named in names if not asked.asks_at(named.entity.start))
        gone = [(one.start, one.end, "") for one in asked.left_out]
        gone += [(one.start, one.end, "") for one in asked.qualifiers]
        parts = []
        for clause in asked.clauses:
            part, place = "", clause.start
            for start, end, noun in sorted((*inside, *gone)):
                if clause.covers(start) and start >= place:
                    part += asked.text[place:start] + noun
                    place = end
            parts.append(part + asked.text[place : clause.end])
        return " ".join((f"{outside}: " if outside else "", *parts)).strip()

    def _noun(self, named: Named) -> str:
        return masked(self._schema.node(named.thing.label).singular)

    def _plainly(self, proposal: Proposal, names: Sequence[Named]) -> str:
        """A proposal's plain question with its names masked."""
        text = proposal.texts[0]
        for named in sorted(names, key=lambda one: -len(one.thing.name)):
            text = text.replace(named.thing.name, self._noun(named))
        return text

    def _plain(self, ranked: _Ranked) -> str | None:
        """The plainest question of a proposal that is read strictly as what was proposed."""
        wanted = {one.thing.ids[0] for one in ranked.names}
        for text in ranked.proposal.texts:
            question = _with_qualifiers(text, ranked.qualifiers)
            if question is None:
                continue
            entities, outcome = self._read(before_options(question))
            intents = readings_of(outcome) if not isinstance(outcome, Gap) else ()
            if not intents or not _is_as_proposed(ranked.proposal, intents[0]):
                continue
            known = {id_ for one in entities for c in (one.chosen, *one.rivals) for id_ in (c.id, *c.ids)}
            if wanted <= known or ranked.proposal.form == "among":
                return question
        return None


def _with_qualifiers(question: str, qualifiers: Sequence[Said]) -> str | None:
    """A plain question with conditions on properties, in the words of the text; None where one of them has no place in
    it ("is A rare in B")."""
    for one in qualifiers:
        opening = _OPENING.match(question)
        if one.noun is not None and one.noun >= 0 and opening is not None:
            question = f"{opening.group()}{one.text} {question[opening.end() :]}"
        elif one.noun is None:
            question = f"{question.removesuffix('?')} {one.behind}?"
        else:
            return None
    return question


def _narrows_name(asked: Decomposed) -> bool:
    """Whether an adjective or a noun that nothing explains stands right before a name, so that another thing is asked
    about ("right heart failure", "hand weakness", "total hearing loss")."""
    places = {name.start for name in asked.names if not is_marked(asked.text, name.start, name.mention)}
    before = (item for item in asked.items if item.end + 1 in places)
    return any((item.unread and _is_modifier(item.text.lower())) or item.text.lower() == "total" for item in before)


def _points_elsewhere(asked: Decomposed) -> bool:
    """Whether "it" or "they" may stand for things that are told without a name ("a *gene* was found. What does it do",
    "consider the *diseases* that combine A with B. What are their genes")."""
    labels = {one.label for name in asked.names for one in (name.chosen, *name.rivals)}
    told = [item for item in asked.told_types if item.meaning.labels.isdisjoint(labels)]
    one = "it" in asked.words and any(item.text.lower() == singular_of(item.text.lower()) for item in told)
    described = (item for item in asked.told_types if _DESCRIBED.match(asked.text, item.end))
    several = (item for item in described if item.text.lower() != singular_of(item.text.lower()))
    return one or (not asked.words.isdisjoint(_THEY) and next(several, None) is not None)


def _is_modifier(word: str) -> bool:
    """Whether a word may say which kind of a thing is meant; a verb of hardly any meaning does not."""
    verbs = {word, *(one for one, _ in verbs_of(word))}
    empty = not verbs.isdisjoint(vocabulary().general | vocabulary().holding | vocabulary().placing)
    return not empty and thesaurus.is_known(word, "a", "n")


def _of_findings(asked: Decomposed, names: Sequence[Named]) -> bool:
    """Whether names are findings of somebody, so that the most of them is looked for."""
    if len({named.thing.label for named in names}) != 1:
        return False
    holding = [named for named in names if not named.against]
    everything = any(item.text.lower() in _ALL for item in asked.items)
    return len(holding) > 1 and not asked.alternatives and not everything and (
        asked.told or asked.has("graded") or len(holding) >= _FINDINGS
    )  # fmt: skip


def _asks_kinds_of_another(asked: Decomposed, label: str) -> bool:
    """Whether a word for kinds stands beside a name of another type ("which Charcot-Marie-Tooth forms have A")."""
    kinds = [item for item in asked.items if "kind" in item.meaning.cues]
    beside = (
        one
        for item in kinds
        for one in asked.names
        if (one.end < item.start and not asked.text[one.end : item.start].strip())
        or (item.end < one.start and asked.text[item.end : one.start].lower().split() in ([], ["of"], ["of", "the"]))
    )
    return any(label not in one.labels for one in beside)


def has_sides(relation: Relation) -> bool:
    """Whether a relation joins things of one type of which one does something and the other is done to."""
    return relation.source == relation.target and not relation.symmetric and not relation.hierarchical


def _is_near(item: Item, words: frozenset[str]) -> bool:
    """Whether a word is near to one of what a proposal speaks of, and turns nothing."""
    said = item.text.lower()
    return bool(words) and not denies(said) and likeness().nearness(said, sorted(words)) >= _LIKE_WHAT_IS_ASKED


def _goes_far(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a proposal goes over things of a type that no word names, to things of a type that none does."""
    said = {label for item in asked.items for label in item.meaning.labels}
    types = {element.key for element in proposal.elements if element.role in ("via", "answer")}
    return any(element.role == "via" for element in proposal.elements) and said.isdisjoint(types)


def _once(names: Iterator[Named]) -> tuple[Named, ...]:
    """Names, each thing once."""
    found: dict[tuple[str, ...], Named] = {}
    for one in names:
        found.setdefault(one.thing.ids, one)
    return tuple(found.values())


def _is_as_proposed(proposal: Proposal, intent: Intent) -> bool:
    if intent.kind != proposal.kind:
        return False
    if proposal.label and (intent.answer is None or intent.answer.label != proposal.label):
        return False
    if proposal.property_name and (intent.property is None or intent.property.name != proposal.property_name):
        return False
    return not proposal.relations or {relation.type for relation in relations_of(intent)} <= proposal.types


def _shares(fits: Sequence[float]) -> list[float]:
    """The shares of readings, and of none beside them, by their fits."""
    most = max((*fits, 0.0))
    powers = [math.exp(fit - most) for fit in fits]
    whole = sum(powers) + math.exp(-most)
    return [power / whole for power in powers]


def _called(entity: Entity, meaning: Candidate) -> str:
    """How a plain question calls a thing: by its name, or as the text does where a person must choose among several. A
    variant of a name is called so only where several of one type may be meant that do not share it, and a word that is
    common to several with a noun that says of it that it tells how they are ("recessive")."""
    if not (entity.tied or entity.together):
        return meaning.name
    alike = [one for one in (entity.chosen, *entity.rivals) if one.label == meaning.label]
    if entity.guess == "variant" and len({one.matched.casefold() for one in alike}) == 1:
        return meaning.matched
    if entity.guess == "value" and " " not in entity.mention:
        return f"a {entity.mention} pattern"
    return entity.mention
