"""English endings: plurals, persons, denials and participles of the words that graphs and answers use.

Nouns are those of ``inflect`` 7.6. For verbs no library was good: inflect takes the "s" off ("lies" becomes "ly",
"dies" becomes "dy") and knows no participles; lemminflect is of 2022 and needs NumPy, pyinflect (2020) needs spaCy,
simplenlg (2019) and inflex (2021) have had no release since; verbecc knows no English, and simplemma finds infinitives
but makes no forms. So verbs follow the rules below and the irregular ones of ``inflection.toml``.
"""

from __future__ import annotations

import re
import threading
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import Stemmer

from kgqa.language.common_words import is_common

_LONGEST_WORD = 40
"""Letters of a word that the library is asked for; it takes seconds over a thousand times as many."""
LEAST_ISE = 6
"""Letters from which a stem in "is" is taken for a verb in "ise" ("characteris"), not a noun ("axis")."""
_NOT_PLURAL = ("ss", "us", "is", "ics")
_LOADING = threading.Lock()
_PREPOSITIONS = frozenset(
    {"of", "in", "on", "to", "with", "by", "for", "from", "at", "as", "into", "within", "between"}
)
_SPELT_OUT = "AEFHILMNORSX"
"""Letters whose names begin with a vowel."""
_POSSESSIVE = re.compile(r"['’]s?$")
_ACRONYM = re.compile(r"[A-Z]\b|[A-Z][A-Z0-9]+(?![a-z])|[a-z](?=[A-Z])")
_PLURALS_OF_VERBS = {"is": "are", "has": "have", "does": "do", "was": "were"}
_INFINITIVES = {
    "is": "be", "are": "be", "has": "have", "does": "do", "was": "have been", "were": "have been", "may": "possibly",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Words:
    """What ``inflection.toml`` lists."""

    plurals: Mapping[str, str]
    singulars: Mapping[str, str]
    invariable: frozenset[str]
    ending_in_s: frozenset[str]
    with_an: tuple[str, ...]
    with_a: tuple[str, ...]
    not_verbs: frozenset[str]
    pasts: Mapping[str, str]
    third_person: Mapping[str, str]
    participles: Mapping[str, str]
    other_participles: Mapping[str, str]
    beginnings: tuple[str, ...]
    regular: frozenset[str]
    doubled: frozenset[str]


@cache
def _words() -> _Words:
    read = tomllib.loads(files(__package__).joinpath("inflection.toml").read_text(encoding="utf-8"))
    nouns, articles, verbs = read["nouns"], read["articles"], read["verbs"]
    return _Words(
        plurals=dict(nouns["plurals"]),
        singulars={many: one for one, many in nouns["plurals"]},
        invariable=frozenset(nouns["invariable"]),
        ending_in_s=frozenset(nouns["ending_in_s"]),
        with_an=tuple(articles["an"]),
        with_a=tuple(articles["a"]),
        not_verbs=frozenset(verbs["not_verbs"]),
        pasts=dict(verbs["pasts"]),
        third_person=dict(verbs["third_person"]),
        participles=dict(verbs["participles"]),
        other_participles=dict(verbs["other_participles"]),
        beginnings=tuple(verbs["beginnings"]),
        regular=frozenset(verbs["regular"]),
        doubled=frozenset(verbs["doubled"]),
    )


@cache
def _nouns() -> Any:
    # It is loaded with the first rare noun, and without its type checks at run time: to write these into its code
    # takes two seconds of computing, and what it is given here is text.
    import typeguard

    with _LOADING:
        checked = typeguard.typechecked
        typeguard.typechecked = lambda function: function  # type: ignore[assignment]
        try:
            import inflect
        finally:
            typeguard.typechecked = checked
    return inflect.engine()


@lru_cache(maxsize=10_000)
def plural(singular: str) -> str:
    """The English plural of a noun; of words with a slash between them each gets its own, of "mode of …" the mode.

    >>> plural("mode of inheritance"), plural("virus"), plural("gene/protein"), plural("target species"), plural("RNA")
    ('modes of inheritance', 'viruses', 'genes/proteins', 'target species', 'RNAs')
    """
    head, slash, last = singular.rpartition("/")
    if slash:
        return f"{plural(head)}/{plural(last)}"
    head, of, rest = singular.partition(" of ")
    if of:
        return f"{plural(head)}{of}{rest}"
    before, blank, noun = last.rpartition(" ")
    return f"{before}{blank}{_plural(noun)}"


def _plural(noun: str) -> str:
    listed = _words()
    if noun in listed.invariable or not noun[-1:].isascii() or not noun:  # other scripts have no plural that we form
        return noun
    if noun in listed.plurals:
        return listed.plurals[noun]
    head, joint, last = noun.rpartition("-")
    if head and last:
        return f"{head}{joint}{_plural(last)}"
    odd = not noun.isalpha() or len(noun) > _LONGEST_WORD
    if odd or any(letter.isupper() for letter in noun[1:]):  # "RNA", "H3"
        return f"{noun}s"
    return str(_nouns().plural_noun(noun))


def singular_of(words: str) -> str:
    """The label's words with the last one in the singular, where they are written in the plural ("Genes").

    >>> singular_of("viruses"), singular_of("cell types"), singular_of("t-cells"), singular_of("analysis")
    ('virus', 'cell type', 't-cell', 'analysis')
    """
    whole = words.rpartition(" ")[2]
    last = whole.rpartition("-")[2]
    head, listed = words.removesuffix(last), _words()
    alone = last in listed.invariable or last in listed.ending_in_s
    if len(whole) < 4 or last.endswith(_NOT_PLURAL) or alone or last != last.lower():
        return words
    one = listed.singulars.get(last, last)
    if one == last and last.endswith("s") and last.isalpha() and len(last) <= _LONGEST_WORD:
        one = str(_nouns().singular_noun(last) or last)
    return f"{head}{one}"


def article(noun: str) -> str:
    """A noun with "a" or "an", as it is spoken.

    >>> article("gene"), article("anatomy"), article("RNA"), article("mRNA"), article("unit"), article("X-linked gene")
    ('a gene', 'an anatomy', 'an RNA', 'an mRNA', 'a unit', 'an X-linked gene')
    """
    listed, small = _words(), noun.lower()
    if _ACRONYM.match(noun):
        vowel = noun[0].upper() in _SPELT_OUT
    elif small.startswith(listed.with_a):
        vowel = False
    else:
        vowel = small[:1] in tuple("aeiou") or small.startswith(listed.with_an)
    return f"{'an' if vowel else 'a'} {noun}"


def is_verb(word: str) -> bool:
    """Whether a word looks like a verb in the third person."""
    return (
        word.endswith("s")
        and not word.endswith(("ss", "us", "is"))
        and word not in _words().not_verbs
        and len(word) > 3
    )


def base(verb: str) -> str:
    """The infinitive of a verb in the third person.

    >>> base("undergoes"), base("lies"), base("carries"), base("causes"), base("expresses"), base("has")
    ('undergo', 'lie', 'carry', 'cause', 'express', 'have')
    """
    known = _words().third_person.get(verb)
    if known is not None:
        return known
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "xes", "ches", "shes", "zzes", "oes")):
        return verb[:-2]
    return verb.removesuffix("s")


