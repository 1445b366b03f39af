"""An answer as Markdown, as a page with its drawing, as an image; names of the files."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from traces import CARD, ambiguous, entity, hostile, intersection, nothing

from kgqa.exports import graph_page, markdown
from kgqa.exports.files import asked_at, file_name
from kgqa.presentation import graph_svg
from kgqa.presentation.drawing import Arrow, Dot, Picture
from kgqa.presentation.evidence_lines import lines
from kgqa.records import Settled, Trace
from kgqa.schema.model import Schema

HOSTILE = (
    "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"'><svg onload=alert(1)>", "]]>--></title>",
    "{{ 7*7 }}{% raw %}", "</textarea><a href='javascript:alert(1)'>href</a>", "\u202ecod.exe\u202c \u200fعربي",
    "=cmd|' /C calc'!A0", "a\nb\r\n# c\n```\nd", "![x](https://evil.example/x.png)", "https://evil.example",
    "\x00\x0b\ud800",
)  # fmt: skip
SCHEMA = Schema(nodes=(), relations=())
SVG = "{http://www.w3.org/2000/svg}"


def picture(text: str = "Marfan syndrome", *, bend: int = 0) -> Picture:
    """A thing of each role and look, named alike, and arrows of each sort between them."""
    kinds = ("Phenotype", "Disease", "Gene", "InheritanceMode", text)
    roles = ("question", "answer", "set_aside", "group", "between")
    dots = tuple(
        Dot(f"n{place}", text, kind, role, 200 * (place % 3), 60 * place, (f"{kind} · X:{place}",))
        for place, (kind, role) in enumerate(zip(kinds, roles, strict=True))
    )
    arrows = (
        Arrow("e1", "n1", "n0", text, (1, 2, 3, 4), sources=(text,)),
        Arrow("e2", "n2", "n0", text, (5,), against=True, bend=bend),
        Arrow("e3", "n4", "n3", text),
        Arrow("e4", "n0", "n0", text, bend=bend),
    )
    return Picture(text, dots, arrows, left_out=3)


class Page(HTMLParser):
    """What a browser makes of a page: its elements with their attributes, and the text of each."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(data.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def text(self) -> str:
        return "".join(text for tag, text in self.texts if tag not in ("script", "style"))

    def scripts(self) -> list[str]:
        return [text for tag, text in self.texts if tag == "script"]


def rendered(source: str) -> list[tuple[str, str]]:
    """Markdown with every extension that a reader's program may have, as its elements and texts."""
    parser = pytest.importorskip("markdown_it").MarkdownIt("gfm-like", {"linkify": False, "html": True})
    html = parser.render(source)
    page = Page(html.encode("utf-8", "replace"))
    return [(tag, "") for tag, _ in page.elements] + [("text", "".join(text for _, text in page.texts))]


def shown(text: str) -> str:
    """A text as it can be shown on one line."""
    return " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", " ", text).split())


@given(st.text(alphabet=st.one_of(st.sampled_from("\\`*_{}[]<>#+-=.!|~&$^:1) \n@/w"), st.characters())))
@example("1. x")
@example("---")
@example("www.evil.example")
@example("a@b.example")
@example("    code")
@example("&amp;&#60;")
@example("| a | b |\n|---|---|")
@example("[^1]: note")
def test_escaped_markdown_shows_the_text_and_nothing_else(text: str) -> None:
    text = text.encode("utf-8", "ignore").decode()
    elements = rendered(markdown.escaped(text))
    tags = [tag for tag, _ in elements if tag != "text"]
    assert tags in ([], ["p"])
    assert shown(elements[-1][1].replace(markdown.WORD_JOINER, "")) == shown(text.replace(markdown.WORD_JOINER, ""))


@pytest.mark.parametrize("before", ["- ", "# ", "**", "**1.** "])
@given(text=st.text(alphabet="\\`*_[]<>#+-=.!|~:1) a"))
def test_escaped_markdown_stands_in_a_list_a_heading_and_bold_type(before: str, text: str) -> None:
    after = "**" if before == "**" else ""
    tags = [tag for tag, _ in rendered(f"{before}{markdown.escaped(text)}x{after}")]
    assert not {"a", "img", "code", "em", "ol", "table", "hr", "h2", "del", "blockquote"} & set(tags)
    assert tags.count("ul") == (before == "- ")


@given(st.text(alphabet="`~ \nab"))
def test_a_block_of_code_holds_the_whole_text(text: str) -> None:
    tags = [tag for tag, _ in rendered(markdown.code(text, "cypher") + "\n\nafter")]
    assert tags == ["pre", "code", "p", "text"]


