"""From a question with its names to an intent: what is asked, in terms of the schema, or why that cannot be said."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kgqa.language.normalise import word_set
from kgqa.language.tokens import spoken
from kgqa.questions.ambiguity import (
    ambiguous_names,
    choices,
    marked,
    named_candidates,
    nearest_candidates,
    with_candidate,
)
from kgqa.questions.checks import left_out, mixed_alternatives, several_questions
from kgqa.questions.intent import Ambiguity, Gap, Intent, Option, Outcome, Thing, asks_everything, relations_of
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.links import edge_value, relation, yes_no
from kgqa.questions.listing import listing, shared, superlative
from kgqa.questions.meaning import Meanings
from kgqa.questions.nodes import identity, kinds, node_value, type_check
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item, tag, without_study
from kgqa.records import Candidate, Entity, Kind
from kgqa.schema.model import Schema

MOST_READINGS = 24
_SYMBOL = re.compile(r"\s[-+–—<>=|*]+\s")
_SENTENCE_END = re.compile(r"[.?!;]\s+\w")
_WHAT_IS = word_set(
    "what what's whats is are was the a an tell me us about explain please can could you i we want need would like to "
    "know information on known of"
)
"""Words that ask what a thing is, and nothing more particular."""
_DANGLING = re.compile(r"\s(for|in|on|with|by|from|to)\s*\??$", re.IGNORECASE)


class Reader:
    """Reads questions over one schema."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.lexicon = Lexicon(schema)

    def expected(self, question: str) -> frozenset[str]:
        """Labels that the type words of a question name, whatever names stand in it."""
        return frozenset(label for item in tag(question, (), self.lexicon) for label in item.meaning.labels)

    def is_phrase(self, mention: str) -> bool:
        """Whether the schema's lexicon reads the whole mention as a phrase: then it asks, and names nothing."""
        tokens = spoken(mention)
        found = self.lexicon.longest(tokens, 0)
        return found is not None and found[0] == len(tokens)

    def kind(self, question: str) -> Kind:
        """What kind of answer a question asks for, by its cues alone."""
        sentence = Sentence(tag(question, (), self.lexicon), (), self.schema)
        if sentence.has("count"):
            return "count"
        if sentence.asks_which:
            return "list" if sentence.types else "text"
        return "yesno" if sentence.opens_with_auxiliary else "text"

    def read(
        self, question: str, entities: Sequence[Entity], meanings: Meanings | None = None
    ) -> Intent | Gap | Ambiguity:
        """What the question asks for.

        Args:
            question: cleaned text.
            entities: its linked names, not overlapping, in order.
            meanings: reads words that nothing explains by their meaning; None where they stay unexplained.

        Returns:
            An intent whose ``entities`` are settled; a gap that names what is missing; or the names among whose
            readings a person must choose, because the question makes sense with more than one.
        """
        identified = identity(question, entities, self.schema)
        if identified is not None:
            return identified
        rest = _without_names(question, entities)
        if _SENTENCE_END.search(rest):
            return Gap("several", question)
        if symbol := _SYMBOL.search(rest):
            return Gap("unread", symbol.group().strip())
        items, notes = without_study(tag(question, entities, self.lexicon))
        gap = _first_gap(items, len(entities))
        if gap is not None:
            return self._by_meaning(items, entities, gap, meanings) if meanings is not None else gap
        outcome = self._understood(items, entities)
        outcome = _without_definition(outcome, question, entities) or outcome
        if isinstance(outcome, Intent):
            outcome = replace(outcome, notes=(*outcome.notes, *notes))
        dangling = _DANGLING.search(rest)
        defines = isinstance(outcome, Intent) and outcome.property is not None and outcome.property.role == "definition"
        return Gap("unread", dangling[1]) if defines and dangling is not None else outcome

    def _by_meaning(
        self, items: list[Item], entities: Sequence[Entity], gap: Gap, meanings: Meanings
    ) -> Intent | Gap | Ambiguity:
        """The reading in which words that nothing explains mean what they are near to; else the gap, with readings.

        Where that is not certain the readings are only offered.
        """
        unread = [item for item in items if item.unread]
        run = unread[: len(list(_run(unread)))]
        if gap.reason not in ("unread", "unknown_name") or len(run) < len(unread):
            return gap
        said = " ".join(item.text for item in run)
        offered = []
        for near in meanings.near(said):
            explained = replace(run[0], text=said, last=run[-1].last, meaning=near.meaning, unread=False)
            kept = [explained if item is run[0] else item for item in items if item not in run[1:]]
            outcome = self._understood(kept, entities)
            if isinstance(outcome, Intent):
                if near.clear:
                    return replace(outcome, notes=(*outcome.notes, f"“{said}” was read as “{near.phrase}”."))
                offered.append(Option(near.phrase, outcome))
        return replace(gap, instead=tuple(offered))

    def _understood(self, items: list[Item], entities: Sequence[Entity]) -> Intent | Gap | Ambiguity:
        for options in (nearest_candidates(entities), named_candidates(entities)):
            outcome = self._best(items, entities, options)
            if not isinstance(outcome, Gap) and not _denies_type(outcome):
                return outcome
        if isinstance(outcome, Gap) and (outcome.options or outcome.readings):
            return self._chosen(items, entities, outcome)
        return outcome

    def _chosen(self, items: list[Item], entities: Sequence[Entity], gap: Gap) -> Gap | Ambiguity | Intent:
        """The relations among which a person must choose, each with what is asked then."""

        def read(schema: Schema) -> Intent | Gap:
            things = [_thing(entity.chosen) for entity in entities]
            outcome = read_form(Sentence(items, things, schema))
            return outcome if isinstance(outcome, Gap) else replace(outcome, entities=tuple(entities))

        outcome = choices(gap, read, self.schema)
        return _only_one_said(outcome, Sentence(items, (), self.schema)) or outcome

    def _best(
        self, items: list[Item], entities: Sequence[Entity], options: list[list[Candidate]]
    ) -> Intent | Gap | Ambiguity:
        intents: list[Intent] = []
        gaps: list[Gap] = []
        for chosen in itertools.islice(itertools.product(*options), MOST_READINGS):
            things = [_thing(candidate) for candidate in chosen]
            outcome = read_form(Sentence(items, things, self.schema))
            if isinstance(outcome, Gap):
                gaps.append(outcome)
            else:
                settled = tuple(with_candidate(e, c) for e, c in zip(entities, chosen, strict=True))
                intents.append(replace(outcome, entities=settled))
        if not intents:
            return max(gaps, key=lambda gap: gap.closeness)
        intents = [intent for intent in intents if not _denies_type(intent)] or intents[:1]
        if len(items) > 1:  # "NF1 gene" names the gene, and asks for none of a disease of that name
            intents = [intent for intent in intents if asks_everything(intent)] or intents
        least = min(intent.hops for intent in intents)
        nearest = [intent for intent in intents if intent.hops == least]
        return marked(nearest[0], intents) if len(nearest) == 1 else ambiguous_names(entities, nearest)


