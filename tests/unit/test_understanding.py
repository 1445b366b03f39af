"""Questions → intents, over a schema that is not the default graph's and with names found by the real linker."""

from __future__ import annotations

import pytest

from kgqa.language.quantities import worded
from kgqa.questions.intent import Ambiguity, Condition, Gap, Hop, Intent, Variable, asks_everything
from tests.integration.graphs import read, understanding


def said(outcome: Intent | Gap | Ambiguity) -> str:
    """An outcome in short: "list Compound[TREATS>Migraine]", "gap absent hospitals", "choose tetany D:7 S:9"."""
    if isinstance(outcome, Gap):
        what = outcome.what.partition("|")[0] if outcome.reason == "direction" else outcome.what
        return f"gap {outcome.reason} {what}".strip()
    if isinstance(outcome, Ambiguity) and outcome.options:
        return "choose " + "; ".join(said(option.intent) for option in outcome.options)
    if isinstance(outcome, Ambiguity):
        return "choose " + "; ".join(
            " ".join([e.mention, *sorted(c.id for c in (e.chosen, *e.rivals))]) for e in outcome.entities
        )
    parts: list[str] = [outcome.kind]
    if outcome.answer is not None:
        parts.append(_variable(outcome.answer))
    for pair in outcome.pairs:
        said_not = "not " if pair.negated else ""
        parts.append(f"({said_not}{pair.one.name} {' '.join(map(_hop, pair.hops))} {pair.other.name})")
    if outcome.shared:
        parts.append(f"shared {'+'.join(thing.name for thing in outcome.shared)}")
    if outcome.thing is not None:
        parts.append(f"of {outcome.thing.name}")
    parts += [flag for flag in ("any_pair", "negated", "excluded", "most", "least") if getattr(outcome, flag)]
    if outcome.property is not None:
        parts.append(f".{outcome.property.name}")
    if outcome.of_type is not None:
        parts.append(f"is {outcome.of_type}")
    if outcome.same is not None:
        parts.append(f"same as {outcome.same.name}")
    if outcome.rank_hop is not None:
        parts.append(f"by {_hop(outcome.rank_hop)}")
    if outcome.top is not None:
        parts.append(f"top {outcome.top}")
    if outcome.of_these is not None:
        parts.append(f"of these {outcome.of_these.least or 'most'}{' exactly' * outcome.of_these.exactly}")
    if outcome.differ:
        parts.append(f"differ {'+'.join(thing.name for thing in outcome.differ)}")
    if outcome.besides:
        parts.append(f"besides {'+'.join(thing.name for thing in outcome.besides)}")
    return " ".join(parts)


def _hop(hop: Hop) -> str:
    return f"{hop.relation.type}{'>' if hop.forward else '<'}"


def _variable(variable: Variable) -> str:
    return f"{variable.label}[{', '.join(map(_condition, variable.conditions))}]"


def _condition(condition: Condition) -> str:
    sign = ("not " if condition.negated else "") + ("denied " if condition.denied else "")
    sign += "only " if condition.only else ""
    sign += f"{worded(condition.number, 'number')} " if condition.number else ""
    end = _variable(condition.variable) if condition.variable else "|".join(t.name for t in condition.things)
    return f"{sign}{_hop(condition.hop)}{end}"