def test_the_document_says_everything_that_the_page_says() -> None:
    trace = replace(intersection(3, aside=2), asked_at="2026-11-21T08:30:00+00:00")
    text = markdown.document(trace, SCHEMA).decode()
    assert text.startswith("# Which diseases show both arachnodactyly and ectopia lentis?\n")
    assert "**From the graph** · 21 November 2026, 08:30 UTC" in text
    assert (
        "**2.** Marfan syndrome (OMIM:154700) shows Ectopia lentis (HP:0001083) · 119/251 (47 %) · "
        "Childhood onset · Study · OMIM · [PMID:28050285](https://pubmed.ncbi.nlm.nih.gov/28050285/)"
    ) in text
    assert "- Marfan syndrome (OMIM:154700, ORPHA:558) \\[1, 2, 3\\]" in text
    assert "## Set aside\n\n- Disease number 3 (OMIM:600003) \\[10, 11\\]" in text
    assert "does not show Ectopia lentis (HP:0001083) · 0/32 (0 %) · Study · against" in text
    assert "- “arachnodactyly”: Arachnodactyly (HP:0001166) · Phenotype · exact name" in text
    assert "```cypher\nMATCH" in text
    assert '{"a": "HP:0001166"}' in text
    assert CARD.citation in text
    assert "2025-01-16" in text
    assert text.endswith(
        "*For professional use. Not medical advice: check the cited sources before acting on an answer.*\n"
    )


def test_the_document_names_the_kinds_that_an_answer_comes_from() -> None:
    trace = intersection(0)
    items = tuple(replace(item, kinds=("Type 1", "Type 2")) for item in trace.answer.items)
    text = markdown.document(replace(trace, answer=replace(trace.answer, items=items)), SCHEMA).decode()
    assert "- Marfan syndrome (OMIM:154700, ORPHA:558) \\[1, 2, 3\\], recorded for Type 1; Type 2" in text


def test_each_mark_of_the_sentences_has_its_line() -> None:
    trace = intersection(1000)
    text = markdown.document(trace, SCHEMA).decode()
    assert [int(number) for number in re.findall(r"^\*\*(\d+)\.\*\*", text, re.MULTILINE)] == list(range(1, 2006))


def test_a_list_that_was_cut_says_so() -> None:
    trace = intersection(3)
    trace = replace(trace, answer=replace(trace.answer, truncated=True, total=2000))
    assert "The row limit ended the list: 4 of 2,000 are in it." in markdown.document(trace, SCHEMA).decode()


def test_silence_is_told_with_what_empties_the_result() -> None:
    text = markdown.document(nothing(), SCHEMA).decode()
    assert "**Not in this graph**" in text
    assert "That is silence, not proof of absence." in text
    assert "- Both at once: 0 (this empties the result)" in text
    assert "## Evidence" not in text


def test_what_a_person_has_to_choose_and_what_was_chosen_is_told() -> None:
    assert "just as good: Autistic behavior (HP:0000729)" in markdown.document(ambiguous(), SCHEMA).decode()
    first = intersection().entities[0]
    said = (Settled(first.start, first.end, first.chosen.id), Settled(0, 5, None))
    trace = replace(intersection(), settled=said, narrower=True)
    text = markdown.document(trace, SCHEMA).decode()
    assert "- “arachnodactyly”: Arachnodactyly (HP:0001166) · Phenotype · exact name · chosen by hand" in text
    assert "- “Which”: no thing of the graph, said by hand" in text
    assert "- More specific terms are counted as well" in text


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_from_outside_becomes_markdown(text: str) -> None:
    elements = rendered(markdown.document(hostile(text), SCHEMA).decode())
    tags = {tag for tag, _ in elements}
    assert tags <= {"h1", "h2", "p", "strong", "em", "ul", "li", "pre", "code", "text"}
    assert [tag for tag, _ in elements].count("h1") == 1


@pytest.mark.parametrize("text", HOSTILE)
def test_the_page_runs_two_scripts_of_ours_and_loads_nothing(text: str) -> None:
    page = Page(graph_page.page(picture(text), hostile(text), SCHEMA))
    policy = page.all("meta")[1]
    assert policy["http-equiv"] == "Content-Security-Policy"
    assert "default-src 'none'" in policy["content"]
    assert [script.get("type") for script in page.all("script")] == ["application/json", None, None]
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(s.encode()).digest()).decode()}'" for s in page.scripts()[1:]]
    script_source = re.search(r"script-src ([^;]*);", policy["content"])
    assert script_source is not None
    assert script_source[1].split() == hashes
    assert {tag for tag, _ in page.elements} <= {
        "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "bdi", "figure", "figcaption", "div",
        "button", "ul", "ol", "li", "span", "a", "dl", "dt", "dd", "script",
    }  # fmt: skip
    attributes = {name for _, found in page.elements for name in found}
    assert not {name for name in attributes if name.startswith("on")} | (attributes & {"src", "style", "srcset"})
    assert all(link["href"].startswith("https://") for link in page.all("a"))


@pytest.mark.parametrize("text", HOSTILE)
def test_the_page_shows_names_as_they_are(text: str) -> None:
    page = Page(graph_page.page(picture(text), hostile(text), SCHEMA))
    assert text.encode("utf-8", "replace").decode().replace("\r\n", "\n") in page.text().replace("\r\n", "\n")
    data = json.loads(page.scripts()[0])
    assert {node["id"] for node in data["nodes"]} >= {"n0", "n1", "n2", "n3", "n4"}
    assert not [one for one in (*data["nodes"], *data["edges"]) if "title" in one]


