"""Where the answers to one question differ, claim by claim, and what each of them took: tokens, money and time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.evidence.pruning import key
from kgqa.exports import comparison
from kgqa.exports.files import file_name
from kgqa.language.phrases import STRATEGIES
from kgqa.llm.prompts import COPY
from kgqa.presentation import claims, model_calls
from kgqa.presentation.comparison import ComparedClaim, Comparison, Shared, SharedEvidence, compared, left_out, shared
from kgqa.presentation.model_calls import Tokens, of_whole_schema, taken
from kgqa.presentation.text import Colour, badge, counted, number, plain, shortened, small, when
from kgqa.questions.wording import listed
from kgqa.records import ClaimVerdict, Trace, Triple
from kgqa.ui.compare import state

if TYPE_CHECKING:
    from kgqa.pipeline import Asker
    from kgqa.schema.model import Schema
    from kgqa.ui.compare.state import Compared

MOST = 40
"""Claims and facts that are listed of a kind."""
LONGEST = 300
LOOKED_UP: dict[ClaimVerdict, tuple[str, Colour, str]] = {
    "supported": ("looked up, confirmed", "green", "check"),
    "contradicted": ("looked up, refuted", "red", "close"),
    "not_recorded": ("looked up, not recorded", "gray", "remove"),
}
"""What the graph says of a claim that a language model made without it; what was not checked was not looked up."""
_WORKED_OUT = "compare_worked_out"


@dataclass(frozen=True, slots=True)
class Differences:
    """What a comparison shows beneath its answers.

    Attributes:
        claims: lined up.
        tokens: of each answer; ``whole_schema`` of the schema beside them.
        evidence: by who rests on it; ``left_out`` by the key of a fact who cut it and why.
    """

    claims: Comparison
    tokens: tuple[Tokens, ...]
    whole_schema: int
    evidence: SharedEvidence
    left_out: Mapping[str, str]


def draw(asker: Asker, asked: Compared) -> None:
    """Everything below the cards, for the answers that there are."""
    answered = [(STRATEGIES[column.strategy], trace, run.serial) for column, run, trace in state.answered(asked)]
    traces = [trace for _, trace, _ in answered]
    names = state.told_apart([name for name, _, _ in answered], traces)
    if len(traces) < 2:
        missing = "one answer is no comparison" if traces else "there is no answer"
        st.markdown(f"**Nothing is lined up: {missing}.** Each answer that is there stands on its own above.")
    else:
        found = worked_out(tuple(serial for _, _, serial in answered), names, traces, asker.schema)
        silent = [name for name, trace in zip(names, traces, strict=True) if trace.answer.status == "evidence"]
        if len(traces) - len(silent) > 1:
            _draw_claims(names, traces, found.claims)
        else:
            st.markdown(f"**No claims are lined up: {plain(listed(silent))} composed nothing.** The facts are, below.")
        _draw_cost(names, traces, found.tokens, found.whole_schema)
        _draw_evidence(names, traces, found)
        st.caption(plain(" · ".join(alike(traces))))
        _draw_export(asker, names, traces)


def worked_out(serials: tuple[str, ...], names: Sequence[str], traces: Sequence[Trace], schema: Schema) -> Differences:
    """How these answers differ, once for as long as they stand on the page."""
    known: tuple[tuple[str, ...], Differences] | None = st.session_state.get(_WORKED_OUT)
    if known is None or known[0] != serials:
        found = Differences(
            compared(traces),
            tuple(taken(trace, schema) for trace in traces),
            of_whole_schema(schema),
            shared([trace.evidence for trace in traces]),
            left_out(names, traces),
        )
        known = (serials, found)
        st.session_state[_WORKED_OUT] = known
    return known[1]


def alike(traces: Sequence[Trace]) -> list[str]:
    """In what the answers were asked alike and in what not, as far as their requests tell; and who judged them."""
    last = [trace.calls[-1] for trace in traces if trace.calls]
    parts = []
    if len(last) > 1:
        models = list(dict.fromkeys(f"{call.model} ({call.provider})" for call in last))
        parts.append(f"same model: {models[0]}" if len(models) == 1 else f"different models: {', '.join(models)}")
        settings = {tuple(sorted((name, str(value)) for name, value in call.settings.items())) for call in last}
        parts.append("same settings and same length of reply" if len(settings) == 1 else "different settings")
        parts.append(_rules([call.prompt for call in last]))
    parts.append("every claim judged against the graph by program, no second model")
    parts.append(when(traces[0].asked_at, st.context.timezone))
    words = [part for part in parts if part]
    return [words[0][:1].upper() + words[0][1:], *words[1:]]


def _rules(prompts: Sequence[str]) -> str:
    """Whether the answers were written by the same rules: the shipped prompts differ in the records given, no more."""
    named = ", ".join(dict.fromkeys(prompts))
    if any(COPY in prompt for prompt in prompts):
        return f"your own copy of a prompt was sent, so the rules may differ: {named}"
    return f"same rules and same number of sentences for each answer, with and without records (prompts: {named})"


def _draw_claims(names: Sequence[str], traces: Sequence[Trace], comparison: Comparison) -> None:
    st.markdown("### Claim by claim", anchors=False)
    everybody = "Both say it" if len(traces) == 2 else "All say it"
    _draw_kind(everybody, "done_all", [row for row in comparison.rows if row.kind == "both"], traces)
    for place, name in enumerate(names):
        only = [row for row in comparison.rows if row.kind == "only" and _first(row) == place and _lone(row)]
        _draw_kind(f"Only: {name}", "person", only, traces)
    some = [row for row in comparison.rows if row.kind == "only" and not _lone(row)]
    if len(traces) > 2:
        _draw_kind("Some of them", "group", some, traces)
    _draw_kind("They contradict", "close", [row for row in comparison.rows if row.kind == "contradict"], traces)
    if comparison.entries > comparison.things:
        entries = f"{counted(comparison.things, 'thing')} with {number(comparison.entries)} entries in the graph"
        st.caption(f"Entries of one thing count once when claims are lined up: {entries}.")


def _first(row: ComparedClaim) -> int:
    return next((place for place, claim in enumerate(row.claims) if claim is not None), -1)


def _lone(row: ComparedClaim) -> bool:
    return sum(claim is not None for claim in row.claims) == 1


def _draw_kind(title: str, icon: str, rows: Sequence[ComparedClaim], traces: Sequence[Trace]) -> None:
    with st.container(horizontal=True, gap="small", key=f"kind_{title}"):
        st.markdown(f":material/{icon}: **{plain(title)}** · {number(len(rows))}", width=290)
        with st.container(width="stretch", gap="xxsmall"):
            if not rows:
                st.markdown(":gray[none]")
            for row in rows[:MOST]:
                reason = f" :small[:gray[{plain(shortened(row.reason, LONGEST))}]]" if row.reason else ""
                st.markdown(f"{plain(shortened(row.text, LONGEST))} &nbsp; {_verdict(row, traces)}{reason}")
            if len(rows) > MOST:
                st.markdown(f":gray[and {number(len(rows) - MOST)} more]")


def _verdict(row: ComparedClaim, traces: Sequence[Trace]) -> str:
    """The graph's verdict; of what only a model without the graph says, that it was looked up."""
    alone = _lone(row) and traces[_first(row)].strategy == "llm-only"
    if alone and row.verdict in LOOKED_UP:
        return badge(*LOOKED_UP[row.verdict])
    return claims.verdict_badge(row.verdict)


