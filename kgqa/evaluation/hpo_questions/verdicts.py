"""Recipes of yes/no questions and statements: recorded, not recorded, recorded as absent, recorded for a kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from random import Random

from kgqa.evaluation.hpo_questions.draft import ANSWERED, Draft
from kgqa.evaluation.hpo_questions.facts import INHERITANCE, PHENOTYPE, Thing
from kgqa.evaluation.scoring import Expected

Pair = tuple[Thing, str]


def _verdict(verdict: bool) -> Expected:
    return Expected(ANSWERED, kind="yesno", verdict=verdict)


def _annotated(draft: Draft, rng: Random) -> list[Thing]:
    diseases = [thing for thing in draft.diseases if len(draft.shows(thing)) > 3]
    return rng.sample(diseases, 1500)


def recorded(draft: Draft, rng: Random) -> Iterator[Pair]:
    """A disease and a phenotype that it is recorded with."""
    usable = set(draft.phenotypes)
    for thing in _annotated(draft, rng):
        if terms := sorted(draft.shows(thing) & usable):
            yield thing, rng.choice(terms)


def absent(draft: Draft, rng: Random) -> Iterator[Pair]:
    """A disease and a phenotype of which nothing is recorded for it, neither for kinds nor for what it is a kind of."""
    usual = [p for p in draft.phenotypes if len(draft.showing(p)) > 15]
    for thing in _annotated(draft, rng):
        term = rng.choice(usual)
        family = {term, *draft.facts.kinds(term), *draft.facts.broader(term)}
        if family.isdisjoint(draft.shows(thing) | draft.facts.denied.get((thing, PHENOTYPE), frozenset())):
            yield thing, term


def excluded(draft: Draft, rng: Random) -> Iterator[Pair]:
    """A disease and a phenotype of which every record is against it; NOT and 0 of n in turn."""
    denied, usable = draft.facts.denied, set(draft.phenotypes)
    pairs = [(d, p) for d in draft.diseases for p in sorted(denied.get((d, PHENOTYPE), frozenset()) & usable)]
    plain = [(d, p) for d, p in pairs if draft.facts.kinds(p).isdisjoint(draft.shows(d))]
    rng.shuffle(plain)
    negated = [pair for pair in plain if all(r.negated for r in draft.facts.pairs[*pair, PHENOTYPE])]
    zero = [pair for pair in plain if not any(r.negated for r in draft.facts.pairs[*pair, PHENOTYPE])]
    for one, other in zip(negated, zero, strict=False):
        yield from (one, other)


def of_a_kind(draft: Draft, rng: Random) -> Iterator[Pair]:
    """A disease and a phenotype of which no record is its own, but one of a kind of it is."""
    for thing in _annotated(draft, rng):
        shown = draft.shows(thing)
        denied = draft.facts.denied.get((thing, PHENOTYPE), frozenset())
        above = set().union(*(draft.facts.terms[term].parents for term in sorted(shown)))
        usable = [t for t in sorted(above - shown - denied) if draft.surface.clear_term(t)]
        usable = [t for t in usable if len(draft.facts.broader(t)) > 3]
        if usable:
            yield thing, rng.choice(usable)


def mixed(draft: Draft, rng: Random) -> Iterator[Pair]:
    """A disease and a phenotype with records on both sides: one for it is enough."""
    usable, diseases = set(draft.phenotypes), set(draft.diseases)
    both = [
        (thing, term)
        for (thing, term, _), records in sorted(draft.facts.pairs.items())
        if len({record.against for record in records}) > 1 and term in usable and thing in diseases
    ]
    rng.shuffle(both)
    yield from both


def forms(verdict: bool) -> tuple[tuple[str, str, bool], ...]:
    """A fact asked, stated, and stated with a not: start of the recipe's name, category, verdict."""
    return ("ask", "yes/no", verdict), ("state", "statements", verdict), ("deny", "statements", not verdict)


def phenotypes(draft: Draft) -> None:
    """Does a disease show a phenotype?"""
    sources: tuple[tuple[str, Callable[[Draft, Random], Iterator[Pair]], bool, str], ...] = (
        ("true", recorded, True, "recorded"),
        ("absent", absent, False, "not recorded"),
        ("excluded", excluded, False, "recorded as absent"),
        ("kind", of_a_kind, True, "recorded for a kind"),
        ("mixed", mixed, True, "recorded both ways"),
    )
    for name, source, verdict, why in sources:
        for prefix, category, meant in forms(verdict):
            _phenotypes(draft, f"{prefix}-{name}", category, source, _verdict(meant), why)


