"""Explore without a browser: what is drawn for every kind of thing, and what its buttons do."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import boxes
import explored
import pytest
import stand_in
from streamlit.testing.v1 import AppTest

from kgqa.evidence.exploring.neighbourhood import Details, Explorer, Side
from kgqa.linking.index import NameIndex
from kgqa.presentation.drawing import Picture
from kgqa.presentation.neighbourhood_layout import Ray, arrange_around
from kgqa.presentation.text import plain
from kgqa.schema.model import Schema
from kgqa.ui.explore import entity as explore_facts
from kgqa.ui.session import open_graphs

ROOT = Path(__file__).parents[2]


@pytest.fixture
def page(pipeline: ModuleType) -> AppTest:
    """The app on the graph made by hand, on Explore."""
    pipeline.__dict__.update(Asker=stand_in.Asker)
    return AppTest.from_file(str(ROOT / "app.py"), default_timeout=30).run().switch_page("pages/explore.py")


def at(page: AppTest, identifier: str) -> AppTest:
    page.query_params["thing"] = identifier
    page.run()
    assert not page.exception
    return page


def shown(page: AppTest) -> str:
    return "\n".join(str(text.value) for text in (*page.markdown, *page.caption, *page.error))


def buttons(page: AppTest) -> dict[str, object]:
    return {button.label: button for button in page.button}


def test_a_thing_says_what_it_is_and_how_much_is_recorded(page: AppTest) -> None:
    at(page, "ORPHA:558")
    text = shown(page)
    assert "# Marfan syndrome" in text
    assert "same name as" in text
    assert "120 facts, 13 publications" in text
    assert plain("Marfan's") in text
    assert "1–50 of 120, counted by the database · 3 of them against" in text
    assert page.button_group[1].options == ["shows phenotype · 120"]


def test_pages_turn_in_both_directions(page: AppTest) -> None:
    at(page, "OMIM:154700")
    assert buttons(page)["Previous"].disabled
    buttons(page)["Next"].click().run()
    assert "51–100 of 120" in shown(page)
    buttons(page)["Next"].click().run()
    assert "101–120 of 120" in shown(page)
    assert buttons(page)["Next"].disabled
    buttons(page)["Previous"].click().run()
    assert "51–100 of 120" in shown(page)


def test_a_thing_of_thousands_of_facts_is_shown_by_pages(page: AppTest) -> None:
    at(page, "HP:0000118")
    assert "1–50 of 5,213, counted by the database" in shown(page)
    assert "Page 1 of 105" in shown(page)


def test_a_group_of_what_is_not_drawn_opens_by_a_button(page: AppTest) -> None:
    at(page, "OMIM:154700")
    label = plain("+ 108 more phenotypes")
    buttons(page)[label].click().run()
    assert plain("+ 96 more phenotypes") in buttons(page)
    assert label not in buttons(page)


def test_a_thing_without_facts_says_so(page: AppTest) -> None:
    at(page, "OMIM:100001")
    assert "silence, not proof of absence" in shown(page)
    assert "0 facts" in shown(page)


def test_a_single_fact_has_no_pages(page: AppTest) -> None:
    at(page, "OMIM:100002")
    assert "1–1 of 1, counted by the database" in shown(page)
    assert "Next" not in buttons(page)


@pytest.mark.parametrize("wrong", ["OMIM:0", "<script>alert(1)</script>", "x" * 5000, "[a](b)", "\u202e", "%00"])
def test_an_address_that_names_nothing_says_so_and_the_box_still_works(page: AppTest, wrong: str) -> None:
    at(page, wrong)
    assert "is not an identifier in this graph" in shown(page)
    page.text_input(key="look_up").input("marf").run()
    assert any(label.startswith("**Marfan syndrome**") for label in buttons(page))


def test_a_server_that_is_gone_is_a_sentence_and_the_page_stays_usable(page: AppTest) -> None:
    at(page, "OMIM:100003")
    assert "The graph server ended" in shown(page).replace("\\", "")
    page.text_input(key="look_up").input("single").run()
    next(button for label, button in buttons(page).items() if "Single sign disorder" in label).click().run()
    assert not page.exception
    assert page.query_params["thing"] in ("OMIM:100002", ["OMIM:100002"])
    assert "# Single sign disorder" in shown(page)


def test_what_is_typed_is_looked_up_and_a_hit_leads_to_its_page(page: AppTest) -> None:
    page.run()
    assert "# Look something up" in shown(page)
    page.text_input(key="look_up").input("MFS").run()
    label, hit = next((label, button) for label, button in buttons(page).items() if "Marfan" in label)
    assert "synonym: “MFS”" in label.replace("\\", "")
    hit.click().run()
    assert "# Marfan syndrome" in shown(page)
    assert page.text_input(key="look_up").value == "Marfan syndrome"
    assert not any(button.key.startswith("hit_") for button in page.button), "what was chosen is not offered again"


def test_a_misspelt_name_is_answered_with_the_nearest(page: AppTest) -> None:
    page.run()
    page.text_input(key="look_up").input("marfn syndrom").run()
    assert "is not a name in this graph" in shown(page)
    assert any("Marfan syndrome" in label for label in buttons(page))
    page.text_input(key="look_up").input("qqqq").run()
    assert "Nothing in this graph has a name like" in shown(page)


def test_a_question_about_the_thing_goes_to_ask(page: AppTest) -> None:
    at(page, "OMIM:154700")
    next(button for label, button in buttons(page).items() if label.startswith("Which")).click().run()
    assert not page.exception
    assert boxes.question_box(page).value == "Which phenotypes does Marfan syndrome show?"


@pytest.mark.parametrize("node", explored.EVILS, ids=lambda node: node.id[:12])
def test_hostile_names_are_shown_letter_for_letter(page: AppTest, node: object) -> None:
    at(page, node.id)
    assert f"# {plain(node.name)}" in shown(page)


def test_the_schema_is_shown_with_questions_that_are_read(page: AppTest) -> None:
    page.query_params["view"] = "Schema"
    page.run()
    assert not page.exception
    assert "# What this graph holds" in shown(page)
    assert "254,621 relationships" in shown(page).replace("\\", "")
    (table,) = page.table
    assert list(table.value.columns) == ["From", "Relation", "To", "Count"]
    assert table.value.iloc[0].tolist()[:4] == ["disease", "shows", "phenotype", "254,621"]
    asked = [button.label for button in page.button if button.key.startswith("from_schema_")]
    assert asked
    assert all(stand_in.Asker.reads(label.replace("\\", "")) is not None for label in asked)


def test_the_page_changes_between_a_thing_and_the_schema(page: AppTest) -> None:
    at(page, "OMIM:154700")
    page.button_group[0].select("Schema").run()
    assert "# What this graph holds" in shown(page)
    assert page.query_params["view"] in ("Schema", ["Schema"])
    page.button_group[0].select("Entity").run()
    assert not page.exception
    assert "# Marfan syndrome" in shown(page)
    assert "view" not in page.query_params


def test_a_question_from_the_schema_goes_to_ask(page: AppTest) -> None:
    page.query_params["view"] = "Schema"
    page.run()
    next(button for button in page.button if button.key == "from_schema_0").click().run()
    assert not page.exception
    assert boxes.question_box(page).value.startswith("Which ")


def test_another_session_has_its_own_thing(page: AppTest) -> None:
    at(page, "OMIM:154700")
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30).run().switch_page("pages/explore.py").run()
    assert "# Look something up" in shown(other)
    assert "# Marfan syndrome" in shown(page)


class Empty(stand_in.Asker):
    """A graph without anything in it."""

    schema = Schema((), ())
    explorer = Explorer(schema, None, NameIndex(()))


@pytest.mark.parametrize("query", [{}, {"view": "Schema"}, {"thing": "X:1"}])
def test_an_empty_graph_has_pages_too(page: AppTest, query: dict[str, str]) -> None:
    sys.modules["kgqa.pipeline"].Asker = Empty
    open_graphs.shared.clear()
    other = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30).run().switch_page("pages/explore.py")
    for name, value in query.items():
        other.query_params[name] = value
    other.run()
    assert not other.exception
    text = shown(other)
    assert "holds nothing yet" in text or "is not an identifier in this graph" in text


# The drawing by itself.


def rays(identifier: str, wanted: dict[str, int] | None = None) -> tuple[Details, list[Side], Picture]:
    explorer = stand_in.Asker.explorer
    details = explorer.thing(identifier)
    assert details is not None
    sides = explorer.sides(details.thing)
    facts = explorer.facts(details.thing, sides[0])
    found = explore_facts.drawing(stand_in.Asker(), details, sides, sides[0], facts, wanted or {})
    return details, sides, found.picture


@pytest.mark.parametrize("identifier", ["OMIM:154700", "HP:0000118", "OMIM:100002"])
def test_every_thing_is_drawn_once_and_the_rest_is_counted(identifier: str) -> None:
    _, sides, picture = rays(identifier)
    drawn = [dot for dot in picture.dots if dot.role not in ("question", "group")]
    assert len(drawn) == min(explore_facts.DRAWN, sides[0].things)
    assert len(drawn) + picture.left_out == sides[0].things
    assert len({dot.key for dot in picture.dots}) == len(picture.dots)
    assert {end for arrow in picture.arrows for end in (arrow.source, arrow.target)} <= {d.key for d in picture.dots}
    assert max(Counter((dot.x, dot.y) for dot in picture.dots).values()) == 1


def test_a_drawing_never_grows_beyond_its_bound() -> None:
    _, sides, _ = rays("HP:0000118")
    _, _, picture = rays("HP:0000118", {sides[0].key: 100_000})
    assert len(picture.dots) + len(picture.arrows) <= 150
    assert picture.left_out > 5000


@pytest.mark.parametrize("number", [1, 2, 3, 12, 20, 21, 70, 150])
def test_names_have_room_beside_and_below_each_other(number: int) -> None:
    explorer = stand_in.Asker.explorer
    details = explorer.thing("HP:0000118")
    assert details is not None
    (side,) = explorer.sides(details.thing)
    triples = explorer.facts(details.thing, side, size=number).triples
    dots = arrange_around(details, [Ray(side, triples)], "x").picture.dots
    assert len(dots) == number + 1
    for place, one in enumerate(dots):
        for other in dots[place + 1 :]:
            assert abs(one.x - other.x) >= 160 or abs(one.y - other.y) >= 30, (one, other)
