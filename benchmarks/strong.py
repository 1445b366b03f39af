"""Asks every strategy with a strong model behind it, whose replies to the exact prompts were written by hand.

Nothing is asked of a real model: each reply stands in a file under the hash of the prompt that it answers, with who
wrote it. A prompt without a reply ends its question; ``--prompts`` lists these prompts as JSON lines, and what is
written to them, as ``{"key": …, "reply": …}``, is taken in with ``--add``. So the set grows by more questions without
code. Some prompts follow from an earlier reply, so that the list is to be made again after replies were added.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from benchmarks.common import DATA, Share, add_graph, opened, percentile, table, tell_line
from kgqa.errors import KgqaError, StoppedError
from kgqa.evidence.citing import without_marks
from kgqa.graph.stop import StopSignal
from kgqa.llm.messages import ModelSettings, Reply
from kgqa.llm.tokens import estimate, of_messages
from kgqa.pipeline import Asker
from kgqa.records import Message, Trace
from kgqa.strategies.approach import Approach, Strategy

SETS: Mapping[str, str] = {"default": "strong", "fresh": "strong_fresh", "farming": "strong_farming"}
"""Folders of ``benchmarks/data`` with ``questions.jsonl`` and ``replies.jsonl``; the first two of the bundled graph."""
WROTE = "written by hand by the authors"
LEAST_SCORE = 0.95
LEAST_RIGHT = 0.5
"""Score below which an answer that is shown as known is wrong."""
_ANSWERS = ("write the answer", "judge", "choose")
"""What requests are for that are sent evidence."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--set", dest="set_", choices=SETS, default="default", help="the question set")
    parser.add_argument("--folder", type=Path, help="a folder with questions.jsonl and replies.jsonl instead")
    parser.add_argument("--strategy", action="append", choices=get_args(Strategy), help="only this one; repeatable")
    parser.add_argument("--prompts", action="store_true", help="list the prompts that wait for a reply, as JSON lines")
    parser.add_argument("--add", type=Path, metavar="FILE", help="take in replies: JSON lines with key and reply")
    parser.add_argument("--wrote", default=WROTE, help=f"with --add: who wrote them (default: {WROTE})")
    parser.add_argument("--all", action="store_true", help="list every answer")
    add_graph(parser)


def bench(options: argparse.Namespace) -> Compared | Awaiting:
    """Asks a set of a graph by every strategy."""
    folder = options.folder or DATA / SETS[options.set_]
    replies = Replies.read(folder / "replies.jsonl")
    if options.add is not None:
        replies.add(_lines(options.add), options.wrote)
        replies.write(folder / "replies.jsonl")
    questions = [GoldQuestion.from_json(one) for one in _lines(folder / "questions.jsonl")]
    strategies = options.strategy or list(get_args(Strategy))
    with opened(options) as asker:
        outcomes = [one for strategy in strategies for one in run(asker, questions, strategy, replies, tell_line)]
    if options.prompts:
        return Awaiting(tuple(replies.awaiting.values()))
    return Compared(tuple(outcomes), whole=options.all)


