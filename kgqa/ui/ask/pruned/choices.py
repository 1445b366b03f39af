"""The choices of a strategy that sends facts: what is read of the graph, what of it is kept, and how it is sent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from kgqa import settings
from kgqa.evidence.codes import TIER_WORDS, TIERS
from kgqa.evidence.exploring.context import Rule
from kgqa.evidence.pruning import FEW, MOST_VOLUME, VOLUME, VOLUME_YESNO, Limits
from kgqa.language.phrases import CONTEXTS, PRUNING
from kgqa.presentation.text import plain, small
from kgqa.services.spoke import LEARNS
from kgqa.strategies.approach import Json, Strategy
from kgqa.ui.session import preferences
from kgqa.ui.session.saved_preferences import FactChoices

if TYPE_CHECKING:
    from kgqa.schema.model import Schema

JSON: Mapping[Json, str] = {
    "": "One line for each fact",
    "composed": "JSON, composed here",
    "model": "JSON that the language model makes first",
}
NEEDS_MODEL = ":orange[:material/block:] These need a language model; without one nothing is sent."
AS_PUBLISHED = "Facts are kept by their scores alone, as in the paper on KG-RAG; a list may be cut without a word."
WHOLE_LISTS = "What the question asks for goes first; a list of it is kept whole, or cut with its count."
_ANY = "any, also none recorded"
_EVERY = "every"
_KEY = "facts_"


def draw(strategies: Collection[Strategy], schema: Schema | None, *, model: bool) -> None:
    """The choices of some strategies, the most common in sight and the others folded.

    Args:
        schema: of the graph in use; None where no graph is open, so that its relations cannot be named.
        model: a language model is set.
    """
    of_contexts = not set(CONTEXTS).isdisjoint(strategies)
    if not set(PRUNING).isdisjoint(strategies):
        _toggle("facts_first", "Show the facts before the language model is asked", disabled=not model)
    if "kg-rag" in strategies:
        _draw_as_published()
    if not set(PRUNING).isdisjoint(strategies):
        with st.expander("What is kept", type="compact"):
            _draw_limits()
    if of_contexts and schema is not None:
        with st.expander(f"What is read{_told(preferences.facts())}", type="compact"):
            _draw_filters(schema)
    if of_contexts or "cypher" in strategies:
        with st.expander("How it is sent", type="compact"):
            if not model:
                st.markdown(NEEDS_MODEL)
            _draw_sending(of_contexts=of_contexts, disabled=not model)


def _draw_as_published() -> None:
    """The switch between the facts that the scores alone keep and those that the question asks for."""
    key = f"{_KEY}as_published"
    st.session_state[key] = on = preferences.as_published()
    st.toggle("Facts nearest to the question: as published", key=key, on_change=_set_toggle, args=("as_published", key))
    st.markdown(small(AS_PUBLISHED if on else WHOLE_LISTS))
    _toggle("by_parts", "Hold facts against each part of the question, as KG-GPT does", disabled=False)
    address = settings.load().spoke
    if address:
        _toggle("spoke", f"Take facts of SPOKE as well ({plain(address)})", disabled=False)
        st.markdown(small(f"It learns {plain(LEARNS)}."))


def _draw_limits() -> None:
    limits = preferences.facts().limits
    st.markdown(
        small(
            "Kept is what is nearer to the question than all of these ask. The percentile cuts no fact that joins two "
            f"things of the question, and none of a thing with fewer than {FEW} facts."
        )
    )
    left, right = st.columns(2)
    with left:
        _number("percentile", "Percentile of its scores to exceed", limits.percentile, 0.0, 100.0, step=0.5)
        _number("volume", "Facts at most", limits.volume, 1, MOST_VOLUME, step=10, usual=VOLUME)
    with right:
        _number("similarity", "Least similarity", limits.similarity, -1.0, 1.0, step=0.05)
        _number("volume_yesno", "For yes or no", limits.volume_yesno, 1, MOST_VOLUME, step=10, usual=VOLUME_YESNO)


def _number(
    name: str, label: str, value: float | None, least: float, most: float, *, step: float, usual: int | None = None
) -> None:
    key = f"{_KEY}{name}"
    st.session_state[key] = value
    st.number_input(
        label, least, most, value=None, step=step, key=key, on_change=_set_limits,
        placeholder="" if usual is None else f"{usual:,}",
    )  # fmt: skip


def _set_limits() -> None:
    given = {name: st.session_state.get(f"{_KEY}{name}") for name in ("percentile", "similarity", "volume",
                                                                     "volume_yesno")}  # fmt: skip
    usual = Limits()
    values: dict[str, Any] = {name: getattr(usual, name) if value is None else value for name, value in given.items()}
    preferences.set_facts(replace(preferences.facts(), limits=Limits(**values)))


def _draw_filters(schema: Schema) -> None:
    """What of a neighbourhood is read: by relation, by type at the other end, by kind of evidence and by source."""
    filters = preferences.facts().filters
    relations = [one for one in reversed(schema.relations) if not schema.is_read_with_another(one)]
    titles = {one.type: f"{one.source} {one.forward} {one.target}" for one in relations}
    kinds = {one.label: one.plural for one in schema.nodes}
    dropped = [type_ for type_, rule in filters.relations.items() if not rule.keep and type_ in titles]
    _several("dropped", "Relations left out", list(titles), dropped, lambda one: plain(titles[one]))
    _several("without", "Types left out", list(kinds), sorted(filters.without & kinds.keys()),
             lambda one: plain(kinds[one]))  # fmt: skip
    _draw_rule("every", "", filters.every)
    own = st.selectbox(
        "A rule of its own for one relation", list(titles), index=None, key=f"{_KEY}own",
        format_func=lambda one: plain(titles[one]), placeholder="None chosen",
    )  # fmt: skip
    if own is not None:
        _draw_rule("own", " of this relation", filters.relations.get(own, filters.every))


def _several(name: str, label: str, options: list[str], chosen: list[str], words: Callable[[str], str]) -> None:
    key = f"{_KEY}{name}"
    st.session_state[key] = chosen
    st.multiselect(label, options, key=key, format_func=words, on_change=_set_filters, placeholder="None")


def _draw_rule(name: str, of: str, rule: Rule) -> None:
    least, sources = f"{_KEY}{name}_least", f"{_KEY}{name}_sources"
    st.session_state[least] = rule.least or _EVERY
    st.session_state[sources] = list(rule.sources)
    change = _set_filters if name == "every" else _set_own
    st.selectbox(
        f"Least evidence{of}", [_EVERY, *TIERS], key=least, on_change=change,
        format_func=lambda tier: f"{TIER_WORDS[tier]} or stronger" if tier in TIERS else _ANY,
    )  # fmt: skip
    st.multiselect(
        f"Sources{of}", list(rule.sources), key=sources, on_change=change, accept_new_options=True,
        placeholder="Any; type the name of one and press Enter", format_func=plain,
    )  # fmt: skip


def _set_filters() -> None:
    facts = preferences.facts()
    dropped = set(st.session_state.get(f"{_KEY}dropped") or ())
    known = facts.filters.relations
    rules = {type_: replace(rule, keep=True) for type_, rule in known.items()}
    every = _rule("every")
    rules |= {type_: replace(rules.get(type_, every), keep=False) for type_ in dropped}
    rules = {type_: rule for type_, rule in rules.items() if rule != every}
    without = frozenset(st.session_state.get(f"{_KEY}without") or ())
    preferences.set_facts(replace(facts, filters=replace(facts.filters, every=every, relations=rules, without=without)))


def _set_own() -> None:
    facts, type_ = preferences.facts(), st.session_state.get(f"{_KEY}own")
    if not isinstance(type_, str):
        return
    before = facts.filters.relations.get(type_, facts.filters.every)
    rules = {**facts.filters.relations, type_: replace(_rule("own"), keep=before.keep)}
    rules = {one: rule for one, rule in rules.items() if rule != facts.filters.every}
    preferences.set_facts(replace(facts, filters=replace(facts.filters, relations=rules)))


def _rule(name: str) -> Rule:
    sources = st.session_state.get(f"{_KEY}{name}_sources") or ()
    least = next((tier for tier in TIERS if tier == st.session_state.get(f"{_KEY}{name}_least")), None)
    return Rule(True, least, tuple(one.strip() for one in sources if one.strip()))


def _told(facts: FactChoices) -> str:
    """How many choices leave something out, for the line that opens them."""
    filters = facts.filters
    made = len(filters.relations) + len(filters.without) + filters.every.asks
    return f" :gray[{made} {'choice' if made == 1 else 'choices'}]" if made else ""


def _draw_sending(*, of_contexts: bool, disabled: bool) -> None:
    from kgqa.llm.prompts import KNOWLEDGE, prompt

    facts = preferences.facts()
    st.session_state[f"{_KEY}json"] = facts.json
    st.selectbox("Facts are sent as", list(JSON), key=f"{_KEY}json", format_func=JSON.__getitem__,
                 on_change=_set_sending, disabled=disabled)  # fmt: skip
    st.session_state[f"{_KEY}knowledge"] = facts.knowledge if facts.knowledge in KNOWLEDGE else ""
    st.selectbox(
        "Prior knowledge before them", ["", *KNOWLEDGE], key=f"{_KEY}knowledge", on_change=_set_sending,
        format_func=lambda name: prompt(f"knowledge-{name}").title if name else "None", disabled=disabled,
    )  # fmt: skip
    st.markdown(small("The points are shown and edited among the prompts on Settings."))
    if of_contexts:
        _toggle(
            "evidence_fields", "Send every field of a record, not its sentence and sources alone", disabled=disabled
        )
        words = "Where no name is found, have the language model name what the question is about"
        _toggle("names_by_model", words, disabled=disabled)


def _set_sending() -> None:
    facts = preferences.facts()
    json = next((one for one in JSON if one == st.session_state.get(f"{_KEY}json")), facts.json)
    preferences.set_facts(replace(facts, json=json, knowledge=st.session_state.get(f"{_KEY}knowledge") or ""))


def _toggle(name: str, label: str, *, disabled: bool) -> None:
    key = f"{_KEY}{name}"
    st.session_state[key] = getattr(preferences.facts(), name)
    st.toggle(label, key=key, disabled=disabled, on_change=_set_toggle, args=(name, key))


def _set_toggle(name: str, key: str) -> None:
    changed: dict[str, Any] = {name: bool(st.session_state.get(key))}
    preferences.set_facts(replace(preferences.facts(), **changed))
