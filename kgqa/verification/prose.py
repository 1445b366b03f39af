"""The strict reader of free text: a sentence is read whole, as a question whether it is true, or not at all.

Questions and statements are said in the same words, so the reader of questions reads both; what it cannot read to the
last word is no claim that could be looked up. A statement must hold more than a question may: every name must be a name
of the graph and nothing that resembles one, and nothing may be set aside or taken for something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.evidence.citing import MARK
from kgqa.language.normalise import blanked
from kgqa.language.text import clean
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Gap, Intent, Pair, Thing, readings_of
from kgqa.questions.reader import Reader
from kgqa.questions.tagging import Item, tag
from kgqa.questions.text.courtesy import asides
from kgqa.records import Entity
from kgqa.schema.model import Relation
from kgqa.verification.frequencies import Value, values_in
from kgqa.verification.judging import Claimed
from kgqa.verification.naming import TextNames, is_sure

LONGEST_SENTENCE = 600
_ASKED = "Is it true that "
_END = re.compile(r"(?<=[.!?;])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\bcf\.)(?<!\bDr\.)[\"”’)]*\s+(?=[^\sa-z])|\n+")
_PART = re.compile(
    r"[,;]\s+(?=(?:and|but|while|whereas)\s)|;\s+"
    r"|\s+(?=(?:and|but)\s+(?:is|are|was|were|has|have|does|do|did)\s)"
)
"""Where a part of a sentence may begin that states something by itself."""
_JOINT = re.compile(r"^\s*(?:and|but|while|whereas)\s+")
_JOINING = ("in", "with", "of", "for", "without", "lacks", "lack")
"""Words that say of whom something is told; with them the types alone tell the relation ("A is seen in B")."""
_AND = ("and", "or", "the", "a", "an", "as", "well", "both")
_POINTING = re.compile(r"^(?:it|(?:the|this)\s+(?P<noun>[a-z]+))(?=\s)", re.IGNORECASE)
_BEARERS = re.compile(
    r"^(?:affected\s+)?(?:patients|individuals|people|persons|children)(?=\s)(?!\s+(?:with|who|of|without)\b)",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"[\s\"“*]*(?:the\s+)?", re.IGNORECASE)
_CONDITIONS = ("condition", "disorder", "syndrome", "disease")
"""What a disease is called where it is not named again."""
_JOINS = "-–/"
_SIGNS = re.compile(r"[{}|<>=\\]|\brelatives?\b|\bas (?:is|are|was|were|do|does|did|has|have)\b", re.IGNORECASE)
"""Signs of data and not of sentences; and those of whom it is told who are not the patients, though the word looks like
one for any relation ("relative" as "related")."""
_BULLET = re.compile(r"^\s*(?:[-*•–]|\d{1,2}[.)])\s+")
_EMPHASIS = re.compile(r"\*{1,3}|`|(?<![\w])_|_(?![\w])")
_MODAL = re.compile(r"\b(?:may|might|can|could|would|should|must|will)\s+(?:not|never)\b|\bneed\s+not\b", re.IGNORECASE)
"""A possibility that is denied, which denies nothing ("may not show")."""
_CONDITION = re.compile(r"\b(?:if|unless|provided|supposing|assuming|whether)\b", re.IGNORECASE)
_CAUSE = re.compile(
    r"\b(?:caus(?:e[sd]?|ing|ative|al)|due to|lead(?:s|ing)? to|led to|result(?:s|ed|ing)? (?:in|from)|"
    r"responsible for|because of|underl(?:ies|ie|ying|ay))\b",
    re.IGNORECASE,
)
"""Words that state a cause, which is more than that two things are associated."""


@dataclass(frozen=True, slots=True)
class About:
    """The thing that a text speaks of, for sentences that do not name it again.

    Attributes:
        name: as the text calls it.
        told: a model says that the sentence is about it; else only a word that points back says so.
    """

    thing: Thing
    name: str
    told: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """One link that a sentence states.

    Attributes:
        readings: the link; several where names of the sentence are those of several things.
        end: where its words end in the sentence, as far as its names tell.
    """

    readings: tuple[Pair, ...]
    end: int
    value: Value | None = None


class ProseReader:
    """Reads the sentences of texts about one graph."""

    def __init__(self, reader: Reader, names: TextNames) -> None:
        self._reader = reader
        self._names = names

    def claims(self, text: str) -> Iterator[Claimed]:
        """What a text claims, sentence by sentence; those that are not read are claims with the reason why."""
        about: About | None = None
        for start, end in sentences(text):
            plain, cited = without_marks(text[start:end])
            outcome = self.links(plain, about)
            about = self._subject(plain, about, is_read=not isinstance(outcome, str))
            if isinstance(outcome, str):
                yield Claimed(start, end, cited=cited, unread=outcome)
                continue
            place = start
            for number, one in enumerate(outcome):
                last = end if number == len(outcome) - 1 else start + one.end
                yield Claimed(place, last, one.readings, one.value, cited=cited)
                place = last

    def _subject(self, said: str, about: About | None, *, is_read: bool) -> About | None:
        """What the next sentence speaks of where it only points back: what this one began with, or spoke of as well.

        After another thing of the same type was named, it is open which of them is meant.
        """
        names = [one for one in self._names.link(said) if is_sure(one)]
        first = names[0] if names and is_read else None
        if first is not None and not first.tied and _BEGINS.fullmatch(said, 0, first.start):
            return About(Thing.of(first.chosen), first.mention)
        if about is None or any(
            one.chosen.label == about.thing.label and one.chosen.id not in about.thing.ids for one in names
        ):
            return None
        return about

    def links(self, said: str, about: About | None = None) -> list[Read] | str:
        """The links that a sentence states, all of it read; or why it is not, a part of a sentence.

        Args:
            said: without marks of citations, which are blank.
            about: what it speaks of where it does not name it.
        """
        outcome = self._links(said)
        if not isinstance(outcome, str) or about is None:
            return outcome
        for completed, before, after in self._completed(said, about):
            found = self._links(completed)
            if isinstance(found, str):
                continue
            pairs = [pair for one in found for pair in one.readings]
            if all(set(about.thing.ids) & {*pair.one.ids, *pair.other.ids} for pair in pairs):
                return [replace(one, end=min(max(one.end - after + before, 1), len(said))) for one in found]
        return outcome

    def _completed(self, said: str, about: About) -> Iterator[tuple[str, int, int]]:
        """A sentence with the name of what it speaks of in the place of a word that points back to it, with the length
        of that word and of what stands there instead."""
        pointing = _POINTING.match(said)
        if pointing is not None and self._may_be_called(pointing["noun"], about.thing.label):
            yield about.name + said[pointing.end() :], pointing.end(), len(about.name)
        bearers = _BEARERS.match(said)
        if bearers is not None:
            with_name = f"Patients with {about.name}"
            yield with_name + said[bearers.end() :], bearers.end(), len(with_name)
        if about.told:
            leading = f"In {about.name}, "
            yield leading + said, 0, len(leading)

    def _may_be_called(self, noun: str | None, label: str) -> bool:
        if noun is None or noun.lower() in _CONDITIONS:
            return True
        node = self._reader.schema.node(label)
        return noun.lower() in (node.singular, *node.words)

    def _links(self, said: str) -> list[Read] | str:
        if len(said) > LONGEST_SENTENCE:
            return "the sentence is too long to be read"
        if said.rstrip().endswith("?"):
            return "it asks and states nothing"
        if _SIGNS.search(said):
            return "it is no plain sentence"
        if _CONDITION.search(said):
            return "it states something under a condition"
        if _MODAL.search(said):
            return "it states only what may be"
        whole = self._with_values(said)
        if not isinstance(whole, str):
            return whole
        starts = [0, *(match.end() for match in _PART.finditer(said))]
        if len(starts) == 1:
            return whole
        # Only where every part is read by itself is none of them said under a condition of another.
        found: list[Read] = []
        names = [one for one in self._names.link(said) if is_sure(one)]
        subject = said[: names[0].end] if names else ""
        for start, end in zip(starts, [*starts[1:], len(said)], strict=True):
            part = _JOINT.sub("", said[start:end])
            before = ""
            reads = self._with_values(part)
            if isinstance(reads, str) and start and subject:
                before = f"{subject} "
                reads = self._with_values(before + part)
            if isinstance(reads, str):
                return whole
            shift = end - len(part) - len(before)
            found += [replace(one, end=one.end + shift if one is not reads[-1] else end) for one in reads]
        return found

    def _with_values(self, said: str) -> list[Read] | str:
        """The links of a sentence, with how often each is said to be so."""
        values = values_in(said)
        outcome: list[Read] | str = ""
        for spans in dict.fromkeys((tuple((one.start, one.end) for one in values), tuple(one.own for one in values))):
            outcome = self._read(said, spans)
            if not isinstance(outcome, str):
                return _placed(outcome, values)
        return outcome

    def _read(self, said: str, left_out: Sequence[tuple[int, int]]) -> list[Read] | str:
        kept, places = _reduced(said, left_out)
        question = f"{_ASKED}{kept}?"
        if clean(question) != question:
            return "its signs cannot be placed"
        entities = self._names.link(question)
        if unfit := _unfit(kept, question, entities):
            return unfit
        outcome = self._reader.read(question, entities)
        if isinstance(outcome, Gap):
            return _not_read(outcome)
        intents = readings_of(outcome)
        if not all(_states_links(one, entities) for one in intents):
            return "it is no plain statement of a link"
        intents = tuple(one for one in intents if not any(_are_joined(pair, question, entities) for pair in one.pairs))
        if not intents:
            return "it is no plain statement of a link"
        # In a list of things of one type a name that is also one of another type stands for the former.
        fewest = min(len(one.pairs) for one in intents)
        intents = tuple(one for one in intents if len(one.pairs) == fewest)
        if unclear := self._unclear(question, entities, intents):
            return unclear
        pairs, found = intents[0].pairs, []
        for place, first in enumerate(pairs):
            readings = tuple(dict.fromkeys(_denied(one, one.pairs[place]) for one in intents))
            # The name that the links of a list do not share is where a part of it ends.
            own = [thing for thing in (first.one, first.other) if not all(thing in (p.one, p.other) for p in pairs)]
            last = max(_end(thing, entities) for thing in own or (first.one, first.other))
            found.append(Read(readings, places[last - len(_ASKED) - 1] + 1))
        return sorted(found, key=lambda one: one.end)

    def _unclear(self, question: str, entities: Sequence[Entity], intents: Sequence[Intent]) -> str:
        """Why links that were read are not what a sentence surely states; empty where they are."""
        rest, pairs = blanked(question, [(one.start, one.end) for one in entities]), intents[0].pairs
        if _CAUSE.search(rest) and not all(_states_cause(pair) for one in intents for pair in one.pairs):
            return "it states a cause, and the graph records an association"
        if not self._is_named(question, entities, pairs[0].hops[0].relation):
            return "no word of it names the relation, or it names it the other way round"
        if len({pair.hops[0].relation.type for pair in pairs}) > 1:
            return "it states links of several kinds at once"
        if len({pair.one for pair in pairs}) > 1 < len({pair.other for pair in pairs}):
            return "it does not say which of several belongs to which"
        return ""

    def _is_named(self, question: str, entities: Sequence[Entity], relation: Relation) -> bool:
        """Whether words name the relation that was read, and from the end from which it is so; of a question both may
        be told by the types alone.

        What "has" something is the source of a relation that can be had ("A has B as a symptom").
        """
        items = tag(question, entities, self._reader.lexicon)
        names = [item for item in items if item.entity is not None]
        for item in items:
            forward = _reads_forward(item, relation, question)
            before = [name for name in names if name.position < item.position]
            inverted = len(names) == 2 and item.text.lower().endswith((" of", " for"))  # "an inhibitor of A is B"
            if forward is not None and (before or inverted) and relation.source != relation.target:
                subject = entities[(before or names)[-1].entity or 0]
                ends = {one.label for one in (subject.chosen, *subject.rivals)}
                if (relation.source if forward else relation.target) not in ends:
                    return False
        has = [item for item in items if item.text.lower() in vocabulary().have]
        named = any(_may_mean(item, relation) or item.generic for item in items)
        if not named and not has:
            words = {word.text.lower() for word in spoken(question)}
            joined = not words.isdisjoint(_JOINING) and "by" not in words
            return relation.hierarchical or (joined and any(item.auxiliary for item in items[1:]))
        before = [item for item in names if has and item.position < has[0].position]
        can_be_had = "have" in relation.words or relation.forward.startswith("has ")
        if not before or relation.source == relation.target or not can_be_had:
            return True
        owner = entities[before[-1].entity or 0]
        return relation.source in {one.label for one in (owner.chosen, *owner.rivals)}


def _unfit(kept: str, question: str, entities: Sequence[Entity]) -> str:
    """Why a sentence with these names cannot be read as links between them; empty where it may be.

    Args:
        kept: the sentence.
        question: the sentence as a question for yes or no.
    """
    unsure = [one for one in entities if not is_sure(one)]
    if unsure:
        return f"“{unsure[0].mention}” is no name that the graph has"
    if len(entities) < 2:
        return "it does not name two things that the graph has"
    if asides(question, entities):
        return "not every word of it is understood"
    beside = [question[one.start - 1] + question[one.end] for one in entities]
    if any(set(signs) & set(_JOINS) for signs in beside):
        return "a name is a part of a longer word"
    if any(word.text.lower() in vocabulary().asking for word in spoken(kept)):
        return "it asks and states nothing"
    return ""


def _not_read(gap: Gap) -> str:
    """Why a sentence is not read, in the words of a reason."""
    if gap.reason in ("absent", "no_relation", "relation_choice"):
        return "the graph has no such relation between these"
    named = gap.reason in ("unread", "unknown_name") and gap.what.strip()
    return f"“{gap.what}” is not understood" if named else "its words are not understood"


def _reads_forward(item: Item, relation: Relation, question: str) -> bool | None:
    """Whether a phrase is the graph's own wording of a relation from its source, or that from its target, or a phrase
    whose subject is one of them ("an inhibitor of"); None where it is neither, or where it is both."""
    if not _may_mean(item, relation):
        return None
    said = f" {item.text.lower()} "
    passive = [phrase for phrase in (relation.forward, relation.inverse) if phrase.endswith(" by")]
    if len(passive) == 1 and " by " not in question[item.start :]:
        stems = {word.stem for word in spoken(passive[0])}
        if all(word.stem in stems for word in spoken(item.text)):
            return passive[0] == relation.inverse  # the verb of a passive, said as an active one
    forward, inverse = (said in f" {phrase} " for phrase in (relation.forward, relation.inverse))
    if forward != inverse:
        return forward
    words = [word.stem for word in spoken(item.text)]
    forward, inverse = (
        any([word.stem for word in spoken(phrase)] == words for phrase in phrases)
        for phrases in (relation.forward_words, relation.inverse_words)
    )
    return forward if forward != inverse else None


def _may_mean(item: Item, relation: Relation) -> bool:
    """Whether a phrase may mean a relation, between whatever types: one that is told of several in the same words may
    stand for any of them."""
    return any(one.type == relation.type for one in item.meaning.relations)


def _placed(reads: list[Read], values: Sequence[Value]) -> list[Read] | str:
    """Each value with the link that it is told of: the only one, or the one whose name it stands behind; a word for how
    often that stands before a list is told of all of it."""
    for value in values:
        if len(reads) == 1 or (value.word and value.end <= min(one.end for one in reads)):
            holding = list(range(len(reads)))
        else:
            holding = [number for number, one in enumerate(reads) if 0 <= value.start - one.end <= 1]
        if not holding or any(reads[number].value is not None for number in holding):
            return f"what “{value.text}” is told of is not understood"
        for number in holding:
            reads[number] = replace(reads[number], value=value, end=max(reads[number].end, value.end))
    return reads


def _reduced(said: str, left_out: Sequence[tuple[int, int]]) -> tuple[str, list[int]]:
    """A sentence without some of its words, white space folded and the signs at its end left out; and of each of its
    characters the place in the whole sentence."""
    gone = {place for start, end in left_out for place in range(start, end)}
    kept: list[tuple[str, int]] = []
    for place, sign in enumerate(said):
        blank = sign.isspace() or place in gone
        if not blank:
            if sign in ",;" and kept and kept[-1][0] == " ":
                kept.pop()
            kept.append((sign, place))
        elif kept and kept[-1][0] != " ":
            kept.append((" ", place))
    while kept and kept[-1][0] in " .!;:,":
        kept.pop()
    return "".join(sign for sign, _ in kept), [place for _, place in kept]


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The sentences of a text by their offsets, without bullets and white space around them; headings are left out."""
    start = 0
    for sign in [*_END.finditer(text), None]:
        end = sign.start() if sign is not None else len(text)
        said = text[start:end]
        bullet = _BULLET.match(said)
        first = start + (bullet.end() if bullet is not None else 0)
        while first < end and text[first].isspace():
            first += 1
        last = end
        while last > first and text[last - 1].isspace():
            last -= 1
        words = text[first:last]
        if any(map(str.isalpha, words)) and not words.startswith("#") and not words.endswith(":"):
            yield first, last
        start = sign.end() if sign is not None else end


