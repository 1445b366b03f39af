"""The texts that a property of a relation has in a graph, each with what people call it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from threading import Lock

from kgqa.errors import QueryError
from kgqa.evidence.codes import evidence_words
from kgqa.evidence.fields import SPOKEN, each
from kgqa.graph.store import GraphStore
from kgqa.language.inflection import plural
from kgqa.language.normalise import plain_text
from kgqa.planning.statements import Statements
from kgqa.schema.link_texts import MOST, LinkTexts
from kgqa.schema.model import Property, Relation, Schema

MOST_WORDS = 40
"""Different values of a property of things beyond which they are no words by which things are sorted."""
LONGEST_WORD = 40
MOST_READ = 10_000
"""Things of which each one's value is read."""
MOST_THINGS = 200_000
"""Things of a type of which no values are read any more."""
_KEPT = 2048
"""Identifiers of which it is kept whether any record has them: whoever asks may name any."""


class PropertyValues:
    """Reads the values of properties when a question first needs them, and keeps them. Safe to share between threads.

    Identifiers and sentences have too many values to be asked for in this way; of them only the
    ones that were asked for last are kept.
    """

    def __init__(self, schema: Schema, store: GraphStore, link_texts: LinkTexts) -> None:
        """Reads from a graph.

        Args:
            link_texts: what is known of it without asking it.
        """
        self._statements = Statements(schema)
        self._store = store
        self._lock = Lock()
        self._schema = schema
        self._link_texts = link_texts
        self._known: dict[tuple[Relation, str], Mapping[str, tuple[str, ...]]] = {}
        self._of_things: dict[tuple[str, str], tuple[str, ...]] = {}
        self._recorded: dict[tuple[str, str], Mapping[str, str] | None] = {}
        self._held = lru_cache(_KEPT)(self._is_held)

    def named(self, relation: Relation, property_: Property) -> Mapping[str, tuple[str, ...]]:
        """The values of a property, each with its names; none where there are too many to be read in time.

        Raises:
            ServerError: they could not be read.
        """
        key = (relation, property_.name)
        with self._lock:
            if key not in self._known:
                self._known[key] = self._read(relation, property_)
            return self._known[key]

    def of_things(self, label: str, property_: Property) -> tuple[str, ...]:
        """The few texts by which a property sorts the things of a label; none where they are many or long.

        Raises:
            ServerError: they could not be read.
        """
        key = (label, property_.name)
        with self._lock:
            if key not in self._of_things:
                self._of_things[key] = self._sorting(label, property_)
            return self._of_things[key]

    def recorded(self, label: str, property_: Property) -> Mapping[str, str] | None:
        """What is recorded of a property of each thing of a label, by its identifier; None where that is too much to be
        read.

        Raises:
            ServerError: it could not be read.
        """
        key = (label, property_.name)
        with self._lock:
            if key not in self._recorded:
                self._recorded[key] = self._each(label, property_)
            return self._recorded[key]

    def holds(self, relation: Relation, property_: Property, text: str) -> bool:
        """Whether any record of a relation has a text for a property, or among several; no where that is too much to be
        looked for.

        Raises:
            ServerError: it could not be looked for.
        """
        try:
            return self._held(relation, property_, text)
        except QueryError:  # it is looked for again when it is next asked
            return False

    def _is_held(self, relation: Relation, property_: Property, text: str) -> bool:
        rows = self._store.run(self._statements.holding(relation, property_, text), max_rows=1)
        return bool(rows.rows and rows.rows[0][0])

    def _each(self, label: str, property_: Property) -> Mapping[str, str] | None:
        try:
            rows = self._store.run(self._statements.values(label, property_.name), max_rows=MOST_READ)
        except QueryError:
            return None
        return None if rows.truncated else {str(id_): str(value) for _, id_, _, value in rows.rows}

    def _sorting(self, label: str, property_: Property) -> tuple[str, ...]:
        if property_.type not in ("STRING", "BOOLEAN") or self._schema.node(label).count > MOST_THINGS:
            return ()
        try:
            rows = self._store.run(self._statements.texts_of_things(label, property_.name), max_rows=MOST_WORDS)
        except QueryError:
            return ()
        values = tuple(str(value) for (value,) in rows.rows)
        return () if rows.truncated or any(len(one) > LONGEST_WORD for one in values) else values

    def _read(self, relation: Relation, property_: Property) -> Mapping[str, tuple[str, ...]]:
        gathered = self._link_texts.of(relation, property_)
        if gathered is not None:
            return {text: _names(property_, text) for text in gathered}
        try:
            rows = self._store.run(self._statements.texts(relation, property_.name), max_rows=MOST)
        except QueryError:  # a graph too large for it is asked no conditions on its texts
            return {}
        values = dict.fromkeys(text for (value,) in rows.rows for text in each(value))
        return {} if rows.truncated else {text: _names(property_, text) for text in values}


def _names(property_: Property, text: str) -> tuple[str, ...]:
    """A value as it stands, as it is spoken, and without the words of the property ("Childhood onset": "childhood")."""
    names = [text, SPOKEN.get(text.upper(), text)]
    if property_.role == "evidence":
        _, _, spoken = evidence_words(text).partition(", ")
        names += [spoken, plural(spoken)] if spoken else []
    own = {
        word for phrase in (property_.name, *property_.words) for word in plain_text(phrase.replace("_", " ")).split()
    }
    kept = [word for word in plain_text(text).split() if word not in own]
    names += [" ".join(kept)] if kept else []
    return tuple(dict.fromkeys(names))
