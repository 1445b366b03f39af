"""Questions that are easily misread: each was once answered with confidence and wrongly.

None of the first group may be answered, as the graph cannot know or the question says more than would be used; those
of the second are near to them and must stay answerable.
"""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker

UNANSWERABLE = (
    # The share of those with a feature who have a disease is not that of those with the disease who have the feature.
    "What percentage of patients with ectopia lentis have Marfan syndrome?",
    "How many percent of people with ectopia lentis have Marfan syndrome?",
    "Is Marfan syndrome frequent in ectopia lentis?",
    "Is Marfan syndrome a frequent disease in ectopia lentis?",
    "In which rare diseases is microcornea a feature?",
    # what is asked for is called by a name, and is no condition
    # "sd" ends what stands before it, and is not Salla disease
    "how many genes known for Joubert sd?",
    # a name that says again what another part asks is no question for what it is
    # of somebody else, or whether what was found means a disease
    "Do the siblings of a boy with Duchenne muscular dystrophy have muscle weakness?",
    "My patient has ectopia lentis; does she have Marfan syndrome?",
    "A boy has angiokeratomas and pain. Does he show proteinuria?",
    # of something else in what a name may stand for
    "How is the weather in London inherited?",
    # no name goes on in the next sentence, whose only noun asks of what is told
    "Seizures in the brain. Malformations?",
    # what points to something that names nothing, and nearly everything of a type
    "Which genes are these?",
    # what one is to do to the other is all that is asked
    "Does Marfan syndrome protect from glaucoma?",
    "Does Marfan syndrome really prevent glaucoma?",
    "Can hepatitis turn into cirrhosis?",
    "Is FBN1 protective against ectopia lentis?",
    "Is FBN1 downregulated in Marfan syndrome?",
    "Is APOE beneficial in Alzheimer disease?",
    # signs are not asked for where a name says of what the kinds are
    "Can Marfan syndrome be mistaken for homocystinuria?",
    # the wrong way round
    "Does arachnodactyly cause Marfan syndrome?",
    "Is Marfan syndrome caused by arachnodactyly?",
    "Does Marfan syndrome cause FBN1?",
    "Which diseases cause FBN1?",
    "Is Marfan syndrome a symptom of arachnodactyly?",
    "Does arachnodactyly have Marfan syndrome?",
    "What percentage of patients with arachnodactyly have Marfan syndrome?",
    # a quantifier, a comparison, a time or a frequency that would be left out
    "Do all diseases associated with FBN1 show arachnodactyly?",
    "Which diseases show all phenotypes of Marfan syndrome?",
    "Every disease shows arachnodactyly.",
    "What are common symptoms of Marfan syndrome?",
    "Must a patient with Marfan syndrome have cataract?",
    "When does Marfan syndrome show arachnodactyly in Greece?",
    # of how much, where, when and on which terms
    "Which diseases show most phenotypes of Marfan syndrome?",
    "Which genes are associated with the majority of diseases with ectopia lentis?",
    "Which diseases show arachnodactyly rather than myopia?",
    "Which diseases show arachnodactyly before myopia?",
    "Which diseases show arachnodactyly if myopia is present?",
    "Which diseases show arachnodactyly unless FBN1 is normal?",
    "Which diseases stopped showing arachnodactyly?",
    "Which genes near FBN1 are associated with Marfan syndrome?",
    "Which diseases almost only show arachnodactyly?",
    "Which disease has the most inhabitants?",
    "Which features are more frequent in Marfan syndrome than in Loeys-Dietz syndrome 1?",
    # but, both and other
    "Which diseases show both arachnodactyly?",
    "My girl has arachnodactyly and is hard to calm. Which diseases have both?",
    # a sign, or a verb, that says that a finding was not there
    "scoliosis +, seizures -: which diseases?",
    "Which diseases have scoliosis (+), seizures (-)?",
    "The patient denies syncope and has palpitations. Which diseases?",
    # "it" may be the gene, "that" nothing that was named, and a second question is none to leave out
    "A gene was found for Marfan syndrome. What does it cause?",
    "Which gene is that?",
    "Does progeria cause myopia? is alopecia listed",
    # what may be in one patient, what is denied of all or said of all, and who else has a finding
    "Can you have Marfan syndrome without ectopia lentis?",
    "Is there Noonan syndrome without PTPN11?",
    "Does no FBN1 disease cause myopia?",
    "All diseases caused by FBN1 are dominant, aren't they?",
    "Her sister is deaf. She is obese and blind. Which disease does she have?",
    "My doctor mentioned Noonan syndrome. Which genes other than PTPN11 are involved?",
    "GJB2: deafness or blindness gene?",
    # what to do about it, findings of others, denied ones, and too few with a name
    "What must I do if I have ataxia and scoliosis?",
    "Microcephaly, broad thumb and keloids. What should I do?",
    "My daughter has a small head, laughs all the time, and her brother has seizures. What could she have?",
    "My daughter has a small head, broad thumbs and never laughs. What could she have?",
    "My daughter has a small head, broad thumbs and laughs all the time. Which genes?",
    "My daughter has a small head, laughs all the time and has Rett syndrome. What could she have?",
    "My daughter has a small head and laughs all the time. What could she have?",
    # what those do who have it is a second finding
    "people with two different coloured eyes who also lose their hearing – what could that be?",
    "one blue eye and one brown eye and she is hard of hearing. Which syndromes have both?",
    # what is denied may be the name or what describes it
    "Which diseases show seizures and cannot stop eating (polyphagia)?",
    # one of two findings in a row is no name
    "Arachnodactyly and very grumpy toes: which genes",
    "Which diseases show any phenotype but arachnodactyly?",
    "Which diseases show arachnodactyly or myopia but not both?",
    "Which diseases show arachnodactyly and other phenotypes?",
    "Which genes are associated not only with Marfan syndrome?",
    # same, other, different
    "Which diseases show the same phenotypes as Marfan syndrome?",
    # negations without a clear place
    "Is it not so that Marfan syndrome does not show arachnodactyly without FBN1?",
    "Are there no genes associated with Marfan syndrome?",
    "How often is arachnodactyly absent in Marfan syndrome?",
    # conditions that could be grouped in two ways, and more than one question
    "Which diseases show arachnodactyly and either myopia or seizure?",
    "Does Marfan syndrome show arachnodactyly and Huntington disease show chorea?",
    "FBN1 and HTT cause Marfan syndrome and Huntington disease respectively",
    "Which genes cause arachnodactyly and myopia?",
    "Which genes cause Marfan syndrome in children?",
    "Which symptoms does Marfan syndrome end with?",
    "Which diseases does FBN1 cause alone?",
    "Which diseases precede seizures?",
    "How many people carry a mutation in FBN1?",
    "Which phenotypes go away in Marfan syndrome?",
    "Which diseases are safe from ataxia?",
    "Which phenotypes are shared by diseases of FBN1?",
    # words that are no names of a type, no relation, no property
    "Is Botulism a genetic disease?",
    "Which susceptibility genes are associated with Marfan syndrome?",
    "Which diseases are common?",
    "Is Marfan syndrome inherited from FBN1?",
    "I have phenylketonuria. What should I eat?",
    "What should I cook for phenylketonuria?",
    "What do you eat when you have phenylketonuria?",
    "How does FBN1 cause Marfan syndrome?",
    "Where does Marfan syndrome occur?",
    "Who should be seen for Marfan syndrome?",
    "How many publications report arachnodactyly in Marfan syndrome?",
    "What is another name for arachnodactyly and myopia?",
    "Marfan syndrome is an arachnodactyly",
    "Is arachnodactyly autosomal dominant?",
    "Which drugs treat Marfan syndrome?",
    "Which genes are associated with Loeys-Dietz syndrome 99?",
)

