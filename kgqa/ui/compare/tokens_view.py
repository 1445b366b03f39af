"""The tokens of several answers side by side, and how long their contexts are beside the whole schema.

After the comparison of contexts in the paper on KG-RAG (Figure 4B): what is sent to write Cypher is the schema, what a
strategy that gathers facts sends is these.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kgqa.llm.writing.taken import Tokens
from kgqa.presentation.text import number, plain, small

WHOLE_SCHEMA = "The whole schema, as it would be sent to have Cypher written"


def cells(tokens: Tokens) -> list[str]:
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


def draw(names: Sequence[str], told: Sequence[Tokens], whole_schema: int) -> None:
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
