"""Sentences of an answer, cut where numbers of its evidence stand."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from traces import ARACHNODACTYLY, ECTOPIA, MARFAN, ambiguous, hostile, intersection, nothing, shows, written

from kgqa.evidence import citing
from kgqa.evidence.citing import CitedText
from kgqa.records import Answer, AnswerItem, Claim, Node, Trace

DISEASE = "Disease"


def said(text: str, *, headline: str = "", names: tuple[str, ...] = (), aside: tuple[str, ...] = (), **answer) -> Trace:
    """An answer with evidence 1 to 4, one thing for each name, each resting on the record of its own number."""
    nodes = [Node(f"X:{number}", name, DISEASE) for number, name in enumerate((*names, *aside), start=1)]
    nodes += [MARFAN] * (4 - len(nodes))
    items = [AnswerItem(node.id, node.name, DISEASE, (node.id,), (n,)) for n, node in enumerate(nodes, start=1)]
    fields = {
        "status": "answered", "kind": "list", "headline": headline, "text": f"{headline} {text}".strip(),
        "items": tuple(items[: len(names)]), "set_aside": tuple(items[len(names) : len(names) + len(aside)]), **answer,
    }  # fmt: skip
    evidence = tuple(shows(number, node, ECTOPIA) for number, node in enumerate(nodes, start=1))
    return replace(nothing(), answer=Answer(**fields), evidence=evidence, entities=())


def cut(trace: Trace) -> list[CitedText]:
    return [part for paragraph in citing.paragraphs(trace) for part in paragraph]


def numbers(parts: list[CitedText] | tuple[CitedText, ...]) -> list[tuple[int, ...]]:
    return [part.numbers for part in parts if part.numbers]


def test_marks_behind_names_become_numbers_of_those_names() -> None:
    assert cut(said("Marfan syndrome [1] [2], Beals [3] and 7 more.", names=("Marfan syndrome", "Other", "Beals"))) == [
        CitedText("Marfan syndrome", (1, 2)), CitedText(", "), CitedText("Beals", (3,)), CitedText(" and 7 more."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("mark", "read"),
    [
        ("[1]", (1,)), ("[1, 2]", (1, 2)), ("[2,1]", (2, 1)), ("[1; 3]", (1, 3)), ("[1-3]", (1, 2, 3)),
        ("[1–3]", (1, 2, 3)), ("[1] [2]", (1, 2)), ("[1] [1]", (1,)), ("[1-2, 4]", (1, 2, 4)),
    ],
)  # fmt: skip
def test_every_form_of_a_mark_is_read(mark: str, read: tuple[int, ...]) -> None:
    assert cut(said(f"It shows {mark}.")) == [CitedText("It shows", read), CitedText(".")]


@pytest.mark.parametrize(
    "text",
    [
        "[5]",
        "[0]",
        "[1, 5]",
        "[3-1]",
        "[1-999999]",
        "[]",
        "[a]",
        "[2012-04-24]",
        "[1.]",
        "[ 1]",
        "[١]",
        "[99999999999]",
    ],
)
def test_what_names_no_evidence_stays_text(text: str) -> None:
    assert cut(said(f"It shows {text}.")) == [CitedText(f"It shows {text}.")]


@pytest.mark.parametrize("name", ["Foo [2]", "[2]", "[deprecated] Foo [1, 2]", "Foo [2] [3]", "x] [1", "Foo\n[2]"])
def test_a_mark_inside_a_name_belongs_to_the_name(name: str) -> None:
    parts = cut(said(f"{name} [1] is one.", names=(name,)))
    assert numbers(parts) == [(1,)]
    assert "".join(part.text for part in parts).startswith(name.replace("\n", ""))


def test_two_names_do_not_make_a_mark_between_them() -> None:
    trace = said("Foo [2, 3] bar [1].", names=("Foo [2", "3] bar"))
    assert numbers(cut(trace)) == [(1,)]


def test_names_of_entities_and_values_of_the_answer_are_no_marks_either() -> None:
    trace = said("Foo [1] shows see [2] (OMIM) [3].", kind="value", value="see [2]")
    trace = replace(trace, entities=intersection().entities)
    first = trace.entities[0]
    trace = replace(trace, entities=(replace(first, chosen=replace(first.chosen, name="Foo [1]")),))
    assert numbers(cut(trace)) == [(3,)]


def test_a_field_that_looks_like_a_mark_takes_no_mark_away() -> None:
    trace = said("It shows [1].")
    trace = replace(trace, evidence=(shows(1, MARFAN, ECTOPIA, references=["[1]"]), *trace.evidence[1:]))
    assert numbers(cut(trace)) == [(1,)]


def test_what_was_set_aside_says_so() -> None:
    parts = cut(said("Beals [1]. Set aside: Loeys-Dietz 1 [2].", names=("Beals",), aside=("Loeys-Dietz 1",)))
    assert [(part.text, part.aside) for part in parts if part.numbers] == [("Beals", False), ("Loeys-Dietz 1", True)]


def test_a_headline_with_its_own_mark_keeps_it() -> None:
    trace = said(
        "Records differ.", headline="Yes: Marfan syndrome shows Ectopia lentis [2].", kind="yesno", verdict=True
    )
    assert numbers(citing.headline(trace)) == [(2,)]


def test_a_claim_without_marks_ends_with_the_evidence_before_its_full_stop() -> None:
    trace = said("", headline="HPO records that A shows B, but no onset of it.", kind="value")
    assert citing.headline(trace) == (
        CitedText("HPO records that A shows B, but no onset of it", (1, 2, 3, 4)), CitedText("."),
    )  # fmt: skip


def test_at_most_six_numbers_stand_behind_such_a_claim() -> None:
    assert numbers(citing.headline(intersection(30))) == [(1, 2, 3, 4, 5, 6)]


def test_yes_to_a_list_rests_on_the_answers_and_not_on_what_was_set_aside() -> None:
    trace = said("Beals [1].", headline="Yes: 1 disease shows it.", names=("Beals",), aside=("X",), kind="yesno")
    assert numbers(citing.headline(trace)) == [(1,)]


def test_a_headline_that_says_what_is_not_recorded_gets_no_number_of_another_sentence() -> None:
    trace = said("It is recorded that B [2].", headline="No: HPO does not record that A.", kind="yesno", verdict=False)
    assert numbers(citing.headline(trace)) == []


@pytest.mark.parametrize("trace", [nothing(), ambiguous()], ids=["nothing", "ambiguous"])
def test_without_evidence_there_are_no_numbers(trace: Trace) -> None:
    assert numbers(citing.headline(trace)) == []
    assert numbers(cut(trace)) == []


def test_each_line_is_a_paragraph_and_a_number_stands_behind_the_line_that_it_ends() -> None:
    assert citing.paragraphs(said("One.\n\nTwo\nthree [1].")) == (
        (CitedText("One."),),
        (CitedText("Two"),),
        (CitedText("three", (1,)), CitedText(".")),
    )


def test_a_sentence_is_written_again_with_its_marks() -> None:
    assert citing.written((CitedText("Marfan syndrome", (1, 2)), CitedText("."))) == "Marfan syndrome [1, 2]."


NAMES = st.one_of(
    st.sampled_from(
        ["Foo [2]", "[1]", "[deprecated]", "a [1] b", "]", "[", "[1, 2", "3]", "Foo", "=x", "\u202e[1]\u202c"]
    ),
    st.text(min_size=1, max_size=12).filter(str.strip),
)


@given(st.lists(st.tuples(NAMES, st.booleans()), min_size=1, max_size=4, unique_by=lambda one: one[0]))
def test_taking_the_marks_out_changes_nothing_else(named: list[tuple[str, bool]]) -> None:
    pieces = [f"{name} [{position}]" if marked else name for position, (name, marked) in enumerate(named, start=1)]
    trace = said(f"Found: {', '.join(pieces)}.", names=tuple(name for name, _ in named))
    paragraphs = citing.paragraphs(trace)
    shown = "\n".join("".join(part.text for part in paragraph) for paragraph in paragraphs)
    left = re.sub(r"\s+", "", shown)
    whole = re.sub(r"\s+", "", trace.answer.text)
    # What is left is the text with whole marks taken out of it, none of them from a name.
    pattern = re.escape(left[0]) + "".join(rf"(?:(?:\[[0-9]+\])*){re.escape(one)}" for one in left[1:])
    assert re.fullmatch(pattern, whole)
    for name, _ in named:
        assert re.sub(r"\s+", "", name) in left
    assert {number for part in cut(trace) for number in part.numbers} <= {1, 2, 3, 4}


@given(st.text(alphabet="ab [],-–123 \n.", max_size=60))
def test_any_text_only_loses_marks(text: str) -> None:
    trace = said(text)
    known = {triple.number for triple in trace.evidence}
    for part in cut(trace):
        assert set(part.numbers) <= known
    shown = re.sub(r"\s+", "", "".join(part.text for part in cut(trace)))
    lost = sum(len(one) for part in cut(trace) if part.numbers for one in map(str, part.numbers))
    assert len(shown) <= len(re.sub(r"\s+", "", text)) - (lost and 3)


@pytest.mark.parametrize("text", ["[1]", "</script>", "a\nb", "\u202eabc", "*", "(", "\\", "[[[[", "[1]" * 50])
def test_hostile_names_are_cut_without_error(text: str) -> None:
    trace = hostile(text)
    citing.headline(trace)
    citing.paragraphs(trace)


def test_many_bracketed_names_are_quick_enough_to_be_drawn() -> None:
    items = tuple(AnswerItem(f"X:{n}", f"[deprecated {n}] thing", DISEASE, (), (n,)) for n in range(1, 1001))
    evidence = tuple(
        shows(n, Node(f"X:{n}", f"[deprecated {n}] thing", DISEASE), ARACHNODACTYLY) for n in range(1, 1001)
    )
    text = "1,000 things. " + ", ".join(f"{item.name} {list(item.evidence)}" for item in items)
    trace = replace(nothing(), answer=Answer("answered", "list", "1,000 things.", text, items=items), evidence=evidence)
    assert len(numbers(cut(trace))) == 1000


def test_a_claim_keeps_only_numbers_that_bear_on_it() -> None:
    first, second, *_ = citing.by_model(written())
    by_claim = {part.claim.text: part.numbers for part in (*first, *second) if part.claim and part.numbers}
    assert by_claim == {
        "Marfan syndrome shows both [1, 2].": (1, 2),
        "Disease number 1 shows both.": (6, 7),
        "Loeys-Dietz 1 shows ectopia lentis.": (11,),
    }
    assert "[3]" in "".join(part.text for part in second)


@pytest.mark.parametrize("strategy", ["cypher", "llm-only"])
def test_what_a_model_wrote_stands_apart_from_what_was_composed(strategy: str) -> None:
    trace = written(strategy)
    assert not citing.paragraphs(trace)
    assert "".join(part.text for part in citing.by_model(trace)[0]).startswith("Marfan syndrome shows both")
    assert bool(numbers(citing.headline(trace))) == (strategy == "cypher")


def test_a_number_of_a_model_that_no_claim_rests_on_is_no_button() -> None:
    trace = replace(written(), claims=())
    assert not [part for parts in citing.by_model(trace) for part in parts if part.numbers]


def test_a_claim_that_is_not_supported_says_so_in_writing() -> None:
    said = [citing.written(parts) for parts in citing.by_model(written())]
    assert said == [
        "Marfan syndrome shows both [1, 2]. Disease number 1 shows both [6, 7]. "
        "Loeys-Dietz 1 shows ectopia lentis [11]. (contradicted by the graph)",
        "Ehlers-Danlos syndrome shows both [3]. (not recorded) I hope this helps. (not checked)",
    ]


def test_words_that_make_several_claims_have_the_worst_verdict_and_all_their_numbers() -> None:
    trace = written("cypher", "Marfan syndrome shows both.", (("Marfan syndrome shows both.", "supported", (1,), ""),))
    (first,) = trace.claims
    trace = replace(trace, claims=(first, replace(first, verdict="contradicted", evidence=(2,))))
    assert [citing.written(parts) for parts in citing.by_model(trace)] == [
        "Marfan syndrome shows both [1, 2]. (contradicted by the graph)"
    ]
    part = next(part for parts in citing.by_model(trace) for part in parts if part.claim)
    assert part.claim == trace.claims[1]


def test_a_claim_in_our_wording_says_so_in_writing() -> None:
    trace = written("cypher", "Marfan syndrome shows both.", (("Marfan syndrome shows both.", "supported", (1,), ""),))
    trace = replace(trace, claims=(replace(trace.claims[0], written="Marfan syndrome surely shows both."),))
    assert [citing.written(parts) for parts in citing.by_model(trace)] == ["Marfan syndrome shows both [1]. (reworded)"]


@given(
    st.text(alphabet="ab [1]23.,\n", max_size=60),
    st.lists(st.tuples(st.integers(-5, 70), st.integers(-5, 70), st.sampled_from(["supported", "contradicted"]))),
    st.integers(-3, 80),
)
def test_any_claims_leave_the_text_whole(text: str, spans, start: int) -> None:
    claims = tuple(Claim("x", begin, end, verdict, (1, 2, 99)) for begin, end, verdict in spans)
    trace = written()
    trace = replace(trace, answer=replace(trace.answer, text=text, written_from=start), claims=claims)
    parts = [part for parts in citing.by_model(trace) for part in parts]
    kept = "".join(part.text for part in parts)
    assert {number for part in parts for number in part.numbers} <= {1, 2}
    assert re.sub(r"[\s\[\]123,]", "", kept) == re.sub(r"[\s\[\]123,]", "", text[max(start, 0) :])
