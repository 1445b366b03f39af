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

from kgqa import importing, settings
from kgqa.errors import KgqaError

if TYPE_CHECKING:
    from kgqa.graph.entries import GraphEntry
    from kgqa.graph.load.records import Progress, SourceSpec
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

    check = commands.add_parser("check", help="check Cypher against a schema")
    check.add_argument("cypher", nargs="?", help="the statement, or a model's whole reply; left out with --jsonl")
    check.add_argument("--schema", type=Path, required=True, metavar="FILE", help="the schema, a JSON file")
    check.add_argument("--no-names", action="store_true", help="let a returned node be returned whole")
    check.add_argument("--jsonl", action="store_true", help="read one JSON object a line, write one a line")
    check.set_defaults(run=_check)

    load = commands.add_parser("import", help="load a graph")
    load.add_argument("source", choices=["hpo", "tables"], help="the form of what is loaded")
    load.add_argument("path", nargs="?", type=Path, help="the folder with the tables")
    load.add_argument("--graph", help="the name to give the graph")
    load.add_argument(
        "--into-server", action="store_true", help="write the tables to the server of KGQA_GRAPH_URI instead"
    )
    load.add_argument("--add", action="store_true", help="with --into-server: also to a database that holds nodes")
    importing.add_options(load)
    load.set_defaults(run=_import)

    graphs = commands.add_parser("graphs", help="list the loaded graphs")
    graphs.add_argument("--json", action="store_true", help="print one JSON object")
    graphs.set_defaults(run=_graphs)

    remove = commands.add_parser("remove", help="remove a loaded graph")
    remove.add_argument("name")
    remove.set_defaults(run=_remove)

    restore = commands.add_parser("restore", help="bring back a graph that was removed since the server started")
    restore.add_argument("name")
    restore.set_defaults(run=_restore)

    rename = commands.add_parser("rename", help="give a loaded graph another name")
    rename.add_argument("name")
    rename.add_argument("new", help="its new name")
    rename.set_defaults(run=_rename)

    bench = commands.add_parser("bench", help="measure")
    bench.add_argument(
        "what", choices=["questions", "page", "sessions", "scale", "tables", "checker"], help="what to measure"
    )
    bench.add_argument("--set", dest="set_", default="hpo", help="the question set")
    bench.add_argument("--graph", help="name of the graph (default: the setting KGQA_GRAPH)")
    bench.add_argument("--times", type=int, default=7, help="how often each step of the page or each question is timed")
    bench.add_argument("--sessions", type=int, default=50, help="how many sessions ask at once")
    for what, size in (("edges", 765_000), ("nodes", 23_000), ("types", 4), ("relations", 16)):
        bench.add_argument(f"--{what}", type=int, default=size, help=f"how many {what} the made graph has")
    bench.add_argument("--folder", type=Path, help="the statements and schemas to measure the checker with")
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
    from kgqa.output import on_one_line

    notes = kept.all_notes(settings.load().data_dir)
    for note in notes:
        if options.json:
            _write(note)
        else:
            print(*(on_one_line(note[name]) for name in ("kept_at", "what", "question", "words")), sep="\t")
    if not notes:
        print("No note on an answer is kept on this machine.", file=sys.stderr)
    return 0


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


def _check(options: argparse.Namespace) -> int:
    from kgqa.cypher import graph_schema
    from kgqa.cypher.check import Checker

    if not options.jsonl and options.cypher is None:
        return _wrong_use("check needs a statement, or --jsonl and statements on standard input.")
    checker = Checker(graph_schema.read(options.schema), returns_names=not options.no_names)
    if options.jsonl:
        return _each_line("cypher", lambda id_, text: {"id": id_, **checker.check(text).as_json()})
    _write(checker.check(options.cypher).as_json())
    return 0


def _import(options: argparse.Namespace) -> int:
    from kgqa.graph import catalog
    from kgqa.graph.embedded import EmbeddedServer
    from kgqa.graph.load.records import SourceSpec

    chosen = settings.load()
    if options.source == "tables":
        if options.path is None or (options.graph is None and not options.dry_run):
            return _wrong_use("import tables needs a folder and --graph NAME.")
        if options.dry_run:
            return 0 if importing.tell(options, _tell) else FAILED
        if options.bad_rows is not None:
            importing.keep_bad_rows(options, _tell)
        source = importing.specification(options)
    else:
        source = SourceSpec("hpo")
    if options.into_server:
        return _import_into_server(chosen, source, options.add)
    with EmbeddedServer.connect(chosen) as server:
        entry = catalog.load(chosen, server, source, _tell)
    counts = sum(node.count for node in entry.schema.nodes), sum(r.count for r in entry.schema.relations)
    left_out = f" Bad rows left out: {entry.skipped_rows:,}." if entry.skipped_rows else ""
    print(f"Graph {entry.card.name!r} is loaded: {counts[0]:,} nodes, {counts[1]:,} edges.{left_out}")
    return 0


