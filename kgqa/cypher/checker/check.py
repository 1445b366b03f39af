"""The query checker: gives a statement back right, or says what is wrong with it.

An ordered row of rules (``rules/``), each of which asks for edits of spans; whatever they do not name stays byte for
byte. The rules are gone through until none asks for anything more, so that a checked statement stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.names import Denoted, GraphNames
from kgqa.cypher.checker.reach import Reach
from kgqa.cypher.checker.records import Checked, Context, Repair, Rule, Status
from kgqa.cypher.checker.rules.anchors import anchors
from kgqa.cypher.checker.rules.denials import denials
from kgqa.cypher.checker.rules.direction import direction
from kgqa.cypher.checker.rules.edge_properties import edge_properties
from kgqa.cypher.checker.rules.extract import extract
from kgqa.cypher.checker.rules.labels import labels, node_labels
from kgqa.cypher.checker.rules.node_types import node_types
from kgqa.cypher.checker.rules.properties import properties
from kgqa.cypher.checker.rules.returned_names import returned_names
from kgqa.cypher.checker.rules.servers import SERVER_RULES, Server
from kgqa.cypher.checker.rules.syntax import syntax
from kgqa.cypher.checker.rules.types import relationships, types
from kgqa.cypher.checker.rules.values import values
from kgqa.cypher.checker.rules.variables import variables
from kgqa.cypher.guard import guard
from kgqa.cypher.parser.parse import Parsed, parse
from kgqa.records import Correction, Entity

RULES: tuple[Rule, ...] = (
    labels,
    types,
    variables,
    node_types,
    anchors,
    node_labels,
    relationships,
    direction,
    edge_properties,
    properties,
    denials,
    returned_names,
    values,
)
"""In the order in which they are asked; each sees what the ones before it have made of the statement."""

_MOST_ROUNDS = 4
_WORTH_CHECKING = 16_384
"""Characters; a longer text is no statement that a person or a model means, and is only looked at by the guard."""


class Checker:
    """Checks statements against one schema.

    Args:
        returns_names: whether a node that is returned whole is to return its name.
        names: the names of the graph; without them texts in a statement stay as they are.
        server: on which the statement is to run: what that server would answer wrongly is rewritten or refused.
    """

    def __init__(
        self,
        schema: GraphSchema,
        *,
        returns_names: bool = True,
        names: GraphNames | None = None,
        server: Server | None = None,
    ) -> None:
        self._reach = Reach(schema)
        self._rules = (*RULES, *SERVER_RULES[server]) if server else RULES
        self._returns_names = returns_names
        self._names = names

    def check(self, text: str, entities: Iterable[Entity] = (), undone: Collection[Correction] = ()) -> Checked:
        """Checks a statement or a model's whole reply. Never raises.

        Args:
            entities: the things that the question names; of what they are called in the statement they come first.
            undone: corrections of the same text that a person does not want.
        """
        if len(text) > _WORTH_CHECKING:
            long = f"The text has {len(text):,} characters; at most {_WORTH_CHECKING:,} are checked. Shorten it."
            return Checked(text, "refused", text, False, notes=(long,))
        draft = _Draft(text, undone)
        taken = extract(text, self._reach.schema)
        draft.apply("extract", taken.repairs)
        parsed = parse(draft.text)
        if parsed.problem is not None:
            for repair in syntax(parsed):
                draft.apply("syntax", (repair,))
            parsed = parse(draft.text)
        if parsed.problem is not None:
            return draft.refused((*taken.notes, parsed.problem.sentence))
        if len(parsed.statements) != 1:
            count = len(parsed.statements)
            return draft.refused((f"The text holds {count} statements; exactly one can be checked and run.",))
        if not guard.reads(parsed.statements[0]):
            # What writes is not made better: it is handed back as it came, with the reason.
            return draft.refused(guard.judge_parsed(parsed).reasons)
        notes, refusals, warning = self._rounds(draft, parsed, Denoted(self._names, entities))
        verdict = guard.judge(draft.text, self._reach.schema.counts)
        runnable = verdict.allowed and not refusals
        status: Status = "corrected" if draft.corrections else "ok"
        return Checked(
            text,
            status if runnable else "refused",
            draft.text,
            runnable,
            tuple(draft.corrections),
            (*verdict.reasons, *refusals, *notes),
            warning,
        )

    def _rounds(
        self, draft: _Draft, parsed: Parsed, denoted: Denoted
    ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """Asks all rules until none has a repair.

        Returns:
            Their notes on what stays, why it must not run, and the rules that had such a note.
        """
        notes: list[str] = []
        refusals: list[str] = []
        warning: list[str] = []
        circling: set[str] = set()
        context = self._context(parsed, denoted)
        for _ in range(_MOST_ROUNDS):
            notes, refusals, warning, changed = [], [], [], False
            for rule in self._rules:
                found = rule(context)
                notes += found.notes
                refusals += found.refusals
                warning += [rule.__name__] if found.notes else []
                if found.repairs and rule.__name__ not in circling and draft.apply(rule.__name__, found.repairs):
                    circling |= draft.circle()
                    after = parse(draft.text)
                    if after.problem is not None or len(after.statements) != 1:
                        draft.undo()
                        continue
                    context, changed = self._context(after, denoted), True
            if not changed:
                break
        return tuple(dict.fromkeys(notes)), tuple(dict.fromkeys(refusals)), tuple(warning)

    def _context(self, parsed: Parsed, denoted: Denoted) -> Context:
        return Context(parsed, parsed.statements[0], self._reach, self._returns_names, denoted)


class _Draft:
    """A text that is being corrected, with the offset in the original of each of its characters."""

    def __init__(self, text: str, undone: Collection[Correction] = ()) -> None:
        self._undone = frozenset((one.start, one.before, one.after) for one in undone)
        self.original = text
        self.text = text
        self.corrections: list[Correction] = []
        self._origins = list(range(len(text) + 1))
        self._before: tuple[str, list[int], int] = (text, self._origins, 0)
        self._passed: dict[str, tuple[list[int], int]] = {}

    def apply(self, rule: str, repairs: tuple[Repair, ...]) -> bool:
        """Makes the edits of repairs; one that overlaps an earlier one is left for the next round."""
        self._before = (self.text, self._origins, len(self.corrections))
        edits: list[tuple[int, int, str]] = []
        for repair in repairs:
            mine = [(edit.start, edit.end, edit.after) for edit in repair.edits]
            same = all(self.text[start:end] == after for start, end, after in mine)
            if same or any(_overlap(one, other) for one in mine for other in edits):
                continue
            correction = self._correction(rule, mine, repair.reason)
            if (correction.start, correction.before, correction.after) in self._undone:
                continue
            edits += mine
            self.corrections.append(correction)
        texts: list[str] = []
        origins: list[int] = []
        place = 0
        for start, end, after in sorted(edits):
            texts += [self.text[place:start], after]
            origins += [*self._origins[place:start], *self._origins_of(start, end, after)]
            place = end
        self.text = "".join([*texts, self.text[place:]])
        self._origins = [*origins, *self._origins[place:]]
        return bool(edits)

    def _origins_of(self, start: int, end: int, after: str) -> list[int]:
        """The offsets in the original of what comes in place of a span: those it had, where it is a piece of it."""
        found = self.text.find(after, start, end)
        return self._origins[found : found + len(after)] if found >= 0 else [self._origins[start]] * len(after)

    def _correction(self, rule: str, edits: list[tuple[int, int, str]], reason: str) -> Correction:
        """How a repair is reported: the text between its first and its last edit, before and after."""
        start, end = min(edit[0] for edit in edits), max(edit[1] for edit in edits)
        after = self.text[start:end]
        for at, to, new in sorted(edits, reverse=True):
            after = after[: at - start] + new + after[to - start :]
        return Correction(rule, self.text[start:end], after, reason, self._origins[start], self._origins[end])

    def circle(self) -> set[str]:
        """The rules whose corrections have led back to a text that there was before, all of which are taken back.

        Two readings of a statement that is wrong either way are each other's correction; neither is made then.
        """
        text, origins, count = self._before
        self._passed.setdefault(text, (origins, count))
        if self.text not in self._passed:
            return set()
        self._origins, count = self._passed[self.text]
        rules = {correction.rule for correction in self.corrections[count:]}
        del self.corrections[count:]
        return rules

    def undo(self) -> None:
        """Takes back the last edits, after which the text was no statement any more."""
        self.text, self._origins, count = self._before
        del self.corrections[count:]

    def refused(self, notes: tuple[str, ...]) -> Checked:
        return Checked(self.original, "refused", self.text, False, tuple(self.corrections), notes)


def _overlap(one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    return (one[0] < other[1] and other[0] < one[1]) or one[:2] == other[:2]
