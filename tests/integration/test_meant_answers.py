"""Questions as people ask them, on the default graph: answered under their reading, or not at all."""

from __future__ import annotations

import pytest

from kgqa.cli.output import answer_json
from kgqa.history import replay
from kgqa.pipeline import Asker
from kgqa.strategies.approach import Approach

STRICT = Approach(strict=True)


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        (
            "I'm seeing a child with Rubinstein-Taybi syndrome next week. What features should I look out for?",
            "Which phenotypes does Rubinstein-Taybi syndrome show?",
        ),
        ("angioid streaks - which diseases?", "Which diseases show angioid streaks?"),
        (
            "My nephew has Fabry disease, how is that passed on?",
            "Which modes of inheritance does Fabry disease follow?",
        ),
        ("They found a change in RYR1 in my daughter. What diseases is RYR1 known for?", "RYR1 diseases"),
        ("Blau - how often is there uveitis", "What is the frequency of uveitis in Blau syndrome?"),
        ("Variant in PIEZO2. Which diseases does that gene cause?", "PIEZO2 diseases"),
        (
            "Retrieve conditions whose annotations contain arachnodactyly, ectopia lentis, or both.",
            "Which diseases show arachnodactyly or ectopia lentis?",
        ),
        (
            "Are there any changes of the nails in Darier disease? Which ones?",
            "Which changes of the nails in Darier disease?",
        ),
        ("Hello, quick one before clinic: gene for Netherton syndrome?", "Which genes cause Netherton syndrome?"),
        ("My neighbour was told she has Wilson disease. Which genes cause it?", "Which genes cause Wilson disease?"),
        ("The panel found a PTPN11 variant. What conditions can that gene cause?", "PTPN11 diseases"),
        ("pathogenic variant in KCNQ2 found on exome; which disorders?", "KCNQ2 diseases"),
        ("I read about a gene called MECP2. What diseases can it cause?", "MECP2 diseases"),
        ("My son inherited Fabry disease from his mother. What are the symptoms?", "symptoms of Fabry disease"),
        ("My doctor mentioned Wilson's. Is that a dominant condition?", "Is Wilson disease dominant?"),
        ("My daughter might have Poland syndrome. What are the features?", "What are the features of Poland syndrome?"),
        (
            "Our first baby was born without eyes. Which genes can be behind anophthalmia?",
            "Which genes can be behind anophthalmia?",
        ),
        ("Is Huntington's passed on in a dominant way? My dad has it.", "Is Huntington disease dominant?"),
        (
            "Neonate with microphthalmia, polydactyly and cleft lip. Thoughts?",
            "Which diseases show microphthalmia, polydactyly and cleft lip?",
        ),
        ("cardiac findngs in Noonan syndrome", "cardiac findings in Noonan syndrome"),
        ("VHL syndrome: tumours", "tumours in VHL syndrome"),
        ("Ehlers-Danlos types with scoliosis", "Which types of Ehlers-Danlos syndrome show scoliosis?"),
        ("key signs of Marfan syndrome", "signs of Marfan syndrome"),
        ("hereditary spherocytosis: gallstones?", "gallstones in hereditary spherocytosis?"),
        (
            "My cousin has Becker muscular dystrophy and a neighbour has Duchenne. Which signs do the two share?",
            "Which signs do Becker muscular dystrophy and Duchenne share?",
        ),
        (
            "Wilson disease and Menkes disease are both rare disorders. Which features do they have in common?",
            "Which features do Wilson disease and Menkes disease have in common?",
        ),
        (
            "He had ataxia or hearing loss. Which diseases show both?",
            "Which diseases show both ataxia and hearing loss?",
        ),
        ("My brother has tuberous sclerosis. Can it affect the kidneys?", "Can tuberous sclerosis affect the kidneys?"),
        ("my son has duchenne, can it involve the heart?", "Can Duchenne involve the heart?"),
        (
            "My son has Marfan syndrome. Does that explain his ectopia lentis?",
            "Does Marfan syndrome show ectopia lentis?",
        ),
        (
            "My daughter has Kabuki syndrome and I'm trying to understand it. Which genes can be behind it?",
            "Which genes can be behind Kabuki syndrome?",
        ),
        (
            "8 y girl: ectopia lentis, joint stiffness, microspherophakia. Most likely syndrome(s)?",
            "Which diseases show ectopia lentis, joint stiffness and microspherophakia?",
        ),
    ],
)
def test_it_is_answered_as_the_plain_question_is(hpo_asker: Asker, asked: str, plain: str) -> None:
    meant, same = hpo_asker.ask(asked), hpo_asker.ask(plain)
    assert meant.answer.status == same.answer.status == "answered", meant.answer.text
    assert meant.reading is not None
    assert not meant.reading.sure
    assert {item.id for item in meant.answer.items} == {item.id for item in same.answer.items}
    assert meant.question == asked
    for entity in meant.entities:
        assert asked[entity.start : entity.end] == entity.mention
    for one in meant.reading.set_aside:
        assert asked[one.start : one.end] == one.text


