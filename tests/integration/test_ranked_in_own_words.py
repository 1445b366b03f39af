"""Rankings and comparisons in people's own words, on own tables and on the bundled graph."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from tests.integration import own_tables

NODES = """id,name,label,bore_diameter_cm,damage_eur,founded_year,hired_on,fee_eur,capacity_boxes,platforms
S:1,Alder Scanner,Scanner,70,,,,,,
S:2,Birch Scanner,Scanner,80,,,,,,
I:1,Barn fire,Incident,,9000,,,,,
I:2,Kiln fire,Incident,,400,,,,,
M:1,Rowan Works,Maker,,,1850,,,,
M:2,Sloe Works,Maker,,,1790,,,,
N:1,Ada Fern,Nurse,,,,2004-05-01,,,
N:2,Ben Holt,Nurse,,,,1999-02-01,,,
N:3,Cy Reed,Nurse,,,,2011-07-01,,,
P:1,Dee Moss,Patient,,,,,,,
P:2,Eve Lark,Patient,,,,,,,
P:3,Flo Wren,Patient,,,,,,,
F:1,Frosty,Freezer,,,,,,40,
F:2,Icy,Freezer,,,,,,60,
W:1,Elm Ward,Ward,,,,,20,,
W:2,Oak Ward,Ward,,,,,30,,
K:1,East Kitchen,Kitchen,,,,,,,2
L:1,Hill School,School,,,,,,,
L:2,Lake School,School,,,,,,,
"""
EDGES = """source,type,target,since,delivery_minutes,visits,score_percent
N:1,WORKS_ON,W:1,2004-05-01,,,
N:2,WORKS_ON,W:1,2015-03-01,,,
N:3,WORKS_ON,W:2,2011-07-01,,,
P:1,TREATED_ON,W:1,,,4,
P:2,TREATED_ON,W:1,,,9,
P:3,TREATED_ON,W:2,,,1,
K:1,DELIVERS_TO,L:1,,15,,
K:1,DELIVERS_TO,L:2,,40,,
M:1,MADE,S:1,,,,
M:1,MADE,S:2,,,,
M:2,ATTENDED,I:1,,,,
F:1,STANDS_ON,W:1,,,,
F:2,STANDS_ON,W:2,,,,
"""

asker = own_tables.asker("ranked", nodes=NODES, edges=EDGES)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which scanner has the widest bore?", {"Birch Scanner"}),
        ("Which scanner has the narrowest bore?", {"Alder Scanner"}),
        ("Which incident caused the greatest damage?", {"Barn fire"}),
        ("Which maker has the earliest year of foundation?", {"Sloe Works"}),
        ("Which school has the longest delivery run, counted in minutes?", {"Lake School"}),
        ("Which school has the shortest delivery time?", {"Hill School"}),
        ("Which maker made the largest number of different scanners?", {"Rowan Works"}),
        ("Out of all wards, which one has the biggest number of patients?", {"Elm Ward"}),
        ("Who's worked on Elm Ward the longest?", {"Ada Fern"}),
        ("Which nurse has been on Elm Ward the longest?", {"Ada Fern"}),
        ("Out of curiosity, who has been working here the longest?", {"Ben Holt"}),
        ("out of everybody who's been with us the longest", {"Ben Holt"}),
        ("Ada Fern vs Cy Reed, who has worked here longer", {"Ada Fern"}),
        ("Who's got more patients, Elm Ward or Oak Ward?", {"Elm Ward"}),
        ("Fewer patients are recorded for which of the two: Elm Ward or Oak Ward?", {"Oak Ward"}),
    ],
)
def test_it_is_ranked_by_what_is_meant(asker: Asker, question: str, names: set[str]) -> None:
    answer = asker.ask(question).answer
    assert (answer.status, {item.name for item in answer.items}) == ("answered", names), answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Which scanner has the widest room?",
        "Which scanner has the newest bore?",
        "Which kitchen has the longest platform?",
        "Which ward has the newest fee?",
        "Which incident caused the greatest alarm?",
        "Which school has the longest delivery run, counted in miles?",
        "Which patient has the highest visits of all?",  # of one ward, or of all of them together
        "Who has been on Elm Ward the longest?",  # somebody who works there, or a patient
        "Which patient has been here the longest?",
        "Who has worked in the kitchen the longest?",
        "Which lost more patients, Elm Ward or Oak Ward?",
        "Which doesn't have more patients, Elm Ward or Oak Ward?",
        "Which maker has the most scanners in its name?",
        "Do more patients of Elm Ward or of Oak Ward complain?",
        "Of all wards, which one has the kindest nurses?",
    ],
)
def test_what_asks_for_something_else_is_not_ranked(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert answer.status != "answered", answer.text


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("if I add up all the freezers, how many boxes can they take in total?", 100),
        ("How many visits has Elm Ward had altogether?", 13),
        ("What is the total visits of the patients that are treated on Elm Ward?", 13),
    ],
)
def test_it_is_added_up(asker: Asker, question: str, value: int) -> None:
    answer = asker.ask(question).answer
    assert (answer.status, answer.kind, answer.value) == ("answered", "value", value), answer.text


@pytest.mark.parametrize(
    "question",
    [
        "if I add up all the freezers, how many boxes did they lose in total?",
        "if I add up all the freezers, how many shelves have they in total?",
        "How many visits has Elm Ward cancelled altogether?",
        "How many home visits has Elm Ward had altogether?",
    ],
)
def test_what_is_another_number_is_not_added_up(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert answer.status != "answered", answer.text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which type of Ehlers-Danlos has the longest list of symptoms?", "kinds of Ehlers-Danlos syndrome, B3GALT6"),
        ("Which of the mucopolysaccharidoses has the longest list of features?", "mucopolysaccharidosis type 2 shows"),
        ("Which kinds of Usher syndrome are associated with the most genes?", "Usher syndrome type 1 is associated"),
        ("Out of curiosity, the gene with the largest number of associated diseases is which one?", "PIK3CA"),
        ("Ranking genes by the number of distinct diseases they are linked to, which comes first?", "PIK3CA"),
        ("Of all genes, which one has the most diseases to its name?", "PIK3CA"),
        ("What is the single most frequently annotated abnormality across all diseases?", "Global developmental delay"),
        ("Usher 1 vs Usher 2, which has more genes to test", "Usher syndrome type 1 has more recorded genes"),
        ("Does ARX or CDKL5 account for more diseases?", "ARX has more recorded diseases"),
        (
            "More genes have been found for which of the two: Usher syndrome or Joubert syndrome?",
            "Joubert syndrome has",
        ),
    ],
)
def test_it_is_ranked_among_diseases(hpo_asker: Asker, question: str, said: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert answer.status == "answered"
    assert said in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Which type of Ehlers-Danlos has the most severe symptoms?",
        "Which type of Ehlers-Danlos has the most patients?",
        "Of all diseases, which one affects the most people?",
        "Does Noonan syndrome share more genes with Costello syndrome or with Legius syndrome?",
        "Do more people with Noonan syndrome die than with Costello syndrome?",
        "Which genes do they share?",
    ],
)
def test_of_patients_and_of_severity_nothing_is_ranked(hpo_asker: Asker, question: str) -> None:
    assert hpo_asker.ask(question).answer.status != "answered"
