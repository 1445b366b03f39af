"""The strategy kgt on the real graph: the paths, the one that is taken, and what comes of it, also with a model."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from kgqa.cli.output import answer_json
from kgqa.history import replay
from kgqa.llm.messages import ModelSettings
from kgqa.llm.providers import model
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.strategies.approach import Approach, KgtStep
from tests.scripted_models import ScriptedModels, in_form

KGT = Approach("kgt")
GENES = "Which genes are behind diseases that show both arachnodactyly and ectopia lentis?"

INHERITED = {"Autosomal recessive inheritance", "Autosomal dominant inheritance"}


def names(trace: Trace) -> set[str]:
    return {item.name for item in trace.answer.items}


def test_several_hops_over_unnamed_things_are_one_path_with_its_chains(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Which modes of inheritance do diseases of CFTR have?", approach=KGT)
    assert names(trace) == INHERITED
    taken = next(one for one in trace.paths if one.taken)
    assert [type_ for _, type_, _ in taken.steps] == ["HAS_INHERITANCE", "ASSOCIATED_WITH"]
    assert taken.answers == 2
    assert "; CFTR is associated with" in trace.answer.text
    assert all(statement.executed.startswith(("MATCH", "UNWIND")) for statement in trace.cypher)


def test_one_sentence_says_no_more_than_the_records(hpo_asker: Asker) -> None:
    own = hpo_asker.ask("Which disorders of LMNA are autosomal recessive?", approach=KGT)
    assert "\nIn a sentence: The following disorders of LMNA are autosomal recessive: " in own.answer.text
    ours = hpo_asker.ask("Which disorders can TGFBR1 eventually cause?", approach=KGT)
    assert "\nIn a sentence: The following diseases are associated with TGFBR1: " in ours.answer.text


def test_what_is_called_as_a_thing_with_kinds_are_those_kinds(hpo_asker: Asker) -> None:
    """An onset is one of the courses that diseases take."""
    onsets = names(hpo_asker.ask("What onset is recorded for disorders associated with MECP2?", approach=KGT))
    courses = names(hpo_asker.ask("Which courses are recorded for disorders associated with MECP2?", approach=KGT))
    assert onsets < courses
    assert all("onset" in name for name in onsets)
    assert "Progressive" in courses


def test_an_intersection_over_one_unnamed_thing(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask(GENES, approach=KGT)
    assert {"FBN1", "CBS"} <= names(trace)
    alone = hpo_asker.ask("Which genes are associated with diseases that show both arachnodactyly and ectopia lentis?")
    assert names(trace) == names(alone)


@pytest.mark.parametrize(
    ("question", "status", "said"),
    [
        ("How does FBN1 affect Marfan syndrome?", "answered", "FBN1 is associated with Marfan syndrome"),
        ("Is FBN1 associated with Marfan syndrome?", "answered", "Yes"),
        ("What is the relationship between FBN1 and arachnodactyly?", "answered", "joined through"),
        ("Which drugs treat Marfan syndrome?", "not_in_graph", "no drugs"),
        ("Which phenotypes does Qwertzuitis syndrome have?", "not_in_graph", "Qwertzuitis"),
        ("Which diseases are not associated with FBN1?", "not_in_graph", "not to be associated"),
        ("Which genes are exclusively behind diseases with arachnodactyly?", "not_understood", "exclusively"),
        ("Which genes are weakly associated with diseases with arachnodactyly?", "not_understood", "weakly"),
    ],
)
def test_what_is_asked_between_names_and_what_no_path_says(
    hpo_asker: Asker, question: str, status: str, said: str
) -> None:
    trace = hpo_asker.ask(question, approach=KGT)
    assert (trace.answer.status, said in trace.answer.text) == (status, True), trace.answer.text


def test_each_step_can_be_left_out(hpo_asker: Asker) -> None:
    def asked(question: str, *steps: KgtStep) -> Trace:
        return hpo_asker.ask(question, approach=replace(KGT, without=steps))

    question = "Which modes of inheritance do diseases of CFTR have?"
    assert names(asked(question)) == INHERITED
    without = asked(question, "inference")
    assert names(without) != INHERITED
    assert without.account[0].startswith("Left out, as you chose: paths of several steps")
    assert len(asked(question, "analysis").paths) > len(asked(question).paths)
    likeliest, unranked = (asked(question, "analysis", *more).paths for more in ((), ("choice",)))
    assert {one.key for one in likeliest} == {one.key for one in unranked}
    assert [one.score for one in likeliest] != [one.score for one in unranked]


def test_a_path_can_be_chosen_and_is_kept_with_the_answer(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Which phenotypes are linked to FBN1?", approach=KGT)
    other = next(one for one in trace.paths if not one.taken) if len(trace.paths) > 1 else trace.paths[0]
    chosen = hpo_asker.ask(trace.question, approach=replace(KGT, path=other.key))
    assert next(one for one in chosen.paths if one.taken).key == other.key
    assert replay.from_json(replay.to_json(chosen)).paths == chosen.paths
    assert json.loads(json.dumps(answer_json(chosen)))["paths"][0]["key"] == other.key


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which phenotypes are linked to FBN1?", "Its only path is “Phenotype<-HAS_PHENOTYPE-Disease"),
        ("How is Marfan syndrome related to Stickler syndrome?", "Its paths are “Disease"),
        ("What is the definition of arachnodactyly?", "asked over no path"),
    ],
)
def test_a_path_that_a_question_does_not_have_is_refused(hpo_asker: Asker, question: str, said: str) -> None:
    trace = hpo_asker.ask(question, approach=replace(KGT, path="nonsense"))
    assert trace.answer.status == "refused"
    assert said in trace.answer.text
    assert all(one.key in trace.answer.text and not one.taken for one in trace.paths)


def test_a_model_analyses_the_question_and_writes_below(hpo_asker: Asker, models: ScriptedModels) -> None:
    def reply(messages: Sequence[Mapping[str, str]]) -> str:
        if messages[0]["content"].startswith("You analyse a question"):
            assert "ASSOCIATED_WITH" in messages[1]["content"]
            return json.dumps({"names": ["CFTR"], "tail": "InheritanceMode", "attributes": []})
        return in_form(remarks="Nothing.")

    models.reply = reply
    approach = Approach("kgt", model(ModelSettings("compatible", "scripted", models.openai_url)))
    trace = hpo_asker.ask("In which way is what CFTR does passed on?", approach=approach)
    assert trace.calls[0].purpose == "read the question"
    assert names(trace) == INHERITED