def test_the_page_has_the_drawing_its_legend_the_evidence_and_its_source() -> None:
    trace = replace(intersection(), asked_at="2026-11-21T08:30:00Z")
    page = Page(graph_page.page(picture(), trace, SCHEMA))
    text = page.text()
    for words in ("Phenotype", "Disease", "Gene", "number = row of the evidence", "dashed = looked for, not found",
                  "4 of 7 things, 6 of 6 links drawn.", CARD.citation, CARD.licence,
                  "Not medical advice", "21 November 2026, 08:30 UTC"):  # fmt: skip
        assert words in text
    assert [line["value"] for line in page.all("li") if "value" in line] == [
        str(one.number) for one in lines(trace, SCHEMA)
    ]
    assert page.all("div")[1]["role"] == "img"
    edges = json.loads(page.scripts()[0])["edges"]
    assert [(edge["label"], edge["dashes"]) for edge in edges[:2]] == [("1, 2, 3 …", False), ("5", [5, 4])]


def test_an_empty_drawing_is_a_page_and_an_image() -> None:
    empty = Picture("Nothing", (), ())
    assert json.loads(Page(graph_page.page(empty, nothing(), SCHEMA)).scripts()[0])["nodes"] == []
    assert ElementTree.fromstring(graph_svg.image(empty)).tag == f"{SVG}svg"


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("bend", [0, 40, -40])
def test_the_image_is_well_formed_and_holds_shapes_and_texts_only(text: str, bend: int) -> None:
    root = ElementTree.fromstring(graph_svg.image(picture(text, bend=bend)))
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "defs", "marker", "rect", "path", "g", "text"}
    named = {name for element in root.iter() for name in element.attrib}
    assert not {name for name in named if name.startswith("on") or "href" in name}


def test_the_image_holds_every_thing_within_its_frame() -> None:
    image = graph_svg.image(picture("Homocystinuria due to cystathionine beta-synthase deficiency, B6-responsive"))
    root = ElementTree.fromstring(image)
    left, top, width, height = (float(number) for number in root.attrib["viewBox"].split())
    texts = list(root.iter(f"{SVG}text"))
    assert texts
    for element in texts:
        assert left < float(element.attrib["x"]) < left + width
        assert top < float(element.attrib["y"]) < top + height
    dashed = [element for element in root.iter() if "stroke-dasharray" in element.attrib]
    assert len(dashed) == 3  # what was set aside, the group, the arrow against
    assert "B6-responsive" in (root.findall(f"{SVG}g/{SVG}title")[0].text or "")


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Which genes cause Marfan syndrome?", "which-genes-cause-marfan-syndrome_evidence_2026-11-21.csv"),
        ("../../etc/passwd", "etc-passwd_evidence_2026-11-21.csv"),
        ("C:\\con", "c-con_evidence_2026-11-21.csv"),
        ("CON", "answer_evidence_2026-11-21.csv"),
        ("?\n\u202e", "answer_evidence_2026-11-21.csv"),
        ("Симптомы", "answer_evidence_2026-11-21.csv"),
        ("Sjögren", "sjogren_evidence_2026-11-21.csv"),
    ],
)
def test_a_file_is_named_after_its_question_and_day(question: str, name: str) -> None:
    trace = replace(nothing(), question=question, asked_at="2026-11-21T08:30:00+00:00")
    assert file_name(trace, "evidence", "csv") == name


@given(st.text(max_size=300), st.text(max_size=30))
def test_a_file_name_is_safe_everywhere(question: str, moment: str) -> None:
    name = file_name(replace(nothing(), question=question, asked_at=moment), "answer", "md")
    assert re.fullmatch(r"[a-z0-9][a-z0-9_-]*\.md", name)
    assert len(name) < 100


@pytest.mark.parametrize(
    ("recorded", "words"),
    [("2026-11-21T08:30:00Z", "21 November 2026, 08:30 UTC"),
     ("2026-11-21T08:30:00+02:00", "21 November 2026, 06:30 UTC"),
     ("2026-11-21T08:30:00", "21 November 2026, 08:30 UTC"), ("", ""), ("<b>", "")],
)  # fmt: skip
def test_the_time_is_told_in_words(recorded: str, words: str) -> None:
    trace: Trace = replace(nothing(), asked_at=recorded)
    assert asked_at(trace) == words


def test_a_line_names_its_source_apart_from_its_references() -> None:
    line = lines(intersection(), SCHEMA)[0]
    assert line.source == "OMIM"
    assert [reference.id for reference in line.references] == ["PMID:28050285", "PMID:29587526"]
    assert lines(replace(nothing(), entities=(entity("a", 0, intersection().evidence[0].subject),)), SCHEMA) == ()
