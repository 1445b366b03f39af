"""What a question asks of services: read strictly over what they say they have, or else by the paper's templates.

The templates are those of the paper on BTE-RAG (KG retrieval): each thing that the question names, and the type that
it asks for, by whatever links them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from kgqa.language import everyday
from kgqa.linking.linker import Linker
from kgqa.questions.intent import Condition, Gap, Hop, Intent, Thing, readings_of
from kgqa.questions.interpreter import Interpreter
from kgqa.questions.verbalisation import restated
from kgqa.questions.wording import Wording, listed
from kgqa.records import Entity
from kgqa.schema import derive
from kgqa.schema.model import Relation, Schema
from kgqa.services.federation.names import Identified, for_asking
from kgqa.services.federation.requested_links import End, Known, Link, Wanted
from kgqa.services.federation.types import Types
from kgqa.services.trapi import biolink
from kgqa.services.trapi.biolink import predicate_words

MOST_RELATIONS = 400
"""Kinds of links over which a question is read; those at the types that it names go first."""
MOST_WANTED = 12
"""Query graphs that one question is asked as."""
_UNION = "_or_"
"""In the name of a predicate: it stands above others, and is nothing that anybody asks for."""


def schema_of(known: Sequence[Known], types: Types, named: Iterable[str]) -> Schema:
    """What services have, as a schema over which questions are read.

    Args:
        named: labels of the things that the question names.
    """
    triads = sorted({triad for one in known for triad in one.triads})
    at = set(named)
    by_labels = {
        (types.label(subject), predicate, types.label(object_)): (subject, object_)
        for subject, predicate, object_ in triads
        if _UNION not in predicate and predicate != biolink.RELATED_TO
    }
    ordered = sorted(by_labels, key=lambda one: (at.isdisjoint((one[0], one[2])), one))[:MOST_RELATIONS]
    nodes = {label: types.node(type_) for key in ordered for label, type_ in zip(key[::2], by_labels[key], strict=True)}
    relations = [_relation(predicate, source, target) for source, predicate, target in ordered]
    return Schema(tuple(nodes.values()), tuple(_each_by_its_own_words(relations)))


def _relation(predicate: str, source: str, target: str) -> Relation:
    made = derive.relation(predicate, source, target, 0, ())
    symmetric = source == target and biolink.symmetric(predicate)
    return replace(
        made,
        forward=predicate_words(predicate),
        inverse=predicate_words(predicate, inverse=True),
        symmetric=symmetric or made.symmetric,
    )


def _each_by_its_own_words(relations: Sequence[Relation]) -> Iterable[Relation]:
    """Of relations that people's words mean alike the one that is called so has them; the others have their own name.

    "Treats" is what drugs are asked to do; that one was studied for it, or applied, is asked for as that.
    """
    best: dict[tuple[str, str, str], tuple[int, str]] = {}
    places: dict[Relation, tuple[tuple[str, str, str], tuple[int, str]]] = {}
    for one in relations:
        named = derive.name_between(one.type, one.source, one.target)
        meant = everyday.relation_of(named, one.source.lower(), one.target.lower())
        if meant is not None:
            names = (*meant.concept.names, *meant.concept.turned)
            place = names.index(named) if named in names else len(names), one.type
            key = meant.concept.concept, one.source, one.target
            places[one] = key, place
            best[key] = min(place, best.get(key, place))
    for one in relations:
        if one in places and places[one][1] != best[places[one][0]]:
            its_name = derive.predicate(one.type)
            one = replace(one, words=(its_name,), forward_words=(), inverse_words=(), loose=())
        said = {
            word
            for other in relations
            if (other.source, other.target) == (one.source, one.target) and other.type != one.type
            for word in (*other.words, *other.forward_words, *other.inverse_words)
            if word not in other.loose
        }
        loosely = said.intersection(one.loose)
        yield _without(one, loosely) if loosely else one


def _without(one: Relation, words: Set[str]) -> Relation:
    """A relation without words that say more than it, where another one says just that: "cause" of a mere link."""

    def kept(some: Iterable[str]) -> tuple[str, ...]:
        return tuple(word for word in some if word not in words)

    return replace(
        one,
        words=kept(one.words),
        forward_words=kept(one.forward_words),
        inverse_words=kept(one.inverse_words),
        loose=kept(one.loose),
    )


@dataclass(frozen=True, slots=True)
class Read:
    """What is asked of services.

    Attributes:
        intent: that it follows from; None where the templates were taken, as the question was not read surely.
        said: what the question asks for, in words; empty for a template.
    """

    wanted: tuple[Wanted, ...] = ()
    intent: Intent | None = None
    said: str = ""


def read(
    question: str,
    entities: Sequence[Entity],
    known: Sequence[Known],
    types: Types,
    linker: Linker,
    same: Mapping[str, Identified] | None = None,
) -> Read:
    """What is asked of services.

    Args:
        question: without its options.
        same: things by identifiers of the question, as a service of names knows them.
    """
    schema = schema_of(known, types, (one.label for entity in entities for one in entity.meant))
    if not schema.relations:
        return Read()
    interpreter = Interpreter(schema, linker)
    reading = interpreter.read(question, entities)
    intents = () if isinstance(reading, Gap) else readings_of(reading)
    if len(intents) == 1 and intents[0].entities:
        wanted = _of_intent(intents[0], types)
        if wanted:
            return Read(
                _known_by_all(wanted, linker, same or {}),
                intents[0],
                restated(Wording(schema), intents[0]).removeprefix("list of "),
            )
    return Read(_known_by_all(_templates(question, entities, types, interpreter), linker, same or {}))


def _known_by_all(wanted: Iterable[Wanted], linker: Linker, same: Mapping[str, Identified]) -> tuple[Wanted, ...]:
    """The same with every identifier by which the graph, its vocabulary and ``same`` know the named things."""

    def known(end: End) -> End:
        if end.thing is None:
            return end
        ids = dict.fromkeys(id_ for one in end.thing.ids for id_ in linker.index.all_ids(one))
        return replace(end, thing=replace(end.thing, ids=for_asking(ids, same)))

    return tuple(replace(one, nodes={key: known(end) for key, end in one.nodes.items()}) for one in wanted)


def _of_intent(intent: Intent, types: Types) -> tuple[Wanted, ...]:
    """The query graphs of an intent; none where it asks for more than links."""
    more = intent.property or intent.most or intent.compared or intent.of_these or intent.differ or intent.shared
    if more or intent.excluded or intent.besides or intent.rank_hop or intent.any_pair:
        return ()
    if intent.answer is not None and intent.kind in ("list", "count") and intent.answer.within is None:
        found = [_of_condition(intent.answer.label, one, types) for one in intent.answer.conditions]
        whole = [one for one in found if one is not None]
        return tuple(whole) if whole and len(whole) == len(found) else ()
    if intent.kind == "yesno" and len(intent.pairs) == 1 and not intent.pairs[0].negated:
        pair = intent.pairs[0]
        if pair.qualifiers or not 1 <= len(pair.hops) <= 2:
            return ()
        keys = [f"n{place}" for place in range(len(pair.hops) + 1)]
        nodes = {keys[0]: End(types.of_label(pair.one.label), pair.one)}
        for key, hop in zip(keys[1:], pair.hops, strict=True):
            nodes[key] = End(types.of_label(hop.end))
        nodes[keys[-1]] = replace(nodes[keys[-1]], thing=pair.other)
        links = tuple(_link(hop, *ends) for hop, ends in zip(pair.hops, pairwise(keys), strict=True))
        return (Wanted(nodes, links, "", f"{pair.one.name} and {pair.other.name}"),)
    return ()


def _of_condition(label: str, condition: Condition, types: Types) -> Wanted | None:
    """One condition of a list: a link, or two over something unnamed."""
    nodes, links, keys = {"n0": End(types.of_label(label))}, [], ["n0", "n1", "n2"]
    said = []
    for place in range(2):
        if condition.negated or condition.denied or condition.qualifiers or condition.keys:
            return None
        hop, here, there = condition.hop, keys[place], keys[place + 1]
        links.append(_link(hop, here, there))
        said.append(hop.relation.forward if hop.forward else hop.relation.inverse)
        if condition.things:
            ids = tuple(dict.fromkeys(id_ for thing in condition.things for id_ in thing.ids))
            name = listed([thing.name for thing in condition.things], "or")
            nodes[there] = End(types.of_label(hop.end), Thing(name, condition.things[0].label, ids))
            return Wanted(
                nodes, tuple(links), "n0", f"{types.node(nodes['n0'].type).plural}: {' … '.join(said)} {name}"
            )
        nodes[there] = End(types.of_label(hop.end))
        if condition.variable is None or len(condition.variable.conditions) != 1 or condition.variable.within:
            return None
        condition = condition.variable.conditions[0]
    return None


def _link(hop: Hop, here: str, there: str) -> Link:
    subject, object_ = (here, there) if hop.forward else (there, here)
    return Link(subject, (hop.relation.type,), object_)


def _templates(question: str, entities: Sequence[Entity], types: Types, interpreter: Interpreter) -> tuple[Wanted, ...]:
    things = list(dict.fromkeys(Thing.of(one) for entity in entities for one in entity.meant))
    typed = [(thing, types.of_label(thing.label)) for thing in things if types.of_label(thing.label)]
    asked = [types.of_label(label) for label in interpreter.asked_types(question, entities)]
    found = []
    for thing, type_ in typed:
        for each in dict.fromkeys(asked):
            said = f"{types.node(each).plural}: linked to {thing.name}"
            found.append(Wanted({"n0": End(each), "n1": End(type_, thing)}, (Link("n0", (), "n1"),), "n0", said))
    for (one, its), (other, others) in combinations(typed, 2):
        ends = {"n0": End(its, one), "n1": End(others, other)}
        found.insert(0, Wanted(ends, (Link("n0", (), "n1"),), "", f"{one.name} and {other.name}"))
    if not found or (not asked and interpreter.kind(question) != "yesno"):
        for thing, type_ in typed:
            ends = {"n0": End(biolink.NAMED_THING), "n1": End(type_, thing)}
            found.append(Wanted(ends, (Link("n0", (), "n1"),), "n0", f"everything linked to {thing.name}"))
    return tuple(found[:MOST_WANTED])
