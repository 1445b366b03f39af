"""What goes to a language model and what comes back from it."""
