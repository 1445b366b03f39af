"""Words derived from the names in a graph: how a label and a relation read when nobody has said so.

The rule for names such as ``TREATS_CtD`` is that of Soman et al. 2024 (KG-RAG), section 2.3: the letters behind the
last underscore abbreviate subject, predicate and object, and the predicate is read in lower case between its ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from kgqa.language import everyday, thesaurus, units
from kgqa.language.common_words import is_common, is_english, is_medical
from kgqa.language.everyday import Meant
from kgqa.language.inflection import (
    article,
    base,
    denied,
    is_participle_only,
    is_past_only,
    is_verb,
    participle,
    past_of,
    plural,
    singular_of,
    stem,
)
from kgqa.language.vocabulary import vocabulary
from kgqa.schema.model import NodeType, Property, PropertyType, Relation
from kgqa.schema.property_words import meaning

_ABBREVIATED = re.compile(r"(?P<name>.+)_(?P<ends>[A-Z]+[a-z]+>?[A-Z]+)")
_CAMEL = re.compile(r"(?<=[a-z][a-z0-9])(?=[A-Z])|(?<=[A-Z][a-z])(?=[A-Z][a-z])|(?<=[A-Z])(?=[A-Z][a-z])")
_KIND_OF = frozenset({"is a", "isa", "subclass of", "sub class of", "is subclass of", "kind of", "subtype of"})
_PART_OF = frozenset({"part of", "is part of", "is a part of", "located in", "is located in", "contained in", "within"})
"""What lies in a part of a whole lies in the whole: such a relation within one type is a hierarchy as well."""
_MEMBER_OF = frozenset(
    {"belongs to", "is member of", "member of", "is a member of", "instance of", "is instance of", "is an instance of",
     "classified as", "classified under", "falls under", "grouped under"}
)  # fmt: skip
"""What is in a class is in the classes above it: within one type these are ways up as well."""
_UNDER_STUDY = re.compile(r"\b(trials?|studied|tested|investigated|investigational)\b")
_POSSIBLE = re.compile(r"\b(may|might|possibly|potentially|putatively)\b")
_SYMMETRIC = frozenset({"resembles", "interacts", "covaries", "similar", "correlates", "coexpressed"})
_DIGITS = re.compile(r"(?<=[a-z])(?=\d)")
"""Where letters end and a number begins ("icd10"), which people write apart or with a dash."""
LEAST_PART = 4
"""Letters of each of two words that were written together; less is an ending more often than a word."""
_UNNAMED = ("is linked to", "is linked to")
_LINKED = "is linked by"
_PREPOSITIONS = frozenset(
    {"of", "in", "on", "to", "with", "by", "for", "from", "at", "as", "into", "within", "onto", "upon", "near", "under",
     "over", "off", "against", "behind", "before", "after", "during", "along", "through", "across", "around", "between",
     "among", "beside", "beneath", "below", "above", "towards", "toward", "outside", "inside"}
)  # fmt: skip
_PARTICLES = frozenset({"out", "up", "down", "away", "back", "off"})
_COMPLETED = {
    "associates": ("is associated with", "is associated with"),
    "interacts": ("interacts with", "interacts with"),
    "covaries": ("covaries with", "covaries with"),
    "participates": ("participates in", "has the participant"),
    "localizes": ("localizes to", "is the location of"),
}
"""Verbs that need a preposition, as the abbreviated names leave it out."""


def node_type(label: str, count: int, properties: tuple[Property, ...]) -> NodeType:
    """A node type whose words are those of its label and of the concepts that it belongs to."""
    singular = singular_of(_parted(_words(label)))
    concepts = [concept for concept, _ in everyday.types_of(singular)]
    parts = singular.split("/") if "/" in singular else []
    words = everyday.said([*parts, *(word for concept in concepts for word in concept.words)])
    joined = singular.replace(" ", "")
    together = (joined,) if " " in singular and joined == singular_of(label.lower()) else ()
    kept = tuple(word for word in (*words, *together) if word != singular)
    return NodeType(label, singular, plural(singular), kept, count=count, properties=properties)


def relation(type_: str, source: str, target: str, count: int, properties: tuple[Property, ...]) -> Relation:
    """A relation whose phrases are derived from its name, and from the concept that it belongs to.

    Within one type it may be symmetric or a hierarchy of kinds or parts; which of them it is, is a guess.
    """
    ends = _words(source), _words(target)
    phrase = predicate(type_)
    whole, named = _names(type_, source, target)
    meant = everyday.relation_of(named, *ends) if named else everyday.relation_between(*ends)
    forward, inverse, words = _read(named, meant)
    words = words if named == whole else (*words, whole, *_in_base_form(whole))
    forward, inverse = _restrained(phrase, forward, inverse)
    hierarchical, membership = ways_up(type_, source, target)
    nouns = {everyday.key(noun) for end in ends for noun in (end, *_calls(end))}
    words = tuple(word for word in words if everyday.key(word) not in nouns)
    made = Relation(
        type_,
        source,
        target,
        forward,
        inverse,
        negative=denied(forward),
        words=everyday.said([phrase, *words]),
        hierarchical=hierarchical,
        membership=membership,
        count=count,
        properties=properties,
    )
    if _tells_what_was_done(named) and forward == named:
        made = replace(made, words=everyday.said([phrase]), forward_words=everyday.said(words))
    made = _with_words(made, meant) if meant is not None else made
    if made.hierarchical and phrase in _PART_OF:
        made = replace(made, forward="is a part of", inverse="has a part", negative="is not a part of")
    if source != target or made.hierarchical or not (_is_symmetric(meant, named) or not named):
        return made
    either = everyday.said([*made.words, *made.forward_words, *made.inverse_words])
    return replace(made, symmetric=True, inverse=forward, words=either, forward_words=(), inverse_words=())


def ways_up(type_: str, source: str, target: str) -> tuple[bool, bool]:
    """Whether a relation of that name is a hierarchy of kinds, parts or classes within one type, and whether it puts
    things of one type into kinds, parts or classes that are of another one."""
    _, named = _names(type_, source, target)
    upward = not {predicate(type_), named}.isdisjoint(_KIND_OF | _PART_OF | _MEMBER_OF)
    return upward and source == target, upward and source != target


def tells_kinds(made: Relation) -> bool:
    """Whether a relation by its name leads from kinds to what they are kinds of, and not from parts or members up.

    >>> [tells_kinds(Relation(type_, "T", "T", "", "")) for type_ in ("subClassOf", "part_of", "belongs_to")]
    [True, False, False]
    """
    return _is_called(made, _KIND_OF)


def tells_parts(made: Relation) -> bool:
    """Whether a relation by its name leads from parts to wholes."""
    return _is_called(made, _PART_OF)


def _is_called(made: Relation, names: frozenset[str]) -> bool:
    return not {predicate(made.type), _names(made.type, made.source, made.target)[1]}.isdisjoint(names)


def names_of(made: Relation) -> frozenset[str]:
    """What a relation is called by its own name, as it stands and in its base form, and the noun at its end that only
    repeats the type there ("class" of "belongs to class")."""
    whole, short = _names(made.type, made.source, made.target)
    called = {whole, short} - {""}
    noun = set(whole.split()[-1:]) if short != whole else set()
    return frozenset(called | noun | {said for one in called for said in _in_base_form(one)})


def _is_symmetric(meant: Meant | None, named: str) -> bool:
    if meant is not None:
        return meant.concept.symmetric
    words = named.removeprefix("is ").split()
    # "Interchange with": with whom one does it, the other does it too.
    return words[1:] == ["with"] or not _SYMMETRIC.isdisjoint(words[:1])


def _with_words(made: Relation, meant: Meant) -> Relation:
    """The relation with its concept's words, each on the side of who does it."""
    concept = meant.concept
    vague = [word for word in concept.vague if everyday.can_be_said(word, _words(made.source), _words(made.target))]
    active = [*concept.doer_words, *(word for word in vague if everyday.subject_of(word) is True)]
    passive = [*concept.done_words, *(word for word in vague if everyday.subject_of(word) is False)]
    either = [*concept.words, *(word for word in vague if everyday.subject_of(word) is None)]
    forward, inverse = (active, passive) if meant.source_does else (passive, active)
    return replace(
        made,
        words=everyday.said([*made.words, *either]),
        forward_words=everyday.said([*made.forward_words, *forward]),
        inverse_words=everyday.said([*made.inverse_words, *inverse]),
        loose=concept.loose,
    )


