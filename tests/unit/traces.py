"""Traces made by hand, in the shapes that the pipeline gives."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from kgqa.evidence.pruning import Context, Limits, prune
from kgqa.records import (
    Answer,
    AnswerItem,
    Candidate,
    Claim,
    ClaimVerdict,
    Clause,
    Correction,
    CypherRecord,
    Entity,
    GraphCard,
    Message,
    ModelCall,
    Node,
    Reading,
    SetAside,
    Suggestion,
    Trace,
    Triple,
)
from kgqa.strategies.check_text import CheckedText

CARD = GraphCard(
    name="hpo",
    title="HPO annotations",
    version="2025-01-16",
    licence="https://hpo.jax.org/app/license",
    citation="Gargano et al., The Human Phenotype Ontology in 2024, PMID:37953324",
)
MARFAN = Node("OMIM:154700", "Marfan syndrome", "Disease")
ARACHNODACTYLY = Node("HP:0001166", "Arachnodactyly", "Phenotype")
PLANNED = "MATCH (d:Disease)-[:HAS_PHENOTYPE]->(p:Phenotype) WHERE p.id = $a RETURN d.id"
ECTOPIA = Node("HP:0001083", "Ectopia lentis", "Phenotype")


RESEMBLING = (
    Candidate("HP:0001132", "Lens subluxation", "Phenotype", 0.62, "fuzzy", "Lens subluxation", ("HP:0001132",)),
    Candidate("HP:0012385", "Camptodactyly", "Phenotype", 0.6, "fuzzy", "Camptodactyly", ("HP:0012385",)),
)
"""Other readings that a chip offers."""


def entity(mention: str, start: int, node: Node, *, rivals: tuple[Candidate, ...] = (), tied: bool = False) -> Entity:
    chosen = Candidate(node.id, node.name, node.label, 1.0, "exact", node.name, (node.id,))
    return Entity(mention, start, start + len(mention), chosen, rivals, tied)


def shows(number: int, subject: Node, target: Node, *, against: bool = False, **fields: object) -> Triple:
    phrase = "does not show" if against else "shows"
    properties = {"evidence": "PCS", "references": ["PMID:28050285", "PMID:29587526"], "source": "OMIM", **fields}
    return Triple(number, subject, "HAS_PHENOTYPE", target, phrase, against, ("OMIM",), properties)


def statement(cypher: str, purpose: str, rows: int, **parameters: object) -> CypherRecord:
    return CypherRecord(cypher, cypher, f"{cypher} LIMIT 1001", parameters, purpose, rows, 12.3)


def intersection(others: int = 1, *, aside: int = 1) -> Trace:
    """Diseases with two phenotypes: Marfan syndrome under two identifiers, ``others`` more, ``aside`` set aside."""
    marfan_orpha = Node("ORPHA:558", "Marfan syndrome", "Disease")
    evidence = [
        shows(1, MARFAN, ARACHNODACTYLY, frequency="124/197", frequency_low=0.629, frequency_high=0.629),
        shows(
            2, MARFAN, ECTOPIA, frequency="119/251", frequency_low=0.474, frequency_high=0.474, onset="Childhood onset"
        ),
        shows(3, marfan_orpha, ARACHNODACTYLY, frequency="Very frequent", frequency_low=0.8, frequency_high=0.99),
    ]
    items = [AnswerItem(MARFAN.id, MARFAN.name, "Disease", (MARFAN.id, marfan_orpha.id), (1, 2, 3))]
    set_aside = []
    for position in range(others + aside):
        node = Node(f"OMIM:{600000 + position}", f"Disease number {position}", "Disease")
        denied = position >= others
        first, second = len(evidence) + 1, len(evidence) + 2
        evidence.append(shows(first, node, ARACHNODACTYLY, frequency="3/7", frequency_low=0.43, frequency_high=0.43))
        evidence.append(shows(second, node, ECTOPIA, against=denied, frequency="0/32" if denied else ""))
        item = AnswerItem(node.id, node.name, "Disease", (node.id,), (first, second))
        (set_aside if denied else items).append(item)
    question = "Which diseases show both arachnodactyly and ectopia lentis?"
    headline = f"{len(items)} diseases show both arachnodactyly and ectopia lentis."
    return Trace(
        question=question,
        strategy="graph-only",
        graph=CARD,
        answer=Answer(
            "answered", "list", headline, f"{headline} Not in the list: looked for and found in no patient.",
            items=tuple(items), set_aside=tuple(set_aside), total=len(items), records=len(items) + 1, narrower=2,
        ),
        understood="list of diseases that show both arachnodactyly and ectopia lentis",
        entities=(entity("arachnodactyly", 25, ARACHNODACTYLY), entity("ectopia lentis", 44, ECTOPIA)),
        cypher=(statement(PLANNED, "answers", 3, a="HP:0001166"),),
        evidence=tuple(evidence),
        timings_ms={"understand": 4.2, "query": 31.0, "total": 40.1},
    )  # fmt: skip


def contexts() -> tuple[tuple[Context, ...], dict[str, float]]:
    """What is recorded about two things, 60 facts and 21, one of which is about both; and the score of each."""
    read = []
    for thing, facts in ((MARFAN, 60), (ECTOPIA, 20)):
        found = [shows(0, MARFAN, ECTOPIA, frequency="119/251", frequency_low=0.474, frequency_high=0.474)]
        for place in range(facts):
            tier = ("PCS", "TAS", "IEA", "")[place % 4]
            if thing is MARFAN:
                found.append(
                    shows(0, thing, Node(f"HP:{place:07}", f"Sign number {place}", "Phenotype"), evidence=tier)
                )
            else:
                found.append(shows(0, Node(f"OMIM:{place:06}", f"Disease number {place}", "Disease"), thing,
                                   evidence=tier, against=place % 9 == 8))  # fmt: skip
        sentences = tuple(f"{one.in_words}." for one in found)
        read.append(Context(thing.name, tuple(found), sentences))
    told = dict.fromkeys(sentence for one in read for sentence in one.sentences)
    return tuple(read), {sentence: round(0.91 - 0.009 * place, 4) for place, sentence in enumerate(told)}


def pruned(limits: Limits | None = None, hand: Mapping[str, bool] | None = None, *, text: str = "") -> Trace:
    """Facts about two things, cut down to a question.

    Args:
        text: what a language model wrote from them; empty where none was asked.
    """
    read, scores = contexts()
    kept = prune(read, scores, limits or Limits(), hand=hand or {})
    headline = f"{len(kept.kept)} facts about “Marfan syndrome” and “Ectopia lentis” are nearest to the question."
    answer = Answer("evidence", "list", headline, headline)
    trace = Trace(
        question="What of Marfan syndrome and ectopia lentis is known?",
        strategy="kg-rag",
        graph=CARD,
        answer=answer,
        entities=(entity("Marfan syndrome", 8, MARFAN), entity("ectopia lentis", 28, ECTOPIA)),
        cypher=(statement(PLANNED, "evidence", 81, a=MARFAN.id),),
        evidence=tuple(one.triple for one in kept.kept),
        timings_ms={"link": 3.0, "query": 31.0, "prune": 12.0, "total": 46.0},
        pruned=kept,
    )
    if not text:
        return trace
    whole = f"{headline}\n{text}"
    claim = Claim(text, len(headline) + 1, len(whole), "supported", (1,))
    said = replace(answer, status="answered", text=whole, written_by="scripted", written_from=len(headline) + 1)
    return replace(trace, answer=said, claims=(claim,), calls=(call(tokens_context=900),))


def ambiguous() -> Trace:
    """A mention that is the name of two phenotypes."""
    atrial = Candidate("HP:0001631", "Atrial septal defect", "Phenotype", 1.0, "synonym", "ASD")
    autistic = Candidate("HP:0000729", "Autistic behavior", "Phenotype", 1.0, "synonym", "ASD")
    mention = Entity("ASD", 20, 23, atrial, (autistic,), tied=True)
    headline = "“ASD” is another name of two phenotypes."
    return Trace(
        question="Which diseases show ASD?",
        strategy="graph-only",
        graph=CARD,
        answer=Answer("ambiguous", "list", headline, headline),
        entities=(mention,),
        choices=(mention,),
        timings_ms={"total": 3.0},
    )


def nothing() -> Trace:
    """A question that the graph is silent on, with the doctor's findings."""
    headline = "No disease in this graph is annotated with both ectopia lentis and anosmia."
    return Trace(
        question="Which diseases show both ectopia lentis and anosmia?",
        strategy="graph-only",
        graph=CARD,
        answer=Answer(
            "not_in_graph", "list", headline, f"{headline} That is silence, not proof of absence.", total=0,
            clauses=(Clause("Diseases that show ectopia lentis", 51), Clause("Both at once", 0, empties=True)),
            suggestions=(Suggestion("Leave out anosmia", "Which diseases show ectopia lentis?", 51),),
        ),
        entities=(entity("ectopia lentis", 26, ECTOPIA),),
        timings_ms={"total": 61.0},
    )  # fmt: skip


