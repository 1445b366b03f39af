"""Questions for yes or no about one link with conditions on its properties: "does A show B in at least 50 %"."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.answers.certainty import of_edges
from kgqa.answers.context import AnswerContext, CitedAnswer, marks, positive
from kgqa.answers.pair_records import between, of_kinds
from kgqa.answers.qualified import verdict
from kgqa.answers.undecided import value_of
from kgqa.evidence.gathering import Edge, Numbering
from kgqa.questions.intent import Intent, Pair
from kgqa.questions.qualifiers import Opened, Qualifier, named
from kgqa.questions.wording import SILENCE, listed, qualified
from kgqa.records import Answer


def answer_qualified(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """Yes where one record is as asked; no where one that can tell is not and none leaves it open; else undecided.

    A record without the asked property says nothing of it. Records of the kinds of either thing are not asked: what
    holds of some kinds in most patients need not hold of the thing.
    """
    (pair,) = intent.pairs
    edges = between(context, pair)
    if not positive(edges):
        return _not_recorded(context, pair, edges)
    numbering = Numbering()
    edges = [edge for edge in edges if not edge.triple.against]
    numbering.cite(edges)
    told = [(edge, verdict(context, pair.hops[0], pair.qualifiers, edge)) for edge in edges]
    yes = [edge for edge, one in told if one is True]
    no = [edge for edge, one in told if one is False]
    # A record of another source, or of the other sex, differs from none that is as asked in these.
    other = [edge for edge in no if not _is_another(context, pair, edge)]
    cut = [edge for edge, one in told if isinstance(one, Opened) and one.doubt != "missing"]
    silent = [edge for edge, one in told if isinstance(one, Opened) and one.doubt == "missing"]
    link = _link(context, pair, edges)
    asked = qualified(pair.qualifiers)
    rest: list[str] = []
    if yes:
        bounds = any(one.bounds is not None for one in pair.qualifiers)
        headline = f"Yes: {link}{asked}{f': {_values(pair, yes, numbering)}' if bounds else _cited(numbering, yes)}."
        rest += [f"Another record does not say so: {_values(pair, other, numbering)}."] if other else []
        rest += [f"Not decided by {_values(pair, cut, numbering)}."] if cut else []
    elif no and not cut:
        headline = f"No: {link}, but not {asked.strip()}: {_values(pair, no, numbering)}."
    else:
        unknown = f"no {_property(pair)} is recorded of it{_cited(numbering, silent)}"
        why = f"it is recorded as {_values(pair, cut, numbering)}" if cut else unknown
        headline = f"Not decided whether {link}{asked}: {why}."
        rest += [f"Another record does not say so: {_values(pair, other, numbering)}."] if other else []
    if silent and (yes or no or cut):
        rest.append(f"Without {_property(pair)}: {_cited(numbering, silent).strip()}.")
    text = " ".join((headline, *rest))
    if not yes and (cut or not no):
        return CitedAnswer(Answer("not_in_graph", "yesno", headline, text), numbering.triples)
    return CitedAnswer(Answer("answered", "yesno", headline, text, verdict=bool(yes)), numbering.triples)


def _link(context: AnswerContext, pair: Pair, edges: Sequence[Edge]) -> str:
    verb = context.wording.phrase(pair.hops[0], hedge=of_edges(list(edges), context.schema))
    return f"{pair.one.name} {verb} {pair.other.name}"


def _not_recorded(context: AnswerContext, pair: Pair, edges: Sequence[Edge]) -> CitedAnswer:
    """Where no record says that the link holds at all; what denies it is cited."""
    numbering = Numbering()
    numbers = numbering.cite(list(edges))
    if edges:
        verb = context.wording.phrase(pair.hops[0], negative=True)
        text = f"No: it is recorded that {pair.one.name} {verb} {pair.other.name}{marks(numbers)}."
        return CitedAnswer(Answer("answered", "yesno", text, text, verdict=False), numbering.triples)
    headline = f"Not recorded: {context.source} does not record that {_link(context, pair, edges)}."
    kinds = of_kinds(context, pair)
    of_kind = (
        f" It is recorded for {kinds.counted()}: {kinds.named()}; ask of these."
        if kinds is not None and kinds.found
        else ""
    )
    text = f"{headline} That is {SILENCE}.{of_kind}"
    return CitedAnswer(Answer("answered", "yesno", headline, text, verdict=False))


def _is_another(context: AnswerContext, pair: Pair, edge: Edge) -> bool:
    """Whether a record is not one of those that the texts asked for pick out."""
    texts = [one for one in pair.qualifiers if one.bounds is None]
    return bool(texts) and verdict(context, pair.hops[0], texts, edge) is not True


def _values(pair: Pair, edges: Sequence[Edge], numbering: Numbering) -> str:
    """What records have of the asked properties, each with its source."""
    return listed([f"{_recorded(pair.qualifiers, edge)}{marks(numbering.cite([edge]))}" for edge in edges])


def _recorded(qualifiers: Sequence[Qualifier], edge: Edge) -> str:
    bounded = [one for one in qualifiers if one.bounds is not None]
    return ", ".join(value_of(one, edge) for one in bounded or qualifiers)


def _property(pair: Pair) -> str:
    return listed([named(one.property) for one in pair.qualifiers], "or")


def _cited(numbering: Numbering, edges: Sequence[Edge]) -> str:
    return marks(numbering.cite(list(edges)))