def _read(name: str, meant: Meant | None) -> tuple[str, str, tuple[str, ...]]:
    """Forward and inverse phrase of a name, from its concept where the name itself does not tell, and further words."""
    forward, inverse, words = _phrases(name) if name else (*_UNNAMED, ())
    if meant is None:
        return (f"is {name}" if _LINKED in forward and _says_how_it_is(name) else forward), inverse, words
    concept = meant.concept
    own = (concept.active, concept.passive) if meant.source_does else (concept.passive, concept.active)
    if meant.turned:
        return *own, ()
    if concept.active == concept.passive and not concept.symmetric:
        one = own[0] if _LINKED in forward else forward
        return one, one, words
    if not name or own[0].split()[0] == name:
        return *own, words
    return (own[0] if _LINKED in forward else forward), (own[1] if _LINKED in inverse else inverse), words


def _restrained(name: str, forward: str, inverse: str) -> tuple[str, str]:
    """The phrases of a relation as far as its own name goes: what is in trials, or may be, is not told as what is."""
    if "“" in forward:
        return forward, inverse
    if _UNDER_STUDY.search(name) and not _UNDER_STUDY.search(forward):
        phrases = ("was studied in", "was studied with")
        return phrases if is_verb(forward.split()[0]) else phrases[::-1]
    if _POSSIBLE.search(name) and not _POSSIBLE.search(forward):
        return _possibly(forward), _possibly(inverse)
    return forward, inverse


