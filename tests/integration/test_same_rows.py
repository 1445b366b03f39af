"""Every planned statement gives the rows that the graph's own edges say, on the embedded server and on Neo4j alike."""

from __future__ import annotations

import itertools
import json
import random
import string
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from kgqa.answers.composing import compose
from kgqa.answers.conditions import grounded
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.evidence.ledger import Ledger
from kgqa.graph.quoting import quoted
from kgqa.graph.store import GraphStore
from kgqa.planning.patterns import Patterns
from kgqa.planning.statements import Statements
from kgqa.questions.intent import Condition, Hop, Intent, Thing, Variable
from kgqa.questions.paths import arriving
from kgqa.records import Query, Rows
from kgqa.schema.model import Relation
from tests.integration.graphs import EDGES, NODES, SCHEMA, read_intent

THING = {node.id: node.thing or node.id for node in NODES}
LABEL = {node.id: node.label for node in NODES}
THINGS = {
    thing: Thing(
        next(n.name for n in NODES if n.id == thing), LABEL[thing], tuple(i for i in THING if THING[i] == thing)
    )
    for thing in dict.fromkeys(THING.values())
}
WORDS = """
ACCESS ALL ALTER AND ANY ARRAY AS ASC ASCENDING ASSERT AT BEFORE BETWEEN BOOLEAN BOTH BREAK BUCKET BY CALL CASE
CLASS CLUSTER COLLECT CONCURRENT CONSTRAINT CONTAINS COUNT CREATE CSV CYPHER DATABASE DATE DATETIME DEFAULT
DEFINED DELETE DESC DESCENDING DETACH DIFFERENT DISTINCT DROP DURATION EACH EDGE ELEMENT ELEMENTS ELSE ENABLE END
ENDS ERROR EXISTS EXPLAIN EXTENDS FAIL FALSE FETCH FIELDTERMINATOR FINISH FLOAT FOR FOREACH FROM FUNCTION GRAPH
GROUP GROUPS HEADERS HOME ID IF IN INDEX INF INFINITY INSERT INT INTEGER INTO IS JOIN KEY KEYS LABEL LABELS
LEADING LET LIKE LIMIT LIST LOAD LOCAL MAP MATCH MERGE NAME NAN NEXT NFC NODE NODES NODETACH NONE NORMALIZED NOT
NOTHING NULL NULLS OF OFFSET ON ONLY OPTIONAL OPTIONS OR ORDER PATH PATHS POINT PRIMARY PROFILE PROPERTY RANGE
READ REDUCE REL RELATIONSHIP RELATIONSHIPS REMOVE REPEATABLE REPLACE REQUIRE RETURN ROW ROWS SCAN SELECT SESSION
SET SHORTEST SHORTESTPATH SHOW SIGNED SINGLE SKIP START STARTS STRING TEXT THEN TIME TIMESTAMP TO TRAILING
TRANSACTION TRIM TRUE TYPE TYPED TYPES UNION UNIQUE UNWIND UPDATE USE USING VALUE VARCHAR VECTOR VERTEX WHEN WHERE
WITH WITHOUT XOR YIELD ZONE ZONED AUTH COMMIT FILTER SOURCE TARGET PROPERTIES TERMINATE SHARDS X R T P0
"""
"""Words of Cypher and SQL, which a server may take for something else than a name."""

