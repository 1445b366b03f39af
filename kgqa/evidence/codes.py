"""What the codes and words mean by which graphs say how a record was made.

The codes are those of the Gene Ontology and the Evidence and Conclusion Ontology (https://geneontology.org/docs/
guide-go-evidence-codes), those of the annotations of the Human Phenotype Ontology, and the values of
``knowledge_level`` and ``agent_type`` of the Biolink model. Which of the ontology's terms stand for a code of the Gene
Ontology its own mappings say (http://purl.obolibrary.org/obo/eco/gaf-eco-mapping.txt and gaf-eco-mapping-derived.txt);
its upper classes, which stand for none, are here by the names that it gives them (eco-basic.obo, release 2024-02-02).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

Tier = Literal[
    "trial", "clinical", "experimental", "curated", "experience", "statement", "similarity", "computed", "inferred",
    "text-mined",
]  # fmt: skip

TIERS: tuple[Tier, ...] = (
    "trial", "clinical", "experimental", "curated", "experience", "statement", "similarity", "computed", "inferred",
    "text-mined",
)  # fmt: skip
"""Kinds of evidence, the strongest first."""

STUDIES: frozenset[Tier] = frozenset({"trial", "clinical", "experimental"})
"""Kinds in which patients or samples were looked at for the purpose."""
WEAK: frozenset[Tier] = frozenset({"computed", "inferred", "text-mined"})
"""Kinds that no person judged."""

TIER_WORDS: Mapping[Tier, str] = {
    "trial": "Trial",
    "clinical": "Study",
    "experimental": "Experiment",
    "curated": "Curated",
    "experience": "Experience",
    "statement": "Statement",
    "similarity": "Similarity",
    "computed": "Computed",
    "inferred": "Inferred",
    "text-mined": "Text-mined",
}

_CODES: Mapping[str, tuple[Tier | None, str]] = {
    "PCS": ("clinical", "published clinical study"),
    "ICE": ("experience", "individual clinical experience"),
    "TAS": ("statement", "traceable author statement"),
    "NAS": ("statement", "non-traceable author statement"),
    "IEA": ("inferred", "inferred from electronic annotation"),
    "IC": ("curated", "inferred by curator"),
    "ND": (None, "no biological data available"),
    "EXP": ("experimental", "inferred from experiment"),
    "IDA": ("experimental", "inferred from direct assay"),
    "IPI": ("experimental", "inferred from physical interaction"),
    "IMP": ("experimental", "inferred from mutant phenotype"),
    "IGI": ("experimental", "inferred from genetic interaction"),
    "IEP": ("experimental", "inferred from expression pattern"),
    "HTP": ("experimental", "inferred from high-throughput experiment"),
    "HDA": ("experimental", "inferred from high-throughput direct assay"),
    "HMP": ("experimental", "inferred from high-throughput mutant phenotype"),
    "HGI": ("experimental", "inferred from high-throughput genetic interaction"),
    "HEP": ("experimental", "inferred from high-throughput expression pattern"),
    "ISS": ("similarity", "inferred from sequence or structural similarity"),
    "ISO": ("similarity", "inferred from sequence orthology"),
    "ISA": ("similarity", "inferred from sequence alignment"),
    "ISM": ("similarity", "inferred from sequence model"),
    "IGC": ("similarity", "inferred from genomic context"),
    "IBA": ("similarity", "inferred from biological aspect of ancestor"),
    "IBD": ("similarity", "inferred from biological aspect of descendant"),
    "IKR": ("similarity", "inferred from key residues"),
    "IRD": ("similarity", "inferred from rapid divergence"),
    "RCA": ("similarity", "inferred from reviewed computational analysis"),
}
_ONTOLOGY: Mapping[str, str] = {
    "ECO:0000269": "EXP", "ECO:0000314": "IDA", "ECO:0000353": "IPI", "ECO:0000315": "IMP", "ECO:0000316": "IGI",
    "ECO:0000270": "IEP", "ECO:0006056": "HTP", "ECO:0007005": "HDA", "ECO:0007001": "HMP", "ECO:0007003": "HGI",
    "ECO:0007007": "HEP", "ECO:0000250": "ISS", "ECO:0000266": "ISO", "ECO:0000247": "ISA", "ECO:0000255": "ISM",
    "ECO:0000317": "IGC", "ECO:0000318": "IBA", "ECO:0000319": "IBD", "ECO:0000320": "IKR", "ECO:0000321": "IRD",
    "ECO:0000245": "RCA", "ECO:0000304": "TAS", "ECO:0000303": "NAS", "ECO:0000305": "IC", "ECO:0000307": "ND",
    "ECO:0000501": "IEA", "ECO:0007669": "IEA", "ECO:0006017": "PCS", "ECO:0006019": "ICE",
    # Narrower terms, by the code above them.
    "ECO:0000030": "ISA", "ECO:0000031": "ISA", "ECO:0000032": "ISA", "ECO:0000306": "IC", "ECO:0000354": "IGC",
    "ECO:0000053": "IEA", "ECO:0000213": "IEA", "ECO:0000248": "IEA", "ECO:0000249": "IEA", "ECO:0000251": "IEA",
    "ECO:0000254": "IEA", "ECO:0000256": "IEA", "ECO:0000258": "IEA", "ECO:0000259": "IEA", "ECO:0000261": "IEA",
    "ECO:0000263": "IEA", "ECO:0000265": "IEA", "ECO:0000313": "IEA", "ECO:0000322": "IEA", "ECO:0000323": "IEA",
    "ECO:0000363": "IEA", "ECO:0006156": "IEA",
}  # fmt: skip
"""Identifiers of the Evidence and Conclusion Ontology, with the code that stands for the same or for more."""
_CLASSES: Mapping[str, tuple[Tier | None, str]] = {
    "ECO:0000006": ("experimental", "experimental evidence"),
    "ECO:0000002": ("experimental", "direct assay evidence"),
    "ECO:0000008": ("experimental", "expression pattern evidence"),
    "ECO:0000011": ("experimental", "genetic interaction evidence"),
    "ECO:0000015": ("experimental", "mutant phenotype evidence"),
    "ECO:0000021": ("experimental", "physical interaction evidence"),
    "ECO:0000059": ("experimental", "experimental phenotypic evidence"),
    "ECO:0006055": ("experimental", "high throughput evidence"),
    "ECO:0000178": ("experimental", "in vivo assay evidence"),
    "ECO:0000179": ("experimental", "animal model system study evidence"),
    "ECO:0000181": ("experimental", "in vitro assay evidence"),
    "ECO:0000180": ("clinical", "clinical study evidence"),
    "ECO:0000218": ("curated", "manual assertion"),
    "ECO:0000352": ("curated", "evidence used in manual assertion"),
    "ECO:0000205": ("curated", "curator inference"),
    "ECO:0000001": ("curated", "inference from background scientific knowledge"),
    "ECO:0007751": ("curated", "inferential evidence used in manual assertion"),
    "ECO:0000244": ("curated", "combinatorial evidence used in manual assertion"),
    "ECO:0000312": ("curated", "imported information used in manual assertion"),
    "ECO:0006151": ("statement", "documented statement evidence"),
    "ECO:0006155": ("statement", "documented statement evidence used in manual assertion"),
    "ECO:0000204": ("statement", "author statement"),
    "ECO:0000302": ("statement", "author statement used in manual assertion"),
    "ECO:0000033": ("statement", "author statement supported by traceable reference"),
    "ECO:0000034": ("statement", "author statement without traceable support"),
    "ECO:0000041": ("similarity", "similarity evidence"),
    "ECO:0000252": ("similarity", "similarity evidence used in manual assertion"),
    "ECO:0000044": ("similarity", "sequence similarity evidence"),
    "ECO:0000051": ("similarity", "genetic similarity evidence"),
    "ECO:0000057": ("similarity", "phenotypic similarity evidence"),
    "ECO:0000027": ("similarity", "structural similarity evidence"),
    "ECO:0000200": ("similarity", "sequence alignment evidence"),
    "ECO:0000201": ("similarity", "sequence orthology evidence"),
    "ECO:0000202": ("similarity", "match to sequence model evidence"),
    "ECO:0000177": ("similarity", "genomic context evidence"),
    "ECO:0000080": ("similarity", "phylogenetic evidence"),
    "ECO:0007672": ("computed", "computational evidence"),
    "ECO:0000212": ("computed", "combinatorial evidence"),
    "ECO:0007673": ("computed", "automatically integrated combinatorial evidence"),
    "ECO:0000361": ("inferred", "inferential evidence"),
    "ECO:0000203": ("inferred", "automatic assertion"),
    "ECO:0000035": (None, "no evidence data found"),
}
"""Upper classes of that ontology, each with the kind of what stands below it."""
_KNOWN = {**_CODES, **_CLASSES}
_ECO = re.compile(r"(?:.*/)?ECO[_:](\d{7})", re.IGNORECASE)
"""One of them as a graph may write it, also as an address (http://purl.obolibrary.org/obo/ECO_0000269)."""

_WORDS: Mapping[str, Tier] = {
    "clinical trial": "trial",
    "randomised controlled trial": "trial",
    "randomized controlled trial": "trial",
    "clinical study": "clinical",
    "published clinical study": "clinical",
    "cohort study": "clinical",
    "case control study": "clinical",
    "meta analysis": "clinical",
    "observational study": "clinical",
    "case report": "clinical",
    "case series": "clinical",
    "experimental": "experimental",
    "experiment": "experimental",
    "experiments": "experimental",
    "in vitro": "experimental",
    "in vivo": "experimental",
    "animal model": "experimental",
    "animal study": "experimental",
    "preclinical": "experimental",
    "curated": "curated",
    "manual": "curated",
    "manually curated": "curated",
    "manual agent": "curated",
    "manual validation of automated agent": "curated",
    "knowledge assertion": "curated",
    "author statement": "statement",
    "expert opinion": "statement",
    "statistical association": "computed",
    "prediction": "computed",
    "predicted": "computed",
    "computational": "computed",
    "computational model": "computed",
    "data analysis pipeline": "computed",
    "image processing agent": "computed",
    "automated": "inferred",
    "automatic": "inferred",
    "automated agent": "inferred",
    "electronic annotation": "inferred",
    "inferred": "inferred",
    "logical entailment": "inferred",
    "literature mining": "text-mined",
    "nlp": "text-mined",
    "text mined": "text-mined",
    "text mining": "text-mined",
    "text mining agent": "text-mined",
    "textmining": "text-mined",
}
"""Words in lower case without punctuation."""

_STAGES = re.compile(r"(^|_| )(phase|status|stage|approval|development)s?($|_| )", re.IGNORECASE)
"""What a field is called that tells how far a treatment has come."""
_PHASE = re.compile(
    r"(?:early |clinical |trial |study )*phase ?(\d|i{1,3}|iv)[ab]?(?: (?:phase ?)?(\d|i{1,3}|iv)[ab]?)?"
)
"""A phase, or two of them, in lower case without punctuation."""
_APPROVED = frozenset({"approved", "marketed", "fda approved", "ema approved", "approved for condition", "licensed"})
_EARLY = frozenset(
    {
        "investigational", "preclinical", "pre clinical", "pre clinical research phase", "in trial", "in trials",
        "in clinical trial", "in clinical trials", "clinical trial", "recruiting", "not yet recruiting", "experimental",
        "under investigation", "not approved", "not approved for condition", "early phase",
    }
)  # fmt: skip
"""Words for a treatment that is being studied."""
_LAST_PHASE = 4
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4}

