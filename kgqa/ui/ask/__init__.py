"""Ask: a question, its answer, and everything that it rests on."""
