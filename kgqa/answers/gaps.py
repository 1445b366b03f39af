"""The answer to a question that this graph cannot be asked: what is missing, or what was not understood.

Only what is missing says anything about the graph, and only what its schema shows; a question or a word of it that was
not understood says nothing about the graph.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from kgqa.language import everyday
from kgqa.language.common_words import is_english
from kgqa.language.tokens import spoken
from kgqa.questions.intent import Gap
from kgqa.questions.wording import Wording, listed
from kgqa.records import Answer, Candidate, Kind, Status
from kgqa.schema.model import NodeType, Relation, Schema


class _Said(NamedTuple):
    """What is said of a gap: whether it is one of the graph or of the reader, and that in two sentences."""

    status: Status
    headline: str
    reason: str


def answer_gap(schema: Schema, gap: Gap, kind: Kind, nearest: Sequence[Candidate], source: str) -> Answer:
    """Says which name, type, relation or property is missing, or what was not understood.

    Args:
        nearest: names of the graph that look like the unknown one.
        source: the graph as a sentence names it.
    """
    said = _REASONS[gap.reason](Wording(schema), gap, source)
    sentences = [said.headline, said.reason]
    if nearest and gap.reason in ("unknown_name", "unread"):
        sentences.append(f"Nearest names: {listed([f'{c.name} ({c.id})' for c in nearest], 'or')}.")
    text = " ".join(sentence for sentence in sentences if sentence)
    absent = gap.what if gap.reason == "absent" else ""
    return Answer(said.status, kind, said.headline, text, absent=absent)


def with_contents(answer: Answer, schema: Schema) -> Answer:
    """The answer with what the graph holds, for where no other question can be offered."""
    kinds = [node.plural for node in schema.nodes if node.count and any(_joins(schema, node.label))]
    if not kinds:
        return answer
    asks = f"You can ask about {listed(kinds)}."
    holds = f"It holds {listed(kinds)}."
    return replace(answer, text=f"{answer.text} {asks if answer.status == 'not_understood' else holds}")


def _joins(schema: Schema, label: str) -> list[bool]:
    return [True for r in schema.relations if label in (r.source, r.target) and not r.hierarchical]


def _absent(wording: Wording, gap: Gap, source: str) -> _Said:
    foreign = [node.plural for node in wording.schema.nodes if not _is_understood(node)]
    if foreign:
        return _Said(
            "not_in_graph",
            f"Nothing in this graph is known to be {gap.what}.",
            f"What {listed([f'“{name}”' for name in foreign])} means is not known here; {gap.what} may be meant by it.",
        )
    return _Said(
        "not_in_graph",
        f"This graph has no {gap.what}.",
        f"{source} does not record them, so “{gap.detail}” cannot be answered from it.",
    )


def _is_understood(node: NodeType) -> bool:
    """Whether the type's name is one of the lexicon's or English, so that it cannot be a foreign word for another."""
    words = re.findall(r"[^\W\d_]+", node.singular)
    return bool(everyday.concepts_of(node.singular)) or any(is_english(word) for word in words)


def _unknown_name(wording: Wording, gap: Gap, source: str) -> _Said:
    return _Said("not_in_graph", f"“{gap.what}” is not a name in this graph.", f"Nothing in {source} is called that.")


def _unread(wording: Wording, gap: Gap, source: str) -> _Said:
    if not gap.what:
        return _Said(
            "not_understood",
            "This question was not understood.",
            "Ask in simpler words for a list, a link, a count or a property.",
        )
    return _Said(
        "not_understood",
        f"“{gap.what}” is not understood here.",
        "An answer that leaves it out would be a guess, so nothing was asked of the graph.",
    )


def _no_entity(wording: Wording, gap: Gap, source: str) -> _Said:
    return _Said(
        "not_understood", "This question was not understood.", f"No word of it was found to name a thing of {source}."
    )


def _no_relation(wording: Wording, gap: Gap, source: str) -> _Said:
    """What does not join two types, as far as the schema bears it out; what joins them otherwise is said as well."""
    schema = wording.schema
    parts = [part for part in gap.what.split("|") if part]
    labels = [part for part in parts if any(node.label == part for node in schema.nodes)]
    word = next((part for part in parts if part not in labels), "")
    if not labels:
        return _unread(wording, Gap("unread", word), source)
    one, other = labels[0], labels[-1]
    if any(_stems(word) == _stems(noun) for label in labels for noun in _nouns(schema.node(label))):
        word = ""  # a noun for one of the ends asks for no particular link
    if word and len(labels) == 1:
        return _no_kinds(wording, word, one, source)
    ends = f"{wording.things(one, 2)} and {wording.things(other, 2)}" if one != other else _two(wording, one)
    found = [(relation, forward) for relation, forward in schema.between(one, other) if relation.negates is None]
    unsaid = word and one == other and not any(_says(relation, word) for relation, _ in found)
    if unsaid and (elsewhere := _said_elsewhere(schema, word, one)) is not None:
        between = f"{wording.things(elsewhere.source, 2)} and {wording.things(elsewhere.target, 2)}"
        return _Said(
            "not_in_graph",
            f"This graph records “{word}” between {between}, and both names are those of {wording.things(one, 2)}.",
            f"{source} has no relation of that meaning that joins {_two(wording, one)}.",
        )
    if not found:
        what = f"“{word}”" if word else "a direct link"
        return _Said(
            "not_in_graph",
            f"This graph does not record {what} between {ends}.",
            f"{source} has no relation that joins them.",
        )
    phrases = dict.fromkeys(relation.forward if forward else relation.inverse for relation, forward in found)
    recorded = f"{source} records {listed([f'“{phrase}”' for phrase in phrases])} between {ends}"
    if word and not any(_says(relation, word) for relation, _ in found):
        return _Said("not_in_graph", f"This graph does not record “{word}” between {ends}.", f"{recorded}.")
    asked = f"“{word}”" if word else "Which link is asked for"
    return _Said("not_understood", f"{asked} is not understood between {ends}.", f"{recorded}: ask in these words.")


def _said_elsewhere(schema: Schema, word: str, label: str) -> Relation | None:
    """The relation that a word asks for between a label and another one."""
    joins = (one for one in schema.relations if label in (one.source, one.target) and one.source != one.target)
    return next((one for one in joins if one.negates is None and _says(one, word)), None)


def _no_kinds(wording: Wording, word: str, label: str, source: str) -> _Said:
    """For a relation that joins things of one type to others of it ("kind of")."""
    if any(relation.hierarchical for relation, _ in wording.schema.between(label, label)):
        return _unread(wording, Gap("unread", word), source)
    return _Said(
        "not_in_graph",
        f"This graph does not record what is a {word} what among {wording.things(label, 2)}.",
        f"{source} has no relation of that meaning.",
    )


def _nouns(node: NodeType) -> tuple[str, ...]:
    return (node.singular, node.plural, *node.words)


def _two(wording: Wording, label: str) -> str:
    return f"one {wording.things(label, 1)} and another"


def _says(relation: Relation, word: str) -> bool:
    """Whether a phrase is one of those that ask for a relation."""
    said = _stems(word)
    phrases = (relation.forward, relation.inverse, *relation.words, *relation.forward_words, *relation.inverse_words)
    return any(said <= _stems(phrase) or _stems(phrase) <= said for phrase in phrases)


def _stems(phrase: str) -> frozenset[str]:
    return frozenset(token.stem for token in spoken(phrase))


def _no_property(wording: Wording, gap: Gap, source: str) -> _Said:
    word, _, owner = gap.what.partition("|")
    node = next((n for n in wording.schema.nodes if n.label == owner), None)
    of = f" of {node.plural}" if node else " of that link"
    return _Said("not_in_graph", f"This graph records no {word}{of}.", f"{source} has no such property.")


def _relation_choice(wording: Wording, gap: Gap, source: str) -> _Said:
    types = list(dict.fromkeys(gap.what.split("|")))
    phrases = {r.type: r.forward for r in wording.schema.relations}
    options = listed([f"“{phrases.get(type_, type_)}”" for type_ in types], "or")
    return _Said(
        "not_understood",
        f"The question could mean {options}.",
        "Say which of them is meant; they are different relations in this graph.",
    )


def _direction(wording: Wording, gap: Gap, source: str) -> _Said:
    schema = wording.schema
    relation = next(r for r in schema.relations if f"{r.type}|{r.source}|{r.target}" == gap.what)
    ends = wording.things(relation.source, 2), wording.things(relation.target, 2)
    # Another relation between the same types may go the other way, so "nothing" is said only where there is none.
    back = [one for one, forward in schema.between(relation.target, relation.source) if forward and one != relation]
    nothing = "" if back or relation.source == relation.target else "; nothing in the other direction"
    return _Said(
        "not_in_graph",
        f"“{gap.detail}” is asked the other way round than it is recorded.",
        f"{source} records of {ends[0]} what each {relation.forward}: {ends[1]}{nothing}.",
    )


def _several(wording: Wording, gap: Gap, source: str) -> _Said:
    if gap.detail == "beside":
        return _Said(
            "not_understood",
            "What is told beside the question is not understood.",
            "Ask in one sentence what you want to know; findings are found by names of this graph.",
        )
    return _Said(
        "not_understood",
        "This is more than one question.",
        "Ask one at a time; each then has an answer with its own evidence.",
    )


def _grouping(wording: Wording, gap: Gap, source: str) -> _Said:
    return _Said(
        "not_understood",
        f"It is not clear what “{gap.what}” joins in this question.",
        "The conditions could be meant of one thing or of several. Ask with fewer conditions, one question at a time.",
    )


_REASONS = {
    "several": _several,
    "grouping": _grouping,
    "direction": _direction,
    "absent": _absent,
    "unknown_name": _unknown_name,
    "unread": _unread,
    "no_entity": _no_entity,
    "no_relation": _no_relation,
    "no_property": _no_property,
    "relation_choice": _relation_choice,
}
