"""Questions that no form of sentences fits, derived from what their words stand for, on an own graph of tables.

What has a word that nothing explains, or one whose place is not certain, stays without an answer.
"""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from kgqa.strategies.approach import Approach
from tests.integration import own_tables

NAME = "harbour"
NODES = """\
id,name,label,vessel_kind,length_m,built_year,insured,nationality,draught_limit_m,drug_class,founded,ice_tier,has_pets
S:1,Aurora,Ship,tanker,210,1998,yes,,,,,second,
S:2,Bellona,Ship,ferry,120,2010,no,,,,,first,
S:3,Corvus,Ship,tanker,180,2015,yes,,,,,third,
S:4,Daphne,Ship,trawler,40,,no,,,,,second,
C:1,Ida Holm,Captain,,,,,Danish,,,,,
C:2,Jan Prins,Captain,,,,,Dutch,,,,,
C:3,Kaja Lind,Captain,,,,,Danish,,,,,
P:1,Norhaven,Port,,,,,,14,,1867,,
P:2,Osterwik,Port,,,,,,9,,1901,,
P:3,Pellsund,Port,,,,,,,,,,
R:1,Gull Rock,Reef,,,,,,,,,,
R:2,Seal Bank,Reef,,,,,,,,,,
G:1,grain,Cargo,,,,,,,,,,
G:2,crude oil,Cargo,,,,,,,,,,
I:1,Sandholm,Island,,,,,,,,,,
T:1,Lindby,Village,,,,,,,,,,
Y:1,Merlin,Yacht,,,,,,,,,,yes
"""
LINKS = """source,type,target,rank,since,tonnes,weather
C:1,commands,S:1,master,2015-03-01,,
C:2,commands,S:2,master,2020-06-15,,
C:3,commands,S:3,mate,2022-01-10,,
C:1,commands,S:3,master,2019-02-02,,
S:1,calls_at,P:1,,,,
S:2,calls_at,P:1,,,,
S:2,calls_at,P:2,,,,
S:3,calls_at,P:2,,,,
S:1,carries,G:2,,,90000,
S:3,carries,G:2,,,40000,
S:2,carries,G:1,,,300,
S:4,RAN_AGROUND_NEAR,R:1,,2021-02-03,,fog
S:2,RAN_AGROUND_NEAR,R:2,,2014-05-06,,gale
C:3,TRAINED_UNDER,C:1,,,,
S:3,REPLACED,S:1,,,,
C:1,RESCUED_CREW_OF,Y:1,,,,
C:1,BORN_IN,T:1,,,,
C:2,BORN_IN,I:1,,,,
C:3,BORN_IN,T:1,,,,
C:2,TRAINED_UNDER,C:1,,,,
"""

asker = own_tables.asker(NAME, nodes=NODES, edges=LINKS)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        # a negation of a relation to anything, of a value, of a property
        ("Which ships have no captain?", {"Daphne"}),
        ("ships without cargo", {"Daphne"}),
        ("ships without crude oil", {"Bellona", "Daphne"}),  # no record denies a link here
        ("Which ships do not have crude oil?", {"Bellona", "Daphne"}),
        ("Which captains have never commanded the Corvus?", {"Jan Prins"}),
        ("Which ports has no ship ever called at?", {"Pellsund"}),
        ("tankers not insured", set()),
        ("ferries not insured", {"Bellona"}),
        ("Which captains do not command ships that carry crude oil?", {"Jan Prins"}),
        ("Which captains command no tanker?", {"Jan Prins"}),
        ("ships with no built year", {"Daphne"}),
        ("Which ports have no draught limit on record?", {"Pellsund"}),
        # a participle that means the same as a field
        ("Which ports were established before 1880?", {"Norhaven"}),
        # values of things and of links, in whatever order
        ("tankers Norhaven", {"Aurora"}),
        ("Danish captains of tankers", {"Ida Holm", "Kaja Lind"}),
        ("Which captains serve as mate on the Corvus?", {"Kaja Lind"}),
        ("insured ships calling at Osterwik", {"Corvus"}),
        ("Who commands a ferry?", {"Jan Prins"}),
        ("Whose ship is the Aurora?", {"Ida Holm"}),
        # a condition on a link to something that no word says
        ("Which ships ran aground in fog?", {"Daphne"}),
        ("ferries that ran aground in a gale", {"Bellona"}),
        ("ferries that ran aground in fog", set()),
        # who did what a verb in the past says, and to whom
        ("Which captains trained under Ida Holm?", {"Kaja Lind", "Jan Prins"}),
        ("Who did Jan Prins train under?", {"Ida Holm"}),
        ("Which ship replaced the Aurora?", {"Corvus"}),
        ("Which ship did the Corvus replace?", {"Aurora"}),
        ("Which ship was replaced by the Corvus?", {"Aurora"}),
        ("By which ship was the Aurora replaced?", {"Corvus"}),
        ("Which ship was replaced by the Aurora?", set()),
        ("Which ship did the Aurora replace?", set()),
        ("Which captain rescued the crew of the Merlin?", {"Ida Holm"}),
        ("Which ship did run aground near Gull Rock?", {"Daphne"}),
        # a text with the name of its field, what is not so, verbs of having before a text
        ("tankers of the second tier", {"Aurora"}),
        ("uninsured ships", {"Bellona", "Daphne"}),
        ("non-insured ships", {"Bellona", "Daphne"}),
        ("Which of the ships were carrying crude oil?", {"Aurora", "Corvus"}),
        # the highest of what is joined to something
        ("Which is the longest ship calling at Norhaven?", {"Aurora"}),
        # where the other end may be of several types
        ("Where was Ida Holm born?", {"Lindby"}),
        ("where was Jan Prins born", {"Sandholm"}),
        # numbers, dates, how many
        ("crude oil ships built since 2000", {"Corvus"}),
        ("Which ports are called at by more than one ship?", {"Norhaven", "Osterwik"}),
        ("Which captain commands the most ships?", {"Ida Holm"}),
        # over an unnamed thing
        ("Where do ships with grain call?", {"Norhaven", "Osterwik"}),
        # somebody who does what a relation says
        ("Name the commanders whose ships call at Norhaven.", {"Ida Holm", "Jan Prins"}),
        ("Who is the commander of Bellona?", {"Jan Prins"}),
        # a port that is told before
        ("I have just moved to Norhaven. Which ships call here?", {"Aurora", "Bellona"}),
        ("I am on my way to Norhaven. Which ships call at that port?", {"Aurora", "Bellona"}),
        ("Are there ships that have no captain? Which ones?", {"Daphne"}),
    ],
)
def test_words_in_any_order_are_joined_along_the_schema(asker: Asker, question: str, names: set[str]) -> None:
    trace = asker.ask(question)
    assert {item.name for item in trace.answer.items} == names, (trace.answer.text, trace.reading)
    assert trace.answer.status == ("answered" if names else "not_in_graph")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Is Aurora insured?", True),
        ("Is there any trawler calling at Norhaven?", False),
        ("Does the Merlin have pets?", True),
    ],
)
def test_a_question_for_yes_or_no_is_answered_so(asker: Asker, question: str, verdict: bool) -> None:
    assert asker.ask(question).answer.verdict is verdict


