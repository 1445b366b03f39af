"""Texts → vectors: models, files of vectors, and the work that is done in the background."""
