"""Kinds of question that people put in many ways, as the plain question that the reader knows."""