READINGS = [
    # one relation, either direction, with and without a type word
    ("Which compounds treat migraine?", "list Compound[TREATS>Migraine]"),
    ("Which diseases are treated by ibuprofen?", "list Disease[TREATS<Ibuprofen]"),
    ("What does aspirin treat?", "list Disease[TREATS<Aspirin]"),
    ("Which compounds treat only migraine?", "list Compound[only TREATS>Migraine]"),
    (
        "Which compounds treat migraine and gout, but no other disease?",
        "list Compound[only TREATS>Migraine, only TREATS>Gout]",
    ),
    ("Which compounds treat at least 3 diseases?", "list Compound[at least 3 TREATS>Disease[]]"),
    ("What treats migraine?", "list Compound[TREATS>Migraine]"),
    ("List the genes associated with migraine", "list Gene[ASSOCIATES<Migraine]"),
    ("Which genes does aspirin upregulate?", "list Gene[UPREGULATES<Aspirin]"),
    ("Which drugs palliate gout?", "list Compound[PALLIATES>Gout]"),
    ("WHICH COMPOUNDS TREAT MIGRAINE", "list Compound[TREATS>Migraine]"),
    ("which compounds treat the illness migraine?", "list Compound[TREATS>Migraine]"),
    ("Which diseases resemble gout?", "list Disease[RESEMBLES>Gout]"),
    ("Which genes does TP53 regulate?", "list Gene[REGULATES<TP53]"),
    ("Which genes regulate TP53?", "list Gene[REGULATES>TP53]"),
    ("Which genes are regulated by TP53?", "list Gene[REGULATES<TP53]"),
    # several conditions
    ("Which diseases present with both headache and nausea?", "list Disease[PRESENTS>Headache, PRESENTS>Nausea]"),
    (
        "Which diseases present with headache, nausea and fever?",
        "list Disease[PRESENTS>Headache, PRESENTS>Nausea, PRESENTS>Fever]",
    ),
    (
        "Which diseases treated by aspirin present with headache?",
        "list Disease[TREATS<Aspirin, PRESENTS>Headache]",
    ),
    ("Which compounds treat gout and palliate migraine?", "list Compound[TREATS>Gout, PALLIATES>Migraine]"),
    ("Which compounds that cause nausea treat migraine?", "list Compound[CAUSES>Nausea, TREATS>Migraine]"),
    # alternatives
    ("Which diseases present with headache or nausea?", "list Disease[PRESENTS>Headache|Nausea]"),
    (
        "Which diseases present with headache or nausea but not fever?",
        "list Disease[PRESENTS>Headache|Nausea, not PRESENTS>Fever]",
    ),
    # negation
    ("Which diseases present with headache but not nausea?", "list Disease[PRESENTS>Headache, not PRESENTS>Nausea]"),
    (
        "Which diseases have headache where nausea is not a symptom?",
        "list Disease[PRESENTS>Headache, not PRESENTS>Nausea]",
    ),
    (
        "Which compounds treat migraine without causing nausea?",
        "list Compound[TREATS>Migraine, not CAUSES>Nausea]",
    ),
    (
        "Which diseases present with fever but not headache or nausea?",
        "list Disease[PRESENTS>Fever, not PRESENTS>Headache|Nausea]",
    ),
    ("Which diseases do not present with nausea?", "list Disease[denied PRESENTS>Nausea]"),
    ("Which diseases exclude fever?", "list Disease[denied PRESENTS>Fever]"),
    ("Which symptoms are excluded in migraine?", "list Symptom[denied PRESENTS<Migraine]"),
    # what is left out is not what is recorded as excluded, and a denial ends where a question begins
    ("Which diseases have fever, excluding those with nausea?", "list Disease[PRESENTS>Fever, not PRESENTS>Nausea]"),
    (
        "Excluding those with nausea, which diseases present with fever and headache?",
        "list Disease[not PRESENTS>Nausea, PRESENTS>Fever, PRESENTS>Headache]",
    ),
    ("Which diseases do not present with nausea and have fever?", "list Disease[not PRESENTS>Nausea, PRESENTS>Fever]"),
    # shared
    ("What do migraine and gout have in common?", "list shared Migraine+Gout"),
    ("Which symptoms do migraine and malaria share?", "list Symptom[PRESENTS<Migraine, PRESENTS<Malaria]"),
    # chains and nested types
    (
        "Which genes are associated with diseases that present with headache?",
        "list Gene[ASSOCIATES<Disease[PRESENTS>Headache]]",
    ),
    ("Which genes are associated with nausea?", "list Gene[ASSOCIATES<Disease[PRESENTS>Nausea]]"),
    (
        "Which diseases presenting with headache are treated by compounds that cause nausea?",
        "list Disease[TREATS<Compound[CAUSES>Nausea], PRESENTS>Headache]",
    ),
    (
        "Which compounds treat diseases associated with PTGS2?",
        "list Compound[TREATS>Disease[ASSOCIATES>PTGS2]]",
    ),
    # yes or no, statements
    ("Does aspirin treat migraine?", "yesno (Aspirin TREATS> Migraine)"),
    ("Is nausea a symptom of migraine?", "yesno (Nausea PRESENTS< Migraine)"),
    ("Is gout treated by colchicine?", "yesno (Gout TREATS< Colchicine)"),
    ("Aspirin treats migraine.", "yesno (Aspirin TREATS> Migraine)"),
    ("Aspirin does not treat migraine.", "yesno (not Aspirin TREATS> Migraine)"),
    ("It is not true that aspirin treats migraine.", "yesno (not Aspirin TREATS> Migraine)"),
    ("Is fever excluded in migraine?", "yesno (Fever PRESENTS< Migraine) excluded"),
    (
        "Is migraine associated with PTGS2 or TP53?",
        "yesno (Migraine ASSOCIATES> PTGS2) (Migraine ASSOCIATES> TP53) any_pair",
    ),
    (
        "Is migraine associated with PTGS2 and TP53?",
        "yesno (Migraine ASSOCIATES> PTGS2) (Migraine ASSOCIATES> TP53)",
    ),
    ("Does TP53 regulate BRCA1?", "yesno (TP53 REGULATES> BRCA1)"),
    ("Is TP53 regulated by BRCA1?", "yesno (TP53 REGULATES< BRCA1)"),
    (
        "Migraine is associated with neither PTGS2 nor TP53.",
        "yesno (not Migraine ASSOCIATES> PTGS2) (not Migraine ASSOCIATES> TP53)",
    ),
    ("Are there compounds that treat gout?", "yesno Compound[TREATS>Gout]"),
    (
        "Is there a disease that presents with headache and fever?",
        "yesno Disease[PRESENTS>Headache, PRESENTS>Fever]",
    ),
    # values of an edge and of a node
    ("How often does migraine present with nausea?", "value (Migraine PRESENTS> Nausea) .frequency"),
    ("How frequent is nausea in migraine?", "value (Nausea PRESENTS< Migraine) .frequency"),
    ("What is the source database of headache in migraine?", "value (Headache PRESENTS< Migraine) .database"),
    ("What is the dose of aspirin that treats migraine?", "value (Aspirin TREATS> Migraine) .dose"),
    ("What is the definition of migraine?", "text of Migraine .definition"),
    ("What is gout?", "text of Gout .definition"),
    ("What are synonyms of gout?", "text of Gout .synonyms"),
    # counts
    ("How many compounds treat migraine?", "count Compound[TREATS>Migraine]"),
    ("How many diseases are there?", "count Disease[]"),
    ("What is the number of genes associated with gout?", "count Gene[ASSOCIATES<Gout]"),
    ("How many kinds of arthritis are there?", "count Disease[IS_A>Arthritis]"),
    # kinds and parents
    ("What kinds of arthritis are there?", "list Disease[IS_A>Arthritis]"),
    ("What are the subtypes of dolor?", "list Symptom[IS_A>Dolor]"),
    ("What is rheumatoid arthritis a kind of?", "list Disease[IS_A<Rheumatoid arthritis]"),
    ("Rheumatoid arthritis: parents", "list Disease[IS_A<Rheumatoid arthritis]"),
    ("What are rheumatoid arthritis' parents?", "list Disease[IS_A<Rheumatoid arthritis]"),
    ("Which diseases does rheumatoid arthritis have as parents?", "list Disease[IS_A<Rheumatoid arthritis]"),
    ("Which diseases have arthritis as parent?", "list Disease[IS_A>Arthritis]"),
    ("Which diseases have the parent arthritis?", "list Disease[IS_A>Arthritis]"),
    ("What is arthritis the parent of?", "list Disease[IS_A>Arthritis]"),
    ("Which diseases have rheumatoid arthritis as a subtype?", "list Disease[IS_A<Rheumatoid arthritis]"),
    ("Which diseases does arthritis have as subtypes?", "list Disease[IS_A>Arthritis]"),
    ("Is rheumatoid arthritis a kind of arthritis?", "yesno (Rheumatoid arthritis IS_A> Arthritis)"),
    ("Is rheumatoid arthritis an arthritis?", "yesno (Rheumatoid arthritis IS_A> Arthritis)"),
    ("Is arthritis a parent of rheumatoid arthritis?", "yesno (Rheumatoid arthritis IS_A> Arthritis)"),
    ("Does arthritis include rheumatoid arthritis?", "yesno (Rheumatoid arthritis IS_A> Arthritis)"),
    ("Is arthritis a kind of rheumatoid arthritis?", "yesno (Arthritis IS_A> Rheumatoid arthritis)"),
    # how two things are related
    (
        "What is the relationship between aspirin and migraine?",
        "relation (Aspirin TREATS> Migraine) (Aspirin PALLIATES> Migraine) any_pair",
    ),
    ("How is aspirin related to headache?", "relation (Aspirin CAUSES> Headache) any_pair"),
    # superlatives
    ("Which symptom is most frequent in migraine?", "list Symptom[PRESENTS<Migraine] most .frequency"),
    ("What is the most common symptom of migraine?", "list Symptom[PRESENTS<Migraine] most .frequency"),
    ("Which gene is associated with the most diseases?", "list Gene[] most by ASSOCIATES<"),
    ("Which compound treats the most diseases?", "list Compound[] most by TREATS>"),
    # of those alone that meet conditions, or of those that are named
    (
        "Which gene associated with gout is associated with the most diseases?",
        "list Gene[ASSOCIATES<Gout] most by ASSOCIATES<",
    ),
    (
        "Which of the diseases that aspirin treats presents with the fewest symptoms?",
        "list Disease[TREATS<Aspirin] most least by PRESENTS>",
    ),
    ("Which of aspirin, ibuprofen and colchicine treats the most diseases?", "list any_pair most by TREATS> top 0"),
    (
        "Which compound treats the fewest diseases: aspirin, ibuprofen or colchicine?",
        "list any_pair most least by TREATS> top 0",
    ),
    # of what type is a thing
    ("Is TP53 a gene?", "yesno of TP53 is Gene"),
    ("Is TP53 a disease?", "yesno of TP53 is Disease"),
    ("Is TP53 not a gene?", "yesno of TP53 negated is Gene"),
]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("migraine", "Migraine"),
        ("Migraine?", "Migraine"),
        ("the disease migraine", "Migraine"),
        ("TP53 gene", "TP53"),
        ("C:1", "Aspirin"),
        ("cephalgia", "Headache"),
        ("tetany disease", "Tetany"),
        # no definition is recorded of things of this type
        ("What is aspirin?", "Aspirin"),
        ("Tell me about aspirin.", "Aspirin"),
        ("What is known of aspirin?", "Aspirin"),
    ],
)
def test_a_name_alone_asks_for_all_that_is_recorded_of_it(question: str, name: str) -> None:
    outcome = read(question)
    assert isinstance(outcome, Intent)
    assert said(outcome) == f"text of {name}"
    assert asks_everything(outcome)


