"""Recipes of questions that must not be answered: nothing in the graph, no question at all, or two readings."""

from __future__ import annotations

import re
from collections import Counter

from kgqa.evaluation.hpo_questions.draft import Draft, listed, singles
from kgqa.evaluation.hpo_questions.facts import INHERITANCE, Thing
from kgqa.evaluation.hpo_questions.surface import key
from kgqa.evaluation.scoring import Expected

SILENT = ("not_in_graph", "refused")
MEMBERS = 6


def abstain(draft: Draft) -> None:
    """Things the graph has not: each template of the recipe names after a bar the words of which one must be said."""
    templates = draft.templates.get("abstain", ())
    rng = draft.start("abstain")
    phenotypes = [p for p in draft.phenotypes if len(draft.showing(p)) > 40]
    linked = [d for d in draft.diseases if d in draft.facts.genes_of and len(draft.shows(d)) > 10]
    for template in templates:
        text, _, says = template.partition(" | ")
        names = {
            "d": (draft.surface.disease(rng.choice(linked)), ""),
            "e": (draft.surface.disease(rng.choice(linked)), ""),
            "p": (draft.i(rng.choice(phenotypes))[0], ""),
            "g": draft.g(rng.choice(draft.genes)),
        }
        expect = Expected(SILENT, says=tuple(word.strip() for word in says.split(",") if word))
        draft.add("abstain", "must abstain", "abstain", expect, text, names)


def ambiguous(draft: Draft) -> None:
    """Names that mean two things, in questions that leave open which."""
    rng = draft.start("ambiguous")
    for recipe, texts in (("two-terms", _two_terms(draft)), ("gene-or-term", _gene_or_term(draft))):
        for number, template in enumerate(draft.templates.get(recipe, ())):
            text = texts[number % len(texts)]
            expect = Expected(("ambiguous",), choices=tuple(sorted(draft.surface.readings[key(text)])))
            names = {"x": (text, ""), "p": draft.p(rng.choice(draft.phenotypes), rng)}
            names["d"] = (draft.surface.disease(rng.choice(draft.diseases)), "")
            draft.add(recipe, "ambiguous", "ambiguous", expect, template, names)


def two_types(draft: Draft) -> None:
    """Names shared by a disease and a phenotype where the question settles which, and families of diseases."""
    facts = draft.facts
    rng = draft.start("settled")
    both = [t for t in sorted(facts.terms) if _shared_with_disease(draft, t)]
    rng.shuffle(both)

    def disease(term: str) -> Thing:
        return next(t for t in draft.surface.readings[key(facts.terms[term].name)] if t[0] in facts.names)

    def as_phenotype(term: str) -> bool:
        found = draft.showing(term)
        if not 0 < len(found) < 300:
            return False
        return draft.write("settled-phenotype", "ambiguous", "list", listed(tuple(sorted(found))), {"p": draft.i(term)})

    def as_disease(term: str) -> bool:
        modes = draft.shows(disease(term), INHERITANCE)
        if not modes or draft.showing(term):
            return False
        return draft.write("settled-disease", "ambiguous", "list", listed(singles(modes)), {"d": draft.i(term)})

    draft.fill("settled-phenotype", both, as_phenotype)
    draft.fill("settled-disease", both, as_disease)
    families = _families(draft)
    rng.shuffle(families)
    unsettled = Expected(("ambiguous", "not_in_graph"))

    def family(name: str) -> bool:
        return draft.write("family", "ambiguous", "ambiguous", unsettled, {"d": (name, "a family's name")})

    draft.fill("family", families, family)


def _two_terms(draft: Draft) -> list[str]:
    """Texts that are, letter for letter, an exact synonym of two phenotypes recorded for diseases, and nothing else."""
    terms = [term for term in draft.facts.terms.values() if draft.showing(term.id)]
    exact = Counter(text for term in terms for text in set(term.plain_synonyms))
    return sorted(
        text
        for text, number in exact.items()
        if number == 2
        and len(draft.surface.readings[key(text)]) == 2
        and not any(key(term.name) == key(text) for term in terms)
    )


def _gene_or_term(draft: Draft) -> list[str]:
    """Texts that are, letter for letter, the symbol of a gene and a synonym of one phenotype."""
    symbols = set(draft.facts.symbols.values())
    terms = [term for term in draft.facts.terms.values() if draft.showing(term.id)]
    exact = {text for term in terms for text in term.plain_synonyms if text in symbols}
    return sorted(text for text in exact if len(draft.surface.readings[key(text)]) == 2)


def _shared_with_disease(draft: Draft, term: str) -> bool:
    """True where one disease and this phenotype have one name, word for word, and nothing else has it."""
    name = draft.facts.terms[term].name
    things = draft.surface.readings[key(name)]
    diseases = [thing for thing in things if thing[0] in draft.facts.names]
    return (
        len(things) == 2
        and len(diseases) == 1
        and draft.surface.disease(diseases[0]).casefold() == name.casefold()
        and draft.facts.labels[term] == "Phenotype"
    )


def _families(draft: Draft) -> list[str]:
    """Names that are only the beginning of several diseases' names ("… type 1", "… type 2") and hold no other name."""
    members: Counter[str] = Counter()
    for names in draft.facts.names.values():
        stem = re.sub(r",? ?(type )?(\d+\w?|[IVX]+\w?)$", "", names[0])
        if stem != names[0] and len(stem.split()) in (2, 3) and "," not in stem:
            members[stem] += 1
    return sorted(stem for stem, number in members.items() if number >= MEMBERS and not _holds_a_name(draft, stem))


def _holds_a_name(draft: Draft, text: str) -> bool:
    words = re.findall(r"\w+", text)
    spans = (words[start:end] for start in range(len(words)) for end in range(start + 1, len(words) + 1))
    return any(key(" ".join(span)) in draft.surface.readings for span in spans)
