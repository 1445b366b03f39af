"""Where an identifier can be looked up: CURIE → web address."""

from __future__ import annotations

import os
from functools import lru_cache
from urllib.parse import quote

from kgqa import settings
from kgqa.presentation.text import plain


@lru_cache(maxsize=50_000)
def address(curie: str) -> str | None:
    """The https address of a CURIE by the Bioregistry; None where the prefix or the identifier is not a known one.

    An identifier that the Bioregistry would look up without encryption goes through its own resolver instead.
    """
    prefix, colon, identifier = curie.partition(":")
    resource = _registry().get_resource(prefix) if colon else None
    if resource is None or not resource.is_valid_identifier(identifier):
        return None
    found = resource.get_default_uri(identifier)
    if found is None or not found.startswith("https://"):
        found = f"https://bioregistry.io/{resource.prefix}:{identifier}"
    return quote(str(found), safe=":/?#=&%")


def shown(curie: str) -> str:
    """Markdown that shows a CURIE, as a link where it has an address."""
    found = address(curie)
    return plain(curie) if found is None else f"[{plain(curie)}]({found})"


def warm() -> None:
    """Reads the Bioregistry, which takes two seconds, so that the first answer need not wait for it."""
    address("PMID:1")


@lru_cache(maxsize=1)
def _registry():  # type: ignore[no-untyped-def]
    # Importing bioregistry makes a folder for downloads that never happen; it belongs with our own data.
    folder = settings.load().data_dir / "bioregistry"
    os.environ.setdefault("PYSTOW_HOME", str(folder))
    os.environ.setdefault("PYSTOW_CONFIG_HOME", str(folder))
    import bioregistry

    return bioregistry