def third_person(infinitive: str) -> str:
    """A verb as one thing does it.

    >>> third_person("have"), third_person("underlie"), third_person("carry"), third_person("express")
    ('has', 'underlies', 'carries', 'expresses')
    """
    known = next((form for form, verb in _words().third_person.items() if verb == infinitive), None)
    if known is not None:
        return known
    if infinitive.endswith("y") and infinitive[-2:-1] not in tuple("aeiou"):
        return f"{infinitive[:-1]}ies"
    return f"{infinitive}{'es' if infinitive.endswith(('s', 'x', 'ch', 'sh', 'z', 'o')) else 's'}"


def participle(infinitive: str) -> str:
    """The past participle of a verb.

    >>> participle("undergo"), participle("overlap"), participle("carry"), participle("cause"), participle("target")
    ('undergone', 'overlapped', 'carried', 'caused', 'targeted')
    """
    irregular = _irregular(infinitive)
    if irregular is not None:
        return irregular
    if infinitive.endswith("e"):
        return f"{infinitive}d"
    if infinitive.endswith("y") and infinitive[-2:-1] not in tuple("aeiou"):
        return f"{infinitive[:-1]}ied"
    if infinitive.endswith("ic"):
        return f"{infinitive}ked"
    return f"{infinitive}{infinitive[-1:] if _doubles(infinitive) else ''}ed"


def is_irregular(infinitive: str) -> bool:
    """Whether a word is the infinitive of an irregular verb ("think")."""
    return _irregular(infinitive) is not None


def irregular_infinitive(participle_: str) -> str:
    """The verb that an irregular past participle is of, with a beginning as well; empty for any other word.

    >>> irregular_infinitive("built"), irregular_infinitive("mistaken"), irregular_infinitive("operated")
    ('build', 'mistake', '')
    """
    known = _usual_infinitives().get(participle_, "") or _words().other_participles.get(participle_, "")
    return known or _derived_infinitive(participle_)


