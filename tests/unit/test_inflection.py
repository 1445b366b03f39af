"""Plurals, persons, participles and denials of the words that graphs are made of."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.language import inflection
from kgqa.language.inflection import article, base, denied, infinitive, participle, plural, plural_verb, singular_of
from kgqa.schema import derive

VERBS = {
    # third person: infinitive, past participle; the verbs of Hetionet, PrimeKG, Biolink, PharmKG, SemMedDB and others
    "treats": ("treat", "treated"),
    "palliates": ("palliate", "palliated"),
    "presents": ("present", "presented"),
    "localizes": ("localize", "localized"),
    "associates": ("associate", "associated"),
    "downregulates": ("downregulate", "downregulated"),
    "upregulates": ("upregulate", "upregulated"),
    "expresses": ("express", "expressed"),
    "binds": ("bind", "bound"),
    "causes": ("cause", "caused"),
    "includes": ("include", "included"),
    "regulates": ("regulate", "regulated"),
    "interacts": ("interact", "interacted"),
    "participates": ("participate", "participated"),
    "covaries": ("covary", "covaried"),
    "resembles": ("resemble", "resembled"),
    "undergoes": ("undergo", "undergone"),
    "goes": ("go", "gone"),
    "does": ("do", "done"),
    "has": ("have", "had"),
    "lies": ("lie", "lain"),
    "underlies": ("underlie", "underlain"),
    "overlies": ("overlie", "overlain"),
    "dies": ("die", "died"),
    "ties": ("tie", "tied"),
    "relies": ("rely", "relied"),
    "applies": ("apply", "applied"),
    "carries": ("carry", "carried"),
    "amplifies": ("amplify", "amplified"),
    "modifies": ("modify", "modified"),
    "overlaps": ("overlap", "overlapped"),
    "maps": ("map", "mapped"),
    "tags": ("tag", "tagged"),
    "traps": ("trap", "trapped"),
    "stops": ("stop", "stopped"),
    "transfers": ("transfer", "transferred"),
    "refers": ("refer", "referred"),
    "confers": ("confer", "conferred"),
    "occurs": ("occur", "occurred"),
    "recurs": ("recur", "recurred"),
    "emits": ("emit", "emitted"),
    "transmits": ("transmit", "transmitted"),
    "controls": ("control", "controlled"),
    "labels": ("label", "labelled"),
    "targets": ("target", "targeted"),
    "inhibits": ("inhibit", "inhibited"),
    "exhibits": ("exhibit", "exhibited"),
    "edits": ("edit", "edited"),
    "visits": ("visit", "visited"),
    "inherits": ("inherit", "inherited"),
    "interprets": ("interpret", "interpreted"),
    "triggers": ("trigger", "triggered"),
    "covers": ("cover", "covered"),
    "recovers": ("recover", "recovered"),
    "alters": ("alter", "altered"),
    "enters": ("enter", "entered"),
    "filters": ("filter", "filtered"),
    "blocks": ("block", "blocked"),
    "activates": ("activate", "activated"),
    "encodes": ("encode", "encoded"),
    "produces": ("produce", "produced"),
    "prevents": ("prevent", "prevented"),
    "predicts": ("predict", "predicted"),
    "disrupts": ("disrupt", "disrupted"),
    "ameliorates": ("ameliorate", "ameliorated"),
    "exacerbates": ("exacerbate", "exacerbated"),
    "precedes": ("precede", "preceded"),
    "follows": ("follow", "followed"),
    "shows": ("show", "shown"),
    "knows": ("know", "known"),
    "displays": ("display", "displayed"),
    "plays": ("play", "played"),
    "employs": ("employ", "employed"),
    "destroys": ("destroy", "destroyed"),
    "relays": ("relay", "relayed"),
    "mimics": ("mimic", "mimicked"),
    "uses": ("use", "used"),
    "focuses": ("focus", "focused"),
    "biases": ("bias", "biased"),
    "processes": ("process", "processed"),
    "suppresses": ("suppress", "suppressed"),
    "represses": ("repress", "repressed"),
    "coexpresses": ("coexpress", "coexpressed"),
    "mixes": ("mix", "mixed"),
    "fixes": ("fix", "fixed"),
    "attaches": ("attach", "attached"),
    "switches": ("switch", "switched"),
    "catches": ("catch", "caught"),
    "teaches": ("teach", "taught"),
    "pushes": ("push", "pushed"),
    "catalyzes": ("catalyze", "catalyzed"),
    "metabolises": ("metabolise", "metabolised"),
    "phosphorylates": ("phosphorylate", "phosphorylated"),
    "cleaves": ("cleave", "cleaved"),
    "drives": ("drive", "driven"),
    "gives": ("give", "given"),
    "takes": ("take", "taken"),
    "leads": ("lead", "led"),
    "feeds": ("feed", "fed"),
    "finds": ("find", "found"),
    "makes": ("make", "made"),
    "builds": ("build", "built"),
    "breaks": ("break", "broken"),
    "brings": ("bring", "brought"),
    "begins": ("begin", "begun"),
    "becomes": ("become", "become"),
    "holds": ("hold", "held"),
    "withholds": ("withhold", "withheld"),
    "rebinds": ("rebind", "rebound"),
    "overrides": ("override", "overridden"),
    "understands": ("understand", "understood"),
    "co-occurs": ("co-occur", "co-occurred"),
    "splits": ("split", "split"),
    "cuts": ("cut", "cut"),
    "sets": ("set", "set"),
    "spreads": ("spread", "spread"),
    "quizzes": ("quiz", "quizzed"),
    "agrees": ("agree", "agreed"),
    "ensues": ("ensue", "ensued"),
    "loses": ("lose", "lost"),
}


@pytest.mark.parametrize(("third", "forms"), VERBS.items())
def test_a_verb_has_its_infinitive_and_participle(third: str, forms: tuple[str, str]) -> None:
    assert (base(third), participle(base(third))) == forms


NOUNS = {
    "gene": "genes",
    "disease": "diseases",
    "anatomy": "anatomies",
    "pathway": "pathways",
    "biological process": "biological processes",
    "pharmacologic class": "pharmacologic classes",
    "side effect": "side effects",
    "analysis": "analyses",
    "diagnosis": "diagnoses",
    "metastasis": "metastases",
    "virus": "viruses",
    "fungus": "fungi",
    "bacterium": "bacteria",
    "species": "species",
    "time series": "time series",
    "taxon": "taxa",
    "criterion": "criteria",
    "axis": "axes",
    "index": "indices",
    "locus": "loci",
    "nucleus": "nuclei",
    "genus": "genera",
    "mouse": "mice",
    "child": "children",
    "person": "people",
    "mode of inheritance": "modes of inheritance",
    "gene/protein": "genes/proteins",
    "effect/phenotype": "effects/phenotypes",
    "RNA": "RNAs",
    "mRNA": "mRNAs",
    "rs ID": "rs IDs",
    "SNP": "SNPs",
    "virus strain": "virus strains",
    "biomarker": "biomarkers",
    "phenotypic feature": "phenotypic features",
    "exposure": "exposures",
    "t-cell": "t-cells",
    "gene-activity": "gene-activities",
    "X-ray": "X-rays",
    "病気": "病気",
}


@pytest.mark.parametrize(("one", "many"), NOUNS.items())
def test_a_noun_has_its_plural(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize(
    ("one", "many"),
    [pair for pair in NOUNS.items() if pair[1].endswith("s") and "/" not in pair[0] and " of " not in pair[0]],
)
def test_a_plural_label_is_read_in_the_singular(one: str, many: str) -> None:
    written = re.split("[ -]", many)[-1]
    assert singular_of(many) == (one if written == written.lower() else many)


SINGULARS = """
gene virus genus species series analysis diagnosis genetics axis focus corpus locus atlas bias alias pancreas lens
ascites rabies diabetes class process data disease abscess thesis status apparatus
"""


@pytest.mark.parametrize(
    "word",
    [
        "gene",
        "virus",
        "genus",
        "species",
        "series",
        "analysis",
        "diagnosis",
        "genetics",
        "axis",
        "focus",
        "corpus",
        "locus",
        "atlas",
        "bias",
        "alias",
        "pancreas",
        "lens",
        "ascites",
        "rabies",
        "diabetes",
        "class",
        "process",
        "data",
        "disease",
        "abscess",
        "thesis",
        "status",
        "apparatus",
    ],
)
def test_a_singular_stays(word: str) -> None:
    assert singular_of(word) == word
    assert singular_of(f"human {word}") == f"human {word}"


@pytest.mark.parametrize(
    "said",
    [
        "an anatomy", "a gene", "an RNA", "an mRNA", "an SNP", "a DNA", "an HPO term", "an X-linked disease", "a unit",
        "a usage", "an hour", "a European", "an ulcer", "an uncertain finding", "an unintended effect", "an upper limb",
        "a one-way link", "an FBN1", "a uterus", "an organ", "a hormone",
    ],
)  # fmt: skip
def test_an_article_is_as_spoken(said: str) -> None:
    assert article(said.partition(" ")[2]) == said


PREDICATES = {
    # name of a relation: forward phrase, inverse phrase, denial
    "undergoes": ("undergoes", "is undergone by", "does not undergo"),
    "overlaps": ("overlaps", "is overlapped by", "does not overlap"),
    "lies_in": ("lies in", None, "does not lie in"),
    "biolink:overlaps": ("overlaps", "is overlapped by", "does not overlap"),
    "underlies": ("underlies", "is underlain by", "does not underlie"),
    "transfers": ("transfers", "is transferred by", "does not transfer"),
    "mimics": ("mimics", "is mimicked by", "does not mimic"),
    "maps_to": ("maps to", None, "does not map to"),
    "goes_into": ("goes into", None, "does not go into"),
    "teaches": ("teaches", "is taught by", "does not teach"),
}


@pytest.mark.parametrize(("name", "phrases"), PREDICATES.items())
def test_a_relation_reads_right_in_both_directions(name: str, phrases: tuple[str | None, ...]) -> None:
    made = derive.relation(name, "Zork", "Blim", 1, ())
    for said, wanted in zip((made.forward, made.inverse, made.negative), phrases, strict=True):
        assert wanted is None or said == wanted


BIOLINK = """
affects affected_by ameliorates_condition applied_to_treat assesses associated_with binds biomarker_for
capable_of catalyzes causes chemically_similar_to coexists_with colocalizes_with
condition_associated_with_gene consumed_by contraindicated_in contributes_to correlated_with
decreases_response_to derives_from develops_from directly_interacts_with disease_has_basis_in disrupts
exacerbates_condition expressed_in expresses gene_product_of genetically_interacts_with has_active_component
has_adverse_event has_biomarker has_input has_metabolite has_mode_of_inheritance has_output has_part
has_participant has_phenotype has_sequence_variant has_side_effect homologous_to in_taxon increases_amount_of
interacts_with is_ameliorated_by is_sequence_variant_of lacks_part located_in manifestation_of member_of
negatively_correlated_with occurs_in overlaps part_of participates_in phenotype_of physically_interacts_with
positively_correlated_with precedes predisposes_to_condition prevents produces regulates related_to resembles
studied_to_treat subclass_of superclass_of temporally_related_to transcribed_from treats
treats_or_applied_or_studied_to_treat xenologous_to anatomy_protein_present anatomy_protein_absent
bioprocess_bioprocess cellcomp_protein contraindication drug_drug drug_effect drug_protein exposure_disease
indication off-label_use phenotype_protein TREATS_CtD PALLIATES_CpD PRESENTS_DpS LOCALIZES_DlA ASSOCIATES_DaG
DOWNREGULATES_DdG UPREGULATES_CuG EXPRESSES_AeG BINDS_CbG CAUSES_CcSE INCLUDES_PCiC REGULATES_GrG
INTERACTS_GiG PARTICIPATES_GpBP COVARIES_GcG RESEMBLES_CrC undergoes lies_in overlaps goes_through mimics
transfers_to co_occurs_with supplies applies_to dies_of ties_to
"""
MISTAKES = (
    "undergoe ",
    "undergoed",
    " ly ",
    "overlaped",
    "viruse ",
    "transfered",
    "mimiced",
    " dy ",
    "goe ",
    "biase ",
    "ied to by",
)


@pytest.mark.parametrize("name", BIOLINK.split())
def test_no_form_of_a_relation_is_misspelt(name: str) -> None:
    made = derive.relation(name, "Zork", "Blim", 1, ())
    forms = [made.forward, made.inverse, made.negative]
    forms += [form(phrase) for phrase in (made.forward, made.inverse) for form in (plural_verb, infinitive, denied)]
    said = f" {' | '.join(forms)} "
    assert not [mistake for mistake in MISTAKES if mistake in said], said
    assert all(" ".join(form.split()) == form for form in forms)


def test_labels_in_the_plural_are_read_right() -> None:
    labels = {
        "Viruses": "virus",
        "Analyses": "analysis",
        "Bacterial_species": "bacterial species",
        "CellTypes": "cell type",
    }
    assert {label: derive.node_type(label, 1, ()).singular for label in labels} == labels


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("is a feature of", "are features of"),
        ("is a side effect of", "are side effects of"),
        ("is a gene associated with", "are genes associated with"),
        ("is an activity of", "are activities of"),
        ("undergoes", "undergo"),
        ("lies in", "lie in"),
        ("has", "have"),
        ("was studied in", "were studied in"),
    ],
)
def test_a_phrase_is_said_of_several(one: str, several: str) -> None:
    assert plural_verb(one) == several


def test_examples_in_the_module_are_true() -> None:
    assert doctest.testmod(inflection).failed == 0


def test_the_dictionary_of_nouns_is_loaded_only_where_it_is_asked() -> None:
    code = (
        "import sys\nfrom kgqa.language.inflection import plural, plural_verb\n"
        "plural_verb('is a feature of'), plural('gene')\nassert 'inflect' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@given(st.text(max_size=30))
def test_any_text_has_its_forms(text: str) -> None:
    for form in (plural, singular_of, article, base, participle, plural_verb, infinitive, denied):
        assert isinstance(form(text), str)


@pytest.mark.parametrize("text", ["a" * 20_000, "-".join(["ab"] * 5_000), "ab" * 9_000 + "s"])
def test_a_very_long_word_takes_no_time(text: str) -> None:
    started = time.process_time()
    for form in (plural, singular_of, article, base, participle, plural_verb):
        form(text)
    assert time.process_time() - started < 1


def test_short_words_keep_their_ending() -> None:
    """ "Our" was read as "or" once, and "four" as "for"."""
    assert [inflection.stem(word) for word in ("our", "four", "hour")] == ["our", "four", "hour"]
    assert inflection.stem("tumours") == inflection.stem("tumors") == "tumor"
