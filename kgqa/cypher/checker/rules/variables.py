"""Variables that are bound: ``MATCH (movie) RETURN Movie`` becomes ``MATCH (movie) RETURN movie``."""

from __future__ import annotations

from kgqa.cypher.checker.names import best, folded
from kgqa.cypher.checker.records import Context, Findings, Repair
from kgqa.cypher.checker.rules.spelled import replaced


def variables(context: Context) -> Findings:
    """Repairs the case and spelling of a variable that nothing binds."""
    repairs: list[Repair] = []
    notes: list[str] = []
    for name, bound in context.resolved.bindings.unbound:
        # Short names and names with numbers lie too near to each other to be taken for one another.
        far = len(name.text) > 3 and name.text.isalpha()
        after = best(name.text, [one for one in bound if far or folded(one) == folded(name.text)])
        if after is not None:
            reason = f"Nothing is called {name.text!r} here; the variable that is meant is {after!r}."
            repairs.append(Repair((replaced(name, after),), reason))
        else:
            notes.append(f"Nothing is called {name.text!r} here; a server will refuse the statement.")
    return Findings(tuple(repairs), tuple(notes))