@cache
def _derived_infinitive(participle_: str) -> str:
    """The verb with a beginning that a participle is of ("mistaken", "overdrawn"); empty where there is none."""
    usual = _usual_infinitives()
    parts = ((one, participle_.removeprefix(one)) for one in _words().beginnings if participle_.startswith(one))
    derived = (f"{one}{usual[rest]}" for one, rest in parts if rest in usual)
    return next((verb for verb in derived if is_common(verb)), "")


@cache
def _usual_infinitives() -> dict[str, str]:
    """By participle the first verb that it is of, unless both are one word."""
    found: dict[str, str] = {}
    for verb, done in _words().participles.items():
        if done != verb:
            found.setdefault(done, verb)
    return found


def verbs_of(form: str) -> Iterator[tuple[str, bool]]:
    """The infinitives that a form of a verb may be of, each with whether it is their past participle then.

    >>> list(verbs_of("made")), list(verbs_of("carried")), list(verbs_of("runs"))
    ([('made', False), ('make', True)], [('carried', False), ('carry', True)], [('runs', False), ('run', False)])
    >>> list(verbs_of("carrying")), "run" in dict(verbs_of("running"))
    ([('carrying', False), ('carry', False)], True)
    """
    yield form, False
    if is_verb(form):
        yield base(form), False
    if past := _past_only(form):
        yield past, False
    irregular = irregular_infinitive(form)
    if irregular:
        yield irregular, True
    elif form.endswith("ed"):
        ends = (f"{form[:-3]}y",) if form.endswith("ied") else (form[:-1], form[:-2], form[:-3])
        yield from ((infinitive, True) for infinitive in ends if participle(infinitive) == form)
    elif form.endswith("ing"):
        ends = (form[:-3], f"{form[:-3]}e", form[:-4])
        yield from ((infinitive, False) for infinitive in ends if len(infinitive) > 1 and _going_on(infinitive) == form)


def _going_on(infinitive: str) -> str:
    """The present participle of a verb."""
    if infinitive.endswith("ie"):
        return f"{infinitive[:-2]}ying"
    if infinitive.endswith("e") and not infinitive.endswith(("ee", "oe", "ye")):
        return f"{infinitive[:-1]}ing"
    return f"{infinitive}{infinitive[-1:] if _doubles(infinitive) else ''}ing"


@cache
def past_of(word: str) -> str:
    """The infinitive of a verb in the past, or of its past participle; empty where a word is neither.

    >>> past_of("ran"), past_of("struck"), past_of("carried"), past_of("red"), past_of("runs")
    ('run', 'strike', 'carry', '', '')
    """
    known = _past_only(word) or irregular_infinitive(word)
    regular = (f"{word[:-3]}y", word[:-1], word[:-2], word[:-3]) if word.endswith("ed") and len(word) > 3 else ()
    found = (known, *(one for one in regular if len(one) > 1 and participle(one) == word and is_common(one)))
    return next((one for one in found if one), "")


def is_past_only(word: str) -> bool:
    """Whether a verb in the past is told from its participle by its form ("ran", "wrote")."""
    return bool(_past_only(word))


def _past_only(word: str) -> str:
    """The infinitive of a verb in the past that its form tells from its participle, with a beginning as well
    ("underwent"); empty where a word is none."""
    pasts = _words().pasts
    parts = ((one, word.removeprefix(one)) for one in _words().beginnings if word.startswith(one))
    derived = (f"{one}{pasts[rest]}" for one, rest in parts if rest in pasts)
    known = (verb for verb in derived if is_common(verb) and participle(verb) != word)
    return pasts.get(word) or next(known, "")


def is_participle_only(word: str) -> bool:
    """Whether a past participle is told from the verb's past by its form ("known", "broken")."""
    return irregular_infinitive(word) in set(_words().pasts.values())


def _irregular(infinitive: str) -> str | None:
    listed = _words()
    if infinitive in listed.participles or infinitive in listed.regular:
        return listed.participles.get(infinitive)
    for beginning in listed.beginnings:
        rest = infinitive.removeprefix(beginning)
        if rest != infinitive and rest in listed.participles:
            return f"{beginning}{listed.participles[rest]}"
    return None


_ONE_SYLLABLE = re.compile(r"(?:[^aeiouy]|(?<=q)u)*[aeiouy][^aeiouwxy]")


