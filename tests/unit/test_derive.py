"""Wording of relations and types from their names, in every habit of naming."""

from __future__ import annotations

import pytest

from kgqa.schema import derive
from kgqa.schema.model import Relation, Schema
from kgqa.schema.reconcile import settled

WORDINGS = [
    # abbreviated ends behind the name
    ("TREATS_CtD", "Compound", "Disease", "treats", "is treated by"),
    ("PRESENTS_DpS", "Disease", "Symptom", "presents with", "is a symptom of"),
    ("EXPRESSES_AeG", "Anatomy", "Gene", "expresses", "is expressed in"),
    ("BINDS_CbG", "Compound", "Gene", "binds", "is bound by"),
    ("REGULATES_Gr>G", "Gene", "Gene", "regulates", "is regulated by"),
    ("INCLUDES_PCiC", "PharmacologicClass", "Compound", "includes", "is included in"),
    ("PARTICIPATES_GpBP", "Gene", "BiologicalProcess", "participates in", "has the participant"),
    ("LOCALIZES_DlA", "Disease", "Anatomy", "localizes to", "is the location of"),
    # nouns, and the types of the ends within the name
    ("indication", "drug", "disease", "treats", "is treated by"),
    ("contraindication", "drug", "disease", "is contraindicated in", "is a contraindication for"),
    ("off-label use", "drug", "disease", "is used off-label for", "is treated off-label with"),
    ("drug_protein", "drug", "gene/protein", "is linked to", "is linked to"),
    ("disease_phenotype_positive", "disease", "effect/phenotype", "presents with", "is a symptom of"),
    ("anatomy_protein_present", "anatomy", "gene/protein", "expresses", "is expressed in"),
    ("Drug treats disease", "Drugs", "Diseases", "treats", "is treated by"),
    ("biolink:gene_associated_with_condition", "biolink:Gene", "biolink:Disease", "is associated with",
     "is associated with"),
    # passive names, and names that the types turn round
    ("treated_by", "Disease", "Drug", "is treated by", "treats"),
    ("CAUSED_BY", "Disease", "Gene", "is caused by", "causes"),
    ("SUPERVISED_BY", "Nurse", "Nurse", "is supervised by", "supervises"),
    ("PRESCRIBED_BY", "Aid", "Nurse", "is prescribed by", "prescribes"),
    ("RUN_BY", "Clinic", "Trust", "is run by", "runs"),
    ("LOOKED_AFTER_BY", "Patient", "Nurse", "is looked after by", "looks after"),
    ("CARRIED_OUT_BY", "Check", "Nurse", "is carried out by", "carries out"),
    ("isTargetOf", "Protein", "Drug", "is a target of", "has a target"),
    ("treats", "Disease", "Drug", "is treated by", "treats"),
    ("contraindication", "disease", "drug", "is a contraindication for", "is contraindicated in"),
    ("enzyme", "Drug", "Protein", "is metabolised by", "metabolises"),
    # the noun of what its preposition leads to
    ("BELONGS_TO_CLASS", "Substance", "DrugClass", "belongs to", "includes"),
    ("LOCATED_IN_CITY", "Theatre", "City", "is located in", "is the location of"),
    ("works_at_clinic", "Vet", "Clinic", "works at", "is linked by “works at” from"),
    # verbs in the past: what the source did, or what is said of it
    ("RAN_AGROUND_NEAR", "Ship", "Lighthouse", "ran aground near", "is linked by “ran aground near” from"),
    ("TRAINED_UNDER", "Keeper", "Keeper", "is trained under", "is linked by “trained under” from"),
    ("RESCUED_CREW_OF", "Keeper", "Ship", "rescued crew of", "is linked by “rescued crew of” from"),
    ("BORN_IN", "Keeper", "Port", "is born in", "is linked by “born in” from"),
    ("STRUCK", "Ship", "Reef", "struck", "is struck by"),
    ("REPLACED", "Tower", "Tower", "replaced", "is replaced by"),
    ("WON_PRIZE", "Play", "Prize", "won prize", "is linked by “won prize” from"),
    ("UNDERWENT", "Patient", "Check", "underwent", "is undergone by"),
    ("LOCATED", "Tower", "Island", "is linked by “located” to", "is linked by “located” from"),
    # words that say where or of what something is
    ("ON_LOAN_TO", "Aid", "Patient", "is on loan to", "is linked by “on loan to” from"),
    ("ELIGIBLE_FOR", "Patient", "Grant", "is eligible for", "is linked by “eligible for” from"),
    # names that no concept has
    ("gobbles_up", "Drug", "Food", "is linked by “gobbles up” to", "is linked by “gobbles up” from"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "source", "target", "forward", "inverse"), WORDINGS)
