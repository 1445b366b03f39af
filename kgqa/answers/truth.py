"""A question for yes or no whose answer is the value of a property that is either so or not ("Is A organic?"), or a
list ("Are there kinds of A?")."""

from __future__ import annotations

from dataclasses import replace

from kgqa.records import Answer

_TRUTH = {"yes": True, "true": True, "y": True, "no": False, "false": False, "n": False}


def as_verdict(answer: Answer) -> Answer:
    """The answer as yes or no, where what it tells is a value of that kind; else as it is."""
    told = answer.value if isinstance(answer.value, bool) else _TRUTH.get(str(answer.value).strip().casefold())
    if answer.kind != "text" or answer.status != "answered" or told is None or answer.verdict is not None:
        return answer
    said = "Yes" if told else "No"
    headline, text = (f"{said}. {one}" for one in (answer.headline, answer.text))
    return replace(answer, kind="yesno", headline=headline, text=text, verdict=told, value=None)


def as_any(answer: Answer) -> Answer:
    """A list as the answer whether there is anything on it; an empty one as it is."""
    if answer.kind != "list" or answer.status != "answered" or not answer.items:
        return answer
    headline, text = (f"Yes: {one}" for one in (answer.headline, answer.text))
    return replace(answer, kind="yesno", headline=headline, text=text, verdict=True)
