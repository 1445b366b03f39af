"""How far a relation is to lead: "attack more than five crops", "occur only on grapevine", "of apple and nothing else".

Such a phrase is left out, what is left is read as any question is, and the condition that it was said of gets it. Where
it is not certain which one that is, the question is not read so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.language import quantities
from kgqa.language.normalise import NAME, blanked
from kgqa.language.quantities import Bounds
from kgqa.language.tokens import spoken
from kgqa.questions.intent import Condition, Intent, Variable
from kgqa.questions.lexicon import Lexicon
from kgqa.records import Entity

_DIFFERENT = r"(?:\s+(?:different|distinct|separate|various))?\s+"
_ONE = re.compile(
    rf"\b(?:only|just|exactly)\s+(?:one|1)(?:\s+single)?{_DIFFERENT}|(?:\ba|(?<=\bno))\s+single\s+", re.IGNORECASE
)
_ASKS_WHICH = re.compile(r"\W*(?:which|what|who|how\s+many|list|show|name)\b", re.IGNORECASE)
_BARE_ONE = re.compile(
    r"(?<!which )(?<!what )(?<!this )(?<!that )(?<!least )(?<!most )(?<!than )(?<!the )(?<!any )(?<!each )(?<!every )"
    r"(?<!or )(?<!and )(?<!only )(?<!just )(?<!exactly )\b(?P<one>one)\s+(?!of\b|or\b|and\b)",
    re.IGNORECASE,
)
"""A number of one that is said of things, and no pronoun."""
_IN_TIME = re.compile(r"\s*(?:after|before|since|until|till)\b", re.IGNORECASE)
"""What bounds years and dates, and no number of things ("look *after* two wards")."""
_DENIED = re.compile(r"(?:\b(?:no|not|never|without)|n['’]t)\b(?:\s+[\w-]+){0,3}\s*$", re.IGNORECASE)
"""A denial of the verb right before a number."""
_ONLY = re.compile(r"\b(?:only|solely|exclusively)\b", re.IGNORECASE)
_ORDERS = re.compile(r"^(?:the|those|list|show|give)\s+", re.IGNORECASE)
"""What may stand between "only" and what is to be listed."""
_ALONE = re.compile(rf"(?<={NAME})\s+(?:alone|only|exclusively)\b", re.IGNORECASE)
_AT = r"(?:(?:in|on|from|to|by|with|of|for|at)\s+)?"
_NO_OTHER = re.compile(
    rf"(?:,|,?\s*\b(?:and|but))\s*{_AT}(?:do(?:es)?\s+)?(?:(?:nothing|nowhere|not\s+{_AT}any(?:thing|where))\s+else\b|"
    rf"(?:no|not\s+{_AT}(?:any\s+)?)\s*other(?P<others>s)?\b\s*)",
    re.IGNORECASE,
)
_NOTHING_BUT = re.compile(
    r"\b(?:nothing|no\s+(?:other\s+)?(?P<type>[\w-]+(?:\s+[\w-]+){0,2}?))\s+"
    rf"(?:but|except|besides|than|other\s+than|apart\s+from)\s+(?:for\s+)?{_AT}(?:the\s+)?(?={NAME})",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:no|not|nothing|nowhere)\b", re.IGNORECASE)
_SAID_OTHERWISE = re.compile(
    r"\b(?:not|the|if|but|of|almost|nearly|virtually|practically|mostly)\s+$|n't\s+$", re.IGNORECASE
)
"""Words before "only" with which it says something else ("the only drug", "not only")."""
_NUMBERED = re.compile(r"\s*(?:of|if|when|after|once|\d|" + "|".join(["one", "two", "three"]) + r")\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Extent:
    """A phrase that says how far a relation is to lead.

    Attributes:
        start, end: what is no part of the question without it.
        labels: of the things that are counted; none where nothing but the named things is meant.
        number: of them; None where one is enough.
        denies: it has a word that denies ("no other"), which denies none of the names.
        idle: it bounds what is to be listed, and nothing of that ("*only* diseases with A, please").
    """

    start: int
    end: int
    labels: frozenset[str] = frozenset()
    number: Bounds | None = None
    denies: bool = False
    idle: bool = False

    @property
    def only(self) -> bool:
        """Whether nothing but the named things is meant."""
        return not (self.labels or self.idle)


def may_deny(question: str) -> bool:
    """Whether a question has a word without which no phrase denies anything else: most have none."""
    return _DENIES.search(question) is not None


def extents(question: str, entities: Sequence[Entity], lexicon: Lexicon) -> list[Extent]:
    """Such phrases of a question, in order; they do not overlap."""
    masked = blanked(question, [(one.start, one.end) for one in entities], NAME)
    found: list[Extent] = []
    for one in (*_numbers(masked, lexicon), *_onlys(masked, lexicon)):
        if not any(one.start < other.end and other.start < one.end for other in found):
            found.append(one)
    return sorted(found, key=lambda one: one.start)


def as_ranking(question: str, extent: Extent) -> str:
    """A question as one for what has the most of what is counted; it has no name, so that no place in it matters."""
    return f"{question[: extent.start]}the most {question[extent.end :]}"


def _numbers(masked: str, lexicon: Lexicon) -> Iterator[Extent]:
    for match in _ONE.finditer(masked):
        if labels := _type(masked[match.end() :], lexicon)[0]:
            # "Without a single A" is without any.
            denied = "single" in match[0] and _DENIED.search(masked[: match.start()]) is not None
            yield Extent(*match.span(), labels, None if denied else Bounds(1.0, 1.0))
    asked = _ASKS_WHICH.match(masked)
    for match in _BARE_ONE.finditer(masked) if asked is not None else ():
        if labels := _type(masked[match.end() :], lexicon)[0]:
            yield Extent(*match.span("one"), labels, Bounds(1.0, 1.0))  # "that supply one school"
    for match in re.finditer(rf"(?P<bounds>{quantities.bounded_pattern('number')}){_DIFFERENT}", masked, re.IGNORECASE):
        plain = re.fullmatch(quantities.number_pattern(), match["bounds"].strip(), re.IGNORECASE)
        bounds = quantities.bounds(match["bounds"], "number")
        labels, _ = _type(masked[match.end() :], lexicon)
        if plain is None and bounds is not None and labels and not _IN_TIME.match(match["bounds"]):
            yield Extent(*match.span(), labels, None if bounds == Bounds(1.0) else bounds)


def _onlys(masked: str, lexicon: Lexicon) -> Iterator[Extent]:
    for match in _NO_OTHER.finditer(masked):
        labels, length = _type(masked[match.end() :], lexicon)
        if labels or match["others"] or match[0].lower().endswith("else"):
            yield Extent(match.start(), match.end() + length, denies=True)
    for match in _NOTHING_BUT.finditer(masked):
        if not match["type"] or _type(match["type"], lexicon)[1] == len(match["type"]):
            yield Extent(*match.span(), denies=True)
    for match in _ALONE.finditer(masked):
        yield Extent(*match.span())
    for match in _ONLY.finditer(masked):
        otherwise = _SAID_OTHERWISE.search(masked[: match.start()]) or _NUMBERED.match(masked, match.end())
        if not otherwise and NAME in masked[match.end() :]:
            yield Extent(*match.span(), idle=_begins_list(masked, match, lexicon))


def _begins_list(masked: str, only: re.Match[str], lexicon: Lexicon) -> bool:
    """Whether "only" is the first word, and what is asked for the next."""
    rest = _ORDERS.sub("", masked[only.end() :].lstrip())
    return not masked[: only.start()].strip() and _type(rest, lexicon)[1] > 0


def _type(text: str, lexicon: Lexicon) -> tuple[frozenset[str], int]:
    """The labels that a text begins with a word for, and how long that is; none and 0 where it does not."""
    tokens = spoken(text)
    found = lexicon.longest(tokens, 0) if tokens and not text[: tokens[0].start].strip() else None
    if found is None or not found[1].labels:
        return frozenset(), 0
    last = tokens[found[0] - 1]
    return found[1].labels, last.end


def with_extents(intent: Intent, found: Sequence[Extent]) -> Intent | None:
    """The intent with these on its conditions; None where it is not certain on which."""
    other = (intent.most, intent.rank_hop, intent.of_these, intent.besides, intent.compared, intent.shared)
    if all(one.idle for one in found):
        return intent
    if intent.answer is None or not intent.answer.conditions or any(other) or intent.differ or intent.others:
        return None
    answer: Variable | None = intent.answer
    for one in found:
        answer = _counted(answer, one) if answer is not None and one.labels else answer
    if answer is not None and any(one.only for one in found):
        answer = _alone(answer)
    return _noted(replace(intent, answer=answer), found) if answer is not None else None


def of_ranking(intent: Intent, extent: Extent) -> Intent | None:
    """A question for what has the most links of a type, as one for what has so many of them; None where it is none."""
    hop, plain = intent.rank_hop, intent.kind == "list" and not intent.top and not intent.least
    if hop is None or intent.answer is None or not plain or hop.end not in extent.labels:
        return None
    condition = Condition(hop, variable=Variable(hop.end), number=extent.number)
    answer = replace(intent.answer, conditions=(*intent.answer.conditions, condition))
    return _noted(replace(intent, answer=answer, most=False, rank_hop=None), (extent,))


def _noted(intent: Intent, found: Sequence[Extent]) -> Intent:
    """The intent, which says what silence means in it."""
    notes = list(intent.notes)
    if any(one.number is not None and one.number.low is None for one in found):
        notes.append("What has no such record is not counted.")
    if any(one.only for one in found):
        notes.append("“Only” says what is recorded over this relation; what is not recorded may be so all the same.")
    return replace(intent, notes=tuple(notes))


def _counted(answer: Variable, extent: Extent) -> Variable | None:
    """The variable, whose only condition on unnamed things of a type asks for so many of them."""
    fitting = [
        one
        for one in answer.conditions
        if one.variable is not None and one.variable.label in extent.labels and _is_free(one)
    ]
    if len(fitting) != 1:
        return None
    return _with(answer, fitting, replace(fitting[0], number=extent.number))


def _alone(answer: Variable) -> Variable | None:
    """The variable, whose conditions on named things, all over one relation, ask for nothing but these."""
    named = [one for one in answer.conditions if one.things and not one.hop.relation.hierarchical]
    plain = all(_is_free(one) and one.variable is None and len(one.things) == 1 for one in named)
    if not named or not plain or len({one.hop for one in named}) != 1:
        return None
    if any(one.variable is not None for one in answer.conditions):
        return None
    return _with(answer, named, *(replace(one, only=True) for one in named))


def _is_free(condition: Condition) -> bool:
    return not (condition.negated or condition.denied or condition.qualifiers or condition.restricted)


def _with(answer: Variable, old: Sequence[Condition], *new: Condition) -> Variable:
    changed = dict(zip(map(id, old), new, strict=True))
    return replace(answer, conditions=tuple(changed.get(id(one), one) for one in answer.conditions))
