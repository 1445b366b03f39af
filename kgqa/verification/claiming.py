"""A text taken apart into claims: each sentence and item read with what stands before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgqa.verification.asides import SPARED, Marked, marked
from kgqa.verification.asked import named_answers, of_yes_no
from kgqa.verification.claimed import Claimed
from kgqa.verification.clauses import Clause
from kgqa.verification.counting import counted_in, is_number
from kgqa.verification.phrase import Phrase
from kgqa.verification.placing import claimed, each
from kgqa.verification.reading import Stated, Unread, denies, stated
from kgqa.verification.sentence_claims import SentenceClaims
from kgqa.verification.splitting import Segment, is_literal, segments
from kgqa.verification.subjects import ids_of, without_bars
from kgqa.verification.tidying import tidied

LONGEST_SENTENCE = 2000
"""Characters of a sentence that is read; the time it takes grows faster than its length."""

_SPARED = re.compile(rf"\b{SPARED}\b", re.IGNORECASE)
_WIDE = re.compile(r"\s{100}")
_BLANKED = re.compile(r"\s{250}")
"""What brackets, numbers and citations leave behind, which takes longer to read the longer it is."""

_YES_NO = re.compile(
    r"\s*(?P<answer>(?:the\s+)?(?:short\s+|final\s+)?answer(?:\s+is)?\s*:?\s+)?(yes|no)\b\s*(?:[,.:;!–—-]\s*|$)",
    re.IGNORECASE,
)

ANSWER_KEYS = re.compile(
    r"^(?:answer|result|verdict|value|count|number|total|response|reply|n|yes)$|_(?:count|number)$|^(?:number|count)_"
)
"""Names of the fields of a JSON reply whose true, false or number is the answer."""


def _too_much(sentence: str) -> str:
    """Why a sentence is not read, where reading it would take long; empty where it is read."""
    if len(sentence) > LONGEST_SENTENCE:
        return "it is too long to be read as one sentence"
    return "it is not written as a sentence" if _WIDE.search(sentence) is not None else ""


@dataclass(slots=True)
class Claiming(SentenceClaims):
    """Takes one text apart."""

    def claims(self) -> Iterator[Claimed]:
        """The claims of the text in order."""
        for segment in segments(self.text):
            whole = self.text[segment.start : segment.end]
            unread = _too_much(whole)
            if unread:
                self.leads[segment.start] = Marked(whole, Phrase(whole), (), (), (), ())
                yield Claimed(segment.start, segment.end, unread=unread)
                continue
            read = marked(whole, self.names, self.fields)
            if _BLANKED.search(read.phrase.plain) is not None:
                self.leads[segment.start] = Marked(whole, Phrase(whole), (), (), (), ())
                yield Claimed(segment.start, segment.end, unread="too much of it stands in brackets or is numbers")
                continue
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

    def _asides(self, segment: Segment, read: Marked) -> Iterator[Claimed]:
        """What stands in brackets and says something of its own."""
        told = dict(read.bracketed)
        for start, end, reason in read.asides:
            inner = told.get(start)
            if inner is not None and self.asked is not None and ids_of(self.topics) == self.asked_about:
                clause = Clause(start + 1, end - 1, inner)
                found = list(named_answers(self.asked, read, clause, inner, self.reader))
                if found and not denies(read.phrase.items(self.reader.lexicon)) and not _SPARED.search(read.text):
                    for one in found:
                        yield replace(one, start=one.start + segment.start, end=one.end + segment.start)
                    continue
            yield Claimed(segment.start + start, segment.start + end, unread=reason)
