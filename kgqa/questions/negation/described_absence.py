"""A name beside a description of it that denies: "no hair (alopecia)", "alopecia – no hair".

The denial belongs to the description, so that nothing is denied of the name: who has no hair has alopecia. That the
name means this is known where one of its own names says so ("hair loss"); then both together are one mention. Where the
description is the name in other words, both are denied ("no hair loss (alopecia)"). Else it is open which of the two is
meant, and the text is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.language import thesaurus
from kgqa.language.inflection import singular_of, stem
from kgqa.language.thesaurus import is_person
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import DETERMINER, vocabulary
from kgqa.linking.paraphrased_names import telling
from kgqa.records import Entity

Link = Callable[[str], Sequence[Entity]]
"""The names in a text."""
NamesOf = Callable[[Entity], Iterable[str]]
"""What the thing that a name stands for is called."""
Describes = Callable[[str], Iterable[str]]
"""The identifiers of what a phrase says in other words than its names do."""

_DENIAL = (
    r"(?:(?:do|does|did|can|could|is|are|has|have|will|would)\s+(?:not|never)|cannot|"
    r"(?:do|does|did|ca|could|is|are|has|have|wo|would)n['’]?t|(?:(?:is|are)\s+)?unable\s+to|"
    r"(?:fail(?:s|ed|ing)?|inability)\s+to|free\s+(?:of|from)|(?:lack|absence)\s+of|"
    rf"lack(?:s|ing)?|absent|not|never|no|without)(?:\s+(?:any|{DETERMINER}))?\s+(?=\S)"
)
_UNABLE = re.compile(r"(?:cannot|can(?:['’]?t|\s+not)|(?:(?:is|are)\s+)?unable\s+to)\s+", re.IGNORECASE)
"""What says of somebody that he cannot do something."""
_DENIED = re.compile(rf"(?<![\w-]){_DENIAL}", re.IGNORECASE)
_THAT_IS = r"(?:i\.\s?e\.|that\s+is|aka|also\s+(?:called|known\s+as)|so[\s-]called|called|known\s+as),?\s+"
_EXPLAINED = re.compile(rf"\s*\(\s*(?:{_THAT_IS})?$|\s+[-–—]\s+$|,?\s+{_THAT_IS}$|(?P<loose>,\s+)$", re.IGNORECASE)
"""What stands between a description and the name of it."""
_EXPLAINS = re.compile(
    rf"(?:\s*(?P<opens>\()\s*(?:{_THAT_IS})?|\s+[-–—]\s+|,?\s+{_THAT_IS}|(?P<loose>,\s+))(?={_DENIAL})", re.IGNORECASE
)
"""What stands between a name and the description of it."""
_CLAUSE = re.compile(r"[.,;:?!()]|\s[-–—]\s|\b(?:and|but|plus|with)\b", re.IGNORECASE)
_PHRASE = re.compile(r"[^.,;:?!()–—]+?(?=\s*(?:[.,;:?!()–—]|$)|\s+(?:-|and|but|or|plus|with)\s)", re.IGNORECASE)
_CLOSES = re.compile(r"\s*\)")


@dataclass(frozen=True, slots=True)
class _Described:
    """A name with a description that denies.

    Attributes:
        start, end: of both together.
        name: the name alone.
        what: what the description denies.
        loose: nothing but a comma parts them, so that they may be two things as well.
    """

    entity: Entity
    start: int
    end: int
    name: str
    what: str
    loose: bool


def with_descriptions(text: str, entities: Sequence[Entity], link: Link, names_of: NamesOf) -> list[Entity]:
    """The names of a cleaned text, each that is known to mean what its description denies as one mention with it."""
    found = list(entities)
    for one in _described(text, entities):
        named = next((other for other in link(one.name) if other.mention == one.name), one.entity)
        if _ids(named).isdisjoint(_ids(one.entity)) or not any(_lacks(name, one.what) for name in names_of(named)):
            continue
        whole = replace(named, mention=text[one.start : one.end], start=one.start, end=one.end)
        apart = [other for other in found if other.end <= one.start or one.end <= other.start]
        found = sorted([*apart, whole], key=lambda other: other.start)
    return found


def open_denial(
    text: str, entities: Sequence[Entity], link: Link, describes: Describes, parts: Callable[[str], bool]
) -> str:
    """A name with a description that denies, of which it is open whether the name is denied as well; empty where there
    is none.

    Args:
        entities: as ``with_descriptions`` gives them.
        parts: whether a text has a word for a relation or a type of the graph.
    """
    for one in _described(text, entities):
        inside = [] if one.loose else link(one.what)
        ends = [other for other in inside if other.end == len(one.what)]
        two = any(other.start == 0 for other in ends) or any(parts(one.what[other.end :]) for other in inside)
        if one.loose or two or any(not _ids(one.entity).isdisjoint(_ids(other)) for other in ends):
            continue
        if _ids(one.entity).isdisjoint(describes(one.what)):
            return text[one.start : one.end]
    return ""


def said_of_inability(text: str, entities: Sequence[Entity]) -> list[tuple[int, int]]:
    """Where words before names in brackets say what somebody cannot do, which is what these name ("cannot recognise
    faces (prosopagnosia)")."""
    return [(one.start, one.entity.end) for one in _described(text, entities) if _tells_inability(text, one)]


def said_by_names(text: str, entities: Sequence[Entity]) -> list[tuple[int, int]]:
    """Where words before names in brackets say the same as these ("can't recognise faces (prosopagnosia)")."""
    found = []
    for one in entities:
        opened = text.rfind("(", 0, one.end)
        if opened >= one.start or (opened >= 0 and not text[opened + 1 : one.start].strip()):
            start = max((match.end() for match in _CLAUSE.finditer(text, 0, opened)), default=0)
            people = [word.end for word in spoken(text) if start <= word.start < opened and word.text.lower() == "who"]
            found.append((max(start, *people, 0), opened))
    return found


def _tells_inability(text: str, one: _Described) -> bool:
    """Whether a description before a name in brackets says of somebody what he cannot do."""
    unable = _UNABLE.match(text, one.start)
    if unable is None or one.loose or not one.what.strip() or one.end <= one.entity.start:
        return False
    before = [word.lowered for word in spoken(text[: one.start])][-2:]
    somebody = {"he", "she", "they", "who", "i", "we", "now", "also"}
    subject = any(word in somebody or is_person(singular_of(word)) for word in before)
    first = next((word.text.lower() for word in spoken(text[unable.end() :])), "")
    return subject and first not in vocabulary().have | vocabulary().auxiliary | {"get", "show", "develop"}


def _described(text: str, entities: Sequence[Entity]) -> Iterator[_Described]:
    for one in entities:
        yield from filter(None, (_before(text, one), _behind(text, one)))


def _before(text: str, entity: Entity) -> _Described | None:
    """A name with a description that denies before it; None where there is none."""
    start, end = entity.start, entity.end
    if entity.mention.endswith(")") and "(" in entity.mention:  # it was joined with words before it
        start = entity.start + entity.mention.rindex("(") + 1
        start, end = start + len(text[start:end]) - len(text[start:end].lstrip()), end - 1
    explained = _EXPLAINED.search(text[:start])
    if explained is None:
        return None
    closes = _CLOSES.match(text, end) if "(" in explained.group() else None
    if "(" in explained.group() and closes is None:
        return None
    head = text[: explained.start()]
    clause = max((match.end() for match in _CLAUSE.finditer(head)), default=0)
    denials = list(_DENIED.finditer(head, clause))
    while len(denials) > 1 and denials[-2].end() == denials[-1].start():
        denials.pop()  # "does not lack hair" denies that something is lacking
    if not denials or denials[-1].start() >= entity.start:  # none, or it is a part of the mention already
        return None
    whole = closes.end() if closes is not None else end
    what, loose = head[denials[-1].end() :], explained["loose"] is not None
    return _Described(entity, denials[-1].start(), whole, text[start:end].strip(), what, loose)


def _behind(text: str, entity: Entity) -> _Described | None:
    """A name with a description that denies behind it; None where there is none."""
    explains = _EXPLAINS.match(text, entity.end)
    denial = _DENIED.match(text, explains.end()) if explains is not None else None
    said = _PHRASE.match(text, denial.end()) if denial is not None else None
    if explains is None or said is None:
        return None
    closes = _CLOSES.match(text, said.end())
    if (explains["opens"] is None) != (closes is None):
        return None
    end = closes.end() if closes is not None else said.end()
    return _Described(entity, entity.start, end, entity.mention, said.group(), explains["loose"] is not None)


def _lacks(name: str, what: str) -> bool:
    """Whether a name says that something is not there, or is lost."""
    words = {word.text.lower() for word in spoken(name)}
    lacking = words & vocabulary().absence
    said = {stem(word) for word in telling(what)}
    rest = words - lacking
    meant = {stem(word) for word in telling(" ".join(rest))}
    meant |= {stem(other) for word in telling(" ".join(rest)) for other in thesaurus.derived(word)}
    same = what.lower() in {other for word in rest for other in thesaurus.synonyms(word, "n")}
    return bool(lacking) and bool(said) and (said <= meant or same)


def _ids(entity: Entity) -> frozenset[str]:
    return frozenset(id_ for one in (entity.chosen, *entity.rivals) for id_ in (one.id, *one.ids))
