"""The second stage of reading: what was meant by a text that the strict reader cannot read.

``asking`` settles what must hold; a word that looks like a name of nothing, or that asks for what the graph lacks,
stops the reading. Among what could be asked (``proposals``) the model ranks (``likeness``), together with what the
words mean in the graph's own lexicon; a proposal counts only where the strict reader reads its plain question as what
was proposed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from kgqa.language.common_words import is_english, is_everyday, is_marked
from kgqa.language.vocabulary import Cue
from kgqa.questions.by_meaning.asking import Asked, Asking
from kgqa.questions.by_meaning.likeness import Fit, likeness, masked
from kgqa.questions.by_meaning.proposals import Named, Proposal, Proposer, Signals
from kgqa.questions.intent import Ambiguity, Gap, Intent, Thing, readings_of, relations_of
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.options import before_options
from kgqa.questions.qualifier_phrases import Said
from kgqa.questions.tagging import ASKS_OTHERWISE, Item
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
_SAID, _ON_THE_WAY, _OTHERWISE = 1.5, 0.3, -2.5
"""What a proposal gains for a word of the question that speaks of it in the graph's own lexicon, or of a type on the
way to what it asks for; what it loses for one that speaks of something else."""
_FEW = 0.5
"""What a proposal loses for each power of ten by which its relation has fewer records than the commonest."""
_PLAIN_TEXT = 1.0
"""What a proposal for a property without a known meaning loses."""
_ADVICE = re.compile(
    r"\W*(?:and |so |but )?(?:how|when|where|why)\s+(?:do|can|could|should|shall|would|will)\s+(?:i|we)\b", re.I
)
"""The beginning of a question for advice ("how do I tell my children"), which is no matter of records."""
_OPENING = re.compile(r"(?:Which|How many|Are there) ")
_PREFIX = 4
"""Letters from which the beginning of a word of the graph stands for it ("pheno")."""
_CUES: dict[Cue, frozenset[str]] = {
    "count": frozenset({"count", "more", "ranking", "fewest"}),
    "most": frozenset({"most", "ranking", "more", "graded"}),
    "fewest": frozenset({"fewest"}),
    "top": frozenset({"most", "ranking"}),
    "kind": frozenset({"kinds", "isa", "below"}),
    "parent": frozenset({"parents", "isa"}),
    "share": frozenset({"shared"}),
    "relation": frozenset({"relation"}),
    "define": frozenset({"everything", "property"}),
    "graded": frozenset({"graded", "list"}),
}
"""The forms that a cue of the question asks for."""
_ONLY: dict[Cue, frozenset[str]] = {
    "compare": frozenset({"more", "atleast", "ranking", "fewest"}),
    "differ": frozenset({"differs", "more", "kinds", "below"}),
    "distinguish": frozenset({"differs"}),
    "other": frozenset({"property"}),
    "often": frozenset({"value", "more"}),
    "count": frozenset({"count", "more", "ranking", "fewest", "atleast"}),
    "share": frozenset({"shared", "list", "count"}),
}
"""Cues that change what is asked, and the only forms that may answer them."""
_NEEDS: dict[str, tuple[Cue, ...]] = {
    "differs": ("distinguish", "differ", "compare"),
    "shared": ("share",),
    "relation": ("relation",),
    "more": ("compare", "most"),
    "most": ("most", "often", "top"),
    "ranking": ("most", "top"),
    "fewest": ("fewest",),
    "count": ("count",),
    "kinds": ("kind",),
    "isa": ("kind", "parent", "a"),
}
"""The cues by which people ask for a form; without one it is less likely."""
_UNSAID = 1.5
"""What a proposal loses whose form or property no word of the question asks for."""
_WHAT_IS = 2.0
"""What a definition gains where nothing but "what is" is said."""
_BROAD = 5.5
"""What the kinds of a thing gain where the name was guessed from a part of the body and a word such as findings."""
_NUMBERED = frozenset({"atleast", "count", "ranking"})
_SIMILAR = {"exists": "list", "below": "list", "among": "list", "graded": "atleast"}
"""Forms that the model does not know apart, and the one that they are ranked as."""
_SMALL: frozenset[Cue] = frozenset({"and", "a", "there", "which"})
_OF_A_TYPE = frozenset({"list", "count", "most", "ranking", "fewest", "graded", "atleast", "denied", "below"})
"""Forms whose answers are things of one type."""
_EACH = frozenset({"every", "each", "everyone", "everybody", "always"})
_ALL = frozenset({"both", "all", "each", "every"})
_SORTS = frozenset({"type", "subtype"})
"""Nouns behind a word that tells which kind of a thing is meant ("of the hypermobility type")."""
_FIRST_PERSON = frozenset({"i", "me", "my", "mine", "we", "us", "our"})
_NEXT_BUT_ONE = 3
_WHICH = frozenset({"which", "how many"})
_LIKE_A_TYPE = 0.6
"""Cosine of a noun and one for a type from which it may stand for it."""
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
    """

    questions: tuple[str, ...]
    clear: bool
    set_aside: tuple[SetAside, ...] = ()
    then: tuple[str, ...] = ()


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
        self._asking = Asking(schema, lexicon, qualifiers)
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

    def several(self, text: str, entities: Sequence[Entity]) -> bool:
        """Whether a text asks more than one question."""
        return self._asking.several(text, entities)

    def _meant(self, asked: Asked) -> Meant | None:
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
        if ranked and any(map(_has_sides, ranked[0].proposal.relations)):
            clear = False  # who does it to whom is never left to a ranking
        near = [question for question, share in found[1:] if share >= (NEAR / 4 if clear else NEAR)]
        if not clear and not near:
            return None
        return Meant((found[0][0], *near[:MOST_OTHERS]), clear, tuple(self._asking.set_aside(asked)))

    def _stops(self, asked: Asked) -> bool:
        """Whether a word that asks is a name of nothing known, or of what the graph lacks."""
        for item in asked.items:
            if item.meaning.absent and not item.meaning.of_graph:
                return True
            if item.unread and not self._is_plain(asked, item):
                return True
        if _asks_for_two(asked) or _is_bare_row(asked) or any(item.text.lower() == "must" for item in asked.items):
            return True
        kinds = zip(asked.telling, asked.telling[1:], strict=False)
        return _is_personal(asked) or any(self._knows(word) and noun.lower() in _SORTS for word, noun in kinds)

    def _is_plain(self, asked: Asked, item: Item) -> bool:
        """Whether a word that nothing explains is an ordinary one, and no name or part of a name."""
        if item.text.isdecimal():
            return True
        if is_marked(asked.text, item.start, item.text):
            return False  # written as a name within a sentence ("what Orphanet says"), so no word that may be dropped
        word = item.text.lower()
        return self._is_known(item) or (is_english(word) and (is_everyday(word) or not self._knows(word)))

    def _is_whole(self, asked: Asked, ranked: Sequence[_Ranked]) -> bool:
        """Whether no word that narrows what is asked is left over: one that was never weighed, a noun that is asked
        for ("which hospitals"), or a word before such a noun that the best proposal explains least ("dangerous signs").
        """
        if not all(map(self._is_known, asked.items)):
            return False
        worst = ranked[0].fit if ranked else None
        for item, after in zip(asked.items, asked.items[1:], strict=False):
            beside = after.position == item.last + 1
            if beside and item.text.lower() in _WHICH and after.unread and not self._is_like_a_type(after):
                return False
            narrows = beside and item.unread and bool(after.meaning.labels)
            if narrows and worst is not None and worst.word == item.text.lower() and worst.left >= _NARROWS:
                return False
        return True

    def _is_like_a_type(self, item: Item) -> bool:
        """Whether a noun is near to one for a type of the graph ("illnesses" to "disease")."""
        nouns = [noun for node in self._schema.nodes for noun in (node.singular, *node.words)]
        return likeness().nearness(item.text.lower(), nouns) >= _LIKE_A_TYPE

    def _is_known(self, item: Item) -> bool:
        """Whether a word is one of the graph's or of those in which people ask, so that its meaning was weighed."""
        word = item.text.lower()
        begun = len(word) >= _PREFIX and self._lexicon.begins(word)
        return not item.unread or likeness().knows(word) or begun

    def _ranked(self, asked: Asked) -> Iterator[_Ranked]:
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

    def _lacks_value(self, asked: Asked, signals: Signals) -> bool:
        """Whether a word by which values are told apart is left over ("the dominant one"); of findings that are told
        of somebody such words tell of the person ("young adult with …")."""
        return not signals.findings and any(item.unread and self._is_value_word(item.text) for item in asked.items)

    def _fitting(
        self, asked: Asked, names: Sequence[Named], wanted: tuple[Named, ...], signals: Signals, lost: float
    ) -> Iterator[_Ranked]:
        proposals = [
            one
            for one in self._proposer.proposals(wanted, signals)
            if _may_answer(one, asked, signals) and _qualifies(one, asked.qualifiers)
        ]
        if not proposals:
            return
        described = [
            (_SIMILAR.get(one.form, one.form), self._plainly(one, names), [part.words for part in one.elements])
            for one in proposals
        ]
        fits = likeness().fits(self._masked(asked, names), described)
        for one, fit in zip(proposals, fits, strict=True):
            whole = fit.fit + _evidence(one, asked.items, wanted) - lost - self._rareness(one) - _unsaid(one, asked)
            whole += _WHAT_IS if _defines(one) and not any(map(_tells, asked.items)) else 0.0
            whole += _BROAD if one.form == "below" and any(n.entity.guess == "broad" for n in wanted) else 0.0
            explains = all(_is_explained(one, item, wanted) for item in asked.items)
            yield _Ranked(one, wanted, asked.qualifiers, replace(fit, fit=whole), explains)

    def _meanings(self, asked: Asked, entity: Entity) -> list[Candidate]:
        """What a name may stand for: the likeliest thing of each type; of the type that stands beside it, if any."""
        found: dict[str, Candidate] = {}
        for one in (entity.chosen, *entity.rivals):
            found.setdefault(one.label, one)
        beside = [
            label
            for item in asked.items
            if item.start + len(item.text) + 1 == entity.start or entity.end + 1 == item.start
            for label in item.meaning.labels
            if label in found
        ]
        return [found[beside[0]]] if len(found) > 1 and beside else list(found.values())

    def _masked(self, asked: Asked, names: Sequence[Named]) -> str:
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
            entities, outcome = self._read(before_options(question))
            intents = readings_of(outcome) if not isinstance(outcome, Gap) else ()
            if not intents or not _is_as_proposed(ranked.proposal, intents[0]):
                continue
            known = {id_ for one in entities for c in (one.chosen, *one.rivals) for id_ in (c.id, *c.ids)}
            if wanted <= known or ranked.proposal.form == "among":
                return question
        return None

    def _rareness(self, proposal: Proposal) -> float:
        """What a proposal loses because little is recorded of what it asks for."""
        plain = _PLAIN_TEXT if proposal.wanted is not None and proposal.wanted.role in ("text", "date") else 0.0
        counts = [relation.count for relation in proposal.relations]
        if not counts:
            return plain
        return plain + _FEW * math.log10(max(self._most_records, 1) / max(min(counts), 1))


