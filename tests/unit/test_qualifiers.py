"""Conditions on the properties of links are read as what they say, and worded back as questions that are read alike."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from kgqa.language.text import clean
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import LinkContext, Linker
from kgqa.questions.intent import Ambiguity, Condition, Gap, Intent, Variable
from kgqa.questions.reader import Reader
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from kgqa.schema.derive import property_
from kgqa.schema.model import NodeType, Property, Relation, Schema
from tests.integration import graphs

_SHOWN = tuple(
    property_(name, type_)
    for name, type_ in (
        ("frequency", "STRING"), ("onset", "STRING"), ("sex", "STRING"), ("evidence", "STRING"), ("database", "STRING"),
        ("references", "LIST"), ("patients", "INTEGER"),
    )
)  # fmt: skip
_LINKED = (property_("score", "FLOAT"), property_("year", "INTEGER"), property_("status", "STRING"))
SCHEMA = Schema(
    nodes=(
        NodeType("Gene", "gene", "genes", count=3),
        NodeType("Disease", "disease", "diseases", count=3),
        NodeType("Sign", "sign", "signs", ("finding",), count=2),
        NodeType("Term", "term", "terms", count=1),
    ),
    relations=(
        Relation("SHOWS", "Disease", "Sign", "shows", "is a sign of", words=("show", "occur in"), properties=_SHOWN),
        Relation("LINKED", "Gene", "Disease", "is linked to", "is linked to", words=("linked to",), properties=_LINKED),
    ),
)
NAMES = {
    "Gene": ("ABC1", "ABC2"),
    "Disease": ("Morbus Alba", "Morbus Bruna"),
    "Sign": ("Itchiness", "Wheezing"),
    "Term": ("Very frequent",),
}
VALUES: Mapping[str, Sequence[tuple[str, ...]]] = {
    "onset": (("Childhood onset", "childhood"), ("Adult onset", "adult")),
    "evidence": (("PCS", "published clinical study"), ("TAS",)),
    "database": (("ORPHA", "Orphanet"), ("OMIM",)),
    "status": (("in review",), ("approved",)),
}


def _values(relation: Relation, one: Property) -> Mapping[str, tuple[str, ...]]:
    return {names[0]: names for names in VALUES.get(one.name, ())}


def _holds(relation: Relation, one: Property, text: str) -> bool:
    return (relation.type, one.name, text) == ("SHOWS", "references", "PMID:12345678")


@functools.cache
def understanding() -> tuple[Reader, Linker]:
    records = [
        {"id": f"{label}:{name}", "label": label, "name": name, "synonyms": []}
        for label, names in NAMES.items()
        for name in names
    ]
    return Reader(SCHEMA, values=_values, holds=_holds), Linker(NameIndex(records))


def read(question: str) -> Intent | Gap | Ambiguity:
    reader, linker = understanding()
    cleaned = clean(question)
    return reader.read(cleaned, linker.link(cleaned, context=LinkContext(expected=reader.expected(cleaned))))


def qualified(outcome: Intent | Gap | Ambiguity) -> list[str]:
    """What is asked of each link, in the order of the conditions: "Itchiness: in at least 50 % of patients"."""
    assert isinstance(outcome, Intent), outcome
    if outcome.pairs:
        return [one.said for pair in outcome.pairs for one in pair.qualifiers]

    def told(variable: Variable) -> list[str]:
        return [said for condition in variable.conditions for said in of(condition)]

    def of(condition: Condition) -> list[str]:
        end = condition.variable.label if condition.variable else "|".join(one.name for one in condition.things)
        inner = told(condition.variable) if condition.variable else []
        return [*(f"{end}: {one.said}" for one in condition.qualifiers), *inner]

    assert outcome.answer is not None
    return told(outcome.answer)


READ = [
    ("Which signs does Morbus Alba show in more than 80 % of patients?", "in more than 80 % of patients"),
    ("Which signs does Morbus Alba show in >80%?", "in more than 80 % of patients"),
    ("Which signs occur in more than 80 % of patients with Morbus Alba?", "in more than 80 % of patients"),
    ("Which signs occur in more than 80 % of Morbus Alba patients?", "in more than 80 % of patients"),
    ("Which signs does Morbus Alba show in at least two thirds of patients?", "in at least two thirds of patients"),
    ("Which signs does Morbus Alba show in two thirds of patients or more?", "in at least two thirds of patients"),
    ("Which signs does Morbus Alba show in less than half of people?", "in less than 50 % of patients"),
    ("Which signs does Morbus Alba show in not more than five per cent of cases?", "in at most 5 % of patients"),
    ("Which signs does Morbus Alba show in 30 to 79 %?", "in 30 % to 79 % of patients"),
    ("Which signs does Morbus Alba show in most patients?", "in more than 50 % of patients"),
    ("Which signs does Morbus Alba show in the majority of patients?", "in more than 50 % of patients"),
    ("Which signs does Morbus Alba show in all patients?", "in 100 % of patients"),
    ("Which signs does Morbus Alba always show?", "in 100 % of patients"),
    ("Which signs does Morbus Alba show in one in ten patients?", "in exactly 10 % of patients"),
    ("How many signs does Morbus Alba show in less than 5 % of patients?", "in less than 5 % of patients"),
    ("Which signs does Morbus Alba show with a frequency above 80 %?", "in more than 80 % of patients"),
    ("Which signs does Morbus Alba show with a frequency of at least 0.8?", "in at least 80 % of patients"),
    ("Which signs are very frequent in Morbus Alba?", "with the frequency very frequent"),
    ("Which obligate signs does Morbus Alba show?", "with the frequency obligate"),
    ("Which signs of Morbus Alba are rare?", "with the frequency very rare"),
    ("Which signs does Morbus Alba show in at least 10 patients?", "in at least 10 patients"),
    ("Which signs does Morbus Alba show in females only?", "only in females"),
    ("Which signs does Morbus Alba show only in boys?", "only in males"),
    ("Which signs does Morbus Alba show with onset in childhood?", "with the onset childhood"),
    ("Which signs does Morbus Alba show with adult onset?", "with the onset adult"),
    ("Which signs does Morbus Alba show with evidence code PCS?", "with the evidence PCS"),
    ("Which signs does Morbus Alba show with published clinical study evidence?", "with the evidence PCS"),
    ("Which signs does Morbus Alba show according to Orphanet?", "according to Orphanet"),
    ("Which signs does Morbus Alba show according to OMIM or Orphanet?", "according to OMIM or Orphanet"),
    (
        "Which signs does Morbus Alba show with onset in childhood or adult onset?",
        "with the onset childhood or adult onset",
    ),
]
ON_NUMBERS = [
    ("Which genes are linked to Morbus Alba with a score above 0.8?", "with a score of more than 0.8"),
    ("Which genes are linked to Morbus Alba with score between 0.3 and 0.5?", "with a score of 0.3 to 0.5"),
    ("Which genes are linked to Morbus Alba with a score of less than 1e-3?", "with a score of less than 0.001"),
    ("Which genes are linked to Morbus Alba since 2015?", "since 2015"),
    ("Which genes are linked to Morbus Alba before 2010?", "before 2010"),
    ("Which genes are linked to Morbus Alba between 2010 and 2015?", "between 2010 and 2015"),
    ("Which genes are linked to Morbus Alba with a year after 2014?", "with a year of more than 2014"),
    ("Which genes are linked to Morbus Alba with status in review?", "with the status in review"),
]


RESTING = [
    ("Which signs of Morbus Alba are supported by a published clinical study?", "with the evidence PCS"),
    ("Which signs of Morbus Alba are supported by a published clinical study (PCS)?", "with the evidence PCS"),
    (
        "Within Morbus Alba, which signs rest on a published clinical study (evidence code PCS)?",
        "with the evidence PCS",
    ),
    ("Which signs of Morbus Alba carry the evidence code TAS?", "with the evidence TAS"),
    ("Which signs of Morbus Alba have annotations taken from Orphanet?", "according to Orphanet"),
    ("Which signs does OMIM list for Morbus Alba?", "according to OMIM"),
    ("What does OMIM say are the signs of Morbus Alba?", "according to OMIM"),
    ("Which signs of Morbus Alba cite PMID:12345678?", "with the reference PMID:12345678"),
    ("For which signs of Morbus Alba is pmid 12345678 cited as evidence?", "with the reference PMID:12345678"),
    ("Which signs of Morbus Alba are based on the paper PMID:12345678?", "with the reference PMID:12345678"),
    ("Which signs in Morbus Alba are noted for female patients only?", "only in females"),
    ("For which signs of Morbus Alba do we hold female-specific data?", "in females"),
    ("Which signs of Morbus Alba have annotations restricted to male patients?", "in males"),
    ("How many signs of Morbus Alba fall in the 'very rare' frequency class?", "with the frequency very rare"),
    ("For which genes of Morbus Alba is the status in review recorded?", "with the status in review"),
]


@pytest.mark.parametrize(("question", "said"), [*READ, *ON_NUMBERS, *RESTING])
def test_a_condition_on_a_link_is_read_and_worded_back(question: str, said: str) -> None:
    outcome = read(question)
    assert qualified(outcome) == [f"Morbus Alba: {said}"]
    assert isinstance(outcome, Intent)
    bare = replace(outcome, entities=(), notes=())
    asked = next(reworded(Wording(SCHEMA), outcome))
    again = read(asked)
    assert isinstance(again, Intent), asked
    assert replace(again, entities=(), notes=()) == bare, asked


SEVERAL = [
    (
        "Which diseases show itchiness in at least half and wheezing in less than 5 % of patients?",
        ["Itchiness: in at least 50 % of patients", "Wheezing: in less than 5 % of patients"],
    ),
    (
        "Which diseases show itchiness and wheezing in at least half of patients?",
        ["Itchiness: in at least 50 % of patients", "Wheezing: in at least 50 % of patients"],
    ),
    (
        "Which signs does Morbus Alba show in more than 80 % of patients according to OMIM?",
        ["Morbus Alba: in more than 80 % of patients", "Morbus Alba: according to OMIM"],
    ),
    (
        "Which genes are linked to diseases that show itchiness in at least 80 % of patients?",
        ["Itchiness: in at least 80 % of patients"],
    ),
    (
        "Which signs occur in most patients with Morbus Alba and in less than half of patients with Morbus Bruna?",
        ["Morbus Alba: in more than 50 % of patients", "Morbus Bruna: in less than 50 % of patients"],
    ),
    ("Which diseases show very frequent itchiness?", ["Itchiness: with the frequency very frequent"]),
    ("Does Morbus Alba show itchiness in at least half of patients?", ["in at least 50 % of patients"]),
    ("Does Morbus Alba always show itchiness?", ["in 100 % of patients"]),
    ("Does itchiness occur in more than 30 % of patients with Morbus Alba?", ["in more than 30 % of patients"]),
    ("Do most patients with Morbus Alba show itchiness?", ["in more than 50 % of patients"]),
    ("Does every patient with Morbus Alba show itchiness?", ["in 100 % of patients"]),
    ("Which signs do at least 80 % of patients with Morbus Alba show?", ["Morbus Alba: in at least 80 % of patients"]),
    ("Which signs do 80 % or more of Morbus Alba patients show?", ["Morbus Alba: in at least 80 % of patients"]),
    ("Which signs of Morbus Alba are more frequent than 50 %?", ["Morbus Alba: in more than 50 % of patients"]),
    ("Is ABC1 linked to Morbus Alba with a score above 0.8?", ["with a score of more than 0.8"]),
    ("What is the reference for itchiness in Morbus Alba according to OMIM?", ["according to OMIM"]),
    ("What proportion of male Morbus Alba patients show itchiness?", ["in males"]),
    ("In Morbus Alba, what share of the males show itchiness?", ["in males"]),
    ("Does OMIM list itchiness for Morbus Alba?", ["according to OMIM"]),
]


@pytest.mark.parametrize(("question", "expected"), SEVERAL)
def test_each_condition_is_put_on_the_link_that_it_is_said_of(question: str, expected: list[str]) -> None:
    assert qualified(read(question)) == expected


@pytest.mark.parametrize(
    "question",
    [
        "Which signs does Morbus Alba show in about 50 % of patients?",
        "Which signs does Morbus Alba show in nearly half of patients?",
        "Which signs does Morbus Alba show in 150 % of patients?",
        "Which signs does Morbus Alba show in 80 patients?",
        "Which signs does Morbus Alba show in 80?",
        "Which 5 signs does Morbus Alba show in 50 % of patients?",
        "Which signs does Morbus Alba almost always show?",
        "Which signs does Morbus Alba not show in more than 50 % of patients?",
        "Which signs does Morbus Alba show, but not in more than 50 % of patients?",
        "Which signs are not frequent in Morbus Alba?",
        "Which signs are more frequent than 50 % in Morbus Alba or Morbus Bruna and Morbus Alba?",
        "Which rare diseases show itchiness?",
        "Is Morbus Alba rare?",
        "Which diseases are frequent in itchiness?",
        "Which signs does Morbus Alba show according to Nobody?",
        "Which signs does Morbus Alba show according to OMIM and Orphanet?",
        "Which signs does Morbus Alba show according to OMIM but not Orphanet?",
        "Which signs does Morbus Alba show in males and females?",
        "Which signs does Morbus Alba only show in at least 50 % of patients?",
        "Which signs does Morbus Alba show in more than 80 % or less than 5 % of patients?",
        "Does Morbus Alba show itchiness and wheezing in more than 50 % of patients?",
        "Which signs does Morbus Alba show with a score above 0.8?",
        "Which genes are linked to Morbus Alba in more than 80 % of patients?",
        "Which genes are linked to Morbus Alba with a score above 80 %?",
        "Which genes are linked to Morbus Alba with a score above 0.8 or 0.9?",
        "Which genes are linked to Morbus Alba with a weight above 0.8?",
        "Which signs does Morbus Alba show in half of the diseases?",
        "Which diseases show itchiness in at least 50 % of patients with wheezing?",
        "Does Morbus Alba occur in more than 30 % of patients with itchiness?",
        "Which signs does Morbus Alba show in 2 of 4 families?",
        "Which signs does Morbus Alba show in 80 % of males?",
        "Which signs occur in more than 80 % of patients under 10 with Morbus Alba?",
        "How often is itchiness seen in Morbus Alba in more than 50 % of patients?",
        "Which sign is most frequent in Morbus Alba in at least 10 patients?",
        "Which signs of Morbus Alba are not supported by a published clinical study?",
        "Which signs of Morbus Alba are supported only by a published clinical study?",
        "Which signs of Morbus Alba are supported by a published clinical study (TAS)?",
        "Which signs does OMIM list for Morbus Alba that Orphanet does not?",
        "Which signs of Morbus Alba does OMIM not list?",
        "Which signs of Morbus Alba cite PMID:99999999?",
        "Which signs of Morbus Alba cite PMID:12345678 most often?",
        "Which genes of Morbus Alba cite Orphanet?",
        "Which diseases do male patients with itchiness have?",
        "How often do male patients with itchiness have Morbus Alba?",
        "Which diseases affect only males?",
        "For which genes of Morbus Alba is the status in review not recorded?",
    ],
)
def test_a_condition_that_is_not_understood_is_never_left_out(question: str) -> None:
    outcome = read(question)
    assert isinstance(outcome, Gap), outcome


def test_what_a_word_for_a_class_was_taken_for_is_said() -> None:
    outcome = read("Which signs are frequent in Morbus Alba?")
    assert isinstance(outcome, Intent)
    assert outcome.notes == ("“frequent” was read as at least 30 % and less than 80 % of patients.",)


def test_a_thing_that_is_called_like_a_class_stays_itself_where_it_is_asked_for() -> None:
    outcome = read("Which diseases show “very frequent”?")
    assert not isinstance(outcome, Intent) or qualified(outcome) == []


@pytest.mark.parametrize(
    "question",
    [
        "Where does itchiness in Morbus Alba come from?",
        "Who says that Morbus Alba shows itchiness?",
        "Where is it reported that Morbus Alba shows itchiness?",
        "What supports itchiness in Morbus Alba?",
        "Which PMIDs support itchiness in Morbus Alba?",
        "What is the reference for itchiness in Morbus Alba?",
    ],
)
def test_where_a_link_comes_from_is_asked_of_its_references(question: str) -> None:
    outcome = read(question)
    assert isinstance(outcome, Intent), outcome
    assert outcome.kind == "value"
    assert outcome.property is not None
    assert outcome.property.name == "references"


def test_a_condition_is_read_on_a_graph_of_other_words() -> None:
    outcome = graphs.read("Which symptoms does migraine present with in more than 80 % of patients?")
    assert qualified(outcome) == ["Migraine: in more than 80 % of patients"]
