"""What the words of a question say for what a graph could be asked, and against it: the rules beside the ranking.

The ranking compares meanings; these rules hold for any graph and count what its own lexicon knows: a cue that asks for
a form, a word for a type, a relation or a property, and what no word asks for. Some rule a proposal out, some stop the
reading of a question, the others add to a proposal's fit or take from it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from kgqa.language import thesaurus
from kgqa.language.everyday import asks_between
from kgqa.language.inflection import singular_of
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.questions.by_meaning.decomposition import Decomposed
from kgqa.questions.by_meaning.proposals import Named, Proposal, Signals
from kgqa.questions.conditions.phrase import Said
from kgqa.questions.conditions.qualifier_phrases import is_among, is_within
from kgqa.questions.tagging import ASKS_OTHERWISE, Item, asks_of_name, has_cue
from kgqa.questions.text.options import asked_of_row
from kgqa.schema.model import Schema

_SAID, _ON_THE_WAY, _OTHERWISE = 1.5, 0.3, -2.5
"""What a proposal gains for a word of the question that speaks of it in the graph's own lexicon, or of a type on the
way to what it asks for; what it loses for one that speaks of something else."""
_FEW = 0.5
"""What a proposal loses for each power of ten by which its relation has fewer records than the commonest."""
_PLAIN_TEXT = 1.0
"""What a proposal for a property without a known meaning loses."""
_ADVICE = re.compile(
    r"\W*(?:and |so |but )?(?:how|when|where|why)\s+(?:do|can|could|should|shall|would|will)\s+(?:i|we)\b", re.I
)
"""The beginning of a question for advice ("how do I tell my children"), which is no matter of records."""
_COUNTING = frozenset({"number", "count", "total", "many", "much", "amount", "tally", "nr"})
_STOPPING_AT = re.compile(r"\bstop(?:s|ped)?\s+(?:at|in|on)\b|\bwhich\s+stops\b", re.I)
"""To stop at a place is a link; to stop alone says that there is none any more."""
_TIMES = frozenset({"onset", "age", "date", "year", "time", "day", "since", "until", "on"})
"""Words of properties and types that tell when something was."""
_TO_BE = re.compile(r"\bto be\s+$", re.I)
_YES_OR_NO = re.compile(r"\by(?:es)?\s*(?:/|or)\s*no?\b", re.I)
_CUES: dict[Cue, frozenset[str]] = {
    "count": frozenset({"count", "more", "ranking", "fewest"}),
    "most": frozenset({"most", "ranking", "more", "graded"}),
    "fewest": frozenset({"fewest"}),
    "top": frozenset({"most", "ranking"}),
    "kind": frozenset({"kinds", "isa", "below"}),
    "parent": frozenset({"parents", "isa"}),
    "share": frozenset({"shared"}),
    "relation": frozenset({"relation"}),
    "define": frozenset({"everything", "property"}),
    "graded": frozenset({"graded", "list"}),
}
"""The forms that a cue of the question asks for."""
_ONLY: dict[Cue, frozenset[str]] = {
    "compare": frozenset({"more", "atleast", "ranking", "fewest"}),
    "differ": frozenset({"differs", "more", "kinds", "below"}),
    "distinguish": frozenset({"differs"}),
    "other": frozenset({"property"}),
    "often": frozenset({"value", "more"}),
    "count": frozenset({"count", "more", "ranking", "fewest", "atleast"}),
    "share": frozenset({"shared", "list", "count"}),
}
"""Cues that change what is asked, and the only forms that may answer them."""
_NEEDS: dict[str, tuple[Cue, ...]] = {
    "differs": ("distinguish", "differ", "compare"),
    "shared": ("share",),
    "relation": ("relation",),
    "more": ("compare", "most"),
    "most": ("most", "often", "top"),
    "ranking": ("most", "top"),
    "fewest": ("fewest",),
    "count": ("count",),
    "kinds": ("kind",),
    "isa": ("kind", "parent", "a"),
}
"""The cues by which people ask for a form; without one it is less likely."""
_UNSAID = 1.5
"""What a proposal loses whose form or property no word of the question asks for."""
_WHAT_IS = 2.0
"""What a definition gains where nothing but "what is" is said."""
_BROAD = 5.5
"""What the kinds of a thing gain where the name was guessed from a part of the body and a word such as findings."""
_COUNTED = 4.0
"""What a property gains of which it is asked how many ("how many platforms has X")."""
_NUMBERED = frozenset({"atleast", "count", "ranking"})
_SMALL: frozenset[Cue] = frozenset({"and", "a", "there", "which"})
_OF_A_TYPE = frozenset({"list", "count", "most", "ranking", "fewest", "graded", "atleast", "denied", "below"})
"""Forms whose answers are things of one type."""
_EACH = frozenset({"every", "each", "everyone", "everybody", "always"})
_FIRST_PERSON = frozenset({"i", "me", "my", "mine", "we", "us", "our"})
_WAYS = frozenset({"mode", "manner", "way"})
_NEXT_BUT_ONE = 3
_ANY_STEPS = 12
_COUNTS = frozenset({"more", "most", "fewer", "fewest", "less", "least", "many", "number", "vs", "versus"})
"""Words by which numbers of things are compared."""


def may_answer(proposal: Proposal, asked: Decomposed, signals: Signals) -> bool:
    """Whether a proposal has a form that answers what changes the question: comparisons, numbers, differences."""
    if any(is_amiss(proposal, asked) for is_amiss in _AMISS):
        return False
    return signals.number is None or (proposal.form in _NUMBERED and f" {signals.number} " in proposal.texts[0])


def _has_other_form(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a cue changes what is asked to what the form of a proposal does not answer."""
    for cue, forms in _ONLY.items():
        commonest = cue == "often" and asked.has("most") and proposal.form == "most"
        if asked.has(cue) and proposal.form not in forms and not commonest and not is_asked_for(proposal, asked, cue):
            return True
    return False


