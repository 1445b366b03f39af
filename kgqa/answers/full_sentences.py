"""A question turned into the statement that answers it: "What types of cancer can X treat?" → "X can treat A and B."

An answer in the words in which it was asked, as a reader would write it down. Only plain forms are turned: what is
asked for stands behind "which" or "what", or behind "how to". Any other is left, and the answer's own sentence stands.
What is known comes first and what was asked for last, so a passive becomes active: "What is caused by X?" gives
"X causes A."
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from kgqa.language import thesaurus
from kgqa.language.inflection import article, base, participle, singular_of, third_person, verbs_of
from kgqa.language.tokens import Token, spoken
from kgqa.questions.wording import listed

MOST = 10
"""Names that the sentence tells."""
FEW = 3
"""Names up to which they stand without their type before them."""
_MODAL = frozenset(["can", "could", "may", "might", "will", "would", "must", "should"])
_ONE = {"are": "is", "were": "was", "have": "has", "is": "is", "was": "was", "has": "has"}
_PRESENT = frozenset(("are", "is"))
_DO = frozenset(("do", "does"))
_ASKING = frozenset(("which", "what"))
_TIES = frozenset(["a", "an", "the", "in", "with", "of", "for", "to", "from", "on", "at", "carrying", "having"])
"""What joins the parts of a subject ("a mutation in the gene A")."""
_WEAKENING = frozenset(["possibly", "potentially", "perhaps", "probably", "likely", "eventually", "maybe"])
_VERB = re.compile(r"((?:\w+ly )*)(\w*)(.*)", re.DOTALL)
Spans = Collection[tuple[int, int]]


def in_a_sentence(question: str, things: Spans, names: Sequence[str]) -> str:
    """The statement that a question becomes with the names of its answer; empty where it is of no form known here.

    Args:
        things: where the question has names and words for types, as places of characters.

    >>> names = ["breast cancer", "prostate cancer"]
    >>> in_a_sentence("What types of cancer can diethylstilbestrol treat?", [(14, 20), (25, 43)], names)
    'Diethylstilbestrol can treat breast cancer and prostate cancer.'
    >>> in_a_sentence("Which cancers can be treated with diethylstilbestrol?", [(6, 13), (34, 52)], names)
    'The following cancers can be treated with diethylstilbestrol: breast cancer and prostate cancer.'
    >>> in_a_sentence("What are the cancers of the lung?", [(13, 20), (28, 32)], ["A"])
    'The cancers of the lung are A.'
    """
    words = spoken(question)
    said = _said(question.strip().rstrip("?.! "), words, things, names) if len(words) > 2 and names else ""
    return f"{said[0].upper()}{said[1:]}." if said else ""


def weakens(phrase: str) -> bool:
    """Whether a phrase only makes less sure what is said with it, so that it can be said where the rest is so."""
    return _WEAKENING.issuperset(phrase.lower().split())


def _said(text: str, words: Sequence[Token], things: Spans, names: Sequence[str]) -> str:
    first, second = (word.text.lower() for word in words[:2])
    if first == "how" and second == "to" and len(words) > 3:
        return f"{text[words[3].start :]} can be {participle(words[2].text.lower())} with {_all(names)}"
    fronted = "" if first in _ASKING else first
    at = 0 if first in _ASKING else 1
    if words[at].text.lower() not in _ASKING or len(words) < at + 3:
        return ""
    if words[at + 1].text.lower() in _ONE and not fronted:
        return f"{text[words[at + 2].start :]} {words[at + 1].text.lower()} {_all(names)}"
    place = next((n for n, word in enumerate(words) if n > at + 1 and _is_auxiliary(word)), None)
    end = _subject(words, place + 1, things) if place is not None else None
    if place is not None and end is not None and (end < len(words) or words[place].text.lower() not in _ONE):
        asked = text[words[at + 1].start : words[place].start].strip()
        told = _inverted(text, words, place, end)
        what = _all(names) if len(names) <= FEW else f"the following {asked}: {_all(names)}"
        return " ".join(part for part in (told, fronted, what) if part) if told else ""
    if place is not None and not fronted and (active := _active(text, words, place, things)):
        asked = text[words[at + 1].start : words[place].start].strip()
        return f"{active} {_all(names) if len(names) <= FEW else f'the following {asked}: {_all(names)}'}"
    # A subject that is not known stands there, so what follows is no verb phrase.
    inverted = place is not None and words[place].text.lower() in _DO
    inverted = inverted or (place is not None and place + 1 < len(words) and words[place + 1].text.lower() in _TIES)
    if fronted or inverted:
        return ""
    if len(names) > 1:
        return f"the following {text[words[at + 1].start :]}: {_all(names)}"
    if place is None:
        return ""
    auxiliary = words[place].text.lower()
    said = text[words[place].end :].strip()
    return f"{names[0]} {_ONE.get(auxiliary, auxiliary)} {_of_one(said) if auxiliary in ('are', 'were') else said}"


def _active(text: str, words: Sequence[Token], place: int, things: Spans) -> str:
    """Subject and verb of a passive that ends with one thing behind "by", said as what that does; empty for another.

    >>> _active("What can be caused by A?", spoken("What can be caused by A?"), 1, [(22, 23)])
    'A can cause'
    """
    auxiliary = words[place].text.lower()
    begin = place + 2 if auxiliary in _MODAL and words[place + 1].text.lower() == "be" else place + 1
    by = next((n for n in range(begin, len(words)) if words[n].text.lower() == "by"), begin)
    if by == begin or (begin == place + 1 and auxiliary not in _PRESENT):
        return ""
    doer = text[words[by].end :].strip()
    ends = (words[by + 1].start, words[-1].end) if by + 1 < len(words) else None
    alone = ends is not None and any(one[0] == ends[0] and ends[1] <= one[1] for one in things)
    how = " ".join(word.text.lower() for word in words[begin : by - 1])
    done = (verb for verb, is_done in verbs_of(words[by - 1].text.lower()) if is_done)
    verb = next((verb for verb in done if thesaurus.is_known(verb, "v")), "")
    if not alone or not verb or singular_of(doer) != doer:
        return ""  # of several doers the verb would be another
    if how and not all(word.endswith("ly") for word in how.split()):
        return ""
    said = (auxiliary, how, verb) if auxiliary in _MODAL else (how, third_person(verb))
    return " ".join(part for part in (doer, *said) if part)


def _of_one(predicate: str) -> str:
    """What is said of several things, said of one: "targets of A" gives "a target of A"."""
    noun, of, rest = predicate.partition(" of ")
    one = singular_of(noun) if of else noun
    return predicate if one == noun else f"{article(one)}{of}{rest}"


def _subject(words: Sequence[Token], begin: int, things: Spans) -> int | None:
    """How many words are read where the subject behind an auxiliary ends; None where no subject stands there."""
    place, end = begin, None
    while place < len(words):
        span = next((one for one in things if one[0] <= words[place].start < one[1]), None)
        if span is not None:
            place = next((n for n in range(place, len(words)) if words[n].start >= span[1]), len(words))
            end = place
        elif words[place].text.lower() in _TIES:
            place += 1
        else:
            break
    return end


def _inverted(text: str, words: Sequence[Token], place: int, end: int) -> str:
    """Subject, verb and what follows, in the order of a statement."""
    auxiliary, subject = words[place].text.lower(), text[words[place + 1].start : words[end - 1].end]
    rest = text[words[end].start :] if end < len(words) else ""
    if auxiliary not in _DO:
        return f"{subject} {auxiliary} {rest}".strip()
    if not rest:
        return ""
    how, verb, more = _VERB.match(rest).groups()  # type: ignore[union-attr]  # every part may be empty
    if not thesaurus.is_known(verb, "v") and (thesaurus.is_known(verb) or base(verb) != verb):
        return ""  # "does A targets B": no verb in its base form
    return f"{subject} {how}{third_person(verb) if auxiliary == 'does' else verb}{more}"


def _is_auxiliary(word: Token) -> bool:
    return word.text.lower() in _MODAL | _DO | _ONE.keys()


def _all(names: Sequence[str]) -> str:
    told = [re.sub(r"\s+", " ", name) for name in names[:MOST]]
    more = len(names) - len(told)
    return listed([*told, f"{more:,} more"]) if more > 0 else listed(told)