VERDICTS = (
    ("Is Marfan syndrome inherited as an autosomal dominant trait?", True),
    ("How is Wilson disease inherited, AD or AR?", True),
    ("Does Kallmann syndrome show no sense of smell (anosmia)?", True),
    ("Is arachnodactyly a feature of Marfan syndrome?", True),
    ("Doesn't Marfan syndrome show arachnodactyly?", True),
    ("Does Marfan syndrome show neither arachnodactyly nor ataxia?", False),
    ("Does Marfan syndrome show arachnodactyly but not ataxia?", True),
    ("Marfan syndrome is not associated with FBN1.", False),
    ("Is Marfan syndrome caused by FBN1?", True),
    ("Does FBN1 cause Marfan syndrome?", True),
    ("Is Marfan syndrome inherited in an autosomal dominant manner?", True),
    ("Is Marfan syndrome an autosomal dominant disease?", True),
    ("Is Marfan syndrome a disease?", True),
    ("Is any osteogenesis imperfecta type X-linked?", True),
    ("Do patients with Loeys-Dietz syndrome 4 get a dislocated lens (ectopia lentis)?", False),
    ("Does Lowe syndrome have a cataract?", True),  # which is no kind of a cataract
    # a tag asks whether what is said before it holds
    ("Marfan syndrome has arachnodactyly, doesn't it?", True),
    ("FBN1 causes Marfan syndrome, doesn't it?", True),
    ("Arachnodactyly is a feature of Marfan syndrome, is it not?", True),
    ("Marfan syndrome isn't recessive, is it?", True),
    ("Marfan syndrome is not associated with FBN1, is it?", False),
    ("Isn't Marfan syndrome dominant?", True),
    ("Is Marfan syndrome caused by FBN2, isn't it?", False),
    ("My son has Marfan syndrome. Is ectopia lentis rare in it?", False),
    ("Is it true that Marfan syndrome does not have a dislocated lens (ectopia lentis)?", False),
    ("Is fever a feature of IgG4-related disease?", False),  # denied of itself, recorded for kinds of it
    # who is asked to tell is asked for yes or no, and who is spoken to is nothing that a graph has
    ("Please tell me, does Marfan syndrome show ectopia lentis?", True),
    ("Tell me, doctor, is Marfan syndrome X-linked?", False),
    ("Doctor, is FBN1 associated with Marfan syndrome?", True),
    ("Is arachnodactyly a kind of abnormality of the skeletal system?", True),
    ("Is abnormality of the skeletal system a kind of arachnodactyly?", False),
)

