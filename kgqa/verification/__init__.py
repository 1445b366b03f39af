"""What a text says, claim by claim, held against the evidence and the graph; no model is asked.

Three ways in, one judge (``Verifier``): ``statements`` for records that a model wrote with its sentences, ``split`` for
a free text that a model took apart afterwards, ``prose`` for a text that only the strict reader reads.
"""

from kgqa.verification.verifying import LookUp, Verification, Verifier

__all__ = ["LookUp", "Verification", "Verifier"]