def _defines(proposal: Proposal) -> bool:
    return proposal.wanted is not None and proposal.wanted.role == "definition"


def _may_answer(proposal: Proposal, asked: Asked, signals: Signals) -> bool:
    """Whether a proposal has a form that answers what changes the question: comparisons, numbers, differences."""
    for cue, forms in _ONLY.items():
        commonest = cue == "often" and asked.has("most") and proposal.form == "most"
        if asked.has(cue) and proposal.form not in forms and not commonest:
            return False
    if not asked.names and not asked.has(*_NEEDS.get(proposal.form, ("number",))):
        return False
    wanted = _type_asked_for(asked)
    if wanted and proposal.form in _OF_A_TYPE and proposal.label not in wanted:
        return False
    first = asked.items[0] if asked.items else None
    verdict = (
        first is not None and first.auxiliary and not asked.has("which", "how", "list", "there", "define", "explain")
    )
    if verdict and proposal.form in _OF_A_TYPE and proposal.form != "below":
        return False
    if asked.items and asked.items[0].text.lower() in ASKS_OTHERWISE and proposal.form != "value":
        return False
    if any("all" in item.meaning.cues and not _counts_all(proposal, asked, item) for item in asked.items):
        return False
    if (asked.has("share") and len(asked.names) < 2) or (proposal.form == "yesno" and asked.has("which")):
        return False
    if proposal.form == "exists" and not _asks_for_any(proposal, asked):
        return False
    return signals.number is None or (proposal.form in _NUMBERED and f" {signals.number} " in proposal.texts[0])


