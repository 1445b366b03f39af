"""Ordinary words for what a graph of any field holds, laid over its schema when it is opened."""

from __future__ import annotations

import pytest

from kgqa.language.text import clean
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.intent import Gap, Intent, conditions_of
from kgqa.questions.reader import Reader
from kgqa.schema import derive
from kgqa.schema.model import Property, Schema
from kgqa.schema.ordinary_words import with_ordinary_words
from kgqa.schema.reconcile import settled

NAMES = {
    "Supplier": ("Norvik", "Quellwater"),
    "Instrument": ("Spinnaker 20",),
    "Room": ("D11",),
    "Group": ("Haddad Lab",),
    "Person": ("Greta Bello",),
    "Project": ("HEARTFUEL",),
}


def derived(*triads: tuple[str, str, str], **properties: tuple[str, ...]) -> Schema:
    """A schema as a load derives it, without the ordinary words; the properties are of types."""
    labels = dict.fromkeys(label for source, _, target in triads for label in (source, target))
    nodes = [
        derive.node_type(label, 9, tuple(derive.property_(name, "STRING") for name in properties.get(label, ())))
        for label in labels
    ]
    return settled(nodes, [derive.relation(type_, a, b, 9, ()) for a, type_, b in triads])


LAB = derived(
    ("Instrument", "supplied_by", "Supplier"),
    ("Instrument", "kept_in", "Room"),
    ("Person", "leads", "Group"),
    ("Person", "supervises", "Person"),
    ("Project", "run_by", "Group"),
    Supplier=("lead_time_days",),
)


def asked(schema: Schema, question: str) -> Intent | Gap:
    """What is read of a question."""
    records = [
        {"id": f"{label}:{name}", "label": label, "name": name, "synonyms": []}
        for label, names in NAMES.items()
        for name in names
    ]
    cleaned = clean(question)
    found = Reader(schema).read(cleaned, Linker(NameIndex(records)).link(cleaned))
    assert isinstance(found, Intent | Gap)
    return found


@pytest.mark.parametrize(
    ("question", "label", "relation", "forward"),
    [
        ("Which machines were bought from Norvik?", "Instrument", "supplied_by", True),
        ("Which devices come from Norvik?", "Instrument", "supplied_by", True),
        ("Which vendors deliver Spinnaker 20?", "Supplier", "supplied_by", False),
        ("Which dealer sells Spinnaker 20?", "Supplier", "supplied_by", False),
        ("Which instruments are held in D11?", "Instrument", "kept_in", True),
        ("Which people are in charge of the Haddad Lab?", "Person", "leads", True),
        ("Which teams run HEARTFUEL?", "Group", "run_by", False),
        ("Which people are the boss of Greta Bello?", "Person", "supervises", True),
        ("Which people work under Greta Bello?", "Person", "supervises", False),
        ("Which people answer to Greta Bello?", "Person", "supervises", False),
    ],
)
def test_people_ask_in_ordinary_words(question: str, label: str, relation: str, *, forward: bool) -> None:
    read = asked(with_ordinary_words(LAB), question)
    assert isinstance(read, Intent), read
    assert read.answer is not None
    assert read.answer.label == label
    (condition,) = conditions_of(read.answer)
    assert (condition.hop.relation.type, condition.hop.forward) == (relation, forward)
    assert isinstance(asked(LAB, question), Gap), "nothing of the graph itself is called so"


@pytest.mark.parametrize(
    "question",
    [
        "Which machines were stolen from Norvik?",
        "Which vendors hate Spinnaker 20?",
        "Which firms went bankrupt?",
        "Which company made Spinnaker 20?",  # who supplies it need not have made it
    ],
)
def test_what_is_no_such_word_is_not_read_as_one(question: str) -> None:
    assert isinstance(asked(with_ordinary_words(LAB), question), Gap)


def words(schema: Schema, label: str) -> set[str]:
    """What a type is called besides its own name."""
    return set(schema.node(label).words)


def test_of_two_types_neither_has_a_word_that_both_may_be_called() -> None:
    schema = with_ordinary_words(derived(("Product", "made_by", "Manufacturer"), ("Product", "sold_by", "Company")))
    assert "firm" not in words(schema, "Manufacturer") | words(schema, "Company")
    assert "maker" in words(schema, "Manufacturer")
    assert "enterprise" in words(schema, "Company")


def test_what_the_graph_calls_so_goes_before() -> None:
    triads = ("Instrument", "supplied_by", "Supplier"), ("Machine", "stands_in", "Room")
    assert "machine" not in words(with_ordinary_words(derived(*triads)), "Instrument"), "there are machines"
    priced = derived(("Play", "won", "Award"), Award=("prize_eur",))
    assert "prize" not in words(with_ordinary_words(priced), "Award"), "a prize is a sum of money here"
    bought = derived(("Instrument", "supplied_by", "Supplier"), ("Instrument", "bought_from", "Dealer"))
    supplied = next(one for one in with_ordinary_words(bought).relations if one.type == "supplied_by")
    assert "bought from" not in {*supplied.words, *supplied.forward_words}


def test_properties_have_ordinary_words_too() -> None:
    schema = derived(
        ("Organism", "causes", "Infection"),
        Infection=("incubation_days", "mortality_percent", "onset_days", "onset_time"),
    )
    told = {one.name: one.words for one in with_ordinary_words(schema).node("Infection").properties}
    assert {"incubation time", "incubation period"} <= set(told["incubation_days"])
    assert "fatality rate" in told["mortality_percent"]
    assert "onset time" not in told["onset_days"], "that is another property"


def test_what_is_left_of_a_name_without_its_unit_is_no_word_where_it_names_a_type() -> None:
    hours = Property("mission_hours_h", "STRING", ("mission hours h", "mission hours", "mission"))
    pilot, mission = derive.node_type("Pilot", 9, (hours,)), derive.node_type("Mission", 9, ())
    (told,) = with_ordinary_words(settled([pilot, mission], [])).node("Pilot").properties
    assert "mission hours" in told.words
    assert "mission" not in told.words
    assert hours.apart == ("mission hours", ("hours",))


def test_a_graph_that_has_vendors_is_not_said_to_have_none() -> None:
    schema = LAB.__class__(LAB.nodes, LAB.relations, {"vendor": "vendors", "gene": "genes"})
    assert with_ordinary_words(schema).absent == {"gene": "genes"}


def test_words_are_laid_once() -> None:
    once = with_ordinary_words(LAB)
    assert with_ordinary_words(once) == once
