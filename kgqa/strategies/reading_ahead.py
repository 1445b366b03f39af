"""What is worth embedding before anybody asks for it: the names of a graph, and what it records in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.evidence.exploring.context import ContextReader
from kgqa.evidence.exploring.neighbourhood import Explorer
from kgqa.evidence.ledger import Ledger
from kgqa.evidence.sentences import sentence
from kgqa.graph.store import GraphStore
from kgqa.linking.index import NameIndex
from kgqa.schema.model import Schema


def texts(schema: Schema, store: GraphStore, explorer: Explorer, index: NameIndex) -> Iterator[str]:
    """The names first, by which large neighbourhoods are pruned faster; then every sentence, read thing by thing.

    Raises:
        KgqaError: the graph cannot be read any more.
    """
    ids = sorted({index.node(name.thing).id for name in index.names()})
    yield from dict.fromkeys(index.thing(id_).node.name for id_ in ids)
    for id_ in ids:
        found = explorer.thing(id_)
        if found is None:
            continue
        about = ContextReader(schema, Ledger(store)).read(found.thing)
        # Each record is met at both of its ends; one of them is enough.
        yield from (sentence(one, schema) for one in about.triples if one.subject.id in found.thing.ids)
