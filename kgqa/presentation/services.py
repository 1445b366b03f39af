"""What services beside the graph gave, as every written form of an answer tells it."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa.language.phrases import SERVICE_STATES
from kgqa.presentation.text import counted
from kgqa.records import ServiceReply, Trace
from kgqa.schema import derive


def by_service(trace: Trace) -> Mapping[int, tuple[str, ...]]:
    """Of the facts that services gave the names of these, by number; empty where none was asked."""
    asked = {one.name for one in trace.federated.services} if trace.federated is not None else set()
    found = {one.number: one.properties.get("service", ()) for one in trace.evidence if asked}
    return {number: tuple(names) for number, names in found.items() if not isinstance(names, str) and asked >= {*names}
            and names}  # fmt: skip


def heading(trace: Trace) -> str:
    """How many of the services that were asked answered."""
    replies = trace.federated.services if trace.federated is not None else ()
    answered = sum(one.state in ("answered", "empty") for one in replies)
    return f"{answered:,} of {counted(len(replies), 'service')} answered"


def told(reply: ServiceReply, found: Mapping[int, tuple[str, ...]]) -> str:
    """What a service gave, or why nothing, and which evidence is its own, of which day and release."""
    numbers = [number for number, names in found.items() if reply.name in names]
    facts = f"{counted(len(numbers), 'fact')} of the evidence: {ranges(numbers)}" if numbers else ""
    how = "kept from" if reply.kept else "asked on"
    day = f"{how} {reply.asked_at[:10]}" if reply.asked_at else ""
    release = f"release {reply.release}" if reply.release else ""
    said = reply.said.rstrip(".")
    words = [SERVICE_STATES[reply.state], said, facts, day, release, f"TRAPI {reply.version}" if reply.version else ""]
    return " · ".join(filter(None, words))


def ranges(numbers: list[int]) -> str:
    """Numbers in short: "2, 5–9".

    >>> ranges([2, 5, 6, 7, 9])
    '2, 5–7, 9'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def kinds(trace: Trace, known: Mapping[str, str]) -> dict[str, str]:
    """What labels are called, also those that only things of services have: "SmallMolecule" is "Small molecule"."""
    if trace.federated is None:
        return dict(known)
    labels = {node.label for one in trace.evidence for node in (one.subject, one.object)}
    names = {label: derive.node_type(label, 0, ()).singular for label in labels - known.keys() if label}
    return {label: f"{name[:1].upper()}{name[1:]}" for label, name in names.items()} | dict(known)
