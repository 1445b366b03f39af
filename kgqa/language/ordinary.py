"""Ordinary words for what graphs of any field hold, by concept, in the form of ``kgqa.language.everyday``.

The words are data (``ordinary.toml``), read once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from kgqa.language.everyday import RelationConcept, TypeConcept, fields


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath("ordinary.toml").read_text(encoding="utf-8"))


@cache
def types() -> tuple[TypeConcept, ...]:
    """Every kind of thing."""
    return tuple(TypeConcept(name, **fields(said)) for name, said in _data()["type"].items())


@cache
def relations() -> tuple[RelationConcept, ...]:
    """Every kind of link."""
    return tuple(RelationConcept(name, **fields(said)) for name, said in _data()["relation"].items())


@cache
def properties() -> tuple[TypeConcept, ...]:
    """Every kind of value that is told of a thing or a link."""
    return tuple(TypeConcept(name, **fields(said)) for name, said in _data()["property"].items())