def _type_asked_for(asked: Asked) -> frozenset[str]:
    """The labels of the type word right behind "which" or "how many", of which the answer is; none without one."""
    for item, after in zip(asked.items, asked.items[1:], strict=False):
        if item.meaning.cues & {"which", "count"} and after.position == item.last + 1 and after.meaning.labels:
            return after.meaning.labels
    return frozenset()


def _asks_for_any(proposal: Proposal, asked: Asked) -> bool:
    """Whether it is asked if there is any thing of the type of a proposal, in words that all are known."""
    first = asked.items[0] if asked.items else None
    said = any(proposal.label in item.meaning.labels for item in asked.items)
    other = any(item.unread for item in asked.items) or asked.has("which", "list", "count", "how")
    return not other and said and (asked.has("there") or (first is not None and first.auxiliary))


def _counts_all(proposal: Proposal, asked: Asked, item: Item) -> bool:
    """Whether "all" or "every" only says that the whole list is wanted, not that something holds of each of them."""
    after = [one for one in asked.items if one.position > item.position and not one.meaning.cues & {"list", "all"}]
    known = bool(after) and (proposal.label in after[0].meaning.labels or after[0].unread)
    each = item.text.lower() in _EACH
    return known and not each and proposal.form in ("list", "graded", "among") and not asked.has("count")


