"""How a question is to be answered: the strategy, and what it may use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kgqa.evidence.exploring.context import Filters
from kgqa.evidence.pruning import Limits
from kgqa.llm.messages import LanguageModel
from kgqa.services.federation.service import Federation
from kgqa.services.spoke import Spoke

Strategy = Literal["auto", "graph-only", "cypher", "kg-rag", "full-text", "kgt", "llm-only", "federated"]
KgtStep = Literal["analysis", "inference", "choice", "pruning"]
"""What the strategy ``kgt`` does, as far as it can be left out to see what it is good for."""
Json = Literal["", "composed", "model"]
"""How a context is sent: as lines, as JSON that is composed here, or as JSON that the language model makes of it."""


@dataclass(frozen=True, slots=True)
class Approach:
    """How a question is to be answered.

    Attributes:
        model: the language model; None where none is set, so that a strategy that needs one says so.
        judge: a second one, asked about claims that the graph was not found to tell; None asks nobody.
        cypher_prompt: which of the prompts for Cypher is sent.
        whole_schema: the whole schema is sent instead of what the question can need.
        limits: what of the facts is kept, for a strategy that prunes.
        filters: what of a neighbourhood is read, for the same.
        hand: by the key of a fact (``kgqa.evidence.pruning.key``) whether a person keeps it or takes it out.
        facts_first: the facts are given and the language model is not asked yet.
        evidence_fields: a context has the fields of every record, not its sentence and sources alone.
        json: how a context is sent (Section 2 of the paper on JSON contexts and prior knowledge).
        knowledge: short points of prior knowledge that go before a context, as text; empty for none.
        names_by_model: the language model finds the names in the question, and the linker what they mean.
        prompts: a reader's own copies of prompts, by name.
        split_claims: a text that a language model wrote without records is taken apart into claims by the same model,
            in a second request.
        strict: a question that is not read strictly is not read by meaning either.
        as_published: facts are kept by their scores alone, as in the paper on KG-RAG; else what the question asks for
            goes first, and a list of it is kept whole or cut with its count.
        by_parts: of ``kg-rag``, facts are held against each sub-sentence of the question, as in KG-GPT, and kept by
            their scores alone.
        spoke: of ``kg-rag``, the service whose facts are taken beside those of the graph; None for none.
        path: the key of the way over the schema that a person chose; empty for the likeliest.
        without: of ``kgt`` the steps that are left out, to measure what they are good for.
        federation: of ``federated`` the services that are asked, and on which terms.
    """

    strategy: Strategy = "graph-only"
    model: LanguageModel | None = None
    judge: LanguageModel | None = None
    cypher_prompt: str = "zero-shot"
    whole_schema: bool = False
    limits: Limits = field(default_factory=Limits)
    filters: Filters = field(default_factory=Filters)
    hand: Mapping[str, bool] = field(default_factory=dict)
    facts_first: bool = False
    evidence_fields: bool = True
    json: Json = ""
    knowledge: str = ""
    names_by_model: bool = False
    prompts: Mapping[str, str] = field(default_factory=dict)
    split_claims: bool = True
    strict: bool = False
    as_published: bool = False
    by_parts: bool = False
    spoke: Spoke | None = None
    path: str = ""
    without: tuple[KgtStep, ...] = ()
    federation: Federation = field(default_factory=Federation)

    @property
    def idle(self) -> tuple[str, ...]:
        """What was chosen that only a language model has a use for, in words; none where there is one."""
        if self.model is not None:
            return ()
        chosen = {
            "names found by a language model": self.names_by_model,
            "a context as JSON": self.json,
            "prior knowledge": self.knowledge,
            "a context without fields": not self.evidence_fields,
        }
        return tuple(words for words, is_chosen in chosen.items() if is_chosen)
