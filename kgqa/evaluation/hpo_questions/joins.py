"""Recipes of questions with two and more conditions: intersections, what is shared, chains, what is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

from kgqa.evaluation.hpo_questions.draft import Draft, listed, singles, things
from kgqa.evaluation.hpo_questions.facts import INHERITANCE, PHENOTYPE, Facts, Thing
from kgqa.evaluation.scoring import Expected

MOST = 300
"""Longest list of a question with several conditions."""


def across_records(facts: Facts, thing: Thing, terms: Iterable[tuple[str, str]]) -> bool:
    """True where no single record identifier of a disease has all the terms, only its identifiers together."""
    carried = [
        {record.disease for record in facts.pairs[thing, term, aspect] if not record.against} for term, aspect in terms
    ]
    return not set.intersection(*carried)


def unrelated(draft: Draft, terms: Iterable[str]) -> bool:
    """True where none of the terms is a kind of another."""
    return all(a not in draft.facts.broader(b) and b not in draft.facts.broader(a) for a, b in combinations(terms, 2))


def _drawn(draft: Draft, rng: Random, number: int) -> Iterator[tuple[Thing, tuple[str, ...]]]:
    """Diseases with some of their phenotypes, of clear name and not too common, none a kind of another."""
    usable = {p for p in draft.phenotypes if len(draft.showing(p)) in range(4, 700)}
    for thing in rng.sample(draft.diseases, 3000):
        terms = sorted(draft.shows(thing) & usable)
        if len(terms) >= number + 1:
            chosen = tuple(rng.sample(terms, number))
            if unrelated(draft, chosen):
                yield thing, chosen


def intersections(draft: Draft) -> None:
    """Diseases with two or three phenotypes, also together with an inheritance or a gene, or with no match at all."""
    facts = draft.facts

    def write(recipe: str, found: set[Thing], terms: list[tuple[str, str]], names: dict[str, tuple[str, str]]) -> bool:
        if len(found) > MOST:
            return False
        if any(across_records(facts, thing, terms) for thing in found):
            names[""] = ("", "one answer joins two records")
        return draft.write(recipe, "intersections", "list", listed(things(found)), names)

    for recipe, number in (("both", 2), ("three", 3)):
        rng = draft.start(recipe)

        def attempt(drawn: tuple[Thing, tuple[str, ...]], recipe: str = recipe, rng: Random = rng) -> bool:
            found = set.intersection(*(set(draft.showing(term)) for term in drawn[1]))
            names = {place: draft.p(term, rng) for place, term in zip("pqr", drawn[1], strict=False)}
            return write(recipe, found, [(term, PHENOTYPE) for term in drawn[1]], names)

        draft.fill(recipe, _drawn(draft, rng, number), attempt)

    rng = draft.start("inherited-with")

    def inherited(drawn: tuple[Thing, tuple[str, ...]]) -> bool:
        modes = sorted(draft.shows(drawn[0], INHERITANCE) & set(draft.manners))
        if not modes:
            return False
        mode, term = modes[0], drawn[1][0]
        manner = draft.manner(mode)
        found = set(draft.showing(term)) & set(draft.showing(mode, INHERITANCE))
        names = {"p": draft.p(term, rng), "i": draft.i(mode), "m": manner or draft.i(mode)}
        return write("inherited-with", found, [(term, PHENOTYPE), (mode, INHERITANCE)], names)

    draft.fill("inherited-with", _drawn(draft, rng, 1), inherited)
    _gene_and_phenotype(draft)
    _none(draft)


def _gene_and_phenotype(draft: Draft) -> None:
    rng = draft.start("gene-with")
    facts = draft.facts
    genes = [gene for gene in draft.genes if len(facts.diseases_of[gene]) > 2]
    rng.shuffle(genes)

    def attempt(gene: str) -> bool:
        linked = facts.diseases_of[gene]
        shown = [draft.shows(thing) for thing in sorted(linked)]
        some = sorted((frozenset().union(*shown) - frozenset.intersection(*shown)) & set(draft.phenotypes))
        if not some:
            return False
        term = rng.choice(some)
        expect = listed(things(linked & draft.showing(term)))
        names = {"g": draft.g(gene), "p": draft.p(term, rng)}
        return draft.write("gene-with", "intersections", "list", expect, names)

    draft.fill("gene-with", genes, attempt)


def _none(draft: Draft) -> None:
    """Two phenotypes that no disease shows together, neither they themselves nor their kinds."""
    rng = draft.start("none")
    rare = [p for p in draft.phenotypes if len(draft.showing(p)) in range(3, 12)]

    def all_showing(term: str) -> set[Thing]:
        return set().union(*(draft.showing(kind) for kind in (term, *draft.facts.kinds(term))))

    def attempt(pair: tuple[str, str]) -> bool:
        if all_showing(pair[0]) & all_showing(pair[1]) or not unrelated(draft, pair):
            return False
        expect = Expected(("answered", "not_in_graph"), answers=())
        names = {"p": draft.p(pair[0], rng), "q": draft.p(pair[1], rng)}
        return draft.write("none", "intersections", "list", expect, names)

    draft.fill("none", ((rng.choice(rare), rng.choice(rare)) for _ in range(99)), attempt)


def shared(draft: Draft) -> None:
    """What two diseases or two genes have in common."""
    facts = draft.facts
    rng = draft.start("shared")
    drawn = [rng.sample(draft.diseases, 2) for _ in range(4000)]
    pairs = [(one, other) for one, other in drawn]

    def phenotypes(pair: tuple[Thing, Thing]) -> bool:
        found = draft.shows(pair[0]) & draft.shows(pair[1])
        if len(found) < 2:
            return False
        names = {"d": draft.d(pair[0], rng), "e": draft.d(pair[1], rng)}
        return draft.write("shared-phenotypes", "shared", "list", listed(singles(found)), names)

    draft.fill("shared-phenotypes", pairs, phenotypes)

    def genes(gene: str) -> bool:
        linked = sorted(facts.diseases_of[gene] & set(draft.diseases))
        if len(linked) < 2:
            return False
        one, other = rng.sample(linked, 2)
        found = facts.genes_of[one] & facts.genes_of[other]
        names = {"d": draft.d(one, rng), "e": draft.d(other, rng)}
        nested = draft.surface.disease(one).casefold() in draft.surface.disease(other).casefold()
        if nested or not draft.named_genes(found):
            return False
        return draft.write("shared-genes", "shared", "list", listed(singles(found)), names)

    draft.fill("shared-genes", rng.sample(draft.genes, 400), genes)

    def diseases(thing: Thing) -> bool:
        linked = sorted(facts.genes_of.get(thing, frozenset()) & set(draft.genes))
        if len(linked) < 2:
            return False
        one, other = rng.sample(linked, 2)
        found = facts.diseases_of[one] & facts.diseases_of[other]
        names = {"g": draft.g(one), "h": draft.g(other)}
        return draft.write("shared-diseases", "shared", "list", listed(things(found)), names)

    draft.fill("shared-diseases", rng.sample(draft.diseases, 2000), diseases)


def chains(draft: Draft) -> None:
    """From gene to phenotype or inheritance and back, over diseases that the question does not name."""
    facts = draft.facts

    def genes_over(found: Iterable[Thing]) -> frozenset[str]:
        return frozenset().union(*(facts.genes_of.get(thing, frozenset()) for thing in found))

    def terms_over(gene: str, aspect: str) -> frozenset[str]:
        return frozenset().union(*(draft.shows(thing, aspect) for thing in facts.diseases_of[gene]))

    rng = draft.start("genes-over")
    sized = [(p, len(genes_over(draft.showing(p)))) for p in draft.phenotypes if len(draft.showing(p)) < MOST]

    def genes_of_phenotype(term: str) -> bool:
        genes = genes_over(draft.showing(term))
        if not draft.named_genes(genes):
            return False
        names = {"p": draft.p(term, rng)}
        return draft.write("genes-over", "chains", "list", listed(singles(genes)), names)

    draft.fill("genes-over", draft.by_size(rng, sized), genes_of_phenotype)
    for recipe, aspect in (("phenotypes-over", PHENOTYPE), ("inheritance-over", INHERITANCE)):
        chance = draft.start(recipe)

        def of_gene(gene: str, recipe: str = recipe, aspect: str = aspect) -> bool:
            return draft.write(
                recipe, "chains", "list", listed(singles(terms_over(gene, aspect))), {"g": draft.g(gene)}
            )

        several = [(g, len(terms_over(g, aspect))) for g in draft.genes if len(facts.diseases_of[g]) > 1]
        draft.fill(recipe, draft.by_size(chance, several), of_gene)

    def genes_of_mode(term: str) -> bool:
        genes = genes_over(draft.showing(term, INHERITANCE))
        if not genes or len(genes) > MOST or not draft.named_genes(genes):
            return False
        names = {"i": draft.i(term)}
        return draft.write("genes-inherited", "chains", "list", listed(singles(genes)), names)

    modes = sorted({term for term, aspect in facts.showing if aspect == INHERITANCE and draft.surface.clear_term(term)})
    draft.start("genes-inherited").shuffle(modes)
    draft.fill("genes-inherited", modes, genes_of_mode)


def without(draft: Draft) -> None:
    """Diseases with one thing and not another, and diseases in which a phenotype is recorded as absent."""
    rng = draft.start("without")

    def attempt(drawn: tuple[Thing, tuple[str, ...]]) -> bool:
        wanted, unwanted = drawn[1]
        found = draft.showing(wanted) - draft.showing(unwanted)
        with_kinds = found.difference(*(draft.showing(kind) for kind in draft.facts.kinds(unwanted)))
        if not 0 < len(found) <= MOST or with_kinds != found or found == draft.showing(wanted):
            return False
        names = {"p": draft.p(wanted, rng), "q": draft.p(unwanted, rng)}
        return draft.write("without", "without", "list", listed(things(found)), names)

    draft.fill("without", _drawn(draft, rng, 2), attempt)

    rng = draft.start("excluding")
    pairs = draft.facts.pairs

    def excluding(term: str) -> bool:
        found = draft.facts.denying[term]
        return draft.write("excluding", "without", "list", listed(things(found)), {"p": draft.p(term, rng)})

    mixed = {term for (_, term, _), records in pairs.items() if len({record.against for record in records}) > 1}
    sized = [(p, len(draft.facts.denying.get(p, ()))) for p in draft.phenotypes if p not in mixed]
    draft.fill("excluding", draft.by_size(rng, sized), excluding)
