"""What is recorded of links, asked from its own side: which things cite a paper, which annotations rest on a study."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from tests.integration import own_tables

NAME = "records"
NODES = """\
id,name,label
R:1,Request One,Request
R:2,Request Two,Request
R:3,Request Three,Request
P:1,Ada Novak,Referee
P:2,Ben Strand,Referee
M:1,Machine 11,Machine
M:2,Machine 12,Machine
"""
LINKS = """source,type,target,vote,result,note
R:1,REVIEWED_BY,P:1,against,,
R:1,REVIEWED_BY,P:2,for,,
R:2,REVIEWED_BY,P:2,for,,
R:3,REVIEWED_BY,P:1,against,,
R:1,FILED_BY,P:1,,,urgent
R:2,FILED_BY,P:2,,,routine
R:3,ARCHIVED_BY,P:2,,,sealed
R:2,ARCHIVED_BY,P:1,,,routine
M:1,SERVICED_BY,P:1,,failed,
M:2,SERVICED_BY,P:2,,passed,
"""
asker = own_tables.asker(NAME, nodes=NODES, edges=LINKS)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("On which requests is a vote against recorded?", {"Request One", "Request Three"}),
        ("Which requests are recorded with the vote against?", {"Request One", "Request Three"}),
        ("For which machines is a failed result on record?", {"Machine 11"}),
        ("Which machines carry the result passed?", {"Machine 12"}),
        ("Which requests are recorded with the note sealed?", {"Request Three"}),  # of two links with notes one has it
        ("For which requests is the note urgent on record?", {"Request One"}),
        ("Which requests that are reviewed by Ada Novak carry the vote against?", {"Request One", "Request Three"}),
    ],
)
def test_it_is_listed(asker: Asker, question: str, names: set[str]) -> None:
    answer = asker.ask(question).answer
    assert answer.status == "answered", answer.text
    assert {item.name for item in answer.items} == names


@pytest.mark.parametrize(
    "question",
    [
        "On which requests is no vote against recorded?",
        "On which requests is a vote against not recorded?",
        "On which requests is a vote against recorded most often?",
        "For which machines is a failed result recorded twice?",
        "Which referees got a vote against?",
        "Which requests are recorded with the note routine?",  # which may be meant of either link
    ],
)
def test_what_is_asked_otherwise_is_not_answered(asker: Asker, question: str) -> None:
    assert asker.ask(question).answer.status != "answered"


@pytest.mark.parametrize(
    ("asked", "said", "further"),
    [
        ("Which diseases cite PMID:33436942?", "1 disease shows phenotypes", 0),
        ("PMID:9054935 is cited for which diseases?", "3 diseases follow modes of inheritance", 0),
        ("Which diseases have annotations taken from PMID:14991055?", "4 diseases follow modes of inheritance", 0),
        ("Which biotinidase deficiency annotations were taken from PMID:4073853?", "Biotinidase deficiency", 1),
        ("How many of the Netherton syndrome annotations have evidence code IEA?", "Netherton syndrome shows 11", 0),
        ("List the annotations of Fabry disease that are restricted to females.", "Fabry disease shows 4", 0),
    ],
)
def test_where_no_link_is_named_all_are_looked_at(hpo_asker: Asker, asked: str, said: str, further: int) -> None:
    """What another relation tells besides is asked after it; what it tells once more is not."""
    trace = hpo_asker.ask(asked)
    assert trace.answer.status == "answered"
    assert trace.answer.text.startswith(said), trace.answer.text
    assert len(trace.further) == further
    assert all(one.answer.status == "answered" for one in trace.further)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("What proportion of male Fabry patients have left ventricular hypertrophy?", "284 of 699"),
        ("How often is left ventricular hypertrophy seen in female patients with Fabry disease?", "180 of 754"),
        ("Does proteinuria in Fabry disease affect males or females?", "sex: female (OMIM) [1] and male"),
        ("Which evidence code stands behind pheochromocytoma in VHL?", "evidence IEA"),
        ("On which references does the entry of macrocephaly in Sotos syndrome rest?", "PMID:12525543"),
        ("What evidence underlies the statement that Marfan patients have arachnodactyly?", "evidence PCS"),
    ],
)
def test_what_a_record_of_two_things_says_is_told(hpo_asker: Asker, asked: str, said: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.status == "answered"
    assert said in answer.text
    assert "Not used" not in answer.text


@pytest.mark.parametrize(
    "asked",
    [
        "Which diseases affect only males?",
        "Is proteinuria in Fabry disease recorded for men or for women?",
        "Is proteinuria in Fabry disease recorded only for men?",
        "Which diseases do male patients with seizures have?",
        "Which diseases are not supported by PMID:33436942?",
        "Which diseases cite PMID:99999999?",
        "Which diseases cite PMID:33436942 most often?",
        "Which genes cite PMID:33436942?",
        "Who wrote PMID:33436942?",
        "ORPHA:2841 is which OMIM entry?",
        "Which phenotypes of Marfan syndrome does OMIM list that Orphanet does not?",
        "Which study does not support arachnodactyly in Marfan syndrome?",
        "How many annotations does Marfan syndrome have?",
    ],
)
def test_what_records_do_not_tell_is_not_answered(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"
