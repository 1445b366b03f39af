"""The rows of the tables on a page, and what of them is sent to the browser."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import traces
from streamlit.testing.v1 import AppTest

from kgqa.evidence import strength
from kgqa.load.hpo.words import ANNOTATION
from kgqa.presentation import rows as evidence_rows
from kgqa.records import AnswerItem, Node, Trace
from kgqa.schema.model import Relation, Schema
from kgqa.ui.components import evidence_view

SCHEMA = Schema(
    (),
    (
        Relation(
            "HAS_PHENOTYPE", "Disease", "Phenotype", "shows", "is shown by", against="against", properties=ANNOTATION
        ),
    ),
)


def sent(trace: Trace, level: str = "researcher") -> dict[str, dict[str, object]]:
    """What the parts send to the browser, by the name of the part."""

    def page(trace, level, schema):  # type: ignore[no-untyped-def]
        from kgqa.ui.components import claims_view, evidence_view

        claims_view.draw_sentences(trace, "s1", schema)
        evidence_view.draw(trace, "s1", level, schema)

    app = AppTest.from_function(page, args=(trace, level, SCHEMA), default_timeout=30).run()
    assert not app.exception
    protos = [element.proto for element in app.main if element.type == "bidi_component"]
    return {proto.component_name: json.loads(proto.json) for proto in protos}


def fields(triple: object) -> dict[str, str]:
    return dict(evidence_rows.rows([triple], SCHEMA)[0].fields)  # type: ignore[list-item]


def test_a_row_says_what_the_record_says() -> None:
    first, second, third, *_ = evidence_rows.rows(traces.intersection().evidence, SCHEMA)
    assert (first.number, first.subject.name, first.phrase, first.object.name) == (
        1, "Marfan syndrome", "shows", "Arachnodactyly",
    )  # fmt: skip
    assert first.frequency == "124/197 (63 %)"
    assert (first.tier, first.source, first.references) == ("Study", "OMIM", ("PMID:28050285", "PMID:29587526"))
    assert second.onset == "Childhood onset"
    assert third.frequency == "Very frequent (80–99 %)"
    assert (third.low, third.high) == (0.80, 0.99)


def test_the_row_in_full_names_every_field_once() -> None:
    triple = traces.shows(
        1, traces.MARFAN, traces.ECTOPIA, frequency="119/251", frequency_low=0.47, patients=119, sex="female",
        modifiers=["Severe", "Progressive"], biocuration=["HPO:x[2021-04-01]"], aspect="P", against=False,
    )  # fmt: skip
    triple = replace(triple, sources=("OMIM", "PMID:28050285", "phenotype.hpoa"))
    assert fields(triple) == {
        "Frequency": "119/251 (47 %)",
        "Onset": "not recorded",
        "Sex": "female",
        "Modifiers": "Severe, Progressive",
        "Tier": "Study",
        "Evidence code": "PCS, published clinical study",
        "Curated": "HPO:x[2021-04-01]",
        "Source": "OMIM",
        "From": "phenotype.hpoa",
        "Aspect": "P",
    }


def test_a_field_that_the_relation_does_not_have_is_not_missed() -> None:
    bare = Schema((), (Relation("HAS_PHENOTYPE", "Disease", "Phenotype", "shows", "is shown by"),))
    row = evidence_rows.rows([traces.shows(1, traces.MARFAN, traces.ECTOPIA, score=0.25)], bare)[0]
    assert "Onset" not in dict(row.fields)
    assert dict(row.fields)["Score"] == "0.25"


def test_the_columns_are_those_that_the_graph_fills() -> None:
    evidence = traces.intersection().evidence
    rows = evidence_rows.rows(evidence, SCHEMA)
    assert evidence_rows.columns(rows) == (
        "number", "subject", "relation", "object", "frequency", "tier", "references", "onset", "source",
    )  # fmt: skip
    assert "onset" not in evidence_rows.columns(rows[:1])
    assert "source" not in evidence_rows.columns(rows, "clinician")
    bare = [replace(triple, sources=(), properties={}) for triple in evidence]
    assert evidence_rows.columns(evidence_rows.rows(bare, SCHEMA)) == ("number", "subject", "relation", "object")
    assert evidence_rows.columns(()) == ("number", "subject", "relation", "object")


def test_the_records_that_support_an_answer_are_as_many_as_its_badge_says() -> None:
    trace = traces.intersection(10, aside=5)
    assert evidence_rows.parts(trace) == "23 for, 10 about what was set aside"
    assert list(evidence_rows.standings(trace).values()).count("for") == strength.summary(trace, SCHEMA).supporting


def test_every_answer_has_a_row_and_what_was_set_aside_follows() -> None:
    trace = traces.intersection(1000, aside=2)
    rows = evidence_rows.answer_rows(trace, SCHEMA)
    assert [row.number for row in rows] == [*range(1, 1002), None, None]
    assert rows[0].ids == ("OMIM:154700", "ORPHA:558")
    assert rows[0].frequency == "124/197 (63 %), 119/251 (47 %), Very frequent (80–99 %)"
    assert rows[-1].frequency == "3/7 (43 %), 0/32 (0 %)"
    assert evidence_rows.answer_columns(rows) == ("number", "name", "identifiers", "frequency", "evidence")


def test_answers_without_evidence_and_numbers_without_a_record_are_kept_apart() -> None:
    trace = traces.intersection()
    items = (AnswerItem("X:1", "Bare", "Disease"), AnswerItem("G:1", "Gene", "Gene", evidence=(1, 99)))
    rows = evidence_rows.answer_rows(replace(trace, answer=replace(trace.answer, items=items, set_aside=())), SCHEMA)
    assert [row.evidence for row in rows] == [(), (1,)], "no chip for a number that has no record"
    assert "kind" in evidence_rows.answer_columns(rows)


def test_answers_that_kinds_have_name_them_in_a_column_of_their_own() -> None:
    trace = traces.intersection()
    items = tuple(replace(item, kinds=("Type 1", "Type 2")) for item in trace.answer.items[:1])
    rows = evidence_rows.answer_rows(replace(trace, answer=replace(trace.answer, items=items)), SCHEMA)
    assert rows[0].recorded_for == ("Type 1", "Type 2")
    assert "recordedFor" in evidence_rows.answer_columns(rows)


def test_each_of_several_conditions_says_what_is_recorded_for_it() -> None:
    trace = traces.intersection()
    first, *others = trace.answer.items
    items = (replace(first, by_condition=((1,), (2, 3), (99,))), *others)
    answer = replace(trace.answer, items=items, conditions=("A", "B", "C"))
    rows = evidence_rows.answer_rows(replace(trace, answer=answer), SCHEMA)
    assert rows[0].by_condition == ("124/197 (63 %)", "119/251 (47 %), Very frequent (80–99 %)", "")
    columns = evidence_rows.answer_columns(rows)
    assert "conditions" in columns
    assert "frequency" not in columns, "the columns of the conditions say it"


def of_two_sources() -> Trace:
    trace = traces.intersection(0, aside=0)
    third = replace(trace.evidence[2], sources=("ORPHA",))
    item = replace(trace.answer.items[0], by_condition=((1, 3), (2,)))
    answer = replace(trace.answer, items=(item,), conditions=("Arachnodactyly", "Ectopia lentis"))
    return replace(trace, evidence=(*trace.evidence[:2], third), answer=answer)


def test_frequencies_of_two_sources_are_told_apart_as_in_a_sentence() -> None:
    trace = of_two_sources()
    row = evidence_rows.answer_rows(trace, SCHEMA)[0]
    told = "124 of 197 patients, 63 % (OMIM) and very frequent, 80–99 % (Orphanet)"
    assert row.by_condition == (told, "119/251 (47 %)")
    same = replace(trace.evidence[0], number=3, sources=("ORPHA",))
    row = evidence_rows.answer_rows(replace(trace, evidence=(*trace.evidence[:2], same)), SCHEMA)[0]
    assert row.by_condition[0] == "124/197 (63 %)", "what both say alike needs no source"


def test_a_clinician_sees_the_source_where_frequencies_of_a_link_differ() -> None:
    rows = evidence_rows.rows(of_two_sources().evidence, SCHEMA)
    assert "source" in evidence_rows.columns(rows, "clinician")
    assert "source" not in evidence_rows.columns(rows[:2], "clinician")


def test_only_https_addresses_are_sent() -> None:
    nodes = [Node(id_, "n", "Disease") for id_ in ("OMIM:154700", "javascript:alert(1)", "http://evil.example", "")]
    rows = evidence_rows.rows([traces.shows(n, node, traces.ECTOPIA) for n, node in enumerate(nodes, 1)], SCHEMA)
    found = evidence_view.addresses(rows)
    assert set(found) == {"OMIM:154700", "HP:0001083", "PMID:28050285", "PMID:29587526"}
    assert all(address.startswith("https://") for address in found.values())


def test_the_page_gets_the_rows_of_the_level() -> None:
    parts = sent(traces.intersection(), "clinician")
    assert set(parts) == {"kgqa_sentence", "kgqa_evidence"}
    data = parts["kgqa_evidence"]
    assert (data["answer"], data["first"], len(data["rows"])) == ("s1", 1, 7)
    assert "source" not in data["columns"]
    assert len(data["answers"]) == 3


def test_one_answer_with_evidence_needs_no_list() -> None:
    assert sent(traces.intersection(0, aside=0))["kgqa_evidence"]["answers"] == []


def test_an_answer_without_evidence_is_listed() -> None:
    trace = traces.intersection(0, aside=0)
    data = sent(replace(trace, evidence=()))["kgqa_evidence"]
    assert (data["first"], data["rows"], len(data["answers"])) == (None, [], 1)


def test_where_there_is_nothing_there_is_no_table() -> None:
    assert set(sent(traces.nothing())) == {"kgqa_sentence"}


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "[1]", "\u202egnp.exe", "", "=1+1", "\x00\ud800"])
def test_any_text_is_sent_as_it_is(text: str) -> None:
    parts = sent(traces.hostile(text))
    (row,) = parts["kgqa_evidence"]["rows"]
    assert row["subject"]["id"] == text
    assert "".join(part["text"] for part in parts["kgqa_sentence"]["headline"]) == text
    assert parts["kgqa_evidence"]["links"] == {}


def test_sentences_send_only_what_they_cite() -> None:
    trace = traces.intersection(20)
    answer = replace(trace.answer, text=f"{trace.answer.headline} Marfan syndrome [1] [2] and [77] others.")
    data = sent(replace(trace, answer=answer))["kgqa_sentence"]
    assert [row["number"] for row in data["rows"]] == [1, 2]
    ((*_, cited, rest),) = data["paragraphs"]
    assert cited == {"text": "Marfan syndrome", "numbers": [1, 2], "aside": False, "claim": None}
    assert rest["text"] == " and [77] others."


def test_a_share_of_nothing_is_sent() -> None:
    against = traces.intersection().evidence[-1]
    data = evidence_view.as_data(evidence_rows.rows([against], SCHEMA)[0])
    assert (data["low"], data["high"], data["against"]) == (0.0, 0.0, True)
    assert "onset" not in data


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("pmid", "12345678", ("PMID:12345678",)),
        ("pubmed_ids", ["1", "PMID:2"], ("PMID:1", "PMID:2")),
        ("pubmed_id", "1", ("PMID:1",)),
        ("doi", "10.1000/182", ("DOI:10.1000/182",)),
        ("pmid", "1; 2", ("1; 2",)),
        ("pmid", "٣", ("٣",)),
        ("reference", "3", ("3",)),
    ],
)
def test_a_bare_number_gets_the_prefix_that_its_field_is_called_by(name: str, value: object, shown: object) -> None:
    triple = replace(traces.intersection().evidence[0], properties={name: value}, predicate="OF_ANOTHER_GRAPH")
    (row,) = evidence_rows.rows([triple], SCHEMA)
    assert row.references == shown
    assert triple.properties == {name: value}