def test_its_reading_is_read_strictly_and_gives_the_same(hpo_asker: Asker) -> None:
    meant = hpo_asker.ask("my mum has myasthenia gravis. can u list the symptoms")
    assert meant.reading is not None
    again = hpo_asker.ask(meant.reading.question, approach=STRICT)
    assert again.reading is not None
    assert again.reading.sure
    assert again.answer.items == meant.answer.items
    for other in meant.reading.others:
        assert hpo_asker.ask(other, approach=STRICT).answer.status in ("answered", "not_in_graph", "ambiguous")


def test_strict_reads_nothing_by_meaning(hpo_asker: Asker) -> None:
    asked = "I'm seeing a child with Rubinstein-Taybi syndrome next week. What features should I look out for?"
    assert hpo_asker.ask(asked, approach=STRICT).answer.status == "not_understood"


def test_each_of_two_questions_is_about_the_thing_told_before_them(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("My cousin has Canavan disease. When does it start? And which genes cause it?")
    (second,) = trace.further
    assert [item.name for item in trace.answer.items] == ["Infantile onset"]
    assert [item.name for item in second.answer.items] == ["ASPA"]


@pytest.mark.parametrize(
    "asked",
    [
        "Which gene diseases does FBN1 cause?",  # of two types in a row the last is asked for
        "Which disease phenotypes does Marfan syndrome show?",
        "what genes are involved in polycystic kidney disease, the dominant one",
        "My son has Marfan syndrome, my daughter does not have Wilson disease. What do they share?",
        "Marfan syndrome, Wilson disease and Fabry disease were discussed. Which features do the two share?",
        "My son had Marfan syndrome ruled out. Can it affect the kidneys?",
        "After Wilson disease - which diseases?",
        "My father does not have Fabry disease and is not tall. When does it start?",
        "She has doughy muscles, a big tongue and a whistling heart. What could that be?",
        "My son has ataxia and seizures were ruled out. Which diseases could he have?",
        "My son has ataxia and his sister has seizures. Which diseases could he have?",
        "My dad has ataxia. He lost his hearing. Which diseases could he have?",
        "We thought it was Marfan syndrome but it turned out to be Noonan syndrome. Which gene causes it?",
        "My grandmother died of Huntington disease. My mother has Fabry disease. How is it inherited?",
        "My son doesn't have Marfan syndrome. Which gene causes it?",
        "My son might have Marfan syndrome. Which signs does he have?",
        "My son was thought to have Marfan syndrome. What else could he have?",
        "Which diseases show right heart failure?",  # and not any heart failure
        "diseases with total hearing loss",
        "Features of Noonan syndrome 1 missing in more than 80% of patients",
        "Except for Marfan, which of Noonan, Stickler and Marfan syndrome show scoliosis?",
        "Out of 3 diseases, Marfan, Noonan and Fabry, which show cataract?",
    ],
)
def test_what_is_told_is_never_passed_over(hpo_asker: Asker, asked: str) -> None:
    assert not hpo_asker.ask(asked).answer.items


def test_two_questions_have_two_answers(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Which genes are associated with Alexander disease, and how is it inherited?")
    assert [item.id for item in trace.answer.items] == ["NCBIGene:2670"]
    (second,) = trace.further
    assert "HP:0000006" in {item.id for item in second.answer.items}
    assert [one["status"] for one in answer_json(trace)["further"]] == ["answered"]
    assert replay.from_json(replay.to_json(trace)) == trace


@pytest.mark.parametrize(
    ("asked", "first", "second"),
    [
        ("What is Marfan syndrome and which genes cause it?", "Marfan syndrome", "Which genes cause Marfan syndrome?"),
        (
            "what is fabry disease and is it X-linked?",
            "Fabry disease",
            "Does Fabry disease follow X-linked inheritance?",
        ),
        (
            "what is macroglossia and can you get it with Down syndrome",
            "What is macroglossia?",
            "Is macroglossia a feature of Down syndrome?",
        ),
    ],
)
def test_what_a_thing_is_is_told_before_what_is_asked_of_it(
    hpo_asker: Asker, asked: str, first: str, second: str
) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.headline == hpo_asker.ask(first).answer.headline
    (further,) = trace.further
    assert further.answer.status == "answered"
    assert further.answer.headline == hpo_asker.ask(second).answer.headline


def test_findings_told_of_a_patient_are_ranked(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Infant: ambiguous genitalia, hyponatremia, hyperkalemia. No hypoglycemia. ddx?")
    assert trace.answer.status == "answered"
    assert len(trace.answer.conditions) == 4
    assert trace.answer.items


@pytest.mark.parametrize(
    "asked",
    [
        "What dose of enzyme does a 30 kg boy with Fabry disease need?",
        "Could Marfan syndrome be cured one day?",
        "do I have Marfan syndrome?",
        "is my mole cancer?",
        "Does health insurance pay for gene testing in Alport syndrome?",
        "How many patients with Pompe disease live in Ohio?",
        "pt w/ Noonan syndrome wants to play rugby, ok?",
        "Which hospitals treat Marfan syndrome?",
        "My friend hates broccoli. Why?",
    ],
)
def test_what_no_graph_tells_is_not_answered(hpo_asker: Asker, asked: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.status in ("not_in_graph", "not_understood", "ambiguous"), answer.text
    assert not answer.items
    assert answer.verdict is None


@pytest.mark.parametrize(
    ("asked", "told", "by_way_of"),
    [
        ("Which of these diseases show seizures: Rett, Lafora disease, Pendred?", {"ORPHA:501", "OMIM:312750"}, ""),
        ("Which of these show hearing loss: Rett, Lafora disease, Pendred?", {"OMIM:274600"}, "sensorineural"),
        ("Which of these can have fits: Rett, Lafora disease, Pendred?", {"ORPHA:501", "OMIM:312750"}, ""),
        ("Which of these has the most genes: Rett syndrome, Noonan syndrome?", {"ORPHA:648"}, ""),
        (
            "Which among Rett syndrome, Lafora disease and Pendred syndrome show seizures?",
            {"ORPHA:501", "OMIM:312750"},
            "",
        ),
        ("Which one of Rett syndrome, Fabry disease and Pendred syndrome shows goiter?", {"OMIM:274600"}, ""),
        ("Out of Marfan, Fabry and Pendred syndrome, which show goiter?", {"OMIM:274600"}, ""),
        ("Marfan syndrome, Fabry disease, Pendred syndrome: which has goiter?", {"OMIM:274600"}, ""),
        (
            "Which of these are features of aniridia 1: nystagmus, foveal hypoplasia, scoliosis?",
            {"HP:0000639", "HP:0007750"},  # a disease is called foveal hypoplasia, too
            "",
        ),
    ],
)
def test_of_names_in_a_row_some_are_told(hpo_asker: Asker, asked: str, told: set[str], by_way_of: str) -> None:
    """A row behind a colon is no condition; of options also what a long list would cut, and kinds, are told."""
    answer = hpo_asker.ask(asked).answer
    assert {item.id for item in answer.items} == told
    assert (answer.status == "answered") is bool(told)
    assert by_way_of in answer.text


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        ("neurofibromas in Legius syndrome?", False),
        ("cataract in galactosemia?", True),
        ("KF rings in wilson?", True),
        ("Is a dislocated lens seen in Weill-Marchesani syndrome?", True),
    ],
)
def test_two_names_and_a_question_mark_ask_whether(hpo_asker: Asker, asked: str, *, verdict: bool) -> None:
    assert hpo_asker.ask(asked).answer.verdict is verdict


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        ("Is haemophilia A X-linked or not?", True),
        ("does marfan show ectopia lentis or not", True),
        ("My uncle is a doctor. Is haemophilia A X-linked or not?", True),
        ("Is haemophilia A X-linked or not? My uncle has it.", True),
        ("Is Marfan syndrome autosomal recessive or not?", False),
        ("ok is FBN1 linked to Marfan syndrome?", True),
    ],
)
def test_or_not_at_the_end_denies_nothing(hpo_asker: Asker, asked: str, *, verdict: bool) -> None:
    answer = hpo_asker.ask(asked).answer
    assert (answer.status, answer.verdict) == ("answered", verdict), answer.text


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("She is obese and night blind. Which diseases?", "She has obesity and nyctalopia. Which diseases?"),
        ("hypotonic baby with microcephaly, what could it be?", "Hypotonia, microcephaly, what could it be?"),
        ("Are patients with Angelman syndrome ataxic?", "Does Angelman syndrome show ataxia?"),
        ("Which syndromes make you both deaf and blind?", "Which diseases show both deafness and blindness?"),
    ],
)
def test_an_adjective_said_of_somebody_is_what_he_has(hpo_asker: Asker, asked: str, plain: str) -> None:
    said, same = hpo_asker.ask(asked).answer, hpo_asker.ask(plain).answer
    assert said.status == same.status == "answered"
    assert {one.id for one in said.items} == {one.id for one in same.items}
    assert said.verdict == same.verdict


