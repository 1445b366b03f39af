"""Claims over the default graph: texts that must not be believed, records of a model, and looking links up."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import verify
from kgqa.pipeline import Asker
from kgqa.records import ClaimVerdict, Stated
from kgqa.verification import Verification, Verifier, verifying
from kgqa.verification.verifying import looker

TRAPS = Path(__file__).parent / "verification_traps.tsv"


def read(asker: Asker, text: str) -> Verification:
    look_up, _ = looker(asker.schema, asker._opened.store, asker.source)
    return Verifier(asker.schema, asker.linker, look_up=look_up).prose(text)


def stated(asker: Asker, *statements: Stated) -> Verification:
    look_up, _ = looker(asker.schema, asker._opened.store, asker.source)
    return Verifier(asker.schema, asker.linker, look_up=look_up).statements(statements)


def test_no_trap_is_believed(hpo_asker: Asker) -> None:
    """Texts of which nothing may be supported, except claims that hold the words behind them."""
    lines = (line.split("\t") for line in TRAPS.read_text(encoding="utf-8").splitlines() if line[:1] not in ("#", ""))
    wrong, traps = [], 0
    for _, said, *allowed in lines:
        traps += 1
        right = allowed[0].split("|") if allowed else []
        claims = read(hpo_asker, said.replace("\\n", "\n")).claims
        wrong += [
            (said, one.text)
            for one in claims
            if one.verdict == "supported" and not any(word in one.text for word in right)
        ]
    assert traps > 250
    assert wrong == []


@pytest.mark.parametrize("each", [48, pytest.param(1, marks=pytest.mark.slow)])
def test_texts_by_others_are_judged_rightly(hpo_asker: Asker, each: int) -> None:
    texts = [one for n, one in enumerate(verify.read(verify.FOLDER / "texts.jsonl")) if n % 3][::each]
    traps = list(verify.read(verify.FOLDER / "traps.jsonl"))[::each]
    report = verify.measure(hpo_asker, texts, traps)
    assert report.passed, report.text()
    verdicts: tuple[ClaimVerdict, ...] = ("supported", "contradicted", "not_recorded")
    assert all(min(report.rates("records", one)) > 0.9 for one in verdicts), report.text()


@pytest.mark.parametrize(
    ("text", "verdict", "said"),
    [
        ("Marfan syndrome shows ectopia lentis (119/251).", "supported", "119/251"),
        ("Marfan syndrome shows ectopia lentis in 90 % of patients.", "contradicted", "119/251"),
        ("Ectopia lentis is excluded in Loeys-Dietz syndrome 1.", "supported", "32 patients"),
        ("Loeys-Dietz syndrome 1 shows ectopia lentis.", "contradicted", "32 patients"),
        ("Marfan syndrome shows abnormal heart morphology.", "supported", "more specific"),
        ("Marfan syndrome shows seizures.", "not_recorded", "does not record"),
        ("Marfan syndrome is inherited in an autosomal recessive manner.", "contradicted", "recorded instead"),
        ("Marfan syndrome is inherited in an X-linked recessive manner.", "contradicted", "recorded instead"),
        ("Schizophrenia follows polygenic inheritance.", "not_recorded", "does not record"),
        ("Marfan syndrome is caused by FBN1.", "not_checked", "a cause"),
        ("FBN1 mutation carriers take losartan.", "not_checked", ""),
    ],
)
def test_a_sentence_is_looked_up_in_the_graph(hpo_asker: Asker, text: str, verdict: ClaimVerdict, said: str) -> None:
    found = read(hpo_asker, text)
    (claim,) = found.claims
    assert claim.verdict == verdict, claim.reason
    assert said.casefold() in claim.reason.casefold()
    assert bool(claim.evidence) == (verdict in ("supported", "contradicted"))
    assert set(claim.evidence) <= {one.number for one in found.evidence}


def test_what_the_evidence_has_is_not_looked_up_again(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Does Marfan syndrome show ectopia lentis?")
    one = Stated("Marfan syndrome shows ectopia lentis.", "Marfan syndrome", "HAS_PHENOTYPE", "ectopia lentis")

    def look_up(_: object) -> object:
        raise AssertionError("the evidence has it")

    verifier = Verifier(hpo_asker.schema, hpo_asker.linker, trace.evidence, look_up=look_up)  # type: ignore[arg-type]
    result = verifier.statements([one])
    assert result.evidence == trace.evidence
    assert result.claims[0].verdict == "supported"


def test_of_too_many_links_the_rest_is_not_looked_up(hpo_asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "MOST_PAIRS", 2)
    names = [one.name for one in hpo_asker.ask("Which diseases show ectopia lentis?").answer.items][:4]
    result = stated(hpo_asker, *(Stated(f"{n}.", n, "HAS_PHENOTYPE", "ectopia lentis") for n in names))
    assert [one.verdict for one in result.claims] == ["supported", "supported", "not_checked", "not_checked"]
    assert "not looked up" in result.claims[-1].reason
