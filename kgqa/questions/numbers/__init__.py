"""Questions that are answered by numbers: bounds, ranks, sums, and how many a relation leads to."""
