"""The Query lab: a statement checked, corrected, run and shown."""
