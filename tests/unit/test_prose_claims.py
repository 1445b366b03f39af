"""What the strict reader makes of free text: whole sentences of links between named things, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.made_graphs import MADE, Made
from kgqa.records import Claim, ClaimVerdict, Triple
from kgqa.verification import Verifier
from kgqa.verification.prose import sentences
from tests.examples import examples

OWN, PHARM, CLINIC, CELL = MADE["own"], MADE["pharm"], MADE["clinic"], MADE["cell"]
SHUFFLED = (
    "Metformin Aspirin gout diabetes SIRT1 treats does not and or , ( ) [1] 50% which it is contraindicated in : - "
    "upregulates by 3/4 . ; but (OMIM:9) yes no"
)


def claims(text: str, made: Made = OWN, evidence: tuple[Triple, ...] | None = None) -> tuple[Claim, ...]:
    triples = made.triples() if evidence is None else evidence
    return Verifier(made.schema, made.linker, triples).prose(text).claims


def verdicts(text: str, made: Made = OWN) -> list[ClaimVerdict]:
    return [one.verdict for one in claims(text, made)]


def test_a_supported_claim_names_its_record_and_what_it_joins() -> None:
    (claim,) = claims("Metformin treats diabetes.")
    assert (claim.verdict, claim.evidence) == ("supported", (1,))
    assert (claim.subject, claim.relation, claim.object) == ("Metformin", "treats", "Diabetes")
    assert claim.about == ("Drug:Metformin", "Disease:Diabetes")
    assert not claim.negated


def test_a_link_told_from_its_other_end_is_the_same_link() -> None:
    (claim,) = claims("Diabetes is treated by metformin.")
    assert (claim.verdict, claim.subject, claim.object) == ("supported", "Metformin", "Diabetes")


def test_each_member_of_a_list_is_a_claim_in_its_place() -> None:
    text = "Metformin treats diabetes, gout and malaria. Aspirin treats migraine."
    found = claims(text)
    assert [one.verdict for one in found] == ["supported", "contradicted", "not_recorded", "supported"]
    assert [one.text for one in found] == [
        "Metformin treats diabetes", "gout", "and malaria.", "Aspirin treats migraine.",
    ]  # fmt: skip
    assert all(text[one.start : one.end] == one.text for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_bullets_emphasis_and_citations_are_no_words() -> None:
    (claim,) = claims("- **Metformin** treats *diabetes* [1].")
    assert claim.verdict == "supported"
    assert "cited" not in claim.reason
    (claim,) = claims("Metformin treats diabetes [1, 3].")
    assert "ecord 3 is cited but does not say it" in claim.reason


def test_an_opposite_relation_contradicts_and_silence_does_not() -> None:
    (claim,) = claims("Metformin downregulates SIRT1.")
    assert (claim.verdict, claim.evidence) == ("contradicted", (7,))
    (claim,) = claims("Metformin does not treat malaria.")
    assert (claim.verdict, claim.evidence, claim.negated) == ("not_recorded", (), True)
    assert "no proof of absence" in claim.reason
    (claim,) = claims("Metformin does not treat diabetes.")
    assert (claim.verdict, claim.evidence) == ("contradicted", (1,))


@pytest.mark.parametrize(
    "said",
    [
        "Metformin deficiency treats diabetes.",
        "Only metformin treats diabetes.",
        "Metformin may not treat malaria.",
        "Does metformin treat diabetes?",
        "Tell me whether metformin treats diabetes.",
        "If metformin treats diabetes, aspirin treats migraine.",
        "It is a myth that metformin treats diabetes.",
        "Metformin treats diabetes or gout.",
        "Metformin and aspirin treat diabetes and migraine.",
        "Metformin and aspirin treat diabetes and migraine, respectively.",
        "Metformin-resistant diabetes is treated by aspirin.",
        "Relatives of people with diabetes take metformin.",
        "Metformin cures diabetes.",
        "Metformin treats diabetes, as does aspirin.",
        '{"treats": ["Metformin", "diabetes"]}',
        "| Metformin | diabetes |",
        "It treats diabetes.",
        "Zantipril treats diabetes.",
        "Metformin was compared with aspirin in diabetes.",
    ],
)
def test_what_says_more_or_other_than_a_link_is_not_checked(said: str) -> None:
    assert set(verdicts(said)) == {"not_checked"}
    assert all(one.reason for one in claims(said))


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (CLINIC, "Graves disease is affected by the thyroid gland."),
        (CLINIC, "Asthma is indicated for salbutamol."),
        (CLINIC, "Dyspnea has asthma as a symptom."),
        (PHARM, "Myopathy has simvastatin as a side effect."),
        (PHARM, "KIT inhibits imatinib."),
        (CELL, "Malaria transmits the Anopheles mosquito."),
    ],
)
def test_a_link_is_not_turned_round(made: Made, said: str) -> None:
    assert "supported" not in verdicts(said, made)


@pytest.mark.parametrize(
    ("said", "supported"),
    [
        ("Imatinib is an inhibitor of KIT.", True),
        ("KIT is an inhibitor of imatinib.", False),
        ("KIT is the inhibitor of imatinib.", False),
        ("An inhibitor of KIT is imatinib.", True),
        ("An inhibitor of imatinib is KIT.", False),
        ("KIT is inhibited by imatinib.", True),
        ("Imatinib is inhibited by KIT.", False),
        ("KIT is blocked by imatinib.", True),
        ("Imatinib is blocked by KIT.", False),
    ],
)
def test_who_is_the_subject_of_a_phrase_is_heeded_also_where_it_is_said_both_ways_of_other_types(
    said: str, supported: bool
) -> None:
    own = next(one for one in PHARM.schema.relations if one.type == "inhibits")
    own = replace(own, forward_words=("inhibitor of",), inverse_words=("blocked by",))
    both = ("inhibitor of", "blocked by", "is inhibited by")
    other = replace(own, source="SideEffect", target=own.source, forward_words=both, inverse_words=both)
    relations = tuple(own if one.type == own.type else one for one in PHARM.schema.relations)
    schema = replace(PHARM.schema, relations=(*relations, other))
    (claim,) = Verifier(schema, PHARM.linker, PHARM.triples()).prose(said).claims
    assert (claim.verdict == "supported") is supported


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Metformin treats diabetes, and aspirin treats migraine.", ["supported", "supported"]),
        ("Metformin treats diabetes but does not treat malaria.", ["supported", "not_recorded"]),
        ("Metformin treats diabetes; aspirin treats gout.", ["supported", "contradicted"]),
        ("Metformin treats diabetes, and who knows what else.", ["not_checked"]),
    ],
)
def test_parts_are_read_only_where_all_of_them_are(said: str, wanted: list[ClaimVerdict]) -> None:
    assert verdicts(said) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Metformin treats diabetes. It is contraindicated in gout.", ["supported", "supported"]),
        ("Metformin treats diabetes. The drug is contraindicated in gout.", ["supported", "supported"]),
        ("Metformin treats diabetes. It does not treat malaria. It upregulates SIRT1.",
         ["supported", "not_recorded", "supported"]),
        ("Metformin treats diabetes. The gene is contraindicated in gout.", ["supported", "not_checked"]),
        ("Metformin treats diabetes. Aspirin is unlike it. It is contraindicated in gout.",
         ["supported", "not_checked", "not_checked"]),
        ("Diabetes is treated by metformin. It is contraindicated in gout.", ["supported", "not_checked"]),
        ("It is contraindicated in gout.", ["not_checked"]),
        ("Metformin treats diabetes. It is a myth that it treats gout.", ["supported", "not_checked"]),
        ("Metformin treats diabetes. It is contraindicated in gout. (Not that it matters.)",
         ["supported", "supported", "not_checked"]),
    ],
)  # fmt: skip
def test_it_is_what_the_sentence_before_began_with(text: str, wanted: list[ClaimVerdict]) -> None:
    found = claims(text)
    assert [one.verdict for one in found] == wanted
    assert all(text[one.start : one.end] == one.text for one in found)


def test_without_records_nothing_is_supported() -> None:
    (claim,) = claims("Aspirin treats migraine.", evidence=OWN.triples()[:1])
    assert claim.verdict == "not_recorded"
    assert "Aspirin and Migraine are not in the evidence" in claim.reason


def test_headings_and_white_space_are_no_sentences() -> None:
    text = "# Answer\n\nFeatures:\n\n  - A treats B.  \n2) C treats e.g. D. E treats F."
    assert [text[start:end] for start, end in sentences(text)] == ["A treats B.", "C treats e.g. D.", "E treats F."]


@examples(60)
@given(st.lists(st.sampled_from(SHUFFLED.split(" ")), min_size=1, max_size=25).map(" ".join))
def test_words_in_any_order_break_nothing(text: str) -> None:
    found = claims(text)
    assert all(text[one.start : one.end] == one.text for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert all(one.evidence for one in found if one.verdict in ("supported", "contradicted"))


@examples(60)
@given(st.text(max_size=200))
def test_any_text_is_read_or_not_checked(text: str) -> None:
    assert {one.verdict for one in claims(text)} <= {"not_checked"}
