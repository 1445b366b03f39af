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
from kgqa.verify.counting import counted_in, is_number, without_count
from kgqa.verify.leads import under
from kgqa.verify.naming import Names, is_sure
from kgqa.verify.phrase import Phrase, names_only
from kgqa.verify.placing import claimed, each
from kgqa.verify.reading import Stated, Unread, denies, stated, without_more
from kgqa.verify.sorting import answers_begin, opened, without_classes
from kgqa.verify.splitting import Segment, is_literal, segments
from kgqa.verify.subjects import ends_of, ids_of, last_name, subjects_of, without_bars
from kgqa.verify.talk import says_nothing, sorts_only
from kgqa.verify.tidying import COMPARED, tidied
from kgqa.verify.unknown_names import without_unknown

LONGEST_SENTENCE = 2000
"""Characters of a sentence that is read; the time it takes grows faster than its length."""
_YES_NO = re.compile(
    r"\s*(?P<answer>(?:the\s+)?(?:short\s+|final\s+)?answer(?:\s+is)?\s*:?\s+)?(yes|no)\b\s*(?:[,.:;!–—-]\s*|$)",
    re.IGNORECASE,
)
ANSWER_KEYS = re.compile(
    r"^(?:answer|result|verdict|value|count|number|total|response|reply|n|yes)$|_(?:count|number)$|^(?:number|count)_"
)
"""Names of the fields of a JSON reply whose true, false or number is the answer."""
TURNS_GLOSS = re.compile(
    r"\b(?:not?|none|never|nor|neither|without|absen\w+|lack\w*|exclu\w+|ruled|unlikely|unrelated|spared|normal|negative|"
    r"false|wrong\w*|incorrect\w*|contrary|disput\w+|un(?:certain|clear|known|proven|affected|confirmed|usual|reported)|"
    r"rather|instead|free|doubt\w*|question\w*|only|zero|hypothe\w+|if|unless|other|another|different|unlike|"
    r"contra\w*|retract\w*|myth|misreport\w*|mistake\w*|error\w*|n't)\b|n't\b|n’t\b|\b0\b",
    re.IGNORECASE,
)
"""Words of an explanation by which a listed name may not be meant as one of the list."""