def test_a_relation_reads_right_from_either_end(
    name: str, source: str, target: str, forward: str, inverse: str
) -> None:
    made = derive.relation(name, source, target, 1, ())
    assert (made.forward, made.inverse) == (forward, inverse)
    assert "not" in made.negative.split()


@pytest.mark.parametrize(
    ("name", "label", "symmetric"),
    [
        ("RESEMBLES_DrD", "Disease", True),
        ("INTERACTS_GiG", "Gene", True),
        ("COVARIES_GcG", "Gene", True),
        ("ppi", "gene/protein", True),
        ("disease_disease", "disease", True),
        ("REGULATES_GrG", "Gene", False),
        ("regulated_by", "Gene", False),
        ("part_of", "Organ", False),
        ("subclass_of", "Disease", False),
    ],
)
def test_within_one_type_symmetry_is_guessed(name: str, label: str, symmetric: bool) -> None:
    made = derive.relation(name, label, label, 1, ())
    assert made.symmetric == symmetric
    assert not derive.relation(name, label, "Other", 1, ()).symmetric


@pytest.mark.parametrize(
    ("name", "words", "negative"),
    [
        ("RAN_AGROUND_NEAR", {"ran aground", "run aground", "run aground near"}, "did not run aground near"),
        ("STRUCK", {"strike"}, "did not strike"),
        ("BORN_IN", {"born"}, "is not born in"),
        ("KNOWN_TO", {"known"}, "is not known to"),
        ("RESCUED_CREW_OF", {"rescued", "rescued crew"}, "did not rescue crew of"),
    ],
)
def test_a_verb_in_the_past_is_asked_for_in_its_other_forms(name: str, words: set[str], negative: str) -> None:
    made = derive.relation(name, "Keeper", "Ship", 1, ())
    assert words <= words_of(made)
    assert not {"bear", "know"} & words_of(made), "to be born is not to bear"
    assert made.negative == negative


def words_of(relation: Relation) -> set[str]:
    return {*relation.words, *relation.forward_words, *relation.inverse_words}


def of(made: Schema, type_: str) -> Relation:
    return next(relation for relation in made.relations if relation.type == type_)


def made(*triads: tuple[str, str, str], counts: dict[str, int] | None = None) -> Schema:
    labels = dict.fromkeys(label for source, _, target in triads for label in (source, target))
    known = counts or {}
    relations = [derive.relation(type_, a, b, known.get(type_, 10), ()) for a, type_, b in triads]
    return settled([derive.node_type(label, 1, ()) for label in labels], relations)


def test_a_word_that_is_a_relations_own_name_is_no_other_ones() -> None:
    schema = made(("Drug", "regulates", "Gene"), ("Drug", "upregulates", "Gene"), ("Drug", "downregulates", "Gene"))
    assert "regulate" in words_of(of(schema, "regulates"))
    assert not {"regulate", "regulated by"} & words_of(of(schema, "upregulates"))
    assert "affect" not in words_of(of(schema, "downregulates")), "an everyday word of regulates, a vague one of this"


def test_what_things_are_called_to_do_is_not_read_as_what_is_done_to_them_elsewhere() -> None:
    schema = made(("Medicine", "contains", "Substance"), ("Substance", "belongs_to_class", "DrugClass"))
    contains = of(schema, "contains")
    assert "contained in" in contains.inverse_words
    assert not {"belong to", "in the class"} & words_of(contains), "a substance belongs to its class"
    assert {"belong to", "belongs to class"} <= words_of(of(schema, "belongs_to_class"))
    alone = made(("Medicine", "contains", "Substance"))
    assert "belong to" in words_of(of(alone, "contains"))
    others = made(("Drug", "indication", "Disease"), ("Compound", "treats", "Disease"))
    assert "treat" in words_of(of(others, "indication")), "of other things it is called so"


def test_a_word_that_fits_both_directions_of_regulation_stays_with_both() -> None:
    schema = made(("Drug", "upregulates", "Gene"), ("Drug", "downregulates", "Gene"))
    for type_ in ("upregulates", "downregulates"):
        assert "regulate" in words_of(of(schema, type_))
    assert "increase" in words_of(of(schema, "upregulates"))
    assert "increase" not in words_of(of(schema, "downregulates"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("drug", "indication", "disease"), ("disease", "indication", "drug")),
        (("Drug", "treats", "Disease"), ("Disease", "treated_by", "Drug")),
        (("drug", "drug_protein", "protein"), ("protein", "drug_protein", "drug")),
    ],
)
def test_the_same_said_from_either_end_is_a_mirror(one: tuple[str, str, str], other: tuple[str, str, str]) -> None:
    first, second = made(one, other).relations
    assert (first.mirrors, second.mirrors) == (None, one[1])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("Gene", "regulates", "Protein"), ("Protein", "regulates", "Gene")),
        (("Drug", "treats", "Disease"), ("Disease", "worsened_by", "Drug")),
        (("Gene", "regulates", "Gene"), ("Gene", "regulated_by", "Gene")),
    ],
)
def test_what_may_say_something_else_is_no_mirror(one: tuple[str, str, str], other: tuple[str, str, str]) -> None:
    assert [relation.mirrors for relation in made(one, other).relations] == [None, None]


