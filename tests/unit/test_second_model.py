"""The second model as a setting: off unless named, asked where the first one is, and told of before anything leaves."""

from __future__ import annotations

import pytest

from kgqa.llm.messages import LanguageModel, ModelError, ModelSettings
from kgqa.llm.providers import from_settings, judge, model
from kgqa.privacy.outbound import leaves
from kgqa.privacy.sending import Permissions, decide, recipients
from kgqa.settings import load
from kgqa.strategies.approach import Approach
from kgqa.ui.session import saved_preferences

FAR = {"KGQA_MODEL_PROVIDER": "openai", "KGQA_MODEL": "first", "KGQA_MODEL_KEY": "sk-planted-0123456789"}


def opened(settings: ModelSettings | None) -> LanguageModel:
    assert settings is not None
    return model(settings)


def test_it_is_off_unless_named_and_is_the_first_one_but_for_its_name() -> None:
    first = from_settings(load(FAR))
    assert judge(first, load(FAR).model_judge) is None
    second = judge(first, load({**FAR, "KGQA_MODEL_JUDGE": "second"}).model_judge)
    assert first is not None
    assert second is not None
    assert (second.model, second.key, second.provider) == ("second", first.key, first.provider)
    assert judge(None, "second") is None


def test_whoever_agreed_to_send_a_question_has_not_agreed_to_send_facts() -> None:
    first = from_settings(load(FAR))
    alone = Approach("llm-only", model=opened(first))
    judged = Approach("llm-only", model=opened(first), judge=opened(judge(first, "second")))
    told = Permissions(told=set(recipients((alone,))))
    assert decide("What is known about FBN1?", (alone,), told) == "send"
    assert decide("What is known about FBN1?", (judged,), told) == "ask"
    assert decide("What is known about FBN1?", (judged,), Permissions(local_only=True)) == "refuse"
    assert "second model" in leaves(judged)
    assert "second model" not in leaves(alone)
    with pytest.raises(ModelError):
        model(judged.judge.settings if judged.judge else ModelSettings("openai", ""), local_only=True)


@pytest.mark.parametrize(
    ("name", "back"), [("second", "second"), ("", ""), (None, None), ("a\nb", None), ("x" * 501, None)]
)
def test_it_is_remembered_as_it_was_chosen(name: str | None, back: str | None) -> None:
    assert saved_preferences.read(saved_preferences.written(saved_preferences.Remembered(judge=name))).judge == back