def _import_into_server(chosen: settings.Settings, source: SourceSpec, may_add: bool) -> int:
    from kgqa.graph.load.bolt import load_into_server

    if source.loader != "tables" or not chosen.graph_uri:
        return _wrong_use("--into-server is for tables, and writes to the server that KGQA_GRAPH_URI names.")
    contents = load_into_server(chosen, source, _tell, may_add=may_add)
    counts = sum(contents.nodes.values()), sum(contents.edges.values())
    print(f"The graph server holds {source.loaded_from!r}: {counts[0]:,} nodes, {counts[1]:,} edges.")
    return 0


def _graphs(options: argparse.Namespace) -> int:
    from kgqa.graph import catalog
    from kgqa.output import graph_json, on_one_line

    chosen = settings.load()
    entries, removed = catalog.graphs(chosen), catalog.removed(chosen)
    if options.json:
        _write({"graphs": [graph_json(entry) for entry in entries], "removed": [graph_json(one) for one in removed]})
        return 0
    for entry in entries:
        print(*map(on_one_line, _told(entry)), sep="\t")
    for entry in removed:
        print(f"Removed, and can be brought back: {entry.card.name} (loaded {entry.loaded_at}).", file=sys.stderr)
    if not entries:
        print("No graph is loaded; the first question loads the default graph.", file=sys.stderr)
    return 0


def _told(entry: GraphEntry) -> list[str]:
    """What the list of graphs says of one, cell by cell."""
    card, nodes, edges = entry.card, sum(entry.contents.nodes.values()), sum(entry.contents.edges.values())
    told = [card.name, f"{card.title} {card.version}", f"{nodes:,} nodes", f"{edges:,} edges"]
    if entry.skipped_rows:
        told.append(f"{entry.skipped_rows:,} bad rows left out")
    told.append(f"{entry.size_bytes / 1e6:,.1f} MB")
    told.append(f"licence: {card.licence or 'not given'}")
    return [*told, f"loaded {entry.loaded_at} from {entry.loaded_from or 'an unknown place'}"]


def _remove(options: argparse.Namespace) -> int:
    from kgqa.graph import catalog

    catalog.remove(settings.load(), options.name)
    print(f"Graph {options.name!r} is removed.")
    back = f"python -m kgqa restore {options.name}"
    print(f"Until the graph server starts the next time, {back!r} brings it back.", file=sys.stderr)
    return 0


def _restore(options: argparse.Namespace) -> int:
    from kgqa.graph import catalog

    entry = catalog.restore(settings.load(), options.name)
    print(f"Graph {entry.card.name!r} is back, as it was loaded {entry.loaded_at}.")
    return 0


def _rename(options: argparse.Namespace) -> int:
    from kgqa.graph import catalog

    entry = catalog.rename(settings.load(), options.name, options.new)
    print(f"Graph {options.name!r} is called {entry.card.name!r} now.")
    return 0


def _bench(options: argparse.Namespace) -> int:
    measured: dict[str, Callable[[argparse.Namespace], int]] = {
        "questions": _bench_questions,
        "page": _bench_page,
        "sessions": _bench_sessions,
        "scale": _bench_scale,
        "tables": _bench_tables,
        "checker": _bench_checker,
    }
    return measured[options.what](options)


def _bench_checker(options: argparse.Namespace) -> int:
    from kgqa.evaluation import checker

    if options.folder is None:
        return _wrong_use("bench checker needs --folder with schemas.csv and files of statements.")
    print(checker.measure(options.folder).text(), end="")
    return 0


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


def _bench_scale(options: argparse.Namespace) -> int:
    from kgqa.evaluation import scale
    from kgqa.evaluation.made_tables import Shape

    if options.times < 1:
        return _wrong_use(f"--times is {options.times}; it must be at least 1.")
    shape = Shape(options.edges, options.nodes, options.types, options.relations)
    print(scale.measure(settings.load(), shape, options.times, _tell).text(), end="")
    return 0


def _bench_tables(options: argparse.Namespace) -> int:
    from kgqa.evaluation import renamed
    from kgqa.evaluation.questions import bundled

    comparison = renamed.measure(settings.load(), bundled(options.set_), _tell)
    print(comparison.text(), end="")
    return 0 if comparison.reached else FAILED


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
    left = f", {progress.remaining_s:.0f} s left" if progress.remaining_s is not None else ""
    print(f"{progress.step}{done}{left}", file=sys.stderr)


def _wrong_use(text: str) -> int:
    print(text, file=sys.stderr)
    return WRONG_USE