def _doubles(infinitive: str) -> bool:
    """Whether the last consonant of a verb is doubled: a single one behind a single vowel that is stressed."""
    return infinitive in _words().doubled or _ONE_SYLLABLE.fullmatch(infinitive) is not None


def plural_verb(phrase: str) -> str:
    """A verb phrase in the plural: "shows" gives "show", "is a feature of" gives "are features of"."""
    first, _, rest = phrase.partition(" ")
    found = re.match(r"an? (.+)", rest) if first == "is" else None
    if found is not None:
        words = found[1].split()
        end = next((place for place, word in enumerate(words) if word in _PREPOSITIONS), len(words))
        while end > 1 and words[end - 1].endswith("ed"):  # "a gene associated with"
            end -= 1
        return " ".join(["are", plural(" ".join(words[:end])), *words[end:]])
    return " ".join(part for part in (_PLURALS_OF_VERBS.get(first) or base(first), rest) if part)


def infinitive(phrase: str, *, plural: bool = False) -> str:
    """A verb phrase after "to": "shows" gives "show", "is a feature of" gives "be a feature of".

    Args:
        plural: of several things, so that its nouns are in the plural: "be features of".
    """
    first, _, rest = (plural_verb(phrase) if plural else phrase).partition(" ")
    verb = _INFINITIVES.get(first) or past_of(first) or (first if plural else base(first))
    return f"{verb} {rest}".strip()


def comparative(adjective: str) -> str:
    """A short adjective as it compares.

    >>> comparative("big"), comparative("large"), comparative("heavy"), superlative("big"), superlative("far")
    ('bigger', 'larger', 'heavier', 'biggest', 'farthest')
    """
    if adjective == "far":
        return "farther"
    if adjective.endswith("e"):
        return f"{adjective}r"
    if adjective.endswith("y"):
        return f"{adjective[:-1]}ier"
    doubled = re.fullmatch(r"[^aeiou]*[aeiou][bdgmnpt]", adjective) is not None
    return f"{adjective}{adjective[-1] if doubled else ''}er"


def superlative(adjective: str) -> str:
    """The same of the most."""
    return f"{comparative(adjective)[:-1]}st"


def is_superlative(word: str) -> bool:
    """Whether a word is an adjective in its highest degree ("highest"), which counts nothing, as "fewest" does."""
    return word.endswith("est") and word != "fewest"


def denied(phrase: str) -> str:
    """A verb phrase with "not": "shows" gives "does not show", "is a feature of" gives "is not a feature of".

    One that denies by itself stays as it is, as it is read for what it says: denied once more it would say nothing.
    """
    first, _, rest = phrase.partition(" ")
    if _DENIED.match(phrase):
        return phrase
    if first == "may":
        return f"is not said to {rest}"
    if first in ("is", "was"):
        return f"{first} not {rest}".strip()
    if first == "has" and rest.startswith("been "):
        return f"has not {rest}"
    done = "" if is_participle_only(first) else past_of(first)
    return f"did not {done} {rest}".rstrip() if done else f"does not {base(first)} {rest}".rstrip()


_DENIED = re.compile(r"(?:does|do|did|is|are|was|were|has|have|can|may) not\b|(?:has|have|shows?) no\b|cannot\b")


def without_possessive(name: str) -> str:
    """A name without the ending that says that something is its own ("Ann's", "the Reeds’")."""
    return _POSSESSIVE.sub("", name)


def without_s(word: str) -> str:
    """A noun or a verb without its "s", roughly: equal for both numbers of a word, whatever it is."""
    if len(word) < 3 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("sses", "shes", "ches", "xes")) else word.removesuffix("s")


def stem(word: str) -> str:
    """The stem of one lower-case word; British endings fold into American ones."""
    found = stemmed(word.replace("’", "'").removesuffix("'s"))
    if found.endswith("our") and not _VOWELS.isdisjoint(found[:-3]):  # not "our", "four"
        return f"{found[:-3]}or"
    return f"{found[:-2]}iz" if found.endswith("is") and len(found) > LEAST_ISE else found


@lru_cache(maxsize=50_000)
def stemmed(word: str) -> str:
    """The Snowball (Porter 2) stem of one lower-case word."""
    # The stemmer keeps the word that it works on in itself: two threads in it give wrong stems, or never end.
    with _STEMMING:
        stem: str = _stemmer().stemWord(word)
    return stem


_STEMMING = threading.Lock()
_VOWELS = frozenset("aeiou")


@cache
def _stemmer() -> Any:
    return Stemmer.Stemmer("english")
