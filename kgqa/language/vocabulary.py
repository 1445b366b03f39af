"""The words of English questions that name nothing in a graph: cues for what is asked, and words that carry nothing.

Every word of a question must be explained by a name, by the schema's lexicon or by this vocabulary; what is left over
means that the question asks for something else than what would be answered, and then nothing is answered. The words
themselves are data (``vocabulary.toml``), read once, with the first question.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, cast, get_args

Cue = Literal[
    "which", "how", "when", "list", "count", "kind", "parent", "share", "relation", "define", "explain", "not", "but",
    "or", "and", "most", "often", "there", "whether", "compare", "a",
    "all", "other", "differ", "fewest", "top", "number", "graded", "distinguish", "besides",
]  # fmt: skip
WANTING: frozenset[Cue] = frozenset({"which", "count", "list"})
"""Cues by which things are asked for."""
JOINING: frozenset[Cue] = frozenset({"and", "or", "but", "not"})
"""Cues that join what stands beside them, or deny it."""
DETERMINER = "(?:the|an?|his|her|my|our|their)"
"""A pattern for an article or a possessive."""
RELATIVE = "(?:that|which|who)"
"""A pattern for a word with which a clause says more of the noun before it."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """Words by which a question speaks of the one before it.

    Attributes:
        one, several: that stand for one thing, and for several.
        owners: those of them that say whose something is.
        definite: those that do so only where some of several things are chosen.
        beside: those that stand for something only beside the noun of its type.
        described: words behind which "those" begins a description.
        itself: words behind "this" that are nothing of an answer before.
        parts: words before a pointer of whose things some are asked for.
        choosing: what may stand before these.
        empty: phrases whose "it" stands for nothing.
        opening: phrases that begin a question for the same of something else.
        of_all: words that make a question whole that names nothing.
    """

    one: frozenset[str]
    several: frozenset[str]
    owners: frozenset[str]
    definite: frozenset[str]
    beside: frozenset[str]
    described: frozenset[str]
    itself: frozenset[str]
    parts: frozenset[str]
    choosing: frozenset[str]
    empty: tuple[str, ...]
    opening: tuple[str, ...]
    of_all: frozenset[str]


@dataclass(frozen=True, slots=True)
class Records:
    """Words of questions for the records of links.

    Attributes:
        nouns: what a record is called.
        rests: phrases by which one rests on what is named behind them, in the notation of ``kgqa.language.notation``.
        cited: participles behind what a record rests on.
        serving: those behind which it is said what that is.
        says: verbs with which a source says what is recorded from it.
        noted: participles of what is recorded of somebody.
        held: nouns for what is recorded.
        behind: words of a question for what a record rests on that say no more than that it does.
    """

    nouns: frozenset[str]
    rests: tuple[str, ...]
    cited: frozenset[str]
    serving: frozenset[str]
    says: frozenset[str]
    noted: frozenset[str]
    held: frozenset[str]
    behind: frozenset[str]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The lists of ``vocabulary.toml``, in lower case.

    Attributes:
        cues: the phrases behind each cue; a cue that changes the answer and is not used by a reading makes it no
            reading.
        numbers: what numbers as words stand for.
        auxiliary: forms of be, do and have, and modal verbs.
        be, do, have: the forms of these three with which questions begin and tell.
        possible: words that say of a relation, or of what is asked, that it only may be.
        empty: words that can be left out without changing what is asked.
        light: both of them.
        parting, parting_apart, parting_between: verbs that ask what distinguishes things, with "from", with "apart" or
            with "between".
        attributes: adjectives, prepositions and irregular participles that relations are asked for with.
        greetings, thanks, courtesy, vocatives, people: what is no condition, in the notation of
            ``kgqa.language.notation``.
        guessing: words that ask what has the findings that are told before them.
        fitting: words for what a thing does, or is, that has all of them.
        sorts: nouns for the kinds that there are of a thing.
        unsettling: words by which what is told of findings is doubted, over, or one of several.
        presenting: what says, beside forms of "have", no more than that somebody has them.
        generic_stems: stems of relation words that ask for no relation in particular.
        generic: words that ask or sort and name nothing.
        sorting: words of names that only sort, whatever the type is called.
        aspects: words of names that say which side of a thing is meant.
        manners: nouns that say of an adjective that it tells how something is.
        affecting: verbs whose object may be a part of the body instead of a thing of the graph.
        speaking: words behind which a name is that of somebody who says something.
        emphasised: words in capitals that are more likely stressed than symbols.
        function: words without a meaning of their own.
        before_symbols, after_symbols: words beside which one in capitals is a symbol.
        abbreviations: by words of questions as clinicians write them the words that are meant.
        signs: the same of signs.
        columns: by words that names of columns shorten the words that are meant.
        shortened: by words with a period behind them the words that are meant.
        standing: nouns that stand for things of any type.
        somebody: question words for somebody.
        denying: words by which a phrase may say the opposite of what it is near to.
        absence: words by which a name says that something is not there.
        turning: words that turn what stands beside them into its opposite.
        grading: words that say how much there is of what a relation or a value says, or turn it round.
        scoping: words that change of how much, where, when or on which terms something is asked.
        denying_beginnings, denying_endings: parts of words that do.
        studies: kinds of study that may stand before a statistic.
        statistics: what such numbers are called.
        leading: words that may stand before those that ask.
        asking: words that ask wherever they stand.
        openers: words that ask at the start of a clause.
        subjects: pronouns behind the verb of a question for yes or no.
        back: words by which a clause speaks of what another one named.
        back_to_one: those of them that stand for one thing, or for somebody who has it.
        wishing: words by which who asks says what he wants to be told, or knows.
        minding: verbs for what who asks does with the answer.
        doubting: those of ``undoing`` by which a thing is only doubted.
        ordinals: words for places in an order.
        outstanding: adjectives by which the most frequent are wanted first, where that is recorded.
        registers: nouns for that in which everything stands that can be asked.
        placing: verbs, in the infinitive, that say no more than where something is or whence it comes.
        orders: verbs that ask for a list at the beginning of a question.
        general: verbs, in the infinitive, that say of hardly any relation that it is another one.
        particles: words behind a verb that make another one of it.
        seeking: verbs that these words leave as they are.
        rising: verbs that go up without being others.
        changing: words that change what is asked even where other questions pass over them.
        holding: verbs, in the infinitive, that say of a number no more than that something has it.
        undoing: words with which what is told beside a question is denied, doubted, past or said of somebody else.
        pointing: words by which a question speaks of the one before it.
        records: words for the records of links.
    """

    cues: Mapping[Cue, tuple[str, ...]]
    numbers: Mapping[str, int]
    auxiliary: frozenset[str]
    be: frozenset[str]
    do: frozenset[str]
    have: frozenset[str]
    possible: frozenset[str]
    empty: frozenset[str]
    light: frozenset[str]
    parting: frozenset[str]
    parting_apart: frozenset[str]
    parting_between: frozenset[str]
    attributes: frozenset[str]
    greetings: tuple[str, ...]
    thanks: tuple[str, ...]
    courtesy: tuple[str, ...]
    vocatives: tuple[str, ...]
    people: tuple[str, ...]
    guessing: frozenset[str]
    fitting: frozenset[str]
    sorts: frozenset[str]
    unsettling: frozenset[str]
    presenting: frozenset[str]
    generic_stems: frozenset[str]
    generic: frozenset[str]
    sorting: frozenset[str]
    aspects: frozenset[str]
    manners: frozenset[str]
    affecting: frozenset[str]
    speaking: frozenset[str]
    emphasised: frozenset[str]
    function: frozenset[str]
    before_symbols: frozenset[str]
    after_symbols: frozenset[str]
    abbreviations: Mapping[str, str]
    signs: Mapping[str, str]
    columns: Mapping[str, str]
    shortened: Mapping[str, str]
    standing: frozenset[str]
    somebody: frozenset[str]
    denying: frozenset[str]
    absence: frozenset[str]
    turning: frozenset[str]
    grading: frozenset[str]
    scoping: frozenset[str]
    denying_beginnings: tuple[str, ...]
    denying_endings: tuple[str, ...]
    studies: frozenset[str]
    statistics: tuple[str, ...]
    leading: frozenset[str]
    asking: frozenset[str]
    openers: frozenset[str]
    subjects: frozenset[str]
    back: frozenset[str]
    back_to_one: frozenset[str]
    wishing: frozenset[str]
    minding: frozenset[str]
    doubting: frozenset[str]
    ordinals: frozenset[str]
    outstanding: frozenset[str]
    registers: frozenset[str]
    placing: frozenset[str]
    orders: frozenset[str]
    general: frozenset[str]
    particles: frozenset[str]
    rising: frozenset[str]
    seeking: frozenset[str]
    changing: frozenset[str]
    holding: frozenset[str]
    undoing: frozenset[str]
    pointing: Pointing
    records: Records

    def in_words(self, number: int) -> str:
        """A number as a word where there is one, else in digits."""
        return next((word for word, one in self.numbers.items() if one == number), f"{number:,}")


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary as its file has it.

    Raises:
        ValueError: the file lists phrases for a cue that there is not.
    """
    read = tomllib.loads(files(__package__).joinpath("vocabulary.toml").read_text(encoding="utf-8"))
    unknown = set(read["cues"]) - set(get_args(Cue))
    if unknown:
        raise ValueError(f"vocabulary.toml has phrases for {sorted(unknown)!r}; cues are {get_args(Cue)!r}.")
    cues = {cast("Cue", cue): tuple(phrases) for cue, phrases in read["cues"].items()}
    questions, names, denials = read["questions"], read["names"], read["denials"]
    auxiliary, empty = _words(questions["auxiliary"]), _words(questions["empty"])
    return Vocabulary(
        cues=cues,
        numbers=read["numbers"],
        auxiliary=auxiliary,
        possible=_words(questions["possible"]),
        empty=empty,
        light=auxiliary | empty,
        parting=_words(questions["parting"]),
        parting_apart=_words(questions["parting_apart"]),
        parting_between=_words(questions["parting_between"]),
        attributes=_words(questions["attributes"]),
        greetings=tuple(questions["greetings"]),
        thanks=tuple(questions["thanks"]),
        courtesy=tuple(questions["courtesy"]),
        vocatives=tuple(questions["vocatives"]),
        people=tuple(questions["people"]),
        guessing=_words(questions["guessing"]),
        fitting=_words(questions["fitting"]),
        sorts=_words(questions["sorts"]),
        unsettling=_words(questions["unsettling"]),
        presenting=_words(questions["presenting"]),
        generic_stems=_words(questions["generic_stems"]),
        generic=_words(names["generic"]),
        sorting=_words(names["sorting"]),
        aspects=_words(names["aspects"]),
        manners=_words(names["manners"]),
        affecting=_words(names["affecting"]),
        speaking=_words(names["speaking"]),
        emphasised=_words(names["emphasised"]),
        function=_words(names["function"]),
        before_symbols=_words(names["before_symbols"]),
        after_symbols=_words(names["after_symbols"]),
        abbreviations=read["abbreviations"],
        signs=read["signs"],
        columns=read["columns"],
        shortened=read["shortened"],
        standing=_words(read["nouns"]["standing"]),
        somebody=_words(read["nouns"]["somebody"]),
        denying=_words(denials["words"]) | {phrase for phrase in cues["not"] if " " not in phrase},
        absence=_words(denials["absence"]),
        turning=_words(denials["turning"]),
        grading=_words(denials["grading"]),
        scoping=_words(denials["scoping"]),
        denying_beginnings=tuple(denials["beginnings"].split()),
        denying_endings=tuple(denials["endings"].split()),
        studies=_words(read["studies"]["kinds"]),
        statistics=tuple(read["studies"]["statistics"]),
        pointing=Pointing(**_lists(read["pointing"])),
        records=Records(**_lists(read["records"])),
        **{name: _words(words) for section in ("verbs", "clauses") for name, words in read[section].items()},
    )


def _lists(read: Mapping[str, Any]) -> dict[str, Any]:
    """The lists of a section: words as a set, phrases in their order."""
    return {name: _words(words) if isinstance(words, str) else tuple(words) for name, words in read.items()}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


@cache
def spelt_numbers() -> Mapping[str, int]:
    """Every number below a hundred as words, those of two words first ("twenty-one" with hyphen and with blank)."""
    numbers = vocabulary().numbers
    tens = {word: number for word, number in numbers.items() if 20 <= number < 100}
    ones = {word: number for word, number in numbers.items() if 0 < number < 10}
    joined = {f"{ten}{by}{one}": tens[ten] + ones[one] for ten in tens for one in ones for by in "- "}
    return {**joined, **tens, **{word: number for word, number in numbers.items() if number < 20}}
