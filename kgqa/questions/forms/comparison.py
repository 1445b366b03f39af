"""Forms of questions that compare two named things: where a thing is more frequent, which has more, what differs."""

from __future__ import annotations

from kgqa.language.vocabulary import Cue
from kgqa.questions.intent import Gap, Hop, Intent, Outcome, Pair, choice
from kgqa.questions.paths import asked_of, direct
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item
from kgqa.records import Kind
from kgqa.schema.model import Property

_IN = frozenset({"in", "among", "with", "of"})
"""Before what has something, where it stands before none of what is more frequent."""
_MORE, _LESS = frozenset({"more"}), frozenset({"less", "fewer"})
_MORE_PARTICULAR: tuple[Cue, ...] = (
    "compare", "most", "fewest", "count", "often", "when", "share", "not", "or", "kind", "parent", "relation",
)  # fmt: skip
"""Cues by which a question for a difference asks for something more particular."""


def comparison(sentence: Sentence) -> Outcome:
    """ "Is P more frequent in A or in B", "is P less common in A than in B", "which has more phenotypes, A or B".

    Any other number or comparison is a condition that nothing here can check, so it is said to be beyond it.
    """
    found = [item for item in sentence.items if "compare" in item.meaning.cues]
    found = [item for item in found if not (item.meaning.properties or item.meaning.relations)]
    if not found:
        return None
    words = [item.text.lower() for item in found]
    if words == ["only"] and _only_one_of(sentence, found[0]):
        return None
    plain = words[0] in _MORE | _LESS and words[1:] in ([], ["than"]) and not sentence.nots
    outcome = None
    if plain and sentence.has("or") != ("than" in words):
        outcome = _more_frequent(sentence, found[0]) or _more_things(sentence, found[0])
    return outcome or Gap("unread", found[0].text, closeness=6)


def _only_one_of(sentence: Sentence, only: Item) -> bool:
    """Whether "only" says of one name what the question denies of the others ("only in A, not in B")."""
    named = {sentence.thing(name): bool(sentence.negates(name)) for name in sentence.names}
    beside = next((name for name in sentence.names if only.last < name.position), None)
    alike = len({thing.label for thing in named}) == 1 and len(named) > 1
    return alike and beside is sentence.names[0] and list(named.values()) == [False, *[True] * (len(named) - 1)]


def _compared(sentence: Sentence) -> tuple[Item, Item] | None:
    """The two names of one type that "or" or "than" stands between; None where there are none."""
    joint = next(i for i in sentence.items if "or" in i.meaning.cues or i.text.lower() == "than")
    before = [name for name in sentence.names if name.position < joint.position]
    after = [name for name in sentence.names if name.position > joint.position]
    if not before or not after:
        return None
    one, other = before[-1], after[0]
    things = sentence.thing(one), sentence.thing(other)
    return (one, other) if things[0].label == things[1].label and things[0] != things[1] else None


def _more_frequent(sentence: Sentence, more: Item) -> Outcome:
    """Of something that is named beside them, or of both in something that is named."""
    both = _compared(sentence)
    if both is None or len(sentence.names) != 3 or not sentence.has("often") or _other_types(sentence, both):
        return None
    if not (sentence.opens_with_auxiliary or (sentence.has("which") and sentence.has("or"))):
        return None
    named = next(name for name in sentence.names if name not in both)
    beside = sentence.thing(named)
    things = tuple(map(sentence.thing, both))
    if beside.label == things[0].label:
        return None
    hops = [hop for hop in direct(sentence.schema, beside.label, things[0].label) if _frequency(hop) is not None]
    hops = asked_of(sentence, hops)
    if len(hops) != 1:
        return choice([(hop,) for hop in hops]) if hops else None
    pairs = tuple(Pair(beside, thing, (hops[0],)) for thing in things)
    if _IN.intersection(named.behind) and not any(_IN.intersection(one.behind) for one in both):
        back = Hop(hops[0].relation, not hops[0].forward)
        pairs = tuple(Pair(thing, beside, (back,)) for thing in things)
    return Intent(
        "list" if sentence.has("or") else "yesno", pairs=pairs, any_pair=True, property=_frequency(hops[0]), most=True,
        least=more.text.lower() in _LESS, compared=things,
    )  # fmt: skip


def _other_types(sentence: Sentence, both: tuple[Item, Item]) -> list[Item]:
    """The type words that are not for the things that are compared ("which *disease* has more phenotypes, A or B")."""
    label = sentence.thing(both[0]).label
    return [item for item in sentence.items if item.meaning.labels - {label}]


def _frequency(hop: Hop) -> Property | None:
    return next((one for one in hop.relation.properties if one.role == "frequency"), None)


def _more_things(sentence: Sentence, more: Item) -> Outcome:
    both = _compared(sentence)
    if both is None or len(sentence.names) != 2:
        return None
    asks = sentence.has("which") if sentence.has("or") else sentence.opens_with_auxiliary
    label = sentence.thing(both[0]).label
    types = {item.meaning.labels for item in _other_types(sentence, both)}
    if len(types) != 1 or not asks:
        return None
    counted = sorted(types.pop() - {label})
    hops = [hop for one in counted for hop in asked_of(sentence, direct(sentence.schema, label, one))]
    if len(hops) != 1:
        return choice([(hop,) for hop in hops]) if hops else None
    kind: Kind = "list" if sentence.has("or") else "yesno"
    return Intent(
        kind, any_pair=True, most=True, rank_hop=hops[0], least=more.text.lower() in _LESS, top=0,
        compared=tuple(map(sentence.thing, both)),
    )  # fmt: skip


def difference(sentence: Sentence) -> Outcome:
    """ "What distinguishes A from B", "which phenotypes distinguish A from B", "difference between A and B"."""
    said = sentence.asks_difference
    if not said or not sentence.names:
        return None
    verbs = [item for item in sentence.phrases if not item.meaning.labels]
    asks_more = sentence.has(*_MORE_PARTICULAR) or verbs or sentence.properties or sentence.opens_with_auxiliary
    things = tuple(dict.fromkeys(sentence.things))
    several = len({item.meaning.labels for item in sentence.types}) > 1
    if asks_more or len(sentence.names) != 2 or len(things) != 2 or several:
        return Gap("unread", said[0].text, closeness=5)
    if any(item.text.lower() == "both" for item in sentence.items):
        return Intent("list", shared=things)  # "A versus B, what do both have?"
    one, other = things
    if one.label != other.label:
        return Gap("no_relation", f"{said[0].text}|{one.label}|{other.label}", closeness=4)
    labels = sorted(sentence.types[0].meaning.labels) if sentence.types else []
    joined = [label for label in labels if direct(sentence.schema, label, one.label)]
    if labels and not joined:
        return Gap("no_relation", f"{labels[0]}|{one.label}", closeness=4)
    if len(joined) > 1:
        readings = tuple(Intent("list", differ=things, of_type=label) for label in joined)
        return Gap("type_choice", "|".join(joined), closeness=5, readings=readings)
    return Intent("list", differ=things, of_type=joined[0] if joined else None)
