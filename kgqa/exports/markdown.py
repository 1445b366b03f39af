"""An answer as a Markdown text with numbered evidence, to be filed, sent or pasted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from kgqa.evidence import citing
from kgqa.exports.files import asked_at, graph_facts
from kgqa.language import read_as
from kgqa.language.phrases import MEANINGS, NOTICE, VERDICTS, matched_by, opinion, said_status
from kgqa.presentation import services
from kgqa.presentation.claims import by_verdict, opinions, reworded, summary
from kgqa.presentation.evidence_lines import Line, Reference, cited, identified, kept, lines, nearest_lines
from kgqa.presentation.model_calls import in_one_line
from kgqa.presentation.text import encoded
from kgqa.records import Candidate, Claim, CypherRecord, Entity, ModelCall, Trace, chosen_of
from kgqa.schema.model import Schema

WORD_JOINER = "\u2060"
"""Has no width. Keeps "@" from making an address of the text around it, which no escape does."""

# Breaks of a line and what turns the direction of the text after it would reach beyond the name they stand in.
_CONTROL = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
_SPECIAL = re.compile(
    r"[\\`*_{}\[\]<>#&$~|!^]"
    r"|:(?=//|[\w+-]+:)"  # addresses, :icons:
    r"|(?<=mailto):|(?<=xmpp):"
    r"|(?<=www)\."
    r"|^[-+=:]|(?<=^\d)[.)]|(?<=^\d\d)[.)]|(?<=^\d{3})[.)]|(?<=^\d{4})[.)]",  # lists, underlines of headings
    re.IGNORECASE,
)


def document(trace: Trace, schema: Schema) -> bytes:
    """The whole answer as UTF-8 Markdown: what was asked, what is said, what it rests on, how it was found.

    Nothing that comes from a question, an answer or a graph is read as Markdown.
    """
    blocks = (
        f"# {escaped(trace.question)}",
        *filter(None, [escaped(read_as.line(trace))]),
        " · ".join([f"**{said_status(trace)}**", *filter(None, [asked_at(trace)])]),
        *_said(trace),
        *_claims(trace),
        *_listed(trace),
        *_kept(trace),
        *evidence(lines(trace, schema)),
        *_services(trace),
        *_nearest(trace, schema),
        *_understood(trace),
        *_doctor(trace),
        *_queries(trace.cypher),
        *_calls(trace.calls),
        *_further(trace),
        "## Graph",
        _bullets([f"{name}: {escaped(text)}" for name, text in graph_facts(trace.graph)]),
        f"*{NOTICE}*",
    )
    return encoded("\n\n".join(blocks) + "\n")


def escaped(text: str) -> str:
    """Markdown that shows a text letter for letter on one line, and reads well as it is."""
    text = _CONTROL.sub(" ", text).strip()
    text = _SPECIAL.sub(lambda found: f"\\{found.group()}", text)
    return re.sub(r"@(?=[\w-])", f"@{WORD_JOINER}", text)


def code(text: str, language: str) -> str:
    """A block of code in a fence that nothing in the text ends."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _further(trace: Trace) -> Iterator[str]:
    """What further questions of the same text were answered with."""
    for one in trace.further:
        yield f"## Also asked: {escaped(one.question)}"
        yield from _said(one)
        yield from _listed(one)


def _said(trace: Trace) -> Iterator[str]:
    yield f"**{escaped(citing.written(citing.headline(trace)))}**"
    yield from (escaped(citing.written(paragraph)) for paragraph in citing.paragraphs(trace))
    if trace.answer.written_by:
        yield f"*Written by the language model {escaped(trace.answer.written_by)}; {summary(trace.claims)}:*"
        yield from (f"*{escaped(told)}*" for told in [opinions(trace.claims)] if told)
        yield from (f"> {escaped(citing.written(paragraph))}" for paragraph in citing.by_model(trace))


def _claims(trace: Trace) -> Iterator[str]:
    if trace.claims:
        yield "## What the graph says of each claim"
        yield from claims(trace.claims)


def claims(made: Sequence[Claim]) -> Iterator[str]:
    """Claims as blocks of Markdown: how many have each verdict, what those verdicts mean, and a line for each claim."""
    yield f"{by_verdict(made)[:1].upper()}{by_verdict(made)[1:]}."
    met = [verdict for verdict in VERDICTS if any(claim.verdict == verdict for claim in made)]
    meanings = "; ".join(f"*{VERDICTS[verdict]}*: {escaped(MEANINGS[verdict])}" for verdict in met)
    yield f"What that means: {meanings}."
    yield _bullets([_claim(claim) for claim in made])


def _claim(claim: Claim) -> str:
    numbers = f" {list(claim.evidence)}" if claim.evidence else ""
    reason = f" · {escaped(claim.reason)}" if claim.reason else ""
    second = claim.second
    words = [] if second is None else [opinion(second), *([second.reason] if second.reason else [])]
    words = [*filter(None, [reworded(claim)]), *words]
    apart = "".join(f" · *{escaped(one)}*" for one in words)
    return f"“{escaped(claim.text)}”: **{VERDICTS[claim.verdict]}**{escaped(numbers)}{reason}{apart}"