def unread() -> Trace:
    """A question with a word that nothing explains."""
    headline = "“dangerous” is not understood here."
    return Trace(
        question="Is ectopia lentis a dangerous feature of Marfan syndrome?",
        strategy="graph-only",
        graph=CARD,
        answer=Answer(
            "not_understood", "yesno", headline, f"{headline} An answer that leaves it out would be a guess.",
            suggestions=(Suggestion("Leave out “dangerous”", "Is ectopia lentis a feature of Marfan syndrome?"),),
        ),
        entities=(entity("ectopia lentis", 3, ECTOPIA),),
        timings_ms={"total": 12.0},
    )  # fmt: skip


def by_meaning() -> Trace:
    """A question that was read by meaning, with words that were set aside."""
    asked = "Hello, I see a boy with Marfan syndrome tomorrow. What should I look out for, thanks?"
    aside = ("Hello, I see a boy", "tomorrow", "thanks")
    reading = Reading(
        "Which phenotypes does Marfan syndrome show?",
        sure=False,
        set_aside=tuple(SetAside(asked.index(one), asked.index(one) + len(one), one) for one in aside),
        others=("Which genes cause Marfan syndrome?", "How is Marfan syndrome inherited?"),
    )
    answer = Answer(
        "answered", "list", "Marfan syndrome shows 2 phenotypes.",
        "Marfan syndrome shows 2 phenotypes. Arachnodactyly [1] and Ectopia lentis [2].",
        items=tuple(
            AnswerItem(node.id, node.name, node.label, (node.id,), (number,))
            for number, node in enumerate((ARACHNODACTYLY, ECTOPIA), start=1)
        ),
        total=2,
    )  # fmt: skip
    return Trace(
        question=asked,
        strategy="graph-only",
        graph=CARD,
        answer=answer,
        understood="phenotypes that Marfan syndrome shows",
        entities=(entity("Marfan syndrome", asked.index("Marfan"), MARFAN),),
        cypher=(statement(PLANNED, "answers", 2, a=MARFAN.id),),
        evidence=(shows(1, MARFAN, ARACHNODACTYLY), shows(2, MARFAN, ECTOPIA)),
        timings_ms={"link": 2.0, "understand": 30.0, "query": 20.0, "total": 52.0},
        reading=reading,
    )


