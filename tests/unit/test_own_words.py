"""Questions put into a graph's own words, and things asked for by what is recorded of them, over a made schema."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from kgqa.language.text import clean
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.by_meaning import own_words
from kgqa.questions.by_meaning.second_stage import Meant
from kgqa.questions.intent import Intent, unnamed
from kgqa.questions.interpreter import Interpreter
from kgqa.questions.numbers.measuring import Measured
from kgqa.questions.text.rewriting import Edit, rewritten
from kgqa.records import SetAside
from kgqa.schema import derive
from kgqa.schema.model import Property, Relation, Schema

PARK = (
    Property("founded", "INTEGER", ("founded",)),
    Property("area_ha", "INTEGER", ("area ha", "area")),
    Property("fenced", "STRING", ("fenced",)),
)
TREE = (Property("leaf_kind", "STRING", ("leaf kind",)), Property("height_m", "INTEGER", ("height m", "height")))


def relation(type_: str, source: str, target: str, *properties: Property) -> Relation:
    return derive.relation(type_, source, target, 20, properties)


SCHEMA = Schema(
    nodes=(
        derive.node_type("Park", 9, PARK),
        derive.node_type("Tree", 9, TREE),
        derive.node_type("Beetle", 9, ()),
        derive.node_type("Company", 9, ()),
    ),
    relations=(
        relation("PLANTED_IN", "Tree", "Park", Property("share_percent", "INTEGER", ("share percent",))),
        relation("EATS", "Beetle", "Tree"),
        relation("BUILT_BY", "Park", "Company"),
    ),
)
TEXTS = {("Tree", "leaf_kind"): ("conifer", "evergreen"), ("Park", "fenced"): ("yes", "no")}
NAMES = (
    ("P:1", "Ash Park", "Park"),
    ("P:2", "Birch Park", "Park"),
    ("T:1", "Red Oak", "Tree"),
    ("B:1", "Stag Beetle", "Beetle"),
    ("C:1", "Green Works", "Company"),
)
RECORDS: list[dict[str, Any]] = [
    {"id": id_, "name": name, "label": label, "synonyms": []} for id_, name, label in NAMES
]


@cache
def interpreter() -> Interpreter:
    return Interpreter(SCHEMA, Linker(NameIndex(RECORDS)), texts=lambda label, p: TEXTS.get((label, p.name), ()))


def meant(text: str) -> Meant | None:
    cleaned = clean(text)
    return interpreter().meant(cleaned, interpreter().named(cleaned))


def measured(text: str) -> Measured | None:
    cleaned = clean(text)
    return interpreter().measured(cleaned, interpreter().named(cleaned))


def read_as(text: str) -> str:
    found = meant(text)
    return found.questions[0] if found is not None and found.clear else ""


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("no. of trees planted in Ash Park", "number of trees planted in Ash Park"),
        ("# trees planted in Ash Park", "number of trees planted in Ash Park"),
        ("How many different trees are planted in Ash Park?", "How many trees are planted in Ash Park?"),
        ("Which things are planted in Ash Park?", "Which trees are planted in Ash Park?"),
        ("Which is the oldest park?", "Which is the park with the earliest founded?"),
        ("How big is Ash Park?", "What is the area of Ash Park?"),
    ],
)
def test_words_are_put_in_those_of_the_graph(asked: str, expected: str) -> None:
    assert " ".join(read_as(asked).split()) == expected


@pytest.mark.parametrize("asked", ["Which hospitals are planted in Ash Park?", "Which is the happiest park?"])
def test_what_is_near_to_nothing_is_put_as_nothing(asked: str) -> None:
    assert not read_as(asked)


def test_a_period_ends_a_sentence_behind_a_whole_word() -> None:
    assert not interpreter()._rereading._own_words.spelt_out("I saw a tree. which beetles eat it?", (), ()).edits


@pytest.mark.parametrize(
    ("asked", "values"),
    [
        ("Which evergreen trees are planted in Ash Park?", {"evergreen"}),
        ("How many conifers are planted in Ash Park?", {"conifer"}),
        ("Which parks built by Green Works are not fenced?", {"no"}),
        ("unfenced parks", {"no"}),
        ("fenced parks", {"yes"}),
        ("Which trees are planted in Ash Park with the leaf kind conifer?", {"conifer"}),
    ],
)
def test_what_is_recorded_of_things_restricts_them(asked: str, values: set[str]) -> None:
    read = measured(asked)
    assert read is not None
    assert [set(one.values) for one in read.valued] == [values]


def test_whether_one_thing_has_a_text_is_asked_in_so_many_words() -> None:
    read = measured("Is Red Oak a conifer?")
    assert read is not None
    assert (read.intent.kind, [one.name for one in read.among]) == ("yesno", ["Red Oak"])
    assert measured("Is Red Oak a tall conifer?") is None


@pytest.mark.parametrize(
    ("asked", "kind", "label", "way", "values", "bounded"),
    [
        ("Which beetles eat evergreen trees?", "list", "Beetle", ["Tree"], ["evergreen"], []),
        ("Which beetles eat conifers?", "list", "Beetle", ["Tree"], ["conifer"], []),
        ("How many beetles eat trees that are evergreen?", "count", "Beetle", ["Tree"], ["evergreen"], []),
        ("Which beetles eat trees with a height of more than 20 m?", "list", "Beetle", ["Tree"], [], ["height_m"]),
        ("Which conifers are planted in fenced parks?", "list", "Tree", ["Park"], ["conifer", "yes"], []),
        ("Which trees are planted in a park built by Green Works?", "list", "Tree", ["Park"], [], []),
        ("Does Stag Beetle eat conifers?", "yesno", "Tree", [], ["conifer"], []),
        ("Does any beetle eat a conifer?", "yesno", "Beetle", ["Tree"], ["conifer"], []),
        ("Which beetles eat both a conifer and Red Oak?", "list", "Beetle", ["Tree"], ["conifer"], []),
        ("Which company built parks that are not fenced?", "list", "Company", ["Park"], ["no"], []),
    ],
)
def test_unnamed_things_are_told_by_what_is_recorded_of_them(
    asked: str, kind: str, label: str, way: list[str], values: list[str], bounded: list[str]
) -> None:
    read = measured(asked)
    if read is None:
        outcome = interpreter().read(clean(asked), interpreter().named(clean(asked)))
        assert isinstance(outcome, Intent)
        read = Measured(outcome)
    assert read.intent.answer is not None
    assert (read.intent.kind, read.intent.answer.label) == (kind, label)
    assert [one.label for one in unnamed(read.intent.answer)] == way
    told = [one for each in read.unnamed for one in each.valued]
    assert sorted(value for one in (*read.valued, *told) for value in one.values) == sorted(values)
    assert [owned.recorded.name for each in (read, *read.unnamed) for _, owned in each.bounded] == bounded


@pytest.mark.parametrize(
    "asked",
    [
        "Which beetles eat evergreen trees or conifers?",
        "Which beetles eat all conifers?",
        "Which beetles eat most conifers?",
        "Which beetles eat more than 3 conifers?",
        "Which beetles eat purple conifers?",
        "Which beetles eat the tallest conifer?",
        "Which beetles eat trees with a height of more than 20 m or evergreen trees?",
        "Is Stag Beetle a conifer?",
        "Which trees are planted in the conifer Ash Park?",  # no park is one
    ],
)
def test_what_is_said_of_several_or_of_none_for_certain_is_not_read_of_unnamed_things(asked: str) -> None:
    assert measured(asked) is None


@pytest.mark.parametrize(
    ("asked", "mention"),
    [
        ("Who planted the conifer Red Oak?", "the conifer Red Oak"),
        ("Who planted the conifer “Red Oak”?", "the conifer “Red Oak”"),
        ("Who planted a fenced Red Oak?", "Red Oak"),
        ("Which beetles eat conifers, Red Oak?", "Red Oak"),
    ],
)
def test_the_word_for_its_kind_before_a_name_belongs_to_it(asked: str, mention: str) -> None:
    assert [one.mention for one in interpreter().named(clean(asked))] == [mention]


@pytest.mark.parametrize(
    "asked",
    [
        "How many parks let you in for free?",
        "If I saw every park that is open, how many would that be?",
        "beetles, list",
        "planted in Ash Park since 1980, which trees",
        "I only like fenced ones. Which parks did Green Works build?",
        "I am only interested in beetles. Which trees are planted in Ash Park?",
        "Which company sold Ash Park?",
        "Which parks were sold by Green Works?",
        "Is Ash Park older and higher than Birch Park?",
        "Which beetles avoid Red Oak in summer?",
        "Which beetles eat Red Oak in winter?",
        "Which company paid for Ash Park?",
        "Which trees were planted once in Ash Park?",
        "Which trees used to be planted in Ash Park?",
        "Which trees were last planted in Ash Park?",
        "Which trees in Ash Park are regularly planted?",
        "Which trees were planted in May in Ash Park?",
        "Which trees in Ash Park have hollows?",
        "When was Ash Park fenced?",
    ],
)
def test_no_word_and_no_number_is_passed_over(asked: str) -> None:
    assert not read_as(asked)


@pytest.mark.parametrize(
    ("asked", "mean"),
    [
        ("What is the total area of all parks?", False),
        ("total area in ha of the parks built by Green Works", False),
        ("average area of fenced parks, in ha?", True),
    ],
)
def test_numbers_are_added_up(asked: str, mean: bool) -> None:
    read = measured(asked)
    assert read is not None
    assert read.summed is not None
    assert (read.summed[0].mean, read.summed[1].recorded.name) == (mean, "area_ha")


@pytest.mark.parametrize(
    "asked",
    [
        "total area in kg of all parks",
        "total area of the parks in Nowhere",
        "total height of all parks",
        "average beetle of all parks",
        "total area of parks or trees",
    ],
)
def test_what_cannot_be_added_up_is_not_read_so(asked: str) -> None:
    read = measured(asked)
    assert read is None or read.summed is None


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Is Red Oak higher than 20 m?", "height_m"),
        ("Is Red Oak more than 20 m tall?", "height_m"),
        ("Was Ash Park founded before 1900?", "founded"),
        ("Does Ash Park have an area of at least 5 ha?", "area_ha"),
    ],
)
def test_whether_one_thing_has_a_number_within_bounds(asked: str, name: str) -> None:
    read = measured(asked)
    assert read is not None
    assert (read.intent.kind, [owned.recorded.name for _, owned in read.bounded]) == ("yesno", [name])
    assert len(read.among) == 1


@pytest.mark.parametrize(
    "asked",
    ["Is Ash Park older than 50 years?", "Is Ash Park higher than 20 m?", "Is Red Oak higher than Ash Park or 20 m?"],
)
def test_a_number_that_is_no_such_thing_is_not_read_as_one(asked: str) -> None:
    assert measured(asked) is None


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("Which firms built Ash Park?", ""),  # a firm is a company, but not every company is a firm
        ("Which beetles consume Red Oak?", "Which beetles eat Red Oak?"),
        ("Who constructed Ash Park?", "Which companies built Ash Park?"),
        ("How many trs are planted in Ash Park?", ""),
        ("Which trees are planted in unfenecd parks?", ""),
        ("I am writing an essay. Which beetles eat Red Oak?", "Which beetles eat Red Oak?"),
        ("My sister likes conifers. Which beetles eat Red Oak?", ""),
    ],
)
def test_words_that_share_a_meaning_are_put_and_context_is_left_out(asked: str, expected: str) -> None:
    assert read_as(asked) == expected


@pytest.mark.parametrize(
    ("asked", "kind", "names", "lowest"),
    [
        ("Which is bigger, Ash Park or Birch Park?", "list", ["Ash Park", "Birch Park"], False),
        ("Is Birch Park older than Ash Park?", "yesno", ["Birch Park", "Ash Park"], True),
        ("Does Ash Park have a smaller area than Birch Park?", "yesno", ["Ash Park", "Birch Park"], True),
        ("share of Red Oak: more in Ash Park or Birch Park?", "list", ["Ash Park", "Birch Park"], False),
    ],
)
def test_things_are_compared_by_a_number(asked: str, kind: str, names: list[str], lowest: bool) -> None:
    read = measured(asked)
    assert read is not None
    assert read.ranked is not None
    assert (read.intent.kind, [one.name for one in read.among]) == (kind, names)
    assert read.ranked[0].lowest is lowest


@pytest.mark.parametrize(
    "asked",
    [
        "Is Ash Park not older than Birch Park?",
        "Is Ash Park more beautiful than Birch Park?",
        "Which is bigger, Ash Park or Red Oak?",
        "Which beetles like Ash Park more than Birch Park?",
    ],
)
def test_a_comparison_of_anything_else_is_not_read(asked: str) -> None:
    assert measured(asked) is None


def test_who_does_it_is_told_with_the_verb_of_the_passive() -> None:
    built, planted = SCHEMA.relations[2], SCHEMA.relations[0]
    assert (built.forward, built.inverse) == ("is built by", "builds")
    assert planted.inverse == "is linked by “planted in” from"
    assert interpreter().intent("Which parks are linked by “planted in” from Red Oak?") is not None


def test_places_of_a_rewritten_text_are_those_of_the_text_before() -> None:
    text = "Hello! no. of trees"
    found = rewritten(text, (), [Edit(7, 10, "number")])
    assert found.text == "Hello! number of trees"
    assert found.aside(SetAside(0, 6, "Hello!"), text) == SetAside(0, 6, "Hello!")
    place = found.text.index("trees")
    assert found.aside(SetAside(place, place + 5, "trees"), text) == SetAside(14, 19, "trees")


def staff() -> Interpreter:
    """Of people that are recorded as pilots and cooks, and fly on missions with patients."""
    schema = Schema(
        nodes=(
            derive.node_type("Person", 9, (Property("profession", "STRING", ("profession",)),)),
            derive.node_type("Mission", 9, (Property("patients", "INTEGER", ("patients",)),)),
        ),
        relations=(relation("FLEW_ON", "Person", "Mission"),),
    )
    names = NameIndex([{"id": "M:1", "name": "Bellona", "label": "Mission", "synonyms": []}])
    texts = {"profession": ("pilot", "cook"), "patients": ("1", "2")}
    return Interpreter(schema, Linker(names), texts=lambda label, p: texts.get(p.name, ()))


def test_who_did_what_people_are_recorded_as_is_asked_by_that() -> None:
    read = staff()
    for text, put in (("Who piloted Bellona?", "Who was the pilot of Bellona?"), ("Who flew on Bellona?", "")):
        cleaned = clean(text)
        said = read._rereading.spelt_out(cleaned, read.named(cleaned))
        assert said.text == (put or text)


def test_a_noun_that_is_recorded_of_people_is_not_all_of_them_who_do_something_near_to_it() -> None:
    (one,) = staff().derived("Which pilots flew on more than 3 missions?", ())
    assert one.question == "Which people with the profession pilot flew on more than 3 missions?"


def test_a_field_that_a_bound_is_put_on_is_no_word_that_was_lost() -> None:
    assert staff().lost("Which missions had more than two patients?", ()) == ""


@pytest.mark.parametrize(
    ("said", "put"),
    [
        ("Which parks have three red oaks or more?", "Which parks have at least three red oaks?"),
        ("Which beetles eat 2 trees or fewer?", "Which beetles eat at most 2 trees?"),
        ("Which parks have one oak or more beetles?", ""),
    ],
)
def test_a_bound_behind_what_is_counted_stands_before_it(said: str, put: str) -> None:
    cleaned = clean(said)
    assert interpreter()._rereading.spelt_out(cleaned, ()).text == (put or said)


def test_beside_people_only_what_people_run_does_something() -> None:
    assert all(map(own_words.acts, ("farm", "clinic", "owner", "group")))
    assert not any(map(own_words.acts, ("material", "location", "pollinator")))
