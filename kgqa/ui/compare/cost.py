"""What several answers took: claims, tokens, money and time side by side, and their contexts beside the whole schema.

After the comparison of contexts in the paper on KG-RAG (Figure 4B): what is sent to write Cypher is the schema, what a
strategy that gathers facts sends is these.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kgqa.presentation import claims, model_calls
from kgqa.presentation.model_calls import Tokens
from kgqa.presentation.text import number, plain, small
from kgqa.records import Trace


def draw(names: Sequence[str], traces: Sequence[Trace], told: Sequence[Tokens], whole_schema: int) -> None:
    """A table with a column for each answer, then the lengths of the contexts as bars.

    Args:
        told: the tokens of each answer.
        whole_schema: tokens of the schema of the graph.
    """
    st.markdown("### What it took", anchors=False)
    columns = {plain(name): took(trace, tokens) for name, trace, tokens in zip(names, traces, told, strict=True)}
    st.table({"": list(TOOK), **columns}, hide_index=True)
    _draw_tokens(names, told, whole_schema)


TOOK = (
    "Claims supported",
    "Tokens of the context",
    "Tokens of the prompt",
    "Tokens of the reply",
    "Requests to the model",
    "Cost",
    "Time",
)


def took(trace: Trace, tokens: Tokens) -> list[str]:
    """What one answer took, in the order of ``TOOK``."""
    made, requests = claims.counts(claims.made(trace)), model_calls.took(trace.calls)
    total = trace.timings_ms.get("total")
    return [
        f"{number(made.supported)} of {number(made.all)}" if made.all else "none made",
        *token_cells(tokens),
        number(requests.calls),
        model_calls.money(requests.cost) if requests.calls else "none",
        "not recorded" if total is None else f"{total / 1000:,.1f} s",
    ]


WHOLE_SCHEMA = "The whole schema, as it would be sent to have Cypher written"


def token_cells(tokens: Tokens) -> list[str]:
    """Tokens of context, prompt and reply of an answer, each saying whether it is an estimate."""
    return [_context(tokens), *(_counted(many, tokens) for many in (tokens.prompt, tokens.reply))]


def _context(tokens: Tokens) -> str:
    if not tokens.context:
        return "none"
    return f"{number(tokens.context)} ({'estimate' if tokens.sent else 'estimate, not sent'})"


def _counted(many: int, tokens: Tokens) -> str:
    if not tokens.sent:
        return "none sent"
    return f"{number(many)} ({'estimate' if tokens.estimated else 'counted by the server'})"


def _draw_tokens(names: Sequence[str], told: Sequence[Tokens], whole_schema: int) -> None:
    """A bar for the context of each answer, and one for the whole schema beside them."""
    bars = [(name, tokens.context) for name, tokens in zip(names, told, strict=True)]
    bars.append((WHOLE_SCHEMA, whole_schema))
    longest = max(many for _, many in bars)
    if not longest:
        return
    with st.container(key="context_bars", gap="xxsmall"):
        st.markdown("**Length of the context**")
        for name, many in bars:
            st.progress(many / longest, text=f"{plain(name)} · {number(many)} tokens")
        st.markdown(
            small("Estimated by a tokenizer that works offline; a server counts only whole prompts and replies.")
        )
