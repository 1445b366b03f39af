"""Questions for what stands above or below a thing, read by the parts that their words play."""

from __future__ import annotations

import pytest

from kgqa.language.tokens import Token
from kgqa.questions.placement.grammar import Place, place
from kgqa.questions.placement.meant import meant
from kgqa.questions.placement.parts import Said, parts
from kgqa.records import Candidate, Entity
from kgqa.schema.model import NodeType, Relation, Schema

TYPES = {"disease": "X", "diseases": "X", "disorders": "X", "findings": "Sign", "problems": "X", "genes": "Gene"}
SOURCES = frozenset({"hpo", "mondo"})


def type_at(words: list[Token], start: int) -> tuple[int, frozenset[str]] | None:
    label = TYPES.get(words[start].text.lower())
    return (1, frozenset({label})) if label is not None else None


def named(text: str, *names: str) -> list[Entity]:
    return [
        Entity(name, text.index(name), text.index(name) + len(name), Candidate(f"x:{n}", name, "X", 1.0, "exact", name))
        for n, name in enumerate(names)
    ]


def said(text: str, *names: str) -> list[Said] | None:
    return parts(text, named(text, *names), (), type_at, SOURCES)


def asked(text: str, *names: str) -> Place | None:
    found = said(text, *names)
    return place(found) if found is not None else None


def in_short(found: Place | None) -> str:
    assert found is not None
    return f"{'up' if found.up else 'down'} {found.kind} {found.steps or 'open'}"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Under which parent groups does Mondo place X directly?", "up list one"),
        ("What is the immediate parent class of X in the ontology?", "up list one"),
        ("Directly beneath which broader terms does HPO place X?", "up list one"),
        ("The class X has more than one superclass; please name them.", "up list open"),
        ("X - what larger group of problems does it get filed under?", "up list open"),
        ("Under which parent term or terms does X sit?", "up list one"),
        ("next broader term above X pls", "up list one"),
        ("In which disease groups is X?", "up list open"),
        ("To what wider group of disorders does X belong?", "up list open"),
        ("What type of disease is X?", "up list open"),
        ("what stands above X", "up list open"),
        ("What does X fall under?", "up list open"),
        ("Where does X sit in the hierarchy?", "up list open"),
        ("What is one level up from X?", "up list one"),
        ("X: broader term?", "up list open"),
        ("What is X a subclass of?", "up list open"),
        ("List all ancestors of X.", "up list any"),
        ("Name the immediate ancestors of X", "up list one"),
        ("Which parents does X have?", "up list one"),
        ("Direct subclasses of X, please.", "down list one"),
        ("What are the immediate subtypes of X in the ontology?", "down list one"),
        ("Which more precise terms are there below X?", "down list open"),
        ("What kinds of X does the ontology distinguish?", "down list open"),
        ("Which more specific terms does the HPO list under X?", "down list open"),
        ("what sits under X?", "down list open"),
        ("Could you list the sub-types of X?", "down list open"),
        ("How many terms sit below X?", "down count open"),
        ("How many terms are there below X in the hierarchy, at any depth?", "down count any"),
        ("How many direct children does X have?", "down count one"),
        ("How many descendants are there of X?", "down count any"),
        ("List all subtypes of X", "down list any"),
        ("List all children of X", "down list one"),
        ("Does X have any narrower terms?", "down list open"),
        # what it is said of stands on the other side
        ("Which terms have X as a parent?", "down list one"),
        ("What is X the parent of?", "down list one"),
        ("Which terms is X broader than?", "down list open"),
        ("What does X stand above?", "down list open"),
    ],
)  # fmt: skip
def test_the_parts_of_a_question_tell_what_it_asks_for(text: str, read: str) -> None:
    assert in_short(asked(text, "X")) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Is A a kind of B?", "up yesno open"),
        ("Does A sit somewhere under B?", "up yesno any"),
        ("Is A a direct child of B?", "up yesno one"),
        ("Is A narrower than B?", "up yesno open"),
        ("Does A have B as a parent?", "up yesno one"),
        ("Is A a parent of B?", "down yesno one"),
        ("Is A broader than B?", "down yesno open"),
        ("Is A above B at any depth?", "down yesno any"),
    ],
)
def test_two_things_are_asked_which_is_above_the_other(text: str, read: str) -> None:
    assert in_short(asked(text, "A", "B")) == read


