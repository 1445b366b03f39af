"""Names as people write them: which of them mean one thing only, and their misspelt, British and lower-case forms."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from functools import cached_property
from random import Random

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from kgqa.evaluation.hpo_questions.facts import Facts, Thing

BRITISH = (
    ("anemi", "anaemi"),
    ("leukemi", "leukaemi"),
    ("hemorrhag", "haemorrhag"),
    ("esophag", "oesophag"),
    ("edema", "oedema"),
    ("tumor", "tumour"),
    ("diarrhea", "diarrhoea"),
    ("glycemi", "glycaemi"),
    ("calcemi", "calcaemi"),
    ("natremi", "natraemi"),
    ("hematuri", "haematuri"),
    ("ischemi", "ischaemi"),
    ("fetal", "foetal"),
    ("color", "colour"),
)
FAR_FROM_OTHERS = 4


def key(name: str) -> str:
    """A name without case, accents, punctuation, plural and word order: two things with one key are easily confused."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    words = re.findall(r"[^\W_]+", plain.casefold())
    return " ".join(sorted(word[:-1] if len(word) > 3 and word[-1] == "s" else word for word in words))


def lower_first(name: str) -> str:
    """A name as it stands inside a sentence: "Ectopia lentis" becomes "ectopia lentis", "EEG …" stays."""
    return name[0].lower() + name[1:] if name[1:2].islower() and " " + name[0] not in name else name


def british(name: str) -> str:
    """The British spelling of a name, or the name itself where it has none of its own."""
    for american, spelling in BRITISH:
        if spelling not in name.casefold():
            name = name.replace(american, spelling).replace(american.capitalize(), spelling.capitalize())
    return name


def plural(name: str) -> str:
    """The plural of a name's last word, where that is regular; otherwise the name itself."""
    return name + "s" if re.search(r"(?<![aeiousxy])(e|[^\Waeiousxyh\d_])$", name) else name


class Surface:
    """Every name, synonym and symbol of the files, and the things that each of them may mean."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    @cached_property
    def readings(self) -> dict[str, frozenset[tuple[str, ...]]]:
        """Things by the key of a name; a thing is the tuple of its identifiers."""
        found: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        for disease, names in self.facts.names.items():
            for name in names:
                found[key(name)].add(self.facts.things[disease])
        for term in self.facts.terms.values():
            for name in (term.name, *(synonym.text for synonym in term.synonyms)):
                found[key(name)].add((term.id,))
        for gene, symbol in self.facts.symbols.items():
            found[key(symbol)].add((gene,))
        return {name: frozenset(things) for name, things in found.items()}

    @cached_property
    def written(self) -> list[str]:
        """Every name as it stands, case folded: what a misspelling could be taken for."""
        facts = self.facts
        names = {name for names in facts.names.values() for name in names}
        names |= {text for term in facts.terms.values() for text in (term.name, *(s.text for s in term.synonyms))}
        return sorted({name.casefold() for name in names | set(facts.symbols.values())})

    def clear(self, name: str) -> bool:
        """True where a name means exactly one thing, however it is written."""
        return len(self.readings.get(key(name), ())) == 1

    def disease(self, thing: Thing) -> str:
        """The name of a disease."""
        return self.facts.names[thing[0]][0]

    def clear_disease(self, thing: Thing) -> bool:
        """True where the name of a disease means it alone, so that a question about it has one reading."""
        names = {name for disease in thing for name in self.facts.names[disease]}
        return all(self.clear(name) for name in names) and not re.search(
            r"[;/\[\]{}]|included|dueto", self.disease(thing)
        )

    def clear_term(self, term: str) -> bool:
        """True where the name of a term means it alone."""
        return self.clear(self.facts.terms[term].name) and not re.search(r"[;/\[\]{}]", self.facts.terms[term].name)

    def clear_gene(self, gene: str) -> bool:
        """True where the symbol of a gene means it alone and is no word of the ontology's language."""
        symbol = self.facts.symbols[gene]
        return symbol.isalnum() and len(symbol) > 3 and self.clear(symbol) and symbol.casefold() not in self.words

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of the ontology's names and definitions, lower case as it stands there."""
        texts = (f"{term.name[0].lower()}{term.name[1:]} {term.definition}" for term in self.facts.terms.values())
        return frozenset(word for text in texts for word in re.findall(r"[a-z]+", text))

    def misspelt(self, name: str, rng: Random) -> str | None:
        """The name with one letter of its longest word dropped, doubled or swapped; None where that is unclear."""
        word = max(re.findall(r"[A-Za-z]+", name), key=len)
        if len(word) < 9:
            return None
        at = rng.randrange(3, len(word) - 2)
        slip = rng.choice((word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:], _swapped(word, at)))
        wrong = name.replace(word, slip, 1)
        near = process.extract(
            wrong.casefold(), self.written, scorer=Levenshtein.distance, score_cutoff=FAR_FROM_OTHERS - 1, limit=5
        )
        meant = self.readings[key(name)]
        return wrong if near and slip != word and all(self.readings[key(text)] == meant for text, *_ in near) else None


def _swapped(word: str, at: int) -> str:
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
