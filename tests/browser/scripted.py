"""What the scripted model says to the questions of the browser tests, and how a reader chooses to be answered by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import chromium as web
from scripted_models import Script, in_form, taken_apart
from selenium.common.exceptions import TimeoutException
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

QUESTION = "Which diseases show both arachnodactyly and ectopia lentis?"
STATEMENT = """```cypher
MATCH (d:disease)-[:HAS_PHENOTYPE]->(:Phenotype {name: 'arachnodactyly'})
MATCH (d)-[:HAS_PHENOTYPE]->(:Phenotype {name: 'Ectopia lentis'})
RETURN DISTINCT d.name
```"""
STOP = "document.querySelector('[class*=st-key-stop] button').click()"
"""Presses our own Stop; while a page is drawn, Streamlit shows one in its header too, which ends the drawing."""
SAID = (
    "Marfan syndrome shows arachnodactyly. Loeys-Dietz syndrome 1 shows ectopia lentis. "
    "Gronkel disease shows arachnodactyly."
)
"""Supported, contradicted by a record, and about a thing that no graph knows."""
STATED = (
    ("Marfan syndrome shows arachnodactyly.", "Marfan syndrome", "HAS_PHENOTYPE", "Arachnodactyly"),
    ("Loeys-Dietz syndrome 1 shows ectopia lentis.", "Loeys-Dietz syndrome 1", "HAS_PHENOTYPE", "Ectopia lentis"),
    ("Gronkel disease shows arachnodactyly.", "Gronkel disease", "HAS_PHENOTYPE", "Arachnodactyly"),
)
"""The same in statements."""


def purpose(messages: Sequence[Mapping[str, str]]) -> str:
    """What a request is for: "cypher", "split", "answer" or "alone"."""
    text = "\n".join(str(message["content"]) for message in messages)
    if "openCypher" in text:
        return "cypher"
    if "take a text apart" in text:
        return "split"
    return "answer" if "BEGIN DATA" in text else "alone"


def replies(messages: Sequence[Mapping[str, str]]) -> Script | str:
    """A statement of Cypher to who asks for one, else the same three sentences, in the form that is asked for."""
    said = {"cypher": STATEMENT, "split": taken_apart(*STATED), "answer": in_form(*STATED), "alone": SAID}
    return said[purpose(messages)]


def choose(driver: Chrome, strategy: str) -> None:
    """Has the next questions answered in a way, by its title in the line of settings."""
    path = f"//label[contains(., '{strategy}')]"
    web.press(driver, "Asking")
    try:
        found = web.until(driver, lambda: driver.find_elements(By.XPATH, path), 10)
    except TimeoutException:  # a page that was drawn anew at that moment has closed it
        web.press(driver, "Asking")
        found = web.until(driver, lambda: driver.find_elements(By.XPATH, path), 60)
    driver.execute_script("arguments[0].click()", found[0])
    web.until(driver, lambda: web.find(driver, "[class*='st-key-asking_of']") and _is_said(driver, strategy), 60)
    driver.switch_to.active_element.send_keys(Keys.ESCAPE)


def _is_said(driver: Chrome, strategy: str) -> bool:
    words = {
        "Graph only": "records alone",
        "Language model alone": "language model alone",
        "Facts nearest to the question": "facts nearest",
        "Services beside the graph": "those of services",
    }.get(strategy, strategy)
    return words in driver.execute_script("return document.querySelector('.st-key-asking_of')?.innerText ?? ''")