@pytest.mark.parametrize(
    "text",
    [
        "Diseases in the group of X",  # what is in it
        "Which dominant kinds of X are there?",
        "Which broader and which narrower terms does X have?",
        "Which diseases belong to X?",
        "Which broader terms does the HPO not list above X?",
        "Which other groups is X in?",
        "Which specific symptoms does X have?",
        "Which general signs does X have?",
        "How many children have X?",
        "How many children in HPO have X?",
        "Children with X",
        "X in children",
        "Do both parents need X?",
        "In which families is X found?",
        "Which category of children has X?",
        "How many levels are there below X?",
        "Two levels above X",
        "What are the grandparents of X?",
        "What are the siblings of X?",
        "How many different kinds of findings are listed in X?",
        "How many types of genes are in X?",
        "Which kind is X?",
        "Where is X?",
        "Is X directly below disease?",
        "X has children.",
        "Which term is immediately below or above X?",
        "Which direct and which indirect subtypes does X have, directly or at any depth?",
        "X",
    ],
)
def test_what_asks_for_more_or_for_no_direction_is_not_read(text: str) -> None:
    assert asked(text, "X") is None


def test_what_things_of_a_type_are_is_said_by_a_name_in_the_plural() -> None:
    assert in_short(asked("Which diseases are Xopathies?", "Xopathies")) == "down list open"
    assert asked("Which diseases are Xopathy?", "Xopathy") is None
    assert asked("Which diseases are in Xopathies?", "Xopathies") is None


def test_several_things_are_not_asked_for_at_once() -> None:
    assert asked("Which broader terms do A and B have?", "A", "B") is None
    assert asked("Is A below B or C?", "A", "B", "C") is None
    assert asked("What is above A and below B?", "A", "B") is None
    assert asked("Is A under B in the group?", "A", "B") is None


def schema(name: str = "IS_A", phrase: str = "is a kind of") -> Schema:
    above = Relation(name, "X", "X", phrase, "includes", hierarchical=True)
    among_signs = Relation("IS_A", "Sign", "Sign", "is a kind of", "includes", hierarchical=True)
    nodes = (
        NodeType("X", "disease", "diseases"),
        NodeType("Sign", "sign", "signs", words=("toy term", "ontology term")),
    )
    return Schema((*nodes, NodeType("Gene", "gene", "genes")), (above, among_signs), called=("Toy",))


def of_two_types(text: str) -> Entity:
    chosen, rival = (
        Candidate(f"{p}:1", "Gout", label, 1.0, "exact", "Gout") for p, label in (("MIM", "X"), ("HP", "Sign"))
    )
    return Entity("Gout", text.index("Gout"), text.index("Gout") + 4, chosen, (rival,), tied=True)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Which subtypes does Gout have?", ["X", "Sign"]),
        ("Which diseases are below Gout?", ["X"]),
        ("Which findings are below Gout?", ["Sign"]),
        ("Which subtypes of Gout does HPO list?", ["Sign"]),
        ("Which subtypes of Gout has OMIM?", ["X"]),
        ("Which broader term does Gout have?", ["Sign"]),
        ("Which subtypes does Gout have in the ontology?", ["Sign"]),
        ("Which genes are below Gout?", []),
    ],
)
def test_a_word_beside_a_name_decides_which_of_its_meanings_is_asked_of(text: str, labels: list[str]) -> None:
    name = of_two_types(text)
    words = parts(text, [name], (), type_at, SOURCES | {"omim", "hpo"})
    assert words is not None
    found = place(words)
    assert found is not None
    read = meant(schema(), found, words, [name])
    told = [one.answer.label for one in read if one.answer is not None]
    assert told == labels
    if read:
        assert bool(read[0].notes) == (len(labels) == 1)


def test_of_parts_nobody_asks_for_kinds() -> None:
    for text, is_read in (("Which kinds of X are there?", False), ("What is below X?", True)):
        words = said(text, "X")
        assert words is not None
        found = place(words)
        assert found is not None
        assert bool(meant(schema("PART_OF", "is a part of"), found, words, named(text, "X"))) == is_read
