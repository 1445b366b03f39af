"""A statement in the words of questions, for where the words of an answer are none that its reader knows.

Each replacement keeps what is said of the link; what it takes away says who was looked at, how it was told, or how
sure the writer is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgqa.verification.phrase import NAME, Phrase, joined
from kgqa.verification.tidying import SYSTEM

_N = NAME
_WHO = (
    r"(?:patients?|individuals?|people|persons?|children|infants|newborns|babies|adults|adolescents|sufferers|families)"
)
ORGAN = (
    r"(?:skeleton|eyes?|heart|kidneys?|skin|liver|brain|lungs?|bones?|joints|muscles|nerves|blood|teeth|ears?|face|hands?|"
    r"feet|limbs|skull|spine|head|nervous\s+system|immune\s+system|gastrointestinal\s+tract|laboratory|imaging)"
)
"""Parts of a body and looks at it, of which what is found is said ("The skeleton shows A")."""
_TESTS = (
    r"(?:(?:blood|urine|laboratory|lab|genetic|eye|physical|clinical|ophthalmologic|brain|cardiac)\s+)?(?:tests?|testing|imaging|mri|"
    r"examination|work-?up|investigations?|analysis|biopsy|studies|echocardiography|radiographs?|x-rays?)"
)
_BE = r"(?:is|are|was|were)"
_NOUNS = (
    r"(?:features?|symptoms?|signs?|findings?|manifestations?|abnormalit(?:y|ies)|anomal(?:y|ies)|complications?|problems?|"
    r"characteristics?|traits?|defects|malformations?|changes|ones|involvement|disturbances?)"
)
_KIND = (
    rf"(?:{SYSTEM}|clinical|ophthalmological|ophthalmologic|cognitive|radiological|radiographic|biochemical|physical|congenital|"
    r"urogenital|genital|urinary|developmental|hormonal|orthopa?edic|structural|functional|bone|brain|laboratory|typical|common|"
    r"other|further|associated|reported|recorded|main|key|several|various|some|many|multiple|numerous|different|additional|"
    r"well-known|known|important|imaging|minor|major|its|their|the)"
)
_TO = (
    rf"(?:tends?|tended|seems?|seemed|appears?|appeared|happens?|{_BE}\s+(?:\w+ly\s+)?(?:known|reported|said|thought|believed|"
    r"found|likely|prone|considered|expected|able))\s+to\s+"
)
_ADVERB = (
    r"(?:clinically|radiologically|biochemically|behaviou?rally|neurologically|genetically|physically|histologically|"
    r"classically|characteristically|additionally|importantly|interestingly|notably|subsequently|eventually|ultimately|"
    r"directly|strongly|clearly|well|potently|potentially|effectively|successfully|chiefly|furthermore|moreover|besides|"
    r"together|collectively|mechanistically|pharmacologically|therapeutically|too|instead|primarily|thereby|consequently|"
    r"in\s+turn|in\s+general|in\s+particular|in\s+practice|in\s+addition|as\s+well(?!\s+as)|at\s+times|on\s+occasion)"
)
_CLASS = r"(?:condition|disease|disorder|syndrome|illness|entity)"
_SHOW = (
    r"(?:consists?\s+of|exhibit(?:s|ed)?|develop(?:s|ed)?|present(?:s|ed)?\s+with|go(?:es)?\s+(?:along|hand\s+in\s+hand)\s+with|"
    r"comes?\s+(?:to\s+(?:medical\s+)?attention\s+)?with|encompass(?:es)?|display(?:s|ed)?|manifest(?:s|ed)?(?:\s+(?:itself\s+)?"
    r"(?:as|with|through|by))?|suffer(?:s|ed)?\s+from|feature[sd]?|compris(?:es|ed|e)|notices?|complains?\s+of|reveal(?:s|ed)?|demonstrate[sd]?|"
    rf"{_BE}\s+(?:at\s+(?:an?\s+)?(?:increased|higher|elevated|high)\s+)?risk\s+(?:of|for)|{_BE}\s+born\s+with|"
    rf"(?:can\s+be|may\s+be|might\s+be|could\s+be|{_BE})\s+(?:(?:often|also|typically|frequently)\s+)?(?:marked|complicated|accompanied|"
    rf"typified|distinguished|characteri[sz]ed|defined|recogni[sz]ed|reflected|evidenced|dominated|diagnosed)\s+(?:by|with)|"
    rf"{_BE}\s+(?:notable|remarkable|known|noted)\s+for)"
)
_SAYS = r"(?:mentions?|lists?|includes?|names?|describes?|contains?|reports?|records?|notes?|documents?|shows?|gives?)"
_SEEN = (
    r"(?:described|noted|documented|encountered|detected|identified|recorded|reported|found|present|noticed|common|possible|"
    r"typical|apparent|evident|expected|listed|mentioned)"
)
_VARIANTS = r"(?:defects?|variants?|mutations?|alterations?|alleles?)"
_ORIGINS = (
    "pathogenic disease-causing germline heterozygous homozygous biallelic causative rare inherited somatic genetic"
)
_VARIANT_KINDS = rf"(?:(?:{_ORIGINS.replace(' ', '|')})\s+)*"
_AGENTS = (
    ("repressor", "represses"), ("inhibitor", "inhibits"), ("suppressor", "suppresses"), ("activator", "activates"),
    ("regulator", "regulates"), ("modulator", "modulates"), ("inducer", "induces"), ("blocker", "blocks"),
    ("antagonist", "antagonizes"), ("agonist", "activates"),
)  # fmt: skip
"""Nouns for what does something, and the verb for it."""
_REWORDED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), put)
    for pattern, put in (
        (rf"(?:,\s*)?\b{_ADVERB}\b\s*,?", " "),
        *((rf"\b(?:is|are|acts\s+as)\s+an?\s+(?:\w+\s+)?{noun}\s+of\b", verb) for noun, verb in _AGENTS),
        (rf"^\W*carriers\s+of\s+(?:the\s+)?(?={_N})", ""),
        (
            r"\b(?:has|have)\s+an?\s+(?:higher|increased|elevated|greater)\s+risk\s+(?:of|for)\b"
            r"|\bis\s+an?\s+risk\s+(?:variant|factor|allele|gene|locus)\s+(?:for|of|in)\b",
            "increases the risk of",
        ),
        (r"\b(?:lies|sits|resides)\s+(?:in|within|on)\b|\bmaps\s+to\b", "is located in"),
        (r"\bis\s+an?\s+(?:subunit|component|member|constituent)\s+of\b", "is part of"),
        (r"\bis\s+used\s+(?:for|in)\s+(?:the\s+)?(?:prevention|prophylaxis)\s+of\b", "prevents"),
        (r"\bis\s+used\s+(?:for|in)\s+(?:the\s+)?(?:treatment|management|therapy)\s+of\b", "treats"),
        (r"\bis\s+(?:effective|useful|helpful)\s+(?:in|for|at)\s+preventing\b", "prevents"),
        (r"\bis\s+(?:effective|useful|helpful)\s+(?:in|for|at)\s+treating\b", "treats"),
        (rf"\baffects?\s+(?:with|of)\s+(?={_N})", "is seen in "),
        (rf"\bin\s+any\s+(?:of\s+)?(?:the\s+|these\s+)?(?:\w+\s+)?{_WHO}(?:\s+(?:examined|studied|tested))?", ""),
        (rf"\b{_VARIANT_KINDS}(?={_N}+\s+(?:gene\s+)?{_VARIANTS}\b)", ""),
        (
            rf"^\W*(?:on|in|at|within)\s+(?:the\s+|an?\s+)?(?:{_TESTS}|{SYSTEM}|{ORGAN})\s*,?\s+(?:one\s+(?:finds|sees)|there\s+(?:is|are|"
            r"may\s+be|can\s+be))\s+",
            "shows ",
        ),
        (r"^\W*from\s+an?\s+[a-z]+\s+(?:point\s+of\s+view|perspective|standpoint)\s*,\s*", ""),
        (
            r"^\W*(?:in\s+terms\s+of|with\s+(?:respect|regard)\s+to|as\s+(?:for|to)|regarding|concerning)\s+"
            rf"(?!{_N})[a-z ]+,\s*",
            "",
        ),
        (
            rf"^\W*(?:doctors|clinicians|physicians|specialists|guidelines)\s+(?:(?:may|can|often|also)\s+)*(?:prescribes?|uses?|gives?|"
            rf"administers?|recommends?)\s+(?P<put>{_N}+)\s+(?:for|in|against|to\s+treat)\s+",
            "{put} is used for ",
        ),
        (
            rf"^\W*(?:doctors|clinicians|physicians|specialists)\s+(?:(?:may|can|often|also)\s+)*(?:see|find|observe|report|describe)\s+"
            rf"(?P<put>{_N}+)\s+in\s+",
            "{put} is seen in ",
        ),
        (
            rf"\b(?:some\s+of\s+(?:the|its|their)(?:\s+most)?|among\s+(?:the|its)\s+most|an?\s+(?:(?:wide|broad)\s+)?(?:number|range|variety|"
            rf"set|combination|spectrum|constellation|group|series)\s+of)\s+(?:(?:notable|striking|prominent|important|common|"
            rf"frequent|{_KIND})\s+)*(?={_NOUNS}\b)",
            "",
        ),
        (rf"\bacts?\s+as\s+(?=an?\s|{_N})", "is "),
        (rf"^\W*(?:among|of)\s+(?:{_KIND}\s+)*{_NOUNS}\s*,\s*", ""),
        (rf"^\W*(?:besides|in\s+addition\s+to|along\s+with|as\s+well\s+as)\s+(?P<put>{_N}+)\s*,\s*", "{put} and "),
        (
            rf"^\W*(?:(?:on|in|at|within)\s+)?(?:(?:the|its|their|an?)\s+)?(?:{_TESTS}|{SYSTEM}|{ORGAN})(?:\s+(?:system|side|front|"
            rf"level|region))?\s*,?\s*(?:(?:may|can|often|typically|might|could|also)\s+)*(?:{_SHOW}|shows?|has|have)\s+",
            "shows ",
        ),
        (
            rf"^\W*(?:on|in|at|within)\s+(?:the\s+|an?\s+)?(?:{_TESTS}|{SYSTEM}|{ORGAN})(?:\s+(?:system|side|front|level|region))?\s*"
            r",?\s+(?:one\s+(?:finds|sees)\s+|there\s+(?:is|are|may\s+be|can\s+be)\s+)?",
            "",
        ),
        (r"^\W*(?:one\s+(?:finds|sees|observes)|there\s+(?:may|can)\s+be)\s+", "shows "),
        (
            r"^\W*(?:the\s+)?(?:graph|evidence|records?|data(?:base)?|literature|context)\s+(?:(?:also|further|additionally)\s+)?"
            rf"{_SAYS}\s+(?!that\b)",
            "shows ",
        ),
        (
            r"\b(?:the\s+)?(?:(?:facial|clinical|typical|full|overall)\s+)?(?:gestalt|phenotype|presentation|picture|appearance|"
            rf"spectrum|manifestation|profile)\s+(?:of|in)\s+(?=(?:the\s+)?{_N})",
            "",
        ),
        (rf"\b(?:bone|{SYSTEM})\s+{_NOUNS}\s+(?:of|in)\s+(?={_N})", "features of "),
        (
            rf"^\W*(?:shows\s+)?(?:{_KIND}\s+)*{_NOUNS}\s+(?:(?:may|can|might|often|typically|mainly|also)\s+)*(?:{_SHOW}|includes?|are|is)\s+"
            rf"(?!(?:seen|found|present|common|rare|not|caused|due|recorded|reported|described|associated|linked)\b)(?={_N}|an?\b|the\b)",
            "shows ",
        ),
        (rf"\b(?:(?:{_KIND})\s+)+(?={_NOUNS}\b)", ""),
        (r"\bcomplication\b", "feature"),
        (r"\b(?:complications|problems|anomalies|abnormalities|malformations|ones)\b", "features"),
        (r"\b(?:range|span)s?\s+from\s+", "include "),
        (rf"(?<={_N})\s+to\s+(?={_N})", " and "),
        (rf"\bshows\s+(?:features\s+)?(?=(?:features\s+)?(?:of|in)\s+{_N})", ""),
        (
            rf"^\W*(?:(?:some|most|many|affected|several|such|the|these|all)\s+)*{_WHO}\s+(?=[a-z])(?!(?:with|who|of|in|affected|living|"
            r"suffering|diagnosed|carrying)\b)",
            "",
        ),
        (
            rf"\b{_WHO}\s+(?:who\s+(?:have|are\s+affected\s+by|suffer\s+from|carry)|affected\s+(?:by|with)|diagnosed\s+with|"
            rf"suffering\s+from|living\s+with|carrying|with)\s+(?=(?:the\s+)?{_N})",
            "",
        ),
        (rf"\bin\s+{_WHO}(?=\s*[.,;]|\s*$)", ""),
        (
            rf"\b{_BE}\s+(?:looked|searched|tested|screened|examined)\s+for\s+(?:but|and|yet)\s+(?:{_BE}\s+)?not\s+",
            "is not ",
        ),
        (
            rf"\b{_BE}\s+not\s+(?:known|reported|thought|believed|found|considered|expected|likely|able)\s+to\s+",
            "does not ",
        ),
        (rf"\b(?:fails?|failed)\s+to\s+|\b{_BE}\s+unable\s+to\s+", "does not "),
        (_TO, ""),
        (
            r"\bdo(?:es)?\s+(?=(?:indeed\s+)?(?:show|have|cause|feature|include|present|affect|treat|inhibit|block|activate)\b)",
            "",
        ),
        (
            rf"\b{_BE}\s+an?\s+(?:[a-z-]+\s+){{0,4}}{_CLASS}\s+(?:with|featuring|marked\s+by|characteri[sz]ed\s+by|that\s+(?:features|"
            r"shows|has|includes|presents\s+with|causes))\s+",
            "has ",
        ),
        (rf"\b{_SHOW}\b", "have"),
        (r"\b(?:acts?|works?|functions?)\s+(?:by|through|via)\s+(?=[a-z]+ing\b)", ""),
        (r"\b(?:gives?|gave|giving)\s+rise\s+to\b|\b(?:brings?|brought)\s+about\b", "cause"),
        (
            r"\b(?:predisposes?\s+to|confers?\s+susceptibility\s+to|contributes?\s+to|is\s+behind|applies\s+to|plays?\s+(?:an?|any|some)?"
            r"\s*(?:\w+\s+)?(?:role|part)\s+in)\b",
            "is associated with",
        ),
        (r"\btakes?\s+part\s+in\b", "participates in"),
        (rf"\b{_VARIANT_KINDS}{_VARIANTS}\s+(?:of|in|within|affecting)\s+(?:the\s+)?(?:genes?\s+)?(?={_N})", ""),
        (rf"(?<={_N})\s+(?:gene\s+)?(?:mutations?|variants?|defects?|alterations?|deficiency)\b", ""),
        (rf"\b(?:the\s+)?genes?\s+(?={_N})|(?<={_N})\s+gene\b", ""),
        (
            r"\bprescribed\s+(?:for|in|against)\b|\badministered\s+(?:for|in)\b|\bgiven\s+(?:for|in|against)\b",
            "used for",
        ),
        (r"\bseen\s+on\s+(?:x-rays?|imaging|mri|radiographs?)\b", "seen"),
        (rf"\b{_SEEN}(?=\s*(?:[.,;]|$|in\b|among\b))", "seen"),
        (
            r"\bpart\s+of\s+(?:the|its|this)\s+(?:clinical\s+)?(?:picture|spectrum|disease|phenotype|presentation)\b",
            "seen",
        ),
        (
            rf"\b(?:belongs?\s+to|(?:is|are|could\s+be|can\s+be|may\s+be)\s+part\s+of|goes?\s+with)\s+(?={_N})",
            "is a feature of ",
        ),
        (r"\b(?:also|both(?=\s+(?:been|linked|associated)))\b", " "),
        (r"\b(?:only|just|merely|about|all)\s*(?=[.,;]|$)", ""),
        (rf"(?<!is)(?<!are)(?<!was)(?<!as)\s+(?:an?|the)\s+(?={_N})", " "),
        (rf"(?<=\b(?:in))\s+(?:the\s+)?(?={_N})", " "),
        (r"(?<!is\s)(?<!are\s)\b(?:affects?|occurs?|stands?\s+out|arises?|emerges?)\s*(?=[.,;]|$)", "is seen"),
        (rf"(?<={_N})\s+(?:is|are)\s*(?=[.,;]|$)", " are seen"),
        (rf"^\W*with\s+(?={_N})", ""),
        (r"\s{2,}", " "),
    )
)
_FRONT = re.compile(
    rf"^\s*(?:in|among|for|with)\s+(?:{_WHO}\s+with\s+)?(?:the\s+)?(?P<name>{_N}+)\s*,\s*", re.IGNORECASE
)


def reworded(phrase: Phrase) -> Phrase:
    """The statement in plainer words; the same phrase where it has none of those that can be said plainer."""
    for pattern, put in _REWORDED:
        found = [match for match in pattern.finditer(phrase.plain) if match.end() > match.start()]
        if found and "{put}" in put:
            kept = phrase.cut(*found[0].span("put"))
            rest = phrase.cut(found[0].end(), len(phrase.text))
            phrase = joined([kept, Phrase(put.replace("{put}", "")), rest])
        elif found:
            phrase = phrase.without([match.span() for match in found], put)
    return phrase.stripped()


def fronted(phrase: Phrase) -> Iterator[Phrase]:
    """A statement with the name that it opens with put last: "In A, B is seen" says that "B is seen in A"."""
    match = _FRONT.match(phrase.plain)
    if match is None or not phrase.plain[match.end() :].strip(" ."):
        return
    name, rest = phrase.cut(*match.span("name")), phrase.cut(match.end(), len(phrase.text)).stripped()
    yield joined([rest, Phrase(" in "), name])
    yield joined([rest, Phrase(" by "), name])