@pytest.mark.parametrize(
    "question",
    ["migraine and gout", "not migraine", "is migraine", "symptoms migraine", "drugs", "What can I give with aspirin?"],
)
def test_more_than_a_name_asks_for_something_else(question: str) -> None:
    outcome = read(question)
    assert not (isinstance(outcome, Intent) and asks_everything(outcome))


@pytest.mark.parametrize(("question", "expected"), READINGS)
def test_a_question_is_read(question: str, expected: str) -> None:
    assert said(read(question)) == expected


GAPS = [
    # what the graph does not hold
    ("Which hospitals treat migraine?", "gap absent hospitals"),
    ("What is the p value of aspirin in migraine?", "gap absent p-values"),
    # words that nothing explains
    ("Which compounds gobble migraine?", "gap unread gobble"),
    ("Which compounds treat severe migraine?", "gap unread severe"),
    ("Which diseases rarely present with headache?", "gap unread rarely"),
    ("Can aspirin worsen migraine?", "gap unread worsen"),
    ("Why does aspirin treat migraine?", "gap unread Why"),
    ("Which drugs cure quuxitis?", "gap unread cure quuxitis"),
    ("Which diseases have headache in about 10% of patients?", "gap unread 10%"),
    # comparisons and superlatives that cannot be checked
    ("Which compounds treat not only migraine?", "gap unread only"),
    ("What is the second most common symptom of migraine?", "gap unread second"),
    ("Do all diseases present with headache?", None),
    ("Does every compound treat migraine?", None),
    ("Which compounds treat all diseases that present with headache?", None),
    ("Which diseases have the same symptoms as migraine?", None),
    # the subject at the wrong end of a relation
    ("Does migraine treat aspirin?", None),
    ("Nausea causes aspirin.", None),
    ("Which diseases treat aspirin?", None),
    # "or" beside "and" can be grouped in two ways
    ("Which diseases present with headache or nausea and fever?", None),
    # relations that the schema does not have between these types
    ("Does headache resemble migraine?", "gap no_relation resemble|Symptom|Disease"),
    ("Which compounds or genes are there in gout?", None),
    # an asked relation, "or", "not" or "when" that a reading would leave out
    ("Which genes does aspirin upregulate or downregulate?", "gap grouping downregulate"),
    ("Which compounds treat gout or palliate migraine?", "gap unread or"),
    ("When does migraine present with headache?", None),
    ("Which genes are not associated with any disease?", None),
    # names before a verb that has no object, of which nobody asked whether they are joined to each other
    ("nausea and aspirin causes", None),
    ("effects of nausea and aspirin", None),
    # properties
    ("What is the definition of aspirin?", None),
    ("Define aspirin.", "gap no_property definition|Compound"),
    # nothing named
    ("What?", "gap no_entity"),
]


