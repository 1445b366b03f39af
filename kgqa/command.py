"""The command line: one function a command, results on standard output, everything else on standard error."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from kgqa import settings
from kgqa.errors import KgqaError

if TYPE_CHECKING:
    from kgqa.graph.load.records import Progress
    from kgqa.records import Trace

FAILED = 1
WRONG_USE = 2


def main(arguments: list[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0 done, 1 failed, 2 wrong use."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except KgqaError as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        # Whoever read the output has enough of it; without this the interpreter complains once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m kgqa", description="Ask biomedical knowledge graphs.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

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

    load = commands.add_parser("import", help="load a graph")
    load.add_argument("source", choices=["hpo", "tables"], help="the form of what is loaded")
    load.add_argument("path", nargs="?", type=Path, help="the folder with the tables")
    load.add_argument("--graph", help="the name to give the graph")
    load.set_defaults(run=_import)

    graphs = commands.add_parser("graphs", help="list the loaded graphs")
    graphs.add_argument("--json", action="store_true", help="print one JSON object")
    graphs.set_defaults(run=_graphs)

    remove = commands.add_parser("remove", help="remove a loaded graph")
    remove.add_argument("name")
    remove.set_defaults(run=_remove)

    bench = commands.add_parser("bench", help="measure")
    bench.add_argument("what", choices=["questions", "page", "sessions"], help="what to measure")
    bench.add_argument("--set", dest="set_", default="hpo", help="the question set")
    bench.add_argument("--graph", help="name of the graph (default: the setting KGQA_GRAPH)")
    bench.add_argument("--times", type=int, default=7, help="how often each step of the page is taken")
    bench.add_argument("--sessions", type=int, default=50, help="how many sessions ask at once")
    bench.set_defaults(run=_bench)
    return parser


def _ask(options: argparse.Namespace) -> int:
    if options.replay is not None:
        return _replay(options)
    from kgqa.output import answer_json
    from kgqa.pipeline import Asker

    if not options.jsonl and options.question is None:
        return _wrong_use("ask needs a question, or --jsonl and questions on standard input.")
    with Asker.open(settings.load(), options.graph, progress=_tell) as asker:
        if options.jsonl:
            return _each_line("question", lambda id_, q: answer_json(asker.ask(q, narrower=options.narrower), id_))
        return _print(asker.ask(options.question, narrower=options.narrower), options.json)


def _replay(options: argparse.Namespace) -> int:
    from kgqa import replay

    if options.jsonl or options.question is not None:
        return _wrong_use("ask --replay FILE prints the answer of the file; it takes no question and no --jsonl.")
    return _print(replay.read(options.replay), options.json)


def _print(trace: Trace, as_json: bool) -> int:
    from kgqa.output import answer_json

    if as_json:
        _write(answer_json(trace))
    else:
        _print_answer(trace)
    return 0 if trace.answer.status != "failed" else FAILED


def _feedback(options: argparse.Namespace) -> int:
    from kgqa import kept

    notes = kept.all_notes(settings.load().data_dir)
    for note in notes:
        if options.json:
            _write(note)
        else:
            print(*(_on_one_line(note[name]) for name in ("kept_at", "what", "question", "words")), sep="\t")
    if not notes:
        print("No note on an answer is kept on this machine.", file=sys.stderr)
    return 0


def _on_one_line(text: str) -> str:
    """The words of a text, without what a terminal would obey."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _link(options: argparse.Namespace) -> int:
    from kgqa.output import entities_json
    from kgqa.pipeline import Asker

    if not options.jsonl and options.text is None:
        return _wrong_use("link needs a text, or --jsonl and texts on standard input.")
    with Asker.open(settings.load(), options.graph, progress=_tell) as asker:
        if options.jsonl:
            return _each_line(
                "text", lambda id_, text: {"id": id_, "entities": entities_json(asker.link(text, inside=True))}
            )
        _write({"entities": entities_json(asker.link(options.text, inside=True))})
    return 0


