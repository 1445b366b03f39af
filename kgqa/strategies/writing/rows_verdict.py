"""What a language model judged of the rows of its query, where the records bear it: "yes", "no", or an option."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgqa.answers.context import cited, with_headline
from kgqa.evidence.denied_links import denied_links
from kgqa.llm.writing.answering import Written
from kgqa.questions.negation.denied_links import denial_of
from kgqa.questions.text.options import options
from kgqa.questions.wording import listed
from kgqa.records import Answer, Entity, Triple
from kgqa.schema.model import Schema
from kgqa.strategies.compared_values import Compared, compared
from kgqa.strategies.question import Findings, Question

UNDECIDED = "What the query found does not decide it."


def judged(
    answer: Answer, written: Written, findings: Findings, question: Question, schema: Schema, *, about_all: bool
) -> Answer:
    """The answer with what the model judged; a "yes" needs a record that holds, a "no" one that denies.

    Args:
        about_all: whether the statement names every thing that the question names.
    """
    if written.chosen is not None:
        return _option(answer, written, findings, question)
    if answer.kind == "yesno":
        return _verdict(answer, question, schema, findings, written.verdict, about_all=about_all)
    return answer


def _verdict(
    answer: Answer, question: Question, schema: Schema, findings: Findings, verdict: bool | None, *, about_all: bool
) -> Answer:
    if not about_all:
        return replace(with_headline(answer, UNDECIDED), status="evidence" if findings.evidence else "not_in_graph")
    by_number = compared(question.text, findings.entities, findings.evidence, schema)
    if by_number is not None and verdict is not None:
        return _by_number(answer, by_number, verdict)
    denied = denied_links(findings.evidence)
    held = _relevant([one for one in findings.evidence if not one.against], findings.entities, schema)
    against = _relevant(denied, findings.entities, schema)
    negation = denial_of(question.text, [(one.start, one.end) for one in findings.entities])
    # "Is A not seen in B?" is answered by "yes" where a record denies the link, and by "no" where one holds it.
    link = None if verdict is None or negation == "unclear" else verdict != (negation == "link")
    said = "Yes" if verdict else "No"
    if link is True and held and not denied:
        return replace(with_headline(answer, f"{said}, going by what the query found{cited(held)}."), verdict=verdict)
    narrower = Narrower(findings.evidence, findings.entities, schema)
    if link is True and not denied and (of_kinds := _relevant(findings.evidence, narrower.entities, schema)):
        told = f"{said}, by way of {listed(narrower.names(of_kinds))}, going by what the query found"
        return replace(with_headline(answer, f"{told}{cited(narrower.with_steps(of_kinds))}."), verdict=verdict)
    if link is False and against:
        told = f"{said}, going by what the query found{cited(against)}."
        return replace(with_headline(answer, told), status="answered", verdict=verdict)
    why = _why_not(link, held, against, others=bool(denied))
    if negation == "unclear":
        why = "no record of a link tells what the question denies"
    told = f"The model said {said.lower()}, but {why}." if verdict is not None else ""
    return replace(with_headline(answer, UNDECIDED, told), status="evidence" if held or denied else "not_in_graph")


def _by_number(answer: Answer, found: Compared, verdict: bool) -> Answer:
    """The verdict on two things that a question compares by a number: that both are linked does not tell it."""
    said, records = "Yes" if verdict else "No", cited(found.records)
    if found.holds is verdict:
        headline = f"{said}, going by the numbers that the query found{records}."
        return replace(with_headline(answer, headline), status="answered", verdict=verdict)
    why = "no numbers that the query found tell it" if found.holds is None else f"the numbers{records} say otherwise"
    return replace(with_headline(answer, UNDECIDED, f"The model said {said.lower()}, but {why}."), status="evidence")


def _why_not(link: bool | None, held: Sequence[Triple], against: Sequence[Triple], *, others: bool) -> str:
    """Why the records do not bear it that a link holds, or does not."""
    if link:
        if against:
            return f"a record denies it{cited(against)}"
        if held and others:
            return "some records that the query found deny their links"
        return "no record that the query found joins what the question names"
    if held:
        return f"the records{cited(held)} speak for it"
    return "no record that the query found denies it"


def _relevant(triples: Sequence[Triple], entities: Sequence[Entity], schema: Schema) -> list[Triple]:
    """The records that bear on all things of the question; none where one that could have a record has none.

    A query can name two things without asking whether they are joined ("what shows A" beside "what B shows").
    """
    things = [(one.chosen.label, {one.chosen.id, *one.chosen.ids}) for one in entities]
    relevant: list[Triple] = []
    for label, ids in things:
        others = [far for far, _ in things if far != label and schema.between(label, far)]
        if not others:
            continue
        far_ids = {one for far, known in things if far in others for one in known}
        direct = [one for one in triples if _joins(one, ids, far_ids)]
        if not direct:
            return []
        relevant.extend(one for one in direct if one not in relevant)
    return relevant or list(triples)


class Narrower:
    """The things of a question together with the more specific terms below them that a query went by.

    What is recorded of a more specific term holds for the broader one; not the other way round.
    """

    def __init__(self, triples: Sequence[Triple], entities: Sequence[Entity], schema: Schema) -> None:
        kinds = {one.type for one in schema.relations if one.hierarchical}
        self.steps = [one for one in triples if one.predicate in kinds and not one.against]
        self._below: dict[str, str] = {}
        self.entities = [self._widened(one) for one in entities]

    def _widened(self, entity: Entity) -> Entity:
        ids = [entity.chosen.id, *entity.chosen.ids]
        known = set(ids)
        for above in ids:  # grows while it is read
            for step in self.steps:
                if step.object.id == above and step.subject.id not in known:
                    known.add(step.subject.id)
                    ids.append(step.subject.id)
                    self._below[step.subject.id] = step.subject.name
        return replace(entity, chosen=replace(entity.chosen, ids=tuple(ids)))

    def names(self, triples: Sequence[Triple]) -> list[str]:
        """The more specific terms among the ends of some records."""
        ends = {end.id for one in triples for end in (one.subject, one.object)}
        return [name for one, name in self._below.items() if one in ends]

    def with_steps(self, triples: Sequence[Triple]) -> list[Triple]:
        """Records and, behind them, those that say what is a kind of what."""
        return [*triples, *(one for one in self.steps if one not in triples and one.subject.id in self._below)]


def _joins(one: Triple, ids: set[str], others: set[str]) -> bool:
    near, far = one.subject.id, one.object.id
    return (near in ids and far in others) or (far in ids and near in others)


def _option(answer: Answer, written: Written, findings: Findings, question: Question) -> Answer:
    assert written.chosen is not None
    letter, text = written.chosen.letter, written.chosen.text
    names = _found(answer, findings)
    told = [one.letter for one in options(question.text) if _plain(one.text) in names]
    if told == [letter]:
        return replace(with_headline(answer, f"{letter}: {text}, going by what the query found."), value=text)
    why = "nothing that the query found names it"
    if letter in told:
        why = f"the query found {' and '.join(told)} alike"
    said = f"The model chose {letter}, but {why}."
    headline = "What the query found does not tell which option is right."
    return replace(with_headline(answer, headline, said), status="not_in_graph", value=None)


def _found(answer: Answer, findings: Findings) -> set[str]:
    """The names of what the query found and no record denies."""
    if answer.items or answer.set_aside:
        return {_plain(name) for one in answer.items for name in (one.name, *one.ids)}
    denied = {one.number for one in denied_links(findings.evidence)}
    held = [one for one in findings.evidence if one.number not in denied]
    cells = [cell for row in findings.table.rows for cell in row] if findings.table is not None and not denied else []
    ends = [end.name for one in held for end in (one.subject, one.object)]
    return {_plain(one) for one in (*ends, *cells) if isinstance(one, str)}


def _plain(name: str) -> str:
    """A name without what stands in brackets behind it."""
    return re.sub(r"\s*\([^()]*\)\s*$", "", name).strip(" .").casefold()
