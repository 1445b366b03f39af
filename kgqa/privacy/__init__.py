"""What identifies a patient in a text, and whether a text may leave this machine."""

from kgqa.privacy.detection import identifiers, without
from kgqa.privacy.rules import Identifier, Kind

__all__ = ["Identifier", "Kind", "identifiers", "without"]
