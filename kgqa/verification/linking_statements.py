"""Statements in the words of answers, read by the types of what they name: the only link that they can mean.

The types at both ends leave a few relations; a statement all of whose words say one of them, or add nothing, states
it. The words need not stand in an order that a question could have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from kgqa.language import everyday
from kgqa.language.everyday import part
from kgqa.questions.intent import Hop, Pair, Thing
from kgqa.questions.paths import direct
from kgqa.records import Entity
from kgqa.schema.model import Schema
from kgqa.verification.ellipsis import thing
from kgqa.verification.naming import is_sure
from kgqa.verification.phrase import NAME, Phrase
from kgqa.verification.reading import Stated
from kgqa.verification.records import concept_of

_A, _B = "\ue001", "\ue002"
_JOINT = re.compile(
    r"\s*(?:,\s*(?:(?:and|or|as\s+well\s+as)\s+)?|(?:and|or|as\s+well\s+as|along\s+with|plus)\s+)(?:an?\s+|the\s+)?\s*",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:(?:does|do|did)\s+not|doesn['’]t|don['’]t|(?P<be>is|are|was|were)\s+(?:not|never)|never|fails?\s+to|(?:seems?|appears?)\s+(?:not|never)\s+to)\s+(?=[a-z])",
    re.IGNORECASE,
)
_NO_LINK = re.compile(
    r"^(?:there\s+is\s+)?no\s+(?=(?:known\s+|reported\s+|recorded\s+)?[a-z]+\s+between\b)", re.IGNORECASE
)
_PERHAPS = re.compile(r"\b(?:may|might|can|could|perhaps|possibly|probably|likely)\b", re.IGNORECASE)
_BESIDES = re.compile(rf"^(?:besides|in\s+addition\s+to)\s+(?:the\s+)?(?={NAME})", re.IGNORECASE)
_IN_WITH = re.compile(r"\bin\s+(?:of\s+)?with\s", re.IGNORECASE)
"""What is left of "in a minority of those with"."""
_LONGEST = 300
"""Characters of a statement; longer ones hold more than one link."""
_SPACE = r"[\s,]*"
_TURNS = (
    r"(?:no[nt]?|never|non-?\w*|\w+ed|mis\w+|putative|obsolete|erroneous|missing|absen\w+|lack\w*|sole|only|main|major|leading|primary|chief|principal|unique|pathognomonic|cardinal|"
    r"defining|diagnostic|key|first|second|third|most|least|common\w+|best|worst|exclu\w+|negative|false|former|alleged|supposed|purported|"
    r"disputed|doubtful|questionable|un\w+|in\w+|dis\w+|im\w+|ir\w+|rare\w*|matern\w+|patern\w+|parent\w+|f(?:o)?etal|prenatal|\w*natal|animal|mouse|"
    r"control|healthy|normal|treat\w*|therap\w*|drug|side|adverse|differential|alternative|opposite|similar|related|early|late|"
    r"infantile|adult|juvenile|terminal|acute|chronic|mild\w*|severe\w*|potential|protective|anti\w*|counter\w*|former|past|future|"
    r"secondary|post\w+|pre\w+|unilateral|bilateral|\w+less|\w+free|than|less|few\w*|fake|wrong|mistaken|last|new|original|other|the|an?|"
    r"of|in|by|to|is|are|was|were|and|or|but|be|been|with|without|from|for|as|at|on|that|which|who|all|every|each|any|hypothetical|"
    r"theoretical|excess|spared|reduced|increased|decreased|reversed)"
)
_KINDS = rf"(?:(?!{_TURNS}\b)[a-z][a-z-]*[a-z]\s+){{0,2}}?"
"""Words that sort what the noun behind them stands for, of an open class: whatever may turn its meaning is closed."""
_BY_WHOM = (
    r"(?:(?:you|one|we|doctors|clinicians)\s+)?(?:(?:may|might|can|will|could|often|also)\s+)*+(?:(?:seen|recorded|reported|found|encountered|"
    r"observed|described|noted|see|find|encounter|notice|meet|listed|present|with|associated)\s+)?"
)


@dataclass(frozen=True, slots=True)
class _Shape:
    """A statement with one sign for each of its lists of names."""

    text: str
    lists: tuple[tuple[Entity, ...], ...]


def linked(phrase: Phrase, topics: Sequence[Entity], schema: Schema) -> Stated | None:
    """What a statement says of two lists of names, or of one and what the text is about; None where it is not sure.

    Args:
        phrase: tidied, so that no pronoun of the writer and no source stands in it.
        topics: what it can be about where it names one list alone.
    """
    shape = _shape(phrase, schema) if len(phrase.text) <= _LONGEST else None
    if shape is None:
        return None
    text, negated = _denied(shape.text)
    if text is None:
        return None
    if len(shape.lists) == 2:
        ends, alone = shape.lists, False
    elif len(shape.lists) == 1 and topics and all(map(is_sure, topics)):
        ends, alone = (tuple(topics), shape.lists[0]), True
    else:
        return None
    if negated and max(map(len, ends)) > 1:
        return None  # it may deny all of them, or each
    said = [hop for hop in _hops(schema, ends) if _says(text, hop, schema, alone=alone)]
    return Stated(tuple(_pairs(ends, said[0], negated)), phrase.names) if len(said) == 1 else None


def _shape(phrase: Phrase, schema: Schema) -> _Shape | None:
    """The statement with its lists, at most two of one type each; None where it has others or unsure names."""
    if not phrase.names or not all(map(is_sure, phrase.names)):
        return None
    phrase, first = _without_first(phrase)
    runs: list[list[Entity]] = []
    for name in sorted(phrase.names, key=lambda one: one.start):
        before = runs[-1][-1] if runs else None
        if (
            before is not None
            and before.chosen.label == name.chosen.label
            and _JOINT.fullmatch(phrase.plain[before.end : name.start])
        ):
            runs[-1].append(name)
        else:
            runs.append([name])
    if len(runs) > 2 or (len(runs) == 2 and runs[0][0].chosen.label == runs[1][0].chosen.label):
        return None
    lists = [tuple(run) for run in runs]
    if first:
        if len(runs) != 2 or first[0].chosen.label != runs[1][0].chosen.label:
            return None
        lists[1] = (*first, *lists[1])
    text = phrase.plain
    for sign, run in reversed(list(zip((_A, _B), runs, strict=False))):
        kind = _kind(schema, run[0].chosen.label)
        left = re.sub(rf"\b(?:{kind})\s+$", "", text[: run[0].start], flags=re.IGNORECASE)
        right = re.sub(rf"^\s+(?:{kind})\b(?!-)", "", text[run[-1].end :], flags=re.IGNORECASE)
        text = f"{left} {sign} {right}"
    text = _IN_WITH.sub("in ", text)
    return _Shape(" ".join(text.split()).strip(" .!"), tuple(lists))


def _without_first(phrase: Phrase) -> tuple[Phrase, tuple[Entity, ...]]:
    """A statement without what it says besides, and the names in that ("Besides A, B treats C")."""
    match = _BESIDES.match(phrase.plain.lstrip())
    comma = phrase.plain.find(",")
    if match is None or comma < 0:
        return phrase, ()
    opened, rest = phrase.cut(0, comma), phrase.cut(comma + 1, len(phrase.text))
    alone = len(opened.names) == 1 and not opened.plain[opened.names[0].end :].strip() and rest.names
    return (rest, opened.names) if alone else (phrase, ())


@cache
def _words(singular: str, plural: str) -> str:
    said = {singular.lower(), plural.lower()}
    for concept in everyday.types():
        if not said.isdisjoint(concept.names):
            said |= {word for name in concept.names for word in (name, f"{name}s")}
    return "|".join(re.escape(one) for one in sorted(said, key=len, reverse=True))


def _kind(schema: Schema, label: str) -> str:
    """What the things of a type are called beside their names ("the enzyme A", "the A gene")."""
    node = schema.node(label)
    return _words(node.singular, node.plural)


def _denied(text: str) -> tuple[str | None, bool]:
    """A statement without its denial, and whether it had one; None where it has several."""
    found = list(_NOT.finditer(text))
    none = _NO_LINK.match(text)
    if len(found) + (none is not None) > 1:
        return None, False
    if none is not None:
        return f"there is a {text[none.end() :]}", True
    if not found:
        return text, False
    match = found[0]
    if _PERHAPS.search(text):
        return None, False
    kept = f"{match['be']} " if match["be"] else ""
    return f"{text[: match.start()]}{kept}{text[match.end() :]}", True


def _hops(schema: Schema, ends: Sequence[Sequence[Entity]]) -> Iterator[Hop]:
    one, other = (run[0].chosen.label for run in ends)
    if one != other and all(name.chosen.label == run[0].chosen.label for run in ends for name in run):
        yield from direct(schema, one, other)


def _says(text: str, hop: Hop, schema: Schema, *, alone: bool) -> bool:
    """Whether a statement says a relation from its first list to its second."""
    meant = concept_of(schema, hop.relation)
    if meant is None or everyday.stated(meant.concept.concept) is None:
        return False
    does = hop.forward == meant.source_does  # the first of the two lists does it
    return _pattern(meant.concept.concept, does, alone).fullmatch(text) is not None


@cache
def _pattern(concept: str, does: bool, alone: bool) -> re.Pattern[str]:
    """Every wording of a concept in which the first list does it, or has it done; ``alone``: the first is not named."""
    words = everyday.stated(concept)
    assert words is not None
    return re.compile("|".join(_alone(words, does) if alone else _both(words, does)), re.IGNORECASE)


def _fill(more: str = "") -> str:
    inner = "|".join(one for one in (part("who"), part("plain"), more) if one)
    return rf"(?:{_SPACE}\b(?:{inner})\b)*+{_SPACE}"


def _both(words: everyday.Stated, does: bool) -> Iterator[str]:
    beside, sorts, plain = words.beside_doer, part("sorts"), part("plain")
    before, behind = _fill(beside if does else ""), _fill("" if does else beside)
    sort = rf"(?:(?:{sorts}|{plain})\s+)*+{_KINDS}"
    link, nouns, back = (words.active, words.done, words.doers) if does else (words.passive, words.doers, words.done)
    if link:
        yield rf"{before}{_A}{before}\b(?:{link})\b{behind}{_B}{behind}"
    if nouns:  # "the symptoms of A are B", "treatments for A include B"
        yield (
            rf"(?:{_SPACE}\b(?:among|the|its)\b)*+{_SPACE}{sort}{nouns}\s+(?:that\s+)?{_BY_WHOM}(?:of|in|for|with|against){before}"
            rf"{_A}{_SPACE}(?:are|includes?|comprises?|have|has|encompass|:){_SPACE}{behind}{_B}"
        )
    if back:  # "A is a treatment of B", "A serves as a marker for B"
        yield (
            rf"{before}{_A}{before}\b(?:is|are|acts?\s+as|serves?\s+as|counts?\s+as|represents?|works?\s+as)\s+(?:among\s+the\s+|one\s+of\s+the\s+|an?\s+)?"
            rf"(?:{sorts}\s+)*+{_KINDS}{back}\s+(?:that\s+)?{_BY_WHOM}(?:of|in|for|at|against|with|to){behind}{_B}{behind}"
        )
        yield (
            rf"{before}{_A}{_SPACE}(?:is|are|acts?\s+as|=|counts?\s+as){_SPACE}(?:an?\s+|the\s+)?"
            rf"(?:{sorts}\s+)*+{_B}\s+{back}{behind}"
        )
    if words.between:
        yield rf"there\s+is\s+an?\s+{sort}{words.between}\s+between{before}{_A}\s+and{behind}{_B}(?:\s+is\s+known)?"


def _alone(words: everyday.Stated, does: bool) -> Iterator[str]:
    sorts, plain, them, whom = map(part, ("sorts", "plain", "them", "whom"))
    open_ = rf"(?:{_SPACE}\b(?:{them}|{plain})\b)*+{_SPACE}"
    close = rf"(?:{_SPACE}\b(?:{whom}|{plain})\b)*+{_SPACE}"
    link = words.active if does else words.passive
    if link:
        yield rf"{open_}\b(?:{link})\b{open_}{_A}{close}"
    if does and words.seen:
        yield rf"{open_}{_A}{open_}\b(?:{words.seen})\b{close}"
    sort = rf"(?:{_SPACE}\b(?:other|further|another|one|among|the|an?|its|their)\b)*+{_SPACE}(?:{sorts}\s+)*+{_KINDS}"
    nouns, back = (words.done, words.doers) if does else (words.doers, words.done)
    if nouns:
        yield (
            rf"{sort}{nouns}\s+(?:that\s+)?{_BY_WHOM}(?:is|are|includes?|comprises?|have|has|encompass)"
            rf"{_SPACE}{open_}{_A}{close}"
        )
        yield rf"{open_}{_A}{open_}\b(?:is|are|acts?\s+as|serves?\s+as|counts?\s+as|represents?)\s+{sort}{nouns}{close}"
    if back:
        yield rf"(?:is\s+|are\s+)?{sort}{_A}\s+{back}{close}"


def _pairs(ends: Sequence[Sequence[Entity]], hop: Hop, negated: bool) -> Iterator[Pair]:
    ones, others = (_things(run) for run in ends)
    for one in ones:
        for other in others:
            yield Pair(one, other, (hop,), negated)


def _things(names: Sequence[Entity]) -> list[Thing]:
    return list(dict.fromkeys(map(thing, names)))
