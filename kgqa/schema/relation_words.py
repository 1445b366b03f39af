"""A person's words for a relation of a graph: how it reads in both directions, and whether these are one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kgqa.errors import LoadError


@dataclass(frozen=True, slots=True)
class RelationWords:
    """A person's words for one relation as it joins two types.

    Attributes:
        source, type, target: the label of the source, the type of the relation, the label of the target.
        forward: verb phrase read from source to target; ``inverse`` from target to source. Empty: the derived one.
        symmetric: both directions mean the same; only where source and target have one label.
    """

    source: str
    type: str
    target: str
    forward: str = ""
    inverse: str = ""
    symmetric: bool = False


def relation_words(data: Any) -> RelationWords:
    """The words that a person wrote for one relation, as JSON.

    Raises:
        LoadError: it is no such object; the message names the part that cannot be used.
    """
    item = json_object(
        data, "A relation in the mapping", {"source", "type", "target", "forward", "inverse", "symmetric"}
    )
    symmetric = json_truth(item.get("symmetric", False), "symmetric")
    texts = {
        name: json_text(item.get(name, ""), f"{name!r} of a relation")
        for name in ("source", "type", "target", "forward", "inverse")
    }
    if symmetric and texts["source"] != texts["target"]:
        raise LoadError(
            f"The mapping calls {texts['type']!r} symmetric, but it joins {texts['source']!r} with "
            f"{texts['target']!r}. Only a relation between things of one type can be symmetric."
        )
    return RelationWords(**texts, symmetric=symmetric)


def json_object(data: Any, what: str, names: set[str]) -> Mapping[str, Any]:
    """A part of a mapping that must be an object with no other names than these.

    Raises:
        LoadError: it is not.
    """
    if not isinstance(data, Mapping):
        raise LoadError(f"{what} is no JSON object but {str(data)[:80]!r}. It takes {', '.join(sorted(names))}.")
    unknown = next((str(name) for name in data if name not in names), None)
    if unknown is not None:
        raise LoadError(f"{what} has {unknown[:80]!r}, which is not known. It takes {', '.join(sorted(names))}.")
    return data


def json_list(data: Any, name: str) -> list[Any]:
    """A part of a mapping that must be a list.

    Raises:
        LoadError: it is not.
    """
    if not isinstance(data, list | tuple):
        raise LoadError(f"{name!r} in the mapping is no list but {str(data)[:80]!r}.")
    return list(data)


def json_text(data: Any, what: str) -> str:
    """A part of a mapping that must be a text.

    Raises:
        LoadError: it is not.
    """
    if not isinstance(data, str):
        raise LoadError(f"{what} in the mapping is no text but {str(data)[:80]!r}.")
    return data


def json_truth(data: Any, name: str) -> bool:
    """A part of a mapping that must be true or false.

    Raises:
        LoadError: it is not.
    """
    if not isinstance(data, bool):
        raise LoadError(f"{name!r} in the mapping is {str(data)[:80]!r}; it must be true or false.")
    return data
