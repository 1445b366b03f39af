"""The supervisor of an embedded server that ends before the second compiler of Java has paid for itself.

It differs from the real one by two options of Java alone, with which a start takes half the processor time. Processes
that tests start, such as the app, start their servers with the real one.
"""

from __future__ import annotations

import sys
from typing import Any

from kgqa.graph.server import launch, process
from kgqa.graph.server.supervisor import main

SHORT_LIVED = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")


def _start_line(*arguments: Any) -> list[str]:
    java, *others = launch.start_line(*arguments)
    return [java, *SHORT_LIVED, *others]


if __name__ == "__main__":
    process.start_line = _start_line
    sys.exit(main(sys.argv[1:]))
