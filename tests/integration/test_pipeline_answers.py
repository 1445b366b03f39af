"""The sentences and fields of answers over a small graph: zero, one and many, for and against, cut and empty."""

from __future__ import annotations

import re

import pytest

from kgqa.answers.composing import compose
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.answers.gaps import answer_gap
from kgqa.evidence.ledger import Ledger
from kgqa.graph.store import GraphStore
from kgqa.questions.intent import Gap, Intent
from kgqa.records import Answer
from kgqa.schema.model import NodeType
from tests.integration.graphs import SCHEMA, read, read_intent


class ToyReader:
    """Reads questions to the small graph."""

    schema = SCHEMA

    def reads(self, question: str) -> Intent | None:
        outcome = read(question)
        return outcome if isinstance(outcome, Intent) else None


TOY_READER = ToyReader()


class Ask:
    """Answers questions over the small graph."""

    def __init__(self, store: GraphStore) -> None:
        self.store = store

    def __call__(self, question: str, *, narrower: bool = False) -> CitedAnswer:
        context = AnswerContext(SCHEMA, Ledger(self.store), "Toy 1", narrower=narrower, reader=TOY_READER)
        return compose(context, read_intent(question))


@pytest.fixture(scope="module")
def ask(toy: GraphStore) -> Ask:
    return Ask(toy)


@pytest.mark.parametrize(
    ("question", "headline"),
    [
        (
            "Which compounds treat migraine?",
            "3 compounds treat Migraine: Aspirin [1], Ibuprofen [2] and Sumatriptan [3].",
        ),
        ("Which compounds treat arthritis?", "Ibuprofen [1] treats Arthritis."),
        ("What does ibuprofen treat?", "Ibuprofen treats 3 diseases: Arthritis [1], Gout [2] and Migraine [3]."),
        ("What does colchicine treat?", "Colchicine treats Gout [1]."),
        ("How many compounds treat asthma?", "No compound is recorded in Toy 1 that treats Asthma."),
        ("How many diseases are there?", "Toy 1 holds 8 diseases."),
        (
            "Are there compounds that treat gout?",
            "Yes: 2 compounds treat Gout, namely Colchicine [1] and Ibuprofen [2].",
        ),
        (
            "Which diseases present with headache and nausea?",
            "2 diseases present with both Headache and Nausea, most patients first: Migraine [1] [2] [3] and "
            "Malaria [4] [5] [6].",
        ),
        (
            "Which diseases present with headache or fever?",
            "4 diseases present with Headache or Fever, most patients first: Migraine [1] [2] [3], Malaria [4] "
            "[5], Influenza [6] [7] and Gout [8].",
        ),
        ("What kinds of arthritis are there?", "Rheumatoid arthritis [1] is a kind of Arthritis."),
        (
            "What kinds of dolor are there?",
            "2 symptoms are kinds of Dolor: Abdominal dolor [1] and Thoracic dolor [2]; 3 with their kinds.",
        ),
        ("Which compound treats the most diseases?", "Ibuprofen treats 3 diseases, more than any other compound."),
        (
            "Which compound treats the fewest diseases?",
            "Aspirin, Colchicine and Sumatriptan treat 1 disease, fewer than any other compound; compounds without a "
            "record are not counted.",
        ),
        (
            "Which compound that treats gout treats the most diseases?",
            "Of the 2 compounds that treat Gout, Ibuprofen treats 3 diseases, more than any other of them.",
        ),
        (
            "Which disease that aspirin treats presents with the most symptoms?",
            "Migraine presents with 2 symptoms; no other disease is treated by Aspirin.",
        ),
        (
            "Which of aspirin, ibuprofen and colchicine treats the most diseases?",
            "Ibuprofen has the most recorded diseases: Aspirin 1, Ibuprofen 3 and Colchicine 1.",
        ),
        (
            "Which 2 compounds that treat migraine treat the fewest diseases?",
            "Of the 3 compounds that treat Migraine, the 2 compounds that treat the fewest diseases: Aspirin (1) and "
            "Sumatriptan (1).",
        ),
        (
            "Which 2 diseases are treated by the most compounds?",
            "The 2 diseases that are treated by the most compounds: Migraine (3) and Gout (2).",
        ),
        (
            "Top 2 compounds by number of symptoms",
            "The 2 compounds that cause the most symptoms: Metformin (2), Aspirin (1) and Colchicine (1); "
            "the last of them are equal.",
        ),
        (
            "Which genes are associated with diseases that present with headache?",
            "PTGS2 [1] [2] [3] is associated with diseases that present with Headache.",
        ),
    ],
)
def test_the_headline_counts_in_grammatical_english(ask: Ask, question: str, headline: str) -> None:
    assert ask(question).answer.headline == headline