def without_marks(said: str) -> tuple[str, tuple[int, ...]]:
    """A sentence with its marks of citations and of emphasis blank, and the numbers that it cites."""
    cited: list[int] = []

    def blank(match: re.Match[str]) -> str:
        cited.extend(int(number) for number in re.findall(r"\d+", match.group()))
        return " " * len(match.group())

    plain = MARK.sub(blank, said)
    return _EMPHASIS.sub(lambda match: " " * len(match.group()), plain), tuple(dict.fromkeys(cited))


def states_cause(words: str) -> bool:
    """Whether words state a cause."""
    return _CAUSE.search(words.replace("_", " ")) is not None


def _states_links(intent: Intent, entities: Sequence[Entity]) -> bool:
    """Whether an intent asks for links between named things and nothing beside, and nothing was taken for something
    else, but a name for one of the things that have it."""
    taken = [note for note in intent.notes if not any(note.startswith(f"“{one.mention}”") for one in entities)]
    plain = intent.kind == "yesno" and bool(intent.pairs) and not intent.any_pair and not taken
    simple = all(len(pair.hops) == 1 and not pair.qualifiers for pair in intent.pairs)
    return plain and simple and not intent.compared and not intent.besides and intent.property is None


def _denied(intent: Intent, pair: Pair) -> Pair:
    return replace(pair, negated=not pair.negated) if intent.excluded else pair


def _states_cause(pair: Pair) -> bool:
    relation = pair.hops[0].relation
    return any(states_cause(words) for words in (relation.type, relation.forward, relation.inverse))


def _are_joined(pair: Pair, question: str, entities: Sequence[Entity]) -> bool:
    """Whether two things are members of one list, with nothing between them but other names, commas and "and"."""
    one, other = sorted((_end(pair.one, entities), _end(pair.other, entities)))
    between = [entity for entity in entities if one < entity.end <= other]
    rest = blanked(question, [(entity.start, entity.end) for entity in between])[one:other]
    return ":" not in rest and all(word.text.lower() in _AND for word in spoken(rest))


def _end(thing: Thing, entities: Sequence[Entity]) -> int:
    """Where the name of a thing ends."""
    return max(
        one.end
        for one in entities
        if any(not set(thing.ids).isdisjoint((c.id, *c.ids)) for c in (one.chosen, *one.rivals))
    )
