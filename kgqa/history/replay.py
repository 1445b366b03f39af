"""An answer as a file and back: strict JSON of a whole trace, which is checked before anything of it is used.

The file is one object, ``{"format": "kgqa-answer", "version": 2, "trace": {…}}``; the trace has the fields of
``kgqa.records``. What comes from a graph and JSON cannot say is written as an object with one field: ``{"$float":
"nan"}``, ``{"$tuple": […]}``, and ``{"$map": {…}}`` for an object that would look like one of these.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgqa.errors import KgqaError
from kgqa.evidence.pruning import flaw
from kgqa.records import Pruned, Trace, Triple

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

FORMAT = "kgqa-answer"
VERSION = 2
"""2: a claim is supported, contradicted, not recorded or not checked. 1 had other verdicts (``_BEFORE``)."""
MOST_BYTES = 20_000_000
"""Size of the largest file that is written or read."""
_DEEPEST = 100
_SURROGATES = re.compile("[\ud800-\udfff]")
_BEFORE = {"not_in_graph": "not_checked"}
"""Verdicts of version 1 and what is read for them: "not in the graph" was also said of what was not understood. Of
words that claim nothing (``no_claim``) nothing is kept."""
_TAGS = ("$float", "$tuple", "$map")


class ReplayError(KgqaError):
    """A text is no saved answer, or an answer cannot be saved."""


@dataclass(frozen=True, slots=True)
class _Saved:
    format: str
    version: int
    trace: Trace


def to_json(trace: Trace) -> str:
    """The whole trace as strict JSON on one line; half a surrogate pair, which is no text, becomes U+FFFD.

    Raises:
        ReplayError: it is larger than 20 MB, or holds a value that no graph gives.
    """
    try:
        plain = asdict(_Saved(FORMAT, VERSION, _with_values(trace, _written)))
        text = json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (ValueError, TypeError, RecursionError) as error:
        raise ReplayError(f"The answer cannot be saved, because it holds a value that is no JSON: {error}.") from error
    text = encodable(text)
    size = len(text.encode("utf-8"))
    if size > MOST_BYTES:
        raise ReplayError(f"The answer has {size:,} bytes; at most {MOST_BYTES:,} are saved. Ask for fewer rows.")
    return text


def encodable(text: str) -> str:
    """The text with U+FFFD for every half of a surrogate pair, which no file can hold."""
    return _SURROGATES.sub("\ufffd", text)


def from_json(text: str | bytes) -> Trace:
    """The trace that ``to_json`` wrote.

    Raises:
        ReplayError: the text is anything else; the message says what is wrong with it.
    """
    text = _of_now(_wrapper(_decoded(text)))
    from pydantic import ValidationError

    try:
        trace = _adapter().validate_json(text, strict=True, extra="forbid").trace
    except ValidationError as error:
        raise _broken(_first(error)) from error
    trace = _with_values(trace, _read)
    _check(trace)
    return trace


def read(path: Path) -> Trace:
    """The trace of a file.

    Raises:
        ReplayError: the file cannot be read or holds no saved answer.
    """
    try:
        with path.open("rb") as file:
            # One byte more than allowed is enough to know that a file is too large, whatever its size.
            return from_json(file.read(MOST_BYTES + 1))
    except OSError as error:
        raise ReplayError(
            f"The file {str(path)!r} cannot be read: {error.strerror or error}. Name a file that was exported from an "
            "answer."
        ) from error


def save(trace: Trace, path: Path) -> None:
    """Write a trace to a file, for ``read``.

    Raises:
        ReplayError: it cannot be saved, or not there.
    """
    text = to_json(trace)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReplayError(
            f"The answer cannot be written to {str(path)!r}: {error.strerror or error}. Name a file in a folder that "
            "can be written to."
        ) from error


def _decoded(text: str | bytes) -> str:
    if len(text) > MOST_BYTES:
        raise _broken(f"it is larger than {MOST_BYTES:,} bytes")
    try:
        # A text is encoded too, because half a surrogate pair inside it is as wrong as a byte that is no UTF-8.
        raw = text.encode("utf-8") if isinstance(text, str) else text
        return raw.decode("utf-8-sig")
    except UnicodeError as error:
        raise _broken("it is not written in UTF-8") from error


@dataclass(frozen=True, slots=True)
class _Wrapped:
    """A text that says it is a saved answer, and what it holds."""

    text: str
    values: dict[str, Any]


def _of_now(found: _Wrapped) -> str:
    """The text, with the verdicts of today where it is of version 1."""
    try:
        if found.values["version"] > 1 or not _changed_claims(found.values.get("trace")):
            return found.text
        return json.dumps(found.values)
    except RecursionError as error:
        raise _broken("its values are nested too deep") from error


def _changed_claims(trace: Any) -> bool:
    """Gives the claims of a trace, and of those to its further questions, the verdicts of today; whether any changed.

    Whatever is no trace is left as it is, for those who check it.
    """
    if not isinstance(trace, dict):
        return False
    changed = False
    claims = trace.get("claims")
    if isinstance(claims, list):
        trace["claims"] = [one for one in claims if not (isinstance(one, dict) and one.get("verdict") == "no_claim")]
        changed = len(trace["claims"]) < len(claims)
        for one in trace["claims"]:
            before = one.get("verdict") if isinstance(one, dict) else None
            if isinstance(before, str) and before in _BEFORE:
                one["verdict"], changed = _BEFORE[before], True
    further = trace.get("further")
    for one in further if isinstance(further, list) else ():
        changed = _changed_claims(one) or changed
    return changed


def _wrapper(text: str) -> _Wrapped:
    """Finds out what the text is before its trace is read, so that a file from elsewhere is told what it is."""
    try:
        wrapper = json.loads(text, parse_constant=_refused, parse_float=_finite)
    except RecursionError as error:
        raise _broken("its values are nested too deep") from error
    except ValueError as error:
        where = f"line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else str(error)
        raise _broken(f"it is no JSON ({where[:120]})") from error
    if not isinstance(wrapper, dict) or wrapper.get("format") != FORMAT:
        raise _broken(f"its format is not {FORMAT!r}, which “ask --save” and the page's export as JSON write")
    version = wrapper.get("version")
    if type(version) is not int or version < 1:
        raise _broken(f"its version is {repr(version)[:40]}")
    if version > VERSION:
        raise ReplayError(
            f"The answer was saved in version {str(version)[:20]} of the format, and this app reads version {VERSION}. "
            "Open it with a newer version of the app."
        )
    return _Wrapped(text, wrapper)


def _refused(constant: str) -> Any:
    raise ValueError(f"{constant} is no number of JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    return value if math.isfinite(value) else _refused(digits[:40])


@cache
def _adapter() -> TypeAdapter[_Saved]:
    from pydantic import TypeAdapter

    return TypeAdapter(_Saved)


def _first(error: ValidationError) -> str:
    """The first thing that does not fit, as the end of a sentence."""
    found = error.errors(include_url=False, include_context=False)[0]
    where = ".".join(str(part) for part in found["loc"])[:120]
    return f"at {where!r}: {found['msg'][:1].lower()}{found['msg'][1:200]}" if where else found["msg"][:200]


def _broken(why: str) -> ReplayError:
    return ReplayError(f"This is no saved answer: {why}. Choose a JSON file that was exported from an answer.")


def _with_values(trace: Trace, change: Callable[[Any], Any]) -> Trace:
    """The trace with the values that come from a graph changed; everything else has a type of its own."""

    def changed(fields: Mapping[str, Any]) -> dict[str, Any]:
        return {key: change(value) for key, value in fields.items()}

    def with_fields(triple: Triple) -> Triple:
        return replace(triple, properties=changed(triple.properties))

    def with_facts(pruned: Pruned | None) -> Pruned | None:
        if pruned is None:
            return None
        # A file of before it was written down has no things beside the one that a fact was judged among.
        facts = (replace(one, things=one.things or (one.about,)) for one in pruned.facts)
        return replace(pruned, facts=tuple(replace(one, triple=with_fields(one.triple)) for one in facts))

    table = trace.table
    if table is not None:
        table = replace(table, rows=tuple(tuple(change(cell) for cell in row) for row in table.rows))
    return replace(
        trace,
        answer=replace(trace.answer, value=change(trace.answer.value)),
        cypher=tuple(replace(record, parameters=changed(record.parameters)) for record in trace.cypher),
        evidence=tuple(map(with_fields, trace.evidence)),
        calls=tuple(replace(call, settings=changed(call.settings)) for call in trace.calls),
        table=table,
        pruned=with_facts(trace.pruned),
        nearest=with_facts(trace.nearest),
        timings_ms=dict(trace.timings_ms),
    )


def _written(value: Any, depth: int = 0) -> Any:
    """A value of a graph as JSON says it."""
    if depth > _DEEPEST:
        raise ValueError(f"values nested deeper than {_DEEPEST}")
    if isinstance(value, float) and not math.isfinite(value):
        return {"$float": repr(value)}
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple):
        items = [_written(item, depth + 1) for item in value]
        return items if isinstance(value, list) else {"$tuple": items}
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        fields = {key: _written(item, depth + 1) for key, item in value.items()}
        return {"$map": fields} if _is_tagged(fields) else fields
    raise TypeError(f"{type(value).__name__} {repr(value)[:80]}")


def _read(value: Any, depth: int = 0) -> Any:
    """What ``_written`` was given."""
    if depth > _DEEPEST:
        raise _broken("its values are nested too deep")
    if isinstance(value, list):
        return [_read(item, depth + 1) for item in value]
    if not isinstance(value, dict):
        return value
    if not _is_tagged(value):
        return {key: _read(item, depth + 1) for key, item in value.items()}
    ((tag, inner),) = value.items()
    if tag == "$float" and inner in ("nan", "inf", "-inf"):
        return float(inner)
    if tag == "$tuple" and isinstance(inner, list):
        return tuple(_read(item, depth + 1) for item in inner)
    if tag == "$map" and isinstance(inner, dict):
        return {key: _read(item, depth + 1) for key, item in inner.items()}
    raise _broken(f"a value is marked {tag!r} and is none")


def _is_tagged(fields: Mapping[str, Any]) -> bool:
    return len(fields) == 1 and next(iter(fields)) in _TAGS


def _check(trace: Trace) -> None:
    """Refuses a trace whose parts do not fit together: the page relies on it that they do.

    Raises:
        ReplayError: they do not.
    """
    numbers = {triple.number for triple in trace.evidence}
    if len(numbers) < len(trace.evidence) or any(number < 1 for number in numbers):
        raise _broken("its evidence is not numbered by different numbers from 1")
    for item in (*trace.answer.items, *trace.answer.set_aside):
        if not numbers.issuperset(item.evidence):
            raise _broken(f"{item.name[:80]!r} rests on evidence that the file does not hold")
    for entity in (*trace.entities, *trace.choices):
        if not 0 <= entity.start <= entity.end:
            raise _broken(f"the mention {entity.mention[:80]!r} has no place in its question")
    for claim in trace.claims:
        if not (0 <= claim.start < claim.end <= len(trace.answer.text) and numbers.issuperset(claim.evidence)):
            raise _broken(
                f"the claim {claim.text[:80]!r} has no place in the answer, or rests on evidence that is missing"
            )
        if claim.second is not None and not numbers.issuperset(claim.second.evidence):
            raise _broken(f"what is judged of the claim {claim.text[:80]!r} rests on evidence that is missing")
    read = trace.reading
    if read is not None and any(not 0 <= one.start <= one.end <= len(trace.question) for one in read.set_aside):
        raise _broken("words that were set aside have no place in its question")
    if trace.table is not None and any(not numbers.issuperset(one) for one in trace.table.evidence):
        raise _broken("a row rests on evidence that the file does not hold")
    wrong = flaw(trace.pruned, {one.number: one for one in trace.evidence}) if trace.pruned is not None else ""
    if wrong:
        raise _broken(wrong)
    if trace.nearest is not None:
        kept = [one.triple.number for one in trace.nearest.kept]
        wrong = flaw(trace.nearest, {one.triple.number: one.triple for one in trace.nearest.kept})
        if wrong:
            raise _broken(wrong)
        if trace.answer.status not in ("not_in_graph", "not_understood") or kept != list(range(1, len(kept) + 1)):
            raise _broken("what is nearest to its question stands beside an answer, or is not numbered from 1")
    if trace.asked_at:
        try:
            datetime.fromisoformat(trace.asked_at)
        except ValueError as error:
            raise _broken(f"it was asked at {trace.asked_at[:40]!r}, which is no time") from error
