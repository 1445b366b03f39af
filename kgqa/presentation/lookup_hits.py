"""How something was found while its name was being typed, in words."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa.linking.lookup import Hit, How

HOW: Mapping[How, str] = {
    "identifier": "by identifier",
    "name": "exact name",
    "synonym": "synonym",
    "start": "",
    "word": "",
    "inside": "",
    "words": "",
    "resembles": "similar spelling",
}


def how(hit: Hit) -> str:
    """In which way a hit matched, with what matched where that is neither its name nor its identifier.

    Empty where its name holds what was typed, which its reader sees.
    """
    return f"{HOW[hit.how] or 'also called'}: “{hit.matched}”" if _by_another_name(hit) else HOW[hit.how]


def other_name(hit: Hit) -> str:
    """The synonym by which a hit was found; empty where it was found by its name or an identifier."""
    return hit.matched if _by_another_name(hit) and hit.matched not in hit.ids else ""


def _by_another_name(hit: Hit) -> bool:
    return hit.how != "identifier" and hit.matched.casefold() not in (hit.name.casefold(), hit.id.casefold())