@pytest.mark.parametrize(
    ("question", "verdict", "start"),
    [
        ("Does aspirin treat migraine?", True, "Yes: Aspirin treats Migraine [1]"),
        ("Does aspirin treat gout?", False, "Not recorded"),
        ("Does migraine present with fever?", False, "No: Fever was looked for in 32 patients with Migraine"),
        ("Does asthma present with nausea?", False, "No"),
        ("Does malaria present with nausea?", True, "Yes"),
        ("Aspirin does not treat migraine.", False, "That is wrong"),
        ("Aspirin does not treat gout.", True, "That is right"),
        ("Migraine does not present with fever.", True, "That is right"),
        ("Is fever excluded in migraine?", True, "Yes"),
        ("Is headache excluded in migraine?", False, "No"),
        ("Is nausea excluded in malaria?", False, "No"),
        ("Does TP53 regulate BRCA1?", True, "Yes"),
        ("Does BRCA1 regulate TP53?", False, "Not recorded"),
        ("Is BRCA1 regulated by TP53?", True, "Yes"),
        ("Is TP53 regulated by BRCA1?", False, "Not recorded"),
        ("Does gout resemble arthritis?", True, "Yes"),
        ("Does arthritis resemble gout?", True, "Yes"),
        ("Is rheumatoid arthritis a kind of arthritis?", True, "Yes"),
        ("Is arthritis a kind of rheumatoid arthritis?", False, "Not recorded"),
        ("Does arthritis include rheumatoid arthritis?", True, "Yes"),
        (
            "Is migraine associated with PTGS2 and TP53?",
            False,
            "Not recorded: Toy 1 does not record that Migraine is associated with TP53",
        ),
        ("Migraine is associated with neither PTGS2 nor TP53.", False, "That is wrong"),
        ("Migraine is associated with neither TP53 nor BRCA1.", True, "That is right"),
        ("Is TP53 a gene?", True, "Yes"),
        ("Is TP53 not a gene?", False, "No"),
    ],
)  # fmt: skip
def test_a_verdict_and_its_first_words(ask: Ask, question: str, verdict: bool, start: str) -> None:
    found = ask(question).answer
    assert (found.status, found.kind, found.verdict) == ("answered", "yesno", verdict)
    assert found.headline.startswith(start), found.headline
    if start == "Not recorded":
        assert "silence" in found.text


def test_a_thing_of_another_type_is_told_and_not_judged(ask: Ask) -> None:
    """The graph says what a thing is; that it is nothing else as well is not recorded."""
    found = ask("Is TP53 a disease?").answer
    assert (found.status, found.kind, found.verdict) == ("not_in_graph", "yesno", None)
    assert "TP53 (G:1) is a gene" in found.text


def test_a_verdict_cites_what_supports_it_and_tells_what_denies_it(ask: Ask) -> None:
    found = ask("Does malaria present with nausea?").answer
    assert found.headline == "Yes: Malaria presents with Nausea, frequency 3 of 10 patients, 30 % [1]."
    assert found.text == (
        f"{found.headline} Sources differ: Nausea was looked for in 5 patients with Malaria and found in none [2]."
    )


def test_silence_and_denial_have_their_own_evidence(ask: Ask) -> None:
    assert ask("Does aspirin treat gout?").evidence == ()
    (denied,) = ask("Does asthma present with nausea?").evidence
    assert (denied.predicate, denied.against, denied.phrase) == ("LACKS", True, "does not present with")
    records = ask("Does malaria present with nausea?").evidence
    assert sorted(t.properties["frequency"] for t in records) == ["0/5", "3/10"]
    assert [t.against for t in records] == [False, True], "what holds is cited first"


