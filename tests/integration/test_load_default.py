"""The default graph as it is served, compared with its files as plain tables."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter, defaultdict
from typing import Any

import pytest

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.store import GraphStore
from kgqa.load import catalog
from kgqa.load.catalog import GraphEntry
from kgqa.load.hpo.files import ANNOTATIONS, ONTOLOGY, installed_files
from kgqa.progress import Progress
from kgqa.records import Query
from kgqa.settings import Settings
from tests.integration.diseases import disease

Row = dict[str, str]


@pytest.fixture(scope="module")
def entry(settings: Settings, server: EmbeddedServer) -> GraphEntry:
    """The default graph; loaded once in the session."""
    return catalog.ensure_default(settings, server, lambda _: None)


@pytest.fixture(scope="module")
def store(entry: GraphEntry, server: EmbeddedServer) -> GraphStore:
    """A client of it."""
    return server.store(entry.database)


@pytest.fixture(scope="module")
def annotations() -> list[Row]:
    """The rows of the annotation file."""
    with (installed_files() / ANNOTATIONS).open(encoding="utf-8", newline="") as stream:
        lines = (line for line in stream if not line.startswith("#"))
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def edges(store: GraphStore, disease: str, term: str) -> list[tuple[str, dict[str, Any]]]:
    """Type and properties of the edges from a disease to a term, whatever its label."""
    statement = "MATCH (d:Disease {id: $d})-[r]->(t) WHERE t.id = $t RETURN type(r) AS type, properties(r) AS fields"
    return [(row[0], row[1]) for row in store.run(Query(statement, ("type", "fields"), {"d": disease, "t": term})).rows]


def test_it_is_loaded_once(settings: Settings, server: EmbeddedServer, entry: GraphEntry) -> None:
    steps: list[Progress] = []
    assert catalog.ensure_default(settings, server, steps.append) == entry
    assert steps == []
    assert catalog.graph(settings, "hpo") == entry
    assert entry.size_bytes > 10_000_000


def test_every_annotation_is_served(store: GraphStore, annotations: list[Row]) -> None:
    expected = Counter(
        (row["database_id"].partition(":")[0], bool(row["qualifier"]), row["aspect"]) for row in annotations
    )
    statement = (
        "MATCH (:Disease)-[r]->(t) WHERE r.aspect IS NOT NULL "
        "RETURN r.source AS source, type(r) AS type, r.aspect AS aspect, count(r) AS n"
    )
    found: Counter[tuple[str, bool, str]] = Counter()
    for source, type_, aspect, number in store.run(Query(statement, ("source", "type", "aspect", "n"))).rows:
        found[source, type_.startswith("EXCLUDES_"), aspect] += number
    assert found == expected


def test_a_sample_of_annotations_kept_every_field(store: GraphStore, annotations: list[Row]) -> None:
    sample = random.Random(7)
    chosen = sample.sample(annotations, 20)
    chosen += sample.sample([row for row in annotations if row["qualifier"]], 5)
    chosen += sample.sample([row for row in annotations if row["frequency"].startswith("0/")], 5)
    chosen += sample.sample([row for row in annotations if ";" in row["reference"]], 5)
    chosen += sample.sample([row for row in annotations if row["onset"] or row["sex"] or row["modifier"]], 5)
    for row in chosen:
        served = [fields for _, fields in edges(store, row["database_id"], row["hpo_id"])]
        assert any(agrees(fields, row) for fields in served), row


def agrees(fields: dict[str, Any], row: Row) -> bool:
    """Whether an edge says what a row says, read without the loader."""
    patients, _, examined = row["frequency"].partition("/")
    counted = {"patients": int(patients), "examined": int(examined)} if examined else {}
    denied = row["qualifier"] == "NOT" or counted.get("patients") == 0 or row["frequency"] in ("0%", "HP:0040285")
    return (
        fields["references"] == row["reference"].split(";")
        and fields["biocuration"] == row["biocuration"].split(";")
        and fields["evidence"] == row["evidence"]
        and fields["aspect"] == row["aspect"]
        and fields["file"] == "phenotype.hpoa"
        and fields["against"] is denied
        and fields.get("onset_id", "") == row["onset"]
        and fields.get("sex", "") == row["sex"].lower()
        and len(fields.get("modifiers", [])) == len([part for part in row["modifier"].split(";") if part])
        and {name: fields.get(name) for name in counted} == counted
        and ("frequency" in fields) == bool(row["frequency"])
        and fields.get("frequency_id", "") == (row["frequency"] if row["frequency"].startswith("HP:") else "")
    )


def test_synonyms_and_former_identifiers_are_served(store: GraphStore) -> None:
    text = (installed_files() / ONTOLOGY).read_text(encoding="utf-8")
    stanzas = [part for part in text.split("\n\n") if part.startswith("[Term]") and "is_obsolete: true" not in part]
    rich = [part for part in stanzas if part.count("EXACT") > 2 and part.count("alt_id") > 1 and "\\" not in part]
    for stanza in random.Random(7).sample(rich, 10):
        lines = stanza.split("\n")
        id_ = lines[1].removeprefix("id: ")
        formers = [line.removeprefix("alt_id: ") for line in lines if line.startswith("alt_id: ")]
        exact = {
            line.split('"')[1]
            for line in lines
            if line.startswith("synonym: ") and line.split('"')[2].startswith(" EXACT") and "obsolete" not in line
        }
        statement = "MATCH (t {id: $id}) RETURN t.name AS name, t.synonyms AS synonyms, t.alternative_ids AS formers"
        ((name, synonyms, served),) = store.run(Query(statement, ("name", "synonyms", "formers"), {"id": id_})).rows
        assert name == lines[2].removeprefix("name: ")
        assert set(synonyms) == {synonym for synonym in exact if synonym != name}
        assert served == formers


def test_the_names_are_written_for_the_linker(entry: GraphEntry) -> None:
    labels: Counter[str] = Counter()
    identifiers: defaultdict[str, list[str]] = defaultdict(list)
    with entry.names_path.open(encoding="utf-8") as stream:
        for line in stream:
            node = json.loads(line)
            labels[node["label"]] += 1
            identifiers[node["id"]].append(node["name"])
            always = {"id", "label", "name", "synonyms", "alternative_ids", "related_synonyms"}
            assert always <= set(node) <= always | {"thing", "names", "listed", "named_after"}
    assert labels == Counter(entry.contents.nodes)
    assert [id_ for id_, names in identifiers.items() if len(names) > 1 or not names[0]] == []


def test_what_mondo_calls_one_disease_has_one_thing(store: GraphStore) -> None:
    statement = (
        "MATCH (d:Disease) WHERE d.is_group IS NULL WITH d.thing AS thing, collect(d.id) AS ids "
        "WHERE size(ids) > 1 RETURN collect(ids) AS all"
    )
    ((found,),) = store.run(Query(statement, ("all",))).rows
    assert len(found) > 2000
    apart = [ids for ids in found if len({disease(id_) for id_ in ids if not id_.startswith("DECIPHER")}) > 1]
    assert apart == []


def test_the_schema_counts_what_is_there(entry: GraphEntry) -> None:
    assert {node.label: node.count + node.groups for node in entry.schema.nodes} == entry.contents.nodes
    assert entry.schema.node("Disease").count == 12687
    assert entry.schema.node("Disease").groups > 2500
    counted = {(relation.source, relation.type, relation.target): relation.count for relation in entry.schema.relations}
    assert counted == entry.contents.edges