def _possibly(phrase: str) -> str:
    first, _, rest = phrase.partition(" ")
    return f"may {'be' if first == 'is' else base(first)} {rest}".rstrip()


def name_between(type_: str, source: str, target: str) -> str:
    """The words of a relation's name without its ends, and without a word that only says that it holds."""
    name = _without_ends(predicate(type_), _words(source), _words(target))
    affirmed = name.removesuffix("positive").removesuffix("negative").rstrip()
    return affirmed if affirmed != predicate(type_) else name


def _names(type_: str, source: str, target: str) -> tuple[str, str]:
    """A relation's name between its ends, and the same without a noun at its end that only repeats the type there."""
    whole = name_between(type_, source, target)
    return whole, _without_last_noun(whole, _words(target))


def _without_last_noun(phrase: str, target: str) -> str:
    """A name without the noun that it ends with, where its preposition leads to things of that noun: "belongs to" of
    "belongs to class", which joins something to drug classes."""
    first, *rest = phrase.split() or [""]
    if len(rest) < 2 or rest[-2] not in _PREPOSITIONS or not (is_verb(first) or past_of(first)):
        return phrase
    noun = everyday.key(rest[-1])
    return " ".join((first, *rest[:-1])) if noun == everyday.key(target.split()[-1]) else phrase


def _in_base_form(phrase: str) -> tuple[str, ...]:
    first, *rest = phrase.split()
    return (" ".join((base(first), *rest)),) if is_verb(first) else ()


def _without_ends(phrase: str, source: str, target: str) -> str:
    """A relation's name without the types that it joins: "present" of "anatomy protein present", "" of "drug protein".

    A name keeps the words of a type that belong to it: "has side effect" stays, "side effect" does.
    """
    words = phrase.split()
    ends = [{everyday.key(w) for w in (end, *_calls(end))} for end in (source, target)]
    for first, second in (ends, ends[::-1]):
        head = _longest(words, first)
        rest = words[head:]
        tail = _longest(rest[::-1], {" ".join(reversed(w.split())) for w in second})
        if head and tail:
            return " ".join(rest[: len(rest) - tail])
        between = _longest(rest, second)
        if head and between:
            return " ".join(rest[between:])
    return phrase


