"""Questions for things by what only their links tell: all things of a type, or everything that is recorded of a thing,
with a condition on a property of the links ("components with a discount of 15 %", "which diseases cite PMID:1")."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.language.inflection import singular_of
from kgqa.language.normalise import blanked
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.questions.conditions.evidence_phrases import RESTING
from kgqa.questions.conditions.phrase import Said
from kgqa.questions.intent import Condition, Hop, Intent, Thing, Variable
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.qualifiers import Qualifier
from kgqa.questions.tagging import Item, has_cue, tag
from kgqa.records import Entity, Kind
from kgqa.schema.model import Relation

_ASKS: frozenset[Cue] = frozenset({"which", "list", "count", "how", "there", "a"})


def type_alone(items: Sequence[Item]) -> Intent | None:
    """A question for all things of a type, where nothing but the type is said."""
    types = [item for item in items if item.meaning.labels]
    if len(types) != 1 or len(types[0].meaning.labels) != 1:
        return None
    rest = [item for item in items if item is not types[0]]
    if not _only_asks(rest) or any(item.entity is not None for item in rest):
        return None
    verdict = bool(rest) and rest[0] is items[0] and rest[0].auxiliary
    if verdict and {cue for item in rest for cue in item.meaning.cues} != {"there"}:
        return None  # "are farms …" asks whether
    kind: Kind = "yesno" if verdict and not _counts(rest) else _kind(rest)
    return Intent(kind, Variable(next(iter(types[0].meaning.labels))))


def with_link(items: Sequence[Item], said: Said) -> Intent | None:
    """A question for all things of a type with a condition on what only their links tell, perhaps with the type of what
    they are linked to ("diseases that show phenotypes …"); None where the links of several relations may be meant, or
    of both directions of one, or where what they count may be meant of all links together ("clinics with more than 100
    visits")."""
    found = _each(items, said)
    return found[0] if len(found) == 1 else None


def each_link(question: str, entities: Sequence[Entity], found: Sequence[Said], lexicon: Lexicon) -> list[Intent]:
    """What a question may ask that does not say which links it means, one for each relation that may be meant: all
    things of a type, or everything of which there is a record of the only named thing ("annotations of A").

    Args:
        found: the conditions on properties of links in it.
    """
    if len(found) != 1:
        return []
    (said,) = found
    if said.noun is not None:
        return []
    rest = blanked(question, [(said.start, said.end)])
    names = [one for one in entities if not said.start <= one.start < said.end]
    items = tag(rest, names, lexicon)
    if names:
        return _of_records(rest, names, items, said)
    # Diseases that affect only men are not those with signs recorded of men; what a record rests on is its own.
    tells = all(one.property.role in RESTING for _, one in said.ways)
    return _each(items, said) if tells else []


def _each(items: Sequence[Item], said: Said) -> list[Intent]:
    intent, beside = type_alone(items), Beside()
    if intent is None:
        beside, kept = _without_other(items)
        intent = type_alone(kept)
    if intent is None or intent.kind not in ("list", "count"):
        return []
    assert intent.answer is not None
    label = intent.answer.label
    ways = [way for way in said.ways if way[0] in said.held] if said.held else said.ways
    ends = [way for way in ways if label in (way[0].source, way[0].target) and beside.allows(way[0], label)]
    if any(_may_be_of_all(relation, qualifier, label) for relation, qualifier in ends):
        return []
    return [_asked(intent.kind, label, relation, qualifier, ()) for relation, qualifier in ends]


class Beside:
    """What is said of the links beside the type that is asked for."""

    def __init__(self, other: str = "", relations: frozenset[Relation] = frozenset()) -> None:
        self._other = other
        self._relations = relations

    def allows(self, relation: Relation, label: str) -> bool:
        """Whether links of a relation from things of a label may be meant."""
        other = relation.target if relation.source == label else relation.source
        return self._other in ("", other) and (not self._relations or relation in self._relations)


def _without_other(items: Sequence[Item]) -> tuple[Beside, list[Item]]:
    """What the second type of a question and its verbs say of the links, and the items without these."""
    types = [item for item in items if item.meaning.labels]
    if len(types) != 2 or len(types[1].meaning.labels) != 1 or types[1].meaning.labels == types[0].meaning.labels:
        return Beside(), list(items)
    between = [one for one in items if one.meaning.relations and types[0].position < one.position < types[1].position]
    relations = frozenset(relation for one in between for relation in one.meaning.relations)
    kept = [one for one in items if one is not types[1] and one not in between]
    return Beside(next(iter(types[1].meaning.labels)), relations), kept


def _may_be_of_all(relation: Relation, qualifier: Qualifier, label: str) -> bool:
    """Whether a link may be meant in either direction, or all links of a thing together."""
    counts = any(singular_of(word) != word for word in qualifier.property.called.split())
    return relation.source == relation.target or (counts and relation.source != label and qualifier.bounds is not None)


def _of_records(rest: str, names: Sequence[Entity], items: Sequence[Item], said: Said) -> list[Intent]:
    """Everything of which a named thing has a record that is as asked."""
    words = spoken(blanked(rest, [(one.start, one.end) for one in names]))
    nouns = [word.start for word in words if word.text.lower() in vocabulary().records.nouns]
    others = [item for item in items if item.entity is None and item.start not in nouns]
    if len(names) != 1 or names[0].tied or len(nouns) != 1 or not _only_asks(others):
        return []
    thing = Thing.of(names[0].chosen)
    ways = [way for way in said.ways if way[0].source == thing.label != way[0].target and not way[0].hierarchical]
    return [_asked(_kind(others), relation.target, relation, way, (thing,), names) for relation, way in ways]


def _asked(
    kind: Kind,
    label: str,
    relation: Relation,
    qualifier: Qualifier,
    things: tuple[Thing, ...],
    names: Sequence[Entity] = (),
) -> Intent:
    forward = relation.source == label
    far = relation.target if forward else relation.source
    other = None if things else Variable(far)
    condition = Condition(Hop(relation, forward), things, other, qualifiers=(qualifier,))
    return Intent(kind, Variable(label, (condition,)), entities=tuple(names))


def _only_asks(items: Sequence[Item]) -> bool:
    """Whether words only ask, and say nothing of what is asked."""
    plain = all((item.auxiliary or item.meaning.cues) and not item.unread for item in items)
    cues = {cue for item in items for cue in item.meaning.cues}
    if "list" in cues:  # "list all huts"
        cues.discard("all")
    return plain and cues <= _ASKS and not any(item.meaning.of_graph for item in items)


def _counts(items: Sequence[Item]) -> bool:
    return has_cue(items, "count")


def _kind(items: Sequence[Item]) -> Kind:
    return "count" if _counts(items) else "list"