NOT_LISTED = (
    ("Which diseases show night blindness but are not retinitis pigmentosa?", "Retinitis pigmentosa 1"),
    # what is not to be among the things that are asked for, with its kinds
    ("Which diseases show aortic dissection but are not Marfan syndrome?", "Marfan syndrome"),
    ("Which diseases that are not Marfan syndrome or Turner syndrome show aortic dissection?", "Marfan syndrome"),
    (
        "Which diseases are not kinds of Ehlers-Danlos syndrome but show aortic dissection?",
        "Vascular Ehlers-Danlos syndrome",
    ),
    ("Which features of Marfan syndrome are not eye problems?", "Cataract"),
    # the letter says which kind of the group it is
    ("Which genes are associated with Sanfilippo syndrome type A?", "NAGLU"),
    # a child of somebody is no child of a term, and each name counts
    ("What heart problems can a child with Noonan syndrome have?", "Abnormal aortic valve morphology"),
    # what both have is not what tells them apart
    ("Pfeiffer syndrome vs Crouzon syndrome, what do both have?", "Broad thumb"),
)

BY_KINDS = (
    # what is recorded without a frequency is told, though none of it is the most frequent
    ("What is the most common mode of inheritance of Marfan syndrome?", "Autosomal dominant inheritance"),
    ("What is the most common mode of inheritance of Charcot-Marie-Tooth disease?", "Autosomal dominant inheritance"),
    # letters that stand beside those of a value as an alternative are none of a gene or a disease
    ("Marfan: AD or AR?", "Autosomal dominant inheritance"),
    # a name of diseases of an organ is one of its troubles where these are asked for
    ("Which eye defects are seen in Marfan syndrome?", "Cataract"),
    ("Which skeletal defects does Apert syndrome have?", "Finger syndactyly"),
    ("Which heart malformations are seen in Noonan syndrome?", "Atrial septal defect"),
    # what a group has none of itself is counted by its kinds, in a comparison as well
    ("Which has more genes, Fabry disease or Gaucher disease?", "Gaucher disease"),
    ("Which disorders are included in Ehlers-Danlos syndrome?", "Classical Ehlers-Danlos syndrome"),
    # who has no hair has alopecia
    ("Which diseases show no hair (alopecia)?", "Gomez-Lopez-Hernandez syndrome"),
    ("Which diseases show seizures and no hair – alopecia?", "Gomez-Lopez-Hernandez syndrome"),
    ("Which diseases show ataxia but never sweating (anhidrosis)?", "Cockayne syndrome"),
    ("McArdle - at what age does it start?", "Childhood onset"),
    ("Which types of osteogenesis imperfecta are X-linked?", "Osteogenesis imperfecta, type XIX"),
)

LABELS = (
    ("What causes Marfan syndrome?", "Gene"),
    ("What does FBN1 cause?", "Disease"),
    ("How does Marfan syndrome present?", "Phenotype"),
    ("How is Marfan syndrome inherited?", "InheritanceMode"),
    ("How are the diseases associated with FBN1 inherited?", "InheritanceMode"),
    ("Which genes cause diseases that show arachnodactyly?", "Gene"),
    ("Which diseases of FBN1 do not show myopia?", "Disease"),
    ("Which phenotypes do diseases with arachnodactyly show?", "Phenotype"),
    ("Of the diseases of FBN1, which show arachnodactyly?", "Disease"),
    ("Which diseases are progressive?", "Disease"),
)


