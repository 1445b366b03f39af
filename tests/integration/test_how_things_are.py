"""Things that are told by how something is: by an adverb, an adjective, a participle or an abbreviation of their name,
also where several share it; and words for them that are said of a name without a verb."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Mitochondrially inherited disorders presenting with optic atrophy", "9 diseases follow mitochondrial"),
        ("Which disorders are listed as digenic?", "11 diseases follow digenic inheritance"),
        ("How many diseases are digenic?", "11 diseases follow digenic inheritance"),
        ("Is Huntington disease passed on in a dominant way?", "Yes: Huntington disease"),
        ("number of Charcot-Marie-Tooth forms with X-linked transmission", "Recorded for 2 kinds of X-linked"),
        ("List every X-linked form of Charcot-Marie-Tooth for me.", "Recorded for 2 kinds of X-linked inheritance: 6"),
        ("X-linked CMT subtypes", "Recorded for 2 kinds of X-linked inheritance: 6 kinds of Charcot-Marie-Tooth"),
        ("Alport - AR forms only", "2 kinds of Alport syndrome follow autosomal recessive"),
        ("number of Charcot-Marie-Tooth forms with scoliosis", "29 kinds of Charcot-Marie-Tooth disease show"),
        ("Which of the long QT syndromes are recessive?", "2 kinds of long QT syndrome follow autosomal recessive"),
        ("CADASIL: AD or AR?", "Autosomal dominant inheritance is recorded, of the 2 options"),
        ("Bietti crystalline dystrophy dominant or recessive?", "Bietti crystalline"),
        ("Hailey-Hailey - AR, y/n?", "No: benign chronic pemphigus"),
        ("Bietti crystalline dystrophy AD, AR or XL", "Autosomal recessive inheritance is recorded, of the 3 options"),
        ("Which one is recessive, galactosemia, Huntington or achondroplasia?", "Classic galactosemia is recorded"),
        ("AD + hypertelorism + hearing loss", "90 diseases show both hypertelorism and hearing impairment"),
    ],
)
def test_it_is_found(hpo_asker: Asker, asked: str, said: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.text.startswith(said), answer.text


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ("Which dominantly inherited diseases show chorea?", (60, 57, 3)),
        ("Which diseases with polydactyly are transmitted recessively?", (36, 34, 2)),
        ("Which diseases are recessive and show polydactyly but not obesity?", (24, 22, 2)),
        ("dominant forms of osteopetrosis", (5, 4, 1)),
    ],
)
def test_any_of_those_that_share_a_word_is_meant(hpo_asker: Asker, asked: str, numbers: tuple[int, int, int]) -> None:
    """How the word was read is said aloud, with what each reading gives."""
    answer = hpo_asker.ask(asked).answer
    every, one, other = numbers
    assert answer.headline.startswith(f"{every} diseases with “"), answer.text
    assert f"{one} as the mode of inheritance autosomal" in answer.headline
    assert f"{other} as the mode of inheritance X-linked" in answer.headline
    assert "was read as" not in answer.text  # it would name one of them alone


@pytest.mark.parametrize(
    ("asked", "without"),
    [
        ("Which diseases with aniridia are not dominant?", "dominant"),
        ("Which diseases show aniridia but are not recessive?", "recessive"),
        ("Which diseases show aniridia but not recessive inheritance?", "recessive"),
        ("Which diseases with aniridia aren't recessively inherited?", "recessive"),
    ],
)
def test_what_is_to_be_without_a_word_that_several_share_is_without_each_of_them(
    hpo_asker: Asker, asked: str, without: str
) -> None:
    """What is none of one may be of another, so that the readings of one each would be other questions."""
    answer = hpo_asker.ask(asked).answer
    modes = [f"{which} {without} inheritance" for which in ("autosomal", "Pseudoautosomal", "X-linked")]
    assert f"not recorded to follow {modes[0]}, {modes[1]} or {modes[2]}" in answer.headline, answer.text
    assert f"was read as any of 3 modes of inheritance: {modes[0]}, {modes[1]} and {modes[2]}." in answer.text
    found = {one.id for one in answer.items}
    those = [hpo_asker.ask(f"Which diseases show aniridia and follow {mode}?").answer for mode in modes]
    assert found
    assert found.isdisjoint(one.id for answered in those for one in answered.items)


@pytest.mark.parametrize(
    ("asked", "of", "without"),
    [
        ("Which diseases show aniridia and are dominant and not recessive?", "dominant", "recessive"),
        ("Which diseases show aniridia and are dominant but not recessive?", "dominant", "recessive"),
        ("Which diseases are dominant but not recessive and show aniridia?", "dominant", "recessive"),
        ("Which diseases show aniridia and are recessive and not dominant?", "recessive", "dominant"),
        ("Which diseases with aniridia are not recessive but dominant?", "dominant", "recessive"),
    ],
)
def test_what_things_are_and_are_not_is_said_in_one_row(hpo_asker: Asker, asked: str, of: str, without: str) -> None:
    answer = hpo_asker.ask(asked).answer
    found = {one.id for one in answer.items}
    those = hpo_asker.ask(f"Which diseases show aniridia and are {of}?").answer
    others = hpo_asker.ask(f"Which diseases show aniridia and are {without}?").answer
    assert found == {one.id for one in those.items} - {one.id for one in others.items}, answer.text
    assert found
    assert f"“{without}” was read as any of 3 modes of inheritance" in answer.text


@pytest.mark.parametrize(
    "asked",
    [
        "Which diseases show aniridia and are neither dominant nor recessive?",
        "Which diseases show aniridia and are not dominant nor recessive?",
        "Which diseases show aniridia and are not dominant and not recessive?",
    ],
)
def test_what_is_neither_of_two_is_none_of_all_that_either_may_be(hpo_asker: Asker, asked: str) -> None:
    answer = hpo_asker.ask(asked).answer
    without = (hpo_asker.ask(f"Which diseases show aniridia and are not {one}?") for one in ("dominant", "recessive"))
    one, other = ({item.id for item in trace.answer.items} for trace in without)
    assert {item.id for item in answer.items} == one & other, answer.text
    assert one & other


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Is Marfan syndrome neither dominant nor recessive?", "That is wrong: Marfan syndrome follows autosomal dom"),
        ("Is cystic fibrosis dominant or not recessive?", "“recessive” is not understood here."),
        ("Which diseases show aniridia and are fatal and not recessive?", "“fatal” is not understood here."),
        ("Which diseases show aniridia and not recessive?", "“recessive” is not understood here."),
        ("Which genes are associated with aniridia and not recessive?", "“recessive” is not understood here."),
    ],
)
def test_what_is_said_in_a_row_beside_that(hpo_asker: Asker, asked: str, said: str) -> None:
    """A word that values are told apart by is never said to be no name in the graph."""
    assert hpo_asker.ask(asked).answer.headline.startswith(said)


def test_where_only_one_of_them_has_answers_it_is_told_that_the_others_have_none(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Which congenital myasthenic syndromes follow a dominant pattern?").answer
    assert answer.text.startswith("7 kinds of congenital myasthenic syndrome follow autosomal dominant inheritance")
    assert "“dominant pattern” was read as the mode of inheritance autosomal dominant inheritance" in answer.text


@pytest.mark.parametrize(
    "asked",
    [
        "Which diseases with aniridia are not only recessive?",
        "Which diseases with aniridia are not always dominant?",
        "Which recessive disease shows the most phenotypes?",
        "Which maternally transmitted diseases cause deafness?",  # imprinting is no transmission
        "Which diseases are genetic?",
        "Which congenitally acquired diseases show deafness?",
        "Which one is not recessive, galactosemia, Huntington or achondroplasia?",
        "JLNS – recessive?",  # different diseases of one abbreviation
        "FBN1, AR",
        "AD or PD",
        "seizures + ataxia",
    ],
)
def test_it_is_no_answer(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status in ("ambiguous", "not_understood", "not_in_graph")


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Does AD cause dementia?", "Alzheimer disease"),
        ("AD genes", "Alzheimer disease"),
        (
            "Apart from skeletal features, which phenotypes are recorded for Cleidocranial dysplasia 1?",
            "Abnormality of",
        ),
    ],
)
def test_a_name_stays_what_it_is_elsewhere(hpo_asker: Asker, asked: str, name: str) -> None:
    assert hpo_asker.ask(asked).entities[0].chosen.name.startswith(name)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Is Marfan syndrome autosomal dominant or recessive?", "Marfan syndrome follows autosomal dominant"),
        ("Is Usher syndrome dominant?", "No: Usher syndrome follows autosomal recessive inheritance, recorded for"),
        ("Is Usher syndrome dominant or recessive?", "Usher syndrome follows autosomal recessive inheritance"),
        ("Is Duchenne muscular dystrophy recessive?", "Yes: Duchenne muscular dystrophy follows X-linked recessive"),
        ("Is Marfan syndrome not recessive?", "That is right: Marfan syndrome follows autosomal dominant"),
        ("Is Marfan syndrome not dominant?", "That is wrong: Marfan syndrome follows autosomal dominant"),
        (
            "Is Alport syndrome recessive?",
            "Yes: Alport syndrome follows autosomal recessive inheritance, recorded for 2",
        ),
        ("Is Huntington disease recessive or X-linked?", "No: Huntington disease is inferred automatically to follow"),
        ("Is Alport syndrome dominant or recessive?", "Alport syndrome follows autosomal dominant inheritance"),
    ],
)
def test_of_modes_that_share_a_word_those_that_are_recorded_are_told(hpo_asker: Asker, asked: str, told: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.text.startswith(told)
    assert "seudoautosomal" not in answer.text


def test_what_excludes_one_of_two_does_not_speak_against_the_answer(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Is Marfan syndrome dominant or recessive?").answer
    assert (answer.verdict, answer.opposing) == (True, ())


def test_of_two_that_both_hold_both_are_told_first(hpo_asker: Asker) -> None:
    headline = hpo_asker.ask("Is retinitis pigmentosa dominant or X-linked?").answer.headline
    assert headline.startswith("Retinitis pigmentosa follows autosomal dominant inheritance [1]; retinitis pigmentosa")
    assert "X-linked recessive inheritance [2]" in headline


def test_each_recorded_mode_of_a_shared_word_is_told(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Is Charcot-Marie-Tooth disease dominant?").answer
    assert answer.verdict
    assert "follows autosomal dominant inheritance, recorded for 49 of" in answer.text
    assert "follows X-linked dominant inheritance, recorded for 2 of" in answer.text


def test_a_word_at_the_end_of_a_name_is_no_value_elsewhere(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Which genes cause Alport syndrome recessive?")
    assert trace.entities[0].chosen.name == "Alport syndrome 2, autosomal recessive"


@pytest.mark.parametrize("asked", ["At what age does Marfan syndrome start?", "When does Huntington disease begin?"])
def test_where_no_time_of_life_is_recorded_that_is_said_of_the_onset(hpo_asker: Asker, asked: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.status == "not_in_graph"
    assert answer.headline.startswith("No onset of ")
    assert "has no such record, and neither have its kinds." in answer.text
    assert "is the clinical course of" not in answer.text


def test_an_onset_that_only_kinds_have_is_told(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("At what age does Usher syndrome start?").answer
    assert answer.headline.startswith("Recorded for 6 kinds of Usher syndrome: 3 kinds of onset")
