"""What a graph server enforces, and how that is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ServerKind = Literal["neo4j", "memgraph", "arcadedb", "other"]
State = Literal["enforced", "not enforced", "unknown"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that a server may enforce.

    Attributes:
        what: what it is about ("Read-only sessions").
        words: what holds on this server, a sentence.
    """

    what: str
    state: State
    words: str


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a server enforces for this account.

    Attributes:
        agent: the server's own name and version.
        rules: for a reader, always in one order.
    """

    kind: ServerKind
    agent: str
    rules: tuple[Rule, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """The words of the rules; what is not enforced comes first."""
        order = ("not enforced", "unknown", "enforced")
        return tuple(rule.words for rule in sorted(self.rules, key=lambda rule: order.index(rule.state)))


def capabilities(
    agent: str, *, refuses: bool, ends: bool | None, stops: bool, memory: str | None, explains: bool
) -> Capabilities:
    """What a server enforces, from what was found out about it.

    Args:
        agent: the server's own name and version.
        refuses: it refuses to write in a reading session, even where that would change nothing.
        ends: it ends statements at the time limit; None where that could not be tried.
        stops: a statement can be ended from another connection.
        memory: the bound on the memory of statements as the server writes it; empty for none, None where it is not
            told.
        explains: EXPLAIN tells reading from writing.
    """
    rules = (_of_writes(agent, refuses), _of_time(ends), _of_ending(stops), _of_memory(memory), _of_type(explains))
    return Capabilities(_kind(agent), agent, rules)


def unchecked(kind: ServerKind, agent: str) -> tuple[str, ...]:
    """That it is not known what a server answers wrongly, as a sentence; nothing for one of which it is known."""
    if kind in ("neo4j", "arcadedb"):
        return ()
    return (
        f"Which statements the server {agent} answers otherwise than Neo4j is not known, so the query checker rewrites "
        "none for that reason.",
    )


def _kind(agent: str) -> ServerKind:
    """Servers that speak Bolt call themselves compatible with Neo4j, and name themselves after that."""
    name = agent.lower()
    if "memgraph" in name:
        return "memgraph"
    if "arcadedb" in name:
        return "arcadedb"
    return "neo4j" if name.startswith("neo4j/") and "compatible" not in name else "other"


def _of_writes(agent: str, refuses: bool) -> Rule:
    what = "Read-only sessions"
    if refuses:
        return Rule(what, "enforced", f"The server {agent} refuses every write in a question.")
    return Rule(
        what,
        "not enforced",
        f"The server {agent} does not enforce read-only sessions: use an account that may only read, because only the "
        "query checker stands between a question and a change.",
    )


def _of_time(ends: bool | None) -> Rule:
    what = "Time limits"
    if ends is None:
        said = "Whether it ends statements at the time limit could not be tried; they are ended from outside as well."
        return Rule(what, "unknown", said)
    if ends:
        return Rule(what, "enforced", "It ends statements at the time limit.")
    said = "It does not end statements at the time limit by itself; they are ended from outside."
    return Rule(what, "not enforced", said)


def _of_ending(stops: bool) -> Rule:
    what = "Ending a query"
    if stops:
        return Rule(what, "enforced", "A running statement can be stopped.")
    said = "It does not let this account end a running statement; a stopped one may run on."
    return Rule(what, "not enforced", said)


def _of_memory(bound: str | None) -> Rule:
    what = "Memory limits"
    if bound is None:
        return Rule(what, "unknown", "It does not tell this account whether it bounds the memory of statements.")
    if bound:
        return Rule(what, "enforced", f"It bounds the memory of statements ({bound}).")
    return Rule(what, "not enforced", "It does not bound the memory of statements.")


def _of_type(explains: bool) -> Rule:
    what = "Query type by EXPLAIN"
    if explains:
        said = "It tells before a statement runs whether it only reads; no other statement is run."
        return Rule(what, "enforced", said)
    return Rule(what, "not enforced", "It does not tell before a statement runs whether it only reads.")
