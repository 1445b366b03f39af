"""From a reading to Cypher."""
