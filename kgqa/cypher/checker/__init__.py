"""The query checker: ordered rules, and what they know of a schema and a statement."""