def _lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question with what is right, computed from the files.

    Attributes:
        kind: list, yesno, count, value, or none where the graph cannot answer it.
        style: how it is worded.
        ids: of a list the identifiers of each thing.
        names: of the same things, and of what a value is told with: what must reach a model to be told.
        label: the type of what is listed.
    """

    id: str
    question: str
    kind: str
    style: str
    ids: tuple[tuple[str, ...], ...] = ()
    names: tuple[str, ...] = ()
    label: str = ""
    verdict: bool | None = None
    count: int | None = None
    value: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GoldQuestion:
        """The record of a JSON object, whose lists become tuples."""
        ids = tuple((one,) if isinstance(one, str) else tuple(one) for one in data.get("ids", ()))
        rest: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        return cls(**{**rest, "ids": ids})


class AwaitingError(StoppedError):
    """No reply to a prompt was written yet."""


@dataclass(slots=True)
class Replies:
    """A language model that says what was written to the very prompt that it is sent.

    Attributes:
        written: the replies by the keys of their prompts, each with who wrote it.
        awaiting: by key the prompts without one.
        about: what is asked at the moment, for the list of these.
        settings: as a model it is called what those are called who wrote most of the replies.
    """

    written: dict[str, dict[str, Any]]
    awaiting: dict[str, dict[str, Any]] = field(default_factory=dict)
    about: dict[str, str] = field(default_factory=dict)
    settings: ModelSettings = field(init=False)

    def __post_init__(self) -> None:
        by = Counter(str(one["by"]) for one in self.written.values())
        self.settings = ModelSettings("compatible", by.most_common(1)[0][0] if by else WROTE)

    @classmethod
    def read(cls, path: Path) -> Replies:
        """The replies of a file; none where there is no file."""
        return cls({one["key"]: one for one in _lines(path)})

    def add(self, given: Iterable[Mapping[str, Any]], wrote: str) -> None:
        """Takes in replies.

        Raises:
            KgqaError: one of them has no key or no text.
        """
        for one in given:
            if not isinstance(one.get("key"), str) or not isinstance(one.get("reply"), str):
                raise KgqaError('A reply is one JSON object a line, with "key" and "reply" as texts.')
            about = {name: value for name, value in one.items() if name in ("question", "strategy", "reply")}
            self.written[one["key"]] = {"key": one["key"], "by": one.get("by", wrote), **about}
        self.__post_init__()

    def write(self, path: Path) -> None:
        """Writes all of them to a file, in the order of their keys."""
        lines = [json.dumps(self.written[key], ensure_ascii=False) for key in sorted(self.written)]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        hear: Callable[[str], None] | None = None,
        stop: StopSignal | None = None,
    ) -> Reply:
        """See ``LanguageModel``.

        Raises:
            AwaitingError: nothing was written to this prompt.
        """
        key = key_of(messages)
        found = self.written.get(key)
        if found is None:
            prompt = "\n\n".join(f"[{one.role}]\n{one.text}" for one in messages)
            self.awaiting.setdefault(key, {"key": key, **self.about, "prompt": prompt})
            raise AwaitingError("No reply to this prompt was written yet.")
        text = str(found["reply"])
        if hear is not None:
            hear(text)
        return Reply(text, str(found["by"]), of_messages(messages), estimate(text), 0.0, estimated=True)

    def models(self) -> list[str]:
        """See ``LanguageModel``."""
        return [self.settings.model]


def key_of(messages: Sequence[Message]) -> str:
    """The hash of a prompt, letter for letter."""
    said = json.dumps([[one.role, one.text] for one in messages], ensure_ascii=False)
    return hashlib.sha256(said.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a question by one strategy.

    Attributes:
        score: 1 for right, of a list its F1; None where a reply waits to be written.
        wrong: it is shown as known, and is not.
        tokens: read and written by the model.
        reached: of the names of what is right how many stood in what the model was sent to answer from.
        false: claims that are marked as supported and name what is not right; known for lists alone.
    """

    strategy: str
    asked: GoldQuestion
    score: float | None
    wrong: bool
    tokens: int
    reached: Share | None
    false: int
    got: str


@dataclass(frozen=True, slots=True)
class Awaiting:
    """The prompts that wait for a reply."""

    prompts: tuple[Mapping[str, Any], ...]
    passed: bool = True

    def text(self) -> str:
        """A JSON object a line."""
        print(f"{len(self.prompts)} prompts wait for a reply.", file=sys.stderr)
        return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in self.prompts)


