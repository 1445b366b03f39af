"""What makes a reading wrong although it is one: words left out that change the answer, relations turned round.

A reading must use every word that can change its answer. Each check names the words that a reading leaves out; the
first such word is told to the reader instead of an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kgqa.language.inflection import irregular_infinitive, without_s
from kgqa.language.thesaurus import infinitives
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.answer_type import asked_types, asked_word, says_more
from kgqa.questions.intent import Condition, Gap, Intent, conditions_of, misdirected, relations_of, things_of
from kgqa.questions.qualifiers import NUMERIC
from kgqa.questions.relation_phrases import directions, wrong_subject
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item, joins_of, number_of
from kgqa.schema.model import Property, Relation

_DETERMINERS = frozenset({"the", "a", "an", "his", "her", "their", "its", "my", "our"})
_ALL_OF = frozenset({"both", "all", "every", "each"})
_ANYTHING = frozenset({"anything", "everything", "all", "any"})
_OTHERS = frozenset({"other", "others", "else", "another"})
_NONE_OF = frozenset({"no", "without", "lacking"})


def doing_of_owned(items: Sequence[Item]) -> str:
    """The words for what something of a named thing does, where it is asked to what ("A: what does *its gene cause*"):
    that is no question for the something itself; empty where it is not."""
    pointing = vocabulary().pointing
    for place, (verb, doer, deed) in enumerate(zip(items, items[1:], items[2:], strict=False)):
        owned = not pointing.owners.isdisjoint(doer.behind[-1:]) and doer.entity is None
        acts = verb.auxiliary and verb.text.lower() in vocabulary().do and bool(deed.meaning.relations)
        asked = any(item.meaning.labels and item.entity is None for item in items[:place])
        if owned and acts and doer.meaning.labels and deed.position == doer.last + 1 and not asked:
            return f"{doer.behind[-1]} {doer.text} {deed.text}"
    return ""


def several_questions(sentence: Sentence) -> Gap | None:
    """More than one question at once: a second "which", or a "what" inside a question for yes or no."""
    which = [item for item in sentence.with_cue("which") if not _is_relative(sentence, item)]
    polite = any("you" in item.behind for item in sentence.items[1:2])
    inside = sentence.opens_with_auxiliary and which and not polite and not sentence.has("whether")
    numbers = [item for item in sentence.with_cue("count") if item.text.lower() == "how many"]
    again = [item for item in numbers if sentence.opens_with_auxiliary and _follows_and(sentence, item)]
    if len(which) + len(numbers) > 1 or inside or again:
        return Gap("several", [*which, *numbers][-1].text, closeness=7)
    return None


def _follows_and(sentence: Sentence, item: Item) -> bool:
    """Whether "and" stands right before an item, a preposition aside ("and with how many")."""
    before = sentence.before(item)
    return bool(before) and "and" in before[-1].meaning.cues


def both_of_one(sentence: Sentence) -> Gap | None:
    """ "Both" where only one thing is named: the other one was not understood ("a blue eye and … Which have both")."""
    both = [item for item in sentence.items if item.text.lower() == "both"]
    named = len(set(sentence.things))
    if both and named == 1 and len(sentence.types) < 2:
        return Gap("unread", both[0].text, closeness=6)
    return None


def denied_type(sentence: Sentence) -> Gap | None:
    """A type that is denied and names nothing ("for which no gene is recorded"): whether nothing of it is recorded."""
    for denial in sentence.nots:
        after = next((item for item in sentence.items if item.position == denial.last + 1), None)
        if denial.text.lower() in _NONE_OF and after is not None and after in sentence.types:
            return Gap("unread", f"{denial.text} {after.text}", closeness=7)
    return None


def no_other(sentence: Sentence) -> Gap | None:
    """ "No other", "and other genes": what is denied, or asked for besides, is no name of the question."""
    for item, after in pairwise(sentence.items):
        joins = item in sentence.nots or "and" in item.meaning.cues
        if joins and after.position == item.last + 1 and after.text.lower() in _OTHERS:
            return Gap("unread", f"{item.text} {after.text}", closeness=7)
    return None


def not_of_all(sentence: Sentence) -> Gap | None:
    """ "But not both", "not all": whether it is denied of each or of them together is not said."""
    for item, after in pairwise(sentence.items):
        if item in sentence.nots and after.position == item.last + 1 and after.text.lower() in _ALL_OF:
            return Gap("unread", f"{item.text} {after.text}", closeness=7)
    return None


def but_a_name(sentence: Sentence) -> Gap | None:
    """ "Any crop but X", "everything but X": the name is left out, and of how much is not read."""
    for before, item, after in zip(sentence.items, sentence.items[1:], sentence.items[2:], strict=False):
        of_all = before.meaning.labels or before.text.lower() in _ANYTHING
        if "but" in item.meaning.cues and after.entity is not None and of_all and after.position == item.last + 1:
            return Gap("unread", f"{before.text} {item.text}", closeness=7)
    return None


_ONE_OF = frozenset({"which one of", "which ones of", "which one", "which ones", "what one of"})


def which_of_names(sentence: Sentence) -> Gap | None:
    """ "Which of A, B and C": the answer is among the names, which are no conditions of it."""
    names, which = sentence.names, next(iter(sentence.items), None)
    if sentence.has("most", "fewest"):
        return None  # they are compared
    if len(names) < 2 or which is None or "which" not in which.meaning.cues:
        return None
    before = " ".join(item.text for item in sentence.before(names[0]))
    behind = before.lower() in _ONE_OF or (before == which.text and names[0].behind[:1] in (("of",), ("among",)))
    if behind and sentence.thing(names[0]).label == sentence.thing(names[1]).label:
        return Gap("unread", " ".join((before, *names[0].behind[:1])), closeness=7)
    return None


def _is_relative(sentence: Sentence, item: Item) -> bool:
    """Whether "which" behind a noun and a preposition opens a clause ("diseases in which TP53 is upregulated")."""
    before = sentence.before(item)
    prepositions = {"in", "by", "for", "with", "to", "from"}
    return bool(before) and bool(before[-1].meaning.labels) and len(item.behind) == 1 and item.behind[0] in prepositions


def mixed_alternatives(sentence: Sentence) -> Gap | None:
    """ "A and B or C", "A and either B or C", "A is X, B is Y": how the names group is not said by their order."""
    names = sentence.names
    choices = [item for item in sentence.with_cue("or") if names and item.position > names[0].position]
    if len(names) > 2 and choices:
        # What stands behind "but not" is a group of its own: "A and B, but not C or D".
        but = next((i.position for i in sentence.with_cue("but") if i.position < choices[0].position), -1)
        start = but if but > names[0].last and sentence.negates(names[-1]) else names[0].last
        between = [i for i in sentence.items if start < i.position < names[-1].position]
        if any({"and", "share"} & item.meaning.cues for item in between):
            return Gap("grouping", "or", closeness=7)
    return None


def left_out(sentence: Sentence, intent: Intent) -> Gap | None:
    """Why a reading is no answer to the sentence, or None."""
    word = next((item for check in _CHECKS for item in check(sentence, intent)), None)
    if word is not None:
        return Gap("unread", word.text, closeness=6)
    used = {c.hop.relation for c in conditions_of(intent.answer)} | {
        hop.relation for p in intent.pairs for hop in p.hops
    }
    ranking = sentence.before_most if intent.rank_hop is not None else None
    phrase = wrong_subject(sentence, used, intent.answer.label if intent.answer else None, ranking)
    if phrase is not None:
        relation = next((r for r in phrase.meaning.relations if r in used), next(iter(used)))
        return misdirected(relation, phrase.text)
    return None


def unused_phrase(sentence: Sentence, used: set[Relation]) -> Item | None:
    """A phrase that asks for a relation which the reading does not use: then it would answer something else."""
    types = {relation.type for relation in used}
    for item in sentence.phrases:
        meaning = item.meaning
        wanted = {r.type for r in meaning.relations} | {r.negates for r in meaning.relations if r.negates}
        harmless = meaning.labels or meaning.cues or item.generic
        if not harmless and not wanted & types:
            return item
    return None


def _names(sentence: Sentence, intent: Intent) -> list[Item]:
    """Each name must be used: what is told of another thing is no answer."""
    used = {thing.ids for thing in things_of(intent)}
    return [item for item in sentence.names if sentence.thing(item).ids not in used]


def _kinds(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "Do types of A have B" does not ask whether one is a kind of the other: words for that stand between them, or
    behind both."""
    hops = [hop for pair in intent.pairs for hop in pair.hops]
    if not hops or not all(hop.relation.hierarchical for hop in hops) or len(sentence.names) < 2:
        return []
    said = [item for item in sentence.phrases if any(one.hierarchical for one in item.meaning.relations)]
    first = sentence.names[0].position
    verbs = [item for item in sentence.items if item.position > first and item.text.lower() in ("have", "has", "show")]
    return said if said and verbs and all(item.position < first for item in said) else []