def _calls(end: str) -> list[str]:
    return [*end.split("/"), *(word for c, _ in everyday.types_of(end) for word in (*c.words, *c.names))]


def _longest(words: list[str], names: set[str]) -> int:
    """How many words at the start are one of some names."""
    return next((n for n in range(len(words), 0, -1) if everyday.key(" ".join(words[:n])) in names), 0)


def property_(name: str, type_: PropertyType) -> Property:
    """A property whose words are those of its name, and those for what properties of that name tell."""
    words = _words(name)
    known = meaning(words.lower())
    if known is None:
        return Property(name, type_, tuple(dict.fromkeys((words, *_asked_by(words)))))
    return Property(name, type_, tuple(dict.fromkeys((words, *known.words))), known.role)


YEAR = ("year", "which year", "what year", "in which year", "in what year", "since when")
"""How people ask for a year, whatever was in it."""


@cache
def _asking_stems() -> frozenset[str]:
    """The stems of the words by which questions ask ("shared"), which no property may take for itself."""
    return frozenset(stem(word) for words in vocabulary().cues.values() for word in words)


def _asked_by(name: str) -> Iterator[str]:
    """How people ask for a property by parts of its name: without its unit, and for when something was by its year."""
    noun, unit = units.apart(name)
    if noun and unit and stem(noun) not in _asking_stems():
        yield noun
    said = name.lower().split()
    if (in_full := " ".join(vocabulary().columns.get(word, word) for word in said)) != name.lower():
        yield from (in_full, *_asked_by(in_full))  # "max gain dB": maximum gain
    if len(said) == 2 and said[1] in ("on", "in") and thesaurus.is_participle(said[0]):
        yield said[0]  # "approved on"
    if (apart := _DIGITS.sub(" ", name.lower())) != name.lower():
        yield from (apart, _DIGITS.sub("-", name.lower()))
    if "per" in said[1:]:
        yield " ".join(said[: said.index("per")])  # "visitors per year" tells no year
    elif said and (said[-1] == "year" or said[0] == "since"):
        yield from YEAR
        if said[0] not in ("since", "year"):
            yield said[0]  # "first observed" tells the first year


def predicate(type_: str) -> str:
    """The words of a relation's name.

    >>> predicate("TREATS_CtD"), predicate("biolink:interacts_with"), predicate("subClassOf")
    ('treats', 'interacts with', 'sub class of')
    """
    match = _ABBREVIATED.fullmatch(type_)
    if match:
        initial = re.sub("[A-Z>]", "", match["ends"])[:1]
        if match["name"][:1].lower() == initial:
            type_ = match["name"]
    return _words(type_).lower()


def _phrases(phrase: str) -> tuple[str, str, tuple[str, ...]]:
    """Forward and inverse phrase, and further words of questions."""
    words = phrase.split()
    first, last = words[0], words[-1]
    if phrase in _KIND_OF:
        return "is a kind of", "includes", ("kind of", "type of", "subtype of")
    if phrase in _COMPLETED:
        return *_COMPLETED[phrase], (base(phrase),)
    if first == "has" and len(words) > 1:
        rest = " ".join(words[1:])
        return phrase, f"is {article(rest)} of", (rest,)
    if first == "is" and len(words) > 2 and last == "of" and words[1] not in ("a", "an"):
        return _phrases(" ".join(words[1:]))
    if first == "is" and len(words) > 1:
        return phrase, f"is linked by “{phrase}” from", (" ".join(words[1:]),)
    between = words[1:-1]
    done = _verb_of(first) if last == "by" and len(words) > 1 and set(between) <= _PREPOSITIONS | _PARTICLES else ""
    if done:  # who does it is told as who does: "operated by", "operates", "looked after by", "looks after"
        active = " ".join((plural(done), *between)), " ".join((done, *between))
        return f"is {phrase}", active[0], (" ".join((first, *between)), active[1])
    verb, did = past_of(first), _tells_what_was_done(phrase)
    if last in _PREPOSITIONS and (verb or first.endswith("ed")):
        forward = phrase if did else f"is {phrase}"  # "located on" is said of what is located
        mirrored = forward if last == "with" else f"is linked by “{phrase}” from"
        return forward, mirrored, tuple(_in_other_forms(words, verb))
    if did and len(words) == 1:
        return phrase, f"is {participle(verb)} by", (verb,)
    if did:
        return phrase, f"is linked by “{phrase}” from", tuple(_in_other_forms(words, verb))
    if is_verb(first) and (len(words) == 1 or last in _PREPOSITIONS):
        verb = base(first)
        inverse = f"is {participle(verb)} by" if len(words) == 1 else phrase if last == "with" else ""
        return phrase, inverse or f"is linked by “{phrase}” from", (verb, " ".join((verb, *words[1:])))
    if first in _PREPOSITIONS and last == "of":  # "under care of"
        return f"is {phrase}", f"is linked by “{phrase}” from", (phrase, " ".join((first, "the", *words[1:])))
    if last == "of" and len(words) > 1:
        noun = " ".join(words[:-1])
        return f"is {article(noun)} of", f"has {article(noun)}", (noun,)
    return f"is linked by “{phrase}” to", f"is linked by “{phrase}” from", ()


