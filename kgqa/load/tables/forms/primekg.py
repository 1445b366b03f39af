"""PrimeKG's ``kg.csv``: a row for each link in each of its two directions, with both things in it.

Chandak P, Huang K, Zitnik M, Building a knowledge graph to enable precision medicine, Sci Data 2023;10:67. The choices
are those with which Pusch and Conrad (2024) made their graph of it, appendix 1.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from pathlib import Path

from kgqa.errors import LoadError
from kgqa.load.mirrors import Pairs
from kgqa.load.source import BadRow
from kgqa.load.tables.cells import Heading, Position, Row, bad, single
from kgqa.load.tables.forms.graph import Graph, Numbered, Side
from kgqa.load.tables.rows import about_rows, read_header, read_rows

NEEDED = ("relation", "x_id", "x_type", "x_name", "x_source", "y_id", "y_type", "y_name", "y_source")
_GENE = "gene/protein"
_KINDS = "parent_or_child_of"
_CLEAR: dict[tuple[str, str], str] = {
    ("protein_protein", _GENE): "interacts_with",
    ("drug_drug", "drug"): "interacts_synergistically_with",
    ("drug_effect", "drug"): "has_side_effect",
    ("disease_phenotype_positive", "disease"): "has_phenotype",
    ("disease_phenotype_negative", "disease"): "lacks_phenotype",
    ("disease_protein", _GENE): "associated_with",
    ("phenotype_protein", _GENE): "associated_with",
    ("bioprocess_protein", _GENE): "participates_in",
    ("pathway_protein", _GENE): "participates_in",
    ("molfunc_protein", _GENE): "has_function",
    ("cellcomp_protein", _GENE): "located_in",
    ("anatomy_protein_present", _GENE): "expressed_in",
    ("anatomy_protein_absent", _GENE): "not_expressed_in",
    ("exposure_protein", "exposure"): "interacts_with",
    ("exposure_bioprocess", "exposure"): "interacts_with",
    ("exposure_molfunc", "exposure"): "interacts_with",
    ("exposure_cellcomp", "exposure"): "interacts_with",
    ("exposure_disease", "exposure"): "linked_to",
    ("indication", "drug"): "indication",
    ("contraindication", "drug"): "contraindication",
    ("off-label use", "drug"): "off-label use",
}
"""Relation and the type of things that its clearer name is said of: that name. ``indication`` is clear as it is."""

_OF_DRUGS = {"target": "targets", "enzyme": "has_enzyme", "carrier": "has_carrier", "transporter": "has_transporter"}
"""What the one relation ``drug_protein`` shows, by its ``display_relation``."""

_SUBJECTS = dict((*_CLEAR, ("drug_protein", "drug")))
_PREFIXES = {
    **{"NCBI": ("NCBIGene", 0), "DrugBank": ("DrugBank", 0), "CTD": ("MESH", 0), "REACTOME": ("Reactome", 0)},
    **{"MONDO": ("MONDO", 7), "HPO": ("HP", 7), "GO": ("GO", 7), "UBERON": ("UBERON", 7)},
}
"""Source of an identifier: its prefix, and the digits that the file leaves out zeros of."""

Key = tuple[str, str]


def open_graph(files: Mapping[str, Path], options: Mapping[str, str]) -> Graph:
    """The graph of one ``kg.csv``.

    Raises:
        LoadError: it cannot be read or lacks a column.
    """
    path = files["graph"]
    columns = [heading.name for heading in read_header(path)]
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        raise LoadError(f"The file {str(path)!r} has no column {', '.join(missing)}; is it PrimeKG's kg.csv?")
    choice = _Choice(path, options)
    whole = _Choice(path, {"clear-names": "yes" if choice.clear else "no"}, prepared=True)
    lists = (Heading(one, "LIST") for one in ("synonyms", "alternative_ids"))
    nodes = (*map(Heading, ("id", "name", "label", "source")), *lists)
    named = ("source", "type", "target", "relation", "display_relation")
    more = tuple(one for one in columns if one not in (*NEEDED, *named) and one[:2] not in ("x_", "y_"))
    read_nodes, read_edges = partial(_nodes, path, choice), partial(_edges, more, path, choice)
    first_nodes, first_edges = partial(_each_once, path, whole), partial(_edges, more, path, whole)
    return Graph(
        Side(path, nodes, read_nodes, typed=False, first=first_nodes),
        Side(path, (*map(Heading, (*named, *more)),), read_edges, typed=False, first=first_edges,
             about=partial(about_rows, path)),
        symmetric={_KINDS, "interacts_with", "interacts_synergistically_with"} if choice.clear else set(),
    )  # fmt: skip


class _Choice:
    """Which rows are taken, and what their relations are called; the file is read for that when it is first asked."""

    def __init__(self, path: Path, options: Mapping[str, str], *, prepared: bool = False) -> None:
        self.path = path
        self.clear = options.get("clear-names") == "yes"
        self.one_way = self.clear or options.get("one-direction") == "yes"  # a clear name is said in one direction
        self.around, self._hops = options.get("around", "").strip(), int(options.get("hops", "2"))
        self._near: set[Key] | None = None
        self._pairs = Pairs()
        self._prepared = prepared or not (self.around or self.one_way)
        self._ways: dict[tuple[str, frozenset[str]], str] = {}

    def takes(self, relation: str, x: Key, y: Key) -> bool:
        """Whether a row is taken."""
        if not self._prepared:
            self._prepare()
        if self._near is not None and x not in self._near and y not in self._near:
            return False
        if not self.one_way or x[0] == y[0]:
            return True
        ends = relation, frozenset((x[0], y[0]))
        way = self._ways.get(ends)
        if way is None:
            mirrored = self._pairs.mirror((x[0], relation, y[0]), (y[0], relation, x[0]))
            way = self._ways[ends] = _SUBJECTS.get(relation, x[0]) if mirrored else "both"
        return way in ("both", x[0])

    def named(self, relation: str, display: str, x: Key, y: Key) -> tuple[Key, str, Key]:
        """The two ends of a row and what joins them, turned so that a clear name is said of its subject."""
        subject = _SUBJECTS.get(relation, "")
        if not self.clear:
            return x, relation, y
        if display == "parent-child" and x[0] == y[0]:
            return x, _KINDS, y
        ends = (y, x) if y[0] == subject != x[0] else (x, y)
        name = _OF_DRUGS.get(display) if relation == "drug_protein" else _CLEAR.get((relation, subject))
        return ends[0], (name if ends[0][0] == subject else None) or relation, ends[1]

    def _prepare(self) -> None:
        self._prepared = True
        near: set[Key] = set()
        wanted = self.around.casefold()
        for scan in range(max(1, self._hops - 1) if self.around else 1):
            more: set[Key] = set()
            for _, row in _rows(self.path):
                if isinstance(row, BadRow):
                    continue
                x, y = _keys(row)
                if not scan and self.one_way:
                    self._pairs.add((x[0], single(row["relation"]), y[0]), x[1], y[1])
                if not self.around:
                    continue
                for end, other, name in ((x, y, row["x_name"]), (y, x, row["y_name"])):
                    if end in near or (not scan and wanted in (single(name).casefold(), end[1].casefold())):
                        more.update((end, other) if self._hops > 1 else (end,))
            near |= more
        if self.around:
            if not near:
                raise LoadError(f"Nothing in {self.path.name!r} is called {self.around!r}, so there is nothing around.")
            self._near = near


def _rows(path: Path, position: Position | None = None) -> Numbered:
    """The rows that have everything a row must have."""
    for number, row in read_rows(path, position=position):
        if isinstance(row, BadRow) or None not in map(row.get, NEEDED):
            yield number, row
        else:
            lacking = next(name for name in NEEDED if name not in row)
            yield number, bad(path, number, f"the column {lacking!r} is empty")


def _nodes(path: Path, choice: _Choice, position: Position | None) -> Numbered:
    """The things of all rows that are taken; the first name of each is its name, any other one a synonym."""
    further: dict[Key, list[str]] = {}
    for number, row in list(_each_once(path, choice, position, further)):
        if not isinstance(row, BadRow) and (names := further.get((single(row["label"]), single(row["id"])))):
            row["synonyms"] = names
        yield number, row


def _each_once(
    path: Path, choice: _Choice, position: Position | None, further: dict[Key, list[str]] | None = None
) -> Numbered:
    """The two things of each row that is taken, each once; bad rows are told of with the edges.

    Args:
        further: gets the names of a thing that are not its first one.
    """
    seen: dict[Key, set[str]] = {}
    for number, row in _rows(path, position):
        if isinstance(row, BadRow):
            continue
        ends = _keys(row)
        if not (ends[0] in seen and ends[1] in seen) and not choice.takes(single(row["relation"]), *ends):
            continue
        for side, key in zip("xy", ends, strict=True):
            name = single(row[f"{side}_name"])
            if key not in seen:
                seen[key] = {name.casefold()}
                made: Row = {"id": key[1], "name": name, "label": key[0], "source": row[f"{side}_source"]}
                if made["source"] == "MONDO_grouped":
                    made["alternative_ids"] = [_curie("MONDO", part) for part in single(row[f"{side}_id"]).split("_")]
                yield number, made
            elif further is not None and name.casefold() not in seen[key]:
                seen[key].add(name.casefold())
                further.setdefault(key, []).append(name)


def _edges(more: tuple[str, ...], path: Path, choice: _Choice, position: Position | None) -> Numbered:
    for number, row in _rows(path, position):
        if isinstance(row, BadRow):
            yield number, row
            continue
        (x, y), relation, display = _keys(row), single(row["relation"]), row.get("display_relation")
        if not choice.takes(relation, x, y):
            continue
        x, type_, y = choice.named(relation, single(display or ""), x, y)
        made: Row = {"source": x[1], "type": type_, "target": y[1]}
        if type_ != relation:
            made["relation"] = relation
        if display:
            made["display_relation"] = display
        for name in more:
            if name in row:
                made[name] = row[name]
        yield number, made


def _keys(row: Row) -> tuple[Key, Key]:
    """Type and identifier of both things of a row."""
    return (
        _key(row["x_type"], row["x_source"], row["x_id"]),  # type: ignore[arg-type]  # cells of a table are text
        _key(row["y_type"], row["y_source"], row["y_id"]),  # type: ignore[arg-type]
    )


@lru_cache(200_000)
def _key(type_: str, source: str, id_: str) -> Key:
    return type_, _curie(source, id_)


def _curie(source: str, id_: str) -> str:
    """The identifier as its source writes it.

    >>> _curie("MONDO", "5301"), _curie("NCBI", "9796"), _curie("DrugBank", "DB00001")
    ('MONDO:0005301', 'NCBIGene:9796', 'DrugBank:DB00001')
    """
    prefix, digits = _PREFIXES.get(source, (source, 0))
    return f"{prefix}:{id_.zfill(digits) if id_.isdigit() else id_}"