def _qualifies(proposal: Proposal, qualifiers: Sequence[Said]) -> bool:
    """Whether conditions on properties can be put on the links that a proposal asks for."""
    if not qualifiers:
        return True
    if proposal.form not in ("list", "count", "exists", "yesno"):
        return False
    return all(any(relation.type in proposal.types for relation, _ in one.ways) for one in qualifiers)


def _with_qualifiers(question: str, qualifiers: Sequence[Said]) -> str:
    """A plain question with conditions on properties, in the words of the text."""
    for one in qualifiers:
        opening = _OPENING.match(question)
        if one.noun is not None and one.noun >= 0 and opening is not None:
            question = f"{opening.group()}{one.text} {question[opening.end() :]}"
        elif one.noun is None:
            question = f"{question.removesuffix('?')} {one.text.strip()}?"
    return question


def _of_findings(asked: Asked, names: Sequence[Named]) -> bool:
    """Whether names are findings of somebody, so that the most of them is looked for."""
    if len({named.thing.label for named in names}) != 1:
        return False
    holding = [named for named in names if not named.against]
    everything = any(item.text.lower() in _ALL for item in asked.items)
    return len(holding) > 1 and not asked.alternatives and not everything and (
        asked.told or asked.has("graded") or len(holding) >= _FINDINGS
    )  # fmt: skip


def _has_sides(relation: Relation) -> bool:
    """Whether a relation joins things of one type of which one does something and the other is done to."""
    return relation.source == relation.target and not relation.symmetric and not relation.hierarchical


def _asks_for_two(asked: Asked) -> bool:
    """Whether things of two types are asked for at once ("genes and diseases", "gene or inheritance")."""
    rows = zip(asked.items, asked.items[1:], asked.items[2:], strict=False)
    return any(
        one.meaning.labels and other.meaning.labels and joint.meaning.cues & {"and", "or"}
        and one.meaning.labels.isdisjoint(other.meaning.labels) and other.position - one.last <= _NEXT_BUT_ONE
        for one, joint, other in rows
    )  # fmt: skip


def _is_bare_row(asked: Asked) -> bool:
    """Whether several names stand in a row without a word of what is asked of them, and are not of one type."""
    labels = {entity.chosen.label for entity in asked.names}
    return len(asked.names) > 2 and len(labels) > 1 and not asked.told and not any(map(_tells, asked.items))