QUESTIONS = [
    "Which compounds treat migraine?",
    "Which diseases are treated by ibuprofen?",
    "Which diseases present with headache, nausea and fever?",
    "Which diseases present with dolor and are associated with PTGS2?",
    "Which diseases present with headache or fever?",
    "Which diseases present with headache but not nausea?",
    "Which diseases do not present with nausea?",
    "Which diseases exclude fever?",
    "Which symptoms are excluded in migraine?",
    "Which diseases resemble arthritis?",
    "Does arthritis resemble gout?",
    "What do migraine and gout have in common?",
    "Which genes are associated with diseases that present with headache?",
    "Which compounds treat migraine without causing nausea?",
    "Is crushing thoracic dolor a kind of dolor?",
    "Which diseases presenting with headache are treated by compounds that cause nausea?",
    "Does tetany present with dolor?",
    "Is migraine associated with PTGS2 or TP53?",
    "Does TP53 regulate BRCA1?",
    "Aspirin does not treat migraine.",
    "How often does migraine present with headache?",
    "What is the dose of aspirin that treats migraine?",
    "What is the definition of gout?",
    "What are synonyms of gout?",
    "How many diseases are there?",
    "How many compounds treat gout?",
    "What kinds of dolor are there?",
    "What is rheumatoid arthritis a kind of?",
    "What is the relationship between aspirin and migraine?",
    "Which symptom is most frequent in migraine?",
    "Which gene is associated with the most diseases?",
    "Which compounds upregulate SOX9?",
    "Does aspirin upregulate TP53?",
    "Which symptoms does migraine present with in more than 80 % of patients?",
    "Which diseases present with fever in at least half of patients?",
    "Which genes are associated with diseases that present with headache in at least 60 % of patients?",
    "Which compounds treat at least two diseases?",
    "Which compounds treat only gout?",
]
"""One of each form."""
MORE = [
    "Which compounds treat gout?",
    "Which diseases present with headache?",
    "Which diseases present with both headache and nausea?",
    "Which diseases present with dolor and fever?",
    "Which diseases present with fever but not headache or nausea?",
    "Which diseases resemble gout?",
    "Which genes are associated with gout?",
    "Which symptoms do migraine and malaria share?",
    "Which genes are associated with nausea?",
    "Which compounds treat diseases associated with PTGS2?",
    "Does malaria present with nausea?",
    "Is fever excluded in migraine?",
    "How often does tetany present with dolor?",
    "Does aspirin downregulate TP53?",
    "Does BRCA1 regulate TP53?",
    "How is PTGS2 related to headache?",
    "Which disease is associated with the most genes?",
    "Is rheumatoid arthritis an arthritis?",
    "Which genes are upregulated by aspirin?",
    "Does ibuprofen upregulate SOX9?",
    "What is the relationship between aspirin and TP53?",
    "What do TP53 and SOX9 have in common?",
    "What do gout and influenza have in common?",
    "How many diseases resemble gout?",
    "Which genes are associated with arthritis?",
    "Which genes are associated with arthritis or asthma?",
    "Which diseases are treated by compounds that cause dolor?",
    "Which compounds treat gout without causing dolor?",
    "Which diseases present with headache in 10 to 60 % and with nausea in less than half of patients?",
    "Does migraine present with headache in at least 90 % of patients?",
    "How many diseases present with dolor in all patients?",
]


SEVERAL_TIMES = (("toy", 150), ("own_neo4j", 10), ("own_neo4j", 40))


class _Remembering(GraphStore):
    """A store that keeps the statements it ran."""

    def __init__(self, inner: GraphStore) -> None:
        self.inner = inner
        self.ran: list[tuple[Query, Rows]] = []

    def run(self, query: Query, **more: Any) -> Rows:
        rows = self.inner.run(query, **more)
        self.ran.append((query, rows))
        return rows


def _multiset(rows: Rows) -> Counter[str]:
    """Rows without their order; a list that was collected has no order either, the steps of a path have."""
    collected = rows.columns[-1:] in {("things",), ("ids",), ("joined",)}
    plain = [[sorted(v) if collected and isinstance(v, list) else v for v in row] for row in rows.rows]
    return Counter(json.dumps(row, sort_keys=True) for row in plain)


def _answered(store: GraphStore, intent: Intent, *, narrower: bool = False) -> CitedAnswer:
    return compose(AnswerContext(SCHEMA, Ledger(store), "Toy 1", narrower=narrower), intent)


@pytest.mark.parametrize("question", [*QUESTIONS, *(pytest.param(one, marks=pytest.mark.slow) for one in MORE)])
def test_a_question_has_the_same_rows_on_both_servers(toy: GraphStore, own_neo4j: GraphStore, question: str) -> None:
    intent, remembering = read_intent(question), _Remembering(toy)
    _answered(remembering, intent)
    _answered(remembering, intent, narrower=True)
    distinct = {repr((query.cypher, query.parameters)): (query, rows) for query, rows in remembering.ran}
    assert distinct
    for query, rows in distinct.values():
        assert _multiset(own_neo4j.run(query)) == _multiset(rows), query


