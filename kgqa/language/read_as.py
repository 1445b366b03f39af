"""What a question was read as, where it was read by meaning: the same words on the pages and in every file."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.records import Reading, Trace

READ_AS = "Read as"
MOST_OTHERS = 6
"""Other readings that are offered."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of the asked question.

    Attributes:
        aside: True for words that are no condition of it.
    """

    text: str
    aside: bool = False


def by_meaning(trace: Trace) -> Reading | None:
    """What the question was read as; None where it was read word by word, or nothing was answered."""
    reading = trace.reading
    if reading is None or reading.sure or not reading.question.strip():
        return None
    undecided = trace.answer.status == "ambiguous" and not trace.choices
    return None if undecided or reading.question == trace.question else reading


def followed(trace: Trace) -> str:
    """The question with what it took from the one before it, in words; empty where it took nothing."""
    follows, reading = trace.follows, trace.reading
    if follows is None or reading is None or not follows.said or reading.question == trace.question:
        return ""
    return reading.question


def question(trace: Trace) -> str:
    """The plain question that it was read as by meaning or after another one; empty where it was read as it is."""
    reading = by_meaning(trace)
    return reading.question if reading is not None else followed(trace)


def line(trace: Trace) -> str:
    """The reading as one line of a file, with what was set aside; empty where it was read word by word."""
    reading = by_meaning(trace)
    if reading is None:
        told = followed(trace)
        return f"{READ_AS}: {told}" if told else ""
    aside = [f"“{one.text}”" for one in reading.set_aside if one.text.strip()]
    told = f" · set aside: {', '.join(aside)}" if aside else ""
    return f"{READ_AS}: {reading.question}{told}"


def pieces(trace: Trace) -> tuple[Piece, ...]:
    """The asked question in runs, those that were set aside apart; joined they are the question letter for letter."""
    text, found, taken = trace.question, [], 0
    spans = sorted((one.start, one.end) for one in trace.reading.set_aside) if trace.reading is not None else []
    for start, end in spans:
        start, end = max(start, taken), min(end, len(text))
        if start < end:
            found += [Piece(text[taken:start]), Piece(text[start:end], aside=True)]
            taken = end
    return tuple(one for one in (*found, Piece(text[taken:])) if one.text)


def others(trace: Trace) -> tuple[str, ...]:
    """The next best readings, each once, without the one that was answered and the question as it was asked."""
    reading = by_meaning(trace)
    if reading is None:
        return ()
    known = {trace.question.casefold(), reading.question.casefold()}
    found: dict[str, str] = {}
    for one in reading.others:
        if one.strip() and one.casefold() not in known:
            found.setdefault(one.casefold(), one)
    return tuple(found.values())[:MOST_OTHERS]