@pytest.mark.parametrize(
    ("affirms", "denies"),
    [
        ("presents_with", "does_not_present_with"),
        ("HAS_PHENOTYPE", "EXCLUDES_PHENOTYPE"),
        ("has_phenotype", "lacks_phenotype"),
        ("associated_with", "not_associated_with"),
        ("disease_symptom_positive", "disease_symptom_negative"),
    ],
)
def test_a_name_that_denies_denies_its_sister(affirms: str, denies: str) -> None:
    schema = made(("Disease", affirms, "Symptom"), ("Disease", denies, "Symptom"))
    assert of(schema, denies).negates == affirms
    assert of(schema, affirms).negates is None


def test_a_name_that_denies_answers_nothing_even_without_a_sister() -> None:
    schema = made(("Disease", "does_not_present_with", "Symptom"), ("Disease", "located_in", "Organ"))
    assert of(schema, "does_not_present_with").negates
    assert "symptom" not in words_of(of(schema, "does_not_present_with"))


def test_a_word_goes_to_the_type_whose_name_it_is() -> None:
    schema = made(("Gene", "encodes", "Protein"), ("Drug", "binds", "Protein"), ("Chemical", "binds", "Protein"))
    words = {node.label: set(node.words) for node in schema.nodes}
    assert "protein" not in words["Gene"]
    assert "medicine" in words["Drug"]
    assert not {"drug", "medicine"} & words["Chemical"]


def test_what_a_graph_lacks_is_named() -> None:
    schema = made(("Drug", "treats", "Disease"))
    assert schema.absent["contraindicated in"] == "contraindications"
    assert schema.absent["pathway"] == "pathways"
    assert not {"drug", "treat", "disease", "where"} & schema.absent.keys()


def test_a_schema_survives_json() -> None:
    schema = made(("Gene", "linked_to", "Disease"), ("Disease", "treated_by", "Drug"), ("Drug", "treats", "Disease"))
    assert Schema.from_json(schema.as_json()) == schema
    assert of(schema, "linked_to").loose


@pytest.mark.parametrize(
    ("name", "called", "asked", "never"),
    [
        ("efficacy_percent", "efficacy", {"efficacy percent", "efficacy"}, set()),
        ("area_ha", "area", {"area"}, set()),
        ("share_percent", "share", {"share percent"}, {"share"}),  # "shared" asks for what two things have in common
        ("first_year", "first year", {"in which year", "since when", "first"}, set()),
        ("since_year", "since year", {"since when"}, {"since"}),
        ("hectares", "hectares", {"hectares"}, set()),
    ],
)
def test_a_property_is_asked_for_without_its_unit_and_by_its_year(
    name: str, called: str, asked: set[str], never: set[str]
) -> None:
    made = derive.property_(name, "INTEGER")
    assert made.called == called
    assert asked <= set(made.words)
    assert never.isdisjoint(made.words)


@pytest.mark.parametrize(
    ("label", "noun"),
    [("celltype", "cell type"), ("SIDEEFFECT", "side effect"), ("Clinicaltrials", "clinical trial"),
     ("pathway", "pathway"), ("genotype", "genotype"), ("etypes", "etype")],
)  # fmt: skip
def test_two_words_that_were_written_together_read_apart_and_are_understood_both_ways(label: str, noun: str) -> None:
    node = derive.node_type(label, 1, ())
    assert node.singular == noun
    assert noun.replace(" ", "") in (node.singular, *node.words)


@pytest.mark.parametrize(("label", "word"), [("Study", "clinical trial"), ("Remedy", "drug"), ("Disease", "illness")])
def test_what_a_type_may_be_called_is_not_said_to_be_missing(label: str, word: str) -> None:
    absent = settled([derive.node_type(label, 3, ())], []).absent
    assert word not in absent
    assert absent["pathway"] == "pathways"


def test_that_something_is_used_is_not_said_to_be_missing() -> None:
    absent = settled([derive.node_type("Disease", 3, ()), derive.node_type("Drug", 3, ())], []).absent
    assert {"used", "used in", "used with"}.isdisjoint(absent)
    assert absent["off label"] == "off-label uses"