def undecided() -> Trace:
    """A question of which two readings are as near as each other."""
    headline = "The question can be read in two ways."
    questions = ("Which phenotypes does Marfan syndrome show?", "Which genes cause Marfan syndrome?")
    return Trace(
        question="Anything on Marfan syndrome?",
        strategy="graph-only",
        graph=CARD,
        answer=Answer(
            "ambiguous", "text", headline, f"{headline} Please choose one; nothing has been asked yet.",
            suggestions=tuple(Suggestion(one, one) for one in questions),
        ),
        entities=(entity("Marfan syndrome", 12, MARFAN),),
        timings_ms={"total": 40.0},
        reading=Reading(questions[0], sure=False, others=questions[1:]),
    )  # fmt: skip


def hostile(text: str) -> Trace:
    """An answer in which every word that comes from outside is ``text``."""
    node, other = Node(text, text, text), Node(f"{text} 2", text, text)
    triple = Triple(1, node, text, other, text, False, (text,), {"references": [text], "frequency": text, text: text})
    return Trace(
        question=text,
        strategy="graph-only",
        graph=GraphCard(text, text, text, text, text),
        answer=Answer(
            "answered", "list", text, f"{text}\n{text}", items=(AnswerItem(text, text, text, (text, text), (1,)),),
            set_aside=(AnswerItem(f"{text} 2", text, text, (), (1,)),), total=1, clauses=(Clause(text, 3),),
            suggestions=(Suggestion(text, text, 1),), narrower=1,
        ),
        understood=text,
        entities=(entity(text, 0, other),),
        cypher=(statement(text, text, 1, text=text),),
        evidence=(triple,),
        timings_ms={text: 1.0, "total": 1.0},
        reading=Reading(f"{text} 4", False, (SetAside(0, min(1, len(text)), text),), (f"{text} 3",)),
    )  # fmt: skip


def call(purpose: str = "write the answer", **fields: object) -> ModelCall:
    """A request to a language model."""
    messages = (Message("system", "Answer from the records."), Message("user", "Which diseases show both?"))
    settings = {"temperature": 0.0, "seed": 0, "most_tokens": 1024}
    made = ModelCall(
        purpose,
        "ollama",
        "qwen2.5-coder:7b",
        settings,
        "answer 1",
        messages,
        "Marfan syndrome.",
        1184,
        96,
        False,
        1940.0,
    )
    return replace(made, **fields)