@dataclass(frozen=True, slots=True)
class Compared:
    """The outcomes of a set by every strategy."""

    outcomes: tuple[Outcome, ...]
    whole: bool = False

    @property
    def passed(self) -> bool:
        """Whether auto is good enough and says nothing wrong, and no claim of any strategy is falsely marked."""
        of_auto = [one for one in self.outcomes if one.strategy == "auto"]
        enough = not of_auto or _mean(of_auto) >= LEAST_SCORE
        return enough and not any(one.wrong for one in of_auto) and not any(one.false for one in self.outcomes)

    def text(self) -> str:
        """The table of strategies and kinds, the share of what is right that reached the model, and what is not."""
        kinds = list(dict.fromkeys(one.asked.kind for one in self.outcomes))
        head = ("strategy", *kinds, "all", "wrong", "median tokens", "reached the model", "false", "waiting")
        rows = []
        for strategy in dict.fromkeys(one.strategy for one in self.outcomes):
            of_it = [one for one in self.outcomes if one.strategy == strategy]
            rows.append(_row(strategy, of_it, kinds))
        lines = ["Replies of the model: written beforehand, to the exact prompts. Score: 1 for right, F1 of lists.", ""]
        lines += [*table(head, rows), ""]
        for one in self.outcomes:
            if self.whole or (one.score is not None and one.score < 1):
                score = "waiting" if one.score is None else f"{one.score:.2f}"
                lines.append(f"  {one.strategy} {score}{' WRONG' if one.wrong else ''}  {one.asked.question!r}")
                lines.append(f"      {one.got}")
        return "\n".join(lines) + "\n"


def _row(strategy: str, outcomes: Sequence[Outcome], kinds: Sequence[str]) -> tuple[str, ...]:
    tokens = [one.tokens for one in outcomes if one.score is not None]
    reached = [one.reached for one in outcomes if one.reached is not None and one.score is not None]
    share = Share(sum(one.right for one in reached), sum(one.total for one in reached))
    of_kind = [[one for one in outcomes if one.asked.kind == kind] for kind in kinds]
    return (
        strategy,
        *(_shown(ones) for ones in of_kind),
        _shown(outcomes),
        str(sum(one.wrong for one in outcomes)),
        f"{percentile(tokens, 50):,.0f}" if tokens else "–",
        str(share) if share.total else "–",
        str(sum(one.false for one in outcomes)),
        str(sum(one.score is None for one in outcomes)),
    )


def _shown(outcomes: Sequence[Outcome]) -> str:
    known = [one for one in outcomes if one.score is not None]
    return f"{_mean(known):.2f}" if known else "–"


def _mean(outcomes: Sequence[Outcome]) -> float:
    scores = [one.score for one in outcomes if one.score is not None]
    return sum(scores) / len(scores) if scores else 0.0


def run(
    asker: Asker, questions: Sequence[GoldQuestion], strategy: Strategy, replies: Replies, hear: Callable[[str], None]
) -> Iterable[Outcome]:
    """Asks every question by one strategy."""
    approach = Approach(strategy, model=None if strategy == "graph-only" else replies)
    for one in questions:
        replies.about = {"strategy": strategy, "id": one.id, "question": one.question}
        before = len(replies.awaiting)
        trace = asker.ask(one.question, approach=approach)
        waiting = len(replies.awaiting) > before or any("No reply to this prompt" in c.error for c in trace.calls)
        outcome = judged(asker, one, trace, waiting=waiting)
        hear(f"{strategy}  {one.id}  {'waiting' if outcome.score is None else f'{outcome.score:.2f}'}")
        yield outcome


def judged(asker: Asker, asked: GoldQuestion, trace: Trace, *, waiting: bool = False) -> Outcome:
    """What came of a question."""
    tokens = sum(call.tokens_in + call.tokens_out for call in trace.calls)
    score = None if waiting else _score(asker, asked, trace)
    known = trace.answer.status == "answered" and trace.strategy != "llm-only"
    wrong = known and score is not None and score < LEAST_RIGHT
    got = f"{trace.answer.status} | {trace.answer.text[:200]!r}"
    return Outcome(trace.strategy, asked, score, wrong, tokens, _reached(asked, trace), _false(asked, trace), got)


