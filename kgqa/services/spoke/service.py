"""The REST service of SPOKE: its address, the terms on which it is asked, and what of a neighbourhood it gives."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kgqa.errors import SettingError
from kgqa.services.federation.service import Service, Terms, of_settings
from kgqa.settings import Settings

NAME = "SPOKE"
LEARNS = "the names or identifiers of the things in the question, and their types"
"""What it is sent, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Spoke:
    """The service, on which terms it is asked, and what of a neighbourhood it gives.

    Attributes:
        filters: names of its filters with their values, as its addresses have them.
        data_dir: where what it gives is kept.
    """

    service: Service
    terms: Terms
    filters: tuple[tuple[str, str], ...]
    data_dir: Path

    @classmethod
    def of_settings(
        cls, settings: Settings, address: str = "", *, offline: bool = False, again: bool = False
    ) -> Spoke | None:
        """The service of the settings in force, or another one on the same terms; None where none is named.

        Raises:
            SettingError: the address or a filter is none.
        """
        if not (address or settings.spoke):
            return None
        terms = of_settings(settings, [], offline=offline, again=again).terms
        service = Service(NAME, Service.read(address or settings.spoke).url)
        return cls(service, terms, read_filters(settings.spoke_filters), settings.data_dir)


def read_filters(text: str) -> tuple[tuple[str, str], ...]:
    """Filters as they are written, ``NAME=VALUE`` or ``NAME=VALUE,VALUE`` with spaces between them.

    Raises:
        SettingError: one has no name or no value.

    >>> read_filters("cutoff_CtD_phase=3 cutoff_Protein_source=SwissProt,TrEMBL")
    (('cutoff_CtD_phase', '3'), ('cutoff_Protein_source', 'SwissProt'), ('cutoff_Protein_source', 'TrEMBL'))
    """
    found = []
    for one in text.split():
        name, equals, values = one.partition("=")
        if not (name.isidentifier() and equals and values):
            raise SettingError(
                f"The filter {one[:80]!r} of SPOKE cannot be used. Write NAME=VALUE or NAME=VALUE,VALUE."
            )
        found += [(name, value) for value in values.split(",") if value]
    return tuple(found)
