"""What a language model contributes to an answer, and how far the records bear it out."""
