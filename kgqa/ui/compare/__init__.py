"""Compare: one question, two or more ways to an answer, side by side."""
