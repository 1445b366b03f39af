"""Findings that a text tells of one patient before it asks what that could be, some of them in words that name nothing.

"Small head, broad thumbs, and every scar swells. What could my child have?" The findings that have a name can be asked
for, where nothing else is said of them: none is doubted or told of somebody else, and nothing of another type is named
among them. What is denied right before its name ("but no fever") is what is not to be recorded. What asks may be no
more than a word ("…, ddx"). Where it asks for as many findings as are told ("tick all four boxes", "conditions with
both"), so many must have a name; what explains "all of that", of which some has none, is what has most of the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgqa.language.inflection import singular_of
from kgqa.language.normalise import NAME, blanked
from kgqa.language.thesaurus import is_kind_of, is_person
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import in_name
from kgqa.questions.by_meaning.decomposition import span
from kgqa.questions.negation.described_absence import said_by_names, said_of_inability
from kgqa.questions.negation.reversals import of_two_people
from kgqa.questions.text.courtesy import ages, asides, is_patient
from kgqa.questions.wording import listed
from kgqa.records import Entity, SetAside

AsType = Callable[[Entity, str], Entity | None]
"""A name as a thing of a type that it may be; None where it may be none."""

_LEAST = 2
"""Findings by which things are ranked."""
_PLAIN_QUESTION = "What could it be?"
"""The form of such a question that is read word by word."""
_JOINT = re.compile(r"[.;:?!…]+\s+|,\s+|\s+[-–—]+\s+|\s+\?+\s*(?=\w)")
"""Where what asks may begin, behind what is told."""
_ADDED = re.compile(rf"\W*{NAME}+(?:\s*\+\s*{NAME}+)+[?.!\s]*")
_DENIED = re.compile(
    r"(?:\b(?:but|and|yet|though|although|with)\s+)?\b(?:no|without|not|never|neither|nor|lacks?|lacking"
    r"|(?:does|do|did|has|have)n['’]t)"
    r"(?:\s+(?:have|has|had|got|show|shows|any|an?|the|signs?|evidence|history|of))*\s*$",
    re.IGNORECASE,
)
"""What denies the name right behind it."""
_ALSO = re.compile(r"\s*(?:,\s*)?(?:or|nor)\s+(?:any\s+)?", re.IGNORECASE)
_NO_MORE = re.compile(
    r"\s*(?:[.;]|,?\s*\b(?:but|however|only)\b|,?\s*\b(?:and|he|she|they)\s+(?:has|have|had)\b)", re.IGNORECASE
)
"""What ends a denial."""
_ELSE = re.compile(r"\botherwise\s+$", re.IGNORECASE)
"""What leads to a word that says of somebody that nothing else is found ("otherwise healthy")."""
_NOBODY = frozenset({"nobody", "none"})
_OTHERS = frozenset({"his", "her", "their", "its", "whose"})
_DUTIES = frozenset({"should", "shall", "must", "ought"})
_OURS = frozenset({"my", "our"})
_YOUNG = ("child", "juvenile")
_KIN = "relative"
_POINTING_VERBS = frozenset({"be", "is", "'s"})
_WHATEVER = frozenset({"what", "anything", "something"})
_ORDERS = frozenset({"give", "list", "name", "show", "suggest", "provide", "build", "rank"})
"""Verbs that tell to give what has the findings ("rank the candidates")."""
_WITH_PERSON = re.compile(
    r"\s*,?\s+(?:in|for)\s+(?P<whose>an?|the|this|my|our|one)\s+(?:[\w-]+\s+){0,4}?$", re.IGNORECASE
)
"""What leads from the last finding to who has it ("in a toddler", "in this 40-year-old woman")."""


@dataclass(frozen=True, slots=True)
class SomeFindings:
    """The findings that have a name.

    Attributes:
        names: these, each once, where they stand in the text.
        denied: those that are not there.
        labels: of what is asked for; none where no noun says it.
        aside: what is told beside them.
        whole: nothing that is told beside them could be a finding.
    """

    names: tuple[Entity, ...]
    denied: tuple[Entity, ...]
    labels: frozenset[str]
    aside: tuple[SetAside, ...]
    whole: bool = False

    @property
    def plain(self) -> str:
        """The question with them alone."""
        without = listed([f"no {_called(one)}" for one in self.denied])
        return f"{listed(list(map(_called, self.names)))}{without and ' but '}{without}. {_PLAIN_QUESTION}"

    def placed(self) -> list[Entity]:
        """The names where they stand in the plain question."""
        text, place, found = self.plain, 0, []
        for one in (*self.names, *self.denied):
            start = text.index(_called(one), place)
            place = start + len(_called(one))
            found.append(Entity(text[start:place], start, place, one.chosen, one.rivals if one.tied else ()))
        return found


def some_findings(
    text: str, entities: Sequence[Entity], labels_of: Callable[[str], frozenset[str]], as_type: AsType
) -> list[SomeFindings]:
    """The findings with a name of a cleaned text that tells some and asks what has them, once for each type of which
    all of them may be; none where it does not.

    Args:
        labels_of: the types that a word is one for.
        as_type: gives a name as a thing of a type.
    """
    entities = [one for one in entities if _ELSE.search(text, 0, one.start) is None]
    asked = next(_asked(text, entities, labels_of), None)
    once = {one.chosen.id: one for one in reversed(entities)}
    named = sorted(once.values(), key=lambda one: one.start)
    if asked is None or not named:
        return []
    denials = _denials(text, named)
    if denials is None or _is_open(blanked(text[: asked.start], denials.spans), entities):
        return []
    if not _of_one_patient(text, asked.start, named):
        return []
    bounds = [0, *(place for one in entities for place in (one.start, one.end)), asked.start]
    between = [pair for n, pair in enumerate(pairwise(bounds)) if n % 2 == 0]
    said = blanked(text, denials.spans)
    aside = tuple(part for start, end in between for part in span(said, start, end) if _says_something(part.text))
    described = blanked(said, said_by_names(text, entities))
    open_ = [one for one in aside if _may_be_finding(described[one.start : one.end])]
    whole = not open_
    counted = all(one.end <= named[0].start for one in open_)  # "antenatal scan A + B. conditions with both"
    ways = []
    for every in _of_one_type(text, named, as_type):
        denied = [one for one in every if one.start in denials.starts]
        found = [one for one in every if one not in denied]
        if not found or (asked.number and (asked.number != len(found) or not counted)):
            continue  # "all four" of three that have a name
        if whole or len(found) >= _LEAST:
            ways.append(SomeFindings(tuple(found), tuple(denied), asked.labels, aside, whole))
    return ways


@dataclass(frozen=True, slots=True)
class _Denials:
    """What a text denies right before names: where these begin, and the stretches that say so."""

    starts: frozenset[int]
    spans: tuple[tuple[int, int], ...]


def _denials(text: str, named: Sequence[Entity]) -> _Denials | None:
    """What is denied of some names; None where it is open how far a denial goes ("no A, B", "no A and B")."""
    starts, spans, end, denies = set[int](), list[tuple[int, int]](), 0, False
    for one in named:
        between = text[end : one.start]
        said = _DENIED.search(between)
        if said is not None:
            denies = True
            spans.append((end + said.start(), one.start))
        elif denies and _ALSO.fullmatch(between):
            spans.append((end, one.start))
        elif denies and _NO_MORE.match(between) is None:
            return None
        else:
            denies = False
        if denies:
            starts.add(one.start)
        end = one.end
    return _Denials(frozenset(starts), tuple(spans))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a text asks behind the findings that it tells: from where on, for what, and for how many of them."""

    start: int
    labels: frozenset[str]
    number: int


