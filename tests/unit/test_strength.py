"""How strong records are, where they differ, and what the badges of an answer say about both."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from kgqa.evidence.codes import STUDIES, TIER_WORDS, TIERS, WEAK, evidence_words, tier_of
from kgqa.evidence.strength import apart, differences, differences_in_answer, differing, strength, summary, tier
from kgqa.exports.markdown import document
from kgqa.history.storage import Entry, ReaderStorage
from kgqa.language.phrases import said_status
from kgqa.presentation.badges import badges, looks
from kgqa.questions.wording import SILENCE, read_frequency
from kgqa.records import Answer, AnswerItem, Node, Trace, Triple
from kgqa.schema import derive
from kgqa.schema.model import NodeType, Property, Relation, Schema
from tests.unit import traces

FIELDS = (
    Property("how_often", role="frequency"),
    Property("code", role="evidence"),
    Property("made_by", role="evidence"),
    Property("papers", "LIST", role="reference"),
    Property("sex", role="sex"),
    Property("onset", role="onset"),
)
SCHEMA = Schema(
    (NodeType("Disease", "disease", "diseases"), NodeType("Sign", "sign", "signs")),
    (
        Relation("SHOWS", "Disease", "Sign", "shows", "is seen in", against="against", properties=FIELDS),
        Relation("LACKS", "Disease", "Sign", "does not show", "is not seen in", negates="SHOWS", properties=FIELDS),
        Relation("LIKE", "Disease", "Disease", "is like", "is like", symmetric=True, properties=FIELDS),
    ),
)
"""Fields with names of their own, so that nothing is found by the names of the default graph."""
MARFAN, ALSO_MARFAN = Node("A:1", "Marfan syndrome", "Disease"), Node("B:1", "Marfan syndrome", "Disease")
TALL = Node("S:1", "Tall stature", "Sign")
SIGN = traces.entity("tall", 9, TALL)


def record(
    number: int, how_often: str = "", source: str = "OMIM", *, subject: Node = MARFAN, against: bool = False,
    predicate: str = "SHOWS", target: Node = TALL, **fields: object,
) -> Triple:  # fmt: skip
    phrase = "does not show" if against else "shows"
    properties = {**fields, **({"how_often": how_often} if how_often else {})}
    return Triple(number, subject, predicate, target, phrase, against, (source,) if source else (), properties)


def asked(*evidence: Triple, kind: str = "value", items: tuple[AnswerItem, ...] = (), **fields: object) -> Trace:
    entity = traces.entity("Marfan", 0, MARFAN)
    entity = replace(entity, chosen=replace(entity.chosen, ids=(MARFAN.id, ALSO_MARFAN.id)))
    answer = Answer("answered", kind, "Said.", "Said.", items=items, **fields)  # type: ignore[arg-type]
    return Trace("?", "graph-only", traces.CARD, answer, entities=(entity, SIGN), evidence=evidence)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("PCS", "clinical"), ("pcs ", "clinical"), ("ECO:0006017", "clinical"), ("TAS", "statement"),
        ("IEA", "inferred"), ("ICE", "experience"), ("IDA", "experimental"), ("ECO:0000314", "experimental"),
        ("ISS", "similarity"), ("IC", "curated"), ("text-mined", "text-mined"), ("Text_Mining_Agent", "text-mined"),
        ("manual_agent", "curated"), ("prediction", "computed"), ("clinical trial", "trial"),
        ("biolink:automated_agent", "inferred"), ("ND", None), ("not_provided", None), ("", None), ("curatedly", None),
        ("P", None), ("ECO_0000269", "experimental"),
        ("http://purl.obolibrary.org/obo/ECO_0000256", "inferred"), ("eco:0000033", "statement"), ("ECO:9999999", None),
        ("ECO:0000352", "curated"), ("ECO:0000361", "inferred"), ("ECO:0000322", "inferred"),
        ("ECO:0000212", "computed"), ("ECO:0000180", "clinical"), ("ECO:0000218", "curated"),
        ("ECO:0000006", "experimental"), ("ECO:0000204", "statement"), ("ECO:0000302", "statement"),
        ("ECO:0000306", "curated"), ("ECO:0000265", "inferred"), ("ECO:0000501", "inferred"), ("ECO:0000035", None),
        ("ECO:0000044", "similarity"), ("ECO:0000031", "similarity"),
        ("<img src=x onerror=alert(1)>", None), ("]]:[", None),
    ],
)  # fmt: skip
def test_a_value_stands_for_one_kind_of_evidence_or_for_none(value: str, expected: str | None) -> None:
    assert tier_of(value) == expected
    assert tier(record(1, code=value), SCHEMA) == expected


def test_every_kind_has_its_words() -> None:
    assert set(TIER_WORDS) == set(TIERS)
    assert len(set(TIERS)) == len(TIERS)
    assert set(TIERS) > STUDIES
    assert set(TIERS[-len(WEAK) :]) == WEAK, "what no person judged is the weakest"
    assert not STUDIES & WEAK
    assert all(len(words) <= 12 for words in TIER_WORDS.values())
    assert evidence_words("IEA") == "IEA, inferred from electronic annotation"
    assert evidence_words("ECO:0000352") == "ECO:0000352, evidence used in manual assertion"
    assert evidence_words("ECO:0000314") == "ECO:0000314, inferred from direct assay"
    assert evidence_words("my own code") == "my own code"


def test_several_codes_of_one_field_and_several_fields() -> None:
    assert tier(record(1, code=["IEA", "PCS"]), SCHEMA) == "clinical", "one study among several pieces of evidence"
    assert tier(record(1, code="knowledge_assertion", made_by="text_mining_agent"), SCHEMA) == "text-mined"
    assert tier(record(1, code="not_provided", made_by="manual_agent"), SCHEMA) == "curated"
    assert tier(record(1), SCHEMA) is None
    assert tier(record(1, evidence="PCS"), SCHEMA) is None, "the schema says which field tells it"


def test_a_record_of_a_relation_that_the_schema_lacks_is_read_by_the_usual_names() -> None:
    stray = record(1, predicate="OTHER", evidence="PCS", frequency="3/7", how_often="9/9")
    assert tier(stray, SCHEMA) == "clinical"
    assert strength(stray, SCHEMA)[2:4] == (-7, -3 / 7)


def test_the_fields_of_the_biolink_model_tell_the_kind_of_evidence_of_an_imported_graph() -> None:
    names = ("knowledge_level", "agent_type", "has_evidence", "evidenceCode")
    assert {derive.property_(name, "STRING").role for name in names} == {"evidence"}
    stray = record(1, predicate="OTHER", knowledge_level="prediction", agent_type="manual_agent")
    assert tier(stray, SCHEMA) == "computed"


def test_the_strongest_record_comes_first_whatever_the_order_was() -> None:
    ranked = [
        record(1, "90/100", code="PCS"),
        record(2, "9/10", code="PCS"),
        record(3, "1/10", code="PCS"),
        record(4, code="PCS", papers=["PMID:1", "PMID:2"]),
        record(5, code="PCS"),
        record(6, "Very frequent", code="TAS"),
        record(7, "Frequent", code="TAS"),
        record(8, "99/100"),
        record(9, "99/100", code="IEA"),
        record(10, "0/200", code="PCS", against=True),
    ]
    for some in permutations(ranked[::2]):
        assert sorted(some, key=lambda one: strength(one, SCHEMA)) == ranked[::2]
    assert sorted(ranked[5:] + ranked[:5], key=lambda one: strength(one, SCHEMA)) == ranked
    same = [record(number, "3/7", code="PCS") for number in (3, 1, 2)]
    assert sorted(same, key=lambda one: strength(one, SCHEMA)) == same, "equals keep their order"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("45/58", "Very frequent", True),
        ("124/197", "Frequent", False),
        ("46/58", "Very frequent", False),  # one patient more is 81 %
        ("3/4", "Very frequent", False),
        ("3/3", "Very frequent", False),  # three patients cannot give 80 to 99 %
        ("30/30", "Very frequent", False),
        ("197/197", "Very frequent", True),
        ("795/1000", "Very frequent", False),  # 80 % to the whole per cent
        ("794/1000", "Very frequent", True),
        ("2/2", "Occasional", True),
        ("0/5", "Very rare", False),
        ("Frequent", "Very frequent", True),
        ("Frequent", "frequent", False),
        ("Obligate", "Very frequent", True),
        ("45%", "Frequent", False),
        ("29%", "Frequent", True),
        ("63%", "124/197", False),
        ("45/58", "44/60", False),  # two samples of what may be one share
        ("95/100", "20/100", True),
        ("1/1", "0/1", False),
        ("common", "Very frequent", False),
        ("58/45", "Very frequent", False),
        ("0/0", "Obligate", False),
        ("", "Obligate", False),
    ],
)
def test_two_frequencies_that_cannot_be_the_same(one: str, other: str, expected: bool) -> None:
    assert apart(read_frequency(one), read_frequency(other)) is expected
    assert apart(read_frequency(other), read_frequency(one)) is expected
    assert apart(read_frequency(one), read_frequency(one)) is False


def test_sources_that_differ_are_quoted_and_not_averaged() -> None:
    trace = asked(
        record(1, "45/58", "OMIM", code="PCS"), record(2, "Very frequent", "ORPHA", subject=ALSO_MARFAN, code="TAS")
    )
    (found,) = differing(trace, SCHEMA)
    assert (found.about, found.triples) == ("frequency", trace.evidence), "identifiers of one thing count as one"
    assert found.sentence == "OMIM says 45 of 58 patients, 78 % [1]. Orphanet says very frequent, 80–99 % [2]."
    assert differing(replace(trace, entities=()), SCHEMA) == (), "two things that nothing says to be one"
    assert differences_in_answer(trace, SCHEMA) == (found,)
    unnamed = replace(trace, entities=trace.entities[:1])
    assert len(differing(unnamed, SCHEMA)) == 1
    assert differences_in_answer(unnamed, SCHEMA) == (), "a share on the way to what was asked for"
    item = AnswerItem(MARFAN.id, MARFAN.name, "Disease", (MARFAN.id, ALSO_MARFAN.id), (1, 2))
    listed = replace(asked(*trace.evidence, kind="list", items=(item,)), entities=())
    assert len(differing(listed, SCHEMA)) == 1
    assert differences_in_answer(listed, SCHEMA) == (), "the list is the same whatever the share"


def test_records_of_one_source_are_named_by_their_references() -> None:
    (found,) = differing(
        asked(record(1, "95/100", papers=["PMID:1", "PMID:2"]), record(2, "5/100", papers=["PMID:3"])), SCHEMA
    )
    assert found.sentence == "PMID:1 says 95 of 100 patients, 95 % [1]. PMID:3 says 5 of 100 patients, 5 % [2]."
    (unnamed,) = differing(asked(record(1, "95/100", ""), record(2, "5/100", "")), SCHEMA)
    assert unnamed.sentence.startswith("One record says 95 of 100 patients")


def test_one_for_and_one_against_differ_whatever_they_count() -> None:
    denied = record(2, "0/5", "ORPHA", against=True)
    (found,) = differing(asked(denied, record(1, "1/40"), kind="yesno"), SCHEMA)
    assert found.about == "link"
    assert found.sentence == "OMIM says 1 of 40 patients, 2 % [1]. Orphanet says none of 5 patients [2]."
    excluded = record(2, "", "ORPHA", against=True, predicate="LACKS")
    (other,) = differing(asked(record(1), excluded), SCHEMA)
    assert other.sentence == (
        "OMIM says that Marfan syndrome shows Tall stature [1]. "
        "Orphanet says that Marfan syndrome does not show Tall stature [2]."
    )
    assert differing(asked(denied, replace(excluded, number=3)), SCHEMA) == ()


def test_records_of_other_patients_are_not_compared() -> None:
    men, women = record(1, "90/100", sex="male"), record(2, "3/100", sex="female")
    assert differing(asked(men, women), SCHEMA) == ()
    assert differing(asked(men, record(2, "0/9", against=True)), SCHEMA) == ()
    assert len(differing(asked(men, record(2, "3/100", sex="male")), SCHEMA)) == 1
    early, late = record(1, "90/100", onset="Infantile"), record(2, "3/100", onset="Adult")
    assert differing(asked(early, late), SCHEMA) == ()
    assert len(differing(asked(early, record(2, "3/100")), SCHEMA)) == 1


def test_other_pairs_and_directions_of_a_symmetric_relation() -> None:
    other = Node("A:2", "Other", "Disease")
    assert differing(asked(record(1, "9/9"), record(2, "0/90", subject=other)), SCHEMA) == ()
    back = record(2, "3/100", subject=other, target=MARFAN, predicate="LIKE")
    assert len(differing(asked(record(1, "90/100", target=other, predicate="LIKE"), back), SCHEMA)) == 1


def test_many_records_of_one_pair_and_hostile_words_end() -> None:
    many = [record(0, f"{number}/1000") for number in range(1000)]
    (found,) = differences(many, SCHEMA)
    assert len(found.triples) <= 100
    assert " [" not in found.sentence, "records without a number are not cited"
    trace = traces.hostile("] [2](javascript:alert(1)) <b>")
    assert differing(trace, SCHEMA) == ()
    assert summary(trace, SCHEMA).supporting == 1
    assert badges(trace, SCHEMA, 20)
    assert differing(asked(), SCHEMA) == ()


def test_what_supports_an_answer_and_how_much_of_it_is_from_studies() -> None:
    aside = AnswerItem("A:9", "Aside", "Disease", ("A:9",), (3,))
    item = AnswerItem(MARFAN.id, MARFAN.name, "Disease", (MARFAN.id,), (1, 2))
    trace = asked(
        record(1, code="PCS"), record(2, code="TAS"), record(3, code="PCS"),
        kind="list", items=(item,), set_aside=(aside,), total=1,
    )  # fmt: skip
    found = summary(trace, SCHEMA)
    assert (found.supporting, found.studies, found.told, found.weak, found.sentence) == (2, 1, 2, False, "")


def test_weak_is_what_no_person_judged_and_nothing_else() -> None:
    inferred, mined = record(1, code="IEA"), record(2, code="text-mined")
    assert summary(asked(inferred), SCHEMA).sentence == (
        "The one record behind this was inferred automatically; no study is recorded."
    )
    assert summary(asked(inferred, mined), SCHEMA).sentence == (
        "All 2 records behind this were inferred automatically or found in texts by a program; no study is recorded."
    )
    assert not summary(asked(inferred, record(2)), SCHEMA).weak, "what the graph does not tell is not called weak"
    assert not summary(asked(inferred, record(2, code="TAS")), SCHEMA).weak
    assert not summary(asked(), SCHEMA).weak
    assert not summary(asked(inferred, truncated=True), SCHEMA).weak, "the records cut off may be studies"
    denial = record(2, "0/9", code="PCS", against=True)
    assert summary(asked(inferred, denial), SCHEMA).weak, "a study that denies supports nothing"
    assert summary(asked(denial), SCHEMA).studies == 1, "of a denial the records that deny"


def words(trace: Trace, shown: int = 20) -> list[str]:
    return [f"{badge.words}/{badge.colour}" for badge in badges(trace, SCHEMA, shown)]


def test_badges_of_every_state() -> None:
    items = tuple(AnswerItem(f"A:{n}", f"Disease {n}", "Disease", (f"A:{n}",), (n,)) for n in range(1, 31))
    studies = [record(n, code="PCS", subject=Node(f"A:{n}", f"Disease {n}", "Disease")) for n in range(1, 31)]
    complete = asked(*studies, kind="list", items=items, total=30)
    facts = "30 of 30 facts from studies/blue"
    assert words(complete, 30) == words(complete, 31) == ["From the graph · complete/green", facts]
    assert words(complete, 20) == ["From the graph · first 20/green", facts]
    cut = replace(complete, answer=replace(complete.answer, truncated=True, total=50))
    assert words(cut, 100) == ["From the graph · first 30/green", facts]
    uncounted = replace(complete, answer=replace(complete.answer, truncated=True, total=None))
    assert words(uncounted, 100) == words(cut, 100), "what the limit cut off is not complete, whatever was counted"
    denied = replace(studies[1], number=31, against=True, predicate="LACKS")
    second = replace(items[1], evidence=(2, 31))
    split = asked(*studies, denied, kind="list", items=(items[0], second, *items[2:]), total=30)
    assert words(split, 30) == ["From the graph · complete/green", facts, "Sources differ on 1 of 30/orange"]
    weak = asked(record(1, code="IEA"), kind="yesno", verdict=True)
    assert words(weak) == ["From the graph/green", "Weak evidence/orange"]
    against = asked(record(1, "0/32", code="PCS", against=True), kind="yesno", verdict=False)
    assert words(against) == ["From the graph · against/orange", "1 fact, from a study/blue"]
    opposed = asked(record(1, code="PCS"), kind="yesno", verdict=False, opposing=(1,))
    assert words(opposed) == ["From the graph · against/orange", "1 fact, from a study/blue"]
    both = asked(record(1, code="PCS"), record(2, code="PCS"), kind="yesno", verdict=True, opposing=(2,))
    assert words(both) == ["From the graph/green", "1 fact, from a study/blue", "Recorded both ways/orange"]
    differ = asked(record(1, "45/58", code="PCS"), record(2, "Very frequent", "ORPHA", code="TAS"))
    assert words(differ) == ["From the graph/green", "1 of 2 facts from studies/blue", "Sources differ/orange"]
    assert words(asked(record(1))) == ["From the graph/green"]
    silent = asked(kind="yesno", verdict=False)
    silent = replace(silent, answer=replace(silent.answer, text=f"Not recorded: that is {SILENCE}."))
    assert words(silent) == ["Not in this graph/gray"]
    beside = asked(record(1, code="PCS", against=True), kind="yesno", verdict=False, beside=(1,))
    beside = replace(beside, answer=replace(beside.answer, text=silent.answer.text))
    assert words(beside) == ["Not in this graph/gray"], "what stands beside the asked link is no record of it"
    assert words(asked(kind="yesno", verdict=False)) == ["From the graph/green"], "told by its type, not by silence"
    assert words(asked(kind="count", total=7)) == ["From the graph/green"]
    assert words(traces.nothing()) == words(traces.ambiguous()) == []


def test_badge_history_and_files_say_one_status(tmp_path: Path) -> None:
    silence = asked(kind="yesno", verdict=False)
    silence = replace(silence, answer=replace(silence.answer, text=f"Not recorded: that is {SILENCE}."))
    nothing = traces.nothing()
    unread = replace(nothing, answer=replace(nothing.answer, status="not_understood"))
    against = asked(record(1, "0/32", code="PCS", against=True), kind="yesno", verdict=False)
    by_model = replace(asked(record(1)), strategy="cypher")
    said = {
        "Not in this graph": (silence, nothing), "Not understood": (unread,), "From the graph · against": (against,),
        "From the graph": (asked(record(1)),), "From the graph, by a model's query": (by_model,),
    }  # fmt: skip
    for status, cases in said.items():
        for one in cases:
            assert said_status(one) == status
            assert f"**{status}**" in document(one, SCHEMA).decode()
            entry = kept_entry(tmp_path, one)
            look = looks(entry.strategy, entry.status, against=entry.against)
            assert look[0] == status
            drawn = badges(one, SCHEMA, 10)
            assert not drawn or (drawn[0].words, drawn[0].colour, drawn[0].icon) == look


def kept_entry(folder: Path, trace: Trace) -> Entry:
    reader = ReaderStorage(folder, "a" * 64)
    reader.remember(trace)
    return reader.entries()[0]
