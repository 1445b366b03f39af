"""Questions that a language model read: its record, what of it the graph has, and whether it holds all of it."""
