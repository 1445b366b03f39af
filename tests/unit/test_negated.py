"""What a statement excludes, as statements that find it among given things."""

from __future__ import annotations

import pytest

from kgqa.cypher.guard.guard import judge
from kgqa.cypher.negated import Exclusions, exclusions

DENYING = {"SHOWS": "against", "EXCLUDES": ""}
SHOWS = "MATCH (d:Plant)-[:SHOWS]->(:Sign {name: 'a'}) "


def told(text: str) -> Exclusions:
    return exclusions(text, "d", "Plant", "id", DENYING)


@pytest.mark.parametrize(
    ("text", "body"),
    [
        (
            SHOWS + "WHERE NOT (d)-[:SHOWS]->(:Sign {name: 'b'}) RETURN d.name",
            "(d)-[probe0_1:SHOWS]->(:Sign {name: 'b'}) WHERE (coalesce(probe0_1.against, false) = false)",
        ),
        (
            SHOWS + "WHERE NOT EXISTS { (d)-[r:SHOWS|LIKES]->(s:Sign) WHERE s.name = 'b' } RETURN d.name",
            "(d)-[r:SHOWS|LIKES]->(s:Sign) WHERE (s.name = 'b')",
        ),
        (
            SHOWS + "WHERE COUNT { MATCH (d)-[:EXCLUDES]->(:Sign {name: 'b'}) } = 0 RETURN d.name",
            "(d)-[:EXCLUDES]->(:Sign {name: 'b'})",
        ),
        (
            "MATCH (s:Sign) WHERE s.name = 'b' " + SHOWS + "WHERE NOT (d)-[:LIKES]->(s) RETURN d.name",
            "(s:Sign), (d)-[:LIKES]->(s) WHERE (s.name = 'b')",
        ),
        (
            SHOWS + "OPTIONAL MATCH (d)-[r:LIKES]->(s:Sign {name: 'b'}) WITH d, r WHERE r IS NULL RETURN d.name",
            "(d)-[r:LIKES]->(s:Sign {name: 'b'})",
        ),
        (
            "MATCH (e:Plant)-[:LIKES]->(:Sign {name: 'b'}) WITH collect(e.name) AS no "
            + SHOWS
            + "WHERE NOT d.name IN no RETURN d.name",
            "(e:Plant)-[:LIKES]->(:Sign {name: 'b'})",
        ),
    ],
)
def test_each_form_of_not_is_looked_for_by_itself(text: str, body: str) -> None:
    found = told(text)
    assert not found.unread
    (statement,) = found.statements
    assert body in statement
    assert judge(statement).allowed


@pytest.mark.parametrize(
    "text",
    [
        SHOWS + "MATCH (d)-[:LIKES]->(p) WHERE NOT (d)-[:SHOWS]->(p) RETURN d.name",
        SHOWS + "WITH d, [(d)-[:LIKES]->(x) | x] AS xs WHERE NOT EXISTS { MATCH (d)-[:LIKES]->(y) WHERE y IN xs "
        "RETURN y UNION MATCH (d)-[:SHOWS]->(y) RETURN y } RETURN d.name",
        SHOWS + "WHERE NOT (d)-[:LIKES]->() RETURN d.name UNION MATCH (d:Plant) RETURN d.name",
    ],
)
def test_what_cannot_be_followed_is_known_to_be_left(text: str) -> None:
    assert told(text) == Exclusions((), True)


@pytest.mark.parametrize(
    "text",
    [
        SHOWS + "RETURN d.name",
        SHOWS + "WHERE NOT d.name CONTAINS 'x' AND d.wild IS NULL RETURN d.name",
        SHOWS + "MATCH (d)-[:LIKES]->(p) WHERE NOT (p)-[:SHOWS]->() RETURN d.name",
    ],
)
def test_what_says_nothing_of_other_links_excludes_nothing(text: str) -> None:
    assert told(text) == Exclusions()