# What the edges say: an evaluation of variables in Python that shares nothing with the planner.


def _joined(relation: Relation, forward: bool, near: str, far: str, *, denied: bool) -> bool:
    types = {relation.type}
    if denied:
        types |= {r.type for r in SCHEMA.relations if r.negates == relation.type}
    mirrors = {r.type for r in SCHEMA.relations if r.mirrors == relation.type}
    turned = [
        replace(edge, type=relation.type, source=edge.target, target=edge.source)
        for edge in EDGES
        if edge.type in mirrors
    ]
    for edge in (*EDGES, *turned):
        if edge.type in types and (LABEL[edge.source], LABEL[edge.target]) == (relation.source, relation.target):
            ends = (THING[edge.source], THING[edge.target])
            matches = ends == ((near, far) if forward else (far, near)) or (
                relation.symmetric and set(ends) == {near, far}
            )
            against = bool(edge.properties.get("against")) or edge.type != relation.type
            if matches and against == denied:
                return True
    return False


def _meets(thing: str, condition: Condition) -> bool:
    far = _values(condition.variable) if condition.variable else {THING[i] for t in condition.things for i in t.ids}
    joined = any(
        _joined(condition.hop.relation, condition.hop.forward, thing, other, denied=condition.denied) for other in far
    )
    return joined != condition.negated


def _values(variable: Variable) -> set[str]:
    own = {thing for thing in THINGS if LABEL[thing] == variable.label}
    return {thing for thing in own if all(_meets(thing, condition) for condition in variable.conditions)}


def _random_variable(chance: random.Random, label: str, depth: int) -> Variable:
    """One to three conditions over different relations, some over an unnamed thing; the first is not negated."""
    hops = [
        Hop(r, label == r.source)
        for r in SCHEMA.relations
        if label in (r.source, r.target) and not (r.negates or r.hierarchical or r.mirrors)
    ]
    conditions = [
        _random_condition(chance, hop, depth) for hop in chance.sample(hops, min(len(hops), chance.randint(1, 3)))
    ]
    conditions[0] = replace(conditions[0], negated=False)
    return Variable(label, tuple(conditions))


def _random_condition(chance: random.Random, hop: Hop, depth: int) -> Condition:
    if depth and chance.random() < 0.4:
        return Condition(hop, variable=_random_variable(chance, hop.end, depth - 1), negated=chance.random() < 0.2)
    ends = sorted(thing for thing in THINGS if LABEL[thing] == hop.end)
    things = tuple(THINGS[end] for end in chance.sample(ends, chance.randint(1, 3)))
    can_deny = hop.relation.against is not None
    denied = can_deny and chance.random() < 0.2
    return Condition(hop, things, negated=not denied and chance.random() < 0.3, denied=denied)


@pytest.mark.parametrize(
    ("where", "times"),
    [("toy", 40), *(pytest.param(*one, marks=pytest.mark.slow) for one in SEVERAL_TIMES)],
)
def test_random_conditions_give_what_the_edges_say(request: pytest.FixtureRequest, where: str, times: int) -> None:
    store: GraphStore = request.getfixturevalue(where)
    chance, found = random.Random(20250116), 0
    for _ in range(times):
        variable = _random_variable(chance, chance.choice(["Compound", "Disease", "Gene", "Symptom"]), 2)
        expected = _values(variable)
        asked = grounded(AnswerContext(SCHEMA, Ledger(store), "Toy 1"), variable)
        rows = store.run(Statements(SCHEMA).answers(asked)).rows
        assert {row[0] for row in rows} == expected, variable
        assert store.run(Statements(SCHEMA).count(asked)).rows == ((len(expected),),), variable
        found += bool(expected)
    assert found > times / 5, "enough of the conditions must find something, else nothing was shown"


