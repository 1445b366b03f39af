"""Which records the rows of a statement rest on."""