def _phenotypes(
    draft: Draft,
    recipe: str,
    category: str,
    source: Callable[[Draft, Random], Iterator[Pair]],
    expect: Expected,
    why: str,
) -> None:
    rng = draft.start(recipe)

    def attempt(pair: Pair) -> bool:
        names = {"d": draft.d(pair[0], rng), "p": draft.p(pair[1], rng), "": ("", why)}
        return draft.write(recipe, category, "yesno", expect, names)

    draft.fill(recipe, source(draft, rng) if draft.count(recipe) else (), attempt)


def genes(draft: Draft) -> None:
    """Is a gene associated with a disease?"""
    for name, verdict in (("linked", True), ("unlinked", False)):
        for prefix, category, meant in forms(verdict):
            _genes(draft, f"{prefix}-{name}", category, verdict, _verdict(meant))


def _genes(draft: Draft, recipe: str, category: str, linked: bool, expect: Expected) -> None:
    rng = draft.start(recipe)

    def attempt(thing: Thing) -> bool:
        known = draft.facts.genes_of.get(thing, frozenset())
        usable = sorted(known & set(draft.genes) if linked else set(draft.genes) - known)
        if not known or not usable:
            return False
        names = {"d": draft.d(thing, rng), "g": draft.g(rng.choice(usable))}
        return draft.write(recipe, category, "yesno", expect, names)

    draft.fill(recipe, rng.sample(draft.diseases, 300), attempt)


def modes(draft: Draft) -> None:
    """Is a disease inherited so? The broader mode of a recorded one is right too."""
    _modes(draft, "ask-mode", "yes/no", lambda shown, covered: shown, True)
    _modes(draft, "ask-broader-mode", "yes/no", lambda shown, covered: covered - shown, True)
    _modes(draft, "ask-other-mode", "yes/no", lambda shown, covered: set(draft.manners) - covered, False)
    _modes(draft, "state-mode", "statements", lambda shown, covered: shown, True)


def _modes(
    draft: Draft,
    recipe: str,
    category: str,
    choose: Callable[[frozenset[str], frozenset[str]], Set[str]],
    verdict: bool,
) -> None:
    rng = draft.start(recipe)

    def attempt(thing: Thing) -> bool:
        shown = draft.shows(thing, INHERITANCE)
        covered = shown.union(*(draft.facts.broader(mode) for mode in shown))
        usable = sorted(choose(shown, covered) & set(draft.manners))
        if not shown or not usable:
            return False
        mode = rng.choice(usable)
        names = {"d": draft.d(thing, rng), "m": draft.manner(mode) or draft.i(mode), "i": draft.i(mode)}
        return draft.write(recipe, category, "yesno", _verdict(verdict), names)

    draft.fill(recipe, rng.sample(draft.diseases, 4000), attempt)


def kinds_of(draft: Draft) -> None:
    """Is one term a kind of another? Directly, over several steps, the wrong way round, not at all."""
    facts = draft.facts
    clear = [term for term in draft.phenotypes if len(facts.broader(term)) > 4]

    def direct(term: str) -> Set[str]:
        return set(facts.terms[term].parents)

    def far(term: str) -> Set[str]:
        return facts.broader(term) - direct(term)

    def foreign(term: str) -> Set[str]:
        return set(clear) - facts.broader(term) - facts.kinds(term) - {term}

    _kinds_of(draft, "is-a", clear, direct, True)
    _kinds_of(draft, "is-a-far", clear, far, True)
    _kinds_of(draft, "is-a-reversed", clear, direct, False)
    _kinds_of(draft, "is-a-not", clear, foreign, False)


def _kinds_of(draft: Draft, recipe: str, terms: list[str], choose: Callable[[str], Set[str]], verdict: bool) -> None:
    rng = draft.start(recipe)

    def attempt(term: str) -> bool:
        usable = [t for t in sorted(choose(term)) if draft.surface.clear_term(t) and len(draft.facts.broader(t)) > 1]
        if not usable:
            return False
        names = [draft.p(term, rng), draft.p(rng.choice(usable), rng)]
        narrow, broad = reversed(names) if recipe == "is-a-reversed" else names
        return draft.write(recipe, "yes/no", "yesno", _verdict(verdict), {"p": narrow, "q": broad})

    draft.fill(recipe, rng.sample(terms, 300), attempt)
