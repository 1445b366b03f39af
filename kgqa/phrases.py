"""Fixed words of the product, the same on the pages and in every file."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa.records import LinkMethod, Status

NOTICE = "For professional use. Not medical advice: check the cited sources before acting on an answer."

STEPS = ("finding names", "understanding the question", "asking the graph")
"""What is done with a question, in order."""

STATUSES: Mapping[Status, str] = {
    "answered": "From the graph",
    "not_in_graph": "Not in this graph",
    "ambiguous": "Please choose",
    "refused": "Refused",
    "failed": "Failed",
    "evidence": "Evidence only",
}

METHODS: Mapping[LinkMethod, str] = {
    "identifier": "by identifier",
    "exact": "exact name",
    "synonym": "synonym",
    "normalised": "same name, other spelling",
    "fuzzy": "similar spelling",
    "vector": "similar meaning",
}
