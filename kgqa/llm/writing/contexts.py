"""The context of an answer: numbered records as lines or as JSON, after points of prior knowledge.

JSON and prior knowledge are the options of the paper on JSON contexts and prior knowledge (Section 2). Whatever the
form, a context is cut to what a language model can read, from its end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from kgqa.evidence.fields import frequency_of
from kgqa.evidence.sentences import provenance, sentence
from kgqa.llm.tokens import estimate
from kgqa.llm.writing import schema_text
from kgqa.llm.writing.fenced import LONGEST, fenced, harmless, line, value
from kgqa.records import Table, Triple
from kgqa.schema.model import Schema

LONGEST_KNOWLEDGE = 8_000
"""Characters of prior knowledge that are sent."""
_ROWS = 8
"""Rows of a result that a prompt has beside the numbered records."""
EXAMPLES = 6
"""Records behind a number that a prompt has: the number is the database's, and no reading of records makes it surer."""
_KNOWLEDGE = "Points to read the records with. They are no records: cite none, and take no fact from them."

_LISTS = """A line with "list" says how many things of a list are recorded, and how many of them the records here tell.
Of a list that is not complete say that it goes on. Its number is the recorded one, never how many are here.
"""


@dataclass(frozen=True, slots=True)
class Counted:
    """A list of which a prompt has records, so that nobody takes the records for all of it.

    Attributes:
        what: its things, in words.
        recorded: how many there are, counted by the database.
        members: by thing the numbers of the records that tell it.
    """

    what: str
    recorded: int
    members: tuple[tuple[int, ...], ...]

    def told(self, numbers: Set[int]) -> dict[str, Any]:
        """As a prompt has it: how many of its things some records tell, and whether these are all."""
        given = sum(set(member) <= numbers for member in self.members)
        whole = given >= self.recorded
        return {"list": self.what, "recorded": self.recorded, "given_here": given, "complete": whole}

    def renumbered(self, numbers: Mapping[int, int]) -> Counted:
        """The same by new numbers, without things of which a record is gone."""
        kept = [member for member in self.members if all(number in numbers for number in member)]
        return replace(self, members=tuple(tuple(numbers[number] for number in member) for member in kept))


