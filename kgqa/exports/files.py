"""Names of exported files, and the texts that all of them share."""

from __future__ import annotations

import re
import unicodedata

from kgqa.presentation.text import when
from kgqa.records import GraphCard, Trace

LONGEST_NAME = 60
"""Characters of the question in the name of a file."""

_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def file_name(trace: Trace, what: str, ending: str) -> str:
    """A name like ``which-genes-cause-marfan-syndrome_evidence_2026-11-21.csv``.

    Only small letters, digits, hyphens and underscores of the question are kept, so that it is never a path, a hidden
    file or a device on any system.
    """
    words = unicodedata.normalize("NFKD", trace.question).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", words).strip("-")
    if len(slug) > LONGEST_NAME:
        slug = slug[:LONGEST_NAME].rpartition("-")[0] or slug[:LONGEST_NAME]
    parts = ("answer" if not slug or _RESERVED.fullmatch(slug) else slug, what, _day(trace))
    return f"{'_'.join(part for part in parts if part)}.{ending}"


def asked_at(trace: Trace) -> str:
    """When it was asked, in words; empty where that is not recorded."""
    return when(trace.asked_at, None)


def graph_facts(card: GraphCard) -> tuple[tuple[str, str], ...]:
    """What has to be said where something from the graph is used: name, version, licence, citation."""
    facts = (
        ("Graph", card.title or card.name),
        ("Version", card.version),
        ("Vocabulary", card.vocabulary),
        ("Licence", card.licence),
        ("Citation", card.citation),
    )
    return tuple((name, text) for name, text in facts if text)


def _day(trace: Trace) -> str:
    found = _DATE.match(trace.asked_at)
    return found.group() if found else ""
