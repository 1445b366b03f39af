"""Names of people, told from names of diseases that carry a person's name ("Marfan syndrome", "Alport").

Given and family names are those that are common in many countries, without those that are words, places or months as
well.
"""

from __future__ import annotations

import re

from kgqa.language.normalise import word_set
from kgqa.language.tokens import compounds
from kgqa.privacy.rules import Rule, rule

_SMALL = "a-zß-öø-ÿłńśźżćęąčšžğışěřůő"
_CAP = (
    rf"(?:(?:O['’]|D['’]|Mc|Mac|Al-|El-)?[A-ZÀ-ÖØ-ÞŁŚŻČŠŽ][{_SMALL}]{{1,24}}"
    rf"(?:-[A-ZÀ-ÖØ-ÞŁŚŻČŠŽ][{_SMALL}]{{1,24}})?)"
)

_GIVEN = word_set(
    """
    aaron abdul abdullah abigail adam adriana agnes agnieszka ahmad ahmed aisha alan albert alejandro alessandro alex
    alexander alexandra alexandre alfred ali alice alicia alison amanda amelia amina amy ana anastasia anders andrea
    andreas andrei andrew andrzej angela anil anita anja ann anna anne annette anthony antoine antonio anton arjun
    arthur ashley astrid barbara beatrice beatriz ben benjamin bernard bernd beth birgit bjorn bob brandon brenda brian
    bruno camille carl carla carlos carmen carol carolina caroline catherine cecilia charles chiara chloe chris
    christina christine christopher claire clara claudia colin craig cristina cynthia daniel daniela daniele danielle
    david deborah denise dennis diana diego dieter dimitri dmitri donald donna dorothy douglas eduardo edward elaine
    eleanor
    elena elisabeth eliza elizabeth ella ellen emily emma emmanuel enrique eric erik erika esther eva evelyn fatima
    fatma federico felix fernanda fernando fiona francesca francesco francisco francois frank franz frederic frida
    fritz gabriel gabriela gareth gary george georgios gerald gerard gerhard giovanni giulia giuseppe gloria gonzalo
    greta guillaume gunther hannah hans harald harold harry hassan heather heidi heinz helen helena helga henri henry
    hiroshi hugo hussein ian ibrahim ingrid irena irene isabel isabella isabelle ismail ivan jack jacob jacqueline jakub
    james jamie jan jane janet jasmine jason javier jean jeffrey jennifer jeremy jerome jessica jill joan joanna joao
    joe johan johann johanna john jonas jonathan jorge jose josef joseph joshua juan judith julia julian julie juliette
    jurgen justin karen karin karl karolina katarzyna kate katharina katherine kathleen katrin keith kelly kenneth
    kenji kevin khalid khan klaus krzysztof kurt lakshmi lars laura lauren laurent lea leila leon leonardo leslie lena
    liam lina linda lisa lorenzo louis louise lucas lucia lucy luigi luis luisa lukas luke magdalena malgorzata manuel
    marc marco marcus margaret margarita maria marie marina mario marjorie marta martha martin martina mary mateo
    matthew matthias maurice megan mehmet mei melanie melissa michael michal michel michele michelle miguel mikhail
    mohamed mohammad mohammed mohan monica monika muhammad mustafa nadia
    nancy naomi natalia natalie natasha neil nicholas
    nicola nicolas nikita nikolai nina noah nora norma olga oliver olivia omar oscar otto pablo pamela paolo patricia
    patrick paul paula paulo pawel pedro peter petra philip philippe pierre piotr priya rachel rafael rahul rajesh ralf
    ramon ravi raymond rebecca renate ricardo richard rita robert roberto roger roland ronald rosa rosemary roy ruth
    ryan sabine sally samantha samuel sandra sanjay sara sarah scott sean sebastian sergei sergio sharon sheila shirley
    silvia simon simone sofia sonia sophia sophie stefan stefano stella stephanie stephen steven stuart susan susanne
    suzanne svetlana sylvia takashi tamara tanya tatiana teresa theodore theresa thomas tim timothy tom tomas tomasz
    tony tracy ulrich ursula valentina valerie vanessa vera veronica vijay vincent vladimir walter wanda wei werner
    wilhelm william wolfgang xavier yasmin yolanda yuki yusuf yvonne zainab zoe
    """
)

