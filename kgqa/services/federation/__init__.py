"""TRAPI services that are asked beside the local graph: where they are, what they are asked, and what they gave."""
