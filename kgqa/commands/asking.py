"""The commands that ask a graph: answers, names in texts, and the notes that readers kept on answers."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa import settings
from kgqa.commands.console import FAILED, each_line, tell, write, wrong_use

if TYPE_CHECKING:
    from kgqa.commands.console import Commands
    from kgqa.records import Trace


def add(commands: Commands) -> None:
    """Add ``ask``, ``feedback`` and ``link``."""
    ask = commands.add_parser("ask", help="answer a question")
    ask.add_argument("question", nargs="?", help="the question; left out with --jsonl")
    ask.add_argument("--strategy", choices=["graph-only"], default="graph-only", help="how evidence is fetched")
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
    with Asker.open(settings.load(), options.graph, progress=tell) as asker:
        if options.jsonl:
            return each_line("question", lambda id_, q: answer_json(asker.ask(q, narrower=options.narrower), id_))
        return _print(asker.ask(options.question, narrower=options.narrower), options.json)


def _replay(options: argparse.Namespace) -> int:
    from kgqa import replay

    if options.jsonl or options.question is not None:
        return wrong_use("ask --replay FILE prints the answer of the file; it takes no question and no --jsonl.")
    return _print(replay.read(options.replay), options.json)


def _print(trace: Trace, as_json: bool) -> int:
    from kgqa.commands.output import answer_json

    if as_json:
        write(answer_json(trace))
    else:
        _print_answer(trace)
    return 0 if trace.answer.status != "failed" else FAILED


def _print_answer(trace: Trace) -> None:
    answer = trace.answer
    print(answer.text)
    for item in answer.items:
        print(f"  {item.name}\t{', '.join(item.ids)}")
    for clause in answer.clauses:
        print(f"  {clause.count:>6,}  {clause.text}{'  <- leaves nothing' if clause.empties else ''}")
    for suggestion in answer.suggestions:
        count = f" ({suggestion.count:,})" if suggestion.count is not None else ""
        print(f"  Instead: {suggestion.question}{count}")
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
