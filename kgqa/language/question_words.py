"""The words of English questions that name nothing in a graph: cues for what is asked, and words that carry nothing.

Every word of a question must be explained by a name, by the schema's lexicon or by this module; what is left over
means that the question asks for something else than what would be answered, and then nothing is answered.
"""

from __future__ import annotations

from typing import Literal

from kgqa.language.inflection import stemmed

Cue = Literal[
    "which", "how", "when", "list", "count", "kind", "parent", "share", "relation", "define", "explain", "not", "but",
    "or", "and", "most", "often", "there", "whether", "compare", "a",
    "all", "other", "differ", "fewest", "top", "number",
]  # fmt: skip

LEAST_ISE = 6
"""Letters from which a stem in "is" is taken for a verb in "ise" ("characteris"), not a noun ("axis")."""

CUES: dict[Cue, tuple[str, ...]] = {
    "which": ("which", "what"),
    "how": ("how",),
    "when": ("when",),
    "list": (
        "list", "name", "enumerate", "give", "show me", "tell me", "find", "identify", "display", "provide", "return",
        "i need", "we need", "looking for", "a list of", "i want", "we want",
    ),
    "count": ("how many", "number of", "total number of", "count the", "count all", "count of"),
    "kind": (
        "kind", "type", "subtype", "sub type", "form", "variety", "subclass", "narrower", "more specific", "child term",
        "narrower term", "descendant", "subcategory", "subcategories", "variant form",
    ),
    "parent": ("parent", "broader", "superclass", "more general", "parent term", "broader term", "broader category"),
    "share": (
        "share", "in common", "common to", "common between", "common among", "shared by", "overlap",
        "shared between",
    ),
    "relation": (
        "relationship", "relation", "connection", "link between", "association between", "related to each other",
        "linked to each other", "connected to each other",
    ),
    "define": ("define", "definition", "mean", "meaning", "meant by", "describe", "description", "explanation of"),
    "explain": (
        "explain", "about", "know about", "information on", "information about", "want to know", "need to know",
        "like to know",
    ),
    "not": (
        "not", "no", "without", "lack", "lacking", "except", "excluding", "never", "isn't", "aren't", "doesn't",
        "don't", "wasn't", "hasn't", "haven't", "cannot", "can't", "neither", "nor", "absent", "absence of", "free of",
        "nothing to do with", "unrelated",
    ),
    "but": ("but",),
    "or": ("or", "either"),
    "and": (
        "and", "both", "as well as", "along with", "together with", "combined with", "plus", "combination of",
        "combine",
    ),
    "most": ("most", "commonest", "highest", "largest number of"),
    "fewest": ("fewest", "smallest number of", "lowest number of", "least number of"),
    "top": ("top",),
    "often": (
        "often", "frequent", "frequently", "common", "commonly", "prevalent", "usually", "typically", "typical",
    ),
    "there": ("there", "any", "exist"),
    "whether": ("whether", "true that", "correct that", "the case that", "if"),
    "compare": (
        "more than", "less than", "at least", "at most", "over", "under", "greater than", "fewer than", "above",
        "below", "exactly", "least", "lowest", "rarest", "only", "first", "second", "than", "before", "after",
        "more", "less", "fewer",
    ),
    "a": ("a", "an", "one of"),
    "all": ("all", "every", "each", "everyone", "everybody", "always", "whole", "entire", "complete"),
    "other": ("other", "another", "same", "else"),
    "differ": (
        "different", "differ", "difference", "distinguish", "distinct", "similar", "similarity", "unlike", "versus",
        "opposite", "apart from", "other than", "rather than", "instead of",
    ),
}  # fmt: skip
"""The phrases behind each cue; a cue that changes the answer and is not used by a reading makes it no reading."""


NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
    "twenty": 20, "fifty": 50, "hundred": 100,
}  # fmt: skip
"""Numbers as words, as far as lists are asked for with them."""


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


AUXILIARY = _set("""
    is are was were am be been being do does did has have had having can could may might will would shall should must
    isn't aren't doesn't don't
""")

EMPTY = _set("""
    the this that whose who whom these those it its their them they he she his her him i we you your my our me us
    of in on at by to for from with within into as per via through among amongst between during up out
    please thanks thank kindly hello hi like know known tell tells say says said let see sees look looks
    patient patients people person persons individual individuals subject subjects case cases human humans someone
    somebody anyone affected suffering suffer suffers diagnosed encountered
    full various such so then also too together simultaneously jointly concurrently currently really actually just quite
    record records recorded report reported reports described documented annotated annotation annotations support
    supports supporting supported expect expects expected
    according graph database data dataset knowledge hpo medical clinical medicine picture
    following possible available existing listed manner way ways fashion mode
    thing things something entity entities item items term terms concept where go goes going get gets
    i'd i've i'm i'll that's what's who's it's there's 'd 's s d etc eg ie
""")
"""Words that can be left out without changing what is asked."""

ATTRIBUTES = _set("""
    against effective good specific akin comparable alike unsafe dangerous sensitive resistant
    bound shown given taken found seen led known born borne
""")
"""Adjectives, prepositions and irregular participles that relations are asked for with: no verb of a statement."""

GENERIC_STEMS = _set("associ link relat connect involv implic belong correl tie accompani part fit match")
"""Stems of relation words that ask for no relation in particular."""


def stem(word: str) -> str:
    """The stem of one lower-case word; British endings fold into American ones."""
    found = stemmed(word.replace("’", "'").removesuffix("'s"))
    if found.endswith("our"):
        return f"{found[:-3]}or"
    return f"{found[:-2]}iz" if found.endswith("is") and len(found) > LEAST_ISE else found


def singular(word: str) -> str:
    """An English noun without its plural ending, roughly: equal for both numbers of a word, whatever it is."""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word if word.endswith(("ss", "us", "is")) else word.removesuffix("s")