@pytest.mark.parametrize(("question", "expected"), GAPS)
def test_a_question_that_cannot_be_asked_of_this_graph_is_a_gap(question: str, expected: str | None) -> None:
    outcome = said(read(question))
    assert outcome.startswith("gap ")
    assert expected is None or outcome == expected


def test_an_ambiguous_name_is_settled_by_what_the_question_asks_of_it() -> None:
    symptom, disease = read("Which diseases present with tetany?"), read("Which symptoms does tetany present with?")
    assert said(symptom) == "list Disease[PRESENTS>Tetany]"
    assert said(disease) == "list Symptom[PRESENTS<Tetany]"
    assert isinstance(symptom, Intent)
    assert isinstance(disease, Intent)
    assert [e.chosen.id for e in symptom.entities] == ["S:9"]
    assert [e.chosen.id for e in disease.entities] == ["D:7"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which diseases present with collywobbles?", "choose collywobbles S:2 S:5"),
        ("Does colchicine cause collywobbles?", "choose collywobbles S:2 S:5"),
        ("What is tetany?", "choose tetany D:7 S:9"),
        ("tetany", "choose tetany D:7 S:9"),
    ],
)
def test_a_name_with_two_readings_that_both_make_sense_must_be_chosen(question: str, expected: str) -> None:
    assert said(read(question)) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Which genes are related to aspirin?",
            "choose list Gene[UPREGULATES<Aspirin]; list Gene[DOWNREGULATES<Aspirin]",
        ),
        (
            "Is aspirin linked to migraine?",
            "yesno (Aspirin TREATS> Migraine) (Aspirin PALLIATES> Migraine) any_pair",
        ),
        ("What is the dose of aspirin in migraine?", "value (Aspirin TREATS> Migraine) .dose"),
    ],
)
def test_relations_that_mean_it_equally_must_be_chosen_or_any_will_do(question: str, expected: str) -> None:
    assert said(read(question)) == expected