def test_an_adjective_before_another_noun_is_no_finding(hpo_asker: Asker) -> None:
    assert hpo_asker.ask("Which diseases have a deaf dog?").answer.status != "answered"


def test_of_several_questions_that_which_is_not_understood_is_named(hpo_asker: Asker) -> None:
    asked = "Which gene causes Marfan syndrome? And which hospital cares for it best?"
    answer = hpo_asker.ask(asked).answer
    assert answer.status == "not_understood"
    assert "“Which hospital cares for Marfan syndrome best?” is not understood" in answer.text
    assert answer.suggestions[0].question == "Which gene causes Marfan syndrome?"


def test_kinds_are_asked_of_one_thing_and_not_of_another(hpo_asker: Asker) -> None:
    asked = hpo_asker.ask("eye signs in Lowe syndrome not in galactosemia").answer
    both = {item.id for item in hpo_asker.ask("eye signs in Lowe syndrome").answer.items}
    assert asked.kind == "list"
    assert {item.id for item in asked.items} < both


@pytest.mark.parametrize("said", ["features in Sotos (<5%)", "features of Sotos >80%", "Sotos features in >80% pts"])
def test_a_share_behind_everything_is_a_condition(hpo_asker: Asker, said: str) -> None:
    plain = "in less than 5 %" if "<" in said else "in more than 80 %"
    same = hpo_asker.ask(f"Which phenotypes are features of Sotos syndrome {plain} of patients?").answer
    assert hpo_asker.ask(said).answer.headline == same.headline


