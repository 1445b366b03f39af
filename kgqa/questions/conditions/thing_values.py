"""Things by a text that is recorded of them: "steam locomotives", "drivers", "farms that are organic".

The values of a property that has few of them are words of the graph: before the noun of their type they restrict it,
behind "is" they are said of it, and alone they stand for the things that have them. Of a property that is so or not
("organic") its own name is such a word. The forms, for a property called PROPERTY:

- "VALUE things", "things that are (not) VALUE", "VALUEs"; "made of VALUE" only beside the property that is so called;
- "with the PROPERTY VALUE", in which every such condition can be said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.language import thesaurus
from kgqa.language.inflection import plural, singular_of, verbs_of
from kgqa.language.normalise import NAME, blanked
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import RELATIVE, vocabulary
from kgqa.questions.conditions.predicates import NO, YES, predicate
from kgqa.questions.lexicon import Lexicon
from kgqa.records import Entity
from kgqa.schema.model import NodeType, Property, PropertyRole, Schema

_IS = (
    rf"(?:{RELATIVE}\s+)?\b(?:is|are|was|were|be|been)\s+"
    r"(?:(?:graded|rated|classed|classified|described|recorded|listed)\s+as\s+)?"
)
_MADE = r"(?:made\s+(?:out\s+)?of|built\s+(?:of|from)|made\s+from|consists?\s+of|of)\s+"
_NOT = r"(?:now\s+|still\s+|[a-z]+ly\s+)?(?P<denied>not\s+)?(?:now\s+|still\s+|[a-z]+ly\s+)?"
"""What may stand before a text: adverbs of time, and a denial."""
_HOLDS = (
    rf"\b(?:(?P<denied>without|lacks?|lacking|nor)\s+(?:any\s+)?|(?:{RELATIVE}\s+)?(?:with|having|have|has|(?:offer|"
    r"includ|involv|requir|need|allow|provid)(?:s|es|ing|e)?)\s+(?P<no>(?:no|neither)\s+)?)(?:an?\s+|the\s+)?"
)
"""What may stand before the name of a property that is so or not, where that is a noun ("include animal work")."""
_DOES = (
    rf"(?:{RELATIVE}\s+)?(?:(?:^(?:do|does|did|can|could|may)\s+(?:the\s+)?" + NAME + r"+\s+)|"
    r"\b(?:do|does|did)\s+(?P<denied>not\s+)?|\b(?P<no>(?:don|doesn|didn)['’]?t\s+))?"
)
"""What may stand before a verb of what is so or not."""
_UNSAID = frozenset({"id", "name", "label"})
_SORTING: frozenset[PropertyRole] = frozenset({"text", "sex", "modifier"})
"""What properties tell whose texts sort things."""
_ANY_KIND = 12
"""Steps from a word to what it is a kind of, however broad that is ("clock", "object")."""
_KINDS = ("kind", "type", "class", "category", "occupation", "profession")
"""The last words of properties whose values name kinds of things."""
_ASKS_WHAT_IS_DONE = re.compile(r"\b(?:do|does|did|can|could|may|might|will|would|should)\b[^.?!]*$", re.IGNORECASE)
_DONE_BY_NAME = re.compile(rf"\b(?:do|does|did)\s[^.?!]*?{NAME}+\s+$")
"""Before a word of what a name does ("which missions did X *pilot*")."""
_IS_ARTICLE = re.compile(r"(?:(?:[Tt]hat|[Ww]hich|[Ww]ho)\s+)?(?:[Ii]s|[Aa]re|[Ww]as|[Ww]ere)\s+a")
_BEFORE_NAME = re.compile(r"\s+(?P<of>of\s+|called\s+|named\s+)?[\"“‘']?(?:the\s+)?$", re.IGNORECASE)

_BEING = (
    rf"(?:\b{RELATIVE}\s+)?(?:\b(?:is|are|was|were|been|be|do|does|did)\s+)?(?:\b(?P<verb>[a-z]{{3,}})\s+)?"
    r"\b(?:in|from|of|at|by|on|out\s+of)\s+"
)
_OR = r"(?:\s*,\s*|,?\s+or\s+)"

TextsOf = Callable[[str, Property], Sequence[str]]
"""The texts that a property of the things with a label has; none where these are too many to be words."""

RecordedOf = Callable[[str, Property], Mapping[str, str] | None]
"""What is recorded of a property of each thing with a label, by its identifier; None where that is too much to read."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A stretch of a question that asks for things by a text.

    Attributes:
        start, end: what it is said in.
        put: what a question without it has there: the noun of the type where it stands for that, else nothing.
        label: of the things.
        values: of which they have one, as they are recorded.
        noun: of the type, in both numbers.
        but: the values that are left out, where all others are asked for; told instead of them.
    """

    start: int
    end: int
    put: str
    label: str
    recorded: Property
    values: frozenset[str]
    noun: str = ""
    but: frozenset[str] = frozenset()

    @property
    def said(self) -> str:
        """The same in words that are read again as this."""
        folded = {one.strip().lower() for one in self.values}
        if folded <= YES | NO:
            return predicate(called(self.recorded)).said(self.noun, holds=folded <= YES)
        if self.but:
            return f"with another {called(self.recorded)} than {' or '.join(sorted(self.but))}"
        return f"with the {called(self.recorded)} {' or '.join(sorted(self.values))}"


@dataclass(frozen=True, slots=True)
class ValueWord:
    """A word for some values of a property of a type.

    Attributes:
        truth: of one that is so or not.
        verb: it says what the things do ("live alone").
    """

    text: str
    node: NodeType
    recorded: Property
    values: frozenset[str]
    others: frozenset[str]
    truth: bool = False
    verb: bool = False

    @property
    def lasts(self) -> tuple[str, ...]:
        """Its last word in both numbers ("feet"); where a question has neither, it does not have the word."""
        last = self.text.split()[-1]
        return last, plural(singular_of(last))

    @property
    def alone(self) -> tuple[str, ...]:
        """The forms in which it stands for its things, in both numbers; none where it names no kind of them."""
        one = singular_of(self.text)
        return (one, plural(one)) if self.names_kind and not self.truth else ()

    @property
    def names_kind(self) -> bool:
        """Whether it names a kind of what the type is, as painting is one of objects, but none of restorers; what a
        property tells that is called a kind does so too."""
        return self.recorded.name.lower().endswith(_KINDS) or thesaurus.is_kind_of(
            singular_of(self.text), self.node.singular.lower(), _ANY_KIND
        )


def _pattern(word: ValueWord) -> str:
    """A pattern for a word; within what is so or not articles say nothing ("on the NHS list")."""
    return r"\s+(?:the\s+|an?\s+)?".join(map(re.escape, word.text.split())) if word.truth else re.escape(word.text)


def _by_property(words: Iterable[ValueWord]) -> list[list[ValueWord]]:
    """Words by the property whose values they are for."""
    found: dict[tuple[str, str], list[ValueWord]] = {}
    for word in words:
        if not word.truth:
            found.setdefault((word.node.label, word.recorded.name), []).append(word)
    return list(found.values())


def _any_of(texts: Iterable[str]) -> str:
    """A pattern for any of some texts, as whole words."""
    return rf"(?:{'|'.join(sorted(map(re.escape, texts), key=len, reverse=True))})(?![\w-])"


def _holds(said: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(text.lower().replace('-', ' '))}(?!\w)", said) is not None


def _within(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return span != other and other[0] <= span[0] and span[1] <= other[1]


def called(property_: Property) -> str:
    """A property by its name, in words."""
    return property_.name.replace("_", " ").lower()


class ThingValues:
    """Finds them over one schema. The values are read with the first question that may need them."""

    def __init__(
        self, schema: Schema, texts: TextsOf | None, lexicon: Lexicon, recorded: RecordedOf | None = None
    ) -> None:
        self._recorded = recorded
        self._schema = schema
        self._texts = texts
        self._lexicon = lexicon

    def find(self, question: str, entities: Sequence[Entity]) -> list[Valued]:
        """Such stretches of a question, in order; they do not overlap, and touch no name."""
        if self._texts is None:
            return []
        masked = blanked(question, [(one.start, one.end) for one in entities], NAME)
        lower = masked.lower().replace("-", " ")
        found: list[Valued] = []
        for one in self._all(lower):
            if _IS_ARTICLE.fullmatch(question, one.start, one.end):
                continue  # "is a vote recorded" says nothing of what has the grade A
            if not any(one.start < other.end and other.start < one.end for other in found):
                found.append(one)
        return sorted(found, key=lambda one: one.start)

    def behind_verbs(self, question: str, entities: Sequence[Entity], labels: Collection[str]) -> list[list[Valued]]:
        """Texts behind a preposition, perhaps with a verb before it that says no more than where or whence something is
        ("made in chicken", "based in Germany"), each with every property of these things that it may be of.

        Args:
            labels: of the things that the question speaks of.
        """
        if self._texts is None:
            return []
        lower = blanked(question, [(one.start, one.end) for one in entities], NAME).lower().replace("-", " ")
        found: dict[tuple[int, int], list[Valued]] = {}
        words = (one for one in self.words if not one.truth and one.node.label in labels)
        for own in _by_property(word for word in words if word.text.removesuffix("y") in lower):
            forms = {form: word for word in own for form in (word.text, plural(singular_of(word.text)))}
            text = rf"(?:the\s+|an?\s+)?{_any_of(forms)}"
            for match in re.finditer(
                rf"{_BEING}(?P<said>{text}(?:{_OR}(?:in\s+|from\s+)?{text})*)(?:\s+origin)?", lower
            ):
                start = self._begins(match, own[0])
                if start is not None:
                    said = {
                        value for form, word in forms.items() if _holds(match["said"], form) for value in word.values
                    }
                    found.setdefault((start, match.end()), []).append(self._made(own[0], match, "", said, start))
        longest = [span for span in found if not any(_within(span, other) for other in found)]
        return [found[span] for span in sorted(longest)]

    def _begins(self, match: re.Match[str], word: ValueWord) -> int | None:
        """Where what is said of things begins: with its verb, or behind the noun of their type; None where the verb
        says more than where something is, or what the name of the property does ("grow", growth)."""
        verb = match["verb"]
        if verb is None:
            return match.start()
        forms = {form for form, _ in verbs_of(verb)} | {verb}
        if not forms.isdisjoint(vocabulary().placing) or any(called(word.recorded).startswith(form) for form in forms):
            return match.start()
        nouns = {noun.split()[-1] for noun in self._nouns(word.node)}
        return match.end("verb") if verb in nouns else None

    @cached_property
    def light(self) -> tuple[str, ...]:
        """Texts and names of properties all of whose words say nothing in other questions ("human", "listed")."""
        light = vocabulary().light | vocabulary().function
        names = {called(one) for node in self._schema.nodes for one in node.properties if one.role == "text"}
        names.update(self.texts)
        return tuple(sorted(name for name in names - _UNSAID if light.issuperset(name.split())))

    def as_title(self, question: str, entity: Entity) -> Entity:
        """A name with the word for its kind that stands before it ("the painting “The Herring Fleet”") or behind it
        ("Harbour Cool liner"), which says nothing more of it."""
        behind = re.match(r"\s+([\w-]+)", question[entity.end :])
        for word in self.words if behind is not None and self._texts is not None else ():
            of_kind = word.names_kind and not word.truth and word.node.label == entity.chosen.label
            if of_kind and behind is not None and behind[1].lower() == singular_of(word.text):
                if _ASKS_WHAT_IS_DONE.search(question[: entity.start]) and thesaurus.infinitives(word.text):
                    continue  # "which missions did X pilot"
                if not self._is_of_kind(entity, word):
                    continue
                end = entity.end + behind.end()
                return replace(entity, mention=question[entity.start : end], end=end)
        said = _BEFORE_NAME.search(question[: entity.start])
        before = question[: said.start()].lower() if said is not None else ""
        for word in self.words if before and self._texts is not None else ():
            if word.truth or word.node.label != entity.chosen.label or not before.endswith(singular_of(word.text)):
                continue
            start = len(before) - len(singular_of(word.text))
            whole = re.search(r"[\w-]$", before[:start]) is None
            titled = word.names_kind or bool(said is not None and said["of"])
            if whole and titled and self._is_of_kind(entity, word):
                article = re.search(r"\bthe\s+$", before[:start])
                start = article.start() if article is not None else start
                end = entity.end + (question[entity.end : entity.end + 1] in ('"', "”", "’"))
                return replace(entity, mention=question[start:end], start=start, end=end)
        return entity

    def _is_of_kind(self, entity: Entity, word: ValueWord) -> bool:
        """Whether a named thing is recorded with what a word says, as far as that can be known: a liner is no foot."""
        known = self._recorded(word.node.label, word.recorded) if self._recorded is not None else None
        ids = (entity.chosen.id, *entity.chosen.ids)
        told = {known[one] for one in ids if one in known} if known is not None else set[str]()
        return known is None or not told.isdisjoint(word.values)

    @property
    def texts(self) -> list[str]:
        """Every such text, in small letters."""
        return [] if self._texts is None else [one.text for one in self.words]

    def sorts(self, word: str) -> bool:
        """Whether a word, in either number, is one of these."""
        said = {word.lower(), singular_of(word.lower())}
        return self._texts is not None and any(one.text in said for one in self.words)

    def _all(self, lower: str) -> Iterator[Valued]:
        words = [word for word in self.words if any(last.removesuffix("y") in lower for last in word.lasts)]
        for own in _by_property(words):
            text = _any_of({value.lower().replace("-", " ") for word in own for value in word.values})
            form = rf"\bwith\s+(?:the\s+)?{re.escape(called(own[0].recorded))}\s+(?P<said>{text}(?:{_OR}{text})*)"
            for match in re.finditer(form, lower):
                said = {value for word in own for value in word.values if _holds(match["said"], value)}
                yield self._made(own[0], match, "", said)
        for word in words:
            text = _pattern(word)
            if word.verb:
                for match in re.finditer(rf"{_DOES}(?<![\w-]){text}(?![\w-])", lower):
                    yield self._made(word, match, "")
                continue
            made = _MADE if word.recorded.name.lower() in ("material", "made_of", "substance") else "(?:)"
            several = "s?" if word.truth else ""  # "people who are first aiders"
            shapes = "|".join((text, *map(re.escape, sorted(word.alone, key=len, reverse=True))))
            one = r"(?:an?\s+)?" if word.truth else ""
            for match in re.finditer(rf"{_IS}{_NOT}{one}(?:{made})?(?:{shapes}){several}(?![\w-])", lower):
                yield self._made(word, match, "")
            for match in re.finditer(rf"{_HOLDS}{text}{several}(?![\w-])", lower) if word.truth else ():
                yield self._made(word, match, "")
            nouns = self._nouns(word.node) | {form for one in words if one.node is word.node for form in one.alone}
            noun = "|".join(sorted(map(re.escape, nouns), key=len, reverse=True))
            others = r"(?:[\w-]+\s+){0,2}?"
            # "Is the Great Map on display", "objects not on display"
            for match in re.finditer(
                rf"^(?:is|are|was|were)\s+(?:the\s+)?{NAME}+\s+(?P<said>{_NOT}(?:an?\s+)?{text})(?![\w-])", lower
            ):
                yield self._made(word, match, "", start=match.start("said"))
            behind = rf"(?:{noun})\s+(?P<said>(?P<denied>not\s+){text})(?![\w-])"
            for match in re.finditer(behind, lower):
                yield self._made(word, match, "", start=match.start("said"))
            form = rf"(?<![\w])(?P<denied>un|non\s)?{text}(?=\s+{others}(?:{noun})(?!\w))"
            for match in re.finditer(form, lower):
                yield self._made(word, match, "")
            if made != "(?:)":
                for match in re.finditer(rf"\b{_MADE}{text}(?![\w-])", lower):
                    yield self._made(word, match, "")
        for word in sorted(words, key=lambda one: not one.names_kind):
            if word.truth or self._lexicon_knows(word.text):
                continue
            one = singular_of(word.text)
            forms = [(plural(one), word.node.plural), *([(one, word.node.singular)] if word.names_kind else [])]
            for form, put in forms:  # one "diesel" may be anything, some "diesels" are locomotives
                # What stands right before a name is said of it: no line is meant by "the bridge Coast Line".
                for match in re.finditer(rf"(?<![\w]){re.escape(form)}(?![\w]|\s+[\"“‘']?{NAME})", lower):
                    if not (_DONE_BY_NAME.search(lower[: match.start()]) and thesaurus.infinitives(form)):
                        yield self._made(word, match, put)

    def _made(
        self, word: ValueWord, match: re.Match[str], put: str, values: set[str] | None = None, start: int | None = None
    ) -> Valued:
        said = match.groupdict()
        denied = bool(said.get("denied") or said.get("no"))
        kept = frozenset(values) if values else word.others if denied else word.values
        return Valued(
            match.start() if start is None else start,
            match.end(),
            put,
            word.node.label,
            word.recorded,
            kept,
            f"{word.node.singular} {word.node.plural}",
        )

    def _nouns(self, node: NodeType) -> set[str]:
        said = (node.singular, node.plural, *node.words)
        return {form.lower() for one in said for form in (one, plural(singular_of(one)))}

    def _lexicon_knows(self, text: str) -> bool:
        tokens = spoken(text)
        found = self._lexicon.longest(tokens, 0)
        return found is not None and found[0] == len(tokens)

    @cached_property
    def words(self) -> tuple[ValueWord, ...]:
        """Every such word, the longest first; none where no text is known."""
        found: list[ValueWord] = []
        if self._texts is None:
            return ()
        for node in self._schema.nodes:
            ids = {node.id_property, node.name_property, node.same_property}
            for property_ in node.properties:
                if property_.name in ids or property_.role not in _SORTING or property_.name.lower() in _UNSAID:
                    continue
                found += self._of(node, property_)
        return tuple(sorted(found, key=lambda one: -len(one.text)))

    def _of(self, node: NodeType, property_: Property) -> Iterator[ValueWord]:
        assert self._texts is not None
        values = frozenset(self._texts(node.label, property_))
        folded: Mapping[str, str] = {value: value.strip().lower() for value in values}
        if values and set(folded.values()) <= YES | NO:
            so = frozenset(value for value, text in folded.items() if text in YES)
            said = predicate(called(property_))
            others = (word.lower() for word in property_.words if word.lower() != called(property_))
            for text in dict.fromkeys((*said.forms, *others)):
                yield ValueWord(text, node, property_, so, values - so, truth=True, verb=said.kind == "verb")
            for text in said.opposites:
                yield ValueWord(text, node, property_, values - so, so, truth=True)
            return
        for value, text in folded.items():
            if any(letter.isalpha() for letter in text) and text not in YES | NO:
                yield ValueWord(text.replace("-", " "), node, property_, frozenset({value}), values - {value})
