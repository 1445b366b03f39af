"""What a language model is told: one template a file, each with a title, a purpose, a version and named inputs.

A file begins with ``title:``, ``purpose:`` and ``version:``, a line each, and a line ``---``. What follows is the text:
the instructions, a line ``--- user ---``, and what is asked. An input stands in double braces, ``{{question}}``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from kgqa.errors import KgqaError
from kgqa.records import Message

CYPHER = (
    "zero-shot", "one-shot", "few-shot", "simplified", "syntax-emphasis", "stakes", "expert-role", "combined",
    "chain-of-thought",
)  # fmt: skip
"""The prompts that ask for Cypher: the variants whose effect the paper on generated Cypher measures, and
the baseline of the paper on KGT that is given examples and thinks aloud."""

PURPOSES = (
    "read the question", "write Cypher", "write the answer", "judge", "choose", "split into claims",
    "judge what remains", "find the names", "structure the context", "prior knowledge",
)  # fmt: skip
"""What prompts are for, in the order in which they are offered."""

KNOWLEDGE = ("gene-disease",)
"""The sets of points of prior knowledge."""

COPY = "own copy"
"""Stands for the version of a prompt that a reader changed."""

_INPUT = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_TURN = "\n--- user ---\n"


class PromptError(KgqaError):
    """A prompt cannot be sent as it is written."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One template.

    Attributes:
        name: of its file ("cypher-zero-shot").
        version: a number as text, or ``COPY``.
        purpose: one of ``PURPOSES``.
        text: instructions, ``--- user ---``, and what is asked.
        inputs: the names of its inputs, in the order in which they first stand in the text.
    """

    name: str
    version: str
    title: str
    purpose: str
    text: str
    inputs: tuple[str, ...]

    @property
    def label(self) -> str:
        """Name and version, as a trace keeps them ("cypher-zero-shot 1")."""
        return f"{self.name} {self.version}"


@cache
def prompts() -> list[Prompt]:
    """Every prompt, those of one purpose together, by title."""
    files = (file for file in resources.files(__package__).iterdir() if file.name.endswith(".txt"))
    found = [_read(file.name.removesuffix(".txt"), file.read_text(encoding="utf-8")) for file in files]
    return sorted(found, key=lambda one: (PURPOSES.index(one.purpose), _place(one), one.title))


def prompt(name: str, copies: Mapping[str, str] | None = None) -> Prompt:
    """The prompt of a name, as a reader changed it where there is a copy.

    Raises:
        PromptError: there is none of that name, or the copy lacks an input without which it asks nothing.
    """
    found = next((one for one in prompts() if one.name == name), None)
    if found is None:
        raise PromptError(f"There is no prompt named {name!r}. Choose one of {', '.join(p.name for p in prompts())}.")
    copy = (copies or {}).get(name)
    return found if copy is None or copy == found.text else changed(found, copy)


def knowledge(name: str, copies: Mapping[str, str] | None = None) -> str:
    """A set of points of prior knowledge, one a line, as a reader changed it where there is a copy.

    Raises:
        PromptError: there is none of that name.
    """
    if name not in KNOWLEDGE:
        raise PromptError(f"There is no prior knowledge named {name!r}. Choose one of {', '.join(KNOWLEDGE)}.")
    return prompt(f"knowledge-{name}", copies).text


def changed(original: Prompt, text: str) -> Prompt:
    """A reader's copy of a prompt.

    Raises:
        PromptError: it lacks an input of the original, or has one that the original does not know.
    """
    inputs = _inputs(text)
    missing = [name for name in original.inputs if name not in inputs]
    unknown = [name for name in inputs if name not in original.inputs]
    if missing:
        raise PromptError(f"Your copy of {original.name!r} lacks {_braced(missing)}. Put it where it is to stand.")
    if unknown:
        raise PromptError(
            f"Your copy of {original.name!r} has {_braced(unknown)}, which nothing fills. "
            f"Use {_braced(list(original.inputs))}."
        )
    return replace(original, text=text, version=COPY, inputs=inputs)


def messages(prompt: Prompt, **inputs: str) -> tuple[Message, ...]:
    """A prompt as it is sent: the instructions, then what is asked; one message where it has no instructions.

    Its inputs are filled in once: braces inside an input stay as they are.

    Raises:
        PromptError: an input is missing.
    """
    # Parted before it is filled, so that no input can end the instructions.
    told, turn, asked = prompt.text.partition(_TURN)
    if not turn:
        return (Message("user", _fill(prompt, told, inputs).strip()),)
    system, user = (_fill(prompt, part, inputs).strip() for part in (told, asked))
    return (Message("system", system), Message("user", user)) if system else (Message("user", user),)


def _fill(prompt: Prompt, text: str, inputs: Mapping[str, str]) -> str:
    missing = [name for name in _inputs(text) if name not in inputs]
    if missing:
        raise PromptError(f"The prompt {prompt.name!r} needs {_braced(missing)}, which nothing fills.")
    return _INPUT.sub(lambda found: inputs[found.group(1)], text)


def _inputs(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_INPUT.findall(text)))


def _braced(names: list[str]) -> str:
    return ", ".join(f"{{{{{name}}}}}" for name in names)


def _place(one: Prompt) -> int:
    name = one.name.removeprefix("cypher-")
    return CYPHER.index(name) if name in CYPHER else len(CYPHER)


def _read(name: str, text: str) -> Prompt:
    head, _, body = text.partition("\n---\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    return Prompt(name, fields["version"], fields["title"], fields["purpose"], body.strip(), _inputs(body))