def test_values_are_told_one_by_one_and_differ_only_where_they_cannot_be_the_same(ask: Ask) -> None:
    found = ask("How frequent is headache in migraine?")
    assert found.answer.value == ["58/60", "Very frequent"]
    assert found.answer.headline == (
        "Headache is a symptom of Migraine: frequency 58 of 60 patients, 97 % (Test) [1] and very frequent, "
        "80–99 % (Test) [2]."
    )
    assert found.answer.text == found.answer.headline
    split = ask("How frequent is nausea in malaria?").answer
    assert split.value == ["3/10", "0/5"]
    assert split.text == (
        "Sources differ on whether Nausea is a symptom of Malaria. "
        "Test says 3 of 10 patients, 30 % [1]. Test says none of 5 patients [2]."
    )
    one = ask("How frequent is nausea in migraine?")
    assert one.answer.value == "45/58"
    assert one.answer.headline == "Nausea is a symptom of Migraine: frequency 45 of 58 patients, 78 % (Test) [1]."


def test_a_value_that_is_not_recorded_is_no_value(ask: Ask) -> None:
    silent = ask("How frequent is headache in influenza?").answer
    assert silent.value == "10%"
    unsaid = ask("How frequent is fever in influenza?").answer
    assert (unsaid.status, unsaid.value) == ("not_in_graph", None)
    assert "no frequency" in unsaid.text
    unlinked = ask("How frequent is vomiting in migraine?").answer
    assert (unlinked.status, unlinked.value) == ("not_in_graph", None)
    assert "does not record" in unlinked.text


def test_references_of_all_records_are_told(ask: Ask) -> None:
    found = ask("What is the reference for headache in migraine?")
    assert found.answer.value == ["PMID:1", "PMID:2", "PMID:3"]
    assert all(pmid in found.answer.text for pmid in found.answer.value)


def test_a_definition_and_its_absence(ask: Ask) -> None:
    told = ask("What is migraine?").answer
    assert (told.status, told.value) == ("answered", "A recurring headache on one side.")
    untold = ask("What is the definition of asthma?").answer
    assert (untold.status, untold.value) == ("not_in_graph", None)
    assert "no definition of Asthma" in untold.text
    beside = ask("What is asthma?").answer
    assert (beside.status, beside.value) == ("answered", None)
    assert beside.headline == "Asthma is a disease."
    assert beside.text.endswith("A definition of it is not recorded.")


def test_a_name_alone_tells_what_the_thing_is_and_what_is_recorded(ask: Ask) -> None:
    told = ask("podagra")
    assert (told.answer.status, told.answer.kind, told.evidence) == ("answered", "text", ())
    assert told.answer.text.splitlines() == [
        "Gout is a disease.",
        "Crystals of urate in a joint.",
        "Also called: Podagra.",
        "Identifiers: D:2, O:2.",
        "Recorded in Toy 1: it is treated by 2 compounds, is palliated by 1 compound, resembles 2 diseases, "
        "is associated with 2 genes and presents with 2 symptoms.",
    ]
    assert [(item.name, item.ids) for item in told.answer.items] == [("Gout", ("D:2", "O:2"))]


def test_what_is_denied_is_counted_apart_and_kinds_are_told_after_the_thing_itself(ask: Ask) -> None:
    migraine, dolor = ask("migraine").answer.text, ask("dolor").answer.text
    assert "presents with 2 symptoms and does not present with 1 symptom." in migraine
    assert "it is a symptom of 1 disease and has 2 kinds directly below." in dolor
    assert "Recorded of its kinds: they are " in dolor


def test_every_question_that_is_offered_gives_what_it_says(ask: Ask) -> None:
    for name in ("gout", "migraine", "aspirin", "TP53", "SOX9", "dolor", "arthritis"):
        offered = ask(name).answer.suggestions
        assert offered, name
        for one in offered:
            assert one.count is None or one.count == ask(one.question).answer.total, one


def test_a_thing_of_which_nothing_is_recorded_says_so(ask: Ask) -> None:
    told = ask("arthralgia").answer
    assert "records nothing about it beyond its name" in told.text
    assert "silence, not proof of absence" in told.text


def test_without_a_definition_the_rest_is_told(ask: Ask) -> None:
    told = ask("What is aspirin?").answer
    assert told.headline == "Aspirin is a compound."
    assert "upregulates 1 gene and downregulates 1 gene." in told.text, "a link from both ends is told once"


