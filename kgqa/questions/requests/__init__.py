"""Requests for things by what is recorded of them, over any graph: "I am after disorders that list A but not B",
"A + B, which syndromes?", "X: with which of its subtypes is Y seen?".

Every word of such a request plays a part (``kgqa.language.requests``); together the parts say what is asked for and
what must be recorded of it, along the only relations that join these types.
"""
