"""Questions that the strict reader cannot read, read by meaning: what could be asked about their things, ranked."""
