"""What a language model states: its JSON read leniently, piece by piece while it comes, and as far as it fits.

The form is one object with ``statements``, each a sentence and the link that it states, ``remarks``, which state no
link, and for some questions a ``verdict`` or a ``choice``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from kgqa.llm.messages import without_thoughts
from kgqa.llm.writing.plain_reply import spoken
from kgqa.records import Stated

if TYPE_CHECKING:
    from pydantic import BaseModel

Form = Literal["answer", "yes-no", "choice", "split"]
"""``split``: the words are those of a text, and nothing is cited."""
Verdict = Literal["yes", "no", "unknown"]

_BEGINNING = re.compile(r"\{|\[(?=\s*\{)")
_MOST_BEGINNINGS = 200
"""Places of a broken reply at which an object is looked for."""
_STRING = re.compile(r'"((?:[^"\\]|\\.)*+)(?:"(\s*:)?|\\?\Z)', re.DOTALL)
_MARK = re.compile(r"\[\s*(\d{1,9}(?:\s*[,;]\s*\d{1,9})*)\s*\]")
_LEAST_WORDS = 3
_SILENT = "the graph does not tell"
"""What the prompts give as remarks where no statement can be made."""
_HOLDS = frozenset({"holds", "hold", "positive", "affirmed", "affirmative", "asserted", "true", "yes"})
_NOT = frozenset({
    "does not hold", "doesnt hold", "not hold", "not holds", "not", "negative", "negated", "denied", "false", "no",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Heard:
    """What of a reply can be used.

    Attributes:
        verdict: of a yes/no question; None where there is none.
        choice: of a multiple-choice question, as it was written.
        left_out: statements that do not fit the form.
    """

    statements: tuple[Stated, ...] = ()
    remarks: str = ""
    verdict: bool | None = None
    choice: str = ""
    left_out: int = 0


@cache
def shape(form: Form) -> type[BaseModel]:
    """The shape of a whole reply, strict in what it asks of a server and lenient in what it takes from a model."""
    from pydantic import BaseModel, BeforeValidator

    statement = _statement(cited=form != "split")
    said = Annotated[str, BeforeValidator(_text)]

    class Statements(BaseModel):
        statements: list[statement]  # type: ignore[valid-type]

    class Reply(Statements):
        remarks: said = ""

    class Judgement(BaseModel):
        verdict: Annotated[Verdict, BeforeValidator(_verdict)]
        statements: list[statement]  # type: ignore[valid-type]
        remarks: said = ""

    class Choice(BaseModel):
        choice: str | None
        statements: list[statement]  # type: ignore[valid-type]
        remarks: said = ""

    shapes: dict[Form, type[BaseModel]] = {
        "answer": Reply, "yes-no": Judgement, "choice": Choice, "split": Statements
    }  # fmt: skip
    return shapes[form]


@cache
def _statement(*, cited: bool) -> type[BaseModel]:
    from pydantic import AfterValidator, BaseModel, BeforeValidator, model_validator

    some = Annotated[str, BeforeValidator(_text), AfterValidator(_something)]
    text = Annotated[str, BeforeValidator(_text)]

    class Statement(BaseModel):
        sentence: some
        subject: some
        relation: some
        object: some
        polarity: Annotated[Literal["holds", "does not hold"], BeforeValidator(_polarity)]
        property: text = ""
        value: text = ""

        @model_validator(mode="before")
        @classmethod
        def _other_words(cls, given: Any) -> Any:
            if isinstance(given, Mapping) and "polarity" not in given and isinstance(given.get("negated"), bool):
                return {**given, "polarity": not given["negated"]}
            return given

    class Cited(Statement):
        records: Annotated[list[int], BeforeValidator(_numbers)] = []  # noqa: RUF012 - pydantic copies it

    return Cited if cited else Statement


def one_value(text: str) -> dict[str, Any] | None:
    """The one JSON object that stands in a reply; a bare list, or a single statement, is one of statements.

    It may stand in a fence or among words. Two objects are never joined.
    """
    text = without_thoughts(text)
    found: list[Any] = []
    at = _BEGINNING.search(text)
    while at is not None:
        try:
            value, end = _decoder().raw_decode(text, at.start())
        except (ValueError, RecursionError):
            return None
        found.append(value)
        at = _BEGINNING.search(text, end)
    return _normal(found[0]) if len(found) == 1 else None


def read(value: BaseModel, numbers: Collection[int]) -> Heard:
    """A reply that fits its shape.

    Args:
        numbers: those of the records; others cite nothing.
    """
    fields = value.model_dump()
    statements = tuple(_stated(one, numbers) for one in fields["statements"])
    return Heard(
        statements,
        _remarks(fields.get("remarks", ""), statements),
        {"yes": True, "no": False}.get(fields.get("verdict", "")),
        fields.get("choice") or "",
    )


def salvaged(text: str, form: Form, numbers: Collection[int]) -> Heard:
    """What can be used of a reply that does not fit, or that broke off: its whole statements, one by one."""
    from pydantic import ValidationError

    value = _as_far_as_it_goes(text)
    good: list[Stated] = []
    left_out = 0
    for one in value.get("statements", ()):
        try:
            statement = _statement(cited=form != "split").model_validate(one)
        except ValidationError:
            left_out += 1
        else:
            good.append(_stated(statement.model_dump(), numbers))
    remarks, choice = value.get("remarks"), value.get("choice")
    return Heard(
        tuple(good),
        _remarks(remarks, good) if isinstance(remarks, str) else "",
        {"yes": True, "no": False}.get(str(_verdict(value.get("verdict")))),
        choice if isinstance(choice, str) else "",
        left_out,
    )


def preview(text: str, numbers: Collection[int]) -> str:
    """The sentences of a reply that is still coming, as a reader will see them; only those that are whole."""
    value = _partial(without_thoughts(text))
    shown: list[str] = []
    listed = value.get("statements", ())
    for place, one in enumerate(listed):
        sentence = one.get("sentence")
        if not isinstance(sentence, str) or not sentence.strip():
            continue
        # The numbers of the last one may be half of what they become.
        whole = place + 1 < len(listed) or "remarks" in value
        marks = "".join(f" [{number}]" for number in _cited(one, numbers)) if whole else ""
        if not shown or not shown[-1].startswith(_sentence(sentence)):
            shown.append(f"{_sentence(sentence)}{marks}")
    return " ".join(shown)


def free_text(text: str, numbers: Collection[int]) -> str:
    """The words of a reply that is in no form: of other JSON its texts, else all of it."""
    told = re.sub(r"^\s*`{3,}\w*", "", without_thoughts(text)).strip()
    if told[:1] in ("{", "["):
        texts = [_unescaped(one) for one, is_key in _STRING.findall(told) if not is_key]
        said = [one for one in texts if len(one.split()) >= _LEAST_WORDS]
        return " ".join(_sentence(one, numbers) for one in said)
    return spoken(text, numbers)


def _as_far_as_it_goes(text: str) -> dict[str, Any]:
    """What JSON there is in a reply, with everything that is a statement under ``statements``."""
    text = without_thoughts(text)
    found: dict[str, Any] = {"statements": []}
    for value in _values(text):
        normal = _normal(value) or {}
        listed = normal.get("statements")
        found["statements"] += listed if isinstance(listed, list) else []
        found = {**normal, **found}
    return {**_partial(text), **found}


def _values(text: str) -> Iterator[Any]:
    """The outermost objects and lists that can be read."""
    at = _BEGINNING.search(text)
    for _ in range(_MOST_BEGINNINGS):
        if at is None:
            return
        try:
            value, end = _decoder().raw_decode(text, at.start())
        except (ValueError, RecursionError):
            end = at.start() + 1
        else:
            yield value
        at = _BEGINNING.search(text, end)


def _partial(text: str) -> dict[str, Any]:
    """The object that begins in a text, as far as it has come; strings that have not ended are left out."""
    import pydantic_core

    at = _BEGINNING.search(text)
    if at is None:
        return {}
    # Models break lines inside strings, which JSON does not allow; between strings a blank is as good.
    told = re.sub(r"[\x00-\x1f]", " ", text[at.start() :])
    try:
        value, _ = _decoder().raw_decode(told)
    except (ValueError, RecursionError):
        try:
            value = pydantic_core.from_json(told.encode("utf-8", "replace"), allow_partial=True)
        except ValueError:
            return {}
    normal = _normal(value) or {}
    listed = normal.get("statements")
    dicts = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    return {**normal, "statements": dicts}


def _normal(value: Any) -> dict[str, Any] | None:
    """An object with statements, whichever of the usual ways a model has of writing them."""
    if isinstance(value, list):
        return {"statements": value} if any(isinstance(one, dict) for one in value) else None
    if not isinstance(value, dict):
        return None
    if "sentence" in value and "statements" not in value:
        return {"statements": [value]}
    listed = value.get("statements", ())
    if isinstance(listed, dict) or listed is None:
        return {**value, "statements": [listed] if listed else []}
    return value


def _stated(fields: Mapping[str, Any], numbers: Collection[int]) -> Stated:
    cites = "records" in fields
    sentence = _sentence(fields["sentence"]) if cites else " ".join(fields["sentence"].split())
    return Stated(
        sentence=sentence,
        subject=_name(fields["subject"]),
        relation=_name(fields["relation"]),
        object=_name(fields["object"]),
        negated=fields["polarity"] == "does not hold",
        property=_name(fields["property"]),
        value=_name(fields["value"]),
        records=_cited(fields, numbers) if cites else (),
    )


def _cited(fields: Mapping[str, Any], numbers: Collection[int]) -> tuple[int, ...]:
    """The records that a statement cites, those that stand as marks in its sentence included."""
    marks = [int(one) for found in _MARK.findall(fields["sentence"]) for one in re.findall(r"\d+", found)]
    return tuple(dict.fromkeys(one for one in (*_numbers(fields.get("records")), *marks) if one in numbers))


def _sentence(text: str, numbers: Collection[int] = ()) -> str:
    """A sentence on one line with a sign at its end, so that another can follow."""
    said = _spoken(text, numbers)
    return said if not said or said.rstrip("\"'”’)]")[-1:] in (".", "!", "?", "…") else f"{said}."


def _remarks(text: str, statements: Sequence[Stated]) -> str:
    """What a model says besides; not that the records do not tell, which small ones copy beside what they do tell."""
    said = _spoken(text)
    return "" if statements and said.rstrip(".!").casefold() == _SILENT else said


def _spoken(text: str, numbers: Collection[int] = ()) -> str:
    return " ".join(spoken(text, numbers).split())


def _name(text: str) -> str:
    """A name as it was written, on one line; what looks like Markdown may be a part of it."""
    return " ".join("".join(sign for sign in text if sign.isprintable() or sign.isspace()).split())


def _text(given: Any) -> Any:
    """A text, also where a number, nothing, or a thing with a name stands for it."""
    if given is None:
        return ""
    if isinstance(given, Mapping):
        return next((given[key] for key in ("name", "id") if isinstance(given.get(key), str)), given)
    return str(given) if isinstance(given, int | float) and not isinstance(given, bool) else given


def _something(text: str) -> str:
    if not text.strip():
        raise ValueError("it is empty")
    return text


def _polarity(given: Any) -> Any:
    if isinstance(given, bool):
        return "holds" if given else "does not hold"
    if not isinstance(given, str):
        return given
    plain = " ".join(re.sub(r"[\W_]+", " ", re.sub(r"['’]", "", given)).split()).casefold()
    return "holds" if plain in _HOLDS else "does not hold" if plain in _NOT else given


def _verdict(given: Any) -> Any:
    if isinstance(given, bool):
        return "yes" if given else "no"
    if given is None:
        return "unknown"
    if not isinstance(given, str):
        return given
    plain = given.strip(" .!\"'").casefold()
    return {"true": "yes", "false": "no", "null": "unknown", "": "unknown"}.get(plain, plain)


def _numbers(given: Any) -> list[int]:
    """Numbers of records, however they are written: 3, "3", "[3]", "[3][5]", or a list of these."""
    if isinstance(given, bool) or given is None:
        return []
    if isinstance(given, int | float):
        return [int(given)] if abs(given) < 10**9 else []
    if isinstance(given, str):
        return [int(one) for one in re.findall(r"\d{1,9}", given)]
    return [one for part in given for one in _numbers(part)] if isinstance(given, Sequence) else []


def _unescaped(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return text


@cache
def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(strict=False)  # models break lines inside strings