def _is_personal(asked: Asked) -> bool:
    """Whether it is asked of a person whether one thing is so ("do I have X", "is my X bad"), which no graph tells."""
    if _ADVICE.match(asked.text[asked.clauses[0].start : asked.clauses[-1].end]):
        return True
    first = next(iter(asked.items), None)
    if first is None or not first.auxiliary or asked.has("which", "how", "list", "count") or len(asked.names) > 2:
        return False
    if any(item.meaning.labels or item.meaning.properties for item in asked.items):
        return False
    return not asked.words.isdisjoint(_FIRST_PERSON)


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


def _evidence(proposal: Proposal, items: Sequence[Item], names: Sequence[Named]) -> float:
    """What the words of a question that the graph's lexicon knows say for a proposal, and against it."""
    labels = {named.thing.label for named in names}
    if proposal.form in ("yesno", "exists") and any("there" in item.meaning.cues for item in items):
        return _SAID
    if proposal.form == "yesno" and not any(_tells(item) for item in items):
        return _SAID
    ways = {element.key for element in proposal.elements if element.role == "via"}
    total = 0.0
    for item in items:
        meaning = item.meaning
        cues = meaning.cues & _CUES.keys()
        related = {relation.type for relation in meaning.relations} & proposal.types
        if (
            any(proposal.form in _CUES[cue] for cue in cues)
            or proposal.label in meaning.labels
            or related
            or any(owned.property.name == proposal.property_name for owned in meaning.properties)
        ):
            total += _SAID
        elif meaning.labels & ways:
            total += _ON_THE_WAY
        elif cues or meaning.properties or (meaning.relations and not item.generic):
            total += 0.0 if meaning.labels & labels and not cues else _OTHERWISE
        elif meaning.labels and not meaning.labels & labels:
            total += _OTHERWISE
    return total


def _unsaid(proposal: Proposal, asked: Asked) -> float:
    """What a proposal loses because no word asks for its form, its property, or for what is recorded as absent."""
    cues = _NEEDS.get(proposal.form, ())
    lost = _UNSAID if cues and not asked.has(*cues) else 0.0
    if proposal.form == "denied":
        types = [relation.type for item in asked.items for relation in item.meaning.relations if relation.negates]
        lost += 0.0 if proposal.types & set(types) else 2 * _UNSAID
    if proposal.form == "among" and not {"of", "among", "one", "ones", "these", "between"} & asked.words:
        lost += _UNSAID
    if proposal.form == "value":
        names = [owned.property.name for item in asked.items for owned in item.meaning.properties]
        lost += 0.0 if proposal.property_name in names else _UNSAID
    return lost


def _tells(item: Item) -> bool:
    """Whether a word says anything of what is asked."""
    meaning = item.meaning
    return bool(item.unread or meaning.of_graph or meaning.cues - _SMALL)


def _is_explained(proposal: Proposal, item: Item, names: Sequence[Named]) -> bool:
    """Whether a proposal has a word's type or relation, as far as the graph's lexicon knows it for one."""
    meaning = item.meaning
    if item.generic or item.auxiliary or not meaning.of_graph:
        return True
    known = {proposal.label, *(part.key for part in proposal.elements), *(named.thing.label for named in names)}
    types = {relation.type for relation in meaning.relations} & proposal.types
    owned = any(one.property.name == proposal.property_name for one in meaning.properties)
    return bool(
        types or owned or meaning.labels & known or any(proposal.form in _CUES.get(cue, ()) for cue in meaning.cues)
    )


def _shares(fits: Sequence[float]) -> list[float]:
    """The shares of readings, and of none beside them, by their fits."""
    most = max((*fits, 0.0))
    powers = [math.exp(fit - most) for fit in fits]
    whole = sum(powers) + math.exp(-most)
    return [power / whole for power in powers]


def _called(entity: Entity, meaning: Candidate) -> str:
    """How a plain question calls a thing: by its name, or as the text does where a person must choose among several."""
    return entity.mention if entity.tied or entity.together else meaning.name