@dataclass(slots=True)
class Claiming:
    """Takes one text apart.

    Attributes:
        asked: what the question asks for, where that was understood.
        topics: the things that the sentence before was about, and before it those of the question.
        leads: what was read of segments that items stand under.
        filled: the clause that was read last leaves out what it is about, which is what those before it are about.
        said: something was said of the world before.
        asked_about: identifiers of what the question is about.
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

    def __post_init__(self) -> None:
        self.asked_about = frozenset(ids_of(self.topics))

    def claims(self) -> Iterator[Claimed]:
        """The claims of the text in order."""
        for segment in segments(self.text):
            read = marked(self.text[segment.start : segment.end], self.names, self.fields)
            self.leads[segment.start] = read
            if segment.form == "key":
                continue
            for one in self._of(segment, read):
                yield replace(one, start=one.start + segment.start, end=one.end + segment.start)
                self.said = self.said or not one.says_nothing
            yield from self._asides(segment, read)

    def _of(self, segment: Segment, read: Marked) -> Iterator[Claimed]:
        whole = self.text[segment.start : segment.end]
        if whole.rstrip().endswith(("?", "？")):
            yield Claimed(0, len(whole), says_nothing=True)
            return
        if len(whole) > LONGEST_SENTENCE:
            yield Claimed(0, len(whole), unread="it is too long to be read as one sentence")
            return
        phrase = read.phrase
        if segment.form == "value" and is_literal(whole):
            yield from self._literal(segment, read, phrase)
            return
        if self.asked is not None and self.asked.kind == "count" and is_number(read.text, phrase):
            counted = counted_in(read, Clause(0, len(whole), phrase), self.asked, self.reader)
            if counted is not None:
                yield counted
                return
        answer = _YES_NO.match(phrase.plain)
        if answer is not None and self.asked is not None:
            pairs = of_yes_no(self.asked, answer[2].lower() == "yes")
            if pairs and self.said and not answer["answer"] and not phrase.text[answer.end() :].strip(" .!,"):
                yield Claimed(answer.start(2), answer.end(2), unread="it does not say what it answers")
                return
            if pairs:
                yield claimed(read, answer.start(2), answer.end(2), pairs, self.reader.lexicon)
                phrase = phrase.without([(0, answer.end())], " " * answer.end())
                if not phrase.text.strip(" .!,"):
                    return
        if segment.form == "heading" or whole.rstrip(" *_").endswith((":", "：")):
            yield from self._opening(segment, read, phrase)
            return
        if segment.form == "row":
            phrase = without_bars(phrase)
        yield from self._sentence(segment, read, phrase)

    def _literal(self, segment: Segment, read: Marked, phrase: Phrase) -> Iterator[Claimed]:
        """A true, a false or a number of a JSON reply, which answers a question only under a name that says so."""
        key = segment.lead
        name = self.text[key.start : key.end].lower() if key is not None else ""
        whole = read.text
        if self.asked is None or not (key is None or ANSWER_KEYS.search(name)):
            return
        if whole in ("true", "false"):
            pairs = of_yes_no(self.asked, whole == "true")
            if pairs:
                yield claimed(read, 0, len(whole), pairs, self.reader.lexicon)
        elif self.asked.kind == "count":
            counted = counted_in(read, Clause(0, len(whole), phrase), self.asked, self.reader)
            if counted is not None:
                yield counted

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
            for clause in clauses(rest, self.reader.lexicon):
                placed = replace(clause, start=clause.start + offset, end=clause.end + offset)
                yield from self._clause(segment, read, placed, list(subject.names), under_head=first)
                first = False
            return
        against = COMPARED.match(phrase.plain)
        if against is not None and phrase.plain[against.end() :].strip():
            yield Claimed(0, against.end(), unread="it compares with what no record compares it with")
            phrase = phrase.without([against.span()], " " * against.end())
        under = opened(phrase)
        if under is not None and len(under[0].names) > 1 and names_only(under[0]):
            yield Claimed(0, len(phrase.text), unread="it is not certain of which of them it is said")
            return
        if under is not None and not denies(under[0].items(self.reader.lexicon)):
            yield from self._opened(segment, read, phrase, *under)
            return
        subjects: list[Entity] = []
        main: list[Entity] = []
        found = clauses(phrase, self.reader.lexicon)
        for number, clause in enumerate(found):
            if clause.relative:
                subjects = last_name(phrase, clause.start) or subjects
            elif clause.lacks_subject and main and ids_of(main) != ids_of(subjects):
                yield self._unread(read, clause, "it is not certain which of the things named before it is said of")
                continue
            self.filled = False
            given = subjects if clause.lacks_subject or clause.relative or not clause.phrase.names else []
            opens = number + 1 < len(found) and (found[number + 1].relative or found[number + 1].lacks_subject)
            if not (opens and self._is_bare(clause)):
                yield from self._clause(segment, read, clause, given or subjects)
            own = subjects_of(clause.phrase, self.reader)
            if (own or self.filled) and not clause.lacks_subject:
                subjects = main = list(self.topics) if self.filled else own
        if main:
            self._about(main)

    def _opened(self, segment: Segment, read: Marked, phrase: Phrase, lead: Phrase, begin: int) -> Iterator[Claimed]:
        """A list within a sentence, and how many it is said to have."""
        counted = counted_in(read, Clause(0, len(lead.text), lead), self.asked, self.reader)
        if counted is not None:
            yield counted
        if lead.names:
            self._about(lead.names[:1])
        above = Segment(-1 - segment.start, 0, "sentence", segment.lead)
        self.leads[above.start] = replace(read, phrase=without_count(lead))
        place = begin
        while phrase.text[place].isspace():
            place += 1
        listed = Segment(segment.start, segment.end, "item", above)
        yield from self._fragment(listed, read, phrase.cut(place, len(phrase.text)), place)

    def _clause(
        self, segment: Segment, read: Marked, clause: Clause, subjects: Sequence[Entity], *, under_head: bool = False
    ) -> Iterator[Claimed]:
        lexicon = self.reader.lexicon
        bare, unknown = without_unknown(without_classes(clause.phrase, lexicon), lexicon)
        for start, end in unknown:
            reason = f"“{clause.phrase.text[start:end]}” is nothing that this graph knows"
            yield Claimed(clause.start + start, clause.start + end, unread=reason)
        clause = replace(clause, phrase=bare)
        phrase = tidied(bare)
        plain = phrase.phrase
        if not plain.names and says_nothing(plain, self.reader):
            if not under_head and not clause.lacks_subject:
                yield Claimed(clause.start, clause.end, says_nothing=True)
            return
        has_verb = any(is_verb(item) for item in plain.items(self.reader.lexicon))
        if not (has_verb or under_head or subjects) and plain.names and not joins_two(plain, self.reader):
            yield from self._fragment(segment, read, clause.phrase, clause.start, clause.end)
            return
        counted = counted_in(read, clause, self.asked, self.reader)
        if counted is not None:
            yield counted
            return
        reason = ""
        if not has_verb and not self._leads_to_the_question(segment):
            yield self._unread(read, clause, "it does not say how it is linked")
            return
        answers = answers_begin(plain, self.asked, self.reader) if ids_of(self.topics) == self.asked_about else None
        alone = plain.cut(answers, len(plain.text)) if answers is not None else None
        if alone is not None and self.asked is not None and not (subjects and answers is not None):
            first = clause.phrase.names[0].start
            listed = Clause(clause.start + first, clause.end, clause.phrase.cut(first, len(clause.phrase.text)))
            found = list(named_answers(self.asked, read, listed, alone, self.reader))
            if found:
                self.filled = True
                yield from found
                return
        topics = list(subjects) or self._left_out(plain)
        for candidate in completed(clause, plain, topics, self.reader):
            said = stated(candidate, self.reader)
            if isinstance(said, Stated):
                named = ids_of(clause.phrase.names)
                self.filled = not subjects and any(named.isdisjoint(thing.ids) for thing in ends_of(said))
                yield from each(read, clause, said, self.reader.lexicon, silent=phrase.silent)
                return
            reason = reason or said.reason
        lesser = without_more(plain)
        for candidate in completed(clause, lesser, topics, self.reader) if lesser is not None else ():
            said = stated(candidate, self.reader)
            if isinstance(said, Stated):
                for one in each(read, clause, said, self.reader.lexicon, silent=phrase.silent):
                    yield replace(one, beyond=reason)
                return
        yield self._unread(read, clause, reason or "it does not say of what it is said")

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
        told = dict(read.bracketed)
        for start, end, reason in read.asides:
            inner = told.get(start)
            if inner is not None and self.asked is not None and ids_of(self.topics) == self.asked_about:
                clause = Clause(start + 1, end - 1, inner)
                found = list(named_answers(self.asked, read, clause, inner, self.reader))
                if found and not denies(read.phrase.items(self.reader.lexicon)):
                    for one in found:
                        yield replace(one, start=one.start + segment.start, end=one.end + segment.start)
                    continue
            yield Claimed(segment.start + start, segment.start + end, unread=reason)

    def _about(self, names: Sequence[Entity]) -> None:
        kept = [name for name in names if is_sure(name)]
        if kept:
            self.topics = kept
