"""The few things that a session remembers, by name, and the ways to change them.

Among them is what it was told that words of its questions mean, by graph.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.ui.session.question_run import Chosen, QuestionRun

if TYPE_CHECKING:
    from kgqa.pipeline import Asker
    from kgqa.records import Entity, Former, Trace
    from kgqa.strategies.approach import Approach


@dataclass(frozen=True, slots=True)
class QuestionBox:
    """A box for questions.

    A value that Streamlit is given for a widget reaches the browser in one run only; where the page is drawn anew at
    once, as when an answer fails early, it is lost, and the box would show other words than those that were sent. So
    words that the browser does not have yet make a new widget, which begins with them in every run.

    Attributes:
        key: of the place that it stands in.
    """

    key: str

    @property
    def words(self) -> str:
        """What stands in it."""
        return st.session_state.get(self._widget, self._given) or ""

    def fill(self, words: str) -> None:
        """Puts words into it, before it is drawn."""
        if words != self.words:
            st.session_state[self._filled] = (self._fillings + 1, words)

    def begin(self, words: str) -> None:
        """Has it hold these words when its page is drawn next; nothing is asked."""
        st.session_state[self._next] = words

    def restore(self, asked: str | None) -> None:
        """Puts the right words into it before it is drawn: Streamlit forgets them when another page is shown.

        Args:
            asked: the question on its page; None where nothing was asked.
        """
        if self._next in st.session_state:
            self.fill(st.session_state.pop(self._next))
        elif self._widget not in st.session_state and asked is not None:
            self.fill(asked)

    def draw(self, placeholder: str) -> None:
        """The box itself, for a form."""
        with st.container(key=self.key):
            st.text_input(
                "Question", self._given, key=self._widget, icon=":material/search:", label_visibility="collapsed",
                placeholder=placeholder, autocomplete="off",
            )  # fmt: skip

    @property
    def _filling(self) -> tuple[int, str]:
        """How often it was filled, and with what last."""
        found: tuple[int, str] = st.session_state.get(self._filled, (0, ""))
        return found

    @property
    def _fillings(self) -> int:
        number, _ = self._filling
        return number

    @property
    def _given(self) -> str:
        _, words = self._filling
        return words

    @property
    def _widget(self) -> str:
        return f"{self.key}_{self._fillings}"

    @property
    def _filled(self) -> str:
        return f"filled_{self.key}"

    @property
    def _next(self) -> str:
        return f"next_{self.key}"


BOX, COMPARE_BOX = QuestionBox("question_box"), QuestionBox("compare_box")
"""The boxes of the pages Ask and Compare."""
ASKING = "asking"
"""The question on the page, answered or on its way."""
ADDRESS = "answer"
"""Name of the part of the address that says which kept answer is open."""
COMPARISON = "comparison"
"""The same for a kept comparison."""


def current() -> QuestionRun | None:
    """The question on the page; None where nothing was asked yet."""
    run = st.session_state.get(ASKING)
    return run if isinstance(run, QuestionRun) else None


def ask_box(asker: Asker) -> None:
    """Asks what stands in the question box."""
    ask(asker, BOX.words)


def ask(
    asker: Asker,
    question: str,
    chosen: Chosen | None = None,
    narrower: bool = False,
    approach: Approach | None = None,
    former: Former | None = None,
) -> None:
    """Asks a question as this session asks, and puts it into the box; one still on its way is stopped first.

    Every question of the Ask page comes through here, so that nothing is sent to another machine before its reader
    agreed.

    Args:
        chosen: what names in it mean; None for what this session was told to remember of them.
        approach: another way of asking than that of this session.
        former: the question that it follows; where the question on the page is asked again, what that follows.
    """
    # Here and not above: what it brings along asks back which question is on the page.
    from kgqa.privacy import identifiers, without
    from kgqa.ui.session import preferences, privacy_dialog

    chosen = chosen_meanings(asker, question) if chosen is None else chosen
    former = former or _followed(question)
    if approach is None and preferences.strategy() == "graph-only":
        _begin(asker, question, chosen, narrower, None, former)
        return
    said = question if former is None else f"{former.whole}\n{question}"

    def begin(words: str, approach: Approach) -> None:
        # What was settled counts characters of the question; without some of its words it settles nothing, and what is
        # to be left out of the question before is not sent along.
        if words == said:
            _begin(asker, question, chosen, narrower, approach, former)
        else:
            rest = words if former is None else without(question, identifiers(question))
            _begin(asker, rest, None, narrower, approach, None)

    privacy_dialog.gate(said, begin, approach)


def ask_graph(asker: Asker, question: str, chosen: Chosen | None = None, narrower: bool = False) -> None:
    """Asks a question of the graph alone, whatever this session asks otherwise; nothing leaves the machine."""
    _begin(asker, question, chosen, narrower, None, _followed(question))


def _followed(question: str) -> Former | None:
    """What the question on the page follows, where it is the one that is asked again."""
    run = current()
    return run.former if run is not None and question in (run.question, run.read) else None


def open_record(trace: Trace, record: str) -> QuestionRun:
    """Puts a kept answer onto the page; nothing is asked."""
    run = QuestionRun.of_record(trace, record)
    _show(run)
    return run


def put_away() -> None:
    """Takes the answer off the page, and ends a question on its way; its words stay in the box."""
    run = current()
    if run is None:
        return
    run.stop()
    BOX.begin(run.question)
    del st.session_state[ASKING]
    st.query_params.pop(ADDRESS, None)


def _begin(
    asker: Asker,
    question: str,
    chosen: Chosen | None,
    narrower: bool,
    approach: Approach | None,
    former: Former | None,
) -> None:
    from kgqa.ui.session import preferences

    if approach is None or approach.strategy == "graph-only":
        approach = preferences.graph_alone()
    _show(QuestionRun.begin(asker, question, chosen, narrower, approach, former))
    st.query_params.pop(ADDRESS, None)


def _show(run: QuestionRun) -> None:
    before = current()
    if before is not None:
        before.stop()
    BOX.fill(run.question)
    st.session_state[ASKING] = run


Meant = str | tuple[str, ...]
_MEANINGS = "settled_names"


def remember_meaning(asker: Asker, mention: str, meant: Meant) -> None:
    """From now on these words mean that in questions on this graph, until the session ends."""
    _known_meanings()[asker.card.name, mention.casefold()] = meant


def forget_meaning(asker: Asker, mention: str) -> None:
    """These words are asked back again."""
    _known_meanings().pop((asker.card.name, mention.casefold()), None)


def is_meaning_remembered(asker: Asker, entity: Entity) -> bool:
    """Whether a name was taken for what was chosen before."""
    meant = _known_meanings().get((asker.card.name, entity.mention.casefold()))
    if meant is None:
        return False
    return {one.id for one in entity.meant} == ({meant} if isinstance(meant, str) else set(meant))


def chosen_meanings(asker: Asker, question: str) -> Chosen:
    """What was settled of the names in a question, by their places in it."""
    known = {mention: meant for (graph, mention), meant in _known_meanings().items() if graph == asker.card.name}
    if not any(mention in question.casefold() for mention in known):
        return {}
    try:
        found = asker.link(question)
    except KgqaError:  # a graph that is away fails the question itself, with a sentence
        return {}
    named = {(one.start, one.end): one.mention.casefold() for one in found}
    return {place: known[mention] for place, mention in named.items() if mention in known}


def _known_meanings() -> dict[tuple[str, str], Meant]:
    found: dict[tuple[str, str], Meant] = st.session_state.setdefault(_MEANINGS, {})
    return found
