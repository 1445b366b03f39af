"""The question kinds that are timed: of made tables from their own edges, of the default graph from the bundled set."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from benchmarks.made_tables import Made
from benchmarks.made_words import Link
from benchmarks.questions import bundled

ASKED = 8
"""Most questions of a kind."""

LIST, REVERSE, BOTH, SHARED = "list", "reverse list", "two conditions", "shared"
TWO_HOPS, THREE_HOPS, YESNO, COUNT = "2 hops", "3 hops", "yes/no", "count"
SUPERLATIVE, PROPERTY, RELATION = "superlative", "property", "relation"

_CATEGORIES: Mapping[str, str] = {
    LIST: "diseases with a phenotype",
    REVERSE: "phenotypes of a disease",
    BOTH: "intersections",
    SHARED: "shared",
    TWO_HOPS: "chains",
    THREE_HOPS: "chains",
    YESNO: "yes/no",
    COUNT: "counts",
    PROPERTY: "definitions and names",
    RELATION: "relations",
}
"""The category of the bundled questions that stands for a kind; the default graph has no chains of three."""

_SUPERLATIVES = (
    "Which disease has the most phenotypes?",
    "Which phenotype occurs in the most diseases?",
    "Which gene is associated with the most diseases?",
    "Which disease is associated with the most genes?",
)

_Ask = Callable[[Made, Link, random.Random], Iterator[str]]


def default_questions() -> dict[str, tuple[str, ...]]:
    """Questions of every kind about the default graph."""
    found: dict[str, tuple[str, ...]] = {SUPERLATIVE: _SUPERLATIVES}
    for kind, category in _CATEGORIES.items():
        asked = [question.question for question in bundled() if question.category == category]
        found[kind] = tuple(asked[:: max(1, len(asked) // ASKED)][:ASKED])
    return found


def made_questions(made: Made) -> dict[str, tuple[str, ...]]:
    """Questions of every kind about made tables, spread over their relations, the same ones for the same tables."""
    draw = random.Random(made.shape.seed)  # noqa: S311 -- nothing here is a secret
    found = {}
    for kind, ask in _ASKED.items():
        asked = [question for link in made.links for question in ask(made, link, draw)]
        found[kind] = tuple(draw.sample(asked, min(ASKED, len(asked))))
    return found


def _both(made: Made, link: Link, draw: random.Random) -> Iterator[str]:
    """Two targets of one source, so that there is an answer."""
    source, target = draw.choice(made.drawn[link])
    others = [other for one, other in made.drawn[link] if one == source and other != target]
    if others:
        yield f"Which {made.plurals[link.source]} {link.plural} both {target} and {draw.choice(others)}?"


def _shared(made: Made, link: Link, draw: random.Random) -> Iterator[str]:
    """Two sources of one target."""
    source, target = draw.choice(made.drawn[link])
    others = [one for one, other in made.drawn[link] if other == target and one != source]
    if others:
        yield f"What do {source} and {draw.choice(others)} have in common?"


def _two_hops(made: Made, link: Link, draw: random.Random) -> Iterator[str]:
    for then in _behind(made, link):
        _, middle = draw.choice(made.drawn[link])
        yield f"{_chain(made, link, then)} {_led_to(made, then, middle, draw)}?"


def _three_hops(made: Made, link: Link, draw: random.Random) -> Iterator[str]:
    for then in _behind(made, link):
        for last in _behind(made, then):
            _, middle = draw.choice(made.drawn[link])
            end = _led_to(made, last, _led_to(made, then, middle, draw), draw)
            yield f"{_chain(made, link, then)} {made.plurals[then.target]} that {last.plural} {end}?"


def _led_to(made: Made, link: Link, source: str, draw: random.Random) -> str:
    """A target of a thing, or one of any thing where none of its edges was kept."""
    return draw.choice([target for one, target in made.drawn[link] if one == source] or made.drawn[link][0][1:])


def _behind(made: Made, link: Link) -> list[Link]:
    """The relations that lead on from where this one ends, to another type."""
    return [then for then in made.links if then.source == link.target and then.target != then.source != link.source]


def _chain(made: Made, link: Link, then: Link) -> str:
    return f"Which {made.plurals[link.source]} {link.plural} {made.plurals[link.target]} that {then.plural}"


def _count(made: Made, link: Link, draw: random.Random) -> Iterator[str]:
    source, target = draw.choice(made.drawn[link])
    yield f"How many {made.plurals[link.source]} {link.plural} {target}?"
    yield f"How many {made.plurals[link.target]} {link.passive} {source}?"


def _form(text: str) -> _Ask:
    """A question with the words of a relation, and with the ends of one of its edges."""

    def ask(made: Made, link: Link, draw: random.Random) -> Iterator[str]:
        one, other = draw.choice(made.drawn[link])
        yield text.format(
            one=one, other=other, link=link, ones=made.plurals[link.source], others=made.plurals[link.target]
        )

    return ask


_ASKED: Mapping[str, _Ask] = {
    LIST: _form("Which {ones} {link.plural} {other}?"),
    REVERSE: _form("Which {others} {link.passive} {one}?"),
    BOTH: _both,
    SHARED: _shared,
    TWO_HOPS: _two_hops,
    THREE_HOPS: _three_hops,
    YESNO: _form("Does {one} {link.plural} {other}?"),
    COUNT: _count,
    SUPERLATIVE: lambda made, link, _: iter(
        (f"Which {link.source.lower()} {link.singular} the most {made.plurals[link.target]}?",)
    ),
    PROPERTY: _form("What is the group of {one}?"),
    RELATION: _form("How is {one} related to {other}?"),
}
