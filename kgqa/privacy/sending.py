"""Whether a question may be sent to a language model: one decision, and a model that keeps to it.

A page may forget to ask its reader. The model that it was given does not forget: ``Guarded`` sends nothing to another
machine before somebody agreed, and nothing while local only is on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kgqa.graph.stop import StopSignal
from kgqa.llm.messages import LanguageModel, ModelError, ModelSettings, Provider, Reply
from kgqa.privacy.detection import identifiers
from kgqa.records import Message
from kgqa.strategies.approach import Approach

Decision = Literal["send", "ask", "refuse"]

NAMES: dict[Provider | Literal["service"], str] = {
    "local": "Local model (Qwen2.5-Coder 1.5B)",
    "ollama": "Ollama",
    "openai": "OpenAI",
    "compatible": "OpenAI-compatible server",
    "service": "a knowledge graph service",
}
"""What a provider is called."""
QUESTION_ALONE: frozenset[str] = frozenset({"llm-only"})
"""Strategies of which only the question itself is sent."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """Who is sent something.

    Attributes:
        facts: whether facts of the graph are sent as well as the question.
    """

    provider: Provider | Literal["service"]
    address: str
    facts: bool


@dataclass(slots=True)
class Permissions:
    """What one reader has allowed; the threads that answer this reader's questions look at it too.

    Attributes:
        local_only: nothing is sent to another machine.
        told: to whom the reader has agreed to send questions.
    """

    local_only: bool = False
    told: set[Recipient] = field(default_factory=set)


def recipients(approaches: Sequence[Approach]) -> tuple[Recipient, ...]:
    """Who on another machine is sent something, each once; nobody where all is done here."""
    from kgqa.llm.address import is_local

    found = (
        Recipient(model.settings.provider, model.settings.address, facts)
        for one in approaches
        for model, facts in ((one.model, one.strategy not in QUESTION_ALONE), (one.judge, True))
        if model is not None and one.strategy != "graph-only" and not is_local(model.settings)
    )
    return tuple(dict.fromkeys(found))


def services(approaches: Sequence[Approach]) -> tuple[Recipient, ...]:
    """The services on other machines that are asked beside the graph, each once."""
    from kgqa.services.federation.service import is_here

    found = (
        Recipient("service", service.url, facts=False)
        for one in approaches
        if one.strategy == "federated" and not one.federation.terms.offline
        for service in one.federation.all
        if not is_here(service)
    )
    spokes = (one.spoke for one in approaches if one.strategy == "kg-rag" and one.spoke is not None)
    away = (one.service for one in spokes if not one.terms.offline and not is_here(one.service))
    return tuple(dict.fromkeys((*found, *(Recipient("service", one.url, facts=False) for one in away))))


def decide(question: str, approaches: Sequence[Approach], permissions: Permissions) -> Decision:
    """Whether a question may be sent as it stands.

    ``ask`` where the reader has to agree first: the first time to a recipient, and each time that the question holds
    something that looks like it identifies a patient. ``refuse`` where local only is on.
    """
    to = (*recipients(approaches), *services(approaches))
    if not to:
        return "send"
    if permissions.local_only:
        return "refuse"
    return "ask" if set(to) - permissions.told or identifiers(question) else "send"


class Guarded:
    """A language model that is asked only what may be sent to it.

    Args:
        agreed: whether the reader agreed to the question that it is used for.
        otherwise: why nothing is sent where nobody agreed, and what to do next.
    """

    def __init__(
        self,
        settings: ModelSettings,
        permissions: Permissions,
        *,
        agreed: bool = False,
        otherwise: str = "because nobody agreed to it. Ask again and choose what should be sent.",
    ) -> None:
        self.settings = settings
        self._permissions = permissions
        self._agreed = agreed
        self._otherwise = otherwise
        self._model: LanguageModel | None = None

    def released(self) -> Guarded:
        """The same model for one question that may be sent."""
        return Guarded(self.settings, self._permissions, agreed=True)

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        hear: Callable[[str], None] | None = None,
        stop: StopSignal | None = None,
    ) -> Reply:
        """See ``LanguageModel``."""
        from kgqa.llm.address import is_local

        opened = self._open()
        if not self._agreed and not is_local(self.settings):
            raise ModelError(
                f"Nothing was sent to {NAMES[self.settings.provider]}, {self._otherwise}",
                trouble="local_only",
            )
        return opened.complete(messages, schema=schema, hear=hear, stop=stop)

    def models(self) -> list[str]:
        """See ``LanguageModel``; asks for no agreement, because it sends nothing that a reader wrote."""
        return self._open().models()

    def _open(self) -> LanguageModel:
        from kgqa.llm.address import is_local
        from kgqa.llm.providers import model

        if self._permissions.local_only and not is_local(self.settings):
            raise ModelError(
                f"{NAMES[self.settings.provider]} is on another machine and local only is on, so nothing was sent. "
                "Switch local only off on Settings, or choose a model on this machine.",
                trouble="local_only",
            )
        if self._model is None:
            self._model = model(self.settings, local_only=self._permissions.local_only)
        return self._model
