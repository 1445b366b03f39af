"""What services gave, as exports and drawings tell it beside what the graph records."""

from __future__ import annotations

from dataclasses import replace

import traces

from kgqa.exports import markdown, sheets
from kgqa.presentation import graph_svg
from kgqa.presentation.drawing import looks, notes
from kgqa.presentation.graph_layout import arrange
from kgqa.records import Federated, Node, ServiceReply, Trace, Triple
from kgqa.schema import derive
from kgqa.schema.model import Schema
from kgqa.services.federation.facts import in_own_words

LOSARTAN = Node("CHEBI:6541", "losartan", "SmallMolecule")
NOBODY = Schema((), ())


def given(number: int, *, against: bool = False, by: str = "Drugs") -> Triple:
    said = {"service": [by], "publications": ["PMID:25405392"], "aggregator": ["robokop"], "evidence": ["prediction"]}
    words = "does not treat" if against else "treats"
    return Triple(number, LOSARTAN, "biolink:treats", traces.MARFAN, words, against, ("drugcentral",), said)


def federated() -> Trace:
    replies = (
        ServiceReply("Drugs", "https://drugs.example", "answered", "Drugs gave 1 result.", "1.5", "3.2",
                     asked_at="2026-11-20T10:00:00+00:00", kept=True),
        ServiceReply("Ill", "https://ill.example", "failed", "Ill cannot be reached."),
    )  # fmt: skip
    own = traces.shows(1, traces.MARFAN, traces.ECTOPIA)
    trace = replace(traces.intersection(), pruned=None, evidence=(own, given(2), given(3, against=True)))
    return replace(trace, federated=Federated(replies, (("drugs", '{"nodes": {}}'),)))


def test_exports_say_who_gave_what_of_which_day_and_who_did_not_answer() -> None:
    trace = federated()
    text = markdown.document(trace, NOBODY).decode()
    assert "## Evidence by service (1 of 2 services answered)" in text
    assert "2 facts of the evidence: 2–3 · kept from 2026-11-20 · release 3.2 · TRAPI 1.5" in text
    assert "no answer · Ill cannot be reached" in text
    assert "[PMID:25405392](https://" in text
    table = sheets.evidence(trace, NOBODY)
    told = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [one["Services"] for one in told] == ["", "Drugs", "Drugs"]
    assert (told[0]["As of"], told[1]["As of"]) == ("", "2026-11-20")
    assert "Aggregator: robokop" in told[1]["Further fields"]
    assert sheets.as_xlsx(table, "Evidence", trace)


def test_a_drawing_tells_facts_of_services_alone_by_their_line_and_names_their_types_in_words() -> None:
    picture = arrange(federated())
    lines = {one.numbers: (one.outside, bool(one.bend)) for one in picture.arrows}
    assert lines == {(1,): (False, False), (2,): (True, True), (3,): (True, True)}
    kinds = {picture.kinds.get(kind, kind) for kind in looks(picture)}
    assert kinds == {"Disease", "Small molecule", "Phenotype"}
    assert {"dashes and dots = from services alone", "two dots = denied by a service"} <= set(notes(picture))
    assert graph_svg.image(picture).decode().count('stroke-dasharray="9 3 1.5 3"') == 1


def test_facts_of_services_are_in_the_words_of_the_graph_for_the_same_relation() -> None:
    ends = (derive.node_type("Disease", 1, ()), derive.node_type("Phenotype", 1, ()))
    relation = replace(derive.relation("HAS_PHENOTYPE", "Disease", "Phenotype", 1, ()), forward="shows")
    schema = Schema(ends, (relation,))
    own = traces.shows(1, traces.MARFAN, traces.ECTOPIA)
    theirs = Triple(2, traces.MARFAN, "biolink:has_phenotype", traces.ECTOPIA, "has phenotype", sources=("omim",))
    denied = replace(theirs, phrase="does not have phenotype", against=True)
    told = in_own_words([theirs, denied, replace(theirs, phrase="is inferred to have phenotype")], schema, [own])
    assert [one.phrase for one in told] == ["shows", "does not show", "is inferred to have phenotype"]
    assert told[0].sources == ("OMIM",)
