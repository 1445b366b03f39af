"""How a question is answered: the choice of strategy, the language model that it needs, and what is sent to it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, cast

import streamlit as st

from kgqa import settings
from kgqa.language.phrases import CONTEXTS, KGT_STEPS, PRUNING, STRATEGIES
from kgqa.presentation.text import number, plain, small
from kgqa.strategies.approach import KgtStep, Strategy
from kgqa.ui.ask.pruned import choices
from kgqa.ui.session import models, navigation, preferences, services

if TYPE_CHECKING:
    from kgqa.llm.messages import ModelSettings
    from kgqa.pipeline import Asker
    from kgqa.schema.model import Schema

MEANINGS: dict[str, str] = {
    "auto": "What the graph can be asked is planned from its schema; a language model reads what is not understood, "
    "and writes a query only where nothing can be planned. The page tells which of these was done.",
    "graph-only": "The query is planned from the graph's schema and the answer composed from its records.",
    "cypher": "A language model writes the query; it is checked, corrected and run, and the answer rests on its rows.",
    "kg-rag": "Everything recorded about the things in the question, cut down to the facts nearest to it; a language "
    "model, where one is set, answers from these.",
    "full-text": "The best hit of a full-text search for the question, and everything recorded about it: a baseline.",
    "kgt": "The question is reasoned out on the graph's schema: of the shortest paths between the types the one most "
    "like it is asked. The paths are shown with their scores, and another can be taken.",
    "llm-only": "A language model answers without the graph; what it says is then compared with the graph.",
    "federated": "The graph and the services that are switched on in Settings are asked for what links the things in "
    "the question; what they record is merged, with everybody who says it.",
}
_FOUND: dict[str, str] = {
    "kg-rag": "the facts nearest to the question",
    "full-text": "the best hit of a full-text search",
    "federated": "its records and those of services",
}
WITHOUT_MODEL: dict[str, str] = {
    "auto": "Without one, questions are answered from the graph alone.",
    "graph-only": "Without one, questions are answered from the graph alone.",
    "cypher": "Without one no query is written, and questions are not answered in this way.",
    "kg-rag": "Without one the facts are found and shown, and no answer is written from them.",
    "full-text": "Without one the facts are found and shown, and no answer is written from them.",
    "kgt": "Without one the question is analysed here, and the answer composed from its records.",
    "llm-only": "Without one questions are not answered in this way.",
    "federated": "Without one what is recorded is shown, and an answer composed where the question is read surely.",
}
_STRATEGY, _PROMPT, _WHOLE, _LEFT_OUT = "strategy", "cypher_prompt", "whole_schema", "kgt_left_out"


def words(asker: Asker) -> str:
    """The line of settings as Markdown: which graph is asked, and how."""
    graph, strategy = f"**{plain(asker.source)}**", preferences.strategy()
    if strategy == "graph-only":
        return f"Asking {graph} by its records alone"
    model = models.chosen()
    name = "no language model set" if model is None else plain(called(model))
    if strategy == "auto":
        return f"Asking {graph}, with a language model where it helps · {name}"
    if strategy == "llm-only":
        return f"Asking **a language model alone** · {name}"
    if strategy == "kgt":
        return f"Asking {graph} by a path over its schema · {name}"
    if strategy in CONTEXTS:
        if strategy == "federated":
            graph += "".join(f", **{plain(one.name)}**" for one in services.on())
        first = ", shown before a model is asked" if strategy in PRUNING and preferences.facts().facts_first else ""
        return f"Asking {graph} by {_FOUND[strategy]}{first} · {name}"
    return f"Asking {graph} by Cypher written by a model · {name}"


def called(model: ModelSettings) -> str:
    """A language model as the page names it: "qwen2.5-coder:7b, local"."""
    from kgqa.llm.address import is_local

    return f"{model.model}, {'local' if is_local(model) else 'not on this machine'}"


def draw(schema: Schema | None = None, *, on_settings: bool = False) -> None:
    """The strategies, and for one that needs a language model which one is asked and what it is sent.

    Args:
        schema: of the graph that is asked, where one is open.
        on_settings: the page is the one on which language models are set.
    """
    offered = services.strategies(preferences.strategy())
    st.radio(
        "How the answer is found",
        offered,
        index=offered.index(preferences.strategy()),
        format_func=STRATEGIES.__getitem__,
        captions=[MEANINGS[strategy] for strategy in offered],
        key=_STRATEGY,
        on_change=_set_strategy,
    )
    if preferences.strategy() == "graph-only":
        st.markdown(small("No language model takes part, and nothing leaves this machine."))
        return
    if preferences.strategy() == "federated":
        _draw_services()
    draw_model(models.chosen(), preferences.strategy(), on_settings=on_settings)
    draw_own([preferences.strategy()])
    choices.draw([preferences.strategy()], schema, model=models.chosen() is not None)


def draw_own(strategies: Collection[Strategy]) -> None:
    """The choices that only some strategies have: how Cypher is asked for, and steps that are left out."""
    if not {"auto", "cypher"}.isdisjoint(strategies):
        _draw_cypher()
    if "kgt" in strategies:
        st.multiselect(
            f"{STRATEGIES['kgt']}: left out, to see what it is good for", list(KGT_STEPS), list(preferences.without()),
            format_func=KGT_STEPS.__getitem__, key=_LEFT_OUT, on_change=_set_left_out, placeholder="Nothing",
        )  # fmt: skip


def _draw_services() -> None:
    """Which services are asked, and what they learn."""
    from kgqa.services.federation.service import learned

    names = [plain(one.name) for one in services.on()]
    if not names:
        st.markdown(":orange[:material/block:] No service is switched on. Switch one on in Settings.")
        return
    st.markdown(small(f"Asked: {', '.join(names)}. They learn {plain(learned(services.on()))}."))


def draw_model(model: ModelSettings | None, strategy: Strategy = "graph-only", *, on_settings: bool = False) -> None:
    """Which language model is asked and where it is set; where there is none, what that means and how one is set."""
    if model is None:
        st.markdown(f":orange[:material/block:] No language model is set. {WITHOUT_MODEL[strategy]}")
    else:
        st.markdown(f"Language model: **{plain(called(model))}**")
    if on_settings:
        return
    label = "Set a language model on Settings" if model is None else "Change it on Settings"
    st.page_link(navigation.SETTINGS, label=label, icon=":material/settings:")


def draw_limits(asker: Asker) -> None:
    """How much is fetched for a question, and what is to be known about the graph."""
    chosen = settings.load()
    limits = f"At most {number(chosen.max_rows)} rows and {chosen.time_limit_s:g} s for each statement."
    st.markdown(small(f"{limits} The README tells which settings change this."))
    for sentence in asker.notes():
        st.markdown(small(plain(sentence)))


def _draw_cypher() -> None:
    from kgqa.llm.prompts import CYPHER, prompt

    st.selectbox(
        "Prompt that asks for Cypher",
        CYPHER,
        index=CYPHER.index(preferences.cypher_prompt()) if preferences.cypher_prompt() in CYPHER else 0,
        format_func=lambda name: prompt(f"cypher-{name}").title,
        key=_PROMPT,
        on_change=_set_cypher,
    )
    st.toggle(
        "Send the whole schema, not only what the question can need",
        value=preferences.whole_schema(),
        key=_WHOLE,
        on_change=_set_cypher,
    )


def _set_strategy() -> None:
    picked = st.session_state.get(_STRATEGY)
    if picked in STRATEGIES:
        preferences.set_strategy(cast(Strategy, picked))


def _set_left_out() -> None:
    preferences.set_without(tuple(cast(list[KgtStep], st.session_state.get(_LEFT_OUT) or [])))


def _set_cypher() -> None:
    prompt = st.session_state.get(_PROMPT) or preferences.cypher_prompt()
    preferences.set_cypher(prompt, whole_schema=bool(st.session_state.get(_WHOLE, preferences.whole_schema())))
