"""The texts of links that a load gathers are those that its database holds."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest

from kgqa.evidence.property_values import PropertyValues
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.catalog import GraphEntry
from kgqa.pipeline import Asker
from kgqa.schema.link_texts import LinkTexts
from kgqa.settings import Settings
from tests.integration import own_tables

NODES = """id,name,label
A:1,Angus,Animal
A:2,Fern,Animal
A:3,Otto,Animal
D:1,Leptospirosis,Diagnosis
D:2,Laminitis,Diagnosis
"""
LINKS = """source,type,target,severity,confirmed,signs,date,score
A:1,diagnosed_with,D:1,severe,yes,fever|cough,2024-01-05,3
A:2,diagnosed_with,D:1,mild,no,cough,2024-03-01,4.5
A:3,diagnosed_with,D:2,severe,,,2023-07-09,
D:2,related_to,D:1,,,,,
"""


def compared(entry: GraphEntry, server: EmbeddedServer) -> Iterator[tuple[str, set[str], set[str]]]:
    """Of every property of every relation what was gathered, and what the database tells."""
    with server.store(entry.database) as store:
        gathered = PropertyValues(entry.schema, store, entry.link_texts)
        told = PropertyValues(entry.schema, store, LinkTexts())
        for relation in entry.schema.relations:
            for one in relation.properties:
                if entry.link_texts.of(relation, one) is not None:
                    yield one.name, set(gathered.named(relation, one)), set(told.named(relation, one))


@pytest.fixture(scope="module")
def asker(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    """The tables, imported as a reader would."""
    with own_tables.opened(settings, server, tmp_path_factory.mktemp("t"), "texts", nodes=NODES, edges=LINKS) as asked:
        yield asked


def test_of_tables_they_are_those_of_the_database(settings: Settings, server: EmbeddedServer, asker: Asker) -> None:
    entry = catalog.graph(settings, "texts")
    found = {name: (kept, told) for name, kept, told in compared(entry, server)}
    assert found["severity"][0] == {"severe", "mild"}
    assert all(kept == told for kept, told in found.values())


def test_a_graph_that_was_loaded_before_they_were_gathered_is_asked_for_them(
    settings: Settings, server: EmbeddedServer, asker: Asker
) -> None:
    entry = dataclasses.replace(catalog.graph(settings, "texts"), link_texts=LinkTexts())
    severity = next(
        (relation, one) for relation in entry.schema.relations for one in relation.properties if one.name == "severity"
    )
    with server.store(entry.database) as store:
        assert set(PropertyValues(entry.schema, store, entry.link_texts).named(*severity)) == {"severe", "mild"}


@pytest.mark.slow  # the database goes through a quarter of a million links for each property
def test_of_the_default_graph_they_are_those_of_the_database(default_graph: GraphEntry, server: EmbeddedServer) -> None:
    found = list(compared(default_graph, server))
    assert len(found) > 100
    assert [name for name, kept, told in found if kept != told] == []
