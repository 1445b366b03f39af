"""What a clause is about: the names before its verb, the last one before a relative clause, the first cell of a row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgqa.questions.intent import Thing
from kgqa.questions.reader import Reader
from kgqa.records import Entity
from kgqa.verification.clauses import is_verb
from kgqa.verification.phrase import Phrase
from kgqa.verification.reading import Stated


def ids_of(names: Sequence[Entity]) -> set[str]:
    return {name.chosen.id for name in names}


def ends_of(said: Stated) -> Iterator[Thing]:
    for pair in said.pairs:
        yield from (pair.one, pair.other)


def last_name(sentence: Phrase, place: int) -> list[Entity]:
    return [name for name in sentence.names if name.end <= place][-1:]


def subjects_of(phrase: Phrase, reader: Reader) -> list[Entity]:
    """The names before the first verb of a clause; all where it has none, none where its subject is no name."""
    names: list[Entity] = []
    for item in phrase.items(reader.lexicon):
        if item.auxiliary and not names:
            return []
        if item.entity is not None:
            names.append(phrase.names[item.entity])
        elif (is_verb(item) or item.unread) and names:
            break
    return [name for name in names if name.chosen.label == names[0].chosen.label]


def without_bars(phrase: Phrase) -> Phrase:
    """A row of a table as a list of its cells: the first is what the others are said of."""
    cells = [match.span() for match in re.finditer(r"[^|]+", phrase.plain) if match.group().strip()]
    text = list(" " * len(phrase.text))
    for number, (start, end) in enumerate(cells):
        text[start:end] = phrase.text[start:end]
        if number:
            text[cells[number - 1][1]] = ":" if number == 1 else ","
    return Phrase("".join(text), phrase.names)
