"""Shorter names that people use for a measured thing: "low ceruloplasmin" for "Decreased circulating ceruloplasmin
concentration"."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WAYS = (("decreased", "reduced", "low"), ("increased", "elevated", "high", "raised"))
_MEASURED = re.compile(r"\b(?:concentration|level)s?$", re.IGNORECASE)
_LEFT_OUT = re.compile(r"\b(?:circulating|serum|plasma|concentration|level)s?\b", re.IGNORECASE)
_ENDINGS = ("", " level", " concentration")
_OPENINGS = ("", "circulating ", "serum ")


def aliases(name: str) -> Iterator[str]:
    """The shorter names of a measured thing; none for any other, or where too little would be left."""
    first, _, rest = name.partition(" ")
    ways = next((ways for ways in _WAYS if first.lower() in ways), ())
    if not ways or _MEASURED.search(name) is None:
        return
    core = " ".join(_LEFT_OUT.sub(" ", rest).split())
    if not core:
        return
    for way in ways:
        for opening in _OPENINGS:
            yield from (f"{way} {opening}{core}{ending}" for ending in _ENDINGS)
