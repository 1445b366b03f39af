"""Claims over the default graph: the labelled set, texts that must not be believed, and looking pairs up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import verify
from benchmarks.verify import Context
from kgqa.pipeline import Asker
from kgqa.verification import verified
from kgqa.verification.facts import looker

BOTH = "Which diseases show both arachnodactyly and ectopia lentis?"


@pytest.fixture(scope="module")
def contexts(hpo_asker: Asker) -> Callable[[str, str], Context]:
    known: dict[tuple[str, str], Context] = {}
    make = verify.contexts(hpo_asker.ask, hpo_asker.schema, hpo_asker.linker)

    def context(graph: str, question: str) -> Context:
        if (graph, question) not in known:
            known[graph, question] = make(graph, question)
        return known[graph, question]

    return context


@pytest.mark.parametrize("each", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_every_verdict_is_precise_and_complete(contexts: Callable[[str, str], Context], each: int) -> None:
    report = verify.run(verify.bundled()[::each], contexts)
    assert report.passed, report.text()
    assert len(report.pairs()) > 300 / each
    assert ("not_in_graph", "supported") not in report.pairs()
    assert ("contradicted", "supported") not in report.pairs()


def test_nothing_is_supported_wrongly(contexts: Callable[[str, str], Context]) -> None:
    questions = verify.questions()
    lines = (Path(__file__).parent / "verification_traps.tsv").read_text(encoding="utf-8").splitlines()
    traps = [line.split("\t") for line in lines if not line.startswith("#")]
    assert len(traps) > 100
    wrong = []
    for key, said, *allowed in traps:
        context = contexts(*questions[key])
        text = said.replace("\\n", "\n")
        result = verified(
            text,
            context.evidence,
            schema=context.schema,
            linker=context.linker,
            question_entities=context.entities,
            about=context.question,
        )
        right = allowed[0].split("|") if allowed else []
        supported = [claim.text for claim in result.claims if claim.verdict == "supported"]
        wrong += [(text, one) for one in supported if not any(word in one for word in right)]
    assert wrong == []


def test_a_group_is_contradicted_for_its_members_by_looking_up(hpo_asker: Asker) -> None:
    store = hpo_asker._opened.store
    look_up, ledger = looker(hpo_asker.schema, store, hpo_asker.linker, hpo_asker.source)
    trace = hpo_asker.ask(BOTH)
    names = ("Marfan syndrome", "Loeys-Dietz syndrome", "Weill-Marchesani syndrome 1", "Ehlers-Danlos syndrome")
    text = "\n".join(f"{number}. {name}" for number, name in enumerate((*names, "Cystic fibrosis"), 1))
    result = verified(
        text, (), schema=hpo_asker.schema, linker=hpo_asker.linker, question_entities=trace.entities, about=BOTH,
        look_up=look_up,
    )  # fmt: skip
    marfan, dietz, weill, ehlers, cystic = result.claims
    assert marfan.verdict == "supported"
    assert dietz.verdict == "contradicted"
    assert "Loeys-Dietz syndrome 1" in dietz.reason
    assert "152 patients" in dietz.reason
    assert all(result.evidence[number - 1].against for number in dietz.evidence)
    assert weill.verdict == "not_in_graph"
    assert "recorded is that Weill-Marchesani syndrome 1 shows Ectopia lentis" in weill.reason
    assert ehlers.verdict == "supported", "kinds of it show both"
    assert cystic.verdict == "not_in_graph"
    assert ledger.records


def test_a_more_specific_record_supports_with_its_way_up(hpo_asker: Asker) -> None:
    look_up, _ = looker(hpo_asker.schema, hpo_asker._opened.store, hpo_asker.linker, hpo_asker.source)
    result = verified(
        "Marfan syndrome shows abnormal heart morphology. Marfan syndrome shows seizures.", (),
        schema=hpo_asker.schema, linker=hpo_asker.linker, look_up=look_up,
    )  # fmt: skip
    heart, seizures = result.claims
    assert heart.verdict == "supported"
    assert "more specific" in heart.reason
    assert {result.evidence[number - 1].predicate for number in heart.evidence} == {"HAS_PHENOTYPE", "IS_A"}
    assert seizures.verdict == "not_in_graph"
    assert "does not record" in seizures.reason