_FAMILY = word_set(
    """
    adams ahmed allen anderson bailey baker becker bennett brown campbell carter chen clark collins cooper cox davies
    davis diaz dupont edwards evans fernandez fischer garcia gonzalez green griffiths gupta hall harris hernandez hill
    hoffmann hughes jackson james johnson jones kelly khan kowalski kumar lee lewis li lopez martin martinez miller
    mitchell moore morgan morris mueller murphy murray nguyen obrien o'brien parker patel perez peterson phillips
    popescu roberts robinson rodriguez rossi sanchez schmidt schneider scott sharma shaw silva singh smith stewart
    suzuki tanaka taylor thomas thompson torres tremblay turner walker wang ward watson weber white williams wilson wood
    wright yamamoto young zhang
    """
)

_GIVEN_NAME = f"(?:{'|'.join(sorted(name.capitalize() for name in _GIVEN))})"
_PARTICLE = r"(?:(?:van|von|de|der|den|del|della|di|da|dos|le|la|al|el|bin|ben|ter) ){1,2}"
_FULL = rf"(?:{_PARTICLE})?{_CAP}(?: (?:[A-Z]\.? )?(?:{_PARTICLE})?{_CAP}){{0,2}}"
_TITLE = (
    r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Dame|Herrn?|Frau|Monsieur|Madame|Mme|Mlle|Señora?|Sr|Sra|Srta|Sig|"
    r"Signora?|Sig\.ra|Dhr|Mevr|Mevrouw|Mevr|Senhora?|Pan|Pani)"
)
_KIN = (
    r"(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir) (?:patient|client|mother|father|son|daughter|sister|brother|wife|husband|"
    r"child|baby|uncle|aunt|grandmother|grandfather|friend|neighbour|colleague)"
)
_CALLED = (
    r"(?:[Pp]atient(?:'s)? name|[Nn]ame(?: of (?:the )?patient)?|[Ss]urname|[Nn]om|[Nn]ombre|[Nn]ome|[Vv]orname|"
    r"[Nn]achname)\s?(?::|=|is\b)|(?:[Mm]y|[Hh]is|[Hh]er) name is|"
    r"(?:named|called|known as|namens|nommée?|llamad[oa]|chiamat[oa])"
)
_CHINESE_FAMILY = (
    "王李张劉刘陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧程曹袁邓鄧许許傅沈曾彭吕苏卢"
    "蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
)