def _counts_unasked(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a proposal counts where no number of things is asked for."""
    return proposal.form == "count" and (_counts_property(asked) or not _says_count(asked))


def _said_types(asked: Decomposed) -> set[str]:
    """The types that the parts that ask have words for."""
    return {label for item in asked.items for label in item.meaning.labels}


def _is_of_all_unsaid(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a proposal speaks of no named thing, and no word asks for its form or says its type."""
    if asked.names:
        return False
    unsaid = bool(proposal.label) and proposal.label not in _said_types(asked)
    return unsaid or not asked.has(*_NEEDS.get(proposal.form, ("number",)))


def _joins_where_listed(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a proposal tells how things are joined where things of a type are asked for."""
    return proposal.form == "relation" and not _said_types(asked) <= {name.chosen.label for name in asked.names}


def _is_of_other_type(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a proposal gives things of another type than the one asked for."""
    wanted = _type_asked_for(asked)
    return bool(wanted) and proposal.form in _OF_A_TYPE and proposal.label not in wanted


def _asks_yes_or_no(asked: Decomposed) -> bool:
    """Whether yes or no is asked for ("y/n"), or the question begins so and has no word that asks for more."""
    if _YES_OR_NO.search(asked.text) is not None:
        return True
    auxiliary = bool(asked.items) and asked.items[0].auxiliary
    return auxiliary and not asked.has("which", "how", "list", "there", "define", "explain")


def _is_no_verdict(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a proposal tells something else where yes or no is asked for."""
    if not _asks_yes_or_no(asked):
        return False
    if proposal.form in _OF_A_TYPE and proposal.form != "below":
        return not (proposal.form == "list" and _is_said_by_end(proposal, asked) and _tells_how(proposal))
    if proposal.form == "relation":
        return not asked.has("relation")  # "is P autosomal dominant" does not ask for what joins the two
    if proposal.form in ("property", "everything") and len(asked.names) > 1:
        return True  # "is X the same as Y" asks for nothing of one of them
    # "is the code associated with X" asks for no code
    return proposal.form == "property" and any(map(_says_link, asked.items))


def _is_verdict_unasked(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a proposal says yes or no where things are asked for: "are there diseases whose records hold A and B"
    does not ask whether A has B."""
    return proposal.form == "yesno" and (asked.has("which") or (len(asked.names) > 1 and _asks_for_some(asked)))


def _chooses_otherwise(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether it is asked which of some things something holds, and a proposal does not choose among these, or it
    chooses where nothing is to be chosen."""
    among = bool(asked.listed) and proposal.form == "among" and proposal.label in asked.listed
    if not among and (asks_among(asked) or (asked.opener in ASKS_OTHERWISE and proposal.form != "value")):
        return True
    if proposal.form == "among" and (asked.besides or not _says_among(asked)):
        return True
    # "which of the genes A and B has the most diseases" asks for no disease
    return bool(asked.chosen_from) and proposal.form != "more" and proposal.label not in asked.chosen_from


def _tells_no_time(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a time is asked for and a proposal tells none."""
    return _asks_when(asked) and not _tells_time(proposal)


def _tells_of_nobody(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether somebody is asked for and a proposal gives things that are nobody."""
    return asked.opener == "who" and proposal.form in _OF_A_TYPE and not _may_be_somebody(proposal.label)


def _is_no_definition(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether it is asked what one thing is, and a proposal tells something else of it."""
    return _asks_what_it_is(asked) and not (proposal.form == "everything" or _defines(proposal))


def _is_not_of_all(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether it is asked what holds of every one of some things, and a proposal does not tell that."""
    return any("all" in item.meaning.cues and not _counts_all(proposal, asked, item) for item in asked.items)


def _shares_alone(_: Proposal, asked: Decomposed) -> bool:
    """Whether it is asked what things share of which one alone is named."""
    return asked.has("share") and len(asked.names) < 2


def _finds_unasked(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a proposal says that there is something, and that is not asked."""
    return proposal.form == "exists" and not _asks_for_any(proposal, asked)


def _compares_unsaid(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a proposal compares numbers of things that no word compares: what lasts longer does not have more of
    anything."""
    return proposal.form == "more" and proposal.wanted is None and asked.words.isdisjoint(_COUNTS)


def _is_turned(proposal: Proposal, asked: Decomposed) -> bool:
    return turned(proposal, asked) is not None


def _leaves_condition(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a proposal leaves out the condition on which something is asked."""
    return proposal.form != "value" and _is_conditional(asked)


def _asks_for_some(asked: Decomposed) -> bool:
    """Whether things of a type are asked for by "are there"."""
    return any("there" in one.meaning.cues and after.meaning.labels for one, after in pairwise(asked.items))


def _says_link(item: Item) -> bool:
    """Whether a word says how things are joined, and no property."""
    return bool(item.meaning.relations) and not (item.auxiliary or item.meaning.properties)


def _says_count(asked: Decomposed) -> bool:
    """Whether a word asks how many, of what a type or a relation is a word for: "how long", and "someone said there
    are dozens of forms. How many are there?", do not."""
    said = (item.meaning for item in (*asked.items, *asked.told_types))
    counted = any(one.labels or one.relations for one in said)
    return counted and (asked.has("count") or not _COUNTING.isdisjoint(asked.words))


def _counts_property(asked: Decomposed) -> bool:
    """Whether it is asked how many of a property there are, and of no type or relation ("how many platforms")."""
    return any(
        "count" in item.meaning.cues
        and after.position == item.last + 1
        and any(one.property.role == "text" for one in after.meaning.properties)
        and not (after.meaning.labels or after.meaning.relations)
        for item, after in pairwise(asked.items)
    )


def is_asked_for(proposal: Proposal, asked: Decomposed, cue: Cue) -> bool:
    """Whether the words of a cue ask for the property of a proposal ("how many visits per hour", "what share of")."""
    if proposal.wanted is None or proposal.wanted.role != "text" or cue not in ("count", "share"):
        return False
    said = set(proposal.property_name.lower().replace("_", " ").split())
    for item, after in pairwise([*asked.items, *asked.items[-1:]]):
        beside = after.position == item.last + 1 and any(
            one.property.name == proposal.property_name for one in after.meaning.properties
        )
        if cue in item.meaning.cues and (beside or item.text.lower() in said):
            return True
    return False


def turned(proposal: Proposal, asked: Decomposed) -> Item | None:
    """A word that turns what is asked into the opposite of a proposal that is not said with it ("bad for"), or into
    something else ("half of", "near", "if"); None where there is none."""
    said, odd = proposal.texts[0].lower(), vocabulary().turning | vocabulary().scoping
    places = _STOPPING_AT.sub(" ", asked.text).lower()
    own = (item for item in asked.items if not item.meaning.of_graph)
    return next(
        (
            one
            for one in own
            if any(word in places and word not in said for word in odd.intersection(one.text.lower().split()))
        ),
        None,
    )


def asks_for_another_link(asked: Decomposed, schema: Schema, joined: Iterable[tuple[str, str]]) -> Item | None:
    """A word that nothing of the graph explains and that asks for a link between things of two types all the same
    ("upregulated", where genes are associated with diseases); None where there is none.

    What is to be done ("need to be tested") is no link that a graph records.

    Args:
        joined: the pairs of labels between which links are asked for.
    """
    called = {node.label: node.singular for node in schema.nodes}
    ends = dict.fromkeys((called[one], called[other]) for one, other in joined)
    unread = (item for item in asked.items if item.unread and not _TO_BE.search(asked.text[: item.start]))
    return next((item for item in unread if any(asks_between(item.text, *pair) for pair in ends)), None)


def _compares_shares(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether it is asked how frequent things are in two others, and a proposal would count them instead."""
    shares = any(owned.property.role == "frequency" for item in asked.items for owned in item.meaning.properties)
    return proposal.form == "more" and proposal.wanted is None and (shares or asked.has("often"))


def _asks_when(asked: Decomposed) -> bool:
    """Whether a time is asked for ("when was X treated", "X last treated when")."""
    said = [item for item in asked.items if "when" in item.meaning.cues]
    return bool(said) and said[0] in (asked.items[0], asked.items[-1])


def _may_be_somebody(label: str) -> bool:
    """Whether things of a type may be people or companies, as far as is known of its name."""
    noun = label.replace("_", " ").lower()
    if not thesaurus.is_known(noun, "n") or thesaurus.is_person(noun):
        return True
    return any(thesaurus.is_kind_of(noun, one, _ANY_STEPS) for one in ("organization", "group"))


def _tells_time(proposal: Proposal) -> bool:
    """Whether a proposal asks for a date, an age or an onset."""
    if proposal.wanted is not None:
        said = proposal.property_name.lower().split("_")
        done = thesaurus.is_participle(said[-1])  # "founded"
        return done or proposal.wanted.role in ("onset", "date") or not _TIMES.isdisjoint(said)
    return any(one.role == "answer" and not _TIMES.isdisjoint(one.words) for one in proposal.elements)


def _counts_other(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether a share is asked among those who have what a proposal takes for a finding ("of patients with P who have
    D")."""
    if proposal.form != "value" or proposal.wanted is None or proposal.wanted.role != "frequency":
        return False
    sources = {relation.source for relation in proposal.relations}
    own = [one.start for one in asked.names if one.chosen.label in sources]
    others = [one.start for one in asked.names if one.chosen.label not in sources]
    within = any(is_within(asked.text, place) for place in own)
    return not within and any(is_among(asked.text, place) for place in others)


def _is_conditional(asked: Decomposed) -> bool:
    """Whether a condition on what stands before begins behind a name ("if B is attacked")."""
    first = min((name.start for name in asked.names), default=None)
    return first is not None and any(item.text.lower() == "if" and item.start > first for item in asked.items)


def asks_among(asked: Decomposed) -> bool:
    """Whether it is asked which of the names of a row something holds ("A, B and C - which are seen in D")."""
    other = {label for item in asked.items for label in item.meaning.labels} - asked.listed
    asks = asked.has("which") or asked.opener in ASKS_OTHERWISE
    apart = not other or bool(asked_of_row(asked.text))
    return bool(asked.listed) and asks and apart and not asked.has("count", "compare", "often", "how", "define")


def _says_among(asked: Decomposed) -> bool:
    """Whether words say that things are to be chosen among others ("which of these", "which one")."""
    return asks_among(asked) or bool({"of", "among", "one", "ones", "these", "between"} & asked.words)


def _asks_what_it_is(asked: Decomposed) -> bool:
    """Whether nothing is asked but what one named thing is ("what is X")."""
    said = [item.text.lower() for item in asked.items]
    here = len(asked.names) == 1 and asked.asks_at(asked.names[0].start)
    return here and len(said) == 2 and said[0] == "what" and said[1] in ("is", "are")


def _type_asked_for(asked: Decomposed) -> frozenset[str]:
    """The labels of the type word right behind "which" or "how many", of which the answer is, or behind a participle
    that stands there ("how many *inherited* diseases"); none without one."""
    behind = [*asked.items[1:], None, None]
    for item, after, last in zip(asked.items, behind, behind[1:], strict=False):
        if after is None or not item.meaning.cues & {"which", "count"} or after.position != item.last + 1:
            continue
        if after.meaning.labels:
            return after.meaning.labels
        participle = item.text.lower() != "what" and thesaurus.is_participle(after.text.lower())
        if participle and last is not None and last.position == after.last + 1:
            return last.meaning.labels
    return frozenset()


def _asks_for_any(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether it is asked if there is any thing of the type of a proposal, in words that all are known; one of them
    says the type, or the last one what is done to the only thing that is named ("has X been restored")."""
    first = asked.items[0] if asked.items else None
    said = any(proposal.label in item.meaning.labels for item in asked.items)
    if not said and _tells_how(proposal):
        return False  # "does X run in families": a mode is recorded of what is sporadic too
    other = any(item.unread or _only_owned(item) for item in asked.items) or asked.has("which", "list", "count", "how")
    said = said or _is_said_by_end(proposal, asked)
    return not other and said and (asked.has("there") or (first is not None and first.auxiliary))


def _only_owned(item: Item) -> bool:
    """Whether a word says a property, and no type and no relation."""
    return bool(item.meaning.properties) and not (item.meaning.labels or item.meaning.relations)


def _is_said_by_end(proposal: Proposal, asked: Decomposed) -> bool:
    """Whether the last word says what is done to the only thing that is named."""
    done = {relation.type for relation in asked.items[-1].meaning.relations} if asked.items else set()
    return len(asked.names) == 1 and not done.isdisjoint(proposal.types)


def _tells_how(proposal: Proposal) -> bool:
    """Whether what is asked for are ways in which something is ("mode of inheritance"), so that one is recorded
    whatever the answer to a question for yes or no is."""
    nouns = {word for element in proposal.elements if element.role == "answer" for word in element.words}
    return not _WAYS.isdisjoint(map(singular_of, nouns))


def _counts_all(proposal: Proposal, asked: Decomposed, item: Item) -> bool:
    """Whether "all" or "every" only says that the whole list is wanted, not that something holds of each of them."""
    after = [one for one in asked.items if one.position > item.position and not one.meaning.cues & {"list", "all"}]
    known = bool(after) and (proposal.label in after[0].meaning.labels or after[0].unread)
    each = item.text.lower() in _EACH
    return known and not each and proposal.form in ("list", "graded", "among") and not asked.has("count")


_AMISS: tuple[Callable[[Proposal, Decomposed], bool], ...] = (
    _has_other_form, _counts_unasked, _is_of_all_unsaid, _joins_where_listed, _is_of_other_type, _is_no_verdict,
    _is_verdict_unasked, _chooses_otherwise, _tells_no_time, _tells_of_nobody, _is_no_definition, _is_not_of_all,
    _shares_alone, _finds_unasked, _compares_unsaid, _is_turned, _compares_shares, _counts_other, _leaves_condition,
)  # fmt: skip
"""In what a proposal may ask something else than a question."""


def qualifies(proposal: Proposal, qualifiers: Sequence[Said]) -> bool:
    """Whether conditions on properties can be put on the links that a proposal asks for."""
    if not qualifiers:
        return True
    if proposal.form not in ("list", "count", "exists", "yesno"):
        return False
    return all(any(relation.type in proposal.types for relation, _ in one.ways) for one in qualifiers)


def is_explained(proposal: Proposal, item: Item, names: Sequence[Named]) -> bool:
    """Whether a proposal has a word's type or relation, as far as the graph's lexicon knows it for one."""
    meaning = item.meaning
    if item.generic or item.auxiliary or not meaning.of_graph:
        return True
    known = {proposal.label, *(part.key for part in proposal.elements), *(named.thing.label for named in names)}
    types = {relation.type for relation in meaning.relations} & proposal.types
    owned = any(one.property.name == proposal.property_name for one in meaning.properties)
    return bool(
        types or owned or meaning.labels & known or any(proposal.form in _CUES.get(cue, ()) for cue in meaning.cues)
    )


def gain(proposal: Proposal, asked: Decomposed, names: Sequence[Named], most_records: int) -> float:
    """What the words of a question and the records of a graph say for a proposal; below 0 against it.

    Args:
        names: that the proposal is about.
        most_records: of any relation of the schema.
    """
    whole = _evidence(proposal, asked.items, names) - _rareness(proposal, most_records) - _unsaid(proposal, asked)
    whole += _COUNTED if is_asked_for(proposal, asked, "count") else 0.0
    whole += _WHAT_IS if _defines(proposal) and not any(map(_tells, asked.items)) else 0.0
    return whole + (_BROAD if proposal.form == "below" and any(n.entity.guess == "broad" for n in names) else 0.0)


def _evidence(proposal: Proposal, items: Sequence[Item], names: Sequence[Named]) -> float:
    """What the words of a question that the graph's lexicon knows say for a proposal, and against it."""
    labels = {named.thing.label for named in names}
    if proposal.form in ("yesno", "exists") and has_cue(items, "there"):
        return _SAID
    if proposal.form == "yesno" and not any(_tells(item) for item in items):
        return _SAID
    ways = {element.key for element in proposal.elements if element.role == "via"}
    total = 0.0
    for item in items:
        meaning = item.meaning
        cues = meaning.cues & _CUES.keys()
        related = {relation.type for relation in meaning.relations} & proposal.types
        if (
            any(proposal.form in _CUES[cue] for cue in cues)
            or proposal.label in meaning.labels
            or related
            or any(owned.property.name == proposal.property_name for owned in meaning.properties)
        ):
            total += _SAID
        elif meaning.labels & ways:
            total += _ON_THE_WAY
        elif cues or meaning.properties or (meaning.relations and not item.generic):
            total += 0.0 if meaning.labels & labels and not cues else _OTHERWISE
        elif meaning.labels and not meaning.labels & labels:
            total += _OTHERWISE
    return total


def _unsaid(proposal: Proposal, asked: Decomposed) -> float:
    """What a proposal loses because no word asks for its form, its property, or for what is recorded as absent."""
    cues = _NEEDS.get(proposal.form, ())
    lost = _UNSAID if cues and not asked.has(*cues) else 0.0
    if proposal.form == "denied":
        types = [relation.type for item in asked.items for relation in item.meaning.relations if relation.negates]
        lost += 0.0 if proposal.types & set(types) else 2 * _UNSAID
    if proposal.wanted is not None and (proposal.wanted.role == "synonyms" or proposal.property_name == "id"):
        lost += (
            0.0 if any(o.property == proposal.wanted for i in asked.items for o in i.meaning.properties) else _UNSAID
        )
    lost += 2 * _UNSAID if _defines(proposal) and asks_of_name(asked.items) else 0.0
    if proposal.form == "value":
        names = [owned.property.name for item in asked.items for owned in item.meaning.properties]
        lost += 0.0 if proposal.property_name in names else _UNSAID
    return lost


def _rareness(proposal: Proposal, most_records: int) -> float:
    """What a proposal loses because little is recorded of what it asks for."""
    plain = _PLAIN_TEXT if proposal.wanted is not None and proposal.wanted.role in ("text", "date") else 0.0
    counts = [relation.count for relation in proposal.relations]
    if not counts:
        return plain
    return plain + _FEW * math.log10(max(most_records, 1) / max(min(counts), 1))


def _defines(proposal: Proposal) -> bool:
    return proposal.wanted is not None and proposal.wanted.role == "definition"


def _tells(item: Item) -> bool:
    """Whether a word says anything of what is asked."""
    meaning = item.meaning
    return bool(item.unread or meaning.of_graph or meaning.cues - _SMALL)


def asks_for_two(asked: Decomposed) -> bool:
    """Whether two types or two properties are asked for at once ("genes and diseases", "definition and synonyms")."""
    rows = zip(asked.items, asked.items[1:], asked.items[2:], strict=False)
    return any(
        joint.meaning.cues & {"and", "or"} and other.position - one.last <= _NEXT_BUT_ONE and _are_two(one, other)
        for one, joint, other in rows
    )


def _are_two(one: Item, other: Item) -> bool:
    """Whether words name different types, or properties and nothing else that differ."""
    if one.meaning.labels and other.meaning.labels:
        return one.meaning.labels.isdisjoint(other.meaning.labels)
    if any(item.meaning.labels or item.meaning.relations for item in (one, other)):
        return False
    names = [{owned.property.name for owned in item.meaning.properties} for item in (one, other)]
    return all(names) and names[0].isdisjoint(names[1])


def is_bare_row(asked: Decomposed) -> bool:
    """Whether several names stand in a row without a word of what is asked of them, and are not of one type."""
    labels = {entity.chosen.label for entity in asked.names}
    tells = asks_among(asked) or any(map(_tells, asked.items))
    return len(asked.names) > 2 and len(labels) > 1 and not asked.told and not tells


def is_personal(asked: Decomposed) -> bool:
    """Whether it is asked of a person whether one thing is so ("do I have X", "is my X bad"), which no graph tells."""
    if _ADVICE.match(asked.text[asked.clauses[0].start : asked.clauses[-1].end]):
        return True
    first = next(iter(asked.items), None)
    if first is None or not first.auxiliary or asked.has("which", "how", "list", "count") or len(asked.names) > 2:
        return False
    if any(item.meaning.labels or item.meaning.properties for item in asked.items):
        return False
    return not asked.words.isdisjoint(_FIRST_PERSON)
