"""The verb of a composed answer says no more than the evidence of its records: on a small graph of treatments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import neo4j
import pytest

from kgqa.answers.composing import compose
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.evidence.ledger import Ledger
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import LinkContext, Linker
from kgqa.questions.intent import Intent
from kgqa.questions.reader import Reader
from kgqa.schema.model import NodeType, Property, Relation, Schema

_FIELDS = (
    Property("evidence", role="evidence"),
    Property("max_phase", "INTEGER"),
    Property("denied", "BOOLEAN"),
    Property("dose", words=("dose",)),
)
SCHEMA = Schema(
    nodes=(
        NodeType("Drug", "drug", "drugs"),
        NodeType("Disease", "disease", "diseases"),
        NodeType("Sign", "sign", "signs"),
    ),
    relations=(
        Relation(
            "TREATS", "Drug", "Disease", "treats", "is treated by", "does not treat", ("treat",), against="denied",
            count=9, properties=_FIELDS,
        ),
        Relation(
            "HAS", "Disease", "Sign", "shows", "is shown by", "does not show", ("show",), against="denied", count=5,
            properties=_FIELDS,
        ),
    ),
)  # fmt: skip
NODES = {
    "Drug": ["Abafan", "Bekolin", "Cidomol", "Dorivan", "Elimab", "Fostan"],
    "Disease": ["Morbus Alba", "Morbus Bruna", "Morbus Caeca", "Morbus Dura", "Morbus Errans"],
    "Sign": ["Itchiness", "Wheezing", "Limping"],
}
MINED, INFERRED, STUDY, TRIAL, CURATED = "text-mined", "IEA", "PCS", "clinical trial", "curated"
EDGES: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("TREATS", "Abafan", "Morbus Alba", {"evidence": MINED, "dose": "5 mg"}),
    ("TREATS", "Bekolin", "Morbus Alba", {"evidence": MINED}),
    ("TREATS", "Abafan", "Morbus Bruna", {"evidence": CURATED}),
    ("TREATS", "Bekolin", "Morbus Bruna", {"evidence": MINED}),
    ("TREATS", "Cidomol", "Morbus Bruna", {"evidence": TRIAL}),
    ("TREATS", "Cidomol", "Morbus Caeca", {"max_phase": 2}),
    ("TREATS", "Dorivan", "Morbus Caeca", {"evidence": TRIAL}),
    ("TREATS", "Dorivan", "Morbus Dura", {"evidence": MINED}),
    ("TREATS", "Dorivan", "Morbus Dura", {"evidence": STUDY}),
    ("TREATS", "Elimab", "Morbus Errans", {"evidence": MINED, "denied": True}),
    ("TREATS", "Fostan", "Morbus Errans", {"max_phase": 4}),
    ("TREATS", "Fostan", "Morbus Dura", {}),
    ("HAS", "Morbus Alba", "Itchiness", {"evidence": INFERRED}),
    ("HAS", "Morbus Alba", "Wheezing", {"evidence": STUDY}),
    ("HAS", "Morbus Bruna", "Itchiness", {"evidence": STUDY}),
    ("HAS", "Morbus Caeca", "Limping", {"evidence": INFERRED}),
    ("HAS", "Morbus Bruna", "Wheezing", {"evidence": STUDY}),
)
Ask = Callable[[str], CitedAnswer]


def _records() -> list[dict[str, Any]]:
    named = [(label, name) for label, names in NODES.items() for name in names]
    return [{"id": f"X:{name}", "label": label, "name": name, "synonyms": []} for label, name in named]


@pytest.fixture(scope="module")
def ask(server: EmbeddedServer) -> Iterator[Ask]:
    server.create_database("tiers")
    with (
        neo4j.GraphDatabase.driver(server.bolt_uri, auth=server.root_auth) as driver,
        driver.session(database="tiers") as session,
    ):
        for one in _records():
            session.run(f"CREATE (n:{one['label']} {{id: $id, name: $name}})", id=one["id"], name=one["name"]).consume()
        for type_, source, target, fields in EDGES:
            ends = ("Drug", "Disease") if type_ == "TREATS" else ("Disease", "Sign")
            session.run(
                f"MATCH (a:{ends[0]} {{id: $s}}), (b:{ends[1]} {{id: $t}}) CREATE (a)-[r:{type_}]->(b) SET r = $p",
                s=f"X:{source}", t=f"X:{target}", p={"denied": False, **fields},
            ).consume()  # fmt: skip
    reader, linker = Reader(SCHEMA), Linker(NameIndex(_records()))
    with server.store("tiers") as store:

        def answered(question: str) -> CitedAnswer:
            names = linker.link(question, context=LinkContext(expected=reader.expected(question)))
            intent = reader.read(question, names)
            assert isinstance(intent, Intent), f"{question}: {intent}"
            return compose(AnswerContext(SCHEMA, Ledger(store), "Tiers 1"), intent)

        yield answered
    server.drop_database("tiers")


@pytest.mark.parametrize(
    ("question", "headline"),
    [
        ("Does Abafan treat Morbus Alba?", "Recorded: Abafan is reported by text mining to treat Morbus Alba [1]."),
        ("Does Cidomol treat Morbus Caeca?", "Recorded: Cidomol was studied in Morbus Caeca [1]."),
        ("Does Dorivan treat Morbus Caeca?", "Recorded: Dorivan was studied in Morbus Caeca [1]."),
        ("Does Abafan treat Morbus Bruna?", "Yes: Abafan treats Morbus Bruna [1]."),
        ("Does Fostan treat Morbus Errans?", "Yes: Fostan treats Morbus Errans [1]."),
        ("Does Fostan treat Morbus Dura?", "Yes: Fostan treats Morbus Dura [1]."),
        ("Does Elimab treat Morbus Errans?", "No: it is recorded that Elimab does not treat Morbus Errans [1]."),
        ("Does Morbus Alba show Itchiness?", "Yes: Morbus Alba is inferred automatically to show Itchiness [1]."),
        ("Does Morbus Alba show Wheezing?", "Yes: Morbus Alba shows Wheezing [1]."),
    ],
)
def test_a_verb_goes_as_far_as_its_record(ask: Ask, question: str, headline: str) -> None:
    found = ask(question).answer
    assert found.headline == headline
    assert found.verdict is ("does not" not in headline)


def test_of_several_records_of_a_link_the_strongest_counts(ask: Ask) -> None:
    assert ask("Does Dorivan treat Morbus Dura?").answer.headline == "Yes: Dorivan treats Morbus Dura [1] [2]."


@pytest.mark.parametrize(
    ("question", "headline", "told"),
    [
        ("Which drugs treat Morbus Alba?",
            "2 drugs are reported by text mining to treat Morbus Alba: Abafan [1] and Bekolin [2].", ""),
        ("Which drugs treat Morbus Caeca?", "2 drugs were studied in Morbus Caeca: Dorivan [1] and Cidomol [2].", ""),
        (
            "Which drugs treat Morbus Bruna?",
                "3 drugs are recorded to treat Morbus Bruna: Cidomol [1], Abafan [2] and Bekolin [3].",
            "Of these 3 drugs, 1 rests on trials or experiments alone and 1 on text mining alone.",
        ),
        ("Which drugs treat Morbus Dura?", "2 drugs treat Morbus Dura: Dorivan [1] [2] and Fostan [3].", ""),
        ("Which diseases does Bekolin treat?",
            "Bekolin is reported by text mining to treat 2 diseases: Morbus Alba [1] and Morbus Bruna [2].", ""),
        (
            "Which diseases does Abafan treat?",
                "Abafan is recorded to treat 2 diseases: Morbus Bruna [1] and Morbus Alba [2].",
            "Of these 2 diseases, 1 rests on text mining alone.",
        ),
        ("Which diseases show Itchiness?", "2 diseases show Itchiness: Morbus Bruna [1] and Morbus Alba [2].",
         "Of these 2 diseases, 1 rests on automatic inference alone."),
        ("Which diseases show Limping?", "Morbus Caeca [1] is inferred automatically to show Limping.", ""),
        ("Which diseases show Itchiness and Wheezing?",
            "2 diseases show both Itchiness and Wheezing: Morbus Alba [1] [2] and Morbus Bruna [3] [4].",
         "Of these 2 diseases, 1 rests on automatic inference alone for at least one link."),
        ("Are there drugs that treat Morbus Alba?",
         "Recorded: 2 drugs are reported by text mining to treat Morbus Alba, namely Abafan [1] and Bekolin [2].", ""),
        ("Which drug treats the most diseases?",
         "Dorivan and Fostan treat 2 diseases each", ""),
    ],
)  # fmt: skip
def test_a_list_says_how_many_rest_on_less(ask: Ask, question: str, headline: str, told: str) -> None:
    found = ask(question).answer
    if "most" not in question:
        assert found.headline == headline
    assert ("Of these" in found.text) is bool(told)
    assert told in found.text


def test_a_chain_is_as_good_as_its_weakest_step(ask: Ask) -> None:
    found = ask("Which drugs treat diseases that show Limping?").answer
    assert found.headline == (
        "2 drugs are recorded to treat diseases that show Limping: Dorivan [1] [2] and Cidomol [3] [2]."
    )
    assert "Of these 2 drugs, 2 rest on automatic inference alone for at least one link." in found.text


def test_a_value_of_a_link_is_told_with_the_same_verb(ask: Ask) -> None:
    found = ask("What is the dose of Abafan in Morbus Alba?").answer
    assert found.headline.startswith("Abafan is reported by text mining to treat Morbus Alba: dose 5 mg")


def test_verdicts_and_items_are_what_they_were(ask: Ask) -> None:
    found = ask("Which drugs treat Morbus Bruna?").answer
    assert sorted(item.name for item in found.items) == ["Abafan", "Bekolin", "Cidomol"]
    assert (found.total, found.status) == (3, "answered")