_BETWEEN = re.compile(r"[\s_\-–/]+")


def tier_of(value: str) -> Tier | None:
    """The kind of evidence that one recorded value stands for; None where it is not known."""
    code = _code(value)
    if code:
        return _KNOWN[code][0]
    words = _spaced(value)
    if words in _APPROVED:
        return "curated"  # an authority judged it; by which studies, the word does not say
    return "trial" if _PHASE.fullmatch(words) else _WORDS.get(words)


def is_early(field: str, value: str, *, evidence: bool = False) -> bool | None:
    """Whether a field says that a treatment is still being studied; None where it says nothing of that.

    Args:
        evidence: the field tells the kind of evidence, whatever it is called.

    >>> is_early("phase", "2"), is_early("status", "Phase II/III"), is_early("max_phase", "4.0")
    (True, True, False)
    """
    if not (evidence or _STAGES.search(field)):
        return None
    words = _spaced(value)
    phase = _PHASE.fullmatch(words)
    if phase:
        last = phase.group(2) or phase.group(1)
        return int(_ROMAN.get(last, last)) < _LAST_PHASE
    if "phase" in field.lower() and re.fullmatch(r"\d(\.\d)?", words):
        return float(words) < _LAST_PHASE
    if words in _APPROVED:
        return False
    return True if words in _EARLY else None


def evidence_words(value: str) -> str:
    """A code with what it stands for: "IEA, inferred from electronic annotation"; any other value as it is."""
    code = _code(value)
    return f"{value.strip()}, {_KNOWN[code][1]}" if code else value


def _code(value: str) -> str | None:
    term = _ECO.fullmatch(value.strip())
    wanted = f"ECO:{term[1]}" if term else value.strip().upper()
    wanted = _ONTOLOGY.get(wanted, wanted)
    return wanted if wanted in _KNOWN else None


def _spaced(value: str) -> str:
    return _BETWEEN.sub(" ", value.strip().rpartition(":")[2]).lower()