def _asked(text: str, entities: Sequence[Entity], labels_of: Callable[[str], frozenset[str]]) -> Iterator[_Asked]:
    """The ends of a text, the longest first, that ask for nothing but what has the findings before them; nothing has to
    be said behind a row of names with plus signs between them."""
    last = max((one.end for one in entities), default=len(text))
    if len(entities) > _LEAST and _ADDED.fullmatch(blanked(text, [(one.start, one.end) for one in entities], NAME)):
        yield _Asked(len(text), frozenset(), number=0)
    for joint in _JOINT.finditer(text, last):
        words = [word.lowered for word in spoken(_said(text, joint.end()))]
        labels = _asked_for(words, labels_of)
        if labels is not None:
            known = vocabulary().numbers
            number = next((known[word] for word in words if known.get(word, 0) > 1), 2 if "both" in words else 0)
            marked = joint.group().strip() == "?" and joint.group()[0] == " "  # "A + B ?ddx" asks with its mark before
            yield _Asked(joint.start() if marked else joint.end(), labels, number)


def _said(text: str, start: int) -> str:
    """The end of a text without courtesy."""
    polite = [(one.start, one.end) for one in asides(text, ()) if not one.person]
    return blanked(text, polite)[start:]


def _asked_for(words: Sequence[str], labels_of: Callable[[str], frozenset[str]]) -> frozenset[str] | None:
    """The labels of what words ask for that has what was told, none where no noun says it ("what could she have"); None
    where they ask anything else."""
    known = vocabulary()
    words = [known.abbreviations.get(word, word) for word in words]
    if words and words[0] in known.orders | _ORDERS:
        words = words[1:]
    nouns = {word: found for word in words if (found := labels_of(word))}
    labels = frozenset(label for found in nouns.values() for label in found)
    free = known.function | known.auxiliary | known.subjects | known.back | known.empty | known.fitting | known.guessing
    free |= _WHATEVER
    bound = [word for place, word in enumerate(words) if not _is_free(words, place, free, nouns)]
    turned = (known.denying | known.turning | known.unsettling) - {"missing"}
    if bound or not (_DUTIES | turned).isdisjoint(words):
        return None
    if labels:
        return labels
    ends = words[-1:] and (words[-1] in known.be or words[-1] in known.have or words[-1] in ("be", "have", "got"))
    is_it = words[:1] == ["what"] and (ends or not _POINTING_VERBS.isdisjoint(words[1:]))
    # "Does anything match all three", "is there anything that fits"
    first = next((word for word in words if word not in known.auxiliary and word != "there"), "")
    fits = first in _WHATEVER and not known.fitting.isdisjoint(words[1:])
    missing = words[:1] == ["what"] and words[-1:] == ["missing"]
    return frozenset() if is_it or fits or missing or not known.guessing.isdisjoint(words) else None


