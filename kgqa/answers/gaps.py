"""The answer to a question that this graph cannot be asked: what is missing, and what could be asked instead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.language import everyday
from kgqa.language.common_words import is_english
from kgqa.questions.intent import Condition, Gap, Hop, Thing, Variable
from kgqa.questions.wording import Wording, listed
from kgqa.records import Answer, Candidate, Entity, Kind, Suggestion
from kgqa.schema.model import NodeType, Schema


def answer_gap(
    schema: Schema, gap: Gap, kind: Kind, entities: Sequence[Entity], nearest: Sequence[Candidate], source: str
) -> Answer:
    """Says which name, type, relation or word is missing.

    Args:
        nearest: names of the graph that look like the unknown one.
        source: the graph as a sentence names it.
    """
    wording = Wording(schema)
    headline, reason = _REASONS[gap.reason](wording, gap, source)
    sentences = [headline, reason]
    if nearest and gap.reason in ("unknown_name", "unread"):
        sentences.append(f"Nearest names: {listed([f'{c.name} ({c.id})' for c in nearest], 'or')}.")
    suggestions = _instead(schema, wording, entities)
    if not suggestions or gap.reason == "absent":
        sentences.append(_holds(schema))
    text = " ".join(sentence for sentence in sentences if sentence)
    return Answer("not_in_graph", kind, headline, text, suggestions=tuple(suggestions))


def _holds(schema: Schema) -> str:
    kinds = [node.plural for node in schema.nodes if node.count and any(_joins(schema, node.label))]
    return f"It holds {listed(kinds)}." if kinds else ""


def _joins(schema: Schema, label: str) -> list[bool]:
    return [True for r in schema.relations if label in (r.source, r.target) and not r.hierarchical]


def _absent(wording: Wording, gap: Gap, source: str) -> tuple[str, str]:
    foreign = [node.plural for node in wording.schema.nodes if not _is_understood(node)]
    if foreign:
        return (
            f"Nothing in this graph is known to be {gap.what}.",
            f"What {listed([f'“{name}”' for name in foreign])} means is not known here; {gap.what} may be meant by it.",
        )
    return (
        f"This graph has no {gap.what}.",
        f"{source} does not record them, so “{gap.detail}” cannot be answered from it.",
    )


def _is_understood(node: NodeType) -> bool:
    """Whether the type's name is one of the lexicon's or English, so that it cannot be a foreign word for another."""
    words = re.findall(r"[^\W\d_]+", node.singular)
    return bool(everyday.concepts_of(node.singular)) or any(is_english(word) for word in words)


def _unknown_name(wording: Wording, gap: Gap, source: str) -> tuple[str, str]:
    return f"“{gap.what}” is not a name in this graph.", f"Nothing in {source} is called that."


def _unread(wording: Wording, gap: Gap, source: str) -> tuple[str, str]:
    if not gap.what:
        return (
            "The question is not understood as a whole.",
            "Its names are known. Ask in simpler words for a list, a link, a count or a property.",
        )
    return (
        f"“{gap.what}” is not understood here.",
        f"No name, kind, relation or property of {source} has that wording, and an answer without it would be a guess.",
    )


def _no_entity(wording: Wording, gap: Gap, source: str) -> tuple[str, str]:
    return "No name of this graph is in the question.", f"{source} was searched for every word of it."


def _no_relation(wording: Wording, gap: Gap, source: str) -> tuple[str, str]:
    parts = gap.what.split("|")
    labels = [wording.things(part, 2) for part in parts if any(n.label == part for n in wording.schema.nodes)]
    word = next((part for part in parts if not any(n.label == part for n in wording.schema.nodes)), "")
    what = f"“{word}” between " if word else "any such link between "
    ends = (
        listed(list(dict.fromkeys(labels)))
        if len(set(labels)) > 1
        else f"{labels[0]} and {labels[0]}"
        if labels
        else "these"
    )
    return f"This graph does not record {what}{ends}.", f"{source} has no relation of that meaning."


def _no_property(wording: Wording, gap: Gap, source: str) -> tuple[str, str]:
    word, _, owner = gap.what.partition("|")
    node = next((n for n in wording.schema.nodes if n.label == owner), None)
    of = f" of {node.plural}" if node else " of that link"
    return f"This graph records no {word}{of}.", f"{source} has no such property."


def _relation_choice(wording: Wording, gap: Gap, source: str) -> tuple[str, str]:
    types = list(dict.fromkeys(gap.what.split("|")))
    phrases = {r.type: r.forward for r in wording.schema.relations}
    options = listed([f"“{phrases.get(type_, type_)}”" for type_ in types], "or")
    return (
        f"The question could mean {options}.",
        "Say which of them is meant; they are different relations in this graph.",
    )


def _direction(wording: Wording, gap: Gap, source: str) -> tuple[str, str]:
    relation = next(r for r in wording.schema.relations if r.type == gap.what)
    ends = wording.things(relation.source, 2), wording.things(relation.target, 2)
    return (
        f"“{gap.detail}” is asked the other way round than it is recorded.",
        f"{source} records of {ends[0]} what each {relation.forward}: {ends[1]}; nothing in the other direction.",
    )


def _several(wording: Wording, gap: Gap, source: str) -> tuple[str, str]:
    return "This is more than one question.", "Ask one at a time; each then has an answer with its own evidence."


def _grouping(wording: Wording, gap: Gap, source: str) -> tuple[str, str]:
    return (
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


def _instead(schema: Schema, wording: Wording, entities: Sequence[Entity]) -> list[Suggestion]:
    """Questions about the first linked thing that its relations allow."""
    if not entities:
        return []
    chosen = entities[0].chosen
    thing = Thing(chosen.name, chosen.label, chosen.ids or (chosen.id,))
    found = []
    for relation in sorted(schema.relations, key=lambda r: -r.count):
        if relation.hierarchical or relation.negates or relation.mirrors:
            continue
        for hop in (Hop(relation, True), Hop(relation, False)):
            start = relation.source if hop.forward else relation.target
            if hop.end == thing.label and start != thing.label:
                variable = Variable(start, (Condition(hop, (thing,)),))
                found.append(
                    Suggestion(f"{wording.things(start, 2).capitalize()} of {thing.name}", wording.question(variable))
                )
    return found[:3]
