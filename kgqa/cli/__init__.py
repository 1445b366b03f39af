"""The command line, a module for each group of commands: what each takes, and what it prints where."""
