"""Rows → numbered records: how strong they are, what they say, and which of them a question needs."""
