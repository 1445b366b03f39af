"""A text taken apart into claims: each sentence and item read with what stands before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kgqa.records import Entity
from kgqa.understanding.intent import Intent, Thing
from kgqa.understanding.reader import Reader
from kgqa.verify.asides import Marked, marked
from kgqa.verify.asked import named_answers, of_yes_no
from kgqa.verify.claimed import Claimed
from kgqa.verify.clauses import Clause, clauses, headed, is_verb
from kgqa.verify.completing import completed, joins_two
from kgqa.verify.counting import counted_in
from kgqa.verify.leads import under
from kgqa.verify.naming import Names, is_sure
from kgqa.verify.phrase import Phrase
from kgqa.verify.placing import claimed, each
from kgqa.verify.reading import Stated, Unread, denies, stated
from kgqa.verify.splitting import Segment, segments
from kgqa.verify.talk import says_nothing, sorts_only
from kgqa.verify.tidying import tidied

_YES_NO = re.compile(r"\s*(yes|no)\b\s*(?:[,.:;!–—-]\s*|$)", re.IGNORECASE)


@dataclass(slots=True)
class Claiming:
    """Takes one text apart.

    Attributes:
        asked: what the question asks for, where that was understood.
        topics: the things that the sentence before was about, and before it those of the question.
        leads: what was read of segments that items stand under.
    """

    text: str
    reader: Reader
    names: Names
    fields: frozenset[str]
    asked: Intent | None
    topics: list[Entity]
    leads: dict[int, Marked] = field(default_factory=dict)

    def claims(self) -> Iterator[Claimed]:
        """The claims of the text in order."""
        for segment in segments(self.text):
            read = marked(self.text[segment.start : segment.end], self.names, self.fields)
            self.leads[segment.start] = read
            if segment.form == "key":
                continue
            for one in self._of(segment, read):
                yield replace(one, start=one.start + segment.start, end=one.end + segment.start)
            yield from self._asides(segment, read)

    def _of(self, segment: Segment, read: Marked) -> Iterator[Claimed]:
        whole = self.text[segment.start : segment.end]
        if whole.rstrip().endswith(("?", "？")):
            yield Claimed(0, len(whole), says_nothing=True)
            return
        phrase = read.phrase
        answer = _YES_NO.match(phrase.plain)
        if answer is not None and self.asked is not None:
            pairs = of_yes_no(self.asked, answer[1].lower() == "yes")
            if pairs:
                yield claimed(read, answer.start(1), answer.end(1), pairs, self.reader.lexicon)
                phrase = phrase.without([(0, answer.end())], " " * answer.end())
                if not phrase.text.strip(" .!,"):
                    return
        if segment.form == "heading" or whole.rstrip(" *_").endswith((":", "：")):
            yield from self._opening(segment, read, phrase)
            return
        if segment.form == "row":
            phrase = _without_bars(phrase)
        yield from self._sentence(segment, read, phrase)

    def _opening(self, segment: Segment, read: Marked, phrase: Phrase) -> Iterator[Claimed]:
        """A heading or what opens a list: a claim only where it is a whole statement."""
        if phrase.names:
            self._about(phrase.names[:1])
        said = stated(tidied(phrase).phrase, self.reader) if len(phrase.names) > 1 else Unread("")
        if isinstance(said, Stated):
            yield from each(read, Clause(0, len(phrase.text), phrase), said, self.reader.lexicon)
            return
        yield Claimed(0, segment.end - segment.start, says_nothing=True)

    def _sentence(self, segment: Segment, read: Marked, phrase: Phrase) -> Iterator[Claimed]:
        head = headed(phrase)
        if head is not None:
            subject, rest = head
            self._about(subject.names)
            offset = len(phrase.text) - len(rest.text)
            denied = denies(rest.items(self.reader.lexicon))
            if not rest.names and (denied or self._has_unread(rest)):
                yield self._unread(
                    read, Clause(0, len(phrase.text), phrase), f"“{rest.text.strip()}” could not be read"
                )
                return
            if segment.form in ("item", "row", "value") and not denied:
                end = len(subject.text) if rest.names or rest.text.strip(" .,;") else len(phrase.text)
                yield from self._fragment(segment, read, phrase.cut(0, end), 0)
            first = True
            for clause in clauses(rest, self.reader.lexicon):
                placed = replace(clause, start=clause.start + offset, end=clause.end + offset)
                yield from self._clause(segment, read, placed, list(subject.names), under_head=first)
                first = False
            return
        subjects: list[Entity] = []
        main: list[Entity] = []
        found = clauses(phrase, self.reader.lexicon)
        for number, clause in enumerate(found):
            if clause.relative:
                subjects = _last_name(phrase, clause.start) or subjects
            elif clause.lacks_subject and main and _ids(main) != _ids(subjects):
                yield self._unread(read, clause, "it is not certain which of the things named before it is said of")
                continue
            given = subjects if clause.lacks_subject or clause.relative or not clause.phrase.names else []
            opens = number + 1 < len(found) and (found[number + 1].relative or found[number + 1].lacks_subject)
            if not (opens and self._is_bare(clause)):
                yield from self._clause(segment, read, clause, given or subjects)
            own = _subjects(clause.phrase, self.reader)
            if own and not clause.lacks_subject:
                subjects = main = own
        if main:
            self._about(main)

    def _clause(
        self, segment: Segment, read: Marked, clause: Clause, subjects: Sequence[Entity], *, under_head: bool = False
    ) -> Iterator[Claimed]:
        phrase = tidied(clause.phrase)
        plain = phrase.phrase
        if not plain.names and says_nothing(plain, self.reader):
            if not under_head and not clause.lacks_subject:
                yield Claimed(clause.start, clause.end, says_nothing=True)
            return
        has_verb = any(is_verb(item) for item in plain.items(self.reader.lexicon))
        if not (has_verb or under_head or subjects) and plain.names and not joins_two(plain, self.reader):
            yield from self._fragment(segment, read, clause.phrase, clause.start)
            return
        counted = counted_in(read, clause, self.reader)
        if counted is not None:
            yield counted
            return
        reason = ""
        if not has_verb and not self._leads_to_the_question(segment):
            yield self._unread(read, clause, "it does not say how it is linked")
            return
        for candidate in completed(clause, plain, list(subjects) or self.topics, self.reader):
            said = stated(candidate, self.reader)
            if isinstance(said, Stated):
                yield from each(read, clause, said, self.reader.lexicon, silent=phrase.silent)
                return
            reason = reason or said.reason
        yield self._unread(read, clause, reason or "it does not say of what it is said")

    def _is_bare(self, clause: Clause) -> bool:
        """Whether a clause is no more than names, of which the next one says something."""
        items = clause.phrase.items(self.reader.lexicon)
        return bool(items) and all(item.entity is not None or "and" in item.meaning.cues for item in items)

    def _fragment(self, segment: Segment, read: Marked, phrase: Phrase, start: int) -> Iterator[Claimed]:
        """Names alone, which say what the lead or the question asks for."""
        clause = Clause(start, start + len(phrase.text), phrase)
        plain = tidied(phrase).phrase
        lead = segment.lead
        while lead is not None:
            above = self.leads.get(lead.start)
            if above is not None:
                for candidate in under(tidied(above.phrase).phrase, plain, self.reader):
                    said = stated(candidate, self.reader)
                    if isinstance(said, Stated):
                        yield from each(read, clause, said, self.reader.lexicon)
                        return
            lead = lead.lead
        if self.asked is not None and self._leads_to_the_question(segment):
            found = list(named_answers(self.asked, read, clause, plain, self.reader))
            if found:
                yield from found
                return
        unsure = next((name.mention for name in plain.names if not is_sure(name)), "")
        unread = next((item.text for item in plain.items(self.reader.lexicon) if item.unread), unsure)
        reason = f"“{unread}” is nothing that this graph knows" if unread else "it does not say how it is linked"
        yield self._unread(read, clause, reason)

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

    def _asides(self, segment: Segment, read: Marked) -> Iterator[Claimed]:
        """What stands in brackets and says something of its own."""
        for start, end, reason in read.asides:
            yield Claimed(segment.start + start, segment.start + end, unread=reason)

    def _about(self, names: Sequence[Entity]) -> None:
        kept = [name for name in names if is_sure(name)]
        if kept:
            self.topics = kept


def _ids(names: Sequence[Entity]) -> set[str]:
    return {name.chosen.id for name in names}


def _last_name(sentence: Phrase, place: int) -> list[Entity]:
    return [name for name in sentence.names if name.end <= place][-1:]


def _subjects(phrase: Phrase, reader: Reader) -> list[Entity]:
    """The names before the first verb of a clause; all of them where it has none."""
    names: list[Entity] = []
    for item in phrase.items(reader.lexicon):
        if item.entity is not None:
            names.append(phrase.names[item.entity])
        elif is_verb(item) and names:
            return names
    return names[:1] if len(names) < len(phrase.names) else names


def _without_bars(phrase: Phrase) -> Phrase:
    """A row of a table as a list of its cells: the first is what the others are said of."""
    cells = [match.span() for match in re.finditer(r"[^|]+", phrase.plain) if match.group().strip()]
    text = list(" " * len(phrase.text))
    for number, (start, end) in enumerate(cells):
        text[start:end] = phrase.text[start:end]
        if number:
            text[cells[number - 1][1]] = ":" if number == 1 else ","
    return Phrase("".join(text), phrase.names)
