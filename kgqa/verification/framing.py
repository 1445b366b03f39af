"""How a statement is framed, taken off so that its fact is read: who sees it, who reports it, by which look at a body.

Only words of closed classes are taken off, and only where they stand around a statement: a word that none of them
holds, above all a verb between two names, stays, so that the statement is not read.
"""

from __future__ import annotations

import re

from kgqa.verification.headings import HEADING_WORDS
from kgqa.verification.phrase import NAME, Phrase, joined

_N = NAME
_MODAL = (
    r"(?:(?:may|might|can|could|will|would|should|often|usually|also|almost|certainly|probably|typically|sometimes|likely|have|has|are|"
    r"is|be|been|to|want|going|able|bound|then|even|well|quickly|soon|just|really|definitely|generally|routinely|mostly|at\s+times)\s+)"
)
_MODALS = rf"{_MODAL}*+"
REPORTS = (
    r"(?:(?:some|several|many|various|numerous|published|recent|older|earlier|clinical|multiple|a\s+number\s+of|a\s+few|the|most|other|"
    r"available|large|small|case)\s+)*+(?:reports?|studies|authors?|papers?|publications?|articles?|sources?|series|experts?|reviews?|"
    r"textbooks?|observations?|cohorts?|researchers?|guidelines?|investigators?|data|literature)"
)
_DOCTORS = (
    r"(?:(?:most|many|some|your|the)\s+)*+(?:doctors?|clinicians?|physicians?|specialists?|experts?|prescribers?|guidelines?|we|you|one|"
    r"(?:neuro|cardio|dermato|rheumato|ophthalmo|nephro|haemato|hemato|onco|gastroentero|endocrino)logists?|"
    r"p(?:a)?ediatricians?|(?:general\s+)?practitioners?|gps?)(?:['’](?:d|ll|re|ve))?"
)
_SEERS = rf"(?:{_DOCTORS}|i|parents|families|carers|caregivers|relatives|people|{REPORTS})(?:['’](?:d|ll|re|ve))?"
_PERCEIVE = (
    r"(?:see|sees|saw|seen|spot|find|finds|found|notice|notices|noticed|observes?|observed|encounters?|encountered|meet|expect|"
    r"come\s+across|comes\s+across|run\s+into|pick\s+up|detects?|detected|recogni[sz]es?|looking\s+at|get|notes?|noted|look\s+out\s+for|"
    r"watch\s+(?:out\s+)?for|reports?|reported|describes?|described|mentions?|mentioned|documents?|documented|recorded|lists?|"
    r"listed|deal\s+with|hear\s+(?:about|of)|think\s+of)"
)
_LOOK_OUT = (
    r"(?:(?:also|and|but|so|please|do|always|just|then|too)\s+)*+(?:watch\s+(?:out\s+)?for|look\s+(?:out\s+)?for|expect|think(?:\s+(?:of|"
    r"about))?|be\s+(?:alert|prepared|ready)\s+(?:to|for)|keep\s+an\s+eye\s+(?:out\s+)?(?:on|for)|beware\s+of|picture|note)"
)
_LOOKS = (
    r"(?:(?:an?|the|plain|skeletal|chest|cranial|cerebral|spinal|brain|cardiac|renal|abdominal|physical|clinical|neurologic(?:al)?|"
    r"ophthalmologic(?:al)?|ophthalmic|slit-lamp|dental|skin|liver|muscle|kidney|bone(?:\s+marrow)?|blood|urine|laboratory|lab|routine|"
    r"genetic|biochemical|radiological|radiographic|histological|pathological|medical|eye|ear|hearing|close|prenatal)\s+)*+"
    r"(?:radiographs?|radiography|x-?rays?|films?|mri|mris|ct|scans?|scanning|imaging|neuroimaging|ultrasound|ultrasonography|sonography|"
    r"echocardiogra(?:phy|ms?)|echo|ecg|ekg|electrocardiogra(?:phy|ms?)|eeg|electroencephalogra(?:phy|ms?)|emg|electromyography|"
    r"biops(?:y|ies)|histology|histopathology|microscopy|exam(?:ination)?s?|inspection|auscultation|fund(?:u|o)scopy|ophthalmoscopy|"
    r"audiometry|audiology|spirometry|bloods|blood\s+work|labs|tests|testing|studies|work-?up|investigations?|findings|results|urinalysis|"
    r"autopsy|endoscopy|colonoscopy|angiography|tomography|polysomnography|densitometry|smears?|history|look)"
)
_DISCLOSE = (
    r"(?:shows?|showed|has|have|reveals?|revealed|discloses?|disclosed|demonstrates?|demonstrated|uncovers?|uncovered|displays?|detects?|"
    r"detected|documents?|documented|identif(?:ies|y|ied)|picks?\s+up|finds?|found|turns?\s+up|depicts?|brings?\s+to\s+light)"
)
_ARTICLE = r"(?:(?:an?|the|some|any|possible|things\s+like|signs\s+of)\s+)*+"
_OPENERS = tuple(
    re.compile(rf"^[\s,]*(?:{pattern})", re.IGNORECASE)
    for pattern in (
        r"(?:oh|ah|well|yeah|yep|okay|ok|hey|alright|hmm+|honestly|basically|(?:simply\s+put|put\s+simply)|frankly|actually|"
        r"importantly|interestingly|of\s+note|of\s+course|naturally|obviously|generally\s+speaking|broadly\s+speaking|as\s+a\s+rule|"
        r"by\s+and\s+large|all\s+in\s+all|to\s+sum\s+up|in\s+a\s+nutshell|in\s+other\s+words|as\s+far\s+as\s+(?:we|i)\s+know|"
        r"to\s+(?:the\s+best\s+of\s+)?(?:our|my)\s+knowledge|in\s+(?:my|our)\s+(?:experience|practice|clinic|patients)|"
        r"in\s+(?:everyday|clinical|daily)\s+(?:practice|life)|from\s+what\s+(?:we|i)\s+know|unsurprisingly|fun\s+fact|side\s+note|"
        r"quick\s+note|hallmarks?\s+aside|among\s+other\s+things|on\s+top\s+of\s+that|beyond\s+that|apart\s+from\s+that|"
        r"at\s+the\s+(?:molecular|clinical|cellular)\s+level|clinically\s+speaking|as\s+(?:expected|you\s+might\s+expect|mentioned))"
        r"\s*[,:!–—]\s*(?:(?:and|but|so|also)\s+)?",
        rf"{REPORTS}\s+{_MODALS}(?:suggest|indicate|describe|report|show|note|state|mention|find|found|observe|document|say|agree|believe|"
        r"confirm|think|acknowledge|point\s+out)(?:e?s|e?d|n)?\s+that\s+",
        r"(?:no\s?one|nobody|few)\s+(?:(?:would|could|can|will)\s+)?(?:den(?:y|ies)|disputes?|doubts?|questions?)\s+that\s+",
        r"(?:it\s+turns\s+out|we\s+know|(?:you|one)\s+should\s+know|bear\s+in\s+mind|(?:don['’]t|do\s+not)\s+forget|be\s+aware|"
        r"it\s+(?:should|must)\s+be\s+(?:noted|said|added|mentioned|remembered)|there\s+is\s+no\s+(?:doubt|question)|it\s+is\s+a\s+fact|"
        r"(?:what\s+)?(?:the\s+)?(?:bottom\s+line|point|fact|gist|long\s+and\s+short)\s+is)\s+that\s+",
        r"(?:it\s+is|it['’]s)\s+(?:(?:widely|generally|commonly|well|now|also)\s+)*(?:known|accepted|agreed|recogni[sz]ed|understood|established|"
        r"reported|thought|believed)\s+that\s+",
        rf"(?:on|at|by|during|upon|under)\s+{_LOOKS}\s*,\s*(?={_ARTICLE}{_N})",
    )
)
_SEEN_BY = re.compile(
    rf"^[\s,]*(?:{_SEERS}\s+{_MODALS}{_PERCEIVE}|{_LOOK_OUT}|(?:on\s+)?{_LOOKS}\s+(?:(?!ha(?:s|ve)\s){_MODAL})*+{_DISCLOSE})\s*:?\s+{_ARTICLE}(?={_N})",
    re.IGNORECASE,
)
_RUN = re.compile(
    rf"{_N}++(?:(?:\s*,\s*|\s+)(?:(?:and|or|as\s+well\s+as|plus|both|an?|the)\s+)*+{_N}++)*+", re.IGNORECASE
)
_AMONG = re.compile(
    r"\s*+(?:(?:too|also|as\s+well)\s*+)?+(?:,\s*+)?+(?:(?:with|in|among)|(?:when(?:ever)?|if)\s+(?:you|someone|somebody|patients|people|a\s+patient)\s+"
    r"(?:have|has|suffers?\s+from))\s+(?=\S)",
    re.IGNORECASE,
)
_CHOOSE = (
    r"(?:reach(?:es)?\s+for|turns?\s+to|uses?|prescribes?|gives?|chooses?|picks?|goes\s+for|go\s+for|recommends?|orders?|starts?|"
    r"administers?|tr(?:y|ies)|rel(?:y|ies)\s+on|opts?\s+for|considers?)"
)
_SUFFERER = (
    r"(?:for|in|against|to\s+treat|(?:for|in|when|if|whenever)\s+(?:someone|somebody|an?\s+patient|patients|people|an?\s+person|you|"
    r"those)\s+(?:has|have|with|who\s+ha(?:s|ve)|suffers?\s+from))"
)
_CHOSEN = re.compile(
    rf"^[\s,]*{_DOCTORS}\s+{_MODALS}{_CHOOSE}\s+(?P<one>{_RUN.pattern})\s+{_SUFFERER}\s+(?:an?\s+|the\s+)?(?P<other>{_RUN.pattern})",
    re.IGNORECASE,
)
_CHOSEN_FOR = re.compile(
    rf"^[\s,]*(?:for|in|against|to\s+treat)\s+(?:an?\s+|the\s+)?(?P<other>{_RUN.pattern})\s*,?\s*{_DOCTORS}\s+{_MODALS}{_CHOOSE}\s+"
    rf"(?:an?\s+|the\s+)?(?P<one>{_RUN.pattern})",
    re.IGNORECASE,
)
_IMPLICATED = re.compile(
    rf"^[\s,]*(?:(?:there\s+(?:is|exists)|we\s+have)\s+)?(?:(?:some|growing|good|strong|solid|increasing|convincing|ample|the|a\s+lot\s+of|"
    rf"plenty\s+of)\s+)*(?:evidence|data|studies|reports|research)\s+{_MODALS}(?:implicat|link|ty|connect|ti)(?:e|es|ed|ing|s)?\s+(?:the\s+)?"
    rf"(?P<one>{_RUN.pattern})\s+(?:in|to|with|and)\s+(?:the\s+)?(?P<other>{_RUN.pattern})",
    re.IGNORECASE,
)
_FIXED = ((_CHOSEN, " is used for "), (_CHOSEN_FOR, " is used for "), (_IMPLICATED, " is linked to "))
_NOT_ALL = re.compile(
    r",?\s*(?:\(\s*)?\b(?:though|although|but|albeit|if|while)\s+(?:(?:certainly|by\s+no\s+means|perhaps)\s+)?not\s+(?:in\s+|necessarily\s+in\s+)?"
    r"(?:all|every(?:one|body)?|each|always|invariably)\b(?:\s+(?:of\s+)?(?:the\s+|them\b)?(?:patients?|individuals?|people|cases?|affected)\b"
    r"(?!\s+with))?\s*\)?\s*,?",
    re.IGNORECASE,
)

