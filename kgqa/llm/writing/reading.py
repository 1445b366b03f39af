"""Has a language model read a question: one small request with the types and relations of the schema.

What it says is a record of its words; what of it the graph has, and whether it holds all that was asked, is decided by
``kgqa.questions.by_model``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from kgqa.llm.prompts import messages
from kgqa.llm.structured import structured
from kgqa.llm.tokens import estimate
from kgqa.llm.writing.answering import LONGEST_QUESTION
from kgqa.llm.writing.fenced import fenced, harmless
from kgqa.llm.writing.recorded import SPARE, RecordedModel
from kgqa.questions.by_model.record import Asks, Compare, Join, Sign, ToldBound, ToldCondition, ToldName, ToldReading
from kgqa.schema.model import NodeType, Property, Relation, Schema

if TYPE_CHECKING:
    from pydantic import BaseModel

MOST_NAMES, MOST_CALLED, MOST_CONDITIONS = 12, 6, 8
LONGEST_NAME = 200
MOST_SCHEMA = 1_200
"""Tokens of the schema, estimated; relations with the fewest records are left out of a longer one."""
_MOST_PROPERTIES = 12
_WORDS = 3
"""Words for a type that are told beside its noun."""
_TECHNICAL = ("reference", "date", "modifier")


def told_reading(model: RecordedModel, question: str, schema: Schema) -> ToldReading:
    """What a model says that a question asks.

    Raises:
        UnfitError: it did not reply in the form that was asked for, twice.
        ModelError, PromptError, StoppedError: it could not be asked.
    """
    return _record(said_of(model, "reading", question, schema, _shape()))


def said_of(model: RecordedModel, prompt: str, question: str, schema: Schema, shape: type[BaseModel]) -> dict[str, Any]:
    """What a model says of a question in a shape, with as much of the schema before it as there is room for.

    Raises:
        UnfitError: it did not reply in the form that was asked for, twice.
        ModelError, PromptError, StoppedError: it could not be asked.
    """
    chosen, settings = model.prompt(prompt), model.settings
    bare = {"question": harmless(question, LONGEST_QUESTION), "schema": ""}
    used = sum(estimate(one.text) for one in messages(chosen, **bare))
    room = settings.context_tokens - settings.most_tokens - used - SPARE
    told = schema_lines(schema, min(MOST_SCHEMA, room))
    asked = messages(chosen, **{**bare, "schema": told})
    found, _ = structured(model.asking(chosen, tokens_context=estimate(told)), asked, shape)
    return found.model_dump()


def schema_lines(schema: Schema, most_tokens: int) -> str:
    """The types and relations of a schema, a line each, as few words as a question can be read with."""
    relations = [one for one in schema.relations if one.mirrors is None and one.negates is None]
    relations.sort(key=lambda one: -one.count)
    kept = len(relations)
    while True:
        some = relations[:kept]
        joined = {label for one in some for label in (one.source, one.target)}
        nodes = [node for node in schema.nodes if node.label in joined or kept == len(relations)]
        text = "\n".join(["Types:", fenced(_types(nodes)), "Relations:", fenced(_relations(some))])
        tokens = estimate(text)
        if tokens <= most_tokens or kept <= 1:
            return text
        kept = max(1, min(kept - 1, int(kept * most_tokens / tokens)))


def _types(nodes: Iterable[NodeType]) -> Iterator[str]:
    told: dict[str, str] = {}
    for node in nodes:
        words = ", ".join(map(harmless, dict.fromkeys((node.singular, *node.words[:_WORDS]))))
        known = (node.id_property, node.name_property, node.same_property)
        own = _properties([one for one in node.properties if one.name not in known and one.words])
        yield f"{harmless(node.label)}: {words}{_once(told, own, harmless(node.label))}"


def _relations(relations: Sequence[Relation]) -> Iterator[str]:
    """A line for each; those of kinds within one type share one."""
    told: dict[str, str] = {}
    within = [one for one in relations if one.hierarchical and one.source == one.target]
    for one in relations:
        same = [other for other in within if other.type == one.type]
        if one.hierarchical and one not in same[:1]:
            continue
        ends = ", ".join(f"{harmless(o.source)} → {harmless(o.target)}" for o in (same or [one]))
        own = _properties([p for p in one.properties if p.words and p.name != one.against])
        both = ", either way" if one.symmetric else ""
        yield f"{harmless(one.type)}: {ends}{both}, “{harmless(one.forward)}”{_once(told, own, harmless(one.type))}"


def _once(told: dict[str, str], properties: str, name: str) -> str:
    """Properties, or by whose name the same ones were told before."""
    if not properties:
        return ""
    before = told.setdefault(properties, name)
    return properties if before == name else f" [as {before}]"


def _properties(properties: Sequence[Property]) -> str:
    """The properties that people ask for, in brackets; of those that only tell where a record comes from none."""
    names = [harmless(one.name) for one in properties if one.role not in _TECHNICAL][:_MOST_PROPERTIES]
    return f" [{', '.join(names)}]" if names else ""


@cache
def _shape() -> type[BaseModel]:
    """The shape of a reply, lenient in what models write in other ways."""
    from pydantic import BaseModel, BeforeValidator, Field

    text = Annotated[str, BeforeValidator(_text)]
    digits = Annotated[int, BeforeValidator(_number)]
    numbers = Annotated[list[int], BeforeValidator(_numbers)]
    texts = Annotated[list[str], BeforeValidator(_texts)]
    some = BeforeValidator(_some)

    class Name(BaseModel):
        words: Annotated[str, Field(max_length=LONGEST_NAME)]
        called: texts = []

    class Where(BaseModel):
        property: text
        compare: Annotated[Compare, BeforeValidator(_choice(Compare))]
        value: text

    class Condition(BaseModel):
        relations: texts
        names: numbers = []
        join: Annotated[Join, BeforeValidator(_choice(Join, "all"))] = "all"
        sign: Annotated[Sign, BeforeValidator(_sign)] = "yes"
        where: Annotated[list[Where], some] = []

    class Read(BaseModel):
        asks: Annotated[Asks, BeforeValidator(_choice(Asks))]
        of: text = ""
        about: digits = 0
        property: text = ""
        names: Annotated[list[Name], some, Field(max_length=MOST_NAMES)] = []
        conditions: Annotated[list[Condition], some, Field(max_length=MOST_CONDITIONS)] = []
        order: Annotated[Literal["", "most", "fewest"], BeforeValidator(_text)] = ""
        number: digits = 0
        where: Annotated[list[Where], some] = []
        missing: text = ""

    return Read


def _record(fields: Mapping[str, Any]) -> ToldReading:
    names = tuple(
        ToldName(one["words"].strip(), tuple(t.strip()[:LONGEST_NAME] for t in one["called"][:MOST_CALLED]))
        for one in fields["names"]
    )
    conditions = tuple(
        ToldCondition(
            tuple(one["relations"]), tuple(one["names"]), one["join"], one["sign"], _bounds(one["where"])
        )
        for one in fields["conditions"]
    )  # fmt: skip
    return ToldReading(
        asks=fields["asks"],
        of=fields["of"].strip(),
        about=fields["about"],
        property=fields["property"].strip(),
        names=names,
        conditions=conditions,
        order=fields["order"],
        number=fields["number"],
        where=_bounds(fields["where"]),
        missing=" ".join(fields["missing"].split()),
    )


def _bounds(given: Sequence[Mapping[str, Any]]) -> tuple[ToldBound, ...]:
    return tuple(ToldBound(one["property"].strip(), one["compare"], one["value"].strip()) for one in given)


def _text(given: Any) -> Any:
    """A text, also where a number or nothing stands for it."""
    if given is None or given == 0:
        return ""
    return str(given) if isinstance(given, int | float) and not isinstance(given, bool) else given


def _number(given: Any) -> Any:
    if given is None or given == "":
        return 0
    return int(given) if isinstance(given, str) and given.strip().isdecimal() and len(given) < 9 else given


def _numbers(given: Any) -> Any:
    if given is None:
        return []
    return [_number(one) for one in (given if isinstance(given, list) else [given]) if one not in (0, "0")]


def _texts(given: Any) -> Any:
    if given is None:
        return []
    return [given] if isinstance(given, str) else given


def _some(given: Any) -> Any:
    """A list, also where nothing or a single object stands for it."""
    if given is None:
        return []
    return [given] if isinstance(given, dict) else given


def _choice(of: Any, usual: str = "") -> Any:
    known = get_args(of)

    def chosen(given: Any) -> Any:
        if given in (None, "") and usual:
            return usual
        plain = " ".join(given.replace("_", " ").lower().split()) if isinstance(given, str) else given
        return plain if plain in known else given

    return chosen


def _sign(given: Any) -> Any:
    if isinstance(given, bool):
        return "yes" if given else "no"
    return "yes" if given in (None, "") else given.strip().lower() if isinstance(given, str) else given