def _says_how_it_is(phrase: str) -> bool:
    """Whether a relation's name is said behind "is": "on loan to", "allergic to", "first climbed by"."""
    first, _, rest = phrase.partition(" ")
    last = rest.rpartition(" ")[2]
    adjective = last != "of" and thesaurus.is_known(first, "a") and (last == rest or last == "by")
    return last in _PREPOSITIONS and (first in _PREPOSITIONS or adjective)


def _verb_of(participle_: str) -> str:
    """The infinitive of a participle, of rarer verbs too ("supervised", "run"); empty where a word is none."""
    known = (verb for verb in sorted(thesaurus.infinitives(participle_)) if participle(verb) == participle_)
    return past_of(participle_) or next(known, "")


def _tells_what_was_done(phrase: str) -> bool:
    """Whether a relation's name is a verb in the past that tells what the source did ("rescued crew of", "struck")."""
    first, *rest = phrase.split() or [""]
    if is_past_only(first):
        return True
    if not past_of(first) or is_participle_only(first):
        return False
    if not rest:
        return not first.endswith("ed") or not thesaurus.is_known(first, "a")
    return rest[0] not in _PREPOSITIONS if rest[-1] in _PREPOSITIONS else not first.endswith("ed")


def _in_other_forms(words: list[str], verb: str) -> Iterator[str]:
    """What a verb phrase in the past is without its preposition, and both in the present ("run aground near")."""
    first, *rest = words
    short = rest[:-1] if rest and rest[-1] in _PREPOSITIONS else rest
    yield " ".join((first, *short))
    if not is_past_only(first):
        yield first
    if verb and stem(verb) != stem(first) and not is_participle_only(first):
        yield from (" ".join((verb, *rest)), " ".join((verb, *short)))


def _words(name: str) -> str:
    """A name as words in lower case; a prefix goes, short words in capitals stay."""
    local = name.rpartition(":")[2] or name
    parts = re.split(r"[\s_\-]+", _CAMEL.sub(" ", local))
    shouted = local == local.upper() and ("_" in local or len(local) > 5)
    words = [part if _is_acronym(part) and not shouted else part.lower() for part in parts if part]
    return " ".join(words) or name


def _parted(word: str) -> str:
    """Two words that were written together, apart ("celltype"); what is a word, or could be cut otherwise, as it is."""
    if not word.isascii() or not word.isalpha() or is_english(word) or is_medical(word):
        return word
    cuts = [(word[:end], word[end:]) for end in range(LEAST_PART, len(word) - LEAST_PART + 1)]
    found = [cut for cut in cuts if all(map(is_common, cut))]
    return " ".join(found[0]) if len(found) == 1 else word


def _is_acronym(part: str) -> bool:
    """True for a short word with capitals behind its first letter (RNA, mRNA)."""
    return len(part) <= 5 and any(letter.isupper() for letter in part[1:])
