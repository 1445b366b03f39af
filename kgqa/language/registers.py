"""Registers of identifiers and the several ways in which their names are written."""

from __future__ import annotations

SAME_REGISTER = (
    ("omim", "mim"),
    ("orpha", "orphanet", "ordo"),
    ("hp", "hpo"),
    ("ncbigene", "entrez", "geneid", "ncbi gene", "entrez gene", "entrezgene"),
    ("hgnc",),
    ("ensembl", "ensg"),
    ("doid", "disease ontology"),
    ("mondo",),
    ("umls",),
    ("mesh",),
)
"""Names under which one register is written; the first is the common one, and a graph decides which it uses."""

ALIASES = {alias: group for group in SAME_REGISTER for alias in group}
"""The names of the same register, by each of them."""


def comparable(curie: str) -> str:
    """A CURIE as it is compared with others: the common name of its register, small letters, no leading zeros."""
    prefix, _, local = curie.strip().partition(":")
    register = ALIASES.get(prefix.casefold(), (prefix.casefold(),))[0]
    return f"{register}:{local.casefold().lstrip('0')}" if local else prefix.casefold()
