"""Cypher as text: read, checked against a schema, and let through only where it reads."""
