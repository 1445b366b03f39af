"""Names, equivalents and kinds from a vocabulary, laid over the nodes of any source."""