def _listed(trace: Trace) -> Iterator[str]:
    answer = trace.answer
    for title, items in (("Answers", answer.items), ("Set aside", answer.set_aside)):
        if items:
            yield f"## {title}"
            yield _bullets([escaped(cited(item)) for item in items])
    if answer.truncated and answer.total is not None:
        yield f"The row limit ended the list: {len(answer.items):,} of {answer.total:,} are in it."


def evidence(records: Sequence[Line], title: str = "## Evidence") -> Iterator[str]:
    """Numbered records as blocks of Markdown, under a title where there are any."""
    if records and title:
        yield title
    # Paragraphs: a list would be numbered anew by whoever shows it.
    for one in records:
        parts = [escaped(one.sentence), *map(escaped, (*one.facts, one.source)), *map(_link, one.references)]
        yield f"**{one.number}.** {' · '.join(parts)}"


def _kept(trace: Trace) -> Iterator[str]:
    if trace.pruned is not None:
        yield "## What was kept"
        yield _bullets(list(map(escaped, kept(trace.pruned))))


def _services(trace: Trace) -> Iterator[str]:
    """What services beside the graph gave, who of them did not answer and why, and what they were asked."""
    if trace.federated is None:
        return
    yield f"## Evidence by service ({services.heading(trace)})"
    found = services.by_service(trace)
    yield _bullets(
        [f"**{escaped(one.name)}** ({escaped(one.url)}): {escaped(services.told(one, found))}"
         for one in trace.federated.services]
    )  # fmt: skip
    for said, graph in trace.federated.asked:
        yield f"Asked of services: {escaped(said)}"
        yield code(graph, "json")


def _nearest(trace: Trace, schema: Schema) -> Iterator[str]:
    found = nearest_lines(trace, schema)
    if found:
        from kgqa.strategies import nearest

        yield f"## {escaped(nearest.heading(trace))}"
        yield escaped(nearest.said(trace))
        yield from evidence(found, title="")


def _link(reference: Reference) -> str:
    text = escaped(reference.id)
    return f"[{text}]({reference.address})" if reference.address else text


def _understood(trace: Trace) -> Iterator[str]:
    by_hand = chosen_of(trace.settled)
    facts = [escaped(one) for one in trace.account]
    facts += [f"Read as: {escaped(trace.understood)}"] if trace.understood else []
    facts += ["More specific terms are counted as well"] if trace.narrower else []
    facts += [_entity(entity, (entity.start, entity.end) in by_hand) for entity in trace.entities]
    facts += [f"To be chosen: {_entity(entity)}" for entity in trace.choices if entity not in trace.entities]
    nothing = [trace.question[start:end] for (start, end), id_ in by_hand.items() if id_ is None]
    facts += [f"“{escaped(mention)}”: no thing of the graph, said by hand" for mention in nothing]
    if facts:
        yield "## How the question was read"
        yield _bullets(facts)


def _entity(entity: Entity, by_hand: bool = False) -> str:
    chosen = entity.chosen
    found = f"“{entity.mention}”: {identified(chosen.name, chosen.id, *chosen.ids)}"
    words = [found, _type_of(chosen), matched_by(entity), *(["chosen by hand"] if by_hand else [])]
    if entity.rivals:
        as_well = "just as good" if entity.tied else "other readings"
        if any(one.label != chosen.label or one.answers is not None for one in entity.rivals):
            others = "; ".join(f"{identified(one.name, one.id)}, {_type_of(one)}" for one in entity.rivals)
        else:
            others = "; ".join(identified(one.name, one.id) for one in entity.rivals)
        words.append(f"{'and together with it' if entity.together and not entity.tied else as_well}: {others}")
    return escaped(" · ".join(words))


def _type_of(one: Candidate) -> str:
    """The type of a reading, and how many answers it gives where they were counted."""
    if one.answers is None:
        return one.label
    return f"{one.label}, {one.answers:,} {'answer' if one.answers == 1 else 'answers'}"


def _doctor(trace: Trace) -> Iterator[str]:
    if trace.answer.clauses:
        yield "## What each part of the question gives"
        yield _bullets(
            [
                f"{escaped(clause.text)}: {clause.count:,}{' (this empties the result)' if clause.empties else ''}"
                for clause in trace.answer.clauses
            ]
        )


def _queries(records: Sequence[CypherRecord]) -> Iterator[str]:
    if records:
        yield "## What was asked of the graph"
    for record in records:
        purpose = escaped(record.purpose[:1].upper() + record.purpose[1:])
        yield f"{purpose}: {record.rows:,} {'row' if record.rows == 1 else 'rows'}"
        yield code(record.executed, "cypher")
        if record.parameters:
            yield code(json.dumps(dict(record.parameters), ensure_ascii=False, default=str), "json")


def _calls(calls: Sequence[ModelCall]) -> Iterator[str]:
    """What the language model was asked for, by which prompt and with which settings; the prompts are in the JSON."""
    if calls:
        yield "## What a language model was asked for"
        yield _bullets([_call(call) for call in calls])


def _call(call: ModelCall) -> str:
    sent = json.dumps(dict(call.settings), ensure_ascii=False, default=str)
    words = [f"model {call.model} ({call.provider})", f"prompt {call.prompt}", f"settings {sent}", in_one_line([call])]
    return escaped(" · ".join([f"{call.purpose}: {words[0]}", *words[1:], *([call.error] if call.error else [])]))


def _bullets(texts: Sequence[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)
