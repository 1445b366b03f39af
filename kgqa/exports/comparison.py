"""Several answers to one question as one file: Markdown to read, and JSON of which each answer opens again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgqa.exports import markdown
from kgqa.exports.markdown import escaped
from kgqa.history import storage
from kgqa.language.phrases import VERDICTS
from kgqa.presentation.comparison import compared
from kgqa.presentation.model_calls import of_whole_schema, taken
from kgqa.presentation.text import encoded
from kgqa.records import Trace
from kgqa.schema.model import Schema

_KINDS = {"both": "said by all", "only": "not said by all", "contradict": "contradicting"}


def document(names: Sequence[str], traces: Sequence[Trace], schema: Schema) -> bytes:
    """The comparison as UTF-8 Markdown: the claims lined up, the tokens side by side, then each answer whole."""
    question = traces[0].question if traces else ""
    blocks = [f"# {escaped(question)}", *_claims(names, traces), *_tokens(names, traces, schema)]
    for name, trace in zip(names, traces, strict=True):
        whole = markdown.document(trace, schema).decode()
        blocks += ["---", f"# {escaped(name)}", *_lower(whole)]
    return encoded("\n\n".join(blocks) + "\n")


def to_json(names: Sequence[str], traces: Sequence[Trace]) -> bytes:
    """The comparison as JSON, as of ``kgqa.history.storage``.

    Raises:
        ReplayError: an answer cannot be saved.
    """
    return encoded(storage.comparison_as_json(names, traces))


def _claims(names: Sequence[str], traces: Sequence[Trace]) -> Iterator[str]:
    rows = compared(traces).rows
    if rows:
        yield "## Claim by claim"
    for row in rows:
        who = [name for name, claim in zip(names, row.claims, strict=True) if claim is not None]
        why = f" · {escaped(row.reason)}" if row.reason else ""
        yield f"- {escaped(row.text)}: {_KINDS[row.kind]} ({escaped(', '.join(who))}); {VERDICTS[row.verdict]}{why}"


def _tokens(names: Sequence[str], traces: Sequence[Trace], schema: Schema) -> Iterator[str]:
    """A table of the tokens; which of them are estimates is said below it."""
    found = [taken(trace, schema) for trace in traces]
    if not any(one.context or one.sent for one in found):
        return
    yield "## Tokens"
    lines = ["| Answer | Context | Prompt | Reply |", "| --- | ---: | ---: | ---: |"]
    for name, one in zip(names, found, strict=True):
        sent = [f"{many:,}{' (estimate)' * one.estimated}" if one.sent else "–" for many in (one.prompt, one.reply)]
        lines.append(f"| {escaped(name)} | {one.context:,} | {' | '.join(sent)} |")
    lines.append(f"| The whole schema | {of_whole_schema(schema):,} | – | – |")
    yield "\n".join(lines)
    yield "Contexts are estimates; without a language model they are what would be sent."


def _lower(text: str) -> Iterator[str]:
    """The blocks of a document below its first heading."""
    yield text.partition("\n\n")[2].rstrip()
