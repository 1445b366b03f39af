"""What one clause claims: read as a statement in its own words, in plainer ones, or name by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.records import Entity
from kgqa.verification.asides import Marked
from kgqa.verification.asked import named_answers
from kgqa.verification.claimed import Claimed
from kgqa.verification.clauses import Clause, is_verb
from kgqa.verification.completing import completed, joins_two
from kgqa.verification.counting import counted_in
from kgqa.verification.ellipsis import thing
from kgqa.verification.linking_statements import linked
from kgqa.verification.phrase import NAME, Phrase, joined, last_list, names_only
from kgqa.verification.placing import claimed, each, shared, span_of
from kgqa.verification.reading import UNAFFECTED, Stated, denies, stated, without_more
from kgqa.verification.rewording import fronted, reworded
from kgqa.verification.sole_links import sole
from kgqa.verification.sorting import answers_begin, without_classes
from kgqa.verification.splitting import Segment
from kgqa.verification.subjects import ends_of, ids_of
from kgqa.verification.surroundings import Surroundings
from kgqa.verification.talk import says_nothing
from kgqa.verification.tidying import tidied
from kgqa.verification.unknown_names import TURNS_GLOSS, without_unknown

_TAIL = re.compile(
    rf"(?<=[{NAME} ]),\s+(?P<said>(?!(?:in|among|within|under|during|for|after|before|until|on|at|by|via|through|"
    rf"when|where|from|as|and|or|with)\b)[^,;:()?!{NAME}]+?)[.\s]*$",
    re.IGNORECASE,
)
"""What is added behind a statement, names nothing and sets no condition (", far more than elsewhere")."""


@dataclass(slots=True)
class ClauseClaims(Surroundings):
    """Reads clauses."""

    def _clause(
        self, segment: Segment, read: Marked, clause: Clause, subjects: Sequence[Entity], *, under_head: bool = False
    ) -> Iterator[Claimed]:
        lexicon = self.reader.lexicon
        if UNAFFECTED.search(clause.phrase.text):  # a graph may know "healthy" as a name
            yield self._unread(read, clause, "it is said of those who do not have it")
            return
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
        topics = list(subjects) or self._left_out(plain)
        has_verb = any(map(is_verb, plain.items(lexicon))) or any(map(is_verb, reworded(plain).items(lexicon)))
        by_types = None if has_verb else self._by_types(plain, topics)
        if by_types is not None:
            yield from self._each(read, clause, by_types, subjects, silent=phrase.silent)
            return
        is_item = segment.form in ("item", "row", "value") and not clause.lacks_subject
        if (
            not (has_verb or under_head or (subjects and not is_item))
            and plain.names
            and not joins_two(plain, self.reader)
        ):
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
        if under_head and names_only(plain):
            alone_said = sole(plain.names, topics, self.reader.schema, asked=self.asked)
            if alone_said is not None:
                yield from self._each(read, clause, alone_said, subjects, silent=phrase.silent)
                return
        for candidate in self._candidates(clause, plain, topics):
            said = stated(candidate, self.reader)
            if isinstance(said, Stated):
                yield from self._each(read, clause, said, subjects, silent=phrase.silent)
                return
            reason = reason or said.reason
        by_types = self._by_types(plain, topics)
        if by_types is not None:
            yield from self._each(read, clause, by_types, subjects, silent=phrase.silent)
            return
        lesser = without_more(plain)
        for candidate in completed(clause, lesser, topics, self.reader) if lesser is not None else ():
            said = stated(candidate, self.reader)
            if isinstance(said, Stated):
                for one in each(read, clause, said, self.reader.lexicon, silent=phrase.silent):
                    yield replace(one, beyond=reason)
                return
        apart = list(self._one_by_one(read, clause, plain, topics, silent=phrase.silent))
        if apart:
            yield from apart
            return
        tail = _TAIL.search(clause.phrase.plain)
        if tail is not None and TURNS_GLOSS.search(tail["said"]) is None:
            end = tail.start()
            shorter = replace(clause, end=clause.start + end, phrase=clause.phrase.cut(0, end))
            yield from self._clause(segment, read, shorter, subjects, under_head=under_head)
            begin, stop = clause.start + tail.start("said"), clause.start + tail.end("said")
            yield Claimed(begin, stop, unread=f"“{tail['said'].strip()}” could not be read")
            return
        yield self._unread(read, clause, reason or "it does not say of what it is said")

    def _by_types(self, plain: Phrase, topics: Sequence[Entity]) -> Stated | None:
        """What a clause says in the words of answers, where the types of what it names leave one link."""
        for words in (plain, joined([Phrase("is "), plain]), reworded(plain)):
            for those in (topics, self.topics):
                said = linked(words, those, self.reader.schema)
                if said is not None:
                    return said
        return None

    def _each(
        self, read: Marked, clause: Clause, said: Stated, subjects: Sequence[Entity], *, silent: bool
    ) -> Iterator[Claimed]:
        """The claims of a clause that was read whole."""
        self.last, self.silent = said, silent
        named = ids_of(clause.phrase.names)
        self.filled = not subjects and any(named.isdisjoint(thing.ids) for thing in ends_of(said))
        yield from each(read, clause, said, self.reader.lexicon, silent=silent)

    def _candidates(self, clause: Clause, plain: Phrase, topics: Sequence[Entity]) -> Iterator[Phrase]:
        """Statements that a clause may be, in its own words and then in plainer ones."""
        about = [topics, self.topics] if ids_of(self.topics) != ids_of(topics) else [topics]
        for those in about:
            yield from completed(clause, plain, those, self.reader)
        yield from fronted(plain)
        simple = reworded(plain)
        if simple != plain:
            for those in about:
                yield from completed(clause, simple, those, self.reader)
            yield from fronted(simple)

    def _one_by_one(
        self, read: Marked, clause: Clause, plain: Phrase, topics: Sequence[Entity], *, silent: bool
    ) -> Iterator[Claimed]:
        """The members of a list that cannot be read as a whole, each read alone; nothing where none can be."""
        run = last_list(plain)
        if len(run) < 2 or denies(plain.items(self.reader.lexicon)):
            return
        members = [name for name in clause.phrase.names if ids_of([name]) & ids_of(run)][-len(run) :]
        said = [self._alone(clause, plain, topics, run, one) for one in run]
        if len(members) != len(run) or not any(said):
            return
        spans = [(name.start, name.end) for name in members]
        shares, around = shared(read, clause, spans)
        for number, (name, one) in enumerate(zip(members, said, strict=True)):
            start, stop = span_of(clause, spans, number)
            if one is None:
                yield Claimed(start, stop, things=(thing(name),), unread="it does not say how it is linked")
            else:
                figures = [*shares[number], *around]
                pairs = one.pairs
                yield claimed(read, start, stop, pairs, self.reader.lexicon, silent=silent, around=figures)

    def _alone(
        self, clause: Clause, plain: Phrase, topics: Sequence[Entity], run: Sequence[Entity], one: Entity
    ) -> Stated | None:
        """What a statement says with one of its list alone."""
        begin, end = run[0].start, run[-1].end
        parts = [plain.cut(0, begin), plain.cut(one.start, one.end), plain.cut(end, len(plain.text))]
        for candidate in self._candidates(clause, joined(parts), topics):
            said = stated(candidate, self.reader)
            if isinstance(said, Stated) and not said.any_pair:
                return said
        return None
