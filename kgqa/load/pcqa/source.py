"""A graph in the form of PcQA (Feng et al. 2025, KGT): a list of entities and a list of relations.

``entity.csv`` has no header and rows of different length: name, type, then pairs of attribute (behind the type:
``Drug.name_en``) and value. ``relationships.csv`` has source, relation and target, by their names. What stands in these
files in a way of their own is told here, once:

* The name in the file is the identifier; the English one (``name_en``) is what the thing is called, where there is one.
  Both are found.
* An alias is an entity of a type of its own (``DrugAlias``). One that *is a* thing becomes a name of that thing, and
  its links are that thing's; any other is a thing of the type it is an alias of.
* ``YES``/``NO`` and ``True``/``False`` are truths where nothing else is said of an attribute, whole numbers numbers;
  ``NA``, ``None`` and nothing say that it is not known.
* A row that is there twice is read once, and that a thing is itself says nothing.
* A name with a comma stands without quotes in more cells than there should be; it is put together where it is then the
  name of an entity, whatever form of comma that has.
"""

from __future__ import annotations

import csv
import hashlib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kgqa.errors import LoadError
from kgqa.load.checks import shown
from kgqa.load.mirrors import Pairs
from kgqa.load.pcqa import words
from kgqa.load.source import BadRow, Contents, EdgeRow, GraphSource, NodeRow
from kgqa.load.tables import mapping
from kgqa.load.tables.cells import MAX_FIELD, Typed, converter
from kgqa.load.tables.files import UnclosedQuoteError, opened
from kgqa.records import GraphCard
from kgqa.schema.model import Property, PropertyType, Schema
from kgqa.schema.property_words import words_for

ENTITIES, RELATIONS = "entity.csv", "relationships.csv"

_CODE = 1
"""Changes whenever the same files would become another graph."""

_ALIAS = "alias"
_IS_A = "is_a"
_UNKNOWN = frozenset({"", "na", "none", "n/a", "null"})
_TRUTHS = frozenset({"yes", "no", "true", "false"})
_NAMED = (
    Property("id", words=("identifier", "id", "original name")),
    Property("name"),
    Property("synonyms", "LIST", words_for("synonyms"), "synonyms"),
    Property("definition", words=("definition", "description"), role="definition"),
)
_USED = frozenset({"name", "name_en", "description"})
"""Attributes with a use of their own."""


def source(
    path: str, name: str, title: str = "", version: str = "", licence: str = "", citation: str = "",
    skip_bad_rows: bool = False,
) -> GraphSource:  # fmt: skip
    """The graph of a folder in the form of PcQA.

    Args:
        path: the folder with ``entity.csv`` and ``relationships.csv``.
        name: of the graph.
        version: the day on which the entities were last changed when empty.

    Raises:
        LoadError: a file is missing.
    """
    files = [Path(path) / one for one in (ENTITIES, RELATIONS)]
    for file in files:
        if not file.is_file():
            raise LoadError(f"There is no file {str(file)!r}. Name the folder that holds {ENTITIES} and {RELATIONS}.")
    reader = PcqaReader(*files)
    changed = datetime.fromtimestamp(files[0].stat().st_mtime, UTC).date().isoformat()
    return GraphSource(
        card=GraphCard(name, title or name, version or changed, licence, citation),
        fingerprint=partial(_fingerprint, files),
        read_nodes=reader.nodes,
        read_edges=reader.edges,
        describe=reader.describe,
        expected_rows=lambda: None,
        skip_bad_rows=skip_bad_rows,
    )


class _Survey(NamedTuple):
    """What both files hold, seen before any row is taken.

    Attributes:
        types: of every name, as the file has them.
        aliases: of every alias that is a thing, the name of that thing.
        meant: of every type of aliases, the type that they are aliases of.
        joined: how often a relation joins two types, where each name has one type.
        values: of every type and attribute the kinds of values that it has.
    """

    types: dict[str, tuple[str, ...]]
    aliases: dict[str, str]
    meant: dict[str, str]
    joined: Counter[tuple[str, str, str]]
    values: dict[tuple[str, str], PropertyType]


