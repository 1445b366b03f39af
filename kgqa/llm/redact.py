"""Keys and passwords in texts: found, and hidden before anybody reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

HIDDEN = "[hidden]"

LEAST_CHARS = 8
"""Shorter secrets are not looked for by value: servers that need no key are given "none" or "test" for one, and every
text with such a word in it would be hidden or held back."""

MOST_CHARS = 12
"""So many letters of a secret in a row are a part of it, and of a short one half of it."""

CREDENTIALS = (
    re.compile(r"(?<![A-Za-z0-9])()sk[-_][A-Za-z0-9_\-*.]{12,}"),
    re.compile(r"(?<![A-Za-z0-9])()(?:gh[pousr]_|github_pat_|hf_|xox[abprs]-|AIza)[A-Za-z0-9_\-]{16,}"),
    re.compile(r"(?<![A-Za-z0-9])()eyJ[\w\-]{10,}\.[\w\-]{10,}(?:\.[\w\-]+)?"),
    re.compile(r"(\b[A-Za-z][A-Za-z0-9+.\-]*://)[^\s/@\"'<>,()\[\]{}]*:[^\s/@\"'<>,()\[\]{}]*@"),
    re.compile(r"(\bauthorization[\"']?\s*[:=]\s*[\"']?(?:bearer|basic|token)\s+)[^\s\"',}]{8,}", re.IGNORECASE),
    re.compile(r"(\bBearer\s+)(?=\S*[0-9])[A-Za-z0-9_\-.~+/=]{20,}"),
)
"""What looks like a credential in any text; what stands in front of it, in the first group, may stay."""

FIELDS = (
    re.compile(r"(\bauthorization[\"']?\s*[:=]\s*[\"']?)(?!(?:bearer|basic|token)\s)[^\s\"',}]{8,}", re.IGNORECASE),
    re.compile(r"(\b(?:x-)?(?:api[_-]?key|password|passwd|secret|token)[\"']?\s*[:=]\s*[\"']?)[^\s\"',}&]+", re.I),
)
"""Fields whose value is hidden in an error text whatever it looks like; in other texts they may be ordinary words."""


def redacted(text: str, secrets: Iterable[str] = ()) -> str:
    """An error text without credentials: those that are known, by value, and what looks like one.

    Before: ``Incorrect API key provided: sk-abc…``. After: ``Incorrect API key provided: [hidden]``.
    """
    for secret in secrets:
        text = without_secret(without_secret(text, secret), quote(secret, safe=""))
    for pattern in (*CREDENTIALS, *FIELDS):
        text = pattern.sub(rf"\g<1>{HIDDEN}", text)
    return text


def without_secret(text: str, secret: str) -> str:
    """A text without a secret and without longer parts of it: a server may echo one in parts, and a stream grows."""
    if len(secret) < LEAST_CHARS:
        return text
    least = max(LEAST_CHARS, min(MOST_CHARS, len(secret) // 2))
    parts = {secret[at : at + least] for at in range(len(secret) - least + 1)}
    if not any(part in text for part in parts):
        return text
    kept: list[str] = []
    end = 0
    for at in range(len(text) - least + 1):
        if text[at : at + least] in parts:
            if at > end or not kept:
                kept += [text[end:at], HIDDEN]
            end = at + least
    return "".join((*kept, text[end:]))


def holds_credential(text: str, secrets: Iterable[str] = ()) -> bool:
    """True where a text holds a known secret, or something that looks like a key or an address with a password."""
    return any(len(secret) >= LEAST_CHARS and secret in text for secret in secrets) or any(
        pattern.search(text) for pattern in CREDENTIALS
    )
