"""How a question is to be answered: the strategy, and what it may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kgqa.llm.records import LanguageModel
from kgqa.pruning import Limits
from kgqa.retrieval.exploring.context import Filters

Strategy = Literal["graph-only", "cypher", "kg-rag", "llm-only"]


@dataclass(frozen=True, slots=True)
class Approach:
    """How a question is to be answered.

    Attributes:
        model: the language model; None where none is set, so that a strategy that needs one says so.
        cypher_prompt: which of the prompts for Cypher is sent.
        whole_schema: the whole schema is sent instead of what the question can need.
        limits: what of the facts is kept, for a strategy that prunes.
        filters: what of a neighbourhood is read, for the same.
        prompts: a reader's own copies of prompts, by name.
    """

    strategy: Strategy = "graph-only"
    model: LanguageModel | None = None
    cypher_prompt: str = "zero-shot"
    whole_schema: bool = False
    limits: Limits = field(default_factory=Limits)
    filters: Filters = field(default_factory=Filters)
    prompts: Mapping[str, str] = field(default_factory=dict)
