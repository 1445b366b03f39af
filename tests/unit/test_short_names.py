"""Names as people shorten them: without their sorting words, by initials, by a word for a part of the body."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.linking.full_text_linker import SearchedLinker
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.intent import Ambiguity, Gap, Intent
from kgqa.questions.interpreter import Interpreter
from kgqa.questions.text.abbreviations import in_full
from kgqa.records import Entity
from kgqa.schema.model import NodeType, Property, Relation, Schema

KINDS = {"words": ("kind of", "subtype of"), "hierarchical": True}
SCHEMA = Schema(
    nodes=(
        NodeType("Disease", "disease", "diseases", ("disorder", "syndrome", "condition"), 900),
        NodeType("Phenotype", "phenotype", "phenotypes", ("sign", "feature", "finding", "abnormality", "symptom"), 800),
        NodeType("Gene", "gene", "genes", (), 300),
        NodeType("Mode", "mode of inheritance", "modes of inheritance", ("inheritance",), 4),
    ),
    relations=(
        Relation(
            "SHOWS", "Disease", "Phenotype", "shows", "is a feature of", "does not show",
            ("have", "seen in", "feature of", "finding in"), ("affect",), count=4000,
            properties=(Property("frequency", words=("frequency", "how often"), role="frequency"),),
        ),
        Relation(
            "CAUSED_BY", "Disease", "Gene", "is associated with", "is associated with",
            words=("associated with", "associated"), count=600,
        ),
        Relation(
            "FOLLOWS", "Disease", "Mode", "follows", "is the mode of inheritance of",
            words=("inherited", "inheritance", "mode of inheritance"), count=800,
        ),
        Relation("IS_A", "Disease", "Disease", "is a kind of", "includes", **KINDS),
        Relation("IS_A", "Phenotype", "Phenotype", "is a kind of", "includes", **KINDS),
    ),
)  # fmt: skip
NAMES: dict[str, tuple[str, ...]] = {
    "Disease:1": ("Marfan syndrome", "Neonatal Marfan syndrome of infancy"),
    "Disease:2": ("Wilson disease",),
    "Disease:3": ("Mowat-Wilson syndrome",),
    "Disease:4": ("Noonan syndrome",),
    "Disease:5": ("Noonan syndrome 5",),
    "Disease:6": ("Fanconi renotubular syndrome", "Fanconi syndrome"),
    "Disease:7": ("Fanconi anemia", "Aplastic Fanconi anemia"),
    "Disease:8": ("Rapid disorder",),
    "Disease:9": ("Glycogen storage disease II", "Pompe disease"),
    "Disease:10": ("Macular disorder", "Retinal disorder with macular spots"),
    "Disease:11": ("African fever", "Southern African fever"),
    "Disease:12": ("Alexander disease",),
    "Disease:13": ("Duchenne muscular dystrophy",),
    "Disease:14": ("Cushing disease", "Pituitary Cushing disease"),
    "Disease:15": ("Cushing syndrome",),
    "Disease:16": ("Alzheimer disease", "AD"),
    "Disease:17": ("Tuberous sclerosis complex",),
    "Disease:18": ("Mitral valve prolapse, familial", "MVP"),
    "Disease:19": ("Long QT syndrome",),
    "Disease:20": ("Long QT syndrome 1", "LQT1"),
    "Disease:21": ("Long QT syndrome 2", "LQT2"),
    "Disease:22": ("Elbow fever 1", "XNK1"),
    "Disease:23": ("Knee fever 1", "XNK2"),
    "Disease:24": ("Fragile X syndrome",),
    "Disease:25": ("Bad hair day syndrome",),
    "Disease:26": ("Lassa disease type C",),
    "Disease:27": ("Quick pale sugar disease",),
    "Disease:28": ("Small pale rash", "Rash"),
    "Disease:29": ("Small broad spot", "Spot"),
    "Phenotype:1": ("Abnormality of the eye",),
    "Phenotype:2": ("Ectopia lentis",),
    "Phenotype:3": ("Kayser-Fleischer ring",),
    "Phenotype:4": ("Abnormality of the kidney",),
    "Phenotype:5": ("Renal cyst", "Kidney cyst"),
    "Phenotype:6": ("Renal stone", "Kidney stone"),
    "Phenotype:7": ("Renal pain", "Kidney pain"),
    "Phenotype:8": ("Congenital hip dislocation",),
    "Phenotype:9": ("Claw hand deformity",),
    "Phenotype:10": ("Mitral valve prolapse",),
    "Phenotype:11": ("Abnormal eye physiology",),
    "Phenotype:12": ("Arachnodactyly",),
    "Gene:1": ("FBN1",),
    "Gene:2": ("PTS",),
    "Gene:3": ("AR",),
    "Gene:4": ("ADAR",),
    "Mode:1": ("Autosomal dominant inheritance", "Autosomal dominant"),
    "Mode:2": ("Autosomal recessive inheritance", "Autosomal recessive"),
    "Mode:3": ("X-linked inheritance", "X-linked"),
}


def records(names: dict[str, tuple[str, ...]]) -> list[dict[str, object]]:
    return [
        {"id": id_, "label": id_.partition(":")[0], "name": own, "synonyms": list(others)}
        for id_, (own, *others) in names.items()
    ]


EYE = "Which kinds of Abnormality of the eye does Marfan syndrome show?"
KIDNEY = "Which kinds of Abnormality of the kidney does Marfan syndrome show?"
INTERPRETER = Interpreter(SCHEMA, Linker(NameIndex(records(NAMES))))


def guessed(question: str) -> dict[str, list[str]]:
    """By each guessed mention the identifiers of what it may be."""
    return {one.mention: ids(one) for one in INTERPRETER.named(question) if one.guess}


def ids(entity: Entity) -> list[str]:
    return [one.id for one in (entity.chosen, *entity.rivals)]


def outcome(question: str) -> Intent | Gap | Ambiguity:
    return INTERPRETER.read(question, INTERPRETER.named(question))


@pytest.mark.parametrize(
    ("question", "mention", "meant"),
    [
        ("Which genes are associated with marfan?", "marfan", ["Disease:1"]),
        ("Which genes are associated with Marfan's?", "Marfan's", ["Disease:1"]),
        ("Which genes are associated with wilson?", "wilson", ["Disease:2"]),  # a hyphen makes another name
        ("Which genes are associated with noonan?", "noonan", ["Disease:4"]),  # the group before its kinds
        ("Which genes are associated with noonan 5?", "noonan 5", ["Disease:5"]),
        ("Which genes are associated with noonan type 5?", "noonan type 5", ["Disease:5"]),
        ("Which genes are associated with long QT 2?", "long QT 2", ["Disease:21"]),
        ("Which genes are associated with pompe?", "pompe", ["Disease:9"]),
        ("Which genes are associated with duchenne?", "duchenne", ["Disease:13"]),  # nothing else begins so
        ("Which genes are associated with Alexander?", "Alexander", ["Disease:12"]),
        ("Which genes are associated with fanconi?", "fanconi", ["Disease:6", "Disease:7"]),  # more begins so: asked
        ("Which genes are associated with cushing?", "cushing", ["Disease:14", "Disease:15"]),
    ],
)
def test_a_name_without_its_sorting_words_is_guessed(question: str, mention: str, meant: list[str]) -> None:
    assert guessed(question) == {mention: meant}
    assert all(one.tied == (len(meant) > 1) for one in INTERPRETER.named(question))


@pytest.mark.parametrize(
    ("question", "mention", "meant"),
    [
        ("Which genes are associated with Duchenne dystrophy?", "Duchenne dystrophy", ["Disease:13"]),
        ("Which genes are associated with quick pale disease?", "quick pale disease", ["Disease:27"]),
        ("Which genes are associated with Lassa type C?", "Lassa type C", ["Disease:26"]),
        # plain words with one left out may be something else
        ("Which genes are associated with small spot?", "", []),
        ("Which genes are associated with Duchenne sclerosis?", "", []),
    ],
)
def test_a_name_without_words_in_its_middle_is_guessed_where_nothing_else_is_called_alike(
    question: str, mention: str, meant: list[str]
) -> None:
    assert guessed(question) == ({mention: meant} if mention else {})


@pytest.mark.parametrize(
    ("question", "mention"),
    [
        ("Which diseases show dislodged lenses (ectopia lentis)?", "dislodged lenses (ectopia lentis)"),
        (
            "Which are the diseases in which the lens is dislodged (ectopia lentis)?",
            "lens is dislodged (ectopia lentis)",
        ),
        ("Which diseases (ectopia lentis) are there?", "ectopia lentis"),
        ("Which diseases show ectopia lentis?", "ectopia lentis"),
    ],
)
def test_words_that_a_name_in_brackets_explains_are_a_part_of_it(question: str, mention: str) -> None:
    assert {one.mention: ids(one) for one in INTERPRETER.named(question)} == {mention: ["Phenotype:2"]}


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("Does Marfan syndrome do something to the eye. Problems?", []),
        ("Does Marfan syndrome have problems. In the eye it has.", []),
        ("dislocated hip. Congenital?", []),
        ("Which eye problems does Marfan syndrome have?", ["eye problems"]),
    ],
)
def test_no_name_is_guessed_over_the_end_of_a_sentence(text: str, mentions: list[str]) -> None:
    assert list(guessed(text)) == mentions


@pytest.mark.parametrize(
    ("question", "mention", "meant"),
    [
        ("Which genes are associated with noonan syn 5?", "noonan syn 5", ["Disease:5"]),
        ("Which genes are associated with Marfan syn?", "Marfan syn", ["Disease:1"]),
        ("Which diseases show dislocated hip, congenital?", "dislocated hip, congenital", ["Phenotype:8"]),
        ("Which diseases show dislocated congenital hips?", "dislocated congenital hips", ["Phenotype:8"]),
        ("Which diseases show claw hand deform?", "claw hand deform", ["Phenotype:9"]),
        ("Which genes are associated with Wilsson?", "Wilsson", ["Disease:2"]),
    ],
)
def test_words_cut_short_misspelt_or_in_other_forms_are_guessed(question: str, mention: str, meant: list[str]) -> None:
    assert guessed(question) == {mention: meant}


def test_a_word_stands_for_another_where_names_of_the_same_things_change_them() -> None:
    more = {**NAMES, "Phenotype:20": ("Renal failure",)}
    interpreter = Interpreter(SCHEMA, Linker(NameIndex(records(more))))
    (entity,) = interpreter.named("Which diseases show kidney failure?")
    assert (entity.mention, entity.chosen.id, entity.guess) == ("kidney failure", "Phenotype:20", "variant")


@pytest.mark.parametrize("mention", ["moya-moya", "moya moya", "Kabuki makeup", "Lambert Eaton"])
def test_words_written_together_or_apart_and_names_that_are_english_too_are_guessed(mention: str) -> None:
    names = {
        **NAMES,
        "Disease:30": ("Moyamoya disease",),
        "Disease:31": ("Kabuki syndrome", "Kabuki make-up syndrome"),
        "Disease:32": ("Lambert-Eaton myasthenic syndrome", "Lambert-Eaton syndrome"),
        "Phenotype:30": ("Fixed makeup", "Disorder with Kabuki"),
        "Disease:33": ("Disorder of Lambert and Eaton",),
    }
    interpreter = Interpreter(SCHEMA, Linker(NameIndex(records(names))))
    (entity,) = interpreter.named(f"Which genes are associated with {mention}?")
    wanted = {"m": "Disease:30", "K": "Disease:31", "L": "Disease:32"}[mention[0]]
    assert (entity.mention, entity.chosen.id) == (mention, wanted)


@pytest.mark.parametrize("mention", ["shaking palsy", "Bleeder's disease", "bleeder's disease"])
def test_what_common_english_calls_a_thing_is_guessed(mention: str) -> None:
    names = {**NAMES, "Disease:30": ("Parkinson disease",), "Disease:31": ("Hemophilia",)}
    interpreter = Interpreter(SCHEMA, Linker(NameIndex(records(names))))
    (entity,) = interpreter.named(f"Which genes are associated with {mention}?")
    wanted = "Disease:30" if "palsy" in mention else "Disease:31"
    assert (entity.mention, entity.chosen.id, entity.guess) == (mention, wanted, "variant")


def test_a_symbol_is_no_other_name_in_common_english() -> None:
    names = {**NAMES, "Gene:20": ("ATM",), "Gene:21": ("DES",)}  # a cash machine; diethylstilbesterol
    interpreter = Interpreter(SCHEMA, Linker(NameIndex(records(names))))
    assert [one for one in interpreter.named("Which diseases are associated with cash dispenser?") if one.guess] == []


def test_an_everyday_word_is_no_other_name() -> None:
    interpreter = Interpreter(SCHEMA, Linker(NameIndex(records({**NAMES, "Disease:30": ("Wads",)}))))
    assert [one for one in interpreter.named("Which genes are associated with dozens?") if one.guess] == []


def test_several_names_that_are_equally_near_are_asked_back() -> None:
    names = {"Phenotype:1": ("Pulmonary stenosis",), "Phenotype:2": ("Pulmonic stenosis",)}
    interpreter = Interpreter(SCHEMA, Linker(NameIndex(records(names))))
    (entity,) = interpreter.named("Which diseases show pulm stenosis?")
    assert entity.tied
    assert sorted(ids(entity)) == ["Phenotype:1", "Phenotype:2"]


@pytest.mark.parametrize(
    "question",
    [
        "Which diseases show stone pain?",  # a word of two names, and no form of one
        "Which diseases show eye?",
        "Which diseases show a k c?",
        "Which genes are associated with syn?",
    ],
)
def test_words_of_different_names_are_a_variant_of_none(question: str) -> None:
    assert guessed(question) == {}


@pytest.mark.parametrize(
    "question",
    [
        "Which genes are associated with rapid?",
        "Which genes are associated with macular?",  # small within names, so an adjective
        "Which genes are associated with African patients?",  # begins names and is none
        "Which genes are associated with alexander?",  # English in small letters
        "Which genes are associated with xyzzy?",
        "Which diseases are shown by MRI?",
        "Which genes are associated with complex?",
        "Which genes are associated with storage?",
    ],
)
def test_ordinary_words_are_no_names(question: str) -> None:
    assert guessed(question) == {}


def test_a_subtype_that_the_graph_lacks_is_no_guess_at_the_group() -> None:
    (entity,) = INTERPRETER.named("Which genes are associated with noonan type 99?")
    assert (entity.mention, entity.subtype) == ("noonan", "type 99")


@pytest.mark.parametrize(
    "question",
    [
        "Which genes did Wilson find in Marfan syndrome?",
        "Does Marfan syndrome, says Wilson, show ectopia lentis?",
        "Which genes are associated with the wilson protein?",
        "Which genes are associated with the Marfan foundation?",
    ],
)
def test_somebody_of_that_name_makes_no_reading(question: str) -> None:
    assert isinstance(outcome(question), Gap)


@pytest.mark.parametrize(
    ("question", "mention", "meant"),
    [
        ("Which diseases show KF rings?", "KF rings", ["Phenotype:3"]),
        ("Which genes are associated with TSC?", "TSC", ["Disease:17"]),
        ("Which diseases show CHD?", "CHD", ["Phenotype:8", "Phenotype:9"]),
        ("Is Marfan syndrome XL?", "XL", ["Mode:3"]),
        ("Which XL diseases show arachnodactyly?", "XL", ["Mode:3"]),
        ("Which AD disorders show arachnodactyly?", "AD", ["Mode:1"]),
        ("Which genes are associated with LQT?", "LQT", ["Disease:19"]),  # as LQT1 and LQT2 are called
        ("Which genes are associated with XNK?", "XNK", ["Disease:22", "Disease:23"]),
    ],
)
def test_initials_are_a_guess(question: str, mention: str, meant: list[str]) -> None:
    assert guessed(question) == {mention: meant}


@pytest.mark.parametrize(
    "question",
    [
        "Which diseases are associated with KFR?",
        "Is KFR associated with Marfan syndrome?",
        "Is marfan associated with MTAC?",
    ],
)
def test_initials_are_no_guess_where_they_may_be_a_symbol_that_the_graph_lacks(question: str) -> None:
    assert not any(one.guess == "initials" for one in INTERPRETER.named(question))


def test_the_word_type_has_an_initial_or_none() -> None:
    more = {
        "Disease:40": ("Tricobalin 2 deficiency",),
        "Phenotype:40": ("Type II dystonia", "Dystonia of the second kind"),
        "Phenotype:41": ("Marrow pallor, type 2",),
    }
    interpreter = Interpreter(SCHEMA, Linker(NameIndex(records(NAMES | more))))
    (either,) = interpreter.named("Which genes are associated with T2D?")
    assert (sorted(ids(either)), either.tied) == (["Disease:40", "Phenotype:40"], True)
    for letters in ("MP2", "MPT2"):
        (one,) = interpreter.named(f"Which diseases show {letters}?")
        assert ids(one) == ["Phenotype:41"]


def test_who_asks_what_a_name_is_says_it_of_nothing() -> None:
    (asked,) = INTERPRETER.named("What is AD?")
    assert (asked.chosen.id, asked.guess) == ("Disease:16", "")
    (said,) = INTERPRETER.named("What diseases are AD?")
    assert (said.guess, "Mode:1" in ids(said)) == ("initials", True)


@pytest.mark.parametrize("question", ["Which diseases are associated with KFR?", "KFR", "What is KFR?"])
def test_what_may_be_a_symbol_has_the_initials_of_what_it_may_be_instead(question: str) -> None:
    assert [ids(one) for one in INTERPRETER.letters(question)] == [["Phenotype:3"]]
    assert INTERPRETER.named(question) == []


def test_two_letters_of_one_word_are_as_much_a_guess_as_initials() -> None:
    more = {
        "Disease:42": ("Chikungunya", "CK", "CHIK"),
        "Disease:43": ("Congenital kyphosis",),
        "Disease:44": ("Coral keratosis", "CK rash"),
    }
    interpreter = Interpreter(SCHEMA, Linker(NameIndex(records(NAMES | more))))
    (either,) = interpreter.named("Which genes are associated with CK?")
    assert (sorted(ids(either)), either.tied) == (["Disease:42", "Disease:43", "Disease:44"], True)
    (sure,) = interpreter.named("Which genes are associated with CHIK?")
    assert (ids(sure), sure.tied) == (["Disease:42"], False)
    (initials,) = interpreter.named("Which genes are associated with AD?")
    assert ids(initials) == ["Disease:16"]


def test_letters_behind_what_joins_two_things_are_no_predicate() -> None:
    assert guessed("Is PTS associated with TSC?") == {"TSC": ["Disease:17"]}


def test_initials_are_a_guess_where_no_symbol_makes_sense() -> None:
    assert guessed("Which diseases show KFR?") == {"KFR": ["Phenotype:3"]}


@pytest.mark.parametrize(
    "question",
    [
        "Which genes are associated with marfan lipodystrophy?",
        "Which genes are associated with duchenne arachnodactyly?",
        "Which genes are associated with rheumatic eye disease?",
    ],
)
def test_a_word_of_an_unknown_name_is_no_guess(question: str) -> None:
    assert guessed(question) == {}


@pytest.mark.parametrize(
    "question", ["Which diseases show chd?", "WHICH DISEASES SHOW CHD?", "Which diseases show kf?"]
)
def test_initials_stand_in_capitals(question: str) -> None:
    assert guessed(question) == {}


def test_an_abbreviation_is_what_makes_sense() -> None:
    said = outcome("Is Marfan syndrome AD?")
    assert isinstance(said, Intent)
    assert [(one.chosen.id, one.guess) for one in said.entities] == [("Disease:1", ""), ("Mode:1", "initials")]
    said = outcome("Does Marfan syndrome show MVP?")
    assert isinstance(said, Intent)
    assert [one.chosen.id for one in said.entities] == ["Disease:1", "Phenotype:10"]


def test_a_value_and_a_thing_of_the_same_letters_are_asked_back() -> None:
    for question in ("Which diseases are AR?", "Which AR diseases show arachnodactyly?"):
        said = outcome(question)
        assert isinstance(said, Ambiguity)
        assert sorted(ids(said.entities[0])) == ["Gene:3", "Mode:2"]


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("Which eye problems does Marfan syndrome have?", EYE),
        ("eye findings in Marfan syndrome", EYE),
        ("What are the renal features of marfan?", KIDNEY),
        ("kidney involvement in Marfan syndrome", KIDNEY),
        ("problems with the eyes in Marfan syndrome", EYE),
        ("eye problems seen in Marfan syndrome", EYE),
        ("Are eye problems seen in Marfan syndrome?", "Is Abnormality of the eye seen in Marfan syndrome?"),
        ("ectopia lentis seen in Marfan syndrome", "Is ectopia lentis seen in Marfan syndrome?"),
        ("Are the kidneys affected in marfan?", "Is Abnormality of the kidney seen in Marfan syndrome?"),
        ("Does Marfan syndrome affect the kidneys?", "Does Marfan syndrome show Abnormality of the kidney?"),
    ],
)
def test_a_part_of_the_body_is_what_stands_above_its_kinds(asked: str, plain: str) -> None:
    def meant(question: str) -> Intent:
        said = outcome(question)
        assert isinstance(said, Intent)
        return replace(said, entities=(), notes=())

    assert str(meant(asked)).replace("broad=True", "broad=False") == str(meant(plain))


@pytest.mark.parametrize(
    "question",
    ["Which data abnormalities does Marfan syndrome have?", "Which storage signs does Marfan syndrome have?"],
)
def test_a_word_that_no_thing_is_called_after_is_no_part(question: str) -> None:
    assert guessed(question) == {}


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("Which dz show arachnodactyly + ectopia lentis?", "Which disease show arachnodactyly and ectopia lentis?"),
        ("Diseases w/ arachnodactyly?", "Diseases with arachnodactyly?"),
        ("Diseases with arachnodactyly w/o ectopia lentis?", "Diseases with arachnodactyly without ectopia lentis?"),
        ("What is the freq of ectopia lentis in marfan?", "What is the frequency of ectopia lentis in marfan?"),
        ("Is ectopia lentis seen in pts with marfan?", "Is ectopia lentis seen in patients with marfan?"),
        ("Which genes are assoc w/ Marfan syndrome?", "Which genes are associated with Marfan syndrome?"),
    ],
)
def test_clinicians_abbreviations_are_read_in_full_and_told(short: str, full: str) -> None:
    read, meant = outcome(short), outcome(full)
    assert isinstance(read, Intent)
    assert isinstance(meant, Intent)
    assert replace(read, entities=(), notes=()) == replace(meant, entities=(), notes=())
    assert read.notes[-1].startswith("Read “")


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("Which genes are associated with CODE?", ["Disease:41"]),
        ("Is CODE associated with FBN1?", ["Disease:41"]),
        ("What is the CODE of FBN1?", None),
        ("Which genes are associated with a CODE?", None),
        ("Which genes are associated with code?", None),
    ],
)
def test_a_word_for_a_property_in_capitals_is_an_abbreviation_where_nothing_else_makes_sense(
    question: str, meant: list[str] | None
) -> None:
    gene = replace(SCHEMA.nodes[2], properties=(Property("code", words=("code",)),))
    schema = replace(SCHEMA, nodes=(*SCHEMA.nodes[:2], gene, *SCHEMA.nodes[3:]))
    names = NAMES | {"Disease:41": ("Chronic ocular dry eczema",)}
    interpreter = Interpreter(schema, Linker(NameIndex(records(names))))
    read = interpreter.read(question, interpreter.named(question))
    found = read.entities if isinstance(read, Intent) else ()
    assert [ids(one) for one in found if one.guess == "initials"] == ([meant] if meant else [])


def test_an_abbreviation_stays_a_symbol_where_it_is_one() -> None:
    (entity,) = INTERPRETER.named("Which diseases are associated with PTS?")
    assert entity.chosen.id == "Gene:2"
    assert in_full("Which diseases are associated with PTS?", (entity,)).words == {}


def test_what_a_slash_parts_is_not_run_together() -> None:
    assert not any("Gene:4" in ids(one) for one in INTERPRETER.named("Marfan syndrome - AD/AR?"))
    assert [one.chosen.id for one in INTERPRETER.named("Which diseases are associated with ADAR?")] == ["Gene:4"]


@pytest.mark.parametrize("written", ["fragile x", "Fragile X"])
def test_several_plain_words_are_the_name_that_says_no_more_than_they_and_its_type(written: str) -> None:
    assert guessed(f"Which genes are associated with {written}?") == {written: ["Disease:24"]}
    assert guessed("Which genes are associated with bad hair?") == {}


def test_signs_within_words_are_left_alone() -> None:
    assert in_full("Which diseases show Na+ loss or C++ or a&b or w?", ()).words == {}


class Everything:
    """A server that finds every name for every text."""

    def found(self, searches: object, names_only: bool = False) -> list[dict[str, object]]:
        return records(NAMES)

    def identified(self, identifiers: object) -> list[dict[str, object]]:
        return []


def test_names_that_stay_on_a_server_are_guessed_as_well_but_not_by_initials_alone() -> None:
    interpreter = Interpreter(SCHEMA, SearchedLinker(Everything()))  # type: ignore[arg-type]
    (one,) = interpreter.named("Which genes are associated with marfan?")
    assert (one.chosen.id, one.guess) == ("Disease:1", "short")
    (one,) = interpreter.named("Which diseases show KF rings?")
    assert (one.chosen.id, one.guess) == ("Phenotype:3", "initials")
    assert interpreter.named("Which diseases show KFR?") == []


SAUCES = Schema(
    nodes=(NodeType("Sauce", "sauce", "sauces", (), 5), NodeType("Herb", "herb", "herbs", (), 3)),
    relations=(Relation("NEEDS", "Sauce", "Herb", "needs", "is needed for", words=("need",), count=5),),
)


def test_the_noun_of_any_type_may_be_left_out() -> None:
    names = {
        "Sauce:1": ("Cumberland sauce", "Old Cumberland sauce"),
        "Sauce:2": ("Tkemali sauce",),
        "Herb:1": ("Dill",),
    }
    interpreter = Interpreter(SAUCES, Linker(NameIndex(records(names))))
    (one,) = interpreter.named("Which herbs does Tkemali need?")
    assert (one.chosen.id, one.guess) == ("Sauce:2", "short")
    (one,) = interpreter.named("Which herbs does cumberland need?")
    assert one.chosen.id == "Sauce:1"
