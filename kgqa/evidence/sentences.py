"""A record as one sentence in the graph's own words, and where it comes from."""

from __future__ import annotations

import re

from kgqa.evidence.codes import evidence_words
from kgqa.evidence.fields import frequency_of, references, relation_of, values
from kgqa.language.inflection import denied
from kgqa.questions.wording import Frequency, listed
from kgqa.records import Node, Triple
from kgqa.schema.model import Schema

NO_SOURCE = "no source recorded"
_DENIES = re.compile(r"\b(not|no|never|cannot|without|absent)\b", re.IGNORECASE)
_IN_NOBODY = re.compile(r": it was (?:looked for and not found|found in none of [\d,]+ patients?)$")
_NOUN = re.compile(r"(?:the [^.:;,!?]{1,60} )?")
MOST_REFERENCES = 5
"""References of one record that are named; more of them are counted."""


def sentence(triple: Triple, schema: Schema) -> str:
    """A record as a sentence; one that was looked for and found in nobody is told as a denial.

    Each thing stands with the noun of its type, as in the paper on KG-RAG (Section 2.3): a question that asks for genes
    is then nearer to the sentences about genes. How often and from where is left out, so that records which say the
    same are one sentence.
    """
    often = frequency_of(triple, schema)
    none = often is not None and often.high == 0
    phrase = _negative(triple, schema) if triple.against or none else triple.phrase
    subject, object_ = _named(triple.subject, schema), _named(triple.object, schema, behind=phrase)
    end = f": {_nobody(often)}" if none and often is not None else ""
    said = f"{subject} {phrase} {object_}{end}."
    return f"T{said[1:]}" if said.startswith("the ") else said


def is_of(text: str, triple: Triple) -> bool:
    """Whether a text can be the sentence of a record, without the schema: by its names and its phrase or the denial."""
    said, phrase = text.casefold(), triple.phrase.casefold()
    subject, object_ = ((one.name or one.id).casefold() for one in (triple.subject, triple.object))
    none = _IN_NOBODY.search(said.removesuffix("."))
    body = said[: none.start()] if none else said.removesuffix(".")
    if not said.endswith(".") or not body.endswith(f" {object_}"):
        return False
    body = body.removesuffix(object_)
    for each in {phrase, denied(phrase)} if none or triple.against else {phrase}:
        head, found, tail = body.partition(f"{subject} {each} ")
        if found and _NOUN.fullmatch(head) and _NOUN.fullmatch(tail):
            return True
    # A relation may have a denial of its own, which only the schema tells.
    head, found, middle = body.partition(f"{subject} ")
    return bool((none or triple.against) and found and _NOUN.fullmatch(head) and _DENIES.search(middle))


def _named(node: Node, schema: Schema, behind: str = "") -> str:
    """A thing with the noun of its type, where the phrase ``behind`` which it stands does not end in that noun."""
    name = node.name or node.id
    noun = next((one.singular for one in schema.nodes if one.label == node.label), "")
    if not noun or f" {behind}".lower().endswith(f" {noun.lower()}"):
        return name
    return f"the {noun} {name}"


def provenance(triple: Triple, schema: Schema) -> str:
    """Where a record comes from, in words: databases, kind of evidence, references; or that nothing is recorded."""
    cited = references(triple, schema)
    named = cited[:MOST_REFERENCES]
    if len(cited) > len(named):
        named.append(f"{len(cited) - len(named):,} more")
    told = (
        listed(values(triple, schema, "source")),
        "; ".join(evidence_words(code) for code in values(triple, schema, "evidence")),
        listed(named),
    )
    return "; ".join(part for part in told if part) or listed(triple.sources) or NO_SOURCE


def _negative(triple: Triple, schema: Schema) -> str:
    """The phrase of a record that denies its link, also where nothing marked it as a denial."""
    relation = relation_of(triple, schema)
    if (relation is not None and relation.negates) or _DENIES.search(triple.phrase):
        return triple.phrase
    if relation is not None and relation.negative and triple.phrase == relation.forward:
        return relation.negative
    return denied(triple.phrase)


def _nobody(often: Frequency) -> str:
    if not often.examined:
        return "it was looked for and not found"
    return f"it was found in none of {often.examined:,} {'patient' if often.examined == 1 else 'patients'}"