def _import(options: argparse.Namespace) -> int:
    from kgqa.graph import catalog
    from kgqa.graph.embedded import EmbeddedServer
    from kgqa.graph.load.records import SourceSpec

    chosen = settings.load()
    if options.source == "tables":
        if options.path is None or options.graph is None:
            return _wrong_use("import tables needs a folder and --graph NAME.")
        source = SourceSpec("tables", {"path": str(options.path), "name": options.graph})
    else:
        source = SourceSpec("hpo")
    with EmbeddedServer.connect(chosen) as server:
        entry = catalog.load(chosen, server, source, _tell)
    counts = sum(node.count for node in entry.schema.nodes), sum(r.count for r in entry.schema.relations)
    print(f"Graph {entry.card.name!r} is loaded: {counts[0]:,} nodes, {counts[1]:,} edges.")
    return 0


def _graphs(options: argparse.Namespace) -> int:
    from kgqa.graph import catalog
    from kgqa.output import graph_json

    entries = catalog.graphs(settings.load())
    if options.json:
        _write({"graphs": [graph_json(entry) for entry in entries]})
        return 0
    for entry in entries:
        nodes, edges = sum(n.count for n in entry.schema.nodes), sum(r.count for r in entry.schema.relations)
        print(f"{entry.card.name}\t{entry.card.title} {entry.card.version}\t{nodes:,} nodes\t{edges:,} edges")
    if not entries:
        print("No graph is loaded; the first question loads the default graph.", file=sys.stderr)
    return 0


def _remove(options: argparse.Namespace) -> int:
    from kgqa.graph import catalog
    from kgqa.graph.embedded import EmbeddedServer

    chosen = settings.load()
    catalog.graph(chosen, options.name)
    with EmbeddedServer.connect(chosen) as server:
        catalog.remove(chosen, server, options.name)
    print(f"Graph {options.name!r} is removed.")
    return 0


def _bench(options: argparse.Namespace) -> int:
    return {"questions": _bench_questions, "page": _bench_page, "sessions": _bench_sessions}[options.what](options)


def _bench_questions(options: argparse.Namespace) -> int:
    from kgqa.evaluation.questions import bundled, run
    from kgqa.pipeline import Asker

    with Asker.open(settings.load(), options.graph, progress=_tell) as asker:
        report = run(asker.ask, bundled(options.set_))
    print(report.text(), end="")
    return 0


def _bench_page(options: argparse.Namespace) -> int:
    from kgqa.evaluation import page_speed, served
    from kgqa.ui.reader import COOKIE

    if options.times < 1:
        return _wrong_use(f"--times is {options.times}; it must be at least 1.")
    with served.served() as app:
        report = page_speed.measure(app.address, options.times, {COOKIE: app.new_reader()})
    print(report.text(), end="")
    return 0


def _bench_sessions(options: argparse.Namespace) -> int:
    import asyncio

    from kgqa.evaluation import served, sessions
    from kgqa.evaluation.questions import bundled
    from kgqa.ui.visitor import Visitor, forget

    questions = sessions.chosen(bundled(options.set_), options.sessions)
    with served.served() as app:
        report = asyncio.run(
            sessions.measure(
                lambda: Visitor(app.address, app.new_reader()), questions, app.memory, lambda: forget(app.address)
            )
        )
    print(report.text(), end="")
    return FAILED if report.faults else 0


def _each_line(field: str, answer: Callable[[Any, str], Mapping[str, Any]]) -> int:
    """Answers every line of standard input; a line that is no such object gets an answer that says so."""
    status = 0
    for number, line in _lines(sys.stdin):
        id_ = None
        try:
            request = json.loads(line, parse_constant=_refuse)
            id_ = request.get("id")
            text = request[field]
            if not isinstance(text, str):
                raise TypeError
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            problem = f"Line {number} is no JSON object with a text {field!r}: {line[:80]!r}"
            _write({"id": id_, "status": "failed", "text": problem})
            print(problem, file=sys.stderr)
            status = FAILED
            continue
        _write(answer(id_, text))
    return status


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def _lines(stream: TextIO) -> Iterator[tuple[int, str]]:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="replace")
    for number, line in enumerate(stream, start=1):
        if line.strip():
            yield number, line


def _write(data: Mapping[str, Any]) -> None:
    text = json.dumps(data, ensure_ascii=False, default=str)
    print(text.encode("utf-8", "replace").decode("utf-8"), flush=True)


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


def _tell(progress: Progress) -> None:
    of = f" of {progress.total:,}" if progress.total else ""
    done = f": {progress.done:,}{of}" if progress.done else ""
    print(f"{progress.step}{done}", file=sys.stderr)


def _wrong_use(text: str) -> int:
    print(text, file=sys.stderr)
    return WRONG_USE
