"""What a model thinks aloud before it replies."""

from __future__ import annotations

import re

_THOUGHTS = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.IGNORECASE | re.DOTALL)
_THOUGHT_END = re.compile(r"\A.*</(?:think|thinking|reasoning)>", re.IGNORECASE | re.DOTALL)


def without_thoughts(text: str) -> str:
    """A reply without what a model thought aloud before it, ended or not."""
    return _THOUGHT_END.sub("", _THOUGHTS.sub("", text), count=1).strip()