def _only_one_said(outcome: Gap | Ambiguity | Intent, sentence: Sentence) -> Intent | None:
    """The intent of the one way that is left, where a phrase of the question says its relation; every other way left
    a word of the question out."""
    if not isinstance(outcome, Ambiguity) or outcome.entities or len(outcome.options) != 1:
        return None
    intent = outcome.options[0].intent
    said = {relation for phrase in sentence.phrases for relation in phrase.meaning.relations}
    return intent if relations_of(intent) <= said else None


def _without_definition(outcome: Intent | Gap | Ambiguity, question: str, entities: Sequence[Entity]) -> Intent | None:
    """What "what is X" asks where no definition is recorded of things of its type: whatever else is recorded of it."""
    missing = isinstance(outcome, Gap) and outcome.reason == "no_property" and outcome.what.startswith("definition|")
    if not missing or len(entities) != 1 or entities[0].tied:
        return None
    name = entities[0]
    around = spoken(f"{question[: name.start]} {question[name.end :]}")
    if any(word.text.lower() not in _WHAT_IS for word in around):
        return None
    note = "A definition of it is not recorded."
    return Intent("text", thing=_thing(name.chosen), notes=(note,), entities=(name,))


def _denies_type(outcome: Intent | Ambiguity) -> bool:
    """Whether a thing is said to be of a type that it is not; another thing of that name may be."""
    return (
        isinstance(outcome, Intent) and outcome.thing is not None and outcome.of_type not in (None, outcome.thing.label)
    )


