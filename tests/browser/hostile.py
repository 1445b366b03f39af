"""Names that try to be more than names, and the signs that one of them succeeded."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import chromium as web
import traces
from selenium.webdriver import Chrome, Keys

LIST = Path(__file__).resolve().parents[3] / "shared" / "data" / "hostile_inputs.jsonl"
"""A longer list, where this machine has it."""

TOUCHED = "top.kgqaTouched = 1; top.document.title = 'taken'"
OWN = (
    f'<script>{TOUCHED}</script><img src=x onerror="{TOUCHED}">',
    f'"><svg onload="{TOUCHED}"><a href="https://evil.example/a" onclick="{TOUCHED}">a</a>',
    "![i](https://evil.example/i.png) [a](https://evil.example) <https://evil.example> www.evil.example",
    "**b** _i_ ~~s~~ `c` $x^2$ :red[r] :red-badge[b] :material/home: :smile: :streamlit: -> 1. # h | a | b |",
    f"javascript:{TOUCHED}",
    "\\*\\[x\\] &lt;b&gt; &amp; %3Cscript%3E ${7*7} {{7*7}} <!-- </style><style>*{display:none}</style>",
    '=HYPERLINK("https://evil.example","a") href=\'https://evil.example\'',
    "data:text/html,<script>alert(1)</script>",
    "[1] [2, 3] __proto__ constructor",
)

# Runs in every document before anything else: a dialog would only block, this remembers that one was wanted.
WATCH = """
for (const name of ['alert', 'confirm', 'prompt', 'open', 'print']) {
  window[name] = (...given) => { window.top.kgqaTouched = name + ' ' + given; return null; };
}
"""
MARKS = """
const made = [...document.querySelectorAll('.stMain *')]
  .flatMap((one) => [one, ...(one.shadowRoot?.querySelectorAll('*') ?? [])]);
return made.filter((one) =>
  ['SCRIPT', 'OBJECT', 'EMBED', 'BASE', 'META', 'LINK'].includes(one.tagName)
  || one.classList.contains('katex')
  || [...one.attributes].some((attribute) => attribute.name.startsWith('on')
    || (['href', 'src', 'action', 'xlink:href', 'srcdoc'].includes(attribute.name)
      && !attribute.value.startsWith('?thing=')
      && /evil|^\\s*(javascript|vbscript):|^data:text/i.test(attribute.value)))
).map((one) => one.outerHTML.slice(0, 200));
"""
OPENERS = "[data-testid='stPopover'] button, .stMain summary"


def names() -> list[str]:
    """Our own handful, and those of the list where it is there."""
    if not LIST.exists():
        return list(OWN)
    lines = [json.loads(line) for line in LIST.read_text(encoding="utf-8").splitlines()]
    return [*OWN, *(line["input"] for line in lines if line["category"] == "xss_node_name")]


def everything() -> traces.Trace:
    """An answer in which each of the names stands in every place of a record that can hold more than one."""
    each = [traces.hostile(name) for name in names()]
    first = each[0]
    answer = first.answer
    evidence = tuple(replace(one.evidence[0], number=place) for place, one in enumerate(each, 1))
    items, set_aside = (
        tuple(
            replace(item, evidence=(place,)) for place, one in enumerate(each, 1) for item in getattr(one.answer, kind)
        )
        for kind in ("items", "set_aside")
    )
    lines = "\n".join(name.replace("\n", " ") for name in names())
    return replace(
        first,
        question=lines,
        answer=replace(
            answer,
            headline=lines,
            text=f"{lines}\n{lines}",
            items=items,
            set_aside=set_aside,
            total=len(items),
            clauses=tuple(clause for one in each for clause in one.answer.clauses),
            suggestions=tuple(suggestion for one in each for suggestion in one.answer.suggestions),
        ),
        understood=lines,
        entities=tuple(entity for one in each for entity in one.entities),
        cypher=tuple(record for one in each for record in one.cypher),
        evidence=evidence,
    )


def watch(driver: Chrome) -> None:
    """Makes every page that this browser opens from now on remember what names should never do."""
    assert isinstance(driver, web.Browser)
    driver.begin_pages_with(WATCH)


def open_everything(driver: Chrome) -> str:
    """Opens whatever can be opened on the page, presses every number and the drawings; gives all text that was seen."""
    seen = [web.page_text(driver)]
    for opener in web.find(driver, OPENERS):
        driver.execute_script("arguments[0].scrollIntoView({block: 'center'}); arguments[0].click()", opener)
        seen.append(web.page_text(driver))
        if opener.tag_name == "button":
            driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    for number in web.find(driver, "[class^='kg-'] button, button[class^='kg-']"):
        driver.execute_script("arguments[0].dispatchEvent(new MouseEvent('mouseover', {bubbles: true}))", number)
        seen.append(web.page_text(driver))
    for drawing in web.find(driver, ".stMain canvas"):
        driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", drawing)
        web.double_click(driver, drawing)
    seen.append(web.page_text(driver))
    return "\n".join(seen).replace("\u2060", "")


def signs(driver: Chrome, address: str) -> list[str]:
    """Everything that tells that a name was more than a name; empty where all is well."""
    found = [str(mark) for mark in driver.execute_script(MARKS)]
    found += [f"request: {one}" for one in web.foreign_requests(driver, address)]
    touched = driver.execute_script("return window.kgqaTouched ?? ''")
    if touched:
        found.append(f"script ran: {touched}")
    if driver.title != "Graph Answers":
        found.append(f"title: {driver.title}")
    if len(driver.window_handles) != 1:
        found.append(f"{len(driver.window_handles)} windows")
    return found
