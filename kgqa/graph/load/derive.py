"""Words derived from the names in a graph: how a label and a relation read when nobody has said so.

The rule for names such as ``TREATS_CtD`` is that of Soman et al. 2024 (KG-RAG), section 2.3: the letters behind the
last underscore abbreviate subject, predicate and object, and the predicate is read in lower case between its ends.
"""

from __future__ import annotations

import re

from kgqa.graph.schema import NodeType, Property, PropertyRole, PropertyType, Relation

_ABBREVIATED = re.compile(r"(?P<name>.+)_(?P<ends>[A-Z]+[a-z]+>?[A-Z]+)")
_CAMEL = re.compile(r"(?<=[a-z][a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_KIND_OF = frozenset({"is a", "isa", "subclass of", "sub class of", "is subclass of", "kind of", "subtype of"})
_PREPOSITIONS = frozenset({"of", "in", "on", "to", "with", "by", "for", "from", "at", "as", "into", "within"})
_COMPLETED = {
    "associates": ("is associated with", "is associated with"),
    "interacts": ("interacts with", "interacts with"),
    "covaries": ("covaries with", "covaries with"),
    "participates": ("participates in", "has the participant"),
    "localizes": ("localizes to", "is the location of"),
}
"""Verbs that need a preposition, as the abbreviated names leave it out."""

_IRREGULAR = {"bind": "bound", "find": "found", "show": "shown", "give": "given", "take": "taken", "lead": "led"}
_NOT_VERBS = frozenset({"disease", "process", "analysis", "diagnosis", "species", "series", "class", "was", "does"})
_INVARIABLE = frozenset(["species", "series"])
_ROLES: dict[str, PropertyRole] = {
    "pmid": "reference",
    "pmids": "reference",
    "publication": "reference",
    "publications": "reference",
    "reference": "reference",
    "references": "reference",
    "evidence": "evidence",
    "evidence code": "evidence",
    "evidence codes": "evidence",
    "evidence type": "evidence",
    "has evidence": "evidence",
    "knowledge level": "evidence",
    "agent type": "evidence",
    "source": "source",
    "sources": "source",
    "provenance": "source",
    "primary knowledge source": "source",
    "frequency": "frequency",
}


def node_type(label: str, count: int, properties: tuple[Property, ...]) -> NodeType:
    """A node type whose words are those of its label."""
    singular = _words(label)
    return NodeType(label, singular, plural(singular), count=count, properties=properties)


def relation(type_: str, source: str, target: str, count: int, properties: tuple[Property, ...]) -> Relation:
    """A relation whose phrases are derived from its name."""
    phrase = predicate(type_)
    forward, inverse, words = _phrases(phrase)
    return Relation(
        type_,
        source,
        target,
        forward,
        inverse,
        negative=negated(forward),
        words=tuple(dict.fromkeys((phrase, *words))),
        hierarchical=phrase in _KIND_OF,
        count=count,
        properties=properties,
    )


def property_(name: str, type_: PropertyType) -> Property:
    """A property whose words are those of its name."""
    words = _words(name)
    return Property(name, type_, (words,), _ROLES.get(words, "text"))


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


def plural(singular: str) -> str:
    """The English plural of a noun; of words with a slash between them each gets its own."""
    head, slash, last = singular.rpartition("/")
    if slash:
        return f"{plural(head)}/{plural(last)}"
    last_word = last.rpartition(" ")[2]
    if last_word in _INVARIABLE:
        return last
    if last.endswith("is") and len(last_word) > 4:
        return last[:-2] + "es"
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return last[:-1] + "ies"
    return last + ("es" if last.endswith(("s", "x", "z", "ch", "sh")) else "s")


def negated(phrase: str) -> str:
    """The denial of a verb phrase in the third person."""
    first, _, rest = phrase.partition(" ")
    if first == "is":
        return f"is not {rest}"
    return f"does not {_base(first)} {rest}".rstrip()


def _phrases(phrase: str) -> tuple[str, str, tuple[str, ...]]:
    """Forward and inverse phrase, and further words of questions."""
    words = phrase.split()
    first, last = words[0], words[-1]
    if phrase in _KIND_OF:
        return "is a kind of", "includes", ("kind of", "type of", "subtype of")
    if phrase in _COMPLETED:
        return *_COMPLETED[phrase], (_base(phrase),)
    if first == "has" and len(words) > 1:
        rest = " ".join(words[1:])
        return phrase, f"is {_article(rest)} of", (rest,)
    if first == "is" and len(words) > 1:
        return phrase, f"is linked by “{phrase}” from", (" ".join(words[1:]),)
    if last in _PREPOSITIONS and first.endswith("ed"):
        mirrored = f"is {phrase}" if last == "with" else f"is linked by “{phrase}” from"
        return f"is {phrase}", mirrored, (first,)
    if _is_verb(first) and (len(words) == 1 or last in _PREPOSITIONS):
        base = _base(first)
        inverse = f"is {_participle(base)} by" if len(words) == 1 else phrase if last == "with" else ""
        return phrase, inverse or f"is linked by “{phrase}” from", (base, " ".join((base, *words[1:])))
    if last == "of" and len(words) > 1:
        noun = " ".join(words[:-1])
        return f"is {_article(noun)} of", f"has {_article(noun)}", (noun,)
    return f"is linked by “{phrase}” to", f"is linked by “{phrase}” from", ()


def _words(name: str) -> str:
    """A name as words in lower case; a prefix goes, short words in capitals stay."""
    local = name.rpartition(":")[2] or name
    parts = re.split(r"[\s_\-]+", _CAMEL.sub(" ", local))
    shouted = local == local.upper() and ("_" in local or len(local) > 5)
    words = [part if _is_acronym(part) and not shouted else part.lower() for part in parts if part]
    return " ".join(words) or name


def _is_acronym(part: str) -> bool:
    """True for a short word with capitals behind its first letter (RNA, mRNA)."""
    return len(part) <= 5 and any(letter.isupper() for letter in part[1:])


def _is_verb(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is")) and word not in _NOT_VERBS and len(word) > 3


def _base(verb: str) -> str:
    if verb == "has":
        return "have"
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    if verb.endswith(("sses", "xes", "ches", "shes")):
        return verb[:-2]
    return verb.removesuffix("s")


def _participle(base: str) -> str:
    if base in _IRREGULAR:
        return _IRREGULAR[base]
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ied"
    return base + "ed"


def _article(noun: str) -> str:
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"
