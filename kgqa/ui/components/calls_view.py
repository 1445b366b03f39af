"""The requests to a language model: what each was for, every prompt as sent, what came back, and what it took."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from kgqa.records import ModelCall
from kgqa.ui.components.text import counted, number, plain

ROLES = {"system": "Instructions", "user": "What was asked", "assistant": "What the model had said"}


@dataclass(frozen=True, slots=True)
class Took:
    """What some requests took together.

    Attributes:
        tokens_in, tokens_out: tokens read and written by the model.
        tokens_context: of those read the evidence or the schema, always an estimate.
        estimated: True where a server did not count some of the tokens, so that they are an estimate.
        cost: US dollars.
        elapsed_ms: milliseconds of waiting for the model.
    """

    calls: int
    tokens_in: int
    tokens_out: int
    estimated: bool
    cost: float
    elapsed_ms: float
    tokens_context: int = 0

    @property
    def tokens(self) -> str:
        """The tokens in words: "1,184 in (of these about 900 context), 96 out"."""
        context = f" (of these about {number(self.tokens_context)} context)" if self.tokens_context else ""
        words = f"{number(self.tokens_in)} in{context}, {number(self.tokens_out)} out"
        return f"{words}, estimated" if self.estimated else words


def took(calls: Sequence[ModelCall]) -> Took:
    """What the requests took."""
    return Took(
        calls=len(calls),
        tokens_in=sum(call.tokens_in for call in calls),
        tokens_out=sum(call.tokens_out for call in calls),
        estimated=any(call.estimated for call in calls),
        cost=sum(call.cost for call in calls),
        elapsed_ms=sum(call.elapsed_ms for call in calls),
        tokens_context=sum(call.tokens_context for call in calls),
    )


def money(dollars: float) -> str:
    """An amount in US dollars; of a model without a price the page says so instead of 0."""
    return f"{dollars:.4f} USD" if dollars else "no price set"


def line(calls: Sequence[ModelCall]) -> str:
    """What the requests took, in one line."""
    found = took(calls)
    parts = [counted(found.calls, "request"), f"tokens: {found.tokens}", f"{found.elapsed_ms / 1000:,.1f} s"]
    return " · ".join([*parts, *([money(found.cost)] if found.cost else [])])


def draw(calls: Sequence[ModelCall], serial: str) -> None:
    """Each request as it was sent and answered, folded.

    Args:
        serial: tells these requests from others on the page.
    """
    for place, call in enumerate(calls, start=1):
        mark = f":red[:material/error: {plain(call.error)}]" if call.error else ""
        st.markdown(f"**{plain(call.purpose)}** :gray[{plain(line([call]))}] {mark}")
        with st.expander(f"Request {place} as it was sent", key=f"call_{serial}_{place}", icon=":material/code:"):
            _draw_call(call)


def _draw_call(call: ModelCall) -> None:
    st.markdown(f"{plain(call.model)} ({plain(call.provider)}) · prompt {plain(call.prompt)}")
    st.markdown(":gray[Settings]")
    st.code(json.dumps(dict(call.settings), ensure_ascii=False, default=str), language="json", wrap_lines=True)
    for message in call.messages:
        st.markdown(f":gray[{ROLES[message.role]}]")
        st.code(message.text, language=None, wrap_lines=True)
    st.markdown(":gray[What came back]" if not call.error else ":gray[What had come back]")
    st.code(call.reply or "(nothing)", language=None, wrap_lines=True)