def test_a_unit_asks_for_no_more_than_the_number(asker: Asker) -> None:
    assert asker.ask("What is the length of Aurora in metres?").answer.value == "210"


@pytest.mark.parametrize(
    "question",
    [
        "In which year was Norhaven founded?",
        "In what year was the port of Norhaven founded, according to the register?",
        "When was Norhaven founded?",
        "What founding year is entered for Norhaven?",
    ],
)
def test_a_year_is_asked_for_by_what_was_in_it(asker: Asker, question: str) -> None:
    assert "1867" in asker.ask(question).answer.text


def test_a_register_that_shows_something_only_says_so(asker: Asker) -> None:
    answer = asker.ask("Does the register show that Ida Holm commands the Aurora?").answer
    assert answer.verdict is True, answer.text


def test_a_mean_is_of_the_things_that_are_told(asker: Asker) -> None:
    assert asker.ask("What is the average length of the tankers in the register?").answer.value == 195


@pytest.mark.parametrize(
    "question",
    [
        "Which ships have no anchor?",  # nothing of the graph
        "Which accidents happened in Norhaven?",
        "tankers Norhaven only",
        "Which ships are longer than every ferry?",
        "Which captain resembles the captain of the Aurora?",
        "Which barges call at Norhaven?",  # a word that may narrow
        "What do the ships of Ida Holm cost?",
        "Which stuff sinks the most ships?",
        "Everything carried from blocked ports",
        # found by an attack: each had been answered without the word that changes it
        "How many tankers and ferries are there?",
        "Which captains command both a tanker and a ferry?",
        "Are all tankers insured?",
        "Which ships call at all ports?",
        "Which ships called twice at Norhaven?",
        "Which captains command two ships?",
        "Which captains illegally command the Aurora?",
        "Which captain hates the Aurora?",
        "Which port serves the longest ship?",
        "Who sank the Aurora?",
        "Which port has the longest captain?",
        "Which yachts rescued Ida Holm?",  # she did
        "Which port calls at the Aurora?",
        "Why was the Norhaven founded?",
        "How old was Norhaven when it was founded?",
        "Is the Aurora insured, and how many ships are insured?",
        "Which Danish ships call at Norhaven?",  # captains are Danish
        "Which ships carry two cargoes?",
        "Which captain commands the longest tanker?",
        "Which ships do not call at any port but Norhaven?",
        "Which captains are located in Norhaven?",
        "passengers on Aurora",  # more than what Aurora is
        # found by another attack: verbs that another word makes another one, places that are only told
        "Did Ida Holm give up Aurora?",
        "Did Ida Holm give Aurora away?",
        "Which ships ran out of crude oil?",
        "Which ships are safe from Ida Holm?",
        "Which ships carry grain or crude oil but not with both?",
        "I am in Norhaven. Which ships are there in Osterwik?",
        "I have just left Norhaven for Osterwik. Which ships call here?",
        "I used to live in Norhaven. Which ships call here?",
        "Which ships have no insurance?",
        "Is the Aurora ok in Norhaven?",  # whether it calls there says nothing of that
        "Aurora in Norhaven fine?",
        "What is the length of Aurora in feet?",
        "Ida Holm has retired. Who were her cooks?",
        "Which has more sailors, Norhaven or Osterwik?",
        "Which ships ran aground in fog twice?",
        "Which captains ran aground in fog?",  # ships did
        # found by a third attack: words that only look as if they said nothing
        "Which wooden ships call at Norhaven?",
        "empty tankers calling at Norhaven",
        "Which retired captains command tankers?",
        "Which ships carry stolen grain?",
        "Which ships carry refined crude oil?",
        "Which ships built since 2000 sank?",
        "Which ships were scrapped since 2000?",
        "What is the price of the longest tanker?",
        "engineers on tankers",
        "the crew of tankers at Norhaven",
        "Which captains of tankers drink?",
        "Which captains avoid tankers?",
        "Which ships stopped calling at Norhaven?",
        "Which ports refuse tankers?",
        "Which ships carry a crude oil thief?",
        "Which captains command the cook of tankers?",
        # of two types in a row the last is asked for
        "Which cargo ships call at Norhaven?",
        "Which reef ships are insured?",
    ],
)
def test_a_word_that_nothing_explains_ends_the_reading(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert answer.status != "answered", answer.text


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("My uncle adores tankers. Which tankers are insured?", {"Aurora", "Corvus"}),
        ("We are a whole crowd. Which ships are longer than 150 m?", {"Aurora", "Corvus"}),
        ("I am new here. Which ships have more length than Corvus?", {"Aurora"}),
    ],
)
def test_what_is_told_beside_a_question_is_set_aside(asker: Asker, question: str, names: set[str]) -> None:
    trace = asker.ask(question)
    assert (trace.answer.status, {item.name for item in trace.answer.items}) == ("answered", names), trace.answer.text
    assert trace.reading is not None
    assert not trace.reading.sure
    assert [one.text for one in trace.reading.set_aside] == [question.split(". ", maxsplit=1)[0]]


