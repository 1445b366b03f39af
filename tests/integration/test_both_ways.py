"""Between two named things all that is recorded is told: for kinds, against, beside, and the value that stands instead.

The graph is small and made up, with the names of relations that tables of drugs use; its schema is derived from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import neo4j
import pytest

from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.evidence.ledger import Ledger
from kgqa.graph.quoting import quoted
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import LinkContext, Linker
from kgqa.questions.intent import Intent
from kgqa.questions.reader import Reader
from kgqa.schema import derive
from kgqa.schema.model import Property
from kgqa.schema.reconcile import settled
from kgqa.strategies.graph_only import compose

HEART, OBSTRUCTIVE, FAMILIAL = "Cardiopathia", "Cardiopathia obstructiva", "Cardiopathia familiaris"
GOUT, ASTHMA, LONELY = "Podagra", "Pnigmos", "Monosis"
KINDS = {"Cardiopathia minor": HEART, OBSTRUCTIVE: HEART, FAMILIAL: HEART, "Pnigmos nocturnus": ASTHMA}
DRUGS = ["Lotaran", "Acetol", "Bisolol", "Colchin", "Dupamab", "Ergolin", "Fenotol", "Sedol type 1", "Sedol type 2"]
GENES = ["GNX1", "GNX2"]
SYMPTOMS = {"Dyspnoea": None, "Dyspnoea nocturna": "Dyspnoea", "Dyspnoea gravis": "Dyspnoea", "Tussis": None}
PATTERNS = {
    "Dominant pattern": None,
    "Recessive pattern": None,
    "Sex pattern": None,
    "Sex dominant pattern": "Sex pattern",
    "Many-gene pattern": None,
    "Two-gene pattern": "Many-gene pattern",
}
MANY = [f"Morbus {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
DISEASES = [HEART, GOUT, ASTHMA, LONELY, *KINDS, *MANY]
PROPERTIES = (
    derive.property_("frequency", "STRING"),
    derive.property_("source", "STRING"),
    derive.property_("onset", "STRING"),
)
LABELS = {
    "Drug": DRUGS,
    "Disease": DISEASES,
    "Gene": GENES,
    "Symptom": list(SYMPTOMS),
    "InheritanceMode": list(PATTERNS),
}
TRIADS = (
    ("Drug", "TREATS", "Disease"), ("Drug", "CONTRAINDICATED_IN", "Disease"), ("Drug", "PALLIATES", "Disease"),
    ("Drug", "off-label use", "Disease"), ("Drug", "tested in", "Disease"),
    ("Drug", "increases activity of", "Gene"), ("Drug", "decreases activity of", "Gene"),
    ("Drug", "does not bind", "Gene"), ("Drug", "binds", "Gene"),
    ("Disease", "HAS_SYMPTOM", "Symptom"), ("Disease", "LACKS_SYMPTOM", "Symptom"),
    ("Disease", "HAS_INHERITANCE", "InheritanceMode"),
    ("Disease", "IS_A", "Disease"), ("Symptom", "IS_A", "Symptom"), ("InheritanceMode", "IS_A", "InheritanceMode"),
)  # fmt: skip
Edge = tuple[str, str, str, str, str, dict[str, Any]]


def _edges() -> Iterator[Edge]:
    def link(start: str, label: str, type_: str, end: str, other: str, /, **fields: Any) -> Edge:
        return start, label, type_, end, other, fields

    def drug(name: str, type_: str, disease: str, /, **fields: Any) -> Edge:
        return link(name, "Drug", type_, disease, "Disease", **fields)

    yield drug("Lotaran", "CONTRAINDICATED_IN", HEART, source="Label")
    yield drug("Lotaran", "CONTRAINDICATED_IN", HEART, source="Atlas")
    yield drug("Lotaran", "tested in", HEART)
    yield drug("Acetol", "TREATS", GOUT)
    yield drug("Acetol", "CONTRAINDICATED_IN", GOUT)
    yield drug("Acetol", "PALLIATES", ASTHMA)
    yield drug("Bisolol", "TREATS", OBSTRUCTIVE)
    yield drug("Colchin", "off-label use", GOUT)
    yield drug("Dupamab", "CONTRAINDICATED_IN", "Pnigmos nocturnus")
    yield drug("Fenotol", "TREATS", OBSTRUCTIVE)
    yield drug("Fenotol", "CONTRAINDICATED_IN", FAMILIAL)
    yield drug("Sedol type 1", "TREATS", ASTHMA)
    yield drug("Sedol type 2", "TREATS", LONELY)
    yield drug("Sedol type 1", "CONTRAINDICATED_IN", LONELY)
    yield link("Ergolin", "Drug", "decreases activity of", "GNX1", "Gene")
    yield link("Ergolin", "Drug", "does not bind", "GNX1", "Gene")
    for disease, symptom, fields in (
        (OBSTRUCTIVE, "Dyspnoea", {"frequency": "3/4", "source": "OMIM"}),
        (FAMILIAL, "Dyspnoea", {"frequency": "Very frequent", "source": "ORPHA"}),
        (ASTHMA, "Dyspnoea nocturna", {"frequency": "45/58", "source": "OMIM", "onset": "at night"}),
        (GOUT, "Tussis", {"frequency": "1/10", "source": "OMIM"}),
        (GOUT, "Tussis", {"frequency": "Occasional", "source": "ORPHA"}),
    ):
        yield link(disease, "Disease", "HAS_SYMPTOM", symptom, "Symptom", **fields)
    yield link("Cardiopathia minor", "Disease", "LACKS_SYMPTOM", "Dyspnoea", "Symptom")
    yield link(GOUT, "Disease", "LACKS_SYMPTOM", "Dyspnoea gravis", "Symptom")
    for disease in (*MANY, GOUT):
        yield link(disease, "Disease", "HAS_INHERITANCE", "Dominant pattern", "InheritanceMode")
    yield link(ASTHMA, "Disease", "HAS_INHERITANCE", "Sex pattern", "InheritanceMode")
    yield link(MANY[0], "Disease", "HAS_INHERITANCE", "Sex pattern", "InheritanceMode")
    yield link(FAMILIAL, "Disease", "HAS_INHERITANCE", "Dominant pattern", "InheritanceMode")
    yield link("Cardiopathia minor", "Disease", "HAS_INHERITANCE", "Dominant pattern", "InheritanceMode")
    yield link(OBSTRUCTIVE, "Disease", "HAS_INHERITANCE", "Sex pattern", "InheritanceMode")
    for kinds, label in ((KINDS, "Disease"), (SYMPTOMS, "Symptom"), (PATTERNS, "InheritanceMode")):
        for kind, above in kinds.items():
            if above is not None:
                yield link(kind, label, "IS_A", above, label)


EDGES = list(_edges())
Ask = Callable[[str], CitedAnswer]


@pytest.fixture(scope="module")
def ask(server: EmbeddedServer) -> Iterator[Ask]:
    nodes = [derive.node_type(label, len(names), (Property("id"), Property("name"))) for label, names in LABELS.items()]
    counts = {(a, t, b): sum((e[1], e[2], e[4]) == (a, t, b) for e in EDGES) for a, t, b in TRIADS}
    schema = settled(nodes, [derive.relation(t, a, b, counts[a, t, b], PROPERTIES) for a, t, b in TRIADS])
    records = [
        {"id": f"X:{name}", "label": label, "name": name, "synonyms": []}
        for label, names in LABELS.items() for name in names
    ]  # fmt: skip
    server.create_database("bothways")
    with (
        neo4j.GraphDatabase.driver(server.bolt_uri, auth=server.root_auth) as driver,
        driver.session(database="bothways") as session,
    ):
        for one in records:
            session.run(f"CREATE (n:{one['label']} {{id: $id, name: $name}})", id=one["id"], name=one["name"]).consume()
        for source, label, type_, target, other, fields in EDGES:
            session.run(
                f"MATCH (a:{label} {{id: $s}}), (b:{other} {{id: $t}}) CREATE (a)-[r:{quoted(type_)}]->(b) SET r = $p",
                s=f"X:{source}", t=f"X:{target}", p=fields,
            ).consume()  # fmt: skip
    reader, linker = Reader(schema), Linker(NameIndex(records), families=schema.without_kinds())
    with server.store("bothways") as store:

        def answered(question: str) -> CitedAnswer:
            names = linker.link(question, context=LinkContext(expected=reader.expected(question)))
            intent = reader.read(question, names)
            assert isinstance(intent, Intent), f"{question}: {intent}"
            return compose(AnswerContext(schema, Ledger(store), "Small 1"), intent)

        yield answered
    server.drop_database("bothways")


@pytest.mark.parametrize(
    ("question", "verdict", "headline"),
    [
        (
            "Does Lotaran treat Cardiopathia?", False,
            "No: Lotaran is contraindicated in Cardiopathia [1] [2]; that Lotaran treats Cardiopathia is not recorded.",
        ),
        (
            "Is Lotaran used for Cardiopathia?", False,
            "No: Lotaran is contraindicated in Cardiopathia [1] [2]; that Lotaran treats Cardiopathia is not recorded.",
        ),
        (
            "Lotaran does not treat Cardiopathia.", True,
            "That is right: Lotaran is contraindicated in Cardiopathia [1] [2]; that Lotaran treats Cardiopathia is "
            "not recorded.",
        ),
        (
            "Can Acetol be given in Podagra?", True,
            "Recorded both ways: Acetol treats Podagra [1], but is contraindicated in Podagra [2].",
        ),
        (
            "Is Acetol contraindicated in Podagra?", True,
            "Recorded both ways: Acetol is contraindicated in Podagra [1], but treats Podagra [2].",
        ),
        (
            "Does Ergolin increase activity of GNX1?", False,
            "No: Ergolin decreases activity of GNX1 [1]; that Ergolin increases activity of GNX1 is not recorded.",
        ),
        ("Is Colchin used for Podagra?", True, "Yes: Colchin is used off-label for Podagra [1]."),
        (
            "Does Bisolol treat Cardiopathia?", True,
            "Yes: Bisolol treats Cardiopathia, recorded for 1 of 3 kinds of Cardiopathia: Cardiopathia "
            "obstructiva [1].",
        ),
        (
            "Does Fenotol treat Cardiopathia?", True,
            "Recorded both ways: Fenotol treats Cardiopathia, recorded for 1 of 3 kinds of Cardiopathia: Cardiopathia "
            "obstructiva [1]; but of kinds of Cardiopathia it is recorded that Fenotol is contraindicated in "
            "Cardiopathia familiaris [2].",
        ),
        (
            "Does Sedol treat Pnigmos?", True,
            "Yes: Sedol treats Pnigmos, recorded for 1 of 2 kinds of Sedol: Sedol type 1 [1].",
        ),
        (
            "Does Sedol treat Monosis?", True,
            "Recorded both ways: Sedol treats Monosis, recorded for 1 of 2 kinds of Sedol: Sedol type 2 [1], but is "
            "contraindicated in Monosis [2].",
        ),
        (
            "Does Cardiopathia present with Dyspnoea?", True,
            "Yes: Cardiopathia has symptom Dyspnoea, recorded for 2 of 3 kinds of Cardiopathia: Cardiopathia "
            "obstructiva and Cardiopathia familiaris [1] [2].",
        ),
        (
            "Does Pnigmos present with Dyspnoea?", True,
            "Yes: Pnigmos has symptom Dyspnoea, recorded for 1 of 2 kinds of Dyspnoea: Dyspnoea nocturna, frequency "
            "45 of 58 patients, 78 % [1].",
        ),
        (
            "Does Podagra present with Tussis?", True,
            "Yes: Podagra has symptom Tussis, frequency 1 of 10 patients, 10 % (OMIM) and occasional, 5–29 % "
            "(Orphanet) [1] [2].",
        ),
        (
            "Is Podagra inherited as Recessive pattern?", False,
            "No: Podagra has inheritance Dominant pattern [1]; Recessive pattern is not recorded.",
        ),
        (
            "Is Cardiopathia inherited as Recessive pattern?", False,
            "No: Cardiopathia has inheritance Dominant pattern and Sex pattern, recorded for all 3 kinds of "
            "Cardiopathia [1] [2] [3]; Recessive pattern is not recorded.",
        ),
        (
            "Is Cardiopathia inherited as Dominant pattern?", True,
            "Yes: Cardiopathia has inheritance Dominant pattern, recorded for 2 of 3 kinds of Cardiopathia: "
            "Cardiopathia familiaris and Cardiopathia minor [1] [2].",
        ),
        (
            "Podagra is not inherited as Recessive pattern.", True,
            "That is right: Podagra has inheritance Dominant pattern [1]; Recessive pattern is not recorded.",
        ),
    ],
)  # fmt: skip
def test_the_headline_tells_what_speaks_for_and_against(ask: Ask, question: str, verdict: bool, headline: str) -> None:
    found = ask(question).answer
    assert (found.status, found.kind, found.verdict) == ("answered", "yesno", verdict)
    assert found.headline == headline


@pytest.mark.parametrize(
    "question",
    [
        "Is Pnigmos inherited as Sex dominant pattern?",  # only the broader one is recorded
        "Is Monosis inherited as Recessive pattern?",  # nothing is
        "Is Podagra inherited as Two-gene pattern?",  # no alternative to what is recorded
        "Does Podagra present with Dyspnoea?",  # several features can be true at the same time
        "Does Dupamab treat Pnigmos?",  # against a kind alone
        "Does Acetol treat Pnigmos?",  # what is beside it speaks neither for nor against
    ],
)
def test_silence_stays_silence(ask: Ask, question: str) -> None:
    found = ask(question).answer
    assert found.verdict is False
    assert found.headline.startswith("Not recorded: ")
    assert "silence, not proof of absence" in found.text
    assert found.opposing == ()


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Does Lotaran treat Cardiopathia?", "Also recorded: Lotaran is tested in Cardiopathia [3]."),
        ("Does Acetol treat Pnigmos?", "Also recorded: Acetol palliates Pnigmos [1]."),
        (
            "Is Podagra inherited as Two-gene pattern?",
            "Also recorded: Podagra has inheritance Dominant pattern [1].",
        ),
        (
            "Does Dupamab treat Pnigmos?",
            "; but of kinds of Pnigmos it is recorded that Dupamab is contraindicated in Pnigmos nocturnus [1].",
        ),
        ("Does Ergolin increase activity of GNX1?", "Also recorded: Ergolin does not bind GNX1 [2]."),
        (
            "Does Cardiopathia present with Dyspnoea?",
            "It is denied for 1 kind of Cardiopathia: Cardiopathia minor [3].",
        ),
        (
            "Is Cardiopathia inherited as Dominant pattern?",
            "Of the kinds of Cardiopathia are recorded as well: Sex pattern for 1 [3].",
        ),
        (
            "Is Morbus A inherited as Dominant pattern?",
            "Also recorded: Morbus A has inheritance Sex pattern [2].",
        ),
        ("Does Podagra present with Dyspnoea?", "It is denied for 1 kind of Dyspnoea: Dyspnoea gravis [1]."),
    ],
)
def test_what_stands_beside_is_told_behind(ask: Ask, question: str, sentence: str) -> None:
    found = ask(question)
    assert sentence in found.answer.text
    assert all(one.number in found.answer.beside for one in found.evidence if f"[{one.number}]" in sentence) or (
        "denied for" in sentence
    )


@pytest.mark.parametrize("other", ["Sex pattern", "Recessive pattern"])
def test_a_value_that_another_half_of_the_question_tells_is_told_once(ask: Ask, other: str) -> None:
    text = ask(f"Is Morbus A inherited as Dominant pattern or as {other}?").answer.text
    assert "Also recorded" not in text
    assert text.count("Sex pattern") == 1


def test_what_the_members_of_a_family_have_is_told_with_them(ask: Ask) -> None:
    found = ask("Which diseases does Sedol treat?").answer
    assert found.headline.startswith("Recorded for 2 kinds of Sedol: 2 diseases")
    assert {one.name: one.kinds for one in found.items} == {"Pnigmos": ("Sedol type 1",), LONELY: ("Sedol type 2",)}
    assert "itself" not in found.text, "nothing is called so, which could have a record"


def test_a_name_that_several_begin_with_is_no_thing_with_their_identifiers(ask: Ask) -> None:
    found = ask("What is Sedol?").answer
    assert found.headline == "Sedol is what the names of 2 drugs begin with."
    assert "They are: Sedol type 1 (X:Sedol type 1); Sedol type 2 (X:Sedol type 2)." in found.text
    assert "Identifier" not in found.text


def test_what_kinds_have_against_a_link_speaks_against_it_only_where_kinds_have_the_link(ask: Ask) -> None:
    assert ask("Does Fenotol treat Cardiopathia?").answer.opposing == (2,)
    assert ask("Does Dupamab treat Pnigmos?").answer.opposing == ()


def test_opposing_and_other_facts_are_numbered_apart(ask: Ask) -> None:
    found = ask("Does Lotaran treat Cardiopathia?")
    assert (found.answer.opposing, found.answer.beside) == ((1, 2), (3,))
    assert [one.predicate for one in found.evidence] == ["CONTRAINDICATED_IN", "CONTRAINDICATED_IN", "tested in"]


@pytest.mark.parametrize(
    ("question", "value", "headline"),
    [
        (
            "How common is Dyspnoea in Pnigmos?", "45/58",
            "Dyspnoea is a symptom of Pnigmos: frequency recorded for 1 of 2 kinds of Dyspnoea: Dyspnoea nocturna, "
            "45 of 58 patients, 78 % (OMIM) [1].",
        ),
        (
            "How common is Dyspnoea in Cardiopathia?", ["Very frequent", "3/4"],
            "Dyspnoea is a symptom of Cardiopathia: frequency recorded for 2 of 3 kinds of Cardiopathia: Cardiopathia "
            "familiaris, very frequent, 80–99 % (Orphanet) [1]; Cardiopathia obstructiva, 3 of 4 patients, "
            "75 % (OMIM) [2].",
        ),
        (
            "How common is Tussis in Podagra?", ["1/10", "Occasional"],
            "Tussis is a symptom of Podagra: frequency 1 of 10 patients, 10 % (OMIM) [1] and occasional, "
            "5–29 % (Orphanet) [2].",
        ),
        (
            "What is the onset of Dyspnoea in Pnigmos?", "at night",
            "Dyspnoea is a symptom of Pnigmos: onset recorded for 1 of 2 kinds of Dyspnoea: Dyspnoea nocturna, at "
            "night (OMIM) [1].",
        ),
    ],
)  # fmt: skip
def test_a_value_is_told_for_the_kinds_that_have_one(ask: Ask, question: str, value: Any, headline: str) -> None:
    found = ask(question).answer
    assert (found.status, found.kind) == ("answered", "value")
    assert found.headline == headline
    assert found.value == value


def test_a_value_that_no_kind_has_is_not_recorded(ask: Ask) -> None:
    linked = ask("What is the onset of Dyspnoea in Cardiopathia?").answer
    assert (linked.status, linked.value) == ("not_in_graph", None)
    assert "for 2 of 3 kinds of Cardiopathia" in linked.text
    unlinked = ask("How common is Tussis in Pnigmos?").answer
    assert (unlinked.status, unlinked.value) == ("not_in_graph", None)


def test_every_link_answers_how_two_things_are_related(ask: Ask) -> None:
    found = ask("How is Ergolin related to GNX1?")
    assert sorted(one.predicate for one in found.evidence) == ["decreases activity of", "does not bind"]


@pytest.mark.parametrize(
    ("question", "best", "headline"),
    [
        (
            "Is Dyspnoea more frequent in Cardiopathia familiaris or in Cardiopathia obstructiva?", FAMILIAL,
            "Dyspnoea is recorded as more frequent in Cardiopathia familiaris than in Cardiopathia obstructiva: "
            "Cardiopathia familiaris very frequent, 80–99 % (Orphanet) [1]; Cardiopathia obstructiva 3 of 4 "
            "patients, 75 % "
            "(OMIM) [2].",
        ),
        (
            "Is Dyspnoea less common in Pnigmos or in Cardiopathia familiaris?", ASTHMA,
            "Dyspnoea is recorded as less frequent in Pnigmos than in Cardiopathia familiaris: Pnigmos (recorded for "
            "Dyspnoea nocturna) 45 of 58 patients, 78 % (OMIM) [1]; Cardiopathia familiaris very frequent, "
            "80–99 % (Orphanet) "
            "[2].",
        ),
        (
            "Which treats more diseases, Acetol or Lotaran?", "Acetol",
            "Acetol has more recorded diseases: Acetol 1 and Lotaran 0.",
        ),
    ],
)  # fmt: skip
def test_two_things_are_compared_by_what_is_recorded(ask: Ask, question: str, best: str, headline: str) -> None:
    found = ask(question)
    assert (found.answer.status, [item.name for item in found.answer.items]) == ("answered", [best])
    assert found.answer.headline == headline
    assert set(found.answer.items[0].evidence) <= {one.number for one in found.evidence}


def test_a_comparison_is_yes_no_or_not_known(ask: Ask) -> None:
    more = ask("Is Dyspnoea more common in Cardiopathia obstructiva than in Cardiopathia familiaris?").answer
    assert (more.status, more.kind, more.verdict) == ("answered", "yesno", False)
    assert "may be chance" in more.text, "of four patients nothing is sure"
    for question in (
        "Is Tussis more common in Podagra than in Pnigmos?",  # nothing is recorded of the second
        "Is Tussis more common in Podagra or in Pnigmos?",
    ):
        unknown = ask(question).answer
        assert (unknown.status, unknown.verdict, unknown.items) == ("not_in_graph", None, ())
        assert "Pnigmos" in unknown.headline


@pytest.mark.parametrize(
    ("question", "headline"),
    [
        ("Which drugs treat Podagra?", "Acetol [1] treats Podagra; but Acetol is contraindicated in Podagra [2]."),
        ("How many drugs treat Podagra?", "1 drug treats Podagra; but Acetol is contraindicated in Podagra [2]."),
        (
            "Which drugs are contraindicated in Podagra?",
            "Acetol [1] is contraindicated in Podagra; but Acetol treats Podagra [2].",
        ),
    ],
)
def test_a_list_tells_what_is_recorded_against_its_members(ask: Ask, question: str, headline: str) -> None:
    answer = ask(question).answer
    assert answer.headline == headline
    assert [(item.name, item.evidence, item.opposing) for item in answer.items] == [("Acetol", (1,), (2,))]
    assert answer.opposing == (2,)


@pytest.mark.parametrize(
    "question",
    [
        "Which drugs do not treat Podagra?", "Which drugs are contraindicated in Cardiopathia?",
        "Which drugs palliate Pnigmos?", "Which diseases show Dyspnoea?",
    ],
)  # fmt: skip
def test_a_list_without_records_against_it_says_nothing_of_them(ask: Ask, question: str) -> None:
    answer = ask(question).answer
    assert answer.opposing == ()
    assert "; but" not in answer.headline
