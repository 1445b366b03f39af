"""What identifies a patient in a text, and whether a text may leave this machine."""

from kgqa.privacy.finding import identifiers
from kgqa.privacy.matches import Identifier, Kind
from kgqa.privacy.rest import without

__all__ = ["Identifier", "Kind", "identifiers", "without"]
