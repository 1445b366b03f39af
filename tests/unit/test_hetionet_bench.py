"""The made graph in the shape of Hetionet: the same every time, as the loader reads it, with answers by walking it."""

from __future__ import annotations

from pathlib import Path

from benchmarks.hetionet import EDGES, TYPES, HetionetShaped
from tests.unit.table_files import surveyed


def test_the_graph_is_hetionets_and_its_answers_are_found_by_walking(tmp_path: Path) -> None:
    graph = HetionetShaped.drawn()
    assert list(graph.questions()) == list(HetionetShaped.drawn().questions())
    graph.write(tmp_path / "hetionet.json")
    survey = surveyed(tmp_path / "hetionet.json", form="hetionet")
    assert (sum(survey.edges.values()), len(survey.bad)) == (sum(number for _, number in EDGES), 0)
    assert {"TREATS_CtD", "REGULATES_GrG", "CAUSES_CcSE"} <= {type_ for _, type_, _ in survey.edges}
    small = HetionetShaped(
        dict.fromkeys(TYPES, ("a", "b")), {"CtD": frozenset({(0, 1), (1, 1)}), "CcSE": frozenset({(0, 0), (1, 0)})}
    )
    assert small.reached("Disease", [1], ("CtD", "CcSE")) == ("Side Effect", frozenset({0}))
    assert small.reached("Disease", [0], ("CtD", "CcSE")) == ("Side Effect", frozenset())
