"""When something begins or ends, by the only property that tells it: "when does X's certificate run out", "which
supplier contracts finish before the end of 2025".

A verb stands for the property of a thing, or of a link, that is called by it, by one that WordNet has for the same, or
else by any word for a beginning or an end. Where several properties may be meant none is, and a property whose unit
is told ("shelf life in days") is no time at which something happens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache

from kgqa.language import thesaurus
from kgqa.language.inflection import article, singular_of, without_possessive
from kgqa.language.normalise import NAME, blanked
from kgqa.language.tokens import spoken
from kgqa.records import Entity
from kgqa.schema.model import Property, Schema

_ENDS, _BEGINS = "end", "begin"
_BOTH = frozenset({"begin", "start"})
_DYING = "die"
_UNTIL = frozenset({"until"})
_TIME = frozenset({"date", "year", "day", "time", "on", "in", "at", "of", "first"})
"""Words of a name by which it is one for a time."""
_VERB = r"(?P<verb>[a-z]+(?:\s+(?:out|up|off))?)"
_OPENS = r"(?:(?:any\s+idea|(?:do\s+you|does\s+anyone)\s+know|(?:(?:can|could)\s+you\s+)?tell\s+(?:me|us))\s+)?"
_WHEN = (
    rf"{_OPENS}when\s+(?P<aux>does|do|did|will)\s+(?P<what>.+?)\s+(?:(?P<first>first|finally|actually)\s+)?{_VERB}",
    rf"{_OPENS}when\s+(?P<what>.+?)\s+(?:(?P<first>first|finally|actually)\s+)?(?P<verb>[a-z]+)",
)
_BOUND = (
    r"(?P<bound>(?:before|after|by|until|since|in|between|from|no\s+(?:later|earlier)\s+than)"
    r"\s[^?!;]*\d[^?!;]*?)[?.!\s]*$"
)
_RUNNING = re.compile(rf"(?<![\w'’-]){_VERB}\s+{_BOUND}", re.IGNORECASE)
_WHOSE = re.compile(
    rf"^\W*whose\s+(?P<noun>[a-z]+(?:\s+[a-z]+)?)\s+(?:for|of|on)\s+(?:the\s+)?(?P<name>{NAME}+)\s+{_VERB}\s+{_BOUND}",
    re.IGNORECASE,
)
_HEADS = tuple(
    rf"(?<![\w'’-])(?P<noun>{head})['’]?(?:\s+whose)?(?P<nouns>(?:\s+[a-z]+){{{number}}})(?:\s+(?:that|which))?(?:\s+will)?\s+$"
    for number in range(4)
    for head in (r"[a-z]+", r"[a-z]+\s+[a-z]+")
)
"""The noun for the things that a verb is said of, with up to three nouns between the two."""
_BETWEEN = frozenset({"the", "our", "my", "a", "an", "of", "at", "for", "in", "with", "on", "held", "by", "s"})

Typed = Callable[[str], Set[str]]
"""The types of the graph that a word is one for."""


@dataclass(frozen=True, slots=True)
class _Told:
    """A property that tells when something begins or ends.

    Attributes:
        between: the type of the things that have it, or the two types whose links have it.
    """

    between: frozenset[str]
    recorded: Property

    @property
    def words(self) -> frozenset[str]:
        """The words of its name."""
        return frozenset(self.recorded.name.lower().split("_"))

    @property
    def verbs(self) -> frozenset[str]:
        """The verbs that its name says."""
        return frozenset(verb for word in self.words for verb in _verbs_in(word))

    def of_else(self, verbs: Set[str], nouns: Sequence[str]) -> bool:
        """Whether it tells when something else of a thing begins or ends ("contract end"), which no noun says."""
        named = {one for one in self.words if not (one in _TIME or _verbs_in(one) & verbs or _sides_of(one))}
        return bool(named) and named.isdisjoint(nouns)


def told_time(text: str, entities: Sequence[Entity], schema: Schema, labels_of: Typed) -> str | None:
    """The plain question of a text that asks when a thing, or the link between two, begins or ends, or which things do
    so before or after some time; None where no property, or more than one, tells that."""
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    return _asked(masked, entities, schema, labels_of) or _bounded(text, masked, entities, schema, labels_of)


def _asked(masked: str, entities: Sequence[Entity], schema: Schema, labels_of: Typed) -> str | None:
    """The plain question for the time at which something begins or ends."""
    labels = [one.chosen.label for one in entities]
    if not 1 <= len(entities) <= 2 or any(one.label not in labels for each in entities for one in each.rivals):
        return None
    for pattern in _WHEN:
        match = re.fullmatch(rf"[^\w{NAME}]*{pattern}[?.!\s]*", masked, re.IGNORECASE)
        if match is None:
            continue
        said = [word.text.lower() for word in spoken(match["what"].replace(NAME, " "))]
        left = [word for word in said if word not in _BETWEEN and labels_of(word).isdisjoint(labels)]
        found = _meant(_told_of(schema, frozenset(labels), linked=len(labels) == 2), match["verb"], left)
        if found is None:
            continue
        done = any(thesaurus.is_participle(word) for word in found.words)
        if match.groupdict().get("aux") in ("does", "do", "will") and done and match["verb"] in found.verbs:
            return None  # "when does X open" asks for its hours, and not when it was opened
        names = " in ".join(without_possessive(one.mention) for one in entities)
        return f"What is the {found.recorded.called} of {names}?"
    return None


def _bounded(text: str, masked: str, entities: Sequence[Entity], schema: Schema, labels_of: Typed) -> str | None:
    """The text that asks which things begin or end at some time, with the property in the place of the verb."""
    whose = _WHOSE.search(masked)
    name = next((one for one in entities if whose is not None and one.start == whose.start("name")), None)
    if whose is not None and name is not None and len(entities) == 1:
        links = [one for one in _times(schema) if name.chosen.label in one.between and len(one.between) == 2]
        found = _meant(links, whose["verb"], whose["noun"].lower().split())
        return None if found is None else f"Whose {name.mention} has {article(found.recorded.called)} {whose['bound']}?"
    for running in _RUNNING.finditer(masked) if whose is None else ():
        for head, nouns in _heads(masked[: running.start()]):
            types = labels_of(head["noun"].lower())
            found = _meant(_told_of(schema, types, linked=False), running["verb"], nouns) if len(types) == 1 else None
            if found is not None:
                plural = schema.node(next(iter(types))).plural
                bound = text[slice(*running.span("bound"))]
                return f"{text[: head.start('noun')]}{plural} with {article(found.recorded.called)} {bound}?"
    return None


def _heads(before: str) -> Iterator[tuple[re.Match[str], list[str]]]:
    """What may be the noun for the things that a verb is said of, with the nouns between the two ("supplier contracts
    run out", "people whose certificate expires")."""
    for head in _HEADS:
        if match := re.search(head, before, re.IGNORECASE):
            yield match, [singular_of(word) for word in match["nouns"].lower().split()]


def _told_of(schema: Schema, labels: Set[str], *, linked: bool) -> list[_Told]:
    """The times that are told of things of a type, or of links between two."""
    return [one for one in _times(schema) if one.between == labels and (len(one.between) == 2) == linked]


def _meant(told: Sequence[_Told], verb: str, nouns: Sequence[str]) -> _Told | None:
    """The only one that a verb and the nouns beside it may mean; None where there is none, or more than one."""
    verbs = thesaurus.infinitives(verb) or _phrasal(verb)
    like = verbs.union(*(thesaurus.synonyms(each, "v") for each in verbs))
    named = [one for one in told if set(nouns) <= one.words and not one.of_else(like, nouns)]
    same = [one for one in named if verbs & one.verbs]
    alike = [one for one in named if like & one.verbs]
    wanted = {side for each in verbs if (side := _side(each))}
    beside = [one for one in named if len(wanted) == 1 and any(wanted & _sides_of(word) for word in one.words)]
    for found in (same, alike, beside):
        if found:
            return found[0] if len({one.recorded.name for one in found}) == 1 else None
    return None


def _sides_of(word: str) -> frozenset[str]:
    """Whether a word of a name says that something begins or that it ends."""
    return frozenset({_ENDS}) if word in _UNTIL else frozenset(map(_side, _verbs_in(word))) - {""}


def _phrasal(verb: str) -> frozenset[str]:
    """The infinitive of a verb with a word behind it ("runs out": run out)."""
    first, _, particle = verb.lower().partition(" ")
    whole = {f"{one} {particle}" for one in thesaurus.infinitives(first)} if particle else set[str]()
    return frozenset(one for one in whole if thesaurus.is_known(one, "v"))


@cache
def _side(verb: str) -> str:
    """Whether a verb says that something begins or that it ends; empty where it says neither, or that somebody dies."""
    alike = thesaurus.synonyms(verb, "v") | {verb}
    if thesaurus.has_many_meanings(verb) and verb not in _BOTH:
        return ""
    if alike >= _BOTH:
        return _BEGINS
    ended = verb in ("end", "expire") or "end" in alike or ("expire" in alike and _DYING not in alike)
    return _ENDS if ended else ""


@cache
def _verbs_in(word: str) -> frozenset[str]:
    """The verbs that a word of a name is a form of, or is derived from; of one that has none, those of which the nouns
    for the same are ("expiry": expire)."""
    if word in _TIME:
        return frozenset()
    own = thesaurus.infinitives(word) | {verb for verb in thesaurus.derived(word) if thesaurus.is_known(verb, "v")}
    if own or word in _UNTIL:
        return frozenset(own)
    same = (verb for noun in thesaurus.synonyms(word, "n") for verb in thesaurus.derived(noun))
    return frozenset(verb for verb in same if thesaurus.is_known(verb, "v"))


def _times(schema: Schema) -> Iterator[_Told]:
    """The properties whose name says that they tell when something begins, ends or is done."""
    for node in schema.nodes:
        yield from (_Told(frozenset({node.label}), one) for one in node.telling if _is_time(one))
    for relation in schema.relations:
        if relation.mirrors is None and not relation.negates:
            between = frozenset({relation.source, relation.target})
            yield from (_Told(between, one) for one in relation.properties if _is_time(one))


def _is_time(one: Property) -> bool:
    """Whether a property is a year or a date, by its name: it ends with a word for that, or says that something begins,
    ends or was done."""
    *before, last = one.name.lower().split("_")
    dated = last in ("date", "on", "year", "time", "until") and (before or last in _UNTIL)
    done = not before and thesaurus.is_participle(last)
    return one.type in ("STRING", "INTEGER") and bool(dated or done or _sides_of(last))
