"""The commands that serve graphs to other programs."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from typing import TYPE_CHECKING

from kgqa import settings
from kgqa.cli.console import tell, wrong_use

if TYPE_CHECKING:
    from kgqa.cli.console import Commands

LEAST_TOKENS = 500
MOST_BYTES = 200_000
"""Of one message of the Model Context Protocol."""


def add(commands: Commands) -> None:
    """Add ``serve`` and ``mcp``."""
    serve = commands.add_parser("serve", help="serve graphs to other programs")
    serve.add_argument("--trapi", action="store_true", help="as a TRAPI service, versions 1.6 and 2.0")
    serve.add_argument(
        "--graph", action="append", default=[], help="name of a graph; several times: several (default: KGQA_GRAPH)"
    )
    serve.add_argument("--host", default="127.0.0.1", help="address to listen at (default: this machine alone)")
    serve.add_argument("--port", type=_port, default=8010, help="0: any that is free (default: 8010)")
    serve.add_argument("--most-edges", type=_number, default=10_000, help="of an answer (default: 10,000)")
    serve.add_argument("--most-bytes", type=_number, default=1_000_000, help="of a question (default: 1,000,000)")
    serve.add_argument("--time-limit", type=_number, default=60, metavar="S", help="of an answer (default: 60 s)")
    serve.add_argument("--at-once", type=_number, default=4, help="questions that are answered at once (default: 4)")
    serve.set_defaults(run=_serve)

    mcp = commands.add_parser("mcp", help="offer tools to a language model's program (Model Context Protocol)")
    mcp.add_argument("--graph", action="append", default=[], help="the graphs that may be asked (default: every one)")
    mcp.add_argument("--http", action="store_true", help="streamable HTTP at /mcp instead of standard input and output")
    mcp.add_argument("--host", default="127.0.0.1", help="address to listen at (default: this machine alone)")
    mcp.add_argument("--port", type=_port, default=8011, help="0: any that is free (default: 8011)")
    mcp.add_argument("--most-tokens", type=_number, default=4000, help="of a reply, estimated (default: 4,000)")
    mcp.set_defaults(run=_mcp)


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port < 65536:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return port


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("it must be 1 or more")
    return number


def _serve(options: argparse.Namespace) -> int:
    from kgqa.serving.door import Door, listen, require_safe

    if not options.trapi:
        return wrong_use("serve needs --trapi: that is how graphs are served.")
    in_force = settings.load()
    require_safe(options.host, in_force.serve_token)
    from kgqa.serving.trapi.answering import Answering
    from kgqa.serving.trapi.app import Serving, application
    from kgqa.serving.trapi.query_graph import Limits
    from kgqa.session import GraphSession

    names = list(dict.fromkeys(options.graph or [in_force.asked_graph]))
    limits = Limits(edges=options.most_edges)
    with ExitStack() as opened:

        def answering(name: str) -> Answering:
            return Answering(opened.enter_context(GraphSession.open(in_force, name, tell)), limits)

        graphs = {name: answering(name) for name in names}
        app = application(graphs, Serving(options.time_limit, options.at_once), answering)
        door = Door(app, token=in_force.serve_token, most_bytes=options.most_bytes)
        listen(door, options.host, options.port, f"TRAPI 1.6 and 2.0 over {', '.join(names)}")
    return 0


def _mcp(options: argparse.Namespace) -> int:
    from kgqa.serving.door import Door, listen, require_safe

    in_force = settings.load()
    if options.http:
        require_safe(options.host, in_force.serve_token)
    if options.most_tokens < LEAST_TOKENS:
        return wrong_use(f"--most-tokens is {LEAST_TOKENS} at least: no record fits into less.")
    from kgqa.serving.mcp.server import http, server
    from kgqa.serving.mcp.tools import Tools

    with Tools(in_force, options.graph, most_tokens=options.most_tokens) as tools:
        offered = server(tools, listed=not options.http)
        if options.http:
            door = Door(http(offered), token=in_force.serve_token, most_bytes=MOST_BYTES)
            listen(door, options.host, options.port, "Model Context Protocol (/mcp)")
        else:
            offered.run("stdio")
    return 0
