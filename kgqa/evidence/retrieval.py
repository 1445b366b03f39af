"""What is recorded about things, read from the graph and cut down to what a question needs; and how much of it that is.

After the paper on KG-RAG (Section 2), for things of any type.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from kgqa.embedding.sentence_vectors import SentenceGroup, SentenceVectors, Similarities
from kgqa.evidence.exploring.context import ContextReader, Filters, Surroundings
from kgqa.evidence.exploring.neighbourhood import Explorer
from kgqa.evidence.ledger import Ledger
from kgqa.evidence.pruning import Context, Limits, key, prune
from kgqa.evidence.relevance import Relevant, first
from kgqa.evidence.sentences import sentence
from kgqa.questions.text.options import matter
from kgqa.questions.wording import SILENCE
from kgqa.records import Answer, Cut, Kind, Listed, Pruned, Unread
from kgqa.schema.model import Schema

MOST_RELATIONS = 5
"""Relations that are named with how much of each was not read."""


@dataclass(frozen=True, slots=True)
class RetrievalContext:
    """What facts are read and pruned with.

    Attributes:
        vectors: those of sentences, loaded when they are first needed.
        source: the graph as a sentence names it.
        kind: of the question.
        hand: as of ``kgqa.evidence.pruning.prune``.
        later: hears sentences that were only estimated, to be embedded while nobody asks.
    """

    schema: Schema
    explorer: Explorer
    ledger: Ledger
    vectors: Callable[[], SentenceVectors]
    source: str
    kind: Kind
    limits: Limits
    filters: Filters
    hand: Mapping[str, bool] = field(default_factory=dict)
    later: Callable[[Collection[str]], None] = lambda _: None


def told_apart(read: Sequence[Surroundings], schema: Schema) -> list[str]:
    """The names of some things; those that share one have their type behind it, and their identifier where needed."""
    things = [one.thing for one in read]
    names = [one.name for one in things]
    typed = [
        f"{one.name} ({schema.node(one.label).singular})" if names.count(one.name) > 1 else one.name for one in things
    ]
    pairs = zip(typed, things, strict=True)
    return [f"{name[:-1]}, {one.ids[0]})" if typed.count(name) > 1 else name for name, one in pairs]


def context_of(
    surroundings: Surroundings, schema: Schema, named: Collection[str] = (), about: str | None = None
) -> Context:
    """What was read about a thing, in sentences.

    Args:
        named: identifiers of the things that the question names.
        about: what tells the thing from others; None for its name.
    """
    triples = surroundings.triples
    others = set(named).difference(surroundings.thing.ids)
    joining = (one for one in triples if one.subject.id in others or one.object.id in others)
    return Context(
        surroundings.thing.name if about is None else about,
        triples,
        tuple(sentence(one, schema) for one in triples),
        beyond=sum(one.beyond for one in surroundings.sides),
        filtered=sum(one.filtered for one in surroundings.sides),
        joining=frozenset(map(key, joining)),
        unread=_unread(surroundings),
    )


def _unread(surroundings: Surroundings) -> tuple[Unread, ...]:
    """What was not read of each relation; both directions of one are one."""
    found: dict[str, Unread] = {}
    for side in surroundings.sides:
        if side.beyond or side.filtered:
            relation = side.side.hop.relation
            known = found.get(relation.type, Unread(relation.type, relation.forward))
            beyond, filtered = known.beyond + side.beyond, known.filtered + side.filtered
            found[relation.type] = replace(known, beyond=beyond, filtered=filtered)
    return tuple(found.values())


def read_about(retrieval: RetrievalContext, ids: Sequence[str], named: Collection[str] = ()) -> list[Surroundings]:
    """What is recorded about some things; raises as ``ContextReader.read``.

    Args:
        named: as of ``context_of``.
    """
    reader = ContextReader(retrieval.schema, retrieval.ledger, retrieval.filters)
    found = [retrieval.explorer.thing(id_) for id_ in dict.fromkeys(ids)]
    things = dict.fromkeys(one.thing for one in found if one is not None)
    return [reader.read(thing, set(named).difference(thing.ids)) for thing in things]


def pruned(
    retrieval: RetrievalContext,
    question: str,
    read: Sequence[Surroundings],
    named: Collection[str],
    asked: Relevant | None = None,
    parts: Sequence[str] = (),
) -> Pruned:
    """Every fact that was read, with its likeness to what a question is about and what became of it.

    Args:
        named: as of ``context_of``.
        asked: what goes before the others; None where the scores alone decide, as published.
        parts: sub-sentences of the question, of which the likest counts for a fact; none for the whole of it.
    """
    names = told_apart(read, retrieval.schema)
    contexts = [context_of(one, retrieval.schema, named, name) for one, name in zip(read, names, strict=True)]
    # Of these none is estimated.
    joining = [SentenceGroup(sentences) for sentences in map(_joining, contexts) if sentences]
    lists: list[Listed] | None = None
    if asked is not None:
        more, lists = _asked_for(retrieval, contexts, asked)
        sentences = {key(triple): text for one in (*contexts, *more)
                     for triple, text in zip(one.triples, one.sentences, strict=True)}  # fmt: skip
        leading = first(lists, sentences, (), retrieval.limits.of(retrieval.kind))
        joining += [SentenceGroup(tuple(sentences[its_key] for its_key in leading))] if leading else []
        contexts += more
    groups = [group_of(context, retrieval.limits, retrieval.kind, len(contexts)) for context in contexts]
    about, vectors = matter(question), retrieval.vectors()
    found = _likest([vectors.similarities(part, [*joining, *groups]) for part in parts or (about,)])
    scores = found.scores
    if about != question:
        # An option is named outside of what is asked, so a fact that joins it is held against the whole as well.
        whole = vectors.similarities(question, joining).scores
        scores = {text: max(score, whole.get(text, score)) for text, score in scores.items()}
    retrieval.later(found.estimated)
    return prune(contexts, scores, retrieval.limits, retrieval.kind, found.estimated, retrieval.hand, lists)


def _likest(found: Sequence[Similarities]) -> Similarities:
    """The best score of each sentence, and which of these are estimates."""
    texts = found[0].scores
    best = {text: max((one.scores[text], text not in one.estimated) for one in found) for text in texts}
    guessed = frozenset(text for text, (_, exact) in best.items() if not exact)
    return Similarities({text: score for text, (score, _) in best.items()}, guessed)


def _asked_for(
    retrieval: RetrievalContext, contexts: Sequence[Context], asked: Relevant
) -> tuple[list[Context], list[Listed]]:
    """The facts of lists that were not read about a named thing, as many as are kept, and the lists as far as all
    their facts are there."""
    triples = {key(one): one for one in asked.triples}
    read = {key(one) for context in contexts for one in context.triples}
    chosen = first(asked.lists, triples, (), retrieval.limits.of(retrieval.kind))
    there = read | chosen.keys()
    more, lists = [], []
    for place, one in enumerate(asked.lists, 1):
        members = tuple(member for member in one.members if there.issuperset(member))
        lists.append(replace(one, members=members))
        own = tuple(triples[its_key] for its_key, of in chosen.items() if of == place and its_key not in read)
        if own:
            more.append(Context(one.what, own, tuple(sentence(triple, retrieval.schema) for triple in own)))
    return more, lists


def _joining(context: Context) -> tuple[str, ...]:
    """The sentences of the facts that join a thing to another that the question names."""
    pairs = zip(context.triples, context.sentences, strict=True)
    return tuple(text for triple, text in pairs if key(triple) in context.joining) if context.joining else ()


def group_of(context: Context, limits: Limits, kind: Kind, things: int) -> SentenceGroup:
    """The sentences about one of so many things, to be scored as exactly as the limits need it."""
    ends = tuple((one.subject.name, one.object.name) for one in context.triples)
    return SentenceGroup(context.sentences, ends, limits.most(kind, things, len(context.sentences)))


def nothing(retrieval: RetrievalContext, names: str, cuts: Sequence[Cut | Context]) -> Answer:
    """The answer where no fact about some things was read: that none is recorded, or that filters left out all."""
    out = left_out(cuts)
    if out:
        headline = f"No fact about {names} passes the filters."
        return Answer("not_in_graph", retrieval.kind, headline, f"{headline} {out} Other filters let facts through.")
    headline = f"Nothing is recorded about {names} in {retrieval.source}."
    return Answer("not_in_graph", retrieval.kind, headline, f"{headline} That is {SILENCE}.")


def left_out(cuts: Sequence[Cut | Context]) -> str:
    """What was not read about things and why, in sentences; empty where all of it was."""
    return " ".join(f"{facts} {_were(number)} {why}." for number, facts, why in unread(cuts))


def unread(cuts: Sequence[Cut | Context]) -> list[tuple[int, str, str]]:
    """How many facts were not read for a reason, in numbers and in words, and the reason: "not read, because …"."""
    beyond, filtered = sum(cut.beyond for cut in cuts), sum(cut.filtered for cut in cuts)
    weak = f"{counted(beyond)} with weaker evidence{_by_relation(cuts, 'beyond')}"
    out = f"{counted(filtered)}{_by_relation(cuts, 'filtered')}"
    found = ((beyond, weak, "not read, because there are many"), (filtered, out, "left out by the filters"))
    return [one for one in found if one[0]]


def _by_relation(cuts: Sequence[Cut | Context], why: Literal["beyond", "filtered"]) -> str:
    """The relations of which most was not read, in brackets: " (2,310 “shows”, 40 “is a kind of”)"; empty for none."""
    found: dict[str, int] = {}
    for one in (one for cut in cuts for one in cut.unread):
        number = one.beyond if why == "beyond" else one.filtered
        if number:
            found[one.phrase] = found.get(one.phrase, 0) + number
    most = sorted(found.items(), key=lambda told: -told[1])
    told = [f"{number:,} “{phrase}”" for phrase, number in most[:MOST_RELATIONS]]
    others = sum(number for _, number in most[MOST_RELATIONS:])
    return f" ({', '.join([*told, *([f'{others:,} of other relations'] if others else [])])})" if told else ""


def counted(number: int) -> str:
    """So many facts."""
    return f"{number:,} {'fact' if number == 1 else 'facts'}"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"
