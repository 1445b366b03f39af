"""Questions for things of which something is not recorded: "for which theatres has no stage width been entered",
"theatres whose stage width is unknown", "stage width missing for which theatres".

Whatever is asked about them is a question of its own ("which theatres"). What is not recorded is a property of these
things, or something that they are linked to.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from kgqa.language import thesaurus, units
from kgqa.language.inflection import singular_of, stem
from kgqa.language.normalise import NAME, blanked
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import RELATIVE, vocabulary
from kgqa.questions.conditions.measures import Measures, done_at
from kgqa.records import Entity
from kgqa.schema.model import NodeType, Property

_WRITTEN = (
    r"(?:recorded|entered|registered|known|noted|listed|documented|stated|specified|logged|filled\s+in|written\s+down"
    r"|put\s+(?:down|on\s+(?:record|file))|on\s+(?:record|file))"
)
"""What is said of facts of any kind that are recorded."""
_HELD = r"(?:assigned|attached|found|identified|established|given|named|reported|described|held|allocated|linked)"
"""What is said of things that something is recorded to be linked to."""
_SO_FAR = (
    r"(?:\s+(?:yet|so\s+far|at\s+all|still|anywhere|whatsoever|to\s+date|up\s+to\s+now|until\s+now|(?:for|of)\s+(?:it|them)"
    r"|in\s+(?:the|this|our|your)\s+(?:register|records?|database|data|system|list|graph)))*"
)
"""What says nothing beside what is not recorded."""
_END = rf"{_SO_FAR}[\s?.!]*$"
_ENDS = r"(?:which|that|who|whose|where|and|or|but|than|with|without|have|has|having|no|not)\b"
_NOUN = rf"(?P<noun>[a-z][a-z'’-]*(?:\s+(?!{_ENDS})[a-z][a-z'’-]*){{0,5}}?)"
_NO = r"(?:still\s+|as\s+yet\s+|so\s+far\s+)?(?:no|not\s+any|not\s+an?)\s+(?:known\s+|recorded\s+|registered\s+)?"
_PREPOSITION = r"(?:for|in|of|to|with|on|at|from)"
_WHICH = r"(?P<which>which|what|how\s+many)"
_GONE = rf"(?:missing|unknown|blank|empty|unrecorded|undocumented|unspecified|not\s+(?:yet\s+)?(?:been\s+)?{_WRITTEN})"
_FORMS: tuple[re.Pattern[str], ...] = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        # "For which theatres has no stage width been entered", "… is there no stage width on record"
        rf"^\W*{_PREPOSITION}\s+{_WHICH}\s+(?P<things>[^,;?]+?)\s+(?:is|are|was|were|has|have|had|do\s+(?:we|you)\s+have"
        rf"|does\s+the\s+\w+\s+(?:hold|have|record|show|list))\s+(?:there\s+)?{_NO}{_NOUN}"
        rf"(?:\s+(?:(?:been|being)\s+)?(?P<done>{_WRITTEN}|{_HELD}))?{_END}",
        # "For which conditions do we still lack a guideline"
        rf"^\W*{_PREPOSITION}\s+{_WHICH}\s+(?P<things>[^,;?]+?)\s+(?:do\s+(?:we|you)|does\s+the\s+\w+)\s+(?:still\s+)?"
        rf"(?P<done>lack|miss)\s+(?:an?\s+|the\s+|any\s+)?{_NOUN}{_END}",
        # "For how many theatres is the stage width unknown"
        rf"^\W*{_PREPOSITION}\s+{_WHICH}\s+(?P<things>[^,;?]+?)\s+(?:is|are|was|were|has|have)\s+(?:the|its|their|an?)\s+{_NOUN}"
        rf"\s+(?:still\s+)?(?P<done>{_GONE}){_END}",
        # "Stage width missing for which theatres"
        rf"^\W*(?:the\s+)?{_NOUN}\s+(?:(?:is|are)\s+)?(?:still\s+)?(?P<done>{_GONE})\s+(?:for|in|on|with|at)\s+{_WHICH}\s+"
        rf"(?P<things>[^,;?]+?){_END}",
        # "List all theatres for which no stage width has been entered", "… for which we have no stage width"
        rf"^(?P<head>.*?\S)\s+(?:for|of|to|with|on|in|at)\s+(?:which|whom)\s+(?:there\s+(?:is|are)\s+|we\s+(?:still\s+)?have\s+"
        rf"|you\s+have\s+)?{_NO}{_NOUN}(?:\s+(?:is|are|was|were|has|have|had)(?:\s+(?:yet\s+)?(?:been|being))?)?"
        rf"(?:\s+(?P<done>{_WRITTEN}|{_HELD}))?{_END}",
        # "Which theatres have no stage width recorded"
        rf"^(?P<head>.*?\S)\s+(?:{RELATIVE}\s+)?(?:still\s+)?(?:have|has|having|with)\s+{_NO}{_NOUN}"
        rf"\s+(?P<done>{_WRITTEN}|{_HELD}){_END}",
        # "Theatres whose stage width is unknown", "theatres where the stage width has not been entered"
        rf"^(?P<head>.*?\S)\s+(?:whose|(?:where|of\s+which|for\s+which|of\s+whom)(?:\s+the|\s+its|\s+their|\s+his|\s+her)?)\s+{_NOUN}"
        rf"\s+(?:(?:is|are|was|were|has|have|had)\s+)?(?:still\s+)?(?P<done>{_GONE}){_END}",
        # "Theatres with unknown stage width", "theatres with the stage width missing"
        rf"^(?P<head>.*?\S)\s+(?:with|have|has|having)\s+(?:an?\s+|the\s+|their\s+|its\s+)?(?P<done>missing|unknown|unrecorded"
        rf"|undocumented|unspecified)\s+{_NOUN}{_END}",
        rf"^(?P<head>.*?\S)\s+(?:with|have|has|having)\s+(?:an?\s+|the\s+|their\s+|its\s+)?{_NOUN}\s+(?:still\s+)?"
        rf"(?P<done>missing|unknown|unrecorded|not\s+{_WRITTEN}){_END}",
        # "Theatres missing a stage width", "which theatres still lack a stage width"
        rf"^(?P<head>.*?\S)\s+(?:are\s+|is\s+)?(?:still\s+)?(?P<done>missing|miss|lack|lacking)\s+(?:an?|the|their|its|any)\s+{_NOUN}{_END}",
        # "Artists of whom nobody knows when they were born", "for which artists is it not known when they were born"
        rf"^(?P<head>.*?\S)\s+(?:(?:for|of)\s+(?:whom|which)\s+|where\s+)?(?:nobody|no\s+one|no-one)\s+(?P<done>knows)\s+when\s+"
        rf"(?:they|he|she|it)\s+(?:was|were|is|are)?\s*(?P<act>[a-z]+){_END}",
        rf"^\W*(?:for|of)\s+{_WHICH}\s+(?P<things>[^,;?]+?)\s+(?:is|are)\s+it\s+(?P<done>unknown|not\s+{_WRITTEN})\s+when\s+"
        rf"(?:they|he|she|it)\s+(?:was|were|is|are)?\s*(?P<act>[a-z]+){_END}",
        rf"^\W*(?:for|of)\s+{_WHICH}\s+(?P<things>[^,;?]+?)\s+does\s+(?:nobody|no\s+one|no-one)\s+(?P<done>know)\s+when\s+"
        rf"(?:they|he|she|it)\s+(?:was|were|is|are)?\s*(?P<act>[a-z]+){_END}",
    )
)
"""The forms, each with the things that are asked for, what is not recorded of them, and how that is said."""
_SAID = re.compile(
    rf"\b(?P<no>(?:have|has|having|with)\s+no|without(?:\s+any)?|(?:do|does)(?:\s+not|n['’]t)\s+have\s+an?y?)\s+(?:known\s+|recorded\s+|registered\s+)?(?P<what>{_NOUN})"
    rf"(?P<gone>\s+(?:{_WRITTEN}|{_HELD})|){_SO_FAR}(?P<end>[\s?.!]*)$",
    re.IGNORECASE,
)
"""What says that something is not there, with a word for it that is recorded, or not there yet."""
_STILL = re.compile(
    r"\b(?:still|as\s+yet)\s+(?=(?:have|has|having|with|without|lack|do\s+not|don['’]t)\b)", re.IGNORECASE
)
_NEXT = re.compile(r"\s+([a-z]+)\b", re.IGNORECASE)
_OF_TIME = frozenset({"date", "year", "day", "time", "when"})
_TIMES = frozenset({"time period", "time interval", "continuance"})
"""Synonyms of nouns for a stretch of time."""
_STEPS = 4
_FEWER = re.compile(r"\b(?:other|another|further|second|next|more|new|different|such|own)\b", re.IGNORECASE)
"""What makes another thing of what is not recorded."""


@dataclass(frozen=True, slots=True)
class Unrecorded:
    """A question for things of which something is not recorded.

    Attributes:
        things: the question for them without that, in the words in which it may be read, the nearest first.
        noun: what is not recorded; empty where it is only known what was done (``act``).
        act: what was done at a time that is not recorded ("born").
        gone: how it is said that it is not recorded; empty where it is only said that there is none.
        certain: that says that no record tells it, rather than that there is none.
    """

    things: tuple[str, ...]
    noun: str
    act: str = ""
    gone: str = ""
    certain: bool = True

    @property
    def plain(self) -> str:
        """The question in words in which others ask it, as of something that the things are linked to."""
        return f"{self.of_which} have no {self.noun}?"

    @property
    def of_which(self) -> str:
        """The things as a question begins with them ("Which theatres")."""
        return _THERE.sub("", self.things[-1])


_CERTAIN = re.compile(rf"{_GONE}|{_WRITTEN}|knows?|lack(?:ing)?|miss", re.IGNORECASE)
_ASKING = re.compile(r"^\W*(?:which|what|how\s+many)\b", re.IGNORECASE)
_PART = re.compile(r"^\W*(?P<which>which|what|how\s+many)\s+of\s+(?:all\s+)?(?:the|these|those|our)\s+", re.IGNORECASE)
_THERE = re.compile(r"\s+are\s+there\W*$")
_LISTS = re.compile(
    r"^\W*(?:(?:please\s+)?(?:list|name|show(?:\s+me)?|give(?:\s+me)?|find(?:\s+me)?|(?:i|we)\s+need)\s+)?"
    r"(?:all\s+(?:of\s+)?|every\s+)?(?:the\s+|those\s+|our\s+)?(?P<what>\w.*?)[\s?.!]*$",
    re.IGNORECASE,
)
_OF_THESE = (
    re.compile(rf"\b(?:{_WRITTEN}|{_HELD})\s+(?:for|of)\s+(?P<them>it|them)\b", re.IGNORECASE),
    re.compile(r"\b(?:is|are)\s+(?P<them>it)\s+(?:not\s+)?(?:un)?known\b", re.IGNORECASE),
    re.compile(r"\b(?:know|knows|known|unknown)\s+when\s+(?P<them>they|he|she|it)\b", re.IGNORECASE),
)
"""Pronouns for the things of which something is not recorded, or for nothing."""


def unrecorded(text: str, entities: Sequence[Entity]) -> Iterator[Unrecorded]:
    """What a cleaned question says is not recorded, by each of the forms that it is said in; nothing where it is said
    in none, or of something that has a name.

    Args:
        entities: its names.
    """
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    for form in _FORMS:
        match = form.match(masked)
        if match is None:
            continue
        found = match.groupdict()
        if found.get("noun") and _FEWER.search(found["noun"]):
            continue
        part = "things" if "things" in found else "head"
        said = text[match.start(part) : match.end(part)].strip()
        asked = (f"{match['which'].capitalize()} {_singly(said)} are there?",) if part == "things" else _listed(said)
        gone = found.get("done") or ""
        certain = _CERTAIN.fullmatch(gone) is not None
        yield Unrecorded(asked, found.get("noun") or "", found.get("act") or "", gone, certain)


def _listed(head: str) -> tuple[str, ...]:
    """What comes before the form as a question, as it is and for all things that are so."""
    if _ASKING.match(head):
        head = _PART.sub(r"\g<which> ", head)
        return (head, f"{head} are there?")
    listed = _LISTS.match(head)
    return (head, f"Which {listed['what']} are there?") if listed is not None else (head,)


def points_within(text: str, start: int) -> bool:
    """Whether a pronoun stands for the things of which a question says that something is not recorded."""
    return any(match.start("them") == start for form in _OF_THESE for match in form.finditer(text))


def _singly(noun: str) -> str:
    """A noun without the ending that it may have or not ("theatre(s)")."""
    return noun.replace("(s)", "s").replace("(es)", "es")


def without_words_of_record(text: str, entities: Sequence[Entity]) -> tuple[str, str] | None:
    """A question that says that something is not recorded for things, or not there yet, as that they have none ("which
    still have no gene assigned": "which have no gene"), with what that is; None where it says no such thing."""
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    match = _SAID.search(masked)
    if match is None or _FEWER.search(match["what"]):
        return None
    return _STILL.sub("", f"{text[: match.end('no')]} {match['what']}{match['end']}"), match["what"]


def property_of(found: Unrecorded, node: NodeType, measures: Measures) -> Property | None:
    """The property of things of a type that is not recorded; None where it is none, or may be several, or where it is
    so or not so."""
    wanted = {_bare(found.act)} if found.act else {_bare(one) for one in (found.noun, *done_at(found.noun))}
    wanted.discard(frozenset())
    own = [one for one in node.telling if one.name not in (node.id_property, node.name_property, node.same_property)]
    meant = {
        one.name: one
        for one in own
        if one.type != "BOOLEAN" and any(_bare(noun) in wanted for noun in _nouns(one, node.label, measures))
    }
    exact = [one for one in meant.values() if _bare(one.called) in wanted]
    several = exact or list(meant.values())
    return several[0] if len(several) == 1 else None


def names_property(text: str, span: tuple[int, int], recorded: Property) -> bool:
    """Whether a stretch of a text calls a property by words of its own alone, and no noun goes on behind it: "no weight
    limit" is not said of things without a weight, nor "no cost increase" of those without a cost."""
    own = {stem(word) for name in (recorded.name, *recorded.words) for word in re.split(r"[\W_]+", name.lower())}
    words = [word.text.lower() for word in spoken(text[span[0] : span[1]])]
    behind = _NEXT.match(text, span[1])
    last = "" if behind is None else behind[1].lower()
    if last and _TIMES & thesaurus.synonyms(last, "n") and any(map(_is_of_time, recorded.apart[1])):
        last = ""  # "no withdrawal *period*" of withdrawal_days
    return all(map(partial(_says_no_more, own), words)) and (not last or _says_no_more(own, last))


def _is_of_time(unit: str) -> bool:
    return thesaurus.is_kind_of(singular_of(unit), "time unit", _STEPS)


def _says_no_more(own: Collection[str], word: str) -> bool:
    """Whether a word says no more of a property than it is called itself."""
    known = vocabulary()
    passed = word in _OF_TIME or word in known.function or word in known.empty or units.is_unit(word)
    return passed or stem(word) in own or not thesaurus.is_known(word, "n") or thesaurus.is_participle(word)


def _nouns(recorded: Property, label: str, measures: Measures) -> Iterator[str]:
    """What a property of things is called."""
    yield recorded.called
    yield from recorded.words
    yield from (one.noun for one in measures.of_type(label) if one.recorded.name == recorded.name)


def _bare(noun: str) -> frozenset[str]:
    """The stems of a noun in any order, without those that say nothing or only that it is a time."""
    words = [word.text.lower() for word in spoken(noun)]
    kept = [word for word in words if word not in vocabulary().function]
    told = [word for word in kept if word not in _OF_TIME]
    return frozenset(map(stem, told or kept))
