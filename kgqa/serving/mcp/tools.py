"""What the tools do, as plain functions from texts to texts; nothing here knows the protocol, and nothing writes.

No tool asks a language model, whatever the settings name: whoever calls is one, and so nothing leaves this machine.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from kgqa.closing import Closing
from kgqa.cypher.guard.admit import Refused
from kgqa.errors import KgqaError, UnknownGraphError
from kgqa.evidence.denied_links import denials, heeds_denials
from kgqa.evidence.exploring.neighbourhood import Details, Side
from kgqa.exports import markdown
from kgqa.graph.stop import StopSignal
from kgqa.history import storage
from kgqa.language import read_as
from kgqa.language.json_lines import OBEYED
from kgqa.llm.tokens import estimate
from kgqa.llm.writing.schema_text import schema_text
from kgqa.load import catalog
from kgqa.pipeline import Asker
from kgqa.presentation.evidence_lines import Line, cited, lines, lines_of
from kgqa.questions.wording import listed
from kgqa.records import Candidate, Chosen, Trace, settled
from kgqa.schema.model import Schema
from kgqa.serving.door import is_text
from kgqa.serving.mcp.replies import bounded, parts
from kgqa.settings import OWN_GRAPH, Settings

MOST_TOKENS = 4000
AT_ONCE = 4
WAIT_S = 30.0
TIME_LIMIT_S = 60.0
MOST_OPEN = 4
MOST_KEPT = 50
PAGE = 50
MOST_CYPHER = 20_000
MOST_FINDINGS = 30
BEHIND = 2
"""Records of one answer that stand beside it; the others are in the whole answer."""


class UseError(KgqaError):
    """A tool was called with what it cannot use; the text says with what instead."""


class Tools(Closing):
    """The tools over some graphs, which are opened when they are first asked. Safe to share between threads.

    Args:
        graphs: names of those that may be asked; empty: every loaded one.
        most_tokens: of a reply, estimated.
        open_graph: opens one; others than the usual are for tests.
    """

    def __init__(
        self, settings: Settings, graphs: Sequence[str] = (), *, most_tokens: int = MOST_TOKENS,
        open_graph: Callable[[Settings, str], Asker] = Asker.open,
    ) -> None:  # fmt: skip
        self._settings, self._named, self._most = settings, tuple(graphs), most_tokens
        self._open_graph = open_graph
        self._open: OrderedDict[str, Asker] = OrderedDict()
        self._used: Counter[str] = Counter()
        self._kept: OrderedDict[str, Trace] = OrderedDict()
        self._lock = threading.Lock()
        self._slots = threading.BoundedSemaphore(AT_ONCE)

    def close(self) -> None:
        """Leave every graph."""
        with self._lock:
            while self._open:
                self._open.popitem()[1].close()

    @contextmanager
    def _working(self, graph: str) -> Iterator[tuple[Asker, StopSignal]]:
        """A graph, for one of the few calls that work at once; the signal is set when its time is up."""
        if not self._slots.acquire(timeout=WAIT_S):
            raise UseError("Other questions are being answered. Ask again in some seconds.")
        stop = StopSignal()
        timer = threading.Timer(TIME_LIMIT_S, stop.set)
        timer.start()
        name = ""
        try:
            with self._lock:
                name = self._named_graph(graph)
                asker = self._opened(name)
                self._used[name] += 1
            yield asker, stop
        finally:
            timer.cancel()
            self._used[name] -= 1
            self._slots.release()

    def _names(self) -> list[str]:
        loaded = [entry.card.name for entry in catalog.graphs(self._settings)]
        own = [OWN_GRAPH] if self._settings.graph_uri else []
        known = list(dict.fromkeys([*own, *loaded, self._settings.asked_graph]))
        return [name for name in known if name in self._named] if self._named else known

    def _named_graph(self, graph: str) -> str:
        names = self._names()
        usual = self._settings.asked_graph if self._settings.asked_graph in names else next(iter(names), "")
        name = graph or usual
        if not name or name not in names:
            raise UnknownGraphError(f"There is no graph {name[:80]!r}; there are: {', '.join(names) or 'none'}.")
        return name

    def _opened(self, name: str) -> Asker:
        """An open graph; of many the one goes that was not asked for longest, and is not asked now."""
        asker = self._open.pop(name, None)
        if asker is not None and asker.gone() is not None:
            asker.close()
            asker = None
        self._open[name] = asker or self._open_graph(self._settings, name)
        for other in list(self._open)[: max(0, len(self._open) - MOST_OPEN)]:
            if not self._used[other]:
                self._open.pop(other).close()
        return self._open[name]

    def graphs(self) -> str:
        """Which graphs there are."""
        entries = {entry.card.name: entry for entry in catalog.graphs(self._settings)}
        told = []
        for number, name in enumerate(self._names(), 1):
            entry = entries.get(name)
            said = f"[{number}] {name}: kgqa://schema/{name}"
            if entry is not None:
                nodes, edges = sum(entry.contents.nodes.values()), sum(entry.contents.edges.values())
                card = entry.card
                said += f"; {card.title} {card.version}, {nodes:,} nodes, {edges:,} edges; "
                said += f"licence: {card.licence or 'not given'}; cite: {card.citation or 'nothing given'}"
            told.append(said)
        return self._reply([], told, 0, "graphs")

    def resolve_names(self, text: str, graph: str, offset: int) -> str:
        """Which things of a graph a text names; where it names none, which names resemble it."""
        self._require(text, "text", self._settings.max_question_chars)
        with self._working(graph) as (asker, _):
            told = [
                f"“{entity.mention}” is {_candidate(one)}"
                for entity in asker.link(text, inside=True)
                for one in (entity.chosen, *entity.rivals)
            ]
            if not told:
                told = [f"“{text}” resembles {_candidate(one)}" for one in asker.candidates(text, PAGE)]
            head = [] if told else [f"No name of {asker.source} is in this text."]
            return self._reply(head, _numbered(told), offset, "readings")

    def ask(self, question: str, graph: str, choose: Sequence[str], offset: int) -> str:
        """The answer of the graph alone to a question, with the records that it rests on."""
        with self._working(graph) as (asker, stop):
            return self._asked(asker, question, choose, offset, stop)

    def rank(self, findings: Sequence[str], absent: Sequence[str], graph: str, offset: int) -> str:
        """Things by how many of some findings are recorded of them, those with all of them first."""
        if not 1 <= len(findings) <= MOST_FINDINGS or len(absent) > MOST_FINDINGS:
            raise UseError(f"Between 1 and {MOST_FINDINGS} findings are ranked by, and as many may be absent.")
        for one in (*findings, *absent):
            self._require(one, "finding", self._settings.max_question_chars)
        with self._working(graph) as (asker, stop):
            has, lacks = (dict(_finding(asker, one) for one in some) for some in (findings, absent))
            if both := has.keys() & lacks.keys():
                raise UseError(f"{min(both)} cannot be a finding and absent.")
            but = f", but no {listed(list(lacks.values()), 'or')}" if lacks else ""
            question = f"What could it be: {', '.join(has.values())}{but}?"
            return self._asked(asker, question, [*has, *lacks], offset, stop)

    def _asked(self, asker: Asker, question: str, choose: Sequence[str], offset: int, stop: StopSignal) -> str:
        chosen = asker.chosen(question, list(choose)) if choose else None
        key, trace = self._before(asker, question, chosen or {})
        if trace is None:
            trace = asker.ask(question, chosen=chosen, stop=stop)
            key = self._keep(trace)
        return self._answer(asker, trace, key, offset)

    def _before(self, asker: Asker, question: str, chosen: Chosen) -> tuple[str, Trace | None]:
        """The answer of this session to the same question, so that its pages are those of one answer."""
        with self._lock:
            for key, trace in self._kept.items():
                same = trace.graph == asker.card and trace.question == question.strip()
                if same and trace.settled == settled(chosen):
                    return key, trace
        return "", None

    def _keep(self, trace: Trace) -> str:
        key = secrets.token_urlsafe(12)
        with self._lock:
            self._kept[key] = trace
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return key

    def _answer(self, asker: Asker, trace: Trace, key: str, offset: int) -> str:
        answer = trace.answer
        head = [f"Status: {answer.status}, from {asker.source} alone; whole answer: kgqa://answers/{key}/1"]
        text = next(parts(answer.text, self._most // 3), "")
        head += [read_as.line(trace), *text.splitlines(), "(The text is longer.)" if text != answer.text else ""]
        for entity in trace.choices:
            head.append(f"“{entity.mention}” can mean several things; ask again with choose=[ID]:")
            head += [_candidate(one) for one in (entity.chosen, *entity.rivals)][:PAGE]
        head += [f"Can be asked: {one.question}" for one in answer.suggestions[:5]]
        told = {one.number: _line(one) for one in lines(trace, asker.schema)}
        if not answer.items:
            return self._reply(head, list(told.values()), offset, "records")
        if answer.truncated and answer.total is not None:
            head.append(f"The row limit ended the list: {len(answer.items):,} of {answer.total:,} are in it.")
        records = []
        for place, item in enumerate(answer.items, 1):
            behind = [told[number] for number in item.evidence if number in told]
            more = f" | {len(behind) - BEHIND:,} more records" if len(behind) > BEHIND else ""
            records.append(" | ".join([f"{place}. {cited(item)}", *behind[:BEHIND]]) + more)
        return self._reply(head, records, offset, "answers")

    def facts(self, thing: str, relation: str, graph: str, offset: int) -> str:
        """What is recorded of a thing: its relations with counts, or the records of one of them."""
        self._require(thing, "thing", self._settings.max_question_chars)
        with self._working(graph) as (asker, _):
            details, found = _details(asker, thing)
            if details is None:
                said = "is none; ask by the identifier of what it may mean:" if found else f"is not in {asker.source}."
                return self._reply([f"“{thing}” {said}"], _numbered(map(_candidate, found)), 0, "readings")
            head = [f"{details.node.name} ({', '.join(details.ids)}), {details.node.label} of {asker.source}."]
            head += [f"Also called {'; '.join(details.synonyms[:10])}." if details.synonyms else ""]
            head += details.definitions[:1]
            sides = asker.explorer.sides(details.thing)
            if not relation:
                head.append("Name one of these relations to read its records:")
                return self._reply(head, _numbered(_side(asker, one) for one in sides), offset, "relations")
            return self._facts(asker, details, [*sides], relation, head, offset)

    def _facts(
        self, asker: Asker, details: Details, sides: Sequence[Side], relation: str, head: list[str], offset: int
    ) -> str:
        wanted = relation.casefold().strip()
        named = [one for one in sides if wanted in (one.hop.relation.type.casefold(), _phrase(asker, one).casefold())]
        total = sum(one.records for one in named)
        if not named:
            known = ", ".join(dict.fromkeys(one.hop.relation.type for one in sides)) or "no records at all"
            raise UseError(f"Nothing is recorded of it by {relation[:80]!r}; there are {known}.")
        if not 0 <= offset < total:
            raise UseError(f"There are {total:,} records; offset={offset:,} is not among them.")
        before = 0
        told: list[str] = []
        for side in named:
            start = max(0, offset - before)
            if start < side.records and len(told) < PAGE:
                page = asker.explorer.facts(details.thing, side, page=start // PAGE, size=PAGE)
                skipped = start - page.start
                shown = lines_of(page.triples[skipped:], asker.schema)
                told += [_line(one, before + one.number) for one in shown]
                if page.start + len(page.triples) < side.records:
                    break
            before += side.records
        return bounded(head, told, first=offset, total=total, what="records", most_tokens=self._most)

    def check_cypher(self, cypher: str, graph: str) -> str:
        """What the checker makes of a statement; nothing is run."""
        self._require(cypher, "statement", MOST_CYPHER)
        with self._working(graph) as (asker, _):
            checked = asker.checker().check(cypher)
            may = "may" if checked.runnable else "may not"
            told = [f"{one.rule}: {one.before} → {one.after}: {one.reason}" for one in checked.corrections]
            told += [f"Note: {one}" for one in checked.notes]
            statement = next(parts(OBEYED.sub(" ", checked.cypher), self._most // 2), "")
            room = self._most - estimate(statement) - 20
            head = [f"Status: {checked.status}. As it now stands, below, it {may} run."]
            said = bounded(
                head, _numbered(told), first=0, total=len(told), what="corrections and notes", most_tokens=room
            )
            return f"{said}\nStatement:\n{statement}"

    def run_cypher(self, cypher: str, graph: str, offset: int) -> str:
        """The rows of one reading statement."""
        self._require(cypher, "statement", MOST_CYPHER)
        with self._working(graph) as (asker, stop):
            ran = asker.run_cypher(cypher, stop=stop)
            if isinstance(ran, Refused):
                raise UseError(f"The statement was not run. {' '.join(ran.reasons)}")
            rows = ran.rows
            head = [f"Ran as: {rows.executed}"]
            if overlooked := _overlooked(cypher, asker.schema):
                head.append(
                    f"Beware: {overlooked} holds records that deny their link, and the statement overlooks that."
                )
            if not rows.rows:
                return self._reply(
                    [*head, "No rows; names and directions may be others (check_cypher)."], [], 0, "rows"
                )
            told = [
                "; ".join(f"{name}: {_value(value)}" for name, value in zip(rows.columns, row, strict=False))
                for row in rows.rows
            ]
            return self._reply(head, _numbered(told), offset, "rows", at_least=rows.truncated)

    def schema(self, graph: str) -> str:
        """The types and relations of a graph, as many as fit."""
        with self._working(graph) as (asker, _):
            told = schema_text(asker.schema, [], "", most_tokens=self._most - 100)
            text = next(parts(told.text, self._most - 100), "")
            whole = told.whole and text == told.text
            left = "" if whole else f"\nShown: {told.relations:,} of {told.of_relations:,} relations, not all."
            return f"Schema of {asker.source}:\n{text}{left}"

    def kept(self) -> str:
        """The answers of this session."""
        with self._lock:
            told = [f"{trace.question}: kgqa://answers/{key}/1" for key, trace in self._kept.items()]
        return self._reply([] if told else ["No answer is kept yet."], _numbered(told), 0, "answers")

    def answer(self, key: str, part: int) -> str:
        """A part of a kept answer: one of this session, or one kept in the app, whose address cannot be guessed."""
        with self._lock:
            trace = self._kept.get(key)
        if trace is None:
            trace = storage.open_record(self._settings.data_dir, key)
        with self._working(trace.graph.name) as (asker, _):
            text = markdown.document(trace, asker.schema).decode("utf-8")
        made = list(parts(text, self._most - 100))
        if not 1 <= part <= len(made):
            raise UseError(f"There is no part {part} of this answer, which has {len(made)}.")
        rest = f"; the next is kgqa://answers/{key}/{part + 1}" if part < len(made) else ""
        return f"{made[part - 1]}\n\nPart {part} of {len(made)}{rest}."

    def _reply(
        self, head: Sequence[str], records: Sequence[str], offset: int, what: str, *, at_least: bool = False
    ) -> str:
        if not 0 <= offset <= max(0, len(records) - 1):
            raise UseError(f"There are {len(records):,} {what}; offset={offset:,} is not among them.")
        return bounded(
            head, records[offset:], first=offset, total=len(records), what=what, most_tokens=self._most,
            at_least=at_least,
        )  # fmt: skip

    def _require(self, text: str, what: str, most: int) -> None:
        if not text.strip() or len(text) > most or not is_text(text):
            raise UseError(f"The {what} is empty, longer than {most:,} characters, or no text.")


def _details(asker: Asker, thing: str) -> tuple[Details | None, Sequence[Candidate]]:
    """A thing by identifier or exact name; else what it may mean."""
    details = asker.explorer.thing(thing)
    if details is not None:
        return details, ()
    found = asker.candidates(thing, PAGE)
    # Of an identifier inside a longer text nobody knows what the rest means.
    exact = [one for one in found if one.score == 1 and (one.method != "identifier" or one.matched == thing.strip())]
    return asker.explorer.thing(exact[0].id) if len(exact) == 1 else None, found


def _finding(asker: Asker, text: str) -> tuple[str, str]:
    """The identifier of a finding, and as what it stands in a question: the identifier where that is read as one."""
    details, found = _details(asker, text)
    if details is None:
        near = f" It may be {'; '.join(map(_candidate, found[:5]))}." if found else ""
        raise UseError(
            f"{text[:80]!r} is no identifier and not the name of exactly one thing in {asker.source}.{near} Give "
            "identifiers (resolve_names)."
        )
    id_ = details.node.id
    named = any(one.mention == id_ and one.chosen.method == "identifier" for one in asker.link(id_))
    return id_, id_ if named else details.node.name


def _overlooked(cypher: str, schema: Schema) -> str:
    """The fields in which relations of a statement deny their link, where it looks at none of them; else empty."""
    if heeds_denials(cypher, schema):
        return ""
    anything = not any(one.type in cypher for one in schema.relations)
    found = [
        f"{type_} ({field})" for type_, field in denials(schema).items() if field and (anything or type_ in cypher)
    ]
    return listed(found)


def _numbered(told: Any) -> list[str]:
    return [f"[{number}] {one}" for number, one in enumerate(told, 1)]


def _candidate(one: Candidate) -> str:
    ids = ", ".join(dict.fromkeys((one.id, *one.ids)))
    answers = "" if one.answers is None else f"; {one.answers:,} answers"
    return f"{one.name} ({ids}), {one.label}; {one.method}, {one.score:.2f}{answers}"


def _phrase(asker: Asker, side: Side) -> str:
    return asker.explorer.wording.phrase(side.hop)


def _side(asker: Asker, side: Side) -> str:
    against = f", {side.against:,} of them against" if side.against else ""
    hop = side.hop
    records = f"{side.records:,} {'record' if side.records == 1 else 'records'}{against}"
    things = f"{side.things:,} {'thing' if side.things == 1 else 'things'}"
    return f"{hop.relation.type}: it {_phrase(asker, side)} {hop.end}: {records}, {things}"


def _line(one: Line, number: int | None = None) -> str:
    cites = ", ".join(reference.id for reference in one.references)
    told = [one.sentence, *one.facts, one.source, cites]
    return f"[{one.number if number is None else number}] {'; '.join(filter(None, told))}"


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
