"""A small graph of compounds, diseases, genes and symptoms, unlike the default graph in every word and relation."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import neo4j

from kgqa.graph.quoting import quoted
from kgqa.language.text import clean
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import LinkContext, Linker
from kgqa.questions.intent import Ambiguity, Gap, Intent
from kgqa.questions.reader import Reader
from kgqa.schema.model import NodeType, Property, Relation, Schema

_DEFINITION = Property("definition", words=("definition", "meaning"), role="definition")
_SYNONYMS = Property("synonyms", "LIST", ("synonym", "other name"), "synonyms")
_RECORD = (
    Property("frequency", words=("frequency", "how often", "how frequent", "share of patients"), role="frequency"),
    Property("references", "LIST", ("reference", "publication"), "reference"),
    Property("database", words=("source database",), role="source"),
    Property("against", "BOOLEAN"),
)

SCHEMA = Schema(
    nodes=(
        NodeType("Compound", "compound", "compounds", ("drug", "medicine"), 5, same_property="thing"),
        NodeType(
            "Disease", "disease", "diseases", ("disorder", "illness"), 9, same_property="thing",
            properties=(_DEFINITION, _SYNONYMS),
        ),
        NodeType("Gene", "gene", "genes", (), 5, same_property="thing"),
        NodeType(
            "Symptom", "symptom", "symptoms", ("complaint", "sign"), 10, same_property="thing",
            properties=(_DEFINITION,),
        ),
    ),
    relations=(
        Relation(
            "TREATS", "Compound", "Disease", "treats", "is treated by", "does not treat",
            ("treat", "treated with", "therapy for"), count=6,
            properties=(Property("dose", words=("dose", "dosage")),),
        ),
        Relation("PALLIATES", "Compound", "Disease", "palliates", "is palliated by", words=("palliate",), count=3),
        Relation("CAUSES", "Compound", "Symptom", "causes", "is caused by", words=("cause", "lead to"), count=4),
        Relation("UPREGULATES", "Compound", "Gene", "upregulates", "is upregulated by", words=("upregulate",), count=2),
        Relation(
            "DOWNREGULATES", "Compound", "Gene", "downregulates", "is downregulated by", words=("downregulate",),
            count=2,
        ),
        Relation(
            "UPREGULATED_BY", "Gene", "Compound", "is upregulated by", "upregulates", mirrors="UPREGULATES", count=2,
        ),
        Relation(
            "RESEMBLES", "Disease", "Disease", "resembles", "resembles", words=("resemble", "similar to"),
            symmetric=True, count=4,
        ),
        Relation("REGULATES", "Gene", "Gene", "regulates", "is regulated by", words=("regulate",), count=3),
        Relation(
            "ASSOCIATES", "Disease", "Gene", "is associated with", "is associated with",
            words=("associated with", "associate"), count=6,
        ),
        Relation(
            "PRESENTS", "Disease", "Symptom", "presents with", "is a symptom of", "does not present with",
            ("present with", "present", "show", "have", "symptom of"), against="against", count=13,
            properties=_RECORD,
        ),
        Relation(
            "LACKS", "Disease", "Symptom", "does not present with", "is not a symptom of",
            words=("excluded in", "exclude", "absent in"), negates="PRESENTS", against="against", count=2,
            properties=_RECORD,
        ),
        Relation(
            "IS_A", "Disease", "Disease", "is a kind of", "includes", "is not a kind of",
            ("is a", "kind of", "subtype of", "parent of"), hierarchical=True, count=1,
        ),
        Relation(
            "IS_A", "Symptom", "Symptom", "is a kind of", "includes", "is not a kind of",
            ("is a", "kind of", "subtype of", "parent of"), hierarchical=True, count=3,
        ),
    ),
    absent={"hospital": "hospitals", "p value": "p-values"},
)  # fmt: skip


@dataclass(frozen=True)
class Point:
    """One node; ``thing`` is the identifier that nodes of one thing share."""

    label: str
    id: str
    name: str
    thing: str = ""
    synonyms: tuple[str, ...] = ()
    definition: str = ""


@dataclass(frozen=True)
class Arrow:
    """One edge between identifiers."""

    type: str
    source: str
    target: str
    properties: Mapping[str, Any] = field(default_factory=dict)


NODES = (
    Point("Compound", "C:1", "Aspirin", synonyms=("Acetylsalicylic acid",)),
    Point("Compound", "C:2", "Ibuprofen"),
    Point("Compound", "C:3", "Metformin"),
    Point("Compound", "C:4", "Sumatriptan"),
    Point("Compound", "C:5", "Colchicine"),
    Point("Disease", "D:1", "Migraine", definition="A recurring headache on one side."),
    Point("Disease", "D:2", "Gout", synonyms=("Podagra",), definition="Crystals of urate in a joint."),
    Point("Disease", "O:2", "Gout", thing="D:2"),
    Point("Disease", "D:3", "Asthma"),
    Point("Disease", "D:4", "Malaria"),
    Point("Disease", "D:5", "Arthritis"),
    Point("Disease", "D:6", "Rheumatoid arthritis"),
    Point("Disease", "D:7", "Tetany"),
    Point("Disease", "D:8", "Influenza"),
    Point("Gene", "G:1", "TP53"),
    Point("Gene", "G:2", "BRCA1"),
    Point("Gene", "G:3", "PTGS2"),
    Point("Gene", "G:4", "SOX9"),
    Point("Gene", "G:5", "URAT1"),
    Point("Symptom", "S:1", "Headache", synonyms=("Cephalgia",)),
    Point("Symptom", "S:2", "Nausea", synonyms=("Collywobbles",)),
    Point("Symptom", "S:3", "Fever"),
    Point("Symptom", "S:4", "Dolor"),
    Point("Symptom", "S:5", "Abdominal dolor", synonyms=("Collywobbles",)),
    Point("Symptom", "S:6", "Thoracic dolor"),
    Point("Symptom", "S:7", "Crushing thoracic dolor"),
    Point("Symptom", "S:8", "Vomiting"),
    Point("Symptom", "S:9", "Tetany"),
    Point("Symptom", "S:10", "Arthralgia"),
)


def _presents(
    disease: str, symptom: str, frequency: str = "", *references: str, against: bool = False, type_: str = "PRESENTS"
) -> Arrow:
    told = {"frequency": frequency} if frequency else {}
    return Arrow(
        type_, disease, symptom, {**told, "references": list(references), "database": "Test", "against": against}
    )


EDGES = (
    Arrow("TREATS", "C:1", "D:1", {"dose": "500 mg"}),
    Arrow("TREATS", "C:2", "D:1"),
    Arrow("TREATS", "C:4", "D:1"),
    Arrow("TREATS", "C:5", "D:2"),
    Arrow("TREATS", "C:2", "O:2"),
    Arrow("TREATS", "C:2", "D:5"),
    Arrow("PALLIATES", "C:1", "D:5"),
    Arrow("PALLIATES", "C:2", "D:2"),
    Arrow("PALLIATES", "C:1", "D:8"),
    Arrow("CAUSES", "C:1", "S:2"),
    Arrow("CAUSES", "C:3", "S:2"),
    Arrow("CAUSES", "C:3", "S:8"),
    Arrow("CAUSES", "C:5", "S:5"),
    Arrow("UPREGULATES", "C:1", "G:1"),
    Arrow("UPREGULATES", "C:3", "G:2"),
    Arrow("UPREGULATED_BY", "G:1", "C:1"),
    Arrow("UPREGULATED_BY", "G:4", "C:2"),
    Arrow("DOWNREGULATES", "C:1", "G:3"),
    Arrow("DOWNREGULATES", "C:2", "G:3"),
    Arrow("RESEMBLES", "D:2", "D:5"),
    Arrow("RESEMBLES", "D:5", "D:2"),
    Arrow("RESEMBLES", "D:6", "D:2"),
    Arrow("RESEMBLES", "D:4", "D:8"),
    Arrow("REGULATES", "G:1", "G:2"),
    Arrow("REGULATES", "G:2", "G:4"),
    Arrow("REGULATES", "G:4", "G:1"),
    Arrow("ASSOCIATES", "D:1", "G:3"),
    Arrow("ASSOCIATES", "D:2", "G:5"),
    Arrow("ASSOCIATES", "O:2", "G:3"),
    Arrow("ASSOCIATES", "D:3", "G:1"),
    Arrow("ASSOCIATES", "D:6", "G:3"),
    Arrow("ASSOCIATES", "D:6", "G:2"),
    _presents("D:1", "S:1", "58/60", "PMID:1", "PMID:2"),
    _presents("D:1", "S:1", "Very frequent", "PMID:3"),
    _presents("D:1", "S:2", "45/58", "PMID:1"),
    _presents("D:1", "S:3", "0/32", "PMID:4", against=True),
    _presents("D:2", "S:4", "100%"),
    _presents("O:2", "S:3", "Occasional", "PMID:5"),
    _presents("D:4", "S:3", "20/20"),
    _presents("D:4", "S:1", "12/20"),
    _presents("D:4", "S:2", "0/5", against=True),
    _presents("D:4", "S:2", "3/10"),
    _presents("D:8", "S:3"),
    _presents("D:8", "S:1", "10%"),
    _presents("D:8", "S:6"),
    _presents("D:7", "S:7"),
    _presents("D:3", "S:2", against=True, type_="LACKS"),
    _presents("D:8", "S:2", against=True, type_="LACKS"),
    Arrow("IS_A", "D:6", "D:5"),
    Arrow("IS_A", "S:5", "S:4"),
    Arrow("IS_A", "S:6", "S:4"),
    Arrow("IS_A", "S:7", "S:6"),
)


def name_records() -> list[dict[str, Any]]:
    """What the linker reads of every node."""
    return [{"id": n.id, "label": n.label, "name": n.name, "synonyms": list(n.synonyms)} for n in NODES]


def write_graph(write: Callable[..., None]) -> None:
    """Create the graph on a server.

    Args:
        write: runs a statement with parameters as an account that may write.
    """
    labels = {node.id: node.label for node in NODES}
    for label, group in groupby(sorted(NODES, key=lambda n: n.label), key=lambda n: n.label):
        rows = [
            {"id": n.id, "name": n.name, "thing": n.thing or n.id, "synonyms": list(n.synonyms)}
            | ({"definition": n.definition} if n.definition else {})
            for n in group
        ]
        write(f"UNWIND $rows AS row CREATE (n:{quoted(label)}) SET n = row", rows=rows)

    def kind(edge: Arrow) -> tuple[str, str, str]:
        return labels[edge.source], edge.type, labels[edge.target]

    for (source, type_, target), edges in groupby(sorted(EDGES, key=kind), key=kind):
        rows = [{"s": e.source, "t": e.target, "p": dict(e.properties)} for e in edges]
        write(
            f"UNWIND $rows AS row MATCH (a:{quoted(source)} {{id: row.s}}), (b:{quoted(target)} {{id: row.t}}) "
            f"CREATE (a)-[r:{quoted(type_)}]->(b) SET r = row.p",
            rows=rows,
        )


def fill(uri: str, account: tuple[str, str], database: str) -> None:
    """Create the graph in an empty database over Bolt."""
    with neo4j.GraphDatabase.driver(uri, auth=account) as driver, driver.session(database=database) as session:

        def write(cypher: str, **parameters: Any) -> None:
            session.run(cypher, parameters).consume()

        write_graph(write)


@functools.cache
def understanding() -> tuple[Reader, Linker]:
    """The reader of the schema and the linker of the names."""
    return Reader(SCHEMA), Linker(NameIndex(name_records()))


def read(question: str) -> Intent | Gap | Ambiguity:
    """What the reader makes of a question, its names linked as the pipeline links them."""
    reader, linker = understanding()
    cleaned = clean(question)
    found = linker.link(cleaned, context=LinkContext(expected=reader.expected(cleaned)))
    kept = [e for e in found if e.chosen.method == "identifier" or not reader.is_phrase(e.mention)]
    return reader.read(cleaned, kept)


def read_intent(question: str) -> Intent:
    """The intent of a question that must have one."""
    intent = read(question)
    assert isinstance(intent, Intent), f"{question}: {intent}"
    return intent
