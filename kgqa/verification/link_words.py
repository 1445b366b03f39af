"""Words by which answers say that two things are linked, by the concept of the link (``everyday.toml``).

They are more than questions use, and each of them says the link and nothing else. A statement is read with them only
when all of its words are among them or among those that add nothing, so that no word that turns a meaning ("prevents",
"spares", "rules out") is ever passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_BE = (
    r"(?:is|are|was|were|be|being|remains?|(?:appears?|seems?|looks|proves?|tends?)(?:\s+to\s+be)?|(?:is|are)\s+(?:considered|deemed|thought|believed|"
    r"regarded\s+as|known|said)(?:\s+to\s+be)?)"
)
_SEEN = (
    rf"(?:(?:{_BE}\s+)?(?:seen|found|observed|noted|described|encountered|reported|recorded|documented|detected|recogni[sz]ed|"
    r"noticed|listed|present|apparent|evident|identified|mentioned|possible|expected|to\s+be\s+expected|diagnosed|discovered|picked\s+up)|"
    r"(?:can|may|might|could)\s+be\s+(?:seen|found|present)|occurs?|appears?|arises?|develops?|emerges?|exists?|shows?\s+up|turns?\s+up|"
    rf"(?:becomes?|{_BE})\s+an?\s+(?:problem|issue|concern|possibility|feature|finding)|(?:should|must)\s+be\s+(?:mentioned|noted|remembered)|"
    rf"{_BE}\s+(?:a\s+)?part\s+of\s+(?:the|its)\s+(?:clinical\s+|disease\s+)?(?:picture|spectrum|phenotype|presentation)|"
    r"crops?\s+up|pops?\s+up|comes?\s+up|happens?|manifests?|sets?\s+in|ensues?)"
)
_TIED = rf"(?:{_BE}\s+(?:\w+ly\s+)?(?:linked|tied|associated|connected|related)\s+(?:to|with))"
_GIVES = (
    r"(?:causes?|(?:gives?|causes?|brings?)\s+(?:you|people|patients)|leads?\s+to|results?\s+in|gives?\s+rise\s+to|brings?\s+(?:about|on)|produces?|triggers?|provokes?|induces?|"
    r"culminates?\s+in|ends?\s+in|entails?)"
)
_GIVEN = (
    rf"(?:{_BE}\s+(?:caused|brought\s+(?:about|on)|triggered|provoked|induced|produced)\s+by|results?\s+from|stems?\s+from|{_BE}\s+due\s+to|"
    r"arises?\s+from|comes?\s+from)"
)
_FEATURES = (
    r"(?:features?|signs?|symptoms?|findings?|manifestations?|complaints?|problems?|abnormalit(?:y|ies)|anomal(?:y|ies)|complications?|"
    r"consequences?|traits?|characteristics?|components?|stigmata|issues?|troubles?|difficult(?:y|ies)|clues?|deformit(?:y|ies)|malformations?|"
    r"disturbances?|changes|involvement|phenotypes?|deficits?|impairments?|things?|hallmarks|(?<=\ba\s)hallmark)"
)
_HARMS = r"(?:(?:adverse|side|unwanted|undesired)\s+(?:effects?|events?|reactions?)|complications?)"
_BORN = r"(?:mutations?|variants?|defects?|alterations?)"


@dataclass(frozen=True, slots=True)
class Links:
    """How one concept of links is said, as patterns.

    Attributes:
        active: between the doer and what it is done to, in this order.
        passive: between what it is done to and the doer.
        done: nouns for the things it is done to, which are then "of" the doer.
        doers: nouns for the doers, which are then "of" or "for" what it is done to.
        seen: says of what it is done to that it is there, where the doer is not named.
        between: nouns for the link "between" two things.
        beside_doer: words that may stand right before or behind a doer.
    """

    active: str = ""
    passive: str = ""
    done: str = ""
    doers: str = ""
    seen: str = ""
    between: str = ""
    beside_doer: str = ""


_GENES = Links(
    active=(
        rf"(?:{_GIVES}|{_TIED}|underl(?:ies|ie|ay)|{_BE}\s+(?:responsible\s+for|behind|to\s+blame\s+for|at\s+the\s+root\s+of|implicated\s+in|involved\s+in|mutated\s+in)|"
        r"plays?\s+an?\s+(?:\w+\s+)?(?:role|part)\s+in|contributes?\s+to|has\s+to\s+do\s+with)"
    ),
    passive=rf"(?:{_GIVEN}|{_TIED}|involves?|goes?\s+back\s+to|(?:can\s+)?be\s+traced\s+to)",
    doers=r"genes?",
    between=r"(?:link|association|connection|relation(?:ship)?)",
    beside_doer=rf"(?:pathogenic|mutated|defective|faulty|altered|broken|{_BORN}(?:\s+(?:in|of))?|genes?)",
)

LINKS: Mapping[str, Links] = {
    "presents": Links(
        active=(
            rf"(?:has|have|had|shows?|exhibits?|displays?|features?|featuring|presents?\s+(?:with|as)|comes?\s+(?:along\s+)?with|goes?\s+(?:along|hand\s+in\s+hand)\s+"
            rf"with|involves?|includes?|comprises?|encompasses|carr(?:ies|y)|suffers?\s+from|complains?\s+of|struggles?\s+with|lives?\s+with|gets?|reports?|experiences?|develops?|ends?\s+up\s+with|"
            rf"manifests?\s+(?:as|with|through)|manifests?\s+itself\s+(?:as|through)|takes?\s+the\s+form\s+of|reveals?|demonstrates?|{_BE}\s+(?:prone|subject)\s+to|{_BE}\s+(?:best\s+|well\s+)?known\s+for|{_GIVES}|{_TIED}|"
            rf"(?:{_BE}|can\s+be)\s+(?:accompanied|marked|characteri[sz]ed|complicated|typified|defined|dominated|distinguished|identified|recogni[sz]ed|reflected)\s+(?:by|with)|leaves?\s+(?:people|patients)\s+with)"
        ),
        passive=(
            rf"(?:{_SEEN}\s+in|accompan(?:ies|y)|complicates?|characteri[sz]es?|marks?|typif(?:ies|y)|affects?|goes?\s+(?:along\s+|hand\s+in\s+hand\s+)?with|"
            rf"comes?\s+(?:along\s+)?with|signals?|points?\s+to|belongs?\s+to|(?:is|are)\s+(?:typical|characteristic|suggestive)\s+of|(?:is|are)\s+among|{_GIVEN}|{_TIED}|"
            rf"{_BE}\s+(?:a\s+)?part\s+of|(?:belongs?\s+to|{_BE}\s+part\s+of)\s+the\s+(?:clinical\s+)?(?:picture|spectrum|presentation)\s+of)"
        ),
        done=_FEATURES,
        seen=_SEEN,
        beside_doer=r"(?:patients|sufferers|cases|phenotype)",
    ),
    "side_effect_of": Links(
        active=rf"(?:{_GIVES}|{_TIED}|(?:carries|has|poses|comes\s+with)\s+an?\s+risk\s+of|{_BE}\s+complicated\s+by|has|have|carries|comes?\s+with|goes?\s+(?:along\s+)?with)",
        passive=rf"(?:{_GIVEN}|{_TIED}|complicates?|accompan(?:ies|y)|{_SEEN}\s+(?:in|with|on|under))",
        done=_HARMS,
        seen=_SEEN,
        beside_doer=r"(?:taking|using|while|use\s+of|exposure\s+to|intake\s+of)",
    ),
    "gene_link": _GENES,
    "causes": _GENES,
    "associated": Links(active=_TIED, passive=_TIED, between=_GENES.between),
    "treats": Links(
        active=(
            rf"(?:treats?|manages|controls|relieves?|alleviates|eases|helps?\s+(?:with|against|in)|works?\s+(?:against|for)|{_BE}\s+(?:used|given|prescribed|indicated|"
            rf"effective|useful|beneficial|helpful|administered|recommended|taken|an\s+option|suitable|approved|licensed|employed|"
            rf"beneficial|of\s+(?:use|benefit|value)|chosen)\s+(?:for|in|against|to\s+(?:treat|manage|control)|in\s+(?:the\s+)?(?:treatment|management)\s+of|for\s+"
            rf"(?:the\s+)?(?:treatment|management)\s+of|in\s+(?:treating|managing)|for\s+(?:treating|managing)))"
        ),
        passive=(
            rf"(?:{_BE}\s+(?:treated|managed|controlled|relieved|eased)\s+(?:with|by|using)|responds?\s+to|benefits?\s+from|takes?|receives?|{_BE}\s+given|(?:can|may)\s+be\s+"
            r"(?:treated|managed)\s+(?:with|by|using))"
        ),
        doers=r"(?:treatments?|therap(?:y|ies)|remed(?:y|ies)|medications?|options?|drugs?|medicines?|agents?)",
        done=r"indications?",
    ),
    "contraindicated": Links(
        active=(
            rf"(?:{_BE}\s+(?:contra-?indicated|unsuitable|inadvisable|ill-advised|not\s+recommended|off-limits|a\s+no-go|(?:best\s+)?avoided|to\s+be\s+avoided)\s+(?:in|for|with)|"
            r"(?:should|must)\s+be\s+avoided\s+in|(?:should|must)\s+not\s+be\s+(?:given|used|taken|prescribed|administered)\s+(?:in|to|by|for))"
        ),
        passive=r"(?:forbids|precludes|(?:should|must)\s+(?:avoid|stay\s+away\s+from|not\s+(?:take|receive|use|get|be\s+given))|rules?\s+out\s+the\s+use\s+of)",
        doers=r"contra-?indications?",
    ),
    "prevents": Links(
        active=(
            rf"(?:prevents?|wards?\s+off|guards?\s+against|protects?\s+(?:against|from)|{_BE}\s+(?:used|given|taken|effective|useful)\s+(?:to\s+prevent|"
            rf"in\s+preventing|for\s+the\s+prevention\s+of|for\s+preventing|as\s+(?:a\s+)?prophyla(?:xis|ctic)\s+(?:against|for)))"
        ),
        passive=rf"(?:(?:{_BE}|can\s+be)\s+(?:prevented|averted|warded\s+off)\s+(?:by|with|using|through))",
        doers=r"(?:prophyla(?:xis|ctics?)|prevention)",
    ),
    "binds": Links(
        active=r"(?:(?:(?:works?|acts?|exerts\s+its\s+(?:effects?|action))\s+by\s+)?binding(?:\s+to)?|binds?(?:\s+(?:to|with))?|attaches?\s+to|sticks?\s+to|docks?\s+(?:to|onto|with)|latches?\s+onto)",
        passive=rf"(?:{_BE}\s+bound\s+by)",
        doers=r"ligands?",
        done=r"(?:binding\s+partners?|(?:molecular\s+)?targets?)",
    ),
    "inhibits": Links(
        active=rf"(?:inhibits?|blocks?|antagoni[sz]es?|suppresses|(?:(?:works?|acts?|exerts\s+its\s+(?:effects?|action))\s+by\s+)?(?:suppressing|inhibiting|blocking)|shuts?\s+(?:off|down)|{_BE}\s+directed\s+against)",
        passive=rf"(?:{_BE}\s+(?:inhibited|blocked|antagoni[sz]ed|suppressed|shut\s+(?:off|down))\s+by)",
        doers=r"(?:inhibitors?|blockers?|antagonists?)",
        done=r"(?:molecular\s+)?targets?",
    ),
    "activates": Links(
        active=r"(?:activates?|stimulates?|switch(?:es)?\s+on|turns?\s+on|agoni[sz]es?)",
        passive=rf"(?:{_BE}\s+(?:activated|stimulated|switched\s+on|turned\s+on)\s+by)",
        doers=r"(?:activators?|agonists?|stimulators?)",
        done=r"(?:molecular\s+)?targets?",
    ),
    "downregulates": Links(
        active=r"(?:represses|silences?|downregulates?|down-regulates?)",
        passive=rf"(?:{_BE}\s+(?:repressed|silenced|down-?regulated)\s+by)",
        doers=r"repressors?",
    ),
    "metabolises": Links(
        active=rf"(?:metaboli[sz]es?|breaks?\s+down|{_BE}\s+(?:responsible\s+for|involved\s+in)\s+the\s+(?:metabolism|breakdown)\s+of|handles?\s+the\s+metabolism\s+of)",
        passive=rf"(?:{_BE}\s+(?:metaboli[sz]ed|broken\s+down)\s+(?:by|via|through)|undergoes?\s+metabolism\s+(?:by|via|through)|{_BE}\s+an?\s+substrate\s+of|depends?\s+on)",
        done="substrates?",
        doers=r"(?:metabolism|metaboli[sz]ing\s+enzymes?)",
    ),
    "diagnosed": Links(doers=r"(?:bio)?markers?", beside_doer=r"(?:serum|plasma|circulating)"),
    "expresses": Links(
        active=r"expresses",
        passive=rf"(?:{_BE}\s+(?:expressed|made|produced)\s+(?:in|by)|shows?\s+expression\s+in)",
    ),
    "includes": Links(
        active=rf"(?:includes?|contains?|comprises?|consists?\s+of|{_BE}\s+(?:made\s+up|composed)\s+of|has)",
        passive=rf"(?:belongs?\s+to|{_BE}\s+(?:a\s+)?(?:part|member|component|subunit|constituent)\s+of)",
        done=r"(?:subunits?|components?|members?|parts|constituents?)",
    ),
    "risk": Links(
        active=r"(?:predisposes?\s+to|(?:raises?|increases?|heightens?)\s+(?:the\s+)?(?:risk|likelihood)\s+of|confers?\s+(?:an?\s+)?(?:risk|susceptibility)\s+(?:of|to|for)|makes?\s+people\s+more\s+prone\s+to)",
    ),
    "encodes": Links(
        active=rf"(?:encodes?|codes?\s+for|{_BE}\s+the\s+blueprint\s+for)",
        passive=rf"(?:{_BE}\s+(?:encoded|coded)\s+by|{_BE}\s+the\s+product\s+of)",
    ),
}
"""By concept; a concept that is not here is read in the words of questions alone."""

WHO = (
    r"(?:(?:some|many|several|certain|affected|the|these|a\s+(?:number|subset|minority|proportion)\s+of|in)\s+)*+"
    r"(?:patients|individuals|people|persons|children|child|kids?|folks?|infants|babies|newborns|toddlers|adults|girls?|boys?|women|men|sufferers|those|someone|somebody|"
    r"patient|person|individual|anyone|cases)"
    r"(?:\s+(?:with|who\s+(?:have|take)|that\s+have|affected\s+by|living\s+with|suffering\s+from|diagnosed\s+with|born\s+with|carrying|of|on|taking|receiving|treated\s+with))?"
)
"""Those who have something, of whom what is found is said."""
THEM = (
    r"(?:it|they|this|(?:(?:some|many|several|certain|the|these|affected)\s+)*+patients|"
    r"(?:(?:some|many|several|certain)\s+)?(?:the|these|affected)\s+(?:individuals|people|children|persons))"
)
"""Those of whom the text is, where they are not named."""
WHOM = r"(?:in\s+)?(?:(?:some|many|several|certain|affected|these|the)\s+)*+(?:patients|individuals|cases)"
"""In whom something is found, behind the words that say so."""
PLAIN = (
    r"(?:the|an?|its|their|also|too|indeed|itself|often|frequently|commonly|occasionally|rarely|sometimes|may|might|can|could|probably|"
    r"possibly|likely|perhaps|conceivably|potentially|certainly|definitely|apparently|evidently|undoubtedly|presumably|reportedly|typically|"
    r"usually|generally|characteristically|classically|additionally|furthermore|moreover|notably|importantly|interestingly|clinically|directly|"
    r"strongly|clearly|well|primarily|mainly|chiefly|largely|regularly|now|then|even|again|just|really|quite|pretty|very|more\s+or\s+less|"
    r"in\s+fact|in\s+turn|in\s+particular|in\s+general|in\s+practice|in\s+addition|by\s+definition|for\s+example|for\s+instance|of\s+course|"
    r"things\s+like|signs?\s+of|you|your|such|will|has\s+been|have\s+been|seems?\s+to|appears?\s+to|tends?\s+to|happens?\s+to|either|both|and|well-known|known|recogni[sz]ed|"
    r"as\s+well|such\s+as|including|namely|(?:therapy|treatment)\s+with|do(?:es)?)"
)
"""Words that add nothing to a link, or whose amount is held against the records apart."""
SORTS = (
    r"(?:skeletal|ocular|eye|cardiac|cardiovascular|vascular|neurological|neurologic|facial|craniofacial|skin|cutaneous|pulmonary|respiratory|"
    r"gastrointestinal|renal|endocrine|metabolic|psychiatric|behaviou?ral|dental|hepatic|clinical|common|typical|other|further|reported|"
    r"recorded|known|associated|important|notable|possible|some|several|many)"
)
"""Words that sort what a noun stands for."""