class PcqaReader:
    """Reads entities, then relations; names and types stay in memory."""

    def __init__(self, entities: Path, relations_: Path) -> None:
        self._entities, self._relations = entities, relations_
        self._seen: _Survey | None = None
        self._folded: dict[str, str] = {}
        self._known: defaultdict[str, dict[str, PropertyType]] = defaultdict(dict)
        self._pairs = Pairs()

    def nodes(self) -> Iterator[NodeRow | BadRow]:
        """Every entity once; aliases of others are among their names."""
        survey = self._survey()
        also: defaultdict[str, list[str]] = defaultdict(list)
        for alias, thing in survey.aliases.items():
            also[thing].append(alias)
        taken: dict[tuple[str, str], list[str]] = {}
        for number, cells in _rows(self._entities):
            where = f"{ENTITIES}, line {number}"
            if isinstance(cells, str):
                yield BadRow(where, cells)
            elif len(cells) < 2 or len(cells) % 2:
                yield BadRow(where, f"it has {len(cells)} cells; a name, a type and pairs are expected")
            elif cells[0] not in survey.aliases:
                label = survey.meant.get(cells[1], cells[1])
                if label != cells[1] and label in survey.types[cells[0]]:
                    continue  # the entity has a row of its own
                row = taken.setdefault((label, cells[0]), cells)
                if row is not cells:
                    if row != cells and len(cells) > 2:
                        yield BadRow(where, f"the {label} {shown(cells[0])} occurs twice, with different attributes")
                    continue
                yield self._node(label, cells, also[cells[0]], where)

    def _node(self, label: str, cells: list[str], aliases: list[str], where: str) -> NodeRow | BadRow:
        id_, type_ = cells[:2]
        told = {_attribute(key, type_): value for key, value in zip(cells[2::2], cells[3::2], strict=True)}
        told = {key: value for key, value in told.items() if value.casefold() not in _UNKNOWN}
        english = told.get("name_en") or id_
        properties: dict[str, Typed] = {}
        for key, value in told.items():
            if key not in _USED:
                kind = self._survey().values[type_, key]
                try:
                    properties[key] = converter(kind)(value)
                except ValueError as error:
                    return BadRow(where, f"attribute {key!r}: {error}")
                self._known[label].setdefault(key, kind)
        original = () if english == id_ else (id_,)
        definition = told.get("description", "")
        return NodeRow(
            label, id_, english, tuple(aliases), definition, properties=properties, where=where, names=original
        )

    def edges(self) -> Iterator[EdgeRow | BadRow]:
        """Every relation once, aliases by the things that they are."""
        survey = self._survey()
        taken: set[tuple[str, str, str]] = set()
        for number, cells in _rows(self._relations):
            where = f"{RELATIONS}, line {number}"
            row = cells if isinstance(cells, str) else self._three(cells)
            if isinstance(row, str):
                yield BadRow(where, row)
                continue
            source_, type_, target = (survey.aliases.get(row[0], row[0]), row[1], survey.aliases.get(row[2], row[2]))
            if (source_, type_, target) in taken or (type_ == _IS_A and source_ == target):
                continue
            taken.add((source_, type_, target))
            ends = self._labels(source_, type_, target)
            self._pairs.add((ends[0], type_, ends[1]), source_, target)
            yield EdgeRow(type_, ends[0], source_, ends[1], target, where=where)

    def describe(self, contents: Contents) -> Schema:
        """A schema with the words of the pan-cancer graph, and derived ones where it has none."""
        nodes = [
            words.node_type(
                label, count, (*_NAMED, *(words.property_(name, kind) for name, kind in self._known[label].items()))
            )
            for label, count in contents.nodes.items()
        ]
        made = [words.relation(type_, start, end, count) for (start, type_, end), count in contents.edges.items()]
        return mapping.schema(nodes, made, self._pairs, {})

    def _three(self, cells: list[str]) -> list[str] | str:
        """Source, relation and target of a row, ends that are known names where it has more cells; else the reason."""
        if len(cells) == 3:
            return [self._name(cells[0]), cells[1], self._name(cells[2])]
        types = {type_ for _, type_, _ in self._survey().joined}
        for place in range(1, len(cells) - 1):
            ends = self._name(",".join(cells[:place])), self._name(",".join(cells[place + 1 :]))
            if cells[place] in types and all(end in self._survey().types for end in ends):
                return [ends[0], cells[place], ends[1]]
        return f"it has {len(cells)} cells instead of source, relation and target"

    def _name(self, name: str) -> str:
        """A name as the entities have it, where only the form of its signs differs."""
        return name if name in self._survey().types else self._folded.get(_folded(name), name)

    def _labels(self, source_: str, type_: str, target: str) -> tuple[str, str]:
        """The types of both ends: those that the relation joins most often where a name has several, "" for none."""
        survey = self._survey()
        ends = [
            dict.fromkeys(survey.meant.get(one, one) for one in survey.types.get(n, ("",))) for n in (source_, target)
        ]
        ways = [(one, other) for one in ends[0] for other in ends[1]]
        return max(ways, key=lambda way: survey.joined[way[0], type_, way[1]])

    def _survey(self) -> _Survey:
        if self._seen is None:
            self._seen = self._surveyed()
            self._folded = {_folded(name): name for name in self._seen.types}
        return self._seen

    def _surveyed(self) -> _Survey:
        types: defaultdict[str, dict[str, None]] = defaultdict(dict)
        kinds: defaultdict[tuple[str, str], set[PropertyType]] = defaultdict(set)
        for _, cells in _rows(self._entities):
            if not isinstance(cells, str) and len(cells) > 1 and not len(cells) % 2:
                types[cells[0]][cells[1]] = None
                for key, value in zip(cells[2::2], cells[3::2], strict=True):
                    if value.casefold() not in _UNKNOWN:
                        kinds[cells[1], _attribute(key, cells[1])].add(_kind(value))
        rows = [row for _, row in _rows(self._relations) if not isinstance(row, str) and len(row) == 3]
        aliases: dict[str, str] = {}
        pointed: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for one, type_, other in rows:
            if type_ == _IS_A and one != other and all(map(_is_alias, types.get(one, ()))) and other in types:
                aliases.setdefault(one, other)
                for alias in types.get(one, ()):
                    pointed[alias].update(label for label in types[other] if not _is_alias(label))
        every = dict.fromkeys(label for labels in types.values() for label in labels)
        meant = {label: _meant(label, every, pointed[label]) for label in every if _is_alias(label)}
        joined: Counter[tuple[str, str, str]] = Counter()
        for one, type_, other in rows:
            if len(types.get(one, ())) == 1 == len(types.get(other, ())):
                start, end = (meant.get(label, label) for label in (*types[one], *types[other]))
                joined[start, type_, end] += 1
        values: dict[tuple[str, str], PropertyType] = {
            key: next(iter(found)) if len(found) == 1 else "STRING" for key, found in kinds.items()
        }
        aliases = {alias: thing for alias, thing in aliases.items() if alias in types and thing not in aliases}
        return _Survey({name: tuple(found) for name, found in types.items()}, aliases, meant, joined, values)


