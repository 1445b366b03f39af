"""Questions answered from services beside the default graph: the whole way, with and without a language model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kgqa.evidence.pruning import MOST_VOLUME, Limits
from kgqa.history import replay
from kgqa.llm.messages import ModelSettings
from kgqa.llm.providers import model
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.services.federation.service import Federation, Terms
from kgqa.services.federation.service import Service as Named
from kgqa.settings import Settings
from kgqa.strategies.approach import Approach
from tests.scripted_models import ScriptedModels, in_form
from tests.scripted_services import NamesService, Service, edge, hit, node, served

DRUGS = "Which drugs treat Marfan syndrome?"
MARFAN = "MONDO:0007947"
FULL = Limits(volume=MOST_VOLUME, percentile=0.0, similarity=-1.0)


@pytest.fixture(scope="module")
def federation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Federation]:
    """Two services that disagree about losartan, of which one knows of a prediction, and one that is ill."""
    one = Service([
        edge("CHEBI:6541", "treats", MARFAN, publications=["PMID:25405392"]),
        edge("CHEBI:8499", "treats", MARFAN),
        edge("CHEBI:2904", "treats", MARFAN, level="prediction"),
        edge("NCBIGene:2200", "gene_associated_with_condition", MARFAN, "infores:clinvar"),
        edge(MARFAN, "has_phenotype", "HP:0001250", "infores:clinvar"),
    ])  # fmt: skip
    other = Service(
        [edge("UNII:JMS50MPO89", "treats", MARFAN, "infores:drugbank", negated=True),
         edge("CHEBI:8499", "treats", MARFAN, "infores:chembl")],
        nodes={"UNII:JMS50MPO89": node("UNII:JMS50MPO89", ["CHEBI:6541"])}, version="2.0.0-beta",
    )  # fmt: skip
    ill = Service(query=lambda call: call.send("<html>", 200))
    with served(one, other, ill) as urls:
        services = tuple(Named(name, url) for name, url in zip(("One", "Other", "Ill"), urls, strict=True))
        folder: Path = tmp_path_factory.mktemp("services")
        yield Federation(services, Terms(private=True, limit_s=10), folder)


def asked(asker: Asker, question: str, federation: Federation, **more: object) -> Trace:
    approach = Approach("federated", federation=federation, limits=FULL)
    return asker.ask(question, approach=replace(approach, **more))  # type: ignore[arg-type]


def test_drugs_that_the_graph_has_not_come_from_services_with_who_says_so(
    hpo_asker: Asker, federation: Federation
) -> None:
    trace = asked(hpo_asker, DRUGS, federation)
    answer = trace.answer
    assert (answer.status, answer.total) == ("answered", 2)
    assert {one.name: one.ids for one in answer.items} == {
        "losartan": ("CHEBI:6541", "UNII:JMS50MPO89"),
        "propranolol": ("CHEBI:8499",),
    }
    assert answer.headline == (
        "Drugs or chemicals that treat Marfan syndrome: propranolol [1] and losartan [2] (denied by Other [3])."
    )
    said = {one.phrase for one in trace.evidence}
    assert said == {"treats", "does not treat", "is inferred to treat"}
    for words in ("Inferred and recorded by nobody, so not counted: atenolol", "Services disagree: One says that",
                  "Ill sent a web page", "This graph has no drugs"):  # fmt: skip
        assert words in answer.text
    assert trace.federated is not None
    assert [one.state for one in trace.federated.services] == ["answered", "answered", "failed"]
    for pair in trace.federated.disagreements:
        assert [one.phrase for one in trace.evidence if one.number in pair] == ["treats", "does not treat"]
    (_, graph), = trace.federated.asked  # fmt: skip
    assert "MONDO:0007947" in json.loads(graph)["nodes"]["n1"]["ids"]
    assert replay.from_json(replay.to_json(trace)) == trace


def test_the_graph_and_the_services_give_one_list(hpo_asker: Asker, federation: Federation) -> None:
    trace = asked(hpo_asker, "Which genes are associated with Marfan syndrome?", federation)
    (gene,) = trace.answer.items
    assert (gene.name, gene.id) == ("FBN1", "NCBIGene:2200")
    assert trace.answer.headline == "FBN1 [1] is associated with Marfan syndrome."
    assert "One records the same. Other records nothing of it." in trace.answer.text
    sources = {trace.evidence[number - 1].sources[0] for number in gene.evidence}
    assert "clinvar" in sources
    assert len(sources) > 1
    assert [one.number for one in trace.evidence] == list(range(1, len(trace.evidence) + 1))


def test_yes_only_where_all_agree(hpo_asker: Asker, federation: Federation) -> None:
    trace = asked(hpo_asker, "Is FBN1 associated with Marfan syndrome?", federation)
    assert (trace.answer.status, trace.answer.verdict) == ("answered", True)
    assert trace.answer.text.count("FBN1 is associated with Marfan syndrome") == 1


def test_what_the_graph_does_not_record_is_no_voice_against_a_service(hpo_asker: Asker, federation: Federation) -> None:
    trace = asked(hpo_asker, "Does Marfan syndrome show Seizure?", federation)
    assert (trace.answer.status, trace.answer.verdict) == ("answered", True)
    assert trace.answer.headline.startswith("Yes: Marfan syndrome has phenotype Seizure [")
    assert "does not record that Marfan syndrome shows seizure" in trace.answer.text
    unheard = asked(hpo_asker, "Is CFTR associated with Marfan syndrome?", federation)
    assert (unheard.answer.verdict, unheard.answer.text.count("does not record that CFTR")) == (False, 1)


def test_claims_of_a_model_are_held_against_what_the_services_gave(hpo_asker: Asker, federation: Federation) -> None:
    with ScriptedModels() as server:
        server.says(in_form(
            ("propranolol treats Marfan syndrome.", "propranolol", "biolink:treats", "Marfan syndrome", 2),
            ("aspirin treats Marfan syndrome.", "aspirin", "biolink:treats", "Marfan syndrome", 2),
        ))  # fmt: skip
        by = model(ModelSettings("ollama", "scripted", server.ollama_url))
        trace = asked(hpo_asker, DRUGS, federation, model=by)
        sent = server.chats[0].prompt
    assert "losartan does not treat" in sent or '"against": true' in sent
    verdicts = {one.text.partition(" ")[0]: one.verdict for one in trace.claims}
    assert verdicts["propranolol"] == "supported"
    assert verdicts["aspirin"] != "supported"
    assert trace.answer.written_by == "scripted"
    assert {one.name for one in trace.answer.items} == {"losartan", "propranolol"}
    assert trace.pruned is not None
    assert replay.from_json(replay.to_json(trace)) == trace


def test_where_no_service_is_on_nothing_is_asked(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask(DRUGS, approach=Approach("federated"))
    assert (trace.answer.status, trace.federated) == ("refused", None)


def test_a_real_peer_in_a_process_of_its_own(hpo_asker: Asker, settings: Settings, tmp_path: Path) -> None:
    """Kinds of a group are passed on as recorded, and what the peer denies is told against what it is asked for."""
    command = [sys.executable, "-m", "kgqa", "serve", "--trapi", "--graph", "hpo", "--port", "0"]
    environment = {**os.environ, "KGQA_DATA_DIR": str(settings.data_dir), "KGQA_VECTORS": "0"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as peer:
        try:
            assert peer.stdout is not None
            said = next(line for line in peer.stdout if " at http" in line)
            url = said.partition(" at ")[2].split()[0]
            federation = Federation((Named("Peer", f"{url}/hpo"),), Terms(private=True), tmp_path)
            group = asked(hpo_asker, "Which genes are associated with Ehlers-Danlos syndrome?", federation)
            both = asked(hpo_asker, "Which phenotypes does Loeys-Dietz syndrome 2 show?", federation)
        finally:
            peer.terminate()
    assert group.federated is not None
    assert [one.state for one in group.federated.services] == ["answered"], group.federated.services
    genes = {one.name: one for one in group.answer.items}
    assert {"COL5A1", "PLOD1", "TNXB"} <= genes.keys()
    assert genes["PLOD1"].kinds
    numbers = {one.number: one for one in group.evidence}
    from_peer = [numbers[one] for one in genes["PLOD1"].evidence if "service" in numbers[one].properties]
    assert from_peer
    assert not any(one.properties.get("inferred") for one in from_peer)
    assert any(one.against and one.properties.get("service") == ["Peer"] for one in both.evidence)


@pytest.fixture(scope="module")
def with_names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Federation]:
    """Two services that call one drug by two identifiers, and services of names that know that it is one."""
    one = Service([edge("CHEBI:45783", "treats", MARFAN), edge("CHEBI:45783", "treats", "MONDO:0011996")])
    other = Service([edge("DRUGBANK:DB00619", "treats", MARFAN, "infores:drugbank"), edge("CHEBI:1", "treats", MARFAN)])
    drug = ("CHEBI:45783", "DRUGBANK:DB00619", "UNII:8A1O1M485B"), "imatinib", ["SmallMolecule"]
    disease = (MARFAN, "OMIM:154700", "UMLS:C0024796"), "Marfan syndrome", ["Disease"]
    imatinib = hit("CHEBI:45783", "imatinib", "SmallMolecule", "Gleevec", "Glivec")
    called = {
        "imatinib": [imatinib, hit("X:1", "imatinibum", "Drug")],
        "glivec": [imatinib, hit("UNII:1", "other", "Drug", "GLIVEC")],
        "zzyxia fever": [hit(MARFAN, "Marfan syndrome", "Disease", "Zzyxia fever")],
    }
    names = NamesService([drug, disease], called)
    with served(one, other, names) as (a, b, c):
        services = Named("One", a), Named("Other", b)
        asked = Named("NN", c, "normalizer"), Named("NR", c, "resolver")
        folder: Path = tmp_path_factory.mktemp("names")
        yield Federation(services, Terms(private=True, limit_s=10), folder, asked)


def test_a_name_that_the_graph_does_not_know_is_looked_up_and_shown_as_it_was_read(
    hpo_asker: Asker, with_names: Federation
) -> None:
    trace = asked(hpo_asker, "Which diseases does imatinib treat?", with_names)
    assert (trace.answer.status, trace.answer.total) == ("answered", 2)
    assert [(one.mention, one.chosen.id, one.chosen.method) for one in trace.entities] == [
        ("imatinib", "CHEBI:45783", "resolver")
    ]
    assert "“imatinib”; it was read as imatinib (CHEBI:45783, Drug)" in trace.answer.text
    assert trace.federated is not None
    told = {one.name: one.said for one in trace.federated.services}
    assert "NR has “imatinib”: imatinib (CHEBI:45783)" in told["NR"]
    assert replay.from_json(replay.to_json(trace)) == trace
    offline = replace(with_names, terms=replace(with_names.terms, offline=True))
    assert asked(hpo_asker, "Which diseases does imatinib treat?", offline).answer.items == trace.answer.items
    trace = asked(hpo_asker, "Which diseases does DRUGBANK:DB00619 treat?", with_names)
    assert [(one.mention, one.chosen.name) for one in trace.entities] == [("DRUGBANK:DB00619", "imatinib")]
    assert trace.answer.total == 2
    trace = asked(hpo_asker, "Which genes are associated with zzyxia fever?", with_names)
    assert [one.name for one in trace.answer.items] == [
        "FBN1"
    ]  # recorded by the graph, which has the thing by its identifier


def test_of_several_things_of_a_name_a_person_chooses(hpo_asker: Asker, with_names: Federation) -> None:
    question = "Which diseases does glivec treat?"
    trace = asked(hpo_asker, question, with_names)
    assert trace.answer.status == "ambiguous"
    (choice,) = trace.choices
    assert {one.id for one in (choice.chosen, *choice.rivals)} == {"CHEBI:45783", "UNII:1"}
    approach = Approach("federated", federation=with_names, limits=FULL)
    chosen = {(choice.start, choice.end): "CHEBI:45783"}
    assert hpo_asker.ask(question, chosen=chosen, approach=approach).answer.total == 2
    nobody = asked(hpo_asker, "Which diseases does xyzzyb treat?", with_names)
    assert (nobody.answer.status, nobody.answer.items) == ("not_in_graph", ())
    assert nobody.federated is not None
    assert "nothing for “xyzzyb”" in nobody.federated.services[-1].said
    dead = replace(with_names, names=(Named("NR", "http://127.0.0.1:9", "resolver"),))
    assert "NR cannot be reached." in asked(hpo_asker, question, dead).answer.text


def test_conflated_identifiers_are_one_thing(hpo_asker: Asker, with_names: Federation) -> None:
    trace = asked(hpo_asker, DRUGS, with_names)
    found = {one.name: one for one in trace.answer.items}
    assert set(found["imatinib"].ids) == {"CHEBI:45783", "DRUGBANK:DB00619"}
    (number,) = found["imatinib"].evidence
    assert set(trace.evidence[number - 1].sources) == {"drugcentral", "drugbank"}
    (_, graph), = trace.federated.asked  # type: ignore[union-attr]  # fmt: skip
    assert "UMLS:C0024796" in json.loads(graph)["nodes"]["n1"]["ids"]
    without = asked(hpo_asker, DRUGS, replace(with_names, names=()))
    assert without.answer.total == 3
