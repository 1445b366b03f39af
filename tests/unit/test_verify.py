"""Claims of a text against numbered evidence, over a graph of drugs, diseases and genes."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import verify
from benchmarks.made_graphs import MADE
from kgqa.records import Claim, Trace, Triple
from kgqa.schema import derive
from kgqa.schema.reconcile import settled
from kgqa.verification import Verification, verified
from kgqa.verification.figures import figures
from kgqa.verification.naming import group_name
from kgqa.verification.splitting import segments
from tests.examples import examples

OWN = MADE["own"]

SHUFFLED = (
    "Metformin Aspirin gout diabetes SIRT1 treats does not and or , ( ) [1] 50% which it is contraindicated in : - "
    "upregulates by 3/4 . ; but (OMIM:9) yes no"
)


def check(text: str, question: str = "", evidence: tuple[Triple, ...] | None = None) -> Verification:
    linker = OWN.linker
    return verified(
        text,
        OWN.triples() if evidence is None else evidence,
        schema=OWN.schema,
        linker=linker,
        question_entities=tuple(linker.link(question)),
        about=question,
    )


def only(text: str, question: str = "") -> Claim:
    (claim,) = check(text, question).claims
    return claim


def test_a_supported_claim_names_its_records() -> None:
    claim = only("Metformin treats diabetes.")
    assert claim.verdict == "supported"
    assert claim.evidence == (1,)
    assert claim.about == ("Drug:Metformin", "Disease:Diabetes")
    assert (claim.relation, claim.negated) == ("treats", False)


@pytest.mark.parametrize("question", ["Does Metformin treat diabetes?", "Is diabetes treated by Metformin?"])
@pytest.mark.parametrize("text", ["treats", "is treated by", "shows", "foo\ntreats\nno"])
def test_a_verb_alone_is_no_claim_that_the_graph_could_support(question: str, text: str) -> None:
    assert {claim.verdict for claim in check(text, question).claims} <= {"not_in_graph", "no_claim"}


def test_the_offsets_are_those_of_the_words() -> None:
    text = "**Answer**\n\n- Metformin treats *diabetes* [1], gout and malaria.\n- Aspirin treats migraine (0.75).\n"
    claims = check(text).claims
    assert [claim.verdict for claim in claims][1:] == ["supported", "contradicted", "not_in_graph", "supported"]
    assert all(text[claim.start : claim.end] == claim.text for claim in claims)
    assert all(one.end <= other.start for one, other in pairwise(claims))


def test_a_thing_that_the_evidence_lacks_is_named() -> None:
    evidence = OWN.triples()[:1]
    (claim,) = check("Aspirin treats migraine.", evidence=evidence).claims
    assert claim.verdict == "not_in_graph"
    assert "Aspirin" in claim.reason
    assert "Migraine" in claim.reason
    (claim,) = check("Zantipril treats diabetes.", evidence=evidence).claims
    assert claim.verdict == "not_in_graph"
    assert "Zantipril" in claim.reason


def test_a_wrong_citation_is_told() -> None:
    assert "ecord 3 is cited" in only("Metformin treats diabetes [1, 3].").reason
    assert "cited" not in only("Metformin treats diabetes [1].").reason


def test_an_opposite_relation_contradicts() -> None:
    claim = only("Metformin downregulates SIRT1.")
    assert (claim.verdict, claim.evidence) == ("contradicted", (7,))
    assert "upregulates" in claim.reason


def test_without_evidence_nothing_is_supported() -> None:
    texts = [one.text for one in verify.bundled()][::3]
    for text in texts:
        assert all(claim.verdict in ("not_in_graph", "no_claim") for claim in check(text, evidence=()).claims), text


def test_silence_is_no_proof_of_absence() -> None:
    claim = only("Metformin does not treat malaria.")
    assert (claim.verdict, claim.evidence) == ("not_in_graph", ())
    assert "no proof of absence" in claim.reason


def test_a_paper_that_the_record_does_not_cite_is_told() -> None:
    cited = replace(OWN.triples()[0], sources=("PMID:20301510",))
    right, wrong = (
        check(f"Metformin treats diabetes (PMID:{number}).", evidence=(cited,)).claims[0] for number in (20301510, 203)
    )
    assert right.verdict == "supported"
    assert wrong.verdict == "not_in_graph"
    assert "203" in wrong.reason


def test_a_record_that_denies_supports_the_denial() -> None:
    against = replace(OWN.triples()[0], against=True)
    claims = check("Metformin treats diabetes. Metformin does not treat diabetes.", evidence=(against,)).claims
    assert [claim.verdict for claim in claims] == ["contradicted", "supported"]


def test_what_is_looked_up_is_numbered_on() -> None:
    asked: list[tuple[str, str]] = []
    first, *rest = OWN.triples()

    def look_up(pairs: list[tuple[str, str]]) -> tuple[Triple, ...]:
        asked.extend(pairs)
        return tuple(replace(triple, number=number) for number, triple in enumerate(rest, 1))

    result = verified(
        "Metformin treats diabetes. Aspirin treats migraine. Aspirin treats malaria.",
        (first,),
        schema=OWN.schema,
        linker=OWN.linker,
        look_up=look_up,
    )
    assert asked == [("Drug:Aspirin", "Disease:Migraine"), ("Drug:Aspirin", "Disease:Malaria")]
    assert [claim.verdict for claim in result.claims] == ["supported", "supported", "not_in_graph"]
    assert [triple.number for triple in result.evidence] == list(range(1, len(rest) + 2))
    number = result.claims[1].evidence[0]
    assert result.evidence[number - 1].object.name == "Migraine"


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("with a score of 0.92", "supported"),
        ("with a score of 0.9", "supported"),
        ("with a score of 0.29", "contradicted"),
        ("(2015)", "supported"),
        ("(1999)", "not_in_graph"),
        ("in 3 of 4 patients", "not_in_graph"),
    ],
)
def test_numbers_are_held_against_the_fields(said: str, verdict: str) -> None:
    assert only(f"Metformin upregulates SIRT1 {said}.").verdict == verdict


@pytest.mark.parametrize("question", ["Does aspirin treat migraine?", "Is migraine treated with aspirin?"])
def test_yes_and_no_are_claims(question: str) -> None:
    assert only("Yes.", question).verdict == "supported"
    assert only("No.", question).verdict == "contradicted"


def test_yes_to_a_condition_on_a_link_is_not_supported_by_the_link_alone() -> None:
    assert only("Yes.", "Does metformin upregulate SIRT1?").verdict == "supported"
    for score in ("0.99", "0.5"):
        claim = only("Yes.", f"Does metformin upregulate SIRT1 with a score above {score}?")
        assert claim.verdict not in ("supported", "contradicted")


@pytest.mark.parametrize(
    "said", ["It has 4 phenotypes.", "The answer is four.", "No. Certainly not.", "True.", "From the graph.", "Yes"]
)
def test_what_is_said_without_a_name_is_a_claim_too(said: str) -> None:
    assert "no_claim" not in {claim.verdict for claim in check(said, "Is it so that it is?").claims}
    assert {claim.verdict for claim in check("Here is what I found. I hope it helps.").claims} == {"no_claim"}


def test_a_list_says_what_stands_above_it() -> None:
    text = "Aspirin is contraindicated in:\n- Gout\n- Migraine\n\nAspirin treats:\n- Gout\n- Migraine"
    assert [claim.verdict for claim in check(text).claims] == [
        "no_claim", "supported", "contradicted", "no_claim", "contradicted", "supported",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["Metformin rejected:\n- Gout", "Ruled out candidates:\n- Metformin"])
def test_an_unknown_heading_supports_nothing(text: str) -> None:
    claims = check(text, "Which drugs are contraindicated in gout?").claims
    assert "supported" not in [claim.verdict for claim in claims]


def test_the_labelled_claims_of_this_graph_get_their_verdicts() -> None:
    texts = [one for one in verify.bundled() if one.graph == "own" and not one.held]
    contexts = verify.contexts(_no_graph, OWN.schema, OWN.linker)
    report = verify.run(texts, contexts)
    assert len(texts) > 30
    assert [one for one in report.outcomes if not one.right] == []


def test_the_report_counts_what_has_no_partner() -> None:
    labelled = next(one for one in verify.bundled() if one.graph == "own")
    outcome = verify.Outcome(replace(labelled, verdicts=("supported", "supported")), ("supported",), ("x",), 1.0)
    report = verify.VerdictRates((outcome,))
    assert report.rates("supported") == (1.0, 0.5)
    assert not report.passed


@examples(25)
@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    for claim in check(text).claims:
        assert claim.text == text[claim.start : claim.end]
        assert claim.verdict != "supported"


@pytest.mark.parametrize("seed", range(12))
def test_shuffled_words_keep_the_claims_apart(seed: int) -> None:
    words = [*SHUFFLED.split(), "\n", "\n- "]
    text = " ".join(random.Random(seed).choices(words, k=60))
    claims = check(text).claims
    assert all(text[claim.start : claim.end] == claim.text for claim in claims)
    assert all(one.end <= other.start for one, other in pairwise(claims))


def test_names_of_groups() -> None:
    assert group_name("Loeys-Dietz syndrome 1") == "Loeys-Dietz syndrome"
    assert group_name("Fanconi anemia, complementation group D2") == "Fanconi anemia"
    assert group_name("Marfan syndrome") == ""
    assert group_name("Disease 1") == ""


def test_figures_in_words_and_numbers() -> None:
    found = figures(
        "rarely, in 45 of 58 patients, about 80–99 %, with a score of 0.5 and 12 patients", frozenset({"score"})
    )
    assert [(one.some, one.of) for one in found if one.some] == [(45, 58)]
    assert [(one.low, one.high, one.about) for one in found if one.about] == [(0.8, 0.99, True)]
    assert [one.number for one in found if one.field] == [0.5]
    assert [one.number for one in found if one.patients] == [12]
    assert [one.high for one in found if one.word] == [0.3]


def test_segments_of_markdown() -> None:
    text = "# Title\nOne, e.g. this. Two:\n- a\n  - b\n| x | y |\n|---|---|\n| 1 | 2 |\n```\ncode\n```"
    found = [(text[one.start : one.end], one.form) for one in segments(text)]
    assert ("# Title", "heading") in found
    assert ("One, e.g. this.", "sentence") in found
    assert ("a", "item") in found
    assert ("| 1 | 2 |", "row") in found
    inner = next(one for one in segments(text) if text[one.start : one.end] == "b")
    assert inner.lead is not None
    assert text[inner.lead.start : inner.lead.end] == "a"


def _no_graph(question: str) -> Trace:
    raise AssertionError(question)


def verdicts(text: str, question: str, total: int | None = None) -> list[str]:
    """The verdict of each claim of a text in answer to a question about the made graph."""
    found = verified(
        text,
        OWN.triples(),
        schema=OWN.schema,
        linker=OWN.linker,
        question_entities=OWN.linker.link(question),
        about=question,
        total=total,
    )
    return [claim.verdict for claim in found.claims]


def test_a_number_that_a_query_counted_is_what_a_number_is_held_against() -> None:
    question = "How many diseases does Metformin treat?"
    for text in ("2", "The answer is 2.", "Metformin treats two diseases.", '{"count": 2}'):
        assert verdicts(text, question, 2) == ["supported"], text
    for text in ("5", "Metformin treats five diseases.", '{"count": 5}', "The answer is 11."):
        assert verdicts(text, question, 2) == ["contradicted"], text
    assert verdicts('{"year": 2}', question, 2) == []


def test_a_bare_yes_deep_in_a_text_answers_nothing() -> None:
    question = "Does aspirin treat migraine?"
    assert verdicts("Yes.", question) == ["supported"]
    assert verdicts('{"answer": true}', question) == ["supported"]
    assert verdicts('{"sure": true}', question) == []
    assert "supported" not in verdicts("Zorblat wumps the frindle.\nyes\nQuorn.", question)


def test_a_name_that_the_graph_lacks_leaves_the_rest_of_its_list_to_be_read() -> None:
    question = "What does Metformin treat?"
    assert sorted(verdicts("Metformin treats diabetes, Blorpitis and polycystic ovary disease.", question)) == [
        "not_in_graph",
        "supported",
        "supported",
    ]


def test_an_explanation_that_turns_a_listed_name_keeps_it_from_being_supported() -> None:
    question = "What does Metformin treat?"
    assert verdicts("- **Diabetes** – a disorder of sugar", question) == ["supported", "not_in_graph"]
    for gloss in ("absent", "ruled out by two trials", "not one of them", "wrongly listed here"):
        assert "supported" not in verdicts(f"- **Diabetes** – {gloss}", question), gloss


def test_respectively_joins_the_lists_in_their_order() -> None:
    question = "What does Metformin treat?"
    assert verdicts("Aspirin and colchicine treat migraine and gout, respectively.", question) == ["supported"] * 2
    assert "supported" not in verdicts("Aspirin and colchicine treat gout and migraine, respectively.", question)


def test_a_sentence_of_many_signs_is_read_in_no_time_that_grows_with_their_combinations() -> None:
    text = "Unlike " + "and , or " * 20 + "aspirin " * 5
    assert verdicts(text, "What does Metformin treat?") is not None


@pytest.mark.parametrize(("kind", "reason"), [("text-mined", "text mining")])
def test_an_effect_is_not_supported_beyond_what_its_records_rest_on(kind: str, reason: str) -> None:
    fields = (derive.property_("evidence", "STRING"),)
    nodes = [derive.node_type(label, len(names), ()) for label, names in OWN.names.items()]
    schema = settled(nodes, [derive.relation(type_, one, other, 10, fields) for one, type_, other in OWN.relations])
    strong = tuple(replace(one, properties={"evidence": "curated"}) for one in OWN.triples())
    weak = tuple(replace(one, properties={"evidence": kind}) for one in OWN.triples())

    def judged(text: str, evidence: tuple[Triple, ...]) -> Claim:
        (claim,) = verified(text, evidence, schema=schema, linker=OWN.linker).claims
        return claim

    claim = judged("Colchicine treats gout.", weak)
    assert claim.verdict == "not_in_graph"
    assert reason in claim.reason
    assert judged("PTGS2 is associated with migraine.", weak).verdict == "supported"
    assert judged("Colchicine treats gout.", (*weak, *strong)).verdict == "supported"
