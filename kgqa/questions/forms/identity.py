"""Questions about what things are identified by: whether a thing has an identifier, which it has in a register, and
whether two names stand for one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgqa.language.inflection import singular_of
from kgqa.language.normalise import blanked
from kgqa.language.registers import ALIASES
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.ambiguity import nearest_candidates, with_candidate
from kgqa.questions.intent import Ambiguity, Intent, Thing
from kgqa.records import BY_NAME, Entity
from kgqa.schema.model import Schema

IDENTIFIER = re.compile(r"(?<![\w:.])([A-Za-z][\w.]*):(?=\w*\d)(\w+)(?![\w:])")
_ASKS = frozenset(["identifier", "id", "accession"])
_SMALL = frozenset(
    ["the", "a", "an", "is", "are", "was", "does", "do", "has", "have", "having", "with", "for", "of", "as", "its",
     "it", "by", "under", "known", "that", "true"]
)  # fmt: skip
_NUMBER = frozenset({"number", "code", "curie", "reference", "cross-reference", "xref", "equivalent", "no", "#"})
"""Further words for an identifier, beside that of its register."""
_GIVING = frozenset(
    ["map", "convert", "translate", "correspond", "corresponding", "matching", "equal", "cross", "tell", "look"]
)  # fmt: skip
_SAME = frozenset({"same", "identical", "equivalent", "synonym", "synonymous", "denote"})
_ONE_THING = frozenset(
    {"thing", "one", "name", "term", "entry", "record", "mean", "denote", "stand", "refer", "another"}
)


def identity(question: str, entities: Sequence[Entity], schema: Schema) -> Intent | Ambiguity | None:
    """Whether a thing has an identifier; None where a question asks anything else, or more.

    The words of the vocabulary must fit the identifier: its prefix, or words whose initials begin as it does ("Human
    Phenotype Ontology" for HP). Of another vocabulary the identifier would be a right one for a wrong question.
    """
    found = list(IDENTIFIER.finditer(question))
    named = [one for one in entities if one.chosen.method in BY_NAME]
    by_id = [one for one in entities if one.chosen.method == "identifier"]
    if len(found) != 1 or len(named) != 1 or any(not _is_part(one, found[0]) for one in by_id):
        return None
    (name,), (written,) = named, found
    if name.subtype or (written.start() < name.end and name.start < written.end()):
        return None
    rest = blanked(question, [(name.start, name.end), written.span()])
    said = [word.lowered for word in spoken(rest)]
    denied = [word for word in said if word == "not" or (word in vocabulary().denying and word.endswith("n't"))]
    prefix_words = [word for word in said if word not in _SMALL | _ASKS and word not in denied]
    if not _ASKS.intersection(said) or not _fits(prefix_words, written[1].lower(), schema, name.chosen.label):
        return None
    intents = []
    for candidate in nearest_candidates([name])[0] if name.tied or name.together else [name.chosen]:
        thing = Thing.of(candidate)
        settled = with_candidate(name, candidate)
        # No word that is only like a name.
        told = tuple(settled if one is name else one for one in entities if one is name or one in by_id)
        negated = len(denied) == 1
        intents.append(Intent("yesno", thing=thing, identifier=written[0], negated=negated, entities=told))
    return intents[0] if len(intents) == 1 else Ambiguity((name,), intents=tuple(intents))


def _is_part(entity: Entity, written: re.Match[str]) -> bool:
    return written.start() <= entity.start and entity.end <= written.end()


def _fits(prefix_words: Sequence[str], prefix: str, schema: Schema, label: str) -> bool:
    """Whether words before "identifier" name the vocabulary of a prefix, or the type of the thing alone."""
    node = schema.node(label)
    told = [word for word in prefix_words if word != prefix]
    initials = "".join(word[0] for word in told)
    of_type = {word for text in (node.singular, node.plural, label) for word in text.lower().split()}
    fits = len(told) > 1 and (initials.startswith(prefix) or prefix.startswith(initials))
    return fits or of_type.issuperset(told)


def of_registers(question: str, entities: Sequence[Entity]) -> Intent | None:
    """Which identifiers a thing has in a register ("the OMIM number of X", "X MONDO ID"); None where a question asks
    anything else, or more."""
    if len(entities) != 1 or entities[0].subtype:
        return None
    (name,) = entities
    words = list(_words(blanked(question, [(name.start, name.end)])))
    known = {*ALIASES, *(id_.partition(":")[0].casefold() for id_ in name.chosen.ids if ":" in id_)}
    registers = tuple(dict.fromkeys(word for word in words if word in known))
    asked = _ASKS | _NUMBER
    passed = _SMALL | asked | _GIVING | vocabulary().function | vocabulary().light | _asking()
    if not registers or not asked.intersection(words) or any(word not in passed | known for word in words):
        return None
    return (
        None
        if _is_verdict(words)
        else Intent("text", thing=Thing.of(name.chosen), registers=registers, entities=(name,))
    )


def same_thing(question: str, entities: Sequence[Entity], schema: Schema) -> Intent | None:
    """Whether two names stand for one thing ("is X the same as Y"); None where a question asks anything else."""
    if len(entities) != 2 or any(one.subtype for one in entities):
        return None
    one, other = entities
    labels = {one.chosen.label, other.chosen.label}
    words = list(_words(blanked(question, [(name.start, name.end) for name in entities])))
    node = schema.node(one.chosen.label)
    types = {word for text in (node.singular, node.label, *node.words) for word in text.lower().split()}
    passed = _SMALL | _SAME | _ONE_THING | types | {"and", "or", "to", "both", "really", "just"}
    said = bool(_SAME.intersection(words)) or "another name" in " ".join(words)
    if len(labels) > 1 or not said or not _is_verdict(words) or any(word not in passed for word in words):
        return None
    return Intent("yesno", thing=Thing.of(one.chosen), same=Thing.of(other.chosen), entities=(one, other))


def _words(rest: str) -> Iterator[str]:
    """The words of a question in small letters, nouns in the singular."""
    for word in re.findall(r"[^\W_][\w'’-]*|#", rest.lower()):
        one = word.replace("’", "'").removesuffix("'s")
        yield one if one in _SMALL or len(one) < 3 else singular_of(one)


def _is_verdict(words: Sequence[str]) -> bool:
    """Whether a question asks for yes or no, and is not only polite ("could you tell me")."""
    return bool(words) and words[0] in vocabulary().auxiliary and words[1:2] != ["you"]


def _asking() -> frozenset[str]:
    cues = vocabulary().cues
    return frozenset(word for cue in ("which", "list", "a") for phrase in cues[cue] for word in phrase.split())
