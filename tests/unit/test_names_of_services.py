"""Names and identifiers as services know them: what they say, what goes wrong with them, and when they are asked."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from kgqa.errors import SettingError
from kgqa.privacy import outbound, sending
from kgqa.services.federation import fetching
from kgqa.services.federation.names import Identified, NameServices, for_asking
from kgqa.services.federation.service import Federation, Kind, Terms
from kgqa.services.federation.service import Service as Named
from kgqa.strategies.approach import Approach
from tests.scripted_services import NamesService, hit, served, silent

TERMS = Terms(private=True, limit_s=1.5)
CLIQUES = [
    (("MONDO:0007947", "OMIM:154700", "UMLS:C0024796"), "Marfan syndrome", ["Disease"]),
    (("NCBIGene:2200", "UniProtKB:P35555"), "FBN1", ["Gene", "Protein"]),
]


def _names(folder: Path, terms: Terms = TERMS, **urls: str) -> NameServices:
    kinds: dict[str, Kind] = {"nn": "normalizer", "nr": "resolver"}
    return NameServices(
        Federation((), terms, folder, tuple(Named(name, url, kinds[name]) for name, url in urls.items()))
    )


def test_what_is_known_is_kept_and_offline_nothing_else_is_taken(tmp_path: Path) -> None:
    service = NamesService(CLIQUES, {"imatinib": [hit("CHEBI:45783", "imatinib", "SmallMolecule", "Gleevec")]})
    asked = ["OMIM:154700", "X:unknown", "UniProtKB:P35555"]
    with served(service) as (url,):
        names = _names(tmp_path, nn=url, nr=url)
        found = names.same(asked)
        assert set(found) == {"OMIM:154700", "UniProtKB:P35555"}
        assert found["OMIM:154700"].ids == ("MONDO:0007947", "OMIM:154700", "UMLS:C0024796")
        assert found["UniProtKB:P35555"].categories == ("biolink:Gene", "biolink:Protein")
        assert names.same(asked[:1]) == {"OMIM:154700": found["OMIM:154700"]}
        (drug,) = names.called("imatinib")
        assert (drug.is_called("Imatinib"), drug.is_also_called("gleevec"), drug.is_called("x")) == (True, True, False)
        assert names.called("nothing") == ()
        bodies = service.asked["get_normalized_nodes"]
        assert bodies == [{"curies": sorted(asked), "conflate": True, "drug_chemical_conflate": True}]
    said = [one.said for one in names.replies]
    assert said == ["nn knows 2 of 3 identifiers.", "nr has “imatinib”: imatinib (CHEBI:45783); nothing for “nothing”."]
    offline = _names(tmp_path, replace(TERMS, offline=True), nn=url, nr=url)
    assert (offline.same(asked), offline.called("imatinib")) == (found, (drug,))
    assert offline.called("other") == ()
    kept, failed = offline.replies
    assert (kept.kept, ", as of 20" in kept.said) == (True, True)
    assert (failed.state, "not asked offline" in failed.said) == ("failed", True)


def test_every_fault_costs_its_own_part_and_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "IN_MEMORY", 100_000)
    faults = {
        "a web page": (NamesService(reply=lambda c: c.send("<!doctype html>")), "sent a web page (HTML)"),
        "broken": (NamesService(reply=lambda c: c.send('{"MONDO')), "JSON that cannot be read"),
        "an error": (NamesService(reply=lambda c: c.json({"detail": "no"})), "something else than a"),
        "a list": (NamesService(reply=lambda c: c.json([["x"]])), "something else than a"),
        "no id": (NamesService(reply=lambda c: c.json({"A:1": {"id": None}})), "something else than a"),
        "slow": (NamesService(reply=silent(4)), "did not answer within 1.5 s"),
        "huge": (NamesService(reply=lambda c: c.send(b" " * 300_000)), "sent more than 0 MB"),
        "gone": (NamesService(reply=lambda c: c.send("", 404)), "has no N"),
        "ill": (NamesService(reply=lambda c: c.send("", 500)), "failed (status 500)"),
        "away": (NamesService(reply=lambda c: c.send("", 307, location="http://other.example/x")), "another host"),
    }
    with served(*(one for one, _ in faults.values())) as urls:
        for (name, (_, said)), url in zip(faults.items(), urls, strict=True):
            names = _names(tmp_path, nn=url, nr=url)
            started = time.monotonic()
            assert (names.same(["A:1"]), names.called("a")) == ({}, ()), name
            assert names.same(["A:2"]) == {}
            assert time.monotonic() - started < 5
            for one in names.replies:
                assert (one.state, said in one.said) == ("failed", True), (name, one)
    assert _names(tmp_path, nn="http://127.0.0.1:9").same(["A:1"]) == {}
    everything_unknown = NamesService()
    with served(everything_unknown) as (url,):
        names = _names(tmp_path, nn=url)
        assert names.same(["A:1"]) == {}
        assert names.replies[0].said == "nn knows 0 of 1 identifiers."


def test_they_are_asked_on_the_same_terms_as_services_and_what_they_learn_is_told(tmp_path: Path) -> None:
    service = NamesService(CLIQUES)
    with served(service) as (url,):
        private = _names(tmp_path, replace(TERMS, private=False), nn=url)
        assert private.same(["OMIM:154700"]) == {}
        assert "KGQA_SERVICES_PRIVATE=1" in private.replies[0].said
    local = _names(tmp_path, replace(TERMS, local_only=True), nn="https://nn.example")
    assert local.same(["OMIM:154700"]) == {}
    assert "local only is on" in local.replies[0].said
    assert service.asked == {}
    assert Named.read("https://nr.example/lookup", "resolver").url == "https://nr.example"
    with pytest.raises(SettingError):
        Named.read("ftp://nr.example", "resolver")
    federation = Federation((Named("x", "http://127.0.0.1:1"),), names=(Named("nr", "https://nr.example", "resolver"),))
    approach = Approach("federated", federation=federation)
    assert [one.address for one in sending.services([approach])] == ["https://nr.example"]
    assert sending.decide("Which genes?", [approach], sending.Permissions()) == "ask"
    assert sending.decide("Which genes?", [approach], sending.Permissions(local_only=True)) == "refuse"
    assert outbound.leaves(approach).startswith("those words of the question that may be names")
    far = replace(federation, services=(Named("x", "https://x.example"),))
    assert "the Name Resolver those words of the question" in outbound.leaves(replace(approach, federation=far))


def test_a_service_is_asked_by_the_graphs_identifiers_and_some_of_each_other_register() -> None:
    ids = tuple(f"{register}:{n}" for n in range(9) for register in ("CHEBI", "UNII"))
    known = {"CHEBI:0": Identified("CHEBI:0", "x", ids, ())}
    asked = for_asking(("CHEBI:0", "CHEBI:7"), known)
    assert asked == ("CHEBI:0", "CHEBI:7", "UNII:0", "CHEBI:1", "UNII:1", "CHEBI:2", "UNII:2", "CHEBI:3")