EPONYMOUS = word_set(
    """
    syndrome syndromes disease diseases disorder disorders sequence anomaly anomalies sign signs law murmur phenomenon
    test scale score reflex pupil palsy contracture malformation deformity tumor tumour lymphoma sarcoma carcinoma
    anemia anaemia reaction stain classification criteria criterion procedure operation equation method cell cells body
    bodies deficiency mutation mutations fracture node nodes nodule nodules triad tetralogy pentad
    dystrophy ataxia chorea thyroiditis factor antigen algorithm index university hospital institute clinic foundation
    college school centre center trial study registry consortium database encephalopathy neuropathy nephropathy myopathy
    paralysis esophagus oesophagus ulcer hernia duct gland space line lines angle spot spots area canal membrane layer
    fibres fibers tract ganglion plexus ligament agar medium virus bacterium chromosome gene genes protein receptor
    phenotype association spectrum abnormality defect dysplasia granulomatosis arteritis vasculitis
    purpura glaucoma cataract keratitis retinopathy maculopathy blindness arthritis osteodystrophy lipodystrophy
    epilepsy seizures migraine fever rash pits manoeuvre maneuver position gait posture facies crisis effect principle
    rule number constant curve plot analysis distribution model theorem approach scheme staging grade grading
    """
)
"""What a disease, a sign, a thing or a place that carries a person's name is called."""
_QUALIFYING = word_set(
    """
    jaw hereditary congenital familial nail nails tooth teeth hair skin eye eyes hand hands foot feet type subtype
    variant family complex
    """
)
"""Words that stand between a person's name and that word ("Marie Unna hereditary hypotrichosis")."""
_NO_NAME = (
    EPONYMOUS
    | _QUALIFYING
    | word_set(
        """
    which what who whom whose when where why how does do did is are was were has have had can could should would may
    might will shall and or not no the this that these those list name show find tell give explain describe compare
    patient patients person people man woman boy girl child baby male female case cases history present presented
    please thanks hello dear also both any all with without for from about between given known new old early late
    health organisation organization registry questionnaire association advocacy safety data record records reported
    group groups number id identifier age aged born dob mrn nhs date diagnosis symptoms symptom treatment
    congenital hereditary familial autosomal dominant recessive acute chronic severe mild primary secondary type
    european american chinese japanese african asian indian british german french italian spanish jewish ashkenazi
    abnormal abnormality increased decreased elevated reduced diabetes cancer hypertension leukemia leukaemia
    von der den human mouse gene genes protein drug drugs ward bed room street road january february march april june
    july august september october november december monday tuesday wednesday thursday friday saturday sunday
    """
    )
)
_GOES_ON = word_set(
    """
    has have had is was are were be with without and or but who whose whom that for from in on at of to by about as than
    shows show showed presents presented presenting wants asks asked needs suffers died came comes lives does did do can
    a an the her his their my our
    """
)
"""Words after a name with which the sentence goes on."""
_NEXT = re.compile(r"(?P<owns>['’]s?)?(?P<words>(?:[ -][\w-]+){0,2})")
_HAS = re.compile(r"(?:\A|[.?!:;,(\n-]|\b(?:and|but|so|or|then|also))\s*ha[sd]\s\Z", re.IGNORECASE)
"""What begins a question whose next words are who is asked about."""
_OBJECT = re.compile(r"[^.?!;\n]{3,80}(?:[.?!;\n]|\Z)")
_AUTHORS = re.compile(r"\W{0,2}(?:et al|and colleagues|\(?(?:19|20)\d\d\)?\W)", re.IGNORECASE)


def _words(text: str) -> list[str]:
    return [word.text.casefold() for word in compounds(text, "'’-", digits=False)]


def _is_no_eponym(match: re.Match[str]) -> bool:
    """Whether nothing follows that makes the name that of a disease, a sign, a place or a paper."""
    end = match.end("found") if "found" in match.re.groupindex else match.end()
    rest = match.string[end : end + 90]
    if _AUTHORS.match(rest) is not None:
        return False
    found = _NEXT.match(rest)
    following = _words(found["words"].replace("-", " ")) if found else []
    if EPONYMOUS.intersection(following[:1]):
        return False
    if (found and found["owns"]) or _GOES_ON.intersection(following[:1]) or _asks_who_has(match, rest):
        return True
    words = _found(match)
    sure = words[0] in _GIVEN and words[-1] in _FAMILY
    return not (EPONYMOUS | _QUALIFYING).intersection(following[:1] if sure else following)


def _asks_who_has(match: re.Match[str], rest: str) -> bool:
    """Whether the name is who is asked about ("Has John Smith Marfan syndrome?"): what follows has no verb."""
    start = match.start("found") if "found" in match.re.groupindex else match.start()
    asked = _OBJECT.match(rest)
    if asked is None or _HAS.search(match.string[max(0, start - 12) : start]) is None:
        return False
    return not _GOES_ON.intersection(_words(asked.group()))


def _found(match: re.Match[str]) -> list[str]:
    return _words(match.group("found") if "found" in match.re.groupindex else match.group())


def _is_name(match: re.Match[str]) -> bool:
    """Whether none of the words is a word of questions, and no eponym follows."""
    return not _NO_NAME.intersection(_found(match)) and _is_no_eponym(match)


def _has_given_name(match: re.Match[str]) -> bool:
    return bool(_GIVEN.intersection(_found(match))) and _is_name(match)


def _is_who_has(match: re.Match[str]) -> bool:
    """Whether two capitalised words before an eponym are who has it: "Has Ayodele Obi Marfan syndrome?"."""
    return _is_name(match) and bool(EPONYMOUS.intersection(_words(match.string)[-1:]))


def _is_common(match: re.Match[str]) -> bool:
    """Whether the word behind a title in small letters is a common name: "mr smith", but not "ms lesions"."""
    return match["name"].casefold() in _FAMILY | _GIVEN


