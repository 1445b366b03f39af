"""Whether, or how, a part of the body is affected, in whatever words: "My son has X. Will his heart be affected too?",
"does X do anything to the eyes", "what can X do to the nails", "X, skin findings only".

A verb of affecting with a part of the body, and a word for trouble with it, stand for the kinds of what a graph calls
an abnormality of that part. Such a question is put as the plain one whether a thing affects the part, or for those
kinds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from kgqa.language.inflection import singular_of
from kgqa.language.normalise import NAME, blanked, fold
from kgqa.language.quantities import people
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.paraphrases.reordered import DENIES, Turned
from kgqa.records import Entity, SetAside

_PEOPLE = (
    rf"(?P<people>(?:(?:an?|the|some)\s+)?(?:{people('patients')}|kids?|children|child|boys?|girls?|bab(?:y|ies)|adults?"
    r"|those|someone|somebody|anyone)\s+(?:with|who\s+(?:have|has|had))\s+)?"
)
_X = rf"{_PEOPLE}(?:the\s+)?{NAME}+"
_TOLD = rf"(?P<told>[^?]*{NAME}+[^?]*?)[.!;,–—-]+\s+(?:(?:and|so|but)\s+)?"
_IT = r"(?:it|this|that|the\s+(?:disease|condition|disorder|syndrome|illness))"
_WHOSE = r"(?P<whose>his|her|their|its|my|the)"
_PART = r"(?P<part>[a-z]+(?:[ -][a-z]+){0,2}?)"
_AFFECTED = r"(?:affected|involved|damaged|harmed|impaired)"
_AFFECT = r"(?:affect|involve|damage|harm|impair)"
_AUXILIARY = r"(?:does|do|will|can|could|might|may|would)"
_ALSO = r"(?:(?:also|ever|even|actually|exactly|sometimes|be|get)\s+)*"
_TOO = r"(?:,?\s+(?:too|also|as\s+well|at\s+all|exactly|by\s+(?:it|this|that)|because\s+of\s+(?:it|this|that)))*"
_AND_WHAT = r"(?P<what>(?:,?\s+(?:and\s+)?if\s+(?:so|yes),?|[?,.]+)\s*(?:what|which|how)(?:\s+exactly)?)?"
_TROUBLE = r"(?:any\s+|some\s+)?(?:trouble|problems?|difficult(?:y|ies)|issues?)"
_ANYTHING = r"(?:anything|something|(?:any\s+|some\s+)?(?:damage|harm))"
_NOUN = r"(?:problems?|trouble|issues?|findings?|signs?|symptoms?|abnormalities|involvement)"
_WHETHER = (
    rf"{_TOLD}(?:will|can|could|might|may|would|is|are)\s+{_WHOSE}\s+{_PART}\s+{_ALSO}{_AFFECTED}{_TOO}",
    rf"(?:{_AUXILIARY}\s+{_X}|{_TOLD}{_AUXILIARY}\s+{_IT})\s+{_ALSO}(?:{_AFFECT}|do\s+{_ANYTHING}\s+to)\s+{_WHOSE}\s+{_PART}{_TOO}{_AND_WHAT}",
    rf"{_AUXILIARY}\s+{_X}\s+{_ALSO}(?:have|get|cause|give)\s+{_TROUBLE}\s+(?:with|in|of)\s+{_WHOSE}\s+{_PART}{_TOO}{_AND_WHAT}",
    rf"(?:is|are|can|could|may|might)\s+{_WHOSE}\s+{_PART}\s+{_ALSO}{_AFFECTED}\s+(?:in|by|with)\s+{_X}{_TOO}",
)
_HOW = (
    rf"(?:(?:what|how)\s+{_AUXILIARY}\s+{_X}|{_TOLD}(?:what|how)\s+{_AUXILIARY}\s+{_IT})\s+{_ALSO}(?:do\s+to|{_AFFECT})\s+{_WHOSE}\s+{_PART}{_TOO}",
    rf"(?:which|what)(?:\s+of\s+the)?\s+(?:{_NOUN}|features|phenotypes|manifestations)\s+(?:of|in)\s+{_X}\s+{_ALSO}"
    rf"(?:{_AFFECT}|concern|have\s+to\s+do\s+with)\s+{_WHOSE}\s+{_PART}",
    rf"how\s+(?:is|are)\s+{_WHOSE}\s+{_PART}\s+{_AFFECTED}\s+(?:in|by|with)\s+{_X}",
    rf"what(?:['’]?s|\s+is)\s+(?:the\s+matter|wrong|up)\s+with\s+{_WHOSE}\s+{_PART}\s+(?:of|in|with)\s+{_X}",
    rf"{_X}\s*[,:;–—-]+\s*{_PART}\s+(?P<noun>{_NOUN})\s+only(?:,?\s+(?:please|pls|plz))?",
)
_OF_ONE = {
    "his": re.compile(
        r"\b(?:she|her|hers|daughter|girl|sister|mother|mum|mom|wife|aunt|niece|woman|gran\w*mother)\b", re.I
    ),
    "her": re.compile(r"\b(?:he|him|his|son|boy|brother|father|dad|husband|uncle|nephew|man|gran\w*father)\b", re.I),
}
"""By the word for whose part it is, what else a text speaks of somebody else with."""
_OR = re.compile(r"\b(?:or|either|whether)\b", re.IGNORECASE)
_MINE = re.compile(r"\bi\b|\bi['’](?:m|ve)\b", re.IGNORECASE)

Affected = Callable[[str, str], tuple[str, ...]]
"""What the graph calls trouble with a part of the body, of a name and a part that it affects; nothing where it does not
say so."""


def affected(text: str, entities: Sequence[Entity], kinds_of: Affected) -> Turned | None:
    """The plain question of a text that asks of one named thing whether or how a part of the body is affected; None
    where it asks anything else, or denies the thing that it tells of."""
    for name in entities:
        masked = blanked(text, [(name.start, name.end)], NAME)
        others = [one for one in entities if one is not name]
        for how, pattern in _patterns():
            match = pattern.fullmatch(masked)
            if match is None or not _is_only_one(match, others):
                continue
            kinds = kinds_of(name.mention, match["part"])
            how = how or bool(match.groupdict().get("what"))
            if not kinds or (how and any(map(_is_one_side, kinds))):
                continue
            plain = f"Does {name.mention} affect the {match['part']}?"
            if how:
                plain = f"Which kinds of {kinds[0]} does {name.mention} show?"
                plain = (
                    plain
                    if len(kinds) == 1
                    else f"Which {singular_of(match['part'])} problems does {name.mention} have?"
                )
            return Turned(plain, tuple(_aside(match, name)))
    return None


def _is_one_side(kind: str) -> bool:
    """Whether a kind of trouble is one side of it alone ("abnormal heart morphology"), so that its kinds are not all
    that can be the matter."""
    return fold(kind.split()[-1]) in vocabulary().aspects


def _is_only_one(match: re.Match[str], others: Sequence[Entity]) -> bool:
    """Whether only one thing is told of, not denied, and the part is said to be that of whoever has it."""
    told = match.groupdict().get("told")
    start, end = match.start("part"), match.end("noun" if "noun" in match.re.groupindex else "part")
    if any(one.start < start or end < one.end for one in others):
        return False
    if told is None:
        return True
    whose = (match.groupdict().get("whose") or "the").lower()
    someone_else = _OF_ONE[whose].search(told) if whose in _OF_ONE else None
    return not (DENIES.search(told) or _OR.search(told) or someone_else or (whose == "my" and not _MINE.search(told)))


def _aside(match: re.Match[str], name: Entity) -> list[SetAside]:
    """What a text tells beside the thing and the part."""
    groups = match.groupdict()
    spans = [match.span("people")] if groups.get("people") else []
    if groups.get("told") is not None:
        spans += [(match.start("told"), name.start), (name.end, match.end("told"))]
    found = []
    for start, end in spans:
        said = match.string[start:end].strip(" ,.;:!–—-")
        if any(word.text for word in spoken(said)):
            place = match.string.index(said, start)
            found.append(SetAside(place, place + len(said), said))
    return found


@cache
def _patterns() -> tuple[tuple[bool, re.Pattern[str]], ...]:
    """The forms of such questions, and whether they ask how a part is affected."""
    forms = [(False, one) for one in _WHETHER] + [(True, one) for one in _HOW]
    return tuple(
        (how, re.compile(rf"[^\w{NAME}]*(?:(?:and|so|but)\s+)?{one}[?.!\s]*", re.IGNORECASE)) for how, one in forms
    )
