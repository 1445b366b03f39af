"""What a text that a language model wrote says, claim by claim, held against the evidence; no model is asked."""

from kgqa.verification.verifying import LookUp, Verification, verified

__all__ = ["LookUp", "Verification", "verified"]
