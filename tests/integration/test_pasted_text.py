"""A text that somebody brought along, checked against the default graph."""

from __future__ import annotations

import pytest

from kgqa.errors import StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.pipeline import Asker

TEXT = (
    "Marfan syndrome shows arachnodactyly. Loeys-Dietz syndrome 1 shows ectopia lentis.\r\n"
    "Marfan syndrome shows anosmia. Gronkel disease shows arachnodactyly."
)


def test_each_claim_has_one_of_the_four_verdicts_and_its_records(hpo_asker: Asker) -> None:
    found = hpo_asker.verify(TEXT)
    assert [one.verdict for one in found.claims] == ["supported", "contradicted", "not_recorded", "not_checked"]
    assert all(found.text[one.start : one.end] == one.text for one in found.claims)
    numbers = {one.number: one for one in found.evidence}
    supported, contradicted, *others = found.claims
    assert {numbers[number].object.name for number in supported.evidence} == {"Arachnodactyly"}
    assert all(numbers[number].against for number in contradicted.evidence)
    assert not any(one.evidence for one in others)


def test_a_name_alone_is_never_supported(hpo_asker: Asker) -> None:
    assert not [one for one in hpo_asker.verify("Marfan syndrome.").claims if one.verdict == "supported"]


def test_a_stop_ends_the_work(hpo_asker: Asker) -> None:
    stop = StopSignal()
    stop.set()
    with pytest.raises(StoppedError):
        hpo_asker.verify(TEXT, stop=stop)
