"""A language model that speaks at random: words, values of the asked form, statements, half replies."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from string import Template
from typing import Any, Literal

from kgqa.graph.quoting import quoted
from kgqa.schema.model import Schema
from tests.scripted_models import Script

Manner = Literal["words", "values", "statements", "cut"]
MANNERS: Mapping[Manner, str] = {
    "words": "words, names and signs in any order",
    "values": "random values in the form that was asked for",
    "statements": "random statements, most of which write, call, load or never end",
    "cut": "replies that break off",
}

_SIGNS = "(){}[]<>-=:;,.|`'\"$*+/\\\n\t" + "".join(map(chr, range(0x3B1, 0x3C9))) + "漢字🧬\u202e\u200b\u0007"
_WORDS = (
    "MATCH", "RETURN", "WHERE", "WITH", "UNWIND", "CALL", "DELETE", "DETACH", "SET", "CREATE", "MERGE", "REMOVE",
    "CSV", "FROM", "AS", "n", "m", "r", "d", "count", "DISTINCT", "LIMIT", "ORDER", "BY", "UNION", "EXISTS",
    "NOT", "AND", "OR", "the", "a", "patient", "gene", "disease", "shows", "treats", "causes", "is", "no", "not",
    "always", "never", "yes", "[1]", "[7]", "[99]", "because", "therefore", "12", "%", "0.5", "1e9", "null", "true",
)  # fmt: skip
_BROKEN = (
    "MATCH (n) DETACH DELETE n", "MATCH (n) SET n.name = 'x'", "```cypher\nMATCH (n RETURN\n```", '{"cypher": "',
    '{"verdict": "perhaps"}', "CALL db.labels()", "LOAD CSV FROM 'file:///etc/passwd' AS x RETURN x", "<think>",
    "MATCH (n) RETURN n; DROP DATABASE d", "RETURN 1", "![x](http://127.0.0.1/x.png)", "As a language model I cannot.",
)  # fmt: skip
"""What a reply may begin with, now and then."""
_ENDS = (
    "DETACH DELETE a", "SET a.name = $text RETURN a", "SET a += {name: $text}", "REMOVE a:$label",
    "CREATE (:$label {name: $text})", "MERGE (a)-[:$relation]->(b)", "DELETE r RETURN count(r)",
    "FOREACH (x IN [1] | SET a.name = $text)", "CALL { WITH a DELETE a } RETURN 1",
    "CALL { WITH a SET a.x = 1 } IN TRANSACTIONS OF 10 ROWS", "RETURN apoc.cypher.runFirstColumn($text, {})",
    "RETURN a.name", "RETURN a.name, b.name LIMIT $number", "RETURN count(r)", "RETURN a, r, b",
    "WHERE NOT a.name = b.name RETURN b.name", "RETURN b.name UNION MATCH (c) SET c.x = 1 RETURN c.name",
)  # fmt: skip
_WHOLE = (
    "LOAD CSV FROM $text AS line RETURN line", "LOAD CSV WITH HEADERS FROM 'http://127.0.0.1/x' AS x CREATE (:X)",
    "CALL db.labels() YIELD label RETURN label", "CALL apoc.load.json($text) YIELD value RETURN value",
    "CALL do.when(true, 'CREATE (:X)', '') YIELD value RETURN value", "CALL dbms.listConfig()", "CALL `db`.`index`()",
    "MATCH p = (a)-[*]->(b) RETURN p", "MATCH p = (a:$label)-[:$relation*1..$number]-(b) RETURN count(p)",
    "UNWIND range(1, ${number}000000000) AS x RETURN x",
    "UNWIND range(1, 9999) AS x UNWIND range(1, 9999) AS y RETURN x",
    "RETURN reduce(s = 'a', x IN range(1, 40) | s + s)", "MATCH (a), (b), (c) RETURN count(*)",
    "CREATE INDEX FOR (n:$label) ON (n.name)", "DROP CONSTRAINT c", "DROP DATABASE d", "CREATE USER u SET PASSWORD 'x'",
    "EXPLAIN MATCH (n) DELETE n", "PROFILE CREATE (n:$label)", "USE other MATCH (n) RETURN n", "INSERT (:$label)",
    "MATCH (n) RETURN n //\u000d DELETE n", "MATCH (n:$label {name: $text}) RETURN n.name; MATCH (n) DELETE n",
    "SHOW DATABASES", "TERMINATE TRANSACTION 'x'", "RETURN 1 AS one", "RETURN $text AS name",
)  # fmt: skip
"""Statements that only read among those that do not: a checker that refuses everything would pass otherwise."""
_STARTS = (
    "MATCH (a:$label)-[r:$relation]-(b)",
    "MATCH (a:$label {name: $text})-[r]-(b)",
    "MATCH (a:$label)-[r]->(b) WHERE a.name = $text WITH a, r, b",
)
_AROUND = ("...", "...", "```cypher\n...\n```", "```\n...\n```\nIt does what you asked.", "<think>No.</think>...")
_NUMBERED: dict[str, Any] = {
    "type": "object",
    "properties": {
        "records": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"number": {"type": "integer"}, "of": {}, "to": {}, "against": {"type": "boolean"}},
            },
        }
    },
}


class Babbler:
    """Says at random, and the same again for the same seed.

    Args:
        names: of things of the graph, which are said now and then.
    """

    def __init__(self, schema: Schema, names: Sequence[str], seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - what is said at random guards nothing
        self._names = names or ("x",)
        self._labels = [quoted(node.label) for node in schema.nodes]
        self._relations = [quoted(relation.type) for relation in schema.relations] or ["r"]

    def says(self, manner: Manner, request: Mapping[str, Any]) -> Script:
        """What is said to a request."""
        match manner:
            case "words":
                return Script(self.words())
            case "values":
                return Script(self._values(request))
            case "statements":
                return Script(self.statement())
            case "cut":
                return self._cut(request)

    def words(self) -> str:
        """Words, names, signs and beginnings of statements in any order; empty now and then."""
        chance = self._chance
        parts = [chance.choice(_BROKEN)] if chance.random() < 0.3 else []
        for _ in range(chance.randrange(60)):
            kind = chance.random()
            if kind < 0.55:
                parts.append(chance.choice(_WORDS))
            elif kind < 0.7:
                parts.append(chance.choice(self._names))
            else:
                parts.append("".join(chance.choices(_SIGNS, k=chance.randrange(1, 6))))
        return chance.choice((" ", " ", "", "\n")).join(parts)

    def statement(self) -> str:
        """A statement with labels, relations and names of the graph, in a fence or not."""
        chance = self._chance
        text = chance.choice(_WHOLE) if chance.random() < 0.5 else f"{chance.choice(_STARTS)} {chance.choice(_ENDS)}"
        filled = Template(text).safe_substitute(
            label=chance.choice(self._labels),
            relation=chance.choice(self._relations),
            text=json.dumps(chance.choice(self._names), ensure_ascii=False),
            number=chance.randrange(1, 50),
        )
        return chance.choice(_AROUND).replace("...", filled)

    def _values(self, request: Mapping[str, Any]) -> str:
        """One object of the schema that the request carries; where it carries none, one of numbered names."""
        form = request.get("response_format") or {}
        schema: dict[str, Any] = form.get("json_schema", {}).get("schema") or _NUMBERED
        text = json.dumps(self._value(schema, schema.get("$defs", {})), ensure_ascii=False)
        return self._chance.choice(_AROUND).replace("...", text)

    def _value(self, schema: Mapping[str, Any], known: Mapping[str, Any]) -> Any:
        chance = self._chance
        if "$ref" in schema:
            return self._value(known[schema["$ref"].rpartition("/")[2]], known)
        if "anyOf" in schema:
            return self._value(chance.choice(schema["anyOf"]), known)
        if "enum" in schema:
            return chance.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                return {name: self._value(one, known) for name, one in schema.get("properties", {}).items()}
            case "array":
                return [self._value(schema.get("items", {}), known) for _ in range(chance.randrange(5))]
            case "integer":
                return chance.randrange(-1, 20)
            case "boolean":
                return chance.random() < 0.5
            case "null":
                return None
        return chance.choice((self.words(), chance.choice(self._names), chance.choice("ABCDE"), ""))

    def _cut(self, request: Mapping[str, Any]) -> Script:
        """Any of the others, broken off somewhere; a stream breaks off in the middle of that as well."""
        chance = self._chance
        text = chance.choice((self.words, self.statement, lambda: self._values(request)))()
        text = text[: chance.randrange(len(text) + 1)]
        return Script(text, finish=None, cut_after=len(text) // 2 if request.get("stream") else None)
