"""The real app on a pipeline made by hand: what no loaded graph holds can be drawn, at once and in a known order.

Run as ``python tests/browser/stand_in.py PORT``. A question that begins with ``draw`` is answered with whatever
follows in every place where words from outside go; ``slow`` takes until it is stopped; ``break`` raises. Beside the
pages of the app it serves those of ``MADE``.
"""

from __future__ import annotations

import importlib
import sys
import threading
import types
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "unit"), str(ROOT / "tests" / "browser")]

import explored  # noqa: E402
import traces  # noqa: E402

from kgqa.cypher.checker.check import Checker  # noqa: E402
from kgqa.cypher.checker.graph_schema import from_graph  # noqa: E402
from kgqa.cypher.guard.admit import Refused, admit  # noqa: E402
from kgqa.cypher.run import Ran  # noqa: E402
from kgqa.errors import KgqaError, QueryError, StoppedError, TextError  # noqa: E402
from kgqa.evidence.row_evidence import RowEvidence  # noqa: E402
from kgqa.graph.failures import REFUSED  # noqa: E402
from kgqa.graph.store import StopSignal  # noqa: E402
from kgqa.progress import Progress  # noqa: E402
from kgqa.records import Candidate, Entity, Rows, Settled, Trace  # noqa: E402
from kgqa.schema.model import NodeType, Relation, Schema  # noqa: E402
from kgqa.strategies.approach import Approach  # noqa: E402
from kgqa.strategies.check_text import CheckedText  # noqa: E402

MADE = ("parts", "exports", "picture")
"""Pages of parts of the app alone, from the files ``NAME_page.py`` of this folder."""


