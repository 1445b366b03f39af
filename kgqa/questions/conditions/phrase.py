"""A phrase of a question that puts a condition on a property of a link."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.language.vocabulary import vocabulary
from kgqa.questions.qualifiers import Qualifier
from kgqa.schema.model import Relation


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase that puts a condition on a property of a link.

    Attributes:
        start, end: what is no part of the question without it.
        ways: the condition by the relation that has such a property.
        kind: what phrases must share so that one of them ends what the other is said of.
        of_next: it is said of the name behind it ("of patients with X"), not of those before.
        noun: for a word before a noun, where that begins; for one behind "is" or "are", -1, or where the name begins
            that stands between them; else None.
        held: the relations with a record that has the value; empty where that is not known.
        types: for a word before a noun of which one is spoken of ("a frequent feature"), the labels that it stands for.
    """

    start: int
    end: int
    text: str
    ways: tuple[tuple[Relation, Qualifier], ...]
    kind: str
    of_next: bool = False
    noun: int | None = None
    types: frozenset[str] = frozenset()
    held: frozenset[Relation] = frozenset()

    @property
    def behind(self) -> str:
        """What stands for it behind a plain question: its own words, or plain ones where it begins with the verb of the
        question that it was said in ("does A list")."""
        plain = {one.said for _, one in self.ways}
        begins = self.text.split()[0].lower() in vocabulary().auxiliary
        return plain.pop() if begins and len(plain) == 1 else self.text.strip()