@pytest.mark.parametrize(
    "question",
    [
        "My uncle adores ferries. Which ships are insured?",  # may narrow what is asked
        "We have no tankers. Which ships are insured?",
        "Tankers reg. for insured captains?",  # a word that is shortened ends no sentence
        "What ships have both?",
    ],
)
def test_what_may_be_a_condition_is_not_set_aside(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert answer.status != "answered", answer.text


def test_where_the_question_itself_is_not_understood_its_word_is_told(asker: Asker) -> None:
    text = asker.ask("I am writing an essay. Which ships shimmer?").answer.text
    assert text.startswith("“shimmer” is not"), text
    assert "beside" not in text


def test_what_was_derived_is_told_and_never_sure_and_not_done_strictly(asker: Asker) -> None:
    trace = asker.ask("ships without cargo")
    assert trace.reading is not None
    assert not trace.reading.sure
    assert trace.reading.question == "Which ships are not recorded to carry cargoes?"
    strictly = asker.ask("ships without cargo", approach=Approach(strict=True))
    assert strictly.answer.status == "not_understood"


def test_a_suggestion_says_which_word_it_leaves_out_and_never_a_name(asker: Asker) -> None:
    text = asker.ask("Did Ida Holm give Aurora away?").answer.text
    assert "leaves out “away”" in text, text


def test_an_ordinary_word_that_says_nothing_new_is_passed_over_aloud(asker: Asker) -> None:
    trace = asker.ask("ships carrying crude oil aboard")
    assert {item.name for item in trace.answer.items} == {"Aurora", "Corvus"}
    assert trace.reading is not None
    assert not trace.reading.sure
    assert [one.text for one in trace.reading.set_aside] == ["aboard"]


def test_where_a_word_was_passed_over_nothing_found_is_no_answer(asker: Asker) -> None:
    assert asker.ask("trawlers carrying crude oil aboard").answer.status in ("not_understood", "ambiguous")


def test_of_two_types_in_a_row_the_last_is_asked_for(asker: Asker) -> None:
    trace = asker.ask("Which port captains are Danish?")
    assert {item.name for item in trace.answer.items} <= {"Ida Holm", "Kaja Lind"}


def test_a_word_is_never_corrected_to_its_opposite(asker: Asker) -> None:
    for asked in ("Which ships are uninsured?", "Which ships are uninsurred?"):
        assert {item.name for item in asker.ask(asked).answer.items} <= {"Bellona", "Daphne"}


def test_to_count_is_to_ask_how_many(asker: Asker) -> None:
    answer = asker.ask("count uninsured ships").answer
    assert (answer.kind, answer.value) == ("count", 2)


def test_words_before_a_question_are_set_aside_aloud(asker: Asker) -> None:
    trace = asker.ask("I am writing an essay. Which ports have no ships?")
    assert [item.name for item in trace.answer.items] == ["Pellsund"]
    assert trace.reading is not None
    assert [one.text for one in trace.reading.set_aside] == ["I am writing an essay"]
