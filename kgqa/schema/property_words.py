"""What a property means by its name: its role, and the words in which people ask for it.

A column is called "frequency" in one table and "how_often" or "prevalence" in the next; what it tells is the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from kgqa.language.vocabulary import vocabulary
from kgqa.schema.model import PropertyRole


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that properties tell.

    Attributes:
        names: what such a property is called, as words in lower case.
        words: how people ask for it, its names aside.
    """

    role: PropertyRole
    names: frozenset[str]
    words: tuple[str, ...] = ()


def _names(text: str) -> frozenset[str]:
    return frozenset(name.strip() for name in text.split(","))


MEANINGS = (
    Meaning(
        "frequency",
        _names(
            "frequency, frequencies, prevalence, occurrence, occurrence rate, rate of occurrence, how often, "
            "how frequent, how common, frequency of occurrence, share of patients, patient share, proportion, "
            "percentage, percent, observed frequency, penetrance"
        ),
        (
            "frequency", "how frequent", "how frequently", "how often", "how common", "how commonly", "how prevalent",
            "how likely", "how many patients", "how many people", "how rare", "how rarely", "percentage",
            "what percentage", "what percent", "percent", "proportion", "what proportion", "fraction", "what fraction",
            "what share", "which share", "share of patients", "prevalence", "prevalence among patients", "rate",
            "likelihood", "probability", "chance", "occurrence",
        ),
    ),
    Meaning(
        "onset",
        _names(
            "onset, age of onset, age at onset, onset age, age at start, age of start, start age, starting age, "
            "age of manifestation, age at manifestation, first seen, begins at, starts at"
        ),
        (
            "age of onset", "age at onset", "onset", "onset age", "what age", "at what age", "how early", "how late",
            "how old", "when",
        ),
    ),
    Meaning(
        "sex",
        _names("sex, gender, affected sex, sexes"),
        ("sex", "gender", "which sex", "male or female", "males or females"),
    ),
    Meaning(
        "modifier",
        _names("modifier, modifiers, severity, clinical modifier, clinical modifiers"),
        ("modifier", "clinical modifier", "severity", "how severe"),
    ),
    Meaning(
        "evidence",
        _names(
            "evidence, evidence code, evidence codes, evidence type, evidence level, evidence kind, "
            "kind of evidence, type of evidence, level of evidence, has evidence, knowledge level, agent type"
        ),
        ("evidence", "evidence code", "type of evidence", "kind of evidence", "level of evidence"),
    ),
    Meaning(
        "reference",
        _names(
            "reference, references, publication, publications, paper, papers, article, articles, citation, citations, "
            "literature, literature reference, literature references, pmid, pmids, pubmed, pubmed id, pubmed ids, "
            "pubmed reference, pubmed references, doi, dois"
        ),
        (
            "reference", "citation", "publication", "paper", "article", "study", "literature", "pubmed", "pmid",
            "pubmed id", "cite", "published", "source",
        ),
    ),
    Meaning(
        "date",
        _names("biocuration, curation, curated by, curator, curation date, date of curation, last updated"),
        ("curation", "curator", "curated", "date of curation", "curation date", "last updated"),
    ),
    Meaning(
        "source",
        _names(
            "source, sources, database, databases, source database, data source, data sources, provenance, origin, "
            "resource, primary knowledge source, knowledge source"
        ),
        ("source database", "database", "which database", "source"),
    ),
    Meaning("source", _names("file, source file, from file, taken from"), ("source file",)),
    Meaning(
        "synonyms",
        _names("synonyms, synonym, aliases, alias, other names, other name, alternative names, alternative name"),
        (
            "synonym", "other name", "another name", "alternative name", "alternate name", "also known as",
            "also called", "known as", "alias", "aliases", "abbreviation", "lay term", "called",
        ),
    ),
    Meaning("definition", _names("definition, description, meaning"), ("definition", "description", "meaning")),
    Meaning(
        "text",
        _names("p value, pvalue, p values, pvalues, pval, p val"),
        ("p value", "pvalue", "statistical significance"),
    ),
)  # fmt: skip


def meaning(name: str) -> Meaning | None:
    """What a property of this name, as words in lower case, tells; None where the name does not say."""
    return next((one for one in MEANINGS if name in one.names), None) or _statistic(name)


def _statistic(name: str) -> Meaning | None:
    """A statistic whose name says from what it is ("gwas pvalue"): its words say the same, or nothing of it."""
    told = _statistics().fullmatch(name)
    if told is None:
        return None
    plain = re.sub("p ?val(ue)?", "p value", told[2])
    said = (f"{told[1]} {plain}", f"{told[1]} {plain.replace(' ', '')}", plain)
    return Meaning("text", frozenset({name}), said)


@cache
def _statistics() -> re.Pattern[str]:
    return re.compile(rf"(.+) ({'|'.join(sorted(vocabulary().statistics, key=len, reverse=True))})s?")


def words_for(role: PropertyRole) -> tuple[str, ...]:
    """How people ask for a property of a role."""
    return next((one.words for one in MEANINGS if one.role == role), ())


NODE_FIELDS: dict[str, tuple[str, ...]] = {
    "id": (
        "id", ":id", "_id", "node_id", "nodeid", "identifier", "curie", "entity_id", "concept_id", "node_index",
    ),
    "label": (
        "label", ":label", "labels", "_labels", "category", "categories", "node_type", "node_label", "type",
        "entity_type", "kind", "node_kind", "metanode", "semantic_type", "class",
    ),
    "name": (
        "name", "node_name", "entity_name", "concept_name", "display_name", "preferred_name", "preferred_label",
        "pref_label", "preflabel", "title", "label",
    ),
    "synonyms": (
        "synonyms", "synonym", "exact_synonyms", "exact_synonym", "aliases", "alias", "alternative_names",
        "other_names", "alt_names",
    ),
    "definition": ("definition", "description", "def"),
    "alternative_ids": (
        "alternative_ids", "alternative_id", "alt_ids", "alt_id", "alternate_ids", "secondary_ids", "former_ids",
        "merged_ids",
    ),
    "related_synonyms": ("related_synonyms", "related_synonym", "related_names"),
}  # fmt: skip
"""By what a column or a property of nodes holds, the names under which people exchange it."""
