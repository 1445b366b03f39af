"""An answer as files: each function takes records and gives the whole file; nothing is written to disk here."""