def _is_common_pair(match: re.Match[str]) -> bool:
    first, last = _found(match)[0], _found(match)[-1]
    return first in _GIVEN and last in _FAMILY and _is_no_eponym(match)


RULES: tuple[Rule, ...] = (
    rule("name", rf"(?<![\w-]){_TITLE}\.? (?:(?:Dr|Prof|med)\.? )*{_FULL}", _is_no_eponym, cased=True),
    rule("name", r"(?<![\w-])(?:mr|mrs|miss|ms|herr|frau|señora?)\.? (?P<name>[a-z'’]+)", _is_common),
    rule("name", rf"{_KIN},? (?P<found>{_FULL})", _is_name, cased=True),
    rule("name", rf"(?:{_CALLED})\s{{0,2}}(?P<found>{_FULL}(?:, {_CAP})?)", _is_name, cased=True),
    rule(
        "name",
        r"\b(?:[Pp]atient(?:in|e)?|[Pp]aciente|[Pp]aziente|[Pp]atiënt(?:e)?|[Пп]ациент(?:ка)?)[:,]?"
        rf" (?P<found>{_FULL}|[А-ЯЁ][а-яё]{{2,20}}(?: [А-ЯЁ][а-яё]{{2,20}}){{0,2}})",
        _is_name,
        cased=True,
    ),
    rule(
        "name",
        rf"(?<![\w.-]){_GIVEN_NAME}(?:[ -]{_GIVEN_NAME})? (?:[A-Z]\.? )?(?:{_PARTICLE})?{_CAP}",
        _is_name,
        cased=True,
    ),
    rule(
        "name",
        rf"(?<![\w.-]){_CAP} (?:{_PARTICLE})?{_CAP}"
        r"(?= (?:has|had|presents|presented|complains|suffers|came|was (?:born|admitted))\b)",
        _is_name,
        cased=True,
    ),
    rule("name", rf"(?<=Has ){_CAP} (?:{_PARTICLE})?{_CAP}(?=(?: {_CAP}){{1,3}} [a-z]+\W*\Z)", _is_who_has, cased=True),
    rule("name", rf"\b[Bb]aby (?P<found>{_GIVEN_NAME})\b", _is_name, cased=True),
    rule("name", rf"(?<![\w-])[A-Z]\. ?{_CAP}(?=, \d)", _is_name, cased=True),
    rule("name", rf"(?<![\w-])[A-ZÀ-Þ][A-ZÀ-Þ'’-]{{2,20}}, {_CAP}(?: {_CAP})?", _has_given_name, cased=True),
    rule("name", rf"(?<![\w-]){_CAP}, {_GIVEN_NAME}(?= [A-Z]\.|,| \(|:)", _is_name, cased=True),
    rule("name", r"(?<![\w.-])(?=(?P<found>[a-z]{2,12} [a-z'’]{2,14})(?![\w-]))", _is_common_pair),
    rule("name", r"(?<!\w)[Ii]nitials:? (?P<found>(?:[A-Z]\.? ?){2,3})(?!\w)", cased=True),
    rule(
        "name",
        rf"(?:患者|病人|姓名)[:：\s]{{0,2}}(?P<found>[{_CHINESE_FAMILY}][\u4e00-\u9fff]{{1,2}}?"
        r"(?=[，,。、；;：:\s男女的有，患\d]|$))",
    ),
)
"""Rules that find a name by itself; see ``beside`` for names that only what stands beside them gives away."""

_BESIDE = re.compile(rf"(?<![\w.-])(?P<found>{_FULL})(?=,? ?\(?\Z|,? (?:is )?an? \Z|'s \Z)")
"""Capitalised words right before a date of birth, an age or a number of a record."""


def beside(text: str, end: int) -> tuple[int, int] | None:
    """Where two or three words stand that end right before a place in the text and can be a name; None for none."""
    start = max(0, end - 80)
    for match in _BESIDE.finditer(text[start:end]):
        words = _words(match["found"])
        if len(words) > 1 and not _NO_NAME.intersection(words):
            return start + match.start("found"), start + match.end("found")
    return None
