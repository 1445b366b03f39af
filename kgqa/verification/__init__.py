"""What a text says, claim by claim, held against the evidence and the graph; no model is asked.

Three ways in, one judge: ``verified_statements`` for records that a model wrote with its sentences, ``verified_split``
for a free text that a model took apart afterwards, ``verified_prose`` for a text that only the strict reader reads.
"""

from kgqa.verification.verifying import (
    LookUp,
    Verification,
    verified_prose,
    verified_split,
    verified_statements,
)  # fmt: skip

__all__ = ["LookUp", "Verification", "verified_prose", "verified_split", "verified_statements"]
