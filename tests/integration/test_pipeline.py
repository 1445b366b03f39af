"""The default graph is asked; what it must answer is computed from the annotation files as plain tables."""

from __future__ import annotations

import csv
import dataclasses
import json
import os
import re
import signal
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import get_args

import pytest

from kgqa.cli.output import answer_json
from kgqa.evidence.strength import differences_in_answer, strength, summary
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.server.state import read_state
from kgqa.graph.stop import StopSignal
from kgqa.load.hpo.files import ANNOTATIONS, GENES, ONTOLOGY, installed_files
from kgqa.pipeline import Asker
from kgqa.questions.wording import read_frequency
from kgqa.records import Status, Trace, Triple
from kgqa.settings import Settings
from tests.integration.diseases import disease

ARACHNODACTYLY, ECTOPIA, LDS1 = "HP:0001166", "HP:0001083", "OMIM:609192"
BOTH = "Which diseases show both arachnodactyly and ectopia lentis?"
ABSENT_FREQUENCIES = ("HP:0040285",)


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    """The rows of the annotation file."""
    with (installed_files() / ANNOTATIONS).open(encoding="utf-8", newline="") as stream:
        lines = (line for line in stream if not line.startswith("#"))
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def terms() -> dict[str, str]:
    """Names of the ontology's terms."""
    text = (installed_files() / ONTOLOGY).read_text(encoding="utf-8")
    return dict(re.findall(r"^id: (HP:\d+)\nname: (.+)$", text, flags=re.MULTILINE))


def _against(row: dict[str, str]) -> bool:
    none = re.fullmatch(r"0\s*/\s*[1-9]\d*|0(\.0+)?\s*%", row["frequency"].strip())
    return row["qualifier"] == "NOT" or bool(none) or row["frequency"] in ABSENT_FREQUENCIES


def _same(name: str) -> str:
    return " ".join(name.casefold().split())


