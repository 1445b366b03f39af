"""Questions that follow another one, on the default graph and one of another field: what is taken and what is not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from kgqa.answers.earlier_answers import MOST
from kgqa.cli.output import answer_json
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.history import replay
from kgqa.language import read_as
from kgqa.llm.messages import ModelSettings
from kgqa.llm.providers import model
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.settings import Settings
from kgqa.strategies.approach import Approach, Strategy
from kgqa.strategies.following import former
from tests.integration import own_tables
from tests.scripted_models import ScriptedModels, in_form

BOTH = "Which diseases show both arachnodactyly and ectopia lentis?"
GENES = "Which genes are associated with Marfan syndrome?"
SEEN = "Is ectopia lentis seen in Marfan syndrome?"
SEIZURES = "Which diseases show seizures?"

NAME = "parks"
NODES = """id,name,label
P:1,Ash Park,Park
P:2,Birch Park,Park
P:3,Cedar Park,Park
B:1,robin,Bird
B:2,wren,Bird
B:3,kestrel,Bird
I:1,moth,Insect
I:2,beetle,Insect
"""
LINKS = """source,type,target
B:1,lives_in,P:1
B:1,lives_in,P:2
B:2,lives_in,P:1
B:3,lives_in,P:3
B:1,feeds_on,I:1
B:2,feeds_on,I:1
B:2,feeds_on,I:2
"""


@pytest.fixture(scope="module")
def parks(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    with own_tables.opened(settings, server, tmp_path_factory.mktemp(NAME), NAME, nodes=NODES, edges=LINKS) as asked:
        yield asked


def after(asker: Asker, *questions: str, approach: Approach | None = None) -> Trace:
    """The answer to the last of some questions, each of which follows the one before it."""
    first, *others = questions
    trace = asker.ask(first, approach=approach)
    for one in others:
        trace = asker.ask(one, former=former(trace), approach=approach)
    return trace


def names(trace: Trace) -> set[str]:
    return {item.name for item in trace.answer.items}


def ids(trace: Trace) -> set[str]:
    return {item.id for item in trace.answer.items}


def test_of_the_answers_before_those_that_meet_a_condition(hpo_asker: Asker) -> None:
    before = ids(hpo_asker.ask(BOTH))
    direct = ids(hpo_asker.ask(f"{BOTH[:-1]} and are autosomal dominant?"))
    trace = after(hpo_asker, BOTH, "And which of these are autosomal dominant?")
    assert ids(trace) == direct
    assert ids(trace) < before
    assert trace.answer.headline.startswith("Of the 8 diseases that show both arachnodactyly and ectopia lentis, 4 dis")
    assert "Taken from the answer before: the 8 diseases" in trace.answer.text
    assert read_as.line(trace) == (
        "Read as: Which of the 8 diseases that show both arachnodactyly and ectopia lentis are autosomal dominant?"
    )
    (entity,) = trace.entities
    assert trace.question[entity.start : entity.end] == entity.mention == "autosomal dominant"


def test_a_word_that_tells_values_apart_is_read_as_the_one_that_answers(hpo_asker: Asker) -> None:
    trace = after(hpo_asker, BOTH, "And which of these are dominant?")
    assert ids(trace) == ids(after(hpo_asker, BOTH, "which of these are autosomal dominant?"))
    assert "“dominant” was read as" in trace.answer.text
    assert "X-linked dominant" in trace.answer.text
    alone = hpo_asker.ask("Which diseases are dominant?")
    assert alone.answer.headline.startswith("“dominant” is read in 2 ways, diseases: ")


@pytest.mark.parametrize(
    ("question", "kind", "total"),
    [
        ("How many of them are autosomal recessive?", "count", 2),
        ("Of these, which are autosomal recessive?", "list", 2),
        ("which ones are autosomal recessive", "list", 2),
        ("Which of the diseases are autosomal recessive?", "list", 2),
        ("Which of those with scoliosis are autosomal dominant?", "list", 3),
        ("Which of these diseases are not autosomal dominant?", "list", 4),
        ("Are any of these X-linked?", "yesno", 0),
        ("Are any of these autosomal recessive?", "yesno", 2),
    ],
)
def test_the_answers_before_are_counted_denied_and_asked_for(
    hpo_asker: Asker, question: str, kind: str, total: int
) -> None:
    trace = after(hpo_asker, BOTH, question)
    assert (trace.answer.status, trace.answer.kind, trace.answer.total) == ("answered", kind, total)
    assert "of the 8 diseases" in trace.answer.headline.lower()
    assert ids(trace) <= ids(hpo_asker.ask(BOTH))


def test_where_none_of_them_meets_it_nothing_is_said_of_all_others(hpo_asker: Asker) -> None:
    trace = after(hpo_asker, BOTH, "Which of these show polyuria?")
    assert trace.answer.status == "not_in_graph"
    assert trace.answer.headline == (
        "Of the 8 diseases that show both arachnodactyly and ectopia lentis, none is recorded that shows polyuria."
    )
    assert not trace.answer.suggestions


def test_thousands_of_answers_are_all_meant_although_the_list_was_cut(hpo_asker: Asker) -> None:
    first = hpo_asker.ask(SEIZURES)
    assert first.answer.truncated
    trace = hpo_asker.ask("How many of these are X-linked?", former=former(first))
    assert trace.follows is not None
    assert trace.follows.group is not None
    assert len(trace.follows.group.things) == trace.follows.group.total == first.answer.total
    assert trace.answer.value == hpo_asker.ask("How many diseases show seizures and are X-linked?").answer.value


def test_of_a_list_that_cannot_be_told_in_full_only_its_first_are_meant_and_that_is_said(hpo_asker: Asker) -> None:
    first = former(hpo_asker.ask("How many diseases are autosomal dominant?"))
    assert first.answers is not None
    cut = replace(first, whole="no question", answers=replace(first.answers, total=MOST + 1))
    trace = hpo_asker.ask("which of these show ectopia lentis?", former=cut)
    assert trace.answer.headline.startswith("Of 1,000 of the 5,001 diseases")


def test_the_answers_before_stand_in_a_question_as_any_of_them(hpo_asker: Asker) -> None:
    trace = after(hpo_asker, BOTH, "Which genes are associated with these diseases?")
    each = (hpo_asker.ask(f"Which genes are associated with {one.id}?") for one in hpo_asker.ask(BOTH).answer.items)
    assert names(trace) <= set().union(*(names(one) for one in each if one.answer.status == "answered"))
    assert {"FBN1", "FBN2"} <= names(trace)
    assert "any of the 8 diseases" in trace.answer.headline


@pytest.mark.parametrize(
    "question", ["Are these autosomal dominant?", "are all of these autosomal dominant?", "Do these show scoliosis?"]
)
def test_what_cannot_be_asked_of_several_things_is_not_answered(hpo_asker: Asker, question: str) -> None:
    trace = after(hpo_asker, BOTH, question)
    assert trace.answer.status == "not_understood"
    assert "which of these" in trace.answer.text
    assert not trace.cypher


@pytest.mark.parametrize(
    ("question", "taken", "answer"),
    [
        ("How is it inherited?", "Marfan syndrome", "autosomal dominant inheritance"),
        ("What are its features?", "Marfan syndrome", "105 phenotypes"),
        ("And features?", "Marfan syndrome", "105 phenotypes"),
        ("Is ectopia lentis seen in it?", "Marfan syndrome", "Yes: ectopia lentis is a feature of Marfan syndrome"),
        ("Which diseases are associated with this gene?", "FBN1", "FBN1 is associated with 13 diseases"),
    ],
)
def test_a_name_is_taken_from_before_by_type_and_schema(
    hpo_asker: Asker, question: str, taken: str, answer: str
) -> None:
    trace = after(hpo_asker, GENES, question)
    assert trace.answer.status == "answered"
    assert answer in trace.answer.text
    assert trace.follows is not None
    assert [one.name for one in trace.follows.taken] == [taken]
    assert f"Taken from the question before: {taken}." in trace.answer.text
    assert answer_json(trace)["follows"]["taken"][0]["name"] == taken


@pytest.mark.parametrize(
    ("first", "question", "whole"),
    [
        (GENES, "what about Loeys-Dietz?", "Which genes are associated with Loeys-Dietz?"),
        (GENES, "and for Fabry disease", "Which genes are associated with Fabry disease?"),
        (SEEN, "What about Loeys-Dietz syndrome 1?", "Is ectopia lentis seen in Loeys-Dietz syndrome 1?"),
        (SEEN, "and arachnodactyly?", "Is arachnodactyly seen in Marfan syndrome?"),
    ],
)
def test_the_question_itself_is_taken_from_before(hpo_asker: Asker, first: str, question: str, whole: str) -> None:
    trace, direct = after(hpo_asker, first, question), hpo_asker.ask(whole)
    assert (trace.answer.verdict, names(trace)) == (direct.answer.verdict, names(direct))
    assert trace.follows is not None
    assert trace.follows.whole == whole
    assert f"Asked as “{first}”" in trace.answer.text


def test_a_link_that_was_asked_about_is_asked_about_further(hpo_asker: Asker) -> None:
    trace = after(hpo_asker, SEEN, "How common is it?")
    assert "119 of 251 patients" in trace.answer.text
    assert trace.follows is not None
    assert {one.name for one in trace.follows.taken} == {"Ectopia lentis", "Marfan syndrome"}


def test_a_chain_goes_on_with_what_is_left(hpo_asker: Asker) -> None:
    trace = after(hpo_asker, GENES, "Which diseases are associated with this gene?", "which of these are dominant?")
    again = after(hpo_asker, "Which diseases are associated with FBN1?", "which of these are autosomal dominant?")
    assert ids(trace) == ids(again)
    other = hpo_asker.ask("and autosomal recessive inheritance?", former=former(again))
    assert other.follows is not None
    assert other.follows.group == again.follows.group if again.follows is not None else None
    assert ids(other) <= ids(hpo_asker.ask("Which diseases are associated with FBN1?"))


@pytest.mark.parametrize(
    ("first", "question"),
    [
        (BOTH, "what about scoliosis?"),  # in the place of which of the two
        (BOTH, "And genes?"),
    ],
)
def test_where_several_things_fit_it_is_asked_back(hpo_asker: Asker, first: str, question: str) -> None:
    trace = after(hpo_asker, first, question)
    assert trace.answer.status == "ambiguous"
    assert len(trace.answer.suggestions) == 2
    assert not trace.cypher
    for one in trace.answer.suggestions:  # each is whole in itself
        assert hpo_asker.ask(one.question).answer.status == "answered"


@pytest.mark.parametrize(
    "question",
    [
        "Which genes are associated with Fabry disease?",
        "How many genes are there?",
        "Is it true that FBN1 is associated with Marfan syndrome?",
        "And which diseases are associated with GLA?",
        "Fabry disease",
    ],
)
def test_a_question_that_is_whole_takes_nothing(hpo_asker: Asker, question: str) -> None:
    trace, alone = after(hpo_asker, BOTH, question), hpo_asker.ask(question)
    assert trace.answer == alone.answer
    assert trace.entities == alone.entities
    assert trace.follows is not None
    assert (trace.follows.taken, trace.follows.group, trace.follows.said) == ((), None, "")
    assert read_as.followed(trace) == ""


@pytest.mark.parametrize(
    ("first", "question", "why"),
    [
        (GENES, "what about arachnodactyly?", "names no phenotype"),
        (SEEN, "which of these are dominant?", "gives no list"),
        (
            BOTH,
            "How common is it?",
            "What can be taken from before: arachnodactyly, ectopia lentis and its 8 diseases.",
        ),
        (BOTH, "which of these genes are known?", "gives no list of genes"),
        ("Which drugs treat Marfan syndrome?", "which of them are new?", "gives no list"),
    ],
)
def test_what_is_missing_is_said(hpo_asker: Asker, first: str, question: str, why: str) -> None:
    trace = after(hpo_asker, first, question)
    assert trace.answer.status == "not_understood"
    assert why in trace.answer.text


def test_after_a_question_that_failed_only_its_names_can_be_taken(hpo_asker: Asker) -> None:
    broken = hpo_asker.ask(GENES)
    broken = replace(broken, answer=replace(broken.answer, status="failed", items=(), total=None))
    assert "autosomal dominant" in hpo_asker.ask("how is it inherited?", former=former(broken)).answer.text
    assert hpo_asker.ask("which of these are dominant?", former=former(broken)).answer.status == "not_understood"


@pytest.mark.parametrize(
    "question",
    ["Which of these are autosomal dominant?", "Is it autosomal dominant?", "and which features does it have?"],
)
def test_a_word_that_points_back_with_nothing_before_is_no_question(hpo_asker: Asker, question: str) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "not_understood"
    assert "points to something before this question" in trace.answer.text


def test_what_was_taken_out_is_not_taken(hpo_asker: Asker) -> None:
    first = hpo_asker.ask(BOTH)
    one = hpo_asker.ask("And genes?", former=former(first, ["HP:0001166"]))
    assert one.follows is not None
    assert [each.name for each in one.follows.taken] == ["Ectopia lentis"]
    none = hpo_asker.ask("which of these are dominant?", former=former(hpo_asker.ask(GENES), without_answers=True))
    assert none.answer.status == "not_understood"
    what = hpo_asker.ask("what about scoliosis?", former=former(first, ["HP:0001166"]))
    assert what.follows is not None
    assert what.follows.whole == "Which diseases show scoliosis?"


def test_a_kept_answer_has_all_that_it_took(hpo_asker: Asker) -> None:
    trace = after(hpo_asker, BOTH, "which of these are autosomal dominant?")
    again = replay.from_json(replay.to_json(trace))
    assert again == trace
    assert again.follows is not None
    asked = hpo_asker.ask(again.question, former=again.follows.former)
    assert asked.answer == trace.answer


def test_on_a_graph_of_another_field(parks: Asker) -> None:
    first = "Which birds live in Ash Park?"
    assert names(after(parks, first, "Which of these feed on beetle?")) == {"wren"}
    assert names(after(parks, first, "Which of these birds do not live in Birch Park?")) == {"wren"}
    assert names(after(parks, first, "Which insects do these birds feed on?")) == {"moth", "beetle"}
    assert names(after(parks, first, "what about Cedar Park?")) == {"kestrel"}
    assert names(after(parks, "Which parks does kestrel live in?", "Which birds live in this park?")) == {"kestrel"}
    assert after(parks, first, "what about robin?").answer.status == "not_understood"
    counted = after(parks, first, "How many of them live in Birch Park?")
    assert (counted.answer.value, counted.answer.headline[:20]) == (1, "Of the 2 birds that ")


@pytest.fixture
def models() -> Iterator[ScriptedModels]:
    with ScriptedModels() as server:
        yield server.says(in_form(remarks="The graph does not tell."))


def by(models: ScriptedModels, strategy: Strategy) -> Approach:
    """The approach that asks the scripted model."""
    return Approach(strategy, model(ModelSettings("ollama", "scripted", models.ollama_url)), split_claims=False)


@pytest.mark.parametrize("strategy", ["cypher", "llm-only"])
def test_a_model_is_given_the_question_before_its_things_and_its_answers(
    hpo_asker: Asker, models: ScriptedModels, strategy: Strategy
) -> None:
    first = hpo_asker.ask(BOTH)
    trace = hpo_asker.ask(
        "And which of these are autosomal dominant?", former=former(first), approach=by(models, strategy)
    )
    sent = models.chats[0].prompt
    assert "Which of the 8 diseases that show both arachnodactyly and ectopia lentis are autosomal dominant?" in sent
    told = [json.loads(line) for line in sent.splitlines() if line.startswith('{"')]
    assert {"question before": BOTH} in told
    assert {"it names": "Arachnodactyly", "id": "HP:0001166", "type": "Phenotype"} in told
    assert {"answers": "8 of 8", "type": "Disease"} in told
    assert sum("answer" in one for one in told) == 8
    assert first.answer.text not in sent
    assert first.answer.headline not in sent
    assert "Taken from the answer before: the 8 diseases" in trace.answer.text


def test_a_model_is_given_nothing_of_before_where_the_question_is_whole(
    hpo_asker: Asker, models: ScriptedModels
) -> None:
    hpo_asker.ask(GENES, former=former(hpo_asker.ask(BOTH)), approach=by(models, "llm-only"))
    assert "question before" not in models.chats[0].prompt
    assert "arachnodactyly" not in models.chats[0].prompt


def test_what_cannot_be_resolved_is_left_to_the_model_and_said(hpo_asker: Asker, models: ScriptedModels) -> None:
    trace = hpo_asker.ask(
        "are all of these dominant?", former=former(hpo_asker.ask(SEEN)), approach=by(models, "llm-only")
    )
    assert "are all of these dominant?" in models.chats[0].prompt
    assert "question before" in models.chats[0].prompt
    assert "left to the language model" in trace.answer.text


def test_of_what_a_model_listed_only_what_the_records_bear_out_is_taken(
    hpo_asker: Asker, models: ScriptedModels
) -> None:
    models.says(
        in_form(
            ("FBN1 is associated with Marfan syndrome.", "FBN1", "ASSOCIATED_WITH", "Marfan syndrome", 1),
            ("GLA is associated with Marfan syndrome.", "GLA", "ASSOCIATED_WITH", "Marfan syndrome", 1),
        )
    )
    first = hpo_asker.ask(GENES, approach=by(models, "full-text"))
    assert first.answer.written_by
    group = former(first).answers
    assert group is not None
    assert [one.name for one in group.things] == ["FBN1"]
    trace = hpo_asker.ask("Which diseases are associated with this gene?", former=former(first))
    assert "FBN1 is associated with 13 diseases" in trace.answer.text