@pytest.mark.parametrize(
    ("question", "kind", "least", "compared"),
    [
        ("Is headache more frequent in migraine or in malaria?", "list", False, ["Migraine", "Malaria"]),
        ("Is headache less common in migraine than in malaria?", "yesno", True, ["Migraine", "Malaria"]),
        ("Is headache more common than fever in malaria?", "yesno", False, ["Headache", "Fever"]),
        ("Which has more symptoms, migraine or malaria?", "list", False, ["Migraine", "Malaria"]),
        ("Which has fewer symptoms, migraine or malaria?", "list", True, ["Migraine", "Malaria"]),
    ],
)
def test_two_things_are_compared(question: str, kind: str, least: bool, compared: list[str]) -> None:
    intent = read(question)
    assert isinstance(intent, Intent), intent
    assert (intent.kind, intent.least, [thing.name for thing in intent.compared]) == (kind, least, compared)


@pytest.mark.parametrize(
    "question",
    [
        "Is headache more frequent in migraine?",
        "Is headache more frequent in migraine or nausea?",
        "Is headache more frequent in migraine, gout or malaria?",
        "Is headache not more frequent in migraine than in malaria?",
        "Is headache at least as frequent in migraine as in malaria?",
        "Which has more than 3 symptoms, migraine or malaria?",
        "Does aspirin treat more diseases than ibuprofen or metformin?",
    ],
)
def test_any_other_comparison_is_not_understood(question: str) -> None:
    assert isinstance(read(question), Gap), question


