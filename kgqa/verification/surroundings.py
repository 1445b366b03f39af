"""What a sentence or an item of a text is read with: the question, the headings above it, what was said before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kgqa.questions.intent import Intent, Thing
from kgqa.questions.reader import Reader
from kgqa.records import Entity
from kgqa.verification.asides import Marked
from kgqa.verification.asked import named_answers
from kgqa.verification.claimed import Claimed
from kgqa.verification.clauses import Clause
from kgqa.verification.leads import under
from kgqa.verification.linking_statements import linked
from kgqa.verification.naming import Names, is_sure
from kgqa.verification.phrase import Phrase, joined, names_only
from kgqa.verification.placing import each
from kgqa.verification.reading import Stated, stated
from kgqa.verification.sole_links import denied, of_type
from kgqa.verification.splitting import Segment
from kgqa.verification.subjects import ids_of
from kgqa.verification.talk import sorts_only
from kgqa.verification.tidying import tidied


@dataclass(slots=True)
class Surroundings:
    """Reads one text in order, and keeps what was said so far.

    Attributes:
        asked: what the question asks for, where that was understood.
        topics: the things that the sentence before was about, and before it those of the question.
        leads: what was read of segments that items stand under.
        filled: the clause that was read last leaves out what it is about, which is what those before it are about.
        said: something was said of the world before.
        asked_about, question_topics: identifiers of what the question is about, and that itself.
        last, silent: the statement read last in the sentence; it said that nothing is recorded.
    """

    text: str
    reader: Reader
    names: Names
    fields: frozenset[str]
    asked: Intent | None
    topics: list[Entity]
    leads: dict[int, Marked] = field(default_factory=dict)
    filled: bool = False
    said: bool = False
    asked_about: frozenset[str] = frozenset()
    last: Stated = field(default_factory=lambda: Stated((), ()))
    silent: bool = False
    question_topics: list[Entity] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.asked_about = frozenset(ids_of(self.topics))
        self.question_topics = list(self.topics)

    def _left_out(self, plain: Phrase) -> list[Entity]:
        """What a clause is about that does not say so: behind a yes/no question the other one of the things asked."""
        if self.topics or self.asked is None or self.asked.kind != "yesno":
            return self.topics
        if not plain.names:
            return list(self.asked.entities) if len(self.asked.pairs) == 1 else []
        named = ids_of(plain.names)
        left = [one for one in self.asked.entities if one.chosen.id not in named]
        asked = ids_of(self.asked.entities)
        return left if len(left) == 1 and named <= asked else []

    def _is_bare(self, clause: Clause) -> bool:
        """Whether a clause is no more than names, of which the next one says something."""
        items = clause.phrase.items(self.reader.lexicon)
        return bool(items) and all(item.entity is not None or "and" in item.meaning.cues for item in items)

    def _fragment(
        self, segment: Segment, read: Marked, phrase: Phrase, start: int, end: int | None = None
    ) -> Iterator[Claimed]:
        """Names alone, which say what the lead or the question asks for; numbers may stand behind them."""
        clause = Clause(start, start + len(phrase.text) if end is None else end, phrase)
        plain = tidied(phrase).phrase
        if self._leads_to_the_question(segment):
            for those in self._abouts():
                none = denied(plain, those, self.reader.schema)
                if none is not None:
                    yield from each(read, clause, none, self.reader.lexicon)
                    return
        lead = segment.lead
        while lead is not None:
            above = self.leads.get(lead.start)
            if above is not None:
                for candidate in under(tidied(above.phrase).phrase, plain, self.reader):
                    said = stated(candidate, self.reader)
                    if isinstance(said, Stated):
                        yield from each(read, clause, said, self.reader.lexicon)
                        return
                by_types = self._headed(tidied(above.phrase).phrase, plain)
                if by_types is not None:
                    yield from each(read, clause, by_types, self.reader.lexicon)
                    return
            lead = lead.lead
        sorted_otherwise = segment.lead is not None and self._sorts_others(segment.lead, plain)
        if self.asked is not None and not sorted_otherwise and self._leads_to_the_question(segment):
            found = list(named_answers(self.asked, read, clause, plain, self.reader))
            if found:
                yield from found
                return
        unsure = next((name.mention for name in plain.names if not is_sure(name)), "")
        unread = next((item.text for item in plain.items(self.reader.lexicon) if item.unread), unsure)
        reason = f"“{unread}” is nothing that this graph knows" if unread else "it does not say how it is linked"
        yield self._unread(read, clause, reason)

    def _sorts_others(self, lead: Segment, plain: Phrase) -> bool:
        """Whether names stand under the word for another type ("Side effects:" over a disease)."""
        above = self.leads.get(lead.start)
        items = above.phrase.items(self.reader.lexicon) if above is not None else []
        labels = {label for item in items for label in item.meaning.labels}
        return bool(labels) and labels.isdisjoint(name.chosen.label for name in plain.names)

    def _headed(self, head: Phrase, plain: Phrase) -> Stated | None:
        """What names say under a noun or a verb for their link ("Adverse effects:", "Prevents:")."""
        if head.names or not names_only(plain):
            return None
        for those in self._abouts():
            for verb in (" are ", " "):
                said = linked(joined([head.stripped(), Phrase(verb), plain]), those, self.reader.schema)
                if said is not None:
                    return said
            said = of_type(head, plain, those, self.reader.schema, self.reader.lexicon)
            if said is not None:
                return said
        return None

    def _abouts(self) -> list[list[Entity]]:
        """What a list can be about: what was said of last, and what the question is about."""
        return [self.topics] if ids_of(self.topics) == self.asked_about else [self.topics, self.question_topics]

    def _leads_to_the_question(self, segment: Segment) -> bool:
        """Whether what stands above an item leaves open what it says, so that it says what the question asks for."""
        lead = segment.lead
        while lead is not None:
            above = self.leads.get(lead.start)
            if above is not None and not sorts_only(above, self.reader):
                return False
            lead = lead.lead
        return True

    def _has_unread(self, phrase: Phrase) -> bool:
        return any(item.unread for item in phrase.items(self.reader.lexicon))

    def _unread(self, read: Marked, clause: Clause, reason: str) -> Claimed:
        things = tuple(
            Thing(name.chosen.name, name.chosen.label, name.chosen.ids or (name.chosen.id,))
            for name in clause.phrase.names
            if is_sure(name)
        )
        return Claimed(clause.start, clause.end, things=things, unread=reason)

    def _about(self, names: Sequence[Entity]) -> None:
        kept = [name for name in names if is_sure(name)]
        if kept:
            self.topics = kept
