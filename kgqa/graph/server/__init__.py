"""The embedded server's own side: its files, its accounts, its start line and the process that watches it."""
