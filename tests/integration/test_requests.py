"""Requests for things by what is recorded of them, of which every word plays a part."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from kgqa.questions.requests.comparing import compared
from kgqa.questions.requests.grammar import requested
from kgqa.questions.requests.parts import parts
from kgqa.questions.wording import Wording


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        # Verbs that only record, wrapping that only asks, and signs that join.
        ("I am after disorders that list cataplexy but not hypotonia.", "show Cataplexy and are not recorded to show"),
        ("Conditions attributed to PTPN11 as well as to RAF1?", "Which diseases are associated with both PTPN11 and"),
        ("boy w/ anosmia and micropenis, candidates?", "Which diseases show both Anosmia and Micropenis?"),
        ("Need everything tagged as digenic.", "Which diseases follow Digenic inheritance?"),
        ("anything else besides cystic fibrosis with nasal polyps?", "Which diseases other than Cystic fibrosis show"),
        # Kinds of what is named.
        ("Situs inversus in Bardet-Biedl: with which of the subtypes is it seen?", "Which kinds of Bardet-Biedl"),
        ("Could you list the Ehlers-Danlos types in which kyphoscoliosis is described?", "Which kinds of Ehlers"),
        # Over what is on the way.
        ("Genes behind diseases with ectopia lentis?", "Which genes are associated with diseases that show ectopia"),
        (
            "Consider the diseases that combine optic atrophy with deafness. What are their genes?",
            "What are the genes of the diseases",
        ),
        # How often, what is recorded not to be so, and values in ordinary words.
        ("Which signs of Wolfram syndrome are marked 'very frequent'?", "with the frequency very frequent"),
        ("data check: for which diseases are Lisch nodules entered as excluded (NOT)?", "are recorded not to show"),
        ("anything that is passed on via the Y chromosome", "Which diseases follow Y-linked inheritance?"),
        ("Crouzon syndrome - does it come with hydrocephalus?", "Does Crouzon syndrome show Hydrocephalus?"),
        # Comparisons.
        ("are bloom syndrome and werner syndrome inherited the same way?", "share a mode of inheritance?"),
        (
            "Between Kabuki 1 and Kabuki 2, where is hypoglycemia the more frequent problem?",
            "Is Hypoglycemia more",
        ),
        ("Bardet-Biedl or Joubert, which has more genes on file?", "Which has more genes, Bardet-Biedl syndrome or"),
        (
            "CFTR: is cystic fibrosis the only disease associated with it?",
            "the only disease that is",
        ),
        ("Kabuki syn 1: which of these - cleft palate, cataract, long palpebral fissure?", "Which of cleft palate"),
        (
            "Telling Legius syndrome and NF1 apart: which of the two comes with Lisch nodules?",
            "Which of Legius syndrome",
        ),
    ],
)
def test_it_is_read_by_its_parts(hpo_asker: Asker, asked: str, read: str) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.status == "answered"
    assert trace.reading is not None
    assert read in trace.reading.question
    assert not trace.reading.sure


def test_of_whom_it_is_said_is_set_aside_aloud(hpo_asker: Asker) -> None:
    asked = "To have Marfan, does a child need the faulty gene from both parents?"
    trace = hpo_asker.ask(asked)
    assert trace.answer.text.startswith("No")
    assert trace.reading is not None
    assert [asked[one.start : one.end] for one in trace.reading.set_aside] == ["child"]


@pytest.mark.parametrize(
    "asked",
    [
        "Which genes protect from Marfan syndrome?",  # a link that the graph does not have
        "Which diseases have cataract, and which ones are not recorded with it?",  # two requests
        "Are there Usher subtypes without any gene attached? Name them.",  # a type is denied, and no name
        "all three of cataract and deafness: which diseases?",  # a number of something else
        "Which syndromes with cataract or deafness and seizures?",  # what "or" joins is open
        "How many conditions carry any kind of X-linked inheritance?",  # kinds of what is not asked for are counted
        "Birt-Hogg-Dubé: gene? and spontaneous pneumothorax in how many",  # two questions
        "What is the frequency of seizures in Turner syndrome?",  # a property
        "Which two diseases share cataract?",
        "# genes for Joubert syndrome",
        "Do all diseases associated with FBN1 show arachnodactyly?",
        "Which diseases show all phenotypes of Marfan syndrome?",
        "Which signs does Marfan syndrome not have that Fabry disease has?",
        "Which genes cause Marfan syndrome in children?",  # whom, or at which age
        "My patient has ectopia lentis; does she have Marfan syndrome?",
        "Which is the only gene tied to Marfan syndrome?",
        "Do Marfan syndrome and Loeys-Dietz syndrome 1 have the same treatment?",
        "What is heterochromia iridis and which syndromes have it?",  # what it is
        "can you explain what hydrocephalus is please",
        "cataplexy but not narcolepsy - which disorders remain",  # narcolepsy may be one of them
    ],
)
def test_what_is_open_or_more_is_no_request(hpo_asker: Asker, asked: str) -> None:
    entities = hpo_asker.interpreter.named(asked)
    said = parts(asked, entities, hpo_asker.interpreter.lexicon.longest)
    assert said is None or not requested(hpo_asker.schema, said, entities)
    assert said is None or compared(Wording(hpo_asker.schema), said, entities) is None
