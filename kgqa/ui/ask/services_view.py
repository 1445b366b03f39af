"""Under an answer: what each service gave, who failed and why, and what was asked and sent, to look at and to keep."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.language.phrases import SERVICE_STATES
from kgqa.presentation import links
from kgqa.presentation import services as given
from kgqa.presentation.text import Colour, badge, counted, plain
from kgqa.questions.wording import listed
from kgqa.records import Federated, ServiceReply, ServiceState, Trace, Triple
from kgqa.ui.session import graphs, models, services, state

if TYPE_CHECKING:
    from kgqa.pipeline import Asker
    from kgqa.ui.session.question_run import QuestionRun

SHOWN = 10
"""Facts of a service that are listed."""
LOOKS: dict[ServiceState, tuple[Colour, str]] = {
    "awaited": ("blue", "hourglass_top"),
    "answered": ("green", "check"),
    "empty": ("gray", "remove"),
    "not_asked": ("gray", "remove"),
    "failed": ("red", "error"),
}
_SHOWN_JSON, _LAID_OUT = 4_000, 200_000
"""Characters of JSON that are shown, and bytes of a message up to which it is laid out."""


def draw(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    """The services of an answer; nothing where none was asked."""
    found = trace.federated
    if found is None:
        return
    with st.container(border=True, key=f"services_{run.serial}", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.markdown(
                f"### Evidence by service :gray[:small[{given.heading(trace)}]]",
                anchors=False,
            )
            if not graphs.is_of_another(trace, asker) and services.on():
                st.button("Ask the services again", icon=":material/refresh:", key=f"services_again_{run.serial}",
                          on_click=_again, args=(asker, run, trace))  # fmt: skip
        for place, one in enumerate(found.services):
            _draw_service(one, place, trace, run.serial)
        _draw_asked(found, run.serial)


def draw_offer(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    """Under an answer that the graph does not have: the way to the services that are on, for a question with names."""
    names = [plain(one.name) for one in services.on()]
    missing = trace.answer.status == "not_in_graph" and trace.federated is None and trace.entities
    if names and missing and not graphs.is_of_another(trace, asker):
        label = f"Ask {listed(names)} beside the graph"
        st.button(
            label, icon=":material/hub:", key=f"ask_services_{run.serial}", on_click=_ask, args=(asker, run, trace)
        )


def draw_awaited(replies: tuple[ServiceReply, ...]) -> None:
    """How far each service is, while a question is on its way."""
    for one in replies:
        st.markdown(f"{_badge(one.state)} &nbsp; {plain(one.said)}")


def _badge(state_: ServiceState) -> str:
    return badge(SERVICE_STATES[state_], *LOOKS[state_])


def _draw_service(reply: ServiceReply, place: int, trace: Trace, serial: str) -> None:
    facts = [one for one in trace.evidence if reply.name in one.properties.get("service", ())]
    with st.container(gap="xxsmall", key=f"service_reply_{place}_{serial}"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            said = plain(reply.said.removeprefix(f"{reply.name} "))
            st.markdown(f"{_badge(reply.state)} &nbsp; **{plain(reply.name)}** {said}")
            _draw_messages(reply, place, serial)
        if facts:
            with st.expander(
                f"{counted(len(facts), 'fact')} with their sources", key=f"service_facts_{place}_{serial}"
            ):
                st.markdown("\n".join(f"- {_fact(one)}" for one in facts[:SHOWN]))
                if len(facts) > SHOWN:
                    st.caption(f"{len(facts) - SHOWN:,} more are in the table of evidence.")


def _fact(triple: Triple) -> str:
    """A fact as Markdown: what it says, who recorded it, and its publications as links."""
    said = f"[{triple.number}] {plain(triple.subject.name)} **{plain(triple.phrase)}** {plain(triple.object.name)}"
    sources = ", ".join(map(plain, triple.sources))
    cited = [links.shown(one) for one in triple.properties.get("publications", ())]
    more = f" and {len(cited) - 5:,} more" if len(cited) > 5 else ""
    disagrees = triple.properties.get("disagrees", ())
    against = f" :orange[:material/warning: {plain(', '.join(disagrees))} says otherwise]" if disagrees else ""
    return f"{said} :gray[· {sources}]{' · ' if cited else ''}{', '.join(cited[:5])}{more}{against}"


def _draw_messages(reply: ServiceReply, place: int, serial: str) -> None:
    from kgqa.services.federation.cache import Cache

    cache = Cache(settings.load().data_dir)
    kept = [one for one in map(cache.find, reply.messages) if one is not None]
    with st.container(horizontal=True, gap="xsmall"):
        for number, one in enumerate(kept):
            label = "Message" if len(kept) == 1 else f"Message {number + 1}"
            name = f"{reply.name}-{one.key[:8]}.json".replace(" ", "-")
            with st.popover(label, icon=":material/data_object:", key=f"message_shown_{place}_{number}_{serial}"):
                st.download_button("Whole message", data=one.path.read_bytes, file_name=name, mime="application/json",
                                   icon=":material/download:", on_click="ignore", type="tertiary",
                                   key=f"message_{place}_{number}_{serial}")  # fmt: skip
                st.code(_begin_of(one.path), language="json", wrap_lines=True)


def _begin_of(path: Path) -> str:
    """How a message begins, laid out where it is small: it may have a hundred megabytes."""
    try:
        with path.open("rb") as file:
            begin = file.read(_LAID_OUT)
    except OSError:
        return ""  # it was swept away meanwhile
    text = begin.decode("utf-8", "replace")
    if len(begin) < _LAID_OUT:
        with suppress(ValueError, RecursionError):
            text = json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    return text if len(text) <= _SHOWN_JSON else f"{text[:_SHOWN_JSON]}…"


def _draw_asked(found: Federated, serial: str) -> None:
    label = f"What was asked :gray[{counted(len(found.asked), 'query graph')}]"
    with st.expander(label, icon=":material/query_stats:", key=f"services_asked_{serial}"):
        for number, (said, graph) in enumerate(found.asked):
            st.markdown(f"**{plain(said)}**")
            text = json.dumps(json.loads(graph), indent=2, ensure_ascii=False)
            st.code(text[:_SHOWN_JSON], language="json", wrap_lines=True)
            st.download_button("Query graph", data=text, file_name=f"query-graph-{number + 1}.json",
                               mime="application/json", icon=":material/download:", on_click="ignore",
                               type="tertiary", key=f"query_graph_{number}_{serial}")  # fmt: skip


def _again(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    _ask(asker, run, trace, again=True)


def _ask(asker: Asker, run: QuestionRun, trace: Trace, *, again: bool = False) -> None:
    approach = models.approach_with("federated", models.chosen())
    approach = replace(approach, federation=services.federation(again=again))
    state.ask(asker, trace.question, run.chosen, run.narrower, approach)