@pytest.mark.parametrize("times", [3, pytest.param(25, marks=pytest.mark.slow)])
def test_values_looked_up_one_by_one_find_what_a_list_finds(
    store: GraphStore, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, found, by_key = random.Random(20250116), 0, 0
    indexed = replace(SCHEMA, nodes=tuple(replace(node, indexed=True) for node in SCHEMA.nodes))
    for _ in range(times):
        variable = _random_variable(chance, chance.choice(["Compound", "Disease", "Gene", "Symptom"]), 2)
        things = [thing for thing in THINGS if LABEL[thing] == variable.label]
        keys = chance.sample(things, (len(things) + 1) // 2)
        asked = grounded(AnswerContext(SCHEMA, Ledger(store), "Toy 1"), variable)
        alone = [replace(asked, conditions=(condition,)) for condition in asked.conditions]
        expected = None
        for many, from_far in ((100, False), (100, True), (0, False), (0, True)):
            monkeypatch.setattr("kgqa.planning.patterns.MANY", many)
            monkeypatch.setattr(Patterns, "begins_at_far_end", lambda *_, from_far=from_far: from_far)
            plan = Statements(indexed)
            queries = [plan.identifiers(variable.label, keys), *(plan.answers(one) for one in alone)]
            queries += [plan.count(one) for one in alone] + [plan.collected(one) for one in alone]
            queries += [plan.edges(variable.label, c, keys) for c in asked.conditions if not c.negated]
            queries += [plan.far_things(variable.label, c, keys) for c in asked.conditions if not c.negated]
            assert any("UNWIND" in query.cypher for query in queries) == (many == 0)
            by_key += sum("[x." in query.cypher or "[t." in query.cypher for query in queries)
            rows = [_multiset(store.run(query)) for query in queries]
            if expected is None:
                expected = rows
            assert rows == expected, [query.cypher for query in queries]
            found += sum(map(len, rows))
    assert by_key > times, "what is found from the other end must be looked up among the values"
    assert found > 16 * times, "enough must be found, else nothing was shown"


def test_conditions_recorded_under_different_identifiers_meet(store: GraphStore) -> None:
    draft = _answered(store, read_intent("Which diseases present with dolor and fever?"))
    (item,) = draft.answer.items
    assert (item.id, set(item.ids), draft.answer.total, draft.answer.records) == ("D:2", {"D:2", "O:2"}, 1, 2)
    assert {triple.subject.id for triple in draft.evidence} == {"D:2", "O:2"}


def test_counts_count_things_and_not_records(store: GraphStore) -> None:
    assert _answered(store, read_intent("How many diseases are there?")).answer.value == 8
    assert _answered(store, read_intent("How many diseases are treated by ibuprofen?")).answer.value == 3
    ranking = _answered(store, read_intent("Which compound treats the most diseases?")).answer
    assert ([item.name for item in ranking.items], ranking.value) == (["Ibuprofen"], 3)


def test_a_symmetric_edge_is_found_from_both_ends_and_counted_once(store: GraphStore) -> None:
    assert [i.name for i in _answered(store, read_intent("Which diseases resemble gout?")).answer.items] == [
        "Arthritis",
        "Rheumatoid arthritis",
    ]
    draft = _answered(store, read_intent("Does arthritis resemble gout?"))
    assert draft.answer.verdict is True
    assert len(draft.evidence) == 1


def _ranked(store: GraphStore, label: str, type_: str, *, forward: bool = True) -> tuple[CitedAnswer, set[str]]:
    relation = next(r for r in SCHEMA.relations if r.type == type_)
    draft = _answered(store, Intent("list", Variable(label), most=True, rank_hop=Hop(relation, forward)))
    return draft, {item.id for item in draft.answer.items}


def test_every_relation_is_ranked_as_the_edges_say(store: GraphStore) -> None:
    """From either end, and over the own type; what is recorded from both ends counts once."""
    ranked = 0
    for relation in SCHEMA.relations:
        if relation.negates or relation.hierarchical or relation.mirrors:
            continue
        for forward in (True, False):
            label = relation.source if forward else relation.target
            far = relation.target if forward else relation.source
            counts = {
                thing: sum(
                    _joined(relation, forward, thing, other, denied=False) for other in THINGS if LABEL[other] == far
                )
                for thing in THINGS
                if LABEL[thing] == label
            }
            draft, found = _ranked(store, label, relation.type, forward=forward)
            most = max(counts.values())
            assert (draft.answer.value, found) == (most, {t for t, n in counts.items() if n == most}), relation.type
            ranked += most > 1
    assert ranked > 6, "relations with a clear leader are needed, else nothing was shown"


def test_statements_of_rankings_have_the_same_rows_on_both_servers(toy: GraphStore, own_neo4j: GraphStore) -> None:
    statements = Statements(SCHEMA)
    for relation in SCHEMA.relations:
        if not relation.mirrors:
            for hop in (Hop(relation, True), Hop(relation, False)):
                label = relation.source if hop.forward else relation.target
                for query in (statements.ranking(label, hop), statements.spread(label, hop)):
                    assert own_neo4j.run(query).rows == toy.run(query).rows, query


def test_links_recorded_from_the_other_end_are_found_and_counted_once(store: GraphStore) -> None:
    draft = _answered(store, read_intent("Which compounds upregulate SOX9?"))
    assert [item.name for item in draft.answer.items] == ["Ibuprofen"]
    (triple,) = draft.evidence
    assert (triple.subject.name, triple.predicate, triple.object.name) == ("SOX9", "UPREGULATED_BY", "Ibuprofen")
    both = _answered(store, read_intent("How many genes are upregulated by aspirin?"))
    assert both.answer.value == 1, "recorded from either end, it is one gene"
    assert {triple.predicate for triple in both.evidence} == {"UPREGULATES", "UPREGULATED_BY"}
    assert _answered(store, read_intent("Does ibuprofen upregulate SOX9?")).answer.verdict is True
    assert _answered(store, read_intent("Does ibuprofen upregulate TP53?")).answer.verdict is False


def test_what_things_share_is_listed_once_whatever_leads_to_it(store: GraphStore) -> None:
    shared = _answered(store, read_intent("What do gout and arthritis have in common?")).answer
    assert [(item.name, item.label, item.kinds) for item in shared.items] == [
        ("Ibuprofen", "Compound", ()), ("PTGS2", "Gene", ("Rheumatoid arthritis",)),
    ]  # fmt: skip
    like = _answered(store, read_intent("What do arthritis and rheumatoid arthritis have in common?")).answer
    assert [item.name for item in like.items if item.label == "Disease"] == ["Gout"], (
        "both resemble it, one of them recorded from both ends"
    )
    assert like.total == 3, "the one is a kind of the other, which has no genes itself"


def _pairs(chance: random.Random, times: int) -> list[tuple[Thing, Thing]]:
    pairs = [pair for pair in itertools.combinations(THINGS.values(), 2) if pair[0].label == pair[1].label]
    return chance.sample(pairs, times)


@pytest.mark.parametrize("times", [15, pytest.param(40, marks=pytest.mark.slow)])
def test_the_relations_that_lead_to_something_in_common_are_those_the_edges_say(
    store: GraphStore, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = 0
    for pair in _pairs(random.Random(20250116), times):
        hops = list(arriving(SCHEMA, pair[0].label))
        least, most = (
            {place for place, hop in enumerate(hops) if _joins_all(hop, pair, with_denied=with_denied)}
            for with_denied in (False, True)
        )
        for many in (100, 0):  # listed, and looked up one by one
            monkeypatch.setattr("kgqa.planning.patterns.MANY", many)
            indexed = replace(SCHEMA, nodes=tuple(replace(node, indexed=True) for node in SCHEMA.nodes))
            rows = store.run(Statements(indexed).in_common(hops, pair)).rows
            assert least <= {place for (place,) in rows} <= most, pair
            found += len(rows)
    assert found > times / 3, "enough must be found, else nothing was shown"


def _joins_all(hop: Hop, things: Sequence[Thing], *, with_denied: bool) -> bool:
    denied = (False, True) if with_denied else (False,)
    ends = [THING[thing.ids[0]] for thing in things]
    return any(
        all(any(_joined(hop.relation, hop.forward, near, far, denied=one) for one in denied) for far in ends)
        for near in THINGS
        if LABEL[near] == hop.start
    )


def test_what_things_share_is_asked_of_those_relations_alone_that_lead_to_it(
    store: GraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same answers as where each relation is asked, by fewer statements."""
    pairs, statements, answers = _pairs(random.Random(20250116), 12), [], []
    for each_relation in (False, True):
        if each_relation:
            monkeypatch.setattr(Statements, "in_common", _every)
        remembering = _Remembering(store)
        answers.append([_answered(remembering, Intent("list", shared=pair)) for pair in pairs])
        statements.append(len(remembering.ran))
    assert answers[0] == answers[1]
    assert any(one.answer.total for one in answers[0])
    assert statements[0] < 0.7 * statements[1], statements


def _every(_: Statements, hops: Sequence[Hop], __: Sequence[Thing]) -> Query:
    return Query("UNWIND $p0 AS hop RETURN hop", ("hop",), {"p0": list(range(len(hops)))})


def test_the_way_up_a_hierarchy_is_told_step_by_step(store: GraphStore) -> None:
    draft = _answered(store, read_intent("Is crushing thoracic dolor a kind of dolor?"))
    assert draft.answer.verdict is True
    steps = [(triple.subject.name, triple.object.name) for triple in draft.evidence]
    assert steps == [("Crushing thoracic dolor", "Thoracic dolor"), ("Thoracic dolor", "Dolor")]
    assert _answered(store, read_intent("Is dolor a kind of crushing thoracic dolor?")).answer.verdict is False


def test_a_link_that_is_only_denied_is_set_aside_unless_another_record_holds(store: GraphStore) -> None:
    draft = _answered(store, read_intent("Which diseases present with headache and nausea?"))
    assert {item.name for item in draft.answer.items} == {"Migraine", "Malaria"}, "malaria has 3/10 beside its 0/5"
    assert [item.name for item in draft.answer.set_aside] == ["Influenza"]
    cited = {n for item in draft.answer.set_aside for n in item.evidence}
    assert {t.predicate for t in draft.evidence if t.number in cited} == {"PRESENTS", "LACKS"}


def test_kinds_are_counted_and_not_mixed_in(store: GraphStore) -> None:
    plain = _answered(store, read_intent("Which diseases present with dolor?")).answer
    wide = _answered(store, read_intent("Which diseases present with dolor?"), narrower=True).answer
    assert {item.name for item in plain.items} == {"Gout"}
    assert plain.narrower == 2
    assert {item.name for item in wide.items} == {"Gout", "Influenza", "Tetany"}
    kind = _answered(store, read_intent("Does tetany present with dolor?"))
    assert kind.answer.verdict is True
    assert "Crushing thoracic dolor" in kind.answer.text


@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.slow)])
def test_names_that_are_words_of_the_query_language_can_be_asked(store: GraphStore, every: int) -> None:
    """Each word as label, relation type and property key; some in one statement, as planning takes the time."""
    names = [quoted(word) for word in WORDS.split()[::every]]
    for first in range(0, len(names), 20):
        columns = [
            f"EXISTS {{ MATCH (x:{n})-[r:{n} {{{n}: $p0}}]->(:{n}) WHERE x.{n} IN $p1 }} AS v{i}"
            for i, n in enumerate(names[first : first + 20])
        ]
        query = Query(f"RETURN {', '.join(columns)}", (), {"p0": "a", "p1": ["a"]})
        assert store.run(query).rows == ((False,) * len(columns),)


def test_hostile_names_and_values_come_back_as_they_are(store: GraphStore) -> None:
    awkward = [
        "Com, pound",
        'it\'s "x"',
        "a`b",
        "ünï cødé",
        "$p0",
        "//x",
        "/*x*/",
        "a\\b",
        "{x}",
        "x;y",
        "a\nb",
        "-[x]-",
    ]
    for name in [*awkward, string.punctuation.replace("\\", "")]:
        cypher = f"WITH {{{quoted(name)}: $p0}} AS m RETURN m.{quoted(name)} AS v"
        assert store.run(Query(cypher, ("v",), {"p0": name})).rows == ((name,),), name
