"""Names in questions → things of the graph, and everything that must not be linked."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kgqa.errors import LoadError
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import LONGEST_TEXT, LinkContext, Linker, unexplained
from kgqa.records import Entity
from tests.examples import examples


def thing(id: str, label: str, name: str, *synonyms: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "label": label, "name": name, "synonyms": list(synonyms), **more}


RECORDS = [
    thing("OMIM:154700", "Disease", "Marfan syndrome"),
    thing("OMIM:219700", "Disease", "Cystic fibrosis", "Mucoviscidosis"),
    thing("OMIM:301000", "Disease", "Wiskott-Aldrich syndrome"),
    thing("ORPHA:558", "Disease", "Marfan Syndrome"),
    thing("OMIM:227650", "Disease", "Fanconi anemia"),
    thing("OMIM:227646", "Disease", "Fanconi anemia, complementation group D2"),
    thing("OMIM:609192", "Disease", "Loeys-Dietz syndrome 1"),
    thing("OMIM:610168", "Disease", "Loeys-Dietz syndrome 2"),
    thing("ORPHA:60030", "Disease", "Loeys-Dietz syndrome"),
    thing("OMIM:601665", "Disease", "Obesity"),
    thing("OMIM:607483", "Disease", "Biotin-responsive basal ganglia disease"),
    thing("ORPHA:679", "Disease", "Basal ganglia disease"),
    thing("OMIM:225100", "Disease", "Ectopia lentis et pupillae"),
    thing("OMIM:266600", "Disease", "Crohn's disease"),
    thing("OMIM:1", "Disease", "Asthma (C++) [x|y]* $^"),
    thing("HP:0000001", "Phenotype", "All"),
    thing("HP:0000118", "Phenotype", "Phenotypic abnormality"),
    thing("HP:0001513", "Phenotype", "Obesity"),
    thing("HP:0001166", "Phenotype", "Arachnodactyly", "Spider fingers", alternative_ids=["HP:0001505"]),
    thing("HP:0001083", "Phenotype", "Ectopia lentis"),
    thing("HP:0001631", "Phenotype", "Atrial septal defect", "ASD"),
    thing("HP:0000729", "Phenotype", "Autistic behavior", "ASD"),
    thing("HP:0000822", "Phenotype", "Hypertension", "High blood pressure"),
    thing("HP:0002902", "Phenotype", "Hyponatremia"),
    thing("HP:0003228", "Phenotype", "Hypernatremia"),
    thing("HP:0002615", "Phenotype", "Low blood pressure", related_synonyms=["Arterial weakness"]),
    thing("HP:0100749", "Phenotype", "Chest pain", "Arterial weakness"),
    thing("HP:0001903", "Phenotype", "Anemia"),
    thing("HP:0012378", "Phenotype", "Fatigue", "Anergy"),
    thing("HP:5", "Phenotype", "Anergy"),
    thing("HP:0002664", "Phenotype", "Neoplasm of the kidney", "Kidney tumor"),
    thing("HP:0012828", "ClinicalModifier", "Severe"),
    thing("HP:0040280", "Frequency", "Frequent"),
    thing("HP:0001417", "InheritanceMode", "X-linked inheritance", "X-linked"),
    thing("HP:0005978", "Phenotype", "Type II diabetes mellitus"),
    thing("HP:0100651", "Phenotype", "Type I diabetes mellitus"),
    thing("NCBIGene:2200", "Gene", "FBN1"),
    thing("NCBIGene:7454", "Gene", "WAS"),
    thing("NCBIGene:847", "Gene", "CAT"),
    thing("NCBIGene:5978", "Gene", "REST"),
    thing("NCBIGene:55364", "Gene", "IMPACT"),
    thing("NCBIGene:3106", "Gene", "HLA-B"),
    thing("NCBIGene:1080", "Gene", "CFTR"),
    thing("NCBIGene:998", "Gene", "ASD2"),
    thing("NCBIGene:997", "Gene", "ASD-X"),
    thing("NCBIGene:8914", "Gene", "TIMELESS"),
    thing("D:1", "Drug", "胃癌"),
    thing("D:2", "Drug", "<script>alert(1)</script>"),
]


@pytest.fixture(scope="module")
def linker() -> Linker:
    return Linker(NameIndex(RECORDS))


def found(entities: Iterable[Entity]) -> list[tuple[str, str]]:
    return [(entity.mention, entity.chosen.id) for entity in entities]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which genes are associated with Marfan syndrome?", [("Marfan syndrome", "OMIM:154700")]),
        ("which genes are associated with marfan syndrome", [("marfan syndrome", "OMIM:154700")]),
        ("WHICH GENES ARE ASSOCIATED WITH MARFAN SYNDROME?", [("MARFAN SYNDROME", "OMIM:154700")]),
        ("genes of Marfan's syndrome", [("Marfan's syndrome", "OMIM:154700")]),
        ("Crohn disease", [("Crohn disease", "OMIM:266600")]),
        ("arachnodactyly and ectopia lentis", [("arachnodactyly", "HP:0001166"), ("ectopia lentis", "HP:0001083")]),
        ("ectopia lentis et pupillae", [("ectopia lentis et pupillae", "OMIM:225100")]),
        ("Is anaemia a sign of mucoviscidosis?", [("anaemia", "HP:0001903"), ("mucoviscidosis", "OMIM:219700")]),
        ("spider finger", [("spider finger", "HP:0001166")]),
        ("diabetes mellitus type 2", [("diabetes mellitus type 2", "HP:0005978")]),
        ("diabetes mellitus, type I", [("diabetes mellitus, type I", "HP:0100651")]),
        ("tumours of the kidney", [("tumours of the kidney", "HP:0002664")]),
        ("HLA B and fbn1", [("HLA B", "NCBIGene:3106"), ("fbn1", "NCBIGene:2200")]),
        ("X-linked diseases", [("X-linked", "HP:0001417")]),
        ("genes of Wiskott-Aldrich", [("Wiskott-Aldrich", "OMIM:301000")]),
        ("hormones of the basal ganglia, and Marfan", []),
        ("arachno dactyly", [("arachno dactyly", "HP:0001166")]),
        ("Asthma (C++) [x|y]* $^ genes", [("Asthma (C++) [x|y", "OMIM:1")]),
        ("what causes 胃癌呢", [("胃癌", "D:1")]),
    ],
)
def test_names_are_found_as_people_write_them(linker: Linker, text: str, expected: list[tuple[str, str]]) -> None:
    assert found(linker.link(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "OMIM:154700",
        "omim:154700",
        "MIM 154700",
        "OMIM #154700",
        "OMIM number 154700",
        "ORPHA:558",
        "orphanet:558",
        "Orphanet 558",
        "ORPHA_558",
    ],
)
def test_identifiers_are_found_however_they_are_typed(linker: Linker, text: str) -> None:
    (entity,) = linker.link(f"What is {text}, please?")
    assert (entity.mention, entity.chosen.id, entity.chosen.method) == (text, "OMIM:154700", "identifier")
    assert entity.chosen.ids == ("OMIM:154700", "ORPHA:558")


@pytest.mark.parametrize("text", ["HP:0001166", "hp:1166", "HP_0001166", "HP0001166", "HPO:0001166", "HP:0001505"])
def test_padded_and_secondary_identifiers(linker: Linker, text: str) -> None:
    assert [entity.chosen.id for entity in linker.link(f"({text})")] == ["HP:0001166"]


@pytest.mark.parametrize("text", ["hereditary angio-oedema", "hereditary angioedema", "Hereditary angio edema"])
def test_one_name_however_its_words_are_parted_and_spelt(text: str) -> None:
    known = [thing("1", "Disease", "hereditary angioedema"), thing("2", "Sign", "angioedema of one lip")]
    linker = Linker(NameIndex(known))
    assert [(entity.mention, entity.chosen.id) for entity in linker.link(text)] == [(text, "1")]


@pytest.mark.parametrize("text", ["OMIM:999999", "OMIM:15470", "154700", "HP:00011660", "XOMIM:154700", "558"])
def test_identifiers_that_the_graph_lacks_are_not_linked(linker: Linker, text: str) -> None:
    assert linker.link(f"What is {text}?") == []


NUMBERED = [
    thing("672", "Gene", "BRCA1"),
    thing("00123", "Gene", "TP53"),
    thing("2", "Disease", "Asthma"),
    thing("Compound::DB01006", "Compound", "Letrozole"),
]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Which diseases does the gene with the id 672 cause?", ["BRCA1"]),
        ('Which diseases does the gene with the identifier "00123" cause?', ["TP53"]),
        ("What does Compound::DB01006 treat?", ["Letrozole"]),
        ("Name 2 genes", []),
        ("What is the id of 2 genes?", []),
        ("Genes with the id 6720 or 67.2 or 672%", []),
    ],
)
def test_a_number_is_an_identifier_where_it_is_called_one(text: str, found: list[str]) -> None:
    linker = Linker(NameIndex(NUMBERED))
    assert [entity.chosen.name for entity in linker.link(text)] == found


def test_one_thing_by_two_identifiers_is_one_candidate(linker: Linker) -> None:
    (entity,) = linker.link("Marfan syndrome")
    assert entity.chosen.ids == ("OMIM:154700", "ORPHA:558")
    assert entity.rivals == ()
    assert not entity.tied
    known = linker.index.thing("orpha:558")
    assert (known.node.id, known.ids) == ("OMIM:154700", ("OMIM:154700", "ORPHA:558"))


@pytest.mark.parametrize(
    ("text", "chosen", "rival"),
    [
        ("ASD", "HP:0001631", "HP:0000729"),
        ("asd", "HP:0001631", "HP:0000729"),
        ("obesity", "OMIM:601665", "HP:0001513"),
        ("hyprnatremia", "HP:0003228", "HP:0002902"),
    ],
)
def test_two_equal_readings_are_tied(linker: Linker, text: str, chosen: str, rival: str) -> None:
    (entity,) = linker.link(f"What is {text}?")
    assert entity.tied
    assert {entity.chosen.id, entity.rivals[0].id} == {chosen, rival}


def test_an_own_name_beats_a_synonym(linker: Linker) -> None:
    (entity,) = linker.link("anergy")
    assert (entity.chosen.id, entity.tied) == ("HP:5", False)
    assert [rival.id for rival in entity.rivals] == ["HP:0012378"]


def test_a_synonym_of_another_scope_ranks_below_an_exact_one(linker: Linker) -> None:
    (entity,) = linker.link("arterial weakness")
    assert (entity.chosen.id, entity.tied) == ("HP:0100749", False)
    assert [rival.id for rival in entity.rivals] == ["HP:0002615"]


def test_a_symbol_that_abbreviates_something_else_is_tied() -> None:
    linker = Linker(NameIndex([thing("G:1", "Gene", "CP"), thing("P:1", "Phenotype", "Cleft palate", "CP")]))
    (entity,) = linker.link("What about CP?")
    assert (entity.chosen.id, entity.tied, [rival.id for rival in entity.rivals]) == ("G:1", True, ["P:1"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which diseases are caused by WAS?", ["NCBIGene:7454"]),
        ("Wiskott-Aldrich Syndrome is not associated with Gene WAS", ["OMIM:301000", "NCBIGene:7454"]),
        ("wiskott-aldrich syndrome is not associated with gene was", ["OMIM:301000", "NCBIGene:7454"]),
        ("which diseases have mutations in rest", ["NCBIGene:5978"]),
        ("what does the cat gene do", ["NCBIGene:847"]),
        ("WHAT DOES THE CAT GENE DO", ["NCBIGene:847"]),
        ("which gene was found", []),
        ("what is the impact of the rest of the cat", []),
        ("WHAT IS THE IMPACT OF THE REST OF THE CAT", []),
        ("Was it the Cat?", []),
        ("labels(n) AS d, count(x) as d x", []),
        ("what about cftr", ["NCBIGene:1080"]),
        ("what about cftrr", []),
    ],
)
def test_symbols_that_are_english_words(linker: Linker, text: str, expected: list[str]) -> None:
    assert [entity.chosen.id for entity in linker.link(text)] == expected


def test_the_context_may_expect_a_symbol(linker: Linker) -> None:
    text = "which diseases are linked to rest"
    assert linker.link(text) == []
    assert found(linker.link(text, context=LinkContext(expected=frozenset({"Gene"})))) == [("rest", "NCBIGene:5978")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("genes of marfn syndrome", "OMIM:154700"),
        ("genes of Marfan syndorme", "OMIM:154700"),
        ("cystic fibrossi", "OMIM:219700"),
        ("arachnodactlyy", "HP:0001166"),
        ("hypretension", "HP:0000822"),
        ("wiskot-aldrihc syndrome", "OMIM:301000"),
        ("fanconi anemai, complementation group d2", "OMIM:227646"),
        ("Loeys-Deitz syndrome 2", "OMIM:610168"),
    ],
)
def test_misspellings(linker: Linker, text: str, expected: str) -> None:
    (entity,) = linker.link(text)
    assert (entity.chosen.id, entity.chosen.method) == (expected, "fuzzy")
    assert entity.chosen.score < 0.85


@pytest.mark.parametrize(
    "text",
    [
        "hypotension",
        "fbn2",
        "FBN11",
        "martian syndrome",
        "Type III diabetes mellitus",
        "analgia",
        "normotension",
        "obest",
        "cathc",
        "CFTS",
        "Spain",
    ],
)
def test_other_real_things_are_no_misspellings(linker: Linker, text: str) -> None:
    assert linker.link(f"What causes {text}?") == []


@pytest.mark.parametrize(
    ("text", "expected", "subtype"),
    [
        ("Loeys-Dietz syndrome 9", "ORPHA:60030", "9"),
        ("Loeys-Dietz syndrome, type 9", "ORPHA:60030", "type 9"),
        ("Fanconi anemia, complementation group Z", "OMIM:227650", "complementation group Z"),
        ("Fanconi anemia group d2", "OMIM:227646", ""),
        ("Marfan syndrome, autosomal recessive", "OMIM:154700", ""),
        ("Is Marfan syndrome a disease", "OMIM:154700", ""),
        ("Marfan syndrome, I think it is", "OMIM:154700", ""),
    ],
)
def test_an_unknown_subtype_is_named_and_never_another_one(
    linker: Linker, text: str, expected: str, subtype: str
) -> None:
    (entity,) = linker.link(text)
    assert (entity.chosen.id, entity.subtype) == (expected, subtype)


def test_words_in_another_order_and_the_name_that_stands_inside(linker: Linker) -> None:
    text = "basal ganglia disease, biotin-responsive associates gene slc19a3"
    (entity,) = linker.link(text)
    assert entity.chosen.id == "OMIM:607483"
    assert [rival.id for rival in entity.rivals] == ["ORPHA:679"]
    whole, inner = linker.link(text, inside=True)
    assert whole == entity
    assert (inner.mention, inner.chosen.id) == ("basal ganglia disease", "ORPHA:679")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "?",
        "What is the capital of France?",
        "how are you",
        "Which diseases are associated with all phenotypes?",
        "List every phenotypic abnormality",
        "how frequent is it",
        "how severe",
        "a timeless question",
        "SELECT * FROM users; DROP TABLE users",
        "MATCH (n) DETACH DELETE n",
        "🧬🧬🧬",
        "\x00\x01\x07\x1b[31m",
        "请问法国的首都在哪里",
        "Which diseases does metformin treat?",
    ],
)
def test_text_without_names_links_nothing(linker: Linker, text: str) -> None:
    assert linker.link(text) == []


@pytest.mark.parametrize("quotes", ["''", '""', "“”", "‘’"])
def test_generic_names_are_linked_when_quoted(linker: Linker, quotes: str) -> None:
    (entity,) = linker.link(f"What is {quotes[0]}All{quotes[1]}?")
    assert (entity.mention, entity.chosen.id) == ("All", "HP:0000001")
    assert [e.chosen.id for e in linker.link("What is HP:0000001?")] == ["HP:0000001"]


def test_labels_limit_what_is_linked(linker: Linker) -> None:
    (entity,) = linker.link("obesity", labels={"Phenotype"})
    assert (entity.chosen.id, entity.tied, entity.rivals) == ("HP:0001513", False, ())
    assert linker.link("OMIM:154700", labels={"Gene"}) == []
    assert linker.link("obesity", labels=set()) == []


def test_readings_do_not_reach_over_the_end_of_a_sentence(linker: Linker) -> None:
    assert found(linker.link("Is it the kidney? Tumor it is.")) == []
    assert found(linker.link("Is it spider? Fingers it is.")) == []
    assert found(linker.link("a long name, wrapped: spider\nfingers")) == [("spider\nfingers", "HP:0001166")]


def test_a_full_stop_of_an_abbreviation_ends_no_sentence() -> None:
    names = ["St. Louis fever", "E. coli infection", "Recurrent E. coli infections"]
    linker = Linker(NameIndex(thing(f"X:{n}", "Disease", name) for n, name in enumerate(names)))
    assert found(linker.link("Is it St Louis fever or St. Louis fever?")) == [
        ("St Louis fever", "X:0"),
        ("St. Louis fever", "X:0"),
    ]
    assert found(linker.link("recurrent E. coli infection")) == [("recurrent E. coli infection", "X:2")]


def test_candidates_and_nearest_names(linker: Linker) -> None:
    first, *rest = linker.candidates("obesity")
    assert {first.id, rest[0].id} == {"OMIM:601665", "HP:0001513"}
    assert linker.candidates("obesity", labels={"Phenotype"})[0].id == "HP:0001513"
    assert linker.candidates("OMIM:154700")[0].method == "identifier"
    assert linker.nearest("Loeys syndrome")[0].name.startswith("Loeys-Dietz")
    assert len(linker.nearest("syndrome", most=2)) == 2
    assert linker.nearest("xyzzy qwrtp") == []
    assert linker.nearest("") == []
    assert all(one.score < 0.85 for one in linker.nearest("cystik fibrosis of the kidney"))


def test_what_remains_unexplained(linker: Linker) -> None:
    text = "Does aspirin 500 help with Marfan syndrome or a heart attack?"
    spans = unexplained(text, linker.link(text))
    assert [text[start:end] for start, end in spans] == ["aspirin 500 help", "heart attack"]


def test_things_of_one_label_may_share_a_name_with_punctuation_only() -> None:
    linker = Linker(NameIndex([thing("X:1", "Odd", "!!!"), thing("X:2", "Odd", "???"), thing("X:3", "Odd", "")]))
    assert len(linker.index) == 3
    assert linker.link("!!! ???") == []
    assert [entity.chosen.id for entity in linker.link("X:2")] == ["X:2"]


def test_empty_index() -> None:
    linker = Linker(NameIndex([]))
    assert linker.link("Marfan syndrome and FBN1, OMIM:154700") == []
    assert linker.nearest("Marfan") == []
    assert linker.index.labels == frozenset()
    with pytest.raises(KeyError):
        linker.index.thing("OMIM:154700")


def test_names_file(tmp_path: Path) -> None:
    path = tmp_path / "names.jsonl"
    path.write_text("\n".join(json.dumps(record, ensure_ascii=False) for record in RECORDS) + "\n\n", encoding="utf-8")
    index = NameIndex.from_file(path)
    assert index.labels == {record["label"] for record in RECORDS}
    assert index.thing("HP:0001505").node.name == "Arachnodactyly"
    assert index.thing("HP:0001166").synonyms == ("Spider fingers",)


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "X:1"}', "null", "\x00"])
def test_a_broken_names_file_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "names.jsonl"
    path.write_text(json.dumps(RECORDS[0]) + "\n" + line, encoding="utf-8")
    with pytest.raises(LoadError, match="Line 2"):
        NameIndex.from_file(path)
    with pytest.raises(LoadError, match="cannot be read"):
        NameIndex.from_file(tmp_path / "missing.jsonl")


def test_a_long_text_is_cut_and_its_words_are_read_a_bounded_number_of_times(linker: Linker) -> None:
    rng = random.Random(1)
    strange = " ".join("".join(rng.choices("aeiostrnl", k=9)) for _ in range(100_000))
    assert linker.link(strange) == linker.link(strange[:LONGEST_TEXT])
    text = ("and then we saw a man " * 60)[: LONGEST_TEXT - 100] + " Marfan syndrome"
    assert found(linker.link(text)) == [("Marfan syndrome", "OMIM:154700")]
    assert linker.link("x" * LONGEST_TEXT + " Marfan syndrome") == []


hostile = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(
            ["Marfan", "syndrome", "OMIM:154700", "fbn1", "ASD", "type", "2", ", ", "'", "\n", "of", "胃", "癌"]
        ),
    ),
    max_size=25,
).map(" ".join)


@example("MARFAN MIM154700 SYNDROME")
@given(hostile)
@examples(150)
def test_any_text_gives_ordered_mentions_without_overlap(text: str) -> None:
    entities = Linker(SHARED_INDEX).link(text)
    assert all(text[entity.start : entity.end] == entity.mention for entity in entities)
    assert all(one.end <= other.start for one, other in pairwise(entities))
    assert all(0 < entity.chosen.score <= 1 for entity in entities)


@given(st.sampled_from(RECORDS), st.sampled_from([str.upper, str.lower, str.title]))
def test_every_name_is_found_in_quotes_whatever_its_case(record: dict[str, Any], change: Any) -> None:
    entities = Linker(SHARED_INDEX).link(f'Tell me about "{change(record["name"])}".')
    named = {one for entity in entities for one in (*entity.chosen.ids, *(r.id for r in entity.rivals))}
    assert record["id"] in named


SHARED_INDEX = NameIndex(RECORDS)


def test_what_is_said_of_a_thing_is_no_part_of_its_name_unless_it_is_written_so() -> None:
    records = [
        thing("D:1", "Disease", "Pale syndrome"),
        thing("D:2", "Disease", "Pale syndrome, X-linked"),
        thing("I:1", "Mode", "X-linked"),
    ]
    linker = Linker(NameIndex(records))
    assert [one.chosen.id for one in linker.link("Is Pale syndrome X-linked?")] == ["D:1", "I:1"]
    assert [one.chosen.id for one in linker.link("Is Pale syndrome, X-linked frequent?")] == ["D:2"]
    assert [one.chosen.id for one in linker.link("Which genes cause X-linked Pale syndrome?")] == ["D:2"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Is palor X-linked?", ["P:1", "I:1"]),  # a phenotype of that name goes before the disease
        ("Are the palors X-linked, or do they follow a dominant pattern?", ["P:1", "I:1"]),
        ("Is dull syndrome X-linked?", ["D:3", "I:1"]),
        ("Is mole disease A autosomal recessive?", ["D:6", "I:2"]),
        ("Is mole disease X-linked?", ["D:5", "I:1"]),
        ("Is fade syndrome X-linked?", ["D:9", "I:1"]),
        ("Is the fade syndrome Is severe?", ["D:8"]),
        ("Is palor X-linked caused by G?", ["D:2"]),
        ("genes for palor X-linked", ["D:2"]),
        ("Which features does X-linked palor show?", ["D:2"]),
        ("Which genes cause dull syndrome X-linked?", ["D:4"]),
        ("genes for mole disease X", ["D:7"]),
    ],
)
def test_a_name_in_front_of_what_is_asked_of_it_ends_there(text: str, meant: list[str]) -> None:
    records = [
        thing("P:1", "Phenotype", "Palor"),
        thing("D:1", "Disease", "palor"),
        thing("D:2", "Disease", "Palor, X-linked"),
        thing("D:3", "Disease", "Dull syndrome"),
        thing("D:4", "Disease", "Dullness of hue", "dull syndrome X-linked"),
        thing("D:5", "Disease", "Mole disease"),
        thing("D:6", "Disease", "Mole disease A", "autosomal mole disease A"),
        thing("D:7", "Disease", "Mole disease type X"),
        thing("D:8", "Disease", "Haze", "fade syndrome Is"),
        thing("D:9", "Disease", "Fade syndrome"),
        thing("I:1", "Mode", "X-linked"),
        thing("I:2", "Mode", "Autosomal recessive"),
    ]
    assert [one.chosen.id for one in Linker(NameIndex(records)).link(text)] == meant


def test_an_abbreviation_stands_for_what_other_types_call_in_full_as_well() -> None:
    records = [
        thing("P:1", "Phenotype", "Thick cardiac wall", "TCW"),
        thing("D:1", "Disease", "thick cardiac wall"),
        thing("D:2", "Disease", "Thick cardiac wall, familial"),
        thing("P:2", "Phenotype", "Dull", "DL"),
        thing("D:3", "Disease", "Dull"),
        thing("P:3", "Phenotype", "Wide gait", "SQX"),
        thing("D:4", "Disease", "Wide gait"),
    ]
    linker = Linker(NameIndex(records))
    (one,) = linker.link("Which genes are associated with TCW?")
    assert ({one.chosen.id, *(other.id for other in one.rivals)}, one.tied) == ({"P:1", "D:1"}, True)
    for letters, meant in (("DL", "P:2"), ("SQX", "P:3")):  # of one word, and of other letters
        (one,) = linker.link(f"Which genes are associated with {letters}?")
        assert (one.chosen.id, one.rivals) == (meant, ())


def test_a_word_in_capitals_that_is_written_small_elsewhere_is_no_symbol() -> None:
    records = [
        thing("P:1", "Phenotype", "Obesity"),
        thing("D:1", "Disease", "OBESITY"),
        thing("G:1", "Gene", "REST"),
    ]
    linker = Linker(NameIndex(records))
    (one,) = linker.link("How is obesity inherited?")
    assert {one.chosen.id, *(other.id for other in one.rivals)} == {"P:1", "D:1"}
    assert linker.link("Which of them rest?") == []


def test_a_word_of_english_is_no_short_form_of_something_that_is_asked_for() -> None:
    linker = Linker(NameIndex([thing("D:1", "Disease", "Geroderma", "GO"), thing("G:1", "Gene", "CAT")]))
    asked = LinkContext(expected=frozenset(("Disease", "Gene")))
    assert linker.link("Which diseases go with wide hands?", context=asked) == []
    assert [one.chosen.id for one in linker.link("Which features has GO?", context=asked)] == ["D:1"]
    assert [one.chosen.id for one in linker.link("Which diseases is cat linked to?", context=asked)] == ["G:1"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Is any Loeys syndrome type X-linked?", "Loeys syndrome"),
        ("genes for Loeys syndrome type X", "Loeys syndrome type X"),
        ("Loeys syndrome type X - genes", "Loeys syndrome type X"),
        ("cirrhosis that is hepatitis B-related", "Hepatitis B"),
    ],
)
def test_the_letter_that_begins_a_compound_numbers_no_type(text: str, meant: str) -> None:
    names = [
        thing("D:1", "Disease", "Loeys syndrome"),
        thing("D:2", "Disease", "Loeys syndrome type X"),
        thing("D:3", "Disease", "Hepatitis"),
        thing("D:4", "Disease", "Hepatitis B"),
    ]
    (entity,) = Linker(NameIndex(names)).link(text)
    assert (entity.chosen.name, entity.subtype) == (meant, "")
