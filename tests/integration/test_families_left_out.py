"""A graph without groups whose names begin alike, where the name that they begin with is none (``KGQA_FAMILIES=0``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from tests.integration import own_tables

NODES = """id,name,label
D:1,Corvin syndrome 1,Disease
D:2,Corvin syndrome 2,Disease
G:1,QRX1,Gene
G:2,QRX2,Gene
"""
LINKS = """source,type,target
G:1,associated_with,D:1
G:2,associated_with,D:2
"""


@pytest.fixture(scope="module")
def asker(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    without, folder = replace(settings, families=0), tmp_path_factory.mktemp("alike")
    with own_tables.opened(without, server, folder, "alike", nodes=NODES, edges=LINKS) as asked:
        yield asked


def test_each_is_offered_in_a_question_that_reads_well(asker: Asker) -> None:
    """Of "Corvin syndrome" only "Corvin" is not known, and the rest of it is part of the names that are offered."""
    answer = asker.ask("Which genes are associated with Corvin syndrome?").answer
    assert answer.status in ("not_in_graph", "not_understood")
    offered = [one.question for one in answer.suggestions]
    assert offered == [f"Which genes are associated with Corvin syndrome {n}?" for n in (1, 2)]
    assert [asker.ask(one).answer.total for one in offered] == [1, 1]
