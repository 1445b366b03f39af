"""One rule of the checker a file: each takes a statement and says what in it should be another way, and why."""