def _score(asker: Asker, asked: GoldQuestion, trace: Trace) -> float:
    answer = trace.answer
    if asked.kind == "none":
        return float(answer.status != "answered" and not answer.items)  # "evidence" says that it is no answer
    if answer.status in ("ambiguous", "refused", "failed", "not_understood"):
        return 0.0
    written = answer.text[answer.written_from :] if answer.written_by else answer.text
    if asked.kind == "list":
        return _f1(asked, _things(asker, asked, trace))
    if asked.kind == "yesno":
        if answer.verdict is not None:
            return float(answer.verdict is asked.verdict)
        begins = re.match(r"\W*(yes|no)\b", written, re.IGNORECASE)
        return float(begins is not None and (begins[1].lower() == "yes") is asked.verdict)
    if asked.kind == "count":
        numbers = [int(one.replace(",", "")) for one in re.findall(r"\d[\d,]*", without_marks(written))]
        told = answer.value if isinstance(answer.value, int) else answer.total if answer.items else None
        return float(asked.count in (numbers[:1] if told is None else [told]))
    said = _plain(f"{answer.headline} {written} {answer.value}")
    return float(all(_plain(one) in said for one in asked.value))


def _things(asker: Asker, asked: GoldQuestion, trace: Trace) -> list[frozenset[str]]:
    """What an answer lists: its own list, or the things of the asked type that its text names."""
    if trace.answer.items:
        return [frozenset((one.id, *one.ids)) for one in trace.answer.items]
    named = {id_ for one in trace.entities for id_ in (one.chosen.id, *one.chosen.ids)}
    start = trace.answer.written_from if trace.answer.written_by else 0
    text = trace.answer.text[start:]
    # "Which of A, B and C": what is right is among what is named, and remarks may name it as what is not.
    among = all(named & set(ids) for ids in asked.ids)
    text = text.partition("\nRemarks of ")[0] if among else text
    found = [one for one in asker.link(text) if one.chosen.label == asked.label]
    things = dict.fromkeys(frozenset((one.chosen.id, *one.chosen.ids)) for one in found)
    return [one for one in things if among or not one & named]


def _f1(asked: GoldQuestion, things: Sequence[frozenset[str]]) -> float:
    right = [set(ids) for ids in asked.ids]
    met = sum(any(ids & one for one in things) for ids in right)
    good = sum(any(ids & one for ids in right) for one in things)
    if not met or not good:
        return 0.0
    recall, precision = met / len(right), good / len(things)
    return 2 * recall * precision / (recall + precision)


def _reached(asked: GoldQuestion, trace: Trace) -> Share | None:
    """How many of the names of what is right stood in what the model was sent to answer from; None without names."""
    if not asked.names or not trace.calls:
        return None
    sent = [call for call in trace.calls if call.purpose in _ANSWERS]
    text = _plain(" ".join(message.text for call in sent for message in call.messages))
    question = _plain(asked.question)
    return Share.of(_plain(one) in text.replace(question, "") for one in asked.names)


def _false(asked: GoldQuestion, trace: Trace) -> int:
    """Claims marked as supported that join nothing of what is right, where things of one type are asked for."""
    if asked.kind != "list":
        return 0
    right = {id_ for ids in asked.ids for id_ in ids}
    supported = [one for one in trace.claims if one.verdict == "supported" and not one.negated]
    untrue = [one for one in supported if one.about and not _is_recorded(one.evidence, trace)]
    return sum(not right & set(one.about) for one in untrue)


def _is_recorded(numbers: Iterable[int], trace: Trace) -> bool:
    known = {triple.number for triple in trace.evidence}
    cited = list(numbers)
    return bool(cited) and known.issuperset(cited)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[\w/%.-]+", text.casefold()))