@dataclass(frozen=True, slots=True)
class Records:
    """Numbered records for a prompt.

    Attributes:
        told: one record each, by the names of its fields.
        before: what they are the result of.
        numbers: by which they may be cited; none where the rows are a computation.
        triples: of the records; none where the rows are a computation.
        left_out: how many more there were.
        composed: they are sent as one JSON object, grouped by what they have in common.
        made: JSON that a language model made of them and that is sent in their place.
        knowledge: points that go before them.
        notes: what the reader is to know of what is sent, a sentence each.
        relations: those of the triples, a line each, as statements name them.
        lists: of which the records are, each said with its count.
    """

    told: tuple[Mapping[str, Any], ...]
    before: Mapping[str, Any] | None = None
    numbers: tuple[int, ...] = ()
    triples: tuple[Triple, ...] = ()
    left_out: int = 0
    composed: bool = False
    made: str = ""
    knowledge: str = ""
    notes: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    lists: tuple[Counted, ...] = ()

    def within(self, tokens: int) -> Records:
        """As many of the records as fit into so many tokens, at least one; the last ones go first."""
        kept = len(self.told)
        while True:
            shown = self.first(kept)
            used = shown.tokens
            if used <= tokens or kept <= 1:
                return shown
            kept = max(1, min(kept - 1, kept * tokens // used))

    def first(self, kept: int) -> Records:
        """Only so many of the records."""
        left = len(self.told) - kept
        if left <= 0:
            return self
        fewer = replace(self, told=self.told[:kept], numbers=self.numbers[:kept], triples=self.triples[:kept])
        return replace(fewer, left_out=self.left_out + left, made="")

    def as_examples(self) -> Records:
        """Only so many of the records behind a number, said to be examples."""
        number = len(self.told)
        if number <= EXAMPLES or not self.triples:
            return self
        given = f"{EXAMPLES:,} of {number:,} records"
        note = f"The language model was given {given} as examples; the number is the database's."
        before = {**(self.before or {}), "records_behind_the_number": number, "given_as_examples": EXAMPLES}
        return replace(self.first(EXAMPLES), before=before, notes=(*self.notes, note))

    def renumbered(self, numbers: Mapping[int, int]) -> Records:
        """The same records by new numbers."""
        told = tuple({**one, "number": numbers[one["number"]]} for one in self.told)
        triples = tuple(replace(one, number=numbers[one.number]) for one in self.triples)
        lists = tuple(one.renumbered(numbers) for one in self.lists)
        return replace(self, told=told, triples=triples, numbers=tuple(one.number for one in triples), lists=lists)

    @property
    def tokens(self) -> int:
        """Of the text, estimated."""
        return estimate(self.text)

    @property
    def text(self) -> str:
        """As a prompt has them."""
        made = [*map(line, self.counted), self.made] if self.made else self._lines()
        return f"{points(f'{_LISTS}{self.knowledge}' if self.lists else self.knowledge)}{fenced(made)}"

    @property
    def counted(self) -> list[dict[str, Any]]:
        """How much of each list the records tell."""
        return [one.told(frozenset(self.numbers)) for one in self.lists]

    def _lines(self) -> list[str]:
        before = [] if self.before is None else [dict(self.before)]
        after = [{"records_left_out": self.left_out}] if self.left_out else []
        if not self.composed:
            return [line(one) for one in (*self.counted, *before, *self.told, *after)]
        joined: dict[str, Any] = {"lists": [value(one) for one in self.counted]} if self.lists else {}
        for one in (*before, *after):
            joined |= value(one)
        facts = grouped(self.triples, self.told) if self.triples else [value(one) for one in self.told]
        return [json.dumps({**joined, "facts": facts}, ensure_ascii=False)]


def points(knowledge: str) -> str:
    """Prior knowledge as it stands before records, a point a line; empty where there is none."""
    told = [harmless(one.strip().lstrip("-*•").strip()) for one in knowledge[:LONGEST_KNOWLEDGE].splitlines()]
    kept = [f"- {one}" for one in told if one]
    return "\n".join([_KNOWLEDGE, *kept, "", ""]) if kept else ""


def grouped(triples: Sequence[Triple], told: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Records as JSON: those with one relation and one end in common stand together, each with its number.

    The end that more of the records of a relation share is said once. Nothing is left out.
    """
    groups: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    shared = {one.phrase: _shares_object(one.phrase, triples) for one in triples}
    for triple, fields in zip(triples, told, strict=True):
        by_object = shared[triple.phrase]
        near, far = (triple.object, triple.subject) if by_object else (triple.subject, triple.object)
        entry = {name: one for name, one in fields.items() if name not in ("subject", "relation", "object", "fact")}
        entry = {"number": triple.number, "name": far.name, **entry}
        groups.setdefault((triple.phrase, "object" if by_object else "subject", near.name), []).append(value(entry))
    return [_group(phrase, side, harmless(name), entries) for (phrase, side, name), entries in groups.items()]


def _group(phrase: str, side: str, name: str, entries: list[dict[str, Any]]) -> dict[str, Any]:
    if side == "subject":
        return {"subject": name, "relation": harmless(phrase), "objects": entries}
    return {"subjects": entries, "relation": harmless(phrase), "object": name}


def _shares_object(phrase: str, triples: Sequence[Triple]) -> bool:
    some = [one for one in triples if one.phrase == phrase]
    return len({one.object.id for one in some}) < len({one.subject.id for one in some})


def of_facts(
    triples: Sequence[Triple], schema: Schema, *, fields: bool, lists: Sequence[Counted] | None = None
) -> Records:
    """Facts in sentences with the provenance of each (Section 2.5 of the paper on KG-RAG).

    Args:
        fields: each has all fields of its record as well.
        lists: of which they are; None for facts as published, without a word on lists or on things of one name.
    """
    silent = _silent(schema)
    alike = set() if lists is None else _of_several_types(triples)
    nouns = {one.label: one.singular for one in schema.nodes}
    told = []
    for one in triples:
        said: dict[str, Any] = {"number": one.number, "fact": sentence(one, schema)}
        for side, end in (("subject", one.subject), ("object", one.object)):
            if end.name.casefold() in alike:
                said[f"{side}_is_a"] = nouns.get(end.label, end.label)
        if denies(one, schema):
            said["against"] = True
        said["provenance"] = provenance(one, schema)[:LONGEST]
        told.append({**said, "fields": _fields(one, silent)} if fields else said)
    numbers = tuple(one.number for one in triples)
    known = schema_text.of_triples(triples, schema)
    return Records(tuple(told), None, numbers, tuple(triples), relations=known, lists=tuple(lists or ()))


def _of_several_types(triples: Sequence[Triple]) -> set[str]:
    """The names, in small letters, that things of several types have."""
    labels: dict[str, set[str]] = {}
    for one in triples:
        for end in (one.subject, one.object):
            labels.setdefault(end.name.casefold(), set()).add(end.label)
    return {name for name, some in labels.items() if len(some) > 1}


def of_rows(triples: Sequence[Triple], table: Table | None, schema: Schema) -> Records:
    """What a query found: the numbered edges, or the rows where they are a computation.

    Fields that no question asks for (who curated a record, numbers that another field says in words) are not sent.
    """
    rows = [] if table is None else [dict(zip(table.columns, row, strict=False)) for row in table.rows]
    if not triples:
        return Records(tuple({"row": row} for row in rows), {"rows_of_the_query": len(rows)})
    before = {"rows_of_the_query": len(rows), "first_rows": rows[:_ROWS]} if rows else None
    silent = _silent(schema)
    told = tuple(_record(one, schema, silent) for one in triples)
    numbers = tuple(one.number for one in triples)
    return Records(told, before, numbers, tuple(triples), relations=schema_text.of_triples(triples, schema))


def _silent(schema: Schema) -> Set[tuple[str, str]]:
    return {
        (relation.type, one.name)
        for relation in schema.relations
        for one in relation.properties
        if one.role == "date" or not one.words
    }


def denies(one: Triple, schema: Schema) -> bool:
    """Whether a record says that its link does not hold, also where it only tells that it was found in nobody."""
    often = frequency_of(one, schema)
    return one.against or (often is not None and often.high == 0)


def _record(one: Triple, schema: Schema, silent: Set[tuple[str, str]]) -> dict[str, Any]:
    return {
        "number": one.number,
        "subject": one.subject.name,
        "relation": one.phrase,
        "object": one.object.name,
        **({"against": True} if denies(one, schema) else {}),
        "fields": _fields(one, silent),
    }


def _fields(one: Triple, silent: Set[tuple[str, str]]) -> dict[str, Any]:
    return {
        key: given
        for key, given in one.properties.items()
        if given not in (None, "", []) and (one.predicate, key) not in silent
    }
