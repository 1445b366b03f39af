"""The schema of a graph that somebody else filled, read with plain statements, a time limit, and nothing installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kgqa.errors import QueryError, TimeLimitError
from kgqa.graph import guesses
from kgqa.graph.guesses import Sampled
from kgqa.graph.load import derive
from kgqa.graph.names import quoted
from kgqa.graph.schema import NodeType, Property, Relation, Schema
from kgqa.graph.store import GraphStore
from kgqa.records import Query
from kgqa.wordlists import listed_names

SAMPLE = 500
"""Nodes of a label, and edges of a type, whose properties are looked at."""
PART = 20_000
"""Nodes or edges that are counted where counting all of them takes too long."""
MOST_GROUPS = 50_000
SAME_NAME_SHARE = 0.9
"""Least share of different names in a label for which equal names are taken for one thing under two identifiers."""