def _kinds_of(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "A types with B" asks for kinds of A, and neither for those of B nor whether A is one of them."""
    for before, item, after in zip([None, *sentence.items], sentence.items, [*sentence.items[1:], None], strict=False):
        noun = item.text.lower().split()[0]
        if "kind" not in item.meaning.cues or without_s(noun) == noun:
            continue
        behind = before is not None and before.entity is not None and item.start == before.end + 1
        of = before if behind else after if after is not None and joins_of(item, after) else None
        if of is None or of.entity is None or len(sentence.names) < 2:
            continue
        ids = sentence.thing(of).ids
        asked = [one for one in conditions_of(intent.answer) if one.hop.relation.hierarchical]
        if not any(thing.ids == ids for one in asked for thing in one.things):
            return [item]
    return []


def _nots(sentence: Sentence, intent: Intent) -> list[Item]:
    """Each "not" must deny one name, and a name can be denied once; a denial is no question for existence."""
    conditions = conditions_of(intent.answer)
    denied = any(c.negated or c.denied for c in conditions) or any(pair.negated for pair in intent.pairs)
    absence = [item for item in sentence.items if sentence.records_absence(item)]
    if intent.kind == "yesno" and intent.answer is not None and denied:
        return sentence.nots or absence
    if (sentence.nots and absence) or len(absence) > 1:
        return [*sentence.nots, *absence]
    if absence and not (intent.excluded or denied):
        return absence
    if (
        intent.answer is not None
        and len(sentence.names) > 1
        and any(_behind_a_name(sentence, n) for n in sentence.nots)
    ):
        return sentence.nots
    if (other := _of_another(sentence, conditions)) is not None:
        return [other]
    if lacks := [item for item in sentence.nots if _lacks_that(sentence, item)]:
        return lacks
    twice = any(sentence.negates(name) > 1 for name in sentence.names)
    unused = not intent.negated and not (denied and any(sentence.negates(name) for name in sentence.names))
    return sentence.nots if twice or unused else []


def _lacks_that(sentence: Sentence, item: Item) -> bool:
    """Whether a verb of lacking is said of the name before it ("what does A *lack* that B has")."""
    before, after = sentence.before(item), [other for other in sentence.items if other.position > item.position]
    named = bool(before) and before[-1].entity is not None
    return named and item.text.lower() == "lack" and bool(after) and after[0].behind[:1] in (("that",), ("which",))


def _of_another(sentence: Sentence, conditions: Sequence[Condition]) -> Item | None:
    """A "no" of things of a type ("with no known inheritance") that no denied condition is on."""
    denied = {thing.label for c in conditions if c.negated or c.denied for thing in c.things}
    for item in sentence.nots if denied else ():
        behind = next((other for other in sentence.items if other.position > item.position), None)
        labels = behind.meaning.labels if behind is not None and item.text.lower() in ("no", "without") else frozenset()
        if labels and labels.isdisjoint(denied):
            return item
    return None


def _behind_a_name(sentence: Sentence, item: Item) -> bool:
    """Whether a "not" stands between a name and a verb ("does X not have"), where it may deny either neighbour."""
    before, after = sentence.before(item), [other for other in sentence.items if other.position > item.position]
    if item.text.lower() not in ("not", "never") or not before or not after:
        return False
    return before[-1].entity is not None and after[0].entity is None


def _alternatives(sentence: Sentence, intent: Intent) -> list[Item]:
    several = any(len(condition.things) > 1 for condition in conditions_of(intent.answer))
    # "A or B, ddx" says that one of them was seen; of "most of A, B or C" each counts.
    counted = any(item.text.lower().endswith(" of") for item in sentence.asks_ranking)
    some = intent.of_these is not None and (counted or intent.of_these.least is not None)
    return [] if intent.any_pair or several or some else sentence.with_cue("or")


def _times(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "When" asks for a time: a property of that role, or a type whose words say so."""
    return [] if _is_time(sentence, intent) else sentence.with_cue("when")


def _is_time(sentence: Sentence, intent: Intent) -> bool:
    if intent.property is not None:
        return intent.property.role in ("onset", "date")
    words = sentence.schema.node(intent.answer.label).words if intent.answer else ()
    return any("onset" in phrase or "age" in phrase.split() for phrase in words)


def _hows(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "How" asks for a frequency, for a link, or by a verb for what the verb leads to; not for a mechanism."""
    if intent.kind in ("value", "relation", "text", "count") or intent.most or intent.differ:
        return []
    asked = asked_types(sentence)
    by_verb = len(sentence.names) == 1 and bool(asked) and asked[0][1] is None
    return [] if intent.kind == "list" and by_verb else sentence.with_cue("how")


def _often(sentence: Sentence, intent: Intent) -> list[Item]:
    if intent.most or intent.kind in ("value", "text"):
        return []
    often = [item for item in sentence.with_cue("often") if "share" not in item.meaning.cues]
    # "Commonly seen" in a list is no condition, "common" before a noun and "how often" are.
    adverbs = intent.kind in ("list", "count") and not sentence.has("how")
    return [
        item
        for item in often
        if not (adverbs and item.text.lower().endswith(("ly", "often"))) or sentence.word_before(item) == "as"
    ]


def _shares(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "Share" is said of two named things of one type; of unnamed ones it is a condition of its own."""
    labels = [thing.label for thing in sentence.things]
    several = any(labels.count(label) > 1 for label in labels)
    return [] if several else [item for item in sentence.with_cue("share") if not item.meaning.relations]


def _alls(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "All" is said of the whole list that is asked for, or of the names that follow; else it is a condition."""
    listing = intent.kind in ("list", "count")
    asked = asked_word(sentence) if listing else None
    left = []
    for item in sentence.with_cue("all"):
        after = next((other for other in sentence.items if other.position > item.position), None)
        of_these = after is not None and after.entity is not None and bool({"these", "of"} & set(after.behind))
        if not listing or not (of_these or (asked is not None and after is asked)):
            left.append(item)
    return left


def _mosts(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "Most" right behind the auxiliary that begins is said of how many of some things something is so ("do most Xs
    with A have B")."""
    begins = sentence.items[:3] if sentence.opens_with_auxiliary else []
    pairs = pairwise(begins)
    return [most for most, noun in pairs if most.text.lower() == "most" and noun.meaning.labels]


def _others(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "Other" and "same" are empty where nothing of the asked type is named to which the rest would be compared."""
    compared = intent.answer is None or any(thing.label == intent.answer.label for thing in sentence.things)
    compared = compared or intent.kind == "yesno"
    return sentence.with_cue("other") if compared and intent.kind != "text" else []


def _differences(sentence: Sentence, intent: Intent) -> list[Item]:
    types = {item.position for item in sentence.types}
    differ = [item for item in sentence.with_cue("differ") if not item.meaning.relations]
    differ = [item for item in differ if not (intent.differ and "distinguish" in item.meaning.cues)]
    return [item for item in differ if item.last + 1 not in types]


def _commands(sentence: Sentence, intent: Intent) -> list[Item]:
    others = [item for item in sentence.with_cue("list") if item is not sentence.commands]
    if intent.kind == "yesno" and not sentence.opens_with_auxiliary:
        return others  # "I am looking for those of A with B" states nothing
    return [item for item in others if sentence.has("which") and not item.meaning.properties]


def _properties(sentence: Sentence, intent: Intent) -> list[Item]:
    """A phrase that asks for a property must be answered with that property; and a number of values is not asked."""
    asked = [item for item in sentence.items if item.meaning.properties and not _means_more(item)]
    if intent.property is None:
        time = _is_time(sentence, intent)
        return [i for i in asked if not (time and any(o.property.role == "onset" for o in i.meaning.properties))]
    if sentence.has("count") and not any("count" in item.meaning.cues for item, _ in sentence.properties):
        return [] if _is_number(sentence, intent.property) else sentence.with_cue("count")
    role = intent.property.role  # of no known meaning are many properties that have nothing in common
    same = {intent.property.name} if role == "text" else {role}
    told = [(item, {o.property.name if role == "text" else o.property.role for o in item.meaning.properties})
            for item in asked]  # fmt: skip
    return [item for item, own in told if not same & own]


def _is_number(sentence: Sentence, property_: Property) -> bool:
    """Whether a property is a number of what stands right behind "how many" ("how many cows", "how many hectares")."""
    asked = [item for item, owned in sentence.properties if owned.property == property_]
    counts = [item.last + 1 for item in sentence.with_cue("count") if item.text.lower() == "how many"]
    return property_.type in NUMERIC and any(item.position in counts for item in asked)


def _means_more(item: Item) -> bool:
    return bool(item.meaning.labels or item.meaning.relations)


def _bare(sentence: Sentence, intent: Intent) -> list[Item]:
    """Everything of a type is listed only where nothing else is said of it."""
    if intent.answer is None or intent.answer.conditions or intent.most:
        return []
    asked = asked_word(sentence)
    return [i for i in sentence.items if i is not asked and (_means_more(i) or i.generic or i.entity is not None)]


def _numbers(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "Top" and how many of a list are asked for say something of a ranking only."""
    numbers = sentence.with_cue("number")
    if intent.of_these is not None:
        holding = sum(not condition.negated for condition in conditions_of(intent.answer))
        said = numbers[1:] if intent.of_these.least is not None else numbers
        return [*(item for item in said if number_of(item) != holding), *sentence.with_cue("top")]
    if intent.rank_hop is None or intent.top == 0 or len(numbers) > 1:
        return [*numbers, *sentence.with_cue("top")]
    return sentence.with_cue("top") if sentence.has("top") and intent.top is None else []


def _natures(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "What kind of disease is X" asks what X is, not what is linked to it."""
    asked = asked_word(sentence) if intent.answer else None
    kinds = [item for item in sentence.with_cue("kind") if asked is not None and 0 < asked.position - item.last <= 2]
    place = sentence.items.index(asked) + 1 if asked is not None else len(sentence.items)
    copula = [item for item in sentence.items[place : place + 1] if item.text.lower() in vocabulary().be]
    named = bool(sentence.items[place + 1 : place + 2]) and sentence.items[place + 1].entity is not None
    last = bool(sentence.names) and sentence.names[-1] is sentence.items[-1]
    return kinds if copula and named and last else []


def _second_types(sentence: Sentence, intent: Intent) -> list[Item]:
    """A type word that "and" joins to the one asked for, or that has a name of its own beside that of the first ("gene
    for A, sign of B"), asks for more than one list."""
    asked = asked_word(sentence) if intent.answer else None
    place = sentence.items.index(asked) if asked is not None else len(sentence.items)
    following = sentence.items[place + 1 : place + 3]
    joined = len(following) == 2 and {"and", "or"} & following[0].meaning.cues and following[1].meaning.labels
    return [following[1]] if joined else _of_its_own(sentence, place)


def _of_its_own(sentence: Sentence, place: int) -> list[Item]:
    """The type word behind the name of the first one, with another name of that type right behind it."""
    said = [item for item in sentence.items[place:] if "and" not in item.meaning.cues][:4]
    if len(said) != 4 or said[1].entity is None or said[3].entity is None:
        return []
    first, name, second, other = said
    alike = sentence.thing(name).label == sentence.thing(other).label
    owned = bool({"of", "for"} & {*other.behind, second.text.lower().split()[-1]})
    return [second] if alike and owned and second.meaning.labels - first.meaning.labels else []


def _deeds(sentence: Sentence, intent: Intent) -> list[Item]:
    """A word for a type behind "does A" is the verb for what its things do ("which trials does A *sponsor*")."""
    used = set(relations_of(intent))
    for first, name, last in zip(sentence.items, sentence.items[1:], sentence.items[2:], strict=False):
        verb = first.auxiliary and first.text.lower() in vocabulary().do and name.entity is not None
        asked = intent.answer.label if intent.answer is not None else ""
        if verb and last.meaning.labels - {asked} and last.text.lower() in infinitives(last.text.lower()):
            said = any(last.text.lower() in word.split() for one in used for word in one.words)
            return [] if said else [last]
    return []


def _compounds(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "Which disease genes" asks for genes, and never for diseases."""
    asked = asked_word(sentence) if intent.answer else None
    return [asked] if asked is not None and intent.answer and says_more(sentence.items, asked, intent.answer) else []


def _subjects(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "What do A and B have": each its own, or both the same? Only "both", "share" or "common" say it."""
    if intent.answer is None or sentence.has("share") or any(i.text.lower() == "both" for i in sentence.items):
        return []
    if intent.of_these is not None:
        return []
    sources = [c for c in intent.answer.conditions if not c.hop.forward and not (c.negated or c.denied) and c.things]
    last = sentence.names[-1].position if sentence.names else 0
    verb = any(item.position > last and (item.meaning.relations or item.auxiliary) for item in sentence.items)
    return sentence.with_cue("and")[:1] if len(sources) > 1 and verb else []


def _necessities(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "Must" and "will" claim more than that something is recorded; "should not" is no mere absence of a record."""
    forbids = [item for item in sentence.items if item.auxiliary and item.text.lower() in ("must", "shall", "should")]
    if forbids and sentence.nots:
        return forbids
    first = sentence.items[0]
    claims = first.auxiliary and first.text.lower() in ("must", "will", "shall", "should")
    return [first] if claims and intent.kind == "yesno" else []


def _claims(sentence: Sentence, intent: Intent) -> list[Item]:
    """A statement about a whole type ("every disease shows X") is not answered with a list."""
    if intent.answer is None or sentence.asks_which or sentence.opens_with_auxiliary or intent.kind == "yesno":
        return []
    asked = asked_word(sentence)
    place = sentence.items.index(asked) + 1 if asked is not None else len(sentence.items)
    after = sentence.items[place : place + 1]
    finite = [i for i in after if not i.behind and (i.auxiliary or i.meaning.relations) and not _is_attribute(i)]
    copulas = [i for i in sentence.items if i.auxiliary and i.text.lower() in ("is", "are") and "that" not in i.behind]
    return [i for i in (*finite, *copulas) if not i.text.lower().split()[0].endswith(("ing", "ed"))]


def _acts(sentence: Sentence, intent: Intent) -> list[Item]:
    """A verb in the past between what is asked for and what it was done to ("which patients *fitted* the prosthesis of
    X") says a link, which no other one stands for."""
    asked = asked_word(sentence) if intent.answer is not None else None
    used = set(relations_of(intent))
    for before, item, after in zip(sentence.items, sentence.items[1:], sentence.items[2:], strict=False):
        subject = before is asked and item.position == before.last + 1
        done_to = _DETERMINERS.issuperset(after.behind) and (after.entity is not None or bool(after.meaning.labels))
        past = item.position == item.last and item.text.lower().endswith("ed")
        if subject and past and done_to and item.meaning.relations and used.isdisjoint(item.meaning.relations):
            return [item]
    return []


def _sides(sentence: Sentence, intent: Intent) -> list[Item]:
    """Whether one thing does something to another of its type is asked in a word that says who does it ("does A
    *mentor* B", where a noun for mentors is all that is known, leaves it open)."""
    if intent.kind != "yesno" or intent.any_pair:
        return []
    for relation in relations_of(intent):
        mutual = relation.symmetric or " with" in relation.forward  # "cross reacts with"
        if relation.source != relation.target or mutual or relation.hierarchical:
            continue
        said = [item for item in sentence.phrases if relation in item.meaning.relations]
        if said and not any(directions(item, relation) for item in said):
            return said[:1]
    return []


def _clauses(sentence: Sentence, intent: Intent) -> list[Item]:
    """A clause behind a name says which of its things are meant ("syndromes that follow A"), and states nothing."""
    if sentence.opens_with_auxiliary or not sentence.names or sentence.items[0] is not sentence.names[0]:
        return []
    behind = [item for item in sentence.items if item.position > sentence.names[0].last][:2]
    if len(behind) == 2 and behind[0].text.lower() == "which" and not behind[1].meaning.labels:
        return behind[:1]
    joined = (("that",), ("which",), ("who",), ("whose",))
    return [item for item in behind[:1] if item.behind[:1] in joined] if intent.kind == "yesno" else []


def _said_twice(sentence: Sentence, intent: Intent) -> list[Item]:
    """Two phrases for one relation ask for two conditions ("which genes regulate regulators of X")."""
    found = conditions_of(intent.answer)
    used = {condition.hop.relation for condition in found}
    ranked = {intent.rank_hop.relation} if intent.rank_hop is not None else set()
    verbs = [item for item in sentence.phrases if not (item.meaning.labels or item.meaning.cues)]
    for relation in used:
        said = [item for item in verbs if item.meaning.relations & (used | ranked) == {relation}]
        said = [item for item in said if not any(_leads_to(one, item) for one in said)]
        ends = sum(max(len(c.things), 1) for c in found if c.hop.relation == relation)
        if len(said) > ends + (relation in ranked):
            return said[-1:]
    return []


def _leads_to(one: Item, other: Item) -> bool:
    """Whether two phrases are one, joined by a preposition ("caused by mutations in")."""
    return one.last + 1 == other.position and one.text.lower().endswith((" by", " with", " to", " from"))


def _is_attribute(item: Item) -> bool:
    """Whether a phrase is an adjective, a preposition or an irregular participle, which claims nothing."""
    first = item.text.lower().split()[0]
    built_by = bool(irregular_infinitive(first)) and item.text.lower().endswith(" by")
    return "differ" in item.meaning.cues or first in vocabulary().attributes or built_by


def _of_these(sentence: Sentence, intent: Intent) -> list[Item]:
    """Words for the most of some things, for what tells two apart, or for others than a thing say nothing else."""
    holding = sum(not condition.negated for condition in conditions_of(intent.answer))
    left = list(sentence.asks_ranking) if intent.of_these is None and holding != 1 else []
    apart = [] if intent.differ or intent.shared else sentence.asks_difference
    left += [item for item in apart if "differ" not in item.meaning.cues]
    return left + [item for item in sentence.with_cue("besides") if not {"differ", "not"} & item.meaning.cues]


def _ifs(sentence: Sentence, intent: Intent) -> list[Item]:
    """ "If" behind a name of a list makes what follows a condition of what stands before, which is not read."""
    first = next(iter(sentence.names), None)
    said = [item for item in sentence.items if item.text.lower() == "if" and first is not None]
    return [item for item in said if first is not None and item.position > first.position and intent.answer is not None]


def _open_ended(sentence: Sentence, intent: Intent) -> list[Item]:
    """A phrase behind all names, or before them where it says who does it, leaves open what they are joined to ("A and
    B causes", "causes of A and B"): nobody asked whether A and B are joined to each other."""
    several = len({thing.label for thing in sentence.things}) > 1  # "A and B interact" joins things of one type
    if intent.kind != "yesno" or sentence.opens_with_auxiliary or not several or not sentence.has("and"):
        return []
    first, last = sentence.names[0].position, sentence.names[-1].position
    outside = [item for item in sentence.phrases if not (item.auxiliary or first < item.position < last)]
    return [item for item in outside if item.position > last or item.meaning.directions][:1]


_CHECKS = (
    _names, _kinds, _kinds_of, _nots, _alternatives, _times, _hows, _often, _shares, _alls, _mosts, _others,
    _differences, _commands, _properties, _bare, _numbers, _natures, _second_types, _deeds, _compounds, _subjects,
    _necessities, _claims, _acts, _sides, _clauses, _said_twice, _ifs, _of_these, _open_ended,
)  # fmt: skip