def test_a_thing_with_two_identifiers_is_one_thing() -> None:
    intent = read("Which compounds treat gout?")
    assert isinstance(intent, Intent)
    assert intent.answer is not None
    (condition,) = intent.answer.conditions
    assert [(thing.name, sorted(thing.ids)) for thing in condition.things] == [("Gout", ["D:2", "O:2"])]


def test_identifiers_synonyms_and_misspellings_read_like_names() -> None:
    for name in ("C:1", "acetylsalicylic acid", "asprin"):
        assert said(read(f"Does {name} treat migraine?")) == "yesno (Aspirin TREATS> Migraine)", name


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("The family asks: can aspirin treat migraine?", "yesno"),
        ("My aunt swears by it. Is migraine treated with aspirin?", "yesno"),
        ("My aunt swears by it. Which diseases does aspirin treat?", "list"),
        ("Which diseases does aspirin treat? Is it known?", "list"),
        ("Aspirin, migraine.", "text"),
    ],
)
def test_what_kind_of_answer_is_asked_for_stands_in_the_last_clause(question: str, kind: str) -> None:
    assert understanding()[0].kind(question) == kind


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("Is nausea a symptom of migraine, yes or no?", "Is nausea a symptom of migraine?"),
        ("What exactly is migraine?", "What is migraine?"),
        ("Which diseases show nausea at all?", "Which diseases show nausea?"),
    ],
)
def test_what_only_presses_for_an_answer_changes_nothing(asked: str, plain: str) -> None:
    pressed, put = read(asked), read(plain)
    assert isinstance(pressed, Intent)
    assert isinstance(put, Intent)
    assert (pressed.kind, pressed.answer, pressed.pairs, pressed.thing) == (put.kind, put.answer, put.pairs, put.thing)
