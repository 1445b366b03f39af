"""The desk at which the recipes work: facts, seeded chance, templates, and the questions written so far."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeVar

from kgqa.evaluation.hpo_questions.facts import INHERITANCE, PHENOTYPE, Thing
from kgqa.evaluation.hpo_questions.surface import Surface, british, key, lower_first, plural
from kgqa.evaluation.questions import Question
from kgqa.evaluation.scoring import Expected

T = TypeVar("T")
SIZES = (1, 4, 15, 60, 200, 600)
"""Upper bounds of the classes of list lengths from which questions are drawn in turn."""
ANSWERED = ("answered",)


class Draft:
    """Writes questions of one set.

    Args:
        templates: phrasings by recipe; the recipes of this set are those that have some.
        counts: how many questions each recipe writes.
        careless: every second question begins as its template does, with a small letter.
    """

    def __init__(
        self,
        surface: Surface,
        templates: Mapping[str, Sequence[str]],
        counts: Mapping[str, int],
        seed: str,
        careless: bool,
    ) -> None:
        self.facts, self.surface = surface.facts, surface
        self.templates, self.counts, self.seed, self.careless = templates, counts, seed, careless
        self.questions: list[Question] = []
        self.asked: set[str] = set()

    def start(self, recipe: str) -> Random:
        """Chance of its own for a recipe, so that a change to one leaves the others as they were."""
        return Random(f"{self.seed} {recipe}")  # noqa: S311 - a reproducible draw, nothing secret

    def count(self, recipe: str) -> int:
        """How many questions the recipe writes."""
        return self.counts.get(recipe, 0)

    def done(self, recipe: str) -> int:
        """How many questions of a recipe are written."""
        return sum(question.id[:-3] == recipe for question in self.questions)

    def write(
        self, recipe: str, category: str, kind: str, expect: Expected, names: Mapping[str, tuple[str, str]]
    ) -> bool:
        """Write one question with the recipe's next template; False where that very question is there already.

        Args:
            names: by placeholder the name as it is written and what is special about it.
        """
        templates = self.templates[recipe]
        template = templates[self.done(recipe) % len(templates)]
        return self.add(recipe, category, kind, expect, template, names)

    def add(
        self,
        recipe: str,
        category: str,
        kind: str,
        expect: Expected,
        template: str,
        names: Mapping[str, tuple[str, str]],
    ) -> bool:
        """Write one question with the given template; False where that very question is there already."""
        number = self.done(recipe)
        text = re.sub(r"\{(\w)\}", lambda place: names[place[1]][0], template)
        text = text if self.careless and number % 2 else text[0].upper() + text[1:]
        if text.casefold() in self.asked:
            return False
        self.asked.add(text.casefold())
        used = {"", *re.findall(r"\{(\w)\}", template)}
        note = "; ".join(dict.fromkeys(note for place, (_, note) in names.items() if note and place in used))
        question = Question(f"{recipe}-{number + 1:02}", text, category, kind, expect, note)
        self.questions.append(question)
        return True

    def fill(self, recipe: str, candidates: Iterable[T], attempt: Callable[[T], bool]) -> None:
        """Try candidates until the recipe has its questions. Raises RuntimeError where they do not suffice."""
        wanted = self.count(recipe)
        written = 0
        for candidate in candidates if wanted else ():
            written += attempt(candidate)
            if written == wanted:
                return
        if written < wanted:
            raise RuntimeError(f"The recipe {recipe!r} found {written} of {wanted} questions; widen its candidates.")

    def by_size(self, rng: Random, sized: Iterable[tuple[T, int]]) -> Iterable[T]:
        """Candidates in an order that takes one of each class of list lengths in turn, at random within a class."""
        classes: list[list[T]] = [[] for _ in SIZES]
        for candidate, size in sized:
            if 0 < size <= SIZES[-1]:
                classes[next(n for n, bound in enumerate(SIZES) if size <= bound)].append(candidate)
        for candidates in classes:
            rng.shuffle(candidates)
        while any(classes):
            for candidates in classes:
                if candidates:
                    yield candidates.pop()

    @cached_property
    def diseases(self) -> list[Thing]:
        """Diseases with a clear name, sorted."""
        return [thing for thing in sorted(set(self.facts.things.values())) if self.surface.clear_disease(thing)]

    @cached_property
    def phenotypes(self) -> list[str]:
        """Phenotypes with a clear name that diseases are recorded with, as feature only and not as history."""
        facts = self.facts
        other = {term for (_, term, aspect) in facts.pairs if aspect != PHENOTYPE}
        used = {term for (term, aspect) in facts.showing if aspect == PHENOTYPE} - other
        return [t for t in sorted(used) if self.surface.clear_term(t) and len(facts.terms[t].name) > 4]

    @cached_property
    def genes(self) -> list[str]:
        """Genes with a clear symbol, sorted by identifier."""
        return [gene for gene in sorted(self.facts.symbols) if self.surface.clear_gene(gene)]

    def shows(self, thing: Thing, aspect: str = PHENOTYPE) -> frozenset[str]:
        """Terms that a disease is recorded with."""
        return self.facts.shown.get((thing, aspect), frozenset())

    def showing(self, term: str, aspect: str = PHENOTYPE) -> frozenset[Thing]:
        """Diseases that are recorded with a term."""
        return self.facts.showing.get((term, aspect), frozenset())

    def named_genes(self, genes: Iterable[str]) -> bool:
        """True where every gene has a symbol; some lines of the file have none."""
        return all(self.facts.symbols[gene] != "-" for gene in genes)

    def d(self, thing: Thing, rng: Random) -> tuple[str, str]:
        """The name of a disease, now and then in lower case, misspelt, British or as its identifier."""
        name = self.surface.disease(thing)
        forms: dict[str, Callable[[], str | None]] = {
            "lower case": name.lower,
            "misspelt name": lambda: self.surface.misspelt(name, rng),
            "identifier": lambda: thing[0] if len(thing) == 1 else None,
            "British spelling": lambda: british(name),
        }
        return _written(name, forms, rng.choices((*forms, ""), (15, 10, 4, 40, 31))[0])

    def p(self, term: str, rng: Random) -> tuple[str, str]:
        """The name of a term, now and then a synonym, misspelt, British, in the plural or its identifier."""
        name = lower_first(self.facts.terms[term].name)
        synonyms = self._synonyms(term)
        forms: dict[str, Callable[[], str | None]] = {
            "synonym": lambda: lower_first(rng.choice(synonyms)) if synonyms else None,
            "misspelt name": lambda: self.surface.misspelt(name, rng),
            "identifier": lambda: term,
            "plural": lambda: plural(name) if " " not in name else None,
            "British spelling": lambda: british(name),
        }
        return _written(name, forms, rng.choices((*forms, ""), (18, 8, 3, 6, 40, 25))[0])

    def g(self, gene: str) -> tuple[str, str]:
        """The symbol of a gene."""
        return self.facts.symbols[gene], ""

    def i(self, term: str) -> tuple[str, str]:
        """The name of a mode of inheritance or a clinical course inside a sentence."""
        return lower_first(self.facts.terms[term].name), ""

    def manner(self, term: str) -> tuple[str, str] | None:
        """A mode of inheritance without the word, where the ontology knows it so ("autosomal recessive")."""
        short = self.facts.terms[term].name.removesuffix(" inheritance")
        known = {synonym.casefold() for synonym in self.facts.terms[term].plain_synonyms}
        return (lower_first(short), "") if short.casefold() in known and self.surface.clear(short) else None

    @cached_property
    def manners(self) -> list[str]:
        """Modes of inheritance that can be asked for without the word inheritance."""
        used = sorted({term for term, aspect in self.facts.showing if aspect == INHERITANCE})
        return [term for term in used if self.manner(term)]

    def _synonyms(self, term: str) -> list[str]:
        name = self.facts.terms[term].name
        return [
            text
            for text in self.facts.terms[term].plain_synonyms
            if len(text) > 6 and self.surface.clear(text) and key(text) != key(name)
        ]


def _written(name: str, forms: Mapping[str, Callable[[], str | None]], form: str) -> tuple[str, str]:
    """The name in the form drawn, with the form's name; as it is where it has no such form."""
    written = forms[form]() if form else None
    return (written, form) if written and written != name else (name, "")


def things(found: Iterable[Thing]) -> tuple[Thing, ...]:
    """Diseases as the answers of a question, sorted."""
    return tuple(sorted(found))


def singles(found: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Terms or genes, each a thing with one identifier, as the answers of a question, sorted."""
    return tuple((one,) for one in sorted(found))


def listed(answers: tuple[Thing, ...], **more: Any) -> Expected:
    """A list that is right only whole."""
    return Expected(ANSWERED, answers=answers, **more)
