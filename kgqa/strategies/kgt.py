"""The ``kgt`` strategy: the question is reasoned out on the schema, and the best way over it is asked of the graph.

After Feng et al. 2025 (knowledge graph-based thought): question analysis, all shortest ways between the types of what
is named and what is asked for, the likest of them, Cypher from it, the part of the graph that this finds, chains that
lead nowhere cut, each chain a sentence. Without a language model our own reading analyses the question; with one it
names what is asked for, and writes claims below the answer. What these four kinds of questions have no place for
(denials, "or", rankings, comparisons) is answered as by the graph alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from kgqa.answers.attributes import only_with, with_values
from kgqa.answers.context import AnswerContext, CitedAnswer, marks
from kgqa.answers.full_sentences import in_a_sentence, weakens
from kgqa.evidence.hedging import hedge
from kgqa.evidence.ledger import Ledger
from kgqa.language.phrases import KGT_STEPS, steps
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.llm.messages import ModelError
from kgqa.llm.prompts import PromptError
from kgqa.llm.structured import UnfitError
from kgqa.llm.writing.question_analysis import key_information
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.by_meaning.decomposition import Decomposed
from kgqa.questions.by_meaning.proposals import Named
from kgqa.questions.intent import Gap, Hop, Intent, Pair, Thing
from kgqa.questions.lexicon import Owned
from kgqa.questions.paths import MOST_HOPS
from kgqa.questions.schema_paths import Path, candidate_paths, lacking, relations_unsaid
from kgqa.questions.tagging import Item
from kgqa.questions.text.options import options
from kgqa.questions.wording import SILENCE, Wording, listed
from kgqa.records import Answer, Kind, Reading, SchemaPath, SetAside, Triple
from kgqa.schema.model import Property
from kgqa.strategies import graph_only
from kgqa.strategies.entity_linking import gap_answer, unambiguous
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question
from kgqa.strategies.writing import planned_answer

if TYPE_CHECKING:
    from kgqa.session import GraphSession

ANALYSING, RANKING = steps("kgt")[1:3]
MOST_TRIED, MOST_DRAWN = 4, 12
"""Ways that are asked of the graph until one leads anywhere, and that are told between two named things."""
ALIKE = 0.5
"""Difference of two ways in likeness up to which either may be meant, which is said."""
MOST_CHAINS = 5
"""Chains that the text tells; the table has all."""
IN_A_SENTENCE = "In a sentence:"
_OTHERWISE: tuple[Cue, ...] = (
    "most", "fewest", "top", "compare", "differ", "distinguish", "share", "graded", "often", "parent", "all",
)  # fmt: skip
"""What is asked in other ways than over a path."""
_PLAIN = "This is no question over a path of the schema, so it was read word by word."
Asks = Literal["list", "count", "any", "between"]
_KINDS: dict[Asks, Kind] = {"list": "list", "count": "count", "any": "yesno"}


@dataclass(frozen=True, slots=True)
class Analysis:
    """The key information of a question.

    Attributes:
        heads: what it names.
        tails: labels of what it may ask for; of one that asks how two things are related that of the first.
        asks: ``between``: how two named things are related, or whether they are.
        true: attributes of what is asked for that are to be true.
        value: the attribute whose value is asked for.
    """

    asked: Decomposed
    heads: tuple[Named, ...]
    tails: tuple[str, ...]
    asks: Asks
    true: tuple[Property, ...] = ()
    value: Property | None = None


def answer(graph: GraphSession, question: Question, progress: Progress, model: RecordedModel | None) -> Outcome:
    """The answer that the best way over the schema leads to.

    Raises:
        KgqaError: a statement could not be run to its end, or the reader stopped it.
    """
    left_out = [KGT_STEPS[step] for step in question.approach.without]
    if left_out:
        progress.did(f"Left out, as you chose: {listed(left_out)}.")
    names = unambiguous(graph, question, progress, None)
    if isinstance(names, Outcome):
        return (_by_only_meaning(graph, question, names) if model is None else None) or names
    progress.step(ANALYSING)
    with progress.timed("understand"):
        analysis = _analysed(graph, question, names.findings, progress, model)
    if isinstance(analysis, Gap):
        return Outcome(gap_answer(graph, question, names.findings, analysis), names.findings)
    if analysis is None and question.approach.path:
        return Outcome(_no_such_path(question.approach.path, ()), names.findings)
    if analysis is None:
        progress.did(_PLAIN)
        return _written(graph, question, progress, graph_only.answer(graph, question, progress), model)
    progress.step(RANKING)
    with progress.timed("rank"):
        paths = _ranked(graph, question, analysis)
    chosen = bool(paths) and paths[0].key == question.approach.path  # by a person, whatever the words say
    if question.approach.path and not chosen:
        shown = tuple(_shown(one, _said(graph, analysis, one), None, {}, chosen=False) for one in paths[:MOST_DRAWN])
        findings = replace(names.findings, paths=shown)
        return Outcome(_no_such_path(question.approach.path, [one.key for one in paths]), findings)
    if not paths or not (paths[0].shortest or chosen):
        return Outcome(_nothing_near(graph, analysis), names.findings)
    odd = None if chosen or analysis.asks == "between" else lacking(paths[0], analysis.asked, graph.schema)
    if odd is not None:
        return Outcome(gap_answer(graph, question, names.findings, Gap("unread", odd.text, odd.text)), names.findings)
    outcome = _between(graph, question, progress, names.findings, analysis, paths)
    return _written(graph, question, progress, outcome, model)


def _by_only_meaning(graph: GraphSession, question: Question, asked_back: Outcome) -> Outcome | None:
    """How things are joined, with the only one of the meanings of a name, each of another type, that is joined at all;
    None where a person must choose, or where a relation is asked for, which may hold of none of them.

    Raises:
        KgqaError: a statement could not be run to its end, or the reader stopped it.
    """
    if len(asked_back.findings.choices) != 1:
        return None
    (name,) = asked_back.findings.choices
    meanings = (name.chosen, *name.rivals)
    if len({one.label for one in meanings}) < len(meanings):
        return None
    found = []
    for one in meanings:
        chosen = {**question.chosen, (name.start, name.end): one.id}
        outcome = answer(graph, replace(question, chosen=chosen), Progress(), None)
        told = outcome.answer
        if told.status == "answered" and told.kind != "relation":
            return None
        found += [(one, outcome)] if told.status == "answered" else []
    if len(found) != 1:
        return None
    ((meant, outcome),) = found
    others = [graph.schema.node(one.label).singular for one in meanings if one is not meant]
    note = (
        f"“{name.mention}” was read as the {graph.schema.node(meant.label).singular}; as a {listed(others, 'or')} it "
        "is not joined so."
    )
    read = outcome.findings.reading or Reading(question.text)
    told = replace(outcome.answer, text=f"{outcome.answer.text}\n{note}")
    return Outcome(told, replace(outcome.findings, reading=replace(read, sure=False)))


def _analysed(
    graph: GraphSession, question: Question, findings: Findings, progress: Progress, model: RecordedModel | None
) -> Analysis | Gap | None:
    """The key information of a question; a gap where a word of it may be a name that the graph lacks, None where it is
    of another kind."""
    asked = graph.interpreter.taken_apart(question.text, findings.entities)
    if asked is None or question.group is not None or options(question.text) or _is_other(asked):
        return None
    unknown = graph.interpreter.second_stage.unknown(asked)
    if unknown is not None:
        return Gap("unknown_name", unknown.text)
    heads = tuple(Named(one, Thing.of(one.chosen)) for one in asked.names)
    if not heads or {head.entity.start for head in heads} != {one.start for one in findings.entities}:
        return None
    types = [item for item in asked.items if item.meaning.labels and not _is_beside(item, asked)]
    linked = any(item.meaning.relations and not item.generic and not item.meaning.labels for item in asked.items)
    attributes: list[tuple[Item, list[Owned]]] = []
    if "analysis" in question.approach.without:
        tails = tuple(node.label for node in graph.schema.nodes)
    else:
        spoken_of = {label for item in types for label in item.meaning.labels}
        attributes = _attributes(asked, {head.thing.label for head in heads}, spoken_of)
        if not types and not linked and _is_of_heads(asked, attributes):
            return None
        said = _by_model(graph, question, progress, model) if model is not None else ""
        tails = (said,) if said else tuple(graph.interpreter.asked_types(question.text, findings.entities))
    return _asked_of(graph, asked, heads, types, attributes, tails, linked=linked)


def _asked_of(
    graph: GraphSession,
    asked: Decomposed,
    heads: tuple[Named, ...],
    types: Sequence[Item],
    attributes: Sequence[tuple[Item, Sequence[Owned]]],
    tails: tuple[str, ...],
    *,
    linked: bool,
) -> Analysis | Gap | None:
    """What is asked of named things: how two belong together, or what of some types they lead to.

    Args:
        types: words for types.
        attributes: words for attributes, each with those that it may mean.
        tails: the types that are asked for, as far as words say them.
        linked: a word says how things are linked.
    """
    owned = [one for _, some in attributes for one in some]
    value = next((one for one in owned if one.property.type != "BOOLEAN"), None)
    if value is not None and (lacking := _is_lacking(value, types, attributes, tails)) is not None:
        return lacking
    if value is not None and value.label is not None:
        tails = (value.label,)
    elif owned and not types:  # it is called by what is true of it
        tails = tuple(dict.fromkeys(one.label for one in owned if one.label is not None))
    names_type = any(set(tails) & item.meaning.labels for item in types)
    if len(heads) == 2 and not names_type and value is None and (_asks_how(asked) or not linked):
        return Analysis(asked, heads, (heads[0].thing.label,), "between")
    if not tails or (len(heads) == 1 and set(tails) == {heads[0].thing.label}) or _asks_for_absent(asked):
        return None
    odd = graph.interpreter.second_stage.unweighed(asked)
    if odd is not None:
        return Gap("unread", odd.text, detail=odd.text)
    asks: Asks = "count" if asked.has("count") else "any" if _verdict(asked) else "list"
    is_so = [one for one in owned if one.property.type == "BOOLEAN"]
    if any(one.label not in tails for one in is_so):
        return None  # what is on the way is to be so, which no path says
    true = tuple({one.property.name: one.property for one in is_so}.values())
    return Analysis(asked, heads, tails, asks, true, value.property if value is not None else None)


def _is_lacking(
    value: Owned,
    types: Sequence[Item],
    attributes: Sequence[tuple[Item, Sequence[Owned]]],
    tails: Sequence[str],
) -> Gap | None:
    """That what is asked for has no such attribute, which other types have; None where it has."""
    spoken_of = {label for item in types for label in item.meaning.labels}
    if not tails or not spoken_of or value.label in spoken_of:
        return None
    return next((Gap("no_property", f"{item.text}|{tails[0]}") for item, some in attributes if value in some), None)


def _attributes(asked: Decomposed, heads: set[str], types: set[str]) -> list[tuple[Item, list[Owned]]]:
    """The words for attributes, each with those that it may mean: of the types that the question speaks of where one
    has such an attribute; none where what is named has it itself; else of any type, and what is true or not before what
    has a value ("oncogenes")."""
    found: list[tuple[Item, list[Owned]]] = []
    for item in asked.items:
        owned = [one for one in item.meaning.properties if one.label is not None]
        of_types = [one for one in owned if one.label in types - heads]
        if any(one.label in heads for one in owned) and not of_types:
            found.append((item, []))
        elif owned:
            some = of_types or owned
            found.append((item, [one for one in some if one.property.type == "BOOLEAN"] or some))
    return found


def _is_of_heads(asked: Decomposed, attributes: Sequence[tuple[Item, Sequence[Owned]]]) -> bool:
    """Whether a question that names no type and no relation asks for attributes of what it names itself, which is a
    path of no step ("What are the synonyms of X?", "Is X an oncogene?"), also where that has no such attribute."""
    linked = asked.has("relation") or any(item.meaning.relations for item in asked.items)
    if not attributes or (len(asked.names) > 1 and linked):
        return False
    return _verdict(asked) or not any(one.property.type == "BOOLEAN" for _, some in attributes for one in some)


def _is_beside(item: Item, asked: Decomposed) -> bool:
    """Whether a word for a type stands right behind a name, and so is said of it ("the BRCA1 gene mutation")."""
    return any(one.end + 1 == item.start for one in asked.names)


def _asks_how(asked: Decomposed) -> bool:
    """Whether it is asked how two things belong together, or whether they do."""
    does = any(item.auxiliary and item.text.lower() in vocabulary().do for item in asked.items)
    return _verdict(asked) or asked.has("relation") or (asked.has("how") and does)


def _asks_for_absent(asked: Decomposed) -> bool:
    """Whether a thing that the graph lacks stands before every type that it has, and so is what is asked for."""
    first = next((item for item in asked.items if item.meaning.labels or item.meaning.absent), None)
    return first is not None and bool(first.meaning.absent) and not first.meaning.of_graph


def _is_other(asked: Decomposed) -> bool:
    """Whether a question denies, chooses, ranks or compares, which no way over the schema says."""
    odd = asked.against or asked.besides or asked.qualifiers or asked.numbers or asked.listed or asked.left_out
    return bool(odd) or asked.alternatives or asked.has(*_OTHERWISE) or asked.has("not")


def _by_model(graph: GraphSession, question: Question, progress: Progress, model: RecordedModel) -> str:
    """The type that a language model says is asked for; empty where it says none, or cannot be asked."""
    try:
        said = key_information(model, question.text, graph.schema)
    except (ModelError, PromptError, UnfitError) as error:
        progress.did(f"The language model did not analyse the question, so it was read here. {error}")
        return ""
    if said.tail:
        progress.did(f"The language model says that {graph.schema.node(said.tail).plural} are asked for.")
    return said.tail


def _ranked(graph: GraphSession, question: Question, analysis: Analysis) -> list[Path]:
    """The ways that could be meant, the likest first; one that a person chose before all others."""
    without = question.approach.without
    heads = analysis.heads[1:] if analysis.asks == "between" else analysis.heads
    paths = candidate_paths(
        graph.schema,
        graph.interpreter.second_stage,
        analysis.asked,
        heads,
        analysis.tails,
        most_hops=1 if "inference" in without else MOST_HOPS,
        by_likeness="choice" not in without,
        within=analysis.asks == "between",
    )
    if analysis.asks == "between" and not any(one.key == question.approach.path for one in paths):
        paths = _as_directed(graph, question, analysis, paths)
    return sorted(paths, key=lambda one: one.key != question.approach.path)


def _as_directed(graph: GraphSession, question: Question, analysis: Analysis, paths: list[Path]) -> list[Path]:
    """Of the ways between two things of one type those that lead from the one to the other as the question says, where
    it asks for one link ("Is A a kind of B?" is not whether B is a kind of A)."""
    one, other = (head.thing for head in analysis.heads)
    read = graph.interpreter.read(question.text, [head.entity for head in analysis.heads])
    pairs = read.pairs if isinstance(read, Intent) and read.kind == "yesno" else ()
    if one.label != other.label or len(pairs) != 1:
        return paths
    hops = pairs[0].hops
    if pairs[0].one.ids != one.ids:
        hops = tuple(Hop(hop.relation, not hop.forward) for hop in reversed(hops))
    return [path for path in paths if path.ways[0] == hops] or paths


def _between(
    graph: GraphSession, question: Question, progress: Progress, findings: Findings, analysis: Analysis,
    paths: Sequence[Path],
) -> Outcome:  # fmt: skip
    """The answer of the first way that leads anywhere, with what became of all of them."""
    chosen = paths[0].key == question.approach.path
    between = analysis.asks == "between"
    if between and not chosen and not _verdict(analysis.asked):
        path, outcome, tried = _at_once(graph, question, progress, findings, analysis, paths)
    else:
        path, outcome, tried = _one_by_one(graph, question, progress, findings, analysis, paths)
    drawn = [one for place, one in enumerate(paths) if one is path or not between or place < MOST_DRAWN]
    shown = tuple(_shown(one, _said(graph, analysis, one), path, tried, chosen=chosen) for one in drawn)
    aside = tuple(
        SetAside(item.start, item.end, item.text)
        for item in (*(one for one in analysis.asked.items if one.unread), *relations_unsaid(path, analysis.asked))
    )
    read = _said(graph, analysis, path)
    if analysis.asks == "between":
        read = f"What is the relationship between {listed([one.thing.name for one in analysis.heads])}?"
    reading = Reading(read, sure=False, set_aside=tuple(sorted(aside, key=lambda one: one.start)))
    told = _told(analysis, path, shown, outcome)
    if not any(hedge(one, graph.schema) for one in outcome.findings.evidence):
        own = all(weakens(one.text) for one in aside) and _says_no_more(analysis.asked, read)
        told = _in_a_sentence(told, question.text if own else read, analysis.asked if own else None)
    return Outcome(told, replace(outcome.findings, reading=reading, paths=shown))


def _at_once(
    graph: GraphSession, question: Question, progress: Progress, findings: Findings, analysis: Analysis,
    paths: Sequence[Path],
) -> tuple[Path, Outcome, dict[str, int]]:  # fmt: skip
    """The way along which the records of two things lie, with what all ways together lead to and what lies on each."""
    outcome = _asked(graph, question, progress, findings, analysis, paths)
    return _told_by(analysis, paths, outcome) or paths[0], outcome, _led(analysis, paths, outcome)


def _one_by_one(
    graph: GraphSession, question: Question, progress: Progress, findings: Findings, analysis: Analysis,
    paths: Sequence[Path],
) -> tuple[Path, Outcome, dict[str, int]]:  # fmt: skip
    """The first way that leads anywhere (else the first of all), with what it leads to and how much each tried one."""
    chosen = paths[0].key == question.approach.path
    between = analysis.asks == "between"
    candidates = [one for one in paths if one.shortest or chosen or between]
    taken: tuple[Path, Outcome] | None = None
    tried: dict[str, int] = {}
    for path in candidates[: 1 if chosen else MOST_DRAWN if between else MOST_TRIED]:
        outcome = _asked(graph, question, progress, findings, analysis, [path])
        tried[path.key] = _found(outcome)
        if tried[path.key] or taken is None:
            taken = path, outcome
        if tried[path.key] or "pruning" in question.approach.without:
            break
    assert taken is not None
    path, outcome = taken
    if between and tried.get(path.key):  # every direct link between two things is told, whichever of them was asked for
        path = _told_by(analysis, paths, outcome) or path
        tried.setdefault(path.key, _found(outcome))
    return path, outcome, tried


def _led(analysis: Analysis, paths: Sequence[Path], outcome: Outcome) -> dict[str, int]:
    """By the ways that are no longer than what joins two things how many records lie on each; by all where nothing
    does."""
    own, start = outcome.findings.evidence, set(analysis.heads[0].thing.ids)
    found = {one.key: len(_chain(start, one.ways[0], own)) for one in paths}
    least = min((len(one.ways[0]) for one in paths if found[one.key]), default=MOST_HOPS)
    return {one.key: found[one.key] for one in paths if len(one.ways[0]) <= least}


def _told_by(analysis: Analysis, paths: Sequence[Path], outcome: Outcome) -> Path | None:
    """The way along which the records lead from the one thing to the other, if there is one."""
    own, start = outcome.findings.evidence, set(analysis.heads[0].thing.ids)
    types = {one.predicate for one in own}
    return next((one for one in paths if one.proposal.types == types and _chain(start, one.ways[0], own)), None)


def _asked(
    graph: GraphSession, question: Question, progress: Progress, findings: Findings, analysis: Analysis,
    paths: Sequence[Path],
) -> Outcome:  # fmt: skip
    """What the first way leads to, its things cut to those that the question asks for; between two things what the
    shortest of several ways leads to."""
    path = paths[0]
    if analysis.asks == "between":
        one, other = analysis.heads
        kind: Kind = "yesno" if _is_direct(path) and _verdict(analysis.asked) else "relation"
        pairs = tuple(Pair(one.thing, other.thing, way.ways[0]) for way in paths)
        intent = Intent(kind, pairs=pairs, hops=len(path.ways[0]), entities=findings.entities)
    else:
        intent = Intent(_KINDS[analysis.asks], path.asked, entities=findings.entities)
        intent = graph.interpreter.of_kind(question.text, findings.entities, intent)
    read = Reading(path.proposal.texts[0], sure=False)
    outcome = graph_only.asked_of_graph(graph, question, progress, findings, question.text, [intent], read)
    answered = outcome.answer
    if answered.status != "answered" or not answered.items:
        return outcome
    context = AnswerContext(graph.schema, Ledger(graph.store, stop=question.stop, record=progress.ran), graph.source)
    found, cut = CitedAnswer(answered, outcome.findings.evidence), tuple[str, ...]()
    if analysis.true and "pruning" not in question.approach.without:
        found, cut = only_with(context, found, analysis.true)
    if analysis.value is not None and found.answer.items:
        found = with_values(context, found, analysis.value)
    notes = (*outcome.findings.notes, *cut)
    text = "\n".join((found.answer.text, *cut))
    return Outcome(replace(found.answer, text=text), replace(outcome.findings, evidence=found.evidence, notes=notes))


def _found(outcome: Outcome) -> int:
    """How many things, or records between two things, a way led to."""
    told = outcome.answer
    if told.status != "answered":
        return 0
    return len(told.items) or (len(outcome.findings.evidence) if told.kind in ("relation", "yesno") else 0)


def _said(graph: GraphSession, analysis: Analysis, path: Path) -> str:
    """A way as the plain question that it answers; of one between two names its steps."""
    if analysis.asks != "between":
        return path.proposal.texts[0]
    wording = Wording(graph.schema)
    steps_ = [f"{wording.phrase(hop)} {wording.things(hop.end, 1)}" for hop in path.ways[0]]
    return f"{wording.things(path.asked.label, 1)} {', which '.join(steps_)}"


def _shown(path: Path, said: str, taken: Path | None, tried: dict[str, int], *, chosen: bool) -> SchemaPath:
    number = tried.get(path.key)
    if path is taken:
        reason = "chosen by you" if chosen else "the likeliest of the shortest that leads anywhere" if number else ""
    elif number == 0:
        reason = "leads nowhere: nothing is recorded along it"
    else:
        reason = "" if taken is None else "less like the question" if path.shortest else "longer"
    return SchemaPath(
        path.key, said, round(path.score, 2), path.steps, path.shortest, path is taken, reason,
        number if path is not taken or number else None,
    )  # fmt: skip


def _told(analysis: Analysis, path: Path, shown: Sequence[SchemaPath], outcome: Outcome) -> Answer:
    """The answer with how it was reasoned: what is nearer and leads nowhere, and its chains."""
    told = outcome.answer
    if told.status in ("ambiguous", "failed", "refused"):
        return told
    lines = []
    nowhere = [one.said for one in shown if one.answers == 0 and not one.taken]
    if _found(outcome) and nowhere and analysis.asks != "between":
        lines.append(f"Nothing is recorded for what is nearer to the words: {listed([f'“{one}”' for one in nowhere])}.")
    near = [one.said for one in shown if one.shortest and one.answers is None and one.score >= path.score - ALIKE]
    if _found(outcome) and near and analysis.asks != "between":
        lines.append(f"About as likely is meant, and can be taken instead: {listed([f'“{one}”' for one in near])}.")
    starts = [(item.ids, item.evidence) for item in told.items]
    if analysis.asks == "between":
        evidence = tuple(one.number for one in outcome.findings.evidence)
        starts = [(analysis.heads[0].thing.ids, evidence)] if _found(outcome) else []
    lines += chains(starts, path.ways, outcome.findings.evidence)
    return replace(told, text="\n".join((told.text, *lines)))


def _says_no_more(asked: Decomposed, read: str) -> bool:
    """Whether each word of a question for a relation is one of its reading, or says of no relation which it is."""
    known = {token.stem for token in spoken(read)}
    said = (one for one in asked.items if one.meaning.relations and not one.generic and not one.meaning.labels)
    return all(not known.isdisjoint(token.stem for token in spoken(one.text)) for one in said)


def _in_a_sentence(told: Answer, question: str, asked: Decomposed | None) -> Answer:
    """The answer with one sentence in the words of a question, below its headline.

    Args:
        asked: the question taken apart; None for one that is worded here.
    """
    spans = [(one.start, one.end) for one in asked.names] if asked is not None else []
    types = [one for one in asked.items if one.meaning.labels] if asked is not None else []
    spans += [(one.start, one.end) for one in types]
    values = told.headline.partition(": ")[2].removesuffix(".")
    names = [values] if told.kind == "value" and values else [item.name for item in told.items]
    said = in_a_sentence(question, spans, names) if told.status == "answered" and told.kind in ("list", "value") else ""
    if not said or told.total not in (None, len(told.items)) or any(item.kinds for item in told.items):
        return told
    headline, _, rest = told.text.partition("\n")
    return replace(told, text="\n".join(part for part in (headline, f"{IN_A_SENTENCE} {said}", rest) if part))


def chains(
    starts: Sequence[tuple[Sequence[str], Sequence[int]]], ways: Sequence[tuple[Hop, ...]], evidence: Sequence[Triple]
) -> list[str]:
    """The first chains of several records as sentences: of each thing one along each way.

    Args:
        starts: of each thing its identifiers and the numbers of its records.
    """
    found = []
    for start, numbers in starts:
        own = [one for one in evidence if one.number in numbers and not one.against]
        for way in ways:
            chain = _chain(set(start), way, own)
            if len(chain) > 1:
                found.append(f"{'; '.join(f'{one.in_words}{marks((one.number,))}' for one in chain)}.")
        if len(found) >= MOST_CHAINS:
            break
    return found[:MOST_CHAINS]


def _chain(ids: set[str], way: Sequence[Hop], own: Sequence[Triple]) -> list[Triple]:
    """The records of a whole way from some identifiers; none where no chain of them reaches its end."""
    if not way:
        return []
    for one in own:
        for near, far in _ends(one, way[0]):
            if one.predicate == way[0].relation.type and near in ids:
                rest = _chain({far}, way[1:], [other for other in own if other is not one])
                if rest or len(way) == 1:
                    return [one, *rest]
    return []


def _ends(triple: Triple, hop: Hop) -> list[tuple[str, str]]:
    """The identifiers where a hop over a record begins and arrives; both ways where it is the same from either end."""
    ends = (triple.subject.id, triple.object.id)
    return [ends, ends[::-1]] if hop.relation.symmetric else [ends if hop.forward else ends[::-1]]


def _verdict(asked: Decomposed) -> bool:
    first = asked.items[0] if asked.items else None
    return first is not None and first.auxiliary and not asked.has("which", "list", "how")


def _is_direct(path: Path) -> bool:
    return len(path.ways[0]) == 1


def _no_such_path(key: str, known: Sequence[str]) -> Answer:
    """What is said where a person chose a path that is none of a question's."""
    headline = f"The path “{key}” is none of this question's."
    some = [f"“{one}”" for one in known[:MOST_DRAWN]]
    some += [f"{len(known) - MOST_DRAWN:,} more"] if len(known) > MOST_DRAWN else []
    there = f"Its paths are {listed(some)}." if len(some) > 1 else f"Its only path is {some[0]}." if some else ""
    return Answer("refused", "text", headline, f"{headline} {there or 'It is asked over no path of the schema.'}")


def _nothing_near(graph: GraphSession, analysis: Analysis) -> Answer:
    """What is said where no way over the schema is near to the question."""
    wording = Wording(graph.schema)
    things = listed([wording.things(label, 2) for label in analysis.tails], "or")
    names = listed([one.thing.name for one in analysis.heads])
    headline = f"No path of this graph's schema leads from {names} to {things} as the question asks."
    return Answer("not_in_graph", "list", headline, f"{headline} {graph.source} records none; that is {SILENCE}.")


def _written(
    graph: GraphSession, question: Question, progress: Progress, outcome: Outcome, model: RecordedModel | None
) -> Outcome:
    return outcome if model is None else planned_answer.written(graph, question, progress, outcome, model)