def test_kinds_stand_behind_the_name_too(hpo_asker: Asker) -> None:
    below = {item.id for item in hpo_asker.ask("types of Ehlers-Danlos syndrome").answer.items}
    assert len(below) > 5
    for said in ("Ehlers-Danlos syndrome types?", "Ehlers-Danlos syndrome subtypes?", "EDS types"):
        assert {item.id for item in hpo_asker.ask(said).answer.items} == below


def test_kinds_are_those_of_the_name_that_they_stand_beside(hpo_asker: Asker) -> None:
    plain = hpo_asker.ask("Which kinds of Loeys-Dietz syndrome show bifid uvula?").answer
    asked = hpo_asker.ask("Which of the Loeys-Dietz types have been reported with a bifid uvula?").answer
    assert len(plain.items) > 3
    assert [item.id for item in asked.items] == [item.id for item in plain.items]
    told = hpo_asker.ask("hoarse CMT patient - which Charcot-Marie-Tooth forms have vocal cord paresis?").answer
    assert "kind of vocal cord paresis" not in told.text


def test_what_is_said_of_one_and_not_of_the_other_is_never_asked_of_both(hpo_asker: Asker) -> None:
    asked = hpo_asker.ask("I was told that hypomagnesaemia is listed for Gitelman but not for Bartter type III.")
    assert asked.answer.verdict is not False
    assert not [one for one in (asked.reading.others if asked.reading else ()) if " not " not in one]


