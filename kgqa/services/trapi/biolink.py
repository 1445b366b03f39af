"""The Biolink model as far as messages need it: what stands above what, inverses, and symmetric predicates.

``biolink.json`` beside this file was written from the package ``biolink-model`` 4.4.6 (CC0 1.0). Names are with their
prefix here ("biolink:treats", "biolink:Gene"); those of qualifier values have none ("decreased").
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

PREFIX = "biolink:"
RELATED_TO = "biolink:related_to"
NAMED_THING = "biolink:NamedThing"
SUBCLASS_OF = "biolink:subclass_of"

Part = Literal["predicates", "categories"]


@cache
def _model() -> Mapping[str, Any]:
    data: dict[str, Any] = json.loads(files(__package__).joinpath("biolink.json").read_text(encoding="utf-8"))
    return data


def version() -> str:
    """Of the model, as messages name it."""
    found: str = _model()["version"]
    return found


def prefixed(name: str) -> str:
    """A name with its prefix, whether it had one or not."""
    return name if name.startswith(PREFIX) else PREFIX + name


def known(name: str, part: Part) -> bool:
    """Whether the model has such a predicate or category."""
    return name.removeprefix(PREFIX) in _model()[part]


def _climbed(name: str, tree: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    found = {name: None}
    todo = [name]
    while todo:
        above = tree.get(todo.pop(0), {}).get("up", ())
        todo += [one for one in above if one not in found]
        found |= dict.fromkeys(above)
    return tuple(found)


@cache
def above(name: str, part: Part) -> tuple[str, ...]:
    """A predicate or category and all that it is a kind of, itself first; one that is not known stands alone."""
    return tuple(map(prefixed, _climbed(name.removeprefix(PREFIX), _model()[part])))


@cache
def below(name: str, part: Part) -> frozenset[str]:
    """A predicate or category and all its kinds."""
    name = prefixed(name)
    return frozenset({name, *(prefixed(one) for one in _model()[part] if name in above(one, part))})


def asked_for(names: Iterable[str], part: Part) -> frozenset[str] | None:
    """What meets a list of predicates or categories; None where everything does: it is empty, or names the topmost."""
    wanted = [prefixed(name) for name in names]
    if not wanted or RELATED_TO in wanted or NAMED_THING in wanted or "biolink:Entity" in wanted:
        return None
    return frozenset().union(*(below(name, part) for name in wanted))


def symmetric(predicate: str) -> bool:
    """Whether a predicate means the same from both ends."""
    return bool(_model()["predicates"].get(predicate.removeprefix(PREFIX), {}).get("symmetric"))


def inverse(predicate: str) -> str:
    """The predicate from the other end: the same for a symmetric one, empty where the model names none."""
    if symmetric(predicate):
        return prefixed(predicate)
    found = _model()["predicates"].get(predicate.removeprefix(PREFIX), {}).get("inverse", "")
    return prefixed(found) if found else ""


def is_canonical(predicate: str) -> bool:
    """Whether a predicate stands in the direction that the model prefers ("treats", not "treated by")."""
    return not _model()["predicates"].get(predicate.removeprefix(PREFIX), {}).get("other_way")


@cache
def values_below(value: str) -> frozenset[str]:
    """A value of a qualifier, or of knowledge level or agent type, and all that is a kind of it."""
    trees: list[Mapping[str, list[str]]] = list(_model()["values"].values())
    found = {value}
    for tree in trees:
        ups = {name: {"up": parents} for name, parents in tree.items()}
        found |= {name for name in tree if value in _climbed(name, ups)}
    return frozenset(found)


def is_aspect(value: str) -> bool:
    """Whether a value is one of the aspects that qualifiers name ("expression")."""
    return value in _model()["values"]["GeneOrGeneProductOrChemicalEntityAspectEnum"]


def is_qualifier(name: str) -> bool:
    """Whether the model has such a qualifier, by its name without prefix."""
    return name in _model()["qualifiers"]


@cache
def aliases(part: Part) -> Mapping[str, str]:
    """Words in lower case for predicates or categories: their own names and the aliases that the model gives."""
    entries: Mapping[str, Mapping[str, Any]] = _model()[part]
    found: dict[str, str] = {}
    for name, entry in entries.items():
        for alias in entry.get("aliases", ()):
            found.setdefault(alias.casefold(), prefixed(name))
    return found | {words(name): prefixed(name) for name in entries}


def words(name: str) -> str:
    """A name of the model as words in lower case.

    >>> words("biolink:interacts_with"), words("biolink:SmallMolecule"), words("RNAProduct")
    ('interacts with', 'small molecule', 'rna product')
    """
    local = name.removeprefix(PREFIX).replace("_", " ")
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", local).lower()


def prefixes(category: str) -> tuple[str, ...]:
    """The registers whose identifiers the model prefers for a category, the best first."""
    return tuple(_model()["categories"].get(category.removeprefix(PREFIX), {}).get("prefixes", ()))
