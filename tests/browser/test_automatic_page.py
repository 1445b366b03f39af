"""Ask where a language model is set and nothing was chosen: auto, and the page tells what of it was done."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import axe
import chromium as web
import pytest
from scripted_models import Script, ScriptedModels, in_form
from selenium.webdriver import Chrome

QUESTION = "I have a patient with HHT; which gene could be behind it?"
READING = json.dumps(
    {
        "asks": "list",
        "of": "Gene",
        "names": [{"words": "HHT", "called": ["Hereditary hemorrhagic telangiectasia"]}],
        "conditions": [{"relations": ["ASSOCIATED_WITH"], "names": [1]}],
    }
)
SAID = "ENG is associated with Hereditary hemorrhagic telangiectasia."
CLAIM = (SAID, "ENG", "ASSOCIATED_WITH", "Hereditary hemorrhagic telangiectasia", 2)


@pytest.fixture
def reading(models: ScriptedModels) -> Iterator[None]:
    """A model that reads the question and writes a sentence."""

    def reply(messages: Sequence[Mapping[str, str]]) -> Script | str:
        return READING if messages[0]["content"].startswith("You read a question") else in_form(CLAIM)

    models.reply = reply
    yield
    models.reply = None


def test_auto_is_how_questions_are_asked_where_a_model_is_set_and_tells_what_it_did(
    page: Chrome, with_model: str, reading: None
) -> None:
    web.visit(page, with_model, web.FIRST_START_S)
    web.until(page, lambda: "with a language model where it helps" in web.page_text(page), 60)
    said = web.ask(page, QUESTION)
    assert "ACVRL1" in said
    assert "From the graph" in said
    assert "Read as" in said
    assert "Written by the language model scripted" in said
    web.press(page, "How this was found")
    steps = web.page_text(page)
    assert "Read by the language model as: Which genes are associated with" in steps
    assert "Planned here, counted by the database." in steps
    assert "Written by the language model from" in steps
    assert axe.complaints(page, both=False) == []
