"""The words of a question with the part that each plays where it asks for the place of a thing in a hierarchy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from kgqa.language import hierarchy
from kgqa.language.hierarchy import Played
from kgqa.language.inflection import singular_of
from kgqa.language.normalise import blanked
from kgqa.language.tokens import Token, spoken
from kgqa.questions.text.courtesy import Aside
from kgqa.records import Entity

Role = Literal["name", "type", "source"] | hierarchy.Part


@dataclass(frozen=True, slots=True)
class Said:
    """Words of a question that play one part.

    Attributes:
        text: in lower case; of a name as it is written.
        written: as it is written.
        name: which of the names of the question they are; None for anything else.
        labels: the types that they are a word for.
        played: what they mean in a hierarchy; None for a name, a type and a source.
    """

    role: Role
    text: str
    start: int
    written: str
    name: int | None = None
    labels: frozenset[str] = frozenset()
    played: Played | None = None

    @property
    def doubtful(self) -> bool:
        """Whether the words mean something else in most sentences."""
        return self.played is not None and self.played.doubtful


TypeAt = Callable[[list[Token], int], tuple[int, frozenset[str]] | None]
"""The longest word for a type that begins at a token: its length in tokens, and the types."""


def parts(
    text: str, entities: Sequence[Entity], aside: Sequence[Aside], type_at: TypeAt, sources: frozenset[str]
) -> list[Said] | None:
    """What each word of a question does, in order; None where one does nothing that is known.

    Args:
        aside: what is no condition of it.
        type_at: finds words for the types of the graph.
        sources: words for the graph and for registers of identifiers.
    """
    names = [(one.start, one.end) for one in entities]
    words = spoken(blanked(text, [*names, *((one.start, one.end) for one in aside)]))
    found = [Said("name", one.mention, one.start, one.mention, place) for place, one in enumerate(entities)]
    at = 0
    while at < len(words):
        if _is_said_again(words, at):
            at += 2
            continue
        # A phrase does not go on behind a name.
        ahead = [start for start, _ in names if start >= words[at].end]
        whole = [word for word in words[at:] if not ahead or word.end <= ahead[0]]
        read = _read(text, whole, type_at, sources)
        if read is None:
            return None
        length, said = read
        found.append(said)
        at += length
    return sorted(found, key=lambda one: one.start)


def _is_said_again(words: Sequence[Token], at: int) -> bool:
    """Whether "or" stands before the same noun in another number ("parent term or terms")."""
    if words[at].text.lower() != "or" or not 0 < at < len(words) - 1:
        return False
    before, behind = (singular_of(words[place].text.lower()) for place in (at - 1, at + 1))
    return before == behind


def _read(question: str, words: list[Token], type_at: TypeAt, sources: frozenset[str]) -> tuple[int, Said] | None:
    """The words at the beginning of some that play a part together: how many, and which; the longest are taken."""
    played, type_ = hierarchy.played_at(words, 0), type_at(words, 0)

    def said(role: Role, length: int, labels: frozenset[str] = frozenset(), played: Played | None = None) -> Said:
        text = " ".join(word.text.lower() for word in words[:length])
        written = question[words[0].start : words[length - 1].end]
        return Said(role, text, words[0].start, written, labels=labels, played=played)

    if type_ is not None and (played is None or type_[0] > played[0]):
        return type_[0], said("type", type_[0], labels=type_[1])
    if words[0].text.lower() in sources and (played is None or played[1].part == "verb"):
        return 1, said("source", 1)
    return (played[0], said(played[1].part, played[0], played=played[1])) if played is not None else None
