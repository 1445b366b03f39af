"""Names that several things have: what decides among them, what is asked back, and what both give together."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from kgqa.exports import markdown
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.history import replay
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.settings import Settings
from kgqa.strategies import readings
from kgqa.strategies.approach import Approach
from tests import command_line
from tests.integration import own_tables

DISEASE, PHENOTYPE = "OMIM:225100", "HP:0001083"
"""Two things called "Ectopia lentis"."""
GENES = "Which genes are associated with ectopia lentis?"

NODES = """id,name,label,synonyms
g:1,NF1,Gene,
g:2,PLEK,Gene,
g:3,FBN1,Gene,
g:4,SPRED1,Gene,
d:1,Neurofibromatosis,Disease,NF1
d:2,Celiac disease,Disease,
d:3,Ectopia lentis,Disease,
d:4,Marfan syndrome,Disease,
d:5,Migraine,Disease,
d:6,Gigantism,Disease,Tall stature
d:7,Watson syndrome,Disease,
d:8,Iris hamartoma,Disease,
p:1,Celiac disease,Phenotype,
p:2,Ectopia lentis,Phenotype,
p:3,Migraine,Phenotype,
p:4,Tall stature,Phenotype,
p:5,Lisch nodules,Phenotype,Iris hamartoma
p:6,Freckling,Phenotype,
"""
EDGES = """source,type,target
g:1,ASSOCIATED_WITH,d:1
g:1,ASSOCIATED_WITH,d:7
g:4,ASSOCIATED_WITH,d:1
g:2,ASSOCIATED_WITH,d:2
g:3,ASSOCIATED_WITH,d:4
g:2,ASSOCIATED_WITH,d:6
d:1,HAS_PHENOTYPE,p:5
d:7,HAS_PHENOTYPE,p:6
d:4,HAS_PHENOTYPE,p:2
d:4,HAS_PHENOTYPE,p:3
d:3,HAS_PHENOTYPE,p:2
"""


@pytest.fixture(scope="module")
def small(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    """A graph of tables in which only diseases have genes and phenotypes."""
    with own_tables.opened(
        settings, server, tmp_path_factory.mktemp("homonyms"), "homonyms", nodes=NODES, edges=EDGES
    ) as asked:
        yield asked


def _offered(trace: Trace) -> dict[str, int | None]:
    """By identifier of each offered reading the number of its answers."""
    return {one.id: one.answers for entity in trace.choices for one in (entity.chosen, *entity.rivals)}


def _place(trace: Trace) -> tuple[int, int]:
    (entity,) = trace.choices
    return entity.start, entity.end


def test_a_detour_and_a_direct_way_that_both_answer_are_asked_back_with_counts(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask(GENES)
    assert trace.answer.status == "ambiguous"
    offered = _offered(trace)
    assert set(offered) == {DISEASE, PHENOTYPE}
    assert trace.choices[0].together
    assert {record.purpose for record in trace.cypher} <= {"count", "things on the way", "kinds"}
    for id_, number in offered.items():
        chosen = hpo_asker.ask(GENES, chosen={_place(trace): id_})
        assert (chosen.answer.status, chosen.answer.total) == ("answered", number)
        assert f"{id_}; {number} gene" in trace.answer.text
    assert 0 < (offered[DISEASE] or 0) < (offered[PHENOTYPE] or 0)


def test_both_together_are_one_list_whose_answers_are_told_apart(hpo_asker: Asker) -> None:
    asked = hpo_asker.ask(GENES)
    alone = {id_: hpo_asker.ask(GENES, chosen={_place(asked): id_}) for id_ in (DISEASE, PHENOTYPE)}
    names = {id_: {item.id for item in trace.answer.items} for id_, trace in alone.items()}
    trace = hpo_asker.ask(GENES, chosen={_place(asked): (DISEASE, PHENOTYPE)})
    answer = trace.answer
    assert (answer.status, answer.kind) == ("answered", "list")
    assert answer.total == len(answer.items) == len(names[DISEASE] | names[PHENOTYPE])
    for id_, found in names.items():
        assert {item.id for item in answer.items if id_ in item.readings} == found
        assert f"({id_})" in answer.text
    numbers = [triple.number for triple in trace.evidence]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(item.evidence and set(item.evidence) <= set(numbers) for item in answer.items)
    (entity,) = trace.entities
    assert {one.id for one in entity.meant} == {DISEASE, PHENOTYPE}
    assert {one.id for one in trace.settled} == {DISEASE, PHENOTYPE}
    assert replay.from_json(replay.to_json(trace)) == trace
    assert f"and together with it: Ectopia lentis ({PHENOTYPE})" in markdown.document(trace, hpo_asker.schema).decode()
    count = hpo_asker.ask("How many genes are associated with ectopia lentis?")
    both = hpo_asker.ask(count.question, chosen={_place(count): (DISEASE, PHENOTYPE)}).answer
    assert (both.kind, both.value) == ("count", answer.total)


@pytest.mark.parametrize(
    ("question", "verdict", "read_as"),
    [
        ("Is FBN1 linked to ectopia lentis?", True, PHENOTYPE),
        ("Is FBN1 not associated with ectopia lentis?", False, PHENOTYPE),
        ("Is ADAMTSL4 associated with ectopia lentis?", True, DISEASE),
        ("Is BRCA1 associated with ectopia lentis?", False, DISEASE),
    ],
)
def test_of_yes_and_no_the_reading_that_is_recorded_answers(
    hpo_asker: Asker, question: str, verdict: bool, read_as: str
) -> None:
    trace = hpo_asker.ask(question)
    assert (trace.answer.status, trace.answer.verdict) == ("answered", verdict)
    assert trace.entities[1].chosen.id == read_as
    assert DISEASE in trace.answer.text
    assert PHENOTYPE in trace.answer.text


@pytest.mark.parametrize(
    ("genes", "verdict"),
    [("FBN1 and ADAMTSL4", True), ("FBN1 and TGFBR2", False), ("FBN1 or TGFBR2", True)],
)
def test_of_several_things_the_verdict_is_that_of_each_alone(hpo_asker: Asker, genes: str, verdict: bool) -> None:
    trace = hpo_asker.ask(f"Are {genes} associated with ectopia lentis?")
    assert (trace.answer.verdict, trace.entities[2].chosen.id) == (verdict, PHENOTYPE)
    assert "FBN1 and ectopia lentis are joined through " in trace.answer.text
    alone = [
        hpo_asker.ask(f"Is {one} associated with ectopia lentis?").answer for one in ("FBN1", "ADAMTSL4", "TGFBR2")
    ]
    assert [one.verdict for one in alone] == [True, True, False]


def test_a_meaning_of_a_name_is_silent_only_where_nothing_is_recorded_with_any_meaning_of_the_other(
    hpo_asker: Asker,
) -> None:
    told = hpo_asker.ask("Is NF1 associated with pheochromocytoma?").answer
    assert told.verdict
    assert "the same holds with the gene (NCBIGene:4763)" in told.text
    assert "with the disease (OMIM:171300) nothing of it is recorded" in told.text


def test_names_that_a_phenotype_shares_with_a_disease_are_settled_or_asked_back(hpo_asker: Asker) -> None:
    """No name of the two lists one reading as if there were no other."""
    shared = _shared_names(hpo_asker)
    assert len(shared) > 200
    seen = set()
    for name in shared[:: len(shared) // 12]:
        trace = hpo_asker.ask(f"Which genes are associated with {name}?")
        seen.add(trace.answer.status)
        if trace.answer.status == "ambiguous":
            assert all(_offered(trace).values()), name
        elif trace.entities[0].rivals:
            where = "in this graph" if trace.answer.status == "answered" else "either"
            assert f"the question has no answer {where}" in trace.answer.text, name
    assert "ambiguous" in seen


def _shared_names(asker: Asker) -> list[str]:
    labels: dict[str, set[str]] = {}
    index = asker.linker.index
    for name in index.names():
        if name.kind == "name":
            labels.setdefault(name.text.lower(), set()).add(index.node(name.thing).label)
    return sorted(name for name, of in labels.items() if {"Disease", "Phenotype"} <= of)


def test_a_disease_and_a_gene_of_one_symbol(small: Asker) -> None:
    """MEN1 and NF1 are genes, and what people call the diseases."""
    genes = small.ask("Which genes are associated with NF1?")  # a gene has no genes, so the schema decides
    assert (genes.answer.status, genes.answer.total, genes.entities[0].chosen.id) == ("answered", 2, "d:1")
    features = small.ask("Which phenotypes are associated with NF1?")
    assert features.answer.status == "ambiguous"
    assert _offered(features) == {"d:1": 1, "g:1": 2}
    said = small.ask("Which phenotypes are associated with the gene NF1?")
    assert (said.answer.status, said.answer.total) == ("answered", 2)
    behind = small.ask("Which phenotypes are associated with the NF1 gene?")
    assert (behind.answer.total, behind.entities[0].mention) == (2, "NF1 gene")
    told = small.ask("Tell me about the NF1 gene")  # and of no disease which genes it has
    assert [item.id for item in told.answer.items] == ["g:1"]
    of_disease = small.ask("Which genes are associated with NF1 disease?")
    assert (of_disease.answer.total, of_disease.entities[0].chosen.id) == (2, "d:1")
    diseases = small.ask("Which diseases are associated with NF1?")  # no disease is linked to a disease
    assert (diseases.answer.status, diseases.answer.total) == ("answered", 2)


@pytest.mark.parametrize(
    "asked", ["Which phenotypes does NF1 show?", "How many phenotypes does NF1 show?", "Which symptoms does NF1 cause?"]
)
def test_a_gene_shows_what_its_diseases_show_in_whatever_words_that_is_asked(hpo_asker: Asker, asked: str) -> None:
    same = hpo_asker.ask("What are the features of NF1?")
    assert same.answer.status == "ambiguous"
    assert _offered(hpo_asker.ask(asked)) == _offered(same)


def test_what_has_something_by_way_of_another_thing_is_no_wrong_subject(hpo_asker: Asker) -> None:
    shown, had = (hpo_asker.ask(f"Which phenotypes does FBN1 {verb}?").answer for verb in ("show", "have"))
    assert (shown.status, shown.total) == ("answered", had.total)
    assert hpo_asker.ask("Does FBN1 show ectopia lentis?").answer.verdict
    assert hpo_asker.ask("Which diseases does arachnodactyly show?").answer.status == "not_in_graph"


@pytest.mark.parametrize("name", ["Celiac disease", "Migraine"])
def test_what_is_asked_of_a_name_of_two_things_without_a_definition_is_asked_back(small: Asker, name: str) -> None:
    """Of either all that is recorded could be told, as of a thing that shares its name with nothing."""
    trace = small.ask(f"What is {name}?")
    assert trace.answer.status == "ambiguous"
    (entity,) = trace.entities
    told = [small.ask(f"What is {one.id}?").answer.headline for one in (entity.chosen, *entity.rivals)]
    assert sorted(told) == [f"{name} is a disease.", f"{name} is a phenotype."]


def test_a_reading_without_answers_is_left_out_aloud(small: Asker) -> None:
    trace = small.ask("Which genes are associated with migraine?")
    assert (trace.answer.status, [item.name for item in trace.answer.items]) == ("answered", ["FBN1"])
    assert trace.entities[0].chosen.id == "p:3"
    assert "with the disease (d:5) the question has no answer in this graph" in trace.answer.text
    nothing = small.ask("Is SPRED1 associated with migraine?")
    assert (nothing.answer.verdict, nothing.evidence) == (False, ())
    assert "d:5" in nothing.answer.text
    assert "p:3" in nothing.answer.text


def test_where_no_reading_answers_that_is_said_and_the_choice_stays(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("How frequent is ASD in Bardet-Biedl syndrome 4?")
    assert trace.answer.status == "ambiguous"
    assert _offered(trace) == {"HP:0000729": 0, "HP:0001631": 0}
    assert "With none of them the question has an answer" in trace.answer.text


def test_an_identifier_is_held_against_every_thing_of_a_name(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask(f"Is {PHENOTYPE} the identifier of ectopia lentis?")
    assert (trace.answer.status, trace.answer.verdict) == ("answered", True)
    assert f"with the disease ({DISEASE}) it is the other way round" in trace.answer.text


def test_a_preferred_name_goes_before_a_synonym_which_is_offered_where_it_answers(small: Asker) -> None:
    trace = small.ask("Which genes are associated with tall stature?")
    assert trace.entities[0].chosen.id == "p:4"
    assert trace.answer.status == "not_in_graph"
    (offer,) = [one for one in trace.answer.suggestions if "d:6" in one.question]
    assert offer.count == 1
    assert small.ask(offer.question).answer.total == 1
    told = small.ask("Is PLEK linked to tall stature?")
    assert (told.answer.verdict, told.entities[1].chosen.id) == (True, "d:6")
    assert [one.id for one in told.entities[1].rivals] == ["p:4"]
    assert "with the phenotype (p:4) nothing of it is recorded" in told.answer.text


def test_a_reading_that_cannot_be_asked_of_several_things_is_named(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Which genes are associated with schizophrenia or ectopia lentis?").answer
    assert (
        f"was read as the disease ({DISEASE}); with the phenotype ({PHENOTYPE}) it can be asked of one" in answer.text
    )


@pytest.mark.parametrize("names", [("holoprosencephaly", "cleft lip"), ("aniridia", "cataract")])
def test_two_names_that_only_as_another_type_have_answers_together_are_asked_back(
    hpo_asker: Asker, names: tuple[str, str]
) -> None:
    trace = hpo_asker.ask(f"Which genes are associated with {names[0]} and {names[1]}?")
    (offered,) = trace.answer.suggestions
    assert trace.answer.status == "ambiguous"
    assert trace.answer.headline.endswith(f"can be diseases (together none) or phenotypes ({offered.count} genes).")
    assert hpo_asker.ask(offered.question).answer.total == offered.count


@pytest.mark.parametrize(
    ("question", "asks", "names"),
    [
        ("Genes for short stature and ataxia?", "Which", "Short stature and Ataxia"),
        ("How many genes are associated with seizures and ataxia?", "How many", "Seizure and Ataxia"),
    ],
)
def test_what_and_joins_over_something_unnamed_is_offered_as_said_of_one(
    hpo_asker: Asker, question: str, asks: str, names: str
) -> None:
    answer = hpo_asker.ask(question).answer
    plain = f"{asks} genes are associated with diseases that show both {names}?"
    assert (answer.status, [one.question for one in answer.suggestions]) == ("ambiguous", [plain])


def test_the_only_kind_that_is_called_as_what_it_is_a_kind_of_is_told_apart(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Which genes are associated with breast cancer?").answer
    assert answer.headline.startswith("Recorded for 1 kind of breast cancer (breast cancer, OMIM:114480): ")
    pompe = hpo_asker.ask("Which genes are associated with Pompe disease?").answer
    assert "(glycogen storage disease II): " in pompe.headline


def test_the_word_that_joins_is_the_one_that_was_written(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Which genes are associated with seizures but not ataxia?").answer
    assert answer.headline == "It is not clear what “but” joins in this question."


def test_suggestions_name_what_would_be_asked_back_by_its_identifier(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Which genes are associated with schizophrenia and ectopia lentis?")
    assert trace.answer.status == "not_in_graph"
    offered = [one for one in trace.answer.suggestions if one.title.startswith("Leave out")]
    assert len(offered) == 2
    for one in offered:
        assert hpo_asker.ask(one.question).answer.total == one.count


@pytest.mark.parametrize("asked", ["Which genes are blue?", "Which diseases show aniridia but are not blue?"])
def test_what_would_break_off_without_a_word_is_not_offered(hpo_asker: Asker, asked: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.status == "not_understood"
    assert not [one.question for one in answer.suggestions if one.title.startswith("Leave out")]


def test_counting_that_takes_too_long_offers_every_reading_without_a_number(
    small: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readings, "COUNT_S", 0.0)
    trace = small.ask("Which phenotypes are associated with NF1?")
    assert trace.answer.status == "ambiguous"
    assert set(_offered(trace)) == {"d:1", "g:1"}


@pytest.mark.parametrize("strategy", ["kg-rag", "full-text"])
def test_facts_of_every_meaning_are_read_and_told_apart(small: Asker, strategy: str) -> None:
    approach = Approach(strategy)  # type: ignore[arg-type]
    trace = small.ask("Is PLEK associated with celiac disease?", approach=approach)
    assert trace.answer.status == "evidence"
    assert trace.choices == ()
    trace = small.ask("Which genes are associated with ectopia lentis?", approach=approach)
    assert trace.answer.status == "evidence"
    assert "Ectopia lentis (disease)" in trace.answer.text
    assert "Ectopia lentis (phenotype)" in trace.answer.text
    ends = {node.id for triple in trace.evidence for node in (triple.subject, triple.object)}
    assert {"d:3", "p:2"} <= ends
    settled = small.ask("Which phenotypes does ectopia lentis have?", approach=approach)  # a phenotype has none
    assert "Ectopia lentis (" not in settled.answer.headline
    assert settled.choices == ()


def test_identifiers_choose_on_the_command_line(small: Asker, settings: Settings) -> None:
    question = "Which phenotypes are associated with NF1?"
    place = (question.index("NF1"), question.index("NF1") + 3)
    assert small.chosen(question, ["d:1"]) == {place: "d:1"}
    assert small.chosen(question, ["p:2"]) == {}

    def ask(*more: str) -> str:
        variables = {"KGQA_DATA_DIR": str(settings.data_dir), "KGQA_VECTORS": "0"}
        done = command_line.run("ask", question, "--graph", "homonyms", *more, **variables)
        assert done.returncode == 0, done.stderr
        return done.stdout

    printed = ask()
    assert "d:1\tNeurofibromatosis\tDisease\t1 answer\n" in printed
    assert "Choose with --choose ID; twice or more for these together." in printed
    (choice,) = json.loads(ask("--json"))["choices"]
    assert {one["id"]: one["answers"] for one in choice["candidates"]} == {"d:1": 1, "g:1": 2}
    assert choice["together"] is True
    one = json.loads(ask("--json", "--choose", "d:1"))
    assert (one["status"], one["total"]) == ("answered", 1)
    both = json.loads(ask("--json", "--choose", "g:1", "--choose", "d:1"))
    assert {one["id"]: set(one["readings"]) for one in both["answers"]} == {"p:5": {"g:1", "d:1"}, "p:6": {"g:1"}}
    assert "Freckling\tp:6\tas g:1\n" in ask("--choose", "g:1", "--choose", "d:1")


def test_a_lesser_name_with_a_record_answers_aloud_whatever_the_other_name_may_mean(small: Asker) -> None:
    answer = small.ask("Is NF1 associated with iris hamartoma?").answer
    assert answer.verdict
    assert "read as the phenotype Lisch nodules (p:5); with the disease (d:8) nothing of it is recorded" in answer.text


@pytest.mark.parametrize(
    ("question", "verdict"),
    [("Is TSC1 associated with epilepsy?", True), ("Is TSC1 not associated with epilepsy?", False)],
)
def test_silence_about_the_better_name_is_no_verdict_where_a_record_speaks_of_the_lesser_one(
    hpo_asker: Asker, question: str, verdict: bool
) -> None:
    trace = hpo_asker.ask(question)
    assert (trace.answer.verdict, trace.entities[1].chosen.id) == (verdict, "HP:0001250")
    assert "with the disease (MONDO:0005027) nothing of it is recorded" in trace.answer.text
    assert hpo_asker.ask("Is FBN1 associated with epilepsy?").entities[1].chosen.id == "MONDO:0005027"


@pytest.mark.parametrize("called", ["hypertrophic cardiomyopathy", "HCM"])
def test_a_definition_tells_what_else_is_called_so_of_a_type_without_any(hpo_asker: Asker, called: str) -> None:
    answer = hpo_asker.ask(f"What is {called}?").answer
    assert answer.text.startswith("Hypertrophic cardiomyopathy (HP:0001639): ")
    assert f"“{called}” is also the disease hypertrophic cardiomyopathy (MONDO:0005045)." in answer.text


def test_a_definition_of_what_nothing_else_is_called_tells_nothing_else(hpo_asker: Asker) -> None:
    assert "is also" not in hpo_asker.ask("What is arachnodactyly?").answer.text


@pytest.mark.parametrize("question", ["Is ID associated with MECP2?", "Does MECP2 cause ID?", "Genes for ID"])
def test_letters_that_are_a_word_for_a_property_are_asked_back_where_they_stand_for_a_thing(
    hpo_asker: Asker, question: str
) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "ambiguous"
    assert "HP:0001249" in _offered(trace)


def test_a_property_is_no_answer_to_whether_something_is_linked(hpo_asker: Asker) -> None:
    assert hpo_asker.ask("Is id associated with MECP2?").answer.status == "not_understood"
    assert "NCBIGene:4204" in hpo_asker.ask("Does MECP2 have an ID?").answer.text


@pytest.mark.parametrize(
    "question", ["What is T2D?", "T2D", "Features of T2D", "Genes for T2D?", "Is HNF1A associated with T2D?"]
)
def test_what_letters_are_short_for_is_offered_whatever_is_asked(hpo_asker: Asker, question: str) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "ambiguous"
    assert "OMIM:275350" in _offered(trace)
    (chosen,) = hpo_asker.chosen(question, ["OMIM:275350"]).items()
    answer = hpo_asker.ask(question, chosen=dict([chosen])).answer
    assert answer.status == "answered"
    assert "ranscobalamin II deficiency" in answer.text


def test_letters_of_which_no_reading_has_an_answer_are_an_unknown_name(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Is KFR associated with Marfan syndrome?").answer
    assert (answer.status, answer.headline) == ("not_in_graph", "“KFR” is not a name in this graph.")


def test_two_letters_of_one_word_that_is_a_listed_name_are_asked_back_unless_that_alone_is_recorded(
    hpo_asker: Asker,
) -> None:
    for question in ("Is CK associated with DMD?", "Genes for CK"):
        trace = hpo_asker.ask(question)
        assert trace.answer.status == "ambiguous"
        assert {"ORPHA:324625", "HP:0002947"} <= set(_offered(trace))
    trace = hpo_asker.ask("Is RB associated with RB1?")
    assert (trace.answer.verdict, trace.entities[0].chosen.id) == (True, "ORPHA:790")
    assert "“RB” was read as the disease retinoblastoma (ORPHA:790)" in trace.answer.text


def test_a_name_that_only_things_of_one_type_have_is_told_where_a_relation_needs_another(hpo_asker: Asker) -> None:
    """Mondo calls a disease "thyroid cancer", and no finding is called so."""
    answer = hpo_asker.ask("Is thyroid cancer a feature of Cowden syndrome?").answer
    assert answer.status == "not_in_graph"
    assert answer.headline == (
        "This graph records “feature of” between diseases and phenotypes, and both names are those of diseases."
    )
    assert answer.suggestions[0].question == "Is Medullary thyroid carcinoma a feature of Cowden syndrome?"


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Is aspirin used in gout?", "aspirin"),
        ("Is losartan prescribed in Marfan syndrome?", "losartan"),
        ("Does ibuprofen cause gout?", "ibuprofen"),
        ("Is qwertol associated with gout?", "qwertol"),
    ],
)
def test_what_opens_a_question_as_only_a_name_does_is_none_in_the_graph(
    hpo_asker: Asker, question: str, name: str
) -> None:
    answer = hpo_asker.ask(question).answer
    assert (answer.status, answer.headline) == ("not_in_graph", f"“{name}” is not a name in this graph.")


@pytest.mark.parametrize(
    "question", ["Is painting used in gout?", "Is qwertol a gene of gout?", "Does quickly cause gout?"]
)
def test_a_word_that_may_be_one_of_the_question_is_not_understood(hpo_asker: Asker, question: str) -> None:
    assert hpo_asker.ask(question).answer.status == "not_understood"


def test_a_detour_by_a_better_name_tells_of_the_direct_link_of_another(hpo_asker: Asker) -> None:
    """A finding is called lissencephaly; a group of diseases is another name's thing, and has genes itself."""
    answer = hpo_asker.ask("Which genes are associated with lissencephaly?").answer
    assert answer.headline.endswith("with more specific terms.")
    told = "“lissencephaly” is also a name of the disease lissencephaly spectrum disorders (MONDO:0018838), with which"
    assert told in answer.text
    assert answer.suggestions[-1].question == "Which genes are associated with MONDO:0018838?"
    assert "also a name" not in hpo_asker.ask("Which diseases show lissencephaly?").answer.text, "asked directly"
