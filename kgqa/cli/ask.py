"""The commands that ask a graph: answers, names in texts, and the notes that readers kept on answers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from kgqa import settings
from kgqa.cli import ask_options, models
from kgqa.cli.console import FAILED, each_line, tell, write, wrong_use
from kgqa.errors import SettingError
from kgqa.language import read_as
from kgqa.language.phrases import CONTEXTS, KGT_STEPS, STRATEGIES, VERDICTS, opinion
from kgqa.llm.messages import Provider
from kgqa.llm.prompts import CYPHER
from kgqa.questions.wording import listed

if TYPE_CHECKING:
    from kgqa.cli.console import Commands, Request
    from kgqa.records import Former, Trace


MOST_FACTS = 150
"""Facts that are printed for a reader."""


def add(commands: Commands) -> None:
    """Add ``ask``, ``feedback`` and ``link``."""
    ask = commands.add_parser("ask", help="answer a question")
    ask.add_argument("question", nargs="?", help="the question; left out with --jsonl")
    ask.add_argument(
        "--after",
        action="append",
        default=[],
        metavar="QUESTION",
        help="the question that this one follows, which is asked first; several times: a chain of them. With --jsonl "
        "the field after of a line, one question or a list of them",
    )
    ask.add_argument(
        "--strategy",
        choices=list(STRATEGIES),
        help="how evidence is fetched (default: auto where a language model is set, else graph-only)",
    )
    ask.add_argument("--provider", choices=get_args(Provider), help="where the language model runs")
    ask.add_argument("--model", help="name of the language model (default: the setting KGQA_MODEL)")
    ask.add_argument("--address", help="of the language model's server (default: the setting KGQA_MODEL_ADDRESS)")
    ask.add_argument(
        "--judge", metavar="MODEL", help="a second language model of the same provider that judges what remains"
    )
    ask.add_argument(
        "--no-split",
        action="store_true",
        help="do not ask the model to split what it wrote without records into claims (default: KGQA_SPLIT_CLAIMS)",
    )
    ask.add_argument(
        "--send-identifiers",
        action="store_true",
        help="send a question to a model on another machine although it may identify a patient",
    )
    ask.add_argument("--prompt", choices=CYPHER, help="how the language model is asked for Cypher (default: zero-shot)")
    ask.add_argument("--path", default="", metavar="KEY", help="of --strategy kgt: the path over the schema to take")
    ask.add_argument(
        "--without-step",
        action="append",
        choices=list(KGT_STEPS),
        help="of --strategy kgt: leave out a step, to see what it is good for; repeatable",
    )
    ask.add_argument("--whole-schema", action="store_true", help="give the language model the whole schema")
    ask.add_argument(
        "--nearest",
        action="store_true",
        help="where the graph alone cannot answer: beneath, what it records about the things of the question",
    )
    ask_options.add_context(ask)
    ask_options.add_services(ask)
    ask.add_argument("--graph", help="name of the graph (default: the setting KGQA_GRAPH)")
    ask.add_argument(
        "--choose",
        action="append",
        default=[],
        metavar="ID",
        help="of a name that means several things, the one with this identifier; several times: these together",
    )
    ask.add_argument(
        "--strict",
        action="store_true",
        help="answer only what is read word by word (default: the setting KGQA_STRICT)",
    )
    ask.add_argument("--narrower", action="store_true", help="count more specific terms of the asked ones as well")
    ask.add_argument("--json", action="store_true", help="print one JSON object")
    ask.add_argument("--jsonl", action="store_true", help="read one JSON object a line, write one a line")
    ask.add_argument("--replay", type=Path, metavar="FILE", help="print the saved answer of a file; nothing is asked")
    ask.add_argument("--save", type=Path, metavar="FILE", help="write the whole answer to a file, for --replay")
    ask.set_defaults(run=_ask)

    feedback = commands.add_parser("feedback", help="list the notes on answers that this machine keeps")
    feedback.add_argument("--json", action="store_true", help="print one JSON object a line, with the whole answer")
    feedback.set_defaults(run=_feedback)

    link = commands.add_parser("link", help="find the names of a graph in a text")
    link.add_argument("text", nargs="?", help="the text; left out with --jsonl")
    link.add_argument("--graph", help="name of the graph (default: the setting KGQA_GRAPH)")
    link.add_argument("--jsonl", action="store_true", help="read one JSON object a line, write one a line")
    link.set_defaults(run=_link)


def _ask(options: argparse.Namespace) -> int:
    if options.replay is not None:
        return _replay(options)
    from kgqa.pipeline import Asker
    from kgqa.strategies.following import former

    if not options.jsonl and options.question is None:
        return wrong_use("ask needs a question, or --jsonl and questions on standard input.")
    if options.jsonl and options.save is not None:
        return wrong_use("--save FILE holds one answer; it goes with a question and not with --jsonl.")
    if options.jsonl and options.after:
        return wrong_use("--after QUESTION goes with a question; with --jsonl each line has its own field after.")
    in_force = settings.load(models.environment(options))
    options.strategy = options.strategy or models.usual(in_force)
    unused = _unused(options)
    if unused:
        return wrong_use(f"{unused}; this one is {options.strategy}.")
    approach = models.approach(options, in_force, ask_options.limits(options))
    split_claims = bool(in_force.split_claims) and not options.no_split
    strict = options.strict or bool(in_force.strict)
    as_published = options.as_published or bool(in_force.as_published)
    approach = replace(
        approach,
        **ask_options.sending(options),
        strict=strict,
        split_claims=split_claims,
        as_published=as_published,
        path=options.path,
        without=tuple(options.without_step or ()),
        federation=ask_options.federation(options, in_force),
        spoke=ask_options.spoke(options, in_force),
    )
    models.tell_where(approach)
    ask_options.tell_where(approach)
    with Asker.open(in_force, options.graph, progress=tell) as asker:
        approach = replace(approach, filters=ask_options.filters(options, asker.schema))

        def answered(question: str, after: Sequence[str]) -> Trace:
            before: Former | None = None
            asked = models.agreed(approach, "\n".join((*after, question)), anything=options.send_identifiers)
            for one in after:
                before = former(asker.ask(one, approach=asked, former=before))
            chosen = asker.chosen(question, options.choose) if options.choose else None
            trace = asker.ask(question, approach=asked, chosen=chosen, narrower=options.narrower, former=before)
            return asker.nearest(trace, approach=asked) if options.nearest and trace.nearest is None else trace

        if options.jsonl:
            return _each_line(answered, with_cut=options.with_cut)
        trace = answered(options.question, options.after)
    code = _print(trace, options)
    if options.save is not None:
        from kgqa.history import replay

        replay.save(trace, options.save)
    return code


def _each_line(answered: Callable[[str, Sequence[str]], Trace], *, with_cut: bool) -> int:
    """Answers every line of standard input, each after the questions of its field ``after``, if it has one."""
    from kgqa.cli.output import answer_json

    def answer(request: Request) -> Mapping[str, Any]:
        after = request.values.get("after", [])
        after = [after] if isinstance(after, str) else after
        if not isinstance(after, list) or not all(isinstance(one, str) for one in after):
            raise SettingError("The field 'after' is neither a question nor a list of questions.")
        return answer_json(answered(request.values["question"], after), request.id, with_cut=with_cut)

    return each_line("question", answer)


def _unused(options: argparse.Namespace) -> str:
    """An option that the strategy has no use for, and for which one it is; empty where there is none."""
    strategy = options.strategy
    of_model = {"--provider": options.provider, "--model": options.model, "--address": options.address}
    of_model |= {"--judge": options.judge, "--send-identifiers": options.send_identifiers}
    of_cypher = {"--prompt": options.prompt, "--whole-schema": options.whole_schema}
    if options.nearest and strategy not in ("graph-only", "auto"):
        return "--nearest is for the strategy graph-only"
    for name, value in of_model.items():
        if value not in (None, False) and strategy == "graph-only":
            return f"{name} is for a strategy that asks a language model"
    for name, value in of_cypher.items():
        if value not in (None, False) and strategy not in ("auto", "cypher"):
            return f"{name} is for a strategy by which a language model writes Cypher"
    if strategy != "federated" and (name := ask_options.given_services(options)):
        return f"{name} is for federated"
    for name, value in {"--path": options.path, "--without-step": options.without_step}.items():
        if value and strategy != "kgt":
            return f"{name} is for kgt"
    if options.spoke is not None and strategy != "kg-rag":
        return "--spoke is for kg-rag"
    if options.no_split and strategy != "llm-only":
        return "--no-split is for llm-only"
    for name, strategies in ask_options.given_context(options).items():
        beneath = options.nearest and ask_options.for_nearest(name)
        if strategy not in strategies and not beneath:
            return f"{name} is for {listed(strategies, 'or')}"
    return ""


def _replay(options: argparse.Namespace) -> int:
    from kgqa.history import replay

    if options.jsonl or options.question is not None or options.save is not None:
        return wrong_use("ask --replay FILE prints the answer of the file; it takes no question, --jsonl or --save.")
    return _print(replay.read(options.replay), options)


def _print(trace: Trace, options: argparse.Namespace) -> int:
    from kgqa.cli.output import answer_json

    if options.json:
        write(answer_json(trace, with_cut=options.with_cut))
    else:
        for one in (trace, *trace.further):
            _print_answer(one)
    none_such = bool(options.path) and trace.answer.status == "refused"  # a path that the question does not have
    return FAILED if none_such or trace.answer.status == "failed" else 0


def _print_answer(trace: Trace) -> None:
    from kgqa.cli.output import on_one_line, printable
    from kgqa.presentation.claims import reworded

    answer = trace.answer
    if line := read_as.line(trace):
        print(on_one_line(line))
    ours, theirs = answer.text, ""
    if answer.written_by:
        ours, theirs = answer.text[: answer.written_from], answer.text[answer.written_from :]
    for line in ours.splitlines():
        print(printable(line))
    if theirs:
        print(f"Written by the language model {on_one_line(answer.written_by)}:")
    for line in theirs.splitlines():
        print(f"  | {printable(line)}")
    for item in answer.items:
        kinds = f"\t{on_one_line('; '.join(item.kinds))}" if item.kinds else ""
        readings = f"\tas {on_one_line(', '.join(item.readings))}" if item.readings else ""
        print(f"  {on_one_line(item.name)}\t{on_one_line(', '.join(item.ids))}{readings}{kinds}")
    for question in read_as.others(trace):
        print(f"  Or: {on_one_line(question)}")
    for one in trace.paths:
        told = "\t".join(map(on_one_line, (one.said, one.reason, one.key)))
        print(f"  {'*' if one.taken else ' '} {one.score:6.2f}\t{told}")
    _print_choices(trace)
    _print_facts(trace)
    for clause in answer.clauses:
        print(f"  {clause.count:>6,}  {on_one_line(clause.text)}{'  <- leaves nothing' if clause.empties else ''}")
    for suggestion in answer.suggestions:
        count = f" ({suggestion.count:,})" if suggestion.count is not None else ""
        way = "Next" if answer.status == "answered" else "Instead"
        print(f"  {way}: {on_one_line(suggestion.question)}{count}")
    _print_nearest(trace)
    for claim in trace.claims:
        notes = [reworded(claim), "" if claim.second is None else opinion(claim.second)]
        further = "".join(f"\t{on_one_line(note)}" for note in notes if note)
        print(f"  {VERDICTS[claim.verdict]}\t{on_one_line(claim.text)}{further}")
    for said in trace.account if trace.calls else ():
        print(on_one_line(said), file=sys.stderr)
    for call in trace.calls:
        cost = f", {call.cost:.4f} USD" if call.cost else ""
        context = f", about {call.tokens_context:,} of them context" if call.tokens_context else ""
        print(
            f"{call.model}: {call.purpose}, {call.prompt}, {call.tokens_in:,} tokens read{context}, "
            f"{call.tokens_out:,} written{cost}",
            file=sys.stderr,
        )
    graph = on_one_line(f"{trace.graph.title} {trace.graph.version}")
    print(f"{graph} · {trace.timings_ms.get('total', 0):.0f} ms", file=sys.stderr)


def _print_choices(trace: Trace) -> None:
    """The readings among which a person must choose, and how that is done here."""
    from kgqa.cli.output import on_one_line

    for entity in trace.choices:
        print(f"  {on_one_line(entity.mention)} can be:")
        for one in (entity.chosen, *entity.rivals):
            number = "" if one.answers is None else f"\t{one.answers:,} {'answer' if one.answers == 1 else 'answers'}"
            print(f"    {on_one_line(one.id)}\t{on_one_line(one.name)}\t{on_one_line(one.label)}{number}")
    if trace.choices:
        together = "; twice or more for these together" if any(one.together for one in trace.choices) else ""
        print(f"  Choose with --choose ID{together}.")


def _print_facts(trace: Trace) -> None:
    """The facts that a strategy gathered, each with its score and where it comes from."""
    from kgqa.cli.output import on_one_line, source

    if trace.strategy not in CONTEXTS:
        return
    scored = {one.triple.number: one for one in trace.pruned.kept} if trace.pruned is not None else {}
    for fact in trace.evidence[:MOST_FACTS]:
        one = scored.get(fact.number)
        told = one.sentence if one is not None else fact.in_words
        score = f"{one.score:.2f}" if one is not None else ""
        hand = ", put back by hand" if one is not None and one.by_hand else ""
        print(f"  [{fact.number}]\t{score}\t{on_one_line(told)}\t{on_one_line(source(fact))}{hand}")
    more = len(trace.evidence) - MOST_FACTS
    if more > 0:
        print(f"  {more:,} more; --json prints all.")


def _print_nearest(trace: Trace) -> None:
    from kgqa.cli.output import printable
    from kgqa.strategies import nearest

    if trace.nearest is None:
        return
    print(printable(f"{nearest.heading(trace)}:"))
    print(printable(nearest.said(trace)))
    for one in trace.nearest.kept:
        print(f"  [{one.triple.number}] {one.score:.2f}\t{printable(one.sentence)}")


def _feedback(options: argparse.Namespace) -> int:
    from kgqa.cli.output import on_one_line
    from kgqa.history import storage

    said = False
    for note in storage.all_notes(settings.load().data_dir):
        said = True
        if options.json:
            write(note)
        else:
            print(*(on_one_line(note[name]) for name in ("kept_at", "what", "question", "words")), sep="\t")
    if not said:
        print("No note on an answer is kept on this machine.", file=sys.stderr)
    return 0


def _link(options: argparse.Namespace) -> int:
    from kgqa.cli.output import entities_json
    from kgqa.pipeline import Asker

    if not options.jsonl and options.text is None:
        return wrong_use("link needs a text, or --jsonl and texts on standard input.")
    with Asker.open(settings.load(), options.graph, progress=tell) as asker:
        if options.jsonl:
            return each_line(
                "text",
                lambda one: {"id": one.id, "entities": entities_json(asker.link(one.values["text"], inside=True))},
            )
        write({"entities": entities_json(asker.link(options.text, inside=True))})
    return 0
