"""The graphs of a data folder: how one gets in whole or not at all, and the door to all that can be done with them.

A process that is killed at any moment leaves the graph that was there before, or none, and litter that the next load
or start sweeps away. The promise covers the end of a process, not of the machine's power.

    entries    which graphs there are                     loading   one load, and damaged files built again or refused
    changing   one process at a time; renamed, removed    publish   from a finished build to a graph that is offered
"""

from __future__ import annotations

from kgqa.load.catalog.changing import remove, rename, restore, sweep
from kgqa.load.catalog.entries import DEFAULT, MANIFEST, GraphEntry, check_name, gone, graph, graphs, removed
from kgqa.load.catalog.loading import ensure_default, load, whole
from kgqa.load.catalog.publish import check

__all__ = [
    "DEFAULT",
    "MANIFEST",
    "GraphEntry",
    "check",
    "check_name",
    "ensure_default",
    "gone",
    "graph",
    "graphs",
    "load",
    "remove",
    "removed",
    "rename",
    "restore",
    "sweep",
    "whole",
]
