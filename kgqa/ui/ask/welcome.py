"""The page before the first question: what can be asked, what the graph holds, what it does not."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.presentation.badges import LOOKS
from kgqa.presentation.text import badge, counted, number, plain
from kgqa.records import GraphCard, Status
from kgqa.schema.model import Relation, Schema
from kgqa.ui.explore import schema
from kgqa.ui.session import preferences, state

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "hpo": (
        ("Diseases with two findings", "Which diseases show both arachnodactyly and ectopia lentis?"),
        ("Genes of a disease", "Which genes are associated with Marfan syndrome?"),
        ("How often", "How frequent is aortic root aneurysm in Marfan syndrome?"),
        ("Yes or no", "Is ectopia lentis seen in Loeys-Dietz syndrome 1?"),
        ("Shared findings", "Which phenotypes do Marfan syndrome and Stickler syndrome share?"),
        ("How many", "How many diseases show hyperkalemia?"),
        ("A short name", "Which diseases show ASD?"),
        ("Beyond this graph", "Which drugs treat Marfan syndrome?"),
    ),
}
"""Questions by graph that show what it can do: one is ambiguous and one has no answer, on purpose."""
MADE_WITHIN_S = 2.0
"""Seconds after which the page waits for no further question; those that are missing then are made as it is next
drawn."""
SHOWN = 8
"""Questions that are seen at once; the others are folded."""

_MADE: WeakKeyDictionary[Asker, _Examples] = WeakKeyDictionary()


class _Examples:
    """The example questions of a graph, as far as they are made; for all sessions."""

    def __init__(self, relations: Iterable[Relation]) -> None:
        self._found: list[tuple[str, str]] = []
        self._left = deque(relations)
        self._making = threading.Lock()

    def made(self, asker: Asker) -> list[tuple[str, str]]:
        """Those that there are after a moment in which further ones are made, unless another session makes them."""
        if self._making.acquire(blocking=False):
            until = time.monotonic() + MADE_WITHIN_S
            try:
                while self._left and time.monotonic() < until:
                    one = schema.example(asker, self._left[0])
                    self._left.popleft()
                    self._found += [one] if one is not None else []
            except KgqaError:
                pass  # its server does not answer now; a question will tell why
            finally:
                self._making.release()
        return list(self._found)


def draw_promise() -> None:
    """The heading above the empty question box."""
    st.markdown("# Ask the graph, see the evidence", anchors=False)
    if preferences.strategy() == "llm-only":
        st.caption("A language model answers alone, without the graph. Each of its claims is then looked up in it.")
        return
    st.caption("Every answer lists the records it rests on. What the graph does not hold is said plainly.")


def draw(asker: Asker) -> None:
    """Example questions as buttons, and what to expect."""
    examples = EXAMPLES.get(asker.card.name) or _made(asker)
    if examples:
        st.markdown("## What you can ask", anchors=False)
        _draw_examples(asker, examples[:SHOWN])
        if rest := examples[SHOWN:]:
            with st.expander(f"{counted(len(rest), 'more question')}, one for each relation"):
                _draw_examples(asker, rest)
    inside, outside, reading = st.columns(3, gap="medium")
    with inside:
        _draw_contents(asker.card, asker.schema)
    with outside:
        _draw_absent(asker.schema)
    with reading:
        _draw_states()


def _made(asker: Asker) -> list[tuple[str, str]]:
    """A question for each relation of a graph that nobody wrote questions for; none is made twice."""
    if asker not in _MADE:
        _MADE[asker] = _Examples(schema.with_examples(asker))
    return _MADE[asker].made(asker)


def _draw_examples(asker: Asker, examples: Sequence[tuple[str, str]]) -> None:
    for start in range(0, len(examples), 4):
        for column, (kind, question) in zip(st.columns(4), examples[start : start + 4], strict=False):
            with column, st.container(border=True, height="stretch", gap="xxsmall"):
                st.caption(plain(kind))
                st.button(plain(question), type="tertiary", on_click=state.ask, args=(asker, question), key=question)


def _draw_contents(card: GraphCard, held: Schema) -> None:
    st.markdown("## In this graph", anchors=False)
    lines = [f"**{plain(card.title)} · {plain(card.version)}**"]
    lines += [f"{number(node.count)} {plain(node.plural)}" for node in held.nodes if node.count]
    links = sum(relation.count for relation in held.relations)
    if links:
        lines.append(f"{number(links)} recorded links between them")
    st.markdown("  \n".join(lines))


def _draw_absent(held: Schema) -> None:
    st.markdown("## Not in this graph", anchors=False)
    absent = list(dict.fromkeys(held.absent.values()))
    if absent:
        st.markdown(plain(f"{', '.join(absent[:8])}.".capitalize()))
    if preferences.strategy() == "graph-only":
        st.markdown(
            "A question about anything else is answered with “not in this graph” or “not understood”, never with a "
            "guess."
        )


def _draw_states() -> None:
    st.markdown("## How to read an answer", anchors=False)
    meanings: dict[Status, str] = {
        "answered": "rests on recorded links, each listed",
        "not_in_graph": "nothing recorded, and why",
        "not_understood": "says nothing about the graph",
        "ambiguous": "a name means two things",
        "failed": "a step did not finish",
    }
    st.markdown("  \n".join(f"{badge(*LOOKS[status])} {meaning}" for status, meaning in meanings.items()))
