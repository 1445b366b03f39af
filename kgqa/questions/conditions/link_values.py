"""The texts that the links of a graph record, found in a question between what may stand before and behind them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from kgqa.language.inflection import singular_of
from kgqa.language.normalise import plain_text
from kgqa.questions.conditions.phrase import Said
from kgqa.questions.qualifiers import Qualifier
from kgqa.schema.model import Property, Relation

ValueNames = Callable[[Relation, Property], Mapping[str, tuple[str, ...]]]
"""The texts that a property of a relation has in the graph, each with what people call it."""
Holds = Callable[[Relation, Property, str], bool]
"""Whether a record of a relation has an identifier among the many values of a property."""

_IDENTIFIER = re.compile(
    r"(?<![\w:.])(?:(?P<prefix>[A-Za-z]{2,12}):\s?|(?P<word>[A-Za-z]{2,12})\s)(?P<local>\d{4,})(?![\w.-]*\w)"
)


class LinkValues:
    """Finds them by what is known of a graph."""

    def __init__(self, values: ValueNames | None, holds: Holds | None) -> None:
        """Finds them.

        Args:
            values: tells the texts of a property; None where none is read.
            holds: knows the identifiers of what has too many to be told; None where none of these is read.
        """
        self._values = values
        self._holds = holds

    def phrases(
        self, question: str, owned: Sequence[tuple[Relation, Property]], lead: str, tail: str, word: str
    ) -> Iterator[Said]:
        """Phrases in which one of the values that the graph holds stands between two patterns.

        A relation with the property, but without this value, is asked for it as well: then nothing is recorded so.
        """
        if self._values is None or not re.search(lead, question, re.IGNORECASE):
            return
        called: dict[str, list[tuple[Relation, Property, str, str]]] = {}
        for relation, property_ in owned:
            for value, names in self._told(question, relation, property_).items():
                for name in names:
                    # A value that has the word of its property in it may be the name of a thing; without it, it is not.
                    short = min(names, key=lambda one: len(one.split()))
                    called.setdefault(plain_text(name), []).append((relation, property_, value, short))
        known = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in sorted(called, key=len, reverse=True))
        pattern = rf"{lead}(?P<value>(?:{known})(?:\s+or\s+(?:{known}))*){tail}(?![\w-])"
        for match in re.finditer(pattern, question, re.IGNORECASE) if known else ():
            ways: dict[Relation, Qualifier] = {}
            told = re.split(r"\s+or\s+", match["value"], flags=re.IGNORECASE)
            texts = [match["value"]] if plain_text(match["value"]) in called else told
            for text in texts:
                for relation, property_, value, short in called[plain_text(text)]:
                    same = ways.get(relation)
                    if same is None or same.property == property_:
                        values = (*(same.values if same else ()), plain_text(value))
                        name = match["value"] if word == "source" or len(texts) > 1 else short
                        said = _said_of(property_, name, word)
                        many = () if self._values(relation, property_) else (*(same.stored if same else ()), value)
                        ways[relation] = Qualifier(
                            property_, said, values=tuple(dict.fromkeys(values)), stored=tuple(dict.fromkeys(many))
                        )
            first, held = next(iter(ways.values())), frozenset(ways)
            for relation, property_ in owned:
                if relation not in ways and (self._values(relation, property_) or first.stored):
                    values = first.values if first.stored else tuple(map(plain_text, texts))
                    ways[relation] = Qualifier(property_, first.said, values=values, stored=first.stored)
            yield Said(*match.span(), match[0].strip(), tuple(ways.items()), first.property.name, held=held)

    def _told(self, question: str, relation: Relation, property_: Property) -> Mapping[str, tuple[str, ...]]:
        """The texts of a property; of references that are too many to be told those that the question has."""
        known = self._values(relation, property_) if self._values is not None else {}
        if known or property_.role != "reference" or self._holds is None:
            return known
        asked = identifiers(question, property_.words)
        return {id_: (id_, said) for said, id_ in asked if self._holds(relation, property_, id_)}


@lru_cache
def words_of(name: str) -> str:
    """The name of a property in words."""
    return " ".join(re.split(r"[\s_-]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name))).lower()


def identifiers(question: str, words: Collection[str]) -> Sequence[tuple[str, str]]:
    """What may be the identifiers of references in a question, as they are written and as graphs hold them.

    Args:
        words: for references; behind one of them, as behind capitals, an identifier may stand without a colon.

    >>> identifiers("Which diseases since 2015 cite pmid 33436942 or PMID:1?", {"pmid"})
    [('pmid 33436942', 'PMID:33436942')]
    """
    found = []
    for one in _IDENTIFIER.finditer(question):
        prefix = one["prefix"] or one["word"]
        if one["prefix"] or prefix.isupper() or prefix.lower() in words:
            found.append((one[0], f"{prefix.upper()}:{one['local']}"))
    return found


def _said_of(property_: Property, value: str, word: str) -> str:
    if property_.role == "source" and word == "source":
        return f"according to {value}"
    noun = words_of(property_.name)
    return f"with the {singular_of(noun) if property_.role == 'reference' else noun} {value}"