class Asker:
    card = traces.CARD
    schema = Schema(
        nodes=(
            NodeType("Disease", "disease", "diseases", count=12687),
            NodeType("Phenotype", "phenotype", "phenotypes", count=18536),
            NodeType("Gene", "gene", "genes", count=5127),
        ),
        relations=(Relation("HAS_PHENOTYPE", "Disease", "Phenotype", "shows", "is a feature of", count=254621),),
        absent={"drug": "drugs", "trial": "trials", "guideline": "guidelines"},
    )

    vectors = None
    data_version = ""
    explorer = explored.MadeExplorer(schema)
    reads = explorer.reads

    def gone(self) -> None:
        """It is there."""

    @classmethod
    def open(
        cls,
        settings: object,
        graph: str | None = None,
        progress: Callable[[Progress], None] | None = None,
        *,
        background: bool = False,
    ):
        return cls()

    def events(self) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        pass

    source = f"{traces.CARD.title} {traces.CARD.version}"

    def notes(self) -> list[str]:
        return []

    def warm_facts(self) -> None:
        pass

    def nearest(self, trace: Trace, *, approach: Approach | None = None, stop: StopSignal | None = None) -> Trace:
        return replace(trace, nearest=traces.pruned().pruned)

    def candidates(self, mention: str, most: int = 8) -> list[Candidate]:
        return [other for other in traces.RESEMBLING if other.name.casefold() != mention.casefold()][:most]

    def checker(self) -> Checker:
        return Checker(from_graph(self.schema))

    def expect_cypher(self) -> None:
        pass

    def run_cypher(self, text: str, parameters: Mapping[str, object] | None = None, stop: StopSignal | None = None):
        """One row: the values of the parameters, or 1,000 for ``many``; ``slow`` takes until it is stopped."""
        done = admit(text, 1000)
        if isinstance(done, Refused):
            return done
        if "'slow'" in text and stop is not None:
            ended = threading.Event()
            stop.subscribe(ended.set)
            ended.wait(60)
            raise StoppedError("The statement was stopped.")
        if "'broken'" in text:
            raise QueryError(f"{REFUSED}Unknown thing (line 2, column 8 (offset: 57))")
        row = tuple((parameters or {}).values())
        rows = ((f"<b>{'long ' * 2000}</b>", *range(49)),) * 1000 if "'many'" in text else (row,)
        return Ran(done, Rows(done.columns, rows, False, 1.0, done.text))

    def row_evidence(self, text: str, parameters: Mapping[str, object], ran: Ran, stop: StopSignal | None = None):
        words = [str(value) for value in parameters.values()]
        trace = traces.hostile(words[0]) if words else traces.intersection()
        return RowEvidence(trace.evidence, notes=tuple(words))

    def link(self, text: str) -> list[Entity]:
        return list(traces.ambiguous().choices) if "ASD" in text else []

    def synonyms(self, identifier: str) -> tuple[str, ...]:
        return ("Lens dislocation",) if identifier == traces.ECTOPIA.id else ()

    def verify(
        self, text: str, question: str = "", *, approach: Approach | None = None, stop: StopSignal | None = None
    ) -> CheckedText:
        """What ``traces.checked`` gives, with a note where a model was to take it apart; ``slow`` takes until it is
        stopped, ``refuse`` is no text to be checked."""
        if text.startswith("slow") and stop is not None:
            ended = threading.Event()
            stop.subscribe(ended.set)
            ended.wait(60)
            raise StoppedError("The work was stopped.")
        if not text.strip() or text.startswith("refuse"):
            raise TextError("There is no text to check. Paste one, from a word to some pages.")
        found = traces.checked(text)
        if approach is None or approach.model is None:
            return found
        return replace(found, notes=(f"{approach.model.settings.model} took it apart.",))

    def ask(
        self,
        question: str,
        *,
        chosen,
        narrower: bool,
        stop: StopSignal,
        on_step: Callable[[str], None],
        on_entities: Callable[[tuple[Entity, ...]], None],
        approach: Approach | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> Trace:
        if approach is not None and approach.strategy == "kg-rag":
            return self._pruned(question, approach)
        if approach is not None and approach.strategy != "graph-only" and on_text is not None:
            return self._written(question, approach, stop, on_step, on_text)
        trace = self._ask(question, chosen, stop, on_step, on_entities)
        if approach is not None and approach.strict and trace.reading is not None:
            trace = traces.unread()
        if chosen:  # the headline tells a test what was asked
            said = f"Asked with {' and '.join(str(id_) for id_ in chosen.values())}."
            trace = replace(trace, answer=replace(trace.answer, headline=said, text=said))
        settled = tuple(Settled(start, end, id_) for (start, end), id_ in chosen.items())
        return replace(
            trace, question=question, settled=settled, narrower=narrower, asked_at="2026-11-21T03:24:00+00:00"
        )

    def _pruned(self, question: str, approach: Approach) -> Trace:
        """Facts as they are kept by limits and a hand, and a sentence where a language model is to write one."""
        writes = approach.model is not None and not approach.facts_first
        trace = traces.pruned(approach.limits, approach.hand)
        if writes:
            trace = traces.pruned(approach.limits, approach.hand, text=f"Written from {len(trace.evidence)} facts [1].")
        return replace(trace, question=question, asked_at="2026-11-21T03:24:00+00:00")

    def _written(self, question: str, approach: Approach, stop: StopSignal, on_step, on_text) -> Trace:
        """What a language model wrote; a question that begins with ``slow`` is written until it is stopped."""
        kind, _, rest = question.partition(" ")
        on_step("writing the answer")
        on_text("Marfan syndrome shows both [1]. <b>Bold</b> ![i](https://evil.example/i.png)")
        if kind == "slow" and approach.strategy in rest:
            ended = threading.Event()
            stop.subscribe(ended.set)
            ended.wait(60)
            raise StoppedError("The question was stopped before it was answered.")
        if kind == "refuse" and approach.strategy in rest:
            raise KgqaError("The model gave no query. The graph alone can still answer this.")
        trace = traces.reworded(approach.strategy) if kind == "reword" else traces.written(approach.strategy)
        if kind == "draw":
            trace = traces.written(approach.strategy, rest, ((rest, "contradicted", (1,), rest),))
            trace = replace(trace, claims=tuple(replace(claim, written=rest) for claim in trace.claims))
        return replace(trace, question=question, asked_at="2026-11-21T03:24:00+00:00")

    def _ask(self, question: str, chosen, stop: StopSignal, on_step, on_entities) -> Trace:
        kind, _, rest = question.partition(" ")
        if kind == "draw" and rest == "everything":
            import hostile  # which brings the driver of a browser along

            return replace(hostile.everything(), question=question)
        if kind == "draw":
            return replace(traces.hostile(rest), question=question)
        if kind == "slow":
            on_entities(traces.intersection().entities)
            on_step("counting to infinity")
            ended = threading.Event()
            stop.subscribe(ended.set)
            ended.wait(60)
            raise StoppedError("The question was stopped before it was answered.")
        if kind == "break":
            raise ZeroDivisionError(rest)
        if kind == "refuse":
            raise KgqaError(f"The question {rest!r} cannot be asked; ask another.")
        if "ASD" in question and not chosen:
            return replace(traces.ambiguous(), question=question)
        if "look out for" in question:
            return traces.by_meaning()
        if "Anything on" in question:
            return traces.undecided()
        if "dangerous" in question:
            return replace(traces.unread(), question=question)
        if "drugs" in question:
            trace = traces.nothing()
            return replace(trace, question=question, answer=replace(trace.answer, absent="drugs"))
        if "anosmia" in question:
            return replace(traces.nothing(), question=question)
        many = int(rest) if kind == "many" else 10
        return replace(traces.intersection(many, aside=5), question=question)


def with_made_pages(navigation: Callable[..., object]) -> Callable[..., object]:
    """``st.navigation`` that has the pages of ``MADE`` too, at ``/made-NAME``, and does not show them."""
    import streamlit as st

    def draw(name: str) -> Callable[[], None]:
        def page() -> None:
            importlib.import_module(name).draw()

        return page

    def with_more(pages: list[object], **options: object) -> object:
        made = [
            st.Page(draw(f"{name}_page"), title=name, url_path=f"made-{name}", visibility="hidden") for name in MADE
        ]
        return navigation([*pages, *made], **options)

    return with_more


def main() -> None:
    """Serves the app on the port that the command line names."""
    import streamlit as st

    module = types.ModuleType("kgqa.pipeline")
    module.__dict__.update(Asker=Asker)
    sys.modules["kgqa.pipeline"] = module
    st.navigation = with_made_pages(st.navigation)
    from streamlit.web import cli

    sys.argv = ["streamlit", "run", str(ROOT / "app.py"), "--server.port", sys.argv[1], "--server.headless", "true"]
    cli.main()


if __name__ == "__main__":
    main()