@pytest.mark.parametrize("question", UNANSWERABLE)
def test_what_would_be_misread_is_not_answered(hpo_asker: Asker, question: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert answer.status not in ("answered", "failed"), answer.text
    assert answer.verdict is None
    assert answer.headline.endswith((".", "?"))


@pytest.mark.parametrize(("question", "verdict"), VERDICTS)
def test_a_verdict_is_that_of_the_whole_sentence(hpo_asker: Asker, question: str, verdict: bool) -> None:
    answer = hpo_asker.ask(question).answer
    assert answer.verdict is verdict, answer.text


@pytest.mark.parametrize(
    ("question", "start", "more"),
    [
        (
            "Is fever a feature of IgG4-related disease?",
            "No: it is recorded that IgG4-related systemic disease does not show fever [1].",
            "recorded all the same for 3 of 8 kinds",
        ),
        (
            "Does Childhood-onset spasticity with hyperglycinemia show cognitive impairment?",
            "Recorded both ways: ",
            "does not show",
        ),
    ],
)
def test_what_is_denied_of_a_thing_itself_is_said_first(hpo_asker: Asker, question: str, start: str, more: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert answer.text.startswith(start)
    assert more in answer.text


@pytest.mark.parametrize(("question", "name"), NOT_LISTED)
def test_what_nobody_asked_for_is_not_listed(hpo_asker: Asker, question: str, name: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert answer.items, answer.text
    assert name not in {item.name for item in answer.items}


@pytest.mark.parametrize(("question", "name"), BY_KINDS)
def test_what_was_asked_for_is_listed(hpo_asker: Asker, question: str, name: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert name in {item.name for item in answer.items}, answer.text


@pytest.mark.parametrize(("question", "label"), LABELS)
def test_what_is_asked_for_is_what_is_listed(hpo_asker: Asker, question: str, label: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert answer.status == "answered", answer.text
    assert {item.label for item in answer.items} == {label}


@pytest.mark.parametrize(
    "question",
    ["Does Proteus syndrome run in families?", "Is Proteus syndrome hereditary?", "Can Proteus syndrome be inherited?"],
)
def test_a_mode_of_inheritance_that_is_recorded_is_no_yes(hpo_asker: Asker, question: str) -> None:
    answer = hpo_asker.ask(question).answer  # which is sporadic
    assert answer.verdict is None
    assert "sporadic" in answer.text


@pytest.mark.parametrize("disease", ["Marfan syndrome", "Prader-Willi syndrome"])
def test_what_stands_out_among_kinds_is_counted_and_not_added(hpo_asker: Asker, disease: str) -> None:
    question = f"What is the most frequent feature of {disease}?"
    answer = hpo_asker.ask(question).answer
    wider = hpo_asker.ask(question, narrower=True).answer.total
    assert (answer.total or 0) + (answer.narrower or 0) == wider
    assert f"With more specific terms as well {wider} stand out, perhaps others." in answer.text
    assert "would add" not in answer.text


@pytest.mark.parametrize("question", ["Tell me what Marfan syndrome is.", "What Marfan syndrome is?"])
def test_what_something_is_asks_for_none_of_its_kinds(hpo_asker: Asker, question: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert (answer.kind, [item.name for item in answer.items]) == ("text", ["Marfan syndrome"]), answer.text


def test_an_option_whose_kinds_alone_have_it_is_recorded_and_says_so(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask(
        "Which is autosomal recessive: Wilson disease, Huntington disease or Gaucher disease?"
    ).answer
    assert answer.headline.startswith("Wilson disease and Gaucher disease (by "), answer.headline
    assert answer.headline.endswith(" of its kinds) are recorded, of the 3 options.")


@pytest.mark.parametrize(
    ("question", "findings", "aside"),
    [
        (
            "Small head, broad thumbs, and every scar turns into a keloid. What could my child have?",
            "Microcephaly, Broad thumb and Keloids",
            ["and every scar turns into a"],
        ),
        ("My son has no hair (alopecia) and ataxia. What could it be?", "Alopecia and Ataxia", ["My son has"]),
        (
            "My daughter has a small head, laughs all the time and has seizures. Which disease is it?",
            "Microcephaly and Seizure",
            ["My daughter has a", "laughs all the time and has"],
        ),
        ("He does not sweat (anhidrosis) and has seizures. What could it be?", "Anhidrosis and Seizure", []),
    ],
)
def test_findings_with_a_name_are_asked_for_and_the_others_set_aside(
    hpo_asker: Asker, question: str, findings: str, aside: list[str]
) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "answered", trace.answer.text
    assert trace.reading is not None
    assert trace.reading.question == f"Which diseases show {'' if ',' in findings else 'both '}{findings}?"
    assert (trace.reading.sure, [one.text for one in trace.reading.set_aside]) == (False, aside)


def test_a_name_ends_with_its_sentence(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Problems with the liver. Disease?")
    assert [one.mention for one in trace.entities] == ["Problems with the liver"]
    assert {item.label for item in trace.answer.items} <= {"Disease"}


def test_parents_who_do_something_are_none_of_the_hierarchy(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Do parents pass on Marfan syndrome?").answer
    assert not any(item.label == "Disease" for item in answer.items), answer.text


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Do PTEN and PIK3CA share any diseases, and which ones?", "Cowden syndrome"),
        ("Do Gaucher disease and Niemann-Pick type C have symptoms in common? Which?", "Hepatomegaly"),
        (
            "Do Waardenburg syndrome type 1 and craniofacial-deafness-hand syndrome share a gene? If yes, which one?",
            "PAX3",
        ),
    ],
)
def test_who_asks_whether_there_is_any_and_which_is_told_which(hpo_asker: Asker, question: str, name: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert answer.verdict is True, answer.text
    assert name in {item.name for item in answer.items}


def test_which_is_not_cut_from_what_is_no_question_for_any(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Does Marfan syndrome show scoliosis, and if so which?").answer
    assert answer.status != "answered", answer.text


def test_the_genes_of_two_diseases_are_compared_and_not_the_diseases(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Is the Marfan gene also a Loeys-Dietz gene?").answer
    assert "kind of" not in answer.text, answer.text


def test_a_further_finding_is_not_set_aside(hpo_asker: Asker) -> None:
    question = "people with two different coloured eyes who also lose their hearing - what could that be?"
    assert hpo_asker.ask(question).answer.status != "answered"


@pytest.mark.parametrize(
    ("asked", "start"),
    [
        ("Is Marfan syndrome autosomal recessive?", "No: "),
        ("Is Marfan syndrome X-linked recessive?", "No: "),
        ("Is schizophrenia polygenic?", "Not recorded: "),
        ("Is Marfan syndrome sporadic?", "Not recorded: "),
    ],
)
def test_a_recorded_value_excludes_its_alternatives_alone(hpo_asker: Asker, asked: str, start: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert (answer.verdict, answer.headline[: len(start)]) == (False, start)
    assert "follows autosomal dominant inheritance [1]" in answer.text
    assert bool(answer.opposing) == (start == "No: ")


@pytest.mark.parametrize(
    "asked", ["Menkes: what else does its gene cause?", "Marfan syndrome: what does its gene cause?"]
)
def test_who_does_something_is_no_answer_to_what_it_does(hpo_asker: Asker, asked: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert (answer.status, answer.items) == ("not_understood", ())


def test_what_something_of_a_thing_does_is_answered_where_it_only_stands_between(hpo_asker: Asker) -> None:
    assert hpo_asker.ask("FBN1: which features do its diseases show?").answer.items
    assert [one.name for one in hpo_asker.ask("Marfan syndrome: what is its gene?").answer.items] == ["FBN1"]


@pytest.mark.parametrize(
    "asked",
    [
        "Which diseases do I have to exclude in a patient with ectopia lentis?",
        "Ectopia lentis: what do I have to exclude?",
        "Short stature and ataxia. Which diseases should be excluded?",
        "Which diseases do I need to rule out in a patient with ectopia lentis?",
    ],
)
def test_what_somebody_is_to_exclude_is_no_recorded_absence(hpo_asker: Asker, asked: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert (answer.status, answer.items) == ("not_understood", ())


@pytest.mark.parametrize(
    "asked", ["Which features are {} in Loeys-Dietz syndrome 1?", "What is {} in Loeys-Dietz syndrome 1?"]
)
@pytest.mark.parametrize("said", ["excluded", "known to be excluded"])
def test_what_is_excluded_is_a_recorded_absence(hpo_asker: Asker, asked: str, said: str) -> None:
    answer = hpo_asker.ask(asked.format(said)).answer
    assert answer.status != "not_understood"