def test_how_two_things_are_related(ask: Ask) -> None:
    direct = ask("What is the relationship between aspirin and migraine?").answer
    assert (direct.status, direct.value, direct.text) == ("answered", "TREATS", "Aspirin treats Migraine [1].")
    chain = ask("How is PTGS2 related to headache?")
    assert chain.answer.status == "answered"
    assert "Migraine" in chain.answer.text
    assert {t.predicate for t in chain.evidence} == {"ASSOCIATES", "PRESENTS"}
    over = ask("How is aspirin related to headache?").answer
    assert over.status == "answered"
    assert "joined through Migraine" in over.text


def test_what_things_share_is_listed_over_every_relation(ask: Ask) -> None:
    found = ask("What do migraine and gout have in common?")
    assert {item.name for item in found.answer.items} == {"Ibuprofen", "PTGS2"}
    assert found.answer.total == 2
    assert found.answer.headline == (
        "Migraine and Gout have 1 compound and 1 gene in common: Ibuprofen [1] [2] and PTGS2 [3] [4]."
    )
    numbers = [triple.number for triple in found.evidence]
    assert numbers == list(range(1, len(numbers) + 1))
    by_number = {triple.number: triple for triple in found.evidence}
    for item in found.answer.items:
        assert {item.id} == {
            end.id
            for n in item.evidence
            for end in (by_number[n].subject, by_number[n].object)
            if end.label == item.label
        }
    across = ask("What do gout and malaria have in common?").answer
    assert {item.name for item in across.items} == {"Fever"}, "recorded for the second identifier of gout"


def test_most_frequent_leaves_out_what_has_no_share(ask: Ask) -> None:
    found = ask("Which symptom is most frequent in influenza?").answer
    assert [item.name for item in found.items] == ["Headache"], "fever and thoracic dolor have no frequency"


def test_an_empty_list_names_the_condition_that_empties_it(ask: Ask) -> None:
    found = ask("Which diseases present with headache and vomiting?").answer
    assert (found.status, found.total, found.items) == ("not_in_graph", 0, ())
    assert [(clause.count, clause.empties) for clause in found.clauses[:2]] == [(3, False), (0, True)]
    assert "Vomiting" in next(clause.text for clause in found.clauses if clause.empties)
    assert "Vomiting" in found.text
    for suggestion in found.suggestions:
        assert suggestion.count
        assert ask(suggestion.question).answer.total == suggestion.count, "what is offered is what is then answered"
    assert found.suggestions


def test_an_empty_conjunction_of_conditions_that_hold_alone_is_told_as_such(ask: Ask) -> None:
    found = ask("Which diseases present with dolor and nausea?").answer
    assert [(clause.count, clause.empties) for clause in found.clauses] == [(1, False), (2, False), (0, True)]
    for suggestion in found.suggestions:
        assert ask(suggestion.question).answer.total == suggestion.count


def test_every_citation_in_every_text_exists(ask: Ask) -> None:
    for question in (
        "Which diseases present with headache and nausea?", "Which compounds treat diseases associated with PTGS2?",
        "What do migraine and gout have in common?", "Does malaria present with nausea?",
        "How frequent is headache in migraine?", "Is crushing thoracic dolor a kind of dolor?",
    ):  # fmt: skip
        found = ask(question)
        cited = {int(number) for number in re.findall(r"\[(\d+)\]", found.answer.text)}
        assert cited <= {triple.number for triple in found.evidence}, question


@pytest.mark.parametrize(
    ("question", "status", "verdict", "text"),
    [
        ("Gout has the identifier D:2", "answered", True, "Yes: in Toy 1, Gout is D:2."),
        ("Is o:2 an identifier of gout?", "answered", True, "Yes: in Toy 1, Gout is O:2."),
        ("Gout has the identifier D:3", "answered", False, "No: in Toy 1, Gout is D:2, and not D:3; that is Asthma."),
        ("Gout has the identifier D:99", "answered", False, "No: in Toy 1, Gout is D:2, and not D:99."),
        ("Gout does not have the identifier D:2", "answered", False, "No: in Toy 1, Gout is D:2."),
        ("Gout does not have the identifier D:3", "answered", True, "Yes: in Toy 1, Gout is D:2, and not D:3; that is"),
        ("Asthma has the identifier O:3", "not_in_graph", None, "Not recorded: Toy 1 does not have O:3 as"),
    ],
)  # fmt: skip
def test_an_identifier_is_denied_only_where_another_of_its_vocabulary_is_known(
    ask: Ask, question: str, status: str, verdict: bool | None, text: str
) -> None:
    found = ask(question).answer
    assert (found.status, found.kind, found.verdict) == (status, "yesno", verdict)
    assert found.text.startswith(text)
    assert len(found.items) == 1


