"""What a question for yes or no denies."""

from __future__ import annotations

import re

import pytest

from kgqa.questions.negation.denied_links import denial_of


@pytest.mark.parametrize(
    ("question", "denied"),
    [
        ("Does <A> show <B>?", "none"),
        ("Isn't <B> seen in <A>?", "none"),
        ("<A> shows <B>, doesn't it?", "none"),
        ("Does <A> show <B> or not?", "none"),
        ("Does <polydactyly with or without A> show <B>?", "none"),
        ("My aunt says never. Does <A> show <B>?", "none"),
        ("Is it true that <B> has not been observed in <A>?", "link"),
        ("<A> does not show <B>. Is this true?", "link"),
        ("Does <A> lack <B>?", "link"),
        ("Is <B> absent in <A>?", "link"),
        ("Is there no link of <A> and <B>?", "link"),
        ("<B> isn’t a sign of <A>, is it?", "link"),
        ("Is there a gene of <A> that is not linked to <B>?", "condition"),
        ("Can <A> occur without <B>?", "unclear"),
        ("Is it not so that <A> does not show <B>?", "unclear"),
    ],
)
def test_what_a_question_denies(question: str, denied: str) -> None:
    text = question.replace("<", "").replace(">", "")
    names = [(m.start() - 2 * n, m.end() - 2 * n - 2) for n, m in enumerate(re.finditer("<[^>]*>", question))]
    assert denial_of(text, names) == denied