def _rows(path: Path) -> Iterator[tuple[int, list[str] | str]]:
    """Line number and cells of each row that is not empty, or why it cannot be read."""
    csv.field_size_limit(MAX_FIELD)
    with opened(path) as text:
        while True:
            try:
                for cells in csv.reader(text.lines(), strict=True):
                    number, fault = text.number - len(text.taken) + 1, text.fault
                    text.next_row()
                    if fault:
                        yield number, fault
                    elif any(cell.strip() for cell in cells):
                        yield number, [cell.strip() for cell in cells]
                return
            except (UnclosedQuoteError, csv.Error) as error:
                fault = text.fault
                yield text.give_back(), fault or f"it is no row of a table ({error})".replace(" ()", "")


def _attribute(key: str, type_: str) -> str:
    return key.removeprefix(f"{type_}.")


def _is_alias(label: str) -> bool:
    return label.casefold().endswith(_ALIAS)


def _meant(label: str, every: dict[str, None], pointed: Counter[str]) -> str:
    """The type that a type of aliases stands for; itself where neither its name nor its links say."""
    plain = label[: -len(_ALIAS)].rstrip("_ ")
    if plain in every:
        return plain
    return pointed.most_common(1)[0][0] if pointed else label


def _kind(value: str) -> PropertyType:
    if value.casefold() in _TRUTHS:
        return "BOOLEAN"
    return "INTEGER" if value.isdecimal() and len(value) < 19 else "STRING"


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _fingerprint(paths: list[Path]) -> str:
    digest = hashlib.sha256(str(_CODE).encode())
    for path in paths:
        with path.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()