GAPS = {
    "Which hospitals treat migraine?": ("not_in_graph", "hospitals"),
    "Which compounds gobble migraine?": ("not_understood", "gobble"),
    "Does headache resemble migraine?": ("not_in_graph", "symptoms", "resemble"),
    "Define aspirin.": ("not_in_graph", "definition", "compounds"),
    "aspirin migraine": ("not_understood", "compounds", "“treats”"),
    "Which compounds treat gout or palliate migraine?": ("not_understood", "or"),
    "What?": ("not_understood", "not understood"),
}


@pytest.mark.parametrize("question", GAPS)
def test_a_gap_is_a_sentence_that_names_what_is_missing(question: str) -> None:
    gap = read(question)
    assert isinstance(gap, Gap)
    found: Answer = answer_gap(SCHEMA, gap, "list", [], "Toy 1")
    status, *words = GAPS[question]
    assert found.status == status
    assert (found.items, found.verdict, found.value) == ((), None, None)
    for word in words:
        assert word in found.text, found.text
    assert found.text.endswith(".")
    assert "|" not in found.text, "no field separators in a sentence"


def test_features_stand_by_share_of_patients_and_say_so(ask: Ask) -> None:
    found = ask("Which symptoms does migraine present with?").answer
    assert [item.name for item in found.items] == ["Headache", "Nausea"], "58 of 60, 45 of 58"
    assert "most frequent first: Headache [1]" in found.headline
    several = ask("Which symptoms does malaria present with?").answer
    assert [item.name for item in several.items] == ["Fever", "Headache", "Nausea"], "20/20, 12/20, 3/10 and 0/5"
    silent = ask("Which genes are associated with migraine?").answer
    assert "first:" not in silent.text


def test_equally_frequent_features_stand_by_how_special_they_are(ask: Ask) -> None:
    """Fever and headache are told by nobody else's number; that of fewer diseases comes first."""
    shares = {"S:1": 0.5, "S:3": 0.5, "S:2": 0.5}
    context = AnswerContext(SCHEMA, Ledger(ask.store), "Toy 1")
    hop = read_intent("Which symptoms does migraine present with?").answer.conditions[0].hop  # type: ignore[union-attr]
    records = dict(context.ledger.run(context.statements.degrees("Symptom", hop, list(shares))).rows)
    assert records == {"S:1": 4, "S:2": 2, "S:3": 3}, "what denies a link is not counted"


def test_things_with_a_feature_stand_by_counted_patients_and_say_so(ask: Ask) -> None:
    found = ask("Which diseases present with headache?").answer
    assert [item.name for item in found.items][:2] == ["Migraine", "Malaria"]
    assert "most patients first: Migraine" in found.headline


def test_a_noun_for_one_of_the_ends_is_no_link_that_is_missing() -> None:
    one, other = next(
        (a, b) for a in SCHEMA.nodes for b in SCHEMA.nodes if a != b and not SCHEMA.between(a.label, b.label)
    )
    gap = Gap("no_relation", f"{one.plural}|{one.label}|{other.label}")
    found = answer_gap(SCHEMA, gap, "list", [], "Toy 1")
    assert f"“{one.plural}”" not in found.text
    assert found.headline == f"This graph does not record a direct link between {one.plural} and {other.plural}."


@pytest.mark.parametrize("one", SCHEMA.nodes, ids=lambda node: str(node.label))
@pytest.mark.parametrize("word", ["", "resemble", "treat"])
def test_no_link_is_denied_that_the_schema_has(one: NodeType, word: str) -> None:
    for other in SCHEMA.nodes:
        what = "|".join(filter(None, (word, one.label, other.label)))
        found = answer_gap(SCHEMA, Gap("no_relation", what), "list", [], "Toy 1")
        recorded = [relation for relation, _ in SCHEMA.between(one.label, other.label) if relation.negates is None]
        denied = "does not record" in found.text or "no relation" in found.text
        assert denied == (found.status == "not_in_graph")
        if recorded and not word:
            assert not denied, found.text
            assert any(f"“{each.forward}”" in found.text or f"“{each.inverse}”" in found.text for each in recorded)
        if word and any(word in relation.forward for relation in recorded):
            assert not denied, found.text
