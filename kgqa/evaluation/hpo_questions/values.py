"""Recipes of questions for a property, a definition, a kind, a relation, or for the most of something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from kgqa.evaluation.hpo_questions.draft import ANSWERED, Draft, listed, singles
from kgqa.evaluation.hpo_questions.facts import INHERITANCE, PHENOTYPE, Record, Thing
from kgqa.evaluation.scoring import Expected

DEFINITION_LENGTH = 60
DESCRIBED = tuple[Thing, str, tuple[Record, ...]]


def _described(draft: Draft, rng: Random) -> Iterator[DESCRIBED]:
    """Diseases with one of their phenotypes and its records, all for it."""
    usable = set(draft.phenotypes)
    pairs = sorted(
        (thing, term) for (thing, term, aspect) in draft.facts.pairs if aspect == PHENOTYPE and term in usable
    )
    clear = set(draft.diseases)
    for thing, term in rng.sample(pairs, 60_000):
        records = draft.facts.pairs[thing, term, PHENOTYPE]
        if thing in clear and not any(record.against for record in records):
            yield thing, term, records


def properties(draft: Draft) -> None:
    """How frequent, from when on, and on whose word a phenotype is recorded; also where that is not recorded."""
    frequent, onset, references, missing = ("frequency", "pair-onset", "references", "no-frequency")
    several = {frequent: "frequencies", references: "several-references"}
    chance = {recipe: draft.start(recipe) for recipe in (frequent, onset, references, missing, *several.values())}

    def write(recipe: str, described: DESCRIBED, expect: Expected) -> bool:
        names = {"d": draft.d(described[0], chance[recipe]), "p": draft.p(described[1], chance[recipe])}
        return draft.write(recipe, "values and sources", "value", expect, names)

    def values(recipe: str, described: DESCRIBED, found: list[str]) -> bool:
        if not all(found):
            return False
        return write(recipe, described, Expected(ANSWERED, value=tuple(sorted(set(found)))))

    def frequencies(recipe: str, described: DESCRIBED) -> bool:
        found = [record.frequency for record in described[2]]
        return (recipe == frequent or len(set(found)) > 1) and values(recipe, described, found)

    def cited(recipe: str, described: DESCRIBED) -> bool:
        found = [reference for record in described[2] for reference in record.references]
        papers = all(reference.startswith("PMID:") for reference in found)
        return papers and (recipe == references or len(set(found)) > 1) and values(recipe, described, found)

    def unknown(described: DESCRIBED) -> bool:
        silent = not any(record.frequency for record in described[2])
        return silent and write(missing, described, Expected(("not_in_graph",)))

    recipes: dict[str, Callable[[DESCRIBED], bool]] = {
        frequent: lambda x: frequencies(frequent, x),
        several[frequent]: lambda x: frequencies(several[frequent], x),
        onset: lambda x: values(onset, x, [record.onset for record in x[2]]),
        references: lambda x: cited(references, x),
        several[references]: lambda x: cited(several[references], x),
        missing: unknown,
    }
    for recipe, attempt in recipes.items():
        draft.fill(recipe, _described(draft, chance[recipe]) if draft.count(recipe) else (), attempt)


def vocabulary(draft: Draft) -> None:
    """Kinds, broader terms, definitions and other names of a term."""
    facts = draft.facts
    terms = [t for t in sorted(facts.terms) if facts.labels[t] == "Phenotype" and draft.surface.clear_term(t)]
    rng = draft.start("kinds")

    def kinds(term: str) -> bool:
        expect = listed(singles(facts.children[term]))
        return draft.write("kinds", "kinds", "list", expect, {"p": draft.p(term, rng)})

    draft.fill("kinds", draft.by_size(rng, [(t, len(facts.children.get(t, ()))) for t in terms]), kinds)

    def broader(term: str) -> bool:
        expect = listed(singles(facts.terms[term].parents))
        return draft.write("broader", "kinds", "list", expect, {"p": draft.p(term, rng)})

    draft.fill("broader", draft.by_size(rng, [(t, len(facts.terms[t].parents)) for t in terms]), broader)

    def definition(term: str) -> bool:
        text = facts.terms[term].definition
        if len(text) < DEFINITION_LENGTH:
            return False
        expect = Expected(ANSWERED, text=text)
        return draft.write("definition", "definitions and names", "text", expect, {"p": draft.p(term, rng)})

    draft.fill("definition", rng.sample(terms, 200), definition)

    def synonyms(term: str) -> bool:
        known = facts.terms[term].synonyms
        names = {synonym.text.casefold() for synonym in known}
        plain = len(facts.terms[term].plain_synonyms) == len(known) == len(names)
        if not known or not plain or facts.terms[term].name.casefold() in names:
            return False
        expect = Expected(ANSWERED, value=tuple(synonym.text for synonym in known))
        name = (facts.terms[term].name, "") if rng.random() < 0.5 else (facts.terms[term].name.lower(), "lower case")
        return draft.write("synonyms", "definitions and names", "value", expect, {"p": name})

    draft.fill("synonyms", rng.sample(terms, 300), synonyms)


def relations(draft: Draft) -> None:
    """What joins two things: the types of the edges between them."""
    facts = draft.facts
    rng = draft.start("relation")

    def write(one: Thing, other: Thing, predicate: str, names: tuple[tuple[str, str], tuple[str, str]]) -> bool:
        expect = Expected(ANSWERED, between=(one, other), predicates=(predicate,))
        a, b = names if rng.random() < 0.6 else reversed(names)
        return draft.write("relation", "relations", "relation", expect, {"a": a, "b": b})

    def attempt(thing: Thing) -> bool:
        way = draft.done("relation") % 4
        genes = sorted(facts.genes_of.get(thing, frozenset()) & set(draft.genes))
        terms = sorted(draft.shows(thing) & set(draft.phenotypes))
        modes = sorted(draft.shows(thing, INHERITANCE) & set(draft.manners))
        if not genes or not terms or not modes:
            return False
        gene, term, mode, disease = rng.choice(genes), rng.choice(terms), modes[0], draft.d(thing, rng)
        parent = facts.terms[term].parents[0]
        if way == 0:
            return write((gene,), thing, "ASSOCIATED_WITH", (draft.g(gene), disease))
        if way == 1:
            return write(thing, (term,), "HAS_PHENOTYPE", (disease, draft.p(term, rng)))
        if way == 2:
            clear = draft.surface.clear_term(parent) and len(facts.broader(parent)) > 1
            return clear and write((term,), (parent,), "IS_A", (draft.p(term, rng), draft.p(parent, rng)))
        return write(thing, (mode,), "HAS_INHERITANCE", (disease, draft.i(mode)))

    draft.fill("relation", rng.sample(draft.diseases, 1500), attempt)


def comparisons(draft: Draft) -> None:
    """The most frequent phenotype of a disease, and which of two diseases has more of something."""
    rng = draft.start("most-frequent")

    def most_frequent(thing: Thing) -> bool:
        shares = {term: _shares(draft, thing, term) for term in draft.shows(thing)}
        if len(shares) < 4 or not all(len(found) == 1 for found in shares.values()):
            return False
        ordered = sorted(shares, key=lambda term: (-shares[term][0], term))
        if shares[ordered[0]] == shares[ordered[1]]:
            return False
        expect = listed(((ordered[0],),))
        return draft.write("most-frequent", "comparisons", "list", expect, {"d": draft.d(thing, rng)})

    draft.fill("most-frequent", rng.sample(draft.diseases, 4000), most_frequent)

    def more(pair: tuple[Thing, Thing]) -> bool:
        sizes = [len(draft.shows(thing)) for thing in pair]
        if min(sizes) < 2 or sizes[0] == sizes[1]:
            return False
        expect = listed((pair[0] if sizes[0] > sizes[1] else pair[1],))
        names = {"d": draft.d(pair[0], rng), "e": draft.d(pair[1], rng)}
        return draft.write("more-phenotypes", "comparisons", "list", expect, names)

    pairs = [(rng.choice(draft.diseases), rng.choice(draft.diseases)) for _ in range(200)]
    draft.fill("more-phenotypes", pairs, more)

    def where_more_frequent(term: str) -> bool:
        known = [d for d in sorted(draft.showing(term) & set(draft.diseases)) if len(_shares(draft, d, term)) == 1]
        if len(known) < 2:
            return False
        one, other = rng.sample(known, 2)
        shares = [_shares(draft, thing, term)[0] for thing in (one, other)]
        if shares[0] == shares[1]:
            return False
        expect = listed((one if shares[0] > shares[1] else other,))
        names = {"p": draft.p(term, rng), "d": draft.d(one, rng), "e": draft.d(other, rng)}
        return draft.write("more-frequent", "comparisons", "list", expect, names)

    draft.fill("more-frequent", rng.sample(draft.phenotypes, 500), where_more_frequent)


def _shares(draft: Draft, thing: Thing, term: str) -> list[Fraction]:
    """The shares of patients in whom a phenotype was found; empty where any record tells none or only a word."""
    shares = []
    for record in draft.facts.pairs[thing, term, PHENOTYPE]:
        found, slash, examined = record.frequency.partition("/")
        if not slash:
            return []
        shares.append(Fraction(int(found), int(examined)))
    return shares
