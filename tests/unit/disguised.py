"""Statements that write, in every spelling that a server may read as one, and harmless ones with the same words."""

from __future__ import annotations

import random
import re

WRITES = (
    "CREATE (:Planted {id: 'x'})",
    "MERGE (p:Planted {id: 'x'}) RETURN p",
    "MATCH (n) SET n.planted = 1",
    "MATCH (n) SET n:Planted",
    "MATCH (n) SET n += {planted: 1} RETURN count(n)",
    "MATCH (n) REMOVE n.name",
    "MATCH (n) DETACH DELETE n",
    "MATCH ()-[r]->() DELETE r",
    "MATCH (n) WITH n LIMIT 1 CREATE (n)-[:PLANTED]->(:Planted)",
    "FOREACH (x IN [1] | CREATE (:Planted))",
    "UNWIND [1, 2] AS x CREATE (:Planted {n: x}) RETURN x",
    "CALL { CREATE (p:Planted) RETURN p } RETURN p",
    "INSERT (:Planted)",
    "CREATE INDEX planted FOR (n:Planted) ON (n.id)",
    "CREATE CONSTRAINT planted FOR (n:Planted) REQUIRE n.id IS UNIQUE",
    "DROP INDEX planted IF EXISTS",
    "CREATE USER planted SET PASSWORD 'planted-planted'",
    "CALL db.createLabel('Planted')",
    "CALL do.when(true, 'CREATE (:Planted)', '', {}) YIELD value RETURN value",
    "CALL apoc.cypher.doIt('CREATE (:Planted)', {}) YIELD value RETURN value",
    "MATCH (n) CALL (n) { SET n.planted = 1 } RETURN n",
    "MATCH (n) RETURN n.name AS name UNION CREATE (p:Planted) RETURN p.id AS name",
    "LOAD CSV FROM 'file:///nowhere' AS row CREATE (:Planted {id: row[0]})",
)
HARMLESS = (
    "MATCH (n) RETURN n.{word} AS {low}",
    "MATCH (n) WHERE n.name = '{word} (:X)' RETURN n.name",
    'MATCH (n) WHERE n.name CONTAINS "{word} n; {other} m" RETURN n.name',
    "MATCH (n) /* {word} (n) */ RETURN n.name",
    "MATCH (n) // {word} n; {other} m\nRETURN n.name",
    "MATCH (n:`{word}`)-[r:`{other} IT`]->(m) RETURN m.name",
    "MATCH (n:{word}) RETURN n.name",
    "MATCH (n)-[:{word}]->(m:{other}) RETURN m.name",
    "MATCH (n) RETURN n.name AS `{word} {other}`",
    "MATCH (n) RETURN {{{word}: n.name, {other}: 1}} AS m",
    "MATCH (n {{{word}: 'x'}}) RETURN n.name",
    "MATCH (n) WHERE n.{word} IS NOT NULL AND NOT n.{other} IN ['{word}', '{other}'] RETURN n.name",
    "WITH '{word} {other} // /* ' AS text RETURN text",
    "MATCH (n) WITH n AS {low}d RETURN {low}d.name",
    "MATCH (n) WHERE n.name =~ '(?i){word}.*' RETURN n.name",
    "MATCH (n) WHERE EXISTS {{ (n)-[:{word}]->() }} RETURN n.name",
    "RETURN [x IN ['{word}', '{other}'] WHERE x STARTS WITH '{word}' | x + ' {other} '] AS words",
    "MATCH (n) RETURN n {{.{word}, .{other}, note: '{word}; {other}'}} AS m",
)
WORDS = (
    "CREATE", "MERGE", "SET", "DELETE", "DETACH", "REMOVE", "DROP", "FOREACH", "INSERT", "LOAD", "CSV", "CALL", "GRANT",
    "ALTER", "TERMINATE", "SHOW", "USE", "INDEX", "CONSTRAINT", "START", "COMMIT", "PERIODIC", "INTO", "FINISH",
)  # fmt: skip
_SPACES = (
    " ", "  ", "\n", "\r", "\t", "\r\n", "\u00a0", "\u2003", "\u2028", "\u2029", "\u3000", "\x0b", "\x0c", "/**/",
    "/* ' \" ` */", "/* // */", "// '\n", "//\r", " // x */ \r",
)  # fmt: skip


def disguised(chance: random.Random) -> str:
    """A statement that writes, in a spelling of its own."""
    text = chance.choice(WRITES)
    way = chance.randrange(8)
    if way == 0:
        text = _escaped(text, chance)
    elif way == 1:
        text = f"RETURN 1{chance.choice([';', ' ; ', ';;', ';//x' + chr(10)])}{text}"
    elif way == 2:
        text = f"{chance.choice(['EXPLAIN', 'PROFILE', 'CYPHER 5', 'CYPHER runtime=slotted', 'USE neo4j'])} {text}"
    elif way == 3:
        text = f"MATCH (m) // a note{chance.choice([chr(13), chr(92) + 'u000A', chr(92) + 'u000D'])}{text}"
    elif way == 4:
        hidden = chance.choice(["/* \\u002A\\u002F {} // */", "WITH 'a\\u0027 AS a {} //' AS b", "// \\u000A {}"])
        text = f"MATCH (m) {hidden.replace('{}', text)} RETURN 1"
    elif way == 5:
        text = f"MATCH (m:`x\\u0060) {text} //`) RETURN m"
    spaced = re.sub(r" ", lambda _: chance.choice(_SPACES), text) if chance.random() < 0.7 else text
    if "//" in text or "'" in spaced.partition("/*")[0]:
        spaced = text  # a comment or text would swallow what follows, and nothing would be written
    return (
        "".join(one.swapcase() if chance.random() < 0.4 else one for one in spaced) if way not in (0, 4, 5) else spaced
    )


def _escaped(text: str, chance: random.Random) -> str:
    """Some letters of a text as the escapes that one server decodes before it reads."""
    letters = [place for place, sign in enumerate(text) if sign.isalpha()]
    chosen = set(chance.sample(letters, chance.randint(1, 4)))
    marks = chance.choice(["u", "uu", "uuu"])
    return "".join(f"\\{marks}{ord(one):04x}" if place in chosen else one for place, one in enumerate(text))


def harmless(chance: random.Random) -> str:
    """A statement that reads, with words of writing where they are only words."""
    word, other = (_cased(chance.choice(WORDS), chance) for _ in range(2))
    text = chance.choice(HARMLESS).format(word=word, other=other, low=word.lower())
    if "//" in text or chance.random() < 0.4:
        return text
    parts = re.split(r"('[^']*'|\"[^\"]*\"|`[^`]*`|/\*.*?\*/)", text)
    spaces = [one for one in _SPACES if "/" not in one]
    return "".join(
        part if place % 2 else re.sub(r" ", lambda _: chance.choice(spaces), part) for place, part in enumerate(parts)
    )


def _cased(word: str, chance: random.Random) -> str:
    return chance.choice([word, word.lower(), word.capitalize()])
