"""Recipes of list questions over one relation, and of the counts of such lists."""

from __future__ import annotations

from random import Random

from kgqa.evaluation.hpo_questions.draft import ANSWERED, Draft, listed, singles, things
from kgqa.evaluation.hpo_questions.facts import COURSE, INHERITANCE, ONSET, PHENOTYPE, Thing
from kgqa.evaluation.scoring import Expected

WORDLIKE = frozenset({"WAS", "SET", "MET", "KIT", "REST", "CLOCK", "GAN", "CAT", "FAS", "ACE", "CAD", "MAX", "IMPACT"})
ROW_LIMIT = 1000


def phenotypes_of_disease(draft: Draft) -> None:
    """Every phenotype recorded for a disease."""
    rng = draft.start("phenotypes")

    def attempt(thing: Thing) -> bool:
        expect = listed(singles(draft.shows(thing)))
        return draft.write("phenotypes", "phenotypes of a disease", "list", expect, {"d": draft.d(thing, rng)})

    draft.fill("phenotypes", draft.by_size(rng, [(d, len(draft.shows(d))) for d in draft.diseases]), attempt)


def diseases_with_phenotype(draft: Draft) -> None:
    """Every disease recorded with a phenotype; in the second recipe it is recorded as absent for others."""
    denied = [term for term in draft.phenotypes if len(draft.facts.denying.get(term, ())) > 1]
    for recipe, terms in (("diseases-with", draft.phenotypes), ("diseases-with-denied", denied)):
        rng = draft.start(recipe)

        def attempt(term: str, recipe: str = recipe, rng: Random = rng) -> bool:
            expect = listed(things(draft.showing(term)))
            return draft.write(recipe, "diseases with a phenotype", "list", expect, {"p": draft.p(term, rng)})

        draft.fill(recipe, draft.by_size(rng, [(term, len(draft.showing(term))) for term in terms]), attempt)


def genes_of_disease(draft: Draft) -> None:
    """Every gene linked to a disease."""
    rng = draft.start("genes-of")
    genes_of = draft.facts.genes_of
    linked = [(d, len(genes_of[d])) for d in draft.diseases if d in genes_of and draft.named_genes(genes_of[d])]

    def attempt(thing: Thing) -> bool:
        expect = listed(singles(genes_of[thing]))
        return draft.write("genes-of", "genes of a disease", "list", expect, {"d": draft.d(thing, rng)})

    draft.fill("genes-of", draft.by_size(rng, linked), attempt)


def diseases_of_gene(draft: Draft) -> None:
    """Every disease linked to a gene; in the second recipe the symbol is an English word."""
    facts = draft.facts
    wordlike = sorted(
        gene for gene, symbol in facts.symbols.items() if symbol in WORDLIKE and draft.surface.clear(symbol)
    )
    for recipe, genes in (("diseases-of", draft.genes), ("diseases-of-word", wordlike)):
        rng = draft.start(recipe)

        def attempt(gene: str, recipe: str = recipe) -> bool:
            expect = listed(things(facts.diseases_of[gene]))
            return draft.write(recipe, "diseases of a gene", "list", expect, {"g": draft.g(gene)})

        draft.fill(recipe, draft.by_size(rng, [(gene, len(facts.diseases_of[gene])) for gene in genes]), attempt)


def inheritance(draft: Draft) -> None:
    """The modes of inheritance of a disease, and the diseases of a mode."""
    rng = draft.start("inheritance")

    def of_disease(thing: Thing) -> bool:
        expect = listed(singles(draft.shows(thing, INHERITANCE)))
        return draft.write("inheritance", "inheritance", "list", expect, {"d": draft.d(thing, rng)})

    known = [(d, len(draft.shows(d, INHERITANCE))) for d in draft.diseases]
    draft.fill("inheritance", draft.by_size(rng, known), of_disease)

    def of_mode(term: str) -> bool:
        expect = listed(things(draft.showing(term, INHERITANCE)))
        return draft.write("inherited", "inheritance", "list", expect, {"i": draft.i(term)})

    modes = {term for term, aspect in draft.facts.showing if aspect == INHERITANCE and draft.surface.clear_term(term)}
    sized = [(term, len(draft.showing(term, INHERITANCE))) for term in sorted(modes)]
    draft.fill("inherited", draft.by_size(draft.start("inherited"), sized), of_mode)