def test_words_of_two_names_are_one_where_a_name_has_both(hpo_asker: Asker) -> None:
    (entity,) = hpo_asker.ask("diseases with chronic kidney failure").entities
    assert entity.mention == "chronic kidney failure"


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("In which diseases is microcornea very frequent?", "Which diseases show very frequent microcornea?"),
        ("In which diseases is microcornea a very frequent feature?", "Which diseases show very frequent microcornea?"),
        ("Which diseases have microcornea as a frequent feature?", "Which diseases show frequent microcornea?"),
        ("features seen in 100 % of the examined patients with Angelman", "obligate features of Angelman syndrome"),
        ("Which features does everybody with Angelman syndrome have?", "obligate features of Angelman syndrome"),
        ("% cleft palate in Treacher Collins 1", "frequency of cleft palate in Treacher Collins syndrome 1"),
        ("% of pts w/ cornea verticillata in Fabry", "frequency of cornea verticillata in Fabry disease"),
        ("dz w arachnodactyly", "Which diseases show arachnodactyly?"),
    ],
)
def test_how_often_is_said_in_many_ways(hpo_asker: Asker, said: str, plain: str) -> None:
    one, other = hpo_asker.ask(said).answer, hpo_asker.ask(plain).answer
    assert one.status == other.status == "answered"
    assert [item.id for item in one.items] == [item.id for item in other.items]
    assert one.value == other.value


def test_an_obligate_feature_may_be_explained_in_brackets(hpo_asker: Asker) -> None:
    plain = hpo_asker.ask("In which diseases is microcornea an obligate feature?").answer
    told = hpo_asker.ask("In which diseases is microcornea an obligate feature (100 % of patients)?").answer
    assert [item.id for item in told.items] == [item.id for item in plain.items]
    assert plain.items


@pytest.mark.parametrize(
    ("said", "each"),
    [
        ("Menkes: gene and inheritance?", ("Gene", "InheritanceMode")),
        ("Which genes and diseases are associated with arachnodactyly?", ("Gene", "Disease")),
    ],
)
def test_two_things_asked_in_a_row_are_answered_one_after_the_other(
    hpo_asker: Asker, said: str, each: tuple[str, str]
) -> None:
    trace = hpo_asker.ask(said)
    told = [trace.answer, *(one.answer for one in trace.further)]
    assert [{item.label for item in one.items} for one in told] == [{label} for label in each]


def test_a_second_question_may_follow_within_a_sentence(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("What is the gene for cystic fibrosis, and does cystic fibrosis cause nasal polyps?")
    assert {item.label for item in trace.answer.items} == {"Gene"}
    (further,) = trace.further
    assert further.answer.verdict is True
    trace = hpo_asker.ask("What gene causes Huntington's and is it dominant?")
    assert {item.label for item in trace.answer.items} == {"Gene"}
    assert [one.answer.verdict for one in trace.further] == [True]


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ("features of vascular Ehlers-Danlos", "features of vascular Ehlers-Danlos syndrome"),
        ("features of neonatal Marfan", "features of neonatal Marfan syndrome"),
    ],
)
def test_a_word_before_a_short_name_is_a_part_of_the_whole_name(hpo_asker: Asker, said: str, whole: str) -> None:
    short, full = hpo_asker.ask(said), hpo_asker.ask(whole)
    assert [item.id for item in short.answer.items] == [item.id for item in full.answer.items]
    assert short.entities[0].guess


def test_a_word_that_makes_no_other_name_is_not_passed_over(hpo_asker: Asker) -> None:
    for said in ("genes of severe Marfan", "features of infantile Marfan"):
        assert hpo_asker.ask(said).answer.status in ("not_in_graph", "not_understood")


