"""The everyday and clinical words for the types, relations and properties of the Human Phenotype Ontology's graph."""

from __future__ import annotations

from kgqa.schema.model import Property
from kgqa.schema.property_words import words_for

LABELS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "Disease": (
        "disease",
        "diseases",
        (
            "disorder", "syndrome", "condition", "illness", "ailment", "diagnosis", "differential diagnosis",
            "disease entity",
        ),
    ),
    "Gene": (
        "gene",
        "genes",
        (
            "disease gene", "human gene", "gene locus", "genetic locus", "gene symbol",
        ),
    ),
    "Phenotype": (
        "phenotype",
        "phenotypes",
        (
            "phenotypic feature", "phenotypic abnormality", "phenotypic trait", "clinical feature", "feature",
            "finding", "clinical finding", "symptom", "clinical symptom", "sign", "clinical sign",
            "signs and symptoms", "symptoms and signs", "manifestation", "clinical manifestation", "abnormality",
            "clinical abnormality", "anomaly", "trait", "characteristic", "clinical characteristic",
            "clinical presentation", "clinical picture", "presenting feature", "complaint", "problem", "hpo term",
            "hp term", "hpo concept", "hpo entry", "ontology term",
        ),
    ),
    "InheritanceMode": (
        "mode of inheritance",
        "modes of inheritance",
        (
            "inheritance mode", "inheritance pattern", "pattern of inheritance", "inheritance", "type of inheritance",
            "inheritance type", "form of inheritance", "hereditary pattern", "mode of transmission",
            "transmission mode", "transmission pattern", "pattern of transmission", "genetic transmission",
        ),
    ),
    "ClinicalCourse": (
        "clinical course",
        "clinical courses",
        (
            "course", "disease course", "course of disease", "course of the disease", "onset", "age of onset",
            "age at onset", "onset age", "onset category", "time course", "rate of progression", "progression",
        ),
    ),
    "ClinicalModifier": ("clinical modifier", "clinical modifiers", ("modifier", "disease modifier", "severity")),
    "MedicalHistory": (
        "item of medical history",
        "items of medical history",
        ("medical history", "past medical history", "history", "past history"),
    ),
    "Frequency": ("frequency class", "frequency classes", ("frequency term", "frequency category")),
}  # fmt: skip
"""Label: singular, plural, further words."""

CALLED = ("HPO", "Human Phenotype Ontology", "phenotype ontology")
"""What the graph itself is called."""

ABSENT: dict[str, str] = {
    "drug": "drugs",
    "medicine": "medicines",
    "pharmaceutical": "drugs",
    "compound": "compounds",
    "chemical": "chemicals",
    "molecule": "molecules",
    "treatment": "treatments",
    "treat": "treatments",
    "therapy": "therapies",
    "therapeutic": "therapies",
    "cure": "cures",
    "surgery": "surgical treatments",
    "surgical": "surgical treatments",
    "vaccine": "vaccines",
    "vaccination": "vaccines",
    "dose": "doses",
    "dosage": "doses",
    "side effect": "side effects of drugs",
    "adverse effect": "side effects of drugs",
    "adverse event": "side effects of drugs",
    "adverse reaction": "side effects of drugs",
    "contraindication": "contraindications",
    "contraindicated": "contraindications",
    "drug target": "drug targets",
    "pathway": "pathways",
    "biological process": "biological processes",
    "molecular function": "molecular functions",
    "cellular component": "cellular components",
    "protein": "proteins",
    "transcript": "transcripts",
    "gene expression": "data on gene expression",
    "expressed in": "data on gene expression",
    "variant": "variants",
    "mutation": "mutations",
    "polymorphism": "variants",
    "snp": "variants",
    "allele": "alleles",
    "genotype": "genotypes",
    "chromosome": "chromosomal locations",
    "chromosomal location": "chromosomal locations",
    "genomic location": "chromosomal locations",
    "anatomy": "anatomical structures",
    "anatomical structure": "anatomical structures",
    "body part": "anatomical structures",
    "organ": "anatomical structures",
    "tissue": "tissues",
    "cell type": "cell types",
    "cell line": "cell lines",
    "species": "species other than humans",
    "mouse model": "animal models",
    "animal model": "animal models",
    "biomarker": "biomarkers",
    "risk factor": "risk factors",
    "p value": "p-values",
    "odds ratio": "odds ratios",
    "confidence interval": "confidence intervals",
    "statistical significance": "p-values",
    "clinical trial": "clinical trials",
    "trial": "clinical trials",
    "guideline": "guidelines",
    "prognosis": "prognoses",
    "survival": "survival times",
    "survival rate": "survival times",
    "life expectancy": "life expectancies",
    "incidence": "figures for how many people in a population have a disease",
    "population prevalence": "figures for how many people in a population have a disease",
    "in the general population": "figures for how many people in a population have a disease",
    "epidemiology": "figures for how many people in a population have a disease",
    "ethnicity": "ethnic groups",
    "ethnic group": "ethnic groups",
    "country": "countries",
    "diet": "diets",
    "food": "foods",
    "nutrition": "diets",
    "author": "authors",
    "journal": "journals",
    "doctor": "doctors",
    "physician": "doctors",
    "hospital": "hospitals",
    "specialist": "doctors",
    "price": "prices",
    "cost": "prices",
    "bacteria": "microbes",
    "bacterium": "microbes",
    "virus": "microbes",
}
"""What people ask medical databases for and this one does not hold, with the plural for a message."""

NAMED = (
    Property("id", words=("identifier", "id", "curie", "accession", "accession number", "code")),
    Property("name"),
)
SYNONYMS = Property("synonyms", "LIST", (*words_for("synonyms"), "layperson term"), "synonyms")
FILE = Property("file", words=("source file",), role="source")
TERM = (
    *NAMED,
    SYNONYMS,
    Property("definition", words=("definition", "meaning"), role="definition"),
    Property("alternative_ids", "LIST", ("alternative identifier", "alternative id", "former id", "merged id")),
    Property("related_synonyms", "LIST", ("related synonym", "related name", "broader name", "narrower name")),
    Property("comment", words=("comment", "remark")),
    Property("xrefs", "LIST", ("cross reference", "external identifier", "umls", "snomed", "snomed ct", "mesh")),
    FILE,
)
NODE_PROPERTIES: dict[str, tuple[Property, ...]] = {
    "Disease": (*NAMED, SYNONYMS, Property("source", words=("source database",), role="source")),
    "Gene": NAMED,
}
"""Properties of the labels that are no terms of the ontology; those that are have ``TERM``."""

SOURCE = Property("source", words=words_for("source"), role="source")
AGAINST = Property("against", "BOOLEAN")
ANNOTATION = (
    Property("frequency", words=words_for("frequency"), role="frequency"),
    Property("frequency_id"),
    Property("frequency_low", "FLOAT"),
    Property("frequency_high", "FLOAT"),
    Property("patients", "INTEGER", ("number of patients", "number of patients affected", "number affected")),
    Property("examined", "INTEGER", ("number examined", "how many examined", "patients examined", "sample size")),
    AGAINST,
    Property("onset", words=words_for("onset"), role="onset"),
    Property("onset_id"),
    Property("sex", words=words_for("sex"), role="sex"),
    Property("modifiers", "LIST", words_for("modifier"), "modifier"),
    Property("evidence", words=words_for("evidence"), role="evidence"),
    Property("references", "LIST", words_for("reference"), "reference"),
    Property("biocuration", "LIST", ("biocuration", *words_for("date")), "date"),
    Property("aspect", words=("aspect",)),
    SOURCE,
    FILE,
)
"""What every row of the annotation file says about its link."""
