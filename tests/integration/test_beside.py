"""What stands beside a question and is no condition of it is set aside aloud; what may be one is not."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("asked", "said", "aside"),
    [
        ("How common are seizures in kids with Angelman syndrome?", "Seizure is a feature of Angelman", "kids"),
        ("How common is a ventricular septal defect in babies with Down syndrome?", "Ventricular septal", "babies"),
        ("Can a child who has Angelman syndrome have ataxia?", "Yes: Angelman syndrome shows ataxia", "child"),
        ("Can a child with Lowe syndrome get a cataract?", "Yes: Lowe syndrome shows cataract", "child"),
        ("My brother has Netherton syndrome. Which gene do I request?", "SPINK5", "do I request"),
    ],
)
def test_people_and_what_is_done_with_the_answer_are_set_aside(
    hpo_asker: Asker, asked: str, said: str, aside: str
) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.status == "answered"
    assert trace.answer.text.startswith(said)
    assert trace.reading is not None
    assert not trace.reading.sure
    assert aside in {one.text for one in trace.reading.set_aside}


@pytest.mark.parametrize(
    "asked",
    [
        "How common is hearing loss in adults with Stickler syndrome?",
        "How common is hearing loss in infants with Stickler syndrome?",
        "Which drugs do I give children with Dravet syndrome?",
        "Which children with Angelman syndrome should I test?",
    ],
)
def test_what_may_be_a_condition_is_not_set_aside(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


def test_two_questions_are_answered_though_one_says_what_is_done_with_the_answer(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Netherton syndrome: how is it inherited, and which gene do I request?")
    assert trace.answer.text.startswith("Netherton syndrome follows autosomal recessive")
    assert [one.answer.text.split()[0] for one in trace.further] == ["SPINK5"]


@pytest.mark.parametrize(
    ("asked", "said", "aside"),
    [
        (
            "I am comparing EHMT1 cohorts. Return those phenotypes of Kleefstra syndrome 1 that occur in more than half"
            " of the patients.",
            "Kleefstra syndrome 1 shows 11 phenotypes in more than 50 %",
            "I am comparing EHMT1 cohorts",
        ),
        (
            "My dad has alkaptonuria and now they want to look at his heart. Is mitral valve calcification a feature of"
            " it?",
            "Yes: mitral valve calcification is a feature of Alkaptonuria",
            "and now they want to look at his heart",
        ),
        (
            "My daughter walks late, the doctor suspects Rett syndrome. Does scoliosis occur in it?",
            "Yes: scoliosis is a feature of Rett syndrome",
            "My daughter walks late, the doctor suspects",
        ),
        (
            "My son is 5 and has a big head. Which genes cause Marfan syndrome?",
            "FBN1",
            "My son is 5 and has a big head",
        ),
    ],
)
def test_a_question_that_is_whole_is_answered_beside_what_is_told_of_somebody(
    hpo_asker: Asker, asked: str, said: str, aside: str
) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.status == "answered"
    assert trace.answer.text.startswith(said)
    assert trace.reading is not None
    assert not trace.reading.sure
    assert aside in {one.text for one in trace.reading.set_aside}


@pytest.mark.parametrize(
    "asked",
    [
        # what who asks wishes, knows, denies or bounds
        "I know all about EHMT1. Return those phenotypes of Kleefstra syndrome 1 that occur in more than half of the"
        " patients.",
        "I am only after EHMT1. Return those phenotypes of Kleefstra syndrome 1 that occur in more than half of the"
        " patients.",
        "Take a child with EHMT1. Return those phenotypes of Kleefstra syndrome 1 that occur in more than half of the"
        " patients.",
        "My dad has alkaptonuria but no heart trouble. Which heart valve problems can come with it?",
        # findings where illnesses are looked for, and what they may be linked with
        "My daughter walks late and has a big head. Which diseases show ataxia?",
        "My daughter has seizures. Which diseases show ataxia?",
        "My boy has adult onset. Which diseases show ataxia?",
        # one of two
        "My son has Marfan syndrome and Loeys-Dietz syndrome. Which genes cause it?",
        "My son has Marfan syndrome and ectopia lentis. Which genes cause it?",
    ],
)
def test_what_may_change_the_question_is_not_set_aside(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


@pytest.mark.parametrize(
    ("asked", "first", "then"),
    [
        (
            "What is the gene behind Barth syndrome, and is the disorder X-linked?",
            "TAFAZZIN",
            "Yes: Barth syndrome follows X-linked inheritance",
        ),
        (
            "Is Peutz-Jeghers syndrome dominant or recessive? And can people with it get breast cancer?",
            "Peutz-Jeghers syndrome follows autosomal dominant",
            "Yes: Peutz-Jeghers syndrome shows breast carcinoma",
        ),
        (
            "Which gene is responsible for Treacher Collins syndrome 1, and how is that type passed on?",
            "TCOF1",
            "Treacher Collins syndrome 1 follows autosomal dominant",
        ),
    ],
)
def test_what_is_asked_next_of_the_thing_named_first_is_asked_of_that(
    hpo_asker: Asker, asked: str, first: str, then: str
) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.text.startswith(first)
    assert [one.answer.text.startswith(then) for one in trace.further] == [True]


@pytest.mark.parametrize(
    "asked",
    [
        "Which disease is associated with FBN1, and is the gene dominant?",
        "Are Marfan syndrome and Noonan syndrome dominant? And which gene causes it?",
        "Is Marfan syndrome like Noonan syndrome or Loeys-Dietz syndrome, and which gene causes it?",
    ],
)
def test_what_is_asked_next_of_one_of_several_is_not_answered(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            "I am 23 and just found out I have Ehlers-Danlos of the hypermobility type. What are the symptoms of it?"
            " Thank you so much",
            "Ehlers-danlos syndrome, Hypermobility type shows",
        ),
        ("My mum has the vascular type of Ehlers-Danlos. In what gene is the fault?", "COL3A1"),
        ("Which genes cause the severe form of osteogenesis imperfecta?", "2 genes are associated with"),
    ],
)
def test_a_kind_is_told_by_what_it_is_of(hpo_asker: Asker, asked: str, said: str) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.text.startswith(said)
    assert trace.reading is not None
    assert not trace.reading.sure


@pytest.mark.parametrize(
    "asked",
    [
        "Which genes cause the rare form of Marfan syndrome?",
        "Which genes cause the other type of Ehlers-Danlos syndrome?",
        "I have the blue kind of Ehlers-Danlos. What are the symptoms of it?",
    ],
)
def test_a_kind_without_a_name_is_not_taken_for_the_whole(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        (
            "My husband has alkaptonuria. At what age does the low back pain usually begin?",
            "At what age does the low back pain usually begin in alkaptonuria?",
        ),
        (
            "My sister has Marfan syndrome. How common is ectopia lentis?",
            "How common is ectopia lentis in Marfan syndrome?",
        ),
        (
            "My dad has alkaptonuria and they look at his heart. Which heart valve problems can come with it?",
            "Which kinds of Abnormal heart valve morphology does Alkaptonuria show?",
        ),
        (
            "Someone told me sickle cell can give you a stroke. Is that seen in sickle cell disease?",
            "Does Sickle cell anemia show Stroke?",
        ),
        (
            "Baby with cataracts - I am thinking of Lowe syndrome. Is ectopia lentis a recorded feature of it?",
            "Is ectopia lentis a recorded feature of Lowe syndrome?",
        ),
        ("I am compiling mitochondrially inherited diseases with cardiomyopathy. Which ones do you have?",
         "Which diseases follow mitochondrial inheritance and show cardiomyopathy?"),
        ("Consider the diseases that show ectopia lentis and tall stature. What are their genes?",
         "What are the genes of the diseases that show ectopia lentis and tall stature?"),
        ("I look for diseases that show cataplexy. Which ones also show hypotonia?",
         "Which diseases show both cataplexy and hypotonia?"),
        ("There are several types of Usher syndrome. Which ones show hypotonia?",
         "Which types of Usher syndrome show hypotonia?"),
        ("newborn w microcoria, nephrotic syndrome, posterior lenticonus... what am I missing",
         "Which diseases show microcoria, nephrotic syndrome and posterior lenticonus?"),
        ("Child with gout, self-injurious behaviour and raised uric acid (hyperuricemia): what fits all three?",
         "Which diseases show gout, self-injurious behavior and hyperuricemia?"),
        ("someone who can't recognise faces any more (prosopagnosia), what illness could be behind it",
         "Which diseases show prosopagnosia?"),
        ("Is deaf and has scoliosis, which disease could it be?",
         "What could it be: hearing impairment and scoliosis?"),
        ("toddler w/ Wilms tumour and hemihypertrophy, syndromes with both?",
         "Which diseases show both nephroblastoma and hemihypertrophy?"),
    ],
)  # fmt: skip
def test_what_is_asked_of_what_is_told_is_answered_as_if_it_stood_in_the_question(
    hpo_asker: Asker, asked: str, plain: str
) -> None:
    trace, alone = hpo_asker.ask(asked), hpo_asker.ask(plain)
    assert trace.answer.status == alone.answer.status == "answered"
    assert trace.reading is not None
    assert not trace.reading.sure
    assert {one.id for one in trace.answer.items} == {one.id for one in alone.answer.items}
    assert (trace.answer.value, trace.answer.verdict) == (alone.answer.value, alone.answer.verdict)


@pytest.mark.parametrize(
    "asked",
    [
        "My sister does not have Marfan syndrome. How common is ectopia lentis?",
        "My sister used to have Marfan syndrome. How common is ectopia lentis?",
        "My sister has Marfan syndrome or Loeys-Dietz syndrome. How common is ectopia lentis?",
        "I know the diseases that show cataplexy. Which others are there?",
        "I do not need diseases that show cataplexy. Which ones are there?",
        "Which diseases show that he cannot stop eating (hyperphagia)?",
        "She does not have fits (seizures), microcoria, nephrotic syndrome. Any ideas?",
        "microcoria and nephrotic syndrome resolved, ddx?",
        "microcoria, nephrotic syndrome: which diseases have neither?",
        "microcoria, nephrotic syndrome and odd toes. Which diseases tick all three boxes?",
    ],
)
def test_what_is_told_and_is_not_so_or_not_all_is_not_asked_of(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"
