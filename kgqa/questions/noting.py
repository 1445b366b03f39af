"""What an answer says about words that were read as something that is recorded in other words."""

from __future__ import annotations

from kgqa.language.text import words
from kgqa.questions.checks import conditions_of
from kgqa.questions.intent import Intent
from kgqa.questions.sentence import Sentence
from kgqa.schema.model import Relation


def loosely(sentence: Sentence, intent: Intent) -> tuple[str, ...]:
    """A sentence for each phrase that asks for more than the relation that it was read as records."""
    said = {}
    for relation in used(intent):
        known = {_stems(phrase) for phrase in relation.loose}
        for item in sentence.items:
            if relation in item.meaning.relations and _stems(item.text) in known:
                said[item.text] = f"“{item.text}” was read as “{relation.forward}”: this graph does not say more."
    return tuple(said.values())


def used(intent: Intent) -> set[Relation]:
    """Every relation that an intent asks of."""
    hops = [condition.hop for condition in conditions_of(intent.answer)]
    hops += [hop for pair in intent.pairs for hop in pair.hops]
    hops += [intent.rank_hop] if intent.rank_hop is not None else []
    return {hop.relation for hop in hops}


def _stems(phrase: str) -> tuple[str, ...]:
    return tuple(token.stem for token in words(phrase))
