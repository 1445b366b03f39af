"""Settings that are one of few words."""

from __future__ import annotations

import pytest

from kgqa import settings
from kgqa.errors import SettingError


@pytest.mark.parametrize(("text", "drawing"), [(None, "own"), ("", "own"), ("own", "own"), ("agraph", "agraph")])
def test_the_drawing_is_chosen(text: str | None, drawing: str) -> None:
    assert settings.load({} if text is None else {"KGQA_DRAWING": text}).drawing == drawing


@pytest.mark.parametrize("text", ["pyvis", "AGRAPH", " own"])
def test_another_word_is_refused_with_the_words_there_are(text: str) -> None:
    with pytest.raises(SettingError, match="must be own or agraph") as refused:
        settings.load({"KGQA_DRAWING": text})
    assert repr(text) in str(refused.value)
