"""The commands that ask a graph: answers, names in texts, and the notes that readers kept on answers."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa import settings
from kgqa.commands import models
from kgqa.commands.console import FAILED, each_line, tell, write, wrong_use
from kgqa.phrases import PRUNING, STRATEGIES, VERDICTS
from kgqa.prompts import CYPHER

if TYPE_CHECKING:
    from kgqa.commands.console import Commands
    from kgqa.pruning import Limits
    from kgqa.records import Trace


def add(commands: Commands) -> None:
    """Add ``ask``, ``feedback`` and ``link``."""
    ask = commands.add_parser("ask", help="answer a question")
    ask.add_argument("question", nargs="?", help="the question; left out with --jsonl")
    ask.add_argument("--strategy", choices=list(STRATEGIES), default="graph-only", help="how evidence is fetched")
    ask.add_argument("--provider", choices=["openai", "compatible", "ollama"], help="where the language model runs")
    ask.add_argument("--model", help="name of the language model (default: the setting KGQA_MODEL)")
    ask.add_argument("--address", help="of the language model's server (default: the setting KGQA_MODEL_ADDRESS)")
    ask.add_argument(
        "--send-identifiers",
        action="store_true",
        help="send a question to a model on another machine although it may identify a patient",
    )
    ask.add_argument("--prompt", choices=CYPHER, help="how the language model is asked for Cypher (default: zero-shot)")
    ask.add_argument("--whole-schema", action="store_true", help="give the language model the whole schema")
    ask.add_argument("--context-volume", type=int, help="most facts that are kept (default: 150; 100 for yes or no)")
    ask.add_argument("--percentile", type=float, help="of a thing's scores that a kept fact exceeds (default: 75)")
    ask.add_argument("--least-similarity", type=float, help="least cosine of fact and question (default: 0.5)")
    ask.add_argument("--with-cut", action="store_true", help="with --json: the facts that were cut as well")
    ask.add_argument("--graph", help="name of the graph (default: the setting KGQA_GRAPH)")
    ask.add_argument("--narrower", action="store_true", help="count more specific terms of the asked ones as well")
    ask.add_argument("--json", action="store_true", help="print one JSON object")
    ask.add_argument("--jsonl", action="store_true", help="read one JSON object a line, write one a line")
    ask.add_argument("--replay", type=Path, metavar="FILE", help="print the saved answer of a file; nothing is asked")
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
    from kgqa.commands.output import answer_json
    from kgqa.pipeline import Asker

    if not options.jsonl and options.question is None:
        return wrong_use("ask needs a question, or --jsonl and questions on standard input.")
    unused = _unused(options)
    if unused:
        return wrong_use(f"{unused}; this one is {options.strategy}.")
    in_force = settings.load(models.environment(options))
    approach = models.approach(options, in_force, _limits(options))
    models.tell_where(approach)
    with Asker.open(in_force, options.graph, progress=tell) as asker:

        def answered(question: str) -> Trace:
            asked = models.agreed(approach, question, anything=options.send_identifiers)
            return asker.ask(question, approach=asked, narrower=options.narrower)

        if options.jsonl:
            return each_line(
                "question", lambda id_, question: answer_json(answered(question), id_, with_cut=options.with_cut)
            )
        return _print(answered(options.question), options)


def _unused(options: argparse.Namespace) -> str:
    """An option that the strategy has no use for, and for which one it is; empty where there is none."""
    of_model = {"--provider": options.provider, "--model": options.model, "--address": options.address}
    of_model["--send-identifiers"] = options.send_identifiers
    of_cypher = {"--prompt": options.prompt, "--whole-schema": options.whole_schema}
    of_pruning = {f"--{name}": value for name, value in _pruning_options(options).items()}
    given = {
        "graph-only": of_model | of_cypher | of_pruning,
        "llm-only": of_cypher | of_pruning,
        "cypher": of_pruning,
        "kg-rag": of_cypher,
    }.get(options.strategy, {})
    name = next((name for name, value in given.items() if value is not None and value is not False), "")
    if not name:
        return ""
    if name in of_pruning:
        return f"{name} is for a strategy that prunes ({', '.join(PRUNING)})"
    what = "that asks a language model" if name in of_model else "by which a language model writes Cypher"
    return f"{name} is for a strategy {what}"


def _limits(options: argparse.Namespace) -> Limits:
    from kgqa.pruning import Limits

    usual = Limits()
    return Limits(
        volume=options.context_volume,
        percentile=usual.percentile if options.percentile is None else options.percentile,
        similarity=usual.similarity if options.least_similarity is None else options.least_similarity,
    )


def _pruning_options(options: argparse.Namespace) -> dict[str, float | bool | None]:
    return {
        "context-volume": options.context_volume,
        "percentile": options.percentile,
        "least-similarity": options.least_similarity,
        "with-cut": options.with_cut,
    }


def _replay(options: argparse.Namespace) -> int:
    from kgqa import replay

    if options.jsonl or options.question is not None:
        return wrong_use("ask --replay FILE prints the answer of the file; it takes no question and no --jsonl.")
    return _print(replay.read(options.replay), options)


def _print(trace: Trace, options: argparse.Namespace) -> int:
    from kgqa.commands.output import answer_json

    if options.json:
        write(answer_json(trace, with_cut=options.with_cut))
    else:
        _print_answer(trace)
    return 0 if trace.answer.status != "failed" else FAILED


def _print_answer(trace: Trace) -> None:
    from kgqa.commands.output import on_one_line, printable

    answer = trace.answer
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
        print(f"  {item.name}\t{', '.join(item.ids)}")
    for clause in answer.clauses:
        print(f"  {clause.count:>6,}  {clause.text}{'  <- leaves nothing' if clause.empties else ''}")
    for suggestion in answer.suggestions:
        count = f" ({suggestion.count:,})" if suggestion.count is not None else ""
        print(f"  Instead: {suggestion.question}{count}")
    for claim in trace.claims:
        if claim.verdict != "no_claim":
            print(f"  {VERDICTS[claim.verdict]}\t{on_one_line(claim.text)}")
    for call in trace.calls:
        cost = f", {call.cost:.4f} USD" if call.cost else ""
        print(
            f"{call.model}: {call.purpose}, {call.prompt}, {call.tokens_in:,} tokens read, "
            f"{call.tokens_out:,} written{cost}",
            file=sys.stderr,
        )
    print(f"{trace.graph.title} {trace.graph.version} · {trace.timings_ms.get('total', 0):.0f} ms", file=sys.stderr)


def _feedback(options: argparse.Namespace) -> int:
    from kgqa import kept
    from kgqa.commands.output import on_one_line

    notes = kept.all_notes(settings.load().data_dir)
    for note in notes:
        if options.json:
            write(note)
        else:
            print(*(on_one_line(note[name]) for name in ("kept_at", "what", "question", "words")), sep="\t")
    if not notes:
        print("No note on an answer is kept on this machine.", file=sys.stderr)
    return 0


def _link(options: argparse.Namespace) -> int:
    from kgqa.commands.output import entities_json
    from kgqa.pipeline import Asker

    if not options.jsonl and options.text is None:
        return wrong_use("link needs a text, or --jsonl and texts on standard input.")
    with Asker.open(settings.load(), options.graph, progress=tell) as asker:
        if options.jsonl:
            return each_line(
                "text", lambda id_, text: {"id": id_, "entities": entities_json(asker.link(text, inside=True))}
            )
        write({"entities": entities_json(asker.link(options.text, inside=True))})
    return 0
