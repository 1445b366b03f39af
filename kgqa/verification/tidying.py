"""What a statement says beside its fact, who reports it and how sure its writer is, taken off so that it is read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgqa.verification.framing import framed
from kgqa.verification.phrase import NAME, Phrase

_SOURCE = (
    r"(?:graph(?:'s)?|evidence|records?|data(?:base)?|knowledge(?: graph)?|context|annotations?|facts?|sources?|"
    r"literature|hpo|human phenotype ontology|query results?|results?)"
)
_THE = (
    r"(?:(?:the|this|these|that|our|your|all|provided|given|available|supplied|retrieved|listed|numbered|current|above|"
    r"curated)\s+)*"
)
_SAYS = r"(?:show|record|indicate|state|say|confirm|list|support|note|report|suggest|document|contain|mention)"
SYSTEM = (
    "skeletal|ocular|eye|cardiovascular|cardiac|vascular|heart|neurological|neurologic|craniofacial|facial|skin|"
    "dermatological|cutaneous|pulmonary|respiratory|lung|gastrointestinal|renal|kidney|genitourinary|endocrine|"
    "musculoskeletal|muscular|ha?ematological|immunological|metabolic|psychiatric|behaviou?ral|growth|dental|oral|"
    "hepatic|liver|systemic"
)
"""Words for the part of a body that sort what they stand before."""
_PREFIXES = tuple(
    re.compile(rf"^\s*(?:{pattern})", re.IGNORECASE)
    for pattern in (
        rf"(?:according to|based on|on the basis of|from|in|per)\s+{_THE}{_SOURCE}(?:\s+(?:provided|above))?\s*,?\s+",
        rf"{_THE}{_SOURCE}\s+(?:also\s+|further\s+)?{_SAYS}s?\s+that\s+",
        r"(?:the\s+)?(?:frequency|prevalence|proportion|rate)\s+of\s+",
        r"(?:it is|it's|it has been)\s+(?:also\s+|well[- ])?(?:known|recorded|reported|established|documented|described"
        r"|noted|observed)\s+that\s+",
        r"(?:it is|it's)\s+(?:also\s+)?(?:worth|important|useful|good)\s+(?:noting|mentioning|remembering|"
        r"to\s+(?:note|know|remember|mention))\s+that\s+",
        r"(?:remember|keep\s+in\s+mind|please\s+note)\s+that\s+",
        r"there is\s+(?:good|strong|clear|direct|recorded)?\s*evidence\s+that\s+",
        r"(?:yes|no)\s*[,:]\s+",
        r"it\s+(?:seems|appears|is\s+(?:likely|possible|thought|believed|clear|true)|may\s+be)\s+that\s+",
        r"(?:in\s+)?(?:summary|conclusion|overview|note|key\s+points?|bottom\s+line|(?:short\s+|final\s+)?answer)\s*:\s+",
        rf"(?:unlike|in\s+contrast\s+to|as\s+opposed\s+to)\s+[^,{NAME}]{{1,60}},\s+",
        r"(?:unlike|in contrast to|as opposed to)\s+(?:(?:many|most|some|other|the|similar|related)\s+)+[a-z]+"
        r"(?:\s[a-z]+)?\s*,\s+",
        r"(?:(?:the|its|their)\s+)?(?:main|key|major|principal|notable|prominent|primary|characteristic|classic|other|"
        rf"additional|further|{SYSTEM})\s+(?=(?:clinical\s+)?[a-z]+s\s)",
        r"(?:although|though|while|whilst|whereas)\s+",
        r"(?:so|thus|note that|in short|in summary|to summari[sz]e|overall|in conclusion|therefore|hence|and|"
        r"also|additionally|furthermore|moreover|in addition|finally|similarly|likewise|consequently)\b\s*[,:]?\s+",
    )
)
_SILENT = tuple(
    re.compile(rf"^\s*(?:{pattern})", re.IGNORECASE)
    for pattern in (
        rf"(?:there (?:is|was)|there['’]s|i (?:found|find|see)|we (?:found|find))\s+no\s+(?:\w+\s+)?(?:"
        rf"{_SOURCE}|indication|"
        rf"mention|information|link)\s+(?:(?:in|from)\s+{_THE}{_SOURCE}\s+)?(?:that|of|for|about)\s+",
        r"no\s+(?:patients?|individuals?|persons?|people|cases?)\s+with\s+",
        r"no\s+(?:known\s+|reported\s+|recorded\s+)?(?:cases?|instances?|reports?|occurrences?)\s+of\s+",
        rf"no\s+(?:{_SOURCE}|study|studies)\s+{_SAYS}s?\s+(?:that\s+)?",
        rf"{_THE}{_SOURCE}\s+(?:does|do|did)\s?(?:not|n't|n’t)\s+{_SAYS}\s+(?:(?:any\s+)?evidence\s+)?"
        r"(?:that|of|for)?\s+",
    )
)
_FILLER = re.compile(
    r"\b(?:also|additionally|furthermore|moreover|in addition(?! to)|notably|specifically|indeed|therefore|thus|hence|"
    r"as well(?! as)|likewise|clinically|characteristically|classically|for example|for instance|such as|namely|"
    r"probably|possibly|perhaps|potentially|likely|sometimes|clearly|definitely|certainly|e\.g\.|described|documented|noted"
    r"|known to|thought to|believed to"
    r"|recognised to|recognized to|considered to|in humans|in the graph|in this graph|in the evidence)(?:\b|(?<=\.)),?",
    re.IGNORECASE,
)
_PERFECT = re.compile(r"\b(?:has|have|had)\s+(?:(?:also|often)\s+)?(?P<not>not\s+|never\s+)?been\b", re.IGNORECASE)
_SOME = re.compile(
    r"\b(?:some|certain|affected)\s+(?=(?:\w+\s+)?(?:patients|individuals|people|persons|cases|carriers)\b)",
    re.IGNORECASE,
)
RESPECTIVELY = re.compile(r",?\s*\brespectively\b", re.IGNORECASE)
"""Says that the members of two lists belong together in their order."""
_RECOGNISED = re.compile(
    r"\ban?\s+(?:(?:(?:well[- ])?(?:recogni[sz]ed|known|established|documented|described)|reported|important|"
    r"characteristic|"
    rf"classic|classical|{SYSTEM})\s+)+(?=(?:sign|feature|finding|symptom|manifestation)\b)",
    re.IGNORECASE,
)
_VARIANT = re.compile(
    r"\b(?:(?:pathogenic|disease-causing|germline|heterozygous|homozygous|biallelic|de\s+novo|loss-of-function|"
    r"gain-of-function|missense|truncating|causative|rare)\s+)+(?=(?:variants?|mutations?|alleles?)\b)",
    re.IGNORECASE,
)
"""What kind of variant it is said to be; the link of the gene is what a graph records."""
_NO_ROLE = re.compile(
    r"\b(?:plays?|has|have)\s+no\s+(?:known\s+)?(?:role\s+in|part\s+in|association\s+with|link\s+(?:to|with))\b",
    re.IGNORECASE,
)
_HAS_NO = re.compile(
    r"\b(?:has|have|had)\s+no\s+(?:(?:evidence|signs?|history|features?)\s+of\s+)?(?=\S)", re.IGNORECASE
)
_OPEN = re.compile(r"^\s*(?:in|of|among)\s+(?:,\s*|(?=with\b))(?:with\s+)?", re.IGNORECASE)
"""What is left of "In 13 of 14 patients," and of "Of 14 patients with A,"."""
_CAN = re.compile(r"\b(?:can|may|might|could|sometimes|occasionally|variably)\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|never|no|nor|neither|without|cannot)\b|n['’]t\b", re.IGNORECASE)
_OR = re.compile(r"\s+or\s+", re.IGNORECASE)
"""Between things that may be found each is said to be possible."""
_DANGLING = re.compile(rf"(?<=[\w{NAME}])\s+(?:in|of|at|with)\s*(?=[,;.]|\s{{2,}}(?:and|or)\b|\s*$)")
"""A preposition whose number was taken out ("in 6 of 187,")."""
_SPACES = re.compile(r"\s{2,}")
PRONOUN = re.compile(
    r"^\s*(?:(?:it|they|he|she|both(?! of)|this|these)(?=\s+[a-z])(?!\s+(?:disease|gene|drug))"
    r"|(?P<typed>(?:this|that|the|these|those|such)\s+(?!patients|individuals|people|persons)(?P<type>[a-z]+(?:\s[a-z]+)?))"
    r"|(?:(?:the|these|such)\s+)?(?:affected\s+)?(?:patients|individuals|people|persons)(?:\s+with\s+(?:it|this|(?:this|the)\s+[a-z]+))?"
    r"|those\s+affected)(?=\s)",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"\b(?:in|of|by|with|for|to)\s+(?P<pronoun>it|them|(?:this|the|these)\s+[a-z]+)\s*[.!]?\s*$", re.IGNORECASE
)


_PRESENT = re.compile(
    r"(?:(?<=\bis\s)|(?<=\bare\s)|(?<=\bwas\s)|(?<=\bwere\s)|(?<=\bbe\s))\s*present(?=\s+in\b)", re.IGNORECASE
)
COMPARED = re.compile(
    r"^\s*(?:unlike|in\s+contrast\s+to|as\s+opposed\s+to|compared\s+(?:with|to))\b"
    rf"(?:{NAME}|\band\b|\bor\b|[\s,])+,\s*",
    re.IGNORECASE,
)
"""What a sentence compares its subject with before it names that."""
_LACKS = re.compile(r"\b(?:lacks?|lacking|(?:is|are)\s+free\s+(?:of|from))\b", re.IGNORECASE)
_HAS = re.compile(
    r"\b(?:experience[sd]?|suffer(?:s|ed)?\s+from|manifest(?:s|ed)?\s+(?:as|with)|demonstrate[sd]?|display(?:s|ed)?|"
    r"comprise[sd]?)\b",
    re.IGNORECASE,
)
MORE = re.compile(
    r"\b(?:leading|main|primary|chief|principal|sole|solely|unique|uniquely|exclusive|exclusively|foremost|"
    r"pathognomonic|hallmarks?|cardinal|defining|key|diagnostic|equally|(?:just\s+)?as\s+(?:(?!well\b)\w+\s+)?as)\b",
    re.IGNORECASE,
)
"""Words that set one thing above others, which no single record does."""

HALLMARK = re.compile(r"\bhallmarks?\b", re.IGNORECASE)
"""The one of them that is a noun."""


@dataclass(frozen=True, slots=True)
class Tidied:
    """A statement without what is said of it.

    Attributes:
        silent: it is said that nothing records it.
    """

    phrase: Phrase
    silent: bool = False


def tidied(phrase: Phrase) -> Tidied:
    """The fact that a statement states."""
    silent, before = False, None
    while before is not phrase:
        before = phrase
        for pattern in _SILENT:
            match = pattern.match(phrase.plain)
            if match is not None:
                if silent:
                    return Tidied(phrase, silent)
                silent, phrase = True, phrase.cut(match.end(), len(phrase.text))
        for pattern in _PREFIXES:
            match = pattern.match(phrase.plain)
            if match is not None:
                phrase = phrase.cut(match.end(), len(phrase.text))
    can = _CAN.search(phrase.plain) is not None
    phrase = phrase.without((match.span() for match in RESPECTIVELY.finditer(phrase.plain)), "")
    phrase = phrase.without(match.span() for match in _FILLER.finditer(phrase.plain))
    for match in reversed(list(_PERFECT.finditer(phrase.plain))):
        phrase = phrase.without([match.span()], "is never" if match["not"] else "is")
    phrase = phrase.without((match.span() for match in _HAS.finditer(phrase.plain)), "have")
    phrase = phrase.without((match.span() for match in _OPEN.finditer(phrase.plain)), "")
    denied = _NOT.search(phrase.plain)
    if can or denied is not None:  # a part of a denied list is denied as well
        behind = denied.end() if denied is not None else 0
        phrase = phrase.without((match.span() for match in _OR.finditer(phrase.plain, behind)), " and ")
    phrase = phrase.without((match.span() for match in _DANGLING.finditer(phrase.plain)), "")
    phrase = phrase.without((match.span() for match in _RECOGNISED.finditer(phrase.plain)), "a ")
    phrase = phrase.without((match.span() for match in _VARIANT.finditer(phrase.plain)), "")
    phrase = phrase.without((match.span() for match in _NO_ROLE.finditer(phrase.plain)), "is not associated with")
    phrase = phrase.without((match.span() for match in _HAS_NO.finditer(phrase.plain)), "do not have ")
    phrase = phrase.without((match.span() for match in _SOME.finditer(phrase.plain)), "")
    phrase = phrase.without(match.span() for match in _SPACES.finditer(phrase.plain))
    return Tidied(framed(phrase.stripped()), silent)


def otherwise(phrase: Phrase) -> Phrase | None:
    """A statement in other words that mean the same ("is present in", "lacks"); None where it has no such words."""
    for pattern, put in ((_PRESENT, "seen"), (_LACKS, "is not associated with")):
        found = [match.span() for match in pattern.finditer(phrase.plain)]
        if found:
            return phrase.without(found, put)
    return None


def object_pronoun(phrase: Phrase) -> tuple[int, int] | None:
    """Where a pronoun stands at the end of a statement ("B is seen in it"), as offsets; None where none does."""
    match = _OBJECT.search(phrase.plain)
    return None if match is None or NAME in match["pronoun"] else match.span("pronoun")