def written(
    strategy: str = "cypher", text: str = "", claims: tuple[tuple[str, ClaimVerdict, tuple[int, ...], str], ...] = ()
) -> Trace:
    """An answer that a language model wrote.

    Args:
        text: what the model wrote.
        claims: for each claim its words as they stand in the text, the verdict, its evidence and the reason.
    """
    trace = intersection(3, aside=1)
    if not text:
        text = (
            "Marfan syndrome shows both [1, 2]. Disease number 1 shows both. Loeys-Dietz 1 shows ectopia lentis.\n"
            "Ehlers-Danlos syndrome shows both [3]. I hope this helps."
        )
        claims = (
            ("Marfan syndrome shows both [1, 2].", "supported", (1, 2), ""),
            ("Disease number 1 shows both.", "supported", (6, 7), ""),
            ("Loeys-Dietz 1 shows ectopia lentis.", "contradicted", (11,), "looked for in 32, found in none"),
            ("Ehlers-Danlos syndrome shows both [3].", "not_recorded", (), "no record of the two"),
            ("I hope this helps.", "not_checked", (), "no relation was read"),
        )
    headline = "4 diseases show both." if strategy == "cypher" else "A language model answered without the graph."
    whole, found = f"{headline}\n{text}", []
    for words, verdict, numbers, reason in claims:
        start = whole.index(words, len(headline))
        found.append(Claim(words, start, start + len(words), verdict, numbers, reason))
    answer = replace(trace.answer, headline=headline, text=whole, written_by="qwen2.5-coder:7b", narrower=None)
    answer = replace(answer, written_from=len(headline) + 1)
    if strategy == "llm-only":
        answer = replace(answer, items=(), set_aside=(), total=None, records=None)
    generated = PLANNED.replace("Disease", "disease")
    record = replace(
        statement(PLANNED, "answers", 4, a="HP:0001166"),
        generated=generated,
        corrections=(Correction("labels", "disease", "Disease", "The schema has Disease, not disease.", 9, 16),),
    )
    return replace(
        trace,
        strategy=strategy,
        answer=answer,
        cypher=(record,) if strategy == "cypher" else (),
        calls=(call("write Cypher", prompt="cypher-zero-shot 1"), call()) if strategy == "cypher" else (call(),),
        claims=tuple(found),
    )


def reworded(strategy: str = "cypher") -> Trace:
    """What a language model wrote, one sentence of it in our wording, with a remark of its own below."""
    text = (
        "Marfan syndrome shows arachnodactyly [1]. Marfan syndrome shows ectopia lentis in 119 of 251 patients [2]. "
        "Loeys-Dietz 1 shows ectopia lentis. Weill-Marchesani syndrome shows arachnodactyly. "
        "Lens surgery should not be put off.\n"
        "Remarks of qwen2.5-coder:7b, not checked: an ophthalmologist should see every patient."
    )
    trace = written(strategy, text, (
        ("Marfan syndrome shows arachnodactyly [1].", "supported", (1,), "Recorded is 124/197 (63 %)."),
        ("Marfan syndrome shows ectopia lentis in 119 of 251 patients [2].", "supported", (2,), ""),
        ("Loeys-Dietz 1 shows ectopia lentis.", "contradicted", (11,), "Looked for in 32 patients, found in none."),
        ("Weill-Marchesani syndrome shows arachnodactyly.", "not_recorded", (), "Nothing is recorded between the two."),
        ("Lens surgery should not be put off.", "not_checked", (), "“Lens surgery” is nothing that this graph knows."),
    ))  # fmt: skip
    first, second, *others = trace.claims
    own = "Nearly all patients with Marfan syndrome have ectopia lentis [2]."
    return replace(trace, claims=(first, replace(second, written=own), *others))


def checked(text: str) -> CheckedText:
    """A text whose sentences are supported, contradicted, not recorded and not checked, in turns."""
    evidence = (
        shows(1, MARFAN, ARACHNODACTYLY, frequency="124/197", frequency_low=0.629, frequency_high=0.629),
        shows(2, Node("OMIM:609192", "Loeys-Dietz syndrome 1", "Disease"), ECTOPIA, against=True, frequency="0/32"),
    )
    kinds: tuple[tuple[ClaimVerdict, tuple[int, ...], str], ...] = (
        ("supported", (1,), "Recorded is 124/197 (63 %)."),
        ("contradicted", (2,), "Ectopia lentis was looked for in 32 patients and found in none."),
        ("not_recorded", (), "The graph does not record that Marfan syndrome shows anosmia."),
        ("not_checked", (), "“Colchicine” is nothing that this graph knows."),
    )
    claims = []
    for place, found in enumerate(re.finditer(r"\S[^.\n]*\.?", text)):
        verdict, numbers, reason = kinds[place % len(kinds)]
        claims.append(Claim(found.group(), found.start(), found.end(), verdict, numbers, reason))
    return CheckedText(text, tuple(claims), evidence)
