"""Whether a graph still finds the things of a question, before it says that nothing is recorded about them."""

from __future__ import annotations

import pytest

from kgqa.errors import DamagedGraphError
from kgqa.graph.store import GraphStore
from kgqa.pipeline import require_found
from kgqa.records import Candidate, Entity
from tests.integration.graphs import SCHEMA


def _entity(label: str, id_: str, name: str) -> Entity:
    return Entity(name, 0, len(name), Candidate(id_, name, label, 1.0, "exact", name))


def test_things_that_are_there_are_found(toy: GraphStore) -> None:
    named = [_entity("Disease", "D:1", "Migraine"), _entity("Disease", "O:2", "Gout"), _entity("Gene", "G:1", "TP53")]
    require_found(SCHEMA, toy, named, "The toy graph", None)
    require_found(SCHEMA, toy, [], "The toy graph", None)


@pytest.mark.parametrize(("label", "id_"), [("Disease", "D:99"), ("Gene", "D:1")])
def test_a_thing_that_is_not_found_is_no_silence(toy: GraphStore, label: str, id_: str) -> None:
    named = [_entity("Disease", "D:1", "Migraine"), _entity(label, id_, "Lost")]
    with pytest.raises(DamagedGraphError, match=rf"The toy graph no longer finds Lost \({id_}\)"):
        require_found(SCHEMA, toy, named, "The toy graph", None)
