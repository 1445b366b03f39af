"""A graph made by hand to look around in: things of no, one and many facts, hostile names, and a server that fails."""

from __future__ import annotations

from typing import Any

from kgqa.errors import ServerError
from kgqa.evidence.exploring.neighbourhood import PAGE, Details, Explorer, Facts, Publications, Side
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.intent import Hop, Intent, Thing
from kgqa.questions.interpreter import Interpreter
from kgqa.records import Node, Triple
from kgqa.schema.model import Schema

MARFAN = Node("OMIM:154700", "Marfan syndrome", "Disease")
LONELY = Node("OMIM:100001", "Lonely disorder", "Disease")
SINGLE = Node("OMIM:100002", "Single sign disorder", "Disease")
COMMON = Node("HP:0000118", "Phenotypic abnormality", "Phenotype")
BROKEN = Node("OMIM:100003", "Broken disorder", "Disease")
HOSTILE = (
    "<img src=x onerror=window.hacked=1>",
    "[click](javascript:window.hacked=1) ![i](https://example.org/i.png)",
    "</script><script>window.hacked=1</script>",
    ":material/home: :red[alarm] $x^2$ `code` **bold** https://example.org",
    "\u202egnp.exe \u2066 مرحبا 中文 \x00 end",
    "N" * 400,
)
COMMONS = 5213
AGAINST = 3
SIGNS = tuple(Node(f"HP:{9000000 + number:07}", f"Sign number {number}", "Phenotype") for number in range(1, 121))
EVILS = tuple(Node(f"EVIL:{place} {text}", f"{text} {place}", "Disease") for place, text in enumerate(HOSTILE))


def name_records() -> list[dict[str, Any]]:
    """What the names of this graph are read from."""
    nodes = (MARFAN, LONELY, SINGLE, COMMON, BROKEN, *SIGNS, *EVILS)
    records = [{"id": node.id, "name": node.name, "label": node.label} for node in nodes]
    records.append({"id": "ORPHA:558", "name": MARFAN.name, "label": "Disease", "synonyms": ["MFS", "Marfan's"]})
    return records


class MadeExplorer(Explorer):
    """Looks around in the graph of this file."""

    def __init__(self, schema: Schema) -> None:
        index = NameIndex(name_records())
        self.linker = Linker(index)
        super().__init__(schema, None, index, self.linker)  # type: ignore[arg-type]
        self._interpreter = Interpreter(schema, self.linker)
        self._relation = schema.relations[0]

    def reads(self, question: str) -> Intent | None:
        """What a question asks for."""
        return self._interpreter.intent(question)

    def thing(self, identifier: str) -> Details | None:
        if identifier not in self._index:
            return None
        known = self._index.thing(identifier)
        properties = ((known.node.id, "source", "OMIM"),)
        return Details(known.node, known.ids, known.synonyms, ("A definition.",), properties)

    def sides(self, thing: Thing) -> list[Side]:
        if thing.name == BROKEN.name:
            raise ServerError("The graph server ended; it is started again. Look again in a moment.")
        hop = Hop(self._relation, thing.label == "Disease")
        number = _facts(thing)
        against = AGAINST if thing.name == MARFAN.name else 0
        return [Side(hop, number, against, number)] if number else []

    def facts(self, thing: Thing, side: Side, *, page: int = 0, size: int = PAGE) -> Facts:
        places = range(page * size, min((page + 1) * size, side.records))
        triples = tuple(_triple(thing, place, place >= side.records - side.against) for place in places)
        return Facts(triples, page * size, side.records, "name")

    def publications(self, thing: Thing, sides: Any) -> Publications | None:
        return Publications(13)

    def sample(self, relation: Any, most: int = 40) -> list[tuple[Node, Node]]:
        return [(MARFAN, SIGNS[0]), (SINGLE, SIGNS[1])]


def _facts(thing: Thing) -> int:
    if thing.label == "Phenotype":
        return COMMONS if thing.name == COMMON.name else 1
    if thing.name == LONELY.name:
        return 0
    return 1 if thing.name == SINGLE.name else len(SIGNS)


def _triple(thing: Thing, place: int, against: bool) -> Triple:
    own = Node(thing.ids[0], thing.name, thing.label)
    if thing.label == "Phenotype":
        other = EVILS[place] if place < len(EVILS) else Node(f"OMIM:{200000 + place}", f"Disease {place}", "Disease")
        return Triple(place + 1, other, "HAS_PHENOTYPE", own, "shows", against, ("OMIM",), {"source": "OMIM"})
    phrase = "does not show" if against else "shows"
    return Triple(place + 1, own, "HAS_PHENOTYPE", SIGNS[place], phrase, against, ("OMIM",), {"source": "OMIM"})