def _draw_evidence(names: Sequence[str], traces: Sequence[Trace], found: Differences) -> None:
    # A model alone rests on nothing: its facts are what its claims were held against.
    alone = any(trace.strategy == "llm-only" for trace in traces)
    title = "Facts behind or against the answers" if alone else "What the answers rest on"
    st.markdown(f"### {title}", anchors=False)
    evidence, left_out = found.evidence, found.left_out
    _draw_facts("With both" if len(traces) == 2 else "With all", "done_all", evidence.all, left_out)
    for name, facts in zip(names, evidence.only, strict=True):
        _draw_facts(f"Only: {name}", "person", facts, left_out)
    if evidence.some:
        _draw_facts("Some of them", "group", evidence.some, left_out)


def _draw_facts(title: str, icon: str, facts: Shared, left_out: Mapping[str, str]) -> None:
    words = f"{plain(title)} :gray[{counted(len(facts), 'fact')}]"
    if not facts:
        st.markdown(f":material/{icon}: {words}")
        return
    with st.expander(words, icon=f":material/{icon}:", key=f"rest_{title}"):
        lines = [_fact(one, left_out.get(key(one), "")) for one in facts[:MOST]]
        more = [f"and {number(len(facts) - MOST)} more"] if len(facts) > MOST else []
        st.markdown("\n".join(f"- {line}" for line in [*lines, *more]))


def _fact(one: Triple, why: str) -> str:
    said = plain(one.in_words)
    return f"{said} :small[:gray[{plain(why)}]]" if why else said


def _draw_export(asker: Asker, names: Sequence[str], traces: Sequence[Trace]) -> None:
    """The menu; each file is made when it is asked for."""
    with st.popover("Export", icon=":material/download:", key="export_comparison"):
        st.markdown(small("All answers with their claims: Markdown to read, JSON for programs."))
        with st.container(horizontal=True):
            _export_button(
                "Markdown", "md", "text/markdown", traces, lambda: comparison.document(names, traces, asker.schema)
            )
            _export_button("JSON", "json", "application/json", traces, lambda: comparison.to_json(names, traces))


def _export_button(label: str, ending: str, mime: str, traces: Sequence[Trace], data: Callable[[], bytes]) -> None:
    st.download_button(
        label,
        data=data,
        file_name=file_name(traces[0], "comparison", ending),
        mime=mime,
        on_click="ignore",
        key=f"export_comparison_{ending}",
    )


def _draw_cost(names: Sequence[str], traces: Sequence[Trace], told: Sequence[Tokens], whole_schema: int) -> None:
    """A table with a column for each answer, then the lengths of the contexts as bars.

    Args:
        told: the tokens of each answer.
        whole_schema: tokens of the schema of the graph.
    """
    st.markdown("### What it took", anchors=False)
    columns = {plain(name): took(trace, tokens) for name, trace, tokens in zip(names, traces, told, strict=True)}
    st.table({"": list(_TOOK), **columns}, hide_index=True)
    _draw_tokens(names, told, whole_schema)


_TOOK = (
    "Claims supported",
    "Tokens of the context",
    "Tokens of the prompt",
    "Tokens of the reply",
    "Requests to the model",
    "Cost",
    "Time",
)


def took(trace: Trace, tokens: Tokens) -> list[str]:
    """What one answer took, in the order of ``_TOOK``."""
    made, requests = claims.counts(claims.made(trace)), model_calls.took(trace.calls)
    total = trace.timings_ms.get("total")
    return [
        f"{number(made.supported)} of {number(made.all)}" if made.all else "none made",
        *token_cells(tokens),
        number(requests.calls),
        model_calls.money(requests.cost) if requests.calls else "none",
        "not recorded" if total is None else f"{total / 1000:,.1f} s",
    ]


_WHOLE_SCHEMA = "The whole schema, as it would be sent to have Cypher written"


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
    bars.append((_WHOLE_SCHEMA, whole_schema))
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