def _is_free(words: Sequence[str], place: int, free: frozenset[str], nouns: Collection[str]) -> bool:
    """Whether a word asks for nothing of its own: "missing" where somebody misses something ("what am I missing"), and
    what stands before somebody ("our foster son")."""
    word, before, after = words[place], words[max(0, place - 1) : place], words[place + 1 : place + 2]
    if word in free or word in nouns or word in vocabulary().numbers or _is_somebody(word):
        return True
    if word == "missing":
        return before in (["i"], ["we"])
    return before in (["my"], ["our"], ["this"], ["the"]) and any(map(_is_somebody, after))


def _of_one_type(text: str, named: Sequence[Entity], as_type: AsType) -> list[list[Entity]]:
    """The names as things of each type of which all of them may be, without those of another one right before a name
    that they say more of ("*bilateral* cataracts")."""
    last = named[-1]
    kept = [
        one
        for one, after in pairwise(named)
        if text[one.end : after.start] != " " or one.chosen.label == after.chosen.label
    ]
    ways = []
    for label in dict.fromkeys(one.chosen.label for one in (*kept, last)):
        # Letters that are first taken for something of another type tell of no finding ("AD + A + B").
        meant = [
            None if one.guess == "initials" and one.chosen.label != label else as_type(one, label)
            for one in (*kept, last)
        ]
        if None not in meant:
            ways.append(list({one.chosen.id: one for one in meant if one is not None}.values()))
    return ways


def _of_one_patient(text: str, asks: int, found: Sequence[Entity]) -> bool:
    """Whether no more than one person is spoken of, and before the findings."""
    words = [word for word in spoken(text) if not in_name(word.start, found)]
    people = {singular_of(word.text.lower()) for word in words if _is_somebody(word.text)}
    before = {word.lowered for word in words if word.start < found[0].start}
    owned = any(one.text.lower() in _OTHERS and _is_somebody(other.text) for one, other in pairwise(words))
    said_first = all(
        _is_before(word, found, asks) or _is_behind_all(text, word, found) for word in words if _is_somebody(word.text)
    )
    speaker = not {"i", "i've"}.isdisjoint(before) and bool(people)
    return len(people) < _LEAST and said_first and not (owned or speaker or of_two_people(text, found))


def _is_somebody(word: str) -> bool:
    """Whether a word is one for somebody of whom findings are told, as a relative or somebody young ("stepson",
    "neonate"); elsewhere "in infants" may ask for an age."""
    noun = singular_of(word.lower())
    return is_patient(word) or any(is_kind_of(noun, one) for one in (_KIN, *_YOUNG))


def _is_behind_all(text: str, word: Token, found: Sequence[Entity]) -> bool:
    """Whether somebody is told right behind the findings, as who has them ("A, B and C in a toddler"); a relative may
    have the last of them alone ("A, and B in a cousin")."""
    leads = _WITH_PERSON.match(text[found[-1].end : word.start])
    noun = singular_of(word.lowered)
    young = any(is_kind_of(noun, one) for one in _YOUNG)
    return leads is not None and (young or leads["whose"].lower() in _OURS or not is_kind_of(noun, _KIN))


def _is_before(word: Token, found: Sequence[Entity], asks: int) -> bool:
    return word.start < found[0].start or word.start >= asks


def _is_open(told: str, entities: Sequence[Entity]) -> bool:
    """Whether anything that is told beside the findings is denied, doubted, or said of what was; in other words for a
    finding ("can't recognise faces (prosopagnosia)") nothing is."""
    known = vocabulary()
    explained = blanked(told, said_of_inability(told, entities))
    said = [word.lowered for word in spoken(explained) if not in_name(word.start, entities)]
    turned = known.denying | known.undoing | known.turning | known.unsettling | _NOBODY
    return any(word in turned or word.endswith("n't") for word in said) or "?" in told


def _says_something(text: str) -> bool:
    return not vocabulary().function.issuperset(word.text.lower() for word in spoken(text))


def _may_be_finding(aside: str) -> bool:
    """Whether what is told beside the findings says more than who has them, and how old that is."""
    known = vocabulary()
    years = [(one.start, one.end) for one in (*ages(aside), *asides(aside, ()))]
    words = (word.lowered.split("'")[0] for word in spoken(blanked(aside, years)))
    empty = known.function | known.have | known.empty | known.presenting
    return any(
        not (word in empty or known.abbreviations.get(word) in empty or _is_somebody(word))
        and not is_person(singular_of(word))
        for word in words
    )


def _called(entity: Entity) -> str:
    return entity.mention if entity.tied else entity.chosen.name