def test_what_a_suggestion_would_leave_out_is_told(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Which genes cause Marfan syndrome in children?")
    assert trace.answer.status == "ambiguous"
    assert "leaves out “children”" in trace.answer.text
    assert [one.question for one in trace.answer.suggestions] == ["Which genes are associated with Marfan syndrome?"]


@pytest.mark.parametrize(
    ("asked", "each"),
    [
        (
            "Which genes are associated with Noonan syndrome? And which diseases show cataplexy?",
            ("Which genes are associated with Noonan syndrome?", "Which diseases show cataplexy?"),
        ),
        (
            "Which genes cause Marfan syndrome, and how is it inherited?",
            ("Which genes cause Marfan syndrome?", "How is Marfan syndrome inherited?"),
        ),
    ],
)
def test_questions_that_stand_by_themselves_are_answered_in_turn(
    hpo_asker: Asker, asked: str, each: tuple[str, str]
) -> None:
    trace = hpo_asker.ask(asked)
    told = [trace.answer, *(one.answer for one in trace.further)]
    assert [one.headline for one in told] == [hpo_asker.ask(one).answer.headline for one in each]
    assert trace.reading is not None
    assert not trace.reading.sure
    alone = hpo_asker.ask(each[0])
    assert [one.executed for one in trace.cypher] == [one.executed for one in alone.cypher], "its own statements alone"


@pytest.mark.parametrize(
    "asked",
    [
        "Which gene causes Marfan syndrome, and what else does it cause?",  # the gene
        "Which genes are associated with Noonan syndrome? And which diseases show blumpitude?",
        "What's the difference between Marfan syndrome and Ehlers-Danlos syndrome, which signs are only in the latter?",
        "My daughter has epidermolysis bullosa simplex and someone said there were dozens of forms. "
        "How many are there really?",
        "How long is Marfan syndrome associated with?",
    ],
)
def test_of_several_questions_none_is_answered_where_one_is_not_understood(hpo_asker: Asker, asked: str) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.status != "answered", trace.answer.text
    assert trace.further == ()


@pytest.mark.parametrize(
    "question",
    [
        "X-linked forms of Charcot-Marie-Tooth",
        "Which X-linked forms of Charcot-Marie-Tooth disease are there?",
        "How many kinds of Charcot-Marie-Tooth disease are X-linked?",
    ],
)
def test_forms_that_a_name_sorts_out_are_those_of_its_kinds_where_none_is_recorded_for_itself(
    hpo_asker: Asker, question: str
) -> None:
    answer = hpo_asker.ask(question).answer
    assert (answer.status, answer.total) == ("answered", 6), answer.text
    assert {item.label for item in answer.items} == {"Disease"}
    assert "OMIM:302800" in {id_ for item in answer.items for id_ in (item.id, *item.ids)}


def test_kinds_of_a_finding_in_a_disease_are_findings(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("kinds of cataract in Marfan syndrome").answer
    assert answer.verdict is None, answer.text
    assert {item.label for item in answer.items} == {"Phenotype"}


def test_groups_of_a_disease_are_what_stands_above_it(hpo_asker: Asker) -> None:
    asked = hpo_asker.ask("Which disease groups does Darier disease belong to?").answer
    assert [one.name for one in asked.items] == [
        one.name for one in hpo_asker.ask("What are the parents of Darier disease?").answer.items
    ]
    assert "is group" not in hpo_asker.ask("What is the is group of Darier disease?").answer.text


def test_a_verb_behind_a_plural_is_no_symbol(hpo_asker: Asker) -> None:
    plain = hpo_asker.ask("How many genes are associated with Usher syndrome?").answer
    assert hpo_asker.ask("how many genes go with Usher syndrome?").answer.value == plain.value
    assert hpo_asker.ask("GO gene?").entities[0].chosen.name == "Geroderma osteodysplasticum"


@pytest.mark.parametrize(
    ("asked", "both"),
    [
        (
            "Hyperammonaemia plus respiratory alkalosis - what should be on my list?",
            "Hyperammonemia and Respiratory alkalosis",
        ),
        ("oculogyric crises + achalasia + alacrima in an infant, which disease?", ""),
        ("her tongue is large and his hands are small, what could that be?", "Macroglossia and Small hand"),
    ],
)
def test_told_findings_are_asked_for_together_where_anything_has_all(hpo_asker: Asker, asked: str, both: str) -> None:
    trace = hpo_asker.ask(asked)
    reading, answer = trace.reading, trace.answer
    assert answer.status == "answered"
    assert reading is not None
    if not both:
        assert "the most of" in reading.question
        assert answer.headline.startswith("No disease is recorded to show all 3 phenotypes; ")
        return
    assert reading.question == f"Which diseases show both {both}?"
    assert all(all(numbers) for numbers in (one.by_condition for one in answer.items))
    ranking = answer.suggestions[0].question
    assert ranking == f"Which diseases show the most of {both}?"
    assert len(hpo_asker.ask(ranking).answer.items) > len(answer.items)


def test_a_ranking_is_no_yes(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask(
        "Oculogyric crises, achalasia and now alacrima. Is there a condition that explains all?"
    ).answer
    assert not answer.headline.startswith("Yes")
