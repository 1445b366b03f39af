"""The words of made tables: types with names that sound like those of real things, and the relations between them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_SOUNDS = tuple(f"{first}{vowel}" for first in "bdfghklmnprstvz" for vowel in "aeiou")


@dataclass(frozen=True, slots=True)
class Link:
    """A relation between two types.

    Attributes:
        type: its name in the table.
        plural: what several of its sources do with a target ("show").
        singular: what one source does ("shows").
        passive: what is done to several targets ("are shown by").
        weight: how many edges it has, compared with the others.
    """

    source: str
    type: str
    target: str
    plural: str
    singular: str
    passive: str
    weight: int


@dataclass(frozen=True, slots=True)
class MadeType:
    """A type of things: its plural, the prefix of its identifiers, and what makes a name."""

    plural: str
    prefix: str
    name: Callable[[random.Random], str]


def word(draw: random.Random, sounds: int) -> str:
    """A word that nobody has heard before."""
    return "".join(draw.choices(_SOUNDS, k=sounds))


def _symbol(draw: random.Random) -> str:
    return f"{''.join(draw.choices('BCDFGHKLMNPRSTVXZ', k=4))}{draw.randint(1, 29)}"


def _with_noun(*nouns: str) -> Callable[[random.Random], str]:
    return lambda draw: f"{word(draw, 3)}{draw.choice(('lar', 'ric', 'nal', 'tic'))} {draw.choice(nouns)}"


def _with_ending(*endings: str) -> Callable[[random.Random], str]:
    return lambda draw: f"{word(draw, 3)}{draw.choice(endings)}"


TYPES: Mapping[str, MadeType] = {
    "Gene": MadeType("genes", "MADE.GENE", _symbol),
    "Compound": MadeType("compounds", "MADE.CPD", _with_ending("mide", "nib", "stat", "xolone", "cillin")),
    "Tissue": MadeType("tissues", "MADE.TIS", _with_noun("membrane", "gland", "muscle", "cortex")),
    "Disease": MadeType("diseases", "MADE.DIS", _with_noun("syndrome", "fever", "anaemia", "dystrophy", "neuropathy")),
    "Symptom": MadeType("symptoms", "MADE.SYM", _with_noun("pain", "rash", "swelling", "weakness")),
    "Pathway": MadeType("pathways", "MADE.PWY", _with_noun("signalling", "transport", "repair")),
}
"""The types, in the order in which they are taken; each has fewer things than the one before."""

LINKS = (
    Link("Tissue", "expresses", "Gene", "express", "expresses", "are expressed by", 520),
    Link("Gene", "regulates", "Gene", "regulate", "regulates", "are regulated by", 260),
    Link("Gene", "interacts_with", "Gene", "interact with", "interacts with", "interact with", 140),
    Link("Tissue", "upregulates", "Gene", "upregulate", "upregulates", "are upregulated by", 95),
    Link("Tissue", "downregulates", "Gene", "downregulate", "downregulates", "are downregulated by", 95),
    Link("Compound", "downregulates", "Gene", "downregulate", "downregulates", "are downregulated by", 20),
    Link("Compound", "binds", "Gene", "bind", "binds", "are bound by", 12),
    Link("Disease", "damages", "Tissue", "damage", "damages", "are damaged by", 4),
    Link("Compound", "resembles", "Compound", "resemble", "resembles", "resemble", 6),
    Link("Disease", "alters", "Gene", "alter", "alters", "are altered by", 12),
    Link("Compound", "treats", "Disease", "treat", "treats", "are treated by", 3),
    Link("Compound", "causes", "Disease", "cause", "causes", "are caused by", 8),
    Link("Compound", "enters", "Tissue", "enter", "enters", "are entered by", 3),
    Link("Gene", "drives", "Disease", "drive", "drives", "are driven by", 10),
    Link("Disease", "precedes", "Disease", "precede", "precedes", "are preceded by", 1),
    Link("Compound", "potentiates", "Compound", "potentiate", "potentiates", "are potentiated by", 6),
    Link("Disease", "shows", "Symptom", "show", "shows", "are shown by", 6),
    Link("Compound", "relieves", "Symptom", "relieve", "relieves", "are relieved by", 4),
    Link("Gene", "activates", "Pathway", "activate", "activates", "are activated by", 80),
    Link("Compound", "blocks", "Pathway", "block", "blocks", "are blocked by", 4),
    Link("Gene", "inhibits", "Pathway", "inhibit", "inhibits", "are inhibited by", 30),
    Link("Disease", "disturbs", "Pathway", "disturb", "disturbs", "are disturbed by", 4),
    Link("Pathway", "controls", "Pathway", "control", "controls", "are controlled by", 1),
    Link("Tissue", "contains", "Pathway", "contain", "contains", "are contained by", 4),
    Link("Compound", "suppresses", "Symptom", "suppress", "suppresses", "are suppressed by", 3),
    Link("Gene", "modulates", "Symptom", "modulate", "modulates", "are modulated by", 8),
    Link("Symptom", "accompanies", "Symptom", "accompany", "accompanies", "are accompanied by", 1),
    Link("Symptom", "reaches", "Tissue", "reach", "reaches", "are reached by", 1),
    Link("Compound", "worsens", "Disease", "worsen", "worsens", "are worsened by", 3),
    Link("Compound", "stabilises", "Gene", "stabilise", "stabilises", "are stabilised by", 8),
)
