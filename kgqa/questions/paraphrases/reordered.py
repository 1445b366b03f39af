"""Questions that are asked in another order or with other words than a plain one: "X, what is that?", "X is recessive,
isn't it?", "which diseases begin in childhood".

They are put as a plain question, which is read as any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from kgqa.language import thesaurus
from kgqa.language.normalise import blanked
from kgqa.language.vocabulary import DETERMINER
from kgqa.questions.by_meaning.clauses import clauses
from kgqa.records import Entity, SetAside

_PLAINLY = (
    r"(?:\s+(?:mean|stand|for|then|even|actually|exactly|anyway|again|please|in|plain|normal|simple|words|english))"
    r"*"
)
_WHAT_IS_THAT = re.compile(
    rf"(?:^|[\s,;:.!–—-])(?P<asks>(?:so\s+|and\s+)?what(?:['’]?s)?(?:\s+(?:on\s+earth|the\s+heck|even|exactly))?"
    rf"(?:\s+(?:is|does|do|are))?\s+(?:that|this|it|those|these){_PLAINLY}\s*\?*)\s*$",
    re.IGNORECASE,
)
_EQUALS = re.compile(r"^\s*(?:=|means|stands\s+for|is\s+what)\s*(?:what\s*)?\?*\s*$", re.IGNORECASE)
_TAG = r"(?:isn['’]?t\s+it|aren['’]?t\s+they|is\s+it|right|correct|innit|yes\s+or\s+no|true|or\s+not)"
_TOLD = re.compile(
    rf"^\s*(?:[,;:–—-]\s*)?(?:(?:that|it|this|they|those)(?:['’]?s|['’]re|\s+is|\s+are)|is|are)\s+(?P<rest>.+?)"
    rf"\s*[,–—-]?\s*\b{_TAG}\s*\?*\s*$",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"(?P<noun>\b[a-z]+\s+)(?P<verb>(?:begins?|starts?|commences?|sets?\s+in|comes?\s+on)\s+(?P<when>in|during|at))\s+"
    r"(?=(?:early\s+|late\s+|young\s+|middle\s+|old\s+)?[a-z]+(?:hood|ncy|age|adult|birth|life|ence)\b[^,;]*$)",
    re.IGNORECASE,
)
"""That something begins in a time of life."""
_PHRASE = re.compile(
    r"^\s*(?:all\s+|the\s+|list\s+)*(?P<noun>[a-z]+s)\s+(?P<said>(?:present|seen|found|recorded|reported|observed|described|noted)"
    r"\s+(?:in|by|with|for|on|at)\b)",
    re.IGNORECASE,
)
"""What is asked for without a question word ("findings present in at least half of …")."""
_SAID_OF = re.compile(r"^\s*(?:[,:–—-]\s*)?(?P<rest>(?P<how>[a-z]+)(?:\s+(?P<noun>[a-z]+))?)\s*\?+\s*$", re.IGNORECASE)
_LISTED = re.compile(
    rf"(?:,|&|\+|\b(?:and|or|of|for|in|against|from|behind|than|as|like))(?:\s+{DETERMINER})?\s*$",
    re.IGNORECASE,
)
"""What stands before a name that is one of several ("bloated and *tummy ache*, what is that"), or of which something
else is told ("the treatment of *ataxia*, what is that")."""
DENIES = re.compile(
    r"\b(?:no|not|never|without|anything|nothing|ruled|excluded|negative|opposite|different|other|than|if|could|may|might)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"[\s'\"”’,]*(?:and|but|or|with|without|plus|then|who|which|that|is|was|has|had)\b", re.IGNORECASE
)
_JOINED = re.compile(r"\b(?:and|or|but|nor|neither|either)\b|[.?!;,]", re.IGNORECASE)
_ONE = re.compile(r"^an?\s+(?P<what>[\w-]+)\s+(?:one|thing|condition|disease|disorder)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Turned:
    """A question in plain order.

    Attributes:
        set_aside: what the text tells beside it.
        silent: it is the question even where nothing is recorded that answers it.
    """

    question: str
    set_aside: tuple[SetAside, ...] = ()
    silent: bool = False


def turned(
    text: str, entities: Sequence[Entity], labels_of: Callable[[str], Set[str]], begins: Callable[[str], bool]
) -> Turned | None:
    """The plain question of a text that names a thing and asks behind it what that is, or whether something is so of
    it, or that asks what begins at a time of life or only says what is asked for; None where it does none of these, or
    where it names several things before it asks.

    Args:
        labels_of: the types of the graph that a word is one for.
        begins: whether it is recorded of things of a type when they begin.
    """
    if found := _what_is_that(text, entities):
        return found
    if (begun := _BEGINS.search(text)) and not _JOINED.search(text[begun.end() :].rstrip(" .?!")):
        own = [one.chosen.label for one in entities if one.start < begun.end("noun") <= one.end + 1]
        if any(map(begins, own or labels_of(begun["noun"].strip().lower()))):
            whose = "its" if text.lower().startswith(("does", "did")) else "their"
            plain = f"{text[: begun.start('verb')]}have {whose} onset {begun['when']} {text[begun.end() :]}"
            return Turned(plain)
    if (phrase := _PHRASE.match(text)) and labels_of(phrase["noun"].lower()):
        return Turned(f"Which {phrase['noun'].lower()} are {text[phrase.start('said') :].rstrip(' .?!')}?")
    if not entities:
        return None
    name, behind = entities[0], text[entities[0].end :]
    if len(entities) == 1 and text[: name.start].strip() == "" and _EQUALS.match(behind):
        return Turned(f"What is {name.mention}?")
    told = _TOLD.match(behind) or _said_of(behind, lambda noun: name.chosen.label in labels_of(noun))
    if told is None or text[: name.start].strip():
        return None
    one = _ONE.match(told["rest"])
    if one is None and (_JOINED.search(told["rest"]) or re.search(r"\b(?:is|are)\b", told["rest"])):
        return None  # of two things that are said one may be so
    noun = told.groupdict().get("noun")
    return Turned(f"Is {name.mention} {'a ' if noun else ''}{one['what'] if one else told['rest']}?")


def _what_is_that(text: str, entities: Sequence[Entity]) -> Turned | None:
    """What is asked by "…, what is that?" of the only name that is told before it, and not denied."""
    match = _WHAT_IS_THAT.search(text)
    if match is None or len(entities) != 1 or entities[0].end > match.start("asks"):
        return None
    (name,), start = entities, match.start("asks")
    before, between = text[: name.start], text[name.end : start]
    asked = any(one.asks and one.end <= start for one in clauses(text, entities)) or "?" in text[:start]
    goes_on = _GOES_ON.match(between) is not None and re.search(r"\bit\b", between, re.IGNORECASE) is None
    if asked or goes_on or _LISTED.search(before) or DENIES.search(before):
        return None
    return Turned(f"What is {name.mention}?", _beside(text, name, start))


def _said_of(behind: str, is_one: Callable[[str], bool]) -> re.Match[str] | None:
    """What a single word behind a name says of it ("X – recessive?"), perhaps before the noun of its type, which asks
    for nothing else of it."""
    match = _SAID_OF.match(behind)
    if (
        match is None
        or not thesaurus.is_known(match["how"], "a")
        or (match["noun"] and not is_one(match["noun"].lower()))
    ):
        return None
    return match


def _beside(text: str, name: Entity, end: int) -> tuple[SetAside, ...]:
    rest = blanked(text[:end], [(name.start, name.end)], "\n")
    parts = (match for match in re.finditer(r"[^\n]*\w[^\n]*", rest))
    spans = ((part.start() + len(part[0]) - len(part[0].lstrip(" ,.;:'\"“”–—-")), part[0]) for part in parts)
    told = ((start, said.strip(" ,.;:'\"“”–—-")) for start, said in spans)
    return tuple(SetAside(start, start + len(said), said) for start, said in told)
