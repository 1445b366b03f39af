"""An answer for paper: everything open, references written out, nothing to press."""

from __future__ import annotations

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.evidence import citing
from kgqa.exports.files import asked_at, graph_facts
from kgqa.language import read_as
from kgqa.language.phrases import NOTICE, VERDICTS, drawing_title, opinion, said_status
from kgqa.load import catalog
from kgqa.presentation import claims, graph_svg, services
from kgqa.presentation.drawing import MARKS, called, drawn, looks, notes
from kgqa.presentation.evidence_lines import Line, Reference, cited, kept, lines, nearest_lines
from kgqa.presentation.graph_layout import arrange
from kgqa.presentation.text import plain
from kgqa.records import Claim, Trace
from kgqa.schema.model import Schema
from kgqa.ui.components import reading_view

# Streamlit scrolls in a box of the window's height and its tables stand in a line of text: both end with the sheet.
STYLE = """<style>
@media print {
  @page { margin: 15mm; }
  .stApp { color-scheme: light !important; }
  html, body, .stApp, .stApp div, .stApp section {
    background: #FFFFFF !important; height: auto !important; min-height: 0 !important; max-height: none !important;
    overflow: visible !important; break-inside: auto !important; }
  .stApp, .stAppViewContainer, .stMain { position: static !important; display: block !important; }
  .stMain, .stMain * { color: #000000 !important; }
  .stMainBlockContainer { padding: 0 !important; max-width: none !important; }
  .stAppHeader, [data-testid="stElementToolbar"] { display: none !important; }
  table { display: table !important; font-size: 9pt; }
  thead { display: table-header-group; }
  tr, li, img { break-inside: avoid !important; }
  h1, h2, h3 { break-after: avoid; }
  img { max-height: 240mm; object-fit: contain; }
}
</style>"""

UNKNOWN = Schema(nodes=(), relations=())
"""Stands in for the schema of a graph that is not loaded any more: the usual names of fields say what is in them."""


def draw(trace: Trace) -> None:
    """Draws the whole answer in the order in which it is read."""
    st.html(STYLE)
    with st.container(key="print"):
        st.markdown(f"# {plain(trace.question)}", anchors=False)
        if line := read_as.line(trace):
            st.markdown(f"**{plain(line)}**")
        st.caption(" · ".join(filter(None, [said_status(trace), plain(asked_at(trace))])))
        reading_view.draw_answer(trace)
        _draw_written(trace)
        _draw_items(trace)
        schema = _schema(trace)
        _draw_evidence(lines(trace, schema))
        _draw_services(trace)
        _draw_kept(trace)
        _draw_nearest(trace, schema)
        if trace.evidence:
            _draw_picture(trace, schema)
        for one in trace.further:
            st.markdown(f"### Also asked: {plain(one.question)}", anchors=False)
            reading_view.draw_answer(one, heading="")
        st.markdown("### Graph", anchors=False)
        st.markdown("\n".join(f"- {name}: {plain(text)}" for name, text in graph_facts(trace.graph)))
        st.caption(NOTICE)


def _draw_services(trace: Trace) -> None:
    """What services beside the graph gave, who of them did not answer and why."""
    if trace.federated is not None:
        found = services.by_service(trace)
        st.markdown(f"### Evidence by service ({services.heading(trace)})", anchors=False)
        lines_ = (f"**{plain(one.name)}** ({plain(one.url)}): {plain(services.told(one, found))}"
                  for one in trace.federated.services)  # fmt: skip
        st.markdown("\n".join(f"- {one}" for one in lines_))


def _draw_kept(trace: Trace) -> None:
    if trace.pruned is not None:
        st.markdown("### What was kept", anchors=False)
        st.markdown("\n".join(f"- {plain(text)}" for text in kept(trace.pruned)))


def _draw_nearest(trace: Trace, schema: Schema) -> None:
    """What is nearest to a question that the graph cannot answer."""
    if trace.nearest is None or not trace.nearest.kept:
        return
    from kgqa.strategies import nearest

    st.markdown(f"### {plain(nearest.heading(trace))}", anchors=False)
    st.markdown(plain(nearest.said(trace)))
    _draw_evidence(nearest_lines(trace, schema), title="")


def _schema(trace: Trace) -> Schema:
    """The schema of the answer's graph as it is written down; no graph is opened to print a record."""
    try:
        return catalog.graph(settings.load(), trace.graph.name).schema
    except KgqaError:
        return UNKNOWN


def _draw_written(trace: Trace) -> None:
    """Who wrote the text, and of every claim in it what the graph says."""
    if not trace.answer.written_by:
        return
    st.markdown(plain(f"Written by the language model {trace.answer.written_by}; {claims.summary(trace.claims)}:"))
    if told := claims.opinions(trace.claims):
        st.markdown(plain(told))
    for paragraph in citing.by_model(trace):
        st.markdown(plain(citing.written(paragraph)))
    if trace.claims:
        st.markdown("### What the graph says of each claim", anchors=False)
        st.markdown(plain(f"{claims.by_verdict(trace.claims)}."))
        st.markdown("\n".join(f"- {plain(_claim(claim))}" for claim in trace.claims))


def _claim(claim: Claim) -> str:
    """A claim with its verdict, the numbers of its records, why, and the model's own sentence where ours stands."""
    verdict = f"{VERDICTS[claim.verdict]} {list(claim.evidence) or ''}".rstrip()
    notes = [verdict, claim.reason, claims.reworded(claim), "" if claim.second is None else opinion(claim.second)]
    return f"“{claim.text}”: {' · '.join(note for note in notes if note)}"


def _draw_items(trace: Trace) -> None:
    for title, items in (("Answers", trace.answer.items), ("Set aside", trace.answer.set_aside)):
        if items:
            st.markdown(f"### {title}", anchors=False)
            st.markdown("\n".join(f"- {plain(cited(item))}" for item in items))


def _draw_evidence(evidence: tuple[Line, ...], title: str = "### Evidence") -> None:
    if not evidence:
        return
    if title:
        st.markdown(title, anchors=False)
    st.table(
        {
            "No.": [str(line.number) for line in evidence],
            "Record": [plain(line.sentence) for line in evidence],
            "As recorded": [plain(" · ".join(line.facts)) for line in evidence],
            "Source": [plain(line.source) for line in evidence],
            "References": [", ".join(map(_reference, line.references)) for line in evidence],
        },
        hide_index=True,
    )


def _reference(reference: Reference) -> str:
    text = plain(reference.id)
    return f"[{text}]({reference.address})" if reference.address else text


def _draw_picture(trace: Trace, schema: Schema) -> None:
    picture = arrange(trace, kinds=called(schema))
    legend = [f"{MARKS[look.shape]} {picture.kinds.get(kind, kind)}" for kind, look in looks(picture).items()]
    st.markdown(f"### {drawing_title(trace.strategy, trace.answer.status)}", anchors=False)
    st.image(
        graph_svg.image(picture).decode(),
        caption=plain(" · ".join((*legend, *notes(picture), drawn(picture)))),
        alt=picture.name,
    )
