"""From Cypher as text to a tree with exact places."""
