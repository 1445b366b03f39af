"""What a statement can make this program hold, measured from outside."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kgqa.cypher.run import Ran, run
from kgqa.errors import QueryError
from kgqa.graph.connection import held_bytes
from kgqa.graph.store import ROWS_LIMIT_BYTES, GraphStore

ROOT = Path(__file__).parents[2]
LARGE = f"WITH '{'x' * 16384}' AS text UNWIND range(1, 1000) AS i RETURN [j IN range(1, 400) | text] AS texts"
"""A thousand rows of 400 texts of 16 kB each."""


@pytest.mark.parametrize("store", ["toy"], indirect=True)
def test_rows_are_cut_where_they_take_too_much_memory(store: GraphStore) -> None:
    ran = run(store, LARGE, most_rows=1000)
    assert isinstance(ran, Ran)
    assert ran.rows.truncated
    assert ran.rows.oversize
    assert 0 < len(ran.rows.rows) < 20
    assert held_bytes(ran.rows.rows) < ROWS_LIMIT_BYTES + 1_000_000
    small = run(store, "UNWIND range(1, 1000) AS i RETURN i", most_rows=500)
    assert isinstance(small, Ran)
    assert (len(small.rows.rows), small.rows.truncated, small.rows.oversize) == (500, True, False)


def test_a_single_row_that_is_too_large_is_a_sentence(toy: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "_time_limit_s", 60.0)  # to build such a row takes long where others work as well
    text = LARGE.replace("range(1, 400)", "range(1, 3000)")
    with pytest.raises(QueryError, match="single row of the result takes more than 32 MiB"):
        run(toy, text, most_rows=1000)


def test_a_statement_does_not_fill_the_memory_of_the_app(toy: GraphStore) -> None:
    """The same statement in a process of its own, whose peak the system tells when it has ended."""

    def peak_mib(text: str) -> float:
        script = (
            "import sys\nfrom kgqa.cypher.run import run\nfrom kgqa.graph.store import GraphStore\n"
            "uri, user, password, text = sys.argv[1:]\n"
            "with GraphStore(uri, user, password, 'toy', max_rows=1000, time_limit_s=10) as store:\n"
            "    print(len(run(store, text, most_rows=1000).rows.rows))\n"
        )
        address = (toy._connected[0] or toy._uri, toy._user, toy._password)
        child = subprocess.Popen([sys.executable, "-c", script, *address, text], cwd=ROOT, stdout=subprocess.PIPE)
        assert child.stdout is not None
        assert int(child.stdout.read()) > 0
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        child.stdout.close()
        assert child.returncode == 0
        return usage.ru_maxrss / 1024

    run(toy, "RETURN 1 AS one", most_rows=1)  # connects, so that the address is known
    idle = peak_mib("RETURN 1 AS one")
    assert peak_mib(LARGE) - idle < 300
