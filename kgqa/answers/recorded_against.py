"""What is recorded against the members of a list: "Which drugs treat X?" names a drug that is contraindicated in X too.

Which relations speak against the asked one is decided by the schema's words (``kgqa.answers.also_recorded``). Where the
schema has none, nothing is asked of the graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.answers.also_recorded import opposing_hops
from kgqa.answers.context import AnswerContext, marks
from kgqa.answers.list_text import first_of
from kgqa.evidence.gathering import Edge, Found, Numbering, far_node
from kgqa.questions.intent import Condition, Hop, Variable
from kgqa.questions.wording import listed

MOST_TOLD = 3
"""What the sentence tells of; the rest stands in the table."""


@dataclass(frozen=True, slots=True)
class Opposed:
    """What speaks against the members of a list.

    Attributes:
        edges: by the key of a member the records against it, each with the relation walked from the member.
    """

    edges: Mapping[str, Sequence[tuple[Hop, Edge]]]

    def numbers(self, key: str, numbering: Numbering) -> tuple[int, ...]:
        """The numbers of the records that speak against one member."""
        return numbering.cite([edge for _, edge in self.edges.get(key, ())])

    def clause(self, context: AnswerContext, found: Sequence[Found], numbering: Numbering) -> str:
        """What is recorded against which members, behind a sentence that names the list; empty where nothing is."""
        facts: dict[tuple[Hop, str], dict[str, list[Edge]]] = {}
        for one in found:
            for hop, edge in self.edges.get(one.key, ()):
                facts.setdefault((hop, far_node(edge, hop).name), {}).setdefault(one.name, []).append(edge)
        told = []
        for (hop, far), members in list(facts.items())[:MOST_TOLD]:
            numbers = numbering.cite([edge for edges in members.values() for edge in edges])
            verb = context.wording.phrase(hop, plural=len(members) > 1)
            told.append(f"{first_of(list(members), len(members))} {verb} {far}{marks(numbers)}")
        more = f", and {len(facts) - MOST_TOLD:,} more" if len(facts) > MOST_TOLD else ""
        return f"; but {listed(told) if not more else ', '.join(told)}{more}" if told else ""


def opposed(context: AnswerContext, variable: Variable, found: Sequence[Found]) -> Opposed:
    """What is recorded against the members of a list of which every condition holds."""
    edges: dict[str, list[tuple[Hop, Edge]]] = {}
    keys = [one.key for one in found]
    for condition in _against(context, variable):
        for gathered in context.gatherer.of(Variable(variable.label, (condition,)), keys):
            for key in keys:
                edges.setdefault(key, []).extend(
                    (condition.hop, edge) for edge in gathered.own(key) if not edge.triple.against
                )
    return Opposed({key: each for key, each in edges.items() if each})


def _against(context: AnswerContext, variable: Variable) -> Iterator[Condition]:
    for condition in variable.conditions:
        if condition.things and not condition.negated and not condition.denied:
            for hop in opposing_hops(context.schema, condition.hop):
                yield replace(condition, hop=hop, qualifiers=())
