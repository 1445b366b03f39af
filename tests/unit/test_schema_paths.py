"""Ways over a schema: breadth first, ranked by likeness, with the relations that a question names."""

from __future__ import annotations

import pytest

from kgqa.language.text import clean
from kgqa.presentation.schema_layout import TAKEN, paths_picture
from kgqa.questions.by_meaning.proposals import Named
from kgqa.questions.intent import Thing
from kgqa.questions.interpreter import Interpreter
from kgqa.questions.paths import chains, ways
from kgqa.questions.schema_paths import Path, candidate_paths, relations_unsaid
from kgqa.records import SchemaPath
from tests.unit.own_graphs import ABBREVIATED, schema, understanding

SCHEMA = schema(ABBREVIATED)


def candidates(question: str) -> list[Path]:
    _, linker = understanding(ABBREVIATED)
    interpreter = Interpreter(SCHEMA, linker)
    text = clean(question)
    entities = interpreter.named(text)
    asked = interpreter.taken_apart(text, entities)
    assert asked is not None
    names = [Named(one, Thing.of(one.chosen)) for one in asked.names]
    tails = interpreter.asked_types(text, entities)
    return candidate_paths(SCHEMA, interpreter.second_stage, asked, names, tails)


def test_ways_are_found_breadth_first_and_visit_no_type_twice() -> None:
    found = list(ways(SCHEMA, "Symptom", "Gene"))
    assert [len(way) for way in found] == sorted(len(way) for way in found)
    assert all(len({hop.end for hop in way}) == len(way) for way in found)
    assert chains(SCHEMA, "Symptom", "Gene") == [way for way in found if len(way) == 2]
    through = list(ways(SCHEMA, "Symptom", "Gene", within=True))
    assert any(way[-1].start == way[-1].end == "Gene" for way in through)
    assert any(way[0].start == way[0].end == "Gene" for way in ways(SCHEMA, "Gene", "Symptom", within=True))
    assert {hop.relation.type for (hop,) in ways(SCHEMA, "Gene", "Gene")} == {
        "INTERACTS_GiG", "COVARIES_GcG", "REGULATES_GrG",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("Which compounds treat migraine?", {"TREATS_CtD"}),
        ("Which symptoms are presented by diseases that aspirin treats?", {"PRESENTS_DpS", "TREATS_CtD"}),
        ("Which genes are bound by compounds that treat migraine?", {"BINDS_CbG", "TREATS_CtD"}),
        ("Which diseases are associated with genes that aspirin upregulates?", {"ASSOCIATES_DaG", "UPREGULATES_CuG"}),
        ("Which compounds cause nausea and treat migraine?", None),
    ],
)
def test_the_likest_way_has_the_relations_that_are_named(question: str, types: set[str] | None) -> None:
    found = candidates(question)
    if types is not None:
        assert set(found[0].proposal.types) == types
        assert found[0].shortest
        shortest = [one.score for one in found if one.rank == 0]
        assert shortest == sorted(shortest, reverse=True)


def test_a_way_never_has_another_relation_in_the_place_of_the_one_that_is_named() -> None:
    found = [one for one in candidates("Which compounds palliate migraine?") if one.shortest]
    assert {type_ for one in found for type_ in one.proposal.types} == {"PALLIATES_CpD"}


def test_a_shorter_way_may_pass_over_a_type_that_is_spoken_of_and_tells_what_it_leaves_out() -> None:
    found = candidates("Which compounds treat diseases with TP53 mutations?")
    assert found[0].proposal.types == {"BINDS_CbG"} or len(found[0].steps) == 1
    asked = Interpreter(SCHEMA, understanding(ABBREVIATED)[1])
    text = clean("Which compounds treat diseases with TP53 mutations?")
    taken = asked.taken_apart(text, asked.named(text))
    assert taken is not None
    assert {"treat", "diseases"} <= {item.text for item in relations_unsaid(found[0], taken)}


def test_the_drawing_has_every_path_and_the_taken_one_wide() -> None:
    taken = SchemaPath("a", "a", 1.0, (("Compound", "TREATS_CtD", "Disease"),), shortest=True, taken=True)
    other = SchemaPath("b", "b", 0.5, (("Compound", "BINDS_CbG", "Gene"),), shortest=True)
    picture = paths_picture([taken, other], SCHEMA)
    assert {dot.kind for dot in picture.dots} == {"Compound", "Disease", "Gene"}
    assert {one.relation for one in picture.arrows if one.width == TAKEN} == {"TREATS_CtD"}