def course(draft: Draft) -> None:
    """When a disease begins, its clinical course, and the diseases of a course."""
    onsets = draft.facts.kinds(ONSET)

    def of_disease(recipe: str, rng: Random, thing: Thing) -> bool:
        expect = listed(singles(draft.shows(thing, COURSE)))
        return draft.write(recipe, "onset and course", "list", expect, {"d": draft.d(thing, rng)})

    known = [(d, len(draft.shows(d, COURSE))) for d in draft.diseases if draft.shows(d, COURSE)]
    only_onset = [(d, size) for d, size in known if draft.shows(d, COURSE) <= onsets]
    for recipe, sized in (("onset", only_onset), ("course", known)):
        rng = draft.start(recipe)
        draft.fill(recipe, draft.by_size(rng, sized), lambda d, r=recipe, c=rng: of_disease(r, c, d))  # type: ignore[misc]

    terms = {term for term, aspect in draft.facts.showing if aspect == COURSE and draft.surface.clear_term(term)}
    for recipe, chosen in (("with-onset", terms & onsets), ("with-course", terms - onsets)):

        def attempt(term: str, recipe: str = recipe) -> bool:
            expect = listed(things(draft.showing(term, COURSE)))
            return draft.write(recipe, "onset and course", "list", expect, {"c": draft.i(term)})

        sized_terms = [(term, len(draft.showing(term, COURSE))) for term in sorted(chosen) if " " in draft.i(term)[0]]
        draft.fill(recipe, draft.by_size(draft.start(recipe), sized_terms), attempt)


def counts(draft: Draft) -> None:
    """How many there are, long lists beyond any row limit among them."""
    facts = draft.facts
    rng = draft.start("count")

    def write(recipe: str, number: int, place: str, name: tuple[str, str]) -> bool:
        return draft.write(recipe, "counts", "count", Expected(ANSWERED, count=number), {place: name})

    def in_turn(recipe: str, sized: list[tuple[str, int]]) -> list[str]:
        return list(draft.by_size(draft.start(recipe), sized))

    showing = [(p, len(draft.showing(p))) for p in draft.phenotypes]
    long = [p for p, size in showing if size > ROW_LIMIT]
    rng.shuffle(long)
    draft.fill("count-long", long, lambda p: write("count-long", len(draft.showing(p)), "p", draft.p(p, rng)))
    draft.fill(
        "count-showing",
        in_turn("count-showing", showing),
        lambda p: write("count-showing", len(draft.showing(p)), "p", draft.p(p, rng)),
    )
    shows = draft.by_size(rng, [(d, len(draft.shows(d))) for d in draft.diseases])
    draft.fill("count-shown", shows, lambda d: write("count-shown", len(draft.shows(d)), "d", draft.d(d, rng)))
    linked = draft.by_size(rng, [(d, len(facts.genes_of.get(d, ()))) for d in draft.diseases])
    named = (d for d in linked if draft.named_genes(facts.genes_of[d]))
    draft.fill("count-genes", named, lambda d: write("count-genes", len(facts.genes_of[d]), "d", draft.d(d, rng)))
    of_gene = in_turn("count-of-gene", [(g, len(facts.diseases_of[g])) for g in draft.genes])
    draft.fill("count-of-gene", of_gene, lambda g: write("count-of-gene", len(facts.diseases_of[g]), "g", draft.g(g)))
    draft.fill(
        "count-inherited",
        draft.manners,
        lambda i: write("count-inherited", len(draft.showing(i, INHERITANCE)), "i", draft.i(i)),
    )
    pairs = _pairs_shown_together(draft, rng)
    draft.fill(
        "count-both",
        pairs,
        lambda pq: draft.write(
            "count-both",
            "counts",
            "count",
            Expected(ANSWERED, count=len(draft.showing(pq[0]) & draft.showing(pq[1]))),
            {"p": draft.p(pq[0], rng), "q": draft.p(pq[1], rng)},
        ),
    )


def _pairs_shown_together(draft: Draft, rng: Random) -> list[tuple[str, str]]:
    pairs = []
    for thing in rng.sample(draft.diseases, 200):
        terms = sorted(term for term in draft.shows(thing, PHENOTYPE) if len(draft.showing(term)) in range(20, 900))
        clear = [term for term in terms if draft.surface.clear_term(term)]
        if len(clear) > 1:
            one, other = rng.sample(clear, 2)
            if one not in draft.facts.broader(other) and other not in draft.facts.broader(one):
                pairs.append((one, other))
    return pairs