_SORTED = re.compile(
    rf"^\s*(?:(?:the|their|its|these)\s+)?(?P<part>[a-z]+(?:\s[a-z]+)?)\s+(?:(?:problems?|issues?|findings?|abnormalities|involvement|symptoms)\s+)?"
    rf"(?:is|are|can\s+be|may\s+be)\s+(?:(?:also|often|frequently|commonly|usually|typically|sometimes)\s+)*(?:an?\s+)?(?:problems?|concern|issue|"
    rf"affected|involved|abnormal|impaired|disturbed|altered|common)(?:\s+(?:too|as\s+well))?\s*(?:[:–—]|,(?=\s*with\b))\s*(?:(?:think(?:\s+of)?|with|such\s+as|including|"
    rf"namely|expect)\s+)?(?=(?:an?\s+|the\s+)?{_N})",
    re.IGNORECASE,
)


def framed(phrase: Phrase) -> Phrase:
    """A statement in its plain form, without what frames it; the same phrase where nothing does."""
    before = None
    while before is not phrase:
        before = phrase
        for pattern in _OPENERS:
            match = pattern.match(phrase.plain)
            if match is not None and phrase.plain[match.end() :].strip():
                phrase = phrase.cut(match.end(), len(phrase.text))
    for pattern, put in _FIXED:
        match = pattern.match(phrase.plain)
        if match is not None and not phrase.plain[match.end() :].strip(" .!"):
            return joined([phrase.cut(*match.span("one")), Phrase(put), phrase.cut(*match.span("other"))])
    seen = _SEEN_BY.match(phrase.plain)
    if seen is None:
        return phrase
    rest = phrase.cut(seen.end(), len(phrase.text))
    run = _RUN.match(rest.plain)
    if run is None:
        return phrase
    among = _AMONG.match(rest.plain, run.end())
    tail = rest.cut(among.end(), len(rest.text)) if among is not None else rest.cut(run.end(), len(rest.text))
    return joined([rest.cut(0, run.end()), Phrase(" is seen in " if among is not None else " is seen"), tail])


def without_not_all(phrase: Phrase) -> Phrase:
    """A sentence with blanks for what says that not all have it, which denies nothing ("some, though not all,")."""
    for match in reversed(list(_NOT_ALL.finditer(phrase.plain))):
        phrase = phrase.without([match.span()], " " * (match.end() - match.start()))
    return phrase


def without_sorts(phrase: Phrase) -> Phrase:
    """A sentence with blanks for the part of a body under which it lists names ("Sleep is a problem too: A, B")."""
    match = _SORTED.match(phrase.plain)
    if match is None or not HEADING_WORDS.issuperset(match["part"].lower().split()):
        return phrase
    return phrase.without([match.span()], " " * match.end())
