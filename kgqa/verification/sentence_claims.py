"""What one sentence claims, clause by clause, each with the subject that those before it give."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.records import Entity
from kgqa.verification.asides import Marked
from kgqa.verification.claimed import Claimed
from kgqa.verification.clause_claims import ClauseClaims
from kgqa.verification.clauses import Clause, clauses, headed, with_figures
from kgqa.verification.counting import counted_in, without_count
from kgqa.verification.denials import called_untrue, turned_round
from kgqa.verification.ellipsis import Elliptical, elliptical, thing
from kgqa.verification.framing import without_not_all, without_sorts
from kgqa.verification.naming import is_sure
from kgqa.verification.phrase import NAME, Phrase, names_only
from kgqa.verification.placing import claimed, each
from kgqa.verification.reading import Stated, denies
from kgqa.verification.sole_links import labelled_denial
from kgqa.verification.sorting import opened
from kgqa.verification.splitting import Segment
from kgqa.verification.subjects import ids_of, last_name, subjects_of
from kgqa.verification.tidying import COMPARED
from kgqa.verification.unknown_names import TURNS_GLOSS

_BY_WAY = re.compile(
    rf"\s*(?:by|through|via)\s+(?P<said>[a-z]+ing\s+(?:the\s+)?{NAME}+(?:\s+(?:receptor|enzyme|protein|gene))?)\s*,\s*(?={NAME})",
    re.IGNORECASE,
)
"""Opens with the way in which what follows does it ("By inhibiting A, B treats C")."""

_HEADS = re.compile(rf"\s*[;|]\s*(?={NAME}+\s*:\s)")
"""Between parts that each name what they are about ("A: B, C; D: E")."""


def _places(read: Marked, begin: int, end: int) -> list[tuple[int, int]]:
    return [(one.start, one.end) for one in read.figures if begin <= one.start < end]


@dataclass(slots=True)
class SentenceClaims(ClauseClaims):
    """Reads sentences."""

    def _sentence(self, segment: Segment, read: Marked, phrase: Phrase) -> Iterator[Claimed]:
        phrase = without_sorts(without_not_all(phrase))
        untrue = called_untrue(phrase.plain)
        if untrue:
            inner = self._sentence(segment, read, phrase.without([(0, untrue)], " " * untrue))
            yield from turned_round(inner, 0, len(phrase.text))
            return
        several = _HEADS.search(phrase.plain)
        if several is not None and headed(phrase) is not None:
            yield from self._sentence(segment, read, phrase.cut(0, several.start()))
            end = several.end()
            yield from self._sentence(segment, read, phrase.without([(0, end)], " " * end))
            return
        head = headed(phrase)
        if head is not None:
            subject, rest = head
            self._about(subject.names)
            offset = len(phrase.text) - len(rest.text)
            denied = denies(rest.items(self.reader.lexicon))
            if not rest.names and (denied or self._has_unread(rest)):
                reason = f"“{rest.text.strip()}” could not be read"
                glossed = (
                    segment.form in ("item", "row", "value") and not denied and TURNS_GLOSS.search(rest.text) is None
                )
                if glossed:
                    yield from self._fragment(segment, read, subject, 0)
                    yield Claimed(offset, len(phrase.text), unread=reason)
                else:
                    yield self._unread(read, Clause(0, len(phrase.text), phrase), reason)
                return
            if segment.form in ("item", "row", "value") and not denied:
                end = len(subject.text) if rest.names or rest.text.strip(" .,;") else len(phrase.text)
                yield from self._fragment(segment, read, phrase.cut(0, end), 0)
            first = True
            found = clauses(rest, self.reader.lexicon)
            found = [replace(one, start=one.start + offset, end=one.end + offset) for one in found]
            for clause in with_figures(found, phrase, _places(read, offset, len(phrase.text))):
                yield from self._clause(segment, read, clause, list(subject.names), under_head=first)
                first = False
            return
        against = COMPARED.match(phrase.plain)
        if against is not None and phrase.plain[against.end() :].strip():
            yield Claimed(0, against.end(), unread="it compares with what no record compares it with")
            phrase = phrase.without([against.span()], " " * against.end())
        lead = opened(phrase, lambda lead: self._counts(read, lead))
        if lead is not None and len(lead[0].names) > 1 and names_only(lead[0]):
            yield Claimed(0, len(phrase.text), unread="it is not certain of which of them it is said")
            return
        if lead is not None:
            listed = phrase.cut(lead[1], len(phrase.text))
            for those in self._abouts():
                none = labelled_denial(lead[0].plain, listed, those, self.reader.schema)
                if none is not None:
                    yield from each(read, Clause(0, len(phrase.text), phrase), none, self.reader.lexicon)
                    return
        if lead is not None and not denies(lead[0].items(self.reader.lexicon)):
            yield from self._opened(segment, read, phrase, *lead)
            return
        subjects: list[Entity] = []
        main: list[Entity] = []
        end, tails = elliptical(phrase)
        self.last = Stated((), ())
        way = _BY_WAY.match(phrase.plain)
        begin = way.end() if way is not None else 0
        found = clauses(phrase.cut(begin, end), self.reader.lexicon)
        found = [replace(one, start=one.start + begin, end=one.end + begin) for one in found]
        found = with_figures(found, phrase, _places(read, begin, end))
        for number, clause in enumerate(found):
            if clause.relative:
                subjects = last_name(phrase, clause.start) or subjects
            elif clause.lacks_subject and main and ids_of(main) != ids_of(subjects):
                yield from self._of_either(segment, read, clause, subjects, main)
                continue
            self.filled = False
            given = subjects if clause.lacks_subject or clause.relative or not clause.phrase.names else []
            opens = number + 1 < len(found) and (found[number + 1].relative or found[number + 1].lacks_subject)
            if not (opens and self._is_bare(clause)):
                yield from self._clause(segment, read, clause, given or subjects)
            own = subjects_of(clause.phrase, self.reader)
            if (own or self.filled) and not clause.lacks_subject:
                subjects = main = list(self.topics) if self.filled else own
        if way is not None:
            means = Clause(way.start("said"), way.end("said"), phrase.cut(*way.span("said")), lacks_subject=True)
            yield from self._clause(segment, read, means, main)
        for tail in tails:
            yield self._elliptical(read, tail)
        if main:
            self._about(main)

    def _of_either(
        self, segment: Segment, read: Marked, clause: Clause, last: Sequence[Entity], main: Sequence[Entity]
    ) -> Iterator[Claimed]:
        """A part that may be said of either of two things before it: of the only one of which it can be said."""
        readings = [list(self._clause(segment, read, clause, one)) for one in (last, main)]
        made = [one for one in readings if one and not any(claim.unread for claim in one)]
        if len(made) == 1:
            yield from made[0]
        else:
            yield self._unread(read, clause, "it is not certain which of the things named before it is said of")

    def _elliptical(self, read: Marked, tail: Elliptical) -> Claimed:
        """A part that shares the verb of the statement before it."""
        pairs = tail.pairs(self.last.pairs) if all(map(is_sure, tail.ones)) else ()
        if not pairs or (tail.other is not None and not is_sure(tail.other)):
            things = tuple(thing(name) for name in tail.ones if is_sure(name))
            return Claimed(tail.start, tail.end, things=things, unread="it does not say how it is linked")
        silent = self.silent and tail.denied is None
        return claimed(read, tail.start, tail.end, pairs, self.reader.lexicon, silent=silent)

    def _counts(self, read: Marked, lead: Phrase) -> bool:
        return counted_in(read, Clause(0, len(lead.text), lead), self.asked, self.reader) is not None

    def _opened(self, segment: Segment, read: Marked, phrase: Phrase, lead: Phrase, begin: int) -> Iterator[Claimed]:
        """A list within a sentence, and how many it is said to have."""
        counted = counted_in(read, Clause(0, len(lead.text), lead), self.asked, self.reader)
        if counted is not None:
            yield counted
        if lead.names:
            self._about(lead.names[:1])
        above = Segment(-1 - segment.start, 0, "sentence", segment.lead)
        self.leads[above.start] = replace(read, phrase=without_count(lead, self.reader))
        place = begin
        while phrase.text[place].isspace():
            place += 1
        listed = Segment(segment.start, segment.end, "item", above)
        yield from self._fragment(listed, read, phrase.cut(place, len(phrase.text)), place)
