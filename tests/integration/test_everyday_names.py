"""Everyday names: a thing is found by what no register lists, which is nobody's name and no word of a text."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from kgqa.language.common_words import is_english
from kgqa.language.normalise import name_words
from kgqa.linking.index import NameIndex
from kgqa.linking.tables_of_names import everyday_names
from kgqa.load.vocabulary.files import MONDO
from kgqa.pipeline import Asker

EVERY = [(identifier, name) for identifier, names in everyday_names().items() for name in names]


def _words(name: str) -> tuple[str, ...]:
    return tuple(sorted(name_words(name)))


def test_each_stands_for_one_thing_that_is_there(hpo_asker: Asker) -> None:
    index = hpo_asker.linker.index
    assert [identifier for identifier in everyday_names() if identifier not in index] == []
    # One of several spellings may be folded to the words of another one.
    things = {(_words(name), index.position(identifier)) for identifier, name in EVERY}
    assert [words for words, number in Counter(words for words, _ in things).items() if number > 1] == []


def test_none_is_a_name_of_anything_nor_a_word(hpo_asker: Asker) -> None:
    listed = {_words(one.text) for one in hpo_asker.linker.index.names() if one.kind != "everyday"}
    listed |= {_words(name) for term in MONDO.read().terms.values() for name in (term.name, *term.synonyms)}
    assert [name for _, name in EVERY if _words(name) in listed] == []
    assert [name for _, name in EVERY if " " not in name and is_english(name.casefold())] == []


def test_a_question_finds_the_thing_which_is_told_by_its_own_name(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Which genes are associated with bubble boy disease?")
    assert trace.answer.status == "answered"
    assert [one.chosen.name for one in trace.entities] == ["severe combined immunodeficiency"]
    told = hpo_asker.ask(f"What are the synonyms of {trace.entities[0].chosen.id}?").answer.text
    assert "bubble" not in told


def test_what_a_graph_itself_calls_so_goes_before(tmp_path: Path) -> None:
    identifier, (name, *_) = next(iter(everyday_names().items()))
    path = tmp_path / "names.jsonl"
    records = [
        {"id": "A:1", "label": "Disease", "name": "something", "alternative_ids": [identifier]},
        {"id": "A:2", "label": "Disease", "name": name},
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    index = NameIndex.from_file(path)
    kinds = [(one.thing, one.kind) for one in index.names() if one.text == name]
    assert kinds == [(0, "everyday"), (1, "name")]
    assert index.thing("A:1").synonyms == ()


@pytest.mark.parametrize("text", ["Which bubble diseases are there?", "Which butterfly has albinism?"])
def test_no_part_of_one_is_a_name(hpo_asker: Asker, text: str) -> None:
    assert not {"bubble", "butterfly"} & {one.mention.casefold() for one in hpo_asker.ask(text).entities}