def _thing(candidate: Candidate) -> Thing:
    return Thing(candidate.name, candidate.label, candidate.ids or (candidate.id,))


def _without_names(question: str, entities: Sequence[Entity]) -> str:
    for entity in entities:
        question = question[: entity.start] + "x" * (entity.end - entity.start) + question[entity.end :]
    return question


def _first_gap(items: list[Item], names: int) -> Gap | None:
    for item in items:
        if item.meaning.absent and not (item.meaning.labels or item.meaning.relations or item.meaning.properties):
            return Gap("absent", item.meaning.absent, detail=item.text)
    unread = [item for item in items if item.unread]
    if unread:
        return Gap("unread" if names else "unknown_name", " ".join(_run(unread)), detail=unread[0].text)
    return None


def _run(unread: list[Item]) -> Iterator[str]:
    last = None
    for item in unread:
        if last is not None and item.position > last + 2:
            return
        last = item.last
        yield item.text


def read_form(sentence: Sentence) -> Intent | Gap:
    """The intent of a sentence: the first form that recognises it decides, and it must use the whole sentence."""
    gap = several_questions(sentence) or mixed_alternatives(sentence)
    if gap is not None:
        return gap
    for form in FORMS:
        outcome = form(sentence)
        if outcome is not None:
            return outcome if isinstance(outcome, Gap) else left_out(sentence, outcome) or _noted(sentence, outcome)
    return Gap("unread", "", closeness=1)


def _noted(sentence: Sentence, intent: Intent) -> Intent:
    return replace(intent, notes=(*intent.notes, *_loosely(sentence, intent)))


def _comparison(sentence: Sentence) -> Outcome:
    """Numbers and comparisons are conditions that nothing here can check, so they are said to be beyond it."""
    for item in sentence.items:
        if "compare" in item.meaning.cues and not (item.meaning.properties or item.meaning.relations):
            return Gap("unread", item.text, closeness=6)
    return None


def _stray(sentence: Sentence) -> Outcome:
    """Names without anything asked of them."""
    if not sentence.names:
        return Gap("no_entity", "", closeness=0)
    several = [f"{a.label}|{b.label}" for a, b in itertools.combinations(sentence.things, 2)]
    return Gap("no_relation" if several else "unread", several[0] if several else "", closeness=1)


def _loosely(sentence: Sentence, intent: Intent) -> tuple[str, ...]:
    """A sentence for each phrase that asks for more than the relation that it was read as records."""
    said = {}
    for one in relations_of(intent):
        known = {_stems(phrase) for phrase in one.loose}
        for item in sentence.items:
            if one in item.meaning.relations and _stems(item.text) in known:
                said[item.text] = f"“{item.text}” was read as “{one.forward}”: this graph does not say more."
    return tuple(said.values())


def _stems(phrase: str) -> tuple[str, ...]:
    return tuple(token.stem for token in spoken(phrase))


FORMS: tuple[Callable[[Sentence], Outcome], ...] = (
    _comparison, relation, superlative, edge_value, node_value, kinds, type_check, yes_no, shared, listing, _stray,
)  # fmt: skip
