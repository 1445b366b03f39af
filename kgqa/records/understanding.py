"""Records of how a question is understood: what its names mean, and what was set aside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

LinkMethod = Literal["identifier", "exact", "synonym", "normalised", "fuzzy", "vector", "family", "resolver"]
BY_NAME: frozenset[LinkMethod] = frozenset({"exact", "synonym", "normalised"})
"""Ways of matching in which the mention is a name of the thing, not something like it."""
BY_NAME_OR_ID: frozenset[LinkMethod] = BY_NAME | {"identifier"}
TextMatch = Literal["=", "CONTAINS", "STARTS WITH", "ENDS WITH"]
"""How a text is compared with a property."""
NameField = Literal["name", "identifier"]
"""What of a thing a text may be."""
Guess = Literal["", "short", "initials", "broad", "variant", "value"]
"""From what a name was guessed that nothing in the graph is called: from its beginning, from initials, from a word
beside one that only sorts ("eye problems"), from other forms of its words ("pulm stenosis"), or from a word that all
that it may mean have in common ("dominant")."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing of the graph that a mention may mean.

    Attributes:
        ids: every identifier under which the graph knows this thing (same name, same label); the first is ``id``.
        matched: the name, synonym or identifier that matched.
        score: 0 to 1; 1 is an exact match.
        answers: of a reading that is offered, how many answers the question has with it; None where nobody counted.
        counted: label of what was counted; empty where the answers are no things of one type.
        members: where nothing is called so and the identifiers are those of all things whose names begin so, how many
            things these are; else 0.
    """

    id: str
    name: str
    label: str
    score: float
    method: LinkMethod
    matched: str
    ids: tuple[str, ...] = ()
    answers: int | None = None
    counted: str = ""
    members: int = 0


@dataclass(frozen=True, slots=True)
class Entity:
    """A mention in the question and what it was linked to.

    Attributes:
        start, end: character offsets of the mention in the question, end exclusive.
        chosen: the best candidate.
        rivals: other readings of the same mention, best first, without the chosen one.
        tied: True when at least one rival is as good as the chosen one, so that a person must choose.
        subtype: words right after the mention that name a subtype which the graph does not know ("type 9"); empty
            where there are none.
        together: of a choice, that the readings can be asked together; of a settled name, that they are: the chosen
            one and all rivals.
        guess: from what it was guessed; empty where the mention is a name of the graph, or a misspelt one.
    """

    mention: str
    start: int
    end: int
    chosen: Candidate
    rivals: tuple[Candidate, ...] = ()
    tied: bool = False
    subtype: str = ""
    together: bool = False
    guess: Guess = ""

    @property
    def meant(self) -> tuple[Candidate, ...]:
        """What the mention is taken for: one thing, or several that are asked together."""
        return (self.chosen, *self.rivals) if self.together else (self.chosen,)

    @property
    def labels(self) -> frozenset[str]:
        """The types of all that the mention may be."""
        return frozenset(one.label for one in (self.chosen, *self.rivals))


@dataclass(frozen=True, slots=True)
class Settled:
    """What a person said about a mention: the identifier that is meant, or None for no thing of the graph.

    Where several things are meant together there is one for each, at the same place.
    """

    start: int
    end: int
    id: str | None


Chosen = Mapping[tuple[int, int], str | tuple[str, ...] | None]
"""What a person chose: by the offsets of a mention the identifier of what is meant, several of them where these are
meant together; None for nothing of this graph."""


def settled(chosen: Chosen) -> tuple[Settled, ...]:
    """What a person chose, as a trace keeps it."""
    kept = []
    for (start, end), meant in sorted(chosen.items(), key=lambda one: one[0]):
        kept += [Settled(start, end, id_) for id_ in (meant if isinstance(meant, tuple) else (meant,))]
    return tuple(kept)


def chosen_of(kept: Iterable[Settled]) -> dict[tuple[int, int], str | tuple[str, ...] | None]:
    """What a person chose, from what a trace keeps of it."""
    chosen: dict[tuple[int, int], str | tuple[str, ...] | None] = {}
    for one in kept:
        before, span = chosen.get((one.start, one.end)), (one.start, one.end)
        if before is None or one.id is None:
            chosen[span] = one.id
        else:
            chosen[span] = (*(before if isinstance(before, tuple) else (before,)), one.id)
    return chosen


@dataclass(frozen=True, slots=True)
class SetAside:
    """Words of a question that are no condition of it: a greeting, who asks and why, the age of a patient.

    Attributes:
        start, end: character offsets in the cleaned question, end exclusive.
    """

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a question was read as.

    Attributes:
        question: in words; where it was read by meaning, a plain question that is read strictly.
        sure: False where it was read by meaning.
        set_aside: words of the question that were left out, in its order.
        others: the next best readings, as plain questions.
        by_model: a language model read it; ``sure`` is False then.
    """

    question: str
    sure: bool = True
    set_aside: tuple[SetAside, ...] = ()
    others: tuple[str, ...] = ()
    by_model: bool = False