def _showing(rows: list[dict[str, str]], term: str) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Diseases with the identifiers that have a record: those with one that holds, and all."""
    positive: dict[str, set[str]] = defaultdict(set)
    recorded: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row["hpo_id"] == term and row["aspect"] == "P":
            recorded[disease(row["database_id"])].add(row["database_id"])
            if not _against(row):
                positive[disease(row["database_id"])].add(row["database_id"])
    return positive, recorded


def _cited(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"\[(\d+)\]", text)}


def _check_evidence(trace: Trace) -> None:
    """Numbers run from 1; every number that is said or listed exists; every triple is of this graph."""
    numbers = [triple.number for triple in trace.evidence]
    assert numbers == list(range(1, len(numbers) + 1))
    assert _cited(trace.answer.text) <= set(numbers)
    for item in (*trace.answer.items, *trace.answer.set_aside):
        assert set(item.evidence) <= set(numbers)
    assert all(triple.phrase and triple.subject.id and triple.object.id for triple in trace.evidence)


def test_diseases_that_show_both_and_those_set_aside(hpo_asker: Asker, rows: list[dict[str, str]]) -> None:
    (a, all_a), (b, all_b) = _showing(rows, ARACHNODACTYLY), _showing(rows, ECTOPIA)
    expected = a.keys() & b.keys()
    aside = (all_a.keys() & all_b.keys()) - expected
    assert len(expected) > 5
    assert aside, "else this would show nothing"

    trace = hpo_asker.ask(BOTH)
    answer = trace.answer
    assert (answer.status, answer.kind, answer.total) == ("answered", "list", len(expected))
    assert {disease(item.id) for item in answer.items} == expected
    assert {disease(item.id) for item in answer.set_aside} == aside
    assert any(LDS1 in item.ids for item in answer.set_aside)
    assert "Loeys-Dietz syndrome 1" in answer.text
    assert str(len(expected)) in answer.headline
    _check_evidence(trace)
    by_number = {triple.number: triple for triple in trace.evidence}
    for item in answer.items:
        objects = {by_number[n].object.id for n in item.evidence if not by_number[n].against}
        assert objects == {ARACHNODACTYLY, ECTOPIA}, item
        assert {by_number[n].subject.id for n in item.evidence} <= set(item.ids)
    for item in answer.set_aside:
        assert any(by_number[n].against for n in item.evidence), item


def test_every_identifier_of_an_answer_is_told(hpo_asker: Asker, rows: list[dict[str, str]]) -> None:
    same: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        same[disease(row["database_id"])].add(row["database_id"])
    items = hpo_asker.ask(BOTH).answer.items
    assert any(len(item.ids) > 2 for item in items)
    for item in items:
        assert item.id in same[disease(item.id)]
        assert set(item.ids) >= same[disease(item.id)] | {disease(item.id)}
        assert {disease(one) for one in item.ids} == {disease(item.id)}


@pytest.mark.parametrize(
    "question",
    ["Does Loeys-Dietz syndrome 1 show ectopia lentis?", "Loeys-Dietz syndrome 1 presents with ectopia lentis."],
)
def test_looked_for_in_32_and_found_in_none_is_false_with_that_evidence(hpo_asker: Asker, question: str) -> None:
    trace = hpo_asker.ask(question)
    assert (trace.answer.status, trace.answer.kind, trace.answer.verdict) == ("answered", "yesno", False)
    (triple,) = trace.evidence
    assert (triple.subject.id, triple.object.id, triple.against) == (LDS1, ECTOPIA, True)
    assert triple.properties["frequency"] == "0/32"
    assert "PMID:29706644" in triple.sources
    assert "32 patients" in trace.answer.text
    assert "[1]" in trace.answer.text


def test_true_and_not_recorded_are_told_apart_from_denied(hpo_asker: Asker, rows: list[dict[str, str]]) -> None:
    true = hpo_asker.ask("Does Marfan syndrome show ectopia lentis?").answer
    assert (true.verdict, true.headline.startswith("Yes")) == (True, True)
    assert not [r for r in rows if r["hpo_id"] == "HP:0001250" and _same(r["disease_name"]) == "marfan syndrome"]
    silent = hpo_asker.ask("Does Marfan syndrome show seizure?")
    assert (silent.answer.verdict, silent.evidence) == (False, ())
    assert "not record" in silent.answer.text
    assert hpo_asker.source in silent.answer.text


def test_how_cystic_fibrosis_is_inherited(hpo_asker: Asker, rows: list[dict[str, str]], terms: dict[str, str]) -> None:
    modes = {r["hpo_id"] for r in rows if _same(r["disease_name"]) == "cystic fibrosis" and r["aspect"] == "I"}
    trace = hpo_asker.ask("How is cystic fibrosis inherited?")
    assert {item.id for item in trace.answer.items} == modes
    assert modes
    for mode in modes:
        assert terms[mode].lower() in trace.answer.text.lower()
    _check_evidence(trace)


def test_a_frequency_from_two_sources_is_told_as_two(
    hpo_asker: Asker, rows: list[dict[str, str]], terms: dict[str, str]
) -> None:
    recorded = {
        terms.get(row["frequency"], row["frequency"]): row["database_id"]
        for row in rows
        if row["hpo_id"] == ECTOPIA and _same(row["disease_name"]) == "marfan syndrome"
    }
    assert len(recorded) == 2
    trace = hpo_asker.ask("How frequent is ectopia lentis in Marfan syndrome?")
    assert (trace.answer.status, trace.answer.kind) == ("answered", "value")
    assert set(trace.answer.value) == set(recorded)
    for frequency, source in recorded.items():
        assert read_frequency(frequency).in_words() in trace.answer.text
        assert source.partition(":")[0].lower() in trace.answer.text.lower()
    assert {t.properties["frequency"] for t in trace.evidence} == set(recorded)
    _check_evidence(trace)


def test_sources_that_differ_are_both_told_and_not_averaged(hpo_asker: Asker) -> None:
    both = "OMIM says 45 of 58 patients, 78 % [1]. Orphanet says very frequent, 80–99 % [2]."
    value = hpo_asker.ask("How frequent is aortic root aneurysm in Marfan syndrome?")
    link = "Aortic root aneurysm is a feature of Marfan syndrome"
    assert value.answer.headline == f"{link}: sources differ in frequency. {both}"
    assert value.answer.text == value.answer.headline
    verdict = hpo_asker.ask("Does Marfan syndrome show aortic root aneurysm?")
    assert verdict.answer.text.endswith(f"Sources differ in frequency: {both}")
    for trace in (value, verdict):
        (difference,) = differences_in_answer(trace, hpo_asker.schema)
        assert (difference.about, difference.sentence) == ("frequency", both)
        _check_evidence(trace)


def test_an_answer_that_no_person_judged_says_so_behind_its_headline(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("How is cystic fibrosis inherited?")
    weak = summary(trace, hpo_asker.schema)
    assert (weak.supporting, weak.studies, weak.weak) == (1, 0, True)
    assert trace.answer.text.startswith(f"{trace.answer.headline} {weak.sentence}")
    studied = hpo_asker.ask(BOTH)
    assert summary(studied, hpo_asker.schema).sentence == ""
    assert "automatically" not in studied.answer.text


def _share(triples: list[Triple]) -> float | None:
    """The share of patients that the records of one pair tell: counted ones together, else the middle of a range."""
    counted = [t.properties for t in triples if t.properties.get("patients") is not None and t.properties["examined"]]
    if counted:
        return sum(one["patients"] for one in counted) / sum(one["examined"] for one in counted)
    ranges = [read_frequency(t.properties["frequency"]) for t in triples if t.properties.get("frequency")]
    return max(
        ((one.low + one.high) / 2 for one in ranges if one.low is not None and one.high is not None), default=None
    )


def test_the_most_frequent_come_first_and_numbers_follow_them(hpo_asker: Asker, rows: list[dict[str, str]]) -> None:
    trace = hpo_asker.ask("Which phenotypes does Marfan syndrome show?")
    by_number = {triple.number: triple for triple in trace.evidence}
    assert list(by_number) == sorted(by_number)
    records = Counter(row["hpo_id"] for row in rows if row["aspect"] == "P" and not _against(row))
    orders, special = [], []
    for item in trace.answer.items:
        triples = [by_number[number] for number in item.evidence]
        keys = [strength(triple, hpo_asker.schema) for triple in triples]
        assert keys == sorted(keys), item
        share = _share(triples)
        orders.append(-share if share is not None else 1.0)
        special.append((orders[-1], records[item.id]))
    assert orders == sorted(orders), "those with the highest share of patients first, those without one last"
    told = [one for one in special if one[0] <= 0 and orders.count(one[0]) > 1]
    assert told == sorted(told), "of those that are equally frequent the one with fewer records in the whole graph"
    assert len(told) > 20
    assert ", most frequent first: " in trace.answer.headline
    assert [n for item in trace.answer.items for n in item.evidence] == sorted(by_number)


def test_genes_of_a_disease(hpo_asker: Asker) -> None:
    with (installed_files() / GENES).open(encoding="utf-8", newline="") as stream:
        table = list(csv.DictReader(stream, delimiter="\t"))
    expected = {row["gene_symbol"] for row in table if row["disease_id"] in ("OMIM:154700", "ORPHA:558")}
    trace = hpo_asker.ask("Which genes are associated with Marfan syndrome?")
    assert {item.name for item in trace.answer.items} == expected
    assert expected
    assert trace.answer.total == len(expected)
    count = hpo_asker.ask("How many genes are associated with Marfan syndrome?").answer
    assert (count.kind, count.value) == ("count", len(expected))
    _check_evidence(trace)


def test_a_list_is_counted_by_the_graph_only_where_it_is_cut_or_something_is_denied(hpo_asker: Asker) -> None:
    whole = hpo_asker.ask("Which diseases show hyperkalemia?")
    assert whole.answer.total == len(whole.answer.items)
    assert not [record for record in whole.cypher if record.purpose == "count"]
    cut = hpo_asker.ask("Which diseases show seizures?")
    assert cut.answer.total is not None
    assert cut.answer.total > len(cut.answer.items)
    assert [record for record in cut.cypher if record.purpose == "count"]


def test_an_ambiguous_name_is_asked_back_and_then_chosen(hpo_asker: Asker) -> None:
    question = "Which diseases show ASD?"
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "ambiguous"
    assert {record.purpose for record in trace.cypher} == {"count", "kinds"}
    assert trace.evidence == ()
    (choice,) = trace.choices
    assert question[choice.start : choice.end] == choice.mention == "ASD"
    options = {c.id: c.name for c in (choice.chosen, *choice.rivals)}
    assert len(options) > 1
    answers = set()
    for id_, name in options.items():
        assert name in trace.answer.text
        assert id_ in trace.answer.text
        chosen = hpo_asker.ask(question, chosen={(choice.start, choice.end): id_})
        assert (chosen.answer.status, chosen.choices) == ("answered", ())
        assert [entity.chosen.id for entity in chosen.entities] == [id_]
        assert f"{id_}; {chosen.answer.total} diseases" in trace.answer.text
        assert all(t.object.id == id_ for t in chosen.evidence)
        answers.add(frozenset(item.id for item in chosen.answer.items))
    assert len(answers) == len(options)


def test_a_choice_that_was_not_offered_chooses_nothing(hpo_asker: Asker) -> None:
    assert hpo_asker.ask("Which diseases show ASD?", chosen={(20, 23): "HP:0000118"}).answer.status == "ambiguous"
    assert hpo_asker.ask("Which diseases show ASD?", chosen={(0, 5): "HP:0001631"}).answer.status == "ambiguous"


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Which drugs treat Marfan syndrome?", "drugs"),
        ("What is the p value of FBN1 in Marfan syndrome?", "p-values"),
        ("Which diseases show quuxitis?", "quuxitis"),
        ("asdf qwer zxcv", "asdf qwer zxcv"),
        ("Which genes are associated with Marfan syndrome type 9?", "type 9"),
    ],
)
def test_what_the_graph_does_not_hold_is_named(hpo_asker: Asker, question: str, missing: str) -> None:
    trace = hpo_asker.ask(question)
    answer = trace.answer
    assert (answer.status, answer.verdict, answer.value, answer.items) == ("not_in_graph", None, None, ())
    assert missing in answer.text
    assert trace.cypher == ()
    assert trace.evidence == ()


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("What is the capital of France?", "capital of France"),
        ("Hello, how are you?", "not understood"),
        ("Is Marfan syndrome dangerous?", "dangerous"),
        ("Which diseases do nto show ectopia lentis?", "nto"),
        ("Does Marfan syndrome occur in my son?", "not understood"),
        ("Marfan syndrome FBN1 ectopia lentis", "Which link is asked for"),
    ],
)
def test_what_is_not_understood_says_nothing_of_the_graph(hpo_asker: Asker, question: str, word: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert (answer.status, answer.verdict, answer.value, answer.items) == ("not_understood", None, None, ())
    assert word in answer.text
    for claim in ("This graph does not", "This graph has no", "not a name", "no relation", "silence"):
        assert claim not in answer.text


@pytest.mark.parametrize(
    ("question", "plain", "said"),
    [
        ("Wich genes couse Marfan syndrome?", "Which genes cause Marfan syndrome?", ("“Which”", "“cause”")),
        (
            "What tyep of inheritance does Marfan syndrome have?",
            "What type of inheritance does Marfan syndrome have?",
            ("Read “tyep” as “type”.",),
        ),
        (
            "Hello! What are the symptoms of Marfan syndrome in my 5 year old boy?",
            "What are the symptoms of Marfan syndrome?",
            ("Set aside: “Hello” and “in my 5 year old boy”.",),
        ),
        (
            "Please, which genes are associated with Marfan syndrome? Thank you!",
            "Which genes are associated with Marfan syndrome?",
            ("Set aside: “Please” and “Thank you”.",),
        ),
    ],
)
def test_a_misspelt_word_and_courtesy_refuse_nothing_and_are_said(
    hpo_asker: Asker, question: str, plain: str, said: tuple[str, ...]
) -> None:
    found, wanted = hpo_asker.ask(question).answer, hpo_asker.ask(plain).answer
    assert found.status == "answered", found.text
    assert found.items == wanted.items
    assert found.headline == wanted.headline
    for words in said:
        assert words in found.text


def test_what_is_offered_is_understood_and_well_worded(hpo_asker: Asker) -> None:
    for question in ("Which drugs treat Marfan syndrome?", "Is ectopia lentis a dangerous feature of Marfan syndrome?"):
        answer = hpo_asker.ask(question).answer
        assert answer.suggestions
        for one in answer.suggestions:
            assert hpo_asker.ask(one.question).answer.status in ("answered", "not_in_graph"), one.question
    offered = [one.question.lower() for one in answer.suggestions]
    assert offered[0] in (
        "is ectopia lentis a feature of marfan syndrome?",
        "does marfan syndrome show ectopia lentis?",
    )
    assert len(set(offered) & {"is ectopia lentis a feature of marfan syndrome?", offered[0]}) == 1  # asked once


@pytest.fixture(scope="module")
def cutting(hpo_asker: Asker, settings: Settings) -> Iterator[Asker]:
    """The same graph with a limit of five rows."""
    with Asker.open(dataclasses.replace(settings, max_rows=5)) as asker:
        yield asker


def test_the_row_limit_cuts_the_list_and_not_the_count(
    hpo_asker: Asker, cutting: Asker, rows: list[dict[str, str]]
) -> None:
    expected = _showing(rows, ARACHNODACTYLY)[0]
    trace = cutting.ask("Which diseases show arachnodactyly?")
    answer = trace.answer
    assert (answer.status, answer.truncated, answer.total) == ("answered", True, len(expected))
    assert 1 <= len(answer.items) <= 5
    assert {disease(item.id) for item in answer.items} <= expected.keys()
    assert f"{len(expected):,}" in answer.headline
    assert "row limit" in answer.text
    _check_evidence(trace)
    assert not cutting.ask("How is cystic fibrosis inherited?").answer.truncated
    whole = hpo_asker.ask("Which diseases show arachnodactyly?").answer
    assert (whole.total, whole.truncated, len(whole.items)) == (len(expected), False, len(expected))


@pytest.mark.parametrize(
    "question",
    [
        BOTH,
        "What do Marfan syndrome and Loeys-Dietz syndrome 1 have in common?",
        "Which phenotypes are excluded in Loeys-Dietz syndrome 1?",
        "Which genes are associated with diseases that show ectopia lentis?",
    ],
)
def test_a_cut_answer_counts_as_the_whole_one_does_and_says_that_it_is_cut(
    hpo_asker: Asker, cutting: Asker, question: str
) -> None:
    whole, cut = hpo_asker.ask(question).answer, cutting.ask(question).answer
    assert not whole.truncated
    assert (cut.total, cut.truncated) == (whole.total, True)
    assert {item.id for item in cut.items} <= {item.id for item in whole.items}
    assert {item.id for item in cut.set_aside} <= {item.id for item in whole.set_aside}
    assert "row limit" in cut.text
    if not all(item.evidence for item in cut.items):
        assert "evidence shown is cut" in cut.text


def test_nothing_is_the_most_frequent_of_a_list_that_was_cut(hpo_asker: Asker, cutting: Asker) -> None:
    question = "Which phenotype is most frequent in Marfan syndrome?"
    assert hpo_asker.ask(question).answer.items
    cut = cutting.ask(question).answer
    assert (cut.status, cut.items, cut.value) == ("refused", (), None)
    assert "KGQA_MAX_ROWS" in cut.text


ALL_KINDS = [
    BOTH,
    "Which genes are associated with Marfan syndrome?",
    "Which phenotypes do Marfan syndrome and Loeys-Dietz syndrome 1 share?",
    "What do Marfan syndrome and Loeys-Dietz syndrome 1 have in common?",
    "Which genes are associated with diseases that show ectopia lentis?",
    "Which diseases show arachnodactyly or ectopia lentis?",
    "Which diseases show arachnodactyly but not ectopia lentis?",
    "Which diseases are associated with FBN1 and show arachnodactyly?",
    "Does Marfan syndrome show ectopia lentis?",
    "Is FBN1 associated with arachnodactyly?",
    "How frequent is arachnodactyly in Marfan syndrome?",
    "How is Marfan syndrome inherited?",
    "What is the relationship between FBN1 and Marfan syndrome?",
    "What kinds of HP:0001631 are there?",
    "Is ectopia lentis a kind of abnormality of the eye?",
    "Which gene is associated with the most diseases?",
    "Which phenotype is most frequent in Marfan syndrome?",
]


@pytest.mark.parametrize("question", ALL_KINDS)
def test_every_answer_rests_on_evidence_that_can_be_looked_up(hpo_asker: Asker, question: str) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "answered", trace.answer.text
    assert trace.evidence
    assert trace.understood
    assert trace.cypher
    assert all(item.evidence for item in trace.answer.items)
    _check_evidence(trace)
    for record in trace.cypher:
        assert record.executed.startswith(record.generated)
        assert not any(entity.chosen.id in record.generated for entity in trace.entities)
    assert set(trace.timings_ms) >= {"link", "understand", "query", "total"}
    assert trace.timings_ms["total"] >= max(trace.timings_ms.values())
    assert answer_json(trace)["evidence"], "it can be written as JSON"
    json.dumps(answer_json(trace))


@pytest.mark.parametrize(
    "question",
    [
        "Which diseases show arachnodactyly?",
        "Which diseases show abnormal heart morphology?",
        "Which diseases show arachnodactyly and atrial septal defect?",
        "Which genes are associated with diseases that show abnormal heart morphology?",
    ],
)
def test_kinds_are_offered_with_the_number_that_they_bring(hpo_asker: Asker, question: str) -> None:
    plain, wide = hpo_asker.ask(question).answer, hpo_asker.ask(question, narrower=True).answer
    assert plain.total is not None
    assert wide.total is not None
    assert wide.total - plain.total == (plain.narrower or 0)
    assert wide.truncated or {item.id for item in plain.items} <= {item.id for item in wide.items}


def test_kinds_of_what_is_ruled_out_bring_no_negative_number(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Which diseases show arachnodactyly but not abnormal heart morphology?").answer
    assert answer.status == "answered"
    assert (answer.narrower or 0) >= 0


def test_what_is_inherited_as_a_kind_of_what_is_ruled_out_is_left_out(
    hpo_asker: Asker, rows: list[dict[str, str]]
) -> None:
    x_linked = {"HP:0001417", "HP:0001419", "HP:0001423"}
    ruled_out = {disease(row["database_id"]) for row in rows if row["hpo_id"] in x_linked and not _against(row)}
    showing, _ = _showing(rows, ARACHNODACTYLY)
    answer = hpo_asker.ask("Which diseases show arachnodactyly but are not X-linked?").answer
    assert {disease(item.id) for item in answer.items} == showing.keys() - ruled_out
    assert "left out because of a record for a kind of X-linked inheritance" in answer.text


HOSTILE = {
    "empty": "",
    "blank": " \t\n ",
    "marks": "?!… —",
    "control": "\x00\x07\x1b[31m\x7f",
    "emoji": "🧬🧪❓👩‍⚕️",
    "cypher": "MATCH (n) DETACH DELETE n RETURN 1 //",
    "quoted cypher": "Which diseases show '}) DETACH DELETE n //?",
    "sql": "'; DROP TABLE diseases; SELECT * FROM users --",
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "template": "{{7*7}} ${7*7} %s %n {question}",
    "path": "file:///etc/passwd",
    "other language": "Welche Gene sind mit dem Marfan-Syndrom verbunden?",
    "other script": "マルファン症候群に関連する遺伝子はどれですか",
    "right to left": "\u202eWhich gizmos\u202c?",
    "lone surrogate": "Which gizmos \ud800?",
    "one word repeated": "gene " * 300,
    "one name repeated": "Marfan syndrome " * 100,
    "brackets": "(" * 500 + ")" * 500,
    "one long word": "a" * 1900,
    "combining": "e" + "\u0301" * 1500,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_bad_input_gets_a_sentence_and_runs_nothing_of_it(hpo_asker: Asker, text: str) -> None:
    trace = hpo_asker.ask(text)
    assert trace.answer.status in get_args(Status)
    assert trace.answer.status in ("refused", "not_in_graph", "not_understood", "ambiguous"), trace.answer.text
    assert trace.answer.headline.strip()
    assert trace.answer.text.rstrip().endswith((".", "?", "!"))
    assert not any(word in record.executed for record in trace.cypher for word in ("DELETE", "DROP", "alert"))
    assert trace.timings_ms["total"] >= 0
    json.dumps(answer_json(trace)).encode()


def test_a_question_of_ten_thousand_characters_is_refused_with_the_limit(hpo_asker: Asker, settings: Settings) -> None:
    trace = hpo_asker.ask("Which genes are associated with Marfan syndrome? " * 205)
    assert (trace.answer.status, trace.cypher) == ("refused", ())
    assert f"{settings.max_question_chars:,}" in trace.answer.text
    assert "KGQA_MAX_QUESTION_CHARS" in trace.answer.text
    assert len(trace.question) < 300


def test_control_and_format_characters_inside_a_question_do_no_harm(hpo_asker: Asker) -> None:
    plain = hpo_asker.ask("Which genes are associated with Marfan syndrome?")
    odd = hpo_asker.ask("Which\x00 genes\u200b are\u00a0associated with \u202eMarfan\u2028syndrome\x1b?")
    assert odd.answer == plain.answer


def test_steps_are_told_in_order(hpo_asker: Asker) -> None:
    steps: list[str] = []
    hpo_asker.ask(BOTH, on_step=steps.append)
    assert steps == ["finding names", "understanding the question", "asking the graph"]


def _at_the_graph(act: Callable[[], object]) -> Callable[[str], None]:
    return lambda step: act() and None if step == "asking the graph" else None


def test_a_stopped_question_says_so_and_the_next_is_answered(hpo_asker: Asker) -> None:
    stop = StopSignal()
    trace = hpo_asker.ask(BOTH, stop=stop, on_step=_at_the_graph(stop.set))
    assert trace.answer.status == "failed"
    assert "Stopped" in trace.answer.headline
    assert (trace.answer.items, trace.evidence) == ((), ())
    assert hpo_asker.ask(BOTH, stop=StopSignal()).answer.status == "answered"


def test_a_server_that_dies_at_work_is_not_noticed(hpo_asker: Asker, settings: Settings) -> None:
    before = hpo_asker.ask(BOTH).answer
    state = read_state(ServerFolder.of(settings.data_dir))
    assert state is not None

    def die_at_work() -> None:
        os.kill(state.server_pid, signal.SIGSTOP)
        threading.Timer(1.0, os.kill, (state.server_pid, signal.SIGKILL)).start()

    assert hpo_asker.ask(BOTH, on_step=_at_the_graph(die_at_work)).answer == before
    assert any(event for event in hpo_asker.events())


@pytest.mark.slow
def test_a_server_that_was_restarted_between_two_questions_is_not_noticed(hpo_asker: Asker, settings: Settings) -> None:
    before = hpo_asker.ask(BOTH).answer
    state = read_state(ServerFolder.of(settings.data_dir))
    assert state is not None
    os.kill(state.server_pid, signal.SIGKILL)
    assert hpo_asker.ask(BOTH).answer == before


def test_threads_that_ask_at_once_get_their_own_answers(hpo_asker: Asker) -> None:
    questions = ALL_KINDS[:8]
    alone = {question: hpo_asker.ask(question).answer for question in questions}
    wrong: list[str] = []

    def ask(own: Iterator[str]) -> None:
        for question in own:
            trace = hpo_asker.ask(question)
            if trace.answer != alone[question] or trace.question != question:
                wrong.append(question)

    threads = [
        threading.Thread(target=ask, args=(iter(order),)) for order in (questions, questions[::-1], questions[4:])
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert wrong == []


def test_a_value_recorded_for_a_kind_alone_is_told_for_that_kind(hpo_asker: Asker) -> None:
    asked = "How common is intellectual disability in fragile X syndrome?"
    trace = hpo_asker.ask(asked)
    assert (trace.answer.status, trace.answer.kind) == ("answered", "value")
    kinds = {one.object.name for one in trace.evidence}
    assert kinds == {"Intellectual disability, moderate"}
    assert "kinds of intellectual disability: intellectual disability, moderate" in trace.answer.headline
    assert trace.answer.value == [one.properties["frequency"] for one in trace.evidence]
    _check_evidence(trace)


def test_who_asks_when_a_disease_begins_is_told_no_other_course(hpo_asker: Asker) -> None:
    begins = hpo_asker.ask("at what age does myoclonic epilepsy of Lafora begin")
    assert begins.answer.status == "not_in_graph", "it has a pace of progression, and no onset"
    course = hpo_asker.ask("What is the clinical course of myoclonic epilepsy of Lafora?")
    assert [item.name for item in course.answer.items] == ["Rapidly progressive"]
    krabbe = hpo_asker.ask("onset of Krabbe disease")
    assert krabbe.answer.headline.startswith("Krabbe disease has 3 kinds of onset, most frequent first: infantile")


@pytest.mark.parametrize(
    ("question", "recorded"),
    [
        ("Is Marfan syndrome autosomal recessive?", "autosomal dominant inheritance"),
        ("Is Marfan syndrome X-linked?", "autosomal dominant inheritance"),
        ("Is cystic fibrosis autosomal dominant?", "autosomal recessive inheritance"),
        ("Is Marfan syndrome AR?", "autosomal dominant inheritance"),  # and no gene of that name
        ("is cystic fibrosis dz AD?", "autosomal recessive inheritance"),  # and no disease of these initials
    ],
)
def test_another_mode_of_inheritance_is_told_in_the_headline(hpo_asker: Asker, question: str, recorded: str) -> None:
    trace = hpo_asker.ask(question)
    assert (trace.answer.status, trace.answer.verdict) == ("answered", False)
    assert trace.answer.headline.startswith("No: ")
    assert recorded in trace.answer.headline
    assert trace.answer.opposing == tuple(one.number for one in trace.evidence)
    _check_evidence(trace)


@pytest.mark.parametrize(
    "question",
    [
        "Does Marfan syndrome show seizure?",
        "Is FBN2 associated with Marfan syndrome?",
        "Does Marfan syndrome have the clinical course of infantile onset?",
    ],
)
def test_where_several_can_be_true_silence_stays_silence(hpo_asker: Asker, question: str) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.verdict is False
    assert trace.answer.headline.startswith("Not recorded: ")


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Which features come with Marfan syndrome?", {"Phenotype"}),  # and it with them
        ("What comes with Marfan syndrome?", {"Phenotype"}),
        ("What does Marfan syndrome come from?", {"Gene"}),  # and from none of its features
        ("Which genes does Marfan syndrome stem from?", {"Gene"}),
        ("What features does Marfan syndrome come from?", set()),
        ("What kidney problems does Fabry disease result from?", set()),
        ("What heart defects is Down syndrome caused by?", set()),
        ("Which heart defects are caused by Down syndrome?", {"Phenotype"}),
        ("My patient carries two POLG mutations; what disorders can arise from that gene?", {"Disease"}),
        ("Could you enumerate the eye findings that are due to Marfan syndrome?", {"Phenotype"}),
    ],
)
def test_what_comes_with_a_disease_is_not_what_it_comes_from(hpo_asker: Asker, question: str, labels: set[str]) -> None:
    assert {item.label for item in hpo_asker.ask(question).answer.items} == labels
