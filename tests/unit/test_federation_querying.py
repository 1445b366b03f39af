"""Services beside the graph: whatever goes wrong with one costs its own part and is said; nothing is lost, no hang."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from kgqa.errors import SettingError
from kgqa.questions.intent import Thing
from kgqa.records import ServiceReply
from kgqa.services.federation import fetching, querying
from kgqa.services.federation.cache import Cache
from kgqa.services.federation.querying import FederatedQuery, Given
from kgqa.services.federation.requested_links import End, Link, Wanted
from kgqa.services.federation.service import Service as Named
from kgqa.services.federation.service import Terms, read_all
from tests.scripted_services import Call, Service, edge, served, silent

MARFAN = Thing("Marfan syndrome", "Disease", ("OMIM:154700", "MONDO:0007947"))
WANTED = Wanted(
    {"n0": End("biolink:ChemicalEntity"), "n1": End("biolink:Disease", MARFAN)},
    (Link("n0", ("biolink:treats",), "n1"),),
    "n0",
    "drugs: treats Marfan syndrome",
)
EDGES = [edge(f"CHEBI:{number}", "treats", "MONDO:0007947") for number in range(1, 6)]
TERMS = Terms(private=True, limit_s=1.5, most_bytes=200_000)


def asked(
    services: Sequence[Named], folder: Path, terms: Terms = TERMS
) -> tuple[dict[str, ServiceReply], dict[str, list[Given]]]:
    given: dict[str, list[Given]] = {}
    work = FederatedQuery(services, Cache(folder), terms, lambda _: None)
    replies = work.run(lambda _: [WANTED], lambda one: given.setdefault(one.service.name, []).append(one))
    return {one.name: one for one in replies}, given


def _later(call: Call) -> None:
    """429 the first time, with the second after which to ask again; then an answer."""
    service = call.handler.service  # type: ignore[attr-defined]
    if len(service.asked["query"]) == 1:
        call.send("too many", 429, retry_after="0")
    else:
        call.json(service.message(call.body))


def _endless(call: Call) -> None:
    call.handler.send_response(200)
    call.handler.end_headers()
    for _ in range(300):
        call.handler.wfile.write(b" " * 1_000_000)


def _cut(call: Call) -> None:
    call.handler.send_response(200)
    call.handler.send_header("content-length", "1000")
    call.handler.end_headers()
    call.handler.wfile.write(b'{"message": ')


def test_every_fault_costs_its_own_part_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(querying, "_POLL_S", (0.05,))
    failed = {"message": {"query_graph": None, "results": []}, "status": "Failed", "description": "no such index"}
    faults: dict[str, tuple[Service, str]] = {
        "html": (Service(query=lambda c: c.send("<!doctype html><p>hello")), "sent a web page (HTML)"),
        "broken": (Service(query=lambda c: c.send('{"message": {"knowl')), "JSON that cannot be read"),
        "deep": (Service(query=lambda c: c.send("[" * 90_000)), "JSON that cannot be read"),
        "other": (Service(query=lambda c: c.json({"hits": []})), "sent no TRAPI message"),
        "slow": (Service(EDGES, query=silent(4)), "did not answer within 1.5 s"),
        "large": (Service(query=_endless), "sent more than 0 MB"),
        "cut": (Service(query=_cut), "broke off in the middle"),
        "away": (Service(query=lambda c: c.send("", 307, location="http://localhost.example/x")), "another host"),
        "circles": (Service(query=lambda c: c.send("", 307, location="/query")), "redirects in circles"),
        "ill": (Service(query=lambda c: c.send("oh", 500)), "failed (status 500)"),
        "refuses": (Service(query=lambda c: c.send("no", 422)), "does not take this query"),
        "reports": (Service(query=lambda c: c.json(failed)), "reports 'Failed': no such index"),
        "waits": (Service(query=lambda c: c.send("", 429, retry_after="900")), "asked again in 900 s only"),
        "version": (Service(version="9.1"), "speaks TRAPI '9.1'"),
        "meta": (Service(meta=lambda c: c.json([1])), "no meta knowledge graph"),
        "elsewhere": (Service(meta=lambda c: c.json({"nodes": {}, "edges": []})), "has no such links"),
    }
    well = {
        "good": Service(EDGES),
        "new": Service(EDGES[:2], version="2.0.0-beta"),
        "again": Service(EDGES, query=_later),
    }
    well["slower"] = Service(EDGES, query=lambda c: c.send("", 504))
    well["slower"].later = True
    everyone = {name: one for name, (one, _) in faults.items()} | well
    with served(*everyone.values()) as urls:
        services = [Named(name, url) for name, url in zip(everyone, urls, strict=True)]
        started = time.monotonic()
        replies, given = asked([*services, Named("dead", "http://127.0.0.1:9")], tmp_path)
        took = time.monotonic() - started
    for name, (_, said) in faults.items():
        assert said in replies[name].said, (name, replies[name])
        assert replies[name].said.startswith(f"{name} "), replies[name].said
        assert replies[name].state == ("not_asked" if name == "elsewhere" else "failed")
    assert replies["dead"].said == "dead cannot be reached."
    assert {name: replies[name].results for name in well} == {"good": 5, "new": 2, "again": 5, "slower": 5}
    assert set(given) == set(well)
    assert took < 6, "one that is slow holds the others up for no longer than its time limit"


def test_a_large_reply_is_read_in_pieces_and_no_further_than_its_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "IN_MEMORY", 20_000)
    monkeypatch.setattr(querying, "MOST_EDGES", 60)
    many = Service(
        [edge(f"CHEBI:{number}", "treats", "MONDO:0007947", publications=["PMID:1"]) for number in range(90)]
    )
    torn = Service(query=lambda c: c.send(json.dumps(many.message(c.body))[:-40_000]))
    with served(many, torn) as (url, other):
        replies, given = asked([Named("many", url), Named("torn", other)], tmp_path)
    (one,) = given["many"]
    assert (len(one.message.edges), one.cut) == (60, True)
    assert "Only 60 of its edges were read." in replies["many"].said
    assert one.message.edges["x0"].publications == ("PMID:1",)
    assert replies["torn"].state == "failed"


def test_what_was_given_is_kept_and_offline_nothing_else_is_taken(tmp_path: Path) -> None:
    service = Service(EDGES)
    with served(service) as (url,):
        named = [Named("one", url)]
        first, _ = asked(named, tmp_path)
        second, given = asked(named, tmp_path)
        assert (first["one"].kept, second["one"].kept, len(service.asked["query"])) == (False, True, 1)
        assert asked(named, tmp_path, replace(TERMS, again=True))[0]["one"].kept is False
        assert len(service.asked["query"]) == 2
    offline = replace(TERMS, offline=True)
    replies, given = asked(named, tmp_path, offline)
    assert len(given["one"][0].message.edges) == 5
    assert f"as of {replies['one'].asked_at[:10]}" in replies["one"].said
    assert "Nothing is kept" in asked(named, tmp_path / "other", offline)[0]["one"].said


def test_only_what_may_be_asked_is(tmp_path: Path) -> None:
    service = Service(EDGES)
    with served(service) as (url,):
        port = url.rpartition(":")[2]
        names = [url, f"http://localhost:{port}", f"http://2130706433:{port}", f"http://[::ffff:127.0.0.1]:{port}"]
        named = [
            Named(str(place), one) for place, one in enumerate([*names, "http://10.1.2.3", "http://169.254.169.254"])
        ]
        replies, _ = asked(named, tmp_path, replace(TERMS, private=False))
        assert {"KGQA_SERVICES_PRIVATE" in one.said for one in replies.values() if one.name != "5"} == {True}
        metadata, _ = asked([*named[5:], Named("6", "http://[64:ff9b::a9fe:a9fe]")], tmp_path)
        assert all("nothing is sent" in one.said for one in metadata.values())
        gateways = [Named(one, f"http://[{one}]:{port}") for one in ("64:ff9b::7f00:1", "2002:7f00:1::", "::7f00:1")]
        replies, _ = asked(gateways, tmp_path, replace(TERMS, private=False))
        assert all("KGQA_SERVICES_PRIVATE" in one.said for one in replies.values())
        away, _ = asked([Named("away", "https://example.org")], tmp_path, replace(TERMS, local_only=True))
        assert "local only" in away["away"].said
    assert service.asked == {}
    for wrong in ("ftp://a.org", "file:///etc/passwd", "a.org", "http://u:p@a.org", "http://a.org/?q=1", "http://a b"):
        with pytest.raises(SettingError):
            read_all([wrong])
    assert read_all(["BTE=https://bte.transltr.io/v1/", "https://bte.transltr.io/v1/query"]) == (
        Named("BTE", "https://bte.transltr.io/v1"),
    )
