"""Replies in statements: read leniently, heard while they come, and taken as far as they fit."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from llm_models import PROVIDERS, of
from scripted_models import Script, ScriptedModels, in_form

from kgqa.llm.messages import ModelError, Provider
from kgqa.llm.prompts import prompt
from kgqa.llm.writing import stated
from kgqa.llm.writing.answering import LISTED, SENTENCES, AnswerWriter, Written
from kgqa.llm.writing.contexts import Records, of_facts, of_rows
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.records import Kind, ModelCall, Node, Stated, Table, Triple
from kgqa.schema.model import NodeType, Property, Relation, Schema

SENTENCE = "Marfan syndrome shows arachnodactyly."
LINK = (SENTENCE, "Marfan syndrome", "SHOWS", "Arachnodactyly")
STATED = Stated(*LINK, records=(3,))
FIELDS: dict[str, Any] = {
    "sentence": SENTENCE, "subject": "Marfan syndrome", "relation": "SHOWS", "object": "Arachnodactyly",
    "polarity": "holds", "property": "", "value": "", "records": [3],
}  # fmt: skip
DENIED = replace(STATED, negated=True)
NUMBERS = (1, 3, 12)
SCHEMA = Schema(
    (NodeType("Disease", "disease", "diseases"), NodeType("Sign", "sign", "signs")),
    (
        Relation(
            "SHOWS", "Disease", "Sign", "shows", "is shown by",
            properties=(Property("frequency", words=("how often",), role="frequency"), Property("made", role="date")),
        ),
        Relation("LACKS", "Disease", "Sign", "lacks", "is lacked by", negates="SHOWS"),
        Relation("SHOWN_BY", "Sign", "Disease", "is shown by", "shows", mirrors="SHOWS"),
        Relation("LIKE", "Disease", "Disease", "resembles", "resembles", symmetric=True),
    ),
)  # fmt: skip


def triple(number: int, predicate: str = "SHOWS", *, against: bool = False) -> Triple:
    ends = Node("D:1", "Marfan syndrome", "Disease"), Node("S:1", "Arachnodactyly", "Sign")
    return Triple(number, ends[0], predicate, ends[1], "shows", against=against)


def facts(many: int = 3) -> Records:
    return of_facts([triple(number) for number in range(1, many + 1)], SCHEMA, fields=False)


def one(**changed: Any) -> str:
    return json.dumps({"statements": [{**FIELDS, **changed}], "remarks": ""})


def without(*names: str) -> str:
    return json.dumps({"statements": [{key: value for key, value in FIELDS.items() if key not in names}]})


READ: dict[str, tuple[str, Stated]] = {
    "as asked for": (one(), STATED),
    "in a fence": (f"```json\n{one()}\n```", STATED),
    "among words": (f"Here [3] it is:\n{one()}\nThat is all [1].", STATED),
    "after thoughts": (f"<think>{{}} or [{{}}]?</think>{one()}", STATED),
    "a bare list": (json.dumps([FIELDS]), STATED),
    "a bare list in a fence": (f"```\n{json.dumps([FIELDS])}\n```", STATED),
    "one statement alone": (json.dumps(FIELDS), STATED),
    "a statement where a list is": (json.dumps({"statements": FIELDS}), STATED),
    "without what may be missing": (without("property", "value"), STATED),
    "nothing where a text is": (one(property=None, value=None), STATED),
    "broken lines": (one().replace("syndrome shows", "syndrome\nshows"), STATED),
    "numbers as text": (one(records=["3"]), STATED),
    "numbers in brackets": (one(records=["[3]"]), STATED),
    "numbers in one text": (one(records="[3][12], 1"), replace(STATED, records=(3, 12, 1))),
    "one number": (one(records=3), STATED),
    "a broken number": (one(records=[3.0]), STATED),
    "numbers of nothing": (one(records=[3, 99, -1, "x", None, True, 1e300]), STATED),
    "no numbers": (without("records"), replace(STATED, records=())),
    "no list of numbers": (one(records=None), replace(STATED, records=())),
    "a number in the sentence": (one(sentence=f"{SENTENCE} [3]", records=[]), STATED),
    "no full stop": (one(sentence="Marfan syndrome shows **arachnodactyly**"), STATED),
    "positive": (one(polarity="positive"), STATED),
    "true": (one(polarity=True), STATED),
    "Holds.": (one(polarity="Holds."), STATED),
    "does_not_hold": (one(polarity="does_not_hold"), DENIED),
    "doesn't hold": (one(polarity="doesn’t hold"), DENIED),
    "negative": (one(polarity="Negative"), DENIED),
    "false": (one(polarity=False), DENIED),
    "negated": (without("polarity").replace('"records"', '"negated": true, "records"'), DENIED),
    "a value as a number": (one(property="frequency", value=0.85), replace(STATED, property="frequency", value="0.85")),
    "a thing with a name": (one(subject={"id": "D:1", "name": "Marfan syndrome"}), STATED),
    "a thing with an identifier": (one(subject={"id": "D:1"}), replace(STATED, subject="D:1")),
    "a name on two lines": (one(subject="Marfan \n\u202e syndrome"), STATED),
    "a name with signs": (one(object="*2,3-diol* [3]"), replace(STATED, object="*2,3-diol* [3]")),
    "more than was asked for": (one(certainty="high"), STATED),
}


def read(text: str, form: stated.Form = "answer") -> stated.Heard:
    value = stated.one_value(text)
    assert value is not None
    return stated.read(stated.shape(form).model_validate(value), NUMBERS)


@pytest.mark.parametrize("name", READ)
def test_what_a_model_writes_otherwise_is_read_as_what_it_means(name: str) -> None:
    text, expected = READ[name]
    assert read(text).statements == (expected,)
    assert stated.salvaged(text, "answer", NUMBERS).statements == (expected,)


BROKEN: dict[str, tuple[str, str]] = {
    "words": ("FBN1 it is.", "no JSON object"),
    "two objects": (f"{one()}\n{one()}", "more than one"),
    "an end too soon": (one()[:-8], "no JSON object"),
    "no statements": ('{"answer": "So it is."}', "statements: Field required"),
    "statements that are words": ('{"statements": ["So it is."]}', "statements.0: "),
    "no polarity": (without("polarity"), "statements.0.polarity: Field required"),
    "another polarity": (one(polarity="perhaps"), "statements.0.polarity: Input should be 'holds' or 'does not hold'"),
    "no subject": (without("subject"), "statements.0.subject: Field required"),
    "an empty object": (one(object="  "), "statements.0.object: Value error, it is empty"),
    "no sentence": (one(sentence=None), "statements.0.sentence: Value error, it is empty"),
    "a list of subjects": (one(subject=["a", "b"]), "statements.0.subject: Input should be a valid string"),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("provider", ["compatible", "ollama"])
def test_what_does_not_fit_is_asked_for_once_more_with_the_error_named(provider: Provider, name: str) -> None:
    text, complaint = BROKEN[name]
    written, calls, prompts = asked(text, in_form((*LINK, 3)), provider=provider)
    assert written.statements == (STATED,)
    assert written.notes == ()
    assert len(calls) == 2
    assert complaint in prompts[1]


def asked(
    *replies: Script | str, provider: Provider = "ollama", kind: Kind = "list", question: str = "Which signs?",
    hear: Callable[[str], None] = lambda _: None, **settings: Any,
) -> tuple[Written, list[ModelCall], list[str]]:  # fmt: skip
    """What a model that replies so writes from records, every request to it, and every prompt."""
    calls: list[ModelCall] = []
    with ScriptedModels() as server:
        model = RecordedModel(of(server.says(*replies), provider, **{"most_tokens": 2_000, **settings}), calls.append)
        written = AnswerWriter(model, question, kind).write(facts(), hear)
        return written, calls, [request.prompt for request in server.chats]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_schema_goes_to_the_server_and_every_field_is_asked_for(provider: Provider) -> None:
    with ScriptedModels() as server:
        model = RecordedModel(of(server.says(in_form((*LINK, 3))), provider, most_tokens=2_000), lambda _: None)
        AnswerWriter(model, "Which signs?", "list").write(facts(), lambda _: None)
        (sent,) = (request.json for request in server.chats)
    schema = sent["format"] if provider == "ollama" else sent["response_format"]["json_schema"]["schema"]
    assert schema["required"] == ["statements", "remarks"]
    (statement,) = schema["$defs"].values()
    assert statement["required"] == list(FIELDS)
    assert statement["additionalProperties"] is False
    assert "minLength" not in json.dumps(schema), "servers that enforce schemas refuse bounds"


def test_the_prompt_has_the_relations_of_the_records_and_a_bound() -> None:
    listed, text = asked(in_form())[2][0], asked(in_form(), kind="text")[2][0]
    assert "SHOWS: Disease shows Sign (properties: frequency)" in listed
    assert not any(name in listed for name in ("LACKS", "LIKE", "SHOWN_BY", "{{"))
    assert f"{LISTED} at most" in listed
    assert f"{SENTENCES + 1} at most" in text
    denied = of_rows([triple(1, "LACKS", against=True)], None, SCHEMA)
    assert denied.relations == facts().relations, "a statement has a polarity of its own"
    computed = of_rows([], Table(("n",), ((3,),)), SCHEMA)
    assert computed.relations == ()


def test_a_verdict_and_an_option_are_read_beside_the_statements() -> None:
    for said, verdict in (("yes", True), ("No.", False), ("unknown", None), (True, True), (None, None)):
        written = asked(in_form((*LINK, 3), verdict=said), kind="yesno")[0]
        assert (written.verdict, written.statements) == (verdict, (STATED,))
    options = "Which sign? A: Arachnodactyly B: Fever"
    for choice, letter in (("A", "A"), ("(b)", "B"), ("B: Fever", "B"), ("C", None), (None, None)):
        written = asked(in_form((*LINK, 3), choice=choice), question=options)[0]
        assert (written.chosen.letter if written.chosen else None) == letter


def test_remarks_are_no_part_of_the_text() -> None:
    written = asked(in_form((*LINK, 3), remarks="**Ask** a doctor [3]."))[0]
    assert (written.text, written.remarks) == (SENTENCE, "Ask a doctor.")
    alone = asked('{"remarks": "The graph does not tell."}')[0]
    assert (alone.text, alone.remarks, alone.notes) == ("", "The graph does not tell.", ())
    copied = asked(in_form((*LINK, 3), remarks="The graph does not tell."))[0]
    assert (copied.text, copied.remarks) == (SENTENCE, "")
    assert stated._SILENT in prompt("answer").text.casefold()


def test_good_statements_are_kept_where_others_never_fit() -> None:
    broken = json.dumps({"statements": [FIELDS, {"sentence": "So."}, 7, {**FIELDS, "polarity": "perhaps"}]})
    written, calls, _ = asked(broken)
    assert written.statements == (STATED,)
    assert written.notes == (
        "3 of the 4 statements that scripted wrote were left out, because they do not fit the form.",
    )
    assert [bool(call.error) for call in calls] == [False, False]
    better = asked(json.dumps({"statements": [FIELDS, {**FIELDS, "records": [1]}, 7]}), broken)[0]
    assert len(better.statements) == 2, "the better of both replies"
    lines = asked(f"{json.dumps(FIELDS)}\n{json.dumps({**FIELDS, 'records': [1]})}")[0]
    assert [one.records for one in lines.statements] == [(3,), (1,)]
    assert "the statements that could be read are shown" in lines.notes[0]


def test_a_reply_that_breaks_off_is_taken_as_far_as_it_goes() -> None:
    whole = in_form((*LINK, 3), (*LINK, 12))
    end = whole.rindex("}]")
    for cut in (Script(whole[:end], finish="length"), Script(whole, cut_after=end)):
        written = asked(cut)[0]
        assert [one.records for one in written.statements] == [(3,)], "the second may be half of what it was to become"
        assert "broke off; its whole statements are shown" in written.notes[0]
    for nothing in (Script(whole[:40], finish="length"), Script(status=500), Script("")):
        with pytest.raises(ModelError):
            asked(nothing)


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("FBN1 it is [3], says **nobody** [99].", "FBN1 it is [3], says nobody."),
        ('{"answer": "It shows long fingers [3]", "sure": "very"}', "It shows long fingers [3]."),
        ('{"statements": ["It shows long fingers.", "It shows a fever."]}', "It shows long fingers. It shows a fever."),
        ('```json\n{"answer": "It shows \\"long\\" fingers', 'It shows "long" fingers.'),
    ],
)
def test_a_reply_that_never_fits_is_words_and_a_note_says_so(reply: str, text: str) -> None:
    heard: list[str] = []
    written, calls, _ = asked(reply, hear=heard.append)
    assert (written.statements, len(calls)) == ((), 2)
    assert "scripted did not reply in the form that was asked for, twice" in written.notes[0]
    assert heard[-1] == written.text
    assert written.text == text
    first = asked(reply, Script(status=500))[0]
    assert first.text == written.text, "what it said first is of use where it cannot be asked once more"
    assert "twice" not in first.notes[0]


def test_a_conversation_that_is_too_long_to_ask_again_leaves_the_first_reply() -> None:
    prose = "Marfan syndrome shows arachnodactyly. " * 60
    written, calls, _ = asked(prose, context_tokens=1_700, most_tokens=700)
    assert written.text.startswith(SENTENCE)
    assert [bool(call.error) for call in calls] == [False, True]


def test_sentences_are_heard_as_soon_as_they_are_whole() -> None:
    heard: list[str] = []
    second = "It lasts."
    asked(in_form((*LINK, 3), (second, *LINK[1:], 1), (second, *LINK[1:], 12), remarks="So."), hear=heard.append)
    shown = [SENTENCE, f"{SENTENCE} [3]", f"{SENTENCE} [3] {second}", f"{SENTENCE} [3] {second} [1]"]
    assert [text for text in dict.fromkeys(heard) if text] == shown, "one sentence of two statements is shown once"


@pytest.mark.parametrize("name", READ)
def test_no_beginning_of_a_reply_shows_what_is_no_sentence(name: str) -> None:
    text, expected = READ[name]
    seen = {stated.preview(text[:end], NUMBERS) for end in range(len(text) + 1)}
    assert seen <= {"", expected.sentence, *(f"{expected.sentence} {marks}" for marks in _marks(expected))}
    assert expected.sentence in seen


def _marks(expected: Stated) -> list[str]:
    return ["[3]", "".join(f" [{number}]" for number in expected.records).strip()]


def test_a_long_reply_is_read_fast_and_no_reply_breaks_the_reading() -> None:
    many = json.dumps({"statements": [FIELDS] * 200, "remarks": ""})
    texts = [many, many[:-20], '{"a":' * 20_000, "[" * 50_000, '{"statements": [' * 5_000, "{" * 100_000]
    chance = random.Random(7)
    signs = '{}[]":,\\ \n' + "ab1" + "\ud800\u202e\x00漢"
    texts += ["".join(chance.choices(signs, k=chance.randrange(200))) for _ in range(300)]
    texts += [json.dumps({"statements": thing}) for thing in (1, None, {}, [[]], [None], "x", [{"records": [[[]]]}])]
    started = time.perf_counter()
    for text in texts:
        for form in ("answer", "yes-no", "choice", "split"):
            stated.salvaged(text, form, NUMBERS)
        stated.preview(text, NUMBERS)
        stated.free_text(text, NUMBERS)
        stated.one_value(text)
    assert time.perf_counter() - started < 20
