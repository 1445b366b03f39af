"""What a language model judged of facts, "yes", "no" or an option, as far as records between the named things bear it.

Facts about things are no answer by themselves: among all that is recorded about two things there need be nothing
that joins them, or something else than what was asked. So a verdict stands only where a record joins the things that
the question names, by a relation that shares a word with the question, and where the question asks for no more than
that link: no record of one tells that a gene is the only one, or how many patients show a finding.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgqa.answers.context import cited, with_headline
from kgqa.evidence.denied_links import denied_links
from kgqa.llm.writing.answering import Written
from kgqa.questions.negation.denied_links import Denial, denial_of, last_clause
from kgqa.questions.text.options import before_options, options
from kgqa.questions.wording import listed
from kgqa.records import Answer, Entity, Triple
from kgqa.schema.model import Schema
from kgqa.strategies.compared_values import compared
from kgqa.strategies.question import Findings, Question
from kgqa.strategies.writing.requested_link import is_asked_for, named_by_records
from kgqa.strategies.writing.rows_verdict import Narrower

_MORE = re.compile(
    r"\b(?:only|sole|solely|exclusively|alone|all|every|each|always|most|mostly|mainly|main|many|few|fewer|less|more|"
    r"than|half|majority|minority|common|commonly|frequent|frequently|rare|rarely|often|usually|typically|at least|"
    r"first|best|strongest|sometimes)\b|(?<![\w.-])\d+(?:[.,/]\d+)*(?![\w-])",
    re.IGNORECASE,
)
"""Words by which a question asks for more than whether there is a link."""
_PLACE = re.compile(r"^\s*\d+\s*[.):]\s")
"""The number of a question in a list."""
UNDECIDED = "The facts that were found do not decide it."


def judged(answer: Answer, written: Written, findings: Findings, question: Question, schema: Schema) -> Answer:
    """The answer with what the model judged; where no record bears that, it says why not."""
    if written.chosen is not None:
        return _option(answer, written, findings, question, schema)
    if options(question.text):
        return replace(with_headline(answer, "The language model chose no option."), status="evidence")
    if answer.kind == "yesno":
        return _verdict(answer, written.verdict, findings, question, schema)
    return answer


def _verdict(answer: Answer, verdict: bool | None, findings: Findings, question: Question, schema: Schema) -> Answer:
    if verdict is None:
        return replace(with_headline(answer, UNDECIDED), status="evidence")
    by_number = compared(before_options(question.text), findings.entities, findings.evidence, schema)
    if by_number is not None and by_number.holds is verdict:
        said = f"{'Yes' if verdict else 'No'}, going by the numbers that are recorded{cited(by_number.records)}."
        return replace(with_headline(answer, said), verdict=verdict)
    things = _things(named_by_records(question.text, findings.entities, findings.evidence, schema))
    joining = _joining(findings.evidence, things)
    asked = [one for one in joining if is_asked_for(one, question.text, findings.entities, schema)]
    held, against = _parted(asked)
    denied = _denial(question, findings)
    # "Is A not linked to B?" is answered by "yes" where a record denies the link.
    link = verdict != (denied == "link")
    more = _more(question, findings)
    if not more and denied in ("condition", "unclear"):
        more = "no record of a link tells what the question denies"
    relevant, other = (held, against) if link else (against, held)
    whole = all(_touched(ids, asked if link else relevant) for ids in things)
    said = "Yes" if verdict else "No"
    if len(things) > 1 and relevant and not other and (whole or not link) and not more:
        return replace(with_headline(answer, f"{said}, going by what is recorded{cited(relevant)}."), verdict=verdict)
    if link and not joining and not more and (of_kinds := _by_kinds(question, findings, schema)):
        narrower, records = of_kinds
        told = f"{said}, by way of {listed(narrower.names(records))}, going by what is recorded"
        return replace(with_headline(answer, f"{told}{cited(narrower.with_steps(records))}."), verdict=verdict)
    not_shown = more or _why_not(things, joining, held, against, link=link)
    why = f"The language model said {said.lower()}, but {not_shown}."
    return replace(with_headline(answer, UNDECIDED, why), status="evidence")


def _by_kinds(question: Question, findings: Findings, schema: Schema) -> tuple[Narrower, list[Triple]] | None:
    """The records of kinds of the named things that join them as the question asks; None where none does or one is
    denied. What is recorded of a kind is recorded of it."""
    narrower = Narrower(findings.evidence, findings.entities, schema)
    things = _things(narrower.entities)
    joining = _joining(findings.evidence, things)
    held, against = _parted([one for one in joining if is_asked_for(one, question.text, findings.entities, schema)])
    found = [one for one in held if one not in narrower.steps]
    whole = len(things) > 1 and all(_touched(ids, found) for ids in things)
    return (narrower, found) if whole and found and not against and narrower.names(found) else None


def _denial(question: Question, findings: Findings) -> Denial:
    return denial_of(before_options(question.text), [(one.start, one.end) for one in findings.entities])


def _more(question: Question, findings: Findings) -> str:
    """Why no record of a link can be what a question asks for, in words; empty where it asks for a link alone."""
    asked = before_options(question.text)
    for one in findings.entities:
        asked = asked[: one.start] + "_" * (one.end - one.start) + asked[one.end :]
    found = _MORE.search(last_clause(_PLACE.sub("", asked)))
    return f"with “{found.group()}” the question asks for more than whether there is a link" if found else ""


def _why_not(
    things: Sequence[frozenset[str]],
    joining: Sequence[Triple],
    held: Sequence[Triple],
    against: Sequence[Triple],
    *,
    link: bool,
) -> str:
    if len(things) < 2:
        return "the question names fewer than two things of the graph, so no record can be what it asks for"
    if held and against:
        return f"records say both{cited([*held[:2], *against[:2]])}"
    if link and against:
        return f"a record denies the link{cited(against)}"
    if held and not link:
        return f"a record says that the link holds{cited(held)}"
    if joining and not held and not against:
        return f"what joins these things is another relation than the question asks for{cited(joining)}"
    return "none of the facts joins what the question names"


def _option(answer: Answer, written: Written, findings: Findings, question: Question, schema: Schema) -> Answer:
    assert written.chosen is not None
    asked = len(before_options(question.text))
    things = _things([one for one in findings.entities if one.end <= asked])
    letter, text = written.chosen.letter, written.chosen.text
    joined = {
        one.letter: _joined(_option_things(question, findings, one.text), things, findings, question, schema)
        for one in options(question.text)
    }
    told = [one for one, records in joined.items() if records]
    more = _more(question, findings)
    if not more and _denial(question, findings) != "none":
        more = "the question asks for what is not linked, and records tell what is"
    if told == [letter] and not more:
        headline = f"{letter}: {text}, going by what is recorded{cited(joined[letter])}."
        return replace(with_headline(answer, headline), value=text)
    alike = f"the facts speak for {' and '.join(told)} alike"
    why = more or (alike if letter in told else "no fact joins it to what is asked")
    said = f"The language model chose {letter}, but {why}."
    return replace(
        with_headline(answer, "The facts that were found do not tell which option is right.", said), status="evidence"
    )


def _option_things(question: Question, findings: Findings, text: str) -> frozenset[str]:
    """Identifiers of the thing that an option names as a whole; none where the graph does not know it."""
    plain = text.strip(" .").casefold()
    for entity in findings.entities:
        if entity.end > len(before_options(question.text)) and entity.mention.strip(" .").casefold() == plain:
            return frozenset((entity.chosen.id, *entity.chosen.ids))
    return frozenset()


def _joined(
    option: frozenset[str], things: Sequence[frozenset[str]], findings: Findings, question: Question, schema: Schema
) -> list[Triple]:
    """Records that join an option to every thing of the question; none where one of them has none or is denied."""
    found: list[Triple] = []
    for ids in things if option else ():
        held, against = _parted(
            [
                one
                for one in _joining(findings.evidence, [option, ids])
                if is_asked_for(one, question.text, findings.entities, schema)
            ]
        )
        if not held or against:
            return []
        found += held
    return found


def _things(entities: Sequence[Entity]) -> list[frozenset[str]]:
    """The identifiers of each thing that is named, each thing once."""
    ids = [frozenset(id_ for thing in one.meant for id_ in (thing.id, *thing.ids)) for one in entities]
    return list(dict.fromkeys(ids))


def _joining(triples: Sequence[Triple], things: Sequence[frozenset[str]]) -> list[Triple]:
    """The records whose ends are two different things of these."""
    found = []
    for one in triples:
        ends = [
            next((place for place, ids in enumerate(things) if end.id in ids), None)
            for end in (one.subject, one.object)
        ]
        if None not in ends and ends[0] != ends[1]:
            found.append(one)
    return found


def _touched(ids: frozenset[str], triples: Sequence[Triple]) -> bool:
    return any(one.subject.id in ids or one.object.id in ids for one in triples)


def _parted(joining: Sequence[Triple]) -> tuple[list[Triple], list[Triple]]:
    """Those that hold and those that deny; a denial beside a record that holds counts for nothing."""
    against = denied_links(joining)
    return [one for one in joining if not one.against], against
